# The general plane by counts.  Where every permanent is either no matter to mana or a plain source of it, what the player
# asks of a position is answered from running sums, without copying it or searching; the answers are those of the general
# way (tests compare them), and any doubt leaves the question to it.

cdef enum:
    QUICK_INERT = 0            # no matter to mana
    QUICK_SOURCE = 1           # one unit
    QUICK_UNITS = 2            # several units at once
    QUICK_ODD = 3              # not a matter of counts
    QUICK_FETCH = 4            # puts a land onto the battlefield for itself

cdef enum:
    MAX_SUM = 100              # units; packed bytes stay below 128

cdef struct Sum:               # units summed up
    uint64_t cover[8]          # packed (fast.pxi)
    uint64_t types             # bytes: units that can be of each type

cdef struct Covers:
    Sum now                    # of unrestricted mana that can be made
    Sum fresh                  # ... with everything untapped and unsick
    Sum any_now                # the same with restricted mana
    Sum any_fresh

cdef struct Quick:             # a position summed up
    Covers sums
    int32_t counts[FAST_FILTERS]
    int32_t n_units, n_fetches, least, life
    int32_t life_units         # sources that cost life
    int32_t sick, restricted, one_shot
    int32_t watched            # something that isn't idle may trigger on a land drop
    int32_t reread             # what a land changes is not a matter of counts: play it and look again
    int32_t n_given            # sources of which part of the types depends on counts
    int16_t given[32]          # their faces
    uint8_t given_now[32]      # whether they can be tapped


cdef bint quick_condition(Context *c, Program *p, int row, int8_t *op, int8_t *filter_, int16_t *n) noexcept nogil:
    """Read a condition on the number of lands that match, or of opponents (filter -2)."""
    cdef Row *r = &p.rows[row]
    cdef Row *left
    if r.op != OP_Compare or p.rows[r.a[2]].op != OP_Const:
        return False
    left = &p.rows[r.a[0]]
    op[0] = <int8_t>r.a[1]
    n[0] = <int16_t>p.rows[r.a[2]].a[0]
    if left.op == OP_Number and left.a[0] == 3:
        filter_[0] = -2
        return True
    if left.op != OP_Count or left.a[1] != Z_BATTLEFIELD:
        return False
    filter_[0] = <int8_t>fast_filter(c, p, left.a[0])
    return filter_[0] >= 0


cdef bint quick_static(Program *p, int list_) noexcept nogil:
    """Whether static effects leave mana, costs and what can be played alone."""
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if not p.quick_ops[p.rows[j].op >> 6] >> (p.rows[j].op & 63) & 1:
            return False
    return True


cdef bint no_land(Context *c, Program *p, int filter_) noexcept nogil:
    """Whether no land of the deck matches."""
    cdef int k
    if filter_ < 0:
        return False
    for k in range(p.n_faces):
        if p.faces[k].types & LAND and match_face(c, filter_, k, NULL):
            return False
    return True


cdef bint blind_amount(Context *c, Program *p, int row) noexcept nogil:
    """Whether a land drop can't change this amount."""
    cdef Row *r = &p.rows[row]
    if row < 0 or r.op == OP_Const or r.op == OP_X:
        return True
    if r.op == OP_Count:
        return r.a[1] == Z_GRAVEYARD or r.a[1] == Z_EXILE or r.a[1] == Z_BATTLEFIELD and no_land(c, p, r.a[0])
    if r.op == OP_Plus or r.op == OP_Times or r.op == OP_Minus:
        return blind_amount(c, p, r.a[0]) and blind_amount(c, p, r.a[1])
    return False


cdef bint blind_parts(Context *c, Program *p, int row) noexcept nogil:
    """Whether a land drop can't change if these parts of a cost can be paid."""
    cdef Row *r
    cdef int j
    if p.rows[row].op != OP_Cost:
        return False
    for j in range(p.rows[row].a[0] >> 8, (p.rows[row].a[0] >> 8) + (p.rows[row].a[0] & 255)):
        r = &p.rows[j]
        if r.op == OP_Mana:
            continue
        if r.op == OP_PayLife:
            if not blind_amount(c, p, r.a[0]):
                return False
        elif r.op == OP_ExileCost:
            if not (r.a[1] == Z_GRAVEYARD or r.a[1] == Z_HAND and no_land(c, p, r.a[0])) or not blind_amount(c, p, r.a[2]):
                return False
        elif r.op == OP_DiscardCost or r.op == OP_RevealCost:
            if not no_land(c, p, r.a[0]) or not blind_amount(c, p, r.a[1]):
                return False
        else:
            return False
    return True


cdef bint blind_class(Context *c, Program *p, int cls) noexcept nogil:
    """Whether what casting a class costs isn't changed by a land drop, mana apart."""
    cdef int kind = p.class_kind[cls], face, k, j
    cdef Face *f
    cdef Ability *ab
    cdef Row *r
    for face in range(p.kinds[kind].face, p.kinds[kind].face + p.kinds[kind].n_faces):
        f = &p.faces[face]
        if not f.playable or f.types & LAND:
            continue
        if f.flags & FACE_TIMED:
            return False
        for k in range(f.n_abilities):
            ab = &p.abilities[p.face_abilities[f.ability + k]]
            if ab.type == STATIC:
                for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                    r = &p.rows[j]
                    if r.op == OP_SpendOnlyOn or r.op == OP_SpendAs:
                        return False
                    if r.op == OP_CostChange and p.rows[r.a[0]].op == OP_This and (ab.condition >= 0 or not blind_amount(c, p, r.a[1])):
                        return False
            if ab.type != OTHER:
                continue
            r = &p.rows[ab.row]
            if r.op == OP_SpendOnlyOn:
                return False
            if r.op == OP_CostChange and not blind_amount(c, p, r.a[1]):
                return False
            if r.op == OP_AlternativeCost and r.a[3] == Z_HAND:
                if r.a[1] >= 0 and (p.rows[r.a[1]].op != OP_Fact or p.rows[r.a[1]].a[0] > 1):
                    return False
                if not blind_parts(c, p, r.a[0]):
                    return False
            if r.op == OP_AdditionalCost and not r.a[1] and not blind_parts(c, p, r.a[0]):
                return False
    return True


cdef bint foreseen_idle(Program *p, int list_) noexcept nogil:
    """Whether these effects change nothing that a land drop is valued by (see `settle_foreseen`)."""
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if p.rows[j].op != OP_Inert and p.rows[j].op != OP_GainLife and p.rows[j].op != OP_Scry and p.rows[j].op != OP_Surveil:
            return False
    return True


