# Searching over what can be done with priority in a main phase: activations, and where asked for land drops and spells.
# Mana is made and paid lazily: every action notes needs of its stage, every source gives units, and one matching of all
# needs with all units says whether the line is possible.  States are copied, never undone.

cdef enum:
    MAX_DEPTH = 20
    MAX_CHILDREN = 160
    SEEN_BITS = 13
    SEEN_SIZE = 1 << 13

cdef enum:
    SC_MANA = 1              # mana abilities
    SC_ABILITIES = 2         # other abilities that can help
    SC_LAND = 4              # the land drop
    SC_CAST = 8              # spells that can help
    SC_NO_SEARCH = 16        # nothing that brings new lands
    SC_INSTANT = 32          # nothing that can be activated only as a sorcery

cdef enum:
    G_COST = 1               # pay s.needs that are pushed after the last action (cost, purpose)
    G_MOST = 2               # the most mana at one moment, and the types of it
    G_CARDS = 3              # which castability classes can be cast
    G_KIND = 4               # one card: cast it
    G_NEEDS = 5              # pay goal_needs
    G_ENDS = 6               # keep every position (ceiling)
    G_TOGETHER = 7           # cast all of some cards, and pay `extra` beside them

cdef enum:
    MAX_FRONTIER = 3000
    BOOST = 24               # mana of a type that stands for any amount

cdef struct Act:
    int8_t type              # 0 activate, 1 ability of a card, 2 play land, 3 cast
    uint8_t zone
    int16_t a                # object or slot
    int32_t b                # place of the ability, ability, or face
    int16_t way
    int16_t x
    int16_t n_script
    int16_t script[16]

cdef struct Workspace:
    State states[MAX_DEPTH + 4]  # the last two are the player's, for what a land drop would do
    Act path[MAX_DEPTH + 2]
    Act best_path[MAX_DEPTH + 2]
    int32_t best_length
    uint64_t seen[SEEN_SIZE]
    uint64_t path_hash[MAX_DEPTH + 2]
    int32_t path_total[MAX_DEPTH + 2]
    int32_t path_types[MAX_DEPTH + 2][6]
    uint16_t seen_at[SEEN_SIZE]  # where in seen something stands
    int32_t n_seen, nodes, limit, scope, goal, cut
    int32_t cost, help_, generic
    Purpose purpose
    int32_t face, slot, zone, way     # G_KIND
    int32_t found
    int32_t best_total, types, unbounded   # G_MOST
    int32_t type_most[6]
    int32_t bound, bound_types[6]  # no more can be found
    uint64_t wanted[4], castable[4]   # G_CARDS
    int32_t depth_limit, deeper    # deeper: the limit kept something from being looked at
    Need goal_needs[MAX_NEEDS]
    int32_t n_goal_needs
    int32_t depth
    int32_t n_together
    int16_t together[8]      # G_TOGETHER: slots
    Cost *extra              # ... and this cost, or NULL
    int32_t path_ability[MAX_DEPTH + 2]
    State *ends
    int32_t n_ends, most_ends
    uint64_t *end_hashes       # of the ends' boards, which are then kept once each; or NULL
    Act *end_paths             # [.][MAX_DEPTH] ways to them, or NULL
    int32_t *end_lengths
    int32_t goal_too           # stop if the card can be cast (as G_KIND)
    Payment payment            # the matching that met the goal


cdef void copy_state(State *to, State *from_) noexcept nogil:
    # everything up to the big arrays, then what is used of them
    cdef size_t head = <size_t>(<char *>&from_.hand[0] - <char *>from_)
    memcpy(to, from_, head)
    memcpy(to.hand, from_.hand, sizeof(uint16_t) * from_.n_hand)
    memcpy(to.graveyard, from_.graveyard, sizeof(uint16_t) * from_.n_graveyard)
    memcpy(to.exile, from_.exile, sizeof(uint16_t) * from_.n_exile)
    memcpy(to.exiled, from_.exiled, sizeof(Exiled) * from_.n_exile)
    memcpy(to.command, from_.command, sizeof(from_.command))
    memcpy(to.pool, from_.pool, sizeof(Unit) * from_.n_pool)
    memcpy(to.needs, from_.needs, sizeof(Need) * from_.n_needs)
    memcpy(to.purposes, from_.purposes, sizeof(Purpose) * from_.n_purposes)
    memcpy(to.effects, from_.effects, sizeof(ContinuousEffect) * from_.n_effects)
    memcpy(to.delayed, from_.delayed, sizeof(Delayed) * from_.n_delayed)
    memcpy(to.stack, from_.stack, sizeof(StackItem) * from_.n_stack)
    memcpy(to.waiting, from_.waiting, sizeof(StackItem) * from_.n_waiting)
    memcpy(to.objects, from_.objects, sizeof(Object) * from_.n_objects)
    memcpy(to.chars, from_.chars, sizeof(Chars) * from_.n_objects)
    copy_library(&to.library, &from_.library)


cdef void copy_library(Library *to, Library *from_) noexcept nogil:
    memcpy(to.order, from_.order, sizeof(uint16_t) * from_.positions)
    memcpy(to.inside, from_.inside, from_.size)
    memcpy(to.top, from_.top, sizeof(uint16_t) * from_.n_top)
    memcpy(to.bottom, from_.bottom, sizeof(uint16_t) * from_.n_bottom)
    to.filled = from_.filled
    to.next = from_.next
    to.size = from_.size
    to.positions = from_.positions
    to.slots = from_.slots
    to.touched = from_.touched
    to.unknown = from_.unknown
    to.n_top = from_.n_top
    to.n_bottom = from_.n_bottom
    to.epoch = from_.epoch
    memcpy(to.rng, from_.rng, sizeof(from_.rng))


cdef inline uint64_t mix(uint64_t h, uint64_t v) noexcept nogil:
    h ^= v + <uint64_t>0x9E3779B97F4A7C15ULL + (h << 6) + (h >> 2)
    h *= <uint64_t>0xFF51AFD7ED558CCDULL
    return h ^ (h >> 33)


cdef uint64_t hash_object(Object *o) noexcept nogil:
    cdef uint64_t h = 7
    cdef uint64_t counters[2]
    cdef int k
    h = mix(h, <uint64_t>o.face << 32 | <uint64_t>o.tapped << 16 | <uint64_t>o.sick << 8 | o.controller)
    h = mix(h, <uint64_t>o.chosen_color << 40 | <uint64_t>o.chosen_sub << 32 | <uint64_t>(o.attached + 1) << 16 | o.used)
    h = mix(h, <uint64_t>o.modes << 48 | <uint64_t>o.used_ever << 32 | <uint64_t>(o.imprint + 1) << 16 | <uint64_t>o.phased << 8 | o.skip_untap)
    memcpy(counters, o.counters, MAX_COUNTERS)
    for k in range(MAX_COUNTERS if counters[0] | counters[1] else 0):
        if o.counters[k]:
            h = mix(h, <uint64_t>k << 8 | o.counters[k])
    return h


cdef uint64_t hash_board(Program *p, State *s) noexcept nogil:
    """The position without the mana, the order of permanents not counting."""
    cdef uint64_t total = 0
    cdef int i
    for i in range(s.n_objects):
        if s.objects[i].alive:
            total += hash_object(&s.objects[i])
    for i in range(s.n_hand):
        total += mix(11, p.slot_kind[s.hand[i]])
    for i in range(s.n_graveyard):
        total += mix(13, p.slot_kind[s.graveyard[i]])
    for i in range(s.n_exile):
        total += mix(29, <uint64_t>s.exiled[i].permit << 16 | s.exile[i])
    total = mix(total, <uint64_t>s.life)
    total = mix(total, <uint64_t>s.energy << 32 | <uint64_t>s.lands_played << 16 | <uint64_t>s.extra_land_plays)
    total = mix(total, <uint64_t>s.n_effects << 16 | <uint64_t>lib_count(&s.library))
    total = mix(total, <uint64_t>s.n_delayed << 8 | <uint64_t>(s.spells_allowed & 255))
    for i in range(s.library.n_top):  # what is known to come
        total = mix(total, p.slot_kind[s.library.top[i]])
    return total


