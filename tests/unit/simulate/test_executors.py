"""Executors: every task once, the same numbers, whatever becomes of workers."""

import os
import signal
import sys
import time
import zlib

import numpy as np
import pytest
from tests.unit.simulate.tasks import die, fail, slowly, some_tasks

from untap.simulate.executors import EXECUTORS, Dask, Processes, Serial, Threads, make_executor
from untap.simulate.tasks import Task, TaskError, pack, run_task, unpack

LIMIT = 120.0


def numbers(outcome) -> list:
    return [(done.name, done.first, done.games, done.tally) for done in outcome]


def gather(executor, tasks, on_first=lambda: None) -> dict:
    """Run tasks, a few at a time; what came of each."""
    waiting, outcomes, running = list(tasks), {}, 0
    end = time.monotonic() + LIMIT
    while waiting or running:
        while waiting and running < 2 * executor.workers:
            executor.submit(waiting.pop(0))
            running += 1
        for task, outcome in executor.collect(0.1):
            assert task.id not in outcomes, "handed out twice"
            if not outcomes:
                on_first()
            outcomes[task.id] = outcome
            running -= 1
        assert time.monotonic() < end, "no end"
    return outcomes


def make(name: str, run):
    if name == "dask":
        pytest.importorskip("distributed")
        return Dask(None, 2, run)
    return {"serial": Serial, "threads": lambda r: Threads(2, r), "processes": lambda r: Processes(2, r)}[name](run)


@pytest.mark.parametrize("name", EXECUTORS)
def test_same_numbers_and_errors_stay_with_their_task(name):
    tasks = some_tasks(6, names=["a", "b", "bad", "c", "d", "e"])
    executor = make(name, fail)
    try:
        outcomes = gather(executor, tasks)
    finally:
        executor.close()
    for task in tasks:
        if task.parts[0].name == "bad":
            assert isinstance(outcomes[task.id], ZeroDivisionError)
        else:
            assert numbers(outcomes[task.id]) == numbers(run_task(task))


@pytest.mark.skipif(sys.platform == "win32", reason="kills processes by signal")
@pytest.mark.parametrize("name", ["processes", "dask"])
def test_a_worker_killed_in_the_middle(name, tmp_path, monkeypatch):
    monkeypatch.setenv("UNTAP_TEST_FOLDER", str(tmp_path))
    tasks = some_tasks(12)
    killed = []

    def kill():
        """Kill workers until one of them was surely at a task."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            marks = {path for path in tmp_path.iterdir() if path.suffix != ".done"}
            for mark in marks:
                if not mark.with_suffix(".done").exists() and (number := int(mark.name.split()[0])) not in killed:
                    os.kill(number, signal.SIGKILL)
                    killed.append(number)
                    time.sleep(0.2)
                    if not mark.with_suffix(".done").exists():
                        return
            time.sleep(0.02)

    executor = make(name, slowly)
    try:
        outcomes = gather(executor, tasks, kill)
    finally:
        executor.close()
    begun = [path.name for path in tmp_path.iterdir() if path.suffix != ".done"]
    assert killed and len(begun) > len(tasks), "the dead one's task has been begun again elsewhere"
    for task in tasks:
        assert numbers(outcomes[task.id]) == numbers(run_task(task))


@pytest.mark.skipif(sys.platform == "win32", reason="kills processes by signal")
def test_a_task_that_kills_its_workers_is_given_up():
    tasks = some_tasks(5, names=["a", "b", "deadly", "c", "d"])
    executor = Processes(2, die)
    try:
        outcomes = gather(executor, tasks)
    finally:
        executor.close()
    for task in tasks:
        if task.parts[0].name == "deadly":
            assert isinstance(outcomes[task.id], TaskError) and "died, 3 times" in str(outcomes[task.id])
        else:
            assert numbers(outcomes[task.id]) == numbers(run_task(task))


@pytest.mark.parametrize("name", ["serial", "threads", "processes"])
def test_cancelling_drops_what_has_not_begun(name):
    executor = make(name, run_task)
    try:
        for task in some_tasks(40, games=2000):
            executor.submit(task)
        dropped = executor.cancel()
        left, end = 40 - dropped, time.monotonic() + LIMIT
        assert dropped > 0
        while left and time.monotonic() < end:
            left -= len(executor.collect(0.1))
        assert left == 0 and not executor.collect(0.3)
    finally:
        executor.close()


def test_no_such_executor_and_no_such_cluster():
    with pytest.raises(TaskError, match="use one of serial, threads"):
        make_executor("abacus")


def test_another_version_is_refused():
    (task,) = some_tasks(1)
    with pytest.raises(TaskError, match="install the same version"):
        run_task(Task(task.parts, "0.0.0", task.stream))


def test_packing():
    (task,) = some_tasks(1)
    (done,) = run_task(task)
    tally = unpack(done.tally)
    assert tally["games"].sum() == 50 and pack(tally) == done.tally
    tally["spent"] = tally["spent"] + 2**40
    again = unpack(pack(tally))
    assert again.keys() == tally.keys() and all((again[name] == tally[name]).all() for name in tally)
    assert all(array.dtype == np.int64 for array in again.values())
    for data in (b"", done.tally[:-3], b"i4nonsense", b"i4" + zlib.compress(b'[["games",[2]]]\n')):
        with pytest.raises(ValueError, match="a damaged tally"):
            unpack(data)
