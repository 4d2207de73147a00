"""Words: types, subtypes, colours, numbers, counters, and their classes for the grammar."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from types import MappingProxyType

__all__ = ["BASIC_TYPES", "COLORS", "NUMBERS", "SUBTYPES", "TYPES", "classify", "singular"]

COLORS = MappingProxyType({"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"})
BASIC_TYPES = ("plains", "island", "swamp", "mountain", "forest")
TYPES = (
    "artifact",
    "battle",
    "creature",
    "enchantment",
    "instant",
    "land",
    "planeswalker",
    "sorcery",
    "kindred",
)
SUPERTYPES = ("basic", "legendary", "snow", "world")
NUMBERS = MappingProxyType(
    {
        word: n
        for n, word in enumerate(
            [
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
                "thirteen",
                "fourteen",
                "fifteen",
                "sixteen",
                "seventeen",
                "eighteen",
                "nineteen",
                "twenty",
            ]
        )
    }
    | {"thirty": 30, "forty": 40, "fifty": 50, "hundred": 100}
)
ORDINALS = MappingProxyType(
    {
        w: n
        for n, w in enumerate(
            [
                "first",
                "second",
                "third",
                "fourth",
                "fifth",
                "sixth",
                "seventh",
                "eighth",
                "ninth",
                "tenth",
                "eleventh",
                "twelfth",
            ],
            1,
        )
    }
)
ROMAN = MappingProxyType({"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8})

_IRREGULAR = MappingProxyType(
    {
        "elves": "elf",
        "wolves": "wolf",
        "werewolves": "werewolf",
        "dwarves": "dwarf",
        "mice": "mouse",
        "oxen": "ox",
        "children": "child",
        "geese": "goose",
        "octopuses": "octopus",
        "cyclopes": "cyclops",
        "thieves": "thief",
        "sphinxes": "sphinx",
        "foxes": "fox",
        "phoenixes": "phoenix",
        "sorceries": "sorcery",
        "allies": "ally",
        "armies": "army",
        "faeries": "faerie",
        "zombies": "zombie",
        "mercenaries": "mercenary",
        "harpies": "harpy",
        "homunculi": "homunculus",
        "fungi": "fungus",
        "pegasi": "pegasus",
        "spies": "spy",
        "ponies": "pony",
        "witches": "witch",
        "leeches": "leech",
        "loci": "locus",
        "efreeti": "efreet",
        "cyberman": "cyberman",
        "cybermen": "cyberman",
        "nautiluses": "nautilus",
        "walruses": "walrus",
        "lenses": "lens",
        "classes": "class",
        "djinns": "djinn",
        "djinn": "djinn",
        "heroes": "hero",
        "kithkin": "kithkin",
        "merfolk": "merfolk",
    }
)


@cache
def _subtypes() -> dict[str, str]:
    text = resources.files("untap.oracle").joinpath("subtypes.txt").read_text("utf-8")
    pairs = (line.split(":", 1) for line in text.splitlines() if line and not line.startswith("#"))
    return {name: kind for kind, name in pairs}


SUBTYPES = _subtypes()
_PERMANENT_ONLY = frozenset(TYPES) - {"instant", "sorcery", "kindred"}


def singular(word: str) -> str:
    """The singular of a type word; words that are no plural of one come back as they are."""
    if word in SUBTYPES or word in TYPES:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, instead in (("ies", "y"), ("ves", "f"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if word.endswith(ending):
            base = word[: -len(ending)] + instead
            if base in SUBTYPES or base in TYPES:
                return base
    return word


_MANA = re.compile(r"^(\{([wubrgcsx]|\d+|[wubrgc2](/[wubrgcp])+|½|y|z|100|1000000|hw|hr|l|d)\})+$")
_PT = re.compile(r"^[+-]?(\d+|x|\*)/[+-]?(\d+|x|\*)$")
_SIGNED = re.compile(r"^[+-](\d+|x)/[+-](\d+|x)$")


@cache
def classify(word: str) -> dict[str, object]:
    """Classes of a (lower-case) word, with the value each gives."""
    out: dict[str, object] = {}
    if not word:
        return out
    if word not in (".", "•", '"'):
        out["ANY"] = word
    if word == '"':
        out["QUOTE"] = word
        return out
    if word in NUMBERS:
        out["NUM"] = NUMBERS[word]
    elif word.isdigit():
        out["NUM"] = int(word)
    if word in ORDINALS:
        out["ORDINAL"] = ORDINALS[word]
    if word in COLORS:
        out["COLOR"] = COLORS[word]
    if word.startswith("non"):
        base = word[3:].lstrip("-")
        if base in COLORS:
            out["NONCOLOR"] = COLORS[base]
        if base in TYPES:
            out["NONTYPE"] = base
        if base in SUPERTYPES:
            out["NONSUPER"] = base
        if base in SUBTYPES:
            out["NONSUB"] = base
    if word in SUPERTYPES:
        out["SUPER"] = word
    one = singular(word)
    if one in TYPES:
        out["TYPE"] = one
    if one in SUBTYPES:
        out["SUB"] = one
        if one in BASIC_TYPES:
            out["BASICTYPE"] = one
    if _MANA.match(word):
        out["MANA"] = word.upper()
    if re.match(r"^(\{e\})+$", word):
        out["ENERGY"] = word.count("{e}")
    if _PT.match(word):
        out["PT"] = word
    if _SIGNED.match(word):
        out["SIGNED"] = word
    if re.match(r"^\[[+-]?(\d+|x)\]$", word):
        out["LOYALTY"] = word[1:-1]
    if word in ROMAN:
        out["ROMAN"] = ROMAN[word]
    if re.match(r"^\d+[+]$", word):
        out["ATLEAST"] = int(word[:-1])
    if re.match(r"^\d+[-–—]\d+$", word):
        out["RANGE"] = word
    if re.match(r"^[^\W\d]", word) or word == "~":
        out["WORD"] = word
    return out
