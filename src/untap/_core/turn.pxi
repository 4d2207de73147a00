# The turn (CR 500-514): one function a step; `go_to` passes steps with their turn-based actions and triggers.

cdef int phase_word(int step) noexcept nogil:
    # the phase words of events
    if step == S_UPKEEP:
        return 2
    if step == S_DRAW:
        return 3
    if step == S_MAIN1:
        return 5
    if step == S_MAIN2:
        return 6
    if step == S_COMBAT:
        return 7
    if step == S_END:
        return 8
    if step == S_CLEANUP:
        return 9
    return 1


cdef void begin_turn(Context *c, int player) noexcept nogil:
    cdef State *s = c.s
    cdef int i
    mark(c)
    s.active = player
    s.step = 0
    if player == 0:
        s.turn += 1
    s.lands_played = 0
    s.extra_land_plays = 0
    s.extra_combats = 0
    s.spells_last = s.spells_cast
    s.spells_cast = 0
    s.draws = 0
    s.land_entered = 0
    s.attacked = s.combats = s.left = 0
    s.died = s.descended = 0
    s.mana_spent = 0
    memset(s.flows, 0, sizeof(s.flows))
    s.spells_allowed = -1
    s.n_may = 0
    s.instants_cast = s.discarded = s.life_gained = s.life_lost = s.types_cast = s.miracle = 0
    for i in range(s.n_objects):
        if s.objects[i].alive:
            s.objects[i].used = 0
            s.objects[i].modes &= 0xFF00
            memset(s.objects[i].resolved, 0, sizeof(s.objects[i].resolved))
            s.objects[i].entered = 0
            s.objects[i].pad &= <uint8_t>~129
            s.objects[i].fought = 0
            if s.objects[i].controller == player:
                s.objects[i].sick = 0  # CR 302.6: controlled continuously since the turn began
    s.no_priority = 1
    touch_board(c)
    note(c, E_TURN, s.turn, player)
    end_effects_of_player(c, player, 1)


cdef void end_effects_of_player(Context *c, int player, int duration=1) noexcept nogil:
    # 1 "until your next turn", 4 "until your next untap step", or during it, 5 "until its controller's next untap step"
    cdef State *s = c.s
    cdef int k = 0, whose, that
    while k < s.n_effects:
        whose = s.effects[k].controller
        that = s.effects[k].that
        if duration == 5 and that >= 0:
            whose = s.objects[that].controller
        if s.effects[k].duration == duration and whose == player:
            drop_effect(c, k)
            continue
        k += 1


cdef bint static_covers(Context *c, int op, int i) noexcept nogil:
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    n = static_refs(c, op, refs)
    for k in range(n):
        if applies_to(c, &refs[k], c.p.rows[refs[k].row].a[0], i):
            return True
    return False


