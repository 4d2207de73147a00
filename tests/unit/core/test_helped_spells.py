"""What is castable after something is untapped is cast: a land is tapped, untapped and tapped again (CR 601.2g)."""

import pytest

import untap
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck


@pytest.mark.parametrize(
    ("text", "card", "turn"),
    [
        ("12 Arbor Elf\n24 Forest\n24 Enormous Baloth", "Enormous Baloth", 6),
        ("12 Voyaging Satyr\n24 Forest\n24 Enormous Baloth", "Enormous Baloth", 6),
        ("12 Kiora's Follower\n14 Forest\n14 Island\n20 Enormous Baloth", "Enormous Baloth", 6),
    ],
)
def test_what_untaps_is_mana_to_the_player(text, card, turn):
    """Nothing else is to be cast when it is castable: the figures agree but for untappers of that turn."""
    program = compile_deck(parse_deck(text), CardTable.open())
    result = untap.simulate(program, games=1000, turns=turn, seed=1, order="play", mulligan="none")
    castable = result.castable(card, turn).value
    assert castable > 0.5
    assert result.cast_by(card, turn).value > castable - 0.06
