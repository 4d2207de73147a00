"""The table in the package, against the file that it was made from."""

import re
from contextlib import closing

import pytest

from untap.cards import CardTable, UnknownCard, open_source
from untap.cards.build import build_table, card_facts, grammar_version
from untap.cards.table import packaged_path


@pytest.fixture(scope="module")
def table():
    if not packaged_path().exists():
        pytest.skip("the package has no card table yet: python -m untap.cards build FILE -o src/untap/data/cards.tsv")
    with closing(CardTable(packaged_path())) as table:
        yield table


@pytest.fixture(scope="module")
def source(table, shared):
    path = shared / "corpus" / "cards.jsonl.gz"
    if not path.exists():
        pytest.skip(f"needs the card file {path}")
    source = open_source(path)
    if source.sha256 != table.source:
        pytest.skip(f"the packaged table was made from another file than {path}")
    return source


def test_it_is_the_table_of_this_program(table):
    assert table.grammar == grammar_version(), "the grammar is newer than the packaged table: build it again"
    assert len(table) == len(table.names()) == 34_040


@pytest.mark.parametrize("name", ["Forest", "Island", "Mountain", "Plains", "Swamp"])
def test_basic_lands(table, name):
    front = table.lookup(name).front
    assert (front.mana_cost, front.supertypes, front.types, front.subtypes) == (None, ("Basic",), ("Land",), (name,))


def test_every_name_finds_its_card(table):
    names = table.names()
    found = table.get_many(names)
    assert not found.unknown
    assert [found.cards[n].name for n in names] == names


def test_every_face_finds_a_card_with_this_face(table):
    for card in table.cards():
        for face in card.faces:
            try:
                match = table.find(face.name)
            except UnknownCard as error:
                assert error.ambiguous
                assert card.name in error.suggestions
            else:
                found = match.card
                assert face.name in (found.name, *(f.name for f in found.faces))


def test_some_cards_compiled_anew_are_the_same(table, source):
    for card in source.cards()[::29]:
        assert table.lookup(card.name) == card_facts(card)


def test_no_sentence_of_oracle_text(table, source):
    for card in source.cards():
        facts = table.lookup(card.name)
        for face, compiled in zip(card.faces, facts.faces, strict=True):
            sentences = {s.strip().casefold() for s in re.split(r"[.\n]", face.text or "") if len(s) > 60}
            assert not any(line.strip(" .").casefold() in sentences for line in compiled.notation), face.name


@pytest.mark.long
def test_it_comes_out_byte_for_byte(table, source):
    again = build_table(source.cards(), source_sha256=source.sha256, source_date=table.date)
    assert again == packaged_path().read_bytes()
