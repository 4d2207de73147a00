# Paying mana (CR 106.4, 118, 601.2g-h).  A payment is a matching of needs (symbols) with units of mana, each unit
# made no later than the need is paid.  Simple sources ({T}: add ..., nothing else) are units that wait to be tapped.

cdef enum:
    MAX_UNITS = 120

cdef struct Payment:
    int32_t n_units, n_needs
    int32_t life               # life that Phyrexian symbols and painful costs take
    Unit units[MAX_UNITS]
    Need needs[MAX_NEEDS]
    int16_t unit_of[MAX_NEEDS]
    int16_t need_of[MAX_UNITS]
    uint64_t fits[MAX_NEEDS][2]
    uint64_t wants[MAX_UNITS][2]  # the same by unit: needs that it fits
    uint64_t seen_needs[2]
    uint8_t order[MAX_UNITS]


cdef enum:                 # Spend.other, by its word's place in the encoder
    SPEND_X = 1 << 1
    SPEND_NO_GENERIC = 1 << 6
    SPEND_C = 1 << 7


cdef bint spend_allows(Context *c, Unit *u, Need *n) noexcept nogil:
    """Whether mana with this restriction may be spent for the symbol (CR 106.6)."""
    cdef Purpose *q = &c.s.purposes[n.purpose]
    cdef Row *r
    cdef Frame fr
    if u.spend < 0:
        return True
    r = &c.p.rows[u.spend]
    if r.a[2] & SPEND_NO_GENERIC and n.mask == ALL_TYPES and not n.flag & 4:
        return False
    frame_of(&fr, c.s, -1)
    fr.chosen_sub = u.maker_sub
    fr.chosen_color = u.maker_color
    if not q.is_ability and q.pad & 2:
        if match_face_down(c, r.a[0]):
            return True
    elif not q.is_ability:
        if r.a[0] >= 0 and q.face >= 0 and match_face(c, r.a[0], q.face, &fr):
            return True
    elif q.is_ability == 1 and r.a[1] >= 0:
        if q.object >= 0:
            if match_object(c, r.a[1], q.object, &fr):
                return True
        elif q.face >= 0 and match_face(c, r.a[1], q.face, &fr):
            return True
    return r.a[2] & SPEND_X and q.symbols & 1 or r.a[2] & SPEND_C and q.symbols & 2


cdef bint maker_matches(Context *c, Unit *u, int filter_) noexcept nogil:
    """Whether the mana was produced by a source that matches: its types as they were, the rest as printed."""
    cdef Face *face
    cdef Filter *f
    cdef int k = filter_
    if u.maker < 0:
        return False
    face = &c.p.faces[u.maker]
    while k >= 0:
        f = &c.p.filters[k]
        k = f.next
        if match_values(f, u.maker_types, face.supers, face.colors, face.subs[0], face.subs[1], face.mana_value, face.power,
                        face.toughness, face.keywords, face.name):
            return True
    return False


cdef int spent_as(Context *c, int mask, Purpose *q) noexcept nogil:
    """The types as which mana of one of these types may be spent for the purpose (CR 609.4b)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Frame fr
    cdef Row *r
    cdef int n = static_refs(c, OP_SpendAs, refs), k, t, as_, out = 0
    cdef bint only
    if q.face >= 0 and not q.is_ability:
        n = own_spend_as(c, q.face, refs, n)
    for t in range(6):
        if not mask >> t & 1:
            continue
        as_ = 1 << t
        only = False
        for k in range(n):
            r = &c.p.rows[refs[k].row]
            if not r.a[0] >> t & 1 or refs[k].controller != 0:
                continue
            frame_of(&fr, c.s, refs[k].source)
            if r.a[2] >= 0 and (q.is_ability or q.face < 0 or not (is_this(c, r.a[2]) or match_face(c, r.a[2], q.face, &fr))):
                continue
            if r.a[4] >= 0 and (q.is_ability != 1 or q.object < 0 or not match_object(c, r.a[4], q.object, &fr)):
                continue
            if r.a[3] and not only:
                as_ &= ~(1 << t)
                only = True
            as_ |= r.a[1]
        out |= as_
    return out


cdef int own_spend_as(Context *c, int face, StaticRef *refs, int n) noexcept nogil:
    """Append the spell's own "... to cast this spell"."""
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef int k, j
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != STATIC:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op == OP_SpendAs and is_this(c, c.p.rows[j].a[2]) and n < MAX_STATICS:
                memset(&refs[n], 0, sizeof(StaticRef))
                refs[n].row = j
                refs[n].source = -1
                n += 1
    return n


