"""``untap sources``."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace
from typing import Any

from untap._version import __version__
from untap.cli import DONE, InputError
from untap.cli.common import share, show, whole, write_csv, write_lines

LANDS = {40: 17, 60: 25, 80: 35, 99: 41}


@dataclass(frozen=True)
class Threshold:
    """The probability to reach on each turn: `first` ones, the last of which stays or grows by `step`."""

    text: str
    first: tuple[float, ...]
    step: float = 0.0

    def __call__(self, turn: int) -> float:
        """On a turn."""
        if turn <= len(self.first):
            return self.first[turn - 1]
        most = max(0.99, self.first[-1])
        return round(min(self.first[-1] + self.step * (turn - len(self.first)), most), 9)


def rule(text: str) -> Threshold:
    """An argument type: ``90%``, ``90%+1%`` or ``90%,91%,92%``."""
    one = share("--target")
    head, plus, more = text.partition("+")
    step = one(more) if plus else 0.0
    return Threshold(text, tuple(one(part) for part in head.split(",")), step)


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
        type=rule,
        help="probability: '90%%'; '90%%+1%%': a point more each turn after the first, 99%% at most (default); or one "
        "a turn: '90%%,92%%,95%%', the last for all later ones",
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

        about = {
            "size": options.size,
            "lands": lands,
            "mulligan": options.mulligan,
            "free": options.free,
            "order": options.order or "play",
            "given_lands_seen": None if options.unconditional else "turn",
            "target": options.target.text if options.target else "90%+1%",
            "method": "exact",
            "untap": __version__,
        }
        rows = [{**row, "probability": _number(row["probability"])} for row in rows]
        write_lines([json.dumps({**about, "rows": rows})])
    elif options.csv:
        write_csv(rows)
    else:
        show(_report(options, lands, rows))
    return DONE


def _number(x: float) -> float | None:
    return None if math.isnan(x) else x


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


#: Characters of a line.
WIDTH = 80


def _report(options: argparse.Namespace, lands: int, rows: list[dict[str, Any]]) -> Any:
    from untap.report import Report
    from untap.report.numbers import cost, percent

    kinds: dict[str, list[str]] = {}
    for row in rows:
        kinds.setdefault(row["cost"], [])
        if row["kind"] not in kinds[row["cost"]]:
            kinds[row["cost"]].append(row["kind"])
    simple = [text for text, found in kinds.items() if len(found) == 1]
    title = "Fewest lands that make the colour (and the % reached)"
    blocks = []
    if simple:
        blocks.append(_table(title, [row for row in rows if row["cost"] in simple], bool(options.cost), True))
    for text, found in kinds.items():
        if len(found) > 1:
            blocks.append(_table(f"{title}: {cost(text)}", [row for row in rows if row["cost"] == text], True, False))
    targets = dict.fromkeys(f"{percent(row['target'])}%" for row in sorted(rows, key=lambda r: r["turn"]))
    note = f"for {', '.join(targets)}"
    note += "" if options.unconditional else ", given at least as many lands seen as the turn"
    sums = [row["sources"] or 0 for row in rows if row["kind"] == "all"]
    if sums:
        note += "; together: all of the colours' sources, with the % for the whole cost"
    if max(sums, default=0) > lands:
        note += f" (where that is more than {lands}, some lands must make several colours)"
    blocks[-1] = replace(blocks[-1], note=note)
    return Report(
        f"Sources of a colour in {options.size} cards with {lands} lands",
        (
            f"mulligans: {options.mulligan}{' (the first one free)' if options.free else ''}; "
            f"{'drawing on turn 1' if options.order == 'draw' else 'on the play'}; exact",
        ),
        tuple(blocks),
    )


def _table(title: str, rows: list[dict[str, Any]], of: bool, costs: bool) -> Any:
    """A table of costs and kinds by turn; percentages without decimals where they wouldn't fit."""
    from untap.report import Column, Table
    from untap.report.model import Cell
    from untap.report.numbers import cost, percent
    from untap.results.tally import COLOURS

    turns = sorted({row["turn"] for row in rows})
    by_place = {(row["cost"], row["kind"], row["turn"]): row for row in rows}

    def cell(row: dict[str, Any] | None, decimals: bool) -> str:
        if row is None or math.isnan(row["probability"]):
            return "" if row is None else "-"
        if row["sources"] is None:
            return "none"
        reached = percent(row["probability"])
        if not decimals and reached[0].isdigit():
            reached = f"{100 * row['probability']:.0f}"
        return f"{row['sources']} ({reached})"

    def lines(decimals: bool) -> list[tuple[str, ...]]:
        found = []
        for text, kind in dict.fromkeys((row["cost"], row["kind"]) for row in rows):
            names = ("the colour" if letter == "C" else COLOURS[letter] for letter in kind)
            words = [cost(text)] if costs else []
            if of:
                words.append("together" if kind == "all" else " or ".join(names))
            found.append((*words, *(cell(by_place.get((text, kind, turn)), decimals) for turn in turns)))
        return found

    heads = (*(["cost"] if costs else []), *(["of"] if of else []), *(f"turn {turn}" for turn in turns))
    table = lines(True)
    widths = [max(len(line[k]) for line in (heads, *table)) for k in range(len(heads))]
    if sum(widths) + len(widths) - 1 > WIDTH:
        table = lines(False)
    columns = (
        *([Column("cost", "left", flexible=True)] if costs else []),
        *([Column("of", "left", flexible=not costs)] if of else []),
        *(Column(f"turn {turn}") for turn in turns),
    )
    return Table(title, columns, tuple(tuple(Cell(text) for text in line) for line in table))
