# A whole game: opening hand and mulligans, turns of the player, what each leaves in the outcome row.

cdef enum:
    MAX_TURNS = 32
    MAX_WORDS = 4              # 64 castability classes each

cdef struct TurnOut:
    uint64_t castable[MAX_WORDS]
    uint64_t mana[MAX_WORDS]          # reasons why not, exclusive
    uint64_t colour[MAX_WORDS]
    uint64_t restriction[MAX_WORDS]
    uint64_t tempo[MAX_WORDS]
    uint64_t other[MAX_WORDS]
    uint8_t short_of[64 * MAX_WORDS]  # of classes in colour: the smallest violated set of types, 0 if none shows it
    uint64_t drawn[MAX_WORDS]
    uint64_t cast[MAX_WORDS]
    uint8_t available, one_shot, unbounded, land_drop
    uint8_t by_type[6]
    uint8_t in_play, seen, spent, untapped, kept_tapped, triggers, otherwise
    uint8_t flowed             # whether flows has anything but mana of lands
    uint8_t flows[N_FLOWS]

cdef struct GameOut:
    TurnOut turns[MAX_TURNS]
    uint64_t opening[MAX_WORDS]
    uint8_t size, lands, n_mulligans
    uint8_t sent_size[8]
    uint8_t sent_lands[8]
    uint8_t decked, died, undecided, on_the_play
    int32_t played                   # turns that were played


cdef inline void set_bit(uint64_t *words, int k) noexcept nogil:
    words[k >> 6] |= <uint64_t>1 << (k & 63)


cdef inline int nodes_left(Context *c, Scenario *sc) noexcept nogil:
    """Nodes of one search: few once the game is undecided, for so it will be counted whatever follows."""
    return sc.node_limit if c.undecided == 0 else min(60, sc.node_limit)


cdef int count_lands(Context *c, uint16_t *cards, int n) noexcept nogil:
    cdef int i, m = 0
    for i in range(n):
        m += c.p.kinds[c.p.slot_kind[cards[i]]].land
    return m


cdef int bottom_value(Context *c, int slot, int rule, int order) noexcept nogil:
    """What goes to the bottom first: the last drawn, or the dearest spell and the land that makes least (under
    'off-colour' of the types that the deck's costs ask for)."""
    cdef Kind *k = &c.p.kinds[c.p.slot_kind[slot]]
    cdef uint32_t mask
    cdef int t
    if rule == 1:
        return order
    if k.land:
        mask = land_types_mask(c, k.face)
        if rule == 2:
            for t in range(6):
                if c.p.weights[t] == 0:
                    mask &= ~(<uint32_t>1 << t)
        return 8 - bit_count(mask)
    return c.p.faces[k.face].mana_value


cdef void put_on_bottom(Context *c, Scenario *sc, uint16_t *hand, int32_t *n, int lands_away, int spells_away, Library *l) noexcept nogil:
    cdef int i, best, v, best_value
    while lands_away + spells_away > 0:
        best = -1
        best_value = -1
        for i in range(n[0]):
            if c.p.kinds[c.p.slot_kind[hand[i]]].land:
                if lands_away == 0:
                    continue
            elif spells_away == 0:
                continue
            v = bottom_value(c, hand[i], sc.bottom, i)
            if v > best_value:
                best_value = v
                best = i
        if best < 0:
            return
        if c.p.kinds[c.p.slot_kind[hand[best]]].land:
            lands_away -= 1
        else:
            spells_away -= 1
        note(c, E_BOTTOM, hand[best])
        lib_put_bottom(l, hand[best])
        n[0] -= 1
        memmove(&hand[best], &hand[best + 1], (n[0] - best) * sizeof(uint16_t))


cdef int bottom_last(Context *c, Scenario *sc, uint16_t *hand, int32_t *n, int away, Library *l) noexcept nogil:
    """The first lands change places with the first cards, then the last cards go; returns how many lands went."""
    cdef int i, at = 0, gone = 0, slot
    for i in range(n[0]):
        if at >= sc.lead:
            break
        if c.p.kinds[c.p.slot_kind[hand[i]]].land:
            slot = hand[at]
            hand[at] = hand[i]
            hand[i] = <uint16_t>slot
            at += 1
    while away > 0:
        away -= 1
        n[0] -= 1
        gone += c.p.kinds[c.p.slot_kind[hand[n[0]]]].land
        note(c, E_BOTTOM, hand[n[0]])
        lib_put_bottom(l, hand[n[0]])
    return gone


