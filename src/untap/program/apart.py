"""Programs in which certain cards have a castability class of their own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from .compile import Program, ProgramError


def with_kinds_apart(program: Program, kinds: Collection[int]) -> Program:
    """The same deck, where each of these kinds of card has a class that no other card shares.

    Cards that are castable in the same positions share a class, which is all that most figures need; which of them was
    drawn or cast is told apart only by class.

    Raises
    ------
    ProgramError
        If that makes more classes than the core has room for.
    """
    arrays = program.arrays
    old = arrays["kinds"]["cls"]
    wanted = [k for k in kinds if old[k] >= 0 and np.count_nonzero(old == old[k]) > 1]
    if not wanted:
        return program
    new = {k: n for n, k in enumerate(wanted)}
    numbers: dict[tuple[int, int], int] = {}
    cls = np.full(len(old), -1, np.int32)
    class_kind = []
    for k, c in enumerate(old):
        if c < 0:
            continue
        key = (int(c), new.get(k, -1))
        if key not in numbers:
            numbers[key] = len(numbers)
            class_kind.append(k)
        cls[k] = numbers[key]
    if len(class_kind) > 256:
        raise ProgramError(f"{len(class_kind)} castabilities with those asked about apart: the limit is 256")
    out = dict(arrays)
    out["kinds"], out["faces"] = arrays["kinds"].copy(), arrays["faces"].copy()
    out["kinds"]["cls"] = cls
    for k in range(len(old)):
        first = arrays["kinds"][k]["face"]
        for f in range(first, first + arrays["kinds"][k]["n_faces"]):
            if arrays["faces"][f]["cls"] >= 0:
                out["faces"][f]["cls"] = cls[k]
    out["class_kind"] = np.array(class_kind, np.int32)
    number = {name: k for k, name in reversed(list(enumerate(program.kinds)))}
    cards = tuple(replace(card, cls=int(cls[number[card.name]])) for card in program.cards)
    return replace(program, cards=cards, classes=len(class_kind), arrays=out)
