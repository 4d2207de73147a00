"""The HTML report: one file, whole, nothing from elsewhere, names escaped; and as a browser shows it."""

import re
import shutil
import struct
import subprocess
from html.parser import HTMLParser

import pytest
from tests.unit.simulate.programs import land, program, spell

import untap

pytest.importorskip("jinja2")
from untap.report.html import to_html

VOID = {"meta", "br", "img", "input", "link", "hr"}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SPELLS = [(8, spell('Ten <b>"& Half</b>', "{G}")), (28, spell("Gold Three", "{1}{G/U}{U}"))]
DECKS = [program([(n, land("Forest")), (24 - n, land("Island")), *SPELLS], f"{n} <Forest>") for n in (14, 10)]


@pytest.fixture(scope="module")
def page():
    return to_html(untap.simulate(DECKS[0], games=1000, turns=5, seed=3))


@pytest.fixture(scope="module")
def comparison_page():
    return to_html(untap.compare(*DECKS, games=1000, turns=5, seed=3))


class Reader(HTMLParser):
    """Checks that tags are balanced, and collects them."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.mark.parametrize("which", ["page", "comparison_page"])
def test_one_whole_file(which, request):
    text = request.getfixturevalue(which)
    reader = Reader()
    reader.feed(text)
    assert not reader.open
    for tag, attributes in reader.tags:
        assert tag not in ("link", "img", "iframe", "object")
        assert not {"src", "href", "srcset", "action"} & set(attributes)
    assert "http:" not in text and "https:" not in text and "url(" not in text.replace("url(#hatch)", "")
    assert "@import" not in text and "<svg" in text and "prefers-color-scheme: dark" in text and "@media print" in text
    assert "<b>" not in text and "Ten &lt;b&gt;" in text and "14 &lt;Forest&gt;" in text


def test_numbers(page):
    result = untap.simulate(DECKS[0], games=1000, turns=5, seed=3)
    value = result.castable("Gold Three", 3).value
    assert f'class="curve" data-key="{round(value, 6)}"' in page and f"{100 * value:.1f}" in page
    assert page == to_html(result)  # the same bytes


def test_sections_of_everything_asked():
    asked = ["castable('Gold Three', turn=3)"]
    result = untap.simulate(DECKS[0], games=300, turns=5, seed=3, clock=True, ask=asked, targets={"Gold Three": 4})
    text = to_html(result)
    for title in ("Asked: % of games", "Goldfish clock", "On curve, given lands or the card", "What is really cast"):
        assert f"<h2>{title}</h2>" in text
    assert "On curve on turns set: Gold Three T4." in text
    assert f"{100 * result.castable('Gold Three', 4, given='lands_seen').value:.1f}" in text
    assert result.castability().method in text and result.mana(1).mean.method in text
    assert "<h2>Asked" not in to_html(untap.simulate(DECKS[0], games=100, turns=2, seed=3))


def test_a_comparison_names_what_differs(comparison_page):
    compared = untap.compare(*DECKS, games=1000, turns=5, seed=3)
    assert "the deck as a whole</h2>" in comparison_page and "mean lands kept" in comparison_page
    assert "Real differences, surest first" in comparison_page
    assert compared.difference("Gold Three", 3).method in comparison_page


def test_swaps_are_named_by_their_change():
    swaps = [(f"1 Forest -> {n} Island", n) for n in (1, 2, 3)]
    decks = [program([(14, land("Forest")), (10, land("Island")), *SPELLS], "base")]
    decks += [program([(13, land("Forest")), (10 + n, land("Island")), *SPELLS], name) for name, n in swaps]
    text = to_html(untap.compare(*decks, games=300, turns=4, seed=3))
    overview = text.split("What changes as a whole")[1].split("<h2>")[0]
    assert "+2 Island" in overview and "Forest makes room" in overview and "-&gt;" not in overview


def test_nothing_castable():
    deck = program([(60, land("Forest"))], "lands")
    assert "Opening hands" in to_html(untap.simulate(deck, games=100, turns=2, seed=1))


def shot(tmp_path, text, *options):
    path, picture = tmp_path / "page.html", tmp_path / "page.png"
    path.write_text(text, "utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=900,1400",
         "--host-resolver-rules=MAP * ~NOTFOUND", f"--screenshot={picture}", *options, path.as_uri()],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    data = picture.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (900, 1400)
    return data


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_shows_it_light_and_dark(page, tmp_path):
    light = shot(tmp_path, page, "--blink-settings=preferredColorScheme=1")
    dark = shot(tmp_path, page, "--blink-settings=preferredColorScheme=0")
    assert light != dark and min(len(light), len(dark)) > 30_000  # a blank page has some 5,000 bytes


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_sorts_it_and_it_fits(page, tmp_path):
    """The page's own script runs: a click on T3 sorts by that column; nothing is wider than the window."""
    probe = """<script>
document.querySelectorAll("table.sortable th button")[5].click();
const cells = [...document.querySelector("table.sortable tbody").rows].map(r => Number(r.cells[5].dataset.key));
const cut = [...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth).length;
document.title = JSON.stringify({cells, cut, wide: document.documentElement.scrollWidth, inner: window.innerWidth});
document.body.setAttribute("data-result", document.title);
</script></body>"""
    path = tmp_path / "probe.html"
    path.write_text(page.replace("</body>", probe), "utf-8")
    done = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=900,1400",
            "--dump-dom",
            path.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    found = re.search(r'data-result="([^"]*)"', done.stdout)
    assert found, done.stderr
    import json

    data = json.loads(found[1].replace("&quot;", '"'))
    assert len(data["cells"]) == 2 and data["cells"] == sorted(data["cells"], reverse=True)
    assert data["wide"] <= data["inner"] and data["cut"] == 0  # no table is wider than its place


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_a_browser_prints_it(page, tmp_path):
    path, printed = tmp_path / "page.html", tmp_path / "page.pdf"
    path.write_text(page, "utf-8")
    subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={printed}", path.as_uri()],
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert printed.read_bytes()[:5] == b"%PDF-" and printed.stat().st_size > 20_000


def test_long_cells_are_broken_so_that_nothing_is_cut_in_print(page):
    """A scrolled part of a table isn't printed: text of several words goes into lines."""
    assert re.search(r"td\.w \{ white-space: normal;", page) and "overflow: visible" in page.split("@media print")[1]
    assert re.search(r'<td class="l w"[^>]*>(?:white|blue|green)', page)
