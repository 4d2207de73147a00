"""The integers that games leave: names, shapes, and how they add."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

#: Types of mana in the order of the last axes of ``missing`` and ``mana_type``.
TYPES = "WUBRGC"
#: Their names.
COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colourless"}

#: The types in each set of types, a set being the sum of 2**k over its types: {W, U} is 3.
SETS = tuple("".join(letter for k, letter in enumerate(TYPES) if s >> k & 1) for s in range(64))

#: Axes of each array of a tally: O order (play, draw), K castability class, T turn, S hand size, L lands, D delay (from
#: -T turns to T), Q question, C turn of the goldfish clock; numbers are fixed lengths. Everything is int64 and
#: additive. ``docs/result-schema.md`` says what each counts.
AXES: dict[str, tuple[str | int, ...]] = {
    "games": ("O",),
    "castable": ("O", "K", "T"),
    "castable_by": ("O", "K", "T"),
    "fail_mana": ("O", "K", "T"),
    "fail_colour": ("O", "K", "T"),
    "fail_restriction": ("O", "K", "T"),
    "fail_tempo": ("O", "K", "T"),
    "fail_other": ("O", "K", "T"),
    "missing": ("O", "K", "T", 6),
    "missing_sets": ("O", "K", "T", 64),
    "mana": ("O", "T", 64),
    "mana_oneshot": ("O", "T", 64),
    "mana_type": ("O", "T", 6, 32),
    "unbounded": ("O", "T"),
    "lands_in_play": ("O", "T", 32),
    "lands_seen": ("O", "T", 64),
    "land_drop": ("O", "T"),
    "hand_size": ("O", "S"),
    "kept_lands": ("O", "S", "L"),
    "mulligan_lands": ("O", "S", "L"),
    "opening": ("O", "K"),
    "opening_castable_by": ("O", "K", "T"),
    "opening_castable": ("O", "K", "T"),
    "drawn": ("O", "K", "T"),
    "drawn_castable": ("O", "K", "T"),
    "lands_ok": ("O", "T"),
    "lands_ok_castable": ("O", "K", "T"),
    "lands_for_castable": ("O", "K", "T"),
    "lands_play_ok": ("O", "T"),
    "lands_play_ok_castable": ("O", "K", "T"),
    "drawn_castable_by": ("O", "K", "T"),
    "lands_ok_castable_by": ("O", "K", "T"),
    "lands_for_castable_by": ("O", "K", "T"),
    "lands_play_ok_castable_by": ("O", "K", "T"),
    "cast_by": ("O", "K", "T"),
    "delay": ("O", "K", "D"),
    "waited": ("O", "K", "T"),
    "spent": ("O", "T", 64),
    "unspent": ("O", "T", 64),
    "mana_first": ("O", 16, "T"),
    "flows": ("O", 12, "T"),
    "flows_squares": ("O", 12, "T"),
    "mana_oneshot_squares": ("O", "T"),
    "untapped": ("O", "T"),
    "kept_tapped": ("O", "T"),
    "untap_triggers": ("O", "T"),
    "untapped_otherwise": ("O", "T"),
    "untapped_squares": ("O", "T"),
    "kept_tapped_squares": ("O", "T"),
    "untap_triggers_squares": ("O", "T"),
    "untapped_otherwise_squares": ("O", "T"),
    "decked": ("O",),
    "died": ("O",),
    "undecided": ("O",),
    "asked": ("O", "Q"),
    "castable_both": ("K", "T"),
    "castable_by_both": ("K", "T"),
    "cast_by_both": ("K", "T"),
    "drawn_both": ("K", "T"),
    "mana_both": ("T",),
    "mana_oneshot_both": ("T",),
    "spent_both": ("T",),
    "unspent_both": ("T",),
    "lands_in_play_both": ("T",),
    "lands_seen_both": ("T",),
    "damage": ("O", "C", 64),
    "lethal": ("O", "C"),
}

#: Reasons for which a card can't be cast, exclusive and exhaustive.
FAILS = ("mana", "colour", "restriction", "tempo", "other")

#: Arrays that are empty unless a run was asked for them.
ON_REQUEST = ("asked", "damage", "lethal")

#: Arrays that results of earlier versions may lack; they are empty then.
LATER = (
    "missing_sets",
    "flows",
    "flows_squares",
    "opening_castable",
    "drawn_castable_by",
    "lands_ok_castable_by",
    "lands_for_castable_by",
    "lands_play_ok_castable_by",
    "waited",
    "mana_oneshot_squares",
    "untapped_otherwise",
    "untapped_otherwise_squares",
)

#: What makes the mana that is spent, in the order of the first eight numbers of ``flows``.
SOURCES = ("land", "creature", "artifact", "aura", "ritual", "treasure", "again", "other")
#: What the next ones are: restricted mana among the available, and what triggers on becoming untapped brought.
FLOWS = (*SOURCES, "restricted", "untap_cards", "untap_mana", "untap_permanents")

Tally = Mapping[str, np.ndarray]


def shape(name: str, classes: int, turns: int, questions: int = 0, clock: int = 0) -> tuple[int, ...]:
    """The shape of an array of a tally."""
    sizes = {"O": 2, "K": classes, "T": turns, "S": 8, "L": 8, "D": 2 * turns + 1, "Q": questions, "C": clock}
    return tuple(axis if isinstance(axis, int) else sizes[axis] for axis in AXES[name])


def zeros(classes: int, turns: int, questions: int = 0, clock: int = 0) -> dict[str, np.ndarray]:
    """A tally of no games."""
    return {name: np.zeros(shape(name, classes, turns, questions, clock), np.int64) for name in AXES}


def by_type(sets: np.ndarray) -> np.ndarray:
    """Games by type from games by set of types, both on the last axis."""
    return sets @ (np.arange(64)[:, None] >> np.arange(6) & 1)


def add(total: dict[str, np.ndarray], more: Tally) -> None:
    """Add a tally to another in place."""
    for name, array in total.items():
        array += more[name]


def checked(tally: Tally, classes: int, turns: int, questions: int = 0, clock: int = 0) -> dict[str, np.ndarray]:
    """The tally as read-only int64 arrays of the right shapes.

    Raises
    ------
    ValueError
        If an array is missing, has another shape, or isn't of whole numbers; or if reasons or sets don't add up.
    """
    out = {}
    for name in AXES:
        if name not in tally and name not in LATER:
            raise ValueError(f"the tally has no {name!r}")
        array = np.asarray(tally.get(name, np.zeros(0, np.int64)))
        want = shape(name, classes, turns, questions, clock)
        if name in LATER and not array.size:
            want = array.shape
        if array.shape != want:
            raise ValueError(f"the tally's {name!r} has shape {array.shape} instead of {want}")
        if array.dtype.kind not in "iu":
            raise ValueError(f"the tally's {name!r} isn't of whole numbers")
        array = array.astype(np.int64)  # a copy: nobody else writes to it
        array.flags.writeable = False
        out[name] = array
    whole = out["castable"] + sum(out[f"fail_{reason}"] for reason in FAILS)
    if (whole != out["games"][:, None, None]).any():
        raise ValueError("castable games and reasons for failing don't add up to all games")
    sets = out["missing_sets"]
    if sets.size:
        if (sets.sum(axis=-1) != out["fail_colour"]).any():
            raise ValueError("the sets of missing types don't add up to the games that fail by colour")
        some = out["fail_colour"] > 0
        if (by_type(sets[some]) != out["missing"][some]).any() or out["missing"][~some].any():
            raise ValueError("the sets of missing types don't add up to the games by missing type")
    return out
