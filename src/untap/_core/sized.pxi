# Permanents that are cast as large as one likes, by X or by multikicker, and make as much mana as they have counters.

cdef enum:
    SIZED_BY_KICKS = 1
    SIZED_BY_X = 2
    MOST_SIZE = 12
    NUMBER_KICKS = 8           # word of Number


cdef int sized_by(Program *p, int face) noexcept nogil:
    """What the number of counters depends on with which the permanent enters, and by which it makes mana; 0 if it isn't such."""
    cdef Face *f = &p.faces[face]
    cdef Ability *ab
    cdef Row *r
    cdef int k, j, by = 0, kind = -1
    if not f.types & PERMANENT or f.types & LAND or f.cost < 0:
        return 0
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255 if ab.type == ENTERS else 0)):
            r = &p.rows[j]
            if r.op != OP_PutCounters or r.a[0] < 0 or r.a[1] < 0 or r.a[2] < 0 or p.rows[r.a[2]].op != OP_This:
                continue
            if p.rows[r.a[1]].op == OP_X and p.costs[f.cost].x:
                by = SIZED_BY_X
                kind = r.a[0]
            elif p.rows[r.a[1]].op == OP_Number and p.rows[r.a[1]].a[0] == NUMBER_KICKS and kicker_cost(p, face) >= 0:
                by = SIZED_BY_KICKS
                kind = r.a[0]
    if kind < 0:
        return 0
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255 if ab.type == ACTIVATED and ab.flags & F_MANA else 0)):
            r = &p.rows[j]
            if r.op != OP_AddMana or r.a[0] < 0:
                continue
            r = &p.rows[r.a[0]]
            if (r.op == OP_Bundle or r.op == OP_OneColor or r.op == OP_Combination) and r.a[1] >= 0 \
                    and p.rows[r.a[1]].op == OP_Counters and p.rows[r.a[1]].a[0] == kind:
                return by
    return 0


cdef int kicker_cost(Program *p, int face) noexcept nogil:
    """The cost that may be paid any number of times in mana, if that is all there is to pay besides; -1 otherwise."""
    cdef Face *f = &p.faces[face]
    cdef Ability *ab
    cdef Row *q
    cdef int k, found = -1
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.type != OTHER or p.rows[ab.row].op != OP_AdditionalCost:
            continue
        q = &p.rows[p.rows[ab.row].a[0]]
        if found >= 0 or not p.rows[ab.row].a[1] or not p.rows[ab.row].a[2] or q.op != OP_Cost or q.a[0] & 255 != 1 \
                or p.rows[q.a[0] >> 8].op != OP_Mana:
            return -1
        found = p.rows[q.a[0] >> 8].a[0]
    return found


cdef int use_for(Context *c, int but) noexcept nogil:
    """How much more mana than the next turn has the hand and command zone could use."""
    cdef State *s = c.s
    cdef int i, total = 0
    cdef Face *f
    for i in range(s.n_command + s.n_hand):
        f = &c.p.faces[slot_face(c, held(s, i))]
        if held(s, i) != but and f.cost >= 0 and not f.types & LAND and not c.p.quick[slot_face(c, held(s, i))].sized:
            total += c.p.costs[f.cost].need[63]
    return total - units_next_turn(c)


cdef bint worth_its_size(Context *c, int paid) noexcept nogil:
    """Whether so much mana is better paid for a source than for the hand: early, or where the hand loses less by it."""
    cdef uint8_t cover[64]
    cdef int16_t spells[MAX_HAND + MAX_COMMAND]
    cdef Cost cost
    cdef int n = 0, loss, k
    cdef TurnOut *t = <TurnOut *>c.turn_out
    memset(&cost, 0, sizeof(Cost))
    cost.need[63] = <uint8_t>paid
    cover_of(c, cover)
    for k in range(min(40, t.available - c.s.mana_spent) - cover[63] if t != NULL else 0):
        cover_add(cover, 1 << 5)  # what isn't counted by units
    hand_spells(c, c.s.hand, c.s.n_hand, spells, &n)
    loss = pack_after(c, cover, &cost, 0, spells, n) - pack_after(c, cover, &cost, 1, spells, n)
    return loss <= 2 or loss < paid


cdef bint cast_sized(Context *c, uint64_t *cast_mask, bint rest) noexcept nogil:
    """Cast such a permanent for what the hand can use of its mana later, or (``rest``) with all that is left this turn."""
    cdef State *s = c.s
    cdef Way ways[MAX_WAYS]
    cdef Payment p
    cdef Face *f
    cdef int i, size, most, price, slot, face, zone, by, cls
    for i in range(s.n_command + s.n_hand):
        slot = held(s, i)
        face = slot_face(c, slot)
        by = c.p.quick[face].sized
        if not by:
            continue
        f = &c.p.faces[face]
        zone = Z_HAND if in_hand(s, slot) else Z_COMMAND
        if ways_to_cast(c, face, slot, zone, ways) == 0 or ways[0].cost != f.cost:
            continue
        gather(c, &p, False, 0)
        price = c.p.costs[f.cost].x if by == SIZED_BY_X else c.p.costs[kicker_cost(c.p, face)].need[63]
        most = min(MOST_SIZE, (p.n_units - c.p.costs[f.cost].need[63]) // max(1, price))
        if not rest:
            most = min(most, use_for(c, slot))
        for size in range(most, 0, -1):
            if not rest and not worth_its_size(c, size * price + c.p.costs[f.cost].need[63]):
                continue
            if cast_by_way(c, slot, face, zone, ways, 0, size if by == SIZED_BY_X else 0, size if by == SIZED_BY_KICKS else 0):
                cls = c.p.kinds[c.p.slot_kind[slot]].cls
                if cls >= 0:
                    cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
                settle_stack(c)
                return s.status == OK
    return False
