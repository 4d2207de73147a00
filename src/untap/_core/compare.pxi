# Decks on the same shuffles: each plays the game before the next one is begun, and what differs from the first deck's
# game is counted.  Only whole numbers are added, so that pairs merge as tallies do.

cdef struct PairTally:
    int32_t n_turns, n_shared, n_words, paired
    int32_t words_a, words_b
    uint64_t *gather_a         # [bytes of a's classes][256][n_words]: its classes -> shared cards
    uint64_t *gather_b
    int64_t *more              # [N_PAIR_MASKS][2][J][T]: games in which the other deck alone has it
    int64_t *fewer             # ... the first deck alone
    int64_t *same              # [N_PAIR_MASKS][J][T]: over shuffles, sum of products of both sides' differences
    int64_t *sums              # [N_NUMBERS][2][T]: of the other's less the first's
    int64_t *squares           # [N_NUMBERS][2][T]
    int64_t *products          # [N_NUMBERS][T]
    int32_t *weight            # [J]: copies in the first deck
    uint64_t *curve            # [T][n_words]: shared cards that are on curve on the turn
    int64_t row_game
    uint64_t up[N_PAIR_MASKS][MAX_TURNS][MAX_WORDS]      # of the latest game on the play: other alone, first alone
    uint64_t down[N_PAIR_MASKS][MAX_TURNS][MAX_WORDS]
    int16_t change[N_NUMBERS][MAX_TURNS]

cdef struct Seat:
    Context *c
    Scenario *sc
    State *s
    Ask *ask
    Tally *t
    PairTally *pair            # NULL for the first deck
    Tally *left_out            # the first deck's games that this one had to play itself, or NULL: it plays all
    uint64_t differs[16]       # positions of the order where the two haven't the same card
    bint lands                 # among these are lands


cdef inline void to_shared(uint64_t *table, int n_bytes, int n_words, uint64_t *masks, uint64_t *out) noexcept nogil:
    cdef int b, w, v
    for w in range(n_words):
        out[w] = 0
    for b in range(n_bytes):
        v = <int>(masks[b >> 3] >> (8 * (b & 7)) & 255)
        if v:
            for w in range(n_words):
                out[w] |= table[(b * 256 + v) * n_words + w]


cdef inline int weigh(PairTally *q, int w, uint64_t m) noexcept nogil:
    cdef int j, total = 0
    while m:
        j = lowest_bit(m)
        m &= m - 1
        total += q.weight[64 * w + j]
    return total


cdef inline void add_number(PairTally *q, int k, int turn, int o, int d, bint count, bint second) noexcept nogil:
    if count:
        q.sums[(k * 2 + o) * q.n_turns + turn] += d
        q.squares[(k * 2 + o) * q.n_turns + turn] += d * d
    if o == 0:
        q.change[k][turn] = <int16_t>d
    elif second:
        q.products[k * q.n_turns + turn] += d * <int>q.change[k][turn]


cdef inline void add_bits(int64_t *counts, int T, int turn, int w, uint64_t m, int64_t step) noexcept nogil:
    cdef int j
    while m:
        j = lowest_bit(m)
        m &= m - 1
        counts[(64 * w + j) * T + turn] += step


cdef inline bint nowhere(uint64_t *masks, int n) noexcept nogil:
    cdef int w
    for w in range(n):
        if masks[w]:
            return False
    return True


