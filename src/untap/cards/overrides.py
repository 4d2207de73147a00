"""A user's own cards: a small TOML file beside the deck, for cards that are too new or that should differ.

::

    [[card]]
    name = "Grove of the Example"
    type = "Land — Forest"
    text = '''
    This land enters tapped.
    {T}: Add {G} or {W}.
    '''

    [[card]]
    name = "Example Elf"
    cost = "{G}"
    type = "Creature — Elf"
    power = "1"
    toughness = "1"
    notation = ["{T}: add {G}"]

A card has Oracle text as printed or notation. One with several faces has ``[[card.face]]`` tables with these keys
(``layout`` says what kind it is). Such cards go before those of the table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from untap.cards.build import CompileFace, card_facts
from untap.cards.costs import CostError, check_cost, cost_colors
from untap.cards.facts import CardDataError, CardFacts, Face, SourceCard, SourceFace, color_string, parse_type_line
from untap.cards.names import SEPARATOR, normalize

__all__ = ["OverrideError", "find_overrides", "parse_overrides", "read_overrides"]

_FACE_KEYS = ("name", "cost", "type", "text", "notation", "power", "toughness", "loyalty")
_CARD_KEYS = (*_FACE_KEYS, "layout", "identity", "face")
_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery")
_BASIC_COLORS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_REMINDER = re.compile(r"\([^()]*\)")
_TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


class OverrideError(CardDataError):
    """Something in the file is wrong.

    Attributes
    ----------
    line : int
        The line, from 1.
    """

    def __init__(self, path: str, line: int, message: str) -> None:
        self.line = line
        super().__init__(f"{path}, line {line}: {message}")


def find_overrides(deck: str | Path) -> Path | None:
    """The file beside a deck's file: the deck's name with ``.cards.toml`` for its ending, or None."""
    path = Path(deck).with_suffix(".cards.toml")
    return path if path.is_file() else None


def read_overrides(path: str | Path, **options: Any) -> list[CardFacts]:
    """The cards of a file.

    Parameters
    ----------
    path
        The TOML file.
    **options
        As for `parse_overrides`.

    Raises
    ------
    OverrideError
        If the file is wrong somewhere.
    CardDataError
        If it can't be read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CardDataError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise CardDataError(f"{path}: not a text file in UTF-8") from None
    return parse_overrides(text, str(path), **options)


def parse_overrides(
    text: str,
    path: str = "overrides",
    *,
    compile_face: CompileFace | None = None,
    check_notation: Callable[[str], object] | None = None,
) -> list[CardFacts]:
    """The cards of a file's content.

    Parameters
    ----------
    text
        TOML.
    path
        What messages call the file.
    compile_face
        The compiler of Oracle text; by default that of `untap.oracle`.
    check_notation
        Raises ValueError for a line that isn't notation.

    Raises
    ------
    OverrideError
        With the line and what to do.
    """
    text = text.replace("\r\n", "\n")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _TOML_PLACE.search(str(error))
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        raise OverrideError(path, line, f"not TOML: {_TOML_PLACE.sub('', str(error))}") from None
    return _Reader(text, path, compile_face, check_notation).cards(data)


