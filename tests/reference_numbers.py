"""Numbers that others have published or that can be enumerated, against untap.

``python -m tests.reference_numbers FILE.jsonl [--games N] [--verbose] [--table OUT.tsv]``

Each line of the file is an entry with ``model`` (mulligan rule), ``event`` (or, where that is null, a sentence in
``quantity``), ``deck``, ``settings``, ``value``, ``tolerance`` and ``kind``. An entry whose model and event are known
is worked out by `untap.exact` and has to agree within the entry's tolerance, and where whole games have the figure also
by simulation, within 5 standard errors of the games played (false alarms: below 1 in 1,000 for 400 entries; the events
of the presets play a fifth of the games). A ``simulated upper bound`` is what a player who knows the library's order
reached: the simulation may not exceed it (a tenth of the games: these are decks of real cards, which need the card
table). What isn't known is skipped, with its reason. ``--table`` writes every comparison: source, theirs, ours, and for
simulations z, the difference in standard errors. The last line is ``N passed, N failed, N skipped``.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from untap import exact
from untap.simulate import MulliganRule, mulligan_rule

SIGMAS = 5.0
GAMES = 1_000_000
SIMULATED = ("none", "paris-cunningham")

#: Cards whose bounds are of another definition of "castable" than ours.
OTHERWISE = {
    "Murderous Cut": "the source's bound is that without delve",
    "Stoke the Flames": "the source's bound is that without convoke",
    "Chained to the Rocks": "the source wants a Mountain to enchant; here targets are ignored",
}

Entry = dict[str, Any]


class Skip(Exception):
    """Why an entry isn't checked."""


@dataclass(frozen=True)
class Check:
    """One comparison: our figure, how far off it may be (5 standard errors are in it), and whether it is a bound."""

    ours: float
    slack: float
    how: str
    bound: bool = False
    error: float = 0.0  # standard error of a simulation

    def passes(self, value: float) -> bool:
        """Whether it agrees with the entry's value."""
        if self.bound:
            return self.ours <= value + self.slack
        return abs(self.ours - value) <= self.slack


# ------------------------------------------------------------------------------------- what an entry is about


def rule_of(entry: Entry) -> MulliganRule:
    """The mulligan rule of an entry."""
    text = str(entry["settings"].get("mulligan", ""))
    if text == "none":
        return mulligan_rule("none")
    if entry["model"] == "landlord" and "0,1,5,6,7" in text:
        rule = mulligan_rule("landlord")
        keep = tuple(tuple(2 <= n <= 4 for n in range(8)) for _ in range(8))
        return replace(rule, keep=keep, keep_free=keep[7])
    try:
        rule = mulligan_rule(entry["model"])
    except ValueError as error:
        raise Skip(f"unknown model {entry['model']}") from error
    return rule.with_free() if "free" in text else rule


def on_play(entry: Entry) -> bool:
    """Whether the first draw is skipped."""
    settings = entry["settings"]
    return bool(settings.get("play_first", True)) and not settings.get("draw_on_turn_1", False)


def symbols(cost: str) -> tuple[int, int]:
    """Coloured symbols and mana value of a cost of one colour and generic mana."""
    parts = re.findall(r"\{(\w+)\}", cost)
    pips = [p for p in parts if not p.isdigit()]
    if len(set(pips)) > 1:
        raise Skip("cost of several colours")
    return len(pips), len(pips) + sum(int(p) for p in parts if p.isdigit())


def cost_of(pips: int, mana_value: int) -> str:
    """A black cost of so many coloured symbols and so much mana."""
    generic = mana_value - pips
    return (f"{{{generic}}}" if generic else "") + "{B}" * pips


# ------------------------------------------------------------------------------------- exactly


def exactly(entry: Entry) -> Check:
    """The entry's figure by closed forms."""
    event, tolerance = entry["event"], entry["tolerance"]
    if event is None:
        for pattern, answer in SENTENCES:
            match = re.fullmatch(pattern, entry["quantity"])
            if match:
                return Check(answer(entry, match), tolerance, "exact")
        raise Skip("a quantity in words that isn't known")
    answer = EVENTS.get(event["type"])
    if answer is None:
        raise Skip(f"unknown event {event['type']}")
    return Check(answer(entry, event), tolerance, "exact")


