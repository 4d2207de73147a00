"""A small summary for notebooks; the full report is the room ``report``."""

from __future__ import annotations

from html import escape

from untap.results.comparison import Comparison
from untap.results.result import Result


def summary(result: Result) -> str:
    """One table: how often each card is castable on each turn, the turn of its mana value in bold."""
    turns = range(1, result.turns + 1)
    p = result.castability()
    rows = []
    for card in result.spells:
        cells = []
        for t in turns:
            at = (card.cls, t - 1)
            half = max(p.value[at] - p.low[at], p.high[at] - p.value[at])
            text = f"{100 * p.value[at]:.1f}"
            text = f"<b>{text}</b>" if t == result.curve_turn(card) else text
            cells.append(f'<td style="text-align:right" title="±{100 * half:.2f}">{text}</td>')
        name = f'<th style="text-align:left" scope="row">{escape(card.name)}</th>'
        rows.append(f"<tr>{name}<td>{escape(card.mana_cost or '')}</td>{''.join(cells)}</tr>")
    order = {"both": "mean of play and draw", "play": "on the play", "draw": "on the draw"}[result.scenario.order]
    head = "".join(f'<th scope="col">{t}</th>' for t in turns)
    return (
        f"<table><caption>{escape(result.name)}: % castable by turn, {order}; {result.games} games, "
        f"95% intervals ±{100 * result.precision():.2f} or less</caption>"
        f'<thead><tr><th scope="col">card</th><th scope="col">cost</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def comparison_summary(comparison: Comparison) -> str:
    """One table: how much more often a deck than the first can cast each card on curve."""
    first = comparison.results[0]
    rows = []
    for k in range(1, len(comparison.results)):
        for card, _ in comparison.shared[k - 1]:
            turn = first.curve_turn(card)
            if turn > comparison.turns:
                continue
            d = comparison.difference(card, turn, deck=k)
            text = f"{100 * d.value:+.2f} [{100 * d.low:+.2f}, {100 * d.high:+.2f}]"
            text = f"<b>{text}</b>" if d.sure else text
            rows.append(
                f'<tr><th style="text-align:left" scope="row">{escape(card.name)}</th><td>{turn}</td>'
                f"<td>{escape(comparison.names[k])}</td><td>{text}</td></tr>"
            )
    return (
        f"<table><caption>castable on curve, points more than {escape(comparison.names[0])}, 95% intervals; "
        f"{comparison.games} games on the same shuffles</caption>"
        '<thead><tr><th scope="col">card</th><th scope="col">turn</th><th scope="col">deck</th>'
        f'<th scope="col">difference</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )
