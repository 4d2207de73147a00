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


def matched(hand, needs):
    """Whether each need has a land of its own, by trying."""
    if not needs:
        return True
    return any(land & needs[0] and matched(hand[:i] + hand[i + 1 :], needs[1:]) for i, land in enumerate(hand))


@pytest.mark.parametrize("seed", range(30))
def test_payable_is_what_every_choice_of_lands_gives(seed):
    r = random.Random(seed)
    lands = {}
    for _ in range(r.randint(1, 5)):
        lands["".join(sorted(r.sample("WUBRG", r.randint(0, 3))))] = r.randint(1, 3)
    cost = "{1}" + "".join(f"{{{r.choice(['W', 'U', 'B', 'G', 'W/U', 'B/R', '2/G'])}}}" for _ in range(r.randint(0, 4)))
    needs = castability.symbols(cost)[0]
    pool = [castability.bits(types) for types, n in lands.items() for _ in range(n)]
    p = exact.payable(lands, cost)
    for k in range(min(len(pool), 5) + 1):
        hands = list(itertools.combinations(pool, k))
        assert p[k] == pytest.approx(sum(matched(h, needs) for h in hands) / len(hands), abs=1e-12), (lands, cost, k)
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


def test_the_published_table_is_the_default_one():
    rows = exact.sources_table(60, 25, mulligan_rule("karsten-2022"))
    by = {(row["cost"].count("C"), row["turn"]): row["sources"] for row in rows}
    # F. Karsten (2022): C, 1C, 2C, 3C; CC, 1CC; CCC
    assert [by[1, t] for t in (1, 2, 3, 4)] == [14, 13, 12, 10]
    assert [by[2, t] for t in (2, 3)] == [21, 18] and by[3, 3] == 23


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
