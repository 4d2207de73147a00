"""Magic Online's ``.dek``: XML, one ``Cards`` element a card."""

from __future__ import annotations

import re

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.formats.xml_tree import parse_xml
from untap.decks.lines import Known
from untap.decks.model import MAIN, SIDEBOARD

NAME = "dek"
TITLE = "Magic Online .dek"
SUFFIXES = (".dek",)

_ROOT = re.compile(r"<Deck\b")


def score(text: str) -> int:
    """100 for this format, 0 for any other."""
    return 100 if _ROOT.search(text) else 0


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read the cards; attributes may come in any order."""
    for element in parse_xml(text).children:
        if element.tag != "Cards":
            continue
        side = (element.get("sideboard") or "").strip().casefold() in ("true", "1", "yes")
        add_card(
            builder,
            element.line,
            SIDEBOARD if side else MAIN,
            element.get("name"),
            element.get("quantity"),
        )
