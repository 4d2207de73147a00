"""Decks to text, in the formats that other programs read."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape, quoteattr

from untap.decks.formats.forge import SECTION_NAMES as FORGE_SECTIONS
from untap.decks.model import COMMANDER, COMPANION, MAIN, MAYBEBOARD, SECTIONS, SIDEBOARD, Deck, DeckError, Entry
from untap.decks.reading import parse_deck

_TITLES = {section: "Deck" if section == MAIN else section.capitalize() for section in SECTIONS}
# Where players of programs without these zones keep their cards.
_FOLDED = {COMMANDER: SIDEBOARD, COMPANION: SIDEBOARD}


@dataclass(frozen=True, slots=True)
class _Writer:
    """A writer, and the sections that its format has."""

    write: Callable[[Deck], str]
    sections: frozenset[str]


def write_deck(deck: Deck, format: str = "plain", *, fold: bool = False) -> str:
    """A deck as text that reads back as the same cards, counts and sections.

    Parameters
    ----------
    deck : Deck
    format : str
        One of `WRITABLE`.
    fold : bool
        Put commanders and companions into the sideboard, as is the custom, if the format has no place of their own for
        them. Otherwise that is an error, as it always is for any other section that the format lacks.

    Returns
    -------
    str

    Raises
    ------
    DeckError
        If the format can't hold the deck.
    """
    if format not in _WRITERS:
        raise DeckError(f"decks can't be written as {format!r}: there are {', '.join(_WRITERS)}")
    writer = _WRITERS[format]
    if fold:
        deck = _folded(deck, writer.sections)
    for section in deck.contents:
        if section not in writer.sections:
            able = [name for name, other in _WRITERS.items() if section in other.sections]
            raise DeckError(f"the format {format!r} has no place for {section}: write one of {', '.join(able)}")
    text = writer.write(deck)
    _verify(deck, text, format)
    return text


def _folded(deck: Deck, sections: frozenset[str]) -> Deck:
    moved = {section: target for section, target in _FOLDED.items() if section not in sections and target in sections}
    return replace(
        deck,
        entries=tuple(replace(entry, section=moved.get(entry.section, entry.section)) for entry in deck.entries),
        commander_hints=deck.commander_hints or tuple(deck.commanders),
    )


def _verify(deck: Deck, text: str, format: str) -> None:
    """A name can be such that a format would take it for something else: better no file than a wrong one."""
    try:
        found = parse_deck(text, format).contents
    except DeckError as error:
        raise DeckError(f"the deck can't be written as {format!r}: {error.message}") from error
    wanted = deck.contents
    if found == wanted:
        return
    for section, cards in wanted.items():
        for name, count in cards.items():
            if found.get(section, {}).get(name) != count:
                raise DeckError(f"{name!r} can't be written as {format!r}: it would be read as something else")
    raise DeckError(f"the deck can't be written as {format!r}: it would be read as another")


def _by_section(deck: Deck, sections: Iterable[str] = SECTIONS) -> dict[str, list[Entry]]:
    groups = {section: [entry for entry in deck.entries if entry.section == section] for section in sections}
    return {section: entries for section, entries in groups.items() if entries}


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _printing(entry: Entry) -> str:
    if entry.set_code is None:
        return ""
    return f" ({entry.set_code})" + ("" if entry.number is None else f" {entry.number}")


def _write_plain(deck: Deck) -> str:
    groups = _by_section(deck)
    bare = set(groups) <= {MAIN, SIDEBOARD}
    blocks = []
    for section, entries in groups.items():
        heading = [] if bare and section == MAIN else [_TITLES[section]]
        blocks.append("\n".join([*heading, *(f"{entry.count} {entry.name}" for entry in entries)]))
    name = _one_line(deck.name)
    title = f"// NAME: {name}\n" if name else ""
    return title + "\n\n".join(blocks) + "\n"


def _write_arena(deck: Deck) -> str:
    name = _one_line(deck.name)
    blocks = [f"About\nName {name}"] if name else []
    for section, entries in _by_section(deck).items():
        cards = [f"{entry.count} {entry.name}{_printing(entry)}" for entry in entries]
        blocks.append("\n".join([_TITLES[section], *cards]))
    return "\n\n".join(blocks) + "\n"


def _write_moxfield(deck: Deck) -> str:
    first = [COMMANDER, MAIN]
    blocks: dict[str, list[str]] = {"": []}
    for section, entries in _by_section(deck, [*first, *(name for name in SECTIONS if name not in first)]).items():
        block = blocks.setdefault("" if section in first else f"{section.upper()}:", [])
        for entry in entries:
            marks = (" *F*" if entry.foil else "") + (" *CMDR*" if section == COMMANDER else "")
            block.append(f"{entry.count} {entry.name}{_printing(entry)}{marks}")
    texts = ["\n".join([title, *cards] if title else cards) for title, cards in blocks.items() if cards]
    return "\n\n".join(texts) + "\n"


def _write_forge(deck: Deck) -> str:
    lines = ["[metadata]", f"Name={_one_line(deck.name)}"]
    for section, entries in _by_section(deck).items():
        lines.append(f"[{FORGE_SECTIONS[section]}]")
        for entry in entries:
            foil = "+" if entry.foil else ""
            printing = "" if entry.set_code is None else f"|{entry.set_code}"
            lines.append(f"{entry.count} {entry.name}{foil}{printing}")
    return "\n".join(lines) + "\n"


def _write_cod(deck: Deck) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines.append(f"    <deckname>{escape(_one_line(deck.name))}</deckname>")
    comments = escape("\n".join(f"CDR: {name}" for name in deck.commander_hints))
    lines.append(f"    <comments>{comments}</comments>")
    zones = {MAIN: "main", SIDEBOARD: "side", "tokens": "tokens"}
    for section, entries in _by_section(deck).items():
        lines.append(f'    <zone name="{zones[section]}">')
        for entry in entries:
            printing = "" if entry.set_code is None else f" setShortName={quoteattr(entry.set_code)}"
            if entry.number is not None:
                printing += f" collectorNumber={quoteattr(entry.number)}"
            lines.append(f'        <card number="{entry.count}" name={quoteattr(entry.name)}{printing}/>')
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>", ""])


def _write_dek(deck: Deck) -> str:
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<Deck>"]
    lines += ["  <NetDeckID>0</NetDeckID>", "  <PreconstructedDeckID>0</PreconstructedDeckID>"]
    for section, entries in _by_section(deck).items():
        side = "true" if section == SIDEBOARD else "false"
        for entry in entries:
            lines.append(f'  <Cards Quantity="{entry.count}" Sideboard="{side}" Name={quoteattr(entry.name)} />')
    return "\n".join([*lines, "</Deck>", ""])


def _table(titles: list[str], rows: Iterable[list[object]], *, quoting: int = csv.QUOTE_MINIMAL) -> str:
    output = io.StringIO()
    table = csv.writer(output, lineterminator="\n", quoting=quoting)  # type: ignore[arg-type]
    table.writerow(titles)
    table.writerows(rows)
    return output.getvalue()


def _write_csv(deck: Deck) -> str:
    rows: list[list[object]] = [
        [entry.count, entry.name, _TITLES[section], entry.set_code, entry.number, "foil" if entry.foil else ""]
        for section, entries in _by_section(deck).items()
        for entry in entries
    ]
    return _table(["Count", "Name", "Section", "Set code", "Collector number", "Foil"], rows)


def _write_csv_moxfield(deck: Deck) -> str:
    rows: list[list[object]] = [
        [entry.count, entry.name, (entry.set_code or "").lower(), "foil" if entry.foil else "", entry.number]
        for entry in deck.entries
    ]
    return _table(["Count", "Name", "Edition", "Foil", "Collector Number"], rows, quoting=csv.QUOTE_ALL)


def _write_csv_tappedout(deck: Deck) -> str:
    boards = {COMMANDER: "main", MAIN: "main", SIDEBOARD: "side", MAYBEBOARD: "maybe"}
    rows: list[list[object]] = [
        [
            boards[section],
            entry.count,
            entry.name,
            entry.set_code,
            "foil" if entry.foil else "",
            "True" if section == COMMANDER else "",
        ]
        for section, entries in _by_section(deck).items()
        for entry in entries
    ]
    return _table(["Board", "Qty", "Name", "Printing", "Foil", "Commander"], rows)


_ALL = frozenset(SECTIONS)
_WRITERS = {
    "plain": _Writer(_write_plain, _ALL),
    "arena": _Writer(_write_arena, _ALL),
    "moxfield": _Writer(_write_moxfield, _ALL),
    "forge": _Writer(_write_forge, frozenset(FORGE_SECTIONS)),
    "cod": _Writer(_write_cod, frozenset({MAIN, SIDEBOARD, "tokens"})),
    "dek": _Writer(_write_dek, frozenset({MAIN, SIDEBOARD})),
    "csv": _Writer(_write_csv, _ALL),
    "csv-moxfield": _Writer(_write_csv_moxfield, frozenset({MAIN})),
    "csv-tappedout": _Writer(_write_csv_tappedout, frozenset({COMMANDER, MAIN, SIDEBOARD, MAYBEBOARD})),
}

#: The formats that decks can be written in, and the sections that each can hold.
WRITABLE = {name: writer.sections for name, writer in _WRITERS.items()}
