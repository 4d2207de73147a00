# Characteristics (CR 613), filters, amounts, conditions.

cdef struct StaticRef:         # one static effect in force
    int32_t row
    int16_t source
    int16_t that
    uint16_t stamp
    uint8_t controller
    uint8_t chosen_sub
    uint8_t x
    uint8_t locked             # from a resolved effect: applies to `that` only, if that is >= 0


cdef enum:
    MAX_STATICS = 96


cdef inline uint8_t colors_spent(uint8_t *by) noexcept nogil:
    cdef int k, mask = 0
    for k in range(6):
        if by[k]:
            mask |= 1 << k
    return <uint8_t>mask


cdef inline void frame_of(Frame *f, State *s, int source) noexcept nogil:
    memset(f, 0, sizeof(Frame))
    f.source = <int16_t>source
    f.that = -1
    f.ability = -1
    f.slot = NO_SLOT
    f.that_slot = NO_SLOT
    f.chosen_color = 255
    f.chosen_sub = 255
    f.sacrificed_face = -1
    if source >= 0:
        f.face = s.objects[source].face
        f.controller = s.objects[source].controller
        f.x = s.objects[source].x
        f.kicks = s.objects[source].kicks
        f.keyword = s.objects[source].keyword
        f.paid_mana = s.objects[source].paid_mana
        f.from_zone = s.objects[source].from_zone
        memcpy(f.spent_by, s.objects[source].spent, 6)
        f.spent = colors_spent(f.spent_by)
    else:
        f.face = -1


cdef inline bint compare(int left, int op, int right) noexcept nogil:
    if op == 1:
        return left <= right
    if op == 2:
        return left >= right
    if op == 3:
        return left == right
    if op == 4:
        return left < right
    if op == 5:
        return left > right
    if op == 6:
        return left != right
    return True


cdef inline int bit_count(uint64_t v) noexcept nogil:
    cdef int n = 0
    while v:
        v &= v - 1
        n += 1
    return n


cdef inline bint match_values(Filter *f, int types, int supers, int colors, uint64_t s0, uint64_t s1, int mana_value,
                              int power, int toughness, int keywords, int name) noexcept nogil:
    cdef int n
    if f.types_any and not types & f.types_any:
        return False
    if types & f.types_all != f.types_all or types & f.types_not:
        return False
    if supers & f.super_all != f.super_all or supers & f.super_not:
        return False
    if (f.sub_any[0] | f.sub_any[1]) and not ((s0 & f.sub_any[0]) | (s1 & f.sub_any[1])):
        return False
    if (s0 & f.sub_not[0]) | (s1 & f.sub_not[1]):
        return False
    if f.colors_any and not colors & f.colors_any:
        return False
    if colors & f.colors_not:
        return False
    if f.color_count:
        n = bit_count(colors & 31)
        if f.color_count == 1 and n != 0:
            return False
        if f.color_count == 2 and n == 0:
            return False
        if f.color_count == 3 and n != 1:
            return False
        if f.color_count == 4 and n < 2:
            return False
    if f.mana_value_op and not compare(mana_value, f.mana_value_op, f.mana_value):
        return False
    if f.power_op and not compare(power, f.power_op, f.power):
        return False
    if f.toughness_op and not compare(toughness, f.toughness_op, f.toughness):
        return False
    if f.keywords and keywords & f.keywords != f.keywords:
        return False
    if f.name >= 0 and f.name != name:
        return False
    if f.quality == 1 and f.costs & ~colors:
        return False
    return True


cdef bint object_makes_mana(Context *c, int i) noexcept nogil:
    cdef Chars *ch = &c.s.chars[i]
    cdef int k
    for k in range(ch.n_abilities):
        if c.p.abilities[ch.abilities[k]].flags & F_MANA:
            return True
    return False


cdef bint has_ability(Context *c, int i, bint other) noexcept nogil:
    """An activated ability that isn't a mana ability; or one with {T} in its cost."""
    cdef Chars *ch = &c.s.chars[i]
    cdef Ability *ab
    cdef int k
    for k in range(ch.n_abilities):
        ab = &c.p.abilities[ch.abilities[k]]
        if ab.type == ACTIVATED and (ab.flags & F_MANA == 0 if other else ab.flags & F_TAPS != 0):
            return True
    return False


cdef bint variable_fits(Context *c, Filter *f, int mana_value, int power, int toughness, Frame *fr) noexcept nogil:
    """Numbers of a filter that are amounts (operators from 8 on); without a source they are 0."""
    cdef Frame none
    if fr == NULL:
        frame_of(&none, c.s, -1)
        fr = &none
    if f.mana_value_op >= 8 and not compare(mana_value, f.mana_value_op - 8, amount(c, f.mana_value, fr)):
        return False
    if f.power_op >= 8 and not compare(power, f.power_op - 8, amount(c, f.power, fr)):
        return False
    if f.toughness_op >= 8 and not compare(toughness, f.toughness_op - 8, amount(c, f.toughness, fr)):
        return False
    return True


cdef bint face_quality(Context *c, Filter *f, int types, int supers, int power, int toughness, int keywords, int face_index,
                       uint64_t s0, uint64_t s1) noexcept nogil:
    """Qualities that a card and a permanent have alike."""
    cdef Face *face = &c.p.faces[face_index]
    cdef int i
    if f.quality == 9:
        return face.cost >= 0 and (face.cost == f.costs & 0xFFFF or face.cost + 1 == f.costs >> 16)
    if f.quality == 11:
        return keywords & f.costs == 0
    if f.quality == 13:
        if f.costs >= 0:
            return power <= f.costs or toughness <= f.costs
        return power >= -f.costs or toughness >= -f.costs
    if f.quality == 15:  # shares a creature type with a creature you control
        for i in range(c.s.n_objects):
            if c.s.objects[i].alive and c.s.objects[i].controller == 0 and c.s.chars[i].types & CREATURE:
                if (c.s.chars[i].subs[0] & s0 & c.p.creature_types[0]) | (c.s.chars[i].subs[1] & s1 & c.p.creature_types[1]):
                    return True
        return False
    if f.quality == 16:
        return False  # a player, no object
    if f.quality == 25:  # shares a creature type with a commander of ours
        for i in range(c.p.n_slots):
            if c.p.slot_zone[i] == Z_COMMAND and (c.p.faces[slot_face(c, i)].subs[0] & s0 & c.p.creature_types[0]
                                                  | c.p.faces[slot_face(c, i)].subs[1] & s1 & c.p.creature_types[1]):
                return True
        return False
    if 21 <= f.quality <= 23:
        return c.zone_now == (Z_EXILE if f.quality == 21 else Z_GRAVEYARD if f.quality == 22 else Z_HAND)
    if f.quality == 24:
        return c.p.kinds[face.kind].layout == L_ADVENTURE
    if f.quality == 28:
        return face.cost < 0 or c.p.costs[face.cost].x == 0
    if f.quality == 17:
        return face.cost >= 0 and c.p.costs[face.cost].x != 0
    return True