cdef bint step_skipped(Context *c, int step, int player) noexcept nogil:
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Row *r
    n = static_refs(c, OP_SkipStepStatic, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[0] == step and (r.a[1] == 1 or (r.a[1] == 0) == (refs[k].controller == player)):
            return True
    return False


cdef void untap_step(Context *c) noexcept nogil:
    """CR 502: phasing; which permanents untap; all at once.  Triggers wait for the upkeep (CR 502.4)."""
    cdef State *s = c.s
    cdef uint8_t will[MAX_OBJECTS]
    cdef StaticRef refs[MAX_STATICS]
    cdef int i, k, n, player = s.active
    mark(c)
    s.step = S_UNTAP
    s.no_priority = 1
    note(c, E_STEP, S_UNTAP)
    end_effects_of_player(c, player, 5)
    s.untapped_count = 0
    s.kept_tapped_count = 0
    s.untap_triggers = 0
    if player == 0 and s.skip_untap > 0:
        s.skip_untap -= 1  # what waits for the next untap step goes on waiting
        return
    refresh(c)
    if step_skipped(c, 0, player):
        return
    # 502.1 phasing
    for i in range(s.n_objects):
        will[i] = 0
        if s.objects[i].alive and s.objects[i].controller == player:
            if s.objects[i].phased:
                will[i] = 1
            elif s.chars[i].keywords & KW_PHASING:
                will[i] = 2
    for i in range(s.n_objects):
        if will[i] == 1:
            s.objects[i].phased = 0
            touch(c)
    for i in range(s.n_objects):
        if will[i] == 2:
            phase_out(c, i)
    refresh(c)
    # 502.3 which ones untap
    for i in range(s.n_objects):
        will[i] = 0
        if not s.objects[i].alive or s.objects[i].phased:
            continue
        if s.objects[i].controller != player:
            if s.objects[i].tapped and untaps_during_others(c, i, player):
                will[i] = 2
            continue
        if s.objects[i].skip_untap:
            s.objects[i].skip_untap = 0
            s.objects[i].exerted = 0
            if s.objects[i].tapped:
                s.kept_tapped_count += 1
            continue
        if not s.objects[i].tapped:
            continue
        if static_covers(c, OP_CantUntap, i):
            s.kept_tapped_count += 1
            continue
        will[i] = 1
    optional_untaps(c, will)
    if s.status != OK:
        return
    # "only one type" and "no more than n"
    n = static_refs(c, OP_UntapOneType, refs)
    if n > 0:
        c.n_options = 0
        for k in range(9):
            if c.p.rows[refs[0].row].a[0] >> k & 1:
                option(c, 1 << k)
        k = c.options[decide(c, D_NUMBER, refs[0].source, 0)]
        for i in range(s.n_objects):
            if will[i] == 1 and not s.chars[i].types & k:
                will[i] = 0
                s.kept_tapped_count += 1
    limit_untaps(c, will)
    if s.status != OK:
        return
    for i in range(s.n_objects):
        if will[i] and not untap_replaced(c, i) and untap_object(c, i):
            s.untapped_count += 1
    if s.n_delayed:
        as_permanents_untap(c)
    for i in range(s.n_objects):
        if s.objects[i].alive and s.objects[i].controller == player and s.objects[i].tapped and not s.objects[i].phased:
            note(c, E_STAYS, i)
    end_effects_of_player(c, player, 4)
    touch_board(c)


cdef void as_permanents_untap(Context *c) noexcept nogil:
    """What was to happen "as you untap your permanents" in this step: no trigger, it just happens."""
    cdef State *s = c.s
    cdef StackItem it
    cdef Frame fr
    cdef int n = s.n_waiting
    fire_delayed(c, phase_word(S_UNTAP))
    while s.n_waiting > n and s.status == OK:
        s.n_waiting -= 1
        it = s.waiting[s.n_waiting]
        frame_of_item(c, &it, &fr)
        run_list(c, it.effects, &fr)


cdef void limit_untaps(Context *c, uint8_t *will) noexcept nogil:
    """"Can't untap more than n ...": permanents are chosen one by one, as long as no limit stands against it (CR 502.3)."""
    cdef State *s = c.s
    cdef StaticRef refs[MAX_STATICS]
    cdef int left[16]
    cdef int i, k, n, used = 0, count
    cdef uint16_t under[MAX_OBJECTS]
    cdef Row *r
    cdef Frame fr
    memset(under, 0, sizeof(under))
    n = static_refs(c, OP_UntapLimit, refs)
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[2] == 1 and refs[k].controller != s.active or r.a[2] == 2 and refs[k].controller == s.active or used >= 16:
            continue
        frame_of(&fr, s, refs[k].source)
        fr.controller = refs[k].controller
        count = 0
        left[used] = amount(c, r.a[1], &fr)
        for i in range(s.n_objects):
            if will[i] == 1 and match_object(c, r.a[0], i, &fr):
                count += 1
        if count <= left[used]:
            continue
        for i in range(s.n_objects):
            if will[i] == 1 and match_object(c, r.a[0], i, &fr):
                under[i] |= <uint16_t>(1 << used)
        used += 1
    if used == 0:
        return
    for i in range(s.n_objects):
        if under[i]:
            will[i] = 3
    while True:
        c.n_options = 0
        for i in range(s.n_objects):
            if will[i] != 3:
                continue
            for k in range(used):
                if under[i] >> k & 1 and left[k] <= 0:
                    break
            else:
                option(c, i)
        if c.n_options == 0:
            break
        i = c.options[decide(c, D_UNTAP, -1, 0)]
        if s.status != OK:
            return
        will[i] = 1
        for k in range(used):
            if under[i] >> k & 1:
                left[k] -= 1
    for i in range(s.n_objects):
        if will[i] == 3:
            will[i] = 0
            s.kept_tapped_count += 1


cdef bint untap_replaced(Context *c, int i) noexcept nogil:
    """"If ... would untap during its controller's untap step, ... instead" (CR 614)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    cdef Frame fr
    n = static_refs(c, OP_UntapInstead, refs)
    for k in range(n):
        if c.s.objects[i].controller == c.s.active and applies_to(c, &refs[k], c.p.rows[refs[k].row].a[0], i):
            frame_of(&fr, c.s, refs[k].source)
            fr.controller = refs[k].controller
            fr.that = <int16_t>i
            run_list(c, c.p.rows[refs[k].row].a[1], &fr)
            return True
    return False


cdef bint untaps_during_others(Context *c, int i, int player) noexcept nogil:
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k
    n = static_refs(c, OP_UntapDuringOthers, refs)
    for k in range(n):
        if refs[k].controller != player and applies_to(c, &refs[k], c.p.rows[refs[k].row].a[0], i):
            return True
    return False


cdef void optional_untaps(Context *c, uint8_t *will) noexcept nogil:
    """"You may choose not to untap ..." with what follows if you do."""
    cdef StaticRef refs[MAX_STATICS]
    cdef State *s = c.s
    cdef int n, k, i
    cdef Frame fr
    n = static_refs(c, OP_MayNotUntap, refs)
    for k in range(n):
        for i in range(s.n_objects):
            if will[i] == 1 and applies_to(c, &refs[k], c.p.rows[refs[k].row].a[0], i):
                c.n_options = 0
                option(c, 0)
                option(c, 1)
                if decide(c, D_UNTAP, i, keeps_tapped(c, i)) == 1:
                    will[i] = 0
                    s.kept_tapped_count += 1
                    frame_of(&fr, s, refs[k].source)
                    fr.that = <int16_t>i
                    run_list(c, c.p.rows[refs[k].row].a[1], &fr)
                if s.status != OK:
                    return


cdef int keeps_tapped(Context *c, int i) noexcept nogil:
    # by default a permanent that keeps an effect going stays tapped
    cdef int k
    for k in range(c.s.n_effects):
        if c.s.effects[k].holder == i or (c.s.effects[k].duration == 2 and c.s.effects[k].source == i):
            return 1
    return 0


cdef inline bint skips_first_draw(int turn, int on_the_play, int opponents) noexcept nogil:
    return turn == 1 and on_the_play and opponents <= 1  # CR 103.8a


cdef void begin_step(Context *c, int step) noexcept nogil:
    """Turn-based actions and triggers of a step's beginning; they then wait or stand on the stack."""
    cdef State *s = c.s
    cdef int i, word
    release(c)
    if not s.no_priority or s.step <= S_UNTAP:
        mark(c)
    empty_pool(c, step == S_CLEANUP)
    s.step = step
    s.no_priority = 0
    if (step == S_UPKEEP or step == S_DRAW) and step_skipped(c, step - 1, s.active):
        s.no_priority = 1  # CR 500.11: nothing of the step happens
        return
    note(c, E_STEP, step)
    if s.lost:
        return
    if s.madness:
        forget_madness(c)
    s.miracle = 0
    if step == S_COMBAT:
        s.combats += 1
    elif step == S_MAIN2 and s.attacked:
        end_combat(c)
    word = phase_word(step)
    if step == S_UPKEEP and s.active == 0 and s.n_exile:
        exiled_at_upkeep(c)
    if step == S_DRAW:
        if s.active == 0:
            if s.skip_draw > 0:
                s.skip_draw -= 1
            elif not skips_first_draw(s.turn, s.on_the_play, s.opponents):
                draw_cards(c, 1)  # CR 504.1, 103.8a
    elif step == S_MAIN1 and s.active == 0:
        for i in range(s.n_objects):
            if s.objects[i].alive and s.objects[i].controller == 0 and not s.objects[i].phased and s.chars[i].types & ENCHANTMENT:
                saga_counter(c, i)  # CR 714.3b
    if step == S_CLEANUP:
        cleanup(c)
        if s.n_delayed:
            fire_delayed(c, word)
        put_waiting(c)
        s.again = s.n_stack > 0  # CR 514.3a
        return
    if step == S_DRAW:  # what came since the last upkeep has seen one now (CR 702.30a)
        for i in range(s.n_objects):
            if s.objects[i].controller == s.active:
                s.objects[i].pad &= <uint8_t>~8
    elif step == S_END and s.active == 0 and s.monarch:
        draw_cards(c, 1)  # CR 725.2
    fire(c, EV_PHASE, -1, -1, 0, 0, word)
    if s.n_delayed:
        fire_delayed(c, word)
    put_waiting(c)


cdef void cleanup(Context *c) noexcept nogil:
    """CR 514: discard to hand size; damage and "until end of turn" effects end."""
    cdef State *s = c.s
    cdef Frame fr
    cdef StaticRef refs[MAX_STATICS]
    cdef int size = 7, n, k
    if s.active == 0 and (s.n_hand > 7 or in_force(s, OP_NoHandLimit)):
        n = static_refs(c, OP_NoHandLimit, refs)
        for k in range(n):
            if refs[k].controller == 0:
                size = c.p.rows[refs[k].row].a[0]
                if size < 0:
                    size = 1000
        frame_of(&fr, s, -1)
        if s.n_hand > size:
            discard(c, s.n_hand - size, -1, &fr, False)
    for n in range(s.n_objects):
        s.objects[n].damage = 0  # CR 514.2
    end_effects(c, 0)
    empty_pool(c, True)
    s.spells_allowed = -1


cdef int next_step(State *s) noexcept nogil:
    """The step or phase after this one, additional ones included (CR 500.8)."""
    if s.step == S_MAIN2 and s.extra_combats > 0:
        s.extra_combats -= 1
        return S_COMBAT
    return s.step + 1 if s.step < S_CLEANUP else 0


cdef void advance_step(Context *c, bint resolve) noexcept nogil:
    """Go to the next step (or the next turn's untap step); what is on the stack resolves first if asked."""
    cdef State *s = c.s
    if resolve:
        settle_stack(c)
    if s.status != OK:
        return
    if s.step == S_CLEANUP and s.again:
        begin_step(c, S_CLEANUP)
    elif s.step == S_CLEANUP:
        if s.active == 0 and s.extra_turns > 0:
            s.extra_turns -= 1
            begin_turn(c, 0)
        elif s.active == 0:
            begin_turn(c, 1)
        elif may_skip_turn(c):
            begin_turn(c, 1)
        else:
            begin_turn(c, 0)
        untap_step(c)
    elif s.step == 0:
        untap_step(c)
    else:
        begin_step(c, next_step(s))
        while s.no_priority and s.status == OK and s.step < S_CLEANUP:  # the step was skipped
            begin_step(c, next_step(s))
