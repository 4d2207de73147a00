"""Results as rows, and data frames of them."""

from __future__ import annotations

import math
import os
from typing import Any

from untap.results.figures import pick
from untap.results.model import ResultError
from untap.results.result import GIVEN, PREFIX, Result
from untap.results.tally import FAILS, FLOWS, SETS, SOURCES, TYPES
from untap.stats import Estimate

#: A figure that there isn't.
NOTHING = Estimate(math.nan, math.nan, math.nan, 0, "")

#: Tables and what a row of them is.
TABLES = {
    "castable": "a card on a turn",
    "missing_sets": "a set of missing types, of a card on a turn",
    "cards": "a card",
    "mana": "a turn",
    "first_mana": "an amount of mana",
    "lands": "a turn",
    "untap_step": "a turn",
    "hands": "a size of the kept hand",
    "asked": "a question",
    "clock": "a turn",
}
#: Tables without a row where nothing was asked for, or no colour missing.
MAY_BE_EMPTY = ("missing_sets", "asked", "clock")


def records(result: Result, table: str) -> list[dict[str, Any]]:
    """The rows of a table, as plain numbers; NaN is None.

    Orders of play are rows of their own (``play``, ``draw``), beside ``both`` where both were played.
    """
    if table not in TABLES:
        raise ResultError(f"there is no table {table!r}: use one of {', '.join(TABLES)}")
    rows = []
    for label, order in orders(result):
        rows += [{**row, "order": label} for row in _MAKERS[table](result, order)]
    return rows


def methods(result: Result) -> dict[str, dict[str, str]]:
    """How the intervals of each table's figures are made, by table and figure."""
    found: dict[str, dict[str, str]] = {}
    for table in TABLES:
        noted = _Noted()
        _MAKERS[table](result, orders(result)[0][1], noted)
        if noted.methods:
            found[table] = noted.methods
    return found


class _Noted:
    """Makes a figure's three columns, and remembers by which method."""

    def __init__(self) -> None:
        self.methods: dict[str, str] = {}

    def __call__(self, name: str, estimate: Any) -> dict[str, float | None]:
        if estimate.method:
            self.methods.setdefault(name, estimate.method)
        return _interval(name, estimate)


def orders(result: Result) -> list[tuple[str, str | None]]:
    """Labels of the orders of play and what to ask `Result` for."""
    played = [(order, order) for order in result.scenario.orders]
    return [("both", None), *played] if len(played) > 1 else [(played[0][0], None)]


def _number(x: float) -> float | None:
    return None if math.isnan(x) else x


def _interval(prefix: str, estimate: Any) -> dict[str, float | None]:
    return {
        prefix: _number(estimate.value),
        f"{prefix}_low": _number(estimate.low),
        f"{prefix}_high": _number(estimate.high),
    }


