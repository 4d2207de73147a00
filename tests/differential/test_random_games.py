"""Random legal actions: the core plays, the twin replays and compares after every one.

The games of a block are numbered by its seed; ``RandomGame`` with the number that a failure names plays it again.
Blocks are spread over the processors; each is a test of its own, so that a failure says where and the others still run.
"""

from __future__ import annotations

import copy
import sys

import pytest

from tests.differential import games, pool
from tests.differential.games import RandomGame, random_program
from tests.reference import actions, costs, effects, events, mana, turn, values
from tests.reference.model import Mismatch
from untap._core import CoreProgram
from untap.oracle import ast
from untap.program import layout

BLOCK = 500
BLOCKS = 40  # 20,000 games
LONG_BLOCKS = 10 * BLOCKS
STEPS = 25  # two or three turns
PER_PROGRAM = 40

WANTED = {
    "AddMana", "Attached", "CantUntap", "CostChange", "CreateTokens", "DoesntUntapNext", "Draw", "EntersTapped",
    "Grant",
    "KeepMana", "LandPlays", "ManaInstead", "MayNotUntap", "MoreLandPlays", "Phase", "PutCounters", "ReturnToHand",
    "SacrificeCost", "Scry", "Search", "Spend", "Surveil", "TapOthers", "Untap", "UntapDuringOthers", "UntapLimit",
    "UntapThis",
}  # fmt: skip


# ----------------------------------------------------------------------------------------------- the ring


def play_block(k: int) -> tuple[int, int]:
    return games.block(k * BLOCK, BLOCK, STEPS, PER_PROGRAM)


def _check(result) -> None:
    done, steps = result
    assert done == BLOCK
    assert steps >= BLOCK * STEPS * 3 // 4  # few games end early, at a limit or lost


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games(played, block):
    _check(played.result(sys.modules[__name__], block))


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS, BLOCKS + LONG_BLOCKS))
def test_many_random_games(played, block):
    _check(played.result(sys.modules[__name__], block))


def _check_refusals(found) -> None:
    """CR 601.2f-h: no order of mana abilities, and no choice in them, pays what the core can't pay.

    Not yet always: X other than 0 of storage lands (107.3), a source whose condition another's sacrifice ends (601.2g),
    several replacements of mana in another order (616.1).
    """
    assert found.right >= 5000 and found.open <= found.right // 100, found
    assert len(found.wrong) <= found.right // 2000, found.wrong


def test_what_is_refused_is_unpayable():
    _check_refusals(games.refusals(0, 500))


@pytest.mark.long
@pytest.mark.parametrize("first", range(500, 10500, 500))
def test_more_of_what_is_refused(first):
    _check_refusals(games.refusals(first, 500))


def test_the_pool_has_every_kind():
    """What the ring is for is in its cards."""
    nodes = [n for c in [*pool.BASICS, *pool.ALL] for f in c.faces for a in f.abilities for n in a.walk()]
    assert not WANTED - {type(n).__name__ for n in nodes}
    events_ = {n.kind for n in nodes if isinstance(n, ast.Event)}
    assert {"tapped for mana", "enters", "phase", "becomes tapped"} <= events_


# --------------------------------------------------------------------------------- that it would be noticed


def _caught(monkeypatch, games_: int, twin=None, core=None) -> int | None:
    """The first game that a wrong rule spoils: the twin objects, and doesn't without it.

    ``twin`` replaces a function of the twin, ``core`` changes the arrays of the core's program.
    """
    for seed in range(games_):
        if seed % PER_PROGRAM == 0:
            program, right = random_program(seed // PER_PROGRAM)
            wrong = right
            if core is not None:
                arrays = copy.deepcopy(program.arrays)
                core(arrays)
                wrong = CoreProgram(arrays)
        try:
            with monkeypatch.context() as m:
                if twin is not None:
                    m.setattr(*twin)
                RandomGame(program, wrong, f"{seed}").play(STEPS)
        except Mismatch:
            try:
                RandomGame(program, right, f"{seed}").play(STEPS)
            except Mismatch:
                continue  # not the wrong rule's doing
            return seed
    return None


def _forget(kind):
    """A static effect that the twin doesn't know."""
    old = values.in_force
    return values, "in_force", lambda g, k, *a: [] if k is kind else old(g, k, *a)


_land_plays_left = actions.land_plays_left

WRONG_IN_THE_TWIN = {
    "summoning sickness is forgotten (CR 302.6)": (costs, "unsick", lambda *a: True),
    "one more land a turn (CR 305.2)": (actions, "land_plays_left", lambda g: _land_plays_left(g) + 1),
    "pools don't empty (CR 500.5)": (mana, "empty_pool", lambda *a, **k: None),
    "'can't untap' is forgotten (CR 502.3)": _forget(ast.CantUntap),
    "'may choose not to untap' is forgotten (CR 502.3)": _forget(ast.MayNotUntap),
    "untapping has no limit (CR 502.3)": _forget(ast.UntapLimit),
    "phased out permanents stay so (CR 502.1)": (turn, "_phasing", lambda *a: None),
    "no card is drawn (CR 504.1)": (effects, "draw", lambda *a, **k: None),
    "cleanup does nothing (CR 514)": (turn, "_cleanup", lambda *a: None),
    "restricted mana pays for nothing (CR 106.6)": (mana, "allowed", lambda g, u, purpose: u.spend is None),
    "nothing triggers on tapping for mana (CR 106.12a)": (mana, "tapped_for_mana", lambda *a: None),
    "mana isn't replaced (CR 106.12b)": (mana, "replaced", lambda g, p, units: units),
    "every target exists (CR 601.2c)": (actions, "targets_exist", lambda *a: True),
    "no state-based actions (CR 704)": (events, "state_based", lambda *a: None),
}


def _costs_more(arrays) -> None:
    arrays["costs"]["generic"] += 1


def _no_limits(arrays) -> None:
    arrays["abilities"]["limits"] = 0


def _no_conditions(arrays) -> None:
    arrays["abilities"]["condition"] = -1


def _no_types(arrays) -> None:
    arrays["faces"]["types"] &= ~layout.TYPE_BIT["creature"]


def _no_triggers(arrays) -> None:
    arrays["trigger_kinds"] = 0


WRONG_IN_THE_CORE = {
    "every cost is higher by one": _costs_more,
    "abilities have no limits": _no_limits,
    "abilities have no conditions": _no_conditions,
    "creatures are none": _no_types,
    "nothing triggers": _no_triggers,
}


@pytest.mark.parametrize("rule", WRONG_IN_THE_TWIN)
def test_a_wrong_rule_of_the_twin_is_caught(rule, monkeypatch):
    assert _caught(monkeypatch, 2000, twin=WRONG_IN_THE_TWIN[rule]) is not None


@pytest.mark.parametrize("rule", WRONG_IN_THE_CORE)
def test_a_wrong_program_of_the_core_is_caught(rule, monkeypatch):
    assert _caught(monkeypatch, 2000, core=WRONG_IN_THE_CORE[rule]) is not None
