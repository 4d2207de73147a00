"""Sources as large as one likes are cast for what can be paid, and not for nothing (CR 107.3a, 702.33c)."""

import pytest

import untap
from untap import _core
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck
from untap.report.narrate import narrate
from untap.simulate import Scenario, seed_key


@pytest.mark.parametrize(("card", "turn", "least"), [("Everflowing Chalice", 5, 0.6), ("Astral Cornucopia", 6, 0.6)])
def test_they_make_mana(card, turn, least):
    """Without them, six lands by the sixth turn: 30 %."""
    program = compile_deck(parse_deck(f"12 {card}\n24 Island\n24 Phyrexian Hulk"), CardTable.open())
    result = untap.simulate(program, games=1000, turns=turn, seed=1, order="play", mulligan="none")
    assert result.castable("Phyrexian Hulk", turn).value > least


def test_none_is_cast_for_nothing_or_instead_of_a_dearer_spell():
    program = compile_deck(parse_deck("12 Everflowing Chalice\n24 Island\n24 Phyrexian Hulk"), CardTable.open())
    names = [program.arrays["kind_names"][k] for k in program.arrays["class_kind"]]
    dear = 0
    for game in range(40):
        entries, outcome = _core.trace_game(program, seed_key(1), game, **Scenario(turns=6, order="play").to_core())
        told = "\n".join(narrate(program, entries, outcome)).split("\nTurn ")
        held = told[0].splitlines()[-1].count("Phyrexian Hulk") - told[0].splitlines()[-1].count("Bottom")
        for turn, out in zip(told[1:], outcome["turns"], strict=True):
            held += turn.count("draws Phyrexian Hulk") - turn.count("casts Phyrexian Hulk")
            assert out["spent"] or "casts Everflowing Chalice" not in turn
            if "Phyrexian Hulk" in {names[k] for k in out["castable"]} and held and out["available"] == 6:
                dear += "casts Phyrexian Hulk" in turn
                assert "casts Everflowing Chalice" not in turn
    assert dear > 5
