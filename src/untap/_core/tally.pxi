# From outcome rows to integers.  Masks of classes are spread to bytes by a table, eight classes at a time, and added into
# byte counters, which are flushed every 255 games: no branch and no increment a class.

cdef enum:
    FLUSH = 255
    T_CASTABLE = 0
    T_BY = 1
    T_MANA = 2
    T_COLOUR = 3
    T_RESTRICTION = 4
    T_TEMPO = 5
    T_OTHER = 6
    T_MISSING = 7              # to 12
    T_DRAWN = 13
    T_DRAWN_CASTABLE = 14
    T_LANDS_OK = 15
    T_PLAY_OK = 16
    T_OPENING_BY = 17
    T_CAST_BY = 18
    N_MASKS = 19

MASK_NAMES = ("castable", "castable_by", "fail_mana", "fail_colour", "fail_restriction", "fail_tempo", "fail_other",
              "missing0", "missing1", "missing2", "missing3", "missing4", "missing5", "drawn", "drawn_castable",
              "lands_ok_castable", "lands_play_ok_castable", "opening_castable_by", "cast_by")

cdef struct Tally:
    int32_t n_turns, n_words, n_classes, pending
    int32_t n_bytes            # uint64 of eight byte counters per mask
    uint64_t *planes           # [2][N_MASKS][turns][n_bytes]
    int64_t *masks             # [N_MASKS][2][classes][turns]
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
    for k in range(n):
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


cdef void add_game(Tally *t, GameOut *g) noexcept nogil:
    cdef int o = 0 if g.on_the_play else 1, turn, w, i, T = t.n_turns, W = t.n_words, k
    cdef uint64_t by[MAX_WORDS]
    cdef uint64_t cast_[MAX_WORDS]
    cdef uint64_t m, all_
    cdef TurnOut *r
    cdef uint64_t *p
    cdef size_t step = <size_t>T * t.n_bytes
    cdef int B
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
            cast_[w] |= r.cast[w]
            plane_add(p, m, B)
            plane_add(p + T_BY * step, by[w], B)
            plane_add(p + T_MANA * step, r.mana[w], B)
            if r.colour[w]:
                plane_add(p + T_COLOUR * step, r.colour[w], B)
                for i in range(6):
                    plane_add(p + (T_MISSING + i) * step, r.missing[i][w], B)
            if r.restriction[w]:
                plane_add(p + T_RESTRICTION * step, r.restriction[w], B)
            plane_add(p + T_TEMPO * step, r.tempo[w], B)
            if r.other[w]:
                plane_add(p + T_OTHER * step, r.other[w], B)
            plane_add(p + T_DRAWN * step, r.drawn[w], B)
            plane_add(p + T_DRAWN_CASTABLE * step, r.drawn[w] & m, B)
            if r.seen > turn:
                plane_add(p + T_LANDS_OK * step, m, B)
            if r.in_play > turn:
                plane_add(p + T_PLAY_OK * step, m, B)
            plane_add(p + T_OPENING_BY * step, g.opening[w] & by[w], B)
            plane_add(p + T_CAST_BY * step, cast_[w], B)
        i = o * T + turn
        if turn < g.played:
            t.mana[i * 64 + r.available] += 1
            t.one_shot[i * 64 + r.one_shot] += 1
            for k in range(6):
                t.mana_type[(i * 6 + k) * 32 + r.by_type[k]] += 1
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
            t.kept_tapped[i] += r.kept_tapped
            t.triggers[i] += r.triggers


cdef class TallyArrays:
    """The NumPy arrays of one deck's tally, and the core's view of them."""

    cdef Tally t
    cdef dict arrays
    cdef object planes

    def __init__(self, int n_turns, int n_classes):
        cdef Tally *t = &self.t
        memset(t, 0, sizeof(Tally))
        T, K = n_turns, n_classes
        t.n_turns = T
        t.n_classes = K
        t.n_words = max(1, (K + 63) // 64)
        shapes = {"games": (2,), "mana": (2, T, 64), "mana_oneshot": (2, T, 64), "mana_type": (2, T, 6, 32),
                  "unbounded": (2, T), "lands_in_play": (2, T, 32), "lands_seen": (2, T, 64), "land_drop": (2, T),
                  "hand_size": (2, 8), "kept_lands": (2, 8, 8), "mulligan_lands": (2, 8, 8), "opening": (2, K),
                  "lands_ok": (2, T), "lands_play_ok": (2, T), "spent": (2, T, 64), "untapped": (2, T),
                  "kept_tapped": (2, T), "untap_triggers": (2, T), "ends": (3, 2), "masks": (N_MASKS, 2, K, T)}
        self.arrays = {name: np.zeros(tuple(max(1, n) for n in shape), np.int64) for name, shape in shapes.items()}
        t.n_bytes = max(1, (K + 7) // 8)
        self.planes = np.zeros(2 * N_MASKS * T * t.n_bytes, np.uint64)
        t.planes = <uint64_t *>address(self.planes)
        t.masks = <int64_t *>address(self.arrays["masks"])
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

    def result(self):
        """Flush and return the tally as a dict of int64 arrays, leading axis (play, draw)."""
        flush_tally(&self.t)
        K = self.t.n_classes
        out = {name: a for name, a in self.arrays.items() if name not in ("masks", "ends")}
        out["opening"] = out["opening"][:, :K]
        masks = self.arrays["masks"][:, :, :K]
        for k, name in enumerate(MASK_NAMES):
            if not name.startswith("missing"):
                out[name] = masks[k].copy()
        out["missing"] = np.stack([masks[T_MISSING + k] for k in range(6)], axis=-1)
        out["decked"], out["died"], out["undecided"] = (self.arrays["ends"][k].copy() for k in range(3))
        return out
