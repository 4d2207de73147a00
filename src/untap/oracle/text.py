"""From a face's printed text to words: paragraphs, sentences, and the normal form that the grammar reads.

Reminder text is no rules text (CR 207.2a) and is dropped, ability words too (CR 207.2c); the object's own name and
"this creature" and the like become ``~``; older wordings take today's form.  Every word keeps its place in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

from .lexicon import classify

__all__ = ["Paragraph", "Word", "paragraphs", "tokenize"]


@dataclass(slots=True)
class Word:
    """A word in normal form, as printed, and where it stands in the text."""

    text: str
    raw: str
    start: int
    end: int


@dataclass(slots=True)
class Paragraph:
    """One ability's words (CR 113.2c): a line of the text with the bullets or table rows that belong to it.

    ``kind``: text | level | class | station | chapter | loyalty | solve; ``numbers``: levels, chapters.
    """

    line: int
    words: list[Word]
    kind: str = "text"
    numbers: tuple[int, ...] = ()
    children: list[Paragraph] = field(default_factory=list)
    extra: str = ""

    @property
    def texts(self) -> list[str]:
        return [w.text for w in self.words]


_TOKEN = re.compile(
    r"""
    (?:\{[^{}\s]+\})+
  | and/or(?![^\W_])
  | \[[+\-−–]?(?:\d+|[Xx])\]
  | [+\-−–]?(?:\d+|[Xx]|\*)/[+\-−–]?(?:\d+|[Xx]|\*)
  | [+\-−–](?:\d+|[Xx])(?!\w)
  | \d+[-–—]\d+(?=\s*\|)
  | \d+\+(?=\s*\|)
  | \d+(?:,\d{3})*(?:-[a-z]+)*(?![\w/])
  | [^\W_]+(?:['’.\-‐][^\W_]+)*(?:['’](?=\s|$))?
  | \S
    """,
    re.VERBOSE,
)
_REMINDER = re.compile(r"\([^()]*\)")
_SYMBOL = re.compile(r"\{[^{}]*\}")
_APART = frozenset(("{T}", "{Q}", "{t}", "{q}", "{CHAOS}"))

# What "this ..." may say of the object itself (CR 201.5, 109.2).
_SELF_NOUNS = frozenset(
    [
        "land",
        "creature",
        "artifact",
        "enchantment",
        "aura",
        "equipment",
        "vehicle",
        "planeswalker",
        "permanent",
        "card",
        "spell",
        "token",
        "saga",
        "class",
        "siege",
        "emblem",
        "battle",
        "case",
        "room",
        "spacecraft",
        "planet",
        "mount",
        "fortification",
        "attraction",
        "contraption",
        "curse",
        "shrine",
        "forest",
        "island",
        "swamp",
        "mountain",
        "plains",
    ]
)

# Older words and the ones that took their place.
_PHRASES: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}


def _phrase(old: str, new: str) -> None:
    words = tuple(old.split())
    _PHRASES.setdefault(words[0], []).append((words, tuple(new.split())))


for _old, _new in (
    ("enters the battlefield", "enters"),
    ("enter the battlefield", "enter"),
    ("entering the battlefield", "entering"),
    ("entered the battlefield", "entered"),
    ("comes into play", "enters"),
    ("come into play", "enter"),
    ("his or her", "their"),
    ("him or her", "them"),
    ("he or she", "they"),
    ("to your mana pool", ""),
    ("to their mana pool", ""),
    ("to that player 's mana pool", ""),
    ("in your mana pool", ""),
    ("activate this ability only", "activate only"),
    ("any player may activate this ability", "any player may activate this ability"),
    ("search your library and/or graveyard", "search your library and/or graveyard"),
    ("then shuffle your library", "then shuffle"),
    ("then shuffles their library", "then shuffles"),
    ("then shuffles that library", "then shuffles"),
    ("then shuffle that library", "then shuffle"),
    ("shuffle your library", "shuffle"),
    ("cannot", "can't"),
    ("converted mana cost", "mana value"),
    ("tap an untapped", "tap an untapped"),
    ("from your mana pool", "from your mana pool"),
    ("put into play", "put onto the battlefield"),
    ("that's", "that's"),
):
    if _old != _new:
        _phrase(_old, _new)
for _words in _PHRASES.values():
    _words.sort(key=lambda pair: -len(pair[0]))


# Italic words before a dash that mean nothing (CR 207.2c); these do, or keep their dash.
_MEANINGFUL = frozenset(
    [
        "boast forecast exhaust",
        "max speed",
        "to solve",
        "solved",
        "choose one",
        "choose two",
        "choose three",
        "choose four",
        "choose one or both",
        "choose one or more",
        "choose up to one",
        "choose up to two",
        "choose any number",
        "boast",
        "forecast",
        "exhaust",
        "channel",
        "cumulative upkeep",
        "choose x",
        "choose up to x",
        "power-up",
    ]
)
_WORD_DASH = re.compile(r"^(•\s*)?([^\W\d_][^—.{}\"“”\[\]|:]{0,60}?)\s+[—–]\s+(?=\S)")
_CHAPTER = re.compile(r"^((?:[IVX]+)(?:\s*,\s*[IVX]+)*)\s+[—–-]\s+")
_LOYALTY = re.compile(r"^[+-]?(\d+|x)$")
_LEVEL = re.compile(r"^LEVEL\s+(\d+)(?:\s*-\s*(\d+)|\+)?\s*$", re.I)
_CLASS = re.compile(r"^(\{[^:]*\}):\s*Level\s+(\d+)\s*$", re.I)
_STATION = re.compile(r"^(?:STATION\s+)?(\d+)\+\s*(?:\|\s*)?")
_ROW = re.compile(r"^\d+(?:\s*[-–—]\s*\d+)?\+?\s*\|")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}


def _fold(word: str) -> str:
    """A word's normal spelling."""
    word = word.replace("’", "'").replace("‐", "-").replace("−", "-")
    if word[0] in "–" and len(word) > 1:
        word = "-" + word[1:]
    if word in "“”″":
        return '"'
    return word.lower()


