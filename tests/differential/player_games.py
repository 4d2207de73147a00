"""Whole games of the player, played by the core and replayed by the twin."""

from __future__ import annotations

from collections import Counter

from tests.differential.decks import deck_program, generated_deck, given_decks, left_out
from tests.reference import values
from tests.reference.model import Mismatch, TwinLacks
from tests.reference.replay import Replay, short
from untap._core import Board, watch_game
from untap.simulate import Scenario, seed_key


class PlayerGame:
    """One game that the core's player plays, from the opening hand to the last turn."""

    def __init__(self, program, core, scenario: Scenario, seed: int, game: int, name: str = "") -> None:
        self.program, self.scenario, self.name = program, scenario, name or f"{seed}/{game}"
        self.entries, self.outcome, self.marks = watch_game(core, seed_key(seed), game, **scenario.to_core())
        self.finished = self.outcome["status"] == 0  # else a limit was met
        self.board = Board(core)
        self.replay = Replay(program, self.name)
        on_the_play = scenario.order == "play" or (scenario.order == "both" and game % 2 == 0)
        self.replay.begin(
            scenario.life, scenario.opponents, on_the_play, scenario.rule.to_core(), scenario.opponents_after
        )
        self.compared = 0

    def check(self) -> None:
        """Replay it; the states are compared before all that is done with priority, before each step and at the end."""
        at = dict(self.marks)
        entries = self.entries[: None if self.finished else self.marks[-2][0]]  # a last action failed half-way
        try:
            self.replay.follow(entries, looks=lambda place: self._compare(at.get(place), place))
            if self.finished:
                self._compare(self.marks[-1][1], len(entries))
        except Mismatch as err:
            raise Mismatch(short(f"game {self.name}: {err}")) from None

    def _compare(self, kept, place: int) -> None:
        if kept is None:
            raise Mismatch(f"no position was kept at entry {place}")
        self.board.restore(kept)
        colors, lands = self.scenario.opponents_after(values.rounds(self.replay.g))
        self.board.load(their_colors=sum(1 << "WUBRG".index(c) for c in colors), their_lands=lands)
        try:
            self.replay.compare(self.board)
        except Mismatch as err:
            before = "\n  ".join(map(self.replay._say, self.entries[max(0, place - 25) : place]))
            raise Mismatch(f"turn {self.replay.g.turn}, entry {place}: {err}\nbefore it:\n  {before}") from None
        self.compared += 1


def block(first: int, decks: int, games: int) -> Counter:
    """Play games of generated decks ``first`` to ``first + decks - 1``, or of the given decks for ``first`` -1."""
    done: Counter = Counter()
    if first < 0:
        todo = [(name, entries, games) for name, entries in given_decks()]
    else:
        todo = [(f"deck {k}", generated_deck(k), games) for k in range(first, first + decks)]
    for name, entries, n in todo:
        program, core = deck_program(entries)
        if left_out(program):
            done["left out"] += 1
            continue
        format = "commander" if any(section == "commander" for _, _, section in entries) else "constructed"
        for k in range(n):
            game = PlayerGame(program, core, Scenario(format=format), 1, k, f"{name}, game {k}")
            try:
                game.check()
                done["games"] += 1
            except TwinLacks:  # compared as far as that
                done["part"] += 1
            done["compared"] += game.compared
            done["unfinished"] += not game.finished
    return done