cdef void quick_face(Context *c, Program *p, int face) noexcept nogil:
    """What a face is to the counts: on the battlefield, and as a land that is played."""
    cdef Face *f = &p.faces[face]
    cdef QuickFace *q = &p.quick[face]
    cdef Ability *ab
    cdef Row *r
    cdef int k, j, found = 0, limited = 0
    cdef int8_t op = 0, filter_ = 0
    cdef int16_t n = 0
    memset(q, 0, sizeof(QuickFace))
    q.playable = f.types & LAND != 0
    if f.types & LAND:
        q.mask = <uint8_t>(f.subs[0] & 31)
        found = bit_count(f.subs[0] & 31)
        if f.keywords & KW_CHANGELING:
            q.kind = QUICK_ODD
    if f.n_abilities + 5 > MAX_OBJECT_ABILITIES:
        q.kind = QUICK_ODD
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.flags & F_UNTAPS_NOW:
            q.asks = 1
        if ab.type == ACTIVATED:
            if ab.zone != Z_BATTLEFIELD:
                if ab.zone == Z_HAND and ab.helps & HELPS_NOW:
                    q.from_hand = 1
                continue
            if ab.flags & F_MANA:
                q.mana = 1
                if not ab.flags & F_SIMPLE or ab.spend >= 0 or ab.flags & (F_ONCE | F_ONCE_A_TURN) or not 1 <= ab.n_units <= 8:
                    q.kind = QUICK_ODD
                    continue
                if ab.n_units > 1:
                    q.n_units = <uint8_t>ab.n_units
                    for j in range(ab.n_units):
                        q.units[j] = <uint8_t>ab.units[j]
                if ab.life:
                    q.life = <uint8_t>max(<int>q.life, min(255, ab.life))
                if ab.limits:
                    if ab.limits & 255 != 1 or not quick_condition(c, p, ab.limits >> 8, &op, &filter_, &n) \
                            or filter_ >= 0 and p.filters[p.fast_filters[filter_]].which or ab.n_units > 1 \
                            or limited and (op != q.op or filter_ != q.filter or n != q.n):
                        q.kind = QUICK_ODD
                        continue
                    limited += 1
                    q.op = op
                    q.filter = filter_
                    q.n = n
                    q.cmask |= <uint8_t>ab.units[0]
                    continue
                if ab.n_units == 1:
                    q.mask |= <uint8_t>ab.units[0]
                found += 1
            elif ab.fetch > 0:
                if q.fetch:
                    q.kind = QUICK_ODD
                q.fetch = <uint8_t>(k + 1)
            elif ab.helps & HELPS_NOW and ab.fetch == 0:
                q.asks = 1
        elif ab.type == TRIGGERED:
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                if p.rows[j].a[0] == EV_TAPPED_FOR_MANA or p.rows[j].a[0] == EV_ADDS_MANA:
                    q.amplifies = 1
                if p.rows[j].a[0] == EV_ENTERS and p.rows[j].a[1] >= 0 and p.rows[p.rows[j].a[1]].op == OP_This \
                        or p.rows[j].a[0] == EV_CHAPTER:
                    q.arrives |= not foreseen_idle(p, ab.effects)
                elif p.rows[j].a[0] == EV_ENTERS or p.rows[j].a[0] == EV_PLAYS_LAND:
                    q.watches |= not foreseen_idle(p, ab.effects)
                    q.arrives |= q.watches
        elif ab.type == STATIC:
            if not quick_static(p, ab.effects):
                q.playable = 0
        elif ab.type == ENTERS:
            if p.rows[ab.row].op != OP_This:
                q.greets = 1
                q.playable = 0
                continue
            r = &p.rows[ab.effects >> 8]
            if ab.effects & 255 != 1 or r.op != OP_EntersTapped or q.enters:
                q.playable = 0
            elif r.a[0] < 0 and r.a[1] < 0:
                q.enters = 1
            elif r.a[1] < 0:
                if quick_condition(c, p, r.a[0], &op, &filter_, &n):
                    q.enters = 2
                    q.enters_op = op
                    q.enters_filter = filter_
                    q.enters_n = n
                else:
                    q.playable = 0
            elif r.a[0] < 0:
                r = &p.rows[r.a[1]]
                if r.op != OP_Cost or r.a[0] & 255 != 1 or p.rows[r.a[0] >> 8].op != OP_PayLife \
                        or p.rows[p.rows[r.a[0] >> 8].a[0]].op != OP_Const:
                    q.playable = 0
                else:
                    q.enters = 3
                    q.enters_n = <int16_t>p.rows[p.rows[r.a[0] >> 8].a[0]].a[0]
            else:
                q.playable = 0
        elif ab.type == OTHER and p.rows[ab.row].op == OP_Level:
            q.kind = QUICK_ODD
    if q.n_units and (found > 1 or limited):
        q.kind = QUICK_ODD
    if q.fetch and (found or limited or f.types & CREATURE):
        q.kind = QUICK_ODD
    if q.asks or q.amplifies:
        q.playable = 0
    if q.kind != QUICK_ODD:
        q.kind = QUICK_FETCH if q.fetch else QUICK_UNITS if q.n_units else QUICK_SOURCE if found or limited else QUICK_INERT
    else:
        q.playable = 0
    q.limited = limited > 0
    q.creature = f.types & CREATURE != 0


cdef void analyse_quick(Context *c, Program *p) noexcept:
    cdef int k, j
    p.quick_ops[0] = p.quick_ops[1] = p.quick_ops[2] = p.quick_ops[3] = 0
    for k in (OP_Inert, OP_ChangePower, OP_GrantKeyword, OP_CantUntap, OP_UntapLimit, OP_UntapOneType, OP_MayNotUntap,
              OP_UntapInstead, OP_UntapDuringOthers, OP_SkipStepStatic, OP_NoHandLimit, OP_MoreLandPlays, OP_LandPlays, OP_KeepMana):
        p.quick_ops[k >> 6] |= <uint64_t>1 << (k & 63)
    p.changing_ops[0] = p.changing_ops[1] = p.changing_ops[2] = p.changing_ops[3] = 0
    for k in (OP_ChangeTypes, OP_Grant, OP_PlayFrom):
        p.changing_ops[k >> 6] |= <uint64_t>1 << (k & 63)
    for k in range(p.n_classes):
        p.blind[k] = blind_class(c, p, k)
    p.reading[0] = p.reading[1] = p.reading[2] = p.reading[3] = 0
    p.hand_classes[0] = p.hand_classes[1] = p.hand_classes[2] = p.hand_classes[3] = 0
    for k in range(p.n_classes):
        for j in range(p.kinds[p.class_kind[k]].face, p.kinds[p.class_kind[k]].face + p.kinds[p.class_kind[k]].n_faces):
            if p.faces[j].flags & FACE_HAND:
                p.hand_classes[k >> 6] |= <uint64_t>1 << (k & 63)
            if p.faces[j].flags & FACE_READS:
                p.reading[k >> 6] |= <uint64_t>1 << (k & 63)
    for k in range(p.n_rows):
        if p.rows[k].op == OP_Count and p.rows[k].a[1] == Z_GRAVEYARD or p.rows[k].op == OP_Kinds and p.rows[k].a[2] == Z_GRAVEYARD \
                or p.rows[k].op == OP_ExileCost and p.rows[k].a[1] == Z_GRAVEYARD and p.rows[k].a[0] >= 0 \
                and p.filters[p.rows[k].a[0]].types_any | p.filters[p.rows[k].a[0]].types_all:
            p.flags |= P_TYPED_GRAVES
    for k in range(p.n_kinds):
        p.fast_kinds[k].slow = <uint8_t>slow_source(c, k)
    for k in range(p.n_faces):
        quick_face(c, p, k)
        p.quick[k].sized = <uint8_t>sized_by(p, k)
        if p.quick[k].sized and k == p.kinds[p.faces[k].kind].face:
            p.flags |= P_SIZED
            p.fast_kinds[p.faces[k].kind].leave = 1
        if p.quick[k].from_hand:
            for j in range(p.n_faces):
                if p.faces[j].kind == p.faces[k].kind:
                    p.printed[j].marks |= PRINTED_FROM_HAND
    for k in range(p.n_faces):
        if p.faces[k].types & LAND:
            for j in range(p.n_fast_filters):
                if match_face(c, p.fast_filters[j], k, NULL):
                    p.quick[k].in_filters |= <uint8_t>(1 << j)
        elif p.faces[k].types & PERMANENT:
            for j in range(p.n_fast_filters):  # a back face, say
                if match_face(c, p.fast_filters[j], k, NULL):
                    p.quick[k].kind = QUICK_ODD


