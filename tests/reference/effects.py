"""What resolving spells and abilities do, in the order written (CR 608.2c, 701)."""

from __future__ import annotations

from dataclasses import replace

from untap.oracle import ast

from . import events, layers, values
from .model import (
    LAND_TYPES,
    PERMANENT_TYPES,
    Card,
    Context,
    Delayed,
    Effect,
    Game,
    Item,
    Mismatch,
    Permanent,
    TwinLacks,
)

# ------------------------------------------------------------------------------------------- small moves


def tap(g: Game, p: Permanent) -> None:
    """CR 701.26a; a tapped permanent doesn't become tapped again."""
    if p.tapped:
        return
    p.tapped = True
    g.touch()
    g.note("tap", p)
    events.fire(g, "becomes tapped", p, actor=p.controller)


def untap(g: Game, p: Permanent) -> bool:
    """CR 701.26b; a stun counter is removed instead (122.1d).  Whether it became untapped."""
    if not p.tapped or not p.alive:
        return False
    if p.counters.get("stun"):
        counters(g, p, "stun", -1)
        return False
    p.tapped = False
    g.touch()
    g.note("untap", p)
    end_holds(g, p)
    events.fire(g, "becomes untapped", p, actor=p.controller)
    return True


def end_holds(g: Game, p: Permanent) -> None:
    """Effects that last as long as the permanent remains tapped are over; those it kept end if their time has passed
    (CR 611.2b)."""
    for e in list(g.effects):
        if e.holder is p:
            e.holder = None
            if e.over:
                drop(g, e)
                continue
        if e.duration == "as long as tapped" and e.ctx.source is p:
            drop(g, e)
    g.touch()


def drop(g: Game, e: Effect) -> None:
    """An effect ends; control that it gave goes back (CR 613.1b)."""
    g.effects.remove(e)
    if e.gives_back is not None and e.locked is not None and e.locked.alive:
        e.locked.controller, e.locked.sick = e.gives_back, True
    g.touch()


def end_where(g: Game, which) -> None:
    for e in list(g.effects):
        if which(e):
            drop(g, e)


def put_counters(g: Game, p: Permanent, kind: str, n: int) -> None:
    """Put counters on, as many as replacement effects make of them (CR 614.1), what adds before what multiplies."""
    found = [
        x
        for x in values.in_force(g, ast.CountersInstead)
        if x.node.kind in ("", kind) and values.covers(g, x.node.what, p, x.ctx)
    ]
    for x in sorted(found, key=lambda x: x.node.times != 1):
        if n > 0:
            n = max(0, n * x.node.times + x.node.plus)
    if n > 0:
        counters(g, p, kind, n)
        events.fire(g, "counters put", p, actor=p.controller, amount=n)


def change_life(g: Game, by: int) -> None:
    """CR 119.3; gaining triggers once for each time (119.9)."""
    g.life += by
    g.note("life", g.life)
    g.life_gained += max(0, by)
    g.life_lost += max(0, -by)
    if by > 0:
        events.fire(g, "gains life", None, actor=0, amount=by)


def counters(g: Game, p: Permanent, kind: str, by: int) -> None:
    """Put or remove counters (CR 122)."""
    n = max(0, p.counters.get(kind, 0) + by)
    if n > 255:
        raise TwinLacks("more counters than the core counts")
    p.counters[kind] = n
    if not n:
        del p.counters[kind]
    g.touch()
    g.note("counters", p, kind, n)


def take_card(g: Game, card: Card) -> str:
    """Take a card out of the zone it is in; returns the zone."""
    for name in ("hand", "graveyard", "exile", "command", "top", "unknown", "bottom"):
        zone = getattr(g, name)
        if card in zone:
            zone.remove(card)
            g.touch()
            if name == "graveyard":
                events.fire(g, "leaves graveyard", None, face=card.front, actor=0)
            return name
    raise Mismatch(f"{card} is in no zone")


def put_card(g: Game, card: Card, zone: str) -> None:
    """Put a card into a zone: hand, graveyard, exile, command, top, bottom, or shuffled into the library."""
    if zone == "graveyard" and any(
        isinstance(a, ast.Keyword) and a.name == "shuffled in instead of dying" for a in card.front.abilities
    ):
        zone = "library"  # CR 614.1a
    if zone == "top":
        g.top.insert(0, card)
    elif zone == "bottom":
        g.bottom.append(card)
    elif zone == "library":
        g.unknown.append(card)
        shuffle(g)
    else:
        g.zone(zone).append(card)
    g.touch()
    if zone == "graveyard":
        g.descended |= bool(card.front.types & PERMANENT_TYPES)
        for a in card.front.abilities:  # from wherever: it works in the graveyard (CR 113.6k, 603.6c)
            of = a.event if isinstance(a, ast.Triggered) else ()
            ctx = Context(card=card, face=card.front)
            own = ast.Event("to graveyard", ast.This()) in (of if isinstance(of, tuple) else (of,))
            if own and (a.condition is None or values.condition(g, a.condition, ctx)):
                g.note("trigger", a, None)
                g.waiting.append(Item("triggered", a, ctx, face=card.front))
        events.fire(g, "to graveyard", None, face=card.front, actor=0)


