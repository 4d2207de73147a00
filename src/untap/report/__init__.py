"""Reports: one model of lines and tables, shown on a terminal or as plain text."""

from untap.report.build import notes_blocks, report
from untap.report.model import Cell, Column, Lines, Report, Table
from untap.report.text import console, render, to_text

__all__ = [
    "Cell",
    "Column",
    "Lines",
    "Report",
    "Table",
    "console",
    "notes_blocks",
    "render",
    "report",
    "to_text",
]
