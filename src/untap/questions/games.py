"""Joint questions: what is true of a whole game, such as one card castable on a turn and another on the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from untap._names import meant
from untap.questions.machine import BIT, BIT_BY, GAME, OPENING, PROBE, TURN, Row, either, rows_of
from untap.questions.syntax import Call, Function, Node, Number, Parameter, QuestionError, Text, bind, parse

#: Questions of one run.
MAX_QUESTIONS = 256
#: Positions that are looked at for them.
MAX_PROBES = 512
#: Cards of ``together``.
MAX_TOGETHER = 6

TYPES = "WUBRGC"

_CARD = Parameter("card", "card")
_TURN = Parameter("turn", "turn")
_WHEN = (Parameter("turn", "turn", False), Parameter("by", "turn", False))
_TYPE = Parameter("type", "type", False)

#: What may be asked about a game.
FUNCTIONS: dict[str, Function] = {
    "castable": Function((_CARD, *_WHEN), True, "it could be cast on a turn, or on some turn by one", ("turn", "by")),
    "cast": Function((_CARD, *_WHEN), True, "the player cast it on a turn, or by one", ("turn", "by")),
    "together": Function(
        (Parameter("cards", "card", many=True), _TURN), True, "cards (and mana costs) that could be paid on one turn"
    ),
    "holds": Function((Parameter("cost", "cost"), _TURN), True, "the cost can still be paid after a turn's main phase"),
    "drawn": Function((_CARD, _TURN), True, "a copy has been drawn by a turn's main phase"),
    "in_hand": Function((_CARD, _TURN), True, "a copy is in hand at the start of a turn's main phase"),
    "opening": Function((_CARD,), True, "a copy is in the kept hand"),
    "mana": Function((_TYPE, _TURN), False, "available mana (of a type) after a turn's land drop"),
    "mana_with_one_shots": Function((_TURN,), False, "the same with what is used up"),
    "lands": Function((_TURN,), False, "lands in play after a turn's land drop"),
    "lands_seen": Function((_TURN,), False, "lands among the cards seen by a turn"),
    "spent": Function((_TURN,), False, "mana spent on a turn"),
    "land_drop": Function((_TURN,), True, "a land was played on a turn"),
    "unbounded": Function((_TURN,), True, "any amount of mana could be made on a turn"),
    "hand_size": Function((), False, "cards of the kept hand"),
    "hand_lands": Function((), False, "lands of the kept hand"),
    "mulligans": Function((), False, "mulligans taken"),
    "on_the_play": Function((), True, "the player goes first"),
    "value": Function((Parameter("mana_value", "number"),), True, "in place of a card: any spell of this mana value"),
}

#: Numbers and bits of a turn and of a game, as the core counts them.
_FIELDS = {"mana": 0, "mana_with_one_shots": 1, "lands": 2, "lands_seen": 3, "spent": 4, "land_drop": 5, "unbounded": 6}
_OF_TYPE = 8
_GAME = {"hand_size": 0, "hand_lands": 1, "mulligans": 2, "on_the_play": 3}
_MASKS = {"castable": 0, "cast": 1}

#: Kinds of probes.
TOGETHER, HOLDS, IN_HAND, SEEN = 1, 2, 3, 4


class Card(Protocol):
    """What is asked of a deck's cards (`untap.program.compile.ProgramCard` has it)."""

    name: str
    mana_value: int
    cls: int
    kind: int
    land: bool


@dataclass(frozen=True, slots=True)
class Probe:
    """A position that is looked at: whether cards and costs could be paid on a turn, or whether a card is there."""

    what: int
    turn: int
    kinds: tuple[int, ...] = ()
    cost: str = ""


@dataclass(frozen=True)
class Questions:
    """Questions about games, for the core.

    Attributes
    ----------
    texts : tuple of str
    rows : tuple of tuple of Row
        Of each question.
    probes : tuple of Probe
        Where there is any, games are played on the general plane.
    apart : frozenset of int
        Kinds of card that must not share a castability class with others for the answers to be right.
    """

    texts: tuple[str, ...]
    rows: tuple[tuple[Row, ...], ...] = ()
    probes: tuple[Probe, ...] = ()
    apart: frozenset[int] = field(default=frozenset())


def check_syntax(texts: Iterable[str]) -> tuple[str, ...]:
    """The questions as they are kept, each read without a deck.

    Raises
    ------
    QuestionError
        If one can't be read.
    """
    out = tuple(" ".join(str(text).split()) for text in texts)
    if len(out) > MAX_QUESTIONS:
        raise QuestionError(f"{len(out)} questions: at most {MAX_QUESTIONS} can be asked in a run")
    for text in out:
        parse(text)
    return out


def compile_questions(texts: Sequence[str], cards: Sequence[Card], turns: int) -> Questions:
    """Questions about the games of a deck.

    Parameters
    ----------
    texts : sequence of str
    cards : sequence of Card
        The deck's.
    turns : int
        Turns that are played.

    Raises
    ------
    QuestionError
        If a question can't be read, or is about cards or turns that there aren't.
    """
    if not texts:
        return Questions(())
    work = _Compiler(cards, turns)
    rows = tuple(tuple(work.question(text)) for text in check_syntax(texts))
    return Questions(tuple(check_syntax(texts)), rows, tuple(work.probes), frozenset(work.apart))


