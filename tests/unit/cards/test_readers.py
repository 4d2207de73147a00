import gzip

import pytest

from untap.cards import CardDataError, open_source, read_cards


def corpus_card(name, *faces, layout="normal", flags=(), identity=()):
    made = [
        {
            "name": f.get("name", name), "manaCost": f.get("cost"), "type": f.get("type", "Creature — Elf"),
            "types": [], "subtypes": f.get("subtypes", []), "supertypes": [], "text": f.get("text", ""),
            "power": f.get("power"), "toughness": None, "loyalty": None, "src": "corpus",
        }
        for f in faces or ({},)
    ]  # fmt: skip
    return {
        "name": name, "front": made[0]["name"], "layout": layout, "flags": list(flags), "faces": made,
        "keywords": [], "colorIdentity": list(identity),
    }  # fmt: skip


def scryfall_card(name, layout="normal", **more):
    card = {"object": "card", "name": name, "layout": layout, "type_line": "Creature — Elf", "color_identity": []}
    if "card_faces" not in more:
        card |= {"mana_cost": "", "oracle_text": ""}
    return card | more


def scryfall_face(name, cost="", types="Instant", text=""):
    return {"object": "card_face", "name": name, "mana_cost": cost, "type_line": types, "oracle_text": text}


def mtgjson_face(name, layout="normal", types="Creature — Elf", **more):
    return {"name": name, "layout": layout, "type": types, "subtypes": [], "colorIdentity": []} | more


def mtgjson(data, **meta):
    return {"meta": {"date": "2026-07-01", "version": "5"} | meta, "data": data}


# ----------------------------------------------------------------------------------------- corpus


def test_corpus(make_file):
    path = make_file(
        [
            corpus_card("Zed", {"cost": "{1}{G}", "text": "{T}: Add {G}.", "power": "1"}, identity="G"),
            corpus_card("Abel // Baker", {"name": "Abel"}, {"name": "Baker", "text": "Draw a card."}, layout="split"),
        ],
        lines=True,
    )
    source = open_source(path)
    assert source.shape == "corpus"
    assert source.date == ""
    first, second = source.cards()
    assert [f.name for f in first.faces] == ["Abel", "Baker"]
    assert second.name == "Zed"
    assert second.color_identity == "G"
    face = second.faces[0]
    assert (face.mana_cost, face.text, face.power, face.type_line) == ("{1}{G}", "{T}: Add {G}.", "1", "Creature — Elf")


def test_corpus_gaps_are_missing_texts_not_empty_ones(make_file):
    path = make_file([corpus_card("Who // What // Why", {"name": "Who"}, layout="split")], lines=True)
    (card,) = read_cards(path)
    assert [(f.name, f.text) for f in card.faces] == [("Who", ""), ("What", None), ("Why", None)]


def test_double_slash_inside_a_name_is_no_gap(make_file):
    (card,) = read_cards(make_file([corpus_card("SP//dr, Piloted by Someone")], lines=True))
    assert len(card.faces) == 1


def test_cut_type_line_is_mended(make_file):
    (card,) = read_cards(
        make_file([corpus_card("X", {"type": "Creature", "subtypes": ["Spider", "Hero"]})], lines=True)
    )
    assert card.faces[0].type_line == "Creature — Spider Hero"


# --------------------------------------------------------------------------------------- scryfall


@pytest.mark.parametrize("lines", [False, True])
def test_scryfall(make_file, lines):
    cards = [
        scryfall_card("Elf", mana_cost="{G}", oracle_text="{T}: Add {G}.", color_identity=["G"], power="1"),
        scryfall_card("Plain Elf"),
    ]
    source = open_source(make_file(cards, "oracle-cards-20260701090305.json", lines=lines))
    assert source.shape == "scryfall"
    assert source.date == "2026-07-01"
    elf, plain = source.cards()
    assert (elf.faces[0].mana_cost, elf.faces[0].text, elf.color_identity) == ("{G}", "{T}: Add {G}.", "G")
    assert (plain.faces[0].mana_cost, plain.faces[0].text) == (None, "")


@pytest.mark.parametrize("layout", ["split", "transform", "modal_dfc", "adventure", "flip", "prepare"])
def test_scryfall_faces(make_file, layout):
    faces = [scryfall_face("A", "{R}", text="one"), scryfall_face("B", text="two")]
    card = scryfall_card("A // B", layout, card_faces=faces)
    (read,) = read_cards(make_file([card]))
    assert read.layout == layout
    assert [(f.name, f.mana_cost, f.text) for f in read.faces] == [("A", "{R}", "one"), ("B", None, "two")]


