"""Compare this build's speed with a stored baseline, and fail where it has become slower.

    python -m benchmarks.gate                 # measure, compare with benchmarks/baseline.json: exit code 1 if slower
    python -m benchmarks.gate --save          # measure and store that as the baseline
    python -m benchmarks.gate --counter none  # only ratios

Two figures a deck, neither of which hangs on how fast the machine is: the *ratio* of the core's speed to that of the
NumPy baseline timed between its rounds, and *instructions a game*, counted by ``perf`` or ``valgrind`` where one is.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.test_speed import BASELINE_GAMES, DECKS, GAMES, KEY, Case, basics
from untap._core import CoreProgram
from untap.cards import CardDataError, CardTable
from untap.decks import parse_deck
from untap.program.compile import compile_deck

STORED = Path(__file__).with_name("baseline.json")
#: A ratio may fall by so much: other work on the machine hits the core harder than NumPy.
RATIO_TOLERANCE = 0.4
#: Instructions a game may grow by so much; counted again on the same build, they differ by less than 1 %.
INSTRUCTIONS_TOLERANCE = 0.03
ROUNDS = 5
#: Games by which two counted runs differ: enough that what else they do doesn't matter.
COUNTED = {"basics60": 40_000, "mono60": 40_000, "bant60": 600, "edh5c": 100}
COUNTERS = ("auto", "perf", "valgrind", "none")

Figures = dict[str, dict[str, float]]


class CounterError(RuntimeError):
    """A counter that was asked for can't count."""


def make_case(name: str, table: CardTable | None) -> Case | None:
    """The deck to time, or None where it needs a card table and there is none."""
    if name == "basics60":
        arrays = basics()
        case = Case(name, CoreProgram(arrays), 60, 24)
    elif table is None:
        return None
    else:
        program = compile_deck(parse_deck(DECKS[name]), table)
        arrays = program.arrays
        cards = sum(c.count for c in program.cards)
        lands = sum(c.count for c in program.cards if c.land)
        case = Case(name, program.core, cards, lands, commander=name.startswith("edh"))
    case.arrays = arrays
    return case


def open_table() -> CardTable | None:
    """The card table, if there is one."""
    try:
        return CardTable.open()
    except CardDataError:
        return None


# ------------------------------------------------------------------------------------- measuring


def ratio(case: Case, games: int, rounds: int = ROUNDS, play: Callable[[int], Any] | None = None) -> float:
    """The core's speed over the baseline's: the best round of each, timed in turns."""
    play = play or case.play
    core, numpy = [], []
    play(min(games, 100))
    for k in range(rounds):
        begin = perf_counter()
        case.count_lands(BASELINE_GAMES, seed=k)
        middle = perf_counter()
        play(games)
        core.append((perf_counter() - middle) / games)
        numpy.append((middle - begin) / BASELINE_GAMES)
    return min(numpy) / min(core)


def find_counter(wanted: str) -> str | None:
    """The counter to use, or None.

    Raises
    ------
    CounterError
        If the one that is wanted isn't there.
    """
    if wanted == "none":
        return None
    for name in ("perf", "valgrind") if wanted == "auto" else (wanted,):
        if shutil.which(name) and _count(name, [sys.executable, "-c", ""]) is not None:
            return name
    if wanted == "auto":
        return None
    raise CounterError(f"{wanted} can't count instructions here")


def _count(counter: str, command: Sequence[str]) -> int | None:
    """Instructions of a command."""
    # the same hashes, allocator and threads each time
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONMALLOC": "malloc", "OMP_NUM_THREADS": "1"}
    wrapped = {
        "perf": ["perf", "stat", "-x", ",", "-e", "instructions:u", *command],
        "valgrind": ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command],
    }[counter]
    done = subprocess.run(wrapped, capture_output=True, text=True, env=environment, check=False)
    pattern = r"^(\d+),.*instructions" if counter == "perf" else r"I\s+refs:\s+([\d,]+)"
    found = re.search(pattern, done.stderr, re.MULTILINE)
    return int(found[1].replace(",", "")) if found and done.returncode == 0 else None


