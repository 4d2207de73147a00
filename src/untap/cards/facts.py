"""The facts of a card: what a bulk file says, and what the packaged table keeps of it.

``SourceCard`` has Oracle text and lives only as long as a bulk file is read; ``CardFacts`` has the compiled
notation instead and no sentence of Oracle text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

__all__ = [
    "COLORS",
    "TEXT_MISSING",
    "CardDataError",
    "CardFacts",
    "Clause",
    "Face",
    "SourceCard",
    "SourceFace",
    "TypeLine",
    "color_string",
    "parse_type_line",
]

COLORS = "WUBRG"

TEXT_MISSING = "text missing"
"""Level of the one clause of a face whose text the source doesn't have."""

# CR 205.4a, and the two that only appear on cards of casual sets.
SUPERTYPES = frozenset(("Basic", "Legendary", "Ongoing", "Snow", "World", "Host", "Elite"))

# CR 205.3m: the one creature type of two words. Words are otherwise separated by spaces.
_TWO_WORDS = re.compile(r"Time Lord|\S+")

_DASH = re.compile(r"\s+[—–-]+\s+")


class CardDataError(Exception):
    """A card file can't be used; the message says why and, where possible, what to do."""


@dataclass(frozen=True, slots=True)
class TypeLine:
    """A type line taken apart (CR 205)."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()


@lru_cache(maxsize=8192)
def parse_type_line(text: str) -> TypeLine:
    """Take a type line apart.

    Parameters
    ----------
    text
        A type line as printed, such as ``"Legendary Creature — Elf Druid"``.

    Returns
    -------
    TypeLine
        The words in printed order; capitals as printed.
    """
    before, *after = _DASH.split(text.strip(), maxsplit=1)
    words = before.split()
    return TypeLine(
        supertypes=tuple(w for w in words if w in SUPERTYPES),
        types=tuple(w for w in words if w not in SUPERTYPES),
        subtypes=tuple(_TWO_WORDS.findall(after[0])) if after else (),
    )


def color_string(colors: object) -> str:
    """Colours as a string of letters in the order ``WUBRG``, whatever order they come in."""
    letters = set(colors) if isinstance(colors, (str, list, tuple, set, frozenset)) else set()
    return "".join(c for c in COLORS if c in letters)


@dataclass(frozen=True, slots=True)
class SourceFace:
    """One face (or half, or part) of a card as a bulk file has it.

    Attributes
    ----------
    mana_cost
        As printed, ``"{1}{G}"``; None for no mana cost (CR 202.1b), which isn't ``"{0}"``.
    text
        Oracle text, a line an ability; ``""`` for a face without text, None where the file lacks it.
    """

    name: str
    mana_cost: str | None = None
    type_line: str = ""
    text: str | None = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None


@dataclass(frozen=True, slots=True)
class SourceCard:
    """A card as a bulk file has it.

    Attributes
    ----------
    name
        The whole name; faces are separated by ``" // "``.
    layout
        ``normal``, ``split``, ``transform``, … (MTGJSON's words; Scryfall's are translated).
    color_identity
        Letters in the order ``WUBRG``.
    flags
        Remarks of the file itself (only the corpus has them).
    usual
        False for a card that no format allows, as far as the file says so. Where two cards have one name,
        the usual one is kept.
    """

    name: str
    layout: str
    faces: tuple[SourceFace, ...]
    color_identity: str = ""
    keywords: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence that the notation doesn't reproduce exactly.

    Attributes
    ----------
    line, sentence
        Where it stands in the face's Oracle text.
    level
        ``approximated``, ``inert``, ``unsupported`` or ``text missing``.
    reason
        Why, from a closed list; None where there is nothing to add.
    digest
        Hash of the sentence, so that its text can be found again in a bulk file.
    """

    line: int
    sentence: int
    level: str
    reason: str | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a card as the table has it; ``supertypes``, ``types``, ``subtypes`` follow from the type line.

    ``lines`` are the lines of the text (from 1) that each ability of the notation comes from; empty where each is one.
    """

    name: str
    mana_cost: str | None = None
    type_line: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    notation: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    supertypes: tuple[str, ...] = field(init=False, repr=False, compare=False)
    types: tuple[str, ...] = field(init=False, repr=False, compare=False)
    subtypes: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parsed = parse_type_line(self.type_line)
        object.__setattr__(self, "supertypes", parsed.supertypes)
        object.__setattr__(self, "types", parsed.types)
        object.__setattr__(self, "subtypes", parsed.subtypes)

    def lines_of(self, ability: int) -> tuple[int, ...]:
        """The lines of the text that an ability of the notation (from 0) comes from."""
        return self.lines[ability] if self.lines else (ability + 1,)

    @property
    def is_land(self) -> bool:
        """Whether Land is among the face's types."""
        return "Land" in self.types

    @property
    def text_missing(self) -> bool:
        """Whether the source lacked this face's text."""
        return any(c.level == TEXT_MISSING for c in self.clauses)


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What the table knows about a card: no Oracle text."""

    name: str
    layout: str
    faces: tuple[Face, ...]
    color_identity: str = ""

    @property
    def front(self) -> Face:
        """The first face."""
        return self.faces[0]

    @property
    def clauses(self) -> tuple[tuple[int, Clause], ...]:
        """All sentences that aren't exact, each with the number of its face (from 0)."""
        return tuple((i, c) for i, face in enumerate(self.faces) for c in face.clauses)
