"""Results: frozen integers with what made them, estimates with intervals, merging, JSON, frames."""

from untap.results.figures import Distribution, HandFigures, ManaFigures, WhyNot
from untap.results.model import CardInfo, CardNote, ResultError
from untap.results.result import Result, merge

__all__ = [
    "CardInfo",
    "CardNote",
    "Distribution",
    "HandFigures",
    "ManaFigures",
    "Result",
    "ResultError",
    "WhyNot",
    "merge",
]
