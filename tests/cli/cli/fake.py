"""A card table of a few cards, so that the command line can be tested without the real one.

``python -m tests.cli.cli.fake simulate ...`` runs the command line with it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

from tests.unit.simulate.programs import BASICS, land, spell

from untap.cards import Found, UnknownCard
from untap.results.model import CardNote

COSTS = {
    "Grizzly Bears": "{1}{G}",
    "Hill Giant": "{3}{R}",
    "Llanowar Elves": "{G}",
    "Lim-Dûl's Fancy": "{U}{U}",
    "Fire // Ice": "{1}{R}",
    "General Example": "{2}{G}",
}


@dataclass(frozen=True)
class Facts:
    """What stands for a card's facts."""

    name: str


class Table:
    """Stands for a `CardTable`."""

    date = "2026-07-01"
    note = ""

    def __contains__(self, name: object) -> bool:
        return name in BASICS or name in COSTS

    def lookup(self, name: str) -> Facts:
        if name not in self:
            close = [n for n in COSTS if n[:4].casefold() == name[:4].casefold()]
            raise UnknownCard(name, close)
        return Facts(name)

    def get_many(self, names: Any) -> Found:
        found = Found({}, {})
        for name in names:
            try:
                found.cards[name] = self.lookup(name)
            except UnknownCard as error:
                found.unknown[name] = error
        return found


def card_ir(facts: Facts) -> Any:
    """Stands for `untap.program.compile.card_ir`."""
    return land(facts.name) if facts.name in BASICS else spell(facts.name, COSTS[facts.name])


def notes_of(facts: Facts, card: Any, unencoded: Any = ()) -> list[CardNote]:
    """Stands for `untap.program.compile.notes_of`."""
    return [CardNote(facts.name, 0, 0, 0, "approximated", "an example")] if facts.name == "Hill Giant" else []


def install(patch: Any) -> None:
    """Put the stand-ins in place; `patch(object, name, value)` sets an attribute."""
    import untap.cards
    import untap.program.compile as compiler

    patch(untap.cards.CardTable, "open", classmethod(lambda cls, path=None, overrides=(): Table()))
    patch(compiler, "card_ir", card_ir)
    patch(compiler, "notes_of", notes_of)


def say_started() -> None:
    """Write ``started`` on stderr once the first games are done."""
    from untap.cli.progress import Progress

    told = []

    def update(self: Progress, done: int, most: int) -> None:
        if not told:
            told.append(done)
            sys.stderr.write("started\n")
            sys.stderr.flush()

    Progress.update = update  # type: ignore[method-assign]


if __name__ == "__main__":
    from untap.cli import main

    install(setattr)
    if sys.argv[1] == "--started":
        del sys.argv[1]
        say_started()
    sys.exit(main())
