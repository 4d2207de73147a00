"""A report as one HTML file without anything from elsewhere: tables that sort, pictures, light and dark, for printing.

The template needs jinja2 (the extra ``html``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from untap.report import model, svg
from untap.report.build import (
    ORDERS,
    SOURCE_WORDS,
    asked,
    clock,
    deck_line,
    ended,
    most_missing,
    notes_blocks,
    opponents_line,
    untap_step,
    yardsticks,
)
from untap.report.compare import changed, filler, methods_line, real, whole
from untap.report.layout import asked_types, hardest
from untap.report.more import casting, conditional, first_mana
from untap.report.numbers import count, half_width, percent, plus_minus
from untap.results import Comparison, Result
from untap.results.tally import COLOURS, FAILS, SOURCES

CURVES = 6


@dataclass(frozen=True)
class Head:
    """A column's head."""

    text: str
    left: bool = False


@dataclass(frozen=True)
class Cell:
    """A cell: text or mana symbols, what it sorts by, how strongly it is coloured."""

    text: str = ""
    key: float | None = None
    css: str = ""
    tip: str = ""
    heat: str | None = None
    symbols: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table."""

    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sortable: bool = False


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it."""

    title: str
    intro: str = ""
    pictures: tuple[Any, ...] = ()
    tables: tuple[Table, ...] = ()
    lines: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Page:
    """What the template shows."""

    title: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    footer: tuple[str, ...]
    version: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


def to_html(what: Result | Comparison) -> str:
    """A result's or a comparison's report as the text of an HTML file.

    Raises
    ------
    ImportError
        Without jinja2.
    """
    return render(comparison_page(what) if isinstance(what, Comparison) else result_page(what))


def require() -> None:
    """Raise ImportError, with what to install, where the extra is missing."""
    try:
        import jinja2  # noqa: F401
    except ImportError as error:
        raise ImportError("jinja2 isn't installed: pip install 'untap[html]'") from error


def render(page: Page) -> str:
    """The page as text."""
    from importlib.resources import files

    require()
    from jinja2 import Environment

    source = (files("untap.report") / "page.jinja").read_text("utf-8")
    environment = Environment(autoescape=True, trim_blocks=False, keep_trailing_newline=True)
    return environment.from_string(source).render(page=page)


def _picture(text: str) -> Any:
    require()
    from markupsafe import Markup  # comes with jinja2

    return Markup(text)  # svg.py has escaped the names


# ------------------------------------------------------------------------------------- one deck


def result_page(result: Result) -> Page:
    """The page of a result."""
    s = result.scenario
    summary = (
        deck_line(result.cards),
        f"{count(result.games, 'game')} of {count(s.turns, 'turn')}, {ORDERS[s.order]}; mulligans: {s.rule.name}"
        f"{' (the first one free)' if s.rule.free else ''}; {count(s.players, 'player')}",
        *([f"The player's aim: {s.aim}."] if s.aim != "curve" else []),
        *([f"Hands are kept if {s.rule.keep_if}."] if s.rule.keep_if else []),
        *([f"On curve on turns set: {targets}."] if (targets := _targets(result)) else []),
        *filter(None, [opponents_line(s)]),
        *(["Interrupted: these are the games played until then."] if result.stopped == "interrupted" else []),
    )
    sections = [_castable(result)] if result.spells else []
    if result.questions:
        sections += _plain([asked(result)])
    if result.spells:
        sections += [_why(result), _curves(result), *_plain(conditional(result)), *_plain(casting(result))]
    whole_run = range(1, result.turns + 1)
    sections += [_mana(result), _colours(result), *_plain(first_mana(result, [whole_run]))]
    if s.clock:
        sections += _plain(clock(result, [whole_run]))
    sections += [*_plain(untap_step(result, blocks=[whole_run])), _hands(result)]
    if result.yardsticks:
        sections += _plain([yardsticks(result)])
    if early := ended(result):
        sections.append(Section(early.title, lines=early.lines))
    sections += [Section(block.title, lines=block.lines) for block in notes_blocks(result.notes)]
    if result.warnings:
        sections.append(Section("Warnings", lines=result.warnings))
    return Page(result.name, summary, tuple(sections), _footer(result, _intervals(result)), result.version)


def _targets(result: Result) -> str:
    return ", ".join(f"{name} T{turn}" for name, turn in dict(result.scenario.targets).items())


def _plain(tables: Sequence[model.Table]) -> list[Section]:
    """A section for each table of the plain report."""
    sections = []
    for table in tables:
        heads = tuple(Head(column.header, column.align == "left") for column in table.columns)
        rows = tuple(
            tuple(
                Cell(cell.text.strip(), _key(cell.text), ("l w" if column.flexible else "l") if head.left else "")
                for cell, head, column in zip(row, heads, table.columns, strict=True)
            )
            for row in table.rows
        )
        sections.append(Section(table.title, tables=(Table(heads, rows, sortable=len(rows) > 3),), note=table.note))
    return sections


