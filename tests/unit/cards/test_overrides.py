import pytest
from tests.unit.cards.conftest import compile_face

from untap.cards import CardDataError
from untap.cards.costs import CostError, check_cost, cost_colors
from untap.cards.overrides import OverrideError, find_overrides, parse_overrides, read_overrides

GOOD = """
# my cards
[[card]]
name = "Grove of the Example"
type = "Land — Plains"
text = '''
Not understood.
[[card]]
{T}: Add {G}.
'''

[[card]]
name = "Example Elf"
cost = "{1}{g}"
type = "Creature — Elf"
power = 1
toughness = "1"
notation = ["{T}: add {U}"]

[[card]]
layout = "modal_dfc"
[[card.face]]
name = "Spell"
cost = "{R/W}"
type = "Sorcery"
[[card.face]]
name = "Dale"
type = "Land"
text = "{T}: Add {R}. ({B} is only a reminder.)"
"""


def parse(text, **options):
    return parse_overrides(text, "my.toml", compile_face=compile_face, **options)


def test_text_notation_and_faces():
    grove, elf, spell = parse(GOOD)
    assert grove.front.notation == ("{T}: add {G}",)
    assert [(c.line, c.level) for _, c in grove.clauses] == [(1, "unsupported"), (2, "unsupported")]
    assert (grove.layout, grove.color_identity, grove.front.mana_cost) == ("normal", "WG", None)
    assert elf.front.notation == ("{T}: add {U}",)
    assert (elf.front.mana_cost, elf.front.power, elf.color_identity) == ("{1}{G}", "1", "UG")
    assert (spell.name, spell.layout, spell.color_identity) == ("Spell // Dale", "modal_dfc", "WR")
    assert spell.faces[1].types == ("Land",)


def test_notation_alone_needs_no_compiler():
    def never(face, card):
        raise AssertionError

    (card,) = parse_overrides('[[card]]\nname="A"\ntype="Land"\nnotation="""\n{T}: add {G}\n"""', compile_face=never)
    assert card.front.notation == ("{T}: add {G}",)


def test_nothing_in_the_file():
    assert parse("# nothing yet\n") == []


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[[card]]\nname = Elf\n", 2, "not TOML"),
        ('[[card]]\nname = """', 2, "not TOML"),
        ('nmae = "x"\n', 1, r"'nmae' isn't known here; each card starts with \[\[card\]\]"),
        ('\n[card]\nname = "x"\n', 1, "two pairs of brackets"),
        ('[[card]]\ntype = "Land"\n', 1, "a name is missing"),
        ('[[card]]\nname = " "\ntype = "Land"\n', 2, "a name is missing"),
        ('[[card]]\nname = "A"\n', 1, "'A' has no type line"),
        ('[[card]]\nname = "A"\ntype = "land"\n', 3, "'land' has no card type"),
        ('[[card]]\nname = "A"\ncost = "1GG"\ntype = "Instant"\n', 3, "'1GG' isn't a mana symbol: put each"),
        ('[[card]]\nname = "A"\ncost = "{1}{Q}"\ntype = "Instant"\n', 3, "'{Q}' isn't a mana symbol"),
        ('[[card]]\nname = "A"\ntype = "Instant"\nprice = "1"\n', 4, "'price' isn't known"),
        ('[[card]]\nname = "A"\ntype = "Instant"\ntext = 5.5\n', 4, "'text' must be text"),
        ('[[card]]\nname = "A"\ntype = "Land"\ntext = "x"\nnotation = ["y"]\n', 5, "keep one"),
        ('[[card]]\nname = "A"\ntype = "Land"\nnotation = [5]\n', 4, "a list of lines"),
        ('[[card]]\nname = "A"\ntype = "Land"\nnotation = ["bad"]\n', 4, "'bad': what is this"),
        ('[[card]]\nname = "A"\ntype = "Land"\n\n[[card]]\nname = "a"\ntype = "Land"\n', 6, "twice"),
        ('[[card]]\n[[card.face]]\nname = "A"\ntype = "Land"\n', 1, "two at least"),
        (
            '[[card]]\ncost = "{1}"\n[[card.face]]\nname = "A"\n[[card.face]]\nname = "B"\n',
            2,
            "'cost' belongs to the faces",
        ),
        (
            '[[card]]\n[[card.face]]\nname = "A"\ntype = "Land"\n[[card.face]]\nname = "B"\ntype = "Lnd"\n',
            7,
            "'Lnd' has no card type",
        ),
        (
            '[[card]]\n[[card.face]]\nname = "A"\ntype = "Land"\n[[card.face]]\nname = "B"\ntype = "Land"\n',
            1,
            "needs a layout",
        ),
        (
            "[[card]]\nname = \"A\" # '''\ntype = \"Land\"\ntext = '''\n[[card]]\ncost = 1 \"\"\"\n'''\ncost = \"x\"\n",
            8,
            "'x' isn't a mana symbol",
        ),
        ('card = [{name = "A", type = "Lnd"}]\n', 1, "'Lnd' has no card type"),
        ("card = 5\n", 1, "two pairs of brackets"),
    ],
)
def test_errors_say_line_and_fix(text, line, says):
    def check(notation):
        if notation == "bad":
            raise ValueError("what is this")

    with pytest.raises(OverrideError, match=says) as error:
        parse(text, check_notation=check)
    assert error.value.line == line
    assert str(error.value).startswith(f"my.toml, line {line}: ")


def test_files(tmp_path):
    deck = tmp_path / "deck.txt"
    assert find_overrides(deck) is None
    own = tmp_path / "deck.cards.toml"
    own.write_text(GOOD.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert find_overrides(deck) == own
    assert len(read_overrides(own, compile_face=compile_face)) == 3
    own.write_bytes(b"\xff\xfe")
    with pytest.raises(CardDataError, match="not a text file"):
        read_overrides(own)
    with pytest.raises(CardDataError, match="nothing"):
        read_overrides(tmp_path / "nothing")


@pytest.mark.parametrize(
    ("typed", "cost"),
    [
        ("", None),
        (" ", None),
        ("{0}", "{0}"),
        ("{x}{X}{g}", "{X}{X}{G}"),
        ("{2/W} {w/p}{S}{C}", "{2/W}{W/P}{S}{C}"),
        ("{G/U/P}{C/W}{C/P}{1000000}", "{G/U/P}{C/W}{C/P}{1000000}"),
    ],
)
def test_costs(typed, cost):
    assert check_cost(typed) == cost


@pytest.mark.parametrize("typed", ["G", "{", "{}", "{T}", "{G}{", "{1}, {T}", "{W/}", "{-1}", "nonsense"])
def test_nonsense_costs(typed):
    with pytest.raises(CostError, match="isn't a mana symbol"):
        check_cost(typed)


def test_cost_colors():
    assert cost_colors("{2/W}: add {U/P}{C}{T}") == {"W", "U"}
