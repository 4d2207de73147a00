"""Opening a bulk file: what shape it has, its hash and date, and its playable cards."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from untap.cards.facts import CardDataError, SourceCard, SourceFace
from untap.cards.readers import corpus, mtgjson, scryfall
from untap.cards.readers.playable import playable

__all__ = ["Source", "open_source", "read_cards"]

_EXPECTED = "expected Scryfall's \"oracle cards\", MTGJSON's AtomicCards, or one JSON object a line"

# Scryfall puts a file's date into its name, MTGJSON into its content.
_DATE_IN_NAME = re.compile(r"(20\d\d)-?([01]\d)-?([0-3]\d)")


@dataclass(frozen=True, slots=True)
class Source:
    """A bulk file whose shape is known.

    Attributes
    ----------
    shape
        ``corpus``, ``scryfall`` or ``mtgjson``.
    sha256
        Of the content, unpacked.
    date
        ISO date of the data, ``""`` where it isn't known.
    """

    path: Path
    shape: str
    sha256: str
    date: str
    _text: str = field(repr=False)

    def all_cards(self) -> Iterator[SourceCard]:
        """Every card of the file, playable or not, in the file's order."""
        reader = {"corpus": corpus.read, "scryfall": scryfall.read, "mtgjson": mtgjson.read}[self.shape]
        try:
            for card in reader(self._text):
                _check(card)
                yield card
        except CardDataError as error:
            raise CardDataError(f"{self.path}: {error}") from None
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            raise CardDataError(f"{self.path}: not a card file ({_EXPECTED}): {_what(error)}") from error
        except RecursionError:
            raise CardDataError(f"{self.path}: not a card file: nested too deeply") from None

    def cards(self) -> list[SourceCard]:
        """The cards that a deck can hold, one of each name, sorted by name."""
        cards = playable(self.all_cards())
        if not cards:
            raise CardDataError(f"{self.path}: no playable card in it ({_EXPECTED})")
        return cards


def _check(card: SourceCard) -> None:
    """What readers take over as it is must be text."""
    for owner, fields in ((card, ("name", "layout")), *((face, SourceFace.__slots__) for face in card.faces)):
        for slot in fields:
            value = getattr(owner, slot)
            if not (isinstance(value, str) or (value is None and slot not in ("name", "layout", "type_line"))):
                raise TypeError(f"the {slot} of {card.name!r} isn't text")
            if value and not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
                raise TypeError(f"the {slot} of {card.name!r} has half a character in it")


def _what(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"a card without {error.args[0]!r}"
    return str(error)


def open_source(path: str | Path) -> Source:
    """Read a bulk file and tell its shape.

    Parameters
    ----------
    path
        A file, plain or gzip.

    Raises
    ------
    CardDataError
        If the file can't be read or isn't a card file.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CardDataError(f"{path}: {error.strerror or error}") from None
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError, zlib.error) as error:
            raise CardDataError(f"{path}: damaged gzip file: {error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardDataError(f"{path}: not a text file (byte {error.start} isn't UTF-8); {_EXPECTED}") from None
    shape = _shape(path, text)
    date = mtgjson.date(text) if shape == "mtgjson" else ""
    if not date and (named := _DATE_IN_NAME.search(path.name)):
        date = "-".join(named.groups())
    return Source(path, shape, hashlib.sha256(data).hexdigest(), date, text)


def _shape(path: Path, text: str) -> str:
    start = text[:4096].lstrip()
    if not start:
        raise CardDataError(f"{path}: empty file")
    if start[0] == "[":
        return "scryfall"
    if start[0] != "{":
        raise CardDataError(f"{path}: not a card file; {_EXPECTED}")
    # AtomicCards is one object, usually on one line; the corpus has an object with "faces" on every line.
    if mtgjson.looks_like(text):
        return "mtgjson"
    line = text.lstrip().split("\n", 1)[0]
    try:
        first = json.loads(line)
    except ValueError as error:
        raise CardDataError(f"{path}: not a card file ({error}); {_EXPECTED}") from None
    if "faces" in first:
        return "corpus"
    if first.get("object") == "card":
        return "scryfall"  # the same objects, one a line
    raise CardDataError(f"{path}: not a card file; {_EXPECTED}")


def read_cards(path: str | Path) -> list[SourceCard]:
    """The playable cards of a bulk file, sorted by name.

    See Also
    --------
    open_source : the same with hash and date.
    """
    return open_source(path).cards()
