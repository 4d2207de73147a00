# A bound on available mana: a search for the most mana stops where it has found as much as there can be.

cdef enum:
    NO_BOUND = 9999


cdef struct Worth:             # what an object makes each time it is tapped
    int32_t most               # net of what that costs
    int32_t types[6]           # units that can be of each type
    int32_t untapper           # 1: an ability of it untaps another object, 2: several


cdef void add_units(Worth *v, Unit *u, int n, int cost) noexcept nogil:
    cdef int j, t, k
    v.most = max(v.most, n - cost)
    for t in range(6):
        k = 0
        for j in range(n):
            k += (u[j].mask | u[j].rmask) >> t & 1
        v.types[t] = max(v.types[t], k)


cdef bint waits_for_later(Program *p, Ability *ab) noexcept nogil:
    """Whether a trigger only waits for steps, attacks, spells and land plays."""
    cdef int j, kind
    for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
        kind = p.rows[j].a[0]
        if kind != EV_PHASE and kind != EV_ATTACKS and kind != EV_CAST and kind != EV_PLAYS_LAND:
            return False
    return True


cdef bint worth_of(Context *c, Workspace *w, int i, bint fetched, Worth *v, Ability **untaps) noexcept nogil:
    """What object i makes when it is tapped, untapped as it may be by then; False if that isn't known."""
    cdef Chars *ch = &c.s.chars[i]
    cdef Ability *ab
    cdef Unit u[16]
    cdef uint8_t tapped = c.s.objects[i].tapped
    cdef int k, j, n
    cdef bint plain
    memset(v, 0, sizeof(Worth))
    untaps[0] = NULL
    c.s.objects[i].tapped = 0
    plain = simple_source(c, i, u) > 0
    n = idle_source(c, i, u)
    c.s.objects[i].tapped = tapped
    if n > 0:
        add_units(v, u, n, 0)
    for k in range(ch.n_abilities):
        ab = &c.p.abilities[ch.abilities[k]]
        if ab.type == TRIGGERED and ab.helps and not waits_for_later(c.p, ab):
            return False
        if ab.type != ACTIVATED or ab.zone != Z_BATTLEFIELD or c.renewable and uses_up(c, ab):
            continue
        if ab.flags & F_MANA:
            if n > 0 and (ab.flags & F_SIMPLE or not plain):
                continue
            if not ab.flags & F_SIMPLE or ab.n_units < 1 or ab.mana_cost >= 0:
                return False
            for j in range(ab.n_units):
                memset(&u[j], 0, sizeof(Unit))
                u[j].mask = <uint8_t>ab.units[j]
            add_units(v, u, ab.n_units, 0)
        elif ab.flags & F_UNTAPS_NOW:
            if untaps[0] != NULL or ab.effects & 255 != 1 or c.p.rows[ab.effects >> 8].op != OP_Untap or ab.flags & F_UNTAPS:
                return False
            untaps[0] = ab
        elif helps_here(c.p, w, ab) and ab.fetch >= 0 and not (fetched and ab.fetch > 0):
            return False
    return True


cdef int untap_cost(Context *c, Ability *ab, int times) noexcept nogil:
    """Least mana that untapping so many with the ability costs."""
    cdef Cost *cost
    if ab.mana_cost < 0 or c.p.flags & P_COST_CHANGES:
        return 0
    cost = &c.p.costs[ab.mana_cost]
    return cost.generic + cost.n + cost.x * times


cdef void best_targets(Context *c, Ability *ab, int source, int filter_, int most, Worth *worth, Worth *out) noexcept nogil:
    """The most that untapping up to so many objects brings."""
    cdef State *s = c.s
    cdef Frame fr
    cdef int values[MAX_OBJECTS]
    cdef int n, i, j, t, total
    memset(out, 0, sizeof(Worth))
    frame_of(&fr, s, source)
    for t in range(-1, 6):
        n = 0
        for i in range(s.n_objects):
            if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
                continue
            if not match_object(c, filter_, i, &fr):
                continue
            j = n
            total = worth[i].most if t < 0 else worth[i].types[t]
            while j > 0 and values[j - 1] < total:
                values[j] = values[j - 1]
                j -= 1
            values[j] = total
            n += 1
        total = 0
        for j in range(min(n, most)):
            total += values[j]
            if t >= 0:
                out.types[t] = total
            else:
                out.most = max(out.most, total - untap_cost(c, ab, j + 1))


