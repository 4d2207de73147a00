# Zones and the moves between them, entering and leaving the battlefield, triggers, state-based actions.

cdef enum:
    EV_ENTERS = 0
    EV_LEAVES = 1
    EV_DIES = 2
    EV_TAPPED = 3
    EV_UNTAPPED = 4
    EV_TAPPED_FOR_MANA = 5
    EV_CAST = 6
    EV_ATTACKS = 7
    EV_SACRIFICED = 8
    EV_PLAYS_LAND = 9
    EV_PHASE = 10
    EV_DRAWS = 11
    EV_DISCARDS = 12
    EV_CYCLED = 13
    EV_COUNTERS = 14
    EV_CHAPTER = 15
    EV_ADDS_MANA = 16
    EV_ACTIVATED = 17
    EV_EXERTED = 18
    EV_GAINS_LIFE = 21
    EV_TO_GRAVEYARD = 22
    EV_LEAVES_GRAVEYARD = 23
    EV_FACE_UP = 24
    EV_TRANSFORMS = 25
    EV_LEVELED = 26
    EV_TOKEN = 27
    EV_SURVEILS = 28
    EV_EXPLOITS = 29
    EV_LOSES_LIFE = 30
    EV_MONSTROUS = 31
    EV_COUNTERS_REMOVED = 32
    EV_TARGETED = 33
    EV_EXILED = 34
    EV_DAMAGE = 35
    EV_RETURNED = 36

cdef inline void fail(Context *c, int status) noexcept nogil:
    if c.s.status == OK:
        c.s.status = status


cdef inline void touch(Context *c) noexcept nogil:
    c.s.dirty = 1
    c.s.busy = 1


cdef inline void touch_tapped(Context *c) noexcept nogil:
    """A permanent became tapped, or attacks."""
    if c.p.flags & P_READS_BOARD or c.s.layered and c.p.tap_layers:
        touch(c)


cdef inline void touch_board(Context *c) noexcept nogil:
    """The board changed, but nobody's printed characteristics."""
    if c.s.layered or c.p.flags & P_READS_BOARD:
        touch(c)


# ------------------------------------------------------------------------------------------ card zones

cdef void take(Context *c, uint16_t *cards, int32_t *n, int slot) noexcept nogil:
    cdef int i
    for i in range(n[0]):
        if cards[i] == slot:
            n[0] -= 1
            memmove(&cards[i], &cards[i + 1], (n[0] - i) * sizeof(uint16_t))
            return


cdef inline void clear_item(StackItem *it) noexcept nogil:
    memset(it, 0, sizeof(StackItem))
    it.condition = it.ability = it.source = it.that = it.face = it.sacrificed = -1
    it.slot = it.that_slot = NO_SLOT


cdef void take_exiled(State *s, int slot) noexcept nogil:
    cdef int i
    for i in range(s.n_exile):
        if s.exile[i] == slot:
            s.n_exile -= 1
            memmove(&s.exile[i], &s.exile[i + 1], (s.n_exile - i) * sizeof(uint16_t))
            memmove(&s.exiled[i], &s.exiled[i + 1], (s.n_exile - i) * sizeof(Exiled))
            return


cdef Exiled *exiled_card(State *s, int slot) noexcept nogil:
    """What is remembered of a card in exile, NULL if it isn't there."""
    cdef int i
    for i in range(s.n_exile):
        if s.exile[i] == slot:
            return &s.exiled[i]
    return NULL


cdef bint exiled_instead(Context *c, int slot) noexcept nogil:
    """"If a card would be put into a graveyard ..., exile it instead" (CR 614.6)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Frame fr
    cdef int n, k
    if not (c.s.static_ops[OP_GraveyardToExile >> 6] >> (OP_GraveyardToExile & 63)) & 1:
        return False
    n = static_refs(c, OP_GraveyardToExile, refs)
    for k in range(n):
        if refs[k].row < 0 or names_this(c, c.p.rows[refs[k].row].a[0]):
            continue
        frame_of(&fr, c.s, refs[k].source)
        fr.controller = refs[k].controller
        if match_face(c, c.p.rows[refs[k].row].a[0], slot_face(c, slot), &fr):
            return True
    return False


cdef bint exiles_itself(Context *c, int i) noexcept nogil:
    """"If this would be put into a graveyard from anywhere, exile it instead", of a permanent."""
    cdef Ability *ab
    cdef int k, j
    if not (c.s.static_ops[OP_GraveyardToExile >> 6] >> (OP_GraveyardToExile & 63)) & 1:
        return False
    for k in range(c.s.chars[i].n_abilities):
        ab = &c.p.abilities[c.s.chars[i].abilities[k]]
        if ab.type != STATIC:
            continue
        for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
            if c.p.rows[j].op == OP_GraveyardToExile and names_this(c, c.p.rows[j].a[0]):
                return True
    return False


cdef inline bint names_this(Context *c, int filter_) noexcept nogil:
    return filter_ >= 0 and c.p.filters[filter_].which == 1


cdef void take_from(Context *c, int slot, int zone) noexcept nogil:
    cdef State *s = c.s
    if zone == Z_HAND:
        take(c, s.hand, &s.n_hand, slot)
    elif zone == Z_GRAVEYARD:
        take(c, s.graveyard, &s.n_graveyard, slot)
        if c.p.trigger_kinds >> EV_LEAVES_GRAVEYARD & 1:
            fire(c, EV_LEAVES_GRAVEYARD, -1, slot_face(c, slot), 0)
    elif zone == Z_EXILE:
        take_exiled(s, slot)
    elif zone == Z_COMMAND:
        take(c, s.command, &s.n_command, slot)
    elif zone == Z_LIBRARY or zone == Z_TOP_OF_LIBRARY or zone == Z_TOP:
        lib_remove(&s.library, slot)


cdef void put_card(Context *c, int slot, int zone) noexcept nogil:
    cdef State *s = c.s
    if slot == NO_SLOT or slot < 0:
        return
    if zone == Z_GRAVEYARD and c.p.faces[slot_face(c, slot)].keywords & KW_SHUFFLED_IN:
        zone = Z_LIBRARY
    if zone == Z_GRAVEYARD and exiled_instead(c, slot):
        zone = Z_EXILE
    if zone == Z_HAND:
        if s.n_hand >= MAX_HAND:
            fail(c, TOO_MANY)
            return
        s.hand[s.n_hand] = <uint16_t>slot
        s.n_hand += 1
    elif zone == Z_GRAVEYARD:
        if s.n_graveyard < MAX_CARDS:
            s.graveyard[s.n_graveyard] = <uint16_t>slot
            s.n_graveyard += 1
            s.descended |= c.p.faces[slot_face(c, slot)].types & PERMANENT != 0
            if c.p.trigger_kinds >> EV_TO_GRAVEYARD & 1:
                card_trigger(c, slot, EV_TO_GRAVEYARD)
                fire(c, EV_TO_GRAVEYARD, -1, slot_face(c, slot), 0)
    elif zone == Z_EXILE:
        if s.n_exile < MAX_CARDS:
            s.exile[s.n_exile] = <uint16_t>slot
            memset(&s.exiled[s.n_exile], 0, sizeof(Exiled))
            s.exiled[s.n_exile].with_ = -1
            s.n_exile += 1
            if c.p.trigger_kinds >> EV_EXILED & 1:
                fire(c, EV_EXILED, -1, slot_face(c, slot), 0)
    elif zone == Z_COMMAND:
        if s.n_command < 8:
            s.command[s.n_command] = <uint16_t>slot
            s.n_command += 1
    elif zone == Z_TOP:
        if lib_put_top(&s.library, slot):
            fail(c, TOO_MANY)
    elif zone == Z_BOTTOM:
        if lib_put_bottom(&s.library, slot):
            fail(c, TOO_MANY)
    elif zone == Z_LIBRARY:
        lib_shuffle_in(c, &s.library, slot)
    note(c, E_MOVE, slot, 0, zone)


cdef void card_trigger(Context *c, int slot, int kind) noexcept nogil:
    """A card's own ability that triggers on what happens to it outside the battlefield (CR 603.6c, 603.2)."""
    cdef State *s = c.s
    cdef Face *f = &c.p.faces[slot_face(c, slot)]
    cdef Ability *ab
    cdef StackItem *it
    cdef Row *ev
    cdef Frame fr
    cdef int k, j
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != TRIGGERED:
            continue
        for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
            ev = &c.p.rows[j]
            if ev.a[0] != kind or ev.a[1] < 0 or c.p.rows[ev.a[1]].op != OP_This:
                continue
            frame_of(&fr, s, -1)
            fr.slot = <uint16_t>slot
            fr.face = <int16_t>slot_face(c, slot)
            if ab.condition >= 0 and not condition(c, ab.condition, &fr):
                continue
            if s.n_waiting >= MAX_STACK:
                fail(c, TOO_MANY)
                return
            it = &s.waiting[s.n_waiting]
            clear_item(it)
            it.effects = ab.effects
            it.condition = ab.condition
            it.ability = <int16_t>ab.index
            it.source = -1
            it.face = fr.face
            it.that = -1
            it.slot = <uint16_t>slot
            it.that_slot = NO_SLOT
            it.kind = 2
            s.n_waiting += 1
            note(c, E_TRIGGER, ab.index, -1, fr.face)
            break


