"""Every example in ``docs`` is run: shell commands, Python, TOML files and decklists.

A decklist or TOML block whose first line is a comment with a file's name is that file for the page's examples; the
tutorial's decks are there for all pages. Commands that don't say how many games play few. Blocks of a page share names.
"""

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from untap.cli import main
from untap.simulate import stop as stopping

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^(?://|#) (\S+\.(?:txt|toml))$", re.MULTILINE)
GAMES = "60"
#: Words that stand for a file of the reader's, and what they are here.
PLACEHOLDERS = {"DECK": "bant.txt", "DECKS": "bant.txt", "CARD": "Watchwolf", "FILE": "cards.json"}


def blocks(page):
    return [(m[1], m[2]) for m in BLOCK.finditer(page.read_text("utf-8"))]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder with the tutorial's decks, and few games where none are asked for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(stopping, "DEFAULT_GAMES", int(GAMES))
    for _, text in blocks(ROOT / "docs" / "tutorial.md"):
        if name := NAMED.match(text):
            (tmp_path / name[1]).write_text(text)
    return tmp_path


def shell(line, monkeypatch):
    """Run a line as a user would, in this process; returns the exit code."""
    words = shlex.split(line, comments=True)
    if "<" in words:
        at = words.index("<")
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(Path(words[at + 1]).read_bytes()), "utf-8"))
        del words[at : at + 2]
    assert words[0] == "untap", line
    words = [PLACEHOLDERS.get(word, word) for word in words[1:]]
    if words[0] in ("simulate", "compare", "batch") and not {"--games", "--precision"} & set(words):
        words += ["--games", GAMES]
    return main(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page, folder, monkeypatch, capsys):
    names = {"__name__": "docs"}
    for kind, text in blocks(page):
        if kind in ("text", "toml"):
            if name := NAMED.match(text):
                (folder / name[1]).write_text(text)
        elif kind == "sh":
            for line in text.strip().replace("\\\n", " ").splitlines():
                if line.startswith("untap "):
                    assert shell(line, monkeypatch) == 0, (line, capsys.readouterr().err)
        elif kind == "python":
            for library in ("matplotlib", "pandas", "polars"):
                if library in text or (library == "matplotlib" and "plots" in text):
                    pytest.importorskip(library)
            exec(compile(text, page.name, "exec"), names)


def test_pages_are_linked():
    """Every page is in the list of pages, and every link to a page leads to one."""
    listed = (ROOT / "docs" / "README.md").read_text("utf-8")
    for page in PAGES:
        assert page.name == "README.md" or f"({page.name})" in listed, page.name
        for target in re.findall(r"\]\(([\w./-]+\.md)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page.name, target)


def test_every_verb_is_explained():
    """``--help`` works for all verbs, and none is missing from the README."""
    from untap.cli import VERBS

    readme = (ROOT / "README.md").read_text("utf-8")
    for verb in VERBS:
        done = subprocess.run(
            [sys.executable, "-m", "untap", verb, "--help"], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0 and f"usage: untap {verb}" in done.stdout
        assert f"untap {verb}" in readme, verb
