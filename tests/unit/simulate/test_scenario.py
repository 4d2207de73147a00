"""Scenarios and stopping rules."""

import pytest

from untap.simulate import Scenario, ScenarioError, StopError, StopRule, read_scenario


def test_defaults():
    s = Scenario()
    assert (s.turns, s.order, s.players, s.life, s.opponents) == (7, "both", 2, 20, 1)
    assert s.orders == ("play", "draw")
    assert not s.rule.free
    c = Scenario(format="commander")
    assert (c.order, c.players, c.life) == ("play", 4, 40)
    assert c.rule.free
    assert not Scenario(format="commander", mulligan={"kind": "london"}).rule.free


def test_keywords_only_and_frozen():
    with pytest.raises(TypeError):
        Scenario(7)
    with pytest.raises(AttributeError):
        Scenario().turns = 3


@pytest.mark.parametrize("items", [{}, {"format": "commander", "turns": 9}, {"mulligan": "landlord", "order": "draw"}])
def test_round_trip(items):
    s = Scenario(**items)
    assert Scenario.from_dict(s.to_dict()) == s
    assert hash(s) == hash(Scenario.from_dict(s.to_dict()))


@pytest.mark.parametrize(
    ("items", "says"),
    [
        ({"turns": -1}, "turns must be 1 to 30"),
        ({"turns": 31}, "turns must be"),
        ({"turns": 2.5}, "whole number"),
        ({"turns": 0}, "turns must be"),
        ({"life": 0}, "life must be 1 to 10000, not 0"),
        ({"players": 0}, "players must be 1 to 10, not 0"),
        ({"order": ""}, "order of play"),
        ({"mulligan": {"keep": {"9": [1]}}}, "a hand size in keep .* 0 to 7, not '9'"),
        ({"mulligan": {"keep": {"six": [1]}}}, "a hand size in keep .*, not 'six'"),
        ({"mulligan": {"keep": {"7": [8]}}}, "a number of lands kept .* 0 to 7, not 8"),
        ({"mulligan": {"keep": {"7": [2.5]}}}, "a number of lands kept"),
        ({"mulligan": {"keep": {"7": "23"}}}, "a list such as"),
        ({"mulligan": {"keep": {"7": 3}}}, "a list such as"),
        ({"mulligan": {"kind": "none", "keep": {"7": [3]}}}, "keeps all of them"),
        ({"mulligan": {"minimum": 4.7}}, "minimum is a whole number from 0 to 7"),
        ({"mulligan": {"minimum": 8}}, "minimum is a whole number from 0 to 7"),
        ({"mulligan": {"free": "no"}}, "free is true or false"),
        ({"mulligan": {"wanted": [9] * 8}}, "wanted is a whole number"),
        ({"mulligan": {"lead": -1}}, "lead is a whole number"),
        ({"turns": True}, "whole number"),
        ({"order": "first"}, "order of play"),
        ({"players": 11}, "players must be"),
        ({"format": "pauper"}, "no format"),
        ({"mulligan": "x"}, "no mulligan rule"),
        ({"turn": 3}, "has no 'turn'"),
        ({"order": 3}, "is a word"),
    ],
)
def test_nonsense(items, says):
    with pytest.raises(ScenarioError, match=says):
        Scenario.from_dict(items)


def test_turn_0_is_refused():
    with pytest.raises(ScenarioError, match="turns must be 1 to 30, not 0"):
        Scenario(turns=0)


def test_to_core():
    core = Scenario(turns=3, order="play").to_core()
    assert set(core) == {"turns", "order", "players", "life", "mulligan"}


def test_file(tmp_path):
    path = tmp_path / "scenario.toml"
    path.write_text(
        'turns = 8\norder = "play"\n\n[mulligan]\nkind = "london"\nkeep = { 7 = [2, 3], 6 = [2] }\nminimum = 5\n'
    )
    s = Scenario(**read_scenario(path))
    assert (s.turns, s.order, s.rule.minimum) == (8, "play", 5)
    assert s.rule.keeps(7, 3) and not s.rule.keeps(7, 4) and s.rule.keeps(5, 0)


@pytest.mark.parametrize(
    ("text", "says"), [("turns =", "not TOML"), ("turns = 0", "turns must be"), ("a = 1", "no 'a'")]
)
def test_bad_file(tmp_path, text, says):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(ScenarioError, match=says):
        read_scenario(path)
    with pytest.raises(ScenarioError, match="cannot be read"):
        read_scenario(tmp_path / "none.toml")


def test_stop_rules():
    assert StopRule().most == 100_000
    assert list(StopRule(games=5000).looks()) == [5000]
    assert list(StopRule(games=5000, precision=0.01).looks()) == [1000, 2000, 4000, 5000]
    looks = StopRule(precision=0.01).looks()
    assert [next(looks) for _ in range(4)] == [1000, 2000, 4000, 8000]


@pytest.mark.parametrize(
    ("items", "says"),
    [
        ({"games": 0}, "games must be 1 to"),
        ({"games": -5}, "games must be 1 to"),
        ({"games": 1.5}, "whole number"),
        ({"precision": 0}, "half-width"),
        ({"precision": 0.7}, "half-width"),
        ({"precision": "x"}, "is a number"),
        ({"precision": float("nan")}, "half-width"),
    ],
)
def test_bad_stop_rules(items, says):
    with pytest.raises(StopError, match=says):
        StopRule(**items)
