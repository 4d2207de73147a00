"""From a result to a report."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from untap.report.model import Cell, Column, Lines, Report, Table, cells
from untap.report.more import casting, conditional, first_mana
from untap.report.numbers import amount, cost, count, half_width, percent, plus_minus, shortened
from untap.results import Result
from untap.results.figures import WhyNot
from untap.results.model import CardInfo, CardNote
from untap.results.result import FLOOD, SCREW
from untap.results.tally import COLOURS, FAILS, FLOWS, SOURCES, TYPES
from untap.simulate.scenario import Scenario
from untap.stats import Estimate

#: Turns side by side in a table that fits 80 columns.
TURNS_WIDE = 7
#: Characters of a mana cost.
COST_WIDE = 12
#: Characters of what was missing, if it is of more than one set of types.
MISSING_WIDE = 20
#: Cards in the table of reasons.
WORST = 12

SOURCE_WORDS = {
    "land": "of lands",
    "creature": "of creatures",
    "artifact": "of artifacts",
    "aura": "of Auras",
    "ritual": "of spells, cards in hand",
    "treasure": "of Treasures",
    "again": "of what untapped again",
    "other": "of other sources",
}
ORDERS = {"both": "play and draw (mean of the two)", "play": "on the play", "draw": "on the draw"}


def report(result: Result, *, worst: int = WORST, full: bool = False) -> Report:
    """The report of a result.

    Parameters
    ----------
    worst : int
        Cards whose reasons are shown.
    full : bool
        Also what is castable under conditions and really cast, and when there is how much mana for the first time.
    """
    blocks: list[Table | Lines] = [*_castable(result)]
    if result.spells:
        blocks.append(_why_not(result, worst))
    if result.questions:
        blocks.append(asked(result))
    if full:
        blocks += [*conditional(result), *casting(result)]
    blocks += _by_turn(result, full)
    if full:
        blocks += first_mana(result, blocks_of_turns(result.turns))
    if result.scenario.clock:
        blocks += clock(result)
    blocks += untap_step(result, full)
    blocks.append(_hands(result))
    if result.yardsticks:
        blocks.append(yardsticks(result))
    if early := ended(result):
        blocks.append(early)
    blocks += notes_blocks(result.notes)
    if result.warnings:
        blocks.append(Lines("Warnings", result.warnings))
    return Report(f"{result.name}: {deck_line(result.cards)}", tuple(_summary(result)), tuple(blocks))


def deck_line(cards: Sequence[CardInfo]) -> str:
    """How many cards and lands, and the commanders."""
    main = [card for card in cards if card.section != "commander"]
    lands = sum(card.count for card in main if card.land)
    line = f"{count(sum(card.count for card in main), 'card')}, {count(lands, 'land')}"
    commanders = [card.name for card in cards if card.section == "commander"]
    return f"{line}, commander {' and '.join(commanders)}" if commanders else line


def opponents_line(scenario: Scenario) -> str:
    """What the scenario gives opponents; ``""`` where they have nothing."""
    if not (scenario.opponents and (scenario.opponent_colors or scenario.opponent_lands)):
        return ""
    lands = ", ".join(map(str, scenario.opponent_lands)) or "one more"
    return f"opponents: lands of {scenario.opponent_colors or 'no colour'}, {lands} each by turn"


def _summary(result: Result) -> Iterable[str]:
    s = result.scenario
    yield f"{count(result.games, 'game')} of {count(s.turns, 'turn')}, {ORDERS[s.order]}, {count(s.players, 'player')}"
    if theirs := opponents_line(s):
        yield theirs
    more = [
        "approximate" if s.rule.hands > 1 else "",
        "the first one free" if s.rule.free else "",
        f"keeps: {s.rule.keep_if}" if s.rule.keep_if else "",
    ]
    if s.aim != "curve":
        yield f"the player's aim: {s.aim}"
    said = "; ".join(filter(None, more))
    yield f"mulligans: {s.rule.name}{f' ({said})' if said else ''}; seed {result.seed}"
    if result.stopped == "interrupted":
        yield "Interrupted: these are the games played until then."
    if result.spells:
        at_most = f"±{half_width(result.precision())} points at most, each cell's in --json"
        yield f"95% intervals of castability: {at_most}"
        yield f"  ({result.castability().method})"


def blocks_of_turns(turns: int) -> list[range]:
    """Turns that stand side by side; as even as can be."""
    parts = math.ceil(turns / TURNS_WIDE)
    wide = math.ceil(turns / parts)
    return [range(first, min(first + wide, turns + 1)) for first in range(1, turns + 1, wide)]


def _castable(result: Result) -> list[Table]:
    if not result.spells:
        return []
    p = result.castability()
    cards = sorted(result.spells, key=lambda card: (result.curve_turn(card), card.name))
    tables = []
    for turns in blocks_of_turns(result.turns):
        rows = []
        for card in cards:
            row = [Cell(card.name), Cell(shortened(cost(card.mana_cost), COST_WIDE))]
            for turn in turns:
                value = float(p.value[card.cls, turn - 1])
                on_curve = turn == result.curve_turn(card)
                text = "-" if value == 0 and not on_curve else percent(value)
                emphasis = "strong" if on_curve else "weak" if value == 0 else ""
                row.append(Cell(text + ("*" if on_curve else " "), emphasis))
            rows.append(tuple(row))
        columns = (
            Column("card", "left", flexible=True),
            Column("cost", "left"),
            *(Column(f"T{turn} ") for turn in turns),
        )
        tables.append(
            Table(
                "Castable: % of games by turn",
                columns,
                tuple(rows),
                "each as if the turn's land drop and mana were for it alone; * on curve: on the turn of its mana value"
                + (", or on that set" if result.scenario.targets else ""),
            )
        )
    return tables


def _why_not(result: Result, worst: int) -> Table:
    rated = []
    for card in result.spells:
        turn = result.curve_turn(card)
        if turn <= result.turns:
            rated.append((result.castable(card, turn).value, card.name, card, turn))
    rated.sort(key=lambda item: item[:2])
    reasons = [name for name in FAILS if name in ("mana", "colour") or result.tally[f"fail_{name}"].any()]
    rows = []
    for _, _, card, turn in rated[:worst]:
        why = result.why_not(card, turn)
        parts = [why.reasons[name].value for name in reasons]
        most = max(parts)
        rows.append(
            (
                Cell(card.name),
                Cell(f"T{turn}"),
                Cell(plus_minus(why.castable)),
                *(Cell(percent(v) if v else "-", "strong" if v == most > 0 else "" if v else "weak") for v in parts),
                Cell(_missing(why)),
            )
        )
    left = len(result.spells) - len(rows)
    note = "% of games, exclusive reasons; missing: "
    if result.tally["missing_sets"].size:
        note += "the types that there were too few sources of (U/R: of both together), the largest sets"
    else:
        note += "the types of mana that weren't there (may overlap)"
    if left > 0:
        note += f"; {count(left, 'more card')} in --json"
    columns = (
        Column("card", "left", flexible=True),
        Column("on"),
        Column("castable"),
        *(Column({"restriction": "restr."}.get(name, name)) for name in reasons),
        Column("missing", "left"),
    )
    return Table("On curve, and why not", columns, tuple(rows), note)


def most_missing(why: WhyNot) -> list[tuple[str, Estimate]]:
    """What was missing, the most frequent first: sets of types, or in results of earlier versions types."""
    found = why.missing_sets or {k: why.missing[k] for k in sorted(why.missing, key=lambda k: -why.missing[k].value)}
    return [(types, e) for types, e in found.items() if types and e.value > 0]


def _missing(why: WhyNot) -> str:
    parts = [f"{'/'.join(types)} {percent(e.value)}" for types, e in most_missing(why)[:2]]
    text = ", ".join(parts)
    return (text if len(text) <= MISSING_WIDE else parts[0]) if parts else "-"


def asked(result: Result) -> Table:
    """The answers to the questions asked."""
    rows = [cells(text, plus_minus(result.probability(text))) for text in result.questions]
    return Table("Asked: % of games", (Column("question", "left", flexible=True), Column("yes")), tuple(rows))


def clock(result: Result, blocks: Sequence[range] | None = None) -> list[Table]:
    """The damage of unstopped attackers."""
    tables = []
    for turns in blocks or blocks_of_turns(result.turns):
        rows = [
            ("mean damage so far", *(amount(result.damage(t).mean.value) for t in turns)),
            (f"{result.scenario.life} or more, %", *(percent(result.lethal_by(t).value) for t in turns)),
        ]
        columns = (Column("", "left", flexible=True), *(Column(f"T{t}") for t in turns))
        tables.append(
            Table("Goldfish clock", columns, tuple(cells(*row) for row in rows), "whatever can attack does, unstopped")
        )
    return tables


def yardsticks(result: Result) -> Table:
    """How good the player was."""
    rows = [
        cells(
            one.card,
            f"T{one.turn}",
            f"{one.games:,}",
            *(percent(one.share(who)) for who in ("ceiling", "player", "curve", "naive")),
            percent(one.gap) if one.gap > 0 else "-",
        )
        for one in sorted(result.yardsticks, key=lambda one: (one.turn, one.card))
    ]
    columns = (
        Column("card", "left", flexible=True),
        Column("by"),
        Column("games"),
        *(Column(name) for name in ("ceiling", "player", "curve", "naive", "gap")),
    )
    cut = sum(one.cut for one in result.yardsticks)
    note = (
        "% of games with the card in the kept hand in which it was castable by then: best line knowing the draws; the "
        "aim card:NAME; the default aim; random lands and cheapest spells. gap: ceiling less player"
    )
    return Table(
        "Yardsticks of the player", columns, tuple(rows), note + (f"; {count(cut, 'game')} cut short" if cut else "")
    )


def _by_turn(result: Result, full: bool = False) -> list[Table]:
    symbols = "".join(card.mana_cost or "" for card in result.cards)
    colours = [letter for letter in TYPES if letter in symbols]  # those that a cost asks for
    unbounded = result.tally["unbounded"].any()
    flows = result.tally["flows"]
    restricted = bool(flows.size) and flows[:, len(SOURCES)].any()
    one_shots = (result.tally["mana_oneshot"] != result.tally["mana"]).any()
    tables = []
    for turns in blocks_of_turns(result.turns):
        mana = {turn: result.mana(turn) for turn in turns}
        lands = {turn: result.lands_in_play(turn) for turn in turns}
        spent = {turn: result.spent(turn) for turn in turns}
        rows = [
            ("mean mana", *(amount(mana[t].mean.value) for t in turns)),
            ("  10% to 90%", *(_span(mana[t].renewable) for t in turns)),
            ("  at least the turn, %", *(percent(mana[t].at_least(t).value) for t in turns)),
        ]
        if restricted:
            rows.append(("  for some things only", *(amount(result.restricted_mana(t).value) for t in turns)))
        if one_shots:
            rows.append(("  with one-shots", *(amount(mana[t].with_one_shots.mean.value) for t in turns)))
            if full and result.tally["mana_oneshot_squares"].size:
                rows.append(("  one-shots alone", *(amount(result.one_shot_mana(t).value) for t in turns)))
        if unbounded:
            rows.append(("  unbounded, %", *(percent(mana[t].unbounded.value) for t in turns)))
        rows += [
            (f"any {COLOURS[letter]}, %", *(percent(mana[t].at_least(1, letter).value) for t in turns))
            for letter in colours
        ]
        rows += [
            ("mean lands in play", *(amount(lands[t].mean.value) for t in turns)),
            ("land drop made, %", *(percent(result.land_drop(t).value) for t in turns)),
            ("mean mana spent", *(amount(spent[t].mean.value) for t in turns)),
        ]
        if result.sources not in ((), ("land",)):
            rows += [
                (f"  {SOURCE_WORDS[name]}", *(amount(result.spent_from(name, t).value) for t in turns))
                for name in result.sources
            ]
        if full:
            rows += [
                ("mean mana unspent", *(amount(result.unspent(t).mean.value) for t in turns)),
                ("mean lands seen", *(amount(result.lands_seen(t).mean.value) for t in turns)),
                ("flood, %", *(percent(result.flood(t).value) for t in turns)),
                ("screw, %", *(percent(result.screw(t).value) for t in turns)),
            ]
        widest = max(mana[t].mean.half_width for t in turns)
        note = (
            f"mean mana ±{widest:.2g} at most ({mana[turns[0]].mean.method}): the most that the battlefield can make "
            "at once, after the land drop that the player chose, before anything is cast"
        )
        if any(spent[t].mean.value > mana[t].mean.value for t in turns):
            note += "; more can be spent: spells bring mana on the turn they are cast"
        if full:
            note += f"; flood: {FLOOD} lands more seen than the turn's number; screw: fewer than it, or than {SCREW}"
        columns = (Column("", "left", flexible=True), *(Column(f"T{turn}") for turn in turns))
        tables.append(Table("Mana and lands by turn", columns, tuple(cells(*row) for row in rows), note))
    return tables


#: Figures of the untap step, and what triggers on becoming untapped brought.
UNTAP_ROWS = {
    "untapped": "permanents untapped",
    "kept_tapped": "kept tapped",
    "untapped_otherwise": "untapped otherwise",
    "untap_triggers": "triggers on it",
    "untap_cards": "  brought: cards",
    "untap_mana": "  brought: mana",
    "untap_permanents": "  brought: permanents",
}


def untap_step(result: Result, full: bool = False, blocks: Sequence[range] | None = None) -> list[Table]:
    """Only where something stays tapped, triggers or untaps otherwise: else it says what was tapped for mana."""
    telling = ("kept_tapped", "untap_triggers", "untapped_otherwise")
    if not full and not any(result.tally[name].any() for name in telling):
        return []
    tables = []
    for turns in blocks or blocks_of_turns(result.turns):
        rows = []
        for name, words in UNTAP_ROWS.items():
            if name in result.tally and not result.tally[name].any():
                continue
            if name not in result.tally and not _has_flow(result, name):
                continue
            rows.append(cells(words, *(amount(result.per_game(name, t).value) for t in turns)))
        columns = (Column("", "left", flexible=True), *(Column(f"T{t}") for t in turns))
        note = "means a game; triggers resolve in the upkeep; otherwise: after the step"
        tables.append(Table("Untap step", columns, tuple(rows), note))
    return tables


def _has_flow(result: Result, name: str) -> bool:
    flows = result.tally["flows"]
    return bool(flows.size) and bool(flows[:, FLOWS.index(name)].any())


def _span(distribution) -> str:
    low, high = (distribution.quantile(q).value for q in (0.1, 0.9))
    return f"{low:.0f}-{high:.0f}"


#: Why hands are sent back.
REASON_WORDS = {"few": "too few lands", "many": "too many lands", "other": "for other reasons"}


def _hands(result: Result) -> Table:
    hands = result.hands()
    sizes = list(hands.sizes)
    kept = hands.kept
    rows = [
        ("kept, %", *(plus_minus(hands.sizes[k]) for k in sizes)),
        ("mulliganed, hands", *(f"{int(hands.sent_back[k].sum()):,}" for k in sizes)),
        *(
            (f"  {words}", *(f"{hands.reasons[why][k]:,}" for k in sizes))
            for why, words in REASON_WORDS.items()
            if any(hands.reasons[why].values())
        ),
        ("mean lands kept", *(amount(float(kept[k] @ range(8)) / max(int(kept[k].sum()), 1)) for k in sizes)),
    ]
    columns = (Column("hand", "left", flexible=True), *(Column(f"{k} cards") for k in sizes))
    note = f"lands in the kept hand: {amount(hands.mean_lands.value)} on average; " + ", ".join(
        f"{k}: {percent(e.value)}%" for k, e in hands.lands.items() if e.value > 0
    )
    return Table("Opening hands", columns, tuple(cells(*row) for row in rows), note)


def ended(result: Result) -> Lines | None:
    """How many games ended early or were left undecided."""
    texts = {
        "decked": "drew from an empty library and lost",
        "died": "lost its last life",
        "undecided": "had a search cut short: what it left open counts as not castable",
    }
    lines = tuple(
        f"{plus_minus(result.ended(how))}% of games {text}" for how, text in texts.items() if result.tally[how].any()
    )
    return Lines("Games that ended early", lines) if lines else None


def notes_blocks(notes: Sequence[CardNote]) -> list[Lines]:
    """What isn't simulated exactly: a line a level and reason, with the cards."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for note in notes:
        if note.level != "inert":
            groups.setdefault((note.level, note.reason), {})[note.card] = None
    rank = {"unsupported": 0, "text missing": 1, "approximated": 2}
    lines = [
        f"{level}{f' ({reason})' if reason else ''}: {'; '.join(names)}"
        for (level, reason), names in sorted(groups.items(), key=lambda item: (rank.get(item[0][0], 3), item[0]))
    ]
    return [Lines("Not simulated exactly", tuple(lines))] if lines else []
