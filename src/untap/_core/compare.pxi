# Decks on the same shuffles: each plays the game before the next one is begun, and what differs from the first deck's
# game is counted.  Only whole numbers are added, so that pairs merge as tallies do.

cdef struct PairTally:
    int32_t n_turns, n_shared, n_words, paired
    int32_t words_a, words_b
    uint64_t *gather_a         # [bytes of a's classes][256][n_words]: its classes -> shared cards
    uint64_t *gather_b
    int64_t *more              # [N_ROW_MASKS][2][J][T]: games in which the other deck alone has it
    int64_t *fewer             # ... the first deck alone
    int64_t *same              # [N_ROW_MASKS][J][T]: over shuffles, sum of products of both sides' differences
    int64_t *sums              # [N_NUMBERS][2][T]: of the other's less the first's
    int64_t *squares           # [N_NUMBERS][2][T]
    int64_t *products          # [N_NUMBERS][T]
    int32_t *weight            # [J]: copies in the first deck
    uint64_t *curve            # [T][n_words]: shared cards that are on curve on the turn
    int64_t row_game
    uint64_t up[N_ROW_MASKS][MAX_TURNS][MAX_WORDS]      # of the latest game on the play: other alone, first alone
    uint64_t down[N_ROW_MASKS][MAX_TURNS][MAX_WORDS]
    int16_t change[N_NUMBERS][MAX_TURNS]

cdef struct Seat:
    Context *c
    Scenario *sc
    State *s
    Ask *ask
    Tally *t
    PairTally *pair            # NULL for the first deck


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


cdef void add_pair(PairTally *q, GameRow *a, GameRow *b, int o, int64_t game, bint count) noexcept nogil:
    """The game of the other deck, `b`, against the first deck's."""
    cdef int k, turn, w, T = q.n_turns, J = q.n_shared, on_curve = 0
    cdef uint64_t x[MAX_WORDS]
    cdef uint64_t y[MAX_WORDS]
    cdef uint64_t up, down
    cdef bint second = q.paired and o == 1 and q.row_game == game - 1
    for turn in range(T):
        for k in range(N_ROW_MASKS):
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


cdef void play_seats(Seat *seats, int n_seats, int64_t first, int64_t n, bint general, GameOut *out) noexcept nogil:
    cdef int64_t game, start = first
    cdef int k, o
    cdef bint count
    cdef Seat *seat
    if seats[0].sc.order == 2 and first % 2 and n > 0:
        start = first - 1      # only to set the shuffle's second game against
    for game in range(start, first + n):
        count = game >= first
        for k in range(n_seats):
            seat = &seats[k]
            play_seat(seat, game, general, out)
            o = 0 if out.on_the_play else 1
            if count:
                add_game(seat.t, out, game)
                if seat.ask.n_questions:
                    answer(seat.ask, out)
            elif seat.t.paired:
                remember(seat.t, out, game)
            if not seat.t.paired:
                fill_row(seat.t, out, &seat.t.row[o])
            if seat.pair != NULL:
                add_pair(seat.pair, &seats[0].t.row[o], &seat.t.row[o], o, game, count)


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
        shapes = {"more": (N_ROW_MASKS, 2, J, T), "fewer": (N_ROW_MASKS, 2, J, T), "same": (N_ROW_MASKS, J, T),
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
