"""Readers of bulk card files: the corpus's JSON lines, Scryfall's "oracle cards", MTGJSON's AtomicCards.

The shape is told from the content, never from the file's name; gzip is undone first.
"""

from untap.cards.readers.source import Source, open_source, read_cards

__all__ = ["Source", "open_source", "read_cards"]
