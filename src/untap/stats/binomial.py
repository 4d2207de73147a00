"""Exact bounds of a binomial proportion, for decisions whose errors have to be bounded at any size."""

from __future__ import annotations

import math


def tail(successes: int, n: int, p: float) -> float:
    """P(X >= successes) of X binomial with n trials of probability p: the regularised incomplete beta function.

    Parameters
    ----------
    successes, n : int
    p : float

    Returns
    -------
    float
        To about nine digits for n up to 10⁸.
    """
    if successes <= 0:
        return 1.0
    if successes > n or p <= 0:
        return 0.0
    if p >= 1:
        return 1.0
    return _beta(successes, n - successes + 1, p)


def _beta(a: float, b: float, x: float) -> float:
    """I_x(a, b) by its continued fraction (W. H. Press et al., Numerical Recipes, 3rd ed., section 6.4)."""
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return min(1.0, front * _fraction(a, b, x) / a)
    return max(0.0, 1.0 - front * _fraction(b, a, 1 - x) / b)


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    h = d
    # it converges in some sqrt(max(a, b)) steps
    for m in range(1, 1000 + 20 * int(math.sqrt(max(a, b)))):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + term * d
            c = 1.0 + term / c
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = c if abs(c) > tiny else tiny
            h *= d * c
        if abs(d * c - 1.0) < 1e-14:
            break
    return h


def lower_bound(successes: int, n: int, alpha: float) -> float:
    """The lower Clopper-Pearson bound: the p at which so many successes or more have probability `alpha`.

    It exceeds the true proportion with probability at most `alpha`, whatever the proportion and n.

    References
    ----------
    C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404-413.
    """
    if n <= 0 or successes <= 0:
        return 0.0
    low, high = 0.0, successes / n
    if tail(successes, n, high) <= alpha:  # only for an alpha of a half or more
        return high
    # nine digits, as many as the tail has
    while high - low > 1e-10 * high:
        middle = (low + high) / 2
        if tail(successes, n, middle) <= alpha:
            low = middle
        else:
            high = middle
    return low


def upper_bound(successes: int, n: int, alpha: float) -> float:
    """The upper Clopper-Pearson bound; see `lower_bound`."""
    if n <= 0 or successes >= n:
        return 1.0
    low, high = successes / n, 1.0
    if tail(n - successes, n, 1.0 - low) <= alpha:
        return low
    while high - low > 1e-10 * high:  # on its own scale: it may be tiny
        middle = (low + high) / 2
        if tail(n - successes, n, 1.0 - middle) <= alpha:
            high = middle
        else:
            low = middle
    return high
