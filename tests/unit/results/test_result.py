"""Results: figures against the integers, merging, JSON, frames."""

import json
import math

import numpy as np
import pytest
from tests.unit.simulate.programs import two_colours

import untap
from untap import stats
from untap.report import report, to_text
from untap.results import Result, ResultError, merge
from untap.results.frames import TABLES
from untap.results.model import joined
from untap.results.result import GIVEN
from untap.results.tally import AXES, LATER, shape, zeros
from untap.simulate import Scenario, seed_key

GAMES = 4001
DECK = two_colours()


@pytest.fixture(scope="module")
def result():
    return untap.simulate(two_colours(), games=GAMES, turns=5, seed=3, threads=1)


def part(first, n):
    """The games of a range, as a result of their own."""
    from untap import _core
    from untap.results.model import card_infos

    whole = untap.simulate(DECK, games=2, turns=5, seed=3)
    tally = _core.run_chunk([DECK], seed_key(3), first, n, **Scenario(turns=5).to_core())[0]
    return Result(
        name=whole.name,
        cards=card_infos(DECK.cards),
        scenario=whole.scenario,
        seed=3,
        ranges=((first, first + n),),
        tally=tally,
        classes=DECK.classes,
        digest=whole.digest,
        table_date=whole.table_date,
        version=whole.version,
        stream=whole.stream,
        draws_only=whole.draws_only,
    )


def test_core_leaves_what_the_schema_says(result):
    assert set(result.tally) == set(AXES)
    for name, array in result.tally.items():
        assert array.dtype == np.int64 and not array.flags.writeable
        assert array.shape == shape(name, DECK.classes, 5)


def test_consistency_of_the_integers(result):
    t = result.tally
    games = t["games"]
    assert games.sum() == GAMES
    for name in ("mana", "mana_oneshot", "lands_in_play", "lands_seen", "spent"):
        assert (t[name].sum(axis=-1) == games[:, None]).all(), name
    assert (t["mana_type"].sum(axis=-1) == games[:, None, None]).all()
    assert (t["hand_size"].sum(axis=1) == games).all()
    assert (t["kept_lands"].sum(axis=2) == t["hand_size"]).all()
    assert (np.diff(t["castable_by"], axis=2) >= 0).all()
    assert (np.diff(t["cast_by"], axis=2) >= 0).all()
    assert (np.diff(t["drawn"], axis=2) >= 0).all()
    assert (t["castable_by"] >= t["castable"]).all()
    assert (t["drawn"] >= t["cast_by"]).all()
    for some, all_ in (("drawn_castable", "drawn"), ("drawn_castable", "castable"), ("lands_ok_castable", "castable")):
        assert (t[some] <= t[all_]).all()
    assert (t["opening_castable_by"] <= t["opening"][:, :, None]).all()
    assert (t["lands_play_ok"] <= t["lands_ok"]).all()
    assert (t["missing"].max(axis=-1) <= t["fail_colour"]).all()
    assert ((t["missing"].sum(axis=-1) > 0) == (t["fail_colour"] > 0)).all()
    assert (t["missing_sets"].sum(axis=-1) == t["fail_colour"]).all()


def test_castable(result):
    cls = result.card("Gold Three").cls
    k, n = result.tally["castable"][:, cls, 2], result.tally["games"]
    both = result.castable("gold  three", 3)
    assert both.value == pytest.approx((k / n).mean())
    assert both.low < both.value < both.high and both.n == GAMES
    play = result.castable("Gold Three", 3, order="play")
    assert (play.low, play.high) == pytest.approx(tuple(float(x) for x in stats.wilson(k[0], n[0])))
    assert result.on_curve("Gold Three") == both
    assert result.castable("Gold Three", 1).value == 0
    assert both.value <= result.castable_by("Gold Three", 3).value


def test_conditions(result):
    cls, t = result.card("Gold Three").cls, result.tally
    got = result.castable("Gold Three", 3, given="lands_seen", order="draw")
    want = t["lands_ok_castable"][1, cls, 2] / t["lands_ok"][1, 2]
    assert got.value == pytest.approx(want) and got.n == t["lands_ok"][1, 2]
    assert got.value > result.castable("Gold Three", 3, order="draw").value
    assert result.castable("Gold Three", 3, given="lands_in_play").value >= got.value - 0.05
    drawn = result.castable("Gold Three", 3, given="drawn", order="play")
    assert drawn.value == pytest.approx(t["drawn_castable"][0, cls, 2] / t["drawn"][0, cls, 2])
    opening = result.castable_by("Gold Three", 3, given="opening_hand", order="play")
    assert opening.value == pytest.approx(t["opening_castable_by"][0, cls, 2] / t["opening"][0, cls])


