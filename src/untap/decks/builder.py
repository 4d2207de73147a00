"""Where a reader puts what it finds; it keeps account of every line."""

from __future__ import annotations

from untap.decks.model import COMMANDER, MAIN, SIDEBOARD, Deck, DeckError, Diagnostic, Entry, LineKind, Severity
from untap.decks.source import is_blank

# The sizes of whole decks in the formats that are played with a commander: it is one of the cards.
_COMMANDER_DECKS = (100, 60)


class DeckBuilder:
    """Collects entries, headings, comments and diagnostics of one source.

    Parameters
    ----------
    lines : list of str
        The source's lines.
    markup : bool
        Whether lines that hold no card are structure (XML, JSON). Otherwise a line that nobody claimed is an error, so
        that nothing can vanish.
    """

    def __init__(self, lines: list[str], *, markup: bool = False) -> None:
        self.lines = lines
        self.name: str | None = None
        self.entries: list[Entry] = []
        self.diagnostics: list[Diagnostic] = []
        self.hints: list[str] = []
        self._markup = markup
        self._kinds: list[LineKind | None] = ["blank" if is_blank(line) else None for line in lines]

    def add(self, entry: Entry) -> None:
        """Take an entry."""
        self.entries.append(entry)
        self.mark(entry.line, "entry")

    def heading(self, line: int) -> None:
        """Take a line as a heading."""
        self.mark(line, "heading")

    def comment(self, line: int) -> None:
        """Take a line as a comment or as information about the deck."""
        self.mark(line, "comment")

    def report(self, line: int | None, severity: Severity, message: str, suggestion: str | None = None) -> None:
        """Add a diagnostic; a line that is nothing else becomes one."""
        self.diagnostics.append(Diagnostic(line, severity, message, suggestion))
        if line is not None:
            self.mark(line, "diagnostic")

    def mark(self, line: int, kind: LineKind) -> None:
        """Say what a line is; a card or a heading outranks what is said about it."""
        index = line - 1
        if not 0 <= index < len(self._kinds):
            return
        if self._kinds[index] not in ("entry", "heading") or kind == "entry":
            self._kinds[index] = kind

    def build(self, format: str, source: str) -> Deck:
        """The finished deck.

        Raises
        ------
        DeckError
            If there is not a single card; it shows the first line that looked like one, if any did.
        """
        self._account()
        if not self.entries:
            first = next((item for item in self.diagnostics if item.severity == "error"), None)
            if first is not None:
                fix = "" if first.suggestion is None else f" ({first.suggestion})"
                raise DeckError(f"no cards found: {first.message}{fix}", first.line)
            raise DeckError("the deck is empty: write one card a line, such as `4 Card Name`")
        if not any(entry.section == MAIN for entry in self.entries):
            self.report(None, "error", "no card is in the main deck", "put a `Deck` heading above the main deck")
        diagnostics = sorted(self.diagnostics, key=lambda item: item.line or 0)
        return Deck(
            name=self.name,
            entries=tuple(self.entries),
            diagnostics=tuple(diagnostics),
            format=format,
            source=source,
            commander_hints=self._commander_hints(),
            line_kinds=tuple(kind or "markup" for kind in self._kinds),
        )

    def _account(self) -> None:
        for index, kind in enumerate(self._kinds):
            if kind is None:
                if self._markup:
                    self._kinds[index] = "markup"
                else:
                    self.report(index + 1, "error", "this line is not understood", "write `4 Card Name`")

    def _commander_hints(self) -> tuple[str, ...]:
        if any(entry.section == COMMANDER for entry in self.entries):
            return ()
        main = [entry for entry in self.entries if entry.section == MAIN]
        side = [entry for entry in self.entries if entry.section == SIDEBOARD]
        main_size = sum(entry.count for entry in main)
        side_size = sum(entry.count for entry in side)
        hints = list(self.hints)
        # Programs without a command zone keep commanders in the sideboard: one, or two partners.
        if 0 < side_size <= 2 and main_size + side_size in _COMMANDER_DECKS:
            hints += [entry.name for entry in side]
        # Exports without headings put the commander on the first line.
        if not hints and main_size == _COMMANDER_DECKS[0] and main[0].count == 1:
            hints.append(main[0].name)
        return tuple(dict.fromkeys(hints))
