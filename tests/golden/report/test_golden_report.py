"""A stored result and its report: the schema's reader and the report's words and layout.

``python -m tests.golden.report.test_golden_report`` writes the report anew after a wanted change. The stored result is
never made anew: files of this schema version have to stay readable.
"""

from pathlib import Path

from untap.report import report, to_text
from untap.results import Result

HERE = Path(__file__).resolve().parent
STORED, REPORT = HERE / "result-2.json", HERE / "report.txt"


def test_report_of_a_stored_result():
    result = Result.from_json(STORED.read_bytes())
    assert to_text(report(result)) == REPORT.read_text("utf-8")


def test_stored_integers_come_back():
    text = STORED.read_text("ascii").rstrip("\n")
    assert Result.from_json(text).to_json() == text


if __name__ == "__main__":
    REPORT.write_text(to_text(report(Result.from_json(STORED.read_bytes()))), "utf-8")
