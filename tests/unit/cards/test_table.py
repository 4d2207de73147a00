import pytest
from tests.unit.cards.conftest import compile_face, double, simple

from untap.cards import CardDataError, CardFacts, CardTable, Clause, Face, UnknownCard
from untap.cards.build import build_table, card_facts
from untap.cards.codec import decode_card, encode_card
from untap.cards.facts import SourceCard, SourceFace
from untap.cards.table import packaged_path

CARDS = [
    simple("Forest", types="Basic Land — Forest", text="{T}: Add {G}."),
    simple("Wasteland", types="Land"),
    simple("Waste Land", types="Land"),
    simple("Rampant Growth", "{1}{G}"),
    simple("Rampant, Growth", "{G}"),
    simple("_____", "{U}"),
    simple("______", "{B}"),
    simple("Lim-Dûl's Vault", "{U}{B}", text="First line.\n{T}: Add {U}.\nLast line."),
    simple("Æther Storm", "{3}{U}"),
    simple("A-Elf", "{G}", text="one"),
    simple("Elf", "{1}{G}", text="two"),
    simple("Ice Cold", "{U}"),
    simple("SP//dr, Piloted", "{3}"),
    double("Fire", "Ice"),
    double("Start", "Fire"),
    double("Start", "Finish", "aftermath"),
    double("A-God", "A-Raven", "modal_dfc"),
    double("Scholar", "Elf", "prepare"),
    double("Part One", "Whole", "meld"),
    double("Part Two", "Whole", "meld"),
]


@pytest.fixture
def table(make_table):
    return make_table(CARDS, source_sha256="ab" * 32, source_date="2026-07-01")


def test_header(table):
    assert (len(table), table.grammar, table.source, table.date) == (len(CARDS), "1", "ab" * 32, "2026-07-01")
    assert table.note == ""
    assert "2026-07-01" in repr(table)


def test_every_card_is_found_by_its_own_name(table):
    for card in CARDS:
        assert table.lookup(card.name) == card_facts(card, compile_face)
    assert table.names() == sorted(c.name for c in CARDS)
    assert sorted(c.name for c in table.cards()) == table.names()


@pytest.mark.parametrize(
    ("typed", "name", "how"),
    [
        ("forest", "Forest", "name"),
        (" FOREST ", "Forest", "name"),
        ("waste land", "Waste Land", "name"),
        ("WASTELAND", "Wasteland", "name"),
        ("rampant, growth", "Rampant, Growth", "name"),
        ("lim-dul’s vault", "Lim-Dûl's Vault", "name"),
        ("Aether Storm", "Æther Storm", "name"),
        ("Fire/Ice", "Fire // Ice", "name"),
        ("sp // dr, piloted", "SP//dr, Piloted", "name"),
        ("Ice", "Fire // Ice", "face"),
        ("Fire", "Fire // Ice", "face"),  # a front face goes before a back face
        ("finish", "Start // Finish", "face"),
        ("Elf", "Elf", "name"),  # a whole name goes before a face
        ("A-Elf", "A-Elf", "name"),
        ("A-God // Raven", "A-God // A-Raven", "name"),
        ("A-Forest", "Forest", "unprefixed"),
        ("Forest // Forest", "Forest", "name"),
        ("Fire // Ice // Fire // Ice", "Fire // Ice", "name"),
        ("Aether-Storm", "Æther Storm", "loose"),
        ("Lim Dul's Vault", "Lim-Dûl's Vault", "loose"),
        ("______", "______", "name"),
    ],
)
def test_spellings(table, typed, name, how):
    match = table.find(typed)
    assert (match.card.name, match.how) == (name, how)
    assert typed in table


@pytest.mark.parametrize(
    ("typed", "candidates"),
    [
        ("Start", {"Start // Fire", "Start // Finish"}),
        ("Whole", {"Part One // Whole", "Part Two // Whole"}),
        ("Rampant-Growth", {"Rampant Growth", "Rampant, Growth"}),
        ("Was-te Land", {"Wasteland", "Waste Land"}),
        ("___", {"_____", "______"}),
    ],
)
def test_ambiguous_names_arent_guessed(table, typed, candidates):
    with pytest.raises(UnknownCard) as error:
        table.lookup(typed)
    assert error.value.ambiguous
    assert set(error.value.suggestions) == candidates


def test_names_that_nobody_has(table):
    with pytest.raises(UnknownCard, match='"Forset"; did you mean "Forest"') as error:
        table.lookup("Forset")
    assert error.value.name == "Forset"
    for _ in range(2):
        with pytest.raises(UnknownCard):
            table.lookup("")
    assert "Forset" not in table
    assert 5 not in table
    with pytest.raises(UnknownCard) as error:
        table.lookup("A\tB\n\0\\")
    assert not error.value.suggestions
    with pytest.raises(UnknownCard):
        table.lookup("For\udce9st")


def test_get_many(table):
    found = table.get_many(["Forest", "Ice", "Forset", "Forest"])
    assert {n: c.name for n, c in found.cards.items()} == {"Forest": "Forest", "Ice": "Fire // Ice"}
    assert list(found.unknown) == ["Forset"]


def test_facts_of_a_face(table):
    face = table.lookup("Lim-Dûl's Vault").front
    assert face.notation == ("{T}: add {U}",)
    assert [(c.line, c.level) for c in face.clauses] == [(1, "unsupported"), (3, "unsupported")]
    assert (face.mana_cost, face.types) == ("{U}{B}", ("Creature",))


