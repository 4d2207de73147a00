"""What a result says about the deck, beside the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


class ResultError(ValueError):
    """A question that a result has no answer to, results that don't merge, or a file that isn't one."""


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card of the deck.

    Attributes
    ----------
    name : str
    count : int
    section : str
        ``main`` or ``commander``.
    mana_cost : str or None
    mana_value : int
    cls : int
        The castability class; cards that are castable in the same positions share one. -1: never cast (lands).
    land : bool
    """

    name: str
    count: int
    section: str
    mana_cost: str | None
    mana_value: int
    cls: int
    land: bool

    @property
    def castable(self) -> bool:
        """Whether it is ever cast: it has a mana cost and is no land."""
        return self.cls >= 0 and self.mana_cost is not None

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CardNote:
    """A sentence of a card that isn't simulated exactly.

    Attributes
    ----------
    card : str
    face, line, sentence : int
        Where in its text, from 0; -1 where it is no certain sentence.
    level : str
        ``approximated``, ``inert``, ``unsupported`` or ``text missing``.
    reason : str
    """

    card: str
    face: int
    line: int
    sentence: int
    level: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def card_infos(cards: Iterable[Any]) -> tuple[CardInfo, ...]:
    """`CardInfo` of a program's cards."""
    return tuple(
        CardInfo(c.name, int(c.count), c.section, c.mana_cost, int(c.mana_value), int(c.cls), bool(c.land))
        for c in cards
    )


def card_notes(notes: Iterable[Any]) -> tuple[CardNote, ...]:
    """`CardNote` of a program's notes."""
    return tuple(CardNote(n.card, int(n.face), int(n.line), int(n.sentence), n.level, n.reason or "") for n in notes)


Ranges = tuple[tuple[int, int], ...]


def joined(ranges: Iterable[Sequence[int]]) -> Ranges:
    """Ranges of games ``[first, stop)`` sorted, neighbours made one.

    Raises
    ------
    ResultError
        If two of them overlap: those games would count twice.
    """
    out: list[list[int]] = []
    for first, stop in sorted((int(a), int(b)) for a, b in ranges):
        if first < 0 or stop < first:
            raise ResultError(f"games {first} to {stop - 1} are no range")
        if first == stop:
            continue
        if out and first < out[-1][1]:
            last = min(out[-1][1], stop) - 1
            raise ResultError(f"games {first} to {last} are in both results: they would count twice")
        if out and first == out[-1][1]:
            out[-1][1] = stop
        else:
            out.append([first, stop])
    return tuple((a, b) for a, b in out)
