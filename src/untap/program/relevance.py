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
_BECOMES_TAPPED, _ATTACKS, _PHASE, _CHAPTER = 3, 7, 10, 15
_EVENTS_ELSEWHERE = (_CAST, _ATTACKS, _PHASE, _CHAPTER)
# statics of turns and untap steps
_UNTAP_STEP = frozenset({"MaySkipTurn", "CantUntap", "MayNotUntap", "UntapLimit", "UntapOneType", "UntapInstead"})
_DELVE, _LIFE = 2, 0  # words of CostHelp and Number
_HAND, _GRAVEYARD = 1, 2
_ENTERS, _TAPPED_FOR_MANA, _PLAYS_LAND = 0, 5, 9
_BASIC = 1 << layout.SUPERTYPES.index("basic")
# events that abilities which bring cards don't bring about (what enters is looked at apart)
_NOT_BY_ACTIVATING = (_ENTERS, _TAPPED_FOR_MANA, _PLAYS_LAND, *_EVENTS_ELSEWHERE)
_SEARCH_AWAY = (1, 2, 4)  # hand, top, exile: words of Search
_LOOK_AWAY, _LOOK_TOP = (0, 2, 4, 5), 2  # hand, top, bottom, exile: words of Look and RevealUntil
_REST_AWAY, _REST_HAND = (0, 2, 3, 5, 6), 3  # bottom, top, hand, exile, shuffled
_ALL_TYPES = layout.PERMANENT
_NO_FILTER = -1
# what a card's own cost may be made of
_OWN_COST = frozenset({"AlternativeCost", "AdditionalCost", "CostHelp"})
HELPS_LATER = 2  # an ability's `helps`: what it brings must be cast or played first
HELPS_HAND = 3  # ... or it pays for spells that cost cards of the hand
FACE_READS = 32  # flag of a face: its own costs look at lands, graveyard or life
FACE_HAND = 128  # ... what it costs looks at the hand
FACE_RULES = 64  # ... it brings rules that change what may be cast or played, and for how much
_RULES = frozenset({
    "PlayFrom", "CostChange", "ManaInstead", "SpendAs", "CastFree", "LifeForMana", "CostHelp", "CastTiming",
})  # fmt: skip


