# Combat of a goldfish game (CR 506-511): the own creatures attack an opponent, and nothing blocks them.

cdef enum:
    FOUGHT_ATTACKED = 1        # this turn
    FOUGHT_HIT = 2             # has dealt combat damage in this step
    TOGETHER = 16              # detail of events: one trigger for all that attack, or deal damage, at once
    ALONE = 15


cdef bint can_attack(Context *c, int i) noexcept nogil:
    """CR 508.1a, 508.1c, 302.6."""
    cdef Object *o = &c.s.objects[i]
    cdef Chars *ch = &c.s.chars[i]
    if not o.alive or o.controller != 0 or o.phased or o.tapped or not ch.types & CREATURE:
        return False
    if ch.keywords & (KW_DEFENDER | KW_CANT_ATTACK):
        return False
    return not o.sick or ch.keywords & KW_HASTE


cdef int band(Context *c, int selector, int least, int kind, int source, int controller) noexcept nogil:
    """Whether at least so many that match attack, or have dealt combat damage, together."""
    cdef State *s = c.s
    cdef Frame fr
    cdef int i, n = 0
    frame_of(&fr, s, source)
    fr.controller = <uint8_t>controller
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].controller != 0 or not s.objects[i].pad & 1:
            continue
        if kind == EV_DAMAGE and not s.objects[i].fought & FOUGHT_HIT:
            continue
        if selector < 0 or match_object(c, c.p.rows[selector].a[0], i, &fr):
            n += 1
    return n >= max(1, least)


cdef bint fights_match(Context *c, Row *ev, int kind, int subject, int face, int source, int controller) noexcept nogil:
    """Whether an event of attacks or combat damage is the one that an ability waits for; subject -1: that of all together."""
    if ev.a[5] == TOGETHER:
        if ev.a[1] < 0 and controller != 0:
            return False  # "you attack"
        return subject < 0 and band(c, ev.a[1], ev.a[4], kind, source, controller)
    if subject < 0:
        return False
    if ev.a[5] == ALONE and attackers(c) != 1 or ev.a[4] and attackers(c) < ev.a[4]:
        return False
    return subject_matches(c, ev.a[1], source, subject, face, 0) and actor_matches(c, ev, controller, 0)


cdef int attackers(Context *c) noexcept nogil:
    cdef int i, n = 0
    for i in range(c.s.n_objects):
        n += c.s.objects[i].alive and c.s.objects[i].pad & 1
    return n


cdef void declare(Context *c, int16_t *list_, int n, uint64_t exerted) noexcept nogil:
    """All are declared and tapped, then abilities trigger (CR 508.1f, m)."""
    cdef State *s = c.s
    cdef int k, i
    for k in range(n):
        i = list_[k]
        if not can_attack(c, i):
            fail(c, ILLEGAL)
            return
        s.attacked += 1
        s.objects[i].pad |= 1
        s.objects[i].fought |= FOUGHT_ATTACKED
        touch_tapped(c)
    for k in range(n):
        i = list_[k]
        if not s.chars[i].keywords & KW_VIGILANCE:
            tap_object(c, i)
        if exerted >> k & 1:
            s.objects[i].exerted = 1
            s.objects[i].skip_untap = 1
    for k in range(n):
        fire(c, EV_ATTACKS, list_[k], s.objects[list_[k]].face, 0)
    if n:
        fire(c, EV_ATTACKS, -1, -1, n)


cdef void deal_damage(Context *c, bint first) noexcept nogil:
    """The unblocked attackers' combat damage of one step (CR 510.1b, 510.2), to an opponent."""
    cdef State *s = c.s
    cdef int i, power, twice, any_ = 0
    refresh(c)
    for i in range(s.n_objects):
        s.objects[i].fought &= <uint8_t>~FOUGHT_HIT
        if not s.objects[i].alive or s.objects[i].controller != 0 or s.objects[i].phased or not s.objects[i].pad & 1:
            continue
        twice = s.chars[i].keywords & KW_DOUBLE_STRIKE
        if not s.chars[i].types & CREATURE or s.chars[i].power <= 0:
            continue
        if first and not twice and not s.chars[i].keywords & KW_FIRST_STRIKE:
            continue
        if not first and not twice and s.chars[i].keywords & KW_FIRST_STRIKE:
            continue
        s.objects[i].fought |= FOUGHT_HIT
        any_ = 1
    if not any_:
        return
    for i in range(s.n_objects):
        if s.objects[i].fought & FOUGHT_HIT:
            power = s.chars[i].power
            s.opponent_life -= power
            if s.chars[i].keywords & KW_LIFELINK:  # CR 702.15b
                change_life(c, power)
    for i in range(s.n_objects):
        if s.objects[i].fought & FOUGHT_HIT:
            fire(c, EV_DAMAGE, i, s.objects[i].face, s.chars[i].power)
    fire(c, EV_DAMAGE, -1, -1, 0)