cdef inline bint quick_holds(State *s, Quick *q, int op, int filter_, int n, int more) noexcept nogil:
    cdef int left = s.opponents if filter_ == -2 else q.counts[filter_] + more
    if op == 0:
        return left >= n
    if op == 1:
        return left <= n
    if op == 2:
        return left == n
    if op == 3:
        return left != n
    if op == 4:
        return left > n
    return left < n


cdef inline void sum_add(Program *p, Sum *v, int mask) noexcept nogil:
    cdef int k
    v.cover[0] += p.one[mask][0]
    for k in range(1, p.n_words):
        v.cover[k] += p.one[mask][k]
    v.types += (<uint64_t *>&TYPES_OF[mask][0])[0]


cdef inline int units_of(Sum *v) noexcept nogil:
    return <int>(v.cover[0] & 127)


cdef inline int units_of_type(Sum *v, int t) noexcept nogil:
    return <int>((v.types >> (8 * t)) & 255)


cdef inline void covers_add_unit(Program *p, Covers *v, Unit *u, bint now) noexcept nogil:
    if now:
        if u.mask:
            sum_add(p, &v.now, u.mask)
        sum_add(p, &v.any_now, u.mask | u.rmask)
    else:
        if u.mask:
            sum_add(p, &v.fresh, u.mask)
        sum_add(p, &v.any_fresh, u.mask | u.rmask)


cdef bint quick_object(Context *c, Quick *q, int i, bint strict) noexcept nogil:
    """Add what an object makes as the general way sees it; False if it leaves something to search."""
    cdef State *s = c.s
    cdef Chars *ch = &s.chars[i]
    cdef Object *o = &s.objects[i]
    cdef Ability *ab
    cdef Unit u[16]
    cdef int j, k, n, mode = c.mode
    cdef uint8_t tapped = o.tapped, sick = o.sick
    cdef uint16_t used = o.used
    cdef bint mana = False, ok = True
    for k in range(ch.n_abilities):
        ab = &c.p.abilities[ch.abilities[k]]
        if strict and ab.flags & F_UNTAPS_NOW:
            return False
        if ab.type == ACTIVATED and ab.zone == Z_BATTLEFIELD:
            if ab.flags & F_MANA:
                mana = True
            elif strict and ab.helps & HELPS_NOW and ab.fetch >= 0:
                return False
    if not mana:
        return True
    q.reread = 1
    c.mode = M_LAZY
    for j in range(2):
        if j:
            if tapped or sick or used:
                o.tapped = 0
                o.sick = 0
                o.used = 0
        n = simple_source(c, i, u)
        if n == 0 and c.fetching:
            n = lone_source(c, i, u)
        if strict:
            # what isn't a unit must not be something to be done
            for k in range(ch.n_abilities):
                ab = &c.p.abilities[ch.abilities[k]]
                if ab.type == ACTIVATED and ab.zone == Z_BATTLEFIELD and ab.flags & F_MANA and not covered_as_simple(c, i, ab) \
                        and (n > 0 or ab.life <= s.life and can_activate(c, i, k)):
                    ok = False
        for k in range(n):
            if u[k].rmask:
                q.restricted = 1
            if u[k].life:
                q.life_units += 1
            if u[k].rank == ONE_SHOT_RANK:
                q.one_shot = 1
            covers_add_unit(c.p, &q.sums, &u[k], j == 0)
        if j == 1 and n > 0:
            q.n_units += n
        if s.status != OK:
            ok = False
    o.tapped = tapped
    o.sick = sick
    o.used = used
    c.mode = mode
    return ok


cdef bint quick_look(Context *c, Quick *q, bint strict) noexcept nogil:
    """Sum up the position; False if it isn't a matter of counts.

    ``strict``: nothing may be left to search, and costs are as printed; else only what sources there are is asked.
    """
    cdef State *s = c.s
    cdef Program *p = c.p
    cdef QuickFace *f
    cdef Object *o
    cdef Chars *ch
    cdef Ability *ab
    cdef int i, j
    cdef uint64_t others = 0, changing = 0
    cdef bint now
    if c.uncounted or s.n_pool or s.n_needs or s.hand_discarded or s.spells_allowed == 0 or s.active != 0 or c.knows or c.ceiling \
            or c.lift or c.renewable or s.boosted or s.stage:
        return False
    refresh(c)
    for i in range(4):
        others |= s.static_ops[i] & ~(p.quick_ops[i] | p.changing_ops[i])
        changing |= s.static_ops[i] & p.changing_ops[i]
    if others:
        if strict:
            return False
        changing = 1
    memset(q, 0, sizeof(Quick))
    q.least = 255
    if not strict and not changing:
        for i in range(s.n_objects):
            if s.objects[i].alive and p.quick[s.objects[i].face].amplifies:
                changing = 1
    for i in range(s.n_objects):
        o = &s.objects[i]
        if not o.alive:
            continue
        if o.controller or o.phased:
            return False
        f = &p.quick[o.face]
        ch = &s.chars[i]
        if f.in_filters and not o.pad & 32:
            for j in range(p.n_fast_filters):
                q.counts[j] += f.in_filters >> j & 1
        if strict and (f.asks or f.amplifies):
            return False
        q.reread |= f.greets
        q.watched |= f.watches
        if f.kind == QUICK_FETCH and not o.pad & 32:
            if changing:
                return False
            if not c.fetching or not p.flags & P_FETCH:
                if strict:
                    return False
                continue
            if o.tapped or not can_activate(c, i, f.fetch - 1):
                return False
            ab = &p.abilities[ch.abilities[f.fetch - 1]]
            if not quick_fetch(c, q, ab):
                return False
            continue
        if changing or ch.lost or f.kind == QUICK_ODD or o.pad & 48:  # face down, or bestowed
            if not quick_object(c, q, i, strict):
                return False
            continue
        if f.kind == QUICK_INERT:
            continue
        now = not o.tapped
        if f.creature and o.sick and not ch.keywords & (KW_HASTE | KW_HASTE_ABILITIES):
            now = False
            q.sick = 1
        q.life_units += f.life != 0
        if f.kind == QUICK_UNITS:
            for j in range(f.n_units):
                covers_both(p, &q.sums, f.units[j], now)
            q.n_units += f.n_units
            continue
        q.n_units += 1
        if f.limited:
            if q.n_given >= 32:
                return False
            q.given[q.n_given] = o.face
            q.given_now[q.n_given] = now
            q.n_given += 1
            continue
        covers_both(p, &q.sums, f.mask, now)
    if q.n_units > MAX_SUM:
        return False
    if changing:
        q.reread = 1
    if q.sick and s.static_ops[OP_GrantKeyword >> 6] >> (OP_GrantKeyword & 63) & 1:
        return False
    return quick_life(s.life, q)


cdef inline void covers_both(Program *p, Covers *v, int mask, bint now) noexcept nogil:
    sum_add(p, &v.fresh, mask)
    sum_add(p, &v.any_fresh, mask)
    if now:
        sum_add(p, &v.now, mask)
        sum_add(p, &v.any_now, mask)


cdef inline bint quick_life(int life, Quick *q) noexcept nogil:
    """Whether life is no concern: for painful sources, for what is fetched."""
    if q.life_units and life < 2 * (q.n_units + q.n_fetches) + 4:
        return False
    return q.n_fetches == 0 or (q.n_fetches <= q.least and life >= q.life + FETCH_LIFE)


cdef bint quick_fetch(Context *c, Quick *q, Ability *ab) noexcept nogil:
    """Add the unit that stands for fetching; see `fetch_units`."""
    cdef int j = fetch_number(c.p, ab)
    if not c.fetch_known:
        note_fetches(c)
    if j < 0 or c.fetch_mask[j] < 0 or q.n_fetches >= 16:
        return False
    if c.fetch_mask[j] == 0:
        return True
    covers_both(c.p, &q.sums, c.fetch_mask[j], True)
    q.least = min(q.least, c.fetch_least[j])
    q.life += ab.life + c.fetch_life
    q.n_fetches += 1
    return True


