"""Keyword abilities in terms of the abilities that the rules say they stand for (CR 702)."""

from __future__ import annotations

from dataclasses import replace

from ..oracle import ast
from ..oracle.builders.base import rewrite

_THIS = ast.Filter(which="this")
_MINE = ast.Filter(types=("creature",), controller="you")
_SORCERY = ("sorcery",)
_UNPAID = ast.Event("upkeep unpaid", ast.This())
_PAID = ast.Event("upkeep paid", ast.This())
_MORPH = ("morph", "megamorph", "disguise")
# castable only where creatures have dealt combat damage, or attack unblocked: never in a game without combat
_COMBAT = ("prowl", "freerunning", "sneak", "spectacle")


def expand(abilities: tuple[ast.Node, ...], mana_cost: str | None, creature: bool = True) -> tuple[ast.Node, ...]:
    """Return a face's abilities with those that its keywords stand for.

    Parameters
    ----------
    abilities
        As the card's text gives them.
    mana_cost
        The face's mana cost, which some keywords speak of.
    creature
        Whether the face is a creature.
    """
    return tuple(a for _, a in expanded(abilities, mana_cost, creature))


def expanded(
    abilities: tuple[ast.Node, ...], mana_cost: str | None, creature: bool = True
) -> list[tuple[int, ast.Node]]:
    """The same with the place of the ability that each comes from."""
    out: list[tuple[int, ast.Node]] = []
    haunts = creature and any(isinstance(a, ast.Keyword) and a.name == "haunt" for a in abilities)
    for index, a in enumerate(_counted_costs(abilities)):
        if haunts and (made := _haunt(a)) is not None:
            pass
        elif isinstance(a, ast.Keyword):
            made = _keyword(a, creature)
            if a.name == "cumulative upkeep":
                made = [_followed(m, abilities) for m in made]
        elif isinstance(a, ast.Triggered) and a.event in (_UNPAID, _PAID):
            made = []  # part of the upkeep's own ability
        elif isinstance(a, ast.AlternativeCost):
            made = _alternative(a, mana_cost)
        elif isinstance(a, ast.AdditionalCost):
            made = _additional(a)
        elif isinstance(a, ast.Spell):
            made = _priced_modes(a)
        elif isinstance(a, ast.GraveyardToExile):
            made = [ast.Static((a,))]
        else:
            made = [_equip(a) if isinstance(a, ast.Equip) else a]
        out += [(index, x) for x in made]
    return out


def _followed(upkeep: ast.Triggered, abilities: tuple[ast.Node, ...]) -> ast.Triggered:
    """A cumulative upkeep with what follows on its being paid, or not."""
    counter, pay = upkeep.effects
    for a in abilities:
        if isinstance(a, ast.Triggered) and a.event == _UNPAID:
            pay = replace(pay, otherwise=(*pay.otherwise, *a.effects))
        elif isinstance(a, ast.Triggered) and a.event == _PAID:
            pay = replace(pay, then=(*pay.then, *a.effects))
    return replace(upkeep, effects=(counter, pay))


def _counted_costs(abilities: tuple[ast.Node, ...]) -> tuple[ast.Node, ...]:
    """Optional costs that other abilities of the face speak of: which of them was paid, and how often."""
    optional = [a for a in abilities if isinstance(a, ast.AdditionalCost) and a.optional]
    if not optional:
        return abilities
    symbols = {}
    for number, a in enumerate(optional, 1):
        for p in a.cost.parts if isinstance(a.cost, ast.Cost) else ():
            if isinstance(p, ast.Mana):
                symbols.setdefault("kicked with " + p.symbols, f"kicked with {number}")

    def change(n):
        if isinstance(n, ast.Fact) and n.what in symbols:
            return ast.Fact(symbols[n.what])
        if isinstance(n, ast.CostChange):
            return replace(n, amount=rewrite(n.amount, kicks))
        if isinstance(n, ast.AdditionalCost) and n.optional and isinstance(n.cost, ast.Cost):
            # any number of times one
            parts = tuple(replace(p, amount=1) if getattr(p, "amount", 1) == ast.X() else p for p in n.cost.parts)
            if parts != n.cost.parts:
                return replace(n, cost=ast.Cost(parts), many=True)
        return n

    def kicks(n):
        counted = isinstance(n, ast.Count) and isinstance(n.filter, ast.Filter)
        if counted and n.filter.quality in ("exiled with this", "this way"):
            return ast.Number("kicks")
        return ast.Number("kicks") if n == ast.Number("that much") else n

    return rewrite(abilities, change)


