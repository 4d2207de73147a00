"""Runs of other games of a seed merge to the run of all of them."""

import pytest

import untap

from .programs import land, program, spell

DECK = program([(30, land("Forest")), (30, spell("Bear", "{1}{G}"))])


def test_parts_merge_to_the_whole():
    whole = untap.simulate(DECK, games=3000, turns=4, seed=3)
    parts = [untap.simulate(DECK, games=n, first=first, turns=4, seed=3) for first, n in ((0, 1000), (1000, 2000))]
    merged = untap.merge(parts)
    assert merged.games == whole.games and merged.ranges == whole.ranges
    assert merged == whole


def test_the_same_games_do_not_merge():
    part = untap.simulate(DECK, games=100, first=50, turns=2, order="play")
    with pytest.raises(untap.results.ResultError):
        untap.merge([part, untap.simulate(DECK, games=100, turns=2, order="play")])


@pytest.mark.parametrize("first", [-1, 2**62 + 1, 0.5, True, "0"])
def test_what_is_no_number_of_a_game(first):
    with pytest.raises(ValueError, match="first is a whole number"):
        untap.simulate(DECK, games=10, first=first)


def test_pairs_of_games_stay_together():
    with pytest.raises(ValueError, match="come in pairs"):
        untap.simulate(DECK, games=10, first=1, order="both")
