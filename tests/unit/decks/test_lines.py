"""One card line, in all its forms."""

import pytest

from untap.decks import MAX_COUNT, parse_deck
from untap.decks.lines import LineError, parse_card


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("4 Forest", 4, "Forest"),
        ("4x Forest", 4, "Forest"),
        ("4X Forest", 4, "Forest"),
        ("4 x Forest", 4, "Forest"),
        ("4× Forest", 4, "Forest"),
        ("x4 Forest", 4, "Forest"),
        ("Forest x4", 4, "Forest"),
        ("Forest x 4", 4, "Forest"),
        ("Forest * 4", 4, "Forest"),
        ("Forest", 1, "Forest"),
        ("004 Forest", 4, "Forest"),
        ("4\tForest", 4, "Forest"),
        (f"{MAX_COUNT} Forest", MAX_COUNT, "Forest"),
        ("2 Depose/Deploy", 2, "Depose/Deploy"),
        ("1 Murderous Rider // Swift End", 1, "Murderous Rider // Swift End"),
        ("1 SP//dr, Piloted by Peni", 1, "SP//dr, Piloted by Peni"),
        ("1 Who // What // When // Where // Why", 1, "Who // What // When // Where // Why"),
        ("1   Fire  //  Ice", 1, "Fire // Ice"),
        ("1 1996 World Champion", 1, "1996 World Champion"),
        ("17-Year Cicadas", 1, "17-Year Cicadas"),
        ("+2 Mace", 1, "+2 Mace"),
        ("1 +2 Mace", 1, "+2 Mace"),
        ("1 _____", 1, "_____"),
        ("_____ Bird Gets the Worm", 1, "_____ Bird Gets the Worm"),
        ('1 "Ach! Hans, Run!"', 1, '"Ach! Hans, Run!"'),
        ("1 X", 1, "X"),
        ("4 X (CMB1) 12", 4, "X"),
        ("1 TL;DR", 1, "TL;DR"),
        ("1 Prototype X-8", 1, "Prototype X-8"),
        ("1 Borrowing 100,000 Arrows", 1, "Borrowing 100,000 Arrows"),
        ("1 Erase (Not the Urza's Legacy One)", 1, "Erase (Not the Urza's Legacy One)"),
        ("1 B.F.M. (Big Furry Monster) (UGL) 28", 1, "B.F.M. (Big Furry Monster)"),
        ("1 Hazmat Suit (Used)", 1, "Hazmat Suit (Used)"),
        ("1 Circle of Protection: White", 1, "Circle of Protection: White"),
    ],
)
def test_count_and_name(line, count, name):
    card = parse_card(line)
    assert (card.count, card.name) == (count, name)


@pytest.mark.parametrize(
    ("line", "name", "set_code", "number", "foil"),
    [
        ("1x Sol Ring (C21) 263 *F*", "Sol Ring", "C21", "263", True),
        ("1 Sol Ring (c21) 263", "Sol Ring", "C21", "263", False),
        ("1 Sol Ring (C21)", "Sol Ring", "C21", None, False),
        ("1 Sol Ring (C21:263)", "Sol Ring", "C21", "263", False),
        ("7 Plains (331)", "Plains", None, "331", False),
        ("1 Karn's Bastion (PLST) WAR-248", "Karn's Bastion", "PLST", "WAR-248", False),
        ("1 Benalish Marshal (PDOM) 6p", "Benalish Marshal", "PDOM", "6p", False),
        ("1 Walking Ballista (SLD) 1012a *E*", "Walking Ballista", "SLD", "1012a", True),
        ("1 [WAR:2*] Ugin, the Ineffable", "Ugin, the Ineffable", "WAR", "2*", False),
        ("1 [ODY:72+] Cephalid Looter", "Cephalid Looter", "ODY", "72+", False),
        ("4 [M14] Mutavault", "Mutavault", "M14", None, False),
        ("16 [] Forest", "Forest", None, None, False),
        ("6 Plains [ELD:*]", "Plains", "ELD", None, False),
        ("1 Sol Ring [foil]", "Sol Ring", None, None, True),
        ("1 Sol Ring <263> [C21] (F)", "Sol Ring", "C21", "263", True),
        ("Goblin King (8ED) * 4", "Goblin King", "8ED", None, False),
        ("Plains (ONE) (*) * 4", "Plains", "ONE", None, False),
    ],
)
def test_printing(line, name, set_code, number, foil):
    card = parse_card(line)
    assert (card.name, card.set_code, card.number, card.foil) == (name, set_code, number, foil)


