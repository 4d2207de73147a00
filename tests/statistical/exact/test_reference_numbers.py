"""The shared reference numbers: closed forms to their tolerance, the simulation within 5 standard errors.

Fixed seed. Some 300 figures are simulated: a false alarm happens for one seed in 5,000.
"""

import io
import re

import pytest
from tests.reference_numbers import run

pytestmark = pytest.mark.statistical


@pytest.fixture
def numbers(shared):
    return shared / "reference" / "reference_numbers.jsonl"


def test_exact(numbers):
    out = io.StringIO()
    counts = run(numbers, 0, out=out)
    assert counts["failed"] == 0, out.getvalue()
    assert counts["passed"] >= 418


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
