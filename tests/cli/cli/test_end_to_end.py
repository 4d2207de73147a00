"""The command line as a user runs it, with the packaged card table."""

import os
import subprocess
import sys

import pytest

from untap.cards.table import packaged_path

pytestmark = pytest.mark.skipif(not packaged_path().exists(), reason="the package has no card table")


def untap(*arguments, **options):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", os.environ.get("PYTHONPATH", "")])}
    environment.pop("UNTAP_DATA_DIR", None)
    command = [sys.executable, "-m", "untap", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, **options)


def test_sample(root):
    done = untap("simulate", "--games", "1000", cwd=root)
    assert done.returncode == 0, done.stderr
    assert "60 cards, 24 lands" in done.stdout and "Mystic Snake" in done.stdout
    assert "bundled sample deck" in done.stderr
    assert "Warnings" not in done.stdout


def test_check_explain_trace(root, tmp_path):
    deck = tmp_path / "deck.txt"
    deck.write_text("24 Forest\n4 Llanowar Elves\n32 Grizzly Bears\n")
    for verb, *rest in (("check", deck), ("explain", "llanowar", "elves"), ("trace", deck, "--game", "5")):
        done = untap(verb, *map(str, rest), cwd=root)
        assert done.returncode == 0 and done.stdout and "Traceback" not in done.stderr, done.stderr


def test_unknown_card_with_suggestion(root):
    done = untap("simulate", "-", cwd=root, input="24 Forest\n36 Llanowar Elve\n")
    assert done.returncode == 2 and "Llanowar Elves" in done.stderr and done.stderr.count("\n") == 1
