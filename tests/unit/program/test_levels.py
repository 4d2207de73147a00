"""Levels tell what is run, not only what is read."""

from __future__ import annotations

import pytest

from untap.cards.build import card_facts
from untap.cards.facts import SourceCard, SourceFace
from untap.oracle import compile_text
from untap.program import final_sentences, notes_of
from untap.program.compile import card_ir


def levels(text: str, type_line: str = "Creature", name: str = "Testname") -> list[str]:
    return [s.level for s in final_sentences(compile_text(name, type_line, text))]


def notes(text: str, type_line: str = "Creature"):
    facts = card_facts(SourceCard("Testname", "normal", (SourceFace("Testname", "{1}", type_line, text),)))
    return notes_of(facts, card_ir(facts))


def test_a_sentence_that_is_run_stays_exact():
    assert levels("{T}: Add {G}.") == ["exact"]
    assert notes("{T}: Add {G}.") == []


def test_a_sentence_that_is_read_but_not_run_is_unsupported():
    text = "Flying\n{T}: Add {G}.\nWhen this creature enters, copy target activated ability. Draw a card."
    assert levels(text) == ["inert", "exact", "unsupported", "unsupported"]
    (note,) = [n for n in notes(text) if n.level == "unsupported"]
    assert (note.line, note.sentence) == (3, -1)
    assert "CopyAbility" in note.reason


def test_all_paragraphs_of_a_spell_fall_with_it():
    assert levels("Draw a card.\nCopy target activated ability.", "Sorcery") == ["unsupported", "unsupported"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Whenever this creature is dealt damage, draw a card.", "combat isn't simulated"),
        ("Whenever this creature becomes blocked, add {R}.", "combat isn't simulated"),
        ("Whenever an opponent draws a card, you may draw a card.", "an opponent's cards"),
    ],
)
def test_what_never_happens_in_a_goldfish_game_is_approximated(text, reason):
    (note,) = notes(text)
    assert (note.level, note.reason) == ("approximated", reason)


def test_an_attack_whose_effect_has_no_words_is_approximated():
    (note,) = notes("Whenever this creature attacks, copy target activated ability.")
    assert (note.level, note.reason) == ("approximated", "combat isn't simulated")


def test_what_never_happens_and_couldnt_matter_is_no_approximation():
    assert levels("Whenever this creature attacks, it gets +1/+1 until end of turn.") == ["exact"]


def test_a_token_falls_with_its_abilities():
    text = 'Create a 1/1 green Elf creature token with "{T}: Copy target activated ability."'
    assert levels(text, "Sorcery") == ["unsupported"]
    assert levels('Create a 1/1 green Elf creature token with "{T}: Add {G}."', "Sorcery") == ["exact"]
