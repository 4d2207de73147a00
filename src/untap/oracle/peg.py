"""A compact memoising parser for grammars of words.

A grammar is text of rules in the manner of a parsing expression grammar, with the node to build written behind
each alternative (as in CPython's own grammar file)::

    scry <- "scry" n:amount            => Scry(n)
    land <- "basic"? ("land|lands")    => ...

``"..."`` are words of the sentence (``a|b`` = either), lower-case names are rules, upper-case names are classes of
words, ``x?``, ``x*``, ``x+``, ``(a / b)``, ``!x``, ``&x`` as usual, and ``label:x`` binds a value for the action.

Unlike a plain PEG a rule yields *every* end it can reach at a place, the first alternative's value winning
for each, so that the order of alternatives only states preference and never hides a parse.  Results are memoised by
rule and place, alternatives are chosen by their possible first words, and actions run only for the parse
that won; that keeps a sentence at a fraction of a millisecond.

Rules whose name is preceded by ``@`` are *marked*: the places at which they start are reported with their values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any

__all__ = ["GrammarError", "Outcome", "Parser"]

_TOKEN = re.compile(r'\s*(?:(?P<str>"[^"]*")|(?P<label>[a-z_]\w*):(?!:)|(?P<name>[A-Za-z_]\w*)|(?P<op>[()/?*+!&]))')
_RULE = re.compile(r"^(@?)([a-z_]\w*)\s*<-(.*)$")


class GrammarError(Exception):
    """The grammar's text is wrong; the message names rule and place."""


class _Item:
    """One part of a sequence: what it is, its label, and its operands."""

    __slots__ = ("body", "kind", "label")

    def __init__(self, kind: str, body: Any, label: str | None = None):
        self.kind, self.body, self.label = kind, body, label


class _Alternative:
    __slots__ = ("action", "items")

    def __init__(self, items: list[_Item], action: str | None):
        self.items, self.action = items, action


class _Reader:
    """Reads the right-hand side of one alternative."""

    def __init__(self, rule: str, text: str):
        self.rule, self.text = rule, text
        self.tokens: list[tuple[str, str]] = []
        at = 0
        text = text.rstrip()
        while at < len(text):
            m = _TOKEN.match(text, at)
            if m is None:
                raise GrammarError(f"rule {rule}: cannot read {text[at:]!r}")
            self.tokens.append((m.lastgroup or "", m.group(m.lastgroup or 0)))
            at = m.end()
        self.at = 0

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def sequence(self, stop: str) -> list[_Item]:
        items = []
        while True:
            kind, text = self.peek()
            if kind == "end" or (kind == "op" and text in stop):
                return items
            items.append(self.item())

    def item(self) -> _Item:
        kind, text = self.take()
        label = None
        if kind == "label":
            label = text[:-1] if text.endswith(":") else text
            kind, text = self.take()
        if kind == "op" and text in "!&":
            return _Item(text, self.item())
        if kind == "str":
            made = _Item("words", _words(text[1:-1]))
        elif kind == "name":
            made = _Item("class" if text.isupper() else "rule", text)
        elif kind == "op" and text == "(":
            alternatives = [_Alternative(self.sequence("/)"), None)]
            while self.peek() == ("op", "/"):
                self.take()
                alternatives.append(_Alternative(self.sequence("/)"), None))
            if self.take() != ("op", ")"):
                raise GrammarError(f"rule {self.rule}: missing )")
            made = _Item("group", alternatives)
        else:
            raise GrammarError(f"rule {self.rule}: unexpected {text!r} in {self.text!r}")
        while self.peek()[0] == "op" and self.peek()[1] in "?*+":
            made = _Item(self.take()[1], made)
        made.label = label
        return made


def _inner_labels(item: _Item) -> tuple[str, ...]:
    """Labels inside a group that has none of its own."""
    if item.label is not None:
        return ()
    if item.kind == "?":
        return _inner_labels(item.body)
    if item.kind != "group":
        return ()
    out: list[str] = []
    for alternative in item.body:
        for part in alternative.items:
            out += [part.label] if part.label else _inner_labels(part)
    return tuple(dict.fromkeys(out))


def _words(text: str) -> list[tuple[str, ...]]:
    words = re.sub(r"(?<=[^\s|])([,.:;])(?=\s|$)", r" \1", text).split()
    if not words:
        raise GrammarError("empty words")
    return [tuple(w.split("|")) if w != "|" else ("|",) for w in words]


