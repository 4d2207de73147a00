"""The types of the compiled modules name what is there."""

import ast
from pathlib import Path

import pytest

import untap
from untap import _core
from untap._core import _engine
from untap.exact import _count

FOLDER = Path(untap.__file__).parent


def stub(name):
    return ast.parse((FOLDER / name).read_text("utf-8")).body


def test_what_the_core_exports_has_types():
    names = {n.name for n in stub("_core/_engine.pyi") if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    assert set(_core.__all__) - {"STREAM_VERSION"} <= names
    assert all(hasattr(_engine, n) for n in names)


@pytest.mark.parametrize("name", ["Board", "CoreProgram"])
def test_methods(name):
    (body,) = [n.body for n in stub("_core/_engine.pyi") if isinstance(n, ast.ClassDef) and n.name == name]
    stated = {n.name for n in body if isinstance(n, ast.FunctionDef)} - {"__init__"}
    stated |= {n.target.id for n in body if isinstance(n, ast.AnnAssign)}
    assert stated == {n for n in vars(getattr(_engine, name)) if not n.startswith("_")}


def test_counting():
    names = {n.name for n in stub("exact/_count.pyi") if isinstance(n, ast.FunctionDef)}
    assert all(hasattr(_count, n) for n in names)
