# The fast plane: counts and running sums, for as long as nothing in play or in hand needs more.  It plays the same games
# as the general plane, bit for bit (tests compare them), and hands over to it at the first card marked `leave`.

cdef enum:
    FAST_FILTERS = 8
    FAST_COSTS = 3


# Hall's test on packed bytes.  Only sets of types that some cost names matter, and all types together: with k such types
# byte j stands for the subset j of them, byte 0 for all types.  Bytes stay below 128, so that one subtraction with the
# high bits set compares eight sets at once.

cdef enum:
    HIGH = 0x80

cdef inline uint64_t high_bits() noexcept nogil:
    return 0x8080808080808080ULL


cdef void pack_needs(Program *p) noexcept nogil:
    cdef int i, j, k, m, mask, set_, union_ = 0, n = 0
    cdef uint8_t *b
    for i in range(p.n_costs):
        for j in range(p.costs[i].n):
            if p.costs[i].mask[j] != ALL_TYPES:
                union_ |= p.costs[i].mask[j]
    for i in range(6):
        if union_ >> i & 1:
            p.relevant[n] = <uint8_t>i
            n += 1
    p.n_words = 1 if n <= 3 else 1 << (n - 3)
    p.named = union_
    memset(p.one, 0, sizeof(p.one))
    memset(p.under, 0, sizeof(p.under))
    for m in range(64):
        b = <uint8_t *>&p.one[m][0]
        b[0] = 1 if m else 0
        for j in range(1, 1 << n):
            set_ = 0
            for k in range(n):
                if j >> k & 1:
                    set_ |= 1 << p.relevant[k]
            b[j] = 1 if m & set_ else 0
            (<uint8_t *>&p.under[m][0])[j] = 1 if m & ~set_ == 0 else 0
        (<uint8_t *>&p.under[m][0])[0] = 1
    for i in range(p.n_costs):
        b = <uint8_t *>&p.packed[8 * i]
        b[0] = <uint8_t>min(127, p.costs[i].generic + p.costs[i].n)
        for j in range(1, 1 << n):
            set_ = 0
            for k in range(n):
                if j >> k & 1:
                    set_ |= 1 << p.relevant[k]
            b[j] = p.costs[i].need[set_] if set_ != ALL_TYPES else b[0]


cdef inline bint packed_covers(Program *p, uint64_t *cover, uint64_t *need) noexcept nogil:
    cdef int k
    cdef uint64_t h = high_bits()
    if p.n_words == 1:
        return ((cover[0] | h) - need[0]) & h == h
    for k in range(p.n_words):
        if ((cover[k] | h) - need[k]) & h != h:
            return False
    return True


cdef inline bint packed_covers_sum(Program *p, uint64_t *cover, uint64_t *used, uint64_t *need) noexcept nogil:
    cdef int k
    cdef uint64_t h = high_bits()
    if p.n_words == 1:
        return ((cover[0] | h) - (used[0] + need[0])) & h == h
    for k in range(p.n_words):
        if ((cover[k] | h) - (used[k] + need[k])) & h != h:
            return False
    return True


cdef uint8_t TYPES_OF[64][8]       # the bits of a mask


cdef void make_types_of() noexcept:
    cdef int m, b
    for m in range(64):
        for b in range(8):
            TYPES_OF[m][b] = m >> b & 1


make_types_of()


cdef inline int total_of(uint64_t *cover) noexcept nogil:
    return <int>(cover[0] & 127)


cdef inline bint flag_inert_op(int op) noexcept nogil:
    return (op == OP_Inert or op == OP_PutCounters or op == OP_RemoveCounters or op == OP_Attach or op == OP_CreateTokens
            or op == OP_ExertEffect)


cdef bint inert_list(Program *p, int list_, bint tokens) noexcept nogil:
    """Whether these effects can touch nothing that a game's tally sees."""
    cdef int j, k
    cdef Row *r
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &p.rows[j]
        if r.op == OP_May:
            if not inert_list(p, r.a[0], tokens) or not inert_list(p, r.a[1], tokens):
                return False
        elif r.op == OP_If:
            if not inert_list(p, r.a[1], tokens) or not inert_list(p, r.a[2], tokens):
                return False
        elif r.op == OP_MayPay:  # of use to nobody, so that it isn't paid: there is no attack
            k = p.rows[r.a[0]].a[0]
            if p.rows[r.a[0]].op != OP_Cost or k & 255 != 1 or p.rows[k >> 8].op != OP_ExertCost or not inert_list(p, r.a[1], tokens) \
                    or not inert_list(p, r.a[2], tokens):
                return False
        elif r.op == OP_CreateTokens:
            if not tokens or r.a[0] < 0 or p.faces[p.kinds[r.a[0]].face].n_abilities:
                return False
        elif r.op == OP_Continuous:
            for k in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
                if p.rows[k].op != OP_ChangePower:
                    return False
        elif not flag_inert_op(r.op):
            return False
    return True


cdef int cast_pain(Program *p, Face *f, Ability *ab) noexcept nogil:
    """Life that "whenever a player casts ..." costs the player who does; 0 if the ability isn't just that."""
    cdef Row *r = &p.rows[ab.effects >> 8]
    if ab.condition >= 0 or ab.effects & 255 != 1 or ab.event & 255 != 1 or ab.flags & F_ONCE_A_TURN:
        return 0
    if r.op != OP_LoseLife or p.rows[r.a[0]].op != OP_Const:
        return 0
    r = &p.rows[ab.event >> 8]
    if r.a[3] != 1 or r.a[1] < 0 or p.rows[r.a[1]].op != OP_Each or r.a[4] or r.a[5]:
        return 0
    return p.rows[p.rows[ab.effects >> 8].a[0]].a[0]


cdef bint cast_from_elsewhere(Row *ev) noexcept nogil:
    """Whether a spell was cast from a graveyard or from exile, which the fast plane doesn't (`event_detail`)."""
    return ev.a[5] == 6 or ev.a[5] == 7 or ev.a[5] == 14


