"""The deck as data."""

import dataclasses

import pytest

from untap.decks import DeckError, Diagnostic, parse_deck, read_deck

TEXT = "Commander\n1 Kinnan, Bonder Prodigy\n\nCompanion\n1 Jegantha\n\nDeck\n2 Opt\n97 Forest\n\nSideboard\n1 Opt\n"


def test_sections():
    deck = parse_deck(TEXT)
    assert deck.commanders == {"Kinnan, Bonder Prodigy": 1}
    assert deck.companion == {"Jegantha": 1}
    assert deck.main == {"Opt": 2, "Forest": 97}
    assert deck.sideboard == {"Opt": 1}
    assert deck.cards == 100
    assert list(deck.contents) == ["commander", "companion", "main", "sideboard"]


def test_with_commanders():
    deck = parse_deck("98 Forest\n2 Opt\n\n1 Kinnan, Bonder Prodigy")
    moved = deck.with_commanders(["kinnan, bonder  prodigy", "Opt"])
    assert moved.commanders == {"Opt": 1, "Kinnan, Bonder Prodigy": 1}
    assert (moved.main, moved.sideboard) == ({"Forest": 98, "Opt": 1}, {})
    assert moved.with_commanders(["Opt"]).contents == moved.contents
    with pytest.raises(DeckError, match="'Nobody' is not in the list"):
        deck.with_commanders(["Nobody"])


def test_to_text():
    deck = parse_deck(TEXT)
    assert deck.to_text() == TEXT
    assert parse_deck("60 Forest").to_text() == "60 Forest\n"


def test_frozen():
    deck = parse_deck("4 Forest")
    for item, field in ((deck, "name"), (deck.entries[0], "count"), (Diagnostic(1, "note", "x"), "line")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(item, field, 2)
        assert not hasattr(item, "__dict__")


def test_diagnostic_text():
    assert str(Diagnostic(3, "error", "bad", "do this")) == "line 3: error: bad (do this)"
    assert str(Diagnostic(None, "note", "odd")) == "note: odd"


def test_a_list_without_a_name_has_that_of_its_file(tmp_path):
    path = tmp_path / "my bant.v2.txt"
    path.write_text("4 Opt\n56 Forest")
    assert (read_deck(path).name, read_deck(path).title) == (None, "my bant.v2")
    path.write_text("// NAME: Bant\n4 Opt\n56 Forest")
    assert read_deck(path).title == "Bant"
    assert parse_deck("4 Opt").title == "deck"
