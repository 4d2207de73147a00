"""Differences between two decks on the same shuffles, as arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from untap.stats.estimate import LEVEL, normal_quantile
from untap.stats.means import moment_variance


class Differences(NamedTuple):
    """Arrays of differences of one kind, second less first; float64 but for ``n``, of one shape.

    ``z`` is the difference in standard errors were there none: McNemar's statistic for proportions.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    z: np.ndarray
    n: np.ndarray
    method: str


def tango_arrays(more: Any, fewer: Any, n: Any, level: float = LEVEL) -> tuple[np.ndarray, np.ndarray]:
    """`untap.stats.tango` for arrays; counts need not be whole (effective sample sizes)."""
    more, fewer, n = np.broadcast_arrays(*(np.asarray(a, float) for a in (more, fewer, n)))
    z = normal_quantile(level)
    some = n > 0
    size = np.where(some, n, 1.0)
    estimate = (more - fewer) / size

    def accepted(d: np.ndarray) -> np.ndarray:
        b = -more - fewer + (2 * size - more + fewer) * d
        c = -fewer * d * (1 - d)
        q = (np.sqrt(np.maximum(b * b - 8 * size * c, 0.0)) - b) / (4 * size)
        variance = np.maximum(size * (2 * q + d * (1 - d)), 0.0)
        return (more - fewer - size * d) ** 2 <= z * z * variance

    def end(outside: float) -> np.ndarray:
        inside, out = estimate.copy(), np.full_like(estimate, outside)
        done = accepted(out)
        for _ in range(42):
            middle = (inside + out) / 2
            good = accepted(middle)
            inside = np.where(good, middle, inside)
            out = np.where(good, out, middle)
        return np.where(done, outside, inside)

    return np.where(some, end(-1.0), -1.0), np.where(some, end(1.0), 1.0)


def paired_proportions(more: Any, fewer: Any, same: Any, n: Any, level: float = LEVEL) -> Differences:
    """The difference of two proportions, second deck less first, from games in which only one of them has the event.

    One side (play or draw): Tango's interval. Both, with shuffles shared by the two sides: ``D = (d_1 + d_2) / 2``,
    ``Var(D) = sum (q_h - d_h²) / 4 n_h + cov / 2 n``, where q_h is the share of discordant games and cov that of a
    shuffle's two differences, from `same`; ``n_eff = (q - D²) / Var(D)``, at most all games, is the size for which
    Tango's interval is made. Without discordant games it is the number of shuffles.

    Parameters
    ----------
    more, fewer : array_like of int, shape (H, ...)
        By side: games in which the second alone, the first alone has it.
    same : array_like of int, shape (...)
        Sum over shuffles of the product of both sides' differences; not used for one side.
    n : array_like of int, shape (H,)
        Games.
    """
    more, fewer = np.asarray(more, float), np.asarray(fewer, float)
    n = np.asarray(n, float)
    if len(n) == 1:
        size = np.full(more.shape[1:], n[0])
        up, down = more[0], fewer[0]
        method = "Tango"
    else:
        sizes = n.reshape(-1, *[1] * (more.ndim - 1))
        d, q = (more - fewer) / sizes, (more + fewer) / sizes
        mean, rate = d.mean(axis=0), q.mean(axis=0)
        pairs = n.min()
        cov = np.asarray(same, float) / pairs - d[0] * d[1]
        variance = ((q - d * d) / sizes).sum(axis=0) / 4 + cov * pairs / (n[0] * n[1]) / 2
        with np.errstate(divide="ignore", invalid="ignore"):
            size = (rate - mean * mean) / variance
        size = np.where(np.isfinite(size) & (size > 0) & (rate > 0), np.minimum(size, n.sum()), pairs)
        up, down = (rate + mean) / 2 * size, (rate - mean) / 2 * size
        method = "Tango, effective sample size"
    value = (up - down) / np.where(size > 0, size, np.nan)
    low, high = tango_arrays(up, down, size, level)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(up + down > 0, (up - down) / np.sqrt(up + down), 0.0)
    return Differences(value, np.fmin(low, value), np.fmax(high, value), z, np.rint(size).astype(np.int64), method)


def paired_means(sums: Any, squares: Any, products: Any, n: Any, level: float = LEVEL) -> Differences:
    """The difference of two means, second deck less first, from sums, squares and cross-products of differences.

    Normal interval; both sides as in `paired_proportions`. Where no game differed, Tango's for no discordant games:
    the bound that a difference of at most 1 in a game allows.

    Parameters
    ----------
    sums, squares : array_like of int, shape (H, ...)
    products : array_like of int, shape (...)
        Over shuffles, of the two sides' differences; not used for one side.
    n : array_like of int, shape (H,)
    """
    n = np.asarray(n, float)
    value, variance = moment_variance(np.asarray(sums, float), np.asarray(squares, float), products, n)
    half = normal_quantile(level) * np.sqrt(variance)
    still = np.asarray(squares).sum(axis=0) == 0
    edge = tango_arrays(0, 0, n.min(), level)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(variance > 0, value / np.sqrt(variance), 0.0)
    return Differences(
        value,
        np.where(still, edge[0], value - half),
        np.where(still, edge[1], value + half),
        z,
        np.full(value.shape, int(n.sum()), np.int64),
        "normal, paired",
    )


def holm(z: Any, level: float = LEVEL) -> np.ndarray:
    """Which of many differences are not chance: Holm's procedure on two-sided normal p-values.

    The chance that any of those named isn't real is at most ``1 - level``, however the figures depend on one another.

    References
    ----------
    S. Holm, Scand. J. Stat. 6 (1979) 65-70.
    """
    from math import erfc, sqrt

    z = np.abs(np.asarray(z, float))
    p = np.array([erfc(x / sqrt(2)) for x in z.ravel()])
    order = np.argsort(p, kind="stable")
    limits = (1 - level) / np.arange(len(p), 0, -1)
    failed = np.flatnonzero(p[order] > limits)
    named = np.zeros(len(p), bool)
    named[order[: failed[0] if len(failed) else len(p)]] = True
    return named.reshape(z.shape)