cdef bint always_tapped(Program *p, Ability *ab) noexcept nogil:
    cdef Row *r = &p.rows[ab.effects >> 8]
    return ab.type == ENTERS and ab.effects & 255 == 1 and r.op == OP_EntersTapped and r.a[0] < 0 and r.a[1] < 0


cdef bint matters_discarded(Program *p, Ability *ab) noexcept nogil:
    """Whether an ability works as its card is discarded, or from the graveyard on draws (CR 113.6)."""
    cdef int j, kind
    if ab.type == TRIGGERED:
        for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
            kind = p.rows[j].a[0]
            if kind == EV_TO_GRAVEYARD or kind == EV_DISCARDS or kind == EV_LEAVES_GRAVEYARD or ab.zone != Z_BATTLEFIELD:
                return True
    if ab.type == OTHER and p.rows[ab.row].op == OP_Keyword:
        return p.rows[ab.row].a[0] == KEYWORD_DREDGE
    return ab.type == OTHER and p.rows[ab.row].op == OP_AlternativeCost and p.rows[ab.row].a[2] == A_MADNESS


cdef bint harmless_nonland(Program *p, Face *f, bint tokens) noexcept nogil:
    """Whether a permanent with this face, once cast, leaves everything that the tally sees as it was."""
    cdef int k, j, kind
    cdef Ability *ab
    if not f.types & PERMANENT or f.supers & LEGENDARY and f.types & LAND:
        return False
    if f.types & CREATURE and f.toughness <= 0 and not f.star:
        return False  # it lives by counters, which the fast plane doesn't keep
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.type == ACTIVATED:
            if ab.flags & F_MANA or ab.helps or ab.rank == 1:
                return False
        elif ab.type == TRIGGERED:
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                kind = p.rows[j].a[0]
                if kind == EV_DIES or kind == EV_LEAVES or kind == EV_SACRIFICED or kind == EV_COUNTERS \
                        or kind == EV_EXERTED or kind == 20:
                    continue
                if kind == EV_CAST and (cast_pain(p, f, ab) > 0 or cast_from_elsewhere(&p.rows[j])):
                    continue
                if not inert_list(p, ab.effects, tokens):
                    return False
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if p.rows[j].op != OP_ChangePower and p.rows[j].op != OP_Inert:
                    return False
        elif ab.type == ENTERS:
            if not inert_list(p, ab.effects, tokens) and not always_tapped(p, ab):
                return False
            if p.rows[ab.row].op != OP_This:
                return False
        elif ab.type == OTHER:
            kind = p.rows[ab.row].op
            if kind == OP_Keyword:
                if p.rows[ab.row].a[0] > 7 or p.rows[ab.row].a[0] == 2:
                    return False
            elif kind != OP_AlternativeCost and kind != OP_AdditionalCost and kind != OP_Inert and kind != OP_Equip \
                    and kind != OP_CastTiming:
                return False
    return True


cdef bint plain_land(Context *c, Program *p, int kind, FastKind *out) noexcept nogil:
    cdef Face *f = &p.faces[p.kinds[kind].face]
    cdef Ability *ab
    cdef Row *r
    cdef int k, j, mask = <int>(f.subs[0] & 31), found = 1 if f.subs[0] & 31 else 0
    if p.kinds[kind].n_faces > 1 or f.types & (CREATURE | ARTIFACT | ENCHANTMENT) or f.supers & LEGENDARY:
        return False
    if f.types != LAND:
        return False
    if bit_count(f.subs[0] & 31) > 0:
        found = bit_count(f.subs[0] & 31)
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.type == ACTIVATED:
            if ab.zone != Z_BATTLEFIELD:
                if ab.helps:
                    return False
                continue
            if ab.flags & F_MANA:
                if not ab.flags & F_SIMPLE or ab.n_units != 1 or ab.spend >= 0 or ab.life or ab.flags & F_PAIN or ab.limits:
                    return False
                mask |= ab.units[0]
                found += 1
            elif ab.helps or ab.rank == 1:
                return False
        elif ab.type == ENTERS:
            if p.rows[ab.row].op != OP_This or ab.effects & 255 != 1 or out.enters:
                return False
            r = &p.rows[ab.effects >> 8]
            if r.op != OP_EntersTapped:
                return False
            if r.a[0] < 0 and r.a[1] < 0:
                out.enters = 1
            elif r.a[1] < 0:
                r = &p.rows[r.a[0]]
                if r.op != OP_Compare or p.rows[r.a[2]].op != OP_Const:
                    return False
                out.op = <int8_t>r.a[1]
                out.n = <int16_t>p.rows[r.a[2]].a[0]
                if p.rows[r.a[0]].op == OP_Number and p.rows[r.a[0]].a[0] == 3:
                    out.filter = -2
                elif p.rows[r.a[0]].op == OP_Count and p.rows[r.a[0]].a[1] == Z_BATTLEFIELD:
                    out.filter = fast_filter(c, p, p.rows[r.a[0]].a[0])
                    if out.filter < 0:
                        return False
                else:
                    return False
                out.enters = 2
            elif r.a[0] < 0:
                r = &p.rows[r.a[1]]
                if r.op != OP_Cost or r.a[0] & 255 != 1 or p.rows[r.a[0] >> 8].op != OP_PayLife:
                    return False
                r = &p.rows[r.a[0] >> 8]
                if p.rows[r.a[0]].op != OP_Const:
                    return False
                out.n = <int16_t>p.rows[r.a[0]].a[0]
                out.enters = 3
            else:
                return False
        elif ab.type == TRIGGERED:
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                if p.rows[j].a[0] != EV_ENTERS or p.rows[j].a[1] < 0 or p.rows[p.rows[j].a[1]].op != OP_This:
                    return False
            if ab.condition >= 0 or ab.effects & 255 != 1:
                return False
            r = &p.rows[ab.effects >> 8]
            if r.op == OP_GainLife and p.rows[r.a[0]].op == OP_Const:
                out.life = <int16_t>p.rows[r.a[0]].a[0]
            elif r.op != OP_Inert:
                return False
        elif ab.type == OTHER and (p.rows[ab.row].op == OP_Inert or (p.rows[ab.row].op == OP_Keyword and p.rows[ab.row].a[0] == 0)):
            pass
        else:
            return False
    out.mask = <uint8_t>mask
    return found > 0


