"""Loops of mana (CR 732): each kind makes unbounded mana of the types it gains, and its near miss breaks even.

A position that comes again with more mana than before, nothing else having fallen, is a proof; everything that runs out
(life, counters, sacrifices, an activation a turn, summoning sickness) keeps it finite.
"""

import pytest

from untap._core import Board, CoreProgram
from untap.oracle.compile import compile_text
from untap.program import CardIR, FaceIR, assemble

ROCK, LAND, CREATURE = "Artifact", "Land", "Creature"


def available(*cards, life=20, sick=()):
    """The most mana and what is unbounded, of permanents given as (type, text) or (type, text, power/toughness)."""
    made = []
    for n, (types, text, *size) in enumerate(cards):
        found = compile_text(f"card {n}", types, text)
        assert all(s.level == "exact" for s in found.sentences), found.sentences
        power, toughness = (size[0] if size else "1/1").split("/") if "Creature" in types else (None, None)
        words = tuple(types.casefold().split())
        made.append(
            CardIR(
                f"card {n}",
                "normal",
                (FaceIR(f"card {n}", "{1}", (), words, (), power, toughness, None, found.abilities),),
            )
        )
    arrays, left = assemble(made, [(0, 10)])
    assert not left
    board = Board(CoreProgram(arrays), seed=1)
    board.load(turn=4, life=life, step="main1")
    for n in range(len(cards)):
        board.add_object(int(arrays["kinds"][n]["face"]), sick=n in sick)
    found = board.mana_available()
    assert not found["cut"]
    unbounded = "".join(c for k, c in enumerate("WUBRGC") if found["unbounded"] >> k & 1)
    return unbounded if found["unbounded"] else found["total"]


TAPPER = (ROCK, "Tap an untapped creature you control: Add {C}{C}.")
WEAK_TAPPER = (ROCK, "Tap an untapped creature you control: Add {C}.")
UNTAPPING = ("Artifact Creature", "{2}, {Q}: Add one mana of any color.")
KEY = (ROCK, "{1}, {T}: Untap target artifact.\n{0}: Untap this artifact. Activate only once each turn.")
STAFF = (ROCK, "{1}: Untap this artifact.\n{3}, {T}: Untap target creature.")
MONOLITH = (ROCK, "{T}: Add {C}{C}{C}.\n{3}: Untap this artifact.")
PRISM = (ROCK, "{1}: Add one mana of any color.")
ALTAR = (ROCK, "Sacrifice a creature: Add {C}{C}.")
WATERS = (ROCK, "{1}: Untap target land.")

LOOPS = {
    "untap symbol with a converter": ([TAPPER, UNTAPPING], "WUBRGC"),
    "artifact that untaps for less than it makes": ([(ROCK, "{T}: Add {C}{C}{C}{C}.\n{3}: Untap this artifact.")], "C"),
    "break-even artifact with a trigger on tapping it for mana": (
        [
            MONOLITH,
            (
                CREATURE,
                "Whenever you tap a nonland permanent for mana, add one mana of any type that permanent produced.",
            ),
        ],
        "C",
    ),
    "break-even artifact with its mana doubled": (
        [MONOLITH, ("Enchantment", "If you tap a permanent for mana, it produces twice as much of that mana instead.")],
        "C",
    ),
    "untapping a land that makes two": ([WATERS, (LAND, "{T}: Add {G}{G}.")], "G"),
    "untapping a land with a trigger": (
        [
            WATERS,
            (LAND, "{T}: Add {G}."),
            ("Enchantment", "Whenever you tap a land for mana, add one mana of any type that land produced."),
        ],
        "G",
    ),
    "untapping a creature that makes five": ([STAFF, (CREATURE, "{T}: Add {G}{G}{G}{G}{G}.")], "G"),
    "untapping all creatures": (
        [(ROCK, "{3}: Untap all creatures you control."), *[(CREATURE, "{T}: Add {G}.")] * 4],
        "G",
    ),
    "tokens for less than they are sacrificed for": (
        [ALTAR, (ROCK, "{1}: Create a 1/1 white Soldier creature token."), (LAND, "{T}: Add {C}.")],
        "C",
    ),
    "life that comes back": (
        [(ROCK, "{1}, Pay 1 life: Untap target land. You gain 1 life."), (LAND, "{T}: Add {R}{R}.")],
        "R",
    ),
    "gain of one type, turned into every colour": ([WATERS, (LAND, "{T}: Add {G}{G}."), PRISM], "G"),
}

NEAR_MISSES = {
    "untap symbol with too little": ([WEAK_TAPPER, UNTAPPING, (LAND, "{T}: Add {C}.")], 2),
    "untap symbol of a sick creature": ([TAPPER, UNTAPPING], 2, {"sick": (1,)}),
    "artifact that untaps for what it makes": ([MONOLITH], 3),
    "untapping a land that makes one": ([WATERS, (LAND, "{T}: Add {G}.")], 1),
    "untapping a creature that makes four": ([STAFF, (CREATURE, "{T}: Add {G}{G}{G}{G}.")], 4 - 3 + 4),
    "untapping a creature that makes five but is sick": (
        [STAFF, (CREATURE, "{T}: Add {G}{G}{G}{G}{G}.")],
        0,
        {"sick": (1,)},
    ),
    "untapping all of three creatures": (
        [(ROCK, "{3}: Untap all creatures you control."), *[(CREATURE, "{T}: Add {G}.")] * 3],
        3,
    ),
    "tokens for what they are sacrificed for": (
        [ALTAR, (ROCK, "{2}: Create a 1/1 white Soldier creature token."), (LAND, "{T}: Add {C}{C}.")],
        2,
    ),
    "once each turn": ([(ROCK, "{T}: Add {C}{C}.\n{1}: Untap this artifact. Activate only once each turn.")], 3),
    "life that runs out": (
        [(ROCK, "{1}, Pay 1 life: Untap target land."), (LAND, "{T}: Add {R}{R}.")],
        2 + 2,
        {"life": 3},
    ),
    "a creature that wears out": (
        [(CREATURE, "{T}: Add {G}.\nPut a -1/-1 counter on this creature: Untap this creature.", "0/2")],
        2,
    ),
    "two untappers of each other": ([KEY, (ROCK, "{1}, {T}: Untap target artifact."), (LAND, "{T}: Add {C}{C}.")], 2),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loop(name):
    cards, types = LOOPS[name]
    assert available(*cards) == types


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_miss(name):
    cards, total, *more = NEAR_MISSES[name]
    assert available(*cards, **(more[0] if more else {})) == total
