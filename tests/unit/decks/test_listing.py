"""Lists of lines: headings, comments, sections, blank lines."""

import pytest

from untap.decks import parse_deck


def contents(text, **options):
    return parse_deck(text, **options).contents


@pytest.mark.parametrize(
    "heading",
    [
        "Sideboard",
        "SIDEBOARD:",
        "sideboard (2)",
        "Sideboard (2 cards):",
        "[Sideboard]",
        "== Sideboard ==",
        "**Sideboard**",
        "// Sideboard",
        "//Sideboard",
        "# Sideboard (2)",
        "2 Sideboard",
        "Side board",
        "SB:",
    ],
)
def test_sideboard_headings(heading):
    assert contents(f"60 Forest\n{heading}\n2 Island") == {"main": {"Forest": 60}, "sideboard": {"Island": 2}}


@pytest.mark.parametrize("line", ["SB: 2 Island", "SB:2 Island", "sb: 2x Island", "Sideboard: 2 Island"])
def test_sideboard_prefix(line):
    assert contents(f"{line}\n60 Forest") == {"main": {"Forest": 60}, "sideboard": {"Island": 2}}


@pytest.mark.parametrize(
    "line",
    ["Land (40)", "Creatures:", "Instants and Sorceries", "24 LANDS", "# 24 lands", "== Spells ==", "Planeswalker (1)"],
)
def test_group_headings(line):
    deck = parse_deck(f"4 Shock\n\n{line}\n20 Mountain")
    assert deck.main == {"Shock": 4, "Mountain": 20}
    assert deck.line_kinds == ("entry", "blank", "heading", "entry")
    assert not deck.diagnostics


@pytest.mark.parametrize(
    "line", ["// a word", "# 4 of these", "> said he", "-----", "* * *", "; note", "Author: nobody"]
)
def test_comments(line):
    deck = parse_deck(f"{line}\n4 Shock")
    assert deck.line_kinds == ("comment", "entry")


@pytest.mark.parametrize(
    "header",
    [
        "About\nName Red Deck",
        "// NAME: Red Deck",
        "//NAME: Red Deck",
        "// Name : Red Deck",
        "# name Red Deck",
        "#NAME:Red Deck",
        "NAME:Red Deck",
        "Deck: Red Deck",
        "Title: Red Deck",
    ],
)
def test_deck_name(header):
    deck = parse_deck(f"{header}\n\n4 Shock")
    assert deck.name == "Red Deck"
    assert deck.main == {"Shock": 4}


def test_commander_heading_without_deck_heading():
    text = "Commander\n1 Kinnan, Bonder Prodigy\n\n1 Sol Ring\n98 Forest"
    assert contents(text) == {"commander": {"Kinnan, Bonder Prodigy": 1}, "main": {"Sol Ring": 1, "Forest": 98}}


def test_group_ends_the_command_zone():
    text = "Commander (1)\n1 Kinnan, Bonder Prodigy\nLands (99)\n99 Forest"
    assert contents(text) == {"commander": {"Kinnan, Bonder Prodigy": 1}, "main": {"Forest": 99}}


def test_mark_outranks_prefix_and_heading():
    text = "99 Forest\nSideboard\nSB: 1 Kinnan, Bonder Prodigy # !Commander\n1 Island"
    assert contents(text)["commander"] == {"Kinnan, Bonder Prodigy": 1}
    assert contents(text)["sideboard"] == {"Island": 1}


def test_repeated_lines_add_up_and_keep_their_order():
    deck = parse_deck("2 Swamp\n10 Forest\n5 Island\n10 Forest")
    assert list(deck.main.items()) == [("Swamp", 2), ("Forest", 20), ("Island", 5)]
    assert [entry.line for entry in deck.entries] == [1, 2, 3, 4]


