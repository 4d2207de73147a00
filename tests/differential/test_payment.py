"""Payment is exact: `can_pay` through the board equals a search of everything that could be done, in plain Python.

`reachable` tries every activation in every order and keeps the mana in the pool as it comes; `pays` tries every way to
spend it.  Nothing is clever there.  Sixteen kinds of source (`kind`), in colours W, U and B up to their permutation,
are put together in every way up to five, and every cost of up to five symbols is asked for; the default run
takes a sample.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb

import pytest

from untap._core import Board, CoreProgram
from untap.oracle.compile import compile_text
from untap.program import CardIR, FaceIR, assemble

COLORS = "WUB"
LIFE = 3


@dataclass(frozen=True)
class Makes:
    """One ability: what it costs and the alternatives that it adds.  ``mana`` is its mana cost, one symbol an entry."""

    adds: tuple[str, ...] = ()
    mana: tuple[str, ...] = ()
    tap: bool = True
    sacrifice: str = ""  # this | creature
    life: int = 0
    counter: bool = False
    untaps: bool = False  # target land
    restricted: bool = False  # its mana pays for abilities only


@dataclass(frozen=True)
class Kind:
    number: int
    colors: str
    types: str
    text: str
    abilities: tuple[Makes, ...] = ()
    counters: int = 0
    extra: bool = False  # lands tapped for mana make one more of a type that they made


ANY = tuple(COLORS)  # of "any color" those that the costs name


def kind(number: int, colors: str) -> Kind:
    """One of the sixteen kinds of source, in its colours (none, one or two)."""
    a, b = (colors + "  ")[:2]
    types, text, *abilities = {
        0: ("Land", f"{{T}}: Add {{{a}}}.", Makes((a,))),
        1: ("Land", f"{{T}}: Add {{{a}}} or {{{b}}}.", Makes((a, b))),
        2: ("Creature", f"{{T}}: Add {{{a}}}.", Makes((a,))),
        3: ("Artifact", f"{{1}}, {{T}}: Add {{{a}}}{{{b}}}.", Makes((a + b,), ("1",))),
        4: ("Land", f"{{T}}: Add {{C}}.\n{{{a}/{b}}}, {{T}}: Add {{{a}}}{{{a}}}, {{{a}}}{{{b}}}, or {{{b}}}{{{b}}}.",
            Makes(("C",)), Makes((a + a, a + b, b + b), (f"{a}/{b}",))),
        5: ("Artifact", f"Remove a charge counter from this artifact: Add {{{a}}}.",
            Makes((a,), tap=False, counter=True)),
        6: ("Land", "{T}: Add {C}{C}.", Makes(("CC",))),
        7: ("Artifact", "{T}: Add one mana of any color.", Makes(ANY)),
        8: ("Land", "{T}: Add {C}.\n{T}, Pay 1 life: Add one mana of any color.", Makes(("C",)), Makes(ANY, life=1)),
        9: ("Artifact", "{T}: Add two mana of any one color.", Makes(tuple(c + c for c in COLORS))),
        10: ("Artifact", "{2}: Add one mana of any color.", Makes(ANY, ("1", "1"), tap=False)),
        11: ("Artifact", "{T}, Sacrifice this artifact: Add one mana of any color.", Makes(ANY, sacrifice="this")),
        12: ("Artifact", "Sacrifice a creature: Add {C}{C}.", Makes(("CC",), tap=False, sacrifice="creature")),
        13: ("Creature", "{T}: Untap target land.", Makes(untaps=True)),
        14: ("Land", "{T}: Add {C}{C}. Spend this mana only to activate abilities.", Makes(("CC",), restricted=True)),
        15: ("Enchantment", "Whenever you tap a land for mana, add one mana of any type that land produced."),
    }[number]  # fmt: skip
    return Kind(number, colors, types, text, tuple(abilities), 2 * (number == 5), number == 15)


COLORS_OF = [1, 2, 1, 2, 2, 1] + [0] * 10  # how many colours each kind has
KINDS = [kind(n, "".join(c)) for n, k in enumerate(COLORS_OF) for c in combinations(COLORS, k)]
SYMBOLS = ("W", "U", "B", "C", "1", "W/U", "2/W", "U/P")


# --------------------------------------------------------------------------------------------- brute force


def fits(symbol: str, mana: str) -> bool:
    return symbol == "1" or mana in symbol.split("/")


def payments(pool: tuple[str, ...], symbols: tuple[str, ...]):
    """Every rest of the pool after the symbols are paid."""
    if not symbols:
        yield pool
        return
    for k, unit in enumerate(pool):
        if (k == 0 or pool[k - 1] != unit) and fits(symbols[0], unit.upper()):
            yield from payments(pool[:k] + pool[k + 1 :], symbols[1:])


@cache
def pays(pool: tuple[str, ...], life: int, cost: tuple[str, ...]) -> bool:
    """Whether unrestricted mana of the pool and life pay the cost."""
    if not cost:
        return True
    symbol, rest = cost[0], cost[1:]
    if symbol.endswith("/P") and life >= 2 and pays(pool, life - 2, rest):
        return True
    if symbol.startswith("2/") and pays(pool, life, (*rest, "1", "1")):
        return True
    for k, unit in enumerate(pool):
        if (k and pool[k - 1] == unit) or not fits(symbol.removesuffix("/P").removeprefix("2/"), unit):
            continue
        if pays(pool[:k] + pool[k + 1 :], life, rest):
            return True
    return False


def reachable(board: tuple[Kind, ...]) -> set[tuple[tuple[str, ...], int]]:
    """Every pool (restricted mana left out) with the life left, that some sequence of activations leads to."""
    start = ((), LIFE, tuple(sorted((KINDS.index(k), False, k.counters) for k in board)))
    seen, todo = {start}, [start]
    while todo:
        state = todo.pop()
        for following in steps(*state):
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return {(tuple(u for u in pool if u.isupper()), life) for pool, life, _ in seen}


def steps(pool, life, sources):
    """Every position that one activation leads to.  A source is (kind, tapped, counters)."""
    for i, (number, tapped, counters) in enumerate(sources):
        kind = KINDS[number]
        for ability in kind.abilities:
            if (ability.tap and tapped) or life < ability.life or (ability.counter and not counters):
                continue
            after = list(sources)
            after[i] = (number, tapped or ability.tap, counters - ability.counter)
            gone = [()]
            if ability.sacrifice == "this":
                gone = [(i,)]
            elif ability.sacrifice == "creature":
                gone = [(j,) for j, s in enumerate(sources) if KINDS[s[0]].types == "Creature"]
            for rest in payments(pool, ability.mana):
                for out in gone:
                    left = [s for j, s in enumerate(after) if j not in out]
                    if ability.untaps:
                        for j, s in enumerate(left):
                            if KINDS[s[0]].types == "Land" and s[1]:
                                yield rest, life, tuple(sorted([*left[:j], (s[0], False, s[2]), *left[j + 1 :]]))
                    for added in ability.adds:
                        for more in extra(kind, ability, added, sources):
                            units = [u.lower() if ability.restricted else u for u in added] + list(more)
                            yield tuple(sorted([*rest, *units])), life - ability.life, tuple(sorted(left))


def extra(kind, ability, added, sources):
    """What triggers add as well: for each of them one mana of a type that the land produced."""
    n = sum(KINDS[s[0]].extra for s in sources) if kind.types == "Land" and ability.tap else 0
    return combinations_with_replacement(sorted(set(added)), n)


def best(pools):
    """The pools that no other has all of."""
    out: list[tuple[Counter, tuple[str, ...], int]] = []
    for pool, life in sorted(pools, key=lambda p: (-len(p[0]), -p[1], p[0])):
        mine = Counter(pool)
        if not any(n >= life and mine <= other for other, _, n in out):
            out.append((mine, pool, life))
    return [(pool, life) for _, pool, life in out]


# ----------------------------------------------------------------------------------------------- the core


@cache
def costs() -> tuple[tuple[str, ...], ...]:
    return tuple(c for n in range(1, 6) for c in combinations_with_replacement(SYMBOLS, n))


@cache
def program():
    cards = []
    for k in KINDS:
        name = f"kind {k.number} {k.colors}"
        made = compile_text(name, k.types, k.text)
        assert all(s.level == "exact" for s in made.sentences), k
        pt = ("1", "1") if k.types == "Creature" else (None, None)
        face = FaceIR(name, "{1}", (), (k.types.casefold(),), (), *pt, None, tuple(made.abilities))
        cards.append(CardIR(name, "normal", (face,)))
    symbols = ["".join("{" + s + "}" for s in c) for c in costs()]
    arrays, unencoded = assemble(cards, [(0, 10)], extra_costs=symbols)
    assert not unencoded
    return CoreProgram(arrays), arrays


def core_board(board: tuple[Kind, ...]) -> Board:
    made, arrays = program()
    out = Board(made, seed=1)
    out.load(turn=4, life=LIFE, step="main1")
    for k in board:
        face = int(arrays["kinds"][KINDS.index(k)]["face"])
        out.add_object(face, counters={arrays["counter_kinds"]["charge"]: k.counters} if k.counters else {})
    return out


def differences(board: tuple[Kind, ...], asked) -> list[str]:
    """Costs (numbers in `costs`) for which the core says something else."""
    pools = best(reachable(board))
    numbers = program()[1]["extra_costs"]
    b = core_board(board)
    wrong = []
    for n in asked:
        wanted = any(pays(pool, life, costs()[n]) for pool, life in pools)
        got = b.can_pay(numbers[n])
        if got is not wanted:
            wrong.append(f"{[(k.number, k.colors) for k in board]}: {costs()[n]}: {got}, not {wanted}")
    return wrong


# --------------------------------------------------------------------------------------------------- tests


@cache
def renamings() -> tuple[tuple[int, ...], ...]:
    """For each permutation of the colours, what becomes of each source."""
    out = []
    for order in permutations(COLORS):
        table = str.maketrans(COLORS, "".join(order))
        colors = ["".join(sorted(k.colors.translate(table), key=COLORS.index)) for k in KINDS]
        out.append(tuple(KINDS.index(kind(k.number, c)) for k, c in zip(KINDS, colors, strict=True)))
    return tuple(out)


@cache
def boards(most: int) -> tuple[tuple[int, ...], ...]:
    """All multisets of kinds, one for each up to a permutation of the colours."""
    out = []
    for n in range(1, most + 1):
        for board in combinations_with_replacement(range(len(KINDS)), n):
            if all(board <= tuple(sorted(m[k] for k in board)) for m in renamings()):
                out.append(board)
    return tuple(out)


def test_sixteen_kinds_in_all_colours():
    assert len({k.number for k in KINDS}) == len(boards(1)) == 16
    images = {tuple(sorted(m[k] for k in board)) for board in boards(3) for m in renamings()}
    assert len(images) == sum(comb(len(KINDS) + n - 1, n) for n in (1, 2, 3))


def test_sample_of_all_boards():
    rng = random.Random(20)
    wrong = []
    for board in rng.sample(boards(5), 400):
        wrong += differences(tuple(KINDS[k] for k in board), rng.sample(range(len(costs())), 60))
    assert wrong == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(64))
def test_all_boards(part):
    """Every board of up to five sources with every cost of up to five symbols."""
    wrong = []
    for board in boards(5)[part::64]:
        wrong += differences(tuple(KINDS[k] for k in board), range(len(costs())))
    assert wrong == []
