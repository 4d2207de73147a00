# Foresight for one card: the lines of this turn, each followed by every card that might be drawn next, as the library's
# composition weighs them, and so on for a few turns within a bound.  The unseen order plays no part: the positions that are
# thought of have an order and a chance of their own.

cdef enum:
    FORESEEN_ENDS = 64         # positions in which a turn can end, at most
    FORESEEN_TURNS = 3
    FORESEEN_BITS = 12
    FORESIGHT = 30000          # nodes of all searches of one thought
    SHORT_SIGHT = 3000         # ... where many draws differ: one turn is looked ahead then
    FEW_DRAWS = 8
    LINE_NODES = 150           # of the search for all ends of a turn
    GOAL_NODES = 60            # of the search whether the card can be cast
    MAX_CLASSES = 64           # kinds of draws
    MOST_DRAWS = 10            # so many are told apart

cdef double PATIENCE = 0.97    # a turn later is worth so much of a turn sooner
cdef double HITS = 0.3           # chance that a draw is a source that is missing, by a rule of thumb

cdef struct Memo:
    uint64_t key
    double value

cdef struct Foresight:
    Act plan[MAX_DEPTH]        # what is left to be done this turn
    int32_t n_plan, at
    int32_t ready              # 0: think; 1: the plan holds; 2: no plan, go by rules of thumb
    int32_t nodes, limit, over
    int32_t opened             # positions that were valued by a guess
    int32_t hold               # some land would rather have few others beside it as it enters
    int32_t n_paths
    uint64_t thought           # numbers the thoughts, for the memo
    int32_t group[MAX_CARDS]   # by kind: draws that are alike, -1: of no matter
    Memo memo[1 << FORESEEN_BITS]
    Act paths[FORESEEN_ENDS][MAX_DEPTH]
    int32_t lengths[FORESEEN_ENDS]
    State ends[FORESEEN_TURNS][FORESEEN_ENDS]
    State drawn[FORESEEN_TURNS]


cdef int slot_of(Context *c, int kind) noexcept nogil:
    cdef int i
    for i in range(c.p.n_slots):
        if c.p.slot_kind[i] == kind:
            return i
    return 0


cdef void group_draws(Context *c, Foresight *f) noexcept nogil:
    """Which draws matter: lands and what helps. Where those are many, the ones that make mana alike count as one."""
    cdef int kind, face, k, j, many = 0, types = 0
    cdef Face *fc
    cdef Ability *ab
    cdef Row *r
    cdef Item it
    f.hold = 0
    for kind in range(c.p.n_kinds):
        f.group[kind] = kind if c.p.kinds[kind].land else -1
        for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
            fc = &c.p.faces[face]
            if not fc.playable:
                continue
            if fc.helps or fc.types & LAND:
                f.group[kind] = kind
            for k in range(fc.n_abilities):
                ab = &c.p.abilities[c.p.face_abilities[fc.ability + k]]
                if ab.zone == Z_HAND and ab.helps:
                    f.group[kind] = kind
                for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255 if ab.type == ENTERS else 0)):
                    r = &c.p.rows[j]
                    if r.op == OP_EntersTapped and r.a[0] >= 0:
                        r = &c.p.rows[r.a[0]]
                        f.hold |= r.op != OP_Compare or r.a[1] != 0 and r.a[1] != 4  # neither >= nor >
            if fc.cost >= 0 and (fc.helps or kind == c.aim_kind):
                for k in range(c.p.costs[fc.cost].n):
                    types |= c.p.costs[fc.cost].mask[k]
        many += f.group[kind] >= 0
    f.limit = FORESIGHT if many <= FEW_DRAWS else SHORT_SIGHT
    if many <= MOST_DRAWS:
        return
    for kind in range(c.p.n_kinds):
        if f.group[kind] < 0 or c.p.kinds[kind].n_faces > 1 or not item_of(c, slot_of(c, kind), &it):
            continue
        k = 0
        for j in range(it.n):
            k = k * 64 + (it.mask[j] & types if it.mask[j] & types else 32)
        f.group[kind] = MAX_CARDS + ((k * 2 + it.delay) * 2 + it.once) * 16 + (0 if it.cost < 0 else 1 + min(14, <int>it.mana_value))


