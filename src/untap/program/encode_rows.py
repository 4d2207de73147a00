"""Rows of nodes about cards seen and about costs: what `Encoder` needs beyond the opcode table."""

from __future__ import annotations

from dataclasses import replace

from ..oracle import ast
from . import support
from .opcodes import BY_NAME, OPCODES
from .opcodes import words as words_of


class NotEncodable(Exception):
    """The core has no word for this node; the message names it."""


#: Events that never happen where nobody attacks, blocks or is attacked.
COMBAT_EVENTS = frozenset(
    [
        "damage to player",
        "damage to you",
        "dealt damage",
        "blocks",
        "mutates",
        "crewed",
        "championed",
        "loses control",
    ]
)
# what other players do, or what the game doesn't have
_NEVER = frozenset(
    ["the ring", "dungeon", "crime", "scheme", "visit", "specializes", "loses game", "bends", "counters a spell"]
)
# details that say nothing more in a game without combat, or that the kind itself implies
_DETAILS = {
    ("phase", "next"), ("phase", "first of game"), ("phase", "next turn"), ("adds mana", "chosen color"),
    ("phase", "end"), ("attacks", "or blocks"), ("cast", "or copies"),
}  # fmt: skip
_EVENT_DETAILS = (
    "", "chosen color", "opponent's turn", "your turn", "hand", "not hand", "graveyard", "exile", "first",
    "targets", "tapped", "untapped", "last", "+1/+1", "from graveyard", "alone", "together", "colorless",
)  # fmt: skip

ALTERNATIVES = words_of("AlternativeCost", "keyword")
#: Optional additional costs whose payment is the same question as "was it kicked?".
ADDITIONAL = words_of("AdditionalCost", "keyword")
_PLAYERS = {"target": "target player", "owner": "you", "that": "that player"}
# effects on permanents of "target player" that one would rather have happen to somebody else
_HARM = (ast.Destroy, ast.Tap, ast.Damage, ast.Sacrifice, ast.Exile, ast.DoesntUntapNext, ast.ReturnToHand)


