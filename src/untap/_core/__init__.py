"""The compiled core. Imports nothing else of untap."""

from ._engine import Board, CoreLimit, CoreProgram, IllegalAction

__all__ = ["Board", "CoreLimit", "CoreProgram", "IllegalAction"]
