"""Wordings that few cards use, and what they come to."""

from __future__ import annotations

import pytest

from untap.oracle import compile_text, write_notation
from untap.oracle.ast import LeftOut, Pick
from untap.oracle.builders.base import walk

_SPELL = "spell: "
_MADE = 'CreateTokens("treasure")'


@pytest.mark.parametrize(
    ("type_line", "text", "notation"),
    [
        ("Sorcery", "Choose up to two creatures, then destroy the rest.",
         _SPELL + "Destroy(Choose(<types: creature>, Minus(Count(<types: creature>), 2), Count(<types: creature>)))"),
        ("Sorcery", "Put up to three lore counters on target enchantment.",
         _SPELL + 'Repeat(3, [May([PutCounters("lore", on=Target(<types: enchantment>))])])'),
        ("Creature", "{X}: Testname deals X damage to each creature. Spend only black mana on X.",
         '{X}: Damage(Each(<types: creature>), X) | limits [SpendOnlyOn("B", "x")]'),
        ("Artifact", "{1}, {T}: Move a +1/+1 counter from target creature you control onto another target creature.",
         '{1}, {T}: MoveCounters("+1/+1", 1, Target(<types: creature; controller: you>), '
         "Target(<types: creature; which: other>))"),
        ("Enchantment",
         "Once during each of your turns, you may cast a spell from your hand without paying its mana cost.",
         'Static([CastFree(<>, limit="once a turn")])'),
        ("Creature", "Whenever you cast a spell that's both red and white, draw a card.",
         'when Event("cast", <quality: both RW>): Draw()'),
        # one copy of each, not as many copies of one
        ("Sorcery", "For each creature you control, create a token that's a copy of that creature.",
         _SPELL + 'If(Compare(Count(<types: creature; controller: you>), ">=", 1), '
         "[CopyToken(Each(<types: creature; controller: you>))])"),
        ("Creature", "When this creature enters, exile up to one other target creature.",
         'when Event("enters", this): Exile(Target(<types: creature; which: other>, 0))'),
        ("Sorcery", "Put a land card from your hand or graveyard onto the battlefield tapped.",
         _SPELL + 'Modes([[PutOnto(Choose(<types: land; controller: you>, zone="hand"), tapped=yes)], '
         '[PutOnto(Choose(<types: land; controller: you>, zone="graveyard"), "graveyard", yes)]])'),
        ("Creature", "Cumulative upkeep {R} or {G}", 'Keyword("cumulative upkeep", Cost[{R/G}])'),
        ("Artifact", "{3}, {T} or {U}, {T}: Draw a card.",
         "EitherCost([Cost[{3}, {T}], Cost[{U}, {T}]]): Draw()"),
        ("Instant", "Cast this spell only before attackers are declared.",
         'Static([CastTiming("only", condition=Fact("before combat"))])'),
        ("Artifact", "Whenever you tap a permanent for {C}, add an additional {C}.",
         'when Event("tapped for mana", <>, detail="colorless"): add {C}'),
        ("Sorcery", "Repeat the following process X times. Draw a card.", _SPELL + "Repeat(X, [Draw()])"),
        ("Creature", "If this creature was kicked, it enters with two +1/+1 counters on it and with trample.",
         'Enters([If(Fact("kicked"), [PutCounters("+1/+1", 2), Inert("combat keyword")])])'),
        ("Sorcery", "Destroy all creatures [with mana value 2 or less].",
         _SPELL + 'If(Fact("paid cleave"), [Destroy(Each(<types: creature>))], '
         '[Destroy(Each(<types: creature; mana_value: = ["<=", 2]>))])'),
        ("Enchantment", "Artifact creature spells you cast have affinity for artifacts.",
         "Static([CostChange(Each(<all_types: artifact, creature>), "
         "Times(-1, Count(<types: artifact; controller: you>)))])"),
        ("Creature", "At the beginning of your upkeep, sacrifice it unless you return a land card from your graveyard"
         " to your hand.",
         'when Event("phase", phase="upkeep"): '
         'If(Compare(Count(<types: land; controller: you>, "graveyard"), ">=", 1), '
         '[May([ReturnToHand(Choose(<types: land; controller: you>, zone="graveyard"), "graveyard")], '
         "[Sacrifice(this)])], [Sacrifice(this)])"),
        ("Sorcery", "Spend only black mana on X. You gain X life.", 'Static([SpendOnlyOn("B", "x")])'),
        ("Sorcery", "Return target creature card from your graveyard to the battlefield. If {G} was spent to cast this"
         " spell, that creature enters with an additional +1/+1 counter on it.",
         _SPELL + 'PutOnto(Target(<types: creature; controller: you>, zone="graveyard"), "graveyard"); '
         'If(Fact("spent {G}"), [PutCounters("+1/+1", on=that)])'),
        ("Instant", "This spell costs {7} less to cast if it targets a spell or ability that targets a creature you"
         " control with power 7 or greater.\nCounter target spell.",
         'Static([CostChange(this, -7)], Fact("opponent cast spells"))'),
        ("Instant", "Cast this spell only if you control two or more Elves.\nDraw a card.",
         'Static([CastTiming("only", condition=Compare(Count(<subtypes: elf; controller: you>), ">=", 2))])'),
        ("Land", "During your first three turns of the game, this land enters tapped if you were the starting player.",
         'Enters([EntersTapped(Any([Compare(Number("turn"), ">", 3), Not(Fact("on the play"))]))])'),
        ("Artifact", "If you would draw a card while you have no cards in hand, draw two cards instead.",
         'Static([ReplaceDraw(2)], Compare(Count(<controller: you>, "hand"), "=", 0))'),
        ("Creature", "{G}, {T}: Until end of turn, if you tap a land for mana, it produces one mana of a color of your"
         " choice instead of any other type and amount.",
         '{G}, {T}: Continuous([ManaInstead(Each(<types: land>), mana=OneColor(Colors("WUBRG")), whole=yes)])'),
        ("Creature", "{T}: Add {G}. Spend this mana only to cast spells with mana value 5 or greater or spells with"
         " {X} in their mana costs.",
         '{T}: AddMana(Bundle("{G}"), Spend(AnyOf([<mana_value: = [">=", 5]>, <quality: has {x}>])))'),
        ("Creature", "Whenever you play a card from exile, draw a card.",
         'when Event("cast", detail="exile") or Event("plays land", detail="exile"): Draw()'),
        ("Creature", "When you cast or cycle this card, draw a card.",
         'when Event("cast", this) or Event("cycled", this): Draw()'),
        ("Creature", "Whenever this creature deals combat damage to a player, destroy target artifact that player"
         " controls.",
         'when Event("damage", this, detail="player"): Destroy(Target(<types: artifact; controller: opponent>))'),
        ("Enchantment", "At the beginning of your upkeep, exile the top card of your library. If it's a nonland card,"
         " you may cast that card this turn.",
         'when Event("phase", phase="upkeep"): RevealUntil(<>, to="exile"); If(Is(that, <not_types: land>),'
         " [MayPlay()])"),
        ("Creature", "Whenever this creature attacks, you may sacrifice it. When you do, choose one —\n• Draw a card."
         "\n• Create a Treasure token.",
         'when Event("attacks", this): May([Sacrifice(this), Modes([[Draw()], [CreateTokens("treasure")]])])'),
        ("Artifact", "{T}: Roll a six-sided die. On a 3 or lower, target player adds {C}. Otherwise, that player adds"
         " one mana of any color they choose.",
         '{T}: RollDie(6, [["1-3", [add {C}]], ["4-6", [add one of WUBRG]]])'),
        ("Creature", "Whenever another creature you control dies, return target creature card with lesser mana"
         " value from your graveyard to the battlefield.",
         'when Event("dies", <types: creature; controller: you; which: other>, whose=""): PutOnto(Target(<types:'
         ' creature; controller: you; mana_value: = ["<", Stat("mana value", that)]>, zone="graveyard"), "graveyard")'),
        ("Creature", "At the beginning of your end step, choose a player. They put two +1/+1 counters on a creature"
         " they control. Choose a second player to draw a card. Then choose a third player to create two Treasure"
         " tokens.",
         'when Event("phase", phase="end"): Modes([[PutCounters("+1/+1", 2, Choose(<types: creature; controller: you>))'
         '], [Draw()], [If(Compare(Number("opponents"), ">=", 2), [CreateTokens("treasure", 2)])]])'),
        ("Creature", "When this creature enters, conjure a card named Ornithopter onto the battlefield, then put a"
         " +1/+1 counter on it.",
         'when Event("enters", this): LeftOut("cards outside the game")'),
        ("Land", 'Green legendary creatures you control have "bands with other legendary creatures."',
         'Inert("combat keyword")'),
        ("Aura", 'Enchanted permanent is a Treasure artifact with "{T}, Sacrifice this artifact: Add one mana of any'
         ' color," and it loses all other abilities.',
         'Static([ChangeTypes(attached, ["artifact"], ["treasure"], "set", lose_abilities=yes), Grant(attached,'
         " [({T}, sacrifice this: add one of WUBRG)])])"),
        ("Artifact", "{T}: Roll X six-sided dice, where X is the number of Clues you control. Create a Treasure token"
         " for each even result. If you rolled 6 exactly seven times, you win the game.",
         "{T}: Repeat(Count(<subtypes: clue; controller: you>), [RollDie(6, ["
         + ", ".join(f'["{k}", [{"" if k % 2 else _MADE}]]' for k in range(1, 7)) + "])])"),
    ],
)  # fmt: skip
def test_notation(type_line, text, notation):
    made = compile_text("Testname", type_line, text)
    assert [s.level for s in made.sentences if s.level == "unsupported"] == []
    assert write_notation(made.abilities[0]) == notation


