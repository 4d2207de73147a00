# The board API: load a position, list and apply actions, advance steps, ask what can be paid, produced or cast.
# Games are made of the same functions; conformance cases use nothing else.

STEPS = {"before_untap": 0, "untap": 1, "upkeep": 2, "draw": 3, "main1": 4, "combat": 5, "main2": 6, "end": 7, "cleanup": 8}


class IllegalAction(ValueError):
    """The action is not legal in this position."""


class CoreLimit(RuntimeError):
    """A fixed size of the core was exceeded, or a search ended undecided."""


cdef int within(int k, int n, what) except -1:
    """Refuse a number that names nothing."""
    if not 0 <= k < n:
        raise IndexError(f"no {what} {k}: there are {n}")
    return 0


cdef class Snapshot:
    """A position kept by `Board.snapshot`."""

    cdef State *s

    def __cinit__(self):
        self.s = <State *>calloc(1, sizeof(State))
        if self.s == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.s)


cdef class Board:
    """A position of a game and what can be done in it.

    Parameters
    ----------
    program : CoreProgram
    seed : int
        For what is random once the game goes on (unknown library order, coins).

    Notes
    -----
    All numbers of objects, slots, faces and kinds are indices into the program's tables.  Steps are the names of `STEPS`.
    """

    cdef Context c
    cdef State *s
    cdef State *saved
    cdef Workspace *w
    cdef CoreProgram program
    cdef Log log
    cdef public object chooser

    def __cinit__(self, CoreProgram program, seed=0):
        self.program = program
        self.s = <State *>calloc(1, sizeof(State))
        self.saved = <State *>calloc(1, sizeof(State))
        self.w = <Workspace *>calloc(1, sizeof(Workspace))
        self.log.capacity = 1 << 14
        self.log.entries = <Entry *>calloc(self.log.capacity, sizeof(Entry))
        if self.s == NULL or self.saved == NULL or self.w == NULL or self.log.entries == NULL:
            raise MemoryError
        memset(&self.c, 0, sizeof(Context))
        self.c.p = &program.p
        self.c.s = self.s
        self.c.work = self.w
        self.c.mode = M_ASK
        self.c.paying_stage = 255
        self.c.only_face = -1
        self.c.emerged = -1
        self.c.say_yes = -1
        self.c.key0 = <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF)
        self.c.key1 = 0x5EED
        self.c.log_on = 1
        self.c.log = &self.log
        seed_rng(self.c.rng, self.c.key0, self.c.key1, 0, R_CHANCE)
        self.s.library.size = self.c.p.n_slots
        lib_permute(&self.c, &self.s.library)
        self.s.turn = 1
        self.s.life = 20
        self.s.opponents = 1
        self.s.opponent_life = self.s.starting_life = 20
        self.s.step = S_MAIN1
        self.s.spells_allowed = -1
        self.s.dirty = 1

    def __dealloc__(self):
        free(self.s)
        free(self.saved)
        free(self.w)
        free(self.log.entries)

    # -- loading

    def load(self, **values):
        """Set plain numbers of the state by name, e.g. ``turn=4, life=18, step="upkeep", lands_played=1``."""
        cdef State *s = self.s
        for name, value in values.items():
            if name == "step":
                s.step = STEPS[value]
                s.no_priority = s.step <= S_UNTAP
            elif name == "active":
                s.active = 0 if value in (0, "you") else 1
            elif name == "turn":
                s.turn = value
            elif name == "life":
                s.life = value
            elif name == "energy":
                s.energy = value
            elif name == "opponents":
                s.opponents = value
            elif name == "lands_played":
                s.lands_played = value
            elif name == "their_colors":  # a set of types that lands of opponents could produce
                memset(self.c.their_colors, value, sizeof(self.c.their_colors))
            elif name == "their_lands":
                memset(self.c.their_lands, value, sizeof(self.c.their_lands))
            elif name == "on_the_play":
                s.on_the_play = value
            elif name == "spells_cast":  # their number, or their faces
                faces = [-1] * value if isinstance(value, int) else value
                s.spells_cast = len(faces)
                for k, face in enumerate(faces[:8]):
                    s.cast_now[k] = face
            elif name == "commander_casts":
                s.commander_casts = value
            elif name == "skip_untap":
                s.skip_untap = value
            else:
                raise KeyError(name)

    def add_object(self, int face, *, int slot=-1, int controller=0, bint tapped=False, bint sick=False, bint token=False,
                   int attached=-1, counters=None, int chosen_color=-1, int chosen_sub=-1, int chosen_name=-1,
                   int imprint=-1, bint phased=False, int skip_untap=0, bint commander=False):
        """Put a permanent onto the battlefield as it stands (nothing triggers); returns its number."""
        cdef int i
        cdef Object *o
        within(face, self.c.p.n_faces, "face")
        if slot >= 0:
            within(slot, self.c.p.n_slots, "card")
        i = new_object(&self.c, face, slot, controller, token)
        if i < 0:
            raise CoreLimit("more permanents than the core's limit")
        o = &self.s.objects[i]
        o.tapped = tapped
        o.sick = sick
        o.entered = sick
        o.attached = <int16_t>attached
        o.phased = phased
        o.skip_untap = <uint8_t>skip_untap
        o.imprint = <int16_t>imprint
        if chosen_color >= 0:
            o.chosen_color = <uint8_t>chosen_color
        if chosen_sub >= 0:
            o.chosen_sub = <uint8_t>chosen_sub
        o.chosen_name = <int16_t>chosen_name
        if commander:
            o.pad |= 2
        if self.c.p.faces[face].types & PLANESWALKER:
            o.counters[C_LOYALTY] = <uint8_t>self.c.p.faces[face].loyalty
        for k, n in (counters or {}).items():
            o.counters[k] = n
        self.s.dirty = 1
        return i

    def attach(self, int i, int host):
        within(i, self.s.n_objects, "permanent")
        self.s.objects[i].attached = <int16_t>host
        self.s.dirty = 1

    def add_card(self, int slot, zone):
        """Put the card of a slot into a zone: hand, graveyard, exile, command, library, top (below earlier ones) or bottom."""
        within(slot, self.c.p.n_slots, "card")
        cdef Library *l = &self.s.library
        if zone == "library":
            l.inside[slot] = 1
            l.unknown += 1
            if l.filled:
                lib_permute(&self.c, l)  # the order may have gone past it
        elif zone == "top":
            if l.n_top >= MAX_KNOWN:
                raise CoreLimit("more known cards than the core's limit")
            l.top[l.n_top] = <uint16_t>slot
            l.n_top += 1
            l.inside[slot] = 2
        else:
            put_card(&self.c, slot, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "exile": Z_EXILE, "command": Z_COMMAND,
                                     "bottom": Z_BOTTOM}[zone])

    def add_mana(self, int mask, int spend=-1):
        add_unit(&self.c, mask, spend, 0, 0, -1)

    def add_effect(self, int list_, int duration, int source=-1, int that=-1, int holder=-1, bint over=False, int controller=0):
        """A continuous effect already in force."""
        cdef ContinuousEffect *e = &self.s.effects[self.s.n_effects]
        if self.s.n_effects >= MAX_EFFECTS:
            raise CoreLimit("more continuous effects than the core's limit")
        memset(e, 0, sizeof(ContinuousEffect))
        e.list = list_
        e.duration = <uint8_t>duration
        e.source = <int16_t>source
        e.that = <int16_t>that
        e.holder = <int16_t>holder
        e.over = over
        e.controller = <uint8_t>controller
        e.chosen_sub = 255
        e.counter = -1
        e.face = -1
        self.s.clock += 1
        e.stamp = <uint16_t>self.s.clock
        self.s.n_effects += 1
        self.s.dirty = 1

    # -- running with decisions

    cdef object run(self, int what, int a=0, int b=0, int d=0, int e=0, int f=0, int g=0):
        """Carry something out; every decision is put to ``chooser(kind, options, source) -> index``."""
        cdef int n_log = self.log.n
        script = []
        copy_state(self.saved, self.s)
        while True:
            self.c.n_script = len(script)
            self.c.at = 0
            for k, v in enumerate(script):
                self.c.script[k] = v
            self.log.n = n_log
            self.c.theirs_on_stack = what < 4  # who casts it anyway has an opponent's spell to aim at
            with nogil:
                self.carry_out(what, a, b, d, e, f, g)
            self.c.theirs_on_stack = 0
            if self.s.status == OK:
                self.c.n_script = 0
                refresh(&self.c)
                return None
            status = self.s.status
            copy_state(self.s, self.saved)
            self.s.status = OK
            if status == NEED_DECISION and len(script) < MAX_SCRIPT - 1:
                options = [self.c.options[k] for k in range(self.c.n_options)]
                kind, source = self.c.need_kind, self.c.need_source
                script.append(int(self.chooser(kind, options, source)) if self.chooser else 0)
                continue
            self.log.n = n_log
            if status == ILLEGAL:
                raise IllegalAction("not a legal action here")
            raise CoreLimit(f"status {status}")

    cdef void carry_out(self, int what, int a, int b, int d, int e, int f, int g) noexcept nogil:
        cdef Context *c = &self.c
        cdef Frame fr
        cdef int made
        refresh(c)
        if what == 0:
            activate(c, a, b, d)
        elif what == 1:
            activate_card(c, a, b, d, e)
        elif what == 2:
            play_land(c, a, b, d)
        elif what == 3:
            cast(c, a, b, d, e, f, g)
        elif what == 4:
            settle_stack(c)
        elif what == 5:
            advance_step(c, a != 0)
        elif what == 6:
            untap_step(c)
        elif what == 7:
            untap_object(c, a)
        elif what == 8:
            leave(c, a, b)
        elif what == 9:
            take_from(c, a, d)
            enter(c, b, a, e, False, False, 0, 0, 0)
        elif what == 10:
            put_waiting(c)
            resolve_top(c)
        elif what == 11:
            state_based(c)
        elif what == 12:
            attacker = <int16_t>a
            refresh(c)
            declare(c, &attacker, 1, b != 0)
        elif what == 18:
            deal_damage(c, a != 0)
        elif what == 13:
            begin_turn(c, a)
        elif what == 17:
            made = enter(c, a, -1, 1, False, False, 0, 0, 0)
            if c.s.status == OK and made >= 0:
                fire(c, EV_PLAYS_LAND, made, a, 0, 0, 0, 1)
        elif what == 16:
            frame_of(&fr, c.s, b)
            fr.that = <int16_t>d
            fr.controller = <uint8_t>e
            fr.face = <int16_t>f
            refresh(c)
            run_list(c, a, &fr)
        elif what == 14:
            opening_hand_effects(c, a)
        elif what == 15:
            state_based(c)
            put_waiting(c)

    def activate(self, int i, int place, int x=0):
        """Activate the ability at a place of object i's list (CR 602)."""
        within(i, self.s.n_objects, "permanent")
        self.run(0, i, place, x)

    def activate_card(self, int slot, int ability, zone="hand", int x=0):
        within(slot, self.c.p.n_slots, "card")
        self.run(1, slot, ability, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD}[zone], x)

    def play_land(self, int slot, int face, zone="hand"):
        within(slot, self.c.p.n_slots, "card")
        within(face, self.c.p.n_faces, "face")
        self.run(2, slot, face, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "top": Z_TOP, "exile": Z_EXILE}[zone])

    def cast(self, int slot, int face, zone="hand", int way=0, int x=0, int kicks=0):
        within(slot, self.c.p.n_slots, "card")
        within(face, self.c.p.n_faces, "face")
        self.run(3, slot, face, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "command": Z_COMMAND, "top": Z_TOP, "exile": Z_EXILE}[zone], way, x, kicks)

    def resolve_stack(self):
        self.run(4)

    def resolve_one(self):
        self.run(10)

    def advance(self, bint resolve=True):
        """Go on to the next step."""
        self.run(5, resolve)

    def untap_step(self):
        self.run(6)

    def untap(self, int i):
        within(i, self.s.n_objects, "permanent")
        self.run(7, i)

    def leave(self, int i, zone="graveyard"):
        within(i, self.s.n_objects, "permanent")
        self.run(8, i, {"graveyard": Z_GRAVEYARD, "exile": Z_EXILE, "hand": Z_HAND}[zone])

    def put_onto_battlefield(self, int slot, int face, zone="hand", int controller=0):
        if slot >= 0:
            within(slot, self.c.p.n_slots, "card")
        within(face, self.c.p.n_faces, "face")
        self.run(9, slot, face, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "none": Z_NONE}[zone], controller)

    def state_based_actions(self):
        self.run(11)

    def attack(self, int i, bint exert=False):
        within(i, self.s.n_objects, "permanent")
        self.run(12, i, exert)

    def deal_damage(self, bint first=False):
        """The attackers deal combat damage (CR 510)."""
        self.run(18, first)

    def begin_turn(self, int player):
        self.run(13, player)

    def set_controller(self, int i, int controller):
        within(i, self.s.n_objects, "permanent")
        self.s.objects[i].controller = <uint8_t>controller
        self.s.objects[i].sick = 1
        self.s.dirty = 1

    def set_counters(self, int i, int kind, int n):
        within(i, self.s.n_objects, "permanent")
        within(kind, MAX_COUNTERS, "counter")
        self.s.objects[i].counters[kind] = <uint8_t>n
        self.s.dirty = 1

    def doesnt_untap_next(self, int i, int times=1):
        """The permanent won't untap in its controller's next untap step (CR 502.3)."""
        within(i, self.s.n_objects, "permanent")
        self.s.objects[i].skip_untap = <uint8_t>(self.s.objects[i].skip_untap + times)

    def set_duration(self, int number, int duration):
        """How long a continuous effect lasts: 0 turn, 1 until your next turn, 2 as long as tapped, 3 for good, 4 until the
        next untap step."""
        within(number, self.s.n_effects, "effect")
        self.s.effects[number].duration = <uint8_t>duration

    def opponent_plays_land(self, int face):
        within(face, self.c.p.n_faces, "face")
        self.run(17, face)

    def set_timestamp(self, int i, int stamp):
        within(i, self.s.n_objects, "permanent")
        self.s.objects[i].stamp = <uint16_t>stamp
        self.s.dirty = 1

    def opening_hand_actions(self, what):
        """Slots of the hand's cards with an opening-hand action (CR 103.6): 'begin' on the battlefield, or 'reveal'."""
        cdef int i, j, k, face
        cdef Ability *ab
        cdef Frame fr
        out = []
        for i in range(self.s.n_hand):
            face = slot_face(&self.c, self.s.hand[i])
            for k in range(self.c.p.faces[face].n_abilities):
                ab = &self.c.p.abilities[self.c.p.face_abilities[self.c.p.faces[face].ability + k]]
                if ab.type != OTHER or self.c.p.rows[ab.row].op != OP_OpeningHand:
                    continue
                if self.c.p.rows[ab.row].a[0] != (0 if what == "begin" else 1):
                    continue
                frame_of(&fr, self.s, -1)
                j = self.c.p.rows[ab.row].a[1]
                if j & 255 == 1 and self.c.p.rows[j >> 8].op == OP_If and not condition(&self.c, self.c.p.rows[j >> 8].a[0], &fr):
                    continue
                out.append(self.s.hand[i])
        return out

    def reveal_opening_hand(self, int slot):
        """Reveal a card from the opening hand and do what it says (CR 103.6b)."""
        within(slot, self.c.p.n_slots, "card")
        self.run(14, slot)

    def order_waiting(self, order):
        """The order in which triggers that wait go on the stack (CR 603.3b): their present places, the first lowest."""
        cdef int i
        cdef StackItem kept[MAX_STACK]
        if sorted(order) != list(range(self.s.n_waiting)):
            raise ValueError("not an order of the waiting triggers")
        for i in range(self.s.n_waiting):
            kept[i] = self.s.waiting[i]
        for i, k in enumerate(order):
            self.s.waiting[i] = kept[k]

    def priority(self):
        """What happens before a player would get priority (CR 117.5): state-based actions, triggers onto the stack."""
        self.run(15)

    def log_options(self, bint on=True):
        """Write the options of each decision into the log, too."""
        self.c.log_on = 2 if on else 1

    def clear_log(self):
        self.log.n = 0

    def draw(self, int n):
        """Draw cards (CR 121)."""
        draw_cards(&self.c, n)

    def spend_pool(self):
        self.s.n_pool = 0
        self.s.dirty = 1

    # -- looking

    @property
    def state(self):
        """Plain numbers of the state, as a dict."""
        cdef State *s = self.s
        return {"turn": s.turn, "active": s.active, "step": s.step, "life": s.life, "energy": s.energy, "lost": s.lost,
                "lands_played": s.lands_played, "spells_cast": s.spells_cast, "spells_allowed": s.spells_allowed,
                "stack": s.n_stack, "waiting": s.n_waiting, "library": lib_count(&s.library), "untapped": s.untapped_count,
                "kept_tapped": s.kept_tapped_count, "skip_untap": s.skip_untap, "mana_spent": s.mana_spent,
                "commander_casts": s.commander_casts}

    def objects(self):
        """The permanents, as a list of dicts with their characteristics after CR 613."""
        cdef int i, k
        cdef Object *o
        cdef Chars *ch
        refresh(&self.c)
        out = []
        for i in range(self.s.n_objects):
            o = &self.s.objects[i]
            ch = &self.s.chars[i]
            if not o.alive:
                continue
            out.append({"object": i, "kind": o.kind, "face": o.face, "slot": o.slot if o.slot != NO_SLOT else -1,
                        "controller": o.controller, "tapped": bool(o.tapped), "sick": bool(o.sick), "token": bool(o.token),
                        "attached": o.attached, "phased": bool(o.phased), "types": ch.types, "colors": ch.colors, "power": ch.power,
                        "toughness": ch.toughness, "keywords": ch.keywords, "skip_untap": o.skip_untap,
                        "supers": ch.supers, "subs": ch.subs[0] | (<object>ch.subs[1] << 64), "entered": bool(o.entered),
                        "imprint": o.imprint, "chosen_name": o.chosen_name,
                        "chosen_color": o.chosen_color, "chosen_sub": o.chosen_sub,
                        "abilities": [ch.abilities[k] for k in range(ch.n_abilities)],
                        "counters": {k: o.counters[k] for k in range(MAX_COUNTERS) if o.counters[k]}})
        return out

    def zone(self, name):
        """Slots of the cards in a zone, in order."""
        cdef State *s = self.s
        cdef int i
        if name == "hand":
            return [s.hand[i] for i in range(s.n_hand)]
        if name == "graveyard":
            return [s.graveyard[i] for i in range(s.n_graveyard)]
        if name == "exile":
            return [s.exile[i] for i in range(s.n_exile)]
        if name == "command":
            return [s.command[i] for i in range(s.n_command)]
        if name == "top":
            return [s.library.top[i] for i in range(s.library.n_top)]
        if name == "bottom":
            return [s.library.bottom[i] for i in range(s.library.n_bottom)][::-1]
        if name == "library":
            return [i for i in range(s.library.size) if s.library.inside[i]]
        raise KeyError(name)

    def pool(self):
        """Floating mana: a list of (types mask, restriction row or -1)."""
        cdef int i
        return [(self.s.pool[i].mask | self.s.pool[i].rmask, self.s.pool[i].spend) for i in range(self.s.n_pool)]

    def pool_units(self):
        """Floating mana: tuples (types mask, restriction row or -1, snow, how long it stays)."""
        cdef int i
        return [(self.s.pool[i].mask | self.s.pool[i].rmask, self.s.pool[i].spend, self.s.pool[i].snow, self.s.pool[i].keep)
                for i in range(self.s.n_pool)]

    def effects(self):
        cdef int i
        return [{"list": self.s.effects[i].list, "source": self.s.effects[i].source, "duration": self.s.effects[i].duration,
                 "holder": self.s.effects[i].holder, "over": self.s.effects[i].over, "face": self.s.effects[i].face,
                 "that": self.s.effects[i].that, "controller": self.s.effects[i].controller} for i in range(self.s.n_effects)]

    def stack(self):
        """Stack and, with ``waiting`` True, triggers not yet on it: dicts with ability, source, face."""
        cdef int i
        out = [{"ability": self.s.stack[i].ability, "source": self.s.stack[i].source, "face": self.s.stack[i].face,
                "waiting": False} for i in range(self.s.n_stack)]
        out += [{"ability": self.s.waiting[i].ability, "source": self.s.waiting[i].source, "face": self.s.waiting[i].face,
                 "waiting": True} for i in range(self.s.n_waiting)]
        return out

    def log_entries(self, int start=0):
        cdef int i
        return [(self.log.entries[i].event, self.log.entries[i].a, self.log.entries[i].b, self.log.entries[i].c,
                 self.log.entries[i].d) for i in range(start, self.log.n)]

    # -- queries

    def mana_available(self, int limit=20000, bint instant=False):
        """The most mana at one moment by activating abilities, and its types.

        ``instant``: without abilities that can be activated only as a sorcery, loyalty abilities among them (CR 606.3).

        Returns
        -------
        dict
            ``total`` int, ``types`` mask, ``by_type`` six ints, ``unbounded`` mask of types (64: some), ``cut`` bool
        """
        start_search(&self.c, self.w, G_MOST, SC_MANA | SC_ABILITIES | SC_NO_SEARCH | (SC_INSTANT if instant else 0), limit)
        with nogil:
            run_search(&self.c, self.w, self.s)
        return {"total": self.w.best_total, "types": self.w.types, "by_type": [self.w.type_most[k] for k in range(6)],
                "unbounded": self.w.unbounded, "cut": bool(self.w.cut)}

    def can_pay(self, int cost, int limit=20000):
        """Whether a mana cost (index) could be paid now, for unrestricted use; None = undecided."""
        start_search(&self.c, self.w, G_COST, SC_MANA | SC_ABILITIES, limit)
        self.w.cost = cost
        self.w.generic = self.c.p.costs[cost].generic
        self.w.purpose.face = -1
        self.w.purpose.object = -1
        self.w.purpose.is_ability = 2
        self.w.purpose.colors_only = 0
        self.w.purpose.symbols = cost_symbols(&self.c.p.costs[cost])
        self.w.purpose.makers_only = 0
        with nogil:
            run_search(&self.c, self.w, self.s)
        return True if self.w.found else None if self.w.cut else False

    def castable(self, int kind, int slot=-1, zone="hand", bint this_turn=False, int face=-1, int limit=20000, *, int x=0,
                 int kicks=0, int keyword=0, int targets=1):
        """Whether a card can be cast (CR 601), targets ignored; ``this_turn``: after a land drop and other spells.

        ``x``: with this X; ``kicks``: kicked so often; ``targets``: with so many targets; ``keyword``: by the alternative cost of this keyword (its number in
        the opcode table's AlternativeCost).
        """
        cdef int k
        self.c.cast_x = x
        self.c.cast_kicks = kicks
        self.c.cast_targets = targets
        self.c.only_keyword = keyword
        self.c.timed = not this_turn
        start_search(&self.c, self.w, G_KIND, SC_MANA | SC_ABILITIES | (SC_LAND | SC_CAST if this_turn else 0), limit)
        self.w.face = kind
        self.w.slot = slot if slot >= 0 else NO_SLOT
        self.w.zone = {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "command": Z_COMMAND, "top": Z_TOP, "exile": Z_EXILE}[zone]
        self.c.only_face = face
        with nogil:
            for k in range(3 if this_turn else 1):
                self.c.thorough = k
                self.w.limit = limit
                restart_search(self.w)
                run_search(&self.c, self.w, self.s)
                if self.w.found:
                    break
        self.c.only_face = -1
        self.c.emerged = -1
        self.c.thorough = self.c.timed = 0
        self.c.cast_x = self.c.cast_kicks = self.c.only_keyword = self.c.cast_targets = 0
        return True if self.w.found else None if self.w.cut else False

    def castable_together(self, slots, int limit=200000):
        """Whether all these cards of the hand can be cast this turn, one after the other, without a land drop."""
        start_search(&self.c, self.w, G_TOGETHER, SC_MANA | SC_ABILITIES | SC_CAST, limit)
        self.w.n_together = len(slots)
        for k, slot in enumerate(slots):
            self.w.together[k] = slot
        with nogil:
            run_search(&self.c, self.w, self.s)
        return True if self.w.found else None if self.w.cut else False

    def max_x(self, int kind, int slot=-1, zone="hand", int face=-1, *, int targets=1):
        """The largest X with which a card can be cast now, with so many targets; None if it can't be cast."""
        if not self.castable(kind, slot, zone, False, face, targets=targets):
            return None
        x = 0
        while x < 200 and self.castable(kind, slot, zone, False, face, x=x + 1, targets=targets):
            x += 1
        return x

    def life_to_cast(self, int kind, int slot=-1, zone="hand", int face=-1):
        """The least life that has to be paid to cast a card; None if it can't be cast."""
        life = self.s.life
        self.c.no_death = 1
        try:
            for least in range(life + 1):
                self.s.life = least
                if self.castable(kind, slot, zone, False, face):
                    return least
        finally:
            self.s.life = life
            self.c.no_death = 0
        return None

    def snapshot(self):
        """The position, to be handed to `restore`."""
        cdef Snapshot kept = Snapshot()
        copy_state(kept.s, self.s)
        return kept

    def restore(self, Snapshot kept):
        copy_state(self.s, kept.s)
        self.s.status = OK
        self.s.dirty = 1

    def begin_effects(self, int list_, int source=-1, int that=-1, int controller=0, int face=-1):
        """Carry out a list of effects as a resolving object's, for what was set going before the position began.

        Returns the number of continuous effects there were before.
        """
        n = self.s.n_effects
        self.run(16, list_, source, that, controller, face)
        return n

    def keep_effect(self, int number, int holder, bint over=False):
        """A continuous effect is kept going by a permanent; ``over``: its scheduled end has passed."""
        self.s.effects[number].holder = <int16_t>holder
        self.s.effects[number].over = over

    def castable_by_turn(self, int kind, int horizon, int limit=400000):
        """Earliest turn (own turns, from the present one) on which a card of this kind can be cast from hand, best play,
        the order of the known library being known; None if not by the horizon."""
        cdef int t, sooner
        with nogil:
            self.c.thorough = 1
            t = earliest_turn(&self.c, self.w, self.s, kind, horizon, limit)
            self.c.thorough = 2  # wider, and so perhaps cut short: it only betters what the narrower search has found
            sooner = earliest_turn(&self.c, self.w, self.s, kind, t - 1 if t > 0 else horizon, limit)
            if sooner > 0:
                t = sooner
        self.c.thorough = 0
        return t if t > 0 else None

    def land_plays_left(self):
        return land_plays_left(&self.c)

    def could_produce(self, int i):
        """Mask of the types of mana that object i could produce (CR 106.7)."""
        refresh(&self.c)
        compute_could(&self.c)
        return self.s.chars[i].could

    def can_activate(self, int i, int place, int x=0):
        """Whether an ability can be activated and its mana cost paid."""
        cdef Ability *ab
        cdef Frame fr
        refresh(&self.c)
        if not can_activate(&self.c, i, place):
            return False
        ab = &self.c.p.abilities[self.s.chars[i].abilities[place]]
        return True if ab.mana_cost < 0 else self.payable(0, i, place, x)

    cdef bint payable(self, int what, int a, int b, int d, int e=0):
        """Whether activating goes well to its end, the mana included; nothing stays changed."""
        chooser, self.chooser = self.chooser, None
        copy_state(self.saved, self.s)
        ok = True
        log = self.log.n
        self.c.n_script = 0
        self.c.at = 0
        self.c.executing = 1
        self.carry_out(what, a, b, d, e, 0, 0)
        self.c.executing = 0
        ok = self.s.status == OK
        copy_state(self.s, self.saved)
        self.s.status = OK
        self.log.n = log
        self.chooser = chooser
        return ok

    def can_activate_card(self, int slot, int ability, zone="hand"):
        """Whether an ability of a card can be activated and its mana cost paid."""
        place = {"hand": Z_HAND, "graveyard": Z_GRAVEYARD}[zone]
        refresh(&self.c)
        if not can_activate_card(&self.c, slot, ability, place):
            return False
        return True if self.c.p.abilities[ability].mana_cost < 0 else self.payable(1, slot, ability, place)

    def legal_actions(self):
        """Everything that may be done with priority now: tuples (kind, ...), see `apply`."""
        cdef int i, k, slot, face, n, zone
        cdef Way ways[MAX_WAYS]
        cdef Ability *ab
        cdef Face *f
        refresh(&self.c)
        out = []
        for i in range(self.s.n_objects):
            if not self.s.objects[i].alive:
                continue
            for k in range(self.s.chars[i].n_abilities):
                if can_activate(&self.c, i, k):
                    out.append(("activate", i, k))
        for zone, name, cards in ((Z_HAND, "hand", self.zone("hand")), (Z_GRAVEYARD, "graveyard", self.zone("graveyard")),
                                  (Z_COMMAND, "command", self.zone("command")), (Z_EXILE, "exile", self.zone("exile")),
                                  (Z_TOP, "top", self.zone("top")[:1])):
            for slot in cards:
                kind = self.c.p.slot_kind[slot]
                for face in range(self.c.p.kinds[kind].face, self.c.p.kinds[kind].face + self.c.p.kinds[kind].n_faces):
                    f = &self.c.p.faces[face]
                    if not f.playable:
                        continue
                    for k in range(f.n_abilities):
                        ab = &self.c.p.abilities[self.c.p.face_abilities[f.ability + k]]
                        if ab.type == ACTIVATED and zone <= Z_GRAVEYARD and can_activate_card(&self.c, slot, self.c.p.face_abilities[f.ability + k], zone):
                            out.append(("activate_card", slot, self.c.p.face_abilities[f.ability + k], name))
                    if f.types & LAND:
                        if sorcery_time(&self.c) and land_plays_left(&self.c) > 0 and (zone == Z_HAND or may_play_land_from(&self.c, slot, zone, face)):
                            out.append(("play_land", slot, face, name))
                        continue
                    if zone == Z_TOP or not sorcery_time(&self.c) and not f.types & INSTANT and not f.keywords & KW_FLASH:
                        continue
                    n = ways_to_cast(&self.c, face, slot, zone, ways)
                    for k in range(n):
                        if (other_costs_payable(&self.c, face, slot, &ways[k], 0) and not cant(&self.c, 0, face)
                                and self.s.spells_allowed != 0 and spell_has_targets(&self.c, face)):
                            out.append(("cast", slot, face, name, k))
        return out

    def apply(self, action):
        """Apply an action of `legal_actions`; raises IllegalAction if its mana can't be paid."""
        getattr(self, action[0])(*action[1:])

    def total_cost(self, int slot, int face, zone="hand", int way=0, int x=0):
        """Mana part of the total cost (CR 601.2f): (generic, tuple of (mask, flag) of the other symbols, {X} symbols)."""
        cdef Way ways[MAX_WAYS]
        cdef int n, k, n_needs = self.s.n_needs, n_purposes = self.s.n_purposes
        n = ways_to_cast(&self.c, face, slot, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "command": Z_COMMAND, "exile": Z_EXILE}[zone], ways)
        if way >= n:
            return None
        refresh(&self.c)
        spell_needs(&self.c, face, slot, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "command": Z_COMMAND, "exile": Z_EXILE}[zone], &ways[way], x, 0)
        symbols = [(self.s.needs[k].mask, self.s.needs[k].flag) for k in range(n_needs, self.s.n_needs)]
        self.s.n_needs = n_needs
        self.s.n_purposes = n_purposes
        return (sum(1 for m, fl in symbols if m == 63 and not fl), tuple(t for t in symbols if t[0] != 63 or t[1]),
                self.c.p.costs[ways[way].cost].x if ways[way].cost >= 0 and x == 0 else 0)

    def ways(self, int slot, int face, zone="hand"):
        """The ways to cast a face from a zone: dicts of cost (-1 = none), keyword, free."""
        cdef Way ways[MAX_WAYS]
        cdef int n, k
        refresh(&self.c)
        n = ways_to_cast(&self.c, face, slot, {"hand": Z_HAND, "graveyard": Z_GRAVEYARD, "command": Z_COMMAND, "top": Z_TOP,
                                                "exile": Z_EXILE}[zone], ways)
        return [{"cost": ways[k].cost, "keyword": ways[k].keyword, "free": bool(ways[k].free_)} for k in range(n)]

    def matches(self, int filter_, int kind):
        """Whether a card (outside the battlefield) matches a filter."""
        return bool(match_face(&self.c, filter_, self.c.p.kinds[kind].face, NULL))
