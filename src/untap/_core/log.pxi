# What happened, for `trace` and for the tests' twin: entries of (event, a, b, c, d), in order.

cdef struct Entry:
    int32_t event, a, b, c, d

cdef struct Log:
    int32_t n, capacity
    Entry *entries
    int32_t n_marks, mark_capacity   # positions on the way, if they are kept
    int32_t *places                  # entries there were before
    State *marks

cdef enum:
    E_TURN = 1           # turn, active player
    E_STEP = 2           # step
    E_UNTAP = 3          # object, kind
    E_TAP = 4            # object, kind
    E_DRAW = 5           # slot
    E_PLAY_LAND = 6      # slot, face
    E_CAST = 7           # slot, face, x, kicks + 256 times the way
    E_ACTIVATE = 8       # object, ability, slot (abilities of cards), x
    E_DECIDE = 9         # kind, chosen index, chosen option, number of options
    E_ENTER = 10         # object, face, slot, tapped
    E_LEAVE = 11         # object, zone, kind
    E_MANA = 12          # types, source object
    E_SPEND = 13         # types, restriction or -1, snow
    E_TRIGGER = 14       # ability, source object, its face, 1 for a mana ability
    E_RESOLVE = 15       # ability, -1 of a spell, -2 of a delayed trigger, face, source, object spoken of
    E_LIFE = 16          # new life total
    E_COUNTERS = 17      # object, kind, number now
    E_SHUFFLE = 18
    E_MULLIGAN = 19      # hand size, lands
    E_KEEP = 20          # hand size, lands
    E_BOTTOM = 21        # slot
    E_MOVE = 22          # slot, from zone, to zone
    E_LOSE = 23          # why: 1 empty library, 2 life
    E_DISCARD = 24       # slot
    E_TAP_MANA = 25      # object, ability: tapped for mana in paying
    E_ADVANCE = 26
    E_REVEAL = 27        # slot
    E_OPTION = 28        # option of the next decision (only if asked for)
    E_LOOK = 29          # slot of a library card that became known
    E_HELP = 30          # object tapped to help pay
    E_ENDS = 40          # face of the card whose continuous effect ends
    E_HOLDS = 41         # object that keeps an effect going, face of the effect's card
    E_ATTACK = 43        # object, attackers declared after it
    E_DAMAGE = 44        # combat damage, 1: of the first of two steps
    E_DELAYED = 45       # face of the card whose delayed ability triggers
    E_STAYS = 42         # object that stays tapped in its controller's untap step

cdef inline void note(Context *c, int event, int a=0, int b=0, int d=0, int e=0) noexcept nogil:
    cdef Log *log = <Log *>c.log
    if not c.log_on or log == NULL or log.n >= log.capacity:
        return
    log.entries[log.n].event = event
    log.entries[log.n].a = a
    log.entries[log.n].b = b
    log.entries[log.n].c = d
    log.entries[log.n].d = e
    log.n += 1


cdef inline void mark(Context *c) noexcept nogil:
    if c.log_on:
        keep_position(c)


cdef void keep_position(Context *c) noexcept nogil:
    """Keep the position in which a player has priority, or would if the step gave it (CR 117.3), if that was asked for."""
    cdef Log *log = <Log *>c.log
    if not c.log_on or log == NULL or log.mark_capacity == 0:
        return
    while log.n_marks > 0 and log.places[log.n_marks - 1] >= log.n:  # of actions that were undone
        log.n_marks -= 1
    if log.n_marks >= log.mark_capacity:
        fail(c, TOO_MANY)
        return
    copy_state(&log.marks[log.n_marks], c.s)
    log.places[log.n_marks] = log.n
    log.n_marks += 1
