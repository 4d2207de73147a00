"""The corpus: a JSON object a line, with faces in MTGJSON's words."""

from __future__ import annotations

import json
from collections.abc import Iterator

from untap.cards.facts import CardDataError, SourceCard, SourceFace, color_string, parse_type_line
from untap.cards.names import split_name

__all__ = ["face", "read"]


def read(text: str) -> Iterator[SourceCard]:
    """Every card of the file."""
    # Not splitlines(), which also splits at characters that JSON strings may contain.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield _card(json.loads(line))
        except json.JSONDecodeError as error:
            raise CardDataError(f"line {number}: not JSON: {error.msg} at column {error.colno}") from None
        except (KeyError, TypeError, AttributeError) as error:
            raise CardDataError(f"line {number}: not a card: {error!r}") from None


def _card(data: dict) -> SourceCard:
    name = data["name"]
    faces = [face(f) for f in data["faces"]]
    if not faces:
        raise TypeError("no faces")
    # The file lacks the second faces of some cards: their names are all that is known.
    for missing in split_name(name)[len(faces) :]:
        faces.append(SourceFace(missing, text=None))
    return SourceCard(
        name=name,
        layout=data["layout"],
        faces=tuple(faces),
        color_identity=color_string(data.get("colorIdentity")),
        keywords=tuple(data.get("keywords") or ()),
        flags=tuple(data.get("flags") or ()),
    )


def face(data: dict) -> SourceFace:
    """A face in MTGJSON's words."""
    return SourceFace(
        name=data["name"],
        mana_cost=data.get("manaCost") or None,
        type_line=type_line(data),
        text=data.get("text"),
        power=data.get("power"),
        toughness=data.get("toughness"),
        loyalty=data.get("loyalty"),
    )


def type_line(data: dict) -> str:
    """The type line; written anew from the list of subtypes where the line itself was cut short."""
    line = data.get("type") or ""
    subtypes = tuple(data.get("subtypes") or ())
    if subtypes and not parse_type_line(line).subtypes:
        return f"{line} — {' '.join(subtypes)}"
    return line
