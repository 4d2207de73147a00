"""``untap compare DECK DECK ...``."""

from __future__ import annotations

import argparse

from untap.cli import DONE, InputError
from untap.cli.common import (
    add_deck_options,
    add_output_options,
    add_run_options,
    add_scenario_options,
    check_files,
    load_path,
    open_table,
    played,
    put_comparison,
    scenario_items,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "decks", nargs="+", metavar="DECK", help="decklists; the first is what others are compared with"
    )
    add_run_options(
        parser,
        "play until every difference of a castability is known to ±P; looked at after 1, 2, 4, ... thousand games",
    )
    add_output_options(parser)
    add_scenario_options(parser)
    add_deck_options(parser)


def run(options: argparse.Namespace) -> int:
    """Play and report."""
    from untap.simulate import compare

    check_files(options)
    if len(options.decks) < 2:
        raise InputError("compare wants two decks or more (untap simulate DECK for one)")
    if options.decks.count("-") > 1:
        raise InputError("only one deck can be standard input ('-')")
    items = scenario_items(options)
    table = open_table(options)
    programs = [load_path(path, table, options)[1] for path in options.decks]
    comparison, code, seconds = played(options, lambda **more: compare(*programs, **items, **more))
    put_comparison(options, comparison, seconds)
    return code if code else DONE
