"""Keep rules: what is true of an opening hand as it would be played."""

from __future__ import annotations

from collections.abc import Sequence

from untap.questions.games import TYPES, Card, find_card
from untap.questions.machine import CHEAP, COUNT, HAND, SOURCES, Row, rows_of
from untap.questions.syntax import Call, Function, Parameter, QuestionError, bind, calls, parse

#: What may be said about an opening hand.
FUNCTIONS: dict[str, Function] = {
    "size": Function((), False, "cards"),
    "lands": Function((), False, "land cards"),
    "spells": Function((), False, "other cards"),
    "sources": Function((Parameter("types", "type"),), False, "lands that make, or fetch one that makes, any of these"),
    "copies": Function((Parameter("card", "card"),), False, "copies of a card"),
    "has": Function((Parameter("card", "card"),), True, "a copy of a card is there"),
    "cheap": Function((Parameter("most", "number"),), False, "spells of at most this mana value"),
    "plays": Function((Parameter("most", "number"),), False, "of these, those that the hand's lands could cast"),
    "mulligans": Function((), False, "mulligans taken"),
    "on_the_play": Function((), True, "the player goes first"),
    "free": Function((), True, "the next mulligan costs no card"),
}

_FIELDS = {"size": 0, "lands": 1, "spells": 2, "mulligans": 3, "on_the_play": 4, "free": 5}


def check_keep(text: str) -> str:
    """A keep rule as it is kept, read without a deck.

    Raises
    ------
    QuestionError
        If it can't be read.
    """
    flat = " ".join(str(text).split())
    for call in calls(parse(flat)):
        bind(call, FUNCTIONS, flat)
    return flat


def compile_keep(text: str, cards: Sequence[Card]) -> list[Row]:
    """The rows of a keep rule for a deck.

    Raises
    ------
    QuestionError
        If it can't be read or names a card that there isn't.
    """

    def leaf(call: Call) -> tuple[list[Row], bool]:
        given = bind(call, FUNCTIONS, text)
        name, truth = call.name, FUNCTIONS[call.name].truth
        if name in _FIELDS:
            return [(HAND, _FIELDS[name], 0, 0)], truth
        if name in ("copies", "has"):
            node = given["card"]
            if isinstance(node, Call):
                raise QuestionError("a card is named in quotes", text, node.at)
            card = find_card(node.value, cards, lambda message: QuestionError(message, text, node.at))
            return [(COUNT, card.kind, 0, 0)], truth
        if name == "sources":
            letters = given["types"].value.strip("{} ").upper()
            if not letters or any(c not in TYPES for c in letters):
                raise QuestionError(f"types of mana are letters of {TYPES}", text, given["types"].at)
            return [(SOURCES, sum(1 << TYPES.index(c) for c in set(letters)), 0, 0)], truth
        return [(CHEAP, given["most"].value, int(name == "plays"), 0)], truth

    return rows_of(parse(text), leaf, text)
