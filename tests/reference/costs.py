"""Costs: whether their parts can be paid, paying them, and total costs (CR 118, 601.2f-h, 602.2b)."""

from __future__ import annotations

from dataclasses import replace

from untap.oracle import ast

from . import effects, events, layers, mana, values
from .model import Card, Context, Face, Game, Mismatch, Permanent, TwinLacks, read_cost


def unsick(g: Game, p: Permanent) -> bool:
    """CR 302.6: {T} and {Q} of a creature need it under control continuously since the turn began, or haste."""
    c = layers.characteristics(g, p)
    return "creature" not in c.types or not p.sick or bool({"haste", "haste for abilities"} & c.keywords)


def is_this(f) -> bool:
    return isinstance(f, ast.Filter) and f.which == "this"


def candidates(g: Game, f, ctx: Context, tapped: bool | None = None) -> list[Permanent]:
    """Permanents of the payer that match (CR 118.3: only what one has can pay)."""
    return [p for p in g.permanents() if p.controller == ctx.controller and (tapped is None or p.tapped == tapped)
            and values.matches(g, f, p, ctx)]  # fmt: skip


def cards(g: Game, zone: str, f, ctx: Context) -> list[Card]:
    if zone == "library":
        raise TwinLacks("cards of the library as a cost")
    return [c for c in g.zone(zone) if c is not ctx.card and values.matches_card(g, f, c, ctx)]


def symbols(g: Game, part: ast.Mana, ctx: Context) -> str:
    """The symbols of a mana cost, as often as it says."""
    return part.symbols * values.amount(g, part.times, ctx)


def text_of(g: Game, parts, ctx: Context) -> str:
    """All mana symbols of a cost."""
    return "".join(symbols(g, part, ctx) for part in parts if isinstance(part, ast.Mana))


def payable(g: Game, parts, ctx: Context) -> bool:
    """Whether all parts but mana could be paid together (CR 118.3)."""
    return all(_payable(g, p, ctx) for p in parts) and _together(g, parts, ctx)


def _together(g: Game, parts, ctx: Context) -> bool:
    """What is tapped or sacrificed for one part can't serve another that needs it untapped or there."""
    source = ctx.source
    taps = any(isinstance(p, ast.TapThis) for p in parts)
    for p in parts:
        if isinstance(p, ast.TapOthers) and taps and source is not None:
            found = [q for q in candidates(g, p.filter, ctx, False) if q is not source]
            if len(found) < values.amount(g, p.amount, ctx):
                return False
        if isinstance(p, ast.UntapOthers) and any(isinstance(q, ast.UntapThis) for q in parts):
            found = [q for q in candidates(g, p.filter, ctx, True) if q is not source]
            if len(found) < values.amount(g, p.amount, ctx):
                return False
    gone = any(isinstance(p, ast.SacrificeCost) and is_this(p.filter) for p in parts)
    for p in parts:
        if gone and isinstance(p, ast.SacrificeCost) and not is_this(p.filter):
            found = [q for q in candidates(g, p.filter, ctx) if q is not source]
            if len(found) < values.amount(g, p.amount, ctx):
                return False
    life = sum(values.amount(g, p.amount, ctx) for p in parts if isinstance(p, ast.PayLife))
    return not life or g.life >= life


def _payable(g: Game, part, ctx: Context) -> bool:
    p = ctx.source
    match part:
        case ast.Mana():
            return True  # the log shows whether it could
        case ast.TapThis():
            return p is not None and not p.tapped and unsick(g, p)
        case ast.UntapThis():
            return p is not None and p.tapped and unsick(g, p) and not p.counters.get("stun")
        case ast.PayLife():
            return g.life >= values.amount(g, part.amount, ctx)  # CR 119.4
        case ast.PayEnergy():
            return g.energy >= values.amount(g, part.amount, ctx)
        case ast.TapOthers():
            return len(candidates(g, part.filter, ctx, False)) >= values.amount(g, part.amount, ctx)
        case ast.UntapOthers():
            return len(candidates(g, part.filter, ctx, True)) >= values.amount(g, part.amount, ctx)
        case ast.SacrificeCost() | ast.ReturnCost():
            if is_this(part.filter):
                return p is not None and p.alive
            return len(candidates(g, part.filter, ctx)) >= values.amount(g, part.amount, ctx)
        case ast.DiscardCost() | ast.RevealCost():
            if is_this(part.filter):
                return ctx.card is not None
            n = values.amount(g, part.amount, ctx)
            return n < 0 or len(cards(g, "hand", part.filter, ctx)) >= n
        case ast.ExileCost():
            if is_this(part.filter):
                return True
            n = values.amount(g, part.amount, ctx)
            if part.zone == "battlefield":
                return len(candidates(g, part.filter, ctx)) >= n
            return len(cards(g, part.zone, part.filter, ctx)) >= n
        case ast.RemoveCountersCost():
            q = values.one(g, part.of, ctx)
            n = values.amount(g, part.amount, ctx)
            return q is not None and q.counters.get(part.kind, 0) >= n
        case ast.PutCountersCost():
            return not isinstance(part.of, ast.Choose) or bool(_on(g, part.of, ctx))
        case ast.ExertCost():
            return True
        case ast.LoyaltyCost():
            return p is not None and p.counters.get("loyalty", 0) + values.amount(g, part.amount, ctx) >= 0
        case ast.MillCost():
            return len(g.library()) >= values.amount(g, part.amount, ctx)
        case ast.EitherCost():
            return any(payable(g, c.parts, ctx) for c in part.costs)
        case ast.Cost():
            return payable(g, part.parts, ctx)
    raise TwinLacks(f"cost {type(part).__name__}")