cdef void opening(Context *c, Scenario *sc, Library *l, uint16_t *hand, int32_t *n_hand, GameOut *out) noexcept nogil:
    """Draw and keep an opening hand (CR 103.5)."""
    if c.hand_rule != NULL:
        opening_by_rule(c, sc, l, hand, n_hand, out)
        vancouver_scry(c, sc, l, out)
        return
    cdef int taken = 0, size, lands, i, n, want, slot
    cdef bint free_now, keep
    while True:
        # all cards back, a fresh permutation
        l.n_top = 0
        l.n_bottom = 0
        l.unknown = c.p.n_library
        memcpy(l.inside, c.p.inside, l.size)
        lib_permute(c, l)
        free_now = sc.free_ != 0 and taken == 0
        size = 7 - max(0, taken - sc.free_)
        if size < 0:
            size = 0
        want = 7 if sc.kind == 3 or sc.kind == 0 else size
        n = 0
        while n < want:
            slot = lib_draw(l)
            if slot < 0:
                break
            hand[n] = <uint16_t>slot
            note(c, E_DRAW, slot)
            n += 1
        n_hand[0] = n
        lands = count_lands(c, hand, n)
        if sc.kind == 3 and size < 7 and n == 7:
            # judged as it would be after the cards have gone to the bottom
            i = sc.bottom_lands[size][lands]
            keep = size <= sc.minimum or sc.keep[size][lands - i]
            if keep and sc.bottom == 1:
                lands -= bottom_last(c, sc, hand, n_hand, 7 - size, l)
            elif keep:
                put_on_bottom(c, sc, hand, n_hand, i, 7 - size - i, l)
                lands -= i
        else:
            keep = sc.kind == 0 or size <= sc.minimum or n < want or (sc.keep_free[lands] if free_now else sc.keep[size][lands])
        if keep or taken >= 7:
            out.size = <uint8_t>n_hand[0]
            out.lands = <uint8_t>lands
            out.n_mulligans = <uint8_t>taken
            note(c, E_KEEP, n_hand[0], lands)
            break
        out.sent_size[min(7, taken)] = <uint8_t>min(7, size)
        out.sent_lands[min(7, taken)] = <uint8_t>min(7, lands)
        note(c, E_MULLIGAN, size, lands)
        taken += 1
    vancouver_scry(c, sc, l, out)


cdef void vancouver_scry(Context *c, Scenario *sc, Library *l, GameOut *out) noexcept nogil:
    cdef int slot
    cdef bint keep
    if sc.kind == 2 and out.size < 7 and out.n_mulligans > 0 and lib_look(l, 1):
        # Vancouver: scry 1; a land stays
        slot = l.top[0]
        if sc.scry == 2:
            keep = c.p.kinds[c.p.slot_kind[slot]].land != 0
        else:
            keep = c.p.kinds[c.p.slot_kind[slot]].land != 0 if out.lands < 4 else c.p.kinds[c.p.slot_kind[slot]].land == 0
        if not keep:
            lib_remove(l, slot)
            lib_put_bottom(l, slot)


cdef void start_game(Context *c, Scenario *sc, State *s, int on_the_play, GameOut *out) noexcept nogil:
    cdef int i
    memset(s, 0, <size_t>(<char *>&s.hand[0] - <char *>s))
    c.s = s
    s.life = s.starting_life = sc.life
    s.opponents = sc.opponents
    s.opponent_life = sc.life
    s.on_the_play = on_the_play
    s.spells_allowed = -1
    s.dirty = 1
    s.library.size = c.p.n_slots
    s.library.epoch = 0
    seed_rng(c.rng, c.key0, c.key1, c.game, R_CHANCE)
    opening(c, sc, &s.library, s.hand, &s.n_hand, out)
    for i in range(c.p.n_slots):
        if c.p.slot_zone[i] == Z_COMMAND and s.n_command < 8:
            s.command[s.n_command] = <uint16_t>i
            s.n_command += 1


# ------------------------------------------------------------------------------------------ measuring