def instructions(case: Case, counter: str, *, slow: int = 1, games: int | None = None) -> float:
    """Instructions a game: those of a run less those of a shorter one, so that starting up doesn't count.

    Raises
    ------
    CounterError
        If they can't be counted.
    """
    games = games or COUNTED[case.name]
    counts = []
    with TemporaryDirectory() as folder:
        path = Path(folder, "program")
        path.write_bytes(pickle.dumps((case.arrays, KEY, case.options)))
        for n in (100, 100 + games):
            command = [sys.executable, str(Path(__file__).with_name("play.py")), str(path), str(n), str(slow)]
            count = _count(counter, command)
            if count is None:
                raise CounterError(f"{counter} can't count the instructions of {case.name}")
            counts.append(count)
    return (counts[1] - counts[0]) / games


def measure(names: Sequence[str], counter: str | None) -> Figures:
    """The figures of decks; those that can't be played here are left out."""
    table, found = open_table(), {}
    for name in names:
        case = make_case(name, table)
        if case is None:
            print(f"{name}: left out, there is no card table", file=sys.stderr)
            continue
        found[name] = {"ratio": round(ratio(case, GAMES[name]), 4)}
        if counter is not None:
            found[name][f"instructions_{counter}"] = round(instructions(case, counter), 1)
    return found


# ------------------------------------------------------------------------------------- comparing


def compare(
    now: Figures, stored: Mapping[str, Mapping[str, float]], tolerance: float, instructions: float
) -> list[str]:
    """What has become slower; nothing if all is well.

    Parameters
    ----------
    now, stored
        Figures by deck. What only one of them has isn't compared.
    tolerance : float
        By how much of it a ratio may fall.
    instructions : float
        By how much of it instructions a game may grow.
    """
    slower = []
    for name, figures in now.items():
        for key, value in figures.items():
            before = stored.get(name, {}).get(key)
            if before is None:
                continue
            if key == "ratio":
                if value < before * (1 - tolerance):
                    slower.append(f"{name}: {value:.4f} of NumPy's speed, it was {before:.4f}")
            elif value > before * (1 + instructions):
                slower.append(f"{name}: {value:,.0f} instructions a game ({key[13:]}), it was {before:,.0f}")
    return slower


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gate."""
    parser = argparse.ArgumentParser(prog="benchmarks.gate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("decks", nargs="*", metavar="DECK", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--save", action="store_true", help="store the figures as the baseline")
    parser.add_argument("--baseline", type=Path, default=STORED, metavar="FILE")
    parser.add_argument("--counter", choices=COUNTERS, default="auto")
    parser.add_argument("--tolerance", type=float, default=RATIO_TOLERANCE, help="of ratios (default: %(default)s)")
    parser.add_argument(
        "--instructions", type=float, default=INSTRUCTIONS_TOLERANCE, help="of instructions (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    unknown = [name for name in options.decks if name not in GAMES]
    if unknown:
        parser.error(f"there is no deck {unknown[0]!r}: there are {', '.join(GAMES)}")
    try:
        counter = find_counter(options.counter)
        if counter is None and options.counter != "none":
            print("neither perf nor valgrind can count instructions here: only ratios are compared", file=sys.stderr)
        now = measure(options.decks or list(GAMES), counter)
    except CounterError as error:
        parser.error(str(error))
    for name, figures in now.items():
        print(f"{name}: " + ", ".join(f"{key} {value:,}" for key, value in figures.items()))
    try:
        stored = json.loads(options.baseline.read_text("utf-8"))
    except FileNotFoundError:
        stored = {}
    except ValueError as error:
        parser.error(f"{options.baseline} is no baseline: {error}")
    if options.save:
        merged = {name: {**stored.get(name, {}), **now.get(name, {})} for name in GAMES if name in {*stored, *now}}
        options.baseline.write_text(json.dumps(merged, indent=1) + "\n", "utf-8")
        print(f"stored in {options.baseline}")
        return 0
    if not any(name in stored for name in now):
        parser.error(f"{options.baseline} has nothing to compare with: run with --save first")
    slower = compare(now, stored, options.tolerance, options.instructions)
    for line in slower:
        print(f"slower: {line}", file=sys.stderr)
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