def _sources(entry: Entry, event: Entry) -> float:
    deck = entry["deck"]
    return exact.sources(
        deck["size"],
        deck["lands"],
        deck["good_sources"],
        rule_of(entry),
        pips=event["pips"],
        turn=event["turn"],
        on_play=on_play(entry),
        lands_given=event["given_lands_seen"],
    )


def _mana(entry: Entry, event: Entry) -> float:
    deck = entry["deck"]
    pips, mana_value = symbols(event["cost"])
    return exact.sources(
        deck["size"],
        deck["good_sources"] + deck["colourless_lands"],
        deck["good_sources"],
        rule_of(entry),
        pips=pips,
        turn=event["turn"],
        on_play=on_play(entry),
        lands_given=event["given_lands_seen"],
        least_lands=mana_value,
    )


def _lands(function: Callable[..., float]) -> Callable[[Entry, Entry], float]:
    def answer(entry: Entry, event: Entry) -> float:
        deck, settings = entry["deck"], entry["settings"]
        sides = (True, False) if settings.get("play_draw") == "50/50" else (on_play(entry),)
        values = [
            function(
                deck["size"],
                deck["lands"],
                rule_of(entry),
                at_least=event["at_least"],
                turn=event["turn"],
                on_play=side,
            )
            for side in sides
        ]
        return sum(values) / len(values)

    return answer


def _castable_by(entry: Entry, event: Entry) -> float:
    deck, match = entry["deck"], re.fullmatch(r"a (\d)-mana card", event["card"])
    if not match or not isinstance(deck, dict) or event.get("given") != "opening_hand":
        raise Skip("no closed form for a deck of real cards")
    return exact.castable_from_hand(
        deck["size"],
        deck["untapped_mono_colour_lands"],
        deck["copies_of_the_card"],
        rule_of(entry),
        mana_value=int(match[1]),
        turn=event["turn"],
        on_play=on_play(entry),
    )


EVENTS: dict[str, Callable[[Entry, Entry], float]] = {
    "sources": _sources,
    "mana": _mana,
    "lands_seen": _lands(exact.lands_seen),
    "lands_in_play": _lands(exact.lands_in_play),
    "castable_by": _castable_by,
}


def _fewest(entry: Entry, match: re.Match[str]) -> float:
    pips, turn, lands_given = (int(match[g]) for g in ("pips", "turn", "lands"))
    need = exact.sources_needed(
        entry["deck"]["size"],
        entry["deck"]["lands"],
        rule_of(entry),
        pips=pips,
        turn=turn,
        on_play=on_play(entry),
        target=float(entry["settings"]["target"].rstrip("%")) / 100,
        lands_given=lands_given,
    )
    return math.inf if need is None else need


def _hand_size(entry: Entry, match: re.Match[str]) -> float:
    deck = entry["deck"]
    groups = exact.Groups((deck["lands"],), (deck["size"] - deck["lands"],))
    return exact.hand_sizes(groups, rule_of(entry)).get(int(match[1]), 0.0)


def _until_found(entry: Entry, p: float) -> float:
    down_to = int(re.search(r"down to (\d)", entry["settings"]["mulligan"])[1])
    return 1 - (1 - p) ** (8 - down_to)  # each hand is seven fresh cards, and what was looked for is kept


def _card_found(entry: Entry, match: re.Match[str]) -> float:
    copies, size = map(int, re.match(r"(\d+) copies of a card in (\d+)", entry["deck"]).groups())
    return _until_found(entry, exact.at_least(1, size, copies, 7))


def _pair_found(entry: Entry, match: re.Match[str]) -> float:
    groups = tuple(map(int, re.findall(r"\d+", entry["deck"])))
    hands = exact.distribution(groups, 7)
    return _until_found(entry, math.fsum(p for h, p in hands.items() if h[0] and h[1] and h[2] >= 2))


