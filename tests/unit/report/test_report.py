"""Reports: the table model, numbers, width, plainness, what must be said."""

import dataclasses
import io
import itertools
import math

import pytest
from tests.unit.simulate.programs import land, program, spell, two_colours

import untap
from untap import _core
from untap.report import Column, Table, console, notes_blocks, render, report, to_text
from untap.report.model import cells
from untap.report.narrate import narrate
from untap.report.numbers import cost, half_width, percent, plus_minus, shortened
from untap.results import CardNote
from untap.results.result import GIVEN
from untap.simulate import Scenario, seed_key
from untap.stats import Estimate

DECK = two_colours()


@pytest.fixture(scope="module")
def result():
    return untap.simulate(DECK, games=2000, seed=1)


def test_numbers():
    assert [percent(x) for x in (0.8731, 1.0, 0.0, 0.99999, 0.00001, math.nan)] == [
        *("87.3", "100", "0", ">99.9", "<0.1", "?"),
    ]
    assert [half_width(x) for x in (0.0031, 0.012, 0.12, 0.00999)] == ["0.31", "1.2", "12", "1.0"]
    assert plus_minus(Estimate(0.873, 0.87, 0.8761, 9, "x")) == "87.3 ±0.31"
    assert [cost(c) for c in ("{2}{G/W}{G}", "{10}{X}", "", None, "{W/P}")] == ["2(G/W)G", "10X", "", "", "(W/P)"]
    assert shortened("abcdef", 4) == "abc…"


@pytest.mark.parametrize("turns", [1, 7, 8, 15, 30])
def test_fits_80_columns(turns):
    name = "A card with an extraordinarily long name // And another half of it"
    deck = program(
        [(30, land("Forest")), (20, spell(name, "{10}{G/W}{G/W}{2/W}{2/W}")), (10, spell("Bear", "{1}{G}"))], name * 2
    )
    result = untap.simulate(deck, games=300, turns=turns)
    for text in (to_text(report(result)), to_text(report(result, full=True))):
        assert max(map(len, text.splitlines())) <= 80
        assert all(line == line.rstrip() for line in text.splitlines())
        assert f"T{turns}" in text


def test_full_report_has_conditions_and_casts(result):
    text = to_text(report(result, full=True))
    assert "On curve, given lands or the card" not in to_text(report(result))
    row = next(line for line in text.split("given lands or the card")[1].splitlines() if line.startswith("Gold Three"))
    want = [result.castable("Gold Three", 3), *(result.castable("Gold Three", 3, given=g) for g in GIVEN)]
    assert row.split()[2:] == ["T3", *(percent(e.value) for e in want)]
    row = next(line for line in text.split("What is really cast")[1].splitlines() if line.startswith("Gold Three"))
    cast, delay = result.turn_cast("Gold Three"), result.delay("Gold Three")
    means = (cast.mean, cast.restricted_mean, delay.mean, delay.restricted_mean)
    assert row.split()[4:] == [*(f"{e.value:.2f}" for e in means), percent(delay.on_time.value)]
    assert "flood, %" in text and "permanents untapped" in text and "6 or more" in text


def test_cards_of_no_use_in_a_goldfish_game_are_named():
    deck = untap.parse_deck("12 Plains\n12 Forest\n4 Wrath of God\n32 Grizzly Bears")
    text = " ".join(to_text(report(untap.simulate(deck, games=500), full=True)).split())
    assert "of no use in a goldfish game and never cast: Wrath of God" in text


def test_methods_are_named(result):
    words = " ".join(to_text(report(result)).split())
    assert result.castability().method in words and result.mana(3).mean.method in words


def test_target_turns_are_marked():
    own = untap.simulate(DECK, games=300, seed=1, targets={"Gold Three": 5})
    row = next(line for line in to_text(report(own)).splitlines() if line.startswith("Gold Three"))
    assert row.split()[-3].endswith("*") and row.count("*") == 1


