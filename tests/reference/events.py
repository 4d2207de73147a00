"""Triggered abilities (CR 603), entering (614.12) and leaving (400.7), state-based actions (704)."""

from __future__ import annotations

from dataclasses import replace

from untap.oracle import ast
from untap.program.support import as_run

from . import effects, layers, values
from .model import Card, Context, Delayed, Effect, Face, Game, Item, Kind, Mismatch, Permanent, TwinLacks

# --------------------------------------------------------------------------------------------- triggers


def event_matches(
    g: Game, ev: ast.Event, ctx: Context, subject: Permanent | None, face: Face | None, actor: int, produced: str = ""
) -> bool:
    """Whether what happened is what an event of an ability of ``ctx.source`` names."""
    s = ev.subject
    if ev.kind != "phase" and not _detail(g, ev.detail, subject, produced):
        return False
    if ev.kind == "cast" and ev.number:  # the first such spell of the turn
        such = [f for f in g.cast_faces if s is None or any(values.matches_face(g, q, f, ctx) for q in values.parts(s))]
        if len(such) not in ev.number:
            return False
    if ev.kind == "draws" and ev.number and g.draws not in ev.number:
        return False
    if s is not None:
        if subject is not None:
            if not values.covers(g, s, subject, ctx):
                return False
        elif face is not None:
            f = s.filter if isinstance(s, (ast.Each, ast.Target, ast.Choose)) else s
            if not isinstance(f, (ast.Filter, ast.AnyOf)):
                return False
            if not any({"you": actor == ctx.controller, "opponent": actor != ctx.controller}.get(p.controller, True)
                       and values.matches_face(g, p, face, ctx.but(controller=actor))
                       for p in values.parts(f)):  # fmt: skip
                return False
        else:
            return False
    if isinstance(s, (ast.This, ast.Attached, ast.That)):
        return True
    if ev.whose == "you":
        return actor == ctx.controller
    if ev.whose in ("opponent", "each opponent"):
        return actor != ctx.controller
    return True


def _detail(g: Game, words: str, subject: Permanent | None, produced: str = "") -> bool:
    """What an event says besides its kind."""
    if words in ("tapped", "untapped"):
        return subject is not None and subject.tapped == (words == "tapped")
    if words in ("your turn", "opponent's turn"):
        return (g.active == 0) == (words == "your turn")
    if words in ("hand", "graveyard", "exile", "from graveyard"):
        return g.cast_zone == words.removeprefix("from ")
    if words == "not hand":
        return g.cast_zone != "hand"
    if words == "colorless":
        return "C" in produced
    if words not in (
        "",
        "or blocks",
        "targets",
        "chosen color",
        "alone",
        "together",
        "last",
        "player",
        "next",
        "next turn",
    ):
        raise TwinLacks(f"an event of detail {words}")
    return words != "targets"  # what our own spells target is left open


def fights(g: Game, ev: ast.Event, ctx: Context, subject: Permanent | None) -> bool:
    """Attacks and combat damage (CR 508.3, 510.2); ``subject`` None: of all together, which triggers once."""
    attackers = [p for p in g.permanents() if p.attacking and p.controller == 0]
    if ev.detail == "together":
        if subject is not None or (ev.subject is None and ctx.controller != 0):
            return False
        those = attackers if ev.kind == "attacks" else [p for p in attackers if p.hit]
        if ev.subject is not None:
            those = [p for p in those if values.covers(g, ev.subject, p, ctx)]
        return len(those) >= (ev.number[0] if ev.number else 1)
    if subject is None or (ev.detail == "alone" and len(attackers) != 1):
        return False
    if ev.number and len(attackers) < ev.number[0]:
        return False
    return event_matches(g, ev, ctx, subject, None, 0)


