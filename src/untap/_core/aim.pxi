# Players with another aim than the default's: most mana, one card as soon as possible, most mana spent; and the naive player
# that they are measured against.  They see the hand, the board and what the deck consists of, never the library's order.

cdef enum:
    AIM_CURVE = 0
    AIM_MANA = 1
    AIM_CARD = 2
    AIM_SPEND = 3
    AIM_NAIVE = 4              # a random legal land, the cheapest spell first: a yardstick
    MAX_ITEMS = 14
    LOOK_AHEAD = 3             # turns that plans for one card look ahead
    PLAN_NODES = 2500
    REACHED = 100000           # a plan that reaches its goal is worth this, less for each turn


cdef struct Item:              # a card in hand to a planner
    int16_t slot, cost         # cost: row of costs, -1: a land
    int16_t mana_value
    uint8_t n                  # mana that it makes a turn
    uint8_t delay              # ... from the next turn on
    uint8_t once               # ... once
    uint8_t source             # cast for its mana
    uint8_t mask[4]            # types of these mana

cdef struct Planner:
    Item items[MAX_ITEMS]
    int32_t n_items, n_lands   # lands come first
    uint8_t *need
    int32_t nodes, turns, best, first, turn, last
    int32_t lands_in_play, lands_in_hand, aim
    float land_rate, spell_rate, mean_value
    float best_value


# ---------------------------------------------------------------------------------------- cards to a planner

cdef bint enters_tapped(Context *c, int face) noexcept nogil:
    # unless an offer is taken; conditions are taken to fail
    cdef Face *f = &c.p.faces[face]
    cdef int k, j
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == ENTERS:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_EntersTapped and c.p.rows[j].a[1] < 0:
                    return True
    return False


cdef bint item_of(Context *c, int slot, Item *out) noexcept nogil:
    """A card as lands and sources are to a planner; False if it makes no mana that it could count on."""
    cdef int kind = c.p.slot_kind[slot], face = c.p.kinds[kind].face, k, j, best = 0
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef bint back = False
    memset(out, 0, sizeof(Item))
    out.slot = <int16_t>slot
    out.cost = <int16_t>f.cost
    out.mana_value = <int16_t>f.mana_value
    if c.p.kinds[kind].land:
        out.cost = -1
        out.n = 1
        out.mask[0] = <uint8_t>source_mask(c, kind)
        out.delay = enters_tapped(c, face)
    elif f.cost < 0 or c.p.costs[f.cost].x:
        return False
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == ACTIVATED and ab.flags & F_SIMPLE and ab.zone == Z_BATTLEFIELD and ab.n_units > best:
            best = ab.n_units
            out.n = <uint8_t>min(4, ab.n_units)
            for j in range(out.n):
                out.mask[j] = <uint8_t>ab.units[j]
        elif ab.type == SPELL and f.flags & ROLE_ONE_SHOT and not f.types & PERMANENT:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_AddMana and not out.once:
                    out.once = 1
                    out.n = <uint8_t>min(4, ritual_units(c, j, out.mask))
        elif ab.type == TRIGGERED and c.p.kinds[kind].land and returns_land(c, ab):
            back = True
    if c.p.kinds[kind].land:
        if back and out.n > 1:  # what it takes back made one
            out.n -= 1
            out.mask[0] |= out.mask[out.n]
        return True
    if out.once:
        return out.n > 0
    if out.n:
        out.source = 1
        out.delay = (f.types & CREATURE and not f.keywords & KW_HASTE) or enters_tapped(c, face)
        return True
    if f.flags & (ROLE_SOURCE | ROLE_LAND) and f.castable_now:
        # lands put onto the battlefield and the like: one mana more, of what the deck wants
        out.source = 1
        out.n = 1
        out.mask[0] = ALL_TYPES
        out.delay = 1
        return True
    return False


