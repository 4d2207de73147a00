"""Running the command line in this process."""

import io
from dataclasses import dataclass

import pytest
from tests.cli.cli.fake import install

from untap.cli import main

DECK = "12 Forest\n8 Mountain\n4 Llanowar Elves\n4 Grizzly Bears\n4 Hill Giant\n8 Fire // Ice\n"


@dataclass
class Ran:
    """What a command left."""

    code: int
    out: str
    err: str


@pytest.fixture
def shell(monkeypatch, capsys):
    """Run a command with the small card table; `stdin` is what ``-`` reads."""
    install(monkeypatch.setattr)

    def run(*arguments: object, stdin: str | bytes = "") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main([str(a) for a in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def deck(tmp_path):
    """A file with a deck of forty cards."""
    path = tmp_path / "red-green.txt"
    path.write_text(DECK)
    return path
