"""Oracle text: a grammar, an abstract syntax, a one-line notation, and a support level for every sentence."""

from __future__ import annotations

from .compile import CompiledFace, Sentence, compile_face, compile_text

__all__ = ["CompiledFace", "Sentence", "compile_face", "compile_text"]
