"""From a deck to a result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from untap.questions.games import find_card
from untap.simulate.executor import Played, default_threads, run_threads
from untap.simulate.prepare import deck_cards, prepare
from untap.simulate.scenario import Scenario, ScenarioError
from untap.simulate.slots import from_plain
from untap.simulate.stop import StopRule

if TYPE_CHECKING:
    from untap.cards import CardFacts, CardTable
    from untap.decks import Deck
    from untap.program.compile import Program
    from untap.results import Result

#: Called with games done and games that will be played at most.
Progress = Callable[[int, int], None]


class Interrupted(KeyboardInterrupt):
    """The run was interrupted.

    Attributes
    ----------
    result : Result or None
        What had been played; None if no game was finished.
    """

    def __init__(self, result: Result | None) -> None:
        super().__init__("interrupted")
        self.result = result


def seed_key(seed: int) -> tuple[int, int]:
    """The generator's key, two uint64, of a seed through ``numpy.random.SeedSequence``."""
    from numpy import uint64
    from numpy.random import SeedSequence

    a, b = SeedSequence(seed).generate_state(2, uint64)
    return int(a), int(b)


def check_seed(seed: Any) -> int:
    """A seed: a whole number from 0."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or seed.__index__() < 0:
        raise ValueError(f"a seed is a whole number from 0, not {seed!r}")
    return seed.__index__()


def simulate(
    deck: Deck | Program | str | os.PathLike[str],
    *,
    scenario: Scenario | None = None,
    turns: int | None = None,
    order: str | None = None,
    mulligan: Any = None,
    format: str | None = None,
    players: int | None = None,
    life: int | None = None,
    opponent_colors: str | None = None,
    opponent_lands: Sequence[int] | None = None,
    aim: str | None = None,
    ask: Sequence[str] | None = None,
    clock: bool | None = None,
    apart: bool | None = None,
    targets: Mapping[str, int] | None = None,
    games: int | None = None,
    first: int = 0,
    precision: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    table: CardTable | None = None,
    overrides: Iterable[CardFacts] | None = None,
    unknown: str = "error",
    strict: bool = False,
    progress: Progress | None = None,
    slots: Sequence[int] | None = None,
) -> Result:
    """Play many games with a deck and count.

    The same deck, scenario, games and seed give the same result with any number of threads.

    Parameters
    ----------
    deck : Deck, Program, str or path-like
        A deck, one already compiled, or the path of a decklist.
    scenario : Scenario, optional
        How to play; `turns`, `order`, `mulligan`, `format`, `players`, `life`, `opponent_colors`, `opponent_lands`,
        `aim`, `ask`, `clock`, `apart` and `targets` replace what it says. By default that of the deck's format,
        ``'commander'`` for a deck with a commander.
    games : int, optional
        Games to play: 100,000 by default; with `precision`, the most.
    first : int
        The number of the first game: results of other games of a seed merge (`Result.merge`). Even where games are
        played both on the play and on the draw, as two share a shuffle.
    precision : float, optional
        Play until every castability figure's 95% interval reaches no further than this to either side.
    seed : int
        From 0.
    threads : int, optional
        By default as many as there are processors.
    table : CardTable, optional
        The card table to look names up in.
    overrides : iterable of CardFacts, optional
        Cards that go before the table's.
    unknown : {'error', 'blank'}
        What to do with names that the table hasn't.
    strict : bool
        Refuse a deck that is merely unusual.
    progress : callable, optional
        Called with games done and the most that will be played.
    slots : sequence of int, optional
        `Result.slots` of a deck of a comparison: its games again.

    Returns
    -------
    Result

    Raises
    ------
    DeckError, ProgramError, ScenarioError, StopError, ValueError
        For what can't be read, compiled or played.
    Interrupted
        A KeyboardInterrupt that holds the result of the games played before it.
    """
    stop = StopRule(games=games, precision=precision)
    seed = check_seed(seed)
    first = check_first(first)
    count = default_threads() if threads is None else check_threads(threads)
    program = program_of(deck, table, overrides, unknown, strict, format)
    given = {
        "turns": turns,
        "order": order,
        "mulligan": mulligan,
        "format": format,
        "players": players,
        "life": life,
        "opponent_colors": opponent_colors,
        "opponent_lands": tuple(opponent_lands) if opponent_lands is not None else None,
        "aim": aim,
        "clock": clock,
        "apart": apart,
        "targets": targets,
        "ask": tuple(ask) if ask is not None and not isinstance(ask, str) else ask,
    }
    chosen = scenario_for(program, scenario, {name: value for name, value in given.items() if value is not None})
    chosen = with_targets(chosen, [program])
    if chosen.order == "both" and first % 2:
        raise ValueError(f"games on the play and on the draw come in pairs: first must be even, not {first}")
    return play(program, chosen, stop, seed=seed, threads=count, progress=progress, slots=slots, first=first)


def with_targets(scenario: Scenario, programs: Sequence[Program]) -> Scenario:
    """The scenario with its target turns by the cards' full names.

    Raises
    ------
    ScenarioError
        For a card that no deck has.
    """
    if not scenario.targets:
        return scenario
    cards = [card for program in programs for card in deck_cards(program)]

    def found(name: str) -> str:
        return find_card(name, cards, lambda message: ScenarioError(f"a target turn: {message}")).name

    return replace(scenario, targets={found(name): turn for name, turn in dict(scenario.targets).items()})


def check_first(first: Any) -> int:
    """A game's number: a whole number from 0 to 2**62."""
    if isinstance(first, bool) or not hasattr(first, "__index__") or not 0 <= first.__index__() <= 2**62:
        raise ValueError(f"first is a whole number from 0 to 2**62, not {first!r}")
    return first.__index__()


