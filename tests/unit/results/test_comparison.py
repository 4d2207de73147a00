"""Comparisons: counts against games played one by one, merging, JSON, and what can't be asked."""

import numpy as np
import pytest
from tests.unit.simulate.programs import land, program, spell

import untap
from untap.results import Comparison, ResultError
from untap.results.comparison import EVENTS, FIGURES, NUMBERS, PAIR_AXES, WHOLE_GAME
from untap.results.tally import FLOWS
from untap.simulate import Scenario, SlotError, seed_key
from untap.simulate.slots import NONE, slot_tables

SPELLS = [(4, spell("Green One", "{G}")), (8, spell("Gold Three", "{1}{G}{U}")), (24, spell("Blue Two", "{U}{U}"))]
FIRST = program([(14, land("Forest")), (10, land("Island")), *SPELLS], "first")
OTHER = program([(13, land("Forest")), (11, land("Island")), *SPELLS], "other")
LARGER = program(
    [(14, land("Forest")), (11, land("Island")), *SPELLS[:2], (23, SPELLS[2][1]), (1, spell("New", "{4}"))]
)
DECKS = (FIRST, OTHER, LARGER)
OPTIONS = {"games": 600, "turns": 4, "seed": 11}


@pytest.fixture(scope="module")
def comparison():
    return untap.compare(*DECKS, **OPTIONS, threads=1)


def test_each_deck_is_what_simulate_gives_with_its_slots(comparison):
    for deck, result in zip(DECKS, comparison.results, strict=True):
        assert untap.simulate(deck, **OPTIONS, slots=result.slots) == result
    assert comparison.results[0].slots != tuple(range(60))  # the larger deck has a place of its own


@pytest.mark.parametrize("order", ["both", "play", "draw"])
def test_counts_are_those_of_single_games(order):
    """Played one at a time, each game's tally is 0 or 1: differences and their products follow from those."""
    from untap import _core

    n = 120
    c = untap.compare(*DECKS, games=n, turns=4, seed=11, order=order)
    tables, options = slot_tables(DECKS), Scenario(turns=4, order=order).to_core()
    games = [
        [_core.run_chunk([deck], seed_key(11), g, 1, slots=[table], **options)[0] for g in range(n)]
        for deck, table in zip(DECKS, tables, strict=True)
    ]

    def number(tally, name, o, t):
        if name in ("mana", "mana_oneshot", "spent", "unspent", "lands_in_play", "lands_seen"):
            return int(tally[name][o, t] @ np.arange(tally[name].shape[-1]))
        if name == "mana_turn":
            return int(tally["mana"][o, t, t + 1 :].sum())
        if name.startswith("any_"):
            return int(tally["mana_type"][o, t, "WUBRGC".index(name[-1]), 1:].sum())
        if name == "hand_size":
            return int(tally["hand_size"][o] @ np.arange(8))
        if name == "kept_lands":
            return int(tally["kept_lands"][o].sum(axis=0) @ np.arange(8))
        if name == "spent_in_all":
            return sum(number(tally, "spent", o, k) for k in range(4))
        if name in ("flood", "screw"):
            seen = int(tally["lands_seen"][o, t] @ np.arange(64))
            return int(seen >= t + 1 + 3 if name == "flood" else seen < min(t + 1, 4))
        if name == "one_shot":
            return number(tally, "mana_oneshot", o, t) - number(tally, "mana", o, t)
        if name.removeprefix("spent_") in FLOWS:
            return int(tally["flows"][o, FLOWS.index(name.removeprefix("spent_")), t])
        return int(tally[name][o, t])

    for k in (1, 2):
        pair = {name: np.zeros_like(a) for name, a in c.pairs[k - 1].items()}
        before = {}
        for g in range(n):
            o = {"both": g % 2, "play": 0, "draw": 1}[order]
            a, b = games[0][g], games[k][g]
            for f, figure in enumerate(FIGURES):
                for j, (x, y) in enumerate(c.shared[k - 1]):
                    for t in range(4):
                        d = int(b[figure][o, y.cls, t] - a[figure][o, x.cls, t])
                        pair["more"][f, o, j, t] += d == 1
                        pair["fewer"][f, o, j, t] += d == -1
                        if order == "both" and o == 1:
                            pair["same"][f, j, t] += d * before[f, j, t]
                        before[f, j, t] = d
            for i, name in enumerate(NUMBERS):
                for t in [0] if name in WHOLE_GAME else range(4):
                    if name == "on_curve":
                        d = sum(
                            x.count
                            * int(b["castable"][o, y.cls, x.mana_value - 1] - a["castable"][o, x.cls, x.mana_value - 1])
                            for x, y in c.shared[k - 1]
                            if x.mana_value <= 4
                        )
                    else:
                        d = number(b, name, o, t) - number(a, name, o, t)
                    pair["sums"][i, o, t] += d
                    pair["squares"][i, o, t] += d * d
                    if order == "both" and o == 1:
                        pair["products"][i, t] += d * before[name, t]
                    before[name, t] = d
        for name in PAIR_AXES:
            assert np.array_equal(pair[name], c.pairs[k - 1][name]), (k, name)


