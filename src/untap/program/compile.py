"""A deck and a card table -> a Program."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from . import layout
from .build import CardIR, FaceIR, assemble, digest
from .costs import BadCost, mana_value
from .levels import Note, notes_of

# what a section's cards are to a game (others stay outside it)
_IN_GAME = {"main": layout.LIBRARY, "commander": layout.COMMAND}


class ProgramError(ValueError):
    """The deck can't be made into a program; the message says which card or line and what to do."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return self.message if self.line is None else f"line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class ProgramCard:
    """A card of the deck as results name it.

    Attributes
    ----------
    name : str
    count : int
    section : str
        ``main`` or ``commander``.
    mana_cost : str or None
    mana_value : int
    cls : int
        Its castability class, -1 for lands and what has no cost.
    land : bool
        Whether its front face is a land.
    """

    name: str
    count: int
    section: str
    mana_cost: str | None
    mana_value: int
    cls: int
    land: bool


@dataclass(frozen=True)
class Program:
    """What the core plays: arrays, and the names that results need.

    Attributes
    ----------
    name : str
    kinds : tuple of str
        Card names by kind, tokens after the cards.
    cards : tuple of ProgramCard
    classes : int
        Number of castability classes.
    notes : tuple of Note
        Every sentence that isn't exact.
    warnings : tuple of str
        What is unusual about the deck.
    digest : str
        sha256 of the canonical integers.
    table_date : str
    arrays : dict
        See `untap.program.build.assemble`.
    """

    name: str
    kinds: tuple[str, ...]
    cards: tuple[ProgramCard, ...]
    classes: int
    notes: tuple[Note, ...]
    warnings: tuple[str, ...]
    digest: str
    table_date: str
    arrays: dict[str, Any] = field(repr=False, compare=False)

    @cached_property
    def core(self):
        """The core's view of the arrays."""
        from .._core import CoreProgram

        return CoreProgram(self.arrays)


def card_ir(facts) -> CardIR:
    """Read a card's notation as AST.

    Parameters
    ----------
    facts : untap.cards.CardFacts
    """
    from ..oracle import parse_notation

    faces = []
    for face in facts.faces:
        abilities = tuple(parse_notation(line) for line in face.notation)
        faces.append(
            FaceIR(
                face.name, face.mana_cost, face.supertypes, face.types, face.subtypes, face.power, face.toughness,
                face.loyalty, abilities,
            )
        )  # fmt: skip
    return CardIR(facts.name, facts.layout, tuple(faces), facts.color_identity)


def blank_ir(name: str) -> CardIR:
    """A card that does nothing and can't be cast: what an unknown card becomes where the user allows it."""
    return CardIR(name, "normal", (FaceIR(name, None, (), (), (), None, None, None, ()),))


