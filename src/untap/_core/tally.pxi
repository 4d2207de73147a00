# From outcome rows to integers.  Masks of classes are spread to bytes by a table, eight classes at a time, and added into
# byte counters, which are flushed every 255 games: no branch and no increment a class.

cdef enum:
    FLUSH = 255
    T_CASTABLE = 0
    T_BY = 1
    T_MANA = 2
    T_RESTRICTION = 3
    T_TEMPO = 4
    T_OTHER = 5
    T_DRAWN = 6
    T_DRAWN_CASTABLE = 7
    T_LANDS_OK = 8
    T_PLAY_OK = 9
    T_OPENING_BY = 10
    T_CAST_BY = 11
    T_LANDS_FOR = 12
    T_OPENING = 13
    T_LATE_DRAWN = 14          # castable on an earlier turn, not on this one, as the next three
    T_LATE_LANDS_OK = 15
    T_LATE_PLAY_OK = 16
    T_LATE_FOR = 17
    N_MASKS = 18
    N_ROW_MASKS = 4            # castable, castable_by, cast_by, drawn: what is set against the other side's game
    N_PAIR_MASKS = 9           # and, against another deck's, the five reasons
    N_FIRST = 16               # amounts of mana whose first turn is told
    # numbers of a turn that are set against another game's
    R_MANA = 0
    R_ONE_SHOT = 1
    R_SPENT = 2
    R_UNSPENT = 3
    R_IN_PLAY = 4
    R_SEEN = 5
    N_BOTH = 6                 # those before are correlated between play and draw
    R_LAND_DROP = 6
    R_MANA_TURN = 7
    R_UNBOUNDED = 8
    R_TYPES = 9                # to 14
    R_HAND_SIZE = 15           # of the whole game: at its first turn
    R_KEPT_LANDS = 16
    R_SPENT_IN_ALL = 17
    R_FLOOD = 18
    R_SCREW = 19
    R_ONE_SHOT_ALONE = 20
    R_FLOWS = 21               # to 29: mana spent by source, restricted mana
    R_UNTAPPED = 30            # kept tapped, untapped otherwise, triggers
    N_ROW_NUMBERS = 34
    R_ON_CURVE = 34            # of pairs only: copies of shared cards castable on curve
    N_NUMBERS = 35
    FLOOD_LANDS = 3            # lands seen beyond the turn's number
    SCREW_LANDS = 4

MASK_NAMES = ("castable", "castable_by", "fail_mana", "fail_restriction", "fail_tempo", "fail_other", "drawn",
              "drawn_castable", "lands_ok_castable", "lands_play_ok_castable", "opening_castable_by", "cast_by",
              "lands_for_castable", "opening_castable", "drawn_castable_by", "lands_ok_castable_by", "lands_play_ok_castable_by",
              "lands_for_castable_by")
ROW_MASKS = ("castable", "castable_by", "cast_by", "drawn")
ROW_NUMBERS = ("mana", "mana_oneshot", "spent", "unspent", "lands_in_play", "lands_seen", "land_drop", "mana_turn",
               "unbounded", "any_W", "any_U", "any_B", "any_R", "any_G", "any_C", "hand_size", "kept_lands", "spent_in_all",
               "flood", "screw", "one_shot", "spent_land", "spent_creature", "spent_artifact", "spent_aura", "spent_ritual",
               "spent_treasure", "spent_again", "spent_other", "restricted", "untapped", "kept_tapped", "untapped_otherwise",
               "untap_triggers", "on_curve")

cdef struct GameRow:
    # what a game is compared by, with the game of the same shuffle on the other side or of another deck
    uint64_t masks[N_PAIR_MASKS][MAX_TURNS][MAX_WORDS]
    int16_t numbers[N_ROW_NUMBERS][MAX_TURNS]

