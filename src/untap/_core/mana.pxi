# Producing mana (CR 106, 605, 614): units in the pool, replacement effects, triggered mana abilities.

cdef void made_by(Context *c, Unit *u, int i) noexcept nogil:
    """What a restriction may ask of the mana's source later, when that may be gone (CR 106.3)."""
    if i < 0:
        u.maker = -1
        u.maker_types = 0
        u.maker_sub = 255
        u.maker_color = 255
        return
    u.maker = c.s.objects[i].face
    u.maker_types = <uint8_t>c.s.chars[i].types
    u.maker_sub = c.s.objects[i].chosen_sub
    u.maker_color = c.s.objects[i].chosen_color


cdef void add_unit(Context *c, int mask, int spend, int keep, int snow, int maker) noexcept nogil:
    cdef State *s = c.s
    cdef Unit *u
    if mask == 0 or c.unrestricted and spend >= 0:
        return
    if s.n_pool >= MAX_POOL:
        fail(c, TOO_MANY)
        return
    u = &s.pool[s.n_pool]
    memset(u, 0, sizeof(Unit))
    if spend >= 0:
        u.rmask = <uint8_t>mask
    else:
        u.mask = <uint8_t>mask
    u.snow = snow
    u.stage = <uint8_t>s.stage
    u.keep = <uint8_t>keep
    u.spend = <int16_t>spend
    u.source = -1
    u.ability = -1
    u.reserve = 255
    made_by(c, u, maker)
    if c.at_force < c.n_force:
        u.reserve = c.force_reserve[c.at_force]
        c.at_force += 1
    s.n_pool += 1
    if c.p.flags & P_READS_POOL:
        touch(c)
    if c.mode != M_LAZY:
        u.flow = <uint8_t>flow_of(c, maker)
        note(c, E_MANA, mask)


cdef int pick_color(Context *c, int mask, int source) noexcept nogil:
    """One type of a set, chosen by the player; in a plan the choice stays open (the mask itself)."""
    cdef int k
    if mask & (mask - 1) == 0 or (c.mode == M_LAZY and not c.closed and not c.p.trigger_kinds >> EV_ADDS_MANA & 1):
        return mask
    c.n_options = 0
    for k in range(6):
        if mask >> k & 1:
            option(c, k)
    k = forced_option(c, mask) if not c.closed else -1
    if k >= 0:
        note_decision(c, D_COLOR, k)
        return 1 << c.options[k]
    return 1 << c.options[decide(c, D_COLOR, source, 0)]


cdef int pick_color_now(Context *c, int mask, int source) noexcept nogil:
    cdef int k
    if mask & (mask - 1) == 0:
        return mask
    c.n_options = 0
    for k in range(6):
        if mask >> k & 1:
            option(c, k)
    if c.at >= c.n_script:
        k = forced_option(c, mask)
        if k >= 0:
            note_decision(c, D_COLOR, k)
            return 1 << c.options[k]
    return 1 << c.options[decide(c, D_COLOR, source, 0)]


cdef int forced_option(Context *c, int mask) noexcept nogil:
    # the index of the type that the plan being paid wants, -1 if it leaves it open
    cdef int k
    if c.at_force >= c.n_force or c.force[c.at_force] & mask == 0:
        return -1
    for k in range(c.n_options):
        if c.force[c.at_force] >> c.options[k] & 1:
            return k
    return -1


