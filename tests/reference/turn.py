"""Turns and steps (CR 500-514)."""

from __future__ import annotations

from untap.oracle import ast

from . import effects, events, layers, mana, values
from .model import Game, Permanent, TwinLacks

_INSTEAD = getattr(ast, "UntapInstead", None)
STEPS = ("before untap", "untap", "upkeep", "draw", "precombat main", "combat", "postcombat main", "end", "cleanup")


def advance(g: Game) -> None:
    """End the step or phase and begin the next (CR 500.2)."""
    if g.step == "cleanup" and g.again:
        begin_step(g, "cleanup")
    elif g.step == "cleanup":
        if g.active == 0 and g.extra_turns:
            g.extra_turns -= 1
            begin_turn(g, 0)
        else:
            begin_turn(g, 1 if g.active == 0 else 0)
        untap_step(g)
    elif g.step == "before untap":
        untap_step(g)
    else:
        begin_step(g, STEPS[STEPS.index(g.step) + 1])
        while is_skipped(g):
            begin_step(g, STEPS[STEPS.index(g.step) + 1])


def is_skipped(g: Game) -> bool:
    """Whether the step that g is in isn't there: nothing of it happens (CR 500.11)."""
    return g.step in ("upkeep", "draw") and skipped(g, g.step, g.active)


def begin_turn(g: Game, player: int) -> None:
    g.active, g.step = player, "before untap"
    if player == 0:
        g.turn += 1
    g.spells_last = g.spells_cast
    g.lands_played = g.spells_cast = g.draws = g.lands_entered = g.died = 0
    g.life_gained = g.life_lost = g.discarded = 0
    g.descended = False
    g.cast_faces = []
    g.attacked = g.combats = g.left = 0
    g.spells_allowed = None
    for p in g.battlefield:
        p.used, p.modes, p.resolved = [], [], []
        p.entered = p.attacking = p.attacked = p.hit = False
        if p.controller == player:
            p.sick = False  # CR 302.6
    for e in list(g.effects):
        if e.duration == "until your next turn" and e.ctx.controller == player:
            effects.drop(g, e)
    g.touch()


def untap_step(g: Game) -> None:
    """CR 502: phasing, the choice of what untaps, then all at once; nobody gets priority, triggers wait (502.4)."""
    player, g.step = g.active, "untap"
    g.touch()
    effects.end_where(g, lambda e: e.duration == "until its controller's next untap step" and _whose(e) == player)
    if player == 0 and g.skip_untap:
        g.skip_untap -= 1
        return
    if skipped(g, "untap", player):
        return
    _phasing(g, player)
    will: list[Permanent] = []
    for p in g.permanents():  # CR 502.3
        if p.controller != player:
            others = [x for x in values.in_force(g, ast.UntapDuringOthers) if x.ctx.controller != player]
            if p.tapped and any(values.covers(g, x.node.what, p, x.ctx) for x in others):
                will.append(p)
            continue
        if p.skip_untap:
            p.skip_untap = 0
            continue
        if p.tapped and not any(values.covers(g, x.node.what, p, x.ctx) for x in values.in_force(g, ast.CantUntap)):
            will.append(p)
    for x in values.in_force(g, ast.MayNotUntap):
        for p in list(will):
            if p.controller == player and values.covers(g, x.node.what, p, x.ctx) and g.script.choose([0, 1], "yes"):
                will.remove(p)
                effects.run(g, x.node.then, x.ctx.but(that=p))
    for x in values.in_force(g, ast.UntapOneType)[:1]:
        kind = g.script.choose(list(x.node.types), "type")
        will = [p for p in will if p.controller != player or kind in layers.characteristics(g, p).types]
    for p in _limited(g, will, player):
        for x in values.in_force(g, _INSTEAD) if _INSTEAD else ():
            if p.controller == player and values.covers(g, x.node.what, p, x.ctx):  # CR 614
                effects.run(g, x.node.effects, x.ctx.but(that=p))
                break
        else:
            effects.untap(g, p)
    waiting, g.waiting = g.waiting, []
    events.fire_delayed(g, "untap")  # "as you untap your permanents": no trigger, it just happens
    for item in reversed(g.waiting):
        effects.run(g, item.ability.effects, item.ctx)
    g.waiting = waiting
    for e in list(g.effects):
        if e.duration == "until your next untap step" and e.ctx.controller == player:
            effects.drop(g, e)


