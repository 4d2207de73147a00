"""MTGJSON's deck files: JSON with a list of cards for each section."""

from __future__ import annotations

import json
import re
from typing import Any

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.lines import Known
from untap.decks.model import COMMANDER, DeckError

NAME = "mtgjson"
TITLE = "MTGJSON deck file"
SUFFIXES = (".json",)

#: The key of each section.
SECTION_KEYS = {
    "mainBoard": "main",
    "sideBoard": "sideboard",
    "commander": COMMANDER,
    "planes": "planes",
    "schemes": "schemes",
    "tokens": "tokens",
}
_CARD_LISTS = {"displayCommander"}  # repeats a commander for show


def score(text: str) -> int:
    """100 for JSON, 0 for anything else."""
    return 100 if re.match(r"\s*\{\s*[\"}]", text) else 0


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read the lists of cards, in the order of the file."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise DeckError(f"the JSON is broken ({error.msg}): export the deck again", error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise DeckError("the JSON is not a decklist: a deck of MTGJSON has a `mainBoard`") from error
    deck = document.get("data", document) if isinstance(document, dict) else None
    if not isinstance(deck, dict) or not any(isinstance(deck.get(key), list) for key in SECTION_KEYS):
        raise DeckError("the JSON is not a decklist: a deck of MTGJSON has a `mainBoard`")
    if isinstance(deck.get("name"), str):
        builder.name = deck["name"]
    finder = _LineFinder(text)
    for key, cards in deck.items():
        if not isinstance(cards, list) or key in _CARD_LISTS:
            continue
        finder.skip_to(key)
        if key in SECTION_KEYS:
            for card in cards:
                _read_card(builder, finder, SECTION_KEYS[key], card)
        elif any(isinstance(card, dict) and "count" in card for card in cards):
            builder.report(finder.line, "warning", f"the list {key!r} is not known: its cards are left out")


def _read_card(builder: DeckBuilder, finder: _LineFinder, section: str, card: Any) -> None:
    if not isinstance(card, dict):
        builder.report(
            finder.line, "error", f"an item of {section} is not a card", "write an object with name and count"
        )
        return
    name = card.get("name")
    if isinstance(name, str):
        finder.find("name", name)
    count = card.get("count")
    number = card.get("number")
    set_code = card.get("setCode")
    add_card(
        builder,
        finder.line,
        section,
        name if isinstance(name, str) else None,
        str(count) if isinstance(count, int | str) and not isinstance(count, bool) else None,
        set_code=set_code if isinstance(set_code, str) else None,
        number=str(number) if isinstance(number, int | str) else None,
        foil=card.get("isFoil") is True,
    )


class _LineFinder:
    """Finds the lines of values, which the JSON reader doesn't tell, by looking for them in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self.line = 1

    def skip_to(self, key: str) -> None:
        """Go on to the list under `key`."""
        self._advance(re.compile(re.escape(json.dumps(key)) + r"\s*:\s*\["))

    def find(self, key: str, value: str) -> None:
        """Go on to the pair of `key` and `value`; stay if it is spelled in an unusual way."""
        spellings = {json.dumps(value), json.dumps(value, ensure_ascii=False)}
        choices = "|".join(re.escape(spelling) for spelling in sorted(spellings))
        self._advance(re.compile(re.escape(json.dumps(key)) + rf"\s*:\s*(?:{choices})"))

    def _advance(self, pattern: re.Pattern[str]) -> None:
        match = pattern.search(self._text, self._place)
        if match:
            ends = self._text[self._place : match.end()]
            self.line += ends.count("\n") + ends.replace("\r\n", "\n").count("\r")
            self._place = match.end()
