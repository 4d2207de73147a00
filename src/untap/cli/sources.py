"""``untap sources``."""

from __future__ import annotations

import argparse
from typing import Any

from untap.cli import DONE, InputError
from untap.cli.common import share, show, whole, write_lines

#: Karsten's thresholds: 90% on turn 1 and a point more each turn.
FIRST_TARGET, STEP = 0.90, 0.01
LANDS = {40: 17, 60: 25, 80: 35, 99: 41}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("--size", metavar="N", type=whole("--size", 7, 1024), default=60, help="cards (default: 60)")
    parser.add_argument("--lands", metavar="N", type=whole("--lands", 1, 1024), help="lands (default: by the size)")
    parser.add_argument("--pips", metavar="N", type=whole("--pips", 1, 7), help="coloured symbols (default: 1 to 4)")
    parser.add_argument("--turn", metavar="T", type=whole("--turn", 1, 15), help="turn (default: 1 to 7)")
    order = parser.add_mutually_exclusive_group()
    order.add_argument("--play", dest="order", action="store_const", const="play", help="skip the first draw (default)")
    order.add_argument(
        "--draw", dest="order", action="store_const", const="draw", help="draw on turn 1, as in multiplayer"
    )
    parser.add_argument("--mulligan", metavar="RULE", default="karsten-2022", help="default: karsten-2022")
    parser.add_argument("--free", action="store_true", help="the first mulligan is free")
    parser.add_argument(
        "--target",
        metavar="P",
        type=share("--target"),
        help="probability (default: 90%% on turn 1, then a point more a turn)",
    )
    parser.add_argument(
        "--unconditional", action="store_true", help="not given at least as many lands as the turn has been seen"
    )
    parser.add_argument("--json", action="store_true", help="print the table as JSON")
    parser.epilog = "A card with so many symbols of a colour, cast on the turn, needs so many lands that make it."


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    lands = options.lands
    if lands is None:
        lands = LANDS.get(options.size, round(0.42 * options.size))
    if lands > options.size:
        raise InputError(f"--lands must be at most --size ({options.size}), not {lands}")
    rows = list(_rows(options, lands))
    if options.json:
        import json

        write_lines([json.dumps({"size": options.size, "lands": lands, "mulligan": options.mulligan, "rows": rows})])
    else:
        show(_report(options, lands, rows))
    return DONE


def _rows(options: argparse.Namespace, lands: int) -> Any:
    from untap import exact
    from untap.simulate import mulligan_rule

    rule = mulligan_rule(options.mulligan)
    if options.free:
        rule = rule.with_free()
    on_play = options.order != "draw"
    turns = [options.turn] if options.turn else range(1, 8)
    for pips in [options.pips] if options.pips else range(1, 5):
        for turn in turns:
            if pips > turn:
                continue
            target = options.target or min(FIRST_TARGET + STEP * (turn - 1), 0.99)
            ask = {"pips": pips, "turn": turn, "on_play": on_play}
            ask["lands_given"] = None if options.unconditional else turn
            try:
                need = exact.sources_needed(options.size, lands, rule, target=target, **ask)
            except ValueError as error:
                raise InputError(str(error)) from error
            reached = None if need is None else exact.sources(options.size, lands, need, rule, **ask)
            yield {"pips": pips, "turn": turn, "target": target, "sources": need, "probability": reached}


def _report(options: argparse.Namespace, lands: int, rows: list[dict[str, Any]]) -> Any:
    from untap.report import Column, Report, Table
    from untap.report.model import Cell
    from untap.report.numbers import percent

    turns = sorted({row["turn"] for row in rows})
    by_place = {(row["pips"], row["turn"]): row for row in rows}
    table = []
    for pips in sorted({row["pips"] for row in rows}):
        line = [Cell("C" * pips)]
        for turn in turns:
            row = by_place.get((pips, turn))
            if row is None:
                line.append(Cell(""))
            elif row["sources"] is None:
                line.append(Cell("none"))
            else:
                line.append(Cell(f"{row['sources']} ({percent(row['probability'])})"))
        table.append(tuple(line))
    targets = ", ".join(dict.fromkeys(f"{percent(row['target'])}%" for row in sorted(rows, key=lambda r: r["turn"])))
    given = "" if options.unconditional else ", given at least as many lands seen as the turn"
    columns = (Column("symbols", "left", flexible=True), *(Column(f"turn {turn}") for turn in turns))
    return Report(
        f"Sources of a colour in {options.size} cards with {lands} lands",
        (
            f"mulligans: {options.mulligan}{' (the first one free)' if options.free else ''}; "
            f"{'drawing on turn 1' if options.order == 'draw' else 'on the play'}; exact",
        ),
        (
            Table(
                "Fewest lands that make the colour (and the % reached)", columns, tuple(table), f"for {targets}{given}"
            ),
        ),
    )
