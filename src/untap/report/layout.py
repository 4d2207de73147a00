"""Where labels go, and which cards a picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from untap.results.tally import TYPES

if TYPE_CHECKING:
    from untap.results import CardInfo, Result


def hardest(result: Result, most: int) -> list[CardInfo]:
    """The cards that are least often castable on curve, one of each castability, by turn."""
    rated: dict[int, tuple[float, CardInfo]] = {}
    for card in result.spells:
        turn = result.curve_turn(card)
        if turn <= result.turns:
            rated.setdefault(card.cls, (result.castable(card, turn).value, card))
    worst = sorted(rated.values(), key=lambda pair: (pair[0], pair[1].name))[:most]
    return [card for _, card in sorted(worst, key=lambda pair: (result.curve_turn(pair[1]), pair[0], pair[1].name))]


def asked_types(result: Result) -> list[str]:
    """The types of mana that the deck's costs ask for."""
    symbols = "".join(card.mana_cost or "" for card in result.cards)
    return [letter for letter in TYPES if letter in symbols]


def apart(values: Sequence[float], gap: float) -> list[float]:
    """Places for labels: near to the values, at least `gap` from one another, within 0 to 100 where there is room."""
    order = sorted(range(len(values)), key=lambda k: values[k])
    places = [values[k] for k in order]
    for _ in range(300):
        moved = False
        for i in range(1, len(places)):
            lack = gap - (places[i] - places[i - 1])
            if lack > 1e-9:
                places[i - 1] -= lack / 2
                places[i] += lack / 2
                moved = True
        if not moved:
            break
    above = 100.0
    for i in range(len(places) - 1, -1, -1):  # down from the top, then up from the bottom
        places[i] = min(places[i], above)
        above = places[i] - gap
    below = 0.0
    for i in range(len(places)):
        places[i] = max(places[i], below)
        below = places[i] + gap
    out = [0.0] * len(values)
    for k, place in zip(order, places, strict=True):
        out[k] = place
    return out