cdef void add_pair(PairTally *q, GameRow *a, GameRow *b, int o, int64_t game, bint count) noexcept nogil:
    """The game of the other deck, `b`, against the first deck's."""
    cdef int k, turn, w, T = q.n_turns, J = q.n_shared, on_curve = 0
    cdef uint64_t x[MAX_WORDS]
    cdef uint64_t y[MAX_WORDS]
    cdef uint64_t up, down
    cdef bint second = q.paired and o == 1 and q.row_game == game - 1
    for turn in range(T):
        for k in range(N_PAIR_MASKS):
            if k >= N_ROW_MASKS and nowhere(a.masks[k][turn], q.words_a) and nowhere(b.masks[k][turn], q.words_b):
                if o == 0:
                    memset(q.up[k][turn], 0, sizeof(uint64_t) * q.n_words)
                    memset(q.down[k][turn], 0, sizeof(uint64_t) * q.n_words)
                continue
            to_shared(q.gather_a, 8 * q.words_a, q.n_words, a.masks[k][turn], x)
            to_shared(q.gather_b, 8 * q.words_b, q.n_words, b.masks[k][turn], y)
            for w in range(q.n_words):
                up = y[w] & ~x[w]
                down = x[w] & ~y[w]
                if count and up | down:
                    add_bits(&q.more[(k * 2 + o) * J * T], T, turn, w, up, 1)
                    add_bits(&q.fewer[(k * 2 + o) * J * T], T, turn, w, down, 1)
                if k == 0:
                    on_curve += weigh(q, w, up & q.curve[turn * q.n_words + w]) - weigh(q, w, down & q.curve[turn * q.n_words + w])
                if o == 0:
                    q.up[k][turn][w] = up
                    q.down[k][turn][w] = down
                elif second and up | down:
                    add_bits(&q.same[k * J * T], T, turn, w, up & q.up[k][turn][w] | down & q.down[k][turn][w], 1)
                    add_bits(&q.same[k * J * T], T, turn, w, up & q.down[k][turn][w] | down & q.up[k][turn][w], -1)
    for k in range(N_ROW_NUMBERS):
        if memcmp(a.numbers[k], b.numbers[k], sizeof(int16_t) * T) == 0:
            if o == 0:
                memset(q.change[k], 0, sizeof(int16_t) * T)
            continue
        for turn in range(T):
            add_number(q, k, turn, o, <int>b.numbers[k][turn] - <int>a.numbers[k][turn], count, second)
    add_number(q, R_ON_CURVE, 0, o, on_curve, count, second)
    if o == 0:
        q.row_game = game


