"""Many decks: their games played by any executor, journalled, resumed, and put into tables."""

from untap.batch.inputs import InputsError, Item, count, items
from untap.batch.journal import JournalError
from untap.batch.run import Settings, Stop, Summary, run_batch

__all__ = [
    "InputsError",
    "Item",
    "JournalError",
    "Settings",
    "Stop",
    "Summary",
    "count",
    "items",
    "run_batch",
]