def _enters(*effects, condition=None) -> ast.Triggered:
    return ast.Triggered(ast.Event("enters", ast.This()), effects, condition)


def _dies(*effects, condition=None) -> ast.Triggered:
    return ast.Triggered(ast.Event("dies", ast.This()), effects, condition)


def _upkeep(*effects, condition=None) -> ast.Triggered:
    return ast.Triggered(ast.Event("phase", phase="upkeep"), effects, condition)


def _at_end(*effects) -> ast.DelayedTrigger:
    return ast.DelayedTrigger(ast.Event("phase", phase="end", whose="each", detail="next"), effects)


def _haste() -> ast.Continuous:
    return ast.Continuous((ast.GrantKeyword(ast.This(), ("haste",)),), "forever")


def _haunt(a: ast.Node) -> list[ast.Node] | None:
    """As it dies it haunts a creature, whose death is what the other ability waits for, too (CR 702.55)."""
    if isinstance(a, ast.Keyword) and a.name == "haunt":
        return []
    events = a.event if isinstance(a, ast.Triggered) and isinstance(a.event, tuple) else ()
    haunted = ast.Event("dies", ast.That())
    if haunted not in events or a.condition is not None or a.limits:
        return None
    lasting = ast.Continuous((ast.DelayedTrigger(haunted, a.effects),), "forever")
    effects = (ast.Pick(ast.Target(ast.Filter(types=("creature",)))), lasting, ast.Exile(ast.This(), "graveyard"))
    rest = tuple(e for e in events if e != haunted)
    return [replace(a, event=rest if len(rest) > 1 else rest[0]), _dies(*effects)]


def _from_graveyard(cost: ast.Cost, *effects, keyword="") -> ast.Activated:
    parts = (*cost.parts, ast.ExileCost(_THIS, "graveyard"))
    return ast.Activated(ast.Cost(parts), effects, _SORCERY, "graveyard", keyword)


def _equip(a: ast.Equip) -> ast.Activated:
    f = a.filter if a.filter is not None else ast.Filter(types=("creature",))
    mine = replace(f, controller="you") if isinstance(f, ast.Filter) else f
    return ast.Activated(a.cost, (ast.Attach(ast.This(), ast.Target(mine)),), _SORCERY, "battlefield", "equip")


def _times(part, n):
    """A part of a cost, n times."""
    if isinstance(part, ast.Mana):
        return replace(part, times=n)
    if hasattr(part, "amount") and part.amount != -1:
        return replace(part, amount=n if part.amount == 1 else ast.Times(part.amount, n))
    return part


