"""Pictures of results, with matplotlib (the extra ``plot``).

Every function draws on the axes that it is given, or on new ones, and returns them. A figure whose axes are given and
that has no layout engine gets the constrained one, so that labels don't lie on neighbours. Colours are told apart by
people with any colour vision (Okabe and Ito's palette), and nothing is said by colour alone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from untap.report.layout import apart, asked_types, hardest
from untap.report.numbers import cost, percent, shortened
from untap.results import Result
from untap.results.comparison import Comparison
from untap.results.tally import COLOURS, FAILS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Okabe and Ito's colours, the yellow left out (too light for a line on white).
LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#7F7F7F")
DASHES = ("-", "--", "-.", ":")
MARKERS = "osD^vPX*"
#: Reasons why a card can't be cast.
REASONS = {
    "mana": "#0072B2",
    "colour": "#E69F00",
    "restriction": "#CC79A7",
    "tempo": "#009E73",
    "other": "#7F7F7F",
}
HATCHES = {"mana": "", "colour": "///", "restriction": "xx", "tempo": "..", "other": "--"}
#: The types of mana: a colour and its ink as on the cards.
MANA = {
    "W": ("#F3E9C6", "#4A3F1B"),
    "U": ("#0E68AB", "#FFFFFF"),
    "B": ("#3B3230", "#FFFFFF"),
    "R": ("#C8202B", "#FFFFFF"),
    "G": ("#00733E", "#FFFFFF"),
    "C": ("#B8B2AB", "#262320"),
}
#: Cards of a picture of curves, and of one of bars.
CURVES, BARS = 6, 14


def castability(
    result: Result, cards: Sequence[str] | None = None, *, ax: Axes | None = None, order: str | None = None
) -> Axes:
    """How often cards are castable by turn, with bands of the 95% intervals; a ring marks the turn on curve.

    Parameters
    ----------
    cards : sequence of str, optional
        By default those that are least often castable on curve.
    """
    own = ax is None
    ax = _axes(ax, (7.5, 4.5))
    chosen = [result.card(name) for name in cards] if cards is not None else hardest(result, CURVES)
    turns = np.arange(1, result.turns + 1)
    p = result.castability(order=order)
    ends = []
    for k, card in enumerate(chosen):
        at = result._cls(card)
        colour, dash = LINES[k % len(LINES)], DASHES[k // 2 % len(DASHES)]
        y = 100 * p.value[at]
        name = f"{shortened(card.name, 26)}  {cost(card.mana_cost)}"
        ax.plot(turns, y, dash, color=colour, marker=MARKERS[k % len(MARKERS)], markersize=4, linewidth=1.8, label=name)
        ax.fill_between(turns, 100 * p.low[at], 100 * p.high[at], color=colour, alpha=0.22, linewidth=0)
        curve = result.curve_turn(card)
        if curve <= result.turns:
            ax.plot([curve], [y[curve - 1]], "o", markersize=11, markerfacecolor="none", markeredgecolor=colour)
        ends.append((float(y[-1]), name, colour))
    ax.set(xlim=(0.8, result.turns + 0.2), ylim=(-2, 102), xticks=turns, xlabel="turn", ylabel="castable, % of games")
    if own:
        _name_ends(ax, result.turns, ends)
    elif ends:  # beside given axes there may be others
        ax.legend(loc="best", fontsize=8, framealpha=0.8, edgecolor="none")
    _title(ax, f"{result.name}: castable by turn (rings: on curve)")
    return _plain(ax)


def mana(result: Result, *, ax: Axes | None = None, order: str | None = None) -> Axes:
    """Available mana by turn as a fan: the middle 50% and 80% and 98% of games, the median and the mean."""
    ax = _axes(ax, (7.5, 4.5))
    turns = np.arange(1, result.turns + 1)
    figures = [result.mana(int(t), order=order) for t in turns]
    quantile = lambda q: np.array([f.renewable.quantile(q).value for f in figures])  # noqa: E731
    for low, high, alpha in ((0.01, 0.99, 0.18), (0.1, 0.9, 0.3), (0.25, 0.75, 0.45)):
        ax.fill_between(
            turns,
            quantile(low),
            quantile(high),
            color=LINES[0],
            alpha=alpha,
            linewidth=0,
            label=f"{round(100 * (high - low))}% of games",
        )
    ax.plot(turns, quantile(0.5), "-", color="#003B5C", linewidth=2, label="median")
    means = np.array([f.mean.value for f in figures])
    ax.plot(turns, means, "o--", color="#D55E00", markersize=4, linewidth=1.4, label="mean")
    ax.plot(turns, turns, ":", color="#222222", linewidth=1.4, label="a land every turn")
    top = float(max(quantile(0.99).max(), turns[-1])) + 0.6
    ax.set(xlim=(0.9, result.turns + 0.1), ylim=(0, top), xticks=turns, xlabel="turn", ylabel="available mana")
    ax.yaxis.get_major_locator().set_params(integer=True)
    ax.legend(loc="upper left", framealpha=0.7, edgecolor="none", fontsize=8)
    _title(ax, f"{result.name}: mana by turn")
    return _plain(ax)


def colours(result: Result, *, ax: Axes | None = None, order: str | None = None) -> Axes:
    """How often there is at least one mana of each type that the deck's costs ask for, by turn, as a heat map."""
    ax = _axes(ax, (7.5, 2.8))
    types = asked_types(result) or list("C")
    turns = range(1, result.turns + 1)
    values = np.array([[result.mana(t, order=order).at_least(1, k).value for t in turns] for k in types])
    ax.imshow(100 * values, cmap="cividis", vmin=0, vmax=100, aspect="auto")
    size = _in_cells(ax, result.turns, 5)
    for (i, j), v in np.ndenumerate(values):
        ax.text(j, i, percent(v), ha="center", va="center", fontsize=size, color="white" if v < 0.6 else "black")
    ax.set_xticks(range(result.turns), [str(t) for t in turns])
    ax.set_yticks(range(len(types)), [COLOURS[k] for k in types])
    for label, k in zip(ax.get_yticklabels(), types, strict=True):
        label.set(
            color=MANA[k][1], bbox={"facecolor": MANA[k][0], "edgecolor": "#555555", "boxstyle": "round,pad=0.25"}
        )
    ax.tick_params(length=0, pad=6)
    ax.set_xlabel("turn")
    _title(ax, f"{result.name}: at least one mana of a colour, % of games")
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def why_not(
    result: Result, cards: Sequence[str] | None = None, *, ax: Axes | None = None, order: str | None = None
) -> Axes:
    """Why cards can't be cast on curve: stacked bars of the share of games by reason."""
    chosen = [result.card(name) for name in cards] if cards is not None else hardest(result, BARS)
    chosen = [card for card in chosen if result.curve_turn(card) <= result.turns]
    ax = _axes(ax, (7.5, 1.3 + 0.32 * max(len(chosen), 1)))
    places = np.arange(len(chosen))
    left = np.zeros(len(chosen))
    for reason in FAILS:
        shares = np.array([result.why_not(c, result.curve_turn(c), order=order).reasons[reason].value for c in chosen])
        if not shares.any():
            continue
        ax.barh(
            places,
            100 * shares,
            left=left,
            height=0.72,
            color=REASONS[reason],
            hatch=HATCHES[reason],
            edgecolor="white",
            linewidth=0.6,
            label=reason,
        )
        left += 100 * shares
    for k, total in enumerate(left):
        ax.text(total + 0.6, k, percent(total / 100), va="center", fontsize=8.5)
    ax.set_yticks(places, [f"{shortened(c.name, 28)} (turn {result.curve_turn(c)})" for c in chosen], fontsize=8.5)
    ax.invert_yaxis()
    ax.set(
        xlim=(0, max(5.0, left.max() * 1.2 if len(left) else 5.0)),
        xlabel=_fitted(ax, "not castable on curve, % of games, by what is missing", 10),
    )
    if len(chosen):
        ax.legend(loc="best", framealpha=0.8, edgecolor="none", fontsize=8.5)
    _title(ax, f"{result.name}: why not")
    return _plain(ax, "x")


