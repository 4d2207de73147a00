"""``python -m untap.cards build FILE -o OUT`` and ``python -m untap.cards update FILE``."""

from __future__ import annotations

import argparse
import sys

from untap.cards.facts import CardDataError
from untap.cards.update import build, update


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 or, for a file that can't be used, 2."""
    parser = argparse.ArgumentParser(prog="python -m untap.cards", description="Make the card table.")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("build", help="make a table from a bulk file")
    make.add_argument("-o", "--out", required=True, help="the table's file")
    install = commands.add_parser("update", help="install a table made from a bulk file for the user")
    for command in (make, install):
        command.add_argument(
            "file", help="Scryfall's \"oracle cards\", MTGJSON's AtomicCards or the corpus, also as .gz"
        )
        command.add_argument("--date", help="ISO date of the data, if the file doesn't say it")
    options = parser.parse_args(arguments)
    progress = _progress if sys.stderr.isatty() else None
    try:
        if options.command == "build":
            number = build(options.file, options.out, date=options.date, progress=progress)
            sys.stdout.write(f"{number} cards written to {options.out}\n")
        else:
            changes = update(options.file, date=options.date, progress=progress)
            sys.stdout.write(f"{changes}; installed at {changes.path}\n")
    except CardDataError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _progress(done: int, total: int) -> None:
    if done % 500 == 0 or done == total:
        sys.stderr.write(f"\r{done}/{total} cards" + ("\n" if done == total else ""))
        sys.stderr.flush()


if __name__ == "__main__":
    raise SystemExit(main())
