"""Cards with their abilities -> the arrays of a program."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ..oracle import ast
from ..oracle.builders.base import walk
from . import layout
from .bonuses import with_needed_bonuses
from .costs import BadCost, cost_record
from .encode import QUALITIES, Encoder, NotEncodable
from .expand import expanded, with_turning_up
from .opcodes import BY_NAME, OPCODES, PROGRAM_VERSION, words
from .relevance import mark_helpful, sees_taps
from .support import as_run

# layouts whose second face is played or cast from where the first one is (CR 712.11, 709, 715)
_BOTH_FACES = ("modal_dfc", "split", "adventure", "omen", "room", "aftermath")
_NOT_CREATURE_TYPES = frozenset(
    [
        "plains",
        "island",
        "swamp",
        "mountain",
        "forest",
        "cave",
        "desert",
        "gate",
        "lair",
        "locus",
        "mine",
        "power-plant",
        "sphere",
        "tower",
        "town",
        "urza's",
        "cloud",
        "planet",
        "attraction",
        "blood",
        "bobblehead",
        "clue",
        "contraption",
        "equipment",
        "food",
        "fortification",
        "gold",
        "incubator",
        "infinity",
        "junk",
        "lander",
        "map",
        "powerstone",
        "spacecraft",
        "stone",
        "treasure",
        "vehicle",
        "aura",
        "background",
        "cartouche",
        "case",
        "class",
        "curse",
        "plan",
        "role",
        "room",
        "rune",
        "saga",
        "shard",
        "shrine",
        "adventure",
        "arcane",
        "chorus",
        "lesson",
        "omen",
        "trap",
    ]
)
# program flags, as the core knows them
(
    TAPPED_FOR_MANA, TYPE_EFFECTS, UNTAPS, OPPONENT, COST_CHANGES, POWER, RESTRICTED, FAST, ENTER_TAPPED, READS_BOARD,
    HAS_RAMP, OPPONENT_TURNS, FETCH, SPEND_AS, DRAWS_REPLACED, KEYWORDS, STATE, READS_POOL, SACRIFICED_COULD,
    COMBAT, READS_ATTACKS,
) = (1 << i for i in range(21))  # fmt: skip
TAPS_UNSEEN, TAPS_OTHERS, HELPERS, READS_BASIC = (1 << i for i in range(22, 26))
READS_ZONES = 1 << 27  # the one before is the core's own


@dataclass(frozen=True, slots=True)
class FaceIR:
    """A face with its abilities as AST: what `assemble` needs of a card."""

    name: str
    mana_cost: str | None
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    power: str | None
    toughness: str | None
    loyalty: str | None
    abilities: tuple[ast.Node, ...]
    colors: str | None = None  # where they don't follow from the cost


@dataclass(frozen=True, slots=True)
class CardIR:
    """A card of the program: its faces and colour identity."""

    name: str
    layout: str
    faces: tuple[FaceIR, ...]
    identity: str = ""
    token: bool = False


@dataclass(frozen=True, slots=True)
class Unencoded:
    """An ability that the core has no words for: it does nothing in the simulation, and the report says so."""

    card: str
    face: int
    index: int  # of the ability among the face's
    ability: ast.Node
    reason: str


def assemble(
    cards: Sequence[CardIR],
    slots: Sequence[tuple[int, int]],
    identity: str = "",
    extra_costs: Iterable[str] = (),
    extra_nodes: Iterable[ast.Node] = (),
    extra_counters: Iterable[str] = (),
    whole: bool = False,
) -> tuple[dict, list[Unencoded]]:
    """Encode cards as a program.

    Parameters
    ----------
    cards : sequence of CardIR
        One per kind, in order.
    slots : sequence of (kind, zone)
        One per physical card; zone 3 = library, 5 = command zone, 10 = nowhere.
    identity : str
        The commanders' colour identity.
    extra_costs, extra_nodes
        Costs and nodes that queries need beside the cards' own; their indices come back under
        ``"cost_index"`` and ``"node_lists"``.
    extra_counters
        Kinds of counters that the cards don't name.
    whole
        Of a position that may be asked anything, see `Encoder`.

    Returns
    -------
    arrays : dict
        See `untap._core.CoreProgram`.
    unencoded : list of Unencoded
    """
    enc = Encoder()
    enc.whole = whole
    for letter in "WUBRG":  # CR 305.6: abilities 0 to 4, in the order of layout.BASIC_LAND_TYPES
        enc.ability(ast.Activated(ast.Cost((ast.TapThis(),)), (ast.AddMana(ast.Bundle("{" + letter + "}")),)))
    unencoded: list[Unencoded] = []
    cards = with_needed_bonuses(cards, whole)
    enc.raises = any(
        isinstance(n, ast.CostChange) and n.of == "abilities" and isinstance(n.amount, int) and n.amount > 0
        for c in cards for f in c.faces for n in walk(f.abilities)
    )  # fmt: skip
    if any(isinstance(n, ast.Manifest) for c in cards for f in c.faces for n in walk(f.abilities)):
        cards = [with_turning_up(c) for c in cards]
    lists: list[list[list[int]]] = []
    for card in cards:
        lists.append([_abilities(enc, card, number, unencoded) for number in range(len(card.faces))])
    done = 0
    while done < len(enc.pending_tokens):  # tokens may make tokens
        _, spec = enc.pending_tokens[done]
        card = token_card(spec)
        cards.append(card)
        lists.append([_abilities(enc, card, 0, unencoded)])
        done += 1
    n_tokens = done
    token_base = len(cards) - n_tokens
    if len(cards) > layout.MAX_KINDS:
        raise ValueError(f"{len(cards)} different cards and tokens: the limit is {layout.MAX_KINDS}")
    for number in range(len(enc.rows)):  # token numbers -> kinds
        op, args = enc.rows[number]
        if op == BY_NAME["CreateTokens"]:
            enc.rows[number] = (op, [args[0] + token_base if args[0] < token_base else args[0], *args[1:]])
    if enc.all_creature_types:
        for card in cards:
            for face in card.faces:
                if {"creature", "kindred", "tribal"} & {t.casefold() for t in face.types}:
                    enc.subtype_bits(face.subtypes)
    if (
        any("Treasure" in face.subtypes or "treasure" in face.subtypes for card in cards for face in card.faces)
        and len(enc.subtypes) < layout.SUBTYPE_BITS
    ):
        enc.subtype_bits(("treasure",))  # its mana is told apart
    extra = [enc.cost(text) for text in extra_costs]
    for kind in extra_counters:
        enc.counter(kind)
    nodes = [enc.list(n if isinstance(n, tuple) else (n,)) for n in extra_nodes]
    face_abilities: list[int] = []
    faces, kinds = [], []
    for k, card in enumerate(cards):
        first = len(faces)
        for number, face in enumerate(card.faces):
            faces.append(_face(enc, card, number, face, k, lists[k][number], face_abilities))
        record = np.zeros((), layout.KIND)
        record["face"], record["n_faces"], record["token"] = first, len(card.faces), card.token
        record["identity"] = layout.colors_mask(card.identity)
        record["layout"] = {"adventure": 1, "omen": 2}.get(card.layout, 0)
        record["cls"] = -1
        record["land"] = "land" in [t.casefold() for t in card.faces[0].types]
        kinds.append(record)
    rows = np.zeros(len(enc.rows), layout.ROW)
    for i, (op, args) in enumerate(enc.rows):
        rows[i]["op"] = op
        rows[i]["a"][: len(args)] = args
    arrays = {
        "rows": rows,
        "filters": _stack(enc.filters, layout.FILTER),
        "faces": _stack(faces, layout.FACE),
        "kinds": _stack(kinds, layout.KIND),
        "abilities": _stack(enc.abilities, layout.ABILITY),
        "costs": _stack(enc.costs, layout.COST),
        "changes": _stack(enc.type_changes, layout.TYPECHANGE),
        "face_abilities": np.array(face_abilities or [0], np.int32),
        "slot_kind": np.array([k for k, _ in slots] or [0], np.int32)[: max(1, len(slots))],
        "slot_zone": np.array([z for _, z in slots] or [10], np.int32),
        "n_subtypes": len(enc.subtypes),
        "identity": layout.colors_mask(identity),
        "names": dict(enc.names),
        "subtypes": dict(enc.subtypes),
        "counter_kinds": dict(enc.counter_kinds),
        "cost_index": dict(enc._cost_index),
        "extra_costs": extra,
        "node_lists": nodes,
        "kind_names": tuple(c.name for c in cards),
        "face_names": tuple(f.name for c in cards for f in c.faces),
    }
    bits = 0
    for word, bit in enc.subtypes.items():
        if word not in _NOT_CREATURE_TYPES:
            bits |= 1 << bit
    arrays["creature_types"] = (bits & (2**64 - 1), bits >> 64)
    bits = sum(1 << bit for word, bit in enc.subtypes.items() if word in layout.LAND_TYPES)
    arrays["land_types"] = (bits & (2**64 - 1), bits >> 64)
    _roles(arrays)
    reads = mark_helpful(arrays, rows_below)
    arrays["weights"], arrays["sub_weights"] = _weights(arrays, slots)
    arrays["class_kind"] = _classes(arrays, len(cards) - n_tokens, slots)
    arrays["trigger_kinds"] = _trigger_kinds(rows)
    arrays["flags"] = _flags(arrays)
    if not (reads.lands or arrays["flags"] & (TAPPED_FOR_MANA | ENTER_TAPPED)):
        arrays["flags"] |= FETCH
    if reads.basic:
        arrays["flags"] |= READS_BASIC
    if not sees_taps(arrays, rows_below):
        arrays["flags"] |= TAPS_UNSEEN
    return arrays, unencoded


def digest(arrays: dict) -> str:
    """Return the sha256 of the canonical integers of a program."""
    h = hashlib.sha256(b"untap program %d" % PROGRAM_VERSION)
    for name in (
        "rows",
        "filters",
        "faces",
        "kinds",
        "abilities",
        "costs",
        "changes",
        "face_abilities",
        "slot_kind",
        "slot_zone",
    ):
        a = arrays[name]
        h.update(f"{name} {a.size} ".encode())
        h.update(a.astype(a.dtype.newbyteorder("<"), copy=False).tobytes() if a.dtype.names is None else a.tobytes())
    h.update(f"{arrays['identity']} {arrays['flags']}".encode())
    return h.hexdigest()


def _stack(records, dtype):
    out = np.zeros(len(records), dtype)
    for i, r in enumerate(records):
        out[i] = r
    return out


def _abilities(enc: Encoder, card: CardIR, number: int, unencoded: list[Unencoded]) -> list[int]:
    out = []
    face = card.faces[number]
    creature = "creature" in [t.casefold() for t in face.types]
    for index, ability in expanded(face.abilities, face.mana_cost, creature):
        if as_run(ability, enc.whole) is None:
            continue
        try:
            out.append(enc.ability(ability))
        except NotEncodable as err:
            if as_run(ability) is None:
                continue
            unencoded.append(Unencoded(card.name, number, index, ability, str(err)))
    return out


def _number(text: str | None) -> tuple[int, int]:
    """Return (value, whether it is a star)."""
    if text is None:
        return 0, 0
    try:
        return int(text), 0
    except ValueError:
        return 0, 1


def _face(enc, card, number, face, kind, abilities, face_abilities):
    r = np.zeros((), layout.FACE)
    types = [t.casefold() for t in face.types]
    r["types"] = sum(layout.TYPE_BIT.get(t, 0) for t in types)
    r["supers"] = sum(
        1 << layout.SUPERTYPES.index(s.casefold()) for s in face.supertypes if s.casefold() in layout.SUPERTYPES
    )
    bits = 0
    for word in face.subtypes:
        if word.casefold() in enc.subtypes:
            bits |= 1 << enc.subtypes[word.casefold()]
    r["subs"] = (bits & (2**64 - 1), bits >> 64)
    r["cost"] = -1
    if face.mana_cost:
        try:
            r["cost"] = enc.cost(face.mana_cost)
            r["mana_value"] = enc.costs[r["cost"]]["mana_value"]
        except NotEncodable as err:
            raise BadCost(f"{card.name}: {err}") from None
    elif number and card.layout not in _BOTH_FACES:
        r["mana_value"] = _mana_value_of_front(card)  # CR 202.3b
    letters = face.colors if face.colors is not None else _cost_colors(face.mana_cost)
    if any(isinstance(a, ast.Keyword) and a.name == "devoid" for a in face.abilities):
        letters = ""  # CR 702.114a
    r["colors"] = layout.colors_mask(letters)
    for i, c in enumerate("WUBRG"):
        r["pips"][i] = (face.mana_cost or "").upper().count(c)
    r["power"], r["star"] = _number(face.power)
    r["toughness"], star = _number(face.toughness)
    r["star"] |= star
    r["loyalty"] = _number(face.loyalty)[0]
    r["name"] = enc.name_id(face.name)
    r["kind"] = kind
    r["playable"] = int(number == 0 or card.layout in _BOTH_FACES)
    keywords = 0
    for a in face.abilities:
        if isinstance(a, ast.Keyword):
            keywords |= layout.KEYWORD_BIT.get(a.name, 0)
    r["keywords"] = keywords
    r["ability"], r["n_abilities"] = len(face_abilities), len(abilities)
    face_abilities.extend(abilities)
    r["helps"] = 0
    for a in abilities:
        r["helps"] |= enc.abilities[a]["helps"]
    r["cls"] = -1
    return r


def _mana_value_of_front(card: CardIR) -> int:
    cost = card.faces[0].mana_cost
    return int(cost_record(cost)["mana_value"]) if cost else 0


def _cost_colors(cost: str | None) -> str:
    return "".join(c for c in "WUBRG" if c in (cost or "").upper())


def token_card(spec: ast.Token) -> CardIR:
    def text(value):
        return None if value is None else str(value) if isinstance(value, int) else "*"

    abilities = spec.abilities + tuple(ast.Keyword(k) for k in spec.keywords if k in layout.KEYWORD_BIT)
    face = FaceIR(
        spec.name or " ".join(w.capitalize() for w in spec.subtypes),
        None,
        spec.supertypes,
        spec.types,
        spec.subtypes,
        text(spec.power),
        text(spec.toughness),
        None,
        abilities,
        spec.colors,
    )
    return CardIR(face.name, "token", (face,), token=True)


# what a face is to the player, as the core knows it
ROLE_SOURCE, ROLE_LAND, ROLE_ONE_SHOT, ROLE_CARDS, FACE_TIMED = 1, 2, 4, 8, 16


def opcodes_below(arrays: dict, packed: int) -> set[str]:
    """Return the names of the opcodes in a list of rows and in all that they point to."""
    return {OPCODES[int(row["op"])].name for row in rows_below(arrays, packed)}


def _roles(arrays: dict) -> None:
    """Set the faces' roles and mark the abilities that fetch lands (`rank` 1)."""
    abilities, faces = arrays["abilities"], arrays["faces"]
    reach = [opcodes_below(arrays, a["effects"]) for a in abilities]
    land_makers = {"Search", "PutOnto"}
    for a, names in zip(abilities, reach, strict=True):
        if a["type"] == layout.ACTIVATED and not a["flags"] & layout.MANA_ABILITY and names & land_makers:
            a["rank"] = int(_finds_lands(arrays, a["effects"]))
            a["fetch"] = 1 + _fetched_for_itself(arrays, a) if a["rank"] else 0
            if a["rank"] and _to_hand_only(arrays, a["effects"]):
                a["fetch"] = -1
    for f in faces:
        role = 0
        own = arrays["face_abilities"][f["ability"] : f["ability"] + f["n_abilities"]]
        permanent = bool(f["types"] & layout.PERMANENT)
        for k in own:
            a, names = abilities[k], reach[k]
            if a["type"] == layout.ACTIVATED and a["flags"] & layout.MANA_ABILITY and a["zone"] == 0:
                role |= ROLE_ONE_SHOT if a["flags"] & layout.SACRIFICES_SELF else ROLE_SOURCE
            elif (a["type"] == layout.TRIGGERED and "AddMana" in names) or (
                a["type"] == layout.STATIC
                and names & {"MoreLandPlays", "ManaInstead", "CostChange", "Grant", "ChangeTypes"}
            ):
                role |= ROLE_SOURCE
            elif (
                a["type"] in (layout.SPELL, layout.TRIGGERED)
                and names & {"Search", "PutOnto", "LandPlays"}
                and ("LandPlays" in names or _finds_lands(arrays, a["effects"]))
            ) or a["rank"] == 1:
                role |= ROLE_LAND
            elif a["type"] == layout.SPELL and "AddMana" in names:
                role |= ROLE_ONE_SHOT
            elif names & {"CreateTokens"} and permanent and _makes_sources(arrays, a["effects"]):
                role |= ROLE_SOURCE
            if names & {"Draw", "Look", "RevealUntil"}:
                role |= ROLE_CARDS
        if role & ROLE_SOURCE:
            role &= ~ROLE_ONE_SHOT
        if any(abilities[k]["type"] == layout.STATIC and _timed(arrays, abilities[k]["effects"]) for k in own):
            role |= FACE_TIMED
        f["flags"] = role
        f["fetches"] = int(any(abilities[k]["fetch"] > 0 for k in own))
        # the player has no use for instants and sorceries that neither find lands nor draw
        f["castable_now"] = int(permanent or bool(role & (ROLE_LAND | ROLE_CARDS)))