def single_games(n):
    """The tallies of games 0 to n - 1, each alone: everything in them is 0 or 1."""
    from untap import _core

    options = Scenario(turns=5).to_core()
    return [_core.run_chunk([DECK], seed_key(3), k, 1, **options)[0] for k in range(n)]


def test_opening_hand_and_waiting_are_those_of_single_games():
    from untap import _core

    n, turns = 600, 5
    games = single_games(n)
    whole = _core.run_chunk([DECK], seed_key(3), 0, n, **Scenario(turns=turns).to_core())[0]
    want = sum(g["opening"][:, :, None] * g["castable"] for g in games)
    assert want.any() and (whole["opening_castable"] == want).all()
    values = np.zeros(DECK.classes, int)
    for card in untap.simulate(DECK, games=2, turns=turns, seed=3).spells:
        values[card.cls] = card.mana_value
    waited = np.zeros_like(whole["waited"])
    for g in games:
        for o, cls in zip(*np.nonzero(g["drawn"][:, :, -1] & ~g["cast_by"][:, :, -1]), strict=True):
            ready = max(int(np.argmax(g["drawn"][o, cls])) + 1, values[cls])
            if ready <= turns:
                waited[o, cls, turns - ready] += 1
    assert waited.any() and (whole["waited"] == waited).all()


def test_castable_with_the_card_in_the_opening_hand(result):
    cls, t = result.card("Gold Three").cls, result.tally
    got = result.castable("Gold Three", 3, given="opening_hand", order="draw")
    assert got.value == pytest.approx(t["opening_castable"][1, cls, 2] / t["opening"][1, cls])
    assert got.n == t["opening"][1, cls] and got.method == "Wilson"
    assert got.value <= result.castable_by("Gold Three", 3, given="opening_hand", order="draw").value


@pytest.mark.parametrize("given", ["lands_seen", "lands_for_it", "lands_in_play", "opening_hand", "drawn"])
@pytest.mark.parametrize("order", [None, "play"])
def test_conditions_of_all_cards_at_once(result, given, order):
    p = result.conditional_castability(given, order)
    assert p.value.shape == (DECK.classes, 5)
    for card in result.spells:
        for turn in (1, 3, 5):
            one = result.castable(card, turn, given=given, order=order)
            assert one.value == pytest.approx(p.value[card.cls, turn - 1], nan_ok=True)


def test_delay_within_the_horizon(result):
    delay = result.delay("Gold Three", order="play")
    cls, t = result.card("Gold Three").cls, result.tally
    counts, late = t["delay"][0, cls], t["waited"][0, cls]
    due = counts.sum() + late.sum()
    want = (counts @ np.arange(-5, 6) + late @ np.arange(1, 6)) / due
    assert delay.restricted_mean.value == pytest.approx(want) and delay.restricted_mean.n == due
    assert delay.never.value == pytest.approx(late.sum() / due)
    assert delay.restricted_mean.value > delay.mean.value


def test_target_turns(result):
    own = untap.simulate(two_colours(), games=GAMES, turns=5, seed=3, targets={"gold THREE": 5})
    assert own.curve_turn("Gold Three") == 5 and own.curve_turn("Blue Two") == 2
    assert own.on_curve("Gold Three") == result.castable("Gold Three", 5)
    assert (own.tally["castable"] == result.tally["castable"]).all()
    rows = [row for row in own.to_records() if row["card"] == "Gold Three" and row["on_curve"]]
    assert {row["turn"] for row in rows} == {5}
    again = Result.from_json(own.to_json())
    assert again == own and again.curve_turn("Gold Three") == 5
    with pytest.raises(ResultError, match="scenario"):
        own.merge(result)


def test_methods_are_in_the_json(result):
    data = json.loads(result.to_json())
    for table, by_figure in data["methods"].items():
        for figure, method in by_figure.items():
            assert {figure, f"{figure}_low", f"{figure}_high"} <= set(data[table][0]), (table, figure)
            assert method
    assert data["methods"]["castable"]["castable"] == result.castable("Gold Three", 3).method
    assert data["methods"]["cards"]["mean_delay"] == result.delay("Gold Three").mean.method
    # every interval of every table has its method
    for table in TABLES:
        for key in data[table][0] if data.get(table) else ():
            assert not key.endswith("_low") or key[:-4] in data["methods"][table], (table, key)


