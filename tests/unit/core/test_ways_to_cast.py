"""Ways to cast: alternative and additional costs, reductions, help in paying, and where cards can be cast from."""

import re
from pathlib import Path

import pytest

from untap._core import IllegalAction
from untap.program.opcodes import words

from .position import Position, card

BEAR = card("Bear", "{1}{G}")
ELEPHANT = card("Elephant", "{4}{G}", pt="5/5")
BOLT = card("Bolt", "{R}", "Instant", "Bolt deals 3 damage to any target.")
STEP = {"upkeep": 2, "draw": 3, "main1": 4, "end": 7}


def test_kicker_is_optional_and_remembered():
    c = card(
        "Kicked",
        "{1}{U}",
        "Creature — Fish",
        "Kicker {2}\nWhen this creature enters, if it was kicked, draw two cards.",
    )
    p = Position(c, BEAR, hand="Kicked", play="4 Island", library="4 Bear")
    assert p.castable("Kicked") and p.castable("Kicked", kicks=1)
    p.cast("Kicked", kicks=1)
    assert len(p.zone("hand")) == 2
    p = Position(c, BEAR, hand="Kicked", play="3 Island", library="4 Bear")
    assert p.castable("Kicked") and not p.castable("Kicked", kicks=1)
    p.cast("Kicked")
    assert p.zone("hand") == []


def test_two_kickers_are_told_apart():
    c = card(
        "Twice",
        "{1}",
        "Creature — Bear",
        "Kicker {G} and/or {U}\nWhen this creature enters, if it was kicked with its {U} kicker, draw a card.",
    )
    for kicks, drawn in ((1, 0), (32, 1), (33, 1)):
        p = Position(c, BEAR, hand="Twice", play="Forest, Island, Wastes", library="3 Bear")
        p.cast("Twice", kicks=kicks)
        assert len(p.zone("hand")) == drawn
    p = Position(c, BEAR, hand="Twice", play="Forest, Wastes")
    assert p.castable("Twice", kicks=1) and not p.castable("Twice", kicks=32)


def test_a_mandatory_choice_of_costs_with_mana_gives_a_way_each():
    c = card(
        "Choice",
        "{B}",
        "Instant",
        "As an additional cost to cast this spell, pay {2} or sacrifice a creature.\nDestroy target land.",
    )
    assert Position(c, hand="Choice", play="3 Swamp").castable("Choice")
    assert not Position(c, hand="Choice", play="2 Swamp").castable("Choice")
    p = Position(c, BEAR, hand="Choice", play="Swamp, Bear")
    assert p.castable("Choice")
    ways = p.board.ways(p.slot("Choice"), p.face("Choice"))
    assert len(ways) == 2


def test_discard_or_life_as_an_additional_cost():
    c = card(
        "Bitter",
        "{1}{B}",
        "Instant",
        "As an additional cost to cast this spell, discard a card or pay 3 life.\nDestroy target creature.",
    )
    assert Position(c, BEAR, hand="Bitter, Bear", play="2 Swamp", life=2).castable("Bitter")
    assert not Position(c, hand="Bitter", play="2 Swamp", life=2).castable("Bitter")
    assert Position(c, hand="Bitter", play="2 Swamp", life=3).castable("Bitter")


def test_delve_exiles_what_pays_and_remembers_it():
    c = card(
        "Murky", "{5}{U}{U}", "Creature — Dragon",
        "Delve\n"
        "This creature enters with a +1/+1 counter on it for each instant and sorcery card exiled with it.",
        "3/3",
    )  # fmt: skip
    p = Position(c, BOLT, BEAR, hand="Murky", play="3 Island", graveyard="3 Bolt, Bear")
    assert p.castable("Murky")
    p.cast("Murky")
    assert p.zone("graveyard") == [] and len(p.zone("exile")) == 4
    assert p.object("Murky")["power"] == 6
    assert not Position(c, BEAR, hand="Murky", play="3 Island", graveyard="3 Bear").castable("Murky")


