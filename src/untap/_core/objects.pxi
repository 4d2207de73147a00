# Objects that become others, abilities lent by other cards, state triggers, what follows mana as it is spent.

cdef void become(Context *c, int i, int face) noexcept nogil:
    c.s.objects[i].face = <int16_t>face
    c.s.objects[i].kind = <int16_t>c.p.faces[face].kind
    touch(c)


cdef void lock_effect(Context *c, int list_, int duration, int source, int that, int face) noexcept nogil:
    """A continuous effect of this object alone."""
    cdef State *s = c.s
    cdef ContinuousEffect *e
    if s.n_effects >= MAX_EFFECTS:
        fail(c, TOO_MANY)
        return
    e = &s.effects[s.n_effects]
    memset(e, 0, sizeof(ContinuousEffect))
    e.list = list_
    e.source = <int16_t>source
    e.that = <int16_t>that
    s.clock += 1
    e.stamp = <uint16_t>s.clock
    e.duration = <uint8_t>duration
    e.controller = s.objects[that].controller
    e.chosen_sub = s.objects[that].chosen_sub
    e.face = <int16_t>face
    e.holder = -1
    e.counter = -1
    s.n_effects += 1
    touch(c)


cdef bint locked(State *s, int list_, int that) noexcept nogil:
    """Whether these exceptions of a copy are the object's already, for good."""
    cdef int k
    for k in range(s.n_effects):
        if s.effects[k].list == list_ and s.effects[k].that == that and s.effects[k].duration == 3:
            return True
    return False


cdef void become_copy(Context *c, Row *r, Frame *fr) noexcept nogil:
    """An object becomes a copy of another, or of a card in the graveyard (CR 707.2)."""
    cdef State *s = c.s
    cdef int16_t objects[MAX_OBJECTS]
    cdef int16_t of[MAX_OBJECTS]
    cdef Row *sel = &c.p.rows[r.a[1]]
    cdef int n, i, k, face, row = <int>(r - &c.p.rows[0])
    n = select_objects(c, r.a[0], fr, objects, D_TARGET)
    if n == 0 or s.status != OK:
        return
    if r.a[4] == Z_GRAVEYARD:
        k = choose_card(c, s.graveyard, s.n_graveyard, sel.a[0], fr, D_CARD, sel.a[1] == 0)
        if k < 0 or s.status != OK:
            return
        face = slot_face(c, k)
    else:
        if select_objects(c, r.a[1], fr, of, D_TARGET) == 0 or s.status != OK:
            return
        face = s.objects[of[0]].face
    for i in range(n):
        if s.objects[objects[i]].face == face and not r.a[2]:
            continue
        if r.a[3] < 2:  # until then it is a copy: see drop_effect
            lock_effect(c, row << 8 | 1, r.a[3], fr.source, objects[i], s.objects[objects[i]].face)
        become(c, objects[i], face)
        if r.a[2] and s.status == OK and not locked(s, r.a[2], objects[i]):
            lock_effect(c, r.a[2], r.a[3] if r.a[3] < 2 else 3, fr.source, objects[i], fr.face)
    fr.that = objects[n - 1]


cdef void lend_abilities(Context *c, int i, int face) noexcept nogil:
    """Object i has the activated abilities of a card."""
    cdef Face *f = &c.p.faces[face]
    cdef int k, a
    for k in range(f.n_abilities):
        a = c.p.face_abilities[f.ability + k]
        if c.p.abilities[a].type == ACTIVATED and c.p.abilities[a].zone == Z_BATTLEFIELD:
            add_ability(&c.s.chars[i], a)
            mark_ability(c, &c.s.chars[i], a)


