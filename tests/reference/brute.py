"""Whether mana costs can be paid at all: every order of mana abilities with every choice, on small positions.

`can_pay` is slow and has bounds; what it settles it settles by the rules alone (CR 601.2f-h, 605).
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import fields, replace
from functools import partial
from itertools import combinations

from untap.oracle import ast

from . import actions, costs, effects, layers, mana
from .model import Card, Context, Face, Game, Mismatch, Permanent, TwinLacks, read_cost


class _Branch(Exception):
    """A choice that the path doesn't hold: so many options."""


class _Unknown(Exception):
    """What comes next can't be known, e.g. a card of the library."""


class _Try:
    """Answers the twin's questions with the choices of a path."""

    def __init__(self, script, path=()) -> None:
        self.outer, self.path, self.at = script, path, 0
        self.creature_types = script.creature_types
        self.made = 0

    def choose(self, options: list, domain: str):
        if not options:
            raise Mismatch(f"a choice without options ({domain})")
        if len(options) == 1:
            return options[0]
        if self.at == len(self.path):
            raise _Branch(len(options))
        self.at += 1
        return options[self.path[self.at - 1]]

    def next_is(self, what: str) -> bool:
        return False

    def next_decision_is(self, domain: str) -> bool:
        return True

    def taps_before_leaving(self, p) -> bool:
        return False

    def mana_ahead(self):
        return None

    def unpayable(self, g, parts, ctx) -> None:
        pass

    def chance(self, how: str):
        raise _Unknown

    def known(self, how: str, card) -> None:
        pass

    def discarded(self):
        raise _Unknown

    def bind(self, p) -> None:
        self.made += 1
        p.number = -1000 - self.made

    def token_kind(self, token):
        return self.outer.token_kind(token)

    def pay_from_pool(self, g: Game, wanted, purpose) -> str:
        """Pay for an ability within: from the pool, in every way that differs."""
        ways: dict = {}
        for n in range(len(g.pool) + 1):
            for units in combinations(g.pool, n):
                life = mana.settles(g, list(units), wanted, purpose)
                if life is not None and life <= g.life:
                    ways.setdefault((tuple(sorted(map(repr, units))), life), units)
        if not ways:
            raise Mismatch("not payable from the pool")
        key = self.choose(sorted(ways), "payment")
        if key[1]:
            effects.change_life(g, -key[1])
        g.pool = [u for u in g.pool if not any(u is v for v in ways[key])]
        g.touch()
        return "".join(u.type for u in ways[key])


def clone(g: Game, script) -> Game:
    """A copy of the game that can be played on by itself; what is on the stack stays as it is."""
    new = copy(g)
    new.script = script
    for f in fields(Game):
        if isinstance(getattr(g, f.name), list):
            setattr(new, f.name, list(getattr(g, f.name)))
    twins: dict[int, Permanent] = {}
    for p in g.battlefield:
        q = twins[id(p)] = copy(p)
        q.counters, q.used, q.used_ever = dict(p.counters), list(p.used), list(p.used_ever)

    def same(p):
        return twins.get(id(p), p)

    def inside(ctx: Context) -> Context:
        return replace(ctx, source=same(ctx.source), that=same(ctx.that), sacrificed=same(ctx.sacrificed))

    new.battlefield = [same(p) for p in g.battlefield]
    for q in new.battlefield:
        q.attached = same(q.attached)
    new.effects = [replace(e, ctx=inside(e.ctx), locked=same(e.locked), holder=same(e.holder)) for e in g.effects]
    new.pool = [copy(u) for u in g.pool]
    new.events = []
    new.touch()
    return new


def _key(g: Game):
    """Positions that are alike as far as paying goes."""
    return (
        tuple(sorted((p.number, p.face.number, p.tapped, p.skip_untap, p.chosen_color, p.chosen_type, len(p.used),
                      tuple(sorted(p.counters.items()))) for p in g.battlefield)),
        tuple(sorted(map(repr, g.pool))), g.life, g.energy, len(g.effects), len(g.library()),
        tuple(sorted(c.slot for z in (g.hand, g.graveyard) for c in z)), tuple(c.slot for c in g.graveyard),
    )  # fmt: skip


def _moves(g: Game):
    """Mana abilities that could be activated while a cost is being paid (CR 605.3a)."""
    for k, p in enumerate(g.battlefield):
        if p.controller != 0 or p.phased:
            continue
        for j, a in enumerate(layers.characteristics(g, p).abilities):
            if not isinstance(a, ast.Activated) or not ast.is_mana_ability(a) or "instant" in a.limits:
                continue
            if actions.can_activate(g, p, a):
                for x in range(_most_x(p, a) + 1):
                    yield ("permanent", k, j, x)
    for zone in ("hand", "graveyard"):
        for card in g.zone(zone):
            for j, a in enumerate(card.front.abilities):
                if not isinstance(a, ast.Activated) or not ast.is_mana_ability(a) or a.zone != zone:
                    continue
                if actions.can_activate_card(g, card, card.front, a, zone):
                    yield (zone, card.slot, j, 0)


def _most_x(p: Permanent, a) -> int:
    if not any(isinstance(n, ast.X) for part in a.cost.parts for n in part.walk()) and "{X}" not in str(a.cost):
        return 0
    kinds = [part.kind for part in a.cost.parts if isinstance(part, ast.RemoveCountersCost)]
    return p.counters.get(kinds[0], 0) if kinds else 3


