"""Making a table from a bulk file, and installing one for the user."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from untap.cards.build import CompileFace, build_table
from untap.cards.facts import CardDataError, CardFacts
from untap.cards.readers import Source, open_source
from untap.cards.sortedfile import write_atomically
from untap.cards.table import CardTable, user_path
from untap.cards.texts import texts_bytes, user_texts_path

__all__ = ["Changes", "build", "compare", "update"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs between two tables: names of cards, sorted.

    Attributes
    ----------
    added, removed
        Cards that only the newer, only the older table has.
    changed
        Cards that both have with different facts or notation.
    before, after
        Dates of the two sources, ``""`` where unknown.
    path
        Where the newer table is.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    before: str
    after: str
    path: Path

    def __str__(self) -> str:
        return f"{len(self.added)} cards added, {len(self.removed)} removed, {len(self.changed)} changed"


def build(
    file: str | Path,
    out: str | Path,
    *,
    date: str | None = None,
    compile_face: CompileFace | None = None,
    progress: Progress | None = None,
) -> int:
    """Make a table from a bulk file.

    Parameters
    ----------
    file
        Scryfall's "oracle cards", MTGJSON's AtomicCards or the corpus, plain or gzip.
    out
        The table's file; it is replaced as a whole.
    date
        ISO date of the data, for a file that doesn't say it.
    compile_face
        The compiler; by default that of `untap.oracle`.
    progress
        Called with the number of cards done and of all cards.

    Returns
    -------
    int
        How many cards the table has.

    Raises
    ------
    CardDataError
        If the file isn't a card file, or the table can't be written.
    """
    source = open_source(file)
    cards = source.cards()
    write_atomically(Path(out), _table(source, cards, date, compile_face, progress))
    return len(cards)


def _table(source, cards, date, compile_face, progress) -> bytes:
    def counted():
        for number, card in enumerate(cards, 1):
            yield card
            if progress is not None:
                progress(number, len(cards))

    return build_table(
        counted(),
        compile_face=compile_face,
        source_sha256=source.sha256,
        source_date=_date(source, date),
    )


def _date(source: Source, date: str | None) -> str:
    return source.date if date is None else date


def update(
    file: str | Path,
    *,
    date: str | None = None,
    compile_face: CompileFace | None = None,
    progress: Progress | None = None,
    texts: bool = True,
) -> Changes:
    """Install a table made from a bulk file for the user; the packaged one stays as it is.

    Parameters
    ----------
    file, date, compile_face, progress
        As for `build`.
    texts
        Keep the Oracle texts, too, so that sentences can be shown.

    Returns
    -------
    Changes
        Against the table that was in use.

    Raises
    ------
    CardDataError
        If the file isn't a card file, or the table can't be written; what was installed before stays.
    """
    source = open_source(file)
    cards = source.cards()
    data = _table(source, cards, date, compile_face, progress)
    before, date_before = _in_use()
    path = user_path()
    write_atomically(path, data)
    if texts:
        kept = texts_bytes(cards, source_sha256=source.sha256, source_date=_date(source, date))
        write_atomically(user_texts_path(), kept)
    else:
        user_texts_path().unlink(missing_ok=True)  # those of another file would mislead
    with CardTable(path) as table:
        return compare(before, table, before_date=date_before)


def _in_use() -> tuple[dict[str, CardFacts], str]:
    try:
        # Closed before it is replaced: Windows doesn't replace an open file.
        with CardTable.open() as table:
            return {card.name: card for card in table.cards()}, table.date
    except CardDataError:
        return {}, ""


def compare(before: dict[str, CardFacts], table: CardTable, *, before_date: str = "") -> Changes:
    """What a table has that the given cards don't have, and the other way round."""
    left = dict(before)
    added, changed = [], []
    for card in table.cards():
        old = left.pop(card.name, None)
        if old is None:
            added.append(card.name)
        elif old != card:
            changed.append(card.name)
    return Changes(
        added=tuple(sorted(added)),
        removed=tuple(sorted(left)),
        changed=tuple(sorted(changed)),
        before=before_date,
        after=table.date,
        path=table.path,
    )
