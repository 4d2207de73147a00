"""What "it" and conditions speak of, on invented cards."""

import pytest

from .position import Position, card

BEAR = card("Bear", "{1}{G}")
LEGENDS = card("Tale", "{2}", "Enchantment — Saga", "I, II, III — You gain 1 life.")


def test_as_long_as_enchanted_permanent_is_a_creature_it_has_that():
    garden = card(
        "Garden",
        "{2}{G}",
        "Enchantment — Aura",
        'Enchant artifact or creature\nAs long as enchanted permanent is a creature, it has "{T}: Add {G}{G}."',
    )
    rock = card("Rock", "{2}", "Artifact")
    p = Position(BEAR, rock, garden, play="Bear, Garden, Rock")
    p.board.attach(p.objects["Garden"][0], p.objects["Bear"][0])
    assert p.board.could_produce(p.objects["Bear"][0]) == 16
    p.board.attach(p.objects["Garden"][0], p.objects["Rock"][0])
    assert p.board.could_produce(p.objects["Bear"][0]) == p.board.could_produce(p.objects["Rock"][0]) == 0


def test_if_it_was_cast_speaks_of_what_enters():
    watcher = card(
        "Watcher", "{3}", "Artifact", "Whenever a creature you control enters, if it was cast, you gain 2 life."
    )
    p = Position(BEAR, watcher, hand="Bear, Bear", play="Watcher, Forest, Forest", life=20)
    p.board.put_onto_battlefield(p.slot("Bear", "hand"), p.face("Bear"))
    p.board.resolve_stack()
    assert p.board.state["life"] == 20
    p.cast("Bear")
    assert p.board.state["life"] == 22


def test_historic_counts_sagas():
    reader = card("Reader", "{1}", "Artifact", "Whenever you cast a historic spell, you gain 1 life.")
    p = Position(BEAR, LEGENDS, reader, hand="Bear, Tale", play="Reader, 4 Forest", life=20)
    p.cast("Bear")
    assert p.board.state["life"] == 20  # CR 700.6
    p.cast("Tale", resolve=False)
    p.board.resolve_one()
    assert p.board.state["life"] == 21


def test_a_spell_cast_face_down_is_seen_as_a_creature_without_color():
    down = card("Shape", "{4}{G}", "Creature — Shapeshifter", "Morph {2}{G}")
    green = card("Green", "{1}", "Artifact", "Whenever you cast a green spell, you gain 1 life.")
    any_ = card("Any", "{1}", "Artifact", "Whenever you cast a creature spell, you gain 2 life.")
    p = Position(down, green, any_, hand="Shape", play="Green, Any, 3 Forest", life=20)
    p.cast("Shape", keyword="morph")
    assert p.board.state["life"] == 22  # CR 708.4


@pytest.mark.parametrize("word, kept", [("is legendary.", 1), ("is a Beast in addition to its other types.", 2)])
def test_an_effect_that_makes_legendary_meets_the_legend_rule(word, kept):
    crown = card("Crown", "{2}", "Enchantment — Aura", f"Enchant creature\nEnchanted creature {word}")
    p = Position(BEAR, crown, play="2 Bear, 2 Crown")
    for k in range(2):
        p.board.attach(p.objects["Crown"][k], p.objects["Bear"][k])
    p.board.state_based_actions()
    assert p.names().count("Bear") == kept  # CR 704.5j


def test_an_aura_stays_until_state_based_actions():
    altar = card("Altar", "{0}", "Artifact", "Sacrifice a creature: Add {C}.")
    shrine = card("Shrine", "", "Land", "{1}, {T}: Add an amount of {G} equal to your devotion to green.")
    crown = card("Crown", "{G}{G}", "Enchantment — Aura", "Enchant creature")
    p = Position(BEAR, altar, shrine, crown, play="Bear, Altar, Shrine, Crown")
    p.board.attach(p.objects["Crown"][0], p.objects["Bear"][0])
    p.board.activate(p.objects["Shrine"][0], 0, 0)  # paid by sacrificing the creature: CR 704.3
    assert sum(1 for mask, _ in p.board.pool() if mask == 16) == 2
    p.board.state_based_actions()
    assert "Crown" not in p.names()


def test_that_player_of_each_opponent_is_no_one_of_ours():
    grasp = card(
        "Grasp",
        "{2}",
        "Enchantment",
        "When this enchantment enters, for each opponent, destroy up to one target artifact that player controls.",
    )
    rock = card("Rock", "{2}", "Artifact")
    p = Position(grasp, rock, hand="Grasp", play="Rock, 2 Forest")
    p.cast("Grasp")
    assert "Rock" in p.names() and not p.asked


def test_it_is_the_target_of_an_effect_that_lasts():
    text = (
        "When this creature enters, target land you control becomes a 0/0 creature that's still a land."
        " Put three +1/+1 counters on it."
    )
    bender = card("Bender", "{G}", "Creature — Bear", text)
    p = Position(bender, hand="Bender", play="2 Forest")
    p.cast("Bender")
    assert p.names().count("Forest") == 2
    assert [o["counters"] for o in p.board.objects() if o["counters"]] and not p.object("Bender")["counters"]


def test_an_ability_triggers_in_the_graveyard_only():
    ghast = card("Ghast", "{B}{B}", "Creature — Spirit",
                 "Landfall — Whenever a land you control enters, return this card from your graveyard to the"
        " battlefield.")  # fmt: skip
    p = Position(ghast, hand="Forest", graveyard="Ghast")
    p.board.play_land(p.slot("Forest"), p.face("Forest"))
    p.board.resolve_stack()
    assert sorted(p.names()) == ["Forest", "Ghast"]  # CR 113.6k


def test_a_static_ability_works_in_the_graveyard_only():
    portal = card("Portal", "", "Land", "{T}: Add {C}.\nAs long as this card is in your graveyard, lands you control"
                  ' have "{T}: Add {G} or {W}."')  # fmt: skip
    p = Position(portal, play="Island, Portal")
    assert p.board.could_produce(p.objects["Island"][0]) == 2
    p.board.leave(p.objects["Portal"][0])
    assert p.board.could_produce(p.objects["Island"][0]) == 2 + 16 + 1
