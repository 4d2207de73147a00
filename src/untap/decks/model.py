"""What a decklist says, as plain data.

Nothing here knows which cards exist: names stay as the file wrote them, and the ``cards`` room resolves them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

Severity = Literal["error", "warning", "note"]
LineKind = Literal["blank", "entry", "heading", "comment", "diagnostic", "markup"]

MAIN = "main"
SIDEBOARD = "sideboard"
COMMANDER = "commander"
COMPANION = "companion"
MAYBEBOARD = "maybeboard"

#: Every section that an entry can be in, in the order in which lists are written.
SECTIONS = (
    COMMANDER,
    COMPANION,
    MAIN,
    SIDEBOARD,
    MAYBEBOARD,
    "tokens",
    "planes",
    "schemes",
    "avatar",
    "conspiracies",
    "dungeons",
    "attractions",
    "contraptions",
    "stickers",
)

#: The most copies that one line may ask for.
MAX_COUNT = 999


class DeckError(ValueError):
    """A decklist that cannot be read or written at all.

    Parameters
    ----------
    message : str
        What is wrong and how to put it right, in one sentence or two.
    line : int, optional
        The 1-based line that shows it.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: so many copies of a card in a section.

    Attributes
    ----------
    name : str
        As written, with runs of blanks made one space.
    count : int
        1 to `MAX_COUNT`.
    section : str
        One of `SECTIONS`.
    line : int
        1-based line of the source.
    set_code, number : str or None
        The printing, if the line names one.
    foil : bool
        Whether the line marks the copies as foil or etched.
    categories : tuple of str
        Groups, tags and labels that the list's owner gave the card.
    """

    name: str
    count: int
    section: str
    line: int
    set_code: str | None = None
    number: str | None = None
    foil: bool = False
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something about a line that the reader has to tell.

    Attributes
    ----------
    line : int or None
        1-based line; None for the list as a whole.
    severity : {'error', 'warning', 'note'}
        'error': cards are missing from the deck as read. 'warning': read, but perhaps not as meant. 'note': for
        information.
    message : str
        What was found.
    suggestion : str or None
        How to put it right.
    """

    line: int | None
    severity: Severity
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}: "
        fix = "" if self.suggestion is None else f" ({self.suggestion})"
        return f"{where}{self.severity}: {self.message}{fix}"


@dataclass(frozen=True, slots=True)
class Deck:
    """A decklist as read.

    Attributes
    ----------
    name : str or None
        The deck's own name, where the file has one.
    entries : tuple of Entry
        In the order of the file; a card may have several.
    diagnostics : tuple of Diagnostic
        By line.
    format : str
        Name of the format in the table of `untap.decks.formats`.
    source : str
        Path, ``-``, or ``<text>``.
    commander_hints : tuple of str
        Names that the file gives reason to take for commanders although it doesn't put them into a command zone (a
        comment, a lone card in the sideboard, the first line of a hundred). The likeliest come first. Whether a card
        can be a commander is not known here: the caller decides, see `with_commanders`.
    line_kinds : tuple of str
        For each line of the source what became of it.
    """

    name: str | None
    entries: tuple[Entry, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    format: str = "plain"
    source: str = "<text>"
    commander_hints: tuple[str, ...] = ()
    line_kinds: tuple[LineKind, ...] = ()

    @property
    def title(self) -> str:
        """The deck's name: the list's own, else that of its file, else ``deck``."""
        if self.name or self.source in ("-", "<text>"):
            return self.name or "deck"
        return os.path.splitext(os.path.basename(self.source.rstrip("/")))[0] or "deck"

    @property
    def main(self) -> dict[str, int]:
        """Copies by name in the main deck."""
        return self.section(MAIN)

    @property
    def sideboard(self) -> dict[str, int]:
        """Copies by name in the sideboard."""
        return self.section(SIDEBOARD)

    @property
    def commanders(self) -> dict[str, int]:
        """Copies by name in the command zone."""
        return self.section(COMMANDER)

    @property
    def companion(self) -> dict[str, int]:
        """Copies by name of the companion."""
        return self.section(COMPANION)

    @property
    def cards(self) -> int:
        """Cards of the main deck and the command zone together."""
        return sum(entry.count for entry in self.entries if entry.section in (MAIN, COMMANDER))

    @property
    def contents(self) -> dict[str, dict[str, int]]:
        """Copies by name for each section that has any, in the order of `SECTIONS`."""
        found = {section: self.section(section) for section in SECTIONS}
        return {section: cards for section, cards in found.items() if cards}

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that are errors."""
        return tuple(item for item in self.diagnostics if item.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The diagnostics that are warnings."""
        return tuple(item for item in self.diagnostics if item.severity == "warning")

    def section(self, section: str) -> dict[str, int]:
        """Copies by name in `section`, in the order of the file.

        Parameters
        ----------
        section : str
            One of `SECTIONS`.

        Returns
        -------
        dict of str to int
        """
        counts: dict[str, int] = {}
        for entry in self.entries:
            if entry.section == section:
                counts[entry.name] = counts.get(entry.name, 0) + entry.count
        return counts

    def with_commanders(self, names: Iterable[str]) -> Deck:
        """The same deck with one copy of each of `names` moved to the command zone.

        The copy is taken from the sideboard if one is there, else from the main deck. A name that is in the command
        zone already stays; one that is nowhere in the list is a `DeckError`.

        Parameters
        ----------
        names : iterable of str
            Compared with the list's names without regard to case.

        Returns
        -------
        Deck
        """
        entries = list(self.entries)
        for name in names:
            wanted = " ".join(name.split()).casefold()
            places = {
                entry.section: index
                for index, entry in reversed(list(enumerate(entries)))
                if entry.name.casefold() == wanted
            }
            if COMMANDER in places:
                continue
            index = places.get(SIDEBOARD, places.get(MAIN))
            if index is None:
                raise DeckError(f"the commander {name!r} is not in the list: add it, or correct its name")
            entry = entries[index]
            moved = replace(entry, count=1, section=COMMANDER)
            rest = [replace(entry, count=entry.count - 1)] if entry.count > 1 else []
            entries[index : index + 1] = [moved, *rest]
        return replace(self, entries=tuple(entries))

    def to_text(self) -> str:
        """The deck as a plain text list with headings, which reads back as the same deck."""
        from untap.decks.writers import write_deck  # the writers import this module

        return write_deck(self, "plain")
