"""Mana costs as text: which symbols there are (CR 107.4), and a clear word about those that there aren't."""

from __future__ import annotations

import re

__all__ = ["CostError", "check_cost", "cost_colors"]

_SYMBOL = re.compile(
    r"\d+|[XYZ]|[WUBRGCS]|½|∞|H[WUBRG]"
    r"|[WUBRG]/[WUBRG](/P)?|[2C]/[WUBRG]|[WUBRGC]/P"
)
_PIECE = re.compile(r"\{([^{}]*)\}|([^{}]+)|[{}]")


class CostError(ValueError):
    """Not a mana cost; the message names the part that isn't and what to write."""


def check_cost(text: str) -> str | None:
    """A mana cost in its normal form.

    Parameters
    ----------
    text
        As typed, such as ``"{1}{g/w}"``; ``""`` for no mana cost.

    Returns
    -------
    str or None
        The symbols in capitals without spaces; None for no mana cost.

    Raises
    ------
    CostError
        If some part isn't a mana symbol.
    """
    symbols = []
    for piece in _PIECE.finditer(text):
        inside, bare = piece[1], piece[2]
        if inside is None:
            if bare is None or bare.strip():
                what = (bare or piece[0]).strip()
                raise CostError(f"{what!r} isn't a mana symbol: put each symbol into braces, such as {{2}}{{G}}")
            continue
        symbol = inside.strip().upper()
        if not _SYMBOL.fullmatch(symbol):
            raise CostError(
                f"{piece[0]!r} isn't a mana symbol; there are {{2}}, {{X}}, {{G}}, {{C}}, {{S}}, {{G/W}}, ..."
            )
        symbols.append(f"{{{symbol}}}")
    return "".join(symbols) or None


_IN_BRACES = re.compile(r"\{([^{}]*)\}")


def cost_colors(text: str) -> set[str]:
    """The colours of all mana symbols in a text."""
    return {c for symbol in _IN_BRACES.findall(text) if _SYMBOL.fullmatch(symbol) for c in symbol if c in "WUBRG"}
