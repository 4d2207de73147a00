"""Conditions: a question about a game, and how often the answer has to be yes.

``castable('Siege Rhino', turn=4) >= 0.80``
``(mana(4) >= 5 and lands(3) >= 3) >= 0.6``
``castable('Siege Rhino', turn=4) no worse than main.txt by more than 0.5 points``
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from untap.questions import FUNCTIONS, QuestionError, check_syntax

#: Most conditions of a gate.
MAX_CONDITIONS = 256

_OPS = {ast.GtE: ">=", ast.Gt: ">", ast.LtE: "<=", ast.Lt: "<"}
_TURNED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
_PAIRED = re.compile(
    r"^(?P<question>.*?)\s*\b(?:is\s+)?no\s+(?:worse|less(?:\s+often)?)\s+than\s+(?P<path>\S.*?)"
    r"(?:\s+by\s+more\s+than\s+(?P<by>[0-9]*\.?[0-9]+)\s*(?P<unit>points?|%|percent)?)?"
    r"\s*(?:,?\s*paired)?\s*$",
    re.DOTALL,
)


class GateError(ValueError):
    """A condition or a file of conditions that can't be read."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold.

    Attributes
    ----------
    text : str
        As written.
    question : str
        About a game; ``""`` stands for every spell that both decks have, castable on curve.
    op : {'>=', '>', '<=', '<'}
    bound : float
        A proportion; for a paired condition the difference that is allowed, at most 0.
    against : str or None
        The decklist that a paired condition is about.
    name : str
        What reports call it.
    """

    text: str
    question: str
    op: str
    bound: float
    against: str | None = None
    name: str = ""

    @property
    def title(self) -> str:
        """Its name, or itself."""
        return self.name or self.text

    @property
    def upward(self) -> bool:
        """Whether more is better."""
        return self.op in (">=", ">")


def read_conditions(texts: Iterable[str], *, folder: str = "", name: str = "") -> list[Condition]:
    """The conditions of some texts; ``and`` between whole conditions makes several of one text.

    Parameters
    ----------
    texts : iterable of str
    folder : str
        Where paths of decklists begin.
    name : str
        What the conditions are called.

    Raises
    ------
    GateError
        If one can't be read.
    """
    found: list[Condition] = []
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise GateError(f"a condition is a text such as \"castable('Opt', turn=1) >= 0.8\", not {text!r}")
        flat = " ".join(text.split())
        paired = _PAIRED.match(flat)
        made = [_paired(flat, paired, folder)] if paired else _plain(flat)
        found += [replace(condition, name=name) for condition in made]
    if len(found) > MAX_CONDITIONS:
        raise GateError(f"{len(found)} conditions: at most {MAX_CONDITIONS} can be decided together")
    return found


def _paired(text: str, match: re.Match[str], folder: str) -> Condition:
    question = match["question"].strip()
    path = match["path"].strip().strip("'\"")
    points = float(match["by"] or 0)
    if not 0 <= points < 100:
        raise GateError(f"the condition {text!r}: a difference is 0 to 100 points, not {points:g}")
    if question:
        _check(question, text)
    where = path if path == "-" or os.path.isabs(path) else os.path.join(folder, path)
    return Condition(text, question, ">=", -points / 100, where)


def _check(question: str, text: str) -> None:
    try:
        check_syntax([question])
    except QuestionError as error:
        raise GateError(f"the condition {text!r}: {error.message}") from None


def _plain(text: str) -> list[Condition]:
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        _check(text, text)  # says where
        raise GateError(f"the condition {text!r} can't be read") from None
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    found: list[Condition] = []
    for part in parts:
        found += _bounded(part, ast.get_source_segment(text, part) or text, text)
    return [replace(c, text=c.text if len(found) > 1 else text) for c in found]


def _bounded(tree: ast.expr, own: str, text: str) -> list[Condition]:
    terms = [tree.left, *tree.comparators] if isinstance(tree, ast.Compare) else []
    events = [n for n, term in enumerate(terms) if _is_event(term)]
    if len(events) != 1 or not all(_share(t) is not None for n, t in enumerate(terms) if n != events[0]):
        hint = own if isinstance(tree, ast.Call) else f"({own})"
        raise GateError(
            f"the condition {text!r}: {own!r} doesn't say how often: write {hint} >= 0.8, or "
            "'... no worse than main.txt by more than 0.5 points'"
        )
    assert isinstance(tree, ast.Compare)
    at = events[0]
    question = ast.get_source_segment(text, terms[at]) or ""
    _check(question, text)
    found = []
    for n, op in enumerate(tree.ops):
        word = _OPS.get(type(op))
        if word is None:
            raise GateError(f"the condition {text!r}: proportions are compared with >=, >, <=, <")
        other = n + 1 if n == at else n
        if at not in (n, n + 1):
            raise GateError(f"the condition {text!r}: {own!r} compares numbers with each other")
        bound = _share(terms[other])
        assert bound is not None
        if not 0 <= bound <= 1:
            raise GateError(
                f"the condition {text!r}: {bound:g} is no proportion: write {bound / 100:g} for {bound:g} %"
            )
        found.append(Condition(own, question, word if n == at else _TURNED[word], bound))
    return found


def _is_event(tree: ast.expr) -> bool:
    """Whether a part is true or false of a game."""
    if isinstance(tree, ast.Compare | ast.BoolOp):
        return True
    if isinstance(tree, ast.UnaryOp):
        return isinstance(tree.op, ast.Not)
    name = tree.func if isinstance(tree, ast.Call) else tree
    return isinstance(name, ast.Name) and (name.id not in FUNCTIONS or FUNCTIONS[name.id].truth)


def _share(tree: ast.expr) -> float | None:
    if isinstance(tree, ast.Constant) and isinstance(tree.value, int | float) and not isinstance(tree.value, bool):
        return float(tree.value)
    return None


# ------------------------------------------------------------------------------------- files


@dataclass(frozen=True, kw_only=True)
class GateFile:
    """A TOML file of conditions.

    Attributes
    ----------
    conditions : list of Condition
    deck : str or None
        The decklist, unless the user names one.
    options : dict
        ``games``, ``seed``, ``alpha``, ``undecided``, as given.
    scenario : dict
        As in a scenario file.
    """

    conditions: list[Condition]
    deck: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    scenario: dict[str, Any] = field(default_factory=dict)


_OPTIONS: dict[str, type] = {"games": int, "seed": int, "alpha": float, "undecided": str}


def read_gate_file(path: str) -> GateFile:
    """Conditions from a TOML file; its paths begin at its folder::

        deck = "deck.txt"
        games = 1_000_000
        that = ["castable('Siege Rhino', turn=4) >= 0.8"]

        [scenario]
        turns = 6

        [[condition]]
        name = "no slower than the main branch"
        that = "castable('Siege Rhino', turn=4) no worse than main.txt by more than 0.5 points"

    Raises
    ------
    GateError
        If it can't be read.
    """
    import tomllib

    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise GateError(f"{path} cannot be read ({error.strerror or error})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GateError(f"{path} is not TOML: {error}") from error
    known = ("deck", "that", "condition", "scenario", *_OPTIONS)
    for key in data:
        if key not in known:
            raise GateError(f"{path}: there is no {key!r}; there are {', '.join(known)}")
    folder = os.path.dirname(path)
    try:
        conditions = read_conditions(_list(data.get("that", [])), folder=folder)
        for item in data.get("condition", []):
            if not isinstance(item, dict) or not set(item) <= {"name", "that"} or "that" not in item:
                raise GateError("a [[condition]] has 'that' and may have 'name'")
            conditions += read_conditions(_list(item["that"]), folder=folder, name=str(item.get("name", "")))
        if not conditions:
            raise GateError('no conditions: write that = ["..."] or [[condition]]')
        options = {}
        for key, kind in _OPTIONS.items():
            if key in data:
                value = data[key]
                if isinstance(value, bool) or not isinstance(value, int | float if kind is float else kind):
                    raise GateError(f"{key} is {'a number' if kind is not str else 'a word'}, not {value!r}")
                options[key] = value
    except GateError as error:
        raise GateError(f"{path}: {error}") from None
    scenario = data.get("scenario", {})
    if not isinstance(scenario, dict):
        raise GateError(f"{path}: scenario is a table")
    deck = data.get("deck")
    if deck is not None and not isinstance(deck, str):
        raise GateError(f"{path}: deck is a path, not {deck!r}")
    return GateFile(
        conditions=conditions,
        deck=os.path.join(folder, deck) if deck else None,
        options=options,
        scenario=scenario,
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
