"""Proportions and conditional proportions over strata (play and draw), as Wilson intervals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from untap.stats.estimate import LEVEL
from untap.stats.proportions import wilson


class Proportions(NamedTuple):
    """Arrays of figures of one kind: ``value``, ``low``, ``high`` (float64) and ``n`` (int64), of one shape."""

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray
    n: np.ndarray
    method: str


def proportion(successes: Any, n: Any, *, paired: bool = True, both: Any = None, level: float = LEVEL) -> Proportions:
    """The mean of the proportions of the strata, with a Wilson interval of the effective sample size.

    One stratum: Wilson's interval. Several, equally weighted: ``p = mean p_h``; with ``Var(p)`` the variance below and
    ``n_eff = p (1 - p) / Var(p)``, Wilson's interval for ``p n_eff`` successes of ``n_eff``.

    Independent strata have ``Var(p) = sum p_h (1 - p_h) / (n_h H²)``. `paired` ones are games on one shuffle. Where
    `both` says in how many shuffles both had the event, the covariance ``both/pairs - p_1 p_2`` is added, and n_eff is
    at most the number of games. Where it doesn't, the bound ``Var(p) <= (sum sqrt(p_h (1 - p_h) / n_h) / H)²``,
    reached at correlation 1, is used, so the interval covers at least as often as it says.

    Parameters
    ----------
    successes : array_like, shape (H, ...)
        Games in which the event happened, by stratum.
    n : array_like, broadcast against it
        Games. Strata without any are left out.
    paired : bool
    both : array_like, shape (...), optional
        Of two paired strata.

    Returns
    -------
    Proportions
        Of shape ``(...)``; NaN where there are no games.

    References
    ----------
    The effective sample size in Wilson's interval: E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998) 193-201.
    """
    x, n = np.broadcast_arrays(np.asarray(successes, float), np.asarray(n, float))
    if both is None or not paired or len(x) != 2 or not (n > 0).all():
        return conditional(x, n, n, paired=paired, level=level)
    p = x / n
    pairs = n.min(axis=0)
    value = p.mean(axis=0)
    cov = np.asarray(both, float) / pairs - p[0] * p[1]
    variance = (p * (1 - p) / n).sum(axis=0) / 4 + cov * pairs / (n[0] * n[1]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        size = value * (1 - value) / variance
    size = np.where(np.isfinite(size) & (size > 0), np.minimum(size, n.sum(axis=0)), pairs)
    low, high = wilson(value * size, size, level)
    return _result(value, low, high, n.sum(axis=0), "Wilson, effective sample size, paired")


def conditional(both: Any, given: Any, n: Any, *, paired: bool = True, level: float = LEVEL) -> Proportions:
    """A conditional proportion ``P(A | B)`` over strata: ``sum P_h(A and B) / sum P_h(B)``.

    One stratum: Wilson's interval of ``both`` out of ``given``. Several: the ratio's linearised variance with residuals
    ``1_AB - R 1_B``, combined as in `proportion`, gives ``n_eff = R (1 - R) / Var(R)`` for Wilson's interval. At R = 0
    or 1, where that is 0/0, the games in which the condition held, halved for pairs, are taken.

    Parameters
    ----------
    both, given, n : array_like, shape (H, ...)
        By stratum: games in which A and B held, in which B held, all games.
    paired : bool
        Whether strata share shuffles.

    Returns
    -------
    Proportions
        ``n`` is the number of games in which the condition held.

    References
    ----------
    W. G. Cochran, Sampling Techniques, 3rd ed. (1977), sections 5A.10 and 6.10-6.11 (combined ratio estimate).
    """
    a, b, n = np.broadcast_arrays(np.asarray(both, float), np.asarray(given, float), np.asarray(n, float))
    used = (n > 0).reshape(n.shape[0], -1).any(axis=1)
    a, b, n = a[used], b[used], n[used]
    count = b.sum(axis=0) if len(b) else np.zeros(a.shape[1:])
    if len(a) <= 1:
        events, trials = (a[0], b[0]) if len(a) else (count, count)
        low, high = wilson(events, trials, level)
        with np.errstate(divide="ignore", invalid="ignore"):
            value = np.where(trials > 0, events / trials, np.nan)
        return _result(value, low, high, trials, "Wilson")
    with np.errstate(divide="ignore", invalid="ignore"):
        pa, pb = a / n, b / n
        base = pb.mean(axis=0)
        value = pa.mean(axis=0) / base
        residual = pa * (1 - 2 * value) + value * value * pb - (pa - value * pb) ** 2
        errors = np.sqrt(np.maximum(residual, 0) / n) / len(a)
        error = (errors.sum(axis=0) if paired else np.sqrt((errors**2).sum(axis=0))) / base
        effective = value * (1 - value) / error**2
    limit = count / len(a) if paired else count
    certain = (value <= 0) | (value >= 1) | ~np.isfinite(effective)
    effective = np.where(certain, limit, effective)
    low, high = wilson(np.where(count > 0, value, 0) * effective, effective, level)
    method = "Wilson, effective sample size, pairs bounded" if paired else "Wilson, effective sample size"
    return _result(np.where(count > 0, value, np.nan), low, high, count, method)


def _result(value: Any, low: Any, high: Any, n: Any, method: str) -> Proportions:
    value = np.asarray(value, float)
    missing = np.isnan(value)
    low, high = np.where(missing, np.nan, low), np.where(missing, np.nan, high)
    # rounding must not leave the value outside its interval
    return Proportions(value, np.fmin(low, value), np.fmax(high, value), np.asarray(n).astype(np.int64), method)
