# Questions about whole games: a small stack machine over the outcome of a game, and probes, positions that are looked at
# while it is played.  The numbers of operations are those of questions/machine.py and questions/games.py.

cdef enum:
    A_NUMBER = 0
    A_NOT = 1
    A_AND = 2
    A_OR = 3
    A_LESS = 4
    A_AT_MOST = 5
    A_EQUAL = 6
    A_UNEQUAL = 7
    A_ABOVE = 8
    A_AT_LEAST = 9
    A_PLUS = 10
    A_MINUS = 11
    A_TURN = 16
    A_BIT = 17
    A_BIT_BY = 18
    A_OPENING = 19
    A_GAME = 20
    A_PROBE = 21
    ASK_STACK = 64
    PROBE_NODES = 5000


cdef inline int combine(int op, int a, int b) noexcept nogil:
    if op == A_AND:
        return a and b
    if op == A_OR:
        return a or b
    if op == A_LESS:
        return a < b
    if op == A_AT_MOST:
        return a <= b
    if op == A_EQUAL:
        return a == b
    if op == A_UNEQUAL:
        return a != b
    if op == A_ABOVE:
        return a > b
    if op == A_AT_LEAST:
        return a >= b
    if op == A_PLUS:
        return a + b
    return a - b


cdef int turn_number(GameOut *g, int field, int turn) noexcept nogil:
    cdef TurnOut *t = &g.turns[turn]
    if turn >= g.played:
        return 0  # the game is over
    if field == 0:
        return t.available
    if field == 1:
        return t.one_shot
    if field == 2:
        return t.in_play
    if field == 3:
        return t.seen
    if field == 4:
        return t.spent
    if field == 5:
        return t.land_drop
    if field == 6:
        return t.unbounded
    return t.by_type[field - 8]


cdef int turn_bit(GameOut *g, int mask, int cls, int turn) noexcept nogil:
    cdef TurnOut *t = &g.turns[turn]
    cdef uint64_t word
    if turn >= g.played:
        return 0
    word = t.castable[cls >> 6] if mask == 0 else t.cast[cls >> 6]
    return <int>(word >> (cls & 63) & 1)


cdef int leaf_of_game(Ask *q, GameOut *g, int32_t *r) noexcept nogil:
    cdef int turn
    if r[0] == A_TURN:
        return turn_number(g, r[1], r[2])
    if r[0] == A_BIT:
        return turn_bit(g, r[1], r[2], r[3])
    if r[0] == A_BIT_BY:
        for turn in range(r[3] + 1):
            if turn_bit(g, r[1], r[2], turn):
                return 1
        return 0
    if r[0] == A_OPENING:
        return <int>(g.opening[r[1] >> 6] >> (r[1] & 63) & 1)
    if r[0] == A_PROBE:
        return q.found[r[1]]
    if r[1] == 0:
        return g.size
    if r[1] == 1:
        return g.lands
    if r[1] == 2:
        return g.n_mulligans
    return g.on_the_play


cdef void answer(Ask *q, GameOut *g) noexcept nogil:
    """Answer every question about a game and count."""
    cdef int32_t stack[ASK_STACK]
    cdef int k, j, n
    cdef int32_t *r
    for k in range(q.n_questions):
        n = 0
        for j in range(q.starts[k], q.starts[k + 1]):
            r = &q.rows[4 * j]
            if r[0] == A_NUMBER:
                stack[n] = r[1]
                n += 1
            elif r[0] == A_NOT:
                stack[n - 1] = not stack[n - 1]
            elif r[0] >= A_TURN:
                stack[n] = leaf_of_game(q, g, r)
                n += 1
            else:
                n -= 1
                stack[n - 1] = combine(r[0], stack[n - 1], stack[n])
        if stack[0]:
            q.counts[(0 if g.on_the_play else 1) * q.n_questions + k] += 1


# --------------------------------------------------------------------------------------------- probes

cdef void note_seen(Context *c) noexcept nogil:
    cdef int i, k
    for i in range(c.s.n_hand):
        k = c.p.slot_kind[c.s.hand[i]]
        c.ask.seen[k >> 6] |= <uint64_t>1 << (k & 63)


cdef void probe_opening(Context *c) noexcept nogil:
    cdef Ask *q = c.ask
    cdef int k
    memset(q.found, 0, q.n_probes)
    memset(q.seen, 0, sizeof(q.seen))
    note_seen(c)
    for k in range(q.n_probes):
        if q.probes[k].turn == 0:
            q.found[k] = q.seen[q.probes[k].kinds[0] >> 6] >> (q.probes[k].kinds[0] & 63) & 1


cdef void probe_before(Context *c, Workspace *w, Scenario *sc) noexcept nogil:
    """At the start of a precombat main phase, before the land drop."""
    cdef Ask *q = c.ask
    cdef Probe *p
    cdef int k
    note_seen(c)
    for k in range(q.n_probes):
        p = &q.probes[k]
        if p.turn != c.s.turn:
            continue
        if p.what == 1:
            q.found[k] = castable_together(c, w, p)
        elif p.what == 3:
            q.found[k] = has_card(c, p.kinds[0])
        elif p.what == 4:
            q.found[k] = q.seen[p.kinds[0] >> 6] >> (p.kinds[0] & 63) & 1