def compile_deck(
    deck, table, *, unknown: str = "error", strict: bool = False, overrides=None, format: str | None = None
) -> Program:
    """Make a deck's program.

    Parameters
    ----------
    deck : untap.decks.Deck
    table : untap.cards.CardTable
    unknown : {'error', 'blank'}
        What to do with names that the table doesn't have: refuse, or put in cards that do nothing.
    strict : bool
        Refuse what is merely unusual (deck size, copies).
    overrides : iterable of CardFacts, optional
        Cards that go before the table's.
    format : str, optional
        ``commander`` makes the size warnings those of Commander; by default that follows from a commander section.

    Raises
    ------
    ProgramError
        For errors in the list, unknown cards, an empty deck, or more than the core's limits
        (1024 cards, 512 different ones, 256 castabilities).
    """
    for d in deck.diagnostics:
        if d.severity == "error":
            fix = f" ({d.suggestion})" if d.suggestion else ""
            raise ProgramError(f"{d.message}{fix}", d.line)
    own = {f.name.casefold(): f for f in overrides or ()}
    order: dict[tuple[str, str], int] = {}
    first_line: dict[str, int] = {}
    for e in deck.entries:
        if e.section in _IN_GAME:
            order[e.name, e.section] = order.get((e.name, e.section), 0) + e.count
            first_line.setdefault(e.name, e.line)
    if not any(section == "main" for _, section in order):
        raise ProgramError("the deck has no cards in its main section: write lines such as '24 Forest'")
    total = sum(order.values())
    if total > layout.MAX_SLOTS:
        raise ProgramError(f"the deck has {total} cards; the limit is {layout.MAX_SLOTS}")
    names = list(dict.fromkeys(name for name, _ in order))
    found, missing = _resolve(names, table, own)
    warnings = []
    if missing:
        if unknown != "blank":
            name, hint = next(iter(missing.items()))
            more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
            raise ProgramError(
                f"unknown card '{name}'{hint}{more}; correct the name, "
                "or run with --unknown blank to count such cards as blank",
                first_line[name] or None,  # a swap's cards have no line
            )
        warnings += [f"unknown card '{name}' counted as a blank{hint}" for name, hint in missing.items()]
    irs: list[CardIR] = []
    known = []
    kind_of: dict[str, int] = {}
    by_card: dict[str, int] = {}
    for name in names:
        facts = found.get(name)
        key = facts.name if facts is not None else name
        if key not in by_card:
            by_card[key] = len(irs)
            if facts is None:
                irs.append(blank_ir(name))
            else:
                irs.append(card_ir(facts))
                known.append((facts, irs[-1]))
        kind_of[name] = by_card[key]
    if len(irs) > layout.MAX_KINDS - 64:
        raise ProgramError(f"the deck has {len(irs)} different cards; the limit is {layout.MAX_KINDS - 64}")
    counts: dict[tuple[int, str], int] = {}
    for (name, section), count in order.items():
        key2 = (kind_of[name], section)
        counts[key2] = counts.get(key2, 0) + count
    slots = [(k, _IN_GAME[section]) for (k, section), count in counts.items() for _ in range(count)]
    identity = "".join(
        c for c in "WUBRG" if any(section == "commander" and c in irs[k].identity for (k, section) in counts)
    )
    try:
        arrays, unencoded = assemble(irs, slots, identity)
    except (BadCost, ValueError) as err:
        raise ProgramError(str(err)) from None
    notes = [n for facts, ir in known for n in notes_of(facts, ir, [u for u in unencoded if u.card == facts.name])]
    warnings += _unusual(counts, irs, format)
    if strict and warnings:
        raise ProgramError(warnings[0] + " (an error with --strict)")
    cards = []
    for (k, section), count in counts.items():
        front = irs[k].faces[0]
        cards.append(
            ProgramCard(
                irs[k].name, count, section, front.mana_cost, mana_value(front.mana_cost),
                int(arrays["kinds"][k]["cls"]),
                bool(arrays["kinds"][k]["land"]),
            )
        )  # fmt: skip
    return Program(
        deck.title,
        arrays["kind_names"],
        tuple(cards),
        len(arrays["class_kind"]),
        tuple(notes),
        tuple(warnings),
        digest(arrays),
        table.date if table is not None else "",
        arrays,
    )


def _resolve(names, table, own):
    found, missing = {}, {}
    rest = []
    for name in names:
        if name.casefold() in own:
            found[name] = own[name.casefold()]
        else:
            rest.append(name)
    if rest:
        got = table.get_many(rest)
        found.update(got.cards)
        for err in got.unknown.values() if isinstance(got.unknown, dict) else got.unknown:
            hint = f": did you mean {' or '.join(repr(s) for s in err.suggestions[:3])}?" if err.suggestions else ""
            missing[err.name] = hint
    return found, missing


def _unusual(counts, irs, format) -> list[str]:
    out = []
    commander = format == "commander" or any(section == "commander" for _, section in counts)
    main = sum(n for (_, section), n in counts.items() if section == "main")
    whole = main + sum(n for (_, section), n in counts.items() if section == "commander")
    if commander and whole != 100:
        out.append(f"{whole} cards with the commander; Commander decks have 100")
    elif not commander and main not in (40, 60):
        out.append(f"{main} cards in the main deck; 60 or 40 are usual")
    most = 1 if commander else 4
    for (k, section), n in counts.items():
        basic = "Basic" in irs[k].faces[0].supertypes
        if section == "main" and n > most and not basic and irs[k].faces[0].types:
            out.append(f"{n} copies of {irs[k].name}; {most} {'is' if most == 1 else 'are'} usual")
    return out