cdef bint match_object(Context *c, int filter_, int i, Frame *fr) noexcept nogil:
    """Whether object i matches; the frame gives source, controller and chosen values."""
    cdef State *s = c.s
    cdef Object *o = &s.objects[i]
    cdef Chars *ch = &s.chars[i]
    cdef Face *face = &c.p.faces[o.face]
    cdef Filter *f
    cdef int k = filter_, src = fr.source, n
    if not o.alive and c.remembered != i + 1 or o.phased:
        return False
    while k >= 0:
        f = &c.p.filters[k]
        k = f.next
        if not match_values(f, ch.types, ch.supers, ch.colors, ch.subs[0], ch.subs[1], face.mana_value, ch.power,
                            ch.toughness, ch.keywords, face.name):
            continue
        if f.controller == 1 and o.controller != fr.controller:
            continue
        if f.controller == 2 and o.controller == fr.controller:
            continue
        if f.controller == 3 and o.controller != s.active:
            continue
        if f.tapped == 1 and not o.tapped:
            continue
        if f.tapped == 2 and o.tapped:
            continue
        if f.token == 1 and not o.token:
            continue
        if f.token == 2 and o.token:
            continue
        if f.which == 1 and i != src:
            continue
        if f.which == 2 and i == src:
            continue
        if f.which == 3 and (src < 0 or s.objects[src].attached != i):
            continue
        if f.which == 4 and i != fr.that:
            continue
        if f.counter >= 0 and o.counters[f.counter] == 0:
            continue
        if f.counter == -2:
            n = 0
            for j in range(MAX_COUNTERS):
                n += o.counters[j]
            if n == 0:
                continue
        if f.chosen == 1:
            n = fr.chosen_color if src < 0 or fr.chosen_color != 255 else s.objects[src].chosen_color
            if n > 5 or not ch.colors >> n & 1:
                continue
        elif f.chosen == 2 or f.chosen == 4:
            n = fr.chosen_sub if src < 0 or fr.chosen_sub != 255 else s.objects[src].chosen_sub
            if n > 127 or not (ch.subs[n >> 6] >> (n & 63)) & 1:
                continue
        elif f.chosen and src >= 0:
            if f.chosen == 3 and s.objects[src].chosen_name != face.name:
                continue
            if f.chosen == 5 and (s.objects[src].imprint < 0
                                  or c.p.faces[c.p.kinds[s.objects[src].imprint].face].name != face.name):
                continue
        if f.produces == 1 and not object_makes_mana(c, i):
            continue
        if f.produces == 2 and object_makes_mana(c, i):
            continue
        if f.mana_value_op >= 8 or f.power_op >= 8 or f.toughness_op >= 8:
            if not variable_fits(c, f, face.mana_value, ch.power, ch.toughness, fr):
                continue
        if f.quality:
            if not face_quality(c, f, ch.types, ch.supers, ch.power, ch.toughness, ch.keywords, o.face, ch.subs[0], ch.subs[1]):
                continue
            if f.quality == 12 and (f.costs < 0 or o.counters[f.costs]):
                continue
            if f.quality == 14 and not (ch.types & (ARTIFACT | ENCHANTMENT) or o.token):
                continue
            if f.quality == 20 and not o.pad & 32:
                continue
            if f.quality == 6 and not o.entered:
                continue
            if f.quality == 5 and not (o.pad & 1 and s.step == S_COMBAT):
                continue
            if f.quality == 29 and not o.fought & 1:
                continue
            if f.quality == 33 and ch.toughness <= ch.power:
                continue
            if f.quality == 30 and not o.monstrous:
                continue
            if f.quality == 31 and not (o.attached >= 0 and s.chars[o.attached].types & CREATURE):
                continue
            if f.quality == 7 and not o.pad & 2:
                continue
            if f.quality == 35 and not (o.pad & 2 and o.entered):
                continue
            if 26 <= f.quality <= 27 and not has_ability(c, i, f.quality == 26):
                continue
            if f.quality == 2 or f.quality == 3 or f.quality == 4:
                n = 0
                for j in range(s.n_objects):
                    if s.objects[j].alive and s.objects[j].attached == i:
                        n += 1
                if f.quality == 2:
                    for j in range(MAX_COUNTERS):
                        n += o.counters[j]
                if n == 0:
                    continue
        return True
    return False


cdef bint match_face_down(Context *c, int filter_) noexcept nogil:
    """Whether a spell that is cast face down matches: a 2/2 creature without name, colour or subtype (CR 708.4)."""
    cdef Filter *f
    while filter_ >= 0:
        f = &c.p.filters[filter_]
        if not f.chosen and not f.quality and f.mana_value_op < 8 and f.power_op < 8 and f.toughness_op < 8 \
                and match_values(f, CREATURE, 0, 0, 0, 0, 0, 2, 2, 0, -2):
            return True
        filter_ = f.next
    return False


cdef bint match_face(Context *c, int filter_, int face_index, Frame *fr) noexcept nogil:
    """Whether a card (outside the battlefield) with this face matches; ``other``/``this`` are ignored."""
    if face_index == FACE_DOWN:
        return filter_ < 0 or match_face_down(c, filter_)
    cdef Face *face = &c.p.faces[face_index]
    cdef Filter *f
    cdef int k = filter_, n
    cdef uint64_t s0 = face.subs[0], s1 = face.subs[1]
    if filter_ < 0:
        return True
    if face.keywords & KW_CHANGELING:
        s0 |= c.p.creature_types[0]
        s1 |= c.p.creature_types[1]
    while k >= 0:
        f = &c.p.filters[k]
        k = f.next
        if not match_values(f, face.types, face.supers, face.colors, s0, s1, face.mana_value, face.power,
                            face.toughness, face.keywords, face.name):
            continue
        if f.controller == 2 and fr != NULL and fr.controller == 0:
            continue
        if f.token == 1 or f.counter != -1:
            continue
        if f.chosen and fr != NULL:
            if f.chosen == 1:
                n = c.s.objects[fr.source].chosen_color if fr.source >= 0 else fr.chosen_color
                if n > 5 or not face.colors >> n & 1:
                    continue
            if f.chosen == 2 or f.chosen == 4:
                n = c.s.objects[fr.source].chosen_sub if fr.source >= 0 else fr.chosen_sub
                if n > 127:
                    continue
                if not ((s1 if n >= 64 else s0) >> (n & 63)) & 1:
                    continue
            if f.chosen == 3 and fr.source >= 0 and c.s.objects[fr.source].chosen_name != face.name:
                continue
        if f.mana_value_op >= 8 or f.power_op >= 8 or f.toughness_op >= 8:
            if not variable_fits(c, f, face.mana_value, face.power, face.toughness, fr):
                continue
        if f.quality and not face_quality(c, f, face.types, face.supers, face.power, face.toughness, face.keywords, face_index, s0, s1):
            continue
        return True
    return False


cdef bint exiled_with(Context *c, int k, Frame *fr) noexcept nogil:
    """Whether the k-th card in exile was exiled by the source."""
    cdef int slot = NO_SLOT
    if fr.source >= 0:
        slot = c.s.objects[fr.source].slot
    elif fr.slot != NO_SLOT:
        slot = fr.slot
    return slot != NO_SLOT and c.s.exiled[k].with_ == slot


cdef bint wants_exiled_with(Context *c, int filter_) noexcept nogil:
    while filter_ >= 0:
        if c.p.filters[filter_].quality == 10:
            return True
        filter_ = c.p.filters[filter_].next
    return False


cdef bint match_face_one(Context *c, int filter_, int face_index, Frame *fr) noexcept nogil:
    """Like `match_face` for this one filter of an any-of."""
    cdef Filter *f = &c.p.filters[filter_]
    cdef Face *face = &c.p.faces[face_index]
    return match_values(f, face.types, face.supers, face.colors, face.subs[0], face.subs[1], face.mana_value, face.power,
                        face.toughness, face.keywords, face.name)


cdef inline int slot_face(Context *c, int slot) noexcept nogil:
    return c.p.kinds[c.p.slot_kind[slot]].face


# ------------------------------------------------------------------------------------------- statics