def _to_hand_only(arrays: dict, packed: int) -> bool:
    """Whether all that these effects find goes to the hand, and they do nothing else that matters."""
    names = opcodes_below(arrays, packed) & {
        "Search",
        "PutOnto",
        "LandPlays",
        "AddMana",
        "Untap",
        "Look",
        "RevealUntil",
    }
    return names == {"Search"} and all(
        int(row["a"][2]) == 1 and not row["a"][4]
        for row in rows_below(arrays, packed)
        if OPCODES[int(row["op"])].name == "Search"
    )


def _fetched_for_itself(arrays: dict, a) -> int:
    """Filter of the land that an ability puts onto the battlefield for itself (and life) alone; -1 if it isn't such."""
    rows = arrays["rows"]

    def name(row) -> str:
        return OPCODES[int(row["op"])].name

    cost = rows[a["cost"] >> 8 : (a["cost"] >> 8) + (a["cost"] & 255)]
    effects = rows[a["effects"] >> 8 : (a["effects"] >> 8) + (a["effects"] & 255)]
    searches = [r for r in effects if name(r) == "Search"]
    if (
        a["mana_cost"] >= 0
        or a["zone"]
        or a["limits"]
        or a["condition"] >= 0
        or not a["flags"] & layout.SACRIFICES_SELF
        or any(name(r) not in ("TapThis", "PayLife", "SacrificeCost") for r in cost)
        or sum(name(r) == "SacrificeCost" for r in cost) != 1
        or any(name(r) not in ("Search", "Inert") for r in effects)
        or len(searches) != 1
    ):
        return -1
    filter_, amount, to, tapped, rest_to, rest, player = (int(v) for v in searches[0]["a"])
    one = name(rows[amount]) == "Const" and int(rows[amount]["a"][0]) == 1
    return filter_ if filter_ >= 0 and one and not (to or tapped or rest_to or rest or player) else -1


