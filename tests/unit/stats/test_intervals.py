"""Intervals against published examples and limiting cases."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from untap import stats


def test_normal_quantile():
    assert stats.normal_quantile(0.95) == pytest.approx(1.959963984540054, abs=1e-12)
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.normal_quantile(1.0)


@pytest.mark.parametrize(
    ("x", "n", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, 857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_published(x, n, low, high):
    got = stats.wilson(x, n)
    assert got[0] == pytest.approx(low, abs=6e-5)
    assert got[1] == pytest.approx(high, abs=6e-5)


def test_wilson_inverts_the_score_test():
    low, high = stats.wilson(37, 200, 0.9)
    z = stats.normal_quantile(0.9)
    for p in (float(low), float(high)):
        assert abs(37 / 200 - p) == pytest.approx(z * math.sqrt(p * (1 - p) / 200))


def test_wilson_edges():
    low, high = stats.wilson([0, 5, 0], [5, 5, 0])
    assert low.tolist()[0] == 0 and high.tolist()[1] == 1
    assert (low[2], high[2]) == (0, 1)


@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [
        # Newcombe 1998, Statistics in Medicine 17, 2635-2650, table II, method 10; cells e, f, g, h
        ((36, 12, 2, 0), 0.0569, 0.3404),
    ],
)
def test_newcombe_published(cells, low, high):
    got = stats.newcombe_paired(*cells)
    assert got[0] == pytest.approx(low, abs=6e-4)
    assert got[1] == pytest.approx(high, abs=6e-4)


def test_tango_published():
    # Tango 1998, crossover trial of two disinfection systems for contact lenses: of 44 pairs, 1 discordant
    assert stats.tango(0, 1, 44, 0.90) == pytest.approx((-0.096, 0.037), abs=0.0015)


def test_tango_inverts_and_is_antisymmetric():
    low, high = stats.tango(31, 12, 400)
    assert low < 19 / 400 < high
    assert stats.tango(12, 31, 400) == pytest.approx((-high, -low), abs=1e-9)
    assert stats.tango(0, 0, 0) == (-1, 1)


def test_tango_and_newcombe_agree_for_many_games():
    a = stats.tango(3100, 1200, 40_000)
    b = stats.newcombe_paired(20_000, 3100, 1200, 15_700)
    assert a == pytest.approx(b, abs=2e-4)


def test_mean():
    data = np.array([1, 2, 3, 4, 10])
    got = stats.mean(len(data), int(data.sum()), int((data**2).sum()))
    half = stats.normal_quantile() * data.std(ddof=1) / math.sqrt(5)
    assert (got.value, got.low, got.high) == pytest.approx((4, 4 - half, 4 + half))
    assert stats.sample_variance(1, 3, 9) == 0
    assert math.isnan(stats.mean(0, 0, 0).value)


def test_variance_of_large_sums_is_exact():
    n = 10**9
    assert stats.sample_variance(n, 10**9 * 10**6, 10**9 * 10**12) == 0
    assert stats.sample_variance(2 * n, 2 * n * 10**6, n * ((10**6 - 1) ** 2 + (10**6 + 1) ** 2)) == pytest.approx(1)


def test_stratified_mean():
    one = (100, 200, 500)
    two = (50, 300, 2000)
    free = stats.stratified_mean([one, two])
    paired = stats.stratified_mean([one, two], paired=True)
    assert free.value == paired.value == pytest.approx(4)
    assert paired.half_width > free.half_width
    e1, e2 = (math.sqrt(stats.sample_variance(*s) / s[0]) / 2 for s in (one, two))
    assert free.half_width == pytest.approx(stats.normal_quantile() * math.hypot(e1, e2))
    assert paired.half_width == pytest.approx(stats.normal_quantile() * (e1 + e2))
    assert stats.stratified_mean([one, (0, 0, 0)]).value == 2
    assert stats.stratified_mean([one, two], [3, 1]).value == pytest.approx(3)


def test_ratio_of_constant_denominator_is_the_mean():
    y = np.array([1.0, 0, 2, 5, 3, 3])
    got = stats.ratio(6, y.sum(), 12, (y**2).sum(), 2 * y.sum(), 24)
    plain = stats.mean(6, y.sum() / 2, (y**2).sum() / 4)
    assert (got.value, got.low) == pytest.approx((plain.value, plain.low))


def test_quantile():
    got = stats.quantile([0, 0, 10, 80, 10], 0.5)
    assert (got.value, got.low, got.high) == (3, 3, 3)
    assert stats.quantile([0, 50, 50], 0.5).value == 1
    assert stats.quantile([0, 50, 50], 0.51).value == 2
    assert stats.quantile([0, 3, 0, 4], 0.0).value == 1
    assert stats.quantile([0, 3, 0, 4], 1.0).value == 3
    assert math.isnan(stats.quantile([0, 0], 0.5).value)


def test_proportion_of_one_stratum_is_wilson():
    got = stats.proportion([[3, 0]], [[10, 10]])
    low, high = stats.wilson([3, 0], 10)
    assert got.method == "Wilson"
    assert np.array_equal(got.low, low) and np.array_equal(got.high, high)
    # a stratum without games is left out
    same = stats.proportion([[3, 0], [0, 0]], [[10, 10], [0, 0]])
    assert np.array_equal(same.low, low)


def test_proportion_of_equal_strata():
    free = stats.proportion([30, 30], [100, 100], paired=False)
    assert_allclose([free.low, free.high], stats.wilson(60, 200))
    paired = stats.proportion([30, 30], [100, 100])
    assert_allclose([paired.low, paired.high], stats.wilson(30, 100))


@pytest.mark.parametrize("x", [[0, 0], [100, 100], [0, 100], [0, 1]])
def test_proportion_edges(x):
    got = stats.proportion(x, [100, 100])
    assert 0 <= got.low <= got.value <= got.high <= 1
    assert got.value == sum(x) / 200
    if sum(x) == 0:
        assert got.high == pytest.approx(stats.wilson(0, 100)[1])


def test_conditional():
    one = stats.conditional([20], [40], [100])
    assert_allclose([one.low, one.high], stats.wilson(20, 40))
    assert one.n == 40
    two = stats.conditional([20, 20], [40, 40], [100, 100], paired=False)
    # the residual's variance of 100 games is that of 40 conditional ones
    assert_allclose([two.low, two.high], stats.wilson(40, 80))
    none = stats.conditional([0, 0], [0, 0], [100, 100])
    assert math.isnan(none.value) and math.isnan(none.low) and none.n == 0


def test_estimate_prints_and_serialises():
    e = stats.Estimate(0.5, 0.4, 0.6, 100, "Wilson")
    assert str(e) == "0.5000 [0.4000, 0.6000]"
    assert float(e) == 0.5
    assert stats.Estimate(math.nan, math.nan, math.nan, 0, "Wilson").to_dict()["value"] is None
