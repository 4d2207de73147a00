"""Random positions and random legal actions, played by the core and replayed by the twin."""

from __future__ import annotations

import random

from tests.differential import pool
from tests.reference import actions, brute, layers
from tests.reference.model import INTRINSIC, Mismatch, Permanent
from tests.reference.replay import Refusals, Replay, make_program, short
from untap._core import Board, CoreLimit, CoreProgram, IllegalAction
from untap.oracle import ast

MOVES = {"activate", "activate_card", "play_land", "cast"}


def random_program(seed: int):
    """A program of some basics and a random choice of the pool; two or three of each."""
    rng = random.Random(f"program {seed}")
    cards = rng.sample(pool.BASICS, 3)
    cards += rng.sample(pool.LANDS, 5) + rng.sample(pool.CREATURES, 4) + rng.sample(pool.ARTIFACTS, 3)
    cards += rng.sample(pool.ENCHANTMENTS, 4) + rng.sample(pool.SPELLS, 4)
    slots = [(k, 10) for k in range(len(cards)) for _ in range(3 if k < 3 else 2)]
    program = make_program(cards, slots, "".join(sorted(rng.sample("WUBRG", 3), key="WUBRG".index)))
    if program.unencoded:
        raise ValueError(f"not encoded: {program.unencoded}")
    return program, CoreProgram(program.arrays)


