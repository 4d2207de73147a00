# Opening hands by rules that look at more than the number of lands: an expression, a table of values of hands, or several
# hands of which one is dealt.  The numbers of operations are those of questions/machine.py.

cdef enum:
    A_HAND = 24
    A_SOURCES = 25
    A_COUNT = 26
    A_CHEAP = 27
    MAX_DEALT = 8              # hands of which one is chosen
    R_SMOOTH = 1 << 22         # purpose of random numbers: which of the hands
    FIT_BINS = 8
    CHEAP_BINS = 4


cdef inline int place_of_value(int order, int size, int lands, int fit, int cheap) noexcept nogil:
    return (((order * 8 + size) * 8 + lands) * FIT_BINS + fit) * CHEAP_BINS + cheap


cdef int source_mask(Context *c, int kind) noexcept nogil:
    """Types of mana that a land makes, or that the lands make which it can fetch."""
    cdef int mask = 0, face = c.p.kinds[kind].face, a, j, i
    cdef Face *f = &c.p.faces[face]
    cdef Ability *ab
    cdef Frame fr
    if not c.p.kinds[kind].land:
        return 0
    mask = land_types_mask(c, face)
    for a in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + a]]
        if ab.type != ACTIVATED or ab.rank != 1:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op != OP_Search:
                continue
            frame_of(&fr, c.s, -1)
            for i in range(c.p.n_slots):
                if c.p.kinds[c.p.slot_kind[i]].land and match_face(c, c.p.rows[j].a[0], slot_face(c, i), &fr):
                    mask |= land_types_mask(c, slot_face(c, i))
    return mask


cdef int slow_source(Context *c, int kind) noexcept nogil:
    """Types of a land that is worth a tapped one: it makes no mana, but puts such lands onto the battlefield tapped for none."""
    cdef Face *f = &c.p.faces[c.p.kinds[kind].face]
    cdef Ability *ab
    cdef int a, j
    if not c.p.kinds[kind].land or land_types_mask(c, c.p.kinds[kind].face):
        return 0
    for a in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + a]]
        if ab.type == ACTIVATED and ab.rank == 1 and ab.mana_cost < 0:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if c.p.rows[j].op == OP_Search and c.p.rows[j].a[3]:
                    return source_mask(c, kind)
    return 0


cdef bint colours_fit(uint8_t *cover, uint8_t *need) noexcept nogil:
    # the coloured symbols can be paid by the lands, however much generic mana is missing
    cdef int s
    for s in range(1, 63):
        if need[s] > cover[s]:
            return False
    return True


cdef void features(Context *c, uint16_t *hand, int n, int *out) noexcept nogil:
    """Of a hand: lands; spells within two lands of being castable whose colours the lands make; of these, cheap ones."""
    cdef uint8_t cover[64]
    cdef int i, k, lands = 0, fit = 0, cheap = 0
    cdef Face *f
    memset(cover, 0, sizeof(cover))
    for i in range(n):
        k = c.p.slot_kind[hand[i]]
        if c.p.kinds[k].land:
            lands += 1
            cover_add(cover, c.hand_rule.kind_mask[k])
    for i in range(n):
        k = c.p.slot_kind[hand[i]]
        f = &c.p.faces[c.p.kinds[k].face]
        if c.p.kinds[k].land or f.cost < 0 or f.mana_value > lands + 2:
            continue
        if colours_fit(cover, c.p.costs[f.cost].need):
            fit += 1
            if f.mana_value <= 2:
                cheap += 1
    out[0] = min(7, lands)
    out[1] = min(FIT_BINS - 1, fit)
    out[2] = min(CHEAP_BINS - 1, cheap)


cdef float value_of_hand(Context *c, uint16_t *hand, int n) noexcept nogil:
    cdef int f[3]
    features(c, hand, n, f)
    return c.hand_rule.table[place_of_value(0 if c.s.on_the_play else 1, min(7, n), f[0], f[1], f[2])]


cdef int leave_out(uint16_t *hand, int n, int gone, uint16_t *out) noexcept nogil:
    cdef int i, m = 0
    for i in range(n):
        if not gone >> i & 1:
            out[m] = hand[i]
            m += 1
    return m


