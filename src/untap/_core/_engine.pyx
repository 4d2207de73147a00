# cython: language_level=3
"""The compiled core of untap: programs in, positions and tallies out.

One module made of included parts, each with one purpose; see ``docs`` and the design for what they are.
"""

import numpy as np

from libc.stdlib cimport calloc, free

include "types.pxi"
include "opcodes.pxi"
include "rng.pxi"
include "library.pxi"
include "log.pxi"
include "flows.pxi"
include "chars.pxi"
include "decide.pxi"
include "zones.pxi"
include "mana.pxi"
include "effects.pxi"
include "cards.pxi"
include "fetch.pxi"
include "objects.pxi"
include "pay.pxi"
include "actions.pxi"
include "cover.pxi"
include "bound.pxi"
include "search.pxi"
include "turn.pxi"
include "ceiling.pxi"
include "player.pxi"
include "helped.pxi"
include "sized.pxi"
include "offers.pxi"
include "game.pxi"
include "combat.pxi"
include "fast.pxi"
include "quick.pxi"
include "tally.pxi"
include "ask.pxi"
include "keep.pxi"
include "aim.pxi"
include "foresee.pxi"
include "program.pxi"
include "board.pxi"
include "compare.pxi"
include "run.pxi"
include "answers.pxi"
include "yardstick.pxi"
include "honest.pxi"


def version():
    """Return the version of the random streams."""
    return STREAM_VERSION
