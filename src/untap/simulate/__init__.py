"""Scenarios, stopping rules, chunks and threads: from a program to a result."""

from untap.simulate.compare import compare
from untap.simulate.mulligan import MulliganError, MulliganRule, mulligan_about, mulligan_names, mulligan_rule
from untap.simulate.run import Interrupted, seed_key, simulate
from untap.simulate.scenario import MAX_TURNS, Scenario, ScenarioError, read_scenario
from untap.simulate.slots import SlotError
from untap.simulate.stop import StopError, StopRule
from untap.simulate.variants import with_swaps

__all__ = [
    "MAX_TURNS",
    "Interrupted",
    "MulliganError",
    "MulliganRule",
    "Scenario",
    "ScenarioError",
    "SlotError",
    "StopError",
    "StopRule",
    "compare",
    "mulligan_about",
    "mulligan_names",
    "mulligan_rule",
    "read_scenario",
    "seed_key",
    "simulate",
    "with_swaps",
]
