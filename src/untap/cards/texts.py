"""The Oracle texts that a user's bulk file has, kept beside the user's table and never in the package.

They are what a sentence that isn't exact can be shown with, and what a card can be compiled from anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from untap.cards.facts import CardDataError, SourceCard, SourceFace
from untap.cards.names import normalize
from untap.cards.sortedfile import SortedFile, escape, render, unescape

__all__ = ["CardTexts", "texts_bytes"]

KIND = "untap card texts"
FORMAT = 1

_COLUMNS = 7


def texts_bytes(cards: Iterable[SourceCard], *, source_sha256: str = "", source_date: str = "") -> bytes:
    """The bytes of a file of texts."""
    return render(KIND, FORMAT, {"source": source_sha256, "date": source_date}, map(_line, cards))


def _line(card: SourceCard) -> str:
    columns = [normalize(card.name), card.name, card.layout, card.color_identity, "\n".join(card.keywords)]
    for face in card.faces:
        columns += [
            face.name,
            face.mana_cost or "",
            face.type_line,
            # No text isn't the same as an unknown text.
            "?" if face.text is None else "=" + face.text,
            face.power or "",
            face.toughness or "",
            face.loyalty or "",
        ]
    return "\t".join(map(escape, columns))


def _card(line: str) -> SourceCard:
    name, layout, identity, keywords, *rest = map(unescape, line.split("\t"))
    faces = []
    for at in range(0, len(rest), _COLUMNS):
        own, cost, types, text, power, toughness, loyalty = rest[at : at + _COLUMNS]
        faces.append(
            SourceFace(
                name=own,
                mana_cost=cost or None,
                type_line=types,
                text=None if text == "?" else text[1:],
                power=power or None,
                toughness=toughness or None,
                loyalty=loyalty or None,
            )
        )
    return SourceCard(name, layout, tuple(faces), identity, tuple(keywords.split("\n")) if keywords else ())


class CardTexts:
    """An open file of texts.

    Parameters
    ----------
    path
        The file; by default the one that `untap.cards.update` installed.

    Raises
    ------
    CardDataError
        If it isn't there or can't be used.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self._file = SortedFile(user_texts_path() if path is None else path, KIND, FORMAT)

    @classmethod
    def open_if_installed(cls) -> CardTexts | None:
        """The user's texts, or None if there are none that can be used."""
        try:
            return cls()
        except CardDataError:
            return None

    @property
    def source(self) -> str:
        """SHA-256 of the bulk file, as `CardTable.source`."""
        return self._file.header.get("source", "")

    def card(self, name: str) -> SourceCard | None:
        """The card of an exact whole name (`CardTable.lookup` gives it), with its texts."""
        for line in self._file.run(normalize(name)):
            card = _card(line)
            if card.name == name:
                return card
        return None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> CardTexts:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def user_texts_path() -> Path:
    """Where the user's texts are, if there are any."""
    from untap.cards.table import user_path

    return user_path().with_name("texts.tsv")
