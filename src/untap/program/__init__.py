"""Deck + card facts + scenario -> Program: flat arrays for the core, verified and hashable."""

from .build import CardIR, FaceIR, assemble

__all__ = ["CardIR", "FaceIR", "assemble"]