def test_delve_takes_no_more_than_the_generic_mana():
    c = card("Murky", "{1}{U}", "Sorcery", "Delve\nDraw a card.")
    p = Position(c, BEAR, hand="Murky", play="Island", graveyard="3 Bear", library="3 Bear")
    p.cast("Murky")
    assert p.zone("graveyard").count("Bear") == 2


@pytest.mark.parametrize(("keyword", "play", "ok"), [
    ("Convoke", "Forest, 3 Bear", True), ("Convoke", "Forest, 2 Bear", False), ("Convoke", "4 Bear", True),
    ("Improvise", "Forest, 3 Ring", True), ("Improvise", "4 Ring", False),
])  # fmt: skip
def test_help_in_paying(keyword, play, ok):
    c = card("Helped", "{3}{G}", "Sorcery", f"{keyword}\nYou gain 3 life.")
    ring = card("Ring", "{1}", "Artifact")
    assert bool(Position(c, BEAR, ring, hand="Helped", play=play).castable("Helped")) is ok


def test_waterbend_taps_creatures_and_artifacts_for_generic_mana():
    c = card("Bender", "{U}", "Creature — Human", "Waterbend {3}: Draw a card.")
    ring = card("Ring", "{1}", "Artifact")
    p = Position(c, BEAR, ring, play="Bender, Bear, Ring", library="2 Bear")
    p.use("Bender", "play")
    assert p.untapped() == 0 and len(p.zone("hand")) == 1
    with pytest.raises(IllegalAction):
        Position(c, BEAR, play="Bender, Bear", library="2 Bear").use("Bender", "play")


def test_reductions_count_the_board():
    aff = card("Frog", "{4}", "Artifact Creature — Frog", "Affinity for artifacts")
    ring = card("Ring", "{1}", "Artifact")
    assert Position(aff, ring, hand="Frog", play="2 Wastes, 2 Ring").castable("Frog")
    assert not Position(aff, ring, hand="Frog", play="2 Wastes, Ring").castable("Frog")
    c = card(
        "Cheap", "{5}", "Creature — Bear", "This spell costs {1} less to cast for each creature card in your graveyard."
    )
    assert Position(c, BEAR, hand="Cheap", play="3 Wastes", graveyard="2 Bear").castable("Cheap")
    assert not Position(c, BEAR, hand="Cheap", play="3 Wastes", graveyard="Bear").castable("Cheap")


def test_an_abilitys_own_reduction_counts_the_board():
    c = card(
        "Seat", "", "Legendary Land",
        "{T}: Add {U}.\nChannel — {3}{U}, Discard this card: Draw two cards. This ability costs {1} less"
        " to activate for each legendary"
        " creature you control.",
    )  # fmt: skip
    king = card("King", "{2}", "Legendary Creature — Human")
    queen = card("Queen", "{2}", "Legendary Creature — Human")
    p = Position(c, king, queen, BEAR, hand="Seat", play="2 Island, King, Queen", library="3 Bear")
    p.use("Seat")
    assert len(p.zone("hand")) == 2
    p = Position(c, king, BEAR, hand="Seat", play="2 Island, King", library="3 Bear")
    with pytest.raises(IllegalAction):
        p.use("Seat")


def test_only_the_first_spell_of_a_kind_costs_less():
    c = card("Helper", "{1}", "Artifact", "The first creature spell you cast each turn costs {2} less to cast.")
    p = Position(c, ELEPHANT, hand="2 Elephant", play="Helper, 7 Forest")
    p.cast("Elephant")
    assert p.untapped() == 6  # the helper, four Forests and the Elephant
    assert not p.castable("Elephant")


def test_exiling_cards_to_pay_less():
    c = card(
        "March", "{3}{W}", "Instant",
        "As an additional cost to cast this spell, you may exile any number of white cards from your"
        " hand. This spell costs {2} less to"
        " cast for each card exiled this way.\nYou gain 3 life.",
    )  # fmt: skip
    knight = card("Knight", "{W}", "Creature — Human Knight")
    assert Position(c, knight, hand="March, Knight", play="2 Plains").castable("March")
    assert not Position(c, BEAR, hand="March, Bear", play="2 Plains").castable("March")
    p = Position(c, knight, hand="March, Knight", play="2 Plains")
    p.cast("March", kicks=1)
    assert p.zone("exile") == ["Knight"] and p.board.state["life"] == 23


