"""Fixtures for every test."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Times vary with the machine; they are the benchmarks' business. Fixed examples: the same run everywhere.
settings.register_profile("untap", deadline=None, derandomize=True)
settings.load_profile("untap")


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
