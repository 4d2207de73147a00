"""The goldfish attacks that whole games make: what they bring, and that nothing else of a game changes."""

from __future__ import annotations

import pytest
from tests.differential.pool import F, add, card, creature, taps, when
from tests.reference.replay import make_program

from untap._core import Board, CoreProgram, watch_game
from untap.oracle import ast as A
from untap.simulate import Scenario, seed_key

TURN, CAST, ENTER, TRIGGER, ATTACK, DAMAGE = 1, 7, 10, 14, 43, 44
HILL = card("Hill", "Land", taps(add("{R}")), sub=("mountain",))
OWN = A.Each(F(types=("creature",), controller="you"))


def played(*spells, turns: int = 6):
    """The log of a game of twenty lands and ten of each spell."""
    slots = [(0, 3)] * 20 + [(k, 3) for k in range(1, len(spells) + 1) for _ in range(10)]
    program = make_program([HILL, *spells], slots, "")
    scenario = Scenario(turns=turns, order="play")
    entries, _, _ = watch_game(CoreProgram(program.arrays), seed_key(1), 0, **scenario.to_core())
    return entries


def counted(entries, event: int) -> int:
    return sum(e[0] == event for e in entries)


def first_turn(entries, event: int) -> int:
    turn = 0
    for e in entries:
        turn = e[1] if e[0] == TURN else turn
        if e[0] == event:
            return turn
    return 0


def test_an_attack_comes_a_turn_after_the_creature() -> None:
    entries = played(creature("Raider", "{R}", when("attacks", A.CreateTokens("treasure")), pt=(1, 1)))
    assert first_turn(entries, ATTACK) == first_turn(entries, CAST) + 1
    assert counted(entries, TRIGGER) == counted(entries, ATTACK)


def test_haste_attacks_at_once() -> None:
    hasty = creature("Hasty", "{R}", A.Keyword("haste"), when("attacks", A.Draw(1)), pt=(1, 1))
    entries = played(hasty)
    assert first_turn(entries, ATTACK) == first_turn(entries, CAST)


@pytest.mark.parametrize("word", ["defender", "can't attack"])
def test_who_cannot_attack_does_not(word: str) -> None:
    entries = played(creature("Wall", "{R}", A.Keyword(word), when("attacks", A.Draw(1)), pt=(1, 1)))
    assert counted(entries, CAST) > 0
    assert counted(entries, ATTACK) == 0


def test_damage_is_dealt_by_power_and_twice_by_double_strike() -> None:
    for words, steps in (((), 1), (("double strike",), 2)):
        hits = when("damage", A.CreateTokens("treasure"), detail="player")
        hitter = creature("Hitter", "{R}", *map(A.Keyword, words), hits, pt=(2, 2))
        entries = played(hitter)
        assert counted(entries, ATTACK) > 0
        assert counted(entries, TRIGGER) == steps * counted(entries, ATTACK)
    harmless = creature("Harmless", "{R}", when("damage", A.Draw(1), detail="player"), pt=(0, 2))
    entries = played(harmless)
    assert counted(entries, ATTACK) > 0
    assert counted(entries, TRIGGER) == 0  # CR 510.1a


def test_together_triggers_once() -> None:
    bander = creature("Bander", "{R}", A.Keyword("haste"),
                      when("damage", A.GainLife(1), A.Draw(0), subject=OWN, whose="", number=(1,), detail="together"),
                      sup=("legendary",), pt=(1, 1))  # fmt: skip
    other = creature("Other", "{R}", pt=(1, 1))
    entries = played(bander, other, turns=8)
    assert counted(entries, ATTACK) > counted(entries, DAMAGE) > 0  # several attacked at once
    assert counted(entries, TRIGGER) == counted(entries, DAMAGE)


def test_nobody_attacks_for_nothing() -> None:
    proud = creature("Proud", "{R}", when("blocks", A.Draw(1)), pt=(1, 1))
    entries = played(creature("Plain", "{R}", pt=(3, 3)), proud)
    assert counted(entries, CAST) > 0
    assert counted(entries, ATTACK) == 0


def test_what_combat_brings_is_spent_after_it() -> None:
    mana = A.AddMana(A.Bundle("{R}{R}"), until="turn")
    scholar = creature("Scholar", "{R}", A.Keyword("haste"), when("attacks", mana), pt=(1, 1))
    step = after = 0
    for e in played(scholar, creature("Ogre", "{3}{R}", pt=(3, 3))):
        step = e[1] if e[0] == 2 else step
        after += e[0] == CAST and step == 6
    assert after > 0


def test_monstrous_only_once() -> None:
    """CR 701.37a: another monstrosity puts no counters."""
    slots = [(0, 3), (1, 3)]
    giant = creature("Giant", "{R}", A.Activated(A.Cost(()), (A.Monstrosity(3),)),
                     when("becomes monstrous", A.CreateTokens("treasure")), pt=(1, 1))  # fmt: skip
    program = make_program([HILL, giant], slots, "")
    board = Board(CoreProgram(program.arrays))
    i = board.add_object(giant_face(program), slot=1)
    for _ in range(2):
        board.activate(i, 0)
        board.resolve_stack()
    (own,) = [o for o in board.objects() if o["object"] == i]
    assert own["power"] == 4
    assert len(board.objects()) == 2


def giant_face(program) -> int:
    return next(f.number for f in program.faces if f.name == "Giant")


def test_one_or_more_cards_are_one_event() -> None:
    """CR 603.2c: a mill of three lands is one event, three discards in turn would be three."""
    event = A.Event("to graveyard", A.Each(F(types=("land",))), whose="", once=True)
    gitrog = creature("Frog", "{R}", A.Triggered(event, (A.GainLife(1),)), pt=(1, 1))
    mill = A.Activated(A.Cost(()), (A.Mill(3),))
    program = make_program([HILL, creature("Miller", "{R}", mill), gitrog], [(0, 3)] * 6 + [(1, 3), (2, 3)], "")
    board = Board(CoreProgram(program.arrays))
    for slot in range(6):
        board.add_card(slot, "library")
    faces = {f.name: f.number for f in program.faces}
    i = board.add_object(faces["Miller"], slot=6)
    board.add_object(faces["Frog"], slot=7)
    before = board.state["life"]
    board.activate(i, 0)
    board.resolve_stack()
    assert board.state["life"] == before + 1
