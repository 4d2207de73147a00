"""Abilities and static effects."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any as Anything

from ..ast import (
    Activated,
    AdditionalCost,
    AddMana,
    AlternativeCost,
    AnyOf,
    Attached,
    ChangePower,
    ChangeTypes,
    Choose,
    Compare,
    Cost,
    CostChange,
    CostHelp,
    Counters,
    CreateTokens,
    Discard,
    DiscardCost,
    Draw,
    Each,
    Enchant,
    Enters,
    EntersTapped,
    Equip,
    Event,
    Exile,
    ExileCost,
    Fact,
    Filter,
    Grant,
    GrantKeyword,
    If,
    Inert,
    Is,
    Keyword,
    LeftOut,
    Look,
    LoseLife,
    LoyaltyCost,
    Mana,
    May,
    MayNotUntap,
    MayPay,
    Mill,
    Node,
    Number,
    OpeningHand,
    OtherCost,
    PlayFrom,
    PutCounters,
    PutOnto,
    ReturnCost,
    ReturnToHand,
    RevealCost,
    RevealTop,
    RevealUntil,
    SacrificeCost,
    Search,
    Spell,
    Stat,
    Static,
    Tap,
    TapOthers,
    Target,
    That,
    This,
    Times,
    Triggered,
    X,
)
from .base import Pseudo, Reject, flat, loose_x, reject, resolve, rewrite, walk
from .effects import finished, fold, of_opponents
from .filters import zoned_spell

# What makes "it" mean something else than the source.
_INTRODUCES = (Target, Choose, Search, Look, RevealTop, RevealUntil, CreateTokens, Mill, Exile, PutOnto, Each)
_COST_OBJECTS = (SacrificeCost, ExileCost, DiscardCost, ReturnCost, RevealCost, TapOthers)


def _it_is_this(effects: tuple[Node, ...], to: Node | None) -> tuple[Node, ...]:
    """Resolve "it" to the ability's own object until another one is spoken of, or to the source once that is."""
    out: list[Node] = []
    for e in effects:
        nodes = list(walk(e))
        introduces = any(isinstance(n, _INTRODUCES) for n in nodes)
        if to is not None and any(isinstance(n, That) for n in nodes):
            e = _resolve_first(e, to)[0] if introduces else resolve(e, to)
        if introduces:
            to = None
        elif to is None and This() in (getattr(e, "what", None), getattr(e, "on", None)):
            to = This()
        out.append(e)
    return tuple(out)


def _resolve_first(node: Node, to: Node) -> tuple[Node, bool]:
    """Resolve inside an effect that itself holds a sequence (If, May ...), in order."""
    done = False
    values = {}
    for f in fields(node):  # type: ignore[arg-type]
        value = getattr(node, f.name)
        if not done and isinstance(value, Node):
            kinds = list(walk(value))
            if not any(isinstance(n, _INTRODUCES) for n in kinds):
                value = resolve(value, to)
            else:
                done = True
        elif not done and isinstance(value, tuple) and value and all(isinstance(v, Node) for v in value):
            before = value
            value = _it_is_this(value, to)
            done = any(isinstance(n, _INTRODUCES) for n in walk(before))
        values[f.name] = value
    return type(node)(**values), done


def _split(effects: list[Node]) -> tuple[tuple[Node, ...], list]:
    """Effects and the limits among them."""
    effects = fold([effects])
    limits = flat(p.value for p in effects if isinstance(p, Pseudo) and p.kind == "limit")
    rest = finished([e for e in effects if not (isinstance(e, Pseudo) and e.kind == "limit")])
    return rest, limits


def _zone(cost: Cost | None, effects: tuple[Node, ...]) -> str:
    """Where an ability of a card works, from what it costs and does (CR 113.6)."""
    for part in cost.parts if cost else ():
        if isinstance(part, (DiscardCost, RevealCost)) and part.filter == Filter(which="this"):
            return "hand"
        if isinstance(part, ExileCost) and part.filter == Filter(which="this") and part.zone in ("graveyard", "hand"):
            return part.zone
    for e in effects:
        for n in walk(e):
            if isinstance(n, (PutOnto, ReturnToHand)) and n.what == This() and n.zone == "graveyard":
                return "graveyard"
            if isinstance(n, PutOnto) and n.what == This() and n.zone == "hand":
                return "hand"
    return "battlefield"