def test_flashback_escape_retrace_jump_start():
    fb = card("Again", "{3}{U}", "Sorcery", "Draw a card.\nFlashback {U}")
    p = Position(fb, BEAR, graveyard="Again", play="Island", library="2 Bear")
    assert p.castable("Again", "graveyard")
    p.cast("Again", "graveyard", "flashback")
    assert p.zone("exile") == ["Again"]
    esc = card(
        "Phoenix",
        "{4}",
        "Creature — Phoenix",
        "Escape—{R}, Exile two other cards from your graveyard.\nThis creature escapes with a +1/+1 counter on it.",
    )
    p = Position(esc, BEAR, graveyard="Phoenix, 2 Bear", play="Mountain")
    assert p.castable("Phoenix", "graveyard")
    p.cast("Phoenix", "graveyard", "escape")
    assert p.object("Phoenix")["power"] == 3 and p.zone("graveyard") == []
    assert not Position(esc, BEAR, graveyard="Phoenix, Bear", play="Mountain").castable("Phoenix", "graveyard")
    ret = card("Worm", "{1}", "Sorcery", "You gain 1 life.\nRetrace")
    p = Position(ret, graveyard="Worm", hand="Forest", play="Wastes")
    assert p.castable("Worm", "graveyard") and not Position(ret, graveyard="Worm", hand="Forest").castable(
        "Worm", "graveyard"
    )
    p.cast("Worm", "graveyard", "retrace")
    assert sorted(p.zone("graveyard")) == ["Forest", "Worm"]
    jump = card("Jump", "{1}", "Sorcery", "You gain 1 life.\nJump-start")
    assert not Position(jump, BEAR, graveyard="Jump", play="Wastes").castable("Jump", "graveyard")
    p = Position(jump, BEAR, graveyard="Jump", hand="Bear", play="Wastes")
    p.cast("Jump", "graveyard", "jump-start")
    assert p.zone("exile") == ["Jump"] and p.zone("graveyard") == ["Bear"]


def test_evoke_dash_and_blitz():
    c = card("Thinker", "{4}{U}", "Creature — Elemental", "When this creature enters, draw two cards.\nEvoke {U}")
    p = Position(c, BEAR, hand="Thinker", play="Island", library="4 Bear")
    p.cast("Thinker", keyword="evoke")
    assert p.zone("graveyard") == ["Thinker"] and len(p.zone("hand")) == 2
    c = card("Dasher", "{4}{R}", "Creature — Goblin", "Dash {R}")
    p = Position(c, hand="Dasher", play="Mountain")
    p.cast("Dasher", keyword="dash")
    assert p.object("Dasher")["keywords"] & 1
    p.to_step(STEP["end"])
    p.board.resolve_stack()
    assert p.zone("hand") == ["Dasher"]


def test_evoke_for_a_card_from_hand():
    c = card("Solid", "{3}{W}{W}", "Creature — Elemental", "Flash\nEvoke—Exile a white card from your hand.")
    knight = card("Knight", "{W}", "Creature — Human Knight")
    assert Position(c, knight, hand="Solid, Knight").castable("Solid")
    assert not Position(c, BEAR, hand="Solid, Bear").castable("Solid")


def test_suspend_takes_counters_off_and_casts():
    c = card("Blossom", "", "Sorcery", "Suspend 2—{U}\nDraw three cards.")
    p = Position(c, BEAR, hand="Blossom", play="Island", library="20 Bear")
    assert not p.castable("Blossom")
    p.use("Blossom")
    assert p.zone("exile") == ["Blossom"]
    p.to_step(STEP["draw"])
    assert p.zone("exile") == ["Blossom"]
    before = len(p.zone("hand"))
    p.choices = [1]
    p.to_step(STEP["draw"])
    assert p.zone("graveyard") == ["Blossom"] and len(p.zone("hand")) == before + 4


