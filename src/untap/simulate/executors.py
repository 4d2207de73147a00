"""Who runs tasks: this thread, threads, processes, or a Dask cluster, behind one protocol.

Tasks may come back in any order and be run more than once; each is handed out once. What comes of a batch doesn't
depend on the executor, as every task is a pure function of what it holds.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from untap.simulate.executor import default_threads
from untap.simulate.tasks import Task, TaskError, run_task

#: How often a task may be lost with its worker before it is given up.
LOSSES = 3

Outcome = tuple[Task, Any]


class Executor(Protocol):
    """Runs tasks.

    Attributes
    ----------
    name : str
    workers : int
        Tasks that run at one time; twice as many submitted ones keep all busy.
    """

    name: str
    workers: int

    def submit(self, task: Task) -> None:
        """Take a task on."""

    def collect(self, seconds: float) -> list[Outcome]:
        """Tasks that have come to an end since the last call, with what `run_task` returned or the exception.

        Waits for the first no longer than `seconds`; an empty list says that nothing has ended yet.
        """

    def cancel(self) -> int:
        """Drop tasks that haven't begun, as far as that can be; how many. They won't be collected."""

    def close(self) -> None:
        """Let go of the workers, after the tasks that they are at."""


class Serial:
    """Tasks one after the other in the calling thread, when they are collected."""

    name = "serial"
    workers = 1

    def __init__(self, run: Callable[[Task], Any] = run_task) -> None:
        self._run = run
        self._waiting: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """See `Executor`."""
        self._waiting.append(task)

    def collect(self, seconds: float) -> list[Outcome]:
        """See `Executor`."""
        if not self._waiting:
            return []
        task = self._waiting.popleft()
        try:
            return [(task, self._run(task))]
        except Exception as error:
            return [(task, error)]

    def cancel(self) -> int:
        """See `Executor`."""
        dropped = len(self._waiting)
        self._waiting.clear()
        return dropped

    def close(self) -> None:
        """See `Executor`."""
        self._waiting.clear()


class _Futures:
    """What executors on futures share: ended ones wait in a queue."""

    name = ""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._ended: SimpleQueue[tuple[Task, Any]] = SimpleQueue()
        self._futures: dict[str, Any] = {}  # by task; a cluster forgets a future that nobody holds

    def _watch(self, task: Task, future: Any) -> None:
        self._futures[task.id] = future
        future.add_done_callback(lambda done: self._ended.put((task, done)))

    def _take(self, seconds: float) -> list[tuple[Task, Any]]:
        found = []
        with suppress(Empty):
            found.append(self._ended.get(timeout=max(seconds, 0)))
            while True:
                found.append(self._ended.get_nowait())
        # cancelled ones have been given up already
        ended = [(task, future) for task, future in found if self._futures.pop(task.id, None) is future]
        return ended

    def cancel(self) -> int:
        """See `Executor`."""
        dropped = [key for key, future in self._futures.items() if future.cancel()]
        for key in dropped:
            del self._futures[key]
        return len(dropped)


class Threads(_Futures):
    """Threads of this process; the core plays without the interpreter's lock."""

    name = "threads"

    def __init__(self, workers: int | None = None, run: Callable[[Task], Any] = run_task) -> None:
        super().__init__(workers or default_threads())
        self._run = run
        self._pool = ThreadPoolExecutor(self.workers, "untap")

    def submit(self, task: Task) -> None:
        """See `Executor`."""
        self._watch(task, self._pool.submit(self._run, task))

    def collect(self, seconds: float) -> list[Outcome]:
        """See `Executor`."""
        return [(task, _outcome(future)) for task, future in self._take(seconds)]

    def close(self) -> None:
        """See `Executor`."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _outcome(future: Future[Any]) -> Any:
    try:
        return future.result()
    except (Exception, CancelledError) as error:
        return error


def _begin_worker() -> None:
    """In a worker process: its end is its parent's business, unless the parent is gone."""
    import multiprocessing

    # A terminal sends Ctrl-C to the whole group: what is being played shall be finished and kept.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C waits; processes started meanwhile never get it, not even before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes(_Futures):
    """Processes of this machine. One that dies takes no result with it: what was running is run again.

    A pool that has lost a worker is as good as gone and doesn't say which task it was. What was running then runs one
    at a time, and a task that loses its worker alone, `LOSSES` times, is given up.
    """

    name = "processes"

    def __init__(self, workers: int | None = None, run: Callable[[Task], Any] = run_task) -> None:
        super().__init__(workers or default_threads())
        self._run = run
        self._pool: ProcessPoolExecutor | None = None
        self._suspects: deque[Task] = deque()
        self._lost: dict[str, int] = {}

    def _start(self) -> ProcessPoolExecutor:
        import multiprocessing

        # a forked child would inherit locks that other threads hold
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=_begin_worker)

    def submit(self, task: Task) -> None:
        """See `Executor`."""
        if self._suspects:
            self._suspects.append(task)
        else:
            self._send(task)

    def _send(self, task: Task) -> None:
        try:
            if self._pool is None:
                self._pool = self._start()
            with _without_interrupts():  # submitting may start workers
                future = self._pool.submit(self._run, task)
            self._watch(task, future)
        except BrokenProcessPool as error:  # it has broken since the last look
            failed: Future[Any] = Future()
            failed.set_exception(error)
            self._watch(task, failed)

    def collect(self, seconds: float) -> list[Outcome]:
        """See `Executor`."""
        outcomes: list[Outcome] = []
        lost: list[Task] = []
        ended = self._take(seconds)
        while ended:
            for task, future in ended:
                outcome = _outcome(future)
                if isinstance(outcome, BrokenProcessPool):
                    lost.append(task)
                else:
                    outcomes.append((task, outcome))
                    self._lost.pop(task.id, None)
            # a broken pool ends everything that it holds
            ended = self._take(5.0) if lost and self._futures else []
        if lost:
            outcomes += self._recover(lost)
        if self._suspects and not self._futures:
            self._send(self._suspects.popleft())
        return outcomes

    def _recover(self, lost: list[Task]) -> list[Outcome]:
        """Forget the pool; what was lost waits to be run alone, or is given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
        given_up: list[Outcome] = []
        for task in lost:
            if len(lost) == 1:
                self._lost[task.id] = self._lost.get(task.id, 0) + 1
            if self._lost.get(task.id, 0) >= LOSSES:
                given_up.append((task, TaskError(f"the process that played it died, {LOSSES} times")))
            else:
                self._suspects.append(task)
        return given_up

    def cancel(self) -> int:
        """See `Executor`."""
        dropped = len(self._suspects)
        self._suspects.clear()
        return dropped + super().cancel()

    def close(self) -> None:
        """See `Executor`."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


