"""Notation and level of every card of tiers a to d, so that a change of grammar shows its effect as a diff.

The texts come from the shared corpus, where it is at hand; ``UNTAP_UPDATE_GOLDEN=1`` writes the file anew.
"""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

from untap.oracle.compile import SPELL_LAYOUTS, compile_text
from untap.oracle.notation import read_abilities, write_abilities
from untap.program.levels import final_sentences

GOLDEN = Path(__file__).parent / "oracle_tier_ad.tsv"
LETTERS = {"inert": "i", "exact": "e", "approximated": "a", "unsupported": "u", "text missing": "m"}


def rebuilt(corpus: Path) -> list[str]:
    wanted = set()
    for line in (corpus / "families.tsv").read_text("utf-8").splitlines()[1:]:
        name, families, *_ = line.split("\t")
        if families:
            wanted.add(name)
    rows = ["name\tface\tlevels\tnotation"]
    with gzip.open(corpus / "cards.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            card = json.loads(line)
            if card["name"] not in wanted:
                continue
            for n, face in enumerate(card["faces"]):
                type_line = face.get("type") or ""
                spell = n > 0 and card["layout"] in SPELL_LAYOUTS and "Land" not in type_line
                made = compile_text(face["name"], type_line, face.get("text") or "", spell)
                levels = "".join(LETTERS[s.level] for s in final_sentences(made))
                rows.append(f"{card['name']}\t{n + 1}\t{levels}\t{write_abilities(made.abilities)}")
    return rows


def test_golden_file_is_up_to_date(shared: Path) -> None:
    rows = rebuilt(shared / "corpus")
    if os.environ.get("UNTAP_UPDATE_GOLDEN"):
        GOLDEN.write_text("\n".join(rows) + "\n", "utf-8")
    kept = GOLDEN.read_text("utf-8").splitlines()
    changed = [new for old, new in zip(kept, rows, strict=False) if old != new]
    assert len(kept) == len(rows)
    assert changed == []


def test_every_notation_of_the_golden_file_reads_back() -> None:
    for line in GOLDEN.read_text("utf-8").splitlines()[1:]:
        _, _, _, notation = line.split("\t")
        assert write_abilities(read_abilities(notation)) == notation