def activated(cost: Cost, effects: list[Node], keyword: str = "") -> Node:
    changes = [p.value for p in effects if isinstance(p, Pseudo) and p.kind == "own cost"]
    effects = [e for e in effects if not (isinstance(e, Pseudo) and e.kind == "own cost")]
    if len(changes) > 1:
        reject("two cost changes")
    done, limits = _split(effects)
    if not any(isinstance(p, _COST_OBJECTS) and getattr(p.filter, "which", "") != "this" for p in cost.parts):
        done = _it_is_this(done, This())
        limits = [resolve(x) if isinstance(x, Node) else x for x in limits]
    if loose_x(done) and not any(_has_x(p) for p in cost.parts):
        reject("an X that no cost names")
    zone = _zone(cost, done)
    if "graveyard" in limits:
        limits.remove("graveyard")
        zone = "graveyard"
    return Activated(cost, done, tuple(limits), zone, keyword, changes[0] if changes else None)


def _has_x(part: Node) -> bool:
    return any(isinstance(n, X) or (isinstance(n, Mana) and "X" in n.symbols) for n in walk(part))


def loyalty(word: str) -> Cost:
    sign = -1 if word[0] == "-" else 1
    number = word.lstrip("+-")
    if number == "x":
        return Cost((LoyaltyCost(X() if sign > 0 else Times(-1, X())),))
    return Cost((LoyaltyCost(sign * int(number)),))


def limited(ability: Node, *words: str) -> Node:
    if not isinstance(ability, Activated):
        return reject("limits of what")
    if words == ("boast",):
        return replace(ability, limits=(*ability.limits, Fact("attacked this turn"), "once a turn"), keyword="boast")
    if words == ("forecast",):
        return replace(ability, limits=(*ability.limits, "upkeep", "once a turn"), keyword="forecast", zone="hand")
    return replace(ability, limits=(*ability.limits, "once"), keyword=words[-1] if len(words) > 1 else "exhaust")


def triggered(events: tuple[Event, ...], condition: Node | None, effects: list[Node], limit: str = "") -> list[Node]:
    done, limits = _split(effects)
    if any(not isinstance(x, str) for x in limits):
        reject("limits of a trigger")
    done = tuple(rewrite(e, _if_attached) for e in done)
    if _of_attached(condition):
        done, condition = _it_is_this(done, Attached()), resolve(condition, Attached())
    if all(e.subject == This() or e.kind in ("phase", "state") for e in events):
        done = _it_is_this(done, This())
        condition = resolve(condition) if condition is not None else None
    else:
        done = _it_is_this(done, None)
        if all(e.kind == "enters" for e in events):
            done = tuple(rewrite(e, _of_that) for e in done)
            condition = rewrite(condition, _of_that) if condition is not None else None
    if all(e.kind == "phase" and e.whose == "each" for e in events):
        done = tuple(rewrite(e, _active_players) for e in done)
    if all(e.kind == "damage" or e.whose == "opponent" for e in events):
        done = tuple(rewrite(e, of_opponents) for e in done)
    paid = any(isinstance(n, MayPay) and any(_has_x(p) for p in n.cost.children()) for n in walk(done))
    if loose_x(done) and not paid and not all(e.subject == This() or e.kind == "cast" for e in events):
        reject("an X that no cost names")
    events = tuple(map(_once_face_down, events))
    if any(map(_casts_permanents, events)) and any(n == Inert("copy spell") for n in walk(done)):
        reject("copies of permanent spells")
    words = tuple(limits) + ((limit,) if limit else ())
    whose = {getattr(e.subject, "controller", "") for e in events if e.kind == "cast" and e.whose == "you"}
    if "opponent" in whose:
        return [LeftOut("an opponent's cards")]  # a spell that one doesn't own
    zone = _zone(None, done)
    if condition is not None and Fact("this in graveyard") in walk(condition):
        zone, done = "graveyard", tuple(rewrite(e, _from_graveyard) for e in done)
    elif zone == "graveyard" and all(e.subject in (This(), Attached()) for e in events):
        zone = "battlefield"  # it looks back (CR 603.10a)
    event = events[0] if len(events) == 1 else tuple(events)
    return [Triggered(event, done, condition, words, zone)]


