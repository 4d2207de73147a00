"""Abilities that add mana, in templated phrases."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{T}: Add {G}.", "{T}: add {G}"),
        ("{T}: Add {W} or {U}.", "{T}: add {W} or {U}"),
        ("{T}: Add {G}, {U}, or {R}.", "{T}: add {G} or {U} or {R}"),
        ("{1}, {T}: Add {W}{U}.", "{1}, {T}: add {W}{U}"),
        ("{W/U}, {T}: Add {W}{W}, {W}{U}, or {U}{U}.", "{W/U}, {T}: add {W}{W} or {W}{U} or {U}{U}"),
        ("{T}: Add one mana of any color.", "{T}: add one of WUBRG"),
        ("{T}, Pay 1 life: Add one mana of any color.", "{T}, pay 1 life: add one of WUBRG"),
        ("{T}, Sacrifice this land: Add {C}.", "{T}, sacrifice this: add {C}"),
        ("{T}: Add {C}. Testland deals 1 damage to you.", "{T}: add {C}; LoseLife(damage=yes)"),
        ("{2}, {Q}: Add {B}.", "{2}, {Q}: add {B}"),
        (
            "{T}: Add one mana of any color in your commander's color identity.",
            '{T}: AddMana(OneColor(ColorsFrom("identity")))',
        ),
        (
            "{T}: Add {G} for each creature you control.",
            '{T}: AddMana(Bundle("{G}", Count(<types: creature; controller: you>)))',
        ),
        (
            "{T}: Add one mana of any type that a land you control could produce.",
            '{T}: AddMana(OneColor(ColorsFrom("could produce", <types: land; controller: you>, yes)))',
        ),
        (
            "{T}: Add two mana in any combination of colors. Spend this mana only to cast creature spells.",
            '{T}: AddMana(Combination(Colors("WUBRG"), 2), Spend(<types: creature>))',
        ),
        (
            "{T}: Add {U}. Activate only if you control a Plains or an Island.",
            '{T}: add {U} | limits [Compare(Count(<subtypes: plains, island; controller: you>), ">=", 1)]',
        ),
    ],
)
def test_mana_abilities(notation, text: str, expected: str) -> None:
    assert notation(text, "Land", "Testland") == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This land enters tapped.", "Enters([EntersTapped()])"),
        ("Testland enters the battlefield tapped.", "Enters([EntersTapped()])"),
        (
            "As this land enters, you may pay 2 life. If you don't, it enters tapped.",
            "Enters([EntersTapped(unless_pay=Cost[pay 2 life])])",
        ),
        (
            "This land enters tapped unless you control two or fewer other lands.",
            'Enters([EntersTapped(Compare(Count(<types: land; controller: you; which: other>), "<=", 2))])',
        ),
        (
            "When this land enters, return a land you control to its owner's hand.",
            'when Event("enters", this): ReturnToHand(Choose(<types: land; controller: you>))',
        ),
        (
            "{T}, Pay 1 life, Sacrifice this land: Search your library for a Plains or Island card, put it onto the"
            " battlefield, then shuffle.",
            "{T}, pay 1 life, sacrifice this: Search(<subtypes: plains, island>)",
        ),
        (
            "When this land enters, sacrifice it unless you pay {1}.",
            'when Event("enters", this): MayPay(Cost[{1}], otherwise=[Sacrifice(this)])',
        ),
    ],
)
def test_entering_lands(notation, text: str, expected: str) -> None:
    assert notation(text, "Land", "Testland") == [expected]