cdef void quick_sum(Context *c, Quick *q, int in_filters, Covers *out) noexcept nogil:
    """Covers with the types that depend on counts; ``in_filters`` those of a land that has come to it."""
    cdef QuickFace *f
    cdef int i, mask
    out[0] = q.sums
    for i in range(q.n_given):
        f = &c.p.quick[q.given[i]]
        mask = f.mask
        if quick_holds(c.s, q, f.op, f.filter, f.n, in_filters >> f.filter & 1 if f.filter >= 0 else 0):
            mask |= f.cmask
        if mask:
            covers_both(c.p, out, mask, q.given_now[i] != 0)


cdef bint quick_land(Context *c, Quick *q, Act *a, int yes_, bint strict, State *root, Covers *out, int32_t *said) noexcept nogil:
    """The covers after playing a land; False if it isn't a matter of counts.

    ``said``: 1 it entered tapped, 2 an offer was made as it entered, 4 it can't be played so.
    """
    cdef QuickFace *f = &c.p.quick[a.b]
    cdef Quick after
    cdef Ability *ab
    cdef int mask, j, life = c.s.life
    cdef bint tapped = False, now
    said[0] = 0
    if not f.playable or q.reread or a.zone != Z_HAND:
        return quick_really(c, a, yes_, strict, root, out, said, &q.restricted)
    if f.enters == 1:
        tapped = True
    elif f.enters == 2:
        tapped = not quick_holds(c.s, q, f.enters_op, f.enters_filter, f.enters_n, 0)
    elif f.enters == 3:
        if c.s.life >= f.enters_n:
            said[0] |= 2
        tapped = not (said[0] and yes_)
        if not tapped:
            life -= f.enters_n
    if life <= 0:
        return False
    if tapped:
        said[0] |= 1
    if f.kind == QUICK_FETCH and (not c.fetching or not c.p.flags & P_FETCH):
        if strict:
            return False
        quick_sum(c, q, f.in_filters, out)
        return True
    if q.life_units or q.n_fetches or f.life or f.kind == QUICK_FETCH:
        after = q[0]
        if f.kind == QUICK_FETCH:
            if tapped:
                return False
            ab = &c.p.abilities[c.p.face_abilities[c.p.faces[a.b].ability + f.fetch - 1]]
            if ab.life >= life or not quick_fetch(c, &after, ab):
                return False
        else:
            after.n_units += max(1, <int>f.n_units)
            after.life_units += f.life != 0
        if not quick_life(life, &after):
            return False
        if f.kind == QUICK_FETCH:
            quick_sum(c, &after, f.in_filters, out)
            return True
    quick_sum(c, q, f.in_filters, out)
    if f.kind == QUICK_INERT:
        return True
    now = not tapped
    if f.creature and not c.p.faces[a.b].keywords & KW_HASTE:
        if c.s.static_ops[OP_GrantKeyword >> 6] >> (OP_GrantKeyword & 63) & 1:
            return False
        now = False
    if f.kind == QUICK_UNITS:
        for j in range(f.n_units):
            covers_both(c.p, out, f.units[j], now)
        return True
    mask = f.mask
    if f.limited and quick_holds(c.s, q, f.op, f.filter, f.n, f.in_filters >> f.filter & 1 if f.filter >= 0 else 0):
        mask |= f.cmask
    if mask:
        covers_both(c.p, out, mask, now)
    return True


cdef bint quick_really(Context *c, Act *a, int yes_, bint strict, State *root, Covers *out, int32_t *said, int32_t *restricted) noexcept nogil:
    """The same by playing the land on a copy."""
    cdef State *base = c.s
    cdef Quick q
    cdef int i, mode = c.mode, log_on = c.log_on, n_script = c.n_script, at = c.at
    cdef bint ok
    copy_state(root, base)
    c.s = root
    c.mode = M_PLAYER
    c.log_on = 0
    c.say_yes = yes_
    c.n_script = 0
    c.at = 0
    play_land(c, a.a, a.b, a.zone)
    if c.say_yes >= 2:
        said[0] |= 2
    c.say_yes = -1
    c.mode = mode
    c.n_script = n_script
    c.at = at
    if root.status != OK:
        said[0] |= 4
        ok = True
    else:
        for i in range(root.n_objects):
            if root.objects[i].alive and root.objects[i].slot == a.a and root.objects[i].controller == 0 and root.objects[i].tapped:
                said[0] |= 1
        ok = quick_look(c, &q, strict)
        if ok:
            quick_sum(c, &q, 0, out)
            restricted[0] |= q.restricted
    c.s = base
    c.log_on = log_on
    return ok


cdef bint quick_settled(Context *c, Workspace *w, Act *a, int how, Covers *out, int32_t *said, int32_t *restricted) noexcept nogil:
    """The covers after what a land drop has triggered; ``said``: 4 there is nothing of it that helps."""
    cdef State *base = c.s
    cdef Quick q
    cdef int log_on = c.log_on, n_script = c.n_script, at = c.at
    cdef bint ok = True
    c.log_on = 0
    said[0] = 0
    if not counterfactual_drop(c, w, base, &w.states[MAX_DEPTH + 1], a, how):
        said[0] = 4
    else:
        ok = not c.s.n_pool and quick_look(c, &q, True) and not q.n_fetches
        if ok:
            quick_sum(c, &q, 0, out)
            restricted[0] |= q.restricted
        c.s = base
    c.log_on = log_on
    c.n_script = n_script
    c.at = at
    return ok


cdef enum:
    HAND_NOTHING = 0           # no card in hand has an ability there that a plan would look at
    HAND_DISCARDS = 1          # ... but what finds cards by being discarded
    HAND_SEARCH = 2


cdef int quick_hand(Context *c) noexcept nogil:
    """What can be done with cards in hand.

    Finding cards for the hand makes no mana; that the card goes to the graveyard matters to costs that look there.
    """
    cdef State *s = c.s
    cdef Ability *ab
    cdef Face *f
    cdef int i, face, k, kind, mode = c.mode, found = HAND_NOTHING
    cdef bint can
    for i in range(s.n_hand):
        kind = c.p.slot_kind[s.hand[i]]
        if not c.p.printed[c.p.kinds[kind].face].marks & PRINTED_FROM_HAND:
            continue
        for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
            if not c.p.quick[face].from_hand or not c.p.faces[face].playable:
                continue
            f = &c.p.faces[face]
            for k in range(f.n_abilities):
                ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
                if ab.type == ACTIVATED and ab.zone == Z_HAND and ab.helps & HELPS_NOW:
                    c.mode = M_LAZY
                    can = can_activate_card(c, s.hand[i], c.p.face_abilities[f.ability + k], Z_HAND)
                    c.mode = mode
                    if can:
                        if ab.fetch >= 0 or not discards(c, ab):
                            return HAND_SEARCH
                        found = HAND_DISCARDS
    return found


cdef bint discards(Context *c, Ability *ab) noexcept nogil:
    cdef int j
    for j in range(ab.cost >> 8, (ab.cost >> 8) + (ab.cost & 255)):
        if c.p.rows[j].op == OP_DiscardCost:
            return True
    return False


cdef inline bint quick_class(Context *c, Quick *q, int cls, Sum *v, int in_filters) noexcept nogil:
    """Whether a class that is a matter of counts is castable."""
    cdef FastClass *fc = &c.p.fast_classes[cls]
    cdef int j
    for j in range(fc.n):
        if packed_covers(c.p, v.cover, &c.p.packed[8 * fc.cost[j]]):
            return True
    return fc.alt_filter >= 0 and q.counts[fc.alt_filter] + (in_filters >> fc.alt_filter & 1) >= fc.alt_n


