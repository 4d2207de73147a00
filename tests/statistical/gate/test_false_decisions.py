"""How often a gate decides falsely, where the truth is as close to the bound as can be."""

import numpy as np
import pytest
from tests.unit.gate.test_decide import at_least, decided, deck

from untap.gate import Decided
from untap.stats.sequential import difference_bounds, proportion_bounds, spent

pytestmark = pytest.mark.statistical

LOOKS = [1000 * 2**k for k in range(4)]


def most(alpha: float, n: int) -> float:
    """What a rate of at most alpha stays below, but for three standard errors."""
    return alpha + 3 * np.sqrt(alpha * (1 - alpha) / n)


@pytest.mark.parametrize("p", [0.5, 0.99])
@pytest.mark.parametrize("tied", [False, True])
def test_proportions(p, tied):
    """The bound is the truth itself: every decision against it is false, at any look. Strata may be tied."""
    rng = np.random.default_rng(3)
    alpha, runs, wrong_low, wrong_high = 0.2, 100, 0, 0
    for _ in range(runs):
        first, second, done, low_missed, high_missed = 0, 0, 0, False, False
        for look, games in enumerate(LOOKS, 1):
            n = (games - done) // 2
            done = games
            one = rng.binomial(n, p)
            first += one
            second += one if tied else rng.binomial(n, p)
            counts = [(first, games // 2), (second, games // 2)]
            low, high = proportion_bounds(counts, spent(alpha, look, len(LOOKS)))
            low_missed |= low > p
            high_missed |= high < p
        wrong_low += low_missed
        wrong_high += high_missed
    assert max(wrong_low, wrong_high) / runs <= most(alpha, runs)
    # tied strata use up what the bound allows for, within an order of magnitude
    assert not tied or p > 0.9 or wrong_low + wrong_high > 0


@pytest.mark.parametrize("discordant", [0.002, 0.2])
def test_differences(discordant):
    rng = np.random.default_rng(4)
    alpha, runs, wrong = 0.2, 100, 0
    chances = [0.3 * discordant, 0.7 * discordant, 1 - discordant]
    truth = chances[0] - chances[1]
    for _ in range(runs):
        counts, done, missed = np.zeros(3, int), 0, False
        for look, games in enumerate(LOOKS, 1):
            counts += rng.multinomial(games - done, chances)
            done = games
            pair = [(int(counts[0]), int(counts[1]), games)]
            missed |= difference_bounds(pair, spent(alpha, look, len(LOOKS)))[0] > truth
        wrong += missed
    assert wrong / runs <= most(alpha, runs)


def test_whole_gates():
    """Games and all: three conditions at their very bounds, false in no more runs than the level says."""
    alpha, runs, wrong = 0.2, 60, 0
    own, tiny = deck(24), 1e-9
    texts = [f"(hand_lands() >= {k}) {op}" for k, op in ((2, ">="), (3, ">="), (4, "<="))]
    texts = [
        f"{text} {at_least(k) + (-tiny if '>' in text[-3:] else tiny)}"
        for text, k in zip(texts, (2, 3, 4), strict=True)
    ]
    for seed in range(runs):
        outcomes = decided(texts, own, games=4000, alpha=alpha, seed=seed)
        wrong += any(outcome.decided is Decided.FAILS for outcome in outcomes)
    assert wrong / runs <= most(alpha, runs)


def test_what_can_be_decided_is():
    """Half a point away from the bound, a budget of a hundred thousand games decides, and rightly."""
    p = at_least(3)
    for seed in range(2):
        holds, fails = decided(
            [f"(hand_lands() >= 3) >= {p - 0.01}", f"(hand_lands() >= 3) >= {p + 0.01}"], games=100_000, seed=seed
        )
        assert (holds.decided, fails.decided) == (Decided.HOLDS, Decided.FAILS)