cdef int fast_filter(Context *c, Program *p, int filter_) noexcept nogil:
    """Number of a filter that only lands can match, -1 if it isn't such."""
    cdef int i, k
    cdef Filter *f
    cdef Frame fr
    for i in range(p.n_fast_filters):
        if p.fast_filters[i] == filter_:
            return i
    if p.n_fast_filters >= FAST_FILTERS:
        return -1
    k = filter_
    while k >= 0:
        f = &p.filters[k]
        if f.tapped or f.which == 1 or f.which > 2 or f.token or f.counter != -1 or f.chosen or f.quality or f.produces or f.keywords:
            return -1
        if f.controller == 2:
            return -1
        k = f.next
    memset(&fr, 0, sizeof(Frame))
    fr.source = -1
    for i in range(p.n_kinds):
        if not p.kinds[i].land and p.faces[p.kinds[i].face].types & PERMANENT and match_face(c, filter_, p.kinds[i].face, &fr):
            return -1
    p.fast_filters[p.n_fast_filters] = filter_
    p.n_fast_filters += 1
    return p.n_fast_filters - 1


cdef bint fast_class(Context *c, Program *p, int cls) noexcept nogil:
    """Whether the class's castability is a matter of counts: plain costs, or sacrificing so many lands instead."""
    cdef int kind = p.class_kind[cls], face, k, j
    cdef FastClass *out = &p.fast_classes[cls]
    cdef Face *f
    cdef Ability *ab
    cdef Row *r
    out.n = 0
    out.alt_filter = -1
    for face in range(p.kinds[kind].face, p.kinds[kind].face + p.kinds[kind].n_faces):
        f = &p.faces[face]
        if not f.playable or f.types & LAND:
            continue
        if f.flags & FACE_TIMED:
            return False
        if out.n >= FAST_COSTS:
            return False
        for k in range(f.n_abilities):
            ab = &p.abilities[p.face_abilities[f.ability + k]]
            if ab.type == STATIC:
                for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                    r = &p.rows[j]
                    if r.op == OP_SpendOnlyOn or (r.op == OP_CostChange and p.rows[r.a[0]].op == OP_This):
                        return False
            if ab.type != OTHER:
                continue
            r = &p.rows[ab.row]
            if r.op == OP_CostHelp or r.op == OP_SpendOnlyOn or r.op == OP_CostChange:
                return False
            if r.op == OP_AdditionalCost and not r.a[1]:
                return False
            if r.op == OP_AlternativeCost and r.a[3] == Z_HAND and r.a[4] < 0 and not (r.a[2] == A_SUSPEND or r.a[2] == A_PLOT
                    or r.a[2] == A_MIRACLE or r.a[2] == A_MADNESS or r.a[2] == A_FORETELL):  # not in a main phase from the hand
                if r.a[1] >= 0 or out.alt_filter >= 0:
                    return False
                r = &p.rows[r.a[0]]
                if r.op != OP_Cost or r.a[0] & 255 != 1:
                    return False
                r = &p.rows[r.a[0] >> 8]
                if r.op == OP_Mana:
                    if any_flag(&p.costs[r.a[0]]) or out.n >= FAST_COSTS:
                        return False
                    out.cost[out.n] = <int16_t>r.a[0]
                    out.n += 1
                    continue
                if r.op != OP_SacrificeCost or p.rows[r.a[1]].op != OP_Const:
                    return False
                out.alt_n = <int16_t>p.rows[r.a[1]].a[0]
                out.alt_filter = <int16_t>fast_filter(c, p, r.a[0])
                if out.alt_filter < 0:
                    return False
        if f.cost >= 0 and not casts_only_otherwise(c, f):
            if any_flag(&p.costs[f.cost]) or out.n >= FAST_COSTS:
                return False
            out.cost[out.n] = <int16_t>f.cost
            out.n += 1
    out.least = 127
    if out.alt_filter >= 0:
        out.least = 0  # lands instead of mana: always looked at
    for j in range(out.n):
        out.least = min(out.least, <int16_t>(p.costs[out.cost[j]].generic + p.costs[out.cost[j]].n))
    return True


cdef bint any_flag(Cost *cost) noexcept nogil:
    cdef int k
    for k in range(cost.n):
        if cost.flag[k]:
            return True
    return False


cdef bint reads_permanents(Context *c, Program *p) noexcept nogil:
    """Whether anything counts or uses permanents other than lands, so that tokens and creatures could matter."""
    cdef int j, op, f, k
    for j in range(p.n_rows):
        op = p.rows[j].op
        f = -2
        if op == OP_Count and p.rows[j].a[1] == Z_BATTLEFIELD:
            f = p.rows[j].a[0]
        elif op == OP_Kinds or op == OP_Greatest or op == OP_Total:
            f = p.rows[j].a[1]
        elif op == OP_Devotion:
            return True
        elif op == OP_TapOthers or op == OP_SacrificeCost or op == OP_ReturnCost or op == OP_UntapOthers:
            f = p.rows[j].a[0]
            if is_this_filter(p, f):
                continue
        if f == -2:
            continue
        for k in range(p.n_kinds):
            if not p.kinds[k].land and p.faces[p.kinds[k].face].types & PERMANENT and match_face(c, f, p.kinds[k].face, NULL):
                return True
    return False


cdef bint is_this_filter(Program *p, int f) noexcept nogil:
    return f >= 0 and p.filters[f].which == 1


