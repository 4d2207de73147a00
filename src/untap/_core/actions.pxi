# What a player does: costs (CR 118, 601.2h), activating (602), casting (601), playing lands (305), resolving (608).

cdef enum:
    MAX_WAYS = 16
    HELP_WATERBEND = 4
    INERT_TARGET_SPELL = 12    # ast.INERT: demands a spell or ability on the stack
    USED_PERMISSION = 0x4000   # Object.used: its "once each turn, you may" is used up

cdef struct Way:               # one way to cast a face
    int32_t cost               # mana cost, -1 = none (unpayable unless parts_only)
    int32_t parts              # list of other costs instead of the mana cost's
    int32_t keyword
    int32_t free_              # cast without a mana cost (alternative costs without mana)
    int32_t either             # row of the option chosen of a mandatory either-cost that has mana, 0 = none
    int32_t option             # 1 + its place among the options
    int32_t once               # 1 + permanent that allows this once each turn, 0 = no limit

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
    cdef int n, i, j, k
    if r.op == OP_Mana:
        return mana_payable(c, r, fr)
    if r.op == OP_TapThis:
        return fr.source >= 0 and not s.objects[fr.source].tapped and object_can_tap(c, fr.source)
    if r.op == OP_UntapThis:
        return fr.source >= 0 and (s.objects[fr.source].tapped != 0 or may_tap_first(c, fr.source)) and object_can_tap(c, fr.source) \
            and s.objects[fr.source].counters[C_STUN] == 0
    if r.op == OP_PayLife:
        return s.life >= amount(c, r.a[0], fr) and (not fr.announcing or life_payable(c))
    if r.op == OP_PayEnergy:
        return s.energy >= amount(c, r.a[0], fr)
    if r.op == OP_TapOthers:
        return count_matching(c, r.a[0], fr, 0) >= amount(c, r.a[1], fr)
    if r.op == OP_UntapOthers:
        return count_matching(c, r.a[0], fr, 1) >= amount(c, r.a[1], fr)
    if r.op == OP_SacrificeCost or r.op == OP_ReturnCost:
        if is_this(c, r.a[0]):
            return fr.source >= 0 and s.objects[fr.source].alive \
                and not (fr.announcing and r.op == OP_SacrificeCost and cant_sacrifice(c, fr.source))
        n = count_matching(c, r.a[0], fr, -1)
        if fr.announcing and r.op == OP_SacrificeCost:
            for i in range(s.n_objects):
                if s.objects[i].alive and s.objects[i].controller == fr.controller and match_object(c, r.a[0], i, fr) \
                        and cant_sacrifice(c, i):
                    n -= 1
        return n >= amount(c, r.a[1], fr)
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
        if r.a[3]:
            return total_exiled(c, r, fr) >= (n if r.a[3] == 1 else r.a[3] - 2)
        if r.a[1] == Z_LIBRARY:
            return lib_count(&s.library) >= n
        j = 0
        if r.a[1] == Z_EXILE:
            for i in range(s.n_exile):
                if match_face(c, r.a[0], slot_face(c, s.exile[i]), fr):
                    j += 1
        elif r.a[1] == Z_HAND:
            for i in range(s.n_hand):
                if s.hand[i] != fr.slot and match_face(c, r.a[0], slot_face(c, s.hand[i]), fr):
                    j += 1
        elif r.a[1] == Z_GRAVEYARD:
            for i in range(s.n_graveyard):
                if s.graveyard[i] != fr.slot and match_face(c, r.a[0], slot_face(c, s.graveyard[i]), fr):
                    j += 1
        return j >= n
    if r.op == OP_PutCountersCost and r.a[2] >= 0 and c.p.rows[r.a[2]].op == OP_Choose:
        return count_matching(c, c.p.rows[r.a[2]].a[0], fr, -1) > 0
    if r.op == OP_RemoveCountersCost:
        n = amount(c, r.a[1], fr)
        if r.a[2] >= 0 and (c.p.rows[r.a[2]].op == OP_Each or c.p.rows[r.a[2]].op == OP_Choose):
            j = 0
            for i in range(s.n_objects):
                if s.objects[i].controller == fr.controller and match_object(c, c.p.rows[r.a[2]].a[0], i, fr):
                    k = amount_of_counters(c, i) if r.a[0] < 0 else s.objects[i].counters[r.a[0]]
                    j = j + k if c.p.rows[r.a[2]].op == OP_Each else max(j, k)
            return j >= n
        i = object_of(c, r.a[2], fr)
        if i < 0:
            return False
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


