"""Random streams, chunks and shared shuffles of the core."""

import numpy as np
import pytest
from numpy.random import Philox

from untap._core import philox_block, run_chunk
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck
from untap.program.opcodes import enum_text
from untap.simulate.mulligan import mulligan_rule

KW = {"turns": 6, "order": "both", "players": 2, "life": 20, "mulligan": mulligan_rule("london").to_core()}


def program(text):
    return compile_deck(parse_deck(text), CardTable.open())


@pytest.mark.parametrize("key", [(0, 0), (1, 2), (2**64 - 1, 12345678901234567890)])
@pytest.mark.parametrize("counter", [(0, 0), (7, 3), (2**63, 2**64 - 1)])
def test_philox_has_numpys_known_answers(key, counter):
    # NumPy's generator steps its counter before each block
    whole = (counter[0] | counter[1] << 64) - 1
    ours = philox_block(*key, *counter)
    numpys = Philox(key=np.array(key, np.uint64), counter=whole % 2**256).random_raw(4)
    assert [int(x) for x in numpys] == ours


def test_chunks_add_up():
    p = program("17 Forest\n8 Island\n20 Grizzly Bears\n15 Frogmite")
    whole = run_chunk([p], (3, 4), 0, 300, **KW)[0]
    parts = [run_chunk([p], (3, 4), first, n, **KW)[0] for first, n in ((0, 1), (1, 120), (121, 179))]
    for name, array in whole.items():
        assert np.array_equal(array, sum(part[name] for part in parts)), name


def test_decks_on_shared_shuffles_keep_their_own_laws():
    # the union of the slots is permuted: each deck's hands stay hypergeometric, and common cards stand in place
    a = program("24 Forest\n36 Grizzly Bears")
    b = program("25 Forest\n36 Grizzly Bears")
    kw = {**KW, "order": "play", "turns": 1, "mulligan": mulligan_rule("none").to_core()}
    games = 40_000
    ta, tb = run_chunk([a, b], (9, 9), 0, games, **kw)
    for tally, size, lands in ((ta, 60, 24), (tb, 61, 25)):
        seen = tally["lands_seen"][0, 0, :8] / games
        mean = float((seen * np.arange(8)).sum())
        expected = 7 * lands / size
        deviation = np.sqrt(7 * lands / size * (1 - lands / size) * (size - 7) / (size - 1) / games)
        assert abs(mean - expected) < 5 * deviation  # a false alarm in 1.7 million


def test_equal_decks_play_equal_games():
    a = program("24 Forest\n36 Grizzly Bears")
    b = program("24 Forest\n36 Grizzly Bears")
    ta, tb = run_chunk([a, b], (1, 1), 0, 200, **KW)
    alone = run_chunk([a], (1, 1), 0, 200, **KW)[0]
    for name, array in ta.items():
        assert np.array_equal(array, tb[name]) and np.array_equal(array, alone[name]), name


def test_opcode_numbers_of_the_core_are_the_tables():
    from pathlib import Path

    import untap._core

    source = Path(untap._core.__file__).with_name("opcodes.pxi")
    if not source.exists():
        pytest.skip("the core's source isn't installed")
    assert source.read_text() == enum_text()
