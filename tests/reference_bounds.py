"""Published bounds of players who know the library's order, against the ceiling and the honest player.

``python -m tests.reference_bounds FILE.jsonl [--games N] [--verbose]``

The entries of kind ``simulated upper bound`` give, for decks of real cards, P(card castable by turn t | in the kept
opening hand) of the best line that knows the draws. On N games a card and deck the ceiling's share should agree with it
(z with both errors), and the player with the aim ``card:NAME`` may not exceed it. The last lines give the mean gap of
the player, and of the default aim, below the ceiling by deck. Lists of more than 60 cards go on with the sideboard,
which the published games were played without.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import defaultdict
from typing import Any

from tests.reference_numbers import OTHERWISE, on_play, rule_of

#: Standard errors within which the ceiling agrees, and above which the player would exceed a bound.
SIGMAS = 4.0


def bounds(path: str) -> dict[tuple[str, bool], list[dict[str, Any]]]:
    """The file's bounds by deck and order of play."""
    out = defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            if entry["kind"] == "simulated upper bound" and isinstance(entry["deck"], str):
                out[entry["deck"], on_play(entry)].append(entry)
    return out


def main_deck(deck: str) -> list[str]:
    """The lines of a deck's first 60 cards."""
    lines, left = [], 60
    for n, name in re.findall(r"(\d+)x? ([^;]+)", deck):
        if take := min(int(n), left):
            lines.append(f"{take} {name}")
        left -= take
    return lines


def z_score(ours: float, n: int, value: float, tolerance: float) -> float:
    """Standard errors between a share of n games and a published one, whose tolerance is taken as 4 standard errors."""
    p = min(max(value, 0.5 / n), 1 - 0.5 / n)
    return (ours - value) / math.hypot(math.sqrt(p * (1 - p) / n), tolerance / 4)


def run(path: str, games: int, *, verbose: bool = False, out: Any = None) -> dict[str, int]:
    """Compare all bounds; how many agree, exceed and so on."""
    import untap
    from untap.cards import CardTable
    from untap.program.compile import compile_deck
    from untap.simulate import Scenario
    from untap.simulate.yardstick import yardsticks

    out = out or sys.stdout
    table = CardTable.open()
    counts = dict.fromkeys(("entries", "ceiling agrees", "ceiling below", "ceiling above", "player exceeds"), 0)
    for number, ((deck, play), entries) in enumerate(bounds(path).items(), 1):
        lines = main_deck(deck)
        program = compile_deck(untap.parse_deck("\n".join(lines)), table)
        wanted = {entry["event"]["card"] for entry in entries} - set(OTHERWISE)
        scenario = Scenario(
            turns=max(entry["event"]["turn"] for entry in entries),
            order="play" if play else "draw",
            mulligan=rule_of(entries[0]),
            format="constructed",
        )
        found = {one.card: one for one in yardsticks(program, scenario, games, seed=1, cards=tuple(wanted))}
        gaps, default = [], []
        for entry in entries:
            event = entry["event"]
            if event["card"] not in found:
                continue
            one = found[event["card"]]
            shares = {who: one.share(who, event["turn"]) for who in ("ceiling", "player", "curve", "naive")}
            z = {who: z_score(share, one.games, entry["value"], entry["tolerance"]) for who, share in shares.items()}
            counts["entries"] += 1
            side = "agrees" if abs(z["ceiling"]) < SIGMAS else "below" if z["ceiling"] < 0 else "above"
            counts[f"ceiling {side}"] += 1
            counts["player exceeds"] += z["player"] > SIGMAS
            gaps.append(shares["ceiling"] - shares["player"])
            default.append(shares["ceiling"] - shares["curve"])
            if verbose or side != "agrees" or z["player"] > SIGMAS:
                row = " ".join(f"{who} {100 * share:.1f} (z {z[who]:+.1f})" for who, share in shares.items())
                out.write(f"{entry['id']} {event['card']} by {event['turn']}: {100 * entry['value']:.1f}; {row}\n")
        mean = [100 * sum(part) / max(1, len(part)) for part in (gaps, default)]
        lands = lines[0] if lines else ""
        out.write(
            f"deck {number} ({lands}, ...; {'play' if play else 'draw'}): mean gap below the ceiling "
            f"{mean[0]:.2f} points, default aim {mean[1]:.2f}; {len(gaps)} figures\n"
        )
        out.flush()
    out.write(", ".join(f"{what}: {n}" for what, n in counts.items()) + "\n")
    return counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    done = run(options.file, options.games, verbose=options.verbose)
    sys.exit(1 if done["player exceeds"] or done["ceiling below"] or done["ceiling above"] else 0)
