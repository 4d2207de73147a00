"""From a tree to rows for the core's small stack machine (``_core/ask.pxi``)."""

from __future__ import annotations

from collections.abc import Callable

from untap.questions.syntax import Call, Compare, Join, Node, Not, Number, QuestionError, Sum, Text

Row = tuple[int, int, int, int]

#: Operations; the core has the same numbers.
NUMBER, NOT, AND, OR = 0, 1, 2, 3
LESS, AT_MOST, EQUAL, UNEQUAL, ABOVE, AT_LEAST = 4, 5, 6, 7, 8, 9
PLUS, MINUS = 10, 11
#: Leaves about a game: numbers of a turn, bits of a turn, bits of some turn up to it, the kept hand, the game, probes.
TURN, BIT, BIT_BY, OPENING, GAME, PROBE = 16, 17, 18, 19, 20, 21
#: Leaves about an opening hand.
HAND, SOURCES, COUNT, CHEAP = 24, 25, 26, 27

COMPARISONS = {"<": LESS, "<=": AT_MOST, "==": EQUAL, "!=": UNEQUAL, ">": ABOVE, ">=": AT_LEAST}

#: Rows of one question, and values that it may have on the stack at once.
MAX_ROWS = 4096
MAX_STACK = 64

#: Makes the rows of a call, and says whether it is true or false rather than a number.
Leaf = Callable[[Call], tuple[list[Row], bool]]


def rows_of(node: Node, leaf: Leaf, text: str) -> list[Row]:
    """The rows of a question that is true or false.

    Raises
    ------
    QuestionError
        If it is a number, or mixes the two.
    """
    rows = _truth(node, leaf, text)
    if len(rows) > MAX_ROWS:
        raise QuestionError(f"it is too long: {len(rows)} steps, at most {MAX_ROWS} are allowed", text)
    depth = most = 0
    for op, *_ in rows:
        depth += 1 if op == NUMBER or op >= TURN else 0 if op == NOT else -1
        most = max(most, depth)
    if most > MAX_STACK:
        raise QuestionError("it is nested too deeply", text)
    return rows


def either(lists: list[list[Row]]) -> list[Row]:
    """``or`` of the rows of several truths."""
    out = list(lists[0])
    for rows in lists[1:]:
        out += [*rows, (OR, 0, 0, 0)]
    return out


def _truth(node: Node, leaf: Leaf, text: str) -> list[Row]:
    rows, truth = _value(node, leaf, text)
    if not truth:
        raise QuestionError("a number stands where something true or false is wanted: compare it", text, node.at)
    return rows


def _value(node: Node, leaf: Leaf, text: str) -> tuple[list[Row], bool]:
    if isinstance(node, Call):
        return leaf(node)
    if isinstance(node, Number):
        if not isinstance(node.value, int):
            raise QuestionError(f"{node.value} isn't a whole number", text, node.at)
        return [(NUMBER, node.value, 0, 0)], False
    if isinstance(node, Not):
        return [*_truth(node.part, leaf, text), (NOT, 0, 0, 0)], True
    if isinstance(node, Join):
        op = AND if node.op == "and" else OR
        rows = _truth(node.parts[0], leaf, text)
        for part in node.parts[1:]:
            rows = [*rows, *_truth(part, leaf, text), (op, 0, 0, 0)]
        return rows, True
    if isinstance(node, Compare | Sum):
        left, right = _value(node.left, leaf, text)[0], _value(node.right, leaf, text)[0]
        if isinstance(node, Sum):
            return [*left, *right, (PLUS if node.op == "+" else MINUS, 0, 0, 0)], False
        return [*left, *right, (COMPARISONS[node.op], 0, 0, 0)], True
    assert isinstance(node, Text)
    raise QuestionError(f"{node.value!r} stands alone: say what is asked about it", text, node.at)
