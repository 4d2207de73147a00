# The player: decisions, apart from the rules.  Honest (looks at nothing unseen), deterministic; plays to cast its hand.
# Positions are valued by what of the hand can be cast this turn and next.

cdef enum:
    ROLE_SOURCE = 1            # a permanent that makes mana
    ROLE_LAND = 2              # puts lands onto the battlefield or into the hand, or gives land plays
    ROLE_ONE_SHOT = 4          # a ritual, or a source that is used up
    ROLE_CARDS = 8             # draws or looks at cards
    FACE_RULES = 64            # brings rules that change what may be cast or played, and for how much
    FACE_TIMED = 16            # can be cast only while a condition holds
    FACE_HAND = 128            # what it costs looks at the hand
    FACE_READS = 32            # its own costs look at lands, graveyard or life


cdef struct Scenario:
    int32_t turns
    int32_t order              # 0 play, 1 draw, 2 both
    int32_t opponents
    int32_t life
    int32_t kind, minimum, free_, bottom, scry, lead   # mulligan rule
    int32_t node_limit
    uint8_t their_colors[32]   # what opponents' lands could produce after so many rounds, and how many lands one controls
    uint8_t their_lands[32]
    uint8_t keep[8][8]
    uint8_t keep_free[8]
    uint8_t bottom_lands[8][8]


# ------------------------------------------------------------------------------------------ valuing

cdef inline int plan_order(Face *f) noexcept nogil:
    # what makes mana or finds lands first, the cheapest of it; then the dearest
    return 512 - f.mana_value if f.flags & (ROLE_SOURCE | ROLE_LAND) else f.mana_value


cdef inline int held(State *s, int i) noexcept nogil:
    """Slots of the command zone, then of the hand."""
    return s.command[i] if i < s.n_command else s.hand[i - s.n_command]


cdef void hand_spells(Context *c, uint16_t *hand, int n, int16_t *out, int *count) noexcept nogil:
    """Faces of the spells in the command zone and a hand in the order of the plan, in this order where equal."""
    cdef State *s = c.s
    cdef int i, j, m = 0, f
    cdef Kind *k
    for i in range(min(MAX_HAND, s.n_command + n)):
        k = &c.p.kinds[c.p.slot_kind[s.command[i] if i < s.n_command else hand[i - s.n_command]]]
        if k.land or c.p.faces[k.face].cost < 0 or c.p.faces[k.face].flags & ROLE_ONE_SHOT:
            continue
        f = k.face
        j = m
        while j > 0 and plan_order(&c.p.faces[out[j - 1]]) < plan_order(&c.p.faces[f]):
            out[j] = out[j - 1]
            j -= 1
        out[j] = <int16_t>f
        m += 1
    count[0] = m


cdef int pack(Context *c, uint8_t *cover, int16_t *spells, int n, uint8_t *chosen) noexcept nogil:
    """Mana value of the spells that can be cast together, taken in the order of the plan."""
    cdef uint8_t used[64]
    cdef int i, value = 0
    cdef Cost *cost
    memset(used, 0, sizeof(used))
    for i in range(n):
        cost = &c.p.costs[c.p.faces[spells[i]].cost]
        if chosen != NULL:
            chosen[i] = 0
        if covered(cover, used, cost.need):
            use_add(used, cost.need)
            value += c.p.faces[spells[i]].mana_value
            if chosen != NULL:
                chosen[i] = 1
    return value


cdef int type_weight(Context *c, uint8_t *cover, int mask) noexcept nogil:
    """How welcome another source of these types is: the deck's symbols of a type over the sources there are."""
    cdef int t, v = 0
    for t in range(6):
        if mask >> t & 1 and c.p.weights[t]:
            v += 8 * c.p.weights[t] // (1 + cover[1 << t])
    return v


cdef void cover_of(Context *c, uint8_t *cover) noexcept nogil:
    cdef Payment p
    cdef int i
    memset(cover, 0, 64)
    gather(c, &p, False, 0)
    for i in range(p.n_units):
        cover_add(cover, p.units[i].mask | p.units[i].rmask)


cdef void untap_all(Context *c) noexcept nogil:
    cdef int i
    for i in range(c.s.n_objects):
        if c.s.objects[i].alive and c.s.objects[i].controller == 0:
            c.s.objects[i].tapped = 0
            c.s.objects[i].sick = 0
            c.s.objects[i].used = 0
    if c.p.flags & P_READS_BOARD:
        touch(c)


