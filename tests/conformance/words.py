"""The format's words -> the product's own: phrases through the Oracle grammar, abilities by their short names."""

from __future__ import annotations

import re

from untap.oracle import ast
from untap.oracle.compile import compile_text
from untap.program.build import opcodes_below
from untap.program.opcodes import OPCODES

# nodes that set something going that lasts beyond the moment
LASTING = (ast.Continuous, ast.DelayedTrigger, ast.DoesntUntapNext, ast.LandPlays, ast.SkipStep, ast.Become)


def phrase(text: str, type_line: str = "Enchantment") -> tuple:
    """The abilities of a phrase, as the grammar reads it; empty where it doesn't."""
    made = compile_text("(phrase)", type_line, text)
    return () if any(s.level == "unsupported" for s in made.sentences) else made.abilities


def static_nodes(text: str) -> tuple:
    """The static effects that a phrase states."""
    return tuple(e for a in phrase(text) if isinstance(a, ast.Static) for e in a.effects)


def spend_of(text: str):
    """The spending restriction of "only on ..." words."""
    for words in (f"to cast {text}", f"on {text}", text):
        for a in phrase("{T}: Add {C}. Spend this mana only " + words + ".", "Land"):
            for n in a.walk():
                if isinstance(n, ast.Spend):
                    return n
    return None


def lasting_effects(abilities) -> tuple:
    """The effects of a card's first ability that last, which are in force once it has resolved."""
    for a in abilities:
        effects = tuple(n for e in getattr(a, "effects", ()) for n in _outermost(e))
        if effects and not isinstance(a, ast.Static):
            return effects
    return ()


def _outermost(node):
    if isinstance(node, LASTING):
        yield node
    else:
        for child in node.children():
            yield from _outermost(child)


# ------------------------------------------------------------------------------- short names of abilities

_EFFECTS = {
    "search": {"Search"}, "fetch": {"Search"}, "untap": {"Untap"}, "draw": {"Draw"}, "scry": {"Scry"},
    "surveil": {"Surveil"}, "animate": {"Continuous", "ChangeTypes"}, "keep": {"EndEffects"},
    "counter": {"PutCounters"}, "counters": {"PutCounters"}, "level": {"PutCounters"},
    "mana": {"AddMana", "DoubleMana"}, "add": {"AddMana"}, "devotion": {"AddMana"}, "double": {"DoubleMana"},
    "damage": {"LoseLife", "Inert"}, "equip": {"Attach"}, "mill": {"Mill"}, "token": {"CreateTokens"},
    "copy": {"Inert"}, "land": {"PutOnto", "LandPlays"}, "destroy": {"Destroy"}, "bounce": {"ReturnToHand"},
    "exile": {"Exile"}, "suspend": {"ExileWith"}, "foretell": {"ExileWith"}, "plot": {"ExileWith"},
}  # fmt: skip
_COSTS = {
    "{t}": {"TapThis"}, "{q}": {"UntapThis"}, "sacrifice": {"SacrificeCost"}, "sac": {"SacrificeCost"},
    "discard": {"DiscardCost"}, "life": {"PayLife"}, "exile": {"ExileCost"}, "remove": {"RemoveCountersCost"},
    "put": {"PutCountersCost"},
    "return": {"ReturnCost"}, "tap": {"TapOthers", "TapThis"}, "energy": {"PayEnergy"}, "exert": {"ExertCost"},
    "cycling": {"DiscardCost"}, "cycle": {"DiscardCost"}, "channel": {"DiscardCost"},
}  # fmt: skip


def makes_mana(arrays, ability: int) -> bool:
    """Whether the program says so: activated (605.1a), or triggered by mana and making some (605.1b)."""
    a = arrays["abilities"][ability]
    if a["type"] == 0:
        return bool(a["flags"] & 1)
    if a["type"] != 1 or a["flags"] & 32:
        return False
    events = {int(arrays["rows"][j]["a"][0]) for j in range(a["event"] >> 8, (a["event"] >> 8) + (a["event"] & 255))}
    return bool(events & {5, 16}) and "AddMana" in opcodes_below(arrays, int(a["effects"]))


def fits(arrays, ability: int, word: str) -> int:
    """How well an ability fits a case's short name; negative if it can't be meant."""
    if not word:
        return 0
    a = arrays["abilities"][ability]
    low = word.casefold().replace("−", "-")
    loyalty = re.match(r"\[?([+-]?\d+|[+-]?x)\]?(?=$|:| )", low)
    if loyalty:
        if not a["flags"] & 16:
            return -1
        wanted = int(loyalty.group(1)) if loyalty.group(1).lstrip("+-").isdigit() else None
        parts = [arrays["rows"][j] for j in range(a["cost"] >> 8, (a["cost"] >> 8) + (a["cost"] & 255))]
        amounts = [int(arrays["rows"][r["a"][0]]["a"][0]) for r in parts if OPCODES[int(r["op"])].name == "LoyaltyCost"]
        return 5 if wanted is None or wanted in amounts else -1
    head, colon, tail = low.rpartition(":")
    if not colon and ("{t}" in low or "{q}" in low):
        head = low  # a cost alone
    effects = opcodes_below(arrays, int(a["effects"]))
    costs = opcodes_below(arrays, int(a["cost"])) if a["type"] == 0 else set()
    score = 0
    spoken = re.findall(r"[a-z]+", re.sub(r"\{[^}]*\}", " ", tail if colon else low))
    if {"counter", "counters"} & set(spoken):
        spoken = [w for w in spoken if w not in ("add", "put")]  # of counters, not of mana
    symbols = re.findall(r"\{[wubrgcx]\}", tail) if colon else re.findall(r"\{[wubrgc]\}", low)
    if a["type"] == 1 and "mana" in spoken:
        spoken = [w for w in spoken if w not in ("land", "tap", "untap")]  # of what triggers it
    for w in spoken:
        wanted = _EFFECTS.get(w)
        if wanted:
            score += 2 if effects & wanted else -2
            if (
                not effects & wanted
                and makes_mana(arrays, ability)
                and w not in ("damage", "counter", "counters", "land")
            ):
                score -= 2
    if colon and not symbols and "AddMana" in effects and spoken and not any(_EFFECTS.get(w) for w in spoken):
        score -= 1  # it speaks of something else
    if symbols and "mana" not in spoken and "add" not in spoken:
        score += 2 if "AddMana" in effects else -1 if colon else 0
    if not colon and not any(_EFFECTS.get(w) for w in spoken) and symbols and a["n_units"]:
        masks = {1 << "wubrgc".index(s[1]) for s in symbols}
        score += 1 if any(int(a["units"][0]) & m for m in masks) else -3
    if (head or not colon) and a["type"] == 0:
        part = head if colon else low
        for w, wanted in _COSTS.items():
            spoken_of = w in part if w.startswith("{") else re.search(rf"\b{w}\b", part)
            if spoken_of and (colon or w not in _EFFECTS):
                score += 1 if costs & wanted else -1
        if head and "{t}" not in head and "TapThis" in costs:
            score -= 1
        has_mana = bool(re.search(r"\{([wubrgcxs]|\d)", head))
        if head and a["type"] == 0:
            score += 1 if has_mana == (a["mana_cost"] >= 0) else -1
    return score


def best(arrays, abilities, word: str):
    """The abilities that fit the short name best, best first."""
    ranked = sorted(((fits(arrays, int(a), word), -k, int(a)) for k, a in enumerate(abilities)), reverse=True)
    return [a for score, _, a in ranked if not word or score >= 0]
