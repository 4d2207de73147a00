"""The grammar of one card line, as the text formats together write it.

::

    line    = [count] [bracket] name [printing] [count] mark*
    count   = "4" | "4x" | "x4" | "* 4" (after the name)
    bracket = "[SET]" | "[SET:123]"
    printing= "(SET)" | "(SET) 123" | "(123)" | "[SET:123]" | "<123>"
    mark    = "*F*" | "*CMDR*" | "[foil]" | "[Category{flag},Category]" | "^label,#colour^" | "#tag" | "# !Commander"

No card's name contains ``[ ] { } < > # * ^ |``, so these always begin something else. Round brackets can be part of a
name; a set code in them has no mixed case.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from untap.decks.headings import section_of
from untap.decks.model import COMMANDER, COMPANION, MAX_COUNT, MAYBEBOARD

#: Tells whether a card of this name exists.
Known = Callable[[str], bool]


class LineError(Exception):
    """A line that should be a card but can't be read as one."""

    def __init__(self, message: str, suggestion: str) -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = suggestion


@dataclass(slots=True)
class CardLine:
    """A card line taken apart. `section` is set only where the line itself names one."""

    name: str
    count: int = 1
    counted: bool = False
    set_code: str | None = None
    number: str | None = None
    foil: bool = False
    section: str | None = None
    categories: list[str] = field(default_factory=list)


#: The longest card line. (The longest name has 141 letters.)
MAX_LENGTH = 500

# Signs that stand for a minus: hyphen, minus sign, dashes.
_MINUS = "-\u2212\u2013\u2014"
_NEGATIVE = re.compile(rf"[{_MINUS}]\s*[0-9]+\s*[x×]?\s+\S", re.IGNORECASE)
# "4 X (SET)" is four of a card named by one letter.
_COUNT_BEFORE = re.compile(r"([0-9]+)(?:[xX×]|\s+[x×](?=\s+[^\s(\[*#]))?\s+(?=\S)")
_COUNT_BEFORE_X = re.compile(r"[x×]([0-9]+)\s+(?=\S)", re.IGNORECASE)
_COUNT_AFTER = re.compile(r"\s+[x×*]\s?([0-9]+)$", re.IGNORECASE)
_COUNT_AFTER_NEGATIVE = re.compile(rf"\s+[x×*]\s?[{_MINUS}]\s?[0-9]+$")
# A digit, then no space and no letter or hyphen, is no name and no count: "4.5 X", "4,X", "4;X".
_BROKEN_COUNT = re.compile(r"[0-9]+\s*[.,;:/|=]\s*[0-9]*\s*(?=\S)")
_GLUED_COUNT = re.compile(r"([0-9]+)x?([A-Z].*)")

_LABEL = re.compile(r"\s*\^([^^]*)\^")
_TAIL = re.compile(r"\s+#(.*)$")
_STARRED = re.compile(r"\s*\*\s?([A-Za-z][A-Za-z -]*)\s?\*$")
_BRACKETED = re.compile(r"\s*\[([^\[\]]*)\]$")
_ANGLED = re.compile(r"\s*<([^<>]*)>$")
_FOIL_LETTER = re.compile(r"\s+\((?:F|E)\)$")
_PRINTING = re.compile(r"(?:^|\s+)\(\s*([A-Za-z0-9_]{2,8}|\*)\s*(?::\s*([^\s()]+)\s*)?\)(?:\s+([^\s()*]\S*))?$")
_BRACKET_BEFORE = re.compile(r"\[([^\[\]]*)\]\s*")
_SET_NUMBER = re.compile(r"([A-Za-z0-9_]{1,8})(?::(\S+))?")
_FLAG = re.compile(r"\{([^{}]*)\}")

_FOIL_WORDS = {"f", "e", "foil", "etched", "f-etch", "etched foil"}
_COMMANDER_WORDS = {"cmdr", "commander", "general"}
_COMPANION_WORDS = {"companion"}


def parse_count(text: str) -> int:
    """A count from its digits.

    Raises
    ------
    LineError
        If it is not a number from 1 to `MAX_COUNT`.
    """
    digits = text.strip()
    if digits.startswith(tuple(_MINUS)) and digits[1:].strip().isdecimal():
        raise LineError(f"the count {digits} is negative", "write a count of 1 or more")
    if not (digits.isascii() and digits.isdecimal()):
        raise LineError(f"{digits!r} is not a count", "write a whole number of 1 or more")
    # The length first: turning a very long string of digits into a number takes time, or is refused.
    if len(digits.lstrip("0")) > len(str(MAX_COUNT)) or int(digits) > MAX_COUNT:
        shown = digits if len(digits) <= 12 else digits[:12] + "…"
        raise LineError(f"{shown} copies of a card are more than the {MAX_COUNT} allowed", "correct the count")
    if int(digits) == 0:
        raise LineError("the count is 0", "write a count of 1 or more, or take the line out")
    return int(digits)


def parse_card(text: str, known: Known | None = None) -> CardLine:
    """Take a card line apart.

    Parameters
    ----------
    text : str
        The line, without blanks at its ends.
    known : callable, optional
        Asked whether a line that begins with a number is a name as a whole.

    Raises
    ------
    LineError
        If the line can't be a card.
    """
    if len(text) > MAX_LENGTH:
        raise LineError("this line is too long for a card", "start a comment with //")
    card = CardLine("")
    rest = _take_marks(text, card)
    if known is not None and rest[:1].isdecimal() and known(rest):
        card.name = " ".join(rest.split())
        return card
    rest = _take_count_before(rest, card)
    rest = _take_count_after(rest, card)
    rest = _take_bracket_before(rest, card)
    rest = _take_printing(rest, card)
    card.name = " ".join(rest.split())
    if not any(letter.isalpha() or letter == "_" for letter in card.name):
        raise LineError("there is no card name on this line", "write `4 Card Name`, or start a comment with //")
    return card


