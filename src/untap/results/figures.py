"""Small figures made of several estimates: distributions, hands, reasons."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from untap import stats
from untap.stats import Estimate


def pick(proportions: Any, *index: int) -> Estimate:
    """One element of arrays of proportions as an `Estimate`."""
    at = index if index else ()
    value, low, high, n = (np.asarray(a)[at] for a in proportions[:4])
    return Estimate(float(value), float(low), float(high), int(n), proportions.method)


@dataclass(frozen=True)
class Distribution:
    """How many games had which number of something.

    Attributes
    ----------
    counts : ndarray of int64, shape (H, bins)
        Games by order of play (one or two rows) and number 0, 1, 2, ...; the last bin is that number or more. A game
        that was over before counts as 0.
    games : ndarray of int64, shape (H,)
    """

    counts: np.ndarray
    games: np.ndarray

    @property
    def _paired(self) -> bool:
        return len(self.games) > 1

    @property
    def pmf(self) -> np.ndarray:
        """Probabilities of 0, 1, 2, ...; float64 of shape (bins,): the mean over the orders of play."""
        used = self.games > 0
        if not used.any():
            return np.full(self.counts.shape[1], math.nan)
        return (self.counts[used] / self.games[used, None]).mean(axis=0)

    @property
    def mean(self) -> Estimate:
        """The mean; the last bin counts as its lowest number."""
        return stats.stratified_mean([stats.histogram_moments(row) for row in self.counts], paired=self._paired)

    def at_least(self, k: int) -> Estimate:
        """P(k or more)."""
        if not 0 <= k < self.counts.shape[1]:
            raise ValueError(f"the distribution goes from 0 to {self.counts.shape[1] - 1}, not to {k}")
        return pick(stats.proportion(self.counts[:, k:].sum(axis=1), self.games))

    def exactly(self, k: int) -> Estimate:
        """P(exactly k); of the last bin, P(that or more)."""
        if not 0 <= k < self.counts.shape[1]:
            raise ValueError(f"the distribution goes from 0 to {self.counts.shape[1] - 1}, not to {k}")
        return pick(stats.proportion(self.counts[:, k], self.games))

    def quantile(self, q: float) -> Estimate:
        """The smallest number that at least a share `q` of the games don't exceed."""
        smallest = min((int(n) for n in self.games if n), default=0)  # pairs count once
        return stats.quantile(np.nan_to_num(self.pmf) * smallest, q)

    @property
    def median(self) -> Estimate:
        """``quantile(0.5)``."""
        return self.quantile(0.5)


@dataclass(frozen=True)
class ManaFigures:
    """Mana available in the precombat main phase of a turn, after the land drop, with nothing cast.

    Attributes
    ----------
    renewable : Distribution
        Mana that would be there again next turn; at most 63 is told apart.
    with_one_shots : Distribution
        With sacrifices, rituals and Treasures.
    types : mapping of str to Distribution
        The most mana of each type; not all of these at once.
    unbounded : Estimate
        P(any number of mana).
    """

    renewable: Distribution
    with_one_shots: Distribution
    types: Mapping[str, Distribution]
    unbounded: Estimate

    @property
    def mean(self) -> Estimate:
        """Mean of `renewable`."""
        return self.renewable.mean

    @property
    def median(self) -> Estimate:
        """Median of `renewable`."""
        return self.renewable.median

    def at_least(self, k: int, type: str | None = None) -> Estimate:
        """P(k or more mana), of a type if one is named."""
        return (self.renewable if type is None else self.types[type]).at_least(k)


@dataclass(frozen=True)
class HandFigures:
    """Opening hands.

    Attributes
    ----------
    sizes : mapping of int to Estimate
        P(the kept hand has so many cards), largest first.
    lands : mapping of int to Estimate
        P(the kept hand has so many lands).
    kept : ndarray of int64, shape (8, 8)
        Games by size and lands of the kept hand.
    sent_back : ndarray of int64, shape (8, 8)
        Hands by size and lands that were mulliganed.
    mean_lands, mean_size : Estimate
        Of the kept hand.
    """

    sizes: Mapping[int, Estimate]
    lands: Mapping[int, Estimate]
    kept: np.ndarray
    sent_back: np.ndarray
    mean_lands: Estimate
    mean_size: Estimate


@dataclass(frozen=True)
class WhyNot:
    """Why a card can't be cast on a turn: exclusive reasons which with `castable` make 1.

    Attributes
    ----------
    castable : Estimate
    mana : Estimate
        Too little mana, whatever its types.
    colour : Estimate
        Enough mana, but not of the types needed.
    restriction : Estimate
        Enough of each, but some may not be spent on it.
    tempo : Estimate
        It would be castable were all own permanents untapped and unsick.
    other : Estimate
        Another cost (life, sacrifice, discard), or the game was over.
    missing : mapping of str to Estimate
        Of all games, those where the colour was missing and this type is in the smallest set of types that shows it; a
        game may have several.
    """

    castable: Estimate
    mana: Estimate
    colour: Estimate
    restriction: Estimate
    tempo: Estimate
    other: Estimate
    missing: Mapping[str, Estimate]

    @property
    def reasons(self) -> dict[str, Estimate]:
        """The five reasons by name."""
        return {name: getattr(self, name) for name in ("mana", "colour", "restriction", "tempo", "other")}

    @property
    def main(self) -> str | None:
        """The most frequent reason; None if the card is always castable."""
        name, most = max(self.reasons.items(), key=lambda item: item[1].value)
        return name if most.value > 0 else None
