"""How much of the card pool, and of a collection of decks, is simulated as printed."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .compile import card_ir
from .levels import Note, notes_of

__all__ = ["CoverageError", "Share", "Survey", "read_collection", "read_families", "shares", "survey", "unsupported"]

#: Columns of a table of families, and what they are called.
TIERS = {"tiers_a_to_d": "a-d", "tier_e": "e", "tier_f": "f"}


class CoverageError(ValueError):
    """A table of families or a collection of decks that can't be read."""


@dataclass(frozen=True, slots=True)
class Survey:
    """The level of every card, and of the sentences that aren't exact.

    Attributes
    ----------
    levels : dict
        By whole name: ``exact``, ``approximated`` or ``unsupported`` (of which a text that is missing is a case).
    notes : dict
        By whole name.
    basics : frozenset of str
        Cards with the supertype basic, which pairs don't count.
    faces : dict
        The whole name by that of a face.
    """

    levels: dict[str, str]
    notes: dict[str, tuple[Note, ...]]
    basics: frozenset[str]
    faces: dict[str, str] = field(repr=False, default_factory=dict)

    def name(self, name: str) -> str:
        """The whole name of a card that may be named by a face."""
        return name if name in self.levels else self.faces.get(name, name)


@dataclass(frozen=True, slots=True)
class Share:
    """Counts of one selection of cards over one group of decks.

    ``cards``, ``pairs`` and ``decks`` are (all, nothing unsupported, all sentences exact).
    """

    label: str
    group: str
    cards: tuple[int, int, int]
    pairs: tuple[int, int, int]
    decks: tuple[int, int, int]


def survey(facts: Iterable[Any]) -> Survey:
    """Look at every card once."""
    levels, notes, basics, faces = {}, {}, set(), {}
    for card in facts:
        found = tuple(notes_of(card, card_ir(card)))
        kinds = {n.level for n in found}
        bad = kinds & {"unsupported", "text missing"}
        levels[card.name] = "unsupported" if bad else "approximated" if "approximated" in kinds else "exact"
        notes[card.name] = found
        if "Basic" in card.front.supertypes:
            basics.add(card.name)
        for face in card.faces:
            faces.setdefault(face.name, card.name)
    return Survey(levels, notes, frozenset(basics), faces)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
            yield from enumerate(file, 1)
    except (OSError, EOFError) as error:
        raise CoverageError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    except UnicodeDecodeError:
        raise CoverageError(f"{path}: not a text file in UTF-8") from None


def read_families(path: str | Path) -> dict[str, dict[str, frozenset[str]]]:
    """Families of the cards of each tier, by tier and name.

    Parameters
    ----------
    path
        Tab-separated, with the headings ``name``, ``tiers_a_to_d``, ``tier_e``, ``tier_f``; commas between families.
    """
    tiers: dict[str, dict[str, frozenset[str]]] = {tier: {} for tier in TIERS.values()}
    columns: list[str] = []
    for number, line in _lines(Path(path)):
        cells = line.rstrip("\n").split("\t")
        if number == 1:
            columns = cells
            if columns[0] != "name" or not set(TIERS) & set(columns):
                raise CoverageError(f"{path}, line 1: the headings must be name and some of {', '.join(TIERS)}")
            continue
        for column, cell in zip(columns[1:], cells[1:], strict=False):
            if cell and column in TIERS:
                tiers[TIERS[column]][cells[0]] = frozenset(cell.split(","))
    if not columns:
        raise CoverageError(f"{path}: empty")
    return {tier: cards for tier, cards in tiers.items() if cards}


def read_collection(path: str | Path) -> list[tuple[str, frozenset[str]]]:
    """The group and the names of each deck: main deck and commanders.

    Parameters
    ----------
    path
        A JSON object a line with ``main`` and ``cmd`` (names to numbers) and ``coll``, the group; also as .gz.
    """
    decks = []
    for number, line in _lines(Path(path)):
        try:
            deck = json.loads(line)
            names = frozenset((*deck["main"], *deck.get("cmd", ())))
            decks.append((str(deck.get("coll", "")), names))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise CoverageError(
                f'{path}, line {number}: not a deck such as {{"coll": "x", "main": {{"NAME": 20}}}}'
            ) from None
    if not decks:
        raise CoverageError(f"{path}: no decks")
    return decks


def _count(found: Survey, names: Iterable[str]) -> tuple[int, int, int]:
    levels = Counter(found.levels[n] for n in names if n in found.levels)
    return levels.total(), levels["exact"] + levels["approximated"], levels["exact"]


def shares(
    found: Survey, selections: Mapping[str, Iterable[str]], decks: Iterable[tuple[str, frozenset[str]]] = ()
) -> list[Share]:
    """Coverage of selections of cards, over all decks and over each group of them.

    A deck counts as fine if all its cards of the selection are, basic lands aside.
    """
    decks = [(group, frozenset(map(found.name, names)) - found.basics) for group, names in decks]
    groups = sorted({group for group, _ in decks})
    out = []
    for label, selection in selections.items():
        names = frozenset(selection)
        mine = [(group, deck & names) for group, deck in decks]
        for group in ("", *groups) if len(groups) > 1 else ("",):
            own = [_count(found, deck) for g, deck in mine if not group or g == group]
            pairs = tuple(sum(c[k] for c in own) for k in range(3))
            whole = (len(own), sum(c[1] == c[0] for c in own), sum(c[2] == c[0] for c in own))
            out.append(Share(label, group, _count(found, names), pairs, whole))
    return out


def unsupported(
    found: Survey,
    selection: Iterable[str],
    decks: Iterable[tuple[str, frozenset[str]]] = (),
    level: str = "unsupported",
) -> list[tuple[int, str, tuple[Note, ...]]]:
    """The cards of a selection with sentences of a level, those in most decks first: decks, name, sentences."""
    used: Counter[str] = Counter()
    for _, names in decks:
        used.update(set(map(found.name, names)))
    levels = (level, "text missing") if level == "unsupported" else (level,)
    out = [
        (used[name], name, bad)
        for name in sorted(selection)
        if (bad := tuple(n for n in found.notes.get(name, ()) if n.level in levels))
    ]
    return sorted(out, key=lambda item: -item[0])
