"""The one-line notation of abilities: ``{T}: add {G}``, and back.

Costs, mana and triggers read as on a card; every other node is written as a call, ``Scry(1)``, with the fields
that differ from their defaults; filters stand in angle brackets, ``<types: land; controller: you>``.
The notation of any node read back gives the same node.
"""

from __future__ import annotations

import json
import re
from dataclasses import MISSING, fields
from functools import cache
from typing import Any as Anything

from . import ast
from .ast import (
    Activated,
    AddMana,
    Attached,
    Bundle,
    Colors,
    Cost,
    Filter,
    Mana,
    Node,
    OneColor,
    OneOf,
    PayLife,
    SacrificeCost,
    Spell,
    TapThis,
    That,
    This,
    Triggered,
    UntapThis,
    X,
    You,
)

__all__ = ["NotationError", "read", "read_abilities", "write", "write_abilities"]

_WORDS: dict[str, Node] = {"this": This(), "that": That(), "attached": Attached(), "player": You(), "X": X()}
_BY_NODE = {node: word for word, node in _WORDS.items()}
_SYMBOLS = {"{T}": TapThis(), "{Q}": UntapThis()}
_THIS = Filter(which="this")
_MANA = re.compile(r"(?:\{[^{}\s]+\})+")
_BARE = re.compile(r"[^;,:<>\"\[\]|]+")


class NotationError(ValueError):
    """Text that isn't notation; the message shows the word that wasn't understood."""

    def __init__(self, message: str, text: str, at: int):
        self.text, self.at = text, at
        word = re.match(r"\S*", text[at:])
        shown = word.group() if word and word.group() else "the end"
        super().__init__(f"{message}, found {shown!r} at character {at + 1}: {text}")


# ---------------------------------------------------------------------------------------------- writing


def write_abilities(abilities: tuple[Node, ...]) -> str:
    """The notation of a face's abilities, joined by " // "."""
    return " // ".join(write(a) for a in abilities)


def write(node: Node) -> str:
    """The notation of one ability (or of any other node)."""
    if isinstance(node, Activated):
        return f"{_cost(node.cost)}: {_effects(node.effects)}{_rest(node, ('limits', 'zone', 'keyword', 'change'))}"
    if isinstance(node, Triggered):
        events = node.event if isinstance(node.event, tuple) else None
        event = " or ".join(_value(e) for e in events) if events and len(events) > 1 else _value(node.event)
        head = f"when {event}"
        if node.condition is not None:
            head += f" if {_value(node.condition)}"
        return f"{head}: {_effects(node.effects)}{_rest(node, ('limits', 'zone', 'keyword'))}"
    if isinstance(node, Spell):
        return f"spell: {_effects(node.effects)}"
    return _value(node)


def _effects(effects: tuple[Node, ...]) -> str:
    return "; ".join(_value(e) for e in effects) if effects else "nothing"


def _rest(node: Node, names: tuple[str, ...]) -> str:
    out = ""
    defaults = _defaults(type(node))
    for name in names:
        value = getattr(node, name)
        if value != defaults[name]:
            out += f" | {name} {_value(value)}"
    return out


def _cost(cost: Cost) -> str:
    return ", ".join(_value(p) for p in cost.parts) if cost.parts else "free"


@cache
def _defaults(kind: type) -> dict[str, Anything]:
    return {f.name: f.default for f in fields(kind)}


def _value(value: Anything) -> str:
    if value is None:
        return "none"
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, Node):
        return _node(value)
    raise TypeError(f"no notation for {value!r}")


def _node(node: Node) -> str:
    if node in _BY_NODE:
        return _BY_NODE[node]
    kind = type(node)
    if kind is Filter:
        return _filter(node)
    if kind is TapThis:
        return "{T}"
    if kind is UntapThis:
        return "{Q}"
    if kind is Mana and node.times == 1 and not node.help and _is_mana(node.symbols):
        return node.symbols
    if kind is PayLife and type(node.amount) is int:
        return f"pay {node.amount} life"
    if kind is SacrificeCost and node == SacrificeCost(_THIS):
        return "sacrifice this"
    if kind is AddMana and node == AddMana(node.mana):
        mana = node.mana
        if _simple(mana):
            return f"add {mana.symbols}"
        if type(mana) is OneOf and len(mana.bundles) > 1 and all(_simple(b) for b in mana.bundles):
            return "add " + " or ".join(b.symbols for b in mana.bundles)
        if type(mana) is OneColor and type(mana.colors) is Colors and mana.amount == 1 and mana.colors.of.isalpha():
            return f"add one of {mana.colors.of}"
    if kind in (Activated, Triggered, Spell):
        return f"({write(node)})"
    if kind is Cost:
        return "Cost[" + ", ".join(_value(p) for p in node.parts) + "]"
    return _call(node)