cdef bint all_fresh(Context *c) noexcept nogil:
    """Whether `untap_all` would change nothing."""
    cdef int i
    for i in range(c.s.n_objects):
        if c.s.objects[i].alive and c.s.objects[i].controller == 0 \
                and (c.s.objects[i].tapped or c.s.objects[i].sick or c.s.objects[i].used):
            return False
    return True


cdef inline int land_score(int now, int next_, int tapped, int weight) noexcept nogil:
    return (now * 3 + next_ * 2) * 4096 + tapped * 1024 + min(1023, weight)


# ------------------------------------------------------------------------------------------ land drop

cdef void settle_foreseen(Context *c, Workspace *w) noexcept nogil:
    """Resolve what a land drop has triggered, to value it; not what depends on unseen cards or on chance."""
    cdef State *t = c.s
    cdef State *saved = &w.states[MAX_DEPTH + 3]
    cdef uint64_t rng[4]
    cdef Library *a = &saved.library
    cdef Library *b = &t.library
    cdef bint unseen
    if t.n_waiting == 0 and t.n_stack == 0:
        return
    copy_state(saved, t)
    memcpy(rng, c.rng, sizeof(rng))
    settle_stack(c)
    unseen = (memcmp(rng, c.rng, sizeof(rng)) != 0 or t.looked != saved.looked or a.unknown != b.unknown
              or a.n_top != b.n_top or a.n_bottom != b.n_bottom or a.epoch != b.epoch)
    if unseen or t.status != OK:
        memcpy(c.rng, rng, sizeof(rng))
        copy_state(t, saved)


cdef int value_land(Context *c, Workspace *w, int slot, int face, int zone, int say_yes, int *asked) noexcept nogil:
    """Value of playing a land: what the hand can do this turn and next.  -1 if it isn't possible."""
    cdef State *s = c.s
    cdef State *t = &w.states[MAX_DEPTH + 2]
    cdef uint8_t cover[64]
    cdef int16_t spells[MAX_HAND + MAX_COMMAND]
    cdef int n, now, next_, i, mode = c.mode, log_on = c.log_on, tapped = 0, weight, mask = 0, before
    cdef int n_script = c.n_script, at = c.at
    cdef bint more_lands
    cdef uint8_t base[64]
    copy_state(t, s)
    c.s = t
    c.mode = M_PLAYER
    c.log_on = 0
    c.say_yes = say_yes
    c.n_script = 0
    c.at = 0
    cover_of(c, base)
    play_land(c, slot, face, zone)
    asked[0] = 1 if c.say_yes == 2 else 0
    c.say_yes = -1
    n = -1
    if t.status == OK:
        settle_foreseen(c, w)
        refresh(c)
        c.s = s
        before = lands_in_play(c)
        c.s = t
        more_lands = lands_in_play(c) > before
        hand_spells(c, t.hand, t.n_hand, spells, &n)
        cover_of(c, cover)
        now = pack(c, cover, spells, n, NULL)
        for i in range(t.n_objects):
            if t.objects[i].alive and t.objects[i].slot == slot and t.objects[i].controller == 0:
                tapped = t.objects[i].tapped
        untap_all(c)
        cover_of(c, cover)
        if c.p.fast_kinds[c.p.slot_kind[slot]].slow:
            cover_add(cover, c.p.fast_kinds[c.p.slot_kind[slot]].slow)
            tapped = 1
        next_ = pack(c, cover, spells, n, NULL)
        for i in range(6):
            if cover[1 << i] > base[1 << i]:
                mask |= 1 << i
        weight = type_weight(c, base, mask)
        n = land_score(now, next_, tapped, weight)
        if not more_lands:
            # it returned or took another: of use if there is more mana for it, else later than any other land
            c.s = s
            before = units_next_turn(c)
            c.s = t
            if cover[63] <= before:
                n = max(0, n - 2048)
    c.s = s
    c.mode = mode
    c.log_on = log_on
    c.n_script = n_script
    c.at = at
    return n


