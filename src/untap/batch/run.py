"""A batch: decks in, tasks out to an executor, the journal, the tables.

What has been played is in the journal before anything else is done with it. The tables are made from the journal alone,
in the order of identities, so that they are the same bytes whoever played what, in which order, after how many
interruptions.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from untap.batch.inputs import Item
from untap.batch.journal import Journal, JournalError, Lock
from untap.batch.tables import card_columns, deck_row, failed_row, has_parquet, writing
from untap.results import CardInfo, CardNote, Result
from untap.results.files import replacing
from untap.results.tally import add
from untap.simulate.executors import Executor
from untap.simulate.prepare import Prepared, prepare
from untap.simulate.run import check_seed, scenario_for, seed_key
from untap.simulate.scenario import Scenario
from untap.simulate.tasks import Part, PartDone, Task, TaskError, task_of, unpack

if TYPE_CHECKING:
    from untap.cards import CardFacts, CardTable

#: Seconds of work that a task shall be.
TASK_SECONDS = 2.0
#: Games by which a deck's speed is found out, and how many decks are so probed in one task; a first guess by few games
#: may be far off, so that parts grow by no more than `GROWTH`.
PROBE_GAMES = 4
GROWTH = 16
PROBES = 16
#: Failed decks that a summary names.
NAMED = 10
#: Fewest games of a part, unless there are no more.
LEAST_GAMES = 2
#: Decks begun at one time, a worker.
WINDOW = 32
#: Seconds that running tasks have to end in after a request to stop.
GRACE = 30.0

SCHEMA = "untap.batch/1"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What decks are played with.

    Attributes
    ----------
    games : int
        Of each deck.
    seed : int
    scenario : dict
        What is given of `Scenario`; the rest follows from the deck's format.
    unknown, strict, overrides
        As for `untap.simulate`.
    """

    games: int = 10_000
    seed: int = 0
    scenario: dict[str, Any] = field(default_factory=dict)
    unknown: str = "error"
    strict: bool = False
    overrides: tuple[CardFacts, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.games, bool) or not isinstance(self.games, int) or self.games < 1:
            raise ValueError(f"games is a whole number from 1, not {self.games!r}")
        check_seed(self.seed)
        if self.scenario.get("clock"):
            raise ValueError("a batch keeps no clock")

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "games": self.games,
            "seed": self.seed,
            "scenario": {k: _plain(v) for k, v in self.scenario.items()},
            "unknown": self.unknown,
            "strict": self.strict,
            "own_cards": _sha(*(repr(card) for card in self.overrides)) if self.overrides else None,
        }


def _plain(value: Any) -> Any:
    """What of a scenario is given, for JSON."""
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, str | int | float | dict):
        return value
    return value.to_dict() if hasattr(value, "to_dict") else str(value)