def test_why_not_adds_up(result):
    for card in result.spells:
        for turn in range(1, 6):
            why = result.why_not(card, turn)
            assert why.castable.value + sum(e.value for e in why.reasons.values()) == pytest.approx(1)
    assert result.why_not("Colourless Five", 2).main == "mana"
    why = result.why_not("Blue Two", 4)
    assert why.main == "colour" and why.missing["U"].value > 0
    assert why.missing["W"].value == why.missing["B"].value == 0


def test_mana(result):
    figures = result.mana(3)
    counts = result.tally["mana"][:, 2]
    assert figures.renewable.pmf == pytest.approx((counts / result.tally["games"][:, None]).mean(axis=0))
    assert figures.mean.value == pytest.approx((figures.renewable.pmf * np.arange(64)).sum())
    assert figures.mean.low < figures.mean.value < figures.mean.high
    assert figures.median.value == 3
    assert figures.at_least(0).value == 1 and figures.at_least(4).value == 0
    assert figures.at_least(1, "G").value > figures.at_least(1, "U").value > figures.at_least(1, "R").value == 0
    assert figures.unbounded.value == 0
    with pytest.raises(ValueError, match="from 0 to 63"):
        figures.at_least(64)


def test_hands_and_lands(result):
    hands = result.hands()
    assert sum(e.value for e in hands.sizes.values()) == pytest.approx(1)
    assert sum(e.value for e in hands.lands.values()) == pytest.approx(1)
    assert next(iter(hands.sizes)) == 7 and 0.8 < hands.sizes[7].value < 0.9
    assert hands.kept.sum() == GAMES
    assert hands.sent_back[7, [0, 1, 6, 7]].sum() == hands.sent_back[7].sum() > 0
    assert 2 < hands.mean_lands.value < 4 and 6.5 < hands.mean_size.value < 7
    assert result.land_drop(1).value > result.land_drop(5).value
    assert result.lands_in_play(3).mean.value < result.lands_seen(3).mean.value
    assert result.per_game("untapped", 1).value == 0
    assert result.ended("decked").value == 0


def test_reasons_for_mulligans(result):
    hands = result.hands()
    few, many, other = (hands.reasons[why] for why in ("few", "many", "other"))
    assert few[7] == hands.sent_back[7, :2].sum() > 0 and many[7] == hands.sent_back[7, 6:].sum() > 0
    assert many[6] == hands.sent_back[6, 5:].sum() and sum(other.values()) == 0
    rule = {"preset": "london", "keep_if": "2 <= lands <= 5 and sources('U') >= 1"}
    own = untap.simulate(two_colours(), games=500, turns=2, seed=3, mulligan=rule).hands()
    for size in range(8):
        assert sum(own.reasons[why][size] for why in own.reasons) == own.sent_back[size].sum()
    assert sum(own.reasons["other"].values()) > 0


def test_a_game_that_is_over_counts_as_nothing():
    t = zeros(0, 1)
    t["games"][0] = 10
    t["mana"][0, 0, 3] = 8
    t["hand_size"][0, 7] = 10
    r = Result(
        name="x",
        cards=(),
        scenario=Scenario(turns=1, order="play"),
        seed=0,
        ranges=((0, 10),),
        tally=t,
        classes=0,
    )
    assert r.mana(1).mean.value == pytest.approx(2.4)
    assert r.mana(1).at_least(1).value == pytest.approx(0.8)
    assert r.precision() == 0 and r.spells == ()


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda r: r.castable("Gold Thre", 3), "did you mean 'Gold Three'"),
        (lambda r: r.castable("Forest", 3), "isn't cast"),
        (lambda r: r.castable("No Cost", 3), "isn't cast"),
        (lambda r: r.castable("Gold Three", 0), "turns 1 to 5"),
        (lambda r: r.mana(6), "turns 1 to 5"),
        (lambda r: r.castable("Gold Three", 3, given="luck"), "lands_in_play, opening_hand, drawn; not 'luck'"),
        (lambda r: r.castable_by("Gold Three", 3, given="luck"), "lands_in_play, opening_hand, drawn; not 'luck'"),
        (lambda r: r.castable("Gold Three", 3, order="first"), "'play' or 'draw'"),
        (lambda r: r.per_game("mana", 1), "are counted"),
        (lambda r: r.ended("won"), "decked or died"),
        (lambda r: r.to_records("x"), "no table"),
        (lambda r: r.to_frame("excel"), "'pandas' or 'polars'"),
    ],
)
def test_questions_without_an_answer(result, ask, says):
    with pytest.raises(ResultError, match=says):
        ask(result)