cdef void probe_after(Context *c, Workspace *w, Scenario *sc) noexcept nogil:
    """When the player has finished the main phase: what could still be paid then."""
    cdef Ask *q = c.ask
    cdef State *s = c.s
    cdef State *root = &w.states[MAX_DEPTH + 1]
    cdef int k
    note_seen(c)
    if s.status != OK or s.lost:
        return
    for k in range(q.n_probes):
        if q.probes[k].turn != s.turn or q.probes[k].what != 2:
            continue
        copy_state(root, s)
        root.n_pool = 0  # what floats is gone with the phase (CR 500.5)
        c.s = root
        start_search(c, w, G_TOGETHER, SC_MANA, PROBE_NODES)
        w.n_together = 0
        w.extra = &q.costs[q.probes[k].cost]
        run_search(c, w, root)
        c.s = s
        q.found[k] = w.found
        if w.cut and not w.found:
            c.undecided += 1


cdef int castable_together(Context *c, Workspace *w, Probe *p) noexcept nogil:
    """Whether cards (one copy of each added to the hand where there is none) and a cost can be paid on this turn, over
    every land drop; what the cards bring may help to pay for each other."""
    cdef State *s = c.s
    cdef State *root = &w.states[MAX_DEPTH + 1]
    cdef int k, j, i, slot, mode = c.mode
    cdef int16_t slots[8]
    copy_state(root, s)
    for k in range(p.n):
        slot = -1
        for i in range(root.n_hand):
            if c.p.slot_kind[root.hand[i]] != p.kinds[k]:
                continue
            for j in range(k):
                if slots[j] == root.hand[i]:
                    break
            else:
                slot = root.hand[i]
                break
        if slot < 0:
            for i in range(c.p.n_slots):
                if c.p.slot_kind[i] != p.kinds[k] or in_hand(root, i):
                    continue
                slot = i
                break
            if slot < 0 or root.n_hand >= MAX_HAND:
                return 0
            root.hand[root.n_hand] = <uint16_t>slot
            root.n_hand += 1
        slots[k] = <int16_t>slot
    c.s = root
    start_search(c, w, G_TOGETHER, SC_MANA | SC_ABILITIES | SC_LAND | SC_CAST, PROBE_NODES)
    w.n_together = p.n
    memcpy(w.together, slots, sizeof(int16_t) * p.n)
    w.extra = &c.ask.costs[p.cost] if p.cost >= 0 else NULL
    run_search(c, w, root)
    c.s = s
    c.mode = mode
    if w.cut and not w.found:
        c.undecided += 1
    return w.found


# ---------------------------------------------------------------------------------------- goldfish clock

cdef int attack_power(Context *c) noexcept nogil:
    """Power of the own creatures that can attack after this main phase (CR 508.1a, c)."""
    cdef State *s = c.s
    cdef int i, total = 0
    refresh(c)
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased or s.objects[i].tapped:
            continue
        if not s.chars[i].types & CREATURE or s.chars[i].keywords & KW_DEFENDER:
            continue
        if s.objects[i].sick and not s.chars[i].keywords & KW_HASTE:
            continue
        total += max(0, <int>s.chars[i].power)
    return total


cdef class Clock:
    """Damage by turn if whatever can attacks every turn, nothing stopping it."""

    cdef uint8_t damage[MAX_TURNS]
    cdef int64_t *counts       # [2][turns][64], cumulative damage
    cdef int64_t *lethal       # [2][turns]
    cdef int turns, life
    cdef object totals, deadly

    def __init__(self, int turns, int life, bint on):
        self.turns = turns if on else 0
        self.life = life
        self.totals = np.zeros((2, self.turns, 64), np.int64)
        self.deadly = np.zeros((2, self.turns), np.int64)
        self.counts = <int64_t *>address(self.totals)
        self.lethal = <int64_t *>address(self.deadly)

    cdef void start(self) noexcept nogil:
        memset(self.damage, 0, sizeof(self.damage))

    cdef void count(self, GameOut *g) noexcept nogil:
        cdef int t, sum_ = 0, o = 0 if g.on_the_play else 1
        for t in range(self.turns):
            if t < g.played:
                sum_ += self.damage[t]
            self.counts[(o * self.turns + t) * 64 + min(63, sum_)] += 1
            if sum_ >= self.life:
                self.lethal[o * self.turns + t] += 1


cdef void shake_library(Context *c) noexcept nogil:
    """The unseen part of the library in another order."""
    cdef Library *l = &c.s.library
    l.filled = l.next
    seed_rng(l.rng, c.key0, c.key1, c.game, (<uint64_t>1 << 30) + <uint64_t>c.salt)


cdef class Asked:
    """The questions of one player, and their counts."""

    cdef Ask ask
    cdef object keep
    cdef object counts

    def __init__(self, questions=None):
        cdef Ask *q = &self.ask
        memset(q, 0, sizeof(Ask))
        self.counts = np.zeros((2, 0), np.int64)
        if questions is None:
            return
        rows = np.ascontiguousarray(questions["rows"], np.int32).reshape(-1, 4)
        starts = np.ascontiguousarray(questions["starts"], np.int32)
        probes = np.ascontiguousarray(questions["probes"], np.int32).reshape(-1, sizeof(Probe) // 4)
        costs = np.require(questions["costs"], requirements=["C", "A"])
        if costs.dtype.itemsize != sizeof(Cost):
            raise ValueError("the layout of costs differs from the core's")
        found = np.zeros(max(1, len(probes)), np.uint8)
        self.counts = np.zeros((2, len(starts) - 1), np.int64)
        self.keep = (rows, starts, probes, costs, found)
        q.n_questions = len(starts) - 1
        q.n_probes = len(probes)
        q.rows = <int32_t *>address(rows)
        q.starts = <int32_t *>address(starts)
        q.probes = <Probe *>address(probes)
        q.costs = <Cost *>address(costs)
        q.found = <uint8_t *>address(found)
        q.counts = <int64_t *>address(self.counts)