cdef bint returns_land(Context *c, Ability *ab) noexcept nogil:
    """Whether a triggered ability returns an own land to the hand."""
    cdef int j
    cdef Row *r
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        r = &c.p.rows[j]
        if r.op == OP_ReturnToHand and r.a[0] >= 0 and (c.p.rows[r.a[0]].op == OP_Choose or c.p.rows[r.a[0]].op == OP_Target) \
                and c.p.rows[r.a[0]].a[0] >= 0 and c.p.filters[c.p.rows[r.a[0]].a[0]].types_any & LAND:
            return True
    return False


cdef int ritual_units(Context *c, int row, uint8_t *mask) noexcept nogil:
    """Mana that a plain "add" makes; 0 if that isn't fixed."""
    cdef Ability *ab
    cdef Row *r = &c.p.rows[row]
    cdef Row *b
    cdef int n = 0, t, k
    if r.a[0] < 0:
        return 0
    b = &c.p.rows[r.a[0]]
    if b.op != OP_Bundle or c.p.rows[b.a[1]].op != OP_Const:
        return 0
    for t in range(6):
        for k in range(c.p.rows[b.a[1]].a[0] * (b.a[0] >> (5 * t) & 31)):
            if n < 4:
                mask[n] = <uint8_t>(1 << t)
            n += 1
    return n


cdef void list_items(Context *c, Planner *p) noexcept nogil:
    cdef State *s = c.s
    cdef int i, n = 0
    cdef Item it
    p.n_items = 0
    for i in range(s.n_hand):
        if c.p.kinds[c.p.slot_kind[s.hand[i]]].land and n < MAX_ITEMS and item_of(c, s.hand[i], &p.items[n]):
            n += 1
    p.n_lands = n
    for i in range(s.n_hand):
        if not c.p.kinds[c.p.slot_kind[s.hand[i]]].land and n < MAX_ITEMS and item_of(c, s.hand[i], &it):
            if c.p.slot_kind[s.hand[i]] != c.aim_kind:
                p.items[n] = it
                n += 1
    p.n_items = n


cdef void add_item(uint8_t *cover, Item *it) noexcept nogil:
    cdef int j
    for j in range(it.n):
        cover_add(cover, it.mask[j])


# --------------------------------------------------------------------------------- one card as soon as possible

cdef int lack(uint8_t *cover, uint8_t *need) noexcept nogil:
    """Sources that are missing for a cost: the greatest shortage over all sets of types."""
    cdef int s, most = 0
    for s in range(1, 64):
        if need[s] > cover[s] + most:
            most = need[s] - cover[s]
    return most


cdef void plan_turn(Context *c, Planner *p, int d, int used, uint8_t *cover, bint land_done, int first) noexcept nogil:
    """All ways to go on from turn d (0 is this one): lands and sources of the hand, no draws."""
    cdef uint8_t now[64]
    cdef uint8_t then[64]
    cdef int k, j, v, tried = 0
    cdef bint same
    p.nodes += 1
    if p.nodes > PLAN_NODES:
        return
    if land_done:
        plan_sources(c, p, d, used, cover, cover, p.n_lands, first)
        return
    for k in range(p.n_lands):
        if used >> k & 1:
            continue
        same = False
        for j in range(k):
            if not used >> j & 1 and p.items[j].mask[0] == p.items[k].mask[0] and p.items[j].delay == p.items[k].delay and p.items[j].n == p.items[k].n:
                same = True
                break
        if same:
            continue
        tried += 1
        memcpy(now, cover, 64)
        memcpy(then, cover, 64)
        add_item(then, &p.items[k])
        if not p.items[k].delay:
            add_item(now, &p.items[k])
        plan_sources(c, p, d, used | 1 << k, now, then, p.n_lands, first)
    if tried == 0:
        plan_sources(c, p, d, used, cover, cover, p.n_lands, first)