cdef bint play_best_land(Context *c, Workspace *w) noexcept nogil:
    cdef State *s = c.s
    cdef Act acts[MAX_CHILDREN]
    cdef int n, k, best = -1, best_value = -1, v, asked = 0, scope = w.scope, say = -1
    if land_plays_left(c) < 1:
        return False
    n = list_land_plays(c, acts)
    if n == 0:
        return False
    if n == 1 and not land_asks(c, acts[0].b):
        best = 0
    else:
        c.fetching = 1
        c.fetch_known = 0
        best = quick_choose(c, w, acts, n, &say)
        for k in range(n if best == -2 else 0):
            v = value_land(c, w, acts[k].a, acts[k].b, acts[k].zone, 0, &asked)
            if v > best_value:
                best_value = v
                best = k
                say = 0
            if asked:
                v = value_land(c, w, acts[k].a, acts[k].b, acts[k].zone, 1, &asked) - 512
                if v > best_value and s.life > 4:
                    best_value = v
                    best = k
                    say = 1
    c.fetching = 0
    if best < 0:
        return False
    c.say_yes = say
    play_land(c, acts[best].a, acts[best].b, acts[best].zone)
    c.say_yes = -1
    settle_stack(c)
    return s.status == OK


cdef bint land_asks(Context *c, int face) noexcept nogil:
    # an offer on entering ("you may pay 2 life", "sacrifice two lands instead")
    cdef Face *f = &c.p.faces[face]
    cdef int k, j
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == ENTERS:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_EntersTapped and c.p.rows[j].a[1] >= 0 or c.p.rows[j].op == OP_EntersIf:
                    return True
    return False


cdef int list_land_plays(Context *c, Act *out) noexcept nogil:
    cdef State *s = c.s
    cdef int n = 0, i, j, kind, face
    cdef bint same
    for j in range(s.n_hand):
        kind = c.p.slot_kind[s.hand[j]]
        if not c.p.printed[c.p.kinds[kind].face].marks & PRINTED_LAND:
            continue
        same = False
        for i in range(j):
            if c.p.slot_kind[s.hand[i]] == kind:
                same = True
                break
        if same:
            continue
        for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
            if not c.p.faces[face].playable or not c.p.faces[face].types & LAND or n >= MAX_CHILDREN - 2:
                continue
            if not c.p.kinds[kind].land and s.turn < 3:
                continue  # a spell's land face is kept while real lands may come
            memset(&out[n], 0, sizeof(Act))
            out[n].type = 2
            out[n].a = <int16_t>s.hand[j]
            out[n].b = face
            out[n].zone = Z_HAND
            n += 1
    return list_lands_elsewhere(c, out, n)


# -------------------------------------------------------------------------------------------- spells

cdef bint cast_by_way(Context *c, int slot, int face, int zone, Way *ways, int k, int x=0, int kicks=0) noexcept nogil:
    """Cast a card by one of its ways if that can be done; undone if it can't."""
    cdef State *saved = &(<Workspace *>c.work).states[MAX_DEPTH + 1]
    cdef int log_n = (<Log *>c.log).n if c.log != NULL else 0
    if not other_costs_payable(c, face, slot, &ways[k], kicks, x) or not spell_has_targets(c, face):
        return False
    if ways[k].cost >= 0 and c.p.costs[ways[k].cost].x and not x:
        return False  # X spells wait
    copy_state(saved, c.s)
    cast(c, slot, face, zone, k, x, kicks)
    if c.s.status == OK:
        return True
    copy_state(c.s, saved)
    if c.log != NULL:
        (<Log *>c.log).n = log_n
    return False


cdef bint cast_card(Context *c, int slot) noexcept nogil:
    """Cast a card from hand or command zone if it can be done; undone if it can't."""
    cdef State *s = c.s
    cdef Way ways[MAX_WAYS]
    cdef int kind = c.p.slot_kind[slot], face, n, k
    cdef int zone = Z_HAND if in_hand(s, slot) else Z_COMMAND
    for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
        if not c.p.faces[face].playable or c.p.faces[face].types & LAND:
            continue
        n = ways_to_cast(c, face, slot, zone, ways)
        for k in range(n):
            if cast_by_way(c, slot, face, zone, ways, k):
                return True
    return False


cdef bint spell_has_targets(Context *c, int face) noexcept nogil:
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Frame fr
    cdef int k, i
    frame_of(&fr, c.s, -1)
    fr.face = <int16_t>face
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == SPELL and not has_targets(c, ab.effects, &fr):
            return False
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_Enchant:
            for i in range(c.s.n_objects):
                if match_object(c, c.p.rows[ab.row].a[0], i, &fr):
                    break
            else:
                return False
    return True


