"""Names of cards: which spellings are the same name, and what a misspelt one may have meant.

Only spellings that are equivalent everywhere are folded: case, accents and ligatures, the shapes of apostrophes,
quotation marks and dashes, and the sign between two faces. Commas, spaces and other punctuation stay, because
there are cards that differ in nothing else. A looser key without punctuation exists for last resort and counts
only where it fits a single card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

__all__ = ["SEPARATOR", "UnknownCard", "loosen", "normalize", "split_name", "suggest"]

SEPARATOR = " // "
"""Between the names of the faces in a whole name."""

# Before compatibility decomposition, which would turn some of these into a space and an accent.
_SAME = {
    **dict.fromkeys(map(ord, "‘’‚‛ʹʻʼʽˈʾʿ´`′＇ꞌ"), "'"),
    **dict.fromkeys(map(ord, "“”„‟«»″＂"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-"),
    **dict.fromkeys(map(ord, "꞉：∶"), ":"),
    **dict.fromkeys(map(ord, "⁄∕／"), "/"),
    **dict.fromkeys(map(ord, "®™©"), None),
    # Letters that don't decompose into a letter and an accent (capitals are folded afterwards).
    **dict.fromkeys(map(ord, "Ææ"), "ae"),
    **dict.fromkeys(map(ord, "Œœ"), "oe"),
    **dict.fromkeys(map(ord, "Øø"), "o"),
    **dict.fromkeys(map(ord, "ĐđÐð"), "d"),
    **dict.fromkeys(map(ord, "Łł"), "l"),
    **dict.fromkeys(map(ord, "Þþ"), "th"),
    **dict.fromkeys(map(ord, "Ħħ"), "h"),
    **dict.fromkeys(map(ord, "Ŧŧ"), "t"),
    ord("ı"): "i",
}

_SLASHES = re.compile(r"\s*/+\s*")
_SPACES = re.compile(r"\s+")
_LOOSE = re.compile(r"[^\w]+")
_BLANKS = re.compile(r"_+")


class UnknownCard(LookupError):
    """No card has this name, or more than one has it.

    Attributes
    ----------
    name
        The name as asked for.
    suggestions
        Names of cards that may have been meant, best first.
    ambiguous
        True where the name fits each of the suggestions equally well.
    """

    def __init__(self, name: str, suggestions: Sequence[str] = (), *, ambiguous: bool = False) -> None:
        self.name = name
        self.suggestions = tuple(suggestions)
        self.ambiguous = ambiguous
        super().__init__(name, self.suggestions)

    def __str__(self) -> str:
        listed = _one_of([f'"{s}"' for s in self.suggestions])
        if self.ambiguous:
            return f'"{self.name}" may be {listed}: please write the whole name'
        return f'no card is named "{self.name}"' + (f"; did you mean {listed}?" if listed else "")

    def __reduce__(self) -> tuple[object, ...]:
        return _unknown, (self.name, self.suggestions, self.ambiguous)


def _unknown(name: str, suggestions: Sequence[str], ambiguous: bool) -> UnknownCard:
    return UnknownCard(name, suggestions, ambiguous=ambiguous)


def _one_of(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def normalize(name: str) -> str:
    """The key under which a name is filed.

    Parameters
    ----------
    name
        A name in any spelling.

    Returns
    -------
    str
        The same string for every equivalent spelling; ``//`` without spaces between faces.
    """
    if not name.isascii():
        text = unicodedata.normalize("NFKD", name.translate(_SAME)).translate(_SAME)
        name = "".join(c for c in text if unicodedata.category(c) not in ("Mn", "Cf"))
    # Decomposed capitals may fold into letters that decompose again (the dotted capital I).
    name = name.replace("`", "'").casefold()
    if not name.isascii():
        text = unicodedata.normalize("NFKD", name)
        name = "".join(c for c in text if unicodedata.category(c) not in ("Mn", "Cf"))
    return _SPACES.sub(" ", _SLASHES.sub("//", name)).strip()


def loosen(key: str) -> str:
    """A key without spaces and punctuation; blanks (``_``) of any length are one blank.

    Parameters
    ----------
    key
        What `normalize` gives.
    """
    return _BLANKS.sub("_", _LOOSE.sub("", key))


def split_name(name: str) -> tuple[str, ...]:
    """The names of the faces in a whole name (`//` inside a word doesn't separate)."""
    return tuple(name.split(SEPARATOR))


def suggest(key: str, candidates: Iterable[tuple[str, str]], limit: int = 5) -> tuple[str, ...]:
    """The names closest to a misspelt one.

    Parameters
    ----------
    key
        The misspelt name, normalised.
    candidates
        Pairs of a normalised name (of a card or face) and the card's whole name.
    limit
        How many to give at most.
    """
    from rapidfuzz import fuzz, process  # only a miss needs it

    if not key:
        return ()
    keys, names = map(list, zip(*candidates, strict=True)) if (candidates := list(candidates)) else ([], [])
    ranked: list[tuple[float, str, str]] = []
    # The first words of a longer name, as people say it for short.
    started = [i for i, k in enumerate(keys) if k.startswith(key) and not k[len(key) : len(key) + 1].isalnum()]
    ranked += [(99.0, keys[i], names[i]) for i in sorted(started, key=lambda i: (len(keys[i]), keys[i]))[:limit]]
    for scorer, cutoff in ((fuzz.ratio, 74), (fuzz.token_sort_ratio, 86)):
        for k, score, i in process.extract(key, keys, scorer=scorer, score_cutoff=cutoff, limit=4 * limit):
            # Letters that changed places count less than other letters.
            ranked.append((score + (sorted(k) == sorted(key)), k, names[i]))
    ranked.sort(key=lambda hit: (-hit[0], len(hit[1]), hit[1]))
    return tuple(dict.fromkeys(name for _, _, name in ranked))[:limit]