cdef void plan_sources(Context *c, Planner *p, int d, int used, uint8_t *now, uint8_t *then, int from_, int first) noexcept nogil:
    """Within a turn: cast sources, in order, or be done with it.  ``now`` covers what is left, ``then`` the next turn."""
    cdef uint8_t now2[64]
    cdef uint8_t then2[64]
    cdef uint8_t zero[64]
    cdef int k, s, v
    cdef Item *it
    p.nodes += 1
    memset(zero, 0, sizeof(zero))
    if covered(now, zero, p.need):
        v = REACHED - 1000 * d + min(99, <int>then[63])
        if v > p.best:
            p.best = v
            p.first = first
        return
    if p.nodes > PLAN_NODES or p.best > REACHED - 1000 * d:
        return
    for k in range(from_, p.n_items):
        it = &p.items[k]
        if used >> k & 1 or not covered(now, zero, c.p.costs[it.cost].need):
            continue
        # what is spent is taken from each set of types as far as Hall's condition says that it can be
        if not spend_cover(now, c.p.costs[it.cost].need, now2):
            continue
        memcpy(then2, then, 64)
        if not it.once:
            add_item(then2, it)
        if not it.delay:
            add_item(now2, it)
        plan_sources(c, p, d, used | 1 << k, now2, then2, k + 1, it.slot if d == 0 and first < 0 else first)
    if d >= p.turns:
        v = REACHED // 2 - 1000 * lack(then, p.need) + min(99, <int>then[63])
        if v > p.best:
            p.best = v
            p.first = first
        return
    plan_turn(c, p, d + 1, used, then, False, first)


cdef bint spend_cover(uint8_t *cover, uint8_t *need, uint8_t *out) noexcept nogil:
    """A cover after a cost is paid: cover[S] falls by what S must or will give.  Generic mana comes from what is scarcest
    last, which this takes as: sets lose no more than they can spare, as long as the total comes out."""
    cdef int s, left, total = need[63]
    if cover[63] < total:
        return False
    left = cover[63] - total
    for s in range(64):
        # at most `left` units stay, of S no more than it has beyond what the cost's own symbols in it take
        out[s] = <uint8_t>min(left, <int>cover[s] - <int>need[s] if s < 63 else left)
    return True


cdef void goal_of(Context *c, Planner *p) noexcept nogil:
    p.need = &c.p.costs[c.p.faces[c.p.kinds[c.aim_kind].face].cost].need[0]
    p.turns = min(LOOK_AHEAD, max(0, c.last_turn - c.s.turn))
    p.nodes = 0
    p.best = -1
    p.first = -1


cdef int outlook(Context *c, Planner *p, bint land_done) noexcept nogil:
    """How soon the card is castable from this position with what is in hand, the more the sooner; p.first: the source to
    cast first."""
    cdef uint8_t cover[64]
    cdef int best
    list_items(c, p)
    goal_of(c, p)
    cover_of(c, cover)
    # what is tapped or sick now counts from the next turn on
    plan_now(c, p, cover, land_done)
    return p.best


cdef void plan_now(Context *c, Planner *p, uint8_t *cover, bint land_done) noexcept nogil:
    cdef uint8_t later[64]
    cdef State *s = c.s
    cdef uint8_t tapped[MAX_OBJECTS]
    cdef uint8_t sick[MAX_OBJECTS]
    cdef int i, k, n_lands = p.n_lands
    for i in range(s.n_objects):
        tapped[i] = s.objects[i].tapped
        sick[i] = s.objects[i].sick
        if s.objects[i].controller == 0:
            s.objects[i].tapped = 0
            s.objects[i].sick = 0
    cover_of(c, later)
    for i in range(s.n_objects):
        s.objects[i].tapped = tapped[i]
        s.objects[i].sick = sick[i]
        # a fetch land that waits to be used
        if s.objects[i].alive and s.objects[i].controller == 0 and not tapped[i] and s.objects[i].slot != NO_SLOT:
            k = c.p.slot_kind[s.objects[i].slot]
            if c.p.kinds[k].land and land_types_mask(c, s.objects[i].face) == 0:
                k = source_mask(c, k)
                if k:
                    cover_add(cover, k)
                    cover_add(later, k)
    touch(c)
    if land_done:
        plan_sources(c, p, 0, 0, cover, later, n_lands, -1)
    else:
        plan_turn(c, p, 0, 0, cover, False, -1)