class RandomGame:
    """One game: a random position, then random choices among what is legal."""

    def __init__(self, program, core, seed: str) -> None:
        self.program, self.seed = program, seed
        self.rng = random.Random(seed)
        self.board = Board(core, seed=self.rng.getrandbits(63))
        self.board.log_options()
        self.board.chooser = self._choose
        self.replay = Replay(program, seed)
        self.did: list = []
        self.steps = 0
        self._deal()

    def _choose(self, kind, options, source) -> int:
        return self.rng.randrange(len(options))

    # -- the position

    def _deal(self) -> None:
        rng, g = self.rng, self.replay.g
        order = list(range(len(self.program.slots)))
        rng.shuffle(order)
        numbers = {
            "turn": rng.choice((1, 2, 3, 5)),
            "life": rng.choice((20, 20, 20, 5, 2)),
            "opponents": rng.choice((1, 1, 3)),
            "on_the_play": rng.randrange(2),
        }
        step = rng.choice(("main1", "main1", "main1", "before_untap", "upkeep", "main2"))
        self.board.load(step=step, active="you", **numbers)
        g.turn, g.life, g.opponents, g.on_the_play = (
            *(numbers[k] for k in ("turn", "life", "opponents")),
            bool(numbers["on_the_play"]),
        )
        g.step = {
            "main1": "precombat main",
            "before_untap": "before untap",
            "upkeep": "upkeep",
            "main2": "postcombat main",
        }[step]
        todo = order[: rng.randrange(4, 9)]
        rest = order[len(todo) :]
        waiting = []
        for slot in todo:
            face = rng.choice(self.program.slots[slot].kind.faces)
            if not face.types & {"land", "creature", "artifact", "enchantment"}:
                rest.append(slot)
            elif any(isinstance(a, ast.Enchant) for a in face.abilities):
                waiting.append((slot, face))
            else:
                self._permanent(slot, face, 0)
        for slot, face in waiting:
            a = next(a for a in face.abilities if isinstance(a, ast.Enchant))
            hosts = [p for p in g.battlefield if actions.values.matches(g, a.filter, p, layers.Context())]
            if hosts:
                self._permanent(slot, face, 0, rng.choice(hosts))
            else:
                rest.append(slot)
        for _ in range(rng.choice((0, 0, 1, 2))):
            lands = [s for s in rest if "land" in self.program.slots[s].front.types]
            if lands:
                slot = lands[0]
                rest.remove(slot)
                self._permanent(slot, self.program.slots[slot].front, 1)
        n = rng.randrange(3, 8)
        for slot in rest[:n]:
            self._card(slot, "hand")
        for slot in rest[n : n + 3]:
            self._card(slot, "graveyard")
        for slot in rest[n + 3 :]:
            self._card(slot, "library")

    def _card(self, slot: int, zone: str) -> None:
        self.board.add_card(slot, zone)
        card = self.program.slots[slot]
        (self.replay.g.unknown if zone == "library" else self.replay.g.zone(zone)).append(card)

    def _permanent(self, slot: int, face, controller: int, host: Permanent | None = None) -> None:
        rng, card, g = self.rng, self.program.slots[slot], self.replay.g
        tapped, sick = rng.random() < 0.35, rng.random() < 0.2
        color = rng.choice("WUBRG")
        kinds: set = set()
        for a in face.abilities:
            kinds |= {n.kind for n in a.walk() if isinstance(n, (ast.PutCounters, ast.RemoveCountersCost)) and n.kind}
        counters = {k: rng.randrange(1, 4) for k in sorted(kinds) if rng.random() < 0.5 and k not in ("-1/-1",)}
        numbers = self.program.arrays["counter_kinds"]
        types = ["plains", "island", "swamp", "mountain", "forest"]
        chosen_type = rng.choice(types)
        i = self.board.add_object(
            face.number, slot=slot if controller == 0 else -1, controller=controller, tapped=tapped, sick=sick,
            counters={numbers[k]: n for k, n in counters.items()}, chosen_color="WUBRG".index(color),
            chosen_sub=types.index(chosen_type), attached=host.number if host else -1,
        )  # fmt: skip
        p = Permanent(card.kind, face, card if controller == 0 else None, controller, g.stamp(), tapped=tapped,
                      sick=sick, entered=sick, counters=counters, chosen_color=color, chosen_type=chosen_type,
                      attached=host, number=i)  # fmt: skip
        g.battlefield.append(p)
        self.replay.objects[i] = p
        g.touch()

    # -- playing

    def play(self, steps: int) -> None:
        """Random choices; after each everything is compared."""
        try:
            self._sync(lambda: self.board.priority())
            for _ in range(steps):
                if self.board.state["lost"]:
                    break
                if not self._step():
                    break
                self.steps += 1
        except CoreLimit:
            return
        except Mismatch as err:
            text = "\n  ".join(self.did[-8:])
            raise Mismatch(short(f"game {self.seed}, step {self.steps}: {err}\nlast actions:\n  {text}")) from None

    def _sync(self, do, first=None) -> bool:
        self.board.clear_log()
        try:
            do()
        except IllegalAction:
            return False
        self.board.priority()
        self.replay.follow(self.board.log_entries(), first)
        self.replay.compare(self.board)
        return True

    def _step(self) -> bool:
        board, rng = self.board, self.rng
        listed = self.replay.legal(board)
        state = board.state
        for _ in range(4):
            if state["stack"] and rng.random() < 0.6:
                self.did.append("resolve")
                return self._sync(board.resolve_one)
            if listed and rng.random() < 0.8:
                action = self._with_x(rng.choice(listed))
                self.did.append(self._describe(action))
                if self._sync(lambda a=action: board.apply(a)):
                    return True
                self.did[-1] += " (not payable)"
                self._unpayable(action)
                continue
            if state["stack"]:
                continue
            if state["step"] == 5 and state["active"] == 0 and rng.random() < 0.7:
                hitters = [p for p in self.replay.g.permanents() if p.attacking]
                if hitters and rng.random() < 0.5:
                    self.did.append("combat damage")
                    first = rng.random() < 0.5
                    return self._sync(
                        lambda f=first: board.deal_damage(f), lambda g, f=first: actions.combat_damage(g, f)
                    )
                able = [p for p in self.replay.g.permanents() if actions.can_attack(self.replay.g, p)]
                if able:
                    p = rng.choice(able)
                    self.did.append(f"attack with {p}")
                    return self._sync(lambda p=p: board.attack(p.number), lambda g, p=p: actions.attack(g, p))
            self.did.append("next step")
            return self._sync(lambda: board.advance(resolve=False))
        if state["stack"]:
            self.did.append("resolve")
            return self._sync(board.resolve_one)
        self.did.append("next step")
        return self._sync(lambda: board.advance(resolve=False))

    def _unpayable(self, action) -> None:
        """The core found no way to pay: there must be none."""
        refusals, g = self.replay.refusals, self.replay.g
        if refusals is None:
            return
        if action[0] == "activate":
            p, a = self.replay.objects[action[1]], self._ability(action)
            found = brute.can_pay_ability(g, p, a, action[3] if len(action) > 3 else 0, refusals.limit)
        elif action[0] == "cast":
            slot, face, zone, way, x, kicks = action[1:]
            card = self.program.slots[slot]
            found = brute.can_pay_spell(g, card, self.program.faces[face], zone, way, x, kicks, refusals.limit)
        else:
            return
        refusals.check(found, self.did[-1])

    def _with_x(self, action):
        if action[0] == "cast":
            face = self.program.faces[action[2]]
            kicked = any(isinstance(a, ast.AdditionalCost) and a.optional for a in face.abilities)
            x = self.rng.randrange(4) if "{X}" in (face.cost or "") else 0
            return (*action, x, int(kicked and self.rng.random() < 0.5))
        if action[0] == "activate":
            p = self.replay.objects[action[1]]
            a = self._ability(action)
            if any(isinstance(n, ast.X) for part in a.cost.parts for n in part.walk()) or (
                a.cost.parts and "{X}" in str(a.cost)
            ):
                kinds = [part.kind for part in a.cost.parts if isinstance(part, ast.RemoveCountersCost)]
                most = p.counters.get(kinds[0], 0) if kinds else 3
                return (*action, self.rng.randint(0, most))
        return action

    def _ability(self, action):
        for o in self.board.objects():
            if o["object"] == action[1]:
                return self.program.ability[o["abilities"][action[2]]]
        raise KeyError(action)

    def _describe(self, action) -> str:
        if action[0] == "activate":
            return f"activate {self.replay.objects[action[1]]} {self._ability(action)} {action[3:]}"
        return f"{action[0]} {self.program.slots[action[1]]} {action[2:]}"


__all__ = ["INTRINSIC", "RandomGame", "random_program"]


def block(first: int, games: int, steps: int = 25, per_program: int = 20) -> tuple[int, int]:
    """Play games ``first`` to ``first + games - 1``; returns the numbers of games and of compared steps."""
    done = total = 0
    program = core = None
    for seed in range(first, first + games):
        if program is None or seed % per_program == 0:
            program, core = random_program(seed // per_program)
        game = RandomGame(program, core, f"{seed}")
        game.play(steps)
        done += 1
        total += game.steps
    return done, total


def refusals(first: int, games: int, steps: int = 25, per_program: int = 20) -> Refusals:
    """Play games and try by brute force whatever the core calls unpayable."""
    found = Refusals(limit=400, strict=False)
    for seed in range(first, first + games):
        if seed == first or seed % per_program == 0:
            program, core = random_program(seed // per_program)
        game = RandomGame(program, core, f"{seed}")
        game.replay.refusals = found
        game.play(steps)
    return found
