"""Forge's ``.dck``: sections in square brackets, ``4 Card Name|SET|art``."""

from __future__ import annotations

import re

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.headings import section_of
from untap.decks.lines import Known
from untap.decks.model import COMMANDER, COMPANION, MAIN, SIDEBOARD
from untap.decks.source import clean

NAME = "forge"
TITLE = "Forge .dck: `[Main]`, `4 Card Name|SET`"
SUFFIXES = (".dck",)

#: The name of each section in a file; "conspiracy" in the singular is a card elsewhere.
SECTION_NAMES = {
    COMMANDER: "Commander",
    COMPANION: "Companion",
    MAIN: "Main",
    SIDEBOARD: "Sideboard",
    "planes": "Planes",
    "schemes": "Schemes",
    "avatar": "Avatar",
    "conspiracies": "Conspiracy",
    "dungeons": "Dungeon",
    "attractions": "Attractions",
    "contraptions": "Contraptions",
}
_SECTIONS = {name.casefold(): section for section, name in SECTION_NAMES.items()}
# These hold settings, "key=value", and free text.
_SETTINGS = {"metadata", "general", "quest", "shop", "duel", "image"}

_MARK = re.compile(r"^\s*\[(?:main|metadata)\]\s*$", re.IGNORECASE | re.MULTILINE)
_HEADING = re.compile(r"\[([^\[\]]*)\]")
_CARD = re.compile(r"(?:(\S+)\s+)?(\S.*)")
_COUNT = re.compile(r"[-\u2212+]?[0-9]\S*")


def score(text: str) -> int:
    """100 for this format, 0 for any other."""
    return 100 if _MARK.search(text) else 0


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read every section."""
    section: str | None = None
    name = ""
    for line, raw in enumerate(builder.lines, 1):
        content = clean(raw)
        heading = _HEADING.fullmatch(content)
        if heading:
            name = heading[1].strip()
            section = _SECTIONS.get(name.casefold()) or section_of(name)
            builder.heading(line)
        elif not content:
            continue
        elif section is not None:
            _read_card(builder, line, section, content)
        elif not name or name.casefold() in _SETTINGS or "=" in content:
            key, _, value = content.partition("=")
            if key.strip().casefold() == "name" and name.casefold() in ("metadata", "") and value.strip():
                builder.name = value.strip()
            builder.comment(line)
        else:
            builder.report(line, "warning", f"section [{name}] is not known: its cards are left out", "use [Main]")


def _read_card(builder: DeckBuilder, line: int, section: str, content: str) -> None:
    if content.startswith(("#", "//")):
        builder.comment(line)
        return
    card, *printing = content.split("|")
    match = _CARD.fullmatch(card.strip())
    count, name = "1", card
    if match and match[1] and _COUNT.fullmatch(match[1]):
        # "4x" is not Forge's own, but people write it.
        count, name = match[1].rstrip("xX"), match[2]
    foil = name.endswith("+")
    add_card(
        builder,
        line,
        section,
        name.rstrip("+") if foil else name,
        count,
        set_code=printing[0] if printing else None,
        number=printing[1].strip("[] ") if len(printing) > 1 else None,
        foil=foil,
    )