def _timed(arrays: dict, packed: int) -> bool:
    """Whether a list holds "cast only while ..." (CR 601.3)."""
    rows = arrays["rows"][packed >> 8 : (packed >> 8) + (packed & 255)]
    return any(int(r["op"]) == BY_NAME["CastTiming"] and r["a"][0] == 1 and r["a"][2] >= 0 for r in rows)


def _finds_lands(arrays: dict, packed: int) -> bool:
    """Whether a search or a put in these effects is for land cards."""
    for row in rows_below(arrays, packed):
        name = OPCODES[int(row["op"])].name
        f = -1
        if name == "Search":
            f = int(row["a"][0])
        elif name == "PutOnto" and row["a"][0] >= 0:
            sel = arrays["rows"][row["a"][0]]
            if OPCODES[int(sel["op"])].name in ("Each", "Choose", "Target"):
                f = int(sel["a"][0])
        while f >= 0:
            record = arrays["filters"][f]
            if (
                record["types_any"] & layout.TYPE_BIT["land"]
                or int(record["sub_any"][0]) & 31
                or record["super_all"] & 1
            ):
                return True
            f = int(record["next"])
    return False


def _makes_sources(arrays: dict, packed: int) -> bool:
    for row in rows_below(arrays, packed):
        if OPCODES[int(row["op"])].name == "CreateTokens" and row["a"][0] >= 0:
            face = arrays["faces"][arrays["kinds"][row["a"][0]]["face"]]
            own = arrays["face_abilities"][face["ability"] : face["ability"] + face["n_abilities"]]
            if any(arrays["abilities"][k]["flags"] & layout.MANA_ABILITY for k in own):
                return True
    return False


