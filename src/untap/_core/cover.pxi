# Hall's condition on independent single units: cover[S] units can be of a type in S; a cost needs need[S] of them.
# 64 bytes each, so that a test is a few vector instructions.

cdef uint8_t ONE_UNIT[64][64]      # ONE_UNIT[mask][S] = 1 if mask meets S


cdef void make_tables() noexcept:
    cdef int m, s
    for m in range(64):
        for s in range(64):
            ONE_UNIT[m][s] = 1 if m & s else 0


make_tables()


cdef inline void cover_add(uint8_t *cover, int mask) noexcept nogil:
    cdef int k
    cdef uint8_t *one = &ONE_UNIT[mask][0]
    for k in range(64):
        cover[k] += one[k]


cdef inline bint covered(uint8_t *cover, uint8_t *used, uint8_t *need) noexcept nogil:
    # used + need <= cover everywhere; bytes stay far below 256 (at most MAX_UNITS units, MAX_NEEDS symbols)
    cdef int k, bad = 0
    for k in range(64):
        bad |= (used[k] + need[k]) > cover[k]
    return bad == 0


cdef inline void use_add(uint8_t *used, uint8_t *need) noexcept nogil:
    cdef int k
    for k in range(64):
        used[k] += need[k]


cdef int missing_types(uint8_t *cover, uint8_t *need) noexcept nogil:
    """Types of the smallest violated set short of all types; 0 if only the total is short or nothing is."""
    cdef int size, s
    for size in range(1, 6):
        for s in range(1, 63):
            if bit_count(s) == size and need[s] > cover[s]:
                return s
    return 0