def _take_count_before(text: str, card: CardLine) -> str:
    if _NEGATIVE.match(text):
        raise LineError("the count is negative", f"write `{text.lstrip(_MINUS + ' ')}`")
    match = _COUNT_BEFORE.match(text) or _COUNT_BEFORE_X.match(text)
    if match:
        card.count = _count_of_line(match[1], text)
        card.counted = True
        return text[match.end() :]
    match = _BROKEN_COUNT.match(text)
    if match:
        raise LineError("the count is not a whole number", f"write `1 {text[match.end() :]}` with a whole number")
    match = _GLUED_COUNT.match(text)
    if match:
        raise LineError("there is no space between count and name", f"write `{match[1]} {match[2]}`")
    return text


def _count_of_line(digits: str, text: str) -> int:
    try:
        return parse_count(digits)
    except LineError as error:
        if not digits.strip("0"):
            raise
        # A name can begin with a number.
        raise LineError(error.message, f"correct the count, or write `1 {text}` if that is the name") from None


def _take_count_after(text: str, card: CardLine) -> str:
    if _COUNT_AFTER_NEGATIVE.search(text):
        raise LineError("the count is negative", "write a count of 1 or more")
    match = _COUNT_AFTER.search(text)
    if not match:
        return text
    if card.counted:
        raise LineError("there is a count before the name and another after it", "leave one of them out")
    card.count = parse_count(match[1])
    card.counted = True
    return text[: match.start()]


def _take_marks(text: str, card: CardLine) -> str:
    """Cut off labels, tags and marks, from the end to the name."""
    for match in _LABEL.finditer(text):
        label = match[1].split(",#")[0].strip()
        if label:
            card.categories.append(label)
    text = _LABEL.sub("", text).rstrip()
    tail = _TAIL.search(text)
    if tail:
        _take_tags(tail[1], card)
        text = text[: tail.start()].rstrip()
    while True:
        shorter = _take_mark(text, card)
        if shorter == text:
            return text
        text = shorter.rstrip()


def _take_mark(text: str, card: CardLine) -> str:
    match = _STARRED.search(text)
    if match:
        word = match[1].strip()
        if word.casefold() in _FOIL_WORDS:
            card.foil = True
        elif word.casefold() in _COMMANDER_WORDS:
            card.section = COMMANDER
        elif word.casefold() in _COMPANION_WORDS:
            card.section = COMPANION
        else:
            card.categories.append(word)
        return text[: match.start()]
    match = _FOIL_LETTER.search(text)
    if match:
        card.foil = True
        return text[: match.start()]
    match = _ANGLED.search(text)
    if match:
        inside = match[1].strip()
        if any(letter.isdecimal() for letter in inside) and " " not in inside:
            card.number = card.number or inside
        elif inside:
            card.categories.append(inside)
        return text[: match.start()]
    match = _BRACKETED.search(text)
    if match and match.start() > 0:
        _take_brackets(match[1].strip(), card)
        return text[: match.start()]
    return text


def _take_brackets(inside: str, card: CardLine) -> None:
    """What stands in ``[...]`` after a name: a printing, a foil mark, or categories with flags."""
    if inside.casefold() in _FOIL_WORDS:
        card.foil = True
        return
    printing = _SET_NUMBER.fullmatch(inside)
    if printing and card.set_code is None and (printing[2] or (_is_set_code(inside) and inside == inside.upper())):
        _set_printing(card, printing[1], printing[2])
        return
    for position, category in enumerate(inside.split(",")):
        flags = {flag.strip().casefold() for flag in _FLAG.findall(category)}
        name = _FLAG.sub("", category).strip()
        # The first category is the one that a card is filed under.
        if position == 0:
            section = section_of(name)
            if section is not None:
                card.section = section
            elif "nodeck" in flags:
                card.section = MAYBEBOARD
        if name:
            card.categories.append(name)


def _take_tags(tail: str, card: CardLine) -> None:
    mark = tail.strip().casefold()
    if mark in ("!commander", "!cmdr"):
        card.section = COMMANDER
    elif mark == "!companion":
        card.section = COMPANION
    else:
        card.categories += [tag.strip().lstrip("!") for tag in tail.split("#") if tag.strip().lstrip("!")]


def _take_bracket_before(text: str, card: CardLine) -> str:
    match = _BRACKET_BEFORE.match(text)
    if not match:
        return text
    inside = match[1].strip()
    printing = _SET_NUMBER.fullmatch(inside)
    if printing:
        _set_printing(card, printing[1], printing[2])
    elif inside:
        card.categories.append(inside)
    return text[match.end() :]


def _take_printing(text: str, card: CardLine) -> str:
    match = _PRINTING.search(text)
    if match and match[1] == "*" and match[3] is None:
        return _take_printing(text[: match.start()], card)  # "(SET) (*)": any number
    if not match or not _is_set_code(match[1]):
        return text
    number = match[2] or match[3]
    if match[1].isdecimal() and number is None:
        card.number = card.number or match[1]  # "(331)": sets are not called that
    else:
        _set_printing(card, match[1], number)
    return text[: match.start()]


def _set_printing(card: CardLine, set_code: str, number: str | None) -> None:
    if set_code != "*":
        card.set_code = set_code.upper()
    if number is not None and number != "*":
        card.number = number


def _is_set_code(text: str) -> bool:
    return text == "*" or any(letter.isdecimal() for letter in text) or text in (text.upper(), text.lower())
