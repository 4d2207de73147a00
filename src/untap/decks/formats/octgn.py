"""OCTGN's ``.o8d``: XML with sections."""

from __future__ import annotations

import re

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.formats.xml_tree import parse_xml
from untap.decks.headings import section_of
from untap.decks.lines import Known
from untap.decks.model import MAYBEBOARD

NAME = "o8d"
TITLE = "OCTGN .o8d"
SUFFIXES = (".o8d",)

_ROOT = re.compile(r"<deck\b")


def score(text: str) -> int:
    """100 for this format, 0 for any other."""
    return 100 if _ROOT.search(text) else 0


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read the cards of every section."""
    for group in parse_xml(text).children:
        if group.tag != "section":
            continue
        name = group.get("name") or ""
        section = section_of(name)
        if section is None:
            builder.report(group.line, "warning", f"section {name!r} is not known: its cards are left out of the deck")
            section = MAYBEBOARD
        for card in group.children:
            if card.tag == "card":
                add_card(builder, card.line, section, card.text, card.get("qty", "quantity"))
            else:
                builder.report(card.line, "warning", f"<{card.tag}> in a section is not read")
