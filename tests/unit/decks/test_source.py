"""Files and texts that are no decklists, and encodings."""

import io
import os
import sys

import pytest

from untap.decks import DeckError, parse_deck, read_deck
from untap.decks.source import split_lines

LIST = "1 Jötun Grunt\n59 Forest\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(tmp_path, encoding, end):
    file = tmp_path / "deck.txt"
    file.write_bytes(LIST.replace("\n", end).encode(encoding))
    deck = read_deck(file)
    assert deck.main == {"Jötun Grunt": 1, "Forest": 59}
    assert [item.severity for item in deck.diagnostics] == (["note"] if encoding == "cp1252" else [])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the deck is empty"),
        (b"\n \t\n", "the deck is empty"),
        (b"\xef\xbb\xbf", "the deck is empty"),
        (b"// nothing\n", "the deck is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary file"),
        (b"4 Forest\x00", "binary file"),
        (b"PK\x03\x04", "binary file"),
        (b"4 Forest\n\x81\x8d\n", "neither UTF-8 nor Windows-1252"),
        (b"\xff\xfe4", "marked as utf-16-le"),
    ],
)
def test_not_a_decklist(tmp_path, data, message):
    file = tmp_path / "deck.txt"
    file.write_bytes(data)
    with pytest.raises(DeckError, match=message):
        read_deck(file)


def test_directory(tmp_path):
    with pytest.raises(DeckError, match=r"is a directory: name a decklist in it"):
        read_deck(tmp_path)


def test_missing(tmp_path):
    with pytest.raises(DeckError, match="no such file"):
        read_deck(tmp_path / "missing.txt")
    with pytest.raises(DeckError, match="cannot be read"):
        read_deck("a\0b")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs a user whom permissions stop")
def test_unreadable(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text(LIST, encoding="utf-8")
    file.chmod(0)
    with pytest.raises(DeckError, match="cannot be read"):
        read_deck(file)


def test_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr("untap.decks.source.MAX_BYTES", 8)
    file = tmp_path / "deck.txt"
    file.write_bytes(b"4 Forests")
    with pytest.raises(DeckError, match="is longer than"):
        read_deck(file)


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LIST.encode()), encoding="ascii"))
    deck = read_deck("-")
    assert (deck.cards, deck.source) == (60, "-")
    monkeypatch.setattr(sys, "stdin", io.StringIO(LIST))
    assert read_deck("-").cards == 60


def test_nothing_but_nonsense_shows_the_first_line():
    with pytest.raises(DeckError, match="negative") as caught:
        parse_deck("\n-4 Forest\n0 Island")
    assert caught.value.line == 2
    assert str(caught.value).startswith("line 2: no cards found")
    assert isinstance(caught.value, ValueError)


def test_unknown_format(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text(LIST, encoding="utf-8")
    with pytest.raises(DeckError, match="there is no format 'word'"):
        read_deck(file, format="word")
    assert read_deck(file, format="arena").format == "arena"


def test_only_line_ends_end_lines():
    assert split_lines("a\x0bb\u2028c\r\nd\re\n\nf\n") == ["a\x0bb\u2028c", "d", "e", "", "f"]
