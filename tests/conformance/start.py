"""Cases of the start of the game, deck lists and probabilities, through the product's own modules."""

from __future__ import annotations

from math import comb

from .position import NotExpressible


def deck_parsing(case) -> list[str]:
    from untap.decks import DeckError, parse_deck

    wanted = case["expect"]["deck"]
    try:
        deck = parse_deck(case["given"]["decklist"])
    except DeckError as err:
        return [] if "error" in wanted else [f"error: {err}"]
    errors = [d for d in deck.diagnostics if d.severity == "error"]
    if "error" in wanted:
        return [] if errors else ["no error"]
    wrong = [str(e) for e in errors]
    for key, got in (("main", dict(deck.main)), ("sideboard", dict(deck.sideboard)), ("cards", sum(deck.main.values()))):
        if key in wanted and got != wanted[key]:
            wrong.append(f"{key}: {got!r}, not {wanted[key]!r}")
    if "commander" in wanted:
        got = list(deck.commanders)
        want = wanted["commander"] if isinstance(wanted["commander"], list) else [wanted["commander"]] if wanted["commander"] else []
        if got != want:
            wrong.append(f"commander: {got!r}, not {want!r}")
    return wrong


def mulligan(case) -> list[str]:
    given, expect = case["given"], case["expect"]
    wrong = []
    if "mulligan" in expect:
        wanted = expect["mulligan"]
        if "may_mulligan_again" in wanted:
            raise NotExpressible("may mulligan again")
        kind = given["mulligan_rule"]
        taken = max(0, given["mulligans_taken"] - given.get("free_mulligans", 0))
        from untap._core import opening_size

        size, bottom, scry = opening_size(kind, taken, given["deck_size"])
        got = {"hand": size, "library": given["deck_size"] - size, "bottom": bottom}
        if "scry" in wanted:
            got["scry"] = scry
        for key in got:
            if key in wanted and got[key] != wanted[key]:
                wrong.append(f"{key}: {got[key]!r}, not {wanted[key]!r}")
        return wrong
    raise NotExpressible("start of the game: " + ", ".join(expect))


def probability(case) -> list[str]:
    """Exact probability of a conjunction of counts in a random hand, by the product's multivariate closed form."""
    raise NotExpressible("probability")


__all__ = ["comb", "deck_parsing", "mulligan", "probability"]
