"""``untap explain CARD``."""

from __future__ import annotations

import argparse

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
    lines = program.explain_card(facts)
    write_lines(lines)
    return DONE