def triggered_by(
    g: Game, kind: str, subject=None, face=None, actor: int = 0, amount: int = 0, produced: str = "", phase: str = ""
):
    """The abilities that trigger on an event, with their contexts (CR 603.2)."""
    layers.characteristics(g, g.battlefield[0]) if g.battlefield else None
    out = []
    for p in list(g.battlefield):
        if p.phased:
            continue
        for a in g.cache[p].abilities:
            if not isinstance(a, ast.Triggered) or a.zone != "battlefield":
                continue
            for ev in a.event if isinstance(a.event, tuple) else (a.event,):
                if ev.kind != kind:
                    continue
                base = layers.source_context(p)
                if kind == "phase":
                    ok = phase_matches(g, ev, phase, p)
                elif kind in ("attacks", "damage"):
                    ok = fights(g, ev, base, subject)
                elif kind == "chapter":
                    ok = subject is p and amount in ev.number
                else:
                    ok = event_matches(g, ev, base, subject, face, actor, produced)
                if kind == "tapped for mana" and ev.detail == "chosen color":
                    ok = ok and p.chosen_color in produced
                if not ok:
                    continue
                if kind in ("attacks", "damage") and a in g.script.program.without_fights:
                    raise TwinLacks("what an attack brings")
                ctx = base.but(that=subject, amount=amount, produced=produced, kicks=p.kicks, x=p.x,
                               cast_from=p.cast_from, event_face=face, keyword=p.keyword, spent=p.spent,
                               of_step=kind == "phase")  # fmt: skip
                if kind == "cast":
                    ctx = ctx.but(spent=g.cast_spent)
                if a.condition is not None and not values.condition(g, a.condition, ctx):  # CR 603.4
                    continue
                if ev.once and any(w.ability is a and w.ctx.source is p for w in g.waiting):
                    continue  # CR 603.2c
                if "twice a turn" in a.limits:
                    if sum(u is a for u in p.used) > 1:
                        continue
                    p.used.append(a)
                if "once a turn" in a.limits:
                    if any(u is a for u in p.used):
                        continue
                    p.used.append(a)
                out.append((p, a, ctx))
                break
    if out and values.in_force(g, ast.TriggerMore):
        raise TwinLacks("more triggers")
    return out


def from_graveyard(g: Game, kind: str, subject, face, actor: int, amount: int, produced: str, phase: str) -> list[Item]:
    """Abilities of cards in the graveyard that trigger there (CR 113.6k)."""
    out: list[Item] = []
    for card in g.graveyard:
        base = Context(card=card, face=card.front)
        for a in card.front.abilities:
            if not isinstance(a, ast.Triggered) or a.zone != "graveyard":
                continue
            for ev in _events(a):
                if ev.kind != kind:
                    continue
                if kind == "phase":
                    ok = ev.phase == phase or (ev.phase == "main" and phase in ("precombat main", "postcombat main"))
                    ok = ok and {"you": g.active == 0, "opponent": g.active != 0}.get(ev.whose, True)
                elif kind in ("attacks", "damage"):
                    ok = fights(g, ev, base, subject)
                else:
                    ok = not isinstance(ev.subject, (ast.This, ast.Attached))
                    ok = ok and event_matches(g, ev, base, subject, face, actor, produced)
                if not ok or (ev.once and any(w.ability is a and w.ctx.card is card for w in (*g.waiting, *out))):
                    continue
                ctx = base.but(that=subject, amount=amount, event_face=face, of_step=kind == "phase")
                if a.condition is not None and not values.condition(g, a.condition, ctx):
                    continue
                out.append(Item("triggered", a, ctx, face=card.front))
                break
    return out


def fire(
    g: Game, kind: str, subject=None, face=None, actor: int = 0, amount: int = 0, produced: str = "", phase: str = ""
) -> None:
    """Something happened: abilities that trigger on it wait to be put on the stack (CR 603.2-603.3)."""
    for p, a, ctx in triggered_by(g, kind, subject, face, actor, amount, produced, phase):
        if as_run(a) is None:  # given by another object, and of no effect here
            continue
        g.note("trigger", a, p)
        wait(g, p, a, ctx)
    there = from_graveyard(g, kind, subject, face, actor, amount, produced, phase)
    if kind == "phase":
        _wait_there(g, there)
        return
    for x in values.in_force(g, ast.DelayedTrigger):  # "whenever ... this turn" (CR 603.7a)
        for ev in _events(x.node):
            made = ev.kind == "tapped for mana" and any(isinstance(n, ast.AddMana) for n in x.node.effects)
            fought = kind in ("attacks", "damage")
            fits = fights(g, ev, x.ctx, subject) if fought else event_matches(g, ev, x.ctx, subject, face, actor)
            if ev.kind == kind and not made and fits:
                item = Item("triggered", Delayed(ev, x.node.effects, x.ctx), x.ctx.but(that=subject, amount=amount))
                g.waiting.append(item)
    _wait_there(g, there)


def _wait_there(g: Game, items: list[Item]) -> None:
    for item in items:
        g.note("trigger", item.ability, None)
        g.waiting.append(item)


def wait(g: Game, p: Permanent, a: ast.Triggered, ctx: Context) -> None:
    g.waiting.append(Item("triggered", a, ctx, face=p.face))


