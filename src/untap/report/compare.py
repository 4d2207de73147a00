"""From a comparison to a report."""

from __future__ import annotations

from untap.report.build import SOURCE_WORDS
from untap.report.model import Cell, Column, Lines, Report, Table
from untap.report.more import together
from untap.report.numbers import count, percent
from untap.results.comparison import EVENTS, FIGURES, Comparison, Difference, Row
from untap.results.tally import COLOURS, FAILS, SOURCES

#: Rows of the table of differences that are real, beside the cards on curve.
REAL = 15
#: What a compared figure is called, and its unit: points (of probability) or a plain number.
WORDS = {
    "castable": "castable",
    "castable_by": "castable by",
    "cast_by": "cast by",
    "drawn": "drawn by",
    "mana": "mean mana",
    "mana_oneshot": "mean mana with one-shots",
    "spent": "mean mana spent",
    "unspent": "mean mana unspent",
    "lands_in_play": "mean lands in play",
    "lands_seen": "mean lands seen",
    "land_drop": "land drop made",
    "mana_turn": "as much mana as the turn",
    "unbounded": "unbounded mana",
    "hand_size": "mean size of the kept hand",
    "kept_lands": "mean lands kept",
    "spent_in_all": "mana spent in all",
    "on_curve": "castable on curve, mean",
    **{f"any_{letter}": f"any {name}" for letter, name in COLOURS.items()},
    **{f"fail_{reason}": f"not castable for {reason}" for reason in FAILS},
    "flood": "flood",
    "screw": "screw",
    "one_shot": "mean one-shot mana",
    "restricted": "mean mana for some things only",
    **{f"spent_{name}": f"mean mana spent {SOURCE_WORDS[name]}" for name in SOURCES},
    "untapped": "permanents untapped",
    "kept_tapped": "permanents kept tapped",
    "untapped_otherwise": "permanents untapped otherwise",
    "untap_triggers": "triggers on becoming untapped",
}
_ORDER = {"both": "play and draw", "play": "on the play", "draw": "on the draw"}
SIDES = ("first", "other", "difference", "interval")
POINTS = (*FIGURES, *EVENTS, "on_curve")


def points(figure: str) -> bool:
    """Whether a figure is a probability."""
    return figure in POINTS


def comparison_report(comparison: Comparison) -> Report:
    """The report of a comparison of decks."""
    blocks: list[Table | Lines] = []
    for k in range(1, len(comparison.results)):
        blocks.append(Lines(f"{comparison.names[k]}: what changes", (changed(comparison, k),)))
        blocks.append(_curve(comparison, k) or Lines("Castable on curve", ("The decks have no spell in common.",)))
        blocks.append(whole(comparison, k))
        if named := real(comparison, k):
            blocks.append(named)
    blocks += _warnings(comparison)
    return Report(
        f"{', '.join(comparison.names[1:])} against {comparison.names[0]}", _summary(comparison), tuple(blocks)
    )


def swaps_report(comparison: Comparison) -> Report:
    """The report of a deck's swaps: one table, a line a swap, the best first."""
    rows = []
    for k in range(1, len(comparison.results)):
        curve = comparison.number("on_curve", deck=k)
        spent = comparison.number("spent_in_all", deck=k)
        rows.append((curve.value, k, curve, spent))
    rows.sort(key=lambda row: (-row[0], row[1]))
    room = filler(comparison)
    cells = tuple(
        (
            Cell(changed(comparison, k, without=room)),
            Cell(signed(curve, 100), _emphasis(curve)),
            Cell(signed(spent), _emphasis(spent)),
            Cell(_most(comparison, k)),
        )
        for _, k, curve, spent in rows
    )
    columns = (
        Column("swap", "left", flexible=True),
        Column("on curve, points"),
        Column("mana spent"),
        Column("changes most, on curve", "left"),
    )
    base = comparison.on_curve(1)[0]
    note = (
        f"against {percent(base.value)}% castable on curve, the mean over copies of spells"
        f"{f'; {room} makes room' if room else ''}"
    )
    blocks: list[Table | Lines] = [Table("Swaps, on the same shuffles", columns, cells, note), *_warnings(comparison)]
    return Report(f"{comparison.names[0]}: what swaps would do", _summary(comparison), tuple(blocks))


def _summary(comparison: Comparison) -> tuple[str, ...]:
    first = comparison.results[0]
    s = first.scenario
    lines = [
        f"{count(comparison.games, 'game')} of {count(s.turns, 'turn')} each on the same shuffles, {_ORDER[s.order]}",
        f"mulligans: {s.rule.name}{' (the first one free)' if s.rule.free else ''}; seed {first.seed}",
        "differences have 95% intervals; *: theirs is on one side of 0",
        f"  ({methods_line(comparison)})",
    ]
    if first.stopped == "interrupted":
        lines.append("Interrupted: these are the games played until then.")
    return tuple(lines)


def methods_line(comparison: Comparison) -> str:
    """How the intervals of differences are made."""
    shares = [comparison.differences("castable", k).method for k in range(1, len(comparison.results))]
    return f"of shares: {shares[0]}; of means: {comparison.number('spent_in_all').method}"


def filler(comparison: Comparison) -> str:
    """The card that most of the swaps have in common, if there are several."""
    names = [name for k in range(1, len(comparison.results)) for name in comparison.changes(k)]
    most = max(names, key=names.count, default="")
    return most if names.count(most) > 2 and names.count(most) > len(comparison.pairs) / 2 else ""


