"""``untap simulate``: output, reproducibility, and one clear message for every bad input."""

import json
import os
import signal
import subprocess
import sys

import pytest
from tests.cli.cli.conftest import DECK

from untap.results import Result

FAST = ("--games", "500", "--seed", "1")
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join([".", "src", os.environ.get("PYTHONPATH", "")])}


def test_report(shell, deck):
    ran = shell("simulate", deck, *FAST)
    assert ran.code == 0
    assert ran.out.startswith("red-green: 40 cards, 20 lands\n500 games of 7 turns, play and draw")
    assert "Grizzly Bears" in ran.out and "On curve, and why not" in ran.out
    assert "approximated (an example): Hill Giant" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "\x1b" not in ran.out and "500 games in" in ran.err


def test_full_report(shell, deck):
    ran = shell("simulate", deck, *FAST, "--full")
    assert "What is really cast" in ran.out and max(map(len, ran.out.splitlines())) <= 80
    assert "What is really cast" not in shell("simulate", deck, *FAST).out


def test_target_turn(shell, deck, tmp_path):
    plain = Result.from_json(shell("simulate", deck, *FAST, "--json").out)
    own = Result.from_json(shell("simulate", deck, *FAST, "--json", "--target-turn", "hill giant=6").out)
    assert own.on_curve("Hill Giant") == plain.castable("Hill Giant", 6) != plain.on_curve("Hill Giant")
    (tmp_path / "s.toml").write_text('targets = { "Hill Giant" = 6 }\n')
    file = shell("simulate", deck, *FAST, "--json", "--scenario", tmp_path / "s.toml")
    assert Result.from_json(file.out) == own


def test_quiet(shell, deck):
    assert shell("simulate", deck, *FAST, "--quiet").err == ""


def test_json(shell, deck):
    ran = shell("simulate", deck, *FAST, "--json", "--play", "--turns", "4", "--mulligan", "none")
    data = json.loads(ran.out)
    assert (data["schema"], data["seed"], data["games"]) == ("untap.result/2", 1, 500)
    assert data["scenario"]["order"] == "play" and data["scenario"]["mulligan"]["name"] == "none"
    assert data["card_table_date"] == "2026-07-01" and len(data["deck_sha256"]) == 64
    result = Result.from_json(ran.out)
    assert result.castable("Llanowar Elves", 1).value > 0.5
    assert ran.out.isascii()


def test_same_bytes(shell, deck):
    runs = {shell("simulate", deck, "--games", "3001", "--json", "--threads", k).out for k in (1, 2, 5)}
    assert len(runs) == 1
    assert shell("simulate", deck, "--games", "3001", "--json", "--seed", "1").out not in runs


def test_standard_input(shell):
    ran = shell("simulate", "-", *FAST, stdin=DECK)
    assert ran.code == 0 and ran.out.startswith("deck: 40 cards")


def test_no_deck_named(shell, monkeypatch, tmp_path):
    sample = tmp_path / "sample-deck.txt"
    sample.write_text(DECK)
    monkeypatch.setattr("untap.cli.common.sample_path", lambda: str(sample))
    ran = shell("simulate", *FAST)
    assert ran.code == 0 and "sample-deck" in ran.out
    assert "no deck named: this is the bundled sample deck" in ran.err


def test_sample_deck_is_sixty_cards():
    from untap.cli.common import sample_path
    from untap.decks import read_deck

    deck = read_deck(sample_path())
    assert deck.cards == 60 and not deck.errors and not deck.warnings


def test_precision(shell, deck):
    ran = shell("simulate", deck, "--precision", "3%", "--json")
    data = json.loads(ran.out)
    assert data["stopped"] == "precision" and data["games"] in (1000, 2000, 4000, 8000)


def test_commander(shell, tmp_path):
    path = tmp_path / "c.txt"
    path.write_text("Commander\n1 General Example\n\nDeck\n40 Forest\n59 Grizzly Bears\n")
    ran = shell("simulate", path, *FAST)
    assert "commander General Example" in ran.out and "4 players" in ran.out and "(the first one free)" in ran.out
    path.write_text("40 Forest\n59 Grizzly Bears\n1 General Example\n")
    ran = shell("simulate", path, *FAST, "--commander", "general example", "--opponents", "1")
    assert "commander General Example" in ran.out and "2 players" in ran.out


def test_scenario_file(shell, deck, tmp_path):
    path = tmp_path / "s.toml"
    path.write_text('turns = 3\norder = "draw"\n')
    ran = shell("simulate", deck, *FAST, "--scenario", path, "--turns", "4", "--json")
    scenario = json.loads(ran.out)["scenario"]
    assert (scenario["turns"], scenario["order"]) == (4, "draw")


def test_unknown_blank(shell, tmp_path):
    path = tmp_path / "d.txt"
    path.write_text("20 Forest\n20 Grizzly Bares\n")
    ran = shell("simulate", path, *FAST)
    assert ran.code == 2 and ran.out == ""
    assert "line 2" in ran.err and "Grizzly Bares" in ran.err and "'Grizzly Bears'" in ran.err
    ran = shell("simulate", path, *FAST, "--unknown", "blank")
    assert ran.code == 0 and "counted as a blank" in ran.out