def check_threads(threads: Any) -> int:
    """A number of threads: a whole number from 1 to 1024."""
    if isinstance(threads, bool) or not hasattr(threads, "__index__") or not 1 <= threads.__index__() <= 1024:
        raise ValueError(f"threads is a whole number from 1 to 1024, not {threads!r}")
    return threads.__index__()


def program_of(deck: Any, table: Any, overrides: Any, unknown: str, strict: bool, format: str | None) -> Program:
    """The program of whatever `simulate` takes for a deck."""
    return deck if hasattr(deck, "classes") else _compile(deck, table, overrides, unknown, strict, format)


def _compile(deck: Any, table: Any, overrides: Any, unknown: str, strict: bool, format: str | None) -> Any:
    from untap.program.compile import compile_deck

    if isinstance(deck, str | os.PathLike):
        from untap.decks import read_deck

        deck = read_deck(deck)
    if table is None:
        from untap.cards import CardTable

        table = CardTable.open()
    return compile_deck(deck, table, unknown=unknown, strict=strict, overrides=overrides, format=format)


def scenario_for(program: Any, scenario: Scenario | None, given: dict[str, Any]) -> Scenario:
    """The scenario of a program: its format's, with what is given."""
    if scenario is not None:
        return Scenario.from_dict({**scenario.to_dict(), "mulligan": scenario.rule, **given}) if given else scenario
    if "format" not in given and any(card.section == "commander" for card in program.cards):
        given = {"format": "commander", **given}
    return Scenario(**given)


def play(
    program: Program,
    scenario: Scenario,
    stop: StopRule,
    *,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
    slots: Sequence[int] | None = None,
    first: int = 0,
) -> Result:
    """Play a program's games until a stopping rule is met; see `simulate`."""
    from untap import _core

    ready = prepare(program, scenario)
    program, options, key = ready.program, {**scenario.to_core(), **ready.options()}, seed_key(seed)
    if hasattr(program, "core"):
        _ = program.core  # made once, before the threads ask for it

    def chunk(start: int, n: int) -> list[dict[str, Any]]:
        return _core.run_chunk([program], key, start, n, slots=tables, **options)

    tables = None if slots is None else [from_plain(slots, program)]
    kept = None if slots is None else tuple(int(k) for k in slots)
    total, done = Played(), 0

    def made(stopped: str) -> Result:
        assert total.tallies is not None
        return make_result(program, scenario, seed, total.ranges, total.tallies[0], stopped, slots=kept)

    def report(n: int) -> None:
        nonlocal done
        done += n
        if progress is not None:
            progress(done, stop.most)

    for look in stop.looks():
        part, interruption = run_threads(chunk, first + total.games, first + look, threads, progress=report)
        if part.tallies is not None:
            total.add(part.tallies, part.ranges)
        if interruption is not None:
            raise Interrupted(made("interrupted") if total.games else None) from interruption
        if stop.precision is not None:
            result = made("precision")
            if result.precision() <= stop.precision:
                return result
    return made("games")


def make_result(
    program: Program,
    scenario: Scenario,
    seed: int,
    ranges: Sequence[tuple[int, int]],
    tally: dict[str, Any],
    stopped: str,
    *,
    slots: tuple[int, ...] | None = None,
) -> Result:
    """The result of a program's games."""
    import untap
    from untap import _core
    from untap.results import Result
    from untap.results.model import card_infos, card_notes

    return Result(
        name=program.name,
        cards=card_infos(program.cards),
        scenario=scenario,
        seed=seed,
        ranges=tuple(ranges),
        tally=tally,
        classes=program.classes,
        notes=card_notes(program.notes),
        warnings=tuple(program.warnings),
        digest=program.digest,
        table_date=program.table_date,
        version=untap.__version__,
        stream=int(_core.STREAM_VERSION),
        stopped=stopped,
        slots=slots,
        draws_only=draws_only(program),
    )


def draws_only(program: Program) -> bool:
    """Whether a deck sees nothing of its library but the opening hand and a card a turn."""
    from untap.program.library import leaves_library_alone

    core = program.core
    if core.fast and not any(why in ("drawn", "cast") for _, why in core.general_because()):
        return True  # what its cards say beside that never comes to pass on the fast plane
    return leaves_library_alone(program)
