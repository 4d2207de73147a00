"""What of an ability the core runs, and where that lowers the level of the sentences it comes from.

The grammar says how well a sentence is read (`untap.oracle.levels`), the encoder whether the core has words for what
was read; the final level is the worse of the two.
"""

from __future__ import annotations

from dataclasses import replace

from ..oracle import ast
from ..oracle.builders.base import walk
from ..oracle.levels import is_inert

__all__ = ["approximation", "as_run"]

_COMBAT = "combat isn't simulated"
_CARDS = "an opponent's cards"
_DUNGEON = "dungeons and the Ring aren't simulated"

# events that never happen where opponents do nothing, or that aren't followed
_NEVER = {
    "blocks": _COMBAT,
    "dealt damage": _COMBAT,
    "dungeon": _DUNGEON,
    "crime": _CARDS,
    "loses game": _CARDS,
}
# events of the own attackers, which nothing blocks, with the details that say which of them
FIGHTS = {"attacks": ("", "alone", "together", "or blocks"), "damage": ("player", "together")}
# keywords that need an attack
_COMBAT_KEYWORDS = frozenset(("ninjutsu", "start your engines", "myriad", "melee", "boast"))
# conditions of the game that never hold there
_FALSE = {
    "max speed": _COMBAT,
    "noncombat damage this turn": _COMBAT,
    "tribute wasn't paid": "an opponent's choice",
    "opponent hurt this turn": _COMBAT,
    "every opponent is hurt": _COMBAT,
    "completed a dungeon": _DUNGEON,
    "opponent cast spells": _CARDS,
    "creatures attack you": _COMBAT,
}
_FALSE_NUMBERS = {
    "speed": _COMBAT,
    "opponents hurt this turn": _COMBAT,
    "life opponents lost this turn": _COMBAT,
    "creatures that hurt a player this turn": _COMBAT,
    "opponents with permanents": _CARDS,
    "creatures attacking you": _COMBAT,
    "cards in opponents' hands": _CARDS,
    "noncombat damage to opponents this turn": _COMBAT,
}
_OPPONENT = ("an opponent ", "opponent ", "opponents ")
#: A condition that the scenario's opponents may meet.
MORE_LANDS = "opponent controls more lands"
_THEIR_LANDS = ast.Filter(types=("land",), controller="opponent")

# What the core knows in each place.
EFFECTS = frozenset(
    [
        "AddMana",
        "Untap",
        "Tap",
        "Search",
        "PutOnto",
        "Draw",
        "Scry",
        "Surveil",
        "Look",
        "RevealUntil",
        "RevealTop",
        "Mill",
        "Discard",
        "GainLife",
        "LoseLife",
        "PutCounters",
        "RemoveCounters",
        "MoveCounters",
        "GetEnergy",
        "Sacrifice",
        "Destroy",
        "Exile",
        "ReturnToHand",
        "Bounce",
        "CreateTokens",
        "LandPlays",
        "ExtraTurn",
        "SkipStep",
        "DoesntUntapNext",
        "ToLibrary",
        "ToGraveyard",
        "Shuffle",
        "ShuffleIn",
        "ExilePlay",
        "ExileWith",
        "ExilePermit",
        "TurnFaceUp",
        "Pick",
        "Damage",
        "Proliferate",
        "Explore",
        "CopyToken",
        "EndGame",
        "GainControl",
        "SwapTapped",
        "Designation",
        "Discover",
        "FlipCoin",
        "CastFree",
        "BecomeCopy",
        "MayPlay",
        "CastCopy",
        "Manifest",
        "XLimit",
        "ExtraPhase",
        "ChooseColor",
        "Continuous",
        "DelayedTrigger",
        "May",
        "MayPay",
        "If",
        "Modes",
        "Repeat",
        "Attach",
        "Transform",
        "ExertEffect",
        "Phase",
        "EndEffects",
        "DoubleMana",
        "Monstrosity",
        "RollDie",
        "Inert",
        "LeftOut",
        "Become",
    ]
)
ENTERING = EFFECTS | {"EntersTapped", "EntersUntapped", "EntersIf", "EntersAsCopy"}
ENTERING_OTHERS = frozenset(("EntersTapped", "EntersUntapped", "PutCounters"))
LASTING = frozenset(
    [
        "Grant",
        "GrantKeyword",
        "ChangeTypes",
        "ChangePower",
        "CantUntap",
        "UntapDuringOthers",
        "MayNotUntap",
        "PlayFrom",
        "KeepMana",
        "ManaInstead",
        "CostChange",
        "MoreLandPlays",
        "CantCast",
        "NoHandLimit",
        "UntapLimit",
        "SkipStepStatic",
        "LifeForMana",
        "CastTiming",
        "Inert",
        "LeftOut",
        "GraveyardToExile",
        "ReplaceDraw",
        "CastFree",
        "AlternativeCost",
    ]
)
LOCKED = frozenset(
    ("Grant", "GrantKeyword", "ChangeTypes", "ChangePower", "CantUntap", "MayNotUntap")
)  # to the objects chosen at the start
STATICS = LASTING | frozenset(
    [
        "UntapOneType",
        "UntapInstead",
        "AlternativeCost",
        "AdditionalCost",
        "CastFree",
        "CostHelp",
        "SpendOnlyOn",
        "EntersTapped",
        "GrantAbilitiesOf",
        "TriggerMore",
        "MaySkipTurn",
        "SpendAs",
        "GainControl",
        "CountersInstead",
        "ReplaceTokens",
        "CantPay",
        "EntersUntapped",
    ]
)
OF_LEVELS = frozenset(("Activated", "Triggered", "Static", "Inert", "LeftOut"))
GRANTED = OF_LEVELS | {"ThisAbility"}
ABILITIES = frozenset(
    [
        "AlternativeCost",
        "AdditionalCost",
        "CostHelp",
        "CostChange",
        "SpendOnlyOn",
        "Keyword",
        "Enchant",
        "Equip",
        "Level",
        "OpeningHand",
        "CantCast",
        "CastTiming",
    ]
)
# keywords that the rows or the face's bits carry, or that can't matter to mana
KEYWORDS = frozenset(
    [
        "haste",
        "phasing",
        "vigilance",
        "flash",
        "changeling",
        "defender",
        "indestructible",
        "affinity",
        "devoid",
        "extort",
        "epic",
        "gravestorm",
        "crew",
        "saddle",
        "umbra",
        "conspire",
        "casualty",
        "assist",
        "spree",
        "tiered",
        "living metal",
        "aftermath",
        "exploit",
        "fuse",
        "flying",
        "trample",
        "lifelink",
        "deathtouch",
        "reach",
        "menace",
        "hexproof",
        "shroud",
        "first strike",
        "double strike",
        "ward",
        "infect",
        "toxic",
        "prowess",
        "landwalk",
        "protection",
        "can't attack",
        "shuffled in instead of dying",
    ]
)


