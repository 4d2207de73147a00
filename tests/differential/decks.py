"""Decks for the player's games: real ones, and generated ones of real cards from the packaged table."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from functools import cache
from pathlib import Path

from tests.reference.replay import make_program
from untap._core import CoreProgram
from untap.cards import CardTable
from untap.decks import parse_deck, read_deck
from untap.oracle import ast
from untap.oracle.builders.base import contains, walk
from untap.program import layout
from untap.program.build import assemble
from untap.program.compile import ProgramError, card_ir, compile_deck
from untap.program.costs import BadCost
from untap.program.opcodes import BY_NAME
from untap.program.support import as_run

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


def generated_deck(seed: int) -> list:
    """Entries of a deck of some 40 cards: lands, sources, things to cast, all of one to five colours."""
    rng, p = random.Random(f"deck {seed}"), pool()
    colors = set(rng.sample("WUBRG", rng.choice((1, 2, 2, 3, 5))))

    def some(what: str, n: int) -> list[str]:
        found: list[str] = []
        while len(found) < n:
            name = rng.choice(p[what])
            if name not in found and set(table().lookup(name).color_identity) <= colors and encodable(name):
                found.append(name)
        return found

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


# what the core does otherwise than the rules, so that decks with it are left out till it is mended
OTHERWISE = {
    "CR 603.7c: what is exiled stays so": lambda n: isinstance(n, ast.PutOnto) and isinstance(n.what, ast.That),
    "CR 702.66a: delving exiles nothing": lambda n: isinstance(n, ast.CostHelp) and n.keyword == "delve",
}


# what the twin has no word for
_FIRED = {
    "attacks", "becomes tapped", "becomes untapped", "cast", "chapter", "counters put", "damage", "dies", "discards",
    "draws", "enters", "leaves", "phase", "plays land", "sacrificed", "state", "tapped for mana", "to graveyard",
}  # fmt: skip
_PLAYED_OTHERWISE = {
    "cascade", "demonstrate", "disguise", "dredge", "megamorph", "morph", "rebound", "shuffled in instead of dying",
    "storm",
}  # fmt: skip
LACKS = {
    "events": lambda n: isinstance(n, ast.Event) and n.kind not in _FIRED,
    "keywords": lambda n: isinstance(n, ast.Keyword) and n.name in _PLAYED_OTHERWISE,
    "casting face down": lambda n: getattr(n, "keyword", "") == "face down",
    "mana or something else": lambda n: isinstance(n, ast.EitherCost) and any(isinstance(m, ast.Mana) for m in walk(n)),
    "costs of some abilities": lambda n: isinstance(n, ast.CostChange) and n.kind,
    "suspected creatures": lambda n: isinstance(n, ast.Filter) and n.quality == "suspected",
    "help granted to spells": lambda n: isinstance(n, ast.Static) and contains(n.effects, ast.CostHelp),
    "tokens that trigger without consequence": lambda n: isinstance(n, ast.Token) and None in map(as_run, n.abilities),
    "more triggers": lambda n: isinstance(n, ast.TriggerMore),
    "skipped steps": lambda n: isinstance(n, ast.SkipStepStatic),
    "colours of the mana spent": lambda n: isinstance(n, ast.Number) and "spent" in n.what,
    "permanents of that player": lambda n: isinstance(n, ast.Filter) and n.controller == "that player",
    "costs a number of times": lambda n: isinstance(n, ast.Mana) and n.times != 1,
    "madness and emerge": lambda n: getattr(n, "keyword", "") in ("madness", "emerge"),
    "cards that return transformed": lambda n: isinstance(n, ast.PutOnto) and n.transformed,
    "every land type": lambda n: isinstance(n, ast.ChangeTypes) and n.every_land,
    "cards that trigger from elsewhere": lambda n: n == ast.Event("to graveyard", ast.This()),
    "exceptions of copies": lambda n: isinstance(n, ast.EntersAsCopy) and n.changes,
    "what follows spent mana": lambda n: isinstance(n, ast.AddMana) and n.spent_effects,
}


def left_out(program) -> list[str]:
    """Why games of the deck aren't compared."""
    nodes = [n for f in program.faces for a in f.abilities for n in walk(a)]
    found = [reason for reason, holds in (OTHERWISE | LACKS).items() if any(map(holds, nodes))]
    abilities, rows = program.arrays["abilities"], program.arrays["rows"]
    inert = [int(a["effects"]) for a in abilities if a["type"] == layout.TRIGGERED]
    if any(e & 255 == 1 and rows["op"][e >> 8] == BY_NAME["Inert"] for e in inert):
        found.append("triggers that do nothing without combat")
    return found + ["adventures and omens"] * int((program.arrays["kinds"]["layout"] > 0).any())
