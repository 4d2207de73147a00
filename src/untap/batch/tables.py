"""A batch's tables: columns, and the files that hold them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import IO, Any

import numpy as np

from untap import stats
from untap.results import Result
from untap.results.files import replacing
from untap.results.tally import FAILS, SETS, TYPES

#: Columns of the table of decks and their types; a list has one number a turn. ``docs/batch.md`` says what they are.
DECKS = {
    "identity": "string",
    "deck": "string",
    "name": "string",
    "status": "string",
    "reason": "string",
    "program_sha256": "string",
    "format": "string",
    "players": "int",
    "order": "string",
    "turns": "int",
    "seed": "int",
    "games": "int",
    "cards": "int",
    "lands": "int",
    "commanders": "string",
    "on_curve": "float",
    "on_curve_worst": "float",
    "on_curve_worst_card": "string",
    "kept_size": "float",
    "kept_lands": "float",
    "mana": "floats",
    "mana_at_least_turn": "floats",
    "lands_in_play": "floats",
    "spent": "floats",
    "decked": "float",
    "died": "float",
    "undecided": "float",
    "asked": "floats",
    "exact": "bool",
    "approximated": "int",
    "unsupported": "int",
    "unsupported_cards": "strings",
    "warnings": "strings",
}

#: Columns of the table of cards and turns. Counts are games; ``p_`` are proportions.
CARDS = {
    "identity": "string",
    "card": "string",
    "section": "string",
    "copies": "int",
    "mana_cost": "string",
    "mana_value": "int",
    "turn": "int",
    "on_curve": "bool",
    "games": "int",
    "castable": "int",
    "castable_by": "int",
    "cast_by": "int",
    "drawn": "int",
    "drawn_castable": "int",
    "lands_ok": "int",
    "lands_ok_castable": "int",
    **{f"fail_{reason}": "int" for reason in FAILS},
    **{f"missing_{letter}": "int" for letter in TYPES},
    "missing_sets": "strings",
    "missing_sets_games": "ints",
    "games_play": "int",
    "castable_play": "int",
    "p_castable": "float",
    "p_castable_low": "float",
    "p_castable_high": "float",
    "p_castable_by": "float",
    "p_cast_by": "float",
    "p_castable_given_lands": "float",
}

#: Decimals of numbers that aren't whole.
PLACES = 6


def _number(x: float) -> float | None:
    return None if math.isnan(x) else round(float(x), PLACES)


def _column(x: np.ndarray) -> list[float | None]:
    return [_number(v) for v in np.asarray(x, float).ravel().tolist()]


def deck_row(result: Result, identity: str) -> dict[str, Any]:
    """A deck's row; ``deck`` and ``name`` are left for whoever knows them."""
    turns = range(1, result.turns + 1)
    hands = result.hands()
    mana = [result.mana(turn) for turn in turns]
    p = result.castability().value
    curve = [
        (card, float(p[card.cls, result.curve_turn(card) - 1]))
        for card in result.spells
        if result.curve_turn(card) <= result.turns
    ]
    copies = sum(card.count for card, _ in curve)
    worst = min(curve, key=lambda pair: (pair[1], pair[0].name), default=None)
    levels = [note.level for note in result.notes]
    missing = [note for note in result.notes if note.level in ("unsupported", "text missing")]
    return {
        "identity": identity,
        "status": "done",
        "program_sha256": result.digest,
        "format": result.scenario.format,
        "players": result.scenario.players,
        "order": result.scenario.order,
        "turns": result.turns,
        "seed": result.seed,
        "games": result.games,
        "cards": sum(card.count for card in result.cards),
        "lands": sum(card.count for card in result.cards if card.land),
        "commanders": " + ".join(card.name for card in result.cards if card.section == "commander") or None,
        "on_curve": _number(sum(c.count * v for c, v in curve) / copies) if copies else None,
        "on_curve_worst": None if worst is None else _number(worst[1]),
        "on_curve_worst_card": None if worst is None else worst[0].name,
        "kept_size": _number(hands.mean_size.value),
        "kept_lands": _number(hands.mean_lands.value),
        "mana": [_number(m.mean.value) for m in mana],
        "mana_at_least_turn": [_number(m.at_least(turn).value) for turn, m in zip(turns, mana, strict=True)],
        "lands_in_play": [_number(result.lands_in_play(turn).mean.value) for turn in turns],
        "spent": [_number(result.spent(turn).mean.value) for turn in turns],
        **{how: _number(result.ended(how).value) for how in ("decked", "died", "undecided")},
        "asked": [_number(result.probability(text).value) for text in result.questions],
        "exact": not any(level != "inert" for level in levels),
        "approximated": levels.count("approximated"),
        "unsupported": len(missing),
        "unsupported_cards": sorted({note.card for note in missing}),
        "warnings": list(result.warnings),
    }


def failed_row(reason: str) -> dict[str, Any]:
    """The row of a deck that hasn't been played."""
    return {"status": "failed", "reason": reason}