def _read(text: str) -> dict[str, tuple[bool, list[_Alternative]]]:
    """Split a grammar's text into rules."""
    raw: dict[str, tuple[bool, list[str]]] = {}
    current: list[str] | None = None
    for line in text.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        m = _RULE.match(line)
        if m:
            mark, name, rest = m.groups()
            if name in raw:
                raise GrammarError(f"rule {name} is defined twice")
            current = []
            raw[name] = (bool(mark), current)
            if rest.strip():
                current.append(rest.strip())
        elif current is None:
            raise GrammarError(f"text before the first rule: {line!r}")
        elif line.lstrip().startswith("/"):
            current.append(line.lstrip()[1:].strip())
        elif not current:
            current.append(line.strip())
        else:
            current[-1] += " " + line.strip()
    rules = {}
    for name, (mark, alternatives) in raw.items():
        made = []
        for source in alternatives:
            head, arrow, action = source.partition("=>")
            reader = _Reader(name, head)
            items = reader.sequence("/)")
            if reader.peek()[0] != "end":  # "/" within a line: alternatives without actions
                if arrow:
                    raise GrammarError(f"rule {name}: '/' within an alternative that has an action: {source!r}")
                made.append(_Alternative(items, None))
                while reader.take() == ("op", "/"):
                    made.append(_Alternative(reader.sequence("/)"), None))
                continue
            made.append(_Alternative(items, action.strip() if arrow else None))
        rules[name] = (mark, made)
    return rules


class _First:
    """What a thing may begin with: words, classes of words; ``empty`` if it may match nothing."""

    __slots__ = ("classes", "empty", "words")

    def __init__(self):
        self.words: set[str] = set()
        self.classes: set[str] = set()
        self.empty = False

    def size(self) -> tuple[int, int, bool]:
        return len(self.words), len(self.classes), self.empty

    def add(self, other: _First) -> None:
        self.words |= other.words
        self.classes |= other.classes