cdef int best_bottom(Context *c, uint16_t *hand, int n, int away, float *value) noexcept nogil:
    """Which cards (a mask) are best put on the bottom; of equal choices, the one that puts away the most mana value."""
    cdef uint16_t rest[8]
    cdef int gone, i, m, dear, best = 0, best_dear = -1
    cdef float v
    value[0] = -1
    for gone in range(1 << n):
        if bit_count(gone) != away:
            continue
        m = leave_out(hand, n, gone, rest)
        v = value_of_hand(c, rest, m)
        dear = 0
        for i in range(n):
            if gone >> i & 1:
                dear += c.p.faces[slot_face(c, hand[i])].mana_value
        if v > value[0] or v == value[0] and dear > best_dear:
            value[0] = v
            best = gone
            best_dear = dear
    return best


cdef int usual_bottom(Context *c, Scenario *sc, uint16_t *hand, int n, int lands_away, int spells_away) noexcept nogil:
    """The same by the rule's counts; see put_on_bottom."""
    cdef int gone = 0, i, v, best, best_value
    cdef bint land
    while lands_away + spells_away > 0:
        best = -1
        best_value = -1
        for i in range(n):
            land = c.p.kinds[c.p.slot_kind[hand[i]]].land != 0
            if gone >> i & 1 or (lands_away if land else spells_away) == 0:
                continue
            v = bottom_value(c, hand[i], sc.bottom, i)
            if v > best_value:
                best_value = v
                best = i
        if best < 0:
            break
        gone |= 1 << best
        if c.p.kinds[c.p.slot_kind[hand[best]]].land:
            lands_away -= 1
        else:
            spells_away -= 1
    return gone


cdef int hand_leaf(Context *c, int32_t *r, uint16_t *hand, int n, int taken, bint free_now) noexcept nogil:
    cdef Keep *rule = c.hand_rule
    cdef uint8_t cover[64]
    cdef uint8_t zero[64]
    cdef int i, k, m = 0
    cdef Face *f
    if r[0] == A_HAND:
        if r[1] == 0:
            return n
        if r[1] == 1:
            return count_lands(c, hand, n)
        if r[1] == 2:
            return n - count_lands(c, hand, n)
        if r[1] == 3:
            return taken
        if r[1] == 4:
            return c.s.on_the_play
        return free_now
    if r[0] == A_COUNT:
        for i in range(n):
            m += c.p.slot_kind[hand[i]] == r[1]
        return m
    if r[0] == A_SOURCES:
        for i in range(n):
            m += (rule.kind_mask[c.p.slot_kind[hand[i]]] & r[1]) != 0
        return m
    memset(cover, 0, sizeof(cover))
    memset(zero, 0, sizeof(zero))
    if r[2]:
        for i in range(n):
            k = c.p.slot_kind[hand[i]]
            if c.p.kinds[k].land:
                cover_add(cover, rule.kind_mask[k])
    for i in range(n):
        k = c.p.slot_kind[hand[i]]
        f = &c.p.faces[c.p.kinds[k].face]
        if c.p.kinds[k].land or f.cost < 0 or f.mana_value > r[1]:
            continue
        if not r[2] or covered(cover, zero, c.p.costs[f.cost].need):
            m += 1
    return m


cdef bint hand_is_kept(Context *c, uint16_t *hand, int n, int taken, bint free_now) noexcept nogil:
    """The rule's expression about a hand as it would be played."""
    cdef Keep *rule = c.hand_rule
    cdef int32_t stack[ASK_STACK]
    cdef int32_t *r
    cdef int j, m = 0
    for j in range(rule.n_rows):
        r = &rule.rows[4 * j]
        if r[0] == A_NUMBER:
            stack[m] = r[1]
            m += 1
        elif r[0] == A_NOT:
            stack[m - 1] = not stack[m - 1]
        elif r[0] >= A_TURN:
            stack[m] = hand_leaf(c, r, hand, n, taken, free_now)
            m += 1
        else:
            m -= 1
            stack[m - 1] = combine(r[0], stack[m - 1], stack[m])
    return stack[0] != 0


cdef int deal(Context *c, Library *l, uint16_t *hand, int want) noexcept nogil:
    """All cards back, a fresh permutation, and so many cards; returns how many there were."""
    cdef int n = 0, slot
    l.n_top = 0
    l.n_bottom = 0
    l.unknown = c.p.n_library
    memcpy(l.inside, c.p.inside, l.size)
    lib_permute(c, l)
    while n < want:
        slot = lib_draw(l)
        if slot < 0:
            break
        hand[n] = <uint16_t>slot
        n += 1
    return n


