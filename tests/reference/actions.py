"""What a player with priority may do (CR 117): lands (305), spells (601), abilities (602), resolving (608)."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

from untap.oracle import ast

from . import costs, effects, events, layers, mana, values
from .model import Card, Context, Face, Game, Item, Mismatch, Permanent, TwinLacks, read_cost

# ----------------------------------------------------------------------------------------------- timing


def sorcery_time(g: Game) -> bool:
    """CR 307.1: your main phase, the stack empty."""
    return g.active == 0 and g.step in ("precombat main", "postcombat main") and not g.stack


def forbidden(g: Game, what: str, face: Face | None) -> bool:
    """Effects that say one can't (CR 101.2)."""
    for x in values.in_force(g, ast.CantCast):
        n = x.node
        if (
            n.what != what
            or not {"you": x.ctx.controller == 0, "opponent": x.ctx.controller != 0, "each": True}[n.player]
        ):
            continue
        if what == "cast" and (
            n.amount or (face is not None and n.filter is not None and not values.matches_face(g, n.filter, face))
        ):
            continue
        return True
    return False


def targets_exist(g: Game, nodes, ctx: Context) -> bool:
    """CR 601.2c: each target that must be chosen has a legal choice; of modes, enough have (700.2a)."""
    for n in nodes:
        if isinstance(n, ast.Modes):
            if sum(targets_exist(g, mode, ctx) for mode in n.modes) < n.least:
                return False
            continue
        if isinstance(n, ast.Continuous):
            if not targets_exist(g, n.what, ctx):
                return False
            continue
        if n == ast.Inert("target spell") and not g.stack:
            return False
        for what in (getattr(n, "what", None), getattr(n, "on", None), getattr(n, "to", None)):
            if not isinstance(what, ast.Target) or not what.least:
                continue
            zone = what.zone if what.zone != "battlefield" else getattr(n, "zone", "battlefield")
            if zone == "battlefield":
                if sum(values.matches(g, what.filter, p, ctx) for p in g.permanents()) < what.least:
                    return False
            elif not any(values.matches_card(g, what.filter, c, ctx) for c in g.zone(zone)):
                return False
    return True


# ------------------------------------------------------------------------------------ activated abilities


def limits_allow(g: Game, p: Permanent | None, a: ast.Activated, ctx: Context) -> bool:
    """ "Activate only ..." (CR 602.5)."""
    for limit in a.limits:
        match limit:
            case "sorcery":
                ok = sorcery_time(g)
            case "your turn":
                ok = g.active == 0
            case "once a turn":
                ok = p is None or a not in p.used
            case "once" | "exhaust":
                ok = p is None or a not in p.used_ever
            case "instant" | "any player":
                ok = True
            case "before the end step":
                ok = g.step not in ("end", "cleanup")
            case "main phase":
                ok = g.step in ("precombat main", "postcombat main")
            case "upkeep":
                ok = g.active == 0 and g.step == "upkeep"
            case "twice a turn":
                ok = p is None or p.used.count(a) < 2
            case str():
                ok = False
            case _:
                ok = values.condition(g, limit, ctx)
        if not ok:
            return False
    return True


def is_loyalty(a: ast.Activated) -> bool:
    return any(isinstance(p, ast.LoyaltyCost) for p in a.cost.parts)


def can_activate(g: Game, p: Permanent, a: ast.Activated) -> bool:
    """Whether an ability of a permanent may be activated, its mana aside (CR 602.2, 602.5)."""
    if p.controller != 0 or p.phased or a.zone != "battlefield":
        return False
    ctx = layers.source_context(p)
    if is_loyalty(a) and (not sorcery_time(g) or any(is_loyalty(u) for u in p.used)):  # CR 606.3
        return False
    if not limits_allow(g, p, a, ctx):
        return False
    for x in values.in_force(g, ast.CantCast):
        n = x.node
        if n.what != "activate" or (n.except_mana and ast.is_mana_ability(a)):
            continue
        ours = {"you": x.ctx.controller == 0, "opponent": x.ctx.controller != 0, "each": True}[n.player]
        if ours and (n.filter is None or values.matches(g, n.filter, p, x.ctx)):
            return False
    return costs.payable(g, a.cost.parts, ctx) and targets_exist(g, a.effects, ctx)