def rows_below(arrays: dict, packed: int, amounts: bool = False):
    """The rows of a list and what hangs on them; with ``amounts``, those of amounts too."""
    rows = ("row", "amount") if amounts else ("row",)
    todo = [int(packed)]
    while todo:
        start, count = todo[-1] >> 8, todo[-1] & 255
        todo.pop()
        for j in range(start, start + count):
            row = arrays["rows"][j]
            yield row
            for (_, kind), value in zip(OPCODES[int(row["op"])].operands, row["a"], strict=False):
                if kind == "list" and value:
                    todo.append(int(value))
                elif kind in rows and value >= 0:
                    todo.append(int(value) << 8 | 1)


def _reads_board(arrays: dict) -> bool:
    """Whether some condition or static effect reads tapped states, so that tapping changes characteristics."""
    return bool((arrays["filters"]["tapped"] != 0).any()) if len(arrays["filters"]) else False


def _reads_zones(arrays: dict) -> bool:
    """Whether what permanents are depends on numbers of the game or on cards elsewhere (CR 611.3a)."""
    changing = {BY_NAME[n] for n in ("ChangeTypes", "Grant", "GrantKeyword", "ChangePower", "GrantAbilitiesOf")}
    for ability in arrays["abilities"][arrays["abilities"]["type"] == layout.STATIC]:
        todo = [ability["effects"]]
        start, count = int(ability["effects"]) >> 8, int(ability["effects"]) & 255
        own = arrays["rows"][start : start + count]
        if not any(int(r["op"]) in changing for r in own):
            continue
        if ability["condition"] >= 0:
            todo.append(int(ability["condition"]) << 8 | 1)
        for r in own:
            change = arrays["changes"][r["a"][1]] if int(r["op"]) == BY_NAME["ChangeTypes"] else None
            if change is not None:
                asked = [n for n, bit in (("power", 2), ("toughness", 4)) if change["set_power"] & bit]
                todo += [int(change[n]) << 8 | 1 for n in asked]
        for row in (r for packed in todo for r in rows_below(arrays, packed, amounts=True)):
            name = OPCODES[int(row["op"])].name
            if name in ("Fact", "Number") or (name == "Count" and row["a"][1]) or (name == "Kinds" and row["a"][2]):
                return True
    return False


