"""Questions as text: a small language of calls, comparisons and ``and``, ``or``, ``not``.

It has the syntax of Python expressions, of which `ast` reads them and nothing is ever evaluated as Python. What may be
called, and with what, is a table of `Function` that each user of the language has its own of.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

#: Longest question, and how deep it may be nested.
MAX_LENGTH = 4000
MAX_DEPTH = 40

COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=", ast.Gt: ">", ast.GtE: ">="}
SUMS = {ast.Add: "+", ast.Sub: "-"}


class QuestionError(ValueError):
    """A question that can't be read or has no sense.

    Attributes
    ----------
    message : str
    text : str
        The question.
    at : int or None
        The character it is about, from 0.
    """

    def __init__(self, message: str, text: str = "", at: int | None = None) -> None:
        super().__init__(message)
        self.message, self.text, self.at = message, text, at

    def __str__(self) -> str:
        if not self.text:
            return self.message
        where = "" if self.at is None else f" at character {self.at + 1}"
        return f"the question {self.text!r}{where}: {self.message}"


# ------------------------------------------------------------------------------------- the tree


@dataclass(frozen=True, slots=True)
class Node:
    """Part of a question; `at` is its place in the text."""

    at: int


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number; whole ones are int."""

    value: int | float


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text in quotes."""

    value: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``name(arguments, word=argument)``; a name alone is a call without arguments."""

    name: str
    arguments: tuple[Node, ...] = ()
    named: tuple[tuple[str, Node], ...] = ()


@dataclass(frozen=True, slots=True)
class Not(Node):
    """``not part``."""

    part: Node


@dataclass(frozen=True, slots=True)
class Join(Node):
    """``and`` or ``or`` of two or more parts."""

    op: str
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """One comparison; of ``a < b < c``, two are made."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """``+`` or ``-`` of two numbers."""

    op: str
    left: Node
    right: Node


def parse(text: str) -> Node:
    """The tree of a question.

    Raises
    ------
    QuestionError
        If it isn't one.
    """
    source = str(text).strip()
    if not source:
        raise QuestionError("a question is empty")
    if len(source) > MAX_LENGTH:
        raise QuestionError(f"a question has at most {MAX_LENGTH} characters, not {len(source)}")
    if "\x00" in source:
        raise QuestionError("a question is text")
    flat = " ".join(source.splitlines())
    try:
        tree = ast.parse(flat, mode="eval")
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        offset = getattr(error, "offset", None)
        why = getattr(error, "msg", None) or "it is nested too deeply"
        raise QuestionError(f"it can't be read ({why})", source, offset - 1 if offset else None) from None
    return _Reader(flat).node(tree.body, 0)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def fail(self, message: str, at: int) -> NoReturn:
        raise QuestionError(message, self.text, at)

    def node(self, tree: ast.expr, depth: int) -> Node:
        at, deeper = tree.col_offset, depth + 1
        if depth > MAX_DEPTH:
            self.fail("it is nested too deeply", at)
        if isinstance(tree, ast.BoolOp):
            parts = tuple(self.node(part, deeper) for part in tree.values)
            return Join(at, "and" if isinstance(tree.op, ast.And) else "or", parts)
        if isinstance(tree, ast.UnaryOp):
            if isinstance(tree.op, ast.Not):
                return Not(at, self.node(tree.operand, deeper))
            if isinstance(tree.op, ast.USub):
                part = self.node(tree.operand, deeper)
                return Number(at, -part.value) if isinstance(part, Number) else Sum(at, "-", Number(at, 0), part)
        if isinstance(tree, ast.BinOp) and type(tree.op) in SUMS:
            return Sum(at, SUMS[type(tree.op)], self.node(tree.left, deeper), self.node(tree.right, deeper))
        if isinstance(tree, ast.Compare):
            return self._comparison(tree, deeper)
        if isinstance(tree, ast.Constant):
            return self._constant(tree)
        if isinstance(tree, ast.Name):
            return Call(at, tree.id)
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            if any(isinstance(a, ast.Starred) for a in tree.args) or any(k.arg is None for k in tree.keywords):
                self.fail("* has no meaning here", at)
            arguments = tuple(self.node(a, deeper) for a in tree.args)
            named = tuple((k.arg or "", self.node(k.value, deeper)) for k in tree.keywords)
            return Call(at, tree.func.id, arguments, named)
        self.fail("only calls, numbers, quoted texts, comparisons, +, -, and, or, not and parentheses are allowed", at)

    def _comparison(self, tree: ast.Compare, depth: int) -> Node:
        terms = [self.node(term, depth) for term in (tree.left, *tree.comparators)]
        parts = []
        for op, left, right in zip(tree.ops, terms, terms[1:], strict=False):
            if type(op) not in COMPARISONS:
                self.fail("numbers are compared with <, <=, ==, !=, >=, >", left.at)
            parts.append(Compare(tree.col_offset, COMPARISONS[type(op)], left, right))
        return parts[0] if len(parts) == 1 else Join(tree.col_offset, "and", tuple(parts))

    def _constant(self, tree: ast.Constant) -> Node:
        value: Any = tree.value
        if isinstance(value, str):
            return Text(tree.col_offset, value)
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9:
            return Number(tree.col_offset, value)
        self.fail(f"{value!r} is neither a number nor a text", tree.col_offset)


# ------------------------------------------------------------------------------------- calls

#: Kinds of parameters that a quoted text can be; the others want a number, ``card`` also a call.
_TEXTS = ("card", "cost", "type", "text")


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a function is called with.

    Attributes
    ----------
    name : str
    kind : {'card', 'cost', 'type', 'text', 'turn', 'number', 'share'}
        Turns and numbers are whole; a share is any number.
    needed : bool
    many : bool
        One or more of it, before those that follow, which are named.
    """

    name: str
    kind: str
    needed: bool = True
    many: bool = False

    def takes(self, node: Node) -> bool:
        """Whether an argument has the form that this parameter wants."""
        if isinstance(node, Text):
            return self.kind in _TEXTS
        if isinstance(node, Number):
            return self.kind == "share" or (self.kind in ("turn", "number") and isinstance(node.value, int))
        return isinstance(node, Call) and self.kind == "card"

    def wants(self) -> str:
        """What it takes, for messages."""
        return {
            "card": "a card's name in quotes",
            "cost": "a mana cost in quotes",
            "type": "a type of mana in quotes",
            "text": "a text in quotes",
            "turn": "a turn's number",
            "share": "a number",
        }.get(self.kind, "a whole number")


