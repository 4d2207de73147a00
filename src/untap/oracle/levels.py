"""Support levels of a sentence, and what makes an ability inert."""

from __future__ import annotations

from .ast import Activated, Inert, LeftOut, Node, Spell, Static, Triggered
from .builders.base import walk

__all__ = ["APPROXIMATIONS", "LEVELS", "is_inert", "level_of", "worst"]

#: From best to worst.  ``inert``: understood, and can touch nothing that a goldfish game of mana asks about.
LEVELS = ("inert", "exact", "approximated", "unsupported", "text missing")

#: The closed list of reasons for ``approximated``.
APPROXIMATIONS = (
    "combat isn't simulated",
    "an opponent's choice",
    "an opponent's cards",
    "another player's turn",
    "cards outside the game",
    "dungeons and the Ring aren't simulated",
)


def is_inert(ability: Node) -> bool:
    """Whether an ability is made of nothing but inert nodes.

    Activated abilities never are: their costs tap, sacrifice, discard or pay.
    """
    if isinstance(ability, Inert):
        return True
    if isinstance(ability, (Spell, Static, Triggered)):
        return bool(ability.effects) and all(isinstance(e, Inert) for e in ability.effects)
    if isinstance(ability, Activated):
        return False
    return False


# events of combat damage and blocks, which never happen where combat isn't simulated
_COMBAT = frozenset(["damage to player", "damage to you", "dealt damage", "blocks"])


def _waits_for_combat(n: Node) -> bool:
    if not isinstance(n, Triggered) or is_inert(n):
        return False
    events = n.event if isinstance(n.event, tuple) else (n.event,)
    return any(e.kind in _COMBAT and e.whose != "opponent" for e in events)


def level_of(abilities: tuple[Node, ...]) -> tuple[str, str]:
    """Level and reason of a paragraph that is understood."""
    for n in walk(abilities):
        if isinstance(n, LeftOut):
            return "approximated", n.reason
        if _waits_for_combat(n):
            return "approximated", "combat isn't simulated"
    return ("inert" if all(map(is_inert, abilities)) else "exact"), ""


def worst(levels: list[str]) -> str:
    """The worst of some levels (``inert`` if there are none)."""
    return max(levels, key=LEVELS.index, default="inert")
