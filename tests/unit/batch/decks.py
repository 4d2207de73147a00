"""Small batches: decks of the little card table, and what a folder of results holds."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.cli.fake import Table

from untap.batch import Settings, items, run_batch
from untap.simulate.executors import Serial

#: What a batch leaves that has to be the same bytes, whoever has played it.
SAME = ("decks.jsonl", "cards.jsonl", "decks.parquet", "cards.parquet", "batch.json")

DECKS = [
    {
        "name": f"deck {n}",
        "main": {"Forest": 23 - n % 5, "Mountain": 1 + n % 5, "Grizzly Bears": 20, "Hill Giant": 10 + n},
    }
    for n in range(12)
]
SETTINGS = Settings(games=400, seed=3, scenario={"turns": 4})


def collection(folder: Path, decks=DECKS, name="decks.jsonl") -> str:
    """A file with decks, one a line."""
    path = folder / name
    path.write_text("".join(json.dumps(deck) + "\n" for deck in decks))
    return str(path)


def play(named, out, executor=None, settings=SETTINGS, **options):
    """Run a batch with the little card table."""
    own = executor is None
    executor = executor or Serial()
    try:
        return run_batch(items([str(named)]), out, settings, executor, table=Table(), **options)
    finally:
        if own:
            executor.close()


def left(out: Path) -> dict[str, bytes]:
    """The bytes of the tables."""
    return {name: (out / name).read_bytes() for name in SAME if (out / name).exists()}