def phase_matches(g: Game, ev: ast.Event, phase: str, p: Permanent) -> bool:
    if ev.phase == "combat" and ev.detail == "end":
        return phase == "postcombat main" and phase_matches(g, replace(ev, phase=phase), phase, p)
    if ev.phase != phase and not (ev.phase == "main" and phase in ("precombat main", "postcombat main")):
        return False
    if ev.whose == "you":
        return g.active == p.controller
    if ev.whose in ("opponent", "each opponent"):
        return g.active != p.controller
    if ev.whose in ("controller", "attached controller"):
        return p.attached is not None and p.attached.controller == g.active
    return True


def fire_delayed(g: Game, phase: str) -> None:
    """Delayed triggered abilities of a step or phase, once each (CR 603.7)."""
    for d in list(g.delayed):
        ev = d.event
        if ev.kind == "phase" and ev.phase == "combat" and ev.detail == "end":
            ev = replace(ev, phase="postcombat main")
        if ev.kind != "phase" or (
            ev.phase != phase and not (ev.phase == "main" and phase in ("precombat main", "postcombat main"))
        ):
            continue
        if (ev.whose == "you" and g.active != d.ctx.controller) or (
            ev.whose == "opponent" and g.active == d.ctx.controller
        ):
            continue
        g.delayed.remove(d)
        g.waiting.append(Item("triggered", None, d.ctx, face=d.ctx.face))
        g.waiting[-1].ability = d


def put_waiting(g: Game) -> None:
    """Triggered abilities go on the stack, in an order that their controller chooses (CR 603.3b)."""
    g.batches += 1
    for item in g.waiting:
        item.batch = g.batches
        g.stack.append(item)
    g.waiting = []


# --------------------------------------------------------------------------------------------- entering


def enter(g: Game, kind: Kind, face: Face, card: Card | None, controller: int, tapped: bool = False,
          token: bool = False, x: int = 0, kicks: int = 0, spent: str = "", attached: Permanent | None = None,
          cast_from: str = "", put: ast.PutOnto | None = None, keyword: str = "",
          face_down: bool = False) -> Permanent | None:  # fmt: skip
    """A permanent enters the battlefield, as replacement effects make it (CR 614.1c-d, 614.12); None if it doesn't.

    ``x`` and ``kicks`` are those of the spell it was: enters abilities know them, the permanent doesn't (CR 107.3m).
    """
    if not face.types & {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}:
        raise Mismatch(f"{face} can't be a permanent (CR 110.4)")
    p = Permanent(kind, face, card, controller, g.stamp(), token=token, tapped=tapped)
    p.x, p.kicks, p.cast_from, p.keyword, p.upkeeps, p.spent = x, kicks, cast_from, keyword, g.upkeeps, spent
    p.face_down = face_down
    g.battlefield.append(p)
    if put is not None and put.also:  # it is so as it enters
        change = ast.ChangeTypes(ast.That(), types=put.also)
        g.effects.append(Effect((change,), "forever", Context(controller=0, that=p), g.stamp(), p))
    g.touch()
    c = layers.characteristics(g, p)  # as it would exist there (CR 614.12)
    if "planeswalker" in c.types:
        p.counters["loyalty"] = face.loyalty  # CR 306.5b
    ctx = layers.source_context(p).but(x=x, kicks=kicks, spent=spent, cast_from=cast_from, keyword=keyword)
    own = [e for a in c.abilities if isinstance(a, ast.Enters) and isinstance(a.what, ast.This) for e in a.effects]
    g.battlefield.remove(p)  # the conditions look at what is there already
    g.touch()
    p.alive, p.last = False, c
    stays = _all_enter(g, own, p, ctx)
    p.alive = True
    if not stays:
        p.alive = False
        if card is not None:
            effects.put_card(g, card, "graveyard")
        return None
    _others(g, p)
    g.battlefield.append(p)
    p.last = None
    g.touch()
    g.script.bind(p)
    p.attached = attached
    g.battlefield.sort(key=lambda q: q.number)  # the core's numbering: no meaning, but the same order of questions
    g.touch()
    g.note("enter", p, p.tapped)
    for kind, n in put.counters if put is not None else ():
        effects.put_counters(g, p, kind, n)
    c = layers.characteristics(g, p)
    if "land" in c.types:
        g.lands_entered += 1
    fire(g, "enters", p, actor=controller)
    if is_saga(c):
        lore(g, p)  # CR 714.3a
    return p


