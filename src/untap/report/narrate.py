"""One game, told from the core's own events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from untap.report.numbers import count

# Events of the core's log (`_core/log.pxi`).
(
    TURN, STEP, UNTAP, TAP, DRAW, PLAY_LAND, CAST, ACTIVATE, DECIDE, ENTER, LEAVE, MANA, SPEND, TRIGGER, RESOLVE, LIFE,
    COUNTERS, SHUFFLE, MULLIGAN, KEEP, BOTTOM, MOVE, LOSE, DISCARD, TAP_MANA, ADVANCE, REVEAL,
) = range(1, 28)  # fmt: skip
ENDS, HOLDS, STAYS, ATTACK, DAMAGE, DELAYED = 40, 41, 42, 43, 44, 45
_SPELL = -1
_SEARCH = 6  # kind of decision (`_core/types.pxi`): a card found, or no more
_STEPS = {
    1: "untap step",
    2: "upkeep",
    3: "draw step",
    4: "first main phase",
    5: "combat",
    6: "second main phase",
    7: "end step",
}

_ZONES = {
    0: "the battlefield",
    1: "the hand",
    2: "the graveyard",
    3: "the library",
    4: "exile",
    5: "the command zone",
    7: "the top of the library",
    8: "the bottom of the library",
    10: "nowhere",
}
_HAND, _NO_SLOT = 1, 65535
_FIXED = {14: "level", 15: "lore"}  # counters with a place of their own
_LOST = {1: "draws from an empty library", 2: "has no life left"}


class Narrator:
    """Turns log entries into lines.

    Parameters
    ----------
    program : Program
        Whose ``arrays`` name slots, kinds and faces.
    objects : mapping of int to str, optional
        Names of the permanents that are there at the start.
    steps : bool
        Whether to name the steps in which something happens, opponents' turns, and what resolves.
    """

    def __init__(self, program: Any, objects: Mapping[int, str] | None = None, steps: bool = False) -> None:
        arrays = program.arrays
        self._slots = [program.kinds[int(kind)] for kind in arrays["slot_kind"]]
        self._faces: Sequence[str] = arrays["face_names"]
        self._kinds: Sequence[str] = program.kinds
        self._counters = {number: kind for kind, number in arrays["counter_kinds"].items()}
        self._objects: dict[int, str] = dict(objects or {})
        self._steps = steps
        self._step: str | None = None  # a step in which nothing has happened yet
        self._lines: list[str] = []
        self._hand: list[str] = []
        self._mana: list[str] = []
        self._found: list[int] = []  # slots of a search that hasn't been told yet
        self._taken: list[int] = []  # ... and of those that have, which haven't gone anywhere
        self._source: str | None = None  # of an activated ability that has done nothing yet

    def tell(self, entries: Iterable[Sequence[int]]) -> list[str]:
        """The lines of a game."""
        for event, a, b, c, d in entries:
            if event == MANA:
                source = f"{self._source}: " if self._source else ""
                self._mana.append(source + _types(a))
                self._source = None
            elif event == ACTIVATE:
                self._flush_source()
                self._source = self._slot(c) if a < 0 else self._object(a)
            elif event == DECIDE and a == _SEARCH:
                self._flush()
                self._found += [c] if c >= 0 else []
            elif event not in (TAP, TAP_MANA, DECIDE):
                self._flush_found()
                self._flush()
                self._one(event, a, b, c, d)
        self._flush_found()
        self._flush()
        return self._lines

    def _say(self, text: str) -> None:
        if self._step is not None:
            self._lines.append(f" {self._step}:")
            self._step = None
        self._lines.append(f"  {text}")

    def _flush_found(self) -> None:
        if self._found:
            self._say(f"finds {', '.join(self._slot(slot) for slot in self._found)}")
            self._taken, self._found = self._found, []

    def _flush_source(self) -> None:
        if self._source is not None:
            self._flush_mana()
            self._say(f"activates {self._source}")
            self._source = None

    def _flush_mana(self) -> None:
        if self._mana:
            self._say(f"makes mana ({', '.join(self._mana)})")
            self._mana = []

    def _flush(self) -> None:
        self._flush_source()
        self._flush_mana()

    def _slot(self, slot: int) -> str:
        return self._slots[slot] if 0 <= slot < len(self._slots) else "a token"

    def _face(self, face: int) -> str:
        return self._faces[face] if 0 <= face < len(self._faces) else "?"

    def _object(self, index: int) -> str:
        return self._objects.get(index, "?")

    def _opening(self, text: str) -> None:
        hand = ", ".join(sorted(self._hand))
        self._lines.append(f"{text}: {hand}")

    def _one(self, event: int, a: int, b: int, c: int, d: int) -> None:
        if event == DRAW and not self._steps and not any(line.startswith("Turn") for line in self._lines):
            self._hand.append(self._slot(a))
        elif event == DRAW:
            self._say(f"draws {self._slot(a)}")
        elif event == BOTTOM:
            name = self._slot(a)
            if name in self._hand:
                self._hand.remove(name)
            self._lines.append(f"Bottom: {name}")
        elif event == KEEP:
            self._opening(f"Keeps {count(a, 'card')}, {count(b, 'land')}")
        elif event == MULLIGAN:
            self._opening(f"Mulligan of {count(a, 'card')}, {count(b, 'land')}")
            self._hand = []
        elif event == TURN and b == 0:
            self._lines.append(f"Turn {a}")
        elif event == TURN and self._steps:
            self._lines.append("Opponent's turn")
        elif event == STEP:
            self._step = _STEPS.get(a) if self._steps else None
        elif event == RESOLVE and self._steps and a == _SPELL:
            self._say(f"{self._face(b)} resolves")
        elif event == RESOLVE and self._steps:
            self._say(f"the ability of {self._face(b)} resolves")
        elif event == ENDS:
            self._say(f"the effect of {self._face(a)} ends")
        elif event == HOLDS:
            self._say(f"{self._object(a)} keeps the effect of {self._face(b)} going")
        elif event == ATTACK:
            self._say(f"{self._object(a)} attacks")
        elif event == STAYS:
            self._say(f"{self._object(a)} stays tapped")
        elif event == UNTAP:
            self._say(f"untaps {self._object(a)}")
        elif event == PLAY_LAND:
            self._say(f"plays {self._face(b)}")
        elif event == CAST:
            extra = f" (X = {c})" if c > 0 else ""
            self._say(f"casts {self._face(b)}{extra}")
        elif event == ENTER:
            self._objects[a] = self._face(b)
            if d or c == _NO_SLOT or self._steps:
                self._say(f"{self._face(b)} enters{' tapped' if d else ''}")
        elif event == LEAVE:
            if b != _HAND or c:
                self._say(f"{self._object(a)} leaves to {_ZONES.get(b, 'elsewhere')}")
        elif event == MOVE and c == _HAND and a in self._taken:
            self._taken.remove(a)
            self._say(f"{self._slot(a)} goes to the hand")
        elif event == MOVE and c not in (_HAND, 0):
            self._say(f"{self._slot(a)} goes to {_ZONES.get(c, 'elsewhere')}")
        elif event == TRIGGER:
            self._say(f"an ability of {self._object(b)} triggers")
        elif event == DELAYED:
            self._say(f"an ability of {self._face(a)} triggers")
        elif event == LIFE:
            self._say(f"life: {a}")
        elif event == COUNTERS:
            self._say(f"{self._object(a)} has {count(c, f'{self._counters.get(b, _FIXED.get(b, str(b)))} counter')}")
        elif event == SHUFFLE:
            self._say("shuffles")
        elif event == LOSE:
            self._say(f"loses: {_LOST.get(a, 'the game is over')}")
        elif event == DISCARD:
            self._say(f"discards {self._slot(a)}")
        elif event == REVEAL:
            self._say(f"reveals {self._slot(a)}")


def _types(mask: int) -> str:
    letters = [letter for i, letter in enumerate("WUBRGC") if mask >> i & 1]
    return "/".join(letters) or "?"


def narrate(program: Any, entries: Iterable[Sequence[int]], outcome: Mapping[str, Any]) -> list[str]:
    """One game as lines: the opening hand, each turn's plays, and what could be cast on it.

    Parameters
    ----------
    program : Program
    entries : iterable of (event, a, b, c, d)
        The core's log.
    outcome : mapping
        What `trace_game` returned beside it: ``turns`` with ``available``, ``in_play``, ``spent`` and ``castable``.
    """
    lines = Narrator(program).tell(entries)
    turns = list(outcome.get("turns", ()))
    spells: dict[int, list[str]] = {}
    for card in program.cards:
        if card.cls >= 0 and card.mana_cost is not None:
            spells.setdefault(card.cls, []).append(card.name)
    out: list[str] = []
    number = 0
    for line in [*lines, "Turn end"]:
        if line.startswith("Turn "):
            if 0 < number <= len(turns):
                turn = turns[number - 1]
                names = "; ".join(name for cls in turn["castable"] for name in spells.get(cls, ()))
                lands = count(turn["in_play"], "land")
                out.append(f"  = {lands}, {turn['available']} mana available, {turn['spent']} spent")
                out.append(f"  = castable: {names or 'nothing'}")
            number += 1
            if line == "Turn end" or number > len(turns):
                break
        out.append(line)
    return out
