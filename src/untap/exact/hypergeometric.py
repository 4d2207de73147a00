"""Hypergeometric distributions, one group of cards and several."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence


def pmf(k: int, size: int, good: int, draws: int) -> float:
    """P(exactly `k` of `good` cards among `draws` from a library of `size`).

    ``C(good, k) C(size - good, draws - k) / C(size, draws)``, with whole numbers until the division.
    """
    if not 0 <= draws <= size:
        raise ValueError(f"{draws} cards can't be drawn from {size}")
    if not 0 <= good <= size:
        raise ValueError(f"{good} of {size} cards")
    if k < 0 or k > good or draws - k < 0 or draws - k > size - good:
        return 0.0
    return math.comb(good, k) * math.comb(size - good, draws - k) / math.comb(size, draws)


def at_least(k: int, size: int, good: int, draws: int) -> float:
    """P(at least `k` of `good` cards among `draws` from a library of `size`)."""
    return math.fsum(pmf(i, size, good, draws) for i in range(max(k, 0), min(good, draws) + 1))


def compositions(groups: Sequence[int], draws: int) -> Iterator[tuple[int, ...]]:
    """All ways of taking `draws` cards from groups of these sizes, as numbers by group."""
    if not groups:
        if draws == 0:
            yield ()
        return
    rest = sum(groups[1:])
    for first in range(max(0, draws - rest), min(groups[0], draws) + 1):
        for others in compositions(groups[1:], draws - first):
            yield (first, *others)


def probability(hand: Sequence[int], groups: Sequence[int]) -> float:
    """P(these numbers by group among as many cards drawn): the multivariate hypergeometric distribution.

    ``prod C(groups[i], hand[i]) / C(sum groups, sum hand)``.
    """
    ways = math.prod(math.comb(n, k) for n, k in zip(groups, hand, strict=True))
    return ways / math.comb(sum(groups), sum(hand))


def distribution(groups: Sequence[int], draws: int) -> dict[tuple[int, ...], float]:
    """Probabilities of all `compositions`."""
    return {hand: probability(hand, groups) for hand in compositions(groups, draws)}
