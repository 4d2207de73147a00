"""How often the intervals of games in pairs cover: two sides of a shuffle, two decks, and runs that stop by precision.

Allowed ranges and false alarms as in `test_coverage`: 4 standard deviations of the count of misses around the range.
"""

import numpy as np
import pytest
from tests.statistical.stats.test_coverage import RUNS, check

from untap import stats

pytestmark = pytest.mark.statistical
#: Games of a shuffle as cells: (first, second) has it.
CELLS = np.array([(1, 1), (1, 0), (0, 1), (0, 0)])
#: Differences of a shuffle as cells: on the play, on the draw.
STEPS = np.array([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)])


def joint(p, q, correlation):
    """Probabilities of `CELLS` with margins p and q and a share of the greatest covariance."""
    both = p * q + correlation * (min(p, q) - p * q)
    return np.array([both, p - both, q - both, 1 - p - q + both])


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("correlation", [0.0, 0.7, 1.0])
def test_play_and_draw_with_their_covariance(p, correlation):
    """With the covariance known the coverage is nominal whatever it is, not only at least nominal."""
    rng = np.random.default_rng(30_001)
    pairs = 4000
    shift = min(0.05, p / 2)
    x = rng.multinomial(pairs, joint(p - shift, p + shift, correlation), RUNS)
    successes = np.stack([x[:, 0] + x[:, 1], x[:, 0] + x[:, 2]])
    got = stats.proportion(successes, np.full_like(successes, pairs), both=x[:, 0])
    rare = p * pairs < 10  # discrete: few events
    check((got.low <= p) & (p <= got.high), 0.93 if rare else 0.945, 0.985 if rare else 0.96)
    assert got.method == "Wilson, effective sample size, paired"


def test_the_covariance_makes_intervals_narrower_than_the_bound():
    both = stats.proportion([[2000], [2100]], [[4000], [4000]], both=[1100])
    bound = stats.proportion([[2000], [2100]], [[4000], [4000]])
    assert both.high - both.low < 0.75 * (bound.high - bound.low)


def steps(up, down, correlation):
    """Probabilities of `STEPS`: each side goes up or down, together in a share of the cases."""
    one = {1: up, -1: down, 0: 1 - up - down}
    return np.array([(1 - correlation) * one[a] * one[b] + correlation * one[a] * (a == b) for a, b in STEPS])


@pytest.mark.parametrize("rate", [0.2, 0.02, 0.001])
@pytest.mark.parametrize("correlation", [0.0, 0.6, 0.95])
def test_differences_of_decks_on_both_sides(rate, correlation):
    rng = np.random.default_rng(30_002)
    pairs, runs = 4000, 2000
    up, down = 0.7 * rate, 0.3 * rate
    x = rng.multinomial(pairs, steps(up, down, correlation), runs).T
    more = np.stack([x[STEPS[:, h] == 1].sum(axis=0) for h in range(2)])
    fewer = np.stack([x[STEPS[:, h] == -1].sum(axis=0) for h in range(2)])
    same = (x * STEPS.prod(axis=1)[:, None]).sum(axis=0)
    got = stats.paired_proportions(more, fewer, same, [pairs, pairs])
    truth = up - down
    rare = rate * pairs < 10
    check((got.low <= truth) & (truth <= got.high), 0.92 if rare else 0.94, 0.99 if rare else 0.965)
    alone = stats.paired_proportions(more[:1], fewer[:1], 0, [pairs])
    check((alone.low <= truth) & (truth <= alone.high), 0.92 if rare else 0.94, 0.99 if rare else 0.965)


@pytest.mark.parametrize("correlation", [0.0, 0.6, 0.95])
def test_differences_of_means(correlation):
    """Numbers that differ by -2 to 2, from sums, squares and products."""
    rng = np.random.default_rng(30_003)
    pairs, runs = 1500, 1500
    values = np.array([-2, -1, 0, 1, 2])
    chances = np.array([0.02, 0.1, 0.7, 0.15, 0.03])
    a = rng.choice(values, (runs, pairs), p=chances)
    b = np.where(rng.random((runs, pairs)) < correlation, a, rng.choice(values, (runs, pairs), p=chances))
    sums = np.stack([a.sum(axis=1), b.sum(axis=1)])
    squares = np.stack([(a * a).sum(axis=1), (b * b).sum(axis=1)])
    got = stats.paired_means(sums, squares, (a * b).sum(axis=1), [pairs, pairs])
    truth = float(values @ chances)
    check((got.low <= truth) & (truth <= got.high), 0.945, 0.955)


def test_a_stratified_mean_with_its_covariance():
    rng = np.random.default_rng(30_004)
    pairs, runs = 800, 2000
    shared = rng.poisson(2, (runs, pairs))
    a, b = shared + rng.poisson(1, (runs, pairs)), shared + rng.poisson(2, (runs, pairs))
    covered = []
    for x, y in zip(a, b, strict=True):
        strata = [(pairs, int(v.sum()), int((v * v).sum())) for v in (x, y)]
        e = stats.stratified_mean(strata, paired=True, product=int((x * y).sum()))
        covered.append(e.low <= 3.5 <= e.high)
    check(covered, 0.945, 0.955)


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("precision", [0.02, 0.005])
def test_runs_that_stop_by_precision(p, precision):
    """Looking after 1, 2, 4, ... thousand games and stopping at a narrow interval costs no coverage to speak of."""
    rng = np.random.default_rng(30_005)
    x, n = np.zeros(RUNS, int), 0
    low, high = np.zeros(RUNS), np.zeros(RUNS)
    open_ = np.ones(RUNS, bool)
    look = 1000
    while open_.any():
        x += rng.binomial(look - n, p, RUNS)
        n = look
        lo, hi = stats.wilson(x, n)
        narrow = open_ & (np.maximum(x / n - lo, hi - x / n) <= precision)
        low[narrow], high[narrow] = lo[narrow], hi[narrow]
        open_ &= ~narrow
        look *= 2
    check((low <= p) & (p <= high), 0.91 if p * 1000 < 5 else 0.94)


def test_few_false_alarms_among_many_figures():
    """Holm: in at most 5% of families of 200 figures without any difference is one named."""
    rng = np.random.default_rng(30_006)
    families = [stats.holm(rng.standard_normal(200)).any() for _ in range(RUNS)]
    assert np.mean(families) <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / RUNS)
    z = np.concatenate([rng.standard_normal(195), np.full(5, 6.0)])
    assert stats.holm(z)[-5:].all()


def test_arrays_are_tangos_interval():
    more, fewer, n = [0, 3, 40, 500], [0, 0, 30, 1], [100, 2000, 400, 501]
    low, high = stats.tango_arrays(more, fewer, n)
    for k in range(4):
        assert (low[k], high[k]) == pytest.approx(stats.tango(more[k], fewer[k], n[k]), abs=1e-9)
