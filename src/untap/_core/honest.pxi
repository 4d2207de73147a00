# The honest optimum on small decks: the chance that a card is castable by a turn under the best line that doesn't know the
# draws, by exact expectimax; and the player's own chance, as exactly.  For decks that draw nothing but their card a turn.

cdef enum:
    MAX_ENDS = 400
    MEMO_BITS = 18

cdef struct Expectation:
    Memo *memo
    int32_t kind, last, limit, cut
    int64_t positions


cdef double over_draws(Context *c, Workspace *w, Expectation *e, State *ended, bint best) noexcept nogil:
    """Mean over the card drawn next, from a position at the end of an own main phase."""
    cdef Library *l
    cdef State *s = <State *>calloc(1, sizeof(State))
    cdef State *keep = c.s
    cdef int i, j, k, n = 0, count, total = 0, mode = c.mode
    cdef double sum_ = 0
    cdef int kinds[64]
    cdef int counts[64]
    cdef int slots[64]
    if s == NULL:
        e.cut += 1
        return 0
    for i in range(c.p.n_slots):
        if ended.library.inside[i] != 1:
            continue
        k = c.p.slot_kind[i]
        total += 1
        for j in range(n):
            if kinds[j] == k:
                counts[j] += 1
                break
        else:
            if n < 64:
                kinds[n] = k
                counts[n] = 1
                slots[n] = i
                n += 1
    for j in range(n):
        copy_state(s, ended)
        c.s = s
        l = &s.library
        lib_remove(l, slots[j])
        lib_put_top(l, slots[j])
        if best:
            c.knows = 2
            c.mode = M_LAZY
            pass_turn(c)
            c.knows = 0
        else:
            c.mode = M_PLAYER
            finish_turn(c)
            to_main_phase(c)
        c.mode = mode
        if s.status == OK and not s.lost:
            sum_ += counts[j] * (best_chance(c, w, e, s) if best else player_chance(c, w, e, s))
    c.s = keep
    free(s)
    return sum_ / total if total else 0


cdef double best_chance(Context *c, Workspace *w, Expectation *e, State *root) noexcept nogil:
    cdef uint64_t h = mix(hash_board(c.p, root), <uint64_t>root.turn)
    cdef uint32_t at = <uint32_t>(h >> (64 - MEMO_BITS))
    cdef State *ends
    cdef State *keep = c.s
    cdef double best = 0, v
    cdef int n, k
    if e.memo[at].key == h:
        return e.memo[at].value
    e.positions += 1
    c.s = root
    if castable_this_turn(c, w, e.kind, e.limit):
        best = 1
    elif root.turn < e.last:
        ends = <State *>calloc(MAX_ENDS, sizeof(State))
        if ends == NULL:
            e.cut += 1
        else:
            c.ceiling = 1
            start_search(c, w, G_ENDS, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, e.limit)
            w.ends = ends
            w.n_ends = 0
            w.most_ends = MAX_ENDS
            run_search(c, w, root)
            e.cut += w.cut
            n = drop_equal(c.p, ends, w.n_ends)
            for k in range(n):
                v = over_draws(c, w, e, &ends[k], True)
                if v > best:
                    best = v
                if best >= 1:
                    break
            free(ends)
    c.s = keep
    e.memo[at].key = h
    e.memo[at].value = best
    return best


cdef double player_chance(Context *c, Workspace *w, Expectation *e, State *root) noexcept nogil:
    cdef State *keep = c.s
    cdef State *s
    cdef double v = 0
    cdef uint64_t cast_mask[MAX_WORDS]
    c.s = root
    if castable_this_turn(c, w, e.kind, e.limit):
        c.s = keep
        return 1
    if root.turn < e.last:
        s = <State *>calloc(1, sizeof(State))
        if s == NULL:
            e.cut += 1
        else:
            copy_state(s, root)
            c.s = s
            c.ceiling = 0
            memset(cast_mask, 0, sizeof(cast_mask))
            if c.aim:
                play_land_for_aim(c, w, cast_mask)
                main_phase_for_aim(c, cast_mask)
            else:
                play_best_land(c, w)
                main_phase(c, cast_mask)
            if s.status == OK and not s.lost:
                v = over_draws(c, w, e, s, False)
            free(s)
    c.s = keep
    return v


def honest_values(program, key, int64_t game, int kind, aims, *, turns, order, players, life, mulligan, others=None, node_limit=1000,
                  int limit=5000):
    """From a game's opening hand: chances that the card is castable by the last turn.

    Returns
    -------
    best : float
        Of the best line that doesn't know the draws.
    ours : list of float
        Of the players with these aims.
    cut : int
        Searches that were cut short.
    has : bool
        Whether the card is in the opening hand.
    """
    core = getattr(program, "core", program)
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cdef Player p = Player(core, scenario, key, aim=(0, kind))
    cdef Context *c = &p.c
    cdef GameOut out
    cdef Expectation e
    cdef double best = 0
    cdef State *root = <State *>calloc(1, sizeof(State))
    memset(&e, 0, sizeof(e))
    e.memo = <Memo *>calloc(<size_t>1 << MEMO_BITS, sizeof(Memo))
    if root == NULL or e.memo == NULL:
        raise MemoryError
    e.kind, e.last, e.limit = kind, turns, limit
    c.game = <uint64_t>game
    set_out(c, &p.sc, p.s, 1 if order == "play" else 0, &out)
    has = has_card(c, kind)
    to_main_phase(c)
    copy_state(root, p.s)
    best = best_chance(c, p.w, &e, root)
    c.ceiling = 0
    ours = []
    for aim in aims:
        c.aim = aim
        ours.append(player_chance(c, p.w, &e, root))
    free(root)
    free(e.memo)
    return best, ours, e.cut + c.undecided, bool(has)
