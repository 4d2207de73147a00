"""Rules about opening hands beyond the number of lands: expressions, values by simulation, several hands dealt."""

from math import comb

import numpy as np
import pytest
from tests.unit.simulate.programs import land, program, spell, two_colours

from untap import exact
from untap.simulate import MulliganError, MulliganRule, Scenario, mulligan_rule, simulate
from untap.simulate.prepare import smoothing_weights
from untap.simulate.value import hand_values

DECK = two_colours()
RUN = {"games": 2000, "turns": 3, "seed": 2, "threads": 1}


def rule(text, preset="london"):
    return MulliganRule.from_dict({"preset": preset, "keep_if": text})


@pytest.mark.parametrize(
    ("text", "preset", "keep"),
    [
        ("2 <= lands <= 5", "london", {k: [2, 3, 4, 5] for k in (7, 6, 5)}),
        ("lands == 3 or (size < 7 and lands >= 2)", "london", {7: [3], 6: range(2, 8), 5: range(2, 8)}),
        ("2 <= lands() <= 4", "paris", {k: [2, 3, 4] for k in (7, 6, 5)}),
        ("2 <= lands() <= 4 and mulligans() >= 0", "vancouver", {k: [2, 3, 4] for k in (7, 6, 5)}),
        ("size() - spells() == 3", "london", {k: [3] for k in (7, 6, 5)}),
        ("2 <= lands <= 4", "landlord", {k: [2, 3, 4] for k in (7, 6, 5)}),
    ],
)
def test_an_expression_about_lands_is_the_table(text, preset, keep):
    table = MulliganRule.from_dict({"preset": preset, "keep": {k: list(v) for k, v in keep.items()}})
    by_text, by_table = (simulate(DECK, mulligan=r, **RUN) for r in (rule(text, preset), table))
    if preset == "landlord":
        # the table is asked about the seven cards seen, the expression about what is left
        assert by_text.hands().sizes[7] == by_table.hands().sizes[7]
        return
    for name, counts in by_table.tally.items():
        assert (by_text.tally[name] == counts).all(), name


def kept(deck, text, **more):
    hands = simulate(deck, mulligan=rule(text), **{**RUN, "games": 20_000, "order": "play", **more}).hands()
    return hands.sizes[7].value


def draws(total, good, least):
    """P(at least so many good cards among seven)."""
    return sum(comb(good, k) * comb(total - good, 7 - k) for k in range(least, 8)) / comb(total, 7)


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("sources('U') >= 1", draws(60, 8, 1)),
        ("sources('GU') >= 2", draws(60, 20, 2)),
        ("sources('{C}') >= 1", draws(60, 4, 1)),
        ("has('Green One')", draws(60, 4, 1)),
        ("copies('gold three') >= 2", draws(60, 8, 2)),
        ("cheap(2) >= 2", draws(60, 12, 2)),
        ("spells >= 4", draws(60, 36, 4)),
        ("not has('Island')", 1 - draws(60, 8, 1)),
    ],
)
def test_what_expressions_count(text, chance):
    assert kept(DECK, text) == pytest.approx(chance, abs=5 * (chance * (1 - chance) / 20_000) ** 0.5)


def test_plays_are_those_that_the_lands_cast():
    deck = program([(10, land("Island")), (14, land("Forest")), (20, spell("Blue", "{U}")), (16, spell("Nine", "{9}"))])
    assert kept(deck, "plays(1) >= 1") == kept(deck, "has('Blue') and has('Island')")
    assert kept(deck, "plays(1) >= 1") < kept(deck, "cheap(1) >= 1")
    assert kept(deck, "plays(9) == plays(1)") == 1.0


def test_order_and_free_mulligan():
    sides = simulate(DECK, mulligan=rule("on_the_play"), **RUN).tally["hand_size"]
    assert sides[0, 7] == 1000 and sides[1, 7] == 0 and sides[1, 4] == 1000
    free = MulliganRule.from_dict({"preset": "london", "keep_if": "not free", "free": True})
    assert simulate(DECK, mulligan=free, **RUN).tally["hand_size"][:, 7].sum() == 2000
    scenario = Scenario(format="commander", mulligan={"preset": "london", "keep_if": "lands > 1"})
    assert scenario.rule.free and scenario.rule.keep_if == "lands > 1"