cdef void note_drawn(Context *c, uint16_t *cards, int n, uint64_t *words) noexcept nogil:
    cdef int i, k
    for i in range(n):
        k = c.p.kinds[c.p.slot_kind[cards[i]]].cls
        if k >= 0:
            set_bit(words, k)


cdef bint drop_helps(Context *c) noexcept nogil:
    """Whether something that waits to be put on the stack may let more be cast."""
    cdef Program *p = c.p
    cdef int k, j, op, list_
    for k in range(c.s.n_waiting):
        if c.s.waiting[k].ability < 0:
            return True
        list_ = p.abilities[c.s.waiting[k].ability].effects
        for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
            op = p.rows[j].op
            if op != OP_Inert and op != OP_GainLife and op != OP_Scry and op != OP_Surveil and op != OP_LoseLife and op != OP_Draw \
                    and op != OP_Discard and op != OP_Mill and op != OP_Sacrifice and op != OP_Tap:
                return True
    return False


cdef bint counterfactual_drop(Context *c, Workspace *w, State *base, State *root, Act *a, int how) noexcept nogil:
    """Play a land (none if NULL) on a copy, which becomes the state; False, and no change, where that is no other line.

    ``how``: 1 the offer as it enters is taken, 2 what it triggers has resolved before anything is cast, and before that
    only mana of what leaves has been made (CR 603.3, 117.1d).
    """
    cdef int mode = c.mode
    cdef bint could = True
    if how & 1 and (a == NULL or not land_asks(c, a.b)):
        return False
    if how & 2 and (a == NULL or not c.p.quick[a.b].arrives and not base.triggers & (1 << EV_ENTERS | 1 << EV_PLAYS_LAND)):
        return False
    copy_state(root, base)
    c.s = root
    if a == NULL:
        return True
    c.mode = M_PLAYER
    c.say_yes = how & 1
    c.n_script = 0
    c.at = 0
    play_land(c, a.a, a.b, a.zone)
    c.say_yes = -1
    if root.status == OK and how & 2:
        could = drop_helps(c)
        if could:
            c.mode = M_LAZY  # mana of any type stays so
            settle_foreseen(c, w)
            if root.n_waiting:
                c.mode = M_PLAYER
                settle_foreseen(c, w)
            could = root.n_waiting == 0
    c.mode = mode
    if root.status != OK or not could:
        c.s = base
        return False
    return True


cdef enum:
    PLENTY = 3                 # of `castable_over`: any mana, and as much as any cost asks for
    PLENTY_UNITS = 60


cdef void have_plenty(Context *c) noexcept nogil:
    cdef Unit *u
    while c.s.n_pool < PLENTY_UNITS:
        u = &c.s.pool[c.s.n_pool]
        memset(u, 0, sizeof(Unit))
        u.mask = 63
        u.snow = 1
        u.stage = <uint8_t>c.s.stage
        u.spend = u.source = u.ability = -1
        u.reserve = 255
        made_by(c, u, -1)
        c.s.n_pool += 1


cdef bint asks_for_more(Program *p, Face *f) noexcept nogil:
    """Whether mana may not be all that a spell with this face needs: other costs, certain times (CR 601.2b, 601.3)."""
    cdef int k, j
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.row >= 0 and p.rows[ab.row].op == OP_AdditionalCost and not p.rows[ab.row].a[1]:
            return True
        if ab.type != STATIC and ab.type != OTHER:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if p.rows[j].op == OP_CastTiming or p.rows[j].op == OP_AdditionalCost and not p.rows[j].a[1]:
                return True
    return False


cdef void measure_other(Context *c, Workspace *w, Scenario *sc, TurnOut *t) noexcept nogil:
    """Of what too little mana was found for: what no amount of mana would let be cast fails for another cost."""
    cdef uint64_t wanted[MAX_WORDS]
    cdef uint64_t got[MAX_WORDS]
    cdef Face *f
    cdef int cls, k
    cdef bint some = False
    memset(wanted, 0, sizeof(wanted))
    memset(got, 0, sizeof(got))
    for cls in range(c.p.n_classes):
        f = &c.p.faces[c.p.kinds[c.p.class_kind[cls]].face]
        if not f.plain and t.mana[cls >> 6] >> (cls & 63) & 1 and asks_for_more(c.p, f):
            set_bit(wanted, cls)
            some = True
    if not some:
        return
    castable_over(c, w, sc, c.s, PLENTY, True, wanted, got)
    for k in range(MAX_WORDS):
        t.mana[k] &= ~wanted[k]
        t.other[k] |= wanted[k]