cdef bint cast_one(Context *c, int wanted, uint64_t *cast_mask) noexcept nogil:
    """Cast one spell with a wanted role (0: any other), cheapest source or dearest spell first."""
    cdef State *s = c.s
    cdef int i, best, kind, f, role, slot
    cdef uint8_t tried[MAX_HAND + MAX_COMMAND]
    cdef bint helped
    memset(tried, 0, sizeof(tried))
    refresh(c)
    helped = not wanted and untaps_at_hand(c)
    while True:
        best = -1
        for i in range(s.n_command + s.n_hand):
            kind = c.p.slot_kind[held(s, i)]
            f = c.p.kinds[kind].face
            if tried[i] or c.p.kinds[kind].land or c.p.kinds[kind].cls < 0:
                continue
            role = c.p.faces[f].flags
            if role & ROLE_ONE_SHOT or not c.p.faces[f].castable_now or c.p.quick[f].sized:
                continue
            if wanted and not role & wanted:
                continue
            if best >= 0:
                if wanted and c.p.faces[f].mana_value >= c.p.faces[slot_face(c, held(s, best))].mana_value:
                    continue
                if not wanted and c.p.faces[f].mana_value <= c.p.faces[slot_face(c, held(s, best))].mana_value:
                    continue
            best = i
        if best < 0:
            return False
        tried[best] = 1
        slot = held(s, best)
        kind = c.p.slot_kind[slot]
        if helped and not spell_has_targets(c, slot_face(c, slot)):
            continue
        if cast_card(c, slot):
            f = c.p.kinds[kind].cls
            cast_mask[f >> 6] |= <uint64_t>1 << (f & 63)
            settle_stack(c)
            return s.status == OK
        if helped and not beyond_mana(c, slot_face(c, slot)) and cast_with_help(
                c, <Workspace *>c.work, slot, Z_HAND if in_hand(s, slot) else Z_COMMAND, SC_MANA | SC_ABILITIES, HELP_NODES, cast_mask):
            return True
        if s.status != OK:
            return False


cdef bint use_lands_and_ramp(Context *c, bint free_only) noexcept nogil:
    """Activate what fetches lands (CR 701.23), cheapest first."""
    cdef State *s = c.s
    cdef Workspace *w = <Workspace *>c.work
    cdef State *saved = &w.states[MAX_DEPTH + 1]
    cdef int i, k, log_n
    cdef Ability *ab
    refresh(c)
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or not s.chars[i].has & HAS_RAMP:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type != ACTIVATED or ab.flags & F_MANA or ab.rank != 1:
                continue
            if free_only and ab.mana_cost >= 0:
                continue
            if not can_activate(c, i, k):
                continue
            copy_state(saved, s)
            log_n = (<Log *>c.log).n if c.log != NULL else 0
            activate(c, i, k, 0)
            if s.status == OK:
                settle_stack(c)
                return s.status == OK
            copy_state(s, saved)
            if c.log != NULL:
                (<Log *>c.log).n = log_n
    return False


cdef bint plain_position(Context *c, Workspace *w) noexcept nogil:
    """Whether Hall's test on the units is exact: nothing restricted, no ability to be searched, costs as printed."""
    cdef State *s = c.s
    cdef uint8_t cover[64]
    cdef Act children[MAX_CHILDREN]
    cdef int mode = c.mode
    cdef bint plain
    if s.n_pool or s.static_ops[OP_CostChange >> 6] >> (OP_CostChange & 63) & 1 \
            or s.static_ops[OP_CantCast >> 6] >> (OP_CantCast & 63) & 1:
        return False
    if quick_plain(c):
        return True
    c.mode = M_LAZY
    plain = node_cover(c, cover) == 2 and list_first_acts(c, w, children) == 0
    c.mode = mode
    return plain


