"""Reports on a terminal and as plain text."""

from __future__ import annotations

import io
import os
from typing import IO, TYPE_CHECKING, Any, Literal

from untap.report.model import Lines, Report, Table

if TYPE_CHECKING:
    from rich.console import Console

#: Width of a report that isn't on a terminal.
WIDTH = 80
_STYLES = {"strong": "bold", "weak": "dim", "bad": "red", "warn": "yellow"}
_ASCII = str.maketrans({"±": "+-", "–": "-", "…": "~", "─": "-", "•": "*"})


def console(file: IO[str], *, width: int | None = None) -> Console:
    """A console for a stream: colours only on a terminal and without NO_COLOR, 80 columns elsewhere."""
    from rich.console import Console

    tty = file.isatty() if hasattr(file, "isatty") else False
    return Console(
        file=file,
        width=width or (None if tty else WIDTH),
        no_color=True if os.environ.get("NO_COLOR") else None,
        force_terminal=None if tty else False,
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
    )


def render(report: Report, to: Console) -> None:
    """Print a report on a console."""
    from rich.padding import Padding
    from rich.text import Text

    to.print(Text(report.title, style="bold"))
    for line in report.summary:
        to.print(Text(line))
    for block in report.blocks:
        to.print()
        to.print(Text(block.title, style="bold underline" if to.is_terminal else ""))
        if isinstance(block, Lines):
            for line in block.lines:
                to.print(Padding(Text(line), (0, 0, 0, 2)))
            continue
        to.print(_table(block, to.width))
        if block.note:
            to.print(Text(block.note, style="dim"))


def _table(block: Table, width: int) -> Any:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    widths = [
        max(len(text) for text in (column.header, *(row[i].text for row in block.rows)))
        for i, column in enumerate(block.columns)
    ]
    gaps = len(widths) - 1  # the box puts a blank between columns; a second one where there is room
    padding = int(sum(widths) + 2 * gaps < width)
    over = sum(widths) + gaps * (1 + padding) - width
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, padding, 0, 0), show_edge=False, pad_edge=False, header_style="")
    for column, needed in zip(block.columns, widths, strict=True):
        shown = max(needed - max(over, 0), min(needed, 8)) if column.flexible else needed
        justify: Literal["left", "right"] = "left" if column.align == "left" else "right"
        table.add_column(Text(column.header), justify=justify, no_wrap=True, overflow="ellipsis", width=shown)
    for row in block.rows:
        table.add_row(*(Text(cell.text, style=_STYLES.get(cell.emphasis, "")) for cell in row))
    return table


def to_text(report: Report, *, width: int = WIDTH, ascii: bool = False) -> str:
    """The report as plain text, lines of at most `width` characters without blanks at their ends."""
    stream = io.StringIO()
    render(report, console(stream, width=width))
    text = "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
    return text.translate(_ASCII).encode("ascii", "replace").decode() if ascii else text