cdef inline bint unit_fits(Context *c, Unit *u, Need *n) noexcept nogil:
    cdef Purpose *q = &c.s.purposes[n.purpose]
    cdef Unit widened
    if c.p.flags & P_SPEND_AS and not c.lift:
        widened = u[0]
        if u.mask and u.ability != -2:
            widened.mask = <uint8_t>spent_as(c, u.mask, q)
        if u.rmask:
            widened.rmask = <uint8_t>spent_as(c, u.rmask, q)
        return unit_fits_as_is(c, &widened, n)
    return unit_fits_as_is(c, u, n)


cdef bint unit_fits_as_is(Context *c, Unit *u, Need *n) noexcept nogil:
    cdef Purpose *q = &c.s.purposes[n.purpose]
    cdef int mask = u.mask
    if u.stage > n.stage:
        return False
    if c.lift:
        if c.lift == 2:
            return True
        return (u.mask | u.rmask) & n.mask != 0 or u.helps
    if u.reserve != 255 and u.reserve != c.paying_stage:
        return False
    if n.flag & 4 and not u.snow:
        return False
    if u.helps and q.is_ability and not q.pad:
        return mask & n.mask != 0 and u.helps != 2
    if u.helps and n.mask == ALL_TYPES and not n.flag & 4:
        return True
    if q.makers_only and not u.helps and not maker_matches(c, u, q.makers_only - 1):
        return False
    if q.colors_only & 64 and u.helps == 0:
        return False
    if q.colors_only and not u.helps:
        mask &= q.colors_only
        if u.rmask & q.colors_only & n.mask and spend_allows(c, u, n):
            return True
        return mask & n.mask != 0
    if mask & n.mask:
        return True
    if u.rmask & n.mask and spend_allows(c, u, n):
        return True
    return False


cdef bint augment_unit(Payment *p, int u) noexcept nogil:
    """Match unit u with a need, moving others if that helps (Kuhn)."""
    cdef int n, k
    cdef uint64_t left
    for k in range(2 if p.n_needs > 64 else 1):
        left = p.wants[u][k] & ~p.seen_needs[k]
        while left:
            n = 64 * k + lowest_bit(left)
            p.seen_needs[k] |= left & (~left + 1)
            if p.unit_of[n] < 0 or augment_unit_away(p, p.unit_of[n]):
                p.unit_of[n] = <int16_t>u
                p.need_of[u] = <int16_t>n
                return True
            left = p.wants[u][k] & ~p.seen_needs[k]
    return False


cdef bint augment_unit_away(Payment *p, int u) noexcept nogil:
    return augment_unit(p, u)


cdef inline void note_wants(Payment *p, int n) noexcept nogil:
    cdef int k
    cdef uint64_t left
    for k in range(2):
        left = p.fits[n][k]
        while left:
            p.wants[64 * k + lowest_bit(left)][n >> 6] |= <uint64_t>1 << (n & 63)
            left &= left - 1


cdef bint solve_fixed(Context *c, Payment *p, int life_budget) noexcept nogil:
    """Match all needs; Phyrexian ones may stay open at 2 life each (CR 107.4f)."""
    cdef int n, u, k, open_, matched = 0
    cdef uint64_t unmatched[2]  # needs of a unit that could not be matched
    memset(p.wants, 0, sizeof(p.wants[0]) * p.n_units)
    for n in range(p.n_needs):
        p.unit_of[n] = -1
        if n and p.needs[n].mask == p.needs[n - 1].mask and p.needs[n].flag == p.needs[n - 1].flag \
                and p.needs[n].stage == p.needs[n - 1].stage and p.needs[n].purpose == p.needs[n - 1].purpose:
            p.fits[n][0] = p.fits[n - 1][0]
            p.fits[n][1] = p.fits[n - 1][1]
            note_wants(p, n)
            continue
        p.fits[n][0] = 0
        p.fits[n][1] = 0
        for u in range(p.n_units):
            if unit_fits(c, &p.units[u], &p.needs[n]):
                p.fits[n][u >> 6] |= <uint64_t>1 << (u & 63)
        note_wants(p, n)
    for u in range(p.n_units):
        p.need_of[u] = -1
    unmatched[0] = unmatched[1] = 0
    # cheapest units first: the greedy matching has the least total rank (transversal matroid)
    for k in range(p.n_units):
        if matched == p.n_needs:
            break
        u = p.order[k]
        if p.wants[u][0] == unmatched[0] and p.wants[u][1] == unmatched[1]:
            continue  # no more than that one; none at all
        p.seen_needs[0] = 0
        p.seen_needs[1] = 0
        if augment_unit(p, u):
            matched += 1
        else:
            unmatched[0] = p.wants[u][0]
            unmatched[1] = p.wants[u][1]
    open_ = 0
    for n in range(p.n_needs):
        if p.unit_of[n] < 0:
            if not p.needs[n].flag & 1:
                # a mandatory need is open: let a Phyrexian one give way
                if not steal(p, n):
                    return False
    for n in range(p.n_needs):
        if p.unit_of[n] < 0:
            open_ += 1
    p.life = 2 * open_
    k = 0
    for u in range(p.n_units):
        if p.need_of[u] >= 0:
            p.life += unit_life(&p.units[u], &p.needs[p.need_of[u]])
            k += unit_pain(&p.units[u], &p.needs[p.need_of[u]])
    if p.life and (p.life > life_budget or c.mode != M_LAZY) or k and c.mode != M_LAZY:
        pay_least_life(p)
    return p.life <= max(0, life_budget)


