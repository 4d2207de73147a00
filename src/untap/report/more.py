"""Tables that a report has on request: conditional castability, what is really cast, first turns with much mana."""

from __future__ import annotations

import math

from untap.report.model import Cell, Column, Table, cells
from untap.report.numbers import amount, half_width, percent
from untap.results import Result
from untap.results.frames import conditions
from untap.results.model import CardInfo

#: Heads of the conditions of `Result.castable`.
GIVEN_WORDS = {
    "lands_seen": "seen",
    "lands_for_it": "for it",
    "lands_in_play": "in play",
    "opening_hand": "hand",
    "drawn": "drawn",
}
GIVEN_NOTE = (
    "% of the games in which: seen, as many lands were seen as the turn's number; for it, as its mana value; in play, "
    "as many were on the battlefield; hand, a copy was in the kept hand; drawn, one was drawn by then"
)


def by_turn(result: Result) -> list[CardInfo]:
    """The spells by the turn on which they are on curve."""
    return sorted(result.spells, key=lambda card: (result.curve_turn(card), card.name))


def conditional(result: Result) -> list[Table]:
    """Castable on curve under each condition."""
    names = conditions(result)
    given = {name: result.conditional_castability(name) for name in names}
    rows, widest = [], 0.0
    for card in by_turn(result):
        turn = result.curve_turn(card)
        if turn > result.turns:
            continue
        at = (card.cls, turn - 1)
        row = [card.name, f"T{turn}", percent(result.castable(card, turn).value)]
        for p in given.values():
            value, low, high = (float(a[at]) for a in (p.value, p.low, p.high))
            row.append("-" if math.isnan(value) else percent(value))
            widest = widest if math.isnan(value) else max(widest, value - low, high - value)
        rows.append(cells(*row))
    if not rows:
        return []
    columns = (
        Column("card", "left", flexible=True),
        Column("on"),
        Column("all"),
        *(Column(GIVEN_WORDS[name]) for name in names),
    )
    method = next(iter(given.values())).method
    note = f"{GIVEN_NOTE}; ±{half_width(widest)} points at most ({method})"
    note = "; ".join(filter(None, (note, together(result))))
    return [Table("On curve, given lands or the card", columns, tuple(rows), note)]


def casting(result: Result) -> list[Table]:
    """When the player really casts each card."""
    last = result.turns
    rows = []
    for card in by_turn(result):
        cast, delay = result.turn_cast(card), result.delay(card)
        late = delay.restricted_mean.value if delay.waited.size else math.nan
        rows.append(
            cells(
                card.name,
                percent(result.drawn_by(card, last).value),
                percent(result.cast_by(card, last).value),
                _mean(cast.mean.value),
                _mean(cast.restricted_mean.value),
                _mean(delay.mean.value),
                _mean(late),
                "-" if math.isnan(delay.on_time.value) else percent(delay.on_time.value),
            )
        )
    if not rows:
        return []
    columns = (
        Column("card", "left", flexible=True),
        *(Column(name) for name in ("drawn", "cast", "turn", "turn*", "delay", "delay*", "on time")),
    )
    note = (
        f"drawn, cast: % by T{last}; turn, delay: means of the games in which it was cast; *: with T{last + 1} where "
        "it wasn't; delay: after the later of the turn drawn and the mana value; on time: % of the games in "
        "which both have come"
    )
    note = "; ".join(filter(None, (note, idle(result), together(result))))
    return [Table("What is really cast", columns, tuple(rows), note)]


def idle(result: Result) -> str:
    """Which cards could be cast and never are; nothing if there are none."""
    last = result.turns
    names = [
        card.name
        for card in by_turn(result)
        if result.drawn_by(card, last).value > 0 == result.cast_by(card, last).value < result.castable(card, last).value
    ]
    return f"castable, but of no use in a goldfish game and never cast: {', '.join(names)}" if names else ""


def together(result: Result) -> str:
    """Which cards are counted as one where copies are concerned; nothing if none are."""
    groups: dict[int, list[str]] = {}
    for card in result.spells:
        if card.name not in groups.setdefault(card.cls, []):
            groups[card.cls].append(card.name)
    named = "; ".join(" = ".join(names) for names in groups.values() if len(names) > 1)
    return f"castable alike and counted together (--apart: each by itself): {named}" if named else ""


def _mean(value: float) -> str:
    return "-" if math.isnan(value) else amount(value)


def first_mana(result: Result, blocks: list[range]) -> list[Table]:
    """On which turn there is so much mana for the first time."""
    most = min(result.tally["mana_first"].shape[1] - 1, result.turns + 3)
    tables = []
    for turns in blocks:
        rows = []
        for k in range(1, most + 1):
            first = result.first_mana(k)
            mean = first.mean.value
            rows.append(
                (
                    Cell(f"{k} or more"),
                    *(Cell(percent(first.by(t).value)) for t in turns),
                    Cell(_mean(mean)),
                    Cell(percent(first.never.value)),
                )
            )
        columns = (Column("mana", "left", flexible=True), *(Column(f"T{t}") for t in turns), Column("mean"))
        tables.append(
            Table(
                "Mana had by turn, %",
                (*columns, Column("never")),
                tuple(rows),
                "by: on this turn or an earlier one; mean: the first turn, where there is one",
            )
        )
    return tables