def can_activate_card(g: Game, card: Card, face: Face, a: ast.Activated, zone: str) -> bool:
    """An ability that works in another zone (CR 113.6)."""
    ctx = Context(card=card, face=face)
    return (
        a.zone == zone
        and limits_allow(g, None, a, ctx)
        and costs.payable(g, a.cost.parts, ctx)
        and targets_exist(g, a.effects, ctx)
    )


def activate(g: Game, p: Permanent, a: ast.Activated, x: int = 0) -> None:
    """CR 602.2: costs, then onto the stack; a mana ability resolves at once (605.3)."""
    if not any(b == a for b in layers.characteristics(g, p).abilities):
        raise Mismatch(f"{p} hasn't the ability {a}")
    if not can_activate(g, p, a):
        raise Mismatch(f"{p} can't activate {a} now")
    ctx = layers.source_context(p).but(x=x)
    p.used.append(a)
    p.used_ever.append(a)
    total = costs.total_of_ability(g, p, a, x)  # CR 601.2f: before any of it is paid
    parts = [part for part in a.cost.parts if not isinstance(part, ast.Mana)]
    costs.pay(g, [part for part in parts if not costs.gives_up(part)], ctx)
    if total is not None:
        text = costs.text_of(g, a.cost.parts, ctx)
        mana.pay(g, *total, mana.Purpose(ability_of=p, has_x="{X}" in text), ctx)
    costs.pay(g, [part for part in parts if costs.gives_up(part)], ctx)
    if ast.is_mana_ability(a):
        mana.resolve_ability(g, p, a, ctx)
    elif a.keyword == "face down":  # a special action (CR 116.2b)
        effects.run(g, a.effects, ctx)
    else:
        g.stack.append(Item("activated", a, ctx, face=ctx.face))
        g.touch()


def activate_card(g: Game, card: Card, a: ast.Activated, zone: str, x: int = 0) -> None:
    face = card.front
    if not can_activate_card(g, card, face, a, zone):
        raise Mismatch(f"{a} of {card} can't be activated now")
    ctx = Context(card=card, face=face, x=x)
    costs.pay(g, [part for part in a.cost.parts if not isinstance(part, ast.Mana)], ctx)
    if a.keyword == "cycling":  # CR 702.29c
        events.fire(g, "cycled", None, face=face, actor=0)
    text = costs.text_of(g, a.cost.parts, ctx)
    if text:
        mana.pay(g, *read_cost(text, x), mana.Purpose(ability_of=face, has_x="{X}" in text), ctx)
    if ast.is_mana_ability(a):
        mana.resolve_ability(g, None, a, ctx)
    else:
        g.stack.append(Item("activated", a, ctx, face=face))
        g.touch()


def activate_within(g: Game) -> None:
    """A mana ability activated while a cost is being paid (CR 605.3a)."""
    p, a, card, x = g.script.activation()
    if not ast.is_mana_ability(a) or "instant" in a.limits:
        raise Mismatch(f"{a} isn't a mana ability that can be activated while paying")
    if p is not None:
        activate(g, p, a, x)
    else:
        activate_card(g, card, a, "hand" if card in g.hand else "graveyard", x)


# --------------------------------------------------------------------------------------------- casting


def may_play_from(g: Game, zone: str, face: Face) -> bool:
    """Permission to play cards from another zone (CR 601.3)."""
    return any(x.ctx.controller == 0 and x.node.zone == zone and values.matches_face(g, x.node.filter, face, x.ctx)
               for x in values.in_force(g, ast.PlayFrom))  # fmt: skip


# words that are read, but not known how to play
_UNKNOWN_WAYS = frozenset(("emerge", "face down", "madness", "mutate"))
_FACE_DOWN = frozenset(("disguise", "megamorph", "morph"))  # CR 702.37, 702.168
_UNKNOWN_SPELLS = frozenset(("cascade", "demonstrate", "rebound", "storm"))


