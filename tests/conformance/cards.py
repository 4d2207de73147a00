"""Cards of the cases: their faces with abilities as AST, from the corpus or, failing that, from the packaged table."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from untap.cards import CardTable, read_cards
from untap.cards.facts import parse_type_line
from untap.cards.table import packaged_path
from untap.oracle import compile_face
from untap.program import CardIR, FaceIR, compile
from untap.program.tokens import PREDEFINED


def shared_folder() -> Path | None:
    """The shared folder: ``UNTAP_SHARED``, or ``../shared`` beside the repository."""
    named = os.environ.get("UNTAP_SHARED")
    path = Path(named) if named else Path(__file__).resolve().parents[3] / "shared"
    return path if path.exists() else None


@cache
def corpus() -> dict[str, object]:
    """Source cards by whole name and, after those, by face name."""
    folder = shared_folder()
    whole, faces = {}, {}
    if folder is not None:
        for card in read_cards(folder / "corpus" / "cards.jsonl.gz"):
            whole[card.name] = card
            for face in card.faces:
                faces.setdefault(face.name, card)
    return {**faces, **whole}


class UnknownName(LookupError):
    """A case names a card that nobody knows."""


def _from_table(name: str) -> tuple[CardIR, int]:
    try:
        facts = table().lookup(name)
    except LookupError as error:
        raise UnknownName(name) from error
    number = next((k for k, face in enumerate(facts.faces) if face.name == name and facts.name != name), 0)
    return compile.card_ir(facts)[0], number


@cache
def table() -> CardTable:
    """The packaged table."""
    return CardTable.open(packaged_path())


@cache
def card_ir(name: str) -> tuple[CardIR, int]:
    """Return the card of a name and the number of the face that bears it."""
    if name.casefold() in PREDEFINED:
        token = PREDEFINED[name.casefold()]
        from untap.program.build import token_card

        return token_card(token), 0
    card = corpus().get(name)
    if card is None and not corpus():
        return _from_table(name)
    if card is None:
        return _from_table(name)
    faces, number = [], 0
    for k, face in enumerate(card.faces):
        if face.name == name and card.name != name:
            number = k
        line = parse_type_line(face.type_line)
        compiled = compile_face(face, card) if face.text is not None else None
        faces.append(
            FaceIR(
                face.name, face.mana_cost, line.supertypes, line.types, line.subtypes, face.power, face.toughness,
                face.loyalty, tuple(compiled.abilities) if compiled else (),
            )
        )  # fmt: skip
    return CardIR(card.name, card.layout, tuple(faces), card.color_identity), number


def _from_table(name: str) -> tuple[CardIR, int]:
    """The card as the packaged table has it, where the corpus isn't at hand."""
    from untap.cards import CardTable
    from untap.cards.names import UnknownCard
    from untap.program.compile import card_ir as read

    try:
        card = read(CardTable.open().lookup(name))
    except UnknownCard:
        raise UnknownName(name) from None
    return card, next((k for k, face in enumerate(card.faces) if face.name == name and card.name != name), 0)


FILLER = CardIR("(filler)", "normal", (FaceIR("(filler)", None, (), (), (), None, None, None, ()),))