cdef int outlook_of_land(Context *c, Workspace *w, int slot, int face, int zone, int say_yes, int *asked) noexcept nogil:
    """The outlook after a land drop."""
    cdef State *s = c.s
    cdef State *t = &w.states[MAX_DEPTH + 2]
    cdef Planner p
    cdef int v = -1, log_on = c.log_on, i, tapped = 0
    copy_state(t, s)
    c.s = t
    c.log_on = 0
    c.say_yes = say_yes
    play_land(c, slot, face, zone)
    asked[0] = 1 if c.say_yes == 2 else 0
    c.say_yes = -1
    if t.status == OK:
        settle_foreseen(c, w)
        refresh(c)
        if c.aim == AIM_CARD:
            v = outlook(c, &p, True) * 256 + 16 * min(15, max(dearest_draw(c), 4 * source_now(c)))
        else:
            i = source_now(c)
            untap_all(c)
            v = 256 * count_units(c) + 16 * min(15, 4 * i + source_now(c))
        for i in range(t.n_objects):
            if t.objects[i].alive and t.objects[i].slot == slot and t.objects[i].controller == 0:
                # what can't be used now had better come when it isn't wanted
                v += 8 if enters_tapped(c, t.objects[i].face) else 0
                v += 7 - min(7, bit_count(source_mask(c, c.p.slot_kind[slot])))
    c.s = s
    c.log_on = log_on
    return v


cdef int source_now(Context *c) noexcept nogil:
    """The most mana a turn of a source in hand that can be paid now; 0 if there is none."""
    cdef uint8_t cover[64]
    cdef uint8_t zero[64]
    cdef Item it
    cdef int i, best = 0
    memset(zero, 0, sizeof(zero))
    cover_of(c, cover)
    for i in range(c.s.n_hand):
        if c.p.kinds[c.p.slot_kind[c.s.hand[i]]].land or not item_of(c, c.s.hand[i], &it) or not it.source:
            continue
        if covered(cover, zero, c.p.costs[it.cost].need):
            best = max(best, <int>it.n)
    return best


cdef int dearest_draw(Context *c) noexcept nogil:
    """1 + mana value of the dearest spell of the hand that finds cards and can be paid now; 0 if there is none."""
    cdef uint8_t cover[64]
    cdef uint8_t zero[64]
    cdef int i, f, best = 0
    memset(zero, 0, sizeof(zero))
    cover_of(c, cover)
    for i in range(c.s.n_hand):
        f = slot_face(c, c.s.hand[i])
        if c.p.faces[f].flags & ROLE_CARDS and c.p.faces[f].castable_now and c.p.faces[f].cost >= 0:
            if covered(cover, zero, c.p.costs[c.p.faces[f].cost].need):
                best = max(best, 1 + c.p.faces[f].mana_value)
    return best


cdef int count_units(Context *c) noexcept nogil:
    cdef Payment p
    gather(c, &p, False, 0)
    return p.n_units


cdef bint play_land_for_aim(Context *c, Workspace *w, uint64_t *cast_mask) noexcept nogil:
    """The land drop at the beginning of the main phase."""
    cdef Foresight *f
    cdef int k, before = c.s.lands_played
    if c.aim == AIM_CARD:
        think(c, w)
        f = <Foresight *>c.foresight
        if c.s.status != OK:
            return False
        for k in range(f.n_plan):
            if f.plan[k].type == 2:  # the plan up to the land
                while c.s.lands_played == before and follow(c, w, cast_mask):
                    pass
                break
        if c.s.lands_played > before or f.ready == 1:
            return c.s.lands_played > before
    return land_for_aim(c, w)