cdef uint64_t hash_mana(Program *p, State *s) noexcept nogil:
    cdef uint64_t h = 3
    cdef int i
    for i in range(s.n_pool):
        h += mix(17, <uint64_t>s.pool[i].mask << 32 | <uint64_t>s.pool[i].rmask << 24 | <uint64_t>s.pool[i].stage << 16 | <uint64_t>(s.pool[i].spend + 1))
        if p.flags & P_RESTRICTED:
            h += mix(29, <uint64_t>s.pool[i].maker_types << 16 | <uint64_t>s.pool[i].maker_sub << 8 | s.pool[i].maker_color)
    for i in range(s.n_objects):
        if s.objects[i].stage and s.objects[i].alive and not s.objects[i].tapped:
            h += mix(23, <uint64_t>i << 8 | s.objects[i].stage)
    for i in range(s.n_needs):
        h += mix(19, <uint64_t>s.needs[i].mask << 32 | <uint64_t>s.needs[i].stage << 16 | s.needs[i].flag)
    return h


cdef bint seen_before(Workspace *w, uint64_t h) noexcept nogil:
    cdef uint32_t k = <uint32_t>(h >> (64 - SEEN_BITS))
    cdef int tries
    if h == 0:
        h = 1
    for tries in range(64):
        if w.seen[k] == h:
            return True
        if w.seen[k] == 0:
            w.seen[k] = h
            w.seen_at[w.n_seen] = <uint16_t>k
            w.n_seen += 1
            return False
        k = (k + 1) & (SEEN_SIZE - 1)
    return False


cdef void forget_seen(Workspace *w) noexcept nogil:
    cdef int k
    for k in range(w.n_seen):
        w.seen[w.seen_at[k]] = 0
    w.n_seen = 0


cdef void float_mana(Context *c, int i) noexcept nogil:
    """Planning: a source that is about to go is tapped for mana first; the mana floats."""
    cdef Unit u[16]
    cdef int n, j
    cdef State *s = c.s
    n = simple_source(c, i, u)
    for j in range(n):
        if s.n_pool < MAX_POOL:
            s.pool[s.n_pool] = u[j]
            s.pool[s.n_pool].source = -1
            s.pool[s.n_pool].stage = <uint8_t>s.stage
            s.n_pool += 1
    if n > 0:
        s.objects[i].tapped = 1


# ------------------------------------------------------------------------------------------- children

cdef inline bint covered_as_simple(Context *c, int i, Ability *ab) noexcept nogil:
    cdef Unit u[16]
    cdef Printed *q = &c.p.printed[c.s.objects[i].face]
    if not ab.flags & F_SIMPLE:
        return c.fetching and lone_source(c, i, u) > 0
    if as_source(c, i):
        return q.n_units > 0 and not c.s.objects[i].tapped and object_can_tap(c, i)
    return simple_source(c, i, u) > 0


cdef bint converted_enough(Context *c, Workspace *w, Ability *ab) noexcept nogil:
    """A filter paid with mana alone is of use at most once for each mana there was: stop repeating it."""
    cdef int k, n = 0
    cdef Payment p
    for k in range(w.depth):
        if w.path_ability[k] == ab.index:
            n += 1
    if n == 0:
        return False
    gather(c, &p, False, 0)
    return n >= p.n_units - n


cdef bint own_cost_only(Context *c, Ability *ab) noexcept nogil:
    """A mana ability of whose cost, mana aside, only its own source has part: it commutes with others like it."""
    cdef int j, op
    if not ab.flags & F_MANA or ab.flags & F_INSTANT_ONLY:
        return False
    for j in range(ab.cost >> 8, (ab.cost >> 8) + (ab.cost & 255)):
        op = c.p.rows[j].op
        if op == OP_TapThis or op == OP_PayLife:
            continue
        if op == OP_SacrificeCost and is_this(c, c.p.rows[j].a[0]):
            continue
        if (op == OP_RemoveCountersCost or op == OP_PutCountersCost) and c.p.rows[c.p.rows[j].a[2]].op == OP_This:
            continue
        return False
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        op = c.p.rows[j].op
        if op != OP_AddMana and op != OP_LoseLife and op != OP_GainLife and op != OP_Inert:
            return False
    return True


cdef bint came_too_late(Context *c, Workspace *w, int i, Ability *ab) noexcept nogil:
    """What costs no mana need not wait for a conversion of mana just made: the other order is searched, and gives no less."""
    cdef Act *last
    cdef State *s
    cdef int k
    if w.depth == 0 or ab.mana_cost >= 0 or c.p.flags & (P_TAPPED_FOR_MANA | P_READS_BOARD):
        return False
    last = &w.path[w.depth - 1]
    k = w.path_ability[w.depth - 1]
    if last.type != 0 or k < 0 or last.a == i or c.p.abilities[k].mana_cost < 0:
        return False
    return own_cost_only(c, ab) and own_cost_only(c, &c.p.abilities[k])


cdef bint once_is_enough(Context *c, int i, int k, Ability *ab) noexcept nogil:
    """Whether the ability, activated this turn already, could only make its permanent again what it has become."""
    cdef int j, e
    cdef Row *r
    if k >= 14 or not c.s.objects[i].used >> k & 1 or ab.effects & 255 == 0:
        return False
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        r = &c.p.rows[j]
        if r.op == OP_Inert:
            continue
        if r.op != OP_Continuous:
            return False
        for e in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            if (c.p.rows[e].op != OP_ChangeTypes and c.p.rows[e].op != OP_GrantKeyword) or c.p.rows[c.p.rows[e].a[0]].op != OP_This:
                return False
    return True


cdef bint free_source(Context *c, Workspace *w, int i) noexcept nogil:
    """Whether all that object i is of use for is to be tapped for mana, in one of several fixed amounts: what else is done
    doesn't change them, so that a plan may tap it first (it looks at each amount)."""
    cdef int k
    cdef Ability *ab
    cdef Chars *ch = &c.s.chars[i]
    if c.p.flags & (P_TAPPED_FOR_MANA | P_TAPS_OTHERS) or ch.types & (CREATURE | ARTIFACT) and c.p.flags & P_HELPERS or is_attached_to(c, i):
        return False
    for k in range(ch.n_abilities):
        ab = &c.p.abilities[ch.abilities[k]]
        if ab.type != ACTIVATED or ab.zone != Z_BATTLEFIELD:
            continue
        if ab.flags & F_MANA:
            if not ab.flags & F_SIMPLE or ab.flags & F_PAIN or ab.life or ab.limits or ab.mana_cost >= 0:
                return False
        elif helps_here(c.p, w, ab) or ab.flags & F_UNTAPS_NOW:
            return False
    return True


cdef bint uses_up(Context *c, Ability *ab) noexcept nogil:
    cdef int j, op
    if ab.rank == 1:
        return False  # a land comes for it
    for j in range(ab.cost >> 8, (ab.cost >> 8) + (ab.cost & 255)):
        op = c.p.rows[j].op
        if op == OP_SacrificeCost or op == OP_ExileCost or op == OP_DiscardCost or op == OP_RemoveCountersCost or op == OP_ReturnCost:
            return True
    return False


