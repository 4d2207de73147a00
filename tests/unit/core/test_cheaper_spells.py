"""The player casts what costs less than printed as soon as it can be paid (CR 601.2f, 702.51a, 702.66a)."""

import pytest

import untap
from untap.cards import CardTable
from untap.decks import Deck, Entry
from untap.program.compile import compile_deck


def _played(*cards, **options):
    deck = Deck(entries=tuple(Entry(name, n, "main", 0) for n, name in cards), diagnostics=(), name="x")
    return untap.simulate(compile_deck(deck, CardTable.open()), games=400, order="play", mulligan="none", **options)


@pytest.mark.parametrize(
    ("card", "others", "least"),
    [
        ("Tolarian Terror", ((24, "Opt"), (24, "Island")), 0.9),  # less for instants in the graveyard
        ("Gurmag Angler", ((24, "Opt"), (12, "Island"), (12, "Underground Sea")), 0.9),  # delve
        ("Siege Wurm", ((24, "Llanowar Elves"), (24, "Forest")), 0.8),  # convoke
    ],
)
def test_it_is_cast_before_its_printed_cost_can_be_paid(card, others, least):
    result = _played((12, card), *others, turns=5)
    assert result.cast_by(card, 5).value > least


def test_unbounded_mana_counts_as_the_most():
    cards = ((1, "Kinnan, Bonder Prodigy", "commander"), (20, "Basalt Monolith", "main"), (40, "Island", "main"))
    cards += ((39, "Forest", "main"),)
    deck = Deck(entries=tuple(Entry(name, n, section, 0) for n, name, section in cards), diagnostics=(), name="x")
    asked = "mana(6) >= 63", "unbounded(6)"
    result = untap.simulate(compile_deck(deck, CardTable.open()), games=200, turns=6, seed=1, ask=asked)
    most, unbounded = (result.probability(text).value for text in asked)
    assert most == unbounded > 0.8
