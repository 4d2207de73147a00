"""Numbers as a reader wants them."""

from __future__ import annotations

import math
import re
from typing import Any


def percent(value: float) -> str:
    """A probability in %, one decimal: ``87.3``; ``100`` and ``0`` only where they are exact."""
    if math.isnan(value):
        return "?"
    if value in (0.0, 1.0):
        return f"{100 * value:.0f}"
    shown = f"{100 * value:.1f}"
    return {"100.0": ">99.9", "0.0": "<0.1"}.get(shown, shown)


def half_width(value: float) -> str:
    """A half-width in points, two significant digits at most: ``0.31``, ``1.2``, ``12``."""
    points = 100 * value
    if math.isnan(points):
        return "?"
    return f"{points:.2f}" if points < 0.995 else f"{points:.1f}" if points < 9.95 else f"{points:.0f}"


def plus_minus(estimate: Any) -> str:
    """A probability in % with its interval: ``87.3 ±0.31``."""
    if math.isnan(estimate.value):
        return "?"
    return f"{percent(estimate.value)} ±{half_width(estimate.half_width)}"


def amount(value: float, digits: int = 2) -> str:
    """A mean: ``3.71``."""
    return "?" if math.isnan(value) else f"{value:.{digits}f}"


def count(n: int, one: str, many: str | None = None) -> str:
    """``1 game``, ``100,000 games``."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def cost(text: str | None) -> str:
    """A mana cost in little room: ``{2}{G/W}{G}`` becomes ``2(G/W)G``."""
    if text is None:
        return ""
    return re.sub(r"\{([^}]*)\}", lambda m: m[1] if len(m[1]) <= 2 and "/" not in m[1] else f"({m[1]})", text)


def shortened(text: str, wide: int) -> str:
    """The text, cut with an ellipsis where it is longer than `wide`."""
    return text if len(text) <= wide else text[: wide - 1] + "…"
