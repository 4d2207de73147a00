"""An estimate with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

#: Confidence level of intervals unless another is asked for.
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its confidence interval.

    Attributes
    ----------
    value : float
        NaN where there was nothing to estimate from.
    low, high : float
        Ends of the interval.
    n : int
        Games (or, for a conditional figure, games in which the condition held).
    method : str
        How the interval was made.
    level : float
        Its confidence level.
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    level: float = LEVEL

    @property
    def half_width(self) -> float:
        """The longer of the distances from the value to the ends."""
        return max(self.value - self.low, self.high - self.value)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        if math.isnan(self.value):
            return "no data"
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"

    def to_dict(self) -> dict[str, float | int | str | None]:
        """Plain data; NaN becomes None."""
        number = lambda x: None if math.isnan(x) else x  # noqa: E731
        return {
            "value": number(self.value),
            "low": number(self.low),
            "high": number(self.high),
            "n": self.n,
            "method": self.method,
            "level": self.level,
        }


@lru_cache(maxsize=64)
def normal_quantile(level: float = LEVEL) -> float:
    """z such that a standard normal variable is within +-z with probability `level`: 1.96 for 0.95."""
    if not 0 < level < 1:
        raise ValueError(f"a confidence level is between 0 and 1, not {level}")
    return NormalDist().inv_cdf(0.5 + level / 2)
