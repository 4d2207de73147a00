"""Characteristics of permanents: the layers (CR 613)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from untap.oracle import ast

from . import values
from .model import BASIC, INTRINSIC, LAND_TYPES, Chars, Context, Game, Permanent, TwinLacks

# the layers in which parts of a node apply
_LAYERS = {
    ast.ChangeTypes: (4, 5, 6, 7),
    ast.Grant: (6,),
    ast.GrantAbilitiesOf: (6,),
    ast.GrantKeyword: (6,),
    ast.ChangePower: (8,),
}


_SUPERTYPES = frozenset(("basic", "legendary", "snow", "world"))


@dataclass(eq=False)
class Piece:
    """One continuous effect that changes characteristics."""

    node: Any
    ctx: Context
    timestamp: int
    ability: Any = None  # the static ability it comes from; None for resolved spells and abilities
    locked: Permanent | None = None
    began: bool = False


def characteristics(g: Game, p: Permanent) -> Chars:
    """The characteristics of a permanent, or those it last had (CR 608.2h)."""
    if not p.alive:
        return p.last if p.last is not None else printed(g, p)
    if g.cache is None:
        g.cache = compute(g)
    return g.cache[p]


def printed(g: Game, p: Permanent) -> Chars:
    """Copiable values (CR 613.1a), with the abilities of the level reached (CR 711.2, 716.2)."""
    f = p.face
    if p.face_down:  # a 2/2 without name, colour and abilities; turning it up is the player's to do (CR 708.2a, 708.5)
        turns = [a for a in f.abilities if getattr(a, "keyword", "") == "face down"]
        return Chars({"creature"}, set(), set(), set(), set(), 2, 2, turns)
    abilities: list = []
    for a in f.abilities:
        if isinstance(a, ast.Level):
            level = p.counters.get("level", 0)
            if a.least <= level and (not a.most or level <= a.most):
                abilities.extend(a.abilities)
        elif not isinstance(a, ast.Inert) and getattr(a, "keyword", "") != "face down":  # of a permanent face down
            abilities.append(a)
    keywords = {a.name for a in f.abilities if isinstance(a, ast.Keyword)}
    subtypes = set(f.subtypes)
    if "changeling" in keywords:
        subtypes |= g.script.creature_types  # CR 702.73a
    return Chars(set(f.types), set(f.supertypes), subtypes, set(f.colors), keywords, f.power, f.toughness, abilities)


def statics(g: Game, cache: dict, kinds) -> list[Piece]:
    """Static effects of these classes in force, with characteristics as far as they are known in ``cache``."""
    out = []
    for p in g.battlefield:
        if p.phased or not p.alive:
            continue
        for a in cache[p].abilities:
            if not isinstance(a, ast.Static) or a.zone != "battlefield":
                continue
            nodes = [n for n in a.effects if isinstance(n, kinds)]
            if nodes:
                ctx = source_context(p)
                if a.condition is not None and not values.condition(g, a.condition, ctx):
                    continue
                out += [Piece(n, ctx, p.timestamp, a) for n in nodes]
    for card in g.graveyard:  # CR 113.6k
        for a in card.front.abilities:
            if isinstance(a, ast.Static) and a.zone == "graveyard":
                ctx = Context(card=card, face=card.front)
                if a.condition is None or values.condition(g, a.condition, ctx):
                    out += [Piece(n, ctx, 0) for n in a.effects if isinstance(n, kinds)]
    for e in g.effects:
        for n in e.nodes:
            if isinstance(n, ast.Become):
                n = n.change
            if isinstance(n, kinds):
                out.append(Piece(n, e.ctx, e.timestamp, None, e.locked))
    return out


def source_context(p: Permanent) -> Context:
    """The context of a permanent's own abilities."""
    return Context(source=p, controller=p.controller, card=p.card, face=p.face, chosen_color=p.chosen_color,
                   chosen_type=p.chosen_type)  # fmt: skip


def compute(g: Game) -> dict[Permanent, Chars]:
    """All permanents' characteristics (CR 613.1)."""
    cache = {p: printed(g, p) for p in g.battlefield}
    g.cache = cache  # conditions and filters read what is known so far
    pieces = statics(g, cache, tuple(_LAYERS))
    if pieces:
        for layer in (4, 5, 6):
            _apply_layer(g, cache, pieces, layer)
            if layer == 4:
                _intrinsic(cache)
    else:
        _intrinsic(cache)
    for p, c in cache.items():
        n = p.counters.get("+1/+1", 0) - p.counters.get("-1/-1", 0)  # CR 613.4c
        if pieces:
            continue
        c.power += n
        c.toughness += n
    if pieces:
        _apply_layer(g, cache, pieces, 7)
        for p, c in cache.items():
            n = p.counters.get("+1/+1", 0) - p.counters.get("-1/-1", 0)
            c.power += n
            c.toughness += n
        _apply_layer(g, cache, pieces, 8)
    return cache


def _intrinsic(cache) -> None:
    """CR 305.6: lands with a basic land type have its mana ability."""
    for c in cache.values():
        if "land" in c.types:
            c.abilities.extend(INTRINSIC[word] for word in BASIC if word in c.subtypes)