def changed(comparison: Comparison, k: int, without: str = "") -> str:
    """The change of a deck's list: ``+1 Temple Garden, -1 Forest``."""
    changes = comparison.changes(k)
    if len(changes) == 2:
        changes.pop(without, None)
    parts = [f"{n:+d} {name}" for name, n in sorted(changes.items(), key=lambda item: (-item[1], item[0]))]
    return ", ".join(parts) or "nothing"


def signed(difference: Difference, by: float = 1.0) -> str:
    """``+1.23 ±0.40*``; the star says that the interval is on one side of 0."""
    value, half = difference.value * by, difference.half_width * by
    digits = _digits(half)
    return f"{_plus(value, digits)} ±{half:.{digits}f}" + ("*" if difference.sure else " ")


def _digits(half: float) -> int:
    return 1 if half >= 0.995 else 2 if half >= 0.005 or half == 0 else 3


def _plus(value: float, digits: int) -> str:
    shown = f"{value:+.{digits}f}"
    return shown if float(shown) else f"{0:.{digits}f}"  # what rounds to nothing has no sign


def spanned(difference: Difference, by: float = 1.0) -> tuple[Cell, Cell]:
    """Two cells: ``+1.23*`` and ``+0.83 to +1.63``."""
    digits = _digits(difference.half_width * by)
    value, low, high = (_plus(x * by, digits) for x in (difference.value, difference.low, difference.high))
    emphasis = _emphasis(difference)
    return Cell(value + ("*" if difference.sure else " "), emphasis), Cell(f"{low} to {high}", emphasis)


def _emphasis(difference: Difference) -> str:
    return "strong" if difference.sure else "weak"


def _most(comparison: Comparison, k: int) -> str:
    """The card whose castability on curve changes most."""
    first = comparison.results[0]
    found = comparison.differences("castable", k)
    best: tuple[float, str] | None = None
    for j, (card, _) in enumerate(comparison.shared[k - 1]):
        turn = first.curve_turn(card)
        if turn <= comparison.turns:
            value = float(found.value[j, turn - 1])
            if best is None or abs(value) > abs(best[0]):
                best = value, card.name
    if best is None or best[0] == 0:
        return "-"
    name = best[1] if len(best[1]) <= 16 else best[1][:15] + "…"
    return f"{100 * best[0]:+.1f} {name}"


def _curve(comparison: Comparison, k: int) -> Table | None:
    first, other = comparison.results[0], comparison.results[k]
    rows = []
    for card, theirs in sorted(comparison.shared[k - 1], key=lambda pair: (first.curve_turn(pair[0]), pair[0].name)):
        turn = first.curve_turn(card)
        if turn > comparison.turns:
            continue
        d = comparison.difference(card, turn, deck=k)
        rows.append(
            (
                Cell(card.name),
                Cell(f"T{turn}"),
                Cell(percent(first.castable(card, turn).value)),
                Cell(percent(other.castable(theirs, turn).value)),
                *spanned(d, 100),
            )
        )
    if not rows:
        return None
    columns = (
        Column("card", "left", flexible=True),
        Column("on"),
        Column("first"),
        Column("other"),
        Column("difference"),
        Column("interval"),
    )
    return Table("Castable on curve, %", columns, tuple(rows), "first: " + comparison.names[0])


def whole(comparison: Comparison, k: int) -> Table:
    """What changes in the deck as a whole: mana, hands, land drops."""
    turns = [t for t in (2, 4, comparison.turns) if t <= comparison.turns]
    asked = [("on_curve", 0), ("spent_in_all", 0), ("kept_lands", 0), ("hand_size", 0)]
    asked += [(name, t) for name in ("mana", "land_drop") for t in dict.fromkeys(turns)]
    wanted = {(row.figure, row.turn): row for row in comparison.rows(k) if not row.card}
    rows = tuple(_row(wanted[key]) for key in asked if key in wanted)
    columns = (Column("figure", "left", flexible=True), *(Column(name) for name in SIDES))
    return Table("The deck as a whole", columns, rows, "probabilities in % and points")


def title_of_row(row: Row) -> str:
    """What a compared figure is: ``Wrath of God castable T4``."""
    label = WORDS[row.figure] + (f" T{row.turn}" if row.turn else "")
    return f"{row.card} {label}" if row.card else label


def _row(row: Row) -> tuple[Cell, ...]:
    share = points(row.figure)
    show = (lambda x: percent(x)) if share else (lambda x: f"{x:.2f}")
    return (
        Cell(title_of_row(row)),
        Cell(show(row.first.value)),
        Cell(show(row.other.value)),
        *spanned(row.difference, 100 if share else 1),
    )


def real(comparison: Comparison, k: int) -> Table | None:
    """The differences that Holm's procedure names."""
    found = comparison.real(k)
    if not found:
        return None
    columns = (Column("figure", "left", flexible=True), *(Column(name) for name in SIDES))
    note = f"of {len(found)} figures that differ by more than luck (Holm, 5% over all figures); all in --json"
    if any(row.figure in ("cast_by", "drawn") for row in found[:REAL]):
        note = "; ".join(filter(None, (note, together(comparison.results[0]))))
    return Table("Real differences, surest first", columns, tuple(_row(row) for row in found[:REAL]), note)


def _warnings(comparison: Comparison) -> list[Lines]:
    lines = [
        f"{name}: {text}" for name, r in zip(comparison.names, comparison.results, strict=True) for text in r.warnings
    ]
    lines = lines if len(comparison.results) <= 4 else list(comparison.results[0].warnings)
    return [Lines("Warnings", tuple(lines))] if lines else []
