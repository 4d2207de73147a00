"""Games until every condition is decided, or the budget is spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np

from untap.gate.conditions import Condition, GateError
from untap.simulate.executor import run_threads
from untap.simulate.prepare import prepare
from untap.simulate.run import Progress, seed_key
from untap.simulate.scenario import Scenario
from untap.simulate.stop import StopRule
from untap.stats.sequential import difference_bounds, proportion_bounds, spent

if TYPE_CHECKING:
    from untap.program.compile import Program


class Decided(Enum):
    """What has come of a condition."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A condition and what has come of it.

    Attributes
    ----------
    condition : Condition
    decided : Decided
    value : float
        The proportion, or the difference, in the games that were looked at.
    low, high : float
        Bounds at the look that decided, each wrong with at most its share of the level.
    games : int
        Games at that look.
    reference : float or None
        The other deck's proportion, for a paired condition.
    """

    condition: Condition
    decided: Decided
    value: float
    low: float
    high: float
    games: int
    reference: float | None = None


def expand(
    conditions: Sequence[Condition], program: Program, against: Mapping[str, Program], turns: int
) -> list[Condition]:
    """The conditions with those about "every spell" written out.

    Raises
    ------
    GateError
        If the decks have no spell in common whose turn is played.
    """
    found = []
    for condition in conditions:
        if condition.question:
            found.append(condition)
            continue
        assert condition.against is not None
        theirs = {
            card.name for card in against[condition.against].cards if card.cls >= 0 and card.mana_cost is not None
        }
        own: dict[str, int] = {}
        for card in program.cards:
            if card.cls >= 0 and card.mana_cost is not None and card.name in theirs:
                own[card.name] = max(1, card.mana_value)
        for name, turn in own.items():
            if turn <= turns:
                question = f"castable({name!r}, turn={turn})"
                title = f"{condition.name}: {question}" if condition.name else ""
                rest = condition.text.strip()
                found.append(replace(condition, question=question, text=f"{question} {rest}", name=title))
        if not any(turn <= turns for turn in own.values()):
            raise GateError(f"the condition {condition.text!r}: the decks share no spell whose turn is played")
    return found


def decide(
    conditions: Sequence[Condition],
    program: Program,
    scenario: Scenario,
    *,
    against: Mapping[str, Program] | None = None,
    games: int = 1_000_000,
    alpha: float = 0.05,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Play until every condition is decided or `games` are played.

    The chance that any of the decisions is false is at most `alpha`: it is shared equally over the conditions, and each
    one's share over the looks, which are after 1, 2, 4, ... thousand games whatever the threads.

    Parameters
    ----------
    conditions : sequence of Condition
    program : Program
    scenario : Scenario
        Its own questions are not asked.
    against : mapping of str to Program
        The decks of paired conditions by `Condition.against`. They play the same shuffles.
    games : int
        The budget.
    alpha : float
    seed, threads, progress
        As for `untap.simulate`.

    Raises
    ------
    GateError, QuestionError
        If a condition names what there isn't.
    KeyboardInterrupt
        When interrupted; nothing is decided then.
    """
    from untap import _core

    if not 0 < alpha < 0.5:
        raise GateError(f"the chance of a false decision is between 0 and 0.5, not {alpha:g}")
    others = dict(against or {})
    conditions = expand(conditions, program, others, scenario.turns)
    key, options = seed_key(seed), scenario.to_core()
    groups: list[_Group] = []
    for other in (None, *dict.fromkeys(c.against for c in conditions if c.against is not None)):
        numbers = [n for n, c in enumerate(conditions) if c.against == other]
        if numbers:
            decks = [program] if other is None else [program, others[other]]
            groups.append(_Group(numbers, decks, tuple(conditions[n].question for n in numbers), scenario))
    stop = StopRule(games=games, precision=0.01)  # for its looks
    looks = list(stop.looks())
    outcomes: list[Outcome | None] = [None] * len(conditions)
    share, done, played = alpha / len(conditions), 0, 0

    def report(n: int) -> None:
        nonlocal played
        played += n
        if progress is not None:
            progress(played, games)

    for look, most in enumerate(looks, 1):
        for group in groups:
            if all(_is_final(outcomes[n]) for n in group.numbers):
                continue

            def chunk(first: int, n: int, group: _Group = group) -> list[dict[str, Any]]:
                found, _ = _core.answers(group.programs, key, first, n, questions=group.questions, **options)
                return [group.count(first, found, scenario)]

            part, interruption = run_threads(
                chunk, done, most, threads, progress=report if group is groups[0] else None
            )
            if interruption is not None:
                raise interruption
            assert part.tallies is not None
            group.add(part.tallies[0])
            for place, n in enumerate(group.numbers):
                if not _is_final(outcomes[n]):
                    outcomes[n] = group.outcome(place, conditions[n], spent(share, look, len(looks)), most)
        done = most
        if all(_is_final(outcome) for outcome in outcomes):
            break
    return [outcome for outcome in outcomes if outcome is not None]


