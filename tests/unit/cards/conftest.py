"""Small card files in the three shapes, made up for the tests, and a compiler that stands in for the real one."""

import gzip
import json

import pytest

from untap.cards import Clause
from untap.cards.build import build_table
from untap.cards.facts import SourceCard, SourceFace
from untap.cards.table import CardTable


def compile_face(face, card):
    """Mana abilities are notation; every other line is a clause."""
    notation, clauses, lines = [], [], []
    for number, line in enumerate((face.text or "").split("\n"), 1):
        if line.startswith("{T}: Add"):
            notation.append(line.replace("Add", "add").rstrip("."))
            lines.append((number,))
        elif line:
            clauses.append(Clause(number, 1, "unsupported", None, f"{number:08x}"))
    return tuple(notation), tuple(clauses), tuple(lines)


def simple(name, cost=None, types="Creature — Elf", text="", layout="normal", **more):
    face = SourceFace(name, cost, types, text)
    return SourceCard(name, layout, (face,), **more)


def double(front, back, layout="split", types="Instant", text="", **more):
    faces = (SourceFace(front, "{1}{R}", types, text), SourceFace(back, "{1}{U}", types, text))
    return SourceCard(f"{front} // {back}", layout, faces, **more)


@pytest.fixture
def make_file(tmp_path):
    """Write content to a file: text, bytes, a list (JSON) or a list of lines (JSON lines, ``lines=True``)."""

    def make(content, name="cards.json", *, lines=False, zipped=False):
        if lines:
            content = "".join(json.dumps(c, ensure_ascii=False) + "\n" for c in content)
        elif not isinstance(content, (str, bytes)):
            content = json.dumps(content, ensure_ascii=False)
        data = content.encode() if isinstance(content, str) else content
        path = tmp_path / name
        path.write_bytes(gzip.compress(data) if zipped else data)
        return path

    return make


@pytest.fixture
def make_table(tmp_path):
    """A table of the given cards."""
    opened = []

    def make(cards, overrides=(), name="table.tsv", **more):
        path = tmp_path / name
        path.write_bytes(build_table(cards, compile_face=compile_face, grammar="1", **more))
        opened.append(CardTable(path, overrides))
        return opened[-1]

    yield make
    for table in opened:
        table.close()


@pytest.fixture
def user_data(tmp_path, monkeypatch):
    """The user's folder of data, empty."""
    folder = tmp_path / "userdata"
    monkeypatch.setenv("UNTAP_DATA_DIR", str(folder))
    return folder
