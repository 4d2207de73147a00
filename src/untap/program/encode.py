"""AST abilities of a set of cards -> the flat arrays of a program (design: card, ability and effect rows).

The generic part follows the opcode table: an AST node of class ``N`` becomes the row of opcode ``N``, its fields the
operands of the same names.  Only nodes whose meaning depends on more than themselves have code of their own here.
"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np

from ..oracle import ast
from ..oracle.builders.base import rewrite, walk
from . import layout, support
from .costs import BadCost, bundle_counts, cost_record
from .encode_rows import MoreRows, NotEncodable
from .opcodes import BY_NAME, OPCODES
from .opcodes import words as words_of
from .tokens import predefined_token

# fields that change nothing in a goldfish game
_SAFE = {
    ("AddMana", "rider"), ("Search", "optional"), ("LoseLife", "player"), ("Equip", "filter"), ("Static", "zone"),
    ("Exile", "until"), ("AddMana", "spent_on"), ("AddMana", "spent_effects"),
}  # fmt: skip


_OPS = {"<=": 1, ">=": 2, "=": 3, "<": 4, ">": 5, "!=": 6}
_LIMIT_WORDS = {
    "once a turn": layout.ONCE_A_TURN,
    "twice a turn": layout.TWICE_A_TURN,
    "sorcery": layout.SORCERY_SPEED,
    "instant": layout.INSTANT_ONLY,
    "your turn": layout.YOUR_TURN,
    "once": layout.ONCE,
    "exhaust": layout.ONCE,
    "any player": 0,
}
# limits that are conditions of the game
_LIMIT_CONDITIONS = {
    "upkeep": ast.All((ast.Fact("your turn"), ast.Fact("upkeep"))),
    "any upkeep": ast.Fact("upkeep"),
    "main phase": ast.All((ast.Fact("your turn"), ast.Fact("main phase"))),
    "combat": ast.Fact("combat"),
    "before combat": ast.Fact("before combat"),
    "your turn before combat": ast.All((ast.Fact("your turn"), ast.Fact("before combat"))),
    "before the end step": ast.All((ast.Fact("your turn"), ast.Fact("before the end step"))),
    "opponent's turn": ast.Fact("not your turn"),
    "opponent's upkeep": ast.All((ast.Fact("not your turn"), ast.Fact("upkeep"))),
}
_SPEND_OTHER = (
    "cumulative upkeep",
    "costs that contain {X}",
    "foretell",
    "turn face up",
    "unlock doors",
    "equip",
    "no generic",
    "costs that contain {C}",
)
QUALITIES = (
    "",
    "both",
    "modified",
    "enchanted",
    "equipped",
    "attacking",
    "entered this turn",
    "commander",
    "party",
    "mana cost",
    "exiled with this",
    "without",
    "no counter",
    "power or toughness",
    "bargain",
    "shares a creature type",
    "player",
    "has {x}",
    "drawn this turn",
    "top",
    "face-down",
    "from exile",
    "from graveyard",
    "from hand",
    "has an adventure",
    "shares a creature type with your commander",
    "other abilities",
    "tap ability",
    "no {x}",
    "attacked this turn",
    "monstrous",
    "attached to a creature",
    "different mana values",
    "toughness greater than power",
    "at random",
    "commander and entered this turn",
)
_HELPS = (
    ast.AddMana, ast.DoubleMana, ast.Untap, ast.Search, ast.PutOnto, ast.LandPlays, ast.Look, ast.CreateTokens,
    ast.MoreLandPlays, ast.RevealTop, ast.Continuous, ast.ExtraTurn, ast.UntapThis, ast.UntapOthers,
    ast.Proliferate, ast.ReplaceTokens,
)  # fmt: skip


def _historic(f: ast.Filter) -> tuple[ast.Filter, ...]:
    """CR 700.6: legendary, an artifact, or a Saga."""
    if f.quality == "historic":
        if f.subtypes:
            raise NotEncodable("a historic object of a subtype")
        f = replace(f, quality="")
        return (
            replace(f, all_types=(*f.all_types, "artifact")),
            replace(f, supertypes=(*f.supertypes, "legendary")),
            replace(f, subtypes=("saga",)),
        )
    if f.quality == "nonhistoric":
        return (
            replace(
                f,
                quality="",
                not_types=(*f.not_types, "artifact"),
                not_supertypes=(*f.not_supertypes, "legendary"),
                not_subtypes=(*f.not_subtypes, "saga"),
            ),
        )
    return (f,)


class Encoder(MoreRows):
    """Builds the arrays of one program; `finish` returns them.

    ``whole``: of a position that may be asked anything: opponents' cards bind us, spells may have several targets, and
    what triggers is seen even where it does nothing to mana.
    """

    whole = False
    raises = False  # whether something makes activated abilities cost more

    def __init__(self) -> None:
        self.rows: list[tuple[int, list[int]]] = []
        self._interned: dict[object, int] = {}
        self.filters: list[np.void] = []
        self.costs: list[np.void] = []
        self._cost_index: dict[str, int] = {}
        self.abilities: list[np.void] = []
        self._ability_index: dict[object, int] = {}
        self.faces: list[np.void] = []
        self.kinds: list[np.void] = []
        self.type_changes: list[np.void] = []
        self.counter_kinds: dict[str, int] = {k: i for i, k in enumerate(layout.COUNTER_KINDS)}
        self.names: dict[str, int] = {}
        self.subtypes: dict[str, int] = {t: i for i, t in enumerate(layout.BASIC_LAND_TYPES)}
        self.tokens: dict[object, int] = {}
        self.pending_tokens: list[tuple[int, ast.Token]] = []
        self.all_creature_types = False
        self.without_fights: set[ast.Node] = set()  # run as if nobody attacked
        self.row_of("Const", [0])

    # -- small pieces

    def name_id(self, name: str) -> int:
        return self.names.setdefault(name.casefold(), len(self.names))

    def counter(self, kind: str) -> int:
        if kind == "any" or kind == "":
            return -2
        if kind in ("lore", "level"):  # fixed places: Sagas and levelers are read by the rules themselves
            return 15 if kind == "lore" else 14
        if kind not in self.counter_kinds:
            if len(self.counter_kinds) >= layout.MAX_COUNTER_KINDS - 2:
                raise NotEncodable(f"more than {layout.MAX_COUNTER_KINDS} kinds of counters")
            self.counter_kinds[kind] = len(self.counter_kinds)
        return self.counter_kinds[kind]

    def subtype_bits(self, words) -> tuple[int, int]:
        bits = 0
        for word in words:
            word = word.casefold()
            if word not in self.subtypes:
                if len(self.subtypes) >= layout.SUBTYPE_BITS:
                    raise NotEncodable(f"more than {layout.SUBTYPE_BITS} subtypes matter in one program")
                self.subtypes[word] = len(self.subtypes)
            bits |= 1 << self.subtypes[word]
        return bits & (2**64 - 1), bits >> 64

    def cost(self, symbols: str) -> int:
        if symbols not in self._cost_index:
            try:
                record = cost_record(symbols)
            except BadCost as err:
                raise NotEncodable(str(err)) from None
            self._cost_index[symbols] = len(self.costs)
            self.costs.append(record)
        return self._cost_index[symbols]

    # -- filters

    def filter(self, f: ast.Filter | ast.AnyOf | None) -> int:
        if f is None:
            return -1
        key = ("filter", f)
        if key in self._interned:
            return self._interned[key]
        parts = [part for g in (f.filters if isinstance(f, ast.AnyOf) else (f,)) for part in _historic(g)]
        following = -1
        for part in reversed(parts):
            record = self._filter_record(part)
            record["next"] = following
            following = len(self.filters)
            self.filters.append(record)
        self._interned[key] = following
        return following

    def _filter_record(self, f: ast.Filter) -> np.void:
        r = np.zeros((), layout.FILTER)
        r["types_any"] = self._types(f.types)
        r["types_all"] = self._types(f.all_types)
        r["types_not"] = self._types(f.not_types)
        r["super_all"] = self._supers(f.supertypes)
        r["super_not"] = self._supers(f.not_supertypes)
        r["sub_any"] = self.subtype_bits(f.subtypes)
        r["sub_not"] = self.subtype_bits(f.not_subtypes)
        r["colors_any"] = layout.colors_mask(f.colors)
        r["colors_not"] = layout.colors_mask(f.not_colors)
        r["color_count"] = _index(("", "colorless", "colored", "monocolored", "multicolored"), f.color_count)
        whose = "you" if f.controller == "target player" else f.controller
        r["controller"] = _index(("", "you", "opponent", "active"), "active" if whose == "that player" else whose)
        r["tapped"] = _index(("", "tapped", "untapped"), f.tapped)
        r["which"] = _index(("", "this", "other", "attached", "that"), f.which)
        r["token"] = _index(("", "token", "nontoken"), f.token)
        r["counter"] = self.counter(f.counter) if f.counter else -1
        for field in ("power", "toughness", "mana_value"):
            value = getattr(f, field)
            if value is not None:
                if isinstance(value[1], int):
                    r[field + "_op"], r[field] = _OPS[value[0]], value[1]
                else:  # 8 and above: the row of an amount
                    r[field + "_op"], r[field] = _OPS[value[0]] + 8, self.amount(value[1])
        r["chosen"] = _index(("", "color", "type", "name", "land type", "exiled card"), f.chosen)
        if f.chosen == "type":
            self.all_creature_types = True
        if f.keyword:
            if f.keyword not in layout.KEYWORD_BIT:
                raise NotEncodable(f"filter on the keyword {f.keyword}")
            r["keywords"] = layout.KEYWORD_BIT[f.keyword]
        r["name"] = self.name_id(f.name) if f.name else -1
        r["produces"] = _index(("", "yes", "no"), f.produces_mana)
        if f.quality == "party":
            raise NotEncodable("the quality 'party'")
        self._quality(f, r)
        return r

    def _quality(self, f: ast.Filter, r: np.void) -> None:
        word = f.quality
        if word.startswith("mana cost {"):
            first, second = word[10:].split(" or ")
            r["costs"] = (self.cost(first) + 1) << 16 | self.cost(second)
            word = "mana cost"
        elif word.startswith("without "):
            r["costs"] = layout.KEYWORD_BIT.get(word[8:], 0)
            word = "without"
        elif word.startswith("no ") and word.endswith(" counter"):
            r["costs"] = self.counter(word[3:-8])
            word = "no counter"
        elif word.startswith("power or toughness "):
            _, _, _, number, _, way = word.split()
            r["costs"] = int(number) * (1 if way == "less" else -1)
            word = "power or toughness"
        elif word.startswith("both "):
            r["costs"] = layout.colors_mask(word[5:])
            word = "both"
        elif word in ("attacking or blocking", "unblocked"):
            word = "attacking"
        elif word in ("one of each card type", "any target", "commander you own"):
            word = ""  # looked at by the effect itself
        elif word == "bargain":  # CR 702.166a
            word = "bargain"
        r["quality"] = _index(QUALITIES, word)

    def _types(self, words) -> int:
        mask = 0
        for w in words:
            if w == "permanent":
                mask |= layout.PERMANENT
            elif w in layout.TYPE_BIT:
                mask |= layout.TYPE_BIT[w]
            elif w not in ("card", "spell"):
                raise NotEncodable(f"filter on the type {w}")
        return mask

    def _supers(self, words) -> int:
        try:
            return sum(1 << layout.SUPERTYPES.index(w) for w in words)
        except ValueError:
            raise NotEncodable(f"supertype among {words}") from None

    # -- rows

    def row_of(self, name: str, args) -> int:
        key = ("row", name, tuple(args))
        if key not in self._interned:
            self._interned[key] = len(self.rows)
            self.rows.append((BY_NAME[name], list(args)))
        return self._interned[key]

    def list(self, nodes, place: frozenset[str] | None = None) -> int:
        """Encode a list as ``start * 256 + count``: rows are copied so that they stand together.

        ``place`` are the nodes that the core knows in that place.
        """
        nodes = tuple(nodes)
        for n in nodes if place is not None else ():
            if type(n).__name__ not in place:
                raise NotEncodable(f"{type(n).__name__} here")
        if not nodes:
            return 0
        if len(nodes) > 255:
            raise NotEncodable("a list of more than 255 effects")
        key = ("list", nodes)
        if key not in self._interned:
            made = [self.rows[self.row(n)] for n in nodes]
            self._interned[key] = len(self.rows) * 256 + len(made)
            self.rows.extend(made)
        return self._interned[key]

    def amount(self, value) -> int:
        if isinstance(value, bool) or value is None:
            value = int(bool(value))
        if isinstance(value, int):
            return self.row_of("Const", [value])
        return self.row(value)

    def row(self, n: ast.Node | None) -> int:
        """Encode a node as a row and return its index (-1 for None)."""
        if n is None:
            return -1
        special = getattr(self, f"_row_{type(n).__name__}", None)
        if special is not None:
            return special(n)
        name = type(n).__name__
        if name not in BY_NAME:
            raise NotEncodable(name)
        operands = OPCODES[BY_NAME[name]].operands
        what = getattr(n, "what", None)
        if (
            isinstance(what, (ast.Target, ast.Choose, ast.Each))
            and getattr(what, "zone", "battlefield") != "battlefield"
        ):
            # the zone of what is chosen is an operand of the effect
            if "zone" not in {field for field, _ in operands}:
                raise NotEncodable(f"{name} of cards in the {what.zone}")
            n = replace(n, what=replace(what, zone="battlefield"), zone=what.zone)
        if self._for_others(n, operands) or self._harmful_to_others(n):
            return self.row_of("Inert", [99])
        return self.row_of(name, self._generic(n))

    def _generic(self, n: ast.Node) -> list[int]:
        """The operands of the node's own opcode, by their names."""
        what = getattr(n, "what", None)
        operands = OPCODES[BY_NAME[type(n).__name__]].operands
        if isinstance(what, ast.Node) and getattr(what, "zone", "battlefield") != "battlefield":
            n = replace(n, what=replace(what, zone="battlefield"), zone=what.zone)
        return [self._operand(n, field, kind) for field, kind in operands]

    def _for_others(self, n: ast.Node, operands) -> bool:
        """Whether the effect is somebody else's; a field that the opcode has no operand for must be at its default."""
        known = {field for field, _ in operands}
        for f in fields(n):
            value = getattr(n, f.name)
            if f.name in known or f.default == value or (type(n).__name__, f.name) in _SAFE:
                continue
            if f.name == "player":
                if value in ("opponent", "each opponent", "target opponent", "other", "its controller"):
                    return True
                if value == "target" and isinstance(n, (ast.Discard, ast.Mill)):
                    return True  # aimed at an opponent
                if value in ("each", "target player", "any", "target"):
                    continue
            raise NotEncodable(f"{type(n).__name__} with {f.name} {value!r}")
        return False

    def _operand(self, n: ast.Node, field: str, kind: str) -> int:
        value = getattr(n, field)
        if kind == "amount":
            return self.amount(value)
        if kind == "row":
            if isinstance(value, str):
                raise NotEncodable(f"{type(n).__name__} of {value!r}")
            return self.row(value)
        if kind == "list":
            value = value if isinstance(value, tuple) else (value,)
            return self.list(value, support.EFFECTS if field in ("effects", "then", "otherwise") else None)
        if kind == "filter":
            return self.filter(value)
        if kind == "colors":
            return layout.colors_mask(value)
        if kind == "mana":
            return layout.pack_bundle(self._bundle(value))
        if kind == "cost":
            return self.cost(value) if value else -1
        if kind == "counter":
            return self.counter(value)
        if kind == "token":
            return self.token(value)
        if kind == "flag" and isinstance(value, str):
            return int(bool(value))
        if kind in ("int", "flag"):
            if not isinstance(value, (int, bool)):
                raise NotEncodable(f"{type(n).__name__}.{field} that isn't a number")
            return int(value)
        if kind.startswith("word:"):
            return _index(kind[5:].split("|"), value, f"{type(n).__name__}.{field}")
        raise AssertionError(kind)

    def _bundle(self, symbols: str):
        try:
            return bundle_counts(symbols)
        except BadCost as err:
            raise NotEncodable(str(err)) from None

    # -- nodes with a meaning of their own

    def _row_Each(self, n):
        if getattr(n, "zone", "battlefield") != "battlefield":
            raise NotEncodable(f"each card in the {n.zone}")
        return self.row_of("Each", [self.filter(n.filter)])

    def _row_Filter(self, n):
        return self.row_of("Each", [self.filter(n)])

    _row_AnyOf = _row_Filter

    def _row_GainControl(self, n):
        words = words_of("GainControl", "duration")
        return self.row_of(
            "GainControl",
            [self.row(n.what), _index(("you", "an opponent"), n.player, "GainControl.player"),
             _index(words, n.duration or "forever", "GainControl.duration")],
        )  # fmt: skip

    def _row_Continuous(self, n):
        for what in n.what:
            of = getattr(what, "what", None)
            if isinstance(what, ast.Grant) and isinstance(of, (ast.Target, ast.Choose)) and of.zone == "graveyard":
                first = what.abilities[0] if what.abilities else None
            else:
                first = None
            if isinstance(first, ast.AlternativeCost):  # it alone may be cast this turn
                return self.row(ast.If(ast.Fact("always"), (ast.Pick(of), ast.MayPlay())))
            if isinstance(of, (ast.Target, ast.Choose, ast.That)) and type(what).__name__ not in support.LOCKED:
                raise NotEncodable(f"{type(what).__name__} of one object for a time")
        if any(isinstance(w, ast.Grant) and isinstance(w.what, ast.You) for w in n.what):
            n = replace(n, what=tuple(x for w in n.what for x in _of_emblem(w)))
        words = words_of("Continuous", "duration")
        start, kind = "as long as it has a ", -1
        duration = n.duration
        if duration.startswith(start):
            kind = self.counter(duration.removeprefix(start).removesuffix(" counter"))
            duration = "forever"
        place = support.LASTING | {"DelayedTrigger"}
        return self.row_of("Continuous", [self.list(n.what, place), _index(words, duration, "duration"), kind])

    def _row_BecomeCopy(self, n):
        of, zone = n.of, getattr(n.of, "zone", "battlefield")
        if zone != "battlefield":
            of = replace(of, zone="battlefield")
        if zone not in ("battlefield", "graveyard"):
            raise NotEncodable(f"becoming a copy of a card in the {zone}")
        words = ("turn", "until your next turn", "forever")
        zones = ("battlefield", "hand", "graveyard")
        changes = self.list(_lasting_changes(n.changes), support.LASTING)
        duration = _index(words, n.duration or "forever", "duration")
        return self.row_of("BecomeCopy", [self.row(n.what), self.row(of), changes, duration, zones.index(zone)])

    def _row_EntersAsCopy(self, n):
        zone = _index(("battlefield", "graveyard"), n.zone, "copy of a card in the zone")
        changes = self.list(_lasting_changes(n.changes), support.LASTING | {"PutCounters"})
        return self.row_of("EntersAsCopy", [self.filter(n.of), int(n.optional), int(n.tapped), changes, zone])

    def _row_Tap(self, n):
        if n.player not in ("you", "each", "target", "that player"):
            raise NotEncodable(f"tapping by {n.player}")
        return self.row_of("Tap", [self.row(n.what)])

    def _row_AddMana(self, n):
        kept = tuple(e for e in n.spent_effects if not isinstance(e, ast.Inert))
        for e in kept:
            if any(isinstance(x, (ast.That, ast.This)) for x in e.walk()):
                raise NotEncodable("an effect on the spell that mana is spent on")
        n = replace(n, spent_on=n.spent_on if kept else None, spent_effects=kept)
        if n.player == "target":  # one chooses oneself
            n = replace(n, player="you")
        if self._for_others(n, OPCODES[BY_NAME["AddMana"]].operands):
            return self.row_of("Inert", [99])
        return self.row_of("AddMana", self._generic(n))

    def _row_If(self, n):
        try:
            return self.row_of("If", self._generic(n))
        except NotEncodable:
            if not all(isinstance(e, ast.Inert) for e in (*n.then, *n.otherwise)):
                raise
            return self.row_of("Inert", [99])  # whether it holds or not

    def _row_SkipStep(self, n):
        if n.step not in ("untap", "draw") or n.player == "that player":
            raise NotEncodable(f"skipping the {n.step} step")
        return self.row_of("SkipStep", self._generic(n))

    def _row_SkipStepStatic(self, n):
        if n.step not in ("untap", "upkeep", "draw"):
            raise NotEncodable(f"skipping the {n.step} step")
        return self.row_of("SkipStepStatic", self._generic(n))

    def _row_Become(self, n):
        change = n.change
        if hasattr(change, "what"):
            change = replace(change, what=n.what)
        return self.row(ast.Continuous((change,), n.duration))

    def _row_ManaInstead(self, n):
        args = [self._operand(n, f, kind) for f, kind in OPCODES[BY_NAME["ManaInstead"]].operands[:6]]
        return self.row_of("ManaInstead", [*args, n.at_least + 256 * n.whole])

    def _row_Search(self, n):
        if n.player == "target":  # one chooses oneself
            n = replace(n, player="you")
        args = [self._operand(n, field, kind) for field, kind in OPCODES[BY_NAME["Search"]].operands]
        if n.different == "filter":
            args[5] += 64  # one card for each of the filters
        elif n.different in ("share land type", "name"):
            if n.different == "share land type":
                self.subtype_bits(sorted(layout.LAND_TYPES))
            args[5] += 256 if n.different == "share land type" else 128
        elif n.different:
            raise NotEncodable(f"cards that differ in {n.different}")
        if n.player not in ("you", "each", "target player"):
            return self.row_of("Inert", [99])
        args[6] = 0
        return self.row_of("Search", args)

    def _row_Spend(self, n):
        other = 0
        for word in n.other:
            if word == "anything else" and n.abilities == ast.Filter():
                continue  # but for the costs of spells and abilities nothing asks for mana
            other |= 1 << _index(_SPEND_OTHER, word, "Spend.other")
        return self.row_of("Spend", [self.filter(n.spells), self.filter(n.abilities), other])

    def _row_ReplaceTokens(self, n):
        f = n.filter
        if isinstance(f, ast.Filter):  # who creates them is asked elsewhere
            f = replace(f, token="", controller="")
        return self.row_of("ReplaceTokens", [n.times, self.filter(f), n.plus])

    def _row_Inert(self, n):
        return self.row_of("Inert", [ast.INERT.index(n.what) if n.what in ast.INERT else 99])

    def _row_OneOf(self, n):
        counts = [self._bundle(b.symbols) for b in n.bundles]
        if any(b.times != 1 for b in n.bundles):
            return self.row_of("OneOf", [self.list(n.bundles)])
        combo = _as_combination(counts)
        if combo is not None:
            colors, amount = combo
            return self.row_of("Combination", [self.row_of("Colors", [colors]), self.amount(amount)])
        return self.row_of("OneOf", [self.list(n.bundles)])

    def _row_Modes(self, n):
        rows = [self.rows[self.row_of("Mode", [self.list(mode, support.EFFECTS)])] for mode in n.modes]
        key = ("modes", n.modes)
        if key not in self._interned:
            self._interned[key] = len(self.rows) * 256 + len(rows)
            self.rows.extend(rows)
        unchosen = _index(words_of("Modes", "unchosen"), n.unchosen, "Modes.unchosen")
        if unchosen and len(rows) > 8:
            raise NotEncodable("more than eight modes that are chosen but once")
        return self.row_of("Modes", [self._interned[key], int(n.least), int(n.most), int(bool(n.costs)), unchosen])

    def _row_ChangeTypes(self, n):
        r = np.zeros((), layout.TYPECHANGE)
        if n.types == ("not creature",):
            r["removed"] = layout.TYPE_BIT["creature"]
        else:
            supers = tuple(t for t in n.types if t in layout.SUPERTYPES)
            r["types"] = self._types(tuple(t for t in n.types if t not in (*supers, "nonlegendary")))
            r["supers"] = self._supers(supers)
            if "nonlegendary" in n.types:
                r["supers"] |= self._supers(("legendary",)) << 8
        words = n.subtypes + (layout.BASIC_LAND_TYPES if n.every_basic else ())
        r["subs"] = self.subtype_bits(words)
        r["mode"] = _index(("add", "set"), n.mode)
        r["chosen"], r["every_creature"] = n.chosen, n.every_creature
        r["colors"] = layout.colors_mask(n.colors)
        r["lose_abilities"] = 2 if n.lose_abilities == "except mana" else int(n.lose_abilities)
        r["every_land"] = _index(("", "nonbasic", "all"), n.every_land)
        power, toughness = n.power, n.toughness
        if isinstance(power, int) and isinstance(toughness, int):
            r["set_power"], r["power"], r["toughness"] = 1, power, toughness
        elif power is not None or toughness is not None:  # bits 2 and 4: rows of amounts
            if isinstance(power, str) or isinstance(toughness, str):
                raise NotEncodable("a changed power that is not a number")
            if isinstance(n.what, (ast.Each, ast.Attached)):  # each of them has its own (CR 613.4b)
                power, toughness = (
                    replace(p, of=ast.That()) if isinstance(p, ast.Stat) and p.of == ast.This() else p
                    for p in (power, toughness)
                )
            if power is not None:
                r["set_power"] |= 2
                r["power"] = self.amount(power)
            if toughness is not None:
                r["set_power"] |= 4
                r["toughness"] = self.amount(toughness)
        self.type_changes.append(r)
        return self.row_of("ChangeTypes", [self.row(n.what), len(self.type_changes) - 1])

    def _row_GrantKeyword(self, n):
        mask = 0
        if n.keywords == ("retrace",) and getattr(n.what, "zone", "") == "graveyard":  # CR 702.81a
            land = ast.Cost((ast.DiscardCost(ast.Filter(types=("land",))),))
            zones = words_of("PlayFrom", "zone")
            return self.row_of("PlayFrom", [self.filter(n.what.filter), zones.index("graveyard"), 2, self.row(land)])
        for k in n.keywords:
            if k not in layout.KEYWORD_BIT and k not in support.KEYWORDS:
                raise NotEncodable(f"granted {k}")
            mask |= layout.KEYWORD_BIT.get(k, 0)
        return self.row_of("GrantKeyword", [self.row(n.what), mask])

    def _row_UntapOneType(self, n):
        return self.row_of("UntapOneType", [self._types(n.types)])

    def _row_CostChange(self, n):
        who = 0 if isinstance(n.what, ast.This) else 1
        filters = getattr(getattr(n.what, "filter", None), "filters", (getattr(n.what, "filter", None),))
        if not self.whole and n.of == "spells" and all(f and f.controller == "opponent" for f in filters):
            return self.row_of("Inert", [99])
        kinds = ("", "not mana abilities", "cycling", "equip", "colored only", "off turn")
        if n.kind not in kinds:
            raise NotEncodable(f"CostChange of kind {n.kind}")
        who += (
            128 * n.first_each_turn + 4 * n.symbols.startswith("-") + 8 * (n.player != "you") + 16 * kinds.index(n.kind)
        )
        return self.row_of(
            "CostChange",
            [
                self.row(n.what), self.amount(n.amount), self.cost(n.symbols.lstrip("+-")) if n.symbols else -1,
                _index(("spells", "abilities"), n.of), n.least, n.set_, who,
            ],
        )  # fmt: skip

    def _row_LifeForMana(self, n):
        return self.row_of("LifeForMana", [layout.colors_mask(n.symbol.strip("{}")), n.life])

    def _row_Keyword(self, n):
        if n.name == "affinity" and n.filter is not None:  # CR 702.41a
            mine = replace(n.filter, controller="you") if isinstance(n.filter, ast.Filter) else n.filter
            return self.row(ast.CostChange(ast.This(), ast.Times(-1, ast.Count(mine))))
        words = words_of("Keyword", "name")
        if n.name not in support.KEYWORDS and n.name not in words:
            raise NotEncodable(f"keyword {n.name}")
        name = n.name if n.name in words else "other"
        return self.row_of("Keyword", [words.index(name), self.row(n.cost), self.amount(n.number)])

    def _row_CostHelp(self, n):
        words = ("convoke", "improvise", "delve", "other")
        if n.keyword not in words:
            raise NotEncodable(f"{n.keyword} as help to pay")
        return self.row_of("CostHelp", [words.index(n.keyword), self.filter(n.spells)])

    def _row_CantCast(self, n):
        words = ("cast", "play lands", "activate", "search", "untap", "enter", "spells", "other", "draw")
        if n.player == "opponent" and not self.whole:
            return self.row_of("Inert", [99])
        if n.what == "spend mana on" and _this_filter(n.filter):
            return self.row_of("SpendOnlyOn", [64, 0, -1])  # only convoke, delve and the like pay
        if n.what not in ("cast", "play lands", "activate", "search", "spells", "draw"):
            raise NotEncodable(f"a prohibition of {n.what!r}")
        return self.row_of(
            "CantCast",
            [
                words.index(n.what),
                self.filter(n.filter),
                int(n.except_mana),
                n.amount,
                _index(("you", "each", "opponent"), n.player),
                0,
            ],
        )

    def _row_Level(self, n):
        abilities = tuple(a for a in n.abilities if not isinstance(a, ast.Inert))
        return self.row_of("Level", [n.least, n.most, self.list(abilities, support.OF_LEVELS)])

    def _row_CastTiming(self, n):
        words = ("flash", "only", "other")
        return self.row_of(
            "CastTiming", [words.index(n.what) if n.what in words else 2, self.filter(n.filter), self.row(n.condition)]
        )

    def _row_Static(self, n):
        return self.row_of("Static", [self.ability(n)])

    def _row_ThisAbility(self, n):
        if n.number < 0 or n.kind not in ("Activated", "Triggered"):
            raise NotEncodable("an ability that names itself")
        return self.row_of(n.kind, [n.number])

    def _row_Activated(self, n):
        return self.row_of("Activated", [self.ability(n)])

    def _row_Triggered(self, n):
        return self.row_of("Triggered", [self.ability(n)])

    # -- tokens

    def token(self, token) -> int:
        spec = predefined_token(token) if isinstance(token, str) else token
        if not isinstance(spec, ast.Token):
            raise NotEncodable(f"token {token!r}")
        if spec not in self.tokens:
            self.tokens[spec] = -1 - len(self.pending_tokens)  # resolved when the kinds are known
            self.pending_tokens.append((len(self.pending_tokens), spec))
        return list(self.tokens).index(spec)

    # -- abilities

    def ability(self, a: ast.Node) -> int:
        """Encode an ability as an ability row and return its index."""
        if a in self._ability_index:
            return self._ability_index[a]
        r = np.zeros((), layout.ABILITY)
        written, own = a, -1
        if any(isinstance(x, ast.ThisAbility) for x in walk(a)):
            own = len(self.abilities)  # known beforehand: it names itself
            self.abilities.append(r)
            itself = ast.ThisAbility(own, type(a).__name__)
            a = rewrite(a, lambda n: itself if isinstance(n, ast.ThisAbility) else n)
        r["cost"] = r["effects"] = 0
        for f in ("event", "condition", "mana_cost", "row", "spend", "change"):
            r[f] = -1
        if isinstance(a, ast.Activated):
            self._activated(a, r)
        elif isinstance(a, ast.Triggered):
            never = replace(
                a, effects=(ast.Inert("combat"),), event=ast.Event("enters", ast.This()), condition=ast.Fact("never")
            )
            try:
                self._triggered(support.as_run(a, self.whole) or never, r)
            except NotEncodable:
                rest = support.without_fights(a)
                if rest == a:
                    raise
                self.without_fights.add(a)
                self._triggered(rest or never, r)
        elif isinstance(a, ast.Static):
            r["type"] = layout.STATIC
            self._static(a)
            r["effects"] = self.list(a.effects, support.STATICS)
            r["condition"] = self.row(a.condition)
            r["zone"] = _zone(a.zone)
        elif isinstance(a, ast.Spell):
            r["type"] = layout.SPELL
            r["effects"] = self.list(a.effects, support.EFFECTS)
        elif isinstance(a, ast.Enters):
            r["type"] = layout.ENTERS
            place = support.ENTERING if isinstance(a.what, ast.This) else support.ENTERING_OTHERS
            r["effects"] = self.list(a.effects, place)
            r["row"] = self.row(a.what)
        else:
            r["type"] = layout.OTHER
            if type(a).__name__ not in support.ABILITIES:
                raise NotEncodable(f"{type(a).__name__} as an ability")
            r["row"] = self.row(a)
        now = list(_now(a))
        r["helps"] = int(any(isinstance(x, _HELPS) or _fuel(x) for x in now))
        if any(isinstance(x, (ast.Untap, ast.UntapThis, ast.UntapOthers)) for x in now):
            r["flags"] |= layout.UNTAPS_NOW
        if own < 0:
            own = len(self.abilities)
            self.abilities.append(r)
        r["index"] = own
        self._ability_index[written] = own
        return own

    def _refuse(self, what: str):
        raise NotEncodable(what)

    def _triggered(self, a: ast.Triggered, r) -> None:
        r["type"] = layout.TRIGGERED
        events = a.event if isinstance(a.event, tuple) else (a.event,)
        if all(e.kind == "phase" for e in events):  # "that player": whose step it is
            a = replace(a, effects=rewrite(a.effects, _of_the_active_player))
        if any(e.kind == "state" for e in events):
            if len(events) > 1 or a.condition is None:
                raise NotEncodable("a state trigger among events")
            r["flags"] |= layout.STATE
            events = ()
        r["event"] = self.list(events)
        r["effects"] = self.list(a.effects, support.EFFECTS)
        r["condition"] = self.row(a.condition)
        r["zone"] = _zone(a.zone)
        for limit in a.limits:
            r["flags"] |= _LIMIT_WORDS[limit] if limit in _LIMIT_WORDS else self._refuse(f"limit {limit}")
        if any(isinstance(x, ast.Target) for e in a.effects for x in e.walk()):
            r["flags"] |= layout.TARGETS

    def _static(self, a: ast.Static) -> None:
        """Refuse what the core reads only of permanents, or only as an effect that lasts."""
        for e in a.effects:
            if isinstance(e, ast.CastTiming) and e.what != "flash" and (e.what != "only" or e.condition is None):
                raise NotEncodable(f"timing: {e.what}")

    def _activated(self, a: ast.Activated, r) -> None:
        r["type"] = layout.ACTIVATED
        if a.change is not None:
            r["change"] = self.row(a.change)
        flags = 0
        mana = ""
        parts = []
        for part in a.cost.parts:
            if isinstance(part, ast.Mana):
                if part.times != 1:
                    raise NotEncodable("an activation cost that is a number of costs")
                if part.help:
                    flags |= layout.WATERBEND
                mana += part.symbols
            elif isinstance(part, ast.Cost):
                raise NotEncodable("a cost within a cost")
            else:
                parts.append(part)
                if isinstance(part, ast.TapThis):
                    flags |= layout.TAPS
                elif isinstance(part, ast.UntapThis):
                    flags |= layout.UNTAPS
                elif isinstance(part, ast.LoyaltyCost):
                    flags |= layout.LOYALTY | layout.SORCERY_SPEED
                elif isinstance(part, ast.SacrificeCost) and _this_filter(part.filter):
                    flags |= layout.SACRIFICES_SELF
        r["cost"] = self.list(parts)
        if not mana and self.raises and not ast.is_mana_ability(a):
            mana = "{0}"  # what costs no mana costs some when a cost is raised (CR 601.2f)
        r["mana_cost"] = self.cost(mana) if mana and (mana != "{0}" or self.raises) else -1
        r["effects"] = self.list(a.effects, support.EFFECTS)
        r["zone"] = _zone(a.zone)
        conditions = []
        for limit in a.limits:
            if isinstance(limit, str):
                if limit in _LIMIT_CONDITIONS:
                    conditions.append(_LIMIT_CONDITIONS[limit])
                    continue
                if limit not in _LIMIT_WORDS or limit == "twice a turn":
                    raise NotEncodable(f"limit {limit}")
                flags |= _LIMIT_WORDS[limit]
            elif isinstance(limit, ast.SpendOnlyOn):
                if limit.part != "x" or ast.is_mana_ability(a) or a.zone != "battlefield":
                    raise NotEncodable("what mana an ability costs")
                r["spend"] = self.row(limit)
            else:
                conditions.append(limit)
        r["limits"] = self.list(conditions)
        if ast.is_mana_ability(a):
            flags |= layout.MANA_ABILITY
        if a.keyword == "cycling":
            flags |= layout.CYCLING
        elif a.keyword == "equip":
            flags |= layout.EQUIP
        elif a.keyword == "face down":
            flags |= layout.FACE_DOWN
        nodes = [x for e in a.effects for x in e.walk()]
        if any(isinstance(x, ast.Target) or x == ast.Inert("target spell") for x in nodes):
            flags |= layout.TARGETS
        r["flags"] = flags
        self._simple(a, parts, r)

    def _simple(self, a: ast.Activated, parts, r) -> None:
        """Mark "{T}: add ..." with nothing else that matters: its units' masks are then known beforehand."""
        if not r["flags"] & layout.MANA_ABILITY or r["mana_cost"] >= 0:
            return
        life = 0
        for p in parts:
            if isinstance(p, ast.PayLife) and isinstance(p.amount, int):
                life += p.amount
            elif not isinstance(p, ast.TapThis):
                return
        if not r["flags"] & layout.TAPS or r["flags"] & (layout.ONCE_A_TURN | layout.ONCE | layout.INSTANT_ONLY):
            return
        first, rest = a.effects[0], a.effects[1:]
        if isinstance(first, ast.AddMana) and any(not isinstance(e, ast.Inert) for e in first.spent_effects):
            return
        if not isinstance(first, ast.AddMana) or first.until or first.player not in ("you",):
            return
        for e in rest:
            if isinstance(e, ast.LoseLife) and isinstance(e.amount, int):
                r["flags"] |= layout.PAIN
            elif not isinstance(e, (ast.Inert, ast.GainLife)):
                return
        m = first.mana
        if isinstance(m, ast.Bundle) and isinstance(m.times, int):
            counts = [c * m.times for c in self._bundle(m.symbols)]
            units = [1 << i for i, c in enumerate(counts) for _ in range(c)]
        elif isinstance(m, ast.OneOf):
            combo = (
                _as_combination([self._bundle(b.symbols) for b in m.bundles])
                if all(b.times == 1 for b in m.bundles)
                else None
            )
            if combo is None:
                return
            units = [combo[0]] * combo[1]
        elif (
            isinstance(m, (ast.OneColor, ast.Combination))
            and isinstance(m.colors, ast.Colors)
            and isinstance(m.amount, int)
        ):
            if m.amount > 1 and (isinstance(m, ast.OneColor) or m.different):
                return
            units = [layout.colors_mask(m.colors.of)] * m.amount
        else:
            return
        if len(units) > layout.MAX_UNITS:
            return
        r["flags"] |= layout.SIMPLE
        r["n_units"] = len(units)
        r["units"][: len(units)] = units
        r["life"] = life
        r["spend"] = self.row(first.spend)


