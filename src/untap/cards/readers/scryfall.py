"""Scryfall's bulk file "oracle cards": a JSON array of card objects (or the same objects one a line)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from untap.cards.facts import SourceCard, SourceFace, color_string
from untap.cards.names import SEPARATOR
from untap.cards.readers.meld import join_melds

__all__ = ["read"]

_BETWEEN = re.compile(r"[\s,\[]*")


def read(text: str) -> Iterator[SourceCard]:
    """Every card of the file; melded permanents are second faces of their parts."""
    results: dict[str, str] = {}
    yield from join_melds(_cards(text, results), results)


def _cards(text: str, results: dict[str, str]) -> Iterator[SourceCard]:
    for data in _objects(text):
        card = _card(data)
        if card.layout == "meld":
            for part in data.get("all_parts") or ():
                if part.get("component") == "meld_result" and part["name"] != card.name:
                    results[card.name] = part["name"]
        yield card


def _objects(text: str) -> Iterator[dict]:
    # One object at a time: the whole list as Python objects would take a gigabyte.
    decode = json.JSONDecoder().raw_decode
    at = _BETWEEN.match(text, 0).end()  # type: ignore[union-attr]
    while at < len(text) and text[at] != "]":
        data, at = decode(text, at)
        yield data
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
    if at >= len(text) and text.lstrip()[:1] == "[":
        raise ValueError("the file ends in the middle of its list")


def _card(data: dict) -> SourceCard:
    parts = data.get("card_faces") or ()
    faces = tuple(_face(p) for p in parts) or (_face(data),)
    if parts and not faces[0].mana_cost and data.get("mana_cost"):
        # Layouts with one front give the cost for the card as a whole.
        front = faces[0]
        cost = data["mana_cost"].split(SEPARATOR)[0]
        faces = (
            SourceFace(front.name, cost, front.type_line, front.text, front.power, front.toughness, front.loyalty),
            *faces[1:],
        )
    layout = data["layout"]
    keywords = tuple(data.get("keywords") or ())
    if layout == "split" and "Aftermath" in keywords:
        layout = "aftermath"
    return SourceCard(
        name=data["name"],
        layout=layout,
        faces=faces,
        color_identity=color_string(data.get("color_identity")),
        keywords=keywords,
        usual=_usual(data.get("legalities")),
    )


def _usual(legalities: dict | None) -> bool:
    return not legalities or any(v != "not_legal" for v in legalities.values())


def _face(data: dict) -> SourceFace:
    return SourceFace(
        name=data["name"],
        mana_cost=data.get("mana_cost") or None,
        type_line=data.get("type_line") or "",
        text=data.get("oracle_text") or "",
        power=data.get("power"),
        toughness=data.get("toughness"),
        loyalty=data.get("loyalty"),
    )