def sources(rows: Sequence[dict[str, Any]], *, ax: Axes | None = None) -> Axes:
    """A table of sources: the fewest lands that make a colour, by cost and turn; darker is more.

    Parameters
    ----------
    rows : sequence of dict
        As ``untap.exact.sources_table`` gives them: ``cost``, ``kind``, ``turn``, ``sources``, ``probability``.
    """
    costs = list(dict.fromkeys((row["cost"], row["kind"]) for row in rows))
    turns = sorted({row["turn"] for row in rows})
    ax = _axes(ax, (1.6 + 0.85 * len(turns), 1.2 + 0.36 * len(costs)))
    found = {((row["cost"], row["kind"]), row["turn"]): row for row in rows}
    several = len(costs) > len({text for text, _ in costs})
    values = np.full((len(costs), len(turns)), np.nan)
    for i, c in enumerate(costs):
        for j, t in enumerate(turns):
            row = found.get((c, t))
            if row and row["sources"] is not None:
                values[i, j] = row["sources"]
    shown = np.ma.masked_invalid(values)
    size = _in_cells(ax, len(turns), 4)
    low, high = (float(shown.min()), float(shown.max())) if shown.count() else (0.0, 1.0)
    ax.imshow(shown, cmap="Blues", vmin=low - 0.25 * (high - low + 1), vmax=high, aspect="auto")
    for (i, j), v in np.ndenumerate(values):
        row = found.get((costs[i], turns[j]))
        if not np.isnan(v):
            ink = "white" if v > low + 0.62 * (high - low) else "black"
            ax.text(j, i, f"{v:.0f}", ha="center", va="center", fontsize=size, color=ink)
        elif row:
            ax.text(j, i, "none", ha="center", va="center", fontsize=0.85 * size, color="#7F7F7F")
    ax.set_xticks(range(len(turns)), [str(t) for t in turns])
    ax.set_yticks(range(len(costs)), [_of(text, kind, several) for text, kind in costs])
    ax.tick_params(length=0)
    ax.set_xlabel("turn")
    plain = any(set(cost(text)) == {"C"} for text, _ in costs)
    _title(ax, f"lands that have to make the colour{' (C: a symbol of it)' if plain else ''}")
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def _of(text: str, kind: str, several: bool) -> str:
    if not several:
        return cost(text)
    names = "together" if kind == "all" else " or ".join(COLOURS[letter] for letter in kind)
    return f"{cost(text)}, {names}"


