"""Sets of missing types: known by hand, adding up, by type, merged, stored, in tables and reports."""

import json
import math

import numpy as np
import pytest
from tests.unit.results.test_result import DECK, part
from tests.unit.simulate.programs import land, program, spell

import untap
from untap import stats
from untap.oracle import ast
from untap.program.build import CardIR, FaceIR
from untap.report import report, to_text
from untap.results import Result, ResultError
from untap.results.tally import SETS, TYPES, by_type

GAMES = 20_000
RUN = {"games": GAMES, "order": "play", "mulligan": "none", "seed": 5, "threads": 1}


def dual(name, *types):
    """A land with basic land types."""
    return CardIR(name, "normal", (FaceIR(name, None, (), ("Land",), types, None, None, None, ()),))


def none_of(k, size=60, cards=7):
    """P(none of k cards among the first `cards`)."""
    return math.comb(size - k, cards) / math.comb(size, cards)


def agree(estimate, exact):
    """Within four standard errors of what it has to be."""
    assert abs(estimate.value - exact) < 4 * math.sqrt(exact * (1 - exact) / estimate.n), (estimate, exact)


@pytest.fixture(scope="module")
def first_turn():
    deck = program(
        [
            (9, land("Forest")),
            (5, land("Island")),
            (4, land("Plains")),
            (20, spell("Blue", "{U}")),
            (12, spell("White or Blue", "{W/U}")),
            (10, spell("Green", "{G}")),
        ],
        "first turn",
    )
    return untap.simulate(deck, turns=1, **RUN)


@pytest.fixture(scope="module")
def duals():
    deck = program(
        [
            (14, land("Forest")),
            (10, dual("Dual", "Plains", "Island")),
            (30, spell("Gold", "{W}{U}")),
            (6, spell("Three", "{1}{W}{U}")),
        ],
        "duals",
    )
    return untap.simulate(deck, turns=3, **RUN)


def test_sets_on_turn_1_by_hand(first_turn):
    """A land, but none of those that make a type of the cost."""
    for name, types, sources in (("Blue", "U", 5), ("White or Blue", "WU", 9), ("Green", "G", 9)):
        why = first_turn.why_not(name, 1)
        assert list(why.missing_sets) == [types]
        agree(why.missing_sets[types], none_of(sources) - none_of(18))
        assert why.missing_sets[types] == why.colour
    both = first_turn.why_not("White or Blue", 1).missing
    assert both["W"] == both["U"] and both["W"].value > 0 == both["G"].value


def test_a_dual_land_is_one_source_of_two_types():
    """{W}{U} on turn 2 from a dual land and an artifact that makes {G}, cast on turn 1: one {W} or {U}, not both."""
    taps = ast.Activated(ast.Cost((ast.TapThis(),)), (ast.AddMana(ast.Bundle("{G}")),))
    rock = CardIR("Rock", "normal", (FaceIR("Rock", "{0}", (), ("Artifact",), (), None, None, None, (taps,)),))
    n, duals, rocks = 60, 12, 20
    cards = [(duals, dual("Dual", "Plains", "Island")), (rocks, rock), (n - duals - rocks, spell("Gold", "{W}{U}"))]
    why = untap.simulate(program(cards, "rocks"), turns=2, **RUN).why_not("Gold", 2)
    assert set(why.missing_sets) == {"W", "WU"}

    def hands(d, least):
        """P(d duals and at least so many rocks in the first seven cards)."""
        others = n - duals - rocks
        ways = sum(math.comb(rocks, k) * math.comb(others, 7 - d - k) for k in range(least, 8 - d))
        return math.comb(duals, d) * ways / math.comb(n, 7)

    drawn = duals / (n - 7)
    agree(why.missing_sets["WU"], hands(1, 1) * (1 - (duals - 1) / (n - 7)))
    # no dual yet: without the land drop there is no white mana, which is the smaller set
    agree(why.missing_sets["W"], hands(0, 1) * drawn + hands(0, 2) * (1 - drawn))
    assert why.missing["U"] == why.missing_sets["WU"]
    assert why.missing["W"].value == pytest.approx(why.colour.value)


def test_the_most_frequent_comes_first(duals):
    for card in duals.spells:
        shares = [e.value for e in duals.why_not(card, 3).missing_sets.values()]
        assert len(shares) > 1 and shares == sorted(shares, reverse=True)


def test_intervals_are_wilsons(duals):
    cls = duals.card("Gold").cls
    k = int(duals.tally["missing_sets"][0, cls, 1, SETS.index("WU")])
    low, high = stats.wilson(k, GAMES)
    found = duals.why_not("Gold", 2).missing_sets["WU"]
    assert (found.value, found.low, found.high) == pytest.approx((k / GAMES, float(low), float(high)))


def test_they_add_up(duals, first_turn):
    for result in (duals, first_turn):
        sets = result.tally["missing_sets"]
        assert (sets.sum(axis=-1) == result.tally["fail_colour"]).all() and sets.any()
        assert (by_type(sets) == result.tally["missing"]).all()
        for k, letter in enumerate(TYPES):
            within = [s for s, types in enumerate(SETS) if letter in types]
            assert (sets[..., within].sum(axis=-1) == result.tally["missing"][..., k]).all()
        assert not sets[..., 63].any()  # that of all types is a matter of mana


