"""Words of the long tail: what they come to, and how well that is understood."""

from __future__ import annotations

import pytest

from untap.oracle import compile_text, write_notation
from untap.program.levels import final_sentences

_SPELL = "spell: "


@pytest.mark.parametrize(
    ("type_line", "text", "notation", "level"),
    [
        ("Creature", "When this creature enters, conjure a card named Forest into your hand.",
         'when Event("enters", this): LeftOut("cards outside the game")', "approximated"),
        ("Artifact", "When this artifact enters, draft a card from Testname's spellbook, then discard a card.",
         'when Event("enters", this): LeftOut("cards outside the game"); Discard()', "approximated"),
        ("Land", 'Green legendary creatures you control have "bands with other legendary creatures."',
         'Inert("combat keyword")', "inert"),
        ("Sorcery", "Create a Treasure token and a 1/1 colorless Pilot creature token with \"This token crews Vehicles"
         ' as though its power were 2 greater."',
         _SPELL + 'CreateTokens("treasure"); CreateTokens(Token(subtypes=["pilot"], power=1, toughness=1, '
         'abilities=[Inert("combat keyword")]))', "exact"),
        ("Creature", "If at least three white mana was spent to cast this spell, this creature enters with a +1/+1"
         " counter on it.", 'Enters([If(Fact("spent {W}{W}{W}"), [PutCounters("+1/+1")])])', "exact"),
        ("Sorcery", "Search your library for up to two basic land cards and reveal them. Put one of them onto the"
         " battlefield tapped and the other into your hand, then shuffle.",
         _SPELL + 'Search(<types: land; supertypes: basic>, 2, tapped=yes, rest_to="hand", rest=1)', "exact"),
        ("Sorcery", "Search your library for a basic land card and reveal it. If you control a Forest, put it onto"
         " the battlefield tapped. Otherwise, put it into your hand. Then shuffle.",
         _SPELL + 'If(Compare(Count(<subtypes: forest; controller: you>), ">=", 1), '
         "[Search(<types: land; supertypes: basic>, tapped=yes)], "
         '[Search(<types: land; supertypes: basic>, to="hand")])', "exact"),
        ("Creature", "As an additional cost to cast this spell, behold an Elf and exile it.",
         "AdditionalCost(EitherCost([Cost[ExileCost(<subtypes: elf; controller: you>)], "
         'Cost[ExileCost(<subtypes: elf; controller: you>, "hand")]]))', "exact"),
        ("Creature", "When you cast or cycle Testname, draw a card.",
         'when Event("cast", this) or Event("cycled", this): Draw()', "exact"),
        ("Instant", "Cast this spell only during combat on your turn.\nDraw a card.",
         'Static([CastTiming("only", condition=All([Fact("your turn"), Fact("combat")]))])', "exact"),
        ("Instant", "Cast this spell only during the declare attackers step and only if you've been attacked this"
         " step.\nDraw a card.", 'Static([CastTiming("only", condition=Fact("opponent attacks"))])', "approximated"),
        ("Sorcery", "You may put a land card from your hand or graveyard onto the battlefield tapped.",
         _SPELL + 'May([Modes([[PutOnto(Choose(<types: land; controller: you>, zone="hand"), tapped=yes)], '
         '[PutOnto(Choose(<types: land; controller: you>, zone="graveyard"), "graveyard", yes)]])])', "exact"),
        ("Creature", "Whenever this creature deals combat damage to a player, tap all lands that player controls.",
         'when Event("damage", this, detail="player"): Tap(Each(<types: land; controller: opponent>))', "exact"),
        ("Creature", "When this creature enters, choose target opponent. You get an amount of {E} equal to the number"
         " of lands that player controls.",
         'when Event("enters", this): Inert("opponent"); GetEnergy(Count(<types: land; controller: opponent>))',
         "exact"),
        ("Instant", "If an opponent had two or more creatures enter the battlefield under their control this turn,"
         " you may pay {U} rather than pay this spell's mana cost.\nDraw a card.",
         'AlternativeCost(Cost[{U}], Fact("opponent had more"))', "approximated"),
        ("Instant", "If three or more creatures are attacking, you may pay {U} rather than pay this spell's mana"
         " cost.\nDraw a card.",
         'AlternativeCost(Cost[{U}], Compare(Count(<types: creature; quality: attacking>), ">=", 3))', "exact"),
        ("Enchantment", "You may play Forests from your graveyard.",
         "Static([PlayFrom(<types: land; subtypes: forest>)])", "exact"),
        ("Sorcery", "Put a +1/+1 counter, a reach counter, and a deathtouch counter on target creature.",
         _SPELL + 'PutCounters("+1/+1", on=Target(<types: creature>)); PutCounters("reach", on=that); '
         'PutCounters("deathtouch", on=that)', "exact"),
        ("Sorcery", "Create your choice of a Clue token, a Food token, or a Treasure token.",
         _SPELL + 'Modes([[CreateTokens("clue")], [CreateTokens("food")], [CreateTokens("treasure")]])', "exact"),
        ("Instant", "You may exile the top three black cards of your graveyard rather than pay this spell's mana"
         " cost.\nDraw a card.",
         'AlternativeCost(Cost[ExileCost(<colors: B; controller: you; quality: top>, "graveyard", 3)])', "exact"),
        ("Creature", "If this creature was kicked, it enters with a +1/+1 counter on it and with \"Pay 3 life: Draw a"
         ' card."',
         'Enters([If(Fact("kicked"), [PutCounters("+1/+1"), '
         'Continuous([Grant(this, [(pay 3 life: Draw())])], "forever")])])', "exact"),
        ("Sorcery", "If excess damage was dealt to a permanent this way, draw a card.",
         _SPELL + 'LeftOut("combat isn\'t simulated")', "approximated"),
        ("Enchantment", "Cumulative upkeep {1}\nWhen a player doesn't pay this enchantment's cumulative upkeep, draw"
         " a card.", 'Keyword("cumulative upkeep", Cost[{1}])', "exact"),
        ("Enchantment", "Spells you cast from your graveyard or from exile cost {2} less to cast.",
         "Static([CostChange(Each(<quality: from graveyard>), -2), CostChange(Each(<quality: from exile>), -2)])",
         "exact"),
        ("Aura", "Enchant creature\nEnchanted creature is a Treasure artifact with \"{T}, Sacrifice this artifact: Add"
         ' one mana of any color," and it loses all other abilities.', "Enchant(<types: creature>)", "exact"),
    ],
)  # fmt: skip
def test_notation_and_level(type_line, text, notation, level):
    made = compile_text("Testname", type_line, text)
    assert write_notation(made.abilities[0]) == notation
    assert {s.level for s in final_sentences(made)} <= {level, "exact", "inert"}
    assert final_sentences(made)[0].level == level or level == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "When this creature enters, it perpetually gets +1/+1 and gains haste.",  # nothing was conjured
        "Whenever a creature enters, if the exiled creature was an Elf, draw a card.",
    ],
)
def test_what_stays_unread(text):
    assert [s.level for s in compile_text("Testname", "Creature", text).sentences] == ["unsupported"]