@pytest.mark.parametrize(
    ("line", "section", "categories"),
    [
        ("1 Sol Ring *CMDR*", "commander", []),
        ("1 Sol Ring # !Commander", "commander", []),
        ("1 Sol Ring # !Companion", "companion", []),
        ("1 Sol Ring [Commander{top}]", "commander", ["Commander"]),
        ("1 Sol Ring [Sideboard]", "sideboard", ["Sideboard"]),
        ("1 Sol Ring [Later{noDeck}{noPrice},Ramp]", "maybeboard", ["Later", "Ramp"]),
        ("1 Sol Ring [Ramp,Commander]", None, ["Ramp", "Commander"]),
        ("1 Sol Ring ^Have,#37d67a^", None, ["Have"]),
        ("1 Sol Ring (C21) 263 [Ramp] ^Have,#37d67a^", None, ["Have", "Ramp"]),
        ("1 Sol Ring #Ramp #!Fast Mana", None, ["Ramp", "Fast Mana"]),
        ("1 Sol Ring *signed*", None, ["signed"]),
        ("1 Sol Ring <showcase>", None, ["showcase"]),
    ],
)
def test_marks(line, section, categories):
    card = parse_card(line)
    assert (card.name, card.section, card.categories) == ("Sol Ring", section, categories)


@pytest.mark.parametrize(
    ("line", "message", "suggestion"),
    [
        ("-4 Forest", "negative", "4 Forest"),
        ("\u22124 Forest", "negative", "4 Forest"),
        ("- 4 Forest", "negative", "4 Forest"),
        ("Forest x-4", "negative", "1 or more"),
        ("0 Forest", "the count is 0", "take the line out"),
        ("Forest x0", "the count is 0", "take the line out"),
        (f"{MAX_COUNT + 1} Forest", f"more than the {MAX_COUNT} allowed", "correct the count"),
        ("9" * 450 + " Forest", "more than the", "correct the count"),
        ("1996 World Champion", "more than the", "1 1996 World Champion"),
        ("4.5 Forest", "not a whole number", "1 Forest"),
        ("4,Forest", "not a whole number", "1 Forest"),
        ("4Forest", "no space", "4 Forest"),
        ("4xForest", "no space", "4 Forest"),
        ("4 Forest x4", "another after it", "leave one of them out"),
        ("!!!", "no card name", "4 Card Name"),
        ("4", "no card name", "4 Card Name"),
        ("4 [M14]", "no card name", "4 Card Name"),
        ("4 (M14) 12", "no card name", "4 Card Name"),
        ("4 " + "a" * 500, "too long", "comment"),
    ],
)
def test_bad_lines(line, message, suggestion):
    with pytest.raises(LineError, match=message) as caught:
        parse_card(line)
    assert suggestion in caught.value.suggestion
    # Among good lines it is a diagnostic with its line, and takes nothing with it.
    deck = parse_deck(f"60 Island\n{line}\n2 Swamp\n")
    assert deck.main == {"Island": 60, "Swamp": 2}
    assert [(item.line, item.severity) for item in deck.diagnostics] == [(2, "error")]
    assert deck.line_kinds == ("entry", "diagnostic", "entry")


def test_known_names_decide():
    known = {"1996 World Champion"}.__contains__
    assert parse_deck("1996 World Champion", known=known).main == {"1996 World Champion": 1}
    assert parse_deck("60 Forest", known=known).main == {"Forest": 60}