def test_foretell_and_plot_wait_for_a_later_turn():
    c = card("Seen", "{4}{U}", "Sorcery", "Draw two cards.\nForetell {U}")
    p = Position(c, BEAR, hand="Seen", play="2 Island", library="9 Bear")
    p.use("Seen")
    assert not p.castable("Seen", "exile")
    p.to_step(STEP["main1"])
    assert p.castable("Seen", "exile")
    p.cast("Seen", "exile", "foretell")
    assert p.zone("graveyard") == ["Seen"]
    c = card("Plotted", "{4}{R}", "Sorcery", "You gain 4 life.\nPlot {R}")
    p = Position(c, BEAR, hand="Plotted", play="Mountain", library="9 Bear")
    p.use("Plotted")
    assert not p.castable("Plotted", "exile")
    p.to_step(STEP["main1"])
    p.cast("Plotted", "exile")
    assert p.board.state["life"] == 24


def test_madness_casts_what_is_discarded():
    c = card("Temper", "{4}", "Sorcery", "You gain 5 life.\nMadness {R}")
    loot = card("Loot", "{1}", "Artifact", "{T}: Discard a card.")
    p = Position(c, loot, hand="Temper", play="Loot, Mountain")
    p.use("Loot", "play")
    assert p.zone("exile") == ["Temper"]
    p.cast("Temper", "exile", "madness")
    assert p.board.state["life"] == 25 and p.zone("graveyard") == ["Temper"]
    p = Position(c, loot, hand="Temper", play="Loot, Mountain")
    p.use("Loot", "play")
    p.board.advance()
    assert p.zone("graveyard") == ["Temper"]


def test_miracle_only_for_the_first_card_drawn():
    c = card("Wonder", "{5}{W}", "Sorcery", "You gain 5 life.\nMiracle {W}")
    p = Position(c, BEAR, play="Plains", top="Wonder, Bear")
    p.board.draw(1)
    assert p.castable("Wonder", keyword="miracle")
    p.board.draw(1)
    assert not p.castable("Wonder", keyword="miracle")
    p = Position(c, BEAR, play="Plains", hand="Wonder")
    assert not p.castable("Wonder")


def test_morph_is_three_mana_face_down_and_turns_up_for_its_cost():
    c = card(
        "Hidden",
        "{4}{W}{W}",
        "Creature — Angel",
        "Morph {2}{W}\nWhen this creature is turned face up, draw a card.",
        "4/5",
    )
    assert not Position(c, hand="Hidden", play="2 Wastes").castable("Hidden")
    p = Position(c, BEAR, hand="Hidden", play="6 Plains", library="2 Bear")
    p.cast("Hidden", keyword="morph")
    o = p.object("Hidden")
    assert (o["power"], o["toughness"], o["colors"]) == (2, 2, 0)
    p.board.activate(o["object"], 0)
    p.board.resolve_stack()
    assert p.object("Hidden")["power"] == 4 and len(p.zone("hand")) == 1


def test_bestow_is_an_aura_until_its_host_leaves():
    c = card("Nymph", "{1}{G}", "Enchantment Creature — Nymph", "Bestow {3}{G}\nEnchanted creature gets +1/+1.")
    p = Position(c, BEAR, hand="Nymph", play="4 Forest, Bear")
    p.cast("Nymph", keyword="bestow")
    o = p.object("Nymph")
    assert o["attached"] == p.object("Bear")["object"] and not o["types"] & 2
    p.board.leave(p.object("Bear")["object"])
    p.board.state_based_actions()
    assert p.object("Nymph")["types"] & 2


