"""Pictures: what stands on their axes. How they look is for people; that they say the right numbers is tested."""

from itertools import pairwise

import numpy as np
import pytest
from tests.unit.simulate.programs import land, program, spell, two_colours

import untap
from untap import exact
from untap.report.layout import apart
from untap.simulate import mulligan_rule

pytest.importorskip("matplotlib")
from matplotlib.figure import Figure

from untap.report import plots


@pytest.fixture(scope="module")
def result():
    return untap.simulate(two_colours(), games=2000, turns=5, seed=3)


@pytest.fixture(scope="module")
def comparison():
    spells = [(8, spell("Green One", "{G}")), (28, spell("Gold Three", "{1}{G}{U}"))]
    decks = [program([(n, land("Forest")), (24 - n, land("Island")), *spells], f"{n} Forest") for n in (14, 10)]
    return untap.compare(*decks, games=2000, turns=4, seed=2)


def texts(ax):
    return [t.get_text() for t in ax.texts]


def test_castability(result):
    ax = plots.castability(result, ["Gold Three", "Green One"])
    lines = {tuple(np.round(line.get_ydata(), 6)) for line in ax.lines}
    for name in ("Gold Three", "Green One"):
        assert tuple(round(100 * result.castable(name, t).value, 6) for t in range(1, 6)) in lines
    assert any("Gold Three" in t for t in texts(ax)) and ax.get_xlabel() == "turn" and "%" in ax.get_ylabel()


def test_mana(result):
    ax = plots.mana(result)
    means = [result.mana(t).mean.value for t in range(1, 6)]
    assert any(np.allclose(line.get_ydata(), means) for line in ax.lines)
    assert {t.get_text() for t in ax.get_legend().get_texts()} >= {"median", "mean", "50% of games", "98% of games"}


def test_colours(result):
    ax = plots.colours(result)
    assert [t.get_text() for t in ax.get_yticklabels()] == ["blue", "green"]
    assert len(texts(ax)) == 10
    assert np.allclose(ax.images[0].get_array()[0], [100 * result.mana(t).at_least(1, "U").value for t in range(1, 6)])


def test_why_not(result):
    ax = plots.why_not(result, ["Gold Three"])
    total = sum(p.get_width() for p in ax.patches)
    assert total == pytest.approx(100 * (1 - result.castable("Gold Three", 3).value))


def test_sources():
    rows = exact.sources_table(60, 25, mulligan_rule("karsten-2022"))
    ax = plots.sources(rows)
    assert sorted(texts(ax)) == sorted(str(row["sources"]) for row in rows)
    rows = exact.sources_table(60, 25, mulligan_rule("karsten-2022"), costs=["{1}{W}{U/B}"])
    ax = plots.sources(rows)
    labels = [t.get_text() for t in ax.get_yticklabels()]
    assert labels == ["1W(U/B), white", "1W(U/B), blue or black", "1W(U/B), together"]
    assert sorted(texts(ax)) == sorted(str(row["sources"]) for row in rows)


def test_comparison(comparison):
    ax = plots.comparison(comparison)
    labels = [t.get_text() for t in ax.get_yticklabels()]
    assert labels[0] == "all, by copies" and any("Gold Three (turn 3)" in t for t in labels)
    d = comparison.difference("Gold Three", 3)
    assert any(
        np.allclose(line.get_xdata(), [100 * d.low, 100 * d.high]) for line in ax.lines if len(line.get_xdata()) == 2
    )


def test_axes_that_are_given_are_used_and_drawn(result, comparison, tmp_path):
    figure = Figure(layout="constrained")
    axes = figure.subplots(3, 2).ravel()
    made = [
        plots.castability(result, ax=axes[0]),
        plots.mana(result, ax=axes[1], order="play"),
        plots.colours(result, ax=axes[2]),
        plots.why_not(result, ax=axes[3]),
        plots.comparison(comparison, ax=axes[4]),
        plots.sources(exact.sources_table(40, 17, mulligan_rule("london")), ax=axes[5]),
    ]
    assert made == list(axes)
    figure.savefig(tmp_path / "all.png")
    assert (tmp_path / "all.png").stat().st_size > 20_000
    assert untap.plots is plots


def test_labels_keep_apart():
    places = apart([50.0, 50.0, 51.0, 99.0, 100.0, 0.0], 5)
    ranked = sorted(places)
    assert all(b - a > 4.9 for a, b in pairwise(ranked)) and max(places) <= 100


def test_neighbours_in_a_plain_grid_dont_overlap(result, comparison):
    rows = exact.sources_table(40, 17, mulligan_rule("london"))
    for makers in (
        (plots.castability, plots.mana, plots.colours, plots.why_not),
        (plots.why_not, plots.castability, plots.mana, plots.colours),
        (
            lambda _, ax: plots.comparison(comparison, ax=ax),
            lambda _, ax: plots.sources(rows, ax=ax),
            plots.castability,
        ),
    ):
        figure = Figure(figsize=(11, 7.5))  # as pyplot.subplots makes it: without a layout engine
        axes = figure.subplots(2, 2).ravel()
        for make, ax in zip(makers, axes, strict=False):
            make(result, ax=ax)
        figure.draw_without_rendering()
        boxes = [ax.get_tightbbox() for ax, _ in zip(axes, makers, strict=False)]
        assert all(figure.bbox.x0 - 1 <= b.x0 and b.x1 <= figure.bbox.x1 + 1 for b in boxes)
        for k, box in enumerate(boxes):
            assert not any(box.overlaps(other.padded(-1)) for other in boxes[k + 1 :])


def test_long_names_are_broken_not_cut(comparison):
    figure = Figure(figsize=(8, 6), layout="constrained")
    ax = plots.comparison(comparison, ax=figure.subplots(1, 2)[0])
    assert "\n" in ax.get_xlabel()
    assert ax.get_xlabel().replace("\n", " ") == plots.comparison(comparison).get_xlabel().replace("\n", " ")