cdef int mana_units(Context *c, int row, Frame *fr, uint8_t *out, int n) noexcept nogil:
    """The units (masks) that a mana node makes, appended to out; returns their number."""
    cdef Row *r = &c.p.rows[row]
    cdef int i, k, m, mask
    if r.op == OP_Bundle:
        m = amount(c, r.a[1], fr)
        for i in range(6):
            for k in range(m * (r.a[0] >> (5 * i) & 31)):
                if n < MAX_POOL:
                    out[n] = <uint8_t>(1 << i)
                    n += 1
    elif r.op == OP_OneOf:
        mask = single_symbols(c, r.a[0])
        if mask and c.mode == M_LAZY and not c.closed:
            out[n] = <uint8_t>mask
            return n + 1
        c.n_options = 0
        for i in range(r.a[0] & 255):
            option(c, i)
        k = -1
        if mask and not c.closed and c.at_force < c.n_force:
            for i in range(r.a[0] & 255):
                if bundle_mask(c.p.rows[(r.a[0] >> 8) + i].a[0]) & c.force[c.at_force]:
                    k = i
        if k < 0:
            k = decide(c, D_BUNDLE, fr.source, 0)
        else:
            note_decision(c, D_BUNDLE, k)
        return mana_units(c, (r.a[0] >> 8) + k, fr, out, n)
    elif r.op == OP_EitherMana:
        mask = either_mask(c, r, fr)
        if mask and c.mode == M_LAZY and not c.closed:
            out[n] = <uint8_t>mask
            return n + 1
        c.n_options = 0
        for i in range(r.a[0] & 255):
            option(c, i)
        k = -1
        if mask and not c.closed and c.at_force < c.n_force:
            for i in range(r.a[0] & 255):
                if could_of_mana(c, (r.a[0] >> 8) + i, fr) & c.force[c.at_force]:
                    k = i
                    break
        if k < 0:
            k = decide(c, D_BUNDLE, fr.source, 0)
        else:
            note_decision(c, D_BUNDLE, k)
        return mana_units(c, (r.a[0] >> 8) + k, fr, out, n)
    elif r.op == OP_OneColor:
        mask = colors_of(c, r.a[0], fr)
        m = amount(c, r.a[1], fr)
        if mask == 0 or m <= 0:
            return n
        mask = pick_color(c, mask, fr.source) if m == 1 else pick_color_now(c, mask, fr.source)
        for k in range(m):
            if n < MAX_POOL:
                out[n] = <uint8_t>mask
                n += 1
    elif r.op == OP_Combination:
        mask = colors_of(c, r.a[0], fr)
        m = amount(c, r.a[1], fr)
        for k in range(m):
            if n < MAX_POOL and mask:
                out[n] = <uint8_t>(pick_color_now(c, mask, fr.source) if r.a[2] and m > 1 else pick_color(c, mask, fr.source))
                if r.a[2]:
                    mask &= ~out[n]  # of different types
                n += 1
    elif r.op == OP_EachColor:
        mask = colors_of(c, r.a[0], fr)
        for i in range(6):
            if mask >> i & 1 and n < MAX_POOL:
                out[n] = <uint8_t>(1 << i)
                n += 1
    return n


cdef int either_mask(Context *c, Row *r, Frame *fr) noexcept nogil:
    # the types of all options if each makes one mana, else 0
    cdef int j, mask = 0
    cdef Row *q
    for j in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
        q = &c.p.rows[j]
        if q.op == OP_Bundle:
            if amount(c, q.a[1], fr) != 1 or bundle_total(q.a[0]) != 1:
                return 0
        elif q.op == OP_OneColor or q.op == OP_Combination:
            if amount(c, q.a[1], fr) != 1:
                return 0
        else:
            return 0
        mask |= could_of_mana(c, j, fr)
    return mask


cdef inline int bundle_total(int bundle) noexcept nogil:
    cdef int i, n = 0
    for i in range(6):
        n += bundle >> (5 * i) & 31
    return n


cdef inline int bundle_mask(int bundle) noexcept nogil:
    cdef int i, mask = 0
    for i in range(6):
        if bundle >> (5 * i) & 31:
            mask |= 1 << i
    return mask


