"""Real decks: the same games without counts, on the general plane alone, and in the default way, bit for bit."""

import gzip
import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

from untap._core import run_chunk
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import ProgramError, compile_deck
from untap.simulate import Scenario

SHARED = os.environ.get("UNTAP_SHARED")


def real_decks(n, seed, more=()):
    """Programs of so many decks, with paths and whether they have commanders; a copy of each of ``more`` added."""
    with gzip.open(Path(SHARED) / "decks" / "collection.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(seed).shuffle(rows)
    table = CardTable.open()
    for row in rows[:n]:
        main = {**dict.fromkeys(more, 1), **row["main"]}
        text = "\n".join(f"{n} {name}" for name, n in main.items())
        if row["cmd"]:
            text = f"Deck\n{text}\n\nCommander\n" + "\n".join(f"1 {name}" for name in row["cmd"])
        try:
            yield row["path"], bool(row["cmd"]), compile_deck(parse_deck(text), table)
        except ProgramError:
            continue  # larger than the core takes


@pytest.mark.skipif(not SHARED, reason="needs the shared deck collection (UNTAP_SHARED)")
def test_every_way_plays_the_same_games():
    games = 0
    for path, commander, program in real_decks(150, 5):
        kw = Scenario(turns=6, format="commander" if commander else "constructed").to_core() | {"node_limit": 200}
        for game in range(2):
            usual, counted, general = (
                run_chunk([program], (3, 9), game, 1, **kw, **how)[0]
                for how in ({}, {"counts": False}, {"general": True})
            )
            for other in (counted, general):
                if usual["undecided"].sum() + other["undecided"].sum() == 0:
                    games += 1
                    different = [figure for figure in usual if not np.array_equal(usual[figure], other[figure])]
                    assert different == [], (path, game)
    assert games > 500
