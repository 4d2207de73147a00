"""Properties of reading and writing decks."""

import re
import string
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from untap.decks import FORMATS, MAX_COUNT, SECTIONS, WRITABLE, DeckError, parse_deck, write_deck
from untap.decks.model import Deck, Entry
from untap.decks.source import decode, is_blank, split_lines

# Pieces that the grammars care about, so that random texts reach more of them than the complaint about nonsense.
MARKS = [
    *"\n\n\n\n\r\t  ,;:|/\\\"'()[]{}<>#*^+-=!?&_.x0123456789",
    "\r\n",
    "\ufeff",
    "\u200b",
    "\u2028",
    "\x0b",
    "\x85",
    "×",
]
WORDS = """
4 Forest|4x Opt|Forest
Wear/Tear|Fire // Ice|-4 |//|SB:|--> |*F*|*CMDR*|[foil]|(M12) 3|[Ramp{noDeck}]|^a,#fff^|# !Commander
Deck|Sideboard|Commander|Companion
About|Name A|Land (4)|PLANES:|#CMD:|NAME:|COMMANDER: 1 Opt|LAYOUT MAIN:|Pack 1 pick 1:
[Main]|[metadata]|Name=|Name,Count|Board,Qty,Name,Commander|{"mainBoard": [|{"name": "Opt", "count": 4}|]}
<Deck>|<Cards Quantity="4" Name="Opt"/>|</Deck>|<!DOCTYPE a>|&amp;|&a;|<?xml version='1.0'?>
<cockatrice_deck>|<zone name="main">|<card number="2" name="Opt"/>|</zone>|</cockatrice_deck>
"""
LISTED = [word for line in WORDS.strip().split("\n") for word in line.split("|")]
PIECES = st.sampled_from([*MARKS, *LISTED, *(word + "\n" for word in LISTED)])
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join))
HINTS = st.one_of(st.none(), st.sampled_from([*FORMATS, "a.txt", "a.dec", "a.csv", "a.dck", "word"]))

NAME_LETTERS = string.ascii_letters + "éöûâ'’,-.!?&: 0123456789"
# No name has a count in it.
COUNT_IN_NAME = re.compile(r"\bx\s?-?\s?[0-9]", re.IGNORECASE)


def name_of(first: str, rest: str) -> str:
    """A name that begins with a capital letter, without blanks at its ends or counts in it."""
    name = " ".join((first + rest).split())
    return first if COUNT_IN_NAME.search(name) else name


# Names such as cards have, some with several halves.
HALVES = st.builds(name_of, st.sampled_from(string.ascii_uppercase), st.text(NAME_LETTERS, max_size=20))
NAMES = st.lists(HALVES, min_size=1, max_size=3).map(" // ".join)
SET_CODES = st.sampled_from(["M12", "8ED", "PLST", "2X2", "ZNC"])


@st.composite
def decks(draw: st.DrawFn, sections: tuple[str, ...] = SECTIONS) -> Deck:
    """Decks with at least one card in the main deck."""
    pairs = draw(st.lists(st.tuples(NAMES, st.sampled_from(sections)), max_size=12))
    pairs.insert(draw(st.integers(0, len(pairs))), (draw(NAMES), "main"))
    entries = [
        Entry(
            name=name,
            count=draw(st.one_of(st.just(1), st.integers(1, MAX_COUNT))),
            section=section,
            line=line,
            set_code=draw(st.one_of(st.none(), SET_CODES)),
            number=draw(st.one_of(st.none(), st.integers(1, 999).map(str))),
            foil=draw(st.booleans()),
        )
        for line, (name, section) in enumerate(pairs, 1)
    ]
    return Deck(draw(st.one_of(st.none(), NAMES)), tuple(entries))


def account(text: str, deck: Deck) -> None:
    """Check that each line of `text` is in `deck` as exactly what is said of it."""
    lines = split_lines(text.removeprefix("\ufeff"))
    assert len(deck.line_kinds) == len(lines)
    entries = {entry.line for entry in deck.entries}
    diagnosed = {item.line for item in deck.diagnostics}
    for number, (line, kind) in enumerate(zip(lines, deck.line_kinds, strict=True), 1):
        assert (kind == "blank") == is_blank(line) or number in entries | diagnosed
        assert (kind == "entry") == (number in entries)
        if kind == "diagnostic":
            assert number in diagnosed
        assert kind != "markup" or FORMATS[deck.format].markup
    for entry in deck.entries:
        assert 1 <= entry.line <= len(lines)
        assert 1 <= entry.count <= MAX_COUNT
        assert entry.section in SECTIONS
        assert entry.name == " ".join(entry.name.split()) != ""
    for item in deck.diagnostics:
        assert item.line is None or 1 <= item.line <= len(lines)
        assert item.severity != "error" or item.suggestion


@settings(max_examples=600)
@given(TEXTS, HINTS)
@example("", None)
@example("\ud800", None)
@example("<Deck>\ud800</Deck>", None)
@example("{" * 100_000, None)
@example('{"mainBoard": [{"name": "Opt", "count": ' + "9" * 5000 + "}]}", None)
@example("9" * 5000 + " Opt", None)
@example("sep=\n\nName,Count\nOpt,1", None)
def test_any_text_is_read_or_refused(text, hint):
    try:
        deck = parse_deck(text, hint)
    except DeckError as error:
        assert str(error)
        return
    account(text, deck)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=30).map("".join), st.frozensets(NAMES, max_size=3))
def test_known_names_change_no_account(text, known):
    try:
        deck = parse_deck(text, known=known.__contains__)
    except DeckError:
        return
    account(text, deck)


@given(st.binary())
def test_any_bytes_are_decoded_or_refused(data):
    try:
        decode(data)
    except DeckError as error:
        assert str(error)


@given(decks())
def test_plain_text_holds_every_deck(deck):
    again = parse_deck(deck.to_text())
    assert again.contents == deck.contents
    assert not again.diagnostics


@pytest.mark.parametrize("format", WRITABLE)
@given(data=st.data())
def test_reading_what_was_written(format, data):
    sections = tuple(section for section in SECTIONS if section in WRITABLE[format])
    deck = data.draw(decks(sections))
    text = write_deck(deck, format)
    assert parse_deck(text).contents == deck.contents
    assert parse_deck(text, format).contents == deck.contents
    account(text, parse_deck(text))


@given(decks(("main", "sideboard", "commander")), st.sampled_from(list(WRITABLE)))
def test_folding_loses_no_card(deck, format):
    try:
        text = write_deck(deck, format, fold=True)
    except DeckError as error:
        assert "has no place for" in str(error)
        return
    again = parse_deck(text)
    assert sum(entry.count for entry in again.entries) == sum(entry.count for entry in deck.entries)


@given(decks(("main", "sideboard")), st.lists(st.sampled_from(["// a word", "!!!", "-1 Opt"]), min_size=1, max_size=3))
def test_lines_in_between_change_nothing(deck, noise):
    lines = split_lines(write_deck(replace(deck, name=None), "arena"))
    mixed = "\n".join(part for line in lines for part in (line, *noise))
    assert parse_deck(mixed).contents == deck.contents
