"""A commander is castable from the command zone at its cost with tax (CR 903.8)."""

import pytest

from untap._core import run_chunk
from untap.cards import CardTable
from untap.decks import Deck, Entry
from untap.program.compile import compile_deck
from untap.simulate import Scenario, seed_key

WAYS = ({}, {"counts": False}, {"general": True})


def _castable(way, lands, commander, *others, turns=7, games=20):
    entries = [Entry(lands, 99 - sum(n for n, _ in others), "main", 0), Entry(commander, 1, "commander", 0)]
    entries += [Entry(name, n, "main", 0) for n, name in others]
    deck = Deck(entries=tuple(entries), diagnostics=(), name="x")
    program = compile_deck(deck, CardTable.open())
    names = [program.arrays["kind_names"][k] for k in program.arrays["class_kind"]]
    scenario = Scenario(turns=turns, format="commander", order="play").to_core()
    counts = run_chunk([program.core], seed_key(5), 0, games, **scenario, **way)[0]
    return {name: (counts["castable"][0, k] / games).tolist() for k, name in enumerate(names)}, counts


@pytest.mark.parametrize("way", WAYS)
def test_once_cast_it_costs_two_more(way):
    shares, counts = _castable(way, "Plains", "Isamaru, Hound of Konda")
    assert counts["undecided"].sum() == 0
    # cast on turn 1, then {2}{W}
    assert shares == {"Isamaru, Hound of Konda": [1, 0, 1, 1, 1, 1, 1]}


@pytest.mark.parametrize("way", WAYS)
def test_each_cast_costs_two_more_again(way):
    # sacrificed in the end step, it is cast again as soon as possible
    shares, _ = _castable(way, "Mountain", "Ball Lightning")
    assert shares == {"Ball Lightning": [0, 0, 1, 0, 1, 0, 1]}


@pytest.mark.parametrize("way", WAYS)
def test_a_card_of_the_same_cost_is_not_taxed(way):
    shares, _ = _castable(way, "Plains", "Isamaru, Hound of Konda", (30, "Savannah Lions"), games=200)
    assert shares["Savannah Lions"][1] > 0.9 > 0.1 > shares["Isamaru, Hound of Konda"][1]
