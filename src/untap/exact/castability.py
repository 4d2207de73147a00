"""Whether lands pay a cost, exactly: any cost, any colours of lands, on a turn, with mulligans.

What counts is the lands among the cards seen, all of them untapped and played: as many as the cost has symbols, and by
Hall's theorem each symbol has one of its own. (So it is an upper bound for a player, whose lands enter one a turn and
some of them tapped.) Nothing is sampled.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from untap.exact.hands import draws_by, leading
from untap.simulate.mulligan import HAND, MulliganRule

#: Types of mana by bit.
TYPES = "WUBRGC"
#: The bit of a symbol that two generic mana pay, too.
TWO = 1 << len(TYPES)
#: Cards that may be seen: a hand and the draws of 31 turns.
MOST_SEEN = 39


class CostError(ValueError):
    """A cost that lands alone don't pay, or that can't be read."""


@lru_cache(maxsize=1024)
def symbols(cost: str) -> tuple[tuple[int, ...], int]:
    """The coloured symbols of a cost, each as the types (bits) that pay it, and the least number of mana.

    ``{W/U}`` is paid by either, ``{W/P}`` counts as {W} (life isn't paid), generic mana is paid by any land; ``{X}`` is
    0. ``{2/W}`` counts as one mana and has the bit `TWO` too: two mana of any types pay it as well.

    Raises
    ------
    CostError
        For anything else.
    """
    if not re.fullmatch(r"(?:\{[^{}]+\})+", cost or ""):
        raise CostError(f"a cost is written like '{{1}}{{W}}{{U/B}}', not {cost!r}")
    needs, whole = [], 0
    for symbol in re.findall(r"\{([^{}]+)\}", cost.upper()):
        if symbol.isdigit():
            whole += int(symbol)
            continue
        if symbol == "X":
            continue
        letters = [part for part in symbol.split("/") if part not in ("2", "P")]
        if not letters or any(part not in TYPES or not part for part in letters):
            raise CostError(f"no mana from lands pays {{{symbol}}} of the cost {cost!r}")
        two = TWO if "2" in symbol.split("/") else 0
        needs.append(two + sum(1 << TYPES.index(part) for part in letters))
        whole += 1
    if whole > MOST_SEEN:
        raise CostError(f"the cost {cost!r} has more than {MOST_SEEN} symbols")
    return tuple(sorted(needs)), whole


def bits(types: str) -> int:
    """Types of mana as bits: ``'WU'`` is 3, ``''`` (no mana of these types) 0."""
    if any(letter not in TYPES for letter in types):
        raise CostError(f"types of mana are letters of {TYPES}, not {types!r}")
    return sum(1 << TYPES.index(letter) for letter in set(types))


@lru_cache(maxsize=256)
def _rule(rule: MulliganRule) -> dict[str, Any]:
    stay = np.zeros((HAND + 1, HAND + 1, HAND + 1))
    for size in range(HAND + 1):
        for lands in range(HAND + 1):
            if rule.bottom == "leading":
                for k, p in leading(lands, size, rule.lead).items():
                    stay[size, lands, k] += p
            else:
                stay[size, lands, lands - rule.lands_to_bottom(size, lands)] = 1
    return {
        "kind": {"none": 0, "london": 1, "vancouver": 2, "paris": 3}[rule.kind],
        "minimum": rule.minimum,
        "free": int(rule.free),
        "scry": {"none": 0, "player": 0, "land-stays": 1, "source-stays": 2}[rule.scry],
        "bottom": {"player": 0, "off-colour": 1, "leading": 2}[rule.bottom],
        "keep": np.array(
            [[rule.keeps(size, lands) for lands in range(HAND + 1)] for size in range(HAND + 1)], np.uint8
        ),
        "keep_free": np.array(rule.keep_free, np.uint8),
        "stay": stay,
    }


@lru_cache(maxsize=1024)
def seen(size: int, good: int, bad: int, rule: MulliganRule, draws: int) -> np.ndarray:
    """P(size of the kept hand, good lands and bad lands among the cards seen after so many draws).

    Good lands are those that the mulligan rule prefers: under 'off-colour' the others go to the bottom before them,
    under 'source-stays' they alone stay on top.

    Returns
    -------
    ndarray of float64, shape (8, 40, 40)
        Read-only; sums to 1.

    Raises
    ------
    ValueError
        If the rule leaves a choice to the player that has no closed form.
    """
    from untap.exact._count import seen as count

    if not rule.counts_only:
        raise ValueError(f"mulligan rule {rule.name!r}: no closed form for rules about more than the number of lands")
    if rule.kind == "vancouver" and rule.scry == "player":
        raise ValueError(f"mulligan rule {rule.name!r}: no closed form for a scry at the player's choice")
    found = count(_rule(rule), size, good, bad, draws)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=4096)
def _payable(
    groups: tuple[tuple[int, int], ...], needs: tuple[int, ...], most: int = MOST_SEEN, spared: int = 0
) -> np.ndarray:
    """By number of lands seen, up to `most`, which are all that matter; 0 for more. Without `spared` ``{2/W}``."""
    from untap.exact._count import payable

    found = np.zeros(MOST_SEEN + 1)
    found[: most + 1] = payable([m for m, _ in groups], [n for _, n in groups], needs, most, spared)
    return found


def _pays(groups: tuple[tuple[int, int], ...], needs: tuple[int, ...], least: int, most: int) -> np.ndarray:
    """P(so many of these lands pay), the other lands seen paying what two generic mana do; of shape (40, 40)."""
    twos = sum(mask >= TWO for mask in needs)
    by_spared = np.stack([_payable(groups, needs, most, k) for k in range(twos + 1)])
    spared = np.clip(_TOTAL - least, 0, twos)  # each costs a mana more than the symbol
    return by_spared[spared, np.arange(MOST_SEEN + 1)[:, None]]


def payable(lands: Mapping[str, int], cost: str) -> np.ndarray:
    """P(a random choice of 0, 1, 2, ... of the lands pays a cost's coloured symbols); float64 of shape (40,).

    (Lands beyond as many as the cost's symbols pay for {2/W} without W.)

    Parameters
    ----------
    lands : mapping of str to int
        How many lands make which types, e.g. ``{"W": 8, "WU": 4, "": 2}``.
    """
    needs, least = symbols(cost)
    return _pays(_groups(_checked(lands), _asked(needs)), needs, least, MOST_SEEN)[:, 0]


def _asked(needs: Iterable[int]) -> int:
    asked = 0
    for mask in needs:
        asked |= mask
    return asked & (TWO - 1)


def _checked(lands: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    found = tuple((bits(types), int(n)) for types, n in lands.items() if n)
    if any(n < 0 for _, n in found):
        raise ValueError("numbers of lands are 0 or more")
    return found


def _groups(lands: Iterable[tuple[int, int]], asked: int) -> tuple[tuple[int, int], ...]:
    """Lands by the types that are asked for."""
    merged: dict[int, int] = {}
    for mask, n in lands:
        merged[mask & asked] = merged.get(mask & asked, 0) + n
    # lands of one colour first: then those still to come tell the fewest sets apart
    return tuple(sorted(merged.items(), key=lambda group: (group[0].bit_count(), group)))


def castable(
    size: int,
    lands: Mapping[str, int],
    cost: str,
    rule: MulliganRule,
    *,
    turn: int,
    on_play: bool,
    lands_given: int | None = None,
    copies: int | None = None,
) -> float:
    """P(the lands seen by a turn pay a cost).

    Parameters
    ----------
    size : int
        Cards of the library.
    lands : mapping of str to int
        How many lands make which types, e.g. ``{"W": 8, "WU": 4, "": 2}``.
    cost : str
    lands_given : int, optional
        Given that at least so many lands are seen.
    copies : int, optional
        And a copy of the card, of which there are so many, is seen, too.

    Returns
    -------
    float
        NaN if the condition can't hold.
    """
    needs, least = symbols(cost)
    return _castable(
        size, _checked(lands), needs, least, rule, draws_by(turn, on_play=on_play), lands_given or 0, copies
    )


def _castable(
    size: int,
    lands: tuple[tuple[int, int], ...],
    needs: tuple[int, ...],
    least: int,
    rule: MulliganRule,
    draws: int,
    given: int,
    copies: int | None,
) -> float:
    asked = _asked(needs)
    whole = sum(n for _, n in lands)
    if whole > size or (copies or 0) > size - whole:
        raise ValueError(f"{whole} lands and {copies or 0} copies aren't in {size} cards")
    groups = _groups(lands, asked)
    most = min(MOST_SEEN, HAND + 5 * math.ceil(draws / 5))  # in steps, so that turns share what is kept
    if rule.bottom == "off-colour" or rule.scry == "source-stays":
        good = sum(n for mask, n in groups if mask)
        chance, total = seen(size, good, whole - good, rule, draws), _TOTAL
        groups = tuple(group for group in groups if group[0])
    else:  # lands are lands: no bad ones apart
        chance, total = seen(size, whole, 0, rule, draws)[:, :, :1], _TOTAL[:, :1]
    pays = _pays(groups, needs, least, most)[:, : total.shape[1]]
    condition = chance.sum(axis=0)
    base = float((condition * (total >= given)).sum()) if given else 1.0
    if copies is not None:
        condition = (chance * _held(size - whole, copies, draws)[:, total]).sum(axis=0)
    hit = float((condition * pays * (total >= max(given, least))).sum())
    return hit / base if base > 0 else math.nan


_TOTAL = np.add.outer(np.arange(MOST_SEEN + 1), np.arange(MOST_SEEN + 1))
_TOTAL.flags.writeable = False


@lru_cache(maxsize=256)
def _held(spells: int, copies: int, draws: int) -> np.ndarray:
    """P(a copy is among the spells seen), by size of the kept hand and lands seen: spells are alike to a mulligan.

    float64 of shape (8, 79).
    """
    without = [
        math.comb(spells - copies, s) / math.comb(spells, s) if s <= spells - copies else 0.0
        for s in range(HAND + 1 + draws)
    ]
    number = np.arange(HAND + 1)[:, None] + draws - np.arange(2 * MOST_SEEN + 1)[None]
    return 1 - np.array(without)[np.clip(number, 0, len(without) - 1)]


def deck(
    size: int,
    lands: Mapping[str, int],
    costs: Sequence[str],
    rule: MulliganRule,
    *,
    on_play: bool,
    turns: Sequence[int] | None = None,
    copies: Sequence[int] | None = None,
) -> list[float]:
    """P(the lands seen pay) for each of a deck's costs on the turn equal to its number of symbols.

    Parameters
    ----------
    turns : sequence of int, optional
        Other turns, one a cost.
    copies : sequence of int, optional
        Copies of each card, one of which has to be seen, too.
    """
    found = _checked(lands)
    out = []
    for k, cost in enumerate(costs):
        needs, least = symbols(cost)
        draws = draws_by(turns[k] if turns else max(1, least), on_play=on_play)
        out.append(_castable(size, found, needs, least, rule, draws, 0, copies[k] if copies else None))
    return out


# ------------------------------------------------------------------------------------- how many sources


def parts(cost: str) -> dict[str, int]:
    """What of a cost asks for sources: symbols by the types that pay them, ``{"W": 2, "UB": 1}`` for {W}{W}{U/B}.

    ``{2/W}`` is among those of W.
    """
    counts: dict[str, int] = {}
    for mask in symbols(cost)[0]:
        name = _letters(mask)
        counts[name] = counts.get(name, 0) + 1
    return counts


def _letters(mask: int) -> str:
    return "".join(letter for k, letter in enumerate(TYPES) if mask >> k & 1)


def spread(lands: int, sources: Mapping[str, int]) -> dict[str, int]:
    """So many lands with so many sources of each kind, as few of them of several kinds as can be.

    A kind is a string of types any of which does (``"UB"`` for {U/B}): its sources make the first of them.
    """
    made = [""] * lands
    at = 0
    for kind, n in sources.items():
        for _ in range(min(n, lands)):
            made[at % lands] += kind[0] if kind[0] not in made[at % lands] else ""
            at += 1
    counts: dict[str, int] = {}
    for types in made:
        counts[types] = counts.get(types, 0) + 1
    return counts


def _own_letters(kinds: Iterable[str]) -> dict[str, str]:
    """For each kind the type that its own sources make: one that no kind within it asks for, and most others do."""
    every = sorted(kinds, key=len)
    found: dict[str, str] = {}
    for kind in every:
        inner = [other for other in every if other != kind and set(other) < set(kind)]
        free = [letter for letter in kind if not any(letter in other for other in inner)] or list(kind)
        found[kind] = max(free, key=lambda letter: sum(letter in other for other in every))
    return found


def _filled_up(
    start: Mapping[str, int],
    kinds: Iterable[str],
    letter: Mapping[str, str],
    reach: Callable[..., float],
    lands: int,
    target: float,
    weakest: bool,
) -> tuple[dict[str, int], float]:
    """Sources added one at a time until the whole cost is paid, and what has turned out to be too many left out.

    `weakest`: for the kind that has the least chance alone; else where it helps the whole most.
    """
    own = dict(start)
    while (now := reach(own)) < target:
        open_ = [k for k in kinds if sum(n for other, n in own.items() if letter[other] in k) < lands]
        if not open_:
            break
        if weakest:
            own[min(open_, key=lambda k: reach({j: n for j, n in own.items() if letter[j] in k}, k))] += 1
        else:
            own[max(open_, key=lambda k: reach({**own, k: own[k] + 1}))] += 1
    for kind in reversed(list(kinds)) if now >= target else ():
        while own[kind] and (less := reach({**own, kind: own[kind] - 1})) >= target:
            own[kind] -= 1
            now = less
    return own, now


def sources_for(
    size: int,
    lands: int,
    cost: str,
    rule: MulliganRule,
    *,
    turn: int,
    on_play: bool,
    target: float,
    lands_given: int | None = None,
) -> dict[str, tuple[int | None, float]]:
    """The fewest lands that have to make each of the colours of a cost, and the probability that they reach.

    One entry for each kind of symbol (see `parts`), which counts the lands that make a type of the kind: the symbols
    that only such lands pay ({U/B} and {B} for ``"UB"``) are paid with at least this probability, as in the published
    tables. With several kinds there is also ``"all"``: sources are added, one at a time for the kind that has the
    least chance (where kinds lie within others: where it helps most), until the whole cost is payable with the target
    probability, lands of several colours being as few as can be, and then left out where that does no harm; the number
    of sources of each kind is then in the entries, and ``"all"`` has the number of all of them, each counted once.

    Returns
    -------
    dict of str to (int or None, float)
        None where all of the lands don't reach it; the probability is then what they do, NaN where the condition can't
        hold.
    """
    kinds = parts(cost)
    needs, _ = symbols(cost)
    draws = draws_by(turn, on_play=on_play)
    letter = _own_letters(kinds)
    kinds = {kind: kinds[kind] for kind in sorted(kinds, key=len)}

    def within(kind: str | None) -> tuple[int, ...]:
        return needs if kind is None else tuple(m for m in needs if m & (TWO - 1) & ~bits(kind) == 0)

    def chance(made: Mapping[str, int], only: str | None) -> float:
        asked = within(only)
        return _castable(size, _checked(made), asked, len(asked), rule, draws, lands_given or 0, None)

    def reach(sources: Mapping[str, int], only: str | None = None) -> float:
        made: dict[str, int] = {}
        for kind, n in sources.items():
            made[letter[kind]] = made.get(letter[kind], 0) + n
        return chance(spread(lands, made), only)

    def alone(kind: str, n: int) -> float:  # each of the lands makes all of the kind's types
        return chance({kind: n, "": lands - n}, kind)

    if not kinds or lands < 1:
        return {}
    found: dict[str, tuple[int | None, float]] = {}
    for kind in kinds:
        low, high = min(len(within(kind)), lands), lands
        most = alone(kind, high)
        if math.isnan(most) or len(within(kind)) > lands or most < target:
            found[kind] = None, most
            continue
        while low < high:  # the probability grows with every source
            middle = (low + high) // 2
            low, high = (low, middle) if alone(kind, middle) >= target else (middle + 1, high)
        found[kind] = low, alone(kind, low)
    if len(kinds) > 1 and all(n is not None for n, _ in found.values()):
        own: dict[str, int] = {}
        for kind, (n, _) in found.items():  # what others make of a kind needn't be made again
            own[kind] = max(0, (n or 0) - sum(m for other, m in own.items() if letter[other] in kind))
        nested = any(set(a) < set(b) for a in kinds for b in kinds)
        own, now = _filled_up(own, kinds, letter, reach, lands, target, not nested)
        reached = now >= target
        for kind in kinds:
            made = {k: n for k, n in own.items() if letter[k] in kind}
            found[kind] = (min(sum(made.values()), lands) if reached else None), reach(made, kind)
        found["all"] = (sum(own.values()) if reached else None), now
    return found


#: Karsten's thresholds: 90% on turn 1 and a point more each turn, 99% at most.
FIRST_TARGET, STEP, LAST_TARGET = 0.90, 0.01, 0.99


def threshold(turn: int) -> float:
    """The usual target of a turn: 90% on turn 1 and a point more each turn."""
    return round(min(FIRST_TARGET + STEP * (turn - 1), LAST_TARGET), 9)


def sources_table(
    size: int,
    lands: int,
    rule: MulliganRule,
    *,
    costs: Sequence[str] = ("{C}", "{C}{C}", "{C}{C}{C}", "{C}{C}{C}{C}"),
    turns: Sequence[int] | None = None,
    on_play: bool = True,
    target: float | Callable[[int], float] | None = None,
    conditional: bool = True,
) -> list[dict[str, Any]]:
    """The fewest lands that have to make the colours of costs, by turn.

    Parameters
    ----------
    costs : sequence of str
        ``{C}`` stands for any one colour as well as for colourless mana.
    turns : sequence of int, optional
        By default for each cost those from its number of symbols to 7, or that number.
    target : float or callable, optional
        The probability to reach, or what says it for a turn; by default `threshold`.
    conditional : bool
        Given that at least as many lands as the turn's number are seen.

    Returns
    -------
    list of dict
        ``cost, turn, kind, target, sources, probability``; `sources` is None where all lands don't reach the target.
        Kinds are those of `sources_for`.
    """
    rows = []
    for cost in costs:
        least = max(1, symbols(cost)[1])
        for turn in turns if turns is not None else range(least, max(7, least) + 1):
            if turn < least:
                continue
            aim = threshold(turn) if target is None else target(turn) if callable(target) else target
            found = sources_for(
                size,
                lands,
                cost,
                rule,
                turn=turn,
                on_play=on_play,
                target=aim,
                lands_given=turn if conditional else None,
            )
            for kind, (need, p) in found.items():
                rows.append(
                    {"cost": cost, "turn": turn, "kind": kind, "target": aim, "sources": need, "probability": p}
                )
    return rows
