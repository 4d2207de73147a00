"""The compiled core. Imports nothing else of untap."""

from ._engine import (
    STREAM_VERSION,
    Board,
    CoreLimit,
    CoreProgram,
    IllegalAction,
    answers,
    compare_chunk,
    draws_by_turn,
    honest_values,
    opening_size,
    philox_block,
    run_chunk,
    sample_hands,
    trace_game,
    watch_game,
    yardstick_games,
)

__all__ = [
    "STREAM_VERSION",
    "Board",
    "CoreLimit",
    "CoreProgram",
    "IllegalAction",
    "answers",
    "compare_chunk",
    "draws_by_turn",
    "honest_values",
    "opening_size",
    "philox_block",
    "run_chunk",
    "sample_hands",
    "trace_game",
    "watch_game",
    "yardstick_games",
]
