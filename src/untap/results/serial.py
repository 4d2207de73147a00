"""Results as JSON and back."""

from __future__ import annotations

import json
import math
import os
from typing import Any

import numpy as np

from untap.results.frames import MAY_BE_EMPTY, TABLES, methods, records
from untap.results.model import CardInfo, CardNote, ResultError
from untap.results.result import Result
from untap.results.tally import AXES, LATER, ON_REQUEST, shape
from untap.simulate.scenario import Scenario, ScenarioError
from untap.simulate.yardstick import Yardstick

#: The schema's name and version; a reader refuses others.
SCHEMA = "untap.result/2"
#: Arrays that are written as pairs of a place (in C order) and the number that isn't 0.
SPARSE = ("missing_sets",)


def to_dict(result: Result) -> dict[str, Any]:
    """Plain data: provenance, deck, scenario, estimates, and the integers that they follow from."""
    return {
        "schema": SCHEMA,
        "untap": result.version,
        "stream": result.stream,
        "seed": result.seed,
        "deck_sha256": result.digest,
        "card_table_date": result.table_date,
        "scenario": result.scenario.to_dict(),
        "games": result.games,
        "ranges": [list(pair) for pair in result.ranges],
        "stopped": result.stopped,
        "slots": None if result.slots is None else list(result.slots),
        "deck": {
            "name": result.name,
            "cards": [card.to_dict() for card in result.cards],
            "notes": [note.to_dict() for note in result.notes],
            "warnings": list(result.warnings),
        },
        **{table: rows for table in TABLES if (rows := records(result, table)) or table not in MAY_BE_EMPTY},
        "methods": methods(result),
        **({"yardsticks": [one.to_dict() for one in result.yardsticks]} if result.yardsticks else {}),
        **({"draws_only": True} if result.draws_only else {}),
        "classes": result.classes,
        "tally": {name: _listed(name, result.tally[name]) for name in AXES if name in _kept(result)},
    }


def to_json(result: Result, *, indent: int | None = None) -> str:
    """JSON text in ASCII with a fixed order of keys. NaN is null."""
    return json.dumps(to_dict(result), indent=indent, allow_nan=False)


def _kept(result: Result) -> list[str]:
    # arrays that nothing was asked of, or that came later, are left out: results of before stay what they were
    return [name for name in AXES if name not in (*ON_REQUEST, *LATER) or result.tally[name].size]


def _listed(name: str, array: np.ndarray) -> list[int]:
    if name not in SPARSE:
        return array.ravel().tolist()  # type: ignore[no-any-return]
    # nearly all are 0: place and number of the others
    flat = array.ravel()
    found = np.flatnonzero(flat)
    return np.stack([found, flat[found]], axis=-1).ravel().tolist()  # type: ignore[no-any-return]


def _array(tally: dict[str, Any], name: str, lengths: tuple[int, ...]) -> np.ndarray:
    numbers = np.array(tally.get(name, []) if name in ON_REQUEST else tally[name], np.int64)
    if name not in SPARSE:
        return numbers.reshape(lengths)
    places, values = numbers.reshape(-1, 2).T
    array = np.zeros(math.prod(lengths), np.int64)
    if (np.diff(places) <= 0).any() or (places < 0).any() or (places >= array.size).any():
        raise ValueError(f"the places of the tally's {name!r} aren't in order, or not in its shape")
    array[places] = values
    return array.reshape(lengths)


def from_json(text: str | bytes) -> Result:
    """See `Result.from_json`. Estimates are made anew from the integers."""
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ResultError(f"not JSON: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("schema"), str):
        raise ResultError("not a result of untap: it has no schema")
    if data["schema"] != SCHEMA:
        raise ResultError(f"a result of schema {data['schema']!r}; this version of untap reads {SCHEMA!r}")
    try:
        scenario = Scenario.from_dict(data["scenario"])
        classes, deck = int(data["classes"]), data["deck"]
        tally = {
            name: _array(
                data["tally"],
                name,
                shape(name, classes, scenario.turns, len(scenario.ask), scenario.turns if scenario.clock else 0),
            )
            for name in AXES
            if name in data["tally"] or name not in LATER
        }
        return Result(
            name=deck["name"],
            cards=tuple(CardInfo(**card) for card in deck["cards"]),
            notes=tuple(CardNote(**note) for note in deck["notes"]),
            warnings=tuple(deck["warnings"]),
            scenario=scenario,
            seed=int(data["seed"]),
            ranges=tuple((int(a), int(b)) for a, b in data["ranges"]),
            tally=tally,
            classes=classes,
            digest=data["deck_sha256"],
            table_date=data["card_table_date"],
            version=data["untap"],
            stream=int(data["stream"]),
            stopped=data["stopped"],
            slots=None if data["slots"] is None else tuple(int(k) for k in data["slots"]),
            draws_only=bool(data.get("draws_only", False)),
            yardsticks=tuple(Yardstick.from_dict(one) for one in data.get("yardsticks", ())),
        )
    except ResultError:
        raise
    except (KeyError, TypeError, ValueError, ScenarioError, OverflowError) as error:
        raise ResultError(f"a damaged result: {error}") from error


def save(text: str, path: str | os.PathLike[str]) -> None:
    """Text to a file, compressed where the name ends in ``.gz``."""
    data = text.encode("ascii")
    if os.fspath(path).endswith(".gz"):
        import gzip

        data = gzip.compress(data, mtime=0)  # no time of writing: the same bytes
    with open(path, "wb") as file:
        file.write(data)


def load(path: str | os.PathLike[str]) -> bytes:
    """A file's bytes, unpacked where they are compressed."""
    try:
        with open(path, "rb") as file:
            data = file.read()
        if data[:2] == b"\x1f\x8b":
            import gzip

            data = gzip.decompress(data)
    except (OSError, EOFError) as error:
        raise ResultError(f"{os.fspath(path)} cannot be read ({getattr(error, 'strerror', None) or error})") from error
    return data
