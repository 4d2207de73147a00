"""Small programs made without a card table: basic lands, and spells with a cost that do nothing."""

from __future__ import annotations

from collections.abc import Sequence

from untap.oracle import ast
from untap.program.build import CardIR, FaceIR, assemble, digest
from untap.program.compile import Program, ProgramCard, mana_value

LIBRARY, COMMAND = 3, 5
BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


def spell(name: str, cost: str | None) -> CardIR:
    """A creature without abilities; with no cost it can't be cast."""
    return CardIR(name, "normal", (FaceIR(name, cost, (), ("Creature",), (), "1", "1", None, ()),))


def land(name: str) -> CardIR:
    """A basic land, or one that makes {C}."""
    if name in BASICS:
        return CardIR(name, "normal", (FaceIR(name, None, ("Basic",), ("Land",), (name,), None, None, None, ()),))
    taps = ast.Activated(ast.Cost((ast.TapThis(),)), (ast.AddMana(ast.Bundle("{C}")),))
    return CardIR(name, "normal", (FaceIR(name, None, (), ("Land",), (), None, None, None, (taps,)),))


def program(cards: Sequence[tuple[int, CardIR]], name: str = "test", commander: CardIR | None = None) -> Program:
    """A program of so many of each card."""
    irs = [ir for _, ir in cards] + ([commander] if commander else [])
    slots = [(k, LIBRARY) for k, (n, _) in enumerate(cards) for _ in range(n)]
    counts = [(n, "main") for n, _ in cards]
    if commander:
        slots.append((len(irs) - 1, COMMAND))
        counts.append((1, "commander"))
    arrays, unencoded = assemble(irs, slots)
    assert not unencoded
    listed = tuple(
        ProgramCard(
            ir.name,
            n,
            section,
            ir.faces[0].mana_cost,
            mana_value(ir.faces[0].mana_cost),
            int(arrays["kinds"][k]["cls"]),
            bool(arrays["kinds"][k]["land"]),
        )
        for k, (ir, (n, section)) in enumerate(zip(irs, counts, strict=True))
    )
    kinds = arrays["kind_names"]
    return Program(name, kinds, listed, len(arrays["class_kind"]), (), (), digest(arrays), "2026-07-01", arrays)


def two_colours() -> Program:
    """Sixty cards of two colours."""
    return program(
        [
            (12, land("Forest")),
            (8, land("Island")),
            (4, land("Wastes")),
            (4, spell("Green One", "{G}")),
            (4, spell("Green Two", "{1}{G}")),
            (4, spell("Blue Two", "{U}{U}")),
            (8, spell("Gold Three", "{1}{G}{U}")),
            (8, spell("Green Four", "{2}{G}{G}")),
            (4, spell("Colourless Five", "{5}")),
            (4, spell("No Cost", None)),
        ],
        "two colours",
    )