cdef int single_symbols(Context *c, int list_) noexcept nogil:
    # the union of the bundles' types if each is one symbol, else 0
    cdef int j, i, total, mask = 0
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.p.rows[j].op != OP_Bundle or c.p.rows[c.p.rows[j].a[1]].op != OP_Const or c.p.rows[c.p.rows[j].a[1]].a[0] != 1:
            return 0
        total = 0
        for i in range(6):
            total += c.p.rows[j].a[0] >> (5 * i) & 31
            if c.p.rows[j].a[0] >> (5 * i) & 31:
                mask |= 1 << i
        if total != 1:
            return 0
    return mask


cdef void produce(Context *c, Row *r, Frame *fr, int tapped) noexcept nogil:
    """Carry out "add mana" (CR 106.3); ``tapped`` is the object if this is tapping it for mana, else -1."""
    cdef State *s = c.s
    cdef uint8_t units[MAX_POOL]
    cdef int n, i, produced = 0, snow = 0, keep
    c.closed = tapped >= 0 and c.p.flags & P_TAPPED_FOR_MANA and multiplied(c, tapped)
    n = mana_units(c, r.a[0], fr, units, 0)
    c.closed = 0
    if s.status != OK or n == 0:
        return
    if fr.source >= 0:
        snow = s.chars[fr.source].supers & SNOW
    if tapped >= 0 and c.p.flags & P_TAPPED_FOR_MANA:
        n = replaced(c, tapped, units, n)
    keep = r.a[2]
    if r.a[3] == 8:  # the active player's
        if s.active != 0:
            return
    elif r.a[3] == 3:
        if not ours(c, 3, fr):
            return
    elif r.a[3] != 0 and r.a[3] != 1 and r.a[3] != 4 and fr.controller == 0:
        return  # for an opponent
    if r.a[3] == 4 and fr.source >= 0 and s.objects[fr.source].attached >= 0 and s.objects[s.objects[fr.source].attached].controller != 0:
        return
    if fr.controller != 0 and r.a[3] == 0:
        return  # an opponent's own mana isn't followed
    for i in range(n):
        produced |= units[i]
        add_unit(c, units[i], r.a[1], keep, 1 if snow else 0, fr.source)
        if r.a[5] and s.n_pool and r >= c.p.rows and r < c.p.rows + c.p.n_rows:
            s.pool[s.n_pool - 1].rider = <int16_t>(1 + (r - c.p.rows))
    fr.produced |= <uint8_t>produced


