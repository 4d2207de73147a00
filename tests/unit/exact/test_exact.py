"""Closed forms: sums to one, limits, brute force over orders, numbers that others have published."""

import itertools
import math

import pytest

from untap import exact
from untap.simulate import MulliganRule, mulligan_names, mulligan_rule

RULES = {name: mulligan_rule(name) for name in mulligan_names()}
CLOSED = [name for name, rule in RULES.items() if rule.counts_only and rule.scry != "player"]


def test_pmf_sums_to_one_and_agrees_with_counting():
    assert math.fsum(exact.pmf(k, 60, 24, 7) for k in range(8)) == pytest.approx(1, abs=1e-15)
    assert exact.pmf(0, 60, 24, 7) == pytest.approx(math.comb(36, 7) / math.comb(60, 7))
    assert exact.pmf(3, 60, 24, 7) == pytest.approx(0.308704, abs=1e-6)
    assert exact.pmf(-1, 60, 24, 7) == exact.pmf(8, 60, 24, 7) == exact.pmf(2, 10, 1, 5) == 0
    assert exact.at_least(0, 60, 24, 7) == pytest.approx(1)
    with pytest.raises(ValueError, match="can't be drawn"):
        exact.pmf(1, 5, 2, 6)
    with pytest.raises(ValueError, match="of 5 cards"):
        exact.pmf(1, 5, 6, 2)


def test_multivariate_margins_are_hypergeometric():
    joint = exact.distribution((17, 9, 34), 9)
    assert math.fsum(joint.values()) == pytest.approx(1)
    for k in range(10):
        assert math.fsum(p for h, p in joint.items() if h[0] == k) == pytest.approx(exact.pmf(k, 60, 17, 9))
    # at least two of the first and three of the first two groups
    assert math.fsum(p for h, p in joint.items() if h[0] >= 2 and h[0] + h[1] >= 3) == pytest.approx(0.745609, abs=1e-6)


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("free", [False, True])
def test_kept_hands_sum_to_one(name, free):
    groups = exact.Groups((10, 14), (4, 32))
    kept = exact.kept_hands(groups, mulligan_rule(name).with_free(free))
    assert math.fsum(k.probability for k in kept) == pytest.approx(1, abs=1e-12)
    for k in kept[:50]:
        assert math.fsum(exact.seen_after(k, 3).values()) == pytest.approx(1)
        assert all(n >= 0 for n in k.library)


def test_hand_sizes_of_paris():
    sizes = exact.hand_sizes(exact.Groups((24,), (36,)), mulligan_rule("paris-cunningham"))
    assert sizes == pytest.approx({7: 0.843902, 6: 0.116624, 5: 0.036443, 4: 0.003032}, abs=1e-6)


@pytest.mark.parametrize("bottom", ["player", "off-colour", "leading"])
def test_london_against_all_orders(bottom):
    """A library of nine cards: every order of the first seven, by hand."""
    rule = MulliganRule(
        name="test",
        kind="london",
        keep=tuple(tuple(lands in (2, 3) for lands in range(8)) for _ in range(8)),
        minimum=5,
        bottom=bottom,
    )
    cards = ["other", "other", "good", "good", "spell", "spell", "spell", "spell", "spell"]
    groups = exact.Groups((2, 2), (5,))
    want: dict[tuple[int, ...], float] = {}
    reach = 1.0
    for size in (7, 6, 5):
        kept_now: dict[tuple[int, ...], float] = {}
        hands = list(itertools.permutations(cards, 7))
        for hand in hands:
            hand, judged = list(hand), sum(c != "spell" for c in hand)
            if size < 7 and bottom == "leading":
                for front, place in enumerate([i for i, c in enumerate(hand) if c != "spell"][:2]):
                    hand[front], hand[place] = hand[place], hand[front]
                hand = hand[:size]
            elif size < 7:
                away = rule.lands_to_bottom(size, judged)
                order = {"other": 0, "good": 1} if bottom == "off-colour" else {"other": 0, "good": 0}
                lands = sorted((c for c in hand if c != "spell"), key=order.get)[away:]
                hand = lands + ["spell"] * (size - len(lands))
                judged = len(lands)
            if rule.keeps(size, judged):
                key = tuple(hand.count(c) for c in ("other", "good", "spell"))
                kept_now[key] = kept_now.get(key, 0.0) + 1 / len(hands)
        for key, p in kept_now.items():
            if reach > 1e-9:  # what is left by rounding is nothing
                want[key] = want.get(key, 0.0) + reach * p
        reach *= 1 - sum(kept_now.values())
    got: dict[tuple[int, ...], float] = {}
    for k in exact.kept_hands(groups, rule):
        got[k.hand] = got.get(k.hand, 0.0) + k.probability
    assert got == pytest.approx(want)


