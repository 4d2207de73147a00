"""A card as a program: its notation, the rows that the core runs, and what isn't exact."""

from __future__ import annotations

from collections.abc import Iterator

from . import layout
from .build import assemble
from .compile import card_ir
from .costs import mana_value
from .levels import notes_of
from .opcodes import OPCODES

_TYPES = ("activated", "triggered", "static", "spell", "enters", "other")


def disassemble(arrays: dict, packed: int, depth: int = 1) -> Iterator[str]:
    """Yield the rows of a list, each with its operands; rows and lists below it indented.

    Parameters
    ----------
    arrays : dict
        A program's arrays.
    packed : int
        ``start * 256 + count``.
    """
    for j in range(packed >> 8, (packed >> 8) + (packed & 255)):
        row = arrays["rows"][j]
        op = OPCODES[int(row["op"])]
        told, below = [], []
        for (name, kind), value in zip(op.operands, row["a"].tolist(), strict=False):
            if kind.startswith("word:"):
                told.append(f"{name}={kind[5:].split('|')[value] or '-'}")
            elif kind in ("row", "amount"):
                if value >= 0:
                    inner = arrays["rows"][value]
                    if OPCODES[int(inner["op"])].name == "Const":
                        told.append(f"{name}={int(inner['a'][0])}")
                    else:
                        below.append((name, value << 8 | 1))
            elif kind == "list":
                if value:
                    below.append((name, value))
            elif value not in (0, -1) or kind == "filter":
                told.append(f"{name}={value}")
        yield "  " * depth + f"{op.name} {' '.join(told)}".rstrip() + f"   # CR {op.rule}"
        for _, value in below:
            yield from disassemble(arrays, value, depth + 1)


def explain_card(facts) -> list[str]:
    """Tell a card's facts, notation, program and support levels.

    Parameters
    ----------
    facts : untap.cards.CardFacts

    Returns
    -------
    list of str
        Lines of text.
    """
    ir = card_ir(facts)
    arrays, unencoded = assemble([ir], [(0, 3)])
    notes = notes_of(facts, ir, [u for u in unencoded if u.card == facts.name])
    lines: list[str] = []
    for number, face in enumerate(facts.faces):
        stats = (
            f"  {face.power}/{face.toughness}"
            if face.power is not None
            else f"  [{face.loyalty}]"
            if face.loyalty
            else ""
        )
        value = f"  (mana value {mana_value(face.mana_cost)})" if face.mana_cost else ""
        lines.append(f"{face.name}  {face.mana_cost or ''}{value}".rstrip())
        lines.append(f"{face.type_line}{stats}")
        lines += [f"  {line}" for line in face.notation]
        record = arrays["faces"][arrays["kinds"][0]["face"] + number]
        own = arrays["face_abilities"][record["ability"] : record["ability"] + record["n_abilities"]]
        if len(own):
            lines.append("  program:")
        for a in own.tolist():
            ability = arrays["abilities"][a]
            units = ""
            if ability["flags"] & layout.SIMPLE:
                masks = ability["units"][: ability["n_units"]].tolist()
                units = ", makes " + " ".join(
                    "/".join(t for i, t in enumerate(layout.MANA_TYPES) if m >> i & 1) for m in masks
                )
            lines.append(
                f"    {_TYPES[ability['type']]}"
                f"{', mana ability' if ability['flags'] & layout.MANA_ABILITY else ''}{units}"
            )
            for name in ("event", "cost", "effects"):
                if ability[name] > 0:
                    lines += ["    " + line for line in disassemble(arrays, int(ability[name]))]
            if ability["row"] >= 0:
                lines += ["    " + line for line in disassemble(arrays, int(ability["row"]) << 8 | 1)]
        told = [
            f"  line {n.line}{f', sentence {n.sentence}' if n.sentence >= 0 else ''}: {n.level}"
            f"{f' ({n.reason})' if n.reason else ''}"
            for n in notes
            if n.face == number
        ]
        lines += told or ["  every sentence is exact"]
    return lines
