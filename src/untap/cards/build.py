"""From the cards of a source to the bytes of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from untap.cards.codec import encode_card
from untap.cards.facts import TEXT_MISSING, CardFacts, Clause, Face, SourceCard, SourceFace
from untap.cards.sortedfile import render

__all__ = ["FORMAT", "KIND", "CompileFace", "build_table", "card_facts", "default_compiler", "grammar_version"]

KIND = "untap cards"
FORMAT = 2
"""Version of the table's format; a table of another version isn't read."""

CompileFace = Callable[[SourceFace, SourceCard], tuple[Sequence[str], Sequence[Any], Sequence[tuple[int, ...]]]]
"""Gives a face's notation, its sentences and the lines of each ability."""


def default_compiler() -> CompileFace:
    """The Oracle compiler."""
    # Not at import time: the Oracle compiler itself imports the facts from here.
    import untap.oracle as oracle

    def compiler(face: SourceFace, card: SourceCard) -> tuple[Sequence[str], Sequence[Any], Sequence[tuple[int, ...]]]:
        compiled = oracle.compile_face(face, card)
        return [oracle.write_notation(a) for a in compiled.abilities], compiled.sentences, compiled.lines

    return compiler


def grammar_version() -> str:
    """The version of the grammar that this program has."""
    try:
        import untap.oracle as oracle
    except ImportError:
        return "0"
    return str(getattr(oracle, "GRAMMAR_VERSION", "0"))


def card_facts(card: SourceCard, compile_face: CompileFace | None = None) -> CardFacts:
    """The facts of a card: its Oracle text compiled and left behind.

    Parameters
    ----------
    card
        A card with Oracle text.
    compile_face
        The compiler; by default that of `untap.oracle`.
    """
    compile_face = compile_face or default_compiler()
    return CardFacts(
        name=card.name,
        layout=card.layout,
        faces=tuple(_face(face, card, compile_face) for face in card.faces),
        color_identity=card.color_identity,
    )


def _face(face: SourceFace, card: SourceCard, compile_face: CompileFace) -> Face:
    notation: Sequence[str]
    clauses: Sequence[Any]
    lines: Sequence[tuple[int, ...]]
    if face.text is None:
        notation, clauses, lines = (), (Clause(0, 0, TEXT_MISSING),), ()
    else:
        try:
            notation, clauses, lines = compile_face(face, card)
        except Exception as error:
            error.add_note(f"while compiling {face.name!r} of {card.name!r}")
            raise
    return Face(
        name=face.name,
        mana_cost=face.mana_cost,
        type_line=face.type_line,
        power=face.power,
        toughness=face.toughness,
        loyalty=face.loyalty,
        notation=tuple(notation),
        clauses=tuple(
            Clause(c.line, _place(c), str(c.level), (c.reason or "").replace("; ", ", ") or None, c.digest)
            for c in clauses
            if c.level != "exact"
        ),
        lines=() if all(n == (k,) for k, n in enumerate(lines, 1)) else tuple(lines),
    )


def _place(clause: Any) -> int:
    """The place of a sentence in its line."""
    return clause.sentence if hasattr(clause, "sentence") else clause.number


def build_table(
    cards: Iterable[SourceCard],
    *,
    compile_face: CompileFace | None = None,
    grammar: str | None = None,
    source_sha256: str = "",
    source_date: str = "",
) -> bytes:
    """The bytes of a table; the same for the same cards and compiler.

    Parameters
    ----------
    cards
        Playable cards, each name once.
    compile_face
        The compiler; by default that of `untap.oracle`.
    grammar
        Version of the compiler's grammar; by default that of `untap.oracle`.
    source_sha256, source_date
        Where the cards come from.
    """
    compile_face = compile_face or default_compiler()
    number = 0
    lines: list[str] = []
    for card in cards:
        number += 1
        lines.extend(encode_card(card_facts(card, compile_face)))
    header = {
        "grammar": grammar_version() if grammar is None else grammar,
        "source": source_sha256,
        "date": source_date,
        "cards": str(number),
    }
    return render(KIND, FORMAT, header, lines)
