"""Several decks on the same shuffles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from untap.simulate.executor import Played, default_threads, run_threads
from untap.simulate.prepare import prepare
from untap.simulate.run import (
    Interrupted,
    Progress,
    check_seed,
    check_threads,
    make_result,
    program_of,
    scenario_for,
    seed_key,
    with_targets,
)
from untap.simulate.scenario import Scenario, ScenarioError
from untap.simulate.slots import plain, slot_tables
from untap.simulate.stop import StopRule

if TYPE_CHECKING:
    from untap.cards import CardFacts, CardTable
    from untap.decks import Deck
    from untap.program.compile import Program
    from untap.results import Comparison

#: Most decks of a comparison.
MAX_DECKS = 256


def compare(
    *decks: Deck | Program | str | os.PathLike[str],
    scenario: Scenario | None = None,
    turns: int | None = None,
    order: str | None = None,
    mulligan: Any = None,
    format: str | None = None,
    players: int | None = None,
    life: int | None = None,
    aim: str | None = None,
    opponent_colors: str | None = None,
    opponent_lands: Sequence[int] | None = None,
    ask: Sequence[str] | None = None,
    clock: bool | None = None,
    apart: bool | None = None,
    targets: Mapping[str, int] | None = None,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    table: CardTable | None = None,
    overrides: Iterable[CardFacts] | None = None,
    unknown: str = "error",
    strict: bool = False,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same games with two or more decks, and count what differs from the first.

    Cards that the decks have in common stand at the same places of each shuffle, and a card that replaces another at
    its place, so that a difference has a much narrower interval than two runs would give it.

    Parameters
    ----------
    *decks : Deck, Program, str or path-like
        Two or more; the first is what the others are compared with.
    precision : float, optional
        Play until the interval of every difference of a castability reaches no further than this to either side.
    scenario, turns, order, mulligan, format, players, life, opponent_colors, opponent_lands, aim,
    ask, apart, targets, games, seed, threads
        See `untap.simulate`; the scenario is that of the first deck. `clock` is refused.
    table, overrides, unknown, strict, progress
        See `untap.simulate`.

    Returns
    -------
    Comparison

    Raises
    ------
    DeckError, ProgramError, ScenarioError, StopError, ValueError
        For what can't be read, compiled or played.
    Interrupted
        When interrupted; with the comparison of the games that were finished.
    """
    if not 2 <= len(decks) <= MAX_DECKS:
        raise ValueError(f"a comparison has 2 to {MAX_DECKS} decks, not {len(decks)}")
    stop = StopRule(games=games, precision=precision)
    seed = check_seed(seed)
    count = default_threads() if threads is None else check_threads(threads)
    given = {
        "turns": turns,
        "order": order,
        "mulligan": mulligan,
        "format": format,
        "players": players,
        "life": life,
        "aim": aim,
        "clock": clock,
        "apart": apart,
        "targets": targets,
        "opponent_colors": opponent_colors,
        "opponent_lands": tuple(opponent_lands) if opponent_lands is not None else None,
        "ask": tuple(ask) if ask is not None and not isinstance(ask, str) else ask,
    }
    programs = [program_of(deck, table, overrides, unknown, strict, format) for deck in decks]
    chosen = scenario_for(programs[0], scenario, {name: value for name, value in given.items() if value is not None})
    chosen = with_targets(chosen, programs)
    return play_together(programs, chosen, stop, seed=seed, threads=count, progress=progress)


def play_together(
    programs: Sequence[Program],
    scenario: Scenario,
    stop: StopRule,
    *,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> Comparison:
    """Play programs on the same shuffles until a stopping rule is met; see `compare`."""
    from untap import _core
    from untap.results.comparison import Comparison, shared_cards
    from untap.results.model import card_infos

    if scenario.clock:
        raise ScenarioError("a comparison keeps no clock: simulate each deck with it")
    ready = [prepare(program, scenario) for program in programs]
    programs, asked = [p.program for p in ready], [p.questions for p in ready]
    options, key = scenario.to_core(), seed_key(seed)
    tables = slot_tables(programs)
    infos = [card_infos(program.cards) for program in programs]
    shared = [shared_cards(infos[0], other) for other in infos[1:]]
    classes = [
        [(a.cls, b.cls, a.count, scenario.curve_turn(a.name, a.mana_value)) for a, b in pairs] for pairs in shared
    ]

    def chunk(first: int, n: int) -> list[dict[str, Any]]:
        tallies, pairs = _core.compare_chunk(
            programs,
            key,
            first,
            n,
            questions=asked,
            hands=[p.hands for p in ready],
            aims=[p.aim for p in ready],
            slots=tables,
            shared=classes,
            **options,
        )
        return [*tallies, *pairs]

    def made(stopped: str) -> Comparison:
        assert total.tallies is not None
        results = [
            make_result(program, scenario, seed, total.ranges, tally, stopped, slots=plain(slots))
            for program, slots, tally in zip(programs, tables, total.tallies, strict=False)
        ]
        return Comparison(results=tuple(results), pairs=tuple(total.tallies[len(programs) :]))

    total, done = Played(), 0

    def report(n: int) -> None:
        nonlocal done
        done += n
        if progress is not None:
            progress(done, stop.most)

    for look in stop.looks():
        part, interruption = run_threads(chunk, total.games, look, threads, progress=report)
        if part.tallies is not None:
            total.add(part.tallies, part.ranges)
        if interruption is not None:
            raise Interrupted(made("interrupted") if total.games else None) from interruption
        if stop.precision is not None:
            comparison = made("precision")
            if comparison.precision() <= stop.precision:
                return comparison
    return made("games")
