"""Tasks: games of some programs as a pure function of plain data, for whichever process plays them."""

from __future__ import annotations

import hashlib
import json
import math
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np


class TaskError(RuntimeError):
    """A task can't be run here, or has come to nothing as often as it may."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some games of one program.

    Attributes
    ----------
    name : str
        Whose they are; the core doesn't see it.
    digest : str
        SHA-256 of the program's integers.
    arrays : dict
        The program's arrays; no part of its identity beside the digest.
    scenario : dict
        ``Scenario.to_core()``, and what `untap.simulate.prepare` makes of the scenario for this program.
    key : (int, int)
        The generator's.
    first, games : int
    questions : dict or None
        What the scenario asks, for the core.
    """

    name: str
    digest: str
    arrays: Mapping[str, Any] = field(repr=False, compare=False)
    scenario: Mapping[str, Any] = field(repr=False, compare=False)
    key: tuple[int, int]
    first: int
    games: int
    questions: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Task:
    """Parts that one worker plays in one go: seconds of work."""

    parts: tuple[Part, ...]
    version: str
    stream: int

    @cached_property
    def id(self) -> str:
        """The same for the same games: what a scheduler may call the task."""
        text = ";".join(f"{p.name},{p.digest},{p.key[0]},{p.key[1]},{p.first},{p.games}" for p in self.parts)
        return hashlib.sha256(f"{self.version};{self.stream};{text}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class PartDone:
    """What a part's games left: the packed tally, and how long they took (which is nobody's identity)."""

    name: str
    first: int
    games: int
    tally: bytes
    seconds: float


def task_of(parts: list[Part]) -> Task:
    """A task of this version of untap."""
    import untap
    from untap import _core

    return Task(tuple(parts), untap.__version__, int(_core.STREAM_VERSION))


def run_task(task: Task) -> list[PartDone]:
    """Play a task's games. Nothing but the task decides what comes of it, so that it may be run again anywhere.

    Raises
    ------
    TaskError
        If this process has another version of untap than the one that made the task.
    """
    import untap
    from untap import _core

    mine = untap.__version__, int(_core.STREAM_VERSION)
    if mine != (task.version, task.stream):
        raise TaskError(
            f"a worker has untap {mine[0]} (stream {mine[1]}), the batch {task.version} (stream {task.stream}): "
            "install the same version everywhere"
        )
    return [_run_part(part) for part in task.parts]


def _run_part(part: Part) -> PartDone:
    from untap import _core

    begin = time.perf_counter()
    core = _core_of(part.digest, _Unhashed(part.arrays))
    asked = [part.questions]
    tally = _core.run_chunk([core], part.key, part.first, part.games, questions=asked, **part.scenario)[0]
    return PartDone(part.name, part.first, part.games, pack(tally), time.perf_counter() - begin)


@dataclass(frozen=True, slots=True)
class _Unhashed:
    """Arrays beside their digest, which stands for them."""

    arrays: Mapping[str, Any] = field(compare=False)


@lru_cache(maxsize=16)
def _core_of(digest: str, arrays: _Unhashed) -> Any:
    from untap._core import CoreProgram

    return CoreProgram(arrays.arrays)


# ------------------------------------------------------------------------------------- tallies as bytes


def pack(tally: Mapping[str, np.ndarray]) -> bytes:
    """A tally as bytes, with names and shapes; the same ones for the same numbers."""
    arrays = {name: np.asarray(tally[name]) for name in sorted(tally)}
    head = json.dumps([[name, array.shape] for name, array in arrays.items()], separators=(",", ":")).encode()
    values = np.concatenate([array.ravel() for array in arrays.values()] or [np.zeros(0, np.int64)])
    low, high = (int(values.min()), int(values.max())) if len(values) else (0, 0)
    # few numbers of a tally are great: four bytes are enough unless one is
    kind = "<i4" if low >= -(2**31) and high < 2**31 else "<i8"
    return kind[1:].encode() + zlib.compress(head + b"\n" + values.astype(kind).tobytes(), 1)


def unpack(data: bytes) -> dict[str, np.ndarray]:
    """The tally of `pack`'s bytes, int64.

    Raises
    ------
    ValueError
        If they aren't one.
    """
    try:
        head, _, numbers = zlib.decompress(data[2:]).partition(b"\n")
        values = np.frombuffer(numbers, f"<{data[:2].decode()}").astype(np.int64)
        tally, at = {}, 0
        for name, lengths in json.loads(head):
            size = math.prod(lengths)
            tally[str(name)] = values[at : at + size].reshape(lengths)
            at += size
    except (zlib.error, ValueError, TypeError) as error:
        raise ValueError(f"a damaged tally: {error}") from None
    if at != len(values):
        raise ValueError(f"a damaged tally: {len(values)} numbers instead of {at}")
    return tally
