"""Every node's notation reads back as the same node; any text whatsoever compiles to levels."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from untap.oracle import ast, compile_text
from untap.oracle.levels import LEVELS
from untap.oracle.notation import NotationError, read, read_abilities, write, write_abilities

KINDS = [getattr(ast, name) for name in ast.__all__]
plain = st.one_of(
    st.integers(-3, 120),
    st.booleans(),
    st.none(),
    st.text(max_size=8),
    st.sampled_from(["{G}", "{T}", "{2}{W/U}", "land", "you", "+1/+1", "= x", "WUBRG", ""]),
)


def instances(children: st.SearchStrategy) -> st.SearchStrategy:
    values = st.one_of(children, st.lists(children, max_size=3).map(tuple))

    def of(kind: type) -> st.SearchStrategy:
        names = [f.name for f in dataclasses.fields(kind)]
        required = {f.name for f in dataclasses.fields(kind) if f.default is dataclasses.MISSING}
        optional = [n for n in names if n not in required]
        return st.fixed_dictionaries(dict.fromkeys(required, values), optional=dict.fromkeys(optional[:6], values)).map(
            lambda d: kind(**d)
        )

    return st.sampled_from(KINDS).flatmap(of)


trees = st.recursive(plain, instances, max_leaves=8)
nodes = instances(trees)


def same(a: object, b: object) -> bool:
    """Equality that tells 1 from True."""
    if isinstance(a, ast.Node) and type(a) is type(b):
        return all(same(getattr(a, f.name), getattr(b, f.name)) for f in dataclasses.fields(a))
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def well_formed(node: object) -> bool:
    """Abilities whose parts are what they should be: only these have a notation of their own."""
    if isinstance(node, tuple):
        return all(map(well_formed, node))
    if not isinstance(node, ast.Node):
        return True
    if isinstance(node, (ast.Activated, ast.Triggered, ast.Spell)) and not isinstance(node.effects, tuple):
        return False
    if isinstance(node, ast.Activated) and not (isinstance(node.cost, ast.Cost)):
        return False
    if isinstance(node, ast.Cost) and not isinstance(node.parts, tuple):
        return False
    if isinstance(node, ast.Triggered) and (
        (isinstance(node.event, tuple) and len(node.event) < 2) or not isinstance(node.event, (tuple, ast.Node))
    ):
        return False
    return all(well_formed(getattr(node, f.name)) for f in dataclasses.fields(node))


@settings(max_examples=400, deadline=None)
@given(nodes.filter(well_formed))
def test_round_trip(node: ast.Node) -> None:
    text = write(node)
    assert "\n" not in text
    assert same(read(text), node)


@settings(max_examples=60, deadline=None)
@given(st.lists(nodes.filter(well_formed), max_size=3).map(tuple))
def test_round_trip_of_a_face(abilities: tuple[ast.Node, ...]) -> None:
    assert same(read_abilities(write_abilities(abilities)), abilities)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_line_is_notation_or_an_error(text: str) -> None:
    try:
        read(text)
    except NotationError as error:
        assert str(error)


def test_errors_point_at_the_word() -> None:
    with pytest.raises(NotationError, match="found 'ad' at character 6"):
        read("{T}: ad {G}")


WORDS = st.sampled_from(
    [
        "add",
        "{G}",
        "{T}",
        ":",
        ".",
        ",",
        "when",
        "whenever",
        "~",
        "enters",
        "you",
        "control",
        "a",
        "land",
        "lands",
        "each",
        "target",
        "search",
        "your",
        "library",
        "for",
        "put",
        "it",
        "onto",
        "the",
        "battlefield",
        "tapped",
        "then",
        "shuffle",
        "if",
        "do",
        "may",
        "pay",
        "1",
        "life",
        "unless",
        "untap",
        "all",
        "creature",
        "creatures",
        '"',
        "—",
        "•",
        "choose",
        "one",
        "or",
        "instead",
        "where",
        "x",
        "is",
        "number",
        "of",
        "equal",
        "to",
        "and",
        "that",
        "its",
        "doesn't",
        "during",
        "step",
        "until",
        "end",
        "turn",
        "gets",
        "+1/+1",
        "sacrifice",
        "draw",
        "card",
        "cards",
        "mana",
        "any",
        "color",
        "this",
        "costs",
        "{1}",
        "less",
        "spend",
        "only",
        "cast",
        "spells",
        "from",
        "graveyard",
    ]
)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(WORDS, max_size=30).map(" ".join),
    st.sampled_from(["Land", "Instant", "Creature — Elf", "Enchantment — Saga"]),
)
def test_words_in_any_order_give_levels(text: str, type_line: str) -> None:
    face = compile_text("Some Name, the Tester", type_line, text)
    assert all(s.level in LEVELS for s in face.sentences)
    write_abilities(face.abilities)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120), st.text(max_size=20), st.text(max_size=30))
def test_any_text_gives_levels(text: str, name: str, type_line: str) -> None:
    face = compile_text(name, type_line, text)
    assert all(s.level in LEVELS for s in face.sentences)
