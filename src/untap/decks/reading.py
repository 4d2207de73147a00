"""From a file or a text to a `Deck`."""

from __future__ import annotations

import os
import re

from untap.decks.builder import DeckBuilder
from untap.decks.formats import FORMATS, detect_format
from untap.decks.lines import Known
from untap.decks.model import Deck, DeckError
from untap.decks.source import SourceText, check_text, read_source, split_lines

_XML = re.compile(r"<(?:\?xml|!DOCTYPE|[A-Za-z][\w:.-]*[\s/>])", re.IGNORECASE)


def read_deck(path: str | os.PathLike[str], *, format: str | None = None, known: Known | None = None) -> Deck:
    """Read a decklist from a file.

    Parameters
    ----------
    path : str or path-like
        The file; ``-`` is standard input.
    format : str, optional
        Name of a format; by default it is recognised from the content.
    known : callable, optional
        ``known(name)`` tells whether there is a card of this name. Asked only where a line could also be a heading, or
        begins with a number that could be part of the name.

    Returns
    -------
    Deck
        With the file's path as its `source`.

    Raises
    ------
    DeckError
        If the file can't be read, is not text, or holds no card.
    """
    source = read_source(path)
    deck_path = os.fspath(path)
    return _parse(source, deck_path, file_name=deck_path, format=format, known=known)


def parse_deck(text: str, hint: str | None = None, *, known: Known | None = None) -> Deck:
    """Read a decklist from a text.

    Parameters
    ----------
    text : str
    hint : str, optional
        The name of a format (see `FORMATS`), which is then used whatever the text looks like, or the name of the file
        that the text comes from, which decides only where the content leaves the format open.
    known : callable, optional
        As in `read_deck`.

    Returns
    -------
    Deck

    Raises
    ------
    DeckError
        If the text is empty or holds no card, or its XML, JSON or table is broken.
    """
    source = SourceText(check_text(text.removeprefix("\ufeff")), "text")
    if hint in FORMATS:
        return _parse(source, "<text>", format=hint, known=known)
    return _parse(source, "<text>", file_name=hint, known=known)


def _parse(
    source: SourceText, where: str, *, file_name: str | None = None, format: str | None = None, known: Known | None
) -> Deck:
    lines = split_lines(source.text)
    if format is None:
        chosen = detect_format(lines, file_name)
        if not chosen.markup and _XML.match(source.text.lstrip()):
            raise DeckError("this XML is not a decklist that is known: Cockatrice, Magic Online and OCTGN decks are", 1)
    elif format in FORMATS:
        chosen = FORMATS[format]
    else:
        raise DeckError(f"there is no format {format!r}: there are {', '.join(FORMATS)}")
    builder = DeckBuilder(lines, markup=chosen.markup)
    if source.encoding == "cp1252":
        builder.report(None, "note", "the file is not UTF-8; it is read as Windows-1252", "save it as UTF-8")
    chosen.read(builder, source.text, known)
    return builder.build(chosen.name, where)