cdef bint cast_plan(Context *c, uint64_t *cast_mask) noexcept nogil:
    """Cast the spells of the hand that can be paid together, in the order of the plan.

    In a plain position the sources of the whole plan are chosen by one matching and tapped first, so that no payment
    spoils a later one; elsewhere spells are cast one by one.
    """
    cdef State *s = c.s
    cdef Workspace *w = <Workspace *>c.work
    cdef State *saved = &w.states[MAX_DEPTH + 1]
    cdef uint64_t marks[4]
    cdef int log_n, undecided = c.undecided
    if s.n_hand + s.n_command == 0:
        return False
    refresh(c)
    if c.p.flags & P_SIZED and cast_sized(c, cast_mask, False):
        return True
    if not taxed(c) and plain_position(c, w):
        if cast_cheaper(c, cast_mask):
            return True
        copy_state(saved, s)
        memcpy(marks, cast_mask, sizeof(marks))
        log_n = (<Log *>c.log).n if c.log != NULL else 0
        if cast_together(c, cast_mask):
            return True
        if s.status == OK:
            return False
        copy_state(s, saved)
        c.undecided = undecided
        c.paying_stage = 255
        memcpy(cast_mask, marks, sizeof(marks))
        if c.log != NULL:
            (<Log *>c.log).n = log_n
    if c.p.flags & P_HAS_RAMP and cast_one(c, ROLE_SOURCE | ROLE_LAND, cast_mask):
        return True
    return cast_one(c, 0, cast_mask)


cdef bint cast_rest(Context *c, uint64_t *cast_mask) noexcept nogil:
    """What takes any amount of mana, with what nothing else needs."""
    return c.p.flags & P_SIZED and cast_sized(c, cast_mask, True)


cdef bint cast_cheaper(Context *c, uint64_t *cast_mask) noexcept nogil:
    """Cast a spell that costs less now than printed, or that more than mana helps to pay: the dearest first."""
    cdef State *s = c.s
    cdef uint8_t tried[MAX_HAND + MAX_COMMAND]
    cdef Way ways[MAX_WAYS]
    cdef Payment p
    cdef Face *f
    cdef int i, k, best, slot, face, zone, n_units = -1, help_, generic
    memset(tried, 0, sizeof(tried))
    while True:
        best = -1
        for i in range(s.n_command + s.n_hand):
            f = &c.p.faces[slot_face(c, held(s, i))]
            if tried[i] or f.plain or f.cost < 0 or f.cls < 0 or f.types & LAND or f.flags & ROLE_ONE_SHOT or not f.castable_now \
                    or c.p.costs[f.cost].x or c.p.quick[slot_face(c, held(s, i))].sized:
                continue
            if best < 0 or f.mana_value > c.p.faces[slot_face(c, held(s, best))].mana_value:
                best = i
        if best < 0:
            return False
        tried[best] = 1
        slot = held(s, best)
        face = slot_face(c, slot)
        f = &c.p.faces[face]
        zone = Z_HAND if in_hand(s, slot) else Z_COMMAND
        generic = spell_generic(c, face, slot, zone, &c.p.costs[f.cost], 0, 0, 0)
        help_ = help_of(c, face)
        if generic >= c.p.costs[f.cost].generic and not help_:
            continue
        if n_units < 0:
            gather(c, &p, False, 0)
            n_units = p.n_units
        k = n_units - generic - c.p.costs[f.cost].n
        for i in range(s.n_objects if help_ & 3 else 0):
            if s.objects[i].alive and s.objects[i].controller == 0 and not s.objects[i].tapped \
                    and s.chars[i].types & ((CREATURE if help_ & 1 else 0) | (ARTIFACT if help_ & 2 else 0)):
                k += 1
        if k + (s.n_graveyard if help_ & 4 else 0) < 0:
            continue
        if ways_to_cast(c, face, slot, zone, ways) and ways[0].cost == f.cost and cast_by_way(c, slot, face, zone, ways, 0):
            cast_mask[f.cls >> 6] |= <uint64_t>1 << (f.cls & 63)
            settle_stack(c)
            return s.status == OK


cdef bint taxed(Context *c) noexcept nogil:
    """Whether a card in the command zone costs more for having been cast (CR 903.8)."""
    cdef int i
    if c.s.commander_casts:
        for i in range(c.s.n_command):
            if c.s.commander_casts >> commander_place(c, c.s.command[i]) & 255:
                return True
    return False


cdef bint as_printed(Context *c, int slot) noexcept nogil:
    """Whether the card can be cast now for its mana cost, apart from the mana."""
    cdef Way ways[MAX_WAYS]
    cdef int face = slot_face(c, slot)
    if c.p.printed[face].marks & PRINTED_SIMPLE and c.p.faces[face].plain == 1 and costs_stand(c) and sorcery_time(c):
        return c.s.spells_allowed != 0
    return (ways_to_cast(c, face, slot, Z_HAND if in_hand(c.s, slot) else Z_COMMAND, ways) > 0 and ways[0].cost == c.p.faces[face].cost
            and other_costs_payable(c, face, slot, &ways[0], 0) and spell_has_targets(c, face))


