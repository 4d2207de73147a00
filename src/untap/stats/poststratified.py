"""Proportions whose cases fall into two strata of known size: a control variate."""

from __future__ import annotations

import math
from collections.abc import Sequence

from untap.stats.estimate import LEVEL, Estimate
from untap.stats.proportions import wilson

METHOD = "post-stratified, limits recovered from Wilson's"


def poststratified(
    both: Sequence[int],
    condition: Sequence[int],
    events: Sequence[int],
    games: Sequence[int],
    share: Sequence[float],
    level: float = LEVEL,
) -> Estimate:
    """P(event) from counts, where P(condition) is known exactly.

    With the condition's share q and the event's shares p1 and p0 of the cases with and without it::

        p = q p1 + (1 - q) p0
        low = p - sqrt(q² (p1 - l1)² + (1 - q)² (p0 - l0)²),    high likewise

    where (l1, u1), (l0, u0) are Wilson's intervals. For a condition that is yes or no this is the regression estimate
    with the condition as control variate. Means over several sides have the mean of their half-widths (correlation 1).

    Parameters
    ----------
    both, condition, events, games : sequence of int
        By side: cases with both, with the condition, with the event, all.
    share : sequence of float
        By side: P(condition).

    References
    ----------
    G. Y. Zou, A. Donner, Statistics in Medicine 27 (2008) 1693-1702; W. G. Cochran, Sampling Techniques (1977), 5A.9.
    """
    sides = []
    for b, c, e, n, q in zip(both, condition, events, games, share, strict=True):
        parts = []
        for x, m, weight in ((b, c, q), (e - b, n - c, 1 - q)):
            low, high = (float(end) for end in wilson(x, m, level))
            middle = x / m if m else 0.5
            parts.append((weight * middle, weight * (middle - low), weight * (high - middle)))
        middle, down, up = zip(*parts, strict=True)
        sides.append((sum(middle), math.hypot(*down), math.hypot(*up)))
    value, down, up = (sum(side[k] for side in sides) / len(sides) for k in range(3))
    return Estimate(value, max(0.0, value - down), min(1.0, value + up), int(sum(games)), METHOD)
