"""Filters from adjectives, nouns and what follows them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any as Anything

from ..ast import (
    AnyOf,
    Choose,
    Compare,
    Count,
    Each,
    Filter,
    Node,
    Target,
)
from .base import reject

BASIC_TYPES = ("plains", "island", "swamp", "mountain", "forest")
OUTLAWS = ("assassin", "mercenary", "pirate", "rogue", "warlock")
ZONES = {
    "graveyard": "graveyard",
    "graveyards": "graveyard",
    "hand": "hand",
    "hands": "hand",
    "library": "library",
    "libraries": "library",
}
_TUPLES = frozenset(("types", "all_types", "not_types", "supertypes", "not_supertypes", "subtypes", "not_subtypes"))
_JOINED = frozenset(("colors", "not_colors"))


def mix(adjectives: list[dict], nouns: list[dict]) -> dict:
    """One phrase: adjectives before nouns."""
    out: dict = {"adjectives": bool(adjectives)}
    for a in adjectives:
        _merge(out, a)
    types: list[str] = []
    subs: list[str] = []
    for n in nouns:
        if "type" in n:
            if n["type"] not in types:
                types.append(n["type"])
        elif "sub" in n:
            subs.append(n["sub"])
        elif "permanent" in n:
            out["permanent"] = True
        elif "card" in n:
            out["card"] = True
        elif "spell" in n:
            out["spell"] = True
        else:
            _merge(out, n)
    if len(types) == 1:
        out["types"] = (types[0],)
    elif types:
        out["all_types"] = tuple(types)
    if len(subs) == 2 and subs[0] == "eldrazi":
        subs = subs[1:]  # every Spawn and Scion is an Eldrazi
    if len(subs) > 1:
        reject("several subtypes at once")
    if subs:
        out["subtypes"] = (subs[0],)
    return out


def _merge(out: dict, more: dict) -> None:
    for key, value in more.items():
        if key == "controller" and value == "that player" and out.get(key) == "opponent":
            continue
        if key in _TUPLES:
            out[key] = (*out.get(key, ()), *value)
        elif key in _JOINED:
            out[key] = "".join(c for c in "WUBRG" if c in out.get(key, "") + value)
        elif key == "quality" and out.get(key, value) != value:
            out[key] = f"{out[key]} and {value}"
        elif key in out and out[key] != value and key not in ("adjectives", "article"):
            reject(f"two values of {key}")
        else:
            out[key] = value


def later(phrase: dict, article: Anything) -> dict:
    """A phrase after "or": with an article of its own it takes no adjectives from the first."""
    made = dict(phrase)
    made["article"] = article or ""
    return made


_LEADING = ("supertypes", "not_supertypes", "tapped", "token", "which", "quality", "not_types", "not_subtypes")


def finish(phrases: list[dict], suffixes: list[dict]) -> Filter | AnyOf:
    """A filter of one or several phrases and their common suffixes."""
    common: dict = {}
    for s in suffixes:
        _merge(common, s)
    narrow = common.pop("narrow", None)
    made = []
    first = phrases[0]
    for n, phrase in enumerate(phrases):
        one = dict(phrase)
        if n and not one.get("article") and not one.get("adjectives"):
            for key in _LEADING:
                if key in first and key not in one:
                    one[key] = first[key]
            if "colors" in first and "colors" not in one:
                one["colors"] = first["colors"]
            if "not_colors" in first and "not_colors" not in one:
                one["not_colors"] = first["not_colors"]
        if one.get("article") == "another":
            one["which"] = "other"
        alone = n + 1 < len(phrases) and any(p.get("article") for p in phrases[n + 1 :])
        _merge(one, {k: v for k, v in common.items() if not alone or k in ("controller", "which")})
        if narrow:
            _merge(one, narrow)
        made.append(_filter(one))
    if len(made) == 1:
        return made[0]
    return union(made)


def _filter(one: dict) -> Filter:
    if one.get("permanent") and (one.get("card") or one.get("spell")):  # a permanent card or spell (CR 110.4a)
        one = dict(one)
        one["not_types"] = (*one.get("not_types", ()), "instant", "sorcery")
    one = {k: v for k, v in one.items() if k not in ("adjectives", "article", "card", "spell", "permanent")}
    return Filter(**one)


def union(filters: list[Filter]) -> Filter | AnyOf:
    """Any of the filters; one filter where they differ in types or subtypes only."""
    bare = {replace(f, types=()) for f in filters}
    if len(bare) == 1 and all(f.types for f in filters):
        return replace(filters[0], types=tuple(dict.fromkeys(t for f in filters for t in f.types)))
    bare = {replace(f, subtypes=()) for f in filters}
    if len(bare) == 1 and all(f.subtypes for f in filters):
        return replace(filters[0], subtypes=tuple(dict.fromkeys(t for f in filters for t in f.subtypes)))
    bare = {replace(f, colors="") for f in filters}
    if len(bare) == 1 and all(f.colors for f in filters):
        return replace(filters[0], colors="".join(c for c in "WUBRG" if any(c in f.colors for f in filters)))
    return AnyOf(tuple(filters))


def each_of(f: Filter | AnyOf, **more: Anything) -> Filter | AnyOf:
    """The filter with more restrictions, on each of its parts."""
    if isinstance(f, AnyOf):
        return AnyOf(tuple(replace(x, **more) for x in f.filters))
    return replace(f, **more)


def other(f: Filter | AnyOf) -> Filter | AnyOf:
    return each_of(f, which="other")


def yours(f: Filter | AnyOf) -> Filter | AnyOf:
    return each_of(f, controller="you")


def shared_suffix(f: Filter | AnyOf, last: Filter | AnyOf) -> Filter | AnyOf:
    """The first of "creatures and lands you control", whose controller only the last one names."""
    parts = last.filters if isinstance(last, AnyOf) else (last,)
    own = f.filters if isinstance(f, AnyOf) else (f,)
    return each_of(f, controller=parts[-1].controller) if not any(p.controller for p in own) else f


def opponents_only(o: Node) -> bool:
    """Whether an object can only be an opponent's."""
    f = getattr(o, "filter", None)
    return isinstance(f, Filter) and f.controller == "opponent"