cdef struct Tally:
    int32_t n_turns, n_words, n_classes, pending
    int32_t n_bytes            # uint64 of eight byte counters per mask
    uint64_t *planes           # [2][N_MASKS][turns][n_bytes]
    int64_t *masks             # [N_MASKS][2][classes][turns]
    int64_t *short_of          # [2][classes][turns][64]: not castable for colour, by the violated set
    int64_t *games             # [2]
    int64_t *mana              # [2][T][64]
    int64_t *one_shot          # [2][T][64]
    int64_t *mana_type         # [2][T][6][32]
    int64_t *unbounded         # [2][T]
    int64_t *in_play           # [2][T][32]
    int64_t *seen              # [2][T][64]
    int64_t *land_drop         # [2][T]
    int64_t *hand_size         # [2][8]
    int64_t *kept              # [2][8][8]
    int64_t *sent              # [2][8][8]
    int64_t *opening           # [2][K]
    int64_t *lands_ok          # [2][T]
    int64_t *play_ok           # [2][T]
    int64_t *spent             # [2][T][64]
    int64_t *untapped          # [2][T]
    int64_t *kept_tapped       # [2][T]
    int64_t *triggers          # [2][T]
    int64_t *ends              # [3][2]: decked, died, undecided
    int64_t *unspent           # [2][T][64]
    int64_t *first             # [2][N_FIRST][T]: first turn with at least so much mana
    int64_t *delay             # [2][K][2 T + 1]: turn cast less the turn when drawn and of the mana value, + T
    int64_t *squares           # [5][2][T]: of untapped, kept tapped, triggers, untapped otherwise, one-shot mana alone
    int64_t *otherwise         # [2][T]: untapped outside the untap step
    int64_t *waited            # [2][K][T]: drawn and of the mana value, but not cast, for so many turns when the game ends
    int64_t *flows             # [2][2][N_FLOWS][T]: sums and squares; of lands, less those of all mana spent
    uint64_t *both_planes      # [N_ROW_MASKS][turns][n_bytes]: shuffles in which both sides have it
    int64_t *both_masks        # [N_ROW_MASKS][classes][turns]
    int64_t *both_products     # [N_BOTH][T]: sums of products of the two sides' numbers
    int32_t paired             # games 2k and 2k + 1 share a shuffle
    int32_t compared           # games are set against another deck's: all numbers are wanted
    int32_t both_pending
    int64_t row_game           # whose row[0] is
    uint64_t *within           # [64][n_words]: classes with at most this mana value
    uint8_t *value             # [K]: mana values
    uint64_t *always           # [n_words]: classes of commanders, which can be cast from the beginning
    GameRow row[2]             # the latest game on the play, on the draw


cdef uint64_t SPREAD[256]          # bit b of the index -> 1 in byte b


cdef void make_spread() noexcept:
    cdef int m, b
    for m in range(256):
        SPREAD[m] = 0
        for b in range(8):
            if m >> b & 1:
                SPREAD[m] |= <uint64_t>1 << (8 * b)


make_spread()


cdef inline void plane_add(uint64_t *p, uint64_t m, int n) noexcept nogil:
    cdef int k
    p[0] += SPREAD[m & 255]
    for k in range(1, n):
        p[k] += SPREAD[m >> (8 * k) & 255]


cdef void flush_tally(Tally *t) noexcept nogil:
    cdef int o, k, turn, cls
    cdef uint64_t *p
    for o in range(2):
        for k in range(N_MASKS):
            for turn in range(t.n_turns):
                p = &t.planes[((o * N_MASKS + k) * t.n_turns + turn) * t.n_bytes]
                for cls in range(t.n_classes):
                    t.masks[((k * 2 + o) * t.n_classes + cls) * t.n_turns + turn] += <int64_t>(p[cls >> 3] >> (8 * (cls & 7)) & 255)
    memset(t.planes, 0, sizeof(uint64_t) * 2 * N_MASKS * t.n_turns * t.n_bytes)
    t.pending = 0
    if t.both_pending:
        for k in range(N_ROW_MASKS):
            for turn in range(t.n_turns):
                p = &t.both_planes[(k * t.n_turns + turn) * t.n_bytes]
                for cls in range(t.n_classes):
                    t.both_masks[(k * t.n_classes + cls) * t.n_turns + turn] += <int64_t>(p[cls >> 3] >> (8 * (cls & 7)) & 255)
        memset(t.both_planes, 0, sizeof(uint64_t) * N_ROW_MASKS * t.n_turns * t.n_bytes)
        t.both_pending = 0