def _is_final(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.decided is not Decided.UNDECIDED


class _Group:
    """Conditions on the games of the same decks, and what has been counted."""

    def __init__(
        self, numbers: list[int], decks: list[Program], questions: tuple[str, ...], scenario: Scenario
    ) -> None:
        self.numbers = numbers
        asking = replace(scenario, ask=questions)
        ready = [prepare(deck, asking) for deck in decks]
        self.programs = [one.program.core for one in ready]
        self.questions = [one.questions for one in ready]
        self.total: dict[str, np.ndarray] = {}

    def count(self, first: int, found: list[np.ndarray], scenario: Scenario) -> dict[str, np.ndarray]:
        """Counts of games by order of play: all, yes, and for pairs yes of the first or the second deck alone."""
        games = np.arange(first, first + len(found[0]))
        draw = games % 2 == 1 if scenario.order == "both" else np.full(len(games), scenario.order == "draw")
        counts: dict[str, list[Any]] = {"games": [], "yes": [], "more": [], "fewer": []}
        for rows in (~draw, draw):
            one = found[0][rows].astype(np.int64)
            two = found[-1][rows].astype(np.int64)
            counts["games"].append(len(one))
            counts["yes"].append(two.sum(axis=0) if len(found) > 1 else one.sum(axis=0))
            counts["more"].append((one > two).sum(axis=0))
            counts["fewer"].append((one < two).sum(axis=0))
        return {name: np.array(values, np.int64) for name, values in counts.items()}

    def add(self, more: Mapping[str, np.ndarray]) -> None:
        """Add what a look's games have left."""
        for name, array in more.items():
            self.total[name] = self.total[name] + array if name in self.total else array

    def outcome(self, place: int, condition: Condition, alpha: float, games: int) -> Outcome:
        """What the counts say about a condition."""
        n = [int(x) for x in self.total["games"]]
        yes = [int(x) for x in self.total["yes"][:, place]]
        played = [k for k in (0, 1) if n[k]]
        share = sum(yes[k] / n[k] for k in played) / len(played)
        reference = None
        if condition.against is None:
            value = share
            low, high = proportion_bounds([(yes[k], n[k]) for k in played], alpha)
        else:
            more, fewer = ([int(x) for x in self.total[name][:, place]] for name in ("more", "fewer"))
            reference = share
            value = sum((more[k] - fewer[k]) / n[k] for k in played) / len(played)
            low, high = difference_bounds([(more[k], fewer[k], n[k]) for k in played], alpha)
        decided = Decided.UNDECIDED
        if condition.upward:
            decided = Decided.HOLDS if low >= condition.bound else decided
            decided = Decided.FAILS if high < condition.bound else decided
        else:
            decided = Decided.HOLDS if high <= condition.bound else decided
            decided = Decided.FAILS if low > condition.bound else decided
        return Outcome(condition, decided, value, low, high, games, reference)
