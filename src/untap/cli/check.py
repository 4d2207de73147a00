"""``untap check DECK`` and ``untap check --all``."""

from __future__ import annotations

import argparse
from typing import Any

from untap.cli import DONE, FAILED, InputError
from untap.cli.common import add_deck_options, load, open_table, show, whole, write_lines


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("deck", metavar="DECK", nargs="?", help="a decklist; '-': standard input")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    add_deck_options(parser)
    group = parser.add_argument_group("all cards")
    group.add_argument("--all", action="store_true", help="how much of the card table is simulated as printed")
    group.add_argument(
        "--families", metavar="FILE", help="cards by tier and family (tab-separated: name, tiers_a_to_d, ...)"
    )
    group.add_argument("--decks", metavar="FILE", help="a collection of decks, a JSON object a line; also as .gz")
    group.add_argument("--top", metavar="N", type=whole("--top", 0), default=40, help="cards to list (default: 40)")
    group.add_argument("--list", metavar="TIER", default="a-d", help="the tier whose cards are listed (default: a-d)")
    parser.epilog = "With --strict, exit code 1 if a sentence that could matter isn't supported."


def run(options: argparse.Namespace) -> int:
    """List what was read and what isn't exact."""
    if options.all:
        if options.deck is not None:
            raise InputError("--all looks at all cards: leave the deck out")
        return _all(options)
    for name in ("families", "decks"):
        if getattr(options, name) is not None:
            raise InputError(f"--{name} goes with --all")
    if options.deck is None:
        raise InputError("name a DECK, or say --all")
    return _deck(options)


def _deck(options: argparse.Namespace) -> int:
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


# ----------------------------------------------------------------------------------------- all cards


def _all(options: argparse.Namespace) -> int:
    from untap.program import coverage

    try:
        tiers = coverage.read_families(options.families) if options.families else {}
        decks = coverage.read_collection(options.decks) if options.decks else []
    except coverage.CoverageError as error:
        raise InputError(str(error)) from None
    if options.list != "all" and options.families and options.list not in tiers:
        raise InputError(f"--list is one of {', '.join([*tiers, 'all'])}, not {options.list!r}")
    found = coverage.survey(open_table(options).cards())
    selections: dict[str, Any] = {f"tier {tier}": cards.keys() for tier, cards in tiers.items()}
    selections["all cards"] = found.levels.keys()
    by_family: dict[str, set[str]] = {}
    for cards in tiers.values():
        for name, families in cards.items():
            for family in families:
                by_family.setdefault(family, set()).add(name)
    shares = coverage.shares(found, selections, decks)
    families = [s for s in coverage.shares(found, dict(sorted(by_family.items())), decks) if not s.group]
    listed = tiers.get(options.list, found.levels) if options.list != "all" else found.levels
    worst = coverage.unsupported(found, listed, decks)
    if options.json:
        _print_json(shares, families, worst)
    else:
        show(_report(len(found.levels), bool(decks), shares, families, worst, options))
    return DONE


def _print_json(shares: list[Any], families: list[Any], worst: list[Any]) -> None:
    import json
    from dataclasses import asdict

    data = {
        "shares": [asdict(s) for s in shares],
        "families": [asdict(s) for s in families],
        "unsupported": [
            {
                "card": name,
                "decks": n,
                "clauses": [
                    {"face": c.face, "line": c.line, "sentence": c.sentence, "reason": c.reason} for c in notes
                ],
            }
            for n, name, notes in worst
        ],
    }
    write_lines([json.dumps(data, ensure_ascii=True, indent=1)])


def _report(
    number: int, has_decks: bool, shares: list[Any], families: list[Any], worst: list[Any], options: Any
) -> Any:
    from untap.report.model import Column, Report, Table, cells
    from untap.report.numbers import count, percent

    def part(counts: tuple[int, int, int], which: int) -> str:
        return percent(counts[which] / counts[0]) if counts[0] else "-"

    measures = [("cards", "cards")] + ([("pairs", "pairs"), ("decks", "decks")] if has_decks else [])
    grouped = any(s.group for s in shares)
    columns = [Column("", "left")] + ([Column("group", "left", flexible=True)] if grouped else [])
    for _, title in measures:
        columns += [Column(title), Column("no gap %"), Column("exact %")]

    def row(s: Any, *labels: str) -> Any:
        texts = list(labels)
        for attribute, _ in measures:
            counts = getattr(s, attribute)
            texts += [f"{counts[0]:,}", part(counts, 1), part(counts, 2)]
        return cells(*texts)

    blocks = [
        Table(
            "By tier",
            tuple(columns),
            tuple(row(s, s.label, *([s.group or "all"] if grouped else [])) for s in shares),
            "no gap: nothing unsupported; exact: all sentences exact or inert"
            + ("; pairs of deck and card without basic lands; decks over their cards of the tier" if has_decks else ""),
        )
    ]
    if families:
        blocks.append(
            Table("By family", (columns[0], *columns[1 + grouped :]), tuple(row(s, s.label) for s in families))
        )
    if options.top and worst:
        blocks.append(
            Table(
                f"Not supported ({options.list if options.families else 'all'})",
                (Column("decks"), Column("card", "left"), Column("clause", "left", flexible=True)),
                tuple(cells(f"{n:,}", name, _clauses(notes)) for n, name, notes in worst[: options.top]),
                f"{count(len(worst), 'card')} in all" if len(worst) > options.top else "",
            )
        )
    return Report("Coverage", (f"{count(number, 'card')} of the table",), tuple(blocks))


def _clauses(notes: Any) -> str:
    """Each clause by its line, with the reason; the same reason once."""
    lines: dict[str, list[int]] = {}
    for n in notes:
        lines.setdefault(n.reason or n.level, []).append(n.line)
    return "; ".join(f"line {', '.join(str(k) for k in dict.fromkeys(at))}: {why}" for why, at in lines.items())
