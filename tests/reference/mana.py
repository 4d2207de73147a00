"""Producing mana (CR 106, 605, 614, 616) and paying it (CR 107.4, 118, 601.2g-h)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from untap.oracle import ast

from . import effects, layers, values
from .model import GENERIC, TYPES_OF_MANA, Context, Face, Game, Mismatch, Permanent, Symbol, TwinLacks, Unit

# --------------------------------------------------------------------------------------------- producing


def units_of(g: Game, m, ctx: Context) -> str:
    """The mana that a production makes, with the player's choices (CR 106.1, 106.3)."""
    match m:
        case ast.Bundle():
            return values.symbols_of(m.symbols) * max(0, values.amount(g, m.times, ctx))
        case ast.OneOf():
            return _one_of(g, m, ctx)
        case ast.EitherMana():
            k = g.script.choose(list(range(len(m.options))), "index")
            return units_of(g, m.options[k], ctx)
        case ast.OneColor():
            types, n = values.type_set(g, m.colors, ctx), values.amount(g, m.amount, ctx)
            return _color(g, types) * n if types and n > 0 else ""
        case ast.Combination():
            types, n = values.type_set(g, m.colors, ctx), values.amount(g, m.amount, ctx)
            made = ""
            for _ in range(n if types else 0):
                left = "".join(t for t in types if not (m.different and t in made))
                made += _color(g, left) if left else ""
            return made
        case ast.EachColor():
            return values.type_set(g, m.colors, ctx)
    raise TwinLacks(f"mana {type(m).__name__}")


def _color(g: Game, types: str) -> str:
    return g.script.choose(list(types), "color")


def _one_of(g: Game, m, ctx: Context) -> str:
    """One of several bundles: chosen as such, or symbol by symbol towards one of them."""
    bundles = [units_of(g, b, ctx) for b in m.bundles]
    if g.script.next_decision_is("index"):
        return bundles[g.script.choose(list(range(len(bundles))), "index")]
    made = ""
    left = [Counter(b) for b in bundles]
    while any(left):
        types = values.in_order({t for b in left for t in b})
        t = _color(g, types)
        made += t
        left = [b - Counter(t) for b in left if b[t]]
    return made


def add(g: Game, node: ast.AddMana, ctx: Context, tapped: Permanent | None = None) -> str:
    """Add mana to the pool (CR 106.3-106.4); ``tapped`` is what is tapped for it.  Returns the types made."""
    units = units_of(g, node.mana, ctx)
    if not units:
        return ""
    if ctx.controller != 0 and node.player == "you":
        return ""  # an opponent's own pool isn't followed
    if node.player == "active player" and g.active != 0:
        return ""
    if tapped is not None:
        units = replaced(g, tapped, units)
    snow = ctx.source is not None and "snow" in layers.characteristics(g, ctx.source).supertypes  # CR 106.11 (107.4h)
    for t in units:
        g.pool.append(Unit(t, node.spend, snow, node.until, bool(node.spent_effects)))
        g.note("mana", t)
    return units


def replaced(g: Game, p: Permanent, units: str) -> str:
    """Replacement effects on tapping for mana, each once, in the order the player chooses (CR 106.12b, 616.1)."""
    found = []
    for x in values.in_force(g, ast.ManaInstead):
        n = x.node
        if n.whose == "you" and x.ctx.controller != p.controller:
            continue
        if values.covers(g, n.what, p, x.ctx):
            found.append(x)
    if not found:
        return units
    if len(found) > 1 and any(
        x.node.mana is not None or x.node.if_produces or x.node.plus or x.node.at_least for x in found
    ):
        return _in_some_order(g, p, units, found)
    for x in found:
        units = _instead(g, x, units)
    return units