def test_scryfall_cost_of_the_whole_card(make_file):
    card = scryfall_card("A // B", "flip", mana_cost="{2}{R}", card_faces=[scryfall_face("A"), scryfall_face("B")])
    (read,) = read_cards(make_file([card]))
    assert [f.mana_cost for f in read.faces] == ["{2}{R}", None]


def test_scryfall_aftermath(make_file):
    card = scryfall_card("A // B", "split", keywords=["Aftermath"], card_faces=[scryfall_face("A"), scryfall_face("B")])
    assert read_cards(make_file([card]))[0].layout == "aftermath"


def test_scryfall_meld(make_file):
    def part(name):
        return scryfall_card(
            name, "meld", oracle_text="part", all_parts=[
                {"component": "meld_part", "name": "One"}, {"component": "meld_part", "name": "Two"},
                {"component": "meld_result", "name": "Both"},
            ],
        )  # fmt: skip

    both = scryfall_card("Both", "meld", oracle_text="result", all_parts=part("x")["all_parts"])
    read = read_cards(make_file([part("One"), both, part("Two")]))
    assert [c.name for c in read] == ["One // Both", "Two // Both"]
    assert [f.text for f in read[0].faces] == ["part", "result"]


def test_a_usual_card_goes_before_one_that_no_format_allows(make_file):
    odd = scryfall_card("Twin", oracle_text="odd", legalities={"legacy": "not_legal"})
    usual = scryfall_card("Twin", oracle_text="usual", legalities={"legacy": "legal"})
    for order in ([odd, usual], [usual, odd]):
        (card,) = read_cards(make_file(order))
        assert card.faces[0].text == "usual"


# ---------------------------------------------------------------------------------------- mtgjson


def test_mtgjson(make_file):
    data = mtgjson(
        {
            "Elf": [mtgjson_face("Elf", manaCost="{G}", text="{T}: Add {G}.", colorIdentity=["G"])],
            "Plain Elf": [mtgjson_face("Plain Elf")],
            "A // B": [
                mtgjson_face("A // B", "split", "Instant", faceName="B", side="b", text="two"),
                mtgjson_face("A // B", "split", "Instant", faceName="A", side="a", text="one", manaCost="{R}"),
            ],
        }
    )
    source = open_source(make_file(data))
    assert (source.shape, source.date) == ("mtgjson", "2026-07-01")
    ab, elf, plain = source.cards()
    assert [(f.name, f.text, f.mana_cost) for f in ab.faces] == [("A", "one", "{R}"), ("B", "two", None)]
    assert (elf.faces[0].mana_cost, elf.color_identity) == ("{G}", "G")
    assert plain.faces[0].text == ""


def test_mtgjson_cards_that_share_a_name(make_file):
    odd, usual = mtgjson_face("Twin", text="odd", isFunny=True), mtgjson_face("Twin", text="usual")
    (card,) = read_cards(make_file(mtgjson({"Twin": [odd, usual]})))
    assert len(card.faces) == 1
    assert card.faces[0].text == "usual"


def test_mtgjson_meld(make_file):
    data = {
        f"{n} // Both": [mtgjson_face(f"{n} // Both", "meld", side="a", faceName=n, text="part")]
        for n in ("One", "Two")
    }
    data["Both"] = [mtgjson_face("Both", "meld", side="b", faceName="Both", text="result")]
    read = read_cards(make_file(mtgjson(data)))
    assert [c.name for c in read] == ["One // Both", "Two // Both"]
    assert [(f.name, f.text) for f in read[1].faces] == [("Two", "part"), ("Both", "result")]


def test_mtgjson_lacks_a_face(make_file):
    data = {"A // B": [mtgjson_face("A // B", "split", side="a", faceName="A", text="one")]}
    (card,) = read_cards(make_file(mtgjson(data)))
    assert [(f.name, f.text) for f in card.faces] == [("A", "one"), ("B", None)]


def test_mtgjson_meld_by_its_parts(make_file):
    parts = ["One", "Two", "Both"]
    data = {n: [mtgjson_face(n, "meld", side="b" if n == "Both" else "a", cardParts=parts)] for n in parts}
    assert [c.name for c in read_cards(make_file(mtgjson(data)))] == ["One // Both", "Two // Both"]


# --------------------------------------------------------------------------------------- playable