cdef int deal_smoothly(Context *c, Library *l, uint16_t *hand, int want, int taken) noexcept nogil:
    """Several hands, of which one is dealt, the likelier the closer its lands are to the deck's share."""
    cdef Keep *rule = c.hand_rule
    cdef uint64_t rng[4]
    cdef uint64_t weight[MAX_DEALT]
    cdef uint64_t total = 0
    cdef int k, n, first = l.epoch, pick
    for k in range(rule.hands):
        n = deal(c, l, hand, want)
        weight[k] = rule.weights[min(7, count_lands(c, hand, n))]
        total += weight[k]
    seed_rng(rng, c.key0, c.key1, c.game, R_SMOOTH + <uint64_t>taken)
    pick = <int>bounded(rng, <uint32_t>total) if total else 0
    for k in range(rule.hands):
        if <uint64_t>pick < weight[k] or total == 0:
            break
        pick -= <int>weight[k]
    l.epoch = first + min(k, rule.hands - 1)  # the same permutation once more
    n = deal(c, l, hand, want)
    l.epoch = first + rule.hands
    return n


cdef void opening_by_rule(Context *c, Scenario *sc, Library *l, uint16_t *hand, int32_t *n_hand, GameOut *out) noexcept nogil:
    """Draw and keep an opening hand (CR 103.5); see `opening`."""
    cdef Keep *rule = c.hand_rule
    cdef uint16_t rest[8]
    cdef int taken = 0, size, lands, i, n, m, want, gone, order = 0 if c.s.on_the_play else 1
    cdef bint free_now, keep
    cdef float value = 0
    while True:
        free_now = sc.free_ != 0 and taken == 0
        size = max(0, 7 - max(0, taken - sc.free_))
        want = 7 if sc.kind == 3 or sc.kind == 0 else size
        if rule.deal:
            want = rule.deal
            size = rule.deal - rule.bottom
        n = deal_smoothly(c, l, hand, want, taken) if rule.hands > 1 else deal(c, l, hand, want)
        for i in range(n):
            note(c, E_DRAW, hand[i])
        gone = 0
        if (sc.kind == 3 or rule.deal) and size < n:
            lands = count_lands(c, hand, n)
            if rule.table != NULL:
                gone = best_bottom(c, hand, n, n - size, &value)
            elif sc.bottom == 1:
                gone = last_cards(c, sc, hand, n, n - size)
            else:
                i = min(sc.bottom_lands[size][lands], n - size) if n == 7 else 0
                gone = usual_bottom(c, sc, hand, n, i, n - size - i)
        m = leave_out(hand, n, gone, rest)
        lands = count_lands(c, rest, m)
        if rule.deal or sc.kind == 0 or size <= sc.minimum or n < want or taken >= 7:
            keep = True
        elif rule.table != NULL:
            value = value_of_hand(c, rest, m)
            keep = value >= (rule.free_threshold[order] if free_now else rule.threshold[order][size])
        elif rule.n_rows:
            keep = hand_is_kept(c, rest, m, taken, free_now)
        else:
            i = count_lands(c, hand, n) if sc.bottom == 1 else lands
            keep = sc.keep_free[i] if free_now else sc.keep[size][i]
        if keep:
            break
        lands = count_lands(c, hand, n)
        out.sent_size[min(7, taken)] = <uint8_t>min(7, size)
        out.sent_lands[min(7, taken)] = <uint8_t>min(7, lands)
        note(c, E_MULLIGAN, size, lands)
        taken += 1
    for i in range(n):
        if gone >> i & 1:
            note(c, E_BOTTOM, hand[i])
            lib_put_bottom(l, hand[i])
    memcpy(hand, rest, m * sizeof(uint16_t))
    n_hand[0] = m
    out.size = <uint8_t>m
    out.lands = <uint8_t>lands
    out.n_mulligans = <uint8_t>taken
    note(c, E_KEEP, m, lands)
    if rule.deal:
        features(c, hand, m, rule.seen)
        rule.estimate = value_of_hand(c, hand, m) if rule.table != NULL else 0


