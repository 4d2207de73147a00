"""Shares of cards, pairs and decks."""

from __future__ import annotations

import gzip
import json

import pytest

from untap.cards.build import card_facts
from untap.cards.facts import SourceCard, SourceFace
from untap.program.coverage import CoverageError, read_collection, read_families, shares, survey, unsupported

TEXTS = {
    "Plain Elf": ("Creature — Elf", "{T}: Add {G}."),
    "Fighting Elf": ("Creature — Elf", "Whenever this creature blocks, add {G}."),
    "Odd Elf": ("Creature — Elf", "{T}: Add {G}.\nFrobnicate."),
    "Forest": ("Basic Land — Forest", ""),
}


@pytest.fixture(scope="module")
def found():
    cards = [SourceCard(n, "normal", (SourceFace(n, "{G}", types, text),)) for n, (types, text) in TEXTS.items()]
    return survey(map(card_facts, cards))


def test_survey(found):
    assert found.levels == {
        "Plain Elf": "exact", "Fighting Elf": "approximated", "Odd Elf": "unsupported", "Forest": "exact",
    }  # fmt: skip
    assert found.basics == {"Forest"}


def test_shares(found):
    decks = [("a", frozenset(("Plain Elf", "Odd Elf", "Forest"))), ("b", frozenset(("Plain Elf", "Fighting Elf")))]
    whole, a, b = shares(found, {"elves": [n for n in TEXTS if n != "Forest"]}, decks)
    assert whole.cards == a.cards == (3, 2, 1)
    assert (whole.pairs, whole.decks) == ((4, 3, 2), (2, 1, 0))
    assert (a.group, a.pairs, a.decks) == ("a", (2, 1, 1), (1, 0, 0))
    assert (b.pairs, b.decks) == ((2, 2, 1), (1, 1, 0))


def test_basic_lands_are_no_pairs(found):
    (share,) = shares(found, {"all": TEXTS}, [("", frozenset(("Forest",)))])
    assert share.pairs == (0, 0, 0)
    assert share.decks == (1, 1, 1)


def test_unsupported_by_use(found):
    decks = [("", frozenset(("Odd Elf",)))] * 3
    ((n, name, (note,)),) = unsupported(found, TEXTS, decks)
    assert (n, name, note.line) == (3, "Odd Elf", 2)


def test_families_and_collection(tmp_path):
    path = tmp_path / "families.tsv"
    path.write_text("name\ttiers_a_to_d\ttier_e\ttier_f\nA\tx,y\t\tz\nB\t\tw\t\n")
    assert read_families(path) == {"a-d": {"A": {"x", "y"}}, "e": {"B": {"w"}}, "f": {"A": {"z"}}}
    decks = tmp_path / "decks.jsonl.gz"
    decks.write_bytes(gzip.compress(json.dumps({"coll": "g", "main": {"A": 4}, "cmd": {"B": 1}}).encode()))
    assert read_collection(decks) == [("g", {"A", "B"})]


@pytest.mark.parametrize(
    ("content", "read", "message"),
    [
        ("A\tx\n", read_families, "line 1: the headings must be"),
        ("", read_families, "empty"),
        ("{}\n", read_collection, "line 1: not a deck"),
        ("no json\n", read_collection, "line 1: not a deck"),
    ],
)
def test_files_that_are_wrong(tmp_path, content, read, message):
    path = tmp_path / "file"
    path.write_text(content)
    with pytest.raises(CoverageError, match=message):
        read(path)


def test_files_that_arent_there(tmp_path):
    with pytest.raises(CoverageError, match="No such file"):
        read_families(tmp_path / "none")