def _is_mana(symbols: Anything) -> bool:
    return isinstance(symbols, str) and bool(_MANA.fullmatch(symbols)) and symbols not in _SYMBOLS


def _simple(mana: Anything) -> bool:
    return type(mana) is Bundle and mana.times == 1 and type(mana.times) is int and _is_mana(mana.symbols)


def _call(node: Node) -> str:
    parts = []
    positional = True
    for f in fields(node):  # type: ignore[arg-type]
        value = getattr(node, f.name)
        if f.default is not MISSING and value == f.default and type(value) is type(f.default):
            positional = False
            continue
        text = _value(value)
        parts.append(text if positional else f"{f.name}={text}")
    return f"{type(node).__name__}({', '.join(parts)})"


def _filter(node: Filter) -> str:
    parts = []
    for f in fields(node):
        value = getattr(node, f.name)
        if value == f.default:
            continue
        if isinstance(value, str) and f.default == "" and _bare(value):
            text = value
        elif isinstance(value, tuple) and f.default == () and all(isinstance(v, str) and _bare(v) for v in value):
            text = ", ".join(value)
        else:
            text = "= " + _value(value)
        parts.append(f"{f.name}: {text}")
    return "<" + "; ".join(parts) + ">"


def _bare(text: str) -> bool:
    return bool(_BARE.fullmatch(text)) and text.strip() == text and not text.startswith("=")


# ---------------------------------------------------------------------------------------------- reading


def read_abilities(text: str) -> tuple[Node, ...]:
    """Read what `write_abilities` wrote."""
    reader = _Reader(text)
    out: list[Node] = []
    reader.space()
    if reader.done():
        return ()
    while True:
        out.append(reader.ability())
        reader.space()
        if reader.done():
            return tuple(out)
        reader.expect("//")


def read(text: str) -> Node:
    """Read the notation of one ability or node.

    Raises
    ------
    NotationError
        If the text isn't notation; the message names the word.
    """
    reader = _Reader(text)
    node = reader.ability()
    reader.space()
    if not reader.done():
        raise reader.error("expected the end")
    return node


