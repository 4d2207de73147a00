"""Conditions on a deck, decided with a bounded chance of error: a gate for CI."""

from untap.gate.conditions import Condition, GateError, GateFile, read_conditions, read_gate_file
from untap.gate.run import Decided, Outcome, decide

__all__ = [
    "Condition",
    "Decided",
    "GateError",
    "GateFile",
    "Outcome",
    "decide",
    "read_conditions",
    "read_gate_file",
]