cdef inline bint taps_first(Context *c) noexcept nogil:
    """Whether a plan leaves it to what untaps a source to tap it for mana first (`tap_first`): it then need not say when."""
    return c.seeks_mana and c.p.flags & P_TAPS_UNSEEN


cdef int idle_source(Context *c, int i, Unit *out) noexcept nogil:
    """Units of an untapped source that a plan need not tap, 0 if it isn't such."""
    cdef int n = simple_source(c, i, out)
    if n == 0 and c.fetching:
        n = lone_source(c, i, out)
        if n > 0 and out[0].rank == ONE_SHOT_RANK:
            return 0
    return max(0, n)


cdef bint worth_untapping(Context *c, int i) noexcept nogil:
    cdef Unit u[16]
    return c.s.objects[i].tapped or idle_source(c, i, u) > 0


cdef bint may_tap_first(Context *c, int i) noexcept nogil:
    cdef Unit u[16]
    return taps_first(c) and idle_source(c, i, u) > 0


cdef void tap_first(Context *c, int i) noexcept nogil:
    """Planning: a source that is about to untap was tapped for mana before, whenever that was of use; the mana floats."""
    cdef Unit u[16]
    cdef int n, j
    cdef State *s = c.s
    if s.objects[i].controller != 0 or not taps_first(c):
        return
    refresh(c)
    n = idle_source(c, i, u)
    for j in range(n):
        if s.n_pool < MAX_POOL:
            s.pool[s.n_pool] = u[j]
            s.pool[s.n_pool].source = -1
            s.n_pool += 1
    if n > 0:
        s.objects[i].tapped = 1


cdef bint can_untap(Context *c, Workspace *w) noexcept nogil:
    """Whether something at hand untaps permanents, so that tapping a simple source early can pay."""
    if taps_first(c):
        return False
    cdef State *s = c.s
    cdef int i, k, f
    cdef Ability *ab
    refresh(c)
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if not ab.flags & F_UNTAPS_NOW:
                continue
            if ab.type == ACTIVATED and not ab.flags & F_MANA and not w.scope & SC_ABILITIES:
                continue
            if ab.type == TRIGGERED:
                return True
            if ab.type == ACTIVATED and (ab.flags & F_UNTAPS or (ab.flags & F_TAPS and not s.objects[i].tapped) or not ab.flags & F_TAPS):
                return True
    if w.scope & SC_CAST:
        for i in range(s.n_hand):
            f = slot_face(c, s.hand[i])
            for k in range(c.p.faces[f].n_abilities):
                if c.p.abilities[c.p.face_abilities[c.p.faces[f].ability + k]].flags & F_UNTAPS_NOW:
                    return True
    return False


cdef bint is_together(Workspace *w, int slot) noexcept nogil:
    cdef int k
    for k in range(w.n_together):
        if w.together[k] == slot:
            return True
    return False