cdef bint strikes_first(Context *c) noexcept nogil:
    cdef int i
    refresh(c)
    for i in range(c.s.n_objects):
        if c.s.objects[i].alive and c.s.objects[i].controller == 0 and c.s.objects[i].pad & 1 \
                and c.s.chars[i].keywords & (KW_FIRST_STRIKE | KW_DOUBLE_STRIKE):
            return True
    return False


cdef void end_combat(Context *c) noexcept nogil:
    """CR 511.3: everything is removed from combat."""
    cdef int i
    for i in range(c.s.n_objects):
        c.s.objects[i].pad &= <uint8_t>~1
        c.s.objects[i].fought &= <uint8_t>~FOUGHT_HIT
    touch_tapped(c)


# -------------------------------------------------------------------------------------------- the player

cdef bint waits_for_combat(Context *c, int list_) noexcept nogil:
    cdef int j, kind
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        kind = c.p.rows[j].a[0]
        if c.p.rows[j].op == OP_Event and (kind == EV_ATTACKS or kind == EV_DAMAGE):
            return True
    return False


cdef bint worth_attacking(Context *c) noexcept nogil:
    """Whether something waits for an attack or its damage that a game's tally can see."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef Ability *ab
    cdef bint tokens = c.p.flags & P_PLAIN_TOKENS != 0
    cdef int i, k, n
    if c.p.flags & P_READS_ATTACKS:
        return True
    refresh(c)
    for i in range(s.n_objects if (s.triggers >> EV_ATTACKS | s.triggers >> EV_DAMAGE) & 1 else 0):
        if not s.objects[i].alive or s.objects[i].phased or s.objects[i].controller != 0:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type == TRIGGERED and waits_for_combat(c, ab.event) and not inert_list(c.p, ab.effects, tokens):
                return True
    for k in range(s.n_delayed):
        if waits_for_combat(c, s.delayed[k].event):
            return True
    if s.static_ops[OP_DelayedTrigger >> 6] >> (OP_DelayedTrigger & 63) & 1:
        n = static_refs(c, OP_DelayedTrigger, refs)
        for k in range(n):
            if waits_for_combat(c, c.p.rows[refs[k].row].a[0]):
                return True
    return False


cdef bint has_own_reason(Context *c, int i) noexcept nogil:
    cdef Ability *ab
    cdef int k
    for k in range(c.s.chars[i].n_abilities):
        ab = &c.p.abilities[c.s.chars[i].abilities[k]]
        if ab.type == TRIGGERED and waits_for_combat(c, ab.event):
            return True
    return False


cdef void fight(Context *c) noexcept nogil:
    """The player attacks with whatever it doesn't need for mana, if something comes of it."""
    cdef State *s = c.s
    cdef int16_t list_[64]
    cdef int i, n = 0
    if not worth_attacking(c):
        return
    for i in range(s.n_objects):
        if n < 64 and can_attack(c, i) and (not object_makes_mana(c, i) or has_own_reason(c, i)):
            list_[n] = <int16_t>i
            n += 1
    if n == 0:
        return
    mark(c)
    for i in range(n):
        note(c, E_ATTACK, list_[i], n - 1 - i)
    declare(c, list_, n, 0)
    settle_stack(c)
    for i in range(2):
        if s.status != OK or s.lost or (i == 0 and not strikes_first(c)):
            continue
        mark(c)
        note(c, E_DAMAGE, i == 0)
        deal_damage(c, i == 0)
        settle_stack(c)


cdef void after_combat(Context *c) noexcept nogil:
    """The postcombat main phase after an attack, which may have brought cards, lands or mana."""
    cdef Workspace *w = <Workspace *>c.work
    cdef TurnOut *t = <TurnOut *>c.turn_out
    cdef uint64_t unseen[MAX_WORDS]
    cdef uint64_t *cast_mask = unseen
    cdef State *s = c.s
    if t != NULL:
        cast_mask = t.cast
    if c.aim:
        main_phase_for_aim(c, cast_mask)
    else:
        main_phase(c, cast_mask)
    if t != NULL:
        t.spent = <uint8_t>min(63, s.mana_spent)
        note_flows(s, t)
        if s.lands_played:
            t.land_drop = 1