cdef bint out_of_reach(Context *c, Workspace *w) noexcept nogil:
    """Whether no line of this turn can pay for the card, by a count of what each source and helper adds at most; False
    where that isn't known."""
    cdef State *s = c.s
    cdef Face *goal = &c.p.faces[c.p.kinds[c.aim_kind].face]
    cdef Payment p
    cdef Item it
    cdef Ability *ab
    cdef Face *fc
    cdef uint8_t cover[64]
    cdef uint8_t zero[64]
    cdef int i, k, j, n, kind, total, land = 0, face, unknown = 999
    if goal.plain != 1 or c.p.flags & P_TAPPED_FOR_MANA or s.n_exile or not costs_stand(c) \
            or s.static_ops[OP_PlayFrom >> 6] >> (OP_PlayFrom & 63) & 1:
        return False
    k = w.scope
    w.scope = SC_CAST
    total = c.p.flags & P_UNTAPS and can_untap(c, w)
    w.scope = k
    if total:
        return False
    memset(zero, 0, sizeof(zero))
    memset(cover, 0, sizeof(cover))
    refresh(c)
    gather(c, &p, False, 0)
    for i in range(p.n_units):
        cover_add(cover, p.units[i].mask | p.units[i].rmask)
    total = p.n_units
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.flags & F_SIMPLE or not ab.helps or ab.type != ACTIVATED and ab.type != TRIGGERED:
                continue
            if ab.type == TRIGGERED or ab.rank != 1:
                return False
            if ab.mana_cost < 0:
                total += 1
            cover_add(cover, ALL_TYPES)
    for j in range(s.n_hand):
        kind = c.p.slot_kind[s.hand[j]]
        for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
            fc = &c.p.faces[face]
            if not fc.playable:
                continue
            if fc.types & LAND:
                n = 1
                for k in range(fc.n_abilities):
                    ab = &c.p.abilities[c.p.face_abilities[fc.ability + k]]
                    if ab.helps and (ab.type == TRIGGERED or ab.type == STATIC):
                        return False
                    if ab.type == ACTIVATED and ab.flags & F_MANA:
                        n = max(n, ab.n_units)
                        if not ab.flags & F_SIMPLE:
                            cover_add(cover, ALL_TYPES)
                land = max(land, n)
                k = source_mask(c, kind) if c.p.kinds[kind].land else ALL_TYPES
                for i in range(n):
                    cover_add(cover, k)
            elif fc.helps:
                if not item_of(c, s.hand[j], &it) or c.p.kinds[kind].n_faces > 1:
                    if not fc.plain:
                        return False
                    unknown = min(unknown, fc.mana_value)
                    continue
                if it.delay:
                    cover_add(cover, ALL_TYPES)
                    continue
                for i in range(it.n):
                    cover_add(cover, it.mask[i])
                total += max(0, <int>it.n - it.mana_value)
    total += land * max(0, min(s.n_hand, land_plays_left(c)))
    if total >= unknown:
        return False
    k = c.p.costs[goal.cost].need[63]
    return total < k or not covered(cover, zero, c.p.costs[goal.cost].need)


cdef bint goal_now(Context *c, Workspace *w, Foresight *f) noexcept nogil:
    """Whether the card can be cast this turn, a land drop and helping spells included."""
    f.nodes += 1
    if out_of_reach(c, w):
        return False
    start_search(c, w, G_KIND, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, GOAL_NODES)
    aim_search(c, w)
    run_search(c, w, c.s)
    f.nodes += w.nodes
    return w.found


cdef void aim_search(Context *c, Workspace *w) noexcept nogil:
    """What the search looks for: the card, in hand if it isn't in the command zone."""
    cdef State *s = c.s
    cdef int k
    w.face = c.aim_kind
    w.slot = NO_SLOT
    w.zone = Z_HAND
    for k in range(s.n_command):
        if c.p.slot_kind[s.command[k]] == c.aim_kind:
            w.slot = s.command[k]
            w.zone = Z_COMMAND