def ways(g: Game, face: Face, card: Card, zone: str) -> list[tuple]:
    """Ways to cast: (mana cost or None, other parts, keyword) for the mana cost and alternative costs (CR 118.9)."""
    if "land" in face.types:
        return []  # CR 305.9
    out: list[tuple] = []
    own = any(isinstance(n, ast.PlayFrom) and n.zone == zone and costs.is_this(n.filter)
              for a in face.abilities if isinstance(a, ast.Static) for n in a.effects)  # fmt: skip
    if face.cost is not None and (
        zone in ("hand", "command") or (zone == "graveyard" and (own or may_play_from(g, zone, face)))
    ):
        out.append((face.cost, (), ""))  # CR 118.6: no cost at all can't be paid
    for a in face.abilities:
        if not isinstance(a, ast.AlternativeCost) or a.zone != zone or a.spells is not None or a.keyword == "suspend":
            continue
        if values.condition(g, a.condition, Context(card=card, face=face)):
            ctx = Context(card=card, face=face)
            text = [costs.symbols(g, p, ctx) for p in a.cost.parts if isinstance(p, ast.Mana)]
            rest = tuple(p for p in a.cost.parts if not isinstance(p, ast.Mana))
            out.append((text[-1] if text else None, rest, a.keyword))
    return out


def additional(face: Face, kicks: int):
    """Additional costs that apply (CR 601.2b)."""
    for a in face.abilities:
        if isinstance(a, ast.AdditionalCost) and not (a.optional and not kicks):
            yield a


def can_cast(g: Game, face: Face, card: Card, zone: str, parts, kicks: int = 0) -> bool:
    """Whether it may be cast that way, its mana aside (CR 601.3)."""
    if not sorcery_time(g) and "instant" not in face.types and not has_keyword(face, "flash"):
        return False
    if forbidden(g, "cast", face) or g.spells_allowed == 0:
        return False
    ctx = Context(card=card, face=face)
    extra = [p for a in additional(face, kicks) for p in (a.cost.parts if isinstance(a.cost, ast.Cost) else (a.cost,))]
    return costs.payable(g, [*parts, *extra], ctx) and _spell_targets(g, face, ctx)


def _spell_targets(g: Game, face: Face, ctx: Context) -> bool:
    """An Aura spell needs something to enchant, a spell its targets (CR 303.4a, 601.2c)."""
    for a in face.abilities:
        if isinstance(a, ast.Enchant) and not any(values.matches(g, a.filter, p, ctx) for p in g.permanents()):
            return False
        if isinstance(a, ast.Spell) and not targets_exist(g, a.effects, ctx):
            return False
    return True


def has_keyword(face: Face, word: str) -> bool:
    return any(isinstance(a, ast.Keyword) and a.name == word for a in face.abilities)


def _as_two(text: str) -> list[str]:
    """The cost with none, some or all of its {2/W} symbols paid as two generic (CR 107.4e)."""
    parts = re.split(r"(\{2/[WUBRG]\})", text)
    return ["".join(choice) for choice in product(*[(p, "{2}") if k % 2 else (p,) for k, p in enumerate(parts)])]


def _known(g: Game, face: Face, card: Card, keyword: str) -> None:
    """What is cast in a way that isn't played here is left to the core alone."""
    own = {a.name for a in face.abilities if isinstance(a, ast.Keyword)} & _UNKNOWN_SPELLS
    if keyword in _UNKNOWN_WAYS or own:
        raise TwinLacks(f"casting with {keyword or min(own)}")
    if face is not card.front and card.kind.layout in ("adventure", "omen"):
        raise TwinLacks("casting an adventure or an omen")
    if values.in_force(g, ast.CostHelp):
        raise TwinLacks("help granted to spells")
    if any(isinstance(a, ast.AdditionalCost) and a.keyword == "escalate" for a in face.abilities):
        raise TwinLacks("escalate")
    if any(isinstance(n, ast.Modes) and n.costs for a in face.abilities for n in a.walk()):
        raise TwinLacks("modes that cost")
    if any(isinstance(a, ast.CostHelp) and a.keyword == "delve" for a in face.abilities):
        raise TwinLacks("delving")