cdef void analyse_fast(Context *c, Program *p) noexcept nogil:
    """Decide whether the fast plane can begin this program's games, and mark what makes it hand over."""
    cdef int k, j, a
    cdef Face *f
    cdef bint tokens, fast
    cdef Ability *ab
    p.flags &= ~P_FAST
    p.n_fast_filters = 0
    if p.n_classes > 64 * MAX_WORDS or p.n_kinds > 512 or p.n_slots > 1024:
        return
    tokens = not reads_permanents(c, p)
    p.flags = p.flags | P_PLAIN_TOKENS if tokens else p.flags & ~P_PLAIN_TOKENS
    for k in range(p.n_kinds):
        memset(&p.fast_kinds[k], 0, sizeof(FastKind))
        if p.kinds[k].land:
            p.fast_kinds[k].plain = plain_land(c, p, k, &p.fast_kinds[k])
    fast = not p.flags & P_READS_ATTACKS and not p.grave_kinds and not p.grave_statics
    for k in range(p.n_classes):
        p.fast_class[k] = fast_class(c, p, k)
        fast = fast and p.fast_class[k]
    for k in range(p.n_kinds):
        f = &p.faces[p.kinds[k].face]
        for j in range(p.kinds[k].face, p.kinds[k].face + p.kinds[k].n_faces):
            for a in range(p.faces[j].n_abilities):
                ab = &p.abilities[p.face_abilities[p.faces[j].ability + a]]
                if ab.type == ACTIVATED and ab.zone == Z_HAND and ab.helps:
                    fast = False  # something can be done from the hand
                    p.fast_kinds[k].leave = 1
                if ab.type == OTHER and p.rows[ab.row].op == OP_OpeningHand:
                    fast = False
                    p.fast_kinds[k].leave = 1
                if matters_discarded(p, ab):
                    p.fast_kinds[k].leave = 1
            if j > p.kinds[k].face and p.faces[j].playable and p.faces[j].types & LAND:
                p.fast_kinds[k].leave = 1
        if p.kinds[k].token:
            continue
        if p.kinds[k].land:
            p.fast_kinds[k].leave |= not p.fast_kinds[k].plain
        elif not harmless_nonland(p, f, tokens):
            p.fast_kinds[k].leave_cast = 1
        else:
            for a in range(f.n_abilities):
                if always_tapped(p, &p.abilities[p.face_abilities[f.ability + a]]):
                    p.fast_kinds[k].enters = 1
    for k in range(p.n_kinds):
        f = &p.faces[p.kinds[k].face]
        p.fast_kinds[k].face = <int16_t>p.kinds[k].face
        p.fast_kinds[k].cls = <int16_t>p.kinds[k].cls
        p.fast_kinds[k].mana_value = <int16_t>f.mana_value
        p.fast_kinds[k].order = <int16_t>plan_order(f)
        p.fast_kinds[k].cost = <int16_t>f.cost
        p.fast_kinds[k].land = p.kinds[k].land != 0
        # as hand_spells() and plan_slots() have it
        p.fast_kinds[k].spell = not p.kinds[k].land and f.cost >= 0 and not f.flags & ROLE_ONE_SHOT
        p.fast_kinds[k].plan = p.fast_kinds[k].spell and f.castable_now and not p.costs[max(0, f.cost)].x
        p.fast_kinds[k].pain = 0
        for a in range(f.n_abilities):
            ab = &p.abilities[p.face_abilities[f.ability + a]]
            if ab.type == TRIGGERED and ab.effects & 255 == 1 and p.rows[ab.event >> 8].a[0] == EV_CAST and cast_pain(p, f, ab) > 0:
                if p.fast_kinds[k].pain:
                    p.fast_kinds[k].leave_cast = 1  # one such ability is all that is followed
                p.fast_kinds[k].pain = <int16_t>cast_pain(p, f, ab)
                p.fast_kinds[k].pain_filter = <int16_t>p.rows[p.rows[ab.event >> 8].a[1]].a[0]
        p.fast_kinds[k].in_filters = 0
        if p.kinds[k].land:
            for j in range(p.n_fast_filters):
                if match_face(c, p.fast_filters[j], p.kinds[k].face, NULL):
                    p.fast_kinds[k].in_filters |= <uint8_t>(1 << j)
    j = 0
    for k in range(p.n_kinds):
        if p.fast_kinds[k].pain:
            if j == 8:
                p.fast_kinds[k].leave_cast = 1
                p.fast_kinds[k].pain = 0
                continue
            p.fast_kinds[k].pain_number = <uint8_t>j
            for a in range(p.n_kinds):
                if match_face(c, p.fast_kinds[k].pain_filter, p.kinds[a].face, NULL):
                    p.fast_kinds[a].hurts |= <uint8_t>(1 << j)
            j += 1
    for k in range(p.n_slots):
        p.slot_kinds[k] = <uint16_t>p.slot_kind[k]
    for k in range(p.n_classes):
        j = k
        while j > 0 and p.fast_classes[p.fast_order[j - 1]].least > p.fast_classes[k].least:
            p.fast_order[j] = p.fast_order[j - 1]
            j -= 1
        p.fast_order[j] = <int16_t>k
    pack_needs(p)
    p.n_alternatives = 0
    memset(p.affordable, 0, sizeof(p.affordable))
    memset(p.counted, 0, sizeof(p.counted))
    for k in range(p.n_classes):
        if p.fast_class[k] and p.fast_classes[k].alt_filter >= 0:
            if p.n_alternatives == 64:
                p.fast_class[k] = 0
                fast = False
            else:
                p.alternatives[p.n_alternatives] = <int16_t>k
                p.n_alternatives += 1
        if not p.fast_class[k]:
            continue
        p.counted[k >> 6] |= <uint64_t>1 << (k & 63)
        for j in range(128):
            for a in range(p.fast_classes[k].n):
                if p.costs[p.fast_classes[k].cost[a]].need[63] <= j:
                    p.affordable[j][k >> 6] |= <uint64_t>1 << (k & 63)
    if fast:
        p.flags |= P_FAST


# ------------------------------------------------------------------------------------------- the game

# ------------------------------------------------------------------------------------------- the game