class Stop:
    """A request to stop, from a signal or another thread: what is running is finished and kept."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.signal: int | None = None

    def request(self, signal: int | None = None) -> None:
        """Ask."""
        self.signal = signal
        self._event.set()

    def __bool__(self) -> bool:
        return self._event.is_set()


@dataclass(frozen=True)
class Summary:
    """What a batch has come to.

    Attributes
    ----------
    decks, done, failed : int
    games : int
        Held by the tables.
    unsupported : int
        Decks with a sentence that isn't supported.
    undecided : int
        Decks with games that a search limit cut short.
    hash : str
        SHA-256 of the results: of every identity and its integers.
    complete : bool
        Whether there are tables: not after an interruption.
    played : int
        Games played now; the others were in the journal.
    skipped : int
        Decks of which nothing had to be played.
    damaged : int
        Lines of the journal that were left out.
    seconds : float
    failures : tuple of (str, str)
        The first decks that failed, `NAMED` at most, and why.
    """

    decks: int
    done: int
    failed: int
    games: int
    unsupported: int
    undecided: int
    hash: str
    complete: bool
    played: int
    skipped: int
    damaged: int
    seconds: float
    failures: tuple[tuple[str, str], ...] = ()


#: Called with decks finished, decks in all, games played now.
Progress = Callable[[int, int, int], None]


def _sha(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


@dataclass(eq=False)
class _Work:
    """A deck that is being played."""

    key: str
    digest: str
    arrays: dict[str, Any]
    scenario: dict[str, Any]
    questions: dict[str, Any] | None
    ranges: deque[tuple[int, int]]
    running: int = 0
    rate: float = 0.0  # seconds a game; 0: not known yet
    largest: int = 0  # games of its largest part so far


def run_batch(
    decks: Iterable[Item],
    folder: str | os.PathLike[str],
    settings: Settings,
    executor: Executor,
    *,
    table: CardTable,
    total: int = 0,
    stop: Stop | None = None,
    progress: Progress | None = None,
    parquet: bool | None = None,
) -> Summary:
    """Play every deck's games and write the tables into a folder.

    Parameters
    ----------
    decks : iterable of Item
        Taken one by one.
    folder : str or path-like
        Made if it isn't there. A journal in it says what needn't be played again.
    settings : Settings
    executor : Executor
        Closed by the caller.
    table : CardTable
    total : int
        How many decks there are, for `progress`.
    stop : Stop, optional
        Looked at all the time.
    parquet : bool, optional
        By default, if pyarrow is there.

    Returns
    -------
    Summary

    Raises
    ------
    JournalError
        If the folder is in use, or its journal isn't one.
    OSError
        If the folder can't be written to. What was written stays.
    """
    folder = os.fspath(folder)
    os.makedirs(folder, exist_ok=True)
    lock = Lock(os.path.join(folder, ".lock"))
    try:
        journal = Journal(folder)
        try:
            batch = _Batch(journal, settings, executor, table, Stop() if stop is None else stop, total, progress)
            return batch.run(decks, folder, has_parquet() if parquet is None else parquet)
        finally:
            journal.close()
    finally:
        lock.close()


class _Batch:
    """The state of `run_batch`."""

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        executor: Executor,
        table: CardTable,
        stop: Stop,
        total: int,
        progress: Progress | None,
    ) -> None:
        import untap
        from untap import _core
        from untap.program.opcodes import PROGRAM_VERSION

        self.journal, self.settings, self.executor, self.table = journal, settings, executor, table
        self.stop, self.total, self.progress = stop, total, progress
        self.key = seed_key(settings.seed)
        self.version, self.stream = untap.__version__, int(_core.STREAM_VERSION)
        self.versions = {
            "untap": self.version,
            "stream": self.stream,
            "program": int(PROGRAM_VERSION),
            "table": {what: str(getattr(table, what, "")) for what in ("date", "grammar", "source")},
        }
        self.settings_text = json.dumps([settings.to_dict() | {"games": 0}, self.versions], sort_keys=True)
        self.begun: dict[str, _Work] = {}  # by key
        self.probes: deque[_Work] = deque()
        self.ready: deque[_Work] = deque()
        self.outstanding = 0
        self.failed: dict[str, str] = {}  # key to reason
        self.listed = self.finished = self.played = self.skipped = 0

    # --------------------------------------------------------------------------- the run

    def run(self, decks: Iterable[Item], folder: str, parquet: bool) -> Summary:
        begin, started = time.perf_counter(), datetime.now(UTC)
        source = iter(decks)
        exhausted = False
        while not self.stop:
            while not exhausted and not self.stop and len(self.begun) < WINDOW * self.executor.workers:
                item = next(source, None)
                if item is None:
                    exhausted = True
                    break
                self._take(item)
                if len(self.probes) >= PROBES and self.outstanding < self.executor.workers:
                    break  # nobody shall wait for the rest of the window
            self._submit(flush=exhausted or len(self.begun) >= WINDOW * self.executor.workers)
            if exhausted and not self.begun:
                break
            if self.outstanding:
                self._collect(0.2 if exhausted or len(self.begun) >= WINDOW * self.executor.workers else 0.0)
            self._show()
        if self.stop:
            self._drain()
        self.journal.sync()
        seconds = time.perf_counter() - begin
        if self.stop:
            return self._summary(seconds, complete=False)
        summary = self._write(folder, seconds, parquet)
        self._write_provenance(folder, started, seconds)
        return replace(summary, seconds=time.perf_counter() - begin)

    def _show(self) -> None:
        if self.progress is not None:
            self.progress(self.finished, max(self.total, self.listed), self.played)

    def _list(self, item: Item, work: str | None, identity: str | None, source: str | None, reason: str | None) -> None:
        self.listed += 1
        name = item.deck.name if item.deck is not None else None
        row = (identity, work, item.label, name, item.path, source, reason)
        self.journal.index.execute("INSERT INTO items VALUES (?,?,?,?,?,?,?)", row)

    def _take(self, item: Item) -> None:
        """Compile a deck, unless the journal knows it, and queue what of its games is missing."""
        if item.deck is None:
            self._list(item, None, None, None, item.problem)
            self.finished += 1
            return
        entries = [[e.name, e.count, e.section] for e in item.deck.entries]
        errors = [[d.line, d.message, d.suggestion] for d in item.deck.errors]
        source = _sha(self.settings_text, json.dumps([entries, errors, [e.line for e in item.deck.entries]]))
        info, ready = self.journal.deck(source), None
        if info is None:
            try:
                ready = self._compile(item)
                info = self._info(ready.program)
            except ValueError as error:
                self._list(item, None, None, None, str(error))
                self.finished += 1
                return
            self.journal.add_deck(source, info)
        work = info["work"]
        self._list(item, work, _sha(work, str(self.settings.games)), source, None)
        if work in self.begun:
            self.finished += 1  # the same deck again: its games are being played
            return
        _, missing = self.journal.cover(work, self.settings.games)
        if not missing or work in self.failed:
            self.finished += 1
            self.skipped += 1
            return
        if ready is None:
            ready = self._compile(item)
        program = ready.program
        scenario = self._scenario(program)
        rules = {name: value for name, value in ready.options().items() if name != "questions"}
        one = _Work(
            work, program.digest, program.arrays, {**scenario.to_core(), **rules}, ready.questions, deque(missing)
        )
        self.begun[work] = one
        self.probes.append(one)

    def _compile(self, item: Item) -> Prepared:
        from untap.program.compile import compile_deck

        s = self.settings
        program = compile_deck(
            item.deck,
            self.table,
            unknown=s.unknown,
            strict=s.strict,
            overrides=s.overrides,
            format=s.scenario.get("format"),
        )
        return prepare(program, self._scenario(program))

    def _scenario(self, program: Any) -> Scenario:
        return scenario_for(program, None, self.settings.scenario)

    def _info(self, program: Any) -> dict[str, Any]:
        scenario = self._scenario(program).to_dict()
        # what decides which games are played; their number comes on top
        work = _sha(program.digest, json.dumps([scenario, self.settings.seed, self.versions], sort_keys=True))
        return {
            "work": work,
            "digest": program.digest,
            "classes": int(program.classes),
            "scenario": scenario,
            "cards": [
                [c.name, int(c.count), c.section, c.mana_cost, int(c.mana_value), int(c.cls), bool(c.land)]
                for c in program.cards
            ],
            "notes": [[n.card, n.level] for n in program.notes if n.level != "inert"],
            "warnings": list(program.warnings),
        }

    # --------------------------------------------------------------------------- tasks

    def _submit(self, *, flush: bool) -> None:
        """Keep the executor busy; `flush`: also with less than a task's worth."""
        while self.outstanding < 2 * self.executor.workers and not self.stop:
            parts = self._sized()
            if not parts and self.probes and (flush or len(self.probes) >= PROBES):
                # at the end of the batch every worker shall have some
                share = max(1, min(PROBES, -(-len(self.probes) // self.executor.workers)))
                parts = [self._cut(self.probes.popleft(), PROBE_GAMES) for _ in range(share)]
            if not parts:
                return
            self.executor.submit(task_of(parts))
            self.outstanding += 1

    def _sized(self) -> list[Part]:
        parts: list[Part] = []
        seconds = 0.0
        while self.ready and seconds < TASK_SECONDS:
            work = self.ready[0]
            games = min(int((TASK_SECONDS - seconds) / work.rate) // 2 * 2, GROWTH * work.largest)
            games = max(LEAST_GAMES, games)
            part = self._cut(work, games)
            parts.append(part)
            seconds += part.games * work.rate
            self.ready.popleft()
            if work.ranges and work.largest >= PROBE_GAMES * GROWTH:
                self.ready.appendleft(work)  # its speed is known; otherwise it waits for this part
        return parts

    def _cut(self, work: _Work, games: int) -> Part:
        first, stop = work.ranges.popleft()
        n = min(games, stop - first)
        if first + n < stop:
            work.ranges.appendleft((first + n, stop))
        work.running += 1
        return Part(work.key, work.digest, work.arrays, work.scenario, self.key, first, n, work.questions)

    def _collect(self, seconds: float) -> None:
        for task, outcome in self.executor.collect(seconds):
            self.outstanding -= 1
            if isinstance(outcome, list):
                for done in outcome:
                    self._keep(done)
            elif isinstance(outcome, BaseException):
                self._lose(task, outcome)
            else:
                raise TaskError(f"an executor handed out {type(outcome).__name__}")

    def _keep(self, done: PartDone) -> None:
        self.journal.add_part(done.name, done.first, done.games, done.tally, done.seconds)
        self.played += done.games
        work = self.begun[done.name]
        work.running -= 1
        work.rate = max(done.seconds / done.games, 1e-9)
        work.largest = max(work.largest, done.games)
        if not work.ranges:
            if not work.running:
                self._finish(work)
        elif work not in self.ready:
            self.ready.append(work)

    def _lose(self, task: Task, error: BaseException) -> None:
        """A task that failed: its parts one by one, to find out whose fault it is; then that deck has failed."""
        if not isinstance(error, Exception):
            raise error
        if len(task.parts) > 1:
            for part in task.parts:
                self.executor.submit(Task((part,), task.version, task.stream))
                self.outstanding += 1
            return
        part = task.parts[0]
        work = self.begun[part.name]
        work.running -= 1
        work.ranges.clear()
        if work in self.ready:
            self.ready.remove(work)
        stated = isinstance(error, TaskError)
        self.failed[work.key] = str(error) if stated else f"{type(error).__name__}: {error}"
        if not work.running:
            self._finish(work)

    def _finish(self, work: _Work) -> None:
        del self.begun[work.key]
        self.finished += 1

    def _drain(self) -> None:
        """Keep what running tasks still bring."""
        self.outstanding -= self.executor.cancel()
        end = time.monotonic() + GRACE
        while self.outstanding > 0 and time.monotonic() < end:
            for _, outcome in self.executor.collect(0.2):
                self.outstanding -= 1
                if isinstance(outcome, list):
                    for done in outcome:
                        self._keep(done)

    # --------------------------------------------------------------------------- tables

    def _write(self, folder: str, seconds: float, parquet: bool) -> Summary:
        totals = {"decks": 0, "done": 0, "failed": 0, "games": 0, "unsupported": 0, "undecided": 0}
        whole = hashlib.sha256()
        last: str | None = None
        failures: list[tuple[str, str]] = []
        row: dict[str, Any] = {}
        order = "identity IS NULL, identity, label, name, rowid"
        query = f"SELECT identity, work, label, name, source, reason FROM items ORDER BY {order}"
        with writing(folder, parquet=parquet) as tables:
            for identity, work, label, name, source, reason in self.journal.index.execute(query):
                totals["decks"] += 1
                reason = reason or self.failed.get(work)
                if reason is not None:
                    totals["failed"] += 1
                    if len(failures) < NAMED:
                        failures.append((label, reason))
                    tables.deck({**failed_row(reason), "deck": label, "name": name})
                    continue
                if identity != last:
                    last = identity
                    result, packed = self._result(source, name or label)
                    row = deck_row(result, identity)
                    tables.cards(card_columns(result, identity))
                    whole.update(f"{identity} {packed}\n".encode())
                totals["done"] += 1
                totals["games"] += row["games"]
                totals["unsupported"] += row["unsupported"] > 0
                totals["undecided"] += bool(row["undecided"])
                tables.deck({**row, "deck": label, "name": name})
        summary = self._summary(seconds, complete=True, hash=whole.hexdigest(), failures=tuple(failures), **totals)
        facts = {"schema": SCHEMA, "settings": self.settings.to_dict(), "versions": self.versions, **totals}
        with replacing(os.path.join(folder, "batch.json")) as file:
            file.write(json.dumps({**facts, "hash": summary.hash}, indent=1).encode() + b"\n")
        return summary

    def _result(self, source: str, name: str) -> tuple[Result, str]:
        """A deck's result from the journal, and a hash of its integers."""
        info = self.journal.deck(source)
        assert info is not None
        parts, missing = self.journal.cover(info["work"], self.settings.games)
        if missing:
            raise JournalError(f"{self.journal.path} has lost games of {name!r}: run the batch again")
        scenario = Scenario.from_dict(info["scenario"])
        total: dict[str, Any] | None = None
        for _, _, at in parts:
            tally = unpack(self.journal.tally(at))
            if total is None:
                total = tally
            else:
                add(total, tally)
        assert total is not None
        digest = hashlib.sha256()
        for array in total.values():
            digest.update(array.astype("<i8").tobytes())
        result = Result(
            name=name,
            cards=tuple(CardInfo(*card) for card in info["cards"]),
            scenario=scenario,
            seed=self.settings.seed,
            ranges=((0, self.settings.games),),
            tally=total,
            classes=info["classes"],
            notes=tuple(CardNote(card, -1, -1, -1, level, "") for card, level in info["notes"]),
            warnings=tuple(info["warnings"]),
            digest=info["digest"],
            table_date=self.versions["table"]["date"],
            version=self.version,
            stream=self.stream,
        )
        return result, digest.hexdigest()

    def _write_provenance(self, folder: str, started: datetime, seconds: float) -> None:
        """Times, host and paths: beside the results, and no part of them."""
        run = {
            "started": started.isoformat(timespec="seconds"),
            "seconds": round(seconds, 3),
            "host": platform.node(),
            "platform": platform.platform(),
            "python": platform.python_version(),
            "executor": self.executor.name,
            "workers": self.executor.workers,
            "games_played": self.played,
        }
        with replacing(os.path.join(folder, "provenance.jsonl")) as file:
            file.write(json.dumps(run).encode() + b"\n")
            query = "SELECT identity, work, label, path FROM items ORDER BY identity IS NULL, identity, label, rowid"
            for identity, work, label, path in self.journal.index.execute(query):
                took = round(self.journal.seconds(work), 3) if work else 0.0
                line = {"identity": identity, "deck": label, "path": path, "seconds": took}
                file.write(json.dumps(line).encode() + b"\n")

    def _summary(
        self,
        seconds: float,
        *,
        complete: bool,
        hash: str = "",
        failures: tuple[tuple[str, str], ...] = (),
        **totals: int,
    ) -> Summary:
        counted = {"decks": self.listed, "done": self.finished, "failed": len(self.failed), "games": self.played}
        return Summary(
            **{**counted, "unsupported": 0, "undecided": 0, **totals},
            hash=hash,
            failures=failures,
            complete=complete,
            played=self.played,
            skipped=self.skipped,
            damaged=self.journal.damaged,
            seconds=seconds,
        )