@pytest.mark.parametrize("general", [False, True])
def test_a_deck_without_spells_lacks_nothing(general):
    from untap import _core
    from untap.simulate import Scenario, seed_key

    lands = program([(60, land("Forest"))])
    options = Scenario(turns=5).to_core()
    # one deck's games leave nothing for the next one's
    for tally in (
        _core.run_chunk([DECK, lands], seed_key(3), 0, 300, **options)[1],
        *(_core.run_chunk([lands], seed_key(k), 0, 100, general=general, **options)[0] for k in range(5)),
    ):
        assert tally["missing_sets"].shape == (2, 0, 5, 64) and tally["games"].sum() in (100, 300)
        assert (tally["lands_seen"].sum(axis=-1) == tally["games"][:, None]).all()


def test_both_orders_and_merging():
    whole, parts = part(0, 3000), [part(1000, 2000), part(0, 1000)]
    merged = parts[0].merge(parts[1])
    assert (merged.tally["missing_sets"] == whole.tally["missing_sets"]).all()
    assert (parts[0].tally["missing_sets"] != whole.tally["missing_sets"]).any()
    sets = whole.why_not("Gold Three", 3).missing_sets
    assert merged.why_not("Gold Three", 3).missing_sets == sets and len(sets) > 1
    places, shares = whole.castability_of_sets()
    for types, share in sets.items():
        orders = [whole.why_not("Gold Three", 3, order=order).missing_sets[types] for order in ("play", "draw")]
        assert share.value == pytest.approx(np.mean([e.value for e in orders]))
        at = places.tolist().index([whole.card("Gold Three").cls, 2, SETS.index(types)])
        assert shares.value[at] == share.value and share.low < share.value < share.high


def test_stored_and_damaged(duals):
    text = duals.to_json()
    assert Result.from_json(text) == duals and Result.from_json(text).to_json() == text
    data = json.loads(text)
    sets = data["tally"]["missing_sets"]
    assert len(sets) == 2 * np.count_nonzero(duals.tally["missing_sets"]) > 0
    classes_turns_sets = duals.tally["missing_sets"].size
    moved = sets[0] ^ 1  # to the set that has {W} or hasn't
    for damaged in (
        sets[:-1],
        sets[:-2],
        [*sets[:-1], sets[-1] + 1],
        [-1, *sets[1:]],
        [*sets[:-2], classes_turns_sets, sets[-1]],
        [*sets[-2:], *sets[:-2]],
        [*sets, *sets[-2:]],
        [moved, *sets[1:]],
        None,
        "x",
    ):
        with pytest.raises(ResultError, match=r"damaged|don't add up"):
            Result.from_json(json.dumps({**data, "tally": {**data["tally"], "missing_sets": damaged}}))


def test_results_of_before_have_types_alone(duals):
    data = json.loads(duals.to_json())
    del data["tally"]["missing_sets"]
    old = Result.from_json(json.dumps(data))
    why = old.why_not("Gold", 2)
    assert why.missing_sets == {} and why.missing == duals.why_not("Gold", 2).missing
    assert old.to_records("missing_sets") == [] and "missing_sets" not in json.loads(old.to_json())
    with pytest.raises(ResultError, match="earlier version"):
        old.castability_of_sets()
    text = to_text(report(old))
    assert f"W {100 * why.missing['W'].value:.1f}, U {100 * why.missing['U'].value:.1f}" in text
    assert "(may overlap)" in text and "(may overlap)" not in to_text(report(duals))


def test_table(duals):
    rows = duals.to_records("missing_sets")
    assert len(rows) == np.count_nonzero(duals.tally["missing_sets"])
    row = next(r for r in rows if (r["card"], r["turn"], r["types"]) == ("Gold", 2, "WU"))
    why = duals.why_not("Gold", 2).missing_sets["WU"]
    assert row["on_curve"] and (row["share"], row["share_low"], row["share_high"]) == (why.value, why.low, why.high)
    by_turn = {(r["card"], r["turn"]): r["fail_colour"] for r in duals.to_records()}
    for (card, turn), colour in by_turn.items():
        assert sum(r["share"] for r in rows if (r["card"], r["turn"]) == (card, turn)) == pytest.approx(colour)


def test_reports(duals):
    sets = duals.why_not("Gold", 2).missing_sets
    shown = {types: f"{100 * e.value:.1f}" for types, e in sets.items()}
    line = next(x for x in to_text(report(duals)).split("why not")[1].splitlines() if x.startswith("Gold"))
    assert line.endswith(", ".join(f"{'/'.join(types)} {value}" for types, value in shown.items()))
    pytest.importorskip("jinja2")
    from untap.report.html import to_html

    assert f"white or blue {shown['WU']}, white {shown['W']}" in to_html(duals)
