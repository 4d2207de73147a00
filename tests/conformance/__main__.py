"""``python -m tests.conformance FILE.jsonl [--failures] [--ids FILE]``: run conformance cases through the board API."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from .run import run_case


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--failures", action="store_true", help="print each failed or skipped case")
    parser.add_argument("--ids", type=Path, help="run only the cases whose ids this file lists")
    args = parser.parse_args(argv)
    ids = set(args.ids.read_text().split()) if args.ids else None
    cases = [json.loads(line) for line in args.file.read_text("utf-8").splitlines() if line.strip()]
    table: dict[str, Counter] = {}
    for case in cases:
        if ids is not None and case["id"] not in ids:
            continue
        outcome, why = run_case(case)
        table.setdefault(case["topic"], Counter())[outcome] += 1
        if args.failures and outcome != "passed":
            print(f"{outcome:8}{case['id']}: {why}")
    for topic, counts in table.items():
        print(f"{topic:26}" + "".join(f"{counts[k]:5} {k}" for k in ("passed", "failed", "skipped")))
    total = sum(table.values(), Counter())
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
