"""Which sources pay: those that stay tapped last, and of one that makes several mana all before another is tapped."""

import pytest

import untap
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck

from .position import Position, card

MONOLITH = card(
    "Monolith", "{3}", "Artifact",
    "Monolith doesn't untap during your untap step.\n{T}: Add {C}{C}{C}.\n{3}: Untap Monolith.",
)  # fmt: skip
ROCK = card("Rock", "{2}", "Artifact", "{T}: Add {C}{C}.")
TOMB = card("Tomb", "", "Land", "{T}: Add {C}{C}. Tomb deals 2 damage to you.")
SPELLS = [card(f"Bear {n}", "{" + str(n) + "}") for n in range(1, 7)]


def _tapped(play, spell):
    p = Position(MONOLITH, ROCK, TOMB, *SPELLS, hand=spell, play=play)
    p.cast(spell)
    return sorted(p.arrays["kind_names"][o["kind"]] for o in p.board.objects() if o["tapped"])


@pytest.mark.parametrize(
    ("play", "spell", "tapped"),
    [
        ("Monolith, 3 Island", "Bear 2", ["Island"] * 2),
        ("Monolith, 3 Island", "Bear 4", ["Island", "Monolith"]),
        ("Monolith, Rock, 2 Island", "Bear 4", ["Island", "Island", "Rock"]),
        ("3 Island, Rock", "Bear 4", ["Island", "Island", "Rock"]),
        ("Tomb, Rock, 2 Island", "Bear 4", ["Island", "Island", "Rock"]),
        ("Tomb, Rock, 2 Island", "Bear 5", ["Island", "Rock", "Tomb"]),
    ],
)
def test_sources_tapped(play, spell, tapped):
    assert _tapped(play, spell) == tapped


def test_mana_that_is_left_untaps_what_stays_tapped():
    """Two Golems from three lands and a Monolith: on the fourth turn, and again when five lands have untapped it."""
    text = "12 Basalt Monolith\n24 Island\n12 Fugitive Wizard\n12 Meteor Golem"
    program = compile_deck(parse_deck(text), CardTable.open())
    result = untap.simulate(program, games=1000, turns=6, seed=1, order="play", mulligan="none")
    assert result.castable("Meteor Golem", 6).value > 0.55
