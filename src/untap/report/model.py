"""What a report consists of, whatever shows it: lines and tables of text."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    header : str
    align : {'left', 'right'}
    flexible : bool
        Whether it is the one that is cut when the page is narrow.
    """

    header: str
    align: str = "right"
    flexible: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """Text with an emphasis: ``''``, ``'strong'``, ``'weak'``, ``'bad'`` or ``'warn'``. The text says it, too."""

    text: str
    emphasis: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `note` stands under it."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"{self.title}: a row has another number of cells than there are columns")


@dataclass(frozen=True, slots=True)
class Lines:
    """A titled list of lines."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A title, lines under it, and blocks."""

    title: str
    summary: tuple[str, ...] = ()
    blocks: tuple[Table | Lines, ...] = field(default=())


def cells(*texts: str, emphasis: str = "") -> tuple[Cell, ...]:
    """Cells of one emphasis."""
    return tuple(Cell(text, emphasis) for text in texts)
