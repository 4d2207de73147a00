"""Words that few cards say, played on invented cards."""

import pytest

from untap._core import IllegalAction

from .position import Position, card

BEAR = card("Bear", "{1}{G}")
OX = card("Ox", "{3}{G}", pt="4/4")
ROCK = card("Rock", "{1}", "Artifact", "{T}: Add {U}.")
STEP = {"upkeep": 2, "draw": 3, "main1": 4, "end": 7}


def counters(p, name):
    return p.object(name)["counters"]


def pool(p):
    return [mask for mask, _ in p.board.pool()]


def test_the_type_of_the_mana_that_an_ability_cost_is_noted():
    text = (
        "{1}, {T}: Put a charge counter on this artifact. Note the type of mana spent to pay this activation cost."
        " Activate only if there are no charge counters on this artifact.\n"
        "{T}, Remove a charge counter from this artifact: Add one mana of this artifact's last noted type."
    )
    for land, color in (("Forest", 16), ("Swamp", 4), ("Wastes", 32)):
        p = Position(card("Amulet", "{0}", "Artifact", text), play=["Amulet", land])
        p.use("Amulet", "play")
        assert p.object("Amulet")["chosen_color"] == color.bit_length() - 1
        p.to_step(STEP["main1"])
        assert len([a for a in p.board.legal_actions() if a[0] == "activate"]) >= 1
        amulet = p.objects["Amulet"][0]
        p.board.activate(amulet, 1, 0)
        assert pool(p) == [color]


def test_an_anchor_word_brings_its_ability_only():
    text = (
        "As this enchantment enters, choose Khans or Dragons.\n"
        "• Khans — At the beginning of your upkeep, draw a card.\n"
        "• Dragons — At the beginning of your upkeep, you gain 2 life."
    )
    for choice, hand, life in ((0, 1, 0), (1, 0, 2)):
        p = Position(card("Siege", "{1}", "Enchantment", text), BEAR, hand=["Siege"], play="Forest", library="9 Bear")
        p.choices = [choice]
        before = p.board.state["life"]
        p.cast("Siege")
        p.to_step(STEP["upkeep"])
        p.board.resolve_stack()
        assert p.zone("hand").count("Bear") == hand and p.board.state["life"] - before == life


def test_only_black_mana_pays_for_x():
    rats = card("Rats", "{2}{B}", text="{X}: You gain X life. Spend only black mana on X.", pt="1/1")
    p = Position(rats, play="Rats, 2 Swamp, 3 Forest")
    before = p.board.state["life"]
    p.board.activate(p.objects["Rats"][0], 0, 2)
    p.board.resolve_stack()
    assert p.board.state["life"] - before == 2
    assert sum(o["tapped"] for o in p.board.objects()) == 2
    q = Position(rats, play="Rats, 2 Swamp, 3 Forest")
    with pytest.raises(IllegalAction):
        q.board.activate(q.objects["Rats"][0], 0, 3)


def test_a_third_rounded_up():
    text = (
        "Each player loses a third of their life, then discards a third of the cards in their hand, then sacrifices"
        " a third of the creatures they control of their choice, then sacrifices a third of the lands they control of"
        " their choice. Round up each time."
    )
    p = Position(
        card("Plague", "{B}", "Sorcery", text), BEAR, hand=["Plague", *["Bear"] * 4], play="5 Swamp, 4 Bear", life=20
    )
    p.cast("Plague")
    names = p.names()
    assert p.board.state["life"] == 13 and len(p.zone("hand")) == 2
    assert names.count("Bear") == 2 and names.count("Swamp") == 3


def test_one_free_spell_each_turn():
    text = "Once during each of your turns, you may cast a spell from your hand without paying its mana cost."
    p = Position(card("Gate", "{7}", "Enchantment", text), OX, hand=["Ox", "Ox"], play="Gate")
    assert p.castable("Ox")
    slot = p.slot("Ox")
    free = [k for k, way in enumerate(p.board.ways(slot, p.face("Ox"), "hand")) if way["free"]]
    p.board.cast(slot, p.face("Ox"), "hand", free[0], 0, 0)
    p.board.resolve_stack()
    assert p.names().count("Ox") == 1 and not p.castable("Ox")
    p.to_step(STEP["main1"])
    assert p.castable("Ox")


def test_a_land_returned_to_hand_triggers():
    text = "Whenever one or more noncreature permanents are returned to hand, draw a card."
    moon = card("Moon", "{2}{U}", text=text)
    boat = card("Boat", "{1}", "Artifact", "{0}, Return a land you control to its owner's hand: You gain 1 life.")
    p = Position(moon, boat, BEAR, play="Moon, Boat, Island", library="9 Bear")
    p.use("Boat", "play")
    assert sorted(p.zone("hand")) == ["Bear", "Island"]