def _classes(arrays: dict, n_cards: int, slots) -> np.ndarray:
    """Number the castability classes: kinds that can be cast alike share one; lands have none.

    A commander has its own: it may cost more for having been cast (CR 903.8).
    """
    faces, kinds, abilities = arrays["faces"], arrays["kinds"], arrays["abilities"]
    rows = arrays["rows"]
    casting = {BY_NAME[n] for n in ("CostChange", "AdditionalCost", "AlternativeCost", "CostHelp", "SpendOnlyOn")}
    plain = not any(int(r["op"]) in {BY_NAME["CostChange"], BY_NAME["Spend"], BY_NAME["CantCast"]} for r in rows)
    commanders = {k for k, zone in slots if zone == layout.COMMAND}
    seen: dict[object, int] = {}
    class_kind = []
    for k in range(n_cards):
        key = []
        for f in range(kinds[k]["face"], kinds[k]["face"] + kinds[k]["n_faces"]):
            face = faces[f]
            if not face["playable"] or face["types"] & layout.TYPE_BIT["land"]:
                continue
            own = []
            for a in arrays["face_abilities"][face["ability"] : face["ability"] + face["n_abilities"]]:
                ability = abilities[a]
                if ability["type"] == layout.OTHER and int(rows[ability["row"]]["op"]) in casting:
                    own.append(int(a))
                elif ability["type"] == layout.STATIC:
                    start, count = ability["effects"] >> 8, ability["effects"] & 255
                    if any(int(rows[j]["op"]) in casting for j in range(start, start + count)) or _timed(
                        arrays, ability["effects"]
                    ):
                        own.append(int(a))
            rest = () if plain else (int(face["types"]), int(face["colors"]), tuple(map(int, face["subs"])),
                                     int(face["supers"]), int(face["keywords"]), int(face["power"]),
                                     int(face["toughness"]), int(face["name"]))  # fmt: skip
            key.append((int(face["cost"]), tuple(own), rest))
        if not key:
            continue
        key = (tuple(key), k if k in commanders else -1)
        if key not in seen:
            seen[key] = len(class_kind)
            class_kind.append(k)
        kinds[k]["cls"] = seen[key]
        for f in range(kinds[k]["face"], kinds[k]["face"] + kinds[k]["n_faces"]):
            faces[f]["cls"] = seen[key]
    for k, (key, _) in zip(class_kind, seen, strict=True):
        cost, own, _ = key[0]
        if cost != faces[kinds[k]["face"]]["cost"]:
            continue  # a card's one castable face need not be its front
        if len(key) == 1 and cost >= 0 and not arrays["costs"][cost]["flag"][: arrays["costs"][cost]["n"]].any():
            if not own:
                faces[kinds[k]["face"]]["plain"] = 1
            elif all(_only_adds_ways(arrays, abilities[a]) for a in own):
                faces[kinds[k]["face"]]["plain"] = 2
    if len(class_kind) > 256:
        raise ValueError(f"{len(class_kind)} different castabilities: the limit is 256")
    return np.array(class_kind, np.int32)


