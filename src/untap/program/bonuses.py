"""Bonuses to power and toughness: left out where nothing asks for either.

What asks: amounts and filters of power or toughness, and state-based actions where some creature has no toughness of
its own (CR 704.5f).  Elsewhere a bonus changes nothing that a goldfish game shows, and decks are faster without.
Static bonuses are kept where anything of the program asks, those that last a while where their own face does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..oracle import ast
from ..oracle.builders.base import rewrite, walk
from .expand import expand

if TYPE_CHECKING:
    from .build import CardIR, FaceIR

__all__ = ["with_needed_bonuses"]

_SIZES = ("power", "toughness")
_INERT = ast.Inert("power and toughness")


def with_needed_bonuses(cards: Sequence[CardIR], whole: bool = False) -> list[CardIR]:
    """The cards of one program, without the bonuses that nothing in it asks for.

    ``whole``: of a position that may be asked anything.
    """
    cards = [replace(c, faces=tuple(map(_without_lasting, c.faces))) for c in cards]
    if whole or any(_asks(f) for c in cards for f in c.faces):
        return cards
    return [replace(c, faces=tuple(map(_without_static, c.faces))) for c in cards]


def _asks(face: FaceIR) -> bool:
    """Whether something on a face reads power or toughness, or lives by a bonus."""
    creature = _creature(face.types)
    if creature and face.toughness is not None and face.toughness.lstrip("-+") == "0":
        return True
    return any(map(_reads, walk(expand(face.abilities, face.mana_cost, creature))))


def _creature(types: Iterable[str]) -> bool:
    return "creature" in (t.casefold() for t in types)


def _reads(n: ast.Node) -> bool:
    if isinstance(n, (ast.Stat, ast.Greatest, ast.Total)):
        return n.what in _SIZES
    if isinstance(n, ast.Filter):
        return bool(n.power or n.toughness) or "power" in n.quality or "toughness" in n.quality
    return isinstance(n, ast.Token) and _creature(n.types) and n.toughness == 0


def _reads_its_own(n: ast.Node) -> bool:
    """Whether a bonus may matter to the rest of its face; damage is dealt by power."""
    return (
        (isinstance(n, (ast.Stat, ast.Greatest, ast.Total)) and n.what in _SIZES)
        or (isinstance(n, ast.Filter) and n.quality == "toughness greater than power")
        or (isinstance(n, ast.Event) and n.kind == "damage")
    )  # fmt: skip


def _keeps_its_own(face: FaceIR) -> bool:
    return not any(isinstance(n, ast.ChangePower) for n in walk(face.abilities)) or any(
        map(_reads_its_own, walk(face.abilities))
    )


def _without_lasting(face: FaceIR) -> FaceIR:
    """The face without bonuses that last a while."""
    if _keeps_its_own(face):
        return face

    def aims(n: ast.Node) -> ast.Node:
        """What a dropped bonus was aimed at, what follows speaks of."""
        if isinstance(n, ast.Continuous) and len(n.what) > 1 and isinstance(n.what[0], ast.ChangePower):
            aim, later = n.what[0].what, n.what[1]
            if isinstance(aim, (ast.Target, ast.Choose)) and getattr(later, "what", None) == ast.That():
                return replace(n, what=(n.what[0], replace(later, what=aim), *n.what[2:]))
        return n

    def lasting(n: ast.Node) -> ast.Node:
        if not isinstance(n, ast.Continuous):
            return n
        what = tuple(_INERT if isinstance(w, ast.ChangePower) else w for w in n.what)
        return what[0] if what and all(isinstance(w, ast.Inert) for w in what) else replace(n, what=what)

    return replace(face, abilities=rewrite(rewrite(face.abilities, aims), lasting))


def _without_static(face: FaceIR) -> FaceIR:
    """The face without static bonuses."""
    if _keeps_its_own(face):
        return face

    def static(n: ast.Node) -> ast.Node:
        if not isinstance(n, ast.Static) or _kills(n):
            return n
        return replace(n, effects=tuple(_INERT if isinstance(e, ast.ChangePower) else e for e in n.effects))

    return replace(face, abilities=rewrite(face.abilities, static))


def _kills(ability: ast.Static) -> bool:
    """Whether an ability makes creatures of ours smaller (CR 704.5f)."""
    return any(
        isinstance(n, ast.ChangePower)
        and isinstance(n.what, ast.Each)
        and isinstance(n.toughness, int)
        and n.toughness < 0
        and getattr(n.what.filter, "controller", "") != "opponent"
        for n in ability.effects
    )
