"""Which abilities a search for castability has to look at.

An ability helps if carrying it out can change what mana there is, what costs are, or which lands can be played.  Tokens
and characteristics matter only where something that does so reads them; everything here errs on the side of helping.
"""

from __future__ import annotations

from . import layout
from .opcodes import BY_NAME, OPCODES

# effects that touch mana, costs or land plays by themselves
_STRONG = frozenset({
    "AddMana", "DoubleMana", "Untap", "Search", "PutOnto", "LandPlays", "Look", "RevealUntil", "RevealTop", "ExtraTurn",
    "MoreLandPlays", "CostChange", "ManaInstead", "KeepMana", "SpendAs", "SpendOnlyOn", "CantCast", "CastTiming",
    "PlayFrom", "CastFree", "LifeForMana", "AlternativeCost", "AdditionalCost", "CostHelp", "EntersTapped",
    "EntersUntapped", "OpeningHand", "EntersAsCopy", "MayNotUntap", "UntapLimit", "SwapTapped", "GainControl",
    "UntapInstead", "CountersInstead", "ReplaceTokens", "BecomeCopy", "GrantAbilitiesOf",
})  # fmt: skip
_STATIC_HARMLESS = frozenset(("ChangePower", "GrantKeyword", "ChangeTypes", "Inert"))
# rows whose filter is for cards and spells, not for permanents
_OF_CARDS = frozenset({
    "Search", "Look", "RevealUntil", "PlayFrom", "CastFree", "CastTiming", "CantCast", "DiscardCost", "RevealCost",
    "Spend", "SpendAs", "AlternativeCost", "CostHelp",
})  # fmt: skip
_CAST = 6  # the event "cast"
_EVENTS_ELSEWHERE = (_CAST, 7, 10, 15)  # attacks, phase, chapter
_DELVE, _LIFE = 2, 0  # words of CostHelp and Number
_HAND, _GRAVEYARD = 1, 2
_ALL_TYPES = layout.PERMANENT
_NO_FILTER = -1
# what a card's own cost may be made of
_OWN_COST = frozenset({"AlternativeCost", "AdditionalCost", "CostHelp"})
FACE_READS = 32  # flag of a face: its own costs look at lands, graveyard or life
FACE_RULES = 64  # ... it brings rules that change what may be cast or played, and for how much
_RULES = frozenset({
    "PlayFrom", "CostChange", "ManaInstead", "SpendAs", "CastFree", "LifeForMana", "CostHelp", "CastTiming",
})  # fmt: skip


def mark_helpful(arrays: dict, below) -> _Read:
    """Clear `helps` where an ability makes tokens or changes characteristics that nothing reads.

    Parameters
    ----------
    arrays : dict
        The arrays of a program; ``abilities`` and ``faces`` are changed in place.
    below : callable
        ``rows_below``.

    Returns
    -------
    _Read
        What abilities that touch mana read.
    """
    abilities, faces = arrays["abilities"], arrays["faces"]
    names = [{_name(r) for r in below(arrays, a["effects"])} for a in abilities]
    read = _Read(arrays, below, names)
    for a, own in zip(abilities, names, strict=True):
        untaps = a["flags"] & layout.UNTAPS or any(_name(r) == "UntapOthers" for r in below(arrays, a["cost"]))
        if a["helps"] and not untaps and not own & _STRONG and not read.can_matter(a["effects"]):
            a["helps"] = 0
    for f in faces:
        own = arrays["face_abilities"][f["ability"] : f["ability"] + f["n_abilities"]]
        if read.own & {int(k) for k in own}:
            f["flags"] |= FACE_READS
        f["helps"] = int(any(abilities[k]["helps"] for k in own))
        counted = int(f["types"]) & read.types & ~layout.TYPE_BIT["land"]  # what costs and amounts count
        if counted or any(
            abilities[k]["type"] == layout.STATIC and names[k] & _RULES and not read.costs_itself(k) for k in own
        ):
            f["flags"] |= FACE_RULES
    return read


