"""What opening hands are worth, by simulation: once a deck, for keeping and bottoming by it."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from untap.program.compile import Program
    from untap.simulate.scenario import Scenario

#: Turns that a hand's worth looks at, at most.
HORIZON = 7
#: Games from each size of hand: on the fast plane, and else.
GAMES, GAMES_GENERAL = 20_000, 2_000
#: Games of a coarser kind of hand that weigh as much as the kind's own.
SHRINK = 12.0
#: Key of these games' random numbers: a deck's values don't depend on the run that uses them.
KEY = (0x68616E6473, 0x76616C7565)

SHAPE = (2, 8, 8, 8, 4)


def hand_values(program: Program, scenario: Scenario) -> dict[str, Any]:
    """The table of values of a deck's opening hands, and what a hand has to be worth to be kept.

    A hand's kind is: order of play, size, lands, spells within two lands of being castable whose colours the lands
    make, and how many of these have mana value 2 or less. Its worth is the mean, over games from such hands, of the
    mana value that the mana of turns 1 to `HORIZON` could have spent on cards drawn and castable by then, each turn
    counting what was spent so far; rare kinds lean on coarser ones. A hand is kept if it is worth at least as much as
    the prospects of one card fewer: the mean worth of games from fresh hands, bottomed by the table and kept or not by
    the same rule.

    Returns
    -------
    dict
        ``table`` (float32), ``threshold`` (by order and size), ``free_threshold`` (by order).
    """
    return _values(_Key(program), scenario)


class _Key:
    # programs are compared by their digest
    def __init__(self, program: Program) -> None:
        self.program = program

    def __hash__(self) -> int:
        return hash(self.program.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.program.digest == self.program.digest


@lru_cache(maxsize=64)
def _values(key: _Key, scenario: Scenario) -> dict[str, Any]:
    import numpy as np

    from untap import _core
    from untap.program.apart import with_kinds_apart
    from untap.program.compile import ProgramError

    program = key.program
    with suppress(ProgramError):  # with too many castabilities, cards castable alike count once
        program = with_kinds_apart(program, range(len(program.kinds)))
    rule = scenario.rule
    games = GAMES if program.core.fast else GAMES_GENERAL
    options = {**scenario.to_core(), "turns": min(HORIZON, scenario.turns)}
    options["order"], turns = "both", options["turns"]
    table = np.zeros(SHAPE, np.float32)
    for size in range(max(1, rule.minimum), 8):
        _, features, worth = _core.sample_hands(program, KEY, size * games, games, size, horizon=turns, **options)
        for order in range(2):
            mine = features[:, 0] == order
            table[order, size] = _means(features[mine, 1:], worth[mine])
    threshold = np.zeros((2, 8))
    prospect = np.zeros(2)
    for size in range(max(1, rule.minimum), 8):
        threshold[:, size] = prospect
        # games of their own: the values by which the best cards were chosen are too good
        seen = 7 if rule.kind == "london" else size
        value, features, worth = _core.sample_hands(
            program, KEY, (8 + size) * games, games, seen, seen - size, table, horizon=turns, **options
        )
        floor = prospect[features[:, 0]]
        got = np.where(value >= floor, worth, floor)
        prospect = np.array([got[features[:, 0] == order].mean() for order in range(2)])
    return {"table": table, "threshold": threshold.tolist(), "free_threshold": prospect.tolist()}


def _means(features: np.ndarray, worth: np.ndarray) -> np.ndarray:
    """Means by lands, fit and cheap, each shrunk towards that of the coarser kind."""
    import numpy as np

    coarse = np.full(SHAPE[2:], worth.mean() if len(worth) else 0.0)
    for fine in (1, 2, 3):
        shape = SHAPE[2 : 2 + fine]
        at = np.ravel_multi_index(tuple(features[:, :fine].T), shape)
        n = np.bincount(at, minlength=int(np.prod(shape))).reshape(shape)
        total = np.bincount(at, worth, minlength=int(np.prod(shape))).reshape(shape)
        wide = (*shape, *(1,) * (3 - fine))
        coarse = (total.reshape(wide) + SHRINK * coarse) / (n.reshape(wide) + SHRINK)
    return coarse.astype(np.float32)
