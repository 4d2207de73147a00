# The player: decisions, apart from the rules.

cdef int player_decides(Context *c, int kind, int source, int preferred) noexcept nogil:
    return preferred


cdef void attack_with(Context *c, int i, bint exert) noexcept nogil:
    """Attackers tap unless they have vigilance (CR 508.1f)."""
    cdef State *s = c.s
    if not s.objects[i].alive or s.objects[i].tapped or not object_can_tap(c, i):
        fail(c, ILLEGAL)
        return
    s.attacked = 1
    s.objects[i].pad |= 1
    if not s.chars[i].keywords & KW_VIGILANCE:
        tap_object(c, i)
    if exert:
        s.objects[i].exerted = 1
        s.objects[i].skip_untap = 1
    fire(c, EV_ATTACKS, i, s.objects[i].face, 0, 0, 0, s.objects[i].controller)
