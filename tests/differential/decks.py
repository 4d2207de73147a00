"""Decks for the player's games: real ones, and generated ones of real cards from the packaged table."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import re
from bisect import bisect
from functools import cache
from itertools import chain
from pathlib import Path

from tests.reference.replay import make_program
from untap._core import CoreProgram
from untap.cards import CardTable
from untap.decks import parse_deck, read_deck
from untap.oracle import ast
from untap.oracle.builders.base import walk
from untap.program.build import assemble
from untap.program.compile import ProgramError, card_ir, compile_deck
from untap.program.costs import BadCost

HERE = Path(__file__).parent
SHARED = os.environ.get("UNTAP_SHARED")
DECK_FILES = sorted(p for p in (HERE.parent / "data" / "decks").iterdir() if p.suffix not in (".json", ".draft"))
BENCHMARKS = HERE.parents[1] / "benchmarks" / "decks.json"
_MANA = ("add {", "AddMana", "Search(", "Untap", "LandPlays", "PutOnto", "Cost")
ZONES = {"main": 3, "commander": 5}


@cache
def table() -> CardTable:
    return CardTable.open()


def given_decks() -> list[tuple[str, list]]:
    """Names and entries (card name, number, section) of the decks of other tests and of the benchmarks."""
    decks = [(path.name, read_deck(path)) for path in DECK_FILES]
    decks += [(name, parse_deck(text)) for name, text in json.loads(BENCHMARKS.read_text()).items()]
    out = []
    for name, deck in decks:
        entries = [(e.name, e.count, e.section) for e in deck.entries if e.section in ZONES and e.name in table()]
        if any(section == "main" for _, _, section in entries):
            out.append((name, entries))
    return out


@cache
def pool() -> dict[str, list[str]]:
    """Cards without unsupported sentences, by what they are to a mana base: lands, sources, others."""
    out: dict[str, list[str]] = {"basics": [], "lands": [], "mana": [], "acts": [], "others": []}
    for f in table().cards():
        if any(c.level in ("unsupported", "text missing") for _, c in f.clauses) or len(f.faces) > 2:
            continue
        front, text = f.faces[0], " ".join(line for face in f.faces for line in face.notation)
        if not front.types or {"Plane", "Scheme", "Phenomenon", "Vanguard", "Conspiracy", "Dungeon"} & set(front.types):
            continue
        if front.is_land:
            out["basics" if "Basic" in front.supertypes else "lands"].append(f.name)
        elif front.mana_cost:
            mana = any(word in text for word in _MANA)
            acts = any(w not in ("Inert", "Keyword") for w in re.findall(r"\b[A-Z]\w+(?=\()", text))
            out["mana" if mana else "acts" if acts else "others"].append(f.name)
    return out


@cache
def encodable(name: str) -> bool:
    """Whether the program can hold all of the card."""
    try:
        return not assemble([card_ir(table().lookup(name))], [(0, ZONES["main"])])[1]
    except BadCost:
        return False


def _place(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest())


@cache
def _ring(what: str) -> tuple[list[int], list[str]]:
    """The cards in an order of their own, by which a draw takes the next one from a random place.

    So a card that joins the pool or leaves it changes only the decks that it is in.
    """
    names = sorted(pool()[what], key=_place)
    return [_place(name) for name in names], names


def generated_deck(seed: int) -> list:
    """Entries of a deck of some 40 cards: lands, sources, things to cast, all of one to five colours."""
    rng = random.Random(f"deck {seed}")
    colors = set(rng.sample("WUBRG", rng.choice((1, 2, 2, 3, 5))))

    def some(what: str, n: int) -> list[str]:
        found: list[str] = []
        places, names = _ring(what)
        for _ in range(n):
            at = bisect(places, rng.getrandbits(64))
            found.append(next(name for name in chain(names[at:], names) if fits(name) and name not in found))
        return found

    def fits(name: str) -> bool:
        return set(table().lookup(name).color_identity) <= colors and encodable(name)

    names = [(name, rng.choice((2, 4, 6))) for name in some("basics", 2)]
    names += [(name, rng.choice((1, 2, 3))) for name in some("lands", rng.randrange(3, 9))]
    names += [(name, rng.choice((1, 2, 4))) for name in some("mana", rng.randrange(3, 8))]
    names += [(name, rng.choice((1, 2, 4))) for name in some("acts", rng.randrange(2, 6))]
    names += [(name, 2) for name in some("others", rng.randrange(2, 5))]
    return [(name, n, "main") for name, n in names]


def deck_program(entries):
    """The twin's program and the core's for a deck."""
    kinds: dict[str, int] = {}
    irs, slots = [], []
    for name, count, section in entries:
        facts = table().find(name).card
        if facts.name not in kinds:
            kinds[facts.name] = len(irs)
            irs.append(card_ir(facts))
        slots += [(kinds[facts.name], ZONES[section])] * count
    identity = {c for k, zone in slots if zone == ZONES["commander"] for c in irs[k].identity}
    program = make_program(irs, slots, "".join(c for c in "WUBRG" if c in identity))
    return program, CoreProgram(program.arrays)


def real_decks(n, seed, more=()):
    """Programs of so many decks, with paths and whether they have commanders; a copy of each of ``more`` added."""
    with gzip.open(Path(SHARED) / "decks" / "collection.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    random.Random(seed).shuffle(rows)
    for row in rows[:n]:
        main = {**dict.fromkeys(more, 1), **row["main"]}
        text = "\n".join(f"{n} {name}" for name, n in main.items())
        if row["cmd"]:
            text = f"Deck\n{text}\n\nCommander\n" + "\n".join(f"1 {name}" for name in row["cmd"])
        try:
            yield row["path"], bool(row["cmd"]), compile_deck(parse_deck(text), table())
        except ProgramError:
            continue  # larger than the core takes


# Events that the twin sees. Games of decks with others aren't compared, since one might be missed; what else the twin
# has no word for it says when a game comes to it (`TwinLacks`).
_FIRED = {
    "attacks", "becomes tapped", "becomes untapped", "cast", "chapter", "counters put", "cycled", "damage", "dies",
    "discards", "draws", "enters", "gains life", "leaves", "leaves graveyard", "phase", "plays land", "sacrificed",
    "state", "tapped for mana", "to graveyard", "transforms", "turned face up",
}  # fmt: skip
_NEVER = {"blocks", "countered", "counters a spell", "mutates"}  # not without words that it lacks


def left_out(program) -> list[str]:
    """Why games of the deck aren't compared."""
    nodes = [n for f in program.faces for a in f.abilities for n in walk(a)]
    return sorted({f"event {n.kind}" for n in nodes if isinstance(n, ast.Event) and n.kind not in _FIRED | _NEVER})