class _Reader:
    def __init__(self, text, path, compile_face, check_notation) -> None:
        self.path = path
        self.compile_face = compile_face
        self.check_notation = check_notation
        self.lines = _line_numbers(text)

    def error(self, place: tuple[int, int, str], message: str) -> OverrideError:
        card, face, _ = place
        line = self.lines.get(place) or self.lines.get((card, face, "")) or self.lines.get((card, -1, "")) or 1
        return OverrideError(self.path, line, message)

    def cards(self, data: Mapping[str, Any]) -> list[CardFacts]:
        for key in data:
            if key != "card":
                raise self.error((-1, -1, key), f"{key!r} isn't known here; each card starts with [[card]]")
        entries = data.get("card", [])
        if not isinstance(entries, list) or not all(isinstance(e, dict) for e in entries):
            raise self.error((-1, -1, "card"), "each card starts with [[card]], in two pairs of brackets")
        cards, keys = [], set()
        for number, entry in enumerate(entries):
            card = self.card(number, entry)
            if normalize(card.name) in keys:
                raise self.error((number, -1, "name"), f"{card.name!r} is in this file twice: remove one")
            keys.add(normalize(card.name))
            cards.append(card)
        return cards

    def card(self, number: int, entry: Mapping[str, Any]) -> CardFacts:
        self.check_keys((number, -1), entry, _CARD_KEYS)
        layout = self.string((number, -1, "layout"), entry)
        parts = entry.get("face")
        if parts is None:
            faces = [self.face(number, -1, entry)]
            name = faces[0][0].name
        else:
            if not isinstance(parts, list) or len(parts) < 2 or not all(isinstance(p, dict) for p in parts):
                raise self.error((number, -1, "face"), "a card with faces has a [[card.face]] for each, two at least")
            for key in set(_FACE_KEYS[1:]) & set(entry):
                raise self.error((number, -1, key), f"{key!r} belongs to the faces: put it below a [[card.face]]")
            for i, part in enumerate(parts):
                self.check_keys((number, i), part, _FACE_KEYS)
            faces = [self.face(number, i, part) for i, part in enumerate(parts)]
            name = self.string((number, -1, "name"), entry) or SEPARATOR.join(f.name for f, _ in faces)
            if not layout:
                raise self.error((number, -1, ""), 'a card with faces needs a layout, such as layout = "modal_dfc"')
        return self.facts(name, layout or "normal", faces, self.string((number, -1, "identity"), entry))

    def facts(self, name, layout, faces, identity) -> CardFacts:
        sources = tuple(face for face, _ in faces)
        colors = color_string(identity.upper()) if identity else _identity(faces)
        card = SourceCard(name, layout, sources, colors)
        if all(notation is not None for _, notation in faces):
            return CardFacts(name, layout, tuple(_face(f, n) for f, n in faces), colors)
        compiled = card_facts(card, self.compile_face)
        made = (own if n is None else _face(f, n) for own, (f, n) in zip(compiled.faces, faces, strict=True))
        return CardFacts(name, layout, tuple(made), colors)

    def face(self, card: int, face: int, entry: Mapping[str, Any]) -> tuple[SourceFace, tuple[str, ...] | None]:
        """A face, and its notation if it has notation instead of text."""

        def string(key: str) -> str:
            return self.string((card, face, key), entry)

        name = " ".join(string("name").split())
        if not normalize(name):
            raise self.error((card, face, "name"), 'a name is missing: add name = "..."')
        types = string("type")
        if not types:
            raise self.error((card, face, ""), f'{name!r} has no type line: add type = "...", such as type = "Land"')
        if not set(parse_type_line(types).types) & set(_TYPES):
            known = ", ".join(_TYPES)
            raise self.error((card, face, "type"), f"{types!r} has no card type in it ({known}; capital first)")
        try:
            cost = check_cost(string("cost"))
        except CostError as error:
            raise self.error((card, face, "cost"), str(error)) from None
        if "text" in entry and "notation" in entry:
            raise self.error((card, face, "notation"), f"{name!r} has both text and notation: keep one")
        text = "\n".join(line.strip() for line in string("text").strip().split("\n"))
        source = SourceFace(name, cost, types, text, *(string(k) or None for k in ("power", "toughness", "loyalty")))
        return source, self.notation((card, face, "notation"), entry)

    def notation(self, place: tuple[int, int, str], entry: Mapping[str, Any]) -> tuple[str, ...] | None:
        value = entry.get("notation")
        if value is None:
            return None
        if isinstance(value, str):
            value = [line for line in value.split("\n") if line.strip()]
        if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() and "\n" not in v for v in value):
            raise self.error(place, 'notation is a list of lines: notation = ["{T}: add {G}"]')
        for line in value:
            try:
                if self.check_notation is not None:
                    self.check_notation(line.strip())
            except ValueError as error:
                raise self.error(place, f"{line.strip()!r}: {error}") from None
        return tuple(line.strip() for line in value)

    def check_keys(self, place: tuple[int, int], entry: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in entry:
            if key not in known:
                raise self.error((*place, key), f"{key!r} isn't known; a card has {', '.join(known)}")

    def string(self, place: tuple[int, int, str], entry: Mapping[str, Any]) -> str:
        value = entry.get(place[2], "")
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)  # power = 1
        if not isinstance(value, str):
            raise self.error(place, f'{place[2]!r} must be text in quotation marks: {place[2]} = "..."')
        return value


def _face(face: SourceFace, notation: tuple[str, ...]) -> Face:
    return Face(face.name, face.mana_cost, face.type_line, face.power, face.toughness, face.loyalty, notation)


def _identity(faces: list[tuple[SourceFace, tuple[str, ...] | None]]) -> str:
    """Colour identity (CR 903.4): mana symbols outside reminder text, and basic land types."""
    colors: set[str] = set()
    for face, notation in faces:
        text = "\n".join(notation or ()) or _REMINDER.sub("", face.text or "")
        colors |= cost_colors((face.mana_cost or "") + text)
        colors |= {_BASIC_COLORS[t] for t in parse_type_line(face.type_line).subtypes if t in _BASIC_COLORS}
    return color_string(colors)


_HEADER = re.compile(r"\s*\[\[\s*card\s*(\.\s*face\s*)?\]\]")
_KEY = re.compile(r"""\s*["']?(\w+)["']?\s*=""")
_LONG = ('"""', "'''")
_OPENING = re.compile(r'"""|' + "'''" + r"""|"(?:[^"\\]|\\.)*"|'[^']*'|#.*""")


def _line_numbers(text: str) -> dict[tuple[int, int, str], int]:
    """Where each key stands: (number of the card, number of its face or -1, key) → line; key ``""``: the heading.

    The TOML reader doesn't say it. Long strings are skipped, as there may be anything in them.
    """
    places: dict[tuple[int, int, str], int] = {}
    card = face = -1
    inside = ""
    for number, line in enumerate(text.split("\n"), 1):
        if inside:
            pass
        elif heading := _HEADER.match(line):
            if heading[1]:
                face += 1
            else:
                card, face = card + 1, -1
            places[card, face, ""] = number
        elif key := _KEY.match(line):
            places.setdefault((card, face, key[1]), number)
        inside = _still_inside(line, inside)
    return places


def _still_inside(line: str, inside: str) -> str:
    """The quotation marks of the long string that is open at the end of a line, or ``""``."""
    at = 0
    while True:
        if inside:
            end = line.find(inside, at)
            if end < 0:
                return inside
            at, inside = end + 3, ""
        piece = _OPENING.search(line, at)
        if piece is None:
            return ""
        at = piece.end()
        if piece[0] in _LONG:
            inside = piece[0]