cdef int dredger(Context *c) noexcept nogil:
    """A draw may be replaced by dredging (CR 702.52): the card's slot, -1 if the draw takes place."""
    cdef State *s = c.s
    cdef int i, k, n
    cdef Ability *ab
    cdef Face *f
    c.n_options = 0
    option(c, -1)
    for i in range(s.n_graveyard):
        f = &c.p.faces[slot_face(c, s.graveyard[i])]
        for k in range(f.n_abilities):
            ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
            if ab.type == OTHER and c.p.rows[ab.row].op == OP_Keyword and c.p.rows[ab.row].a[0] == KEYWORD_DREDGE:
                n = c.p.rows[c.p.rows[ab.row].a[2]].a[0]
                if lib_count(&s.library) >= n:
                    option(c, s.graveyard[i] | n << 16)
    if c.n_options == 1:
        return -1
    return c.options[decide(c, D_CARD, -1, 0)]


cdef bint no_more_draws(Context *c) noexcept nogil:
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Row *r
    n = static_refs(c, OP_CantCast, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[0] == 8 and c.s.draws >= r.a[3] and not (r.a[4] == 2 and refs[k].controller == 0) and not (r.a[4] == 0 and refs[k].controller):
            return True
    return False


cdef int replaced_draw(Context *c) noexcept nogil:
    """How many cards are drawn instead of one (CR 614.11)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef State *s = c.s
    cdef int n, k, m = 1
    cdef Frame fr
    n = static_refs(c, OP_ReplaceDraw, refs)
    for k in range(n):
        if refs[k].controller != 0:
            continue
        if c.p.rows[refs[k].row].a[1] == 1 and s.step == S_DRAW and s.draws == 0:
            continue
        if c.p.rows[refs[k].row].a[1] == 2:
            if lib_count(&s.library) == 0:
                return 0
            continue
        frame_of(&fr, s, refs[k].source)
        m *= max(0, amount(c, c.p.rows[refs[k].row].a[0], &fr))
    return m


cdef void draw_cards(Context *c, int n) noexcept nogil:
    cdef int i, k
    if c.p.flags & P_DRAWS_REPLACED:
        for i in range(min(n, 200)):
            k = replaced_draw(c)
            while k > 0 and c.s.status == OK and not no_more_draws(c):
                k -= 1
                i = dredger(c)
                if i < 0:
                    draw_plainly(c, 1)
                    continue
                for n in range(i >> 16):
                    put_card(c, lib_draw(&c.s.library), Z_GRAVEYARD)
                take_from(c, i & 0xFFFF, Z_GRAVEYARD)
                put_card(c, i & 0xFFFF, Z_HAND)
        return
    draw_plainly(c, n)


cdef void draw_plainly(Context *c, int n) noexcept nogil:
    cdef int slot
    while n > 0:
        n -= 1
        if c.ceiling == 1 and c.s.library.n_top == 0 and c.s.library.unknown > 0:
            continue  # whatever is drawn must not matter
        slot = lib_draw(&c.s.library)
        if slot < 0:
            c.s.lost |= 1  # CR 704.5b
            note(c, E_LOSE, 1)
            return
        note(c, E_DRAW, slot)
        c.s.draws += 1
        c.s.miracle = slot + 1 if c.s.draws == 1 else 0
        put_card(c, slot, Z_HAND)
        if c.p.trigger_kinds >> EV_DRAWS & 1:
            fire(c, EV_DRAWS, -1, -1, 0)


cdef void change_life(Context *c, int by) noexcept nogil:
    c.s.life += by
    note(c, E_LIFE, c.s.life)
    if by > 0:
        c.s.life_gained += by
        if c.p.trigger_kinds >> EV_GAINS_LIFE & 1:
            fire(c, EV_GAINS_LIFE, -1, -1, by)
    elif by < 0:
        c.s.life_lost -= by
        if c.p.trigger_kinds >> EV_LOSES_LIFE & 1:
            fire(c, EV_LOSES_LIFE, -1, -1, -by)


# --------------------------------------------------------------------------------------------- triggers

cdef bint subject_matches(Context *c, int selector, int source, int subject, int subject_face, int subject_controller) noexcept nogil:
    cdef Row *r
    cdef Frame fr
    if selector < 0:
        return True
    r = &c.p.rows[selector]
    if r.op == OP_This:
        return subject == source and subject >= 0
    if r.op == OP_Attached:
        return subject >= 0 and source >= 0 and c.s.objects[source].attached == subject
    if r.op == OP_Each or r.op == OP_Target or r.op == OP_Choose:
        frame_of(&fr, c.s, source)
        if subject >= 0:
            return match_object(c, r.a[0], subject, &fr)
        if subject_face >= 0:
            if c.p.filters[r.a[0]].controller == 1 and subject_controller != fr.controller:
                return False
            if c.p.filters[r.a[0]].controller == 2 and subject_controller == fr.controller:
                return False
            fr.controller = <uint8_t>subject_controller
            return match_face(c, r.a[0], subject_face, &fr)
    return False


cdef inline bint actor_matches(Context *c, Row *ev, int controller, int actor) noexcept nogil:
    """Whether the player who did it, or whose object it is, is the one the event names."""
    cdef int op = c.p.rows[ev.a[1]].op if ev.a[1] >= 0 else -1
    if op == OP_This or op == OP_Attached or op == OP_That:
        return True
    if ev.a[3] == 0:
        return actor == controller
    if ev.a[3] == 2 or ev.a[3] == 5:
        return actor != controller
    return True


cdef void push_waiting(Context *c, int ability, int source, int subject, int amount_, int produced) noexcept nogil:
    cdef State *s = c.s
    cdef StackItem *it
    cdef Ability *ab = &c.p.abilities[ability]
    if s.n_waiting >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.waiting[s.n_waiting]
    clear_item(it)
    it.effects = ab.effects
    it.condition = ab.condition
    it.ability = <int16_t>ability
    it.source = <int16_t>source
    it.face = s.objects[source].face
    it.controller = s.objects[source].controller
    it.that = <int16_t>subject
    it.slot = s.objects[source].slot
    it.that_slot = s.objects[subject].slot if subject >= 0 else NO_SLOT
    it.amount = <int16_t>amount_
    it.kind = 2
    it.x = s.objects[source].x
    it.kicks = s.objects[source].kicks
    it.keyword = s.objects[source].keyword
    it.paid_mana = s.objects[source].paid_mana
    memcpy(it.spent_by, s.objects[source].spent, 6)
    it.from_zone = s.objects[source].from_zone
    it.produced = <uint8_t>produced
    it.spent = colors_spent(it.spent_by)
    it.source_entered = 1
    s.n_waiting += 1
    note(c, E_TRIGGER, ability, source, s.objects[source].face)


cdef void fire(Context *c, int kind, int subject, int subject_face, int amount_, int produced=0, int phase=0,
               int controller=0) noexcept nogil:
    """An event happened: abilities that trigger on it wait to be put on the stack (CR 603.2-3)."""
    cdef State *s = c.s
    cdef int i, k, j
    cdef Ability *ab
    cdef Row *ev
    cdef Frame fr
    if not c.p.trigger_kinds >> kind & 1:
        return
    refresh(c)
    for i in range(s.n_objects if s.triggers >> kind & 1 and (kind != EV_PHASE or s.phases >> phase & 1) else 0):
        if not s.objects[i].alive or s.objects[i].phased:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &c.p.abilities[s.chars[i].abilities[k]]
            if ab.type != TRIGGERED or ab.zone != Z_BATTLEFIELD:
                continue
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                ev = &c.p.rows[j]
                if ev.op != OP_Event or ev.a[0] != kind:
                    continue
                if kind == EV_PHASE:
                    if not phase_matches(c, ev, phase, i):
                        continue
                elif kind == EV_CHAPTER:
                    if subject != i or not ev.a[4] >> amount_ & 1:
                        continue
                elif kind == EV_TAPPED_FOR_MANA and is_mana_trigger(c, ab):
                    continue  # those resolve at once: produce() (CR 605.4a)
                elif kind == EV_ATTACKS or kind == EV_DAMAGE:
                    if not fights_match(c, ev, kind, subject, subject_face, i, s.objects[i].controller):
                        continue
                elif not subject_matches(c, ev.a[1], i, subject, subject_face, controller):
                    continue
                elif not actor_matches(c, ev, s.objects[i].controller, controller):
                    continue
                if ev.a[4] and (kind == EV_CAST or kind == EV_DRAWS) \
                        and ev.a[4] != (such_spells(c, ev.a[1], i) if kind == EV_CAST else s.draws):
                    continue  # the n-th each turn
                if ev.a[4] and kind == EV_COUNTERS and ev.a[4] != produced:
                    continue
                if ev.a[5] > 1 and not event_detail(c, ev, kind, subject, controller):
                    continue
                if ev.a[6] and waits_already(s, i, s.chars[i].abilities[k]):
                    continue  # "one or more": once for all at the same time (CR 603.2c)
                frame_of(&fr, s, i)
                fr.that = <int16_t>subject
                if kind == EV_CAST:
                    fr.that_slot = <uint16_t>s.cast_slot
                    fr.paid_mana = <uint8_t>s.cast_paid
                elif subject >= 0:
                    fr.that_slot = s.objects[subject].slot
                if ab.condition >= 0 and not condition(c, ab.condition, &fr):
                    continue
                if ab.flags & F_ONCE_A_TURN:
                    if s.objects[i].used >> k & 1:
                        continue
                    s.objects[i].used |= <uint16_t>(1 << k)
                elif ab.flags & F_TWICE:  # places past the eighth share a mark
                    if s.objects[i].used >> (8 + (k & 7)) & 1:
                        continue
                    s.objects[i].used |= <uint16_t>(1 << (8 + (k & 7)) if s.objects[i].used >> k & 1 else 1 << k)
                push_waiting(c, s.chars[i].abilities[k], i, subject, amount_, produced)
                if kind == EV_CAST and s.status == OK:
                    s.waiting[s.n_waiting - 1].that_slot = <uint16_t>s.cast_slot
                    s.waiting[s.n_waiting - 1].paid_mana = <uint8_t>s.cast_paid
                if (s.static_ops[OP_TriggerMore >> 6] >> (OP_TriggerMore & 63)) & 1:
                    for j in range(more_triggers(c, i, kind, subject)):
                        push_waiting(c, s.chars[i].abilities[k], i, subject, amount_, produced)
                if kind == EV_UNTAPPED:
                    s.untap_triggers += 1
                break
    if (s.static_ops[OP_DelayedTrigger >> 6] >> (OP_DelayedTrigger & 63)) & 1:
        fire_of_turn(c, kind, subject, subject_face, amount_, produced, controller, phase)
    if c.p.grave_kinds >> kind & 1:
        for i in range(s.n_graveyard):
            fire_from_graveyard(c, s.graveyard[i], kind, subject, subject_face, amount_, controller, phase)


cdef void fire_from_graveyard(Context *c, int slot, int kind, int subject, int subject_face, int amount_, int controller,
                              int phase) noexcept nogil:
    """Abilities of a card in the graveyard that trigger there (CR 113.6k)."""
    cdef State *s = c.s
    cdef Face *f = &c.p.faces[slot_face(c, slot)]
    cdef Ability *ab
    cdef StackItem *it
    cdef Row *ev
    cdef Frame fr
    cdef int k, j
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type != TRIGGERED or ab.zone != Z_GRAVEYARD:
            continue
        for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
            ev = &c.p.rows[j]
            if ev.op != OP_Event or ev.a[0] != kind:
                continue
            if kind == EV_PHASE:
                if ev.a[2] != phase and not (ev.a[2] == 4 and (phase == 5 or phase == 6)):
                    continue
                if ev.a[3] == 0 and s.active or ev.a[3] in (2, 5) and not s.active:
                    continue
            elif kind == EV_ATTACKS or kind == EV_DAMAGE:
                if not fights_match(c, ev, kind, subject, subject_face, -1, 0):
                    continue
            elif not subject_matches(c, ev.a[1], -1, subject, subject_face, controller) or not actor_matches(c, ev, 0, controller):
                continue
            if ev.a[4] and (kind == EV_CAST or kind == EV_DRAWS) \
                    and ev.a[4] != (such_spells(c, ev.a[1], -1) if kind == EV_CAST else s.draws):
                continue
            if ev.a[5] > 1 and not event_detail(c, ev, kind, subject, controller):
                continue
            if ev.a[6] and card_waits(s, slot, ab.index):
                continue  # CR 603.2c
            frame_of(&fr, s, -1)
            fr.slot = <uint16_t>slot
            fr.face = <int16_t>slot_face(c, slot)
            fr.that = <int16_t>subject
            fr.that_slot = <uint16_t>s.cast_slot if kind == EV_CAST else s.objects[subject].slot if subject >= 0 else NO_SLOT
            if ab.condition >= 0 and not condition(c, ab.condition, &fr):
                continue
            if s.n_waiting >= MAX_STACK:
                fail(c, TOO_MANY)
                return
            it = &s.waiting[s.n_waiting]
            clear_item(it)
            it.effects = ab.effects
            it.condition = ab.condition
            it.ability = <int16_t>ab.index
            it.source = -1
            it.face = fr.face
            it.that = <int16_t>subject
            it.slot = <uint16_t>slot
            it.that_slot = fr.that_slot
            it.amount = <int16_t>amount_
            it.kind = 2
            s.n_waiting += 1
            note(c, E_TRIGGER, ab.index, -1, fr.face)
            break


cdef bint card_waits(State *s, int slot, int ability) noexcept nogil:
    cdef int k
    for k in range(s.n_waiting):
        if s.waiting[k].slot == slot and s.waiting[k].source < 0 and s.waiting[k].ability == ability:
            return True
    return False


cdef bint waits_already(State *s, int source, int ability) noexcept nogil:
    cdef int k
    for k in range(s.n_waiting):
        if s.waiting[k].source == source and s.waiting[k].ability == ability:
            return True
    return False


cdef int more_triggers(Context *c, int i, int kind, int subject) noexcept nogil:
    """How many additional times an ability of object i triggers (CR 603.2d)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Frame fr
    cdef Row *r
    cdef int n, k, m = 0
    n = static_refs(c, OP_TriggerMore, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, c.s, refs[k].source)
        fr.controller = refs[k].controller
        if not match_object(c, r.a[0], i, &fr):
            continue
        if r.a[1] >= 0 and (kind != EV_ENTERS or subject < 0 or not match_object(c, r.a[1], subject, &fr)):
            continue
        m += 1
    return m


cdef int such_spells(Context *c, int what, int i) noexcept nogil:
    """How many spells of this turn are what an ability of object i waits for, the last one included."""
    cdef int k, n = max(0, c.s.spells_cast - 8)
    for k in range(min(8, c.s.spells_cast)):
        n += c.s.cast_now[k] < 0 or subject_matches(c, what, i, -1, c.s.cast_now[k], 0)
    return n


cdef bint event_detail(Context *c, Row *ev, int kind, int subject, int controller) noexcept nogil:
    """What an event says besides its kind."""
    cdef int d = ev.a[5]
    if d == 2:
        return c.s.active == 1
    if d == 3:
        return c.s.active == 0
    if d == 4:
        return c.s.cast_zone == Z_HAND
    if d == 5:
        return c.s.cast_zone != Z_HAND
    if d == 6:
        return c.s.cast_zone == Z_GRAVEYARD
    if d == 7:
        return c.s.cast_zone == Z_EXILE
    if d == 9:
        return False  # spells that target are cast by whoever looks for their target
    if d == 10:
        return subject >= 0 and c.s.objects[subject].tapped
    if d == 11:
        return subject >= 0 and not c.s.objects[subject].tapped
    if d == 14:
        return c.s.cast_zone == Z_GRAVEYARD
    return True


cdef void fire_of_turn(Context *c, int kind, int subject, int subject_face, int amount_, int produced, int controller,
                       int phase) noexcept nogil:
    """Abilities created for a time: "whenever ... this turn" (CR 603.7a), and those of emblems."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Row *ev
    cdef StackItem *it
    n = static_refs(c, OP_DelayedTrigger, refs)
    for k in range(n):
        ev = &c.p.rows[c.p.rows[refs[k].row].a[0] >> 8]
        if ev.a[0] != kind or (kind == EV_TAPPED_FOR_MANA and makes_mana(c, c.p.rows[refs[k].row].a[1])):
            continue
        if kind == EV_PHASE:
            if ev.a[2] != phase and not (ev.a[2] == 4 and (phase == 5 or phase == 6)):
                continue
            if ev.a[3] == 0 and s.active != refs[k].controller or ev.a[3] in (2, 5) and s.active == refs[k].controller:
                continue
        elif ev.a[1] >= 0 and c.p.rows[ev.a[1]].op == OP_That:
            if subject < 0 or refs[k].that != subject:
                continue
        elif kind == EV_ATTACKS or kind == EV_DAMAGE:
            if not fights_match(c, ev, kind, subject, subject_face, -1, refs[k].controller):
                continue
        elif not subject_matches(c, ev.a[1], -1, subject, subject_face, controller) or not actor_matches(c, ev, refs[k].controller, controller):
            continue
        if s.n_waiting >= MAX_STACK:
            fail(c, TOO_MANY)
            return
        it = &s.waiting[s.n_waiting]
        clear_item(it)
        it.effects = c.p.rows[refs[k].row].a[1]
        it.condition = -1
        it.ability = -1
        it.source = refs[k].source
        it.face = -1
        it.that = <int16_t>subject
        it.slot = NO_SLOT
        it.that_slot = s.objects[subject].slot if subject >= 0 else NO_SLOT
        it.amount = <int16_t>amount_
        it.controller = refs[k].controller
        it.kind = 2
        it.produced = <uint8_t>produced
        s.n_waiting += 1


cdef bint makes_mana(Context *c, int list_) noexcept nogil:
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.p.rows[j].op == OP_AddMana:
            return True
    return False


cdef bint phase_matches(Context *c, Row *ev, int phase, int i) noexcept nogil:
    # ev.a[2]: untap 1 upkeep 2 draw 3 main 4 precombat main 5 postcombat main 6 combat 7 end 8 cleanup 9
    cdef int want = ev.a[2], whose = ev.a[3]
    cdef bint mine = c.s.active == c.s.objects[i].controller
    if want == 4:
        if phase != 5 and phase != 6:
            return False
    elif want != phase:
        return False
    if whose == 0:
        return mine
    if whose == 2 or whose == 5:
        return not mine
    if whose == 6 or whose == 3:
        return c.s.objects[i].attached >= 0 and c.s.objects[c.s.objects[i].attached].controller == c.s.active
    return True


cdef bint is_mana_trigger(Context *c, Ability *ab) noexcept nogil:
    # CR 605.1b
    cdef int j
    if ab.flags & F_TARGETS:
        return False
    for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
        if c.p.rows[j].op == OP_AddMana:
            return True
    return False


cdef void put_waiting(Context *c) noexcept nogil:
    """Triggered abilities go on the stack the next time a player would receive priority (CR 603.3)."""
    cdef State *s = c.s
    cdef int i
    for i in range(s.n_waiting):
        if s.n_stack >= MAX_STACK:
            fail(c, TOO_MANY)
            break
        s.stack[s.n_stack] = s.waiting[i]
        s.n_stack += 1
    s.n_waiting = 0


cdef void start_delayed(Context *c, int event, int effects, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef Delayed *d
    if s.n_delayed >= MAX_DELAYED:
        fail(c, TOO_MANY)
        return
    d = &s.delayed[s.n_delayed]
    d.event = event
    d.effects = effects
    d.source = fr.source
    d.source_face = fr.face
    d.that = fr.that
    d.slot = fr.slot
    d.that_slot = fr.that_slot
    d.controller = fr.controller
    d.x = <uint8_t>min(255, max(fr.x, fr.amount))
    s.n_delayed += 1


cdef void fire_delayed(Context *c, int phase) noexcept nogil:
    """Delayed triggers of a phase or step (CR 603.7)."""
    cdef State *s = c.s
    cdef int i = 0, want, whose
    cdef Row *ev
    cdef StackItem *it
    while i < s.n_delayed:
        ev = &c.p.rows[s.delayed[i].event >> 8]
        want = ev.a[2]
        whose = ev.a[3]
        if (ev.a[0] != EV_PHASE or not (want == phase or (want == 4 and (phase == 5 or phase == 6)))
                or (whose == 0 and s.active != s.delayed[i].controller)
                or (whose == 2 and s.active == s.delayed[i].controller)):
            i += 1
            continue
        if s.n_waiting >= MAX_STACK:
            fail(c, TOO_MANY)
            return
        it = &s.waiting[s.n_waiting]
        clear_item(it)
        it.effects = s.delayed[i].effects
        it.condition = -1
        it.ability = -1
        it.source = s.delayed[i].source
        it.face = s.delayed[i].source_face
        it.that = s.delayed[i].that
        it.controller = s.delayed[i].controller
        it.slot = s.delayed[i].slot
        it.that_slot = s.delayed[i].that_slot
        it.x = s.delayed[i].x
        it.amount = s.delayed[i].x
        it.kind = 2
        note(c, E_DELAYED, it.face)
        s.n_waiting += 1
        s.n_delayed -= 1
        s.delayed[i] = s.delayed[s.n_delayed]


# -------------------------------------------------------------------------------------- the battlefield

cdef int new_object(Context *c, int face, int slot, int controller, bint token) noexcept nogil:
    cdef State *s = c.s
    cdef int i
    cdef Object *o
    for i in range(s.n_objects):
        if not s.objects[i].alive and not s.objects[i].pad & 68:
            break
    else:
        i = s.n_objects
        if i >= MAX_OBJECTS:
            fail(c, TOO_MANY)
            return -1
        s.n_objects += 1
    o = &s.objects[i]
    memset(o, 0, sizeof(Object))
    o.face = <int16_t>face
    o.kind = <int16_t>c.p.faces[face].kind
    o.slot = <uint16_t>slot if slot >= 0 else NO_SLOT
    s.clock += 1
    o.stamp = <uint16_t>s.clock
    o.attached = -1
    o.imprint = -1
    o.chosen_name = -1
    o.link = -1
    o.alive = 1
    o.controller = <uint8_t>controller
    o.token = token
    o.chosen_color = 255
    o.chosen_sub = 255
    o.sick = 1
    o.entered = 1
    o.stage = <uint8_t>s.stage
    o.pad = 8  # new since its controller's last upkeep (echo, CR 702.30)
    if c.casting != NULL:
        o.keyword = c.casting.keyword
        o.from_zone = <uint8_t>(c.casting.from_zone + 1)
        o.paid_mana = c.casting.paid_mana
        memcpy(o.spent, c.casting.spent_by, 6)
        if o.keyword == A_BESTOW:
            o.pad |= 16
        elif A_MORPH <= o.keyword <= A_DISGUISE:
            o.pad |= 32
        c.casting = NULL
    if not chars_directly(c, i):
        touch(c)
    return i


cdef int enter(Context *c, int face, int slot, int controller, bint token, bint tapped, int x, int kicks, int spent) noexcept nogil:
    """A permanent enters the battlefield (CR 614.12, 603.6a); returns the object or -1 if it didn't.

    ``x``, ``kicks`` and ``spent`` are those of the spell it was; they serve enters abilities only (CR 107.3m).
    """
    cdef State *s = c.s
    cdef Object *o
    cdef Chars ch
    cdef Frame fr
    cdef Ability *ab
    cdef int i, k, j, refreshed
    cdef bint stays = True
    cdef int list_ = c.enter_list, counters = c.enter_counters
    c.enter_list = 0
    c.enter_counters = 0
    i = new_object(c, face, slot, controller, token)
    if i < 0:
        return -1
    o = &s.objects[i]
    if list_:  # it is so as it enters: others' abilities see it
        frame_of(&fr, s, -1)
        fr.that = <int16_t>i
        start_effect(c, list_, 3, &fr, i)
    o.tapped = tapped
    o.x = <uint8_t>min(255, x)
    o.kicks = <uint8_t>min(255, kicks)
    refresh(c)
    refreshed = s.refreshed
    ch = s.chars[i]
    if ch.types & PLANESWALKER:
        o.counters[C_LOYALTY] = <uint8_t>c.p.faces[face].loyalty
    # replacement effects look at the battlefield without it, and at it as it would be there
    frame_of(&fr, s, i)
    fr.x = x
    fr.kicks = <uint8_t>kicks
    fr.slot = o.slot
    if spent:
        fr.spent = <uint8_t>spent
    o.alive = 0
    o.pad |= 4
    for k in range(ch.n_abilities):
        ab = &c.p.abilities[ch.abilities[k]]
        if ab.type == ENTERS and c.p.rows[ab.row].op == OP_This:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if not enters_effect(c, j, i, &fr):
                    stays = False
    if stays and c.p.flags & P_CARES_TAPPED_OTHERS:
        if s.objects[i].chosen_sub != 255:  # its own static ability may have made it that (CR 614.12)
            s.objects[i].alive = 1
            touch(c)
            refresh(c)
            ch = s.chars[i]
            s.objects[i].alive = 0
            touch(c)
        others_enters(c, i, &ch)
    o.pad &= <uint8_t>~4
    if s.status != OK:
        return -1
    if not stays:
        o.alive = 0
        if i == s.n_objects - 1:
            s.n_objects -= 1
        touch(c)
        put_card(c, slot, Z_GRAVEYARD)
        return -1
    o = &s.objects[i]
    o.alive = 1
    if s.refreshed != refreshed or s.layered or c.p.flags & P_READS_BOARD or c.p.printed[o.face].varies \
            or o.counters[C_PLUS] or o.counters[C_MINUS]:
        touch(c)
    s.busy = 1
    refresh(c)
    note(c, E_ENTER, i, face, slot, o.tapped)
    if counters:
        fr = c.enter_frame[0]
        fr.that = <int16_t>i
        run_list(c, counters, &fr)
    if s.chars[i].types & LAND:
        s.land_entered += 1
    fire(c, EV_ENTERS, i, face, 0, 0, 0, controller)
    if token:
        fire(c, EV_TOKEN, i, face, 0, 0, 0, controller)
    if ch.types & ENCHANTMENT and o.face == face:
        saga_counter(c, i)
    return i


cdef int last_chapter(Context *c, int i) noexcept nogil:
    """The final chapter number of a Saga (CR 714.2d), 0 if it has no chapter abilities."""
    cdef int k, n, e, last = 0
    cdef Ability *ab
    if not c.s.chars[i].has & HAS_CHAPTER:
        return 0
    for k in range(c.s.chars[i].n_abilities):
        ab = &c.p.abilities[c.s.chars[i].abilities[k]]
        if ab.type != TRIGGERED:
            continue
        for e in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
            if c.p.rows[e].a[0] == EV_CHAPTER:
                for n in range(1, 31):
                    if c.p.rows[e].a[4] >> n & 1:
                        last = max(last, n)
    return last


cdef void saga_counter(Context *c, int i) noexcept nogil:
    # CR 714.3: a lore counter as it enters and after each draw step; chapters are triggered abilities
    cdef int n
    if last_chapter(c, i) == 0:
        return
    c.s.objects[i].counters[MAX_COUNTERS - 1] += 1
    c.s.busy = 1
    n = c.s.objects[i].counters[MAX_COUNTERS - 1]
    note(c, E_COUNTERS, i, MAX_COUNTERS - 1, n)
    fire(c, EV_CHAPTER, i, -1, n)


cdef bint saga_is_over(Context *c, int i) noexcept nogil:
    """CR 704.5s: the final chapter reached, and no chapter ability of it on the stack or waiting."""
    cdef int k, last = last_chapter(c, i)
    cdef StackItem *it
    if last == 0 or c.s.objects[i].counters[MAX_COUNTERS - 1] < last:
        return False
    for k in range(c.s.n_stack + c.s.n_waiting):
        it = &c.s.stack[k] if k < c.s.n_stack else &c.s.waiting[k - c.s.n_stack]
        if it.kind == 2 and it.source == i and it.ability >= 0 and c.p.rows[c.p.abilities[it.ability].event >> 8].a[0] == EV_CHAPTER:
            return False
    return True


cdef bint aura_is_astray(Context *c, int i) noexcept nogil:
    """CR 704.5m: an Aura attached to nothing, or to what it can't enchant."""
    cdef int k, host = c.s.objects[i].attached
    cdef Ability *ab
    cdef Frame fr
    if c.s.chars[i].types & CREATURE or not c.s.chars[i].has & HAS_ENCHANT:
        return False  # it has bestow, but isn't bestowed
    for k in range(c.s.chars[i].n_abilities):
        ab = &c.p.abilities[c.s.chars[i].abilities[k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_Enchant:
            frame_of(&fr, c.s, i)
            return host < 0 or not match_object(c, c.p.rows[ab.row].a[0], host, &fr)
    return False


cdef void find_blessing(Context *c) noexcept nogil:
    """CR 702.131: ten permanents and something with ascend."""
    cdef State *s = c.s
    cdef int i, k, n = 0
    cdef Ability *ab
    cdef bint ascends = False
    for i in range(s.n_objects):
        if s.objects[i].alive and not s.objects[i].phased and s.objects[i].controller == 0:
            n += 1
            for k in range(s.chars[i].n_abilities):
                ab = &c.p.abilities[s.chars[i].abilities[k]]
                if ab.type == OTHER and c.p.rows[ab.row].op == OP_Keyword and c.p.rows[ab.row].a[0] == KEYWORD_ASCEND:
                    ascends = True
    if n >= 10 and ascends:
        s.blessing = 1


cdef bint enters_effect(Context *c, int j, int i, Frame *fr) noexcept nogil:
    """One replacement effect on entering; False if the object doesn't enter."""
    cdef State *s = c.s
    cdef Row *r = &c.p.rows[j]
    cdef Object *o = &s.objects[i]
    cdef int k, n
    if r.op == OP_EntersTapped:
        if r.a[0] >= 0 and condition(c, r.a[0], fr):
            return True
        if r.a[1] >= 0 and parts_payable(c, c.p.rows[r.a[1]].a[0], fr) and yes(c, i, worth_untapped(c, i)):
            pay_parts(c, c.p.rows[r.a[1]].a[0], fr)
            return True
        o.tapped = 1
    elif r.op == OP_EntersUntapped:
        if r.a[0] < 0 or not condition(c, r.a[0], fr):
            o.tapped = 0
    elif r.op == OP_EntersIf:
        if not parts_payable(c, c.p.rows[r.a[0]].a[0], fr) or not yes(c, i, 1):
            return False
        pay_parts(c, c.p.rows[r.a[0]].a[0], fr)
        run_list(c, r.a[1], fr)
    elif r.op == OP_EntersAsCopy:
        if r.a[4]:
            k = choose_card(c, s.graveyard, s.n_graveyard, r.a[0], fr, D_CARD, r.a[1] != 0)
            n = slot_face(c, k) if k >= 0 else -1
        else:
            k = choose_object(c, r.a[0], fr, D_OBJECT, r.a[1] != 0, i)
            n = s.objects[k].face if k >= 0 else -1
        if n >= 0 and s.status == OK:
            become(c, i, n)
            if r.a[2]:
                o.tapped = 1
            o.alive = 1  # "except" applies to the copy from the start (CR 707.9b)
            fr.that = <int16_t>i
            for k in range(r.a[3] >> 8, (r.a[3] >> 8) + (r.a[3] & 255)):
                if c.p.rows[k].op == OP_PutCounters:
                    enters_effect(c, k, i, fr)
                elif c.p.rows[k].op != OP_Inert:
                    start_effect(c, k << 8 | 1, 3, fr, i)
            o.alive = 0
    elif r.op == OP_BecomeCopy:
        o.alive = 1
        become_copy(c, r, fr)
        o.alive = 0
    elif r.op == OP_PutCounters:
        n = amount(c, r.a[1], fr)
        if r.a[0] >= 0:
            o.counters[r.a[0]] = <uint8_t>min(255, max(0, o.counters[r.a[0]] + n))
    elif r.op == OP_If:
        n = r.a[1] if condition(c, r.a[0], fr) else r.a[2]
        for k in range(n >> 8, (n >> 8) + (n & 255)):
            if not enters_effect(c, k, i, fr):
                return False
    elif r.op == OP_May:
        if yes(c, i, 1):
            for k in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
                if not enters_effect(c, k, i, fr):
                    return False
    else:
        run_row(c, j, fr)
    return True


cdef void others_enters(Context *c, int i, Chars *ch) noexcept nogil:
    """Other permanents' "... enter tapped / untapped"; the affected player's controller may order them (CR 616)."""
    cdef State *s = c.s
    cdef int j, k, m
    cdef Ability *ab
    cdef Frame fr
    cdef bint tapped = False, untapped = False
    for j in range(s.n_objects):
        if not s.objects[j].alive or s.objects[j].phased or j == i:
            continue
        for k in range(s.chars[j].n_abilities):
            ab = &c.p.abilities[s.chars[j].abilities[k]]
            if ab.type != ENTERS or c.p.rows[ab.row].op != OP_Each:
                continue
            frame_of(&fr, s, j)
            s.objects[i].alive = 1
            if match_object(c, c.p.rows[ab.row].a[0], i, &fr):
                for m in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                    if c.p.rows[m].op == OP_EntersTapped:
                        if c.p.rows[m].a[0] < 0 or not condition(c, c.p.rows[m].a[0], &fr):
                            tapped = True
                    elif c.p.rows[m].op == OP_EntersUntapped:
                        if c.p.rows[m].a[0] < 0 or not condition(c, c.p.rows[m].a[0], &fr):
                            untapped = True
                    elif c.p.rows[m].op == OP_PutCounters and c.p.rows[m].a[0] >= 0:
                        s.objects[i].counters[c.p.rows[m].a[0]] += <uint8_t>amount(c, c.p.rows[m].a[1], &fr)
            s.objects[i].alive = 0
    if tapped:
        s.objects[i].tapped = 1
    if untapped:
        s.objects[i].tapped = 0


cdef void leave(Context *c, int i, int zone) noexcept nogil:
    """A permanent leaves the battlefield for a zone (CR 400.7)."""
    cdef State *s = c.s
    cdef Object *o = &s.objects[i]
    cdef int slot = o.slot, types, k, controller = o.controller, face = o.face
    cdef bint token = o.token
    if not o.alive:
        return
    refresh(c)
    if c.mode == M_LAZY and controller == 0 and not o.tapped:
        float_mana(c, i)
    elif c.executing and controller == 0 and not o.tapped:
        tap_before_leaving(c, i)
    types = s.chars[i].types
    if zone == Z_GRAVEYARD and exiles_itself(c, i):
        zone = Z_EXILE
    fire(c, EV_LEAVES, i, face, 0, 0, 0, controller)
    s.left += controller == 0
    if zone == Z_HAND:
        fire(c, EV_RETURNED, i, face, 0, 0, 0, controller)
    if zone == Z_GRAVEYARD:
        fire(c, EV_DIES, i, face, 0, 0, 0, controller)
        if types & CREATURE:
            s.died += 1
    note(c, E_LEAVE, i, zone, o.kind)
    o.alive = 0
    o.pad |= 64
    s.gone = 1
    touch(c)
    end_holds(c, i)
    for k in range(s.n_exile):  # what it exiled is linked to it alone (CR 607.2a)
        if slot != NO_SLOT and s.exiled[k].with_ == slot and zone != Z_EXILE:
            s.exiled[k].with_ = <int16_t>(slot | 0x4000)
    k = 0
    while k < s.n_effects:  # it is a new object if it comes back (CR 400.7)
        if s.effects[k].that == i:
            s.effects[k].that = -2
        if s.effects[k].source == i:
            if s.effects[k].duration == 6:
                drop_effect(c, k)
                continue
            s.effects[k].source = -1
        k += 1
    if not token and (controller == 0 or slot != NO_SLOT):
        if o.pad & 2 and (zone == Z_GRAVEYARD or zone == Z_EXILE):
            zone = Z_COMMAND  # CR 903.9a
        put_card(c, slot, zone)
    for k in range(s.n_objects):
        if s.objects[k].alive and s.objects[k].attached == i:
            s.objects[k].attached = -1
            if s.objects[k].pad & 16:  # no longer bestowed (CR 702.103f)
                s.objects[k].pad &= <uint8_t>~16
                touch(c)
            s.busy = 1  # an Aura is put away when state-based actions are next checked (CR 704.3)


cdef void release(Context *c) noexcept nogil:
    """Numbers of objects that are gone may be given anew, but for those that something on the stack or a delayed trigger
    speaks of (CR 400.7, 608.2h)."""
    cdef State *s = c.s
    cdef int i, k
    if c.nested or not s.gone:
        return
    s.gone = 0
    for i in range(s.n_objects):
        if s.objects[i].alive or not s.objects[i].pad & 64:
            continue
        for k in range(s.n_stack):
            if speaks_of(&s.stack[k], i):
                break
        else:
            for k in range(s.n_waiting):
                if speaks_of(&s.waiting[k], i):
                    break
            else:
                for k in range(s.n_delayed):
                    if s.delayed[k].source == i or s.delayed[k].that == i:
                        break
                else:
                    s.objects[i].pad &= <uint8_t>~64
        s.gone |= s.objects[i].pad & 64
    while s.n_objects > 0 and not s.objects[s.n_objects - 1].alive and not s.objects[s.n_objects - 1].pad & 68:
        s.n_objects -= 1


cdef inline bint speaks_of(StackItem *it, int i) noexcept nogil:
    cdef int k
    for k in range(it.n_targets):
        if it.targets[k] == i:
            return True
    return it.source == i or it.that == i


cdef void end_holds(Context *c, int i) noexcept nogil:
    """Object i untapped or left: effects that it kept beyond their scheduled end are over (CR 611.2b)."""
    cdef State *s = c.s
    cdef int k = 0
    while k < s.n_effects:
        if s.effects[k].holder == i:
            s.effects[k].holder = -1
            if s.effects[k].over:
                drop_effect(c, k)
                continue
        if s.effects[k].duration == 2 and s.effects[k].source == i:
            drop_effect(c, k)
            continue
        k += 1


cdef void tap_object(Context *c, int i) noexcept nogil:
    if c.s.objects[i].tapped:
        return
    c.s.objects[i].tapped = 1
    touch_tapped(c)
    note(c, E_TAP, i, c.s.objects[i].kind)
    fire(c, EV_TAPPED, i, c.s.objects[i].face, 0, 0, 0, c.s.objects[i].controller)


cdef bint untap_object(Context *c, int i) noexcept nogil:
    """Untap; stun counters replace it (CR 122.1d).  True if it became untapped."""
    cdef Object *o = &c.s.objects[i]
    if o.alive and not o.tapped:
        tap_first(c, i)
    if not o.alive or not o.tapped:
        return False
    if o.counters[C_STUN]:
        o.counters[C_STUN] -= 1
        note(c, E_COUNTERS, i, C_STUN, o.counters[C_STUN])
        return False
    o.tapped = 0
    if c.s.step != S_UNTAP:
        o.pad |= 128
    if o.controller == 0 and (c.s.step != S_UNTAP or c.s.active):
        c.s.otherwise += 1
    o.stage = <uint8_t>c.s.stage
    touch_board(c)
    note(c, E_UNTAP, i, o.kind)
    end_holds(c, i)
    fire(c, EV_UNTAPPED, i, o.face, 0, 0, 0, o.controller)
    return True


cdef void state_based(Context *c) noexcept nogil:
    """State-based actions as far as they touch us (CR 704.5)."""
    cdef State *s = c.s
    cdef int i, j, n
    cdef Frame fr
    cdef bint again = True
    if s.life <= 0 and not s.lost & 2 and not c.no_death:
        s.lost |= 2
        note(c, E_LOSE, 2)
    if not s.busy and not out_of_date(c):
        return  # as it was when they were last looked for
    while again and s.status == OK:
        again = False
        refresh(c)
        s.busy = 0
        if s.n_objects >= 10 and c.p.flags & P_KEYWORDS and not s.blessing:
            find_blessing(c)
        for i in range(s.n_objects):
            if not s.objects[i].alive or s.objects[i].phased:
                continue
            if s.chars[i].types & CREATURE and s.chars[i].toughness <= 0:
                leave(c, i, Z_GRAVEYARD)  # 704.5f
                again = True
                break
            if s.objects[i].damage and s.chars[i].types & CREATURE and s.objects[i].damage >= s.chars[i].toughness \
                    and not s.chars[i].keywords & KW_INDESTRUCTIBLE:
                leave(c, i, Z_GRAVEYARD)  # 704.5g
                again = True
                break
            if s.chars[i].types & PLANESWALKER and s.objects[i].counters[C_LOYALTY] == 0:
                leave(c, i, Z_GRAVEYARD)  # 704.5i
                again = True
                break
            if s.chars[i].types & ENCHANTMENT and aura_is_astray(c, i):
                leave(c, i, Z_GRAVEYARD)  # 704.5m
                again = True
                break
            if s.chars[i].types & ENCHANTMENT and saga_is_over(c, i):
                frame_of(&fr, s, i)
                sacrifice(c, i, &fr)  # 704.5s
                again = True
                break
            n = min(s.objects[i].counters[C_PLUS], s.objects[i].counters[C_MINUS])
            if n:
                s.objects[i].counters[C_PLUS] -= <uint8_t>n  # 704.5q
                s.objects[i].counters[C_MINUS] -= <uint8_t>n
                touch(c)
                again = True
            if s.chars[i].supers & LEGENDARY and s.objects[i].controller == 0:
                for j in range(i + 1, s.n_objects):
                    if (s.objects[j].alive and not s.objects[j].phased and s.objects[j].controller == 0
                            and s.chars[j].supers & LEGENDARY and c.p.faces[s.objects[j].face].name == c.p.faces[s.objects[i].face].name):
                        # 704.5j: one is kept; keep the untapped one
                        c.n_options = 0
                        option(c, i)
                        option(c, j)
                        leave(c, c.options[decide(c, D_OBJECT, i, 0 if s.objects[i].tapped else 1)], Z_GRAVEYARD)
                        again = True
                        break
                if again:
                    break


cdef void tap_before_leaving(Context *c, int i) noexcept nogil:
    """A plan counts on the mana of what it sacrifices: tap it first."""
    cdef Unit u[16]
    if simple_source(c, i, u) > 0:
        tap_for_mana(c, i, u[0].ability, &u[0], c.force[c.at_force] if c.at_force < c.n_force and c.force[c.at_force] else ALL_TYPES, u[0].mask == 0)
