"""``untap compare``, ``untap simulate --swap`` and ``--sensitivity``."""

import csv
import io
import json

import pytest

from untap.results import Comparison, Result

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
    ],
)
def test_bad_input(shell, deck, arguments, says):
    ran = shell(*(a.format(deck=deck) for a in arguments))
    assert ran.code == 2 and ran.out == "" and says in ran.err
    assert len(ran.err.strip().splitlines()) == 1
