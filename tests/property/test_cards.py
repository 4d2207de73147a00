"""Properties of names and of the table's lines."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from untap.cards.build import FORMAT, KIND
from untap.cards.codec import decode_card, encode_card
from untap.cards.facts import CardFacts, Clause, Face
from untap.cards.names import UnknownCard, loosen, normalize
from untap.cards.sortedfile import escape, render, unescape
from untap.cards.table import CardTable

# Surrogates can't be written as UTF-8; everything else may come in a name.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NAME = TEXT.map(str.strip).filter(normalize)
WORD = st.text("abcdefgh0123456789", min_size=1, max_size=8)
OPTIONAL = st.none() | TEXT.filter(bool)
# A notation line is one line and not empty.
NOTATION = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), min_size=1, max_size=20)
CLAUSE = st.builds(
    Clause,
    st.integers(0, 99),
    st.integers(0, 99),
    st.sampled_from(["approximated", "inert", "unsupported", "text missing"]),
    st.none() | st.text("abc -'{}/:", min_size=1, max_size=12).filter(lambda s: "; " not in s),
    WORD | st.just(""),
)
FACE = st.builds(
    Face,
    NAME,
    OPTIONAL,
    TEXT,
    OPTIONAL,
    OPTIONAL,
    OPTIONAL,
    st.lists(NOTATION, max_size=3).map(tuple),
    st.lists(CLAUSE, max_size=3).map(tuple),
)
CARD = st.builds(CardFacts, NAME, WORD, st.lists(FACE, min_size=1, max_size=3).map(tuple), st.text("WUBRG", max_size=5))


@given(TEXT)
def test_normalizing_twice_changes_nothing(name):
    assert normalize(normalize(name)) == normalize(name)
    assert loosen(loosen(normalize(name))) == loosen(normalize(name))


@given(st.text("aáàâäãåæbcçdeéèêëfghiíîïjklmnñoóôöœpqrstuúûüvwxyz ,'-/_!", max_size=20))
def test_case_and_composition_dont_matter(name):
    key = normalize(name)
    assert normalize(name.upper()) == key
    assert normalize(unicodedata.normalize("NFD", name)) == key
    assert normalize(name.replace("'", "’").replace("-", "–")) == key
    assert key.isascii()


@given(TEXT)
def test_escaping(text):
    assert unescape(escape(text)) == text
    assert not set(escape(text)) & set("\t\n\r")


@given(CARD)
def test_a_line_gives_the_card_back(card):
    line = next(iter(encode_card(card)))
    assert "\n" not in line
    assert decode_card(line.split("\t", 1)[1]) == card


@given(st.lists(CARD, min_size=1, max_size=12, unique_by=lambda c: normalize(c.name)), TEXT)
def test_bisection_finds_what_a_scan_finds(tmp_path_factory, cards, other):
    path = tmp_path_factory.mktemp("table") / "cards.tsv"
    lines = [line for card in cards for line in encode_card(card)]
    path.write_bytes(render(KIND, FORMAT, {"cards": str(len(cards))}, lines))
    with CardTable(path) as table:
        for card in cards:
            assert table.lookup(card.name) == card
        assert table.names() == sorted(c.name for c in cards)
        known = {line.split("\t")[0] for line in lines}
        try:
            found = table.find(other)
        except UnknownCard:
            found = None
        if escape(normalize(other)) not in known and found is not None:
            assert found.how in ("loose", "unprefixed", "name")
