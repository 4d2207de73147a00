"""Objects, zones and the game (CR 109, 110, 400)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from untap.oracle import ast

TYPES_OF_MANA = "WUBRGC"
BASIC = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}  # CR 305.6
LAND_TYPES = frozenset({*BASIC, "cave", "cloud", "desert", "gate", "lair", "locus", "mine", "power-plant", "sphere",
                        "tower", "town", "urza's", "planet"})  # fmt: skip  # CR 205.3i
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
INTRINSIC = {
    word: ast.Activated(ast.Cost((ast.TapThis(),)), (ast.AddMana(ast.Bundle("{" + letter + "}")),))
    for word, letter in BASIC.items()
}


class Mismatch(AssertionError):
    """The core did what the rules don't allow, or something else than they say."""


class TwinLacks(NotImplementedError):
    """The twin has no words for this node: not a verdict on the core."""


# ------------------------------------------------------------------------------------------------ costs


@dataclass(frozen=True)
class Symbol:
    """One mana symbol to be paid (CR 107.4): any of ``types``, or two generic, or 2 life, or snow."""

    types: str
    two: bool = False
    phyrexian: bool = False
    snow: bool = False


GENERIC = Symbol(TYPES_OF_MANA)


def read_cost(text: str | None, x: int = 0) -> tuple[int, list[Symbol]]:
    """Generic amount and other symbols of a mana cost (CR 107.3-107.4)."""
    generic, symbols = 0, []
    for s in re.findall(r"\{([^}]+)\}", text or ""):
        if s.isdigit():
            generic += int(s)
        elif s == "X":
            generic += x
        elif s == "S":
            symbols.append(Symbol(TYPES_OF_MANA, snow=True))
        else:
            parts = s.split("/")
            types = "".join(p for p in parts if p in TYPES_OF_MANA)
            symbols.append(Symbol(types, two="2" in parts, phyrexian="P" in parts))
    return generic, symbols


def mana_value(text: str | None) -> int:
    """CR 202.3: generic, one for each other symbol, two for monocoloured hybrid, none for X."""
    generic, symbols = read_cost(text)
    return generic + sum(2 if s.two else 1 for s in symbols)


# ---------------------------------------------------------------------------------------------- objects


@dataclass(frozen=True, eq=False)
class Face:
    """What is printed on one face (CR 200, 712)."""

    name: str
    cost: str | None
    types: frozenset
    supertypes: frozenset
    subtypes: frozenset
    colors: frozenset
    power: int
    toughness: int
    loyalty: int
    abilities: tuple
    number: int  # its number in the core's program
    mana_value: int
    land: bool = False

    def __repr__(self):
        return self.name


@dataclass(eq=False)
class Kind:
    """A card's name with its faces; ``both`` if each face can be played (CR 712.11)."""

    name: str
    faces: tuple[Face, ...]
    both: bool
    token: bool
    number: int
    layout: str = ""


@dataclass(eq=False)
class Card:
    """One card."""

    slot: int
    kind: Kind

    @property
    def front(self) -> Face:
        return self.kind.faces[0]  # CR 712.8a: elsewhere only the front face counts

    def __repr__(self):
        return f"{self.kind.name}({self.slot})"


@dataclass(eq=False)
class Permanent:
    """An object on the battlefield (CR 110)."""

    kind: Kind
    face: Face
    card: Card | None
    controller: int  # 0 you, 1 an opponent
    timestamp: int
    token: bool = False
    tapped: bool = False
    sick: bool = True  # not under its controller's control continuously since the turn began (CR 302.6)
    entered: bool = True  # this turn
    phased: bool = False
    counters: dict = field(default_factory=dict)
    attached: Permanent | None = None
    skip_untap: int = 0
    chosen_color: str = ""
    chosen_type: str = ""
    chosen_name: str = ""
    imprint: Kind | None = None
    x: int = 0
    kicks: int = 0
    cast_from: str = ""
    keyword: str = ""  # of the alternative cost of the spell it was
    upkeeps: int = 0  # of ours that had begun when it came under control
    commander: bool = False
    face_down: bool = False  # CR 708
    attacking: bool = False
    attacked: bool = False  # this turn
    damage: int = 0  # marked (CR 120.6)
    monstrous: bool = False
    hit: bool = False  # has dealt combat damage in this step
    alive: bool = True
    used: list = field(default_factory=list)  # abilities activated or triggered this turn
    used_ever: list = field(default_factory=list)
    modes: list = field(default_factory=list)  # chosen this turn, of those that are chosen but once (CR 700.2)
    spent: str = ""  # the mana spent to cast it
    modes_ever: list = field(default_factory=list)
    resolved: list = field(default_factory=list)  # abilities that have resolved this turn
    last: Chars | None = None  # characteristics as it last existed (CR 608.2h)
    number: int = -1  # the core's

    def __repr__(self):
        return f"{self.face.name}#{self.number}"


@dataclass(eq=False)
class Chars:
    """Characteristics after CR 613."""

    types: set
    supertypes: set
    subtypes: set
    colors: set
    keywords: set
    power: int
    toughness: int
    abilities: list

    def copy(self) -> Chars:
        return Chars(set(self.types), set(self.supertypes), set(self.subtypes), set(self.colors), set(self.keywords),
                     self.power, self.toughness, list(self.abilities))  # fmt: skip