def _key(text: str) -> float | None:
    """What a cell sorts by where it shows a number: ``<0.1``, ``12.3 ±0.4``, ``T4``, ``-`` before all."""
    if text.strip() == "-":
        return -1e9
    found = re.match(r"[<>T]?([+-]?\d[\d,]*(?:\.\d+)?)(?: |\*|%|$)", text.strip())
    return float(found[1].replace(",", "")) if found else None


def _intervals(result: Result) -> str:
    means = result.mana(1).mean.method
    return f"95% intervals, of castability: {result.castability().method}; of means: {means}"


def _footer(result: Result, intervals: str) -> tuple[str, ...]:
    return (
        f"untap {result.version}, seed {result.seed}, random stream {result.stream}, card data of "
        f"{result.table_date or 'an unknown date'}, deck {result.digest[:16]}. "
        f"{intervals}; each figure's method is in --json. Definitions: docs/statistics.md.",
        "untap is unofficial Fan Content, not approved or endorsed by Wizards of the Coast.",
    )


def symbols(cost: str | None) -> tuple[Any, ...]:
    """The symbols of a mana cost, each with its text and the class of its colour."""
    found = re.findall(r"\{([^}]*)\}", cost or "")
    return tuple({"text": s, "css": next((c for c in s if c in "WUBRG"), "") if "/" not in s else ""} for s in found)


def _shade(value: float) -> str:
    return f"{0.62 * value:.3f}"


def _castable(result: Result) -> Section:
    p = result.castability()
    rows = []
    for card in sorted(result.spells, key=lambda card: (result.curve_turn(card), card.name)):
        cells = [
            Cell(card.name, css="l"),
            Cell(symbols=symbols(card.mana_cost), key=card.mana_value, css="l"),
            Cell(str(card.count), card.count),
        ]
        for t in range(1, result.turns + 1):
            at = (card.cls, t - 1)
            v, low, high = float(p.value[at]), float(p.low[at]), float(p.high[at])
            css = "curve" if t == result.curve_turn(card) else "none" if v == 0 else ""
            cells.append(
                Cell(percent(v), round(v, 6), css, f"{percent(low)} to {percent(high)}", _shade(v) if v else None)
            )
        rows.append(tuple(cells))
    heads = (
        Head("card", True),
        Head("cost", True),
        Head("copies"),
        *(Head(f"T{t}") for t in range(1, result.turns + 1)),
    )
    return Section(
        "Castable: % of games by turn",
        "At the start of the main phase, with the best land drop and nothing else cast; framed: on curve, the turn "
        "equal to the mana value (or that set). Click a heading to sort; point at a number for its interval.",
        tables=(Table(heads, tuple(rows), sortable=True),),
        note=f"intervals: ±{half_width(result.precision())} points at most",
    )


def _curves(result: Result) -> Section:
    p = result.castability()
    series = []
    for card in hardest(result, CURVES):
        values, low, high = ([100 * float(x) for x in a[card.cls]] for a in (p.value, p.low, p.high))
        series.append((card.name, values, low, high, result.curve_turn(card)))
    return Section(
        "The cards that are hardest to cast on curve",
        pictures=(_picture(svg.curves(series, result.turns)),),
        note="Bands: 95% intervals. Rings: on curve.",
    )


def _why(result: Result) -> Section:
    rows, cells = [], []
    reasons = [name for name in FAILS if name in ("mana", "colour") or result.tally[f"fail_{name}"].any()]
    for card in hardest(result, 16):
        turn = result.curve_turn(card)
        why = result.why_not(card, turn)
        rows.append((f"{card.name} (T{turn})", [(name, 100 * why.reasons[name].value) for name in FAILS]))
        missing = most_missing(why)[:3]
        cells.append(
            (
                Cell(card.name, css="l"),
                Cell(f"T{turn}", turn),
                Cell(plus_minus(why.castable), round(why.castable.value, 6)),
                *(Cell(percent(why.reasons[n].value), round(why.reasons[n].value, 6)) for n in reasons),
                Cell(
                    ", ".join(f"{' or '.join(COLOURS[k] for k in types)} {percent(e.value)}" for types, e in missing),
                    css="l w",
                    tip=", ".join(f"{'/'.join(types)} {plus_minus(e)}" for types, e in missing),
                ),
            )
        )
    heads = (
        Head("card", True), Head("on"), Head("castable"), *(Head(name) for name in reasons), Head("missing", True),
    )  # fmt: skip
    return Section(
        "On curve, and why not",
        "Exclusive reasons: too little mana; enough, but of the wrong colours; mana that may not be spent on it; lands "
        "and creatures that aren't ready yet; other costs or a game that is over. Missing: the types that there were "
        "too few sources of; white or blue: of both counted together.",
        pictures=(_picture(svg.bars(rows, "not castable on curve, by reason")),),
        tables=(Table(heads, tuple(cells), sortable=True),),
    )


