import pytest

from untap.cards.facts import CardFacts, Clause, Face, color_string, parse_type_line


@pytest.mark.parametrize(
    ("line", "supertypes", "types", "subtypes"),
    [
        ("Basic Land — Forest", ("Basic",), ("Land",), ("Forest",)),
        ("Basic Snow Land — Island", ("Basic", "Snow"), ("Land",), ("Island",)),
        ("Legendary Artifact Creature — Elf Druid", ("Legendary",), ("Artifact", "Creature"), ("Elf", "Druid")),
        ("Instant", (), ("Instant",), ()),
        ("Land - Urza's Power-Plant", (), ("Land",), ("Urza's", "Power-Plant")),
        ("Creature — Time Lord Doctor", (), ("Creature",), ("Time Lord", "Doctor")),
        ("Creature — Time Traveler Lord", (), ("Creature",), ("Time", "Traveler", "Lord")),
        ("Host Creature — Cat", ("Host",), ("Creature",), ("Cat",)),
        ("", (), (), ()),
    ],
)
def test_type_line(line, supertypes, types, subtypes):
    parsed = parse_type_line(line)
    assert (parsed.supertypes, parsed.types, parsed.subtypes) == (supertypes, types, subtypes)


def test_face_knows_its_types():
    face = Face("Some Land", type_line="Snow Land — Forest")
    assert (face.supertypes, face.types, face.subtypes) == (("Snow",), ("Land",), ("Forest",))
    assert face.is_land
    assert not face.text_missing


def test_clauses_name_their_face():
    clause = Clause(1, 1, "text missing")
    card = CardFacts("A // B", "flip", (Face("A"), Face("B", clauses=(clause,))))
    assert card.clauses == ((1, clause),)
    assert card.faces[1].text_missing
    assert card.front.name == "A"


def test_facts_are_values():
    assert Face("A", "{0}") == Face("A", "{0}") != Face("A", None)
    assert len({Face("A"), Face("A")}) == 1
    with pytest.raises(AttributeError):
        Face("A").name = "B"


def test_color_string():
    assert color_string(["G", "W"]) == "WG"
    assert color_string("BU") == "UB"
    assert color_string(None) == ""