def test_no_mana_cost_is_not_a_cost_of_zero(make_table):
    table = make_table([simple("Nothing"), simple("Zero", "{0}")])
    assert table.lookup("Nothing").front.mana_cost is None
    assert table.lookup("Zero").front.mana_cost == "{0}"


def test_missing_text_is_a_clause_of_its_own(make_table):
    card = SourceCard("A // B", "flip", (SourceFace("A", text=""), SourceFace("B", text=None)))
    facts = make_table([card]).lookup("B")
    assert not facts.faces[0].text_missing
    assert facts.faces[1].text_missing
    assert [c.level for _, c in facts.clauses] == ["text missing"]


def test_exact_sentences_leave_no_clause():
    facts = card_facts(simple("X"), lambda face, card: (["n"], [Clause(1, 1, "exact"), Clause(1, 2, "inert")], [(1,)]))
    assert [c.level for c in facts.front.clauses] == ["inert"]


def test_an_error_of_the_compiler_names_the_card():
    def broken(face, card):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as error:
        card_facts(simple("Some Elf"), broken)
    assert "Some Elf" in "".join(error.value.__notes__)


def test_same_cards_same_bytes_in_any_order():
    assert build_table(CARDS, compile_face=compile_face) == build_table(CARDS[::-1], compile_face=compile_face)


def test_lines_of_a_card():
    clauses = (
        Clause(1, 2, "approximated", "an opponent's choice", "0a1b"),
        Clause(3, 1, "unsupported"),
        Clause(4, 1, "some new level", "x: y", "ff"),
    )
    front = Face("A", "{X}", notation=("a", "b\\n"), clauses=clauses, lines=((1,), (2, 4)))
    card = CardFacts("A // B", "split", (front, Face("B")), "WU")
    whole, *faces = encode_card(card)
    assert whole.startswith("a//b\tC\tA // B\tsplit\tWU\tA\t{X}\t")
    assert faces == ["a\tF\tA\t0\tA // B", "b\tF\tB\t1\tA // B"]
    assert decode_card(whole.split("\t", 1)[1]) == card


def test_overrides_go_first(make_table):
    own = CardFacts("Elf", "normal", (Face("Elf", "{9}"),))
    new = CardFacts("New // Older", "split", (Face("New"), Face("Older")))
    table = make_table(CARDS, overrides=[own, new])
    assert table.lookup("elf").front.mana_cost == "{9}"
    assert table.find("older") == (new, "face")
    assert table.lookup("New//Older") is new
    assert "New // Older" in table.names()
    with pytest.raises(UnknownCard, match="New // Older"):
        table.lookup("Oldr")


# -------------------------------------------------------------------------------- files and places


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda d: b"", "empty file"),
        (lambda d: b"4 Forest\n", "not a file of untap cards"),
        (lambda d: b"\xff" * 100, "not a file of untap cards"),
        (lambda d: d.replace(b"untap cards\t2", b"untap cards\t99", 1), "version 99"),
        (lambda d: d[:-10], "damaged"),
        (lambda d: d.replace(b"\n", b"\r\n"), "damaged"),
        (lambda d: d[:40], "damaged"),
    ],
)
def test_damaged_tables(tmp_path, spoil, says):
    path = tmp_path / "cards.tsv"
    path.write_bytes(spoil(build_table(CARDS, compile_face=compile_face)))
    with pytest.raises(CardDataError, match=says):
        CardTable.open(path)


def test_missing_table(tmp_path):
    with pytest.raises(CardDataError, match="No such file"):
        CardTable.open(tmp_path / "cards.tsv")


@pytest.fixture
def places(tmp_path, monkeypatch, user_data):
    """Write the packaged and the user's table."""
    packaged = tmp_path / "packaged.tsv"
    monkeypatch.setattr("untap.cards.table.packaged_path", lambda: packaged)

    def write(packaged_grammar=None, user_grammar=None, user_bytes=None):
        def table(grammar, date):
            return build_table(CARDS, compile_face=compile_face, grammar=grammar, source_date=date)

        if packaged_grammar:
            packaged.write_bytes(table(packaged_grammar, "2026-01-01"))
        user_data.mkdir(exist_ok=True)
        if user_grammar:
            user_bytes = table(user_grammar, "2026-02-02")
        if user_bytes is not None:
            (user_data / "cards.tsv").write_bytes(user_bytes)

    return write


def test_packaged_table(places):
    places("1")
    with CardTable.open() as table:
        assert (table.date, table.note) == ("2026-01-01", "")


def test_users_table_goes_first(places):
    places("1", "1")
    with CardTable.open() as table:
        assert table.date == "2026-02-02"


def test_users_table_alone(places):
    places(None, "1")
    with CardTable.open() as table:
        assert table.date == "2026-02-02"


@pytest.mark.parametrize("spoilt", [{"user_grammar": "2"}, {"user_bytes": b"untap cards\t0\n\n"}, {"user_bytes": b""}])
def test_users_table_that_doesnt_fit_is_reported_not_used(places, spoilt):
    places("1", **spoilt)
    with CardTable.open() as table:
        assert table.date == "2026-01-01"
        assert "not used" in table.note


def test_no_table_at_all(places):
    places()
    with pytest.raises(CardDataError, match="no card table is installed"):
        CardTable.open()


def test_packaged_path_is_in_the_package():
    assert packaged_path().parts[-3:] == ("untap", "data", "cards.tsv")
