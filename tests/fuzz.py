"""Random decks, random options, random positions and actions: ``python -m tests.fuzz N [--seed S] [--games G]``.

N is a number of turns, G how many times as many games a deck are played: more turns in less time. Meant for a build
with sanitizers (CONTRIBUTING.md), which say on stderr what is wrong. In any build it looks for crashes, exceptions that
aren't announced, planes that differ and games that come out otherwise when they are played again. The last line says
``N turns, N positions, N failed``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter

import numpy as np

from tests.differential.decks import table
from untap._core import Board, CoreLimit, CoreProgram, IllegalAction, run_chunk, watch_game
from untap.program.build import assemble
from untap.program.compile import card_ir
from untap.simulate import Scenario, seed_key
from untap.simulate.mulligan import mulligan_names

LIBRARY, COMMAND = 3, 5
STEPS = ("before_untap", "untap", "upkeep", "draw", "main1", "combat", "main2", "end", "cleanup")


def random_cards(rng: random.Random, names: list[str]):
    """Cards and slots of a deck: anything that the table has, in any numbers, with too few lands or too many."""
    kinds = rng.choice((1, 3, 8, 15, 40, 90))
    lands = ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes", "Snow-Covered Forest"]
    chosen = rng.sample(lands, rng.randrange(0, 4)) + rng.sample(names, kinds)
    cards, slots = [], []
    for name in chosen:
        facts = table().lookup(name)
        copies = rng.choice((1, 1, 2, 4, 12)) if name not in lands else rng.choice((4, 8, 20))
        slots += [(len(cards), LIBRARY)] * copies
        cards.append(card_ir(facts))
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        slots.append((rng.randrange(len(cards)), COMMAND))
    rng.shuffle(slots)
    return cards, slots[:1024], "".join(c for c in "WUBRG" if rng.random() < 0.5)


def random_scenario(rng: random.Random) -> Scenario:
    return Scenario(
        turns=rng.choice((1, 3, 7, 7, 12, 30)), order=rng.choice(("play", "draw", "both")),
        mulligan=rng.choice(mulligan_names()), players=rng.choice((1, 2, 2, 4, 10)),
        life=rng.choice((1, 5, 20, 40, 9999)), opponent_colors=rng.choice(("", "", "U", "WBG", "WUBRG")),
        opponent_lands=rng.choice(((), (), (0, 2), (1, 2, 3, 9))),
    )  # fmt: skip


class Fuzz:
    """Counts what was tried and what went wrong."""

    def __init__(self, seed: int, games: int = 1) -> None:
        self.seed, self.times = seed, games
        self.names = table().names()
        self.turns = self.positions = self.failed = 0
        self.said: Counter = Counter()

    def fail(self, number: int, what: str) -> None:
        self.failed += 1
        kind = what.strip().splitlines()[-1][:120]
        self.said[kind] += 1
        if self.said[kind] <= 3:
            print(f"deck {number} of seed {self.seed}: {what}", flush=True)

    def deck(self, number: int) -> None:
        """One deck: games on both planes, together with another, one game with all its positions, random positions."""
        rng = random.Random(f"fuzz {self.seed} {number}")
        cards, slots, identity = random_cards(rng, self.names)
        try:
            arrays, _ = assemble(cards, slots, identity)
        except ValueError:
            return  # over a limit, or a cost that nobody understands: said so
        try:
            core = CoreProgram(arrays)
            self.games(rng, core)
            self.board(rng, core, arrays)
        except Exception:  # whatever it is, it wasn't announced
            self.fail(number, traceback.format_exc())

    def games(self, rng: random.Random, core) -> None:
        options = random_scenario(rng).to_core()
        key, n, first = seed_key(rng.getrandbits(60)), self.times * rng.choice((2, 8, 32)), rng.choice((0, 1000, 2**40))
        once = run_chunk([core], key, first, n, **options)[0]
        again = run_chunk([core, core], key, first, n, general=True, **options)
        self.turns += 3 * n * options["turns"]
        for figure, array in once.items():
            if not np.array_equal(array, again[0][figure]) or not np.array_equal(array, again[1][figure]):
                raise AssertionError(f"{figure} differs between planes or places")
        watch_game(core, key, first, **options)

    def board(self, rng: random.Random, core, arrays) -> None:
        board = Board(core, seed=rng.getrandbits(60))
        board.chooser = lambda kind, options, source: rng.randrange(len(options))
        board.log_options(rng.random() < 0.5)
        board.load(step=rng.choice(STEPS), turn=rng.randrange(1, 30), life=rng.randrange(1, 30))
        board.load(opponents=rng.randrange(4), lands_played=rng.randrange(2))
        for slot in range(len(arrays["slot_kind"])):
            kind = arrays["kinds"][arrays["slot_kind"][slot]]
            face = int(kind["face"]) + rng.randrange(int(kind["n_faces"]))
            where = rng.choice(("hand", "battlefield", "battlefield", "graveyard", "library", "library", "exile"))
            if where == "battlefield" and slot < 40:
                board.add_object(
                    face, slot=slot, tapped=rng.random() < 0.3, sick=rng.random() < 0.3, controller=rng.random() < 0.1,
                    counters={rng.randrange(16): rng.randrange(1, 200)} if rng.random() < 0.3 else None,
                )  # fmt: skip
            elif where == "hand" and len(board.zone("hand")) < 30:
                board.add_card(slot, "hand")
            else:
                board.add_card(slot, where if where not in ("battlefield", "hand") else "library")
        for _ in range(rng.choice((5, 20, 60))):
            self.positions += 1
            try:
                self.step(rng, board, arrays)
            except (IllegalAction, CoreLimit):
                continue

    def step(self, rng: random.Random, board, arrays) -> None:
        what = rng.random()
        if what < 0.55:
            listed = board.legal_actions()
            if listed:
                action = rng.choice(listed)
                if action[0] == "cast" and rng.random() < 0.3:
                    action = (*action, rng.randrange(5), rng.randrange(3))
                board.apply(action)
        elif what < 0.65:
            board.resolve_one()
        elif what < 0.8:
            board.advance(rng.random() < 0.8)
        elif what < 0.85:
            board.mana_available(limit=rng.choice((1, 50, 500)))
        elif what < 0.9:
            kind = rng.randrange(len(arrays["kinds"]))
            board.castable(kind, this_turn=rng.random() < 0.3, limit=300)
            board.castable_by_turn(kind, rng.randrange(1, 4), limit=500)
        elif what < 0.95:
            objects = board.objects()
            if objects:
                one = rng.choice(objects)["object"]
                rng.choice((board.attack, board.untap, board.leave, board.could_produce))(one)
        else:
            board.restore(board.snapshot())
            board.state_based_actions()


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(prog="tests.fuzz", description=__doc__)
    parser.add_argument("turns", type=float, help="how many turns to play, e.g. 1e6")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1, help="how many times as many games a deck")
    parser.add_argument("--first", type=int, default=0, help="number of the first deck")
    options = parser.parse_args(arguments)
    fuzz, number, said = Fuzz(options.seed, options.games), options.first, time.monotonic()
    while fuzz.turns < options.turns:
        fuzz.deck(number)
        number += 1
        if time.monotonic() - said > 60:
            said = time.monotonic()
            print(f"... deck {number}, {fuzz.turns} turns", flush=True)
    for kind, n in fuzz.said.most_common():
        print(f"{n} times: {kind}")
    print(f"{fuzz.turns} turns, {fuzz.positions} positions, {fuzz.failed} failed")
    return 1 if fuzz.failed else 0


if __name__ == "__main__":
    sys.exit(main())