def shuffle(g: Game) -> None:
    """CR 701.24."""
    g.unknown += g.top + g.bottom
    g.top, g.bottom = [], []


def next_card(g: Game, how: str) -> Card | None:
    """The top card of the library, taken off; what it is, if nobody knew, the log says."""
    if g.top:
        card = g.top.pop(0)
        g.script.known(how, card)
    elif g.unknown:
        card = g.script.chance(how)
        if card not in g.unknown:
            raise Mismatch(f"{card} came from the library, where it isn't")
        g.unknown.remove(card)
    elif g.bottom:
        card = g.bottom.pop(0)
        g.script.known(how, card)
    else:
        return None
    g.touch()
    return card


def draw(g: Game, n: int) -> None:
    """CR 121: one at a time; from an empty library the game is lost (704.5b)."""
    for _ in range(n):
        if any(isinstance(a, ast.Keyword) and a.name == "dredge" for c in g.graveyard for a in c.front.abilities):
            raise TwinLacks("dredge")
        if any(g.draws or "except first" not in x.node.detail for x in values.in_force(g, ast.ReplaceDraw)):
            raise TwinLacks("draws replaced")
        card = next_card(g, "draw")
        if card is None:
            g.lost.add("library")
            return
        g.draws += 1
        put_card(g, card, "hand")
        events.fire(g, "draws", None, actor=0)


def mill_one(g: Game) -> None:
    """CR 701.17."""
    card = next_card(g, "look")
    if card is not None:
        put_card(g, card, "graveyard")


def look_at(g: Game, n: int) -> list[Card]:
    """The top n cards become known."""
    seen = []
    for _ in range(n):
        card = next_card(g, "look")
        if card is None:
            break
        seen.append(card)
    g.top[:0] = seen
    return seen


def sacrifice(g: Game, p: Permanent, ctx: Context) -> None:
    """CR 701.21."""
    if not p.alive:
        return
    ctx.sacrificed = p
    events.fire(g, "sacrificed", p, actor=p.controller)
    events.leave(g, p, "graveyard")


def discard(g: Game, card: Card, ctx: Context | None = None) -> None:
    """CR 701.9."""
    if card not in g.hand:
        raise Mismatch(f"{card} is discarded but not in hand")
    if any(getattr(a, "keyword", "") == "madness" for a in card.front.abilities):
        raise TwinLacks("madness")
    g.discarded += 1
    g.hand.remove(card)
    g.note("discard", card)
    put_card(g, card, "graveyard")
    if ctx is not None:
        ctx.that_card = card
    events.fire(g, "discards", None, face=card.front, actor=0)


# -------------------------------------------------------------------------------------------- selectors


def select(g: Game, what, ctx: Context) -> list[Permanent]:
    """The permanents that a selector names, chosen where it leaves a choice (CR 115, 608.2d)."""
    if isinstance(what, ast.Each):
        return [p for p in g.permanents() if values.matches(g, what.filter, p, ctx)]
    if isinstance(what, (ast.Filter, ast.AnyOf)):
        return [p for p in g.permanents() if values.matches(g, what, p, ctx)]
    if isinstance(what, (ast.Target, ast.Choose)):
        least = values.amount(g, what.least, ctx)
        most = values.amount(g, what.most, ctx)
        chosen: list[Permanent] = []
        while len(chosen) < most:
            options: list = [p for p in g.permanents() if values.matches(g, what.filter, p, ctx) and p not in chosen]
            if len(chosen) >= least:
                options.append(None)
            if not options:
                break
            p = g.script.choose(options, "object")
            if p is None:
                break
            chosen.append(p)
        return chosen
    p = values.one(g, what, ctx)
    return [p] if p is not None and p.alive else []


# ---------------------------------------------------------------------------------------------- effects


def run(g: Game, nodes, ctx: Context) -> None:
    for n in nodes:
        carry_out(g, n, ctx)


def carry_out(g: Game, n, ctx: Context) -> None:
    """One effect."""
    try:
        act = _EFFECTS[type(n)]
    except KeyError:
        raise TwinLacks(f"effect {type(n).__name__}") from None
    if type(n) not in _SAY_NOTHING:
        ctx.did, ctx.before = None, type(n).__name__
    act(g, n, ctx)


_SAY_NOTHING = (ast.If, ast.Inert, ast.LeftOut)  # of whether "you do"


_EFFECTS: dict = {}


def effect(*kinds):
    def add(function):
        for k in kinds:
            _EFFECTS[k] = function
        return function

    return add