def _once_face_down(e: Event) -> Event:
    """What is turned face up was face down, and isn't any more."""
    f = e.subject
    if e.kind != "turned face up" or not isinstance(f, Filter) or f.quality != "face-down":
        return e
    return replace(e, subject=replace(f, quality=""))


def _casts_permanents(e: Event) -> bool:
    """Whether it waits for spells that may become permanents, and whose copies then are tokens (CR 707.10f)."""
    f = e.subject
    if e.kind != "cast" or e.whose == "opponent" or e.detail == "targets" or isinstance(f, This):
        return False
    parts = f.filters if isinstance(f, AnyOf) else (f,)
    return not all(isinstance(p, Filter) and p.types and {*p.types} <= {"instant", "sorcery"} for p in parts)


def _from_graveyard(n: Node) -> Node:
    return replace(n, zone="graveyard") if isinstance(n, ReturnToHand) and n.what == This() else n


def _of_that(n: Node) -> Node:
    """Where another permanent enters, "it was cast" speaks of that one."""
    if isinstance(n, Fact) and n.what in ("was cast", "cast from hand", "cast from graveyard"):
        return Fact("that " + n.what)
    return n


def _of_attached(condition: Node | None) -> bool:
    """Whether a condition speaks of the enchanted or equipped permanent, which "it" is then."""
    return condition is not None and any(isinstance(n, Is) and n.what == Attached() for n in walk(condition))


def _if_attached(n: Node) -> Node:
    if isinstance(n, If) and _of_attached(n.condition):
        return replace(n, then=_it_is_this(n.then, Attached()))
    return n


def _active_players(n: Node) -> Node:
    """ "That player" of a step is the one whose turn it is."""
    if isinstance(n, Filter) and n.controller == "that player":
        return replace(n, controller="active")
    if isinstance(n, Tap) and n.player == "that player":
        what = n.what
        if isinstance(what, Choose) and isinstance(what.filter, Filter) and not what.filter.tapped:
            what = replace(what, filter=replace(what.filter, tapped="untapped"))
        return replace(n, what=what, player="you")
    if isinstance(n, LoseLife) and n.player == "that player":
        return If(Fact("your turn"), (replace(n, player="you"),))
    if isinstance(n, AddMana) and n.player == "that player":
        return replace(n, player="active player")
    return n


def aimed_at_opponents(ability: Node) -> Node:
    """The ability in which "that player", of whom only its effects spoke before, is an opponent who loses life.

    Whoever aims at a player to harm them aims at an opponent; a player who is aimed at to draw cards, or the like, is
    oneself.
    """
    if isinstance(ability, Triggered):
        events = ability.event if isinstance(ability.event, tuple) else (ability.event,)
        if any(e.subject != This() or e.kind not in ("enters", "dies", "leaves", "attacks") for e in events):
            return ability
    elif not isinstance(ability, (Spell, Activated)):
        return ability
    nodes = list(walk(ability.effects))
    if any(getattr(n, "player", "") in ("target", "each") and not isinstance(n, (Discard, Mill)) for n in nodes):
        return ability
    done = rewrite(ability.effects, lambda n: of_opponents(n) if isinstance(n, LoseLife) else n)
    return ability if done is ability.effects else replace(ability, effects=done)


def plain_number(symbols: str) -> int:
    """The number of a generic cost, e.g. 2 of "{2}"."""
    return int(symbols.strip("{}")) if symbols.strip("{}").isdigit() else reject("a cost that isn't a number")


def cant_attack(what: Anything) -> list[Node]:
    """A creature that can't attack at times is taken never to do so, which is always legal (CR 508.1c)."""
    return [Keyword("can't attack") if isinstance(what, This) else Inert("combat")]


def event(kind: str, **more: Anything):
    """A function from a subject (or an acting player) to an event."""

    def make(subject: Anything) -> Event:
        values = dict(more)
        if isinstance(subject, str):
            values.setdefault("whose", subject)
            of = values.get("subject")
            if isinstance(of, AnyOf) and len(of.filters) == 1:
                values.update(subject=of.filters[0], once=True)
            return Event(kind, **values)
        if isinstance(subject, AnyOf) and len(subject.filters) == 1:
            subject, values["once"] = subject.filters[0], True
        if isinstance(subject, (Filter, AnyOf)) and not values.get("whose"):
            values["whose"] = ""
        return Event(kind, subject, **values)

    return make


