"""Cards seen: drawn, looked at, put back, discarded, searched for, exiled and played from there."""

import pytest

from .position import Position, card

BEAR = card("Bear", "{1}{G}")
BOLT = card("Bolt", "{R}", "Instant", "Bolt deals 3 damage to any target.")
STEP = {"upkeep": 2, "draw": 3, "main1": 4, "end": 7}


def cast(text, types="Sorcery", cost="{U}", *more, choices=(), lands="2 Island", x=0, **zones):
    c = card("Spell", cost, types, text)
    p = Position(c, BEAR, BOLT, *more, hand=["Spell", *zones.pop("hand", [])], play=lands, **zones)
    p.choices = list(choices)
    p.cast("Spell", x=x)
    return p


def test_cards_are_put_back_on_top():
    text = "Draw three cards, then put two cards from your hand on top of your library in any order."
    p = cast(text, hand=["Forest"], top="Bear, Bolt, Bear", library="4 Plains", choices=[0, 0])
    assert len(p.zone("hand")) == 2 and len(p.zone("top")) == 2 and "Forest" in p.zone("top")


def test_shuffling_forgets_the_top():
    p = cast("Scry 2. You may shuffle.", top="Bear, Bolt", library="4 Plains", choices=[0, 0, 1])
    assert p.zone("top") == []


def test_target_player_is_oneself_for_draws_and_not_for_discards():
    assert len(cast("Target player draws three cards.", library="5 Bear").zone("hand")) == 3
    assert len(cast("Target player discards two cards.", hand=["Bear", "Bear"]).zone("hand")) == 2


def test_each_player_draws_at_their_own_draw_step():
    c = card(
        "Mine", "{2}", "Artifact", "At the beginning of each player's draw step, that player draws an additional card."
    )
    p = Position(c, BEAR, play="Mine", library="9 Bear")
    p.board.load(step="cleanup", active="opponent")
    p.to_step(STEP["main1"])
    assert len(p.zone("hand")) == 2
    p.to_step(STEP["main1"], 1)
    assert len(p.zone("hand")) == 2


def test_as_many_cards_as_were_discarded():
    p = cast(
        "Discard up to two cards, then draw that many cards.", hand=["Bear", "Bear"], library="5 Bolt", choices=[0, 1]
    )
    assert p.zone("graveyard").count("Bear") == 1 and p.zone("hand").count("Bolt") == 1


def test_search_with_the_x_of_the_cost():
    big = card("Big", "{5}{G}")
    text = (
        "Search your library for a green creature card with mana value X or less, put it onto the"
        " battlefield, then shuffle."
    )
    p = cast(text, "Sorcery", "{X}{G}", big, lands="3 Forest", x=2, library="Bear, Big")
    assert "Bear" in p.names() and "Big" not in p.names()
    options = next(o for kind, o in p.asked if kind == 6)
    assert len(options) == 2  # the Bear, or nothing


def test_top_cards_exiled_may_be_played_for_the_turn():
    text = "Exile the top two cards of your library. Until end of turn, you may play those cards."
    p = cast(text, lands="Island, Forest, Wastes",
             top="Bear, Plains", library="4 Bolt")  # fmt: skip
    assert sorted(p.zone("exile")) == ["Bear", "Plains"]
    assert p.castable("Bear", "exile")
    slot = p.slot("Plains", "exile")
    p.board.play_land(slot, p.face("Plains"), "exile")
    assert "Plains" in p.names()
    p.to_step(STEP["main1"])
    assert not p.castable("Bear", "exile")


def test_one_card_spoken_of_may_be_played():
    text = (
        "Look at the top three cards of your library. Put one of them into your hand, put one of them on"
        " the bottom of your library, and"
        " exile one of them. You may play the exiled card this turn."
    )
    p = cast(text, top="Bear, Plains, Bolt", library="4 Forest", choices=[0, 0])
    assert p.zone("hand") == ["Bear"] and p.zone("exile") == ["Bolt"] and p.zone("bottom") == ["Plains"]


def test_flashback_granted_for_the_turn():
    text = "Target instant card in your graveyard gains flashback until end of turn."
    p = cast(text + " The flashback cost is equal to its mana cost.",
             lands="Island, Mountain", graveyard="Bolt")  # fmt: skip
    assert p.castable("Bolt", "graveyard")
    p.cast("Bolt", "graveyard")
    assert p.zone("exile") == ["Bolt"]
    p = Position(BOLT, play="Mountain", graveyard="Bolt")
    assert not p.castable("Bolt", "graveyard")


def test_a_card_of_the_hand_is_cast_for_nothing():
    p = cast(
        "You may cast a spell from your hand without paying its mana cost.",
        hand=["Bear"],
        lands="Island",
        choices=[1, 0, 1],
    )
    assert "Bear" in p.names()


