"""What several verbs need: arguments, decks, output."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from untap.cli import DONE, INTERRUPTED, InputError

if TYPE_CHECKING:
    from untap.cards import CardTable
    from untap.decks import Deck
    from untap.program.compile import Program

#: The deck that is simulated where none is named.
SAMPLE = "sample-deck.txt"


# ------------------------------------------------------------------------------------- arguments


def whole(what: str, least: int, most: int | None = None) -> Callable[[str], int]:
    """An argument type: a whole number in a range; ``1_000`` and ``1,000`` and ``1e6`` are numbers, too."""

    def convert(text: str) -> int:
        plain = text.strip().replace("_", "").replace(",", "")
        try:
            number = int(plain)
        except ValueError:
            try:
                value = float(plain)
                number = int(value)
                if number != value:
                    raise ValueError
            except (ValueError, OverflowError):
                raise argparse.ArgumentTypeError(f"{what} is a whole number, not {text!r}") from None
        if number < least or (most is not None and number > most):
            span = f"{least} or more" if most is None else f"{least} to {most:,}"
            raise argparse.ArgumentTypeError(f"{what} must be {span}, not {number}")
        return number

    return convert


def numbers(text: str) -> tuple[int, ...]:
    """An argument type: whole numbers with commas between."""
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"numbers with commas between, not {text!r}") from None


def share(what: str, least: float = 0.0, below: float = 1.0) -> Callable[[str], float]:
    """An argument type: a proportion, as ``0.01`` or ``1%``; from `least`, or above 0, to below `below`."""

    def convert(text: str) -> float:
        try:
            percent = text.rstrip().endswith("%")
            number = float(text.rstrip().removesuffix("%")) / (100 if percent else 1)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{what} is a number such as 0.01 or 1%, not {text!r}") from None
        if not (0 < number < below and number >= least):
            span = f"from {100 * least:g}% to below {100 * below:g}%" if least else f"between 0 and {below:g}"
            raise argparse.ArgumentTypeError(f"{what} must be {span}, not {text}")
        return number

    return convert


def add_deck_options(parser: argparse.ArgumentParser) -> None:
    """Options of verbs that read a deck."""
    group = parser.add_argument_group("the deck")
    group.add_argument(
        "--commander", metavar="NAME", action="append", default=[], help="this card of the list is the commander"
    )
    group.add_argument(
        "--unknown",
        choices=("error", "blank"),
        default="error",
        help="names that the card table hasn't: an error (default), or cards that do nothing",
    )
    group.add_argument("--strict", action="store_true", help="what is merely unusual about the deck is an error")
    group.add_argument("--table", metavar="FILE", help="a certain card table")
    group.add_argument(
        "--cards", metavar="FILE", help="a TOML file of cards of your own (default: DECK with .cards.toml, if there)"
    )


def add_scenario_options(parser: argparse.ArgumentParser, *, turns: bool = True) -> None:
    """Options of verbs that play."""
    from untap.simulate.scenario import FORMATS, MAX_PLAYERS, MAX_TURNS

    group = parser.add_argument_group("the game")
    if turns:
        group.add_argument(
            "--turns", metavar="T", type=whole("--turns", 1, MAX_TURNS), help="turns to play (default: 7)"
        )
    order = group.add_mutually_exclusive_group()
    for name, about in (
        ("play", "go first"),
        ("draw", "go second"),
        ("both", "half of the games each (default for two)"),
    ):
        order.add_argument(f"--{name}", dest="order", action="store_const", const=name, help=about)
    group.add_argument(
        "--mulligan", metavar="RULE", help="a mulligan rule: 'london' by default; a wrong name lists them"
    )
    group.add_argument(
        "--keep", metavar="RULE", help="keep hands of which this is true, e.g. \"2 <= lands <= 5 and sources('U') > 0\""
    )
    group.add_argument(
        "--aim", metavar="AIM", help="what the player plays for: curve (default), mana, spend, or card:NAME"
    )
    group.add_argument(
        "--target-turn",
        dest="targets",
        metavar="CARD=T",
        action="append",
        help="this card is on curve on turn T, not on that of its mana value; any number",
    )
    group.add_argument(
        "--opponents", metavar="N", type=whole("--opponents", 0, MAX_PLAYERS - 1), help="1, or 3 with a commander"
    )
    group.add_argument("--opponent-colors", metavar="COLORS", help="of their lands, e.g. UBR (default: they have none)")
    group.add_argument(
        "--opponent-lands", metavar="N,N,...", type=numbers, help="of each opponent after its first, second, ... turn"
    )
    group.add_argument(
        "--apart",
        action="store_true",
        help="count what is drawn and cast card by card, also of cards that are castable alike; slower",
    )
    group.add_argument("--format", choices=tuple(FORMATS), help="sets opponents, life and the free mulligan")
    group.add_argument("--scenario", "--config", metavar="FILE", help="a TOML file with these; options go before it")
    group.add_argument("--seed", metavar="S", type=whole("--seed", 0), default=0, help="of the shuffles (default: 0)")


def add_run_options(parser: argparse.ArgumentParser, precision: str) -> None:
    """Options of verbs that play many games; `precision` says what is to be known how well."""
    from untap.simulate.stop import DEFAULT_GAMES, MAX_GAMES, MAX_PRECISION, MIN_PRECISION

    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--games",
        metavar="N",
        type=whole("--games", 1, MAX_GAMES),
        help=f"games to play (default: {DEFAULT_GAMES:,})",
    )
    how_many.add_argument(
        "--precision", metavar="P", type=share("--precision", MIN_PRECISION, MAX_PRECISION), help=precision
    )
    parser.add_argument("--threads", metavar="K", type=whole("--threads", 1, 1024), help="default: one a processor")
    parser.add_argument("--quiet", action="store_true", help="no notes and no progress on stderr")


def scenario_items(options: argparse.Namespace) -> dict[str, Any]:
    """What the options say about the scenario, as keyword arguments of `Scenario`."""
    from untap.simulate import mulligan_rule, read_scenario

    items: dict[str, Any] = read_scenario(options.scenario) if options.scenario else {}
    for name in ("turns", "order", "format", "aim", "opponent_colors", "opponent_lands"):
        if getattr(options, name, None) is not None:
            items[name] = getattr(options, name)
    if options.mulligan is not None:
        mulligan_rule(options.mulligan)
        items["mulligan"] = options.mulligan
    if options.keep is not None:
        rule = items.get("mulligan", "london")
        items["mulligan"] = {**(rule if isinstance(rule, dict) else {"preset": rule}), "keep_if": options.keep}
    if options.opponents is not None:
        items["players"] = options.opponents + 1
    if options.apart:
        items["apart"] = True
    if getattr(options, "targets", None):
        items["targets"] = {**items.get("targets", {}), **dict(_target(text) for text in options.targets)}
    return items


def _target(text: str) -> tuple[str, int]:
    name, equals, turn = text.rpartition("=")
    if not equals or not name.strip() or not turn.strip().isdecimal():
        raise InputError(f"--target-turn is a card and a turn, such as 'Wrath of God=5', not {text!r}")
    return name.strip(), int(turn)


# ------------------------------------------------------------------------------------- decks


def note(message: str, *, quiet: bool = False) -> None:
    """A line on stderr."""
    if not quiet:
        with contextlib.suppress(OSError):  # nobody reads it
            sys.stderr.write(f"untap: {message}\n")


def sample_path() -> str:
    """Where the bundled sample deck is."""
    from importlib.resources import files

    return str(files("untap") / "data" / SAMPLE)


def open_table(options: argparse.Namespace) -> CardTable:
    """The card table that the options name, or the usual one."""
    from untap.cards import CardTable

    table = CardTable.open(getattr(options, "table", None))
    if getattr(table, "note", ""):
        note(table.note)
    return table


def read_deck(path: str, table: CardTable, options: argparse.Namespace) -> Deck:
    """The deck of a file, with the commanders that the options name."""
    from untap.decks import read_deck as read

    deck = read(path, known=table.__contains__)
    if options.commander:
        return deck.with_commanders(options.commander)
    if deck.commander_hints and not deck.commanders:
        hint = deck.commander_hints[0]
        note(
            f"no commander is marked; if it is {hint!r}, say --commander {hint!r}",
            quiet=getattr(options, "quiet", False),
        )
    return deck


def overrides(path: str, options: argparse.Namespace) -> list[Any] | None:
    """Cards of the user's own: of the file named, or of the one beside the deck."""
    from untap.cards.overrides import find_overrides, read_overrides

    named = options.cards or (find_overrides(path) if path != "-" else None)
    return read_overrides(named) if named else None