cdef void fill_row(Tally *t, GameOut *g, GameRow *row) noexcept nogil:
    """What the game is compared by; turns after its end are nothing."""
    cdef int turn, w, i, spent = 0
    cdef TurnOut *r
    cdef uint64_t by[MAX_WORDS]
    cdef uint64_t cast_[MAX_WORDS]
    memset(by, 0, sizeof(by))
    memset(cast_, 0, sizeof(cast_))
    for turn in range(t.n_turns):
        r = &g.turns[turn]
        if turn >= g.played:
            memset(r, 0, sizeof(TurnOut))
        for w in range(t.n_words):
            by[w] |= r.castable[w]
            if turn < g.played:
                r.drawn[w] |= cast_[w] & ~t.always[w]  # as `add_game` counts it
            cast_[w] |= r.cast[w]
            row.masks[0][turn][w] = r.castable[w]
            row.masks[1][turn][w] = by[w]
            row.masks[2][turn][w] = cast_[w]
            row.masks[3][turn][w] = r.drawn[w]
        row.numbers[R_MANA][turn] = r.available
        row.numbers[R_ONE_SHOT][turn] = r.one_shot
        row.numbers[R_SPENT][turn] = r.spent
        row.numbers[R_UNSPENT][turn] = <int16_t>max(0, <int>r.available - <int>r.spent)
        row.numbers[R_IN_PLAY][turn] = r.in_play
        row.numbers[R_SEEN][turn] = r.seen
        if not t.compared:
            continue
        for w in range(t.n_words):
            row.masks[4][turn][w] = r.mana[w]
            row.masks[5][turn][w] = r.colour[w]
            row.masks[6][turn][w] = r.restriction[w]
            row.masks[7][turn][w] = r.tempo[w]
            row.masks[8][turn][w] = r.other[w] if turn < g.played else all_bits(t.n_classes - 64 * w)
        row.numbers[R_FLOOD][turn] = turn < g.played and r.seen > turn + FLOOD_LANDS
        row.numbers[R_SCREW][turn] = r.seen < min(turn + 1, SCREW_LANDS)
        row.numbers[R_ONE_SHOT_ALONE][turn] = <int16_t>(<int>r.one_shot - <int>r.available)
        for i in range(9):
            row.numbers[R_FLOWS + i][turn] = r.flows[i] if r.flowed else 0
        if not r.flowed:
            row.numbers[R_FLOWS + FLOW_LAND][turn] = r.spent
        row.numbers[R_UNTAPPED][turn] = r.untapped
        row.numbers[R_UNTAPPED + 1][turn] = r.kept_tapped
        row.numbers[R_UNTAPPED + 2][turn] = r.otherwise if r.flowed else 0
        row.numbers[R_UNTAPPED + 3][turn] = r.triggers
        row.numbers[R_LAND_DROP][turn] = r.land_drop
        row.numbers[R_MANA_TURN][turn] = r.available > turn
        row.numbers[R_UNBOUNDED][turn] = r.unbounded
        for i in range(6):
            row.numbers[R_TYPES + i][turn] = r.by_type[i] > 0
        spent += r.spent
        row.numbers[R_HAND_SIZE][turn] = 0
        row.numbers[R_KEPT_LANDS][turn] = 0
        row.numbers[R_SPENT_IN_ALL][turn] = 0
    if not t.compared:
        return
    row.numbers[R_HAND_SIZE][0] = g.size
    row.numbers[R_KEPT_LANDS][0] = g.lands
    row.numbers[R_SPENT_IN_ALL][0] = <int16_t>spent


cdef void remember(Tally *t, GameOut *g, int64_t game) noexcept nogil:
    """Keep the game's row; the second game of a shuffle is set against the first."""
    cdef int k, turn, w
    cdef GameRow *a = &t.row[0]
    cdef GameRow *b = &t.row[1]
    if g.on_the_play:
        fill_row(t, g, a)
        t.row_game = game
        return
    fill_row(t, g, b)
    if not t.paired or t.row_game != game - 1:
        return
    t.both_pending += 1
    for turn in range(t.n_turns):
        for k in range(N_ROW_MASKS):
            for w in range(t.n_words):
                plane_add(&t.both_planes[(k * t.n_turns + turn) * t.n_bytes + 8 * w], a.masks[k][turn][w] & b.masks[k][turn][w],
                          min(8, t.n_bytes - 8 * w))
        for k in range(N_BOTH):
            t.both_products[k * t.n_turns + turn] += <int>a.numbers[k][turn] * <int>b.numbers[k][turn]


