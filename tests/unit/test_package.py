"""The package as a whole: version, what importing it costs, typing marker, arrows between rooms."""

import importlib.metadata
import importlib.resources
import subprocess
import sys
import tomllib

import pytest

import untap

# Libraries that only some uses need, and those whose import takes long.
HEAVY = {
    "dask",
    "jinja2",
    "matplotlib",
    "numpy",
    "pandas",
    "parsimonious",
    "polars",
    "pyarrow",
    "rapidfuzz",
    "rich",
    "scipy",
    "untap._core._engine",
}


def python(code: str, **options) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, **options)


def test_version_is_stated_once(root):
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project
    assert project["dynamic"] == ["version"]
    assert untap.__version__ == importlib.metadata.version("untap")


def test_changelog_names_the_version(root):
    assert f"\n## {untap.__version__}" in (root / "CHANGELOG.md").read_text("utf-8")


def test_import_is_light():
    done = python("import sys, untap; untap.__version__, dir(untap); print(*sys.modules)")
    assert done.returncode == 0, done.stderr
    assert not HEAVY & set(done.stdout.split())


def test_unknown_attribute():
    with pytest.raises(AttributeError, match="no_such_name"):
        untap.no_such_name  # noqa: B018


def test_typed_marker():
    assert importlib.resources.files("untap").joinpath("py.typed").is_file()


def test_engine_is_compiled():
    from untap._core import _engine

    assert not _engine.__file__.endswith((".py", ".pyx"))


def test_arrows_point_one_way(root):
    pytest.importorskip("importlinter", reason="needs import-linter (in the test extra)")
    done = python(
        "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache'])",
        cwd=root,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Contracts: 1 kept, 0 broken." in done.stdout