cdef bint multiplied(Context *c, int i) noexcept nogil:
    """Whether tapping object i for mana makes more of what is made: the choice of type comes first (CR 106.12b)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int m = static_refs(c, OP_ManaInstead, refs), k, t
    for k in range(m):
        if c.p.rows[refs[k].row].a[1] > 1 or c.p.rows[refs[k].row].a[5]:
            c.remembered = i + 1
            t = applies_to(c, &refs[k], c.p.rows[refs[k].row].a[0], i)
            c.remembered = 0
            if t:
                return True
    return False


cdef bint replacement_applies(Context *c, StaticRef *ref, int i, uint8_t *units, int n) noexcept nogil:
    """Whether a replacement effect applies to producing these units by tapping object i (CR 106.12b)."""
    cdef Row *r = &c.p.rows[ref.row]
    cdef int j, mask = 0
    cdef bint ok
    if r.a[3] == 0 and ref.controller != c.s.objects[i].controller or n < r.a[6] & 255:
        return False
    c.remembered = i + 1
    ok = applies_to(c, ref, r.a[0], i)
    c.remembered = 0
    if ok and r.a[4]:
        for j in range(n):
            mask |= units[j]
        ok = mask & r.a[4] != 0
    return ok


cdef int replacement(Context *c, StaticRef *ref, int i, uint8_t *units, int n, bint settled) noexcept nogil:
    """Apply one replacement effect; ``settled``: open choices of what is multiplied are made now."""
    cdef Row *r = &c.p.rows[ref.row]
    cdef int j, mask, total
    cdef Frame fr
    if r.a[2] >= 0:  # other types instead
        frame_of(&fr, c.s, ref.source)
        fr.controller = ref.controller
        if r.a[6] >> 8:  # ... and another amount
            return mana_units(c, r.a[2], &fr, units, 0)
        mask = colors_of(c, r.a[2], &fr) if c.p.rows[r.a[2]].op == OP_Colors or c.p.rows[r.a[2]].op == OP_ColorsFrom else could_of_mana(c, r.a[2], &fr)
        for j in range(n):
            units[j] = <uint8_t>mask
    total = n * max(1, r.a[1])
    if r.a[5]:
        total += r.a[5]
    if total > n and settled:  # what is doubled is of the type chosen: the choice can't stay open
        for j in range(n):
            units[j] = <uint8_t>pick_color_now(c, units[j], i)
        if c.s.status != OK:
            return n
    if total > MAX_POOL - 8:
        fail(c, TOO_MANY)
        total = MAX_POOL - 8
    for j in range(n, total):
        units[j] = units[j % n] if r.a[1] > 1 else units[n - 1]
    return total


cdef int best_order(Context *c, StaticRef *refs, int m, uint64_t used, int i, uint8_t *units, int n, int depth, int *first) noexcept nogil:
    """The value of the best order for the remaining effects, and which comes first (CR 616.1: the player chooses)."""
    cdef uint8_t made[MAX_POOL]
    cdef int k, j, value, best = -1, mask = 0, next_
    first[0] = -1
    for k in range(m):
        if used >> k & 1 or not replacement_applies(c, &refs[k], i, units, n):
            continue
        memcpy(made, units, sizeof(made))
        j = replacement(c, &refs[k], i, made, n, False)
        if depth >= 5:
            value = 64 * j
        else:
            value = best_order(c, refs, m, used | <uint64_t>1 << k, i, made, j, depth + 1, &next_)
        if value > best:
            best = value
            first[0] = k
    if first[0] < 0:
        for j in range(n):
            mask |= units[j]
        return 64 * n + bit_count(mask)
    return best


cdef int replaced(Context *c, int i, uint8_t *units, int n) noexcept nogil:
    """Replacement effects on tapping object i for mana (CR 106.12b, 616): each once, applicability looked at anew."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int m = min(64, static_refs(c, OP_ManaInstead, refs)), k
    cdef uint64_t used = 0
    while n > 0 and c.s.status == OK:
        best_order(c, refs, m, used, i, units, n, 0, &k)
        if k < 0:
            break
        used |= <uint64_t>1 << k
        n = replacement(c, &refs[k], i, units, n, True)
    return n


