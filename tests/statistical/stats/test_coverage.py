"""How often the intervals cover: measured by simulation with fixed seeds.

Each case draws `RUNS` data sets. An interval that covers with probability c exactly misses in Binomial(RUNS, 1 - c)
of them. A case fails if the coverage seen is more than 4 of that count's standard deviations from the allowed range;
for an exact interval that is a false alarm with probability below 1 in 15,000 a bound, below 1 in 500 for the file.
The allowed range is the nominal 95% give or take what the interval's own discreteness makes of it, as computed
exactly where that is cheap.
"""

import math

import numpy as np
import pytest

from untap import stats

pytestmark = pytest.mark.statistical
RUNS = 4000
SLACK = 4


def check(covered, least, most=1.0):
    seen = np.mean(covered)
    error = math.sqrt(0.05 * 0.95 / len(covered))
    assert least - SLACK * error <= seen <= most + SLACK * error, seen


def exact_wilson_coverage(p, n):
    k = np.arange(n + 1)
    low, high = stats.wilson(k, n)
    log = np.array([math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in k])
    pmf = np.exp(log + k * math.log(p) + (n - k) * math.log1p(-p))
    return pmf[(low <= p) & (p <= high)].sum()


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("n", [1000, 8000])
def test_wilson(p, n):
    """No simulation: the sum over all outcomes. 0.001 of 1000 games is one game: 0.92 there, by discreteness."""
    assert (0.93 if n * p >= 5 else 0.91) <= exact_wilson_coverage(p, n) <= 0.985


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("correlation", [0.0, 0.6, 1.0])
def test_play_and_draw_together(p, correlation):
    """Pairs that share a shuffle: at least nominal whatever the correlation, near nominal at correlation 1."""
    rng = np.random.default_rng(20_001)
    pairs = 4000
    shift = min(0.05, p / 2)  # the draw is better
    u = rng.random((RUNS, pairs))
    v = np.where(rng.random((RUNS, pairs)) < correlation, u, rng.random((RUNS, pairs)))
    x = np.stack([(u < p - shift).sum(axis=1), (v < p + shift).sum(axis=1)])
    got = stats.proportion(x, np.full_like(x, pairs))
    check((got.low <= p) & (p <= got.high), 0.94)
    if correlation == 1.0 and p > 0.01:
        check((got.low <= p) & (p <= got.high), 0.94, 0.975)


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
def test_independent_strata(p):
    rng = np.random.default_rng(20_002)
    n = 5000
    x = np.stack([rng.binomial(n, p / 2, RUNS), rng.binomial(n, 3 * p / 2, RUNS)])
    got = stats.proportion(x, np.full_like(x, n), paired=False)
    check((got.low <= p) & (p <= got.high), 0.94, 0.965)


@pytest.mark.parametrize("p", [0.5, 0.05])
@pytest.mark.parametrize("given", [0.8, 0.1])
def test_conditional(p, given):
    rng = np.random.default_rng(20_003)
    n = 6000
    b = rng.binomial(n, [[given], [given]], (2, RUNS))
    a = rng.binomial(b, p)
    alone = stats.conditional(a[:1], b[:1], np.full((1, RUNS), n))
    check((alone.low <= p) & (p <= alone.high), 0.94, 0.965)
    both = stats.conditional(a, b, np.full((2, RUNS), n), paired=False)
    check((both.low <= p) & (p <= both.high), 0.94, 0.965)
    pairs = stats.conditional(a, b, np.full((2, RUNS), n))
    check((pairs.low <= p) & (p <= pairs.high), 0.95)


@pytest.mark.parametrize("n", [6000, 60_000])
def test_conditional_of_few(n):
    """Of 0.001 there are few events: discrete, as Wilson's interval is for as few of them without a condition."""
    rng = np.random.default_rng(20_018)
    p, given = 0.001, 0.8
    b = rng.binomial(n, given, (2, RUNS))
    a = rng.binomial(b, p)
    alone = stats.conditional(a[:1], b[:1], np.full((1, RUNS), n))
    check((alone.low <= p) & (p <= alone.high), 0.93, 0.985)
    both = stats.conditional(a, b, np.full((2, RUNS), n), paired=False)
    check((both.low <= p) & (p <= both.high), 0.93, 0.985)
    pairs = stats.conditional(a, b, np.full((2, RUNS), n))
    check((pairs.low <= p) & (p <= pairs.high), 0.95)


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("method", ["newcombe", "tango"])
def test_paired_difference(p, method):
    """Two decks on the same shuffles; 2% of the games (or as many as p has) go one way only."""
    rng = np.random.default_rng(20_004)
    n, runs = 4000, 1500
    alone = min(0.012, p / 2), min(0.008, p / 3)
    cells = rng.multinomial(n, [p - alone[0], *alone, 1 - p - alone[1]], runs)
    d = alone[0] - alone[1]
    if method == "newcombe":
        ends = [stats.newcombe_paired(*row) for row in cells]
    else:
        ends = [stats.tango(row[1], row[2], n) for row in cells]
    low, high = np.array(ends).T
    check((low <= d) & (d <= high), 0.935 if p > 0.01 else 0.92)


