"""Decks that a deck is compared with: swaps that are named, and one more or fewer of each land."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from untap.simulate.compare import compare
from untap.simulate.run import program_of

if TYPE_CHECKING:
    from untap.decks import Deck, Swap
    from untap.results import Comparison


def swaps_of_lands(deck: Deck, filler: str, lands: Iterable[str]) -> list[Swap]:
    """One more of each land for a copy of the filler, and one fewer.

    Raises
    ------
    DeckError
        If the filler isn't in the main deck.
    """
    from untap.decks import Swap

    swaps = []
    for land in lands:
        more = Swap(((1, filler),), ((1, land),))
        more.apply(deck)  # says it if there is no such filler
        swaps += [more, Swap(((1, land),), ((1, filler),))]
    return swaps


def with_swaps(
    deck: Deck | str | os.PathLike[str],
    swaps: Sequence[Swap | str] = (),
    *,
    sensitivity: str | None = None,
    table: Any = None,
    overrides: Any = None,
    unknown: str = "error",
    strict: bool = False,
    **options: Any,
) -> Comparison:
    """Compare a deck with itself after some swaps, each a deck of its own, all on the same shuffles.

    Parameters
    ----------
    deck : Deck, str or path-like
    swaps : sequence of Swap or str
        Such as ``'1 Forest -> 1 Temple Garden'``.
    sensitivity : str, optional
        A card of the deck: also one more of each land for one of it, and the reverse.
    **options
        See `untap.compare`.

    Returns
    -------
    Comparison
        The deck first; the others are named by their swaps.
    """
    from untap.decks import Swap, read_deck

    if table is None:
        from untap.cards import CardTable

        table = CardTable.open()
    overrides = None if overrides is None else list(overrides)
    if isinstance(deck, str | os.PathLike):
        deck = read_deck(deck)

    def program(some: Deck, name: str) -> Any:
        made = program_of(some, table, overrides, unknown, strict, options.get("format"))
        return replace(made, name=name)

    first = program(deck, deck.title)
    chosen = [Swap.parse(s) if isinstance(s, str) else s for s in swaps]
    if sensitivity is not None:
        lands = [card.name for card in first.cards if card.land and card.section == "main"]
        chosen += swaps_of_lands(deck, sensitivity, lands)
    return compare(first, *(program(swap.apply(deck), str(swap)) for swap in chosen), **options)
