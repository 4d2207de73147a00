"""``untap simulate [DECK]``."""

from __future__ import annotations

import argparse

from untap.cli import DONE, InputError
from untap.cli.common import (
    add_deck_options,
    add_output_options,
    add_run_options,
    add_scenario_options,
    check_files,
    load,
    note,
    open_table,
    overrides,
    played,
    put_comparison,
    put_result,
    scenario_items,
    whole,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("deck", nargs="?", metavar="DECK", help="a decklist; '-': standard input; none: a sample deck")
    add_run_options(
        parser,
        "play until every castability is known to ±P, e.g. 0.005; looked at after 1, 2, 4, ... thousand games",
    )
    add_output_options(parser, tables=True)
    group = parser.add_argument_group("changes", "compare the deck with itself after changes, on the same shuffles")
    group.add_argument(
        "--swap",
        metavar="CHANGE",
        action="append",
        default=[],
        help="such as '1 Forest -> 1 Temple Garden' ('+' between several cards); may be given more than once",
    )
    group.add_argument(
        "--sensitivity", metavar="CARD", help="one more of each land for one of this card, and the reverse"
    )
    parser.add_argument(
        "--ask",
        metavar="QUESTION",
        action="append",
        help="a question about a game, e.g. \"castable('Opt', turn=1) and mana('U', turn=3) >= 2\"; any number",
    )
    parser.add_argument("--clock", action="store_true", help="count the damage of attackers that nothing stops")
    parser.add_argument(
        "--yardstick",
        metavar="N",
        type=whole("--yardstick", 1, 100_000),
        help="measure the player on N games with each card in hand: by the best line that knows the draws, and others",
    )
    add_scenario_options(parser)
    add_deck_options(parser)


def run(options: argparse.Namespace) -> int:
    """Play and report."""
    from untap.simulate import simulate

    check_files(options)
    items = scenario_items(options)
    if options.ask:
        items["ask"] = (*items.get("ask", ()), *options.ask)
    if options.clock:
        items["clock"] = True
    deck, program, path = load(options)
    if options.deck is None:
        note("no deck named: this is the bundled sample deck (untap simulate FILE for your own)", quiet=options.quiet)
    if options.swap or options.sensitivity is not None:
        from dataclasses import replace

        from untap.simulate.variants import with_swaps

        if options.table_name:
            raise InputError("--table-of is for one deck, not for a comparison")
        comparison, code, seconds = played(
            options,
            lambda **more: with_swaps(
                replace(deck, name=program.name),
                options.swap,
                sensitivity=options.sensitivity,
                table=open_table(options),
                overrides=overrides(path, options),
                unknown=options.unknown,
                strict=options.strict,
                **items,
                **more,
            ),
        )
        put_comparison(options, comparison, seconds, swaps=True)
        return code
    result, code, seconds = played(options, lambda **more: simulate(program, **items, **more))
    if options.yardstick and code == DONE:
        from dataclasses import replace

        from untap.report.numbers import count
        from untap.simulate.yardstick import yardsticks

        note(f"yardsticks: {count(options.yardstick, 'game')} a card", quiet=options.quiet)
        measured = yardsticks(program, result.scenario, options.yardstick, seed=options.seed)
        result = replace(result, yardsticks=measured)
    put_result(options, result, seconds)
    return code
