"""MTGJSON's AtomicCards: ``{"meta": {...}, "data": {name: [face, ...]}}``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from untap.cards.facts import CardDataError, SourceCard, SourceFace, color_string
from untap.cards.names import split_name
from untap.cards.readers import corpus
from untap.cards.readers.meld import join_melds

__all__ = ["date", "looks_like", "read"]

_START = re.compile(r'\s*\{\s*"(meta|data)"\s*:\s*\{')
_DATE = re.compile(r'"date"\s*:\s*"(\d{4}-\d\d-\d\d)')


def looks_like(text: str) -> bool:
    """Whether this is a file of MTGJSON's."""
    return _START.match(text) is not None


def date(text: str) -> str:
    """The date in the file's ``meta``, or ``""``."""
    at = text.find('"meta"')
    found = _DATE.search(text, at, at + 400) if at >= 0 else None
    return found[1] if found else ""


def read(text: str) -> Iterator[SourceCard]:
    """Every card of the file."""
    try:
        data = json.loads(text)["data"]
    except json.JSONDecodeError as error:
        raise CardDataError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    if not all(isinstance(entry, list) for entry in data.values()):
        raise CardDataError("a file of MTGJSON's, but not AtomicCards")
    results: dict[str, str] = {}
    yield from join_melds(_cards(data, results), results)


def _cards(data: dict[str, list[dict]], results: dict[str, str]) -> Iterator[SourceCard]:
    for name, entry in data.items():
        # Cards that merely share a name come in one entry: only different sides make one card.
        alternatives: list[list[dict]] = []
        for face in entry:
            for sides in alternatives:
                if face.get("side") and all(face["side"] != other.get("side") for other in sides):
                    sides.append(face)
                    break
            else:
                alternatives.append([face])
        for sides in alternatives:
            card = _card(name, sorted(sides, key=lambda f: f.get("side") or ""))
            if card.layout == "meld":
                # The melded permanent is an entry of its own; its parts have its name behind theirs.
                parts = list(sides[0].get("cardParts") or ())
                if len(names := split_name(name)) == 2:
                    results[name] = names[1]
                elif len(parts) == 3 and name != parts[2]:
                    results[name] = parts[2]
            yield card


def _card(name: str, sides: list[dict]) -> SourceCard:
    first = sides[0]
    faces = tuple(
        # A face without text has no "text" at all.
        corpus.face({**side, "name": side.get("faceName") or side.get("name") or name, "text": side.get("text") or ""})
        for side in sides
    )
    names = split_name(name)
    if len(names) == 1 and len(faces) == 1:
        faces = (replace(faces[0], name=name),)
    # Some versions of the file lack faces.
    faces += tuple(SourceFace(missing, text=None) for missing in names[len(faces) :])
    return SourceCard(
        name=name,
        layout=first["layout"],
        faces=faces,
        color_identity=color_string(first.get("colorIdentity")),
        keywords=tuple(sorted({k for side in sides for k in side.get("keywords") or ()})),
        usual=not first.get("isFunny", False),
    )
