# Where the mana that a turn spends comes from, and what becoming untapped brings.

cdef enum:
    # mana spent, by what made it
    FLOW_LAND = 0
    FLOW_CREATURE = 1
    FLOW_ARTIFACT = 2
    FLOW_AURA = 3
    FLOW_RITUAL = 4               # a spell, or a card that isn't on the battlefield
    FLOW_TREASURE = 5
    FLOW_AGAIN = 6                # a permanent that untapped this turn after its untap step
    FLOW_OTHER = 7
    FLOW_RESTRICTED = 8           # of the available mana: what there wouldn't be without mana for some things only
    # of triggers on becoming untapped, as they resolve in the upkeep
    FLOW_CARDS = 9
    FLOW_MANA = 10
    FLOW_PERMANENTS = 11
    FLOW_UNTAPPED = 12            # own permanents that untap on the turn after its untap step
    N_FLOWS = 13

FLOWS = ("land", "creature", "artifact", "aura", "ritual", "treasure", "again", "other", "restricted", "cards", "mana",
         "permanents", "untapped")


cdef int flow_of(Context *c, int i) noexcept nogil:
    """What makes mana: the number of its sort."""
    cdef int types, bit = c.p.treasure
    if i < 0:
        return FLOW_RITUAL
    types = c.s.chars[i].types
    if c.s.objects[i].pad & 128:
        return FLOW_AGAIN
    if bit >= 0 and c.s.chars[i].subs[bit >> 6] >> (bit & 63) & 1:
        return FLOW_TREASURE
    if types & LAND:
        return FLOW_LAND
    if types & CREATURE:
        return FLOW_CREATURE
    if types & ARTIFACT:
        return FLOW_ARTIFACT
    return FLOW_AURA if types & ENCHANTMENT and c.s.objects[i].attached >= 0 else FLOW_OTHER


cdef bint waits_for_untapping(Context *c, StackItem *it) noexcept nogil:
    cdef Ability *ab
    cdef int j
    if it.kind != 2 or it.ability < 0:
        return False
    ab = &c.p.abilities[it.ability]
    for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
        if c.p.rows[j].op == OP_Event and c.p.rows[j].a[0] == EV_UNTAPPED:
            return True
    return False


cdef int own_permanents(State *s) noexcept nogil:
    cdef int i, n = 0
    for i in range(s.n_objects):
        n += 1 if s.objects[i].alive and s.objects[i].controller == 0 else 0
    return n


cdef void bring(Context *c, StackItem *it, Frame *fr) noexcept nogil:
    """Resolve a trigger on becoming untapped, and count what it brings."""
    cdef State *s = c.s
    cdef int cards = s.n_hand, mana = s.n_pool, permanents = own_permanents(s)
    run_list(c, it.effects, fr)
    s.flows[FLOW_CARDS] += max(0, s.n_hand - cards)
    s.flows[FLOW_MANA] += max(0, s.n_pool - mana)
    s.flows[FLOW_PERMANENTS] += max(0, own_permanents(s) - permanents)


cdef void note_flows(State *s, TurnOut *t) noexcept nogil:
    cdef int k
    t.flowed = t.flows[FLOW_RESTRICTED]
    for k in range(N_FLOWS):
        if k != FLOW_RESTRICTED:
            t.flows[k] = <uint8_t>min(63, s.flows[k])
            if k != FLOW_LAND:
                t.flowed |= t.flows[k]