cdef bint cast_together(Context *c, uint64_t *cast_mask) noexcept nogil:
    cdef State *s = c.s
    cdef uint8_t cover[64]
    cdef uint8_t used[64]
    cdef uint8_t step_of[MAX_NEEDS]
    cdef uint16_t slots[MAX_HAND + MAX_COMMAND]
    cdef int n, i, j, k, u, cls, purpose
    cdef Cost *cost
    cdef Payment p
    n = plan_slots(c, slots)
    if n == 0:
        return False
    gather(c, &p, False, 0)
    memset(cover, 0, sizeof(cover))
    for u in range(p.n_units):
        cover_add(cover, p.units[u].mask | p.units[u].rmask)
    memset(used, 0, sizeof(used))
    k = 0
    for i in range(n):
        cost = &c.p.costs[c.p.faces[slot_face(c, slots[i])].cost]
        if s.n_needs + cost.n + cost.generic > MAX_NEEDS - 8 or not covered(cover, used, cost.need):
            continue
        if not as_printed(c, slots[i]):
            continue
        use_add(used, cost.need)
        purpose = new_purpose(c, slot_face(c, slots[i]), -1, 0, 0)
        for j in range(s.n_needs, s.n_needs + cost.n + cost.generic):
            step_of[j] = <uint8_t>k
        push_cost(c, cost, cost.generic, purpose)
        slots[k] = slots[i]
        k += 1
    if k == 0:
        return False
    n = k
    memcpy(p.needs, s.needs, sizeof(Need) * s.n_needs)
    p.n_needs = s.n_needs
    if not solve_sparingly(c, &p, s.life):
        fail(c, UNDECIDED)
        return False
    s.n_needs = 0
    s.n_purposes = 0
    if cast_simply(c, &p, step_of, slots, n, cast_mask):
        return True
    for u in range(s.n_pool):
        s.pool[u].reserve = step_of[p.need_of[u]] if p.need_of[u] >= 0 else 255
    for k in range(n):
        tap_planned(c, &p, step_of, k)
    for k in range(n):
        c.paying_stage = k
        cls = c.p.kinds[c.p.slot_kind[slots[k]]].cls
        cast(c, slots[k], slot_face(c, slots[k]), Z_HAND if in_hand(s, slots[k]) else Z_COMMAND, 0, 0, 0)
        c.paying_stage = 255
        if s.status != OK:
            return False
        if cls >= 0:
            cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
        settle_stack(c)
        if s.status != OK or s.lost:
            return s.status == OK
    for u in range(s.n_pool):
        s.pool[u].reserve = 255
    return True


cdef bint cast_simply(Context *c, Payment *p, uint8_t *step_of, uint16_t *slots, int n, uint64_t *cast_mask) noexcept nogil:
    """The plan of `cast_together` where tapping its sources and casting its spells do nothing else: the mana need not be made."""
    cdef State *s = c.s
    cdef StackItem it
    cdef int16_t spent[MAX_HAND + MAX_COMMAND]
    cdef int u, i, k, face, cls
    if c.log_on or c.uncounted or not s.plain_mana or s.n_pool or s.spells_allowed >= 0 or c.p.flags & (P_READS_POOL | P_SPEND_AS | P_CARES_TAPPED_OTHERS) \
            or s.triggers & (1 << EV_TAPPED | 1 << EV_CAST | 1 << EV_ENTERS | 1 << EV_ACTIVATED):
        return False
    for k in range(n):
        face = slot_face(c, slots[k])
        if not c.p.printed[face].marks & PRINTED_SIMPLE or c.p.faces[face].plain != 1:
            return False
        if k < n - 1 and c.p.printed[face].triggers >> EV_CAST & 1:
            return False  # the next one sets it off
        spent[k] = 0
    for u in range(p.n_units):
        i = p.units[u].source
        if p.need_of[u] >= 0:
            if i < 0 or p.units[u].ability == -2 or not c.p.printed[s.objects[i].face].marks & PRINTED_PURE:
                return False
            spent[step_of[p.need_of[u]]] += 1
        elif u and p.units[u - 1].source == i and p.need_of[u - 1] >= 0 \
                or u + 1 < p.n_units and p.units[u + 1].source == i and p.need_of[u + 1] >= 0:
            return False  # some of its mana would be left over
    for u in range(p.n_units):
        if p.need_of[u] >= 0:
            s.flows[flow_of(c, p.units[u].source)] += 1
            s.objects[p.units[u].source].tapped = 1
    for k in range(n):
        release(c)
        face = slot_face(c, slots[k])
        clear_item(&it)
        it.from_zone = <uint8_t>(Z_HAND if in_hand(s, slots[k]) else Z_COMMAND)
        it.paid_mana = <uint8_t>spent[k]
        take_from(c, slots[k], it.from_zone)
        if it.from_zone == Z_COMMAND:
            s.commander_casts += 1 << commander_place(c, slots[k])
        s.mana_spent += spent[k]
        s.cast_zone = it.from_zone
        s.cast_slot = slots[k]
        s.cast_paid = it.paid_mana
        if s.spells_cast < 8:
            s.cast_now[s.spells_cast] = <int16_t>face
        s.spells_cast += 1
        s.spells_game += 1
        s.types_cast |= c.p.faces[face].types
        c.casting = &it
        i = new_object(c, face, slots[k], 0, False)
        c.casting = NULL
        if i < 0:
            return True
        if it.from_zone == Z_COMMAND:
            s.objects[i].pad |= 2
        if c.p.faces[face].types & PLANESWALKER:
            s.objects[i].counters[C_LOYALTY] = <uint8_t>c.p.faces[face].loyalty
        cls = c.p.kinds[c.p.slot_kind[slots[k]]].cls
        if cls >= 0:
            cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
        settle_stack(c)
        if s.status != OK or s.lost:
            break
    return True


