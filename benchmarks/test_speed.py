"""Whole seven-turn games a second, beside the NumPy analyst's baseline timed in the same rounds.

Nothing here asserts a time. See README.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest

from benchmarks import baseline
from untap._core import CoreProgram, run_chunk
from untap.cards import CardDataError, CardTable
from untap.decks import parse_deck
from untap.program import CardIR, FaceIR, assemble
from untap.program.compile import compile_deck
from untap.simulate import Scenario

DECKS = json.loads(Path(__file__).with_name("decks.json").read_text("utf-8"))
KEY = (0x756E746170, 7)
TURNS = 7
ROUNDS = 7
BASELINE_GAMES = 10_000
# Games a round. Saved runs compare times of rounds: a change here makes them incomparable.
GAMES = {"basics60": 20_000, "mono60": 10_000, "bant60": 2_000, "edh5c": 500}


def basics() -> dict:
    """Sixty cards of two colours, basic lands and creatures without abilities: needs no card table."""

    def card(name, cost, supertypes, types, subtypes, power):
        return CardIR(name, "normal", (FaceIR(name, cost, supertypes, types, subtypes, power, power, None, ()),))

    cards = [(12, card(n, None, ("Basic",), ("Land",), (n,), None)) for n in ("Forest", "Plains")]
    costs = ((8, "{G}"), (8, "{1}{W}"), (8, "{G}{W}"), (6, "{2}{G}"), (4, "{2}{W}{W}"), (2, "{4}{G}"))
    cards += [(n, card(f"Bear {cost}", cost, (), ("Creature",), ("Bear",), "2")) for n, cost in costs]
    arrays, unencoded = assemble([c for _, c in cards], [(k, 3) for k, (n, _) in enumerate(cards) for _ in range(n)])
    assert not unencoded
    return arrays


class Case:
    """A deck to time: the core's program, the baseline's numbers, and the scenario of both."""

    def __init__(self, name, core, cards, lands, commander=False):
        self.name, self.core, self.cards, self.lands = name, core, cards, lands
        self.scenario = Scenario(turns=TURNS, order="play", format="commander" if commander else "constructed")
        self.options = self.scenario.to_core()

    def play(self, games, first=0):
        return run_chunk([self.core], KEY, first, games, **self.options)[0]

    def count_lands(self, games, seed=0, mulligans=True):
        # with more than two players nobody skips a draw, and the first mulligan is free (CR 103.8c, 103.5c)
        many = self.scenario.players > 2
        rng = np.random.default_rng(seed)
        return baseline.lands_by_turn(
            self.cards, self.lands, games, rng, turns=TURNS, mulligans=mulligans, free=many, extra=int(many)
        )


@pytest.fixture(scope="module")
def table():
    try:
        opened = CardTable.open()
    except CardDataError as error:
        pytest.skip(f"no card table: {error}")
    with opened:
        yield opened


@pytest.fixture(params=GAMES)
def case(request):
    name = request.param
    if name == "basics60":
        return Case(name, CoreProgram(basics()), 60, 24)
    program = compile_deck(parse_deck(DECKS[name]), request.getfixturevalue("table"))
    cards = sum(c.count for c in program.cards)
    lands = sum(c.count for c in program.cards if c.land)
    return Case(name, program.core, cards, lands, commander=name.startswith("edh"))


def test_core(benchmark, case):
    """Games of the core, one thread; between its rounds the baseline's are timed."""
    games = GAMES[case.name]
    times = {"london": [], "none": []}

    def time_baseline():
        for rule, seen in times.items():
            begin = perf_counter()
            case.count_lands(BASELINE_GAMES, seed=len(seen), mulligans=rule == "london")
            seen.append((perf_counter() - begin) / BASELINE_GAMES)

    benchmark.group = "core"
    case.play(100)
    time_baseline()
    for seen in times.values():
        seen.clear()
    tally = benchmark.pedantic(case.play, args=(games,), setup=time_baseline, rounds=ROUNDS)
    assert tally["games"].sum() == games
    if benchmark.stats is None:  # --benchmark-disable
        return
    core = benchmark.stats.stats.min / games
    london, none = min(times["london"]), min(times["none"])
    benchmark.extra_info.update(
        games=games,
        turns=TURNS,
        fast_plane=bool(case.core.fast),
        undecided=int(tally["undecided"].sum()),
        core_us_per_game=round(core * 1e6, 3),
        core_games_per_second=round(1 / core),
        baseline_london_us_per_game=round(london * 1e6, 3),
        baseline_london_games_per_second=round(1 / london),
        baseline_none_us_per_game=round(none * 1e6, 3),
        baseline_none_games_per_second=round(1 / none),
        ratio=round(london / core, 4),  # above 1: the core is faster than the baseline with mulligans
        ratio_none=round(none / core, 4),
    )


@pytest.mark.parametrize("rule", ["london", "none"])
@pytest.mark.parametrize("deck", [(60, 24), (100, 38)], ids=lambda d: f"{d[1]}of{d[0]}")
def test_baseline(benchmark, deck, rule):
    """The baseline alone."""
    benchmark.group = "baseline"
    seen, _ = benchmark.pedantic(
        lambda: baseline.lands_by_turn(*deck, BASELINE_GAMES, np.random.default_rng(0), mulligans=rule == "london"),
        rounds=ROUNDS,
        warmup_rounds=1,
    )
    assert (seen.sum(axis=1) == BASELINE_GAMES).all()
    benchmark.extra_info["games"] = BASELINE_GAMES


def test_same_question(case):
    """Both keep the same hands, within five standard errors: the ratio compares like with like."""
    n, m = 4 * GAMES[case.name], 40_000
    mine = case.play(n)["kept_lands"].sum(axis=0) / n
    theirs = case.count_lands(m)[1] / m
    both = (mine * n + theirs * m) / (n + m)
    error = np.sqrt(both * (1 - both) * (1 / n + 1 / m))
    assert (np.abs(mine - theirs) <= 5 * error + 1e-12).all()
