"""``untap explain CARD``."""

from __future__ import annotations

import argparse
from typing import Any

from untap.cli import DONE
from untap.cli.common import open_table, write_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "card", metavar="CARD", nargs="+", help="a card's name, in any spelling; several words are one name"
    )
    parser.add_argument("--table", metavar="FILE", help="a certain card table")


def run(options: argparse.Namespace) -> int:
    """Print notation, program and support levels."""
    from untap import program

    table = open_table(options)
    facts = table.lookup(" ".join(options.card))
    explain = getattr(program, "explain_card", None)
    if explain is not None:
        told = explain(facts)
        lines = told.splitlines() if isinstance(told, str) else list(told)
    else:
        lines = list(_facts(facts))
    write_lines(lines)
    return DONE


def _facts(facts: Any) -> Any:
    """The card's facts, where the program room has nothing to add."""
    for number, face in enumerate(facts.faces):
        if number:
            yield ""
        size = f"  {face.power}/{face.toughness}" if face.power is not None else ""
        yield f"{face.name}  {face.mana_cost or ''}".rstrip()
        yield f"{face.type_line}{size}"
        for line in face.notation:
            yield f"  {line}"
        for clause in face.clauses:
            reason = f": {clause.reason}" if clause.reason else ""
            yield f"  line {clause.line + 1}, sentence {clause.sentence + 1}: {clause.level}{reason}"
        if not face.clauses:
            yield "  every sentence is exact"
