"""The `expect` of a case -> questions to the board."""

from __future__ import annotations

import re
from collections import Counter

from untap._core._engine import STEPS

from .position import COLORS, NotExpressible, multiset
from .words import best, makes_mana

EVENTS = {
    "becomes_untapped": 4,
    "tapped_for_mana": 5,
    "enters": 0,
    "opponent_plays_land": 9,
    "becomes_tapped": 3,
    "dies": 2,
}
WAYS = ("", "evoke", "flashback", "escape", "overload", "foretell", "suspend", "dash")


def symbol_of(mask: int, flag: int) -> str:
    """A cost symbol as printed."""
    if flag & 4:
        return "S"
    letters = [c for k, c in enumerate(COLORS) if mask >> k & 1]
    if flag & 2:
        letters.insert(0, "2")
    if flag & 1:
        letters.append("P")
    return "/".join(letters)


class Checker:
    """Compares; collects what differs as text."""

    def __init__(self, position, runner) -> None:
        self.p = position
        self.board = position.board
        self.runner = runner
        self.wrong: list[str] = []

    def check(self, expect):
        self.expect = expect
        for key, value in expect.items():
            test = getattr(self, "is_" + key, None)
            if test is None:
                raise NotExpressible(f"expectation {key}")
            test(value)

    def same(self, what, got, wanted):
        if got != wanted:
            self.wrong.append(f"{what}: {got!r}, not {wanted!r}")

    def is_mana_available(self, value):
        found = self.board.mana_available(instant=True)  # what there is whenever one has priority
        total = "unbounded" if found["unbounded"] else found["total"]
        self.same("max_total", total, value["max_total"])
        if "colors" in value:
            got = "".join(c for k, c in enumerate(COLORS) if found["types"] >> k & 1)
            self.same("colors", sorted(got), sorted(value["colors"]))

    def is_can_pay(self, value):
        for cost in value:
            self.same(f"can pay {cost}", self.board.can_pay(self.p.cost_index[cost]), True)

    def is_cannot_pay(self, value):
        for cost in value:
            self.same(f"can pay {cost}", self.board.can_pay(self.p.cost_index[cost]), False)

    def _card(self, name):
        """Kind, slot, zone and face (-1 = any) of a card that might be cast."""
        for zone in ("hand", "command", "graveyard", "exile", "top"):
            try:
                slot = self.p.slot_in(zone, name)
            except NotExpressible:
                continue
            kind = self.p.kind(name)
            half = self.p.face(name) if name != self.p.irs[kind].name else -1
            return kind, slot, zone, half
        raise NotExpressible(f"{name} can't be found")

    def _castable(self, name, this_turn=False):
        way = ""
        if name.endswith(")"):
            name, _, way = name[:-1].partition(" (")
        options = {}
        if way in ("kicked", "buyback"):
            options = {"kicks": 1}
        elif way in WAYS:
            options = {"keyword": WAYS.index(way)}
        elif way:
            raise NotExpressible(f"way of casting {name} ({way})")
        kind, slot, zone, half = self._card(name)
        return self.board.castable(kind, slot, zone, this_turn, half, **options)

    def is_castable_together(self, value):
        self.same(f"castable together {value}", self.board.castable_together(self._slots(value)), True)

    def is_not_castable_together(self, value):
        self.same(f"castable together {value}", self.board.castable_together(self._slots(value)), False)

    def _slots(self, names):
        left = list(self.board.zone("hand"))
        out = []
        for name in names:
            slot = next((s for s in left if self.p.slot_kinds[s][0] == self.p.kind(name)), None)
            if slot is None:
                raise NotExpressible(f"{name} is not in hand")
            left.remove(slot)
            out.append(slot)
        return out

    def is_total_cost(self, value):
        for name, cost in value.items():
            kind, slot, zone, half = self._card(name)
            face = half if half >= 0 else int(self.p.arrays["kinds"][kind]["face"])
            generic, rest, x = self.board.total_cost(slot, face, zone)
            got = Counter(symbol_of(mask, flag) for mask, flag in rest) + Counter({"X": x})
            if generic or not got:
                got[str(generic)] = 1
            self.same(f"total cost of {name}", got, multiset(cost))

    def is_max_x(self, value):
        for name, x in value.items():
            name, way = [*name[:-1].split(" (", 1), ""][:2] if name.endswith(")") else (name, "")
            many = re.fullmatch(r"(\d+) targets", way)
            if way and not many:
                raise NotExpressible(f"way of casting {name} ({way})")
            kind, slot, zone, half = self._card(name)
            got = self.board.max_x(kind, slot, zone, half, targets=int(many.group(1)) if many else 1)
            self.same(f"largest X of {name}", got, x)

    def is_life_paid(self, value):
        for name, life in value.items():
            kind, slot, zone, half = self._card(name)
            self.same(f"life paid for {name}", self.board.life_to_cast(kind, slot, zone, half), life)

    def is_mana_value(self, value):
        for name, n in value.items():
            found = self.p.find(name)
            face = self.board_object(found[0])["face"] if found else self.p.face(name)
            self.same(f"mana value of {name}", int(self.p.arrays["faces"][face]["mana_value"]), n)

    def board_object(self, i):
        return next(o for o in self.board.objects() if o["object"] == i)

    def is_effect_active(self, value):
        faces = {self.p.arrays["face_names"][e["face"]] for e in self.board.effects() if e["face"] >= 0}
        for name, active in value.items():
            self.same(f"effect of {name} active", name in faces, active)

    def is_pending(self, value):
        for name, what in value.items():
            waits = any(o["skip_untap"] for o in self._of(name))
            self.same(f"{name} waits not to untap", waits, what is not None)

    def is_castable(self, value):
        for name in value:
            self.same(f"castable {name}", self._castable(name), True)

    def is_not_castable(self, value):
        for name in value:
            self.same(f"castable {name}", self._castable(name), False)

    def is_castable_this_turn(self, value):
        for name in value:
            self.same(f"castable this turn {name}", self._castable(name, True), True)

    def is_not_castable_this_turn(self, value):
        for name in value:
            self.same(f"castable this turn {name}", self._castable(name, True), False)

    def is_castable_by_turn(self, value):
        for name, turn in value.items():
            self.same(
                f"castable by turn {name}",
                self.board.castable_by_turn(self.p.kind(name), self.p.given["horizon"]),
                turn,
            )

    def is_enters_tapped(self, value):
        for name, tapped in value.items():
            self.same(f"{name} entered tapped", self.p.entered.get(name), tapped)

    def is_land_plays_left(self, value):
        self.same("land plays left", self.board.land_plays_left(), value)

    def is_playable_lands(self, value):
        got = {self.p.arrays["face_names"][a[2]] for a in self.board.legal_actions() if a[0] == "play_land"}
        self.same("playable lands", sorted(got), sorted(set(value)))

    def is_life(self, value):
        self.same("life", self.board.state["life"], value)

    def is_pool(self, value):
        got = Counter(COLORS[m.bit_length() - 1] for m, _ in self.board.pool())
        self.same("pool", got, multiset(value))

    def is_hand(self, value):
        self.same("hand", Counter(self.p.card_name(s) for s in self.board.zone("hand")), Counter(value))

    def is_graveyard(self, value):
        self.same("graveyard", Counter(self.p.card_name(s) for s in self.board.zone("graveyard")), Counter(value))

    def is_battlefield(self, value):
        got = {self.p.name_of(o) for o in self.board.objects() if o["controller"] == 0}
        self.same("battlefield", sorted(got), sorted(set(value)))

    def is_library_top(self, value):
        got = [self.p.card_name(s) for s in self.board.zone("top")][: len(value)]
        self.same("top of library", got, list(value))

    def is_library_bottom(self, value):
        got = [self.p.card_name(s) for s in self.board.zone("bottom")][-len(value) :] if value else []
        self.same("bottom of library", got, list(value))

    def is_tapped(self, value):
        for name in value:
            self.same(f"{name} tapped", [o["tapped"] for o in self._of(name)], [True] * len(self._of(name)))

    def is_untapped(self, value):
        for name in value:
            self.same(f"{name} tapped", [o["tapped"] for o in self._of(name)], [False] * len(self._of(name)))

    def _of(self, name):
        found = set(self.p.find(name))
        if not found:
            raise NotExpressible(f"{name} is not on the battlefield")
        return [o for o in self.board.objects() if o["object"] in found]

    def is_stays_tapped(self, value):
        self.is_tapped(value)

    def is_untaps_in_untap_step(self, value):
        free = {n.split("#")[0] for e in self.expect.get("untap_choice", ()) for n in e["among"]}
        self.same("untapped", sorted(set(self.runner.untapped) - free), sorted({v.split("#")[0] for v in value} - free))

    def is_untapped_after(self, value):
        for name, n in value.items():
            self.same(f"untapped {name}", sum(not o["tapped"] for o in self._of(name)), n)

    def is_counters(self, value):
        for name, counters in value.items():
            for o in self._of(name)[:1]:
                for kind, n in counters.items():
                    self.same(f"{kind} on {name}", o["counters"].get(self.p.counter(kind), 0), n)
                if not counters:
                    self.same(f"counters on {name}", o["counters"], {})

    def is_tokens(self, value):
        for name, n in value.items():
            got = sum(
                1 for o in self.board.objects() if o["token"] and o["controller"] == 0 and self.p.name_of(o) == name
            )
            self.same(f"tokens {name}", got, n)

    def is_types(self, value):
        words = ("artifact", "creature", "enchantment", "land", "planeswalker", "instant", "sorcery", "battle")
        for name, types in value.items():
            for o in self._of(name)[:1]:
                got = sorted(w for k, w in enumerate(words) if o["types"] >> k & 1)
                self.same(f"types of {name}", got, sorted(t.casefold() for t in types))

    def is_power(self, value):
        for name, n in value.items():
            self.same(f"power of {name}", self._of(name)[0]["power"], n)

    def is_types_could_produce(self, value):
        for name, types in value.items():
            for o in self._of(name)[:1]:
                mask = self.board.could_produce(o["object"])
                self.same(
                    f"{name} could produce", sorted(c for k, c in enumerate(COLORS) if mask >> k & 1), sorted(types)
                )

    def is_is_mana_ability(self, value):
        for entry in value:
            name = entry["card"]
            face = self.p.arrays["faces"][self.p.face(name)]
            own = [
                int(a) for a in self.p.arrays["face_abilities"][face["ability"] : face["ability"] + face["n_abilities"]]
            ]
            if self.p.find(name):
                own = self._of(name)[0]["abilities"]
            meant = best(self.p.arrays, own, entry.get("ability", ""))
            got = bool(meant) and makes_mana(self.p.arrays, meant[0])
            self.same(f"{name}: {entry.get('ability', '')} is a mana ability", got, entry["value"])

    def _can_activate(self, entry):
        found = self.runner._abilities(entry["card"], entry.get("ability", ""), entry.get("from"), best_only=True)
        if entry.get("times", 1) != 1:
            raise NotExpressible("can_activate several times")
        for i, place, ability in found:
            if i is None:
                if self.board.can_activate_card(place, ability):
                    return True
            elif self.board.can_activate(i, place, entry.get("x", 0)):
                return True
        return False

    def is_can_activate(self, value):
        for entry in value:
            self.same(f"can activate {entry}", self._can_activate(entry), True)

    def is_cannot_activate(self, value):
        for entry in value:
            self.same(f"can activate {entry}", self._can_activate(entry), False)

    def is_cannot_activate_while_casting(self, value):
        for name in value:
            for o in self._of(name)[:1]:
                flags = [
                    self.p.arrays["abilities"][a]["flags"]
                    for a in o["abilities"]
                    if self.p.arrays["abilities"][a]["type"] == 0
                ]
                self.same(f"{name} while casting", all(not f & 1 or f & 64 for f in flags), True)

    def is_can_activate_in_step(self, value):
        self._in_step(value, True)

    def is_cannot_activate_in_step(self, value):
        self._in_step(value, False)

    def _in_step(self, value, wanted):
        for entry in value if isinstance(value, list) else [value]:
            step = self.board.state["step"]
            no_priority = entry["step"] in ("untap", "cleanup")
            if no_priority:
                self.same(f"{entry}", False, wanted)
                continue
            self.board.load(step=entry["step"])
            self.same(f"{entry}", self._can_activate(entry), wanted)
            names = ("before_untap", "untap", "upkeep", "draw", "main1", "combat", "main2", "end", "cleanup")
            self.board.load(step=names[step])

    def is_spells_allowed_left(self, value):
        self.same("spells allowed", self.board.state["spells_allowed"], value)

    def is_triggers(self, value):
        seen = self.runner.triggers
        for entry in value:
            event, face = EVENTS.get(entry.get("event")), self.p.face(entry["source"])
            if event is None:
                raise NotExpressible(f"trigger {entry.get('event')}")
            here = [t for t in seen if t["face"] == face and t["event"] == event]
            self.same(f"triggers of {entry['source']}", len(here), entry.get("count", 1))
            if "triggers_in" in entry and here:
                self.same("step of the trigger", here[-1]["step"], STEPS[entry["triggers_in"]])
            if "on_stack_in" in entry and any(s["face"] == face for s in self.board.stack()):
                self._reaches_stack(face, entry)
            elif "whose_turn" in entry:
                self.same("turn of the trigger", self.board.state["active"], 0 if entry["whose_turn"] == "you" else 1)
        if not value:
            self.same("triggers", self.board.stack(), [])

    def _reaches_stack(self, face, entry):
        kept = self.board.snapshot()
        for _ in range(4):
            on = [s for s in self.board.stack() if s["face"] == face and not s["waiting"]]
            if on:
                break
            state = self.board.state
            if state["step"] == STEPS[entry["on_stack_in"]] and state["step"] > 1:
                self.board.priority()
            else:
                self.board.advance(False)
        state = self.board.state
        self.same("step in which it is put on the stack", state["step"], STEPS[entry["on_stack_in"]])
        if "whose_turn" in entry:
            self.same("turn of the trigger", state["active"], 0 if entry["whose_turn"] == "you" else 1)
        self.board.restore(kept)

    def is_untap_choice(self, value):
        """Of these exactly n untap: read off all ways in which the last untap step can go."""
        outcomes = self.runner.untap_outcomes()
        for entry in value:
            among = [n.split("#")[0] for n in entry["among"]]
            sets = {tuple(sorted(n for n in out if n in among)) for out in outcomes}
            self.same(f"how many of {among} untap", {len(s) for s in sets}, {entry["n"]})
            for limit in entry.get("limits", ()):
                most = max(sum(n in limit["among"] for n in s) for s in sets)
                self.same(f"how many of {limit['among']} untap at most", most, limit["max"])
            self.same("permanents that may untap", {n for s in sets for n in s}, set(among))

    def is_can_fetch(self, value):
        from untap.program.build import rows_below
        from untap.program.opcodes import BY_NAME

        for name, cards in value.items():
            face = self.p.arrays["faces"][self.p.face(name)]
            filters = []
            for a in self.p.arrays["face_abilities"][face["ability"] : face["ability"] + face["n_abilities"]]:
                for row in rows_below(self.p.arrays, int(self.p.arrays["abilities"][a]["effects"])):
                    if row["op"] == BY_NAME["Search"]:
                        filters.append(int(row["a"][0]))
            if not filters:
                raise NotExpressible(f"{name} has no search")
            got = {
                self.p.card_name(s)
                for s in self.board.zone("library")
                if self.p.slot_kinds[s][0] and any(self.board.matches(f, self.p.slot_kinds[s][0]) for f in filters)
            }
            self.same(f"{name} can fetch", sorted(got), sorted(set(cards)))

    def is_can_attack(self, value):
        for name, can in value.items():
            o = self._of(name)[0]
            self.same(
                f"{name} can attack",
                bool(o["types"] & 2 and not o["tapped"] and (not o["sick"] or o["keywords"] & 1)),
                can,
            )

    def is_may_begin_on_battlefield(self, value):
        got = [self.p.card_name(s) for s in self.board.opening_hand_actions("begin")]
        self.same("may begin on the battlefield", sorted(got), sorted(value))


__all__ = ["Checker"]
