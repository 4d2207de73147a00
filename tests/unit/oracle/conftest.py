"""What the tests of this room share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from untap.oracle import compile_text
from untap.oracle.notation import read, write


def _notation(text: str, type_line: str = "Creature — Elf", name: str = "Testname") -> list[str]:
    face = compile_text(name, type_line, text)
    assert [(s.text, s.reason) for s in face.sentences if s.level == "unsupported"] == []
    for ability in face.abilities:
        assert read(write(ability)) == ability
    return [write(a) for a in face.abilities]


@pytest.fixture
def notation() -> Callable[..., list[str]]:
    """The notation of a text that must be understood as a whole."""
    return _notation


@pytest.fixture
def levels() -> Callable[..., list[str]]:
    """The level of each sentence of a text."""

    def of(text: str, type_line: str = "Creature — Elf", name: str = "Testname") -> list[str]:
        return [s.level for s in compile_text(name, type_line, text).sentences]

    return of
