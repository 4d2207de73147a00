"""Intervals of proportions and of differences of paired proportions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from untap.stats.estimate import LEVEL, normal_quantile


def wilson(successes: Any, n: Any, level: float = LEVEL) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's score interval of a proportion.

    The p for which the score test does not reject, ``|x/n - p| <= z sqrt(p (1 - p) / n)``::

        (x/n + z²/2n ± z sqrt(x/n (1 - x/n) / n + z²/4n²)) / (1 + z²/n)

    Parameters
    ----------
    successes, n : array_like
        Counts, of any shapes that broadcast; they need not be whole (effective sample sizes). Unit: games.
    level : float

    Returns
    -------
    low, high : ndarray of float64
        0 and 1 where ``n`` is 0.

    References
    ----------
    E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212; recommended by L. D. Brown, T. T. Cai and A. DasGupta, Stat.
    Sci. 16 (2001) 101-133.
    """
    x, n = np.broadcast_arrays(np.asarray(successes, float), np.asarray(n, float))
    z2 = normal_quantile(level) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        p = x / n
        centre = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = math.sqrt(z2) * np.sqrt(np.maximum(p * (1 - p), 0) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    some = n > 0
    low = np.where(some, np.clip(centre - half, 0, 1), 0.0)
    high = np.where(some, np.clip(centre + half, 0, 1), 1.0)
    # exact at the ends, where rounding could leave the observed proportion outside
    return np.where(some & (x <= 0), 0.0, low), np.where(some & (x >= n), 1.0, high)


def newcombe_paired(
    both: float, first: float, second: float, neither: float, level: float = LEVEL
) -> tuple[float, float]:
    """Newcombe's interval of a difference of paired proportions, from the square-and-add method.

    With Wilson intervals (l1, u1), (l2, u2) of p1 = (both + first)/n, p2 = (both + second)/n and the correlation phi::

        low  = d - sqrt((p1 - l1)² - 2 phi (p1 - l1)(u2 - p2) + (u2 - p2)²)
        high = d + sqrt((p2 - l2)² - 2 phi (p2 - l2)(u1 - p1) + (u1 - p1)²)

    where d = p1 - p2, phi = (A - B)/sqrt(product of the four margins), A = both·neither, B = first·second, and A - B is
    made ``max(A - B - n/2, 0)`` where it is positive (method 10).

    Parameters
    ----------
    both, first, second, neither : float
        Games in which both events happened, only the first, only the second, neither.

    Returns
    -------
    low, high : float
        Of p1 - p2; -1 and 1 without games.

    References
    ----------
    R. G. Newcombe, Stat. Med. 17 (1998) 2635-2650, method 10.
    """
    n = both + first + second + neither
    if n <= 0:
        return -1.0, 1.0
    p1, p2 = (both + first) / n, (both + second) / n
    (l1, l2), (u1, u2) = wilson([both + first, both + second], [n, n], level)
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    covariance = both * neither - first * second
    if covariance > 0:
        covariance = max(covariance - n / 2, 0.0)
    phi = covariance / math.sqrt(margins) if margins > 0 else 0.0
    d = p1 - p2
    down = (p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u2 - p2) + (u2 - p2) ** 2
    up = (p2 - l2) ** 2 - 2 * phi * (p2 - l2) * (u1 - p1) + (u1 - p1) ** 2
    return d - math.sqrt(max(down, 0.0)), d + math.sqrt(max(up, 0.0))


def tango(first: float, second: float, n: float, level: float = LEVEL) -> tuple[float, float]:
    """Tango's score interval of a difference of paired proportions, from the discordant counts.

    The d for which the score test does not reject::

        |first - second - n d| <= z sqrt(n (2 q + d (1 - d)))

    where q, the estimate of P(only the second) restricted to the difference d, is ``(sqrt(B² - 8 n C) - B) / 4n`` with
    ``B = -first - second + (2 n - first + second) d`` and ``C = -second d (1 - d)``. The ends are found by bisection.

    Parameters
    ----------
    first, second : float
        Games in which only the first, only the second event happened.
    n : float
        All games.

    Returns
    -------
    low, high : float
        Of p1 - p2; -1 and 1 without games.

    References
    ----------
    T. Tango, Stat. Med. 17 (1998) 891-908.
    """
    if n <= 0:
        return -1.0, 1.0
    z = normal_quantile(level)
    estimate = (first - second) / n

    def score(d: float) -> float:
        b = -first - second + (2 * n - first + second) * d
        c = -second * d * (1 - d)
        q = (math.sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
        variance = n * (2 * q + d * (1 - d))
        difference = first - second - n * d
        if variance <= 0:
            return 0.0 if difference == 0 else math.copysign(math.inf, difference)
        return difference / math.sqrt(variance)

    def end(inside: float, outside: float) -> float:
        if abs(score(outside)) <= z:
            return outside
        for _ in range(200):
            middle = (inside + outside) / 2
            if middle in (inside, outside):
                break
            if abs(score(middle)) <= z:
                inside = middle
            else:
                outside = middle
        return inside

    return end(estimate, -1.0), end(estimate, 1.0)