cdef int total_exiled(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Total mana value, or number of card types, of the graveyard's cards that may be exiled (CR 701.59, 702.138)."""
    cdef State *s = c.s
    cdef int i, n = 0, types = 0, f
    for i in range(s.n_graveyard):
        f = slot_face(c, s.graveyard[i])
        if s.graveyard[i] != fr.slot and match_face(c, r.a[0], f, fr):
            n += c.p.faces[f].mana_value
            types |= c.p.faces[f].types
    return n if r.a[3] == 1 else bit_count(<uint64_t>types)


cdef void exile_total(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Exile cards from the graveyard one by one until their total or their types suffice."""
    cdef State *s = c.s
    cdef int slot, n = 0, types = 0
    while n < amount(c, r.a[2], fr) if r.a[3] == 1 else bit_count(<uint64_t>types) < r.a[3] - 2:
        slot = choose_other_card(c, r.a[0], fr)
        if slot < 0 or s.status != OK:
            fail(c, ILLEGAL)
            return
        n += c.p.faces[slot_face(c, slot)].mana_value
        types |= c.p.faces[slot_face(c, slot)].types
        take_from(c, slot, Z_GRAVEYARD)
        put_card(c, slot, Z_EXILE)


cdef int choose_other_card(Context *c, int filter_, Frame *fr) noexcept nogil:
    """Choose a card of the graveyard other than the one spoken of."""
    cdef uint16_t cards[MAX_CARDS]
    cdef int i, n = 0
    for i in range(c.s.n_graveyard):
        if c.s.graveyard[i] != fr.slot:
            cards[n] = c.s.graveyard[i]
            n += 1
    return choose_card(c, cards, n, filter_, fr, D_CARD, False)


cdef bint life_payable(Context *c) noexcept nogil:
    """Whether life may be paid to cast spells and activate abilities."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n = static_refs(c, OP_CantPay, refs), k
    for k in range(n):
        if c.p.rows[refs[k].row].a[0]:
            return False
    return True


cdef bint cant_sacrifice(Context *c, int i) noexcept nogil:
    """Whether object i can't be sacrificed to cast spells and activate abilities."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n = static_refs(c, OP_CantPay, refs), k
    cdef Frame fr
    for k in range(n):
        frame_of(&fr, c.s, refs[k].source)
        if c.p.rows[refs[k].row].a[1] >= 0 and match_object(c, c.p.rows[refs[k].row].a[1], i, &fr):
            return True
    return False


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
            if c.mode == M_LAZY and same_as_earlier(c, i) or kind == D_OBJECT and fr.announcing and cant_sacrifice(c, i):
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
    s.busy = 1
    if r.op == OP_Mana:
        push_mana(c, r, fr)
        pay_needs(c, HELP_WATERBEND if r.a[2] else 0)
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
            leave(c, fr.source, Z_BOTTOM if r.a[2] == 1 else Z_LIBRARY if r.a[2] == 2 else Z_HAND)
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
                s.discarded += 1
                fire(c, EV_DISCARDS, -1, slot_face(c, fr.slot), 0)
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
        if r.a[3]:
            exile_total(c, r, fr)
            return
        for n in range(amount(c, r.a[2], fr)):
            if r.a[1] == Z_LIBRARY:
                put_card(c, lib_draw(&s.library), Z_EXILE)
                continue
            if r.a[1] == Z_BATTLEFIELD:
                i = pick_matching(c, r.a[0], fr, -1, D_OBJECT)
                if s.status == OK:
                    fr.sacrificed_face = s.objects[i].face
                    leave(c, i, Z_EXILE)
                continue
            if r.a[1] == Z_HAND:
                k = choose_card(c, s.hand, s.n_hand, r.a[0], fr, D_HAND, False)
            elif r.a[1] == Z_EXILE:
                k = choose_card(c, s.exile, s.n_exile, r.a[0], fr, D_CARD, False)
            else:
                k = choose_other_card(c, r.a[0], fr)
            if s.status != OK:
                return
            if k < 0:
                fail(c, ILLEGAL)
                return
            take_from(c, k, r.a[1])
            put_card(c, k, Z_EXILE)
            fr.that_slot = <uint16_t>k
            if fr.slot != NO_SLOT:
                exiled_card(s, k).with_ = <int16_t>fr.slot
    elif r.op == OP_RemoveCountersCost:
        if r.a[2] >= 0 and (c.p.rows[r.a[2]].op == OP_Each or c.p.rows[r.a[2]].op == OP_Choose):
            remove_from_some(c, r, fr)
            return
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
        if r.a[2] >= 0 and c.p.rows[r.a[2]].op == OP_Choose:
            i = pick_matching(c, c.p.rows[r.a[2]].a[0], fr, -1, D_OBJECT)
        if i >= 0 and r.a[0] >= 0:
            put_counters(c, i, r.a[0], amount(c, r.a[1], fr))
    elif r.op == OP_LoyaltyCost:
        n = s.objects[fr.source].counters[C_LOYALTY] + amount(c, r.a[0], fr)
        s.objects[fr.source].counters[C_LOYALTY] = <uint8_t>min(255, max(0, n))
    elif r.op == OP_ExertCost:
        if fr.source >= 0:
            s.objects[fr.source].skip_untap = max(1, s.objects[fr.source].skip_untap)
            s.objects[fr.source].exerted = 1
    elif r.op == OP_AddManaCost:
        for n in range(amount(c, r.a[1], fr)):
            add_mana_of(c, r.a[0], fr)
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


cdef void remove_from_some(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Remove counters from among permanents, or all from one that is chosen."""
    cdef State *s = c.s
    cdef Row *sel = &c.p.rows[r.a[2]]
    cdef int n, i, k, last = -1
    for n in range(amount(c, r.a[1], fr)):
        if sel.op == OP_Each or last < 0:
            c.n_options = 0
            for i in range(s.n_objects):
                if s.objects[i].controller == fr.controller and match_object(c, sel.a[0], i, fr):
                    if (amount_of_counters(c, i) if r.a[0] < 0 else s.objects[i].counters[r.a[0]]) >= (1 if sel.op == OP_Each else amount(c, r.a[1], fr)):
                        option(c, i)
            if c.n_options == 0:
                fail(c, ILLEGAL)
                return
            last = c.options[decide(c, D_OBJECT, fr.source, 0)]
            if s.status != OK:
                return
        k = r.a[0]
        if k < 0:
            for k in range(MAX_COUNTERS - 1):
                if s.objects[last].counters[k]:
                    break
        s.objects[last].counters[k] -= 1
        note(c, E_COUNTERS, last, k, s.objects[last].counters[k])
    touch(c)


cdef void push_mana(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Note the needs of a mana cost, as many times as it says."""
    cdef Cost *cost = &c.p.costs[r.a[0]]
    cdef int n, purpose = new_purpose(c, -1, -1, 2, cost_symbols(cost))
    c.s.purposes[purpose].pad = <uint8_t>r.a[2]
    for n in range(amount(c, r.a[1], fr)):
        push_cost(c, cost, cost.generic + cost.x * fr.x, purpose)


cdef bint mana_payable(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Whether a mana cost could be paid now (by anything: the search decides)."""
    cdef State *s = c.s
    cdef int n_needs = s.n_needs, n_purposes = s.n_purposes
    cdef bint ok
    push_mana(c, r, fr)
    ok = s.n_needs == n_needs or can_settle(c, HELP_WATERBEND if r.a[2] else 0)
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
        if c.eager:
            pay_at_once(c, help_)
        elif not needs_ok(c, help_):
            fail(c, ILLEGAL)
        elif s.n_needs and s.needs[s.n_needs - 1].stage == s.stage:
            s.stage += 1  # what comes later can't pay this
        return
    if s.n_needs == 0:
        return
    if not settle(c, help_):
        if s.status == OK:
            fail(c, ILLEGAL)
    s.n_needs = 0
    s.n_purposes = 0


cdef void pay_at_once(Context *c, int help_) noexcept nogil:
    """Planning: choose the unit that pays each symbol now, so that positions with the same mana left are the same."""
    cdef State *s = c.s
    cdef Payment p
    cdef Need needs[MAX_NEEDS]
    cdef Need n
    cdef int count = s.n_needs, done, k, u, best
    cdef uint64_t last = 0, sig
    memcpy(needs, s.needs, sizeof(Need) * count)
    s.n_needs = 0
    done = 0
    while done < count and s.status == OK:
        best = done  # the most particular symbol first
        for k in range(done + 1, count):
            if bit_count(needs[k].mask) < bit_count(needs[best].mask):
                best = k
        n = needs[best]
        needs[best] = needs[done]
        needs[done] = n
        if done == 0 or needs[done - 1].mask != n.mask or needs[done - 1].flag != n.flag:
            last = 0
        done += 1
        gather(c, &p, False, help_)
        c.n_options = 0
        for u in range(p.n_units):
            sig = unit_signature(c, &p.units[u])
            if sig < last or not unit_fits(c, &p.units[u], &n) or unit_life(&p.units[u], &n) > s.life:
                continue
            for k in range(c.n_options):  # units that nothing tells apart
                if unit_signature(c, &p.units[c.options[k]]) == sig:
                    break
            else:
                option(c, u)
        if n.flag & 1 and s.life >= 2:
            option(c, -1)
        if n.flag & 2 and count + 2 <= MAX_NEEDS:
            option(c, -2)
        if c.n_options == 0:
            fail(c, ILLEGAL)
            return
        u = c.options[decide(c, D_TAP_TO_PAY, -1, 0)]
        if s.status != OK:
            return
        if u == -1:
            s.life -= 2
        elif u == -2:
            n.mask = ALL_TYPES
            n.flag = 0
            needs[count] = n
            needs[count + 1] = n
            count += 2
        else:
            last = unit_signature(c, &p.units[u])
            use_unit(c, &p, u, &n)
    s.n_purposes = 0


cdef uint64_t unit_signature(Context *c, Unit *u) noexcept nogil:
    cdef uint64_t h = mix(31, <uint64_t>u.mask << 40 | <uint64_t>u.rmask << 32 | <uint64_t>u.free << 24 | <uint64_t>u.life << 16
                          | <uint64_t>u.snow << 8 | u.helps)
    h = mix(h, <uint64_t>(u.spend + 1) << 48 | <uint64_t>u.maker_types << 40 | <uint64_t>u.maker_sub << 32
            | <uint64_t>u.maker_color << 24)
    if u.source < 0:
        return h
    return mix(h, hash_object(&c.s.objects[u.source]) + (u.source if is_attached_to(c, u.source) else 0))


cdef void use_unit(Context *c, Payment *p, int u, Need *n) noexcept nogil:
    """Planning: spend a unit; what else its source makes floats."""
    cdef State *s = c.s
    cdef int k, i = p.units[u].source
    if i < 0:
        s.n_pool -= 1
        for k in range(u, s.n_pool):
            s.pool[k] = s.pool[k + 1]
        return
    s.life -= unit_life(&p.units[u], n)
    s.objects[i].tapped = 1
    touch_tapped(c)
    if p.units[u].ability == -2 or p.units[u].helps and not unit_plainly_fits(c, &p.units[u], n):
        return
    for k in range(p.n_units):
        if k != u and p.units[k].source == i and p.units[k].ability != -2 and s.n_pool < MAX_POOL:
            s.pool[s.n_pool] = p.units[k]
            s.pool[s.n_pool].source = -1
            s.pool[s.n_pool].helps = 0
            s.n_pool += 1


cdef bint settle(Context *c, int help_) noexcept nogil:
    """Pay s.needs for real: simple sources if they do, else a plan from the search."""
    cdef Payment p
    cdef State *s = c.s
    cdef int stage = c.paying_stage
    cdef bint ok
    gather(c, &p, stage != 255, help_)
    memcpy(p.needs, s.needs, sizeof(Need) * s.n_needs)
    p.n_needs = s.n_needs
    if solve_sparingly(c, &p, s.life):
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


cdef void count_spent(State *s, int mask, int need) noexcept nogil:
    """Remember a type of the mana spent: one that wasn't, where it may be several."""
    cdef int k, best = -1
    if mask & need:
        mask &= need
    for k in range(6):
        if mask >> k & 1 and (best < 0 or s.spent_by[best] and not s.spent_by[k]):
            best = k
    if best >= 0:
        s.spent_by[best] += 1


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
            s.flows[s.pool[u].flow] += 1
            count_spent(s, s.pool[u].mask | s.pool[u].rmask, p.needs[p.need_of[u]].mask)
            if s.pool[u].rider:
                mana_was_spent(c, &s.pool[u], &p.needs[p.need_of[u]])
        else:
            s.pool[k] = s.pool[u]
            k += 1
    if s.n_pool != k and c.p.flags & P_READS_POOL:
        touch(c)
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
        elif r.op == OP_Inert:
            if r.a[0] == INERT_TARGET_SPELL and c.s.n_stack == 0 and not c.theirs_on_stack:
                return False
        elif r.op == OP_Continuous:
            if not has_targets(c, r.a[0], fr):
                return False
        elif r.op == OP_Exile or r.op == OP_ReturnToHand or r.op == OP_PutOnto or r.op == OP_ToLibrary:
            if not target_exists(c, r.a[0], r.a[1], fr):
                return False
        elif r.op == OP_CopyToken:
            if not target_exists(c, r.a[0], r.a[3], fr):
                return False
        elif r.op == OP_MoveCounters:
            if not target_exists(c, r.a[2], Z_BATTLEFIELD, fr) or not target_exists(c, r.a[3], Z_BATTLEFIELD, fr):
                return False
        elif r.op == OP_PutCounters or r.op == OP_RemoveCounters:
            if not target_exists(c, r.a[2], Z_BATTLEFIELD, fr):
                return False
        elif r.op == OP_Transform:
            if r.a[0] >= 0 and not target_exists(c, r.a[0], Z_BATTLEFIELD, fr):
                return False
        elif r.op == OP_Attach:
            if not target_exists(c, r.a[0], Z_BATTLEFIELD, fr) or not target_exists(c, r.a[1], Z_BATTLEFIELD, fr):
                return False
        elif r.op == OP_Untap or r.op == OP_Tap or r.op == OP_Destroy or r.op == OP_DoesntUntapNext or r.op == OP_Bounce \
                or r.op == OP_Sacrifice or r.op == OP_Phase or r.op == OP_Grant or r.op == OP_GrantKeyword \
                or r.op == OP_ChangeTypes or r.op == OP_ChangePower or r.op == OP_GainControl or r.op == OP_Explore \
                or r.op == OP_Damage or r.op == OP_BecomeCopy:
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


cdef bint timing_allows(Context *c, int face) noexcept nogil:
    """Whether a spell may be cast in this step of this player's turn (CR 117.1a); the stack isn't looked at."""
    cdef Face *f = &c.p.faces[face]
    cdef StaticRef refs[MAX_STATICS]
    cdef Ability *ab
    cdef Frame fr
    cdef int k, j, n
    if c.s.active == 0 and (c.s.step == S_MAIN1 or c.s.step == S_MAIN2) or f.types & INSTANT or f.keywords & KW_FLASH:
        return True
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == STATIC:
            frame_of(&fr, c.s, -1)
            fr.face = <int16_t>face
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_CastTiming and c.p.rows[j].a[0] == 0 and is_this(c, c.p.rows[j].a[1]) \
                        and (ab.condition < 0 or condition(c, ab.condition, &fr)):
                    return True
    n = static_refs(c, OP_CastTiming, refs)
    for k in range(n):
        frame_of(&fr, c.s, refs[k].source)
        if refs[k].controller == 0 and c.p.rows[refs[k].row].a[0] == 0 and match_face(c, c.p.rows[refs[k].row].a[1], face, &fr):
            return True
    return False


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
    fr.announcing = 1
    if not parts_payable(c, ab.cost, &fr):
        return False
    if ab.flags & F_TARGETS and not has_targets(c, ab.effects, &fr):
        return False
    return True


cdef inline bint change_covers(Context *c, Row *r, Ability *ab) noexcept nogil:
    """Whether a change of abilities' costs is about this kind of ability."""
    cdef int kind = r.a[6] >> 4 & 7
    if kind == 1:
        return not ab.flags & F_MANA
    if kind == 2:
        return ab.flags & F_CYCLING != 0
    if kind == 3:
        return ab.flags & F_EQUIP != 0
    return True


cdef int card_ability_generic(Context *c, Ability *ab, Frame *fr) noexcept nogil:
    """Generic part of the cost of a card's ability (cycling, channel ...) after changes (CR 601.2f)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Cost *cost = &c.p.costs[ab.mana_cost]
    cdef int generic = cost.generic, n, k
    cdef Row *r
    cdef Frame other
    if ab.change >= 0:
        generic = max(0, generic + amount(c, c.p.rows[ab.change].a[1], fr))
    if ab.flags & F_CYCLING and c.p.flags & P_COST_CHANGES:
        n = static_refs(c, OP_CostChange, refs)
        for k in range(n):
            r = &c.p.rows[refs[k].row]
            if r.a[3] == 1 and r.a[6] >> 4 & 7 == 2 and refs[k].controller == 0:
                frame_of(&other, c.s, refs[k].source)
                generic = max(0, generic + amount(c, r.a[1], &other))
    return generic


cdef int ability_generic(Context *c, int i, Ability *ab) noexcept nogil:
    """Generic part of the ability's mana cost after changes (CR 601.2f)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Cost *cost = &c.p.costs[ab.mana_cost]
    cdef int generic = cost.generic, n, k, least = 0, change = 0
    cdef Row *r
    cdef Frame fr
    if ab.change >= 0:
        frame_of(&fr, c.s, i)
        change += amount(c, c.p.rows[ab.change].a[1], &fr)
        least = max(least, c.p.rows[ab.change].a[4])
        generic = max(0, generic + change)
    if c.p.flags & P_COST_CHANGES:
        change = 0
        n = static_refs(c, OP_CostChange, refs)
        for k in range(n):
            r = &c.p.rows[refs[k].row]
            if r.a[3] == 1 and change_covers(c, r, ab) and applies_to(c, &refs[k], r.a[0], i):
                frame_of(&fr, c.s, refs[k].source)
                change += amount(c, r.a[1], &fr)
                least = max(least, r.a[4])
        generic = max(0, generic + change)
        if change < 0 and generic + cost.n < least:
            generic = min(cost.generic, max(generic, least - cost.n))
    return generic


cdef bint notes_spent(Context *c, Ability *ab) noexcept nogil:
    """Whether an ability notes the type of the mana that it cost."""
    cdef int j
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        if c.p.rows[j].op == OP_ChooseColor and c.p.rows[j].a[0] == 8:
            return True
    return False


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
    cdef int purpose, generic = 0, j
    cdef bint noted
    if not can_activate(c, i, k):
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_ACTIVATE, i, ability, NO_SLOT, x)
    frame_of(&fr, s, i)
    fr.announcing = 1
    fr.ability = <int16_t>k
    fr.x = x
    fr.slot = s.objects[i].slot
    if ab.flags & F_LOYALTY:
        s.objects[i].used |= 0x8000
    if c.mode != M_LAZY or ab.flags & (F_ONCE_A_TURN | F_ONCE) or ab.effects & 255 and c.p.rows[ab.effects >> 8].op == OP_Continuous:
        # a plan keeps only what is asked for: its positions are then told apart by less
        s.objects[i].used |= <uint16_t>(1 << min(k, 14))
        s.objects[i].used_ever |= <uint16_t>(1 << min(k, 14))
    if ab.mana_cost >= 0:  # the total cost is fixed before any of it is paid (CR 601.2f)
        generic = ability_generic(c, i, ab) + c.p.costs[ab.mana_cost].x * x
    noted = notes_spent(c, ab)
    if noted:
        memset(s.spent_by, 0, sizeof(s.spent_by))
    # what is given up may have been tapped for mana before (CR 601.2g-h)
    pay_some(c, ab.cost, &fr, False)
    if ab.mana_cost >= 0 and s.status == OK:
        purpose = new_purpose(c, fr.face, i, 1, cost_symbols(&c.p.costs[ab.mana_cost]))
        s.purposes[purpose].pad = 1 if ab.flags & F_WATERBEND else 0
        if ab.spend >= 0 and c.p.rows[ab.spend].op == OP_SpendOnlyOn:  # only such mana pays for X (CR 106.6)
            generic = max(0, generic - c.p.costs[ab.mana_cost].x * x)
            for j in range(c.p.costs[ab.mana_cost].x * x):
                push_need(c, c.p.rows[ab.spend].a[0], 0, purpose)
        push_cost(c, &c.p.costs[ab.mana_cost], generic, purpose)
        if c.mode != M_LAZY:
            pay_needs(c, HELP_WATERBEND if ab.flags & F_WATERBEND else 0)
    pay_some(c, ab.cost, &fr, True)
    if ab.mana_cost >= 0 and c.mode == M_LAZY:
        pay_needs(c, HELP_WATERBEND if ab.flags & F_WATERBEND else 0)
    if s.status != OK:
        return
    fr.announcing = 0
    if ab.flags & F_MANA:
        tap_mana_effects(c, i, ab, &fr)
        return
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    clear_item(it)
    it.effects = ab.effects
    it.condition = -1
    it.ability = <int16_t>ability
    it.source = <int16_t>i
    it.face = fr.face
    it.that = fr.that
    it.slot = fr.slot
    it.that_slot = fr.that_slot
    it.sacrificed = fr.sacrificed_face
    it.amount = fr.amount
    it.x = <int16_t>x
    it.controller = fr.controller
    it.kind = 1
    if noted:
        for j in range(6):
            it.spent |= <uint8_t>((s.spent_by[j] > 0) << j)
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
    fr.announcing = 1
    if not parts_payable(c, ab.cost, &fr):
        return False
    for j in range(ab.limits >> 8, (ab.limits >> 8) + (ab.limits & 255)):
        if not condition(c, j, &fr):
            return False
    if ab.flags & F_TARGETS and not has_targets(c, ab.effects, &fr):
        return False
    j = ab.effects >> 8
    if ab.effects & 255 and c.p.rows[j].op == OP_ExileWith and c.p.rows[j].a[0] == 0 and c.mode != M_LAZY and not timing_allows(c, fr.face):
        return False  # suspended whenever it could be cast (CR 702.62a)
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
    cdef int purpose, generic = 0
    if not can_activate_card(c, slot, ability, zone):
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_ACTIVATE, -1, ability, slot, x)
    frame_of(&fr, s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>(slot_face(c, slot) if slot != NO_SLOT else -1)
    fr.announcing = 1
    fr.x = x
    if ab.mana_cost >= 0:  # the total cost is fixed before any of it is paid (CR 601.2f)
        generic = card_ability_generic(c, ab, &fr) + c.p.costs[ab.mana_cost].x * x
    pay_parts(c, ab.cost, &fr)
    if ab.mana_cost >= 0 and s.status == OK:
        purpose = new_purpose(c, fr.face, -1, 1, cost_symbols(&c.p.costs[ab.mana_cost]))
        s.purposes[purpose].pad = 1 if ab.flags & F_WATERBEND else 0
        push_cost(c, &c.p.costs[ab.mana_cost], generic, purpose)
        pay_needs(c, HELP_WATERBEND if ab.flags & F_WATERBEND else 0)
    if s.status != OK:
        return
    fr.announcing = 0
    if ab.flags & F_CYCLING:  # CR 702.29c-d
        card_trigger(c, slot, EV_CYCLED)
        fire(c, EV_CYCLED, -1, fr.face, 0)
    if ab.flags & F_MANA:
        tap_mana_effects(c, -1, ab, &fr)
        return
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    clear_item(it)
    it.effects = ab.effects
    it.condition = -1
    it.ability = <int16_t>ability
    it.source = -1
    it.face = fr.face
    it.that = fr.that
    it.slot = <uint16_t>slot
    it.that_slot = fr.that_slot
    it.x = <int16_t>x
    it.kind = 1
    s.n_stack += 1


# -------------------------------------------------------------------------------------------- casting

cdef int ways_to_cast(Context *c, int face, int slot, int zone, Way *out) noexcept nogil:
    """The ways in which this face may be cast from a zone: mana cost, alternative costs (CR 118.9)."""
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Row *r
    cdef Frame fr
    cdef int n = 0, k, j, mana
    memset(out, 0, sizeof(Way) * MAX_WAYS)
    if f.types & LAND:
        return 0
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    if f.types & LAND or f.flags & FACE_TIMED and not in_time(c, f, &fr):
        return 0
    memset(out, 0, sizeof(Way))
    if not casts_only_otherwise(c, f):
        if zone == Z_HAND or zone == Z_COMMAND:
            j = 0 if f.cost >= 0 else -1
        elif zone == Z_EXILE:
            j = exile_permits(c, slot, face)
        elif casts_itself_from(c, f, zone):
            j = 0
        elif zone == Z_TOP and slot == NO_SLOT:
            j = 0
        else:
            j = graveyard_permit(c, slot) if zone == Z_GRAVEYARD else -1
            if j == -1:
                j = may_play_from(c, slot, zone, face) - 1
        if j == 0 and f.cost >= 0:
            out[0].cost = f.cost
            n = 1
        elif j > 0 and j & 0x1000000 and f.cost >= 0:  # for its mana cost and another
            out[0].cost = f.cost
            out[0].parts = c.p.rows[j & 0xFFFFFF].a[0]
            n = 1
        elif j > 0 and not j & 0x1000000 and c.p.rows[j].op == OP_Cost:  # for another cost
            out[0].cost = -1
            out[0].parts = c.p.rows[j].a[0]
            out[0].free_ = 1
            n = 1
        elif j == -2:  # without paying its mana cost
            out[0].cost = -1
            out[0].free_ = 1
            n = 1
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AlternativeCost or n >= MAX_WAYS:
            continue
        r = &c.p.rows[ab.row]
        if r.a[3] != zone or r.a[4] >= 0 or r.a[2] == A_SUSPEND or r.a[2] == A_PLOT:
            continue
        if r.a[2] == A_MIRACLE and (c.s.miracle == 0 or c.s.miracle != slot + 1):
            continue
        if r.a[2] == A_MADNESS and (c.s.madness == 0 or c.s.madness != slot + 1):
            continue
        if r.a[2] == A_FORETELL and not is_foretold(c.s, slot):
            continue
        if r.a[1] >= 0 and not condition(c, r.a[1], &fr):
            continue
        memset(&out[n], 0, sizeof(Way))
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
    return either_ways(c, f, out, n)


cdef bint casts_only_otherwise(Context *c, Face *f) noexcept nogil:
    """The second half of an aftermath card is cast from the graveyard only (CR 702.127)."""
    cdef int k
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AlternativeCost and c.p.rows[ab.row].a[2] == A_AFTERMATH:
            return True
    return False


cdef int exile_permits(Context *c, int slot, int face) noexcept nogil:
    """Whether a card in exile may be cast: 0 for its mana cost, -2 free, -1 not."""
    cdef Exiled *x
    cdef int j
    if slot == NO_SLOT:
        return -1
    x = exiled_card(c.s, slot)
    if x == NULL:
        return -1
    if x.permit & X_FRONT and face != slot_face(c, slot):
        return -1
    if x.permit & X_PLOTTED:
        return -2 if x.turn < c.s.turn and sorcery_time(c) else -1
    if x.permit & X_ALWAYS or x.permit & X_TURN and c.s.turn <= x.turn:
        return -2 if x.permit & X_FREE else 0
    if casts_itself_from(c, &c.p.faces[face], Z_EXILE):
        return 0
    j = may_play_from(c, slot, Z_EXILE, face)
    return j - 1


cdef bint is_foretold(State *s, int slot) noexcept nogil:
    # CR 702.143a: on a later turn than that on which it was foretold
    cdef Exiled *x
    if slot == NO_SLOT:
        return False
    x = exiled_card(s, slot)
    return x != NULL and x.permit & X_FORETOLD and x.turn < s.turn


cdef int either_ways(Context *c, Face *f, Way *out, int n) noexcept nogil:
    """A mandatory additional cost that is a choice between costs, one of them mana: each choice is a way (CR 601.2b)."""
    cdef int k, j, m, i, options = -1, made = n
    cdef Ability *ab
    cdef Row *q
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AdditionalCost and not c.p.rows[ab.row].a[1]:
            q = &c.p.rows[c.p.rows[ab.row].a[0]]
            if q.op == OP_EitherCost and either_has_mana(c, q):
                options = q.a[0]
    if options < 0:
        return n
    for i in range(n):
        m = 0
        for j in range(options >> 8, (options >> 8) + (options & 255)):
            m += 1
            if m == 1:
                out[i].either = j
                out[i].option = 1
            elif made < MAX_WAYS:
                out[made] = out[i]
                out[made].either = j
                out[made].option = m
                made += 1
    return made


cdef bint either_has_mana(Context *c, Row *q) noexcept nogil:
    cdef int j, k
    for j in range(q.a[0] >> 8, (q.a[0] >> 8) + (q.a[0] & 255)):
        for k in range(c.p.rows[j].a[0] >> 8, (c.p.rows[j].a[0] >> 8) + (c.p.rows[j].a[0] & 255)):
            if c.p.rows[k].op == OP_Mana:
                return True
    return False


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
            if r.a[2] and (refs[k].source < 0 or c.s.objects[refs[k].source].used & USED_PERMISSION):
                continue
            memset(&out[n], 0, sizeof(Way))
            out[n].cost = -1
            out[n].free_ = 1
            out[n].once = 1 + refs[k].source if r.a[2] else 0
            n += 1
    m = static_refs(c, OP_AlternativeCost, refs)
    for k in range(m):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, c.s, refs[k].source)
        if r.a[4] < 0 or refs[k].controller != 0 or n >= MAX_WAYS or not match_face(c, r.a[4], face, &fr):
            continue
        if r.a[6] and (refs[k].source < 0 or c.s.objects[refs[k].source].used & USED_PERMISSION):
            continue
        if r.a[1] >= 0 and not condition(c, r.a[1], &fr):
            continue
        memset(&out[n], 0, sizeof(Way))
        out[n].cost = -1
        out[n].parts = c.p.rows[r.a[0]].a[0]
        out[n].keyword = r.a[2]
        for j in range(out[n].parts >> 8, (out[n].parts >> 8) + (out[n].parts & 255)):
            if c.p.rows[j].op == OP_Mana:
                out[n].cost = c.p.rows[j].a[0]
        out[n].free_ = out[n].cost < 0
        out[n].once = 1 + refs[k].source if r.a[6] else 0
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


cdef int commander_place(Context *c, int slot) noexcept nogil:
    """Where the state counts how often a commander was cast: a byte each (CR 903.8)."""
    cdef int i, n = 0
    for i in range(slot if slot < c.p.n_slots else 0):
        n += c.p.slot_zone[i] == Z_COMMAND
    return 8 * min(n, 2)


cdef bint first_of_turn(Context *c, int selector) noexcept nogil:
    """Whether no spell of these types has been cast this turn."""
    cdef int types = c.p.filters[c.p.rows[selector].a[0]].types_any
    return not c.s.types_cast & types if types else c.s.spells_cast == 0


cdef int spell_generic(Context *c, int face, int slot, int zone, Cost *cost, int x, int kicks, int more) noexcept nogil:
    """Generic mana of the total cost (CR 601.2f): X, commander tax, increases, reductions."""
    cdef Face *f = &c.p.faces[face]
    cdef StaticRef refs[MAX_STATICS]
    cdef int generic = cost.generic + cost.x * x + more, n, k, j, less = 0
    cdef Row *r
    cdef Frame fr
    cdef Ability *ab
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    fr.kicks = <uint8_t>kicks
    fr.x = x
    if zone == Z_COMMAND:
        generic += 2 * (c.s.commander_casts >> commander_place(c, slot) & 255)  # CR 903.8
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
        if r.a[6] & 128 and not first_of_turn(c, r.a[0]):
            continue
        if r.a[5]:
            continue  # comes last: see spell_needs
        if r.a[6] >> 4 & 7 == CHANGE_OFF_TURN and c.s.active == 0:
            continue
        if r.a[2] >= 0:
            continue  # coloured: see symbol_changes
        j = amount(c, r.a[1], &fr)
        if j > 0:
            generic += j
        else:
            less += j
    return max(0, generic + less)


cdef enum:                 # CostChange: kinds, in the encoder's order
    CHANGE_NOT_MANA = 1
    CHANGE_COLORED_ONLY = 4
    CHANGE_OFF_TURN = 5


cdef struct Symbols:       # coloured symbols that a spell costs less or more, by type
    uint8_t less[6]        # what isn't in the cost comes off its generic mana (CR 118.7c)
    uint8_t only[6]        # "reduces only the amount of colored mana"
    uint8_t more[6]


cdef int cost_change_self(Context *c, Row *r, Frame *fr) noexcept nogil:
    return 0 if r.a[2] >= 0 else amount(c, r.a[1], fr)


cdef void symbol_changes(Context *c, int face, int slot, Symbols *out) noexcept nogil:
    cdef Face *f = &c.p.faces[face]
    cdef StaticRef refs[MAX_STATICS]
    cdef Ability *ab
    cdef Frame fr
    cdef int k, j, n
    cdef Row *r
    memset(out, 0, sizeof(Symbols))
    if not c.p.flags & P_COST_CHANGES:
        return
    frame_of(&fr, c.s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != STATIC or ab.condition >= 0 and not condition(c, ab.condition, &fr):
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op == OP_CostChange and c.p.rows[c.p.rows[j].a[0]].op == OP_This:
                add_symbols(c, &c.p.rows[j], &fr, out)
    n = static_refs(c, OP_CostChange, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[3] != 0 or c.p.rows[r.a[0]].op != OP_Each or (refs[k].controller != 0 and not r.a[6] & 8):
            continue
        frame_of(&fr, c.s, refs[k].source)
        fr.controller = refs[k].controller
        if match_face(c, c.p.rows[r.a[0]].a[0], face, &fr):
            add_symbols(c, r, &fr, out)


cdef void add_symbols(Context *c, Row *r, Frame *fr, Symbols *out) noexcept nogil:
    cdef int i, t, n
    cdef uint8_t *to = &out.more[0]
    if r.a[2] < 0:
        return
    if r.a[6] >> 4 & 7 == CHANGE_COLORED_ONLY:
        to = &out.only[0]
    elif r.a[6] & 4:
        to = &out.less[0]
    n = amount(c, r.a[1], fr)
    if n == 0 and c.p.rows[r.a[1]].op == OP_Const:
        n = 1
    for i in range(c.p.costs[r.a[2]].n):
        for t in range(6):
            if c.p.costs[r.a[2]].mask[i] == 1 << t:
                to[t] = <uint8_t>min(255, to[t] + max(0, n))


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


cdef uint64_t comes_off(Context *c, Cost *cost, uint8_t *less, uint64_t gone) noexcept nogil:
    """The symbols of a cost that a reduction by coloured mana takes off it, added to the set; the player chooses the half
    of a hybrid symbol (CR 118.7d).  What finds no symbol stays in ``less``."""
    cdef int j, k, exact
    for exact in range(1, -1, -1):
        for k in range(cost.n):
            if gone >> k & 1 or cost.mask[k] == ALL_TYPES:
                continue
            for j in range(6):
                if less[j] and cost.mask[k] >> j & 1 and (not exact or cost.mask[k] == 1 << j):
                    less[j] -= 1
                    gone |= <uint64_t>1 << k
                    break
    return gone


cdef int two_symbols(Context *c, int cost) noexcept nogil:
    cdef int i, n = 0
    if cost >= 0:
        for i in range(c.p.costs[cost].n):
            n += c.p.costs[cost].flag[i] >> 1 & 1
    return n


cdef bint choose_needs(Context *c, int face, int slot, int zone, Way *way, int x, int kicks, int *help_, bint check) noexcept nogil:
    """Push the mana needs of casting and say whether they can be met (if nothing is to be chosen, only with ``check``).
    How Phyrexian and {2/W} symbols are paid is chosen before the total cost is determined (CR 601.2b, f), which matters
    where something changes costs."""
    cdef State *s = c.s
    cdef int n_needs = s.n_needs, n_purposes = s.n_purposes, life, twos, lives = 0, sets = 1
    if c.p.flags & P_COST_CHANGES and way.cost >= 0:
        if least_total(c, face):
            lives = 1 + phyrexian_symbols(c, way.cost)
        sets = 1 << min(6, two_symbols(c, way.cost))
    if not check and not lives and sets == 1:
        help_[0] = spell_needs(c, face, slot, zone, way, x, kicks)
        return True
    for life in range(max(1, lives)):
        for twos in range(sets):
            c.cast_life = life + 1 if lives else 0
            c.cast_twos = twos + 1 if sets > 1 else 0
            help_[0] = spell_needs(c, face, slot, zone, way, x, kicks)
            c.cast_life = 0
            c.cast_twos = 0
            if s.status == OK and (needs_ok(c, help_[0]) if check or c.mode == M_LAZY else can_settle(c, help_[0])):
                return True
            s.n_needs = n_needs
            s.n_purposes = n_purposes
    return False


cdef int delve_most(Context *c, int face, int slot, int zone, Way *way, int x) noexcept nogil:
    """How many cards could be exiled to delve: one for each generic mana of the total cost (CR 702.66a)."""
    cdef State *s = c.s
    cdef int n_needs = s.n_needs, n_purposes = s.n_purposes, k, n = 0, cards = 0
    for k in range(s.n_graveyard):
        if s.graveyard[k] != slot:
            cards += 1
    if cards == 0:
        return 0
    c.cast_delve = 1
    spell_needs(c, face, slot, zone, way, x, 0)
    c.cast_delve = 0
    for k in range(n_needs, s.n_needs):
        if s.needs[k].mask == ALL_TYPES and not s.needs[k].flag & 4:
            n += 1
    s.n_needs = n_needs
    s.n_purposes = n_purposes
    return min(n, cards)


cdef void exile_to_delve(Context *c, int n, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int k, slot
    while n > 0 and s.status == OK:
        n -= 1
        slot = -1
        if c.mode == M_LAZY:  # planning: first what does nothing from there
            for k in range(s.n_graveyard):
                if s.graveyard[k] != fr.slot and (slot < 0 or not works_from_graveyard(c, s.graveyard[k])):
                    slot = s.graveyard[k]
                    if not works_from_graveyard(c, slot):
                        break
        else:
            slot = choose_card(c, s.graveyard, s.n_graveyard, -1, fr, D_CARD, False)
        if s.status != OK or slot < 0:
            return
        take_from(c, slot, Z_GRAVEYARD)
        put_card(c, slot, Z_EXILE)
        s.exiled[s.n_exile - 1].with_ = <int16_t>fr.slot


cdef bint works_from_graveyard(Context *c, int slot) noexcept nogil:
    cdef Face *f = &c.p.faces[slot_face(c, slot)]
    cdef Ability *ab
    cdef int k
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.zone == Z_GRAVEYARD or ab.type == OTHER and c.p.rows[ab.row].op == OP_AlternativeCost \
                and c.p.rows[ab.row].a[3] == Z_GRAVEYARD:
            return True
    return casts_itself_from(c, f, Z_GRAVEYARD)


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
    cdef int purpose, k, j, help_, generic, delved = 0, total, n_x, x_mask = 0, by_life, times, which = 0, twos = 0
    cdef Cost *cost
    cdef Cost none
    cdef Row *q
    cdef Symbols change
    cdef uint64_t gone
    c.zone_now = zone
    purpose = new_purpose(c, face, -1, 0, cost_symbols(&c.p.costs[way.cost]) if way.cost >= 0 else 0)
    if A_MORPH <= way.keyword <= A_DISGUISE:
        c.s.purposes[purpose].pad = 2
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_SpendOnlyOn and c.p.rows[ab.row].a[1] == 0:
            c.s.purposes[purpose].colors_only = <uint8_t>c.p.rows[ab.row].a[0]
            c.s.purposes[purpose].makers_only = <int16_t>(1 + c.p.rows[ab.row].a[2])
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op != OP_SpendOnlyOn:
                    continue
                if c.p.rows[j].a[1] == 0:
                    c.s.purposes[purpose].colors_only = <uint8_t>c.p.rows[j].a[0]
                    c.s.purposes[purpose].makers_only = <int16_t>(1 + c.p.rows[j].a[2])
                else:
                    x_mask = c.p.rows[j].a[0]
    help_ = help_of(c, face)
    if way.cost >= 0:
        cost = &c.p.costs[way.cost]
    else:
        memset(&none, 0, sizeof(Cost))
        cost = &none
    if way.cost >= 0 or way.free_:
        for k in range(cost.n):
            if cost.flag[k] & 2 and c.cast_twos:
                if c.cast_twos - 1 >> twos & 1:
                    delved += 2
                twos += 1
        generic = spell_generic(c, face, slot, zone, cost, x, kicks, delved)
        if way.keyword == A_EMERGE:
            generic = max(0, generic - emerge_value(c, way, face))
        elif way.keyword == A_HARMONIZE:
            generic = max(0, generic - harmonize_value(c))
        twos = 0
        delved = 0
        symbol_changes(c, face, slot, &change)
        gone = comes_off(c, cost, &change.only[0], 0)
        gone = comes_off(c, cost, &change.less[0], gone)
        for j in range(6):
            generic = max(0, generic - change.less[j])
        total = 0
        n_x = min(generic, cost.x * x) if x_mask else 0
        by_life = c.cast_life - 1
        for k in range(cost.n):
            if cost.flag[k] & 2 and c.cast_twos:
                twos += 1
                if c.cast_twos - 1 >> (twos - 1) & 1:
                    continue
            if gone >> k & 1:
                continue
            if cost.flag[k] & 1 and by_life >= 0:
                if by_life > 0:
                    by_life -= 1
                    push_need(c, 0, 1, purpose)
                    continue
                push_need(c, cost.mask[k], cost.flag[k] & ~1, purpose)
            else:
                push_need(c, cost.mask[k], cost.flag[k] & ~2 if c.cast_twos else cost.flag[k], purpose)
            total += 1
        for j in range(6):
            for k in range(change.more[j]):
                push_need(c, 1 << j, 0, purpose)
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
            generic = max(0, generic - (delved if c.cast_delve == 0 else c.cast_delve - 1))
        for k in range(generic):
            push_need(c, ALL_TYPES, 0, purpose)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AdditionalCost:
            continue
        r = &c.p.rows[ab.row]
        times = 1
        if r.a[1]:
            which += 1
            times = kicked(kicks, which)
        q = &c.p.rows[r.a[0]]
        if q.op == OP_EitherCost and way.either and not r.a[1]:
            q = &c.p.rows[way.either]
        if q.op != OP_Cost:
            continue
        for j in range(q.a[0] >> 8, (q.a[0] >> 8) + (q.a[0] & 255)):
            if c.p.rows[j].op == OP_Mana:
                for delved in range(times):
                    push_cost(c, &c.p.costs[c.p.rows[j].a[0]], c.p.costs[c.p.rows[j].a[0]].generic + c.p.costs[c.p.rows[j].a[0]].x * x, purpose)
                if c.p.rows[j].a[2] and times:
                    help_ |= 8
    return (help_ & 3) | (help_ & 8) >> 1


cdef int emerge_value(Context *c, Way *way, int face) noexcept nogil:
    """Mana value of the creature that is sacrificed for emerge (CR 702.119): the chosen one's, else the most there is."""
    cdef int i, j, best = 0
    cdef Frame fr
    if c.emerged >= 0:
        return c.emerged
    frame_of(&fr, c.s, -1)
    for j in range(way.parts >> 8, (way.parts >> 8) + (way.parts & 255)):
        if c.p.rows[j].op != OP_SacrificeCost:
            continue
        for i in range(c.s.n_objects):
            if c.s.objects[i].controller == 0 and match_object(c, c.p.rows[j].a[0], i, &fr):
                best = max(best, c.p.faces[c.s.objects[i].face].mana_value)
    return best


cdef int harmonize_value(Context *c) noexcept nogil:
    """Greatest power of an untapped creature; one that makes mana only if that is more than one (CR 702.180)."""
    cdef State *s = c.s
    cdef int i, best = 0
    c.harmony = -1
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].phased or s.objects[i].controller or s.objects[i].tapped:
            continue
        if s.chars[i].types & CREATURE and s.chars[i].power > max(best, 1 if object_makes_mana(c, i) else 0):
            best = s.chars[i].power
            c.harmony = i
    return best


cdef bint other_costs_payable(Context *c, int face, int slot, Way *way, int kicks, int x=0) noexcept nogil:
    cdef Face *f = &c.p.faces[face]
    cdef Frame fr
    cdef Ability *ab
    cdef Row *q
    cdef int k, j, which = 0
    frame_of(&fr, c.s, -1)
    fr.announcing = 1
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    fr.x = x
    for j in range(way.parts >> 8, (way.parts >> 8) + (way.parts & 255)):
        if c.p.rows[j].op != OP_Mana and not part_payable(c, &c.p.rows[j], &fr):
            return False
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AdditionalCost:
            continue
        if c.p.rows[ab.row].a[1]:
            which += 1
            if kicked(kicks, which) == 0:
                continue
            if c.p.rows[ab.row].a[2] and kicked(kicks, which) > 1 and not payable_times(c, c.p.rows[ab.row].a[0], kicked(kicks, which), &fr):
                return False
        q = &c.p.rows[c.p.rows[ab.row].a[0]]
        if q.op == OP_EitherCost:
            if way.either and not c.p.rows[ab.row].a[1]:
                q = &c.p.rows[way.either]
            else:
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


cdef bint payable_times(Context *c, int cost, int times, Frame *fr) noexcept nogil:
    """A cost paid several times: cards to exile or discard, permanents to sacrifice or tap must be there for all of it."""
    cdef Row *q = &c.p.rows[cost]
    cdef Row r
    cdef int j, n, i
    if q.op != OP_Cost:
        return False
    for j in range(q.a[0] >> 8, (q.a[0] >> 8) + (q.a[0] & 255)):
        r = c.p.rows[j]
        if r.op == OP_Mana:
            continue
        if r.op == OP_ExileCost and (r.a[1] == Z_HAND or r.a[1] == Z_GRAVEYARD) or r.op == OP_DiscardCost:
            n = 0
            if r.op == OP_DiscardCost or r.a[1] == Z_HAND:
                for i in range(c.s.n_hand):
                    if c.s.hand[i] != fr.slot and match_face(c, r.a[0], slot_face(c, c.s.hand[i]), fr):
                        n += 1
            else:
                for i in range(c.s.n_graveyard):
                    if c.s.graveyard[i] != fr.slot and match_face(c, r.a[0], slot_face(c, c.s.graveyard[i]), fr):
                        n += 1
            if n < times:
                return False
        elif r.op == OP_SacrificeCost or r.op == OP_TapOthers:
            if count_matching(c, r.a[0], fr, 0 if r.op == OP_TapOthers else -1) < times:
                return False
        else:
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
    cdef int n, help_, k, j, spent = 0, which = 0, times, waiting, shown = face
    cdef int delved = 0, harmony, emerging = -1
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
        n = either_ways(c, f, ways, 1)
        way_number = 0
    if (way_number >= n or not in_zone(c, slot, zone) or cant(c, 0, face) or s.spells_allowed == 0
            or (x and ways[way_number].cost < 0 and not parts_have_x(c, f))):
        fail(c, ILLEGAL)
        return
    way = &ways[way_number]
    if not other_costs_payable(c, face, slot, way, kicks, x) or (c.mode != M_LAZY and not spell_has_targets(c, face)):
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_CAST, slot, face, x, kicks | way_number << 8)
    if zone != Z_HAND and zone != Z_COMMAND and way.keyword == 0:
        use_permission(c, slot, zone, face)
    take_from(c, slot, Z_LIBRARY if zone == Z_TOP else zone)
    if zone == Z_EXILE and s.madness == slot + 1:
        s.madness = 0
    frame_of(&fr, s, -1)
    fr.slot = <uint16_t>slot
    fr.face = <int16_t>face
    fr.x = x
    fr.kicks = <uint8_t>kicks
    c.emerged = -1
    if way.keyword == A_EMERGE:  # the cost depends on what is sacrificed: that is chosen first
        for j in range(way.parts >> 8, (way.parts >> 8) + (way.parts & 255)):
            if c.p.rows[j].op == OP_SacrificeCost and s.status == OK:
                emerging = pick_matching(c, c.p.rows[j].a[0], &fr, -1, D_OBJECT)
                if s.status == OK:
                    c.emerged = c.p.faces[s.objects[emerging].face].mana_value
    fr.announcing = 1
    if help_of(c, face) & 4:
        n = delve_most(c, face, slot, zone, way, x)
        c.n_options = 0
        for k in range(n, -1, -1):
            option(c, k)
        delved = c.options[decide(c, D_NUMBER, -1, 0)]
        if s.status != OK:
            return
        c.cast_delve = 1 + delved
    if not choose_needs(c, face, slot, zone, way, x, kicks, &help_, False) and s.status == OK:
        fail(c, ILLEGAL)
    c.cast_delve = 0
    if s.status != OK:
        return
    # mana abilities come before costs are paid: what is sacrificed could be tapped first
    memset(s.spent_by, 0, sizeof(s.spent_by))
    harmony = c.harmony if way.keyword == A_HARMONIZE else -1
    c.emerged = -1
    if harmony >= 0 and s.status == OK:
        tap_object(c, harmony)
    if c.mode != M_LAZY:
        pay_needs(c, help_)
    exile_to_delve(c, delved, &fr)
    for j in range(way.parts >> 8, (way.parts >> 8) + (way.parts & 255)):
        if c.p.rows[j].op == OP_SacrificeCost and emerging >= 0 and s.status == OK:
            sacrifice(c, emerging, &fr)
        elif c.p.rows[j].op != OP_Mana and s.status == OK:
            pay_part(c, &c.p.rows[j], &fr)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER or c.p.rows[ab.row].op != OP_AdditionalCost or s.status != OK:
            continue
        times = 1
        if c.p.rows[ab.row].a[1]:
            which += 1
            times = kicked(kicks, which)
        q = &c.p.rows[c.p.rows[ab.row].a[0]]
        if q.op == OP_EitherCost and way.either and not c.p.rows[ab.row].a[1]:
            q = &c.p.rows[way.either]
        while times > 0 and s.status == OK:
            times -= 1
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
    if way.once:
        s.objects[way.once - 1].used |= USED_PERMISSION
    if zone == Z_COMMAND:
        s.commander_casts += 1 << commander_place(c, slot)
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    clear_item(it)
    it.face = <int16_t>(face + 1 if way.keyword == A_DISTURB else face)
    it.slot = <uint16_t>slot
    it.that_slot = fr.that_slot
    it.x = <int16_t>x
    it.kicks = <uint8_t>kicks
    it.keyword = <uint8_t>way.keyword
    it.option = <uint8_t>way.option
    it.from_zone = <uint8_t>zone
    it.sacrificed = fr.sacrificed_face
    it.amount = fr.amount
    for k in range(6):
        it.spent_by[k] = <uint8_t>min(255, s.spent_by[k])
        spent += s.spent_by[k]
    it.spent = colors_spent(it.spent_by)
    it.paid_mana = <uint8_t>min(255, spent)
    it.kind = 0
    s.n_stack += 1
    s.cast_zone = zone
    s.cast_slot = slot
    s.cast_paid = it.paid_mana
    if A_MORPH <= way.keyword <= A_DISGUISE:
        shown = FACE_DOWN
    if s.spells_cast < 8:
        s.cast_now[s.spells_cast] = <int16_t>shown
    s.spells_cast += 1
    s.spells_game += 1
    if f.types & (INSTANT | SORCERY):
        s.instants_cast += 1
    if s.spells_allowed > 0:
        s.spells_allowed -= 1
    waiting = s.n_waiting
    fire(c, EV_CAST, -1, shown, 0, 0, 0, 0)
    s.types_cast |= f.types if shown == face else CREATURE
    if shown == face and c.p.trigger_kinds >> EV_CAST & 1:
        k = s.n_waiting
        card_trigger(c, slot, EV_CAST)
        for j in range(k, s.n_waiting):
            s.waiting[j].x = <int16_t>x
            s.waiting[j].kicks = <uint8_t>kicks
            s.waiting[j].keyword = <uint8_t>way.keyword
            s.waiting[j].from_zone = <uint8_t>(zone + 1)
            s.waiting[j].spent = it.spent
            s.waiting[j].paid_mana = it.paid_mana
            memcpy(s.waiting[j].spent_by, it.spent_by, 6)
    if shown == face and c.p.flags & P_KEYWORDS:
        cast_keywords(c, slot, face, x, kicks)


cdef bint parts_have_x(Context *c, Face *f) noexcept nogil:
    """Whether an additional cost has an X of its own (CR 107.3c)."""
    cdef int k
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AdditionalCost:
            return True
    return False


cdef void cast_keywords(Context *c, int slot, int face, int x, int kicks) noexcept nogil:
    """Storm, replicate and the like copy the spell; cascade finds another (CR 702.40, 56, 78, 85, 153)."""
    cdef State *s = c.s
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Row *r
    cdef StackItem spell = s.stack[s.n_stack - 1]
    cdef int k, n = 0, which = 0, cascades = 0
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != OTHER:
            continue
        r = &c.p.rows[ab.row]
        if r.op == OP_Keyword and r.a[0] == KEYWORD_STORM:
            n += s.spells_cast - 1
        elif r.op == OP_Keyword and r.a[0] == KEYWORD_CASCADE:
            cascades += 1
        elif r.op == OP_Keyword and r.a[0] == KEYWORD_DEMONSTRATE:
            n += yes(c, -1, 1)
        elif r.op == OP_AdditionalCost and r.a[1]:
            which += 1
            if r.a[3] == K_REPLICATE or r.a[3] == K_CASUALTY or r.a[3] == K_CONSPIRE:
                n += kicked(kicks, which)
    if f.types & (INSTANT | SORCERY):
        spell.copy_ = 1
        for k in range(n):
            if s.n_stack >= MAX_STACK:
                break  # as many copies as the stack holds
            s.stack[s.n_stack] = spell
            s.n_stack += 1
    for k in range(cascades):
        if s.status == OK:
            cascade(c, f.mana_value - 1)


cdef void cascade(Context *c, int most) noexcept nogil:
    """Exile from the top until a nonland card of at most this mana value; it may be cast for nothing; the rest at the
    bottom in a random order (CR 702.85a, 701.57a)."""
    cdef State *s = c.s
    cdef uint16_t rest[MAX_CARDS]
    cdef int n = 0, slot, found = -1, f
    if c.mode == M_LAZY:
        return  # whatever is found must not matter to a plan
    s.looked = 1
    while found < 0:
        slot = lib_draw(&s.library)
        if slot < 0:
            break
        note(c, E_LOOK, slot)
        f = slot_face(c, slot)
        if not c.p.faces[f].types & LAND and c.p.faces[f].mana_value <= most:
            found = slot
        else:
            rest[n] = <uint16_t>slot
            n += 1
    if found >= 0:
        put_card(c, found, Z_EXILE)
        if not cast_freely(c, found, Z_EXILE):
            take_from(c, found, Z_EXILE)
            rest[n] = <uint16_t>found
            n += 1
    to_bottom_at_random(c, rest, n)


cdef bint cast_freely(Context *c, int slot, int zone) noexcept nogil:
    """Offer to cast a card without paying its mana cost, with the face of it that can be; False if it isn't cast."""
    cdef State *s = c.s
    cdef Kind *k = &c.p.kinds[c.p.slot_kind[slot]]
    cdef Way way
    cdef int face = -1, j
    memset(&way, 0, sizeof(Way))
    way.cost = -1
    way.free_ = 1
    c.n_options = 0
    for j in range(k.face, k.face + k.n_faces):
        if c.p.faces[j].playable and not c.p.faces[j].types & LAND and not cant(c, 0, j) and s.spells_allowed != 0 \
                and spell_has_targets(c, j) and other_costs_payable(c, j, slot, &way, 0):
            face = j if face < 0 else face
    if face < 0 or not yes(c, -1, 1) or s.status != OK:
        return False
    cast(c, slot, face, zone, -1, 0, 0)
    return s.status == OK


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


cdef int may_play_from(Context *c, int slot, int zone, int face) noexcept nogil:
    """Permission to play a land or cast a card from the graveyard, exile or the top of the library: 0 none, 1 for its own
    cost, else 1 + the row of the cost to be paid instead."""
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
        if is_this(c, r.a[0]):
            continue
        if r.a[2] & 1 and refs[k].source >= 0 and c.s.objects[refs[k].source].used & 0x4000:
            continue  # once a turn
        if zone == Z_EXILE and wants_exiled_with(c, r.a[0]) and not slot_exiled_with(c, slot, &fr):
            continue
        if match_face(c, r.a[0], face, &fr):
            return 1 + ((r.a[3] | (0x1000000 if r.a[2] & 2 else 0)) if r.a[3] >= 0 else 0)
    return 0


cdef bint slot_exiled_with(Context *c, int slot, Frame *fr) noexcept nogil:
    cdef int k
    for k in range(c.s.n_exile):
        if c.s.exile[k] == slot:
            return exiled_with(c, k, fr)
    return False


cdef void use_permission(Context *c, int slot, int zone, int face) noexcept nogil:
    """A permission for one card each turn is used up."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Row *r
    cdef Frame fr
    n = static_refs(c, OP_PlayFrom, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if refs[k].controller != 0 or not (r.a[1] == zone or zone == Z_TOP and r.a[1] == Z_TOP_OF_LIBRARY):
            continue
        frame_of(&fr, c.s, refs[k].source)
        if match_face(c, r.a[0], face, &fr):
            if not r.a[2] & 1:
                return
            if refs[k].source >= 0 and not c.s.objects[refs[k].source].used & 0x4000:
                c.s.objects[refs[k].source].used |= 0x4000
                return


cdef void play_land(Context *c, int slot, int face, int zone) noexcept nogil:
    cdef State *s = c.s
    cdef int i
    if land_plays_left(c) < 1 or not c.p.faces[face].types & LAND:
        fail(c, ILLEGAL)
        return
    mark(c)
    note(c, E_PLAY_LAND, slot, face, zone)
    if zone != Z_HAND:
        use_permission(c, slot, zone, face)
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
    fr.that_slot = it.that_slot
    fr.chosen_color = 255
    fr.chosen_sub = 255
    fr.from_zone = <uint8_t>(it.from_zone + 1) if it.kind == 0 else it.from_zone
    fr.sacrificed_face = it.sacrificed
    fr.keyword = it.keyword
    fr.option = it.option
    fr.paid_mana = it.paid_mana
    fr.spent = it.spent
    memcpy(fr.spent_by, it.spent_by, 6)
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
    note(c, E_RESOLVE, -2 if it.ability < 0 and it.kind == 2 else it.ability, it.face, it.source, it.that)
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
        if it.source >= 0 and it.ability >= 0 and s.objects[it.source].alive:
            for k in range(min(8, s.chars[it.source].n_abilities)):
                if s.chars[it.source].abilities[k] == it.ability:
                    s.objects[it.source].resolved[k] += 1
                    fr.resolution = s.objects[it.source].resolved[k]
                    break
        if s.step == S_UPKEEP and c.p.trigger_kinds >> EV_UNTAPPED & 1 and c.mode != M_LAZY and waits_for_untapping(c, it):
            bring(c, it, fr)
        else:
            run_list(c, it.effects, fr)
        return
    f = &c.p.faces[it.face]
    if f.types & PERMANENT:
        enter_spell(c, it)
        return
    if c.p.flags & P_KEYWORDS and not s.blessing:
        find_blessing(c)
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == SPELL and s.status == OK:
            run_list(c, ab.effects, fr)
    if it.copy_ or s.status != OK or fr.slot == NO_SLOT:
        return  # a copy ceases to exist (CR 704.5e); or it has put itself elsewhere
    zone = Z_GRAVEYARD
    if it.from_zone == Z_GRAVEYARD and it.keyword != A_ESCAPE and it.keyword != A_RETRACE and it.keyword != A_MAYHEM:
        zone = Z_EXILE  # flashback and the like (CR 702.34a)
    elif it.kicks and has_additional(c, f, it.kicks, K_BUYBACK):
        zone = Z_HAND  # CR 702.27a
    elif c.p.kinds[f.kind].layout == L_ADVENTURE and it.face != c.p.kinds[f.kind].face:
        put_card(c, it.slot, Z_EXILE)  # CR 715.3d
        s.exiled[s.n_exile - 1].permit = X_ALWAYS | X_FRONT
        return
    elif c.p.kinds[f.kind].layout == L_OMEN and it.face != c.p.kinds[f.kind].face:
        zone = Z_LIBRARY  # CR 720.3d
    elif it.from_zone == Z_HAND and spell_has_keyword(c, f, KEYWORD_REBOUND):
        put_card(c, it.slot, Z_EXILE)  # CR 702.88a
        s.exiled[s.n_exile - 1].permit = X_REBOUND
        return
    put_card(c, it.slot, zone)


cdef bint spell_has_keyword(Context *c, Face *f, int keyword) noexcept nogil:
    cdef int k
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_Keyword and c.p.rows[ab.row].a[0] == keyword:
            return True
    return False


cdef int has_additional(Context *c, Face *f, int kicks, int keyword) noexcept nogil:
    """How often the optional additional cost of this keyword was paid."""
    cdef int k, which = 0
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AdditionalCost and c.p.rows[ab.row].a[1]:
            which += 1
            if c.p.rows[ab.row].a[3] == keyword:
                return kicked(kicks, which)
    return 0


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
            if f.types & CREATURE and it.keyword != A_BESTOW:
                continue
            host = choose_object(c, c.p.rows[ab.row].a[0], &fr, D_TARGET, False, -1)
            if s.status != OK:
                return -1
            if host < 0 and it.keyword == A_BESTOW:
                it.keyword = 0  # CR 702.103e: it is a creature after all
            elif host < 0:
                put_card(c, it.slot, Z_GRAVEYARD)  # CR 608.3b
                return -1
    c.casting = it
    i = enter(c, it.face, it.slot, 0, it.copy_, False, it.x, it.kicks, it.spent)
    c.casting = NULL
    if s.status != OK or i < 0:
        return -1
    if host >= 0:
        s.objects[i].attached = <int16_t>host
        touch(c)
    if it.from_zone == Z_COMMAND:
        s.objects[i].pad |= 2
    if it.keyword == A_SUSPEND:
        s.objects[i].sick = 0  # haste (CR 702.62a)
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
        state_triggers(c)
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
