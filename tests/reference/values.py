"""Filters, amounts, conditions, sets of mana types, and what a permanent could produce (CR 106.7)."""

from __future__ import annotations

from dataclasses import replace

from untap.oracle import ast
from untap.program.support import as_run, false_fact, life_of_anybody, zero_number

from . import layers
from .model import BASIC, PERMANENT_TYPES, TYPES_OF_MANA, Card, Context, Face, Game, Permanent, TwinLacks, read_cost

_OPS = {
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


_PAID = frozenset(("blitz", "dash", "escape", "evoke", "prowl", "spectacle", "surge", "warp"))


def parts(f):
    return f.filters if isinstance(f, ast.AnyOf) else (f,)


def _values(f, types, supertypes, subtypes, colors, value, power, toughness, keywords, name) -> bool:
    """What a filter says about characteristics alone."""
    if f.types and not any(
        t in ("card", "spell") or (t == "permanent" and types & PERMANENT_TYPES) or t in types for t in f.types
    ):
        return False
    if any(t not in types and t not in ("card", "spell") for t in f.all_types) or any(t in types for t in f.not_types):
        return False
    if any(s not in supertypes for s in f.supertypes) or any(s in supertypes for s in f.not_supertypes):
        return False
    if (f.subtypes and not subtypes & set(f.subtypes)) or subtypes & set(f.not_subtypes):
        return False
    if (f.colors and not colors & set(f.colors)) or colors & set(f.not_colors):
        return False
    n = len(colors)
    if (
        f.color_count
        and not {"colorless": n == 0, "colored": n > 0, "monocolored": n == 1, "multicolored": n > 1}[f.color_count]
    ):
        return False
    for limit, number in ((f.mana_value, value), (f.power, power), (f.toughness, toughness)):
        if limit is not None and not _OPS[limit[0]](number, limit[1]):
            return False
    if f.keyword and f.keyword not in keywords:
        return False
    return not f.name or f.name.casefold() == name.casefold()


def _limited(g: Game, f, ctx: Context):
    """The filter with its limits as numbers."""
    limits = {k: getattr(f, k) for k in ("mana_value", "power", "toughness")}
    open_ = {k: (v[0], amount(g, v[1], ctx)) for k, v in limits.items() if v is not None and isinstance(v[1], ast.Node)}
    return replace(f, **open_) if open_ else f


def matches(g: Game, f, p: Permanent, ctx: Context) -> bool:
    """Whether a permanent matches a filter (CR 109.2)."""
    return not p.phased and any(_matches(g, part, p, ctx) for part in parts(f))


def _matches(g: Game, f, p: Permanent, ctx: Context) -> bool:
    c = layers.characteristics(g, p)
    f = _limited(g, f, ctx)
    if not _values(
        f, c.types, c.supertypes, c.subtypes, c.colors, p.face.mana_value, c.power, c.toughness, c.keywords, p.face.name
    ):
        return False
    if f.controller == "that player" and not ctx.of_step:
        raise TwinLacks("permanents of a player spoken of")
    if f.controller:
        mine = p.controller == (g.active if f.controller in ("active", "that player") else ctx.controller)
        if mine != (f.controller != "opponent"):
            return False
    if f.tapped and p.tapped != (f.tapped == "tapped"):
        return False
    if f.token and p.token != (f.token == "token"):
        return False
    if f.which:
        ok = {
            "this": p is ctx.source,
            "other": p is not ctx.source,
            "attached": ctx.source is not None and ctx.source.attached is p,
            "that": p is ctx.that,
        }[f.which]
        if not ok:
            return False
    if f.counter and not (any(p.counters.values()) if f.counter == "any" else p.counters.get(f.counter)):
        return False
    if f.chosen and ctx.source is not None:
        s = ctx.source
        if f.chosen == "color" and s.chosen_color not in c.colors:
            return False
        if f.chosen in ("type", "land type") and s.chosen_type not in c.subtypes:
            return False
        if f.chosen == "name" and s.chosen_name.casefold() != p.face.name.casefold():
            return False
        if f.chosen == "exiled card" and (s.imprint is None or s.imprint.name.casefold() != p.face.name.casefold()):
            return False
    if f.produces_mana and any(ast.is_mana_ability(a) for a in c.abilities) != (f.produces_mana == "yes"):
        return False
    return not f.quality or _quality(g, f.quality, p, c)


def _quality(g: Game, word: str, p: Permanent, c) -> bool:
    if word == "historic":  # CR 700.6
        return "artifact" in c.types or "legendary" in c.supertypes or "saga" in c.subtypes
    if word == "entered this turn":
        return p.entered
    if word == "attacking":
        return p.attacking and g.step == "combat"
    if word == "attacked this turn":
        return p.attacked
    if word == "commander":
        return p.commander
    on = [q for q in g.permanents() if q.attached is p]
    if word == "enchanted":
        return any("aura" in layers.characteristics(g, q).subtypes for q in on)
    if word == "equipped":
        return any("equipment" in layers.characteristics(g, q).subtypes for q in on)
    if word == "modified":  # CR 700.9
        return bool(on) or any(p.counters.values())
    if word.startswith("without ") and word.removeprefix("without ") in ("flying", "trample", "reach", "haste"):
        return word.removeprefix("without ") not in c.keywords
    raise TwinLacks(f"quality {word}")


def matches_card(g: Game, f, card: Card, ctx: Context | None = None) -> bool:
    return matches_face(g, f, card.front, ctx)


def matches_face(g: Game, f, face: Face, ctx: Context | None = None) -> bool:
    """Whether a card or spell matches a filter; it is yours."""
    if f is None:
        return True
    keywords = {a.name for a in face.abilities if isinstance(a, ast.Keyword)}
    subtypes = set(face.subtypes) | (g.script.creature_types if "changeling" in keywords else set())
    for part in parts(f):
        part = _limited(g, part, ctx)
        if not _values(part, face.types, face.supertypes, subtypes, face.colors, face.mana_value, face.power,
                       face.toughness,
                       keywords, face.name):  # fmt: skip
            continue
        if part.controller == "opponent" and (ctx is None or ctx.controller == 0):
            continue
        if part.token == "token" or part.counter or part.tapped:
            continue
        if part.chosen and ctx is not None and ctx.source is not None:
            s = ctx.source
            if part.chosen == "color" and s.chosen_color not in face.colors:
                continue
            if part.chosen in ("type", "land type") and s.chosen_type not in subtypes:
                continue
            if part.chosen == "name" and s.chosen_name.casefold() != face.name.casefold():
                continue
        if part.quality == "historic" and not (
            "artifact" in face.types or "legendary" in face.supertypes or "saga" in subtypes
        ):
            continue
        if part.quality in ("has {x}", "no {x}"):
            if ("{X}" in (face.cost or "")) != (part.quality == "has {x}"):
                continue
        elif part.quality.startswith("mana cost "):
            if (face.cost or "") not in part.quality.removeprefix("mana cost ").split(" or "):
                continue
        elif part.quality not in ("", "historic"):
            raise TwinLacks(f"quality {part.quality} of a card")
        return True
    return False


def covers(g: Game, what, p: Permanent, ctx: Context) -> bool:
    """Whether a selector names the permanent."""
    if isinstance(what, ast.This):
        return p is ctx.source
    if isinstance(what, ast.Attached):
        return ctx.source is not None and ctx.source.attached is p
    if isinstance(what, ast.That):
        return p is ctx.that
    if isinstance(what, (ast.Each, ast.Target, ast.Choose)):
        return matches(g, what.filter, p, ctx)
    if isinstance(what, (ast.Filter, ast.AnyOf)):
        return matches(g, what, p, ctx)
    if isinstance(what, ast.You):
        return False
    raise TwinLacks(f"selector {type(what).__name__}")


def one(g: Game, what, ctx: Context) -> Permanent | None:
    """The one permanent that a selector names."""
    if isinstance(what, ast.This):
        return ctx.source
    if isinstance(what, ast.Attached):
        return ctx.source.attached if ctx.source is not None else None
    if isinstance(what, ast.That):
        return ctx.that
    raise TwinLacks(f"one object by {type(what).__name__}")


# ---------------------------------------------------------------------------------------------- amounts


def amount(g: Game, n, ctx: Context) -> int:
    """CR 107."""
    if isinstance(n, int):
        return n
    match n:
        case ast.X():
            return ctx.x
        case ast.Count():
            if n.zone == "battlefield":
                return sum(matches(g, n.filter, p, ctx) for p in g.permanents())
            if n.zone == "library":
                return len(g.library())
            return sum(matches_card(g, n.filter, c, ctx) for c in g.zone(n.zone))
        case ast.Devotion():
            return devotion(g, ctx.chosen_color if n.chosen else n.colors, ctx)
        case ast.Counters():
            p = one(g, n.of, ctx)
            return 0 if p is None else sum(p.counters.values()) if n.kind in ("", "any") else p.counters.get(n.kind, 0)
        case ast.Stat():
            return stat(g, n, ctx)
        case ast.Greatest():
            return max((number_of(g, n.what, p) for p in g.permanents() if matches(g, n.filter, p, ctx)), default=0)
        case ast.Total():
            return sum(number_of(g, n.what, p) for p in g.permanents() if matches(g, n.filter, p, ctx))
        case ast.Kinds():
            return kinds(g, n, ctx)
        case ast.Number():
            return number(g, n.what, ctx)
        case ast.Plus():
            return amount(g, n.left, ctx) + amount(g, n.right, ctx)
        case ast.Times():
            return amount(g, n.left, ctx) * amount(g, n.right, ctx)
        case ast.Minus():
            return max(0, amount(g, n.left, ctx) - amount(g, n.right, ctx))  # CR 107.1b
        case ast.Half():
            v = amount(g, n.of, ctx)
            return -(-v // n.by) if n.rounded == "up" else v // n.by
    raise TwinLacks(f"amount {type(n).__name__}")


def devotion(g: Game, colors: str, ctx: Context) -> int:
    """CR 700.5: symbols of these colours in mana costs of your permanents."""
    n = 0
    for p in g.permanents():
        if p.controller == ctx.controller:
            n += sum(1 for s in read_cost(p.face.cost)[1] if not s.snow and set(s.types) & set(colors) & set("WUBRG"))
    return n


def number_of(g: Game, what: str, p: Permanent) -> int:
    c = layers.characteristics(g, p)
    if what == "power":
        return c.power
    if what == "toughness":
        return c.toughness
    if what == "mana value":
        return p.face.mana_value
    if what == "loyalty":
        return p.counters.get("loyalty", 0)
    raise TwinLacks(f"number {what}")


def stat(g: Game, n, ctx: Context) -> int:
    p = one(g, n.of, ctx)
    if p is None and ctx.sacrificed is not None:
        p = ctx.sacrificed
    if p is not None:
        return number_of(g, n.what, p)
    if ctx.that_card is not None and n.what == "mana value":
        return ctx.that_card.front.mana_value
    if ctx.event_face is not None and isinstance(n.of, ast.That) and n.what == "mana value":  # of the spell cast
        if "X" in (ctx.event_face.cost or ""):
            raise TwinLacks("the mana value of a spell with X")  # CR 202.3e
        return ctx.event_face.mana_value
    return 0


def kinds(g: Game, n, ctx: Context) -> int:
    """How many different ones (CR 205.2b and others)."""
    seen: set = set()
    if n.zone == "graveyard":
        for c in g.graveyard:
            if matches_card(g, n.filter, c, ctx):
                seen |= {"card types": c.front.types, "colors": c.front.colors, "names": {c.front.name},
                         "mana values": {c.front.mana_value}, "powers": {c.front.power},
                         "basic land types": c.front.subtypes & set(BASIC)}[n.of]  # fmt: skip
        return len(seen)
    for p in g.permanents():
        if not matches(g, n.filter, p, ctx):
            continue
        c = layers.characteristics(g, p)
        seen |= {"basic land types": c.subtypes & set(BASIC), "colors": c.colors, "card types": c.types,
                 "names": {p.face.name},
                 "powers": {c.power}, "mana values": {p.face.mana_value}}[n.of]  # fmt: skip
    return len(seen)


def number(g: Game, what: str, ctx: Context) -> int:
    simple = {
        "life": g.life, "hand": len(g.hand), "library": len(g.library()), "opponents": g.opponents, "turn": g.turn,
        "spells cast this turn": g.spells_cast, "colors spent": len(set(ctx.spent) & set("WUBRG")), "kicks": ctx.kicks,
        "spells cast last turn": g.spells_last, "mana spent": len(ctx.spent),
        "instants and sorceries cast this turn": sum(bool(f.types & {"instant", "sorcery"}) for f in g.cast_faces),
        "that much": ctx.amount, "energy": g.energy, "lands played this turn": g.lands_played,
        "creatures died this turn": g.died, "cards drawn this turn": g.draws, "unspent mana": len(g.pool),
        "attackers this turn": g.attacked, "life gained this turn": g.life_gained,
        "life lost this turn": g.life_lost, "cards discarded this turn": g.discarded,
    }  # fmt: skip
    if what == "starting life":
        return g.starting_life
    if zero_number(what):
        return 0
    if what not in simple:
        raise TwinLacks(f"number {what}")
    return simple[what]


# ------------------------------------------------------------------------------------------- conditions


def condition(g: Game, n, ctx: Context) -> bool:
    """CR 608.2 and 603.4: conditions are read from the game as it is."""
    if n is None:
        return True
    match n:
        case ast.Compare():
            return _OPS[n.op](amount(g, n.left, ctx), amount(g, n.right, ctx))
        case ast.Not():
            return not condition(g, n.of, ctx)
        case ast.All():
            return all(condition(g, c, ctx) for c in n.of)
        case ast.Any():
            return any(condition(g, c, ctx) for c in n.of)
        case ast.Is():
            p = one(g, n.what, ctx)
            if p is not None:
                return matches(g, n.filter, p, ctx)
            card = ctx.that_card or ctx.card
            return card is not None and matches_card(g, n.filter, card, ctx)
        case ast.Fact():
            return fact(g, n.what, ctx)
    raise TwinLacks(f"condition {type(n).__name__}")


def fact(g: Game, what: str, ctx: Context) -> bool:
    match what:
        case "your turn":
            return g.active == ctx.controller
        case "not your turn":
            return g.active != ctx.controller
        case "kicked":
            return ctx.kicks > 0
        case "was cast":
            return ctx.cast_from != ""
        case "cast from graveyard" | "cast from exile":
            return ctx.cast_from == what.split()[-1]
        case "main phase":
            return g.step in ("precombat main", "postcombat main")
        case "monarch":
            return g.monarch
        case "no spells last turn":
            return g.spells_last == 0
        case "two spells last turn":
            return g.spells_last >= 2
        case "attached":
            return ctx.source is not None and ctx.source.attached is not None
        case "first resolution this turn":
            return ctx.resolution == 1
        case "cast from hand":
            return ctx.cast_from == "hand"
        case "that was cast":
            return ctx.that is not None and ctx.that.cast_from != ""
        case "that cast from hand" | "that cast from graveyard":
            return ctx.that is not None and ctx.that.cast_from == what.split()[-1]
        case "first main phase":
            return g.step == "precombat main"
        case "on the play":
            return g.on_the_play
        case "no mana spent":
            return not ctx.spent
        case "commander in play":
            return any(p.commander and p.controller == ctx.controller for p in g.permanents())
        case "paid":
            return ctx.paid
        case "attacked this turn":
            return g.attacked > 0
        case "this is attacking":
            return ctx.source is not None and ctx.source.attacking and g.step == "combat"
        case "permanent left this turn":
            return g.left > 0
        case "first combat":
            return g.step == "combat" and g.combats == 1
        case "never":
            return False
        case "creature died this turn":
            return g.died > 0
        case "imprinted":
            return ctx.source is not None and ctx.source.imprint is not None
        case "discarded this turn":
            return g.discarded > 0
        case "descended this turn":
            return g.descended
        case "escaped":
            return ctx.keyword == "escape"
        case "this in play":
            return ctx.source is not None and ctx.source.alive
        case "this in graveyard":
            return ctx.card is not None and ctx.card in g.graveyard
        case "did":
            if ctx.did is None:
                raise TwinLacks(f"whether {ctx.before} did anything")
            return ctx.did
        case "new since upkeep":  # CR 702.30a: since the beginning of the upkeep before this one
            return ctx.source is not None and ctx.source.upkeeps >= g.upkeeps - 1
        case "this is monstrous" | "this is renowned":
            return ctx.source is not None and ctx.source.monstrous
        case "landfall this turn":
            return g.lands_entered > 0
        case "opponent controls more lands":
            lands = [p for p in g.permanents() if "land" in layers.characteristics(g, p).types]
            theirs = sum(p.controller != ctx.controller for p in lands)
            if g.theirs is not None and not ctx.controller:
                theirs = max(theirs, g.theirs(rounds(g))[1])
            return theirs > sum(p.controller == ctx.controller for p in lands)
    if what.startswith("paid ") and what.removeprefix("paid ") in _PAID:
        return ctx.keyword == what.removeprefix("paid ")
    first, _, number_ = what.rpartition(" ")
    if first == "resolution":
        return ctx.resolution == int(number_)
    if first == "chose" and number_.isdigit():
        return ctx.source is not None and int(number_) - 1 in ctx.source.modes_ever
    if (least := life_of_anybody(what)) is not None:
        return g.life <= least  # opponents' life isn't touched
    if false_fact(what):
        return False  # of opponents who do nothing, or of fights
    raise TwinLacks(f"fact {what}")


# -------------------------------------------------------------------------------------- sets of types


def in_order(letters) -> str:
    return "".join(t for t in TYPES_OF_MANA if t in letters)


def type_set(g: Game, n, ctx: Context) -> str:
    """The types of mana a set names; an undefined set is empty (CR 106.5)."""
    if isinstance(n, ast.Colors):
        return in_order(n.of)
    match n.source:
        case "identity":
            found = g.identity  # CR 903.4
        case "chosen":
            found = (ctx.source.chosen_color if ctx.source is not None else "") or ctx.chosen_color
        case "could produce":
            found = "".join(could_produce(g, p) for p in g.permanents() if matches(g, n.filter, p, ctx))
            found += opponents_lands(g, n.filter, ctx)
        case "among":
            found = "".join(
                c for p in g.permanents() if matches(g, n.filter, p, ctx) for c in layers.characteristics(g, p).colors
            )
        case "imprinted":
            kind = ctx.source.imprint if ctx.source is not None else None
            found = "".join(kind.faces[0].colors) if kind is not None else ""
        case "produced":
            found = ctx.produced
        case "spent":
            found = ctx.spent
        case "sacrificed":
            found = "".join(layers.characteristics(g, ctx.sacrificed).colors) if ctx.sacrificed is not None else ""
        case _:
            raise TwinLacks(f"types from {n.source}")
    return in_order(found if n.types else set(found) & set("WUBRG"))


def rounds(g: Game) -> int:
    """Turns that each opponent has had: all of them before ours, if we didn't begin."""
    return g.turn - 1 if g.on_the_play else g.turn


def opponents_lands(g: Game, filter_, ctx: Context) -> str:
    """What the basic lands that the scenario gives opponents could produce, if a land of theirs is meant."""
    if g.theirs is None or ctx.controller or not isinstance(filter_, ast.Filter) or filter_.controller == "you":
        return ""
    plain = ast.Filter(types=filter_.types, controller=filter_.controller)
    return g.theirs(rounds(g))[0] if filter_ == plain and filter_.types in ((), ("land",)) else ""


def could_produce(g: Game, p: Permanent) -> str:
    """CR 106.7: every type that some ability of the permanent would make if it resolved now, costs ignored.

    A least fixed point where permanents read one another.
    """
    layers.characteristics(g, p)
    if g.could is None:
        g.could = dict.fromkeys(g.battlefield, "")
        while True:
            new = {q: in_order(_could(g, q)) for q in g.permanents()}
            if all(g.could[q] == t for q, t in new.items()):
                break
            g.could.update(new)
    return g.could[p]


def _could(g: Game, p: Permanent) -> set:
    found: set = set()
    ctx = layers.source_context(p)
    for a in layers.characteristics(g, p).abilities:
        # what waits for combat damage would make as much as was dealt: nothing
        if isinstance(a, ast.Activated) or (isinstance(a, ast.Triggered) and as_run(a) is not None):
            found |= _could_effects(g, a.effects, ctx)
    return replaced_types(g, p, found)


def _could_effects(g: Game, effects, ctx) -> set:
    found: set = set()
    for e in effects:
        match e:
            case ast.AddMana():
                found |= could_mana(g, e.mana, ctx)
            case ast.If() if any(isinstance(n, ast.AddMana) for n in e.walk()):
                if isinstance(e.condition, ast.Is) and isinstance(e.condition.what, ast.That):  # not yet seen: either
                    found |= _could_effects(g, (*e.then, *e.otherwise), ctx)
                else:
                    found |= _could_effects(g, e.then if condition(g, e.condition, ctx) else e.otherwise, ctx)
            case ast.May() | ast.Repeat():
                found |= _could_effects(g, e.effects, ctx)
    return found


def could_mana(g: Game, m, ctx) -> set:
    """Types that a production could make; X and other numbers chosen for a cost are taken as at least one."""
    match m:
        case ast.Bundle():
            free = isinstance(m.times, (ast.X, ast.Counters, ast.Number))
            if not free and amount(g, m.times, ctx) <= 0:
                return set()
            return set(symbols_of(m.symbols))
        case ast.OneOf():
            return {t for b in m.bundles for t in could_mana(g, b, ctx)}
        case ast.EitherMana():
            return {t for b in m.options for t in could_mana(g, b, ctx)}
        case ast.OneColor() | ast.Combination() | ast.EachColor():
            if isinstance(m.colors, ast.ColorsFrom) and m.colors.source == "could produce":
                found = {t for p in g.permanents() if matches(g, m.colors.filter, p, ctx) for t in g.could[p]}
                found |= set(opponents_lands(g, m.colors.filter, ctx))
                return found if m.colors.types else found & set("WUBRG")
            return set(type_set(g, m.colors, ctx))
    raise TwinLacks(f"mana {type(m).__name__}")


def symbols_of(text: str) -> str:
    """Produced mana such as "{G}{G}" as letters."""
    out = ""
    for s in text.replace("}", " ").replace("{", " ").split():
        out += "C" * int(s) if s.isdigit() else s
    return out


def replaced_types(g: Game, p: Permanent, found: set) -> set:
    """Types after the replacement effects on production, in any order the player likes (CR 106.12b, 106.7, 616.1)."""
    effects = [x for x in in_force(g, ast.ManaInstead) if x.node.mana is not None and covers(g, x.node.what, p, x.ctx)]
    if not effects or not found:
        return found
    out: set = set()

    def walk(types: frozenset, left: list) -> None:
        usable = [x for x in left if not x.node.if_produces or types & set(x.node.if_produces)]
        if not usable:
            out.update(types)
        for x in usable:
            m = x.node.mana
            new = type_set(g, m, x.ctx) if isinstance(m, (ast.Colors, ast.ColorsFrom)) else could_mana(g, m, x.ctx)
            walk(frozenset(new), [y for y in left if y is not x])

    for t in found:
        walk(frozenset(t), effects)
    return out


def in_force(g: Game, kind) -> list:
    """Static effects of one class in force now."""
    if g.cache is None:
        g.cache = layers.compute(g)
    return layers.statics(g, g.cache, kind)