cdef struct FastState:
    uint64_t cover[8]          # packed units of all lands in play
    uint8_t types[8]           # units that can be of each type
    int32_t n_lands
    int32_t n_permanents
    int32_t counts[FAST_FILTERS]
    int32_t tapped             # permanents tapped as the turn ends
    uint16_t lands[128]        # slots, in order of entering
    uint16_t permanents[256]
    int32_t n_spells, n_kinds, n_leave, n_pain
    uint8_t pain[256]          # places in permanents of those that make casting cost life
    uint16_t spells[MAX_HAND + MAX_COMMAND]  # slots of the commanders and the hand's spells in the order of the plan, in the order of drawing where equal
    int16_t kinds[MAX_HAND]    # kinds of the hand's lands, in the order of drawing


cdef inline void hold(Context *c, FastState *fs, int slot) noexcept nogil:
    """A card comes into the hand."""
    cdef int kind = c.p.slot_kinds[slot], j
    cdef FastKind *fk = &c.p.fast_kinds[kind]
    fs.n_leave += fk.leave
    if fk.land:
        fs.kinds[fs.n_kinds] = <int16_t>kind
        fs.n_kinds += 1
        return
    j = fs.n_spells
    while j > 0 and c.p.fast_kinds[c.p.slot_kinds[fs.spells[j - 1]]].order < fk.order:
        fs.spells[j] = fs.spells[j - 1]
        j -= 1
    fs.spells[j] = <uint16_t>slot
    fs.n_spells += 1


cdef inline void drop(Context *c, FastState *fs, int slot) noexcept nogil:
    """A card leaves the hand."""
    cdef int kind = c.p.slot_kinds[slot], j = 0
    cdef FastKind *fk = &c.p.fast_kinds[kind]
    fs.n_leave -= fk.leave
    if fk.land:
        while fs.kinds[j] != kind:
            j += 1
        fs.n_kinds -= 1
        while j < fs.n_kinds:
            fs.kinds[j] = fs.kinds[j + 1]
            j += 1
        return
    while fs.spells[j] != slot:
        j += 1
    fs.n_spells -= 1
    while j < fs.n_spells:
        fs.spells[j] = fs.spells[j + 1]
        j += 1


cdef inline void take_card(State *s, int slot) noexcept nogil:
    cdef int i = 0
    while s.hand[i] != slot:
        i += 1
    s.n_hand -= 1
    while i < s.n_hand:
        s.hand[i] = s.hand[i + 1]
        i += 1


cdef inline bint fast_enters_untapped(Context *c, Scenario *sc, FastState *fs, FastKind *k, bint pay) noexcept nogil:
    cdef int left
    if k.enters == 0:
        return True
    if k.enters == 1:
        return False
    if k.enters == 3:
        return pay
    left = sc.opponents if k.filter == -2 else fs.counts[k.filter]
    if k.op == 0:
        return left >= k.n
    if k.op == 1:
        return left <= k.n
    if k.op == 2:
        return left == k.n
    if k.op == 3:
        return left != k.n
    if k.op == 4:
        return left > k.n
    return left < k.n


cdef inline void add_land(Program *p, uint64_t *to, uint64_t *cover, int mask) noexcept nogil:
    cdef int k
    to[0] = cover[0] + p.one[mask][0]
    for k in range(1, p.n_words):
        to[k] = cover[k] + p.one[mask][k]


cdef inline bint class_covered(Context *c, FastClass *fc, uint64_t *cover, FastState *fs, int in_filters, int tax) noexcept nogil:
    cdef uint64_t left[8]
    cdef int j
    if tax:
        if total_of(cover) < tax:
            return False
        memcpy(left, cover, sizeof(left))
        left[0] -= tax  # generic mana is in the sum of all types alone
        cover = left
    for j in range(fc.n):
        if packed_covers(c.p, cover, &c.p.packed[8 * fc.cost[j]]):
            return True
    if fc.alt_filter >= 0:
        return fs.counts[fc.alt_filter] + (in_filters >> fc.alt_filter & 1) >= fc.alt_n
    return False


cdef Seen *castable_with(Context *c, uint64_t cover) noexcept nogil:
    """What is castable with these units, remembered by the packed sums."""
    cdef Program *p = c.p
    cdef Seen *e = &c.seen_covers[cover * <uint64_t>0x9E3779B97F4A7C15ULL >> (64 - SEEN_COVERS_BITS)]
    cdef FastClass *fc
    cdef int cls, j
    cdef uint64_t h = high_bits()
    if e.cover == cover and e.known:
        return e
    e.cover = cover
    e.known = 1
    e.castable = 0
    memset(e.missing, 255, sizeof(e.missing))
    for cls in range(p.n_classes):
        fc = &p.fast_classes[cls]
        for j in range(fc.n):
            if ((cover | h) - p.packed[8 * fc.cost[j]]) & h == h:
                e.castable |= <uint64_t>1 << cls
                break
    return e


