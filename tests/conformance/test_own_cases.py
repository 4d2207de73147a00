"""The project's own cases: small inputs that are easily got wrong, and cards that are hard to get right."""

import json
from pathlib import Path

import pytest

from .run import run_case

CASES = Path(__file__).resolve().parents[1] / "data" / "cases"

# what isn't right yet, by the rule that it breaks; `strict` is off, so that whoever mends one need not look here first
NOT_YET: dict[str, str] = {}


def _cases(name: str):
    for line in (CASES / name).read_text("utf-8").splitlines():
        case = json.loads(line)
        reason = NOT_YET.get(case["id"])
        marks = [pytest.mark.xfail(reason=reason, strict=False)] if reason else []
        yield pytest.param(case, id=case["id"], marks=marks)


@pytest.mark.parametrize("case", _cases("fixtures.jsonl"))
def test_fixtures(case):
    assert run_case(case)[0] == "passed", run_case(case)[1]


@pytest.mark.parametrize("case", _cases("hard_cards.jsonl"))
def test_hard_cards(case):
    assert run_case(case)[0] == "passed", run_case(case)[1]


@pytest.mark.parametrize("case", _cases("rules.jsonl"))
def test_rules_of_untapping_and_production(case):
    assert run_case(case)[0] == "passed", run_case(case)[1]


@pytest.mark.parametrize("case", _cases("positions.jsonl"))
def test_positions_of_every_topic(case):
    assert run_case(case)[0] == "passed", run_case(case)[1]


def test_every_remark_is_of_a_case():
    text = "".join(path.read_text("utf-8") for path in CASES.iterdir())
    assert not [name for name in NOT_YET if f'"{name}"' not in text]