def _name(row) -> str:
    return OPCODES[int(row["op"])].name


class _Read:
    """What the abilities that touch mana read of permanents: types, power, colours."""

    def __init__(self, arrays: dict, below, names: list[set[str]]) -> None:
        self.arrays, self.below = arrays, below
        self.types = 0
        self.lands = False  # or the graveyard, or life: what fetching a land changes besides
        self.power = self.colors = False
        self.own: set[int] = set()  # abilities that are costs of their own card, and read lands, graveyard or life
        rows = arrays["rows"]
        # kinds of counters that amounts and costs read
        self.counters = {int(r["a"][0]) for r in rows if _name(r) in ("Counters", "RemoveCountersCost")}
        for number, (a, own) in enumerate(zip(arrays["abilities"], names, strict=True)):
            lands = self.lands
            if a["type"] == layout.OTHER:
                row = rows[a["row"]]
                elsewhere = _name(row) == "AlternativeCost" and row["a"][3] != _HAND
                if _name(row) in _STRONG | {"Level"} and not elsewhere:
                    self.lands = False
                    self._note(int(a["row"]) << 8 | 1)
                    if self.lands and _name(row) in _OWN_COST and (_name(row) != "CostHelp" or row["a"][1] < 0):
                        self.own.add(number)
                        self.lands = False
                    self.lands |= lands
            elif a["type"] == layout.STATIC and self.costs_itself(number):
                self.lands = False
                self._note(a["effects"])
                if self.lands or a["condition"] >= 0:
                    self.own.add(number)
                self.lands = lands
            elif a["type"] == layout.ENTERS and own & _STRONG <= {"EntersTapped", "EntersUntapped"}:
                # how lands enter is looked at where they are fetched
                self._note(a["effects"])
                self.lands = lands
            elif own & _STRONG or (a["type"] == layout.STATIC and self._top(a["effects"]) - _STATIC_HARMLESS):
                for packed in (a["effects"], a["cost"], a["limits"]):
                    self._note(packed)
                for row in (a["condition"], a["row"], a["spend"]):
                    if row >= 0:
                        self._note(int(row) << 8 | 1)
                if a["event"] >= 0:
                    self._note(a["event"])
                if a["type"] == layout.SPELL or (a["type"] == layout.TRIGGERED and self._elsewhere(a["event"])):
                    self.lands = lands  # nothing of it happens while mana is looked for

    def costs_itself(self, ability: int) -> bool:
        """Whether a static ability only changes what its own spell costs."""
        rows = self.arrays["rows"]
        packed = self.arrays["abilities"][ability]["effects"]
        start, count = int(packed) >> 8, int(packed) & 255
        own = rows[start : start + count]
        return count > 0 and all(
            _name(r) == "CostChange" and r["a"][0] >= 0 and _name(rows[r["a"][0]]) == "This" for r in own
        )

    def _elsewhere(self, packed: int) -> bool:
        """Whether a trigger only waits for a step, an attack, a chapter or a spell."""
        start, count = int(packed) >> 8, int(packed) & 255
        return all(int(r["a"][0]) in _EVENTS_ELSEWHERE for r in self.arrays["rows"][start : start + count])

    def _top(self, packed: int) -> set[str]:
        start, count = int(packed) >> 8, int(packed) & 255
        return {_name(r) for r in self.arrays["rows"][start : start + count]}

    def _note(self, packed: int) -> None:
        start, count = int(packed) >> 8, int(packed) & 255
        for row in self.arrays["rows"][start : start + count]:
            name = _name(row)
            if name == "Devotion":
                self.types = _ALL_TYPES
            if name in ("Stat", "Greatest", "Total"):
                self.power = True
            if name == "CostHelp":
                self.types |= layout.TYPE_BIT["creature"] | layout.TYPE_BIT["artifact"]
                self.lands |= int(row["a"][0]) == _DELVE
            if name == "Number":
                self.lands |= int(row["a"][0]) == _LIFE
            if name == "Is" and _name(self.arrays["rows"][row["a"][0]]) in ("This", "That"):
                continue  # of an object spoken of
            of_cards = name in _OF_CARDS or (name == "ExileCost" and int(row["a"][1]) == _HAND)
            of_cards = of_cards or (name in ("Count", "Kinds") and int(row["a"][2 if name == "Kinds" else 1]))
            of_spells = name in ("CostChange", "PutOnto") or (name == "Event" and int(row["a"][0]) == _CAST)
            for k, ((_, kind), value) in enumerate(zip(OPCODES[int(row["op"])].operands, row["a"], strict=False)):
                if kind == "filter" and not of_cards:
                    self._filter(int(value), name)
                elif kind == "filter" and name in ("Count", "Kinds"):
                    self.lands |= int(row["a"][2 if name == "Kinds" else 1]) == _GRAVEYARD
                elif kind == "list" and value:
                    self._note(int(value))
                elif of_spells and k == (1 if name == "Event" else 0):
                    continue
                elif kind in ("row", "amount") and value >= 0:
                    self._note(int(value) << 8 | 1)

    def _filter(self, f: int, name: str) -> None:
        if f == _NO_FILTER:
            self.types |= _ALL_TYPES
            self.lands = True
        while f >= 0:
            r = self.arrays["filters"][f]
            types = int(r["types_any"]) | int(r["types_all"])
            if r["which"] != 1:  # "this" reads nothing of others
                land = int(r["sub_any"][0]) & 31
                if types == 0 and land:
                    types = layout.TYPE_BIT["land"]
                elif types == 0 and (r["sub_any"][0] or r["sub_any"][1]):
                    types = layout.TYPE_BIT["creature"] | layout.TYPE_BIT["artifact"] | layout.TYPE_BIT["land"]
                self.types |= types or _ALL_TYPES
                subs = any(int(r["sub_any"][k]) for k in range(2))
                if subs and not any(int(r["sub_any"][k]) & int(self.arrays["land_types"][k]) for k in range(2)):
                    pass  # types that no land has
                elif not int(r["types_not"]) & layout.TYPE_BIT["land"]:
                    self.lands |= not types or bool(types & layout.TYPE_BIT["land"])
            self.power |= bool(r["power_op"] or r["toughness_op"])
            self.colors |= bool(r["colors_any"] or r["colors_not"] or r["color_count"])
            f = int(r["next"])

    def can_matter(self, effects: int) -> bool:
        """Whether these effects make something that is read."""
        for row in self.below(self.arrays, effects):
            name = _name(row)
            if name == "CreateTokens":
                kind = int(row["a"][0])
                if kind < 0:
                    return True
                face = self.arrays["faces"][self.arrays["kinds"][kind]["face"]]
                if face["n_abilities"] or int(face["types"]) & self.types:
                    return True
            elif name == "Proliferate" or (name == "PutCounters" and int(row["a"][0]) in self.counters):
                return True
            elif name == "Continuous":
                start, count = int(row["a"][0]) >> 8, int(row["a"][0]) & 255
                if any(self._changes(self.arrays["rows"][j]) for j in range(start, start + count)):
                    return True
        return False

    def _changes(self, row) -> bool:
        name = _name(row)
        if name == "ChangePower":
            return self.power
        if name == "GrantKeyword":
            return bool(int(row["a"][1]) & layout.KEYWORD_BIT["haste"])
        if name == "ChangeTypes":
            change = self.arrays["changes"][int(row["a"][1])]
            return bool(
                int(change["types"]) & self.types
                or (int(change["types"]) and change["lose_abilities"])
                or int(change["subs"][0]) & 31
                or change["chosen"]
                or change["every_creature"]
                or (change["colors"] and self.colors)
                or change["lose_abilities"]
                or (change["set_power"] and self.power)
            )
        return name != "Inert"


assert frozenset(BY_NAME) >= _STRONG
