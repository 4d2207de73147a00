"""Two or more decks on the same shuffles: each one's result, and what differs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from untap import stats
from untap.results.figures import pick
from untap.results.model import CardInfo, ResultError
from untap.results.result import Result
from untap.results.tally import FAILS, SOURCES, TYPES
from untap.stats import Differences, Estimate

#: Figures of a card on a turn that are compared, in the order of the pairs' first axis.
FIGURES = ("castable", "castable_by", "cast_by", "drawn", *(f"fail_{reason}" for reason in FAILS))
#: Numbers of a turn that are compared, in the order of the pairs' first axis; see `WHOLE_GAME`.
NUMBERS = (
    "mana", "mana_oneshot", "spent", "unspent", "lands_in_play", "lands_seen", "land_drop", "mana_turn", "unbounded",
    "any_W", "any_U", "any_B", "any_R", "any_G", "any_C", "hand_size", "kept_lands",
    "spent_in_all", "flood", "screw", "one_shot", *(f"spent_{name}" for name in SOURCES), "restricted",
    "untapped", "kept_tapped", "untapped_otherwise", "untap_triggers", "on_curve",
)  # fmt: skip
#: Those that are 0 or 1: their means are probabilities.
EVENTS = ("land_drop", "mana_turn", "unbounded", "flood", "screw", "any_W", "any_U", "any_B", "any_R", "any_G", "any_C")
#: Those of the whole game. ``on_curve``: of the shared cards (by their copies in the first deck), those castable on the
#: turn equal to their mana value; ``spent_in_all``: mana spent on all turns.
WHOLE_GAME = ("hand_size", "kept_lands", "spent_in_all", "on_curve")

#: Axes of a pair's arrays: figure or number, order (play, draw), J shared card, T turn.
PAIR_AXES: dict[str, tuple[str, ...]] = {
    "more": ("F", "O", "J", "T"),
    "fewer": ("F", "O", "J", "T"),
    "same": ("F", "J", "T"),
    "sums": ("N", "O", "T"),
    "squares": ("N", "O", "T"),
    "products": ("N", "T"),
}
SCHEMA = "untap.comparison/2"


@dataclass(frozen=True, slots=True)
class Difference(Estimate):
    """A difference, the other deck less the first, with its interval.

    Attributes
    ----------
    z : float
        The difference in standard errors of no difference.
    """

    z: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether 0 is outside the interval; among many figures some are by chance: see `Comparison.real`."""
        return not self.low <= 0 <= self.high


@dataclass(frozen=True, slots=True)
class Row:
    """One compared figure.

    Attributes
    ----------
    deck : int
        Which of the decks is compared with the first: 1 or more.
    figure : str
        One of `FIGURES` or `NUMBERS`.
    card : str
        ``""`` for a number.
    turn : int
        0 for a number of the whole game.
    first, other : Estimate
    difference : Difference
    """

    deck: int
    figure: str
    card: str
    turn: int
    first: Estimate
    other: Estimate
    difference: Difference


