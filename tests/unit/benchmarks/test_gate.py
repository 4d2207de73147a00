"""The benchmark gate: figures, comparison, and that a slower core is seen."""

import json

import pytest
from benchmarks import gate

DECK = "basics60"


@pytest.fixture
def quick(monkeypatch):
    """Fewer games a round."""
    monkeypatch.setitem(gate.GAMES, DECK, 4000)


def slower(monkeypatch, times: int) -> None:
    """The core takes so many times as long."""
    once = gate.Case.play

    def play(self, games, first=0):
        for _ in range(times - 1):
            once(self, games, first)
        return once(self, games, first)

    monkeypatch.setattr(gate.Case, "play", play)


def test_a_slowdown_fails_the_gate(quick, monkeypatch, tmp_path, capsys):
    stored = tmp_path / "baseline.json"
    arguments = [DECK, "--counter", "none", "--baseline", str(stored)]
    assert gate.main([*arguments, "--save"]) == 0
    assert gate.main([*arguments, "--tolerance", "0.6"]) == 0
    slower(monkeypatch, 6)
    assert gate.main([*arguments, "--tolerance", "0.6"]) == 1
    assert f"slower: {DECK}: 0." in capsys.readouterr().err


@pytest.mark.long
def test_instructions_see_a_small_slowdown():
    counter = gate.find_counter("auto")
    if counter is None:
        pytest.skip("neither perf nor valgrind can count here")
    case = gate.make_case(DECK, None)
    once, again, twice = (gate.instructions(case, counter, slow=slow, games=10_000) for slow in (1, 1, 2))
    before = {DECK: {f"instructions_{counter}": once}}
    assert gate.compare({DECK: {f"instructions_{counter}": again}}, before, 0.4, gate.INSTRUCTIONS_TOLERANCE) == []
    (line,) = gate.compare({DECK: {f"instructions_{counter}": twice}}, before, 0.4, gate.INSTRUCTIONS_TOLERANCE)
    assert "instructions a game" in line and 1.9 < twice / once < 2.1


def test_comparison():
    stored = {"a": {"ratio": 1.0, "instructions_perf": 1000.0}}
    assert gate.compare({"a": {"ratio": 0.61, "instructions_perf": 1029.0}}, stored, 0.4, 0.03) == []
    assert len(gate.compare({"a": {"ratio": 0.59, "instructions_perf": 1031.0}}, stored, 0.4, 0.03)) == 2
    # counters aren't compared with one another, nor decks that only one side has
    assert gate.compare({"a": {"instructions_valgrind": 9e9}, "b": {"ratio": 0.1}}, stored, 0.4, 0.03) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nodeck"], "there is no deck 'nodeck'"),
        ([DECK, "--counter", "none", "--baseline", "none.json"], "run with --save first"),
    ],
)
def test_bad_arguments(quick, tmp_path, monkeypatch, capsys, arguments, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        gate.main(arguments)
    assert end.value.code == 2 and says in capsys.readouterr().err


def test_a_counter_that_is_not_there(monkeypatch, capsys):
    monkeypatch.setattr(gate.shutil, "which", lambda _: None)
    with pytest.raises(SystemExit) as end:
        gate.main([DECK, "--counter", "perf"])
    assert end.value.code == 2 and "perf can't count instructions here" in capsys.readouterr().err
    assert gate.find_counter("auto") is None


def test_the_stored_baseline(root):
    stored = json.loads((root / "benchmarks" / "baseline.json").read_text("utf-8"))
    assert set(stored) <= set(gate.GAMES) and all(figures["ratio"] > 0 for figures in stored.values())


def test_the_script_runs_the_gate(root):
    import os
    import subprocess
    import sys

    environment = {**os.environ, "PYTHON": sys.executable, "PYTHONPATH": "src"}
    done = subprocess.run(
        [root / ".ci" / "bench", "nodeck"], cwd="/", env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2 and "there is no deck 'nodeck'" in done.stderr