def mark_helpful(arrays: dict, below) -> _Read:
    """Clear `helps` where an ability makes tokens or changes characteristics that nothing reads.

    It becomes HELPS_LATER where what an activated ability brings is of use only to who casts or plays cards after
    it, and HELPS_HAND where it may pay for a spell besides.

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
    later = _Later(read, names)
    for k, a in enumerate(abilities):
        if a["helps"] and a["type"] == layout.ACTIVATED and not later.helps_now(k):
            a["helps"] = HELPS_HAND if later.hand_spells and later.brings_cards(a["effects"]) else HELPS_LATER
    for f in faces:
        own = arrays["face_abilities"][f["ability"] : f["ability"] + f["n_abilities"]]
        if read.own & {int(k) for k in own}:
            f["flags"] |= FACE_READS
        if later.hand_spells & {int(k) for k in own}:
            f["flags"] |= FACE_HAND
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
        self.basic = False  # tells basic lands from others
        self.hasty = self._taps_creatures()  # haste lets some creature do something
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

    def _taps_creatures(self) -> bool:
        """Whether a creature, or what may become one, has an ability with {T} or {Q} that makes mana or helps."""
        abilities = self.arrays["abilities"]
        taps = layout.TAPS | layout.UNTAPS
        if any(_name(r) in ("Grant", "GrantAbilitiesOf", "BecomeCopy", "EntersAsCopy") for r in self.arrays["rows"]):
            return True
        changed = any(_name(r) == "ChangeTypes" for r in self.arrays["rows"])
        for f in self.arrays["faces"]:
            own = self.arrays["face_abilities"][f["ability"] : f["ability"] + f["n_abilities"]]
            if not changed and not int(f["types"]) & layout.TYPE_BIT["creature"]:
                continue
            if any(a["flags"] & taps and (a["helps"] or a["flags"] & layout.MANA_ABILITY) for a in abilities[own]):
                return True
        return False

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
            self.basic |= bool((int(r["super_all"]) | int(r["super_not"])) & _BASIC)
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
            return self.hasty and bool(int(row["a"][1]) & layout.KEYWORD_BIT["haste"])
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


def sees_taps(arrays: dict, below) -> bool:
    """Whether something asks in a main phase what is tapped, or waits for a permanent to become tapped."""
    rows = arrays["rows"]
    makers = _abilities_of_sources(arrays)
    for number, a in enumerate(arrays["abilities"]):
        if a["type"] == layout.TRIGGERED:
            start, count = int(a["event"]) >> 8, int(a["event"]) & 255
            events = {int(r["a"][0]) for r in rows[start : start + count]}
            if _BECOMES_TAPPED in events:
                return True
            if events <= {_ATTACKS, _PHASE}:
                continue
        packed = [int(a[k]) for k in ("effects", "cost", "limits") if a[k] > 0]
        packed += [int(a[k]) << 8 | 1 for k in ("row", "condition") if a[k] >= 0]
        if a["type"] == layout.TRIGGERED:
            packed.append(int(a["event"]))
        elif a["type"] == layout.STATIC:
            start, count = int(a["effects"]) >> 8, int(a["effects"]) & 255
            if {_name(r) for r in rows[start : start + count]} <= _UNTAP_STEP:
                continue
        for row in (r for k in packed for r in below(arrays, k, True)):
            if _name(row) in ("UntapOthers", "SwapTapped"):
                return True
            if _name(row) == "TapOthers":
                continue  # what it taps is looked at where it is a source (`free_source`)
            if _name(row) == "Is" and _name(rows[row["a"][0]]) == "This" and number not in makers:
                continue  # about an object that isn't tapped for mana
            for (_, kind), value in zip(OPCODES[int(row["op"])].operands, row["a"], strict=False):
                if kind == "filter" and _asks_tapped(arrays, int(value)):
                    return True
    return False


def _abilities_of_sources(arrays: dict) -> set[int]:
    """The abilities of faces that have a mana ability, and those that no face has as printed."""
    own = [arrays["face_abilities"][f["ability"] : f["ability"] + f["n_abilities"]] for f in arrays["faces"]]
    mana = [any(arrays["abilities"][k]["flags"] & layout.MANA_ABILITY for k in face) for face in own]
    others = {int(k) for face, makes in zip(own, mana, strict=True) if not makes for k in face}
    sources = {int(k) for face, makes in zip(own, mana, strict=True) if makes for k in face}
    return sources | (set(range(len(arrays["abilities"]))) - others)


def _asks_tapped(arrays: dict, filter_: int) -> bool:
    while filter_ >= 0:
        if arrays["filters"][filter_]["tapped"]:
            return True
        filter_ = int(arrays["filters"][filter_]["next"])
    return False


class _Later:
    """Which abilities only bring cards to the hand, or permanents that make and change no mana this turn."""

    def __init__(self, read: _Read, names: list[set[str]]) -> None:
        self.read, self.names = read, names
        self.arrays, self.below = read.arrays, read.below
        abilities, rows = self.arrays["abilities"], self.arrays["rows"]
        self.haste = any(_name(r) == "GrantKeyword" and int(r["a"][1]) & layout.KEYWORD_BIT["haste"] for r in rows)
        self.deck = [k for k in self.arrays["kinds"] if not k["token"]]
        self._arrives: dict[int, bool] = {}
        self.greetings = [
            row
            for a in abilities
            if a["type"] == layout.TRIGGERED and a["helps"]
            for row in self._rows(a["event"])
            if int(row["a"][0]) == _ENTERS
        ]
        reading = {k for k, a in enumerate(abilities) if self._reads_hand(a)}
        own = (layout.OTHER, layout.SPELL)
        self.hand_spells = {
            k
            for k in reading
            if abilities[k]["type"] in own or (abilities[k]["type"] == layout.STATIC and read.costs_itself(k))
        }
        self.hand = bool(reading - self.hand_spells)
        self.watched = False
        self.watched = any(
            int(row["a"][0]) not in _NOT_BY_ACTIVATING
            for k, a in enumerate(abilities)
            if a["type"] == layout.TRIGGERED and a["helps"] and self._brings(a["effects"], k)
            for row in self._rows(a["event"])
        )

    def _rows(self, packed: int):
        start, count = int(packed) >> 8, int(packed) & 255
        return self.arrays["rows"][start : start + count]

    def _reads_hand(self, a) -> bool:
        """Whether it pays with cards of the hand, works from there, or counts them."""
        idle = a["type"] in (layout.ACTIVATED, layout.TRIGGERED) and not a["helps"]
        idle = idle and not a["flags"] & layout.MANA_ABILITY
        if idle or a["type"] == layout.ENTERS:
            return False
        if a["type"] == layout.ACTIVATED and a["zone"] == _HAND:
            return not self.brings_cards(a["effects"])
        if a["type"] == layout.ACTIVATED and self.brings_cards(a["effects"]):
            return False
        packed = [a["effects"], a["cost"], a["limits"]]
        packed += [int(a[k]) << 8 | 1 for k in ("row", "condition") if a[k] >= 0]
        for row in (r for p in packed for r in self.below(self.arrays, p, True)):
            name = _name(row)
            if name in ("DiscardCost", "RevealCost") and not self._itself(int(row["a"][0])):
                return True
            if name == "ExileCost" and int(row["a"][1]) == _HAND:
                return True
            if name in ("Count", "Kinds") and int(row["a"][2 if name == "Kinds" else 1]) == _HAND:
                return True
        return False

    def _itself(self, filter_: int) -> bool:
        return filter_ >= 0 and int(self.arrays["filters"][filter_]["which"]) == 1

    def brings_cards(self, effects: int) -> bool:
        """Whether all that is strong about these effects brings cards to the hand or the library's top."""
        strong = [r for r in self.below(self.arrays, effects) if _name(r) in _STRONG]
        return all(_name(r) in ("RevealTop", "GainControl") or self._to_hand(r) for r in strong)

    def _to_hand(self, row) -> bool:
        name, a = _name(row), [int(v) for v in row["a"]]
        if name == "Search":
            return a[2] in _SEARCH_AWAY and a[4] - 1 in (-1, *_SEARCH_AWAY)
        if name == "Look":
            return a[3] in _LOOK_AWAY and a[4] in _REST_AWAY
        if name == "RevealUntil":
            return a[2] in _LOOK_AWAY and a[3] in _REST_AWAY
        return False

    def helps_now(self, number: int) -> bool:
        """Whether an activated ability helps without anything being cast or played after it."""
        a = self.arrays["abilities"][number]
        if a["flags"] & layout.MANA_ABILITY or self.watched:
            return True
        costs = {_name(r) for r in self.below(self.arrays, a["cost"])}
        return bool(a["flags"] & layout.UNTAPS) or "UntapOthers" in costs or self._brings(a["effects"])

    def _brings(self, effects: int, number: int = -1) -> bool:
        """Whether these effects, of an ability, touch what mana there is, or what the hand's cards pay for."""
        if self.read.can_matter(effects):
            return True
        for row in self.below(self.arrays, effects):
            name, a = _name(row), [int(v) for v in row["a"]]
            if name not in _STRONG or name == "RevealTop":
                continue
            if name == "GainControl" and a[1] == 1:
                continue  # given away
            if self._to_hand(row):
                if self.hand and not (name == "Look" and a[3] == _LOOK_TOP and a[4] != _REST_HAND):
                    return True
            elif name == "PutOnto" and a[0] >= 0 and a[1] in (_HAND, _GRAVEYARD):
                what = self.arrays["rows"][a[0]]
                if _name(what) == "This" and number >= 0 and not a[4] & 255 and not a[5] & 255:
                    if any(self._useful(f) for f in self._owners(number)):
                        return True
                    continue
                if _name(what) not in ("Choose", "Target") or a[4] & 255 or a[5] & 255:
                    return True
                if (a[1] == _GRAVEYARD and self.read.lands) or self.hand or self.arrives(int(what["a"][0])):
                    return True
            elif name == "Search" and a[2] == 0 and a[4] == 0:
                if self.arrives(a[0]):
                    return True
            else:
                return True
        return False

    def _owners(self, ability: int) -> list[int]:
        """Faces that have it as printed; all, where it comes otherwise."""
        own = self.arrays["face_abilities"]
        faces = self.arrays["faces"]
        found = [n for n, f in enumerate(faces) if ability in own[f["ability"] : f["ability"] + f["n_abilities"]]]
        return found or list(range(len(faces)))

    def arrives(self, filter_: int) -> bool:
        """Whether a card of the deck that may match is of use the turn it is put onto the battlefield."""
        return any(self._may_match(filter_, self._face(k)) and self._useful(int(k["face"])) for k in self.deck)

    def _face(self, kind):
        return self.arrays["faces"][kind["face"]]

    def _may_match(self, filter_: int, face) -> bool:
        """By card types alone, so that more is taken to match than does."""
        if filter_ < 0:
            return True
        while filter_ >= 0:
            f = self.arrays["filters"][filter_]
            types, any_ = int(face["types"]), int(f["types_any"])
            if (not any_ or any_ & types) and not int(f["types_all"]) & ~types and not int(f["types_not"]) & types:
                return True
            filter_ = int(f["next"])
        return False

    def _useful(self, number: int) -> bool:
        if number not in self._arrives:
            self._arrives[number] = False  # in a circle, only what else is useful counts
            self._arrives[number] = self._judge(self.arrays["faces"][number])
        return self._arrives[number]

    def _judge(self, face) -> bool:
        types = int(face["types"])
        if types & layout.TYPE_BIT["land"] or types & self.read.types:
            return True
        for row in self.greetings:
            what = self.arrays["rows"][row["a"][1]] if row["a"][1] >= 0 else None
            if what is not None and _name(what) == "This":
                continue
            if what is None or _name(what) != "Each" or self._may_match(int(what["a"][0]), face):
                return True
        haste = self.haste or int(face["keywords"]) & layout.KEYWORD_BIT["haste"]
        sick = types & layout.TYPE_BIT["creature"] and not haste
        for k in self.arrays["face_abilities"][face["ability"] : face["ability"] + face["n_abilities"]]:
            a = self.arrays["abilities"][k]
            if a["type"] == layout.ACTIVATED:
                if sick and a["flags"] & (layout.TAPS | layout.UNTAPS):
                    continue
                if a["flags"] & layout.MANA_ABILITY or (a["helps"] and self.helps_now(int(k))):
                    return True
            elif a["type"] == layout.TRIGGERED:
                # nothing is cast, attacks or waits for a step while mana is looked for
                waits = all(int(row["a"][0]) in _EVENTS_ELSEWHERE for row in self._rows(a["event"]))
                if a["helps"] and not waits and self._brings(a["effects"]):
                    return True
            elif a["type"] == layout.STATIC:
                if self.read._top(a["effects"]) - _STATIC_HARMLESS:
                    return True
            elif a["type"] == layout.ENTERS and (
                _name(self.arrays["rows"][a["row"]]) != "This" or "EntersAsCopy" in self.names[int(k)]
            ):
                return True
        return False


assert frozenset(BY_NAME) >= _STRONG