def card_columns(result: Result, identity: str) -> dict[str, list[Any]]:
    """The rows of a deck's cards and turns, by column."""
    cards, turns = result.spells, result.turns
    n = len(cards) * turns
    classes = [card.cls for card in cards]
    tally = result.tally

    def repeated(values: Iterable[Any]) -> list[Any]:
        return [value for value in values for _ in range(turns)]

    def counts(name: str) -> list[int]:
        return tally[name].sum(axis=0)[classes].ravel().tolist()

    def shares(values: np.ndarray) -> list[float | None]:
        return _column(values[classes])

    castable = result.castability()
    rows = result._rows(None)
    given = stats.conditional(
        tally["lands_ok_castable"][rows],
        tally["lands_ok"][rows][:, None, :],
        tally["games"][rows][:, None, None],
    )
    missing = tally["missing"].sum(axis=0)[classes]
    return {
        "identity": [identity] * n,
        "card": repeated(card.name for card in cards),
        "section": repeated(card.section for card in cards),
        "copies": repeated(card.count for card in cards),
        "mana_cost": repeated(card.mana_cost for card in cards),
        "mana_value": repeated(card.mana_value for card in cards),
        "turn": [turn for _ in cards for turn in range(1, turns + 1)],
        "on_curve": [result.curve_turn(card) == turn for card in cards for turn in range(1, turns + 1)],
        "games": [result.games] * n,
        **{name: counts(name) for name in ("castable", "castable_by", "cast_by", "drawn", "drawn_castable")},
        "lands_ok": tally["lands_ok"].sum(axis=0).tolist() * len(cards),
        "lands_ok_castable": counts("lands_ok_castable"),
        **{f"fail_{reason}": counts(f"fail_{reason}") for reason in FAILS},
        **{f"missing_{letter}": missing[:, :, i].ravel().tolist() for i, letter in enumerate(TYPES)},
        **_sets(tally["missing_sets"].sum(axis=0)[classes].reshape(n, 64) if n else np.zeros((0, 64), np.int64)),
        "games_play": [int(tally["games"][0])] * n,
        "castable_play": tally["castable"][0][classes].ravel().tolist(),
        "p_castable": shares(castable.value),
        "p_castable_low": shares(castable.low),
        "p_castable_high": shares(castable.high),
        "p_castable_by": shares(result.castability("castable_by").value),
        "p_cast_by": shares(result.castability("cast_by").value),
        "p_castable_given_lands": shares(given.value),
    }


def _sets(counts: np.ndarray) -> dict[str, list[Any]]:
    """Of each row the sets of missing types that occurred, the most frequent first, and their games."""
    sets, games = [], []
    for row in counts:
        found = sorted(np.flatnonzero(row).tolist(), key=lambda s: (-row[s], s))
        sets.append([SETS[s] for s in found])
        games.append([int(row[s]) for s in found])
    return {"missing_sets": sets, "missing_sets_games": games}


# ------------------------------------------------------------------------------------- files


class JsonLines:
    """Rows as JSON, one a line."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, columns: Mapping[str, list[Any]]) -> None:
        """Write rows that are given by column."""
        names = list(columns)
        encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode
        rows = (encode(dict(zip(names, row, strict=True))) for row in zip(*columns.values(), strict=True))
        self._file.write("".join(f"{row}\n" for row in rows).encode())

    def close(self) -> None:
        """Nothing is held back."""


class Parquet:
    """Rows as Parquet, in groups of about `GROUP`; the bytes depend on the rows and on pyarrow's version alone."""

    GROUP = 50_000

    def __init__(self, file: IO[bytes], columns: Mapping[str, str]) -> None:
        import pyarrow
        import pyarrow.parquet

        types = {
            "string": pyarrow.string(),
            "int": pyarrow.int64(),
            "float": pyarrow.float64(),
            "bool": pyarrow.bool_(),
            "ints": pyarrow.list_(pyarrow.int64()),
            "floats": pyarrow.list_(pyarrow.float64()),
            "strings": pyarrow.list_(pyarrow.string()),
        }
        self._schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._table = pyarrow.table
        self._waiting: dict[str, list[Any]] = {name: [] for name in columns}

    def add(self, columns: Mapping[str, list[Any]]) -> None:
        """Write rows that are given by column."""
        for name, held in self._waiting.items():
            held.extend(columns[name])
        if len(next(iter(self._waiting.values()))) >= self.GROUP:
            self._flush()

    def _flush(self) -> None:
        if next(iter(self._waiting.values())):
            self._writer.write_table(self._table(self._waiting, schema=self._schema))
            self._waiting = {name: [] for name in self._waiting}

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        self._flush()
        self._writer.close()


def has_parquet() -> bool:
    """Whether pyarrow is there (the extra ``frames``)."""
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


class Tables:
    """Both tables in every form that can be written; see `writing`."""

    def __init__(self, decks: list[Any], cards: list[Any]) -> None:
        self._decks, self._cards = decks, cards

    def deck(self, row: Mapping[str, Any]) -> None:
        """Add a deck's row; what it lacks is null."""
        columns = {name: [row.get(name)] for name in DECKS}
        for table in self._decks:
            table.add(columns)

    def cards(self, columns: Mapping[str, list[Any]]) -> None:
        """Add the rows of a deck's cards."""
        for table in self._cards:
            table.add(columns)


@contextmanager
def writing(folder: str, *, parquet: bool) -> Iterator[Tables]:
    """The tables of a folder; they take the place of older ones at the end, whole, or not at all."""
    import os

    with ExitStack() as stack:
        held: dict[str, list[Any]] = {}
        for name, columns in (("decks", DECKS), ("cards", CARDS)):
            path = os.path.join(folder, name)
            held[name] = [JsonLines(stack.enter_context(replacing(f"{path}.jsonl")))]
            if parquet:
                held[name].append(Parquet(stack.enter_context(replacing(f"{path}.parquet")), columns))
        yield Tables(held["decks"], held["cards"])
        for tables in held.values():
            for table in tables:
                table.close()