@pytest.mark.parametrize("p", [0.5, 0.05, 0.001])
@pytest.mark.parametrize("inside", [1.0, 0.7])
def test_controlled(p, inside):
    """With a control of known share: near nominal, and narrower than without it."""
    rng = np.random.default_rng(20_016)
    n, q = 4000, min(0.8, 1.2 * p * inside)
    cells = [p * inside, q - p * inside, p - p * inside, 1 - q - p + p * inside]
    x = rng.multinomial(n, cells, RUNS)
    got = [stats.poststratified([a], [a + b], [a + c], [n], [q]) for a, b, c, _ in x.tolist()]
    # few events are discrete, as for Wilson's interval alone: 4 of them without the control at p = 0.001
    check(np.array([e.low <= p <= e.high for e in got]), 0.94, 0.985 if p > 0.001 else 1.0)
    wide = stats.wilson(x[:, 0] + x[:, 2], n)
    if p > 0.001:
        assert np.mean([e.high - e.low for e in got]) < 0.98 * np.mean(wide[1] - wide[0])
    assert np.mean([e.value for e in got]) == pytest.approx(p, rel=0.05)


def test_controlled_on_both_sides():
    """Play and draw of a shuffle, as alike as can be: nominal; independent: more."""
    rng = np.random.default_rng(20_017)
    n, q, p = 4000, 0.5, 0.4
    x = rng.multinomial(n, [0.35, 0.15, 0.05, 0.45], RUNS).tolist()
    alike = [stats.poststratified([a, a], [a + b] * 2, [a + c] * 2, [n, n], [q, q]) for a, b, c, _ in x]
    check(np.array([e.low <= p <= e.high for e in alike]), 0.94, 0.965)
    y = rng.multinomial(n, [0.35, 0.15, 0.05, 0.45], RUNS).tolist()
    apart = [
        stats.poststratified([a, d], [a + b, d + e], [a + c, d + f], [n, n], [q, q])
        for (a, b, c, _), (d, e, f, _) in zip(x, y, strict=True)
    ]
    check(np.array([e.low <= p <= e.high for e in apart]), 0.98)


def test_mean_of_mana():
    rng = np.random.default_rng(20_005)
    n = 2000
    pmf = np.array([0.02, 0.05, 0.2, 0.4, 0.2, 0.1, 0.03])
    histograms = rng.multinomial(n, pmf, RUNS)
    truth = float(pmf @ np.arange(7))
    ends = [stats.mean(*stats.histogram_moments(h)) for h in histograms]
    check([e.low <= truth <= e.high for e in ends], 0.945, 0.955)
    pairs = [stats.stratified_mean([stats.histogram_moments(h)] * 2, paired=True) for h in histograms]
    check([e.low <= truth <= e.high for e in pairs], 0.945, 0.955)


def test_ratio():
    rng = np.random.default_rng(20_006)
    n = 2000
    x = rng.poisson(3, (RUNS, n)).astype(float)
    y = rng.binomial(x.astype(int), 0.3).astype(float)
    ends = [
        stats.ratio(n, b.sum(), a.sum(), (b * b).sum(), (a * b).sum(), (a * a).sum()) for a, b in zip(x, y, strict=True)
    ]
    check([e.low <= 0.3 <= e.high for e in ends], 0.945, 0.955)


def test_median():
    rng = np.random.default_rng(20_007)
    pmf = np.array([0.05, 0.1, 0.2, 0.16, 0.2, 0.19, 0.1])  # P(X <= 3) = 0.51: the median is 3
    ends = [stats.quantile(h, 0.5) for h in rng.multinomial(1500, pmf, RUNS)]
    check([e.low <= 3 <= e.high for e in ends], 0.95)