# --------------------------------------------------------------------------------------------- statics


def may_not_untap(effects: list[Node]) -> list[Node]:
    """You may choose not to untap the source; what follows if you do (CR 502.3)."""
    return [Static((MayNotUntap(This(), _it_is_this(finished(fold([effects])), This())),))]


def static_of(effects: list[Node], condition: Node | None = None) -> list[Node]:
    """A static ability of some effects; what is no static effect stands alone."""
    if any(isinstance(e, Pseudo) for e in effects):
        reject("a sentence that changes another")
    alone = [e for e in effects if isinstance(e, (Static, Inert)) and condition is None]
    if any(isinstance(e, Static) and condition is not None for e in effects):
        reject("two conditions")
    rest = [e for e in effects if e not in alone]
    objects = [getattr(e, "what", None) for e in rest]
    it = Attached() if _of_attached(condition) else This()
    to = next((o for o in objects if isinstance(o, Node) and not isinstance(o, That)), it)
    if isinstance(to, (Target, Choose)):
        reject("a target without an end")
    made = _one_change(tuple(resolve(e, to) for e in rest))
    kept = [e for e in made if isinstance(e, Keyword)]
    alone = [*alone, *kept]
    made = tuple(e for e in made if e not in kept)
    if condition is not None:
        condition = resolve(condition, to if isinstance(to, (This, Attached)) else That())
    out = list(alone)
    if made:
        if all(isinstance(e, Inert) for e in made):
            out += made
        else:
            there = condition is not None and Fact("this in graveyard") in walk(condition)
            out.append(Static(made, condition, "graveyard" if there else "battlefield"))
    return out


def _one_change(effects: tuple[Node, ...]) -> tuple[Node, ...]:
    """ "Loses all abilities and becomes ...": one effect, on the same objects in every layer (CR 613.6)."""
    out: list[Node] = []
    for e in effects:
        if isinstance(e, ChangeTypes) and out and out[-1] == ChangeTypes(e.what, lose_abilities=True):
            out[-1] = replace(e, lose_abilities=True)
        else:
            out.append(e)
    return tuple(out)


def power(o: Node, pt: str, count: Anything = None) -> list[Node]:
    first, last = pt.split("/")
    if not (first[0] in "+-" and last[0] in "+-"):
        return reject("power and toughness")
    return [ChangePower(o, _delta(first, count), _delta(last, count))]


def _delta(text: str, count: Anything) -> Anything:
    if text.lstrip("+-") == "x":
        return X() if text[0] == "+" else Times(-1, X())
    n = int(text)
    if count is None or n == 0:
        return n
    return count if n == 1 else Times(n, count)


def power_x(o: Node, pt: str, x: Anything) -> list[Node]:
    first, last = pt.split("/")

    def one(text: str) -> Anything:
        if text.lstrip("+-") == "x":
            return x if text[0] == "+" else Times(-1, x)
        return int(text)

    return [ChangePower(o, one(first), one(last))]


_COMBAT = frozenset(
    [
        "flying",
        "trample",
        "deathtouch",
        "lifelink",
        "reach",
        "menace",
        "fear",
        "intimidate",
        "wither",
        "infect",
        "shadow",
        "horsemanship",
        "prowess",
        "skulk",
        "flanking",
        "exalted",
        "provoke",
        "banding",
        "unleash",
        "melee",
        "mentor",
        "training",
        "decayed",
        "dethrone",
        "islandwalk",
        "swampwalk",
        "forestwalk",
        "mountainwalk",
        "plainswalk",
        "landwalk",
        "desertwalk",
        "toxic",
        "combat",
        "enlist",
        "ingest",
        "myriad",
        "firebending",
    ]
) | {"first strike", "double strike", "battle cry"}
_PROTECTION = frozenset(["hexproof", "indestructible", "shroud", "ward", "protection", "compleated"]) | {"split second"}
_HELP = frozenset(("convoke", "improvise", "delve"))
_NAMED = frozenset(
    [
        "defender",
        "haste",
        "vigilance",
        "flash",
        "changeling",
        "phasing",
        "storm",
        "cascade",
        "persist",
        "undying",
        "extort",
        "evolve",
        "riot",
        "soulbond",
        "rebound",
        "devoid",
        "sunburst",
        "demonstrate",
        "gravestorm",
        "daybound",
        "nightbound",
        "epic",
        "haunt",
    ]
)