def _instead(g: Game, x, units: str) -> str:
    n = x.node
    if (n.if_produces and not set(units) & set(n.if_produces)) or len(units) < n.at_least:
        return units
    if n.whole:
        units = units_of(g, n.mana, x.ctx)
    elif n.mana is not None:
        if isinstance(n.mana, (ast.Colors, ast.ColorsFrom)):
            types = values.type_set(g, n.mana, x.ctx)
            units = "".join(_color(g, types) for _ in units) if types else ""
        else:
            made = values.in_order(values.could_mana(g, n.mana, x.ctx))
            units = "".join(_color(g, made) for _ in units) if made else ""
    elif n.times > 1:
        units = "".join(t * n.times for t in units)
    if n.plus and units:
        units += units[-1] * n.plus
    return units


def _in_some_order(g: Game, p: Permanent, units: str, found) -> str:
    """Several replacement effects: the order that the log's mana shows, if there is one."""
    made = g.script.mana_ahead()
    if made is None:
        out = units
        for x in g.script.choose(list(permutations(found)), "order"):
            out = _instead(g, x, out)
        return out
    state = g.script.mark()

    def in_order(order) -> str | None:
        g.script.back(state)
        try:
            out = units
            for x in order:
                out = _instead(g, x, out)
        except Mismatch:
            return None
        return out if Counter(made[: len(out)]) == Counter(out) else None

    fitting = [(len(out), order) for order in permutations(found) if (out := in_order(order)) is not None]
    if not fitting:
        raise Mismatch(f"tapping {p} for {units}: no order of the replacement effects gives {made}")
    return in_order(max(fitting, key=lambda fit: fit[0])[1]) or ""


def resolve_ability(g: Game, p: Permanent | None, a: ast.Activated, ctx: Context) -> None:
    """A mana ability resolves at once (CR 605.3b), and what it triggers with it (605.4a)."""
    taps = p if any(isinstance(x, ast.TapThis) for x in a.cost.parts) else None
    ctx.produced = ""
    for e in a.effects:
        mana_effect(g, e, ctx, taps)
    if taps is not None and ctx.produced:
        tapped_for_mana(g, taps, ctx.produced)


def mana_effect(g: Game, e, ctx: Context, tapped: Permanent | None) -> None:
    if isinstance(e, ast.AddMana):
        ctx.produced = values.in_order(set(ctx.produced) | set(add(g, e, ctx, tapped)))
    elif isinstance(e, ast.If):
        for sub in e.then if values.condition(g, e.condition, ctx) else e.otherwise:
            mana_effect(g, sub, ctx, tapped)
    else:
        effects.carry_out(g, e, ctx)


def is_triggered_mana_ability(a: ast.Triggered) -> bool:
    """CR 605.1b: no target, triggers from a mana ability, could add mana."""
    nodes = [n for e in a.effects for n in e.walk()]
    return not any(isinstance(n, ast.Target) for n in nodes) and any(isinstance(n, ast.AddMana) for n in nodes)


def tapped_for_mana(g: Game, p: Permanent, produced: str) -> None:
    """CR 106.12a: triggers on tapping for mana; triggered mana abilities resolve at once (605.4a)."""
    from . import events

    for q, a, ctx in events.triggered_by(g, "tapped for mana", p, actor=p.controller, produced=produced):
        g.note("trigger", a, q)
        if not is_triggered_mana_ability(a):
            events.wait(g, q, a, ctx)
            continue
        for e in a.effects:
            if isinstance(e, ast.AddMana):  # "that player adds": who tapped it
                if p.controller == 0:
                    add(g, e, ctx.but(controller=0))
            else:
                effects.carry_out(g, e, ctx)
    for x in values.in_force(g, ast.DelayedTrigger):
        event = x.node.event[0] if isinstance(x.node.event, tuple) else x.node.event
        if event.kind == "tapped for mana" and events.event_matches(g, event, x.ctx, p, None, p.controller):
            for e in x.node.effects:
                if isinstance(e, ast.AddMana) and p.controller == 0:
                    add(g, e, x.ctx.but(that=p, produced=produced, controller=0))


