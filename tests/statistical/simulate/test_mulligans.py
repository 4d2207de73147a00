"""Mulligan rules as the core plays them against their closed forms.

Fixed seed; each figure within 5 standard errors of `GAMES` games (about 150 figures: a false alarm for one seed in
10,000).
"""

import math

import numpy as np
import pytest
from tests.unit.simulate.programs import land, program, spell

import untap
from untap import exact
from untap.results.tally import AXES
from untap.simulate import mulligan_names, mulligan_rule

pytestmark = pytest.mark.statistical
GAMES = 200_000
LANDS, SIZE = 24, 60


@pytest.fixture(scope="module")
def deck():
    return program([(LANDS, land("Swamp")), (4, spell("Three", "{2}{B}")), (SIZE - LANDS - 4, spell("Filler", None))])


def agree(estimate, p, n=GAMES):
    error = math.sqrt(max(p * (1 - p), 1 / n) / n)
    assert abs(estimate - p) <= 5 * error, (estimate, p, (estimate - p) / error)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("name", [name for name in mulligan_names() if mulligan_rule(name).counts_only])
def test_against_closed_forms(deck, name, free):
    rule = mulligan_rule(name).with_free(free)
    if rule.scry == "source-stays":
        pytest.skip("the closed form is of a colour asked about; whole games keep any land")
    r = untap.simulate(deck, mulligan=rule, games=GAMES, turns=4, order="play", seed=11)
    groups = exact.Groups((LANDS,), (SIZE - LANDS,))
    hands = r.hands()
    for size, p in exact.hand_sizes(groups, rule).items():
        agree(hands.sizes[size].value if size in hands.sizes else 0.0, p)
    lands: dict[int, float] = {}
    for kept in exact.kept_hands(groups, rule):
        lands[kept.hand[0]] = lands.get(kept.hand[0], 0.0) + kept.probability
    for k, p in lands.items():
        agree(hands.lands[k].value, p)
    for turn in (2, 4):
        for at_least in (2, 3, 4):
            p = exact.lands_seen(SIZE, LANDS, rule, at_least=at_least, turn=turn, on_play=True)
            agree(r.lands_seen(turn).at_least(at_least).value, p)
    p = exact.lands_in_play(SIZE, LANDS, rule, at_least=3, turn=3, on_play=True)
    agree(r.castable("Three", 3).value, p)
    agree(r.lands_in_play(3).at_least(3).value, p)


def test_play_and_draw_share_shuffles(deck):
    both = untap.simulate(deck, games=20_000, turns=3, order="both", seed=2)
    play = untap.simulate(deck, games=10_000, turns=3, order="play", seed=2)
    draw = untap.simulate(deck, games=10_000, turns=3, order="draw", seed=2)
    for name, array in both.tally.items():
        if AXES[name][0] == "O":
            assert array[0].tolist() == play.tally[name][0].tolist(), name
            assert array[1].tolist() == draw.tally[name][1].tolist(), name
    # what both games of a shuffle have is no more than either has, and there is none where one side is played
    found = [name for name in AXES if f"{name}_both" in AXES and AXES[name] == ("O", "K", "T")]
    assert len(found) == 4
    for name in found:
        both_have, (on_play, on_draw) = both.tally[f"{name}_both"], both.tally[name]
        assert (both_have <= np.minimum(on_play, on_draw)).all()
        assert (both_have >= on_play + on_draw - 10_000).all()
        # on one shuffle the sides go together: more than if they were independent, by far
        assert both_have.sum() > 1.05 * (on_play * on_draw).sum() / 10_000, name
        assert not play.tally[f"{name}_both"].any() and not draw.tally[f"{name}_both"].any()
