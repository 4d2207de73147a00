"""``untap check DECK``."""

from __future__ import annotations

import argparse

from untap.cli import DONE, FAILED
from untap.cli.common import add_deck_options, load, write_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("deck", metavar="DECK", help="a decklist; '-': standard input")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    add_deck_options(parser)
    parser.epilog = "With --strict, exit code 1 if a sentence that could matter isn't supported."


def run(options: argparse.Namespace) -> int:
    """List what was read and what isn't exact."""
    from untap.report import notes_blocks
    from untap.report.numbers import count
    from untap.results.model import card_notes

    options.quiet = True  # diagnostics are this verb's own output
    strict, options.strict = options.strict, False
    deck, program, _ = load(options)
    notes = card_notes(program.notes)
    unsupported = [n for n in notes if n.level in ("unsupported", "text missing")]
    if options.json:
        import json

        found = {
            "deck": program.name,
            "format": deck.format,
            "cards": sum(card.count for card in program.cards),
            "diagnostics": [
                {"line": d.line, "severity": d.severity, "message": d.message, "suggestion": d.suggestion}
                for d in deck.diagnostics
            ],
            "warnings": list(program.warnings),
            "notes": [n.to_dict() for n in notes],
            "sha256": program.digest,
        }
        write_lines([json.dumps(found, ensure_ascii=True, indent=1)])
    else:
        cards = sum(card.count for card in program.cards)
        lines = [f"{program.name}: {count(cards, 'card')}, {count(len(program.cards), 'name')}, read as {deck.format}"]
        lines += [str(d) for d in deck.diagnostics]
        lines += [f"warning: {text}" for text in program.warnings]
        for block in notes_blocks(notes):
            lines += ["", block.title, *(f"  {line}" for line in block.lines)]
        inert = sum(n.level == "inert" for n in notes)
        if inert:
            lines += ["", f"{count(inert, 'more sentence')} can't touch mana, lands, costs or cards seen"]
        if not notes:
            lines.append("every sentence of every card is simulated exactly")
        write_lines(lines)
    return FAILED if strict and (unsupported or deck.warnings or program.warnings) else DONE
