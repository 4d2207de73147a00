"""Means, ratios and quantiles from sums, cross-products and histograms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from untap.stats.estimate import LEVEL, Estimate, normal_quantile
from untap.stats.proportions import wilson


def histogram_moments(counts: Any, values: Any = None) -> tuple[int, int, int]:
    """Number, sum and sum of squares behind a histogram, as Python integers (exact).

    Parameters
    ----------
    counts : array_like of int, shape (bins,)
        Games by value.
    values : array_like of int, shape (bins,), optional
        What each bin stands for; 0, 1, 2, ... by default.
    """
    c = [int(x) for x in np.asarray(counts).ravel()]
    v = range(len(c)) if values is None else [int(x) for x in values]
    return sum(c), sum(a * b for a, b in zip(c, v, strict=True)), sum(a * b * b for a, b in zip(c, v, strict=True))


def sample_variance(n: int, total: float, squares: float) -> float:
    """``(squares - total²/n) / (n - 1)``, unbiased; 0 for less than two. Exact cancellation for integers."""
    if n < 2:
        return 0.0
    if isinstance(total, int) and isinstance(squares, int):
        return max((n * squares - total * total) / (n * (n - 1)), 0.0)
    return max((squares - total * total / n) / (n - 1), 0.0)


def moment_variance(
    sums: np.ndarray, squares: np.ndarray, products: Any, n: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The mean over sides of means, and its variance, from sums, squares and (two sides) products over shuffles.

    Parameters
    ----------
    sums, squares : ndarray, shape (H, ...)
    products : array_like, shape (...)
    n : ndarray, shape (H,)
    """
    sizes = n.reshape(-1, *[1] * (sums.ndim - 1))
    means = sums / sizes
    spread = np.maximum(squares / sizes - means**2, 0) / np.maximum(sizes - 1, 1)
    if len(n) == 1:
        return means[0], spread[0]
    pairs = n.min()
    cov = np.asarray(products, float) / pairs - means[0] * means[1]
    return means.mean(axis=0), np.maximum(spread.sum(axis=0) / 4 + cov * pairs / (n[0] * n[1]) / 2, 0.0)


def mean(n: int, total: float, squares: float, level: float = LEVEL) -> Estimate:
    """A mean with the interval of the central limit theorem, ``total/n ± z sqrt(s²/n)``.

    Parameters
    ----------
    n, total, squares
        Number, sum and sum of squares of the observations.
    """
    return stratified_mean([(n, total, squares)], level=level)


def stratified_mean(
    strata: Sequence[tuple[int, float, float]],
    weights: Sequence[float] | None = None,
    *,
    paired: bool = False,
    product: int | None = None,
    level: float = LEVEL,
) -> Estimate:
    """A weighted mean of the means of strata, e.g. of the games on the play and on the draw.

    Independent strata: ``Var = sum w² s²/n``. `paired` strata are games in pairs on one shuffle. With their `product`
    twice the covariance's share is added; without it, as no correlation exceeds 1, ``Var <= (sum w s / sqrt(n))²`` is
    used, which makes the interval somewhat too wide, never too narrow.

    Parameters
    ----------
    strata : sequence of (n, total, squares)
    weights : sequence of float, optional
        Equal by default. Strata without observations are left out and the weights rescaled.
    paired : bool
        Whether strata may be positively correlated.
    product : int, optional
        Of two paired strata: the sum over pairs of the product of their observations.
    """
    weights = [1.0] * len(strata) if weights is None else list(weights)
    used = [(w, n, s, q) for w, (n, s, q) in zip(weights, strata, strict=True) if n > 0 and w > 0]
    method = "normal" if len(used) < 2 else "normal, pairs bounded" if paired else "normal, stratified"
    if not used:
        return Estimate(math.nan, math.nan, math.nan, 0, method, level)
    whole = sum(w for w, *_ in used)
    value = sum(w / whole * s / n for w, n, s, _ in used)
    errors = [w / whole * math.sqrt(sample_variance(n, s, q) / n) for w, n, s, q in used]
    error = sum(errors) if paired else math.hypot(*errors)
    if paired and product is not None and len(used) == 2:
        (_, n1, s1, _), (_, n2, s2, _) = used
        pairs = min(n1, n2)
        cov = product / pairs - s1 / n1 * s2 / n2
        shares = used[0][0] * used[1][0] / whole**2
        error = min(error, math.sqrt(max(math.hypot(*errors) ** 2 + 2 * shares * cov * pairs / (n1 * n2), 0.0)))
        method = "normal, paired"
    half = normal_quantile(level) * error
    return Estimate(value, value - half, value + half, sum(n for _, n, *_ in used), method, level)


def ratio(n: int, y: float, x: float, yy: float, xy: float, xx: float, level: float = LEVEL) -> Estimate:
    """A ratio of means with the interval of its linearisation (delta method).

    ``R = y/x``, ``Var(R) = (s_yy - 2 R s_xy + R² s_xx) / (n mean(x)²)`` with sample (co)variances s.

    Parameters
    ----------
    n : int
        Observations (games).
    y, x, yy, xy, xx : float
        Sums of y, x, y², xy, x² over them.

    References
    ----------
    W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 6.4.
    """
    if n <= 0 or x == 0:
        return Estimate(math.nan, math.nan, math.nan, n, "ratio, delta method", level)
    value = y / x
    residual = yy - 2 * value * xy + value * value * xx  # the residuals y - R x sum to 0
    variance = max(residual, 0.0) / max(n - 1, 1) / n / (x / n) ** 2
    half = normal_quantile(level) * math.sqrt(variance)
    return Estimate(value, value - half, value + half, n, "ratio, delta method", level)


def quantile(counts: Any, q: float, level: float = LEVEL) -> Estimate:
    """A quantile of a histogram, with an interval from the order statistics.

    The value is the smallest v with ``P(X <= v) >= q``. The ends are the same quantiles at Wilson's interval of the
    proportion q, i.e. the values at those ranks (J. D. Gibbons and S. Chakraborti, Nonparametric Statistical
    Inference, section 5.2, with Wilson's interval for the binomial one). For whole values the interval covers with at
    least about its level.

    Parameters
    ----------
    counts : array_like of float, shape (bins,)
        Weights by value 0, 1, 2, ...; for strata, their mean histogram scaled to the number of games.
    """
    c = np.cumsum(np.asarray(counts, float))
    n = float(c[-1]) if c.size else 0.0
    method = "order statistics, Wilson"
    if n <= 0:
        return Estimate(math.nan, math.nan, math.nan, 0, method, level)
    low, high = wilson(q * n, n, level)

    def value(p: float) -> float:
        rank = min(max(p * n - 1e-9, np.nextafter(0.0, 1.0)), n)  # the first value that anything has, at least
        return float(np.searchsorted(c, rank, side="left"))

    return Estimate(value(q), value(float(low)), value(float(high)), round(n), method, level)
