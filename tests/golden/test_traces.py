"""Golden traces: scripted positions and their narration, written from the rules; the core must tell the same."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from untap.report.narrate import Narrator

from ..conformance.position import Position
from ..conformance.steps import Runner

TRACES = sorted((Path(__file__).parent / "traces").glob("*.txt"))


def read_trace(path: Path):
    """The position, the steps and the expected lines of a file; ``#`` and what follows is comment."""
    head, _, told = path.read_text("utf-8").partition("\n---\n")
    position, steps = {}, []
    for line in head.splitlines():
        key, _, value = line.partition(": ")
        if key == "position":
            position = json.loads(value)
        elif key == "step":
            steps.append(json.loads(value))
        else:
            assert line.startswith("#"), line
    lines = [line.split("#")[0].rstrip() for line in told.splitlines()]
    return position, steps, [line for line in lines if line]


def tell(given, steps) -> list[str]:
    """What happens, by the core's own events, as `untap trace` would tell it."""
    position = Position(given, {}, steps)
    assert not position.unencoded, position.unencoded
    names = {o["object"]: position.name_of(o) for o in position.board.objects()}
    position.board.clear_log()
    Runner(position).run(steps)
    program = SimpleNamespace(arrays=position.arrays, kinds=position.arrays["kind_names"])
    return Narrator(program, names, steps=True).tell(position.board.log_entries())


@pytest.mark.parametrize("path", TRACES, ids=lambda p: p.stem)
def test_trace(path):
    given, steps, expected = read_trace(path)
    assert tell(given, steps) == expected


def test_there_are_traces():
    assert len(TRACES) >= 50
