"""Deck + card facts + scenario -> Program: flat arrays for the core, verified and hashable."""

from .build import CardIR, FaceIR, assemble
from .compile import Program, ProgramCard, ProgramError, compile_deck
from .explain import explain_card
from .levels import Note, final_sentences, notes_of

__all__ = [
    "CardIR",
    "FaceIR",
    "Note",
    "Program",
    "ProgramCard",
    "ProgramError",
    "assemble",
    "compile_deck",
    "explain_card",
    "final_sentences",
    "notes_of",
]
