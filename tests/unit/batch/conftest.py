"""The small card table instead of the real one."""

import pytest
from tests.cli.cli.fake import install
from tests.unit.batch.decks import collection, left, play


@pytest.fixture(autouse=True)
def little_table(monkeypatch):
    """Compile with the small card table."""
    install(monkeypatch.setattr)


@pytest.fixture
def decks(tmp_path):
    """A collection of twelve decks."""
    return collection(tmp_path)


@pytest.fixture
def expected(decks, tmp_path):
    """The tables that one thread makes without interruption, and their summary."""
    out = tmp_path / "expected"
    summary = play(decks, out)
    return left(out), summary