def test_order_that_wasn_t_played():
    r = untap.simulate(DECK, games=10, order="play")
    with pytest.raises(ResultError, match="no games were played on the draw"):
        r.mana(1, order="draw")


def test_merge_is_the_whole(result):
    merged = part(2000, 2001).merge(part(0, 700), part(700, 1300))
    assert merged.ranges == ((0, GAMES),)
    assert merged == result
    assert merge([part(0, 10)]).games == 10


def test_a_result_of_an_earlier_version(result):
    """What it hasn't counted is left out of tables and merged results, and said where it is asked for."""
    data = json.loads(part(0, 700).to_json())
    for name in LATER:
        del data["tally"][name]
    old = Result.from_json(json.dumps(data))
    assert "castable_given_drawn" in old.to_records()[0]
    assert "castable_given_opening_hand" not in old.to_records()[0]
    assert old.to_records("missing_sets") == [] and result.to_records("missing_sets")
    assert "untapped_otherwise" not in old.to_records("untap_step")[0]
    for ask in (
        lambda r: r.castable("Gold Three", 3, given="opening_hand"),
        lambda r: r.delay("Gold Three").restricted_mean,
        lambda r: r.one_shot_mana(3),
        lambda r: r.per_game("untapped_otherwise", 3),
        lambda r: r.spent_from("land", 3),
    ):
        with pytest.raises(ResultError, match="earlier version"):
            ask(old)
    assert "What is really cast" in to_text(report(old, full=True))
    merged = old.merge(part(700, 3301))
    assert merged.games == GAMES and not merged.tally["waited"].size
    assert merged.castable("Gold Three", 3) == result.castable("Gold Three", 3)


def test_merge_refuses(result):
    with pytest.raises(ResultError, match="games 600 to 699 are in both"):
        part(0, 700).merge(part(600, 300))
    other = untap.simulate(DECK, games=10, turns=5, seed=4)
    with pytest.raises(ResultError, match="differ in seed"):
        result.merge(other)
    with pytest.raises(ResultError, match="differ in scenario"):
        result.merge(untap.simulate(DECK, games=10, turns=4, seed=3))
    with pytest.raises(ResultError, match="no results"):
        merge([])


def test_ranges():
    assert joined([(5, 9), (0, 5), (9, 9), (20, 21)]) == ((0, 9), (20, 21))
    with pytest.raises(ResultError, match="no range"):
        joined([(3, 1)])


def test_json_round_trip(result):
    text = result.to_json()
    again = Result.from_json(text)
    assert again == result and again.to_json() == text
    assert again.scenario == result.scenario and again.cards == result.cards
    data = json.loads(text)
    assert data["schema"] == "untap.result/2"
    assert data["games"] == GAMES and data["ranges"] == [[0, GAMES]]
    row = next(r for r in data["castable"] if r["card"] == "Gold Three" and r["turn"] == 3 and r["order"] == "both")
    assert row["castable"] == result.castable("Gold Three", 3).value
    assert row["on_curve"] is True


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"),
        ("[]", "no schema"),
        ('{"schema": "untap.result/99"}', "schema 'untap.result/99'"),
        ('{"schema": "untap.result/2"}', "damaged"),
        (b"\xff\xfe", "not JSON"),
    ],
)
def test_json_that_isn_t_a_result(text, says):
    with pytest.raises(ResultError, match=says):
        Result.from_json(text)


def test_json_with_numbers_changed(result):
    data = json.loads(result.to_json())
    data["tally"]["castable"][0] += 1
    with pytest.raises(ResultError, match="don't add up"):
        Result.from_json(json.dumps(data))
    data = json.loads(result.to_json())
    data["ranges"] = [[0, GAMES + 1]]
    with pytest.raises(ResultError, match="ranges of"):
        Result.from_json(json.dumps(data))


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("table", TABLES)
def test_frames(result, library, table):
    pytest.importorskip(library, reason="in the extra 'frames'")
    if table in ("asked", "clock"):
        result = untap.simulate(DECK, games=10, turns=2, threads=1, ask=["mana(2) >= 2"], clock=True)
    frame = result.to_frame(library, table)
    assert len(frame) == len(result.to_records(table)) > 0
    assert set(frame["order"]) == {"both", "play", "draw"}


