"""What every builder needs: rejection, flattening, and rewriting of trees."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any as Anything

from ..ast import Node, That, This, X

__all__ = ["Pseudo", "Reject", "contains", "flat", "listed", "reject", "rewrite", "where"]


class Reject(Exception):
    """The words parse, but don't mean something that the AST can say."""


def reject(why: str) -> Anything:
    raise Reject(why)


@dataclass(frozen=True, slots=True)
class Pseudo(Node):
    """A sentence that changes what the ones before it mean; it never stays in a finished ability."""

    kind: str
    value: Anything = None


def flat(values: Iterable[Anything]) -> list:
    """One list of all values, lists among them opened."""
    out: list = []
    for value in values:
        if isinstance(value, list):
            out += flat(value)
        elif value is not None:
            out.append(value)
    return out


def listed(value: Anything) -> list:
    """A list of nodes, whatever the clause gave."""
    if value is None or value is True:
        return []
    return flat(value) if isinstance(value, list) else [value]


def rewrite(value: Anything, change: Callable[[Node], Anything]) -> Anything:
    """Rebuild a value bottom-up; ``change`` gives a node's replacement (or the node)."""
    if isinstance(value, list):
        return [rewrite(v, change) for v in value]
    if isinstance(value, tuple):
        made = tuple(rewrite(v, change) for v in value)
        return value if all(a is b for a, b in zip(made, value, strict=True)) else made
    if not isinstance(value, Node):
        return value
    news = {}
    for f in fields(value):  # type: ignore[arg-type]
        old = getattr(value, f.name)
        if isinstance(old, (Node, tuple, list)):
            new = rewrite(old, change)
            if new is not old:
                news[f.name] = new
    if news:
        values = {f.name: news.get(f.name, getattr(value, f.name)) for f in fields(value)}  # type: ignore[arg-type]
        value = type(value)(**values)
    return change(value)


def walk(value: Anything) -> Iterable[Node]:
    """All nodes in a value, tuples opened, deepest last."""
    if isinstance(value, (tuple, list)):
        for v in value:
            yield from walk(v)
    elif isinstance(value, Node):
        yield value
        for f in fields(value):  # type: ignore[arg-type]
            yield from walk(getattr(value, f.name))


def contains(value: Anything, kinds: type | tuple[type, ...]) -> bool:
    return any(isinstance(n, kinds) for n in walk(value))


_HOLDERS = frozenset(
    (
        "May",
        "If",
        "MayPay",
        "DelayedTrigger",
        "Event",
        "Fact",
        "Cost",
        "Modes",
        "Draw",
        "Inert",
        "LeftOut",
        "Continuous",
    )
)


def inert_only(value: Anything) -> bool:
    """Whether effects do nothing whose amount could be asked: inert ones, or an opponent's choices beside them."""
    nodes = [n for n in walk(value) if not isinstance(n, Pseudo)]
    kinds = {type(n).__name__ for n in nodes}
    left = kinds & {"Inert", "LeftOut"}
    return bool(left) and kinds <= _HOLDERS and ("LeftOut" in kinds or "Draw" not in kinds)


def where(value: Anything, x: Anything) -> Anything:
    """Put an amount in the place of X ("where X is ...")."""

    def change(n: Node) -> Anything:
        return x if isinstance(n, X) else n

    if not contains(value, X):
        if inert_only(value):
            return value  # it was an opponent's, or damage
        return reject("no X for the amount")
    return rewrite(value, change)


def loose_x(value: Anything) -> bool:
    """Whether X stands in effects outside of abilities that they grant."""
    if isinstance(value, X):
        return True
    if isinstance(value, (tuple, list)):
        return any(map(loose_x, value))
    if isinstance(value, Node) and type(value).__name__ not in ("Activated", "Triggered", "Token"):
        return any(loose_x(getattr(value, f.name)) for f in fields(value))  # type: ignore[arg-type]
    return False


def resolve(value: Anything, to: Node = This()) -> Anything:  # noqa: B008
    """Put the source in the place of "it" where nothing else was spoken of; a granted ability speaks for itself."""
    if isinstance(value, (tuple, list)):
        return type(value)(resolve(v, to) for v in value)
    if isinstance(value, That):
        return to
    if not isinstance(value, Node):
        return value
    old = {f.name: getattr(value, f.name) for f in fields(value)}  # type: ignore[arg-type]
    own = "abilities" if type(value).__name__ == "Grant" else ""
    new = {k: v if k == own else resolve(v, to) for k, v in old.items()}
    return value if all(new[k] is v or new[k] == v for k, v in old.items()) else type(value)(**new)
