"""The fast plane plays the same games as the general plane, bit for bit."""

import numpy as np
import pytest

from untap._core import run_chunk
from untap.cards import CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck
from untap.simulate.mulligan import mulligan_rule

DECKS = {
    "one colour": "24 Mountain\n20 Goblin Guide\n8 Hill Giant\n8 Craw Wurm",
    "shock and check lands": (
        "4 Breeding Pool\n4 Hallowed Fountain\n4 Temple Garden\n4 Glacial Fortress\n4 Sunpetal Grove\n3 Forest\n"
        "2 Plains\n4 Watchwolf\n8 Grizzly Bears\n8 Serra Angel\n4 Air Elemental\n11 Craw Wurm"
    ),
    "fast, slow and tapped lands": (
        "4 Seachrome Coast\n4 Deserted Beach\n4 Tranquil Cove\n4 Prairie Stream\n4 Plains\n4 Island\n"
        "12 Savannah Lions\n12 Serra Angel\n12 Air Elemental"
    ),
    "leaves for elves": "20 Forest\n8 Llanowar Elves\n16 Grizzly Bears\n16 Craw Wurm",
    "leaves for a fetch land": "4 Windswept Heath\n10 Forest\n10 Plains\n18 Watchwolf\n18 Serra Angel",
    "draws cards": "24 Island\n8 Divination\n16 Air Elemental\n12 Merfolk of the Pearl Trident",
    "casting costs life": (
        "22 Mountain\n4 Monastery Swiftspear\n12 Goblin Guide\n12 Eidolon of the Great Revel\n6 Fireblast\n"
        "4 Glorybringer"
    ),
    "few lands": "10 Swamp\n50 Hill Giant",
    "lands only": "60 Forest",
    "tiny": "2 Forest\n1 Grizzly Bears",
}


@pytest.mark.parametrize("order", ["play", "draw", "both"])
@pytest.mark.parametrize("name", DECKS)
def test_planes_agree(name, order):
    program = compile_deck(parse_deck(DECKS[name]), CardTable.open())
    assert program.core.fast
    kw = {"turns": 8, "order": order, "players": 2, "life": 20, "mulligan": mulligan_rule("london").to_core()}
    fast = run_chunk([program], (11, 13), 0, 400, **kw)[0]
    general = run_chunk([program], (11, 13), 0, 400, general=True, **kw)[0]
    for figure, array in fast.items():
        assert np.array_equal(array, general[figure]), figure


def test_every_game_is_castable_or_has_one_reason():
    # the last decks run out of cards, or of life, before the last turn
    for text in (
        DECKS["shock and check lands"],
        DECKS["tiny"],
        "24 Mountain\n16 Goblin Guide\n20 Eidolon of the Great Revel",
    ):
        program = compile_deck(parse_deck(text), CardTable.open())
        kw = {"turns": 10, "order": "both", "players": 2, "life": 20, "mulligan": mulligan_rule("london").to_core()}
        t = run_chunk([program], (1, 7), 0, 300, **kw)[0]
        reasons = sum(t["fail_" + why] for why in ("mana", "colour", "restriction", "tempo", "other"))
        assert (t["castable"] + reasons == t["games"][:, None, None]).all()