def test_notebook(result):
    html = result._repr_html_()
    assert html.count("<tr>") == 1 + len(result.spells)
    assert "Gold Three" in html and "<script" not in html


def test_frozen(result):
    with pytest.raises(AttributeError):
        result.seed = 4
    with pytest.raises(ValueError, match="read-only"):
        result.tally["games"][0] = 0
    assert repr(result) == "<Result 'two colours': 4001 games of 5 turns, seed 3>"


def test_controlled_castability():
    """As many lands seen as the mana value, whose chance is known: the same truth, from fewer games."""
    few = untap.simulate(DECK, games=4000, turns=5, seed=8, threads=1)
    many = untap.simulate(DECK, games=200_000, turns=5, seed=9)
    for name, share in (("Green Four", 0.8), ("Colourless Five", 0.2), ("Gold Three", 1.0)):
        turn = few.curve_turn(name)
        plain, controlled = few.castable(name, turn), few.castable_controlled(name, turn)
        truth = many.castable(name, turn)
        assert controlled.half_width < share * plain.half_width
        error = math.hypot(controlled.half_width, truth.half_width) / 1.96
        assert abs(controlled.value - truth.value) < 4 * error
        assert Result.from_json(few.to_json()).castable_controlled(name, turn) == controlled
    finds = untap.simulate(DECK, games=10, turns=2, mulligan={"preset": "london", "keep_if": "lands > 1"})
    with pytest.raises(ResultError, match="no closed form"):
        finds.castable_controlled("Green Four", 2)


PLAIN = """
4 Counterspell
4 Lightning Bolt
4 Llanowar Elves
4 Sol Ring
8 Hill Giant
8 Grizzly Bears
8 Forest
8 Mountain
8 Island
4 Yavimaya Coast
"""


@pytest.mark.statistical
def test_spells_that_leave_the_library_alone_keep_the_control():
    """Counters, burn and mana from spells change nothing about which lands are drawn."""
    from untap import exact

    result = untap.simulate(untap.parse_deck(PLAIN), games=40_000, turns=6, seed=4)
    assert result.draws_only
    for turn, row in ((3, 0), (6, 1)):
        order = ("play", "draw")[row]
        seen = result.lands_seen(turn, order=order).at_least(turn)
        known = exact.lands_seen(60, 28, result.scenario.rule, at_least=turn, turn=turn, on_play=row == 0)
        assert abs(seen.value - known) < 5 * math.sqrt(known * (1 - known) / seen.n)
    plain, controlled = result.castable("Hill Giant", 4), result.castable_controlled("Hill Giant", 4)
    assert controlled.half_width < plain.half_width
    assert abs(controlled.value - plain.value) < 3 * plain.half_width


@pytest.mark.parametrize(
    "card",
    ["Divination", "Opt", "Rampant Growth", "Evolving Wilds", "Remand", "Temple of Mystery", "Tireless Tracker",
     "Time Walk", "Faithless Looting", "Bloodbraid Elf", "Chromatic Star"],
)  # fmt: skip
def test_cards_that_touch_the_library_have_no_control(card):
    result = untap.simulate(untap.parse_deck(PLAIN.replace("Counterspell", card)), games=10, turns=2)
    assert not result.draws_only
    with pytest.raises(ResultError, match="no closed form"):
        result.castable_controlled("Hill Giant", 2)


def test_games_that_end_early_have_no_control():
    result = untap.simulate(untap.parse_deck("4 Hill Giant\n4 Mountain\n4 Forest"), games=50, turns=8, order="draw")
    assert result.draws_only and result.ended("decked").value > 0
    with pytest.raises(ResultError, match="ended early"):
        result.castable_controlled("Hill Giant", 2)