def _asked(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    return [
        {"question": text, **put("probability", result.probability(text, order=order))} for text in result.questions
    ]


def _clock(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    if not result.scenario.clock:
        return []
    return [
        {
            "turn": t,
            **put("mean_damage", result.damage(t, order=order).mean),
            **put("lethal", result.lethal_by(t, order=order)),
        }
        for t in range(1, result.turns + 1)
    ]


def conditions(result: Result, by: str = "") -> list[str]:
    """The conditions of `Result.castable`, or with ``_by`` of `Result.castable_by`, that a result was counted by."""
    return [name for name in GIVEN if result.tally[f"{PREFIX[name]}_castable{by}"].size or not result.classes]


def _castable(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    figures = {name: result.castability(name, order) for name in ("castable", "castable_by", "cast_by", "drawn")}
    given = {f"castable_given_{name}": result.conditional_castability(name, order) for name in conditions(result)}
    for name in conditions(result, "_by"):
        given[f"castable_by_given_{name}"] = result.conditional_castability(name, order, by=True)
    fails = {reason: result.castability(f"fail_{reason}", order).value for reason in FAILS}
    missing = result.castability_of_types(order)
    rows = []
    for card in result.spells:
        for t in range(result.turns):
            at = (card.cls, t)
            row: dict[str, Any] = {
                "card": card.name,
                "section": card.section,
                "mana_cost": card.mana_cost,
                "mana_value": card.mana_value,
                "turn": t + 1,
                "on_curve": result.curve_turn(card) == t + 1,
            }
            for name, p in figures.items():
                row |= put(name, pick(p, *at))
            row |= {f"fail_{reason}": _number(float(value[card.cls, t])) for reason, value in fails.items()}
            row |= {f"missing_{letter}": _number(float(missing[card.cls, t, i])) for i, letter in enumerate(TYPES)}
            for name, p in given.items():
                row |= put(name, pick(p, *at))
            rows.append(row)
    return rows


def _missing_sets(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    if not result.tally["missing_sets"].size:
        return []
    places, shares = result.castability_of_sets(order)
    by_class: dict[int, list[tuple[int, str, Estimate]]] = {}
    for i, (cls, t, s) in enumerate(places.tolist()):
        by_class.setdefault(cls, []).append((t + 1, SETS[s], pick(shares, i)))
    return [
        {
            "card": card.name,
            "section": card.section,
            "turn": turn,
            "on_curve": result.curve_turn(card) == turn,
            "types": types,
            **put("share", share),
        }
        for card in result.spells
        for turn, types, share in by_class.get(card.cls, ())
    ]


def _cards(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    rows = []
    given = {name: result.conditional_castability(name, order) for name in conditions(result)}
    controlled = result.draws_only and result.scenario.rule.counts_only
    controlled = controlled and not any(result.tally[name].any() for name in ("died", "decked", "undecided"))
    alike = any(result.counted_with(card) for card in result.spells)
    for card in result.spells:
        turn = result.curve_turn(card)
        row: dict[str, Any] = {
            "card": card.name,
            "section": card.section,
            "mana_cost": card.mana_cost,
            "mana_value": card.mana_value,
            "count": card.count,
            "target_turn": turn,
        }
        if alike:
            row["counted_with"] = " = ".join(result.counted_with(card)) or None
        late = turn > result.turns
        row |= put("on_curve", NOTHING if late else result.castable(card, turn, order=order))
        for name, p in given.items():
            row |= put(f"on_curve_given_{name}", NOTHING if late else pick(p, card.cls, turn - 1))
        if controlled:
            row |= put("on_curve_controlled", NOTHING if late else result.castable_controlled(card, turn, order=order))
        cast, delay = result.turn_cast(card, order=order), result.delay(card, order=order)
        row |= put("mean_turn_cast", cast.mean)
        row |= put("restricted_turn_cast", cast.restricted_mean)
        row |= put("never_cast", cast.never)
        row |= put("mean_delay", delay.mean)
        if delay.waited.size:
            row |= put("restricted_delay", delay.restricted_mean)
        row |= put("on_time", delay.on_time)
        row |= put("due_not_cast", delay.never)
        rows.append(row)
    return rows


def _mana(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    rows = []
    for turn in range(1, result.turns + 1):
        mana, spent = result.mana(turn, order=order), result.spent(turn, order=order)
        row: dict[str, Any] = {"turn": turn, **put("mean", mana.mean)}
        row |= {f"p{round(100 * q)}": _number(mana.renewable.quantile(q).value) for q in (0.1, 0.5, 0.9)}
        row |= put("at_least_turn", mana.at_least(turn))
        row |= put("mean_with_one_shots", mana.with_one_shots.mean)
        row |= put("mean_spent", spent.mean)
        row |= put("mean_unspent", result.unspent(turn, order=order).mean)
        if result.tally["mana_oneshot_squares"].size:
            row |= put("mean_one_shot", result.one_shot_mana(turn, order=order))
        if result.tally["flows"].size:
            row |= put("mean_restricted", result.restricted_mana(turn, order=order))
            for name in SOURCES:
                row |= put(f"mean_spent_{name}", result.spent_from(name, turn, order=order))
        for letter, distribution in mana.types.items():
            row |= put(f"any_{letter}", distribution.at_least(1))
        rows.append({**row, **put("unbounded", mana.unbounded)})
    return rows


def _first_mana(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    rows = []
    for k in range(1, result.tally["mana_first"].shape[1]):
        first = result.first_mana(k, order=order)
        row = {"at_least": k, **put("mean_turn", first.mean), **put("restricted_turn", first.restricted_mean)}
        row |= put("never", first.never)
        for turn in range(1, result.turns + 1):
            row |= put(f"by_{turn}", first.by(turn))
        rows.append(row)
    return rows


def _lands(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    return [
        {
            "turn": turn,
            **put("land_drop", result.land_drop(turn, order=order)),
            **put("mean_in_play", result.lands_in_play(turn, order=order).mean),
            **put("mean_seen", result.lands_seen(turn, order=order).mean),
            **put("flood", result.flood(turn, order=order)),
            **put("screw", result.screw(turn, order=order)),
        }
        for turn in range(1, result.turns + 1)
    ]


def _untap(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    names = [
        name for name in ("untapped", "kept_tapped", "untapped_otherwise", "untap_triggers") if result.tally[name].size
    ]
    if result.tally["flows"].size:
        names += FLOWS[len(SOURCES) + 1 :]
    rows = []
    for turn in range(1, result.turns + 1):
        row: dict[str, Any] = {"turn": turn}
        for name in names:
            row |= put(name, result.per_game(name, turn, order=order))
        rows.append(row)
    return rows


def _hands(result: Result, order: str | None, put: Any = _interval) -> list[dict[str, Any]]:
    hands = result.hands(order=order)
    rows = []
    for size, estimate in hands.sizes.items():
        games = hands.kept[size]
        row = {"size": size, **put("kept", estimate)}
        row |= {f"lands_{k}": int(games[k]) for k in range(8)}
        row["sent_back"] = int(hands.sent_back[size].sum())
        row |= {f"sent_back_{why}": by_size[size] for why, by_size in hands.reasons.items()}
        rows.append(row)
    return rows


_MAKERS = {
    "castable": _castable,
    "missing_sets": _missing_sets,
    "cards": _cards,
    "mana": _mana,
    "first_mana": _first_mana,
    "lands": _lands,
    "untap_step": _untap,
    "hands": _hands,
    "asked": _asked,
    "clock": _clock,
}


def frame(result: Result, library: str, table: str) -> Any:
    """A table as a data frame. The libraries are the extra ``frames``."""
    return make_frame(records(result, table), library)


def make_frame(rows: list[dict[str, Any]], library: str) -> Any:
    """Rows as a data frame."""
    if library not in ("pandas", "polars"):
        raise ResultError(f"data frames are made by 'pandas' or 'polars', not {library!r}")
    try:
        if library == "pandas":
            import pandas  # type: ignore[import-untyped, unused-ignore]

            return pandas.DataFrame(rows)
        import polars

        return polars.DataFrame(rows, infer_schema_length=None)
    except ImportError as error:
        raise ImportError(f"{library} isn't installed: pip install 'untap[frames]'") from error


def to_csv(rows: list[dict[str, Any]]) -> str:
    """Rows as CSV with a header; None is nothing."""
    import csv
    import io

    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def write_parquet(rows: list[dict[str, Any]], path: str | os.PathLike[str]) -> None:
    """Rows to a Parquet file. The library is in the extra ``frames``."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("pyarrow isn't installed: pip install 'untap[frames]'") from error
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), os.fspath(path))
