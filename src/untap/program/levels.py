"""The final level of every sentence of a card: what the grammar says of it, lowered where the core can't run it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..oracle import ast
from ..oracle.builders.base import walk
from .bonuses import with_needed_bonuses
from .build import CardIR, FaceIR, Unencoded, token_card
from .encode import Encoder, NotEncodable
from .expand import expanded
from .support import approximation, as_run
from .tokens import predefined_token

if TYPE_CHECKING:
    from ..oracle import CompiledFace, Sentence

__all__ = ["Note", "final_sentences", "lowered", "notes_of"]


@dataclass(frozen=True)
class Note:
    """Something about a card that the simulation doesn't do exactly.

    Attributes
    ----------
    card : str
    face, line, sentence : int
        Face from 0, line and sentence of its text from 1; sentence -1: the whole line.
    level : str
    reason : str or None
    """

    card: str
    face: int
    line: int
    sentence: int
    level: str
    reason: str | None


def lowered(card: CardIR) -> dict[tuple[int, int], tuple[str, str]]:
    """The abilities that aren't run as written, by (face, place among its abilities): level and reason."""
    out: dict[tuple[int, int], tuple[str, str]] = {}
    enc = Encoder()
    (card,) = with_needed_bonuses([card])
    for number, face in enumerate(card.faces):
        creature = "creature" in [t.casefold() for t in face.types]
        for index, part in expanded(face.abilities, face.mana_cost, creature):
            reason = _refusal(enc, part)
            if reason:
                out[number, index] = ("unsupported", f"not run: {reason}")
            elif any(n in enc.without_fights for n in walk((part,))):
                out.setdefault((number, index), ("approximated", "combat isn't simulated"))
        for index, ability in enumerate(face.abilities):
            reason = approximation(ability)
            if reason:
                out.setdefault((number, index), ("approximated", reason))
    return out


def _refusal(enc: Encoder, ability: ast.Node) -> str:
    """What of an ability the core has no words for; ``""`` if it has."""
    a = as_run(ability)
    if a is None:
        return ""
    try:
        enc.ability(a)
        for token in _tokens(a):
            for own in token_card(token).faces[0].abilities:
                if (b := as_run(own)) is not None:
                    enc.ability(b)
    except NotEncodable as err:
        return str(err)
    return ""


def _tokens(ability: ast.Node) -> Iterable[ast.Token]:
    for n in ability.walk():
        if isinstance(n, ast.CreateTokens):
            spec = predefined_token(n.token) if isinstance(n.token, str) else n.token
            if isinstance(spec, ast.Token):
                yield spec


def notes_of(facts, card: CardIR, unencoded: Sequence[Unencoded] = ()) -> list[Note]:
    """Every sentence that isn't exact.

    Parameters
    ----------
    facts : untap.cards.CardFacts
    card : CardIR
        The same card with its notation read.
    unencoded
        Abilities of the card for which a program as a whole had no room.
    """
    found = lowered(card)
    for u in unencoded:
        if u.index >= len(card.faces[u.face].abilities):
            continue  # what the rules add to a face
        found.setdefault((u.face, u.index), ("unsupported", f"not run: {u.reason}"))
    notes: list[Note] = []
    for number, face in enumerate(facts.faces):
        whole = _by_line((face.lines_of(index), level) for (at, index), level in found.items() if at == number)
        own = [
            Note(facts.name, number, c.line, c.sentence, c.level, c.reason)
            for c in face.clauses
            if c.line not in whole or c.level in ("unsupported", "text missing")
        ]
        own += [Note(facts.name, number, line, -1, *level) for line, level in whole.items()]
        notes += sorted(own, key=lambda n: (n.line, n.sentence))
    return notes


def final_sentences(compiled: CompiledFace) -> tuple[Sentence, ...]:
    """The sentences of a text that was just compiled, each with its final level."""
    face = FaceIR("", None, (), (), (), None, None, None, compiled.abilities)
    found = lowered(CardIR("", "normal", (face,)))
    whole = _by_line((compiled.lines[index], level) for (_, index), level in found.items())
    return tuple(
        replace(s, level=whole[s.line][0], reason=whole[s.line][1])
        if s.line in whole and s.level not in ("unsupported", "text missing")
        else s
        for s in compiled.sentences
    )


def _by_line(found: Iterable[tuple[tuple[int, ...], tuple[str, str]]]) -> dict[int, tuple[str, str]]:
    """The lowest level of each line."""
    whole: dict[int, tuple[str, str]] = {}
    for lines, level in found:
        for line in lines:
            if whole.get(line, ("",))[0] != "unsupported":
                whole[line] = level
    return whole