def tokenize(text: str, start: int = 0, names: tuple[str, ...] = ()) -> list[Word]:
    """Split a line into words; ``names`` are the object's own, which become ``~``."""
    blank = _REMINDER.sub(lambda m: " " * len(m.group()), text) if "(" in text else text
    pieces: list[tuple[int, int, bool]] = []
    at = 0
    for first, last in _own_names(blank, names):
        pieces.append((at, first, False))
        pieces.append((first, last, True))
        at = last
    pieces.append((at, len(blank), False))
    words: list[Word] = []
    for first, last, own in pieces:
        if own:
            words.append(Word("~", text[first:last], start + first, start + last))
            continue
        for m in _TOKEN.finditer(blank, first, last):
            raw = m.group()
            if raw[0] == "{" and len(raw) > 3 and "}{" in raw:
                _split_symbols(raw, start + m.start(), words)
                continue
            if raw[-1] in "'’" and len(raw) > 1 and raw[-2].lower() != "s":
                words.append(Word(_fold(raw[:-1]), raw[:-1], start + m.start(), start + m.end() - 1))
                words.append(Word("'", raw[-1], start + m.end() - 1, start + m.end()))
                continue
            if raw[0] == "~" or raw in ("‘", "’"):
                words.append(Word("'" if raw != "~" else "~", raw, start + m.start(), start + m.end()))
                continue
            words.append(Word(_fold(raw), raw, start + m.start(), start + m.end()))
    return _normal(words)


def _split_symbols(raw: str, start: int, words: list[Word]) -> None:
    """Runs of mana symbols stay together; {T} and {Q} stand alone."""
    run: list[tuple[str, int]] = []

    def flush() -> None:
        if run:
            joined = "".join(s for s, _ in run)
            words.append(Word(joined.lower(), joined, start + run[0][1], start + run[0][1] + len(joined)))
            run.clear()

    for m in _SYMBOL.finditer(raw):
        if m.group() in _APART:
            flush()
            words.append(Word(m.group().lower(), m.group(), start + m.start(), start + m.end()))
        else:
            run.append((m.group(), m.start()))
    flush()