@dataclass(frozen=True, slots=True)
class Function:
    """Something that a question may ask.

    Attributes
    ----------
    parameters : tuple of Parameter
    truth : bool
        Whether it is true or false, rather than a number.
    about : str
        One line of help.
    one_of : tuple of str
        Exactly one of these parameters must be given.
    """

    parameters: tuple[Parameter, ...]
    truth: bool
    about: str
    one_of: tuple[str, ...] = field(default=())


def usage(name: str, function: Function) -> str:
    """How a function is called."""
    words = [f"{p.name}{', ...' if p.many else ''}" if p.needed else f"[{p.name}]" for p in function.parameters]
    return f"{name}({', '.join(words)})"


def bind(call: Call, functions: Mapping[str, Function], text: str = "") -> dict[str, Any]:
    """A call's arguments by parameter, as nodes; a parameter that takes many has a tuple.

    Positional arguments go to the parameters in order; one that isn't needed and doesn't take such an argument is
    passed over, so that ``mana(4)`` and ``mana("U", 4)`` both are right.

    Raises
    ------
    QuestionError
        If the function doesn't exist, or isn't called so.
    """
    function = functions.get(call.name)
    if function is None:
        close = difflib.get_close_matches(call.name, functions, 1)
        hint = f": did you mean {close[0]}?" if close else f"; there are {', '.join(functions)}"
        raise QuestionError(f"there is no {call.name}{hint}", text, call.at)
    how = f"it is {usage(call.name, function)}"
    found: dict[str, Any] = {}
    left = list(call.arguments)
    for p in function.parameters:
        if p.many:
            taken = []
            while left and p.takes(left[0]):
                taken.append(left.pop(0))
            if taken:
                found[p.name] = tuple(taken)
        elif left and p.takes(left[0]):
            found[p.name] = left.pop(0)
        elif left and p.needed and p.name not in dict(call.named):
            raise QuestionError(f"{p.name} is {p.wants()}; {how}", text, left[0].at)
    if left:
        raise QuestionError(f"{call.name} has an argument too many or of the wrong kind; {how}", text, left[0].at)
    for word, node in call.named:
        p = next((p for p in function.parameters if p.name == word), None)
        if p is None:
            raise QuestionError(f"{call.name} has no {word!r}; {how}", text, node.at)
        if word in found:
            raise QuestionError(f"{word!r} is given twice; {how}", text, node.at)
        if not p.takes(node):
            raise QuestionError(f"{word} is {p.wants()}; {how}", text, node.at)
        found[word] = (node,) if p.many else node
    missing = [p.name for p in function.parameters if p.needed and p.name not in found]
    if missing:
        raise QuestionError(f"{call.name} wants {' and '.join(missing)}; {how}", text, call.at)
    if function.one_of and sum(word in found for word in function.one_of) != 1:
        raise QuestionError(f"{call.name} wants one of {' and '.join(function.one_of)}; {how}", text, call.at)
    return found


def calls(node: Node) -> Iterable[Call]:
    """All calls in a tree, outer ones first."""
    if isinstance(node, Call):
        yield node
        for part in (*node.arguments, *(value for _, value in node.named)):
            yield from calls(part)
    elif isinstance(node, Not):
        yield from calls(node.part)
    elif isinstance(node, Join):
        for part in node.parts:
            yield from calls(part)
    elif isinstance(node, Compare | Sum):
        yield from calls(node.left)
        yield from calls(node.right)