cdef inline void note_delay(Tally *t, GameOut *g, int o, int turn, int w, uint64_t fresh) noexcept nogil:
    # classes cast for the first time on this turn: how long after they were drawn and their mana value was there
    cdef int cls, bit, ready
    while fresh:
        bit = lowest_bit(fresh)
        fresh &= fresh - 1
        cls = 64 * w + bit
        ready = 0
        while ready < turn and not g.turns[ready].drawn[w] >> bit & 1:
            ready += 1
        # not yet in hand as the turn's main phase began: a commander, or drawn in it
        ready = max(1 if t.always[w] >> bit & 1 else ready + 1, <int>t.value[cls])
        t.delay[(o * t.n_classes + cls) * (2 * t.n_turns + 1) + max(turn + 1 - ready, -t.n_turns) + t.n_turns] += 1


cdef void note_waiting(Tally *t, GameOut *g, int o, int w, uint64_t open_) noexcept nogil:
    # classes drawn and never cast: for how long they could have been, the turn after the last being counted
    cdef int cls, bit, ready
    while open_:
        bit = lowest_bit(open_)
        open_ &= open_ - 1
        cls = 64 * w + bit
        ready = 0
        if not t.always[w] >> bit & 1:
            while not g.turns[ready].drawn[w] >> bit & 1:
                ready += 1
        ready = max(ready + 1, <int>t.value[cls])
        if ready <= t.n_turns:
            t.waited[(o * t.n_classes + cls) * t.n_turns + t.n_turns - ready] += 1


cdef void note_colours(Tally *t, GameOut *g, int o, uint32_t turns) noexcept nogil:
    # few games of few classes get here: a counter for each set, no planes
    cdef int turn, w, cls
    cdef uint64_t m
    cdef TurnOut *r
    while turns:
        turn = lowest_bit(turns)
        turns &= turns - 1
        r = &g.turns[turn]
        for w in range(t.n_words):
            m = r.colour[w] & all_bits(t.n_classes - 64 * w)
            while m:
                cls = 64 * w + lowest_bit(m)
                m &= m - 1
                t.short_of[((o * t.n_classes + cls) * t.n_turns + turn) * 64 + (r.short_of[cls] & 63)] += 1


cdef void add_flows(Tally *t, TurnOut *r, int o, int turn) noexcept nogil:
    cdef int k, v
    cdef int64_t *sums = &t.flows[o * N_FLOWS * t.n_turns + turn]
    cdef int64_t *squares = sums + 2 * N_FLOWS * t.n_turns
    for k in range(N_FLOWS):
        v = r.flows[k]
        sums[k * t.n_turns] += v
        squares[k * t.n_turns] += v * v
    # nearly all turns spend mana of lands alone, which is counted as mana spent
    sums[0] -= r.spent
    squares[0] -= <int>r.spent * <int>r.spent


