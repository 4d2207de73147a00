"""Texts to words: names, reminder text, older wordings, paragraphs and sentences."""

from __future__ import annotations

import pytest

from untap.oracle.compile import sentence_ends
from untap.oracle.text import own_names, paragraphs, tokenize


def words(text: str, *names: str) -> str:
    return " ".join(w.text for w in tokenize(text, 0, names))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This land enters the battlefield tapped.", "~ enters tapped ."),
        ("This land comes into play tapped.", "~ enters tapped ."),
        ("Add {G}{G} to your mana pool.", "add {g}{g} ."),
        ("Flying (It has wings.)", "flying"),
        ("{1}{W/U}, {T}: Draw", "{1}{w/u} , {t} : draw"),
        ("Scry 2, then draw", "scry 2 , then draw"),
        ("artifacts and/or creatures", "artifacts and/or creatures"),
        ("his or her library", "their library"),
        ("[−2]: It gets +1/-1.", "[-2] : it gets +1/-1 ."),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert words(text) == expected


def test_own_name_long_and_short() -> None:
    names = own_names("Ayla, the Tester", "Legendary Creature — Elf")
    assert words("When Ayla dies, exile Ayla, the Tester. Ayla's power", *names) == "when ~ dies , exile ~ . ~'s power"
    assert words("a card named Ayla, the Tester", *names) == "a card named ayla , the tester"


def test_places_point_into_the_text() -> None:
    text = "Add {G}. (Green.) Draw a card."
    for word in tokenize(text):
        assert text[word.start : word.end] == word.raw


def test_paragraphs_keep_their_bullets_and_levels() -> None:
    made = paragraphs("X", "Instant", "Choose one —\n• Scry 1.\n• Draw a card.")
    assert len(made) == 1 and made[0].texts.count("•") == 2
    leveled = paragraphs("X", "Creature — Elf", "Level up {1}\nLEVEL 1-3\n2/2\nFlying\nLEVEL 4+\n4/4\nTrample")
    assert [p.kind for p in leveled] == ["text", "level", "level"]
    assert leveled[1].numbers == (1, 3) and leveled[1].extra == "2/2" and leveled[2].numbers == (4, 0)
    saga = paragraphs("X", "Enchantment — Saga", "I, II — Scry 1.")
    assert saga[0].kind == "chapter" and saga[0].numbers == (1, 2)


def test_ability_words_are_dropped_and_meaningful_ones_kept() -> None:
    assert (
        paragraphs("X", "Creature", "Landfall — Whenever a land you control enters, scry 1.")[0].texts[0] == "whenever"
    )
    assert paragraphs("X", "Creature", "Boast — {1}: Scry 1.")[0].texts[0] == "boast"


def test_sentences_end_outside_quotations() -> None:
    made = tokenize('Lands you control have "{T}: Add {G}. Scry 1." Draw a card.')
    assert len(sentence_ends(made)) == 2
