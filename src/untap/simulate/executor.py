"""Threads that play games and add up what they leave."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

#: Games of a thread's first chunk; later ones are made to take about `CHUNK_SECONDS`.
FIRST_CHUNK = 16
LARGEST_CHUNK = 1 << 17
CHUNK_SECONDS = 0.1

Tallies = list[dict[str, Any]]
Play = Callable[[int, int], Tallies]


def default_threads() -> int:
    """Processors that this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@dataclass
class Played:
    """What has been played: tallies (one a deck) and ranges of games ``[first, stop)``."""

    tallies: Tallies | None = None
    ranges: list[tuple[int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games played."""
        return sum(stop - first for first, stop in self.ranges)

    def add(self, tallies: Tallies, ranges: list[tuple[int, int]]) -> None:
        """Add more games."""
        if self.tallies is None:
            self.tallies = [{name: array.copy() for name, array in tally.items()} for tally in tallies]
        else:
            for total, more in zip(self.tallies, tallies, strict=True):
                for name, array in total.items():
                    array += more[name]
        self.ranges += ranges


class _Cursor:
    """Hands out chunks of games, in order, to threads."""

    def __init__(self, first: int, stop: int) -> None:
        self._next, self._stop = first, stop
        self._lock = threading.Lock()

    def take(self, wanted: int) -> tuple[int, int]:
        with self._lock:
            first = self._next
            n = min(wanted, self._stop - first)
            self._next += n
            return first, n


def run_threads(
    play: Play, first: int, stop: int, threads: int, *, progress: Callable[[int], None] | None = None
) -> tuple[Played, BaseException | None]:
    """Play games ``first`` to ``stop - 1`` on some threads.

    The sum doesn't depend on how games are cut into chunks or which thread plays them, as only whole numbers are
    added. The calling thread does nothing but wait, so that a signal can't come between the playing of a chunk and its
    being counted.

    Parameters
    ----------
    play : callable
        ``play(first, n)`` plays n games and returns a tally a deck; called from several threads at once.
    progress : callable, optional
        Called with the number of games just finished, in the calling thread.

    Returns
    -------
    played : Played
        All games that were finished, also after an interruption.
    error : BaseException or None
        KeyboardInterrupt or SystemExit of the calling thread, which the caller has to raise.

    Raises
    ------
    Exception
        What `play` or `progress` raised.
    """
    cursor, halt = _Cursor(first, stop), threading.Event()
    events: SimpleQueue[int | BaseException | None] = SimpleQueue()
    results = [Played() for _ in range(max(1, min(threads, (stop - first + 1) // 2)))]

    def work(mine: Played) -> None:
        chunk = FIRST_CHUNK
        try:
            while not halt.is_set():
                start, n = cursor.take(chunk)
                if not n:
                    break
                before = time.perf_counter()
                mine.add(play(start, n), [(start, start + n)])
                took = max(time.perf_counter() - before, 1e-6)
                # even: the two games of a shuffle stay together
                chunk = 2 * int(min(max(n * CHUNK_SECONDS / took, 2), 4 * n, LARGEST_CHUNK) / 2)
                events.put(n)
            events.put(None)
        except BaseException as error:
            halt.set()
            events.put(error)

    pool = [threading.Thread(target=work, args=(mine,), daemon=True) for mine in results]
    for thread in pool:
        thread.start()
    interruption: BaseException | None = None
    failure: BaseException | None = None
    left = len(pool)
    while left:
        try:
            # with a timeout, as Windows doesn't interrupt a wait without one
            event = events.get(timeout=0.2)
        except Empty:
            continue
        except (KeyboardInterrupt, SystemExit) as error:
            interruption = interruption or error
            halt.set()
            continue
        if event is None:
            left -= 1
        elif isinstance(event, BaseException):
            failure = failure or event
            left -= 1
        elif progress is not None:
            try:
                progress(event)
            except (KeyboardInterrupt, SystemExit) as error:
                interruption = interruption or error
                halt.set()
            except Exception as error:
                failure = failure or error
                halt.set()
    if failure is not None:
        raise failure
    total = Played()
    for mine in results:
        if mine.tallies is not None:
            total.add(mine.tallies, mine.ranges)
    return total, interruption
