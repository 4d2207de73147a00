"""Card facts by name: the packaged table, the user's own, and the readers that make a table from a bulk file.

>>> from untap.cards import CardTable
>>> table = CardTable.open()  # doctest: +SKIP
>>> table.lookup("forest").front.notation  # doctest: +SKIP
"""

from untap.cards.facts import CardDataError, CardFacts, Clause, Face, SourceCard, SourceFace
from untap.cards.names import UnknownCard, normalize
from untap.cards.readers import open_source, read_cards
from untap.cards.table import CardTable, Found, Match

__all__ = [
    "CardDataError",
    "CardFacts",
    "CardTable",
    "Clause",
    "Face",
    "Found",
    "Match",
    "SourceCard",
    "SourceFace",
    "UnknownCard",
    "normalize",
    "open_source",
    "read_cards",
]
