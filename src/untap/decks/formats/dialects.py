"""The text formats with a card a line, and the marks by which each is recognised.

They are all read by `untap.decks.listing`; the name only says where a list comes from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from untap.decks.builder import DeckBuilder
from untap.decks.lines import Known
from untap.decks.listing import read_listing


@dataclass(frozen=True, slots=True)
class Dialect:
    """A text format: its marks as patterns of lines, with the weight of the first line that matches each."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    marks: tuple[tuple[int, re.Pattern[str]], ...]


def _mark(weight: int, pattern: str, flags: int = 0) -> tuple[int, re.Pattern[str]]:
    return weight, re.compile(pattern, re.MULTILINE | flags)


_I = re.IGNORECASE

DIALECTS = (
    Dialect("plain", "Plain text: `4 Card Name`, a blank line or `Sideboard` before the sideboard", (".txt",), ()),
    Dialect(
        "apprentice",
        "Apprentice: `// comment`, `4 Card Name`, `SB: 2 Card Name`",
        (".dec",),
        (_mark(10, r"^SB: +[0-9]+ +[^\[\s]"),),
    ),
    Dialect(
        "arena",
        "Magic Arena: `Deck`, `Sideboard`, `Commander`, `Companion`; `4 Card Name (SET) 123`",
        (".txt",),
        (
            _mark(20, r"^(?:Deck|Commander|Companion|About)[ \t]*$"),
            _mark(12, r"^[0-9]+ [^\n]+ \([A-Z0-9]{3,6}\) [0-9]+\w?[ \t]*$"),
        ),
    ),
    Dialect(
        "moxfield",
        "Moxfield: `1 Card Name (SET) 123 *F*`, `*CMDR*`, `SIDEBOARD:`",
        (".txt",),
        (
            _mark(11, r"^[0-9]+ [^\n]+ \([A-Z0-9]{2,6}\) [^\s()]+[ \t]*$"),
            _mark(15, r"^[0-9]+ [^\n]+ \([A-Z0-9]{2,6}\) \S+ \*(?:F|E|CMDR)\*"),
            _mark(15, r"^[A-Z]{4,}:[ \t]*$"),
        ),
    ),
    Dialect(
        "archidekt",
        "Archidekt: `1x Card Name (set) 123 *F* [Category{flag}] ^label,#colour^`",
        (".txt",),
        (
            _mark(30, r"^[0-9]+x? [^\n]+\[[^\]\n]*\{[a-zA-Z]+\}[^\]\n]*\]"),
            _mark(30, r"\^[^^\n]*,#[0-9a-fA-F]{3,8}\^"),
            _mark(15, r"^[0-9]+x [^\n]+ \([a-z0-9]{2,6}\) \S+[^\n]*\[[A-Z][a-z]"),
        ),
    ),
    Dialect(
        "deckstats",
        "DeckStats: `//Main`, `SB: 1 Card Name # !Commander`",
        (".dec", ".txt"),
        (_mark(30, r"# !Commander\b"), _mark(25, r"^//(?:Main|Sideboard|Maybeboard)[ \t]*$")),
    ),
    Dialect(
        "tappedout",
        "TappedOut: `1x Card Name *CMDR*`, groups such as `Land (40)`",
        (".dec", ".txt"),
        (
            _mark(20, r"^(?:Lands?|Creatures?|Instants?|Sorcery|Artifacts?|Enchantments?|Planeswalkers?) \([0-9]+\)"),
            _mark(15, r"^# (?:name|info|link) \S"),
            _mark(5, r"^[0-9]+x [^\n(\[]+\*CMDR\*"),
        ),
    ),
    Dialect(
        "taw",
        "Preconstructed decks' text: `// NAME:`, `COMMANDER: 1 Card Name [foil]`",
        (".txt",),
        (
            _mark(30, r"^COMMANDER: *[0-9]+ \S"),
            _mark(25, r"^// (?:SOURCE|DATE): "),
            _mark(10, r"^[0-9]+ [^\n\[]+ \[(?:foil|[A-Z0-9]{2,6}:[^\]\n]+)\][ \t]*$"),
        ),
    ),
    Dialect(
        "mwdeck",
        "Magic Workstation: `4 [SET] Card Name`, `SB: 2 [SET] Card Name`",
        (".mwdeck",),
        (
            _mark(25, r"^[ \t]{0,16}(?:SB:)?[ \t]{0,16}[0-9]+ \[[A-Z0-9]*\] \S"),
            _mark(20, r"^// Deck file for Magic Workstation"),
        ),
    ),
    Dialect(
        "magarena",
        "Magarena: `# 18 creatures`, `4 Card Name`, `>description`",
        (".dec",),
        (_mark(20, r"^# [0-9]+ (?:creatures|spells|lands)\b", _I), _mark(15, r"^>\S")),
    ),
    Dialect(
        "wagic",
        "Wagic: `#NAME:`, `Card Name (SET) * 4`, `#CMD:Card Name (SET) * 1`",
        (".txt",),
        (_mark(30, r"^#(?:NAME|DESC|HINT|CMD|SB):"), _mark(25, r"\([^()\n]+\) \* ?[0-9]+[ \t]*$")),
    ),
    Dialect(
        "xmage",
        "XMage: `NAME:`, `4 [SET:123] Card Name`, `SB: 2 [SET:123] Card Name`",
        (".dck",),
        (_mark(30, r"^(?:SB: *)?[0-9]+ \[[^\[\]:\n]+:[^\[\]\n]+\] \S"), _mark(20, r"^LAYOUT (?:MAIN|SIDEBOARD):")),
    ),
)


def score(dialect: Dialect, text: str) -> int:
    """How much of `dialect` there is in `text`; 1 for what could be any list."""
    return 1 + sum(weight for weight, pattern in dialect.marks if pattern.search(text))


def read(builder: DeckBuilder, text: str, known: Known | None) -> None:
    """Read a list of any dialect."""
    read_listing(builder, known)