# ------------------------------------------------------------------------------------------------ paying


@dataclass
class Purpose:
    """What mana is spent on (CR 106.6)."""

    spell: Face | None = None
    ability_of: Any = None  # a permanent, or the face of a card
    has_x: bool = False
    only: str = ""  # types that may pay ("spend only ... mana")


def allowed(g: Game, u: Unit, purpose: Purpose) -> bool:
    """Whether a unit may be spent on it (CR 106.6)."""
    if purpose.only and u.type not in purpose.only:
        return False
    s = u.spend
    if s is None:
        return True
    if "costs that contain {X}" in s.other and purpose.has_x:
        return True
    if purpose.spell is not None:
        return s.spells is not None and values.matches_face(g, s.spells, purpose.spell, Context())
    if purpose.ability_of is not None and s.abilities is not None:
        if isinstance(purpose.ability_of, Permanent):
            return values.matches(g, s.abilities, purpose.ability_of, Context())
        return values.matches_face(g, s.abilities, purpose.ability_of, Context())
    return False


def spent_as(g: Game, u: Unit, purpose: Purpose) -> str:
    """The types as which a unit may be spent (CR 609.4b)."""
    found = [x for x in values.in_force(g, ast.SpendAs) if x.ctx.controller == 0 and u.type in x.node.mana]
    types = "" if any(x.node.only for x in found) else u.type
    for x in found:
        n = x.node
        if n.spells is not None and (
            purpose.spell is None or not values.matches_face(g, n.spells, purpose.spell, x.ctx)
        ):
            continue
        if n.abilities is not None and not (
            isinstance(purpose.ability_of, Permanent) and values.matches(g, n.abilities, purpose.ability_of, x.ctx)
        ):
            continue
        types += n.as_
    return types


def settles(g: Game, units: list[Unit], symbols: list[Symbol], purpose: Purpose, helps=()) -> int | None:
    """Life that must be paid so that exactly these units pay all symbols (CR 107.4e-f, h); None if they don't.

    ``helps`` are the types that each permanent tapped to help pays for beside generic mana (CR 702.51a, 702.126a).
    """
    if any(not allowed(g, u, purpose) for u in units):
        return None
    spent = {id(u) for u in units}
    units = [*units, *[Unit(types) for types in helps]]

    def fits(u: Unit, s: Symbol) -> bool:
        types = spent_as(g, u, purpose) if id(u) in spent else u.type
        return bool(set(types) & set(s.types)) and (u.snow or not s.snow)

    best: list[int | None] = [None]

    def walk(k: int, left: list[Unit], life: int, generic: int) -> None:
        if best[0] is not None and best[0] <= life:
            return
        if k == len(special):
            if generic == len(left):
                best[0] = life
            return
        s = special[k]
        seen = set()
        for i, u in enumerate(left):
            if fits(u, s) and (u.type, u.snow) not in seen:
                seen.add((u.type, u.snow))
                walk(k + 1, left[:i] + left[i + 1 :], life, generic)
        if s.phyrexian:
            walk(k + 1, left, life + 2, generic)
        if s.two:
            walk(k + 1, left, life, generic + 2)

    special = [s for s in symbols if s != GENERIC]
    special.sort(key=lambda s: len(s.types))
    walk(0, list(units), 0, len(symbols) - len(special))
    return best[0]