cdef void measure_small(Context *c, Scenario *sc, State *s, FastState *fs, TurnOut *t, int16_t *acts, int n) noexcept nogil:
    """The same for at most 64 classes and one word of sums."""
    cdef Program *p = c.p
    cdef uint64_t cast_ = 0, m1 = 0, m3 = 0, cover
    cdef Seen *e
    cdef Seen *with_[MAX_HAND + 1]
    cdef FastKind *fk
    cdef Face *f
    cdef FastClass *fc
    cdef int k, j, cls, miss, best, m = 0
    # with a land in hand, playing none castes nothing more than playing one
    for k in range(0 if n > 0 else -1, n):
        if k < 0:
            e = castable_with(c, fs.cover[0])
            cast_ |= e.castable
            cover = fs.cover[0]
        else:
            fk = &p.fast_kinds[acts[k]]
            cover = fs.cover[0] + p.one[fk.mask][0]
            e = castable_with(c, cover)
            if fast_enters_untapped(c, sc, fs, fk, s.life >= fk.n):
                cast_ |= e.castable
            else:
                m1 |= e.castable
                cast_ |= castable_with(c, fs.cover[0]).castable
        m3 |= p.affordable[cover & 127][0]
        with_[m] = e
        m += 1
        for j in range(p.n_alternatives):
            fc = &p.fast_classes[p.alternatives[j]]
            if fs.counts[fc.alt_filter] + (p.fast_kinds[acts[k]].in_filters >> fc.alt_filter & 1 if k >= 0 else 0) >= fc.alt_n:
                cast_ |= <uint64_t>1 << p.alternatives[j]
    m1 &= ~cast_
    m3 &= ~(cast_ | m1)
    t.castable[0] = cast_
    t.tempo[0] = m1
    t.restriction[0] = 0
    t.other[0] = 0
    t.colour[0] = m3
    t.mana[0] = all_bits(p.n_classes) & ~(cast_ | m1 | m3)
    if m3 == 0:
        return
    if n > 0:
        with_[m] = castable_with(c, fs.cover[0])
        m += 1
    while m3:
        cls = lowest_bit(m3)
        m3 &= m3 - 1
        f = &p.faces[p.kinds[p.class_kind[cls]].face]
        if f.cost < 0:
            t.short_of[cls] = 0
            continue
        best = 255
        # as fast_missing() goes: without a land first
        for k in range(m):
            e = with_[m - 1 if k == 0 else k - 1]
            if e.missing[cls] == 255:
                e.missing[cls] = <uint8_t>packed_missing(p, &e.cover, f.cost)
            miss = e.missing[cls]
            if best == 255 or bit_count(miss) < bit_count(best) or (best == 0 and miss):
                best = miss
        t.short_of[cls] = <uint8_t>best


cdef void fast_measure(Context *c, Scenario *sc, State *s, FastState *fs, TurnOut *t, int16_t *acts, int n) noexcept nogil:
    """`measure_castable` by counts."""
    cdef uint64_t m1[MAX_WORDS]
    cdef uint64_t m3[MAX_WORDS]
    cdef uint64_t cast_[MAX_WORDS]
    cdef uint64_t bit
    cdef uint64_t cover1[8]
    cdef uint64_t *cover0
    cdef int i, k, cls, j, W = max(1, (c.p.n_classes + 63) >> 6), in_filters, first = 0 if n > 0 else -1, total, tax
    cdef FastKind *fk
    cdef FastClass *fc
    cdef bint untapped
    if c.p.n_words == 1 and W == 1 and s.commander_casts == 0:
        measure_small(c, sc, s, fs, t, acts, n)
        return
    for k in range(W):
        m1[k] = 0
        m3[k] = 0
        cast_[k] = 0
    # with a land in hand, playing none castes nothing more than playing one
    for k in range(first, n):
        in_filters = 0
        cover0 = &fs.cover[0]
        untapped = True
        if k >= 0:
            fk = &c.p.fast_kinds[acts[k]]
            add_land(c.p, cover1, fs.cover, fk.mask)
            in_filters = fk.in_filters
            untapped = fast_enters_untapped(c, sc, fs, fk, s.life >= fk.n)
            if untapped:
                cover0 = &cover1[0]
        else:
            memcpy(cover1, fs.cover, sizeof(cover1))
        total = total_of(cover1)
        for j in range(c.p.n_classes):
            cls = c.p.fast_order[j]
            fc = &c.p.fast_classes[cls]
            if fc.least > total:
                break
            bit = <uint64_t>1 << (cls & 63)
            if cast_[cls >> 6] & bit:
                continue
            tax = class_tax(c, cls)
            if class_covered(c, fc, cover0, fs, in_filters, tax):
                cast_[cls >> 6] |= bit
                continue
            for i in range(fc.n):
                if c.p.costs[fc.cost[i]].need[63] + tax <= total:
                    m3[cls >> 6] |= bit
                    if not untapped and class_covered(c, fc, cover1, fs, in_filters, tax):
                        m1[cls >> 6] |= bit
                    break
    for k in range(W):
        bit = all_bits(c.p.n_classes - 64 * k)
        t.castable[k] = cast_[k]
        t.tempo[k] = m1[k] & ~cast_[k]
        t.restriction[k] = 0
        t.other[k] = 0
        t.colour[k] = m3[k] & ~(m1[k] | cast_[k])
        t.mana[k] = bit & ~(cast_[k] | m1[k] | m3[k])
        if t.colour[k]:
            fast_missing(c, fs, t, acts, n, k)


cdef int packed_missing(Program *p, uint64_t *cover, int cost) noexcept nogil:
    """`missing_types` on packed bytes: the smallest violated proper set, the first by mask among equals."""
    cdef uint8_t *have = <uint8_t *>cover
    cdef uint8_t *need = <uint8_t *>&p.packed[8 * cost]
    cdef int j, k, set_, size, best = 0, best_size = 99
    for j in range(1, 8 * p.n_words):
        if need[j] > have[j]:
            set_ = 0
            for k in range(6):
                if j >> k & 1:
                    set_ |= 1 << p.relevant[k]
            size = bit_count(set_)
            if size < best_size or (size == best_size and set_ < best):
                best = set_
                best_size = size
    return best


cdef void fast_missing(Context *c, FastState *fs, TurnOut *t, int16_t *acts, int n, int word) noexcept nogil:
    cdef uint64_t cover[8]
    cdef int k, cls, miss, best
    cdef Face *f
    cdef uint64_t m = t.colour[word]
    while m:
        cls = 64 * word + lowest_bit(m)
        m &= m - 1
        f = &c.p.faces[c.p.kinds[c.p.class_kind[cls]].face]
        if f.cost < 0:
            t.short_of[cls] = 0
            continue
        best = 255
        for k in range(-1, n):
            if k >= 0:
                add_land(c.p, cover, fs.cover, c.p.fast_kinds[acts[k]].mask)
                miss = packed_missing(c.p, cover, f.cost)
            else:
                miss = packed_missing(c.p, fs.cover, f.cost)
            if best == 255 or bit_count(miss) < bit_count(best) or (best == 0 and miss):
                best = miss
        t.short_of[cls] = <uint8_t>best


