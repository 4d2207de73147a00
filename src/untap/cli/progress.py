"""Progress of a long run on stderr, only where that is a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any

#: Seconds before anything is shown.
DELAY = 0.4


class Progress:
    """Shows games done; `update` is the callback of `untap.simulate`.

    Parameters
    ----------
    quiet : bool
        Show nothing.
    bounded : bool
        Whether the greatest number of games is one that will be reached.
    """

    def __init__(self, *, quiet: bool = False, bounded: bool = True) -> None:
        self._on = not quiet and sys.stderr.isatty()
        self._bounded = bounded
        self._start = time.perf_counter()
        self._bar: Any = None
        self._task: Any = None

    @property
    def seconds(self) -> float:
        """Time since the start."""
        return time.perf_counter() - self._start

    def update(self, done: int, most: int) -> None:
        """Show that so many games are done."""
        if not self._on or self.seconds < DELAY:
            return
        if self._bar is None:
            self._begin(most)
        self._bar.update(self._task, completed=done)

    def _begin(self, most: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = [TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("games", total=most if self._bounded else None)
        self._bar.start()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
