"""Mana costs and bundles of mana: symbols as text (CR 107.4) -> records."""

from __future__ import annotations

import re

import numpy as np

from . import layout

SYMBOL = re.compile(r"\{([^{}]+)\}")
_BIT = {c: 1 << i for i, c in enumerate(layout.MANA_TYPES)}
_ANY = 63


class BadCost(ValueError):
    """A mana cost that can't be read; the message names the symbol."""


def parse_symbols(text: str) -> list[str]:
    """Split "{2}{W/U}" into ["2", "W/U"].

    Raises
    ------
    BadCost
        If the text has anything but symbols in braces.
    """
    if SYMBOL.sub("", text).strip():
        raise BadCost(f"'{text}' is not a mana cost: write symbols in braces, such as {{2}}{{W}}")
    return [s.upper() for s in SYMBOL.findall(text)]


def cost_record(text: str) -> np.void:
    """Return the `layout.COST` record of a mana cost.

    ``need[S]`` counts the symbols whose mask lies within S (Hall's condition); generic counts only in S = all.
    """
    rec = np.zeros((), layout.COST)
    generic = x = mv = 0
    masks: list[tuple[int, int]] = []
    for s in parse_symbols(text):
        if s.isdigit():
            generic += int(s)
            mv += int(s)
        elif s in "XYZ":
            x += 1
        elif s == "S":
            masks.append((_ANY, layout.SNOW))
            mv += 1
        else:
            parts = s.split("/")
            flag = mask = 0
            value = 1
            for p in parts:
                if p == "P":
                    flag |= layout.PHYREXIAN
                elif p == "2":
                    flag |= layout.MONO_TWO
                    value = 2
                elif p in _BIT:
                    mask |= _BIT[p]
                else:
                    raise BadCost(f"'{{{s}}}' in the mana cost {text} is not a mana symbol (CR 107.4)")
            if not mask:
                raise BadCost(f"'{{{s}}}' in the mana cost {text} is not a mana symbol (CR 107.4)")
            mv += value
            masks.append((mask, flag))
    if len(masks) > layout.MAX_SYMBOLS or generic > 250:
        raise BadCost(f"the mana cost {text} has more symbols than the core's limit")
    rec["generic"], rec["x"], rec["n"], rec["mana_value"] = generic, x, len(masks), mv
    for i, (mask, flag) in enumerate(masks):
        rec["mask"][i], rec["flag"][i] = mask, flag
    need = rec["need"]
    for s in range(1, 64):
        need[s] = sum(1 for mask, _ in masks if mask & ~s == 0) + (generic if s == 63 else 0)
    return rec


def mana_value(text: str | None) -> int:
    """Return the mana value of a cost; X counts 0 (CR 202.3)."""
    return 0 if not text else int(cost_record(text)["mana_value"])


def bundle_counts(text: str) -> tuple[int, ...]:
    """Return the counts of W U B R G C in produced mana such as "{G}{G}"."""
    counts = [0] * 6
    for s in parse_symbols(text):
        if s.isdigit():  # produced {2} of old cards is colourless
            counts[5] += int(s)
        elif s in _BIT:
            counts[layout.MANA_TYPES.index(s)] += 1
        else:
            raise BadCost(f"'{{{s}}}' is not a type of mana")
    return tuple(counts)