cdef void quick_classes(Context *c, Sum *v, uint64_t *out) noexcept nogil:
    """Add the classes that are a matter of counts and castable with these units."""
    cdef Program *p = c.p
    cdef FastClass *fc
    cdef int k, j, cls, total = units_of(v)
    cdef uint64_t bit
    if p.n_words == 1 and p.n_classes <= 64 and c.seen_covers != NULL:
        out[0] |= castable_with(c, v.cover[0]).castable & p.counted[0]
        return
    for k in range(p.n_classes):
        cls = p.fast_order[k]
        fc = &p.fast_classes[cls]
        if fc.least > total:
            return
        bit = <uint64_t>1 << (cls & 63)
        if out[cls >> 6] & bit or not p.counted[cls >> 6] & bit:
            continue
        for j in range(fc.n):
            if packed_covers(p, v.cover, &p.packed[8 * fc.cost[j]]):
                out[cls >> 6] |= bit
                break


cdef int quick_missing(Context *c, Sum *v, int cls, int cost) noexcept nogil:
    cdef Seen *e
    if c.p.n_words > 1 or c.p.n_classes > 64 or c.seen_covers == NULL:
        return packed_missing(c.p, v.cover, cost)
    e = castable_with(c, v.cover[0])
    if e.missing[cls] == 255:
        e.missing[cls] = <uint8_t>packed_missing(c.p, v.cover, cost)
    return e.missing[cls]


cdef enum:
    MAX_NEEDED = 6

cdef struct Needed:            # what casting a class takes, by way
    int32_t n
    int32_t helpers            # permanents that help to pay
    uint64_t need[MAX_NEEDED][8]


cdef bint quick_needs(Context *c, int cls, Needed *out) noexcept nogil:
    """What the class costs now, as `class_castable` has it; False if that isn't plain symbols."""
    cdef State *s = c.s
    cdef Way ways[MAX_WAYS]
    cdef int kind = c.p.class_kind[cls], face, n, k, i, j, n_needs = s.n_needs, n_purposes = s.n_purposes, help_, life, mode = c.mode
    cdef int zone, slot = class_slot(c, cls, &zone)
    cdef bint ok = True
    out.n = 0
    out.helpers = 0
    c.mode = M_LAZY
    for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
        if not c.p.faces[face].playable or cant(c, 0, face):
            continue
        n = ways_to_cast(c, face, slot, zone, ways)
        for k in range(n):
            if not other_costs_payable(c, face, slot, &ways[k], 0):
                continue
            if out.n >= MAX_NEEDED or least_total(c, face):
                ok = False
                break
            help_ = spell_needs(c, face, slot, zone, &ways[k], 0, 0)
            if s.status != OK or help_ < 0 or s.purposes[n_purposes].colors_only:
                ok = False
            if help_ & 3:
                for i in range(s.n_objects):
                    if s.objects[i].alive and s.chars[i].types & (CREATURE if help_ & 1 else ARTIFACT):
                        out.helpers += 1
            memset(out.need[out.n], 0, sizeof(out.need[0]))
            life = 0
            for i in range(n_needs, s.n_needs):
                if s.needs[i].flag & 1:
                    life += 2  # paid by life
                    continue
                if s.needs[i].flag or s.needs[i].purpose != n_purposes:
                    ok = False
                if s.needs[i].mask != ALL_TYPES and s.needs[i].mask & ~c.p.named:
                    ok = False
                for j in range(c.p.n_words):
                    out.need[out.n][j] += c.p.under[s.needs[i].mask][j]
            if life and s.life < life + s.n_needs + 4:
                ok = False
            out.n += 1
            s.n_needs = n_needs
            s.n_purposes = n_purposes
            if not ok:
                break
        if not ok:
            break
    c.mode = mode
    return ok


cdef int quick_blind(Context *c, Quick *q, Needed *w, Covers *v, int m) noexcept nogil:
    """Castability of a class that a land drop changes by its mana alone: 0 castable, 1 to 3 what keeps it from that (tempo,
    restriction, colour), 4 mana, 5 ask."""
    cdef Program *p = c.p
    cdef int i, k, best = 4, total
    cdef bint maybe = False
    for i in range(w.n):
        total = <int>(w.need[i][0] & 127)
        for k in range(m):
            if packed_covers(p, v[k].now.cover, w.need[i]):
                return 0
            if q.restricted and (packed_covers(p, v[k].any_now.cover, w.need[i]) or packed_covers(p, v[k].any_fresh.cover, w.need[i])
                                 and not packed_covers(p, v[k].fresh.cover, w.need[i])):
                maybe = True
            if w.helpers and total <= units_of(&v[k].any_fresh) + w.helpers:
                maybe = True
            if packed_covers(p, v[k].fresh.cover, w.need[i]):
                best = min(best, 1)
            elif total <= units_of(&v[k].any_fresh):
                best = min(best, 3)
    return 5 if maybe else best


cdef void quick_one(Context *c, Quick *q, int cls, Covers *covers, uint8_t *filters, int m, bint fetching, uint64_t *cast_,
                    uint64_t *m1, uint64_t *m2, uint64_t *m3, uint64_t *ask) noexcept nogil:
    """A class that isn't a matter of counts, or any where some mana is restricted: what keeps it from being cast."""
    cdef Program *p = c.p
    cdef Face *f = &p.faces[p.kinds[p.class_kind[cls]].face]
    cdef FastClass *fc = &p.fast_classes[cls]
    cdef uint64_t bit = <uint64_t>1 << (cls & 63)
    cdef Needed needed
    cdef int i = cls >> 6, k, j, tax = class_tax(c, cls)
    if not p.fast_class[cls] or tax:
        if f.plain and not tax:  # the mana cost alone casts it, but there are other ways
            for k in range(m):
                if packed_covers(p, covers[k].now.cover, &p.packed[8 * f.cost]):
                    cast_[i] |= bit
                    return
        if p.blind[cls] and not (fetching and p.reading[i] & bit) and quick_needs(c, cls, &needed):
            j = quick_blind(c, q, &needed, covers, m)
            if j == 0:
                cast_[i] |= bit
            elif j == 1:
                m1[i] |= bit
                m3[i] |= bit
            elif j == 3:
                m3[i] |= bit
            elif j == 5:
                ask[i] |= bit
        else:
            ask[i] |= bit
        return
    if ask[i] & bit:
        return
    for k in range(m):
        if quick_class(c, q, cls, &covers[k].any_now, filters[k]):
            ask[i] |= bit
            break
        for j in range(fc.n):
            if p.costs[fc.cost[j]].need[63] <= units_of(&covers[k].any_fresh):
                m3[i] |= bit
                if quick_class(c, q, cls, &covers[k].fresh, filters[k]):
                    m1[i] |= bit
                elif quick_class(c, q, cls, &covers[k].any_fresh, filters[k]):
                    m2[i] |= bit
                break
    if m2[i] & ~m1[i] & bit:
        ask[i] |= bit  # whether the restriction stands in the way
    if ask[i] & bit:
        m1[i] &= ~bit
        m2[i] &= ~bit
        m3[i] &= ~bit