def _of_the_active_player(n: ast.Node) -> ast.Node:
    return replace(n, player="active player") if isinstance(n, ast.Sacrifice) and n.player == "that player" else n


def _fuel(n: ast.Node) -> bool:
    """Whether it puts counters that mana can be made of."""
    return isinstance(n, ast.PutCounters) and n.kind in ("charge", "storage", "mining", "depletion", "energy")


def _of_emblem(w: ast.Node) -> tuple[ast.Node, ...]:
    """What an emblem's abilities are while it lasts (CR 114)."""
    if not (isinstance(w, ast.Grant) and isinstance(w.what, ast.You)):
        return (w,)
    out: list[ast.Node] = []
    for a in w.abilities:
        if isinstance(a, ast.Static) and a.condition is None:
            out += a.effects
        elif isinstance(a, ast.Triggered):
            a = support.as_run(a)
            if a is not None:
                effects = (ast.If(a.condition, a.effects),) if a.condition is not None else a.effects
                if a.limits:
                    raise NotEncodable("an emblem's ability with limits")
                events = a.event if isinstance(a.event, tuple) else (a.event,)
                out += [ast.DelayedTrigger(e, effects) for e in events]
        else:
            out.append(replace(w, abilities=(a,)))
    return tuple(out)


def _lasting_changes(changes) -> tuple[ast.Node, ...]:
    """Exceptions of a copy, without those that nothing here asks about."""
    kept = []
    for c in changes:
        if isinstance(c, ast.Inert) or (isinstance(c, ast.ChangeTypes) and c.types == ("nonlegendary",)):
            if not isinstance(c, ast.Inert):
                raise NotEncodable("a copy that isn't legendary")
            continue
        kept.append(c)
    return tuple(kept)


