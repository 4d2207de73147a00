# The fast plane: counts and running sums, for as long as nothing in play or in hand needs more.  It plays the same games
# as the general plane, bit for bit (tests compare them), and hands over to it at the first card marked `leave`.

cdef enum:
    FAST_FILTERS = 8
    FAST_COSTS = 3


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


cdef bint harmless_nonland(Program *p, Face *f, bint tokens) noexcept nogil:
    """Whether a permanent with this face, once cast, leaves everything that the tally sees as it was."""
    cdef int k, j, kind
    cdef Ability *ab
    if not f.types & PERMANENT or f.supers & LEGENDARY and f.types & LAND:
        return False
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.type == ACTIVATED:
            if ab.flags & F_MANA or ab.helps or ab.rank == 1:
                return False
        elif ab.type == TRIGGERED:
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                kind = p.rows[j].a[0]
                if kind == EV_ATTACKS or kind == EV_DIES or kind == EV_LEAVES or kind == EV_SACRIFICED or kind == EV_COUNTERS \
                        or kind == EV_EXERTED or kind == 20:
                    continue
                if not inert_list(p, ab.effects, tokens):
                    return False
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if p.rows[j].op != OP_ChangePower and p.rows[j].op != OP_Inert:
                    return False
        elif ab.type == ENTERS:
            if not inert_list(p, ab.effects, tokens) and p.rows[ab.effects >> 8].op != OP_EntersTapped:
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
            if r.op == OP_AlternativeCost and r.a[3] == Z_HAND and r.a[2] != 6 and r.a[4] < 0:
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
        if f.cost >= 0:
            if any_flag(&p.costs[f.cost]) or out.n >= FAST_COSTS:
                return False
            out.cost[out.n] = <int16_t>f.cost
            out.n += 1
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
    cdef bint tokens
    cdef Ability *ab
    p.flags &= ~P_FAST
    p.n_fast_filters = 0
    if p.n_classes > 64 * MAX_WORDS or p.n_kinds > 512 or p.n_slots > 1024:
        return
    tokens = not reads_permanents(c, p)
    for k in range(p.n_classes):
        if not fast_class(c, p, k):
            return
    for k in range(p.n_kinds):
        memset(&p.fast_kinds[k], 0, sizeof(FastKind))
        f = &p.faces[p.kinds[k].face]
        for j in range(p.kinds[k].face, p.kinds[k].face + p.kinds[k].n_faces):
            for a in range(p.faces[j].n_abilities):
                ab = &p.abilities[p.face_abilities[p.faces[j].ability + a]]
                if ab.type == ACTIVATED and ab.zone == Z_HAND and ab.helps:
                    return  # something can be done from the hand
                if ab.type == OTHER and p.rows[ab.row].op == OP_OpeningHand:
                    return
            if j > p.kinds[k].face and p.faces[j].playable and p.faces[j].types & LAND:
                p.fast_kinds[k].leave = 1
        if p.kinds[k].token:
            continue
        if p.kinds[k].land:
            if not plain_land(c, p, k, &p.fast_kinds[k]):
                p.fast_kinds[k].leave = 1
        elif not harmless_nonland(p, f, tokens):
            p.fast_kinds[k].leave_cast = 1
    for k in range(p.n_kinds):
        p.fast_kinds[k].in_filters = 0
        if p.kinds[k].land:
            for j in range(p.n_fast_filters):
                if match_face(c, p.fast_filters[j], p.kinds[k].face, NULL):
                    p.fast_kinds[k].in_filters |= <uint8_t>(1 << j)
    p.flags |= P_FAST


# ------------------------------------------------------------------------------------------- the game

cdef struct FastState:
    uint8_t cover[64]          # units of all lands in play
    int32_t n_lands
    int32_t n_permanents
    int32_t counts[FAST_FILTERS]
    int32_t tapped             # permanents tapped as the turn ends
    uint16_t lands[128]        # slots, in order of entering
    uint16_t permanents[256]


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


cdef inline bint class_covered(Context *c, FastClass *fc, uint8_t *cover, uint8_t *zero, FastState *fs, int in_filters) noexcept nogil:
    cdef int j
    for j in range(fc.n):
        if covered(cover, zero, c.p.costs[fc.cost[j]].need):
            return True
    if fc.alt_filter >= 0:
        return fs.counts[fc.alt_filter] + (in_filters >> fc.alt_filter & 1) >= fc.alt_n
    return False