cdef int fast_pack(Context *c, uint64_t *cover, uint16_t *spells, int n) noexcept nogil:
    """`pack` on packed bytes."""
    cdef uint64_t used[8]
    cdef uint64_t *need
    cdef FastKind *fk
    cdef int i, k, value = 0
    memset(used, 0, sizeof(used))
    for i in range(n):
        fk = &c.p.fast_kinds[c.p.slot_kinds[spells[i]]]
        if not fk.spell:
            continue
        need = &c.p.packed[8 * fk.cost]
        if packed_covers_sum(c.p, cover, used, need):
            used[0] += need[0]
            for k in range(1, c.p.n_words):
                used[k] += need[k]
            value += fk.mana_value
    return value


cdef int fast_choose_land(Context *c, Scenario *sc, State *s, FastState *fs, int16_t *acts, int n, int *say) noexcept nogil:
    """`play_best_land`'s choice by counts."""
    cdef int k, best = -1, best_value = -1, v, now, next_, weight, i, pay
    cdef uint64_t cover1[8]
    cdef FastKind *fk
    cdef bint untapped
    say[0] = -1
    if n == 0:
        return -1
    if n == 1 and c.p.fast_kinds[acts[0]].enters != 3:
        return 0
    for k in range(n):
        fk = &c.p.fast_kinds[acts[k]]
        add_land(c.p, cover1, fs.cover, fk.mask)
        next_ = fast_pack(c, cover1, fs.spells, fs.n_spells)
        weight = 0
        for i in range(6):
            if fk.mask >> i & 1 and c.p.weights[i]:
                weight += 8 * c.p.weights[i] // (1 + fs.types[i])
        for pay in range(2):
            if pay and (fk.enters != 3 or s.life < fk.n):
                continue
            untapped = fast_enters_untapped(c, sc, fs, fk, pay != 0)
            now = next_ if untapped else fast_pack(c, fs.cover, fs.spells, fs.n_spells)
            v = land_score(now, next_, 0 if untapped else 1, weight)
            if pay:
                v -= 512
                if v > best_value and s.life > 4:
                    best_value = v
                    best = k
                    say[0] = 1
            elif v > best_value:
                best_value = v
                best = k
                say[0] = 0
    return best


cdef void fast_to_general(Context *c, State *s, FastState *fs) noexcept nogil:
    """Make the objects that the counts stand for; the position is a precombat main phase with nothing tapped."""
    cdef int i, k
    for i in range(fs.n_lands + fs.n_permanents):
        k = fs.lands[i] if i < fs.n_lands else fs.permanents[i - fs.n_lands]
        k = new_object(c, c.p.kinds[c.p.slot_kind[k]].face, k, 0, False)
        if k < 0:
            return
        s.objects[k].sick = 0
        s.objects[k].entered = 0
        if i >= fs.n_lands and c.p.slot_zone[fs.permanents[i - fs.n_lands]] == Z_COMMAND:
            s.objects[k].pad |= 2
        if c.p.faces[s.objects[k].face].types & PLANESWALKER:
            s.objects[k].counters[C_LOYALTY] = <uint8_t>c.p.faces[s.objects[k].face].loyalty
    touch(c)
    refresh(c)


