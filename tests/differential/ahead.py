"""Blocks of games that other processes play while the rest of the tests run.

A module that defines ``play_block(k)`` has blocks: its tests with a parameter ``block`` run last, and take the results
of those numbers from `Ahead`.  Where tests are spread over processes already, each plays its own blocks.
"""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import Future, ProcessPoolExecutor


def _kindly() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the other tests go first


def numbers(items) -> dict[tuple[object, int], None]:
    """The blocks that these tests ask for: module and number, in the order of the tests."""
    return {
        (item.module, item.callspec.params["block"]): None
        for item in items
        if hasattr(item, "callspec") and "block" in item.callspec.params and hasattr(item.module, "play_block")
    }


class Ahead:
    """Results of blocks, begun when the tests have been collected."""

    def __init__(self, blocks, spread: bool) -> None:
        self._pool = None
        self._futures: dict[tuple[str, int], Future | None] = {(m.__name__, k): None for m, k in blocks}
        if blocks and not spread:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(os.cpu_count() or 1, mp_context=context, initializer=_kindly)
            for m, k in blocks:
                self._futures[m.__name__, k] = self._pool.submit(m.play_block, k)

    def asked(self, module) -> set[int]:
        """Numbers of the module's blocks that are played."""
        return {k for name, k in self._futures if name == module.__name__}

    def result(self, module, block: int):
        """What ``play_block(block)`` of the module returned."""
        future = self._futures[module.__name__, block]
        return module.play_block(block) if future is None else future.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