def _good_hand(entry: Entry, match: re.Match[str]) -> float:
    """A hand with so many lands and spells, any two of which are of one colour or one of each; bottomed as it would be.

    Of seven cards seen those that are kept are chosen freely, so a smaller hand is good if some choice of it is.
    """
    few, many, spells = (int(n) for n in match.groups())
    lands, *others = map(int, re.findall(r"(?:^|, )(\d+) ", entry["deck"]))
    size, down_to = lands + sum(others), int(re.search(r"down to (\d)", entry["settings"]["mulligan"])[1])
    missed = 1.0
    for kept in range(7, down_to - 1, -1):
        wanted = [n for n in range(few, many + 1) if kept - n >= spells]
        good = [seen for seen in range(8) if any(n <= seen and kept - n <= 7 - seen for n in wanted)]
        missed *= 1 - math.fsum(exact.pmf(seen, size, lands, 7) for seen in good)
    return 1 - missed


def _two_kinds(entry: Entry, match: re.Match[str]) -> float:
    groups = tuple(map(int, re.findall(r"(?:^|, )(\d+) ", entry["deck"])))
    hands = exact.distribution(groups, entry["settings"]["cards_seen"])
    return math.fsum(p for h, p in hands.items() if h[0] >= int(match[1]) and h[0] + h[1] >= int(match[2]))


def _land_count(entry: Entry, match: re.Match[str]) -> float:
    lands, size = 0, 0
    for n, name in re.findall(r"(\d+) ([^;]+)", entry["deck"]):
        size += int(n)
        lands += int(n) * (name in ("Plains", "Island", "Swamp", "Mountain", "Forest"))
    turn = int(match[2])
    return exact.lands_in_play(size, lands, rule_of(entry), at_least=int(match[1]), turn=turn, on_play=on_play(entry))


SENTENCES: list[tuple[str, Callable[[Entry, re.Match[str]], float]]] = [
    (
        r"fewest sources of one colour so that P\(>=(?P<pips>\d) sources \| >=(?P<lands>\d) lands, "
        r"turn (?P<turn>\d)\) >= \d+%",
        _fewest,
    ),
    (
        r"fewest sources for (?P<pips>\d) pips on turn (?P<turn>\d), conditional on >=(?P<lands>\d) lands",
        _fewest,
    ),
    (r"P\(kept hand has (\d) cards\)", _hand_size),
    (
        r"P\(>=(\d+) lands among 7\+(\d+) cards\)",
        lambda e, m: exact.at_least(int(m[1]), e["deck"]["size"], e["deck"]["lands"], 7 + int(m[2])),
    ),
    (r"P\((\d) lands in 7 cards\)", lambda e, m: exact.pmf(int(m[1]), e["deck"]["size"], e["deck"]["lands"], 7)),
    (
        r"P\(>=(\d) blue source in 7 cards\)",
        lambda e, m: exact.at_least(int(m[1]), e["deck"]["size"], e["deck"]["blue_sources"], 7),
    ),
    (
        r"P\(>=(\d) good \| >=(\d) lands\)",
        lambda e, m: exact.sources(
            e["deck"]["size"],
            e["deck"]["lands"],
            e["deck"]["good"],
            rule_of(e),
            pips=int(m[1]),
            turn=e["settings"]["turn"],
            on_play=on_play(e),
            lands_given=int(m[2]),
        ),
    ),
    (r"P\(>=(\d) (?:Plains|Forest) and >=(\d) lands\)", _two_kinds),
    (r"P\((\d) lands on turn (\d)\)", _land_count),
    (r"P\(card in kept hand\)", _card_found),
    (r"P\(A and B and >=2 lands kept\)", _pair_found),
    (r"P\((\d)-(\d) lands and >=(\d) castable spells of one colour or one of each\)", _good_hand),
]


# ------------------------------------------------------------------------------------- by simulation


@lru_cache(maxsize=4)
def play(cards: tuple[tuple[int, str, str | None], ...], rule: MulliganRule, turns: int, order: str, games: int) -> Any:
    """The result of a deck of (copies, name, cost); basic lands and ``Wastes`` by name, uncastable without a cost."""
    import untap
    from tests.unit.simulate.programs import BASICS, land, program, spell

    deck = program([(n, land(name) if name in (*BASICS, "Wastes") else spell(name, cost)) for n, name, cost in cards])
    return untap.simulate(deck, mulligan=rule, turns=turns, order=order, games=games, format="constructed", seed=1)


def _filled(cards: list[tuple[int, str, str | None]], size: int) -> tuple[tuple[int, str, str | None], ...]:
    rest = size - sum(n for n, _, _ in cards)
    cards = [card for card in cards if card[0]]
    return tuple([*cards, (rest, "Filler", None)] if rest else cards)


