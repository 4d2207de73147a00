"""Whatever is given to ``python -m untap``: no traceback, a documented code, one clear message where it fails."""

import io
import sys

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from untap.cli import main

from .test_decks import TEXTS

SMALL = ["--games", "4", "--threads", "1", "--turns", "3", "--quiet"]
DECK = b"20 Forest\n4 Llanowar Elves\n16 Grizzly Bears\n"
BYTES = st.one_of(st.binary(max_size=400), TEXTS.map(lambda t: t.encode("utf-8", "surrogatepass")))
NUMBERS = st.one_of(
    st.integers(-5, 40).map(str), st.sampled_from(["", "x", "1e3", "-0", "0.5", "nan", "inf", "9" * 30, "٣"])
)
WORDS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["london", "paris", "commander", "forest", "Fire // Ice", "\x00", "--", "-", "(", "*"]),
)
OPTIONS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["--games", "--turns", "--seed", "--threads", "--opponents"]), NUMBERS),
        st.tuples(st.just("--precision"), NUMBERS),
        st.tuples(st.sampled_from(["--mulligan", "--format", "--unknown", "--commander", "--ask", "--game"]), WORDS),
        st.tuples(st.sampled_from(["--play", "--draw", "--both", "--json", "--strict", "--events", "--quiet"])),
    ),
    max_size=4,
).map(lambda parts: [word for part in parts for word in part])
LINES = """
turns = 3|turns = "x"|turns = -1|order = "play"|order = 3|format = "commander"|players = 0|life = 1e9|[mulligan]
kind = "london"|kind = 7|keep = { 7 = [2, 3] }|keep = { 9 = [1] }|keep = "all"|minimum = 12|free = true|bottom = "x"
[[card]]|name = "A"|name = 3|mana_cost = "{Q}"|text = "{T}: Add {G}."|type_line = "Land"|= =|x = [|a.b.c = 1
"""
TOML_LINES = st.lists(st.sampled_from(LINES.strip().replace("\n", "|").split("|")), max_size=6).map(
    lambda lines: "\n".join(lines).encode()
)
PLENTY = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command on a file of these bytes; what it says is checked."""
    path = tmp_path / "given"
    monkeypatch.setenv("UNTAP_DATA_DIR", str(tmp_path / "none"))

    def go(arguments, data, piped=False):
        path.write_bytes(data)
        if piped:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(path) if a == "FILE" else "-" if a == "PIPE" else a for a in arguments])
        said = capsys.readouterr()
        assert code in (0, 1, 2, 3), said
        assert "Traceback" not in said.err + said.out
        if code == 2:
            assert said.err.strip() and said.err.count("untap: error") <= 1, said.err
            assert len(said.err) < 2000, said.err
        return code

    return go


@settings(PLENTY, max_examples=40)
@given(data=BYTES, verb=st.sampled_from(["simulate", "check", "trace"]), piped=st.booleans(), unknown=st.booleans())
@example(data=b"", verb="simulate", piped=False, unknown=True)
@example(data=b"\xff\xfe\x00", verb="check", piped=True, unknown=False)
def test_any_bytes_as_a_deck(run, data, verb, piped, unknown):
    small = {"simulate": SMALL, "trace": ["--turns", "3"], "check": []}[verb]
    run([verb, "PIPE" if piped else "FILE", *small, *(["--unknown", "blank"] if unknown else [])], data, piped)


@settings(PLENTY, max_examples=40)
@given(options=OPTIONS, verb=st.sampled_from(["simulate", "trace", "check"]))
def test_any_options(run, options, verb):
    small = SMALL if verb == "simulate" else []
    if any(len(o) > 3 and o.isdigit() for o in options):
        return  # a long run is what was asked for
    run([verb, "FILE", *small, *options], DECK)


@settings(PLENTY, max_examples=40)
@given(data=st.one_of(TOML_LINES, BYTES), option=st.sampled_from(["--scenario", "--cards"]))
def test_any_bytes_as_a_file_of_options(run, tmp_path, data, option):
    deck = tmp_path / "deck.txt"
    deck.write_bytes(DECK)
    run(["simulate", str(deck), *SMALL, option, "FILE"], data)


@settings(PLENTY, max_examples=40)
@given(name=st.one_of(WORDS, st.text(max_size=40)))
def test_any_name_of_a_card(run, name):
    run(["explain", "--", name], b"")


@settings(PLENTY, max_examples=40)
@given(words=st.lists(WORDS | NUMBERS | st.sampled_from(["--size", "--lands", "--pips", "--target"]), max_size=5))
def test_any_words_after_sources(run, words):
    if any(len(w) > 3 and w.isdigit() for w in words):
        return
    run(["sources", *words], b"")


@settings(PLENTY, max_examples=25)
@given(data=BYTES)
def test_any_bytes_as_a_table_or_bulk_file(run, tmp_path, data):
    deck = tmp_path / "deck.txt"
    deck.write_bytes(DECK)
    run(["check", str(deck), "--table", "FILE"], data)
    run(["cards", "build", "FILE", "-o", str(tmp_path / "out.tsv")], data)
