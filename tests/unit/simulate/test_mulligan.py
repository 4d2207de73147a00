"""Mulligan rules: presets, tables, forms."""

import numpy as np
import pytest

from untap.simulate import MulliganError, MulliganRule, mulligan_about, mulligan_names, mulligan_rule


@pytest.mark.parametrize("name", mulligan_names())
def test_presets(name):
    rule = mulligan_rule(name)
    assert rule.name == name and mulligan_about(name)
    assert MulliganRule.from_dict(rule.to_dict()) == rule
    core = rule.to_core()
    assert core["keep"].shape == core["bottom_lands"].shape == (8, 8)
    assert core["keep"].dtype == core["keep_free"].dtype == np.uint8
    assert core["keep"][: rule.minimum + 1].all()
    for size in range(8):
        for lands in range(8):
            assert core["keep"][size, lands] == rule.keeps(size, lands)
            assert core["bottom_lands"][size, lands] <= min(lands, 7 - size)


def test_default_keeps():
    rule = mulligan_rule("london")
    assert [n for n in range(8) if rule.keeps(7, n)] == [2, 3, 4, 5]
    assert [n for n in range(7) if rule.keeps(6, n)] == [2, 3, 4]
    assert [n for n in range(6) if rule.keeps(5, n)] == [1, 2, 3, 4]
    assert all(rule.keeps(4, n) for n in range(5))


@pytest.mark.parametrize(
    ("name", "size", "seen", "away"),
    # of seven cards with so many lands, how many lands go
    [
        ("karsten-2022", 6, 3, 0),  # four spells: a spell goes
        ("karsten-2022", 6, 4, 1),
        ("karsten-2022", 5, 3, 0),
        ("karsten-2022", 5, 4, 1),  # three spells: one of each
        ("karsten-2022", 5, 5, 2),
        ("karsten-2022", 4, 5, 2),  # three lands and a spell
        ("karsten-2022", 4, 7, 3),
        ("karsten-2022", 4, 2, 0),
        ("karsten-land-drops", 6, 4, 0),
        ("karsten-land-drops", 6, 5, 1),
    ],
)
def test_bottoming(name, size, seen, away):
    assert mulligan_rule(name).lands_to_bottom(size, seen) == away


def test_free():
    rule = mulligan_rule("karsten-2022+free")
    assert rule.free and rule.with_free(False) == mulligan_rule("karsten-2022")
    assert not rule.keeps(7, 2, free=True) and rule.keeps(7, 2)


def test_names_are_forgiving_and_misses_helpful():
    assert mulligan_rule(" Karsten_2022 ").name == "karsten-2022"
    with pytest.raises(MulliganError, match=r"'lundon': use one of london, none, .*did you mean 'london'"):
        mulligan_rule("lundon")
    with pytest.raises(MulliganError, match="use one of"):
        mulligan_rule("london+often")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"kind": "berlin"}, "kind"),
        ({"bottom": "x"}, "bottoming"),
        ({"scry": "x"}, "scry"),
        ({"minimum": 9}, "minimum is a whole number from 0 to 7, not 9"),
        ({"keeps": {}}, "has no 'keeps'"),
        ({"keep": {7: [9]}}, "a number of lands kept is"),
        ({"keep": {"a": [1]}}, "a hand size in keep is"),
        ({"keep": 3}, "can't be read"),
        ({"wanted": [1, 2]}, "lands wanted"),
        ({}, "a name or a table"),
    ],
)
def test_bad_tables(data, says):
    with pytest.raises(MulliganError, match=says):
        MulliganRule.from_dict(data)