def shared_cards(first: Sequence[CardInfo], other: Sequence[CardInfo]) -> tuple[tuple[CardInfo, CardInfo], ...]:
    """The castable cards that two decks have in common, in the first one's order."""
    theirs = {(card.name, card.section): card for card in other if card.castable}
    return tuple(
        (card, theirs[card.name, card.section])
        for card in first
        if card.castable and (card.name, card.section) in theirs
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Comparison:
    """What `untap.compare` has counted. Differences are the other deck less the first.

    Decks are named by number, the first being 0, or by name.

    Attributes
    ----------
    results : tuple of Result
        Each deck's, as `untap.simulate` gives it with the same ``slots``.
    pairs : tuple of mapping of str to ndarray of int64
        For each deck but the first, games and sums that differ from it; read-only, see `PAIR_AXES`.
    """

    results: tuple[Result, ...]
    pairs: tuple[Mapping[str, np.ndarray], ...] = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.results) < 2 or len(self.pairs) != len(self.results) - 1:
            raise ResultError("a comparison has two or more results and a pair for each but the first")
        first = self.results[0]
        for other in self.results[1:]:
            for what in ("scenario", "seed", "ranges", "stream", "version"):
                if getattr(other, what) != getattr(first, what):
                    raise ResultError(f"the results differ in {what}")
        object.__setattr__(self, "pairs", tuple(self._checked(k + 1, pair) for k, pair in enumerate(self.pairs)))

    def _checked(self, k: int, pair: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        first, other = self.results[0], self.results[k]
        cards = self.shared[k - 1]
        sizes = {"F": len(FIGURES), "N": len(NUMBERS), "O": 2, "J": len(cards), "T": first.turns}
        out = {}
        for name, axes in PAIR_AXES.items():
            want = tuple(sizes[axis] for axis in axes)
            array = np.asarray(pair.get(name, ()))
            if array.shape != want or array.dtype.kind not in "iu":
                raise ResultError(f"a pair's {name!r} isn't of whole numbers of shape {want}")
            out[name] = array.astype(np.int64)
            out[name].flags.writeable = False
        a, b = [x.cls for x, _ in cards], [y.cls for _, y in cards]
        for f, name in enumerate(FIGURES):
            whole = other.tally[name][:, b] - first.tally[name][:, a]
            if (whole != out["more"][f] - out["fewer"][f]).any():
                raise ResultError(f"a pair's counts of {name!r} don't fit the results")
        return out

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(repr(r.name) for r in self.results)}: {self.games} games>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------------------------- extent

    @property
    def games(self) -> int:
        """Games that each deck has played."""
        return self.results[0].games

    @property
    def turns(self) -> int:
        """Turns played."""
        return self.results[0].turns

    @property
    def names(self) -> tuple[str, ...]:
        """The decks' names; those that several have are numbered."""
        names = [r.name for r in self.results]
        return tuple(f"{n} ({k + 1})" if names.count(n) > 1 else n for k, n in enumerate(names))

    @cached_property
    def shared(self) -> tuple[tuple[tuple[CardInfo, CardInfo], ...], ...]:
        """For each deck but the first, the castable cards that both have."""
        return tuple(shared_cards(self.results[0].cards, other.cards) for other in self.results[1:])

    def deck(self, deck: int | str) -> int:
        """The number of a deck that is compared with the first.

        Raises
        ------
        ResultError
            If there is none.
        """
        if isinstance(deck, str):
            if deck not in self.names:
                raise ResultError(f"there is no deck {deck!r}: there are {', '.join(self.names)}")
            deck = self.names.index(deck)
        if not 1 <= deck < len(self.results):
            raise ResultError(f"decks 1 to {len(self.results) - 1} are compared with the first, not {deck}")
        return deck

    def changes(self, deck: int | str = 1) -> dict[str, int]:
        """Copies by name that a deck has more than the first (fewer: less than 0)."""
        counts: dict[str, int] = {}
        for sign, result in ((1, self.results[self.deck(deck)]), (-1, self.results[0])):
            for card in result.cards:
                name = card.name if card.section == "main" else f"{card.name} ({card.section})"
                counts[name] = counts.get(name, 0) + sign * card.count
        return {name: n for name, n in counts.items() if n}

    # ------------------------------------------------------------------------------- differences

    def differences(self, figure: str = "castable", deck: int | str = 1, *, order: str | None = None) -> Differences:
        """The differences of a figure of all shared cards on all turns.

        Returns
        -------
        Differences
            Arrays of shape (shared cards, turns), in the order of `shared`.
        """
        if figure not in FIGURES:
            raise ResultError(f"the figures of cards that are compared are {', '.join(FIGURES)}, not {figure!r}")
        f, pair = FIGURES.index(figure), self.pairs[self.deck(deck) - 1]
        rows = self.results[0]._rows(order)
        games = self.results[0].tally["games"][rows]
        return stats.paired_proportions(pair["more"][f][rows], pair["fewer"][f][rows], pair["same"][f], games)

    def difference(
        self,
        card: str | CardInfo,
        turn: int,
        *,
        figure: str = "castable",
        deck: int | str = 1,
        order: str | None = None,
    ) -> Difference:
        """How much more often a deck than the first could cast a card on a turn (or another figure of it)."""
        k, t = self.deck(deck), self.results[0]._turn(turn)
        known = [a for a, _ in self.shared[k - 1]]
        wanted = self.results[0].card(card)
        if wanted not in known:
            raise ResultError(f"{wanted.name} isn't compared: not both decks can cast it")
        return _one(self.differences(figure, k, order=order), known.index(wanted), t)

    def number(
        self, name: str, turn: int | None = None, *, deck: int | str = 1, order: str | None = None
    ) -> Difference:
        """The difference of the mean of a number, one of `NUMBERS`, on a turn."""
        if name in WHOLE_GAME:
            turn = 1
        elif turn is None:
            raise ResultError(f"{name} is a number of a turn: say which")
        return _one(self.numbers(name, deck, order=order), self.results[0]._turn(turn))

    def numbers(self, name: str, deck: int | str = 1, *, order: str | None = None) -> Differences:
        """The differences of the mean of a number on all turns; arrays of shape (turns,)."""
        if name not in NUMBERS:
            raise ResultError(f"the numbers that are compared are {', '.join(NUMBERS)}, not {name!r}")
        i, pair = NUMBERS.index(name), self.pairs[self.deck(deck) - 1]
        rows = self.results[0]._rows(order)
        games = self.results[0].tally["games"][rows]
        sums, squares, products = pair["sums"][i][rows], pair["squares"][i][rows], pair["products"][i]
        if name == "on_curve":  # as a share of the copies
            return _scaled(stats.paired_means(sums, squares, products, games), 1 / max(self._copies(deck), 1))
        if name in EVENTS:
            return stats.paired_proportions((squares + sums) // 2, (squares - sums) // 2, products, games)
        return stats.paired_means(sums, squares, products, games)

    def _mean(self, name: str, turn: int, of: int, order: str | None) -> Estimate:
        r = self.results[of]
        if name == "hand_size":
            return r._distribution("hand_size", (), order).mean
        if name == "kept_lands":
            return r.hands(order=order).mean_lands
        if name == "spent_in_all":
            return _summed([r.spent(t, order=order).mean for t in range(1, self.turns + 1)])
        if name.startswith("any_"):
            return r._distribution("mana_type", (r._turn(turn), TYPES.index(name[-1])), order).at_least(1)
        if name == "mana_turn":
            return r._distribution("mana", (r._turn(turn),), order).at_least(turn)
        if name in ("land_drop", "unbounded"):
            return r._share(name, (r._turn(turn),), order)
        if name in ("flood", "screw"):
            return r.flood(turn, order=order) if name == "flood" else r.screw(turn, order=order)
        if name == "one_shot":
            return r.one_shot_mana(turn, order=order)
        if name == "restricted":
            return r.restricted_mana(turn, order=order)
        if name in ("untapped", "kept_tapped", "untapped_otherwise", "untap_triggers"):
            return r.per_game(name, turn, order=order)
        if name.startswith("spent_"):
            return r.spent_from(name.removeprefix("spent_"), turn, order=order)
        return r._distribution(name, (r._turn(turn),), order).mean

    def _copies(self, deck: int | str) -> int:
        cards = self.shared[self.deck(deck) - 1]
        return sum(a.count for a, _ in cards if self.results[0].curve_turn(a) <= self.turns)

    def on_curve(self, deck: int | str = 1, *, order: str | None = None) -> tuple[Estimate, Estimate]:
        """The mean castability on curve of the shared cards, by their copies in the first deck; of both decks.

        The intervals are those at correlation 1 between cards.
        """
        k = self.deck(deck)
        cards = [pair for pair in self.shared[k - 1] if self.results[0].curve_turn(pair[0]) <= self.turns]
        found = []
        for of in (0, k):
            p = self.results[of].castability("castable", order)
            found.append(
                _summed(
                    [pick(p, pair[min(of, 1)].cls, self.results[0].curve_turn(pair[0]) - 1) for pair in cards],
                    [pair[0].count / max(self._copies(k), 1) for pair in cards],
                )
            )
        return found[0], found[1]

    def rows(self, deck: int | str = 1, *, order: str | None = None) -> Iterator[Row]:
        """Every compared figure of a deck: cards by turn, then numbers by turn."""
        k = self.deck(deck)
        for name in FIGURES:
            found = self.differences(name, k, order=order)
            ours, others = (self.results[of].castability(name, order) for of in (0, k))
            for j, (card, theirs) in enumerate(self.shared[k - 1]):
                for t in range(self.turns):
                    first, other = pick(ours, card.cls, t), pick(others, theirs.cls, t)
                    yield Row(k, name, card.name, t + 1, first, other, _one(found, j, t))
        for name in NUMBERS:
            if name == "on_curve" and not self._copies(k):
                continue  # no spell in common
            numbers = self.numbers(name, k, order=order)
            for t in [0] if name in WHOLE_GAME else range(self.turns):
                if name == "on_curve":
                    both = self.on_curve(k, order=order)
                else:
                    both = (self._mean(name, t + 1, 0, order), self._mean(name, t + 1, k, order))
                yield Row(k, name, "", 0 if name in WHOLE_GAME else t + 1, *both, _one(numbers, t))

    def real(self, deck: int | str = 1, *, order: str | None = None) -> list[Row]:
        """The figures that differ for certain, surest first.

        Named by Holm's procedure at 95% over all figures of all decks: the chance that any of those named
        differs by luck is at most 5%.
        """
        k = self.deck(deck)
        flat = self._sifted if order is None else self._sift(order)
        found = [row for row, yes in flat if yes and row.deck == k]
        return sorted(found, key=lambda row: -abs(row.difference.z))

    @cached_property
    def _sifted(self) -> list[tuple[Row, bool]]:
        return self._sift(None)

    def _sift(self, order: str | None) -> list[tuple[Row, bool]]:
        rows = [row for k in range(1, len(self.results)) for row in self.rows(k, order=order)]
        named = stats.holm([row.difference.z for row in rows])
        return [(row, bool(yes)) for row, yes in zip(rows, named, strict=True)]

    def precision(self) -> float:
        """The widest half-width of the differences of castability."""
        widest = 0.0
        for k in range(1, len(self.results)):
            d = self.differences("castable", k)
            if d.value.size:
                widest = max(widest, float(np.max(np.fmax(d.value - d.low, d.high - d.value))))
        return widest

    # ------------------------------------------------------------------------------- merging and forms

    def merge(self, *others: Comparison) -> Comparison:
        """This comparison and others of the same decks, scenario and seed, of other games."""
        for other in others:
            if len(other.results) != len(self.results):
                raise ResultError("the comparisons are of other decks")
        results = tuple(r.merge(*(o.results[k] for o in others)) for k, r in enumerate(self.results))
        pairs = tuple(
            {name: np.sum([c.pairs[k][name] for c in (self, *others)], axis=0) for name in PAIR_AXES}
            for k in range(len(self.pairs))
        )
        return Comparison(results=results, pairs=pairs)

    def to_records(self) -> list[dict[str, Any]]:
        """A row a figure: decks, figure, card, turn, both values, the difference with its interval."""
        return [
            {
                "first": self.names[0],
                "other": self.names[row.deck],
                "figure": row.figure,
                "card": row.card or None,
                "turn": row.turn or None,
                "first_value": row.first.value,
                "other_value": row.other.value,
                "difference": row.difference.value,
                "low": row.difference.low,
                "high": row.difference.high,
                "real": real,
                "method": row.difference.method,
            }
            for row, real in self._sifted
        ]

    def to_frame(self, library: str = "pandas") -> Any:
        """`to_records` as a data frame of ``'pandas'`` or ``'polars'``."""
        from untap.results.frames import make_frame

        return make_frame(self.to_records(), library)

    def to_dict(self) -> dict[str, Any]:
        """Plain data: the results, the differences, and the integers that they follow from."""
        from untap.results.serial import to_dict

        return {
            "schema": SCHEMA,
            "results": [to_dict(r) for r in self.results],
            "differences": self.to_records(),
            "pairs": [{name: pair[name].ravel().tolist() for name in PAIR_AXES} for pair in self.pairs],
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """JSON text, the same for the same integers; see ``docs/result-schema.md``."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Comparison:
        """The comparison of `to_json`'s text.

        Raises
        ------
        ResultError
            If it isn't one, or of another version of the schema.
        """
        try:
            data = json.loads(text)
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise ResultError(f"not JSON: {error}") from error
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise ResultError(f"not a comparison of schema {SCHEMA!r}")
        try:
            results = tuple(Result.from_json(json.dumps(r)) for r in data["results"])
            turns, pairs = results[0].turns, []
            for other, pair in zip(results[1:], data["pairs"], strict=True):
                cards = len(shared_cards(results[0].cards, other.cards))
                sizes = {"F": len(FIGURES), "N": len(NUMBERS), "O": 2, "J": cards, "T": turns}
                pairs.append(
                    {
                        name: np.array(pair[name], np.int64).reshape([sizes[axis] for axis in axes])
                        for name, axes in PAIR_AXES.items()
                    }
                )
            return cls(results=results, pairs=tuple(pairs))
        except ResultError:
            raise
        except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
            raise ResultError(f"a damaged comparison: {error}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `to_json` to a file; compressed where its name ends in ``.gz``."""
        from untap.results.serial import save

        save(self.to_json() + "\n", path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Comparison:
        """The comparison of a file that `save` or ``untap compare --json`` has written."""
        from untap.results.serial import load

        return cls.from_json(load(path))

    def _repr_html_(self) -> str:
        from untap.results.html import comparison_summary

        return comparison_summary(self)


def _summed(parts: Sequence[Estimate], weights: Sequence[float] | None = None) -> Estimate:
    weights = [1.0] * len(parts) if weights is None else weights
    value, low, high = (
        sum(w * getattr(e, end) for w, e in zip(weights, parts, strict=True)) for end in ("value", "low", "high")
    )
    n = max((e.n for e in parts), default=0)
    return Estimate(value, low, high, n, "sum of intervals")


def _scaled(d: Differences, by: float) -> Differences:
    return d._replace(value=d.value * by, low=d.low * by, high=d.high * by)


def _one(differences: Differences, *index: int) -> Difference:
    value, low, high, z, n = (np.asarray(a)[index] for a in differences[:5])
    return Difference(float(value), float(low), float(high), int(n), differences.method, z=float(z))
