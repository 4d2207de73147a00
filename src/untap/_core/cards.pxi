# Effects on cards: libraries, exile and what may be played from there, copies, and other rows that `run_row` hands on.

cdef bint ours(Context *c, int who, Frame *fr) noexcept nogil:
    """Whether an effect on this player (words of the opcode table) is on us; of targets one chooses oneself."""
    if who == 0:
        return fr.controller == 0
    if who == 1:
        return True
    if who == 3:  # that player: whose object the event was about, else whose turn it is
        if fr.that >= 0:
            return c.s.objects[fr.that].controller == 0
        return c.s.active == 0
    if who == 4 or who == 6:  # a spell that isn't there is somebody else's
        return fr.that >= 0 and c.s.objects[fr.that].controller == 0
    if who == 7:
        return fr.controller == 0
    return who == 8 and c.s.active == 0  # the active player


cdef int zone_of_slot(Context *c, int slot) noexcept nogil:
    """Where a card is: graveyard, exile, hand, command zone or library; -1 where it is an object."""
    cdef State *s = c.s
    cdef int i
    for i in range(s.n_graveyard):
        if s.graveyard[i] == slot:
            return Z_GRAVEYARD
    for i in range(s.n_exile):
        if s.exile[i] == slot:
            return Z_EXILE
    for i in range(s.n_hand):
        if s.hand[i] == slot:
            return Z_HAND
    for i in range(s.n_command):
        if s.command[i] == slot:
            return Z_COMMAND
    if s.library.inside[slot]:
        return Z_LIBRARY
    return -1


cdef bint move_card(Context *c, int slot, int to) noexcept nogil:
    """Move a card that is no object to a zone; False if it is nowhere."""
    cdef int zone = zone_of_slot(c, slot)
    if zone < 0:
        return False
    take_from(c, slot, zone)
    put_card(c, slot, to)
    return True


cdef void remember_exiled(Context *c, Frame *fr) noexcept nogil:
    """The card exiled last is linked to the source (CR 607)."""
    cdef int slot = NO_SLOT
    if c.s.n_exile == 0:
        return
    if fr.source >= 0:
        slot = c.s.objects[fr.source].slot
    elif fr.slot != NO_SLOT:
        slot = fr.slot
    if slot != NO_SLOT:
        c.s.exiled[c.s.n_exile - 1].with_ = <int16_t>slot


cdef int choose_exiled(Context *c, int filter_, Frame *fr, bint may_stop) noexcept nogil:
    """Choose a card in exile that matches, -1 for none."""
    cdef State *s = c.s
    cdef uint16_t cards[MAX_CARDS]
    cdef int i, n = 0
    for i in range(s.n_exile):
        if wants_exiled_with(c, filter_) and not exiled_with(c, i, fr):
            continue
        cards[n] = s.exile[i]
        n += 1
    return choose_card(c, cards, n, filter_, fr, D_CARD, may_stop)


cdef int choose_of_new_type(Context *c, uint16_t *cards, int n, Frame *fr, int types) noexcept nogil:
    """Choose one of the cards that has a card type which none taken so far stands for."""
    cdef uint16_t some[MAX_KNOWN]
    cdef int i, m = 0
    for i in range(n):
        if c.p.faces[slot_face(c, cards[i])].types & ~types:
            some[m] = cards[i]
            m += 1
    return choose_card(c, some, m, -1, fr, D_CARD, True)


cdef void to_bottom_at_random(Context *c, uint16_t *cards, int n) noexcept nogil:
    """Cards go to the bottom in a random order: unknown where the known part is full."""
    cdef int i, k
    cdef uint16_t slot
    for i in range(n - 1, 0, -1):
        k = <int>bounded(c.rng, <uint32_t>(i + 1))
        slot = cards[i]
        cards[i] = cards[k]
        cards[k] = slot
    for i in range(n):
        if c.s.library.n_bottom < MAX_KNOWN - 1:
            put_card(c, cards[i], Z_BOTTOM)
        else:
            put_card(c, cards[i], Z_LIBRARY)


