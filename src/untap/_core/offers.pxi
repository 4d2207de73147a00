# Offers on resolution and on entering: whether what they cost is worth it to the player.  Mana is worth what of the hand it
# casts this turn; what is kept or untapped is worth its use.

cdef int pack_after(Context *c, uint8_t *cover, Cost *cost, int times, int16_t *spells, int n) noexcept nogil:
    """`pack` with what is left after a cost has been paid some times; -1 if that can't be paid."""
    cdef uint8_t used[64]
    cdef int i, value = 0
    cdef Cost *own
    memset(used, 0, sizeof(used))
    for i in range(times):
        if not covered(cover, used, cost.need):
            return -1
        use_add(used, cost.need)
    for i in range(n):
        own = &c.p.costs[c.p.faces[spells[i]].cost]
        if covered(cover, used, own.need):
            use_add(used, own.need)
            value += c.p.faces[spells[i]].mana_value
    return value


cdef void cover_this_turn(Context *c, uint8_t *cover) noexcept nogil:
    """Sources there are, and a land that may come before the main phase."""
    cdef int i
    cover_of(c, cover)
    if c.s.step == S_MAIN1 or c.s.step == S_MAIN2 or c.s.active != 0:
        return
    for i in range(c.s.n_hand):
        if c.p.kinds[c.p.slot_kind[c.s.hand[i]]].land:
            cover_add(cover, ALL_TYPES)
            return


cdef int sole_op(Context *c, int list_) noexcept nogil:
    """Row of a list of one; -1 otherwise."""
    return list_ >> 8 if list_ & 255 == 1 else -1


cdef bint about_this(Context *c, int list_, int op) noexcept nogil:
    """Whether the effects are just this one, of the source itself."""
    cdef int j = sole_op(c, list_)
    return j >= 0 and c.p.rows[j].op == op and c.p.rows[j].a[0] >= 0 and c.p.rows[c.p.rows[j].a[0]].op == OP_This


cdef int worth_keeping(Context *c, int i) noexcept nogil:
    """Mana value of what a permanent is: what only asks for its own upkeep is worth nothing."""
    cdef State *s = c.s
    cdef Ability *ab
    cdef int k
    if s.chars[i].types & (CREATURE | PLANESWALKER):
        return max(1, c.p.faces[s.objects[i].face].mana_value)
    for k in range(s.chars[i].n_abilities):
        ab = &c.p.abilities[s.chars[i].abilities[k]]
        if ab.type == TRIGGERED and (c.p.rows[ab.event >> 8].a[0] == EV_PHASE and pays_for_itself(c, ab.effects)
                                     or inert_list(c.p, ab.effects, True)):
            continue
        return max(1, c.p.faces[s.objects[i].face].mana_value)
    return 0


cdef bint pays_for_itself(Context *c, int list_) noexcept nogil:
    """Whether effects offer to pay for not sacrificing the source."""
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.p.rows[j].op == OP_MayPay and c.p.rows[j].a[1] & 255 == 0 and about_this(c, c.p.rows[j].a[2], OP_Sacrifice):
            return True
    return False