@pytest.mark.parametrize(
    ("type_line", "text"),
    [
        ("Sorcery", "Choose up to that many creatures tapped this way. Put a stun counter on each of them."),
        ("Creature", "{T}: Gain control of target creature with power 2 or less for as long as this creature remains"
         " tapped and that creature's power remains 2 or less."),
        ("Enchantment", "At the beginning of each opponent's upkeep, you may have that player gain control of target"
         " creature until end of turn."),
        ("Creature", "When you cast this spell, you may put a card an opponent owns from exile into that player's"
         " graveyard. If you do, draw a card."),
        ("Sorcery", "Look at the top two cards of target opponent's library. Exile one of them face down and put the"
         " other on the bottom of that library."),
        ("Creature", "Whenever you cast a spell you don't own, create a Treasure token."),
        ("Creature", "When this creature enters, conjure a duplicate of a random creature card from an opponent's"
         ' library into your hand. It perpetually gains "You may spend mana as though it were mana of any color to cast'
         ' this spell."'),
    ],
)  # fmt: skip
def test_what_needs_an_opponents_cards_is_left_out(type_line, text):
    made = compile_text("Testname", type_line, text)
    assert {s.level for s in made.sentences} == {"approximated"}
    assert any(isinstance(n, LeftOut) for n in walk(made.abilities))