cdef int play_seat(Seat *seat, int64_t game, bint general, GameOut *out) noexcept nogil:
    cdef int on_the_play = seat.sc.order == 0 or (seat.sc.order == 2 and game % 2 == 0)
    cdef int status
    seat.c.game = <uint64_t>(game // 2 if seat.sc.order == 2 else game)
    if seat.c.p.flags & P_FAST and not general and not seat.ask.n_probes and not seat.c.aim:
        status = play_fast(seat.c, seat.sc, seat.s, on_the_play, out)
    else:
        status = play_game(seat.c, seat.sc, seat.s, on_the_play, out)
    if status == UNDECIDED or status == TOO_MANY:
        out.undecided = 1
    return status


cdef void count_game(Seat *seat, Tally *t, GameOut *out, int64_t game, bint count) noexcept nogil:
    if count:
        add_game(t, out, game)
    elif t.paired:
        remember(t, out, game)


cdef void play_shuffle(Seat *seats, int n_seats, int64_t start, int n, int64_t first, bint general, bint whole,
                       GameOut *outs) noexcept nogil:
    """The games of a shuffle (one, or play and draw) of all decks; those before `first` only stand beside the others.

    Where a deck is alike the first one and nothing that differs was seen in the first one's games, it would play the
    same ones: what it counts is what the first one counts, but for the games of the other shuffles.
    """
    cdef Context *c = seats[0].c
    cdef GameOut *own = &outs[2]
    cdef GameRow *row
    cdef Seat *seat
    cdef int i, k, w, o
    cdef bint same, count
    cdef uint64_t seen
    c.reads = 0
    if c.touched != NULL:
        memset(c.touched, 0, 16 * sizeof(uint64_t))
    for i in range(n):
        play_seat(&seats[0], start + i, general, &outs[i])
        o = 0 if outs[i].on_the_play else 1
        count_game(&seats[0], seats[0].t, &outs[i], start + i, start + i >= first)
        if start + i >= first and seats[0].ask.n_questions:
            answer(seats[0].ask, &outs[i])
        if not seats[0].t.paired:
            fill_row(seats[0].t, &outs[i], &seats[0].t.row[o])
    for k in range(1, n_seats):
        seat = &seats[k]
        same = False
        if seat.left_out != NULL and whole:
            seen = 0
            for w in range(16):
                seen |= c.touched[w] & seat.differs[w]
            same = seen == 0 and not c.reads & R_CARDS and not (c.reads & R_LANDS and seat.lands)
        if same:
            continue
        for i in range(n):
            count = start + i >= first
            play_seat(seat, start + i, general, own)
            o = 0 if own.on_the_play else 1
            count_game(seat, seat.t, own, start + i, count)
            if seat.left_out != NULL:
                count_game(seat, seat.left_out, &outs[i], start + i, count)
            if count and seat.ask.n_questions:
                answer(seat.ask, own)
            if not seat.t.paired:
                fill_row(seat.t, own, &seat.t.row[o])
            add_pair(seat.pair, &seats[0].t.row[o], &seat.t.row[o], o, start + i, count)


cdef void play_seats(Seat *seats, int n_seats, int64_t first, int64_t n, bint general, GameOut *outs) noexcept nogil:
    cdef int64_t game = first
    cdef bint paired = seats[0].sc.order == 2
    if paired and first % 2 and n > 0:
        # a shuffle's second game, set against its first
        play_shuffle(seats, n_seats, first - 1, 2, first, general, False, outs)
        game = first + 1
    while game < first + n:
        if paired and game + 1 < first + n:
            play_shuffle(seats, n_seats, game, 2, first, general, True, outs)
            game += 2
        else:
            play_shuffle(seats, n_seats, game, 1, first, general, not paired, outs)
            game += 1


cdef void without_places(Program *p) noexcept:
    """What says where arrays are and how long they are, left out."""
    cdef void **places[15]
    cdef int k
    places[:] = [<void **>&p.rows, <void **>&p.filters, <void **>&p.faces, <void **>&p.kinds, <void **>&p.abilities,
                 <void **>&p.costs, <void **>&p.changes, <void **>&p.face_abilities, <void **>&p.slot_kind, <void **>&p.slot_zone,
                 <void **>&p.class_kind, <void **>&p.quick, <void **>&p.packed, <void **>&p.inside,
                 <void **>&p.printed]
    for k in range(15):
        places[k][0] = NULL
    p.identity = NULL
    p.n_rows = p.n_filters = p.n_faces = p.n_kinds = p.n_abilities = p.n_costs = p.n_changes = 0
    memset(p.slot_kinds, 0, sizeof(p.slot_kinds))
    for k in range(128):
        if not p.creature_types[k >> 6] >> (k & 63) & 1:
            p.sub_weights[k] = 0  # only creature types are chosen by how many there are


def alike(CoreProgram a, CoreProgram b, slots_a, slots_b):
    """Where two programs differ, if that is only in which of the same cards stand at some positions of a shared order.

    One may have kinds of cards that the other lacks, after all of those that it has.

    Returns
    -------
    list of int or None
        The positions; None if anything else differs, so that the same cards might be played otherwise.
    """
    cdef Program *p = <Program *>calloc(2, sizeof(Program))
    cdef int kinds = min(a.p.n_kinds, b.p.n_kinds)
    if p == NULL:
        raise MemoryError
    memcpy(&p[0], &a.p, sizeof(Program))
    memcpy(&p[1], &b.p, sizeof(Program))
    for k in range(2):
        without_places(&p[k])
        memset(&p[k].fast_kinds[kinds], 0, sizeof(FastKind) * (512 - kinds))
    same = memcmp(&p[0], &p[1], sizeof(Program)) == 0
    free(p)
    if not same or a.p.n_slots != b.p.n_slots:
        return None
    for name in ("rows", "filters", "faces", "kinds", "abilities", "costs", "changes", "face_abilities", "class_kind",
                 "quick", "packed", "printed"):
        x, y = a.keep[name], b.keep[name]
        n = min(len(x), len(y))
        if name in ("quick", "packed", "printed"):
            n -= {"quick": sizeof(QuickFace), "packed": 8, "printed": sizeof(Printed) // 8}[name]  # the last one is empty
        if x[:n].tobytes() != y[:n].tobytes() or name == "class_kind" and len(x) != len(y):
            return None
    if a.keep["kind_names"][:kinds] != b.keep["kind_names"][:kinds]:
        return None
    differs, last = [], (-1, -1)
    for place, (i, j) in enumerate(zip(slots_a.tolist(), slots_b.tolist(), strict=True)):
        if i == j == NO_SLOT:
            continue
        if i != NO_SLOT and j != NO_SLOT and a.keep["slot_kind"][i] == b.keep["slot_kind"][j] \
                and a.keep["slot_zone"][i] == b.keep["slot_zone"][j]:
            if not (i > last[0] and j > last[1]):
                return None  # cards are looked at in the order of their slots
            last = i, j
            continue
        differs.append(place)
        for p_, slot in ((a, i), (b, j)):
            if slot != NO_SLOT and p_.keep["slot_zone"][slot] != Z_LIBRARY:
                return None
    return differs


cdef class PairArrays:
    """The NumPy arrays of one pair of decks, and the core's view of them."""

    cdef PairTally q
    cdef dict arrays
    cdef object tables
    cdef int n_shared

    def __init__(self, int n_turns, bint paired, int classes_a, int classes_b, shared):
        cdef PairTally *q = &self.q
        memset(q, 0, sizeof(PairTally))
        J, T = len(shared), n_turns
        self.n_shared = J
        q.n_turns = T
        q.n_shared = max(1, J)
        q.n_words = max(1, (J + 63) // 64)
        if q.n_words > MAX_WORDS:
            raise ValueError("the decks share more castabilities than the core's limit of 256")
        q.words_a = max(1, (classes_a + 63) // 64)
        q.words_b = max(1, (classes_b + 63) // 64)
        q.paired = paired
        q.row_game = -2
        curve = np.zeros((T, q.n_words), np.uint64)
        for j, (_, _, _, turn) in enumerate(shared):
            if 1 <= turn <= T:
                curve[turn - 1, j // 64] |= np.uint64(<uint64_t>1 << (j % 64))
        self.tables = [gather_table([a for a, *_ in shared], q.words_a, q.n_words),
                       gather_table([b for _, b, *_ in shared], q.words_b, q.n_words),
                       np.array([n for _, _, n, _ in shared] + [0], np.int32), curve]
        q.gather_a = <uint64_t *>address(self.tables[0])
        q.gather_b = <uint64_t *>address(self.tables[1])
        q.weight = <int32_t *>address(self.tables[2])
        q.curve = <uint64_t *>address(self.tables[3])
        J = max(1, J)
        shapes = {"more": (N_PAIR_MASKS, 2, J, T), "fewer": (N_PAIR_MASKS, 2, J, T), "same": (N_PAIR_MASKS, J, T),
                  "sums": (N_NUMBERS, 2, T), "squares": (N_NUMBERS, 2, T), "products": (N_NUMBERS, T)}
        self.arrays = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        q.more = <int64_t *>address(self.arrays["more"])
        q.fewer = <int64_t *>address(self.arrays["fewer"])
        q.same = <int64_t *>address(self.arrays["same"])
        q.sums = <int64_t *>address(self.arrays["sums"])
        q.squares = <int64_t *>address(self.arrays["squares"])
        q.products = <int64_t *>address(self.arrays["products"])

    def result(self):
        """A dict of int64 arrays; see ``docs/result-schema.md``."""
        J = self.n_shared
        out = dict(self.arrays)
        out["more"] = out["more"][:, :, :J].copy()
        out["fewer"] = out["fewer"][:, :, :J].copy()
        out["same"] = out["same"][:, :J].copy()
        return out


def gather_table(classes, int words_in, int words_out):
    """By byte of a mask of classes and its value: the mask of shared cards whose class is in it."""
    table = np.zeros((8 * words_in, 256, words_out), np.uint64)
    values = np.arange(256)
    for j, cls in enumerate(classes):
        has = (values >> (cls % 8) & 1).astype(bool)
        table[cls // 8, has, j // 64] |= np.uint64(<uint64_t>1 << (j % 64))
    return table
