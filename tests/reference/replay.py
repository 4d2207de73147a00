"""The core's log as script, and the comparison of the core's state with the twin's.

`Replay` follows a log entry by entry: what the player chose is checked and carried out, what chance brought is taken
from it, everything else must follow.  It serves single actions on a board and logs of whole games alike.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from untap.oracle import ast
from untap.program import build, layout
from untap.program.bonuses import with_needed_bonuses
from untap.program.encode import Encoder
from untap.program.expand import expand
from untap.program.support import as_run
from untap.program.tokens import predefined_token

from . import actions, brute, events, layers, turn, values
from .model import (
    TYPES_OF_MANA,
    Card,
    Face,
    Game,
    Item,
    Kind,
    Mismatch,
    Permanent,
    TwinLacks,
    mana_value,
)

# events of the core's log (`_core/log.pxi`)
(
    TURN, STEP, UNTAP, TAP, DRAW, PLAY_LAND, CAST, ACTIVATE, DECIDE, ENTER, LEAVE, MANA, SPEND, TRIGGER, RESOLVE, LIFE,
    COUNTERS, SHUFFLE, MULLIGAN, KEEP, BOTTOM, MOVE, LOSE, DISCARD, TAP_MANA, ADVANCE, REVEAL, OPTION, LOOK, HELP,
) = range(1, 31)  # fmt: skip
ATTACK, DAMAGE = 43, 44
_TOP = frozenset({TURN, STEP, PLAY_LAND, CAST, ACTIVATE, RESOLVE, ATTACK, DAMAGE})
_CHOICES = frozenset({TURN, STEP, PLAY_LAND, CAST, ACTIVATE, DECIDE, SPEND, RESOLVE, HELP, ATTACK, DAMAGE})
_ZONES = {0: "battlefield", 1: "hand", 2: "graveyard", 3: "library", 4: "exile", 5: "command", 7: "top", 8: "bottom"}
_D_COLOR, _D_BUNDLE, _D_YES, _D_UNTAP, _D_SCRY = 1, 9, 4, 13, 11
NO_SLOT = 65535
_LIBRARY, _COMMAND, _LONDON = 3, 5, 3


# ------------------------------------------------------------------------------------------ the program


class _Recorder(Encoder):
    """An encoder that remembers which node each ability and restriction came from."""

    last: _Recorder

    def __init__(self) -> None:
        super().__init__()
        self.ability_nodes: dict[int, Any] = {}
        self.row_nodes: dict[int, Any] = {}
        self.list_nodes: dict[int, Any] = {}
        self.token_specs: list = []
        _Recorder.last = self

    def ability(self, a):
        number = super().ability(a)
        self.ability_nodes[number] = a
        return number

    def row(self, n):
        number = super().row(n)
        if isinstance(n, ast.Spend):
            self.row_nodes[number] = n
        return number

    def list(self, nodes, place=None):
        packed = super().list(nodes, place)
        self.list_nodes[packed] = tuple(nodes)
        return packed


@dataclass
class Program:
    """A program's arrays, and what its numbers stand for."""

    arrays: dict
    kinds: list[Kind]
    faces: list[Face]
    ability: dict[int, Any]
    spend: dict[int, Any]
    lists: dict[int, Any]
    tokens: dict[Any, Kind]
    slots: list[Card]
    subtypes: dict[str, int]
    creature_types: frozenset
    unencoded: list = field(default_factory=list)
    identity: str = ""
    numbers: dict = field(default_factory=dict)  # by identity of the node
    without_fights: frozenset = frozenset()  # abilities that the core has no words for, but for their fights

    def number(self, node) -> int:
        """The core's number of an ability."""
        n = self.numbers.get(id(node))
        if n is None:
            n = self.numbers[id(node)] = next((k for k, a in self.ability.items() if a == node), None)
            assert n is not None, node
        return n


