"""Wordings that say several things at once: what they come to, in nodes that stand for one thing each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any as Anything

from ..ast import (
    Activated,
    All,
    Any,
    AnyOf,
    Attach,
    Attached,
    Bundle,
    CastFree,
    ChangeTypes,
    Choose,
    Compare,
    Continuous,
    Cost,
    Count,
    Counters,
    Discard,
    EitherCost,
    Enters,
    Event,
    Fact,
    Filter,
    Grant,
    Half,
    If,
    Inert,
    Look,
    LoseLife,
    Mana,
    May,
    MayPay,
    Minus,
    Modes,
    Node,
    Number,
    OneOf,
    Plus,
    PutCounters,
    PutOnto,
    Repeat,
    ReplaceTokens,
    ReturnToHand,
    RollDie,
    Sacrifice,
    Search,
    Spell,
    SpendOnlyOn,
    Stat,
    Static,
    TapThis,
    Target,
    That,
    This,
    Triggered,
    UntapOthers,
    X,
)
from .abilities import _while, changed, grant_keywords
from .base import Pseudo, reject, resolve, walk
from .effects import fold
from .filters import each_of, owned_object, yours


def unless_returned(f: Anything) -> Node:
    """Sacrifice this unless a card is returned from the graveyard: without such a card there is no choice."""
    mine = each_of(f, controller="you")
    back = May((ReturnToHand(Choose(mine, zone="graveyard"), "graveyard"),), (Sacrifice(This()),))
    return If(Compare(Count(mine, "graveyard"), ">=", 1), (back,), (Sacrifice(This()),))


def hand_or_battlefield(what: Node, zone: tuple[str, str], condition: Node) -> Node:
    """You may return it to your hand; where the condition holds, to the battlefield instead."""
    one = owned_object(what, zone)
    hand, battlefield = (ReturnToHand(one, zone[0]),), (PutOnto(one, zone[0]),)
    return If(condition, (Modes((hand, battlefield), 0, 1),), (May(hand),))


def battlefield_or_hand(f: Anything, condition: Node, tapped: Anything) -> Node:
    """A card found goes to the hand; where the condition holds, one may put it onto the battlefield."""
    hand = (Search(f, to="hand"),)
    return If(condition, (Modes(((Search(f, tapped=bool(tapped)),), hand)),), hand)


def odd_or_even(sides: int, odd: list[Node], even: list[Node]) -> Node:
    """What a die's odd and even results bring."""
    parts = tuple(fold([odd])), tuple(fold([even]))
    return RollDie(sides, tuple((str(k), parts[k % 2 == 0]) for k in range(1, sides + 1)))


def two_of_colors(n: int, m: int) -> Node:
    """N mana of one colour and M of another."""
    pairs = [(a, b) for a in "WUBRG" for b in "WUBRG" if a < b or (a != b and n != m)]
    return OneOf(tuple(Bundle(_symbols(a, n) + _symbols(b, m)) for a, b in pairs))


def _symbols(color: str, n: int) -> str:
    return ("{" + color + "}") * n


def behold(f: Anything) -> Node:
    """A permanent that one controls or a card in hand that matches (CR 701.4)."""
    mine = each_of(f, controller="you")
    return Any((Compare(Count(mine), ">=", 1), Compare(Count(mine, "hand"), ">=", 1)))


def total_onto(n: int, f: Anything, most: int) -> list[Node]:
    """Up to two cards of a total mana value: the second of what the first leaves."""
    if n != 2 or not isinstance(f, Filter) or f.mana_value is not None:
        return reject("a total of more than two")
    first = each_of(f, controller="you", mana_value=("<=", most))
    second = replace(first, mana_value=("<=", Minus(most, Stat("mana value", That()))))
    both = (
        PutOnto(Choose(first, zone="graveyard"), "graveyard"),
        May((PutOnto(Choose(second, zone="graveyard"), "graveyard"),)),
    )
    return [May(both)]


def become_equipment(parts: list[dict], cost: str, abilities: list[Node]) -> list[Node]:
    """What an object is from then on, and the abilities that are all it has."""
    host = Target(Filter(types=("creature",), controller="you"))
    equip = Activated(Cost((Mana(cost),)), (Attach(This(), host),), ("sorcery",), keyword="equip")
    kept = tuple(a for a in abilities if not isinstance(a, Inert))
    (change,) = (n for n in changed(This(), parts, None, "set") if isinstance(n, ChangeTypes))
    types = tuple(t for t in change.types if t not in ("legendary", "nonlegendary"))
    return [replace(change, types=types, mode="set", lose_abilities=True), Grant(This(), (equip, *kept))]


def returned_as_aura(clauses: list[Node], parts: list[dict], f: Anything, abilities: list[Node]) -> Node:
    """It returns as an Aura on one of these, or stays where it is (CR 303.4g)."""
    made = fold([clauses])
    if len(made) != 1 or not isinstance(made[0], PutOnto):
        return reject("what returns as an Aura")
    (change,) = changed(That(), parts, None, "set")
    host = yours(f)
    back = (
        made[0],
        Continuous((change, Grant(That(), (Static((Grant(Attached(), tuple(abilities)),)),))), "forever"),
        Attach(That(), Choose(host)),
    )
    return If(Compare(Count(host), ">=", 1), back)


def only_inert(words: list[str]) -> list[Node]:
    """Keywords that a permanent enters with, where they are such as nothing here asks for."""
    made = grant_keywords(This(), list(words))
    if not all(isinstance(n, Inert) for n in made):
        return reject("enters with a keyword")
    return made


