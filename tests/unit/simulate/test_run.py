"""Runs: the same integers for any threads and chunks, stopping, interruption, bad arguments."""

import threading
import time

import numpy as np
import pytest
from tests.unit.simulate.programs import program, spell, two_colours

import untap
from untap.simulate import Interrupted, Scenario, StopRule, executor, seed_key
from untap.simulate.executor import run_threads
from untap.simulate.run import play

DECK = two_colours()


def run(**options):
    return untap.simulate(DECK, **{"games": 3001, "turns": 4, "seed": 5, **options})


def test_same_bytes_for_any_threads():
    assert len({run(threads=k).to_json() for k in (1, 2, 7)}) == 1


def test_same_bytes_for_any_chunks(monkeypatch):
    whole = run(threads=1).to_json()
    monkeypatch.setattr(executor, "FIRST_CHUNK", 2)
    monkeypatch.setattr(executor, "LARGEST_CHUNK", 34)
    assert run(threads=3).to_json() == whole


def test_seed_matters():
    assert run(seed=6).tally["castable"].tolist() != run().tally["castable"].tolist()
    assert seed_key(1) == seed_key(1) != seed_key(2)
    assert all(0 <= k < 2**64 for k in seed_key(10**40))


@pytest.mark.parametrize("order", ["play", "draw", "both"])
def test_orders(order):
    r = run(order=order, games=2001)
    assert r.tally["games"].tolist() == {"play": [2001, 0], "draw": [0, 2001], "both": [1001, 1000]}[order]
    assert r.ranges == ((0, 2001),)


def test_ranges_of_a_run_add_up_to_the_whole():
    from untap import _core

    options, key = Scenario(turns=4).to_core(), seed_key(5)
    parts = [_core.run_chunk([DECK], key, first, n, **options)[0] for first, n in ((0, 1000), (1000, 1), (1001, 2000))]
    whole = run()
    for name, array in whole.tally.items():
        assert np.array_equal(sum(part[name] for part in parts), array), name


def test_precision():
    r = run(precision=0.03, games=None)
    assert r.stopped == "precision" and r.precision() <= 0.03
    assert r.games in (1000, 2000, 4000, 8000)
    half = untap.simulate(DECK, turns=4, seed=5, games=r.games // 2)
    assert half.precision() > 0.03
    assert run(precision=0.001, games=3000).games == 3000


def test_commander_scenario():
    cards = [(40, spell("Bear", "{1}{G}")), (59, spell("Elf", "{G}"))]
    deck = program(cards, commander=spell("General", "{2}{G}"))
    r = untap.simulate(deck, games=10)
    assert (r.scenario.format, r.scenario.players, r.scenario.order) == ("commander", 4, "play")
    assert untap.simulate(deck, games=10, format="constructed").scenario.players == 2
    assert r.castable("General", 3).value == 0


def test_a_given_scenario_and_changes():
    s = Scenario(turns=3, mulligan="none")
    assert run(scenario=s, turns=None).scenario == s
    assert run(scenario=s, turns=5).scenario == Scenario(turns=5, mulligan="none")


def test_progress_counts_to_the_end():
    seen = []
    run(progress=lambda done, most: seen.append((done, most)), threads=2)
    assert seen[-1] == (3001, 3001)
    assert [d for d, _ in seen] == sorted(d for d, _ in seen)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"games": 0}, "games must be"),
        ({"seed": -1}, "a seed is"),
        ({"seed": "x"}, "a seed is"),
        ({"threads": 0}, "threads is"),
        ({"turns": 0}, "turns must be"),
        ({"precision": 2.0}, "half-width"),
        ({"mulligan": "x"}, "no mulligan rule"),
    ],
)
def test_nonsense(options, says):
    with pytest.raises(ValueError, match=says):
        run(**options)


def tally(n):
    return [{"games": np.array([n, 0], np.int64)}]


def test_interruption_keeps_what_was_done():
    counted = []

    def stop_soon(n):
        counted.append(n)
        if len(counted) == 3:
            raise KeyboardInterrupt

    def slowly(_, n):
        time.sleep(0.001)  # so that the interruption comes before the end, however busy the machine is
        return tally(n)

    played, error = run_threads(slowly, 0, 10**9, 2, progress=stop_soon)
    assert isinstance(error, KeyboardInterrupt)
    assert played.games == played.tallies[0]["games"].sum() >= sum(counted)
    assert played.games < 10**9
    threads = [t for t in threading.enumerate() if t is not threading.main_thread()]
    time.sleep(0.05)
    assert not any(t.is_alive() and t.name.startswith("Thread") and "work" in t.name for t in threads)


def test_interrupted_result():
    def stop(done, most):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        run(games=10**7, progress=stop)
    r = caught.value.result
    assert r.stopped == "interrupted" and 0 < r.games < 10**7
    again = untap.simulate(DECK, turns=4, seed=5, games=r.games)
    assert r.ranges == again.ranges  # chunks are handed out in order, so there are no holes
    assert r.tally["castable"].tolist() == again.tally["castable"].tolist()


def test_a_failing_core_is_reported():
    def broken(first, n):
        raise RuntimeError("game 7")

    with pytest.raises(RuntimeError, match="game 7"):
        run_threads(broken, 0, 1000, 3)


def test_play_checks_nothing_twice():
    r = play(DECK, Scenario(turns=2), StopRule(games=64), seed=1, threads=64)
    assert r.games == 64
