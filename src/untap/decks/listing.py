"""Reads lists with a card a line: one reader for all the text formats.

They differ in marks, not in structure, and people paste one format's lines into another's list. So there is one
grammar, the union of them all, and which format a list is (see `untap.decks.formats.dialects`) changes nothing about
how it is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from untap.decks.blocks import assign_sections
from untap.decks.builder import DeckBuilder
from untap.decks.headings import Heading, parse_counted_heading, parse_heading, section_of
from untap.decks.lines import MAX_LENGTH, CardLine, Known, LineError, parse_card
from untap.decks.model import MAIN, SIDEBOARD, Entry
from untap.decks.source import clean

_COMMENT = re.compile(r"(//+|#+|>+|;+)\s*(.*)")
_NAME_COMMENT = re.compile(r"(?:deck\s*)?name\s*(?:[:=]\s*|\s+)(\S.*)", re.IGNORECASE)
# Wagic hides cards in what looks like comments.
_HIDDEN_CARD = re.compile(r"#(CMD|SB|DNG):\s*(\S.*)")
_HIDDEN_SECTIONS = {"CMD": "commander", "SB": SIDEBOARD, "DNG": "dungeons"}
_PREFIX = re.compile(r"([A-Za-z][A-Za-z ()]{0,20}?)\s*:\s*(\S.*)")
_INFORMATION = re.compile(
    r"(?:deck ?name|name|title|author|creator|player|event|format|date|source|url|link|description|layout [a-z]+)"
    r"\s*:.*",
    re.IGNORECASE,
)
_NAME_LINE = re.compile(r"(?:(?:deck ?)?name|title)\s*:\s*(\S.*)", re.IGNORECASE)
_ABOUT_NAME = re.compile(r"name\s*:?\s+(\S.*)", re.IGNORECASE)
_RULE = re.compile(r"([-=~*.])(?:\s*\1){2,}")


@dataclass(slots=True)
class Event:
    """A line and what it was taken for. `card` and `heading` go with those kinds, `problem` with "bad"."""

    line: int
    kind: Literal["blank", "comment", "heading", "card", "bad"]
    text: str
    card: CardLine | None = None
    heading: Heading | None = None
    problem: LineError | None = None
    note: str | None = None


def read_listing(builder: DeckBuilder, known: Known | None = None) -> None:
    """Read the builder's lines.

    Parameters
    ----------
    builder : DeckBuilder
        Has the lines; takes what is found.
    known : callable, optional
        Whether a card of a name exists. Only asked where a line could be a card or a heading, or a number a count or a
        part of the name; without it such a line is a card, and the number a count.
    """
    events = _classify(builder, known)
    _find_headings(events, known)
    sections, warning = assign_sections(events)
    for event in events:
        if event.note is not None:
            builder.report(event.line, "note", event.note, "put a count before it if it is a card")
        if event.kind == "comment":
            builder.comment(event.line)
        elif event.kind == "heading":
            builder.heading(event.line)
        elif event.problem is not None:
            builder.report(event.line, "error", event.problem.message, event.problem.suggestion)
        elif event.card is not None:
            card = event.card
            builder.add(
                Entry(
                    name=card.name,
                    count=card.count,
                    section=sections[event.line],
                    line=event.line,
                    set_code=card.set_code,
                    number=card.number,
                    foil=card.foil,
                    categories=tuple(dict.fromkeys(card.categories)),
                )
            )
    if warning is not None:
        builder.report(warning.line, "warning", warning.message, warning.suggestion)


def _classify(builder: DeckBuilder, known: Known | None) -> list[Event]:
    events: list[Event] = []
    about = False
    for number, raw in enumerate(builder.lines, 1):
        text = clean(raw)
        if not text:
            about = False
            events.append(Event(number, "blank", text))
        elif about and parse_heading(text) is None:
            match = _ABOUT_NAME.fullmatch(text)
            if match and builder.name is None:
                builder.name = match[1]
            events.append(Event(number, "comment", text))
        elif text.casefold().rstrip(":") == "about":
            about = True
            events.append(Event(number, "heading", text, heading=Heading(text, None)))
        else:
            about = False
            events.append(_classify_line(builder, number, text, known))
    return events


def _classify_line(builder: DeckBuilder, number: int, text: str, known: Known | None) -> Event:
    hidden = _HIDDEN_CARD.fullmatch(text)
    if hidden:
        return _card_event(number, hidden[2], _HIDDEN_SECTIONS[hidden[1]], known)
    comment = _COMMENT.fullmatch(text)
    if comment:
        body = comment[2].strip()
        named = _NAME_COMMENT.fullmatch(body)
        if named and builder.name is None:
            builder.name = named[1].strip()
        heading = parse_heading(body) if len(body) <= MAX_LENGTH else None
        if heading is not None:
            return Event(number, "heading", text, heading=heading)
        return Event(number, "comment", text)
    if _RULE.fullmatch(text):
        return Event(number, "comment", text)
    if _INFORMATION.fullmatch(text):
        named = _NAME_LINE.fullmatch(text)
        if named and builder.name is None:
            builder.name = named[1].strip()
        return Event(number, "comment", text)
    prefix = _PREFIX.fullmatch(text)
    section = section_of(prefix[1]) if prefix else None
    if prefix and section is not None:
        # "Deck: My deck" is a title, "Deck: 4 Forest" a card.
        if section == MAIN and not prefix[2][0].isdecimal():
            if builder.name is None:
                builder.name = prefix[2].strip()
            return Event(number, "comment", text)
        return _card_event(number, prefix[2], section, known)
    heading = parse_heading(text) if len(text) <= MAX_LENGTH else None
    if heading is not None:
        return Event(number, "heading", text, heading=heading)
    return _card_event(number, text, None, known)


def _card_event(number: int, text: str, section: str | None, known: Known | None) -> Event:
    try:
        card = parse_card(text, known)
    except LineError as problem:
        return Event(number, "bad", text, problem=problem)
    # A mark behind the card ("# !Commander") says more than a prefix ("SB:"), which some programs need for other ends.
    card.section = card.section or section
    return Event(number, "card", text, card=card)


def _find_headings(events: list[Event], known: Known | None) -> None:
    """Turn lines into headings that can be told from cards only by what surrounds them."""
    cards = [event.card for event in events if event.card is not None]
    counted = sum(card.counted for card in cards)
    if counted * 2 <= len(cards):
        return
    for index, event in enumerate(events):
        if event.card is None or event.card.counted or event.card.section is not None:
            continue
        starts_block = index == 0 or events[index - 1].kind != "card"
        following = _block_after(events, index)
        if not starts_block or not following:
            continue
        heading = parse_counted_heading(event.text)
        if heading is not None and heading.count == sum(card.count for card in following):
            event.kind, event.card, event.heading = "heading", None, heading
        elif known is not None and not known(event.card.name):
            event.kind, event.card, event.heading = "heading", None, Heading(event.text, None)
            event.note = f"{event.text!r} is taken for a heading"


def _block_after(events: list[Event], index: int) -> list[CardLine]:
    """The counted cards that follow an event at once."""
    block: list[CardLine] = []
    for event in events[index + 1 :]:
        if event.card is None or not event.card.counted:
            break
        block.append(event.card)
    return block