def _mana(result: Result) -> Section:
    turns = range(1, result.turns + 1)
    figures = [result.mana(t) for t in turns]
    quantile = lambda q: [f.renewable.quantile(q).value for f in figures]  # noqa: E731
    bands = [
        ("98% of games", quantile(0.01), quantile(0.99)),
        ("80%", quantile(0.1), quantile(0.9)),
        ("50%", quantile(0.25), quantile(0.75)),
    ]
    enough = lambda t: figures[t - 1].at_least(t)  # noqa: E731
    means = [f.mean for f in figures]
    plain = lambda values: tuple(Cell(f"{v:.2f}") for v in values)  # noqa: E731
    rows = [
        (Cell("mean mana", css="l"), *(Cell(f"{e.value:.2f}", tip=f"{e.low:.3f} to {e.high:.3f}") for e in means)),
        *_kinds_of_mana(result, turns),
        (Cell("mean mana spent", css="l"), *plain(result.spent(t).mean.value for t in turns)),
        *(
            (Cell("… " + SOURCE_WORDS[name], css="l"), *plain(result.spent_from(name, t).value for t in turns))
            for name in (result.sources if result.sources not in ((), ("land",)) else ())
        ),
        (Cell("mean mana unspent", css="l"), *plain(result.unspent(t).mean.value for t in turns)),
        (Cell("at least the turn's number, %", css="l"), *(Cell(percent(enough(t).value)) for t in turns)),
        (Cell("mean lands in play", css="l"), *plain(result.lands_in_play(t).mean.value for t in turns)),
        (Cell("land drop made, %", css="l"), *(Cell(percent(result.land_drop(t).value)) for t in turns)),
        (Cell("flood, %", css="l"), *(Cell(percent(result.flood(t).value)) for t in turns)),
        (Cell("screw, %", css="l"), *(Cell(percent(result.screw(t).value)) for t in turns)),
    ]  # fmt: skip
    return Section(
        "Mana and lands by turn",
        "The most mana that the battlefield can make at once after the land drop, with nothing cast.",
        pictures=(_picture(svg.fan(bands, quantile(0.5), [e.value for e in means])),),
        tables=(Table((Head("", True), *(Head(f"T{t}") for t in turns)), tuple(rows)),),
        note="flood: three lands more seen than the turn's number; screw: fewer seen than that number, or than four",
    )


def _kinds_of_mana(result: Result, turns: range) -> list[tuple[Cell, ...]]:
    """One-shot, restricted and unbounded mana, where there is any."""
    rows = []
    figures = [result.mana(t) for t in turns]
    if (result.tally["mana_oneshot"] != result.tally["mana"]).any():
        rows.append(("… with one-shots", [f"{f.with_one_shots.mean.value:.2f}" for f in figures]))
        if result.tally["mana_oneshot_squares"].size:
            rows.append(("… one-shots alone", [f"{result.one_shot_mana(t).value:.2f}" for t in turns]))
    flows = result.tally["flows"]
    if flows.size and flows[:, len(SOURCES)].any():
        rows.append(("… for some things only", [f"{result.restricted_mana(t).value:.2f}" for t in turns]))
    if result.tally["unbounded"].any():
        rows.append(("… unbounded, %", [percent(f.unbounded.value) for f in figures]))
    return [(Cell(words, css="l"), *(Cell(text) for text in texts)) for words, texts in rows]


def _colours(result: Result) -> Section:
    turns = range(1, result.turns + 1)
    rows = []
    for letter in asked_types(result):
        values = [result.mana(t).at_least(1, letter) for t in turns]
        rows.append(
            (
                Cell(symbols=symbols(f"{{{letter}}}"), css="l"),
                Cell(COLOURS[letter], css="l"),
                *(
                    Cell(percent(e.value), heat=_shade(e.value), tip=f"{percent(e.low)} to {percent(e.high)}")
                    for e in values
                ),
            )
        )
    heads = (Head("", True), Head("colour", True), *(Head(f"T{t}") for t in turns))
    return Section("Colours: % of games with at least one mana of it", tables=(Table(heads, tuple(rows)),))


REASON_HEADS = {"few": "too few lands", "many": "too many", "other": "otherwise"}