def test_a_copy_of_an_exiled_card_is_cast_again_and_again():
    scepter = card(
        "Scepter", "{2}", "Artifact",
        "When this artifact enters, you may exile an instant card from your hand.\n"
        "{2}, {T}: You may copy the exiled card. If you do, you may cast the copy without paying its mana cost.",
    )  # fmt: skip
    gain = card("Gain", "{W}", "Instant", "You gain 3 life.")
    p = Position(scepter, gain, hand="Scepter, Gain", play="4 Island", library="9 Island")
    p.choices = [1, 0]
    p.cast("Scepter")
    assert p.zone("exile") == ["Gain"]
    p.choices = [1, 1, 1, 1]
    p.board.activate(p.object("Scepter")["object"], 1)
    p.board.resolve_stack()
    assert p.board.state["life"] == 23 and p.zone("exile") == ["Gain"]


def test_explore_manifest_discover():
    p = cast("Target creature you control explores.", lands="2 Island, Bear", top="Plains")
    assert p.zone("hand") == ["Plains"]
    p = cast("Target creature you control explores.", lands="2 Island, Bear", top="Bolt", choices=[1])
    assert p.zone("graveyard").count("Bolt") == 1 and p.object("Bear")["power"] == 3
    p = cast("Manifest dread.", "Sorcery", "{G}", lands="3 Forest", top="Bear, Bolt", choices=[0])
    o = next(o for o in p.board.objects() if not o["types"] & 8)
    assert (o["power"], o["colors"]) == (2, 0) and "Bolt" in p.zone("graveyard")
    p.board.activate(o["object"], 0)  # a manifested creature card turns face up for its mana cost
    p.board.resolve_stack()
    assert p.object("Bear")["colors"] == 16
    p = cast("Discover 2.", top="Plains, Bear", library="3 Island", choices=[1])
    assert "Bear" in p.names()


def test_damage_kills_by_toughness_and_is_forgotten():
    p = cast("Spell deals 2 damage to each creature.", "Sorcery", "{R}", lands="Mountain, Bear")
    assert "Bear" not in p.names()
    big = card("Big", "{5}", pt="3/3")
    p = cast("Spell deals 2 damage to each creature.", "Sorcery", "{R}", big, lands="Mountain, Big")
    assert "Big" in p.names()


def test_tokens_that_are_copies_and_amassed_armies():
    p = cast("Create a token that's a copy of target creature you control.", lands="Island, Bear")
    assert p.names().count("Bear") == 2
    p = cast("Amass Orcs 2. Amass Orcs 1.", "Sorcery", "{B}", lands="Swamp")
    armies = [o for o in p.board.objects() if o["token"]]
    assert len(armies) == 1 and armies[0]["power"] == 3


@pytest.mark.parametrize(("name", "lives"), [("Finks", True), ("Bear", False)])
def test_persist_returns_once(name, lives):
    c = card("Finks", "{2}", "Creature — Ouphe", "Persist", "3/2")
    p = Position(c, BEAR, play=name)
    p.board.leave(p.object(name)["object"])
    p.board.resolve_stack()
    assert (name in p.names()) is lives
    if lives:
        assert p.object(name)["power"] == 2
        p.board.leave(p.object(name)["object"])
        p.board.resolve_stack()
        assert name not in p.names()


def test_what_happens_as_a_spell_is_cast():
    c = card("Titan", "{3}", "Creature — Eldrazi", "When you cast this spell, draw two cards.")
    p = Position(c, BEAR, hand="Titan", play="3 Wastes", library="4 Bear")
    p.cast("Titan", resolve=False)
    p.board.resolve_one()
    assert len(p.zone("hand")) == 2 and "Titan" not in p.names()


def test_cycling_triggers():
    c = card("Cycler", "{4}", "Creature — Beast", "Cycling {U}\nWhen you cycle this card, you gain 2 life.")
    watch = card("Watch", "{1}", "Enchantment", "Whenever you discard a card, you gain 1 life.")
    p = Position(c, watch, BEAR, hand="Cycler", play="Island, Watch", library="3 Bear")
    p.use("Cycler")
    assert p.board.state["life"] == 23 and p.zone("hand") == ["Bear"]


def test_a_second_search_of_different_names():
    text = "Search your library for up to two cards with different names, put them into your hand, then shuffle."
    p = cast(text, library="2 Bear, Bolt", choices=[0, 0])
    assert sorted(p.zone("hand")) == ["Bear", "Bolt"]


def test_more_cards_put_on_the_bottom_than_its_order_can_hold():
    until = (
        "Reveal cards from the top of your library until you reveal an artifact card. Put that card into your hand"
        " and the rest on the bottom of your library in a random order."
    )
    look, mill = card("Look", "{U}", "Sorcery", until), card("Mill", "{U}", "Sorcery", "Mill twenty cards.")
    relic = card("Relic", "{3}", "Artifact")
    names = 8 * ["Look"] + 4 * ["Mill"]
    p = Position(look, mill, relic, BEAR, hand=names, play="12 Island", library="8 Relic, 75 Bear")
    for name in names:
        p.cast(name)
    assert p.zone("hand") == 8 * ["Relic"] and p.zone("graveyard").count("Bear") == 75