cdef void castable_over(Context *c, Workspace *w, Scenario *sc, State *base, int lift, bint fresh, uint64_t *wanted, uint64_t *got) noexcept nogil:
    """Classes among ``wanted`` castable from the position over every land drop; with ``fresh``, all own permanents
    untapped and unsick. They are taken from ``wanted``."""
    cdef Act acts[MAX_CHILDREN]
    cdef State *root = &w.states[MAX_DEPTH + 1]
    cdef State *s = c.s
    cdef int n, k, i, how, log_on = c.log_on
    cdef uint64_t left = 0
    cdef uint64_t could[MAX_WORDS]
    c.s = base
    refresh(c)
    n = list_land_plays_all(c, acts) if land_plays_left(c) > 0 else 0
    c.log_on = 0
    for k in range(-1, n):
        for how in range(4):
            left = 0
            for i in range(MAX_WORDS):
                left |= wanted[i]
            if left == 0:
                break
            if not counterfactual_drop(c, w, base, root, &acts[k] if k >= 0 else NULL, how):
                continue
            if fresh and lift == 0 and all_fresh(c):
                c.s = base
                continue  # as without untapping
            if fresh:
                untap_all(c)
            if lift == PLENTY:
                have_plenty(c)
            memcpy(could, wanted, sizeof(could))
            if lift != PLENTY and not c.uncounted and not within_bounds(c, w, lift, could):
                c.s = base
                continue
            start_search(c, w, G_CARDS, SC_MANA | SC_ABILITIES, nodes_left(c, sc))
            memcpy(w.wanted, could, sizeof(w.wanted))
            memset(w.castable, 0, sizeof(w.castable))
            c.lift = min(lift, 2)
            run_search(c, w, root)
            c.lift = 0
            if w.cut:
                c.undecided += 1
            for i in range(MAX_WORDS):
                got[i] |= w.castable[i]
                wanted[i] &= ~w.castable[i]
            c.s = base
    c.s = s
    c.log_on = log_on


cdef bint measure_plainly(Context *c, Workspace *w, Scenario *sc, State *base, TurnOut *t) noexcept nogil:
    """The same where no land drop leaves anything to search: one look at the units settles all four questions."""
    cdef Act acts[MAX_CHILDREN]
    cdef Act children[MAX_CHILDREN]
    cdef State *root = &w.states[MAX_DEPTH + 1]
    cdef int n, k, i, how, mode = c.mode, log_on = c.log_on, cls, kind0, kind1, kind
    cdef bint stand, fresh
    cdef Payment units
    cdef uint64_t m1[MAX_WORDS]
    cdef uint64_t m2[MAX_WORDS]
    cdef uint64_t m3[MAX_WORDS]
    cdef uint8_t cover0[64]
    cdef uint8_t cover1[64]
    cdef uint8_t cover2[64]
    cdef uint8_t zero[64]
    cdef uint8_t *need
    cdef uint64_t bit
    cdef bint plain = True
    memset(m1, 0, sizeof(m1))
    memset(m2, 0, sizeof(m2))
    memset(m3, 0, sizeof(m3))
    memset(zero, 0, sizeof(zero))
    refresh(c)
    n = list_land_plays_all(c, acts) if land_plays_left(c) > 0 else 0
    c.log_on = 0
    w.scope = SC_MANA | SC_ABILITIES
    for k in range(-1, n):
        for how in range(4):
            if not counterfactual_drop(c, w, base, root, &acts[k] if k >= 0 else NULL, how):
                continue
            c.mode = M_LAZY
            look_at_units(c, &units)
            kind0 = cover_from(c, &units, cover0)
            c.node = NULL
            plain = kind0 == 2 and list_first_acts(c, w, children) == 0
            stand = costs_stand(c)
            if plain:
                c.node = &units
                for cls in range(c.p.n_classes):
                    i = c.p.kinds[c.p.class_kind[cls]].face
                    bit = <uint64_t>1 << (cls & 63)
                    kind = c.p.faces[i].plain if stand and not class_tax(c, cls) else 0
                    if kind and covered(cover0, zero, c.p.costs[c.p.faces[i].cost].need):
                        t.castable[cls >> 6] |= bit
                    elif kind != 1 and not t.castable[cls >> 6] & bit and class_now(c, cls):
                        t.castable[cls >> 6] |= bit
                c.node = NULL
                fresh = all_fresh(c)
                if fresh:
                    memcpy(cover1, cover0, sizeof(cover1))
                else:
                    untap_all(c)
                    look_at_units(c, &units)
                    kind1 = cover_from(c, &units, cover1)
                    c.node = NULL
                    plain = kind1 == 2 and list_first_acts(c, w, children) == 0
            if plain:
                c.node = &units
                for cls in range(c.p.n_classes):
                    i = c.p.kinds[c.p.class_kind[cls]].face
                    bit = <uint64_t>1 << (cls & 63)
                    if t.castable[cls >> 6] & bit:
                        continue
                    kind = c.p.faces[i].plain if stand and not class_tax(c, cls) else 0
                    if kind:
                        need = &c.p.costs[c.p.faces[i].cost].need[0]
                        if covered(cover1, zero, need):
                            m1[cls >> 6] |= bit
                        if need[63] <= cover1[63]:
                            m3[cls >> 6] |= bit
                    if kind == 1 or m1[cls >> 6] & bit:
                        continue
                    if not fresh and class_now(c, cls):
                        m1[cls >> 6] |= bit
                    else:
                        c.lift = 2
                        if class_now(c, cls):
                            m3[cls >> 6] |= bit
                        c.lift = 0
            c.node = NULL
            c.mode = mode
            c.s = base
            if not plain:
                c.log_on = log_on
                return False
    for i in range(MAX_WORDS):
        bit = all_bits(c.p.n_classes - 64 * i)
        t.tempo[i] = m1[i] & ~t.castable[i]
        t.restriction[i] = 0
        t.colour[i] = m3[i] & ~(m1[i] | t.castable[i])
        t.mana[i] = bit & ~(t.castable[i] | m1[i] | m3[i])
    c.log_on = log_on
    return True


