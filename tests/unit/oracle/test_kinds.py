"""Wordings that came one by one, each for what it is a case of."""

from __future__ import annotations

import pytest

from untap.oracle import compile_text
from untap.program.levels import final_sentences


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("{3}{G}: Monstrosity 3.\nWhen Testname becomes monstrous, draw a card.", "Monstrosity(3)"),
        ("Renown 1", 'Keyword("renown", number=1)'),
        ("Whenever Testname becomes untapped, draw a card. This ability triggers only twice each turn.",
         "twice a turn"),
        ("As Testname enters, choose Elf, Giant, or Goblin.", "types=<subtypes: elf, giant, goblin>"),
        ("Whenever Testname and at least two other creatures attack, draw a card.", "number=[3]"),
        ("If Testname would be put into a graveyard from anywhere, reveal Testname and shuffle it into its owner's "
         "library instead.", "shuffled in instead of dying"),
        ("When Testname enters, if a permanent left the battlefield under your control this turn, draw a card.",
         "permanent left this turn"),
        ("At the beginning of each upkeep, if no spells were cast last turn, transform Testname.", "no spells"),
        ("Whenever Testname attacks, look at the top four cards of your library. You may put a land card from among "
         "them onto the battlefield tapped. If you don't, put a card from among them into your hand. Put the rest on "
         "the bottom of your library in a random order.", "otherwise=yes"),
        ("You may spend white mana as though it were red mana.", 'SpendAs("W", "R")'),
        ("{2}, {T}: Your life total becomes equal to your starting life total.", "starting life"),
        ("At the beginning of your upkeep and whenever you cast a green spell, draw a card.", "phase"),
        ("Whenever you play a land or cast a spell, draw a card.", "plays land"),
        ("Whenever one or more land cards are put into your graveyard from anywhere, draw a card.", "once=yes"),
        ("When Testname enters, look at the top five cards of your library. Put up to one land card from among them "
         "into your hand and the rest on the bottom of your library in any order.", "Look(5, <types: land>)"),
        ("{3}, {T}: Return a creature card at random from your graveyard to your hand.", "quality: at random"),
        ("Whenever you discard a land card, add {B}{B}.", 'Event("discards", <types: land>)'),
        ("Testname enters tapped and with three coin counters on it.", 'EntersTapped(), PutCounters("coin", 3)'),
        ("Partner with Another Name", 'Search(<name: another name>, to="hand")'),
        ("{R}, {T}: Target Elf you control gets +1/+0 and gains haste until end of turn.",
         'ChangePower(Target(<subtypes: elf; controller: you>), 1), GrantKeyword(that, ["haste"])'),
        ("When Testname enters, earthbend 1.", 'when Event("dies", this)'),
        ("{T}: Roll a d20.\n1—9 | Add {G}.\n10—20 | Add {G}{G}.", "RollDie(20"),
        ("This spell costs {2} less to cast if it targets a tapped creature.",
         'Static([CostChange(this, -2)], Compare(Count(<types: creature; tapped: tapped>), ">=", 1))'),
        ("Whenever a creature you control with toughness greater than its power enters, draw a card.",
         "quality: toughness greater than power"),
        ("If Testname would be put into a graveyard from anywhere, exile it instead.", "GraveyardToExile"),
    ],
)  # fmt: skip
def test_read_and_run(notation, text: str, part: str) -> None:
    assert part in " // ".join(notation(text))
    face = compile_text("Testname", "Creature — Elf", text)
    assert {s.level for s in final_sentences(face)} <= {"exact", "inert"}


def test_loyalty_without_brackets() -> None:
    """Both ways of printing it are one."""
    with_, without = "[+1]: Draw a card.\n[−2]: Add {G}.", "+1: Draw a card.\n−2: Add {G}."
    one, other = (compile_text("Testname", "Legendary Planeswalker — Elf", t) for t in (with_, without))
    assert one.abilities == other.abilities
    assert len(one.abilities) == 2


def test_names_with_commas(notation) -> None:
    (found,) = notation("{T}: Search your library for a card named Testing, the Great, reveal it, put it into your "
                        "hand, then shuffle.")  # fmt: skip
    assert 'name: "testing, the great"' in found or "testing, the great" in found


def test_a_granted_ability_speaks_of_its_own_objects(notation) -> None:
    (found,) = notation('Creatures you control have "Whenever this creature attacks, reveal the top card of your '
                        'library. If it\'s a land card, draw a card."')  # fmt: skip
    assert "Is(that, <types: land>)" in found
