"""A stored result and its report: the schema's reader and the report's words and layout.

``python -m tests.golden.report.test_golden_report`` writes the report anew after a wanted change. The stored result is
never made anew: files of this schema version have to stay readable.
"""

import json
from pathlib import Path

from untap.report import report, to_text
from untap.results import Result

HERE = Path(__file__).resolve().parent
STORED, REPORT = HERE / "result-2.json", HERE / "report.txt"


def test_report_of_a_stored_result():
    result = Result.from_json(STORED.read_bytes())
    assert to_text(report(result)) == REPORT.read_text("utf-8")


def test_stored_numbers_come_back():
    """Every key of then has the same value now; later versions may have more."""
    stored = json.loads(STORED.read_text("ascii"))
    now = json.loads(Result.from_json(STORED.read_bytes()).to_json())
    assert now["tally"] == stored["tally"]
    for key, value in stored.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            assert len(now[key]) == len(value)
            assert all(row.items() <= more.items() for row, more in zip(value, now[key], strict=True)), key
        else:
            assert now[key] == value, key


if __name__ == "__main__":
    REPORT.write_text(to_text(report(Result.from_json(STORED.read_bytes()))), "utf-8")