cdef inline uint64_t all_bits(int n) noexcept nogil:
    if n >= 64:
        return ~<uint64_t>0
    return (<uint64_t>1 << n) - 1 if n > 0 else 0


cdef extern from *:
    """
    #if defined(__GNUC__)
    #define UNTAP_LOWEST_BIT(m) __builtin_ctzll(m)
    #else
    #define UNTAP_LOWEST_BIT(m) untap_lowest_bit(m)
    static int untap_lowest_bit(uint64_t m) {
        int k = 0;
        while (!(m & 1)) { m >>= 1; k++; }
        return k;
    }
    #endif
    """
    int lowest_bit "UNTAP_LOWEST_BIT" (uint64_t m) nogil


cdef int list_land_plays_all(Context *c, Act *out) noexcept nogil:
    # like list_land_plays, with the land faces of spells from the first turn on
    cdef int turn = c.s.turn, n
    c.s.turn = 99
    n = list_land_plays(c, out)
    c.s.turn = turn
    return n


cdef void measure_castable(Context *c, Workspace *w, Scenario *sc, TurnOut *t) noexcept nogil:
    """Castability of every class before the land drop, and why not (nested counterfactuals)."""
    if quick_measure(c, w, sc, t):
        measure_other(c, w, sc, t)
        return
    c.no_fetch = (c.p.reading[0] | c.p.reading[1] | c.p.reading[2] | c.p.reading[3]) != 0
    measure_by_search(c, w, sc, t)
    c.no_fetch = 0
    measure_other(c, w, sc, t)


