# Carrying out effects (CR 608.2, 701): one branch an opcode.

cdef int select_objects(Context *c, int row, Frame *fr, int16_t *out, int kind) noexcept nogil:
    """The objects a selector row names, chosen where it leaves a choice; returns their number."""
    cdef Row *r
    cdef int n = 0, i, most, least, k, j, idle = 0
    cdef bint dup
    if row < 0:
        return 0
    r = &c.p.rows[row]
    if r.op == OP_Each:
        for i in range(c.s.n_objects):
            if match_object(c, r.a[0], i, fr) and n < MAX_OBJECTS:
                out[n] = <int16_t>i
                n += 1
        return n
    if r.op == OP_Target and fr.n_targets:
        least = r.a[1]
        most = amount(c, r.a[2], fr)
        while fr.next_target < fr.n_targets and n < most:
            i = fr.targets[fr.next_target]
            fr.next_target += 1
            if i >= 0 and c.s.objects[i].alive and match_object(c, r.a[0], i, fr):
                out[n] = <int16_t>i
                n += 1
        return n
    if r.op == OP_Target or r.op == OP_Choose:
        least = r.a[1] if r.op == OP_Target else amount(c, r.a[1], fr)
        most = amount(c, r.a[2], fr)
        while n < most:
            c.n_options = 0
            for i in range(c.s.n_objects):
                if not match_object(c, r.a[0], i, fr):
                    continue
                dup = False
                for k in range(n):
                    if out[k] == i:
                        dup = True
                if dup or (c.mode == M_LAZY and same_as_earlier(c, i)):
                    continue
                if kind == D_UNTAP and (n and i < out[n - 1] or not worth_untapping(c, i)):
                    idle += 1
                    continue
                option(c, i)
            if n >= least or idle and c.n_options == 0:
                option(c, -1)
            if c.n_options == 0:
                break
            j = c.options[decide(c, kind, fr.source, 0)]
            if c.s.status != OK or j < 0:
                break
            out[n] = <int16_t>j
            n += 1
            if r.op == OP_Target and c.p.trigger_kinds >> EV_TARGETED & 1:
                fire(c, EV_TARGETED, j, c.s.objects[j].face, 0, 0, 0, fr.controller)
        return n
    i = object_of(c, row, fr)
    if i >= 0 and c.s.objects[i].alive:
        out[0] = <int16_t>i
        return 1
    return 0


cdef void run_list(Context *c, int list_, Frame *fr) noexcept nogil:
    cdef int j
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        if c.s.status != OK:
            return
        run_row(c, j, fr)