@effect(ast.Inert, ast.LeftOut)
def _inert(g, n, ctx):
    if isinstance(n, ast.Inert) and n.what == "opponent":
        ctx.did = False  # what they may do they don't


@effect(ast.AddMana)
def _add_mana(g, n, ctx):
    from . import mana

    mana.add(g, n, ctx)


@effect(ast.DoubleMana)
def _double(g, n, ctx):
    if ctx.controller == 0:
        # what is added has no restriction, and comes from the source of the effect (CR 106.6, 107.4h)
        g.pool += [replace(u, spend=None, snow=False) for u in g.pool]
        g.touch()


@effect(ast.Untap)
def _untap(g, n, ctx):
    for p in select(g, n.what, ctx):
        untap(g, p)
        ctx.that = p


@effect(ast.Tap)
def _tap(g, n, ctx):
    for p in select(g, n.what, ctx):
        tap(g, p)
        ctx.that = p


@effect(ast.Draw)
def _draw(g, n, ctx):
    if n.player in ("controller", "its controller") and ctx.that is None:
        return  # of what isn't there
    if ctx.controller == 0 and (n.player != "that player" or _that_player(g, ctx) == 0):
        before = g.draws
        draw(g, values.amount(g, n.amount, ctx))
        ctx.amount = g.draws - before


def _that_player(g, ctx) -> int:
    """Whose object the event was about, else whose turn it is."""
    return g.active if ctx.that is None else ctx.that.controller


@effect(ast.Mill)
def _mill(g, n, ctx):
    if ctx.controller == 0:
        for _ in range(values.amount(g, n.amount, ctx)):
            mill_one(g)


@effect(ast.Discard)
def _discard(g, n, ctx):
    if ctx.controller != 0 or n.player in ("target", "target player"):  # aimed at an opponent
        return
    if n.player == "that player" and _that_player(g, ctx) != 0:
        return
    k = values.amount(g, n.amount, ctx)
    fitting = [c for c in g.hand if n.filter is None or values.matches_card(g, n.filter, c, ctx)]
    ctx.amount = len(fitting) if k < 0 else min(k, len(fitting))
    if n.up_to and n.filter is not None:
        raise TwinLacks("discarding up to some cards of a kind")
    if n.up_to:
        most, ctx.amount = ctx.amount, 0
        while ctx.amount < most and (card := g.script.choose([*g.hand, None], "card")) is not None:
            discard(g, card, ctx)
            ctx.amount += 1
        ctx.did = ctx.amount > 0
        return
    for _ in range(ctx.amount):
        card = g.script.discarded() if n.at_random else g.script.choose([c for c in g.hand if c in fitting], "card")
        discard(g, card, ctx)
    ctx.did = ctx.amount > 0


@effect(ast.GainLife)
def _gain(g, n, ctx):
    if ctx.controller == 0:
        change_life(g, values.amount(g, n.amount, ctx))


@effect(ast.LoseLife)
def _lose(g, n, ctx):
    if ctx.controller == 0:
        change_life(g, -values.amount(g, n.amount, ctx))


@effect(ast.GetEnergy)
def _energy(g, n, ctx):
    if ctx.controller == 0:
        g.energy += values.amount(g, n.amount, ctx)
        g.touch()


@effect(ast.Scry, ast.Surveil)
def _scry(g, n, ctx):
    """CR 701.22, 701.25."""
    if ctx.controller != 0:
        return
    for card in look_at(g, values.amount(g, n.amount, ctx)):
        ctx.that_card = card
        if g.script.choose([0, 1], "yes"):
            g.top.remove(card)
            put_card(g, card, "graveyard" if isinstance(n, ast.Surveil) else "bottom")


@effect(ast.Look)
def _look(g, n, ctx):
    """CR 701.20e: look at some, take some of them, the rest goes where it says."""
    if ctx.controller != 0:
        return
    seen = look_at(g, values.amount(g, n.amount, ctx))
    ctx.did = False
    taken: list[Card] = []
    for number, filter_, to, tapped in ((n.take, n.filter, n.to, n.tapped), n.also or (0, None, "hand", False)):
        if n.otherwise and taken:
            break
        most, before = values.amount(g, number, ctx), len(taken)
        while len(taken) - before < (len(seen) if most < 0 else most):
            options: list = [c for c in seen if c not in taken and values.matches_card(g, filter_, c, ctx)]
            if n.optional:
                options.append(None)
            if not options:
                break
            card = g.script.choose(options, "card")
            if card is None:
                break
            taken.append(card)
            ctx.did = True
            g.top.remove(card)
            if to == "battlefield":
                ctx.that = events.enter(g, card.kind, card.front, card, 0, tapped=tapped)
            else:
                put_card(g, card, to)
    rest = [c for c in seen if c not in taken]
    ctx.amount = len(rest) if n.rest in ("graveyard", "exile") else len(taken)
    if n.rest == "top":  # in any order
        for k in range(len(rest) - 1):
            card = g.script.choose(rest[k:], "card")
            rest.remove(card)
            rest.insert(k, card)
        g.top[: len(rest)] = rest
        return
    for card in rest:
        g.top.remove(card)
        put_card(g, card, "library" if n.rest == "shuffled" else n.rest)


