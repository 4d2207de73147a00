"""Cases of the start of the game, deck lists and probabilities, through the product's own modules."""

from __future__ import annotations

from .cards import corpus
from .position import NotExpressible


def deck_parsing(case) -> list[str]:
    """`main` and `sideboard` are numbers of cards, `cards` what the main deck holds by Oracle name."""
    from untap.decks import DeckError, parse_deck

    wanted = case["expect"]["deck"]
    try:
        deck = parse_deck(case["given"]["decklist"])
    except DeckError as err:
        return [] if "error" in wanted else [f"error: {err}"]
    errors = [d for d in deck.diagnostics if d.severity == "error"]
    unknown = [name for name in (*deck.main, *deck.sideboard, *deck.commanders) if _oracle_name(name) is None]
    if "error" in wanted:
        return [] if errors or unknown else ["no error"]
    wrong = [str(e) for e in errors] + [f"unknown card {name}" for name in unknown]
    cards: dict[str, int] = {}
    for name, count in deck.main.items():
        cards[_oracle_name(name)] = cards.get(_oracle_name(name), 0) + count
    got = {
        "main": sum(deck.main.values()),
        "sideboard": sum(deck.sideboard.values()),
        "cards": cards,
        "commander": [_oracle_name(name) for name in deck.commanders],
    }
    for key, value in wanted.items():
        if key == "commander" and not isinstance(value, list):
            value = [value] if value else []
        if key in got and got[key] != value:
            wrong.append(f"{key}: {got[key]!r}, not {value!r}")
    return wrong


def _oracle_name(name: str) -> str | None:
    from untap.cards import CardTable
    from untap.cards.names import UnknownCard

    if name in corpus():
        return corpus()[name].name
    try:
        return CardTable.open().lookup(name).name
    except (UnknownCard, OSError):
        return None


def mulligan(case) -> list[str]:
    """Hand, library and draws after mulligans, by the core's own start of the game."""
    from untap._core import draws_by_turn, opening_size

    given, expect = case["given"], case["expect"]
    taken = max(0, given["mulligans_taken"] - given.get("free_mulligans", 0))
    size, bottom, scry = opening_size(given["mulligan_rule"], taken, given["deck_size"])
    play, opponents = given.get("on_the_play", True), given.get("players", 2) - 1
    wrong = []
    for key, wanted in expect.items():
        if key == "mulligan":
            got = {"hand": size, "library": given["deck_size"] - size, "bottom": bottom, "scry": scry}
            got["may_mulligan_again"] = size > 0
            got = {k: v for k, v in got.items() if k in wanted}
        elif key == "cards_drawn_by_turn":
            got = {t: draws_by_turn(int(t), play, opponents) for t in wanted}
        elif key == "cards_seen_by_turn":
            got = {t: size + draws_by_turn(int(t), play, opponents) for t in wanted}
        elif key == "draw_from_empty_library_on_turn":
            left = given["deck_size"] - size
            got = next(t for t in range(1, 1000) if draws_by_turn(t, play, opponents) > left)
        else:
            raise NotExpressible(f"start of the game: {key}")
        if got != wanted:
            wrong.append(f"{key}: {got!r}, not {wanted!r}")
    return wrong


def probability(case) -> list[str]:
    """Exact probability of counts among random cards, by the product's multivariate closed form."""
    from untap.exact.hypergeometric import distribution

    deck, event = case["given"]["deck"], case["given"]["event"]
    if "castable" in event:
        value = _best_play(deck, event)
        wanted = case["expect"]["probability"]
        return (
            []
            if abs(value - wanted["value"]) <= wanted.get("exact_to", 1e-6)
            else [f"probability {value}, not {wanted['value']}"]
        )
    classes = list(deck)
    hands = distribution([deck[c] for c in classes], event["cards"])

    def holds(hand, conditions):
        for condition in conditions:
            n = sum(hand[classes.index(c)] for c in condition["of"] if c in classes)
            if n < condition["min"] or n > condition.get("max", n):
                return False
        return True

    given = sum(p for hand, p in hands.items() if holds(hand, event.get("given", ())))
    both = sum(p for hand, p in hands.items() if holds(hand, event["all"]) and holds(hand, event.get("given", ())))
    value = both / given
    if event.get("mulligan"):
        if event["mulligan"]["keep_if"] != "all":
            raise NotExpressible("a keep rule of its own")
        value = 1 - (1 - value) ** (event["mulligan"]["at_most"] + 1)
    wanted = case["expect"]["probability"]
    tolerance = wanted.get("exact_to", 1e-6)
    return [] if abs(value - wanted["value"]) <= tolerance else [f"probability {value}, not {wanted['value']}"]


def _best_play(deck, event) -> float:
    """P(castable by the turn | the card is among the cards seen): all hands and draws, judged by the board."""
    from itertools import product

    from untap._core import draws_by_turn
    from untap.exact.hypergeometric import distribution

    from .position import Position

    classes, sizes = list(deck), list(deck.values())
    draws = draws_by_turn(event["by_turn"], event["on_the_play"], 1)
    hand_size = min(7, sum(sizes))
    draws = min(draws, sum(sizes) - hand_size)
    seen = good = 0.0
    for hand, p in distribution(sizes, hand_size).items():
        for order in product(range(len(classes)), repeat=draws):
            left = [n - k for n, k in zip(sizes, hand, strict=True)]
            q = p
            for c in order:
                q *= left[c] / sum(left)
                left[c] -= 1
            if q <= 0:
                continue
            cards = [name for name, k in zip(classes, hand, strict=True) for _ in range(k)]
            drawn = [classes[c] for c in order]
            if event["castable"] not in cards + drawn:
                continue
            seen += q
            given = {
                "turn": 1,
                "phase": "main1",
                "hand": cards,
                "library_order": drawn,
                "on_the_play": event["on_the_play"],
            }
            position = Position(given, {}, [])
            if not event["on_the_play"]:
                position.board.draw(1)
            if position.board.castable_by_turn(position.kind(event["castable"]), event["by_turn"]) is not None:
                good += q
    return good / seen