@pytest.mark.parametrize(
    ("type_line", "text"),
    [
        # the X is another spell's mana value, not that of a cost
        ("Enchantment", "Whenever you cast a spell, reveal the top X cards of your library, where X is that spell's"
         " mana value. You may cast a spell with mana value X or less from among cards revealed this way without paying"
         " its mana cost. Put the rest on the bottom of your library in a random order."),
        # lesser than that of the spell cast, not than its own
        ("Creature", "Whenever you cast your first spell each turn, reveal the top card of your library. You may cast"
         " it without paying its mana cost if it's a spell with lesser mana value. If you don't cast it, put it into"
         " your hand."),
        # a copy of a permanent spell is a token
        ("Enchantment", "Whenever you cast a creature spell, copy that spell."),
        # one part of a cost that may be another
        ("Artifact", "{3}, {T}, Sacrifice an artifact or discard a card: Draw a card."),
        # a keyword that matters isn't dropped
        ("Creature", "If this creature was kicked, it enters with two +1/+1 counters on it and with haste."),
        ("Sorcery", "Return up to three creature cards with total mana value 4 or less from your graveyard to the"
         " battlefield."),
    ],
)  # fmt: skip
def test_what_is_not_said_is_not_guessed(type_line, text):
    made = compile_text("Testname", type_line, text)
    assert "unsupported" in {s.level for s in made.sentences}


def test_a_card_of_an_opponents_choice():
    made = compile_text(
        "Testname", "Sorcery", "Return a nonland card of an opponent's choice from your graveyard to your hand."
    )
    assert {s.level for s in made.sentences} == {"approximated"}
    assert not any(isinstance(n, Pick) for n in walk(made.abilities))
