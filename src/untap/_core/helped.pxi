# Spells that more than mana abilities helps to cast: what untaps sources, say, is activated before (CR 601.2g allows mana
# abilities only while a cost is paid).

cdef enum:
    HELP_NODES = 300


cdef bint untaps_at_hand(Context *c) noexcept nogil:
    """Whether a permanent of ours can be activated to untap permanents, by more than a mana ability."""
    cdef State *s = c.s
    cdef Ability *ab
    cdef int i, k
    if not c.p.flags & P_UNTAPS:
        return False
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type == ACTIVATED and ab.flags & F_UNTAPS_NOW and not ab.flags & F_MANA and ab.helps \
                    and not (ab.flags & F_TAPS and (s.objects[i].tapped or not object_can_tap(c, i))):
                return True
    return False


cdef bint beyond_mana(Context *c, int face) noexcept nogil:
    """Whether the spell can't be cast on this turn, or costs more than the turn's mana, as both have been counted."""
    cdef Face *f = &c.p.faces[face]
    cdef TurnOut *t = <TurnOut *>c.turn_out
    if t == NULL or f.cost < 0 or f.cls < 0 or c.p.costs[f.cost].x or not t.castable[f.cls >> 6] >> (f.cls & 63) & 1:
        return True
    return f.plain and costs_stand(c) and c.p.costs[f.cost].need[63] > t.available


cdef bint cast_with_help(Context *c, Workspace *w, int slot, int zone, int scope, int limit, uint64_t *cast_mask) noexcept nogil:
    """Cast a card after what a search has found to make that possible; nothing is done if it can't be."""
    cdef State *s = c.s
    cdef State *saved
    cdef Act a
    cdef int steps, cls, kind = c.p.slot_kind[slot], log_n = (<Log *>c.log).n if c.log != NULL else 0
    cdef bint ok = False
    start_search(c, w, G_KIND, scope, limit)
    w.face = kind
    w.slot = slot
    w.zone = zone
    if not run_search(c, w, s):
        return False
    saved = <State *>calloc(1, sizeof(State))
    if saved == NULL:
        fail(c, TOO_MANY)
        return False
    copy_state(saved, s)
    for steps in range(MAX_DEPTH):
        if not w.found:
            break
        if w.best_length == 0 or (w.best_path[0].type == 0 and s.chars[w.best_path[0].a].n_abilities and only_mana(c, w)):
            ok = cast_card(c, slot)
            break
        a = w.best_path[0]
        c.n_script = a.n_script
        c.at = 0
        memcpy(c.script, a.script, sizeof(int16_t) * a.n_script)
        if a.type == 0:
            activate(c, a.a, a.b, a.x)
        elif a.type == 1:
            activate_card(c, <int>a.a if a.a >= 0 else NO_SLOT, a.b, a.zone, a.x)
        elif a.type == 2:
            play_land(c, a.a, a.b, a.zone)
        else:
            cls = c.p.kinds[c.p.slot_kind[a.a]].cls
            cast(c, a.a, a.b, a.zone, a.way, a.x, 0)
            if s.status == OK and cls >= 0:
                cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
        c.n_script = 0
        c.at = 0
        if s.status != OK:
            break
        settle_stack(c)
        if s.status != OK:
            break
        start_search(c, w, G_KIND, scope, limit)
        w.face = kind
        w.slot = slot
        w.zone = zone
        run_search(c, w, s)
    if ok and s.status == OK:
        cls = c.p.kinds[kind].cls
        if cls >= 0:
            cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
        settle_stack(c)
    else:
        copy_state(s, saved)
        if c.log != NULL:
            (<Log *>c.log).n = log_n
        ok = False
    free(saved)
    return ok


cdef bint only_mana(Context *c, Workspace *w) noexcept nogil:
    # the whole path is mana abilities, which paying the cost finds by itself
    cdef int k
    for k in range(w.best_length):
        if w.best_path[k].type != 0:
            return False
        if not c.p.abilities[w.states[k].chars[w.best_path[k].a].abilities[w.best_path[k].b]].flags & F_MANA:
            return False
    return True