@dataclass(eq=False)
class Unit:
    """One mana in the pool (CR 106.4)."""

    type: str  # one letter
    spend: Any = None  # restriction (CR 106.6)
    snow: bool = False
    until: str = ""
    rider: bool = False  # something follows when it is spent

    def __repr__(self):
        return f"{{{self.type}}}" + ("*" if self.snow else "") + (f"[{self.spend}]" if self.spend else "") + self.until


@dataclass(eq=False)
class Effect:
    """A continuous effect of a resolved spell or ability (CR 611.2)."""

    nodes: tuple
    duration: str
    ctx: Context
    timestamp: int
    locked: Permanent | None
    holder: Permanent | None = None
    over: bool = False
    gives_back: int | None = None  # who controlled the permanent before


@dataclass(eq=False)
class Delayed:
    """A delayed triggered ability (CR 603.7)."""

    event: Any
    effects: tuple
    ctx: Context


@dataclass(eq=False)
class Item:
    """An object on the stack, or a triggered ability waiting for it (CR 405, 603.3)."""

    kind: str  # spell | activated | triggered
    ability: Any
    ctx: Context
    face: Face | None = None
    card: Card | None = None
    from_zone: str = ""
    way: int = 0
    batch: int = 0  # put on the stack at the same time: the order among them was the player's (CR 603.3b)


@dataclass(eq=False)
class Context:
    """What amounts, conditions and effects are read for."""

    source: Permanent | None = None
    controller: int = 0
    card: Card | None = None  # of the spell, or of the ability of a card
    face: Face | None = None
    that: Permanent | None = None
    that_card: Card | None = None
    x: int = 0
    amount: int = 0
    kicks: int = 0
    produced: str = ""
    spent: str = ""
    chosen_color: str = ""
    chosen_type: str = ""
    paid: bool = False
    did: bool | None = None  # whether the effect before did anything; None: nobody keeps count of that
    before: str = ""  # which effect that was
    of_step: bool = False  # of what triggered on a step or phase
    cast_from: str = ""
    keyword: str = ""  # of the alternative cost that was paid
    sacrificed: Permanent | None = None
    event_face: Face | None = None
    resolution: int = 0  # of this ability this turn, from 1

    def but(self, **changes) -> Context:
        return replace(self, **changes)


@dataclass(eq=False)
class Game:
    """The state of the game, as far as one player goldfishes."""

    script: Any
    kinds: list[Kind]
    turn: int = 1
    active: int = 0
    step: str = "precombat main"
    life: int = 20
    starting_life: int = 20
    energy: int = 0
    opponents: int = 1
    on_the_play: bool = False
    others: int = 0  # opponents who have had their turn since ours
    theirs: Any = None  # by number of rounds: the colours of opponents' lands, and how many lands one controls
    lost: set = field(default_factory=set)
    lands_played: int = 0
    spells_cast: int = 0
    spells_last: int = 0  # cast last turn, whosever it was
    monarch: bool = False
    cast_faces: list[Any] = field(default_factory=list)  # of the spells cast this turn
    spells_allowed: int | None = None
    cast_zone: str = ""  # from where the last spell was cast
    cast_spent: str = ""  # the mana spent on it
    again: bool = False  # another cleanup step follows
    draws: int = 0
    lands_entered: int = 0
    died: int = 0
    life_gained: int = 0  # this turn
    life_lost: int = 0
    discarded: int = 0
    descended: bool = False  # a permanent card was put into the graveyard this turn
    attacked: int = 0  # creatures that attacked this turn
    combats: int = 0  # combat phases of this turn
    left: int = 0  # own permanents that left the battlefield this turn
    upkeeps: int = 0  # of ours that have begun
    skip_untap: int = 0
    skip_draw: int = 0
    extra_turns: int = 0
    commander_casts: Counter = field(default_factory=Counter)  # by card
    identity: str = ""
    battlefield: list[Permanent] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    graveyard: list[Card] = field(default_factory=list)
    exile: list[Card] = field(default_factory=list)
    command: list[Card] = field(default_factory=list)
    top: list[Card] = field(default_factory=list)  # known cards on top of the library, first is the top
    unknown: list[Card] = field(default_factory=list)  # the part of the library whose order nobody knows
    bottom: list[Card] = field(default_factory=list)  # known cards at the bottom, last is the lowest
    pool: list[Unit] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    delayed: list[Delayed] = field(default_factory=list)
    stack: list[Item] = field(default_factory=list)
    waiting: list[Item] = field(default_factory=list)
    clock: int = 0
    batches: int = 0
    events: list = field(default_factory=list)  # what happened, to compare with the core's log
    cache: dict | None = None
    could: dict | None = None

    def touch(self) -> None:
        """Something changed that characteristics may read."""
        self.cache = None
        self.could = None

    def note(self, *event) -> None:
        self.events.append(event)

    def stamp(self) -> int:
        """The next timestamp (CR 613.7)."""
        self.clock += 1
        return self.clock

    def library(self) -> list[Card]:
        return self.top + self.unknown + self.bottom

    def zone(self, name: str) -> list[Card]:
        return {"hand": self.hand, "graveyard": self.graveyard, "exile": self.exile, "command": self.command}[name]

    def permanents(self):
        """Permanents that are phased in (CR 702.26b: phased-out ones are treated as though they didn't exist)."""
        return [p for p in self.battlefield if not p.phased]