cdef int static_refs(Context *c, int op, StaticRef *out) noexcept nogil:
    """Static effects of one opcode in force, with their sources, oldest first by object then effect table."""
    cdef State *s = c.s
    cdef Program *p = c.p
    cdef int n = 0, i, k, j, start, count
    cdef Ability *ab
    cdef Frame fr
    if not in_force(s, op):
        return 0
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].phased or not s.chars[i].has & HAS_STATIC:
            continue
        for k in range(s.chars[i].n_abilities):
            ab = &p.abilities[s.chars[i].abilities[k]]
            if ab.type != STATIC or ab.zone != Z_BATTLEFIELD:
                continue
            start = ab.effects >> 8
            count = ab.effects & 255
            for j in range(start, start + count):
                if p.rows[j].op != op:
                    continue
                if ab.condition >= 0:
                    frame_of(&fr, s, i)
                    fr.that = <int16_t>i
                    if not condition(c, ab.condition, &fr):
                        continue
                if n < MAX_STATICS:
                    out[n].row = j
                    out[n].source = <int16_t>i
                    out[n].that = -1
                    out[n].stamp = s.objects[i].stamp
                    out[n].controller = s.objects[i].controller
                    out[n].chosen_sub = s.objects[i].chosen_sub
                    out[n].x = 0
                    out[n].locked = 0
                    n += 1
    for i in range(s.n_graveyard if p.grave_statics else 0):  # CR 113.6k
        for k in range(p.faces[slot_face(c, s.graveyard[i])].n_abilities):
            ab = &p.abilities[p.face_abilities[p.faces[slot_face(c, s.graveyard[i])].ability + k]]
            if ab.type != STATIC or ab.zone != Z_GRAVEYARD:
                continue
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                if p.rows[j].op != op or n >= MAX_STATICS:
                    continue
                frame_of(&fr, s, -1)
                fr.slot = s.graveyard[i]
                if ab.condition >= 0 and not condition(c, ab.condition, &fr):
                    continue
                memset(&out[n], 0, sizeof(StaticRef))
                out[n].row = j
                out[n].source = out[n].that = -1
                out[n].chosen_sub = 255
                n += 1
    for i in range(s.n_effects):
        k = s.effects[i].that
        if s.effects[i].counter >= 0 and (k < 0 or s.objects[k].counters[s.effects[i].counter] == 0):
            continue
        start = s.effects[i].list >> 8
        count = s.effects[i].list & 255
        for j in range(start, start + count):
            if p.rows[j].op == op and n < MAX_STATICS:
                out[n].row = j
                out[n].source = s.effects[i].source
                out[n].that = s.effects[i].that
                out[n].stamp = s.effects[i].stamp
                out[n].controller = s.effects[i].controller
                out[n].chosen_sub = s.effects[i].chosen_sub
                out[n].x = s.effects[i].x
                out[n].locked = s.effects[i].that != -1
                n += 1
    return n


cdef bint applies_to(Context *c, StaticRef *r, int selector, int i) noexcept nogil:
    """Whether the static effect's selector (a row) covers object i."""
    cdef Frame fr
    cdef Row *row
    if selector < 0:
        return False
    row = &c.p.rows[selector]
    if r.locked:
        if row.op == OP_Each:
            pass
        else:
            return r.that == i
    if row.op == OP_This:
        return r.source == i
    if row.op == OP_Attached:
        return r.source >= 0 and c.s.objects[r.source].attached == i
    if row.op == OP_That:
        return r.that == i
    if row.op == OP_Each or row.op == OP_Target or row.op == OP_Choose:
        frame_of(&fr, c.s, r.source)
        fr.controller = r.controller
        fr.that = r.that
        fr.chosen_sub = r.chosen_sub
        return match_object(c, row.a[0], i, &fr)
    return False


cdef void mark_static_ops(Context *c, int list_) noexcept nogil:
    cdef int j, op
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        op = c.p.rows[j].op
        if op == OP_CostChange and c.p.rows[c.p.rows[j].a[0]].op == OP_This:
            continue  # its own cost: of no matter once it is there
        c.s.static_ops[op >> 6] |= <uint64_t>1 << (op & 63)


cdef void mark_ability(Context *c, Chars *ch, int a) noexcept nogil:
    """Note what an ability of a permanent is waiting for or doing, so that what nothing has needn't be looked for."""
    cdef Ability *ab = &c.p.abilities[a]
    cdef Row *r
    cdef int j
    if ab.type == STATIC:
        mark_static_ops(c, ab.effects)
        ch.has |= HAS_STATIC
    elif ab.type == TRIGGERED:
        for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
            r = &c.p.rows[j]
            if r.op != OP_Event:
                continue
            c.s.triggers |= <uint64_t>1 << r.a[0]
            if r.a[0] == EV_PHASE:
                c.s.phases |= 3 << 5 if r.a[2] == 4 else 1 << r.a[2]
            elif r.a[0] == EV_CHAPTER:
                ch.has |= HAS_CHAPTER
    elif ab.type == OTHER and c.p.rows[ab.row].op == OP_Enchant:
        ch.has |= HAS_ENCHANT
    elif ab.type == ACTIVATED:
        if ab.rank == 1 and not ab.flags & F_MANA:
            ch.has |= HAS_RAMP
        if not (ab.flags & F_MANA and ab.flags & F_SIMPLE):
            ch.has |= HAS_ACT


cdef void note_printed(Context *c, Program *p) noexcept:
    """Characteristics of every face as an object has them that nothing changes."""
    cdef State *s = c.s
    cdef Printed *q
    cdef int face, k, a
    cdef bint spent = reads_spent(p)
    p.tap_layers = 0
    for k in range(p.n_filters):
        p.tap_layers |= p.filters[k].tapped != 0 or p.filters[k].quality != 0
    for k in range(p.n_abilities):
        p.tap_layers |= p.abilities[k].type == STATIC and p.abilities[k].condition >= 0
    for face in range(p.n_faces):
        q = &p.printed[face]
        memset(&s.objects[0], 0, sizeof(Object))
        s.objects[0].face = <int16_t>face
        memset(s.static_ops, 0, sizeof(s.static_ops))
        s.triggers = s.phases = 0
        memset(&s.chars[0], 0, sizeof(Chars))
        for k in range(p.faces[face].n_abilities):
            a = p.face_abilities[p.faces[face].ability + k]
            q.varies |= p.abilities[a].type == OTHER and p.rows[p.abilities[a].row].op == OP_Level
        base_chars(c, 0)
        q.n_printed = s.chars[0].n_abilities
        for k in range(q.n_printed):
            mark_ability(c, &s.chars[0], s.chars[0].abilities[k])
        basic_abilities(&s.chars[0])
        q.chars = s.chars[0]
        memcpy(q.static_ops, s.static_ops, sizeof(q.static_ops))
        q.triggers = s.triggers
        q.phases = s.phases
        if not q.varies and not layered(q.static_ops) and plain_mana(q.static_ops, q.triggers):
            q.marks |= PRINTED_DIRECT
        for k in range(p.kinds[p.faces[face].kind].face, p.kinds[p.faces[face].kind].face + p.kinds[p.faces[face].kind].n_faces):
            if p.faces[k].playable and p.faces[k].types & LAND:
                q.marks |= PRINTED_LAND
        memset(s.static_ops, 0, sizeof(s.static_ops))
        s.triggers = s.phases = 0
        s.objects[0].alive = 1
        s.n_objects = 1
        note_source(c, q)
        s.n_objects = 0
        if simple_permanent(p, &p.faces[face]) and not (spent and p.faces[face].n_abilities):
            q.marks |= PRINTED_SIMPLE


cdef void note_source(Context *c, Printed *q) noexcept:
    """What tapping object 0 for mana makes, if that is the same wherever nothing changes it."""
    cdef Ability *ab
    cdef Unit u[16]
    cdef int k, n, pure = PRINTED_PURE
    for k in range(q.chars.n_abilities):
        ab = &c.p.abilities[q.chars.abilities[k]]
        if ab.type != ACTIVATED or not ab.flags & F_MANA or ab.zone != Z_BATTLEFIELD or not ab.flags & F_SIMPLE:
            continue
        if ab.limits or ab.life or ab.flags & (F_ONCE | F_ONCE_A_TURN):
            return
        if ab.effects & 255 != 1 or c.p.rows[ab.effects >> 8].op != OP_AddMana or c.p.rows[ab.effects >> 8].a[5] \
                or ab.flags & F_PAIN or ab.spend >= 0 \
                or ab.cost & 255 != 1 or c.p.rows[ab.cost >> 8].op != OP_TapThis:
            pure = 0
    n = simple_source(c, 0, u)
    if n > 8 or c.s.status != OK:
        c.s.status = OK
        return
    q.marks |= PRINTED_SOURCE | pure
    q.n_units = <int8_t>n
    for k in range(n):
        q.units[k] = u[k]


cdef bint reads_spent(Program *p) noexcept:
    """Whether something asks of which types the mana was that a spell was cast with."""
    cdef int j
    cdef Row *r
    for j in range(p.n_rows):
        r = &p.rows[j]
        if r.op == OP_Number and r.a[0] == 6 or r.op == OP_Fact and r.a[0] == 16 or r.op == OP_ColorsFrom and r.a[0] == 6:
            return True
    return False


