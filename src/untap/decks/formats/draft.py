"""The log of a draft, as XMage and Magic Online write it: the picks are the cards."""

from __future__ import annotations

import re

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.lines import Known
from untap.decks.model import MAIN
from untap.decks.source import clean

NAME = "draft"
TITLE = "Draft log: `--> Card Name` marks a pick"
SUFFIXES = (".draft",)

_MARK = re.compile(r"^Pack [0-9]+ pick [0-9]+:", re.IGNORECASE | re.MULTILINE)
_PICK = re.compile(r"--+>\s*(.*)")
_HEADING = re.compile(r"(?:-{2,}.*-{2,}|Pack [0-9]+ pick [0-9]+:)", re.IGNORECASE)


def score(text: str) -> int:
    """90 for this format, 0 for any other."""
    return 90 if _MARK.search(text) and re.search(r"^-->", text, re.MULTILINE) else 0


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read the picks; the cards passed on are comments."""
    for line, raw in enumerate(builder.lines, 1):
        content = clean(raw)
        pick = _PICK.fullmatch(content)
        if pick:
            add_card(builder, line, MAIN, pick[1], "1")
        elif _HEADING.fullmatch(content):
            builder.heading(line)
        elif content:
            builder.comment(line)
    builder.report(
        None,
        "warning",
        "this is the log of a draft: every pick is taken as a card of the deck, without basic lands",
        "export the deck that was built from it",
    )
