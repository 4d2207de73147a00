"""``untap deck convert DECK``."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from untap.cli import BAD_INPUT, DONE, InputError
from untap.cli.common import note, open_table, write

if TYPE_CHECKING:
    from untap.decks import Deck


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    from untap.decks import FORMATS, WRITABLE

    commands = parser.add_subparsers(dest="command", metavar="convert", required=True)
    convert = commands.add_parser("convert", help="write a decklist in another format")
    convert.add_argument("deck", metavar="DECK", help="a decklist; '-': standard input; a URL with untap[url]")
    convert.add_argument("--from", dest="source", choices=tuple(FORMATS), help="its format (default: by the content)")
    convert.add_argument("--to", choices=tuple(WRITABLE), help="the format to write (default: by OUT's name, or plain)")
    convert.add_argument("-o", "--out", metavar="OUT", help="the file to write (default: standard output)")
    convert.add_argument(
        "--fold",
        action="store_true",
        help="put commanders and companions into the sideboard where the format has no place for them",
    )
    convert.add_argument(
        "--commander", metavar="NAME", action="append", default=[], help="this card of the list is the commander"
    )
    convert.add_argument("--table", metavar="FILE", help="the card table that names are looked up in")
    convert.add_argument("--quiet", action="store_true", help="no notes on stderr")
    convert.epilog = "A list with lines that can't be read isn't written: nothing is left out in silence."


def run(options: argparse.Namespace) -> int:
    """Read the deck, write it, say what was unusual."""
    from untap.decks import read_deck, write_deck
    from untap.results.files import replacing

    deck = read_deck(options.deck, format=options.source)
    if options.commander:
        deck = deck.with_commanders(options.commander)
    for diagnostic in deck.diagnostics:
        if diagnostic.severity != "note":
            note(str(diagnostic), quiet=options.quiet and diagnostic.severity != "error")
    if deck.errors:
        return BAD_INPUT
    _note_unknown(deck, options)
    text = write_deck(deck, options.to or _format_of(options.out), fold=options.fold)
    if options.out is None:
        _print(text)
    else:
        with replacing(options.out) as file:
            file.write(text.encode())
    return DONE


def _note_unknown(deck: Deck, options: argparse.Namespace) -> None:
    """Names that the card table hasn't: they are written as they stand."""
    if options.quiet:
        return
    first = {entry.name: entry.line for entry in reversed(deck.entries)}
    table = open_table(options)
    for unknown in table.get_many(list(dict.fromkeys(entry.name for entry in deck.entries))).unknown.values():
        near = f": did you mean {' or '.join(repr(s) for s in unknown.suggestions[:3])}?" if unknown.suggestions else ""
        note(f"line {first[unknown.name]}: warning: unknown card {unknown.name!r}{near} (written as it stands)")


def _print(text: str) -> None:
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        lacking = text[error.start : error.end]
        raise InputError(f"this terminal's {encoding} has no {lacking!r}: write to a file with -o OUT") from None
    write(text)


def _format_of(out: str | None) -> str:
    """The format that a file's name stands for."""
    from untap.decks import FORMATS, WRITABLE

    if out is None:
        return "plain"
    suffix = os.path.splitext(out)[1].lower()
    fitting = [name for name in WRITABLE if suffix == FORMATS[name].suffixes[0]]
    if not fitting:
        raise InputError(f"{out}: no format that can be written has names like this: say --to {', '.join(WRITABLE)}")
    return fitting[0]
