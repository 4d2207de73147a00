"""The predefined tokens of CR 111.10 and the Eldrazi mana tokens, as the rules define them."""

from __future__ import annotations

from ..oracle import ast

_SACRIFICE = ast.SacrificeCost(ast.Filter(which="this"))


def _mana(cost, mana, spend=None):
    return ast.Activated(ast.Cost(cost), (ast.AddMana(mana, spend=spend),))


_ANY = ast.OneColor(ast.Colors("WUBRG"))
_C = ast.Bundle("{C}")
_ELDRAZI = (_mana((_SACRIFICE,), _C),)

PREDEFINED = {
    "treasure": ast.Token(
        "Treasure", ("artifact",), ("treasure",), abilities=(_mana((ast.TapThis(), _SACRIFICE), _ANY),)
    ),
    "gold": ast.Token("Gold", ("artifact",), ("gold",), abilities=(_mana((_SACRIFICE,), _ANY),)),
    "powerstone": ast.Token(
        "Powerstone",
        ("artifact",),
        ("powerstone",),
        # "can't be spent to cast a nonartifact spell": artifact spells, and any ability
        abilities=(_mana((ast.TapThis(),), _C, ast.Spend(ast.Filter(types=("artifact",)), ast.Filter())),),
    ),
    "vibranium": ast.Token(
        "Vibranium",
        ("artifact",),
        ("vibranium",),
        keywords=("indestructible",),
        abilities=(_mana((ast.TapThis(),), _C, ast.Spend(ast.Filter(types=("artifact",)), ast.Filter())),),
    ),
    "eldrazi spawn": ast.Token(
        "Eldrazi Spawn", ("creature",), ("eldrazi", "spawn"), power=0, toughness=1, abilities=_ELDRAZI
    ),
    "eldrazi scion": ast.Token(
        "Eldrazi Scion", ("creature",), ("eldrazi", "scion"), power=1, toughness=1, abilities=_ELDRAZI
    ),
    "clue": ast.Token(
        "Clue",
        ("artifact",),
        ("clue",),
        abilities=(ast.Activated(ast.Cost((ast.Mana("{2}"), _SACRIFICE)), (ast.Draw(1),)),),
    ),
    "food": ast.Token(
        "Food",
        ("artifact",),
        ("food",),
        abilities=(ast.Activated(ast.Cost((ast.Mana("{2}"), ast.TapThis(), _SACRIFICE)), (ast.GainLife(3),)),),
    ),
    "map": ast.Token("Map", ("artifact",), ("map",)),
    "blood": ast.Token(
        "Blood",
        ("artifact",),
        ("blood",),
        abilities=(
            ast.Activated(
                ast.Cost((ast.Mana("{1}"), ast.TapThis(), ast.DiscardCost(ast.Filter()), _SACRIFICE)), (ast.Draw(1),)
            ),
        ),
    ),
    "junk": ast.Token(
        "Junk",
        ("artifact",),
        ("junk",),
        abilities=(ast.Activated(ast.Cost((ast.TapThis(), _SACRIFICE)), (ast.ExilePlay(1, "turn"),), ("sorcery",)),),
    ),
    "lander": ast.Token(
        "Lander",
        ("artifact",),
        ("lander",),
        abilities=(
            ast.Activated(
                ast.Cost((ast.Mana("{2}"), ast.TapThis(), _SACRIFICE)),
                (ast.Search(ast.Filter(types=("land",), supertypes=("basic",)), tapped=True),),
            ),
        ),
    ),
}


def predefined_token(word: str) -> ast.Token | None:
    """Return the predefined token of that word, or None."""
    return PREDEFINED.get(word.casefold())
