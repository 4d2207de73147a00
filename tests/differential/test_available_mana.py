"""Whatever mana is available pays for a spell of as much generic mana, in real decks."""

import gzip
import json
import os
import random
from pathlib import Path

import pytest

from untap import _core
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import ProgramError, compile_deck
from untap.program.opcodes import BY_NAME
from untap.simulate import Scenario, seed_key

SHARED = os.environ.get("UNTAP_SHARED")
GENERIC = {
    1: "Metallic Sliver", 2: "Bronze Sable", 3: "Yotian Soldier", 4: "Bottle Golems", 5: "Stone Golem",
    6: "Phyrexian Hulk", 7: "Meteor Golem", 8: "Colossus of Akros",
}  # fmt: skip


@pytest.mark.skipif(not SHARED, reason="needs the shared deck collection (UNTAP_SHARED)")
def test_available_mana_pays_for_generic_costs():
    with gzip.open(Path(SHARED) / "decks" / "collection.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(1).shuffle(rows)
    table, checked = CardTable.open(), 0
    for row in [r for r in rows if not r["cmd"]][:150]:
        main = {**dict.fromkeys(GENERIC.values(), 1), **row["main"]}
        try:
            program = compile_deck(parse_deck("\n".join(f"{n} {name}" for name, n in main.items())), table)
        except ProgramError:
            continue  # larger than the core takes
        arrays = program.arrays
        ops = {int(op) for op in arrays["rows"]["op"]}
        if ops & {BY_NAME["Spend"], BY_NAME["CostChange"], BY_NAME["CantCast"]}:
            continue  # mana for some spells only; spells that cost more, or can't be cast
        classes = {arrays["kind_names"][k]: c for c, k in enumerate(arrays["class_kind"])}
        scenario = Scenario(turns=6, order="play").to_core()
        for game in range(3):
            _, outcome = _core.trace_game(program, seed_key(7), game, **scenario)
            if outcome["undecided"]:
                continue
            for turn, seen in enumerate(outcome["turns"], 1):
                for cost, name in GENERIC.items():
                    if name in classes and seen["available"] >= cost:
                        checked += 1
                        assert classes[name] in seen["castable"], (row["path"], game, turn, name)
    assert checked > 2000
