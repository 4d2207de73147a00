"""The table of formats: how each is recognised and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import ModuleType

from untap.decks.builder import DeckBuilder
from untap.decks.formats import cockatrice, dialects, draft, forge, mtgjson, mtgo, octgn, tables
from untap.decks.lines import Known

Reader = Callable[[DeckBuilder, str, Known | None], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of decklists.

    Attributes
    ----------
    name : str
        The short name that ``Deck.format`` and `write_deck` use.
    title : str
        What it is, for people.
    suffixes : tuple of str
        Endings of file names; they decide only where the content leaves it open.
    score : callable
        Takes the text and its first lines; how sure it is that they are of this format, 0 for not at all.
    read : callable
        Reads the lines of a builder.
    markup : bool
        Whether lines without a card are structure.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    score: Callable[[str, list[str]], int]
    read: Reader
    markup: bool = False


def _from_module(module: ModuleType, *, markup: bool = False) -> Format:
    def score(text: str, _lines: list[str]) -> int:
        return int(module.score(text))

    return Format(module.NAME, module.TITLE, module.SUFFIXES, score, module.read, markup)


def _from_dialect(dialect: dialects.Dialect) -> Format:
    def score(text: str, _lines: list[str]) -> int:
        return dialects.score(dialect, text)

    return Format(dialect.name, dialect.title, dialect.suffixes, score, dialects.read)


def _from_table(table: tables.Table) -> Format:
    def score(_text: str, lines: list[str]) -> int:
        return tables.score(table, lines)

    return Format(table.name, table.title, table.suffixes, score, tables.read)


_TABLE = (
    *map(_from_dialect, dialects.DIALECTS),
    *map(_from_table, tables.TABLES),
    *map(partial(_from_module, markup=True), (cockatrice, mtgo, octgn, mtgjson)),
    _from_module(forge),
    _from_module(draft),
)

#: Every format by its name. "plain" comes first: it takes what nothing else claims.
FORMATS = {format.name: format for format in _TABLE}

# Recognising looks at no more than this of a text, so that its time has a bound.
_SAMPLE_LINES = 2000
_SAMPLE_WIDTH = 500


def detect_format(lines: list[str], file_name: str | None = None) -> Format:
    """The format of a text by its content; the file's name only breaks ties.

    Parameters
    ----------
    lines : list of str
    file_name : str, optional

    Returns
    -------
    Format
    """
    sample = [line[:_SAMPLE_WIDTH] for line in lines[:_SAMPLE_LINES]]
    text = "\n".join(sample).lstrip("\ufeff \t\n")
    suffix = (file_name or "").lower()

    def rank(format: Format) -> tuple[int, bool]:
        return format.score(text, sample), suffix.endswith(format.suffixes)

    return max(FORMATS.values(), key=rank)