def false_fact(what: str) -> str:
    """Why a condition never holds where opponents have nothing and nobody attacks; ``""`` if it may."""
    return _FALSE.get(what, _CARDS if what.startswith(_OPPONENT) and what != MORE_LANDS else "")


def life_of_anybody(what: str) -> int | None:
    """N of the condition "a player has N or less life", which opponents' life totals don't meet without combat."""
    words = what.split()
    return int(words[3]) if what.startswith("a player has ") and what.endswith(" or less life") else None


def zero_number(what: str) -> str:
    """The same for a number that is always zero."""
    return _FALSE_NUMBERS.get(what, "")


def never(event: ast.Node) -> str:
    """Why an event never happens in a goldfish game; ``""`` if it may."""
    if not isinstance(event, ast.Event):
        return ""
    if event.kind in FIGHTS:
        subject = event.subject.filter if isinstance(event.subject, (ast.Each, ast.Target)) else event.subject
        theirs = isinstance(subject, ast.Filter) and subject.controller == "opponent"
        known = event.whose in ("", "you") and event.detail in FIGHTS[event.kind] and not theirs
        return "" if known else _COMBAT
    if event.kind in _NEVER:
        return _NEVER[event.kind]
    return _CARDS if event.whose == "opponent" and event.kind != "phase" else ""


_DEMANDS = ast.Inert("target spell")  # without one it can't be cast


def as_run(ability: ast.Node, whole: bool = False) -> ast.Node | None:
    """The ability without events that never happen; None where nothing of it can matter.

    ``whole`` keeps what triggers without consequence.
    """
    seen = (whole and isinstance(ability, ast.Triggered)) or (
        isinstance(ability, ast.Spell) and _DEMANDS in ability.effects
    )
    if (is_inert(ability) and not seen) or isinstance(ability, ast.LeftOut):
        return None
    if isinstance(ability, ast.Keyword) and ability.name in _COMBAT_KEYWORDS:
        return None
    if isinstance(ability, ast.Triggered):
        events = ability.event if isinstance(ability.event, tuple) else (ability.event,)
        return _with_events(ability, tuple(e for e in events if not never(e)))
    return ability


def without_fights(ability: ast.Triggered) -> ast.Triggered | None:
    """The ability where nobody attacks."""
    events = ability.event if isinstance(ability.event, tuple) else (ability.event,)
    return _with_events(ability, tuple(e for e in events if e.kind not in FIGHTS))


def _with_events(ability: ast.Triggered, left: tuple[ast.Event, ...]) -> ast.Triggered | None:
    if isinstance(ability.event, tuple) and len(left) == len(ability.event):
        return ability
    if not left:
        return None
    return replace(ability, event=left if len(left) > 1 else left[0])


def approximation(ability: ast.Node) -> str:
    """The reason of the closed list for which an ability is only approximated; ``""`` if it isn't."""
    for n in walk((ability,)):
        if isinstance(n, ast.LeftOut):
            return n.reason
        if isinstance(n, ast.Keyword) and n.name in _COMBAT_KEYWORDS:
            return _COMBAT
        if isinstance(n, ast.Triggered) and not is_inert(n):
            for e in n.event if isinstance(n.event, tuple) else (n.event,):
                if reason := never(e):
                    return reason
        if isinstance(n, ast.DelayedTrigger) and not all(isinstance(e, ast.Inert) for e in n.effects):
            for e in n.event if isinstance(n.event, tuple) else (n.event,):
                if reason := never(e):
                    return reason
        if isinstance(n, ast.Fact) and (reason := false_fact(n.what)):
            return reason
        if isinstance(n, ast.Fact) and n.what == MORE_LANDS:
            return _CARDS
        if isinstance(n, ast.ColorsFrom) and n.filter == _THEIR_LANDS:
            return _CARDS
        if isinstance(n, ast.Fact) and (n.what == "more life" or life_of_anybody(n.what) is not None):
            return _COMBAT
        if isinstance(n, ast.Number) and n.what == "lands of an opponent":
            return _CARDS
        if isinstance(n, ast.Number) and (reason := zero_number(n.what)):
            return reason
    return ""
