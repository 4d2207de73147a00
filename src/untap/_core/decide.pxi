# Decisions.  The rules ask (`decide`), the mode answers: a script, the player's policy, chance, or "stop and ask".

cdef inline void option(Context *c, int value) noexcept nogil:
    if c.n_options < MAX_OPTIONS:
        c.options[c.n_options] = value
        c.n_options += 1


cdef void note_decision(Context *c, int kind, int k) noexcept nogil:
    cdef int i
    if not c.log_on:
        return
    if c.log_on > 1:
        for i in range(c.n_options):
            note(c, E_OPTION, c.options[i])
    note(c, E_DECIDE, kind, k, c.options[k], c.n_options)


cdef int decide(Context *c, int kind, int source, int preferred) noexcept nogil:
    """Choose one of c.options; returns its index (0 if there are none).

    ``preferred`` is the index that the default player would take without further thought.
    """
    cdef int k
    if c.s.status != OK or c.n_options <= 1:
        return 0
    if c.at < c.n_script:
        k = c.script[c.at]
        c.at += 1
        if k < 0 or k >= c.n_options:
            c.s.status = ILLEGAL
            return 0
    elif c.executing:
        k = preferred
    elif c.mode == M_PLAYER:
        k = player_decides(c, kind, source, preferred)
    elif c.mode == M_RANDOM:
        k = <int>bounded(c.rng, <uint32_t>c.n_options)
    else:
        c.need_kind = kind
        c.need_source = source
        c.s.status = NEED_DECISION
        return 0
    note_decision(c, kind, k)
    return k


cdef inline bint yes(Context *c, int source, int preferred) noexcept nogil:
    c.n_options = 0
    option(c, 0)
    option(c, 1)
    return decide(c, D_YES, source, preferred) == 1


cdef int choose_object(Context *c, int filter_, Frame *fr, int kind, bint may_stop, int exclude) noexcept nogil:
    """Choose one object that matches, -1 for none."""
    cdef int i
    c.n_options = 0
    for i in range(c.s.n_objects):
        if i != exclude and match_object(c, filter_, i, fr):
            if c.mode == M_LAZY and same_as_earlier(c, i):
                continue
            option(c, i)
    if may_stop:
        option(c, -1)
    if c.n_options == 0:
        return -1
    i = decide(c, kind, fr.source, 0)
    return c.options[i]


cdef bint same_as_earlier(Context *c, int i) noexcept nogil:
    # whether an option already listed is an object that nothing tells apart from i
    cdef int k, j
    cdef Object *a = &c.s.objects[i]
    cdef Object *b
    for k in range(c.n_options):
        j = c.options[k]
        if j < 0:
            continue
        b = &c.s.objects[j]
        if (a.face == b.face and a.tapped == b.tapped and a.sick == b.sick and a.attached == b.attached
                and a.controller == b.controller and a.chosen_color == b.chosen_color and a.used == b.used
                and a.used_ever == b.used_ever and a.modes == b.modes
                and a.chosen_sub == b.chosen_sub and a.imprint == b.imprint and a.skip_untap == b.skip_untap
                and a.token == b.token and memcmp(a.counters, b.counters, MAX_COUNTERS) == 0
                and not is_attached_to(c, i) and not is_attached_to(c, j)):
            return True
    return False


cdef bint is_attached_to(Context *c, int i) noexcept nogil:
    cdef int k
    for k in range(c.s.n_objects):
        if c.s.objects[k].alive and c.s.objects[k].attached == i:
            return True
    return False


cdef int choose_card(Context *c, uint16_t *cards, int n, int filter_, Frame *fr, int kind, bint may_stop) noexcept nogil:
    """Choose one card of a zone that matches: its slot, -1 for none."""
    cdef int i, k
    cdef bint seen
    c.n_options = 0
    for i in range(n):
        if filter_ >= 0 and not match_face(c, filter_, slot_face(c, cards[i]), fr):
            continue
        if c.mode == M_LAZY and (filter_ < 0 or c.p.filters[filter_].quality != 19):
            seen = False
            for k in range(c.n_options):
                if c.p.slot_kind[c.options[k]] == c.p.slot_kind[cards[i]]:
                    seen = True
            if seen:
                continue
        option(c, cards[i])
    if may_stop:
        option(c, -1)
    if c.n_options == 0:
        return -1
    if filter_ >= 0 and c.p.filters[filter_].quality == 34:  # chance chooses
        i = <int>bounded(c.rng, <uint32_t>c.n_options)
        note_decision(c, kind, i)
        return c.options[i]
    if filter_ >= 0 and c.p.filters[filter_].quality == 19:  # the graveyard's order does (CR 404.2): its last is on top
        if c.n_options == may_stop:
            return -1
        return c.options[c.n_options - 1 - may_stop]
    i = decide(c, kind, fr.source, 0)
    return c.options[i]