def compile_program(deck: Deck, table: CardTable, path: str, options: argparse.Namespace) -> Program:
    """The program of a deck."""
    from untap.program.compile import compile_deck

    if options.strict and deck.warnings:
        raise InputError(f"{deck.warnings[0]} (an error with --strict)")
    return compile_deck(
        deck,
        table,
        unknown=options.unknown,
        strict=options.strict,
        overrides=overrides(path, options),
        format=getattr(options, "format", None),
    )


def load(options: argparse.Namespace) -> tuple[Deck, Program, str]:
    """Deck, program and path of the options' ``deck``; the sample where none is named."""
    return load_path(options.deck if options.deck is not None else sample_path(), open_table(options), options)


def load_path(path: str, table: CardTable, options: argparse.Namespace) -> tuple[Deck, Program, str]:
    """Deck, program and path of a decklist; ``-`` is standard input."""
    deck = read_deck(path, table, options)
    for diagnostic in deck.diagnostics:
        if diagnostic.severity == "warning":
            note(str(diagnostic), quiet=getattr(options, "quiet", False))
    return deck, compile_program(deck, table, path, options), path


# ------------------------------------------------------------------------------------- playing


def played(options: argparse.Namespace, play: Callable[..., Any]) -> tuple[Any, int, float]:
    """What a run returns, the exit code so far and the seconds it took; after an interruption, what was finished.

    `play` is called with games, precision, seed, threads and progress.
    """
    from untap.cli.progress import Progress
    from untap.report.numbers import count
    from untap.simulate import Interrupted

    code = DONE
    with Progress(quiet=options.quiet, bounded=options.precision is None) as progress:
        try:
            result = play(
                games=options.games,
                precision=options.precision,
                seed=options.seed,
                threads=options.threads,
                progress=progress.update,
            )
        except Interrupted as stop:
            if stop.result is None:
                raise
            result, code = stop.result, INTERRUPTED
        except ValueError as error:
            raise InputError(str(error)) from error
        seconds = progress.seconds
    if code == INTERRUPTED:
        note(f"interrupted after {count(result.games, 'game')}: this is what they show", quiet=options.quiet)
    return result, code, seconds


