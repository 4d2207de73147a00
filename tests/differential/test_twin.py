"""Random legal actions: the core and the plain-Python twin agree after every one (long: about 27 ms a game)."""

import pytest

from tests.differential.games import block


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 20_000, 500))
def test_twin_agrees(first):
    games, steps = block(first, 500)
    assert games == 500 and steps > 2 * games
