"""Cockatrice's ``.cod``: XML with a zone for the main deck and one for the sideboard."""

from __future__ import annotations

import re

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.formats.xml_tree import Element, parse_xml
from untap.decks.headings import section_of
from untap.decks.lines import Known
from untap.decks.model import MAYBEBOARD

NAME = "cod"
TITLE = "Cockatrice .cod"
SUFFIXES = (".cod",)

_ROOT = re.compile(r"<(?:\w+:)?cockatrice_deck\b")
# Cockatrice has no command zone; people name the commander in the deck's comments.
_COMMANDER_COMMENT = re.compile(r"^\s*(?:CDR|CMDR|Commander|General)s?\s*:\s*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)


def score(text: str) -> int:
    """100 for this format, 0 for any other."""
    return 100 if _ROOT.search(text) else 0


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read the cards of every zone."""
    root = parse_xml(text)
    banner: list[str] = []
    for element in root.children:
        if element.tag == "deckname":
            builder.name = element.text or None
        elif element.tag == "comments":
            builder.hints += _COMMANDER_COMMENT.findall(element.text)
        elif element.tag == "bannerCard" and element.text:
            banner.append(element.text)
        elif element.tag == "zone":
            _read_zone(builder, element)
    builder.hints += banner


def _read_zone(builder: DeckBuilder, zone: Element) -> None:
    name = zone.get("name") or ""
    section = section_of(name)
    if section is None:
        builder.report(zone.line, "warning", f"zone {name!r} is not known: its cards are left out of the deck")
        section = MAYBEBOARD
    for card in zone.children:
        if card.tag == "card":
            add_card(
                builder,
                card.line,
                section,
                card.get("name"),
                card.get("number"),
                set_code=card.get("setshortname"),
                number=card.get("collectornumber"),
            )
        else:
            builder.report(card.line, "warning", f"<{card.tag}> in a zone is not read")