def keyword_nodes(words: list[str]) -> list[Node]:
    """Keyword abilities without parameters, as abilities of their object."""
    out: list[Node] = []
    for w in words:
        if w in _COMBAT:
            out.append(Inert("combat keyword"))
        elif w in _PROTECTION:
            out.append(Inert("protection"))
        elif w in _HELP:
            out.append(CostHelp(w))
        elif w in _NAMED:
            out.append(Keyword(w))
        elif w == "retrace":
            out.append(
                AlternativeCost(Cost((DiscardCost(Filter(types=("land",))),)), keyword="retrace", zone="graveyard")
            )
        elif w == "cipher":  # copied only as a creature deals combat damage (CR 702.99)
            out.append(LeftOut("combat isn't simulated"))
        else:
            reject(f"keyword {w}")
    return out


def grant_keywords(o: Node, words: list[str]) -> list[Node]:
    out: list[Node] = []
    kept = []
    for w in words:
        if w in _COMBAT:
            out.append(Inert("combat keyword"))
        elif w in _PROTECTION:
            out.append(Inert("protection"))
        elif w in _NAMED or w in _HELP or w in ("retrace", "cascade"):
            kept.append(w)
        else:
            reject(f"keyword {w}")
    if kept:
        out.append(GrantKeyword(o, tuple(kept)))
    return list(dict.fromkeys(out))


def lose_keywords(words: list[str]) -> list[Node]:
    if all(w in _COMBAT or w in _PROTECTION or w == "defender" for w in words):
        return [Inert("combat keyword")]  # what could attack without it needn't (CR 508.1a)
    return reject("loses a keyword")


def shared(o: Node, predicates: list) -> list[Node]:
    """More predicates of the same object."""
    to = That() if isinstance(o, (Target, Choose)) else o
    return [n for p in predicates for n in p(to)]


def _size(text: str) -> Anything:
    return int(text) if text.isdigit() else X() if text == "x" else text


def changed(o: Node, parts: list[dict], keywords: list[str] | None, mode: str = "") -> list[Node]:
    values: dict = {"types": (), "subtypes": (), "colors": ""}
    for p in parts:
        if "pt" in p:
            first, last = p["pt"].split("/")
            if first[0] in "+-":
                reject("power and toughness")
            values["power"] = _size(first)
            values["toughness"] = _size(last)
        elif "xpt" in p:
            values["power"] = values["toughness"] = p["xpt"]
        elif "type" in p:
            values["types"] += (p["type"],)
        elif "sub" in p:
            values["subtypes"] += (p["sub"],)
        elif "color" in p:
            values["colors"] = "".join(c for c in "WUBRG" if c in values["colors"] + p["color"])
        elif "colorless" in p:
            values["colors"] = "C"
        elif "super" in p and p["super"] in ("legendary", "snow", "basic"):
            values["types"] += (p["super"],)
    if not parts:
        reject("becomes nothing")
    lands = {"plains", "island", "swamp", "mountain", "forest"}
    if not mode:
        mode = "set" if set(values["subtypes"]) & lands else "add"
    node: Node = ChangeTypes(o, mode=mode, **values)
    if not (values["types"] or values["subtypes"] or "power" in values or values["colors"]):
        reject("becomes what")
    if keywords:
        extra = [n for n in grant_keywords(That(), list(keywords)) if not isinstance(n, Inert)]
        return [node, *extra]
    return [node]


def grant(o: Node, abilities: list[Node]) -> list[Node]:
    out: list[Node] = []
    kept = []
    for a in abilities:
        if isinstance(a, Keyword):
            out.append(GrantKeyword(o, (a.name,)))
        elif isinstance(a, Inert):
            out.append(a)
        else:
            kept.append(a)
    if kept:
        out.append(Grant(o, tuple(kept)))
    return out


def stripped(o: Node, parts: list[dict], abilities: list[Node]) -> list[Node]:
    """What an object is instead of all that it was, with the abilities that it has then."""
    out = [
        replace(n, mode="set", lose_abilities=True) if isinstance(n, ChangeTypes) else n
        for n in changed(o, parts, None, "set")
    ]
    return [*out, *grant(o, abilities)]