class _Compiler:
    def __init__(self, cards: Sequence[Card], turns: int) -> None:
        self.cards, self.turns = cards, turns
        self.probes: dict[Probe, int] = {}
        self.apart: set[int] = set()
        self.text = ""

    def question(self, text: str) -> list[Row]:
        self.text = text
        return rows_of(parse(text), self.leaf, text)

    def fail(self, message: str, node: Node) -> QuestionError:
        return QuestionError(message, self.text, node.at)

    # --------------------------------------------------------------------------------- arguments

    def named(self, node: Node) -> list[Card]:
        """The cards that an argument names: one, or all spells of a mana value."""
        if isinstance(node, Call):
            if node.name != "value":
                raise self.fail("a card is named in quotes, or is value(mana value)", node)
            wanted = bind(node, FUNCTIONS, self.text)["mana_value"].value
            found = [c for c in self.cards if c.cls >= 0 and c.mana_value == wanted]
            if not found:
                raise self.fail(f"the deck has no spell of mana value {wanted}", node)
            return found
        assert isinstance(node, Text)
        return [find_card(node.value, self.cards, lambda message: self.fail(message, node))]

    def spells(self, node: Node) -> list[Card]:
        found = self.named(node)
        if found[0].cls < 0:
            raise self.fail(f"{found[0].name} isn't cast: it is a land or has no mana cost", node)
        return found

    def turn(self, node: Number) -> int:
        if not 1 <= node.value <= self.turns:
            raise self.fail(f"the games have turns 1 to {self.turns}, not {node.value}", node)
        return int(node.value)

    def probe(self, what: int, turn: int, kinds: tuple[int, ...] = (), cost: str = "") -> list[Row]:
        number = self.probes.setdefault(Probe(what, turn, kinds, cost), len(self.probes))
        if number >= MAX_PROBES:
            raise QuestionError(f"the questions look at more than {MAX_PROBES} positions", self.text)
        return [(PROBE, number, 0, 0)]

    # --------------------------------------------------------------------------------- calls

    def leaf(self, call: Call) -> tuple[list[Row], bool]:
        given = bind(call, FUNCTIONS, self.text)
        name, truth = call.name, FUNCTIONS[call.name].truth
        if name == "value":
            raise self.fail("value stands in place of a card", call)
        if name in _GAME:
            return [(GAME, _GAME[name], 0, 0)], truth
        if name == "opening":
            return either([self._opening(card) for card in self.named(given["card"])]), truth
        if name in _MASKS:
            by = "by" in given
            t = self.turn(given["by" if by else "turn"])
            cards = self.spells(given["card"])
            if name == "cast":
                self.apart.update(card.kind for card in cards)
            # classes are looked up when all that must be apart is known
            return either([[(BIT_BY if by else BIT, _MASKS[name], card.kind, t - 1)] for card in cards]), truth
        t = self.turn(given["turn"])
        if name == "together":
            return self._together(given["cards"], t, call), truth
        if name == "holds":
            return self.probe(HOLDS, t, (), self._cost(given["cost"])), truth
        if name in ("in_hand", "drawn"):
            what = IN_HAND if name == "in_hand" else SEEN
            return either([self.probe(what, t, (card.kind,)) for card in self.named(given["card"])]), truth
        number = _FIELDS[name]
        if "type" in given:
            letter = given["type"].value.strip("{} ").upper()
            if len(letter) != 1 or letter not in TYPES:
                raise self.fail(
                    f"a type of mana is one of {', '.join(TYPES)}, not {given['type'].value!r}", given["type"]
                )
            number = _OF_TYPE + TYPES.index(letter)
        return [(TURN, number, t - 1, 0)], truth

    def _opening(self, card: Card) -> list[Row]:
        if card.cls < 0:
            return self.probe(SEEN, 0, (card.kind,))
        self.apart.add(card.kind)
        return [(OPENING, card.kind, 0, 0)]

    def _together(self, nodes: tuple[Node, ...], turn: int, call: Call) -> list[Row]:
        cost = ""
        choices: list[tuple[int, ...]] = [()]
        for node in nodes:
            if isinstance(node, Text) and node.value.strip().startswith("{"):
                cost += self._cost(node)
                continue
            kinds = [card.kind for card in self.spells(node)]
            choices = [(*chosen, kind) for chosen in choices for kind in kinds]
        if not choices[0]:
            raise self.fail("together wants a card beside costs", call)
        if len(choices[0]) > MAX_TOGETHER:
            raise self.fail(f"together takes at most {MAX_TOGETHER} cards", call)
        return either(
            [self.probe(TOGETHER, turn, tuple(sorted(c)), cost) for c in dict.fromkeys(map(_sorted, choices))]
        )

    def _cost(self, node: Node) -> str:
        assert isinstance(node, Text)
        text = "".join(node.value.split()).upper()
        if re.fullmatch(r"\d*[WUBRGC]*", text) and text:
            text = "".join(f"{{{s}}}" for s in re.findall(r"\d+|[WUBRGC]", text))
        if not re.fullmatch(r"(\{(\d+|[WUBRGCS]|[WUBRGC2](/[WUBRGC])+)\})+", text):
            raise self.fail(f"{node.value!r} is no mana cost such as {{1}}{{U}}", node)
        return text


def _sorted(kinds: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(kinds))


def find_card(name: str, cards: Sequence[Card], fail) -> Card:
    """A card of the deck by its name, any case, or by a face's."""
    wanted = " ".join(name.split()).casefold()
    known: dict[str, Card] = {}
    for card in cards:
        known.setdefault(card.name.casefold(), card)
    for card in cards:
        for face in card.name.split("//"):
            known.setdefault(face.strip().casefold(), card)
    if wanted not in known:
        names = {key: card.name for key, card in known.items()}
        raise fail(f"the deck has no card {name!r}{meant(wanted, names)}")
    return known[wanted]
