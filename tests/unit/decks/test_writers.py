"""Writing decks."""

import pytest

from untap.decks import WRITABLE, DeckError, Entry, parse_deck, write_deck
from untap.decks.model import Deck

COMMANDER = "Commander\n1 Kinnan, Bonder Prodigy (IKO) 192\n\nDeck\n1 Sol Ring (C21) 263\n98 Forest\n"


@pytest.mark.parametrize("format", WRITABLE)
def test_round_trip(format):
    deck = parse_deck(
        "About\nName Elves & Ice\n\nDeck\n4 Fire // Ice\n4 Jötun Grunt\n12 Forest (M12) 246\n4 Forest (M12) 247"
    )
    text = write_deck(deck, format)
    again = parse_deck(text)
    assert again.contents == deck.contents
    assert again.format in (format, "plain", "arena")
    if not format.startswith("csv") and format not in ("dek", "moxfield"):
        assert again.name == "Elves & Ice"


@pytest.mark.parametrize("format", ["arena", "moxfield", "csv"])
def test_printings_are_kept(format):
    again = parse_deck(write_deck(parse_deck(COMMANDER), format))
    printings = {entry.name: (entry.set_code, entry.number) for entry in again.entries}
    assert printings["Sol Ring"] == ("C21", "263")
    assert printings["Forest"] == (None, None)


@pytest.mark.parametrize("format", WRITABLE)
def test_commanders(format):
    deck = parse_deck(COMMANDER)
    if format in ("cod", "dek", "csv-moxfield"):
        with pytest.raises(DeckError, match="has no place for commander: write one of plain, arena"):
            write_deck(deck, format)
    else:
        assert parse_deck(write_deck(deck, format)).contents == deck.contents


@pytest.mark.parametrize("format", ["cod", "dek"])
def test_folding(format):
    again = parse_deck(write_deck(parse_deck(COMMANDER), format, fold=True))
    assert again.sideboard == {"Kinnan, Bonder Prodigy": 1}
    assert again.commander_hints == ("Kinnan, Bonder Prodigy",)


def test_a_name_that_would_be_misread():
    deck = Deck(None, (Entry("Forest [M12]", 4, "main", 1),))
    with pytest.raises(DeckError, match=r"'Forest \[M12\]' can't be written as 'plain'"):
        write_deck(deck)
    assert parse_deck(write_deck(deck, "csv")).main == {"Forest [M12]": 4}


def test_unknown_format():
    with pytest.raises(DeckError, match="can't be written as 'word': there are plain"):
        write_deck(parse_deck("4 Forest"), "word")
