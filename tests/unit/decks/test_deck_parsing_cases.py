"""The cases of the topic "deck_parsing": lists, and the cards that they are."""

import gzip
import json

import pytest

from untap.decks import Deck, DeckError, parse_deck

TOPIC = "deck_parsing"


def key(name: str) -> str:
    """Names that mean the same card: case, and the form of the stroke between halves, don't matter."""
    return "//".join(part.strip() for part in name.casefold().replace("//", "/").split("/"))


@pytest.fixture(scope="module")
def cases(shared):
    file = shared / "cases" / "shared.jsonl"
    if not file.is_file():
        pytest.skip(f"no {file}")
    with file.open(encoding="utf-8") as lines:
        return [case for case in map(json.loads, lines) if case["topic"] == TOPIC]


@pytest.fixture(scope="module")
def names(shared):
    """The names of all cards by their key. (Looking cards up is another room's; this is enough for the cases.)"""
    file = shared / "corpus" / "cards.jsonl.gz"
    if not file.is_file():
        pytest.skip(f"no {file}")
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return {key(card["name"]): card["name"] for card in map(json.loads, lines)}


def resolved(counts: dict[str, int], names: dict[str, str]) -> dict[str, int]:
    cards: dict[str, int] = {}
    for name, count in counts.items():
        if key(name) not in names:
            raise DeckError(f"no card is called {name!r}")
        cards[names[key(name)]] = cards.get(names[key(name)], 0) + count
    return cards


def observe(deck: Deck, names: dict[str, str]) -> dict[str, object]:
    main = resolved(deck.main, names)
    return {
        "main": sum(main.values()),
        "sideboard": sum(resolved(deck.sideboard, names).values()),
        "cards": main,
        "commander": list(resolved(deck.commanders, names)),
    }


def test_cases(cases, names):
    assert cases
    for case in cases:
        expected = case["expect"]["deck"]
        deck = parse_deck(case["given"]["decklist"])
        assert not deck.diagnostics, case["id"]
        if "error" in expected:
            with pytest.raises(DeckError, match=expected["error"]["name"]):
                observe(deck, names)
            continue
        seen = observe(deck, names)
        assert {field: seen[field] for field in expected} == expected, case["id"]