@effect(ast.RevealUntil)
def _reveal_until(g, n, ctx):
    if ctx.controller != 0:
        return
    want, rest = values.amount(g, n.amount, ctx), []
    while want > 0:
        card = next_card(g, "look")
        if card is None:
            break
        if values.matches_card(g, n.filter, card, ctx):
            want -= 1
            if n.to == "battlefield":
                events.enter(g, card.kind, card.front, card, 0, tapped=n.tapped)
            else:
                put_card(g, card, n.to)
        else:
            rest.append(card)
    for card in rest:
        put_card(g, card, "library" if n.rest == "shuffled" else n.rest)


@effect(ast.RevealTop)
def _reveal_top(g, n, ctx):
    if ctx.controller != 0:
        return
    card = next_card(g, "reveal")
    if card is not None:
        g.top.insert(0, card)
        ctx.that_card, ctx.that = card, None


@effect(ast.Search)
def _search(g, n, ctx):
    """CR 701.23: find cards, put them where it says, shuffle."""
    if ctx.controller != 0 or n.player not in ("you", "each", "target", "target player"):
        return
    if any(_forbids(x, "search") for x in values.in_force(g, ast.CantCast)):
        return
    most, found = values.amount(g, n.amount, ctx), []
    while len(found) < most:
        f = n.filter
        if n.different == "filter":
            fs = values.parts(f)
            f = fs[len(found)] if len(found) < len(fs) else None
        options: list = [
            c for c in g.library() if c not in found and f is not None and values.matches_card(g, f, c, ctx)
        ]
        if n.different == "name":
            options = [c for c in options if all(c.front.name != o.front.name for o in found)]
        elif n.different not in ("", "filter", "share land type"):
            raise TwinLacks(f"cards of different {n.different}")
        if n.different == "share land type" and found:
            shared = {t for t in LAND_TYPES if all(t in c.front.subtypes for c in found)}
            options = [c for c in options if shared & c.front.subtypes]
        options.append(None)  # CR 701.23b: a quality need not be found
        card = g.script.choose(options, "name")
        if card is None:
            break
        found.append(card)
    ctx.did = bool(found)
    for card in found:
        take_card(g, card)
    where = [n.rest_to if n.rest_to and i >= most - n.rest else n.to for i in range(len(found))]
    for card, to in zip(found, where, strict=True):
        ctx.that_card = card
        if to == "battlefield":
            ctx.that = events.enter(g, card.kind, card.front, card, ctx.controller, tapped=n.tapped)
        elif to != "top":
            put_card(g, card, to)
    g.note("shuffle")
    shuffle(g)
    for card, to in zip(found, where, strict=True):
        if to == "top":
            put_card(g, card, "top")


def _forbids(piece, what: str) -> bool:
    n = piece.node
    if n.what != what:
        return False
    return {"you": piece.ctx.controller == 0, "opponent": piece.ctx.controller != 0, "each": True}[n.player]


@effect(ast.PutOnto)
def _put_onto(g, n, ctx):
    """Put cards onto the battlefield (CR 305.4: not playing)."""
    if ctx.controller != 0:
        return
    what, zone = n.what, n.zone
    if isinstance(what, ast.Attached):
        raise TwinLacks("a card that is enchanted")
    if isinstance(what, (ast.That, ast.This)):
        card = ctx.card
        if isinstance(what, ast.That):
            gone = ctx.that is not None and not ctx.that.alive
            card = ctx.that_card or (ctx.that.card if gone else None)
        there = any(card in z for z in (g.hand, g.graveyard, g.exile, g.command, g.top, g.unknown, g.bottom))
        if (
            card is None
            or not there
            or not card.front.types
            & {
                "artifact",
                "creature",
                "enchantment",
                "land",
                "planeswalker",
                "battle",
            }
        ):
            return
        face = card.front
        if n.transformed:  # CR 712.14a: with its back face up, and not at all without one
            if len(card.kind.faces) < 2 or card.kind.both:
                return
            face = card.kind.faces[1]
        take_card(g, card)
        ctx.that = events.enter(g, card.kind, face, card, ctx.controller, tapped=n.tapped, put=n)
        return
    if getattr(what, "zone", "battlefield") != "battlefield":
        zone = what.zone
    if isinstance(what, ast.Each):
        least, most = 1, len(g.zone(zone))
    else:
        least, most = values.amount(g, what.least, ctx), values.amount(g, what.most, ctx)
    ctx.did = False
    for k in range(most):
        options: list = [c for c in g.zone(zone) if values.matches_card(g, what.filter, c, ctx)]
        if k >= least:
            options.append(None)
        if not options:
            return
        card = g.script.choose(options, "card")
        if card is None:
            return
        take_card(g, card)
        ctx.that = events.enter(g, card.kind, card.front, card, ctx.controller, tapped=n.tapped, put=n)
        ctx.did = True


