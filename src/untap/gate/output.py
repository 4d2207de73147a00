"""What a gate has found, as text, JSON, JUnit XML and annotations of GitHub's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from untap.gate.run import Decided, Outcome


def sentence(outcome: Outcome) -> str:
    """One line about an outcome, without its condition."""
    condition = outcome.condition
    if condition.against is None:
        value = f"{outcome.value:.4f} ({outcome.low:.4f} to {outcome.high:.4f})"
    else:
        assert outcome.reference is not None
        own = outcome.reference + outcome.value
        points = [f"{100 * x:+.2f}" for x in (outcome.value, outcome.low, outcome.high)]
        value = f"{points[0]} points ({points[1]} to {points[2]}): {own:.4f} against {outcome.reference:.4f}"
    return f"{value} after {outcome.games:,} games"


def lines(outcomes: Sequence[Outcome]) -> list[str]:
    """A line a condition."""
    return [f"{outcome.decided.value:9} {outcome.condition.title}: {sentence(outcome)}" for outcome in outcomes]


def to_dict(outcome: Outcome) -> dict[str, Any]:
    """Plain data for JSON."""
    condition = outcome.condition
    return {
        "condition": condition.text,
        "name": condition.name or None,
        "question": condition.question,
        "op": condition.op,
        "bound": condition.bound,
        "against": condition.against,
        "decided": outcome.decided.value,
        "value": outcome.value,
        "low": outcome.low,
        "high": outcome.high,
        "games": outcome.games,
        "reference": outcome.reference,
    }


def junit(outcomes: Sequence[Outcome], suite: str, *, undecided_fails: bool) -> str:
    """JUnit's XML: a test case a condition. An undecided one is a failure, or skipped."""
    failed = [o for o in outcomes if o.decided is Decided.FAILS or (o.decided is Decided.UNDECIDED and undecided_fails)]
    skipped = [o for o in outcomes if o.decided is Decided.UNDECIDED and not undecided_fails]
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites tests="{len(outcomes)}" failures="{len(failed)}" errors="0" skipped="{len(skipped)}">',
        f'  <testsuite name={_quoted(suite)} tests="{len(outcomes)}" failures="{len(failed)}" errors="0" '
        f'skipped="{len(skipped)}">',
    ]
    for outcome in outcomes:
        head = f"    <testcase classname={_quoted(suite)} name={_quoted(outcome.condition.title)}"
        message = _quoted(f"{outcome.decided.value}: {sentence(outcome)}")
        if outcome in failed:
            out += [f"{head}>", f"      <failure message={message}/>", "    </testcase>"]
        elif outcome in skipped:
            out += [f"{head}>", f"      <skipped message={message}/>", "    </testcase>"]
        else:
            out.append(f"{head}/>")
    return "\n".join([*out, "  </testsuite>", "</testsuites>", ""])


def _quoted(text: str) -> str:
    # XML has no control characters, escaped or not
    return quoteattr("".join(c if c >= " " and c not in "\ufffe\uffff" else " " for c in text))


def annotations(outcomes: Sequence[Outcome], path: str) -> list[str]:
    """GitHub's workflow commands: an error a failed condition, a warning an undecided one."""
    out = []
    for outcome in outcomes:
        if outcome.decided is Decided.HOLDS:
            continue
        kind = "error" if outcome.decided is Decided.FAILS else "warning"
        title = _property(f"{outcome.decided.value}: {outcome.condition.title}")
        out.append(f"::{kind} file={_property(path)},title={title}::{_data(sentence(outcome))}")
    return out


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