def _now(n: ast.Node):
    """The nodes of an ability that work at once, without what waits for a later event."""
    yield n
    if not isinstance(n, (ast.DelayedTrigger, ast.Triggered)) or (isinstance(n, ast.Triggered) and _own_doing(n)):
        for child in n.children():
            yield from _now(child)


# events that an action of one's own in the main phase brings about
_OWN_DOING = {
    "enters", "cast", "tapped for mana", "plays land", "sacrificed", "becomes untapped", "becomes tapped", "dies",
}  # fmt: skip


def _own_doing(n: ast.Triggered) -> bool:
    events = n.event if isinstance(n.event, tuple) else (n.event,)
    # the first chapter comes with the Saga itself (CR 714.3a)
    return any(e.kind in _OWN_DOING or (e.kind == "chapter" and 1 in e.number) for e in events)


def _index(words, value, what: str = "") -> int:
    try:
        return list(words).index(value)
    except ValueError:
        raise NotEncodable(f"{what or 'word'} {value!r}") from None


def _zone(zone: str) -> int:
    return _index(("battlefield", "hand", "graveyard", "library", "exile", "command", "stack"), zone, "zone")


def _this_filter(f) -> bool:
    return isinstance(f, ast.Filter) and f.which == "this"


def _as_combination(counts):
    """Return (mask, n) if the bundles are all combinations of n mana of the mask's types, else None."""
    n = sum(counts[0])
    if n == 0 or any(sum(c) != n for c in counts):
        return None
    mask = 0
    for c in counts:
        for i, k in enumerate(c):
            if k:
                mask |= 1 << i
    k = mask.bit_count()
    expected = 1
    for i in range(n):  # number of multisets: C(k + n - 1, n)
        expected = expected * (k + i) // (i + 1)
    return (mask, n) if len(set(counts)) == expected else None
