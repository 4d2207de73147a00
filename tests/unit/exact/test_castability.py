"""Whether lands pay a cost: against the sums over hands in plain Python, and against trying every choice of lands."""

import itertools
import random

import numpy as np
import pytest

from untap import exact
from untap.exact import castability
from untap.simulate.mulligan import mulligan_rule

RULES = (
    "none", "london", "paris", "vancouver", "karsten-2017", "karsten-2018", "karsten-2022", "landlord", "london+free",
    "karsten-2022+free",
)  # fmt: skip


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("size", "lands", "good"), [(60, 25, 14), (40, 17, 17), (99, 41, 3), (7, 3, 1)])
def test_one_colour_is_the_sum_over_hands(name, size, lands, good):
    rule = mulligan_rule(name)
    for pips, turn, given in ((1, 1, None), (2, 3, 3), (3, 5, 5), (0, 2, 2)):
        if turn > size - 7:
            continue
        for on_play in (True, False):
            ask = {"turn": turn, "on_play": on_play, "lands_given": given}
            plain = exact.sources(size, lands, good, rule, pips=pips, **ask)
            ours = exact.castable(size, {"W": good, "": lands - good}, "{W}" * pips or "{0}", rule, **ask)
            assert ours == pytest.approx(plain, abs=1e-12, nan_ok=True)


def test_kept_hands_sum_to_one():
    for name in RULES:
        found = castability.seen(60, 10, 14, mulligan_rule(name), 5)
        assert found.sum() == pytest.approx(1, abs=1e-12) and not found.flags.writeable


def matched(hand, needs, spare=0):
    """Whether each need has a land of its own, by trying; two more lands do for a {2/W}, which `spare` lands may be."""
    if not needs:
        return True
    if needs[0] & castability.TWO and spare and matched(hand, needs[1:], spare - 1):
        return True
    return any(land & needs[0] and matched(hand[:i] + hand[i + 1 :], needs[1:], spare) for i, land in enumerate(hand))


@pytest.mark.parametrize("seed", range(30))
def test_payable_is_what_every_choice_of_lands_gives(seed):
    r = random.Random(seed)
    lands = {}
    for _ in range(r.randint(1, 5)):
        lands["".join(sorted(r.sample("WUBRG", r.randint(0, 3))))] = r.randint(1, 3)
    kinds = ["W", "U", "B", "G", "W/U", "B/R", "2/G", "2/U"]
    cost = "{1}" + "".join(f"{{{r.choice(kinds)}}}" for _ in range(r.randint(0, 4)))
    needs, least = castability.symbols(cost)
    pool = [castability.bits(types) for types, n in lands.items() for _ in range(n)]
    p = exact.payable(lands, cost)
    for k in range(min(len(pool), 5) + 1):
        hands = list(itertools.combinations(pool, k))
        paid = sum(matched(h, needs, max(0, k - least)) for h in hands)
        assert p[k] == pytest.approx(paid / len(hands), abs=1e-12), (lands, cost, k)
    assert (p[len(pool) + 1 :] == 0).all()


def test_the_card_in_hand():
    """All cards known: of 8 cards, 3 lands and 2 copies, 7 are seen on turn 1 on the play."""
    rule = mulligan_rule("none")
    p = exact.castable(8, {"G": 3}, "{G}", rule, turn=1, on_play=True, copies=2)
    assert p == pytest.approx(1.0)  # one card is not seen, so a land and a copy always are
    p = exact.castable(8, {"G": 1}, "{G}", rule, turn=1, on_play=True, copies=1)
    assert p == pytest.approx(6 / 8)  # neither of two cards is the one that isn't seen


def test_a_deck_is_its_costs():
    lands, costs, rule = (
        {"W": 5, "WU": 6, "U": 5, "": 8},
        ["{W}", "{1}{U}{W}", "{W/U}{W/U}", "{5}"],
        mulligan_rule("london"),
    )
    turns = [1, 3, 2, 5]
    one = [exact.castable(60, lands, c, rule, turn=t, on_play=True) for c, t in zip(costs, turns, strict=True)]
    assert exact.deck(60, lands, costs, rule, on_play=True) == one
    assert one[2] > exact.castable(60, lands, "{W}{U}", rule, turn=2, on_play=True)


def test_sources_for_costs_of_several_colours():
    rule = mulligan_rule("karsten-2022")
    ask = {"turn": 3, "on_play": True, "target": 0.92, "lands_given": 3}
    found = exact.sources_for(60, 25, "{1}{W}{U/B}", rule, **ask)
    assert set(found) == {"W", "UB", "all"}
    alone = exact.sources_needed(60, 25, rule, pips=1, **ask)
    assert all(found[kind][0] >= alone for kind in ("W", "UB"))
    assert found["all"][0] == found["W"][0] + found["UB"][0] and found["all"][1] >= 0.92
    fewer = exact.spread(25, {"W": found["W"][0] - 1, "UB": found["UB"][0]})
    assert exact.castable(60, fewer, "{W}{U}", rule, turn=3, on_play=True, lands_given=3) < 0.92
    assert exact.sources_for(60, 2, "{W}{W}{W}", rule, turn=3, on_play=True, target=0.9)["W"][0] is None


