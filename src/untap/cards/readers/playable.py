"""Which cards of a bulk file a deck can hold.

The rule, by layout and type alone, so that it is the same for every source:

* not: layouts and types of the command zone and of other decks (planes, phenomena, schemes, vanguards,
  conspiracies, dungeons, emblems, heroes of the challenge decks), sticker sheets, tokens, art cards;
* not: ``X // X``, a card printed with two fronts (``reversible_card``), which is the card X again;
* everything else, with digital-only cards (``A-``), host and augment, playtest and other casual cards.

Where two cards have one name, one that some format allows goes first, then the one that came first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from untap.cards.facts import SourceCard, parse_type_line
from untap.cards.names import SEPARATOR, split_name

__all__ = ["is_deck_card", "playable"]

_LAYOUTS = frozenset(
    ("planar", "scheme", "vanguard", "token", "double_faced_token", "emblem", "art_series", "dungeon", "sticker")
)

_TYPES = frozenset(
    (
        "plane",
        "phenomenon",
        "scheme",
        "vanguard",
        "conspiracy",
        "stickers",
        "dungeon",
        "emblem",
        "hero",
        "token",
        "card",
    )
)


def is_deck_card(card: SourceCard) -> bool:
    """Whether a card can be in a deck (main deck, sideboard or as a commander)."""
    if card.layout in _LAYOUTS:
        return False
    # Types only: Hero and others are also subtypes of ordinary creatures.
    words = parse_type_line(card.faces[0].type_line)
    return not any(w.casefold() in _TYPES for w in words.supertypes + words.types)


def playable(cards: Iterable[SourceCard]) -> list[SourceCard]:
    """The cards that a deck can hold, one of each name, sorted by name.

    Parameters
    ----------
    cards
        All cards of a source.
    """
    kept: dict[str, SourceCard] = {}
    twice: list[SourceCard] = []
    for card in cards:
        if not is_deck_card(card):
            continue
        if card.layout == "reversible_card":
            twice.append(_single(card))
        elif card.name not in kept or (card.usual and not kept[card.name].usual):
            kept[card.name] = card
    for card in twice:
        # The card itself is normally there, too, and then says the same in full.
        kept.setdefault(card.name, card)
    return [kept[name] for name in sorted(kept)]


def _single(card: SourceCard) -> SourceCard:
    """The card that is printed twice on a card with two fronts."""
    names = split_name(card.name)
    half = len(names) // 2
    if len(names) % 2 or names[:half] != names[half:]:
        return card
    layout = "normal" if half == 1 else "adventure"
    return replace(card, name=SEPARATOR.join(names[:half]), layout=layout, faces=card.faces[:half])
