"""Record layouts that the compiled core and NumPy share; the core checks their sizes when it loads.

All fields are int32 unless said otherwise, so that there is no padding on any platform.
"""

from __future__ import annotations

import numpy as np

MAX_SYMBOLS = 24  # symbols of a mana cost besides generic
MAX_UNITS = 8  # units of a simple source
MAX_SLOTS = 1024
MAX_KINDS = 512
MAX_COUNTER_KINDS = 16
SUBTYPE_BITS = 128

i4, u8, u1 = np.int32, np.uint64, np.uint8


def _record(fields, *tail):
    return np.dtype([(name, i4) for name in fields.split()] + list(tail))


ROW = np.dtype([("op", i4), ("a", i4, (7,))])

FILTER = _record(
    "types_any types_all types_not super_all super_not colors_any colors_not color_count controller tapped which "
    "token counter power_op power toughness_op toughness mana_value_op mana_value chosen keywords name produces "
    "quality next costs",
    ("sub_any", u8, (2,)),
    ("sub_not", u8, (2,)),
)

FACE = _record(
    "types supers colors mana_value power toughness loyalty cost keywords ability n_abilities name kind playable "
    "star helps cls flags castable_now draws plain fetches",
    ("pips", i4, (6,)),
    ("subs", u8, (2,)),
)

KIND = _record("face n_faces layout cls token identity land pad")

ABILITY = _record(
    "type zone flags cost effects event condition limits mana_cost row n_units spend life face index helps rank fetch "
    "change",
    ("units", i4, (8,)),
)

COST = np.dtype(
    [
        ("generic", i4),
        ("x", i4),
        ("n", i4),
        ("mana_value", i4),
        ("mask", u1, (24,)),
        ("flag", u1, (24,)),
        ("need", u1, (64,)),
    ]
)

TYPECHANGE = _record(
    "types mode chosen every_creature colors power toughness lose_abilities set_power every_land removed supers",
    ("subs", u8, (2,)),
)

# words shared with the core
LIBRARY, COMMAND, NOWHERE = 3, 5, 10  # zones
MANA_TYPES = "WUBRGC"
CARD_TYPES = (
    "artifact", "creature", "enchantment", "land", "planeswalker", "instant", "sorcery", "battle", "kindred",
)  # fmt: skip
TYPE_BIT = {name: 1 << i for i, name in enumerate(CARD_TYPES)} | {"tribal": 1 << 8}
PERMANENT = sum(TYPE_BIT[t] for t in ("artifact", "creature", "enchantment", "land", "planeswalker", "battle"))
SUPERTYPES = ("basic", "legendary", "snow", "world", "ongoing", "host", "elite")
BASIC_LAND_TYPES = ("plains", "island", "swamp", "mountain", "forest")
LAND_TYPES = frozenset(  # CR 205.3i
    (*BASIC_LAND_TYPES, "cave", "cloud", "desert", "gate", "lair", "locus", "mine", "planet", "power-plant", "sphere",
     "tower", "town", "urza's")
)  # fmt: skip
KEYWORDS = (
    "haste", "flash", "vigilance", "changeling", "phasing", "defender", "indestructible", "flying", "trample",
    "lifelink", "deathtouch", "reach", "menace", "hexproof", "shroud", "first strike", "double strike", "ward",
    "infect", "toxic", "prowess", "cycling", "flashback", "landwalk", "protection", "storm", "cascade", "morph",
    "haste for abilities", "can't attack", "shuffled in instead of dying",
)  # fmt: skip
KEYWORD_BIT = {name: 1 << i for i, name in enumerate(KEYWORDS)}
COUNTER_KINDS = ("+1/+1", "-1/-1", "loyalty", "stun", "charge")  # further kinds are numbered by each program

# flags of a cost's symbol
PHYREXIAN, MONO_TWO, SNOW = 1, 2, 4

# ability types
ACTIVATED, TRIGGERED, STATIC, SPELL, ENTERS, OTHER = range(6)
# ability flags
MANA_ABILITY = 1
SIMPLE = 2  # {T}: add mana, nothing else that matters
ONCE_A_TURN = 4
SORCERY_SPEED = 8
LOYALTY = 16
TARGETS = 32
INSTANT_ONLY = 64  # "activate only as an instant": needs priority
YOUR_TURN = 128
ONCE = 256
SACRIFICES_SELF = 512
PAIN = 1024
READS_BOARD = 2048
CHANGES_LIBRARY = 4096
OPPONENTS_ONLY = 8192
TAPS = 16384  # {T} in the cost
UNTAPS = 32768  # {Q} in the cost
UNTAPS_NOW = 65536  # untaps something as it resolves, or as a cost
FACE_DOWN = 131072  # an ability that the object has while it is face down (CR 702.37e)
CYCLING = 262144  # cycling or landcycling (CR 702.29)
WATERBEND = 524288  # creatures and artifacts may be tapped to pay (CR 701.67)
EQUIP = 1048576
TWICE_A_TURN = 1 << 22  # triggers twice a turn at most
STATE = 1 << 21  # a state trigger: its condition is the event (CR 603.8)


def colors_mask(letters: str) -> int:
    """Return the bit mask of mana types (W=1, U=2, B=4, R=8, G=16, C=32)."""
    return sum(1 << MANA_TYPES.index(c) for c in letters)


def pack_bundle(counts) -> int:
    """Pack six counts (0-31) of W U B R G C into an int32, five bits each."""
    return sum(min(31, n) << (5 * i) for i, n in enumerate(counts))