cdef bint quick_measure(Context *c, Workspace *w, Scenario *sc, TurnOut *t) noexcept nogil:
    """`measure_castable` by counts; False if it isn't a matter of them."""
    cdef Quick q
    cdef Act acts[MAX_CHILDREN]
    cdef Covers covers[48]
    cdef uint8_t filters[48]
    cdef uint64_t cast_[MAX_WORDS]
    cdef uint64_t m1[MAX_WORDS]
    cdef uint64_t m2[MAX_WORDS]
    cdef uint64_t m3[MAX_WORDS]
    cdef uint64_t ask[MAX_WORDS]
    cdef uint64_t taxed[MAX_WORDS]
    cdef uint64_t bit, asked = 0
    cdef bint fetching
    cdef int n, k, how, yes_, m = 0, cls, j, miss, best, W = (c.p.n_classes + 63) >> 6, hand, total
    cdef int32_t said = 0
    cdef Face *f
    cdef FastClass *fc
    if not quick_look(c, &q, True):
        return False
    hand = quick_hand(c)
    if hand == HAND_SEARCH:
        return False
    n = list_land_plays_all(c, acts) if land_plays_left(c) > 0 else 0
    if n > 11:
        return False
    quick_sum(c, &q, 0, &covers[0])
    filters[0] = 0
    m = 1
    fetching = q.n_fetches > 0 or q.one_shot or hand != HAND_NOTHING
    for k in range(n):
        fetching |= c.p.faces[acts[k].b].fetches
        for yes_ in range(2 if land_asks(c, acts[k].b) else 1):
            if not quick_land(c, &q, &acts[k], yes_, True, &w.states[MAX_DEPTH + 1], &covers[m], &said):
                return False
            if said & 4:
                continue
            filters[m] = c.p.quick[acts[k].b].in_filters
            m += 1
        if c.p.quick[acts[k].b].arrives or q.watched:
            for how in range(2, 4):
                if not quick_settled(c, w, &acts[k], how, &covers[m], &said, &q.restricted):
                    return False
                if not said:
                    filters[m] = c.p.quick[acts[k].b].in_filters
                    m += 1
    for k in range(W):
        cast_[k] = 0
        m1[k] = 0
        m2[k] = 0
        m3[k] = 0
        ask[k] = 0
    for k in range(m):
        quick_classes(c, &covers[k].now, cast_)
    taxed_classes(c, taxed)
    for j in range(c.p.n_alternatives):
        cls = c.p.alternatives[j]
        fc = &c.p.fast_classes[cls]
        for k in range(m):
            if q.counts[fc.alt_filter] + (filters[k] >> fc.alt_filter & 1) >= fc.alt_n:
                cast_[cls >> 6] |= <uint64_t>1 << (cls & 63)
    if not q.restricted:
        for k in range(m):
            total = units_of(&covers[k].any_fresh)
            quick_classes(c, &covers[k].fresh, m1)
            for j in range(W):
                m3[j] |= c.p.affordable[total][j]
    for j in range(W):
        cast_[j] &= ~taxed[j]
        if fetching:
            ask[j] = c.p.reading[j] & c.p.counted[j] & ~(cast_[j] | taxed[j])
        m1[j] &= ~(ask[j] | taxed[j])
        m3[j] &= ~(ask[j] | taxed[j])
        bit = all_bits(c.p.n_classes - 64 * j) & ~cast_[j]
        if not q.restricted:
            bit &= ~c.p.counted[j] | taxed[j]
        while bit:
            cls = 64 * j + lowest_bit(bit)
            bit &= bit - 1
            quick_one(c, &q, cls, covers, filters, m, fetching, cast_, m1, m2, m3, ask)
    for k in range(W):
        asked |= ask[k]
    if asked:
        quick_others(c, w, sc, acts, n, ask, cast_, m1, m2, m3, hand != HAND_NOTHING or q.restricted)
    for k in range(W):
        bit = all_bits(c.p.n_classes - 64 * k)
        t.castable[k] = cast_[k]
        t.tempo[k] = m1[k] & ~cast_[k]
        t.restriction[k] = m2[k] & ~(m1[k] | cast_[k])
        t.other[k] = 0
        t.colour[k] = m3[k] & ~(m2[k] | m1[k] | cast_[k])
        t.mana[k] = bit & ~(cast_[k] | m1[k] | m2[k] | m3[k])
        bit = t.colour[k]
        while bit:
            cls = 64 * k + lowest_bit(bit)
            bit &= bit - 1
            f = &c.p.faces[c.p.kinds[c.p.class_kind[cls]].face]
            if f.cost < 0:
                t.short_of[cls] = 0
                continue
            # the missing types: with the land drop that leaves fewest of them missing
            best = 255
            for j in range(m):
                miss = quick_missing(c, &covers[j].any_fresh, cls, f.cost)
                if best == 255 or bit_count(miss) < bit_count(best) or (best == 0 and miss):
                    best = miss
            t.short_of[cls] = <uint8_t>(best if best != 255 else 0)
    return True


cdef void quick_others(Context *c, Workspace *w, Scenario *sc, Act *acts, int n, uint64_t *ask, uint64_t *cast_, uint64_t *m1,
                       uint64_t *m2, uint64_t *m3, bint restricted) noexcept nogil:
    """Classes that aren't a matter of counts, as the general way looks at them, where nothing is to be searched."""
    cdef State *root = &w.states[MAX_DEPTH + 1]
    cdef State *base = c.s
    cdef int k, how, cls, mode = c.mode, log_on = c.log_on
    cdef uint64_t bit
    cdef uint64_t left
    cdef uint64_t could0[MAX_WORDS]  # what might be castable if fetching were only to the good
    cdef uint64_t could1[MAX_WORDS]
    cdef uint64_t could3[MAX_WORDS]
    cdef bint fresh
    cdef Payment units
    memset(could0, 0, sizeof(could0))
    memset(could1, 0, sizeof(could1))
    memset(could3, 0, sizeof(could3))
    c.log_on = 0
    w.scope = SC_MANA | SC_ABILITIES
    for k in range(-1, n):
        for how in range(4):
            if not counterfactual_drop(c, w, base, root, &acts[k] if k >= 0 else NULL, how):
                continue
            c.mode = M_LAZY
            refresh(c)
            look_at_units(c, &units)
            for cls in range(c.p.n_classes):
                bit = <uint64_t>1 << (cls & 63)
                if ask[cls >> 6] & ~cast_[cls >> 6] & bit and class_now(c, cls):
                    cast_[cls >> 6] |= bit
            fresh = all_fresh(c)
            if not fresh:
                untap_all(c)
                look_at_units(c, &units)
            for cls in range(c.p.n_classes):
                bit = <uint64_t>1 << (cls & 63)
                if not ask[cls >> 6] & ~(cast_[cls >> 6] | m1[cls >> 6]) & bit:
                    continue
                if not fresh and class_now(c, cls):
                    m1[cls >> 6] |= bit
                    continue
                if restricted and c.p.flags & P_RESTRICTED and not m2[cls >> 6] & bit:
                    c.lift = 1
                    if class_now(c, cls):
                        m2[cls >> 6] |= bit
                if not m3[cls >> 6] & bit:
                    c.lift = 2
                    if class_now(c, cls):
                        m3[cls >> 6] |= bit
                c.lift = 0
            c.node = NULL
            left = 0
            for cls in range(4):
                left |= ask[cls] & c.p.reading[cls] & ~cast_[cls]
            if left:
                quick_bounds(c, ask, could0, could1, could3)
            c.mode = mode
            c.s = base
    c.no_fetch = 1
    if wanting(c, ask, could0, cast_, cast_):
        castable_over(c, w, sc, base, 0, False, could0, cast_)
    if wanting(c, ask, could1, cast_, m1):
        castable_over(c, w, sc, base, 0, True, could1, m1)
    if restricted and c.p.flags & P_RESTRICTED:
        memcpy(could1, could3, sizeof(could1))
        if wanting(c, ask, could1, cast_, m2):
            castable_over(c, w, sc, base, 1, True, could1, m2)
    if wanting(c, ask, could3, cast_, m3):
        castable_over(c, w, sc, base, 2, True, could3, m3)
    c.no_fetch = 0
    c.log_on = log_on


