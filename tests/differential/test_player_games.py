"""Whole games of the player: the twin replays what the core logged and compares the state after every event.

Generated decks are numbered; a failure names deck and game (`PlayerGame` plays it again).
"""

from __future__ import annotations

import sys

import pytest

from tests.differential import player_games
from tests.differential.decks import deck_program, generated_deck
from tests.differential.player_games import PlayerGame
from tests.reference import actions, costs, effects, mana, turn
from tests.reference.model import Mismatch, TwinLacks
from untap.simulate import Scenario

DECKS, GAMES = 25, 4
BLOCKS = 30  # with the given decks more than 2,000 whole games, those aside in which the twin lacks a word
LONG_BLOCKS = 20 * BLOCKS


def play_block(k: int):
    return player_games.block(k * DECKS, DECKS, GAMES)


def _check(done, games: int) -> None:
    assert done["games"] >= games // 2, done
    assert done["games"] + done["part"] >= games * 4 // 5, done  # but for decks that are left out
    assert done["compared"] >= 30 * done["games"], done
    assert done["unfinished"] == 0, done  # no limit of the core is met


def test_games_of_given_decks():
    _check(player_games.block(-1, 0, 10), 26 * 10)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_games(played, block):
    _check(played.result(sys.modules[__name__], block), DECKS * GAMES)


def test_there_were_enough_games(played):
    here = sys.modules[__name__]
    if not set(range(BLOCKS)) <= played.asked(here):
        pytest.skip("only some of the blocks were asked for")
    assert sum(played.result(here, k)["games"] for k in range(BLOCKS)) >= 2000  # and the 260 of given decks


@pytest.mark.long
@pytest.mark.parametrize("block", range(BLOCKS, LONG_BLOCKS))
def test_many_games(played, block):
    _check(played.result(sys.modules[__name__], block), DECKS * GAMES)


_land_plays_left = actions.land_plays_left
WRONG = {
    "summoning sickness (CR 302.6)": (costs, "unsick", lambda *a: False),
    "land plays (CR 305.2)": (actions, "land_plays_left", lambda g: _land_plays_left(g) - 1),
    "pools don't empty (CR 500.5)": (mana, "empty_pool", lambda *a, **k: None),
    "no card is drawn (CR 504.1)": (effects, "draw", lambda *a, **k: None),
    "cleanup does nothing (CR 514)": (turn, "_cleanup", lambda *a: None),
}


@pytest.mark.parametrize("rule", WRONG)
def test_a_wrong_rule_of_the_twin_is_caught(rule, monkeypatch):
    monkeypatch.setattr(*WRONG[rule])
    for k in range(60):
        program, core = deck_program(generated_deck(k))
        try:
            for game in range(4):
                PlayerGame(program, core, Scenario(), 1, game).check()
        except TwinLacks:
            continue
        except Mismatch:
            return
    pytest.fail("nothing was noticed")
