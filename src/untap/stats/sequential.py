"""Decisions taken while games are still being played, whose chance of being false is bounded.

Looks are fixed beforehand: after 1, 2, 4, ... thousand games. The level is shared over the looks (alpha spending), and
every bound is exact (Clopper-Pearson), so that by the union bound all looks together are wrong with no more than the
level, whatever the proportions, and also where conditions depend on one another.
"""

from __future__ import annotations

from collections.abc import Sequence

from untap.stats.binomial import lower_bound, upper_bound


def spent(alpha: float, look: int, looks: int) -> float:
    """The share of a level that a look may use; those of all looks add up to the level.

    The first looks get less: ``alpha 2k / (K (K + 1))`` at the k-th of K, as most conditions that are close to their
    bound are decided late and the others need no finer level.

    Parameters
    ----------
    alpha : float
    look : int
        From 1.
    looks : int
    """
    if not 1 <= look <= looks:
        raise ValueError(f"look {look} of {looks}")
    return alpha * 2 * look / (looks * (looks + 1))


def proportion_bounds(counts: Sequence[tuple[int, int]], alpha: float) -> tuple[float, float]:
    """One-sided bounds of the mean of the proportions of strata, each wrong with at most `alpha`.

    The strata may depend on each other in any way (games on one shuffle): each gets an equal share of alpha.

    Parameters
    ----------
    counts : sequence of (successes, n)
        Strata of equal weight; those without games are left out.
    alpha : float
    """
    used = [(x, n) for x, n in counts if n > 0]
    if not used:
        return 0.0, 1.0
    share = alpha / len(used)
    low = sum(lower_bound(x, n, share) for x, n in used) / len(used)
    high = sum(upper_bound(x, n, share) for x, n in used) / len(used)
    return low, high


def difference_bounds(counts: Sequence[tuple[int, int, int]], alpha: float) -> tuple[float, float]:
    """One-sided bounds of a difference of paired proportions, the mean over strata, from discordant games.

    ``p1 - p2 = P(only the first) - P(only the second)``, and each of the two is bounded at half the level; games in
    which both agree cost nothing, however many there are.

    Parameters
    ----------
    counts : sequence of (only the first, only the second, n)
    alpha : float
    """
    used = [row for row in counts if row[2] > 0]
    if not used:
        return -1.0, 1.0
    share = alpha / (2 * len(used))
    low = sum(lower_bound(a, n, share) - upper_bound(b, n, share) for a, b, n in used) / len(used)
    high = sum(upper_bound(a, n, share) - lower_bound(b, n, share) for a, b, n in used) / len(used)
    return max(low, -1.0), min(high, 1.0)