def test_the_top_creature_card_of_the_graveyard():
    text = "Return the top creature card of your graveyard to the battlefield."
    p = Position(
        card("Dance", "{B}", "Instant", text), BEAR, OX, ROCK, hand=["Dance"], play="Swamp", graveyard="Bear, Ox, Rock"
    )
    p.cast("Dance")
    assert "Ox" in p.names() and "Bear" not in p.names()


def test_spells_that_are_both_colors():
    text = "Whenever you cast a spell that's both red and white, draw a card."
    both, one = card("Both", "{R/W}", "Sorcery", "You gain 1 life."), card("One", "{R}", "Sorcery", "You gain 1 life.")
    for name, drawn in (("Both", 1), ("One", 0)):
        p = Position(
            card("Mimic", "{1}", text=text), both, one, BEAR, hand=[name], play="Mimic, Mountain", library="9 Bear"
        )
        p.cast(name)
        assert p.zone("hand").count("Bear") == drawn


def test_a_permanent_tapped_for_colorless_mana():
    text = "Whenever you tap a permanent for {C}, add an additional {C}."
    stone = card("Monument", "{5}", "Artifact", text)
    for land, mana in (("Wastes", 2), ("Forest", 1)):
        p = Position(stone, card("Big", "{2}", "Artifact"), hand=["Big"], play=["Monument", land])
        assert p.castable("Big") == (mana == 2)


def test_counters_move():
    text = "{0}, {T}: Move a counter from target permanent you control onto a second target permanent."
    ship = card("Ship", "{3}", text="This creature enters with three +1/+1 counters on it.", pt="0/1")
    p = Position(card("Ground", "", "Artifact", text), ship, BEAR, hand=["Ship"], play="Ground, Bear, 3 Forest")
    p.cast("Ship")
    p.choices = [5, 1]  # from the Ship to the Bear
    p.use("Ground", "play")
    assert counters(p, "Ship") == {0: 2} and counters(p, "Bear") == {0: 1}
    assert p.object("Bear")["power"] == 3


def test_lore_counters_bring_chapters():
    saga = card("Tale", "{2}", "Enchantment — Saga", "I — You gain 1 life.\nII — Draw a card.\nIII — You gain 5 life.")
    pen = card("Pen", "{1}", "Artifact", "{0}, {T}: Put a lore counter on target enchantment you control.")
    p = Position(saga, pen, BEAR, hand=["Tale"], play="Pen, 3 Forest", library="9 Bear")
    p.cast("Tale")
    p.use("Pen", "play")
    assert p.zone("hand").count("Bear") == 1


def test_a_dead_creature_returns_as_an_aura_that_makes_mana():
    text = (
        "When this creature dies, if it was a creature, return it to the battlefield. It's an Aura enchantment with"
        " enchant Forest you control and \"Enchanted Forest has '{T}: Add {G}{G}' and '{1}, {T}, Sacrifice this land:"
        " Create a tapped 4/4 green Bear creature token with trample.'\""
    )
    altar = card("Altar", "{1}", "Artifact", "{0}, {T}, Sacrifice a creature: You gain 1 life.")
    big = card("Big", "{2}", "Artifact")
    p = Position(card("Troll", "{G}", text=text), altar, big, hand=["Big"], play="Troll, Altar, Forest")
    p.use("Altar", "play")
    assert "Troll" in p.names() and p.object("Troll")["attached"] == p.objects["Forest"][0]
    assert p.castable("Big")
    q = Position(card("Troll", "{G}", text=text), altar, play="Troll, Altar, Swamp")
    q.use("Altar", "play")
    assert "Troll" not in q.names() and q.zone("graveyard") == ["Troll"]


def test_a_rock_becomes_a_copy_until_end_of_turn():
    text = (
        "{T}: Add {R}.\nAs this artifact enters, you may have it become a copy of any creature on the battlefield until"
        " end of turn, except it has haste."
    )
    elf = card("Elf", "{G}", text="{T}: Add {G}{G}{G}.")
    p = Position(card("Mirror", "{2}", "Artifact", text), elf, hand=["Mirror"], play="Elf, 2 Forest")
    p.choices = [1, 0]
    p.cast("Mirror")
    assert len(p.board.objects()) == 4
    copies = [o for o in p.board.objects() if o["power"] == 2]
    assert len(copies) == 2
    p.to_step(STEP["main1"])
    assert len([o for o in p.board.objects() if o["power"] == 2]) == 1


def test_energy_pays_for_the_card_found():
    text = (
        "You get {E}{E}. Exile cards from the top of your library until you exile a nonland card. You may cast that"
        " card by paying an amount of {E} equal to its mana value rather than paying its mana cost."
    )
    for name, found in (("Bear", True), ("Ox", False)):
        p = Position(
            card("Raptor", "{R}", "Sorcery", text), BEAR, OX, hand=["Raptor"], play="Mountain", top=f"Forest, {name}"
        )
        p.choices = [1, 1, 1]
        p.cast("Raptor")
        assert (name in p.names()) == found and p.board.state["energy"] == (0 if found else 2)