cdef bint has_madness(Context *c, int slot) noexcept nogil:
    cdef Face *f = &c.p.faces[slot_face(c, slot)]
    cdef int k
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AlternativeCost and c.p.rows[ab.row].a[2] == A_MADNESS:
            return True
    return False


cdef void forget_madness(Context *c) noexcept nogil:
    """The card discarded into exile wasn't cast: it goes to the graveyard (CR 702.35a)."""
    cdef int slot = c.s.madness - 1
    c.s.madness = 0
    if slot >= 0 and zone_of_slot(c, slot) == Z_EXILE:
        take_from(c, slot, Z_EXILE)
        put_card(c, slot, Z_GRAVEYARD)


cdef bint has_optional(Context *c, Face *f, int keyword) noexcept nogil:
    cdef int k
    cdef Ability *ab
    for k in range(f.n_abilities):
        ab = &c.p.abilities[c.p.face_abilities[f.ability + k]]
        if ab.type == OTHER and c.p.rows[ab.row].op == OP_AdditionalCost and c.p.rows[ab.row].a[1] and c.p.rows[ab.row].a[3] == keyword:
            return True
    return False


cdef void to_zone(Context *c, Row *r, Frame *fr, int to) noexcept nogil:
    """Put objects, or cards of a zone, into the library or the graveyard."""
    cdef State *s = c.s
    cdef int16_t objects[MAX_OBJECTS]
    cdef Row *sel = &c.p.rows[r.a[0]]
    cdef int n, i, slot, zone = r.a[1], least = 1, most = 1
    if zone == Z_BATTLEFIELD and sel.op != OP_That:
        n = select_objects(c, r.a[0], fr, objects, D_OBJECT)
        fr.paid = n > 0
        for i in range(n):
            leave(c, objects[i], to)
        if n or sel.op != OP_This:
            return
        zone = 11
    if sel.op == OP_That or sel.op == OP_This:
        slot = fr.that_slot if sel.op == OP_That and fr.that_slot != NO_SLOT else fr.slot
        if sel.op == OP_That and fr.that >= 0 and s.objects[fr.that].alive:
            leave(c, fr.that, to)
        elif slot != NO_SLOT and slot == fr.slot and zone_of_slot(c, slot) < 0 and fr.source < 0:
            put_card(c, slot, to)  # the resolving spell itself
            fr.slot = NO_SLOT
        elif slot != NO_SLOT:
            move_card(c, slot, to)
        return
    if sel.op == OP_Choose or sel.op == OP_Target:
        most = amount(c, sel.a[2], fr)
        least = sel.a[1] if sel.op == OP_Target else amount(c, sel.a[1], fr)
    elif sel.op == OP_Each:
        most = 999
        least = 999
    while most > 0 and s.status == OK:
        most -= 1
        if zone == Z_HAND:
            slot = choose_card(c, s.hand, s.n_hand, sel.a[0], fr, D_HAND, least <= 0)
        elif zone == Z_GRAVEYARD:
            slot = choose_card(c, s.graveyard, s.n_graveyard, sel.a[0], fr, D_CARD, least <= 0)
        elif zone == Z_EXILE:
            slot = choose_exiled(c, sel.a[0], fr, least <= 0)
        else:
            return
        if slot < 0 or s.status != OK:
            return
        least -= 1
        take_from(c, slot, zone)
        put_card(c, slot, to)
        fr.that_slot = <uint16_t>slot


cdef void shuffle_in(Context *c, int what) noexcept nogil:
    """Whole zones into the library, which is shuffled (what: 0 hand, 1 graveyard, 2 both)."""
    cdef State *s = c.s
    cdef int slot
    while what != 1 and s.n_hand:
        slot = s.hand[s.n_hand - 1]
        take_from(c, slot, Z_HAND)
        put_card(c, slot, Z_LIBRARY)
    while what != 0 and s.n_graveyard:
        slot = s.graveyard[s.n_graveyard - 1]
        take_from(c, slot, Z_GRAVEYARD)
        put_card(c, slot, Z_LIBRARY)
    lib_shuffle(c, &s.library)


