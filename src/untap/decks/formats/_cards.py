"""What the readers of structured formats share: taking one card from its fields."""

from __future__ import annotations

from untap.decks.builder import DeckBuilder
from untap.decks.lines import LineError, parse_count
from untap.decks.model import Entry


def add_card(
    builder: DeckBuilder,
    line: int,
    section: str,
    name: str | None,
    count: str | None,
    *,
    set_code: str | None = None,
    number: str | None = None,
    foil: bool = False,
    categories: tuple[str, ...] = (),
) -> None:
    """Add a card, or report why it can't be one. Empty strings are as good as None."""
    name = " ".join((name or "").split())
    if not any(letter.isalpha() or letter == "_" for letter in name):
        builder.report(line, "error", "a card without a name", "name the card, or take it out")
        return
    if not (count or "").strip():
        builder.report(line, "error", f"{name!r} has no count", "give it a count of 1 or more")
        return
    try:
        copies = parse_count(count or "")
    except LineError as problem:
        builder.report(line, "error", f"{name!r}: {problem.message}", problem.suggestion)
        return
    code = (set_code or "").strip().upper() or None
    builder.add(Entry(name, copies, section, line, code, (number or "").strip() or None, foil, categories))