cdef bint land_for_aim(Context *c, Workspace *w) noexcept nogil:
    cdef State *s = c.s
    cdef Act acts[MAX_CHILDREN]
    cdef int n, k, v, asked = 0, best = -1, best_value = -1, say = -1
    if c.aim == AIM_SPEND:
        return play_best_land(c, w)
    if land_plays_left(c) < 1:
        return False
    n = list_land_plays(c, acts)
    if n == 0:
        return False
    if c.aim == AIM_NAIVE:
        best = <int>bounded(c.rng, <uint32_t>n)
        say = 0
    else:
        for k in range(n):
            v = outlook_of_land(c, w, acts[k].a, acts[k].b, acts[k].zone, 0, &asked)
            if v > best_value:
                best_value = v
                best = k
                say = 0
            if asked:
                v = outlook_of_land(c, w, acts[k].a, acts[k].b, acts[k].zone, 1, &asked) - 4
                if v > best_value and s.life > 4:
                    best_value = v
                    best = k
                    say = 1
    if best < 0:
        return False
    c.say_yes = say
    play_land(c, acts[best].a, acts[best].b, acts[best].zone)
    c.say_yes = -1
    settle_stack(c)
    return s.status == OK


cdef bint cast_aim_now(Context *c, Workspace *w, uint64_t *cast_mask) noexcept nogil:
    """Cast the card aimed at, with what helps it this turn; nothing is done if it can't be."""
    cdef State *s = c.s
    cdef int i, slot = -1, zone = Z_HAND
    for i in range(s.n_hand):
        if c.p.slot_kind[s.hand[i]] == c.aim_kind:
            slot = s.hand[i]
            break
    for i in range(s.n_command):
        if slot < 0 and c.p.slot_kind[s.command[i]] == c.aim_kind:
            slot = s.command[i]
            zone = Z_COMMAND
    return slot >= 0 and cast_with_help(c, w, slot, zone, SC_MANA | SC_ABILITIES | SC_CAST, PROBE_NODES, cast_mask)


cdef bint cast_source_for_card(Context *c, uint64_t *cast_mask) noexcept nogil:
    """The source that the plan for the card casts first."""
    cdef Planner p
    cdef int cls
    outlook(c, &p, land_plays_left(c) < 1)
    if p.first < 0:
        return False
    cls = c.p.kinds[c.p.slot_kind[p.first]].cls
    if not cast_card(c, p.first):
        return False
    if cls >= 0:
        cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
    settle_stack(c)
    return c.s.status == OK


# ----------------------------------------------------------------------------- most mana, most mana spent

cdef float rest_of_game(Context *c, Planner *p, int used, int units) noexcept nogil:
    """What the turns after this one bring, by a plain reckoning: lands of the hand and those that the deck's share lets
    one expect, sources as soon as they pay for themselves, then the dearest spells."""
    cdef int turn, k, i, best, mana
    cdef float total = 0, drawn_lands = 0, pool = 0, lands = 0, more
    cdef int in_hand = p.lands_in_hand
    cdef int now
    for turn in range(p.turn + 1, p.last + 1):
        drawn_lands += p.land_rate
        pool += p.spell_rate
        if in_hand >= 1:
            in_hand -= 1
            lands += 1
        elif drawn_lands > 0:
            more = drawn_lands if drawn_lands < 1 else 1
            drawn_lands -= more
            lands += more
        mana = units + <int>(lands + 0.5)
        if p.aim == AIM_MANA:
            total += mana * (100 if turn == p.last else 1)
        now = mana
        # sources first while they have time to pay
        for k in range(p.n_items):
            if used >> k & 1 or not p.items[k].source or p.items[k].mana_value > now:
                continue
            if p.aim == AIM_SPEND and p.last - turn < p.items[k].mana_value - (0 if p.items[k].delay else p.items[k].n) + 1:
                continue
            used |= 1 << k
            now -= p.items[k].mana_value
            units += p.items[k].n
            if not p.items[k].delay:
                now += p.items[k].n
        if p.aim == AIM_MANA:
            continue
        while True:
            best = -1
            for k in range(p.n_items):
                if used >> k & 1 or p.items[k].source or p.items[k].mana_value > now:
                    continue
                if best < 0 or p.items[k].mana_value > p.items[best].mana_value:
                    best = k
            if best < 0:
                break
            used |= 1 << best
            now -= p.items[best].mana_value
            total += p.items[best].mana_value * (p.last - turn + 1)
        more = now if now < pool else pool
        pool -= more
        total += more * <float>0.8 * (p.last - turn + 1)
    return total


