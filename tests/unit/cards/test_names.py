import copy
import pickle

import pytest

from untap.cards.names import UnknownCard, loosen, normalize, split_name, suggest


@pytest.mark.parametrize(
    ("spelling", "key"),
    [
        ("Llanowar Elves", "llanowar elves"),
        ("  LLANOWAR   elves ", "llanowar elves"),
        ("Æther Vial", "aether vial"),
        ("Lim-Dûl’s Vault", "lim-dul's vault"),
        ("Lim\u2011Du\u0302l`s Vault", "lim-dul's vault"),
        ("Jötun Grunt", "jotun grunt"),
        ("Fire // Ice", "fire//ice"),
        ("Fire//Ice", "fire//ice"),
        ("Fire / Ice", "fire//ice"),
        ("Fire/Ice", "fire//ice"),
        ("Fire /// Ice", "fire//ice"),
        ("“Name Sticker” Goblin", '"name sticker" goblin'),
        ("Ratonhnhaké꞉ton", "ratonhnhake:ton"),
        ("\ufeffForest\u200b", "forest"),
        ("Non\u00a0breaking", "non breaking"),
        ("Customer Service®", "customer service"),
        ("A-Something", "a-something"),
        ("İ", "i"),
        ("", ""),
    ],
)
def test_equivalent_spellings(spelling, key):
    assert normalize(spelling) == key
    assert normalize(key) == key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wasteland", "Waste Land"),
        ("Rampant Growth", "Rampant, Growth"),
        ("Monster Mashup", "Monster Mash-Up"),
        ("_____", "______"),
        ("A-Elf", "Elf"),
    ],
)
def test_different_names_stay_different(one, other):
    assert normalize(one) != normalize(other)


def test_loose_key_drops_what_collides():
    assert loosen(normalize("Rampant, Growth")) == loosen(normalize("rampant growth!")) == "rampantgrowth"
    assert loosen(normalize("________ Goblin")) == loosen(normalize("___ goblin")) == "_goblin"
    assert loosen("?!") == ""


def test_split_name():
    assert split_name("Who // What // Why") == ("Who", "What", "Why")
    assert split_name("SP//dr, Piloted by Someone") == ("SP//dr, Piloted by Someone",)


NAMES = ("Lightning Bolt", "Lightning Blow", "Forest", "Forget", "Chandra, of Fire", "Elvish Mystic")
POOL = [(normalize(n), n) for n in NAMES]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Lightning Blot", "Lightning Bolt"),
        ("Lightnig Bolt", "Lightning Bolt"),
        ("Forset", "Forest"),
        ("Chandra", "Chandra, of Fire"),
        ("Mystic Elvish", "Elvish Mystic"),
    ],
)
def test_suggestions(typed, first):
    assert suggest(normalize(typed), POOL)[0] == first


def test_no_suggestion_for_nonsense():
    assert suggest("qqqqqqqq", POOL) == ()
    assert suggest("", POOL) == ()
    assert suggest("forest", []) == ()


def test_messages():
    assert str(UnknownCard("Forset", ["Forest", "Forget"])) == (
        'no card is named "Forset"; did you mean "Forest" or "Forget"?'
    )
    assert str(UnknownCard("Xyz")) == 'no card is named "Xyz"'
    assert str(UnknownCard("A", ["B", "C", "D"], ambiguous=True)) == (
        '"A" may be "B", "C" or "D": please write the whole name'
    )


def test_the_error_survives_copying_and_pickling():
    error = UnknownCard("A", ["B"], ambiguous=True)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (again.name, again.suggestions, again.ambiguous) == ("A", ("B",), True)
