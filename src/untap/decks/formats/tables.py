"""Tables (CSV and the like): whatever columns there are, found by their headings."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from untap.decks.builder import DeckBuilder
from untap.decks.formats._cards import add_card
from untap.decks.headings import section_of
from untap.decks.lines import Known
from untap.decks.model import COMMANDER, MAIN, MAYBEBOARD, SIDEBOARD
from untap.decks.source import clean, is_blank

_COLUMNS = {
    "name": ("name", "card name", "card", "cardname"),
    "count": ("count", "quantity", "qty", "amount"),
    "section": ("board", "section", "zone"),
    "sideboarded": ("sideboarded", "sideboard"),
    "commander": ("commander",),
    "set": ("set code", "edition code", "set", "edition", "printing"),
    "number": ("collector number", "collector #", "card number", "number"),
    "foil": ("foil", "premium", "finish"),
    "category": ("category", "categories"),
}
_SEPARATORS = [",", ";", "\t"]
_YES = {"true", "yes", "1", "f", "foil", "etched", "y", "x"}
_SET_CODE = re.compile(r"[A-Za-z0-9_]{2,8}")
_SEP_LINE = re.compile(r"sep=(.)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Table:
    """A program's table: the headings that only it has."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    marks: frozenset[str]


TABLES = (
    Table("csv-moxfield", "Moxfield CSV: Count, Name, Edition, …", (".csv",), frozenset({"count", "name", "edition"})),
    Table(
        "csv-mtgo",
        "Magic Online CSV: Card Name, Quantity, …, Sideboarded",
        (".csv",),
        frozenset({"card name", "quantity", "sideboarded"}),
    ),
    Table(
        "csv-tappedout",
        "TappedOut CSV: Board, Qty, Name, …, Commander",
        (".csv",),
        frozenset({"board", "qty", "name"}),
    ),
    Table("csv", "Any table with columns for name and count", (".csv", ".tsv"), frozenset()),
)


@dataclass(frozen=True, slots=True)
class _Header:
    line: int
    separator: str
    titles: tuple[str, ...]

    def column(self, role: str) -> int | None:
        return next((self.titles.index(title) for title in _COLUMNS[role] if title in self.titles), None)


def score(table: Table, lines: list[str]) -> int:
    """How sure it is that `lines` are this table; 0 if they are none."""
    header = _find_header(lines)
    if header is None or not table.marks <= set(header.titles):
        return 0
    return 80 + len(table.marks)


def read(builder: DeckBuilder, text: str, known: Known | None = None) -> None:
    """Read a row a card."""
    header = _find_header(builder.lines)
    if header is None:
        builder.report(1, "error", "there are no column headings", "name the columns in the first line: Name,Count")
        return
    for line in range(1, header.line + 1):
        builder.heading(line)
    rest = builder.lines[header.line :]
    # A field that is not text (too long, say) stops the reader: what follows is reported as not understood.
    rows = csv.reader([line + "\n" for line in rest], delimiter=header.separator)
    while True:
        first = header.line + rows.line_num + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            last = header.line + rows.line_num
            _report_rows(builder, first, last, f"the table is broken ({error})")
            continue
        last = header.line + rows.line_num
        if last > first:
            _report_rows(builder, first, last, "a quotation mark opens a field that doesn't end on this line")
        elif not is_blank(builder.lines[first - 1]):
            _read_row(builder, first, header, [clean(cell) for cell in cells])


def _report_rows(builder: DeckBuilder, first: int, last: int, message: str) -> None:
    for line in range(first, last + 1):
        if not is_blank(builder.lines[line - 1]):
            builder.report(line, "error", message, "close it, or double a quotation mark that is part of the name")


def _read_row(builder: DeckBuilder, line: int, header: _Header, cells: list[str]) -> None:
    def cell(role: str) -> str:
        column = header.column(role)
        return cells[column] if column is not None and column < len(cells) else ""

    if not any(cells):
        builder.comment(line)
        return
    set_code = cell("set")
    # Some tables have the set's full name there.
    plain_code = set_code if _SET_CODE.fullmatch(set_code) else None
    categories = tuple(part.strip() for part in cell("category").split(",") if part.strip())
    add_card(
        builder,
        line,
        _section(builder, line, cell("section"), cell("sideboarded"), cell("commander")),
        cell("name"),
        cell("count"),
        set_code=plain_code,
        # "31/41" is number 31 of 41.
        number=cell("number").split("/")[0],
        foil=cell("foil").casefold() in _YES,
        categories=categories,
    )


def _section(builder: DeckBuilder, line: int, board: str, sideboarded: str, commander: str) -> str:
    if commander.casefold() in _YES:
        return COMMANDER
    if sideboarded.casefold() in _YES:
        return SIDEBOARD
    if not board:
        return MAIN
    section = section_of(board)
    if section is None:
        builder.report(line, "warning", f"board {board!r} is not known: the card is left out of the deck")
        return MAYBEBOARD
    return section


def _find_header(lines: list[str]) -> _Header | None:
    separators = _SEPARATORS
    for number, raw in enumerate(lines, 1):
        text = clean(raw)
        if not text:
            continue
        named = _SEP_LINE.fullmatch(text)
        if named and number == 1:
            separators = [named[1]]
            continue
        for separator in separators:
            titles = _titles(text, separator)
            header = _Header(number, separator, titles)
            if header.column("name") is not None and header.column("count") is not None:
                return header
        return None
    return None


def _titles(text: str, separator: str) -> tuple[str, ...]:
    try:
        cells = next(csv.reader([text], delimiter=separator), [])
    except (csv.Error, TypeError, ValueError):
        return ()
    return tuple(clean(cell).casefold() for cell in cells)
