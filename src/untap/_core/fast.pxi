# The fast plane: counts and running sums for programs whose flags allow it; the same games, bit for bit.

cdef int play_fast(Context *c, Scenario *sc, State *s, int on_the_play, GameOut *out) noexcept nogil:
    return play_game(c, sc, s, on_the_play, out)
