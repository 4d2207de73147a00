"""Coverage of a corpus: ``python -m untap.oracle.coverage CORPUS [--families F] [--decks D]``."""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from .compile import SPELL_LAYOUTS, CompiledFace, compile_text

__all__ = ["main"]


def _lines(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _tiers(path: Path) -> dict[str, dict[str, set[str]]]:
    """Names of the cards of each tier: ad, e, f."""
    out: dict[str, dict[str, set[str]]] = {"ad": {}, "e": {}, "f": {}}
    with path.open(encoding="utf-8") as file:
        next(file)
        for line in file:
            name, *columns = line.rstrip("\n").split("\t")
            for tier, column in zip(("ad", "e", "f"), columns, strict=False):
                if column:
                    out[tier][name] = set(column.split())
    return out


def _shape(text: str) -> str:
    text = re.sub(r"\b\d+\b", "N", text)
    return text[:160]


def main(arguments: list[str] | None = None) -> int:
    """Print what is and isn't understood."""
    options = argparse.ArgumentParser(prog="untap.oracle.coverage", description=__doc__)
    options.add_argument("corpus", type=Path)
    options.add_argument("--families", type=Path)
    options.add_argument("--decks", type=Path)
    options.add_argument("--tier", default="ad", help="which tier's unsupported sentences to list (ad, e, f, all)")
    options.add_argument("--top", type=int, default=40)
    options.add_argument("--by", choices=("sentence", "word"), default="sentence")
    args = options.parse_args(arguments)
    write = sys.stdout.write

    begun = time.perf_counter()
    cards: dict[str, tuple[dict, list[tuple[dict, CompiledFace]]]] = {}
    faces: dict[str, str] = {}
    for card in _lines(args.corpus):
        made = [
            (
                face,
                compile_text(
                    face["name"],
                    face.get("type") or "",
                    face.get("text") or "",
                    n > 0 and card["layout"] in SPELL_LAYOUTS and "Land" not in (face.get("type") or ""),
                ),
            )
            for n, face in enumerate(card["faces"])
        ]
        cards[card["name"]] = (card, made)
        faces.setdefault(card["front"], card["name"])
    spent = time.perf_counter() - begun
    write(f"{len(cards)} cards compiled in {spent:.1f} s\n")

    good = {n: all(f.level != "unsupported" for _, f in made) for n, (_, made) in cards.items()}
    tiers = _tiers(args.families) if args.families else {"ad": {}, "e": {}, "f": {}}
    tiers["all"] = {name: set() for name in cards}
    weights: Counter[str] = Counter()
    decks = []
    if args.decks:
        for deck in _lines(args.decks):
            names = {n if n in cards else faces.get(n, n) for part in ("main", "cmd") for n in deck[part]}
            decks.append((deck["coll"], names))
            weights.update(names)
    for tier, names in tiers.items():
        known = [n for n in names if n in cards]
        if not known:
            continue
        share = sum(good[n] for n in known) / len(known)
        write(f"tier {tier}: {share:7.2%} of {len(known)} cards")
        for coll in ("", "recent"):
            pairs = fine = whole = count = 0
            for c, deck_names in decks:
                if coll and c != coll:
                    continue
                mine = [n for n in deck_names if n in names and not _basic(cards.get(n))]
                count += 1
                pairs += len(mine)
                ok = sum(good.get(n, False) for n in mine)
                fine += ok
                whole += ok == len(mine)
            if pairs:
                write(f"  {coll or 'all decks'}: {fine / pairs:7.2%} pairs, {whole / count:7.2%} decks")
        write("\n")
    counted: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for name in tiers[args.tier]:
        if name not in cards or good[name]:
            continue
        for _, face in cards[name][1]:
            for s in face.sentences:
                if s.level == "unsupported":
                    key = _shape(s.text) if args.by == "sentence" else s.reason
                    counted[key] += max(weights[name], 0) + (0 if weights else 1)
                    examples[key].append(f"{name}: {s.reason}")
    for key, n in counted.most_common(args.top):
        write(f"{n:6d} {key}\n         {'; '.join(examples[key][:2])}\n")
    return 0


def _basic(entry: tuple | None) -> bool:
    return entry is not None and "Basic" in entry[0]["faces"][0]["supertypes"]


if __name__ == "__main__":
    raise SystemExit(main())
