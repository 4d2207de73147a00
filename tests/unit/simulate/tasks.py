"""Tasks for tests, and what workers do with them: here, as a worker process has to be able to import it."""

import os
import signal
import time
from pathlib import Path

from tests.unit.simulate.programs import two_colours

from untap.simulate import Scenario, seed_key
from untap.simulate.tasks import Part, Task, run_task, task_of

SCENARIO = Scenario(turns=4).to_core()


def some_tasks(number: int, games: int = 50, names=None) -> list[Task]:
    """Tasks of one part each: parts follow one another."""
    program = two_colours()
    names = names or [f"part {n}" for n in range(number)]
    return [
        task_of([Part(name, program.digest, program.arrays, SCENARIO, seed_key(1), n * games, games)])
        for n, name in enumerate(names)
    ]


def fail(task: Task):
    """Refuse a task called ``bad``."""
    if task.parts[0].name == "bad":
        raise ZeroDivisionError("it is bad")
    return run_task(task)


def die(task: Task):
    """Take the worker along at a task called ``deadly``."""
    if task.parts[0].name == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return run_task(task)


def slowly(task: Task):
    """Leave one's process number and the task's name in the folder of ``UNTAP_TEST_FOLDER``, and take some time."""
    folder = Path(os.environ["UNTAP_TEST_FOLDER"])
    mark = folder / f"{os.getpid()} {task.parts[0].name}"
    mark.touch()
    time.sleep(0.4)
    done = run_task(task)
    mark.with_suffix(".done").touch()
    return done
