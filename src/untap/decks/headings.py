"""The words that head a part of a list."""

from __future__ import annotations

import re
from dataclasses import dataclass

from untap.decks.model import COMMANDER, COMPANION, MAIN, MAYBEBOARD, SIDEBOARD

# No word here is the name of a card.
_SECTION_WORDS = {
    MAIN: "main, maindeck, main deck, mainboard, main board, deck",
    SIDEBOARD: "sideboard, side board, side, sb",
    COMMANDER: "commander, commanders, commander(s), cmdr, general, generals, command zone, oathbreaker, oathbreakers",
    COMPANION: "companion, companions",
    MAYBEBOARD: "maybeboard, maybe board, maybe, considering",
    "tokens": "token, tokens",
    "planes": "plane, planes, planar deck",
    "schemes": "scheme, schemes, scheme deck",
    "avatar": "avatar, avatars, vanguard",
    "conspiracies": "conspiracies",
    "dungeons": "dungeon, dungeons",
    "attractions": "attraction, attractions, attraction deck",
    "contraptions": "contraption, contraptions, contraption deck",
    "stickers": "sticker, stickers, sticker sheets",
}
_SECTIONS = {word: section for section, words in _SECTION_WORDS.items() for word in words.split(", ")}

_TYPES = {
    "land": "lands",
    "basic land": "basic lands",
    "nonbasic land": "nonbasic lands",
    "creature": "creatures",
    "artifact": "artifacts",
    "artifact creature": "artifact creatures",
    "enchantment": "enchantments",
    "instant": "instants",
    "sorcery": "sorceries",
    "planeswalker": "planeswalkers",
    "battle": "battles",
    "spell": "spells",
    "other spell": "other spells",
    "noncreature": "noncreatures",
    "other": "others",
}
_PLURALS = {*_TYPES.values(), "instants and sorceries", "instants & sorceries", "cards", "total"}
_GROUPS = {*_TYPES, *_PLURALS}

# What people draw around a heading: "== Sideboard ==", "**Lands**", "[Main]", "--- Deck ---".
_FRAME = "=-*_[]~| \t"
_WITH_COUNT = re.compile(r"(.*?)\s*[(\[]\s*([0-9]{1,4})(?:\s+cards?)?\s*[)\]]", re.IGNORECASE)
_COUNT_FIRST = re.compile(r"[0-9]{1,4}\s+(.+)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: of a section, or (`section` None) of a group within one. `count` is what it claims to hold."""

    title: str
    section: str | None
    count: int | None = None


def section_of(title: str) -> str | None:
    """The section that a heading of these words begins, or None."""
    return _SECTIONS.get(" ".join(title.casefold().split()))


def parse_heading(text: str) -> Heading | None:
    """The heading that a line is, by its words; None if they are not among those that are always headings."""
    bare = text.strip(_FRAME).rstrip(":").rstrip(_FRAME)
    count = None
    match = _WITH_COUNT.fullmatch(bare)
    if match and match[1]:
        bare, count = match[1].rstrip(":"), int(match[2])
    words = " ".join(bare.casefold().split())
    if words in _SECTIONS:
        return Heading(bare, _SECTIONS[words], count)
    if words in _GROUPS:
        return Heading(bare, None, count)
    # "24 LANDS", "15 Sideboard": a sum above a group.
    match = _COUNT_FIRST.fullmatch(words)
    if match and (match[1] in _PLURALS or match[1] in ("sideboard", "main deck", "maindeck")):
        return Heading(bare, _SECTIONS.get(match[1]))
    return None


def parse_counted_heading(text: str) -> Heading | None:
    """The heading that a line of the form ``Words (12)`` could be: some group of the list owner's own."""
    match = _WITH_COUNT.fullmatch(text.strip(_FRAME).rstrip(":"))
    if match and match[1] and not match[1][0].isdecimal():
        return Heading(match[1], None, int(match[2]))
    return None
