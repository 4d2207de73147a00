"""Decks that are another deck with some cards exchanged."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from untap._names import meant
from untap.decks.model import MAIN, Deck, DeckError, Entry

_ARROW = re.compile(r"\s*(?:->|→)\s*")
_PLUS = re.compile(r"\s+\+\s+")
_CARD = re.compile(r"(?:(\d{1,3})x?\s+)?(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Swap:
    """Cards that leave the main deck and cards that come into it.

    Attributes
    ----------
    out, into : tuple of (int, str)
        Copies and names.
    """

    out: tuple[tuple[int, str], ...]
    into: tuple[tuple[int, str], ...]

    @classmethod
    def parse(cls, text: str) -> Swap:
        """A swap of a text such as ``1 Forest -> 1 Temple Garden``.

        Several cards of a side are joined by ``+`` between blanks; a side may be empty; without a number it is 1.

        Raises
        ------
        DeckError
            If it isn't one.
        """
        sides = _ARROW.split(text.strip())
        if len(sides) != 2 or not any(sides):
            raise DeckError(f"a swap is written '1 Forest -> 1 Temple Garden', not {text!r}")
        return cls(*(tuple(_card(part, text) for part in _PLUS.split(side) if part) for side in sides))

    def __str__(self) -> str:
        sides = (" + ".join(f"{n} {name}" for n, name in side) for side in (self.out, self.into))
        return " -> ".join(sides)

    def apply(self, deck: Deck) -> Deck:
        """The deck with the swap made in its main section.

        Raises
        ------
        DeckError
            If the deck hasn't the cards that are to leave.
        """
        entries = list(deck.entries)
        for count, name in self.out:
            wanted = _key(name)
            left = count
            for k in range(len(entries) - 1, -1, -1):
                entry = entries[k]
                if left and entry.section == MAIN and _fits(entry.name, wanted):
                    taken = min(left, entry.count)
                    left -= taken
                    entries[k : k + 1] = [replace(entry, count=entry.count - taken)] if entry.count > taken else []
            if left:
                raise DeckError(_lacking(deck, count, name, count - left))
        for count, name in self.into:
            written = next((e.name for e in deck.entries if _fits(e.name, _key(name))), name)
            entries.append(Entry(written, count, MAIN, 0))
        return replace(deck, entries=tuple(entries), name=f"{deck.name}, {self}" if deck.name else str(self))


def _card(part: str, text: str) -> tuple[int, str]:
    match = _CARD.fullmatch(part.strip())
    if match is None or (match[1] and int(match[1]) == 0):
        raise DeckError(f"no number and name of a card in {part!r} of the swap {text!r}")
    return int(match[1] or 1), " ".join(match[2].split())


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _fits(name: str, wanted: str) -> bool:
    return wanted == _key(name) or wanted in (_key(face) for face in name.split("//"))


def _lacking(deck: Deck, count: int, name: str, has: int) -> str:
    if has:
        return f"the main deck has {has} {name}, not {count}"
    return f"the main deck has no {name!r}{meant(_key(name), {_key(n): n for n in deck.main})}"
