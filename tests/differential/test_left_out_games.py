"""Comparisons leave out games in which a deck is bound to play what the first deck plays: the integers are the same."""

import numpy as np
import pytest

from tests.differential.decks import generated_deck
from tests.differential.test_planes import DECKS
from untap import _core
from untap.cards import CardTable
from untap.decks import Deck, Entry, Swap, parse_deck
from untap.program.compile import compile_deck
from untap.results.comparison import shared_cards
from untap.results.model import card_infos
from untap.simulate.run import seed_key
from untap.simulate.scenario import Scenario
from untap.simulate.slots import slot_tables

SWAPS = {
    "one colour": "1 Mountain -> 1 Goblin Guide",
    "shock and check lands": "1 Forest -> 1 Plains",
    "fast, slow and tapped lands": "2 Island -> 1 Plains + 1 Prairie Stream",
    "leaves for elves": "1 Forest -> 1 Pendelhaven",
    "leaves for a fetch land": "1 Windswept Heath -> 1 Forest",
    "draws cards": "1 Island -> 1 Mystic Sanctuary",
    "casting costs life": "1 Mountain -> 1 Barbarian Ring",
    "few lands": "1 Swamp -> 1 Urborg, Tomb of Yawgmoth",
}


def integers(programs, scenario, first, games, **options):
    infos = [card_infos(p.cards) for p in programs]
    shared = [[(a.cls, b.cls, a.count, max(1, a.mana_value)) for a, b in shared_cards(infos[0], o)] for o in infos[1:]]
    tallies, pairs = _core.compare_chunk(
        programs,
        seed_key(3),
        first,
        games,
        slots=slot_tables(programs),
        shared=shared,
        **scenario.to_core(),
        **options,
    )
    return [*tallies, *pairs]


def left_out(programs) -> bool:
    return _core.alike(programs[0].core, programs[1].core, *slot_tables(programs)) is not None


def agree(programs, scenario, first, games):
    some = integers(programs, scenario, first, games)
    every = integers(programs, scenario, first, games, skip=False)
    for a, b in zip(some, every, strict=True):
        for figure, array in a.items():
            assert np.array_equal(array, b[figure]), figure


@pytest.mark.parametrize("order", ["play", "draw", "both"])
@pytest.mark.parametrize("name", SWAPS)
def test_the_same_integers(name, order):
    deck, table = parse_deck(DECKS[name]), CardTable.open()
    programs = [compile_deck(d, table) for d in (deck, Swap.parse(SWAPS[name]).apply(deck))]
    # a spell more changes what the deck's costs ask for, which the player reads; what changes other lands, all of them
    assert left_out(programs) == (name not in ("one colour", "draws cards", "casting costs life", "few lands"))
    scenario = Scenario(turns=6, order=order)
    for first, games in ((0, 300), (7, 98), (11, 1), (14, 1)):
        agree(programs, scenario, first, games)


def test_several_decks_beside_one():
    deck, table = parse_deck(DECKS["shock and check lands"]), CardTable.open()
    swaps = ["1 Forest -> 1 Plains", "1 Plains -> 1 Forest", "1 Craw Wurm -> 1 Forest"]
    swaps += ["1 Temple Garden -> 1 Breeding Pool"]
    programs = [compile_deck(d, table) for d in (deck, *(Swap.parse(s).apply(deck) for s in swaps))]
    agree(programs, Scenario(turns=7, order="both", mulligan="vancouver"), 3, 400)


@pytest.mark.parametrize("seed", range(12))
def test_generated_decks(seed):
    entries = generated_deck(seed)
    deck = Deck(entries=tuple(Entry(name, n, "main", 0) for name, n, _ in entries), diagnostics=(), name="x")
    one, two = entries[0][0], entries[1][0]
    table = CardTable.open()
    programs = [compile_deck(d, table) for d in (deck, Swap(((1, one),), ((1, two),)).apply(deck))]
    assert left_out(programs)
    agree(programs, Scenario(turns=4, order="both"), seed, 60)


def test_without_what_differs_nothing_is_played():
    # a deck against itself with two cards in another order of the list plays none of its games itself
    deck, table = parse_deck(DECKS["leaves for elves"]), CardTable.open()
    programs = [compile_deck(deck, table)] * 2
    assert _core.alike(programs[0].core, programs[1].core, *slot_tables(programs)) == []
    agree(programs, Scenario(turns=5), 0, 50)