def test_scry_brings_lands():
    plain = exact.lands_seen(60, 24, mulligan_rule("paris"), at_least=3, turn=3, on_play=True)
    scry = exact.lands_seen(60, 24, mulligan_rule("vancouver"), at_least=3, turn=3, on_play=True)
    assert plain < scry < plain + 0.02


def test_landless_and_all_land():
    for name in CLOSED:
        assert exact.lands_seen(60, 0, mulligan_rule(name), at_least=1, turn=7, on_play=False) == 0
        assert exact.lands_seen(60, 60, mulligan_rule(name), at_least=4, turn=1, on_play=True) == pytest.approx(1)


def test_lands_in_play():
    rule = mulligan_rule("london")
    seen = exact.lands_seen(60, 24, rule, at_least=3, turn=4, on_play=True)
    assert exact.lands_in_play(60, 24, rule, at_least=3, turn=4, on_play=True) == seen
    assert exact.lands_in_play(60, 24, rule, at_least=5, turn=4, on_play=True) == 0


def test_sources_needed_is_the_first_that_reaches_it():
    rule = mulligan_rule("karsten-2022")
    ask = {"pips": 2, "turn": 3, "on_play": True, "lands_given": 3}
    need = exact.sources_needed(60, 25, rule, target=0.92, **ask)
    assert need == 18
    assert exact.sources(60, 25, need, rule, **ask) >= 0.92 > exact.sources(60, 25, need - 1, rule, **ask)
    assert exact.sources_needed(60, 8, rule, pips=2, turn=2, on_play=True, target=0.9) is None


@pytest.mark.parametrize(
    ("cost", "turn", "good", "published"),
    # Karsten 2018 as mtgoncurve's tests give it: 60 cards, 24 lands, on the play, at least as many lands as the turn
    [(1, 1, 8, 0.702), (1, 2, 8, 0.756)],
)
def test_karsten_2018(cost, turn, good, published):
    got = exact.sources(
        60, 24, good, mulligan_rule("karsten-2018"), pips=cost, turn=turn, on_play=True, lands_given=turn
    )
    assert got == pytest.approx(published, abs=0.003)


def test_impossible_condition_is_nan():
    assert math.isnan(exact.sources(60, 0, 0, mulligan_rule("none"), pips=1, turn=1, on_play=True, lands_given=1))
    assert math.isnan(exact.castable_from_hand(60, 24, 0, mulligan_rule("none"), mana_value=1, turn=1, on_play=True))


def test_no_closed_form_for_a_players_choice():
    rule = MulliganRule(name="x", kind="vancouver", keep=mulligan_rule("paris").keep, minimum=4, scry="player")
    with pytest.raises(ValueError, match="no closed form"):
        exact.kept_hands(exact.Groups((24,), (36,)), rule)


def test_bad_libraries():
    with pytest.raises(ValueError, match="no opening hand"):
        exact.Groups((3,), (3,))
    with pytest.raises(ValueError, match="less than none"):
        exact.Groups((30,), (-1, 31))
    with pytest.raises(ValueError, match="counted from 1"):
        exact.draws_by(0, on_play=True)
