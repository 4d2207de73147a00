"""Joint questions about games: answers agree with figures that are counted otherwise."""

import pytest
from tests.unit.simulate.programs import land, program, spell, two_colours

from untap.questions import QuestionError
from untap.results import Result, ResultError
from untap.simulate import simulate

DECK = two_colours()
RUN = {"games": 600, "turns": 5, "seed": 4, "threads": 1}


def shares(deck, *questions, **more):
    result = simulate(deck, ask=questions, **{**RUN, **more})
    return [result.probability(question).value for question in questions]


def test_single_questions_are_the_figures():
    questions = ["castable('Gold Three', turn=3)", "castable('gold three', by=4)", "mana(3) >= 3", "mana('U', 3) >= 1",
                 "lands(4) >= 4", "land_drop(5)", "hand_size() == 7", "spent(4) == 4"]  # fmt: skip
    r = simulate(DECK, ask=questions, **RUN)
    assert [r.probability(q).value for q in questions] == [
        r.castable("Gold Three", 3).value,
        r.castable_by("Gold Three", 4).value,
        r.mana(3).at_least(3).value,
        r.mana(3).at_least(1, "U").value,
        r.lands_in_play(4).at_least(4).value,
        r.land_drop(5).value,
        r.hands().sizes[7].value,
        r.spent(4).exactly(4).value,
    ]
    both, play = r.probability(questions[0]), r.probability(questions[0], order="play")
    assert play == r.castable("Gold Three", 3, order="play") and both != play


def test_logic():
    a, b = "castable('Green Two', turn=2)", "castable('Blue Two', turn=3)"
    pa, pb, both, some, nota = shares(DECK, a, b, f"{a} and {b}", f"{a} or {b}", f"not {a}")
    assert both < min(pa, pb) and some > max(pa, pb)
    assert both + some == pytest.approx(pa + pb)
    assert nota == pytest.approx(1 - pa)
    counted = "castable('Green Two', turn=2) + castable('Blue Two', turn=3) == 2"
    assert shares(DECK, counted) == [both]


@pytest.mark.parametrize(("first", "second", "sum_"), [("{U}", "{G}", "{G}{U}"), ("{1}{G}", "{U}", "{1}{G}{U}")])
def test_together_is_one_spell_of_the_summed_cost(first, second, sum_):
    deck = program(
        [(9, land("Forest")), (8, land("Island")), (20, spell("Five", "{5}")), (1, spell("First", first)),
         (1, spell("Second", second)), (1, spell("Sum", sum_))]
    )  # fmt: skip
    questions = [q for t in (1, 2, 3, 4)
                 for q in (f"together('First', 'Second', turn={t})", f"castable('Sum', turn={t})",
                           f"together('First', '{second}', {t})")]  # fmt: skip
    values = shares(deck, *questions)
    assert values[0::3] == values[1::3] == values[2::3]
    assert 0 < values[6] < 1


def test_probes_change_nothing():
    plain = ["cast('Green One', by=2)", "castable('Green Four', turn=4)", "opening('Gold Three')"]
    fast = simulate(DECK, ask=plain, **RUN)
    general = simulate(DECK, ask=[*plain, "together('Green One', 'Green Two', turn=4)"], **RUN)
    assert DECK.core.fast
    for question in plain:
        assert fast.probability(question) == general.probability(question)
    assert (fast.tally["castable"] == general.tally["castable"]).all()


def test_what_is_held_up():
    deck = program([(24, land("Island")), (36, spell("Nine", "{9}"))])
    held, lands, spare, too_much = shares(
        deck, "holds('{U}{U}', 2)", "lands(2) >= 2", "holds('1UU', 3)", "holds('R', 3)"
    )
    assert held == lands
    assert 0 < spare < 1 and too_much == 0
    # what the player spends isn't held
    deck = program([(24, land("Island")), (36, spell("One", "{U}"))])
    assert shares(deck, "cast('One', turn=1) and holds('U', 1)") == [0.0]


def test_cards_in_hand_and_drawn():
    deck = program([(24, land("Island")), (16, spell("One", "{U}")), (20, spell("Nine", "{9}"))])
    inhand, kept, drawn, later, all_ = shares(
        deck, "in_hand('Nine', 1)", "opening('Nine')", "drawn('Nine', 1)", "drawn('Nine', 5)", "in_hand('Nine', 5)",
        order="play",
    )  # fmt: skip
    assert inhand == kept == drawn < later == all_
    deck = program([(22, land("Island")), (2, land("Swamp")), (36, spell("Nine", "{9}"))])
    kept, drawn, held = shares(deck, "opening('Swamp')", "drawn('Swamp', 5)", "in_hand('Swamp', 5)")
    assert held < kept < drawn < 0.6


def test_cards_that_are_castable_alike_are_told_apart():
    deck = program(
        [(24, land("Island")), (1, spell("Mine", "{U}")), (16, spell("Other", "{U}")), (19, spell("Nine", "{9}"))]
    )
    r = simulate(deck, ask=["opening('Mine')", "cast('Mine', by=3)", "opening('Other')"], **RUN)
    mine, cast, other = (r.probability(q).value for q in r.questions)
    assert mine < 0.2 < other
    assert 0 < cast < 0.25
    assert deck.classes == 2 and r.classes == 3
    assert r.castable("Mine", 1) == r.castable("Other", 1)


def test_value_stands_for_all_spells_of_a_mana_value():
    value, each = shares(
        DECK, "castable(value(2), turn=2)", "castable('Green Two', turn=2) or castable('Blue Two', turn=2)"
    )
    assert value == each


def test_round_trip_merge_and_unknown_question():
    r = simulate(DECK, ask=["mana(3) >= 3", "together('Green One', 'Green Two', 3)"], **RUN)
    assert Result.from_json(r.to_json()) == r
    assert r.to_records("asked")[0]["question"] == "mana(3) >= 3"
    assert simulate(DECK, ask=["mana(3)  >=  3"], **{**RUN, "threads": 2}).probability("mana(3) >= 3") == r.probability(
        "mana(3) >= 3"
    )
    with pytest.raises(ResultError, match="wasn't asked"):
        r.probability("mana(4) >= 3")
    with pytest.raises(ResultError, match="differ in scenario"):
        r.merge(simulate(DECK, **RUN))


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("castable('Gold Thre', turn=3)", "did you mean 'gold three'|did you mean 'Gold Three'"),
        ("castable('Forest', turn=3)", "isn't cast"),
        ("castable('Gold Three', turn=6)", "turns 1 to 5"),
        ("castable('Gold Three', turn=0)", "turns 1 to 5"),
        ("mana(3)", "compare it"),
        ("mana(3) and land_drop(2)", "compare it"),
        ("mana('Z', 3) > 1", "a type of mana"),
        ("holds('{Z}', 3)", "no mana cost"),
        ("together('{U}', turn=3)", "a card beside costs"),
        ("castable(value(9), turn=3)", "no spell of mana value 9"),
        ("value(3)", "in place of a card"),
        ("'Gold Three'", "stands alone"),
        ("mana(3) > 1.5", "whole number"),
    ],
)
def test_questions_without_sense(question, says):
    with pytest.raises(QuestionError, match=says):
        simulate(DECK, ask=[question], **RUN)
