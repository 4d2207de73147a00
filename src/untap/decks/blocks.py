"""Which section each card of a list is in: by headings, and by blank lines where there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from untap.decks.model import COMMANDER, COMPANION, MAIN, SIDEBOARD, Diagnostic

if TYPE_CHECKING:
    from untap.decks.listing import Event

# A blank line leaves these sections: exports without a heading for the main deck rely on it.
_SHORT_SECTIONS = (COMMANDER, COMPANION)

_SIDEBOARD_LIMIT = 15
_LIMITED_DECK = 40
_CONSTRUCTED_DECK = 60
_COMMANDER_DECK = 100


def assign_sections(events: list[Event]) -> tuple[dict[int, str], Diagnostic | None]:
    """Give each card its section.

    Parameters
    ----------
    events : list of Event
        A list's lines in order.

    Returns
    -------
    sections : dict of int to str
        By line.
    warning : Diagnostic or None
        Where blank lines had to be interpreted and could mean something else.
    """
    sections = _by_headings(events)
    if _names_sideboard(events, sections):
        return sections, None
    return sections, _by_blank_lines(events, sections)


def _by_headings(events: list[Event]) -> dict[int, str]:
    sections: dict[int, str] = {}
    section = MAIN
    taken = False
    for event in events:
        if event.heading is not None:
            if event.heading.section is not None:
                section = event.heading.section
            elif section in _SHORT_SECTIONS:
                section = MAIN
            taken = False
        elif event.kind == "blank" and taken and section in _SHORT_SECTIONS:
            section = MAIN
        elif event.card is not None:
            sections[event.line] = event.card.section or section
            taken = True
    return sections


def _names_sideboard(events: list[Event], sections: dict[int, str]) -> bool:
    return SIDEBOARD in sections.values() or any(
        event.heading is not None and event.heading.section == SIDEBOARD for event in events
    )


def _by_blank_lines(events: list[Event], sections: dict[int, str]) -> Diagnostic | None:
    """Apply the rule of lists without headings: what follows the blank line is the sideboard.

    People also use blank lines to group a main deck, or to set off a commander; sizes tell.
    """
    blocks = _blocks(events, sections)
    if len(blocks) < 2:
        return None
    counts = [sum(event.card.count for event in block if event.card) for block in blocks]
    before, last = sum(counts[:-1]), counts[-1]
    total = before + last
    whole = total + sum(event.card.count for event in events if event.card and sections[event.line] == COMMANDER)
    first_line = blocks[-1][0].line
    if len(blocks) == 2 and before <= 2 and whole in (_CONSTRUCTED_DECK, _COMMANDER_DECK):
        for event in blocks[0]:
            sections[event.line] = COMMANDER
        return Diagnostic(
            blocks[0][0].line,
            "warning",
            "the card above the blank line is taken for the commander",
            "put a `Commander` heading above it, and `Deck` above the rest, to say so",
        )
    one_deck = whole == _COMMANDER_DECK and last > 2 and _mostly_single(events)
    if not one_deck and _is_sideboard(len(blocks), before, last):
        for event in blocks[-1]:
            sections[event.line] = SIDEBOARD
        if len(blocks) == 2:
            return None
        return Diagnostic(
            first_line,
            "warning",
            "the cards from here on are taken for the sideboard",
            "put a `Sideboard` heading above them, or take out the blank lines of the main deck",
        )
    return Diagnostic(
        first_line,
        "warning",
        "blank lines divide the list, but everything is taken for one main deck",
        "put a `Sideboard` heading above the sideboard if there is one",
    )


def _is_sideboard(blocks: int, before: int, last: int) -> bool:
    if blocks == 2:
        return last <= _SIDEBOARD_LIMIT or before >= _LIMITED_DECK
    return last <= _SIDEBOARD_LIMIT and (before >= _CONSTRUCTED_DECK or before == _LIMITED_DECK)


def _mostly_single(events: list[Event]) -> bool:
    cards = [event.card for event in events if event.card is not None]
    return sum(card.count == 1 for card in cards) * 5 > len(cards) * 4


def _blocks(events: list[Event], sections: dict[int, str]) -> list[list[Event]]:
    """The runs of main-deck cards that only blank lines divide; one run if headings divide them too."""
    blocks: list[list[Event]] = [[]]
    gap = False
    grouped = False
    for event in events:
        if event.kind == "blank":
            gap = bool(blocks[-1])
        elif event.kind in ("comment", "heading"):
            gap = False
            grouped = grouped or (event.heading is not None and event.heading.section is None and bool(blocks[-1]))
        elif event.card is not None and sections[event.line] == MAIN:
            if gap:
                blocks.append([])
            blocks[-1].append(event)
            gap = False
    return blocks[:1] if grouped else blocks
