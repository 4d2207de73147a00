"""Kept hands, exactly: mulligans by hand size and number of lands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from untap.exact.hypergeometric import compositions, distribution, probability
from untap.simulate.mulligan import HAND, MulliganRule


@dataclass(frozen=True, slots=True)
class Groups:
    """A library as groups of cards that are alike for the question asked.

    Attributes
    ----------
    lands : tuple of int
        Sizes of the groups of lands. The last one makes the colour asked about: under 'off-colour' the others go to
        the bottom before it, under 'source-stays' it alone stays on top.
    spells : tuple of int
        Sizes of the groups of other cards.
    """

    lands: tuple[int, ...]
    spells: tuple[int, ...]

    def __post_init__(self) -> None:
        if any(n < 0 for n in self.sizes):
            raise ValueError("a group of cards can't have less than none")
        if self.size < HAND:
            raise ValueError(f"a library of {self.size} cards has no opening hand of {HAND}")

    @property
    def sizes(self) -> tuple[int, ...]:
        """Lands, then spells."""
        return self.lands + self.spells

    @property
    def size(self) -> int:
        """Cards in the library."""
        return sum(self.sizes)


@dataclass(frozen=True, slots=True)
class Kept:
    """A way of having kept a hand.

    Attributes
    ----------
    hand : tuple of int
        Cards of the hand by group.
    library : tuple of int
        Cards that may be drawn from now on, by group; cards on the bottom are out of reach and not among them.
    top : int or None
        The group of the card that lies on top after a scry.
    probability : float
    """

    hand: tuple[int, ...]
    library: tuple[int, ...]
    top: int | None
    probability: float


@dataclass(frozen=True, slots=True)
class _Stage:
    size: int
    free: bool


def stages(rule: MulliganRule) -> tuple[_Stage, ...]:
    """Hands that may be looked at in turn: size to be kept, and whether the next mulligan would be free."""
    if rule.kind == "none":
        return (_Stage(HAND, False),)
    first = (_Stage(HAND, True),) if rule.free else ()
    return first + tuple(_Stage(size, False) for size in range(HAND, rule.minimum - 1, -1))


@lru_cache(maxsize=256)
def kept_hands(groups: Groups, rule: MulliganRule) -> tuple[Kept, ...]:
    """Every kept hand with its probability; they sum to 1.

    Each hand of the sequence is dealt from a fresh shuffle, so the probability of getting to the next is the product
    of the probabilities of the earlier ones' mulligans. Under 'london' all seven cards seen are out of the library:
    those put on the bottom aren't drawn again in the turns that are of interest. After a Vancouver mulligan the top
    card is looked at.

    Raises
    ------
    ValueError
        If the rule leaves a choice to the player that has no closed form.
    """
    if not rule.counts_only:
        raise ValueError(f"mulligan rule {rule.name!r}: no closed form for rules about more than the number of lands")
    if rule.kind == "vancouver" and rule.scry == "player":
        raise ValueError(f"mulligan rule {rule.name!r}: no closed form for a scry at the player's choice")
    reach = 1.0
    out: list[Kept] = []
    for stage in stages(rule):
        kept_here = 0.0
        for kept, judged in _stage(groups, rule, stage):
            if rule.keeps(stage.size, judged, free=stage.free):
                kept_here += kept.probability
                out.append(Kept(kept.hand, kept.library, kept.top, kept.probability * reach))
        reach *= 1.0 - kept_here
        if reach <= 1e-18:
            break
    return tuple(_scried(groups, rule, out))


def _stage(groups: Groups, rule: MulliganRule, stage: _Stage) -> Iterator[tuple[Kept, int]]:
    """Hands of one stage as they would be played, and the lands they are judged by, given that it is got to."""
    seen = HAND if rule.kind == "london" else stage.size
    cut = len(groups.lands)
    for hand in compositions(groups.sizes, seen):
        chance = probability(hand, groups.sizes)
        library = tuple(n - k for n, k in zip(groups.sizes, hand, strict=True))
        if seen == stage.size:
            yield Kept(hand, library, None, chance), sum(hand[:cut])
            continue
        for played, part in _bottomed(groups, rule, stage.size, hand):
            judged = hand if rule.bottom == "leading" else played
            yield Kept(played, library, None, chance * part), sum(judged[:cut])


def _bottomed(
    groups: Groups, rule: MulliganRule, size: int, hand: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], float]]:
    """What of seven cards is kept, with probabilities."""
    cut = len(groups.lands)
    lands, spells = hand[:cut], hand[cut:]
    seen = sum(lands)
    if rule.bottom == "leading":
        numbers = leading(seen, size, rule.lead)
    else:
        numbers = {seen - rule.lands_to_bottom(size, seen): 1.0}
    for stay, chance in numbers.items():
        if rule.bottom == "off-colour":
            some = {_last_groups_stay(lands, stay): 1.0}
        else:
            some = distribution(lands, stay)
        for kept_lands, p in some.items():
            for kept_spells, q in distribution(spells, size - stay).items():
                yield kept_lands + kept_spells, chance * p * q


def _last_groups_stay(cards: Sequence[int], stay: int) -> tuple[int, ...]:
    out = []
    for n in reversed(cards):
        out.append(min(n, stay))
        stay -= out[-1]
    return tuple(reversed(out))


@lru_cache(maxsize=256)
def leading(lands: int, size: int, lead: int) -> dict[int, float]:
    """Lands kept of seven cards with `lands` lands under the rule 'leading', over all orders of lands and spells."""
    orders = list(combinations(range(HAND), lands))
    kept: dict[int, float] = {}
    for places in orders:
        is_land = [place in places for place in range(HAND)]
        for front, place in enumerate(places[: min(lead, size)]):
            is_land[front], is_land[place] = is_land[place], is_land[front]
        stay = sum(is_land[:size])
        kept[stay] = kept.get(stay, 0.0) + 1 / len(orders)
    return kept


def _scried(groups: Groups, rule: MulliganRule, hands: list[Kept]) -> Iterator[Kept]:
    for kept in hands:
        if rule.kind != "vancouver" or rule.scry == "none" or sum(kept.hand) == HAND:
            yield kept
            continue
        left = sum(kept.library)
        for group, n in enumerate(kept.library):
            if not n:
                continue
            rest = tuple(m - (group == g) for g, m in enumerate(kept.library))
            is_land, last = group < len(groups.lands), group == len(groups.lands) - 1
            top = group if is_land and (last or rule.scry == "land-stays") else None
            yield Kept(kept.hand, rest, top, kept.probability * n / left)


def hand_sizes(groups: Groups, rule: MulliganRule) -> dict[int, float]:
    """P(the kept hand has so many cards), largest first."""
    out: dict[int, float] = {}
    for kept in kept_hands(groups, rule):
        size = sum(kept.hand)
        out[size] = out.get(size, 0.0) + kept.probability
    return out


def draws_by(turn: int, *, on_play: bool) -> int:
    """Cards drawn by the main phase of a turn: the starting player of a two-player game skips the first (CR 103.8a)."""
    if turn < 1:
        raise ValueError("turns are counted from 1")
    return turn - 1 if on_play else turn


def seen_after(kept: Kept, draws: int) -> dict[tuple[int, ...], float]:
    """Cards seen (kept hand and draws) by group, given the kept hand: probabilities that sum to 1."""
    start = list(kept.hand)
    if draws and kept.top is not None:
        start[kept.top] += 1
        draws -= 1
    return {
        tuple(a + b for a, b in zip(start, drawn, strict=True)): p
        for drawn, p in distribution(kept.library, min(draws, sum(kept.library))).items()
    }
