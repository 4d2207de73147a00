"""Oracle text: a grammar, an abstract syntax, a one-line notation, and a support level for every sentence."""

from __future__ import annotations

from .compile import CompiledFace, Sentence, compile_face, compile_text
from .notation import read as parse_notation
from .notation import write as write_notation

#: Version of grammar and notation together: a table made by another one isn't used.
GRAMMAR_VERSION = "1"

__all__ = [
    "GRAMMAR_VERSION",
    "CompiledFace",
    "Sentence",
    "compile_face",
    "compile_text",
    "parse_notation",
    "write_notation",
]
