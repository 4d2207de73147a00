"""The other verbs, help, and what starting costs."""

import json
import os
import subprocess
import sys
import time

import pytest

from untap.cli import VERBS, main

HERE = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", os.environ.get("PYTHONPATH", "")])}


def test_help_lists_the_verbs(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for verb in VERBS:
        assert verb in out
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("untap 0.")


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_each_verb(capsys, verb):
    assert main([verb, "--help"]) == 0
    assert f"untap {verb}" in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "says"), [([], "required: VERB"), (["simulat"], "invalid choice: 'simulat'")])
def test_no_such_verb(capsys, arguments, says):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert says in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def _children_seconds() -> float:
    """Processor time of finished children, which a busy machine doesn't stretch; wall time where that isn't kept."""
    used = os.times()
    return used.children_user + used.children_system if os.name == "posix" else time.perf_counter()


def test_help_is_quick_and_loads_nothing_heavy(root):
    command = [sys.executable, "-X", "importtime", "-m", "untap", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, env=HERE, cwd=root, timeout=60)
    assert done.returncode == 0, done.stderr
    for module in ("numpy", "rich", "rapidfuzz", "untap._core", "untap.decks", "untap.cards"):
        assert f" {module}\n" not in done.stderr
    bare = [sys.executable, "-c", "pass"]
    times = {}
    for name, what in (("help", [sys.executable, "-m", "untap", "--help"]), ("bare", bare)):
        best = []
        for _ in range(5):
            before = _children_seconds()
            subprocess.run(what, capture_output=True, env=HERE, cwd=root, timeout=60)
            best.append(_children_seconds() - before)
        times[name] = min(best)
    assert times["help"] < 0.15 + times["bare"]


def test_check(shell, deck):
    ran = shell("check", deck)
    assert ran.code == 0
    assert ran.out.startswith("red-green: 40 cards, 6 names, read as")
    assert "Not simulated exactly\n  approximated (an example): Hill Giant" in ran.out
    assert "8 copies of Fire // Ice" in ran.out
    data = json.loads(shell("check", deck, "--json").out)
    assert data["cards"] == 40 and data["notes"][0]["card"] == "Hill Giant"
    assert shell("check", deck, "--strict").code == 1


def test_check_of_a_clean_deck(shell, tmp_path):
    path = tmp_path / "d.txt"
    path.write_text("20 Forest\n20 Mountain\n")
    ran = shell("check", path, "--strict")
    assert ran.code == 0 and "every sentence of every card is simulated exactly" in ran.out


def test_check_needs_a_deck(shell):
    ran = shell("check")
    assert ran.code == 2 and "DECK" in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("DECK", "--all"), "leave the deck out"),
        (("DECK", "--families", "none.tsv"), "--families goes with --all"),
        (("--all", "--families", "none.tsv"), "none.tsv: No such file"),
        (("--all", "--decks", "none.jsonl"), "none.jsonl: No such file"),
    ],
)
def test_check_all_with_wrong_arguments(shell, deck, arguments, says):
    ran = shell("check", *(deck if a == "DECK" else a for a in arguments))
    assert ran.code == 2 and says in ran.err and ran.err.count("\n") == 1


def test_explain_of_an_unknown_card(shell):
    ran = shell("explain", "Griz", "Bars")
    assert ran.code == 2 and ran.out == ""
    assert 'no card is named "Griz Bars"; did you mean "Grizzly Bears"?' in ran.err


def test_trace(shell, deck):
    ran = shell("trace", deck, "--game", "3", "--turns", "4", "--seed", "1")
    assert ran.code == 0
    assert ran.out.startswith("red-green: game 3 of seed 1, on the draw\n")
    assert "Turn 4" in ran.out and "Turn 5" not in ran.out and "castable:" in ran.out
    assert shell("trace", deck, "--game", "3", "--turns", "4", "--seed", "1").out == ran.out
    assert shell("trace", deck, "--game", "4", "--turns", "4", "--seed", "1").out != ran.out
    events = json.loads(shell("trace", deck, "--events").out)
    assert len(events["events"]) > 10


def test_trace_of_no_game(shell, deck):
    for number in ("-1", "9" * 20):
        ran = shell("trace", deck, "--game", number)
        assert ran.code == 2 and "--game must be 0 to" in ran.err and number in ran.err


def test_sources(shell):
    ran = shell("sources", "--pips", "1")
    assert ran.code == 0 and "14 (91.3)" in ran.out and "60 cards with 25 lands" in ran.out
    ran = shell("sources", "--size", "99", "--draw", "--free", "--pips", "2", "--turn", "2", "--json")
    row = json.loads(ran.out)["rows"][0]
    assert (row["sources"], row["target"]) == (30, 0.91)
    ran = shell("sources", "--lands", "8", "--pips", "2", "--turn", "2", "--unconditional")
    assert "none" in ran.out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--mulligan", "x"), "no mulligan rule"),
        (("--lands", "70"), "--lands must be at most"),
        (("--size", "3"), "--size must be 7"),
        (("--target", "90"), "--target must be between"),
        (("--target", "90%+x"), "--target is a number"),
        (("--target", "90%,"), "--target is a number"),
    ],
)
def test_sources_refuses(shell, options, says):
    ran = shell("sources", *options)
    assert ran.code == 2 and ran.out == "" and says in ran.err


def test_sources_of_long_costs_fit(shell):
    """No cell is cut at 80 columns, whatever the cost."""
    for cost in ("{1}{W}{U/B}", "{W}{U}{B}{R}{G}", "{W/U}{U/B}{G}"):
        out = shell("sources", "--cost", cost, "--cost", "{G}{G}", "--cost", "{1}{U}", "--target", "85%+2%").out
        assert "…" not in out and max(map(len, out.splitlines())) <= 80 and "together" in out
        assert "GG" in out


def test_sources_by_threshold_rules(shell):
    def rows(*options):
        return json.loads(shell("sources", "--pips", "1", "--json", *options).out)

    usual = rows()
    assert usual["target"] == "90%+1%" and rows("--target", "90%+1%")["rows"] == usual["rows"]
    assert (usual["order"], usual["given_lands_seen"], usual["method"]) == ("play", "turn", "exact")
    own = rows("--target", "80%,85%", "--draw", "--unconditional")
    assert [row["target"] for row in own["rows"]] == [0.8, *[0.85] * 6]
    assert (own["order"], own["given_lands_seen"]) == ("draw", None)
    # seven cards that are all seen: more lands than that can't be a condition
    none = shell("sources", "--size", "7", "--lands", "7", "--pips", "1")
    assert "?" not in none.out and none.out.count(" -") == 3
    assert rows("--size", "7", "--lands", "7")["rows"][4]["probability"] is None


def test_cards_of_no_file(shell, tmp_path):
    ran = shell("cards", "build", tmp_path / "none.json", "-o", tmp_path / "out")
    assert ran.code == 2 and "none.json" in ran.err and ran.err.count("\n") == 1
    assert shell("cards").code == 2


def test_internal_errors_are_not_dressed_up(shell, deck, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("untap.cli.simulate.load", broken)
    with pytest.raises(ZeroDivisionError):
        shell("simulate", deck)


def test_writing_errors(shell, deck, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("untap.cli.common.show", full)
    ran = shell("simulate", deck, "--games", "10")
    assert ran.code == 2 and "No space left on device" in ran.err
