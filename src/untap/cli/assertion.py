"""``untap assert DECK --that CONDITION``."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

from untap.cli import DONE, FAILED, UNDECIDED, InputError
from untap.cli.common import (
    add_deck_options,
    add_scenario_options,
    compile_program,
    note,
    open_table,
    read_deck,
    scenario_items,
    share,
    whole,
    write,
    write_lines,
)
from untap.simulate.stop import MAX_GAMES

#: Games that are played at most, unless the user says.
BUDGET = 1_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "deck", nargs="?", metavar="DECK", help="a decklist; '-': standard input; may stand in the file of conditions"
    )
    parser.add_argument(
        "--that",
        metavar="CONDITION",
        action="append",
        default=[],
        help='"castable(\'Opt\', turn=1) >= 0.8", or "... no worse than main.txt by more than 0.5 points"; any number',
    )
    parser.add_argument("--file", metavar="FILE", help="a TOML file of conditions; options go before it")
    parser.add_argument(
        "--games", metavar="N", type=whole("--games", 1, MAX_GAMES), help=f"games to play at most (default: {BUDGET:,})"
    )
    parser.add_argument(
        "--alpha", metavar="A", type=share("--alpha"), help="chance that any decision is false, at most (default: 0.05)"
    )
    parser.add_argument(
        "--undecided",
        choices=("fail", "pass"),
        help="what undecided conditions are (default: exit code 3)",
    )
    parser.add_argument("--junit", metavar="FILE", help="write JUnit XML, too")
    parser.add_argument("--github", action="store_true", help="print annotations for GitHub's workflows, too")
    parser.add_argument("--threads", metavar="K", type=whole("--threads", 1, 1024), help="default: one a processor")
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    parser.add_argument("--quiet", action="store_true", help="no notes and no progress on stderr")
    add_scenario_options(parser)
    add_deck_options(parser)
    parser.epilog = (
        "Exit codes: 0 all conditions hold, 1 one fails, 2 bad input, 3 one is undecided within the budget. See "
        "docs/gate.md; what can be asked: docs/questions.md."
    )


def run(options: argparse.Namespace) -> int:
    """Play until all is decided."""
    from untap.cli.progress import Progress
    from untap.gate import Decided, GateError, GateFile, decide, read_conditions, read_gate_file
    from untap.gate.output import annotations, junit, lines, to_dict
    from untap.results.files import replacing
    from untap.simulate.executor import default_threads
    from untap.simulate.run import scenario_for

    file = read_gate_file(options.file) if options.file else GateFile(conditions=[])
    conditions = [*read_conditions(options.that), *file.conditions]
    path = options.deck or file.deck
    if not conditions:
        raise InputError("no conditions: say --that \"castable('Opt', turn=1) >= 0.8\", or --file FILE")
    if path is None:
        raise InputError('no deck: name one, or write deck = "..." into the file of conditions')
    given = {name: file.options.get(name) for name in ("games", "seed", "alpha", "undecided")}
    games = _given(options.games, given["games"], BUDGET)
    alpha = _given(options.alpha, given["alpha"], 0.05)
    undecided = _given(options.undecided, given["undecided"], None)
    if undecided not in (None, "fail", "pass"):
        raise GateError(f"{options.file}: undecided is fail or pass, not {undecided!r}")
    seed = given["seed"] if options.seed == 0 and given["seed"] is not None else options.seed
    others = list(dict.fromkeys(c.against for c in conditions if c.against is not None))
    if [path, *others].count("-") > 1:
        raise InputError("only one deck can be standard input ('-')")
    items = {**file.scenario, **scenario_items(options)}
    table = open_table(options)
    program = _program(path, table, options)
    against = {other: _program(other, table, options, commander=False) for other in others}
    with Progress(quiet=options.quiet, bounded=False) as progress:
        outcomes = decide(
            conditions,
            program,
            scenario_for(program, None, {**items, "ask": ()}),
            against=against,
            games=games,
            alpha=alpha,
            seed=seed,
            threads=options.threads or default_threads(),
            progress=progress.update,
        )
        seconds = progress.seconds
    if options.junit:
        with replacing(options.junit) as out:
            out.write(junit(outcomes, program.name, undecided_fails=undecided != "pass").encode())
    if options.json:
        found = [to_dict(outcome) for outcome in outcomes]
        write(json.dumps({"deck": program.name, "alpha": alpha, "seed": seed, "outcomes": found}, indent=1) + "\n")
    else:
        write_lines(lines(outcomes))
    if options.github:
        write_lines(annotations(outcomes, path))
    note(f"decided in {seconds:.2f} s", quiet=options.quiet)
    if any(outcome.decided is Decided.FAILS for outcome in outcomes):
        return FAILED
    if any(outcome.decided is Decided.UNDECIDED for outcome in outcomes):
        return {None: UNDECIDED, "fail": FAILED, "pass": DONE}[undecided]
    return DONE


def _given(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)


def _program(path: str, table: Any, options: argparse.Namespace, *, commander: bool = True) -> Any:
    own = argparse.Namespace(**{**vars(options), "commander": options.commander if commander else []})
    deck = read_deck(path, table, own)
    for diagnostic in deck.diagnostics:
        if diagnostic.severity == "warning":
            note(f"{os.path.basename(path)}: {diagnostic}", quiet=options.quiet)
    return compile_program(deck, table, path, own)