cdef inline int unit_life(Unit *u, Need *n) noexcept nogil:
    return u.life if u.life and not u.free & n.mask else 0


cdef inline int unit_pain(Unit *u, Need *n) noexcept nogil:
    """Whether the unit can only be made with damage for this."""
    return u.pain and not u.free & n.mask


cdef enum:
    FAR = 1 << 28


cdef void pay_least_life(Payment *p) noexcept nogil:
    """Match all needs anew such that the least life is paid, then least damage taken, then units of low rank (shortest augmenting paths)."""
    cdef int to_need[MAX_NEEDS]
    cdef int to_unit[MAX_UNITS]
    cdef int16_t via[MAX_UNITS]         # need from which the unit was reached
    cdef int16_t queue[MAX_NEEDS]
    cdef uint8_t waits[MAX_NEEDS]
    cdef int start, n, m, u, d, best, end_unit, end_need, head, count, other
    for n in range(p.n_needs):
        p.unit_of[n] = -1
    for u in range(p.n_units):
        p.need_of[u] = -1
    p.life = 0
    for start in range(p.n_needs):
        for n in range(p.n_needs):
            to_need[n] = FAR
            waits[n] = 0
        for u in range(p.n_units):
            to_unit[u] = FAR
        to_need[start] = 0
        queue[0] = <int16_t>start
        head = 0
        count = 1
        while count:
            n = queue[head]
            head = (head + 1) % MAX_NEEDS
            count -= 1
            waits[n] = 0
            for u in range(p.n_units):
                if not p.fits[n][u >> 6] >> (u & 63) & 1 or p.need_of[u] == n:
                    continue
                d = to_need[n] + (unit_life(&p.units[u], &p.needs[n]) << 16) + (unit_pain(&p.units[u], &p.needs[n]) << 12) + p.units[u].rank
                if d >= to_unit[u]:
                    continue
                to_unit[u] = d
                via[u] = <int16_t>n
                m = p.need_of[u]
                if m < 0:
                    continue
                d -= (unit_life(&p.units[u], &p.needs[m]) << 16) + (unit_pain(&p.units[u], &p.needs[m]) << 12) + p.units[u].rank
                if d < to_need[m]:
                    to_need[m] = d
                    if not waits[m]:
                        waits[m] = 1
                        queue[(head + count) % MAX_NEEDS] = <int16_t>m
                        count += 1
        best = FAR
        end_unit = -1
        end_need = -1
        for u in range(p.n_units):
            if p.need_of[u] < 0 and to_unit[u] < best:
                best = to_unit[u]
                end_unit = u
        for n in range(p.n_needs):
            if p.needs[n].flag & 1 and to_need[n] < FAR and to_need[n] + (2 << 16) < best:
                best = to_need[n] + (2 << 16)
                end_unit = -1
                end_need = n
        if best == FAR:
            p.life = 1 << 20
            return
        if end_unit < 0:
            end_unit = p.unit_of[end_need]
            p.unit_of[end_need] = -1
        while end_unit >= 0:
            n = via[end_unit]
            other = p.unit_of[n]
            p.unit_of[n] = <int16_t>end_unit
            p.need_of[end_unit] = <int16_t>n
            if n == start:
                break
            end_unit = other
    for n in range(p.n_needs):
        if p.unit_of[n] < 0:
            p.life += 2
        else:
            p.life += unit_life(&p.units[p.unit_of[n]], &p.needs[n])


