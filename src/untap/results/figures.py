"""Small figures made of several estimates: distributions, hands, reasons."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from untap import stats
from untap.results.model import ResultError
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
    product : int or None
        Of two orders: the sum over shuffles of the product of both games' numbers.
    """

    counts: np.ndarray
    games: np.ndarray
    product: int | None = None

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
        return stats.stratified_mean(
            [stats.histogram_moments(row) for row in self.counts], paired=self._paired, product=self.product
        )

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
class FirstTurn:
    """On which turn something happened first.

    Attributes
    ----------
    counts : ndarray of int64, shape (H, turns)
        Games by order of play and turn, the first of which is turn 1.
    games : ndarray of int64, shape (H,)
        All games.
    """

    counts: np.ndarray
    games: np.ndarray

    @property
    def turns(self) -> int:
        """The last turn played."""
        return self.counts.shape[1]

    def by(self, turn: int) -> Estimate:
        """P(by this turn)."""
        if not 1 <= turn <= self.turns:
            raise ValueError(f"the games have turns 1 to {self.turns}, not {turn}")
        return pick(stats.proportion(self.counts[:, :turn].sum(axis=1), self.games))

    @property
    def never(self) -> Estimate:
        """P(not by the last turn)."""
        return pick(stats.proportion(self.games - self.counts.sum(axis=1), self.games))

    @property
    def mean(self) -> Estimate:
        """The mean turn, of the games in which it happened by the last turn; `never` says how many those aren't."""
        return counted_mean(self.counts, 1)

    @property
    def restricted_mean(self) -> Estimate:
        """The mean of the turn, or of the one after the last where it didn't happen."""
        late = self.games - self.counts.sum(axis=1)
        whole = np.concatenate([np.zeros_like(late)[:, None], self.counts, late[:, None]], axis=1)
        return stats.stratified_mean([stats.histogram_moments(row) for row in whole], paired=len(whole) > 1)


@dataclass(frozen=True)
class Delay:
    """How long after it could have been cast at the earliest a card was cast.

    The turn on which it was cast first, less the later of its mana value and the turn on which the first copy had been
    drawn: 0 is on time; negative numbers are those of games in which its mana was there early. A card is *due* in a
    game in which both have come by the last turn.

    Attributes
    ----------
    counts : ndarray of int64, shape (H, 2 turns + 1)
        Games in which it was cast, by order of play and delay from -turns.
    drawn : ndarray of int64, shape (H,)
        Games in which a copy was drawn by the last turn.
    games : ndarray of int64, shape (H,)
    waited : ndarray of int64, shape (H, turns)
        Games in which it was due but not cast, by the turns it has waited for, the one after the last among them: 1, 2,
        ...; of size 0 in results of earlier versions.
    """

    counts: np.ndarray
    drawn: np.ndarray
    games: np.ndarray
    waited: np.ndarray

    @property
    def mean(self) -> Estimate:
        """The mean delay, of the games in which the card was cast."""
        return counted_mean(self.counts, -(self.counts.shape[1] // 2))

    @property
    def restricted_mean(self) -> Estimate:
        """The mean delay of the games in which the card was cast or due; not cast counts as the turn after the last."""
        turns = self.counts.shape[1] // 2
        if not self.waited.size:
            raise ResultError("a result of an earlier version: cards that weren't cast weren't timed")
        whole = self.counts.copy()
        whole[:, turns + 1 :] += self.waited
        return counted_mean(whole, -turns)

    @property
    def on_time(self) -> Estimate:
        """P(cast with a delay of 0 or less | cast or due by the last turn)."""
        late = self.counts.shape[1] // 2 + 1
        return pick(stats.conditional(self.counts[:, :late].sum(axis=1), self._due, self.games))

    @property
    def never(self) -> Estimate:
        """P(not cast by the last turn | cast or due by then)."""
        return pick(stats.conditional(self._due - self.counts.sum(axis=1), self._due, self.games))

    @property
    def _due(self) -> np.ndarray:
        cast = self.counts.sum(axis=1)
        # earlier versions: what was drawn, which a card of a greater mana value than there are turns may be, too
        return cast + self.waited.sum(axis=1) if self.waited.size else np.maximum(self.drawn, cast)


def counted_mean(counts: np.ndarray, first: int) -> Estimate:
    """The mean of numbers from `first` on, over the cases of both orders of play together.

    The cases of an order of play weigh as many as they are. With two orders the errors add (correlation 1).
    """
    values = range(first, first + counts.shape[1])
    moments = [stats.histogram_moments(row, values) for row in counts]
    return stats.stratified_mean(moments, [float(n) for n, *_ in moments], paired=len(moments) > 1)


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
    reasons : mapping of str to Mapping of int to int
        Why, by size: ``few`` or ``many`` lands, fewer or more than any hand of the size is kept with; ``other``: the
        rule looks at more than the number of lands.
    mean_lands, mean_size : Estimate
        Of the kept hand.
    """

    sizes: Mapping[int, Estimate]
    lands: Mapping[int, Estimate]
    kept: np.ndarray
    sent_back: np.ndarray
    reasons: Mapping[str, Mapping[int, int]]
    mean_lands: Estimate
    mean_size: Estimate


def mulligan_reasons(sent: np.ndarray, rule: Any) -> dict[str, dict[int, int]]:
    """`HandFigures.reasons` from hands sent back, of shape (size, lands), and the mulligan rule."""
    found: dict[str, dict[int, int]] = {"few": {}, "many": {}, "other": {}}
    for size in range(len(sent)):
        row = [a or (rule.free and size == 7 and b) for a, b in zip(rule.keep[size], rule.keep_free, strict=True)]
        kept = [k for k, keeps in enumerate(row) if keeps]
        few = kept[0] if kept else 0
        many = kept[-1] + 1 if kept else 0
        whole = int(sent[size].sum())
        found["few"][size] = int(sent[size, :few].sum())
        found["many"][size] = int(sent[size, many:].sum()) if kept else 0
        found["other"][size] = whole - found["few"][size] - found["many"][size]
    return found


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
        No amount of mana would do: another cost (life, sacrifice, discard), another time, or the game was over.
    missing : mapping of str to Estimate
        Of all games, those where the colour was missing and this type is in the smallest set of types that shows it; a
        game may have several.
    missing_sets : mapping of str to Estimate
        Of all games, those where the colour was missing, by that smallest set (``"U"``, ``"WU"``), the most frequent
        first: there were fewer sources of these types together than the cost has symbols that only they pay.
        Exclusive; with ``""``, where no set shows it, they make `colour`. Empty in results of earlier versions.
    """

    castable: Estimate
    mana: Estimate
    colour: Estimate
    restriction: Estimate
    tempo: Estimate
    other: Estimate
    missing: Mapping[str, Estimate]
    missing_sets: Mapping[str, Estimate]

    @property
    def reasons(self) -> dict[str, Estimate]:
        """The five reasons by name."""
        return {name: getattr(self, name) for name in ("mana", "colour", "restriction", "tempo", "other")}

    @property
    def main(self) -> str | None:
        """The most frequent reason; None if the card is always castable."""
        name, most = max(self.reasons.items(), key=lambda item: item[1].value)
        return name if most.value > 0 else None
