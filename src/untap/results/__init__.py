"""Results: frozen integers with what made them, estimates with intervals, merging, JSON, frames."""

from untap.results.comparison import Comparison, Difference
from untap.results.figures import Delay, Distribution, FirstTurn, HandFigures, ManaFigures, WhyNot
from untap.results.model import CardInfo, CardNote, ResultError
from untap.results.result import Result, merge

__all__ = [
    "CardInfo",
    "CardNote",
    "Comparison",
    "Delay",
    "Difference",
    "Distribution",
    "FirstTurn",
    "HandFigures",
    "ManaFigures",
    "Result",
    "ResultError",
    "WhyNot",
    "merge",
]