def _only_adds_ways(arrays: dict, ability) -> bool:
    """Whether the mana cost alone still casts the spell: other costs are alternatives or optional."""
    row = arrays["rows"][ability["row"]] if ability["type"] == layout.OTHER else None
    if row is None:
        return False
    name = OPCODES[int(row["op"])].name
    return name == "AlternativeCost" or (name == "AdditionalCost" and bool(row["a"][1]))


def _weights(arrays: dict, slots) -> tuple[np.ndarray, np.ndarray]:
    """Symbols of each mana type in the costs of the deck's cards, and creature cards of each subtype."""
    weights, subs = np.zeros(6, np.int32), np.zeros(128, np.int32)
    faces, kinds, costs = arrays["faces"], arrays["kinds"], arrays["costs"]
    for kind, zone in slots:
        if zone == layout.NOWHERE:
            continue
        face = faces[kinds[kind]["face"]]
        if face["cost"] >= 0:
            cost = costs[face["cost"]]
            for mask in cost["mask"][: cost["n"]]:
                for t in range(6):
                    if mask != 63 and int(mask) >> t & 1:
                        weights[t] += 1
        bits = int(face["subs"][0]) | int(face["subs"][1]) << 64
        while bits:
            low = bits & -bits
            subs[low.bit_length() - 1] += 1
            bits ^= low
    return weights, subs