cdef void choose_casts(Context *c, Planner *p, int from_, int used, uint8_t *now, float value, int units, int first, bint spells) noexcept nogil:
    """Every set of cards that this turn's mana casts together, sources before spells."""
    cdef uint8_t now2[64]
    cdef uint8_t zero[64]
    cdef float v
    cdef int k, w = p.last - p.turn + 1
    cdef Item *it
    p.nodes += 1
    v = value + rest_of_game(c, p, used, units)
    if v > p.best_value:
        p.best_value = v
        p.first = first
    if p.nodes > PLAN_NODES:
        return
    memset(zero, 0, sizeof(zero))
    for k in range(from_, p.n_items):
        it = &p.items[k]
        if used >> k & 1 or (k > from_ and same_item(c, p, k, used)):
            continue
        if not covered(now, zero, c.p.costs[it.cost].need) or not spend_cover(now, c.p.costs[it.cost].need, now2):
            continue
        if it.source and not it.delay:
            add_item(now2, it)
        choose_casts(c, p, k + 1, used | 1 << k, now2, value + (0 if it.source or p.aim == AIM_MANA else it.mana_value * w),
                     units + (it.n if it.source else 0), k if first < 0 else first, spells)


cdef bint same_item(Context *c, Planner *p, int k, int used) noexcept nogil:
    # another copy of a card that was passed over just before
    return not used >> (k - 1) & 1 and c.p.slot_kind[p.items[k - 1].slot] == c.p.slot_kind[p.items[k].slot]


cdef void list_spells(Context *c, Planner *p, uint8_t *tried) noexcept nogil:
    """Sources by cost, then spells by mana value, the dearest first."""
    cdef State *s = c.s
    cdef Item it
    cdef int i, j, slot, face, n = 0, total = s.n_hand + s.n_command, key
    cdef int keys[MAX_ITEMS]
    p.lands_in_hand = 0
    for i in range(total):
        slot = s.hand[i] if i < s.n_hand else s.command[i - s.n_hand]
        if c.p.kinds[c.p.slot_kind[slot]].land:
            p.lands_in_hand += i < s.n_hand
            continue
        face = slot_face(c, slot)
        if tried[slot >> 3] >> (slot & 7) & 1 or c.p.faces[face].cost < 0 or c.p.costs[c.p.faces[face].cost].x or c.p.quick[face].sized:
            continue
        if c.p.kinds[c.p.slot_kind[slot]].cls < 0:
            continue
        if not item_of(c, slot, &it):
            it.source = 0
            it.n = 0
        if it.once:
            continue
        if p.aim == AIM_MANA and not it.source:
            continue
        key = it.mana_value if it.source else 1000 - it.mana_value
        key = key * 1024 + c.p.slot_kind[slot]
        j = n
        if n >= MAX_ITEMS:
            if key >= keys[n - 1]:
                continue
            j = n - 1
        else:
            n += 1
        while j > 0 and keys[j - 1] > key:
            p.items[j] = p.items[j - 1]
            keys[j] = keys[j - 1]
            j -= 1
        p.items[j] = it
        keys[j] = key
    p.n_items = n
    p.n_lands = 0


