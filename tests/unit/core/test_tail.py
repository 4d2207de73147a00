"""Words of the long tail, played on invented cards."""

import pytest

from .position import Position, card

BEAR = card("Bear", "{1}{G}")
STEP = {"upkeep": 2, "draw": 3, "main1": 4, "end": 7}


def counters(p, name):
    return p.object(name)["counters"]


@pytest.mark.parametrize(("lands", "size"), [("3 Plains, Island", 1), ("2 Plains, 2 Island", 0)])
def test_three_mana_of_a_colour(lands, size):
    knight = card("Knight", "{3}{W}", text="If at least three white mana was spent to cast this spell, this creature"
                  " enters with a +1/+1 counter on it.")  # fmt: skip
    p = Position(knight, hand="Knight", play=lands)
    p.cast("Knight")
    assert sum(counters(p, "Knight").values()) == size


@pytest.mark.parametrize(("hand", "graveyard", "choice"), [(["Grow", "Forest"], "", 0), (["Grow"], "Forest", 1)])
def test_a_land_of_either_zone(hand, graveyard, choice):
    grow = card("Grow", "{G}", "Sorcery", "You may put a land card from your hand or graveyard onto the battlefield"
                " tapped.")  # fmt: skip
    p = Position(grow, hand=hand, graveyard=graveyard, play="Forest")
    p.choices = [1, choice]
    p.cast("Grow")
    assert p.names().count("Forest") == 2 and p.untapped() == 0


def test_what_a_class_does_as_it_gains_a_level():
    lesson = card("Lesson", "{G}", "Enchantment — Class", "{G}: Level 2\nWhen this Class becomes level 2, draw a"
                  " card.\n{G}: Level 3\nYou have no maximum hand size.")  # fmt: skip
    p = Position(lesson, BEAR, play="Lesson, 3 Forest", library="5 Bear")
    p.use("Lesson", "play")
    assert p.zone("hand").count("Bear") == 1
    p.use("Lesson", "play", place=2)
    assert p.object("Lesson")["counters"] == {14: 2} and p.zone("hand").count("Bear") == 1


def test_mana_for_others_spells_pays_for_none_of_ours():
    thief = card("Thief", "{1}", "Artifact", "{T}: Add one mana of any color. Spend this mana only to cast spells you"
                 " don't own.")  # fmt: skip
    assert not Position(thief, BEAR, play="Thief, Forest", hand="Bear").castable("Bear")
    assert Position(thief, BEAR, play="Thief, 2 Forest", hand="Bear").castable("Bear")


def test_the_top_cards_of_a_colour_are_exiled():
    rat = card("Rat", "{B}")
    spell = card("Dark", "{4}{B}", "Instant", "You may exile the top three black cards of your graveyard rather than"
                 " pay this spell's mana cost.\nDraw a card.")  # fmt: skip
    p = Position(rat, spell, BEAR, hand="Dark", graveyard="4 Rat, Bear", library="3 Bear")
    assert p.castable("Dark")
    p.board.cast(p.slot("Dark", "hand"), p.face("Dark"), "hand", 1, 0, 0)
    p.board.resolve_stack()
    assert p.zone("exile").count("Rat") == 3 and p.zone("graveyard").count("Rat") == 1
    assert not Position(rat, spell, BEAR, hand="Dark", graveyard="2 Rat, Bear").castable("Dark")


@pytest.mark.parametrize("land", ["Forest", ""])
def test_what_follows_on_an_upkeep_that_is_not_paid(land):
    lash = card("Lash", "{G}", "Enchantment", "Cumulative upkeep {G}\nWhen a player doesn't pay this enchantment's"
                " cumulative upkeep, that player exiles all cards from their library.\nWhenever you pay this"
                " enchantment's cumulative upkeep, you gain 1 life.")  # fmt: skip
    p = Position(lash, BEAR, play=f"Lash{', ' + land if land else ''}", library="9 Bear")
    life = p.board.state["life"]
    p.choices = [1]
    p.to_step(STEP["upkeep"])
    p.board.resolve_stack()
    assert p.board.state["life"] - life == bool(land)
    assert p.zone("exile").count("Bear") == (0 if land else 9)


def test_a_spell_for_its_time_of_the_turn():
    end = card("Late", "{G}", "Instant", "Cast this spell only during your end step.\nDraw a card.")
    p = Position(end, BEAR, hand="Late", play="Forest", library="3 Bear")
    assert not p.castable("Late") and not p.board.ways(p.slot("Late"), p.face("Late"), "hand")
    p.to_step(STEP["end"])
    p.cast("Late")
    assert "Late" in p.zone("graveyard")
