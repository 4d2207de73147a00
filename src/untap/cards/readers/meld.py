"""Melded permanents, which some files have as cards of their own (CR 712: no card has that name alone)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from untap.cards.facts import SourceCard
from untap.cards.names import SEPARATOR

__all__ = ["join_melds"]


def join_melds(cards: Iterable[SourceCard], results: Mapping[str, str]) -> Iterator[SourceCard]:
    """Make each melded permanent the second face of the two cards that it is made of.

    Parameters
    ----------
    cards
        All cards of a file.
    results
        Name of a part → name of its melded permanent; may fill up while ``cards`` is being read.
    """
    melds: dict[str, SourceCard] = {}
    for card in cards:
        if card.layout == "meld" and all(face.text is None for face in card.faces[1:]):
            melds[card.name] = card
        else:
            yield card
    backs = set(results.values())
    for name, card in melds.items():
        back = melds.get(results.get(name, ""))
        if name in backs:
            continue
        if back is not None:
            # Some files have the melded permanent in the name, but not among the faces.
            whole = name if name.endswith(SEPARATOR + back.name) else name + SEPARATOR + back.name
            card = replace(card, name=whole, faces=card.faces[:1] + back.faces)
        yield card