cdef void exile_to_play(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Exile cards from the top; they may be played for a time (CR 406.3)."""
    cdef State *s = c.s
    cdef int i, slot
    for i in range(amount(c, r.a[0], fr)):
        slot = lib_draw(&s.library)
        if slot < 0:
            return
        s.looked = 1
        note(c, E_LOOK, slot)
        put_card(c, slot, Z_EXILE)
        remember_exiled(c, fr)
        permit_exiled(c, s.n_exile - 1, r.a[1], r.a[2])


cdef void permit_exiled(Context *c, int k, int duration, int free_) noexcept nogil:
    cdef Exiled *x = &c.s.exiled[k]
    x.permit = X_ALWAYS if duration == 2 else X_TURN
    x.turn = <int16_t>(c.s.turn + (1 if duration == 1 else 0))
    if free_:
        x.permit |= X_FREE


cdef void may_play(Context *c, Row *r, Frame *fr) noexcept nogil:
    """The card spoken of, or all that were exiled with it just now, may be played (CR 601.3)."""
    cdef State *s = c.s
    cdef int k, zone
    if fr.that_slot == NO_SLOT:
        return
    zone = zone_of_slot(c, fr.that_slot)
    if zone == Z_EXILE:
        for k in range(s.n_exile):
            if s.exile[k] == fr.that_slot:
                permit_exiled(c, k, r.a[0], r.a[1])
        if s.exile[s.n_exile - 1] == fr.that_slot:
            for k in range(max(0, s.n_exile - fr.amount), s.n_exile):
                permit_exiled(c, k, r.a[0], r.a[1])
    elif zone == Z_GRAVEYARD and s.n_may < 4:
        s.may_slot[s.n_may] = fr.that_slot
        s.may_until[s.n_may] = (s.turn + (1 if r.a[0] == 1 else 0)) | r.a[1] << 16
        s.n_may += 1


cdef int graveyard_permit(Context *c, int slot) noexcept nogil:
    """A permission for this card alone: 0 for its mana cost, -2 free, -1 none."""
    cdef State *s = c.s
    cdef int k
    for k in range(s.n_may):
        if s.may_slot[k] == slot and s.turn <= s.may_until[k] & 0xFFFF:
            return -2 if s.may_until[k] >> 16 else 0
    return -1


cdef void exile_with(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Suspend, foretell, plot: the card from hand is exiled with what it needs to be cast later."""
    cdef State *s = c.s
    cdef Exiled *x
    if fr.slot == NO_SLOT or zone_of_slot(c, fr.slot) < 0:
        return
    move_card(c, fr.slot, Z_EXILE)
    x = exiled_card(s, fr.slot)
    if x == NULL:
        return
    x.turn = <int16_t>s.turn
    x.permit = X_SUSPENDED if r.a[0] == 0 else X_FORETOLD if r.a[0] == 1 else X_PLOTTED
    x.count = <uint8_t>min(255, max(0, amount(c, r.a[1], fr)))


cdef void exiled_at_upkeep(Context *c) noexcept nogil:
    """Time counters come off suspended cards, the last one casts them; rebound casts again (CR 702.62, 702.88)."""
    cdef State *s = c.s
    cdef int k = 0, slot, n
    while k < s.n_exile and s.status == OK:
        slot = s.exile[k]
        n = s.n_exile
        if s.exiled[k].permit & X_REBOUND:
            s.exiled[k].permit = 0
            cast_freely(c, slot, Z_EXILE)
        elif s.exiled[k].permit & X_SUSPENDED and s.exiled[k].count:
            s.exiled[k].count -= 1
            if s.exiled[k].count == 0:
                s.exiled[k].permit = 0
                if cast_freely(c, slot, Z_EXILE):
                    s.stack[s.n_stack - 1].keyword = A_SUSPEND  # a creature has haste: see enter_spell
        if s.n_exile == n:
            k += 1


cdef void turn_face_up(Context *c, int i) noexcept nogil:
    """CR 708.7; a permanent that can't be one (an instant) stays as it is."""
    cdef Object *o = &c.s.objects[i]
    if not o.pad & 32:
        return
    o.pad &= <uint8_t>~32
    touch(c)
    refresh(c)
    fire(c, EV_FACE_UP, i, o.face, 0, 0, 0, o.controller)


cdef void explore_object(Context *c, int i) noexcept nogil:
    """CR 701.44: a land goes to the hand; else a counter, and the card may go to the graveyard."""
    cdef State *s = c.s
    cdef int slot
    if c.mode == M_LAZY and s.library.n_top == 0:
        return
    if lib_look(&s.library, 1) < 1:
        return
    s.looked = 1
    slot = s.library.top[0]
    note(c, E_REVEAL, slot)
    if c.p.faces[slot_face(c, slot)].types & LAND:
        lib_remove(&s.library, slot)
        put_card(c, slot, Z_HAND)
        return
    if i >= 0 and s.objects[i].alive:
        s.objects[i].counters[C_PLUS] = <uint8_t>min(255, s.objects[i].counters[C_PLUS] + 1)
        touch(c)
        fire(c, EV_COUNTERS, i, -1, 1, 1)
    c.n_options = 0
    option(c, 0)
    option(c, 1)
    if decide(c, D_SCRY, slot, 0) == 1 and s.status == OK:
        lib_remove(&s.library, slot)
        put_card(c, slot, Z_GRAVEYARD)


cdef void copy_tokens(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Tokens that are copies of an object, or of a card of a zone (CR 707.2)."""
    cdef State *s = c.s
    cdef int16_t objects[MAX_OBJECTS]
    cdef Row *sel = &c.p.rows[r.a[0]]
    cdef int n, i, k, j, face = -1
    n = select_objects(c, r.a[0], fr, objects, D_TARGET) if r.a[3] == Z_BATTLEFIELD else 0
    for k in range(max(1, n)):
        if n:
            face = s.objects[objects[k]].face
        elif sel.op == OP_Choose or sel.op == OP_Target:
            if r.a[3] != Z_GRAVEYARD:
                return
            i = choose_card(c, s.graveyard, s.n_graveyard, sel.a[0], fr, D_CARD, False)
            if i < 0 or s.status != OK:
                return
            face = slot_face(c, i)
        elif fr.that_slot != NO_SLOT and sel.op == OP_That:
            face = slot_face(c, fr.that_slot)
        elif fr.slot != NO_SLOT:
            face = slot_face(c, fr.slot)
        if face < 0:
            return
        for j in range(min(64, tokens_made(c, face, amount(c, r.a[1], fr), fr.controller))):
            i = enter(c, face, -1, fr.controller, True, r.a[2] != 0, 0, 0, 0)
            if s.status != OK:
                return
            fr.that = <int16_t>i
            if i >= 0 and r.a[4] & 1:
                s.objects[i].sick = 0
            if i >= 0:
                run_list(c, r.a[5], fr)


cdef void cast_on_resolution(Context *c, Row *r, Frame *fr) noexcept nogil:
    """You may cast a card of a zone without paying its mana cost (CR 608.2g)."""
    cdef State *s = c.s
    cdef int slot = -1, zone = r.a[1]
    cdef Frame look = fr[0]
    if c.mode == M_LAZY:
        return
    if r.a[0] >= 0 and c.p.filters[r.a[0]].which == 4 or zone == 11:
        slot = fr.that_slot if fr.that_slot != NO_SLOT else -1
        zone = zone_of_slot(c, slot) if slot >= 0 else -1
        if zone < 0:
            return
    elif zone == Z_HAND:
        slot = choose_card(c, s.hand, s.n_hand, r.a[0], &look, D_HAND, True)
    elif zone == Z_GRAVEYARD:
        slot = choose_card(c, s.graveyard, s.n_graveyard, r.a[0], &look, D_CARD, True)
    elif zone == Z_EXILE:
        slot = choose_exiled(c, r.a[0], &look, True)
    elif zone == Z_TOP or zone == Z_TOP_OF_LIBRARY or zone == Z_LIBRARY:
        if lib_look(&s.library, 1):
            slot = s.library.top[0]
            if r.a[0] >= 0 and not match_face(c, r.a[0], slot_face(c, slot), &look):
                slot = -1
        zone = Z_TOP
    if slot < 0 or s.status != OK:
        return
    if c.p.faces[slot_face(c, slot)].types & LAND:  # "play": a land drop of this turn
        if land_plays_left(c) > 0 and s.active == 0:
            play_land(c, slot, slot_face(c, slot), zone)
            fr.paid = 1
        return
    fr.paid = cast_freely(c, slot, zone)


cdef void cast_copy(Context *c, Frame *fr) noexcept nogil:
    """A copy of a card is cast without paying its mana cost; it ceases to exist when it has resolved (CR 707.12)."""
    cdef State *s = c.s
    cdef int face = slot_face(c, fr.that_slot)
    cdef StackItem *it
    if c.p.faces[face].types & LAND or cant(c, 0, face) or not spell_has_targets(c, face) or not yes(c, fr.source, 1):
        return
    if s.n_stack >= MAX_STACK:
        fail(c, TOO_MANY)
        return
    it = &s.stack[s.n_stack]
    clear_item(it)
    it.face = <int16_t>face
    it.copy_ = 1
    it.from_zone = Z_EXILE
    s.n_stack += 1
    if s.spells_cast < 8:
        s.cast_now[s.spells_cast] = <int16_t>face
    s.spells_cast += 1
    s.spells_game += 1
    s.cast_zone = Z_EXILE
    s.cast_slot = fr.that_slot
    if c.p.faces[face].types & (INSTANT | SORCERY):
        s.instants_cast += 1
    fire(c, EV_CAST, -1, face, 0, 0, 0, 0)


cdef void manifest(Context *c, int n, bint dread, Frame *fr) noexcept nogil:
    """Top cards go onto the battlefield face down; of two for dread, the other into the graveyard (CR 701.40, 701.62)."""
    cdef State *s = c.s
    cdef uint16_t cards[2]
    cdef StackItem down
    cdef int slot, i, k
    if c.mode == M_LAZY and s.library.n_top == 0:
        return
    for k in range(n):
        if dread:
            i = lib_look(&s.library, 2)
            if i < 1:
                return
            cards[0] = s.library.top[0]
            cards[1] = s.library.top[i - 1]
            slot = choose_card(c, cards, i, -1, fr, D_CARD, False)
            if s.status != OK:
                return
            lib_remove(&s.library, slot)
            if i > 1:
                i = cards[0] if slot == cards[1] else cards[1]
                lib_remove(&s.library, i)
                put_card(c, i, Z_GRAVEYARD)
        else:
            slot = lib_draw(&s.library)
        if slot < 0:
            return
        s.looked = 1
        clear_item(&down)
        down.keyword = A_MORPH
        down.from_zone = 255  # wasn't cast
        c.casting = &down
        i = enter(c, slot_face(c, slot), slot, fr.controller, False, False, 0, 0, 0)
        c.casting = NULL
        fr.that = <int16_t>i
        fr.that_slot = <uint16_t>slot


cdef void pick(Context *c, Row *r, Frame *fr) noexcept nogil:
    """Choose what the following effects speak of."""
    cdef State *s = c.s
    cdef int16_t objects[MAX_OBJECTS]
    cdef Row *sel = &c.p.rows[r.a[0]]
    cdef int n, slot = -1
    if r.a[1] == Z_BATTLEFIELD:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        fr.that = objects[0] if n else -1
        fr.that_slot = s.objects[objects[0]].slot if n else NO_SLOT
        fr.amount = n
        return
    if r.a[1] == Z_HAND:
        slot = choose_card(c, s.hand, s.n_hand, sel.a[0], fr, D_HAND, sel.a[1] == 0)
    elif r.a[1] == Z_GRAVEYARD:
        slot = choose_card(c, s.graveyard, s.n_graveyard, sel.a[0], fr, D_CARD, sel.a[1] == 0)
    elif r.a[1] == Z_EXILE:
        slot = choose_exiled(c, sel.a[0], fr, sel.a[1] == 0)
    fr.that = -1
    fr.that_slot = <uint16_t>slot if slot >= 0 else NO_SLOT


cdef void card_row(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int16_t objects[MAX_OBJECTS]
    cdef int n, i
    cdef bint mine = fr.controller == 0
    if r.op == OP_ToLibrary:
        to_zone(c, r, fr, Z_TOP if r.a[2] == 0 else Z_BOTTOM if r.a[2] == 1 else Z_LIBRARY)
    elif r.op == OP_ToGraveyard:
        to_zone(c, r, fr, Z_GRAVEYARD)
    elif r.op == OP_ShuffleIn:
        shuffle_in(c, r.a[0])
    elif r.op == OP_ExilePlay:
        if mine and not (c.mode == M_LAZY and s.library.n_top == 0):
            exile_to_play(c, r, fr)
    elif r.op == OP_ExileWith:
        exile_with(c, r, fr)
    elif r.op == OP_MayPlay:
        if mine:
            may_play(c, r, fr)
    elif r.op == OP_CastCopy:
        if mine and fr.that_slot != NO_SLOT and c.mode != M_LAZY:
            cast_copy(c, fr)
    elif r.op == OP_Manifest:
        if mine:
            manifest(c, amount(c, r.a[0], fr), r.a[1] != 0, fr)
    elif r.op == OP_ExilePermit:
        if fr.slot != NO_SLOT and exiled_card(s, fr.slot) != NULL:
            exiled_card(s, fr.slot).permit = X_ALWAYS
    elif r.op == OP_TurnFaceUp:
        i = object_of(c, r.a[0], fr)
        if i >= 0:
            turn_face_up(c, i)
    elif r.op == OP_Pick:
        pick(c, r, fr)
    elif r.op == OP_Damage:
        n = select_objects(c, r.a[0], fr, objects, D_TARGET)
        for i in range(n):
            if s.chars[objects[i]].types & PLANESWALKER:
                s.objects[objects[i]].counters[C_LOYALTY] = <uint8_t>max(0, s.objects[objects[i]].counters[C_LOYALTY] - amount(c, r.a[1], fr))
            s.objects[objects[i]].damage = <uint8_t>min(255, s.objects[objects[i]].damage + max(0, amount(c, r.a[1], fr)))
    elif r.op == OP_Explore:
        if mine:
            n = select_objects(c, r.a[0], fr, objects, D_TARGET)
            explore_object(c, objects[0] if n else -1)
    elif r.op == OP_CopyToken:
        if mine:
            copy_tokens(c, r, fr)
    elif r.op == OP_EndGame:
        if mine:
            s.lost |= 2
            note(c, E_LOSE, 2)
    elif r.op == OP_Designation:
        if r.a[0] == 0:
            s.blessing = 1
        elif r.a[0] == 1:
            s.monarch = 1
    elif r.op == OP_Discover:
        if mine:
            cascade(c, amount(c, r.a[0], fr))
    elif r.op == OP_BecomeCopy:
        become_copy(c, r, fr)
    elif r.op == OP_FlipCoin:
        run_list(c, r.a[0] if bounded(c.rng, 2) else r.a[1], fr)
    elif r.op == OP_CastFree:
        if mine:
            cast_on_resolution(c, r, fr)
