# The ceiling: the earliest turn on which a card can be cast, over all lines, the order of the library being known.
# Each turn is a search with land drops and helping spells; every position it can end in is carried into the next turn.

cdef int earliest_turn(Context *c, Workspace *w, State *root, int kind, int horizon, int limit) noexcept nogil:
    cdef State *now
    cdef State *later
    cdef State *hold
    cdef State *keep = c.s
    cdef int n_now, n_later, k, turn, found = -1, mode = c.mode, log_on = c.log_on
    now = <State *>calloc(MAX_FRONTIER, sizeof(State))
    later = <State *>calloc(MAX_FRONTIER, sizeof(State))
    if now == NULL or later == NULL:
        free(now)
        free(later)
        return -1
    copy_state(&now[0], root)
    n_now = 1
    c.log_on = 0
    c.ceiling = 2 if c.knows else 1
    while n_now > 0 and found < 0:
        turn = now[0].turn
        if turn > horizon:
            break
        for k in range(n_now):
            c.s = &now[k]
            if has_card(c, kind):
                start_search(c, w, G_KIND, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, limit)
                w.face = kind
                w.slot = NO_SLOT
                w.zone = Z_HAND
                run_search(c, w, &now[k])
                if w.found:
                    found = turn
                    break
                if w.cut:
                    c.undecided += 1
            else:
                # it may be drawn this turn
                start_search(c, w, G_KIND, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, limit)
                w.goal = G_KIND
                w.face = kind
                w.slot = NO_SLOT
                w.zone = Z_NONE
                run_search(c, w, &now[k])
                if w.found:
                    found = turn
                    break
                if w.cut:
                    c.undecided += 1
        if found >= 0 or turn >= horizon:
            break
        n_later = 0
        for k in range(n_now):
            c.s = &now[k]
            start_search(c, w, G_ENDS, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, limit)
            w.ends = later
            w.n_ends = n_later
            run_search(c, w, &now[k])
            n_later = w.n_ends
            if w.cut:
                c.undecided += 1
        # to the next turn's main phase
        c.mode = M_LAZY
        for k in range(n_later):
            c.s = &later[k]
            if not c.knows:
                least_useful_first(c, kind)
            pass_turn(c)
        hold = now
        now = later
        later = hold
        n_now = drop_equal(c.p, now, n_later)
    free(now)
    free(later)
    c.s = keep
    c.ceiling = 0
    c.mode = mode
    c.log_on = log_on
    return found


cdef bint has_card(Context *c, int kind) noexcept nogil:
    cdef int i
    for i in range(c.s.n_hand):
        if c.p.slot_kind[c.s.hand[i]] == kind:
            return True
    return False


cdef void least_useful_first(Context *c, int kind) noexcept nogil:
    """The hand in the order in which it is discarded: neither the card nor lands nor what helps, if it can be avoided."""
    cdef State *s = c.s
    cdef int i, j, k, v
    cdef int value[MAX_HAND]
    if s.n_hand <= 7:
        return
    for i in range(s.n_hand):
        k = c.p.slot_kind[s.hand[i]]
        v = 3 if k == kind else 2 if c.p.kinds[k].land else 1 if c.p.faces[c.p.kinds[k].face].helps else 0
        j = i
        k = s.hand[i]
        while j > 0 and value[j - 1] > v:
            value[j] = value[j - 1]
            s.hand[j] = s.hand[j - 1]
            j -= 1
        value[j] = v
        s.hand[j] = <uint16_t>k


cdef void pass_turn(Context *c) noexcept nogil:
    """From a main phase to the next own precombat main phase, nothing optional being done."""
    cdef State *s = c.s
    cdef int guard = 0, turn = s.turn, mode = c.mode, aim = c.aim
    s.n_needs = 0
    s.n_purposes = 0
    s.stage = 0
    s.n_pool = 0
    c.executing = 1
    if c.knows:
        # what has to be discarded is neither the card nor what it needs
        c.executing = 0
        c.mode = M_PLAYER
        c.aim = AIM_CARD
    c.n_script = 0
    c.at = 0
    while s.status == OK and guard < 400 and not s.lost:
        guard += 1
        advance_step(c, True)
        if s.step == S_MAIN1 and s.active == 0 and s.turn > turn:
            break
    settle_stack(c)
    c.executing = 0
    c.aim = aim
    c.mode = mode
    s.n_pool = 0


cdef int drop_equal(Program *p, State *states, int n) noexcept nogil:
    cdef int i, j, m = 0
    cdef uint64_t h
    cdef uint64_t hashes[MAX_FRONTIER]
    for i in range(n):
        if states[i].status != OK or states[i].lost:
            continue
        h = hash_board(p, &states[i])
        for j in range(m):
            if hashes[j] == h:
                break
        else:
            hashes[m] = h
            if m != i:
                copy_state(&states[m], &states[i])
            m += 1
    return m
