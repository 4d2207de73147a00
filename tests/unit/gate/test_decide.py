"""Decisions on small decks whose proportions are known exactly."""

import xml.etree.ElementTree as ElementTree
from math import comb

import numpy as np
import pytest
from tests.unit.simulate.programs import land, program, spell

from untap import _core
from untap.gate import Decided, GateError, decide, read_conditions
from untap.gate.output import annotations, junit, lines, to_dict
from untap.questions import QuestionError
from untap.simulate import Scenario, seed_key
from untap.simulate.prepare import prepare

PLAY = Scenario(turns=3, order="play", mulligan="none")


def deck(lands: int, name="deck"):
    return program([(lands, land("Forest")), (60 - lands, spell("Bear", "{1}{G}"))], name)


def at_least(k: int, lands: int = 24, cards: int = 7) -> float:
    """P(at least k lands among the first cards)."""
    return sum(comb(lands, i) * comb(60 - lands, cards - i) for i in range(k, cards + 1)) / comb(60, cards)


def decided(texts, own=None, scenario=PLAY, **options):
    texts = [texts] if isinstance(texts, str) else texts
    return decide(read_conditions(texts), own or deck(24), scenario, **options)


def test_clear_cases_are_decided_at_once():
    p = at_least(3)
    outcomes = decided([f"(hand_lands() >= 3) >= {p - 0.15}", f"(hand_lands() >= 3) >= {p + 0.15}"])
    assert [o.decided for o in outcomes] == [Decided.HOLDS, Decided.FAILS] and {o.games for o in outcomes} == {1000}
    outcomes = decided([f"(hand_lands() >= 3) <= {p - 0.15}", f"(hand_lands() >= 3) <= {p + 0.15}"])
    assert [o.decided for o in outcomes] == [Decided.FAILS, Decided.HOLDS]
    for outcome in outcomes:
        assert outcome.low < p < outcome.high and outcome.value == pytest.approx(p, abs=0.06)


def test_a_close_case_takes_more_and_the_budget_ends_it():
    p = at_least(3)
    (outcome,) = decided(f"(hand_lands() >= 3) >= {p - 0.01}", games=300_000)
    assert outcome.decided is Decided.HOLDS and outcome.games > 1000
    (outcome,) = decided(f"(hand_lands() >= 3) >= {p}", games=3000)
    assert outcome.decided is Decided.UNDECIDED and outcome.games == 3000


def test_threads_change_nothing():
    texts = ["(hand_lands() >= 3) >= 0.6", "castable('Bear', turn=2) >= 0.9"]
    both = Scenario(turns=3)
    assert decided(texts, scenario=both, games=8000) == decided(texts, scenario=both, games=8000, threads=3)


def test_answers_add_up_to_what_is_counted():
    scenario = Scenario(turns=3, ask=("hand_lands() >= 3", "castable('Bear', turn=2)", "holds('{G}', turn=2)"))
    ready = prepare(deck(24), scenario)
    options = scenario.to_core()
    (found,), (undecided,) = _core.answers(
        [ready.program], seed_key(2), 10, 500, questions=[ready.questions], **options
    )
    tally = _core.run_chunk([ready.program], seed_key(2), 10, 500, questions=[ready.questions], **options)[0]
    assert found.shape == (500, 3) and set(np.unique(found)) == {0, 1} and undecided == 0
    assert (np.array([found[0::2].sum(axis=0), found[1::2].sum(axis=0)]) == tally["asked"]).all()
    # any cut gives the same games
    parts = [
        _core.answers([ready.program], seed_key(2), first, n, questions=[ready.questions], **options)[0][0]
        for first, n in ((10, 1), (11, 300), (311, 199))
    ]
    assert (np.concatenate(parts) == found).all()