cdef void lent_abilities(Context *c) noexcept nogil:
    """"... has all activated abilities of ..." (CR 613.1f), as the cards or permanents have them printed."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k, i, j
    cdef Row *r
    cdef Frame fr
    n = static_refs(c, OP_GrantAbilitiesOf, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, s, refs[k].source)
        fr.controller = refs[k].controller
        for i in range(s.n_objects):
            if not s.objects[i].alive or s.objects[i].phased or not applies_to(c, &refs[k], r.a[0], i):
                continue
            if r.a[2] == Z_EXILE:
                for j in range(s.n_exile):
                    if wants_exiled_with(c, r.a[1]) and not exiled_with(c, j, &fr):
                        continue
                    if match_face(c, r.a[1], slot_face(c, s.exile[j]), &fr):
                        lend_abilities(c, i, slot_face(c, s.exile[j]))
            elif r.a[2] == Z_GRAVEYARD:
                for j in range(s.n_graveyard):
                    if match_face(c, r.a[1], slot_face(c, s.graveyard[j]), &fr):
                        lend_abilities(c, i, slot_face(c, s.graveyard[j]))
            elif r.a[2] == Z_BATTLEFIELD:
                for j in range(s.n_objects):
                    if j != i and match_object(c, r.a[1], j, &fr):
                        lend_abilities(c, i, s.objects[j].face)


cdef void state_triggers(Context *c) noexcept nogil:
    """Abilities that trigger on a state do so once until they have left the stack (CR 603.8)."""
    cdef State *s = c.s
    cdef int i, k, j, a
    cdef bint there
    cdef Frame fr
    cdef StackItem *it
    if not c.p.flags & P_STATE:
        return
    refresh(c)
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].phased:
            continue
        for k in range(s.chars[i].n_abilities):
            a = s.chars[i].abilities[k]
            if not c.p.abilities[a].flags & F_STATE:
                continue
            there = False
            for j in range(s.n_stack + s.n_waiting):
                it = &s.stack[j] if j < s.n_stack else &s.waiting[j - s.n_stack]
                if it.kind == 2 and it.source == i and it.ability == a:
                    there = True
            frame_of(&fr, s, i)
            if not there and condition(c, c.p.abilities[a].condition, &fr):
                push_waiting(c, a, i, i, 0, 0)


cdef void become_monstrous(Context *c, int i, int n) noexcept nogil:
    """Monstrosity, and renown as its ability resolves: counters once (CR 701.37a, 702.112a)."""
    if i < 0 or not c.s.objects[i].alive or c.s.objects[i].monstrous:
        return
    put_counters(c, i, 0, n)
    c.s.objects[i].monstrous = 1  # CR 701.37b, 702.112b
    fire(c, EV_MONSTROUS, i, c.s.objects[i].face, n, 0, 0, c.s.objects[i].controller)


cdef bint may_skip_turn(Context *c) noexcept nogil:
    """"You may skip that turn" (CR 614.10): asked as a turn would begin; whole games never do it."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Frame fr
    refresh(c)
    n = static_refs(c, OP_MaySkipTurn, refs)
    for k in range(n):
        if refs[k].controller == 0 and yes(c, refs[k].source, 0) and c.s.status == OK:
            frame_of(&fr, c.s, refs[k].source)
            run_list(c, c.p.rows[refs[k].row].a[0], &fr)
            return True
    return False


cdef void mana_was_spent(Context *c, Unit *u, Need *n) noexcept nogil:
    """"When that mana is spent to ...": a delayed triggered ability (CR 603.7)."""
    cdef State *s = c.s
    cdef Row *r = &c.p.rows[u.rider - 1]
    cdef Unit one = u[0]
    cdef StackItem *it
    one.spend = <int16_t>r.a[4]
    if not spend_allows(c, &one, n):
        return
    if s.n_waiting >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.waiting[s.n_waiting]
    clear_item(it)
    it.effects = r.a[5]
    it.condition = -1
    it.ability = -1
    it.source = -1
    it.face = -1
    it.that = -1
    it.slot = NO_SLOT
    it.kind = 2
    s.n_waiting += 1
