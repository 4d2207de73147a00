"""``untap batch DECKS... --out FOLDER``."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Any

from untap.cli import BAD_INPUT, DONE, INTERRUPTED, InputError
from untap.cli.common import add_scenario_options, note, open_table, scenario_items, whole, write, write_lines
from untap.simulate.stop import MAX_GAMES

#: Seconds between lines of progress where stderr is no terminal.
LINE_SECONDS = 60.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "decks",
        nargs="+",
        metavar="DECKS",
        help="folders, files, patterns ('decks/**/*.txt'), collections (.jsonl, .jsonl.gz: a deck a line); '-': stdin",
    )
    parser.add_argument("--out", "-o", metavar="FOLDER", required=True, help="where the tables and the journal go")
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole("--games", 1, MAX_GAMES),
        default=10_000,
        help="of each deck (default: 10,000)",
    )
    group = parser.add_argument_group("who plays")
    group.add_argument(
        "--executor",
        choices=("serial", "threads", "processes", "dask"),
        help="default: threads; the results are the same bytes",
    )
    group.add_argument("--workers", metavar="K", type=whole("--workers", 1, 1024), help="default: one a processor")
    group.add_argument(
        "--dask", metavar="ADDRESS", nargs="?", const="local", help="a Dask scheduler (tcp://...), or a cluster here"
    )
    group = parser.add_argument_group("the decks")
    group.add_argument(
        "--unknown",
        choices=("error", "blank"),
        default="error",
        help="names that the card table hasn't: that deck fails (default), or cards that do nothing",
    )
    group.add_argument("--strict", action="store_true", help="a deck that is merely unusual fails")
    group.add_argument("--table", metavar="FILE", help="a certain card table")
    group.add_argument("--cards", metavar="FILE", help="a TOML file of cards of your own")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.add_argument("--quiet", action="store_true", help="no notes and no progress on stderr, only what failed")
    add_scenario_options(parser)
    parser.epilog = (
        "The same command again goes on where it was stopped. Tables: decks and cards, as .parquet (untap[frames]) and "
        ".jsonl; see docs/batch.md."
    )


def run(options: argparse.Namespace) -> int:
    """Play all decks."""
    from untap.batch import Settings, Stop, count, items, run_batch
    from untap.batch.tables import has_parquet
    from untap.report.numbers import count as count_of
    from untap.simulate.executors import make_executor

    if options.dask and options.executor not in (None, "dask"):
        raise InputError(f"--dask and --executor {options.executor} exclude each other")
    if options.dask not in (None, "local") and options.workers is not None:
        raise InputError("--workers is for workers started here, not for a cluster with an address")
    table = open_table(options)
    own: tuple[Any, ...] = ()
    if options.cards:
        from untap.cards.overrides import read_overrides

        own = tuple(read_overrides(options.cards))
    if os.path.exists(options.out) and not os.path.isdir(options.out):
        raise InputError(f"--out {options.out}: this is a file; name a folder, which is made if there is none")
    scenario = scenario_items(options)
    if scenario.get("clock"):
        raise InputError("a batch keeps no clock")
    settings = Settings(
        games=options.games,
        seed=options.seed,
        scenario=scenario,
        unknown=options.unknown,
        strict=options.strict,
        overrides=own,
    )
    total = 0 if "-" in options.decks else count(options.decks, skip=options.out)
    if not has_parquet():
        note("no Parquet tables, only JSON lines: pip install 'untap[frames]'", quiet=options.quiet)
    stop = Stop()
    name = "dask" if options.dask else options.executor or "threads"
    with _signals(stop), _Progress(options.quiet) as progress:
        executor = make_executor(
            name, workers=options.workers, address=None if options.dask == "local" else options.dask
        )
        try:
            decks = items(options.decks, known=table.__contains__, skip=options.out)
            summary = run_batch(
                decks, options.out, settings, executor, table=table, total=total, stop=stop, progress=progress.update
            )
        finally:
            executor.close()
    if summary.damaged:
        note(f"{summary.damaged} damaged lines of the journal were left out; their games were played again")
    if not summary.complete:
        note(
            f"stopped after {summary.done} of {max(total, summary.decks)} decks; what was played is kept: "
            "the same command goes on"
        )
        return 128 + stop.signal if stop.signal == signal.SIGTERM else INTERRUPTED
    for label, reason in summary.failures:
        note(f"{label} failed: {reason}")
    if (more := summary.failed - len(summary.failures)) > 0:
        note(f"{count_of(more, 'more deck')} failed: the reasons are in {options.out}/decks.jsonl")
    _report(options, summary)
    return BAD_INPUT if summary.decks and not summary.done else DONE


def _report(options: argparse.Namespace, summary: Any) -> None:
    if options.json:
        import dataclasses
        import json

        write(json.dumps(dataclasses.asdict(summary)) + "\n")
        return
    from untap.report.numbers import count as count_of

    rate = summary.decks / summary.seconds if summary.seconds else 0.0
    decks = count_of(summary.decks, "deck")
    lines = [
        f"{decks}: {summary.done:,} done, {summary.failed:,} failed; {count_of(summary.games, 'game')}",
        f"with unsupported sentences: {summary.unsupported:,}; with undecided games: {summary.undecided:,}",
        f"played now: {count_of(summary.played, 'game')} in {summary.seconds:.1f} s ({rate:.1f} decks/s); "
        f"done already: {summary.skipped:,}",
        f"results {summary.hash}",
    ]
    write_lines(lines)


@contextlib.contextmanager
def _signals(stop: Any) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM asks the batch to stop; the second interrupts it."""

    def handler(number: int, frame: Any) -> None:
        if stop:
            raise KeyboardInterrupt
        stop.request(number)
        with contextlib.suppress(OSError, RuntimeError):
            sys.stderr.write("untap: stopping after what is being played (again: at once)\n")

    old = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(ValueError):  # not in the main thread
            old[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, previous in old.items():
            signal.signal(number, previous)


class _Progress:
    """Decks done, their rate and the time left: a bar on a terminal, else a line a minute."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._bar: Any = None
        self._start = self._last = time.perf_counter()

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            with contextlib.suppress(OSError):
                self._bar.stop()

    def update(self, done: int, total: int, games: int) -> None:
        """Show it. A reader of stderr that has gone away stops nothing."""
        if self._quiet:
            return
        now = time.perf_counter()
        try:
            if self._terminal:
                if now - self._last > 0.2:
                    self._last = now
                    self._draw(done, total, games, now - self._start)
            elif now - self._last > LINE_SECONDS:
                self._last = now
                note(_state(done, total, games, now - self._start))
        except OSError:
            self._quiet = True

    def _draw(self, done: int, total: int, games: int, seconds: float) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = [BarColumn(), TextColumn("{task.description}")]
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stderr=False)
            self._task = self._bar.add_task("", total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total, description=_state(done, total, games, seconds))


def _state(done: int, total: int, games: int, seconds: float) -> str:
    rate = done / seconds if seconds > 0 else 0.0
    left = f", {_clock((total - done) / rate)} left" if rate > 0 and total > done else ""
    return f"{done:,} of {total:,} decks, {rate:.1f} a second, {games:,} games{left}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