cdef void bound_most(Context *c, Workspace *w) noexcept nogil:
    """Set w.bound and w.bound_types: no position that a search from here reaches has more mana; NO_BOUND if it isn't known."""
    cdef State *s = c.s
    cdef Worth worth[MAX_OBJECTS]
    cdef Worth gain, most
    cdef Ability *untaps[MAX_OBJECTS]
    cdef Unit u[16]
    cdef Payment p
    cdef Row *r
    cdef Frame fr
    cdef int i, j, k, t, times, conversions = 0
    cdef bint fetched
    w.bound = NO_BOUND
    if not taps_first(c) or c.p.flags & (P_TAPPED_FOR_MANA | P_STATE | P_SACRIFICED_COULD) or s.n_effects or s.boosted:
        return
    if c.p.trigger_kinds & (1 << EV_UNTAPPED | 1 << EV_ADDS_MANA | 1 << EV_ACTIVATED):
        return
    for i in range(s.n_hand):
        if c.p.printed[c.p.kinds[c.p.slot_kind[s.hand[i]]].face].marks & PRINTED_FROM_HAND:
            return
    fetched = c.fetching and fetch_units(c, u) >= 0
    memset(worth, 0, sizeof(Worth) * s.n_objects)
    for i in range(s.n_objects):
        untaps[i] = NULL
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
            continue
        if not worth_of(c, w, i, fetched, &worth[i], &untaps[i]):
            return
    # what untaps several at once untaps nothing that untaps
    for i in range(s.n_objects):
        if untaps[i] == NULL:
            continue
        r = &c.p.rows[c.p.rows[untaps[i].effects >> 8].a[0]]
        frame_of(&fr, s, i)
        if r.op == OP_This:
            # at will, for no more than it makes: another type for some mana
            if untaps[i].flags & (F_TAPS | F_ONCE_A_TURN) or worth[i].most > untap_cost(c, untaps[i], 1):
                return
            for t in range(6):
                conversions |= (worth[i].types[t] > 0) << t
            untaps[i] = NULL
            continue
        if r.op != OP_Target or not untaps[i].flags & (F_TAPS | F_ONCE_A_TURN | F_LOYALTY):
            return
        worth[i].untapper = 1
        if c.p.rows[r.a[2]].op != OP_Const or c.p.rows[r.a[2]].a[0] != 1:
            if worth[i].most > 0:
                return
            worth[i].untapper = 2
    for i in range(s.n_objects):
        if worth[i].untapper != 2:
            continue
        r = &c.p.rows[c.p.rows[untaps[i].effects >> 8].a[0]]
        frame_of(&fr, s, i)
        for j in range(s.n_objects):
            if worth[j].untapper and s.objects[j].alive and match_object(c, r.a[0], j, &fr):
                return
        if c.p.rows[r.a[2]].op == OP_Const:
            times = c.p.rows[r.a[2]].a[0]
        elif c.p.rows[r.a[2]].op == OP_X and untaps[i].mana_cost >= 0:
            times = MAX_OBJECTS
        else:
            return
        best_targets(c, untaps[i], i, r.a[0], times, worth, &gain)
        gain.untapper = 2
        worth[i] = gain
    # what untaps one may untap another such, which is then used instead of it: as many sources untap as there are of these
    gather(c, &p, False, 0)
    most.most = p.n_units - s.n_needs
    for t in range(6):
        most.types[t] = 0
        for j in range(p.n_units):
            most.types[t] += (p.units[j].mask | p.units[j].rmask) >> t & 1
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
            continue
        if worth[i].untapper == 1:
            r = &c.p.rows[c.p.rows[untaps[i].effects >> 8].a[0]]
            best_targets(c, untaps[i], i, r.a[0], 1, worth, &gain)
            frame_of(&fr, s, i)
            for j in range(s.n_objects):
                if worth[j].untapper == 1 and s.objects[j].alive and match_object(c, r.a[0], j, &fr) and j != i:
                    for k in range(s.n_objects):  # by way of that one, anything
                        gain.most = max(gain.most, worth[k].most)
                        for t in range(6):
                            gain.types[t] = max(gain.types[t], worth[k].types[t])
            if s.objects[i].tapped and untaps[i].flags & F_TAPS:
                memset(&gain, 0, sizeof(Worth))
            elif not s.objects[i].tapped and idle_source(c, i, u) == 0:  # or it is tapped for its own mana
                gain.most = max(gain.most, worth[i].most)
                for t in range(6):
                    gain.types[t] = max(gain.types[t], worth[i].types[t])
        elif worth[i].untapper == 2:
            if s.objects[i].tapped:
                continue
            gain = worth[i]
        elif s.objects[i].tapped or idle_source(c, i, u) > 0:
            continue  # counted
        else:
            gain = worth[i]
        most.most += gain.most
        for t in range(6):
            most.types[t] += gain.types[t]
    w.bound = most.most
    for t in range(6):
        w.bound_types[t] = max(most.types[t], most.most) if conversions >> t & 1 else most.types[t]


cdef inline bint reached_bound(Workspace *w) noexcept nogil:
    cdef int t
    if w.best_total < w.bound:
        return False
    for t in range(6):
        if w.type_most[t] < w.bound_types[t]:
            return False
    return True