def _keyword(a: ast.Keyword, creature: bool) -> list[ast.Node]:
    n, cost, name = a.number, a.cost, a.name
    plus = ast.PutCounters("+1/+1", n)
    if name == "echo":  # CR 702.30a
        return [_upkeep(ast.MayPay(cost, (), (ast.Sacrifice(ast.This()),)), condition=ast.Fact("new since upkeep"))]
    if name == "cumulative upkeep":  # CR 702.24a
        age = ast.Counters("age")
        whole = ast.Cost(tuple(_times(p, age) for p in cost.parts))
        return [_upkeep(ast.PutCounters("age"), ast.MayPay(whole, (), (ast.Sacrifice(ast.This()),)))]
    if name == "vanishing":  # CR 702.63a
        gone = ast.If(ast.Compare(ast.Counters("time"), "=", 0), (ast.Sacrifice(ast.This()),))
        some = ast.Compare(ast.Counters("time"), ">=", 1)
        return [ast.Enters((ast.PutCounters("time", n),)), _upkeep(ast.RemoveCounters("time"), gone, condition=some)]
    if name == "fading":  # CR 702.32a
        none = ast.Compare(ast.Counters("fade"), "=", 0)
        return [
            ast.Enters((ast.PutCounters("fade", n),)),
            _upkeep(ast.If(none, (ast.Sacrifice(ast.This()),), (ast.RemoveCounters("fade"),))),
        ]
    if name in ("modular", "graft", "bloodthirst", "backup", "tribute"):
        return [ast.Enters((plus,))]
    if name == "sunburst":  # CR 702.44a
        return [ast.Enters((ast.PutCounters("+1/+1" if creature else "charge", ast.Number("colors spent")),))]
    if name == "ravenous":  # CR 702.156a
        five = ast.Compare(ast.X(), ">=", 5)
        return [ast.Enters((ast.PutCounters("+1/+1", ast.X()),)), _enters(ast.If(five, (ast.Draw(),)))]
    if name == "craft" and a.filter is not None:  # CR 702.167a
        n = a.number if isinstance(a.number, int) and a.number else 1
        mine = replace(a.filter, controller="you", which="other") if isinstance(a.filter, ast.Filter) else a.filter
        lying = replace(a.filter, controller="you") if isinstance(a.filter, ast.Filter) else a.filter
        from_ = (ast.Cost((ast.ExileCost(mine, "battlefield", n),)), ast.Cost((ast.ExileCost(lying, "graveyard", n),)))
        parts = (*cost.parts, ast.ExileCost(_THIS), ast.EitherCost(from_))
        back = ast.PutOnto(ast.This(), "exile", transformed=True)
        return [ast.Activated(ast.Cost(parts), (back,), _SORCERY, keyword=name)]
    if name == "renown":  # CR 702.112a
        return [ast.Triggered(ast.Event("damage", ast.This(), detail="player"), (ast.Monstrosity(n),))]
    if name == "champion":  # CR 702.72a
        f = a.filter if isinstance(a.filter, ast.Filter) else ast.Filter(types=("creature",))
        other = ast.Choose(replace(f, controller="you", which="other"))
        kept = ast.May((ast.Exile(other, imprint=True),), (ast.Sacrifice(ast.This()),))
        back = ast.PutOnto(ast.Choose(ast.Filter(quality="exiled with this"), zone="exile"), "exile")
        there = ast.Compare(ast.Count(replace(f, controller="you", which="other")), ">=", 1)
        left = ast.Triggered(ast.Event("leaves", ast.This()), (back,))
        return [_enters(ast.If(there, (kept,), (ast.Sacrifice(ast.This()),))), left]
    if name in ("persist", "undying"):  # CR 702.79a, 702.93a
        kind = "-1/-1" if name == "persist" else "+1/+1"
        back = ast.PutOnto(ast.This(), "graveyard", counters=((kind, 1),))
        return [_dies(back, condition=ast.Compare(ast.Counters(kind), "=", 0))]
    if name == "undaunted":  # CR 702.125a
        return [ast.CostChange(ast.This(), ast.Times(-1, ast.Number("opponents")))]
    if name == "hideaway":  # CR 702.75a
        return [_enters(ast.Look(n, None, 1, "exile", "bottom", optional=False))]
    if name == "exploit":  # CR 702.110a
        return [_enters(ast.May((ast.Sacrifice(ast.Choose(_MINE)),)))]
    if name == "soulshift":  # CR 702.46a
        spirit = ast.Filter(subtypes=("spirit",), controller="you", mana_value=("<=", n))
        return [_dies(ast.May((ast.ReturnToHand(ast.Choose(spirit, 1, 1, "graveyard"), "graveyard"),)))]
    if name == "evolve":  # CR 702.100a
        larger = [ast.Compare(ast.Stat(what, ast.That()), ">", ast.Stat(what)) for what in ("power", "toughness")]
        other = ast.Event("enters", ast.Each(replace(_MINE, which="other")))
        return [ast.Triggered(other, (ast.PutCounters("+1/+1"),), ast.Any(tuple(larger)))]
    if name == "increment":
        spent = [ast.Compare(ast.Number("mana spent"), ">", ast.Stat(what)) for what in ("power", "toughness")]
        return [ast.Triggered(ast.Event("cast"), (ast.If(ast.Any(tuple(spent)), (plus,)),))]
    if name == "station":  # CR 702.184a
        tapped = ast.TapOthers(replace(_MINE, which="other"))
        charge = ast.PutCounters("charge", ast.Stat("power", ast.That()))
        return [ast.Activated(ast.Cost((tapped,)), (charge,), _SORCERY, keyword=name)]
    if name == "riot":  # CR 702.136a
        haste = ast.Continuous((ast.GrantKeyword(ast.This(), ("haste",)),), "forever")
        return [ast.Enters((ast.May((ast.PutCounters("+1/+1"),), (haste,)),))]
    if name == "afterlife":  # CR 702.135a
        spirit = ast.Token(subtypes=("spirit",), colors="WB", power=1, toughness=1)
        return [_dies(ast.CreateTokens(spirit, n))]
    if name == "fabricate":  # CR 702.123a
        servo = ast.CreateTokens(
            ast.Token(types=("artifact", "creature"), subtypes=("servo",), power=1, toughness=1), n
        )
        return [_enters(ast.May((plus,), (servo,)))]
    if name == "unearth":  # CR 702.84a
        hasty = ast.Continuous((ast.GrantKeyword(ast.That(), ("haste",)),), "forever")
        back = (ast.PutOnto(ast.This(), "graveyard"), hasty, _at_end(ast.Exile(ast.That())))
        return [ast.Activated(cost, back, _SORCERY, "graveyard", "unearth")]
    if name in ("embalm", "eternalize"):  # CR 702.128a, 702.129a
        return [_from_graveyard(cost, ast.CopyToken(ast.This()), keyword=name)]
    if name == "encore":  # CR 702.141a
        copies = ast.CopyToken(ast.This(), ast.Number("opponents"))
        return [_from_graveyard(cost, copies, _at_end(ast.Sacrifice(ast.That())), keyword=name)]
    if name == "scavenge":  # CR 702.97a
        size = ast.PutCounters("+1/+1", ast.Stat("power"), ast.Target(ast.Filter(types=("creature",))))
        return [_from_graveyard(cost, size, keyword=name)]
    if name == "reinforce":  # CR 702.77a
        parts = ast.Cost((*cost.parts, ast.DiscardCost(_THIS)))
        counters = ast.PutCounters("+1/+1", n, ast.Target(ast.Filter(types=("creature",))))
        return [ast.Activated(parts, (counters,), (), "hand", name)]
    if name == "outlast":  # CR 702.107a
        return [
            ast.Activated(ast.Cost((*cost.parts, ast.TapThis())), (ast.PutCounters("+1/+1"),), _SORCERY, keyword=name)
        ]
    if name in ("transmute", "transfigure"):  # CR 702.53a
        same = ast.Filter(mana_value=("=", ast.Stat("mana value")))
        if name == "transfigure":
            found = ast.Search(replace(same, types=("creature",)))
            return [ast.Activated(ast.Cost((*cost.parts, ast.SacrificeCost(_THIS))), (found,), _SORCERY, keyword=name)]
        parts = ast.Cost((*cost.parts, ast.DiscardCost(_THIS)))
        return [ast.Activated(parts, (ast.Search(same, to="hand"),), _SORCERY, "hand", name)]
    if name == "reconfigure":  # CR 702.151a: attached it isn't a creature, which nothing here asks
        other = ast.Target(replace(_MINE, which="other"))
        return [ast.Activated(cost, (ast.Attach(ast.This(), other),), _SORCERY, keyword="equip")]
    if name in ("for mirrodin", "living weapon", "job select"):  # CR 702.163a, 702.92a, 702.182a
        rebel = {
            "for mirrodin": ast.Token(subtypes=("rebel",), colors="R", power=2, toughness=2),
            "living weapon": ast.Token(subtypes=("phyrexian", "germ"), colors="B", power=0, toughness=0),
            "job select": ast.Token(subtypes=("hero",), power=1, toughness=1),
        }[name]
        return [_enters(ast.CreateTokens(rebel), ast.Attach(ast.This(), ast.That()))]
    return [a]