@effect(ast.PutCounters)
def _put_counters(g, n, ctx):
    on, k = select(g, n.on, ctx), values.amount(g, n.amount, ctx)
    for p in on:
        put_counters(g, p, n.kind, k)
        ctx.that = p


@effect(ast.RemoveCounters)
def _remove_counters(g, n, ctx):
    ctx.did = False
    for p in select(g, n.on, ctx):
        k, there = values.amount(g, n.amount, ctx), p.counters.get(n.kind, 0)
        ctx.amount = there if k < 0 else min(k, there)  # "removed this way"
        if ctx.amount:
            counters(g, p, n.kind, -ctx.amount)
            ctx.did = True


@effect(ast.SwapTapped)
def _swap_tapped(g, n, ctx):
    for p in select(g, n.what, ctx):
        (untap if p.tapped else tap)(g, p)


@effect(ast.Proliferate)
def _proliferate(g, n, ctx):
    """CR 701.34a: permanents chosen get one more of each kind; none is asked of that has only what hinders it."""
    for p in [p for p in g.permanents() if p.controller == ctx.controller]:
        if set(p.counters) - {"stun", "-1/-1"} and g.script.choose([0, 1], "yes"):
            for kind in sorted(p.counters, key=g.script.counter_number):
                if kind == "lore" and events.is_saga(layers.characteristics(g, p)):
                    events.lore(g, p)
                else:
                    put_counters(g, p, kind, 1)
    if ctx.controller == 0 and g.energy > 0:
        g.energy += 1


@effect(ast.GainControl)
def _gain_control(g, n, ctx):
    """CR 613.1b; a duration that is over already gives nothing (611.2b), what is gained is new there (302.6)."""
    source, who = ctx.source, ctx.controller if n.player == "you" else 1 - ctx.controller
    for p in select(g, n.what, ctx):
        if n.duration == "as long as tapped" and (source is None or not source.alive or not source.tapped):
            return
        if p.controller == who:
            continue
        if n.duration not in ("", "forever"):
            g.effects.append(Effect((), n.duration, ctx.but(that=p), g.stamp(), p, gives_back=p.controller))
        p.controller, p.sick, p.upkeeps = who, True, g.upkeeps
        g.touch()


@effect(ast.Sacrifice)
def _sacrifice(g, n, ctx):
    if n.player == "that player" and _that_player(g, ctx) != 0:
        return
    found = select(g, n.what, ctx)
    for p in found:
        sacrifice(g, p, ctx)
        ctx.that, ctx.that_card = p, p.card
    ctx.did, ctx.amount = bool(found), len(found)


@effect(ast.Damage)
def _damage(g, n, ctx):
    """CR 120.3c, e: loyalty goes, creatures have the damage marked till the cleanup step."""
    k = values.amount(g, n.amount, ctx)
    for p in select(g, n.what, ctx) if k > 0 else ():
        types = layers.characteristics(g, p).types
        if "planeswalker" in types:
            counters(g, p, "loyalty", -k)
        if "creature" in types:
            p.damage += k
            g.touch()


@effect(ast.Pick)
def _pick(g, n, ctx):
    if not isinstance(n.what, (ast.Target, ast.Choose)) or n.what.zone != "battlefield":
        raise TwinLacks("a choice of something else than a permanent")
    found = select(g, n.what, ctx)
    ctx.that, ctx.that_card = (found[-1], found[-1].card) if found else (None, None)


@effect(ast.ToLibrary)
def _to_library(g, n, ctx):
    zone = n.zone if n.zone != "battlefield" else getattr(n.what, "zone", "battlefield")
    place = "library" if n.place == "shuffled" else n.place
    if isinstance(n.what, (ast.This, ast.That)):
        p = values.one(g, n.what, ctx)
        if p is None or not p.alive:
            raise TwinLacks("cards put into the library")
    if zone == "battlefield":
        for p in select(g, n.what, ctx):
            events.leave(g, p, place)
        return
    if not isinstance(n.what, (ast.Target, ast.Choose)) or zone not in ("graveyard", "hand") or n.place == "shuffled":
        raise TwinLacks("cards put into the library")
    least, most = values.amount(g, n.what.least, ctx), values.amount(g, n.what.most, ctx)
    for k in range(most):
        options: list = [c for c in g.zone(zone) if values.matches_card(g, n.what.filter, c, ctx)]
        if k >= least:
            options.append(None)
        card = g.script.choose(options, "card") if options else None
        if card is None:
            return
        take_card(g, card)
        put_card(g, card, place)