_NAME = re.compile(r"[A-Za-z_]\w*")
_INT = re.compile(r"-?\d+")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class _Reader:
    """Recursive descent over a line of notation."""

    def __init__(self, text: str):
        self.text = text
        self.at = 0

    def error(self, message: str, at: int | None = None) -> NotationError:
        return NotationError(message, self.text, self.at if at is None else at)

    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def done(self) -> bool:
        return self.at >= len(self.text)

    def follows(self, token: str) -> bool:
        self.space()
        if not self.text.startswith(token, self.at):
            return False
        last = self.at + len(token)
        return not (
            token[-1].isalpha() and last < len(self.text) and (self.text[last].isalnum() or self.text[last] == "_")
        )

    def take(self, token: str) -> bool:
        if self.follows(token):
            self.at += len(token)
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise self.error(f"expected {token!r}")

    def match(self, pattern: re.Pattern[str]) -> str | None:
        self.space()
        m = pattern.match(self.text, self.at)
        if m is None:
            return None
        self.at = m.end()
        return m.group()

    # ---- abilities

    def ability(self) -> Node:
        if self.take("when"):
            events = [self.value()]
            while self.take("or"):
                events.append(self.value())
            condition = self.value() if self.take("if") else None
            self.expect(":")
            effects = self.effects()
            event = events[0] if len(events) == 1 else tuple(events)
            return self.build(Triggered, [event, effects, condition], self.rest())
        if self.take("spell"):
            self.expect(":")
            return Spell(self.effects())
        if self.take("free"):
            self.expect(":")
            return self.build(Activated, [Cost(()), self.effects()], self.rest())
        parts = [self.value()]
        while self.take(","):
            parts.append(self.value())
        if self.take(":"):
            return self.build(Activated, [Cost(tuple(parts)), self.effects()], self.rest())
        if len(parts) > 1:
            raise self.error("expected ':' after a cost")
        if not isinstance(parts[0], Node):
            raise self.error("expected an ability", 0)
        return parts[0]

    def effects(self) -> tuple[Node, ...]:
        if self.take("nothing"):
            return ()
        out = [self.value()]
        while self.take(";"):
            out.append(self.value())
        return tuple(out)

    def rest(self) -> dict[str, Anything]:
        out = {}
        while self.follows("|"):
            self.expect("|")
            name = self.match(_NAME)
            if name is None:
                raise self.error("expected the name of a field")
            out[name] = self.value()
        return out

    # ---- values

    def value(self) -> Anything:
        self.space()
        start = self.at
        if self.done():
            raise self.error("expected a value")
        c = self.text[start]
        if c == '"':
            string = self.match(_STRING)
            if string is None:
                raise self.error("a string without end")
            try:
                return json.loads(string)
            except ValueError:
                raise self.error("a broken string", start) from None
        if c == "{":
            symbols = self.match(_MANA)
            if symbols is None:
                raise self.error("expected a symbol")
            return _SYMBOLS.get(symbols) or Mana(symbols)
        if c == "[":
            self.at += 1
            return self.items("]")
        if c == "(":
            self.at += 1
            made = self.ability()
            self.expect(")")
            return made
        if c == "<":
            return self.filter()
        number = self.match(_INT)
        if number is not None:
            return int(number)
        name = self.match(_NAME)
        if name is None:
            raise self.error("expected a value")
        return self.named(name, start)

    def items(self, end: str) -> tuple[Anything, ...]:
        out: list[Anything] = []
        if self.take(end):
            return ()
        while True:
            out.append(self.value())
            if self.take(end):
                return tuple(out)
            self.expect(",")

    def named(self, name: str, start: int) -> Anything:
        if name in ("none", "yes", "no"):
            return {"none": None, "yes": True, "no": False}[name]
        if name in _WORDS:
            return _WORDS[name]
        if name == "pay":
            number = self.match(_INT)
            if number is None:
                raise self.error("expected a number")
            self.expect("life")
            return PayLife(int(number))
        if name == "sacrifice":
            self.expect("this")
            return SacrificeCost(_THIS)
        if name == "add":
            return self.add()
        if name == "Cost":
            self.expect("[")
            return Cost(self.items("]"))
        kind = getattr(ast, name, None) if name in ast.__all__ else None
        if kind is None:
            raise self.error("no such word", start)
        self.expect("(")
        return self.call(kind)

    def add(self) -> AddMana:
        if self.take("one"):
            self.expect("of")
            colors = self.match(_NAME)
            if colors is None:
                raise self.error("expected colours")
            return AddMana(OneColor(Colors(colors), 1))
        symbols = []
        while True:
            one = self.match(_MANA)
            if one is None:
                raise self.error("expected mana symbols")
            symbols.append(one)
            if not self.take("or"):
                break
        bundles = tuple(Bundle(s) for s in symbols)
        return AddMana(bundles[0] if len(bundles) == 1 else OneOf(bundles))

    def call(self, kind: type[Node]) -> Node:
        values: list[Anything] = []
        named: dict[str, Anything] = {}
        if not self.take(")"):
            while True:
                self.space()
                m = re.compile(r"([a-z_]\w*)=").match(self.text, self.at)
                if m:
                    self.at = m.end()
                    named[m.group(1)] = self.value()
                elif named:
                    raise self.error("expected field=value")
                else:
                    values.append(self.value())
                if self.take(")"):
                    break
                self.expect(",")
        return self.build(kind, values, named)

    def build(self, kind: type[Node], values: list[Anything], named: dict[str, Anything]) -> Node:
        try:
            return kind(*values, **named)
        except TypeError:
            raise self.error(f"wrong fields for {kind.__name__}") from None

    def filter(self) -> Filter:
        self.expect("<")
        values: dict[str, Anything] = {}
        defaults = _defaults(Filter)
        if self.take(">"):
            return Filter()
        while True:
            start = self.at
            name = self.match(_NAME)
            if name is None or name not in defaults:
                raise self.error("no such field of a filter", start)
            self.expect(":")
            if self.take("="):
                values[name] = self.value()
            else:
                words = []
                while True:
                    word = self.match(_BARE)
                    if word is None:
                        raise self.error("expected a word")
                    words.append(word.strip())
                    if not self.take(","):
                        break
                values[name] = tuple(words) if defaults[name] == () else ", ".join(words)
            if self.take(">"):
                return Filter(**values)
            self.expect(";")