def _whose(e) -> int:
    """Whose untap step ends the effect: that of the controller of the object that it is about."""
    return e.locked.controller if e.locked is not None else e.ctx.controller


def _limited(g: Game, will: list[Permanent], player: int) -> list[Permanent]:
    """Under "can't untap more than n" permanents are chosen one by one while no limit stands against it (CR 502.3)."""
    limits = []
    for x in values.in_force(g, ast.UntapLimit):
        n = x.node
        if (n.whose == "you" and x.ctx.controller != player) or (n.whose == "opponent" and x.ctx.controller == player):
            continue
        some = [p for p in will if p.controller == player and values.matches(g, n.filter, p, x.ctx)]
        most = values.amount(g, n.amount, x.ctx)
        if len(some) > most:
            limits.append([some, most])
    under = [p for p in will if any(p in some for some, _ in limits)]
    kept: list[Permanent] = []
    while True:
        free = [p for p in under if p not in kept and all(p not in some or left > 0 for some, left in limits)]
        if not free:
            return [p for p in will if p not in under or p in kept]
        p = g.script.choose(free, "object")
        kept.append(p)
        for limit in limits:
            limit[1] -= p in limit[0]


def _phasing(g: Game, player: int) -> None:
    """CR 502.1, 702.26: what is phased out phases in, what has phasing phases out, at the same time."""
    back = [p for p in g.battlefield if p.phased and p.controller == player]
    out = [p for p in g.permanents() if p.controller == player and "phasing" in layers.characteristics(g, p).keywords]
    for p in back:
        p.phased = False
    g.touch()
    for p in out:
        effects.phase_out(g, p)
    g.touch()


def skipped(g: Game, step: str, player: int) -> bool:
    """Whether some static effect makes the player skip the step (CR 500.11)."""
    return any(
        x.node.step == step and (x.node.player == "each" or (x.ctx.controller == player) == (x.node.player == "you"))
        for x in values.in_force(g, ast.SkipStepStatic)
    )


def begin_step(g: Game, step: str) -> None:
    """Turn-based actions, then triggers (CR 703.4, 603)."""
    mana.empty_pool(g, end_of_turn=step == "cleanup")
    g.step = step
    g.touch()
    if g.lost or is_skipped(g):
        return
    if any(x.node.step not in ("untap", "upkeep", "draw") for x in values.in_force(g, ast.SkipStepStatic)):
        raise TwinLacks("skipped phases")
    if step == "combat":
        g.combats += 1
    if step == "upkeep" and g.active == 0:
        g.upkeeps += 1
    if step == "postcombat main":  # CR 511.3
        for p in g.battlefield:
            p.attacking = p.hit = False
    if step == "draw" and g.active == 0:
        first = g.turn == 1 and g.on_the_play and g.opponents <= 1  # CR 103.8a
        if g.skip_draw:
            g.skip_draw -= 1
        elif not first:
            effects.draw(g, 1)  # CR 504.1
    if step == "precombat main" and g.active == 0:
        for p in g.permanents():  # CR 505.4, 714.3b
            if p.controller == 0 and events.is_saga(layers.characteristics(g, p)):
                events.lore(g, p)
    if step == "cleanup":
        _cleanup(g)
        events.fire_delayed(g, step)
        events.put_waiting(g)
        g.again = bool(g.stack)  # CR 514.3a
        return
    if step == "end" and g.active == 0 and g.monarch:
        effects.draw(g, 1)  # CR 725.2
    events.fire(g, "phase", phase=step)
    events.fire_delayed(g, step)
    events.put_waiting(g)


def _cleanup(g: Game) -> None:
    """CR 514: discard to hand size, then "until end of turn" ends."""
    if g.active == 0:
        size = 7
        for x in values.in_force(g, ast.NoHandLimit):
            if x.ctx.controller == 0:
                size = 10**6 if x.node.size < 0 else x.node.size
        while len(g.hand) > size:
            effects.discard(g, g.script.choose(list(g.hand), "card"))
    for p in g.battlefield:
        p.damage = 0  # CR 514.2
    effects.end_effects(g, "turn")
    mana.empty_pool(g, end_of_turn=True)
    g.spells_allowed = None
