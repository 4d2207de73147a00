"""The result of a run: integers, what made them, and the figures that follow."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from untap import stats
from untap._names import meant
from untap.results.figures import (
    Delay,
    Distribution,
    FirstTurn,
    HandFigures,
    ManaFigures,
    WhyNot,
    mulligan_reasons,
    pick,
)
from untap.results.model import CardInfo, CardNote, Ranges, ResultError, joined
from untap.results.tally import FAILS, FLOWS, LATER, SETS, SOURCES, TYPES, checked
from untap.simulate.scenario import Scenario
from untap.simulate.yardstick import Yardstick
from untap.stats import Estimate
from untap.stats.stratified import Proportions

#: Conditions of `Result.castable` and `Result.castable_by`.
GIVEN = ("lands_seen", "lands_for_it", "lands_in_play", "opening_hand", "drawn")
#: What the tally calls them.
PREFIX = dict(zip(GIVEN, ("lands_ok", "lands_for", "lands_play_ok", "opening", "drawn"), strict=True))
#: Lands seen on a turn that are a flood: so many more than the turn's number.
FLOOD = 3
#: Lands seen on a turn that are a screw: fewer than the turn's number, or than this.
SCREW = 4


@dataclass(frozen=True, kw_only=True, eq=False)
class Result:
    """What the games of a deck have shown. Every figure is an `Estimate` with a 95% interval.

    Cards are named in any spelling that differs only by case, or by the front face; turns are the player's own, from
    1. `order` in the methods is ``None`` (the mean over the orders played), ``'play'`` or ``'draw'``.

    Attributes
    ----------
    name : str
        The deck's.
    cards : tuple of CardInfo
    scenario : Scenario
    seed : int
    ranges : tuple of (int, int)
        The games held, ``[first, stop)``.
    tally : mapping of str to ndarray of int64
        See `untap.results.tally.AXES`; read-only.
    classes : int
        Castability classes.
    notes : tuple of CardNote
        What isn't simulated exactly.
    warnings : tuple of str
        What is unusual about the deck.
    digest : str
        SHA-256 of the program's integers.
    table_date : str
        Date of the card data.
    version : str
        Of untap.
    stream : int
        Version of the random numbers' definition.
    stopped : str
        Why the run ended: ``games``, ``precision`` or ``interrupted``.
    slots : tuple of int or None
        By position of the shuffled order the deck's own slot, -1 where it has none: how the deck shared its shuffles
        with others. None: its own order.
    yardsticks : tuple of Yardstick
        How good the player was, if that was asked.
    draws_only : bool
        Whether a card a turn and the opening hand are all that the player can see of the library, so that
        `castable_controlled` has its control.
    """

    name: str
    cards: tuple[CardInfo, ...]
    scenario: Scenario
    seed: int
    ranges: Ranges
    tally: Mapping[str, np.ndarray] = field(repr=False)
    classes: int
    notes: tuple[CardNote, ...] = field(default=(), repr=False)
    warnings: tuple[str, ...] = ()
    digest: str = ""
    table_date: str = ""
    version: str = ""
    stream: int = 0
    stopped: str = "games"
    slots: tuple[int, ...] | None = field(default=None, repr=False)
    yardsticks: tuple[Yardstick, ...] = ()
    draws_only: bool = False

    def __post_init__(self) -> None:
        try:
            tally = checked(self.tally, self.classes, self.scenario.turns, len(self.scenario.ask), self._clock)
        except ValueError as error:
            raise ResultError(str(error)) from error
        object.__setattr__(self, "tally", tally)
        object.__setattr__(self, "ranges", joined(self.ranges))
        held = sum(stop - first for first, stop in self.ranges)
        if held != self.games:
            raise ResultError(f"the tally is of {self.games} games, the ranges of {held}")

    def __repr__(self) -> str:
        return f"<Result {self.name!r}: {self.games} games of {self.turns} turns, seed {self.seed}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------------------------- extent

    @property
    def games(self) -> int:
        """Games held."""
        return int(self.tally["games"].sum())

    @property
    def turns(self) -> int:
        """Turns played."""
        return self.scenario.turns

    @property
    def spells(self) -> tuple[CardInfo, ...]:
        """Cards that can be cast, in the deck's order."""
        return tuple(card for card in self.cards if card.castable)

    def card(self, name: str | CardInfo) -> CardInfo:
        """A card of the deck by name.

        Raises
        ------
        ResultError
            If there is none; the message suggests what may have been meant.
        """
        if isinstance(name, CardInfo):
            return name
        known = self._by_name
        wanted = " ".join(str(name).split()).casefold()
        found = known.get(wanted)
        if found is None:
            hint = meant(wanted, {key: card.name for key, card in known.items()})
            raise ResultError(f"the deck has no card {name!r}{hint}")
        return found

    @cached_property
    def _by_name(self) -> dict[str, CardInfo]:
        known: dict[str, CardInfo] = {}
        for card in self.cards:
            known.setdefault(card.name.casefold(), card)
        for card in self.cards:
            for face in card.name.split("//"):
                known.setdefault(face.strip().casefold(), card)
        return known

    def _cls(self, name: str | CardInfo) -> int:
        card = self.card(name)
        if not card.castable:
            raise ResultError(f"{card.name} isn't cast: it is a land or has no mana cost")
        return card.cls

    def _turn(self, turn: int) -> int:
        if not 1 <= turn <= self.turns:
            raise ResultError(f"the games have turns 1 to {self.turns}, not {turn}")
        return int(turn) - 1

    def _rows(self, order: str | None) -> list[int]:
        rows = {None: [("play", "draw").index(o) for o in self.scenario.orders], "play": [0], "draw": [1]}
        if order not in rows:
            raise ResultError(f"an order of play is 'play' or 'draw', not {order!r}")
        wanted = rows[order]
        if order is not None and order not in self.scenario.orders:
            raise ResultError(f"no games were played on the {order}")
        return wanted

    def _share(self, name: str, index: tuple[Any, ...], order: str | None) -> Estimate:
        rows = self._rows(order)
        both = self.tally[f"{name}_both"][index] if len(rows) == 2 and f"{name}_both" in self.tally else None
        return pick(stats.proportion(self.tally[name][(rows, *index)], self.tally["games"][rows], both=both))

    def _distribution(self, name: str, index: tuple[Any, ...], order: str | None) -> Distribution:
        rows = self._rows(order)
        counts = self.tally[name][(rows, *index)].copy()
        games = self.tally["games"][rows]
        counts[:, 0] += games - counts.sum(axis=1)  # a game that is over
        both = len(rows) == 2 and f"{name}_both" in self.tally
        return Distribution(counts, games, int(self.tally[f"{name}_both"][index]) if both else None)

    # ------------------------------------------------------------------------------- cards

    def castability(self, name: str = "castable", order: str | None = None) -> Proportions:
        """``castable``, ``castable_by``, ``cast_by``, ``drawn`` or a ``fail_...`` for all classes and turns at once.

        Returns
        -------
        Proportions
            Arrays of shape (classes, turns).
        """
        rows = self._rows(order)
        both = self.tally[f"{name}_both"] if len(rows) == 2 and f"{name}_both" in self.tally else None
        return stats.proportion(self.tally[name][rows], self.tally["games"][rows][:, None, None], both=both)

    def castability_of_types(self, order: str | None = None) -> np.ndarray:
        """Share of games in which a type was missing; float64 of shape (classes, turns, 6), types WUBRGC."""
        rows = self._rows(order)
        games = self.tally["games"][rows]
        used = games > 0
        return (self.tally["missing"][rows][used] / games[used][:, None, None, None]).mean(axis=0)

    def castability_of_sets(self, order: str | None = None) -> tuple[np.ndarray, Proportions]:
        """Violated sets of types (see `why_not`), for all classes and turns at once.

        Returns
        -------
        places : ndarray of int
            Class, turn (from 0) and set (the sum of 2**k over its types, of WUBRGC) of those that occurred; (n, 3).
        shares : Proportions
            Of all games; of shape (n,).
        """
        rows, sets = self._rows(order), self._sets()
        places = np.nonzero(sets[rows].any(axis=0))
        counts = sets[rows][:, places[0], places[1], places[2]]
        return np.stack(places, axis=-1), stats.proportion(counts, self.tally["games"][rows][:, None])

    def _sets(self) -> np.ndarray:
        sets = self.tally["missing_sets"]
        if not sets.size and self.classes:
            raise ResultError("a result of an earlier version: missing types weren't counted by set")
        return sets

    def _missing_sets(self, cls: int, t: int, order: str | None) -> dict[str, Estimate]:
        if not self.tally["missing_sets"].size:
            return {}
        rows = self._rows(order)
        counts = self.tally["missing_sets"][rows, cls, t]
        found = np.flatnonzero(counts.any(axis=0))
        shares = stats.proportion(counts[:, found], self.tally["games"][rows][:, None])
        ranked = sorted(range(len(found)), key=lambda i: (-float(shares.value[i]), int(found[i])))
        return {SETS[found[i]]: pick(shares, i) for i in ranked}

    def castable(
        self, card: str | CardInfo, turn: int, *, given: str | None = None, order: str | None = None
    ) -> Estimate:
        """P(the card could be cast on a turn): at the start of its main phase, with the best legal land drop.

        Parameters
        ----------
        given : {None, 'lands_seen', 'lands_for_it', 'lands_in_play', 'opening_hand', 'drawn'}
            A condition: at least as many lands as the turn's number seen; as many as the card's mana value; as many as
            the turn's number in play after the land drop; a copy in the kept hand; a copy drawn by then.
        """
        cls, t = self._cls(card), self._turn(turn)
        if given is None:
            return self._share("castable", (cls, t), order)
        return pick(self.conditional_castability(given, order), cls, t)

    def conditional_castability(self, given: str, order: str | None = None, *, by: bool = False) -> Proportions:
        """`castable` under a condition, or with `by` `castable_by`, for all classes and turns at once.

        Returns
        -------
        Proportions
            Arrays of shape (classes, turns).
        """
        if given not in GIVEN:
            raise ResultError(f"castable is given {', '.join(GIVEN)}; not {given!r}")
        rows, tally = self._rows(order), self.tally
        name = f"{PREFIX[given]}_castable{'_by' if by else ''}"
        if not tally[name].size and self.classes:
            raise ResultError(f"a result of an earlier version: {name} wasn't counted")
        both = tally[name][rows]
        if given == "lands_for_it":
            seen = tally["lands_seen"][rows].copy()  # (orders, turns, lands)
            seen[:, :, 0] += tally["games"][rows][:, None] - seen.sum(axis=2)
            enough = seen[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
            least = np.zeros(self.classes, int)
            for card in self.spells:
                least[card.cls] = min(card.mana_value, 63)
            condition = enough[:, :, least].transpose(0, 2, 1)
        elif given in ("lands_seen", "lands_in_play"):
            condition = tally[PREFIX[given]][rows][:, None, :]
        elif given == "drawn":
            condition = tally["drawn"][rows]
        else:
            condition = tally["opening"][rows][:, :, None]
        return stats.conditional(both, condition, tally["games"][rows][:, None, None])

    def castable_controlled(self, card: str | CardInfo, turn: int, *, order: str | None = None) -> Estimate:
        """`castable`, from the same games, with a control variate: a narrower interval where lands are the point.

        The control is whether at least as many lands as the card's mana value have been seen, of which the chance is
        known exactly.

        Raises
        ------
        ResultError
            Where it isn't known: the deck finds cards beside its draws, the mulligan rule looks at more than lands, or
            games ended early.
        """
        from untap import exact

        rule, rows = self.scenario.rule, self._rows(order)
        if not self.draws_only or not rule.counts_only:
            raise ResultError(
                "lands seen have no closed form here: the deck finds cards, or hands are kept by more than lands"
            )
        if self.tally["died"].any() or self.tally["decked"].any() or self.tally["undecided"].any():
            raise ResultError("lands seen have no closed form here: some games ended early")
        main = [c for c in self.cards if c.section != "commander"]
        size, lands = sum(c.count for c in main), sum(c.count for c in main if c.land)
        least = min(self.card(card).mana_value, 63)
        cls, t = self._cls(card), self._turn(turn)
        skips = self.scenario.players <= 2  # CR 103.8c
        return stats.poststratified(
            self.tally["lands_for_castable"][rows, cls, t].tolist(),
            self._distribution("lands_seen", (t,), order).counts[:, least:].sum(axis=1).tolist(),
            self.tally["castable"][rows, cls, t].tolist(),
            self.tally["games"][rows].tolist(),
            [
                exact.lands_seen(size, lands, rule, at_least=least, turn=turn, on_play=row == 0 and skips)
                for row in rows
            ],
        )

    def castable_by(
        self, card: str | CardInfo, turn: int, *, given: str | None = None, order: str | None = None
    ) -> Estimate:
        """P(the card could be cast on some turn up to this one).

        `given` is a condition of this turn, as for `castable`.
        """
        cls, t = self._cls(card), self._turn(turn)
        if given is None:
            return self._share("castable_by", (cls, t), order)
        return pick(self.conditional_castability(given, order, by=True), cls, t)

    def curve_turn(self, card: str | CardInfo) -> int:
        """The turn on which a card is on curve: its mana value, at least 1, or the target that the scenario sets."""
        found = self.card(card)
        return self.scenario.curve_turn(found.name, found.mana_value)

    def on_curve(self, card: str | CardInfo, *, given: str | None = None, order: str | None = None) -> Estimate:
        """`castable` on the card's `curve_turn`."""
        return self.castable(card, self.curve_turn(card), given=given, order=order)

    def counted_with(self, card: str | CardInfo) -> tuple[str, ...]:
        """The other cards that are castable alike, whose copies count as this card's in what is drawn and cast.

        With ``apart`` in the scenario there are none.
        """
        found, cls = self.card(card), self._cls(card)
        return tuple(dict.fromkeys(c.name for c in self.spells if c.cls == cls and c.name != found.name))

    def cast_by(self, card: str | CardInfo, turn: int, *, order: str | None = None) -> Estimate:
        """P(the player has cast the card by this turn)."""
        return self._share("cast_by", (self._cls(card), self._turn(turn)), order)

    def turn_cast(self, card: str | CardInfo, *, order: str | None = None) -> FirstTurn:
        """On which turn the player casts the card first."""
        rows = self._rows(order)
        by = self.tally["cast_by"][rows, self._cls(card)]
        return FirstTurn(np.diff(by, axis=1, prepend=0), self.tally["games"][rows])

    def delay(self, card: str | CardInfo, *, order: str | None = None) -> Delay:
        """How long after the first copy was drawn and its mana value was reached the card is cast."""
        rows, cls = self._rows(order), self._cls(card)
        waited = self.tally["waited"]
        return Delay(
            self.tally["delay"][rows, cls],
            self.tally["drawn"][rows, cls, -1],
            self.tally["games"][rows],
            waited[rows, cls] if waited.size else waited,
        )

    def drawn_by(self, card: str | CardInfo, turn: int, *, order: str | None = None) -> Estimate:
        """P(a copy of the card, or of one castable alike, has been drawn by this turn)."""
        return self._share("drawn", (self._cls(card), self._turn(turn)), order)

    def why_not(self, card: str | CardInfo, turn: int, *, order: str | None = None) -> WhyNot:
        """Why the card can't be cast on a turn."""
        index = (self._cls(card), self._turn(turn))
        return WhyNot(
            castable=self._share("castable", index, order),
            **{reason: self._share(f"fail_{reason}", index, order) for reason in FAILS},
            missing={letter: self._share("missing", (*index, i), order) for i, letter in enumerate(TYPES)},
            missing_sets=self._missing_sets(*index, order),
        )

    # ------------------------------------------------------------------------------- mana, lands, hands

    def mana(self, turn: int, *, order: str | None = None) -> ManaFigures:
        """Mana available on a turn."""
        t = self._turn(turn)
        return ManaFigures(
            self._distribution("mana", (t,), order),
            self._distribution("mana_oneshot", (t,), order),
            {letter: self._distribution("mana_type", (t, i), order) for i, letter in enumerate(TYPES)},
            self._share("unbounded", (t,), order),
        )

    def spent(self, turn: int, *, order: str | None = None) -> Distribution:
        """Mana spent on a turn."""
        return self._distribution("spent", (self._turn(turn),), order)

    def unspent(self, turn: int, *, order: str | None = None) -> Distribution:
        """Mana available on a turn, with nothing cast, less what was spent on it; not less than 0."""
        return self._distribution("unspent", (self._turn(turn),), order)

    def first_mana(self, k: int, *, order: str | None = None) -> FirstTurn:
        """On which turn there is at least so much mana (0 to 15) for the first time."""
        most = self.tally["mana_first"].shape[1] - 1
        if not 0 <= k <= most:
            raise ResultError(f"the first turn is counted for 0 to {most} mana, not for {k}")
        rows = self._rows(order)
        return FirstTurn(self.tally["mana_first"][rows, k], self.tally["games"][rows])

    def flood(self, turn: int, *, order: str | None = None) -> Estimate:
        """P(at least three lands more than the turn's number seen by then): lands that can't have been played."""
        return self.lands_seen(turn, order=order).at_least(turn + FLOOD)

    def screw(self, turn: int, *, order: str | None = None) -> Estimate:
        """P(fewer lands seen by a turn than its number, or than four)."""
        return less(self.lands_seen(turn, order=order), min(turn, SCREW))

    def lands_in_play(self, turn: int, *, order: str | None = None) -> Distribution:
        """Lands on the battlefield after a turn's land drop."""
        return self._distribution("lands_in_play", (self._turn(turn),), order)

    def lands_seen(self, turn: int, *, order: str | None = None) -> Distribution:
        """Lands among the cards seen by a turn: kept hand and draws."""
        return self._distribution("lands_seen", (self._turn(turn),), order)

    def land_drop(self, turn: int, *, order: str | None = None) -> Estimate:
        """P(a land was played on a turn)."""
        return self._share("land_drop", (self._turn(turn),), order)

    def hands(self, *, order: str | None = None) -> HandFigures:
        """Opening hands: sizes, lands, mulligans."""
        rows = self._rows(order)
        games, kept = self.tally["games"][rows], self.tally["kept_lands"][rows]
        sizes = self._distribution("hand_size", (), order)
        lands = Distribution(kept.sum(axis=1), games)
        return HandFigures(
            {k: sizes.exactly(k) for k in range(7, -1, -1) if sizes.counts[:, k].any() or k == 7},
            {k: lands.exactly(k) for k in range(8)},
            kept.sum(axis=0),
            (sent := self.tally["mulligan_lands"][rows].sum(axis=0)),
            mulligan_reasons(sent, self.scenario.rule),
            lands.mean,
            sizes.mean,
        )

    def per_game(self, name: str, turn: int, *, order: str | None = None) -> Estimate:
        """Mean number a game of permanents ``untapped`` or ``kept_tapped`` in a turn's untap step, and of its triggers.

        ``untap_triggers`` of becoming untapped, and what they brought: ``untap_cards`` in hand, ``untap_mana``,
        ``untap_permanents``; ``untapped_otherwise``: permanents untapped from then to the next untap step.
        """
        if name in FLOWS[len(SOURCES) + 1 :]:
            return self._flow(FLOWS.index(name), turn, order)
        known = ("untapped", "kept_tapped", "untapped_otherwise", "untap_triggers")
        if name not in known:
            raise ResultError(f"{', '.join((*known, *FLOWS[len(SOURCES) + 1 :]))} are counted, not {name!r}")
        rows, t = self._rows(order), self._turn(turn)
        if not self.tally[name].size:
            raise ResultError(f"a result of an earlier version: {name} wasn't counted")
        return self._mean_of(self.tally[name][rows, t], self.tally[f"{name}_squares"][rows, t], rows)

    def _mean_of(self, sums: np.ndarray, squares: np.ndarray, rows: list[int]) -> Estimate:
        moments = zip(self.tally["games"][rows].tolist(), sums.tolist(), squares.tolist(), strict=True)
        return stats.stratified_mean(list(moments), paired=len(rows) > 1)

    def _flow(self, k: int, turn: int, order: str | None) -> Estimate:
        if not self.tally["flows"].size:
            raise ResultError("a result of an earlier version: what makes mana wasn't counted")
        rows, t = self._rows(order), self._turn(turn)
        return self._mean_of(self.tally["flows"][rows, k, t], self.tally["flows_squares"][rows, k, t], rows)

    def spent_from(self, source: str, turn: int, *, order: str | None = None) -> Estimate:
        """Mean mana spent on a turn that was made by a sort of source, each mana by one.

        Parameters
        ----------
        source : {'land', 'creature', 'artifact', 'aura', 'ritual', 'treasure', 'again', 'other'}
            ``ritual``: a spell or a card outside the battlefield; ``again``: a permanent that untapped this turn after
            its untap step, whatever it is.
        """
        if source not in SOURCES:
            raise ResultError(f"mana is made by {', '.join(SOURCES)}, not {source!r}")
        return self._flow(SOURCES.index(source), turn, order)

    def restricted_mana(self, turn: int, *, order: str | None = None) -> Estimate:
        """Mean of the renewable mana of a turn that there wouldn't be without mana for some things only."""
        return self._flow(len(SOURCES), turn, order)

    def one_shot_mana(self, turn: int, *, order: str | None = None) -> Estimate:
        """Mean of the mana of a turn that wouldn't be there again: sacrifices, rituals, Treasures."""
        rows, t = self._rows(order), self._turn(turn)
        if not self.tally["mana_oneshot_squares"].size:
            raise ResultError("a result of an earlier version: one-shot mana wasn't counted apart")
        amounts = np.arange(64)
        sums = (self.tally["mana_oneshot"][rows, t] - self.tally["mana"][rows, t]) @ amounts
        return self._mean_of(sums, self.tally["mana_oneshot_squares"][rows, t], rows)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sorts of source whose mana was spent in some game, lands first."""
        flows = self.tally["flows"]
        return tuple(name for k, name in enumerate(SOURCES) if flows.size and flows[:, k].any())

    def ended(self, how: str, *, order: str | None = None) -> Estimate:
        """P(the library ran out, ``decked``; the life ran out, ``died``; a search was cut short, ``undecided``)."""
        if how not in ("decked", "died", "undecided"):
            raise ResultError(f"a game ends decked or died or is undecided, not {how!r}")
        return self._share(how, (), order)

    @property
    def questions(self) -> tuple[str, ...]:
        """The questions asked of the run."""
        return self.scenario.ask

    def probability(self, question: str, *, order: str | None = None) -> Estimate:
        """P(the answer to a question of the run is yes)."""
        text = " ".join(str(question).split())
        if text not in self.questions:
            known = "; ".join(self.questions) or "none"
            raise ResultError(f"the run wasn't asked {text!r}; its questions: {known}")
        return self._share("asked", (self.questions.index(text),), order)

    @property
    def _clock(self) -> int:
        return self.turns if self.scenario.clock else 0

    def damage(self, turn: int, *, order: str | None = None) -> Distribution:
        """Damage of unstopped attackers up to a turn; 63 is that or more. Only of a run with ``clock``."""
        return self._distribution("damage", (self._clocked(turn),), order)

    def lethal_by(self, turn: int, *, order: str | None = None) -> Estimate:
        """P(that damage reaches the starting life total by a turn)."""
        return self._share("lethal", (self._clocked(turn),), order)

    def _clocked(self, turn: int) -> int:
        if not self.scenario.clock:
            raise ResultError("the run kept no clock: simulate with clock=True")
        return self._turn(turn)

    def precision(self) -> float:
        """The widest half-width of all castability figures (each class on each turn); 0 without castable cards."""
        p = self.castability()
        if not p.value.size:
            return 0.0
        return float(np.max(np.fmax(p.value - p.low, p.high - p.value)))

    # ------------------------------------------------------------------------------- merging and forms

    def merge(self, *others: Result) -> Result:
        """This result and others of the same deck, scenario and seed, of other games.

        Raises
        ------
        ResultError
            If they differ in what they are about, or hold the same games.
        """
        results = (self, *others)
        for what in ("digest", "scenario", "seed", "stream", "version", "cards", "slots"):
            if any(getattr(r, what) != getattr(self, what) for r in others):
                raise ResultError(f"the results differ in {what}: only games of one deck, scenario and seed merge")
        ranges = joined([pair for r in results for pair in r.ranges])
        # what an earlier version hasn't counted is not known of the whole
        lacking = {name for r in results for name in LATER if not r.tally[name].size}
        tally = {
            name: np.zeros(0, np.int64) if name in lacking else np.sum([r.tally[name] for r in results], axis=0)
            for name in self.tally
        }
        return replace(self, ranges=ranges, tally=tally, stopped="games", yardsticks=())

    def to_json(self, *, indent: int | None = None) -> str:
        """JSON text, the same for the same integers; see ``docs/result-schema.md``."""
        from untap.results.serial import to_json

        return to_json(self, indent=indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        """The result of `to_json`'s text.

        Raises
        ------
        ResultError
            If it isn't one, or of another version of the schema.
        """
        from untap.results.serial import from_json

        return from_json(text)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write `to_json` to a file; compressed, with the same bytes each time, where its name ends in ``.gz``."""
        from untap.results.serial import save

        save(self.to_json() + "\n", path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Result:
        """The result of a file that `save` or ``untap simulate --json`` has written.

        Raises
        ------
        ResultError
            If it can't be read or isn't one.
        """
        from untap.results.serial import load

        return cls.from_json(load(path))

    def to_records(self, table: str = "castable") -> list[dict[str, Any]]:
        """A table as a list of rows; `untap.results.frames.TABLES` names them."""
        from untap.results.frames import records

        return records(self, table)

    def to_frame(self, library: str = "pandas", table: str = "castable") -> Any:
        """A table as a data frame of ``'pandas'`` or ``'polars'``."""
        from untap.results.frames import frame

        return frame(self, library, table)

    def _repr_html_(self) -> str:
        from untap.results.html import summary

        return summary(self)


def less(distribution: Distribution, k: int) -> Estimate:
    """P(fewer than k)."""
    return pick(stats.proportion(distribution.counts[:, :k].sum(axis=1), distribution.games))


def merge(results: Sequence[Result]) -> Result:
    """`Result.merge` of a sequence."""
    if not results:
        raise ResultError("there are no results to merge")
    return results[0].merge(*results[1:])