def make_program(cards, slots, identity: str = "") -> Program:
    """Encode cards and remember the nodes."""
    cards = with_needed_bonuses(cards)
    old, build.Encoder = build.Encoder, _Recorder
    try:
        arrays, unencoded = build.assemble(cards, slots, identity)
    finally:
        build.Encoder = old
    rec = _Recorder.last
    cards = [_without(card, k, unencoded) for k, card in enumerate(cards)]
    specs = list(rec.tokens)
    cards += [_without(build.token_card(s), -1, unencoded) for s in specs]
    kinds: list[Kind] = []
    faces: list[Face] = []
    for number, card in enumerate(cards):
        own = []
        for k, f in enumerate(card.faces):
            own.append(_face(card, k, f, len(faces)))
            faces.append(own[-1])
        kinds.append(
            Kind(
                card.name,
                tuple(own),
                card.layout in ("modal_dfc", "split", "adventure", "omen", "room"),
                card.token,
                number,
                card.layout,
            )
        )
    subtypes = arrays["subtypes"]
    bits = arrays["creature_types"][0] | arrays["creature_types"][1] << 64
    creature = frozenset(w for w, b in subtypes.items() if bits >> b & 1)
    first = len(kinds) - len(specs)
    return Program(
        arrays, kinds, faces, rec.ability_nodes, rec.row_nodes, rec.list_nodes,
        {s: kinds[first + i] for i, s in enumerate(specs)},
        [Card(i, kinds[k]) for i, (k, _) in enumerate(slots)], subtypes, creature, unencoded, identity,
        without_fights=frozenset(rec.without_fights),
    )  # fmt: skip


def _without(card, kind: int, unencoded):
    """The card as the core has it: keywords written out, without the abilities that are listed as not encoded."""
    left_out = [(u.face, u.ability) for u in unencoded if u.card == card.name]
    faces = []
    for k, f in enumerate(card.faces):
        creature = "creature" in [t.casefold() for t in f.types]
        abilities = [a for a in expand(f.abilities, f.mana_cost, creature) if as_run(a) is not None]
        faces.append(replace(f, abilities=tuple(a for a in abilities if (k, a) not in left_out)))
    return replace(card, faces=tuple(faces))


def _face(card, number: int, f, index: int) -> Face:
    def num(text):
        try:
            return int(text or 0)
        except ValueError:
            return 0

    types = frozenset(t.casefold() for t in f.types)
    colors = f.colors if f.colors is not None else "".join(c for c in "WUBRG" if c in (f.mana_cost or ""))
    if any(isinstance(a, ast.Keyword) and a.name == "devoid" for a in f.abilities):
        colors = ""  # CR 702.114a
    value = mana_value(f.mana_cost)
    if number and f.mana_cost is None and card.layout not in ("modal_dfc", "split", "adventure"):
        value = mana_value(card.faces[0].mana_cost)  # CR 202.3b
    return Face(
        f.name, f.mana_cost, types, frozenset(s.casefold() for s in f.supertypes),
        frozenset(s.casefold() for s in f.subtypes),
        frozenset(colors), num(f.power), num(f.toughness), num(f.loyalty), tuple(f.abilities), index, value,
        "land" in types,
    )  # fmt: skip


# --------------------------------------------------------------------------------------------- the script


@dataclass
class Refusals:
    """Costs that the core called unpayable, tried by brute force."""

    limit: int  # positions of one search
    strict: bool = True
    right: int = 0
    open: int = 0
    wrong: list = field(default_factory=list)

    def check(self, payable: bool | None, what: str) -> None:
        if payable and self.strict:
            raise Mismatch(f"the core can't pay for {what}, the rules can")
        if payable:
            self.wrong.append(what)
        elif payable is None:
            self.open += 1
        else:
            self.right += 1