def _others(g: Game, p: Permanent) -> None:
    """Other permanents' replacement effects on its entering; the controller orders them (CR 616.1)."""
    tapped = untapped = False
    for q in g.permanents():
        for a in layers.characteristics(g, q).abilities:
            if not isinstance(a, ast.Enters) or isinstance(a.what, ast.This):
                continue
            ctx = layers.source_context(q)
            g.battlefield.append(p)
            g.touch()
            hit = values.covers(g, a.what, p, ctx)
            g.battlefield.remove(p)
            g.touch()
            if not hit:
                continue
            for e in a.effects:
                match e:
                    case ast.EntersTapped():
                        tapped |= e.unless is None or not values.condition(g, e.unless, ctx)
                    case ast.EntersUntapped():
                        untapped = True
                    case ast.PutCounters():
                        p.counters[e.kind] = p.counters.get(e.kind, 0) + values.amount(g, e.amount, ctx)
                    case _:
                        raise TwinLacks(f"others enter with {type(e).__name__}")
    if tapped:
        p.tapped = True
    if untapped:
        p.tapped = False


def _all_enter(g: Game, nodes, p: Permanent, ctx: Context) -> bool:
    """Every one of the effects is carried out, also after one has kept the permanent away."""
    stays = [_as_it_enters(g, e, p, ctx) for e in nodes]
    return all(stays)


def _as_it_enters(g: Game, e, p: Permanent, ctx: Context) -> bool:
    """One of its own replacement effects; whether it still enters."""
    from . import costs

    match e:
        case ast.EntersTapped():
            if e.unless is not None and values.condition(g, e.unless, ctx):
                return True
            if (
                e.unless_pay is not None
                and costs.payable(g, e.unless_pay.parts, ctx)
                and g.script.choose([0, 1], "yes")
            ):
                costs.pay(g, e.unless_pay.parts, ctx)
                return True
            p.tapped = True
        case ast.EntersUntapped():
            p.tapped = False
        case ast.EntersIf():
            if not costs.payable(g, e.cost.parts, ctx) or not g.script.choose([0, 1], "yes"):
                return False
            costs.pay(g, e.cost.parts, ctx)
            effects.run(g, e.effects, ctx)
        case ast.EntersAsCopy():
            if e.zone != "battlefield":
                raise TwinLacks(f"copies of cards in the {e.zone}")
            options: list = [q for q in g.permanents() if values.matches(g, e.of, q, ctx)]
            if e.optional:
                options.append(None)
            q = g.script.choose(options, "object") if options else None
            if q is not None and e.changes:
                raise TwinLacks("exceptions of copies")
            if q is not None:
                p.face, p.kind = q.face, q.kind  # CR 707.2
                if e.tapped:
                    p.tapped = True
        case ast.PutCounters():
            p.counters[e.kind] = p.counters.get(e.kind, 0) + values.amount(g, e.amount, ctx)
            if not p.counters[e.kind]:
                del p.counters[e.kind]
        case ast.If():
            return _all_enter(g, e.then if values.condition(g, e.condition, ctx) else e.otherwise, p, ctx)
        case ast.May():
            return not g.script.choose([0, 1], "yes") or _all_enter(g, e.effects, p, ctx)
        case _:
            effects.carry_out(g, e, ctx)
    return True


def is_saga(c) -> bool:
    """CR 714.3b: only those with chapter abilities get lore counters."""
    return "saga" in c.subtypes and any(
        isinstance(a, ast.Triggered)
        and any(ev.kind == "chapter" for ev in (a.event if isinstance(a.event, tuple) else (a.event,)))
        for a in c.abilities
    )


def _events(a) -> tuple:
    return a.event if isinstance(a.event, tuple) else (a.event,)


def chapters(c) -> list[int]:
    return [n for a in c.abilities if isinstance(a, ast.Triggered)
            for ev in _events(a) if ev.kind == "chapter" for n in ev.number]  # fmt: skip


def lore(g: Game, p: Permanent) -> None:
    """A lore counter, and the chapter it reaches triggers (CR 714.2b, 714.3)."""
    p.counters["lore"] = p.counters.get("lore", 0) + 1
    g.touch()
    fire(g, "chapter", p, actor=p.controller, amount=p.counters["lore"])


# ---------------------------------------------------------------------------------------------- leaving