def spent_of(color: str, n: int) -> Fact:
    """That many mana of a type were spent to cast it."""
    return Fact("spent " + _symbols(color, n))


def from_hand_or_graveyard(o: Node, tapped: Anything, counters: Anything) -> list[Node]:
    """A card of either zone onto the battlefield."""
    zones = ("hand", "graveyard")
    return [Modes(tuple((PutOnto(owned_object(o, (z, "you")), z, bool(tapped), counters or ()),) for z in zones))]


def anchored(*parts: list[Node]) -> list[Node]:
    """Words chosen as it enters, and the abilities that each brings (CR 614.12c): remembered as modes are."""
    choice = Modes(tuple((Inert("flavor"),) for _ in parts), 1, 1, unchosen="ever")
    out: list[Node] = [Enters((choice,))]
    for number, abilities in enumerate(parts):
        out += _while(Fact(f"chose {number + 1}"), abilities)
    return out


def each_third(f: Anything, g: Anything, rounded: str) -> list[Node]:
    """A third of one's life, of the hand, and of two kinds of permanents."""
    hand = Count(Filter(controller="you"), "hand")
    out: list[Node] = [LoseLife(Half(Number("life"), rounded, 3)), Discard(Half(hand, rounded, 3))]
    for mine in (yours(f), yours(g)):
        n = Half(Count(mine), rounded, 3)
        out.append(Sacrifice(Choose(mine, n, n)))
    return out


def cast_among(n: Anything, f: Anything) -> list[Node]:
    """Look at the top cards and cast one of them for nothing; the others go to the bottom."""
    if isinstance(n, tuple) or any(x == X() for x in walk((f,))):
        return reject("casts which cards")
    spell = each_of(f, not_types=("land",))
    cast = CastFree(Filter(which="that"), "that")
    return [Look(n, spell, 1, "exile", "bottom"), If(Fact("did"), (cast,))]


def spell_of(effects: list[Node]) -> list[Node]:
    """A spell's effects, and apart from them what its cost may be paid with (CR 106.6)."""
    paid = [x for e in effects if isinstance(e, Pseudo) and e.kind == "limit" for x in e.value]
    if not paid or not all(isinstance(x, SpendOnlyOn) for x in paid):
        return [Spell(tuple(effects))]
    return [Static(tuple(paid)), Spell(tuple(e for e in effects if not isinstance(e, Pseudo) or e.kind != "limit"))]


def more_tokens(f: Anything, other: Anything) -> Node:
    """One more of the same tokens."""
    return ReplaceTokens(1, f, 1) if f == other else reject("an additional token of another kind")


def one_of_players(first: list[Node], second: list[Node], third: list[Node]) -> list[Node]:
    """Three players are chosen for something each, as far as there are so many: one takes what one wants."""
    three = If(Compare(Number("opponents"), ">=", 2), tuple(third))
    return [Modes((tuple(first), tuple(second), (three,)))]


def hand_or_graveyard(f: Anything, tapped: Anything, counters: Anything) -> Node:
    """A card from either zone onto the battlefield."""
    zones = ("hand", "graveyard")
    mine = each_of(f, controller="you")
    return Modes(tuple((PutOnto(Choose(mine, zone=z), z, bool(tapped), counters or ()),) for z in zones))


def keyword_counters(kinds: tuple[str, ...], o: Node, later: Node | None = None) -> list[Node]:
    """One counter of each of these kinds, where none gives a keyword that anything here asks for (CR 122.1b).

    ``later``: what all but the first are put on.
    """
    if {"haste", "vigilance", "indestructible"} & {*kinds}:
        return reject("keyword counters")
    return [PutCounters(k, 1, later if n and later is not None else o) for n, k in enumerate(kinds)]


def addendum(effects: list[Node]) -> Node:
    """What a spell cast in one's main phase does in addition, and so resolves in: to nothing spoken of before."""
    if any(n == That() or getattr(n, "player", "you") != "you" for n in walk(tuple(effects))):
        return reject("addendum about what")
    return If(Fact("main phase"), tuple(effects))


def either_cost(c: Cost, d: Cost) -> Cost:
    """Two whole costs: "A, B or C" doesn't tell them from one of several parts."""
    whole = len(c.parts) == len(d.parts) == 1 or all(TapThis() in x.parts for x in (c, d))
    return Cost((EitherCost((c, d)),)) if whole else reject("which costs")


def instants_and_adventures() -> Node:
    """Cards of one's own in exile and in the graveyard that are instants or sorceries, or have an Adventure."""
    adventure = Filter(quality="has an adventure", controller="you")
    f = AnyOf((Filter(types=("instant", "sorcery"), controller="you"), adventure))
    return Plus(Count(f, "exile"), Count(f, "graveyard"))


def untap_for_mana(f: Anything, symbols: str) -> Node:
    """In each player's upkeep, theirs may be untapped for so much each: ours in our own."""
    if not isinstance(f, Filter) or f.controller != "that player" or f.tapped != "tapped":
        return reject("untap whose")
    one = MayPay(Cost((Mana(symbols), UntapOthers(replace(f, controller="you", tapped="")))))
    return Triggered(Event("phase", phase="upkeep"), (Repeat(-1, (one,)),))


def to_solve(condition: Node) -> Node:
    """A Case is solved at the end of turn where the condition holds (CR 719.3a), which a counter marks."""
    unsolved = Compare(Counters("solved"), "=", 0)
    return Triggered(Event("phase", phase="end"), (PutCounters("solved"),), All((unsolved, resolve(condition))))