def test_unusual_is_a_warning_or_with_strict_an_error(shell, tmp_path):
    path = tmp_path / "d.txt"
    path.write_text("24 Forest\n5 Grizzly Bears\n32 Llanowar Elves\n")
    ran = shell("simulate", path, *FAST)
    assert ran.code == 0 and "61 cards" in ran.out and "5 copies of Grizzly Bears" in ran.out
    ran = shell("simulate", path, *FAST, "--strict")
    assert ran.code == 2 and "--strict" in ran.err


BAD_OPTIONS = [
    (("--turns", "0"), "--turns must be 1 to 30, not 0"),
    (("--turns", "x"), "--turns is a whole number, not 'x'"),
    (("--games", "-5"), "--games must be 1 to"),
    (("--games", "0"), "--games must be 1 to"),
    (("--games", "1.5"), "--games is a whole number"),
    (("--seed", "x"), "--seed is a whole number, not 'x'"),
    (("--seed", "-1"), "--seed must be 0 or more"),
    (("--threads", "0"), "--threads must be 1"),
    (("--precision", "2"), "--precision must be from 0.001% to below 50%"),
    (("--precision", "much"), "--precision is a number such as"),
    (("--games", "5", "--precision", "0.1"), "not allowed with"),
    (("--play", "--draw"), "not allowed with"),
    (("--opponents", "-1"), "--opponents must be 0 to 9"),
    (
        ("--mulligan", "lundon"),
        "no mulligan rule 'lundon': use one of london, none, vancouver, paris, paris-cunningham",
    ),
    (("--unknown", "maybe"), "invalid choice: 'maybe'"),
    (("--format", "pauper"), "invalid choice: 'pauper'"),
    (("--frobnicate",), "--frobnicate: no such option (see untap simulate --help)"),
    (("--scenario", "none.toml"), "none.toml cannot be read"),
    (("--cards", "none.toml"), "none.toml"),
    (("--commander", "Nobody"), "'Nobody' is not in the list"),
]


@pytest.mark.parametrize(("options", "says"), BAD_OPTIONS)
def test_bad_options(shell, deck, options, says):
    ran = shell("simulate", deck, *options)
    assert ran.code == 2 and ran.out == ""
    assert says in ran.err
    assert ran.err.count("\n") == 1 and "Traceback" not in ran.err


BAD_DECKS = [
    (b"", "empty"),
    (b"\n\n  \n", "empty"),
    (b"// only a comment\n", ""),
    (b"20 Forest\n-3 Grizzly Bears\n", "line 2"),
    (b"20 Forest\n0 Grizzly Bears\n", "line 2"),
    (b"20 Forest\n!!!###\n", "line 2"),
    (b"20 Forest\n99999999999999999999 Grizzly Bears\n", "line 2"),
    (b"MZ\x00\x00\x03\x00\x00\x00PK\x00\x00", "binary"),
    (b"MZ\x90\x00\x03\x00\x00\x00\xff\xff\x00\x00", "UTF-8"),
    (b"999 Forest\n999 Grizzly Bears\n", "limit"),
    (b"Sideboard\n4 Forest\n", "main"),
]


@pytest.mark.parametrize(("data", "says"), BAD_DECKS)
def test_bad_decks(shell, tmp_path, data, says):
    path = tmp_path / "bad.txt"
    path.write_bytes(data)
    for ran in (shell("simulate", path, *FAST), shell("simulate", "-", *FAST, stdin=data)):
        assert ran.code == 2 and ran.out == "", ran.err
        assert says in ran.err and "Traceback" not in ran.err
        assert ran.err.count("\n") == 1


def test_files_that_cannot_be_read(shell, tmp_path):
    ran = shell("simulate", tmp_path / "missing.txt")
    assert ran.code == 2 and "missing.txt: no such file" in ran.err
    ran = shell("simulate", tmp_path)
    assert ran.code == 2 and "is a directory" in ran.err
    secret = tmp_path / "secret.txt"
    secret.write_text(DECK)
    secret.chmod(0)
    if not os.access(secret, os.R_OK):
        ran = shell("simulate", secret)
        assert ran.code == 2 and "cannot be read" in ran.err


def test_a_deck_of_two_cards(shell):
    ran = shell("simulate", "-", *FAST, stdin="1 Forest\n1 Llanowar Elves\n")
    assert ran.code == 0 and "drew from an empty library and lost" in ran.out and "2 cards" in ran.out


def fake(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "tests.cli.cli.fake", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=HERE,
        **options,
    )


def test_broken_pipe(deck, root):
    process = fake("simulate", deck, *FAST, "--json", cwd=root)
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(timeout=60) == 0
    assert b"Traceback" not in err and b"BrokenPipe" not in err


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_interrupt_keeps_what_was_done(deck, root):
    process = fake("--started", "simulate", deck, "--games", "100000000000", "--json", cwd=root)
    assert process.stderr.readline() == b"started\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted after" in err and b"Traceback" not in err
    result = Result.from_json(out)
    assert result.stopped == "interrupted" and result.games > 0


def test_output_of_narrow_encodings(deck, root):
    done = subprocess.run(
        [sys.executable, "-m", "tests.cli.cli.fake", "simulate", str(deck), *FAST],
        capture_output=True,
        env={**HERE, "PYTHONIOENCODING": "ascii"},
        cwd=root,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii() and b"+-" in done.stdout