def test_cross_products_of_the_two_sides():
    """How often both sides of a shuffle have it, and the products of their numbers, from single games."""
    from untap import _core

    n = 80
    r = untap.simulate(FIRST, games=n, turns=4, seed=3)
    games = [_core.run_chunk([FIRST], seed_key(3), g, 1, **Scenario(turns=4).to_core())[0] for g in range(n)]
    for name in FIGURES[:4]:
        both = sum(games[g][name][0] * games[g + 1][name][1] for g in range(0, n, 2))
        assert np.array_equal(both, r.tally[f"{name}_both"]), name
    for name in NUMBERS[:6]:
        value = lambda tally, o, name=name: tally[name][o] @ np.arange(tally[name].shape[-1])  # noqa: E731
        both = sum(value(games[g], 0) * value(games[g + 1], 1) for g in range(0, n, 2))
        assert np.array_equal(both, r.tally[f"{name}_both"]), name


def test_same_bytes_for_any_threads(comparison):
    assert untap.compare(*DECKS, **OPTIONS, threads=3).to_json() == comparison.to_json()


def test_values_are_differences_of_the_results(comparison):
    for k in (1, 2):
        for row in comparison.rows(k):
            assert row.difference.value == pytest.approx(row.other.value - row.first.value, abs=1e-9), row
            assert row.difference.low <= row.difference.value <= row.difference.high
    assert {row.figure for row in comparison.rows(1)} == {*FIGURES, *NUMBERS}
    assert set(EVENTS) <= set(NUMBERS)


def test_a_deck_against_itself():
    c = untap.compare(FIRST, FIRST, **OPTIONS)
    assert not any(a.any() for name, a in c.pairs[0].items())
    assert c.real() == [] and c.changes() == {} and c.names == ("first (1)", "first (2)")
    assert 0 < c.precision() < 0.02  # not 0: games that weren't played may differ


def test_what_changes_is_found(comparison):
    assert comparison.changes(1) == {"Forest": -1, "Island": 1}
    assert comparison.changes("test") == {"Island": 1, "Blue Two": -1, "New": 1}
    c = untap.compare(FIRST, OTHER, games=40_000, turns=3, seed=2)
    real = c.real()
    assert any(r.card == "Blue Two" and r.figure == "castable" and r.difference.value > 0 for r in real)
    assert not any(r.figure in ("lands_seen", "hand_size", "land_drop") for r in real)
    assert abs(real[0].difference.z) >= abs(real[-1].difference.z) > 3


def test_shared_shuffles_make_differences_narrow():
    c = untap.compare(FIRST, OTHER, games=4000, turns=3, seed=2, order="play")
    d = c.difference("Blue Two", 2)
    alone = c.results[0].castable("Blue Two", 2).half_width * 2**0.5
    assert d.half_width < alone / 2


