"""Fixtures for every test."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.differential import ahead

ROOT = Path(__file__).resolve().parent.parent

# Times vary with the machine; they are the benchmarks' business. Fixed examples: the same run everywhere.
settings.register_profile("untap", deadline=None, derandomize=True)
settings.load_profile("untap")


BLOCKS = pytest.StashKey[ahead.Ahead]()


def pytest_collection_modifyitems(items) -> None:
    """Tests of blocks that are played ahead come last."""
    items.sort(key=lambda item: hasattr(item.module, "play_block") if hasattr(item, "module") else False)


def pytest_collection_finish(session) -> None:
    if not session.config.option.collectonly:
        spread = hasattr(session.config, "workerinput") or session.config.getoption("numprocesses", None)
        session.stash[BLOCKS] = ahead.Ahead(ahead.numbers(session.items), bool(spread))


def pytest_sessionfinish(session) -> None:
    if BLOCKS in session.stash:
        session.stash[BLOCKS].close()


@pytest.fixture(scope="session")
def played(request) -> ahead.Ahead:
    """Blocks of games, played by other processes since the tests were collected."""
    return request.session.stash[BLOCKS]


def shared_folder() -> Path:
    """Where the reference folder should be: ``UNTAP_SHARED``, else ``shared`` beside the checkout."""
    named = os.environ.get("UNTAP_SHARED")
    return Path(named) if named else ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference material, which isn't part of the project; the test is skipped without it."""
    folder = shared_folder()
    if not (folder / "reference").is_dir():
        pytest.skip(f"needs the reference folder, not found at {folder} (UNTAP_SHARED names another)")
    return folder


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT
