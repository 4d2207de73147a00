"""``untap assert``: exit codes, files, reports."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

EASY = "(hand_lands() >= 1) >= 0.5"
HARD = "(hand_lands() >= 7) >= 0.5"
CLOSE = "on_the_play() >= 0.5"  # exactly so: never decided


@pytest.mark.parametrize(
    ("conditions", "more", "code"),
    [
        ([EASY], [], 0),
        ([EASY, HARD], [], 1),
        ([EASY, CLOSE], [], 3),
        ([CLOSE], ["--undecided", "pass"], 0),
        ([CLOSE], ["--undecided", "fail"], 1),
        ([HARD, CLOSE], ["--undecided", "pass"], 1),
    ],
)
def test_exit_codes(shell, deck, conditions, more, code):
    that = [word for condition in conditions for word in ("--that", condition)]
    ran = shell("assert", deck, *that, "--games", "2000", *more)
    assert ran.code == code and ran.out.count("\n") == len(conditions)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["DECK"], "no conditions"),
        (["--that", EASY], "no deck"),
        (["DECK", "--that", "castable('Grizly Bears', turn=2) >= 0.5"], "did you mean 'Grizzly Bears'"),
        (["DECK", "--that", "land_drop(9) >= 0.5"], "turns 1 to 7"),
        (["DECK", "--that", "mana(3) >= 2"], "doesn't say how often"),
        (["DECK", "--that", "land_drop(2) no worse than nowhere.txt"], "nowhere.txt: no such file"),
        (["-", "--that", "land_drop(2) no worse than -"], "only one deck"),
        (["DECK", "--file", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["DECK", "--that", EASY, "--alpha", "0.6"], "between 0 and 0.5"),
        (["DECK", "--that", EASY, "--junit", "no/such/folder.xml"], "folder.xml"),
    ],
)
def test_bad_input(shell, deck, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    ran = shell("assert", *[deck if a == "DECK" else a for a in arguments], "--games", "1000")
    assert ran.code == 2 and says in ran.err and not ran.out


def test_a_file_with_everything(shell, deck, tmp_path, monkeypatch):
    (tmp_path / "main.txt").write_text(deck.read_text())
    gate = tmp_path / "gate.toml"
    gate.write_text(
        f'deck = "{deck.name}"\ngames = 2000\nundecided = "pass"\nthat = "{EASY}"\n[scenario]\nturns = 3\n'
        '[[condition]]\nname = "as main"\nthat = "land_drop(3) no worse than main.txt by more than 1 point"\n'
    )
    monkeypatch.chdir("/")
    junit = tmp_path / "junit.xml"
    ran = shell("assert", "--file", gate, "--junit", junit, "--json", "--seed", "4")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["seed"] == 4 and [o["decided"] for o in found["outcomes"]] == ["holds", "holds"]
    assert found["outcomes"][1]["value"] == 0 and found["outcomes"][1]["name"] == "as main"
    suite = ElementTree.parse(junit).getroot().find("testsuite")
    assert [case.get("name") for case in suite] == [EASY, "as main"] and suite.get("failures") == "0"


def test_github(shell, deck):
    ran = shell("assert", deck, "--that", HARD, "--github", "--games", "1000")
    assert ran.code == 1
    assert f"\n::error file={deck},title=fails%3A (hand_lands() >= 7) >= 0.5::0.0" in ran.out


def test_same_bytes_again(shell, deck):
    arguments = ("assert", deck, "--that", "castable('Hill Giant', turn=4) >= 0.6", "--games", "8000")
    assert shell(*arguments, "--threads", "1").out == shell(*arguments, "--threads", "3").out