def leave(g: Game, p: Permanent, zone: str) -> None:
    """A permanent leaves the battlefield; abilities look back (CR 603.10a), last-known information stays (608.2h)."""
    if not p.alive:
        return
    c = layers.characteristics(g, p)
    if "shuffled in instead of dying" in c.keywords and zone == "graveyard":
        raise TwinLacks("shuffled in instead of dying")
    if zone == "graveyard" and any(
        isinstance(e, ast.GraveyardToExile) and isinstance(e.filter, ast.Filter) and e.filter.which == "this"
        for a in c.abilities if isinstance(a, ast.Static) for e in a.effects
    ):  # fmt: skip
        zone = "exile"  # CR 614.6
    fire(g, "leaves", p, actor=p.controller)
    g.left += p.controller == 0
    if zone == "graveyard":
        fire(g, "dies", p, actor=p.controller)  # CR 700.4
        if "creature" in c.types:
            g.died += 1
    p.last = layers.characteristics(g, p)
    g.note("leave", p, zone)
    p.alive = False
    g.battlefield.remove(p)
    g.touch()
    effects.end_holds(g, p)
    effects.end_where(g, lambda e: e.duration == "as long as this" and e.ctx.source is p)  # CR 611.2b
    if p.token or p.card is None:
        return  # CR 111.7
    if p.commander and zone in ("graveyard", "exile"):
        zone = "command"  # CR 903.9a
    effects.put_card(g, p.card, zone)


# ------------------------------------------------------------------------------------ state-based actions


def state_based(g: Game) -> None:
    """CR 704.3: all at once, again until there are none."""
    if g.life <= 0:
        g.lost.add("life")  # CR 704.5a
    while True:
        gone: list[Permanent] = []
        for p in g.permanents():
            c = layers.characteristics(g, p)
            if "creature" in c.types and c.toughness <= 0:
                gone.append(p)  # CR 704.5f
            elif p.damage and "creature" in c.types and p.damage >= c.toughness and "indestructible" not in c.keywords:
                gone.append(p)  # CR 704.5g
            elif "planeswalker" in c.types and not p.counters.get("loyalty"):
                gone.append(p)  # CR 704.5i
            elif "aura" in c.subtypes and not _legally_attached(g, p, c):
                gone.append(p)  # CR 704.5m
            elif _finished_saga(g, p, c):
                gone.append(p)  # CR 704.5s
        done = bool(gone)
        gone += _legends(g, gone)
        done |= bool(gone)
        for p in gone:
            if _finished_saga(g, p, layers.characteristics(g, p)) and p.alive:
                effects.sacrifice(g, p, Context())
            leave(g, p, "graveyard")
        for p in g.battlefield:
            a = p.attached
            if a is not None and not a.alive and "aura" not in layers.characteristics(g, p).subtypes:
                p.attached = None  # CR 704.5n
                g.touch()
                done = True
            n = min(p.counters.get("+1/+1", 0), p.counters.get("-1/-1", 0))
            if n and not p.phased:  # CR 704.5q
                for kind in ("+1/+1", "-1/-1"):
                    effects.counters(g, p, kind, -n)
                done = True
        if not done:
            _state_triggers(g)
            return


def _state_triggers(g: Game) -> None:
    """Abilities that trigger on a state do so again only when they have left the stack (CR 603.8)."""
    for p in g.permanents():
        for a in layers.characteristics(g, p).abilities:
            if not isinstance(a, ast.Triggered) or not any(ev.kind == "state" for ev in _events(a)):
                continue
            there = any(i.ability is a and i.ctx.source is p for i in (*g.stack, *g.waiting))
            ctx = layers.source_context(p).but(that=p)
            if not there and values.condition(g, a.condition, ctx):
                g.note("trigger", a, p)
                wait(g, p, a, ctx)


def _legally_attached(g: Game, p: Permanent, c) -> bool:
    a = p.attached
    if a is None or not a.alive or a.phased:
        return False
    for e in c.abilities:
        if isinstance(e, ast.Enchant) and not values.matches(g, e.filter, a, layers.source_context(p)):
            return False
    return True


def _finished_saga(g: Game, p: Permanent, c) -> bool:
    """CR 704.5s: lore counters at the final chapter, and no chapter ability of it on the stack or waiting."""
    if not is_saga(c) or p.counters.get("lore", 0) < max(chapters(c)):
        return False
    return not any(
        i.kind == "triggered" and isinstance(i.ability, ast.Triggered) and i.ctx.source is p
        and any(ev.kind == "chapter" for ev in _events(i.ability))
        for i in g.stack + g.waiting
    )  # fmt: skip


def _legends(g: Game, gone) -> list[Permanent]:
    """CR 704.5j: of legendary permanents with one name one is kept, the player's choice."""
    out: list[Permanent] = []
    mine = [
        p
        for p in g.permanents()
        if p.controller == 0 and "legendary" in layers.characteristics(g, p).supertypes and p not in gone
    ]
    for name in dict.fromkeys(p.face.name for p in mine):
        same = [p for p in mine if p.face.name == name]
        while len(same) > 1:
            p = g.script.choose(same[:2], "object")  # put one of two into the graveyard, till one is left
            same.remove(p)
            out.append(p)
    return out
