"""The opponents of a scenario: how many turns they take, and what their lands are to our cards."""

import pytest
from tests.differential.decks import deck_program
from tests.differential.player_games import PlayerGame

import untap
from untap._core import CoreProgram, watch_game
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck
from untap.simulate import Scenario, ScenarioError, seed_key

ORCHARDS = "10 Exotic Orchard\n14 Forest\n16 Counterspell"
TURN = 1


def castable(turn, **given):
    r = untap.simulate(parse_deck(ORCHARDS), games=1000, seed=1, turns=4, players=2, **given)
    return r.castable("Counterspell", turn=turn).value


def test_lands_by_round():
    s = Scenario(players=4, opponent_colors="WUBRG", opponent_lands=(1, 1, 2))
    assert [s.opponents_after(k) for k in range(5)] == [("", 0), ("WUB", 1), ("WUB", 1), ("WUBRG", 2), ("WUBRG", 2)]
    s = Scenario(players=2, opponent_colors="UR")
    assert [s.opponents_after(k) for k in range(4)] == [("", 0), ("U", 1), ("UR", 2), ("UR", 3)]
    assert Scenario(players=1, opponent_colors="UR").opponents_after(3) == ("", 0)


def test_by_default_they_have_nothing():
    assert Scenario().opponents_after(9) == ("", 0)
    assert "others" not in Scenario().to_core()
    assert "opponent_colors" not in Scenario().to_dict()


def test_in_and_out_of_plain_data():
    s = Scenario(opponent_colors="ub", opponent_lands=[1, 2])
    assert (s.opponent_colors, s.opponent_lands) == ("UB", (1, 2))
    assert Scenario.from_dict(s.to_dict()) == s


@pytest.mark.parametrize(
    "items, says",
    [
        ({"opponent_colors": "UU"}, "each once"),
        ({"opponent_colors": "X"}, "letters of WUBRG"),
        ({"opponent_colors": 3}, "letters of WUBRG"),
        ({"opponent_lands": 3}, "is a list"),
        ({"opponent_lands": [1, -1]}, "0 to 100"),
        ({"opponent_lands": [2, 1]}, "never fall"),
        ({"opponent_lands": [1] * 31}, "at most 30"),
    ],
)
def test_nonsense(items, says):
    with pytest.raises(ScenarioError, match=says):
        Scenario.from_dict(items)


def test_could_produce():
    """CR 106.7: on the play an opponent's first land is there on turn 2, on the draw on turn 1."""
    assert castable(3, order="play") == 0
    assert castable(2, order="play", opponent_colors="U") > 0.2
    assert castable(2, order="play", opponent_colors="BU") == 0
    assert castable(3, order="play", opponent_colors="BU") > 0.5
    assert castable(2, order="draw", opponent_colors="BU") > 0.2
    assert castable(3, order="play", opponent_colors="U", opponent_lands=(0, 0, 1)) == 0
    assert castable(4, order="play", opponent_colors="U", opponent_lands=(0, 0, 1)) > 0.5


def test_an_opponent_with_more_lands():
    deck = parse_deck("16 Plains\n12 Knight of the White Orchid\n12 Savannah Lions")

    def lands(**given):
        r = untap.simulate(deck, games=1000, seed=1, order="play", turns=3, **given)
        return r.per_game("untapped", 3).value

    assert lands(opponent_lands=(9,)) > lands() + 0.3


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_opponent_has_a_turn(players):
    program = compile_deck(parse_deck("20 Forest\n20 Seedborn Muse"), CardTable.open())
    scenario = Scenario(players=players, turns=4, order="play")
    entries, _, _ = watch_game(CoreProgram(program.arrays), seed_key(1), 0, **scenario.to_core())
    turns = [player for event, _, player, *_ in entries if event == TURN]
    assert turns == ([0] + [1] * (players - 1)) * 4 + [0]


@pytest.mark.parametrize("players, order", [(2, "both"), (4, "play"), (3, "draw")])
def test_the_twin_agrees(players, order):
    entries = [("Exotic Orchard", 8), ("Forest", 6), ("Fellwar Stone", 4), ("Knight of the White Orchid", 4),
               ("Seedborn Muse", 2), ("Plains", 6), ("Opt", 4), ("Savannah Lions", 6)]  # fmt: skip
    program, core = deck_program([(name, n, "main") for name, n in entries])
    scenario = Scenario(players=players, order=order, opponent_colors="GUW", opponent_lands=(1, 3, 4, 5))
    compared = 0
    for game in range(12):
        played = PlayerGame(program, core, scenario, 1, game)
        played.check()
        compared += played.compared
    assert compared > 600
