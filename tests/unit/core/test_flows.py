"""What makes the mana that is spent, what of the available mana is restricted, what becoming untapped brings."""


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
    # Cloud of Faeries untaps two lands as it enters, which paid for it
    faeries = played((30, "Island"), (30, "Cloud of Faeries"), seed=3, turns=4, order="play")
    assert faeries.per_game("untapped_otherwise", 1).value == 0
    assert faeries.per_game("untapped_otherwise", 2).value > 1
    # Seedborn Muse: what was tapped in the own turn untaps in another player's untap step, and not in the own
    muse = played((28, "Forest"), (32, "Seedborn Muse"), seed=3, turns=6, order="draw", games=200)
    assert muse.per_game("untapped_otherwise", 4).value == 0
    assert muse.per_game("untapped_otherwise", 5).value > 0.5
    plain = played((30, "Forest"), (30, "Grizzly Bears"), seed=3)
    assert not plain.tally["untapped_otherwise"].any() and plain.per_game("untapped", 3).value > 0


def test_one_shot_mana_apart():
    result = played((30, "Forest"), (20, "Prosperous Innkeeper"), (10, "Craw Wurm"), seed=3, order="play")
    for t in range(1, 6):
        figures, apart = result.mana(t), result.one_shot_mana(t)
        assert apart.value == pytest.approx(figures.with_one_shots.mean.value - figures.mean.value)
    assert result.one_shot_mana(2).value == 0 < result.one_shot_mana(4).low
    none = played((30, "Forest"), (30, "Grizzly Bears"), seed=3)
    assert none.one_shot_mana(3).value == none.one_shot_mana(3).high == 0


def test_one_shot_mana_has_the_spread_of_single_games():
    from untap import _core
    from untap.simulate import Scenario, seed_key

    cards = ((30, "Forest"), (20, "Prosperous Innkeeper"), (10, "Craw Wurm"))
    entries = tuple(Entry(name, n, "main", 0) for n, name in cards)
    program = compile_deck(Deck(entries=entries, diagnostics=(), name="x"), CardTable.open())
    options, amounts = Scenario(turns=4, order="play").to_core(), np.arange(64)
    one = [_core.run_chunk([program], seed_key(5), k, 1, **options)[0] for k in range(60)]
    whole = _core.run_chunk([program], seed_key(5), 0, 60, **options)[0]
    apart = np.array([(g["mana_oneshot"][0] - g["mana"][0]) @ amounts for g in one])
    assert apart.any() and (whole["mana_oneshot_squares"][0] == (apart**2).sum(axis=0)).all()


def compiled(*cards: tuple[int, str, str]):
    entries = tuple(Entry(name, n, section, 0) for n, name, section in cards)
    return compile_deck(Deck(entries=entries, diagnostics=(), name="x"), CardTable.open())


def chunk(program, first, n, **options):
    from untap import _core
    from untap.simulate import Scenario, seed_key

    return _core.run_chunk([program], seed_key(5), first, n, **Scenario(**options).to_core())[0]


def test_what_is_drawn_and_cast_in_one_turn_is_on_time():
    """Divination finds a creature that is cast at once: drawn on that turn, whatever its mana value."""
    program = compiled((26, "Island", "main"), (24, "Divination", "main"), (10, "Merfolk of the Pearl Trident", "main"))
    cls = next(card.cls for card in program.cards if card.name.startswith("Merfolk"))
    turns, n, at_once = 6, 300, 0
    whole = chunk(program, 0, n, turns=turns)
    delays = np.zeros_like(whole["delay"][:, cls])
    for k in range(n):
        g = chunk(program, k, 1, turns=turns)
        o = k % 2
        cast, drawn = g["cast_by"][o, cls], g["drawn"][o, cls]
        assert (drawn[1:] >= cast[:-1]).all()  # what has been cast has been drawn
        if cast[-1]:
            turn = int(np.argmax(cast)) + 1
            first = int(np.argmax(drawn)) + 1 if drawn[-1] else turn
            at_once += first > turn or not drawn[-1]
            delays[o, turn - max(1, min(first, turn)) + turns] += 1
    assert at_once > 10  # else the test says nothing
    assert (whole["delay"][:, cls] == delays).all()
    # the same, wherever a run is cut in two
    for cut in (1, 100, 151):
        parts = chunk(program, 0, cut, turns=turns), chunk(program, cut, n - cut, turns=turns)
        for name in whole:
            assert (parts[0][name] + parts[1][name] == whole[name]).all(), name


def test_a_commander_is_due_from_the_beginning():
    cards = ((40, "Forest", "main"), (59, "Grizzly Bears", "main"), (1, "Marwyn, the Nurturer", "commander"))
    result = untap.simulate(compiled(*cards), games=300, turns=5, seed=3, order="play")
    delay = result.delay("Marwyn, the Nurturer")
    assert result.drawn_by("Marwyn, the Nurturer", 5).value == 0
    assert (delay.counts.sum() + delay.waited.sum()) == 300
    assert delay.never.value == pytest.approx(1 - result.cast_by("Marwyn, the Nurturer", 5).value)
    assert 0 < delay.on_time.value <= result.cast_by("Marwyn, the Nurturer", 3).value


def test_without_such_cards_there_is_no_untap_step():
    result = played((24, "Island"), (18, "Llanowar Elves"), (18, "Forest"), seed=3)
    assert "Untap step" not in to_text(report(result))