def _hands(result: Result) -> Section:
    hands = result.hands()
    reasons = {why: by_size for why, by_size in hands.reasons.items() if any(by_size.values())}
    lands = [k for k in range(8) if hands.kept[:, k].any()]
    rows = tuple(
        (
            Cell(f"{size} cards", css="l"),
            Cell(plus_minus(e)),
            Cell(f"{int(hands.sent_back[size].sum()):,}"),
            *(Cell(f"{by_size[size]:,}") for by_size in reasons.values()),
        )
        for size, e in hands.sizes.items()
    )
    kept = tuple(
        (Cell(f"{size} cards", css="l"), *(Cell(f"{int(n):,}" if n else "") for n in hands.kept[size][lands]))
        for size in hands.sizes
    )
    heads = (Head("hand", True), Head("kept, %"), Head("sent back"), *(Head(REASON_HEADS[why]) for why in reasons))
    by_lands = (Head("games by lands kept", True), *(Head(str(k)) for k in lands))
    return Section(
        "Opening hands",
        tables=(Table(heads, rows), Table(by_lands, kept)),
        note=f"{hands.mean_lands.value:.2f} lands on average",
    )


# ------------------------------------------------------------------------------------- decks on the same shuffles


def comparison_page(comparison: Comparison) -> Page:
    """The page of a comparison."""
    first = comparison.results[0]
    s = first.scenario
    summary = (
        f"{count(comparison.games, 'game')} of {count(s.turns, 'turn')} each on the same shuffles, {ORDERS[s.order]}; "
        f"mulligans: {s.rule.name}",
        "Differences are the other deck's less the first's, with 95% intervals; filled or bold: on one side of 0.",
    )
    sections = [_overview(comparison)]
    for k in range(1, len(comparison.results)) if len(comparison.results) <= 6 else ():
        sections += _deck(comparison, k)
    title = f"{comparison.names[0]} against {count(len(comparison.pairs), 'other list')}"
    return Page(title, summary, tuple(sections), _footer(first, methods_line(comparison)), first.version)


def _overview(comparison: Comparison) -> Section:
    rows, cells = [], []
    swaps = all("->" in name for name in comparison.names[1:])  # named by the change itself
    makes_room = filler(comparison)
    for k in range(1, len(comparison.results)):
        curve, spent = comparison.number("on_curve", deck=k), comparison.number("spent_in_all", deck=k)
        label = changed(comparison, k, without=makes_room) if swaps else comparison.names[k]
        rows.append((label, 100 * curve.value, 100 * curve.low, 100 * curve.high))
        cells.append(
            (
                *(() if swaps else (Cell(comparison.names[k], css="l"),)),
                Cell(changed(comparison, k, without=makes_room), css="l"),
                _difference(curve, 100),
                _difference(spent, 1),
            )
        )
    rows.sort(key=lambda row: -row[1])
    cells.sort(key=lambda row: -(row[-2].key or 0))
    heads = (
        *(() if swaps else (Head("deck", True),)),
        Head("change", True),
        Head("on curve, points"),
        Head("mana spent"),
    )
    base = comparison.on_curve(1)[0]
    return Section(
        "What changes as a whole",
        f"Mean castability on curve of the shared spells, by copies: {percent(base.value)}% in the first deck.",
        pictures=(_picture(svg.forest(rows, "points of % castable on curve")),),
        tables=(Table(heads, tuple(cells), sortable=True),),
        note=f"{makes_room} makes room" if makes_room else "",
    )


def _difference(d: Any, by: float) -> Cell:
    text = f"{d.value * by:+.2f} ({d.low * by:+.2f} to {d.high * by:+.2f})"
    return Cell(text, round(d.value, 8), "sure" if d.sure else "")


def _deck(comparison: Comparison, k: int) -> list[Section]:
    first, other = comparison.results[0], comparison.results[k]
    rows, cells = [], []
    for card, theirs in comparison.shared[k - 1]:
        turn = first.curve_turn(card)
        if turn > comparison.turns:
            continue
        d = comparison.difference(card, turn, deck=k)
        rows.append((f"{card.name} (T{turn})", 100 * d.value, 100 * d.low, 100 * d.high))
        cells.append(
            (
                Cell(card.name, css="l"),
                Cell(f"T{turn}", turn),
                Cell(percent(first.castable(card, turn).value)),
                Cell(percent(other.castable(theirs, turn).value)),
                _difference(d, 100),
            )
        )
    rows.sort(key=lambda row: -row[1])
    heads = (Head("card", True), Head("on"), Head("first"), Head("other"), Head("difference"))
    curve = Section(
        f"{comparison.names[k]}: castable on curve",
        changed(comparison, k),
        pictures=(_picture(svg.forest(rows, "points of % castable on curve")),) if rows else (),
        tables=(Table(heads, tuple(cells), sortable=True),) if rows else (),
        note="" if rows else "The decks have no spell in common.",
    )
    (table,) = _plain([whole(comparison, k)])
    sections = [curve, replace(table, title=f"{comparison.names[k]}: the deck as a whole")]
    found = real(comparison, k)
    return [*sections, *_plain([found])] if found else sections
