# What stands for mana.  What can be fetched: while only castability and mana are looked at, an ability that is paid with itself (and life)
# and puts a land onto the battlefield stands for one unit of any type that such a land would make at once.  That is exact
# as long as every such type can be had as often as there are such abilities, life is no concern, and nothing that touches
# mana looks at lands, graveyard or life (P_FETCH, see program/relevance.py); otherwise the search does it.

cdef enum:
    FETCH_LIFE = 10            # life that must be left over for whatever else is paid with life
    ONE_SHOT_RANK = 60         # units of what is sacrificed for them


cdef int plain_fetched(Context *c, int kind, int *life) noexcept nogil:
    """Types of mana that a land put onto the battlefield makes at once, 0 if none; -1 if that depends on the game."""
    cdef Program *p = c.p
    cdef Face *f = &p.faces[p.kinds[kind].face]
    cdef FastKind *fk = &p.fast_kinds[kind]
    cdef Ability *ab
    cdef Row *r
    cdef int k
    if f.types & CREATURE and not f.keywords & KW_HASTE:
        return 0  # CR 302.6
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.type == ENTERS and p.rows[ab.row].op == OP_This and ab.effects & 255 == 1:
            r = &p.rows[ab.effects >> 8]
            if r.op == OP_EntersTapped and r.a[0] < 0 and r.a[1] < 0:
                return 0
    if not fk.plain or fk.enters == 2:
        return -1
    if fk.enters == 3:
        life[0] = max(life[0], <int>fk.n)
    return fk.mask


cdef void note_fetches(Context *c) noexcept nogil:
    """Which types each kind of fetching gives now, and how many cards give the scarcest."""
    cdef Program *p = c.p
    cdef Library *l = &c.s.library
    cdef int count[8][6]
    cdef uint16_t copies[512]
    cdef int i, j, t, mask, life = 0
    c.fetch_known = 1
    c.reads |= R_LANDS
    memset(count, 0, sizeof(count))
    memset(copies, 0, sizeof(uint16_t) * p.n_kinds)
    for j in range(p.n_fetches):
        c.fetch_mask[j] = 0
        c.fetch_least[j] = 255
    for i in range(p.n_slots):
        if l.inside[i] and p.kinds[p.slot_kind[i]].land:
            copies[p.slot_kind[i]] += 1
    for i in range(p.n_kinds):
        if not copies[i]:
            continue
        mask = -2
        for j in range(p.n_fetches):
            if not match_face(c, p.fetch_filters[j], p.kinds[i].face, NULL):
                continue
            if mask == -2:
                mask = plain_fetched(c, i, &life)
            if mask < 0:
                c.fetch_mask[j] = -1
                continue
            for t in range(6):
                if mask >> t & 1:
                    count[j][t] += copies[i]
                    if c.fetch_mask[j] >= 0:
                        c.fetch_mask[j] |= 1 << t
    for j in range(p.n_fetches):
        for t in range(6):
            if c.fetch_mask[j] > 0 and c.fetch_mask[j] >> t & 1:
                c.fetch_least[j] = min(c.fetch_least[j], count[j][t])
    c.fetch_life = life


cdef inline int fetch_number(Program *p, Ability *ab) noexcept nogil:
    cdef int j
    for j in range(p.n_fetches):
        if p.fetch_filters[j] == ab.fetch - 1:
            return j
    return -1


cdef int fetch_units(Context *c, Unit *out) noexcept nogil:
    """The units that stand for fetching; -1 if they wouldn't be exact."""
    cdef State *s = c.s
    cdef Ability *ab
    cdef int i, k, j, n = 0, life = 0, least = 255
    if not c.fetching or c.no_fetch or not c.p.flags & P_FETCH or s.static_ops[OP_ChangeTypes >> 6] >> (OP_ChangeTypes & 63) & 1 \
            or s.static_ops[OP_Grant >> 6] >> (OP_Grant & 63) & 1 or s.static_ops[OP_CantCast >> 6] >> (OP_CantCast & 63) & 1:
        return -1
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].tapped or s.objects[i].phased:
            continue
        if not c.p.faces[s.objects[i].face].fetches:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type == ACTIVATED and ab.fetch > 0 and can_activate(c, i, k):
                break
        else:
            continue
        if not c.fetch_known:
            note_fetches(c)
        j = fetch_number(c.p, ab)
        if j < 0 or c.fetch_mask[j] < 0 or n >= 16:
            return -1
        if c.fetch_mask[j] == 0:
            continue
        memset(&out[n], 0, sizeof(Unit))
        made_by(c, &out[n], -1)
        out[n].mask = <uint8_t>c.fetch_mask[j]
        out[n].source = <int16_t>i
        out[n].ability = <int16_t>k
        out[n].spend = -1
        out[n].stage = s.objects[i].stage
        out[n].rank = 30
        out[n].reserve = 255
        least = min(least, c.fetch_least[j])
        life += ab.life + c.fetch_life
        n += 1
    if n > least or s.life < life + FETCH_LIFE:
        return -1
    return n


cdef bint costs_only_itself(Context *c, Ability *ab) noexcept nogil:
    """Whether the cost is {T}, sacrificing the source, or both."""
    cdef int j
    for j in range(ab.cost >> 8, (ab.cost >> 8) + (ab.cost & 255)):
        if c.p.rows[j].op != OP_TapThis and not (c.p.rows[j].op == OP_SacrificeCost and ab.flags & F_SACRIFICES_SELF):
            return False
    return ab.mana_cost < 0 and not ab.limits


cdef bint only_adds(Context *c, int list_) noexcept nogil:
    """Whether these effects add mana and do nothing else, so that looking at them leaves no trace."""
    cdef int j
    cdef Row *r
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &c.p.rows[j]
        if r.op == OP_If:
            if not only_adds(c, r.a[1]) or not only_adds(c, r.a[2]):
                return False
        elif r.op != OP_AddMana:
            return False
    return True


cdef int lone_source(Context *c, int i, Unit *out) noexcept nogil:
    """Units of an object whose one mana ability isn't simple, as it is now: an amount read from the board, or a sacrifice.

    Such amounts are largest before anything is sacrificed, and mana abilities need no priority (CR 605.3a), so tapping
    first loses nothing; sacrifices count only where nothing looks at graveyards and nothing triggers on them.
    """
    cdef State *s = c.s
    cdef Ability *ab
    cdef int k, n, j, at = -1
    if not c.fetching or s.objects[i].tapped:
        return 0
    for k in range(s.chars[i].n_abilities):
        ab = &c.p.abilities[s.chars[i].abilities[k]]
        if ab.type == ACTIVATED and ab.flags & F_MANA and ab.zone == Z_BATTLEFIELD:
            if at >= 0:
                return 0
            at = k
    if at < 0:
        return 0
    ab = &c.p.abilities[s.chars[i].abilities[at]]
    if ab.flags & F_SIMPLE or not costs_only_itself(c, ab) or not only_adds(c, ab.effects):
        return 0
    if ab.flags & F_SACRIFICES_SELF and (c.renewable or c.no_fetch or not c.p.flags & P_FETCH
            or c.p.trigger_kinds & (1 << EV_LEAVES | 1 << EV_DIES | 1 << EV_SACRIFICED)):
        return 0
    if not can_activate(c, i, at):
        return 0
    n = sandbox_units(c, i, at, out)
    for j in range(n):
        out[j].source = <int16_t>i
        out[j].ability = <int16_t>at
        out[j].stage = s.objects[i].stage
        out[j].reserve = 255
        out[j].rank = ONE_SHOT_RANK if ab.flags & F_SACRIFICES_SELF else 20
    return n