cdef int plan_slots(Context *c, uint16_t *out) noexcept nogil:
    """As hand_spells has them, the slots of what is castable now; X spells wait."""
    cdef State *s = c.s
    cdef int i, j, m = 0
    cdef Kind *k
    cdef Face *f
    for i in range(s.n_command + s.n_hand):
        k = &c.p.kinds[c.p.slot_kind[held(s, i)]]
        f = &c.p.faces[k.face]
        if k.land or f.cost < 0 or f.flags & ROLE_ONE_SHOT or c.p.costs[f.cost].x or not f.castable_now or c.p.quick[k.face].sized:
            continue
        j = m
        while j > 0 and plan_order(&c.p.faces[slot_face(c, out[j - 1])]) < plan_order(f):
            out[j] = out[j - 1]
            j -= 1
        out[j] = <uint16_t>held(s, i)
        m += 1
    return m


cdef void main_phase(Context *c, uint64_t *cast_mask) noexcept nogil:
    """After the first land drop: fetch, further land drops, cast the hand, then what is left for abilities."""
    cdef State *s = c.s
    cdef Workspace *w = <Workspace *>c.work
    cdef int guard = 0
    while s.status == OK and guard < 60 and not s.lost:
        guard += 1
        if use_lands_and_ramp(c, True) or play_best_land(c, w) or cast_plan(c, cast_mask) or use_lands_and_ramp(c, False) \
                or cast_rest(c, cast_mask) or untap_with_rest(c):
            continue
        break


# ------------------------------------------------------------------------------------------- choices

cdef int player_decides(Context *c, int kind, int source, int preferred) noexcept nogil:
    """The player's answer: the index of an option."""
    cdef int k, best, v, best_value
    if c.aim:
        k = aim_decides(c, kind, source, preferred)
        if k >= 0 and not (kind == D_YES and c.say_yes >= 0):
            return k
    if kind == D_YES:
        if c.say_yes >= 0:
            k = c.say_yes & 1
            if c.say_yes < 2:
                c.say_yes = 2 if k == 0 else 3
            return k
        return preferred
    if kind == D_SEARCH:
        return choose_search(c, preferred)
    if kind == D_COLOR or kind == D_SUBTYPE:
        return choose_type(c, kind, preferred)
    if kind == D_OBJECT:
        best = 0
        best_value = -1
        for k in range(c.n_options):
            if c.options[k] < 0:
                continue
            v = give_up_value(c, c.options[k], source)
            if v > best_value:
                best_value = v
                best = k
        return best
    if kind == D_HAND:
        best = 0
        best_value = -1
        for k in range(c.n_options):
            if c.options[k] < 0:
                continue
            v = discard_value(c, c.s.hand, c.s.n_hand, c.options[k], lands_in_play(c))
            if v > best_value:
                best_value = v
                best = k
        return best
    if kind == D_SCRY:
        return scry_away(c, source)
    return preferred