cdef double waited(int turns) noexcept nogil:
    cdef double v = 1
    cdef int k
    for k in range(turns):
        v *= PATIENCE
    return v


cdef double guess(Context *c) noexcept nogil:
    """Without looking further: a plan of the lands and sources in hand, or how many sources are missing."""
    cdef Planner p
    cdef int v = outlook(c, &p, False), left = c.last_turn - c.s.turn, d, k
    cdef double chance[16]
    cdef int n = min(left, 15)
    if v > REACHED // 2 + 100:
        d = max(1, (REACHED + 999 - v) // 1000)
        return 0.0 if d > left else waited(d)
    d = max(1, min(15, (REACHED // 2 + 99 - v) // 1000))  # so many sources must be drawn in the turns that are left
    memset(chance, 0, sizeof(chance))
    chance[0] = 1  # of as many hits, the last for as many or more
    for v in range(n):
        for k in range(d, 0, -1):
            chance[k] += (chance[k - 1] - (chance[k] if k < d else 0)) * HITS
        chance[0] *= 1 - HITS
    return chance[d] * waited(min(left, LOOK_AHEAD + <int>(d / HITS)))


cdef void pass_to_draw(Context *c) noexcept nogil:
    """From a main phase to the next own upkeep's end."""
    cdef State *s = c.s
    cdef int guard = 0, turn = s.turn
    s.n_needs = 0
    s.n_purposes = 0
    s.stage = 0
    s.n_pool = 0
    while s.status == OK and guard < 400 and not s.lost:
        guard += 1
        advance_step(c, True)
        if s.active == 0 and s.turn > turn and s.step >= S_UPKEEP:
            break
    settle_stack(c)


cdef void draw_to_main(Context *c, int slot) noexcept nogil:
    """To the main phase, the card being drawn (-1: none)."""
    cdef State *s = c.s
    if slot >= 0:
        lib_remove(&s.library, slot)
        lib_put_top(&s.library, slot)
    while s.status == OK and not s.lost and s.step < S_MAIN1:
        advance_step(c, True)
    settle_stack(c)
    s.n_pool = 0


cdef double foresee(Context *c, Workspace *w, Foresight *f, State *root, int turns) noexcept nogil:
    """Worth of a position at the beginning of a main phase: 1 if the card can be cast this turn, a little less for each
    turn later, over the draws."""
    cdef uint64_t h = mix(mix(hash_board(c.p, root), <uint64_t>root.turn << 8 | <uint64_t>turns), f.thought)
    cdef uint32_t at = <uint32_t>(h >> (64 - FORESEEN_BITS))
    cdef double v
    cdef State *keep = c.s
    if f.over or f.memo[at].key == h:
        return f.memo[at].value
    c.s = root
    if turns and root.turn < c.last_turn:
        v = best_line(c, w, f, root, turns, NULL)
    elif goal_now(c, w, f):
        v = 1
    elif root.turn >= c.last_turn:
        v = 0
    else:
        f.opened += 1
        v = guess(c)
    c.s = keep
    if f.nodes > f.limit:
        f.over = 1
    if not f.over:
        f.memo[at].key = h
        f.memo[at].value = v
    return v


cdef double over_cards(Context *c, Workspace *w, Foresight *f, State *ended, int turns) noexcept nogil:
    """Mean over the card drawn next, from the end of an own upkeep."""
    cdef State *s = &f.drawn[turns - 1]
    cdef State *keep = c.s
    cdef int i, j, k, n = 0, total = 0, mode = c.mode
    cdef int kinds[MAX_CLASSES]
    cdef int counts[MAX_CLASSES]
    cdef int slots[MAX_CLASSES]
    cdef double sum_ = 0
    # what is castable whatever is drawn
    copy_state(s, ended)
    c.s = s
    c.mode = M_PLAYER
    draw_to_main(c, -1)
    c.mode = mode
    if s.status != OK or s.lost:
        c.s = keep
        return 0
    if goal_now(c, w, f):
        c.s = keep
        return 1
    if ended.library.n_top or ended.library.unknown == 0:
        sum_ = foresee(c, w, f, s, turns - 1)
        c.s = keep
        return sum_
    for i in range(c.p.n_slots):
        if ended.library.inside[i] != 1:
            continue
        total += 1
        k = f.group[c.p.slot_kind[i]]
        for j in range(n):
            if kinds[j] == k:
                counts[j] += 1
                break
        else:
            if n < MAX_CLASSES:
                kinds[n] = k
                counts[n] = 1
                slots[n] = i
                n += 1
    for j in range(n):
        copy_state(s, ended)
        c.s = s
        c.mode = M_PLAYER
        draw_to_main(c, slots[j])
        c.mode = mode
        if s.status == OK and not s.lost:
            sum_ += counts[j] * foresee(c, w, f, s, turns - 1)
        if f.over:
            break
    c.s = keep
    return sum_ / total


cdef double best_line(Context *c, Workspace *w, Foresight *f, State *root, int turns, int *chosen) noexcept nogil:
    """Worth of the best end of this turn; 1 if the card can be cast in it."""
    cdef State *ends = &f.ends[turns - 1][0]
    cdef State *keep = c.s
    cdef uint64_t hashes[FORESEEN_ENDS]
    cdef int n, k, j, mode = c.mode, lands
    cdef double best = -1, v
    cdef uint64_t h
    start_search(c, w, G_ENDS, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, LINE_NODES)
    aim_search(c, w)
    w.goal_too = chosen == NULL and not out_of_reach(c, w)
    lands = lands_in_play(c)
    w.ends = ends
    w.n_ends = 0
    w.most_ends = FORESEEN_ENDS
    w.end_hashes = hashes
    w.end_paths = &f.paths[0][0] if chosen != NULL else NULL
    w.end_lengths = f.lengths
    run_search(c, w, root)
    w.end_hashes = NULL
    w.end_paths = NULL
    w.goal_too = 0
    f.nodes += w.nodes + 1
    if w.found:
        return 1
    n = w.n_ends
    j = 0
    for k in range(0 if f.hold else n):  # a land drop that leaves more lands is no worse than none
        c.s = &ends[k]
        hashes[k] = ends[k].lands_played > root.lands_played
        if hashes[k] and lands_in_play(c) > lands:
            j = 1
    for k in range(n if j else 0):
        if not hashes[k]:
            ends[k].status = ILLEGAL
    c.mode = M_PLAYER
    for k in range(n):
        hashes[k] = 0
        c.s = &ends[k]
        pass_to_draw(c)
        if ends[k].status != OK or ends[k].lost:
            continue
        h = hash_board(c.p, &ends[k])
        for j in range(k):
            if hashes[j] == h:
                break
        else:
            hashes[k] = h
    c.mode = mode
    c.s = keep
    for k in range(n):
        if hashes[k] == 0:
            continue
        v = PATIENCE * over_cards(c, w, f, &ends[k], turns)
        if f.over:
            break
        if chosen != NULL:  # of equal lines the one that leaves most sources
            c.s = &ends[k]
            v += 1e-6 * count_units(c)
            c.s = keep
        if v > best:
            best = v
            if chosen != NULL:
                chosen[0] = k
        if best >= PATIENCE and chosen == NULL:
            break
    return max(0.0, best)


cdef void think(Context *c, Workspace *w) noexcept nogil:
    """Plan this turn for the card aimed at."""
    cdef Foresight *f
    cdef State *s = c.s
    cdef State *root
    cdef uint64_t rng[4]
    cdef int turns, chosen, undecided = c.undecided, log_on = c.log_on, ceiling = c.ceiling, n_script = c.n_script, at = c.at
    cdef int k, first = 0
    if c.foresight == NULL:
        c.foresight = calloc(1, sizeof(Foresight))
        if c.foresight == NULL:
            fail(c, TOO_MANY)
            return
    f = <Foresight *>c.foresight
    f.ready = 2
    f.n_plan = 0
    f.at = 0
    f.nodes = 0
    f.over = 0
    f.thought += 1
    if f.thought == 1:
        group_draws(c, f)
    root = <State *>calloc(1, sizeof(State))
    if root == NULL:
        fail(c, TOO_MANY)
        return
    memcpy(rng, c.rng, sizeof(rng))
    copy_state(root, s)
    # an order and chances of its own
    seed_rng(c.rng, 0, 0, 0, R_CHANCE)
    memcpy(root.library.order, c.p.identity, sizeof(uint16_t) * root.library.positions)
    root.library.filled = 0
    root.library.next = 0
    seed_rng(root.library.rng, 0, 0, 0, R_SHUFFLE)
    c.log_on = 0
    c.ceiling = 1
    c.n_script = 0
    c.at = 0
    c.s = root
    if goal_now(c, w, f):
        if has_card(c, c.aim_kind) or w.zone == Z_COMMAND:
            f.ready = 1
            f.n_plan = w.best_length
            memcpy(f.plan, w.best_path, sizeof(Act) * w.best_length)
    elif s.turn < c.last_turn:
        for turns in range(1, min(FORESEEN_TURNS if f.limit == FORESIGHT else 1, c.last_turn - s.turn) + 1):
            chosen = -1
            if turns > 1 and f.nodes + f.opened * first // 2 > f.limit:
                break  # it would take too long
            f.opened = 0
            best_line(c, w, f, root, turns, &chosen)
            if f.over or chosen < 0:
                break
            if turns == 1:
                first = f.nodes
            f.ready = 1
            f.n_plan = f.lengths[chosen]
            memcpy(f.plan, f.paths[chosen], sizeof(Act) * f.n_plan)
    c.s = s
    free(root)
    memcpy(c.rng, rng, sizeof(rng))
    c.log_on = log_on
    c.ceiling = ceiling
    c.n_script = n_script
    c.at = at
    c.undecided = undecided


cdef bint follow(Context *c, Workspace *w, uint64_t *cast_mask) noexcept nogil:
    """The plan's next act that isn't making mana, which paying finds by itself; False if there is none."""
    cdef Foresight *f = <Foresight *>c.foresight
    cdef State *s = c.s
    cdef State *saved = &w.states[MAX_DEPTH + 1]
    cdef Act a
    cdef int cls, log_n = (<Log *>c.log).n if c.log != NULL else 0, undecided = c.undecided
    while f.at < f.n_plan:
        a = f.plan[f.at]
        f.at += 1
        if a.type == 0:
            refresh(c)
            if a.a >= s.n_objects or not s.objects[a.a].alive or a.b >= s.chars[a.a].n_abilities:
                f.ready = 2
                break
            if c.p.abilities[s.chars[a.a].abilities[a.b]].flags & F_MANA:
                continue
        elif a.type == 1 and c.p.abilities[a.b].flags & F_MANA:
            continue
        copy_state(saved, s)
        c.n_script = a.n_script
        c.at = 0
        memcpy(c.script, a.script, sizeof(int16_t) * a.n_script)
        cls = -1
        if a.type == 0:
            activate(c, a.a, a.b, a.x)
        elif a.type == 1:
            activate_card(c, <int>a.a if a.a >= 0 else NO_SLOT, a.b, a.zone, a.x)
        elif a.type == 2:
            play_land(c, a.a, a.b, a.zone)
        else:
            cls = c.p.kinds[c.p.slot_kind[a.a]].cls
            cast(c, a.a, a.b, a.zone, a.way, a.x, 0)
        if s.status == OK:
            settle_stack(c)
        c.n_script = 0
        c.at = 0
        if s.status == OK:
            if cls >= 0:
                cast_mask[cls >> 6] |= <uint64_t>1 << (cls & 63)
            return True
        copy_state(s, saved)
        c.undecided = undecided
        if c.log != NULL:
            (<Log *>c.log).n = log_n
        f.ready = 2  # it isn't as foreseen
        break
    f.n_plan = 0
    return False
