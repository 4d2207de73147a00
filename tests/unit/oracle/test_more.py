"""Wordings of the long tail: lists of targets, added searches, gods, emblems, restrictions."""

from __future__ import annotations

import pytest

from untap.oracle import compile_text, write_notation


@pytest.mark.parametrize(
    ("type_line", "text", "notation"),
    [
        ("Sorcery", "Exile target creature and target land.",
         "spell: Exile(Target(<types: creature>)); Exile(Target(<types: land>))"),
        ("Creature", "{T}: Add {W}{W}, {U}{U}, and {G}{G}.", "{T}: add {W}{W}{U}{U}{G}{G}"),
        (
            "Creature",
            "{T}: Add X {G} or X {W}, where X is the number of creatures you control.",
            "{T}: AddMana(EitherMana([Bundle(\"{G}\", Count(<types: creature; controller: you>)), "
            "Bundle(\"{W}\", Count(<types: creature; controller: you>))]))",
        ),
        (
            "Creature",
            "Sacrifice a Swamp and a Forest: Add {C}.",
            "SacrificeCost(<subtypes: swamp>), SacrificeCost(<subtypes: forest>): add {C}",
        ),
        (
            "Enchantment",
            "At the beginning of each player's upkeep, that player untaps a land they control.",
            'when Event("phase", phase="upkeep", whose="each"): Untap(Choose(<types: land; controller: active>))',
        ),
        (
            "Artifact",
            "When the twelfth hour counter is put on this artifact, draw a card.",
            'when Event("counters put", this, detail="hour") if Compare(Counters("hour"), "=", 12): Draw()',
        ),
    ],
)  # fmt: skip
def test_notation(type_line, text, notation):
    made = compile_text("Testname", type_line, text)
    assert [s.reason for s in made.sentences if s.level == "unsupported"] == []
    assert [write_notation(a) for a in made.abilities] == [notation]


def test_a_search_that_a_condition_makes_larger():
    text = (
        "Search your library for up to two basic Forest cards, put them onto the battlefield, then shuffle.\n"
        "If you control a Plains, search your library for up to three basic Forest cards instead of two."
    )
    made = compile_text("Testname", "Sorcery", text)
    assert all(s.level == "exact" for s in made.sentences)
    (spell,) = made.abilities
    (choice,) = spell.effects
    assert (choice.then[0].amount, choice.otherwise[0].amount) == (3, 2)


@pytest.mark.parametrize(
    ("type_line", "text", "level"),
    [
        ("Sorcery", "Creatures and lands target opponent controls don't untap during their next untap step.", "exact"),
        ("Sorcery", "Draw a card.\nCipher", "approximated"),
        ("Creature", "Creatures without flying or islandwalk can't attack.", "inert"),
        ("Creature", "Companion — No card in your starting deck has more than one of the same name.", "inert"),
        ("Instant", "Until end of turn, target player can't cast creature spells.", "inert"),
        ("Creature", "{T}: Exchange control of target land you control and target land an opponent controls.", "exact"),
    ],
)
def test_levels(type_line, text, level):
    assert compile_text("Testname", type_line, text).sentences[-1].level == level


def test_a_god_isnt_a_creature_for_want_of_devotion():
    text = "As long as your devotion to green and white is less than seven, this creature isn't a creature."
    (static,) = compile_text("Testname", "Creature", text).abilities
    assert static.condition.left.colors == "GW"
    assert static.effects[0].types == ("not creature",)
