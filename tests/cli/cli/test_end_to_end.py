"""The command line as a user runs it, with the packaged card table."""

import json
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


def test_coverage_of_a_table(root, tmp_path):
    source, table = tmp_path / "cards.jsonl", tmp_path / "table.tsv"
    card = {"layout": "normal", "colorIdentity": [], "front": "", "faces": []}
    texts = {"Plain Elf": "{T}: Add {G}.", "Odd Elf": "Frobnicate."}
    lines = [
        {**card, "name": n, "front": n, "faces": [{"name": n, "cost": "{G}", "type": "Creature — Elf", "text": t}]}
        for n, t in texts.items()
    ]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = untap("cards", "build", str(source), "-o", str(table), cwd=root)
    assert done.returncode == 0, done.stderr
    families, decks = tmp_path / "families.tsv", tmp_path / "decks.jsonl"
    families.write_text("name\ttiers_a_to_d\ttier_e\ttier_f\nPlain Elf\tN.dork\t\t\nOdd Elf\tN.odd\t\t\n")
    decks.write_text('{"coll": "x", "main": {"Plain Elf": 4}}\n{"coll": "y", "main": {"Odd Elf": 4, "Plain Elf": 1}}\n')
    arguments = ("check", "--all", "--table", str(table), "--families", str(families), "--decks", str(decks))
    done = untap(*arguments, cwd=root)
    assert done.returncode == 0, done.stderr
    assert "N.dork" in done.stdout and "line 1: not understood: Frobnicate" in done.stdout
    data = json.loads(untap(*arguments, "--json", cwd=root).stdout)
    assert [s["pairs"] for s in data["shares"] if s["label"] == "tier a-d"] == [[3, 2, 2], [1, 1, 1], [2, 1, 1]]
    assert [c["card"] for c in data["unsupported"]] == ["Odd Elf"]


def test_a_report_without_a_folder_is_refused_before_anything_is_played(tmp_path, capsys):
    from untap.cli import main

    where = tmp_path / "nowhere" / "report.html"
    assert main(["simulate", "--games", "1000000000", "--html", str(where)]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_collection_without_decks(tmp_path, capsys):
    from untap.cli import main

    (tmp_path / "none.jsonl").write_text("", "utf-8")
    assert main(["check", "--all", "--decks", str(tmp_path / "none.jsonl")]) == 2
    assert "no decks" in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["--version"], ["explain", "opt"]])
def test_a_full_disk_is_told(root, arguments):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", os.environ.get("PYTHONPATH", "")])}
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "untap", *arguments], stdout=full, stderr=subprocess.PIPE, env=environment, cwd=root
        )
    assert (done.returncode, done.stderr) == (2, b"untap: No space left on device\n")


def test_explain_a_card_of_ones_own(root, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        '[[card]]\nname = "Example Elf"\ncost = "{G}"\ntype = "Creature — Elf"\ntext = "{T}: Add {G}."\n'
        'power = "1"\ntoughness = "1"\n',
        encoding="utf-8",
    )
    done = untap("explain", "example", "elf", "--cards", str(own), cwd=root)
    assert done.returncode == 0 and "Example Elf  {G}" in done.stdout and "makes G" in done.stdout, done.stderr
    done = untap("explain", "Opt", "--cards", str(own), cwd=root)
    assert done.returncode == 0 and done.stdout.startswith("Opt  {U}")
    assert untap("explain", "example", "elf", cwd=root).returncode == 2


def test_convert_tells_of_names_that_are_no_cards(root):
    done = untap("deck", "convert", "-", cwd=root, input="4 Opt\n3 Forset\n")
    assert done.returncode == 0 and "3 Forset" in done.stdout
    assert "line 2: warning: unknown card 'Forset'" in done.stderr and "Forest" in done.stderr
    assert untap("deck", "convert", "-", cwd=root, input="4 Opt\n").stderr == ""
    assert untap("deck", "convert", "-", "--quiet", cwd=root, input="3 Forset\n").stderr == ""


@pytest.mark.parametrize(
    ("wrong", "meant"), [("Lamb", "Lambholt"), ("Llanowr Elves", "Llanowar"), ("Elvs", "Llanowar")]
)
def test_assert_says_which_card_may_be_meant(root, tmp_path, wrong, meant):
    deck = tmp_path / "deck.txt"
    deck.write_text("24 Forest\n4 Llanowar Elves\n32 Lambholt Elder\n")
    done = untap("assert", str(deck), "--that", f"castable('{wrong}', turn=1) > 0.5", cwd=root)
    assert done.returncode == 2 and f"did you mean '{meant}" in done.stderr


def test_batch_into_a_file_says_what_to_do(root, tmp_path):
    (tmp_path / "out").write_text("")
    (tmp_path / "deck.txt").write_text("60 Forest\n")
    done = untap("batch", str(tmp_path / "deck.txt"), "--out", str(tmp_path / "out"), cwd=root)
    assert done.returncode == 2 and "this is a file; name a folder" in done.stderr


@pytest.mark.parametrize("precision", ["1e-9%", "1e-12", "50%", "0"])
def test_a_precision_out_of_range(root, precision):
    done = untap("simulate", "--precision", precision, cwd=root)
    says = f"argument --precision: --precision must be from 0.001% to below 50%, not {precision} "
    assert done.returncode == 2 and says in done.stderr