cdef bint cast_by_plan(Context *c, uint64_t *cast_mask, uint8_t *tried) noexcept nogil:
    """Cast the first card of the best set of cards for this turn."""
    cdef State *s = c.s
    cdef Planner p
    cdef uint8_t cover[64]
    cdef int slot, kind, cls, i, lands = 0, spells = 0, value = 0, size
    cdef Item *it
    cdef bint ok
    p.aim = c.aim
    list_spells(c, &p, tried)
    if p.n_items == 0:
        return False
    refresh(c)
    cover_of(c, cover)
    p.turn = s.turn
    p.last = c.last_turn
    p.nodes = 0
    p.best_value = -1
    p.first = -1
    # the library by what it consists of, which is known; not by its order
    for i in range(c.p.n_slots):
        if s.library.inside[i]:
            if c.p.kinds[c.p.slot_kind[i]].land:
                lands += 1
            else:
                spells += 1
                value += c.p.faces[slot_face(c, i)].mana_value
    size = lands + spells
    p.land_rate = <float>lands / size if size else 0
    p.spell_rate = <float>value / size if size else 0
    choose_casts(c, &p, 0, 0, cover, 0, units_next_turn(c), -1, False)
    if p.first < 0:
        return False
    slot = p.items[p.first].slot
    kind = c.p.slot_kind[slot]
    ok = cast_card(c, slot)
    if not ok:
        tried[slot >> 3] |= <uint8_t>(1 << (slot & 7))
        return True  # think again without it
    cls = c.p.kinds[kind].cls
    cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
    settle_stack(c)
    return s.status == OK


cdef int units_next_turn(Context *c) noexcept nogil:
    cdef State *s = c.s
    cdef uint8_t tapped[MAX_OBJECTS]
    cdef uint8_t sick[MAX_OBJECTS]
    cdef int i, n
    for i in range(s.n_objects):
        tapped[i] = s.objects[i].tapped
        sick[i] = s.objects[i].sick
        if s.objects[i].controller == 0:
            s.objects[i].tapped = 0
            s.objects[i].sick = 0
    n = count_units(c)
    for i in range(s.n_objects):
        s.objects[i].tapped = tapped[i]
        s.objects[i].sick = sick[i]
    return n


# ---------------------------------------------------------------------------------------------- the turn

cdef bint cast_cheapest(Context *c, uint64_t *cast_mask, uint8_t *tried) noexcept nogil:
    """The naive player's spell."""
    cdef State *s = c.s
    cdef int i, best = -1, cls, slot
    for i in range(s.n_hand):
        slot = s.hand[i]
        if tried[slot >> 3] >> (slot & 7) & 1 or c.p.kinds[c.p.slot_kind[slot]].land or c.p.kinds[c.p.slot_kind[slot]].cls < 0:
            continue
        if not c.p.faces[slot_face(c, slot)].castable_now:
            continue
        if best < 0 or c.p.faces[slot_face(c, slot)].mana_value < c.p.faces[slot_face(c, best)].mana_value:
            best = slot
    if best < 0:
        return False
    tried[best >> 3] |= <uint8_t>(1 << (best & 7))
    cls = c.p.kinds[c.p.slot_kind[best]].cls
    if cast_card(c, best):
        cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
        settle_stack(c)
    return s.status == OK


cdef bint cast_draws(Context *c, uint64_t *cast_mask, uint8_t *tried) noexcept nogil:
    """A spell that draws or looks at cards, the dearest first: what it finds may be worth more than what is in hand."""
    cdef State *s = c.s
    cdef int i, best = -1, cls, slot, f
    for i in range(s.n_hand):
        slot = s.hand[i]
        f = slot_face(c, slot)
        if tried[slot >> 3] >> (slot & 7) & 1 or c.p.kinds[c.p.slot_kind[slot]].land or c.p.kinds[c.p.slot_kind[slot]].cls < 0:
            continue
        if not c.p.faces[f].castable_now or not c.p.faces[f].flags & ROLE_CARDS or c.p.faces[f].flags & ROLE_ONE_SHOT:
            continue
        if best < 0 or c.p.faces[f].mana_value > c.p.faces[slot_face(c, best)].mana_value:
            best = slot
    if best < 0:
        return False
    cls = c.p.kinds[c.p.slot_kind[best]].cls
    if not cast_card(c, best):
        tried[best >> 3] |= <uint8_t>(1 << (best & 7))
        return True  # think again without it
    cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
    settle_stack(c)
    return s.status == OK


