# How good the player is: on games with a card in the kept hand, the turn on which it is first castable by the best line that
# knows the draws (the ceiling), and by players that don't.

cdef bint castable_this_turn(Context *c, Workspace *w, int kind, int limit) noexcept nogil:
    """Whether the card can be cast now with whatever helps, but without what an unknown library would give."""
    cdef int before = c.ceiling
    c.ceiling = 1
    start_search(c, w, G_KIND, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, limit)
    w.face = kind
    w.slot = NO_SLOT
    w.zone = Z_HAND if has_card(c, kind) else Z_NONE
    run_search(c, w, c.s)
    c.ceiling = before
    if w.cut and not w.found:
        c.undecided += 1
    return w.found


cdef bint to_main_phase(Context *c) noexcept nogil:
    """From the beginning of an own turn to its precombat main phase; False if the game ends before."""
    cdef State *s = c.s
    cdef int k
    untap_step(c)
    for k in range(S_UPKEEP, S_MAIN1 + 1):
        if s.status != OK or s.lost:
            return False
        begin_step(c, k)
        settle_stack(c)
    return s.status == OK and not s.lost


cdef void set_out(Context *c, Scenario *sc, State *s, int on_the_play, GameOut *out) noexcept nogil:
    clear_out(c, out, sc.turns)
    c.undecided = 0
    c.paying_stage = 255
    c.executing = 0
    c.say_yes = -1
    c.lift = 0
    c.n_script = 0
    c.at = 0
    c.n_force = 0
    c.mode = M_PLAYER
    c.renewable = 0
    start_game(c, sc, s, on_the_play, out)
    begin_turn(c, 0)


cdef int turn_by_player(Context *c, Scenario *sc, State *s, int on_the_play, int kind, int limit) noexcept nogil:
    """The turn on which the player of the context's aim could first cast the card; 0 if on none."""
    cdef Workspace *w = <Workspace *>c.work
    cdef GameOut out
    set_out(c, sc, s, on_the_play, &out)
    while s.turn <= sc.turns and to_main_phase(c):
        if castable_this_turn(c, w, kind, limit):
            return s.turn
        if c.aim:
            play_land_for_aim(c, w, out.turns[s.turn - 1].cast)
            main_phase_for_aim(c, out.turns[s.turn - 1].cast)
        else:
            play_best_land(c, w)
            main_phase(c, out.turns[s.turn - 1].cast)
        if s.status != OK or s.lost:
            break
        finish_turn(c)
    return 0


cdef int turn_by_ceiling(Context *c, Scenario *sc, State *s, int on_the_play, int kind, int limit) noexcept nogil:
    cdef Workspace *w = <Workspace *>c.work
    cdef GameOut out
    cdef int turn = 0
    set_out(c, sc, s, on_the_play, &out)
    if to_main_phase(c):
        c.knows = 1
        turn = earliest_turn(c, w, s, kind, sc.turns, limit)
        c.knows = 0
    return max(0, turn)


def yardstick_games(program, key, int64_t first, int wanted, int64_t most, int kind, aims, *, turns, order, players, life,
                    mulligan, others=None, node_limit=1000, hands=None, int limit=20000):
    """Games with a card in the kept hand: when it is first castable.

    Parameters
    ----------
    wanted : int
        Games to find, among `most` from `first` on.
    aims : sequence of int
        Of the players, see `run_chunk`.

    Returns
    -------
    numpy.ndarray
        int32 ``[n, 3 + aims]``: on the draw, searches cut short, turn by the ceiling, turns by the players; 0: on no turn.
    """
    core = getattr(program, "core", program)
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cdef Player p = Player(core, scenario, key, hands=hands, aim=(0, kind))
    cdef Context *c = &p.c
    cdef GameOut out
    cdef int64_t g
    cdef int n = 0, k, on_the_play, n_aims = len(aims), cut
    cdef int32_t[:, ::1] found = np.zeros((max(1, wanted), 3 + n_aims), np.int32)
    cdef int32_t[::1] goals = np.array(list(aims) or [0], np.int32)
    for g in range(first, first + most):
        if n >= wanted:
            break
        with nogil:
            on_the_play = p.sc.order == 0 or (p.sc.order == 2 and g % 2 == 0)
            c.game = <uint64_t>(g // 2 if p.sc.order == 2 else g)
            set_out(c, &p.sc, p.s, on_the_play, &out)
            if has_card(c, kind):
                found[n, 0] = not on_the_play
                c.aim = AIM_CURVE
                found[n, 2] = turn_by_ceiling(c, &p.sc, p.s, on_the_play, kind, limit)
                cut = c.undecided
                for k in range(n_aims):
                    c.aim = goals[k]
                    found[n, 3 + k] = turn_by_player(c, &p.sc, p.s, on_the_play, kind, limit)
                    cut += c.undecided
                found[n, 1] = cut
                n += 1
    return np.asarray(found)[:n].copy()