def _side(entry: Entry) -> str:
    return "play" if on_play(entry) else "draw"


def _within(entry: Entry, ours: float, n: int) -> Check:
    p = min(max(entry["value"], 1 / n), 1 - 1 / n)
    error = math.sqrt(p * (1 - p) / n)
    return Check(ours, SIGMAS * error + entry["tolerance"], "simulated", error=error)


def simulated(entry: Entry, games: int) -> Check | None:
    """The entry's figure by simulation; None where only the closed form applies."""
    event, quantity = entry["event"], entry["quantity"]
    if event is not None and event["type"] in ("lands_seen", "lands_in_play"):
        return _simulated_lands(entry, event, max(games // 5, 1000))
    if event is not None and event["type"] == "mana":
        return _simulated_mana(entry, event, max(games // 5, 1000))
    if event is not None and event["type"] == "sources":
        return _simulated_sources(entry, event, max(games // 5, 1000))
    if entry["model"] not in SIMULATED:
        return None
    if event is not None and event["type"] == "castable_by":
        return _simulated_castable(entry, event, games)
    if event is not None:
        return None
    deck, turn = entry["deck"], entry["settings"].get("turn", 1)
    if match := re.fullmatch(SENTENCES[1][0], quantity):
        return _simulated_fewest(entry, match, games)
    if match := re.fullmatch(r"P\(kept hand has (\d) cards\)", quantity):
        result = _paris(deck["size"], deck["lands"], rule_of(entry), games)
        return _within(entry, result.hands(order="play").sizes[int(match[1])].value, games)
    if match := re.fullmatch(r"P\(>=(\d+) lands among 7\+(\d+) cards\)", quantity):
        cards = _filled([(deck["lands"], "Swamp", None)], deck["size"])
        result = play(cards, rule_of(entry), 8, "draw", games)
        return _within(entry, result.lands_seen(turn).at_least(int(match[1])).value, games)
    if match := re.fullmatch(r"P\((\d) lands in 7 cards\)", quantity):
        result = play(_filled([(deck["lands"], "Swamp", None)], deck["size"]), rule_of(entry), 1, "play", games)
        return _within(entry, result.hands().lands[int(match[1])].value, games)
    if match := re.fullmatch(r"P\(>=1 blue source in 7 cards\)", quantity):
        cards = _filled([(deck["blue_sources"], "Island", None), (4, "Card", "{U}")], deck["size"])
        return _within(entry, play(cards, rule_of(entry), 1, "play", games).castable("Card", 1).value, games)
    if match := re.fullmatch(r"P\(>=(\d) good \| >=(\d) lands\)", quantity):
        got = _conditional(deck, deck["good"], rule_of(entry), int(match[1]), turn, int(match[2]), entry, games)
        return _within(entry, got.value, got.n)
    if match := re.fullmatch(r"P\(>=\d (?:Plains|Forest) and >=\d lands\)", quantity):
        parts = re.findall(r"(\d+) ([^,{]+?)(?: (\{.*\}))?(?:,|$)", deck)
        cards = tuple((int(n), name, cost or None) for n, name, cost in parts)
        result = play(cards, rule_of(entry), turn, _side(entry), games)
        return _within(entry, result.castable(cards[-1][1], turn).value, games)
    return None


def _simulated_lands(entry: Entry, event: Entry, games: int) -> Check:
    """Lands seen or in play; every turn of one deck and rule is of one run."""
    deck, both = entry["deck"], entry["settings"].get("play_draw") == "50/50"
    cards = _filled([(deck["lands"], "Swamp", None)], deck["size"])
    result = play(cards, rule_of(entry), 7, "both", 2 * games)
    if event["turn"] > 7:
        result = play(cards, rule_of(entry), event["turn"], "both", 2 * games)
    order = None if both else _side(entry)
    lands = result.lands_seen if event["type"] == "lands_seen" else result.lands_in_play
    # both: the two games of a shuffle are alike, so they count once
    return _within(entry, lands(event["turn"], order=order).at_least(event["at_least"]).value, games)


def _simulated_sources(entry: Entry, event: Entry, games: int) -> Check | None:
    """A cost that needs the sources on the turn: castable, given as many lands seen as the turn's number."""
    if entry["model"] != "karsten-2022" or event["given_lands_seen"] != event["turn"] or event["pips"] > event["turn"]:
        return None
    deck, cost = entry["deck"], cost_of(event["pips"], event["turn"])
    cards = [(deck["good_sources"], "Swamp", None), (deck["lands"] - deck["good_sources"], "Wastes", None)]
    cards = _filled([*cards, (4, "Card", cost)], deck["size"])
    got = play(cards, rule_of(entry), event["turn"], _side(entry), games).castable(
        "Card", event["turn"], given="lands_seen"
    )
    return _within(entry, got.value, got.n)


def _simulated_mana(entry: Entry, event: Entry, games: int) -> Check:
    """A card's cost paid by good lands and colourless ones, given as many lands seen as it needs."""
    deck = entry["deck"]
    cards = [
        (deck["good_sources"], "Swamp", None),
        (deck["colourless_lands"], "Wastes", None),
        (4, "Card", event["cost"]),
    ]
    result = play(_filled(cards, deck["size"]), rule_of(entry), event["turn"], _side(entry), games)
    given = event["given_lands_seen"]
    if given is None:
        got = result.castable("Card", event["turn"])
    elif given == symbols(event["cost"])[1]:
        got = result.castable("Card", event["turn"], given="lands_for_it")
    else:
        raise Skip("a condition of other lands than the mana value")
    return _within(entry, got.value, got.n)


def _conditional(
    deck: Entry, good: int, rule: MulliganRule, pips: int, turn: int, given: int, entry: Entry, games: int
) -> Any:
    if given != turn:
        raise Skip("a condition of other lands than the turn's number")
    cost = cost_of(pips, turn)
    cards = _filled([(good, "Swamp", None), (deck["lands"] - good, "Wastes", None), (4, "Card", cost)], deck["size"])
    return play(cards, rule, turn, _side(entry), games).castable("Card", turn, given="lands_seen")


def _simulated_fewest(entry: Entry, match: re.Match[str], games: int) -> Check:
    """The number reaches the target, one fewer doesn't, each within the errors: then it is ours, too."""
    pips, turn, given = (int(match[g]) for g in ("pips", "turn", "lands"))
    target = float(entry["settings"]["target"].rstrip("%")) / 100
    need = int(entry["value"])
    slack = {}
    for good in (need, need - 1):
        got = _conditional(entry["deck"], good, rule_of(entry), pips, turn, given, entry, games)
        slack[good] = (got.value - target) / math.sqrt(target * (1 - target) / got.n)
    if slack[need] < -SIGMAS:
        return Check(need + 1, 0, "simulated")
    if slack[need - 1] > SIGMAS:
        return Check(need - 1, 0, "simulated")
    return Check(need, 0, "simulated")


def _paris(size: int, lands: int, rule: MulliganRule, games: int) -> Any:
    """Cards of mana value 1 to 5, four of each, and one run for both sides: figures of each are of `games` games."""
    cards = [(lands, "Swamp", None), *((4, f"a {k}-mana card", cost_of(1, k)) for k in range(1, 6))]
    return play(_filled(cards, size), rule, 5, "both", 2 * games)


def _simulated_castable(entry: Entry, event: Entry, games: int) -> Check:
    deck, bound = entry["deck"], entry["kind"].startswith("simulated upper bound")
    if isinstance(deck, dict):
        if deck["copies_of_the_card"] != 4:
            raise Skip("another number of copies")
        result = _paris(deck["size"], deck["untapped_mono_colour_lands"], rule_of(entry), games)
    else:
        if event["card"] in OTHERWISE:
            raise Skip(OTHERWISE[event["card"]])
        result = _real(deck, rule_of(entry), max(games // 10, 1000))
    got = result.castable_by(event["card"], event["turn"], given="opening_hand", order=_side(entry))
    if not got.n:
        raise Skip("the card was in no opening hand")
    check = _within(entry, got.value, got.n)
    return replace(check, bound=bound)


@lru_cache(maxsize=1)
def _real(deck: str, rule: MulliganRule, games: int) -> Any:
    import untap
    from untap.cards import CardTable
    from untap.cards.facts import CardDataError
    from untap.program.compile import ProgramError

    lines = [f"{n} {name}" for n, name in re.findall(r"(\d+)x? ([^;]+)", deck)]
    try:
        table = CardTable.open()
    except CardDataError as error:
        raise Skip("a deck of real cards: no card table") from error
    try:
        return untap.simulate(
            untap.parse_deck("\n".join(lines)), table=table, mulligan=rule, turns=5, order="both", games=games, seed=1
        )
    except ProgramError as error:
        raise Skip(f"a deck that can't be compiled: {error}") from error


# ------------------------------------------------------------------------------------- running


def checks(entry: Entry, games: int, bounds: bool = True) -> Iterator[Check]:
    """All comparisons of an entry; none is a `Skip`."""
    bound = entry["kind"].startswith("simulated upper bound")
    if bound and not (games and bounds):
        raise Skip("an upper bound, not simulated this time")
    first: Skip | None = None
    done = 0
    if not bound:
        try:
            yield exactly(entry)
            done += 1
        except Skip as skip:
            first = skip
    if games and (bound or entry["kind"].startswith("exact")):
        check = simulated(entry, games)
        if check is not None:
            yield check
            done += 1
    if not done:
        raise first or Skip("nothing known about it")


def run(
    path: str, games: int = GAMES, *, bounds: bool = True, verbose: bool = False, table: Any = None, out: Any = None
) -> Counter[str]:
    """Check a file; the counts of ``passed``, ``failed`` and ``skipped``. `table` is a file that comparisons go to."""
    say = lambda text: print(text, file=out or sys.stdout, flush=True)  # noqa: E731
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    by_how: Counter[str] = Counter()
    with open(path, encoding="utf-8") as file:
        entries = [json.loads(line) for line in file if line.strip()]
    # entries of one deck one after the other: their games are played once
    if table is not None:
        table.write("id\tsource\tmodel\tquantity\tkind\ttheirs\thow\tours\tallowed\tz\tpasses\n")
    entries.sort(key=lambda e: (e["model"], e["event"] is None, json.dumps(e["deck"]), e["id"]))
    for entry in entries:
        try:
            made = list(checks(entry, games, bounds))
        except Skip as skip:
            counts["skipped"] += 1
            reasons[f"{entry['model']}: {skip}"] += 1
            continue
        wrong = [check for check in made if not check.passes(entry["value"])]
        counts["failed" if wrong else "passed"] += 1
        by_how.update(check.how for check in made)
        for check in made if table is not None else ():
            z = f"{(check.ours - entry['value']) / check.error:+.2f}" if check.error else ""
            row = (entry["id"], entry["source"], entry["model"], entry["quantity"], entry["kind"], entry["value"])
            row += (check.how, f"{check.ours:.6g}", f"{check.slack:.2g}", z, check not in wrong)
            table.write("\t".join(" ".join(str(cell).split()) for cell in row) + "\n")
        for check in made if verbose else wrong:
            sign = "ok  " if check not in wrong else "FAIL"
            most = " at most" if check.bound else ""
            say(
                f"{sign} {entry['id']} {entry['model']} {check.how}: {check.ours:.6g},{most} {entry['value']} "
                f"± {check.slack:.2g}: {entry['quantity']}"
            )
    for reason, n in sorted(reasons.items()):
        say(f"skipped {n}: {reason}")
    say(f"comparisons: {', '.join(f'{n} {how}' for how, n in sorted(by_how.items()))}")
    say(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return counts


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference_numbers", description=__doc__.split("\n")[0])
    parser.add_argument("file", metavar="FILE.jsonl")
    parser.add_argument("--games", type=int, default=GAMES, help="games a simulation (default: 1,000,000; 0: none)")
    parser.add_argument("--verbose", action="store_true", help="every comparison, not only those that fail")
    parser.add_argument("--table", metavar="OUT.tsv", help="write every comparison to a file")
    parser.add_argument("--no-bounds", action="store_true", help="leave out the upper bounds, which take longest")
    options = parser.parse_args(arguments)
    with open(options.table, "w", encoding="utf-8") if options.table else nullcontext() as table:
        counts = run(options.file, options.games, bounds=not options.no_bounds, verbose=options.verbose, table=table)
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
