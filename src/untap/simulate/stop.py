"""When enough games have been played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

#: Games after which a precision is first looked at; then after twice as many, and so on.
FIRST_LOOK = 1000
#: Games of a run that states neither games nor precision.
DEFAULT_GAMES = 100_000
#: Most games of a run that states a precision only.
DEFAULT_MOST = 100_000_000
#: Most games of any run: a game's number has to fit the generator's counter and the tallies.
MAX_GAMES = 1_000_000_000_000
#: A precision is no less than this, and less than that.
MIN_PRECISION, MAX_PRECISION = 1e-5, 0.5


class StopError(ValueError):
    """A stopping rule that makes no sense."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StopRule:
    """Stop after so many games, or once the figures are precise enough.

    Attributes
    ----------
    games : int or None
        Games to play; with `precision`, the most.
    precision : float or None
        Stop when the widest 95% interval of all castability figures (each card on each turn) is no wider than this
        to either side, e.g. 0.005 for half a point. Looked at only after 1, 2, 4, ... thousand games, whatever the
        chunks and threads, so that the same seed stops at the same game everywhere.
    """

    games: int | None = None
    precision: float | None = None

    def __post_init__(self) -> None:
        if self.games is None and self.precision is None:
            object.__setattr__(self, "games", DEFAULT_GAMES)
        if self.games is not None:
            if isinstance(self.games, bool) or not hasattr(self.games, "__index__"):
                raise StopError(f"games is a whole number, not {self.games!r}")
            object.__setattr__(self, "games", self.games.__index__())
            if not 1 <= self.games <= MAX_GAMES:
                raise StopError(f"games must be 1 to {MAX_GAMES}, not {self.games}")
        if self.precision is not None:
            if isinstance(self.precision, bool) or not isinstance(self.precision, int | float):
                raise StopError(f"precision is a number, not {self.precision!r}")
            if not MIN_PRECISION <= self.precision < MAX_PRECISION:
                raise StopError(
                    f"precision is a half-width from 0.00001 to below 0.5 (0.01: a point), not {self.precision}"
                )

    @property
    def most(self) -> int:
        """Games after which the run ends whatever the precision."""
        return DEFAULT_MOST if self.games is None else self.games

    def looks(self) -> Iterator[int]:
        """Numbers of games at which the run may end; the last is `most`."""
        if self.precision is not None:
            look = FIRST_LOOK
            while look < self.most:
                yield look
                look *= 2
        yield self.most

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"games": self.games, "precision": self.precision}
