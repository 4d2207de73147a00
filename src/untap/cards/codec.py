"""A card as one line of the table, and back.

Columns: key, ``C``, name, layout, colour identity, then nine for each face: name (empty: the card's), mana cost,
type line, power, toughness, loyalty, notation (lines joined by ``\\n``), clauses (``LINE.SENTENCE LEVEL[:REASON]
DIGEST`` joined by ``; ``), the lines of each ability (``1 2,3``; empty where ability k is line k). Each face of a
card with several has a line of its own: key, ``F``, name of the face,
number of the face, name of the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from untap.cards.facts import CardFacts, Clause, Face
from untap.cards.names import normalize
from untap.cards.sortedfile import escape, unescape

__all__ = ["CARD", "FACE", "decode_card", "encode_card"]

CARD = "C"
FACE = "F"

_COLUMNS = 9
_LEVELS = {"approximated": "a", "inert": "i", "unsupported": "u", "text missing": "m"}
_LEVEL_OF = {v: k for k, v in _LEVELS.items()}


def encode_card(card: CardFacts) -> Iterator[str]:
    """The lines of a card: itself and, if it has several faces, each of them."""
    columns = [normalize(card.name), CARD, card.name, card.layout, card.color_identity]
    for face in card.faces:
        columns += [
            "" if face.name == card.name else face.name,
            face.mana_cost or "",
            face.type_line,
            face.power or "",
            face.toughness or "",
            face.loyalty or "",
            _join(face.notation, "\n"),
            _join(map(_clause, face.clauses), "; "),
            " ".join(",".join(map(str, numbers)) for numbers in face.lines),
        ]
    yield "\t".join(map(escape, columns))
    if len(card.faces) > 1:
        seen: set[str] = set()
        for number, face in enumerate(card.faces):
            key = normalize(face.name)
            if key not in seen:
                seen.add(key)
                yield "\t".join(map(escape, (key, FACE, face.name, str(number), card.name)))


def decode_card(line: str) -> CardFacts:
    """A card from its line without the key."""
    columns = line.split("\t")
    _, name, layout, identity, *rest = map(unescape, columns) if "\\" in line else columns
    faces = []
    for at in range(0, len(rest), _COLUMNS):
        own, cost, types, power, toughness, loyalty, notation, clauses, lines = rest[at : at + _COLUMNS]
        faces.append(
            Face(
                name=own or name,
                mana_cost=cost or None,
                type_line=types,
                power=power or None,
                toughness=toughness or None,
                loyalty=loyalty or None,
                notation=_split(notation, "\n"),
                clauses=tuple(map(_read_clause, _split(clauses, "; "))),
                lines=tuple(tuple(map(int, numbers.split(","))) for numbers in lines.split()),
            )
        )
    return CardFacts(name, layout, tuple(faces), identity)


def _join(parts: Iterable[str], separator: str) -> str:
    return separator.join(parts)


def _split(text: str, separator: str) -> tuple[str, ...]:
    return tuple(text.split(separator)) if text else ()


def _clause(clause: Clause) -> str:
    level = _LEVELS.get(clause.level, clause.level)
    if clause.reason:
        level += f":{clause.reason}"
    return f"{clause.line}.{clause.sentence} {level} {clause.digest}"


def _read_clause(text: str) -> Clause:
    place, _, rest = text.partition(" ")
    line, _, sentence = place.partition(".")
    level, _, digest = rest.rpartition(" ")
    level, _, reason = level.partition(":")
    return Clause(int(line), int(sentence), _LEVEL_OF.get(level, level), reason or None, digest)
