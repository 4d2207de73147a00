"""``untap sources``."""

from __future__ import annotations

import argparse
from typing import Any

from untap.cli import DONE, InputError
from untap.cli.common import share, show, whole, write_csv, write_lines

LANDS = {40: 17, 60: 25, 80: 35, 99: 41}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("--size", metavar="N", type=whole("--size", 7, 1024), default=60, help="cards (default: 60)")
    parser.add_argument("--lands", metavar="N", type=whole("--lands", 1, 1024), help="lands (default: by the size)")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument(
        "--cost",
        metavar="COST",
        action="append",
        help="a cost such as '{1}{W}{U/B}'; may be given more than once (default: one to four symbols of a colour)",
    )
    asked.add_argument("--pips", metavar="N", type=whole("--pips", 1, 7), help="so many symbols of one colour")
    parser.add_argument("--turn", metavar="T", type=whole("--turn", 1, 15), help="turn (default: up to 7)")
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
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print the table as JSON")
    shown.add_argument("--csv", action="store_true", help="print the table as CSV")
    parser.epilog = (
        "Exact, without play: all lands untapped, one a turn. Of a cost with several colours each colour's sources are "
        "given, and in 'together' their sum once the whole cost is payable with the probability."
    )


def run(options: argparse.Namespace) -> int:
    """Print the table."""
    lands = options.lands
    if lands is None:
        lands = LANDS.get(options.size, round(0.42 * options.size))
    if lands > options.size:
        raise InputError(f"--lands must be at most --size ({options.size}), not {lands}")
    rows = _rows(options, lands)
    if not rows:
        raise InputError("nothing to ask: the turn is below the cost's number of symbols, or it has no coloured one")
    if options.json:
        import json

        write_lines([json.dumps({"size": options.size, "lands": lands, "mulligan": options.mulligan, "rows": rows})])
    elif options.csv:
        write_csv(rows)
    else:
        show(_report(options, lands, rows))
    return DONE


def _rows(options: argparse.Namespace, lands: int) -> list[dict[str, Any]]:
    from untap import exact
    from untap.simulate.mulligan import mulligan_rule

    rule = mulligan_rule(options.mulligan)
    if options.free:
        rule = rule.with_free()
    costs = options.cost or ["{C}" * n for n in ([options.pips] if options.pips else range(1, 5))]
    try:
        return exact.sources_table(
            options.size,
            lands,
            rule,
            costs=costs,
            turns=[options.turn] if options.turn else None,
            on_play=options.order != "draw",
            target=options.target,
            conditional=not options.unconditional,
        )
    except ValueError as error:
        raise InputError(str(error)) from error


def _report(options: argparse.Namespace, lands: int, rows: list[dict[str, Any]]) -> Any:
    from untap.report import Column, Report, Table
    from untap.report.model import Cell
    from untap.report.numbers import cost, percent
    from untap.results.tally import COLOURS

    turns = sorted({row["turn"] for row in rows})
    by_place = {(row["cost"], row["kind"], row["turn"]): row for row in rows}
    table = []
    kinds = dict.fromkeys((row["cost"], row["kind"]) for row in rows)
    several = any(kind == "all" for _, kind in kinds) or bool(options.cost)
    for text, kind in kinds:
        line = [Cell(cost(text))]
        if several:
            names = ("the colour" if letter == "C" else COLOURS[letter] for letter in kind)
            line.append(Cell("together" if kind == "all" else " or ".join(names)))
        for turn in turns:
            row = by_place.get((text, kind, turn))
            if row is None:
                line.append(Cell(""))
            elif row["sources"] is None:
                line.append(Cell("none"))
            else:
                line.append(Cell(f"{row['sources']} ({percent(row['probability'])})"))
        table.append(tuple(line))
    targets = ", ".join(dict.fromkeys(f"{percent(row['target'])}%" for row in sorted(rows, key=lambda r: r["turn"])))
    given = "" if options.unconditional else ", given at least as many lands seen as the turn"
    sums = [row["sources"] or 0 for row in rows if row["kind"] == "all"]
    if sums:
        given += "; together: the sum of the colours' sources, with the % for the whole cost"
    if max(sums, default=0) > lands:
        given += f" (where that is more than {lands}, some lands must make several colours)"
    columns = (
        Column("cost", "left", flexible=True),
        *([Column("of", "left")] if several else []),
        *(Column(f"turn {turn}") for turn in turns),
    )
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