def theirs(f: Filter | AnyOf) -> Filter | AnyOf:
    return each_of(f, controller="opponent")


def narrow(phrases: list[dict]) -> dict:
    if len(phrases) > 1:
        types = tuple(t for p in phrases for t in p.get("types", ()))
        if types and all(set(p) <= {"types", "adjectives", "article"} for p in phrases):
            return {"narrow": {"types": types}}
        subs = tuple(t for p in phrases for t in p.get("subtypes", ()))
        if subs and all(set(p) <= {"subtypes", "adjectives", "article"} for p in phrases):
            return {"narrow": {"subtypes": subs}}
        return reject("a choice of descriptions")
    one = {k: v for k, v in phrases[0].items() if k not in ("adjectives", "article", "card", "spell", "permanent")}
    return {"narrow": one}


def pt_adj(word: str) -> dict:
    """ "1/1" as an adjective."""
    first, last = word.split("/")
    if not (first.isdigit() and last.isdigit()):
        return reject("power and toughness")
    return {"power": ("=", int(first)), "toughness": ("=", int(last))}


def flag(word: str) -> dict:
    if word in ("tapped", "untapped"):
        return {"tapped": word}
    if word in ("colorless", "multicolored"):
        return {"color_count": word}
    return {"quality": word}


def join(*words: str) -> str:
    return " ".join(w for w in words if w)


def in_zone(f: Filter | AnyOf, zone: tuple[str, str], suffixes: list[dict]) -> tuple[Filter | AnyOf, str]:
    more: dict = {}
    for s in suffixes:
        _merge(more, s)
    extra = more.pop("narrow", {})
    made = each_of(f, **{k: v for k, v in (more | extra).items() if k not in ("adjectives", "article")})
    return owned_filter(made, zone), zone[0]


def owned_filter(f: Filter | AnyOf, zone: tuple[str, str]) -> Filter | AnyOf:
    """The filter for cards of a zone: ``controller`` is their owner."""
    if isinstance(f, Filter) and f.which == "this":
        return f
    return each_of(f, controller=zone[1]) if zone[1] else f


def owned(zone: tuple[str, str]) -> Filter:
    return Filter(controller=zone[1])


def owned_object(o: Node, zone: tuple[str, str]) -> Node:
    """An object chosen among a zone's cards."""
    if isinstance(o, (Target, Choose, Each)):
        return replace(o, filter=owned_filter(o.filter, zone), zone=zone[0])
    return o


def in_that_zone(o: Node, zone: str) -> Node:
    return replace(o, zone=zone) if isinstance(o, (Target, Choose, Each)) else o


def zone_of(o: Node) -> str:
    return o.zone if isinstance(o, (Target, Choose, Each)) else "battlefield"


def zoned_spell(f: Filter | AnyOf, zone: tuple[str, str]) -> Filter | AnyOf:
    return each_of(f, quality="from " + zone[0])


def either(f: Filter | AnyOf, g: Filter | AnyOf) -> Filter | AnyOf:
    return either_all([f, g])


def either_all(fs: list) -> Filter | AnyOf:
    flat: list[Filter] = []
    for f in fs:
        flat += f.filters if isinstance(f, AnyOf) else [f]
    return flat[0] if len(flat) == 1 else union(flat)


def or_other(f: Filter | AnyOf) -> Filter | AnyOf:
    """ "~ or another ...": the source and what matches; the filter alone where the source matches it."""
    return either_all([Filter(which="this"), other(f)])


def plural_filter(f: Filter | AnyOf) -> Filter | AnyOf:
    """ "One or more ...": known by its being alone among alternatives, see `event`."""
    return AnyOf((f,)) if isinstance(f, Filter) else f


def plural(f: Filter | AnyOf) -> str:
    if isinstance(f, Filter) and len(f.types) == 1:
        return f.types[0] + "s"
    if isinstance(f, Filter) and len(f.subtypes) == 1:
        return f.subtypes[0] + "s"
    return reject("which objects are compared")


def count_is(f: Filter | AnyOf, quantity: tuple, who: str) -> Compare:
    made = yours(f) if who == "you" else theirs(f)
    if len(quantity) > 2:
        made = other(made)
    return Compare(Count(made), quantity[0], quantity[1])


def at_least(f: Filter | AnyOf, who: str) -> Compare:
    return count_is(f, (">=", 1), who)


def at_least_in(f: Filter | AnyOf, zone: tuple[str, str]) -> Compare:
    """At least one such card in a zone."""
    return Compare(Count(owned_filter(f, zone), zone[0]), ">=", 1)


def compare_count(amount: Anything, quantity: tuple) -> Compare:
    if len(quantity) > 2 and isinstance(amount, Count):
        amount = replace(amount, filter=other(amount.filter))
    return Compare(amount, quantity[0], quantity[1])


def this_filter() -> Filter:
    return Filter(which="this")