def _on(g: Game, what: ast.Choose, ctx: Context) -> list[Permanent]:
    return [p for p in g.permanents() if values.matches(g, what.filter, p, ctx)]  # whosever they are


def mana_within(g: Game, p: Permanent) -> None:
    """Mana abilities activated before a cost takes the permanent away (CR 601.2g)."""
    from . import actions

    while g.script.taps_before_leaving(p):
        actions.activate_within(g)


def gives_up(part) -> bool:
    """Whether it takes permanents from the battlefield: the player pays it last (CR 601.2h: in any order)."""
    return isinstance(part, (ast.SacrificeCost, ast.ReturnCost)) or (
        isinstance(part, ast.ExileCost) and part.zone == "battlefield"
    )


def pay(g: Game, parts, ctx: Context) -> None:
    """Pay all parts but an ability's mana, in an order that the player likes (CR 601.2h)."""
    for part in parts:
        if not isinstance(part, ast.Mana):
            _pay(g, part, ctx)
    for part in parts:
        if isinstance(part, ast.Mana):
            if part.help:
                raise TwinLacks(f"paying with {part.help}")
            mana.pay(g, *read_cost(symbols(g, part, ctx), ctx.x), mana.Purpose(), ctx)


def _pay(g: Game, part, ctx: Context) -> None:
    p = ctx.source
    match part:
        case ast.TapThis():
            effects.tap(g, p)
        case ast.UntapThis():
            effects.untap(g, p)
        case ast.PayLife():
            n = values.amount(g, part.amount, ctx)
            if g.life < n:
                raise Mismatch("more life paid than there is (CR 119.4)")
            effects.change_life(g, -n)
        case ast.PayEnergy():
            g.energy -= values.amount(g, part.amount, ctx)
        case ast.TapOthers() | ast.UntapOthers():
            state = isinstance(part, ast.UntapOthers)
            for _ in range(values.amount(g, part.amount, ctx)):
                q = _pick(g, candidates(g, part.filter, ctx, state))
                effects.untap(g, q) if state else effects.tap(g, q)
                ctx.that = q
        case ast.SacrificeCost():
            if is_this(part.filter):
                mana_within(g, p)
                effects.sacrifice(g, p, ctx)
                return
            for _ in range(values.amount(g, part.amount, ctx)):
                q = _pick(g, candidates(g, part.filter, ctx))
                mana_within(g, q)
                effects.sacrifice(g, q, ctx)
        case ast.ReturnCost():
            for _ in range(1 if is_this(part.filter) else values.amount(g, part.amount, ctx)):
                q = p if is_this(part.filter) else _pick(g, candidates(g, part.filter, ctx))
                mana_within(g, q)
                events.leave(g, q, "hand")
        case ast.DiscardCost():
            if is_this(part.filter):
                effects.discard(g, ctx.card)
                return
            n = values.amount(g, part.amount, ctx)
            n = len([c for c in g.hand if c is not ctx.card]) if n < 0 else n
            for _ in range(n):
                effects.discard(g, g.script.choose(cards(g, "hand", part.filter, ctx), "card"))
        case ast.ExileCost():
            _pay_exile(g, part, ctx)
        case ast.RemoveCountersCost():
            q = values.one(g, part.of, ctx)
            ctx.amount = values.amount(g, part.amount, ctx)
            effects.counters(g, q, part.kind, -ctx.amount)
        case ast.PutCountersCost():
            if isinstance(part.of, ast.Choose):
                raise TwinLacks("counters put on a chosen permanent as a cost")
            q = values.one(g, part.of, ctx)
            effects.put_counters(g, q, part.kind, values.amount(g, part.amount, ctx))
        case ast.LoyaltyCost():
            p.counters["loyalty"] = p.counters.get("loyalty", 0) + values.amount(g, part.amount, ctx)
            g.touch()
        case ast.ExertCost():
            p.skip_untap = max(1, p.skip_untap)
        case ast.MillCost():
            for _ in range(values.amount(g, part.amount, ctx)):
                effects.mill_one(g)
        case ast.RevealCost():
            pass
        case ast.EitherCost():
            if any(isinstance(q, ast.Mana) for c in part.costs for q in c.parts):
                raise TwinLacks("mana or something else")
            able = [i for i, c in enumerate(part.costs) if payable(g, c.parts, ctx)]
            pay(g, part.costs[g.script.choose(able, "position")].parts, ctx)
        case ast.Cost():
            pay(g, part.parts, ctx)
        case _:
            raise TwinLacks(f"cost {type(part).__name__}")


