"""Pictures for HTML as SVG text: no library, colours by the page's variables where they have to suit light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from untap.report.numbers import shortened

#: Colours of lines, readable on white and on dark grey and told apart by people with any colour vision.
LINES = ("#3a8fd0", "#e0701f", "#12a37a", "#d080b0", "#8a7be0", "#c49a10", "#7f8c8d", "#c0504d")
DASHES = ("", "6 3", "2 3", "9 3 2 3")
#: Characters of a label beside bars and whiskers, and at the end of a line.
LABEL, END = 30, 24
REASONS = {"mana": "#3a8fd0", "colour": "#e6a019", "restriction": "#d080b0", "tempo": "#12a37a", "other": "#8c8c8c"}


def _text(x: float, y: float, text: str, anchor: str = "start", css: str = "") -> str:
    extra = f' class="{css}"' if css else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(text)}</text>'


def _picture(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(title)}" '
        f'style="max-width:{width:.0f}px">{"".join(parts)}</svg>'
    )


class Plane:
    """Axes of a picture: turns to the right, values up."""

    def __init__(self, turns: int, top: float, *, width: float = 640, height: float = 300, right: float = 20) -> None:
        self.width, self.height = width, height
        self.left, self.right, self.upper, self.lower = 42.0, right, 24.0, 34.0
        self.turns, self.top = turns, top

    def x(self, turn: float) -> float:
        """Where a turn is."""
        return self.left + (turn - 0.7) / (self.turns - 0.4) * (self.width - self.left - self.right)

    def y(self, value: float) -> float:
        """Where a value is."""
        return self.height - self.lower - value / self.top * (self.height - self.lower - self.upper)

    def frame(self, steps: Sequence[float], label: str) -> list[str]:
        """Grid, numbers and labels."""
        end = self.width - self.right
        parts = []
        for v in steps:
            parts.append(f'<line class="grid" x1="{self.left}" x2="{end}" y1="{self.y(v):.1f}" y2="{self.y(v):.1f}"/>')
            parts.append(_text(self.left - 6, self.y(v) + 4, f"{v:g}", "end", "small"))
        for t in range(1, self.turns + 1):
            parts.append(_text(self.x(t), self.height - self.lower + 16, str(t), "middle", "small"))
        parts.append(_text((self.left + end) / 2, self.height - 3, "turn", "middle", "small"))
        parts.append(_text(2, 10, label, "start", "small"))
        return parts

    def line(self, values: Sequence[float], colour: str, dash: str = "", width: float = 2) -> str:
        """A line through the turns."""
        points = " ".join(f"{self.x(t + 1):.1f},{self.y(v):.1f}" for t, v in enumerate(values))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'

    def band(self, low: Sequence[float], high: Sequence[float], colour: str, opacity: float) -> str:
        """The area between two lines."""
        there = [f"{self.x(t + 1):.1f},{self.y(v):.1f}" for t, v in enumerate(high)]
        back = [f"{self.x(t + 1):.1f},{self.y(v):.1f}" for t, v in reversed(list(enumerate(low)))]
        return f'<polygon points="{" ".join(there + back)}" fill="{colour}" fill-opacity="{opacity}"/>'


def curves(series: Sequence[tuple[str, Sequence[float], Sequence[float], Sequence[float], int]], turns: int) -> str:
    """Lines with bands, each with its name at its end.

    Parameters
    ----------
    series : sequence of (name, values, low, high, marked turn)
        In %.
    """
    from untap.report.layout import apart

    plane = Plane(turns, 100, width=760, height=340, right=200)
    parts = plane.frame((0, 25, 50, 75, 100), "castable, % of games")
    for k, (name, values, low, high, turn) in enumerate(series):
        colour = LINES[k % len(LINES)]
        parts.append(plane.band(low, high, colour, 0.25))
        parts.append(plane.line(values, colour, DASHES[k // 2 % len(DASHES)]))
        for t, v in enumerate(values, start=1):
            tip = f"<title>{escape(name)}, turn {t}: {v:.1f}% ({low[t - 1]:.1f} to {high[t - 1]:.1f})</title>"
            ring = f'<circle cx="{plane.x(t):.1f}" cy="{plane.y(v):.1f}" r="7" fill="none" stroke="{colour}"/>'
            dot = f'<circle cx="{plane.x(t):.1f}" cy="{plane.y(v):.1f}" r="3" fill="{colour}">{tip}</circle>'
            parts.append(dot + (ring if t == turn else ""))
    ends = apart([s[1][-1] for s in series], 5.6)
    for k, (s, place) in enumerate(zip(series, ends, strict=True)):
        colour = LINES[k % len(LINES)]
        x = plane.width - plane.right + 4
        parts.append(
            f'<line x1="{plane.x(turns) + 5:.1f}" y1="{plane.y(s[1][-1]):.1f}" x2="{x + 12:.1f}" '
            f'y2="{plane.y(place):.1f}" stroke="{colour}" stroke-width="0.8"/>'
        )
        parts.append(_text(x + 16, plane.y(place) + 4, shortened(s[0], END)))
    return _picture(plane.width, plane.height, "castability by turn", parts)


def fan(
    bands: Sequence[tuple[str, Sequence[float], Sequence[float]]], median: Sequence[float], mean: Sequence[float]
) -> str:
    """Bands of quantiles, the median and the mean by turn."""
    turns = len(median)
    top = max(*(max(high) for _, _, high in bands), turns) + 0.6
    plane = Plane(turns, top, width=640, height=300, right=150)
    step = max(1, round(top / 6))
    parts = plane.frame(range(0, int(top) + 1, step), "available mana")
    for (_, low, high), opacity in zip(bands, (0.16, 0.26, 0.4), strict=False):
        parts.append(plane.band(low, high, LINES[0], opacity))
    parts.append(plane.line(range(1, turns + 1), "var(--faint)", "2 4", 1.5))
    parts.append(plane.line(median, "var(--ink)"))
    parts.append(plane.line(mean, LINES[1], "6 3"))
    x = plane.width - plane.right + 12
    legend = [(f'<rect x="{x}" y="{{y}}" width="18" height="10" fill="{LINES[0]}" fill-opacity="{o}"/>', name)
              for (name, _, _), o in zip(bands, (0.16, 0.42, 0.82), strict=False)]  # fmt: skip
    legend += [
        (_key(x, "var(--ink)", ""), "median"),
        (_key(x, LINES[1], "6 3"), "mean"),
        (_key(x, "var(--faint)", "2 4"), "a land every turn"),
    ]
    for k, (mark, name) in enumerate(legend):
        parts.append(mark.replace("{y}", str(20 + 18 * k)).replace("{m}", str(25 + 18 * k)))
        parts.append(_text(x + 24, 29 + 18 * k, name, "start", "small"))
    return _picture(plane.width, plane.height, "mana by turn", parts)


def _key(x: float, colour: str, dash: str) -> str:
    line = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
    return f'<line x1="{x}" x2="{x + 18}" y1="{{m}}" y2="{{m}}" {line}/>'


def bars(rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], label: str) -> str:
    """Stacked bars of reasons, in %; the total stands at the end."""
    width, left, row = 760.0, 210.0, 22.0
    most = max((sum(v for _, v in parts) for _, parts in rows), default=0) or 1
    scale = (width - left - 60) / most
    used = [name for name in REASONS if any(n == name and v > 0 for _, parts in rows for n, v in parts)]
    parts = [
        '<defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><line x1="0" y1="0" x2="0" y2="6" stroke="#fff" '
        'stroke-opacity="0.55" stroke-width="2"/></pattern></defs>'
    ]
    x = left
    for name in used:
        parts.append(_bar(x, 4, 14, 12, name, ""))
        parts.append(_text(x + 19, 14, name, "start", "small"))
        x += 40 + 7 * len(name)
    for k, (name, shares) in enumerate(rows):
        y, x = 26 + row * k, left
        parts.append(_text(left - 8, y + 13, shortened(name, LABEL), "end"))
        for reason, value in shares:
            if value > 0:
                parts.append(_bar(x, y, value * scale, row - 5, reason, f"{name}: {reason} {value:.1f}%"))
                x += value * scale
        parts.append(_text(x + 5, y + 13, f"{sum(v for _, v in shares):.1f}", "start", "small"))
    return _picture(width, 30 + row * len(rows), label, parts)


def _bar(x: float, y: float, width: float, height: float, reason: str, tip: str) -> str:
    box = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    title = f"<title>{escape(tip)}</title>" if tip else ""
    hatch = f'<rect {box} fill="url(#hatch)" pointer-events="none"/>' if reason in ("colour", "restriction") else ""
    return f'<rect {box} fill="{REASONS[reason]}">{title}</rect>{hatch}'


def forest(rows: Sequence[tuple[str, float, float, float]], label: str) -> str:
    """Differences with intervals, from top to bottom; filled where the interval is on one side of 0."""
    width, left, row = 760.0, 230.0, 22.0
    low = min([0.0, *(r[2] for r in rows)])
    high = max([0.0, *(r[3] for r in rows)])
    span = (high - low) or 1.0
    low, high = low - 0.04 * span, high + 0.04 * span
    x = lambda v: left + (v - low) / (high - low) * (width - left - 20)  # noqa: E731
    end = 12 + row * len(rows)
    parts = []
    step = _step(high - low)
    tick = step * int(low / step)
    while tick <= high:
        if tick >= low:
            css = "zero" if abs(tick) < step / 1000 else "grid"
            parts.append(f'<line class="{css}" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="6" y2="{end}"/>')
            parts.append(_text(x(tick), end + 14, f"{tick:+g}" if css == "grid" else "0", "middle", "small"))
        tick = round(tick + step, 9)
    for k, (name, value, lo, hi) in enumerate(rows):
        y = 12 + row * k + row / 2
        sure = not lo <= 0 <= hi
        colour = ("#3a8fd0" if value > 0 else "#e0701f") if sure else "var(--faint)"
        tip = f"<title>{escape(name)}: {value:+.2f} ({lo:+.2f} to {hi:+.2f})</title>"
        parts.append(_text(left - 10, y + 4, shortened(name, LABEL), "end"))
        parts.append(
            f'<line x1="{x(lo):.1f}" x2="{x(hi):.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2.5"/>'
        )
        fill = colour if sure else "var(--paper)"
        parts.append(
            f'<circle cx="{x(value):.1f}" cy="{y}" r="5" fill="{fill}" stroke="{colour}" '
            f'stroke-width="2">{tip}</circle>'
        )
    parts.append(_text((left + width) / 2, end + 30, label, "middle", "small"))
    return _picture(width, end + 36, label, parts)


def _step(span: float) -> float:
    """A round distance between numbers of an axis, some six of them."""
    from math import floor, log10

    rough = span / 6
    power = 10 ** floor(log10(rough))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= rough)