cdef bint wanting(Context *c, uint64_t *ask, uint64_t *could, uint64_t *a, uint64_t *b) noexcept nogil:
    """Keep of ``could`` what is asked and settled by neither."""
    cdef int k
    cdef uint64_t left = 0
    for k in range(MAX_WORDS):
        could[k] &= ask[k] & c.p.reading[k] & ~(a[k] | b[k])
        left |= could[k]
    return left != 0


cdef bint watched(Context *c) noexcept nogil:
    """Whether something that matters might trigger on fetching."""
    cdef State *s = c.s
    cdef Ability *ab
    cdef Row *ev
    cdef int i, j, k
    for i in range(s.n_objects):
        if not s.objects[i].alive:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type != TRIGGERED or inert_list(c.p, ab.effects, True):
                continue
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                ev = &c.p.rows[j]
                if ev.a[0] == EV_ENTERS and ev.a[1] >= 0 and c.p.rows[ev.a[1]].op == OP_This:
                    continue
                if ev.a[0] != EV_PHASE and ev.a[0] != EV_ATTACKS and ev.a[0] != EV_DAMAGE and ev.a[0] != EV_CAST and ev.a[0] != EV_CHAPTER \
                        and ev.a[0] != EV_DRAWS and ev.a[0] != EV_DISCARDS and ev.a[0] != EV_CYCLED and ev.a[0] != EV_PLAYS_LAND:
                    return True
    return False


cdef int most_units(Program *p, int row, int *mask) noexcept nogil:
    """The most units that a mana node makes, and the types that they can be; -1 if that depends on the game."""
    cdef Row *r = &p.rows[row]
    cdef int j, m, most = 0
    if r.op == OP_OneOf or r.op == OP_EitherMana:
        for j in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            m = most_units(p, j, mask)
            if m < 0:
                return -1
            most = max(most, m)
        return most
    if r.op == OP_EachColor:
        mask[0] = ALL_TYPES
        return 5
    if (r.op != OP_Bundle and r.op != OP_OneColor and r.op != OP_Combination) or p.rows[r.a[1]].op != OP_Const:
        return -1
    m = p.rows[r.a[1]].a[0]
    if r.op == OP_Bundle:
        mask[0] |= bundle_mask(r.a[0])
        return m * bundle_total(r.a[0])
    mask[0] = ALL_TYPES
    return m


cdef bint bound_units(Context *c, Workspace *w, Sum *most) noexcept nogil:
    """The most that activations can make of the position's mana, each source used once; False if no bound is known.

    What an activation costs in mana comes off the total, never below nothing.
    """
    cdef State *s = c.s
    cdef Program *p = c.p
    cdef Payment units
    cdef Ability *ab
    cdef Unit u[16]
    cdef int i, k, j, net, total, mask, best
    cdef bint fetched
    if s.n_effects or not s.plain_mana or p.flags & (P_SPEND_AS | P_STATE) or (p.flags & P_UNTAPS and can_untap(c, w)) or s.boosted \
            or c.knows or c.ceiling or in_force(s, OP_DelayedTrigger) or not costs_stand(c) or watched(c):
        return False
    gather(c, &units, False, 0)
    fetched = c.fetching and fetch_units(c, u) >= 0
    memset(most, 0, sizeof(Sum))
    for i in range(units.n_units):
        if units.units[i].helps:
            return False
        sum_add(p, most, units.units[i].mask | units.units[i].rmask)
    total = units.n_units
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
            continue
        best = 0
        for k in range(s.chars[i].n_abilities):
            ab = &p.abilities[s.chars[i].abilities[k]]
            if ab.type != ACTIVATED or ab.zone != Z_BATTLEFIELD:
                continue
            if ab.flags & F_MANA:
                mask = 0
                if ab.limits and not limits_allow(c, i, k, ab):
                    return False  # what else is done may lift them
                if covered_as_simple(c, i, ab):
                    if not ab.flags & F_SIMPLE and (ab.effects & 255 != 1 or most_units(p, p.rows[ab.effects >> 8].a[0], &mask) < 0):
                        return False  # ... or make it more
                    continue
                if ab.flags & F_TAPS and (s.objects[i].tapped or not object_can_tap(c, i)):
                    continue
                if not ab.flags & (F_TAPS | F_SACRIFICES_SELF) or ab.effects & 255 != 1 or p.rows[ab.effects >> 8].op != OP_AddMana:
                    return False
                mask = 0
                net = most_units(p, p.rows[ab.effects >> 8].a[0], &mask)
                if not 0 <= net <= 12:
                    return False
                for j in range(net):
                    sum_add(p, most, mask)
                if ab.mana_cost >= 0:
                    if p.costs[ab.mana_cost].x or any_flag(&p.costs[ab.mana_cost]):
                        return False
                    net = max(0, net - p.costs[ab.mana_cost].n - p.costs[ab.mana_cost].generic)
                best = max(best, net)
            elif ab.helps & HELPS_NOW and not (fetched and ab.fetch > 0):
                if ab.fetch < 0 or ab.flags & F_TAPS and (s.objects[i].tapped or not object_can_tap(c, i)):
                    continue  # for other zones: of no use without a land drop; what else keeps it from that now may end
                if ab.fetch == 0:
                    return False
                if not c.fetch_known:
                    note_fetches(c)
                j = fetch_number(p, ab)
                if j < 0 or c.fetch_mask[j] < 0:
                    return False
                if c.fetch_mask[j]:
                    sum_add(p, most, c.fetch_mask[j])
                    best = max(best, 1)
        total += best
        if total > MAX_SUM or units_of(most) > MAX_SUM:
            return False
    for i in range(s.n_hand):
        if p.printed[p.kinds[p.slot_kind[s.hand[i]]].face].marks & PRINTED_FROM_HAND:
            return False
    most.cover[0] = most.cover[0] & ~<uint64_t>255 | <uint64_t>total
    return True


cdef bint within_bounds(Context *c, Workspace *w, int lift, uint64_t *wanted) noexcept nogil:
    """Leave of ``wanted`` what the most mana of the position could cast; False if that is nothing."""
    cdef Program *p = c.p
    cdef FastClass *fc
    cdef Sum most
    cdef uint64_t bits, left = 0
    cdef int k, j, cls, scope = w.scope
    cdef bint known, could
    c.mode, k = M_LAZY, c.mode
    w.scope = SC_MANA | SC_ABILITIES
    refresh(c)
    known = bound_units(c, w, &most)
    w.scope = scope
    c.mode = k
    if not known:
        return True
    for k in range((p.n_classes + 63) >> 6):
        bits = wanted[k] & p.counted[k]
        while bits:
            cls = 64 * k + lowest_bit(bits)
            bits &= bits - 1
            fc = &p.fast_classes[cls]
            could = fc.alt_filter >= 0
            for j in range(fc.n):
                if p.costs[fc.cost[j]].need[63] <= units_of(&most) if lift == 2 else packed_covers(p, most.cover, &p.packed[8 * fc.cost[j]]):
                    could = True
                    break
            if not could:
                wanted[k] &= ~(<uint64_t>1 << (cls & 63))
        left |= wanted[k]
    return left != 0


