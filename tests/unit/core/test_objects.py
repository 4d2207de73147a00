"""Copies, emblems, state triggers, levels, lent abilities, riders of mana and effects tied to their source."""

import pytest

from untap._core import IllegalAction

from .position import Position, card

BEAR = card("Bear", "{1}{G}")
MANA_ELF = card("Mana Elf", "{G}", "Creature — Elf", "{T}: Add {G}.", "1/1")


def test_a_land_becomes_a_copy_and_keeps_its_ability():
    stage = card(
        "Stage", "", "Land",
        "{T}: Add {C}.\n{2}, {T}: This land becomes a copy of target land, except it has this ability.",
    )  # fmt: skip
    tower = card("Tower", "", "Land", "{T}: Add {C}{C}.")
    p = Position(stage, tower, play="Stage, Tower, 6 Wastes")
    for other, name in ((1, "Tower"), (2, "Wastes"), (1, "Tower")):
        p.choices = [other]  # the lands: Stage, Tower, Wastes ...
        p.use("Stage", "play", place=1)
        p.board.untap(p.objects["Stage"][0])
        assert p.names()[0] == name
        own = {a[2] for a in p.board.legal_actions() if a[:2] == ("activate", p.objects["Stage"][0])}
        assert own <= {0, 1}
    assert p.names().count("Tower") == 2


def test_modes_that_are_chosen_but_once():
    text = (
        "Whenever you discard a card, choose one that hasn't been chosen{} — \n"
        "• Draw a card.\n• Scry 1.\n• You gain 3 life."
    )
    loot = card("Loot", "{R}", "Sorcery", "Discard three cards.")
    for when, later in ((" this turn", 3), ("", 0)):
        stone = card("Stone", "{3}", "Artifact", text.format(when))
        p = Position(stone, loot, BEAR, hand="5 Bear, 2 Loot", play="Stone, 2 Mountain", library="9 Bear")
        p.cast("Loot")
        assert p.board.state["life"] == 23  # all three, the last one without a choice
        p.to_step(4, 1)
        p.to_step(4)
        p.cast("Loot")
        assert p.board.state["life"] == 23 + later


def test_a_copy_until_end_of_turn_ends():
    double = card(
        "Double",
        "",
        "Land",
        "{1}: Until end of turn, this land becomes a copy of target creature card in your graveyard.",
    )
    p = Position(double, MANA_ELF, play="Double, Wastes", graveyard="Mana Elf")
    p.use("Double", "play")
    assert "Mana Elf" in p.names()
    p.to_step(1, 1)
    assert "Mana Elf" not in p.names() and "Double" in p.names()


def test_a_land_enters_as_a_copy_of_a_land_card_in_the_graveyard():
    deeps = card(
        "Deeps", "", "Land", "You may have this land enter tapped as a copy of any land card in your graveyard."
    )
    p = Position(deeps, hand="Deeps", graveyard="Forest")
    p.board.play_land(p.slot("Deeps"), p.face("Deeps"), "hand")
    assert p.names() == ["Forest"] and p.object("Forest")["tapped"]


def test_an_emblem_triggers_each_turn():
    c = card("Emblem", "{1}", "Sorcery", 'You get an emblem with "At the beginning of your upkeep, draw a card."')
    p = Position(c, BEAR, hand="Emblem", play="Wastes", library="4 Bear")
    p.cast("Emblem")
    p.to_step(2)
    p.board.resolve_stack()
    assert len(p.zone("hand")) == 1


def test_an_emblem_keeps_cards_in_hand():
    c = card("Emblem", "{1}", "Sorcery", 'You get an emblem with "You have no maximum hand size."')
    for cast, kept in ((True, 9), (False, 7)):
        p = Position(c, BEAR, hand="Emblem, 9 Bear", play="Wastes")
        if cast:
            p.cast("Emblem")
        p.to_step(8)
        assert len(p.zone("hand")) == kept


def test_a_state_trigger_waits_for_its_state():
    c = card("Mine", "", "Land", "{T}, Remove a mining counter from this land: Add {C}.\n"
             "This land enters with two mining counters on it.\n"
             "When there are no mining counters on this land, sacrifice it.")  # fmt: skip
    p = Position(c, hand="Mine")
    p.board.play_land(p.slot("Mine"), p.face("Mine"), "hand")
    p.board.resolve_stack()
    assert p.names() == ["Mine"]
    for left in (["Mine"], []):
        p.objects["Mine"] = [0]
        p.board.activate(0, 0, 0)
        p.board.resolve_stack()
        assert p.names() == left
        if left:
            p.to_step(4)


def test_statics_of_a_level_begin_with_it():
    c = card("Scholar", "{G}", "Enchantment — Class",
             "{1}: Level 2\nYou may play an additional land on each of your turns.")  # fmt: skip
    p = Position(c, play="Scholar, Wastes", hand="Forest, Forest")
    p.board.play_land(p.slot("Forest", "hand"), p.face("Forest"), "hand")
    with pytest.raises(IllegalAction):
        p.board.play_land(p.slot("Forest", "hand"), p.face("Forest"), "hand")
    p.use("Scholar", "play")
    p.board.play_land(p.slot("Forest", "hand"), p.face("Forest"), "hand")
    assert p.names().count("Forest") == 2


