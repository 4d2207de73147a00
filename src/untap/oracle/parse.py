"""Words of a paragraph to abilities."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from .ast import Node
from .builders import NAMESPACE
from .builders.abilities import check_finished
from .builders.base import Reject
from .lexicon import classify
from .peg import Parser

__all__ = ["Parsed", "grammar", "parse", "parser"]

_TOPICS = (
    "paragraphs",
    "costs",
    "effects",
    "mana",
    "triggers",
    "statics",
    "keywords",
    "conditions",
    "filters",
    "amounts",
)


def grammar() -> str:
    """The whole grammar's text."""
    folder = resources.files("untap.oracle").joinpath("grammar")
    return "\n".join(folder.joinpath(f"{topic}.peg").read_text("utf-8") for topic in _TOPICS)


@cache
def parser() -> Parser:
    """The grammar, read once."""
    return Parser(grammar(), classify, NAMESPACE)


class Parsed:
    """What came of some words: abilities, or the place of the first word not understood and a reason."""

    __slots__ = ("abilities", "far", "marks", "reason")

    def __init__(self, abilities: tuple[Node, ...] | None, far: int, marks: list, reason: str = ""):
        self.abilities, self.far, self.marks, self.reason = abilities, far, marks, reason


@lru_cache(maxsize=200_000)
def _parse(rule: str, words: tuple[str, ...]) -> Parsed:
    try:
        outcome = parser().parse(rule, list(words))
        if outcome.value is None:
            return Parsed(None, outcome.far, [])
        return Parsed(check_finished(outcome.value), outcome.far, outcome.marks)
    except Reject as no:
        return Parsed(None, 0, [], str(no))
    except RecursionError:
        return Parsed(None, 0, [], "too deeply nested")
    except (TypeError, ValueError, AttributeError, IndexError, KeyError) as error:
        return Parsed(None, 0, [], f"cannot be built: {type(error).__name__}: {error}")


def parse(rule: str, words: list[str]) -> Parsed:
    """Parse words by a rule of the grammar; equal words are parsed once."""
    return _parse(rule, tuple(words))
