"""The shared conformance cases of the first path all pass; of the others no fewer than have passed before."""

import json

import pytest

from .cards import shared_folder
from .run import run_case

# raised as cases come to pass, never lowered
PASSED = 870


@pytest.fixture(scope="module")
def outcomes():
    folder = shared_folder()
    if folder is None or not (folder / "cases" / "shared.jsonl").exists():
        pytest.skip("the shared conformance cases aren't here (set UNTAP_SHARED)")
    lines = (folder / "cases" / "shared.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: run_case(case) for case in map(json.loads, lines)}


def test_first_path(outcomes):
    ids = (shared_folder() / "cases" / "first-path.txt").read_text().split()
    assert len(ids) == 275
    assert {i: outcomes[i] for i in ids if outcomes[i][0] != "passed"} == {}


def test_no_fewer_than_before(outcomes):
    assert sum(outcome == "passed" for outcome, _ in outcomes.values()) >= PASSED