@effect(ast.CopyToken)
def _copy_token(g, n, ctx):
    """CR 707.2, 111.2: a token with the copiable values of a permanent."""
    if n.changes:
        raise TwinLacks("exceptions of copies")
    for p in select(g, n.what, ctx):
        for _ in range(values.amount(g, n.amount, ctx)):
            ctx.that = events.enter(g, p.kind, p.face, None, ctx.controller, tapped=n.tapped, token=True)


@effect(ast.Monstrosity)
def _monstrosity(g, n, ctx):
    """CR 701.37a, 702.112a."""
    p = ctx.source
    if p is not None and p.alive and not p.monstrous:
        p.monstrous = True
        put_counters(g, p, "+1/+1", values.amount(g, n.amount, ctx))


@effect(ast.Destroy)
def _destroy(g, n, ctx):
    ctx.amount = 0
    for p in select(g, n.what, ctx):
        if "indestructible" not in layers.characteristics(g, p).keywords:
            events.leave(g, p, "graveyard")
            ctx.amount += 1
            ctx.that, ctx.that_card = p, p.card
    ctx.did = ctx.amount > 0


@effect(ast.Exile)
def _exile(g, n, ctx):
    zone = n.zone if n.zone != "battlefield" else getattr(n.what, "zone", "battlefield")
    if zone == "battlefield":
        ctx.amount = 0
        for p in select(g, n.what, ctx):
            ctx.amount += 1
            if n.imprint and ctx.source is not None and ctx.source.alive:
                ctx.source.imprint = p.kind
                g.touch()
            events.leave(g, p, "exile")
            ctx.that, ctx.that_card = p, p.card
            ctx.did = True
        ctx.did = bool(ctx.did)
        if isinstance(n.what, ast.That) and not ctx.amount and ctx.controller == 0:
            card = ctx.that_card or (ctx.that.card if ctx.that is not None and not ctx.that.alive else None)
            if card is not None and card in g.graveyard:  # the card spoken of (CR 400.7)
                take_card(g, card)
                put_card(g, card, "exile")
        return
    if isinstance(n.what, (ast.This, ast.That)):
        return
    if zone not in ("graveyard", "hand"):
        raise TwinLacks(f"exiling from the {zone}")
    if isinstance(n.what, (ast.Choose, ast.Target)) and values.amount(g, n.what.most, ctx) != 1:
        raise TwinLacks("exiling several cards")
    options: list = [c for c in g.zone(zone) if values.matches_card(g, n.what.filter, c, ctx)]
    if isinstance(n.what, (ast.Choose, ast.Target)) and values.amount(g, n.what.least, ctx) == 0:
        options.append(None)
    ctx.did = False
    for _ in range(len(options) if isinstance(n.what, ast.Each) else min(1, len(options))):
        card = g.script.choose(options, "card")
        if card is None:
            return
        options.remove(card)
        take_card(g, card)
        put_card(g, card, "exile")
        ctx.did, ctx.that, ctx.that_card = True, None, card
        if n.imprint and ctx.source is not None and ctx.source.alive:
            ctx.source.imprint = card.kind
            g.touch()


@effect(ast.ReturnToHand)
def _return(g, n, ctx):
    zone = n.zone if n.zone != "battlefield" else getattr(n.what, "zone", "battlefield")
    if zone == "battlefield":
        found = select(g, n.what, ctx)
        spoken_of = isinstance(n.what, ast.That) and (ctx.that is None or not ctx.that.alive)
        if spoken_of and ctx.that is not None and ctx.that_card is None:
            ctx.that_card = ctx.that.card
        for p in found:
            events.leave(g, p, "hand")
            ctx.that, ctx.that_card = p, p.card
        ctx.did, ctx.amount = bool(found), len(found)
        if spoken_of and ctx.that_card is not None and ctx.controller == 0 and not found:
            take_card(g, ctx.that_card)  # the card spoken of
            put_card(g, ctx.that_card, "hand")
            ctx.did = True
        return
    if ctx.controller != 0:
        return
    if not hasattr(n.what, "most"):
        raise TwinLacks(f"each card of the {zone}")
    ctx.did = False
    least = values.amount(g, n.what.least, ctx)
    for k in range(values.amount(g, n.what.most, ctx)):
        options: list = [c for c in g.zone(zone) if values.matches_card(g, n.what.filter, c, ctx)]
        if not options:
            return
        card = g.script.choose([*options, None] if k >= least else options, "card")
        if card is None:
            return
        take_card(g, card)
        put_card(g, card, "hand")
        ctx.did = True


@effect(ast.Bounce)
def _bounce(g, n, ctx):
    for p in select(g, n.what, ctx):
        events.leave(g, p, {"top": "top", "bottom": "bottom", "shuffled": "library"}[n.where])


@effect(ast.CreateTokens)
def _tokens(g, n, ctx):
    """CR 111.2: the tokens enter under the control of the effect's controller."""
    kind = g.script.token_kind(n.token)
    for _ in range(values.amount(g, n.amount, ctx)):
        ctx.that = events.enter(g, kind, kind.faces[0], None, ctx.controller, tapped=n.tapped, token=True)