def turned(o: Node, parts: list[dict]) -> list[Node]:
    """What an object becomes; what no longer is a creature is nothing else either (CR 205.1a)."""
    made = changed(o, parts, None)
    return [
        replace(n, mode="set") if isinstance(n, ChangeTypes) and n.types and "creature" not in n.types else n
        for n in made
    ]


def grant_flashback(o: Node, keyword: str, extra: Anything) -> Node:
    """The keyword at the card's own mana cost, and what is paid on top."""
    cost = Cost((OtherCost("its mana cost"), *(extra.parts if extra is not None else ())))
    return Grant(o, (AlternativeCost(cost, keyword=keyword, zone="graveyard"),))


def enters_counters(o: Anything, tapped: Anything, counters: list[Node]) -> list[Node]:
    effects: tuple[Node, ...] = ((EntersTapped(),) if tapped else ()) + tuple(counters)
    return [Enters(effects, o)]


def play_top(f: Anything) -> list[Node]:
    out: list[Node] = [PlayFrom(Filter(types=("land",)), "top")]
    if f is not None:
        out.append(PlayFrom(f, "top"))
    return out


def _amount(symbols: str, direction: str) -> tuple[Anything, str]:
    body = symbols.strip("{}")
    sign = -1 if direction == "less" else 1
    if body.isdigit():
        return sign * int(body), ""
    if body == "X":
        return X(), ""
    return 0, symbols


def cost_change(what: Node, symbols: str, direction: str, extra: Anything) -> list[Node]:
    amount, coloured = _amount(symbols, direction)
    condition = None
    if isinstance(extra, If):
        condition = extra.condition
        extra = None
    if coloured:
        if extra == Number("targets beyond the first"):
            return [Inert("flavor")]  # one target is as many as there need be
        sign = "-" if direction == "less" else ""
        made: Node = CostChange(what, 0 if extra is None else extra, sign + coloured)
    elif isinstance(amount, X):
        if extra is None:
            return reject("X of a cost change")
        made = CostChange(what, Times(-1, extra) if direction == "less" else extra)
    elif extra is not None:
        made = CostChange(what, Times(amount, extra) if amount != 1 else extra)
    else:
        made = CostChange(what, amount)
    return [Static((made,), condition, "stack")] if condition is not None else [made]


def cost_spells(
    f: Anything, symbols: str, direction: str, extra: Anything, who: str = "", zone: Anything = None, kind: str = ""
) -> list[Node]:
    if isinstance(f, Filter) and f.controller == "you":
        f, who = replace(f, controller=""), "you"
    if zone is not None:
        f = zoned_spell(f, zone)
    made = cost_change(Each(f), symbols, direction, extra)
    more = {"player": who or "each"} | ({"kind": kind} if kind else {})
    return [rewrite(m, lambda n: replace(n, **more) if isinstance(n, CostChange) else n) for m in made]


def alternative(symbols: str, f: Anything, value: Anything = None, x: Anything = None, limit: str = "") -> list[Node]:
    """A mana cost that may be paid for spells instead of theirs."""
    if value is not None:
        op, n = value
        f = replace(f, mana_value=(op, x if isinstance(n, X) else n))
    return [AlternativeCost(Cost((Mana(symbols),)), spells=f, limit=limit)]


def cost_first(f: Anything, symbols: str, direction: str) -> list[Node]:
    made = cost_change(Each(f), symbols, direction, None)
    return [replace(m, first_each_turn=True) if isinstance(m, CostChange) else m for m in made]


def kinded(changes: list[Node], kind: str) -> list[Node]:
    return [replace(c, kind=kind) if isinstance(c, CostChange) else c for c in changes]


def ability_cost(what: Node, symbols: str, direction: str, floor: Anything) -> list[Node]:
    amount, coloured = _amount(symbols, direction)
    if coloured or isinstance(amount, X):
        return reject("cost of abilities")
    return [CostChange(what, amount, of="abilities", least=floor or 0)]


def kind_cost(kind: str, symbols: str, direction: str) -> list[Node]:
    amount, coloured = _amount(symbols, direction)
    if coloured or isinstance(amount, X):
        return reject("cost of abilities")
    return [CostChange(Each(Filter(controller="you")), amount, of="abilities", kind=kind)]