def _pick(g: Game, options: list[Permanent]) -> Permanent:
    if not options:
        raise Mismatch("a cost was paid with something that isn't there (CR 118.3)")
    return g.script.choose(options, "object")


def _pay_exile(g: Game, part, ctx: Context) -> None:
    if is_this(part.filter):
        if part.zone == "battlefield":
            events.leave(g, ctx.source, "exile")
        else:
            effects.take_card(g, ctx.card)
            effects.put_card(g, ctx.card, "exile")
        return
    for _ in range(values.amount(g, part.amount, ctx)):
        if part.zone == "battlefield":
            q = _pick(g, candidates(g, part.filter, ctx))
            ctx.sacrificed = q
            events.leave(g, q, "exile")
        else:
            c = g.script.choose(cards(g, part.zone, part.filter, ctx), "card")
            effects.take_card(g, c)
            effects.put_card(g, c, "exile")


# ------------------------------------------------------------------------------------------- total costs


def total_of_spell(
    g: Game, face: Face, card: Card, zone: str, text: str | None, x: int, by_life: int = 0
) -> tuple[int, list]:
    """CR 601.2f: cost, increases, reductions, then effects that set a least total of mana.

    ``by_life``: so many Phyrexian symbols are to be paid by life, as was said before (CR 601.2b).
    """
    generic, symbols = read_cost(text, x)
    if zone == "command":
        generic += 2 * g.commander_casts[card]  # CR 903.8
    ctx = Context(card=card, face=face)
    changes: list[tuple] = []
    for a in face.abilities:
        if isinstance(a, ast.Keyword) and a.name == "affinity":  # CR 702.41a
            of = replace(a.filter, controller="you") if isinstance(a.filter, ast.Filter) else a.filter
            changes.append((ast.CostChange(ast.This(), ast.Times(-1, ast.Count(of))), ctx))
        own = a.effects if isinstance(a, ast.Static) else (a,)
        for n in own:
            if not isinstance(n, ast.CostChange) or not isinstance(n.what, ast.This) or n.of != "spells":
                continue
            if not isinstance(a, ast.Static) or values.condition(g, a.condition, ctx):
                changes.append((n, ctx))
    for piece in values.in_force(g, ast.CostChange):
        n = piece.node
        if n.of != "spells" or isinstance(n.what, ast.This):
            continue
        f = n.what.filter if isinstance(n.what, ast.Each) else n.what
        if n.first_each_turn and any(
            values.matches_face(g, part, other, piece.ctx.but(controller=0))
            for part in values.parts(f)
            for other in g.cast_faces
        ):
            continue
        if any(
            _mine(part, piece.ctx) and values.matches_face(g, part, face, piece.ctx.but(controller=0))
            for part in values.parts(f)
        ):
            changes.append((n, piece.ctx))
    more = less = floor = 0
    for n, where in changes:
        if n.kind not in ("", "off turn"):
            raise TwinLacks(f"costs of {n.kind} spells")
        if n.kind and g.active == 0:
            continue  # in their controller's turn they cost what they cost
        if n.set_:
            floor = max(floor, n.set_)
        v = values.amount(g, n.amount, where)
        if n.symbols:
            raise TwinLacks("coloured changes of costs")
        more, less = more + max(0, v), less - min(0, v)
    generic = max(0, generic + more - less)
    if floor > generic + len(symbols) - by_life:
        generic = floor - len(symbols) + by_life
    return generic, symbols


def _mine(f: ast.Filter, ctx: Context) -> bool:
    """Whether the words "you cast" or "your opponents cast" speak of our spells."""
    return {"you": ctx.controller == 0, "opponent": ctx.controller != 0, "": True}[f.controller]


def total_of_ability(g: Game, p: Permanent, a: ast.Activated, x: int) -> tuple[int, list] | None:
    """Mana part of an ability's cost after changes (CR 602.2b, 601.2f); None if it has none."""
    text = text_of(g, a.cost.parts, layers.source_context(p))
    if not text:
        return None
    generic, pips = read_cost(text, x)
    printed = read_cost(text, 0)[0]
    change = least = 0
    for piece in values.in_force(g, ast.CostChange):
        n = piece.node
        if n.of == "abilities" and n.kind:
            raise TwinLacks("costs of some abilities")
        if n.of == "abilities" and p is not None and values.covers(g, n.what, p, piece.ctx):
            change += values.amount(g, n.amount, piece.ctx)
            least = max(least, n.least)
    changed = max(0, generic + change)
    if change < 0 and changed + len(pips) < least:
        changed = min(max(generic, printed), max(changed, least - len(pips)))
    return changed, pips