def _trigger_kinds(rows) -> int:
    events = rows[rows["op"] == BY_NAME["Event"]]
    mask = 0
    for r in events:
        mask |= 1 << int(r["a"][0])
    return mask


def _others_turns(arrays: dict) -> bool:
    """Whether something may trigger in a step of an opponent's turn."""
    rows, abilities = arrays["rows"], arrays["abilities"]
    packed = [int(a["event"]) for a in abilities[abilities["type"] == layout.TRIGGERED]]
    packed += [int(r["a"][0]) for r in rows[rows["op"] == BY_NAME["DelayedTrigger"]]]
    # "your" turn is the opponent's for what was given to one
    given = (rows["op"] == BY_NAME["GainControl"]) & (rows["a"][:, 1] == 1)
    if given.any():
        return True  # it untaps there
    whose = (0, 1, 2, 5) if given.any() else (1, 2, 5)
    events = (rows[j] for p in packed for j in range(p >> 8, (p >> 8) + (p & 255)))
    return any(int(e["a"][0]) == 10 and int(e["a"][3]) in whose for e in events)


def _words_used(rows, opcode: str, operand: str) -> set[str]:
    """The words that rows of an opcode have for an operand."""
    place = [name for name, _ in OPCODES[BY_NAME[opcode]].operands].index(operand)
    said = words(opcode, operand)
    return {said[int(r["a"][place])] for r in rows if int(r["op"]) == BY_NAME[opcode]}


