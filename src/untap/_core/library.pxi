# The library: a permutation made from the front as it is needed.  Cards not yet looked at are exchangeable, so that
# shuffling is nothing but forgetting, and taking a card out leaves a uniformly random rest.

# purposes of random numbers within a game
cdef enum:
    R_SHUFFLE = 0              # + number of the permutation
    R_CHANCE = 1 << 20         # coins, random discards
    R_PLAYER = 1 << 21         # random legal actions

cdef inline void lib_permute(Context *c, Library *l) noexcept nogil:
    # a fresh permutation of all slots; those not inside the unknown part are skipped
    seed_rng(l.rng, c.key0, c.key1, c.game, R_SHUFFLE + <uint64_t>l.epoch)
    l.epoch += 1
    l.filled = 0
    l.next = 0
    l.positions = c.n_union if c.union_slot != NULL else l.size
    l.slots = c.union_slot
    l.touched = c.touched
    memcpy(l.order, c.p.identity, sizeof(uint16_t) * l.positions)


cdef inline int lib_unknown(Library *l) noexcept nogil:
    # the next card of the unknown part, taken out of it; there must be one
    cdef int j, slot
    while True:
        if l.next >= l.filled:
            j = l.filled + <int>bounded(l.rng, <uint32_t>(l.positions - l.filled))
            slot = l.order[j]
            l.order[j] = l.order[l.filled]
            l.order[l.filled] = <uint16_t>slot
            l.filled += 1
            if l.touched != NULL:
                l.touched[slot >> 6] |= <uint64_t>1 << (slot & 63)
        slot = l.order[l.next]
        l.next += 1
        if l.slots != NULL:
            # paired decks permute the union of their slots, each skipping those that it lacks
            slot = l.slots[slot]
            if slot == NO_SLOT:
                continue
        if l.inside[slot] == 1:
            l.inside[slot] = 0
            l.unknown -= 1
            return slot


cdef inline int lib_count(Library *l) noexcept nogil:
    return l.unknown + l.n_top + l.n_bottom


cdef int lib_draw(Library *l) noexcept nogil:
    # the top card, taken off; -1 if the library is empty
    cdef int slot
    if l.n_top > 0:
        slot = l.top[0]
        l.n_top -= 1
        memmove(&l.top[0], &l.top[1], l.n_top * sizeof(uint16_t))
        l.inside[slot] = 0
        return slot
    if l.unknown > 0:
        return lib_unknown(l)
    if l.n_bottom > 0:
        l.n_bottom -= 1
        slot = l.bottom[l.n_bottom]
        l.inside[slot] = 0
        return slot
    return -1


cdef int lib_look(Library *l, int n) noexcept nogil:
    # make the top n cards known; returns how many there are
    cdef int slot
    while l.n_top < n and l.n_top < MAX_KNOWN:
        if l.unknown > 0:
            slot = lib_unknown(l)
        elif l.n_bottom > 0:
            l.n_bottom -= 1
            slot = l.bottom[l.n_bottom]
        else:
            break
        l.top[l.n_top] = <uint16_t>slot
        l.n_top += 1
        l.inside[slot] = 2
    return min(n, l.n_top)


cdef void lib_remove(Library *l, int slot) noexcept nogil:
    # take a card out, wherever in the library it is
    cdef int i
    if l.inside[slot] == 1:
        l.unknown -= 1
    elif l.inside[slot] == 2:
        for i in range(l.n_top):
            if l.top[i] == slot:
                l.n_top -= 1
                memmove(&l.top[i], &l.top[i + 1], (l.n_top - i) * sizeof(uint16_t))
                break
    elif l.inside[slot] == 3:
        for i in range(l.n_bottom):
            if l.bottom[i] == slot:
                l.n_bottom -= 1
                memmove(&l.bottom[i], &l.bottom[i + 1], (l.n_bottom - i) * sizeof(uint16_t))
                break
    l.inside[slot] = 0


cdef int lib_put_top(Library *l, int slot) noexcept nogil:
    if l.n_top >= MAX_KNOWN:
        return TOO_MANY
    memmove(&l.top[1], &l.top[0], l.n_top * sizeof(uint16_t))
    l.top[0] = <uint16_t>slot
    l.n_top += 1
    l.inside[slot] = 2
    return OK


cdef int lib_put_bottom(Library *l, int slot) noexcept nogil:
    if l.n_bottom >= MAX_KNOWN:
        return TOO_MANY
    memmove(&l.bottom[1], &l.bottom[0], l.n_bottom * sizeof(uint16_t))
    l.bottom[0] = <uint16_t>slot
    l.n_bottom += 1
    l.inside[slot] = 3
    return OK


cdef void lib_shuffle(Context *c, Library *l) noexcept nogil:
    # CR 701.24: what was known is forgotten
    cdef int i
    if l.n_top == 0 and l.n_bottom == 0:
        return
    for i in range(l.n_top):
        l.inside[l.top[i]] = 1
    for i in range(l.n_bottom):
        l.inside[l.bottom[i]] = 1
    l.unknown += l.n_top + l.n_bottom
    l.n_top = 0
    l.n_bottom = 0
    lib_permute(c, l)


cdef void lib_shuffle_in(Context *c, Library *l, int slot) noexcept nogil:
    l.inside[slot] = 1
    l.unknown += 1
    l.n_top = min(l.n_top, MAX_KNOWN)
    # a card that comes in anew must be able to stand anywhere: a new permutation
    cdef int i
    for i in range(l.n_top):
        l.inside[l.top[i]] = 1
    for i in range(l.n_bottom):
        l.inside[l.bottom[i]] = 1
    l.unknown += l.n_top + l.n_bottom
    l.n_top = 0
    l.n_bottom = 0
    lib_permute(c, l)