cdef void fast_measure(Context *c, Scenario *sc, State *s, FastState *fs, TurnOut *t, Act *acts, int n) noexcept nogil:
    """`measure_castable` by counts."""
    cdef uint64_t m1[MAX_WORDS]
    cdef uint64_t m3[MAX_WORDS]
    cdef uint64_t cast_[MAX_WORDS]
    cdef uint64_t bit
    cdef uint8_t cover1[64]
    cdef uint8_t zero[64]
    cdef uint8_t *cover0
    cdef int k, cls, j, W = (c.p.n_classes + 63) >> 6, in_filters
    cdef FastKind *fk
    cdef FastClass *fc
    cdef bint untapped
    memset(m1, 0, sizeof(m1))
    memset(m3, 0, sizeof(m3))
    memset(cast_, 0, sizeof(cast_))
    memset(zero, 0, sizeof(zero))
    for k in range(-1, n):
        in_filters = 0
        memcpy(cover1, fs.cover, 64)
        untapped = True
        if k >= 0:
            fk = &c.p.fast_kinds[c.p.slot_kind[acts[k].a]]
            cover_add(cover1, fk.mask)
            in_filters = fk.in_filters
            untapped = fast_enters_untapped(c, sc, fs, fk, s.life >= fk.n)
        elif n > 0:
            # without a land nothing more can be cast than with one, but for lands that enter tapped and do nothing
            continue
        if untapped:
            cover0 = &cover1[0]
        else:
            cover0 = &fs.cover[0]
        for cls in range(c.p.n_classes):
            bit = <uint64_t>1 << (cls & 63)
            if cast_[cls >> 6] & bit:
                continue
            fc = &c.p.fast_classes[cls]
            if class_covered(c, fc, cover0, zero, fs, in_filters):
                cast_[cls >> 6] |= bit
                continue
            if not untapped and class_covered(c, fc, cover1, zero, fs, in_filters):
                m1[cls >> 6] |= bit
            for j in range(fc.n):
                if c.p.costs[fc.cost[j]].need[63] <= cover1[63]:
                    m3[cls >> 6] |= bit
    for k in range(W):
        bit = all_bits(c.p.n_classes - 64 * k)
        t.castable[k] = cast_[k]
        t.tempo[k] = m1[k] & ~cast_[k]
        t.colour[k] = m3[k] & ~(m1[k] | cast_[k])
        t.mana[k] = bit & ~(cast_[k] | m1[k] | m3[k])
        if t.colour[k]:
            fast_missing(c, fs, t, acts, n, k)


cdef void fast_missing(Context *c, FastState *fs, TurnOut *t, Act *acts, int n, int word) noexcept nogil:
    cdef uint8_t cover[64]
    cdef int k, cls, miss, best, j
    cdef Face *f
    cdef uint64_t m = t.colour[word]
    while m:
        cls = 64 * word + lowest_bit(m)
        m &= m - 1
        f = &c.p.faces[c.p.kinds[c.p.class_kind[cls]].face]
        if f.cost < 0:
            continue
        best = 255
        for k in range(-1, n):
            memcpy(cover, fs.cover, 64)
            if k >= 0:
                cover_add(cover, c.p.fast_kinds[c.p.slot_kind[acts[k].a]].mask)
            miss = missing_types(cover, c.p.costs[f.cost].need)
            if best == 255 or bit_count(miss) < bit_count(best) or (best == 0 and miss):
                best = miss
        if best != 255:
            for j in range(6):
                if best >> j & 1:
                    set_bit(t.missing[j], cls)


cdef int fast_choose_land(Context *c, Scenario *sc, State *s, FastState *fs, Act *acts, int n, int *say) noexcept nogil:
    """`play_best_land`'s choice by counts."""
    cdef int k, best = -1, best_value = -1, v, now, next_, weight, mask, i, count = 0, pay
    cdef uint8_t cover1[64]
    cdef int16_t spells[MAX_HAND]
    cdef FastKind *fk
    cdef bint untapped, ready = False
    say[0] = -1
    if n == 0:
        return -1
    if n == 1 and c.p.fast_kinds[c.p.slot_kind[acts[0].a]].enters != 3:
        return 0
    hand_spells(c, s.hand, s.n_hand, spells, &count)
    for k in range(n):
        fk = &c.p.fast_kinds[c.p.slot_kind[acts[k].a]]
        memcpy(cover1, fs.cover, 64)
        cover_add(cover1, fk.mask)
        next_ = pack(c, cover1, spells, count, NULL)
        weight = type_weight(c, fs.cover, fk.mask)
        for pay in range(2):
            if pay and (fk.enters != 3 or s.life < fk.n):
                continue
            untapped = fast_enters_untapped(c, sc, fs, fk, pay != 0)
            now = next_ if untapped else pack(c, fs.cover, spells, count, NULL)
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
        if c.p.faces[s.objects[k].face].types & PLANESWALKER:
            s.objects[k].counters[C_LOYALTY] = <uint8_t>c.p.faces[s.objects[k].face].loyalty
    touch(c)
    refresh(c)


