"""``untap explain CARD``."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from untap.cli import DONE
from untap.cli.common import open_table, write_lines

if TYPE_CHECKING:
    from untap.cards import CardFacts


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "card", metavar="CARD", nargs="+", help="a card's name, in any spelling; several words are one name"
    )
    parser.add_argument("--table", metavar="FILE", help="a certain card table")
    parser.add_argument("--cards", metavar="FILE", help="a TOML file of cards of your own, which go first")


def run(options: argparse.Namespace) -> int:
    """Print notation, program and support levels."""
    from untap import program

    table = open_table(options)
    name = " ".join(options.card)
    own = _own(name, options.cards) if options.cards else None
    facts = table.lookup(name) if own is None else own
    lines = program.explain_card(facts)
    write_lines(lines)
    return DONE


def _own(name: str, path: str) -> CardFacts | None:
    """The card of the user's file that has this name, or a face of it."""
    from untap.cards.names import normalize
    from untap.cards.overrides import read_overrides

    wanted = normalize(name)
    cards = read_overrides(path)
    by_face = [c for c in cards if any(normalize(face.name) == wanted for face in c.faces)]
    return next((c for c in cards if normalize(c.name) == wanted), by_face[0] if by_face else None)
