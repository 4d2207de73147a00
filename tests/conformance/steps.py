"""The `do` of a case -> actions of the board API, with the choices that the case names."""

from __future__ import annotations

from untap._core import IllegalAction
from untap._core._engine import STEPS
from untap.program.layout import CARD_TYPES

from .position import COLORS, NotExpressible, symbols
from .words import fits

# kinds of decision, as the core numbers them
COLOR, OBJECT, HAND, YES, MODE, SEARCH, SUBTYPE, NUMBER, BUNDLE, CARD, SCRY, TAP_TO_PAY, UNTAP, NAME, TARGET = range(
    1, 16
)


class Chooser:
    """Answers the core's decisions from a case's `choices`; optional things are declined unless it says otherwise."""

    def __init__(self, position, choices: dict | None, step: dict | None = None, keep=(), presets=None) -> None:
        self.p = position
        self.keep = keep
        self.presets = presets or {}
        self.choices = dict(choices or {})
        self.step = step or {}
        self.colors = self._colors()
        self.named = {k: list(v) if isinstance(v, list) else [v] for k, v in self.choices.items()}

    def _colors(self):
        mana = self.step.get("mana") or self.choices.get("mana")
        if isinstance(mana, str):
            return [COLORS.index(s) for s in mana.strip("{}").split("}{") if s in COLORS]
        return []

    def __call__(self, kind, options, source):
        if kind == COLOR:
            wanted = self.choices.get("color")
            if wanted and COLORS.index(wanted) in options:
                return options.index(COLORS.index(wanted))
            for c in self.colors:
                if c in options:
                    self.colors.remove(c)
                    return options.index(c)
            return 0
        preset = self._preset(kind, options, source)
        if preset is not None:
            return preset
        if kind == YES:
            for key in (
                "pay",
                "pay_life",
                "put",
                "reveal",
                "put_onto_battlefield",
                "sacrifice",
                "discard",
                "exile",
                "untap",
                "tap",
                "return",
            ):
                if key in self.choices:
                    return 1 if self.choices[key] not in (False, None, "none") else 0
            return 0
        if kind == SUBTYPE:
            word = self.choices.get("landtype") or self.choices.get("type")
            if word:
                bit = self.p.arrays["subtypes"].get(word.casefold())
                if bit in options:
                    return options.index(bit)
            return 0
        if kind in (SEARCH, HAND, CARD):
            for key in (
                "fetch",
                "put",
                "battlefield",
                "hand",
                "discard",
                "exile",
                "return",
                "reveal",
                "put_onto_battlefield",
            ):
                k = self._by_card(key, options)
                if k is not None:
                    return k
            for key in ("discard", "returning"):
                if key in self.step:
                    names = self.step[key] if isinstance(self.step[key], list) else [self.step[key]]
                    for k, slot in enumerate(options):
                        if slot >= 0 and self.p.card_name(slot) in names:
                            return k
            if kind == SEARCH:
                return options.index(-1) if "fetch" in self.choices and -1 in options else 0
            return 0
        if kind in (OBJECT, TAP_TO_PAY, UNTAP, TARGET):
            for key in ("return", "sacrifice", "untap", "target", "tap"):
                k = self._by_object(key, options)
                if k is not None:
                    return k
            for key in ("targets", "sacrifice", "returning", "tap"):
                if key in self.step:
                    names = self.step[key] if isinstance(self.step[key], list) else [self.step[key]]
                    for k, i in enumerate(options):
                        if i >= 0 and any(i in self.p.find(n) for n in names if isinstance(n, str)):
                            return k
            if kind == UNTAP and options == [0, 1]:
                return 0
            if "untap" in self.choices and -1 in options:
                return options.index(-1)
            return 0
        if kind == MODE and "mode" in self.choices:
            mode = self.choices["mode"]
            return mode if isinstance(mode, int) and mode < len(options) else 0
        return 0

    def _preset(self, kind, options, source):
        """What a `choose` or `choose_not_to_untap` step said beforehand, or `choose` of this step."""
        if kind == UNTAP and source >= 0:
            return options.index(int(any(source in self.p.find(n) for n in self.keep)))
        if kind == NUMBER and "choose" in self.step:
            faces = [self.p.arrays["face_names"][e["face"]] if e["face"] >= 0 else "" for e in self.p.board.effects()]
            for k, number in enumerate(options):
                if number < len(faces) and faces[number] == self.step["choose"]:
                    return k
        for what, value in self.presets.items():
            if source < 0 or source not in self.p.find(what):
                continue
            word = str(value).casefold()
            if kind == NUMBER and word in CARD_TYPES and 1 << CARD_TYPES.index(word) in options:
                return options.index(1 << CARD_TYPES.index(word))
            if kind == COLOR and str(value) in COLORS and COLORS.index(str(value)) in options:
                return options.index(COLORS.index(str(value)))
            if kind == SUBTYPE and self.p.arrays["subtypes"].get(word) in options:
                return options.index(self.p.arrays["subtypes"][word])
        return None

    def _by_card(self, key, options):
        names = self.named.get(key)
        if not names:
            return None
        for name in list(names):
            for k, slot in enumerate(options):
                if slot >= 0 and isinstance(name, str) and self.p.kind_of.get(name) == self.p.slot_kinds[slot][0]:
                    names.remove(name)
                    return k
        return None

    def _by_object(self, key, options):
        names = self.named.get(key)
        if not names:
            return None
        for name in list(names):
            if not isinstance(name, str):
                continue
            found = self.p.find(name)
            for k, i in enumerate(options):
                if i in found:
                    names.remove(name)
                    return k
        return None


