"""The deck files of the tests, and those of the reference folder, against their manifests."""

import json
from pathlib import Path

import pytest
from tests import deck_files

from untap.decks import FORMATS, read_deck

FOLDER = Path(__file__).resolve().parents[2] / "data" / "decks"
MANIFEST = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("item", MANIFEST, ids=lambda item: item["file"])
def test_own_files(item):
    deck = read_deck(FOLDER / item["file"])
    assert deck_files.check(FOLDER, item) == []
    assert deck.format == item["format"]
    assert deck.source == str(FOLDER / item["file"])


def test_every_format_has_a_file():
    assert {item["format"] for item in MANIFEST} == set(FORMATS)


def test_every_line_without_a_card_is_no_diagnostic():
    for item in MANIFEST:
        deck = read_deck(FOLDER / item["file"])
        assert "diagnostic" not in deck.line_kinds, item["file"]


def test_runner_passes(capsys):
    assert deck_files.main([str(FOLDER)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"{len(MANIFEST)} passed, 0 failed, 0 skipped"


def test_runner_fails_and_skips(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("4 Forest\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("4 Forest\n-1 Island\n", encoding="utf-8")
    (tmp_path / "c.txt").write_text("", encoding="utf-8")
    sizes = {"main": 4, "sideboard": 0}
    files = [{"file": name, **sizes} for name in ("a.txt", "b.txt", "c.txt", "missing.txt")]
    files.append({"file": "a.txt", "main": 5})
    files.append({"file": "a.txt", "main": 4, "commander": "Island"})
    (tmp_path / "manifest.json").write_text(json.dumps(files), encoding="utf-8")
    assert deck_files.main([str(tmp_path), "--all"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "1 passed, 4 failed, 1 skipped"
    assert "main is 4, not 5" in lines[-3]
    assert "Island is nowhere in the list" in lines[-2]


def test_reference_files(shared, capsys):
    folder = shared / "decks" / "formats"
    if not folder.is_dir():
        pytest.skip(f"no {folder}")
    assert deck_files.main([str(folder)]) == 0, capsys.readouterr().out
