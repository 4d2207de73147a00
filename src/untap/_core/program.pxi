# The arrays of a program, as the core sees them.

cdef class CoreProgram:
    """Owns the NumPy arrays of one program; made once, then only read.

    Parameters
    ----------
    arrays : dict of str to numpy.ndarray
        As `untap.program` makes them (dtypes of ``program/layout.py``), already verified.
    """

    cdef Program p
    cdef object keep
    cdef public int n_slots
    cdef public tuple slot_names
    cdef public int n_classes

    @property
    def fast(self):
        """Whether the fast plane can begin this program's games."""
        return bool(self.p.flags & P_FAST)

    def general_because(self):
        """What keeps games off the fast plane.

        Returns
        -------
        list of (str, str)
            Card and why: ``class`` (its castability isn't a matter of counts), ``drawn`` or ``cast`` (that is when the
            game goes over to the general plane).
        """
        out = []
        cdef int k
        names = self.keep["kind_names"]
        for k in range(self.p.n_classes):
            if not self.p.fast_class[k]:
                out.append((names[self.p.class_kind[k]], "class"))
        for k in range(self.p.n_kinds):
            if self.p.fast_kinds[k].leave:
                out.append((names[k], "drawn"))
            elif self.p.fast_kinds[k].leave_cast:
                out.append((names[k], "cast"))
        return out

    def __init__(self, dict arrays):
        cdef Program *p = &self.p
        cdef int j
        memset(p, 0, sizeof(Program))
        sizes = {"rows": sizeof(Row), "filters": sizeof(Filter), "faces": sizeof(Face), "kinds": sizeof(Kind),
                 "abilities": sizeof(Ability), "costs": sizeof(Cost), "changes": sizeof(TypeChange)}
        keep = {}
        for name, size in sizes.items():
            a = arrays[name]
            if a.dtype.itemsize != size:
                raise ValueError(f"the layout of '{name}' differs from the core's: {a.dtype.itemsize} bytes, not {size}")
            keep[name] = np.require(a, requirements=["C", "A"])
        for name in ("face_abilities", "slot_kind", "slot_zone", "class_kind"):
            keep[name] = np.ascontiguousarray(arrays[name], dtype=np.int32)
        self.keep = keep
        names = keep["kind_names"] = arrays["kind_names"]
        self.slot_names = tuple((names[k], int(z)) for k, z in zip(keep["slot_kind"], keep["slot_zone"]))
        p.rows = <Row *>address(keep["rows"])
        p.filters = <Filter *>address(keep["filters"])
        p.faces = <Face *>address(keep["faces"])
        p.kinds = <Kind *>address(keep["kinds"])
        p.abilities = <Ability *>address(keep["abilities"])
        p.costs = <Cost *>address(keep["costs"])
        p.changes = <TypeChange *>address(keep["changes"])
        p.face_abilities = <int32_t *>address(keep["face_abilities"])
        p.slot_kind = <int32_t *>address(keep["slot_kind"])
        p.slot_zone = <int32_t *>address(keep["slot_zone"])
        p.class_kind = <int32_t *>address(keep["class_kind"])
        p.n_rows = len(keep["rows"])
        p.n_filters = len(keep["filters"])
        p.n_faces = len(keep["faces"])
        p.n_kinds = len(keep["kinds"])
        p.n_abilities = len(keep["abilities"])
        p.n_costs = len(keep["costs"])
        p.n_changes = len(keep["changes"])
        p.n_slots = len(keep["slot_kind"])
        p.n_classes = len(keep["class_kind"])
        p.n_subtypes = arrays["n_subtypes"]
        p.color_identity = arrays["identity"]
        p.flags = arrays["flags"]
        p.treasure = arrays.get("subtypes", {}).get("treasure", -1)
        p.trigger_kinds = arrays["trigger_kinds"]
        for k in range(6):
            p.weights[k] = arrays["weights"][k]
        for k in range(128):
            p.sub_weights[k] = arrays["sub_weights"][k]
        p.creature_types[0] = arrays["creature_types"][0]
        p.creature_types[1] = arrays["creature_types"][1]
        p.land_types[0] = arrays["land_types"][0]
        p.land_types[1] = arrays["land_types"][1]
        if p.n_slots > MAX_CARDS or p.n_classes > 256 or len(keep["slot_kind"]) and keep["slot_kind"].max() >= MAX_CARDS:
            raise ValueError("a program over the core's limits")
        cdef Context c
        memset(&c, 0, sizeof(Context))
        c.p = p
        cdef State *s = <State *>calloc(1, sizeof(State))
        if s == NULL:
            raise MemoryError
        c.s = s
        keep["packed"] = np.zeros((p.n_costs + 1) * 8, np.uint64)
        keep["inside"] = np.array([1 if z == Z_LIBRARY else 0 for z in keep["slot_zone"]] + [0] * 16, np.uint8)
        keep["quick"] = np.zeros((p.n_faces + 1) * sizeof(QuickFace), np.uint8)
        p.quick = <QuickFace *>address(keep["quick"])
        keep["printed"] = np.zeros((p.n_faces + 1) * sizeof(Printed) // 8, np.uint64)
        p.printed = <Printed *>address(keep["printed"])
        keep["identity"] = np.arange(MAX_CARDS, dtype=np.uint16)
        p.packed = <uint64_t *>address(keep["packed"])
        p.inside = <uint8_t *>address(keep["inside"])
        p.identity = <uint64_t *>address(keep["identity"])
        for k in (OP_CostChange, OP_CantCast, OP_SpendAs, OP_SpendOnlyOn, OP_LifeForMana, OP_CostHelp, OP_AdditionalCost,
                  OP_AlternativeCost, OP_CastFree):
            p.cost_ops[k >> 6] |= <uint64_t>1 << (k & 63)
        p.n_fetches = 0
        for k in range(p.n_abilities):
            if p.abilities[k].fetch > 0 and fetch_number(p, &p.abilities[k]) < 0:
                if p.n_fetches == 8:
                    p.flags &= ~P_FETCH
                    break
                p.fetch_filters[p.n_fetches] = p.abilities[k].fetch - 1
                p.n_fetches += 1
        p.n_library = int(keep["inside"].sum())
        for k in range(256):
            p.class_slot[k] = -1
        for k in range(p.n_slots - 1, -1, -1):
            if p.slot_zone[k] == Z_COMMAND and p.kinds[p.slot_kind[k]].cls >= 0:
                p.class_slot[p.kinds[p.slot_kind[k]].cls] = k
        p.grave_kinds = 0
        p.grave_statics = 0
        for k in range(p.n_abilities):
            if p.abilities[k].zone == Z_GRAVEYARD and p.abilities[k].type == TRIGGERED:
                for j in range(p.abilities[k].event >> 8, (p.abilities[k].event >> 8) + (p.abilities[k].event & 255)):
                    p.grave_kinds |= <uint64_t>1 << p.rows[j].a[0]
            p.grave_statics |= p.abilities[k].zone == Z_GRAVEYARD and p.abilities[k].type == STATIC
        if p.grave_statics:
            p.flags |= P_READS_ZONES
        note_printed(&c, p)
        analyse_fast(&c, p)
        analyse_quick(&c, p)
        free(s)
        self.n_slots = p.n_slots
        self.n_classes = p.n_classes


cdef size_t address(a) except? 0:
    return <size_t>a.ctypes.data if a.size else 0