class Dask(_Futures):
    """A Dask cluster: one that runs elsewhere, or worker processes of this machine.

    Parameters
    ----------
    address : str or None
        The scheduler's, ``tcp://host:port``; None starts a cluster here.
    workers : int or None
        Of the cluster started here.
    """

    name = "dask"

    def __init__(
        self, address: str | None = None, workers: int | None = None, run: Callable[[Task], Any] = run_task
    ) -> None:
        try:
            import distributed
        except ImportError:
            raise TaskError("Dask isn't installed: pip install 'untap[dask]'") from None
        self._run = run
        self._cluster: Any = None
        if address is None:
            # One thread a worker: a killed one loses one task. No dashboard: nobody asked for a port to be opened.
            self._cluster = distributed.LocalCluster(
                n_workers=workers or default_threads(), threads_per_worker=1, processes=True, dashboard_address=None
            )
        try:
            self._client = distributed.Client(self._cluster or address, timeout="20s", set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise TaskError(f"no Dask scheduler answers at {address}: {error}") from error
        threads = self._client.scheduler_info(n_workers=-1)["workers"].values()
        super().__init__(max(1, sum(w["nthreads"] for w in threads)))
        self._lost: dict[str, int] = {}

    @property
    def cluster(self) -> Any:
        """The cluster started here, or None."""
        return self._cluster

    def submit(self, task: Task) -> None:
        """See `Executor`."""
        again = self._lost.get(task.id, 0)
        future = self._client.submit(self._run, task, key=f"untap-{task.id}-{again}", pure=True)
        self._watch(task, future)

    def cancel(self) -> int:
        """See `Executor`. A cluster doesn't say what has begun, so that nothing is dropped."""
        return 0

    def collect(self, seconds: float) -> list[Outcome]:
        """See `Executor`."""
        import distributed

        outcomes = []
        for task, future in self._take(seconds):
            try:
                outcomes.append((task, future.result()))
            except (distributed.CancelledError, distributed.scheduler.KilledWorker) as error:
                self._lost[task.id] = self._lost.get(task.id, 0) + 1
                if self._lost[task.id] < LOSSES:
                    self.submit(task)
                else:
                    outcomes.append((task, TaskError(f"its workers died, {LOSSES} times ({type(error).__name__})")))
            except Exception as error:
                outcomes.append((task, error))
        return outcomes

    def close(self) -> None:
        """See `Executor`."""
        self._client.cancel(list(self._futures.values()))
        self._futures.clear()
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


#: Executors by name.
EXECUTORS = ("serial", "threads", "processes", "dask")


def make_executor(name: str, *, workers: int | None = None, address: str | None = None) -> Executor:
    """An executor by name.

    Parameters
    ----------
    name : {'serial', 'threads', 'processes', 'dask'}
    workers : int, optional
        By default one a processor.
    address : str, optional
        Of a Dask scheduler.
    """
    if name == "serial":
        return Serial()
    if name == "threads":
        return Threads(workers)
    if name == "processes":
        return Processes(workers)
    if name == "dask":
        return Dask(address, workers)
    raise TaskError(f"there is no executor {name!r}: use one of {', '.join(EXECUTORS)}")