cdef void run_row(Context *c, int j, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef Row *r = &c.p.rows[j]
    cdef int16_t objects[MAX_OBJECTS]
    cdef int n, i, k, m
    cdef bint mine = fr.controller == 0
    if s.status != OK:
        return
    s.busy = 1
    if r.op == OP_AddMana:
        produce(c, r, fr, -1)
    elif r.op == OP_Untap:
        n = select_objects(c, r.a[0], fr, objects, D_UNTAP if taps_first(c) else D_TARGET)
        for i in range(n):
            untap_object(c, objects[i])
            fr.that = objects[i]
    elif r.op == OP_Tap:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        for i in range(n):
            tap_object(c, objects[i])
            fr.that = objects[i]
    elif r.op == OP_SwapTapped:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        for i in range(n):
            if s.objects[objects[i]].tapped:
                untap_object(c, objects[i])
            else:
                tap_object(c, objects[i])
    elif r.op == OP_Search:
        if mine and r.a[6] == 0:
            search_library(c, r, fr)
    elif r.op == OP_PutOnto:
        if mine:
            put_onto(c, r, fr)
    elif r.op == OP_Draw:
        if ours(c, r.a[1], fr):
            k = s.n_hand
            draw_cards(c, amount(c, r.a[0], fr))
            fr.amount = s.n_hand - k
    elif r.op == OP_Scry or r.op == OP_Surveil:
        if mine:
            scry(c, amount(c, r.a[0], fr), r.op == OP_Surveil, fr)
    elif r.op == OP_Look:
        if mine:
            look(c, r, fr)
    elif r.op == OP_RevealUntil:
        if mine:
            reveal_until(c, r, fr)
    elif r.op == OP_RevealTop:
        if mine and lib_look(&s.library, 1):
            s.looked = 1
            fr.that_slot = s.library.top[0]
            fr.that = -1
            note(c, E_REVEAL, fr.that_slot)
    elif r.op == OP_Mill:
        if ours(c, r.a[1], fr):
            for i in range(amount(c, r.a[0], fr)):
                k = lib_draw(&s.library)
                if k < 0:
                    break
                note(c, E_LOOK, k)
                fr.that_slot = <uint16_t>k
                put_card(c, k, Z_GRAVEYARD)
    elif r.op == OP_Discard:
        if ours(c, r.a[2], fr):
            k = s.discarded
            discard(c, amount(c, r.a[0], fr), r.a[3], fr, r.a[1], r.a[4] != 0)
            fr.amount = s.discarded - k
            fr.paid = fr.amount > 0
    elif r.op == OP_GainLife:
        if mine:
            change_life(c, amount(c, r.a[0], fr))
    elif r.op == OP_LoseLife:
        if mine:
            change_life(c, -amount(c, r.a[0], fr))
    elif r.op == OP_PutCounters or r.op == OP_RemoveCounters:
        n = select_objects(c, r.a[2], fr, objects, D_TARGET)
        m = amount(c, r.a[1], fr)
        if r.op == OP_RemoveCounters:
            fr.paid = 0
        for i in range(n):
            k = r.a[0]
            if k == -2 and r.op == OP_RemoveCounters and amount(c, r.a[1], fr) < 0:  # of every kind
                memset(s.objects[objects[i]].counters, 0, MAX_COUNTERS)
                touch(c)
            if k < 0:
                continue
            if r.op == OP_PutCounters:
                if k == MAX_COUNTERS - 1 and last_chapter(c, objects[i]):
                    for j in range(m):  # a lore counter on a Saga brings its chapter (CR 714.2b)
                        saga_counter(c, objects[i])
                    fr.that = objects[i]
                    continue
                put_counters(c, objects[i], k, m)
                fr.that = objects[i]
                continue
            m = amount(c, r.a[1], fr)
            m = s.objects[objects[i]].counters[k] if m < 0 else min(m, s.objects[objects[i]].counters[k])
            fr.amount = m
            if m > 0:
                fr.paid = 1
                s.objects[objects[i]].counters[k] -= <uint8_t>m
                note(c, E_COUNTERS, objects[i], k, s.objects[objects[i]].counters[k])
                touch(c)
    elif r.op == OP_MoveCounters:
        move_counters(c, r, fr)
    elif r.op == OP_GetEnergy:
        if mine:
            s.energy += amount(c, r.a[0], fr)
    elif r.op == OP_Sacrifice:
        if r.a[1] and not ours(c, r.a[1], fr):
            return
        n = select_objects(c, r.a[0], fr, objects, D_OBJECT)
        fr.amount = n
        fr.paid = n > 0
        for i in range(n):
            fr.that = objects[i]
            sacrifice(c, objects[i], fr)
    elif r.op == OP_Destroy:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        fr.amount = n
        for i in range(n):
            fr.that = objects[i]
            if not s.chars[objects[i]].keywords & KW_INDESTRUCTIBLE:
                leave(c, objects[i], Z_GRAVEYARD)
    elif r.op == OP_Exile:
        exile_effect(c, r, fr)
    elif r.op == OP_ReturnToHand:
        if r.a[1] == Z_BATTLEFIELD:
            n = select_objects(c, r.a[0], fr, objects, D_OBJECT)
            fr.amount = n
            fr.paid = n > 0
            for i in range(n):
                fr.that = objects[i]
                fr.that_slot = s.objects[objects[i]].slot
                leave(c, objects[i], Z_HAND)
            if n == 0 and fr.that_slot != NO_SLOT and r.a[0] >= 0 and c.p.rows[r.a[0]].op == OP_That:
                move_card(c, fr.that_slot, Z_HAND)  # a card spoken of: put it into the hand
        elif r.a[1] == Z_GRAVEYARD and mine:
            card_from(c, r.a[0], s.graveyard, s.n_graveyard, Z_GRAVEYARD, Z_HAND, fr)
        elif r.a[1] == Z_EXILE and mine:
            card_from(c, r.a[0], s.exile, s.n_exile, Z_EXILE, Z_HAND, fr)
        elif r.a[1] == Z_COMMAND and mine:
            for i in range(s.n_command - 1, -1, -1):
                k = s.command[i]
                take_from(c, k, Z_COMMAND)
                put_card(c, k, Z_HAND)
    elif r.op == OP_Bounce:
        n = select_objects(c, r.a[0], fr, objects, D_OBJECT)
        for i in range(n):
            leave(c, objects[i], Z_TOP if r.a[1] == 0 else Z_BOTTOM if r.a[1] == 1 else Z_LIBRARY)
    elif r.op == OP_CreateTokens:
        if r.a[0] >= 0 and ours(c, r.a[3], fr):
            for i in range(min(64, tokens_made(c, c.p.kinds[r.a[0]].face, amount(c, r.a[1], fr), fr.controller))):
                k = enter(c, c.p.kinds[r.a[0]].face, -1, fr.controller, True, r.a[2] != 0, 0, 0, 0)
                if s.status != OK:
                    return
                fr.that = <int16_t>k
    elif r.op == OP_LandPlays:
        if mine:
            k = fr.x
            fr.x = amount(c, r.a[0], fr)
            start_effect(c, j << 8 | 1, 0, fr, -1)
            fr.x = k
    elif r.op == OP_ExtraTurn:
        if mine:
            s.extra_turns += amount(c, r.a[0], fr)
    elif r.op == OP_SkipStep:
        if r.a[0] == 0 and mine:
            s.skip_untap += 1
        elif r.a[0] == 2 and mine:
            s.skip_draw += 1
    elif r.op == OP_DoesntUntapNext:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        for i in range(n):
            if s.objects[objects[i]].skip_untap < 200:
                s.objects[objects[i]].skip_untap += 1
    elif r.op == OP_ExertEffect:
        i = object_of(c, r.a[0], fr)
        if i >= 0:
            s.objects[i].skip_untap = max(1, s.objects[i].skip_untap)
    elif r.op == OP_RollDie:
        m = 1 + <int>bounded(c.rng, <uint32_t>r.a[0])
        fr.amount = m
        for k in range(r.a[1] >> 8, (r.a[1] >> 8) + (r.a[1] & 255)):
            if c.p.rows[k].a[0] <= m <= c.p.rows[k].a[1]:
                run_list(c, c.p.rows[k].a[2], fr)
    elif r.op == OP_Monstrosity:
        become_monstrous(c, fr.source, amount(c, r.a[0], fr))
    elif r.op == OP_ChooseColor:
        choose_quality(c, r, fr)
    elif r.op == OP_DoubleMana:
        if mine:
            double_mana(c, fr.source)
    elif r.op == OP_Continuous:
        for k in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            if c.p.rows[k].op == OP_CantCast and c.p.rows[k].a[0] == 6 and mine:
                s.spells_allowed = c.p.rows[k].a[3]
                return
        k = s.n_effects
        start_effect(c, r.a[0], r.a[1], fr, fr.that)
        if s.status == OK and s.n_effects > k:
            s.effects[k].counter = <int8_t>r.a[2]
    elif r.op == OP_GainControl:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        for i in range(n):
            gain_control(c, j, objects[i], fr)
    elif r.op == OP_Proliferate:
        for i in range(s.n_objects):
            if not s.objects[i].alive or s.objects[i].phased or s.objects[i].controller != fr.controller:
                continue
            n = amount_of_counters(c, i)
            if n > s.objects[i].counters[C_STUN] + s.objects[i].counters[C_MINUS] and yes(c, i, 1):
                for k in range(MAX_COUNTERS):  # every kind that is there (CR 701.34a)
                    if s.objects[i].counters[k] and k == MAX_COUNTERS - 1 and last_chapter(c, i):
                        saga_counter(c, i)
                    elif s.objects[i].counters[k]:
                        put_counters(c, i, k, 1)
        if mine and s.energy > 0:
            s.energy += 1
    elif r.op == OP_Shuffle:
        if mine:
            note(c, E_SHUFFLE)
            lib_shuffle(c, &s.library)
    elif r.op == OP_ExtraPhase:
        if mine:
            s.extra_combats += 1
    elif r.op == OP_DelayedTrigger:
        if c.p.rows[r.a[0] >> 8].a[0] == EV_PHASE:
            start_delayed(c, r.a[0], r.a[1], fr)
        else:  # "whenever ... this turn"
            start_effect(c, j << 8 | 1, 0, fr, fr.that)
    elif r.op == OP_May:
        if yes(c, fr.source, 1):
            fr.paid = 1
            if may_fail(c, r.a[0], fr):  # "if you do" asks whether anything was done (CR 609.3)
                fr.paid = 0
                run_row(c, r.a[0] >> 8, fr)
                run_list(c, r.a[0] + 255 if fr.paid else r.a[1], fr)
            else:
                run_list(c, r.a[0], fr)
        else:
            fr.paid = 0
            run_list(c, r.a[1], fr)
    elif r.op == OP_MayPay:
        if list_payable(c, r.a[0], fr) and yes(c, fr.source, worth_paying(c, r, fr)):
            pay_list(c, r.a[0], fr)
            if s.status == OK:
                fr.paid = 1
                run_list(c, r.a[1], fr)
        else:
            fr.paid = 0
            run_list(c, r.a[2], fr)
    elif r.op == OP_If:
        if s.dirty:
            refresh(c)  # the effects before it may have changed what it looks at (CR 608.2h)
        run_list(c, r.a[1] if condition(c, r.a[0], fr) else r.a[2], fr)
    elif r.op == OP_Modes:
        modes(c, r, fr)
    elif r.op == OP_Repeat:
        n = amount(c, r.a[0], fr)
        for i in range(200 if n < 0 else min(200, n)):
            fr.paid = 0 if n < 0 else fr.paid
            run_list(c, r.a[1], fr)
            if n < 0 and not fr.paid:
                break
    elif r.op == OP_Attach:
        i = object_of(c, r.a[0], fr)
        n = select_objects(c, r.a[1], fr, objects, D_TARGET)
        if i >= 0 and n:
            s.objects[i].attached = objects[0]
            touch(c)
    elif r.op == OP_Transform:
        i = object_of(c, r.a[0], fr)
        if i >= 0:
            transform(c, i)
    elif r.op == OP_Phase:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        for i in range(n):
            phase_out(c, objects[i])
    elif r.op == OP_EndEffects:
        i = object_of(c, r.a[0], fr)
        if i >= 0 and s.objects[i].tapped:
            hold_effect(c, i)
    else:
        card_row(c, r, fr)


cdef void put_counters(Context *c, int i, int kind, int n) noexcept nogil:
    """Put n counters on object i, or as many as replacement effects make of them (CR 614.1, 616)."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef Row *r
    cdef int k, m, times, old = s.objects[i].counters[kind]
    if n <= 0:
        return
    m = static_refs(c, OP_CountersInstead, refs)
    for times in range(2):  # what adds before what multiplies: the most for its controller
        for k in range(m):
            r = &c.p.rows[refs[k].row]
            if (r.a[2] != 1) == (times != 0) and (r.a[1] < 0 or r.a[1] == kind) and applies_to(c, &refs[k], r.a[0], i):
                n = max(0, n * r.a[2] + r.a[3])
    if n <= 0:
        return
    s.objects[i].counters[kind] = <uint8_t>min(255, old + n)
    note(c, E_COUNTERS, i, kind, s.objects[i].counters[kind])
    touch(c)
    fire(c, EV_COUNTERS, i, -1, n, kind + 1)


cdef void move_counters(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Take counters off one object and put them on another (CR 122.5); none where either isn't there."""
    cdef State *s = c.s
    cdef int16_t from_[MAX_OBJECTS]
    cdef int16_t to[MAX_OBJECTS]
    cdef int k, n, kind = r.a[0]
    if select_objects(c, r.a[2], fr, from_, D_TARGET) == 0 or select_objects(c, r.a[3], fr, to, D_TARGET) == 0:
        return
    if s.status != OK or from_[0] == to[0]:
        return
    if kind < 0:
        c.n_options = 0
        for k in range(MAX_COUNTERS):
            if s.objects[from_[0]].counters[k]:
                option(c, k)
        if c.n_options == 0:
            return
        kind = c.options[decide(c, D_MODE, fr.source, 0)]
    n = amount(c, r.a[1], fr)
    n = s.objects[from_[0]].counters[kind] if n < 0 else min(n, <int>s.objects[from_[0]].counters[kind])
    if n <= 0 or s.status != OK:
        return
    s.objects[from_[0]].counters[kind] -= <uint8_t>n
    note(c, E_COUNTERS, from_[0], kind, s.objects[from_[0]].counters[kind])
    touch(c)
    put_counters(c, to[0], kind, n)


cdef int tokens_made(Context *c, int face, int n, int controller) noexcept nogil:
    """How many tokens replacement effects make of n: what adds before what multiplies (CR 614.1, 616)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef Row *r
    cdef Frame fr
    cdef int m, k, times
    if n <= 0:
        return n
    m = static_refs(c, OP_ReplaceTokens, refs)
    for times in range(2):
        for k in range(m):
            r = &c.p.rows[refs[k].row]
            frame_of(&fr, c.s, refs[k].source)
            if refs[k].controller == controller and (r.a[0] != 1) == (times != 0) and (r.a[1] < 0 or match_face(c, r.a[1], face, &fr)):
                n = min(255, n * r.a[0] + r.a[2])  # more than are ever made
    return n


cdef void gain_control(Context *c, int row, int i, Frame *fr) noexcept nogil:
    """Control of object i changes for a duration (CR 613.1b); it is new under that control (CR 302.6)."""
    cdef State *s = c.s
    cdef Row *r = &c.p.rows[row]
    cdef int who = fr.controller if r.a[1] == 0 else 1 - fr.controller, k = s.n_effects, that
    if r.a[2] == 2 and (fr.source < 0 or not s.objects[fr.source].tapped) or r.a[2] == 6 and fr.source < 0:
        return  # it would end before it began (CR 611.2b)
    if s.objects[i].controller == who:
        return
    if r.a[2] != 3:
        that = fr.that
        fr.that = <int16_t>i
        start_effect(c, row << 8 | 1, r.a[2], fr, i)
        fr.that = <int16_t>that
        if s.status != OK or s.n_effects <= k:
            return
        s.effects[k].that = <int16_t>i
        s.effects[k].control = <uint8_t>(1 + s.objects[i].controller)
    change_controller(c, i, who)


cdef void change_controller(Context *c, int i, int who) noexcept nogil:
    c.s.objects[i].controller = <uint8_t>who
    c.s.objects[i].sick = 1
    touch(c)


cdef void drop_effect(Context *c, int k) noexcept nogil:
    """A continuous effect ends; control that it gave goes back, what was a copy is itself again."""
    cdef State *s = c.s
    cdef ContinuousEffect e = s.effects[k]
    cdef bint copied = c.p.rows[e.list >> 8].op == OP_BecomeCopy
    if e.face >= 0 and not copied:
        note(c, E_ENDS, e.face)
    s.n_effects -= 1
    memmove(&s.effects[k], &s.effects[k + 1], (s.n_effects - k) * sizeof(ContinuousEffect))
    touch(c)
    if e.control and e.that >= 0 and s.objects[e.that].alive:
        change_controller(c, e.that, e.control - 1)
    if copied and e.that >= 0 and s.objects[e.that].alive:
        become(c, e.that, e.face)


cdef void phase_out(Context *c, int i) noexcept nogil:
    """CR 702.26b, g: with what is attached to it."""
    cdef int k
    c.s.objects[i].phased = 1
    touch(c)
    for k in range(c.s.n_objects):
        if c.s.objects[k].alive and c.s.objects[k].attached == i and not c.s.objects[k].phased:
            phase_out(c, k)


cdef void hold_effect(Context *c, int i) noexcept nogil:
    """Choose an "until end of turn" or "this turn" effect; it doesn't end while object i remains tapped."""
    cdef int k
    c.n_options = 0
    for k in range(c.s.n_effects):
        if c.s.effects[k].duration == 0:
            option(c, k)
    if c.n_options == 0:
        return
    k = c.options[decide(c, D_NUMBER, i, c.n_options - 1)]
    if c.s.status == OK:
        c.s.effects[k].holder = <int16_t>i
        note(c, E_HOLDS, i, c.s.effects[k].face)


cdef bint waits_for_that(Context *c, int list_) noexcept nogil:
    """Whether a delayed trigger is about one object ("when that creature dies")."""
    cdef Row *r = &c.p.rows[list_ >> 8]
    cdef int what
    if list_ & 255 != 1 or r.op != OP_DelayedTrigger:
        return False
    what = c.p.rows[r.a[0] >> 8].a[1]
    return what >= 0 and c.p.rows[what].op == OP_That


cdef void start_effect(Context *c, int list_, int duration, Frame *fr, int that) noexcept nogil:
    cdef State *s = c.s
    cdef ContinuousEffect *e
    cdef int16_t objects[MAX_OBJECTS]
    cdef int n = 0, i, j, row
    if s.n_effects >= MAX_EFFECTS:
        fail(c, TOO_MANY)
        return
    if duration == 6 and (fr.source < 0 or not s.objects[fr.source].alive):
        return  # "as long as this": it would end before it began (CR 611.2b)
    # what it affects is chosen now and the effect locked to it, one for each object
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        row = c.p.rows[j].a[0]
        if (c.p.rows[j].op == OP_Grant or c.p.rows[j].op == OP_ChangeTypes or c.p.rows[j].op == OP_ChangePower
                or c.p.rows[j].op == OP_GrantKeyword or c.p.rows[j].op == OP_CantUntap or c.p.rows[j].op == OP_MayNotUntap) and row >= 0 and c.p.rows[row].op != OP_Each and c.p.rows[row].op != OP_You:
            n = select_objects(c, row, fr, objects, D_TARGET)
            if c.p.rows[row].op == OP_Target or c.p.rows[row].op == OP_Choose:  # what is spoken of from here on
                fr.that = objects[n - 1] if n else -1
                fr.that_slot = s.objects[fr.that].slot if n else NO_SLOT
            if n == 0:
                return
            that = objects[0]
            for i in range(1, n):
                lock_effect(c, list_, duration, fr.source, objects[i], fr.face)
                if s.status != OK:
                    return
            break
    if s.n_effects >= MAX_EFFECTS:
        fail(c, TOO_MANY)
        return
    e = &s.effects[s.n_effects]
    memset(e, 0, sizeof(ContinuousEffect))
    e.list = list_
    e.source = fr.source
    e.that = <int16_t>(that if n or waits_for_that(c, list_) else -1)
    s.clock += 1
    e.stamp = <uint16_t>s.clock
    e.duration = <uint8_t>duration
    e.controller = fr.controller
    e.x = <uint8_t>min(255, max(0, fr.x))
    e.chosen_sub = fr.chosen_sub
    e.face = fr.face
    e.holder = -1
    e.counter = -1
    s.n_effects += 1
    touch(c)


cdef void end_effects(Context *c, int duration) noexcept nogil:
    """Effects of a duration end, but for those that something keeps (CR 514.2, 611.2b)."""
    cdef State *s = c.s
    cdef int k = 0
    while k < s.n_effects:
        if s.effects[k].duration == duration and not s.effects[k].over:
            touch(c)
            if s.effects[k].holder >= 0:
                s.effects[k].over = 1
            else:
                drop_effect(c, k)
                continue
        k += 1


cdef void transform(Context *c, int i) noexcept nogil:
    cdef Object *o = &c.s.objects[i]
    cdef Kind *k = &c.p.kinds[o.kind]
    if k.n_faces < 2:
        return
    o.face = <int16_t>(k.face + 1 if o.face == k.face else k.face)
    touch(c)
    fire(c, EV_TRANSFORMS, i, o.face, 0, 0, 0, o.controller)


cdef void choose_quality(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef int k, mask
    cdef State *s = c.s
    c.n_options = 0
    if r.a[0] == 7:  # a colour at random
        k = <int>bounded(c.rng, 5)
        option(c, k)
        note_decision(c, D_COLOR, 0)
        fr.chosen_color = <uint8_t>k
        if fr.source >= 0:
            s.objects[fr.source].chosen_color = <uint8_t>k
    elif r.a[0] == 0:  # colour
        mask = r.a[1] if r.a[1] else 31
        for k in range(5):
            if mask >> k & 1:
                option(c, k)
        k = c.options[decide(c, D_COLOR, fr.source, 0)]
        fr.chosen_color = <uint8_t>k
        if fr.source >= 0:
            s.objects[fr.source].chosen_color = <uint8_t>k
    elif r.a[0] == 8:  # a type of the mana that paid for this ability
        for k in range(6):
            if fr.spent >> k & 1:
                option(c, k)
        if c.n_options and fr.source >= 0:
            s.objects[fr.source].chosen_color = <uint8_t>c.options[decide(c, D_COLOR, fr.source, 0)]
    elif r.a[0] == 1:  # creature type
        for k in range(c.p.n_subtypes):
            if c.p.creature_types[k >> 6] >> (k & 63) & 1 and (r.a[2] < 0 or c.p.filters[r.a[2]].sub_any[k >> 6] >> (k & 63) & 1):
                option(c, k)
        if c.n_options:
            k = c.options[decide(c, D_SUBTYPE, fr.source, 0)]
            fr.chosen_sub = <uint8_t>k
            if fr.source >= 0:
                s.objects[fr.source].chosen_sub = <uint8_t>k
    elif r.a[0] == 3 or r.a[0] == 4:  # (basic) land type
        for k in range(5):
            option(c, k)
        k = c.options[decide(c, D_SUBTYPE, fr.source, 0)]
        fr.chosen_sub = <uint8_t>k
        if fr.source >= 0:
            s.objects[fr.source].chosen_sub = <uint8_t>k
    elif r.a[0] == 2:
        c.reads |= R_CARDS
        for k in range(c.p.n_kinds):
            option(c, k)
        if c.n_options and fr.source >= 0:
            s.objects[fr.source].chosen_name = <int16_t>c.p.faces[c.p.kinds[c.options[decide(c, D_NAME, fr.source, 0)]].face].name
    touch(c)


cdef void modes(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef int n = r.a[0] & 255, start = r.a[0] >> 8, i, k, done = 0, most = r.a[2]
    cdef uint64_t taken = 0
    cdef int shift = 8 if r.a[4] == 2 else 0
    if r.a[3]:  # a mode's cost was paid for it
        if fr.option and fr.option <= n:
            run_list(c, c.p.rows[start + fr.option - 1].a[0], fr)
        return
    if fr.source < 0 and fr.face >= 0:
        if fr.kicks and has_additional(c, &c.p.faces[fr.face], fr.kicks, K_ENTWINE):
            for i in range(n):
                run_list(c, c.p.rows[start + i].a[0], fr)
            return
        if has_optional(c, &c.p.faces[fr.face], K_ESCALATE):
            most = min(n, 1 + has_additional(c, &c.p.faces[fr.face], fr.kicks, K_ESCALATE))
    if r.a[4] and fr.source >= 0:  # "that hasn't been chosen"
        taken = c.s.objects[fr.source].modes >> shift & 255
    while done < most:
        c.n_options = 0
        for i in range(n):
            if not taken >> i & 1 and has_targets(c, c.p.rows[start + i].a[0], fr):
                option(c, i)
        if done >= r.a[1]:
            option(c, -1)
        if c.n_options == 0:
            return
        k = c.options[decide(c, D_MODE, fr.source, 0)]
        if c.s.status != OK or k < 0:
            return
        taken |= <uint64_t>1 << k
        if r.a[4] and fr.source >= 0:
            c.s.objects[fr.source].modes |= <uint16_t>(1 << k + shift)
        done += 1
        run_list(c, c.p.rows[start + k].a[0], fr)


cdef void sacrifice(Context *c, int i, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    if not s.objects[i].alive:
        return
    fr.sacrificed_face = s.objects[i].face
    if c.p.flags & P_SACRIFICED_COULD:
        compute_could(c)
        fr.sacrificed_could = s.chars[i].could
    fire(c, EV_SACRIFICED, i, s.objects[i].face, 0, 0, 0, s.objects[i].controller)
    leave(c, i, Z_GRAVEYARD)


cdef void discard(Context *c, int n, int filter_, Frame *fr, bint at_random, bint up_to=False) noexcept nogil:
    cdef State *s = c.s
    cdef int slot
    if n < 0:
        n = s.n_hand
    while n > 0 and s.n_hand > 0 and s.status == OK:
        n -= 1
        if at_random:
            slot = s.hand[bounded(c.rng, <uint32_t>s.n_hand)]
        else:
            slot = choose_card(c, s.hand, s.n_hand, filter_, fr, D_HAND, up_to)
        if slot < 0 or s.status != OK:
            return
        take(c, s.hand, &s.n_hand, slot)
        note(c, E_DISCARD, slot)
        s.discarded += 1
        if c.p.flags & P_KEYWORDS and has_madness(c, slot):
            forget_madness(c)
            put_card(c, slot, Z_EXILE)  # CR 702.35a
            s.madness = slot + 1
        else:
            put_card(c, slot, Z_GRAVEYARD)
        fr.that_slot = <uint16_t>slot
        fire(c, EV_DISCARDS, -1, slot_face(c, slot), 0)


cdef bint match_search(Context *c, Row *r, int n, int slot, Frame *fr, uint16_t *found) noexcept nogil:
    """Whether a card may be the n-th found: any filter, or (bit 64) the n-th of them; 256: it shares a land type."""
    cdef int k = r.a[0], following, i
    cdef Face *f
    cdef Face *g
    if r.a[5] & 256:
        f = &c.p.faces[slot_face(c, slot)]
        for i in range(n):
            g = &c.p.faces[slot_face(c, found[i])]
            if not (f.subs[0] & g.subs[0] & c.p.land_types[0] | f.subs[1] & g.subs[1] & c.p.land_types[1]):
                return False
    if not r.a[5] & 64:
        return match_face(c, k, slot_face(c, slot), fr)
    while n > 0 and k >= 0:
        k = c.p.filters[k].next
        n -= 1
    if k < 0:
        return False
    return match_face_one(c, k, slot_face(c, slot), fr)


cdef bint lesser_land(Context *c, int a, int b, bint tapped) noexcept nogil:
    """Whether putting land face b onto the battlefield is of as much use as a: it makes what a makes and is of a's types."""
    cdef QuickFace *q = &c.p.quick[a]
    cdef QuickFace *r = &c.p.quick[b]
    cdef Face *f = &c.p.faces[a]
    cdef Face *g = &c.p.faces[b]
    if not q.playable or not r.playable or q.kind != QUICK_SOURCE or r.kind != QUICK_SOURCE or q.limited or r.limited or q.arrives or r.arrives \
            or q.creature or r.creature or r.life > q.life or f.types & ~g.types or q.mask & ~r.mask or g.supers & LEGENDARY and not f.supers & LEGENDARY:
        return False
    if c.p.flags & P_READS_BASIC and (f.supers ^ g.supers) & BASIC or f.supers & SNOW and not g.supers & SNOW \
            or f.subs[0] & ~g.subs[0] or f.subs[1] & ~g.subs[1]:
        return False
    return tapped or r.enters == 0 or q.enters == 1 or q.enters == r.enters and q.enters_op == r.enters_op \
        and q.enters_filter == r.enters_filter and q.enters_n == r.enters_n


cdef void leave_out_lesser(Context *c, bint tapped) noexcept nogil:
    """Planning for mana: of the lands that may be found, those that another one is no worse than."""
    cdef int i, k, n = 0, a, b
    cdef int32_t kept[MAX_OPTIONS]
    for i in range(c.n_options):
        a = slot_face(c, c.options[i])
        for k in range(c.n_options):
            b = slot_face(c, c.options[k])
            if k != i and lesser_land(c, a, b, tapped) and (k < i or not lesser_land(c, b, a, tapped)):
                break
        else:
            kept[n] = c.options[i]
            n += 1
    for i in range(n):
        c.options[i] = kept[i]
    c.n_options = n


cdef void search_library(Context *c, Row *r, Frame *fr) noexcept nogil:
    """CR 701.23: find cards that match (or fewer), put them where the effect says, then shuffle."""
    cdef State *s = c.s
    cdef Library *l = &s.library
    cdef int most = amount(c, r.a[1], fr), n = 0, slot, i, k, to, kept, kind
    cdef uint16_t found[MAX_CARDS]
    cdef uint8_t judged[MAX_CARDS]  # kinds that don't match, or of which one is listed
    cdef bint seen
    if cant(c, 3, -1):
        return
    s.looked = 1
    c.reads |= R_CARDS
    while n < most and n < MAX_CARDS:
        c.n_options = 0
        memset(judged, 0, sizeof(judged))
        for slot in range(l.size):
            kind = c.p.slot_kind[slot] & (MAX_CARDS - 1)
            if not l.inside[slot] or judged[kind]:
                continue
            if not match_search(c, r, n, slot, fr, found):
                judged[kind] = 1
                continue
            seen = False
            for k in range(n):
                if found[k] == slot or r.a[5] & 128 and c.p.faces[slot_face(c, found[k])].name == c.p.faces[slot_face(c, slot)].name:
                    seen = True
            if not seen:
                option(c, slot)
                judged[kind] = 1
        if c.seeks_mana and r.a[2] == 0 and r.a[4] == 0:
            leave_out_lesser(c, r.a[3] != 0)
        option(c, -1)
        k = c.options[decide(c, D_SEARCH, fr.source, 0)]
        if s.status != OK or k < 0:
            break
        found[n] = <uint16_t>k
        n += 1
    for i in range(n):
        lib_remove(l, found[i])
    kept = n
    for i in range(n):
        to = r.a[2]
        if r.a[4] and i >= most - (r.a[5] & 63):
            to = r.a[4] - 1
            # with one card found, it goes to the first place
        fr.that_slot = found[i]
        if to == 0:
            k = enter(c, slot_face(c, found[i]), found[i], fr.controller, False, r.a[3] != 0, 0, 0, 0)
            fr.that = <int16_t>k
        elif to == 1:
            put_card(c, found[i], Z_HAND)
        elif to == 3:
            put_card(c, found[i], Z_GRAVEYARD)
        elif to == 4:
            put_card(c, found[i], Z_EXILE)
            remember_exiled(c, fr)
        if s.status != OK:
            return
    note(c, E_SHUFFLE)
    lib_shuffle(c, l)
    for i in range(n):
        if r.a[2] == 2:
            put_card(c, found[i], Z_TOP)


cdef void put_onto(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Put cards from a zone onto the battlefield; not playing (CR 305.4)."""
    cdef State *s = c.s
    cdef int slot = -1, zone = r.a[1], k, n, filter_ = -1, most = 1, least = 1
    cdef Row *sel = &c.p.rows[r.a[0]]
    cdef uint16_t differing[MAX_CARDS]
    cdef uint64_t values = 0
    cdef int face
    if sel.op == OP_Choose or sel.op == OP_Target:
        filter_ = sel.a[0]
        most = amount(c, sel.a[2], fr)
        least = sel.a[1] if sel.op == OP_Target else amount(c, sel.a[1], fr)
    elif sel.op == OP_Each:
        filter_ = sel.a[0]
        most = 99
    while most > 0 and s.status == OK:
        most -= 1
        if sel.op == OP_That or sel.op == OP_This:
            most = 0
            slot = fr.that_slot
            if slot == NO_SLOT and sel.op == OP_That and fr.that >= 0 and s.objects[fr.that].alive:
                return  # what is spoken of is there
            if slot == NO_SLOT or sel.op == OP_This and fr.slot != NO_SLOT:
                slot = fr.slot
            if slot == NO_SLOT:
                return
            zone = zone_of_slot(c, slot)
            if zone < 0:
                return  # it isn't where it was (CR 400.7)
            if not c.p.faces[slot_face(c, slot)].types & PERMANENT:
                return
            if zone == Z_NONE and not take_wherever(c, slot):
                return
        elif zone == Z_HAND:
            slot = choose_card(c, s.hand, s.n_hand, filter_, fr, D_HAND, least <= 0)
        elif zone == Z_GRAVEYARD and filter_ >= 0 and c.p.filters[filter_].quality == 32:
            k = 0
            for n in range(s.n_graveyard):  # those whose mana value no chosen one has
                if not values >> min(63, c.p.faces[slot_face(c, s.graveyard[n])].mana_value) & 1:
                    differing[k] = s.graveyard[n]
                    k += 1
            slot = choose_card(c, differing, k, filter_, fr, D_CARD, least <= 0)
        elif zone == Z_GRAVEYARD:
            slot = choose_card(c, s.graveyard, s.n_graveyard, filter_, fr, D_CARD, least <= 0)
        elif zone == Z_EXILE:
            slot = choose_exiled(c, filter_, fr, least <= 0)
        else:
            return
        if slot < 0 or s.status != OK:
            return
        values |= <uint64_t>1 << min(63, c.p.faces[slot_face(c, slot)].mana_value)
        least -= 1
        take_from(c, slot, Z_LIBRARY if zone == Z_TOP_OF_LIBRARY else zone)
        c.enter_list = r.a[5]
        c.enter_counters = r.a[4]
        c.enter_frame = fr
        face = slot_face(c, slot)
        if r.a[3] and c.p.kinds[c.p.slot_kind[slot]].n_faces > 1:
            face += 1  # transformed (CR 712.14)
        k = enter(c, face, slot, fr.controller, False, r.a[2] != 0, 0, 0, 0)
        fr.that = <int16_t>k
        fr.that_slot = <uint16_t>slot
        fr.paid = 1


cdef bint may_fail(Context *c, int list_, Frame *fr) noexcept nogil:
    """Whether the first of several effects chooses among what may not be there."""
    cdef Row *r = &c.p.rows[list_ >> 8]
    if list_ & 255 < 2:
        return False
    if r.op == OP_Discard:
        return amount(c, r.a[0], fr) >= 0
    if r.op == OP_Sacrifice or r.op == OP_PutOnto or r.op == OP_ReturnToHand or r.op == OP_Exile:
        return r.a[0] >= 0 and c.p.rows[r.a[0]].op == OP_Choose
    return False


cdef bint take_wherever(Context *c, int slot) noexcept nogil:
    """Take the card spoken of from the zone in which it still is (CR 400.7); False if it is in none."""
    cdef State *s = c.s
    cdef int i
    if s.library.inside[slot]:
        take_from(c, slot, Z_LIBRARY)
        return True
    for i in range(s.n_graveyard):
        if s.graveyard[i] == slot:
            take_from(c, slot, Z_GRAVEYARD)
            return True
    for i in range(s.n_exile):
        if s.exile[i] == slot:
            take_from(c, slot, Z_EXILE)
            return True
    if in_hand(s, slot):
        take_from(c, slot, Z_HAND)
        return True
    return False


cdef void card_from(Context *c, int selector, uint16_t *cards, int n, int zone, int to, Frame *fr) noexcept nogil:
    cdef Row *sel = &c.p.rows[selector]
    cdef int slot, most = 1
    cdef int least = 1
    if sel.op == OP_This or sel.op == OP_That:
        slot = fr.that_slot if sel.op == OP_That and fr.that_slot != NO_SLOT else fr.slot if fr.slot != NO_SLOT else fr.that_slot
        if slot != NO_SLOT and zone_of_slot(c, slot) == zone:
            take_from(c, slot, zone)
            put_card(c, slot, to)
            fr.paid = 1
        return
    if sel.op == OP_Choose or sel.op == OP_Target:
        most = amount(c, sel.a[2], fr)
        least = sel.a[1] if sel.op == OP_Target else amount(c, sel.a[1], fr)
    elif sel.op == OP_Each:
        most = 999
    fr.amount = 0
    while most > 0 and c.s.status == OK:
        most -= 1
        if zone == Z_EXILE:
            slot = choose_exiled(c, sel.a[0], fr, least <= 0)
        else:
            slot = choose_card(c, cards, c.s.n_graveyard if zone == Z_GRAVEYARD else n, sel.a[0], fr, D_CARD, least <= 0)
        if slot < 0 or c.s.status != OK:
            return
        least -= 1
        take_from(c, slot, zone)
        put_card(c, slot, to)
        fr.amount += 1
        fr.paid = 1
        fr.that_slot = <uint16_t>slot


cdef void exile_effect(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int16_t objects[MAX_OBJECTS]
    cdef int n, i, k, slot
    cdef Row *sel = &c.p.rows[r.a[0]] if r.a[0] >= 0 else NULL
    if r.a[1] == Z_BATTLEFIELD:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        fr.amount = n
        fr.paid = n > 0
        for i in range(n):
            if r.a[2] and fr.source >= 0:
                s.objects[fr.source].imprint = s.objects[objects[i]].kind
            fr.that = objects[i]
            fr.that_slot = s.objects[objects[i]].slot
            leave(c, objects[i], Z_EXILE)
            if s.n_exile and s.exile[s.n_exile - 1] == fr.that_slot and objects[i] != fr.source:
                remember_exiled(c, fr)
        if n == 0 and sel != NULL and sel.op == OP_That and fr.that_slot != NO_SLOT:
            move_card(c, fr.that_slot, Z_EXILE)
            remember_exiled(c, fr)
        return
    if sel == NULL:
        return
    if sel.op == OP_This or sel.op == OP_That:
        slot = fr.that_slot if sel.op == OP_That and fr.that_slot != NO_SLOT else fr.slot
        if r.a[1] == Z_STACK:  # the resolving spell exiles itself
            if fr.slot != NO_SLOT:
                put_card(c, fr.slot, Z_EXILE)
                fr.slot = NO_SLOT
        elif slot != NO_SLOT and move_card(c, slot, Z_EXILE):
            remember_exiled(c, fr)
        return
    n = 999
    k = 0
    if sel.op == OP_Choose or sel.op == OP_Target:
        n = amount(c, sel.a[2], fr)
        k = sel.a[1] if sel.op == OP_Target else amount(c, sel.a[1], fr)
    fr.amount = 0
    while n > 0 and s.status == OK:
        n -= 1
        if r.a[1] == Z_TOP or r.a[1] == Z_LIBRARY or r.a[1] == Z_TOP_OF_LIBRARY:
            slot = lib_draw(&s.library)
            if slot < 0:
                return
            s.looked = 1
        elif r.a[1] == Z_HAND:
            slot = choose_card(c, s.hand, s.n_hand, sel.a[0], fr, D_HAND, k <= 0 and sel.op != OP_Each)
        elif r.a[1] == Z_GRAVEYARD:
            slot = choose_card(c, s.graveyard, s.n_graveyard, sel.a[0], fr, D_CARD, k <= 0 and sel.op != OP_Each)
        else:
            return
        k -= 1
        if slot < 0 or s.status != OK:
            return
        if r.a[1] == Z_HAND or r.a[1] == Z_GRAVEYARD:
            take_from(c, slot, r.a[1])
        put_card(c, slot, Z_EXILE)
        fr.that_slot = <uint16_t>slot
        fr.amount += 1
        fr.paid = 1
        remember_exiled(c, fr)
        if r.a[2] and fr.source >= 0:
            s.objects[fr.source].imprint = <int16_t>c.p.slot_kind[slot]


cdef void scry(Context *c, int n, bint surveil, Frame *fr) noexcept nogil:
    """CR 701.22 / 701.25: each card is kept on top or put away, in order."""
    cdef State *s = c.s
    cdef uint16_t cards[MAX_KNOWN]
    cdef int i, k, m
    n = lib_look(&s.library, min(n, 16))
    s.looked = 1
    for i in range(n):
        cards[i] = s.library.top[i]
        note(c, E_LOOK, cards[i])
    for i in range(n):
        fr.that_slot = cards[i]
        c.n_options = 0
        option(c, 0)
        option(c, 1)
        c.need_source = cards[i]
        k = decide(c, D_SCRY, cards[i], 0)
        if s.status != OK:
            return
        if k == 1:
            lib_remove(&s.library, cards[i])
            put_card(c, cards[i], Z_GRAVEYARD if surveil else Z_BOTTOM)


cdef int zone_of_word(int word) noexcept nogil:
    # words "hand|battlefield|top|graveyard|bottom|exile" of Look.to
    if word == 0:
        return Z_HAND
    if word == 2:
        return Z_TOP
    if word == 3:
        return Z_GRAVEYARD
    if word == 4:
        return Z_BOTTOM
    return Z_EXILE


cdef void look(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Look at the top cards, take some, put the rest away (CR 701.20)."""
    cdef State *s = c.s
    cdef uint16_t cards[MAX_KNOWN]
    cdef int n = lib_look(&s.library, min(MAX_KNOWN - 1, amount(c, r.a[0], fr))), i, k, taken = 0, most
    cdef int types = 0
    cdef Row *also
    s.looked = 1
    for i in range(n):
        cards[i] = s.library.top[i]
        note(c, E_LOOK, cards[i])
    most = amount(c, r.a[2], fr)
    if most < 0:
        most = n
    while taken < most and s.status == OK:
        if r.a[6] & 2:  # one of each card type
            k = choose_of_new_type(c, cards, n, fr, types)
            if k >= 0:
                types |= c.p.faces[slot_face(c, k)].types & -(c.p.faces[slot_face(c, k)].types & ~types)
        else:
            k = choose_card(c, cards, n, r.a[1], fr, D_CARD, r.a[6] & 1 != 0)
        if k < 0 or s.status != OK:
            break
        taken += 1
        fr.that_slot = <uint16_t>k
        for i in range(n):
            if cards[i] == k:
                n -= 1
                memmove(&cards[i], &cards[i + 1], (n - i) * sizeof(uint16_t))
                break
        lib_remove(&s.library, k)
        if r.a[3] == 1:
            i = enter(c, slot_face(c, k), k, fr.controller, False, r.a[5] != 0, 0, 0, 0)
            fr.that = <int16_t>i
        else:
            put_card(c, k, zone_of_word(r.a[3]))
            fr.that = -1
            if r.a[3] == 5:
                remember_exiled(c, fr)
    fr.amount = taken
    fr.paid = taken > 0
    if r.a[6] >> 2 and s.status == OK and not (c.p.rows[(r.a[6] >> 2) - 1].a[3] and taken):  # the second take
        also = &c.p.rows[(r.a[6] >> 2) - 1]
        taken = 0
        most = amount(c, also.a[0], fr)
        while taken < (n if most < 0 else most) and n > 0:
            k = choose_card(c, cards, n, also.a[1], fr, D_CARD, also.a[1] >= 0)
            if k < 0 or s.status != OK:
                break
            taken += 1
            for i in range(n):
                if cards[i] == k:
                    n -= 1
                    memmove(&cards[i], &cards[i + 1], (n - i) * sizeof(uint16_t))
                    break
            lib_remove(&s.library, k)
            if also.a[2] == 1:
                enter(c, slot_face(c, k), k, fr.controller, False, False, 0, 0, 0)
            else:
                put_card(c, k, zone_of_word(also.a[2]))
    if s.status != OK:
        return
    for i in range(n - 1 if r.a[4] == 2 else 0):  # back in any order
        k = choose_card(c, &cards[i], n - i, -1, fr, D_CARD, False)
        if s.status != OK:
            return
        for most in range(n - 1, i, -1):
            if cards[most] == k:
                memmove(&cards[i + 1], &cards[i], (most - i) * sizeof(uint16_t))
                cards[i] = <uint16_t>k
    if r.a[4] == 2:
        memcpy(s.library.top, cards, n * sizeof(uint16_t))
    if r.a[4] == 1:
        fr.amount = n  # "put into your graveyard this way"
    for i in range(n):
        # words "bottom|graveyard|top|hand|battlefield|exile|shuffled" of Look.rest
        if r.a[4] == 2:
            continue
        lib_remove(&s.library, cards[i])
        if r.a[4] == 0:
            put_card(c, cards[i], Z_BOTTOM)
        elif r.a[4] == 1:
            put_card(c, cards[i], Z_GRAVEYARD)
        elif r.a[4] == 3:
            put_card(c, cards[i], Z_HAND)
        elif r.a[4] == 5:
            put_card(c, cards[i], Z_EXILE)
            remember_exiled(c, fr)
            fr.that_slot = cards[i]
            fr.amount = i + 1
        elif r.a[4] == 6:
            put_card(c, cards[i], Z_LIBRARY)


cdef void reveal_until(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef uint16_t rest[MAX_CARDS]
    cdef int n = 0, want = amount(c, r.a[1], fr), slot, i
    cdef bint anew = r.a[3] == 6
    s.looked = 1
    while want > 0:
        slot = lib_draw(&s.library)
        if slot < 0:
            break
        note(c, E_LOOK, slot)
        if match_face(c, r.a[0], slot_face(c, slot), fr):
            want -= 1
            fr.that_slot = <uint16_t>slot
            if r.a[2] == 1:
                enter(c, slot_face(c, slot), slot, fr.controller, False, r.a[4] != 0, 0, 0, 0)
            else:
                put_card(c, slot, zone_of_word(r.a[2]))
                if r.a[2] == 5:
                    remember_exiled(c, fr)
        else:
            rest[n] = <uint16_t>slot
            n += 1
    for i in range(n):
        if r.a[3] == 1:
            put_card(c, rest[i], Z_GRAVEYARD)
        elif r.a[3] == 5:
            put_card(c, rest[i], Z_EXILE)
        elif r.a[3] == 3:
            put_card(c, rest[i], Z_HAND)
        else:
            # at the bottom in a random order is as good as unknown only after a shuffle
            if s.library.n_bottom < MAX_KNOWN - 1 and r.a[3] == 0:
                put_card(c, rest[i], Z_BOTTOM)
            else:
                s.library.inside[rest[i]] = 1
                s.library.unknown += 1
                anew = True  # the order has gone past it
    if anew:
        lib_permute(c, &s.library)


cdef bint cant(Context *c, int what, int face) noexcept nogil:
    """Whether something forbids it: what = cast 0, play lands 1, activate 2, search 3."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k, j, m
    cdef Row *r
    cdef Frame fr
    n = static_refs(c, OP_CantCast, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        frame_of(&fr, c.s, refs[k].source)
        if what == 0 and r.a[0] == 6 and c.s.spells_cast >= r.a[3] and not (r.a[4] == 2 and refs[k].controller == 0) \
                and not (r.a[4] == 0 and refs[k].controller) and (face < 0 or match_face(c, r.a[1], face, &fr)):
            m = c.s.spells_cast
            for j in range(min(8, c.s.spells_cast)):
                if c.s.cast_now[j] >= 0 and not match_face(c, r.a[1], c.s.cast_now[j], &fr):
                    m -= 1
            if m >= r.a[3]:
                return True  # no more than so many such spells each turn
        if r.a[0] != what:
            continue
        if r.a[4] == 0 and refs[k].controller != 0:
            continue
        if r.a[4] == 2 and refs[k].controller == 0:
            continue
        if what == 0 and (r.a[3] or (face >= 0 and r.a[1] >= 0 and not match_face(c, r.a[1], face, &fr))):
            continue
        if what == 2:
            continue  # looked at by ability: see can_activate
        return True
    return False