cdef int lands_in_play(Context *c) noexcept nogil:
    cdef int i, n = 0
    for i in range(c.s.n_objects):
        if c.s.objects[i].alive and c.s.objects[i].controller == 0 and c.p.faces[c.s.objects[i].face].types & LAND:
            n += 1
    return n


cdef int give_up_value(Context *c, int i, int source) noexcept nogil:
    # what is least missed: tapped before untapped, a basic before others, not what asks
    cdef Object *o = &c.s.objects[i]
    cdef int v = 10
    if i == source:
        v -= 8
    if o.tapped:
        v += 4
    if c.p.faces[o.face].types & LAND:
        v += 2 if c.p.faces[o.face].supers & BASIC else 0
    if o.token:
        v += 3
    return v


cdef int discard_value(Context *c, uint16_t *hand, int n, int slot, int in_play) noexcept nogil:
    # surplus lands, then the dearest spell
    cdef Kind *k = &c.p.kinds[c.p.slot_kind[slot]]
    cdef int i, lands = 0
    if k.land:
        for i in range(n):
            if c.p.kinds[c.p.slot_kind[hand[i]]].land:
                lands += 1
        return 100 if in_play + lands > 7 else 0
    return 1 + c.p.faces[k.face].mana_value


cdef int scry_away(Context *c, int slot) noexcept nogil:
    cdef int i, lands = lands_in_play(c), spells = 0
    cdef Kind *k = &c.p.kinds[c.p.slot_kind[slot]]
    for i in range(c.s.n_hand):
        if c.p.kinds[c.p.slot_kind[c.s.hand[i]]].land:
            lands += 1
        else:
            spells += 1
    if k.land:
        return 1 if lands >= 5 else 0
    return 1 if lands < 3 and spells > 0 else 0


cdef int choose_search(Context *c, int preferred) noexcept nogil:
    """A land to fetch: what lets the hand be cast soonest, then the scarcest types; else the dearest card."""
    cdef State *s = c.s
    cdef uint8_t cover[64]
    cdef uint8_t with_[64]
    cdef int16_t spells[MAX_HAND + MAX_COMMAND]
    cdef int k, n = 0, best = 0, v, best_value = -1, slot, mask
    cdef Face *f
    cdef int i, a
    cdef Ability *ab
    cdef uint8_t tapped[MAX_OBJECTS]
    cdef uint8_t sick[MAX_OBJECTS]
    for i in range(s.n_objects):
        tapped[i] = s.objects[i].tapped
        sick[i] = s.objects[i].sick
        if s.objects[i].controller == 0:
            s.objects[i].tapped = 0
            s.objects[i].sick = 0
    cover_of(c, cover)
    for i in range(s.n_objects):
        s.objects[i].tapped = tapped[i]
        s.objects[i].sick = sick[i]
    hand_spells(c, s.hand, s.n_hand, spells, &n)
    for k in range(c.n_options):
        slot = c.options[k]
        if slot < 0:
            continue
        f = &c.p.faces[slot_face(c, slot)]
        if not f.types & LAND:
            v = f.mana_value
        else:
            mask = land_types_mask(c, slot_face(c, slot))
            memcpy(with_, cover, 64)
            cover_add(with_, mask)
            v = pack(c, with_, spells, n, NULL) * 4096 + min(4095, type_weight(c, cover, mask))
        if v > best_value:
            best_value = v
            best = k
    return best


cdef int land_types_mask(Context *c, int face) noexcept nogil:
    """Types of mana that a land's own simple abilities make."""
    cdef Face *f = &c.p.faces[face]
    cdef int a, mask = <int>(f.subs[0] & 31)
    cdef Ability *ab
    for a in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + a]]
        if ab.type == ACTIVATED and ab.flags & F_SIMPLE:
            mask |= ab.units[0]
    return mask


cdef int choose_type(Context *c, int kind, int preferred) noexcept nogil:
    """A colour or type to choose: the most wanted over the sources there are."""
    cdef uint8_t cover[64]
    cdef int k, v, best = 0, best_value = -1
    cover_of(c, cover)
    for k in range(c.n_options):
        if kind == D_SUBTYPE and c.options[k] > 4:
            v = c.p.sub_weights[c.options[k]] if c.options[k] < 128 else 0
        elif c.options[k] > 5:
            v = 0
        else:
            v = type_weight(c, cover, 1 << c.options[k])
        if v > best_value:
            best_value = v
            best = k
    return best