cdef void measure_by_search(Context *c, Workspace *w, Scenario *sc, TurnOut *t) noexcept nogil:
    cdef uint64_t wanted[MAX_WORDS]
    cdef uint64_t m1[MAX_WORDS]
    cdef uint64_t m2[MAX_WORDS]
    cdef uint64_t m3[MAX_WORDS]
    cdef uint64_t bits
    cdef int i, k
    cdef State *base = c.s
    memset(wanted, 0, sizeof(wanted))
    memset(m1, 0, sizeof(m1))
    memset(m2, 0, sizeof(m2))
    memset(m3, 0, sizeof(m3))
    if measure_plainly(c, w, sc, base, t):
        if t.colour[0] | t.colour[1] | t.colour[2] | t.colour[3]:
            best_missing(c, w, base, t)
        return
    for i in range(MAX_WORDS):
        t.castable[i] = 0
    for k in range(c.p.n_classes):
        set_bit(wanted, k)
    castable_over(c, w, sc, base, 0, False, wanted, t.castable)
    castable_over(c, w, sc, base, 0, True, wanted, m1)
    if c.p.flags & P_RESTRICTED:
        castable_over(c, w, sc, base, 1, True, wanted, m2)
    castable_over(c, w, sc, base, 2, True, wanted, m3)
    bits = 0
    for i in range(MAX_WORDS):
        t.tempo[i] = m1[i]
        t.restriction[i] = m2[i]
        t.colour[i] = m3[i]
        t.mana[i] = wanted[i]
        bits |= m3[i]
    if bits == 0:
        return
    # the missing types: with the land drop that leaves fewest of them missing
    best_missing(c, w, base, t)


cdef void best_missing(Context *c, Workspace *w, State *base, TurnOut *t) noexcept nogil:
    cdef Act acts[MAX_CHILDREN]
    cdef State *root = &w.states[MAX_DEPTH + 1]
    cdef int n, k, how, cls, log_on = c.log_on, miss
    cdef uint8_t cover[64]
    cdef uint8_t best[256]
    cdef Face *f
    memset(best, 255, sizeof(best))
    c.log_on = 0
    c.s = base
    n = list_land_plays_all(c, acts) if land_plays_left(c) > 0 else 0
    for k in range(-1, n):
        for how in range(4):
            if not counterfactual_drop(c, w, base, root, &acts[k] if k >= 0 else NULL, how):
                continue
            untap_all(c)
            cover_of(c, cover)
            for cls in range(c.p.n_classes):
                if not t.colour[cls >> 6] >> (cls & 63) & 1:
                    continue
                f = &c.p.faces[c.p.kinds[c.p.class_kind[cls]].face]
                if f.cost < 0:
                    continue
                miss = missing_types(cover, c.p.costs[f.cost].need)
                if best[cls] == 255 or bit_count(miss) < bit_count(best[cls]) or (best[cls] == 0 and miss):
                    best[cls] = <uint8_t>miss
            c.s = base
    for cls in range(c.p.n_classes):
        t.short_of[cls] = best[cls] if best[cls] != 255 else 0
    c.s = base
    c.log_on = log_on


cdef void measure_mana(Context *c, Workspace *w, Scenario *sc, TurnOut *t) noexcept nogil:
    """Available mana after the land drop, without casting anything."""
    cdef Payment p
    cdef Act acts[MAX_CHILDREN]
    cdef int i, n, k, ones = 0
    if quick_mana(c, t):
        return
    refresh(c)
    n = list_first_acts(c, w, acts)
    if n == 0:
        gather(c, &p, False, 0)
        memset(t.by_type, 0, sizeof(t.by_type))
        t.one_shot = <uint8_t>min(63, p.n_units)
        k = 0
        for i in range(p.n_units):
            k += p.units[i].rank != ONE_SHOT_RANK
        t.available = <uint8_t>min(63, k)
        k = 0
        for i in range(p.n_units):
            k += p.units[i].rank != ONE_SHOT_RANK and p.units[i].mask == 0
        t.flows[FLOW_RESTRICTED] = <uint8_t>min(63, k)
        for i in range(p.n_units):
            for k in range(6):
                if (p.units[i].mask | p.units[i].rmask) >> k & 1 and t.by_type[k] < 31:
                    t.by_type[k] += 1
        return
    start_search(c, w, G_MOST, SC_MANA | SC_ABILITIES, nodes_left(c, sc))
    run_search(c, w, c.s)
    if w.cut:
        c.undecided += 1
    t.one_shot = <uint8_t>min(63, w.best_total)
    t.unbounded = 1 if w.unbounded else 0
    for i in range(6):
        t.by_type[i] = 31 if w.unbounded >> i & 1 else <uint8_t>min(31, w.type_most[i])
    if w.unbounded:
        t.one_shot = 63  # the cap stands for any amount
    # what would be there again next turn: without sacrifices
    c.renewable = 1
    gather(c, &p, False, 0)
    if w.best_total <= p.n_units and not w.unbounded:
        t.available = t.one_shot
    else:
        start_search(c, w, G_MOST, SC_MANA | SC_ABILITIES, nodes_left(c, sc))
        run_search(c, w, c.s)
        t.available = 63 if w.unbounded else <uint8_t>min(63, w.best_total)
    if c.p.flags & P_RESTRICTED:
        # what there would be without mana that may be spent on some things only
        c.unrestricted = 1
        start_search(c, w, G_MOST, SC_MANA | SC_ABILITIES, nodes_left(c, sc))
        run_search(c, w, c.s)
        c.unrestricted = 0
        t.flows[FLOW_RESTRICTED] = <uint8_t>max(0, <int>t.available - min(63, w.best_total))
    c.renewable = 0


