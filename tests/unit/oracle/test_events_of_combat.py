"""Which attacks and which damage an ability waits for (CR 508.3, 603.2c), and how well that is followed."""

from __future__ import annotations

import pytest

from untap.oracle import ast, compile_text
from untap.program.levels import final_sentences

CREATURE = ast.Filter(types=("creature",))
OWN = ast.Filter(types=("creature",), controller="you")


@pytest.mark.parametrize(
    ("when", "event"),
    [
        ("Whenever Testname attacks", ast.Event("attacks", ast.This())),
        ("Whenever Testname attacks an opponent", ast.Event("attacks", ast.This())),
        ("Whenever you attack", ast.Event("attacks", number=(1,), detail="together")),
        ("Whenever you attack with three or more creatures",
         ast.Event("attacks", CREATURE, number=(3,), detail="together")),
        ("Whenever one or more creatures you control attack",
         ast.Event("attacks", OWN, whose="", number=(1,), detail="together")),
        ("Whenever a creature you control attacks alone", ast.Event("attacks", OWN, whose="", detail="alone")),
        ("Whenever Testname deals combat damage to a player", ast.Event("damage", ast.This(), detail="player")),
        ("Whenever one or more creatures you control deal combat damage to a player",
         ast.Event("damage", OWN, whose="", number=(1,), detail="together")),
    ],
)  # fmt: skip
def test_own_attackers_are_followed(when: str, event: ast.Event) -> None:
    face = compile_text("Testname", "Creature — Elf", f"{when}, draw a card.")
    (ability,) = face.abilities
    made = ability.event
    if isinstance(made.subject, ast.Each):
        made = ast.Event(made.kind, made.subject.filter, whose=made.whose, number=made.number, detail=made.detail)
    assert made == event
    assert [s.level for s in final_sentences(face)] == ["exact"]


@pytest.mark.parametrize(
    "when",
    [
        "Whenever a creature attacks you",
        "Whenever a creature deals combat damage to you",
        "Whenever Testname blocks",
        "Whenever Testname is dealt damage",
        "Whenever Testname attacks while saddled",
        "Whenever Testname deals damage to a creature",
    ],
)
def test_others_creatures_and_blocks_are_not(when: str) -> None:
    face = compile_text("Testname", "Creature — Elf", f"{when}, draw a card.")
    assert [(s.level, s.reason) for s in final_sentences(face)] == [("approximated", "combat isn't simulated")]


def test_two_events_of_one_ability() -> None:
    face = compile_text(
        "Testname", "Creature — Elf", "Whenever Testname attacks or becomes the target of a spell, draw a card."
    )
    assert [e.kind for e in face.abilities[0].event] == ["attacks", "becomes target"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("if you attacked this turn", ast.Fact("attacked this turn")),
        ("if you attacked with two or more creatures this turn",
         ast.Compare(ast.Number("attackers this turn"), ">=", 2)),
        ("if it's the first combat phase of the turn", ast.Fact("first combat")),
    ],
)  # fmt: skip
def test_what_is_asked_about_attacks(text: str, fact: ast.Node) -> None:
    face = compile_text("Testname", "Creature — Elf", f"When Testname enters, {text}, draw a card.")
    assert face.abilities[0].condition == fact
    assert [s.level for s in final_sentences(face)] == ["exact"]


@pytest.mark.parametrize("text", ["can't attack unless you control an artifact", "can't attack or block"])
def test_what_cannot_attack(text: str) -> None:
    assert compile_text("Testname", "Creature — Elf", f"Testname {text}.").abilities == (ast.Keyword("can't attack"),)
    words = "Enchant creature\nEnchanted creature can't attack or block."
    other = compile_text("Testname", "Enchantment — Aura", words)
    assert ast.Inert("combat") in other.abilities
