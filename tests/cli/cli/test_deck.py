"""``untap deck convert``."""

import http.server
import io
import sys
import threading

import pytest

from untap.decks import parse_deck

LIST = "// NAME: Elves\n4 Llanowar Elves\n20 Forest\n\nSideboard\n2 Lim-Dûl's Fancy\n"


def test_to_standard_output(shell, tmp_path):
    path = tmp_path / "elves.txt"
    path.write_text(LIST, "utf-8")
    ran = shell("deck", "convert", path, "--to", "dek")
    assert ran.code == 0 and not ran.err
    assert parse_deck(ran.out, "dek").contents == parse_deck(LIST).contents


def test_format_by_the_name(shell, tmp_path):
    out = tmp_path / "elves.cod"
    ran = shell("deck", "convert", "-", "-o", out, stdin=LIST)
    assert ran.code == 0 and not ran.out
    found = parse_deck(out.read_text("utf-8"))
    assert found.format == "cod" and found.contents == parse_deck(LIST).contents


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (["-", "-o", "x.exe"], LIST, "no format that can be written has names like this"),
        (["-", "--to", "cod"], "Commander\n1 Grizzly Bears\n\nDeck\n20 Forest\n", "has no place for commander"),
        (["-"], "4 Forest\n!!!\n", "line 2"),
        (["nowhere.txt"], "", "no such file"),
    ],
)
def test_refusals(shell, tmp_path, monkeypatch, arguments, stdin, says):
    monkeypatch.chdir(tmp_path)
    ran = shell("deck", "convert", *arguments, stdin=stdin)
    assert ran.code == 2 and says in ran.err and not ran.out
    assert not list(tmp_path.iterdir())


def test_fold(shell):
    deck = "Commander\n1 Grizzly Bears\n\nDeck\n20 Forest\n"
    ran = shell("deck", "convert", "-", "--to", "dek", "--fold", stdin=deck)
    assert ran.code == 0 and parse_deck(ran.out, "dek").sideboard == {"Grizzly Bears": 1}


def test_no_letter_is_lost_to_the_encoding(shell, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    ran = shell("deck", "convert", "-", stdin=LIST)
    assert ran.code == 2 and "-o OUT" in ran.err


def test_a_failed_write_leaves_the_old_file(shell, tmp_path, monkeypatch):
    out = tmp_path / "old.txt"
    out.write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    ran = shell("deck", "convert", "-", "-o", out, stdin=LIST)
    assert ran.code == 2 and "No space left" in ran.err and "old.txt" in ran.err
    assert out.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["old.txt"]


class _Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/deck.txt")
            self.end_headers()
            return
        found = self.path == "/deck.txt"
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(LIST.encode() if found else b"nothing")

    def log_message(self, *_):
        pass


@pytest.fixture
def address():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("path", ["/deck.txt", "/moved"])
def test_from_the_web(shell, address, path):
    pytest.importorskip("urllib3")
    ran = shell("deck", "convert", address + path)
    assert ran.code == 0 and parse_deck(ran.out).contents == parse_deck(LIST).contents


def test_nothing_on_the_web(shell, address):
    pytest.importorskip("urllib3")
    ran = shell("deck", "convert", address + "/none")
    assert ran.code == 2 and "answers 404" in ran.err


def test_the_web_is_an_extra(shell, address, monkeypatch):
    monkeypatch.setitem(sys.modules, "urllib3", None)
    ran = shell("deck", "convert", address + "/deck.txt")
    assert ran.code == 2 and "pip install 'untap[url]'" in ran.err