def test_a_black_source_pays_black_or_blue():
    """{B}{U/B} asks for no more than {B}{B}, of black or blue sources; and no less than {U/B}{U/B}."""
    rule = mulligan_rule("karsten-2022")
    ask = {"turn": 3, "on_play": True, "target": 0.92, "lands_given": 3}
    same = exact.sources_for(60, 25, "{1}{B}{B}", rule, **ask)
    found = exact.sources_for(60, 25, "{1}{B}{U/B}", rule, **ask)
    one = exact.sources_for(60, 25, "{2}{B}", rule, **ask)
    assert list(found) == ["B", "UB", "all"]
    assert found["all"][0] == found["UB"][0] <= same["B"][0] + 1 and found["UB"][0] >= same["B"][0]
    assert one["B"][0] <= found["B"][0] < found["UB"][0]
    lands = {"B": found["B"][0], "U": found["UB"][0] - found["B"][0], "": 25 - found["UB"][0]}
    whole = exact.castable(60, lands, "{1}{B}{U/B}", rule, turn=3, on_play=True, lands_given=3)
    assert whole == pytest.approx(found["all"][1]) and whole >= 0.92
    other = exact.sources_for(60, 25, "{1}{U}{U/B}", rule, **ask)
    assert [other[k] for k in ("U", "UB", "all")] == [found[k] for k in ("B", "UB", "all")]
    # kinds that overlap: a blue source does for both
    three = exact.sources_for(60, 25, "{W/U}{U/B}{1}", rule, **ask)
    assert three["all"][0] == three["WU"][0] == three["UB"][0] <= same["B"][0] + 1


def test_alike_colours_need_alike_sources():
    rule = mulligan_rule("karsten-2022")
    found = exact.sources_for(60, 25, "{2}{W}{U}{B}{R}{G}", rule, turn=7, on_play=True, target=0.96, lands_given=7)
    counts = [found[k][0] for k in "WUBRG"]
    assert max(counts) - min(counts) <= 1 and found["all"][0] == sum(counts) and found["all"][1] >= 0.96


def test_two_generic_mana_pay_what_two_or_white_does():
    rule = mulligan_rule("none")
    ask = {"turn": 4, "on_play": True}
    # no white at all: six lands pay three times two
    off = exact.castable(60, {"": 25}, "{2/W}{2/W}{2/W}", rule, **ask)
    assert off == pytest.approx(exact.castable(60, {"": 25}, "{6}", rule, **ask))
    some = exact.castable(60, {"W": 10, "": 15}, "{2/W}{2/W}{2/W}", rule, **ask)
    assert exact.castable(60, {"W": 10, "": 15}, "{W}{W}{W}", rule, **ask) < some
    assert some < exact.castable(60, {"W": 25}, "{3}", rule, **ask)
    # the rule that tells good lands from bad ones counts the bad ones as mana, too
    karsten = exact.castable(60, {"W": 0, "": 25}, "{2/W}", mulligan_rule("karsten-2022"), turn=2, on_play=True)
    assert karsten == pytest.approx(
        exact.castable(60, {"": 25}, "{2}", mulligan_rule("karsten-2022"), turn=2, on_play=True)
    )


def test_a_condition_that_cannot_hold_has_no_sources():
    rule = mulligan_rule("karsten-2022")
    found = exact.sources_for(7, 7, "{W}", rule, turn=5, on_play=True, target=0.9, lands_given=9)
    assert found["W"][0] is None and np.isnan(found["W"][1])


def test_the_published_table_is_the_default_one():
    rows = exact.sources_table(60, 25, mulligan_rule("karsten-2022"))
    by = {(row["cost"].count("C"), row["turn"]): row["sources"] for row in rows}
    # F. Karsten (2022): C, 1C, 2C, 3C; CC, 1CC; CCC
    assert [by[1, t] for t in (1, 2, 3, 4)] == [14, 13, 12, 10]
    assert [by[2, t] for t in (2, 3)] == [21, 18] and by[3, 3] == 23


def test_a_target_by_turn():
    rows = exact.sources_table(60, 25, mulligan_rule("london"), costs=["{G}"], target=lambda turn: 0.8 + 0.02 * turn)
    assert [row["target"] for row in rows] == pytest.approx([0.8 + 0.02 * t for t in range(1, 8)])
    assert all(row["probability"] >= row["target"] for row in rows)
    single = exact.sources_table(60, 25, mulligan_rule("london"), costs=["{G}"], turns=[3], target=0.86)
    assert single[0] == {**rows[2], "target": 0.86}


def test_spread():
    assert exact.spread(10, {"W": 6, "U": 4}) == {"W": 6, "U": 4}
    assert exact.spread(10, {"W": 7, "U": 5}) == {"WU": 2, "W": 5, "U": 3}
    assert exact.spread(3, {"UB": 1}) == {"U": 1, "": 2}


@pytest.mark.parametrize("cost", ["", "W", "{S}", "{W", "{W/Q}", "{60}"])
def test_costs_that_lands_do_not_pay(cost):
    with pytest.raises(exact.CostError):
        castability.symbols(cost)


def test_bad_numbers():
    rule = mulligan_rule("london")
    with pytest.raises(ValueError, match="aren't in 60 cards"):
        exact.castable(60, {"W": 61}, "{W}", rule, turn=1, on_play=True)
    with pytest.raises(ValueError, match="0 or more"):
        exact.castable(60, {"W": -1}, "{W}", rule, turn=1, on_play=True)
    assert np.isnan(exact.castable(60, {"W": 1}, "{W}", rule, turn=2, on_play=True, lands_given=2))