def test_paired_is_sharper_than_apart():
    """One land more or less: games in which nothing differs cost nothing."""
    own, main = deck(24, "own"), deck(25, "main")
    text = "(hand_lands() >= 3) no worse than main by more than 5 points"
    (outcome,) = decided(text, own, against={"main": main}, games=100_000)
    difference = at_least(3, 24) - at_least(3, 25)
    assert outcome.decided is Decided.HOLDS and outcome.low < difference < outcome.high
    assert outcome.reference == pytest.approx(at_least(3, 25), abs=0.03)
    # apart, as many games couldn't tell: the half width of two proportions alone is greater than the margin
    apart = 2 * 2.5 * (0.25 / outcome.games) ** 0.5
    assert outcome.high - outcome.low < 2 * apart
    (outcome,) = decided(text.replace("5 points", "0.5 points"), own, against={"main": main}, games=100_000)
    assert outcome.decided is Decided.FAILS and difference < -0.005


def test_a_deck_against_itself_never_fails():
    (outcome,) = decided("land_drop(3) no worse than main by more than 0.5 points", against={"main": deck(24)})
    assert outcome.decided is Decided.HOLDS and outcome.value == 0


def test_every_spell_on_curve():
    cards = [(24, land("Forest")), (20, spell("Bear", "{1}{G}")), (16, spell("Big", "{5}{G}"))]
    own = program(cards, "own")
    (outcome,) = decided("no worse than main by more than 2 points", own, against={"main": own}, games=4000)
    assert outcome.condition.question == "castable('Bear', turn=2)", "turn 6 isn't played"
    stranger = program([(24, land("Forest")), (36, spell("Other", "{G}"))], "main")
    with pytest.raises(GateError, match="share no spell"):
        decided("no worse than main by more than 2 points", own, against={"main": stranger})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("castable('Beer', turn=2) >= 0.5", "did you mean 'Bear'"),
        ("land_drop(9) >= 0.5", "the games have turns 1 to 3"),
    ],
)
def test_what_there_is_not(text, says):
    with pytest.raises(QuestionError, match=says):
        decided(text)


def test_a_level_that_makes_no_sense():
    with pytest.raises(GateError, match=r"between 0 and 0\.5"):
        decided("land_drop(1) >= 0.5", alpha=0.7)


def outcomes():
    texts = ["(hand_lands() >= 3) >= 0.1", "(hand_lands() >= 3) >= 0.99", f"(hand_lands() >= 3) >= {at_least(3)}"]
    main = "(hand_lands() >= 3) no worse than main by more than 50 points"
    return decided([*texts, main], against={"main": deck(24)}, games=2000)


def test_output():
    found = outcomes()
    assert [o.decided.value for o in found] == ["holds", "fails", "undecided", "holds"]
    text = lines(found)
    assert text[0].startswith("holds     (hand_lands() >= 3) >= 0.1: 0.") and "after 1,000 games" in text[0]
    assert "+0.00 points" in text[3] and "against" in text[3]
    assert to_dict(found[1])["decided"] == "fails" and to_dict(found[3])["against"] == "main"


@pytest.mark.parametrize("undecided_fails", [True, False])
def test_junit(undecided_fails):
    root = ElementTree.fromstring(junit(outcomes(), 'a "deck" & <more>\x01', undecided_fails=undecided_fails))
    suite = root.find("testsuite")
    counts = {name: int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": 4, "failures": 1 + undecided_fails, "errors": 0, "skipped": 1 - undecided_fails}
    assert suite.get("name") == 'a "deck" & <more> '
    cases = suite.findall("testcase")
    assert [len(case.findall("failure")) for case in cases] == [0, 1, int(undecided_fails), 0]
    assert cases[1].get("name") == "(hand_lands() >= 3) >= 0.99" and "fails: 0." in cases[1].find("failure").get(
        "message"
    )


def test_annotations():
    found = annotations(outcomes(), "decks/a,b: 100%.txt")
    assert len(found) == 2
    assert found[0].startswith("::error file=decks/a%2Cb%3A 100%25.txt,title=fails%3A (hand_lands() >= 3) >= 0.99::0.")
    assert found[1].startswith("::warning file=")
