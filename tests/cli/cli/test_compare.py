"""``untap compare``, ``untap simulate --swap`` and ``--sensitivity``."""

import csv
import io
import json

import pytest

from untap.results import Comparison, Result
from untap.results.frames import TABLES

FAST = ("--games", "300", "--seed", "1")


@pytest.fixture
def other(tmp_path, deck):
    path = tmp_path / "other.txt"
    path.write_text(deck.read_text().replace("12 Forest\n8 Mountain", "11 Forest\n9 Mountain"))
    return path


def test_report(shell, deck, other):
    ran = shell("compare", deck, other, *FAST)
    assert ran.code == 0
    assert ran.out.startswith("other against red-green\n300 games of 7 turns each on the same shuffles")
    assert "+1 Mountain, -1 Forest" in ran.out and "Castable on curve" in ran.out and "Hill Giant" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "300 games each of 2 decks in" in ran.err


def test_json_and_csv(shell, deck, other):
    ran = shell("compare", deck, other, *FAST, "--json", "--quiet")
    c = Comparison.from_json(ran.out)
    assert c.games == 300 and c.changes() == {"Forest": -1, "Mountain": 1}
    rows = list(csv.DictReader(io.StringIO(shell("compare", deck, other, *FAST, "--csv", "--quiet").out)))
    assert len(rows) == len(c.to_records()) and float(rows[0]["difference"]) == c.to_records()[0]["difference"]


def test_swaps(shell, deck):
    ran = shell("simulate", deck, *FAST, "--swap", "1 Forest -> 1 Mountain", "--swap", "2 Hill Giant -> 2 Forest")
    assert ran.code == 0 and "what swaps would do" in ran.out
    assert "+1 Mountain, -1 Forest" in ran.out and "+2 Forest, -2 Hill Giant" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_sensitivity(shell, deck):
    ran = shell("simulate", deck, *FAST, "--sensitivity", "Grizzly Bears", "--json")
    c = Comparison.from_json(ran.out)
    assert [c.changes(k) for k in range(1, 5)] == [
        {"Forest": 1, "Grizzly Bears": -1},
        {"Forest": -1, "Grizzly Bears": 1},
        {"Mountain": 1, "Grizzly Bears": -1},
        {"Mountain": -1, "Grizzly Bears": 1},
    ]
    text = shell("simulate", deck, *FAST, "--sensitivity", "Grizzly Bears").out
    assert "+1 Mountain " in text and "Grizzly Bears makes room" in " ".join(text.split())


def test_tables_as_csv(shell, deck):
    plain = shell("simulate", deck, *FAST, "--csv", "--quiet").out
    rows = list(csv.DictReader(io.StringIO(plain)))
    assert rows[0]["card"] == "Llanowar Elves" and 0 < float(rows[0]["castable"]) < 1
    result = Result.from_json(shell("simulate", deck, *FAST, "--json", "--quiet").out)
    assert len(rows) == len(result.to_records())
    mana = shell("simulate", deck, *FAST, "--csv", "--table-of", "mana", "--quiet").out
    assert len(mana.splitlines()) == 1 + 3 * 7
    for table in TABLES:
        more = ("--clock", "--ask", "mana(2) >= 2", "--csv", "--quiet", "--table-of", table)
        out = shell("simulate", deck, *FAST, *more).out
        read = list(csv.DictReader(io.StringIO(out)))
        assert len(read) == len(result.to_records(table)) or table in ("asked", "clock")
        assert len(read) > 2


def test_a_comparison_takes_an_aim_and_target_turns(shell, deck, other):
    options = (*FAST, "--json", "--aim", "mana", "--target-turn", "Hill Giant=6")
    c = Comparison.from_json(shell("compare", deck, other, *options).out)
    assert c.results[0].scenario.aim == "mana" and c.results[0].curve_turn("Hill Giant") == 6
    one = Result.from_json(shell("simulate", deck, *options).out)
    assert c.results[0].curve_turn("Hill Giant") == one.curve_turn("Hill Giant")
    # castable on curve, mean: by copies, each on its own turn
    cards = [card for card, _ in c.shared[0] if c.results[0].curve_turn(card) <= c.turns]
    copies = sum(card.count for card in cards)
    for which, estimate in enumerate(c.on_curve(1)):
        by_card = sum(card.count * c.results[which].on_curve(card).value for card in cards)
        assert estimate.value == pytest.approx(by_card / copies)
    first, second = c.on_curve(1)
    assert c.number("on_curve").value == pytest.approx(second.value - first.value)


def test_parquet(shell, deck, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert shell("simulate", deck, *FAST, "--parquet", tmp_path / "t.parquet", "--json", "--quiet").code == 0
    table = parquet.read_table(tmp_path / "t.parquet").to_pylist()
    result = json.loads(shell("simulate", deck, *FAST, "--json", "--quiet").out)
    assert table == result["castable"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["compare", "{deck}"], "two decks or more"),
        (["compare", "-", "-"], "only one deck"),
        (["compare", "{deck}", "none.txt"], "none.txt"),
        (["simulate", "{deck}", "--swap", "Forest"], "a swap is written"),
        (["simulate", "{deck}", "--swap", "13 Forest -> 1 Mountain"], "has 12 Forest, not 13"),
        (["simulate", "{deck}", "--swap", "1 Forest -> 1 Foreest"], "Foreest"),
        (["simulate", "{deck}", "--sensitivity", "Nothing"], "no 'Nothing'"),
        (["simulate", "{deck}", "--json", "--csv"], "not allowed with"),
        (["simulate", "{deck}", "--csv", "--table-of", "luck"], "invalid choice"),
        (["compare", "{deck}", "{deck}", "--scenario", "{clock}"], "keeps no clock"),
        (["simulate", "{deck}", "--swap", "1 Forest -> 1 Mountain", "--clock"], "keeps no clock"),
        (["simulate", "{deck}", "--target-turn", "Hill Giant"], "--target-turn is a card and a turn"),
        (["simulate", "{deck}", "--target-turn", "Hill Giant=31"], "must be 1 to 30, not 31"),
        (["simulate", "{deck}", "--target-turn", "Hill Gient=3"], "did you mean 'Hill Giant'"),
        (["compare", "{deck}", "{deck}", "--target-turn", "x=3"], "a target turn: the deck has no card 'x'"),
    ],
)
def test_bad_input(shell, deck, tmp_path, arguments, says):
    clock = tmp_path / "clock.toml"
    clock.write_text("clock = true\n")
    ran = shell(*(a.format(deck=deck, clock=clock) for a in arguments))
    assert ran.code == 2 and ran.out == "" and says in ran.err
    assert len(ran.err.strip().splitlines()) == 1