class MoreRows:
    """Special rows, mixed into `Encoder`."""

    def _refused(self, what: str):
        raise NotEncodable(what)

    def _nothing(self) -> int:
        return self.row_of("Inert", [99])

    # -- left out or without meaning in a goldfish game

    def _row_LeftOut(self, n):
        return self._nothing()  # its sentence is `approximated`

    def _row_XLimit(self, n):
        return self._nothing()

    def _row_Proliferate(self, n):
        return self.row_of("Proliferate", [])

    def _row_EndGame(self, n):
        # a game that is won goes on: what could have been cast later is still asked
        return self.row_of("EndGame", []) if n.result == "lose" else self._nothing()

    def _row_Designation(self, n):
        words = ("city's blessing", "monarch", "initiative")
        return self.row_of("Designation", [words.index(n.what)])

    def _row_ExtraPhase(self, n):
        if n.what == "combat":
            return self.row_of("ExtraPhase", [0])
        if n.what in ("main", "end"):
            return self._nothing()  # nothing untaps or is drawn in them
        return self._refused(f"an additional {n.what} phase or step")

    def _row_RollDie(self, n):
        made = []
        for results, effects in n.rows:
            low, _, high = results.replace("–", "-").replace("—", "-").rstrip("+").partition("-")
            most = int(high or (n.sides if results.endswith("+") else low))
            made.append(self.rows[self.row_of("DieRow", [int(low), most, self.list(effects, support.EFFECTS)])])
        packed = len(self.rows) * 256 + len(made) if made else 0
        self.rows.extend(made)
        return self.row_of("RollDie", [n.sides, packed])

    # -- cards

    def _player(self, word: str) -> str:
        return _PLAYERS.get(word, word)

    def _who(self, n) -> int | None:
        """Which player's word; None if it is somebody else for certain."""
        word = self._player(n.player)
        if word in ("opponent", "each opponent", "target opponent", "other", "an opponent"):
            return None
        words = (
            "you",
            "each",
            "opponent",
            "that player",
            "controller",
            "each opponent",
            "its controller",
            "target player",
        )
        if word not in words:
            self._refused(f"{type(n).__name__} with player {n.player!r}")
        return words.index(word)

    def _row_Draw(self, n):
        who = self._who(n)
        return self._nothing() if who is None else self.row_of("Draw", [self.amount(n.amount), who])

    def _row_Mill(self, n):
        who = self._who(n)
        return self._nothing() if who is None else self.row_of("Mill", [self.amount(n.amount), who])

    def _row_Discard(self, n):
        who = self._who(n)
        if who is None or who == 7:  # one makes somebody else discard
            return self._nothing()
        return self.row_of(
            "Discard", [self.amount(n.amount), int(n.at_random), who, self.filter(n.filter), int(n.up_to)]
        )

    def _row_Count(self, n):
        f, zone = n.filter, n.zone
        if zone == "battlefield" and isinstance(f, ast.Filter) and f.quality == "exiled with this":
            zone = "exile"
        zones = words_of("Count", "zone")
        if zone not in zones:
            self._refused(f"number of cards in {zone}")
        return self.row_of("Count", [self.filter(f), zones.index(zone)])

    def _row_ToLibrary(self, n):
        what, zone = self._zoned(n)
        return self.row_of("ToLibrary", [self.row(what), zone, ("top", "bottom", "shuffled").index(n.place)])

    def _row_ToGraveyard(self, n):
        what, zone = self._zoned(n)
        return self.row_of("ToGraveyard", [self.row(what), zone])

    def _zoned(self, n):
        words = words_of("ToLibrary", "zone")
        zone = n.zone
        what = n.what
        if isinstance(what, (ast.Target, ast.Choose, ast.Each)):
            if what.zone != "battlefield":
                zone = what.zone
            what = replace(what, zone="battlefield")
        if zone not in words:
            self._refused(f"{type(n).__name__} from {zone}")
        return what, words.index(zone)

    def _row_Shuffle(self, n):
        return self.row_of("Shuffle", [])

    def _row_ShuffleIn(self, n):
        return self.row_of("ShuffleIn", [("hand", "graveyard", "hand and graveyard").index(n.zone)])

    def _row_ExilePlay(self, n):
        duration, _, free = n.duration.partition(", ")
        words = ("turn", "next turn", "forever")
        if duration not in words:
            self._refused(f"play cards in exile {duration}")
        return self.row_of("ExilePlay", [self.amount(n.amount), words.index(duration), int(free == "free")])

    def _row_ExileWith(self, n):
        return self.row_of("ExileWith", [("suspended", "foretold", "plotted").index(n.how), self.amount(n.number)])

    def _row_Pick(self, n):
        what, zone = n.what, "battlefield"
        if isinstance(what, (ast.Target, ast.Choose, ast.Each)):
            zone, what = what.zone, replace(what, zone="battlefield")
        words = words_of("Pick", "zone")
        if zone not in words:
            self._refused(f"choose among cards in {zone}")
        return self.row_of("Pick", [self.row(what), words.index(zone)])

    def _row_PutOnto(self, n):
        what, zone = self._zoned(n)
        also = (ast.ChangeTypes(ast.That(), types=n.also),) if n.also else ()
        counters = tuple(ast.PutCounters(k, c, ast.That()) for k, c in n.counters)
        args = [self.row(what), zone, int(n.tapped), int(n.transformed), self.list(counters), self.list(also)]
        return self.row_of("PutOnto", args)

    def _row_CreateTokens(self, n):
        who = self._who(n)
        if who is None:
            return self._nothing()
        return self.row_of("CreateTokens", [self.token(n.token), self.amount(n.amount), int(n.tapped), who])

    def _row_CopyToken(self, n):
        flags, then = 0, []
        for c in n.changes:
            if isinstance(c, ast.GrantKeyword) and set(c.keywords) <= {"haste"}:
                flags |= 1
            elif isinstance(c, ast.ChangeTypes) and c.types == ("nonlegendary",):
                flags |= 2
            elif isinstance(c, ast.PutCounters) or (isinstance(c, ast.ChangeTypes) and c.mode == "add" and c.types):
                then.append(c if isinstance(c, ast.PutCounters) else ast.Continuous((c,), "forever"))
            elif isinstance(c, ast.Grant) and not any(isinstance(x, ast.ThisAbility) for x in c.walk()):
                then.append(ast.Continuous((c,), "forever"))
            elif not isinstance(c, (ast.Inert, ast.ChangePower)) and not _only_looks(c):
                self._refused("a token that is a copy with changes")
        what, zone = n.what, "battlefield"
        if isinstance(what, (ast.Target, ast.Choose, ast.Each)):
            zone, what = what.zone, replace(what, zone="battlefield")
        words = words_of("CopyToken", "zone")
        if zone not in words:
            self._refused(f"a copy of a card in {zone}")
        return self.row_of(
            "CopyToken",
            [self.row(what), self.amount(n.amount), int(n.tapped), words.index(zone), flags, self.list(then)],
        )

    def _row_CastFree(self, n):
        words = words_of("CastFree", "zone")
        if n.zone not in words or n.cost is not None:
            self._refused(f"cast a spell from {n.zone}")
        return self.row_of("CastFree", [self.filter(n.filter), words.index(n.zone), int(bool(n.limit))])

    def _row_Sacrifice(self, n):
        if n.player in ("controller", "that player", None) and isinstance(n.what, ast.Choose):
            return self._nothing()
        player = "active player" if n.player == "active player" else "you"
        return self.row_of("Sacrifice", [self.row(n.what), words_of("Sacrifice", "player").index(player)])

    def _row_Look(self, n):
        if n.rest == "library":
            n = replace(n, rest="shuffled")
        if n.also:
            take, f, to, tapped = n.also
            if tapped:
                self._refused("a second take tapped")
            words = words_of("Look", "to")
            also = self.row_of("LookAlso", [self.amount(take), self.filter(f), words.index(to), int(n.otherwise)])
        else:
            also = -1
        args = [self._operand(n, field, kind) for field, kind in OPCODES[BY_NAME["Look"]].operands[:6]]
        first = int(n.optional)
        if isinstance(n.filter, ast.Filter) and n.filter.quality == "one of each card type":
            first |= 2
        return self.row_of("Look", [*args, first | (also + 1) << 2])

    # -- costs

    def _row_Mana(self, n):
        if n.help not in ("", "waterbend"):
            self._refused(f"a mana cost with {n.help}")
        return self.row_of("Mana", [self.cost(n.symbols), self.amount(n.times), int(n.help == "waterbend")])

    def _row_OtherCost(self, n):
        what = n.what.split()[0]
        if what in ("gift", "opponent") or n.what == "unattach":
            return self.row_of("Cost", [0])  # costs us nothing
        if n.what == "put into library":
            return self.row_of("ReturnCost", [self.filter(ast.Filter(which="this")), self.amount(1), 1])
        if n.what == "shuffle into library":
            return self.row_of("ReturnCost", [self.filter(ast.Filter(which="this")), self.amount(1), 2])
        if n.what == "forage":  # CR 701.61
            three = ast.Cost((ast.ExileCost(ast.Filter(controller="you"), "graveyard", 3),))
            food = ast.Cost((ast.SacrificeCost(ast.Filter(subtypes=("food",), controller="you")),))
            return self.row(ast.EitherCost((three, food)))
        if what == "blight":  # CR 701.68: -1/-1 counters on a creature you control
            creature = ast.Choose(ast.Filter(types=("creature",), controller="you"))
            return self.row(ast.PutCountersCost("-1/-1", int(n.what.split()[1]), creature))
        return self._refused(f"a cost to {n.what}")

    def _row_ReturnCost(self, n):
        return self.row_of("ReturnCost", [self.filter(n.filter), self.amount(n.amount), 0])

    def _row_ExileCost(self, n):
        f, extra = n.filter, 0
        if isinstance(f, ast.Filter) and f.quality == "evidence":  # CR 701.59: total mana value
            f, extra = replace(f, quality=""), 1
        elif isinstance(f, ast.Filter) and f.quality.startswith("card types: "):
            extra = 2 + int(f.quality[12:])
            f = replace(f, quality="", which="")
        if n.zone not in ("battlefield", "hand", "graveyard", "library", "exile"):
            self._refused(f"a cost to exile from {n.zone}")
        zones = words_of("ExileCost", "zone")
        return self.row_of("ExileCost", [self.filter(f), zones.index(n.zone), self.amount(n.amount), extra])

    def _row_AdditionalCost(self, n):
        keyword = n.keyword if n.keyword in ADDITIONAL else "other"
        return self.row_of(
            "AdditionalCost", [self.row(n.cost), int(n.optional), int(n.many), ADDITIONAL.index(keyword)]
        )

    def _row_AlternativeCost(self, n):
        keyword = n.keyword if n.keyword in ALTERNATIVES else "other"
        zones = words_of("AlternativeCost", "zone")
        if n.zone not in zones:
            self._refused(f"cast from {n.zone}")
        return self.row_of(
            "AlternativeCost",
            [
                self.row(n.cost), self.row(n.condition), ALTERNATIVES.index(keyword), zones.index(n.zone),
                self.filter(n.spells), n.number, int(bool(n.limit)),
            ],
        )  # fmt: skip

    def _row_PlayFrom(self, n):
        cost = -1 if n.cost is None else self.row(n.cost)
        zones = words_of("PlayFrom", "zone")
        if n.zone not in zones:
            self._refused(f"play from {n.zone}")
        return self.row_of("PlayFrom", [self.filter(n.filter), zones.index(n.zone), int(bool(n.limit)), cost])

    def _row_MayPlay(self, n):
        words = ("turn", "next turn", "forever")
        if n.duration not in words:
            self._refused(f"play a card {n.duration}")
        return self.row_of("MayPlay", [words.index(n.duration), int(n.free)])

    def _row_Grant(self, n):
        what = n.what
        if getattr(what, "zone", "battlefield") != "graveyard":
            return self.row_of("Grant", [self.row(what), self.list(n.abilities, support.GRANTED)])
        if (
            len(n.abilities) != 1
            or not isinstance(n.abilities[0], ast.AlternativeCost)
            or not isinstance(what, ast.Each)
        ):
            self._refused("abilities of cards in the graveyard")
        cost = n.abilities[0].cost
        own = [p for p in cost.parts if isinstance(p, ast.OtherCost)]
        rest = tuple(p for p in cost.parts if not isinstance(p, ast.OtherCost))
        if not own or own[0].what != "its mana cost":
            self._refused("a cost granted to cards in the graveyard")
        zones = words_of("PlayFrom", "zone")
        extra = self.row(ast.Cost(rest)) if rest else -1
        return self.row_of("PlayFrom", [self.filter(what.filter), zones.index("graveyard"), 2, extra])

    def _row_TriggerMore(self, n):
        return self.row_of("TriggerMore", [self.filter(n.source), self.filter(n.cause)])

    # -- conditions and numbers

    def _row_Fact(self, n):
        words = words_of("Fact", "what")
        what, number = n.what, 0
        if what.startswith("paid ") and what != "paid":
            word = what[5:]
            if word in ALTERNATIVES:
                what, number = "alternative paid", ALTERNATIVES.index(word)
            else:
                what = "kicked"
        elif what.startswith("spent {"):
            from .layout import pack_bundle

            what, number = "spent", pack_bundle(self._bundle(what[6:]))
        elif what == "no colored mana spent":
            what = "no mana spent"
        elif what in ("gift", "evidence"):
            what = "kicked"
        elif what == "escaped":
            what, number = "alternative paid", ALTERNATIVES.index("escape")
        elif what.startswith("this in "):
            zone = what[8:]
            what, number = "this in zone", {"graveyard": 2, "hand": 1, "exile": 4, "play": 0}.get(zone, -1)
        elif what.startswith("that cast from "):
            what, number = "that was cast", {"hand": 2, "graveyard": 3}[what[15:]]
        elif what.startswith("kicked with ") and what[12:].isdigit():
            what, number = "kicked", int(what[12:])
        elif what.startswith("chose ") and what[6:].isdigit():
            what, number = "chose", int(what[6:])
        elif what == "more life":  # opponents lose none where nobody attacks
            return self.row(ast.Compare(ast.Number("life"), ">", ast.Number("starting life")))
        elif what == "first resolution this turn":
            what, number = "resolution", 1
        elif what.startswith("resolution "):
            what, number = "resolution", int(what[11:])
        elif what == "this is attacking":
            return self.row(ast.Is(ast.This(), ast.Filter(quality="attacking")))
        elif what in ("this is enchanted", "this is equipped", "this is modified"):
            return self.row(ast.Is(ast.This(), ast.Filter(quality=what[8:])))
        elif what in ("this is monstrous", "this is renowned"):
            return self.row(ast.Is(ast.This(), ast.Filter(quality="monstrous")))
        elif what == "no spells last turn":
            return self.row(ast.Compare(ast.Number("spells cast last turn"), "=", 0))
        elif what == "two spells last turn":
            return self.row(ast.Compare(ast.Number("spells cast last turn"), ">=", 2))
        elif what == support.MORE_LANDS:
            mine = ast.Count(ast.Filter(types=("land",), controller="you"))
            return self.row(ast.Compare(ast.Number("lands of an opponent"), ">", mine))
        elif support.life_of_anybody(what) is not None:
            return self.row(ast.Compare(ast.Number("life"), "<=", support.life_of_anybody(what)))
        elif support.false_fact(what):
            what = "never"  # an opponent's side is empty, and nobody attacks
        elif what.startswith("you control more "):
            what = "always"
        if what not in words or number < 0:
            self._refused(f"condition {n.what}")
        return self.row_of("Fact", [words.index(what), number])

    def _row_Number(self, n):
        if n.what == "die result":
            return self.row(ast.Number("that much"))
        words = words_of("Number", "what")
        what = n.what
        if support.zero_number(what) or (what == "targets beyond the first" and not self.whole):
            what = "none"  # nobody is hurt; one target is as few as there may be
        if what not in words:
            self._refused(f"number {n.what}")
        return self.row_of("Number", [words.index(what)])

    # -- events

    def _row_Event(self, n):
        words = words_of("Event", "kind")
        kind, detail = n.kind, n.detail
        if kind == "unlocked" and isinstance(n.subject, (ast.This, type(None))):
            kind, n = (
                "enters",
                replace(n, kind="enters", subject=ast.This()),
            )  # a Room enters with the door cast unlocked
        if kind == "damage" and support.never(n):
            return self.row_of("Event", [words.index("other"), -1, 0, 0, 0, 0, 0])
        if kind == "damage" and detail == "player":
            detail = ""
        if kind in COMBAT_EVENTS or kind in _NEVER or (n.whose == "opponent" and kind not in words):
            return self.row_of("Event", [words.index("other"), -1, 0, 0, 0, 0, 0])
        if kind not in words or kind in ("activated", "exerted", "leveled", "surveils", "exploits",
                                         "counters removed", "taps for mana", "other"):  # fmt: skip
            self._refused(f"event {kind}")
        number = n.number[0] if n.number else 0
        if kind == "chapter":
            number = sum(1 << k for k in n.number)
        elif detail and (kind, detail) in _DETAILS:
            detail = "chosen color" if detail == "chosen color" else ""
        if kind == "counters put" and detail:
            number, detail = self.counter(detail) + 1, ""
        if kind == "chapter":
            detail = ""
        if detail not in _EVENT_DETAILS:
            self._refused(f"event {kind} with {detail}")
        if kind == "phase" and n.phase == "combat" and n.detail == "end":
            n = replace(n, phase="postcombat main")  # the end of combat, when nothing but it happens there
        phases, players = words_of("Event", "phase"), words_of("Event", "whose")
        whose = n.whose or "each"
        if n.phase not in phases or whose not in players:
            self._refused(f"event {kind} {n.phase or whose}")
        return self.row_of(
            "Event",
            [
                words.index(kind), self.row(n.subject), phases.index(n.phase), players.index(whose), number,
                _EVENT_DETAILS.index(detail), int(n.once),
            ],
        )  # fmt: skip

    def _harmful_to_others(self, n) -> bool:
        what = getattr(n, "what", None)
        f = getattr(what, "filter", None)
        return isinstance(n, _HARM) and isinstance(f, ast.Filter) and f.controller in ("target player", "that player")


def _only_looks(c) -> bool:
    """Whether a change of a copy touches colours, names or sizes only."""
    if isinstance(c, ast.ChangeTypes):
        return not (c.lose_abilities or c.every_basic or c.types)
    return False