cdef bint simple_permanent(Program *p, Face *f) noexcept:
    """Whether a permanent spell, cast for its mana cost, does no more than enter the battlefield as it is."""
    cdef Ability *ab
    cdef Row *r
    cdef int k, j
    if not f.types & PERMANENT or f.types & LAND or f.cost < 0 or f.flags & FACE_TIMED:
        return False
    for k in range(f.n_abilities):
        ab = &p.abilities[p.face_abilities[f.ability + k]]
        if ab.type == ENTERS or ab.type == SPELL:
            return False
        if ab.type == TRIGGERED:
            for j in range(ab.event >> 8, (ab.event >> 8) + (ab.event & 255)):
                r = &p.rows[j]
                if r.a[0] == EV_ENTERS or r.a[0] == EV_CHAPTER or r.a[0] == EV_CAST and r.a[1] >= 0 and p.rows[r.a[1]].op == OP_This:
                    return False
        elif ab.type == STATIC:
            for j in range(ab.effects >> 8, (ab.effects >> 8) + (ab.effects & 255)):
                r = &p.rows[j]
                if r.op != OP_Inert and r.op != OP_ChangePower and r.op != OP_GrantKeyword and r.op != OP_NoHandLimit:
                    return False
        elif ab.type == OTHER:
            r = &p.rows[ab.row]
            if r.op == OP_Keyword:
                if r.a[0] > 7 or r.a[0] == 2:
                    return False
            elif r.op != OP_Inert and r.op != OP_Equip and r.op != OP_CastTiming and r.op != OP_AlternativeCost:
                return False
    return True


cdef inline void basic_abilities(Chars *ch) noexcept nogil:
    """Intrinsic abilities of basic land types (CR 305.6)."""
    cdef int k
    if ch.types & LAND and ch.subs[0] & 31 and not ch.lost & 2:
        for k in range(5):
            if ch.subs[0] >> k & 1:
                add_ability(ch, k)


cdef inline bint has_op(uint64_t *ops, int op) noexcept nogil:
    return (ops[op >> 6] >> (op & 63)) & 1


cdef inline bint in_force(State *s, int op) noexcept nogil:
    return has_op(s.static_ops, op)


cdef bint layered(uint64_t *ops) noexcept nogil:
    """Whether static effects change characteristics (CR 613)."""
    return (has_op(ops, OP_ChangeTypes) or has_op(ops, OP_Grant) or has_op(ops, OP_GrantAbilitiesOf) or has_op(ops, OP_GrantKeyword)
            or has_op(ops, OP_ChangePower))


cdef bint plain_mana(uint64_t *ops, uint64_t triggers) noexcept nogil:
    """Whether sources of mana make what is printed on them."""
    return not ((triggers >> EV_TAPPED_FOR_MANA | triggers >> EV_ADDS_MANA) & 1 or has_op(ops, OP_ManaInstead)
                or has_op(ops, OP_DelayedTrigger) or has_op(ops, OP_CantCast) or has_op(ops, OP_ChangeTypes)
                or has_op(ops, OP_Grant) or has_op(ops, OP_GrantAbilitiesOf))


cdef bint chars_directly(Context *c, int i) noexcept nogil:
    """Give a new object its characteristics, where the others' stay as they are; False if all are to be computed."""
    cdef State *s = c.s
    cdef Object *o = &s.objects[i]
    cdef Printed *q = &c.p.printed[o.face]
    cdef int k
    if s.dirty or s.layered or not q.marks & PRINTED_DIRECT or o.pad & 48:
        return False
    s.chars[i] = q.chars
    for k in range(4):
        s.static_ops[k] |= q.static_ops[k]
    s.triggers |= q.triggers
    s.phases |= q.phases
    s.busy = 1
    return True


cdef void base_chars(Context *c, int i) noexcept nogil:
    # layer 1: what is printed (or copied)
    cdef State *s = c.s
    cdef Object *o = &s.objects[i]
    cdef Chars *ch = &s.chars[i]
    cdef Face *f = &c.p.faces[o.face]
    cdef int k, j, a
    cdef Row *row
    ch.types = f.types
    ch.supers = f.supers
    ch.colors = f.colors
    ch.keywords = f.keywords
    ch.subs[0] = f.subs[0]
    ch.subs[1] = f.subs[1]
    ch.power = <int16_t>f.power
    ch.toughness = <int16_t>f.toughness
    ch.lost = 0
    ch.lost_at = 0
    ch.has = 0
    ch.n_abilities = 0
    if f.keywords & KW_CHANGELING:
        ch.subs[0] |= c.p.creature_types[0]
        ch.subs[1] |= c.p.creature_types[1]
    if o.pad & 32:  # face down: a 2/2 creature with no other characteristics (CR 708.2)
        ch.types = CREATURE
        ch.supers = ch.colors = ch.keywords = 0
        ch.subs[0] = ch.subs[1] = 0
        ch.power = ch.toughness = 2
        for k in range(f.n_abilities):
            a = c.p.face_abilities[f.ability + k]
            if c.p.abilities[a].flags & F_FACE_DOWN:
                add_ability(ch, a)
        return
    if o.pad & 16:
        ch.types &= ~CREATURE  # bestowed: an Aura (CR 702.103b)
    for k in range(f.n_abilities):
        a = c.p.face_abilities[f.ability + k]
        if c.p.abilities[a].flags & F_FACE_DOWN:
            continue
        if c.p.abilities[a].type == OTHER and c.p.rows[c.p.abilities[a].row].op == OP_Level:
            row = &c.p.rows[c.p.abilities[a].row]
            # level counters are the first counter kind after charge; classes begin at level 1
            if level_of(c, i) < row.a[0] or (row.a[1] and level_of(c, i) > row.a[1]):
                continue
            for j in range(row.a[2] >> 8, (row.a[2] >> 8) + (row.a[2] & 255)):
                if c.p.rows[j].op == OP_Activated or c.p.rows[j].op == OP_Triggered or c.p.rows[j].op == OP_Static:
                    add_ability(ch, c.p.rows[j].a[0])
            continue
        add_ability(ch, a)


cdef int level_of(Context *c, int i) noexcept nogil:
    return c.s.objects[i].counters[MAX_COUNTERS - 2]


cdef inline void add_ability(Chars *ch, int a) noexcept nogil:
    if ch.n_abilities < MAX_OBJECT_ABILITIES:
        ch.abilities[ch.n_abilities] = <int16_t>a
        ch.n_abilities += 1


cdef void change_types(Context *c, StaticRef *r, int i) noexcept nogil:
    cdef Chars *ch = &c.s.chars[i]
    cdef TypeChange *t = &c.p.changes[c.p.rows[r.row].a[1]]
    cdef uint64_t s0 = t.subs[0], s1 = t.subs[1]
    cdef int n, k
    cdef Frame fr
    if t.every_land:
        s0 |= c.p.land_types[0] if t.every_land == 2 else c.p.land_types[0] & ~<uint64_t>31
        s1 |= c.p.land_types[1]
    if t.chosen:
        n = r.chosen_sub
        if n > 127:
            return
        if n >= 64:
            s1 |= <uint64_t>1 << (n - 64)
        else:
            s0 |= <uint64_t>1 << n
    if t.mode == 1 and (s0 & 31):
        # CR 305.7: a land type is set: other land types and the printed abilities go
        ch.subs[0] = (ch.subs[0] & ~c.p.land_types[0]) | s0
        ch.subs[1] = (ch.subs[1] & ~c.p.land_types[1]) | s1
        ch.n_abilities = 0
        ch.keywords = 0
        ch.lost |= 1
        if t.types:
            ch.types = t.types
    elif t.mode == 1:
        if t.types:
            ch.types = t.types
        if s0 | s1:
            ch.subs[0] = s0
            ch.subs[1] = s1
    else:
        ch.types |= t.types
        ch.subs[0] |= s0
        ch.subs[1] |= s1
    if t.every_creature:
        ch.subs[0] |= c.p.creature_types[0]
        ch.subs[1] |= c.p.creature_types[1]
    if t.colors:
        ch.colors = t.colors & 31
    if t.lose_abilities == 2:  # all but mana abilities
        n = 0
        for k in range(ch.n_abilities):
            if c.p.abilities[ch.abilities[k]].flags & F_MANA:
                ch.abilities[n] = ch.abilities[k]
                n += 1
        ch.n_abilities = n
        ch.keywords = 0
    elif t.lose_abilities:
        ch.n_abilities = 0
        ch.keywords = 0
        ch.lost |= 3  # in layer 6: the abilities of land types go, too
        ch.lost_at = max(ch.lost_at, r.stamp)
    ch.types &= ~t.removed
    ch.supers = (ch.supers | t.supers & 255) & ~(t.supers >> 8)
    if t.removed & CREATURE:  # CR 205.1a
        ch.subs[0] &= ~c.p.creature_types[0]
        ch.subs[1] &= ~c.p.creature_types[1]
    if t.set_power == 1:
        ch.power = <int16_t>t.power
        ch.toughness = <int16_t>t.toughness


