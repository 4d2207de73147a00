"""Closed forms for what needs no play: lands, sources and hands, with mulligans by land count.

Everything is a finite sum over hypergeometric probabilities; nothing is sampled. The statistical tests hold the
simulation to these figures, and ``untap sources`` prints them.
"""

from untap.exact.castability import (
    CostError,
    castable,
    deck,
    parts,
    payable,
    sources_for,
    sources_table,
    spread,
    threshold,
)
from untap.exact.events import (
    castable_from_hand,
    chance,
    given,
    lands_in_play,
    lands_seen,
    sources,
    sources_needed,
)
from untap.exact.hands import Groups, Kept, draws_by, hand_sizes, kept_hands, seen_after
from untap.exact.hypergeometric import at_least, compositions, distribution, pmf, probability

__all__ = [
    "CostError",
    "Groups",
    "Kept",
    "at_least",
    "castable",
    "castable_from_hand",
    "chance",
    "compositions",
    "deck",
    "distribution",
    "draws_by",
    "given",
    "hand_sizes",
    "kept_hands",
    "lands_in_play",
    "lands_seen",
    "parts",
    "payable",
    "pmf",
    "probability",
    "seen_after",
    "sources",
    "sources_for",
    "sources_needed",
    "sources_table",
    "spread",
    "threshold",
]
