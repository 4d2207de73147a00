"""Whatever mana is available pays for a spell of as much generic mana, in real decks."""

import pytest

from tests.differential.decks import SHARED, real_decks
from untap import _core
from untap.program.opcodes import BY_NAME
from untap.simulate import Scenario, seed_key

GENERIC = {
    1: "Metallic Sliver", 2: "Bronze Sable", 3: "Yotian Soldier", 4: "Bottle Golems", 5: "Stone Golem",
    6: "Phyrexian Hulk", 7: "Meteor Golem", 8: "Colossus of Akros",
}  # fmt: skip


@pytest.mark.skipif(not SHARED, reason="needs the shared deck collection (UNTAP_SHARED)")
def test_available_mana_pays_for_generic_costs():
    checked = 0
    for path, _, program in real_decks(150, 1, GENERIC.values()):
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
                        assert classes[name] in seen["castable"], (path, game, turn, name)
    assert checked > 2000
