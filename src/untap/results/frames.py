"""Results as rows, and data frames of them."""

from __future__ import annotations

import math
import os
from typing import Any

from untap.results.model import ResultError
from untap.results.result import Result
from untap.results.tally import FAILS, SOURCES, TYPES

#: Tables and what a row of them is.
TABLES = {
    "castable": "a card on a turn",
    "mana": "a turn",
    "lands": "a turn",
    "hands": "a size of the kept hand",
    "asked": "a question",
    "clock": "a turn",
}


def records(result: Result, table: str) -> list[dict[str, Any]]:
    """The rows of a table, as plain numbers; NaN is None.

    Orders of play are rows of their own (``play``, ``draw``), beside ``both`` where both were played.
    """
    if table not in TABLES:
        raise ResultError(f"there is no table {table!r}: use one of {', '.join(TABLES)}")
    make = {"castable": _castable, "mana": _mana, "lands": _lands, "hands": _hands, "asked": _asked, "clock": _clock}[
        table
    ]
    rows = []
    for label, order in orders(result):
        rows += [{**row, "order": label} for row in make(result, order)]
    return rows


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


def _asked(result: Result, order: str | None) -> list[dict[str, Any]]:
    return [
        {"question": text, **_interval("probability", result.probability(text, order=order))}
        for text in result.questions
    ]


def _clock(result: Result, order: str | None) -> list[dict[str, Any]]:
    if not result.scenario.clock:
        return []
    return [
        {
            "turn": t,
            **_interval("mean_damage", result.damage(t, order=order).mean),
            **_interval("lethal", result.lethal_by(t, order=order)),
        }
        for t in range(1, result.turns + 1)
    ]


def _castable(result: Result, order: str | None) -> list[dict[str, Any]]:
    figures = {name: result.castability(name, order) for name in ("castable", "castable_by", "cast_by", "drawn")}
    fails = {reason: result.castability(f"fail_{reason}", order).value for reason in FAILS}
    missing = result.castability_of_types(order)
    rows = []
    for card in result.spells:
        for t in range(result.turns):
            row: dict[str, Any] = {
                "card": card.name,
                "section": card.section,
                "mana_cost": card.mana_cost,
                "mana_value": card.mana_value,
                "turn": t + 1,
                "on_curve": result.curve_turn(card) == t + 1,
            }
            for name, p in figures.items():
                at = (card.cls, t)
                row |= {
                    name: _number(float(p.value[at])),
                    f"{name}_low": _number(float(p.low[at])),
                    f"{name}_high": _number(float(p.high[at])),
                }
            row |= {f"fail_{reason}": _number(float(value[card.cls, t])) for reason, value in fails.items()}
            row |= {f"missing_{letter}": _number(float(missing[card.cls, t, i])) for i, letter in enumerate(TYPES)}
            rows.append(row)
    return rows


def _mana(result: Result, order: str | None) -> list[dict[str, Any]]:
    rows = []
    for turn in range(1, result.turns + 1):
        mana, spent = result.mana(turn, order=order), result.spent(turn, order=order)
        row: dict[str, Any] = {"turn": turn, **_interval("mean", mana.mean)}
        row |= {f"p{round(100 * q)}": _number(mana.renewable.quantile(q).value) for q in (0.1, 0.5, 0.9)}
        row |= _interval("at_least_turn", mana.at_least(turn))
        row |= _interval("mean_with_one_shots", mana.with_one_shots.mean)
        row |= _interval("mean_spent", spent.mean)
        if result.tally["flows"].size:
            row["mean_restricted"] = _number(result.restricted_mana(turn, order=order).value)
            row |= {
                f"mean_spent_{name}": _number(result.spent_from(name, turn, order=order).value) for name in SOURCES
            }
        for letter, distribution in mana.types.items():
            row |= _interval(f"any_{letter}", distribution.at_least(1))
        rows.append({**row, **_interval("unbounded", mana.unbounded)})
    return rows


def _lands(result: Result, order: str | None) -> list[dict[str, Any]]:
    return [
        {
            "turn": turn,
            **_interval("land_drop", result.land_drop(turn, order=order)),
            **_interval("mean_in_play", result.lands_in_play(turn, order=order).mean),
            **_interval("mean_seen", result.lands_seen(turn, order=order).mean),
        }
        for turn in range(1, result.turns + 1)
    ]


def _hands(result: Result, order: str | None) -> list[dict[str, Any]]:
    hands = result.hands(order=order)
    rows = []
    for size, estimate in hands.sizes.items():
        games = hands.kept[size]
        row = {"size": size, **_interval("kept", estimate)}
        row |= {f"lands_{k}": int(games[k]) for k in range(8)}
        row["sent_back"] = int(hands.sent_back[size].sum())
        rows.append(row)
    return rows


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
