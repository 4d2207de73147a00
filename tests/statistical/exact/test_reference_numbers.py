"""The shared reference numbers: closed forms to their tolerance, the simulation within 5 standard errors.

Fixed seed. Some 300 figures are simulated: a false alarm happens for one seed in 5,000.
"""

import io
import json
import re

import pytest
from tests.reference_numbers import exactly, run

pytestmark = pytest.mark.statistical


@pytest.fixture
def numbers(shared):
    return shared / "reference" / "reference_numbers.jsonl"


def test_exact(numbers):
    out = io.StringIO()
    counts = run(numbers, 0, out=out)
    assert counts["failed"] == 0, out.getvalue()
    assert counts["passed"] >= 418


def test_the_preset_of_2018(numbers):
    """Its article's 60 figures, which the file has with another model's wide tolerance: to 0.003 by the preset."""
    with numbers.open(encoding="utf-8") as file:
        entries = [json.loads(line) for line in file]
    entries = [e for e in entries if "2018" in e["source"] and e["kind"].startswith("published")]
    assert len(entries) == 60
    for entry in entries:
        check = exactly({**entry, "model": "karsten-2018"})
        assert check.ours == pytest.approx(entry["value"], abs=0.003), entry["id"]


def test_simulated(numbers):
    out = io.StringIO()
    counts = run(numbers, 100_000, bounds=False, out=out)
    assert counts["failed"] == 0, out.getvalue()
    done = re.search(r"(\d+) simulated", out.getvalue())
    assert done and int(done[1]) >= 304


@pytest.mark.long
def test_everything(numbers):
    out = io.StringIO()
    counts = run(numbers, out=out)
    assert counts["failed"] == 0, out.getvalue()