cdef void quick_bounds(Context *c, uint64_t *ask, uint64_t *could0, uint64_t *could1, uint64_t *could3) noexcept nogil:
    """Which classes whose costs look at lands or graveyard could be castable at the very best.

    What can be fetched lies there tapped beside what fetches it, which makes the mana, and lies in the graveyard as well.
    The position is spoilt.
    """
    cdef State *s = c.s
    cdef Ability *ab
    cdef int i, j, k, n = s.n_objects, cls, fetches = 0, level, m
    cdef uint64_t bit
    for i in range(n):
        if not s.objects[i].alive:
            continue
        k = 0
        if c.p.faces[s.objects[i].face].fetches:
            fetches += 1
            k = 1
        else:
            for j in range(s.chars[i].n_abilities):
                ab = &c.p.abilities[s.chars[i].abilities[j]]
                if ab.type == ACTIVATED and ab.flags & F_MANA and ab.flags & F_SACRIFICES_SELF:
                    k = 1
        for j in range(min(k, MAX_CARDS - s.n_graveyard)):
            if s.objects[i].slot != NO_SLOT:
                s.graveyard[s.n_graveyard] = s.objects[i].slot
                s.n_graveyard += 1
        if k == 1:
            fetches = max(fetches, 1)
    j = s.n_graveyard
    for i in range(s.n_hand):  # what finds cards by being discarded
        if c.p.quick[slot_face(c, s.hand[i])].from_hand and s.n_graveyard < MAX_CARDS:
            s.graveyard[s.n_graveyard] = s.hand[i]
            s.n_graveyard += 1
    if fetches == 0 and j == s.n_graveyard:
        return
    if watched(c):
        for k in range(MAX_WORDS):
            could0[k] = ask[k]
            could1[k] = ask[k]
            could3[k] = ask[k]
        return
    c.reads |= R_CARDS
    # what comes may surveil: cards of all sorts
    for k in range(c.p.n_kinds):
        for i in range(k):
            if c.p.faces[c.p.kinds[i].face].types == c.p.faces[c.p.kinds[k].face].types:
                break
        else:
            for i in range(c.p.n_slots):
                if c.p.slot_kind[i] == k:
                    for j in range(2 * fetches + 2 * s.n_waiting if c.p.flags & P_TYPED_GRAVES or c.p.kinds[k].land else 0):
                        if s.n_graveyard < MAX_CARDS:
                            s.graveyard[s.n_graveyard] = <uint16_t>i
                            s.n_graveyard += 1
                    break
    for k in range(c.p.n_kinds):
        m = 0
        for i in range(c.p.n_slots):
            if m < fetches and c.p.slot_kind[i] == k and c.p.kinds[k].land and s.library.inside[i]:
                for j in range(c.p.n_fetches):
                    if match_face(c, c.p.fetch_filters[j], c.p.kinds[k].face, NULL):
                        break
                else:
                    break
                if s.n_objects > MAX_OBJECTS - 8:
                    break
                j = new_object(c, c.p.kinds[k].face, i, 0, False)
                if j < 0:
                    break
                s.objects[j].tapped = 1
                m += 1
    refresh(c)
    for level in range(2):  # all is fresh here, which is to the good too
        c.lift = 2 * level
        for cls in range(c.p.n_classes):
            bit = <uint64_t>1 << (cls & 63)
            if not ask[cls >> 6] & c.p.reading[cls >> 6] & bit:
                continue
            if class_now(c, cls):
                if level == 0:
                    could0[cls >> 6] |= bit
                    could1[cls >> 6] |= bit
                could3[cls >> 6] |= bit
        c.lift = 0


cdef bint quick_mana(Context *c, TurnOut *t) noexcept nogil:
    """`measure_mana` by counts."""
    cdef Quick q
    cdef Covers covers
    cdef int k
    if not quick_look(c, &q, True) or q.one_shot or quick_hand(c) == HAND_SEARCH:
        return False
    quick_sum(c, &q, 0, &covers)
    t.available = <uint8_t>min(63, units_of(&covers.any_now))
    t.one_shot = t.available
    t.flows[FLOW_RESTRICTED] = <uint8_t>(t.available - min(63, units_of(&covers.now)))
    for k in range(6):
        t.by_type[k] = <uint8_t>min(31, units_of_type(&covers.any_now, k))
    return True


cdef int quick_pack(Context *c, Sum *v, int16_t *spells, int n) noexcept nogil:
    """`pack` on packed bytes."""
    cdef Program *p = c.p
    cdef uint64_t used[8]
    cdef uint64_t *need
    cdef int i, k, value = 0
    memset(used, 0, sizeof(used))
    for i in range(n):
        need = &p.packed[8 * p.faces[spells[i]].cost]
        if packed_covers_sum(p, v.cover, used, need):
            used[0] += need[0]
            for k in range(1, p.n_words):
                used[k] += need[k]
            value += p.faces[spells[i]].mana_value
    return value


cdef int quick_choose(Context *c, Workspace *w, Act *acts, int n, int *say) noexcept nogil:
    """`play_best_land`'s choice by counts: the index of the play, -1 for none, -2 if it isn't a matter of counts."""
    cdef Quick q
    cdef Covers base
    cdef Covers after
    cdef int16_t spells[MAX_HAND + MAX_COMMAND]
    cdef uint16_t hand[MAX_HAND]
    cdef int k, i, m, pay, v, best = -1, best_value = -1, weight, now, next_, n_spells = 0, own, had
    cdef int16_t own_spells[MAX_HAND + MAX_COMMAND]
    cdef int16_t *list_
    cdef int32_t said
    cdef bint offered
    if not quick_look(c, &q, False):
        return -2
    quick_sum(c, &q, 0, &base)
    hand_spells(c, c.s.hand, c.s.n_hand, spells, &n_spells)
    for k in range(n):
        if q.reread or q.watched or acts[k].zone != Z_HAND or not c.p.quick[acts[k].b].playable or c.p.quick[acts[k].b].arrives:
            # looked at by playing it
            v = value_land(c, w, acts[k].a, acts[k].b, acts[k].zone, 0, &pay)
            if v > best_value:
                best_value = v
                best = k
                say[0] = 0
            if pay:
                v = value_land(c, w, acts[k].a, acts[k].b, acts[k].zone, 1, &pay) - 512
                if v > best_value and c.s.life > 4:
                    best_value = v
                    best = k
                    say[0] = 1
            continue
        list_ = &spells[0]
        own = n_spells
        if not c.p.kinds[c.p.slot_kind[acts[k].a]].land:
            m = 0
            for i in range(c.s.n_hand):
                if c.s.hand[i] != acts[k].a:
                    hand[m] = c.s.hand[i]
                    m += 1
            hand_spells(c, hand, m, own_spells, &own)
            list_ = &own_spells[0]
        offered = False
        for pay in range(2):
            if pay and not offered:
                continue
            if not quick_land(c, &q, &acts[k], pay, False, &w.states[MAX_DEPTH], &after, &said):
                return -2
            if not pay and said & 2:
                offered = True
            i = c.p.fast_kinds[c.p.slot_kind[acts[k].a]].slow
            if i:
                covers_both(c.p, &after, i, False)
                said |= 1
            now = quick_pack(c, &after.any_now, list_, own)
            next_ = now if memcmp(&after.any_now, &after.any_fresh, sizeof(Sum)) == 0 else quick_pack(c, &after.any_fresh, list_, own)
            weight = 0
            for i in range(6):  # as `type_weight` has it
                had = units_of_type(&base.any_now, i)
                if units_of_type(&after.any_fresh, i) > had and c.p.weights[i]:
                    weight += 8 * c.p.weights[i] // (1 + had)
            v = land_score(now, next_, said & 1, weight)
            if pay:
                v -= 512
                if v > best_value and c.s.life > 4:
                    best_value = v
                    best = k
                    say[0] = 1
            elif v > best_value:
                best_value = v
                best = k
                say[0] = 0
    return best


cdef bint quick_plain(Context *c) noexcept nogil:
    """Whether `plain_position` holds, by counts; False if it doesn't or isn't a matter of them."""
    cdef Quick q
    return quick_look(c, &q, True) and not q.restricted and quick_hand(c) == HAND_NOTHING