def own_ability_cost(symbols: str, direction: str, extra: Anything) -> list[Node]:
    made = cost_change(This(), symbols, direction, extra)
    if not all(isinstance(m, CostChange) for m in made):
        return reject("conditional cost of an ability")
    return [Pseudo("own cost", replace(m, of="abilities")) for m in made]  # type: ignore[type-var]


# --------------------------------------------------------------------------------------------- keywords


def cycling(cost: Cost) -> Node:
    return Activated(Cost((*cost.parts, DiscardCost(Filter(which="this")))), (Draw(),), (), "hand", "cycling")


def landcycling(what: str, cost: Cost) -> Node:
    if what == "land":
        f = Filter(types=("land",))
    elif what == "basic land":
        f = Filter(types=("land",), supertypes=("basic",))
    elif what == "artifact land":
        f = Filter(all_types=("artifact", "land"))
    else:
        f = Filter(subtypes=(what,))
    parts = (*cost.parts, DiscardCost(Filter(which="this")))
    return Activated(Cost(parts), (Search(f, to="hand"),), (), "hand", "cycling")


_ALTERNATIVE = {
    "evoke": "hand",
    "overload": "hand",
    "dash": "hand",
    "blitz": "hand",
    "spectacle": "hand",
    "surge": "hand",
    "prowl": "hand",
    "emerge": "hand",
    "bestow": "hand",
    "madness": "exile",
    "miracle": "hand",
    "foretell": "exile",
    "warp": "hand",
    "morph": "hand",
    "megamorph": "hand",
    "disguise": "hand",
    "mutate": "hand",
    "awaken": "hand",
    "cleave": "hand",
    "plot": "exile",
    "web-slinging": "hand",
    "impending": "hand",
    "freerunning": "hand",
    "sneak": "hand",
}
_FROM_GRAVEYARD = ("embalm", "eternalize", "unearth", "encore", "scavenge")
_ADDITIONAL = ("kicker", "multikicker", "buyback", "entwine", "replicate", "squad", "offspring", "strive", "escalate")


def with_cost(word: str, cost: Cost) -> list[Node]:
    """A keyword with a cost."""
    if word in _ALTERNATIVE:
        return [AlternativeCost(cost, keyword=word, zone=_ALTERNATIVE[word])]
    if word in _ADDITIONAL:
        return [AdditionalCost(cost, True, word in ("multikicker", "replicate", "squad", "strive"), word)]
    if word in _FROM_GRAVEYARD:
        return [Keyword(word, cost)]
    if word == "equip":
        return [Equip(cost)]
    if word == "ninjutsu":
        return [LeftOut("combat isn't simulated")]
    if word in (
        "fortify",
        "reconfigure",
        "echo",
        "outlast",
        "transmute",
        "transfigure",
        "recover",
        "specialize",
    ):
        return [Keyword(word, cost)]
    if word == "ward":
        return [Inert("protection")]
    return reject(f"keyword {word} with a cost")


def with_number_cost(word: str, n: Anything, cost: Cost) -> list[Node]:
    if word == "suspend":
        return [AlternativeCost(cost, keyword="suspend", zone="exile", number=n if isinstance(n, int) else 0)]
    if word in ("awaken", "impending"):
        return [AlternativeCost(cost, keyword=word, number=n if isinstance(n, int) else 0)]
    if word == "reinforce":
        return [Keyword(word, cost, n)]
    return reject(f"keyword {word} with a number and a cost")


def with_number(word: str, n: Anything) -> list[Node]:
    if word in (
        "modular",
        "graft",
        "vanishing",
        "fading",
        "dredge",
        "fabricate",
        "hideaway",
        "casualty",
        "devour",
        "amplify",
        "crew",
        "saddle",
        "soulshift",
        "ripple",
        "tribute",
        "backup",
        "afterlife",
    ):
        return [Keyword(word, number=n)]
    if word == "infinity":
        return reject("infinity")
    return reject(f"keyword {word} with a number")


def bare(word: str) -> list[Node]:
    if word in (
        "ascend",
        "cascade",
        "umbra",
        "compleated",
        "station",
        "fuse",
        "conspire",
        "assist",
        "undaunted",
        "spree",
        "bargain",
        "aftermath",
        "tiered",
        "increment",
        "ravenous",
    ):
        if word == "compleated":
            return [Inert("protection")]
        if word == "bargain":
            cost = Cost((SacrificeCost(Filter(quality="bargain", controller="you")),))
            return [AdditionalCost(cost, True, keyword="bargain")]
        return [Keyword(word)]
    if word == "cipher":
        return [LeftOut("combat isn't simulated")]
    if word == "partner":
        return [Inert("deck construction")]
    return reject(f"keyword {word}")