@effect(ast.LandPlays)
def _land_plays(g, n, ctx):
    if ctx.controller == 0:
        plays = ast.MoreLandPlays(values.amount(g, n.amount, ctx))  # CR 305.2
        g.effects.append(Effect((plays,), "turn", ctx.but(), g.stamp(), None))
        g.touch()


@effect(ast.ExtraTurn)
def _extra_turn(g, n, ctx):
    if ctx.controller == 0:
        g.extra_turns += values.amount(g, n.amount, ctx)  # CR 500.7


@effect(ast.SkipStep)
def _skip(g, n, ctx):
    if ctx.controller == 0:
        if n.step == "untap":
            g.skip_untap += 1
        elif n.step == "draw":
            g.skip_draw += 1
        else:
            raise TwinLacks(f"skipping {n.step}")


@effect(ast.DoesntUntapNext)
def _frozen(g, n, ctx):
    for p in select(g, n.what, ctx):
        p.skip_untap += 1


@effect(ast.ExertEffect)
def _exert(g, n, ctx):
    p = values.one(g, n.what, ctx)
    if p is not None and p.alive:
        p.skip_untap = max(1, p.skip_untap)


@effect(ast.ChooseColor)
def _choose_quality(g, n, ctx):
    """A choice remembered by the source (CR 607.2d)."""
    p = ctx.source
    match n.what:
        case "color":
            ctx.chosen_color = g.script.choose([c for c in "WUBRG" if c in (n.among or "WUBRG")], "color")
            if p is not None:
                p.chosen_color = ctx.chosen_color
        case "creature type" | "land type" | "basic land type":
            words = sorted(g.script.creature_types) if n.what == "creature type" else list(values.BASIC)
            words = [w for w in words if n.types is None or w in n.types.subtypes]
            if not words:
                return
            ctx.chosen_type = g.script.choose(words, "subtype")
            if p is not None:
                p.chosen_type = ctx.chosen_type
        case _:
            raise TwinLacks(f"choosing {n.what}")
    g.touch()


@effect(ast.Become)
def _become(g, n, ctx):
    change = replace(n.change, what=n.what) if hasattr(n.change, "what") else n.change
    _continuous(g, ast.Continuous((change,), n.duration), ctx)


@effect(ast.Continuous)
def _continuous(g, n, ctx):
    """An effect that lasts (CR 611.2); what it names by "target" or "this" is fixed now (611.2c)."""
    locked = None
    if n.duration == "as long as this" and (ctx.source is None or not ctx.source.alive):
        return  # it would end before it began (CR 611.2b)
    for x in n.what:
        if isinstance(x, ast.CantCast) and x.what == "spells":
            if ctx.controller == 0:
                g.spells_allowed = x.amount
            return
    for x in n.what:
        if isinstance(x, (ast.Grant, ast.ChangeTypes, ast.ChangePower, ast.GrantKeyword)) and not isinstance(
            x.what, (ast.Each, ast.You)
        ):
            if getattr(x.what, "zone", "battlefield") != "battlefield":
                raise TwinLacks(f"effects on cards in the {x.what.zone}")
            if isinstance(x, ast.ChangePower) and any(isinstance(n, ast.Stat) and n.of == ast.That() for n in x.walk()):
                raise TwinLacks("a bonus as large as what it is given to")  # fixed now (CR 608.2h)
            found = select(g, x.what, ctx)
            if isinstance(x.what, (ast.Target, ast.Choose)):
                ctx.that, ctx.that_card = (found[-1], found[-1].card) if found else (None, None)
            if not found:
                return
            locked = found[0]
            break
    g.effects.append(Effect(n.what, n.duration, ctx.but(), g.stamp(), locked))
    g.touch()


@effect(ast.Designation)
def _designation(g, n, ctx):
    """CR 725; dungeons (CR 726) aren't there."""
    if n.what == "city's blessing":
        raise TwinLacks("the city's blessing")
    g.monarch |= n.what == "monarch"


@effect(ast.DelayedTrigger)
def _delayed(g, n, ctx):
    event = n.event[0] if isinstance(n.event, tuple) else n.event
    if event.kind != "phase":  # "whenever ... this turn"
        g.effects.append(Effect((n,), "turn", ctx.but(), g.stamp(), None))
        g.touch()
        return
    g.delayed.append(Delayed(event, n.effects, ctx.but()))


@effect(ast.May)
def _may(g, n, ctx):
    ctx.paid = yes = bool(g.script.choose([0, 1], "yes"))
    if yes and _may_fail(g, n.effects, ctx):
        carry_out(g, n.effects[0], ctx)
        ctx.paid = bool(ctx.did)
        run(g, n.effects[1:] if ctx.paid else n.otherwise, ctx)
    else:
        run(g, n.effects if yes else n.otherwise, ctx)
    if not yes:
        ctx.did = False