cdef int most_x(Context *c, int i, Ability *ab) noexcept nogil:
    """The largest X worth thinking of for an activated ability of object i; -1 if it has none."""
    cdef State *s = c.s
    cdef Row *r
    cdef Payment p
    cdef Frame fr
    cdef Unit u[16]
    cdef int j, n = -1, m, e
    frame_of(&fr, s, i)
    if ab.mana_cost >= 0 and c.p.costs[ab.mana_cost].x:
        gather(c, &p, False, 0)
        n = min(12, (p.n_units - s.n_needs) // c.p.costs[ab.mana_cost].x)
        for e in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            r = &c.p.rows[e]
            if r.op == OP_Untap and r.a[0] >= 0 and c.p.rows[r.a[0]].op == OP_Target:  # no more than there is to untap
                m = 0
                for j in range(s.n_objects):
                    if (s.objects[j].tapped or taps_first(c) and idle_source(c, j, u) > 0) and match_object(c, c.p.rows[r.a[0]].a[0], j, &fr):
                        m += 1
                n = min(n, m)
    for j in range(ab.cost >> 8, (ab.cost >> 8) + (ab.cost & 255)):
        r = &c.p.rows[j]
        if r.op == OP_RemoveCountersCost and c.p.rows[r.a[1]].op == OP_X:
            m = object_of(c, r.a[2], &fr)
            m = 0 if m < 0 else s.objects[m].counters[r.a[0]] if r.a[0] >= 0 else amount_of_counters(c, m)
        elif (r.op == OP_SacrificeCost or r.op == OP_TapOthers) and c.p.rows[r.a[1]].op == OP_X:
            m = count_matching(c, r.a[0], &fr, 0 if r.op == OP_TapOthers else -1)
        else:
            continue
        n = m if n < 0 else min(n, m)
    return max(0, n) if n >= 0 else -1


cdef bint draws(Context *c, Ability *ab) noexcept nogil:
    cdef int j
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        if c.p.rows[j].op == OP_Draw:
            return True
    return False


cdef inline bint helps_here(Program *p, Workspace *w, Ability *ab) noexcept nogil:
    """Whether the ability may be of use to this search."""
    if ab.helps != HELPS_HAND or w.goal == G_MOST:
        return ab.helps == HELPS_NOW or ab.helps and w.scope & (SC_LAND | SC_CAST)
    if w.goal != G_CARDS:
        return True
    return (w.wanted[0] & p.hand_classes[0]) | (w.wanted[1] & p.hand_classes[1]) \
        | (w.wanted[2] & p.hand_classes[2]) | (w.wanted[3] & p.hand_classes[3]) != 0


cdef int list_children(Context *c, Workspace *w, Act *out) noexcept nogil:
    cdef State *s = c.s
    cdef int n = 0, i, k, j, slot, face
    cdef Ability *ab
    cdef Chars *ch
    cdef Face *f
    cdef bint same
    cdef uint64_t sig[MAX_CHILDREN]
    cdef uint64_t h
    cdef Way ways[MAX_WAYS]
    cdef bint untaps = c.p.flags & P_UNTAPS and can_untap(c, w)
    cdef Unit u[16]
    cdef bint fetched, tapping_first = taps_first(c)
    cdef int first = -1
    refresh(c)
    fetched = c.fetching and fetch_units(c, u) >= 0
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased:
            continue
        ch = &s.chars[i]
        if not untaps and not ch.has & HAS_ACT and as_source(c, i) and c.p.printed[s.objects[i].face].n_units > 0:
            continue  # its units are counted, or it can't be tapped
        for k in range(ch.n_abilities):
            ab = &c.p.abilities[ch.abilities[k]]
            if ab.type != ACTIVATED or ab.zone != Z_BATTLEFIELD or n >= MAX_CHILDREN - 2:
                continue
            if ab.flags & F_MANA:
                if not w.scope & SC_MANA:
                    continue
                if not untaps and covered_as_simple(c, i, ab):
                    continue
            elif not w.scope & SC_ABILITIES or not (helps_here(c.p, w, ab) or (c.knows == 1 or c.thorough) and draws(c, ab)) or fetched and ab.fetch > 0 \
                    or ab.fetch < 0 and not w.scope & SC_LAND:
                continue
            if ab.life > s.life or not can_activate(c, i, k):
                continue
            if ab.flags & F_SORCERY and w.scope & SC_INSTANT:
                continue
            if ab.flags & F_INSTANT_ONLY and w.goal == G_NEEDS:
                continue  # not while a cost is being paid
            if c.renewable and uses_up(c, ab) or came_too_late(c, w, i, ab):
                continue
            if ab.rank == 1 and w.scope & SC_NO_SEARCH or once_is_enough(c, i, k, ab):
                continue
            if ab.flags & F_MANA and ab.cost == 0 and ab.mana_cost >= 0 and converted_enough(c, w, ab):
                continue
            h = hash_object(&s.objects[i]) ^ <uint64_t>ch.abilities[k] << 48
            if is_attached_to(c, i):
                h ^= <uint64_t>i << 40
            same = False
            for j in range(n):
                if sig[j] == h:
                    same = True
                    break
            if same:
                continue
            j = most_x(c, i, ab)
            if j == 0:
                continue
            if tapping_first and free_source(c, w, i):
                if first < 0:
                    first = i
                    n = 0
                elif first != i:
                    continue
            elif first >= 0:
                continue
            while n < MAX_CHILDREN - 2:
                sig[n] = h
                out[n].type = 0
                out[n].a = <int16_t>i
                out[n].b = k
                out[n].x = <int16_t>max(0, j)  # any X, the largest first
                n += 1
                j -= 1
                if j <= 0:
                    break
    if first >= 0:
        return n
    # abilities that the player has ("until end of turn, any time you could activate a mana ability, you may ...")
    if c.p.flags & P_TYPE_EFFECTS:
        for i in range(s.n_effects):
            for j in range(s.effects[i].list >> 8, (s.effects[i].list >> 8) + (s.effects[i].list & 255)):
                if c.p.rows[j].op != OP_Grant or c.p.rows[c.p.rows[j].a[0]].op != OP_You:
                    continue
                for k in range(c.p.rows[j].a[1] >> 8, (c.p.rows[j].a[1] >> 8) + (c.p.rows[j].a[1] & 255)):
                    if c.p.rows[k].op != OP_Activated or n >= MAX_CHILDREN - 2:
                        continue
                    if can_activate_card(c, NO_SLOT, c.p.rows[k].a[0], Z_BATTLEFIELD):
                        sig[n] = 0
                        out[n].type = 1
                        out[n].a = -1
                        out[n].b = c.p.rows[k].a[0]
                        out[n].zone = Z_BATTLEFIELD
                        out[n].x = 0
                        n += 1
    for j in range(s.n_hand):
        slot = s.hand[j]
        if not w.scope & (SC_LAND | SC_CAST) and c.knows != 1 \
                and not c.p.printed[c.p.kinds[c.p.slot_kind[slot]].face].marks & PRINTED_FROM_HAND:
            continue
        same = False
        for i in range(j):
            if c.p.slot_kind[s.hand[i]] == c.p.slot_kind[slot]:
                same = True
        if same:
            continue
        for face in range(c.p.kinds[c.p.slot_kind[slot]].face, c.p.kinds[c.p.slot_kind[slot]].face + c.p.kinds[c.p.slot_kind[slot]].n_faces):
            f = &c.p.faces[face]
            if not f.playable:
                continue
            for k in range(f.n_abilities):
                ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
                if ab.type == ACTIVATED and ab.zone == Z_HAND and (helps_here(c.p, w, ab) or (c.knows == 1 or c.thorough) and draws(c, ab)) and n < MAX_CHILDREN - 2:
                    if (w.scope & SC_MANA if ab.flags & F_MANA else w.scope & SC_ABILITIES) and can_activate_card(c, slot, c.p.face_abilities[f.ability + k], Z_HAND):
                        sig[n] = 0
                        out[n].type = 1
                        out[n].a = <int16_t>slot
                        out[n].b = c.p.face_abilities[f.ability + k]
                        out[n].zone = Z_HAND
                        out[n].x = 0
                        n += 1
            if f.types & LAND:
                if w.scope & SC_LAND and land_plays_left(c) > 0 and n < MAX_CHILDREN - 2:
                    sig[n] = 0
                    out[n].type = 2
                    out[n].a = <int16_t>slot
                    out[n].b = face
                    out[n].zone = Z_HAND
                    n += 1
            elif w.scope & SC_CAST and (w.goal == G_TOGETHER and is_together(w, slot) or w.goal != G_TOGETHER and (f.helps or c.knows == 1 and f.flags & ROLE_CARDS or c.thorough and f.flags & (ROLE_CARDS | (FACE_RULES if c.thorough > 1 else 0)))) and n < MAX_CHILDREN - 2:
                i = ways_to_cast(c, face, slot, Z_HAND, ways)
                for k in range(i):
                    if n >= MAX_CHILDREN - 2 or not other_costs_payable(c, face, slot, &ways[k], 0):
                        continue
                    sig[n] = 0
                    out[n].type = 3
                    out[n].a = <int16_t>slot
                    out[n].b = face
                    out[n].zone = Z_HAND
                    out[n].way = <int16_t>k
                    out[n].x = 0
                    n += 1
    if w.scope & SC_LAND:
        n = list_lands_elsewhere(c, out, n)
    return n


cdef int list_first_acts(Context *c, Workspace *w, Act *out) noexcept nogil:
    """What a search for mana would begin with, of a position that none has come to."""
    cdef int mode = c.mode, seeks_mana = c.seeks_mana, n
    cdef uint64_t wanted[4]
    memcpy(wanted, w.wanted, sizeof(wanted))
    memset(w.wanted, 255, sizeof(wanted))
    w.scope = SC_MANA | SC_ABILITIES
    w.goal = G_CARDS
    w.depth = 0
    c.mode = M_LAZY
    c.seeks_mana = 1
    n = list_children(c, w, out)
    c.seeks_mana = seeks_mana
    c.mode = mode
    memcpy(w.wanted, wanted, sizeof(wanted))
    return n


cdef int list_lands_elsewhere(Context *c, Act *out, int n) noexcept nogil:
    cdef State *s = c.s
    cdef int j, slot, zone, face
    if not (s.static_ops[OP_PlayFrom >> 6] >> (OP_PlayFrom & 63)) & 1 and s.n_exile == 0 or land_plays_left(c) < 1:
        return n
    for j in range(s.n_graveyard + s.n_exile + min(1, s.library.n_top)):
        if j < s.n_graveyard:
            slot = s.graveyard[j]
            zone = Z_GRAVEYARD
        elif j < s.n_graveyard + s.n_exile:
            slot = s.exile[j - s.n_graveyard]
            zone = Z_EXILE
        else:
            slot = s.library.top[0]
            zone = Z_TOP
        face = slot_face(c, slot)
        if c.p.faces[face].types & LAND and n < MAX_CHILDREN - 2 and may_play_land_from(c, slot, zone, face):
            out[n].type = 2
            out[n].a = <int16_t>slot
            out[n].b = face
            out[n].zone = <uint8_t>zone
            n += 1
    return n


cdef bint may_play_land_from(Context *c, int slot, int zone, int face) noexcept nogil:
    """Permission to play a land from outside the hand."""
    cdef Exiled *x
    if zone == Z_EXILE:
        x = exiled_card(c.s, slot)
        if x != NULL and (x.permit & X_ALWAYS and not x.permit & X_FRONT or x.permit & X_TURN and c.s.turn <= x.turn):
            return True
    return may_play_from(c, slot, zone, face) != 0


cdef void perform(Context *c, Act *a) noexcept nogil:
    """Carry out an action and all that it puts on the stack."""
    cdef bint mana = False
    c.n_script = a.n_script
    c.at = 0
    memcpy(c.script, a.script, sizeof(int16_t) * a.n_script)
    if a.type == 0:
        mana = c.p.abilities[c.s.chars[a.a].abilities[a.b]].flags & F_MANA != 0
    elif a.type == 1:
        mana = c.p.abilities[a.b].flags & F_MANA != 0
    if not mana:
        state_based(c)  # as for any player who has priority (CR 704.3)
        if c.s.lost:
            return
    if a.type == 0:
        activate(c, a.a, a.b, a.x)
    elif a.type == 1:
        activate_card(c, <int>a.a if a.a >= 0 else NO_SLOT, a.b, a.zone, a.x)
    elif a.type == 2:
        play_land(c, a.a, a.b, a.zone)
    else:
        cast(c, a.a, a.b, a.zone, a.way, a.x, 0)
    if (<Workspace *>c.work).goal == G_NEEDS:  # nothing resolves while a cost is being paid
        return
    if mana and c.s.n_waiting == 0:
        return  # it could have been activated while a cost was paid: state-based actions wait
    settle_stack(c)


# ---------------------------------------------------------------------------------------------- goals

cdef bint class_castable(Context *c, int kind, int slot, int zone) noexcept nogil:
    """Whether a card of this kind could be cast from the zone with the mana of this node (targets ignored)."""
    cdef State *s = c.s
    cdef Way ways[MAX_WAYS]
    cdef int face, n, k, n_needs = s.n_needs, n_purposes = s.n_purposes, help_ = 0, kicks
    cdef bint ok
    if cant_cast_at_all(c):
        return False
    if zone == Z_HAND and s.hand_discarded and (slot == NO_SLOT or not in_hand(s, slot)):
        return False
    for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
        if not c.p.faces[face].playable:
            continue
        if cant(c, 0, face) or (c.only_face >= 0 and face != c.only_face):
            continue
        if c.ceiling and not own_host(c, face) or c.timed and not timing_allows(c, face):
            continue
        n = ways_to_cast(c, face, slot, zone, ways)
        for k in range(n):
            if c.only_keyword and ways[k].keyword != c.only_keyword:
                continue
            if c.cast_x and (ways[k].cost < 0 or not c.p.costs[ways[k].cost].x) and not parts_have_x(c, &c.p.faces[face]):
                continue  # X is 0 where the mana cost isn't paid (CR 107.3b)
            for kicks in range(c.cast_kicks, (31 if c.p.flags & P_COST_CHANGES and cheaper_kicked(c, face) else c.cast_kicks) + 1):
                if not other_costs_payable(c, face, slot, &ways[k], kicks, c.cast_x):
                    break
                ok = choose_needs(c, face, slot, zone, &ways[k], c.cast_x, kicks, &help_, True)
                s.n_needs = n_needs
                s.n_purposes = n_purposes
                if ok:
                    return True
    return False


cdef inline int class_slot(Context *c, int cls, int *zone) noexcept nogil:
    """Whence the cards of a class are taken to be cast: from the hand, or a commander from the command zone."""
    cdef int slot = c.p.class_slot[cls]
    if slot < 0 or in_hand(c.s, slot):
        zone[0] = Z_HAND
        return NO_SLOT
    zone[0] = Z_COMMAND
    return slot


cdef inline bint class_now(Context *c, int cls) noexcept nogil:
    """`class_castable` for the kind of a class."""
    cdef int zone, slot = class_slot(c, cls, &zone)
    return class_castable(c, c.p.class_kind[cls], slot, zone)


cdef inline int class_tax(Context *c, int cls) noexcept nogil:
    """What a commander costs more for having been cast (CR 903.8)."""
    cdef int slot = c.p.class_slot[cls]
    if c.s.commander_casts == 0 or slot < 0 or in_hand(c.s, slot):
        return 0
    return 2 * (c.s.commander_casts >> commander_place(c, slot) & 255)


cdef void taxed_classes(Context *c, uint64_t *out) noexcept nogil:
    cdef int i, cls
    memset(out, 0, sizeof(uint64_t) * MAX_WORDS)
    if c.s.commander_casts == 0:
        return
    for i in range(c.p.n_slots):
        if c.p.slot_zone[i] == Z_COMMAND:
            cls = c.p.kinds[c.p.slot_kind[i]].cls
            if cls >= 0 and class_tax(c, cls):
                out[cls >> 6] |= <uint64_t>1 << (cls & 63)


cdef bint castable_since(Context *c, Workspace *w, int depth, int kind, int slot, int zone) noexcept nogil:
    """Whether the card could be cast with the total cost that it had before the last mana abilities: those may be activated
    while it is cast, when its cost stands already (CR 601.2f, g)."""
    cdef State *now = c.s
    cdef State *then
    cdef Ability *ab
    cdef Way ways[MAX_WAYS]
    cdef int d, k, j, n, more, face, help_, n_needs, n_purposes
    cdef bint ok = False, changes = False
    for d in range(depth - 1, -1, -1):
        if w.path_ability[d] < 0:
            break
        ab = &c.p.abilities[w.path_ability[d]]
        if not ab.flags & F_MANA or ab.flags & F_INSTANT_ONLY:
            break
        changes |= uses_up(c, ab)
        if not changes:
            continue
        then = &w.states[d]
        c.s = then
        refresh(c)
        n_needs, n_purposes = then.n_needs, then.n_purposes
        for face in range(c.p.kinds[kind].face, c.p.kinds[kind].face + c.p.kinds[kind].n_faces):
            if not c.p.faces[face].playable or cant(c, 0, face) or c.only_face >= 0 and face != c.only_face or ok:
                continue
            n = ways_to_cast(c, face, slot, zone, ways)
            for k in range(n):
                if c.only_keyword and ways[k].keyword != c.only_keyword or not other_costs_payable(c, face, slot, &ways[k], c.cast_kicks, c.cast_x):
                    continue
                help_ = spell_needs(c, face, slot, zone, &ways[k], c.cast_x, c.cast_kicks)
                more = then.n_needs - n_needs
                if then.status == OK and now.n_needs + more <= MAX_NEEDS and now.n_purposes < 32:
                    now.purposes[now.n_purposes] = then.purposes[n_purposes]
                    for j in range(more):
                        now.needs[now.n_needs + j] = then.needs[n_needs + j]
                        now.needs[now.n_needs + j].purpose = <uint8_t>now.n_purposes
                        now.needs[now.n_needs + j].stage = now.stage
                    now.n_needs += more
                    now.n_purposes += 1
                    c.s = now
                    ok = other_costs_payable(c, face, slot, &ways[k], c.cast_kicks, c.cast_x) and needs_ok(c, help_)
                    now.n_needs -= more
                    now.n_purposes -= 1
                    c.s = then
                then.status = OK
                then.n_needs, then.n_purposes = n_needs, n_purposes
                if ok:
                    break
        c.s = now
        if ok:
            return True
    return False


cdef bint cheaper_kicked(Context *c, int face) noexcept nogil:
    """Whether the spell's own cost reduction asks if or how often its optional costs are paid."""
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef int k, j
    cdef bint optional = False, less = False
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AdditionalCost and c.p.rows[ab.row].a[1]:
            optional = True
        elif ab.type == OTHER and c.p.rows[ab.row].op == OP_CostChange:
            less |= asks_kicks(c, c.p.rows[ab.row].a[1])
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_CostChange:
                    less |= asks_kicks(c, c.p.rows[j].a[1]) or ab.condition >= 0 and c.p.rows[ab.condition].op == OP_Fact and c.p.rows[ab.condition].a[0] == 2
    return optional and less


cdef bint asks_kicks(Context *c, int row) noexcept nogil:
    cdef Row *r = &c.p.rows[row]
    if r.op == OP_Number:
        return r.a[0] == 8
    if r.op == OP_Times or r.op == OP_Plus:
        return asks_kicks(c, r.a[0]) or asks_kicks(c, r.a[1])
    return False


cdef bint in_hand(State *s, int slot) noexcept nogil:
    cdef int i
    for i in range(s.n_hand):
        if s.hand[i] == slot:
            return True
    return False


cdef bint own_host(Context *c, int face) noexcept nogil:
    """An Aura that can only enchant our own permanents needs one."""
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Frame fr
    cdef int k, i
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_Enchant and c.p.filters[c.p.rows[ab.row].a[0]].controller == 1:
            frame_of(&fr, c.s, -1)
            for i in range(c.s.n_objects):
                if match_object(c, c.p.rows[ab.row].a[0], i, &fr):
                    return True
            return False
    return True


cdef inline bint cant_cast_at_all(Context *c) noexcept nogil:
    return c.s.spells_allowed == 0


cdef int node_cover(Context *c, uint8_t *cover) noexcept nogil:
    """The cover of a node's units: 0 not usable, 1 sufficient only (some mana is restricted), 2 exact."""
    cdef Payment p
    if c.s.n_needs or c.s.spells_allowed == 0 or c.s.hand_discarded:
        return 0
    gather(c, &p, False, 0)
    return cover_from(c, &p, cover)


cdef int cover_from(Context *c, Payment *p, uint8_t *cover) noexcept nogil:
    """The same from gathered units."""
    cdef int i, kind = 2
    if c.s.n_needs or c.s.spells_allowed == 0 or c.s.hand_discarded:
        return 0
    memset(cover, 0, 64)
    for i in range(p.n_units):
        if c.lift:
            cover_add(cover, p.units[i].mask | p.units[i].rmask)
        else:
            if p.units[i].rmask:
                kind = 1
            if p.units[i].life and c.s.life < 2 * p.n_units:
                return 0
            cover_add(cover, p.units[i].mask)
    return kind


cdef inline bint costs_stand(Context *c) noexcept nogil:
    """Whether nothing in force changes what spells cost or who may cast them."""
    cdef uint64_t *ops = &c.s.static_ops[0]
    cdef uint64_t *of = &c.p.cost_ops[0]
    return not ((ops[0] & of[0]) | (ops[1] & of[1]) | (ops[2] & of[2]) | (ops[3] & of[3]))


cdef bint visit(Context *c, Workspace *w, int depth) noexcept nogil:
    """Look at a node; True if the search may stop."""
    cdef State *s = c.s
    cdef Payment p
    cdef int t, k, n_needs = s.n_needs, n_purposes = s.n_purposes, total, i, face, slot, zone
    cdef uint8_t cover[64]
    cdef uint8_t zero[64]
    cdef uint8_t *need
    cdef bint ok, stand
    if w.goal == G_COST:
        if s.n_purposes >= 32:
            return False
        s.purposes[s.n_purposes] = w.purpose
        s.n_purposes += 1
        push_cost(c, &c.p.costs[w.cost], w.generic, s.n_purposes - 1)
        ok = s.status == OK and needs_ok(c, w.help_)
        s.n_needs = n_needs
        s.n_purposes = n_purposes
        if ok:
            w.found = 1
        return ok
    if w.goal == G_NEEDS:
        if n_needs + w.n_goal_needs > MAX_NEEDS:
            return False
        gather(c, &w.payment, False, w.help_)
        memcpy(w.payment.needs, s.needs, sizeof(Need) * n_needs)
        for k in range(w.n_goal_needs):
            w.payment.needs[n_needs + k] = w.goal_needs[k]
            w.payment.needs[n_needs + k].stage = 255
        w.payment.n_needs = n_needs + w.n_goal_needs
        w.found = solve(c, &w.payment, s.life)
        return w.found
    if w.goal == G_ENDS:
        if w.goal_too and class_castable(c, w.face, w.slot, w.zone):
            w.found = 1
            return True
        if w.end_hashes != NULL:
            for k in range(w.n_ends):
                if w.end_hashes[k] == w.path_hash[depth]:
                    return False
        if w.n_ends < w.most_ends:
            if w.end_hashes != NULL:
                w.end_hashes[w.n_ends] = w.path_hash[depth]
            if w.end_paths != NULL:
                memcpy(&w.end_paths[w.n_ends * MAX_DEPTH], w.path, sizeof(Act) * depth)
                w.end_lengths[w.n_ends] = depth
            copy_state(&w.ends[w.n_ends], s)
            w.n_ends += 1
        else:
            w.cut = 1
        return False
    if w.goal == G_TOGETHER:
        for k in range(w.n_together):
            if in_hand(s, w.together[k]):
                return False
        w.found = w.extra == NULL or extra_payable(c, w)
        return w.found
    if w.goal == G_KIND:
        if w.zone == Z_NONE and not has_card(c, w.face):
            return False
        k = Z_HAND if w.zone == Z_NONE else w.zone
        if class_castable(c, w.face, w.slot, k) or c.p.flags & P_COST_CHANGES and castable_since(c, w, depth, w.face, w.slot, k):
            w.found = 1
            return True
        return False
    if w.goal == G_CARDS:
        ok = True
        look_at_units(c, &p)
        i = cover_from(c, &p, cover)
        stand = i != 0 and costs_stand(c)
        memset(zero, 0, sizeof(zero))
        for k in range(c.p.n_classes):
            if not w.wanted[k >> 6] >> (k & 63) & 1:
                continue
            face = c.p.kinds[c.p.class_kind[k]].face
            if stand and c.p.faces[face].plain and not class_tax(c, k):
                # independent units and a plain cost: Hall's condition settles it
                need = &c.p.costs[c.p.faces[face].cost].need[0]
                if need[63] <= cover[63] if c.lift == 2 else covered(cover, zero, need):
                    w.castable[k >> 6] |= <uint64_t>1 << (k & 63)
                    w.wanted[k >> 6] &= ~(<uint64_t>1 << (k & 63))
                    continue
                if i == 2 and c.p.faces[face].plain == 1:
                    ok = False
                    continue
            slot = class_slot(c, k, &zone)
            if class_castable(c, c.p.class_kind[k], slot, zone) \
                    or c.p.flags & P_COST_CHANGES and castable_since(c, w, depth, c.p.class_kind[k], slot, zone):
                w.castable[k >> 6] |= <uint64_t>1 << (k & 63)
                w.wanted[k >> 6] &= ~(<uint64_t>1 << (k & 63))
            else:
                ok = False
        c.node = NULL
        return ok
    # G_MOST
    gather(c, &p, False, 0)
    memcpy(p.needs, s.needs, sizeof(Need) * n_needs)
    p.n_needs = n_needs
    total = p.n_units - n_needs
    w.path_total[depth] = total
    if total > w.best_total:
        w.best_total = total
    for t in range(6):
        # the most mana of the type: its units that aren't needed for the activations
        k = 0
        for i in range(p.n_units):
            if (p.units[i].mask | p.units[i].rmask) >> t & 1:
                k += 1
        if k and n_needs:
            k = most_of_type(c, &p, t, k)
        w.path_types[depth][t] = k
        if k > w.type_most[t]:
            w.type_most[t] = k
        if k > 0:
            w.types |= 1 << t
    i = 0
    for k in range(depth):
        if w.path_hash[k] == w.path_hash[depth] and w.path_total[k] < total:
            w.unbounded |= 64
            for t in range(6):
                if w.path_types[depth][t] > w.path_types[k][t]:
                    w.unbounded |= 1 << t
            i += 1
    if i > 1:
        return True  # the second time round, what the first made pays: the loop may make other types
    return reached_bound(w)


cdef bint extra_payable(Context *c, Workspace *w) noexcept nogil:
    """Whether a cost that is no card's can be paid beside what the path needs."""
    cdef State *s = c.s
    cdef int n_needs = s.n_needs, n_purposes = s.n_purposes
    cdef bint ok
    if n_purposes >= 32 or n_needs + w.extra.n + w.extra.generic > MAX_NEEDS:
        return False
    memset(&s.purposes[n_purposes], 0, sizeof(Purpose))
    s.purposes[n_purposes].is_ability = 3
    s.n_purposes += 1
    push_cost(c, w.extra, w.extra.generic, n_purposes)
    ok = s.status == OK and needs_ok(c, 0)
    s.n_needs = n_needs
    s.n_purposes = n_purposes
    return ok


cdef int most_of_type(Context *c, Payment *p, int t, int most) noexcept nogil:
    """How many mana of type t can be kept after all activations are paid."""
    cdef int n = p.n_needs, k, good = 0, bad, i
    cdef Need needs[MAX_NEEDS]
    memcpy(needs, p.needs, sizeof(Need) * n)
    c.s.purposes[31].is_ability = 3
    c.s.purposes[31].colors_only = 0
    c.s.purposes[31].makers_only = 0
    k = min(most, MAX_NEEDS - n)
    bad = k + 1
    while good < bad - 1:  # all of them first, then by halving
        memcpy(p.needs, needs, sizeof(Need) * n)
        for i in range(k):
            p.needs[n + i].mask = <uint8_t>(1 << t)
            p.needs[n + i].flag = 0
            p.needs[n + i].stage = 255
            p.needs[n + i].purpose = 31
        p.n_needs = n + k
        if solve(c, p, c.s.life):
            good = k
        else:
            bad = k
        k = (good + bad) // 2
    memcpy(p.needs, needs, sizeof(Need) * n)
    p.n_needs = n
    return good


cdef void count_path(Context *c, Workspace *w, int depth) noexcept nogil:
    """How much mana this node could have, in all and of each type; of what a loop makes, any amount."""
    cdef Payment p
    cdef int t, k, i, n = c.s.n_needs
    gather(c, &p, False, 0)
    memcpy(p.needs, c.s.needs, sizeof(Need) * n)
    p.n_needs = n
    w.path_total[depth] = 9999 if c.s.boosted else p.n_units - n
    for t in range(6):
        if c.s.boosted >> t & 1:
            w.path_types[depth][t] = 9999
            continue
        k = 0
        for i in range(p.n_units):
            if (p.units[i].mask | p.units[i].rmask) >> t & 1:
                k += 1
        if k and n:
            k = most_of_type(c, &p, t, k)
        w.path_types[depth][t] = k


cdef int loop_gains(Context *c, Workspace *w, int depth) noexcept nogil:
    """Types of which the board that stood on the path already has more mana now, if it has less of none: a loop."""
    cdef int k, t, gains
    for k in range(depth):
        if w.path_hash[k] != w.path_hash[depth] or w.path_total[k] >= w.path_total[depth]:
            continue
        gains = 0
        for t in range(6):
            if w.path_types[k][t] > w.path_types[depth][t]:
                break
            if w.path_types[k][t] < w.path_types[depth][t]:
                gains |= 1 << t
        else:
            return gains & ~c.s.boosted
    return 0


cdef bint stood_before(Context *c, Workspace *w, int depth) noexcept nogil:
    """Whether this board stood on the path already; its mana then is counted."""
    cdef State *s = c.s
    cdef int k
    cdef bint found = False
    for k in range(depth):
        if w.path_hash[k] == w.path_hash[depth]:
            found = True
            if w.goal != G_MOST:
                c.s = &w.states[k]
                refresh(c)
                count_path(c, w, k)
                c.s = s
    return found


cdef bint no_progress(Workspace *w, int depth) noexcept nogil:
    """A board that stood on the path already, with no more mana of any type than then: going on is spinning."""
    cdef int t, k
    for k in range(depth):
        if w.path_hash[k] != w.path_hash[depth] or w.path_total[k] < w.path_total[depth]:
            continue
        for t in range(6):
            if w.path_types[k][t] < w.path_types[depth][t]:
                break
        else:
            return True
    return False


cdef bint explore(Context *c, Workspace *w, int depth) noexcept nogil:
    """Depth-first search from states[depth]; True if it may stop."""
    cdef Act children[MAX_CHILDREN]
    cdef int n, k, gains
    c.s = &w.states[depth]
    if depth == 0:
        w.path_hash[0] = hash_board(c.p, c.s)
    if visit(c, w, depth):
        w.best_length = depth
        memcpy(w.best_path, w.path, sizeof(Act) * depth)
        return True
    if stood_before(c, w, depth):
        if w.goal != G_MOST:
            count_path(c, w, depth)
            if w.goal != G_NEEDS and w.goal != G_ENDS:
                gains = loop_gains(c, w, depth)
                if gains:  # repeated at will, it makes any amount: enough for the dearest cost
                    c.s.boosted |= gains
                    for k in range(6):
                        for n in range(BOOST if gains >> k & 1 else 0):
                            if c.s.n_pool < MAX_POOL:
                                add_unit(c, 1 << k, -1, 0, 0, -1)
                    count_path(c, w, depth)
                    if visit(c, w, depth):
                        w.best_length = depth
                        memcpy(w.best_path, w.path, sizeof(Act) * depth)
                        return True
        if no_progress(w, depth):
            return False
    if depth >= w.depth_limit or depth >= MAX_DEPTH:
        w.deeper = 1
        if depth >= MAX_DEPTH:
            w.cut = 1
        return False
    w.depth = depth
    n = list_children(c, w, children)
    for k in range(n):
        children[k].n_script = 0
        if branch(c, w, depth, &children[k]):
            return True
        if w.nodes >= w.limit:
            w.cut = 1
            return False
    return False


cdef bint branch(Context *c, Workspace *w, int depth, Act *a) noexcept nogil:
    """Try an action with all the choices it asks for."""
    cdef int n, k, status
    cdef Act longer
    cdef State *child = &w.states[depth + 1]
    w.nodes += 1
    if w.nodes >= w.limit:
        w.cut = 1
        return False
    copy_state(child, &w.states[depth])
    c.s = child
    child.status = OK
    perform(c, a)
    status = child.status
    if status == NEED_DECISION:
        if a.n_script >= 15:
            w.cut = 1
            return False
        n = c.n_options
        longer = a[0]
        longer.n_script = a.n_script + 1
        for k in range(n):
            longer.script[a.n_script] = <int16_t>k
            if branch(c, w, depth, &longer):
                return True
        return False
    if status == UNDECIDED or status == TOO_MANY:
        w.cut = 1
        return False
    if status != OK or child.lost:
        return False
    refresh(c)
    if child.stage > 250:
        w.cut = 1
        return False
    w.path_hash[depth + 1] = hash_board(c.p, child)
    if w.goal != G_MOST or not repeats(w, depth):
        if seen_before(w, mix(w.path_hash[depth + 1], hash_mana(c.p, child))):
            return False
    w.path[depth] = a[0]
    w.path_ability[depth] = -1
    if a.type == 0:
        w.path_ability[depth] = w.states[depth].chars[a.a].abilities[a.b]
    return explore(c, w, depth + 1)


cdef bint repeats(Workspace *w, int depth) noexcept nogil:
    # a position that stands on the path already: possibly a loop that gains mana, let visit() judge
    cdef int k
    for k in range(depth + 1):
        if w.path_hash[k] == w.path_hash[depth + 1]:
            return True
    return False


cdef void restart_search(Workspace *w) noexcept nogil:
    forget_seen(w)
    w.nodes = 0
    w.cut = 0
    w.found = 0


cdef void start_search(Context *c, Workspace *w, int goal, int scope, int limit) noexcept nogil:
    restart_search(w)
    w.limit = limit
    w.scope = scope
    w.goal = goal
    w.best_length = 0
    w.best_total = 0
    w.types = 0
    w.unbounded = 0
    w.help_ = 0
    w.extra = NULL
    w.most_ends = MAX_FRONTIER
    w.depth_limit = MAX_DEPTH
    memset(w.type_most, 0, sizeof(w.type_most))


cdef inline bint goal_is_a_query(int goal) noexcept nogil:
    return goal == G_COST or goal == G_CARDS or goal == G_KIND or goal == G_TOGETHER


cdef bint run_search(Context *c, Workspace *w, State *root) noexcept nogil:
    """Search from a position; the context's state and mode are restored afterwards."""
    cdef int mode = c.mode, n_script = c.n_script, at = c.at, log_on = c.log_on, k
    cdef int16_t script[MAX_SCRIPT]
    cdef State *s = c.s
    cdef int limit, seeks_mana = c.seeks_mana
    cdef bint found, eager
    memcpy(script, c.script, sizeof(script))
    copy_state(&w.states[0], root)
    w.states[0].stage = 0
    w.states[0].boosted = 0
    for k in range(w.states[0].n_objects):
        w.states[0].objects[k].stage = 0
    w.states[0].status = OK
    c.mode = M_LAZY
    c.log_on = 0
    c.s = &w.states[0]
    refresh(c)
    c.seeks_mana = w.goal == G_MOST or w.goal == G_CARDS
    if w.goal == G_MOST:
        bound_most(c, w)
    limit = w.limit
    eager = goal_is_a_query(w.goal) and limit >= 4000
    if eager:
        w.limit = max(500, limit // 8)
    found = explore(c, w, 0)
    if eager and w.cut and not found:
        # the same with every payment made at once: fewer positions where many conversions are possible
        forget_seen(w)
        w.nodes = 0
        w.cut = 0
        w.limit = limit
        c.eager = 1
        c.s = &w.states[0]
        found = explore(c, w, 0)
        c.eager = 0
    w.limit = limit
    c.seeks_mana = seeks_mana
    c.s = s
    c.mode = mode
    c.n_script = n_script
    c.at = at
    c.log_on = log_on
    memcpy(c.script, script, sizeof(script))
    return found


cdef bint can_settle(Context *c, int help_) noexcept nogil:
    """Whether s.needs can be met now, by simple sources or by any mana abilities."""
    if needs_ok(c, help_):
        return True
    if c.mode == M_LAZY or c.work == NULL:
        return False
    return plan_for_needs(c, <Workspace *>c.work, help_)


cdef bint plan_for_needs(Context *c, Workspace *w, int help_) noexcept nogil:
    """Search a sequence of mana abilities after which the needs in the state can be met."""
    cdef State *s = c.s
    cdef int n = s.n_needs, depth = 1
    cdef bint found = False
    if n == 0:
        return True
    start_search(c, w, G_NEEDS, SC_MANA, 4000)
    w.help_ = help_
    w.n_goal_needs = n
    memcpy(w.goal_needs, s.needs, sizeof(Need) * n)
    s.n_needs = 0
    while True:  # few activations rather than many: nothing is activated for nothing
        w.depth_limit = depth
        w.deeper = 0
        found = run_search(c, w, s)
        if found or w.cut or not w.deeper or depth >= MAX_DEPTH:
            break
        depth = depth + 1 if depth < 4 else MAX_DEPTH
        forget_seen(w)
    s.n_needs = n
    if w.cut and not found:
        c.undecided += 1
    return found


cdef enum:
    FINAL = 200              # stage of the needs that a plan serves


cdef bint settle_by_plan(Context *c, int help_) noexcept nogil:
    """Carry out a plan for s.needs: what each step needs is tapped for it, the step is activated, and at last what the
    needs themselves take is tapped.  Afterwards the pool holds mana reserved for them (stage FINAL)."""
    cdef Workspace *w = <Workspace *>c.work
    cdef State *s = c.s
    cdef Need needs[MAX_NEEDS]
    cdef Purpose purposes[32]
    cdef Act path[MAX_DEPTH + 2]
    cdef int pool_at[MAX_DEPTH + 2]
    cdef uint8_t step_of[MAX_NEEDS]
    cdef Payment p
    cdef int n = s.n_needs, length, k, j, u, n_purposes = s.n_purposes, executing = c.executing
    cdef int n_script = c.n_script, at = c.at
    cdef int16_t script[MAX_SCRIPT]
    cdef bint ok = True
    if w == NULL or not plan_for_needs(c, w, help_):
        return False
    length = w.best_length
    p = w.payment
    if length == 0 or length > MAX_DEPTH:
        return False
    memcpy(path, w.best_path, sizeof(Act) * length)
    for k in range(length + 1):
        pool_at[k] = w.states[k].n_pool
    for j in range(p.n_needs):
        step_of[j] = FINAL
        for k in range(length):
            if w.states[k].n_needs <= j < w.states[k + 1].n_needs:
                step_of[j] = <uint8_t>k
    memcpy(needs, s.needs, sizeof(Need) * n)
    memcpy(purposes, s.purposes, sizeof(Purpose) * n_purposes)
    memcpy(script, c.script, sizeof(script))
    for u in range(s.n_pool):
        s.pool[u].reserve = step_of[p.need_of[u]] if p.need_of[u] >= 0 else 255
    s.n_needs = 0
    c.executing = 1
    for k in range(length):
        if not tap_planned(c, &p, step_of, k):
            ok = False
            break
        c.n_force = 0
        c.at_force = 0
        for u in range(pool_at[k], pool_at[k + 1]):
            if c.n_force < 64:
                c.force[c.n_force] = p.needs[p.need_of[u]].mask if p.need_of[u] >= 0 else 0
                c.force_reserve[c.n_force] = step_of[p.need_of[u]] if p.need_of[u] >= 0 else 255
                c.n_force += 1
        c.paying_stage = k
        c.n_script = path[k].n_script
        c.at = 0
        memcpy(c.script, path[k].script, sizeof(int16_t) * path[k].n_script)
        if path[k].type == 0:
            activate(c, path[k].a, path[k].b, path[k].x)
        elif path[k].type == 1:
            activate_card(c, <int>path[k].a if path[k].a >= 0 else NO_SLOT, path[k].b, path[k].zone, path[k].x)
        else:
            ok = False
        c.n_force = 0
        c.at_force = 0
        s.n_needs = 0
        if s.status != OK or not ok:
            ok = False
            break
    if ok:
        ok = tap_planned(c, &p, step_of, FINAL)
    c.executing = executing
    c.n_script = n_script
    c.at = at
    memcpy(c.script, script, sizeof(script))
    memcpy(s.needs, needs, sizeof(Need) * n)
    memcpy(s.purposes, purposes, sizeof(Purpose) * n_purposes)
    s.n_needs = n
    s.n_purposes = n_purposes
    return ok


cdef bint tap_planned(Context *c, Payment *p, uint8_t *step_of, int step) noexcept nogil:
    """Tap the simple sources whose mana the plan spends in this step."""
    cdef int u = 0, i, k, first
    cdef bint used
    while u < p.n_units:
        i = p.units[u].source
        if i < 0 or p.units[u].ability == -2:
            u += 1
            continue
        k = u
        used = False
        first = -1
        c.n_force = 0
        c.at_force = 0
        while k < p.n_units and p.units[k].source == i:
            c.force[c.n_force] = <uint8_t>(wanted_types(c, &p.units[k], &p.needs[p.need_of[k]]) if p.need_of[k] >= 0 else 0)
            c.force_reserve[c.n_force] = step_of[p.need_of[k]] if p.need_of[k] >= 0 else 255
            if p.need_of[k] >= 0 and step_of[p.need_of[k]] == step:
                used = True
                if first < 0:
                    first = k
            c.n_force += 1
            k += 1
        if used and not c.s.objects[i].tapped:
            if not tap_for_mana(c, i, p.units[u].ability, &p.units[first], wanted_types(c, &p.units[first], &p.needs[p.need_of[first]]),
                                uses_restricted(c, &p.units[first], &p.needs[p.need_of[first]])):
                c.n_force = 0
                return False
        c.n_force = 0
        c.at_force = 0
        u = k
    return True
