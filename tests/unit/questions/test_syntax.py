"""The language of questions: what is read, and what is said about what isn't."""

import pytest

from untap.questions import QuestionError, parse
from untap.questions.syntax import Call, Compare, Function, Join, Not, Number, Parameter, Sum, Text, bind, calls


def test_tree():
    tree = parse("not f('A', turn=1) and 2 <= g() + 1 < 4")
    assert isinstance(tree, Join) and tree.op == "and"
    no, between = tree.parts
    assert isinstance(no, Not) and isinstance(no.part, Call)
    assert no.part.arguments == (Text(6, "A"),) and no.part.named == (("turn", Number(16, 1)),)
    assert isinstance(between, Join) and [part.op for part in between.parts] == ["<=", "<"]
    assert all(isinstance(part, Compare) for part in between.parts)
    assert isinstance(between.parts[0].right, Sum)
    assert [call.name for call in calls(tree)] == ["f", "g", "g"]


@pytest.mark.parametrize(
    "text",
    ["", "1 +", "f(", "x.y", "f()()", "[1]", "lambda: 1", "f(*a)", "f(**a)", "1 if 2 else 3", "a := 1", "1 in (1,)",
     "f'{x}'", "True", "None", "1j", "2 * 3", "~1", "x" * 5000,
     "not " * 100 + "f()", "(" * 300 + ")" * 300, "f(\x00)", "1e400"],
)  # fmt: skip
def test_only_questions_are_read(text):
    with pytest.raises(QuestionError):
        parse(text)


FUNCTIONS = {
    "mana": Function((Parameter("type", "type", False), Parameter("turn", "turn")), False, ""),
    "many": Function((Parameter("cards", "card", many=True), Parameter("turn", "turn")), True, ""),
    "when": Function((Parameter("a", "turn", False), Parameter("b", "turn", False)), True, "", ("a", "b")),
}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("mana(4)", {"turn"}),
        ("mana('U', 4)", {"type", "turn"}),
        ("mana(turn=4, type='U')", {"type", "turn"}),
        ("many('A', 'B', 3)", {"cards", "turn"}),
        ("many('A', turn=3)", {"cards", "turn"}),
        ("when(b=2)", {"b"}),
        ("when(1)", {"a"}),
    ],
)
def test_bind(text, names):
    call = parse(text)
    assert isinstance(call, Call)
    assert set(bind(call, FUNCTIONS, text)) == names


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("man(4)", "did you mean ma"),
        ("mana()", "wants turn"),
        ("mana(4, 5)", "too many"),
        ("mana('U', 'B')", "turn is a turn's number"),
        ("mana(4, turn=5)", "given twice"),
        ("mana(4.5)", "turn is a turn's number"),
        ("mana(4, by=5)", "no 'by'"),
        ("many(3)", "wants cards"),
        ("when()", "one of a and b"),
        ("when(1, 2)", "one of a and b"),
    ],
)
def test_wrong_calls(text, says):
    call = parse(text)
    assert isinstance(call, Call)
    with pytest.raises(QuestionError, match=says) as caught:
        bind(call, FUNCTIONS, text)
    assert "character" in str(caught.value)