def test_what_follows_mana_spent_on_a_spell():
    c = card("Path", "", "Land", "{T}: Add {G}. When that mana is spent to cast a creature spell, draw a card.")
    p = Position(c, BEAR, MANA_ELF, hand="Mana Elf", play="Path", library="2 Bear")
    p.cast("Mana Elf")
    assert p.zone("hand") == ["Bear"]
    rock = card("Rock", "{G}", "Artifact", "{T}: Add {C}.")
    p = Position(c, BEAR, rock, hand="Rock", play="Path", library="2 Bear")
    p.cast("Rock")
    assert p.zone("hand") == []


def test_mana_as_though_of_any_color():
    c = card(
        "Oath", "{G}", "Enchantment", "You may spend mana as though it were mana of any color to cast creature spells."
    )
    sage = card("Sage", "{U}", "Creature — Human")
    trick = card("Trick", "{U}", "Artifact")
    p = Position(c, sage, trick, hand="Sage, Trick", play="Oath, Forest")
    assert p.castable("Sage") and not p.castable("Trick")
    assert not Position(sage, hand="Sage", play="Forest").castable("Sage")
    p.cast("Sage")
    assert "Sage" in p.names()


def test_two_basics_that_share_a_type():
    c = card("Myriad", "", "Land",
             "{T}: Search your library for up to two basic land cards that share a land type, "
             "put them onto the battlefield tapped, "
             "then shuffle.")  # fmt: skip
    p = Position(c, play="Myriad", library="2 Forest, Island")
    p.use("Myriad", "play")
    second = [names for kind, names in p.asked][1]
    assert sorted(
        {p.places[k][0] if k < len(p.places) else p.cards[k - len(p.places)].name for k in second if k >= 0}
    ) == [p.names()[-1]]


def test_only_during_the_upkeep():
    c = card("Clockwork", "{4}", "Artifact", "{T}: Add {C}{C}. Activate only during your upkeep.")
    p = Position(c, play="Clockwork")
    with pytest.raises(IllegalAction):
        p.board.activate(0, 0, 0)
    p.to_step(2)
    p.board.activate(0, 0, 0)
    assert p.object("Clockwork")["tapped"]


def test_an_effect_lasts_as_long_as_its_source():
    c = card("Warden", "{G}", "Creature — Bear", "When this creature enters, for as long as you control this creature, "
             "target land is a Swamp.\n{T}, Sacrifice this creature: Add {C}.")  # fmt: skip
    p = Position(c, hand="Warden", play="Forest")
    p.cast("Warden")
    swamp = p.arrays["subtypes"]["swamp"]
    p.objects["Warden"] = [next(k for k, n in enumerate(p.names()) if n == "Warden")]
    assert int(p.object("Forest")["subs"]) >> swamp & 1
    p.to_step(4)
    p.use("Warden", "play", place=1)
    assert not int(p.object("Forest")["subs"]) >> swamp & 1


def test_the_second_time_an_ability_resolves():
    c = card("Cub", "{G}", "Creature — Cat", "Landfall — Whenever a land you control enters, draw a card. "
             "If this is the second "
             "time this ability has resolved this turn, you gain 5 life.")  # fmt: skip
    more = card("More", "{1}", "Enchantment", "You may play an additional land on each of your turns.")
    p = Position(c, more, BEAR, play="Cub, More", hand="Forest, Forest", library="4 Bear", life=20)
    for life in (20, 25):
        p.board.play_land(p.slot("Forest", "hand"), p.face("Forest"), "hand")
        p.board.resolve_stack()
        assert p.board.state["life"] == life


def test_a_process_that_repeats_as_long_as_one_does_it():
    c = card("Colossus", "{G}", "Creature — Plant", "When this creature enters, you may put a land card "
             "from your hand onto the "
             "battlefield tapped. If you do, draw a card and repeat this process.")  # fmt: skip
    p = Position(c, BEAR, hand="Colossus, 2 Wastes", play="Forest", library="4 Bear")
    p.choices = [1, 0, 1, 0, 0]
    p.cast("Colossus")
    assert p.names().count("Wastes") == 2 and p.zone("hand") == ["Bear", "Bear"]


def test_evolve_station_and_mana_of_different_colors():
    gyre = card("Gyre", "{G}", "Creature — Elf", "Evolve\n{T}: Add {G} for each +1/+1 counter on this creature.", "1/1")
    p = Position(gyre, BEAR, hand="Bear", play="Gyre, Forest, Forest")
    p.cast("Bear")
    assert p.object("Gyre")["counters"][0] == 1
    prism = card("Prism", "{1}", "Artifact", "{T}: Add two mana of different colors.")
    p = Position(prism, play="Prism")
    p.use("Prism", "play")
    masks = [u[0] for u in p.board.pool()]
    assert len(set(masks)) == 2