def test_says_what_it_must(result):
    text = to_text(report(result))
    for part in (
        "two colours: 60 cards, 24 lands",
        "2,000 games of 7 turns, play and draw (mean of the two), 2 players",
        "mulligans: london; seed 1",
        "Castable: % of games by turn",
        "On curve, and why not",
        "Mana and lands by turn",
        "land drop made, %",
        "any green, %",
        "Opening hands",
        "95% intervals",
    ):
        assert part in text
    assert "any red" not in text and "any colourless" not in text  # no cost asks for them
    on_curve = percent(result.on_curve("Gold Three").value) + "*"
    line = next(line for line in text.splitlines() if line.startswith("Gold Three"))
    assert on_curve in line
    reasons = text.split("why not")[1]
    worst = min(result.spells, key=lambda card: result.on_curve(card).value)
    assert reasons.splitlines()[3].startswith(worst.name)


def test_readable_without_colour_or_unicode(result):
    text = to_text(report(result), ascii=True)
    assert text.isascii() and "+-" in text and "\x1b" not in text


def test_plain_when_piped_and_coloured_on_a_terminal(result, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain, tty = io.StringIO(), Terminal()
    render(report(result), console(plain))
    render(report(result), console(tty, width=80))
    assert "\x1b" not in plain.getvalue() and "\x1b[" in tty.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    tty = Terminal()
    render(report(result), console(tty, width=80))
    assert "\x1b[3" not in tty.getvalue()


def test_notes_and_warnings(result):
    notes = (
        CardNote("Bear", 0, 0, 0, "approximated", "combat damage isn't simulated"),
        CardNote("Bear", 0, 1, 0, "approximated", "combat damage isn't simulated"),
        CardNote("Elf", 0, 0, 0, "unsupported", ""),
        CardNote("Ox", 0, 0, 0, "inert", ""),
    )
    text = to_text(report(dataclasses.replace(result, notes=notes, warnings=("61 cards",), stopped="interrupted")))
    assert "  unsupported: Elf\n  approximated (combat damage isn't simulated): Bear\n" in text
    assert "Ox" not in text
    assert "Warnings\n  61 cards\n" in text
    assert "Interrupted" in text
    assert notes_blocks(()) == []


def test_a_deck_without_spells():
    text = to_text(report(untap.simulate(program([(60, land("Forest"))]), games=50)))
    assert "60 cards, 60 lands" in text and "Castable" not in text


def test_a_deck_that_runs_out():
    text = to_text(report(untap.simulate(program([(9, land("Forest"))]), games=50, turns=6)))
    assert "drew from an empty library and lost" in text


def test_tables_are_rectangular():
    with pytest.raises(ValueError, match="another number of cells"):
        Table("x", (Column("a"),), (cells("1", "2"),))


def test_narration():
    scenario = Scenario(turns=3)
    for game in range(40):
        entries, outcome = _core.trace_game(DECK, seed_key(1), game, **scenario.to_core())
        lines = narrate(DECK, entries, outcome)
        assert sum(line.startswith("Turn ") for line in lines) == 3
        assert sum(line.startswith("Keeps ") for line in lines) == 1
        assert sum(line.startswith("  = castable: ") for line in lines) == 3
        assert not any("?" in line for line in lines)
        assert any("draws" in line for line in lines)


def test_narration_names_what_a_search_finds():
    from untap.cards import CardTable
    from untap.program.compile import compile_deck

    deck = untap.parse_deck("20 Rampant Growth\n20 Sylvan Scrying\n30 Forest\n10 Plains")
    searches = compile_deck(deck, CardTable.open())
    told = []
    for game in range(20):
        entries, outcome = _core.trace_game(searches, seed_key(1), game, **Scenario(turns=4).to_core())
        told += narrate(searches, entries, outcome)
    after = {told[i - 1]: {told[i], told[i + 1]} for i in range(1, len(told)) if told[i].startswith("  finds ")}
    assert set(after) == {"  casts Rampant Growth", "  casts Sylvan Scrying"}
    for found, then in itertools.pairwise(told):
        name = found.removeprefix("  finds ")
        assert name == found or then in (f"  {name} enters tapped", f"  {name} goes to the hand")