def cast(g: Game, card: Card, face: Face, zone: str, way: int, x: int, kicks: int) -> None:
    """CR 601.2."""
    for a in additional(face, 1):
        if isinstance(a.cost, ast.EitherCost) and any(isinstance(n, ast.Mana) for n in a.cost.walk()):
            raise TwinLacks("mana or something else")
    options = ways(g, face, card, zone)
    if way and values.in_force(g, ast.AlternativeCost):
        raise TwinLacks("alternative costs granted to spells")
    if way >= len(options):
        raise Mismatch(f"{face} can't be cast so from {zone}")
    text, parts, keyword = options[way]
    _known(g, face, card, keyword)
    if not can_cast(g, face, card, zone, parts, kicks):
        raise Mismatch(f"{face} can't be cast now")
    # taxes even alternative costs (118.9d); how {2/W} is paid is chosen first (601.2b)
    shown = face
    if keyword in _FACE_DOWN:  # CR 708.4: a 2/2 creature spell without name and colour
        none: frozenset = frozenset()
        shown = replace(face, name="", cost=None, types=frozenset(("creature",)), supertypes=none, subtypes=none,
                        colors=none, power=2, toughness=2, abilities=(), mana_value=0)  # fmt: skip
    totals = [
        costs.total_of_spell(g, shown, card, zone, t, x, n)
        for t in _as_two(text or "")
        for n in range(1 + sum(s.phyrexian for s in read_cost(t)[1]))
    ]
    effects.take_card(g, card)  # CR 601.2a: onto the stack
    ctx = Context(card=card, face=face, x=x, kicks=kicks, keyword=keyword)
    only = ""
    for a in shown.abilities:
        for n in a.effects if isinstance(a, ast.Static) else (a,):
            if isinstance(n, ast.SpendOnlyOn) and not n.part:
                only = n.colors
    help_ = "".join(a.keyword for a in shown.abilities if isinstance(a, ast.CostHelp))
    for a in additional(face, kicks):
        if isinstance(a.cost, ast.Cost):
            for p in a.cost.parts:
                if isinstance(p, ast.Mana):
                    if p.help and (help_ or any(generic for generic, _ in totals)):
                        raise TwinLacks("help for a part of the total cost")
                    help_ = p.help or help_
                    for _ in range(kicks if a.optional else 1):
                        more, also = read_cost(costs.symbols(g, p, ctx))
                        totals = [(generic + more, symbols + also) for generic, symbols in totals]
    purpose = mana.Purpose(spell=shown, has_x=bool(text) and "{X}" in text, only=only)
    ctx.spent = mana.pay(g, *totals[0], purpose, ctx, help_, totals[1:])
    costs.pay(g, parts, ctx)
    for a in additional(face, kicks):
        costs.pay(
            g,
            [p for p in (a.cost.parts if isinstance(a.cost, ast.Cost) else (a.cost,)) if not isinstance(p, ast.Mana)],
            ctx,
        )
    if zone == "command":
        g.commander_casts[card] += 1
    g.spells_cast += 1
    g.cast_faces.append(shown)
    if g.spells_allowed:
        g.spells_allowed -= 1
    ctx.cast_from = g.cast_zone = zone
    g.cast_spent = ctx.spent
    g.stack.append(Item("spell", None, ctx, face=face, card=card, from_zone=zone, way=way))
    g.touch()
    events.fire(g, "cast", None, face=shown, actor=0)
    for a in shown.abilities:  # "when you cast this spell": it works on the stack (CR 113.6i)
        of = a.event if isinstance(a, ast.Triggered) else ()
        own = ast.Event("cast", ast.This()) in (of if isinstance(of, tuple) else (of,))
        if own and (a.condition is None or values.condition(g, a.condition, ctx)):
            g.note("trigger", a, None)
            g.waiting.append(Item("triggered", a, ctx, face=face))


# ---------------------------------------------------------------------------------------- playing lands


def land_plays_left(g: Game) -> int:
    """CR 305.2."""
    if g.active != 0 or forbidden(g, "play lands", None):
        return 0
    most = 1
    for x in values.in_force(g, ast.MoreLandPlays):
        if x.ctx.controller == 0 or x.node.player == "each":
            most += values.amount(g, x.node.amount, x.ctx)
    return max(0, most - g.lands_played)


def play_land(g: Game, card: Card, face: Face, zone: str) -> None:
    """CR 305.1: no stack."""
    if not sorcery_time(g) or land_plays_left(g) < 1 or "land" not in face.types:
        raise Mismatch(f"{face} can't be played as a land now")
    if zone != "hand" and not may_play_from(g, zone, face):
        raise Mismatch(f"{face} can't be played from {zone}")
    effects.take_card(g, card)
    g.lands_played += 1
    p = events.enter(g, card.kind, face, card, 0)
    if p is not None:
        events.fire(g, "plays land", p, actor=0)


# ------------------------------------------------------------------------------------------- resolving


