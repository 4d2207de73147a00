# The border: chunks of games for one or several programs, and one game narrated.

cdef void fill_scenario(Scenario *sc, dict d) except *:
    cdef int i, j
    memset(sc, 0, sizeof(Scenario))
    sc.turns = d["turns"]
    sc.order = {"play": 0, "draw": 1, "both": 2}[d["order"]]
    sc.opponents = d["opponents"]
    sc.life = d["life"]
    m = d["mulligan"]
    sc.kind = m["kind"]
    sc.minimum = m["minimum"]
    sc.free_ = m["free"]
    sc.bottom = m["bottom"]
    sc.scry = m["scry"]
    sc.lead = m.get("lead", 0)
    sc.node_limit = d.get("node_limit", 1000)
    for i, (colors, lands) in enumerate(d.get("others") or ()):  # after so many rounds; what was last goes on
        for j in range(i, MAX_TURNS):
            sc.their_colors[j] = colors
            sc.their_lands[j] = lands
    if not 1 <= sc.turns <= MAX_TURNS:
        raise ValueError(f"turns must be 1 to {MAX_TURNS}")
    for i in range(8):
        sc.keep_free[i] = m["keep_free"][i]
        for j in range(8):
            sc.keep[i][j] = m["keep"][i][j]
            sc.bottom_lands[i][j] = m["bottom_lands"][i][j]


