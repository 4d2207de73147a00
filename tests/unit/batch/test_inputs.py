"""What folders, patterns and collections hold."""

import gzip
import json
import os

import pytest

from untap.batch import InputsError, count, items


def write(path, text="20 Forest\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def labels(*named, **options):
    found = [item.label for item in items(list(named), **options)]
    assert count(list(named), **options) == len(found)
    return found


def test_a_folder_with_formats_mixed(tmp_path):
    write(tmp_path / "b.txt")
    write(tmp_path / "a" / "c.dek", '<Deck><Cards Quantity="4" Sideboard="false" Name="Opt"/></Deck>')
    write(tmp_path / "a" / "d.dck", "[metadata]\nName=x\n[Main]\n4 Opt\n")
    write(tmp_path / "e.jsonl", '{"main": {"Opt": 4}}\n\n{"name": "two", "main": ["Opt", "Opt"]}\n')
    write(tmp_path / "notes.pdf", b"%PDF")
    write(tmp_path / ".hidden.txt")
    assert labels(str(tmp_path)) == ["a/c.dek", "a/d.dck", "b.txt", "e.jsonl:1", "two"]
    formats = [item.deck.format for item in items([str(tmp_path)])]
    assert formats == ["dek", "forge", "plain", "collection", "collection"]


def test_labels_tell_folders_apart(tmp_path):
    for name in ("one", "two"):
        write(tmp_path / name / "deck.txt")
    folders = [str(tmp_path / name) for name in ("one", "two")]
    assert labels(*folders) == [f"{folder}/deck.txt" for folder in folders]


def test_patterns_and_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a/x.txt", "b/c/y.txt", "z.txt"):
        write(tmp_path / name)
    assert labels("**/*.txt") == ["a/x.txt", "b/c/y.txt", "z.txt"]
    assert labels("z.txt", "a/x.txt") == ["z.txt", "a/x.txt"]


@pytest.mark.parametrize(
    ("named", "says"),
    [("none.txt", "no such file"), ("*.dek", "no file matches"), ("empty", "no decks in this folder")],
)
def test_what_is_not_there(tmp_path, monkeypatch, named, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputsError, match=says):
        list(items([named]))


def test_results_and_circles_are_left_out(tmp_path):
    write(tmp_path / "a.txt")
    write(tmp_path / "results" / "decks.jsonl", '{"main": {"Opt": 4}}\n')
    if hasattr(os, "symlink"):
        os.symlink(tmp_path, tmp_path / "circle", target_is_directory=True)
    assert labels(str(tmp_path), skip=str(tmp_path / "results")) == ["a.txt"]


@pytest.mark.parametrize(
    "data",
    [
        {"main": {"Opt": 3, "Forest": 20}, "cmd": {"Ghalta": 1}, "side": {"Duress": 2}},
        {"main": ["Opt"] * 3 + ["Forest"] * 20, "commander": "Ghalta", "sideboard": ["Duress", "Duress"]},
        {"mainboard": {"Opt": 3, "Forest": 20}, "commanders": ["Ghalta"], "sideboard": {"Duress": 2}},
        {"text": "Commander\n1 Ghalta\n\nDeck\n3 Opt\n20 Forest\n\nSideboard\n2 Duress\n"},
    ],
)
def test_shapes_of_collections(tmp_path, data):
    (item,) = items([write(tmp_path / "c.jsonl", json.dumps({"path": "p", **data}))])
    assert item.label == "p" and not item.problem
    found = {"commander": {"Ghalta": 1}, "main": {"Opt": 3, "Forest": 20}, "sideboard": {"Duress": 2}}
    assert item.deck.contents == found


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "not JSON"),
        ("[]", "is an object"),
        ("{}", "no cards"),
        ('{"main": {"Opt": 0}}', "0 copies of 'Opt'"),
        ('{"main": {"Opt": true}}', "True copies"),
        ('{"main": [1]}', "is no name: 1"),
        ('{"main": 7}', "names with counts"),
        ('{"text": ""}', "empty|no card"),
    ],
)
def test_a_bad_line_is_an_item_with_its_reason(tmp_path, line, says):
    import re

    bad, good = items([write(tmp_path / "c.jsonl", line + '\n{"main": {"Opt": 4}}\n')])
    assert bad.deck is None and re.search(says, bad.problem) and bad.label.endswith("c.jsonl:1")
    assert good.deck is not None


def test_compressed_and_cut_short(tmp_path):
    rng = __import__("random").Random(1)
    lines = [json.dumps({"name": f"{n} {rng.random()}", "main": {"Opt": 4}}) for n in range(2000)]
    whole = gzip.compress("\n".join(lines).encode())
    assert len(labels(write(tmp_path / "c.jsonl.gz", whole))) == 2000
    *read, last = items([write(tmp_path / "d.jsonl.gz", whole[: len(whole) // 2])])
    assert len(read) > 100 and all(item.deck for item in read)
    assert last.deck is None and "breaks off" in last.problem


def test_reasons_do_not_depend_on_where_the_folder_is(tmp_path):
    for name in ("here", "there"):
        write(tmp_path / name / "bad.txt", b"\x00\x01")
    (here,), (there,) = (list(items([str(tmp_path / name)])) for name in ("here", "there"))
    assert here.problem and (here.label, here.problem) == (there.label, there.problem)