cdef bint depends_on(Context *c, StaticRef *a, StaticRef *b) noexcept nogil:
    """Whether applying type effect b would change if a exists, or what it applies to (CR 613.8a)."""
    cdef State *s = c.s
    cdef Chars kept
    cdef int i, what = c.p.rows[a.row].a[0]
    cdef bint differs
    if b.source >= 0 and not b.locked and s.chars[b.source].lost:
        return False
    for i in range(s.n_objects):
        if not s.objects[i].alive or s.objects[i].phased or not applies_to(c, b, c.p.rows[b.row].a[0], i):
            continue
        kept = s.chars[i]
        differs = applies_to(c, a, what, i)
        change_types(c, b, i)
        differs = differs != applies_to(c, a, what, i)
        if a.source == i and not a.locked and s.chars[i].lost and not kept.lost:
            differs = True
        s.chars[i] = kept
        if differs:
            return True
    return False


cdef bint grant_abilities(Context *c, StaticRef *r) noexcept nogil:
    """Give the objects of an effect its abilities; whether one of them gives abilities itself."""
    cdef State *s = c.s
    cdef Program *p = c.p
    cdef int i, j, k, start = p.rows[r.row].a[1] >> 8, end = start + (p.rows[r.row].a[1] & 255)
    cdef bint more = False
    if r.source >= 0 and not r.locked and s.chars[r.source].lost:
        return False
    for i in range(s.n_objects):
        if s.objects[i].alive and not s.objects[i].phased and applies_to(c, r, p.rows[r.row].a[0], i):
            if s.chars[i].lost_at > r.stamp:
                continue  # lost again (CR 613.7)
            for j in range(start, end):
                if p.rows[j].op == OP_Activated or p.rows[j].op == OP_Triggered or p.rows[j].op == OP_Static:
                    add_ability(&s.chars[i], p.rows[j].a[0])
                    mark_ability(c, &s.chars[i], p.rows[j].a[0])
                if p.rows[j].op == OP_Static:
                    k = p.abilities[p.rows[j].a[0]].effects
                    more |= k & 255 != 0 and p.rows[k >> 8].op == OP_Grant
    return more


