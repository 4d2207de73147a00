"""The shell's face: ``untap VERB ...``, one file a verb, imported when it is used."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import IO, Any, NoReturn

from untap._version import __version__

#: Exit codes.
DONE, FAILED, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130

#: Verbs and what they do.
VERBS = {
    "simulate": "play many games with a deck and say what it can cast, when, and why not",
    "compare": "play the same games with two or more decks and say what differs",
    "assert": "decide conditions on a deck, with a bounded chance of error: a gate for CI",
    "batch": "play many decks, interruptible, on one machine or many; tables of results",
    "deck": "write a decklist in another format",
    "check": "say what of a decklist can't be read or isn't simulated exactly",
    "explain": "show a card's abilities in untap's notation and how well each sentence is supported",
    "trace": "tell one game, turn by turn",
    "sources": "print how many sources of a colour a cost needs (exact, no deck)",
    "cards": "make or renew the table of cards",
}

#: Modules of verbs whose names they can't have.
_MODULES = {"assert": "assertion"}


def _module(verb: str) -> Any:
    return import_module(f"untap.cli.{_MODULES.get(verb, verb)}")


class InputError(Exception):
    """Bad input that a verb has found: one message, exit code 2."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is sys.stdout:
            file.write(message)  # argparse says nothing of what can't be written
        else:
            super()._print_message(message, file)


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The options. Only those verbs are imported that are among the arguments."""
    parser = _Parser(
        prog="untap",
        description="Can this deck cast its cards on time, and if not, why? Monte Carlo simulation of mana in Magic: "
        "The Gathering.",
        epilog="Exit codes: 0 done, 1 a stated condition failed, 2 bad input, 3 undecided, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"untap {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    for name, about in VERBS.items():
        verb = verbs.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
        if name in arguments:
            _module(name).configure(verb)
    options, rest = parser.parse_known_args(arguments)
    if rest:
        what = "option" if rest[0].startswith("-") else "argument"
        verbs.choices[options.verb].error(f"{' '.join(rest)}: no such {what}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default the process's own.

    Returns
    -------
    int
        The exit code.
    """
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed: what is written goes nowhere
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    try:
        options = _parse(arguments)
        code = _module(options.verb).run(options)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # argparse: help, version, wrong arguments
        return _flushed(end.code if isinstance(end.code, int) else BAD_INPUT)
    except BrokenPipeError:
        # The reader has had enough. What is still buffered must not raise at the interpreter's end.
        _to_nowhere(sys.stdout)
        return DONE
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _complain(f"{where}{error.strerror or error}")
        return BAD_INPUT
    except Exception as error:
        if not isinstance(error, InputError) and not _stated(error):
            raise
        _complain(str(error))
        return BAD_INPUT


def _stated(error: Exception) -> bool:
    """Whether a room of untap has an exception of its own for this: the message is meant for the user."""
    return type(error).__module__.partition(".")[0] == "untap"


def _flushed(code: int) -> int:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _to_nowhere(sys.stdout)
    except OSError as error:
        _to_nowhere(sys.stdout)
        _complain(error.strerror or str(error))
        return BAD_INPUT
    return code


def _complain(message: str) -> None:
    try:
        sys.stderr.write(f"untap: {message}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def _to_nowhere(stream: IO[str]) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