cdef class Player:
    """Memory for playing games of one program in one thread."""

    cdef Context c
    cdef State *s
    cdef Workspace *w
    cdef Seen *seen_covers
    cdef Scenario sc
    cdef Log log
    cdef CoreProgram program
    cdef object union_slots
    cdef Asked asked
    cdef HandRule hands
    cdef Clock clock

    def __cinit__(self, CoreProgram program, scenario, key, union_slots=None, questions=None, hands=None, aim=None,
                  clock=False, bint uncounted=False):
        self.program = program
        self.asked = Asked(questions)
        self.union_slots = union_slots
        self.s = <State *>calloc(1, sizeof(State))
        self.w = <Workspace *>calloc(1, sizeof(Workspace))
        self.seen_covers = <Seen *>calloc(SEEN_COVERS, sizeof(Seen))
        if self.s == NULL or self.w == NULL or self.seen_covers == NULL:
            raise MemoryError
        fill_scenario(&self.sc, scenario)
        memset(&self.c, 0, sizeof(Context))
        memcpy(self.c.their_colors, self.sc.their_colors, sizeof(self.c.their_colors))
        memcpy(self.c.their_lands, self.sc.their_lands, sizeof(self.c.their_lands))
        self.c.p = &program.p
        self.c.s = self.s
        self.c.work = self.w
        self.c.seen_covers = self.seen_covers
        self.c.key0 = <uint64_t>key[0]
        self.c.key1 = <uint64_t>key[1]
        self.c.paying_stage = 255
        self.c.say_yes = -1
        self.c.only_face = -1
        self.c.uncounted = uncounted
        self.clock = Clock(self.sc.turns, self.sc.life, clock)
        if clock:
            self.c.damage = self.clock.damage
        self.c.last_turn = self.sc.turns
        self.c.aim_kind = -1
        if aim is not None:
            self.c.aim, self.c.aim_kind = aim
        if hands is not None:
            self.hands = HandRule(program, hands)
            self.c.hand_rule = &self.hands.rule
        if self.asked.ask.n_probes:
            self.c.ask = &self.asked.ask
        self.c.emerged = -1
        if union_slots is not None:
            self.c.union_slot = <uint16_t *>address(union_slots)
            self.c.n_union = len(union_slots)

    def __dealloc__(self):
        free(self.s)
        free(self.w)
        free(self.seen_covers)
        free(self.c.foresight)
        free(self.log.entries)
        free(self.log.marks)
        free(self.log.places)

    cdef int one(self, int64_t game, bint general, GameOut *out) noexcept nogil:
        cdef int on_the_play = self.sc.order == 0 or (self.sc.order == 2 and game % 2 == 0)
        self.c.game = <uint64_t>(game // 2 if self.sc.order == 2 else game)
        if self.c.p.flags & P_FAST and not general:
            return play_fast(&self.c, &self.sc, self.s, on_the_play, out)
        return play_game(&self.c, &self.sc, self.s, on_the_play, out)

    cdef int chunk(self, int64_t first, int64_t n, bint general, Tally *t) noexcept nogil:
        cdef int64_t g
        cdef GameOut out
        cdef int status
        if self.asked.ask.n_probes or self.c.aim or self.c.damage != NULL:
            general = True
        if t.paired and first % 2 and n > 0:
            # the chunk with a shuffle's second game sets it against the first, whoever counts that
            self.one(first - 1, general, &out)
            remember(t, &out, first - 1)
        for g in range(first, first + n):
            self.clock.start()
            status = self.one(g, general, &out)
            if status == UNDECIDED or status == TOO_MANY:
                out.undecided = 1
            add_game(t, &out, g)
            if self.asked.ask.n_questions:
                answer(&self.asked.ask, &out)
            if self.clock.turns:
                self.clock.count(&out)
        return OK

    def run(self, int64_t first, int64_t n, bint general=False):
        """Play games first .. first + n - 1 without the GIL; returns the tally."""
        tally = TallyArrays(self.program, self.sc.turns, self.sc.order == 2)
        cdef Tally *t = &(<TallyArrays>tally).t
        with nogil:
            self.chunk(first, n, general, t)
        out = tally.result()
        out["asked"] = self.asked.counts
        out["damage"] = self.clock.totals
        out["lethal"] = self.clock.deadly
        return out

    def watch(self, int64_t game):
        """As `trace`, with options in the log and the positions on the way: (entries before it, Snapshot), the last at the
        game's end."""
        cdef int i
        cdef Snapshot kept
        self.log.mark_capacity = 1 << 9
        self.log.marks = <State *>calloc(self.log.mark_capacity, sizeof(State))
        self.log.places = <int32_t *>calloc(self.log.mark_capacity, sizeof(int32_t))
        if self.log.marks == NULL or self.log.places == NULL:
            raise MemoryError
        entries, outcome = self.trace(game, 2)
        self.c.log_on = 2
        mark(&self.c)
        self.c.log_on = 0
        marks = []
        for i in range(self.log.n_marks):
            kept = Snapshot()
            copy_state(kept.s, &self.log.marks[i])
            marks.append((self.log.places[i], kept))
        return entries, outcome, marks

    def trace(self, int64_t game, int log_on=1):
        """Play one game on the general plane and return its log entries and outcome."""
        cdef GameOut out
        cdef int i
        self.log.capacity = 1 << 16
        self.log.entries = <Entry *>calloc(self.log.capacity, sizeof(Entry))
        if self.log.entries == NULL:
            raise MemoryError
        self.c.log = &self.log
        self.c.log_on = log_on
        status = self.one(game, True, &out)
        self.c.log_on = 0
        entries = [(self.log.entries[i].event, self.log.entries[i].a, self.log.entries[i].b, self.log.entries[i].c,
                    self.log.entries[i].d) for i in range(self.log.n)]
        turns = [{"available": out.turns[i].available, "in_play": out.turns[i].in_play, "spent": out.turns[i].spent,
                  "castable": [k for k in range(self.c.p.n_classes) if out.turns[i].castable[k >> 6] >> (k & 63) & 1]}
                 for i in range(out.played)]
        return entries, {"status": status, "turns": turns, "size": out.size, "lands": out.lands, "decked": out.decked,
                         "died": out.died, "undecided": out.undecided}


def run_chunk(programs, key, int64_t first_game, int64_t n_games, *, turns, order, players, life, mulligan, others=None,
              bint general=False, node_limit=1000, questions=None, slots=None, hands=None, aims=None,
              clock=False, bint counts=True):
    """Play games of one or several programs on the same shuffles.

    Parameters
    ----------
    programs : sequence of Program or CoreProgram
    key : (int, int)
        Two uint64, the Philox key.
    first_game, n_games : int
        Games are numbered over the whole run; a chunk's result doesn't depend on other chunks.
    turns, order, players, life : see `untap.simulate.Scenario`
    mulligan : dict
        The rule's ``to_core()``.
    others : sequence of (int, int), optional
        What the opponents' lands make, and how many an opponent controls, after 0, 1, ... rounds.
    general : bool
        Use the general plane even where the fast plane would do.
    node_limit : int
        Nodes of one search; a search cut short is counted as undecided.
    questions : sequence of dict, optional
        For each program what is asked about its games: arrays ``rows``, ``starts``, ``probes``, ``costs``.
    slots : list of numpy.ndarray, optional
        Each deck's slot by position of the shared order, as `union_of_slots` makes it; that is the default for several
        decks, and for one its own order.
    hands : sequence of dict, optional
        For each program a rule about its opening hands, or None; see `HandRule`.
    aims : sequence of (int, int), optional
        For each program what the player aims at: 0 curve, 1 mana, 2 a card, 3 spend, 4 nothing (naive); the card's kind.
    clock : bool
        Count the damage of attackers.
    counts : bool
        Answer from counts, on the general plane too, what is a matter of counts; the results are the same.

    Returns
    -------
    list of dict of str to numpy.ndarray
        One tally a program: int64, leading axis (play, draw); see ``docs/result-schema.md``.
    """
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cores = [getattr(p, "core", p) for p in programs]
    if slots is None:
        slots = union_of_slots(cores) if len(cores) > 1 else [None]
    asked = questions if questions is not None else [None] * len(cores)
    rules = hands if hands is not None else [None] * len(cores)
    goals = aims if aims is not None else [None] * len(cores)
    return [Player(p, scenario, key, own, ask, rule, aim, clock, not counts).run(first_game, n_games, general)
            for p, own, ask, rule, aim in zip(cores, slots, asked, rules, goals, strict=True)]


def compare_chunk(programs, key, int64_t first_game, int64_t n_games, *, turns, order, players, life, mulligan, others=None,
                  bint general=False, node_limit=1000, questions=None, slots=None, shared=(), hands=None,
                  aims=None, bint skip=True):
    """Play games of several programs on the same shuffles and count what differs from the first one's.

    Parameters
    ----------
    shared : sequence of sequence of (int, int, int, int)
        For each program but the first, of the cards that are compared: class in the first and in it, copies in the
        first, and the turn on which the card is on curve.
    questions, slots, hands, aims
        See `run_chunk`.
    skip : bool
        Don't play a deck's games in which nothing that it has otherwise than the first deck is seen: they are the same
        ones. The results are the same with False.

    Returns
    -------
    tallies, pairs : list of dict of str to numpy.ndarray
        A tally a program, as `run_chunk` gives it with the same slots; and for each program but the first the
        differences: ``more``, ``fewer``, ``same``, ``sums``, ``squares``, ``products``.
    """
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cores = [getattr(p, "core", p) for p in programs]
    if slots is None:
        slots = union_of_slots(cores)
    cdef int n = len(cores), k
    asked = questions if questions is not None else [None] * len(cores)
    rules = hands if hands is not None else [None] * n
    goals = aims if aims is not None else [None] * n
    cdef list seated = [Player(p, scenario, key, own, ask, rule, aim)
                        for p, own, ask, rule, aim in zip(cores, slots, asked, rules, goals, strict=True)]
    cdef list tallies = [TallyArrays(p, turns, order == "both") for p in cores]
    cdef list pairs = [PairArrays(turns, order == "both", cores[0].n_classes, p.n_classes, list(pair))
                       for p, pair in zip(cores[1:], shared, strict=True)]
    cdef list left_out = [None] * n
    cdef uint64_t touched[16]
    cdef int place
    cdef Seat *seats = <Seat *>calloc(n, sizeof(Seat))
    cdef GameOut *out = <GameOut *>calloc(3, sizeof(GameOut))
    if seats == NULL or out == NULL:
        free(seats)
        free(out)
        raise MemoryError
    try:
        for k in range(n):
            seats[k].c = &(<Player>seated[k]).c
            seats[k].sc = &(<Player>seated[k]).sc
            seats[k].s = (<Player>seated[k]).s
            seats[k].ask = &(<Player>seated[k]).asked.ask
            seats[k].t = &(<TallyArrays>tallies[k]).t
            seats[k].t.compared = 1
            if k:
                seats[k].pair = &(<PairArrays>pairs[k - 1]).q
                differs = None
                if skip and not any(asked) and not any(rules) and not any(goals) and len(slots[0]) <= 1024:
                    differs = alike(cores[0], cores[k], slots[0], slots[k])
                if differs is None:
                    continue
                left_out[k] = TallyArrays(cores[0], turns, order == "both")
                seats[k].left_out = &(<TallyArrays>left_out[k]).t
                seats[0].c.touched = touched
                for place in differs:
                    seats[k].differs[place >> 6] |= <uint64_t>1 << (place & 63)
                    seats[k].lands |= is_land(cores[0], slots[0][place]) or is_land(cores[k], slots[k][place])
        with nogil:
            play_seats(seats, n, first_game, n_games, general, out)
    finally:
        free(seats)
        free(out)
    done = [t.result() for t in tallies]
    for k in range(n):
        if left_out[k] is not None:
            # what it played itself, and the first deck's games but for those
            instead = left_out[k].result()
            done[k] = {name: done[0][name] - instead[name] + array for name, array in done[k].items()}
    for k in range(n):
        done[k]["asked"] = (<Player>seated[k]).asked.counts
        done[k]["damage"] = (<Player>seated[k]).clock.totals
        done[k]["lethal"] = (<Player>seated[k]).clock.deadly
    return done, [q.result() for q in pairs]


cdef bint is_land(CoreProgram program, int slot):
    return slot != NO_SLOT and program.p.kinds[program.p.slot_kind[slot]].land


def union_of_slots(programs):
    """Positions of a permutation that decks share: the n-th copy of a card stands at one place in all of them.

    Returns
    -------
    list of numpy.ndarray
        For each program uint16 by position: its slot there, or 65535.
    """
    places = {}
    slots = []
    for p in programs:
        copies = {}
        own = {}
        for slot, name in enumerate(p.slot_names):
            copies[name] = copies.get(name, 0) + 1
            own[places.setdefault((name, copies[name]), len(places))] = slot
        slots.append(own)
    if len(places) > MAX_CARDS:
        raise ValueError(f"the decks have {len(places)} different cards and copies together; the limit is {MAX_CARDS}")
    return [np.array([own.get(k, NO_SLOT) for k in range(len(places))], np.uint16) for own in slots]


def trace_game(program, key, int64_t game, *, turns, order, players, life, mulligan, others=None, node_limit=1000, hands=None,
               aim=None, shake=(0, 0), clock=False):
    """Play one game on the general plane and return (log entries, outcome).

    With ``shake=(turn, salt)`` the unseen library is in another order from the main phase of that turn on.
    """
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    cdef Player player = Player(getattr(program, "core", program), scenario, key, hands=hands, aim=aim)
    player.c.shake, player.c.salt = shake
    return player.trace(game)


def watch_game(program, key, int64_t game, *, turns, order, players, life, mulligan, others=None, node_limit=1000):
    """Play one game on the general plane and return (log entries, outcome, positions), for the twin.

    The positions are (number of entries before it, Snapshot): one before everything that is done with priority and every
    step, and the last.  `Board.restore` shows what a Snapshot holds.
    """
    scenario = {"turns": turns, "order": order, "opponents": players - 1, "life": life, "mulligan": mulligan,
                "node_limit": node_limit, "others": others}
    return Player(getattr(program, "core", program), scenario, key).watch(game)


def philox_block(k0, k1, c0, c1):
    """The Philox4x64-10 block of a counter, four uint64 (for the known-answer test)."""
    cdef uint64_t out[4]
    philox(k0, k1, c0, c1, out)
    return [out[0], out[1], out[2], out[3]]


def opening_size(kind, int taken, int deck):
    """Cards of the kept hand, cards put on the bottom, and cards scried, after so many mulligans that cost a card.

    Parameters
    ----------
    kind : {'london', 'vancouver', 'paris'}
    taken : int
    deck : int
        Cards in the deck.
    """
    cdef int hand = min(7, deck), size = max(0, min(7, deck) - taken)
    if kind == "london":
        return size, min(hand, taken), 0
    return max(0, min(deck, 7 - taken)), 0, 1 if kind == "vancouver" and taken > 0 else 0


def draws_by_turn(int turn, bint on_the_play, int opponents):
    """Cards drawn in the draw steps of turns 1 to ``turn`` (CR 103.8: only in a two-player game is one skipped)."""
    return turn - (1 if skips_first_draw(1, on_the_play, opponents) else 0)