cdef void granted_grants(Context *c, StaticRef *before, int n) noexcept nogil:
    """Effects of abilities that were given just now, which wait for those that gave them (CR 613.8)."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int m = static_refs(c, OP_Grant, refs), i, k
    for k in range(m):
        for i in range(n):
            if before[i].row == refs[k].row and before[i].source == refs[k].source and before[i].that == refs[k].that:
                break
        else:
            grant_abilities(c, &refs[k])


cdef uint64_t numbers_of(State *s) noexcept nogil:
    """What conditions and amounts may read beside the battlefield, as one number."""
    cdef int32_t a[24]
    cdef uint64_t h = 0
    cdef int k
    a[:] = [s.n_hand, s.n_graveyard, s.n_exile, s.n_command, s.life, s.turn, s.active, s.step, s.lands_played, s.spells_cast,
            s.draws, s.died, s.descended, s.discarded, s.life_gained, s.life_lost, s.left, s.attacked, s.combats, s.energy,
            s.blessing, s.monarch, s.land_entered, lib_count(&s.library)]
    for k in range(24):
        h = h * <uint64_t>0x9E3779B97F4A7C15ULL + <uint32_t>a[k]
    return h


cdef inline bint out_of_date(Context *c) noexcept nogil:
    """Whether characteristics may have changed since they were computed."""
    return c.s.dirty or c.p.flags & P_READS_ZONES and c.s.numbers != numbers_of(c.s)


cdef inline void refresh(Context *c) noexcept nogil:
    """Recompute the characteristics of all objects, if anything changed since (CR 613)."""
    if out_of_date(c):
        compute_chars(c)


cdef void compute_chars(Context *c) noexcept nogil:
    cdef State *s = c.s
    cdef Program *p = c.p
    cdef StaticRef refs[MAX_STATICS]
    cdef uint8_t done[MAX_STATICS]
    cdef bint ok
    cdef int n, i, k, j, best, left, a, start, b
    cdef Chars *ch
    cdef Printed *q
    cdef Frame fr
    cdef bint waits
    cdef uint8_t could
    s.dirty = 0
    if p.flags & P_READS_ZONES:
        s.numbers = numbers_of(s)
    s.refreshed += 1
    s.busy = 1
    memset(s.static_ops, 0, sizeof(s.static_ops))
    s.triggers = 0
    s.phases = 0
    for i in range(s.n_objects):
        if not s.objects[i].alive:
            continue
        ch = &s.chars[i]
        q = &p.printed[s.objects[i].face]
        if not q.varies and not s.objects[i].pad & 48:
            could = ch.could
            ch[0] = q.chars
            ch.could = could
            for k in range(4):
                s.static_ops[k] |= q.static_ops[k]
            s.triggers |= q.triggers
            s.phases |= q.phases
            continue
        base_chars(c, i)
        for k in range(ch.n_abilities):
            mark_ability(c, ch, ch.abilities[k])
        basic_abilities(ch)
    for i in range(s.n_graveyard if p.grave_statics else 0):
        for k in range(p.faces[slot_face(c, s.graveyard[i])].n_abilities):
            a = p.face_abilities[p.faces[slot_face(c, s.graveyard[i])].ability + k]
            if p.abilities[a].type == STATIC and p.abilities[a].zone == Z_GRAVEYARD:
                mark_static_ops(c, p.abilities[a].effects)
    for i in range(s.n_effects):
        mark_static_ops(c, s.effects[i].list)
    if p.flags & P_TYPE_EFFECTS and in_force(s, OP_ChangeTypes):
        for i in range(s.n_objects):  # the abilities of basic land types come after layer 4
            if s.objects[i].alive:
                ch = &s.chars[i]
                q = &p.printed[s.objects[i].face]
                if not q.varies and not s.objects[i].pad & 48:
                    ch.n_abilities = q.n_printed
                else:
                    base_chars(c, i)
                    for k in range(ch.n_abilities):
                        mark_ability(c, ch, ch.abilities[k])
        # layer 4: types, oldest first, an effect waiting for those it depends on (CR 613.8)
        n = static_refs(c, OP_ChangeTypes, refs)
        memset(done, 0, sizeof(done))
        left = n
        while left > 0:
            best = -1
            for k in range(n):
                if done[k]:
                    continue
                waits = False
                for j in range(n):
                    if not done[j] and j != k and depends_on(c, &refs[k], &refs[j]):
                        waits = True
                        break
                if waits:
                    continue
                if best < 0 or refs[k].stamp < refs[best].stamp:
                    best = k
            if best < 0:  # a dependency loop: timestamp order
                for k in range(n):
                    if not done[k] and (best < 0 or refs[k].stamp < refs[best].stamp):
                        best = k
            done[best] = 1
            left -= 1
            if refs[best].source >= 0 and not refs[best].locked and s.chars[refs[best].source].lost:
                continue
            for i in range(s.n_objects):
                if s.objects[i].alive and not s.objects[i].phased and applies_to(c, &refs[best], p.rows[refs[best].row].a[0], i):
                    change_types(c, &refs[best], i)
        for i in range(s.n_objects):
            if s.objects[i].alive:
                basic_abilities(&s.chars[i])
    if p.flags & P_TYPE_EFFECTS:
        # layer 6: abilities
        n = static_refs(c, OP_Grant, refs)
        ok = False
        for k in range(n):
            ok |= grant_abilities(c, &refs[k])
        if ok:
            granted_grants(c, refs, n)
        if (s.static_ops[OP_GrantAbilitiesOf >> 6] >> (OP_GrantAbilitiesOf & 63)) & 1:
            lent_abilities(c)
        n = static_refs(c, OP_GrantKeyword, refs)
        for k in range(n):
            for i in range(s.n_objects):
                if s.objects[i].alive and applies_to(c, &refs[k], p.rows[refs[k].row].a[0], i):
                    s.chars[i].keywords |= p.rows[refs[k].row].a[1]
        # layer 7b: power and toughness that are a number of the game
        n = static_refs(c, OP_ChangeTypes, refs)
        for k in range(n):
            b = p.changes[p.rows[refs[k].row].a[1]].set_power
            if not b & 6:
                continue
            frame_of(&fr, s, refs[k].source)
            fr.controller = refs[k].controller
            fr.x = refs[k].x
            for i in range(s.n_objects):
                if s.objects[i].alive and applies_to(c, &refs[k], p.rows[refs[k].row].a[0], i):
                    fr.that = <int16_t>i
                    if b & 2:
                        s.chars[i].power = <int16_t>amount(c, p.changes[p.rows[refs[k].row].a[1]].power, &fr)
                    if b & 4:
                        s.chars[i].toughness = <int16_t>amount(c, p.changes[p.rows[refs[k].row].a[1]].toughness, &fr)
    s.layered = layered(s.static_ops)
    s.plain_mana = plain_mana(s.static_ops, s.triggers)
    # layer 7: counters and changes of power and toughness
    for i in range(s.n_objects):
        if s.objects[i].alive:
            ch = &s.chars[i]
            b = s.objects[i].counters[C_PLUS] - s.objects[i].counters[C_MINUS]
            ch.power += <int16_t>b
            ch.toughness += <int16_t>b
    if p.flags & P_TYPE_EFFECTS and (s.static_ops[OP_ChangePower >> 6] >> (OP_ChangePower & 63)) & 1:
        n = static_refs(c, OP_ChangePower, refs)
        for k in range(n):
            frame_of(&fr, s, refs[k].source)
            fr.controller = refs[k].controller
            fr.x = refs[k].x
            for i in range(s.n_objects):
                if s.objects[i].alive and applies_to(c, &refs[k], p.rows[refs[k].row].a[0], i):
                    s.chars[i].power += <int16_t>amount(c, p.rows[refs[k].row].a[1], &fr)
                    s.chars[i].toughness += <int16_t>amount(c, p.rows[refs[k].row].a[2], &fr)


# ------------------------------------------------------------------------------------------- numbers

cdef int object_of(Context *c, int row, Frame *fr) noexcept nogil:
    """The object a selector row names, -1 if none."""
    cdef int op, i
    if row < 0:
        return -1
    op = c.p.rows[row].op
    if op == OP_This:
        return fr.source
    if op == OP_Attached:
        return c.s.objects[fr.source].attached if fr.source >= 0 else -1
    if op == OP_That:
        return fr.that
    if op == OP_Each:
        for i in range(c.s.n_objects):
            if match_object(c, c.p.rows[row].a[0], i, fr):
                return i
    if op == OP_Target and fr.n_targets:
        return fr.targets[0]
    return -1


cdef int count_zone(Context *c, int filter_, int zone, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int n = 0, i
    if zone == Z_BATTLEFIELD:
        for i in range(s.n_objects):
            if match_object(c, filter_, i, fr):
                n += 1
    elif zone == Z_HAND:
        for i in range(s.n_hand):
            if match_face(c, filter_, slot_face(c, s.hand[i]), fr):
                n += 1
    elif zone == Z_GRAVEYARD:
        for i in range(s.n_graveyard):
            if match_face(c, filter_, slot_face(c, s.graveyard[i]), fr):
                n += 1
    elif zone == Z_EXILE:
        for i in range(s.n_exile):
            if wants_exiled_with(c, filter_) and not exiled_with(c, i, fr):
                continue
            if match_face(c, filter_, slot_face(c, s.exile[i]), fr):
                n += 1
    elif zone == Z_LIBRARY:
        n = lib_count(&s.library)
    return n


cdef int amount(Context *c, int row, Frame *fr) noexcept nogil:
    """Evaluate an amount (CR 107)."""
    cdef State *s = c.s
    cdef Program *p = c.p
    cdef Row *r = &p.rows[row]
    cdef int n = 0, i, j, v
    cdef uint64_t bits = 0
    cdef uint64_t seen[8]
    if row < 0:
        return 0
    if r.op == OP_Const:
        return r.a[0]
    if r.op == OP_X:
        return fr.x
    if r.op == OP_Count:
        return count_zone(c, r.a[0], r.a[1], fr)
    if r.op == OP_Devotion:
        n = r.a[0]
        if r.a[1]:
            n = 0 if fr.chosen_color > 5 else 1 << fr.chosen_color
        v = 0
        for i in range(s.n_objects):
            if s.objects[i].alive and not s.objects[i].phased and s.objects[i].controller == fr.controller and not s.objects[i].token:
                v += devotion_of(&p.faces[s.objects[i].face], &p.costs[0], p, n)
        return v
    if r.op == OP_Counters:
        i = object_of(c, r.a[1], fr)
        if i < 0:
            return 0
        if r.a[0] >= 0:
            return s.objects[i].counters[r.a[0]]
        for j in range(MAX_COUNTERS):
            n += s.objects[i].counters[j]
        return n
    if r.op == OP_Stat:
        i = object_of(c, r.a[1], fr)
        if i < 0:
            if fr.slot != NO_SLOT and r.a[1] >= 0 and p.rows[r.a[1]].op == OP_This:  # the card itself
                j = slot_face(c, fr.slot)
                return p.faces[j].power if r.a[0] == 0 else p.faces[j].toughness if r.a[0] == 1 else p.faces[j].mana_value
            if fr.sacrificed_face >= 0:
                if r.a[0] == 0:
                    return p.faces[fr.sacrificed_face].power
                if r.a[0] == 1:
                    return p.faces[fr.sacrificed_face].toughness
                return p.faces[fr.sacrificed_face].mana_value
            if fr.that_slot != NO_SLOT and r.a[0] == 2:
                return p.faces[slot_face(c, fr.that_slot)].mana_value
            return 0
        return object_stat(c, i, r.a[0])
    if r.op == OP_Greatest or r.op == OP_Total:
        for i in range(s.n_objects):
            if match_object(c, r.a[1], i, fr):
                v = object_stat(c, i, r.a[0])
                n = n + v if r.op == OP_Total else max(n, v)
        return n
    if r.op == OP_Kinds:
        return count_kinds(c, r, fr)
    if r.op == OP_Number:
        v = r.a[0]
        if v == 0:
            return s.life
        if v == 1:
            return s.n_hand
        if v == 2:
            return lib_count(&s.library)
        if v == 3:
            return s.opponents
        if v == 4:
            return s.turn
        if v == 5:
            return s.spells_cast
        if v == 6:
            return bit_count(fr.spent & 31)
        if v == 7:
            return fr.paid_mana
        if v == 8:
            return fr.kicks & 31
        if v == 9:
            return fr.amount
        if v == 10:
            return s.energy
        if v == 11:
            return s.lands_played
        if v == 13:
            return s.died
        if v == 14:
            return s.draws
        if v == 15:
            return s.n_pool
        if v == 17:
            return (s.commander_casts & 255) + (s.commander_casts >> 8 & 255) + (s.commander_casts >> 16 & 255)
        if v == 18:
            return s.instants_cast
        if v == 19:
            return bit_count(c.p.color_identity & 31)
        if v == 20:
            return s.life_gained
        if v == 21:
            return s.life_lost
        if v == 22:
            return s.starting_life
        if v == 23:
            return s.discarded
        if v == 31:
            return s.attacked
        if v == 32:
            return s.spells_last
        if v == 30:
            return max(0, c.cast_targets - 1)
        if v == 33:
            return lands_of_opponent(c)
        if v > 23:
            for i in range(s.n_pool):
                if (s.pool[i].mask | s.pool[i].rmask) >> (v - 24) & 1:
                    n += 1
            return n
        return 0
    if r.op == OP_Plus:
        return amount(c, r.a[0], fr) + amount(c, r.a[1], fr)
    if r.op == OP_Times:
        return amount(c, r.a[0], fr) * amount(c, r.a[1], fr)
    if r.op == OP_Minus:
        return max(0, amount(c, r.a[0], fr) - amount(c, r.a[1], fr))
    if r.op == OP_Half:
        v = amount(c, r.a[0], fr)
        n = max(1, r.a[2])
        return (v + n - 1) // n if r.a[1] == 0 else v // n
    return 0


cdef inline int devotion_of(Face *f, Cost *unused, Program *p, int mask) noexcept nogil:
    # symbols of the printed cost that are of any of the colours (CR 700.5)
    cdef int n = 0, i
    cdef Cost *cost
    if f.cost < 0:
        return 0
    cost = &p.costs[f.cost]
    for i in range(cost.n):
        if cost.mask[i] != ALL_TYPES and cost.mask[i] & mask & 31:
            n += 1
    return n


cdef int object_stat(Context *c, int i, int what) noexcept nogil:
    if what == 0:
        return c.s.chars[i].power
    if what == 1:
        return c.s.chars[i].toughness
    if what == 2:
        return c.p.faces[c.s.objects[i].face].mana_value
    return c.s.objects[i].counters[C_LOYALTY]


cdef int count_kinds(Context *c, Row *r, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef int i, n, k, v, m = 0
    cdef uint64_t bits = 0
    cdef int16_t values[MAX_OBJECTS]
    n = 0
    if r.a[2] == Z_GRAVEYARD and r.a[0] == 5:
        for i in range(s.n_graveyard):
            if match_face(c, r.a[1], slot_face(c, s.graveyard[i]), fr):
                bits |= <uint64_t>1 << min(63, c.p.faces[slot_face(c, s.graveyard[i])].mana_value)
        return bit_count(bits)
    if r.a[2] == Z_GRAVEYARD:
        for i in range(s.n_graveyard):
            if match_face(c, r.a[1], slot_face(c, s.graveyard[i]), fr):
                if r.a[0] == 2:
                    bits |= c.p.faces[slot_face(c, s.graveyard[i])].types
                elif r.a[0] == 1:
                    bits |= c.p.faces[slot_face(c, s.graveyard[i])].colors & 31
        return bit_count(bits)
    for i in range(s.n_objects):
        if not match_object(c, r.a[1], i, fr):
            continue
        if r.a[0] == 0:
            bits |= s.chars[i].subs[0] & 31
        elif r.a[0] == 1:
            bits |= s.chars[i].colors & 31
        elif r.a[0] == 2:
            bits |= s.chars[i].types
        else:
            v = c.p.faces[s.objects[i].face].name
            if r.a[0] == 4:
                v = s.chars[i].power
            elif r.a[0] == 5:
                v = c.p.faces[s.objects[i].face].mana_value
            for k in range(n):
                if values[k] == v:
                    break
            else:
                values[n] = <int16_t>v
                n += 1
    return n if r.a[0] >= 3 else bit_count(bits)


cdef inline int kicked(int kicks, int which) noexcept nogil:
    """How often the optional cost with this number was paid (0: any); the first's times are five bits, the others one."""
    if which == 0:
        return kicks
    if which == 1:
        return kicks & 31
    return kicks >> (3 + which) & 1