class _Generator:
    """Turns rules into the source of Python functions."""

    def __init__(self, rules: dict[str, tuple[bool, list[_Alternative]]]):
        self.rules = rules
        self.lines: list[str] = []
        self.sets: list[frozenset[str]] = []
        self.actions: list[tuple[str, list[str], str]] = []  # name, labels, source
        self.firsts: dict[str, _First] = {name: _First() for name in rules}
        self.tables: dict[int, list[_First]] = {}
        self.number = {name: k for k, name in enumerate(rules)}
        self.helpers = 0
        self._compute_firsts()

    # ---- first words

    def first_of_item(self, item: _Item) -> _First:
        out = _First()
        kind = item.kind
        if kind == "words":
            out.words |= set(item.body[0])
        elif kind == "class":
            out.classes.add(item.body)
        elif kind == "rule":
            if item.body not in self.firsts:
                raise GrammarError(f"no rule named {item.body}")
            known = self.firsts[item.body]
            out.add(known)
            out.empty = known.empty
        elif kind == "group":
            for alternative in item.body:
                inner = self.first_of_sequence(alternative.items)
                out.add(inner)
                out.empty |= inner.empty
        elif kind in "?*+":
            inner = self.first_of_item(item.body)
            out.add(inner)
            out.empty = inner.empty or kind != "+"
        else:
            out.empty = True
        return out

    def first_of_sequence(self, items: Iterable[_Item]) -> _First:
        out = _First()
        for item in items:
            inner = self.first_of_item(item)
            out.add(inner)
            if not inner.empty:
                return out
        out.empty = True
        return out

    def _compute_firsts(self) -> None:
        changed = True
        while changed:
            changed = False
            for name, (_, alternatives) in self.rules.items():
                mine = self.firsts[name]
                before = mine.size()
                for alternative in alternatives:
                    inner = self.first_of_sequence(alternative.items)
                    mine.add(inner)
                    mine.empty |= inner.empty
                changed |= mine.size() != before

    # ---- code

    def generate(self) -> str:
        for name, (mark, alternatives) in self.rules.items():
            self.rule(name, mark, alternatives)
        return "\n".join(self.lines)

    def rule(self, name: str, mark: bool, alternatives: list[_Alternative]) -> None:
        k = self.number[name]
        count = len(self.rules)
        self.tables[k] = [self.first_of_sequence(a.items) for a in alternatives]
        functions = []
        for n, alternative in enumerate(alternatives):
            function = f"a_{name}_{n}"
            functions.append(function)
            self.alternative(function, alternative, mark)
        self.lines += [
            f"F{k} = ({', '.join(functions)},)",
            f"T{k} = {{}}",
            f"def r_{name}(P, i):",
            f"    key = i * {count} + {k}",
            "    m = P.memo",
            "    r = m.get(key)",
            "    if r is not None: return r",
            "    m[key] = ()",
            "    w = P.words[i]",
            f"    fs = T{k}.get(w)",
            f"    if fs is None: fs = T{k}[w] = choose({k}, F{k}, w)",
            "    if i > P.far: P.far = i",
            "    if not fs: return ()",
            "    out = {}",
            "    for f in fs: f(P, i, out)",
            "    r = m[key] = list(out.items())",
            "    return r",
        ]

    def alternative(
        self, function: str, alternative: _Alternative, mark: bool = False, inner: tuple[str, ...] = ()
    ) -> None:
        lines = [f"def {function}(P, i, out):", "    t = P.words; c = P.classes"]
        depth, at, values, labels = self.sequence(alternative.items, lines, 1)
        if inner:
            result = "(" + "".join(f"{labels.get(name, 'None')}, " for name in inner) + ")"
        else:
            result = self.result(alternative, values, labels)
        if mark:
            result = f"(MARK, i, {result})"
        pad = "    " * depth
        lines.append(f"{pad}if {at} not in out: out[{at}] = {result}")
        self.lines += lines

    def result(self, alternative: _Alternative, values: list[tuple[str, str]], labels: dict[str, str]) -> str:
        if alternative.action is not None:
            names = list(labels)
            function = f"A{len(self.actions)}"
            self.actions.append((function, names, alternative.action))
            return "(" + ", ".join([function, *(labels[n] for n in names)]) + ",)"
        if labels:
            return next(iter(labels.values()))
        solid = [v for kind, v in values if kind != "words"]
        if solid:
            return solid[0]
        return values[0][1] if values else "True"

    def sequence(
        self, items: list[_Item], lines: list[str], depth: int
    ) -> tuple[int, str, list[tuple[str, str]], dict[str, str]]:
        """Write the nested code of a sequence; returns depth, place after it, values, and labels."""
        at = "i"
        values: list[tuple[str, str]] = []
        labels: dict[str, str] = {}
        for n, item in enumerate(items):
            pad = "    " * depth
            kind = item.kind
            value = ""
            if kind == "words":
                tests = []
                for offset, word in enumerate(item.body):
                    place = f"t[{at}+{offset}]" if offset else f"t[{at}]"
                    if len(word) == 1:
                        tests.append(f"{place} == {word[0]!r}")
                    else:
                        self.sets.append(frozenset(word))
                        tests.append(f"{place} in S{len(self.sets) - 1}")
                lines.append(f"{pad}if {' and '.join(tests)}:")
                depth += 1
                value = f"t[{at}]"
                after = f"e{n}"
                lines.append("    " * depth + f"{after} = {at} + {len(item.body)}")
                lines.append("    " * depth + f"v{n} = {value}")
                value = f"v{n}"
                at = after
            elif kind == "class":
                lines.append(f"{pad}v{n} = c[{at}].get({item.body!r})")
                lines.append(f"{pad}if v{n} is not None:")
                depth += 1
                lines.append("    " * depth + f"e{n} = {at} + 1")
                value, at = f"v{n}", f"e{n}"
            elif kind in "!&":
                call = self.call(item.body)
                lines.append(f"{pad}if {'not ' if kind == '!' else ''}{call}(P, {at}):")
                depth += 1
                continue
            else:
                call = self.call(item)
                lines.append(f"{pad}for e{n}, v{n} in {call}(P, {at}):")
                depth += 1
                value, at = f"v{n}", f"e{n}"
            values.append((kind, value))
            if item.label:
                labels[item.label] = value
            else:
                for k, name in enumerate(_inner_labels(item)):
                    labels[name] = f"({value} and {value}[{k}])"
        return depth, at, values, labels

    def call(self, item: _Item) -> str:
        """The name of a function that yields the ends and values of an item.

        The value of a group in which values are labelled is the tuple of these.
        """
        if item.kind == "rule":
            return f"r_{item.body}"
        self.helpers += 1
        name = f"h{self.helpers}"
        if item.kind in "?*+":
            inner = self.call(item.body)
            if item.kind == "?":
                body = [f"    return [*{inner}(P, i), (i, None)]"]
            else:
                body = [
                    "    out = {}",
                    "    line = [(i, [])]",
                    "    for at, got in line:",
                    f"        for e, v in {inner}(P, at):",
                    "            if e > at and e not in out:",
                    "                out[e] = [*got, v]",
                    "                line.append((e, out[e]))",
                    "    r = sorted(out.items(), key=END, reverse=True)",
                ]
                if item.kind == "*":
                    body.append("    r.append((i, []))")
                body.append("    return r")
            self.lines += [f"def {name}(P, i):", *body]
            return name
        alternatives = item.body if item.kind == "group" else [_Alternative([item], None)]
        functions = []
        for n, alternative in enumerate(alternatives):
            functions.append(f"{name}_{n}")
            self.alternative(f"{name}_{n}", alternative, inner=_inner_labels(item))
        self.lines += [
            f"def {name}(P, i):",
            "    if i > P.far: P.far = i",
            "    out = {}",
            *(f"    {f}(P, i, out)" for f in functions),
            "    return out.items()",
        ]
        return name


