"""Which places of a shuffled order several decks share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from untap.program.compile import Program

#: In a table of slots: the deck has none at this place.
NONE = 65535
LIMIT = 1024


class SlotError(ValueError):
    """A table of slots that isn't one of the deck."""


def slot_tables(programs: Sequence[Program]) -> list[np.ndarray]:
    """For each deck the slot at each place of an order that all of them share.

    The order's places are those of the first deck. Another deck's copy of a card stands where the first deck's copy
    with the same number does. What is left takes the places of the first deck's cards that it lacks, lands before
    spells; what is left then has places after those. A random order of all places, without those where a deck has
    no card, is a random order of the deck: the decks' laws stay their own, whatever their sizes.

    Returns
    -------
    list of ndarray of uint16
        Of one length; 65535 where a deck has no card.
    """
    first = _numbered(programs[0])
    length = len(first)
    tables: list[dict[int, int]] = []
    for program in programs:
        own = _numbered(program)
        table = {first[key]: slot for key, slot in own.items() if key in first}
        free = sorted((k for key, k in first.items() if key not in own), key=lambda k: (not _land(programs[0], k), k))
        rest = sorted((s for key, s in own.items() if key not in first), key=lambda s: (not _land(program, s), s))
        table |= dict(zip(free, rest, strict=False))
        table |= {len(first) + k: slot for k, slot in enumerate(rest[len(free) :])}
        length = max(length, 1 + max(table, default=0))
        tables.append(table)
    if length > LIMIT:
        raise SlotError(f"the decks have {length} cards that differ together; the limit is {LIMIT}")
    return [np.array([table.get(k, NONE) for k in range(length)], np.uint16) for table in tables]


def _numbered(program: Program) -> dict[tuple[Any, int], int]:
    copies: dict[Any, int] = {}
    out = {}
    for slot, name in enumerate(program.core.slot_names):
        copies[name] = copies.get(name, 0) + 1
        out[name, copies[name]] = slot
    return out


def _land(program: Program, slot: int) -> bool:
    return bool(program.arrays["kinds"][int(program.arrays["slot_kind"][slot])]["land"])


def plain(table: np.ndarray) -> tuple[int, ...]:
    """A table as whole numbers, -1 where the deck has no card: what a `Result` records."""
    return tuple(-1 if slot == NONE else int(slot) for slot in table)


def from_plain(slots: Sequence[int], program: Program) -> np.ndarray:
    """The table of a `Result`, for a deck.

    Raises
    ------
    SlotError
        If it doesn't hold each of the deck's slots once.
    """
    n = program.core.n_slots
    if sorted(k for k in slots if k != -1) != list(range(n)) or len(slots) > LIMIT:
        raise SlotError(f"the slots aren't those of a deck of {n} cards")
    return np.array([NONE if k == -1 else k for k in slots], np.uint16)
