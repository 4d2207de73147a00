"""What a land drop triggers counts: castability looks at what has resolved by then (CR 603.3)."""

import pytest

import untap
from untap import _core
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck
from untap.report.narrate import narrate
from untap.simulate import Scenario, seed_key

# decks in which land drops make mana or take lands back, with artifacts of every price
DECKS = {
    "mana as lands enter": "16 Forest\n8 Mountain\n8 Lotus Cobra\n4 Nissa, Resurgent Animist\n4 Evolving Wilds",
    "lands that take one back": (
        "14 Forest\n8 Gruul Turf\n4 Lotus Cobra\n4 Lotus Field\n4 Lotus Vale\n4 Tireless Provisioner"
    ),
}
GENERIC = {"Bottle Golems": 4, "Phyrexian Hulk": 6, "Meteor Golem": 7, "Colossus of Akros": 8}


def _turns(text, games, turns=6):
    program = compile_deck(parse_deck(text), CardTable.open())
    names = [program.arrays["kind_names"][k] for k in program.arrays["class_kind"]]
    scenario = Scenario(turns=turns, order="play").to_core()
    for game in range(games):
        entries, outcome = _core.trace_game(program, seed_key(1), game, **scenario)
        if outcome["undecided"]:
            continue
        told = "\n".join(narrate(program, entries, outcome)).split("\nTurn ")[1:]
        for number, turn in enumerate(outcome["turns"], 1):
            yield told[:number], turn, {names[k] for k in turn["castable"]}


@pytest.mark.parametrize("name", DECKS)
def test_what_the_mana_pays_for_is_castable(name):
    text = DECKS[name] + "".join(f"\n3 {card}" for card in GENERIC)
    reached = 0
    for _, turn, castable in _turns(text, 60):
        for card, cost in GENERIC.items():
            if turn["available"] >= cost:
                reached += 1
                assert card in castable, (turn, card)
    assert reached > 100


def test_a_token_that_a_land_brings_can_be_sacrificed_for_a_spell():
    seen = 0
    for told, _, castable in _turns("20 Khalni Garden\n10 Swamp\n30 Village Rites", 40, turns=2):
        if "plays Swamp" in told[0] and "plays Khalni Garden" in told[-1]:
            seen += 1
            assert "Village Rites" in castable
    assert seen > 5


def test_a_land_that_fetches_a_tapped_one_is_played_like_a_tapped_land():
    found = []
    for land in ("Evolving Wilds", "Jungle Hollow"):
        text = f"16 Forest\n8 {land}\n36 Grizzly Bears"
        program = compile_deck(parse_deck(text), CardTable.open())
        result = untap.simulate(program, games=4000, turns=2, order="play", mulligan="none", seed=3)
        found.append(result.castable("Grizzly Bears", 2).value)
    # with an untapped land for the second turn, 86.6 % by the hypergeometric distribution; four standard errors
    assert all(abs(v - 0.866) < 0.022 for v in found), found
