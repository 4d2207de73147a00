import os

import pytest
from tests.unit.cards.conftest import compile_face
from tests.unit.cards.test_readers import corpus_card

from untap.cards import CardDataError, CardTable, open_source
from untap.cards.__main__ import main
from untap.cards.facts import SourceCard, SourceFace
from untap.cards.texts import CardTexts, texts_bytes
from untap.cards.update import build, update

OLD = [
    corpus_card("Elf", {"text": "{T}: Add {G}."}),
    corpus_card("Gone"),
    corpus_card("A // B", {"name": "A", "text": "Other."}, layout="flip"),
]
NEW = [
    corpus_card("Elf", {"text": "{T}: Add {G}{G}."}),
    corpus_card("A // B", {"name": "A", "text": "Other."}, layout="flip"),
    corpus_card("New"),
]


@pytest.fixture(autouse=True)
def no_packaged_table(tmp_path, monkeypatch, user_data):
    monkeypatch.setattr("untap.cards.table.packaged_path", lambda: tmp_path / "packaged.tsv")
    monkeypatch.setattr("untap.cards.build.default_compiler", lambda: compile_face)


def test_build(make_file, tmp_path):
    file, out = make_file(OLD, lines=True, zipped=True), tmp_path / "deep" / "table.tsv"
    seen = []
    assert build(file, out, date="2026-07-01", progress=lambda *n: seen.append(n)) == 3
    with CardTable.open(out) as table:
        assert table.names() == ["A // B", "Elf", "Gone"]
        assert (table.date, table.source) == ("2026-07-01", open_source(file).sha256)
        assert table.lookup("b").faces[1].text_missing
    assert seen == [(1, 3), (2, 3), (3, 3)]
    again = tmp_path / "again.tsv"
    build(make_file(OLD[::-1], "other", lines=True), again, date="2026-07-01")
    skip = len("source\t") + 64
    one, two = (p.read_bytes().split(b"source\t", 1)[1][skip:] for p in (out, again))
    assert one == two


def test_update_says_what_changed(make_file, user_data):
    first = update(make_file(OLD, lines=True), date="2026-01-01")
    assert (first.added, first.removed, first.changed) == (("A // B", "Elf", "Gone"), (), ())
    second = update(make_file(NEW, lines=True), date="2026-02-02")
    assert (second.added, second.removed, second.changed) == (("New",), ("Gone",), ("Elf",))
    assert (second.before, second.after) == ("2026-01-01", "2026-02-02")
    assert str(second) == "1 cards added, 1 removed, 1 changed"
    assert second.path == user_data / "cards.tsv"
    with CardTable.open() as table:
        assert table.date == "2026-02-02"
    assert sorted(os.listdir(user_data)) == ["cards.tsv", "texts.tsv"]


def test_a_bad_file_leaves_what_was_installed(make_file, user_data):
    update(make_file(OLD, lines=True))
    before = {p.name: p.read_bytes() for p in user_data.iterdir()}
    with pytest.raises(CardDataError):
        update(make_file("nonsense"))
    assert {p.name: p.read_bytes() for p in user_data.iterdir()} == before


def test_a_place_that_cant_be_written(make_file, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CardDataError, match="can't be written"):
        build(make_file(OLD, lines=True), tmp_path / "file" / "table.tsv")
    (tmp_path / "folder").mkdir()
    with pytest.raises(CardDataError, match="can't be written"):
        build(make_file(OLD, lines=True), tmp_path / "folder")
    assert not list(tmp_path.glob("*.part"))


def test_texts_are_kept_for_the_user(make_file):
    assert CardTexts.open_if_installed() is None
    file = make_file(OLD, lines=True)
    update(file)
    with CardTexts.open_if_installed() as texts:
        assert texts.source == open_source(file).sha256
        assert [f.text for f in texts.card("A // B").faces] == ["Other.", None]
        assert texts.card("a // b") is None
        assert texts.card("New") is None
    update(file, texts=False)
    assert CardTexts.open_if_installed() is None


def test_texts_come_back_whole(tmp_path):
    cards = [
        SourceCard(
            "X", "normal", (SourceFace("X", "{G}", "Creature — Elf", "a\nb\tc\\", "1", "*", None),), "G", ("K", "L")
        ),
        SourceCard("Y // Z", "flip", (SourceFace("Y", text=""), SourceFace("Z", text=None, loyalty="3"))),
        SourceCard("?", "normal", (SourceFace("?", text="?"),)),
    ]
    (tmp_path / "texts.tsv").write_bytes(texts_bytes(cards))
    with CardTexts(tmp_path / "texts.tsv") as texts:
        assert [texts.card(c.name) for c in cards] == cards


def test_command(make_file, tmp_path, capsys):
    file, out = make_file(OLD, lines=True), tmp_path / "table.tsv"
    assert main(["build", str(file), "-o", str(out), "--date", "2026-07"]) == 0
    assert "3 cards" in capsys.readouterr().out
    assert main(["update", str(file)]) == 0
    assert "3 cards added, 0 removed, 0 changed" in capsys.readouterr().out
    assert main(["build", str(tmp_path), "-o", str(out)]) == 2
    printed = capsys.readouterr()
    assert not printed.out
    assert printed.err.count("\n") == 1
