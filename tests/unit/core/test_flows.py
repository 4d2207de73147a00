"""What makes the mana that is spent, what of the available mana is restricted, what becoming untapped brings."""

import json

import numpy as np
import pytest

import untap
from untap.cards import CardTable
from untap.cards.overrides import parse_overrides
from untap.decks import Deck, Entry
from untap.program.compile import compile_deck
from untap.report import report, to_text
from untap.results.tally import SOURCES


def played(*cards: tuple[int, str], games: int = 400, turns: int = 5, **options):
    deck = Deck(entries=tuple(Entry(name, n, "main", 0) for n, name in cards), diagnostics=(), name="x")
    return untap.simulate(compile_deck(deck, CardTable.open()), games=games, turns=turns, **options)


def spent(result, source: str) -> float:
    return sum(result.spent_from(source, t).value for t in range(1, result.turns + 1))


@pytest.mark.parametrize(
    ("sources", "cards", "options"),
    [
        (("land",), ((30, "Forest"), (30, "Grizzly Bears")), {}),
        (("land", "creature"), ((30, "Forest"), (20, "Llanowar Elves"), (10, "Grizzly Bears")), {}),
        (("land", "artifact"), ((30, "Forest"), (20, "Mind Stone"), (10, "Grizzly Bears")), {}),
        (("land", "aura"), ((30, "Forest"), (20, "Wild Growth"), (10, "Giant Spider")), {}),
        # by default the player keeps rituals
        (
            ("land", "ritual"),
            ((30, "Swamp"), (20, "Dark Ritual"), (10, "Hypnotic Specter")),
            {"aim": "card:Hypnotic Specter"},
        ),
        (("land", "treasure"), ((30, "Forest"), (20, "Prosperous Innkeeper"), (10, "Craw Wurm")), {}),
        # untaps two lands as it enters
        (("land", "again"), ((30, "Island"), (20, "Cloud of Faeries"), (10, "Air Elemental")), {}),
    ],
)
def test_sources(sources, cards, options):
    result = played(*cards, seed=3, **options)
    assert result.sources == sources
    for source in SOURCES:
        assert (spent(result, source) > 0) == (source in sources)
    # every mana spent is of one source
    for t in range(1, result.turns + 1):
        whole = result.spent(t).mean.value
        assert sum(result.spent_from(s, t).value for s in SOURCES) == pytest.approx(whole)
    assert not result.tally["flows"][:, len(SOURCES)].any()


def test_only_lands_on_either_plane_are_the_mana_spent():
    result = played((30, "Forest"), (30, "Grizzly Bears"), seed=3)
    amounts = np.arange(64)
    assert (result.tally["flows"][:, 0] == result.tally["spent"] @ amounts).all()
    assert (result.tally["flows_squares"][:, 0] == result.tally["spent"] @ amounts**2).all()


def test_restricted_mana_is_told_apart():
    # mana of any colour for one type of creature, but {C} for anything: there is no less without it
    both = played((30, "Unclaimed Territory"), (30, "Grizzly Bears"), seed=3, games=100)
    assert [both.restricted_mana(t).value for t in range(1, 6)] == [0] * 5
    # mana for creatures alone, of a creature that is sick on the turn it comes
    elf = played((30, "Forest"), (20, "Beastcaller Savant"), (10, "Giant Spider"), seed=3)
    assert elf.restricted_mana(1).value == elf.restricted_mana(2).value == 0
    assert 0 < elf.restricted_mana(4).value < elf.mana(4).mean.value
    # lands make one each, and nothing else does
    made = [elf.mana(t).mean.value - elf.lands_in_play(t).mean.value for t in range(1, 6)]
    assert [elf.restricted_mana(t).value for t in range(1, 6)] == pytest.approx(made)


OWN = """
[[card]]
name = "Example Lantern"
cost = "{1}"
type = "Artifact"
text = "{T}: Add {C}.\\nWhenever this artifact becomes untapped, draw a card and create a Treasure token."
"""


def test_what_becoming_untapped_brings():
    entries = (Entry("Wastes", 30, "main", 0), Entry("Example Lantern", 30, "main", 0))
    deck = Deck(entries=entries, diagnostics=(), name="x")
    program = compile_deck(deck, CardTable.open(), overrides=parse_overrides(OWN))
    result = untap.simulate(program, games=300, turns=4, seed=5)
    triggers, cards, mana, permanents = (
        [result.per_game(name, t).value for t in range(1, 5)]
        for name in ("untap_triggers", "untap_cards", "untap_mana", "untap_permanents")
    )
    assert triggers[0] == 0 < triggers[3]
    assert cards == permanents == triggers  # each draws one and makes one, as it resolves
    assert mana == [0, 0, 0, 0]
    assert "brought: cards" in to_text(report(result))


def test_nothing_untaps_nothing_is_brought():
    result = played((24, "Island"), (18, "Arbor Elf"), (18, "Forest"), seed=3)
    assert not result.tally["flows"][:, len(SOURCES) + 1 :].any()


def test_untapped_otherwise():
    result = played((30, "Island"), (20, "Cloud of Faeries"), (10, "Air Elemental"), seed=3)
    assert result.per_game("untapped_otherwise", 1).value == 0
    assert result.per_game("untapped_otherwise", 2).value > 2  # both Islands for each of them
    text = to_text(report(result))
    assert "untapped otherwise" in text and "brought" not in text


def test_without_such_cards_there_is_no_untap_step():
    result = played((24, "Island"), (18, "Llanowar Elves"), (18, "Forest"), seed=3)
    assert "Untap step" not in to_text(report(result))


def test_results_of_before_lack_what_untapped_otherwise():
    result = played((30, "Island"), (20, "Cloud of Faeries"), (10, "Air Elemental"), seed=3)
    data = json.loads(result.to_json())
    turns = result.turns
    for name in ("flows", "flows_squares"):
        whole = np.array(data["tally"][name]).reshape(2, -1, turns)
        data["tally"][name] = whole[:, :-1].ravel().tolist()
    old = untap.Result.from_json(json.dumps(data))
    assert old.per_game("untapped_otherwise", 3).value == 0
    assert old.per_game("untapped", 3).value == result.per_game("untapped", 3).value
