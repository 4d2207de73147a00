"""The `given` of a case -> a position on the core's board."""

from __future__ import annotations

import re
from collections import Counter

from untap._core import Board, CoreProgram
from untap.program import assemble

from .cards import FILLER, card_ir
from .words import lasting_effects, spend_of, static_nodes

NOWHERE, LIBRARY, COMMAND = 10, 3, 5
COLORS = "WUBRGC"


class NotExpressible(Exception):
    """The case needs words that the adapter or the board don't have yet."""


class Position:
    """A program made of the case's cards, and a board with the case's position.

    Attributes
    ----------
    board : Board
    labels : dict
        ``name#label`` or name -> objects, in the order of listing.
    """

    def __init__(self, given: dict, expect: dict, steps: list) -> None:
        self.given = given
        self.irs, self.kind_of, self.face_of = [FILLER], {}, {}
        names = list(_names(given, expect, steps))
        for name in names:
            self.kind(name)
        self.slot_kinds: list[tuple[int, int]] = []
        plan = self._plan(given)
        identity = ""
        if given.get("commander"):
            identity = self.irs[self.kind(given["commander"])].identity
        costs = [c for key in ("can_pay", "cannot_pay") for c in expect.get(key, ())]
        self.effects, nodes = self._effects_in_force(given)
        self.restrictions = [spend_of(v) for v in given.get("pool_restriction", {}).values()]
        if None in self.restrictions:
            raise NotExpressible("pool_restriction")
        counters = {
            k
            for side in ("battlefield", "opponent_battlefield")
            for p in given.get(side, ())
            for k in p.get("counters", {})
        }
        counters |= {k for v in expect.get("counters", {}).values() for k in v}
        counters |= {s["kind"] for s in steps if "kind" in s}
        self.arrays, self.unencoded = assemble(
            self.irs, self.slot_kinds, identity, extra_costs=costs, extra_nodes=(*nodes, *self.restrictions),
            extra_counters=sorted(counters), whole=True,
        )  # fmt: skip
        self.cost_index = dict(zip(costs, self.arrays["extra_costs"], strict=True))
        self.program = CoreProgram(self.arrays)
        self.board = Board(self.program, seed=1)
        self.objects: dict[str, list[int]] = {}
        self.entered: dict[str, bool] = {}
        self._load(given, plan)

    # -- effects in force

    def _effects_in_force(self, given):
        """What is in force already: (how, entry, number of its nodes) and the nodes themselves."""
        plan, nodes = [], []
        for e in given.get("effects", ()):
            words = e.get("what", "")
            if e["from"] == "exert" or "untap" in words:
                target = e.get("applies_to", "you")
                if "skip" in words:
                    plan.append(("skip", e, -1))
                    continue
                if not re.search(r"you|control|all|each", target.split("#")[0]) or "#" in target:
                    plan.append(("stay", e, -1))
                    continue
                made = static_nodes(f"{target[0].upper()}{target[1:]} don't untap during your untap step.")
                if not made:
                    raise NotExpressible(f"effect on {target}")
                plan.append(("until untap step", e, len(nodes)))
                nodes.append(made)
                continue
            ir, face = card_ir(e["from"])
            made = lasting_effects(ir.faces[face].abilities)
            if not made:
                raise NotExpressible(f"effect of {e['from']}")
            plan.append(("card", e, len(nodes)))
            nodes.append(made)
        for name, words in given.get("memory", {}).items():
            if "#" not in name:
                continue
            article = "an" if words[0] in "aeiou" else "a"
            made = static_nodes(f"Enchanted permanent is {article} {words}.") or static_nodes(
                f"Enchanted permanent {words}."
            )
            if not made:
                raise NotExpressible(f"memory {words}")
            plan.append(("memory", {"applies_to": name}, len(nodes)))
            nodes.append(made)
        return plan, nodes

    def _begin_effects(self):
        durations = {"end of turn": 0, "this turn": 0, "your next turn": 1}
        for how, e, number in self.effects:
            controller = 1 if e.get("controller") == "opp" else 0
            target = e.get("applies_to", "")
            objects = self.find(target)
            list_ = int(self.arrays["node_lists"][number]) if number >= 0 else 0
            if how == "skip":
                if target.startswith("you"):
                    self.board.load(skip_untap=e.get("times", 1))
            elif how == "stay":
                if not objects:
                    raise NotExpressible(f"effect on {target}")
                for i in objects if "#" in target else objects[:1]:
                    self.board.doesnt_untap_next(i)
            elif how == "until untap step":
                self.board.add_effect(list_, 4, controller=0)
            elif how == "memory":
                for i in objects:
                    self.board.add_effect(list_, 3, that=i)
            else:
                before = self.board.begin_effects(
                    list_, that=objects[0] if objects else -1, controller=controller, face=self.face(e["from"])
                )
                keepers = self.find(e["kept_by"]) if e.get("kept_by") else []
                for k in range(before, len(self.board.effects())):
                    if e.get("until") in durations:
                        self.board.set_duration(k, durations[e["until"]])
                    if keepers:
                        self.board.keep_effect(k, keepers[0], bool(e.get("scheduled_end_passed")))

    # -- names

    def kind(self, name: str) -> int:
        if name not in self.kind_of:
            ir, face = card_ir(name)
            for k, other in enumerate(self.irs):
                if other.name == ir.name:
                    self.kind_of[name], self.face_of[name] = k, face
                    break
            else:
                self.kind_of[name], self.face_of[name] = len(self.irs), face
                self.irs.append(ir)
        return self.kind_of[name]

    def face(self, name: str) -> int:
        """Index of the named face in the program."""
        return int(self.arrays["kinds"][self.kind(name)]["face"]) + self.face_of[name]

    def slot(self, kind: int, zone: int = NOWHERE) -> int:
        self.slot_kinds.append((kind, zone))
        return len(self.slot_kinds) - 1

    # -- loading

    def _plan(self, given):
        plan = {"battlefield": [], "opponent_battlefield": []}
        for side in plan:
            for p in given.get(side, ()):
                for _ in range(p.get("n", 1)):
                    slot = -1 if p.get("token") else self.slot(self.kind(p["card"]))
                    plan[side].append((p, slot))
        for zone in ("hand", "graveyard", "library_top"):
            plan[zone] = [self.slot(self.kind(name)) for name in given.get(zone, ())]
        plan["library_order"] = [self.slot(self.kind(name)) for name in given.get("library_order", ())]
        plan["library"] = [
            self.slot(self.kind(e["card"])) for e in given.get("library", ()) for _ in range(e.get("n", 1))
        ]
        plan["commander"] = self.slot(self.kind(given["commander"])) if given.get("commander") else -1
        plan["filler"] = [self.slot(0) for _ in range(0 if "library_order" in given else 30)]
        return plan

    def _load(self, given, plan):
        board = self.board
        turn = given.get("turn", 4)
        board.load(
            turn=turn,
            life=given.get("life", 20),
            energy=given.get("energy", 0),
            opponents=given.get("opponents", 1),
            lands_played=1 if given.get("land_played") else 0,
            active=given.get("active", "you"),
            step=given.get("phase", "main1"),
            on_the_play=int(given.get("on_the_play", True)),
        )
        memory = given.get("memory", {})
        if "spells_cast_this_turn" in memory:
            cast = memory["spells_cast_this_turn"]
            board.load(spells_cast=cast if isinstance(cast, int) else [self.face(name) for name in cast])
        if "commander_casts" in memory:
            board.load(commander_casts=memory["commander_casts"])
        by_label, waiting = {}, []
        for side, controller in (("battlefield", 0), ("opponent_battlefield", 1)):
            for p, slot in plan[side]:
                i = self._permanent(p, slot, controller)
                name = ("opp:" if controller else "") + p["card"]
                self.objects.setdefault(name, []).append(i)
                if "label" in p:
                    self.objects.setdefault(f"{name}#{p['label']}", []).append(i)
                    by_label.setdefault(p["label"], i)
                if "attached_to" in p:
                    waiting.append((i, p["attached_to"]))
        for i, label in waiting:  # an Aura of an unstated host is on nothing that matters
            board.attach(i, by_label.get(label, -1))
        for zone in ("hand", "graveyard"):
            for slot in plan[zone]:
                board.add_card(slot, zone)
        for slot in plan["library_top"] + plan["library_order"]:
            board.add_card(slot, "top")
        for slot in plan["library"] + plan["filler"]:
            board.add_card(slot, "library")
        if plan["commander"] >= 0:
            board.add_card(plan["commander"], "command")
        if given.get("pool"):
            rows = self.arrays["node_lists"][len(self.arrays["node_lists"]) - len(self.restrictions) :]
            bound = [
                (s, int(row) >> 8)
                for mana, row in zip(given.get("pool_restriction", {}), rows, strict=True)
                for s in symbols(mana)
            ]
            for symbol in symbols(given["pool"]):
                spend = next((row for s, row in bound if s == symbol), -1)
                if spend >= 0:
                    bound.remove((symbol, spend))
                board.add_mana(1 << COLORS.index(symbol), spend)
        if given.get("timestamps"):
            for stamp, name in enumerate(given["timestamps"]):
                for i in self.find(name):
                    board.set_timestamp(i, stamp + 1)
        self._begin_effects()

    def _permanent(self, p, slot, controller):
        counters = {}
        for kind, n in p.get("counters", {}).items():
            counters[self.counter(kind)] = n
        chosen = p.get("chosen", {})
        color = COLORS.index(chosen["color"]) if "color" in chosen else -1
        sub = -1
        word = chosen.get("type") or chosen.get("landtype")
        if word:
            sub = self.arrays["subtypes"].get(word.casefold(), -1)
        name = self.arrays["names"].get(chosen["name"].casefold(), -2) if "name" in chosen else -1
        if "cardtype" in chosen:
            raise NotExpressible("a chosen card type")
        imprint = self.kind(p["imprinted"]) if p.get("imprinted") else -1
        return self.board.add_object(
            self.face(p["card"]),
            slot=slot,
            controller=controller,
            tapped=p.get("tapped", False),
            sick=p.get("sick", False),
            token=p.get("token", False),
            counters=counters,
            chosen_color=color,
            chosen_sub=sub,
            chosen_name=name,
            imprint=imprint,
            phased=p.get("phased_out", False),
        )

    def counter(self, kind: str) -> int:
        if kind in ("lore", "level"):
            return 15 if kind == "lore" else 14
        known = self.arrays["counter_kinds"]
        if kind not in known:
            raise NotExpressible(f"{kind} counters that no card of the program names")
        return known[kind]

    # -- looking things up

    def find(self, name: str) -> list[int]:
        """Objects by ``name``, ``name#label`` or ``opp:name``, the living ones."""
        alive = {o["object"]: o for o in self.board.objects()}
        if name in self.objects and "#" in name:
            return [i for i in self.objects[name] if i in alive]
        controller = 1 if name.startswith("opp:") else 0
        plain = name.removeprefix("opp:").split("#")[0]
        out = [i for i, o in alive.items() if self.name_of(o) == plain and o["controller"] == controller]
        return out

    def name_of(self, o) -> str:
        return self.arrays["face_names"][o["face"]]

    def card_name(self, slot: int) -> str:
        kind = self.slot_kinds[slot][0]
        return self.irs[kind].faces[0].name

    def slot_in(self, zone: str, name: str) -> int:
        for slot in self.board.zone(zone):
            if self.slot_kinds[slot][0] == self.kind(name):
                return slot
        raise NotExpressible(f"{name} is not in {zone}")


def _names(given, expect, steps):
    for side in ("battlefield", "opponent_battlefield"):
        for p in given.get(side, ()):
            yield p["card"]
            if p.get("imprinted"):
                yield p["imprinted"]
    for zone in ("hand", "graveyard", "library_top", "library_order"):
        yield from given.get(zone, ())
    for e in given.get("library", ()):
        yield e["card"]
    if given.get("commander"):
        yield given["commander"]
    for step in steps:
        if step["op"] in ("put_onto_battlefield", "cast", "play_land"):
            yield step["card"]
    for e in given.get("effects", ()):
        if e["from"][:1].isupper():
            yield e["from"]
    cast = given.get("memory", {}).get("spells_cast_this_turn", 0)
    yield from () if isinstance(cast, int) else cast


def symbols(mana: str) -> list[str]:
    return [s for s in mana.strip("{}").split("}{") if s]


def multiset(symbols: str) -> Counter:
    """Mana symbols as a multiset; generic 0 left out."""
    return Counter(s for s in symbols.strip("{}").split("}{") if s)