def _paid(keyword: str) -> ast.Fact:
    return ast.Fact("paid " + keyword)


def _alternative(a: ast.AlternativeCost, mana_cost: str | None) -> list[ast.Node]:
    own = (ast.Mana(mana_cost),) if mana_cost else ()
    cost, key = a.cost, a.keyword
    if key in ("retrace", "jump-start", "aftermath") or (key == "mayhem" and not cost.parts):
        # from the graveyard for the mana cost and what the keyword adds (CR 702.81, 133, 127, 187)
        rule = ast.Fact("discarded this turn") if key == "mayhem" else a.condition
        return [replace(a, cost=ast.Cost((*own, *cost.parts)), condition=rule)]
    if key == "mayhem":
        return [replace(a, condition=ast.Fact("discarded this turn"))]
    if key == "evoke":  # CR 702.74a
        return [a, _enters(ast.Sacrifice(ast.This()), condition=_paid(key))]
    if key == "dash":  # CR 702.109a
        return [a, _enters(_haste(), _at_end(ast.ReturnToHand(ast.This())), condition=_paid(key))]
    if key == "blitz":  # CR 702.152a
        return [
            a,
            _enters(_haste(), _at_end(ast.Sacrifice(ast.This())), condition=_paid(key)),
            _dies(ast.Draw(), condition=_paid(key)),
        ]
    if key == "warp":  # CR 702.185a
        return [a, _enters(_at_end(ast.Exile(ast.This()), ast.ExilePermit()), condition=_paid(key))]
    if key == "impending":  # CR 702.176a
        counters = ast.If(_paid(key), (ast.PutCounters("time", a.number),))
        last = ast.Compare(ast.Counters("time"), ">=", 1)
        no_creature = ast.Static((ast.ChangeTypes(ast.This(), types=("not creature",)),), ast.All((_paid(key), last)))
        end = ast.Triggered(ast.Event("phase", phase="end"), (ast.RemoveCounters("time"),), last)
        return [replace(a, number=0), ast.Enters((counters,)), no_creature, end]
    if key == "suspend":  # CR 702.62a
        return [a, _set_aside(cost, "suspended", a.number, ())]
    if key == "foretell":  # CR 702.143a
        return [a, _set_aside(ast.Cost((ast.Mana("{2}"),)), "foretold", 0, ("your turn",))]
    if key == "plot":  # CR 702.170a
        return [_set_aside(cost, "plotted", 0, _SORCERY)]
    if key in _MORPH:  # CR 702.37a-e
        more = (ast.PutCounters("+1/+1"),) if key == "megamorph" else ()
        up = ast.Activated(cost, (ast.TurnFaceUp(ast.This()), *more), (), "battlefield", "face down")
        return [replace(a, cost=ast.Cost((ast.Mana("{3}"),))), up]
    if key == "surge":  # CR 702.117a
        return [replace(a, condition=ast.Compare(ast.Number("spells cast this turn"), ">=", 1))]
    if key in _COMBAT:
        return [replace(a, condition=ast.Fact("never"))]
    if key == "emerge":  # CR 702.119a
        f = a.spells if a.spells is not None else ast.Filter(types=("creature",))
        mine = replace(f, controller="you") if isinstance(f, ast.Filter) else f
        return [replace(a, cost=ast.Cost((*cost.parts, ast.SacrificeCost(mine))), spells=None)]
    if key == "web-slinging":  # CR 702.188a
        tapped = replace(_MINE, tapped="tapped")
        return [replace(a, cost=ast.Cost((*cost.parts, ast.ReturnCost(tapped))))]
    if key == "bestow":  # CR 702.103a
        return [a, ast.Enchant(ast.Filter(types=("creature",)))]
    return [a]


