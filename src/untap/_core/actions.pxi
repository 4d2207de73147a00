# What a player does: costs (CR 118, 601.2h), activating (602), casting (601), playing lands (305), resolving (608).

cdef enum:
    MAX_WAYS = 12

cdef struct Way:               # one way to cast a face
    int32_t cost               # mana cost, -1 = none (unpayable unless parts_only)
    int32_t parts              # list of other costs instead of the mana cost's
    int32_t keyword
    int32_t free_              # cast without a mana cost (alternative costs without mana)

# ------------------------------------------------------------------------------------- parts of costs

cdef int count_matching(Context *c, int filter_, Frame *fr, int tapped) noexcept nogil:
    cdef int i, n = 0
    for i in range(c.s.n_objects):
        if c.s.objects[i].alive and c.s.objects[i].controller == fr.controller and match_object(c, filter_, i, fr):
            if tapped < 0 or c.s.objects[i].tapped == tapped:
                n += 1
    return n


cdef bint is_this(Context *c, int filter_) noexcept nogil:
    return filter_ >= 0 and c.p.filters[filter_].which == 1


cdef bint part_payable(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int n, i, j
    if r.op == OP_Mana:
        return mana_payable(c, r.a[0], fr)
    if r.op == OP_TapThis:
        return fr.source >= 0 and not s.objects[fr.source].tapped and object_can_tap(c, fr.source)
    if r.op == OP_UntapThis:
        return fr.source >= 0 and s.objects[fr.source].tapped != 0 and object_can_tap(c, fr.source) \
            and s.objects[fr.source].counters[C_STUN] == 0
    if r.op == OP_PayLife:
        return s.life >= amount(c, r.a[0], fr)
    if r.op == OP_PayEnergy:
        return s.energy >= amount(c, r.a[0], fr)
    if r.op == OP_TapOthers:
        return count_matching(c, r.a[0], fr, 0) >= amount(c, r.a[1], fr)
    if r.op == OP_UntapOthers:
        return count_matching(c, r.a[0], fr, 1) >= amount(c, r.a[1], fr)
    if r.op == OP_SacrificeCost or r.op == OP_ReturnCost:
        if is_this(c, r.a[0]):
            return fr.source >= 0 and s.objects[fr.source].alive
        return count_matching(c, r.a[0], fr, -1) >= amount(c, r.a[1], fr)
    if r.op == OP_DiscardCost or r.op == OP_RevealCost:
        if is_this(c, r.a[0]):
            return fr.slot != NO_SLOT
        n = amount(c, r.a[1], fr)
        if n < 0:
            return True
        j = 0
        for i in range(s.n_hand):
            if s.hand[i] != fr.slot and match_face(c, r.a[0], slot_face(c, s.hand[i]), fr):
                j += 1
        return j >= n
    if r.op == OP_ExileCost:
        if is_this(c, r.a[0]):
            return fr.source >= 0 or fr.slot != NO_SLOT
        n = amount(c, r.a[2], fr)
        if r.a[1] == Z_BATTLEFIELD:
            return count_matching(c, r.a[0], fr, -1) >= n
        j = 0
        if r.a[1] == Z_HAND:
            for i in range(s.n_hand):
                if s.hand[i] != fr.slot and match_face(c, r.a[0], slot_face(c, s.hand[i]), fr):
                    j += 1
        elif r.a[1] == Z_GRAVEYARD:
            for i in range(s.n_graveyard):
                if s.graveyard[i] != fr.slot and match_face(c, r.a[0], slot_face(c, s.graveyard[i]), fr):
                    j += 1
        return j >= n
    if r.op == OP_RemoveCountersCost:
        i = object_of(c, r.a[2], fr)
        if i < 0:
            return False
        n = amount(c, r.a[1], fr)
        if r.a[0] < 0:
            return amount_of_counters(c, i) >= max(1, n)
        return s.objects[i].counters[r.a[0]] >= n
    if r.op == OP_LoyaltyCost:
        n = amount(c, r.a[0], fr)
        return fr.source >= 0 and s.objects[fr.source].counters[C_LOYALTY] + n >= 0
    if r.op == OP_EitherCost:
        for i in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            if parts_payable(c, c.p.rows[i].a[0], fr):
                return True
        return False
    if r.op == OP_Cost:
        return parts_payable(c, r.a[0], fr)
    if r.op == OP_MillCost:
        return lib_count(&s.library) >= amount(c, r.a[0], fr)
    return True


cdef int amount_of_counters(Context *c, int i) noexcept nogil:
    cdef int j, n = 0
    for j in range(MAX_COUNTERS):
        n += c.s.objects[i].counters[j]
    return n


cdef bint parts_payable(Context *c, int list_, Frame *fr) noexcept nogil:
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if not part_payable(c, &c.p.rows[j], fr):
            return False
    return list_ & 255 <= 1 or fr.source < 0 or source_pays_once(c, list_, fr)


cdef bint source_pays_once(Context *c, int list_, Frame *fr) noexcept nogil:
    """What {T}, {Q} or sacrificing the source takes can't pay for another part."""
    cdef int j, taps = 0, n
    cdef Row *r
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &c.p.rows[j]
        if r.op == OP_TapThis:
            taps |= 1
        elif r.op == OP_UntapThis:
            taps |= 2
        elif r.op == OP_SacrificeCost and is_this(c, r.a[0]):
            taps |= 4
    if not taps:
        return True
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &c.p.rows[j]
        if r.op == OP_TapOthers and taps & 5:
            n = count_matching(c, r.a[0], fr, 0)
        elif r.op == OP_UntapOthers and taps & 6:
            n = count_matching(c, r.a[0], fr, 1)
        elif r.op == OP_SacrificeCost and taps & 4 and not is_this(c, r.a[0]):
            n = count_matching(c, r.a[0], fr, -1)
        else:
            continue
        if match_object(c, r.a[0], fr.source, fr) and (r.op != OP_TapOthers or not c.s.objects[fr.source].tapped) \
                and (r.op != OP_UntapOthers or c.s.objects[fr.source].tapped):
            n -= 1
        if n < amount(c, r.a[1], fr):
            return False
    return True


cdef bint list_payable(Context *c, int row, Frame *fr) noexcept nogil:
    if row < 0:
        return True
    return part_payable(c, &c.p.rows[row], fr)


cdef void pay_list(Context *c, int row, Frame *fr) noexcept nogil:
    if row >= 0:
        pay_part(c, &c.p.rows[row], fr)


cdef void pay_parts(Context *c, int list_, Frame *fr) noexcept nogil:
    """Pay all parts; mana last, after what is tapped or sacrificed has been set aside."""
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.s.status == OK and c.p.rows[j].op != OP_Mana:
            pay_part(c, &c.p.rows[j], fr)
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.s.status == OK and c.p.rows[j].op == OP_Mana:
            pay_part(c, &c.p.rows[j], fr)


cdef void pay_some(Context *c, int list_, Frame *fr, bint leaving) noexcept nogil:
    """Pay the parts but mana: those that make permanents leave the battlefield, or the others."""
    cdef int j
    cdef Row *r
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &c.p.rows[j]
        if c.s.status == OK and r.op != OP_Mana and leaving == (
                r.op == OP_SacrificeCost or r.op == OP_ReturnCost or r.op == OP_ExileCost and r.a[1] == Z_BATTLEFIELD):
            pay_part(c, r, fr)


cdef int pick_matching(Context *c, int filter_, Frame *fr, int tapped, int kind) noexcept nogil:
    cdef int i
    c.n_options = 0
    for i in range(c.s.n_objects):
        if (c.s.objects[i].alive and c.s.objects[i].controller == fr.controller and match_object(c, filter_, i, fr)
                and (tapped < 0 or c.s.objects[i].tapped == tapped)):
            if c.mode == M_LAZY and same_as_earlier(c, i):
                continue
            option(c, i)
    if c.n_options == 0:
        fail(c, ILLEGAL)
        return -1
    return c.options[decide(c, kind, fr.source, 0)]


cdef void pay_part(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int n, i, k, purpose
    cdef Frame other
    if r.op == OP_Mana:
        purpose = new_purpose(c, -1, -1, 2, 0)
        push_cost(c, &c.p.costs[r.a[0]], c.p.costs[r.a[0]].generic + c.p.costs[r.a[0]].x * fr.x, purpose)
        pay_needs(c, 0)
    elif r.op == OP_TapThis:
        tap_object(c, fr.source)
    elif r.op == OP_UntapThis:
        untap_object(c, fr.source)
    elif r.op == OP_PayLife:
        change_life(c, -amount(c, r.a[0], fr))
    elif r.op == OP_PayEnergy:
        s.energy -= amount(c, r.a[0], fr)
    elif r.op == OP_TapOthers or r.op == OP_UntapOthers:
        fr.amount = amount(c, r.a[1], fr)
        for n in range(amount(c, r.a[1], fr)):
            i = pick_matching(c, r.a[0], fr, 0 if r.op == OP_TapOthers else 1, D_TAP_TO_PAY)
            if s.status != OK:
                return
            if r.op == OP_TapOthers:
                tap_object(c, i)
            else:
                untap_object(c, i)
            fr.that = <int16_t>i
    elif r.op == OP_SacrificeCost:
        if is_this(c, r.a[0]):
            sacrifice(c, fr.source, fr)
            return
        fr.amount = amount(c, r.a[1], fr)
        for n in range(amount(c, r.a[1], fr)):
            i = pick_matching(c, r.a[0], fr, -1, D_OBJECT)
            if s.status != OK:
                return
            sacrifice(c, i, fr)
    elif r.op == OP_ReturnCost:
        if is_this(c, r.a[0]):
            leave(c, fr.source, Z_HAND)
            return
        for n in range(amount(c, r.a[1], fr)):
            i = pick_matching(c, r.a[0], fr, -1, D_OBJECT)
            if s.status != OK:
                return
            leave(c, i, Z_HAND)
    elif r.op == OP_DiscardCost:
        if is_this(c, r.a[0]):
            if fr.slot != NO_SLOT:
                take(c, s.hand, &s.n_hand, fr.slot)
                note(c, E_DISCARD, fr.slot)
                put_card(c, fr.slot, Z_GRAVEYARD)
            return
        n = amount(c, r.a[1], fr)
        if n < 0:
            s.hand_discarded = 1
        other = fr[0]
        discard(c, n, r.a[0] if n >= 0 else -1, &other, False)
    elif r.op == OP_ExileCost:
        if is_this(c, r.a[0]):
            if fr.source >= 0 and r.a[1] == Z_BATTLEFIELD:
                leave(c, fr.source, Z_EXILE)
            elif fr.slot != NO_SLOT:
                take_from(c, fr.slot, r.a[1])
                put_card(c, fr.slot, Z_EXILE)
            return
        for n in range(amount(c, r.a[2], fr)):
            if r.a[1] == Z_BATTLEFIELD:
                i = pick_matching(c, r.a[0], fr, -1, D_OBJECT)
                if s.status == OK:
                    fr.sacrificed_face = s.objects[i].face
                    leave(c, i, Z_EXILE)
                continue
            if r.a[1] == Z_HAND:
                k = choose_card(c, s.hand, s.n_hand, r.a[0], fr, D_HAND, False)
            else:
                k = choose_card(c, s.graveyard, s.n_graveyard, r.a[0], fr, D_CARD, False)
            if s.status != OK:
                return
            if k < 0:
                fail(c, ILLEGAL)
                return
            take_from(c, k, r.a[1])
            put_card(c, k, Z_EXILE)
    elif r.op == OP_RemoveCountersCost:
        i = object_of(c, r.a[2], fr)
        k = r.a[0]
        fr.amount = amount(c, r.a[1], fr) if amount(c, r.a[1], fr) >= 0 else s.objects[i].counters[max(0, k)]
        for n in range(fr.amount):
            if r.a[0] < 0:
                for k in range(MAX_COUNTERS - 1):
                    if s.objects[i].counters[k]:
                        break
            if s.objects[i].counters[k] == 0:
                fail(c, ILLEGAL)
                return
            s.objects[i].counters[k] -= 1
        note(c, E_COUNTERS, i, k, s.objects[i].counters[k])
        touch(c)
    elif r.op == OP_PutCountersCost:
        i = object_of(c, r.a[2], fr)
        if i >= 0 and r.a[0] >= 0:
            put_counters(c, i, r.a[0], amount(c, r.a[1], fr))
    elif r.op == OP_LoyaltyCost:
        n = s.objects[fr.source].counters[C_LOYALTY] + amount(c, r.a[0], fr)
        s.objects[fr.source].counters[C_LOYALTY] = <uint8_t>min(255, max(0, n))
    elif r.op == OP_ExertCost:
        if fr.source >= 0:
            s.objects[fr.source].skip_untap = max(1, s.objects[fr.source].skip_untap)
            s.objects[fr.source].exerted = 1
    elif r.op == OP_MillCost:
        for n in range(amount(c, r.a[0], fr)):
            k = lib_draw(&s.library)
            if k >= 0:
                note(c, E_LOOK, k)
                put_card(c, k, Z_GRAVEYARD)
    elif r.op == OP_EitherCost:
        c.n_options = 0
        for i in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            if parts_payable(c, c.p.rows[i].a[0], fr):
                option(c, i)
        if c.n_options == 0:
            fail(c, ILLEGAL)
            return
        i = c.options[decide(c, D_MODE, fr.source, 0)]
        if s.status == OK:
            pay_parts(c, c.p.rows[i].a[0], fr)
    elif r.op == OP_Cost:
        pay_parts(c, r.a[0], fr)


cdef bint mana_payable(Context *c, int cost, Frame *fr) noexcept nogil:
    """Whether a mana cost could be paid now (by anything: the search decides)."""
    cdef State *s = c.s
    cdef int n_needs = s.n_needs, n_purposes = s.n_purposes, purpose
    cdef bint ok
    purpose = new_purpose(c, -1, -1, 2, 0)
    push_cost(c, &c.p.costs[cost], c.p.costs[cost].generic + c.p.costs[cost].x * fr.x, purpose)
    ok = can_settle(c, 0)
    s.n_needs = n_needs
    s.n_purposes = n_purposes
    return ok


# ---------------------------------------------------------------------------------------- paying needs

cdef void pay_needs(Context *c, int help_) noexcept nogil:
    """Pay the needs pushed for this action: at once, or (planning) only note them if they can be met."""
    cdef State *s = c.s
    if s.status != OK:
        return
    if c.mode == M_LAZY:
        if not needs_ok(c, help_):
            fail(c, ILLEGAL)
        return
    if s.n_needs == 0:
        return
    if not settle(c, help_):
        if s.status == OK:
            fail(c, ILLEGAL)
    s.n_needs = 0
    s.n_purposes = 0


cdef bint settle(Context *c, int help_) noexcept nogil:
    """Pay s.needs for real: simple sources if they do, else a plan from the search."""
    cdef Payment p
    cdef State *s = c.s
    cdef int stage = c.paying_stage
    cdef bint ok
    gather(c, &p, stage != 255, help_)
    memcpy(p.needs, s.needs, sizeof(Need) * s.n_needs)
    p.n_needs = s.n_needs
    if solve(c, &p, s.life):
        return pay_from(c, &p, help_)
    if stage != 255 or not settle_by_plan(c, help_):
        return False
    c.paying_stage = FINAL
    gather(c, &p, False, help_)
    memcpy(p.needs, s.needs, sizeof(Need) * s.n_needs)
    p.n_needs = s.n_needs
    ok = solve(c, &p, s.life) and pay_from(c, &p, help_)
    c.paying_stage = 255
    for k in range(s.n_pool):
        s.pool[k].reserve = 255
    return ok


cdef bint pay_from(Context *c, Payment *p, int help_) noexcept nogil:
    """Tap the sources of a solved payment, then spend the pool."""
    cdef State *s = c.s
    cdef int u, n, i, k, life = 0, type_
    cdef Need needs[MAX_NEEDS]
    cdef int n_needs = p.n_needs, n_force = c.n_force, at_force = c.at_force
    cdef uint8_t paid[MAX_NEEDS]
    memset(paid, 0, sizeof(paid))
    memcpy(needs, p.needs, sizeof(Need) * n_needs)
    for n in range(n_needs):
        if p.unit_of[n] < 0:
            life += 2
            paid[n] = 1
    if life:
        change_life(c, -life)
    # convoke and improvise
    for u in range(p.n_units):
        if p.need_of[u] >= 0 and p.units[u].helps and (p.units[u].helps == 2 or not unit_plainly_fits(c, &p.units[u], &needs[p.need_of[u]])):
            note(c, E_HELP, p.units[u].source)
            tap_object(c, p.units[u].source)
            paid[p.need_of[u]] = 1
            p.need_of[u] = -1
    u = 0
    while u < p.n_units:
        if p.units[u].source < 0 or p.units[u].ability == -2:
            u += 1
            continue
        i = p.units[u].source
        k = u
        type_ = 0
        c.n_force = 0
        c.at_force = 0
        while k < p.n_units and p.units[k].source == i:
            n = p.need_of[k]
            c.force[c.n_force] = 0
            c.force_reserve[c.n_force] = 255
            if n >= 0:
                type_ = 1
                c.force[c.n_force] = <uint8_t>wanted_types(c, &p.units[k], &needs[n])
                c.force_reserve[c.n_force] = 255
            c.n_force += 1
            k += 1
        if type_:
            if not tap_for_mana(c, i, p.units[u].ability, &p.units[u], wanted_types(c, &p.units[u], &needs[p.need_of[u]]) if p.need_of[u] >= 0 else ALL_TYPES, p.need_of[u] >= 0 and uses_restricted(c, &p.units[u], &needs[p.need_of[u]])):
                c.n_force = n_force
                return False
        u = k
    c.n_force = n_force
    c.at_force = at_force
    # what is left to pay comes from the pool
    k = 0
    for n in range(n_needs):
        if not paid[n]:
            p.needs[k] = needs[n]
            p.needs[k].flag &= <uint8_t>~1  # life is settled
            p.needs[k].flag &= <uint8_t>~2
            k += 1
    p.n_needs = k
    gather(c, p, True, 0)
    order_units(p)
    if not solve_fixed(c, p, 1000000):
        return False
    spend_matched(c, p)
    return True


cdef int wanted_types(Context *c, Unit *u, Need *n) noexcept nogil:
    """Of which types the unit should be made to pay the need; by CR 609.4b it may have to be of another one."""
    cdef Unit one = u[0]
    cdef int t, mask = u.mask | u.rmask
    if not c.p.flags & P_SPEND_AS or n.mask == ALL_TYPES:
        return n.mask
    for t in range(6):
        if mask >> t & 1:
            one.mask = u.mask & <uint8_t>(1 << t)
            one.rmask = u.rmask & <uint8_t>(1 << t)
            if unit_fits(c, &one, n):
                return 1 << t
    return n.mask


cdef bint uses_restricted(Context *c, Unit *u, Need *n) noexcept nogil:
    return u.mask & n.mask == 0 and u.rmask != 0


cdef bint unit_plainly_fits(Context *c, Unit *u, Need *n) noexcept nogil:
    cdef Unit v = u[0]
    v.helps = 0
    return u.ability != -2 and unit_fits(c, &v, n)


cdef void spend_matched(Context *c, Payment *p) noexcept nogil:
    cdef State *s = c.s
    cdef int u, k = 0
    for u in range(s.n_pool):
        if p.need_of[u] >= 0:
            note(c, E_SPEND, s.pool[u].mask | s.pool[u].rmask, s.pool[u].spend, s.pool[u].snow)
            s.mana_spent += 1
            s.types_spent |= s.pool[u].mask | s.pool[u].rmask
        else:
            s.pool[k] = s.pool[u]
            k += 1
    s.n_pool = k


cdef bint tap_for_mana(Context *c, int i, int ability, Unit *u, int want, bint restricted) noexcept nogil:
    """Activate the simple mana ability of object i that makes a wanted type."""
    cdef State *s = c.s
    cdef Ability *ab
    cdef int k, best = -1, mask
    if ability >= 0:
        best = ability
    else:
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type != ACTIVATED or not ab.flags & F_SIMPLE or not limits_allow(c, i, k, ab):
                continue
            if not ab.units[0] & want or (ab.spend >= 0) != restricted:
                continue
            if best < 0 or (c.p.abilities[s.chars[i].abilities[best]].flags & F_PAIN or c.p.abilities[s.chars[i].abilities[best]].life) \
                    and not (ab.flags & F_PAIN or ab.life):
                best = k
    if best < 0:
        return False
    activate(c, i, best, 0)
    return s.status == OK


# ----------------------------------------------------------------------------------------- activating

cdef bint has_targets(Context *c, int list_, Frame *fr) noexcept nogil:
    """Whether each target that the effects demand has a legal choice (CR 601.2c); of modes, enough have (700.2a)."""
    cdef int j, k, n
    cdef Row *r
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &c.p.rows[j]
        if r.op == OP_Modes:
            n = 0
            for k in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
                if has_targets(c, c.p.rows[k].a[0], fr):
                    n += 1
            if n < r.a[1]:
                return False
        elif r.op == OP_Continuous:
            if not has_targets(c, r.a[0], fr):
                return False
        elif r.op == OP_Exile or r.op == OP_ReturnToHand or r.op == OP_PutOnto:
            if not target_exists(c, r.a[0], r.a[1], fr):
                return False
        elif r.op == OP_PutCounters or r.op == OP_RemoveCounters:
            if not target_exists(c, r.a[2], Z_BATTLEFIELD, fr):
                return False
        elif r.op == OP_Attach:
            if not target_exists(c, r.a[0], Z_BATTLEFIELD, fr) or not target_exists(c, r.a[1], Z_BATTLEFIELD, fr):
                return False
        elif r.op == OP_Untap or r.op == OP_Tap or r.op == OP_Destroy or r.op == OP_DoesntUntapNext or r.op == OP_Bounce \
                or r.op == OP_Sacrifice or r.op == OP_Phase or r.op == OP_Grant or r.op == OP_GrantKeyword \
                or r.op == OP_ChangeTypes or r.op == OP_ChangePower or r.op == OP_GainControl:
            if not target_exists(c, r.a[0], Z_BATTLEFIELD, fr):
                return False
    return True


cdef bint target_exists(Context *c, int selector, int zone, Frame *fr) noexcept nogil:
    cdef Row *sel
    cdef int i, n = 0
    if selector < 0:
        return True
    sel = &c.p.rows[selector]
    if sel.op != OP_Target or sel.a[1] == 0:
        return True
    if zone == Z_GRAVEYARD:
        for i in range(c.s.n_graveyard):
            if match_face(c, sel.a[0], slot_face(c, c.s.graveyard[i]), fr):
                return True
        return False
    if zone != Z_BATTLEFIELD:
        return True
    for i in range(c.s.n_objects):
        if match_object(c, sel.a[0], i, fr):
            n += 1
    return n >= sel.a[1]


cdef bint sorcery_time(Context *c) noexcept nogil:
    return c.s.active == 0 and (c.s.step == S_MAIN1 or c.s.step == S_MAIN2) and c.s.n_stack == 0


cdef bint can_activate(Context *c, int i, int k) noexcept nogil:
    """Whether ability k of object i can be activated, its mana cost aside."""
    cdef State *s = c.s
    cdef Ability *ab = &c.p.abilities[s.chars[i].abilities[k]]
    cdef Frame fr
    if ab.type != ACTIVATED or ab.zone != Z_BATTLEFIELD or s.objects[i].controller != 0 or s.objects[i].phased:
        return False
    if ab.flags & F_SORCERY and not sorcery_time(c) and not c.mode == M_LAZY:
        return False
    if ab.flags & F_SORCERY and s.active != 0:
        return False
    if ab.flags & F_YOUR_TURN and s.active != 0:
        return False
    if ab.flags & F_LOYALTY and s.objects[i].used & 0x8000:
        return False
    if not limits_allow(c, i, k, ab) or ability_forbidden(c, i, ab):
        return False
    frame_of(&fr, s, i)
    if not parts_payable(c, ab.cost, &fr):
        return False
    if ab.flags & F_TARGETS and not has_targets(c, ab.effects, &fr):
        return False
    return True


cdef int ability_generic(Context *c, int i, Ability *ab) noexcept nogil:
    """Generic part of the ability's mana cost after changes (CR 601.2f)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Cost *cost = &c.p.costs[ab.mana_cost]
    cdef int generic = cost.generic, n, k, least = 0, change = 0
    cdef Row *r
    cdef Frame fr
    if c.p.flags & P_COST_CHANGES:
        n = static_refs(c, OP_CostChange, refs)
        for k in range(n):
            r = &c.p.rows[refs[k].row]
            if r.a[3] == 1 and applies_to(c, &refs[k], r.a[0], i):
                frame_of(&fr, c.s, refs[k].source)
                change += amount(c, r.a[1], &fr)
                least = max(least, r.a[4])
        generic = max(0, generic + change)
        if change < 0 and generic + cost.n < least:
            generic = min(cost.generic, max(generic, least - cost.n))
    return generic


cdef void activate(Context *c, int i, int k, int x) noexcept nogil:
    release(c)
    c.nested += 1
    do_activate(c, i, k, x)
    c.nested -= 1


cdef void do_activate(Context *c, int i, int k, int x) noexcept nogil:
    """Activate ability k of object i (CR 602.2): costs, then at once (mana abilities) or onto the stack."""
    cdef State *s = c.s
    cdef int ability = s.chars[i].abilities[k]
    cdef Ability *ab = &c.p.abilities[ability]
    cdef Frame fr
    cdef StackItem *it
    cdef int purpose, generic = 0
    if not can_activate(c, i, k):
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_ACTIVATE, i, ability, NO_SLOT, x)
    frame_of(&fr, s, i)
    fr.ability = <int16_t>k
    fr.x = x
    fr.slot = s.objects[i].slot
    if ab.flags & F_LOYALTY:
        s.objects[i].used |= 0x8000
    s.objects[i].used |= <uint16_t>(1 << min(k, 14))
    s.objects[i].used_ever |= <uint16_t>(1 << min(k, 14))
    if ab.mana_cost >= 0:  # the total cost is fixed before any of it is paid (CR 601.2f)
        generic = ability_generic(c, i, ab) + c.p.costs[ab.mana_cost].x * x
    # what is given up may have been tapped for mana before (CR 601.2g-h)
    pay_some(c, ab.cost, &fr, False)
    if ab.mana_cost >= 0 and s.status == OK:
        purpose = new_purpose(c, fr.face, i, 1, c.p.costs[ab.mana_cost].x)
        push_cost(c, &c.p.costs[ab.mana_cost], generic, purpose)
        if c.mode != M_LAZY:
            pay_needs(c, 0)
    pay_some(c, ab.cost, &fr, True)
    if ab.mana_cost >= 0 and c.mode == M_LAZY:
        pay_needs(c, 0)
    if s.status != OK:
        return
    if c.mode == M_LAZY:
        s.stage += 1
    if ab.flags & F_MANA:
        tap_mana_effects(c, i, ab, &fr)
        return
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    memset(it, 0, sizeof(StackItem))
    it.effects = ab.effects
    it.condition = -1
    it.ability = <int16_t>ability
    it.source = <int16_t>i
    it.face = fr.face
    it.that = fr.that
    it.slot = fr.slot
    it.amount = <int16_t>fr.amount
    it.x = <int16_t>x
    it.controller = fr.controller
    it.kind = 1
    s.n_stack += 1


cdef bint can_activate_card(Context *c, int slot, int ability, int zone) noexcept nogil:
    """Abilities of cards in hand, graveyard and so on."""
    cdef Ability *ab = &c.p.abilities[ability]
    cdef Frame fr
    cdef int j
    if ab.type != ACTIVATED or ab.zone != zone:
        return False
    if ab.flags & F_SORCERY and not sorcery_time(c) and c.mode != M_LAZY:
        return False
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>(slot_face(c, slot) if slot != NO_SLOT else -1)
    if not parts_payable(c, ab.cost, &fr):
        return False
    for j in range(ab.limits >> 8, (ab.limits >> 8) + (ab.limits & 255)):
        if not condition(c, j, &fr):
            return False
    if ab.flags & F_TARGETS and not has_targets(c, ab.effects, &fr):
        return False
    return True


cdef void activate_card(Context *c, int slot, int ability, int zone, int x) noexcept nogil:
    release(c)
    c.nested += 1
    do_activate_card(c, slot, ability, zone, x)
    c.nested -= 1


cdef void do_activate_card(Context *c, int slot, int ability, int zone, int x) noexcept nogil:
    cdef State *s = c.s
    cdef Ability *ab = &c.p.abilities[ability]
    cdef Frame fr
    cdef StackItem *it
    cdef int purpose
    if not can_activate_card(c, slot, ability, zone):
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_ACTIVATE, -1, ability, slot, x)
    frame_of(&fr, s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>(slot_face(c, slot) if slot != NO_SLOT else -1)
    fr.x = x
    pay_parts(c, ab.cost, &fr)
    if ab.mana_cost >= 0 and s.status == OK:
        purpose = new_purpose(c, fr.face, -1, 1, c.p.costs[ab.mana_cost].x)
        push_cost(c, &c.p.costs[ab.mana_cost], c.p.costs[ab.mana_cost].generic + c.p.costs[ab.mana_cost].x * x, purpose)
        pay_needs(c, 0)
    if s.status != OK:
        return
    if c.mode == M_LAZY:
        s.stage += 1
    if ab.flags & F_MANA:
        tap_mana_effects(c, -1, ab, &fr)
        return
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    memset(it, 0, sizeof(StackItem))
    it.effects = ab.effects
    it.condition = -1
    it.ability = <int16_t>ability
    it.source = -1
    it.face = fr.face
    it.that = -1
    it.slot = <uint16_t>slot
    it.x = <int16_t>x
    it.kind = 1
    s.n_stack += 1


# -------------------------------------------------------------------------------------------- casting

cdef int ways_to_cast(Context *c, int face, int slot, int zone, Way *out) noexcept nogil:
    """The ways in which this face may be cast from a zone: mana cost, alternative costs (CR 118.9)."""
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Row *r
    cdef Row *part
    cdef Frame fr
    cdef int n = 0, k, j, mana, parts_n
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    if f.types & LAND or f.flags & FACE_TIMED and not in_time(c, f, &fr):
        return 0
    if zone == Z_HAND or zone == Z_COMMAND or zone == Z_TOP:
        if f.cost >= 0:
            out[0].cost = f.cost
            out[0].parts = 0
            out[0].keyword = 0
            out[0].free_ = 0
            n = 1
    if zone == Z_GRAVEYARD and f.cost >= 0 and (casts_itself_from(c, f, zone) or may_play_from(c, slot, zone, face)):
        out[0].cost = f.cost
        out[0].parts = 0
        out[0].keyword = 0
        out[0].free_ = 0
        n = 1
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AlternativeCost or n >= MAX_WAYS:
            continue
        r = &c.p.rows[ab.row]
        if r.a[3] != zone or r.a[4] >= 0 or r.a[2] == 6:
            continue
        if r.a[1] >= 0 and not condition(c, r.a[1], &fr):
            continue
        mana = -1
        for j in range(c.p.rows[r.a[0]].a[0] >> 8, (c.p.rows[r.a[0]].a[0] >> 8) + (c.p.rows[r.a[0]].a[0] & 255)):
            if c.p.rows[j].op == OP_Mana:
                mana = c.p.rows[j].a[0]
        out[n].cost = mana
        out[n].parts = c.p.rows[r.a[0]].a[0]
        out[n].keyword = r.a[2]
        out[n].free_ = mana < 0
        n += 1
    if zone == Z_HAND or zone == Z_COMMAND:
        n = granted_ways(c, face, zone, out, n)
    return n


cdef bint in_time(Context *c, Face *f, Frame *fr) noexcept nogil:
    """The spell's own "cast this spell only ..." (CR 601.3)."""
    cdef Ability *ab
    cdef int k, j
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != STATIC:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op == OP_CastTiming and c.p.rows[j].a[0] == 1 and not condition(c, c.p.rows[j].a[2], fr):
                return False
    return True


cdef int granted_ways(Context *c, int face, int zone, Way *out, int n) noexcept nogil:
    """Alternative costs that permanents give to spells (CR 118.9)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int m, k, j
    cdef Row *r
    cdef Frame fr
    m = static_refs(c, OP_CastFree, refs)
    for k in range(m):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, c.s, refs[k].source)
        if refs[k].controller == 0 and r.a[1] == zone and n < MAX_WAYS and match_face(c, r.a[0], face, &fr):
            out[n].cost = -1
            out[n].parts = 0
            out[n].keyword = 0
            out[n].free_ = 1
            n += 1
    m = static_refs(c, OP_AlternativeCost, refs)
    for k in range(m):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, c.s, refs[k].source)
        if r.a[4] < 0 or refs[k].controller != 0 or n >= MAX_WAYS or not match_face(c, r.a[4], face, &fr):
            continue
        if r.a[1] >= 0 and not condition(c, r.a[1], &fr):
            continue
        out[n].cost = -1
        out[n].parts = c.p.rows[r.a[0]].a[0]
        out[n].keyword = r.a[2]
        for j in range(out[n].parts >> 8, (out[n].parts >> 8) + (out[n].parts & 255)):
            if c.p.rows[j].op == OP_Mana:
                out[n].cost = c.p.rows[j].a[0]
        out[n].free_ = out[n].cost < 0
        n += 1
    return n


cdef bint casts_itself_from(Context *c, Face *f, int zone) noexcept nogil:
    """The card's own "you may cast this card from your graveyard"."""
    cdef Ability *ab
    cdef int k, j
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != STATIC:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op == OP_PlayFrom and c.p.rows[j].a[1] == zone and is_this(c, c.p.rows[j].a[0]):
                return True
    return False


cdef int help_of(Context *c, int face) noexcept nogil:
    # 1 convoke, 2 improvise, 4 delve
    cdef Face *f = &c.p.faces[face]
    cdef StaticRef refs[MAX_STATICS]
    cdef Ability *ab
    cdef Frame fr
    cdef int k, n, m = 0
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_CostHelp and c.p.rows[ab.row].a[1] < 0:
            m |= 1 << c.p.rows[ab.row].a[0]
    n = static_refs(c, OP_CostHelp, refs)
    for k in range(n):
        frame_of(&fr, c.s, refs[k].source)
        if refs[k].controller == 0 and c.p.rows[refs[k].row].a[1] >= 0 and match_face(c, c.p.rows[refs[k].row].a[1], face, &fr):
            m |= 1 << c.p.rows[refs[k].row].a[0]
    return m & 7


cdef int spell_generic(Context *c, int face, int slot, int zone, Cost *cost, int x) noexcept nogil:
    """Generic mana of the total cost (CR 601.2f): X, commander tax, increases, reductions."""
    cdef Face *f = &c.p.faces[face]
    cdef StaticRef refs[MAX_STATICS]
    cdef int generic = cost.generic + cost.x * x, n, k, j, less = 0
    cdef Row *r
    cdef Frame fr
    cdef Ability *ab
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    if zone == Z_COMMAND:
        generic += 2 * c.s.commander_casts  # CR 903.8
    if not c.p.flags & P_COST_CHANGES:
        return generic
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        j = -1
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_CostChange:
            j = ab.row
            less += cost_change_self(c, &c.p.rows[j], &fr)
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_CostChange and c.p.rows[c.p.rows[j].a[0]].op == OP_This:
                    if ab.condition < 0 or condition(c, ab.condition, &fr):
                        less += cost_change_self(c, &c.p.rows[j], &fr)
    n = static_refs(c, OP_CostChange, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[3] != 0 or c.p.rows[r.a[0]].op != OP_Each:
            continue
        frame_of(&fr, c.s, refs[k].source)
        fr.controller = refs[k].controller
        if (not r.a[6] & 8 or c.p.filters[c.p.rows[r.a[0]].a[0]].controller == 1) and refs[k].controller != 0:
            continue
        if c.p.filters[c.p.rows[r.a[0]].a[0]].controller == 2 and refs[k].controller == 0:
            continue
        if not match_face(c, c.p.rows[r.a[0]].a[0], face, &fr):
            continue
        if r.a[5]:
            continue  # comes last: see spell_needs
        if r.a[2] >= 0:
            continue  # coloured: see symbols_less
        j = amount(c, r.a[1], &fr)
        if j > 0:
            generic += j
        else:
            less += j
    return max(0, generic + less)


cdef int cost_change_self(Context *c, Row *r, Frame *fr) noexcept nogil:
    return 0 if r.a[2] >= 0 else amount(c, r.a[1], fr)


cdef void symbols_less(Context *c, int face, int slot, uint8_t *less) noexcept nogil:
    """Coloured symbols that the spell costs less, by type (CR 118.7c)."""
    cdef Face *f = &c.p.faces[face]
    cdef StaticRef refs[MAX_STATICS]
    cdef Ability *ab
    cdef Frame fr
    cdef int k, j, n
    cdef Row *r
    memset(less, 0, 6)
    if not c.p.flags & P_COST_CHANGES:
        return
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != STATIC:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op == OP_CostChange and c.p.rows[c.p.rows[j].a[0]].op == OP_This:
                add_symbols(c, &c.p.rows[j], &fr, less)
    n = static_refs(c, OP_CostChange, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[3] != 0 or c.p.rows[r.a[0]].op != OP_Each or (refs[k].controller != 0 and not r.a[6] & 8):
            continue
        frame_of(&fr, c.s, refs[k].source)
        fr.controller = refs[k].controller
        if match_face(c, c.p.rows[r.a[0]].a[0], face, &fr):
            add_symbols(c, r, &fr, less)


cdef void add_symbols(Context *c, Row *r, Frame *fr, uint8_t *less) noexcept nogil:
    cdef int i, t, n
    if r.a[2] < 0 or not r.a[6] & 4:
        return
    n = amount(c, r.a[1], fr)
    if n == 0 and c.p.rows[r.a[1]].op == OP_Const:
        n = 1
    for i in range(c.p.costs[r.a[2]].n):
        for t in range(6):
            if c.p.costs[r.a[2]].mask[i] == 1 << t:
                less[t] = <uint8_t>min(255, less[t] + max(0, n))


cdef int least_total(Context *c, int face) noexcept nogil:
    """The least total cost that something demands, 0 if nothing does."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int k, n, most = 0
    cdef Row *r
    cdef Frame fr
    if not c.p.flags & P_COST_CHANGES:
        return 0
    n = static_refs(c, OP_CostChange, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, c.s, refs[k].source)
        if r.a[5] and r.a[3] == 0 and c.p.rows[r.a[0]].op == OP_Each and match_face(c, c.p.rows[r.a[0]].a[0], face, &fr):
            most = max(most, r.a[5])
    return most


cdef int phyrexian_symbols(Context *c, int cost) noexcept nogil:
    cdef int i, n = 0
    if cost >= 0:
        for i in range(c.p.costs[cost].n):
            n += c.p.costs[cost].flag[i] & 1
    return n


cdef int spell_needs(Context *c, int face, int slot, int zone, Way *way, int x, int kicks) noexcept nogil:
    """Push the mana needs of casting; returns the help (convoke, improvise) that may pay, -1 if impossible."""
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Row *r
    cdef int purpose, k, j, help_, generic, delved = 0, total, n_x, x_mask = 0, by_life
    cdef Cost *cost
    cdef Cost none
    cdef Row *q
    cdef uint8_t less[6]
    purpose = new_purpose(c, face, -1, 0, way.cost >= 0 and c.p.costs[max(0, way.cost)].x)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_SpendOnlyOn and c.p.rows[ab.row].a[1] == 0:
            c.s.purposes[purpose].colors_only = <uint8_t>c.p.rows[ab.row].a[0]
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op != OP_SpendOnlyOn:
                    continue
                if c.p.rows[j].a[1] == 0:
                    c.s.purposes[purpose].colors_only = <uint8_t>c.p.rows[j].a[0]
                else:
                    x_mask = c.p.rows[j].a[0]
    help_ = help_of(c, face)
    if way.cost >= 0:
        cost = &c.p.costs[way.cost]
    else:
        memset(&none, 0, sizeof(Cost))
        cost = &none
    if way.cost >= 0 or way.free_:
        generic = spell_generic(c, face, slot, zone, cost, x)
        symbols_less(c, face, slot, less)
        total = 0
        n_x = min(generic, cost.x * x) if x_mask else 0
        by_life = c.cast_life - 1
        for k in range(cost.n):
            for j in range(6):
                if cost.mask[k] == 1 << j and less[j] > 0:
                    less[j] -= 1
                    break
            else:
                if cost.flag[k] & 1 and by_life >= 0:
                    # the choice for Phyrexian symbols comes before the total cost (CR 601.2b, f)
                    if by_life > 0:
                        by_life -= 1
                        push_need(c, 0, 1, purpose)
                        continue
                    push_need(c, cost.mask[k], cost.flag[k] & ~1, purpose)
                else:
                    push_need(c, cost.mask[k], cost.flag[k], purpose)
                total += 1
        for k in range(n_x):
            push_need(c, x_mask, 0, purpose)
        total += generic
        k = least_total(c, face)
        if k > total:
            generic += k - total  # CR 601.2f: last of all
        generic -= n_x
        if help_ & 4:
            for k in range(c.s.n_graveyard):
                if c.s.graveyard[k] != slot:
                    delved += 1
            generic = max(0, generic - delved)
        for k in range(generic):
            push_need(c, ALL_TYPES, 0, purpose)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AdditionalCost:
            continue
        r = &c.p.rows[ab.row]
        if r.a[1] and kicks == 0:
            continue
        q = &c.p.rows[r.a[0]]
        if q.op != OP_Cost:
            continue
        for j in range(q.a[0] >> 8, (q.a[0] >> 8) + (q.a[0] & 255)):
            if c.p.rows[j].op == OP_Mana:
                for delved in range(kicks if r.a[1] else 1):
                    push_cost(c, &c.p.costs[c.p.rows[j].a[0]], c.p.costs[c.p.rows[j].a[0]].generic + c.p.costs[c.p.rows[j].a[0]].x * x, purpose)
    return help_ & 3


cdef bint other_costs_payable(Context *c, int face, int slot, Way *way, int kicks) noexcept nogil:
    cdef Face *f = &c.p.faces[face]
    cdef Frame fr
    cdef Ability *ab
    cdef Row *q
    cdef int k, j
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    for j in range(way.parts >> 8, (way.parts >> 8) + (way.parts & 255)):
        if c.p.rows[j].op != OP_Mana and not part_payable(c, &c.p.rows[j], &fr):
            return False
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AdditionalCost:
            continue
        if c.p.rows[ab.row].a[1] and kicks == 0:
            continue
        q = &c.p.rows[c.p.rows[ab.row].a[0]]
        if q.op == OP_EitherCost:
            if not part_payable(c, q, &fr):
                return False
            continue
        for j in range(q.a[0] >> 8, (q.a[0] >> 8) + (q.a[0] & 255)):
            if c.p.rows[j].op != OP_Mana and not part_payable(c, &c.p.rows[j], &fr):
                return False
    return True


cdef bint in_zone(Context *c, int slot, int zone) noexcept nogil:
    """Whether a card of the hand, the graveyard or the command zone is there."""
    cdef State *s = c.s
    cdef int i
    if zone == Z_HAND:
        return in_hand(s, slot)
    if zone == Z_GRAVEYARD:
        for i in range(s.n_graveyard):
            if s.graveyard[i] == slot:
                return True
        return False
    if zone == Z_COMMAND:
        for i in range(s.n_command):
            if s.command[i] == slot:
                return True
        return False
    return True


cdef void cast(Context *c, int slot, int face, int zone, int way_number, int x, int kicks) noexcept nogil:
    release(c)
    c.nested += 1
    do_cast(c, slot, face, zone, way_number, x, kicks)
    c.nested -= 1


cdef void do_cast(Context *c, int slot, int face, int zone, int way_number, int x, int kicks) noexcept nogil:
    """Cast a spell (CR 601): choose the way, pay, put it on the stack."""
    cdef State *s = c.s
    cdef Way ways[MAX_WAYS]
    cdef Way *way
    cdef int n, help_, k, j, start, spent = 0
    cdef Face *f = &c.p.faces[face]
    cdef Frame fr
    cdef Ability *ab
    cdef StackItem *it
    cdef Row *q
    n = ways_to_cast(c, face, slot, zone, ways)
    if way_number < 0:  # without paying its mana cost, as an effect allows
        memset(&ways[0], 0, sizeof(Way))
        ways[0].cost = -1
        ways[0].free_ = 1
        n = 1
        way_number = 0
    if way_number >= n or not in_zone(c, slot, zone) or cant(c, 0, face) or s.spells_allowed == 0 or (x and ways[way_number].cost < 0):
        fail(c, ILLEGAL)
        return
    way = &ways[way_number]
    if not other_costs_payable(c, face, slot, way, kicks) or (c.mode != M_LAZY and not spell_has_targets(c, face)):
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_CAST, slot, face, x, kicks | way_number << 8)
    take_from(c, slot, Z_LIBRARY if zone == Z_TOP else zone)
    frame_of(&fr, s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    fr.x = x
    fr.kicks = <uint8_t>kicks
    # mana abilities come before costs are paid: what is sacrificed could be tapped first
    start = s.n_pool
    s.types_spent = 0
    help_ = spell_needs(c, face, slot, zone, way, x, kicks)
    if c.mode != M_LAZY:
        pay_needs(c, help_)
    for j in range(way.parts >> 8, (way.parts >> 8) + (way.parts & 255)):
        if c.p.rows[j].op != OP_Mana and s.status == OK:
            pay_part(c, &c.p.rows[j], &fr)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AdditionalCost or s.status != OK:
            continue
        if c.p.rows[ab.row].a[1] and kicks == 0:
            continue
        q = &c.p.rows[c.p.rows[ab.row].a[0]]
        if q.op == OP_EitherCost:
            pay_part(c, q, &fr)
            continue
        for j in range(q.a[0] >> 8, (q.a[0] >> 8) + (q.a[0] & 255)):
            if c.p.rows[j].op != OP_Mana and s.status == OK:
                pay_part(c, &c.p.rows[j], &fr)
    if c.mode == M_LAZY:
        pay_needs(c, help_)
    if s.status != OK:
        return
    if c.mode == M_LAZY:
        s.stage += 1
    if zone == Z_COMMAND:
        s.commander_casts += 1
    s.spells_cast += 1
    if s.spells_allowed > 0:
        s.spells_allowed -= 1
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    memset(it, 0, sizeof(StackItem))
    it.ability = -1
    it.source = -1
    it.condition = -1
    it.face = <int16_t>face
    it.slot = <uint16_t>slot
    it.that = -1
    it.x = <int16_t>x
    it.kicks = <uint8_t>kicks
    it.from_zone = <uint8_t>zone
    it.spent = <uint8_t>s.types_spent
    it.amount = fr.sacrificed_face
    it.kind = 0
    s.n_stack += 1
    fire(c, EV_CAST, -1, face, 0, 0, 0, 0)


# ---------------------------------------------------------------------------------------- playing lands

cdef int land_plays_left(Context *c) noexcept nogil:
    """CR 305.2; 0 when it isn't our main phase or something forbids it."""
    cdef StaticRef refs[MAX_STATICS]
    cdef State *s = c.s
    cdef int n, k, most = 1 + s.extra_land_plays
    cdef Frame fr
    refresh(c)
    if s.active != 0 or cant(c, 1, -1):
        return 0
    n = static_refs(c, OP_MoreLandPlays, refs)
    for k in range(n):
        if refs[k].controller == 0 or c.p.rows[refs[k].row].a[1] == 1:
            frame_of(&fr, s, refs[k].source)
            most += amount(c, c.p.rows[refs[k].row].a[0], &fr)
    n = static_refs(c, OP_LandPlays, refs)  # "you may play an additional land this turn"
    for k in range(n):
        if refs[k].controller == 0:
            most += refs[k].x
    return max(0, most - s.lands_played)


cdef bint may_play_from(Context *c, int slot, int zone, int face) noexcept nogil:
    """Permission to play a land or cast a card from the graveyard or the top of the library."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Row *r
    cdef Frame fr
    n = static_refs(c, OP_PlayFrom, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if refs[k].controller != 0:
            continue
        if not (r.a[1] == zone or (zone == Z_TOP and r.a[1] == Z_TOP_OF_LIBRARY)):
            continue
        frame_of(&fr, c.s, refs[k].source)
        if match_face(c, r.a[0], face, &fr):
            return True
    return False


cdef void play_land(Context *c, int slot, int face, int zone) noexcept nogil:
    cdef State *s = c.s
    cdef int i
    if land_plays_left(c) < 1 or not c.p.faces[face].types & LAND:
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_PLAY_LAND, slot, face, zone)
    take_from(c, slot, zone)
    s.lands_played += 1
    i = enter(c, face, slot, 0, False, False, 0, 0, 0)
    if s.status == OK and i >= 0:
        fire(c, EV_PLAYS_LAND, i, face, 0)


# -------------------------------------------------------------------------------------------- resolving

cdef void frame_of_item(Context *c, StackItem *it, Frame *fr) noexcept nogil:
    memset(fr, 0, sizeof(Frame))
    fr.source = it.source
    fr.face = it.face
    fr.that = it.that
    fr.ability = it.ability
    fr.x = it.x
    fr.amount = it.amount
    fr.controller = it.controller
    fr.kicks = it.kicks
    fr.produced = it.produced
    fr.slot = it.slot
    fr.that_slot = NO_SLOT
    fr.chosen_color = 255
    fr.chosen_sub = 255
    fr.from_zone = <uint8_t>(it.from_zone + 1)
    fr.sacrificed_face = -1
    fr.n_targets = it.n_targets
    for k in range(8):
        fr.targets[k] = it.targets[k]


cdef void resolve_top(Context *c) noexcept nogil:
    """Resolve the topmost object of the stack (CR 608)."""
    cdef State *s = c.s
    cdef StackItem it
    cdef Frame fr
    if s.n_stack == 0:
        return
    release(c)
    mark(c)
    s.n_stack -= 1
    it = s.stack[s.n_stack]
    refresh(c)
    frame_of_item(c, &it, &fr)
    note(c, E_RESOLVE, it.ability, it.face, it.source, it.that)
    c.nested += 1
    resolve_item(c, &it, &fr)
    c.nested -= 1


cdef void resolve_item(Context *c, StackItem *it, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef Face *f
    cdef Ability *ab
    cdef int k, i, zone
    if it.kind != 0:
        if it.condition >= 0 and not condition(c, it.condition, fr):
            return
        run_list(c, it.effects, fr)
        return
    f = &c.p.faces[it.face]
    fr.sacrificed_face = it.amount
    if f.types & PERMANENT:
        enter_spell(c, it)
        return
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == SPELL and s.status == OK:
            run_list(c, ab.effects, fr)
    zone = Z_GRAVEYARD
    if it.from_zone == Z_GRAVEYARD:
        zone = Z_EXILE  # flashback and the like (CR 702.34a)
    put_card(c, it.slot, zone)


cdef int enter_spell(Context *c, StackItem *it) noexcept nogil:
    """A permanent spell resolves (CR 608.3)."""
    cdef State *s = c.s
    cdef Face *f = &c.p.faces[it.face]
    cdef Ability *ab
    cdef int k, i, host = -1
    cdef Frame fr
    frame_of(&fr, s, -1)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_Enchant:
            host = choose_object(c, c.p.rows[ab.row].a[0], &fr, D_TARGET, False, -1)
            if s.status != OK:
                return -1
            if host < 0:
                put_card(c, it.slot, Z_GRAVEYARD)  # CR 608.3b
                return -1
    i = enter(c, it.face, it.slot, 0, False, False, it.x, it.kicks, it.spent)
    if s.status != OK or i < 0:
        return -1
    if host >= 0:
        s.objects[i].attached = <int16_t>host
        touch(c)
    if it.from_zone == Z_COMMAND:
        s.objects[i].pad |= 2
    return i


cdef void settle_stack(Context *c) noexcept nogil:
    """Everything on the stack and all triggers resolve, with state-based actions between (CR 117.5)."""
    cdef State *s = c.s
    cdef int guard = 0
    if s.no_priority:
        return  # triggers wait for the next step with priority (CR 502.4)
    while s.status == OK and guard < 400:
        guard += 1
        state_based(c)
        put_waiting(c)
        if s.n_stack == 0:
            return
        resolve_top(c)
    if s.status == OK and guard >= 400:
        fail(c, UNDECIDED)


cdef void opening_hand_effects(Context *c, int slot) noexcept nogil:
    """What a card revealed from the opening hand does (CR 103.6b)."""
    cdef int k, face = slot_face(c, slot)
    cdef Ability *ab
    cdef Frame fr
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    for k in range(c.p.faces[face].n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[c.p.faces[face].ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_OpeningHand:
            run_list(c, c.p.rows[ab.row].a[1], &fr)