cdef int source_zone(Context *c, Frame *fr) noexcept nogil:
    """The zone in which the source is."""
    cdef int i
    if fr.source >= 0 and c.s.objects[fr.source].alive:
        return Z_BATTLEFIELD
    for i in range(c.s.n_graveyard):
        if c.s.graveyard[i] == fr.slot:
            return Z_GRAVEYARD
    for i in range(c.s.n_hand):
        if c.s.hand[i] == fr.slot:
            return Z_HAND
    for i in range(c.s.n_exile):
        if c.s.exile[i] == fr.slot:
            return Z_EXILE
    return -1


cdef bint condition(Context *c, int row, Frame *fr) noexcept nogil:
    cdef State *s = c.s
    cdef Row *r
    cdef int i, k
    cdef bint ok
    if row < 0:
        return True
    r = &c.p.rows[row]
    if r.op == OP_Compare:
        i = amount(c, r.a[0], fr)
        k = amount(c, r.a[2], fr)
        if r.a[1] == 0:
            return i >= k
        if r.a[1] == 1:
            return i <= k
        if r.a[1] == 2:
            return i == k
        if r.a[1] == 3:
            return i != k
        if r.a[1] == 4:
            return i > k
        return i < k
    if r.op == OP_Not:
        return not condition(c, r.a[0], fr)
    if r.op == OP_All:
        for i in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            if not condition(c, i, fr):
                return False
        return True
    if r.op == OP_Any:
        for i in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            if condition(c, i, fr):
                return True
        return False
    if r.op == OP_Is:
        i = object_of(c, r.a[0], fr)
        if i >= 0 and not s.objects[i].alive:  # as it last was (CR 608.2h)
            k = c.remembered
            c.remembered = i + 1
            ok = match_object(c, r.a[1], i, fr)
            c.remembered = k
            return ok
        if i >= 0:
            return match_object(c, r.a[1], i, fr)
        if fr.that_slot != NO_SLOT:
            return match_face(c, r.a[1], slot_face(c, fr.that_slot), fr)
        if fr.slot != NO_SLOT:
            return match_face(c, r.a[1], slot_face(c, fr.slot), fr)
        return False
    if r.op == OP_Fact:
        k = r.a[0]
        if k == 0:
            return s.active == fr.controller
        if k == 1:
            return s.active != fr.controller
        if k == 2:
            return kicked(fr.kicks, r.a[1])
        if k == 3:
            return fr.from_zone != 0
        if k == 4:
            return fr.from_zone == Z_HAND + 1
        if k == 5:
            return s.step == S_MAIN1
        if k == 6:
            return s.turn <= 3
        if k == 7:
            return s.on_the_play != 0
        if k == 9:
            for i in range(s.n_objects):
                if s.objects[i].alive and s.objects[i].pad & 2 and s.objects[i].controller == fr.controller:
                    return True
            return False
        if k == 10:
            return fr.paid != 0
        if k == 8:
            return s.blessing != 0
        if k == 11:
            return fr.paid_mana == 0 and fr.from_zone != 0
        if k == 12:
            return s.attacked != 0
        if k == 14:
            return fr.paid != 0
        if k == 15:
            return fr.keyword == r.a[1]
        if k == 16:
            for i in range(6):
                if fr.spent_by[i] < (r.a[1] >> (5 * i) & 31):
                    return False
            return True
        if k == 17:
            return source_zone(c, fr) == r.a[1]
        if k == 19:
            return True
        if k == 20:
            return fr.from_zone == Z_GRAVEYARD + 1
        if k == 21:
            return s.spells_game == 0
        if k == 22:
            return s.miracle != 0 and s.miracle == fr.slot + 1
        if k == 23:
            return s.died != 0
        if k == 24:
            return fr.source >= 0 and s.objects[fr.source].attached >= 0
        if k == 25:
            return fr.source >= 0 and s.objects[fr.source].imprint >= 0
        if k == 26:
            return fr.resolution == r.a[1]
        if k == 27:
            return fr.that >= 0 and s.objects[fr.that].controller == 0
        if k == 28:
            return fr.source >= 0 and s.objects[fr.source].pad & 8 != 0
        if k == 38:
            return s.left != 0
        if k == 39:
            return s.monarch != 0
        if k == 40:  # a mode chosen for good (`modes`)
            return fr.source >= 0 and s.objects[fr.source].modes >> (7 + r.a[1]) & 1 != 0
        if k == 41:
            if fr.that < 0:
                return False
            i = s.objects[fr.that].from_zone
            return i != 0 and (r.a[1] == 0 or i == r.a[1])
        if k == 37:
            return s.step == S_COMBAT and s.combats == 1
        if k == 29:
            return s.descended != 0
        if k == 30:
            return s.discarded != 0
        if k == 13:
            return s.land_entered != 0
        if k == 32:
            return s.step == S_UPKEEP
        if k == 33:
            return s.step == S_MAIN1 or s.step == S_MAIN2
        if k == 34:
            return s.step == S_COMBAT
        if k == 35:
            return s.step < S_COMBAT
        if k == 36:
            return s.step < S_END
        return False
    return True


