"""Positions of invented cards, from their texts to the board."""

from __future__ import annotations

from untap._core import Board, CoreProgram
from untap.oracle import compile_text
from untap.program import CardIR, FaceIR, assemble
from untap.program.encode_rows import ALTERNATIVES

ALT = {word: number for number, word in enumerate(ALTERNATIVES)}
_SUPERS = ("Basic", "Legendary", "Snow")


def face(name, cost="", types="Creature — Bear", text="", pt=None):
    """A face of these printed lines; every sentence of it must be understood."""
    left, _, right = types.partition(" — ")
    words = left.split()
    compiled = compile_text(name, types, text)
    unread = [(s.text, s.reason) for s in compiled.sentences if s.level == "unsupported"]
    assert not unread, unread
    power, _, toughness = (pt or ("2/2" if "Creature" in words else "")).partition("/")
    return FaceIR(
        name, cost or None, tuple(w.casefold() for w in words if w in _SUPERS),
        tuple(w.casefold() for w in words if w not in _SUPERS), tuple(right.casefold().split()), power or None,
        toughness or None, None,
        compiled.abilities,
    )  # fmt: skip


def card(name, cost="", types="Creature — Bear", text="", pt=None, back=None, layout="normal"):
    faces = (face(name, cost, types, text, pt),) + ((back,) if back else ())
    return CardIR(name, layout, faces)


BASICS = [card(name, "", f"Basic Land — {name}") for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")] + [
    card("Wastes", "", "Basic Land", "{T}: Add {C}.")
]


class Position:
    """A board with cards by name: lists of names, or a string of names separated by commas, ``3 Island`` for three.

    ``chooser`` answers decisions (kind, names or numbers of the options) with an index; by default the first option.
    """

    def __init__(self, *cards, hand="", play="", graveyard="", exile="", top="", library="", command="", **values):
        self.cards = [*BASICS, *cards]
        kind = {c.name: k for k, c in enumerate(self.cards)}
        zones = {"hand": hand, "play": play, "graveyard": graveyard, "exile": exile, "top": top, "library": library,
                 "command": command}  # fmt: skip
        self.places = [(name, zone) for zone, names in zones.items() for name in _names(names)]
        slots = [(kind[name], 3) for name, _ in self.places] + [(k, 3) for k in range(len(self.cards))]
        self.arrays, self.unencoded = assemble(self.cards, slots)
        assert not self.unencoded, self.unencoded
        self.kind = kind
        self.board = Board(CoreProgram(self.arrays), seed=3)
        self.board.load(turn=5, **values)
        self.objects = {}
        for slot, (name, zone) in enumerate(self.places):
            if zone == "play":
                i = self.board.add_object(self.face(name), slot=slot)
                self.objects.setdefault(name, []).append(i)
            else:
                self.board.add_card(slot, zone)
        self.choices = []
        self.asked = []
        self.board.chooser = self._choose

    def _choose(self, kind, options, source):
        self.asked.append((kind, list(options)))
        return self.choices.pop(0) if self.choices else 0

    def face(self, name):
        return int(self.arrays["kinds"][self.kind[name]]["face"])

    def slot(self, name, zone=None):
        for k in range(len(self.places)):
            if self.places[k][0] == name and (zone is None or k in self.board.zone(zone)):
                return k
        raise LookupError(name)

    def castable(self, name, zone="hand", keyword="", **kw):
        slot = self.slot(name, zone) if zone != "hand" or any(n == name for n, _ in self.places) else -1
        return self.board.castable(self.kind[name], slot, zone, keyword=ALT[keyword], **kw)

    def cast(self, name, zone="hand", keyword="", second=False, resolve=True, **kw):
        slot, number = self.slot(name, zone), self.face(name) + second
        ways = self.board.ways(slot, number, zone)
        way = next(k for k, w in enumerate(ways) if w["keyword"] == ALT[keyword])
        self.board.cast(slot, number, zone, way, kw.get("x", 0), kw.get("kicks", 0))
        if resolve:
            self.board.resolve_stack()

    def use(self, name, zone="hand", place=0, resolve=True, x=0):
        """Activate an ability of a card in a zone, or of the permanent (``zone`` "play")."""
        if zone == "play":
            self.board.activate(self.objects[name][0], place, x)
        else:
            slot = self.slot(name, zone)
            options = [a for a in self.board.legal_actions() if a[0] == "activate_card" and a[1] == slot]
            self.board.activate_card(slot, options[place][2], zone, x)
        if resolve:
            self.board.resolve_stack()

    def zone(self, zone):
        return [
            self.places[k][0] if k < len(self.places) else self.cards[k - len(self.places)].name
            for k in self.board.zone(zone)
        ]

    def names(self):
        return [self.arrays["kind_names"][o["kind"]] for o in self.board.objects()]

    def object(self, name):
        return next(o for o in self.board.objects() if self.arrays["kind_names"][o["kind"]] == name)

    def untapped(self):
        return sum(not o["tapped"] for o in self.board.objects())

    def to_step(self, step, player=0):
        """Go on until this step begins, triggers resolving."""
        for _ in range(60):
            self.board.advance()
            if (self.board.state["step"], self.board.state["active"]) == (step, player):
                return
        raise AssertionError(step)


def _names(text):
    if not isinstance(text, str):
        return list(text)
    out = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        number, _, rest = part.partition(" ")
        out += [rest] * int(number) if number.isdigit() else [part]
    return out
