"""What a scenario asks of a deck's program, made ready for the core."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from untap.questions import QuestionError, Questions, compile_questions
from untap.questions.games import find_card
from untap.questions.machine import BIT, BIT_BY, OPENING

if TYPE_CHECKING:
    from untap.program.compile import Program
    from untap.simulate.scenario import Scenario

#: Places for kinds in the core's record of a probe.
PROBE_KINDS = 8


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck to `untap.questions`."""

    name: str
    mana_value: int
    cls: int
    kind: int
    land: bool


def deck_cards(program: Program) -> list[DeckCard]:
    """The cards of a program with the numbers of their kinds."""
    number = {name: k for k, name in reversed(list(enumerate(program.kinds)))}
    return [DeckCard(c.name, c.mana_value, c.cls, number[c.name], c.land) for c in program.cards]


@dataclass(frozen=True)
class Prepared:
    """A program and the questions about its games, as `_core.run_chunk` wants them."""

    program: Program
    questions: dict[str, Any] | None = None
    hands: dict[str, Any] | None = None
    aim: tuple[int, int] | None = None
    clock: bool = False

    def options(self) -> dict[str, Any]:
        """Keyword arguments of `_core.run_chunk` for this program alone."""
        return {"questions": [self.questions], "hands": [self.hands], "aims": [self.aim], "clock": self.clock}


def prepare(program: Program, scenario: Scenario) -> Prepared:
    """Compile what the scenario asks about a deck, and its rule about opening hands.

    Raises
    ------
    QuestionError
        If a question names cards or turns that there aren't.
    """
    from untap.program.apart import with_kinds_apart

    if scenario.apart:
        program = with_kinds_apart(program, range(len(program.kinds)))
    hands, aim = hand_rule(program, scenario), aim_of(program, scenario)
    if not scenario.ask:
        return Prepared(program, None, hands, aim, scenario.clock)
    asked = compile_questions(scenario.ask, deck_cards(program), scenario.turns)
    program = with_kinds_apart(program, sorted(asked.apart))
    return Prepared(program, question_arrays(program, asked), hands, aim, scenario.clock)


#: Numbers of the core's players.
AIM_CURVE, AIM_MANA, AIM_CARD, AIM_SPEND, AIM_NAIVE = range(5)


def aim_of(program: Program, scenario: Scenario) -> tuple[int, int] | None:
    """The number of the scenario's aim and the kind of card aimed at; None for the default.

    Raises
    ------
    QuestionError
        If the card isn't there or isn't cast.
    """
    word, _, name = scenario.aim.partition(":")
    if word == "curve":
        return None
    if word != "card":
        return {"mana": AIM_MANA, "spend": AIM_SPEND}[word], -1
    card = find_card(name, deck_cards(program), lambda message: QuestionError(f"the aim: {message}"))
    if card.cls < 0:
        raise QuestionError(f"the aim: {card.name} isn't cast: it is a land or has no mana cost")
    return AIM_CARD, card.kind


def hand_rule(program: Program, scenario: Scenario) -> dict[str, Any] | None:
    """What the core wants for a mulligan rule about more than the number of lands; None for others."""
    rule = scenario.rule
    if rule.counts_only:
        return None
    out: dict[str, Any] = {"hands": rule.hands}
    if rule.keep_if:
        from untap.questions.hands import compile_keep

        out["rows"] = compile_keep(rule.keep_if, deck_cards(program))
    if rule.hands > 1:
        out["weights"] = smoothing_weights(program)
    if rule.by_value:
        from untap.simulate.value import hand_values

        out |= hand_values(program, scenario)
    return out


def smoothing_weights(program: Program) -> list[int]:
    """Weights of a hand with 0, 1, ... 7 lands where one of several hands is dealt; see the preset ``arena-bo1``."""
    main = [card for card in program.cards if card.section != "commander"]
    mean = 7 * sum(card.count for card in main if card.land) / sum(card.count for card in main)
    return [max(1, round(2**24 * 4 ** -(abs(lands - mean) ** 2.5))) for lands in range(8)]


def question_arrays(program: Program, asked: Questions) -> dict[str, Any]:
    """Questions as arrays."""
    import numpy as np

    from untap.program import layout
    from untap.program.costs import cost_record

    cls = program.arrays["kinds"]["cls"]
    place = {BIT: 2, BIT_BY: 2, OPENING: 1}  # where a row has a kind, the core wants its class
    rows, starts = [], [0]
    for question in asked.rows:
        for row in question:
            plain = list(row)
            if row[0] in place:
                plain[place[row[0]]] = int(cls[plain[place[row[0]]]])
            rows.append(plain)
        starts.append(len(rows))
    costs = {text: n for n, text in enumerate(dict.fromkeys(p.cost for p in asked.probes if p.cost))}
    records = np.zeros(max(1, len(costs)), layout.COST)
    for text, n in costs.items():
        records[n] = cost_record(text)
    probes = np.full((len(asked.probes), 4 + PROBE_KINDS), -1, np.int32)
    for n, p in enumerate(asked.probes):
        probes[n, :4] = (p.what, p.turn, len(p.kinds), costs.get(p.cost, -1))
        probes[n, 4 : 4 + len(p.kinds)] = p.kinds
    return {"rows": np.array(rows, np.int32), "starts": np.array(starts, np.int32), "probes": probes, "costs": records}