cdef int play_fast(Context *c, Scenario *sc, State *s, int on_the_play, GameOut *out) noexcept nogil:
    """One game on the fast plane, or as much of it as the cards allow."""
    cdef FastState fs
    cdef Act acts[MAX_HAND]
    cdef TurnOut *t
    cdef int turn, i, j, n, slot, kind, best, say = -1, k, cls, hand_lands, planned, discards
    cdef uint64_t drawn[MAX_WORDS]
    cdef uint8_t used[64]
    cdef uint8_t cover[64]
    cdef uint16_t plan[MAX_HAND]
    cdef bint leave, untapped
    cdef FastKind *fk
    cdef Face *f
    clear_out(c, out, sc.turns)
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
    memset(fs.cover, 0, 64)
    memset(fs.counts, 0, sizeof(fs.counts))
    fs.n_lands = 0
    fs.n_permanents = 0
    fs.tapped = 0
    for turn in range(1, sc.turns + 1):
        t = &out.turns[turn - 1]
        s.turn = turn
        s.lands_played = 0
        t.untapped = <uint8_t>min(255, fs.tapped)
        fs.tapped = 0
        s.step = S_DRAW
        if not (turn == 1 and on_the_play and sc.opponents <= 1):
            slot = lib_draw(&s.library)
            if slot < 0:
                s.lost |= 1
                break
            s.hand[s.n_hand] = <uint16_t>slot
            s.n_hand += 1
            cls = c.p.kinds[c.p.slot_kind[slot]].cls
            if cls >= 0:
                set_bit(drawn, cls)
        s.step = S_MAIN1
        memcpy(t.drawn, drawn, sizeof(drawn))
        # the distinct lands of the hand, in its order
        n = 0
        leave = False
        hand_lands = 0
        for i in range(s.n_hand):
            kind = c.p.slot_kind[s.hand[i]]
            if c.p.fast_kinds[kind].leave:
                leave = True
            if not c.p.kinds[kind].land:
                continue
            hand_lands += 1
            for j in range(n):
                if c.p.slot_kind[acts[j].a] == kind:
                    break
            else:
                acts[n].a = <int16_t>s.hand[i]
                n += 1
        if leave or fs.n_lands > 100 or fs.n_permanents > 200:
            fast_to_general(c, s, &fs)
            play_turn_main(c, sc, s, t, drawn, 0)
            return resume_general(c, sc, s, out, turn)
        fast_measure(c, sc, s, &fs, t, acts, n)
        j = 0
        for i in range(s.n_graveyard):
            j += c.p.kinds[c.p.slot_kind[s.graveyard[i]]].land
        t.seen = <uint8_t>min(63, hand_lands + fs.n_lands + j)
        best = fast_choose_land(c, sc, s, &fs, acts, n, &say)
        memcpy(cover, fs.cover, 64)
        untapped = True
        fk = NULL
        if best >= 0:
            fk = &c.p.fast_kinds[c.p.slot_kind[acts[best].a]]
            untapped = fast_enters_untapped(c, sc, &fs, fk, say == 1)
            if untapped:
                cover_add(cover, fk.mask)
        # the plan of spells, looked at before anything happens
        planned = 0
        memset(used, 0, sizeof(used))
        k = plan_slots(c, s.hand, s.n_hand, plan)
        for i in range(k):
            f = &c.p.faces[slot_face(c, plan[i])]
            if covered(cover, used, c.p.costs[f.cost].need):
                use_add(used, c.p.costs[f.cost].need)
                if c.p.fast_kinds[c.p.slot_kind[plan[i]]].leave_cast:
                    leave = True
                plan[planned] = plan[i]
                planned += 1
        if leave:
            fast_to_general(c, s, &fs)
            play_main_part(c, sc, s, t, drawn)
            return resume_general(c, sc, s, out, turn)
        if best >= 0:
            slot = acts[best].a
            take(c, s.hand, &s.n_hand, slot)
            fs.lands[fs.n_lands] = <uint16_t>slot
            fs.n_lands += 1
            cover_add(fs.cover, fk.mask)
            for i in range(c.p.n_fast_filters):
                fs.counts[i] += fk.in_filters >> i & 1
            if fk.enters == 3 and say == 1:
                s.life -= fk.n
            s.life += fk.life
            if not untapped:
                fs.tapped += 1
            t.land_drop = 1
        t.in_play = <uint8_t>min(31, fs.n_lands)
        t.available = <uint8_t>min(63, <int>cover[63])
        t.one_shot = t.available
        for i in range(6):
            t.by_type[i] = <uint8_t>min(31, <int>cover[1 << i])
        for i in range(planned):
            slot = plan[i]
            take(c, s.hand, &s.n_hand, slot)
            cls = c.p.kinds[c.p.slot_kind[slot]].cls
            set_bit(t.cast, cls)
            fs.permanents[fs.n_permanents] = <uint16_t>slot
            fs.n_permanents += 1
        t.spent = used[63]
        fs.tapped += used[63]
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
            take(c, s.hand, &s.n_hand, slot)
            s.graveyard[s.n_graveyard] = <uint16_t>slot
            s.n_graveyard += 1
    out.decked = s.lost & 1
    return OK


cdef int resume_general(Context *c, Scenario *sc, State *s, GameOut *out, int turn) noexcept nogil:
    """After the precombat main phase of a turn, on the general plane."""
    if not s.lost and s.status == OK:
        out.played = turn
        finish_turn(c)
        if not s.lost:
            return play_turns(c, sc, s, out, 0)
    return end_game(c, s, out)
