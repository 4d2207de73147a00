"""Triggers, effects, statics and keywords, in templated phrases."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When this creature enters, draw a card.", 'when Event("enters", this): Draw()'),
        (
            "Whenever another creature enters, if this creature is untapped, draw a card.",
            'when Event("enters", <types: creature; which: other>, whose="") if Is(this, <tapped: untapped>): Draw()',
        ),
        (
            "At the beginning of each player's draw step, that player draws a card, then discards a card.",
            'when Event("phase", phase="draw", whose="each"): Draw(player="that player");'
            ' Discard(player="that player")',
        ),
        (
            "When this creature enters, target opponent sacrifices a creature, discards two cards, then loses 2 life.",
            'when Event("enters", this): Inert("opponent"); Inert("opponent"); Inert("opponent")',
        ),
        (
            "When this creature enters, target player discards a card. If you control a Demon,"
            " that player loses 3 life.",
            'when Event("enters", this): Discard(player="target");'
            ' If(Compare(Count(<subtypes: demon; controller: you>), ">=", 1), [Inert("opponent")])',
        ),
        (
            "At the beginning of your upkeep, if you control a Swamp, you lose 1 life.",
            'when Event("phase", phase="upkeep") if Compare(Count(<subtypes: swamp; controller: you>), ">=", 1):'
            " LoseLife()",
        ),
        (
            "Whenever you tap a creature for mana, add an additional {G}.",
            'when Event("tapped for mana", <types: creature>): add {G}',
        ),
        (
            "When this creature enters, you may pay {4}. If you do, untap it.",
            'when Event("enters", this): MayPay(Cost[{4}], [Untap(this)])',
        ),
        (
            "When this creature enters, you may discard a card. If you do, draw two cards.",
            'when Event("enters", this): May([Discard(), Draw(2)])',
        ),
        (
            "When this creature enters, draw X cards, where X is the number of Elves you control.",
            'when Event("enters", this): Draw(Count(<subtypes: elf; controller: you>))',
        ),
        (
            "When this creature enters, you may sacrifice another creature. If you do, scry 2.",
            'when Event("enters", this): May([Sacrifice(Choose(<types: creature; which: other>)), Scry(2)])',
        ),
        (
            "When this creature enters, search your library for a Forest card and a Plains card, put them onto the"
            " battlefield tapped, then shuffle.",
            'when Event("enters", this): Search(AnyOf([<subtypes: forest>, <subtypes: plains>]), 2, tapped=yes,'
            ' different="filter")',
        ),
        (
            "When this creature enters, look at the top three cards of your library. Put one of them into your hand and"
            " the rest on the bottom of your library in any order.",
            'when Event("enters", this): Look(3, optional=no)',
        ),
        ("{T}: Untap target land.", "{T}: Untap(Target(<types: land>))"),
        (
            "{1}{G}, Discard this card: Draw a card.",
            '{1}{G}, DiscardCost(<which: this>): Draw() | zone "hand"',
        ),
        ("Exile this card from your hand: Add {R}.", 'ExileCost(<which: this>, "hand"): add {R} | zone "hand"'),
        (
            "{T}, Remove any number of storage counters from this creature: Add {G} for each storage counter removed"
            " this way.",
            '{T}, RemoveCountersCost("storage", X): AddMana(Bundle("{G}", Number("that much")))',
        ),
        (
            'Lands you control have "{T}: Add {G}."',
            "Static([Grant(Each(<types: land; controller: you>), [({T}: add {G})])])",
        ),
        (
            "Each land is a Swamp in addition to its other land types.",
            'Static([ChangeTypes(Each(<types: land>), subtypes=["swamp"])])',
        ),
        (
            "Nonbasic lands are Mountains.",
            'Static([ChangeTypes(Each(<types: land; not_supertypes: basic>), subtypes=["mountain"], mode="set")])',
        ),
        ("You may play an additional land on each of your turns.", "Static([MoreLandPlays()])"),
        ("Creature spells you cast cost {1} less to cast.", "Static([CostChange(Each(<types: creature>), -1)])"),
        ("This creature doesn't untap during your untap step.", "Static([CantUntap(this)])"),
        ("Cycling {2}", '{2}, DiscardCost(<which: this>): Draw() | zone "hand" | keyword "cycling"'),
        ("Evoke {1}{U}", 'AlternativeCost(Cost[{1}{U}], keyword="evoke")'),
        ("Kicker {2}", 'AdditionalCost(Cost[{2}], yes, keyword="kicker")'),
        ("Convoke", 'CostHelp("convoke")'),
        ("Level up {1}{G}", '{1}{G}: PutCounters("level") | limits ["sorcery"] | keyword "level up"'),
    ],
)
def test_abilities(notation, text: str, expected: str) -> None:
    assert notation(text) == [expected]


def test_instead_replaces_the_effect_before_it(notation) -> None:
    assert notation("Add {B}. If you control a Swamp, add {B}{B} instead.", "Instant") == [
        'spell: If(Compare(Count(<subtypes: swamp; controller: you>), ">=", 1), [add {B}{B}], [add {B}])'
    ]


def test_bullets_take_all_their_sentences(notation) -> None:
    assert notation("Choose one —\n• Scry 1. Draw a card.\n• You gain 1 life.", "Instant") == [
        "spell: Modes([[Scry(), Draw()], [GainLife()]])"
    ]


def test_nobody_else_acts_for_us(notation) -> None:
    assert notation("Each opponent draws a card.", "Sorcery") == ['spell: Inert("opponent")']
    assert notation("Each player draws a card.", "Sorcery") == ['spell: Draw(player="each")']


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flying, trample", ["inert"]),
        ("Flying\n{T}: Add {G}.", ["inert", "exact"]),
        ("{T}: Add {G}. Frobnicate the sprocket.", ["exact", "unsupported"]),
        ("When this creature enters, draw X cards.", ["exact"]),
        ("Whenever another creature enters, draw X cards.", ["unsupported"]),
        ("Its controller may draw a card unless any opponent pays {1}.", ["unsupported"]),
    ],
)
def test_levels(levels, text: str, expected: list[str]) -> None:
    assert levels(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Scry 1. An umpire frobnicates until dawn.", "umpire frobnicates until"),
        ("When this creature enters, frobnicate, then draw.", "frobnicate"),
        ("Draw a card for each upturned.", "what follows 'for each upturned'"),
        ("Whenever this creature attacks.", "what follows 'Whenever this creature attacks'"),
    ],
)
def test_a_reason_is_a_phrase_that_can_be_found(text: str, reason: str) -> None:
    from untap.oracle import compile_text

    told = compile_text("Testname", "Sorcery", text).sentences[-1].reason
    assert told == f"not understood: {reason}"


def test_a_reason_names_the_word() -> None:
    from untap.oracle import compile_text

    (sentence,) = compile_text("Testname", "Creature", "When this creature enters, frobnicate.").sentences
    assert sentence.reason == "not understood: frobnicate"
    assert (sentence.line, sentence.number, len(sentence.digest)) == (1, 1, 12)