@pytest.mark.parametrize(
    ("layout", "types"),
    [
        ("planar", "Plane — Somewhere"),
        ("planar", "pLAnE"),
        ("scheme", "Ongoing Scheme"),
        ("vanguard", "Vanguard"),
        ("token", "Token Creature — Elf"),
        ("double_faced_token", "Token Creature — Elf"),
        ("art_series", "Card"),
        ("emblem", "Emblem — Someone"),
        ("normal", "Conspiracy"),
        ("normal", "Stickers"),
        ("normal", "Hero Artifact — Equipment"),
        ("normal", "Dungeon"),
    ],
)
def test_not_for_decks(make_file, layout, types):
    cards = [scryfall_card("Kept"), scryfall_card("Dropped", layout, type_line=types)]
    assert [c.name for c in read_cards(make_file(cards))] == ["Kept"]


@pytest.mark.parametrize(
    "layout",
    ["normal", "saga", "class", "case", "mutate", "leveler", "prototype", "host", "augment", "battle"],
)
def test_for_decks(make_file, layout):
    cards = [scryfall_card("Kept", layout, type_line="Legendary Creature — Human Hero")]
    assert [c.layout for c in read_cards(make_file(cards))] == [layout]


def test_two_fronts_are_one_card(make_file):
    faces = [scryfall_face("Elf", text="as printed")] * 2
    twice = scryfall_card("Elf // Elf", "reversible_card", card_faces=faces)
    both = read_cards(make_file([twice, scryfall_card("Elf", oracle_text="the card")]))
    assert [(c.name, c.faces[0].text) for c in both] == [("Elf", "the card")]
    (alone,) = read_cards(make_file([twice]))
    assert (alone.name, alone.layout, len(alone.faces)) == ("Elf", "normal", 1)


# ----------------------------------------------------------------------------------------- errors


def test_gzip_gives_the_same(make_file):
    cards = [corpus_card("Elf")]
    plain, packed = make_file(cards, "a", lines=True), make_file(cards, "b", lines=True, zipped=True)
    assert open_source(plain).sha256 == open_source(packed).sha256
    assert read_cards(plain) == read_cards(packed)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "empty file"),
        (" \n ", "empty file"),
        (b"\xff\xfe\x00binary", "not a text file"),
        ("4 Forest\n", "not a card file"),
        ("[]", "no playable card"),
        ("[1, 2]", "not a card file"),
        ('[{"name": "X"}]', "without 'layout'"),
        ('[{"name": "X"', "not a card file"),
        ('[{"object": "card", "name": "Elf", "layout": "normal"},', "middle of its list"),
        ("{}", "not a card file"),
        ('{"faces": 1}', "line 1: not a card"),
        ('{"name": "X", "layout": "normal", "faces": []}', "line 1: not a card"),
        ('{"data": {"X": {"cards": []}}}', "not AtomicCards"),
        ('{"meta": {}, "data": ', "not JSON"),
        ("[" * 100_000, "not a card file"),
        ('[{"name": 5, "layout": "normal"}]', "isn't text"),
        ('[{"name": "X", "layout": null}]', "isn't text"),
        ('[{"name": "X", "layout": "normal", "power": 1}]', "the power of 'X' isn't text"),
        ('[{"name": "\\ud800", "layout": "normal"}]', "half a character"),
        (gzip.compress(b"[]" * 999, mtime=0)[:-9], "damaged gzip"),
    ],
)
def test_bad_files(make_file, content, says):
    path = make_file(content)
    with pytest.raises(CardDataError) as error:
        read_cards(path)
    assert says in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_unreadable_files(tmp_path):
    for path in (tmp_path, tmp_path / "nothing.json"):
        with pytest.raises(CardDataError, match=r"nothing\.json|directory"):
            open_source(path)


def test_second_line_of_a_corpus_file(make_file):
    good = make_file([corpus_card("Elf")], lines=True).read_text()
    with pytest.raises(CardDataError, match="line 2: not JSON"):
        read_cards(make_file(good + "{nonsense\n"))


# ------------------------------------------------------------------------------------- the corpus


def test_corpus_file_gives_the_cards_that_its_flags_name(shared):
    import json

    path = shared / "corpus" / "cards.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        flags = {c["name"]: set(c["flags"]) for c in map(json.loads, file)}
    cards = read_cards(path)
    assert {c.name for c in cards} == {n for n, f in flags.items() if not f & {"not_deck_card", "reversible_dup"}}
    assert len(cards) == 34_040
    assert sum(f.text is None for c in cards for f in c.faces) == 74