cdef void add_game(Tally *t, GameOut *g, int64_t game) noexcept nogil:
    cdef int o = 0 if g.on_the_play else 1, turn, w, i, T = t.n_turns, W = t.n_words, k
    cdef uint64_t by[MAX_WORDS]
    cdef uint64_t cast_[MAX_WORDS]
    cdef uint64_t m, late
    cdef uint32_t coloured = 0   # turns on which a colour was missing
    cdef TurnOut *r
    cdef uint64_t *p
    cdef size_t step = <size_t>T * t.n_bytes
    cdef int B, most = -1
    if t.pending >= FLUSH:
        flush_tally(t)
    t.pending += 1
    t.games[o] += 1
    t.hand_size[o * 8 + g.size] += 1
    t.kept[(o * 8 + g.size) * 8 + g.lands] += 1
    for i in range(min(8, <int>g.n_mulligans)):
        t.sent[(o * 8 + g.sent_size[i]) * 8 + g.sent_lands[i]] += 1
    t.ends[o] += g.decked
    t.ends[2 + o] += g.died
    t.ends[4 + o] += g.undecided
    memset(by, 0, sizeof(by))
    memset(cast_, 0, sizeof(cast_))
    for w in range(W):
        m = g.opening[w]
        while m:
            k = lowest_bit(m)
            m &= m - 1
            t.opening[o * t.n_classes + 64 * w + k] += 1
    for turn in range(T):
        r = &g.turns[turn]
        if turn >= g.played:
            # the game is over: nothing can be cast, and it isn't for want of mana
            memset(r, 0, sizeof(TurnOut))
            for w in range(W):
                r.other[w] = all_bits(t.n_classes - 64 * w)
        for w in range(W):
            p = &t.planes[(o * N_MASKS * T + turn) * t.n_bytes + 8 * w]
            B = min(8, t.n_bytes - 8 * w)
            m = r.castable[w]
            by[w] |= m
            if cast_[w] & ~r.drawn[w] and turn < g.played:
                r.drawn[w] |= cast_[w] & ~t.always[w]  # drawn and cast in one main phase
            if r.cast[w] & ~cast_[w]:
                note_delay(t, g, o, turn, w, r.cast[w] & ~cast_[w])
                cast_[w] |= r.cast[w]
            plane_add(p, m, B)
            plane_add(p + T_BY * step, by[w], B)
            plane_add(p + T_MANA * step, r.mana[w], B)
            if r.colour[w]:
                coloured |= <uint32_t>1 << turn
            if r.restriction[w]:
                plane_add(p + T_RESTRICTION * step, r.restriction[w], B)
            if r.tempo[w]:
                plane_add(p + T_TEMPO * step, r.tempo[w], B)
            if r.other[w]:
                plane_add(p + T_OTHER * step, r.other[w], B)
            plane_add(p + T_DRAWN * step, r.drawn[w], B)
            plane_add(p + T_OPENING_BY * step, g.opening[w] & by[w], B)
            plane_add(p + T_CAST_BY * step, cast_[w], B)
            late = by[w] & ~m
            if late:
                plane_add(p + T_LATE_DRAWN * step, r.drawn[w] & late, B)
                if r.seen > turn:
                    plane_add(p + T_LATE_LANDS_OK * step, late, B)
                if r.in_play > turn:
                    plane_add(p + T_LATE_PLAY_OK * step, late, B)
                plane_add(p + T_LATE_FOR * step, late & t.within[r.seen * W + w], B)
            if m == 0:
                continue
            plane_add(p + T_DRAWN_CASTABLE * step, r.drawn[w] & m, B)
            if r.seen > turn:
                plane_add(p + T_LANDS_OK * step, m, B)
            if r.in_play > turn:
                plane_add(p + T_PLAY_OK * step, m, B)
            plane_add(p + T_LANDS_FOR * step, m & t.within[r.seen * W + w], B)
            plane_add(p + T_OPENING * step, g.opening[w] & m, B)
        i = o * T + turn
        if turn < g.played:
            t.mana[i * 64 + r.available] += 1
            t.one_shot[i * 64 + r.one_shot] += 1
            for k in range(6):
                t.mana_type[(i * 6 + k) * 32 + r.by_type[k]] += 1
            while most < <int>r.available and most < N_FIRST - 1:
                most += 1
                t.first[(o * N_FIRST + most) * T + turn] += 1
            t.unbounded[i] += r.unbounded
            t.in_play[i * 32 + r.in_play] += 1
            t.seen[i * 64 + r.seen] += 1
            t.land_drop[i] += r.land_drop
            if r.seen > turn:
                t.lands_ok[i] += 1
            if r.in_play > turn:
                t.play_ok[i] += 1
            t.spent[i * 64 + r.spent] += 1
            t.untapped[i] += r.untapped
            t.unspent[i * 64 + max(0, <int>r.available - <int>r.spent)] += 1
            t.squares[i] += <int>r.untapped * <int>r.untapped
            if r.flowed:
                add_flows(t, r, o, turn)
                if r.otherwise:
                    t.otherwise[i] += r.otherwise
                    t.squares[6 * T + i] += <int>r.otherwise * <int>r.otherwise
            if r.one_shot != r.available:
                k = <int>r.one_shot - <int>r.available
                t.squares[8 * T + i] += k * k
            if r.kept_tapped or r.triggers:
                t.kept_tapped[i] += r.kept_tapped
                t.triggers[i] += r.triggers
                t.squares[2 * T + i] += <int>r.kept_tapped * <int>r.kept_tapped
                t.squares[4 * T + i] += <int>r.triggers * <int>r.triggers
    if coloured:
        note_colours(t, g, o, coloured)
    if g.played == T:
        for w in range(W):
            m = (g.turns[T - 1].drawn[w] | t.always[w]) & ~cast_[w]
            if m:
                note_waiting(t, g, o, w, m)
    if t.paired:
        remember(t, g, game)


