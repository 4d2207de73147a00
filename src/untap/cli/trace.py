"""``untap trace DECK --game N``."""

from __future__ import annotations

import argparse

from untap.cli import DONE, InputError
from untap.cli.common import add_deck_options, add_scenario_options, load, scenario_items, whole, write_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("deck", metavar="DECK", nargs="?", help="a decklist; '-': standard input; none: a sample deck")
    number = whole("--game", 0, 2**62)
    parser.add_argument("--game", metavar="N", type=number, default=0, help="the game's number, from 0")
    parser.add_argument("--events", action="store_true", help="the core's events as JSON instead of a story")
    add_scenario_options(parser)
    add_deck_options(parser)


def run(options: argparse.Namespace) -> int:
    """Play one game again and tell it."""
    from untap import _core
    from untap.report.narrate import narrate
    from untap.simulate import seed_key
    from untap.simulate.prepare import aim_of, hand_rule
    from untap.simulate.run import scenario_for

    items = scenario_items(options)
    _, program, _ = load(options)
    scenario = scenario_for(program, None, items)
    try:
        hands, aim = hand_rule(program, scenario), aim_of(program, scenario)
    except ValueError as error:
        raise InputError(str(error)) from error
    key = seed_key(options.seed)
    entries, outcome = _core.trace_game(program, key, options.game, hands=hands, aim=aim, **scenario.to_core())
    if options.events:
        import json

        write_lines([json.dumps({"events": entries, "outcome": outcome})])
        return DONE
    side = scenario.order if scenario.order != "both" else ("draw" if options.game % 2 else "play")
    write_lines([f"{program.name}: game {options.game} of seed {options.seed}, on the {side}"])
    write_lines(narrate(program, entries, outcome))
    return DONE