cdef bint steal(Payment *p, int n) noexcept nogil:
    """Give need n a unit along a path that ends by opening a Phyrexian need."""
    cdef int m, u, i, head = 0, tail = 0
    cdef int16_t queue[MAX_NEEDS]
    cdef int16_t parent[MAX_NEEDS]
    for i in range(p.n_needs):
        parent[i] = -2
    queue[tail] = <int16_t>n
    tail += 1
    parent[n] = -1
    while head < tail:
        m = queue[head]
        head += 1
        for i in range(p.n_needs):
            u = p.unit_of[i]
            if u < 0 or parent[i] != -2 or not p.fits[m][u >> 6] >> (u & 63) & 1:
                continue
            parent[i] = <int16_t>m
            if p.needs[i].flag & 1:
                # shift units back along the path
                p.unit_of[i] = -1
                while True:
                    m = parent[i]
                    i = m
                    head = p.unit_of[m]
                    p.unit_of[m] = <int16_t>u
                    p.need_of[u] = <int16_t>m
                    u = head
                    if parent[m] == -1:
                        return True
            queue[tail] = <int16_t>i
            tail += 1
    return False


cdef bint solve(Context *c, Payment *p, int life_budget) noexcept nogil:
    """Like `solve_fixed`, trying {2/W} symbols first as the colour, then as two generic (CR 107.4e)."""
    cdef int n, twos = 0, pick, k, last, tries
    cdef Need saved[MAX_NEEDS]
    cdef int count = p.n_needs
    cdef int where[16]
    if (c.s.static_ops[OP_CantPay >> 6] >> (OP_CantPay & 63)) & 1 and not life_payable(c):
        life_budget = 0
    order_units(p)
    for n in range(p.n_needs):
        if p.needs[n].flag & 2 and twos < 10:
            where[twos] = n
            twos += 1
    if twos == 0:
        return solve_fixed(c, p, life_budget)
    memcpy(saved, p.needs, sizeof(Need) * count)
    for tries in range(twos + 1):        # fewest replaced first
        for pick in range(1 << twos):
            if bit_count(pick) != tries or count + tries > MAX_NEEDS:
                continue
            memcpy(p.needs, saved, sizeof(Need) * count)
            last = count
            for k in range(twos):
                if pick >> k & 1:
                    p.needs[where[k]].mask = ALL_TYPES
                    p.needs[last] = p.needs[where[k]]
                    last += 1
            p.n_needs = last
            if solve_fixed(c, p, life_budget):
                return True
    memcpy(p.needs, saved, sizeof(Need) * count)
    p.n_needs = count
    return False


cdef bint solve_sparingly(Context *c, Payment *p, int life_budget) noexcept nogil:
    """Like `solve`; of a source that is tapped for several mana all are used before another one is tapped."""
    cdef Need needs[MAX_NEEDS]
    cdef int count = p.n_needs, u, k, j, used
    cdef bint again = False
    memcpy(needs, p.needs, sizeof(Need) * count)
    if not solve(c, p, life_budget):
        return False
    u = 0
    while u < p.n_units:
        k = u + 1
        used = p.need_of[u] >= 0
        while k < p.n_units and p.units[u].source >= 0 and p.units[k].source == p.units[u].source:
            used += p.need_of[k] >= 0
            k += 1
        if 0 < used < k - u and not p.units[u].life and not p.units[u].helps:
            again = True
            for j in range(u, k):
                p.units[j].rank = 0
                p.units[j].pain = 0  # it does that damage as it is
        u = k
    if not again:
        return True
    memcpy(p.needs, needs, sizeof(Need) * count)
    p.n_needs = count
    return solve(c, p, life_budget)


cdef void order_units(Payment *p) noexcept nogil:
    cdef int i, j, u
    for i in range(p.n_units):
        u = i
        j = i
        while j > 0 and p.units[p.order[j - 1]].rank > p.units[u].rank:
            p.order[j] = p.order[j - 1]
            j -= 1
        p.order[j] = <uint8_t>u


# ------------------------------------------------------------------------------------ simple sources

cdef bint object_can_tap(Context *c, int i) noexcept nogil:
    """{T} or {Q}: creatures must not be summoning sick (CR 302.6)."""
    cdef State *s = c.s
    return not (s.chars[i].types & CREATURE and s.objects[i].sick and not s.chars[i].keywords & (KW_HASTE | KW_HASTE_ABILITIES))


