"""The fast plane plays the same games as the general plane, bit for bit, and that the same by counts as without."""

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
        "22 Mountain\n4 Monastery Swiftspear\n8 Goblin Guide\n4 Ash Zealot\n12 Eidolon of the Great Revel\n"
        "6 Fireblast\n4 Glorybringer"
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


COUNTED = {
    "fetch lands and what looks at lands or graveyards": (
        "4 Flooded Strand\n4 Polluted Delta\n4 Underground Sea\n3 Tundra\n2 Island\n2 Swamp\n1 Undercity Sewers\n"
        "4 Force of Will\n4 Daze\n4 Murktide Regent\n4 Snuff Out\n4 Dig Through Time\n4 Brainstorm\n4 Ponder\n"
        "4 Baleful Strix\n8 Serra Angel"
    ),
    "sacrifices beside fetch lands": (
        "4 Bloodstained Mire\n4 Wooded Foothills\n10 Mountain\n4 Fireblast\n8 Goblin Guide\n4 Lotus Petal\n"
        "8 Hill Giant\n8 Glorybringer"
    ),
    "verges and pain lands": (
        "4 Riverpyre Verge\n4 Floodfarm Verge\n4 Adarkar Wastes\n4 Mana Confluence\n4 Island\n2 Mountain\n"
        "2 Plains\n12 Serra Angel\n12 Hill Giant\n12 Air Elemental"
    ),
    "mana creatures, rocks and restricted mana": (
        "6 Forest\n4 Cavern of Souls\n4 Ancient Tomb\n4 Unclaimed Territory\n4 Llanowar Elves\n"
        "4 Delighted Halfling\n4 Birds of Paradise\n4 Mind Stone\n4 Priest of Titania\n8 Siege Rhino\n"
        "6 Craw Wurm\n4 Garruk Wildspeaker\n4 Bloom Tender"
    ),
    "types that change": (
        "4 Multiversal Passage\n4 Urza's Saga\n4 Blood Moon\n4 Urborg, Tomb of Yawgmoth\n4 Temple Garden\n"
        "4 Overgrown Tomb\n4 Plains\n4 Mountain\n12 Hill Giant\n8 Watchwolf\n8 Grizzly Bears"
    ),
    "things to do from the hand": (
        "4 Lórien Revealed\n4 Generous Ent\n3 Boseiju, Who Endures\n3 Otawara, Soaring City\n6 Island\n6 Forest\n"
        "2 Breeding Pool\n4 Simian Spirit Guide\n4 Abhorrent Oculus\n4 Tolarian Terror\n8 Frilled Mystic\n"
        "8 Craw Wurm\n4 Shatterskull Smashing"
    ),
    "how others enter": (
        "4 Archon of Emeria\n4 Spelunking\n4 Amulet of Vigor\n4 Hallowed Fountain\n4 Temple Garden\n"
        "4 Lotus Field\n4 Tranquil Cove\n6 Plains\n6 Forest\n12 Watchwolf\n8 Serra Angel"
    ),
    "costs and mana that change": (
        "4 Thalia, Guardian of Thraben\n4 Sphere of Resistance\n4 Utopia Sprawl\n4 Wild Growth\n"
        "4 Goblin Warchief\n4 Badgermole Cub\n8 Forest\n4 Plains\n4 Mountain\n4 Stomping Ground\n"
        "4 Temple Garden\n12 Craw Wurm"
    ),
    "spells that only enter, legends, attacks, colours of mana spent": (
        "4 Dragon's Rage Channeler\n4 Ornithopter\n4 Isamaru, Hound of Konda\n4 Watchwolf\n"
        "4 Garruk Wildspeaker\n4 Professional Face-Breaker\n4 Glorybringer\n4 Etched Oracle\n4 Craw Wurm\n"
        "4 Aragorn, King of Gondor\n6 Forest\n6 Plains\n6 Mountain\n4 Temple Garden\n4 Birds of Paradise\n2 Sol Ring"
    ),
    "urza": (
        "4 Urza's Tower\n4 Urza's Mine\n4 Urza's Power Plant\n6 Forest\n4 Expedition Map\n4 Chromatic Star\n"
        "4 Eldrazi Temple\n8 Craw Wurm\n8 Steel Hellkite\n4 Karn Liberated"
    ),
}


@pytest.mark.parametrize("order", ["play", "both"])
@pytest.mark.parametrize("name", COUNTED)
def test_counts_agree_with_searches(name, order):
    program = compile_deck(parse_deck(COUNTED[name]), CardTable.open())
    kw = {"turns": 7, "order": order, "players": 2, "life": 20, "mulligan": mulligan_rule("london").to_core()}
    kw |= {"general": True, "node_limit": 3000}
    counted = run_chunk([program], (17, 19), 0, 60, **kw)[0]
    searched = run_chunk([program], (17, 19), 0, 60, counts=False, **kw)[0]
    assert counted.pop("undecided").sum() <= searched.pop("undecided").sum()
    for figure, array in counted.items():
        assert np.array_equal(array, searched[figure]), figure