@pytest.mark.parametrize(
    ("items", "says"),
    [
        ({"keep_if": "lands >"}, "can't be read"),
        ({"keep_if": "land > 1"}, "did you mean lands"),
        ({"keep_if": "lands > 1", "by_value": True}, "not two of these"),
        ({"keep_if": "lands > 1", "preset": "none"}, "not two of these"),
        ({"hands": 9}, "hands is a whole number from 1 to 8"),
        ({"preset": "lodon"}, "did you mean 'london'"),
    ],
)
def test_wrong_rules(items, says):
    with pytest.raises(MulliganError, match=says):
        MulliganRule.from_dict(items)


@pytest.mark.parametrize("text", ["has('Nobody')", "sources('Q') > 0", "lands", "castable('Green One', 2)"])
def test_wrong_about_the_deck(text):
    with pytest.raises(ValueError, match="the question"):
        simulate(DECK, mulligan=rule(text), **RUN)


@pytest.mark.parametrize("items", [{"keep_if": "lands > 1"}, {"by_value": True}, {"hands": 3}])
def test_round_trip_and_no_closed_form(items):
    made = MulliganRule.from_dict({"preset": "london", **items})
    assert MulliganRule.from_dict(made.to_dict()) == made
    with pytest.raises(ValueError, match="no closed form"):
        exact.lands_seen(60, 24, made, at_least=3, turn=3, on_play=True)


# ------------------------------------------------------------------------------------- several hands


def test_smoothing_follows_its_weights():
    weights = np.array(smoothing_weights(DECK), float)
    p = np.array([comb(24, k) * comb(36, 7 - k) / comb(60, 7) for k in range(8)])
    wanted = np.zeros(8)
    for a in range(8):
        for b in range(8):
            for c in range(8):
                three = p[a] * p[b] * p[c] / (weights[a] + weights[b] + weights[c])
                for k in (a, b, c):
                    wanted[k] += three * weights[k]
    rules = MulliganRule.from_dict({"preset": "none", "hands": 3})
    n = 40_000
    counts = simulate(DECK, mulligan=rules, turns=1, games=n, seed=5, threads=1, order="play").hands().kept[7]
    for k in range(8):
        assert counts[k] / n == pytest.approx(wanted[k], abs=5 * (wanted[k] * (1 - wanted[k]) / n) ** 0.5 + 1e-9)


def test_smoothing_leaves_the_library_fair():
    # a card that isn't in hand is as likely as ever to be drawn
    deck = program([(24, land("Island")), (35, spell("Nine", "{9}")), (1, spell("Mine", "{8}"))])
    rules = MulliganRule.from_dict({"preset": "none", "hands": 3})
    n = 40_000
    r = simulate(deck, mulligan=rules, turns=3, games=n, seed=6, threads=1, order="play", ask=["opening('Mine')"])
    p = r.drawn_by("Mine", 3).value - r.probability("opening('Mine')").value
    assert p == pytest.approx(2 / 60, abs=5 * (2 / 60 / n) ** 0.5)


# ------------------------------------------------------------------------------------- by value


def test_values_are_sensible():
    made = hand_values(DECK, Scenario(mulligan="castability"))
    table = made["table"]
    play, draw = table
    assert play[7, 3].max() > play[7, 0].max() and play[7, 3].max() > play[7, 7].max()
    assert draw[7, 2, 3, 1] > play[7, 2, 3, 1]
    assert (np.diff(made["threshold"][0][5:]) > 0).all()
    assert made["free_threshold"][0] > made["threshold"][0][7]


def test_value_rule_gets_more_cast():
    spent = {}
    for name in ("none", "london", "castability"):
        r = simulate(DECK, mulligan=name, games=8000, turns=7, seed=8, threads=1)
        spent[name] = sum(r.spent(t).mean.value * (8 - t) for t in range(1, 8))
        if name == "castability":
            hands = r.hands()
            assert hands.kept[7, 3] > 20 * hands.kept[7, 1] and hands.kept[7, 0] == 0
            again = simulate(DECK, mulligan=name, games=8000, turns=7, seed=8, threads=2)
            assert again == r
    assert spent["castability"] > spent["london"] + 0.2 > spent["none"]


def test_presets_are_listed():
    assert mulligan_rule("castability").by_value and mulligan_rule("arena-bo1").hands == 3