class TestBlankLines:
    def test_the_rest_is_the_sideboard(self):
        deck = parse_deck("60 Forest\n\n15 Island")
        assert (deck.main, deck.sideboard) == ({"Forest": 60}, {"Island": 15})
        assert not deck.diagnostics

    def test_a_pool_beside_forty_cards(self):
        assert parse_deck("40 Forest\n\n50 Island").sideboard == {"Island": 50}

    def test_small_lists(self):
        assert parse_deck("7 Forest\n\n4 Island").sideboard == {"Island": 4}

    def test_not_after_a_sideboard_heading(self):
        deck = parse_deck("30 Forest\n\n30 Island\nSideboard\n2 Swamp\n\n3 Plains")
        assert deck.main == {"Forest": 30, "Island": 30}
        assert deck.sideboard == {"Swamp": 2, "Plains": 3}

    def test_two_halves_of_a_main_deck(self):
        deck = parse_deck("24 Forest\n\n36 Island")
        assert deck.main == {"Forest": 24, "Island": 36}
        assert [(item.line, item.severity) for item in deck.diagnostics] == [(3, "warning")]

    def test_a_commander_above(self):
        deck = parse_deck("1 Kinnan, Bonder Prodigy\n\n99 Forest")
        assert deck.contents == {"commander": {"Kinnan, Bonder Prodigy": 1}, "main": {"Forest": 99}}
        assert [(item.line, item.severity) for item in deck.diagnostics] == [(1, "warning")]

    def test_a_commander_below_is_a_hint(self):
        deck = parse_deck("99 Forest\n\n1 Kinnan, Bonder Prodigy")
        assert deck.sideboard == {"Kinnan, Bonder Prodigy": 1}
        assert deck.commander_hints == ("Kinnan, Bonder Prodigy",)

    def test_several_blocks_and_a_sideboard(self):
        deck = parse_deck("20 Shock\n\n20 Opt\n\n20 Island\n\n15 Negate")
        assert deck.sideboard == {"Negate": 15}
        assert [(item.line, item.severity) for item in deck.diagnostics] == [(7, "warning")]

    def test_several_blocks_of_one_deck(self):
        deck = parse_deck("25 Shock\n\n20 Opt\n\n15 Island")
        assert not deck.sideboard
        assert [item.severity for item in deck.diagnostics] == ["warning"]

    def test_one_of_each(self):
        cards = "\n".join(f"1 Card {chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(90))
        deck = parse_deck(f"{cards}\n\n10 Forest")
        assert sum(deck.main.values()) == 100

    def test_groups_with_headings(self):
        deck = parse_deck("Lands\n20 Forest\nCreatures\n20 Bear\n\n10 Elf")
        assert sum(deck.main.values()) == 50


class TestOwnHeadings:
    def test_a_sum_that_fits(self):
        deck = parse_deck("1 Forest\n\nFast things (3)\n2 Sol Ring\n1 Mana Crypt")
        assert deck.main == {"Forest": 1, "Sol Ring": 2, "Mana Crypt": 1}
        assert deck.line_kinds[2] == "heading"

    def test_a_sum_that_does_not_fit(self):
        deck = parse_deck("1 Forest\n2 Island\n\nSwamp (331)\n2 Sol Ring")
        assert deck.contents["sideboard"] == {"Swamp": 1, "Sol Ring": 2}

    def test_a_line_without_a_count_is_a_card(self):
        assert parse_deck("1 Island\n2 Plains\nForest\n1 Swamp").main["Forest"] == 1

    def test_unless_there_is_no_such_card(self):
        known = {"Island", "Plains", "Forest", "Swamp"}.__contains__
        deck = parse_deck("1 Island\n\nRamp\n2 Plains\n\nForest\n1 Swamp", known=known)
        assert deck.main == {"Island": 1, "Plains": 2, "Forest": 1, "Swamp": 1}
        assert deck.line_kinds[2] == "heading"
        assert [(item.line, item.severity) for item in deck.diagnostics] == [(3, "note")]

    def test_a_misspelled_card_below_another_stays_one(self):
        known = {"Island", "Plains", "Forest", "Swamp"}.__contains__
        assert parse_deck("1 Island\n3 Plains\nForrest\n1 Swamp", known=known).main["Forrest"] == 1


def test_only_a_sideboard():
    deck = parse_deck("Sideboard\n4 Shock")
    assert [str(item) for item in deck.errors] == [
        "error: no card is in the main deck (put a `Deck` heading above the main deck)"
    ]


def test_first_line_of_a_hundred_is_a_hint():
    assert parse_deck("1 Sol Ring\n99 Forest").commander_hints == ("Sol Ring",)
    assert parse_deck("1 Sol Ring\n59 Forest").commander_hints == ()


@pytest.mark.parametrize("invisible", ["\ufeff", "\u200b", "\u00a0", "\u2060", "\t"])
def test_invisible_marks(invisible):
    deck = parse_deck(f"{invisible}4 Forest{invisible}\n{invisible}\n{invisible}2 Island")
    assert deck.contents == {"main": {"Forest": 4}, "sideboard": {"Island": 2}}
