"""Properties of names and of the table's lines."""

import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from untap.cards.build import FORMAT, KIND
from untap.cards.codec import decode_card, encode_card
from untap.cards.facts import CardDataError, CardFacts, Clause, Face
from untap.cards.names import UnknownCard, loosen, normalize
from untap.cards.overrides import OverrideError, parse_overrides
from untap.cards.readers import read_cards
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


OVERRIDE_PARTS = [
    "[[card]]",
    "[[card.face]]",
    'name = "A"',
    'name = "B"',
    'type = "Land"',
    "type = 5",
    'cost = "{1}{G}"',
    'cost = "1"',
    'text = """',
    '"""',
    "notation = []",
    'notation = ["x"]',
    'layout = "split"',
    "card = 1",
    "face = [1, 2]",
    "# '''",
]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "layout", "faces", "object", "data", "meta", "card_faces", "type"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.binary(max_size=60) | TEXT.map(str.encode) | JSON.map(lambda v: json.dumps(v).encode()))
def test_any_file_gives_cards_or_one_clear_message(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_bytes(content)
    try:
        assert read_cards(path)
    except CardDataError as error:
        assert str(path) in str(error)


@given(TEXT | st.lists(st.sampled_from(OVERRIDE_PARTS), max_size=9).map("\n".join))
def test_any_override_gives_cards_or_a_line(text):
    try:
        cards = parse_overrides(text, "own.toml", compile_face=lambda face, card: ((), ()))
    except OverrideError as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert str(error).startswith(f"own.toml, line {error.line}: ")
    else:
        assert all(card.name for card in cards)