class Outcome:
    """What a parse gave: ``value`` (None if it failed), and ``far``, the furthest word that was looked at."""

    __slots__ = ("far", "marks", "value")

    def __init__(self, value: Any, far: int, marks: list[tuple[int, Any]]):
        self.value, self.far, self.marks = value, far, marks


class _State:
    __slots__ = ("classes", "far", "memo", "words")

    def __init__(self, words: list[str], classes: list[Mapping[str, Any]]):
        self.words, self.classes = words, classes
        self.memo: dict[int, Any] = {}
        self.far = 0


class _Mark:
    """The tag of a marked value."""


class Parser:
    """A grammar made ready to parse.

    Parameters
    ----------
    grammar
        The rules.
    classify
        Gives the classes of a word (upper-case names of the grammar) and the value for each.
    namespace
        What the actions may call.
    """

    def __init__(
        self,
        grammar: str,
        classify: Callable[[str], Mapping[str, Any]],
        namespace: Mapping[str, Any],
    ):
        generator = _Generator(_read(grammar))
        source = generator.generate()
        self._classify = classify
        mark = self._mark = _Mark()

        def choose(k: int, functions: tuple, word: str) -> tuple:
            classes = classify(word)
            return tuple(
                f
                for f, first in zip(functions, generator.tables[k], strict=True)
                if first.empty or word in first.words or not first.classes.isdisjoint(classes)
            )

        actions = dict(namespace)
        text = []
        for name, labels, action in generator.actions:
            text.append(f"def {name}({', '.join(labels)}): return {action}")
        try:
            exec(compile("\n".join(text), "<actions>", "exec"), actions)
        except SyntaxError as error:
            raise GrammarError(f"action: {error.text}") from error
        scope: dict[str, Any] = {"MARK": mark, "choose": choose, "END": itemgetter(0)}
        scope.update({f"S{k}": s for k, s in enumerate(generator.sets)})
        scope.update({name: actions[name] for name, _, _ in generator.actions})
        exec(compile(source, "<grammar>", "exec"), scope)
        self._scope = scope
        self.rules = tuple(generator.rules)

    def parse(self, rule: str, words: list[str], start: int = 0) -> Outcome:
        """Parse all words from ``start`` on as ``rule``."""
        padded = [*words, ""]
        state = _State(padded, [self._classify(w) for w in padded])
        goal = len(words)
        for end, value in self._scope[f"r_{rule}"](state, start):
            if end == goal:
                marks: list[tuple[int, Any]] = []
                return Outcome(self._force(value, marks), state.far, marks)
        return Outcome(None, state.far, [])

    def _force(self, value: Any, marks: list[tuple[int, Any]]) -> Any:
        kind = type(value)
        if kind is tuple:
            head = value[0]
            if head is self._mark:
                made = self._force(value[2], marks)
                marks.append((value[1], made))
                return made
            return head(*[self._force(v, marks) for v in value[1:]])
        if kind is list:
            return [self._force(v, marks) for v in value]
        return value
