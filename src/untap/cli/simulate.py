"""``untap simulate [DECK]``."""

from __future__ import annotations

import argparse

from untap.cli import DONE, INTERRUPTED, InputError
from untap.cli.common import (
    add_deck_options,
    add_scenario_options,
    load,
    note,
    scenario_items,
    share,
    show,
    whole,
    write,
)
from untap.simulate.stop import DEFAULT_GAMES, MAX_GAMES


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("deck", nargs="?", metavar="DECK", help="a decklist; '-': standard input; none: a sample deck")
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--games",
        metavar="N",
        type=whole("--games", 1, MAX_GAMES),
        help=f"games to play (default: {DEFAULT_GAMES:,})",
    )
    how_many.add_argument(
        "--precision",
        metavar="P",
        type=share("--precision"),
        help="play until every castability is known to ±P, e.g. 0.005; looked at after 1, 2, 4, ... thousand games",
    )
    parser.add_argument("--threads", metavar="K", type=whole("--threads", 1, 1024), help="default: one a processor")
    parser.add_argument(
        "--ask",
        metavar="QUESTION",
        action="append",
        help="a question about a game, e.g. \"castable('Opt', turn=1) and mana('U', turn=3) >= 2\"; any number",
    )
    parser.add_argument("--json", action="store_true", help="print the whole result as JSON")
    parser.add_argument("--quiet", action="store_true", help="no notes and no progress on stderr")
    add_scenario_options(parser)
    add_deck_options(parser)


def run(options: argparse.Namespace) -> int:
    """Play and report."""
    from untap.cli.progress import Progress
    from untap.report.numbers import count
    from untap.simulate import Interrupted, simulate

    items = scenario_items(options)
    if options.ask:
        items["ask"] = (*items.get("ask", ()), *options.ask)
    _, program, _ = load(options)
    quiet = options.quiet
    if options.deck is None:
        note("no deck named: this is the bundled sample deck (untap simulate FILE for your own)", quiet=quiet)
    code = DONE
    with Progress(quiet=quiet, bounded=options.precision is None) as progress:
        try:
            result = simulate(
                program,
                **items,
                games=options.games,
                precision=options.precision,
                seed=options.seed,
                threads=options.threads,
                progress=progress.update,
            )
        except Interrupted as stop:
            if stop.result is None:
                raise
            result, code = stop.result, INTERRUPTED
        except ValueError as error:
            raise InputError(str(error)) from error
        seconds = progress.seconds
    if code == INTERRUPTED:
        note(f"interrupted after {count(result.games, 'game')}: this is what they show", quiet=quiet)
    if options.json:
        write(result.to_json() + "\n")
    else:
        from untap.report import report

        show(report(result))
    note(f"{count(result.games, 'game')} in {seconds:.2f} s", quiet=quiet)
    return code