def comparison(compared: Comparison, deck: int | str = 1, *, ax: Axes | None = None, order: str | None = None) -> Axes:
    """How much more often a deck than the first can cast each card on curve: a forest plot of paired differences."""
    k, first = compared.deck(deck), compared.results[0]
    cards = [card for card, _ in compared.shared[k - 1] if first.curve_turn(card) <= compared.turns]
    rows = [(c, compared.difference(c, first.curve_turn(c), deck=k, order=order)) for c in cards]
    rows.sort(key=lambda row: row[1].value)
    whole = compared.number("on_curve", deck=k, order=order)
    ax = _axes(ax, (7.5, 1.6 + 0.3 * (len(rows) + 1)))
    for y, (_, d) in enumerate(rows, start=1):
        _whisker(ax, y, d, "o")
    _whisker(ax, 0, whole, "D")
    labels = ["all, by copies", *(f"{shortened(c.name, 28)} (turn {first.curve_turn(c)})" for c, _ in rows)]
    ax.set_yticks(range(len(labels)), labels, fontsize=8.5)
    ax.axvline(0, color="#404040", linewidth=1)
    ax.axhline(0.5, color="#C0C0C0", linewidth=0.8)
    label = "points of % castable on curve; filled: the interval is on one side of 0"
    ax.set(xlabel=_fitted(ax, label, 10), ylim=(-0.6, len(rows) + 0.6))
    _title(ax, f"{shortened(compared.names[k], 34)} against {shortened(compared.names[0], 34)}")
    return _plain(ax, "x")


def _whisker(ax: Axes, y: float, d: Any, marker: str) -> None:
    colour = "#7F7F7F" if not d.sure else "#0072B2" if d.value > 0 else "#D55E00"
    ax.plot([100 * d.low, 100 * d.high], [y, y], "-", color=colour, linewidth=2, solid_capstyle="butt")
    fill = colour if d.sure else "white"
    ax.plot([100 * d.value], [y], marker, color=colour, markerfacecolor=fill, markersize=7)


def _axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    if ax is not None:
        figure = ax.figure
        if getattr(figure, "get_layout_engine", lambda: "")() is None and ax.get_subplotspec() is not None:
            figure.set_layout_engine("constrained")
        return ax
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ImportError("matplotlib isn't installed: pip install 'untap[plot]'") from error
    figure = Figure(figsize=size, dpi=110, layout="constrained")  # not pyplot's: no global state
    return figure.add_subplot()


def _name_ends(ax: Axes, turn: int, ends: Sequence[tuple[float, str, str]]) -> None:
    """The names of curves at their ends, apart from one another."""
    for place, (y, text, colour) in zip(apart([e[0] for e in ends], 5.6), ends, strict=True):
        ax.annotate(
            text,
            (turn, y),
            (turn + 0.035 * max(turn, 4), place),
            va="center",
            fontsize=8.5,
            color="#222222",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 1.2,
                "relpos": (0, 0.5),
                "shrinkA": 0,
                "shrinkB": 4,
            },
        )


def _points(ax: Axes) -> float:
    """How wide the axes are, about."""
    return float(ax.get_position().width * ax.figure.bbox.width / ax.figure.dpi * 72)


def _fitted(ax: Axes, text: str, size: float) -> str:
    """The text in lines that are no wider than the axes."""
    return "\n".join(textwrap.wrap(text, max(16, int(_points(ax) / (0.55 * size)))))


def _title(ax: Axes, text: str) -> None:
    ax.set_title(_fitted(ax, text, 11), loc="left", fontsize=11)


def _in_cells(ax: Axes, columns: int, characters: int) -> float:
    """A size at which so many characters stand in a cell."""
    return min(10.0, max(4.5, 0.85 * _points(ax) / max(1, columns) / (0.62 * characters)))


def _plain(ax: Axes, grid: str = "y") -> Axes:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.grid(axis=grid, color="#D8D8D8", linewidth=0.7)
    ax.set_axisbelow(True)
    return ax
