"""Which programs leave the library alone: nothing but the opening hand and the draw steps takes cards from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .opcodes import OPCODES, words

if TYPE_CHECKING:
    from .compile import Program

#: What moves no card into or out of the library, draws nothing, looks at nothing hidden, and adds or skips no turn or
#: step. Amounts, conditions and selectors only read. What isn't here counts as touching it.
_APART = frozenset({
    "Const", "X", "Count", "Devotion", "Counters", "Stat", "Greatest", "Total", "Kinds", "Number", "Plus", "Times",
    "Minus", "Half", "Compare", "Not", "All", "Any", "Is", "Fact", "This", "Attached", "That", "Each", "Target",
    "Choose", "Colors", "ColorsFrom", "Bundle", "OneOf", "OneColor", "Combination", "EachColor", "EitherMana",
    "You", "Spend", "Mana", "TapThis", "UntapThis", "TapOthers", "UntapOthers", "SacrificeCost", "PayLife",
    "PayEnergy", "DiscardCost", "RemoveCountersCost", "PutCountersCost", "AddManaCost", "RevealCost", "LoyaltyCost",
    "Cost", "EitherCost", "AddMana", "Untap", "Tap", "Discard", "GainLife", "LoseLife", "PutCounters",
    "RemoveCounters", "GetEnergy", "Sacrifice", "Destroy", "Exile", "ReturnToHand", "CreateTokens", "LandPlays",
    "DoesntUntapNext", "ChooseColor", "Continuous", "DelayedTrigger", "May", "MayPay", "If", "Modes", "Mode",
    "Repeat", "Attach", "DoubleMana", "Inert", "Damage", "Proliferate", "Monstrosity", "Event", "Grant",
    "GrantKeyword", "ChangePower", "MoreLandPlays", "CantUntap", "MayNotUntap", "UntapDuringOthers", "ManaInstead",
    "KeepMana", "SpendAs", "SpendOnlyOn", "CostChange", "AdditionalCost", "AlternativeCost", "LifeForMana",
    "CostHelp", "CastTiming", "CantPay", "NoHandLimit", "Keyword", "Level", "Enchant", "Equip", "EntersTapped",
    "EntersUntapped", "Activated", "Triggered", "Static", "Spell", "Enters",
})  # fmt: skip
_KEYWORDS = frozenset(("haste", "vigilance", "flash", "changeling", "defender", "indestructible", "devoid"))
#: Where an effect may find what it moves.
_SEEN = frozenset(("battlefield", "hand", "graveyard", "stack"))


def leaves_library_alone(program: Program) -> bool:
    """Whether no ability of the deck, nor of a token it makes, touches the library."""
    return all(_apart(OPCODES[int(op)].name, a) for op, a in program.arrays["rows"].tolist())


def _apart(name: str, a: list[int]) -> bool:
    if name not in _APART:
        return False
    if name == "Keyword":
        return words(name, "name")[a[0]] in _KEYWORDS
    if name in ("Exile", "ReturnToHand"):
        return words(name, "zone")[a[1]] in _SEEN
    return True