def only(word: str, wanted: str, nodes: list[Node]) -> list[Node]:
    if word != wanted:
        return reject(f"keyword {word}")
    return nodes


def cumulative(word: str, cost: Cost) -> list[Node]:
    return only(word, "cumulative", [Keyword("cumulative upkeep", cost)])


def either_symbol(one: str, other: str) -> str:
    """The symbol that either of two pays; each choice is made apart (CR 702.24b)."""
    letters = one.strip("{}"), other.strip("{}")
    return "{" + "/".join(letters) + "}" if all(x in tuple("WUBRG") for x in letters) else reject("either cost")


def level_up(word: str, symbols: str) -> list[Node]:
    made = Activated(Cost((Mana(symbols),)), (PutCounters("level"),), ("sorcery",), "battlefield", "level up")
    return only(word, "level", [made])


def affinity(word: str, f: Anything) -> list[Node]:
    return only(word, "affinity", [Keyword("affinity", filter=f)])


def enchant(word: str, f: Anything) -> list[Node]:
    return only(word, "enchant", [Enchant(f)])


def emerge_from(word: str, f: Anything, cost: Cost) -> list[Node]:
    return only(word, "emerge", [AlternativeCost(cost, keyword="emerge", spells=f)])


def equip_filter(word: str, f: Anything, cost: Cost) -> list[Node]:
    return only(word, "equip", [Equip(cost, f)])


def two_kickers(word: str, first: str, second: str) -> list[Node]:
    made = [AdditionalCost(Cost((Mana(c),)), True, keyword="kicker") for c in (first, second)]
    return only(word, "kicker", made)


def partner_with(word: str, name: str) -> list[Node]:
    """CR 702.124j: the other may be found as one enters."""
    found = Triggered(Event("enters", This()), (May((Search(Filter(name=name), to="hand"),)),))
    return only(word, "partner", [Inert("deck construction"), found])


def craft(word: str, f: Anything, symbols: str) -> list[Node]:
    return only(word, "craft", [Keyword("craft", Cost((Mana(symbols),)), filter=f)])


def opening(condition: Node, counters: Anything, effects: Anything) -> Node:
    made: list[Node] = []
    for kind, n in counters or ():
        made.append(PutCounters(kind, n))
    made += effects or []
    return OpeningHand("begin", (If(condition, tuple(made)),) if made else (If(condition, ()),))


def help_for(word: str, f: Anything) -> Node:
    return Static((CostHelp(word, f),))


def max_speed(abilities: list[Node]) -> list[Node]:
    return _while(Fact("max speed"), abilities)


def solved(abilities: list[Node]) -> list[Node]:
    return _while(Compare(Counters("solved"), ">=", 1), abilities)


def harnessed(abilities: list[Node]) -> list[Node]:
    """What works once its object has been harnessed, which is marked as monstrosity is."""
    return _while(Is(This(), Filter(quality="monstrous")), abilities)


def _while(condition: Node, abilities: list[Node]) -> list[Node]:
    out: list[Node] = []
    for a in abilities:
        if isinstance(a, Activated):
            out.append(replace(a, limits=(*a.limits, condition)))
        elif (isinstance(a, Triggered) and a.condition is None) or (isinstance(a, Static) and a.condition is None):
            out.append(replace(a, condition=condition))
        elif isinstance(a, Inert):
            out.append(a)
        else:
            reject("a condition on this ability")
    return out


def check_finished(abilities: list[Node]) -> tuple[Node, ...]:
    """Refuse abilities in which a sentence was left over that changes another one."""
    made = tuple(abilities)
    for n in walk(made):
        if isinstance(n, Pseudo):
            raise Reject(f"nothing that this changes: {n.kind}")
        if (
            isinstance(n, Is)
            and n.what == That()
            and any(isinstance(x, Stat) and x.of == That() for x in walk(n.filter))
        ):
            raise Reject("which of two objects")  # nothing is less than itself
    return made


__all__ = [n for n in dir() if not n.startswith("_")]
