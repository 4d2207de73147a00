"""Tasks: games of some programs as a pure function of plain data, for whichever process plays them."""

from __future__ import annotations

import hashlib
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
        ``Scenario.to_core()``.
    key : (int, int)
        The generator's.
    first, games : int
    """

    name: str
    digest: str
    arrays: Mapping[str, Any] = field(repr=False, compare=False)
    scenario: Mapping[str, Any] = field(repr=False, compare=False)
    key: tuple[int, int]
    first: int
    games: int


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
    tally = _core.run_chunk([core], part.key, part.first, part.games, **part.scenario)[0]
    return PartDone(part.name, part.first, part.games, pack(tally), time.perf_counter() - begin)


@dataclass(frozen=True, slots=True)
class _Unhashed:
    """Arrays beside their digest, which stands for them."""

    arrays: Mapping[str, Any] = field(compare=False)


@lru_cache(maxsize=64)
def _core_of(digest: str, arrays: _Unhashed) -> Any:
    from untap._core import CoreProgram

    return CoreProgram(arrays.arrays)


# ------------------------------------------------------------------------------------- tallies as bytes


def pack(tally: Mapping[str, np.ndarray]) -> bytes:
    """A tally as bytes; the same ones for the same numbers."""
    from untap.results.tally import AXES

    values = np.concatenate([np.asarray(tally[name]).ravel() for name in AXES])
    # few numbers of a tally are great: four bytes are enough unless one is
    wide = len(values) > 0 and int(values.max()) > 0xFFFFFFFF
    return (b"8" if wide else b"4") + zlib.compress(values.astype("<u8" if wide else "<u4").tobytes(), 1)


def unpack(data: bytes, classes: int, turns: int) -> dict[str, np.ndarray]:
    """The tally of `pack`'s bytes, int64.

    Raises
    ------
    ValueError
        If they aren't one of so many classes and turns.
    """
    from untap.results.tally import AXES, shape

    try:
        values = np.frombuffer(zlib.decompress(data[1:]), "<u8" if data[:1] == b"8" else "<u4").astype(np.int64)
    except zlib.error as error:
        raise ValueError(f"a damaged tally: {error}") from None
    tally, at = {}, 0
    for name in AXES:
        lengths = shape(name, classes, turns)
        size = int(np.prod(lengths))
        if at + size > len(values):
            break
        tally[name] = values[at : at + size].reshape(lengths)
        at += size
    if len(tally) != len(AXES) or at != len(values):
        raise ValueError(f"a tally of {len(values)} numbers doesn't fit {classes} castabilities and {turns} turns")
    return tally
