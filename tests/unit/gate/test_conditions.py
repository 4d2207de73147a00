"""Conditions as text and in files."""

import re

import pytest

from untap.gate import GateError, read_conditions, read_gate_file


def one(text, **options):
    (condition,) = read_conditions([text], **options)
    return condition.question, condition.op, condition.bound, condition.against


@pytest.mark.parametrize(
    ("text", "question", "op", "bound"),
    [
        ("castable('Siege Rhino', turn=4) >= 0.80", "castable('Siege Rhino', turn=4)", ">=", 0.8),
        ("land_drop(3) > .9", "land_drop(3)", ">", 0.9),
        ("0.25 >= (not on_the_play())", "not on_the_play()", "<=", 0.25),
        ("(mana(4) >= 5) >= 0.5", "mana(4) >= 5", ">=", 0.5),
        ("(mana(4) >= 5 and lands(3) > 2) < 1", "mana(4) >= 5 and lands(3) > 2", "<", 1.0),
        ("(2 <= hand_lands() <= 4) >= 0", "2 <= hand_lands() <= 4", ">=", 0.0),
    ],
)
def test_proportions(text, question, op, bound):
    assert one(text) == (question, op, bound, None)


def test_several_of_one_text():
    found = read_conditions(["land_drop(2) >= 0.9 and 0.1 <= unbounded(3) <= 0.5"])
    want = [("land_drop(2)", ">=", 0.9), ("unbounded(3)", ">=", 0.1), ("unbounded(3)", "<=", 0.5)]
    assert [(c.question, c.op, c.bound) for c in found] == want
    assert found[0].text == "land_drop(2) >= 0.9"


@pytest.mark.parametrize(
    ("text", "question", "bound", "against"),
    [
        ("land_drop(3) no worse than main.txt by more than 0.5 points", "land_drop(3)", -0.005, "main.txt"),
        ("land_drop(3) is no worse than 'a b.txt' by more than 2%, paired", "land_drop(3)", -0.02, "a b.txt"),
        ("land_drop(3) no less often than /main.dek by more than 1 point", "land_drop(3)", -0.01, "/main.dek"),
        ("mana(3) >= 3 no worse than main.txt", "mana(3) >= 3", 0.0, "main.txt"),
        ("no worse than main.txt by more than .5 points, paired", "", -0.005, "main.txt"),
    ],
)
def test_paired(text, question, bound, against):
    found = one(text)
    assert found[:2] == (question, ">=") and found[2] == pytest.approx(bound) and found[3] == against


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a condition is a text"),
        ("land_drop(3)", "doesn't say how often: write land_drop(3) >= 0.8"),
        ("mana(4) >= 5", "doesn't say how often: write (mana(4) >= 5) >= 0.8"),
        ("land_drop(3) and land_drop(2) >= 0.5", "'land_drop(3)' doesn't say how often"),
        ("land_drop(3) >= 0.5 or land_drop(2) >= 0.5", "doesn't say how often"),
        ("land_drop(3) >= 80", "80 is no proportion: write 0.8 for 80 %"),
        ("land_drop(3) == 0.5", "compared with >=, >, <=, <"),
        ("land_drop(3 >= 0.5", "never closed"),
        ("__import__('os').system('x') >= 0.5", "doesn't say how often"),
        ("land_drop(3)[0] >= 0.5", "doesn't say how often"),
        ("(lambda: 1) >= 0.5", "doesn't say how often"),
        ("[x for x in y] >= 0.5", "doesn't say how often"),
        ("land_drop(3) no worse than a.txt by more than 100 points", "0 to 100 points"),
        ("land_drop( no worse than a.txt", "can't be read"),
        (7, "a condition is a text"),
    ],
)
def test_refusals(text, says):
    with pytest.raises(GateError, match=re.escape(says)):
        read_conditions([text])


FILE = """
deck = "lists/deck.txt"
games = 200_000
alpha = 0.01
undecided = "pass"
that = ["land_drop(2) >= 0.8", "land_drop(3) >= 0.7"]

[scenario]
turns = 6

[[condition]]
name = "as good as main"
that = "land_drop(4) no worse than main.txt by more than 1 point"
"""


def test_a_file(tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text(FILE)
    found = read_gate_file(str(path))
    assert [c.question for c in found.conditions] == ["land_drop(2)", "land_drop(3)", "land_drop(4)"]
    assert found.conditions[2].title == "as good as main" and found.conditions[2].against == str(tmp_path / "main.txt")
    assert found.deck == str(tmp_path / "lists/deck.txt") and found.scenario == {"turns": 6}
    assert found.options == {"games": 200_000, "alpha": 0.01, "undecided": "pass"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("that =", "is not TOML"),
        ("deck = 'a.txt'", "no conditions"),
        ("thatt = ['a']", "there is no 'thatt'"),
        ("that = 'land_drop(2)'", "doesn't say how often"),
        ("games = 'x'\nthat = 'land_drop(2) >= 0.5'", "games is a number"),
        ("deck = 1\nthat = 'land_drop(2) >= 0.5'", "deck is a path"),
        ("scenario = 1\nthat = 'land_drop(2) >= 0.5'", "scenario is a table"),
        ("[[condition]]\nname = 'x'", "has 'that'"),
    ],
)
def test_bad_files(tmp_path, text, says):
    path = tmp_path / "gate.toml"
    path.write_text(text)
    with pytest.raises(GateError, match=re.escape(says)) as caught:
        read_gate_file(str(path))
    assert str(path) in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(GateError, match="cannot be read"):
        read_gate_file(str(tmp_path / "none.toml"))