cdef int worth_paying(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Whether to accept "you may pay" (0 or 1): mana for untapping the source, or for not sacrificing it, is paid where the
    hand can't use it better this turn."""
    cdef State *s = c.s
    cdef uint8_t cover[64]
    cdef uint8_t later[64]
    cdef int16_t spells[MAX_HAND + MAX_COMMAND]
    cdef Unit u[16]
    cdef Row *q
    cdef Cost *cost
    cdef int n = 0, k, m, times, i = fr.source, without, with_, next_
    cdef bint untaps = about_this(c, r.a[1], OP_Untap) and r.a[2] & 255 == 0
    cdef bint keeps = r.a[1] & 255 == 0 and about_this(c, r.a[2], OP_Sacrifice)
    if c.mode != M_PLAYER or fr.controller != 0 or i < 0 or not s.objects[i].alive or not (untaps or keeps) or r.a[0] < 0 \
            or c.p.rows[r.a[0]].op != OP_Cost:
        return 1
    if untaps and not s.objects[i].tapped:
        return 0
    k = sole_op(c, c.p.rows[r.a[0]].a[0])
    if k < 0 or c.p.rows[k].op != OP_Mana:
        return 1
    q = &c.p.rows[k]
    cost = &c.p.costs[q.a[0]]
    times = amount(c, q.a[1], fr)
    if cost.x or times <= 0:
        return 1
    cover_this_turn(c, cover)
    hand_spells(c, s.hand, s.n_hand, spells, &n)
    without = pack_after(c, cover, cost, 0, spells, n)
    with_ = pack_after(c, cover, cost, times, spells, n)
    if keeps:
        k = worth_keeping(c, i)
        return 1 if k > 0 and with_ + k >= without else 0
    if with_ < 0:
        return 0
    s.objects[i].tapped = 0
    m = simple_source(c, i, u)
    for k in range(max(0, m)):
        cover_add(cover, u[k].mask | u[k].rmask)
    k = pack_after(c, cover, cost, times, spells, n)
    s.objects[i].tapped = 1
    if k > without:
        return 1
    if with_ < without:
        return 0
    # the mana is of no use this turn: is what untaps of use on the next one?
    if m <= 0:
        return 1
    memset(later, 0, sizeof(later))
    next_turn_cover(c, i, later)
    without = pack_after(c, later, cost, 0, spells, n)
    for k in range(m):
        cover_add(later, u[k].mask | u[k].rmask)
    next_ = pack_after(c, later, cost, 0, spells, n)
    return 1 if next_ > without else 0


cdef void next_turn_cover(Context *c, int but, uint8_t *cover) noexcept nogil:
    """Sources of the next turn, but for one; a land may come on each turn."""
    cdef State *s = c.s
    cdef uint8_t tapped[MAX_OBJECTS]
    cdef uint8_t sick[MAX_OBJECTS]
    cdef int i, lands = 0
    for i in range(s.n_objects):
        tapped[i] = s.objects[i].tapped
        sick[i] = s.objects[i].sick
        if s.objects[i].controller == 0 and i != but and not static_covers(c, OP_CantUntap, i):
            s.objects[i].tapped = 0
            s.objects[i].sick = 0
    cover_of(c, cover)
    for i in range(s.n_objects):
        s.objects[i].tapped = tapped[i]
        s.objects[i].sick = sick[i]
    for i in range(s.n_hand):
        if c.p.kinds[c.p.slot_kind[s.hand[i]]].land and lands < 2:
            cover_add(cover, ALL_TYPES)
            lands += 1


cdef int worth_untapped(Context *c, int i) noexcept nogil:
    """Whether to pay for a land to enter untapped (0 or 1): if the hand has a use for its mana this turn."""
    cdef uint8_t cover[64]
    cdef int16_t spells[MAX_HAND + MAX_COMMAND]
    cdef int n = 0, without, mask = land_types_mask(c, c.s.objects[i].face)
    if c.mode != M_PLAYER or c.say_yes >= 0 or c.s.objects[i].controller != 0 or not mask:
        return 1
    if c.s.active != 0:
        return 0
    cover_this_turn(c, cover)
    hand_spells(c, c.s.hand, c.s.n_hand, spells, &n)
    without = pack(c, cover, spells, n, NULL)
    cover_add(cover, mask)
    return 1 if pack(c, cover, spells, n, NULL) > without else 0


cdef bint untap_with_rest(Context *c) noexcept nogil:
    """Untap a source that stays tapped in the untap step, by its own ability, with mana that nothing else needs this turn."""
    cdef State *s = c.s
    cdef Ability *ab
    cdef Payment p
    cdef uint8_t cover[64]
    cdef uint8_t zero[64]
    cdef int i, k, u, lasting = -1
    if not c.p.flags & P_UNTAPS:
        return False
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased or not s.objects[i].tapped \
                or not static_covers(c, OP_CantUntap, i):
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type != ACTIVATED or ab.flags & F_MANA or ab.mana_cost < 0 or c.p.costs[ab.mana_cost].x or ab.cost & 255 \
                    or not about_this(c, ab.effects, OP_Untap) or not can_activate(c, i, k):
                continue
            if lasting < 0:  # what is there again on the next turn
                memset(cover, 0, sizeof(cover))
                memset(zero, 0, sizeof(zero))
                gather(c, &p, False, 0)
                lasting = p.n_units
                for u in range(p.n_units):
                    if not p.units[u].life and not p.units[u].pain and p.units[u].mask \
                            and (p.units[u].source < 0 or not static_covers(c, OP_CantUntap, p.units[u].source)):
                        cover_add(cover, p.units[u].mask)
            if covered(cover, zero, c.p.costs[ab.mana_cost].need):
                activate(c, i, k, 0)
                if s.status == OK:
                    settle_stack(c)
                return s.status == OK
    return False