def _parts(piece: Piece, layer: int) -> bool:
    n = piece.node
    if isinstance(n, ast.ChangeTypes):
        if layer == 4:
            return bool(n.types or n.subtypes or n.chosen or n.every_basic or n.every_creature or n.every_land)
        if layer == 5:
            return bool(n.colors)
        if layer == 6:
            return bool(n.lose_abilities)
        return layer == 7 and (n.power is not None or n.toughness is not None)
    return layer in _LAYERS[type(n)]


def _active(cache, piece: Piece) -> bool:
    """Whether the effect exists: its static ability is still there, or it began in an earlier layer (CR 613.6)."""
    if piece.ability is None or piece.began:
        return True
    return any(a is piece.ability for a in cache[piece.ctx.source].abilities)


def _affected(g: Game, cache, piece: Piece) -> list[Permanent]:
    what = piece.node.what
    if piece.locked is not None and not isinstance(what, (ast.Each, ast.Filter, ast.AnyOf)):
        return [piece.locked] if piece.locked.alive and not piece.locked.phased else []
    return [p for p in g.battlefield if not p.phased and p.alive and values.covers(g, what, p, piece.ctx)]


def _apply_layer(g: Game, cache, pieces, layer: int) -> None:
    """One layer: timestamp order, but an effect waits for those it depends on (CR 613.7-613.8)."""
    todo = [x for x in pieces if _parts(x, layer)]
    while todo:
        ready = todo
        if len(todo) > 1:
            ready = [a for a in todo if not any(b is not a and _depends(g, cache, a, b, layer) for b in todo)]
        first = min(ready or todo, key=lambda x: x.timestamp)  # CR 613.8b: a loop falls back on timestamps
        todo.remove(first)
        if not _active(cache, first):
            continue
        first.began = True
        for p in _affected(g, cache, first):
            if p in cache:  # not one that is only about to enter
                _change(g, cache[p], p, first, layer)


def _depends(g: Game, cache, a: Piece, b: Piece, layer: int) -> bool:
    """CR 613.8a: applying b would change whether a exists, what it applies to, or what it does to that."""
    if layer not in (4, 6) or not _active(cache, b):
        return False
    before = (_active(cache, a), set(_affected(g, cache, a)))
    trial = {p: c.copy() for p, c in cache.items()}
    g.cache = trial
    for p in _affected(g, trial, b):
        _change(g, trial[p], p, b, layer)
    after = (_active(trial, a), set(_affected(g, trial, a)))
    g.cache = cache
    return before != after


def _change(g: Game, c: Chars, p: Permanent, piece: Piece, layer: int) -> None:
    n = piece.node
    if isinstance(n, ast.ChangeTypes):
        if layer == 4 and n.types == ("not creature",):
            c.types.discard("creature")
            c.subtypes -= g.script.creature_types  # CR 205.1b
        elif layer == 4:
            _types(g, c, piece)
        elif layer == 5:
            c.colors = set(n.colors) & set("WUBRG")
        elif layer == 6:
            kept = c.abilities if n.lose_abilities == "except mana" else []
            c.abilities[:] = [a for a in kept if isinstance(a, ast.Activated) and ast.is_mana_ability(a)]
            c.keywords.clear()
        elif layer == 7:
            if n.power is not None:  # CR 613.4b
                c.power = values.amount(g, n.power, piece.ctx)
            if n.toughness is not None:
                c.toughness = values.amount(g, n.toughness, piece.ctx)
    elif isinstance(n, ast.Grant):
        for a in n.abilities:
            if not isinstance(a, (ast.Activated, ast.Triggered)):
                raise TwinLacks(f"granting {type(a).__name__}")
            c.abilities.append(a)
    elif isinstance(n, ast.GrantAbilitiesOf):
        if n.zone != "graveyard":
            raise TwinLacks(f"abilities of what is in {n.zone}")
        for card in g.graveyard:
            if values.matches_card(g, n.of, card, piece.ctx):
                lent = [INTRINSIC[w] for w in BASIC if w in card.front.subtypes] if "land" in card.front.types else []
                c.abilities += lent + [
                    a for a in card.front.abilities if isinstance(a, ast.Activated) and a.zone == "battlefield"
                ]
    elif isinstance(n, ast.GrantKeyword):
        c.keywords |= set(n.keywords)
    elif isinstance(n, ast.ChangePower):
        c.power += values.amount(g, n.power, piece.ctx)  # CR 613.4c
        c.toughness += values.amount(g, n.toughness, piece.ctx)


def _types(g: Game, c: Chars, piece: Piece) -> None:
    """CR 305.7, 613.1d."""
    n = piece.node
    words = set(n.subtypes) | (set(BASIC) if n.every_basic else set())
    words |= {"": set(), "all": LAND_TYPES, "nonbasic": LAND_TYPES - set(BASIC)}[n.every_land]
    if n.chosen:
        chosen = (
            piece.ctx.source.chosen_type
            if piece.ctx.source is not None and piece.ability is not None
            else piece.ctx.chosen_type
        )
        if not chosen:
            return
        words.add(chosen)
    if n.mode == "set":
        if n.types:
            c.types = set(n.types)
        if words & set(BASIC):
            c.subtypes = {w for w in c.subtypes if w not in LAND_TYPES} | words
            c.abilities.clear()
            c.keywords.clear()
        elif words:
            c.subtypes = words
    else:
        c.types |= set(n.types) - _SUPERTYPES
        c.supertypes |= set(n.types) & _SUPERTYPES
        c.subtypes |= words
    if n.every_creature:
        c.subtypes |= g.script.creature_types