def test_castable_by_under_each_condition_is_that_of_single_games():
    """Bridges lose their colours, so that what was castable once isn't any more."""
    from untap import _core
    from untap.cards import CardTable
    from untap.program.compile import compile_deck

    deck = untap.parse_deck("12 Mountain\n12 Tendo Ice Bridge\n12 Shock\n12 Giant Growth\n12 Watchwolf")
    bridges, n, turns = compile_deck(deck, CardTable.open()), 300, 7
    result = untap.simulate(bridges, games=n, turns=turns, seed=3)
    options = Scenario(turns=turns).to_core()
    games = [_core.run_chunk([bridges], seed_key(3), k, 1, **options)[0] for k in range(n)]
    values = np.array([min(c.mana_value for c in result.spells if c.cls == k) for k in range(result.classes)])
    seen = [np.argmax(g["lands_seen"], axis=-1) for g in games]  # (orders, turns), of the one played
    holds = {
        "lands_seen": [g["lands_ok"][:, None] for g in games],
        "lands_for_it": [
            g["games"][:, None, None] * (s[:, None] >= values[:, None]) for g, s in zip(games, seen, strict=True)
        ],
        "lands_in_play": [g["lands_play_ok"][:, None] for g in games],
        "opening_hand": [g["opening"][:, :, None] for g in games],
        "drawn": [g["drawn"] for g in games],
    }
    assert tuple(holds) == GIVEN
    lost = result.tally["castable_by"] - result.tally["castable"]
    assert lost.any()
    for given, condition in holds.items():
        for by in (False, True):
            figure = "castable_by" if by else "castable"
            both = sum(c * g[figure] for c, g in zip(condition, games, strict=True))
            whole = sum(np.broadcast_to(c, both.shape) for c in condition)
            for order, row in (("play", 0), ("draw", 1)):
                got = result.conditional_castability(given, order, by=by)
                assert got.value == pytest.approx(
                    np.where(whole[row], both[row] / np.maximum(whole[row], 1), np.nan), nan_ok=True
                )
        assert (
            result.conditional_castability(given, by=True).value > result.conditional_castability(given).value
        ).any()
    table = result.to_records()
    assert all(f"castable_by_given_{name}" in table[0] for name in GIVEN)


ALIKE = "4 Grizzly Bears\n4 Runeclaw Bear\n4 Hill Giant\n4 Shock\n24 Forest\n20 Mountain"


def test_cards_that_are_castable_alike_are_counted_together_unless_apart():
    deck = untap.parse_deck(ALIKE)
    options = {"games": 2000, "turns": 4, "seed": 6}
    together, apart = untap.simulate(deck, **options), untap.simulate(deck, **options, apart=True)
    assert together.counted_with("Grizzly Bears") == ("Runeclaw Bear",) and together.counted_with("Shock") == ()
    assert not any(apart.counted_with(card) for card in apart.spells)
    for name in ("mana", "spent", "lands_in_play", "games"):
        assert (together.tally[name] == apart.tally[name]).all()  # the same games
    bears, runeclaw = (apart.cast_by(name, 4) for name in ("Grizzly Bears", "Runeclaw Bear"))
    both = together.cast_by("Grizzly Bears", 4)
    assert max(bears.value, runeclaw.value) < both.value < bears.value + runeclaw.value
    assert apart.cast_by("Shock", 4) == together.cast_by("Shock", 4)
    assert apart.castable("Runeclaw Bear", 2) == together.castable("Runeclaw Bear", 2)
    assert Scenario.from_dict(apart.scenario.to_dict()) == apart.scenario and Result.from_json(apart.to_json()) == apart
    said = "counted together (--apart: each by itself): Grizzly Bears = Runeclaw Bear"
    assert said in " ".join(to_text(report(together, full=True)).split())
    assert "--apart" not in to_text(report(apart, full=True))
    rows = {row["card"]: row for row in together.to_records("cards")}
    assert rows["Runeclaw Bear"]["counted_with"] == "Grizzly Bears" and rows["Shock"]["counted_with"] is None
    assert "counted_with" not in apart.to_records("cards")[0]


def test_what_no_amount_of_mana_pays_for_is_no_lack_of_mana():
    """A creature to sacrifice that there isn't; a spell for combat; and mana alone, as a part of another cost."""

    def why(body, card, turn):
        return untap.simulate(untap.parse_deck(body), games=200, turns=4, seed=3).why_not(card, turn)

    never = why("4 Natural Order\n24 Forest\n32 Giant Growth", "Natural Order", 4)
    assert (never.other.value, never.main) == (1, "other")
    mixed = why("4 Natural Order\n24 Forest\n32 Llanowar Elves", "Natural Order", 2)
    assert mixed.castable.value == 0 and mixed.mana.value > 0.5  # elves, but not four mana
    timing = why("4 Spinal Embrace\n28 Island\n28 Swamp", "Spinal Embrace", 4)
    assert timing.other.value == 1
    spree = why("4 Phantom Interference\n24 Island\n32 Giant Growth", "Phantom Interference", 1)
    assert spree.mana.value == 1
    delve = why("4 Gurmag Angler\n24 Swamp\n32 Giant Growth", "Gurmag Angler", 2)
    assert delve.mana.value == 1
