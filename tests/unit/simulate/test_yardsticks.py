"""Yardsticks, the goldfish clock, and that no decision depends on what can't be seen."""

import pytest
from tests.unit.simulate.programs import land, program, spell
from tests.unit.simulate.test_aims import dual, ramp, source

from untap import _core
from untap.results import Result, ResultError
from untap.simulate import Scenario, seed_key, simulate
from untap.simulate.yardstick import Yardstick, yardsticks

RAMP = ramp()


def test_order_of_the_players():
    scenario = Scenario(turns=6, order="play")
    measured = yardsticks(RAMP, scenario, 60, seed=3, cards=("Six", "Red Pair", "Green Four"))
    assert [one.card for one in measured] == ["Red Pair", "Green Four", "Six"]
    for one in measured:
        assert one.games == 60 and one.turn in (2, 4, 6)
        for who in ("player", "curve", "naive"):
            assert all(a >= b for a, b in zip(one.ceiling, getattr(one, who), strict=True)), (one.card, who)
        assert list(one.player) == sorted(one.player)
    assert sum(one.share("player") for one in measured) > sum(one.share("naive") for one in measured)
    assert sum(one.gap for one in measured) < 0.25


def test_one_land_a_turn_is_all_there_is():
    # nothing to decide: every player is at the ceiling
    deck = program([(24, land("Island")), (12, spell("Three", "{2}{U}")), (24, spell("Nine", "{9}"))])
    one, _ = yardsticks(deck, Scenario(turns=5), 80, seed=1)
    assert one.ceiling == one.player == one.curve == one.naive
    assert one.ceiling[1] == 0 < one.ceiling[2] < one.ceiling[4]


def test_the_ceiling_knows_the_draws():
    deck = program(
        [
            (8, land("Forest")),
            (8, land("Mountain")),
            (8, dual("Both", "Mountain", "Forest")),
            (4, spell("Pair", "{G}{G}")),
            (12, spell("Red", "{R}")),
            (20, spell("Nine", "{9}")),
        ]
    )
    pair = yardsticks(deck, Scenario(turns=4), 200, seed=2, cards=("Pair",))[0]
    assert pair.ceiling[1] >= pair.player[1] > pair.naive[1]
    assert pair.player[1] > pair.curve[1] - 5


def test_results_hold_them():
    from dataclasses import replace

    r = simulate(RAMP, games=50, turns=4, threads=1, seed=1)
    held = replace(r, yardsticks=yardsticks(RAMP, r.scenario, 5, cards=("Six",)))
    assert Result.from_json(held.to_json()) == held
    assert Result.from_json(held.to_json()).yardsticks[0] == held.yardsticks[0]
    assert isinstance(held.yardsticks[0], Yardstick)
    assert "yardsticks" not in r.to_json()


# ------------------------------------------------------------------------------------- honesty


def _draw_event():
    entries, _ = _core.trace_game(RAMP, seed_key(5), 0, **Scenario(turns=1, mulligan="none", order="play").to_core())
    return entries[0][0]


DRAW = _draw_event()


@pytest.mark.parametrize("aim", [None, "mana", "spend", "card:Six", "naive"])
@pytest.mark.parametrize("turn", [1, 2, 4])
def test_no_decision_depends_on_the_unseen_library(aim, turn):
    from untap.simulate.prepare import AIM_NAIVE, aim_of

    scenario = Scenario(turns=5, aim=aim if aim and aim != "naive" else "curve")
    goal = (AIM_NAIVE, -1) if aim == "naive" else aim_of(RAMP, scenario)
    differs = 0
    for game in range(30):
        plain, _ = _core.trace_game(RAMP, seed_key(5), game, aim=goal, **scenario.to_core())
        for salt in (1, 2, 3):
            shaken, _ = _core.trace_game(RAMP, seed_key(5), game, aim=goal, shake=(turn, salt), **scenario.to_core())
            for a, b in zip(plain, shaken, strict=False):
                if a != b:
                    # the first difference is a card drawn, in a later turn
                    assert a[0] == b[0] == DRAW, (game, a, b)
                    differs += 1
                    break
    assert differs > 30


# ------------------------------------------------------------------------------------- clock


def test_clock():
    deck = program([(24, land("Island")), (36, spell("One", "{U}"))])
    r = simulate(deck, games=1000, turns=5, threads=1, seed=2, clock=True, order="play")
    assert r.damage(1).mean.value == 0
    # a 1/1 cast on the first turn attacks on the second
    assert r.damage(2).at_least(1) == r.cast_by("One", 1)
    assert r.damage(3).mean.value > 2 * r.damage(2).mean.value
    assert r.lethal_by(5).value == 0
    assert Result.from_json(r.to_json()) == r and r.to_records("clock")[1]["turn"] == 2
    plain = simulate(deck, games=1000, turns=5, threads=1, seed=2, order="play")
    assert (plain.tally["castable"] == r.tally["castable"]).all()
    with pytest.raises(ResultError, match="no clock"):
        plain.damage(2)
    quick = simulate(deck, games=200, turns=8, threads=1, seed=2, clock=True, life=5)
    assert quick.lethal_by(8).value > 0.9 > quick.lethal_by(3).value


def test_clock_is_of_creatures_that_can_attack():
    deck = program(
        [(24, land("Forest")), (18, source("Elf", "{G}", "{G}", "Creature")), (18, source("Rock", "{1}", "{C}"))]
    )
    r = simulate(deck, games=400, turns=4, threads=1, seed=3, clock=True)
    rocks = simulate(program([(24, land("Forest")), (36, source("Rock", "{1}", "{C}"))]), games=50, turns=4, clock=True)
    assert r.damage(4).mean.value > 0.5 and rocks.damage(4).mean.value == 0
