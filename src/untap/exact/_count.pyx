# cython: language_level=3
"""Sums over hypergeometric probabilities, compiled: hands kept and lands seen, and which lands pay a cost.

Two questions, each asked once: how many lands are seen (`seen`), and how likely so many lands pay a cost (`payable`).
They are apart because the lands that are seen are a random choice among the lands, whatever their colours.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

cdef enum:
    HAND = 7
    MOST = 1024                # cards of a library
    DRAWS = 32
    SEEN = 40                  # HAND + DRAWS and one more
    SETS = 64                  # subsets of W U B R G C



cdef double PASCAL[MOST + 1][SEEN]     # C(n, k); sums of doubles: exact to 15 digits


cdef void fill_pascal() noexcept:
    cdef int n, k
    for n in range(MOST + 1):
        PASCAL[n][0] = 1.0
        for k in range(1, SEEN):
            PASCAL[n][k] = 0.0 if n == 0 else PASCAL[n - 1][k - 1] + PASCAL[n - 1][k]


fill_pascal()


cdef inline double choose(int n, int k) noexcept nogil:
    # k below SEEN
    return 0.0 if k < 0 or k > n else PASCAL[n][k]


cdef struct Rule:
    int kind                   # 0 none, 1 london, 2 vancouver, 3 paris
    int minimum, free, scry    # scry: 0 none, 1 any land stays, 2 only a good one
    int bottom                 # 0 any lands, 1 bad lands first, 2 the leading cards stay
    uint8_t keep[8][8]
    uint8_t keep_free[8]
    double stay[8][8][8]       # [size][lands seen][lands kept]: probability


cdef void fill_rule(Rule *r, dict d) except *:
    r.kind = d["kind"]
    r.minimum = d["minimum"]
    r.free = d["free"]
    r.scry = d["scry"]
    r.bottom = d["bottom"]
    cdef int i, j, k
    cdef uint8_t[:, ::1] keep = d["keep"]
    cdef uint8_t[::1] keep_free = d["keep_free"]
    cdef double[:, :, ::1] stay = d["stay"]
    for i in range(8):
        r.keep_free[i] = keep_free[i]
        for j in range(8):
            r.keep[i][j] = keep[i, j]
            for k in range(8):
                r.stay[i][j][k] = stay[i, j, k]


cdef void draw_on(double *out, double p, int a, int b, int size, int good, int bad, int left, int draws) noexcept nogil:
    # p spread over what `draws` cards from a library of `left` with these lands bring: out[size][a][b]
    cdef int i, j
    cdef double whole = choose(left, draws), x
    for i in range(max(0, draws - (left - good)), min(good, draws) + 1):
        x = choose(good, i)
        for j in range(max(0, draws - i - (left - good - bad)), min(bad, draws - i) + 1):
            out[(size * SEEN + a + i) * SEEN + b + j] += (
                p * x * choose(bad, j) * choose(left - good - bad, draws - i - j) / whole)


cdef void kept(Rule *r, int n, int good, int bad, int draws, double *out) noexcept nogil:
    """Good and bad lands among the cards seen after so many draws: out[kept size][good][bad]."""
    cdef int stage, size, first, i, j, k, a, b, lands, look, left
    cdef double reach = 1.0, here, p, q, whole
    cdef bint free_, judge
    memset(out, 0, sizeof(double) * 8 * SEEN * SEEN)
    first = 0 if r.free and r.kind else 1
    for stage in range(first, 2 + HAND - (HAND if r.kind == 0 else r.minimum)):
        size = HAND if stage == 0 else HAND + 1 - stage
        free_ = stage == 0
        look = HAND if r.kind <= 1 else size
        whole = choose(n, look)
        here = 0.0
        for i in range(min(good, look) + 1):
            for j in range(min(bad, look - i) + 1):
                if look - i - j > n - good - bad:
                    continue
                p = choose(good, i) * choose(bad, j) * choose(n - good - bad, look - i - j) / whole
                left = n - look
                lands = i + j
                for k in range(lands + 1):          # lands that stay
                    q = r.stay[size][lands][k] if look > size else (1.0 if k == lands else 0.0)
                    if q == 0.0:
                        continue
                    judge = r.keep_free[lands if r.bottom == 2 else k] if free_ else r.keep[size][lands if r.bottom == 2 else k]
                    if r.kind and not judge:
                        continue
                    here += p * q
                    for a in range(max(0, k - j), min(i, k) + 1):
                        b = k - a
                        if r.bottom == 1:
                            if a != min(i, k):
                                continue
                            deal(r, out, reach * p * q, a, b, size, good - i, bad - j, left, draws)
                        else:
                            deal(r, out, reach * p * q * choose(i, a) * choose(j, b) / choose(lands, k), a, b, size,
                                 good - i, bad - j, left, draws)
        reach *= 1.0 - here
        if reach <= 1e-18:
            break


cdef void deal(Rule *r, double *out, double p, int a, int b, int size, int good, int bad, int left, int draws) noexcept nogil:
    # after a Vancouver mulligan the top card is looked at: what stays is drawn first, what goes isn't drawn
    cdef double each = p / left
    if r.kind != 2 or r.scry == 0 or size == HAND or draws == 0:
        draw_on(out, p, a, b, size, good, bad, left, min(draws, left))
        return
    if good:
        draw_on(out, each * good, a + 1, b, size, good - 1, bad, left - 1, min(draws, left) - 1)
    if bad and r.scry == 1:
        draw_on(out, each * bad, a, b + 1, size, good, bad - 1, left - 1, min(draws, left) - 1)
    elif bad:
        draw_on(out, each * bad, a, b, size, good, bad - 1, left - 1, min(draws, left - 1))
    if left - good - bad:
        draw_on(out, each * (left - good - bad), a, b, size, good, bad, left - 1, min(draws, left - 1))


def seen(dict rule, int n, int good, int bad, int draws):
    """P(kept hand of a size, good and bad lands among the cards seen after so many draws).

    Returns
    -------
    ndarray of float64, shape (8, 40, 40)
        Sums to 1.
    """
    cdef Rule r
    if not 7 <= n <= MOST or not 0 <= draws < DRAWS or good < 0 or bad < 0 or good + bad > n:
        raise ValueError("a library of 7 to 1024 cards, with lands among them, and less than 32 draws")
    fill_rule(&r, rule)
    out = np.zeros((8, SEEN, SEEN))
    cdef double[:, :, ::1] view = out
    with nogil:
        kept(&r, n, good, bad, draws, &view[0, 0, 0])
    return out


# ------------------------------------------------------------------------------------- which lands pay

cdef struct Table:
    int n, room, slots, length, most
    uint8_t *keys              # [room][SETS]: what is lacking, by class of sets
    double *weights            # [room][most + 1]: ways by number of lands
    int32_t *hash              # open addressing


cdef inline uint64_t mix(uint8_t *key, int length) noexcept nogil:
    cdef uint64_t h = 1469598103934665603ull
    cdef int i
    for i in range(length):
        h = (h ^ key[i]) * 1099511628211ull
    return h ^ (h >> 29)


cdef int state(Table *t, uint8_t *key) noexcept nogil:
    # the number of a state, a new one if it isn't there; -1 where there is no room
    cdef uint64_t at = mix(key, t.length) & <uint64_t>(t.slots - 1)
    cdef int32_t k
    while True:
        k = t.hash[at]
        if k < 0:
            break
        if memcmp(&t.keys[k * SETS], key, t.length) == 0:
            return k
        at = (at + 1) & <uint64_t>(t.slots - 1)
    if t.n == t.room:
        return -1
    t.hash[at] = t.n
    memcpy(&t.keys[t.n * SETS], key, t.length)
    memset(&t.weights[t.n * (t.most + 1)], 0, sizeof(double) * (t.most + 1))
    t.n += 1
    return t.n - 1


cdef bint start_table(Table *t, int room, int most) noexcept nogil:
    t.n = 0
    t.length = 0
    t.room = room
    t.most = most
    t.slots = 16
    while t.slots < 2 * room:
        t.slots *= 2
    t.keys = <uint8_t *>malloc(<size_t>room * SETS)
    t.weights = <double *>malloc(sizeof(double) * room * (most + 1))
    t.hash = <int32_t *>malloc(sizeof(int32_t) * t.slots)
    if t.keys == NULL or t.weights == NULL or t.hash == NULL:
        return False
    memset(t.hash, 255, sizeof(int32_t) * t.slots)
    return True


cdef void end_table(Table *t) noexcept nogil:
    free(t.keys)
    free(t.weights)
    free(t.hash)


cdef struct Classes:
    # sets of types by the groups of lands still to come that make one of them: all of a class gain alike
    int n
    uint64_t groups[SETS]


cdef int class_of(Classes *c, uint64_t groups) noexcept nogil:
    cdef int k
    if groups == 0:
        return -1
    for k in range(c.n):
        if c.groups[k] == groups:
            return k
    c.groups[c.n] = groups
    c.n += 1
    return c.n - 1


cdef int one_group(Table *now, Table *then, Classes *before, Classes *after, int g, int32_t *counts, int groups) noexcept nogil:
    """From what is lacking before a group of lands to what is after it; -1 where there is no room."""
    cdef int target[SETS]
    cdef int cap[SETS]
    cdef uint8_t key[SETS]
    cdef bint touched[SETS]
    cdef int c, k, m, d, a, at, most = now.most, worst, i
    cdef bint dead
    cdef double w
    after.n = 0
    for c in range(before.n):
        touched[c] = before.groups[c] >> g & 1
        target[c] = class_of(after, before.groups[c] & ~(<uint64_t>1 << g))
    for c in range(after.n):
        cap[c] = 0
        for i in range(g + 1, groups):
            if after.groups[c] >> i & 1:
                cap[c] += counts[i]
    then.n = 0
    then.length = after.n
    memset(then.hash, 255, sizeof(int32_t) * then.slots)
    for k in range(now.n):
        for m in range(min(counts[g], most) + 1):
            memset(key, 0, after.n)
            dead = False
            worst = 0
            for c in range(before.n):
                d = <int>now.keys[k * SETS + c] - (m if touched[c] else 0)
                if d > 0:
                    # what can't be made good any more
                    if target[c] < 0 or d > cap[target[c]]:
                        dead = True
                        break
                    if d > key[target[c]]:
                        key[target[c]] = <uint8_t>d
                    if d > worst:
                        worst = d
            if dead or m + worst > most:
                continue
            at = -2
            w = choose(counts[g], m)
            for a in range(most - m - worst + 1):
                if now.weights[k * (most + 1) + a] != 0.0:
                    if at == -2:
                        at = state(then, key)
                        if at < 0:
                            return -1
                    then.weights[at * (most + 1) + a + m] += w * now.weights[k * (most + 1) + a]
    return 0


cdef int ways(int32_t *masks, int32_t *counts, int groups, int32_t *needs, int n_needs, int spared, int most, double *out) noexcept nogil:
    """Ways in which 0 .. most of the lands pay the symbols, by number of lands; 0, or -1 without memory.

    By Hall's theorem the symbols are payable iff each set of types has at least as many lands that make one of it as
    symbols that only it pays. A state is what each set lacks; sets that the lands still to come reach alike are one.
    """
    cdef Table tables[2]
    cdef Classes classes[2]
    cdef uint8_t start[SETS]
    cdef int s, i, k, c, g, spare, status, room = 256
    cdef uint64_t touching
    memset(out, 0, sizeof(double) * (most + 1))
    classes[0].n = 0
    memset(start, 0, sizeof(start))
    for s in range(1, SETS):
        k = 0
        spare = 0
        for i in range(n_needs):
            if needs[i] & (SETS - 1) & ~s == 0:
                k += 1
                spare += needs[i] >= SETS
        k -= min(spare, spared)
        if k == 0:
            continue
        touching = 0
        for g in range(groups):
            if masks[g] & s:
                touching |= <uint64_t>1 << g
        c = class_of(&classes[0], touching)
        if c < 0:
            return 0           # no land makes any of these
        if k > start[c]:
            start[c] = <uint8_t>min(k, 255)
    while True:
        memset(tables, 0, sizeof(tables))
        status = 0
        if not start_table(&tables[0], room, most) or not start_table(&tables[1], room, most):
            end_table(&tables[0])
            end_table(&tables[1])
            return -1
        tables[0].length = classes[0].n
        memcpy(&classes[1], &classes[0], sizeof(Classes))
        state(&tables[0], start)
        tables[0].weights[0] = 1.0
        s = 0
        for g in range(groups):
            # the classes at the beginning are kept for another try with more room: [0] is never written
            if g == 0:
                status = one_group(&tables[0], &tables[1], &classes[0], &classes[1], g, counts, groups)
            else:
                status = step(&tables[s], &tables[1 - s], &classes[1], g, counts, groups)
            if status:
                break
            s = 1 - s
        if status == 0:
            for k in range(tables[s].n):
                for i in range(most + 1):
                    out[i] += tables[s].weights[k * (most + 1) + i]
            if groups == 0 and classes[0].n:
                memset(out, 0, sizeof(double) * (most + 1))
        end_table(&tables[0])
        end_table(&tables[1])
        if status == 0:
            return 0
        room *= 8
        if room > 1 << 22:
            return -1


cdef int step(Table *now, Table *then, Classes *classes, int g, int32_t *counts, int groups) noexcept nogil:
    cdef Classes before
    memcpy(&before, classes, sizeof(Classes))
    return one_group(now, then, &before, classes, g, counts, groups)


def payable(masks, counts, needs, int most, int spared=0):
    """P(a random choice of 0, 1, ... `most` of the lands pays all symbols, each by a land of its own).

    Parameters
    ----------
    masks, counts : sequence of int
        Types of mana (bits) and number of each group of lands.
    needs : sequence of int
        For each symbol the types (bits) that pay it; generic ones aren't among them. Those with bit 6 may be left out.
    spared : int
        How many of these at most.

    Returns
    -------
    ndarray of float64, shape (most + 1,)
        0 where there aren't so many lands.
    """
    cdef int32_t[::1] m = np.ascontiguousarray(list(masks) + [0], np.int32)
    cdef int32_t[::1] c = np.ascontiguousarray(list(counts) + [0], np.int32)
    cdef int32_t[::1] s = np.ascontiguousarray(list(needs) + [0], np.int32)
    cdef int groups = len(masks), n_needs = len(needs), status, k
    if not 0 <= most < SEEN or n_needs > 200 or sum(counts) > MOST:
        raise ValueError("at most 39 lands seen of 1024, and 200 symbols")
    out = np.zeros(most + 1)
    cdef double[::1] view = out
    with nogil:
        status = ways(&m[0], &c[0], groups, &s[0], n_needs, spared, most, &view[0])
    if status:
        raise MemoryError("the lands and symbols have too many combinations")
    cdef int whole = sum(counts)
    for k in range(most + 1):
        view[k] = view[k] / choose(whole, k) if k <= whole else 0.0
    return out
