"""The player pays for what is offered where that is of use: mana in the upkeep, life for a land to enter untapped."""

import pytest

import untap
from untap import _core
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck
from untap.report.narrate import narrate
from untap.simulate import Scenario, seed_key


def _result(text, turns):
    program = compile_deck(parse_deck(text), CardTable.open())
    return untap.simulate(program, games=1000, turns=turns, seed=1, order="play", mulligan="none")


def _told(text, games, turns):
    program = compile_deck(parse_deck(text), CardTable.open())
    for game in range(games):
        entries, outcome = _core.trace_game(program, seed_key(1), game, **Scenario(turns=turns, order="play").to_core())
        yield "\n".join(narrate(program, entries, outcome))


@pytest.mark.parametrize(
    ("cards", "card", "turn", "least"),
    [
        ("12 Mana Vault", "Phyrexian Hulk", 3, 0.7),  # lands aren't tapped for an artifact that makes less
        ("12 Mystic Remora", "Bottle Golems", 4, 0.55),  # ... nor for what is of use only against opponents
    ],
)
def test_mana_in_the_upkeep_is_kept_for_the_hand(cards, card, turn, least):
    assert _result(f"{cards}\n28 Island\n20 {card}", turn).cast_by(card, turn).value > least


def test_what_casts_a_spell_next_turn_is_untapped_with_mana_that_nothing_needs():
    """Four lands, a Hulk in hand and the Vault used up: the fifth turn has 4 + 3 mana if the fourth untaps it."""
    seen = 0
    for told in _told("12 Mana Vault\n28 Island\n20 Phyrexian Hulk", 40, 6):
        for turn in told.split("\nTurn ")[1:]:
            head, draws, _ = turn.partition("draws")
            if draws and "makes mana" in head:
                seen += 1
                assert "untaps Mana Vault" in head
    assert seen > 5


def test_a_creature_with_echo_is_kept():
    told = [t for t in _told("30 Forest\n30 Albino Troll", 10, 3) if "casts Albino Troll" in t]
    assert len(told) > 5
    assert not any("Albino Troll leaves" in t for t in told)


def test_no_life_is_paid_for_mana_that_nothing_needs():
    """A land that is fetched on the first turn, and nothing of one mana in the hand."""
    for told in _told("20 Misty Rainforest\n10 Breeding Pool\n30 Bottle Golems", 20, 1):
        assert "life: 17" not in told
    paid = sum("life: 17" in told for told in _told("20 Misty Rainforest\n10 Breeding Pool\n30 Llanowar Elves", 20, 1))
    assert paid > 10
