"""Bonuses to power and toughness are in the program where something asks for either, and only there."""

import pytest

from untap._core import Board, CoreProgram
from untap.oracle.compile import compile_text
from untap.program import CardIR, FaceIR, assemble

ANTHEM = ("Enchantment", "Creatures you control get +1/+1.")
PLAGUE = ("Enchantment", "All creatures get -1/-1.")
BEAR = ("Creature", "", "2/2")
ELF = ("Creature", "{T}: Add {G}.", "1/1")
READS = ("Creature", "{T}: Add an amount of {G} equal to the greatest power among creatures you control.", "1/1")
FEROCIOUS = ("Enchantment", "At the beginning of your end step, if you control a creature with power 4 or greater, "
             "draw a card.")  # fmt: skip
UNSPENT = ("Creature", "Testname gets +1/+1 for each unspent green mana you have.\n{T}: Add {G}{U}.", "1/1")
MAKES_CONSTRUCTS = (
    "Artifact",
    "{0}: Create a 0/0 colorless Construct artifact creature token with "
    '"This token gets +1/+1 for each artifact you control."',
)


def board(*cards):
    made = []
    for n, (types, text, *size) in enumerate(cards):
        found = compile_text("Testname", types, text)
        assert all(s.level in ("exact", "inert") for s in found.sentences), found.sentences
        power, toughness = size[0].split("/") if size else (None, None)
        face = FaceIR(f"card {n}", "{1}", (), (types.casefold(),), (), power, toughness, None, found.abilities)
        made.append(CardIR(f"card {n}", "normal", (face,)))
    arrays, left = assemble(made, [(0, 10)])
    assert not left
    out = Board(CoreProgram(arrays), seed=1)
    out.load(turn=4, life=20, step="main1")
    for n in range(len(cards)):
        out.add_object(int(arrays["kinds"][n]["face"]))
    return out


def sizes(b):
    return [(o["power"], o["toughness"]) for o in b.objects()]


def test_nothing_asks():
    assert sizes(board(ANTHEM, BEAR))[1] == (2, 2)


@pytest.mark.parametrize("asks", [READS, FEROCIOUS], ids=["amount", "filter"])
def test_another_card_asks(asks):
    assert sizes(board(ANTHEM, BEAR, asks))[1] == (3, 3)


def test_mana_of_the_greatest_power():
    assert board(READS, BEAR).mana_available()["total"] == 2
    assert board(READS, BEAR, ANTHEM).mana_available()["total"] == 3


def test_unspent_mana_of_one_color():
    b = board(UNSPENT, READS)
    b.activate(0, 1)
    assert sizes(b)[0] == (2, 2)  # {G}{U}: the blue mana isn't counted


def test_a_creature_that_lives_by_its_bonus():
    b = board(MAKES_CONSTRUCTS, ("Artifact", ""))
    b.activate(0, 0)
    b.resolve_stack()
    assert sizes(b)[2:] == [(3, 3)]  # CR 704.5f finds it with two other artifacts and itself


def test_a_bonus_that_kills():
    b = board(PLAGUE, ELF)
    b.state_based_actions()
    assert not b.mana_available()["total"]
