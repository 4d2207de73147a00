"""Decklists: text in any format to a `Deck` of plain data, and back.

`read_deck` and `parse_deck` recognise the format from the content. Names are not looked up here.
"""

from untap.decks.changes import Swap
from untap.decks.formats import FORMATS
from untap.decks.model import MAX_COUNT, SECTIONS, Deck, DeckError, Diagnostic, Entry
from untap.decks.reading import parse_deck, read_deck
from untap.decks.writers import WRITABLE, write_deck

__all__ = [
    "FORMATS",
    "MAX_COUNT",
    "SECTIONS",
    "WRITABLE",
    "Deck",
    "DeckError",
    "Diagnostic",
    "Entry",
    "Swap",
    "parse_deck",
    "read_deck",
    "write_deck",
]