def _flags(arrays: dict) -> int:
    rows, abilities = arrays["rows"], arrays["abilities"]
    present = {OPCODES[int(op)].name for op in np.unique(rows["op"])} if len(rows) else set()
    flags = 0
    kinds = arrays["trigger_kinds"]
    if kinds >> 5 & 1 or kinds >> 16 & 1 or "ManaInstead" in present:
        flags |= TAPPED_FOR_MANA
    if present & {"ChangeTypes", "Grant", "GrantKeyword", "ChangePower", "GrantAbilitiesOf"}:
        flags |= TYPE_EFFECTS
    if present & {"Untap", "UntapThis", "UntapOthers"}:
        flags |= UNTAPS
    if present & {"CostChange"}:
        flags |= COST_CHANGES
    if "TapOthers" in present:
        flags |= TAPS_OTHERS
    if "CostHelp" in present or any(OPCODES[int(r["op"])].name == "Mana" and r["a"][2] for r in rows):
        flags |= HELPERS
    if present & {"Spend", "SpendOnlyOn"} or (arrays["costs"]["flag"] & 4).any():
        flags |= RESTRICTED
    if "SpendAs" in present:
        flags |= SPEND_AS
    enters_others = abilities[(abilities["type"] == layout.ENTERS)]
    if any(int(rows[a["row"]]["op"]) == BY_NAME["Each"] for a in enters_others):
        flags |= ENTER_TAPPED
    if any(int(f["flags"]) & (ROLE_SOURCE | ROLE_LAND) for f in arrays["faces"]):
        flags |= HAS_RAMP
    turns = _words_used(rows, "Fact", "what") & {"your turn", "not your turn"}
    if "UntapDuringOthers" in present or _others_turns(arrays) or ("ChangePower" in present and turns):
        flags |= OPPONENT_TURNS
    if _reads_board(arrays):
        flags |= READS_BOARD
    if _reads_zones(arrays):
        flags |= READS_ZONES
    keywords = _words_used(rows, "Keyword", "name")
    if "ReplaceDraw" in present or "dredge" in keywords or "draw" in _words_used(rows, "CantCast", "what"):
        flags |= DRAWS_REPLACED
    if (
        keywords & {"storm", "cascade", "rebound", "ascend", "demonstrate"}
        or "madness" in _words_used(rows, "AlternativeCost", "keyword")
        or _words_used(rows, "AdditionalCost", "keyword") & {"replicate", "casualty", "conspire"}
    ):
        flags |= KEYWORDS
    if any(a["flags"] & layout.STATE for a in abilities):
        flags |= STATE
    if any(n.startswith("unspent mana") for n in _words_used(rows, "Number", "what")):
        flags |= READS_POOL
    if "sacrificed could produce" in _words_used(rows, "ColorsFrom", "source"):
        flags |= SACRIFICED_COULD
    if kinds >> 7 & 1 or kinds >> 35 & 1:
        flags |= COMBAT
    if (
        _words_used(rows, "Fact", "what") & {"attacked this turn", "first combat"}
        or "attackers this turn" in _words_used(rows, "Number", "what")
        or (len(arrays["filters"]) and (arrays["filters"]["quality"] == QUALITIES.index("attacked this turn")).any())
    ):
        flags |= COMBAT | READS_ATTACKS
    return flags