def _perform(g: Game, move) -> None:
    where, k, j, x = move
    if where == "permanent":
        p = g.battlefield[k]
        actions.activate(g, p, layers.characteristics(g, p).abilities[j], x)
    else:
        card = next(c for c in g.zone(where) if c.slot == k)
        actions.activate_card(g, card, card.front.abilities[j], where)


def _children(g: Game, move):
    """The positions after a mana ability, one for each way to choose; what can't be known leads nowhere."""
    paths = [()]
    while paths:
        path = paths.pop()
        new = clone(g, _Try(g.script.outer if isinstance(g.script, _Try) else g.script, path))
        try:
            _perform(new, move)
        except _Branch as b:
            paths += [(*path, i) for i in range(b.args[0])]
        except Mismatch:
            continue
        else:
            new.script = _Try(new.script.outer)
            yield new


def search(g: Game, settled, limit: int) -> bool | None:
    """Whether some activations of mana abilities lead to a position that ``settled`` likes; None if that stays open."""
    todo, seen, open_ = [g], set(), False
    while todo:
        now = todo.pop()
        key = _key(now)
        if key in seen:
            continue
        seen.add(key)
        if settled(now):
            return True
        if len(seen) >= limit:
            return None
        for move in _moves(now):
            try:
                todo += _children(now, move)
            except (_Unknown, TwinLacks):
                open_ = True
    return None if open_ else False


def can_pay_ability(g: Game, p: Permanent, a, x: int, limit: int) -> bool | None:
    """Whether the whole cost of an ability can be paid; None if the bound leaves that open."""
    total = costs.total_of_ability(g, p, a, x)
    if total is None:
        return None
    text = "".join(part.symbols for part in a.cost.parts if isinstance(part, ast.Mana))
    parts = [part for part in a.cost.parts if not isinstance(part, ast.Mana)]
    if any(isinstance(part, ast.PayLife) for part in parts) and "P" in text:
        return None
    number = p.number

    def settled(now: Game) -> bool:
        q = next((q for q in now.battlefield if q.number == number), None)
        if q is None:
            return False
        purpose = mana.Purpose(ability_of=q, has_x="{X}" in text)
        ctx = layers.source_context(q).but(x=x)
        return mana.payable_simply(now, *total, purpose) and costs.payable(now, parts, ctx)

    return search(clone(g, _Try(g.script)), settled, limit)


def can_pay_spell(g: Game, card: Card, face: Face, zone: str, way: int, x: int, kicks: int, limit: int) -> bool | None:
    """Whether the whole cost of a spell can be paid; None if the bound leaves that open."""
    text, parts, _ = actions.ways(g, face, card, zone)[way]
    if any(isinstance(a, ast.CostHelp) for a in face.abilities) or any(
        isinstance(n, ast.SpendOnlyOn) for a in face.abilities for n in a.walk()
    ):
        return None
    answers = []
    for chosen, life in _phyrexian_choices(text or ""):
        generic, symbols = costs.total_of_spell(g, face, card, zone, chosen, x)
        also = [*parts, *([ast.PayLife(life)] if life else [])]
        for a in actions.additional(face, kicks):
            for part in a.cost.parts if isinstance(a.cost, ast.Cost) else (a.cost,):
                if isinstance(part, ast.Mana):
                    for _ in range(kicks if a.optional else 1):
                        more, others = read_cost(part.symbols)
                        generic, symbols = generic + more, symbols + others
                else:
                    also.append(part)
        if sum(isinstance(part, ast.PayLife) for part in also) > 1:
            return None
        purpose = mana.Purpose(spell=face, has_x=bool(text) and "{X}" in text)
        ctx = Context(card=card, face=face, x=x, kicks=kicks)
        start = clone(g, _Try(g.script))
        effects.take_card(start, card)  # CR 601.2a
        settled = partial(_settled, generic, symbols, purpose, tuple(also), ctx)
        answers.append(search(start, settled, limit))
        if answers[-1]:
            return True
    return None if None in answers else False


def _settled(generic: int, symbols, purpose, also, ctx: Context, now: Game) -> bool:
    return mana.payable_simply(now, generic, symbols, purpose) and costs.payable(now, also, ctx)


def _phyrexian_choices(text: str) -> list[tuple[str, int]]:
    """The cost for each number of Phyrexian symbols paid with life, which is chosen first (CR 601.2b, f)."""
    symbols = re.findall(r"\{[^}]*\}", text)
    special = [k for k, s in enumerate(symbols) if s.endswith("/P}")]
    out = []
    for n in range(len(special) + 1):
        for by_life in combinations(special, n):
            kept = [s.replace("/P}", "}") for k, s in enumerate(symbols) if k not in by_life]
            out.append(("".join(kept), 2 * n))
    return list(dict.fromkeys(out))


def can_pay_cost(g: Game, parts, ctx: Context, limit: int) -> bool | None:
    """Whether a cost with mana that a resolving effect offers can be paid (CR 118.12)."""
    generic, symbols = read_cost("".join(p.symbols for p in parts if isinstance(p, ast.Mana)), ctx.x)
    others = [p for p in parts if not isinstance(p, ast.Mana)]
    if others:
        return None
    start, purpose = clone(g, _Try(g.script)), mana.Purpose()
    return search(start, lambda now: mana.payable_simply(now, generic, symbols, purpose), limit)
