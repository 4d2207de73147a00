"""The card table: facts by name, found without loading the table.

The packaged table is ``untap/data/cards.tsv``; a newer one that the user installed (`untap.cards.update`) goes
first as long as it was made by the same format and grammar.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import untap
from untap.cards.build import FORMAT, KIND
from untap.cards.codec import CARD, FACE, decode_card
from untap.cards.facts import CardDataError, CardFacts
from untap.cards.names import UnknownCard, loosen, normalize, suggest
from untap.cards.sortedfile import SortedFile, unescape

__all__ = ["CardTable", "Found", "Match", "packaged_path", "user_path"]

_ENTRY = re.compile(rb"^([^\t\n]*)\t(?:C\t([^\t\n]*)\t|F\t[^\t\n]*\t[^\t\n]*\t([^\t\n]*)$)", re.MULTILINE)


class Match(NamedTuple):
    """A card that was found, and how.

    ``how`` is ``name`` (the card's whole name, in some spelling), ``face`` (the name of one of its faces),
    ``unprefixed`` (asked for with ``A-``, which this card hasn't) or ``loose`` (punctuation or spaces differ).
    """

    card: CardFacts
    how: str


class Found(NamedTuple):
    """What `CardTable.get_many` found: cards by the name asked for, and what isn't known."""

    cards: dict[str, CardFacts]
    unknown: dict[str, UnknownCard]


def packaged_path() -> Path:
    """Where the table of the package is."""
    return Path(untap.__file__).parent / "data" / "cards.tsv"


def user_path() -> Path:
    """Where the user's own table is, if there is one; ``UNTAP_DATA_DIR`` names another folder."""
    if folder := os.environ.get("UNTAP_DATA_DIR"):
        return Path(folder) / "cards.tsv"
    from platformdirs import user_data_path

    return user_data_path("untap", appauthor=False) / "cards.tsv"


class CardTable:
    """An open table.

    Parameters
    ----------
    path
        A table's file; `open` finds the right one.
    overrides
        Cards that go before those of the file, such as the user's own.

    Attributes
    ----------
    note : str
        Why a table that the user installed isn't used, else ``""``.
    """

    def __init__(self, path: str | Path, overrides: Iterable[CardFacts] = ()) -> None:
        self._file = SortedFile(path, KIND, FORMAT)
        self.note = ""
        self._cache: dict[str, Match | UnknownCard] = {}
        self._own: dict[str, CardFacts] = {}
        for card in overrides:
            # Whole names before faces, as in the table.
            self._own[normalize(card.name)] = card
        for card in self._own.copy().values():
            for face in card.faces:
                self._own.setdefault(normalize(face.name), card)

    @classmethod
    def open(cls, path: str | Path | None = None, overrides: Iterable[CardFacts] = ()) -> CardTable:
        """Open the user's table if there is one that fits this program, else the packaged one.

        Parameters
        ----------
        path
            A certain table instead.
        overrides
            Cards that go before the table's.

        Raises
        ------
        CardDataError
            If there is no usable table.
        """
        overrides = tuple(overrides)
        if path is not None:
            return cls(path, overrides)
        packaged = cls(packaged_path(), overrides) if packaged_path().exists() else None
        note = ""
        if user_path().exists():
            try:
                own = cls(user_path(), overrides)
            except CardDataError as error:
                note = f"{error}; not used"
            else:
                if packaged is None or own.grammar == packaged.grammar:
                    if packaged is not None:
                        packaged.close()
                    return own
                own.close()
                note = f"{user_path()}: made by another version of untap; not used (untap cards update FILE renews it)"
        if packaged is None:
            raise CardDataError(note or "no card table is installed; untap cards update FILE makes one")
        packaged.note = note
        return packaged

    # ------------------------------------------------------------------------------------- header

    @property
    def path(self) -> Path:
        """The table's file."""
        return self._file.path

    @property
    def grammar(self) -> str:
        """Version of the grammar that made the notation."""
        return self._file.header.get("grammar", "")

    @property
    def source(self) -> str:
        """SHA-256 of the bulk file, unpacked."""
        return self._file.header.get("source", "")

    @property
    def date(self) -> str:
        """ISO date of the bulk file, ``""`` if unknown."""
        return self._file.header.get("date", "")

    def __len__(self) -> int:
        return int(self._file.header.get("cards", "0"))

    # ------------------------------------------------------------------------------------- lookup

    def lookup(self, name: str) -> CardFacts:
        """The card of a name: a whole name or that of a face, in any equivalent spelling.

        Raises
        ------
        UnknownCard
            If there is none, or more than one that fits equally well.
        """
        return self.find(name).card

    def find(self, name: str) -> Match:
        """As `lookup`, and how the name fits."""
        match = self._cache.get(name)
        if match is None:
            try:
                match = self._search(name)
            except UnknownCard as error:
                match = error
            self._cache[name] = match
        if isinstance(match, UnknownCard):
            raise match.with_traceback(None)
        return match

    def get_many(self, names: Iterable[str]) -> Found:
        """Many names at once; unknown ones don't stop it."""
        found = Found({}, {})
        for name in names:
            try:
                found.cards[name] = self.find(name).card
            except UnknownCard as error:
                found.unknown[name] = error
        return found

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            self.find(name)
        except UnknownCard:
            return False
        return True

    def _search(self, name: str) -> Match:
        name = name.strip()
        key = normalize(name)
        if not key:
            raise UnknownCard(name)
        if match := self._by_key(key, name):
            return match
        parts = key.split("//")
        half = len(parts) // 2
        if len(parts) > 1 and parts[:half] == parts[half:] and (match := self._by_key("//".join(parts[:half]), name)):
            return match  # the name of a card that is printed on both sides
        if any(p.startswith("a-") for p in parts):
            bare = [p.removeprefix("a-") for p in parts]
            if match := self._by_key("//".join("a-" + p for p in bare), name):
                return match  # only one half had the prefix
            if match := self._by_key("//".join(bare), name):
                return Match(match.card, "unprefixed")
        likely = self._loose.get(loosen(key), ())
        if len(likely) == 1:
            return Match(self._card(likely[0]), "loose")
        raise UnknownCard(name, likely or suggest(key, self._keys), ambiguous=bool(likely))

    def _by_key(self, key: str, name: str) -> Match | None:
        """The card of a key: whole names before faces, exact spellings before others, front faces before back ones."""
        if (own := self._own.get(key)) is not None:
            return Match(own, "name" if normalize(own.name) == key else "face")
        lines = self._file.run(key)
        whole = [line for line in lines if line[0] == CARD]
        if whole:
            exact = [line for line in whole if unescape(line.split("\t", 2)[1]) == name]
            if len(exact or whole) > 1:
                raise UnknownCard(name, [unescape(line.split("\t", 2)[1]) for line in whole], ambiguous=True)
            return Match(decode_card((exact or whole)[0]), "name")
        faces = [tuple(map(unescape, line.split("\t"))) for line in lines if line[0] == FACE]
        if not faces:
            return None
        faces = [f for f in faces if f[1] == name] or faces
        front = min(int(f[2]) for f in faces)
        cards = [f[3] for f in faces if int(f[2]) == front]
        if len(cards) > 1:
            raise UnknownCard(name, cards, ambiguous=True)
        return Match(self._card(cards[0]), "face")

    def _card(self, name: str) -> CardFacts:
        """The card of an exact whole name."""
        key = normalize(name)
        if (own := self._own.get(key)) is not None:
            return own
        for line in self._file.run(key):
            if line[0] == CARD and unescape(line.split("\t", 2)[1]) == name:
                return decode_card(line)
        raise CardDataError(f"{self.path}: damaged: a face of {name!r}, but no such card")

    # --------------------------------------------------------------------- the whole table at once

    @cached_property
    def _keys(self) -> list[tuple[str, str]]:
        """Key of every name and face, with the card's whole name: only a miss needs them.

        A face that has the name of a card isn't among them, as a search for it never gets that far.
        """
        body = self._file.body
        try:
            entries = _ENTRY.findall(body)
        finally:
            body.release()
        whole = {key for key, card, _ in entries if card}
        keys = [
            (unescape(key.decode()), unescape((card or owner).decode()))
            for key, card, owner in entries
            if card or key not in whole
        ]
        return keys + [(key, card.name) for key, card in self._own.items()]

    @cached_property
    def _loose(self) -> dict[str, tuple[str, ...]]:
        loose: dict[str, tuple[str, ...]] = {}
        for key, name in self._keys:
            short = loosen(key)
            if short and name not in (names := loose.get(short, ())):
                loose[short] = (*names, name)
        return loose

    def names(self) -> list[str]:
        """The whole names of all cards, sorted."""
        body = self._file.body
        try:
            own = {card.name for card in self._own.values()}
            return sorted(own.union(unescape(card.decode()) for _, card, _ in _ENTRY.findall(body) if card))
        finally:
            body.release()

    def cards(self) -> Iterator[CardFacts]:
        """Every card of the file, in the file's order (overrides aren't among them)."""
        for line in self._file.lines():
            _, _, rest = line.partition("\t")
            if rest[0] == CARD:
                yield decode_card(rest)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> CardTable:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<CardTable {len(self)} cards, {self.date or 'undated'}, {self.path}>"