cdef bint limits_allow(Context *c, int i, int k, Ability *ab) noexcept nogil:
    cdef Frame fr
    cdef int j
    if ab.flags & F_ONCE_A_TURN and c.s.objects[i].used >> k & 1:
        return False
    if ab.flags & F_ONCE and c.s.objects[i].used_ever >> k & 1:
        return False
    if ab.limits:
        frame_of(&fr, c.s, i)
        for j in range(ab.limits >> 8, (ab.limits >> 8) + (ab.limits & 255)):
            if not condition(c, j, &fr):
                return False
    return True


cdef bint ability_forbidden(Context *c, int i, Ability *ab) noexcept nogil:
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Row *r
    cdef Frame fr
    n = static_refs(c, OP_CantCast, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[0] != 2 or (r.a[2] and ab.flags & F_MANA):
            continue
        if r.a[4] == 2 and refs[k].controller == c.s.objects[i].controller:
            continue
        if r.a[4] == 0 and refs[k].controller != c.s.objects[i].controller:
            continue
        frame_of(&fr, c.s, refs[k].source)
        fr.controller = refs[k].controller
        if r.a[1] < 0 or match_object(c, r.a[1], i, &fr):
            return True
    return False


cdef inline bint as_source(Context *c, int i) noexcept nogil:
    """Whether object i makes, tapped for mana, what is noted for its face."""
    cdef Printed *q = &c.p.printed[c.s.objects[i].face]
    return c.s.plain_mana and q.marks & PRINTED_SOURCE and not q.varies and not c.s.objects[i].pad & 48


cdef bint stays_tapped(Program *p, Ability *ab) noexcept nogil:
    """Whether a static ability keeps its permanent from untapping in the untap step."""
    cdef Row *r = &p.rows[ab.effects >> 8]
    return ab.effects & 255 == 1 and r.op == OP_CantUntap and r.a[0] >= 0 and p.rows[r.a[0]].op == OP_This and ab.condition < 0


cdef int simple_source(Context *c, int i, Unit *out) noexcept nogil:
    """Units that object i makes when tapped for mana, if its ways to do so amount to one choice of type each.

    Returns the number of units; 0 if it makes none now or isn't simple (then it is an action of the search).
    """
    cdef State *s = c.s
    cdef Chars *ch = &s.chars[i]
    cdef Ability *ab
    cdef int k, n = 0, j, m, found = 0, rank
    cdef bint stays = False
    cdef Printed *q = &c.p.printed[s.objects[i].face]
    if not s.objects[i].alive or s.objects[i].phased or s.objects[i].tapped or s.objects[i].controller != 0:
        return 0
    if as_source(c, i):
        if q.n_units == 0 or not object_can_tap(c, i):
            return 0
        for j in range(q.n_units):
            out[j] = q.units[j]
            out[j].source = <int16_t>i
            out[j].stage = s.objects[i].stage
            out[j].maker_sub = s.objects[i].chosen_sub
            out[j].maker_color = s.objects[i].chosen_color
        return q.n_units
    for k in range(ch.n_abilities):
        ab = &c.p.abilities[ch.abilities[k]]
        if ab.type == STATIC and stays_tapped(c.p, ab):
            stays = True
        if ab.type != ACTIVATED or not ab.flags & F_MANA or ab.zone != Z_BATTLEFIELD:
            continue
        if not ab.flags & F_SIMPLE:
            continue
        if not object_can_tap(c, i) or not limits_allow(c, i, k, ab) or ability_forbidden(c, i, ab):
            continue
        if ab.life > s.life or ab.life and not life_payable(c):
            continue
        if found and (n != 1 or ab.n_units != 1):
            return -1  # alternatives of different size
        if found == 0:
            m = ab.n_units
            if c.p.flags & P_TAPPED_FOR_MANA and tapped_for_mana_matters(c, i):
                m = sandbox_units(c, i, k, out)
                if m < 0:
                    return -1
            else:
                for j in range(m):
                    memset(&out[j], 0, sizeof(Unit))
                    out[j].spend = <int16_t>ab.spend
                    out[j].snow = 1 if ch.supers & SNOW else 0
                    made_by(c, &out[j], i)
                    if ab.spend >= 0:
                        out[j].rmask = <uint8_t>ab.units[j]
                    else:
                        out[j].mask = <uint8_t>ab.units[j]
            n = m
            for j in range(n):
                out[j].source = <int16_t>i
                out[j].ability = <int16_t>k
                out[j].stage = s.objects[i].stage
                out[j].reserve = 255
                out[j].life = <uint8_t>ab.life
                out[j].free = 0 if ab.life or ab.flags & F_PAIN else out[j].mask | out[j].rmask
                out[j].pain = ab.flags & F_PAIN != 0
            if ab.life and n > 1:
                return -1  # the life is paid once for all of them: an action of its own
        else:
            if c.p.flags & P_TAPPED_FOR_MANA and tapped_for_mana_matters(c, i):
                return -1
            if ab.spend >= 0:
                if out[0].spend >= 0 and out[0].spend != ab.spend:
                    return -1
                out[0].spend = <int16_t>ab.spend
                out[0].rmask |= <uint8_t>ab.units[0]
            else:
                out[0].mask |= <uint8_t>ab.units[0]
            out[0].ability = -1
            if ab.life:
                out[0].life = <uint8_t>max(<int>out[0].life, ab.life)
            elif ab.flags & F_PAIN:
                out[0].pain = 1
            else:
                out[0].free |= <uint8_t>ab.units[0]
        if ab.flags & F_PAIN or ab.life:
            found |= 2
        found |= 1
    if n == 0:
        return 0
    for j in range(n):
        rank = 10 + 2 * bit_count(out[j].mask | out[j].rmask)
        if found & 2:
            rank += 30
        if out[j].spend >= 0 and out[j].mask == 0:
            rank -= 8
        if s.chars[i].types & CREATURE:
            rank += 1
        if stays:
            rank += 20  # it isn't there again on the next turn
        out[j].rank = <uint8_t>rank
    return n


cdef bint tapped_for_mana_matters(Context *c, int i) noexcept nogil:
    """Whether something in play triggers on, or replaces, tapping object i for mana."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k, j, e
    cdef Ability *ab
    cdef State *s = c.s
    n = static_refs(c, OP_ManaInstead, refs)
    for k in range(n):
        if applies_to(c, &refs[k], c.p.rows[refs[k].row].a[0], i):
            return True
    if not (s.triggers >> EV_TAPPED_FOR_MANA | s.triggers >> EV_ADDS_MANA) & 1 and not in_force(s, OP_DelayedTrigger):
        return False
    n = static_refs(c, OP_DelayedTrigger, refs)
    for j in range(n):
        e = c.p.rows[refs[j].row].a[0] >> 8
        if c.p.rows[e].a[0] == EV_TAPPED_FOR_MANA and subject_matches(c, c.p.rows[e].a[1], -1, i, -1, 0):
            return True
    for j in range(s.n_objects):
        if not s.objects[j].alive or s.objects[j].phased:
            continue
        for k in range(s.chars[j].n_abilities):
            ab = &c.p.abilities[s.chars[j].abilities[k]]
            if ab.type != TRIGGERED:
                continue
            for e in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                if (c.p.rows[e].a[0] == EV_TAPPED_FOR_MANA or c.p.rows[e].a[0] == EV_ADDS_MANA) \
                        and subject_matches(c, c.p.rows[e].a[1], j, i, -1, 0):
                    return True
    return False


cdef int sandbox_units(Context *c, int i, int k, Unit *out) noexcept nogil:
    """Units of tapping object i for mana by ability k with all that adds to it; -1 if that leaves choices open."""
    cdef State *s = c.s
    cdef int n_pool = s.n_pool, n_waiting = s.n_waiting, mode = c.mode, n, j, life = s.life
    cdef int n_script = c.n_script, at = c.at, n_force = c.n_force, tapped = s.objects[i].tapped, log_on = c.log_on
    cdef int status = s.status, taps = s.untap_triggers
    cdef Frame fr
    cdef Ability *ab = &c.p.abilities[s.chars[i].abilities[k]]
    c.mode = M_LAZY
    c.n_script = 0
    c.at = 0
    c.n_force = 0
    c.log_on = 0
    frame_of(&fr, s, i)
    fr.ability = <int16_t>k
    tap_mana_effects(c, i, ab, &fr)
    n = s.n_pool - n_pool
    if s.status != OK:
        n = -1
        s.status = status
    else:
        for j in range(min(n, 16)):
            out[j] = s.pool[n_pool + j]
        if n > 16:
            n = -1
    s.n_pool = n_pool
    s.n_waiting = n_waiting
    s.life = life
    s.untap_triggers = taps
    s.objects[i].tapped = <uint8_t>tapped
    c.mode = mode
    c.n_script = n_script
    c.at = at
    c.n_force = n_force
    c.log_on = log_on
    return n


cdef void tap_mana_effects(Context *c, int i, Ability *ab, Frame *fr) noexcept nogil:
    """Effects of a mana ability of object i, with what tapping it for mana triggers (CR 106.12)."""
    cdef int j, produced, start = c.s.n_pool
    cdef int tapped = i if ab.flags & F_TAPS else -1
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        if c.s.status != OK:
            return
        mana_effect(c, j, fr, tapped)
    c.made_from = start
    c.made_to = c.s.n_pool
    produced = fr.produced
    if produced and c.p.trigger_kinds >> EV_ADDS_MANA & 1 and i >= 0:
        added_mana_triggers(c, i, &produced)
    if tapped >= 0 and produced:
        mana_triggers(c, i, &produced)
        fire(c, EV_TAPPED_FOR_MANA, i, -1, 0, produced, 0, c.s.objects[i].controller)


cdef void mana_effect(Context *c, int j, Frame *fr, int tapped) noexcept nogil:
    cdef Row *r = &c.p.rows[j]
    cdef int k, list_
    if r.op == OP_AddMana:
        produce(c, r, fr, tapped)
    elif r.op == OP_If:
        list_ = r.a[1] if condition(c, r.a[0], fr) else r.a[2]
        for k in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
            mana_effect(c, k, fr, tapped)
    else:
        run_row(c, j, fr)


cdef int gather(Context *c, Payment *p, bint pool_only, int help_) noexcept nogil:
    """Fill p.units: the pool, then simple sources; ``help_`` 1 convoke, 2 improvise, 4 waterbend."""
    cdef State *s = c.s
    cdef Unit u[16]
    cdef int i, j, n
    p.n_units = 0
    for i in range(s.n_pool):
        if p.n_units < MAX_UNITS:
            p.units[p.n_units] = s.pool[i]
            p.units[p.n_units].rank = 0 if s.pool[i].mask == 0 else <uint8_t>(1 + bit_count(s.pool[i].mask))
            p.n_units += 1
    if pool_only:
        return p.n_units
    refresh(c)
    n = fetch_units(c, u) if c.fetching else 0
    for j in range(n):
        if p.n_units < MAX_UNITS:
            p.units[p.n_units] = u[j]
            p.n_units += 1
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].tapped or s.objects[i].phased:
            continue
        n = simple_source(c, i, u)
        if n == 0 and c.fetching:
            n = lone_source(c, i, u)
        for j in range(n):
            if p.n_units < MAX_UNITS and not (c.unrestricted and u[j].mask == 0):
                p.units[p.n_units] = u[j]
                p.n_units += 1
        if help_:
            if help_ & 1 and s.chars[i].types & CREATURE or help_ & 2 and s.chars[i].types & ARTIFACT \
                    or help_ & 4 and s.chars[i].types & (CREATURE | ARTIFACT):
                if n == 1:
                    p.units[p.n_units - 1].helps = 1
                    if help_ & 1 and s.chars[i].types & CREATURE:
                        p.units[p.n_units - 1].mask |= <uint8_t>(s.chars[i].colors & 31)
                elif n <= 0 and p.n_units < MAX_UNITS:
                    memset(&p.units[p.n_units], 0, sizeof(Unit))
                    p.units[p.n_units].helps = 2
                    p.units[p.n_units].mask = <uint8_t>(s.chars[i].colors & 31) if help_ & 1 and s.chars[i].types & CREATURE else 0
                    p.units[p.n_units].source = <int16_t>i
                    p.units[p.n_units].ability = -2
                    p.units[p.n_units].stage = s.objects[i].stage
                    p.units[p.n_units].spend = -1
                    p.units[p.n_units].rank = 25
                    p.units[p.n_units].reserve = 255
                    p.n_units += 1
    return p.n_units


# ---------------------------------------------------------------------------------------------- needs

cdef inline int cost_symbols(Cost *cost) noexcept nogil:
    cdef int i, found = 1 if cost.x else 0
    for i in range(cost.n):
        if cost.mask[i] == 32:
            found |= 2
    return found


cdef int new_purpose(Context *c, int face, int object_, int is_ability, int symbols) noexcept nogil:
    cdef State *s = c.s
    cdef Purpose *q
    if s.n_purposes >= 32:
        fail(c, TOO_MANY)
        return 0
    q = &s.purposes[s.n_purposes]
    q.face = <int16_t>face
    q.object = <int16_t>object_
    q.is_ability = <uint8_t>is_ability
    q.symbols = <uint8_t>symbols
    q.colors_only = 0
    q.pad = 0
    q.makers_only = 0
    s.n_purposes += 1
    return s.n_purposes - 1


cdef bint life_may_pay(Context *c, int mask) noexcept nogil:
    cdef StaticRef refs[MAX_STATICS]
    cdef int n = static_refs(c, OP_LifeForMana, refs), k
    for k in range(n):
        if refs[k].controller == 0 and c.p.rows[refs[k].row].a[0] == mask:
            return True
    return False


cdef void push_need(Context *c, int mask, int flag, int purpose) noexcept nogil:
    cdef State *s = c.s
    if s.n_needs >= MAX_NEEDS:
        fail(c, TOO_MANY)
        return
    if (s.static_ops[OP_LifeForMana >> 6] >> (OP_LifeForMana & 63)) & 1 and life_may_pay(c, mask):
        flag |= 1
    s.needs[s.n_needs].mask = <uint8_t>mask
    s.needs[s.n_needs].flag = <uint8_t>flag
    s.needs[s.n_needs].stage = <uint8_t>s.stage
    s.needs[s.n_needs].purpose = <uint8_t>purpose
    s.n_needs += 1


cdef void push_cost(Context *c, Cost *cost, int generic, int purpose) noexcept nogil:
    cdef int i
    for i in range(cost.n):
        push_need(c, cost.mask[i], cost.flag[i], purpose)
    for i in range(max(0, generic)):
        push_need(c, ALL_TYPES, 0, purpose)


cdef void look_at_units(Context *c, Payment *p) noexcept nogil:
    """Gather the units of a position once for all costs that are held against it; until `c.node` is NULL again."""
    cdef Program *q = c.p
    cdef Unit *u
    cdef int i, k
    gather(c, p, False, 0)
    c.node = p
    c.node_plain = p.n_units <= MAX_SUM and not q.flags & P_SPEND_AS and not c.uncounted
    memset(c.node_cover, 0, sizeof(c.node_cover))
    for i in range(p.n_units):
        u = &p.units[i]
        if u.rmask or u.life or u.helps or u.stage or u.reserve != 255:
            c.node_plain = 0
            return
        for k in range(q.n_words):
            c.node_cover[k] += q.one[u.mask][k]


cdef int by_counts(Context *c) noexcept nogil:
    """Whether the units of `c.node` meet all needs, by Hall's theorem; -1 where that doesn't decide it."""
    cdef Program *p = c.p
    cdef State *s = c.s
    cdef uint64_t need[8]
    cdef int i, k
    if not c.node_plain:
        return -1
    memset(need, 0, sizeof(need))
    for i in range(s.n_needs):
        if s.needs[i].flag or s.purposes[s.needs[i].purpose].colors_only or s.purposes[s.needs[i].purpose].makers_only \
                or s.needs[i].mask != ALL_TYPES and s.needs[i].mask & ~p.named:
            return -1
        for k in range(p.n_words):
            need[k] += p.under[s.needs[i].mask][k]
    if c.lift == 2:
        return s.n_needs <= c.node.n_units
    return packed_covers(p, c.node_cover, need)


cdef bint needs_ok(Context *c, int help_) noexcept nogil:
    """Whether all needs so far can be met from the pool and simple sources."""
    cdef Payment p
    cdef int k
    if c.node != NULL and help_ == 0:
        if c.s.n_needs > c.node.n_units:
            for k in range(c.s.n_needs):
                if c.s.needs[k].flag & 1:
                    break
            else:
                return False
        k = by_counts(c)
        if k >= 0:
            return k == 1
        memcpy(c.node.needs, c.s.needs, sizeof(Need) * c.s.n_needs)
        c.node.n_needs = c.s.n_needs
        return solve(c, c.node, c.s.life)
    gather(c, &p, False, help_)
    memcpy(p.needs, c.s.needs, sizeof(Need) * c.s.n_needs)
    p.n_needs = c.s.n_needs
    if p.n_needs > p.n_units:
        if not any_life_need(&p):
            return False
    return solve(c, &p, c.s.life)


cdef bint any_life_need(Payment *p) noexcept nogil:
    cdef int n
    for n in range(p.n_needs):
        if p.needs[n].flag & 1:
            return True
    return False