def test_merge_save_and_load(comparison, tmp_path):
    def part(first, n):
        from untap import _core
        from untap.results.comparison import shared_cards
        from untap.results.model import card_infos
        from untap.simulate.run import make_result
        from untap.simulate.slots import plain

        infos = [card_infos(d.cards) for d in DECKS]
        shared = [
            [(a.cls, b.cls, a.count, max(1, a.mana_value)) for a, b in shared_cards(infos[0], other)]
            for other in infos[1:]
        ]
        tables, scenario = slot_tables(DECKS), Scenario(turns=4)
        tallies, pairs = _core.compare_chunk(
            DECKS, seed_key(11), first, n, slots=tables, shared=shared, **scenario.to_core()
        )
        results = [
            make_result(d, scenario, 11, [(first, first + n)], tally, "games", slots=plain(table))
            for d, tally, table in zip(DECKS, tallies, tables, strict=True)
        ]
        return Comparison(results=tuple(results), pairs=tuple(pairs))

    parts = [part(0, 131), part(131, 69), part(200, 400)]  # a shuffle's two games in two parts
    assert parts[2].merge(*parts[:2]) == comparison
    with pytest.raises(ResultError, match="count twice"):
        comparison.merge(parts[0])
    for name in ("c.json", "c.json.gz"):
        comparison.save(tmp_path / name)
        assert Comparison.load(tmp_path / name) == comparison
    with pytest.raises(ResultError, match="cannot be read"):
        Comparison.load(tmp_path / "none.json")
    with pytest.raises(ResultError, match="not a comparison"):
        Comparison.from_json(comparison.results[0].to_json())
    with pytest.raises(ResultError, match="don't fit"):
        Comparison(results=comparison.results, pairs=tuple({**p, "more": p["more"] + 1} for p in comparison.pairs))


def test_precision_of_differences():
    c = untap.compare(FIRST, OTHER, precision=0.01, turns=3, seed=2)
    assert c.results[0].stopped == "precision" and c.precision() <= 0.01 and c.games in (1000, 2000, 4000, 8000)


def test_slot_tables_hold_each_slot_once():
    for deck, table in zip(DECKS, slot_tables(DECKS), strict=True):
        assert sorted(k for k in table if k != NONE) == list(range(deck.core.n_slots))
    tables = zip((FIRST, OTHER), slot_tables([FIRST, OTHER]), strict=True)
    a, b = ([deck.kinds[deck.arrays["slot_kind"][k]] for k in table] for deck, table in tables)
    assert [(x, y) for x, y in zip(a, b, strict=True) if x != y] == [("Forest", "Island")]  # at its place
    with pytest.raises(SlotError, match="aren't those of a deck of 60"):
        untap.simulate(FIRST, games=2, slots=range(59))


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda c: c.difference("New", 4, deck=2), "no card 'New'"),
        (lambda c: c.difference("Forest", 1), "isn't compared"),
        (lambda c: c.difference("Green One", 9), "turns 1 to 4"),
        (lambda c: c.differences("luck"), "castable, castable_by"),
        (lambda c: c.number("luck", 1), "are mana, mana_oneshot"),
        (lambda c: c.number("mana"), "say which"),
        (lambda c: c.changes(0), "decks 1 to 2"),
        (lambda c: c.changes("third"), "no deck 'third'"),
    ],
)
def test_questions_without_an_answer(comparison, ask, says):
    with pytest.raises(ResultError, match=says):
        ask(comparison)
    with pytest.raises(ValueError, match="2 to 256 decks"):
        untap.compare(FIRST)


def test_decks_of_files_have_their_names(tmp_path):
    for name, swamps in (("first", 20), ("second", 21)):
        (tmp_path / f"{name}.txt").write_text(f"{swamps} Swamp\n4 Duress\n")
    decks = [untap.read_deck(tmp_path / f"{name}.txt") for name in ("first", "second")]
    assert [r.name for r in untap.compare(*decks, games=2, turns=1).results] == ["first", "second"]
    assert untap.simulate(decks[0], games=2, turns=1).name == "first"
    swaps = untap.with_swaps(decks[0], ["1 Swamp -> 1 Forest"], games=2, turns=1)
    assert [r.name for r in swaps.results] == ["first", "1 Swamp -> 1 Forest"]