def pay(
    g: Game, generic: int, symbols: list[Symbol], purpose: Purpose, ctx: Context, help_: str = "", others=()
) -> str:
    """Mana abilities may be activated (CR 601.2g), then the mana is paid (601.2h).  Returns the types spent.

    ``others``: further totals, of which the player may have chosen one before.
    """
    from . import actions

    wanted = [*symbols, *[GENERIC] * max(0, generic)]
    totals = [wanted, *[[*s, *[GENERIC] * max(0, n)] for n, s in others]]
    if not wanted:
        return ""  # what the log activates next is for something else
    if hasattr(g.script, "pay_from_pool"):
        return g.script.pay_from_pool(g, wanted, purpose)
    helps: list[Permanent] = []
    colors: list[str] = []
    while True:
        if g.script.next_is("activate"):
            actions.activate_within(g)
        elif g.script.next_is("help"):
            helps.append(_helper(g, help_))
            colors.append("".join(layers.characteristics(g, helps[-1]).colors) if help_ == "convoke" else "")
        else:
            break
    spent = []
    while g.script.next_is("spend") and len(spent) + len(helps) < max(map(_most, totals)):
        letter, spend, snow = g.script.spent()
        for u in g.pool:
            if u.type == letter and u.spend == spend and u.snow == snow and u not in spent:
                if u.rider:
                    raise TwinLacks("what follows spent mana")
                spent.append(u)
                break
        else:
            raise Mismatch(f"{letter} (restriction {spend}, snow {snow}) was spent but isn't in the pool {g.pool}")
        g.note("spend", letter)
    life = next((n for t in totals if (n := settles(g, spent, t, purpose, colors)) is not None), None)
    if life is None:
        raise Mismatch(f"{spent} don't pay {[s.types for s in wanted]} ({purpose}); pool {g.pool}")
    if life:
        if g.life < life:
            raise Mismatch("more life paid than there is (CR 119.4)")
        effects.change_life(g, -life)
    g.pool = [u for u in g.pool if u not in spent]
    g.touch()
    return "".join(u.type for u in spent)


def _most(wanted) -> int:
    return sum(2 if s.two else 1 for s in wanted)


def _helper(g: Game, help_: str) -> Permanent:
    """Convoke and improvise: an untapped creature or artifact is tapped (CR 702.51, 702.126)."""
    p = g.script.helper()
    c = layers.characteristics(g, p)
    words = {"convoke": {"creature"}, "improvise": {"artifact"}, "waterbend": {"artifact", "creature"}}
    if not c.types & words.get(help_, set()) or p.tapped or p.controller != 0:
        raise Mismatch(f"{p} can't help to pay")
    effects.tap(g, p)
    return p


def empty_pool(g: Game, end_of_turn: bool) -> None:
    """Unspent mana empties as a step or phase ends (CR 500.5), unless something keeps it."""
    kept = []
    keepers = (
        [x.node for x in values.in_force(g, ast.KeepMana) if x.ctx.controller == 0 or x.node.player == "each"]
        if g.pool
        else []
    )
    stays = "".join(n.colors for n in keepers if not n.becomes)
    becomes = [n.becomes for n in keepers if n.becomes]
    for u in g.pool:
        if u.until == "forever" or (u.until == "turn" and not end_of_turn) or u.type in stays:
            kept.append(u)
        elif becomes:
            u.type = becomes[0]
            kept.append(u)
    g.pool = kept
    g.touch()


def payable_simply(g: Game, generic: int, symbols, purpose: Purpose) -> bool:
    """Whether the pool alone pays."""
    wanted = [*symbols, *[GENERIC] * max(0, generic)]
    usable = [u for u in g.pool if allowed(g, u, purpose)]
    types = {id(u): set(spent_as(g, u, purpose)) for u in usable}

    def walk(k: int, left, life: int, need: int) -> bool:
        if k == len(special):
            return need <= len(left)
        s = special[k]
        for i, u in enumerate(left):
            fits = types[id(u)] & set(s.types) and (u.snow or not s.snow)
            if fits and walk(k + 1, left[:i] + left[i + 1 :], life, need):
                return True
        if s.phyrexian and g.life >= life + 2 and walk(k + 1, left, life + 2, need):
            return True
        return s.two and walk(k + 1, left, life, need + 2)

    special = [s for s in wanted if s != GENERIC]
    return walk(0, usable, 0, len(wanted) - len(special))


ALL = TYPES_OF_MANA
