"""Real decks: the same games without counts, on the general plane alone, and in the default way, bit for bit."""

import numpy as np
import pytest

from tests.differential.decks import SHARED, real_decks
from untap._core import run_chunk
from untap.simulate import Scenario


@pytest.mark.skipif(not SHARED, reason="needs the shared deck collection (UNTAP_SHARED)")
def test_every_way_plays_the_same_games():
    games = 0
    for path, commander, program in real_decks(150, 5):
        kw = Scenario(turns=6, format="commander" if commander else "constructed").to_core() | {"node_limit": 200}
        for game in range(2):
            usual, counted, general = (
                run_chunk([program], (3, 9), game, 1, **kw, **how)[0]
                for how in ({}, {"counts": False}, {"general": True})
            )
            for other in (counted, general):
                if usual["undecided"].sum() + other["undecided"].sum() == 0:
                    games += 1
                    different = [figure for figure in usual if not np.array_equal(usual[figure], other[figure])]
                    assert different == [], (path, game)
    assert games > 500