def _may_fail(g: Game, effects, ctx: Context) -> bool:
    """CR 609.3: "if you do" asks whether something was done where there may be nothing to choose."""
    if len(effects) < 2:
        return False
    first = effects[0]
    if isinstance(first, ast.Discard):
        return values.amount(g, first.amount, ctx) >= 0
    acts = (ast.Sacrifice, ast.PutOnto, ast.ReturnToHand, ast.Exile)
    return isinstance(first, acts) and isinstance(first.what, ast.Choose)


@effect(ast.MayPay)
def _may_pay(g, n, ctx):
    """CR 118.12: paid on resolution, or not."""
    from . import costs

    parts = n.cost.parts if isinstance(n.cost, ast.Cost) else (n.cost,)
    if any(isinstance(x, ast.Mana) for p in parts if isinstance(p, ast.EitherCost) for x in p.walk()):
        raise TwinLacks("mana or something else")
    able = costs.payable(g, parts, ctx)
    if able and not g.script.next_decision_is("yes"):
        if not any(isinstance(p, ast.Mana) for p in parts):
            raise Mismatch("a cost that could be paid wasn't offered (CR 118.12)")
        g.script.unpayable(g, parts, ctx)
        able = False
    if able and g.script.choose([0, 1], "yes"):
        costs.pay(g, parts, ctx)
        ctx.paid = True
        run(g, n.then, ctx)
    else:
        ctx.paid = False
        run(g, n.otherwise, ctx)


@effect(ast.If)
def _if(g, n, ctx):
    run(g, n.then if values.condition(g, n.condition, ctx) else n.otherwise, ctx)


@effect(ast.Modes)
def _modes(g, n, ctx):
    from . import actions

    chosen: list[int] = []
    gone: list[int] = []  # "that hasn't been chosen"
    if n.unchosen and ctx.source is not None:
        gone = ctx.source.modes if n.unchosen == "turn" else ctx.source.modes_ever
    while len(chosen) < n.most:
        options: list = [
            i for i, m in enumerate(n.modes) if i not in (*chosen, *gone) and actions.targets_exist(g, m, ctx)
        ]  # CR 700.2a
        if len(chosen) >= n.least:
            options.append(None)
        if not options:
            return
        k = g.script.choose(options, "mode")
        if k is None:
            break
        chosen.append(k)
        if n.unchosen:
            gone.append(k)
        run(g, n.modes[k], ctx)


@effect(ast.Repeat)
def _repeat(g, n, ctx):
    times = values.amount(g, n.times, ctx)
    for _ in range(times):
        run(g, n.effects, ctx)
    while times < 0:  # "repeat this process" as long as it is done
        ctx.paid = False
        run(g, n.effects, ctx)
        if not ctx.paid:
            break


@effect(ast.Attach)
def _attach(g, n, ctx):
    p = values.one(g, n.what, ctx)
    to = select(g, n.to, ctx)
    if p is not None and p.alive and to:
        p.attached = to[0]
        g.touch()


@effect(ast.Transform)
def _transform(g, n, ctx):
    """CR 701.27: turned over to the other face."""
    p = values.one(g, n.what, ctx)
    if p is not None and p.alive and len(p.kind.faces) > 1:
        p.face = p.kind.faces[1] if p.face is p.kind.faces[0] else p.kind.faces[0]
        g.touch()
        events.fire(g, "transforms", p, actor=p.controller)


@effect(ast.TurnFaceUp)
def _turn_up(g, n, ctx):
    """CR 708.8: it was there before; nothing that looks at its entering applies."""
    for p in select(g, n.what, ctx):
        if p.face_down:
            p.face_down = False
            g.touch()
            events.fire(g, "turned face up", p, actor=p.controller)


@effect(ast.Phase)
def _phase(g, n, ctx):
    for p in select(g, n.what, ctx):
        phase_out(g, p)


def phase_out(g: Game, p: Permanent) -> None:
    """CR 702.26b, g: what is attached phases out with it."""
    p.phased = True
    for q in g.battlefield:
        if q.attached is p and not q.phased:
            phase_out(g, q)
    g.touch()


@effect(ast.EndEffects)
def _hold(g, n, ctx):
    """An "until end of turn" or "this turn" effect chosen now doesn't end while the permanent stays tapped."""
    p = values.one(g, n.what, ctx)
    if p is None or not p.alive or not p.tapped:
        return
    options = [e for e in g.effects if e.duration == "turn"]
    if options:
        g.script.choose(options, "effect").holder = p


def end_effects(g: Game, duration: str) -> None:
    """CR 514.2: effects of this duration end, but for those that something keeps."""
    for e in list(g.effects):
        if e.duration == duration and not e.over:
            if e.holder is not None:
                e.over = True
            else:
                drop(g, e)
    g.touch()