# ------------------------------------------------------------------------------------- output


def add_output_options(parser: argparse.ArgumentParser, *, tables: bool = False) -> None:
    """Options of verbs that report."""
    from untap.results.frames import TABLES

    group = parser.add_argument_group("the output")
    shown = group.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print everything as JSON")
    shown.add_argument("--csv", action="store_true", help="print a table as CSV")
    group.add_argument("--parquet", metavar="FILE", help="also write that table as Parquet (extra 'frames')")
    group.add_argument("--html", metavar="FILE", help="also write a report as one HTML file (extra 'html')")
    if tables:
        group.add_argument(
            "--full",
            action="store_true",
            help="print more tables: castable given lands or the card, what is really cast, flood, the untap step",
        )
        group.add_argument(
            "--table-of",
            dest="table_name",
            metavar="WHAT",
            choices=TABLES,
            help=f"the table of --csv and --parquet: {', '.join(TABLES)} (default: castable)",
        )


def put_result(options: argparse.Namespace, result: Any, seconds: float) -> None:
    """A result in the forms that the options ask for."""
    from untap.report.numbers import count

    table = options.table_name or "castable"
    _files(options, lambda: result.to_records(table), result)
    if options.json:
        write(result.to_json() + "\n")
    elif options.csv:
        write_csv(result.to_records(table))
    else:
        from untap.report import report

        show(report(result, full=getattr(options, "full", False)))
    note(f"{count(result.games, 'game')} in {seconds:.2f} s", quiet=options.quiet)


def put_comparison(options: argparse.Namespace, comparison: Any, seconds: float, *, swaps: bool = False) -> None:
    """A comparison in the forms that the options ask for."""
    from untap.report.numbers import count

    _files(options, comparison.to_records, comparison)
    if options.json:
        write(comparison.to_json() + "\n")
    elif options.csv:
        write_csv(comparison.to_records())
    else:
        from untap.report.compare import comparison_report, swaps_report

        show(swaps_report(comparison) if swaps else comparison_report(comparison))
    each = f"{count(comparison.games, 'game')} each of {count(len(comparison.results), 'deck')}"
    note(f"{each} in {seconds:.2f} s", quiet=options.quiet)


def check_files(options: argparse.Namespace) -> None:
    """Before anything is played: whether the report can be made and has a folder to stand in."""
    if not options.html:
        return
    from untap.report.html import require

    try:
        require()
    except ImportError as error:
        raise InputError(str(error)) from error
    folder = Path(options.html).absolute().parent
    if not folder.is_dir():
        raise InputError(f"--html {options.html}: there is no folder {folder}")


def _files(options: argparse.Namespace, records: Callable[[], list[dict[str, Any]]], what: Any) -> None:
    if options.parquet:
        from untap.results.frames import write_parquet

        try:
            write_parquet(records(), options.parquet)
        except ImportError as error:
            raise InputError(str(error)) from error
    if options.html:
        from untap.report.html import to_html

        try:
            text = to_html(what)
        except ImportError as error:
            raise InputError(str(error)) from error
        with open(options.html, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


def write_csv(records: Iterable[dict[str, Any]]) -> None:
    """Rows as CSV on stdout: a header, plain numbers, nothing for what there isn't."""
    from untap.results.frames import to_csv

    write(to_csv(list(records)))


def utf8(stream: Any) -> bool:
    """Whether a stream takes any character."""
    return (getattr(stream, "encoding", "") or "").lower().replace("-", "").startswith("utf")


def write(text: str) -> None:
    """Text on stdout; characters that its encoding lacks become ``?``."""
    if not utf8(sys.stdout):
        encoding = sys.stdout.encoding or "ascii"
        text = text.encode(encoding, "replace").decode(encoding)
    sys.stdout.write(text)


def write_lines(lines: Iterable[str]) -> None:
    """Lines on stdout."""
    write("".join(f"{line}\n" for line in lines))


def show(report: Any) -> None:
    """A report on stdout: with colours on a terminal, plain elsewhere."""
    from untap.report import console, render, to_text

    if sys.stdout.isatty() and utf8(sys.stdout):
        render(report, console(sys.stdout))
    else:
        write(to_text(report, ascii=not utf8(sys.stdout)))