cdef int play_fast(Context *c, Scenario *sc, State *s, int on_the_play, GameOut *out) noexcept nogil:
    """One game on the fast plane, or as much of it as the cards allow."""
    cdef FastState fs
    cdef int16_t acts[MAX_HAND]
    cdef TurnOut *t
    cdef int turn, i, j, n, slot, kind, best, say = -1, k, cls, planned, W = (c.p.n_classes + 63) >> 6, gone = 0
    cdef uint64_t drawn[MAX_WORDS]
    cdef uint64_t used[8]
    cdef uint64_t cover[8]
    cdef uint64_t *need
    cdef uint16_t plan[MAX_HAND + MAX_COMMAND]
    cdef bint leave, untapped
    cdef FastKind *fk
    cdef FastKind *fp
    memset(out.opening, 0, <size_t>(<char *>out + sizeof(GameOut) - <char *>out.opening))
    out.on_the_play = <uint8_t>on_the_play
    c.undecided = 0
    c.paying_stage = 255
    c.executing = 0
    c.say_yes = -1
    c.lift = 0
    c.n_script = 0
    c.at = 0
    c.n_force = 0
    c.mode = M_PLAYER
    c.renewable = 0
    start_game(c, sc, s, on_the_play, out)
    note_drawn(c, s.hand, s.n_hand, out.opening)
    memcpy(drawn, out.opening, sizeof(drawn))
    memset(&fs, 0, <size_t>(<char *>&fs.lands[0] - <char *>&fs))
    fs.n_spells = 0
    fs.n_kinds = 0
    fs.n_leave = 0
    fs.n_pain = 0
    for i in range(s.n_command):
        # cast like a card in hand: nothing makes it come back for more (CR 903.8); lands are played from the hand
        if not c.p.fast_kinds[c.p.slot_kinds[s.command[i]]].land:
            hold(c, &fs, s.command[i])
            fs.n_leave -= c.p.fast_kinds[c.p.slot_kinds[s.command[i]]].leave
    for i in range(s.n_hand):
        hold(c, &fs, s.hand[i])
    for turn in range(1, sc.turns + 1):
        t = &out.turns[turn - 1]
        s.turn = turn
        s.lands_played = 0
        t.untapped = <uint8_t>min(255, fs.tapped)
        t.kept_tapped = 0
        t.triggers = 0
        t.unbounded = 0
        t.land_drop = 0
        fs.tapped = 0
        s.step = S_DRAW
        if not (turn == 1 and on_the_play and sc.opponents <= 1):
            slot = lib_draw(&s.library)
            if slot < 0:
                s.lost |= 1
                break
            s.hand[s.n_hand] = <uint16_t>slot
            s.n_hand += 1
            hold(c, &fs, slot)
            cls = c.p.fast_kinds[c.p.slot_kinds[slot]].cls
            if cls >= 0:
                set_bit(drawn, cls)
        s.step = S_MAIN1
        t.drawn[0] = drawn[0]
        t.cast[0] = 0
        for k in range(1, W):
            t.drawn[k] = drawn[k]
            t.cast[k] = 0
        # the distinct lands of the hand, in its order
        n = 0
        leave = fs.n_leave > 0
        for i in range(fs.n_kinds):
            for j in range(n):
                if acts[j] == fs.kinds[i]:
                    break
            else:
                acts[n] = fs.kinds[i]
                n += 1
        if leave or fs.n_lands > 100 or fs.n_permanents > 200:
            j = t.untapped
            memset(t, 0, sizeof(TurnOut) * (sc.turns - turn + 1))
            t.untapped = <uint8_t>j
            fast_to_general(c, s, &fs)
            play_turn_main(c, sc, s, t, drawn, 0)
            return resume_general(c, sc, s, out, turn, drawn)
        fast_measure(c, sc, s, &fs, t, acts, n)
        t.seen = <uint8_t>min(63, fs.n_kinds + fs.n_lands + gone)
        best = fast_choose_land(c, sc, s, &fs, acts, n, &say)
        untapped = True
        fk = NULL
        memcpy(cover, fs.cover, sizeof(cover))
        if best >= 0:
            fk = &c.p.fast_kinds[acts[best]]
            untapped = fast_enters_untapped(c, sc, &fs, fk, say == 1)
            if untapped:
                add_land(c.p, cover, fs.cover, fk.mask)
        # the plan of spells, looked at before anything happens
        planned = 0
        memset(used, 0, sizeof(used))
        for i in range(fs.n_spells):
            fp = &c.p.fast_kinds[c.p.slot_kinds[fs.spells[i]]]
            if not fp.plan:
                continue
            need = &c.p.packed[8 * fp.cost]
            if packed_covers_sum(c.p, cover, used, need):
                used[0] += need[0]
                for k in range(1, c.p.n_words):
                    used[k] += need[k]
                if fp.leave_cast:
                    leave = True
                plan[planned] = fs.spells[i]
                planned += 1
        if leave:
            memset(t + 1, 0, sizeof(TurnOut) * (sc.turns - turn))
            for i in range(6):
                t.by_type[i] = 0
            fast_to_general(c, s, &fs)
            play_main_part(c, sc, s, t, drawn)
            return resume_general(c, sc, s, out, turn, drawn)
        memcpy(t.by_type, fs.types, 6)
        if best >= 0:
            i = 0
            while c.p.slot_kinds[s.hand[i]] != acts[best]:
                i += 1
            slot = s.hand[i]
            take_card(s, slot)
            drop(c, &fs, slot)
            fs.lands[fs.n_lands] = <uint16_t>slot
            fs.n_lands += 1
            add_land(c.p, fs.cover, fs.cover, fk.mask)
            for i in range(8):
                fs.types[i] += TYPES_OF[fk.mask][i]
            if untapped:
                memcpy(t.by_type, fs.types, 6)
            for i in range(c.p.n_fast_filters):
                fs.counts[i] += fk.in_filters >> i & 1
            if fk.enters == 3 and say == 1:
                s.life -= fk.n
            s.life += fk.life
            if not untapped:
                fs.tapped += 1
            t.land_drop = 1
        t.in_play = <uint8_t>min(31, fs.n_lands)
        t.available = <uint8_t>min(63, total_of(cover))
        t.one_shot = t.available
        for i in range(planned):
            slot = plan[i]
            if in_zone(c, slot, Z_COMMAND):
                take(c, s.command, &s.n_command, slot)
                s.commander_casts += 1 << commander_place(c, slot)
                fs.n_leave += c.p.fast_kinds[c.p.slot_kinds[slot]].leave
            else:
                take_card(s, slot)
            drop(c, &fs, slot)
            fp = &c.p.fast_kinds[c.p.slot_kinds[slot]]
            set_bit(t.cast, fp.cls)
            fs.tapped += fp.enters
            for k in range(fs.n_pain):
                fk = &c.p.fast_kinds[c.p.slot_kinds[fs.permanents[fs.pain[k]]]]
                if fp.hurts >> fk.pain_number & 1:
                    s.life -= fk.pain
            if s.life <= 0:
                s.lost |= 2
            if fp.pain:
                fs.pain[fs.n_pain] = <uint8_t>fs.n_permanents
                fs.n_pain += 1
            fs.permanents[fs.n_permanents] = <uint16_t>slot
            fs.n_permanents += 1
        t.spent = <uint8_t>total_of(used)
        t.flowed = 0
        fs.tapped += t.spent
        if s.lost:
            break  # CR 704.5a
        out.played = turn
        # cleanup (CR 514.1)
        while s.n_hand > 7:
            best = 0
            k = -1
            for i in range(s.n_hand):
                j = discard_value(c, s.hand, s.n_hand, s.hand[i], fs.n_lands)
                if j > k:
                    k = j
                    best = i
            slot = s.hand[best]
            take_card(s, slot)
            drop(c, &fs, slot)
            s.graveyard[s.n_graveyard] = <uint16_t>slot
            s.n_graveyard += 1
            gone += c.p.kinds[c.p.slot_kind[slot]].land
    if s.lost:
        memset(&out.turns[out.played], 0, sizeof(TurnOut) * (sc.turns - out.played))
    out.decked = s.lost & 1
    out.died = (s.lost >> 1) & 1
    return OK


cdef int resume_general(Context *c, Scenario *sc, State *s, GameOut *out, int turn, uint64_t *drawn) noexcept nogil:
    """After the precombat main phase of a turn, on the general plane."""
    if not s.lost and s.status == OK:
        out.played = turn
        finish_turn(c)
        if not s.lost:
            return play_turns(c, sc, s, out, 0, drawn)
    return end_game(c, s, out)