def test_emerge_depends_on_what_is_sacrificed():
    c = card("Deep", "{8}", "Creature — Octopus", "Emerge {5}{U}{U}")
    assert Position(c, ELEPHANT, hand="Deep", play="2 Island, Elephant").castable("Deep")
    assert not Position(c, BEAR, hand="Deep", play="2 Island, Bear").castable("Deep")
    p = Position(c, ELEPHANT, BEAR, hand="Deep", play="2 Island, Elephant, Bear")
    p.cast("Deep", keyword="emerge")
    assert p.zone("graveyard") == ["Elephant"]


def test_adventures_are_cast_from_exile_afterwards():
    from .position import face

    quest = face("Quest", "{U}", "Instant — Adventure", "Draw a card.")
    c = card("Hero", "{1}{W}", "Creature — Human", back=quest, layout="adventure")
    p = Position(c, BEAR, hand="Hero", play="3 Plains, Island", library="2 Bear")
    p.cast("Hero", second=True)
    assert p.zone("exile") == ["Hero"]
    assert p.castable("Hero", "exile")
    p.cast("Hero", "exile")
    assert "Hero" in p.names()


def test_aftermath_only_from_the_graveyard():
    from .position import face

    second = face("Later", "{G}", "Sorcery", "Aftermath\nYou gain 2 life.")
    c = card("First", "{W}", "Sorcery", "You gain 1 life.", back=second, layout="aftermath")
    p = Position(c, hand="First", play="Forest")
    assert not p.castable("First")
    p = Position(c, graveyard="First", play="Forest")
    assert p.castable("First", "graveyard")
    p.cast("First", "graveyard", "aftermath", second=True)
    assert p.board.state["life"] == 22 and p.zone("exile") == ["First"]


def test_spree_pays_for_the_mode_that_happens():
    c = card("Steps", "{1}", "Sorcery", "Spree\n+ {U} — Draw a card.\n+ {3} — You gain 7 life.")
    p = Position(c, BEAR, hand="Steps", play="Wastes, Island", library="2 Bear")
    assert p.castable("Steps") and not Position(c, hand="Steps", play="Wastes").castable("Steps")
    p.cast("Steps")
    assert len(p.zone("hand")) == 1 and p.board.state["life"] == 20


def test_buyback_replicate_storm():
    c = card("Back", "{1}", "Sorcery", "Buyback {2}\nYou gain 1 life.")
    p = Position(c, hand="Back", play="3 Wastes")
    p.cast("Back", kicks=1)
    assert p.zone("hand") == ["Back"]
    c = card("Copies", "{1}", "Sorcery", "Replicate {1}\nYou gain 1 life.")
    p = Position(c, hand="Copies", play="3 Wastes")
    p.cast("Copies", kicks=2)
    assert p.board.state["life"] == 23 and p.zone("graveyard") == ["Copies"]
    c = card("Gale", "{1}", "Sorcery", "You gain 1 life.\nStorm")
    p = Position(c, BOLT, hand="2 Gale", play="2 Wastes")
    p.cast("Gale")
    p.cast("Gale")
    assert p.board.state["life"] == 23


def test_cascade_casts_a_cheaper_card():
    c = card("Elf", "{2}{R}{G}", "Creature — Elf", "Cascade")
    p = Position(c, BEAR, hand="Elf", play="2 Forest, 2 Mountain", top="Forest, Elf, Bear", library="3 Forest")
    p.choices = [1]
    p.cast("Elf")
    assert "Bear" in p.names() and sorted(p.zone("bottom")) == ["Elf", "Forest"]


def test_rebound_casts_again_at_the_next_upkeep():
    c = card("Echoes", "{W}", "Sorcery", "You gain 2 life.\nRebound")
    p = Position(c, BEAR, hand="Echoes", play="Plains", library="9 Bear")
    p.cast("Echoes")
    assert p.zone("exile") == ["Echoes"]
    p.choices = [1]
    p.to_step(STEP["draw"])
    assert p.board.state["life"] == 24 and p.zone("graveyard") == ["Echoes"]


def test_free_by_condition():
    c = card("Late", "{4}", "Creature — Bear", "Surge {1}")
    p = Position(c, BEAR, hand="Late, Bear", play="Wastes, 2 Forest")
    assert not p.castable("Late")
    p.cast("Bear")
    assert p.castable("Late")


