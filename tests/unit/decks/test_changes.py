"""Swaps: reading them, and decks after them."""

import pytest

from untap.decks import DeckError, Swap, parse_deck

DECK = parse_deck("20 Forest\n3 Forest\n1 Fire // Ice\n4 Grizzly Bears\nSideboard\n2 Forest\n")


@pytest.mark.parametrize(
    ("text", "out", "into"),
    [
        ("1 Forest -> 1 Temple Garden", ((1, "Forest"),), ((1, "Temple Garden"),)),
        ("Forest->2x Temple  Garden", ((1, "Forest"),), ((2, "Temple Garden"),)),
        ("2 Forest + 1 Boseiju, Who Endures → ", ((2, "Forest"), (1, "Boseiju, Who Endures")), ()),
        ("-> 1 +2 Mace", (), ((1, "+2 Mace"),)),
    ],
)
def test_parse(text, out, into):
    assert Swap.parse(text) == Swap(out, into)
    assert Swap.parse(str(Swap(out, into))) == Swap(out, into)


@pytest.mark.parametrize("text", ["", "->", "1 Forest", "a -> b -> c", "0 Forest -> 1 Plains"])
def test_no_swap(text):
    with pytest.raises(DeckError):
        Swap.parse(text)


def test_apply():
    deck = Swap.parse("22 forest + ice -> 2 Plains + 1 grizzly bears").apply(DECK)
    assert deck.main == {"Forest": 1, "Grizzly Bears": 5, "Plains": 2}
    assert deck.sideboard == {"Forest": 2}
    assert DECK.main["Forest"] == 23


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("24 Forest -> 1 Plains", "has 23 Forest, not 24"),
        ("Foresst -> Plains", "did you mean 'Forest'"),
        ("Mountain -> Plains", "no 'Mountain'"),
    ],
)
def test_cards_that_are_not_there(text, says):
    with pytest.raises(DeckError, match=says):
        Swap.parse(text).apply(DECK)
