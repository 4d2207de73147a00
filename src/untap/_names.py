"""What may have been meant by a name that nothing has."""

from __future__ import annotations

import difflib
from collections.abc import Mapping


def meant(wanted: str, known: Mapping[str, str]) -> str:
    """``: did you mean 'A' or 'B'?``, or nothing; `known` are names by their key, `wanted` is a key.

    A key in which the wanted words occur is meant before one that is merely spelt alike.
    """
    keys = [key for key in known if wanted and wanted in key]
    keys += difflib.get_close_matches(wanted, known, 3)
    if not keys:  # a word of it that is spelt alike
        words: dict[str, str] = {}
        for key in known:
            for word in key.split():
                words.setdefault(word, key)
        keys = [words[word] for word in difflib.get_close_matches(wanted, words, 3)]
    names = list(dict.fromkeys(known[key] for key in keys))[:3]
    return f": did you mean {' or '.join(map(repr, names))}?" if names else ""