# ----------------------------------------------------------------------------------------- the game

cdef void clear_out(Context *c, GameOut *out, int turns) noexcept nogil:
    memset(out.turns, 0, sizeof(TurnOut) * turns)
    memset(out.opening, 0, <size_t>(<char *>out + sizeof(GameOut) - <char *>out.opening))


cdef int play_game(Context *c, Scenario *sc, State *s, int on_the_play, GameOut *out) noexcept nogil:
    """One game on the general plane; returns a status."""
    cdef Workspace *w = <Workspace *>c.work
    cdef int seen, slot, i
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
    if c.ask != NULL:
        probe_opening(c)
    begin_turn(c, 0)
    return play_turns(c, sc, s, out, count_lands(c, s.hand, s.n_hand), out.opening)


cdef inline void note_otherwise(TurnOut *t, int n) noexcept nogil:
    t.otherwise = <uint8_t>min(255, n)
    if n:
        t.flowed = 1


cdef int play_turns(Context *c, Scenario *sc, State *s, GameOut *out, int lands_seen, uint64_t *before_it) noexcept nogil:
    """From the beginning of turn s.turn to the last turn or the end of the game; `before_it` has been drawn already."""
    cdef Workspace *w = <Workspace *>c.work
    cdef TurnOut *t
    cdef int turn, i, before, cards, k, otherwise = s.otherwise
    cdef uint64_t drawn[MAX_WORDS]
    memcpy(drawn, before_it, sizeof(drawn))
    if out.played:  # the turn on which the fast plane was left
        note_otherwise(&out.turns[out.played - 1], otherwise)
    while s.turn <= sc.turns and s.status == OK:
        turn = s.turn
        t = &out.turns[turn - 1]
        untap_step(c)
        if s.status != OK:
            break
        t.untapped = <uint8_t>min(255, s.untapped_count)
        t.kept_tapped = <uint8_t>min(255, s.kept_tapped_count)
        t.triggers = <uint8_t>min(255, s.untap_triggers)
        begin_step(c, S_UPKEEP)
        settle_stack(c)
        if s.lost == 0:
            before = s.n_hand
            begin_step(c, S_DRAW)
            settle_stack(c)
        if s.lost:
            break
        begin_step(c, S_MAIN1)
        settle_stack(c)
        if s.lost or s.status != OK:
            break
        lands_seen = play_turn_main(c, sc, s, t, drawn, lands_seen)
        if s.lost or s.status != OK:
            break
        out.played = turn
        finish_turn(c)
        note_otherwise(t, s.otherwise - otherwise)
        otherwise = s.otherwise
        if s.lost:
            break
    return end_game(c, s, out)


cdef int end_game(Context *c, State *s, GameOut *out) noexcept nogil:
    if s.status == NEED_DECISION or s.status == ILLEGAL:
        s.status = UNDECIDED
    if c.undecided:
        out.undecided = 1
    out.decked = s.lost & 1
    out.died = (s.lost >> 1) & 1
    return s.status


cdef int play_turn_main(Context *c, Scenario *sc, State *s, TurnOut *t, uint64_t *drawn, int lands_seen) noexcept nogil:
    """The precombat main phase: measure, drop a land, measure mana, cast."""
    cdef Workspace *w = <Workspace *>c.work
    if c.shake and s.turn == c.shake:
        shake_library(c)
    note_drawn(c, s.hand, s.n_hand, drawn)
    memcpy(t.drawn, drawn, sizeof(t.drawn))
    c.fetching = 1
    c.fetch_known = 0
    measure_castable(c, w, sc, t)
    c.fetching = 0
    if c.ask != NULL:
        probe_before(c, w, sc)
    t.seen = <uint8_t>min(63, seen_lands(c))
    play_main_part(c, sc, s, t, drawn)
    return lands_seen