def _own_names(text: str, names: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where the object's own names stand, longest first, without overlaps."""
    found: list[tuple[int, int]] = []
    for name in names:
        at = text.find(name)
        while at >= 0:
            last = at + len(name)
            before = text[at - 1] if at else " "
            after = text[last] if last < len(text) else " "
            # "a card named X" speaks of the name, not of the object
            free = not (before.isalnum() or before in "-'’") and not (after.isalnum() or after == "-")
            if free and not any(f < last and at < e for f, e in found) and _is_name(name, text, at, last):
                found.append((at, last))
            at = text.find(name, last)
    found.sort()
    return found


# One-word names that are also words of the language: only where they can't be those.
_VERBS_AFTER = re.compile(
    r"\s*(?:'s|’s|deals|enters|becomes|gets|gains|is|has|can|can't|doesn't|dies|attacks|leaves|from|to|,|\.|:|unless|untaps"
    r"|costs|enter)"
)


def _is_name(name: str, text: str, first: int, last: int) -> bool:
    if text[:first].endswith("named "):
        return False
    if " " in name or name.lower() not in _COMMON:
        return True
    if not _VERBS_AFTER.match(text, last):
        return False
    head = text[:first].rstrip()
    return (
        not head
        or head[-1] in '.,:—•"“'
        or head.rsplit(" ", 1)[-1].lower()
        in (
            "when",
            "whenever",
            "on",
            "of",
            "untap",
            "tap",
            "sacrifice",
            "exile",
            "return",
            "if",
            "as",
            "until",
            "named",
            "to",
        )
    )


# last words of legendary names that describe rather than name
_DESCRIBES = frozenset(("Two", "One", "Three", "First", "Second", "Third", "Last", "Life", "Mana", "Power", "Name"))

_COMMON = frozenset(
    [
        "regenerate",
        "return",
        "discard",
        "explore",
        "proliferate",
        "draw",
        "sacrifice",
        "destroy",
        "exile",
        "tap",
        "untap",
        "vigilance",
        "flash",
        "cycling",
        "trample",
        "haste",
        "fear",
        "lifelink",
        "cascade",
        "convoke",
        "mountain",
        "forest",
        "plains",
        "island",
        "swamp",
        "search",
        "counterspell",
        "storm",
        "time",
        "choose",
        "scry",
        "surveil",
        "mill",
        "plant",
        "elf",
        "equip",
        "shuffle",
        "add",
        "pay",
        "put",
        "remove",
        "reveal",
        "look",
        "if",
        "when",
        "whenever",
        "target",
        "double",
        "x",
        "fire",
        "ice",
        "hand",
        "turn",
        "energy",
        "life",
        "control",
        "power",
        "creature",
        "land",
        "artifact",
        "blue",
        "red",
        "green",
        "white",
        "black",
        "will",
        "to",
        "at",
        "the",
        "you",
    ]
)


def _normal(words: list[Word]) -> list[Word]:
    """Today's words for older ones; "this creature" is the object."""
    out: list[Word] = []
    i, n = 0, len(words)
    while i < n:
        word = words[i]
        text = word.text
        if text == "this" and i + 1 < n and words[i + 1].text in _SELF_NOUNS:
            out.append(Word("~", word.raw + " " + words[i + 1].raw, word.start, words[i + 1].end))
            i += 2
            continue
        if text == "this" and i + 1 < n and words[i + 1].text.removesuffix("'s") in _SELF_NOUNS:
            out.append(Word("~'s", word.raw + " " + words[i + 1].raw, word.start, words[i + 1].end))
            i += 2
            continue
        if text == "~" and i + 1 < n and words[i + 1].text == "'" and i + 2 < n and words[i + 2].text == "s":
            out.append(Word("~'s", word.raw + "'s", word.start, words[i + 2].end))
            i += 3
            continue
        for old, new in _PHRASES.get(text, ()):
            k = len(old)
            if i + k <= n and all(words[i + j].text == old[j] for j in range(1, k)):
                last = words[i + k - 1]
                out += [Word(w, w, word.start, last.end) for w in new]
                i += k
                break
        else:
            out.append(word)
            i += 1
    return out


@lru_cache(maxsize=4096)
def own_names(name: str, type_line: str) -> tuple[str, ...]:
    """The names by which a text speaks of its own object (CR 201.5), longest first."""
    names = {name}
    if name.startswith("A-"):
        names.add(name[2:])
    legendary = "Legendary" in type_line or "Planeswalker" in type_line
    if "," in name:
        names.add(name.split(",")[0])
    if legendary:
        head = re.split(r",| of | the | from |: | in | with ", name)[0]
        names.add(head)
        first = head.split(" ")[0]
        if len(first) > 2 and first.lower() not in (
            "the",
            "lord",
            "lady",
            "king",
            "queen",
            "captain",
            "sir",
            "princess",
        ):
            names.add(first)
        last = head.rsplit(" ", 1)[-1]
        if (
            last != first
            and last not in _DESCRIBES
            and not classify(last.lower()).keys() & {"SUB", "TYPE", "SUPER", "COLOR"}
        ):
            names.add(last)  # "Macie" for Grand Marshal Macie
    return tuple(sorted((n for n in names if n), key=lambda n: -len(n)))


def paragraphs(name: str, type_line: str, text: str) -> list[Paragraph]:
    """Split a face's text into paragraphs, with levels, chapters, bullets and rows attached to theirs."""
    names = own_names(name, type_line)
    is_saga = "Saga" in type_line
    is_class = "Class" in type_line
    out: list[Paragraph] = []
    shelf = out  # where lines go: the face, or the level above them
    start = 0
    leveled = False
    for number, line in enumerate(text.split("\n"), 1):
        offset, start = start, start + len(line) + 1
        body = line.strip()
        if not body:
            continue
        lead = offset + line.index(body[0])
        if m := _LEVEL.match(body):
            least = int(m.group(1))
            most = int(m.group(2)) if m.group(2) else (0 if "+" in body else least)
            shelf = []
            out.append(Paragraph(number, [], "level", (least, most), shelf))
            leveled = True
            continue
        if leveled and re.match(r"^(\d+|\*)/(\d+|\*)$", body):
            out[-1].extra = body
            continue
        if is_class and (m := _CLASS.match(body)):
            shelf = []
            out.append(Paragraph(number, tokenize(m.group(1), lead), "class", (int(m.group(2)),), shelf))
            continue
        if "Spacecraft" in type_line or "Planet" in type_line:
            m = _STATION.match(body)
            if m:
                shelf = []
                out.append(Paragraph(number, [], "station", (int(m.group(1)),), shelf))
                lead += m.end()
                body = body[m.end() :]
                if not body:
                    continue
            elif out and out[-1].kind == "station" and re.match(r"^(\d+|\*)/(\d+|\*)$", body):
                out[-1].extra = body
                continue
        if is_saga and (m := _CHAPTER.match(body)):
            chapters = tuple(_ROMAN.get(c.strip(), 0) for c in m.group(1).split(","))
            rest = body[m.end() :]
            shift = m.end()
            d = _WORD_DASH.match(rest)
            if d and d.group(2).lower() not in _MEANINGFUL and not _keyword_dash(d.group(2)):
                shift += d.end()
                rest = rest[d.end() :]
            shelf.append(Paragraph(number, tokenize(rest, lead + shift, names), "chapter", chapters))
            continue
        if shelf and (body[0] == "•" or _ROW.match(body)):
            bullet = tokenize(_blank_flavor(body), lead, names)
            shelf[-1].words += bullet
            continue
        if body.startswith("+ ") and shelf and shelf[-1].words and "spree" in shelf[-1].texts:
            shelf[-1].words += tokenize(body, lead, names)
            continue
        words = tokenize(_blank_flavor(body), lead, names)
        walker = "Planeswalker" in type_line or not type_line
        if walker and len(words) > 1 and words[1].text == ":" and _LOYALTY.match(words[0].text):
            words[0] = replace(words[0], text=f"[{words[0].text}]")  # as it is written elsewhere
        if words:
            shelf.append(Paragraph(number, words))
    return out


def _keyword_dash(words: str) -> bool:
    return words.lower().startswith(("choose", "cumulative", "ward", "equip"))


def _blank_flavor(line: str) -> str:
    """Blank out an ability word or flavor word before a dash, keeping places."""
    m = _WORD_DASH.match(line)
    if m is None:
        return line
    words = m.group(2)
    low = words.lower().strip()
    if low in _MEANINGFUL or _keyword_dash(low) or not words[0].isupper():
        return line
    first, last = m.start(2), m.end()
    return line[:first] + " " * (last - first) + line[last:]