def test_two_creatures_of_a_total_mana_value():
    text = "Return up to two creature cards with total mana value 4 or less from your graveyard to the battlefield."
    p = Position(card("Dirge", "{B}", "Sorcery", text), BEAR, OX, hand=["Dirge"], play="Swamp", graveyard="2 Bear, Ox")
    p.choices = [1, 0, 1, 0]
    p.cast("Dirge")
    assert sorted(n for n in p.names() if n in ("Bear", "Ox")) in (["Bear", "Bear"], ["Ox"])


def test_a_haunted_creature_that_dies():
    bat = card("Bat", "{G}", text="Haunt\nWhen this creature enters or the creature it haunts dies, draw a card.")
    altar = card("Altar", "{1}", "Artifact", "{0}, Sacrifice a creature: You gain 1 life.")
    p = Position(bat, altar, BEAR, OX, hand=["Bat"], play="Altar, Bear, Forest", library="9 Ox")
    p.cast("Bat")
    assert p.zone("hand") == ["Ox"]
    (bat_at,) = (o["object"] for o in p.board.objects() if p.arrays["kind_names"][o["kind"]] == "Bat")
    p.board.chooser = lambda kind, options, source: options.index(bat_at) if bat_at in options else 0
    p.use("Altar", "play")
    assert p.zone("exile") == ["Bat"] and p.zone("hand") == ["Ox"]
    p.to_step(STEP["upkeep"])  # it haunts for as long as it is there
    p.use("Altar", "play")
    assert p.zone("graveyard") == ["Bear"] and p.zone("hand") == ["Ox", "Ox"]


def test_permanents_of_a_spells_mana_value():
    text = "Whenever you cast a green spell, destroy all permanents with that spell's mana value."
    p = Position(card("Kirin", "{5}", "Artifact", text), BEAR, OX, hand=["Bear"], play="Kirin, Bear, Ox, 2 Forest")
    p.cast("Bear")
    assert p.names().count("Bear") == 1 and "Ox" in p.names()


def test_casting_from_the_graveyard_by_paying_more_or_something_else():
    more = (
        "You gain 1 life.\nYou may cast this card from your graveyard by paying 3 life and discarding a card in"
        " addition to paying its other costs."
    )
    p = Position(card("Hug", "{B}", "Sorcery", more), BEAR, hand=["Bear"], graveyard="Hug", play="Swamp", life=20)
    p.cast("Hug", zone="graveyard", keyword="retrace")
    assert p.board.state["life"] == 18 and p.zone("hand") == []
    other = (
        "You gain 1 life.\nYou may cast this card from your graveyard by paying {B} and exiling two other cards from"
        " your graveyard rather than paying its mana cost."
    )
    for bears in (2, 1):
        q = Position(card("Foe", "{4}", "Sorcery", other), BEAR, graveyard=f"Foe, {bears} Bear", play="Swamp")
        assert q.castable("Foe", "graveyard") == (bears == 2)


def test_a_player_who_is_targeted_gets_the_mana_when_it_resolves():
    text = "{T}: Target player adds one mana of any color."
    p = Position(card("Triad", "{3}", "Artifact", text), card("Elf", "{G}"), hand=["Elf"], play="Triad")
    p.use("Triad", "play", resolve=False)
    assert len(p.board.stack()) == 1 and pool(p) == []
    p.board.resolve_stack()
    assert len(pool(p)) == 1


def test_a_spell_cast_from_among_the_top_cards():
    text = (
        "Look at the top four cards of your library. You may cast a spell from among them without paying its mana cost."
        " Put the rest on the bottom of your library in a random order."
    )
    p = Position(
        card("Marvel", "{U}", "Sorcery", text), BEAR, OX, hand=["Marvel"], play="Island",
        top="Forest, Ox, Bear, Forest, Ox", library="3 Plains",
    )  # fmt: skip
    p.choices = [0, 1]
    p.cast("Marvel")
    assert "Ox" in p.names() and p.zone("top") == ["Ox"]


