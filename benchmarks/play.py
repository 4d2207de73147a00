"""Plays a pickled program: ``python benchmarks/play.py FILE GAMES TIMES``.

It imports little, as its instructions are counted.
"""

import pickle
import sys
from pathlib import Path

from untap._core import CoreProgram, run_chunk

if __name__ == "__main__":
    path, games, times = sys.argv[1:]
    arrays, key, options = pickle.loads(Path(path).read_bytes())
    core = CoreProgram(arrays)
    for _ in range(int(times)):
        run_chunk([core], key, 0, int(games), **options)
