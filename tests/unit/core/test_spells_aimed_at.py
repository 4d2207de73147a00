"""A spell that is aimed at a spell can't be cast without one (CR 601.2c), whatever else it does."""

import pytest

import untap
from untap.cards import CardTable
from untap.decks import Deck, Entry
from untap.program.compile import compile_deck

from .position import Position, card

DRAWS = card("Draws", "{U}", "Instant", "Draw a card.")
COUNTERS = {
    "counter": "Counter target spell.\nDraw a card.",
    "counter unless": "Counter target spell unless its controller pays {1}.\nDraw a card.",
    "return": "Return target spell to its owner's hand.\nDraw a card.",
    "copy": "Copy target instant or sorcery spell. You may choose new targets for the copy.\nDraw a card.",
    "only counter": "Counter target spell.",
}


def _may_be_cast(position):
    return {position.places[a[1]][0] for a in position.board.legal_actions() if a[0] == "cast"}


@pytest.mark.parametrize("text", COUNTERS.values(), ids=COUNTERS)
def test_it_needs_a_spell(text):
    p = Position(DRAWS, card("Aimed", "{U}", "Instant", text), hand="Aimed, Draws", play="2 Island", library="9 Island")
    assert _may_be_cast(p) == {"Draws"}
    p.cast("Draws", resolve=False)
    assert _may_be_cast(p) == {"Aimed"}


def test_a_mode_that_needs_one_is_left_out():
    text = "Choose one —\n• Counter target spell.\n• Draw two cards."
    p = Position(card("Charm", "{U}", "Instant", text), hand="Charm", play="Island", library="9 Island")
    assert _may_be_cast(p) == {"Charm"}
    p.cast("Charm")
    assert len(p.zone("hand")) == 2


def test_up_to_one_may_be_none():
    text = "Counter up to one target spell.\nDraw a card."
    p = Position(card("Perhaps", "{U}", "Instant", text), hand="Perhaps", play="Island", library="9 Island")
    assert _may_be_cast(p) == {"Perhaps"}


def test_the_player_draws_no_card_with_it():
    cards = (24, "Remand"), (12, "Opt"), (24, "Island")
    deck = Deck(entries=tuple(Entry(name, n, "main", 0) for n, name in cards), diagnostics=(), name="x")
    result = untap.simulate(compile_deck(deck, CardTable.open()), games=200, turns=4, order="play", mulligan="none")
    assert result.castable("Remand", 4).value > 0.9  # for its cost
    assert result.cast_by("Remand", 4).value == 0
    assert result.cast_by("Opt", 4).value > 0.5