def test_as_many_creatures_as_are_chosen_stay():
    text = "Choose up to two creatures, then destroy the rest."
    p = Position(card("Doom", "{B}", "Sorcery", text), BEAR, hand=["Doom"], play="Swamp, 5 Bear")
    p.choices = [0, 0, 0, 2]
    p.cast("Doom")
    assert 0 < p.names().count("Bear") <= 2


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("If one or more tokens would be created under your control, twice that many of those tokens are created"
         " instead.", 4),
        ("If one or more creature tokens would be created under your control, twice that many of those tokens are"
         " created instead.", 2),
        ("If you would create one or more Treasure tokens, instead create those tokens plus an additional Treasure"
         " token.", 3),
    ],
)  # fmt: skip
def test_more_tokens_are_created(text, number):
    p = Position(
        card("March", "{4}", "Enchantment", text), card("Gold", "{U}", "Sorcery", "Create two Treasure tokens."),
        hand=["Gold"], play="March, Island",
    )  # fmt: skip
    p.cast("Gold")
    assert p.names().count("Treasure") == number


@pytest.mark.parametrize(
    ("text", "hand", "drawn"),
    [
        ("discard a card", "Ring", 0),
        ("discard a card", "Ring, Bear", 1),
        ("put a land card from your hand onto the battlefield", "Ring, Bear", 0),
        ("put a land card from your hand onto the battlefield", "Ring, Forest", 1),
        ("sacrifice a creature", "Ring", 0),
        ("return a creature card from your graveyard to your hand", "Ring", 0),
    ],
)
def test_if_you_do_asks_whether_it_was_done(text, hand, drawn):
    ring = card("Ring", "{0}", "Artifact", f"When this artifact enters, you may {text}. If you do, draw a card.")
    p = Position(ring, BEAR, OX, hand=hand, library="9 Ox")
    p.choices = [1]
    p.cast("Ring")
    assert p.zone("hand").count("Ox") == drawn


def test_a_process_is_repeated_as_long_as_it_is_done():
    text = (
        "When this creature enters, you may put a land card from your hand onto the battlefield tapped. If you do, draw"
        " a card and repeat this process."
    )
    p = Position(card("Colossus", "{0}", text=text), BEAR, OX, hand="Colossus, 2 Forest, Bear", library="9 Ox")
    p.board.chooser = lambda kind, options, source: options.index(1) if options == [0, 1] else 0
    p.cast("Colossus")
    assert (p.names().count("Forest"), p.zone("hand").count("Ox")) == (2, 2)


def test_a_threshold_reached_by_milling_counts_at_once():
    text = (
        "As long as seven or more cards are in your graveyard, this creature has "
        '"At the beginning of your end step, you gain 2 life."'
    )
    mill = card("Mill", "{0}", "Artifact", "When this artifact enters, mill three cards.")
    for before, life in ((3, 0), (4, 2)):
        zones = {"play": "Curdler", "hand": "Mill", "graveyard": f"{before} Bear", "library": "9 Bear"}
        p = Position(card("Curdler", text=text), mill, BEAR, **zones)
        start = p.board.state["life"]
        p.cast("Mill")
        p.to_step(STEP["end"])
        p.board.resolve_stack()
        assert p.board.state["life"] - start == life


def test_a_spell_cast_face_down_is_a_creature_spell_to_restricted_mana():
    shop = card("Shop", "", "Land", "{T}: Add {C}{C}{C}. Spend this mana only to cast artifact spells.")
    den = card("Den", "", "Land", "{T}: Add {C}{C}{C}. Spend this mana only to cast creature spells.")
    blade = card("Blade", "{1}{R}", "Artifact", "Morph {2}{R}")
    for source, castable in (("Shop", False), ("Den", True)):
        p = Position(shop, den, blade, hand="Blade", play=source)
        assert p.castable("Blade", keyword="morph") == castable


def test_toughness_that_is_one_more():
    text = (
        "Goyf's power is equal to the number of card types among cards in all graveyards and its toughness is equal to"
        " that number plus 1."
    )
    for graveyard, size in (("", (0, 1)), ("Bear, Forest", (2, 3))):
        p = Position(card("Goyf", "{0}", text=text, pt="*/1+*"), BEAR, hand="Goyf", graveyard=graveyard)
        p.cast("Goyf")
        assert (p.object("Goyf")["power"], p.object("Goyf")["toughness"]) == size


def test_a_spell_is_no_permanent_to_exile():
    queller = card("Queller", "{0}", text="When this creature enters, exile target spell with mana value 4 or less.")
    p = Position(queller, BEAR, hand="Queller", play="Bear, Forest")
    p.cast("Queller")
    assert sorted(p.names()) == ["Bear", "Forest", "Queller"]


def test_what_does_damage_pays_for_what_costs_none():
    grave = card("Grave", "", "Land", "{T}: Add {U} or {B}.")
    river = card("River", "", "Land", "{T}: Add {C}.\n{T}: Add {U} or {B}. This land deals 1 damage to you.")
    spy = card("Spy", "{3}{U}{B}", pt="5/4")
    p = Position(grave, river, spy, hand="Spy", play="2 River, Grave, River, Grave")
    life = p.board.state["life"]
    p.cast("Spy")
    assert p.names().count("Spy") == 1 and p.board.state["life"] == life