def _set_aside(cost: ast.Cost, how: str, number, limits) -> ast.Activated:
    return ast.Activated(cost, (ast.ExileWith(how, number),), tuple(limits), "hand", how)


def _additional(a: ast.AdditionalCost) -> list[ast.Node]:
    key = a.keyword
    if key == "squad":  # CR 702.157a
        return [a, _enters(ast.CopyToken(ast.This(), ast.Number("kicks")), condition=ast.Fact("kicked"))]
    if key == "offspring":  # CR 702.175a
        return [a, _enters(ast.CopyToken(ast.This()), condition=ast.Fact("kicked"))]
    return [a]


def _priced_modes(a: ast.Spell) -> list[ast.Node]:
    """Modes with costs of their own (spree, tiered, CR 702.172): one is chosen, and its cost paid."""
    for e in a.effects:
        if isinstance(e, ast.Modes) and e.costs:
            return [ast.AdditionalCost(ast.EitherCost(e.costs)), a]
    return [a]


def with_turning_up(card):
    """The card where a manifested creature may be turned face up for its mana cost (CR 701.40b)."""
    front = card.faces[0]
    morph = any(isinstance(a, ast.AlternativeCost) and a.keyword in _MORPH for a in front.abilities)
    if morph or not front.mana_cost or "creature" not in [t.casefold() for t in front.types]:
        return card
    up = ast.Activated(
        ast.Cost((ast.Mana(front.mana_cost),)), (ast.TurnFaceUp(ast.This()),), (), "battlefield", "face down"
    )
    return replace(card, faces=(replace(front, abilities=(*front.abilities, up)), *card.faces[1:]))