class Runner:
    """Carries out the steps of a case."""

    def __init__(self, position) -> None:
        self.p = position
        self.board = position.board
        self.untapped: list[str] = []
        self.stayed: list[str] = []
        self.keep: list[str] = []
        self.presets: dict[str, object] = {}
        self._before_untap = None

    def run(self, steps):
        for k, step in enumerate(steps):
            following = steps[k + 1]["op"] if k + 1 < len(steps) else ""
            op = getattr(self, "op_" + step["op"], None)
            if op is None:
                raise NotExpressible(f"step {step['op']}")
            if step["op"] == "resolve_stack" and k and steps[k - 1]["op"] in ("cast", "activate"):
                said = steps[k - 1]  # of what resolves
                step = {key: said[key] for key in ("choices", "targets") if key in said} | step
            self.board.chooser = Chooser(self.p, step.get("choices"), step, self.keep, self.presets)
            before = len(self.board.log_entries())
            op(step, following)
            for event, a, face, _, tapped in self.board.log_entries(before):
                if event == 10:
                    self.p.entered[self.p.arrays["face_names"][face]] = bool(tapped)
                    self.p.objects.setdefault(self.p.arrays["face_names"][face], []).append(a)

    def op_play_land(self, step, following):
        if step.get("player") == "opp":
            self.board.opponent_plays_land(self.p.face(step["card"]))
            return
        zone = {"hand": "hand", "library_top": "top", "graveyard": "graveyard"}[step.get("from", "hand")]
        slot = self.p.slot_in(zone, step["card"])
        face = self.p.face(step["card"])
        wanted = step.get("choices", {}).get("face")
        if wanted in ("front", "back"):
            face = int(self.p.arrays["kinds"][self.p.kind(step["card"])]["face"]) + (wanted == "back")
        elif wanted:
            face = self.p.face(wanted)
        self.board.play_land(slot, face, zone)

    def op_cast(self, step, following):
        for zone in ("hand", "command", "graveyard"):
            try:
                slot = self.p.slot_in(zone, step["card"])
                break
            except NotExpressible:
                continue
        else:
            raise NotExpressible(f"{step['card']} can't be found to cast")
        self._tap_first(step)
        face = self.p.face(step["card"])
        ways = self.board.ways(slot, face, zone)
        way = -1
        if not step.get("without_paying"):
            way = next((k for k, w in enumerate(ways) if w["cost"] >= 0), 0)
        under = self.board.state["stack"]
        self.board.cast(slot, face, zone, way, step.get("x", 0), int(step.get("kicked", 0)))
        if following != "resolve_stack":
            self.board.priority()  # what its casting has triggered is above it
            for _ in range(self.board.state["stack"] - under):
                self.board.resolve_one()

    def _tap_first(self, step):
        for name in step.get("pay_with", ()):
            self._tap(name, None)
        floating = [mask for mask, _ in self.board.pool()]
        for symbol in symbols(step.get("pay", "")):
            if symbol not in COLORS:
                continue
            bit = 1 << COLORS.index(symbol)
            if bit in floating:
                floating.remove(bit)
            else:
                self._tap_any(bit, step["card"] if step["op"] == "activate" else "")

    def _tap_any(self, bit, card=""):
        """Tap some source that makes mana of this type, the one whose ability is to be paid for last."""
        own = self.p.find(card) if card else ()
        for o in sorted(self.board.objects(), key=lambda o: o["object"] in own):
            if o["controller"] or o["tapped"]:
                continue
            for place, ability in enumerate(o["abilities"]):
                a = self.p.arrays["abilities"][ability]
                if (
                    a["type"] == 0
                    and a["flags"] & 1
                    and a["n_units"]
                    and int(a["units"][0]) & bit
                    and self.board.can_activate(o["object"], place)
                ):
                    self.board.activate(o["object"], place)
                    return

    def _tap(self, name, mana):
        for i in self.p.find(name):
            o = next(o for o in self.board.objects() if o["object"] == i)
            if o["tapped"]:
                continue
            rows = [(place, self.p.arrays["abilities"][ability]) for place, ability in enumerate(o["abilities"])]
            if mana is not None:  # first the one that makes so much by itself
                rows.sort(key=lambda row: int(row[1]["n_units"]) != len(symbols(mana)))
            for place, a in rows:
                if a["type"] == 0 and a["flags"] & 1 and self.board.can_activate(i, place):
                    if mana is not None and not self._makes(a, mana):
                        continue
                    self.board.activate(i, place)
                    return True
        return False

    def _makes(self, a, mana):
        wanted = {COLORS.index(s) for s in mana.strip("{}").split("}{") if s in COLORS}
        if not a["n_units"]:
            return True
        return any(int(a["units"][0]) >> c & 1 for c in wanted)

    def op_tap_for_mana(self, step, following):
        if step["card"] == "all":
            for o in self.board.objects():
                if o["controller"] == 0 and not o["tapped"]:
                    for place, ability in enumerate(o["abilities"]):
                        a = self.p.arrays["abilities"][ability]
                        if (
                            a["type"] == 0
                            and a["flags"] & 1
                            and a["flags"] & 16384
                            and a["mana_cost"] < 0
                            and self.board.can_activate(o["object"], place)
                        ):
                            self.board.activate(o["object"], place)
                            break
            return
        for _ in range(step.get("n", 1)):
            if not self._tap(step["card"], step.get("mana")):
                raise IllegalAction(f"{step['card']} can't be tapped for mana")

    def op_activate(self, step, following):
        self._tap_first(step)
        for _ in range(step.get("n", 1)):
            done = False
            candidates = self._abilities(step["card"], step.get("ability", ""))
            for i, place, ability in candidates:
                if i is None:
                    if self.board.can_activate_card(place, ability):
                        self.board.activate_card(place, ability)
                        done = True
                        break
                elif self.board.can_activate(i, place, step.get("x", 0)):
                    self.board.activate(i, place, step.get("x", 0))
                    done = True
                    break
            if not done:
                raise IllegalAction(f"no ability of {step['card']} can be activated")
            if step.get("resolve", True) and following != "resolve_stack" and self.board.state["stack"]:
                self.board.resolve_one()

    def _abilities(self, name, word, zone=None, best_only=False):
        """(object, place, ability) of the activated abilities that fit the short name, best first or only the best."""
        out = []
        for i in self.p.find(name) if zone in (None, "battlefield") else ():
            o = next(o for o in self.board.objects() if o["object"] == i)
            for place, ability in enumerate(o["abilities"]):
                if self.p.arrays["abilities"][ability]["type"] == 0:
                    out.append((i, place, ability))
        if not out:
            slot = self.p.slot_in("hand", name)
            f = self.p.arrays["faces"][self.p.face(name)]
            for ability in self.p.arrays["face_abilities"][f["ability"] : f["ability"] + f["n_abilities"]]:
                if self.p.arrays["abilities"][ability]["type"] == 0:
                    out.append((None, slot, int(ability)))
        ranked = sorted(out, key=lambda t: -fits(self.p.arrays, t[2], word))
        least = max(0, fits(self.p.arrays, ranked[0][2], word)) if ranked and best_only else 0
        return [t for t in ranked if not word or fits(self.p.arrays, t[2], word) >= least]

    def op_resolve_stack(self, step, following):
        if step.get("tap_all_lands_between"):
            while self.board.state["stack"] or self.board.state["waiting"]:
                self.board.resolve_one()
                self.op_tap_for_mana({"card": "all"}, "")
            return
        between = self._between(step)
        if "order" in step.get("choices", {}):
            self._order(step["choices"]["order"])
        if not between:
            self.board.resolve_stack()
        while self.board.state["stack"] or self.board.state["waiting"]:
            self.board.resolve_one()
            for name in between:
                self._tap(name, None)

    def _between(self, step):
        names = step.get("choices", {}).get("tap_for_mana_between", [])
        return names if isinstance(names, list) else [names]

    def _order(self, names):
        """Waiting triggers onto the stack so that those of these names resolve in this order."""
        waiting = [w for w in self.board.stack() if w["waiting"]]
        faces = [self.p.arrays["face_names"][w["face"]] for w in waiting]
        rank = {name: k for k, name in enumerate(names)}
        order = sorted(range(len(waiting)), key=lambda k: -rank.get(faces[k], len(names)))
        self.board.order_waiting(order)

    def op_untap_step(self, step, following):
        who = step.get("whose", self.p.given.get("active", "you"))
        self.board.load(active=who)
        self._untap(lambda: self.board.untap_step())

    @property
    def triggers(self):
        """Triggered abilities that triggered during the steps, but for mana abilities: dicts of event, face, step."""
        out, step = [], STEPS[self.p.given.get("phase", "main1")]
        for event, a, _, face, mana in self.board.log_entries():
            if event == 2:
                step = a
            elif event == 14 and not mana and a >= 0:
                events = self.p.arrays["abilities"][a]["event"]
                out += [
                    {"event": int(self.p.arrays["rows"][j]["a"][0]), "face": face, "step": step}
                    for j in range(events >> 8, (events >> 8) + (events & 255))
                ]
        return out

    def untap_outcomes(self):
        """Names untapped in each way in which the last untap step can go."""
        if self._before_untap is None:
            raise NotExpressible("no untap step was performed")
        kept, do = self._before_untap
        now, chooser, seen = self.board.snapshot(), self.board.chooser, (self.untapped, self.stayed)
        outcomes, scripts = [], [[]]
        while scripts:
            script = scripts.pop()
            asked = []

            def follow(kind, options, source, script=script, asked=asked):
                asked.append(len(options))
                return script[len(asked) - 1] if len(asked) <= len(script) else 0

            self.board.restore(kept)
            self.board.chooser = follow
            self._untap(do)
            outcomes.append(list(self.untapped))
            for k in range(len(script), len(asked)):
                scripts += [[*script, *[0] * (k - len(script)), n] for n in range(1, asked[k])]
            if len(outcomes) > 3000:
                raise NotExpressible("too many ways to untap")
        self.board.restore(now)
        self.board.chooser = chooser
        self.untapped, self.stayed = seen
        return outcomes

    def _untap(self, do):
        self._before_untap = (self.board.snapshot(), do)
        before = {o["object"]: o for o in self.board.objects() if o["tapped"]}
        do()
        after = {o["object"]: o for o in self.board.objects()}
        self.untapped = [self._full(o) for i, o in before.items() if i in after and not after[i]["tapped"]]
        self.stayed = [self._full(o) for i, o in before.items() if i in after and after[i]["tapped"]]

    def _full(self, o):
        return ("opp:" if o["controller"] else "") + self.p.name_of(o)

    def op_advance(self, step, following):
        target = STEPS[step["to"]]
        whose = 0 if step.get("whose", "you") == "you" else 1
        turns = {"this": 0, "next": 1, "second_next": 2}[step.get("turn", "this")]
        resolve = step.get("resolve", True)
        seen = 0
        started = self.board.state
        for _ in range(80):
            now = self.board.state
            moved = now["step"] != started["step"] or seen or now["active"] != started["active"]
            if now["step"] == target and now["active"] == whose and seen >= turns and moved:
                break
            old = (now["active"], now["turn"])
            self._untap(lambda: self.board.advance(resolve)) if now["step"] in (0, 8) else self.board.advance(resolve)
            after = self.board.state
            if after["active"] == whose and (after["active"], after["turn"]) != old and now["step"] == 8:
                seen += 1
        else:
            raise NotExpressible(f"advance to {step['to']}")

    def op_untap(self, step, following):
        for i in self.p.find(step["card"])[:1]:
            self.board.untap(i)

    def op_put_onto_battlefield(self, step, following):
        controller = 1 if step.get("player") == "opp" else 0
        try:
            slot, zone = self.p.slot_in("hand", step["card"]), "hand"
        except NotExpressible:
            slot, zone = -1, "none"
        self.board.put_onto_battlefield(slot, self.p.face(step["card"]), zone, controller)

    def op_leaves_battlefield(self, step, following):
        for i in self.p.find(step["card"])[:1]:
            self.board.leave(i)

    def op_lose_control(self, step, following):
        for i in self.p.find(step["card"])[:1]:
            self.lost = i
            self.board.set_controller(i, 1)

    def op_gain_control(self, step, following):
        names = self.p.find(step["card"]) or self.p.find("opp:" + step["card"])
        for i in names[:1]:
            self.board.set_controller(i, 0)

    def op_remove_counters(self, step, following):
        for i in self.p.find(step["card"])[:1]:
            kind = self.p.counter(step["kind"])
            o = next(o for o in self.board.objects() if o["object"] == i)
            n = o["counters"].get(kind, 0)
            self.board.set_counters(i, kind, max(0, n - step.get("n", n)))

    def op_attack(self, step, following):
        for name in step["cards"]:
            for i in self.p.find(name)[:1]:
                self.board.attack(i, name in step.get("exert", ()))

    def op_reveal_opening_hand(self, step, following):
        self.board.reveal_opening_hand(self.p.slot_in("hand", step["card"]))

    def op_spend_pool(self, step, following):
        self.board.spend_pool()

    def op_choose_not_to_untap(self, step, following):
        self.keep = step["cards"]

    def op_choose(self, step, following):
        self.presets[step["what"]] = step["value"]