cdef int last_cards(Context *c, Scenario *sc, uint16_t *hand, int n, int away) noexcept nogil:
    """The bottoming rule 'leading': the first lands change places with the first cards, then the last cards go."""
    cdef int i, at = 0, slot
    for i in range(n):
        if at >= sc.lead:
            break
        if c.p.kinds[c.p.slot_kind[hand[i]]].land:
            slot = hand[at]
            hand[at] = hand[i]
            hand[i] = <uint16_t>slot
            at += 1
    return ((1 << n) - 1) & ~((1 << (n - away)) - 1)


cdef double worth_of_game(Context *c, GameOut *g, int horizon) noexcept nogil:
    """Mana value of drawn cards that the mana of each turn could have cast, what was cast earlier counting on each later
    turn."""
    cdef uint64_t could[MAX_WORDS]
    cdef int turn, k, w, all_, used = 0
    cdef double total = 0
    memset(could, 0, sizeof(could))
    for turn in range(horizon):
        if turn >= g.played:
            break
        all_ = 0
        for w in range(MAX_WORDS):
            could[w] |= g.turns[turn].castable[w] & g.turns[turn].drawn[w]
        for k in range(c.p.n_classes):
            if could[k >> 6] >> (k & 63) & 1:
                all_ += c.p.faces[c.p.kinds[c.p.class_kind[k]].face].mana_value
        used += max(0, min(<int>g.turns[turn].available, all_ - used))
        total += used
    return total


cdef class HandRule:
    """A rule about opening hands for one program."""

    cdef Keep rule
    cdef object keep

    def __init__(self, CoreProgram program, dict d):
        cdef Keep *q = &self.rule
        cdef Context c
        cdef State *s
        memset(q, 0, sizeof(Keep))
        rows = np.ascontiguousarray(d.get("rows", ()), np.int32).reshape(-1, 4)
        table = d.get("table")
        if table is not None:
            table = np.ascontiguousarray(table, np.float32)
            if table.shape != (2, 8, 8, FIT_BINS, CHEAP_BINS):
                raise ValueError("a table of values of another shape")
        self.keep = (rows, table)
        q.n_rows = len(rows)
        q.rows = <int32_t *>address(rows)
        q.table = <float *>address(table) if table is not None else NULL
        q.deal = d.get("deal", 0)
        q.bottom = d.get("bottom", 0)
        q.hands = d.get("hands", 1)
        if not 1 <= q.hands <= MAX_DEALT or not 0 <= q.bottom <= q.deal <= 7:
            raise ValueError("a rule about opening hands over the core's limits")
        for k, w in enumerate(d.get("weights", ())):
            q.weights[k] = w
        for o in range(2):
            q.free_threshold[o] = d.get("free_threshold", (0, 0))[o]
            for k in range(8):
                q.threshold[o][k] = d["threshold"][o][k] if "threshold" in d else 0
        memset(&c, 0, sizeof(Context))
        c.p = &program.p
        s = <State *>calloc(1, sizeof(State))
        if s == NULL:
            raise MemoryError
        c.s = s
        for k in range(program.p.n_kinds):
            q.kind_mask[k] = <uint8_t>source_mask(&c, k)
        free(s)


def sample_hands(program, key, int64_t first, int64_t n, int deal, int bottom=0, table=None, *, turns, order, players, life,
                 mulligan, horizon, others=None, node_limit=1000):
    """Play games from `deal` cards, of which `bottom` are put away by the table, kept whatever they are.

    Returns
    -------
    values : numpy.ndarray
        float64 ``[n]``, by the table; 0 without one.
    features : numpy.ndarray
        int32 ``[n, 4]``: on the draw, lands, spells whose colours fit, cheap ones of these.
    worth : numpy.ndarray
        float64 ``[n]``, see `worth_of_game`.
    """
    core = getattr(program, "core", program)
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cdef Player player = Player(core, scenario, key, hands={"deal": deal, "bottom": bottom, "table": table})
    cdef int32_t[:, ::1] found = np.zeros((n, 4), np.int32)
    cdef double[::1] worth = np.zeros(n)
    cdef double[::1] values = np.zeros(n)
    cdef GameOut out
    cdef int64_t g
    cdef int k, h = horizon
    with nogil:
        for g in range(n):
            player.one(first + g, False, &out)
            found[g, 0] = 0 if out.on_the_play else 1
            for k in range(3):
                found[g, 1 + k] = player.c.hand_rule.seen[k]
            values[g] = player.c.hand_rule.estimate
            worth[g] = worth_of_game(&player.c, &out, h)
    return np.asarray(values), np.asarray(found), np.asarray(worth)