# -------------------------------------------------------------------------------------- colour sets

cdef inline int rounds(Context *c) noexcept nogil:
    """Turns that each opponent has had, by the number of the own turn."""
    cdef int n = c.s.turn - (1 if c.s.on_the_play else 0)
    return 0 if n < 0 else 31 if n > 31 else n


cdef int theirs(Context *c, int filter_, Frame *fr) noexcept nogil:
    """Types that lands which the scenario gives opponents could produce, of a filter that basic lands match."""
    cdef Filter *f
    if fr.controller:
        return 0
    while filter_ >= 0:
        f = &c.p.filters[filter_]
        if f.controller != 1 and (f.types_any == 0 or f.types_any & LAND) and f.types_all & ~LAND == 0 and not f.types_not & LAND \
                and f.super_all == 0 and not f.which and not (f.sub_any[0] or f.sub_any[1]):
            return c.their_colors[rounds(c)]
        filter_ = f.next
    return 0


cdef int lands_of_opponent(Context *c) noexcept nogil:
    """Lands of the opponent with the most: those of the position, or the scenario's."""
    cdef int i, n = 0
    for i in range(c.s.n_objects):
        if c.s.objects[i].alive and c.s.objects[i].controller and not c.s.objects[i].phased and c.s.chars[i].types & LAND:
            n += 1
    return max(n, <int>c.their_lands[rounds(c)])


cdef int colors_of(Context *c, int row, Frame *fr) noexcept nogil:
    """A set of mana types; empty where it is undefined (CR 106.5)."""
    cdef State *s = c.s
    cdef Row *r = &c.p.rows[row]
    cdef int mask = 0, i, src
    if r.op == OP_Colors:
        return r.a[0]
    if r.op != OP_ColorsFrom:
        return 0
    src = r.a[0]
    if src == 0:
        return c.p.color_identity & 31
    if src == 1:
        if fr.source >= 0 and s.objects[fr.source].chosen_color < 6:
            return 1 << s.objects[fr.source].chosen_color
        return 1 << fr.chosen_color if fr.chosen_color < 6 else 0
    if src == 2:
        compute_could(c)
        for i in range(s.n_objects):
            if match_object(c, r.a[1], i, fr):
                mask |= s.chars[i].could
        mask |= theirs(c, r.a[1], fr)
        return mask if r.a[2] else mask & 31
    if src == 3:
        for i in range(s.n_objects):
            if match_object(c, r.a[1], i, fr):
                mask |= s.chars[i].colors & 31
        return mask
    if src == 4:
        if fr.source >= 0 and s.objects[fr.source].imprint >= 0:
            return c.p.faces[c.p.kinds[s.objects[fr.source].imprint].face].colors & 31
        return 0
    if src == 5:
        return fr.produced if r.a[2] else fr.produced & 31
    if src == 6:
        return fr.spent & 31
    if src == 7:
        return c.p.faces[fr.sacrificed_face].colors & 31 if fr.sacrificed_face >= 0 else 0
    if src == 8:
        return fr.sacrificed_could if r.a[2] else fr.sacrificed_could & 31
    return 0


cdef int could_of_mana(Context *c, int row, Frame *fr) noexcept nogil:
    """Types a mana node could produce now, with what `could` holds of other objects."""
    cdef Row *r = &c.p.rows[row]
    cdef Row *q
    cdef int mask = 0, i
    if r.op == OP_Bundle:
        if c.p.rows[r.a[1]].op != OP_Const and amount(c, r.a[1], fr) <= 0 and c.p.rows[r.a[1]].op != OP_X \
                and c.p.rows[r.a[1]].op != OP_Counters and c.p.rows[r.a[1]].op != OP_Number:
            return 0
        for i in range(6):
            if r.a[0] >> (5 * i) & 31:
                mask |= 1 << i
        return mask
    if r.op == OP_OneOf or r.op == OP_EitherMana:
        for i in range(r.a[0] >> 8, (r.a[0] >> 8) + (r.a[0] & 255)):
            mask |= could_of_mana(c, i, fr)
        return mask
    q = &c.p.rows[r.a[0]]
    if q.op == OP_ColorsFrom and q.a[0] == 2:
        for i in range(c.s.n_objects):
            if match_object(c, q.a[1], i, fr):
                mask |= c.s.chars[i].could
        mask |= theirs(c, q.a[1], fr)
        return mask if q.a[2] else mask & 31
    return colors_of(c, r.a[0], fr)


cdef int could_of_list(Context *c, int list_, Frame *fr) noexcept nogil:
    cdef int j, mask = 0
    cdef int i
    cdef bint unseen
    cdef Row *r
    for j in range(list_ >> 8, (list_ >> 8) + (list_ & 255)):
        r = &c.p.rows[j]
        if r.op == OP_AddMana:
            mask |= could_of_mana(c, r.a[0], fr)
        elif r.op == OP_If:
            i = c.p.rows[r.a[0]].a[0] if c.p.rows[r.a[0]].op == OP_Is else -1
            unseen = i >= 0 and c.p.rows[i].op == OP_That  # either could be
            if unseen or condition(c, r.a[0], fr):
                mask |= could_of_list(c, r.a[1], fr)
            if unseen or not condition(c, r.a[0], fr):
                mask |= could_of_list(c, r.a[2], fr)
        elif r.op == OP_May or r.op == OP_Repeat:
            mask |= could_of_list(c, r.a[0] if r.op == OP_May else r.a[1], fr)
    return mask


cdef void compute_could(Context *c) noexcept nogil:
    """Types each permanent could produce (CR 106.7): a least fixed point, costs and conditions to activate ignored."""
    cdef State *s = c.s
    cdef int i, k, mask
    cdef bint changed = True
    cdef Frame fr
    cdef Ability *ab
    for i in range(s.n_objects):
        s.chars[i].could = 0
    while changed:
        changed = False
        for i in range(s.n_objects):
            if not s.objects[i].alive or s.objects[i].phased:
                continue
            mask = 0
            frame_of(&fr, s, i)
            for k in range(s.chars[i].n_abilities):
                ab = &c.p.abilities[s.chars[i].abilities[k]]
                if ab.type == ACTIVATED or ab.type == TRIGGERED:  # any ability of the permanent, CR 106.7
                    mask |= could_of_list(c, ab.effects, &fr)
            mask = replaced_types(c, i, mask)
            if mask | s.chars[i].could != s.chars[i].could:
                s.chars[i].could |= <uint8_t>mask
                changed = True


cdef int replaced_types(Context *c, int i, int mask) noexcept nogil:
    """Types after replacement effects on production; an amount doesn't matter here."""
    cdef StaticRef refs[MAX_STATICS]
    cdef int n, k, m
    cdef int makes[8]
    cdef int needs[8]
    cdef Row *r
    cdef Frame fr
    n = static_refs(c, OP_ManaInstead, refs)
    m = 0
    for k in range(n):
        r = &c.p.rows[refs[k].row]
        if r.a[2] < 0 or m >= 8 or (r.a[3] == 0 and refs[k].controller != c.s.objects[i].controller):
            continue
        if applies_to(c, &refs[k], r.a[0], i):
            frame_of(&fr, c.s, refs[k].source)
            fr.controller = refs[k].controller
            if c.p.rows[r.a[2]].op == OP_Colors or c.p.rows[r.a[2]].op == OP_ColorsFrom:
                makes[m] = colors_of(c, r.a[2], &fr)
            else:
                makes[m] = could_of_mana(c, r.a[2], &fr)
            needs[m] = r.a[4] if r.a[4] else ALL_TYPES
            m += 1
    if m == 0:
        return mask
    return replaced_in_any_order(mask, makes, needs, m, 0)


cdef int replaced_in_any_order(int mask, int *makes, int *needs, int m, int used) noexcept nogil:
    """Types that mana of each of these types can become as each effect applies once, in any order (CR 616.1)."""
    cdef int k, t, out = 0
    cdef bint last
    for t in range(6):
        if not mask >> t & 1:
            continue
        last = True
        for k in range(m):
            if not used >> k & 1 and needs[k] >> t & 1:
                last = False
                out |= replaced_in_any_order(makes[k], makes, needs, m, used | 1 << k)
        if last:
            out |= 1 << t
    return out
