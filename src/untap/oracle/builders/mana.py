"""Mana productions and what they may be spent on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any as Anything

from ..ast import (
    AddMana,
    Bundle,
    Colors,
    Combination,
    DoubleMana,
    EachColor,
    EitherMana,
    Filter,
    Inert,
    Mana,
    Node,
    OneColor,
    OneOf,
    OtherCost,
    Spend,
    Times,
)
from .base import Pseudo, reject
from .filters import either_all

ANY = Colors("WUBRG")


def wubrg(symbols: str) -> str:
    """The types of some mana symbols, in order, e.g. "{R}{G}" -> "RG"."""
    letters = symbols.replace("{", "").replace("}", "")
    if any(c not in "WUBRGC" for c in letters):
        reject("odd mana symbols")
    return "".join(c for c in "WUBRGC" if c in letters)


def without(color: str) -> str:
    return "WUBRG".replace(color, "")


def BothMana(parts: tuple[Node, ...]) -> Pseudo:
    return Pseudo("both", parts)


def DifferentColors(amount: Anything) -> Combination:
    return Combination(ANY, amount, True)


def CostWord(what: str) -> OtherCost:
    return OtherCost(what)


def WaterbendCost(symbols: str) -> Mana:
    return Mana(symbols, help="waterbend")


def ManaEach(symbols: str, count: Anything) -> Mana:
    return Mana(symbols, count)


def times(amount: Anything, count: Anything) -> Anything:
    return count if amount == 1 else Times(amount, count)


def _scaled(mana: Anything, count: Anything) -> Anything:
    if isinstance(mana, Bundle):
        return Bundle(mana.symbols, times(mana.times, count))
    if isinstance(mana, (OneColor, Combination)):
        return replace(mana, amount=times(mana.amount, count))
    if isinstance(mana, OneOf) and all(len(x.symbols) == 3 and x.times == 1 for x in mana.bundles):
        return Combination(Colors(wubrg("".join(x.symbols for x in mana.bundles))), count)
    if isinstance(mana, (OneOf, EachColor, EitherMana)):
        return reject("for each of a choice")
    return reject("for each")


def add_mana(who: str | None, mana: Anything, count: Anything = None) -> list[Node]:
    if isinstance(mana, Pseudo):
        if count is not None:
            reject("for each of two")
        return [m for part in mana.value for m in add_mana(who, part)]
    if count is not None:
        mana = _scaled(mana, count)
    if who == "opponent":
        return [Inert("opponent")]
    if isinstance(mana, DoubleMana):
        return [mana]
    return [AddMana(mana, player=who or "you")]


def spend_node(uses: list[tuple[str, Anything]]) -> Spend:
    spells = [v for k, v in uses if k == "spells"]
    abilities = [v for k, v in uses if k == "abilities"]
    words = tuple(v for k, v in uses if k == "other")
    return Spend(
        either_all(spells) if spells else None,
        either_all(abilities) if abilities else None,
        words,
    )


def spend_other(word: str) -> Spend:
    return Spend(None, None, (word,))


def spend_not(f: Anything) -> Spend:
    """ "can't be spent to cast nonartifact spells": only on what remains."""
    if isinstance(f, Filter) and len(f.not_types) == 1 and f == Filter(not_types=f.not_types):
        return Spend(Filter(types=f.not_types), Filter(), ("anything else",))
    if isinstance(f, Filter) and f == Filter(types=f.types) and f.types:
        return Spend(Filter(not_types=f.types), Filter(), ("anything else",))
    return reject("what mana can't be spent on")
