"""XML, JSON, tables, and Forge's sections: what is odd or broken in them."""

import pytest

from untap.decks import DeckError, parse_deck


def only(deck):
    (item,) = deck.diagnostics
    return item.line, item.severity, item.message


COD = '<cockatrice_deck version="1">\n<zone name="main">\n{}\n</zone>\n</cockatrice_deck>'
DEK = "<Deck>\n{}\n</Deck>"


@pytest.mark.parametrize(
    "prologue",
    [
        "<!DOCTYPE cockatrice_deck>",
        '<!DOCTYPE x [<!ENTITY a "b">]>',
        '<!DOCTYPE x SYSTEM "file:///etc/hostname">',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_document_types_are_refused(prologue):
    text = f'<?xml version="1.0"?>\n{prologue}\n' + COD.format('<card number="1" name="Forest"/>')
    with pytest.raises(DeckError, match="document type") as caught:
        parse_deck(text)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<Deck><Cards", "the XML is broken"),
        ("<Deck>&bomb;</Deck>", "the XML is broken"),
        ("<Deck>" + "<a>" * 200 + "</a>" * 200 + "</Deck>", "nested too deeply"),
        ("<html><body>4 Forest</body></html>", "this XML is not a decklist"),
        ("<Deck></Deck>", "the deck is empty"),
        ('{"data": {"mainBoard": [', "the JSON is broken"),
        ('{"cards": []}', "the JSON is not a decklist"),
        ('{"a": ' * 100_000, "the JSON is not a decklist|the JSON is broken"),
        ("{}", "the JSON is not a decklist"),
        ('{"mainBoard": []}', "the deck is empty"),
        ("Name,Count\n", "the deck is empty"),
    ],
)
def test_broken(text, message):
    with pytest.raises(DeckError, match=message):
        parse_deck(text)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ('number="4"', "a card without a name"),
        ('name="Island"', "'Island' has no count"),
        ('number="-1" name="Island"', "'Island': the count -1 is negative"),
        ('number="0" name="Island"', "'Island': the count is 0"),
        ('number="many" name="Island"', "'Island': 'many' is not a count"),
        ('number="1e3" name="Island"', "'Island': '1e3' is not a count"),
        ('number="10000" name="Island"', "'Island': 10000 copies of a card are more than the 999 allowed"),
    ],
)
def test_bad_cards(attributes, message):
    deck = parse_deck(COD.format(f'<card number="4" name="Forest"/>\n<card {attributes}/>'))
    assert deck.main == {"Forest": 4}
    assert only(deck) == (4, "error", message)


def test_unknown_zones_and_elements_are_told():
    text = (
        "<cockatrice_deck><zone name='main'>\n<card number='4' name='Forest'/><token/></zone>\n"
        "<zone name='limbo'><card number='1' name='Island'/></zone></cockatrice_deck>"
    )
    deck = parse_deck(text)
    assert deck.contents == {"main": {"Forest": 4}, "maybeboard": {"Island": 1}}
    assert [(item.line, item.severity) for item in deck.diagnostics] == [(2, "warning"), (3, "warning")]


def test_lines_of_entries():
    assert [entry.line for entry in parse_deck(COD.format('<card number="4"\n name="Forest"/>')).entries] == [3]
    cards = '{"count": 4,\n"name": "Forest"}, {"name": "J\\u00f6tun",\n"count": 1}'
    deck = parse_deck('{"data": {\n"name": "Forest",\n"mainBoard": [\n' + cards + "]}}")
    assert [(entry.name, entry.line) for entry in deck.entries] == [("Forest", 5), ("Jötun", 5)]


def test_json_items_that_are_no_cards():
    deck = parse_deck('{"mainBoard": [{"name": "Forest", "count": 4}, 7,\n{"name": "Island", "count": true}]}')
    assert deck.main == {"Forest": 4}
    assert [item.severity for item in deck.diagnostics] == ["error", "error"]


def test_json_lists_that_are_not_known():
    deck = parse_deck('{"mainBoard": [{"name": "Forest", "count": 4}],\n"attic": [{"name": "Island", "count": 1}]}')
    assert only(deck) == (2, "warning", "the list 'attic' is not known: its cards are left out")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_tables(separator):
    rows = [
        ["Quantity", "Card name", "Board", "Foil"],
        ["4", "Forest", "Main", ""],
        ["2", "Island", "Sideboard", "foil"],
    ]
    deck = parse_deck("\n".join(separator.join(row) for row in rows))
    assert deck.contents == {"main": {"Forest": 4}, "sideboard": {"Island": 2}}
    assert [entry.foil for entry in deck.entries] == [False, True]


def test_rows_that_are_wrong():
    deck = parse_deck('Name,Count,Board\nForest,4,\nIsland\n,2,\nSwamp,x,\n"Plains,1,\nPlains,1,\n\n,,\nOpt,1,attic\n')
    assert deck.main == {"Forest": 4}
    assert [item.line for item in deck.diagnostics] == [3, 4, 5, 6, 7, 9, 10]
    assert deck.line_kinds[:2] == ("heading", "entry")


def test_forge_sections():
    text = (
        "[metadata]\nName=X\n[Main]\n4 Forest|M12|1\n# a word\n4x Island\nSwamp\n-2 Plains\n[Attic]\n1 Opt\n[Sideboard]"
    )
    deck = parse_deck(text)
    assert (deck.name, deck.main) == ("X", {"Forest": 4, "Island": 4, "Swamp": 1})
    assert [(item.line, item.severity) for item in deck.diagnostics] == [(8, "error"), (10, "warning")]


def test_file_name_breaks_ties_only():
    assert parse_deck("4 Forest", "elves.dec").format == "apprentice"
    assert parse_deck("4 Forest", "elves.txt").format == "plain"
    assert parse_deck(DEK.format('<Cards Quantity="4" Name="Forest"/>'), "elves.txt").format == "dek"
