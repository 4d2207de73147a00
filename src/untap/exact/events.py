"""Probabilities of simple events, exactly: lands and sources seen, mana for a cost, castable from the opening hand."""

from __future__ import annotations

import math
from collections.abc import Callable

from untap.exact.hands import Groups, draws_by, kept_hands, seen_after
from untap.simulate.mulligan import MulliganRule

Seen = tuple[int, ...]


def chance(groups: Groups, rule: MulliganRule, draws: int, event: Callable[[Seen], bool]) -> float:
    """P(event) of the numbers by group of the cards seen after `draws` draws."""
    return math.fsum(_terms(groups, rule, draws, event))


def _terms(groups: Groups, rule: MulliganRule, draws: int, event: Callable[[Seen], bool]):
    for kept in kept_hands(groups, rule):
        for seen, p in seen_after(kept, draws).items():
            if event(seen):
                yield kept.probability * p


def given(
    groups: Groups, rule: MulliganRule, draws: int, event: Callable[[Seen], bool], condition: Callable[[Seen], bool]
) -> float:
    """P(event | condition), both of the cards seen; NaN if the condition can't hold."""
    whole = chance(groups, rule, draws, condition)
    if whole <= 0:
        return math.nan
    return chance(groups, rule, draws, lambda seen: condition(seen) and event(seen)) / whole


def lands_seen(size: int, lands: int, rule: MulliganRule, *, at_least: int, turn: int, on_play: bool) -> float:
    """P(at least so many lands among the cards seen by a turn)."""
    groups = Groups((lands,), (size - lands,))
    return chance(groups, rule, draws_by(turn, on_play=on_play), lambda seen: seen[0] >= at_least)


def lands_in_play(size: int, lands: int, rule: MulliganRule, *, at_least: int, turn: int, on_play: bool) -> float:
    """P(at least so many lands in play on a turn, at one land drop a turn).

    Lands in play on turn t are ``min over j <= t of (lands seen by turn j) + t - j``, and at most t. As at most one
    card is drawn a turn, lands seen by turn j are at least those by turn t less t - j; so the minimum is attained at
    j = t or is t itself: for `at_least` <= `turn` the event is that so many lands have been seen, for more it is
    impossible.
    """
    if at_least > turn:
        return 0.0
    return lands_seen(size, lands, rule, at_least=at_least, turn=turn, on_play=on_play)


def sources(
    size: int,
    lands: int,
    good: int,
    rule: MulliganRule,
    *,
    pips: int,
    turn: int,
    on_play: bool,
    lands_given: int | None = None,
    least_lands: int = 0,
) -> float:
    """P(at least `pips` good lands and `least_lands` lands seen by a turn | at least `lands_given` lands seen).

    Parameters
    ----------
    size, lands, good : int
        Cards of the library, lands among them, and lands among those that make the colour.
    lands_given : int, optional
        None: unconditional.
    """
    groups = Groups((lands - good, good), (size - lands,))
    draws = draws_by(turn, on_play=on_play)

    def event(seen: Seen) -> bool:
        return seen[1] >= pips and seen[0] + seen[1] >= least_lands

    if lands_given is None:
        return chance(groups, rule, draws, event)
    return given(groups, rule, draws, event, lambda seen: seen[0] + seen[1] >= lands_given)


def sources_needed(
    size: int,
    lands: int,
    rule: MulliganRule,
    *,
    pips: int,
    turn: int,
    on_play: bool,
    target: float,
    lands_given: int | None = None,
) -> int | None:
    """The fewest good lands with which `sources` reaches `target`; None if all of the lands don't."""
    low, high = 0, lands
    reached = lambda good: (  # noqa: E731
        sources(size, lands, good, rule, pips=pips, turn=turn, on_play=on_play, lands_given=lands_given) >= target
    )
    if not reached(high):
        return None
    while low < high:  # the probability grows with every good land
        middle = (low + high) // 2
        if reached(middle):
            high = middle
        else:
            low = middle + 1
    return low


def castable_from_hand(
    size: int, lands: int, copies: int, rule: MulliganRule, *, mana_value: int, turn: int, on_play: bool
) -> float:
    """P(a card that costs `mana_value` of the lands' one colour castable on a turn | a copy in the kept hand).

    All lands are untapped and make the colour; one land drop a turn (see `lands_in_play`).
    """
    groups = Groups((lands,), (copies, size - lands - copies))
    draws = draws_by(turn, on_play=on_play)
    hit = whole = 0.0
    for kept in kept_hands(groups, rule):
        if not kept.hand[1]:
            continue
        whole += kept.probability
        if mana_value <= turn:
            for seen, p in seen_after(kept, draws).items():
                if seen[0] >= mana_value:
                    hit += kept.probability * p
    return hit / whole if whole else math.nan