cdef void mana_triggers(Context *c, int i, int *produced) noexcept nogil:
    """Triggered mana abilities of tapping object i for mana: they resolve at once (CR 605.4a)."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef int j, k, e, n, color
    cdef Ability *ab
    cdef Row *ev
    cdef Frame fr
    cdef bint ok
    if not c.p.trigger_kinds >> EV_TAPPED_FOR_MANA & 1 or produced[0] == 0:
        return
    for j in range(s.n_objects):
        if not s.objects[j].alive or s.objects[j].phased:
            continue
        for k in range(s.chars[j].n_abilities):
            ab = &c.p.abilities[s.chars[j].abilities[k]]
            if ab.type != TRIGGERED or not is_mana_trigger(c, ab):
                continue
            for e in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                ev = &c.p.rows[e]
                if ev.a[0] != EV_TAPPED_FOR_MANA:
                    continue
                color = 5 if ev.a[5] == 17 else s.objects[j].chosen_color
                if ev.a[5] and (color > 5 or not produced[0] >> color & 1):
                    continue
                c.remembered = i + 1
                ok = subject_matches(c, ev.a[1], j, i, -1, 0)
                c.remembered = 0
                if not ok or not actor_matches(c, ev, s.objects[j].controller, s.objects[i].controller):
                    continue
                frame_of(&fr, s, j)
                fr.that = <int16_t>i
                fr.produced = <uint8_t>produced[0]
                if ab.condition >= 0 and not condition(c, ab.condition, &fr):
                    continue
                note(c, E_TRIGGER, s.chars[j].abilities[k], j, s.objects[j].face, 1)
                extra_effects(c, ab.effects, &fr, i, produced)
    n = static_refs(c, OP_DelayedTrigger, refs)  # "until end of turn, whenever ... taps a land for mana"
    for j in range(n):
        ev = &c.p.rows[c.p.rows[refs[j].row].a[0] >> 8]
        if ev.a[0] != EV_TAPPED_FOR_MANA:
            continue
        c.remembered = i + 1
        ok = subject_matches(c, ev.a[1], -1, i, -1, 0)
        c.remembered = 0
        if not ok or not actor_matches(c, ev, refs[j].controller, s.objects[i].controller):
            continue
        frame_of(&fr, s, -1)
        fr.controller = refs[j].controller
        fr.that = <int16_t>i
        fr.produced = <uint8_t>produced[0]
        extra_effects(c, c.p.rows[refs[j].row].a[1], &fr, i, produced)


cdef void extra_effects(Context *c, int list_, Frame *fr, int i, int *produced) noexcept nogil:
    cdef int m
    for m in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.p.rows[m].op == OP_AddMana:
            produce_extra(c, m, fr, i, produced)
        else:
            run_row(c, m, fr)


cdef void added_mana_triggers(Context *c, int i, int *produced) noexcept nogil:
    """Triggered mana abilities of an ability of object i having added mana (CR 605.1b, 605.4a)."""
    cdef State *s = c.s
    cdef int j, k, e, color
    cdef Ability *ab
    cdef Row *ev
    cdef Frame fr
    cdef bint ok
    for j in range(s.n_objects):
        if not s.objects[j].alive or s.objects[j].phased:
            continue
        for k in range(s.chars[j].n_abilities):
            ab = &c.p.abilities[s.chars[j].abilities[k]]
            if ab.type != TRIGGERED:
                continue
            for e in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                ev = &c.p.rows[e]
                if ev.a[0] != EV_ADDS_MANA:
                    continue
                color = s.objects[j].chosen_color
                if ev.a[5] and (color > 5 or not produced[0] >> color & 1):
                    continue
                c.remembered = i + 1
                ok = subject_matches(c, ev.a[1], j, i, -1, 0)
                c.remembered = 0
                if not ok or not actor_matches(c, ev, s.objects[j].controller, s.objects[i].controller):
                    continue
                frame_of(&fr, s, j)
                fr.that = <int16_t>i
                fr.produced = <uint8_t>produced[0]
                note(c, E_TRIGGER, s.chars[j].abilities[k], j, s.objects[j].face, 1)
                extra_effects(c, ab.effects, &fr, i, produced)


cdef void produce_extra(Context *c, int m, Frame *fr, int i, int *produced) noexcept nogil:
    """Mana of a tapped-for-mana trigger goes to the player who tapped, whatever the words for that player."""
    cdef Row r = c.p.rows[m]
    cdef Row *made = &c.p.rows[r.a[0]]
    cdef Unit *u
    cdef int k
    if c.s.objects[i].controller != 0:
        return
    r.a[3] = 1
    fr.controller = 0
    if c.mode == M_LAZY and (made.op == OP_OneColor or made.op == OP_Combination) \
            and c.p.rows[made.a[0]].op == OP_ColorsFrom and c.p.rows[made.a[0]].a[0] == 5:
        # "of a type that was produced" is tied to choices still open: settle them now
        produced[0] = 0
        for k in range(c.made_from, c.made_to):
            u = &c.s.pool[k]
            if u.mask & (u.mask - 1):
                u.mask = <uint8_t>pick_color_now(c, u.mask, i)
            if u.rmask & (u.rmask - 1):
                u.rmask = <uint8_t>pick_color_now(c, u.rmask, i)
            if c.s.status != OK:
                return
            produced[0] |= u.mask | u.rmask
        fr.produced = <uint8_t>produced[0]
    produce(c, &r, fr, -1)


cdef void add_mana_of(Context *c, int row, Frame *fr) noexcept nogil:
    """Add the mana that a node says, as a cost."""
    cdef uint8_t units[MAX_POOL]
    cdef int n = mana_units(c, row, fr, units, 0), i
    if c.s.status != OK or fr.controller != 0:
        return
    for i in range(n):
        add_unit(c, units[i], -1, 0, 0, fr.source)


cdef void double_mana(Context *c, int source) noexcept nogil:
    """Double the unspent mana of each type.  In a plan everything floats first, and what has been paid is taken out."""
    cdef State *s = c.s
    cdef int i, n, k, j
    cdef bint seen
    if c.mode == M_LAZY:
        for i in range(s.n_objects):
            if s.objects[i].alive and s.objects[i].controller == 0 and not s.objects[i].tapped:
                s.stage -= 1 if s.stage > 0 else 0
                float_mana(c, i)
                s.stage += 1
        for k in range(s.n_needs):
            # which mana paid this symbol decides what is left to double
            c.n_options = 0
            for i in range(s.n_pool):
                if not unit_fits(c, &s.pool[i], &s.needs[k]):
                    continue
                seen = False
                for j in range(c.n_options):
                    if s.pool[c.options[j]].mask == s.pool[i].mask and s.pool[c.options[j]].spend == s.pool[i].spend:
                        seen = True
                if not seen:
                    option(c, i)
            if c.n_options == 0:
                fail(c, ILLEGAL)
                return
            i = c.options[decide(c, D_COLOR, -1, 0)]
            if s.status != OK:
                return
            s.n_pool -= 1
            for j in range(i, s.n_pool):
                s.pool[j] = s.pool[j + 1]
        s.n_needs = 0
    n = s.n_pool
    for i in range(n):
        if s.n_pool < MAX_POOL:
            s.pool[s.n_pool] = s.pool[i]
            s.pool[s.n_pool].mask |= s.pool[i].rmask  # what is added has no restriction (CR 106.6)
            s.pool[s.n_pool].rmask = 0
            s.pool[s.n_pool].spend = -1
            s.pool[s.n_pool].snow = 0
            made_by(c, &s.pool[s.n_pool], source)
            s.pool[s.n_pool].flow = <uint8_t>flow_of(c, source)
            s.pool[s.n_pool].reserve = 255
            s.pool[s.n_pool].stage = <uint8_t>s.stage
            s.n_pool += 1


cdef void empty_pool(Context *c, bint end_of_turn) noexcept nogil:
    """Unspent mana empties as a step or phase ends (CR 500.5)."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef int i, n = 0, k, m, stays = 0, becomes = 0
    if s.n_pool == 0:
        return
    refresh(c)
    m = static_refs(c, OP_KeepMana, refs)
    for k in range(m):
        if refs[k].controller == 0 or c.p.rows[refs[k].row].a[2] == 1:
            if c.p.rows[refs[k].row].a[1]:
                becomes |= c.p.rows[refs[k].row].a[1]
            else:
                stays |= c.p.rows[refs[k].row].a[0]
    for i in range(s.n_pool):
        if s.pool[i].keep == 2 or (s.pool[i].keep == 1 and not end_of_turn) or (s.pool[i].mask | s.pool[i].rmask) & stays:
            s.pool[n] = s.pool[i]
            n += 1
        elif becomes:
            s.pool[n] = s.pool[i]
            if s.pool[n].mask:
                s.pool[n].mask = <uint8_t>becomes
            if s.pool[n].rmask:
                s.pool[n].rmask = <uint8_t>becomes
            n += 1
    if s.n_pool != n and c.p.flags & P_READS_POOL:
        touch(c)
    s.n_pool = n
