"""Exact bounds of proportions against SciPy's."""

import random

import pytest

from untap.stats.binomial import lower_bound, tail, upper_bound
from untap.stats.sequential import difference_bounds, proportion_bounds, spent


def cases():
    rng = random.Random(5)
    for _ in range(200):
        n = int(10 ** rng.uniform(0, 8))
        x = rng.choice([rng.randint(0, n), min(n, rng.randint(0, 20)), n, 0])
        yield x, n, 10 ** rng.uniform(-9, -0.5)


def test_bounds_against_beta_quantiles():
    beta = pytest.importorskip("scipy.stats").beta
    for x, n, alpha in cases():
        low, high = lower_bound(x, n, alpha), upper_bound(x, n, alpha)
        assert low == pytest.approx(float(beta.ppf(alpha, x, n - x + 1)) if x else 0.0, rel=2e-6, abs=1e-12)
        assert high == pytest.approx(float(beta.isf(alpha, x + 1, n - x)) if x < n else 1.0, rel=2e-6)
        assert 0 <= low <= x / n <= high <= 1


def test_tail_against_a_sum():
    from math import comb

    for n, p in ((1, 0.3), (7, 0.01), (30, 0.6), (100, 0.99)):
        for x in range(n + 2):
            exact = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(x, n + 1))
            assert tail(x, n, p) == pytest.approx(exact, rel=1e-9, abs=1e-15)
    assert tail(0, 5, 0.0) == tail(3, 5, 1.0) == 1.0 and tail(1, 5, 0.0) == tail(6, 5, 0.5) == 0.0


def test_no_games_say_nothing():
    assert (lower_bound(0, 0, 0.1), upper_bound(0, 0, 0.1)) == (0.0, 1.0)
    assert proportion_bounds([(0, 0)], 0.1) == (0.0, 1.0) and difference_bounds([(0, 0, 0)], 0.1) == (-1.0, 1.0)


@pytest.mark.parametrize("looks", [1, 2, 11, 30])
def test_spending_adds_up(looks):
    shares = [spent(0.05, look, looks) for look in range(1, looks + 1)]
    assert sum(shares) == pytest.approx(0.05) and min(shares) > 0
    with pytest.raises(ValueError, match="look"):
        spent(0.05, looks + 1, looks)