class Replay:
    """Follows a log of the core with a game of the twin.

    Parameters
    ----------
    program : Program
    name : str
        What a mismatch calls this game, e.g. its seed.
    """

    def __init__(self, program: Program, name: str = "") -> None:
        self.program = program
        self.name = name
        self.creature_types = program.creature_types
        self.g = Game(self, program.kinds)
        self.g.identity = program.identity
        self.objects: dict[int, Permanent] = {}
        self.refusals: Refusals | None = None
        self._made_mana = False  # the last action was a mana ability
        self._idle = False  # whatever is chosen, nothing may come of it
        self.whole = False  # a game from its beginning; else priority is given whenever that is asked for
        self._feed([])

    # -- the log

    def _feed(self, entries) -> None:
        self._all = list(entries)
        self._choices: list[tuple] = []  # (entry, options, place in the log)
        options: list[int] = []
        for place, e in enumerate(self._all):
            if e[0] == OPTION:
                options.append(e[1])
            elif e[0] in _CHOICES:
                self._choices.append((e, options, place))
                options = []
        self._at = 0
        self._chance = {"draw": [e for e in self._all if e[0] == DRAW], "look": [e for e in self._all if e[0] == LOOK],
                        "reveal": [e for e in self._all if e[0] == REVEAL]}  # fmt: skip
        self._enters = [e for e in self._all if e[0] == ENTER]
        self._mana: list[tuple[str, int]] = []  # type, and number of the run of productions without anything between
        runs = 0
        for e in self._all:
            if e[0] == MANA:
                self._mana.append((TYPES_OF_MANA[int(e[1]).bit_length() - 1], runs))
            else:
                runs += 1

    def mark(self):
        return self._at

    def back(self, state) -> None:
        self._at = state

    def _peek(self):
        return self._choices[self._at][0] if self._at < len(self._choices) else None

    def next_is(self, what: str) -> bool:
        e = self._peek()
        if e is None:
            return False
        if what == "activate":
            return e[0] == ACTIVATE and ast.is_mana_ability(self.program.ability[e[2]])
        return e[0] == {"spend": SPEND, "help": HELP}[what]

    def taps_before_leaving(self, p: Permanent) -> bool:
        """Whether the next choice is an activation that comes before the permanent leaves."""
        if not self.next_is("activate"):
            return False
        now = self._choices[self._at - 1][2] if self._at else 0
        return not any(e[0] == LEAVE and e[1] == p.number for e in self._all[now : self._choices[self._at][2]])

    def next_decision_is(self, domain: str) -> bool:
        e = self._peek()
        if e is None or e[0] != DECIDE:
            return False
        return {"index": e[1] == _D_BUNDLE, "yes": e[1] == _D_YES}[domain]

    def mana_ahead(self):
        """The mana that the log says is produced now, before anything else happens."""
        ahead = self._mana[sum(1 for x in self.g.events if x[0] == "mana") :]
        return [t for t, run in ahead if run == ahead[0][1]]

    # -- what the twin asks

    def choose(self, options: list, domain: str):
        """The choice that the log holds among these options, which must be the legal ones."""
        if not options:
            raise Mismatch(f"a choice without options ({domain})")
        if len(options) == 1 or self._idle:
            return options[0]
        if domain == "name":
            distinct = {o.kind.name if o is not None else None for o in options}
            if len(distinct) == 1:
                return options[0]
        e = self._peek()
        if e is None or e[0] != DECIDE:
            raise Mismatch(f"the rules ask for a choice among {options} ({domain}), the core didn't (next: {e})")
        listed = self._choices[self._at][1]
        self._at += 1
        _, _, index, value, number = e
        if domain in ("index", "position", "mode") and value != -1:
            if number != len(options):
                raise Mismatch(f"{number} options, not {options}")
            return options[index]
        mine = {self._key(o, domain) for o in options}
        if listed:
            theirs = {self._key(self._value(v, domain), domain) for v in listed}
            if mine != theirs:
                raise Mismatch(
                    f"options of a decision ({domain}): the core has {_show(theirs)}, the rules {_show(mine)}"
                )
        chosen = self._value(value, domain)
        if self._key(chosen, domain) not in mine:
            raise Mismatch(f"the core chose {chosen}, not among {options}")
        if domain in ("object", "card", "name", "effect") and chosen is not None:
            return chosen
        return next(o for o in options if self._key(o, domain) == self._key(chosen, domain))

    def _key(self, o, domain: str):
        if o is None:
            return None
        if domain == "name":
            return o.kind.name
        if domain == "object":
            return o.number
        if domain == "card":
            return o.slot
        return o

    def _value(self, v: int, domain: str):
        if v == -1 and domain in ("object", "card", "name", "mode"):
            return None
        if domain == "color":
            return TYPES_OF_MANA[v]
        if domain == "object":
            if v not in self.objects or not self.objects[v].alive:
                raise Mismatch(f"object {v} isn't there")
            return self.objects[v]
        if domain in ("card", "name"):
            return self.program.slots[v]
        if domain == "subtype":
            return next(w for w, b in self.program.subtypes.items() if b == v)
        if domain == "type":
            return next(w for w, b in layout.TYPE_BIT.items() if b == v)
        if domain == "effect":
            return self.g.effects[v]
        return v

    def counter_number(self, kind: str) -> int:
        """The core's number of a kind of counter: the order in which it goes through them."""
        return {"lore": 15, "level": 14}.get(kind, self.program.arrays["counter_kinds"].get(kind, 99))

    def spent(self):
        e = self._peek()
        self._at += 1
        return TYPES_OF_MANA[e[1].bit_length() - 1], self.program.spend[e[2]] if e[2] >= 0 else None, bool(e[3])

    def helper(self) -> Permanent:
        e = self._peek()
        self._at += 1
        return self.objects[e[1]]

    def activation(self):
        e = self._peek()
        self._at += 1
        p = self.objects[e[1]] if e[1] >= 0 else None
        return p, self.program.ability[e[2]], self.program.slots[e[3]] if e[1] < 0 else None, e[4]

    def chance(self, how: str) -> Card:
        """Which card of the unknown part came."""
        if not self._chance[how]:
            raise Mismatch(f"the core didn't {how} a card here")
        return self.program.slots[self._chance[how].pop(0)[1]]

    def unpayable(self, g: Game, parts, ctx) -> None:
        """The core doesn't offer a cost for want of mana."""
        if self.refusals is not None:
            self.refusals.check(brute.can_pay_cost(g, parts, ctx, self.refusals.limit), f"{ctx.source}: {parts}")

    def discarded(self) -> Card:
        """The card that chance discards next (CR 701.9b)."""
        done = sum(1 for x in self.g.events if x[0] == "discard")
        found = [e[1] for e in self._all if e[0] == DISCARD][done : done + 1]
        if not found:
            raise Mismatch("the core didn't discard a card here")
        return self.program.slots[found[0]]

    def known(self, how: str, card: Card) -> None:
        """A known card came: the same one to the core."""
        got = self.chance(how)
        if got is not card:
            raise Mismatch(f"{how}: the core's card is {got}, not {card}")

    def bind(self, p: Permanent) -> None:
        """The core's number of a permanent that entered."""
        if not self._enters:
            raise Mismatch(f"{p.face} enters, but not in the core")
        e = self._enters.pop(0)
        slot = p.card.slot if p.card is not None else NO_SLOT
        if (e[2] != p.face.number and self.program.faces[e[2]] is not p.face and p.face not in p.kind.faces) or e[
            3
        ] & 0xFFFF != slot:
            raise Mismatch(f"{p.face} ({slot}) enters, in the core {self.program.faces[e[2]]} ({e[3]})")
        p.number = e[1]
        self.objects[e[1]] = p

    def token_kind(self, token) -> Kind:
        spec = predefined_token(token) if isinstance(token, str) else token
        return self.program.tokens[spec]

    # -- following a log

    def begin(self, life: int, opponents: int, on_the_play: bool, mulligan: dict, theirs=None) -> None:
        """A whole game comes: it begins with opening hands (CR 103)."""
        g, zones = self.g, self.program.arrays["slot_zone"]
        self.whole = True
        g.turn, g.step, g.life, g.opponents, g.on_the_play = 0, "before untap", life, opponents, on_the_play
        g.starting_life, g.theirs = life, theirs
        g.unknown = [c for c in self.program.slots if zones[c.slot] == _LIBRARY]
        g.command = [c for c in self.program.slots if zones[c.slot] == _COMMAND]
        self.mulligan = mulligan

    def _opening(self, entries) -> None:
        """CR 103.5: hands drawn, sent back, one kept; with the London mulligan cards go to the bottom then."""
        g, taken, want = self.g, 0, min(7, len(self.g.unknown))
        for event, a, *_ in entries:
            card = self.program.slots[a] if event in (DRAW, BOTTOM) else None
            if event == DRAW:
                g.unknown.remove(card)
                g.hand.append(card)
            elif event == BOTTOM:
                g.hand.remove(card)
                g.bottom.append(card)
            elif event == MULLIGAN:
                if len(g.hand) != want:
                    raise Mismatch(f"a hand of {len(g.hand)} was sent back, {want} were to be drawn")
                g.unknown += g.hand
                g.hand = []
                taken += 1
                if self.mulligan["kind"] != _LONDON:
                    want = max(0, min(want, 7 - max(0, taken - self.mulligan["free"])))
        owed = max(0, taken - self.mulligan["free"]) if self.mulligan["kind"] == _LONDON else 0
        if len(g.hand) != max(0, want - owed) or len(g.bottom) != min(want, owed):
            raise Mismatch(f"{len(g.hand)} cards kept and {len(g.bottom)} put back after {taken} mulligans")

    def follow(self, entries, first=None, looks=None) -> None:
        """Replay entries: actions, resolutions, steps, with all that follows from them; ``first`` is done before.

        ``looks`` is called with the number of entries gone through before everything that is done with priority.
        """
        if not self.g.turn:
            start = next(i for i, e in enumerate(entries) if e[0] == TURN)
            self._opening(entries[:start])
            entries = [(0, 0, 0, 0, 0)] * start + entries[start:]
        self._feed(entries)
        self.g.events = []
        self._made_mana = False
        if first is not None:
            first(self.g)
        while self._at < len(self._choices):
            (e, _, place), at = self._choices[self._at], self._at
            if looks is not None and e[0] in _TOP and self.g.turn:
                self.priority(at)
                looks(place)
            if e[0] in (DECIDE, SPEND):  # of state-based actions
                self.priority(at)
                if self._at == at:
                    raise Mismatch(f"nothing in the rules asks for {self._say(e)}")
                continue
            self._at += 1
            self._one(e)
        self.finish(entries)

    def _one(self, e) -> None:
        g = self.g
        event, a, b, c, d = e
        if event == TURN:
            self._turn(b)
            return
        if event == STEP:
            turn.advance(g)
            if turn.STEPS.index(g.step) != a:
                raise Mismatch(f"the core's step is {turn.STEPS[a]}, not {g.step}")
            return
        self.priority(self._at - 1)
        self._made_mana = self._mana_only(e)
        if event == PLAY_LAND:
            actions.play_land(g, self.program.slots[a], self.program.faces[b], _ZONES[c])
        elif event == CAST:
            card = self.program.slots[a]
            zone = next((z for z in ("hand", "graveyard", "command") if card in g.zone(z)), "")
            if not zone:
                raise TwinLacks("a spell cast from elsewhere")
            actions.cast(g, card, self.program.faces[b], zone, d >> 8, c, d & 255)
        elif event == ACTIVATE:
            if a >= 0:
                actions.activate(g, self.objects[a], self.program.ability[b], d)
            else:
                card = self.program.slots[c]
                actions.activate_card(g, card, self.program.ability[b], "hand" if card in g.hand else "graveyard", d)
        elif event == ATTACK:
            rest = self._choices[self._at : self._at + b]
            self._at += b
            actions.attack(g, *(self.objects[e[1]] for e in ((event, a), *(x for x, _, _ in rest))))
        elif event == DAMAGE:
            actions.combat_damage(g, bool(a))
        elif event == RESOLVE:
            actions.resolve(g, self._resolving(e))
        else:
            raise Mismatch(f"nothing in the rules asks for {self._say(e)}")

    def _turn(self, player: int) -> None:
        """A turn begins (CR 500.7); an opponent's turn that the core leaves out must be without events."""
        g = self.g
        if not g.turn:
            comes = 0
        elif g.active == 0 and g.extra_turns:
            g.extra_turns -= 1
            comes = 0
        else:
            comes = int(g.others < g.opponents)
        if comes == 1 and player == 0:
            before = len(g.events)
            self._idle = True
            while not (g.active == 1 and g.step == "cleanup"):
                turn.advance(g)
                self.priority()
            self._idle = False
            if g.stack or len(g.events) > before:
                raise Mismatch(f"an opponent's turn was left out, in which {g.stack or g.events[before:]}")
            comes = 0
        if comes != player:
            raise Mismatch(f"a turn of player {player} begins, not of {comes}")
        g.others = g.others + 1 if player else 0
        turn.begin_turn(g, player)

    def priority(self, at: int | None = None) -> None:
        """CR 117.5; nobody gets priority between mana abilities and the spell that is paid with them (601.2g)."""
        if self.whole and self.g.step in ("before untap", "untap"):
            return  # CR 502.4, 704.3
        events.state_based(self.g)
        if at is None or not self._made_mana or not self._pays(at):
            events.put_waiting(self.g)

    def _mana_only(self, e) -> bool:
        return e[0] == ACTIVATE and e[1] >= 0 and ast.is_mana_ability(self.program.ability[e[2]])

    def _pays(self, at: int) -> bool:
        """Whether what is done from here on is mana abilities, then a spell."""
        for e, _, _ in self._choices[at:]:
            if e[0] in _TOP and not self._mana_only(e):
                return e[0] == CAST
        return False

    def _resolving(self, e) -> Item:
        """The object that the core resolves: the topmost, or one of those put on the stack with it (CR 603.3b)."""
        g = self.g
        _, ability, face, source, that = e
        if not g.stack:
            raise Mismatch("the core resolves something, the stack is empty")
        top = g.stack[-1]
        same = [i for i in g.stack if i is top or (top.batch and i.batch == top.batch)]
        for item in reversed(same):
            if (item.face.number if item.face is not None else -1) != face:
                continue
            if ability >= 0 and item.ability != self.program.ability[ability]:
                continue
            if ability < 0 and isinstance(item.ability, ast.Triggered | ast.Activated):
                continue
            if (
                item.kind == "triggered"
                and source >= 0
                and item.ctx.source is not None
                and item.ctx.source.number != source
            ):
                continue
            if item.kind == "triggered" and that >= 0 and item.ctx.that is not None and item.ctx.that.number != that:
                continue
            g.stack.remove(item)
            return item
        raise Mismatch(
            f"the core resolves {self.program.faces[face]} {self.program.ability.get(ability)}, "
            f"the top of the stack is {same}"
        )

    def finish(self, entries) -> None:
        """What the log still holds must have happened here, too."""
        self.priority()
        self._compare_events()

    def _compare_events(self) -> None:
        mine: Counter = Counter()
        for what, *args in self.g.events:
            if what in ("tap", "untap"):
                mine[what, args[0].number] += 1
            elif what == "enter":
                mine[what, args[0].number, bool(args[1])] += 1
            elif what == "leave":
                mine[what, args[0].number, args[1]] += 1
            elif what in ("mana", "spend", "life"):
                mine[what, args[0]] += 1
            elif what == "trigger":
                mine[what, self.program.number(args[0]), -1 if args[1] is None else args[1].number] += 1
            elif what == "discard":
                mine[what, args[0].slot] += 1
            elif what == "shuffle":
                mine[what,] += 1
        theirs: Counter = Counter()
        for event, a, b, _, d in self._all:
            if event == TAP:
                theirs["tap", a] += 1
            elif event == UNTAP:
                theirs["untap", a] += 1
            elif event == ENTER:
                theirs["enter", a, bool(d)] += 1
            elif event == LEAVE:
                theirs["leave", a, _ZONES[b]] += 1
            elif event in (MANA, SPEND):
                if a & (a - 1):
                    raise Mismatch(f"mana of no one type: {_letters(a)} (CR 106.1b)")
                theirs["mana" if event == MANA else "spend", _letters(a)] += 1
            elif event == LIFE:
                theirs["life", a] += 1
            elif event == TRIGGER:
                theirs["trigger", a, b] += 1
            elif event == DISCARD:
                theirs["discard", a] += 1
            elif event == SHUFFLE:
                theirs["shuffle",] += 1
        if mine != theirs:
            raise Mismatch(f"events: only in the core {_show(theirs - mine)}; only by the rules {_show(mine - theirs)}")

    def _say(self, e) -> str:
        names = ["TURN", "STEP", "UNTAP", "TAP", "DRAW", "PLAY_LAND", "CAST", "ACTIVATE", "DECIDE", "ENTER", "LEAVE",
                 "MANA", "SPEND", "TRIGGER", "RESOLVE", "LIFE", "COUNTERS", "SHUFFLE", "MULLIGAN", "KEEP", "BOTTOM",
                 "MOVE", "LOSE", "DISCARD", "TAP_MANA", "ADVANCE", "REVEAL", "OPTION", "LOOK", "HELP"]  # fmt: skip
        return f"{names[e[0] - 1] if e[0] <= len(names) else e[0]}{tuple(e[1:])}"

    # -- comparing states

    def _commander_casts(self) -> int:
        """As the core has it: a byte each."""
        own = [k for k, zone in enumerate(self.program.arrays["slot_zone"]) if zone == _COMMAND]
        return sum(n << 8 * own.index(card.slot) for card, n in self.g.commander_casts.items())

    def state(self) -> dict:
        """The twin's state, as names and numbers."""
        g = self.g
        out: dict[str, Any] = {
            "life": g.life, "energy": g.energy, "turn": g.turn, "active": g.active, "step": turn.STEPS.index(g.step),
            "lands played": g.lands_played, "spells cast": g.spells_cast, "land plays left": actions.land_plays_left(g),
            "hand": sorted(c.slot for c in g.hand), "graveyard": sorted(c.slot for c in g.graveyard),
            "exile": sorted(c.slot for c in g.exile), "command": sorted(c.slot for c in g.command),
            "top": [c.slot for c in g.top], "bottom": [c.slot for c in g.bottom],
            "library": sorted(c.slot for c in g.library()),
            "pool": sorted((u.type, repr(u.spend), u.snow, u.until) for u in g.pool),
            "stack": Counter(self._item(i) for i in g.stack), "waiting": len(g.waiting), "effects": len(g.effects),
            "commander casts": self._commander_casts(), "skip untap": g.skip_untap,
        }  # fmt: skip
        for p in g.battlefield:
            own: dict[str, Any] = {
                "face": p.face.name, "slot": p.card.slot if p.card is not None else -1, "controller": p.controller,
                "tapped": p.tapped,
                "sick": p.sick, "token": p.token, "phased": p.phased, "skip_untap": p.skip_untap, "entered": p.entered,
                "attached": p.attached.number if p.attached is not None else -1, "chosen color": p.chosen_color,
                "chosen type": p.chosen_type, "counters": dict(p.counters),
                "imprint": p.imprint.name if p.imprint else "",
            }  # fmt: skip
            if not p.phased:
                c = layers.characteristics(g, p)
                own |= {
                    "types": frozenset(c.types), "supertypes": frozenset(c.supertypes) & set(layout.SUPERTYPES),
                    "subtypes": frozenset(c.subtypes) & set(self.program.subtypes), "colors": frozenset(c.colors),
                    "keywords": frozenset(c.keywords) & set(layout.KEYWORD_BIT), "power": c.power,
                    "toughness": c.toughness,
                    "abilities": sorted(map(self.program.number, c.abilities)),
                    "could produce": values.could_produce(g, p),
                }  # fmt: skip
            out[f"permanent {p.number}"] = own
        return out

    def _item(self, i: Item):
        own = isinstance(i.ability, (ast.Triggered, ast.Activated))
        source = i.ctx.source
        known = source is not None and (own or source.alive)  # a delayed trigger's may be gone
        return (i.face.number if i.face is not None else -1, self.program.number(i.ability) if own else -1,
                source.number if known else -1)  # fmt: skip

    def core_state(self, board) -> dict:
        """The core's state in the same words."""
        s, kinds = (
            board.state,
            {n: w for w, n in self.program.arrays["counter_kinds"].items()} | {14: "level", 15: "lore"},
        )
        spends = self.program.spend
        there = {o["object"] for o in board.objects()}
        out: dict[str, Any] = {
            "life": s["life"], "energy": s["energy"], "turn": s["turn"], "active": s["active"], "step": s["step"],
            "lands played": s["lands_played"], "spells cast": s["spells_cast"],
            "land plays left": board.land_plays_left(),
            **{z: sorted(board.zone(z)) for z in ("hand", "graveyard", "exile", "command", "library")},
            "top": board.zone("top"), "bottom": board.zone("bottom"),
            "pool": sorted((_letters(m), repr(spends[r] if r >= 0 else None), bool(snow), ("", "turn", "forever")[keep])
                           for m, r, snow, keep in board.pool_units()),
            "stack": Counter((i["face"], i["ability"], i["source"] if i["ability"] >= 0 or i["source"] in there else -1)
                             for i in board.stack() if not i["waiting"]),
            "waiting": s["waiting"], "effects": len(board.effects()), "commander casts": s["commander_casts"],
            "skip untap": s["skip_untap"],
        }  # fmt: skip
        for o in board.objects():
            color, sub = o["chosen_color"], o["chosen_sub"]
            own: dict[str, Any] = {
                "face": self.program.faces[o["face"]].name, "slot": o["slot"], "controller": o["controller"],
                "tapped": o["tapped"],
                "sick": o["sick"], "token": o["token"], "phased": o["phased"], "skip_untap": o["skip_untap"],
                "entered": o["entered"],
                "attached": o["attached"], "chosen color": TYPES_OF_MANA[color] if color < 6 else "",
                "chosen type": next((w for w, b in self.program.subtypes.items() if b == sub), "") if sub < 128 else "",
                "counters": {kinds[k]: n for k, n in o["counters"].items()},
                "imprint": self.program.kinds[o["imprint"]].name if o["imprint"] >= 0 else "",
            }  # fmt: skip
            if not o["phased"]:
                own |= {
                    "types": frozenset(w for w, b in layout.TYPE_BIT.items() if o["types"] & b and w != "tribal"),
                    "supertypes": frozenset(w for i, w in enumerate(layout.SUPERTYPES) if o["supers"] >> i & 1),
                    "subtypes": frozenset(w for w, b in self.program.subtypes.items() if o["subs"] >> b & 1),
                    "colors": frozenset(_letters(o["colors"])),
                    "keywords": frozenset(w for w, b in layout.KEYWORD_BIT.items() if o["keywords"] & b),
                    "power": o["power"], "toughness": o["toughness"],
                    "abilities": sorted(o["abilities"]),
                    "could produce": _letters(board.could_produce(o["object"])),
                }  # fmt: skip
            out[f"permanent {o['object']}"] = own
        return out

    def compare(self, board) -> None:
        """Raise if the states differ, naming every difference."""
        mine, theirs = self.state(), self.core_state(board)
        if mine == theirs:
            return
        lines = []
        for key in sorted(mine.keys() | theirs.keys()):
            a, b = theirs.get(key), mine.get(key)
            if a == b:
                continue
            if isinstance(a, dict) and isinstance(b, dict) and not isinstance(a, Counter):
                for k in a.keys() | b.keys():
                    if a.get(k) != b.get(k):
                        x, y = a.get(k), b.get(k)
                        if k == "abilities":
                            x, y = (
                                [self.program.ability[a] for a in (Counter(i) - Counter(j)).elements()]
                                for i, j in ((x, y), (y, x))
                            )
                        lines.append(f"{key} ({b.get('face')}) {k}: core {x}, rules {y}")
            else:
                lines.append(f"{key}: core {a}, rules {b}")
        raise Mismatch("states differ:\n  " + "\n  ".join(lines))

    def legal(self, board) -> list[tuple]:
        """The core's legal actions, which must be the rules'."""
        listed = board.legal_actions()
        if self.g.step in ("before untap", "untap", "cleanup"):
            return []
        theirs: set[tuple] = set()
        places = {o["object"]: o["abilities"] for o in board.objects()}
        for a in listed:
            if a[0] == "activate":
                theirs.add(("activate", a[1], places[a[1]][a[2]]))
            else:
                theirs.add(tuple(a))
        mine = {(a[0], a[1], self.program.number(a[2]), *a[3:]) if a[0] in ("activate", "activate_card") else a
                for a in actions.legal(self.g)}  # fmt: skip
        if mine != theirs:
            mine, theirs = ({(self._actor(a), *a) for a in x} for x in (mine, theirs))
            raise Mismatch(
                f"legal actions: only the core's {_show(theirs - mine)}; only by the rules {_show(mine - theirs)}"
            )
        return listed

    def _actor(self, a):
        if a[0] == "activate":
            return f"{self.objects[a[1]]} {self.program.ability[a[2]]}"
        return f"{self.program.slots[a[1]]}"


def _letters(mask: int) -> str:
    return "".join(t for i, t in enumerate(TYPES_OF_MANA) if mask >> i & 1)


_UNSAID = re.compile(r"\w+=(\(\)|''|None|0|False|1)(, )?|, (?=\))")


def short(text) -> str:
    """A node's text without the fields that are at their defaults."""
    return _UNSAID.sub("", str(text))


def _show(things) -> str:
    return "; ".join(sorted(map(str, things.items() if isinstance(things, Counter) else things))) or "nothing"
