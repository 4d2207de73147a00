"""``untap cards build FILE -o OUT`` and ``untap cards update FILE``."""

from __future__ import annotations

import argparse
import sys

from untap.cli import DONE
from untap.cli.common import note, write_lines

_FILES = "Scryfall's \"oracle cards\", MTGJSON's AtomicCards, or a file of the same fields a line; also as .gz"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    commands = parser.add_subparsers(dest="command", metavar="build|update", required=True)
    build = commands.add_parser("build", help="make a table from a bulk file")
    build.add_argument("-o", "--out", metavar="OUT", required=True, help="the table's file")
    update = commands.add_parser("update", help="make one and install it for yourself; the packaged one stays")
    for command in (build, update):
        command.add_argument("file", metavar="FILE", help=_FILES)
        command.add_argument("--date", metavar="DATE", help="ISO date of the data, if the file doesn't say it")
        command.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(options: argparse.Namespace) -> int:
    """Make the table."""
    from untap.cards.update import build, update

    progress = _show if sys.stderr.isatty() and not options.quiet else None
    if options.command == "build":
        number = build(options.file, options.out, date=options.date, progress=progress)
        write_lines([f"{number} cards written to {options.out}"])
        return DONE
    changes = update(options.file, date=options.date, progress=progress)
    write_lines([f"{changes}; installed at {changes.path}"])
    for what in ("added", "removed", "changed"):
        names = getattr(changes, what)
        if names:
            shown = ", ".join(names[:10])
            note(f"{what}: {shown}{f' and {len(names) - 10} more' if len(names) > 10 else ''}", quiet=options.quiet)
    return DONE


def _show(done: int, total: int) -> None:
    if done % 500 == 0 or done == total:
        sys.stderr.write(f"\r{done}/{total} cards" + ("\n" if done == total else ""))
        sys.stderr.flush()
