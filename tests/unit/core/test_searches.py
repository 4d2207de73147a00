"""What searches leave out: they find the same with less looked at, and nothing is activated for nothing."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from untap._core import Board, CoreProgram
from untap.program.build import STATE, TAPS_UNSEEN

from .position import BASICS, Position, card

LANDS = [
    card(f"Land {k}", "", "Land", text)
    for k, text in enumerate((
        "{T}: Add {G}.", "{T}: Add {U}.", "{T}: Add {R}.", "{T}: Add {C}{C}.", "{T}: Add {C}{C}{C}.",
        "{T}: Add {W} or {B}.", "{T}: Add {B}{B}.", "{T}: Add one mana of any color.",
    ))
]  # fmt: skip
MADE = (1, 1, 1, 2, 3, 1, 2, 1)
CANDLE = card("Candle", "{1}", "Artifact", "{X}, {T}: Untap X target lands.")


@pytest.mark.parametrize("number", range(1, len(LANDS) + 1))
def test_untapping_many_different_lands_is_decided(number):
    """Each land is worth untapping for what it makes beyond the one mana that untapping it costs."""
    for lands in itertools.combinations(range(len(LANDS)), number):
        if number not in (1, 2, len(LANDS)) and lands[0]:
            continue
        p = Position(*LANDS, CANDLE, play=[LANDS[k].name for k in lands] + ["Candle"])
        found = p.board.mana_available(limit=300)
        assert not found["cut"] or number > 5
        assert found["total"] == sum(MADE[k] + MADE[k] - 1 for k in lands)


def test_a_source_untapped_for_its_own_mana_pays_for_the_untapping():
    """CR 601.2g: the mana of the land that will untap may pay for that."""
    key = card("Key", "{1}", "Artifact", "{1}, {T}: Untap target artifact.")
    rock = card("Rock", "{2}", "Artifact", "{T}: Add {C}{C}{C}.")
    p = Position(key, rock, play="Rock, Key")
    assert p.board.mana_available()["total"] == 5
    p = Position(key, rock, play="Rock, Key, Key")
    assert p.board.mana_available()["total"] == 7


def test_untapping_itself_for_more_than_it_makes_is_a_change_of_types_only():
    vault = card("Vault", "{2}", "Artifact", "{T}: Add {C}{C}{C}.\n{4}: Untap Vault.")
    needs_c = card("Dear", "{C}{C}{C}{C}", "Artifact")
    p = Position(vault, needs_c, play="Vault, 4 Island")
    assert p.board.mana_available()["total"] == 7
    assert not Position(vault, needs_c, play="Vault, Island").castable("Dear")  # all four for CCC
    assert Position(vault, needs_c, play="Vault, 2 Island").castable("Dear")


def test_what_untaps_may_be_tapped_for_its_own_mana_instead():
    oasis = card("Oasis", "", "Land", "{T}: Add {C}.\n{T}: Add {G}{G}.\n{1}, {T}: Untap target creature.")
    found = Position(oasis, play="Oasis, Island").board.mana_available()
    assert (found["total"], found["by_type"]) == (3, [0, 1, 0, 0, 2, 1])


@pytest.mark.parametrize(("word", "made"), [("untapped ", 3), ("", 4)])
def test_what_counts_untapped_permanents_is_tapped_before_them(word, made):
    """The order of tapping matters then: the crowd comes first."""
    crowd = card("Crowd", "", "Land", f"{{T}}: Add {{C}} for each {word}land you control.")
    p = Position(crowd, card("Spring", "", "Land", "{T}: Add {C}.\n{T}: Add {G}{G}."), play="Crowd, Spring")
    assert p.board.mana_available()["total"] == made


def test_a_payment_activates_nothing_for_nothing():
    idle = card(
        "Idle", "", "Land",
        "{T}: Add {C}.\n{1}, {T}: Add one mana of any color. Spend this mana only to cast Dragon creature spells.",
    )  # fmt: skip
    filter_ = card("Filter", "", "Land", "{T}: Add {C}.\n{1}, {T}: Add one mana of any color.")
    fish = card("Fish", "{2}{U}", "Creature — Fish")
    p = Position(idle, filter_, fish, hand="Fish", play="Idle, Filter, 5 Wastes")
    p.cast("Fish")
    assert p.untapped() == 1 + 7 - 4  # the Fish; the filter, its {1} and two more are tapped


SEARCHER = card(
    "Searcher", "{G}",
    text="{G}, Discard a creature card: Search your library for a creature card, reveal it, put it into your hand, "
    "then shuffle.",
)  # fmt: skip
BEAR = card("Bear", "{1}{G}")


def _helps(position, name):
    face = position.arrays["faces"][position.face(name)]
    own = position.arrays["face_abilities"][face["ability"] : face["ability"] + face["n_abilities"]]
    return max(int(position.arrays["abilities"][k]["helps"]) for k in own)


def test_what_only_brings_cards_helps_later():
    assert _helps(Position(SEARCHER, BEAR, *LANDS), "Searcher") == 2


def test_but_not_where_cards_of_the_hand_make_mana():
    guide = card("Guide", "{2}{G}", "Creature — Ape", "Exile Guide from your hand: Add {G}.")
    p = Position(SEARCHER, BEAR, guide, hand="Bear", play="Forest, Searcher", library="Guide")
    assert _helps(p, "Searcher") == 1
    assert p.board.mana_available()["total"] == 1  # {G} for a Guide, which makes {G}


def test_or_where_they_pay_for_a_spell():
    pitched = card(
        "Pitched", "{3}{G}{G}", "Instant",
        "You may exile a green card from your hand rather than pay this spell's mana cost.\nDestroy target artifact.",
    )  # fmt: skip
    p = Position(SEARCHER, BEAR, pitched, hand="Pitched", play="Forest")
    assert _helps(p, "Searcher") == 3
    assert not p.castable("Pitched")
    assert Position(SEARCHER, BEAR, pitched, hand="Pitched, Bear", play="Forest").castable("Pitched")


@pytest.mark.parametrize(("arrives", "helps"), [
    (card("Elf", "{G}", text="{T}: Add {G}."), 2),  # sick (CR 302.6)
    (card("Hasty Elf", "{G}", text="Haste\n{T}: Add {G}."), 1),
    (card("Ox", "{6}", text="When Ox enters, add {G}{G}."), 1),
    (card("Rock", "{6}", "Artifact Creature — Golem", "{1}: Add {G}."), 1),
    (card("Hulk", "{6}"), 2),
])  # fmt: skip
def test_permanents_put_from_the_hand_help_now_if_they_make_mana_this_turn(arrives, helps):
    door = card("Door", "{2}", "Artifact", "{1}, {T}: You may put a creature card from your hand onto the battlefield.")
    assert _helps(Position(door, arrives), "Door") == helps


def test_the_lands_that_may_be_found_are_those_that_no_other_is_as_good_as():
    fetch = card(
        "Fetch", "", "Land",
        "{T}, Sacrifice Fetch: Search your library for a land card, put it onto the battlefield, then shuffle.",
    )  # fmt: skip
    dual = card("Dual", "", "Land — Forest Island", "({T}: Add {G} or {U}.)")
    slow = card("Slow", "", "Land", "Slow enters tapped.\n{T}: Add {W} or {B}.")
    spells = [card(f"Spell {t}", "{" + t + "}", "Creature — Bear") for t in "WUBRG"]
    domain = card("Domain", "{1}{R}", "Creature — Bear", "This spell costs {1} less to cast if you control a Forest.")
    position = {"play": "Fetch, Mountain", "library": "Forest, Island, Dual, Slow, Mountain"}
    p = Position(fetch, dual, slow, *spells, domain, **position)
    assert [p.castable(f"Spell {t}") for t in "WUBRG"] == [False, True, False, True, True]
    assert p.castable("Domain")


@pytest.mark.parametrize("types", ["Land", "Basic Land — Island"])
def test_a_land_of_more_types_is_not_less(types):
    """{1} less with an Island: the Island is found although another land makes as much."""
    fetch = card(
        "Fetch", "", "Land",
        "{T}, Sacrifice Fetch: Search your library for a land card, put it onto the battlefield, then shuffle.",
    )  # fmt: skip
    spring = card("Spring", "", "Land", "{T}: Add {U}.")
    fish = card("Fish", "{1}{U}{U}", "Creature — Fish", "This spell costs {1} less to cast if you control an Island.")
    island = "Island" if "Island" in types else "Spring"
    p = Position(fetch, spring, fish, play="Fetch, Spring", library=f"3 Spring, {island}")
    assert p.castable("Fish") is (island == "Island")


SHAPES = [
    card("Oasis", "", "Land", "{T}: Add {C}.\n{T}: Add {G}{G}.\n{1}, {T}: Untap target land."),
    card("Shrine", "", "Land", "{T}: Add {C}.\n{T}: Add {G}{G}."),
    card("Dual", "", "Land", "{T}: Add {W} or {B}."),
    card("Tower", "", "Land", "{T}: Add {C}{C}{C}."),
    card("Mill", "", "Land", "{T}: Add {C}.\n{1}, {T}: Add {U}{U}."),
    card("Key", "{1}", "Artifact", "{1}, {T}: Untap target artifact."),
    card("Candle", "{1}", "Artifact", "{X}, {T}: Untap X target lands."),
    card("Vault", "{2}", "Artifact", "{T}: Add {C}{C}{C}.\n{4}: Untap Vault."),
    card("Prism", "{2}", "Artifact", "{2}: Add one mana of any color."),
    card("Priest", "{1}{G}", "Creature — Elf Druid", "{T}: Add {G} for each Elf you control."),
    card("Elf", "{G}", "Creature — Elf Druid", "{T}: Add {G}."),
    card("Ranger", "{G}", "Creature — Elf Ranger",
         "Return a Forest you control to its owner's hand: Untap target creature. Activate only once each turn."),
    card("Coin", "{1}", "Artifact", "{T}, Sacrifice Coin: Add one mana of any color."),
    *BASICS[1:5:3],
]  # fmt: skip


@settings(max_examples=150)
@given(st.lists(st.sampled_from([c.name for c in SHAPES]), min_size=1, max_size=6))
def test_the_bound_and_tapping_first_leave_nothing_out(names):
    """Searched without either, a position has as much mana (a program flag turns off the one or the other)."""
    p = Position(*(c for c in SHAPES if c not in BASICS), play=names)
    flags = p.arrays["flags"]
    found = []
    for other in (flags, flags | STATE, flags & ~TAPS_UNSEEN):
        board = Board(CoreProgram({**p.arrays, "flags": other}), seed=3)
        board.load(turn=5)
        for slot, name in enumerate(names):
            board.add_object(p.face(name), slot=slot)
        made = board.mana_available(limit=3000)
        if not made["cut"]:
            found.append((made["total"], made["by_type"], made["unbounded"]))
    assert len(set(map(str, found))) <= 1, (names, found)