cdef void main_phase_for_aim(Context *c, uint64_t *cast_mask) noexcept nogil:
    cdef State *s = c.s
    cdef Workspace *w = <Workspace *>c.work
    cdef int guard = 0, i
    cdef uint8_t tried[MAX_CARDS >> 3]
    cdef bint done = False  # the card aimed at has been cast
    memset(tried, 0, sizeof(tried))
    while s.status == OK and guard < 80 and not s.lost:
        guard += 1
        if c.aim == AIM_CARD and not done:
            if cast_aim_now(c, w, cast_mask):
                done = True
                continue
            if follow(c, w, cast_mask):
                continue
            if (<Foresight *>c.foresight).ready == 1:
                # as planned; what is drawn beyond it asks for another thought
                i = s.n_hand + s.n_command
                if cast_draws(c, cast_mask, tried):
                    if s.n_hand + s.n_command >= i and s.status == OK:
                        think(c, w)
                    continue
                break
        if use_lands_and_ramp(c, True):
            continue
        if land_for_aim(c, w):
            continue
        if c.aim == AIM_NAIVE:
            if not cast_cheapest(c, cast_mask, tried):
                break
            continue
        if c.aim == AIM_CARD:
            if done:
                if cast_one(c, 0, cast_mask):
                    continue
            elif cast_source_for_card(c, cast_mask) or cast_draws(c, cast_mask, tried):
                continue
        elif c.p.flags & P_SIZED and cast_sized(c, cast_mask, c.aim == AIM_MANA) or cast_by_plan(c, cast_mask, tried):
            continue
        elif c.aim == AIM_MANA and cast_draws(c, cast_mask, tried):
            continue
        if use_lands_and_ramp(c, False) or c.aim != AIM_NAIVE and (cast_rest(c, cast_mask) or untap_with_rest(c)):
            continue
        break


cdef int aim_decides(Context *c, int kind, int source, int preferred) noexcept nogil:
    """The index of an option where the aim has something to say, else -1."""
    cdef Planner p
    cdef uint8_t cover[64]
    cdef int k, v, best = -1, best_value = -1, mask, slot, base
    if c.aim == AIM_NAIVE:
        return preferred if kind == D_YES else <int>bounded(c.rng, <uint32_t>c.n_options)
    if c.aim != AIM_CARD:
        return -1
    if kind == D_SEARCH or kind == D_COLOR:
        list_items(c, &p)
        for k in range(c.n_options):
            if kind == D_SEARCH:
                slot = c.options[k]
                if slot < 0:
                    continue
                mask = source_mask(c, c.p.slot_kind[slot])
                if mask == 0:
                    v = REACHED if c.p.slot_kind[slot] == c.aim_kind else c.p.faces[slot_face(c, slot)].mana_value
            else:
                mask = 1 << c.options[k]
            if mask:
                goal_of(c, &p)
                cover_of(c, cover)
                if mask < 64:
                    cover_add(cover, mask)
                plan_turn(c, &p, 0, 0, cover, land_plays_left(c) < 1, -1)
                v = p.best * 8 + bit_count(mask)
            if v > best_value:
                best_value = v
                best = k
        return best
    if kind == D_SCRY:
        # the card itself is welcome; a land or source if it brings the card nearer
        if c.p.slot_kind[source] == c.aim_kind:
            return 1 if has_card(c, c.aim_kind) else 0
        base = outlook(c, &p, land_plays_left(c) < 1)
        if c.s.n_hand >= MAX_HAND:
            return -1
        c.s.hand[c.s.n_hand] = <uint16_t>source
        c.s.n_hand += 1
        v = outlook(c, &p, land_plays_left(c) < 1)
        c.s.n_hand -= 1
        return 0 if v > base else 1
    if kind == D_HAND:
        for k in range(c.n_options):
            if c.options[k] < 0 or c.p.slot_kind[c.options[k]] == c.aim_kind:
                continue
            v = discard_value(c, c.s.hand, c.s.n_hand, c.options[k], lands_in_play(c))
            if v > best_value:
                best_value = v
                best = k
        return best
    return -1