def resolve(g: Game, item: Item) -> None:
    """CR 608."""
    g.touch()
    ctx = item.ctx
    if item.kind != "spell":
        a = item.ability
        if isinstance(a, ast.Triggered) and a.condition is not None and not values.condition(g, a.condition, ctx):
            return  # CR 603.4
        if ctx.source is not None and ctx.source.alive:
            ctx.source.resolved.append(a)
            ctx.resolution = sum(b is a for b in ctx.source.resolved)
        effects.run(g, a.effects, ctx)
        return
    face, card = item.face, item.card
    if face.types & {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}:
        host = None
        for a in face.abilities:
            if isinstance(a, ast.Enchant) and any(getattr(b, "keyword", "") == "bestow" for b in face.abilities):
                if item.way:
                    raise TwinLacks("bestow")
            elif isinstance(a, ast.Enchant):
                options = [p for p in g.permanents() if values.matches(g, a.filter, p, Context(card=card, face=face))]
                if not options:
                    effects.put_card(g, card, "graveyard")  # CR 608.3b
                    return
                host = g.script.choose(options, "object")
        p = events.enter(g, card.kind, face, card, 0, x=ctx.x, kicks=ctx.kicks, spent=ctx.spent, attached=host,
                         cast_from=item.from_zone, keyword=ctx.keyword,
                         face_down=ctx.keyword in _FACE_DOWN)  # fmt: skip
        if p is not None and item.from_zone == "command":
            p.commander = True
        return
    for a in face.abilities:
        if isinstance(a, ast.Spell):
            effects.run(g, a.effects, ctx)
    effects.put_card(g, card, "exile" if item.from_zone == "graveyard" else "graveyard")  # CR 608.2n, 702.34a


def can_attack(g: Game, p: Permanent) -> bool:
    """CR 508.1a, c: an untapped creature of ours that isn't sick, and that nothing keeps from attacking."""
    c = layers.characteristics(g, p)
    kept = c.keywords & {"defender", "can't attack"}
    return p.alive and p.controller == 0 and "creature" in c.types and not (p.tapped or kept) and costs.unsick(g, p)


def attack(g: Game, *attackers: Permanent) -> None:
    """CR 508.1: all are declared at once; they tap unless they have vigilance; then abilities trigger."""
    for p in attackers:
        if not can_attack(g, p):
            raise Mismatch(f"{p} can't attack")
    for p in attackers:
        g.attacked += 1
        p.attacking = p.attacked = True
    g.touch()
    for p in attackers:
        if "vigilance" not in layers.characteristics(g, p).keywords:
            effects.tap(g, p)
    for p in attackers:
        events.fire(g, "attacks", p, actor=0)
    events.fire(g, "attacks", None, actor=0, amount=len(attackers))


def combat_damage(g: Game, first: bool = False) -> None:
    """CR 510: unblocked attackers deal damage to an opponent, in two steps where some strike first (CR 702.7b)."""
    hits = []
    for p in g.battlefield:
        p.hit = False
        c = layers.characteristics(g, p)
        twice = "double strike" in c.keywords
        now = twice or ("first strike" in c.keywords) == first
        if p.attacking and not p.phased and p.controller == 0 and "creature" in c.types and c.power > 0 and now:
            p.hit = True
            hits.append((p, c.power, "lifelink" in c.keywords))
    for _, power, gains in hits:
        if gains:  # CR 702.15b
            effects.change_life(g, power)
    for p, power, _ in hits:
        events.fire(g, "damage", p, actor=0, amount=power)
    if hits:
        events.fire(g, "damage", None, actor=0)


# ------------------------------------------------------------------------------------- all legal actions


def legal(g: Game) -> list[tuple]:
    """Everything that may be done with priority, mana aside."""
    out: list[tuple] = []
    for p in g.permanents():
        for a in layers.characteristics(g, p).abilities:
            if isinstance(a, ast.Activated) and can_activate(g, p, a):
                out.append(("activate", p.number, a))
    now, plays = sorcery_time(g), land_plays_left(g)
    for zone in ("hand", "graveyard", "command"):
        for card in g.zone(zone):
            for face in card.kind.faces if card.kind.both else card.kind.faces[:1]:
                for a in face.abilities:
                    if isinstance(a, ast.Activated) and zone != "command" and can_activate_card(g, card, face, a, zone):
                        out.append(("activate_card", card.slot, a, zone))
                if "land" in face.types:
                    if now and plays and (zone == "hand" or may_play_from(g, zone, face)):
                        out.append(("play_land", card.slot, face.number, zone))
                    continue
                for k, (_, parts, _) in enumerate(ways(g, face, card, zone)):
                    if can_cast(g, face, card, zone, parts):
                        out.append(("cast", card.slot, face.number, zone, k))
    return out
