"""The decks that folders, files, patterns and collections hold, one after the other."""

from __future__ import annotations

import glob
import gzip
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import IO, Any

from untap.decks import FORMATS, Deck, DeckError, Entry, parse_deck, read_deck
from untap.decks.model import MAX_COUNT
from untap.decks.source import is_url

#: Endings of collections: a deck a line, as JSON.
COLLECTIONS = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")
#: Endings of files that are decks, where a folder is searched.
DECK_SUFFIXES = tuple(sorted({suffix for format in FORMATS.values() for suffix in format.suffixes} | {".dec"}))

#: Names of sections in a collection's objects.
_SECTIONS = {
    "main": "main",
    "mainboard": "main",
    "deck": "main",
    "cmd": "commander",
    "commander": "commander",
    "commanders": "commander",
    "side": "sideboard",
    "sideboard": "sideboard",
    "companion": "companion",
}

Known = Callable[[str], bool]


class InputsError(ValueError):
    """What was named is no deck and holds none."""


@dataclass(frozen=True, slots=True)
class Item:
    """A deck that was named, or why it can't be read.

    Attributes
    ----------
    label : str
        Its name among the decks of the batch: the path below the folder that was named, or what a collection calls it.
    path : str
        The file, for people.
    deck : Deck or None
    problem : str
        Why there is no deck.
    """

    label: str
    path: str
    deck: Deck | None
    problem: str = ""


def items(named: Sequence[str], *, known: Known | None = None, skip: str | None = None) -> Iterator[Item]:
    """The decks of everything named, in a fixed order; no more than one is held.

    Parameters
    ----------
    named : sequence of str
        Folders (searched with all below, for names that decks have), files, patterns, collections, ``-``.
    known : callable, optional
        See `untap.decks.read_deck`.
    skip : str, optional
        A folder that isn't searched.

    Raises
    ------
    InputsError
        If something named isn't there.
    """
    for label, path in files(named, skip=skip):
        if path.lower().endswith(COLLECTIONS):
            yield from _collection(label, path)
            continue
        try:
            yield Item(label, path, read_deck(path, known=known))
        except DeckError as error:
            yield Item(label, path, None, str(error).replace(path, label))


def count(named: Sequence[str], *, skip: str | None = None) -> int:
    """How many decks `items` will give, without reading them; lines of collections are counted."""
    total = 0
    for _, path in files(named, skip=skip):
        if path.lower().endswith(COLLECTIONS):
            try:
                with _open(path) as file:
                    total += sum(1 for line in file if line.strip())
            except (OSError, EOFError, gzip.BadGzipFile):
                total += 1
        else:
            total += 1
    return total


def files(named: Sequence[str], *, skip: str | None = None) -> Iterator[tuple[str, str]]:
    """Labels and paths of the files of everything named."""
    skipped = os.path.realpath(skip) if skip is not None else None
    for name in named:
        if name == "-" or is_url(name) or os.path.isfile(name):
            yield _plain(name), name
        elif os.path.isdir(name):
            found = False
            for label, path in _folder(name, "", skipped):
                found = True
                yield (label if len(named) == 1 else _plain(os.path.join(name, label))), path
            if not found:
                raise InputsError(f"{name}: no decks in this folder: their names end in {', '.join(DECK_SUFFIXES)}")
        elif os.path.exists(name):
            raise InputsError(f"{name} is neither a file nor a folder")
        else:
            matches = sorted(p for p in glob.iglob(name, recursive=True) if os.path.isfile(p))
            if not matches:
                pattern = glob.has_magic(name)
                raise InputsError(f"{name}: no file matches" if pattern else f"{name}: no such file or folder")
            yield from ((_plain(path), path) for path in matches)


def _plain(path: str) -> str:
    return PurePosixPath(path.replace(os.sep, "/")).as_posix()


def _folder(top: str, below: str, skip: str | None) -> Iterator[tuple[str, str]]:
    here = os.path.join(top, below) if below else top
    try:
        with os.scandir(here) as entries:
            listed = sorted((entry.name, entry.is_dir(), entry.is_file()) for entry in entries)
    except OSError as error:
        raise InputsError(f"{here} cannot be read ({error.strerror or error})") from error
    for name, is_folder, is_file in listed:
        if name.startswith("."):
            continue
        label, path = f"{below}/{name}" if below else name, os.path.join(here, name)
        if is_folder:
            # a link to a folder could lead round in a circle
            if not os.path.islink(path) and os.path.realpath(path) != skip:
                yield from _folder(top, label, skip)
        elif is_file and name.lower().endswith((*DECK_SUFFIXES, *COLLECTIONS)):
            yield label, path


def _open(path: str) -> IO[Any]:
    return gzip.open(path, "rb") if path.lower().endswith(".gz") else open(path, "rb")


def _collection(label: str, path: str) -> Iterator[Item]:
    number = 0
    try:
        with _open(path) as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _line(label, path, number, line)
    except (OSError, EOFError, gzip.BadGzipFile) as error:
        reason = getattr(error, "strerror", None) or str(error)
        yield Item(f"{label}:{number + 1}", path, None, f"the collection breaks off here: {reason}")


def _line(label: str, path: str, number: int, line: bytes) -> Item:
    here = f"{label}:{number}"
    try:
        data = json.loads(line)
    except ValueError as error:
        return Item(here, path, None, f"not JSON: {error}")
    if not isinstance(data, dict):
        return Item(here, path, None, "a deck of a collection is an object with 'main' or 'text'")
    named = next((data[key] for key in ("path", "name", "id") if isinstance(data.get(key), str) and data[key]), "")
    title = data["name"] if isinstance(data.get("name"), str) else None
    try:
        if isinstance(data.get("text"), str):
            deck = parse_deck(data["text"])
            deck = deck if title is None else replace(deck, name=title)
        else:
            deck = Deck(title, tuple(_entries(data)), format="collection", source=here)
            if not deck.entries:
                raise DeckError("no cards: an object needs 'main' or 'text'")
    except DeckError as error:
        return Item(named or here, here, None, str(error))
    return Item(named or here, here, deck)


def _entries(data: dict[str, Any]) -> Iterator[Entry]:
    """A collection's cards: names with counts, or a list of names."""
    for key, section in _SECTIONS.items():
        cards = data.get(key)
        if not cards:
            continue
        if isinstance(cards, str):
            cards = [cards]
        if isinstance(cards, list):
            counted: dict[Any, Any] = {}
            for name in cards:
                if not isinstance(name, str):
                    raise DeckError(f"{key!r} is a list with something that is no name: {name!r}")
                counted[name] = counted.get(name, 0) + 1
            cards = counted
        if not isinstance(cards, dict):
            raise DeckError(f"{key!r} is names with counts, or a list of names")
        for name, number in cards.items():
            if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MAX_COUNT:
                raise DeckError(f"{number!r} copies of {name!r}: a count is 1 to {MAX_COUNT}")
            yield Entry(" ".join(name.split()), number, section, 1)
