"""The player against the exact honest optimum on small random decks of real cards.

From an opening hand with the card, the chance that it is castable by turn 4: of the best line that doesn't know the
draws, by expectimax, and of the player with the aim ``card:NAME``, over all draws. Decks of 16 cards that draw only a
card a turn.
"""

import random

import pytest

from untap import _core, parse_deck
from untap.cards import CardTable
from untap.program.compile import compile_deck
from untap.simulate import Scenario
from untap.simulate.prepare import AIM_CARD, AIM_CURVE, AIM_NAIVE

pytestmark = pytest.mark.statistical

TURNS = 4
LANDS = [
    "Forest",
    "Mountain",
    "Plains",
    "Island",
    "Swamp",
    "Stomping Ground",
    "Temple Garden",
    "Steam Vents",
    "Rugged Highlands",
    "Blossoming Sands",
    "Rootbound Crag",
    "Copperline Gorge",
    "Karplusan Forest",
    "Brushland",
    "Wooded Foothills",
    "Windswept Heath",
    "Evolving Wilds",
    "Mana Confluence",
    "Sandsteppe Citadel",
    "Gruul Turf",
]
HELPERS = ["Llanowar Elves", "Birds of Paradise", "Sol Ring", "Arcane Signet", "Rampant Growth", "Pyretic Ritual"]
TARGETS = [
    "Siege Rhino",
    "Watchwolf",
    "Loxodon Smiter",
    "Mantis Rider",
    "Savage Knuckleblade",
    "Steel Leaf Champion",
    "Ball Lightning",
    "Burning-Tree Emissary",
    "Serra Angel",
    "Hellrider",
    "Polukranos, World Eater",
]


@pytest.fixture(scope="module")
def table():
    return CardTable.open()


def random_deck(number):
    rng = random.Random(number)
    lands = rng.sample(LANDS, rng.randint(3, 5))
    target = rng.choice(TARGETS)
    names = [rng.choice(lands) for _ in range(rng.randint(7, 9))]
    names += [rng.choice(HELPERS) for _ in range(rng.randint(0, 3))] + [target, target]
    fillers = [t for t in TARGETS if t != target]
    return target, names + [rng.choice(fillers) for _ in range(16 - len(names))]


def measure(table, numbers):
    """Sums of the optimum and of three players over one opening hand each of many decks."""
    sums, n, cut, worst = [0.0] * 4, 0, 0, 0.0
    options = Scenario(turns=TURNS, order="play", mulligan="none", format="constructed").to_core()
    for number in numbers:
        target, names = random_deck(number)
        program = compile_deck(parse_deck("\n".join(f"1 {name}" for name in names)), table)
        kind = program.kinds.index(target)
        for game in range(50):
            best, ours, cuts, has = _core.honest_values(
                program, (number, 7), game, kind, (AIM_CARD, AIM_CURVE, AIM_NAIVE), **options
            )
            if has:
                break
        else:
            continue
        n += 1
        cut += cuts > 0
        worst = max(worst, max(ours) - best)
        sums = [a + b for a, b in zip(sums, [best, *ours], strict=True)]
    assert n > 0
    return [100 * a / n for a in sums], n, cut, worst


def check(found, tolerance):
    (best, card, curve, naive), n, cut, worst = found
    assert worst < 1e-9, "a player better than the optimum"
    assert cut <= n // 50
    assert best >= card > naive
    assert best >= curve
    assert best - card <= tolerance, found


def test_near_the_optimum(table):
    check(measure(table, range(8)), 0.01)  # all of them are solved


@pytest.mark.long
def test_near_the_optimum_on_many(table):
    check(measure(table, range(600)), 1.0)