cdef void play_main_part(Context *c, Scenario *sc, State *s, TurnOut *t, uint64_t *drawn) noexcept nogil:
    """After measuring castability: the land drop, available mana, spells."""
    cdef Workspace *w = <Workspace *>c.work
    c.turn_out = t
    cdef int before = s.lands_played
    t.otherwise = 0
    if c.aim:
        play_land_for_aim(c, w, t.cast)
    else:
        play_best_land(c, w)
    t.land_drop = 1 if s.lands_played > before else 0
    if s.status != OK or s.lost:
        return
    t.in_play = <uint8_t>min(31, lands_in_play(c))
    c.fetching = 1
    c.fetch_known = 0
    measure_mana(c, w, sc, t)
    c.fetching = 0
    if c.aim:
        main_phase_for_aim(c, t.cast)
    else:
        main_phase(c, t.cast)
    t.spent = <uint8_t>min(63, s.mana_spent)
    note_flows(s, t)
    note_drawn(c, s.hand, s.n_hand, drawn)
    if c.ask != NULL:
        probe_after(c, w, sc)
    if c.damage != NULL and s.status == OK and not s.lost:
        c.damage[s.turn - 1] = <uint8_t>min(255, attack_power(c))


cdef int seen_lands(Context *c) noexcept nogil:
    """Land cards that have left the library or are known in it by having been drawn: hand, battlefield, graveyard, exile."""
    cdef State *s = c.s
    cdef int n, i
    n = count_lands(c, s.hand, s.n_hand) + count_lands(c, s.graveyard, s.n_graveyard) + count_lands(c, s.exile, s.n_exile)
    for i in range(s.n_objects):
        if s.objects[i].alive and s.objects[i].controller == 0 and s.objects[i].slot != NO_SLOT:
            n += c.p.kinds[c.p.slot_kind[s.objects[i].slot]].land
    return n


cdef bint quiet_rest(Context *c) noexcept nogil:
    """Whether nothing happens between the precombat main phase and the cleanup step."""
    cdef State *s = c.s
    if c.log_on or c.uncounted or s.step != S_MAIN1 or s.active or s.n_pool or s.n_effects or s.n_delayed or s.n_waiting or s.n_stack \
            or s.extra_combats or s.monarch or s.madness or c.p.flags & P_STATE or s.status != OK:
        return False
    refresh(c)
    if s.phases & (1 << 6 | 1 << 7 | 1 << 8) or in_force(s, OP_SkipStepStatic) or in_force(s, OP_DelayedTrigger):
        return False
    if c.p.flags & P_COMBAT and worth_attacking(c):
        return False
    state_based(c)
    return s.n_waiting == 0 and not s.lost


cdef void finish_turn(Context *c) noexcept nogil:
    """The rest of the own turn and the opponents' turns, nothing optional being done."""
    cdef State *s = c.s
    cdef int guard = 0, turn = s.turn, k
    if quiet_rest(c):
        s.miracle = 0
        s.step = S_END
    while s.status == OK and not s.lost:
        guard += 1
        if guard > 400:  # cleanup steps without end (CR 514.3a)
            fail(c, UNDECIDED)
            return
        if s.step == S_CLEANUP and s.again:
            begin_step(c, S_CLEANUP)
            settle_stack(c)
            continue
        if s.step == S_CLEANUP:
            if s.active == 0 and s.extra_turns > 0:
                s.extra_turns -= 1
                begin_turn(c, 0)
                return
            if s.others >= s.opponents or not c.p.flags & P_OPPONENT_TURNS:
                if s.active == 0:
                    end_effects_of_player(c, 1)
                s.others = 0
                begin_turn(c, 0)
                return
            s.others += 1
            begin_turn(c, 1)
            untap_step(c)
            continue
        begin_step(c, next_step(s))
        settle_stack(c)
        if c.p.flags & P_COMBAT and s.active == 0 and not s.lost:
            if s.step == S_COMBAT:
                fight(c)
            elif s.step == S_MAIN2 and s.attacked:
                after_combat(c)