cdef class TallyArrays:
    """The NumPy arrays of one deck's tally, and the core's view of them."""

    cdef Tally t
    cdef dict arrays
    cdef object planes, both_planes, value, within, always

    def __init__(self, CoreProgram program, int n_turns, bint paired):
        cdef Tally *t = &self.t
        cdef int n_classes = program.p.n_classes, k, v
        memset(t, 0, sizeof(Tally))
        T, K = n_turns, n_classes
        t.paired = paired
        t.row_game = -2
        t.n_turns = T
        t.n_classes = K
        t.n_words = max(1, (K + 63) // 64)
        shapes = {"games": (2,), "mana": (2, T, 64), "mana_oneshot": (2, T, 64), "mana_type": (2, T, 6, 32),
                  "unbounded": (2, T), "lands_in_play": (2, T, 32), "lands_seen": (2, T, 64), "land_drop": (2, T),
                  "hand_size": (2, 8), "kept_lands": (2, 8, 8), "mulligan_lands": (2, 8, 8), "opening": (2, K),
                  "lands_ok": (2, T), "lands_play_ok": (2, T), "spent": (2, T, 64), "untapped": (2, T),
                  "kept_tapped": (2, T), "untap_triggers": (2, T), "ends": (3, 2), "masks": (N_MASKS, 2, K, T),
                  "missing_sets": (2, K, T, 64),
                  "unspent": (2, T, 64), "mana_first": (2, N_FIRST, T), "delay": (2, K, 2 * T + 1), "squares": (5, 2, T),
                  "untapped_otherwise": (2, T), "waited": (2, K, T),
                  "both_masks": (N_ROW_MASKS, K, T), "both_products": (N_BOTH, T), "flows": (2, 2, N_FLOWS, T)}
        self.arrays = {name: np.zeros(tuple(max(1, n) for n in shape), np.int64) for name, shape in shapes.items()}
        t.n_bytes = max(1, (K + 7) // 8)
        self.planes = np.zeros(2 * N_MASKS * T * t.n_bytes, np.uint64)
        t.planes = <uint64_t *>address(self.planes)
        t.masks = <int64_t *>address(self.arrays["masks"])
        t.short_of = <int64_t *>address(self.arrays["missing_sets"])
        t.games = <int64_t *>address(self.arrays["games"])
        t.mana = <int64_t *>address(self.arrays["mana"])
        t.one_shot = <int64_t *>address(self.arrays["mana_oneshot"])
        t.mana_type = <int64_t *>address(self.arrays["mana_type"])
        t.unbounded = <int64_t *>address(self.arrays["unbounded"])
        t.in_play = <int64_t *>address(self.arrays["lands_in_play"])
        t.seen = <int64_t *>address(self.arrays["lands_seen"])
        t.land_drop = <int64_t *>address(self.arrays["land_drop"])
        t.hand_size = <int64_t *>address(self.arrays["hand_size"])
        t.kept = <int64_t *>address(self.arrays["kept_lands"])
        t.sent = <int64_t *>address(self.arrays["mulligan_lands"])
        t.opening = <int64_t *>address(self.arrays["opening"])
        t.lands_ok = <int64_t *>address(self.arrays["lands_ok"])
        t.play_ok = <int64_t *>address(self.arrays["lands_play_ok"])
        t.spent = <int64_t *>address(self.arrays["spent"])
        t.untapped = <int64_t *>address(self.arrays["untapped"])
        t.kept_tapped = <int64_t *>address(self.arrays["kept_tapped"])
        t.triggers = <int64_t *>address(self.arrays["untap_triggers"])
        t.ends = <int64_t *>address(self.arrays["ends"])
        t.unspent = <int64_t *>address(self.arrays["unspent"])
        t.first = <int64_t *>address(self.arrays["mana_first"])
        t.delay = <int64_t *>address(self.arrays["delay"])
        t.squares = <int64_t *>address(self.arrays["squares"])
        t.flows = <int64_t *>address(self.arrays["flows"])
        t.otherwise = <int64_t *>address(self.arrays["untapped_otherwise"])
        t.waited = <int64_t *>address(self.arrays["waited"])
        t.both_masks = <int64_t *>address(self.arrays["both_masks"])
        t.both_products = <int64_t *>address(self.arrays["both_products"])
        self.both_planes = np.zeros(N_ROW_MASKS * T * t.n_bytes, np.uint64)
        t.both_planes = <uint64_t *>address(self.both_planes)
        self.value = np.zeros(n_classes + 1, np.uint8)
        t.value = <uint8_t *>address(self.value)
        self.within = np.zeros((64, t.n_words), np.uint64)
        for k in range(n_classes):
            v = program.p.faces[program.p.kinds[program.p.class_kind[k]].face].mana_value
            t.value[k] = <uint8_t>min(v, 255)
            self.within[min(v, 63):, k // 64] |= np.uint64(<uint64_t>1 << (k % 64))
        t.within = <uint64_t *>address(self.within)
        self.always = np.zeros(t.n_words, np.uint64)
        for k in range(program.p.n_slots):
            v = program.p.kinds[program.p.slot_kind[k]].cls
            if program.p.slot_zone[k] == Z_COMMAND and v >= 0:
                self.always[v // 64] |= np.uint64(<uint64_t>1 << (v % 64))
        t.always = <uint64_t *>address(self.always)

    def result(self):
        """Flush and return the tally as a dict of int64 arrays, leading axis (play, draw)."""
        flush_tally(&self.t)
        K = self.t.n_classes
        out = {name: a for name, a in self.arrays.items() if name not in ("masks", "ends", "squares", "both_masks", "both_products", "flows")}
        out["opening"] = out["opening"][:, :K]
        out["delay"] = out["delay"][:, :K]
        out["waited"] = out["waited"][:, :K]
        masks = self.arrays["masks"][:, :, :K]
        for k, name in enumerate(MASK_NAMES):
            out[name] = masks[k].copy()
        for name in ("drawn", "lands_ok", "lands_play_ok", "lands_for"):
            out[name + "_castable_by"] += out[name + "_castable"]
        sets = out["missing_sets"] = out["missing_sets"][:, :K]
        out["fail_colour"] = sets.sum(axis=-1)
        out["missing"] = np.zeros((*sets.shape[:3], 6), np.int64)
        found = out["fail_colour"] > 0
        out["missing"][found] = sets[found] @ (np.arange(64)[:, None] >> np.arange(6) & 1)
        out["decked"], out["died"], out["undecided"] = (self.arrays["ends"][k].copy() for k in range(3))
        for k, name in enumerate(("untapped", "kept_tapped", "untap_triggers", "untapped_otherwise", "mana_oneshot")):
            out[name + "_squares"] = self.arrays["squares"][k].copy()
        amounts = np.arange(64)
        for k, name in enumerate(("flows", "flows_squares")):
            out[name] = self.arrays["flows"][k].copy()
            out[name][:, FLOW_LAND] += self.arrays["spent"] @ amounts ** (k + 1)
        for k, name in enumerate(ROW_MASKS):
            out[name + "_both"] = self.arrays["both_masks"][k, :K].copy()
        for k, name in enumerate(ROW_NUMBERS[:N_BOTH]):
            out[name + "_both"] = self.arrays["both_products"][k].copy()
        return out
