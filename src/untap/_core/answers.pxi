# Answers of single games, for whoever sets decks against one another game by game.

def answers(programs, key, int64_t first_game, int64_t n_games, *, questions, turns, order, players, life, mulligan, others=None,
            bint general=False, node_limit=1000, slots=None):
    """Play games of one or several programs on the same shuffles and answer questions about each game.

    Parameters
    ----------
    questions : sequence of dict
        For each program what is asked, as many questions of each; see `run_chunk`, also for the others.
    slots : list of numpy.ndarray, optional
        Each deck's slot by position of the shared order, as `union_of_slots` makes it.

    Returns
    -------
    found : list of numpy.ndarray
        For each program uint8 ``[game, question]``: 1 for yes.
    undecided : list of int
        For each program the games that a search limit cut short.
    """
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cores = [getattr(p, "core", p) for p in programs]
    if slots is None:
        slots = union_of_slots(cores) if len(cores) > 1 else [None]
    found, undecided = [], []
    cdef Player player
    cdef uint8_t[:, ::1] out
    cdef int64_t cut
    for core, own, asked in zip(cores, slots, questions, strict=True):
        player = Player(core, scenario, key, own, asked)
        array = np.zeros((n_games, player.asked.ask.n_questions), np.uint8)
        cut = 0
        if array.size:
            out = array
            with nogil:
                cut = answer_games(player, first_game, n_games, general, &out[0, 0])
        found.append(array)
        undecided.append(cut)
    return found, undecided


cdef int64_t answer_games(Player p, int64_t first, int64_t n, bint general, uint8_t *out) noexcept nogil:
    cdef int64_t i, cut = 0
    cdef int k, status, questions = p.asked.ask.n_questions
    cdef int64_t *counts
    cdef GameOut game
    general = general or p.asked.ask.n_probes > 0
    for i in range(n):
        status = p.one(first + i, general, &game)
        if status == UNDECIDED or status == TOO_MANY or game.undecided:
            cut += 1
        # the answers are counted: what has been added is this game's
        counts = p.asked.ask.counts + (0 if game.on_the_play else questions)
        for k in range(questions):
            out[i * questions + k] = <uint8_t>(counts[k] & 1)
        answer(&p.asked.ask, &game)
        for k in range(questions):
            out[i * questions + k] ^= <uint8_t>(counts[k] & 1)
    return cut