def test_mana_spent_is_remembered_by_colour():
    c = card(
        "Converged",
        "{3}",
        "Creature — Bear",
        "This creature enters with a +1/+1 counter on it for each color of mana spent to cast it.",
    )
    p = Position(c, hand="Converged", play="Plains, Island, Island")
    p.cast("Converged")
    assert p.object("Converged")["power"] == 4
    c = card(
        "Deceiver", "{4}", "Creature — Bear", "When this creature enters, if {U}{U} was spent to cast it, draw a card."
    )
    for lands, drawn in (("2 Island, 2 Wastes", 1), ("Island, 3 Wastes", 0)):
        p = Position(c, BEAR, hand="Deceiver", play=lands, library="2 Bear")
        p.cast("Deceiver")
        assert len(p.zone("hand")) == drawn


def test_unearth_and_embalm():
    c = card("Spark", "{1}{R}", "Creature — Elemental", "Unearth {R}")
    p = Position(c, graveyard="Spark", play="Mountain")
    p.use("Spark", "graveyard")
    assert p.object("Spark")["keywords"] & 1
    p.to_step(STEP["end"])
    p.board.resolve_stack()
    assert p.zone("exile") == ["Spark"]
    c = card("Cat", "{W}", "Creature — Cat", "Embalm {W}")
    p = Position(c, graveyard="Cat", play="Plains")
    p.use("Cat", "graveyard")
    assert p.zone("exile") == ["Cat"] and p.object("Cat")["token"]


def test_echo_and_cumulative_upkeep():
    c = card("Echoing", "{1}{R}", "Creature — Goblin", "Echo {1}{R}")
    for lands, stays in (("4 Mountain", True), ("2 Mountain", True), ("1 Mountain", False)):
        p = Position(c, BEAR, hand="Echoing", play="2 Wastes, " + lands, library="9 Bear")
        p.cast("Echoing")
        for i in p.objects["Wastes"]:
            p.board.leave(i)
        p.choices = [1]
        p.to_step(STEP["draw"])
        assert ("Echoing" in p.names()) is stays
        if stays:
            p.to_step(STEP["draw"])
            assert "Echoing" in p.names()
    c = card("Aging", "{1}", "Enchantment", "Cumulative upkeep {1}")
    p = Position(c, BEAR, play="Aging, Wastes", library="9 Bear")
    p.board.load(step="cleanup", active="opponent")
    p.choices = [1]
    p.to_step(STEP["draw"])
    assert "Aging" in p.names()
    p.choices = [1]
    p.to_step(STEP["draw"])
    assert "Aging" not in p.names()


def test_dredge_replaces_a_draw():
    c = card("Loam", "{1}{G}", "Sorcery", "You gain 1 life.\nDredge 3")
    p = Position(c, BEAR, graveyard="Loam", library="5 Bear")
    p.choices = [1]
    p.board.chooser = p._choose
    draw = card("Thought", "{U}", "Sorcery", "Draw a card.")
    p = Position(c, BEAR, draw, graveyard="Loam", hand="Thought", play="Island", library="5 Bear")
    p.choices = [1]
    p.cast("Thought")
    assert p.zone("hand") == ["Loam"] and p.zone("graveyard").count("Bear") == 3


def test_alternative_numbers_are_the_opcode_tables():
    text = (Path(__file__).parents[3] / "src/untap/_core/types.pxi").read_text("utf-8")
    for prefix, opcode, operand in (("A", "AlternativeCost", "keyword"), ("KEYWORD", "Keyword", "name")):
        numbers = {word: number for number, word in enumerate(words(opcode, operand))}
        stated = re.findall(rf"^    {prefix}_([A-Z_]+) = (\d+)$", text, re.M)
        assert len(stated) >= 5
        for name, number in stated:
            word = name.lower().replace("_", "-")
            assert numbers[word if word in numbers else word.replace("-", " ")] == int(number)
