"""What an analyst would write in NumPy: draws and numbers of lands by turn, with and without mulligans.

No turns are played: nothing is tapped, paid or cast, and no colour matters. It shares no code with untap.

    python benchmarks/baseline.py
"""

from __future__ import annotations

import numpy as np

HAND = 7
# keep a hand of so many cards with so many lands, judged after the cards have gone to the bottom; four are always kept
KEEP = np.ones((HAND + 1, HAND + 1), bool)
for _size, _lands in ((7, (2, 3, 4, 5)), (6, (2, 3, 4)), (5, (1, 2, 3, 4))):
    KEEP[_size] = np.isin(np.arange(HAND + 1), _lands)
# lands that a hand of so many cards shall have
WANTED = np.array((0, 1, 1, 2, 3, 3, 3, 3))
SMALLEST = 4
BATCH = 5_000  # games at a time: the decks stay in the cache


def lands_by_turn(
    deck: int,
    lands: int,
    games: int,
    rng: np.random.Generator,
    *,
    turns: int = 7,
    mulligans: bool = True,
    free: bool = False,
    extra: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """Deal games and count lands.

    Parameters
    ----------
    deck, lands : int
        Cards in the deck (at most 256), and how many of them are lands.
    games : int
    rng : numpy.random.Generator
    turns : int
    mulligans : bool
        The London mulligan by number of lands; otherwise the first seven cards are kept.
    free : bool
        The first mulligan costs no card.
    extra : int
        1 if the first turn has a draw, 0 on the play.

    Returns
    -------
    seen : ndarray of int64, [turns, HAND + turns + 1]
        In how many games so many lands were in the kept hand and the draws up to each turn.
    kept : ndarray of int64, [HAND + 1, HAND + 1]
        In how many games a hand of that size with so many lands was kept.
    """
    seen = np.zeros((turns, HAND + turns + 1), np.int64)
    kept = np.zeros((HAND + 1, HAND + 1), np.int64)
    for start in range(0, games, BATCH):
        n = min(BATCH, games - start)
        hand, size, draws = _deal(deck, lands, n, rng, turns - 1 + extra, mulligans, free)
        kept += np.bincount(size * (HAND + 1) + hand, minlength=(HAND + 1) ** 2).reshape(kept.shape)
        total = hand[:, None] + np.cumsum(draws, axis=1, dtype=np.int64)
        if not extra:
            total = np.concatenate((hand[:, None], total), axis=1)
        for turn in range(turns):
            seen[turn] += np.bincount(total[:, turn], minlength=seen.shape[1])
    return seen, kept


def _deal(deck, lands, n, rng, more, mulligans, free):
    """Lands in the kept hand, its size, and whether each of the next `more` cards is a land."""
    cards = np.tile(np.arange(deck, dtype=np.uint8), (n, 1))
    rng.permuted(cards, axis=1, out=cards)
    land = cards[:, : HAND + more] < lands
    hand = land[:, :HAND].sum(axis=1)
    size = np.full(n, HAND)
    todo = np.flatnonzero(~KEEP[HAND, hand]) if mulligans else np.empty(0, int)
    taken = 0
    while len(todo):
        taken += 1
        left = HAND - max(0, taken - free)
        again = cards[todo]
        rng.permuted(again, axis=1, out=again)
        again_land = again[:, : HAND + more] < lands
        of_seven = again_land[:, :HAND].sum(axis=1)
        # lands left in hand, as close to those wanted as the seven cards allow
        after = np.clip(WANTED[left], np.maximum(0, left - (HAND - of_seven)), np.minimum(of_seven, left))
        land[todo], hand[todo], size[todo] = again_land, after, left
        todo = todo[~KEEP[left, after]] if left > SMALLEST else todo[:0]
    return hand, size, land[:, HAND:]


if __name__ == "__main__":
    from time import perf_counter

    for name, mulligans in (("London mulligan", True), ("no mulligan", False)):
        best = float("inf")
        for seed in range(7):
            begin = perf_counter()
            result, _ = lands_by_turn(60, 24, 50_000, np.random.default_rng(seed), mulligans=mulligans)
            best = min(best, perf_counter() - begin)
        mean = result[-1] @ np.arange(result.shape[1]) / 50_000
        print(f"{name}: {best / 50_000 * 1e6:.2f} µs a game; {mean:.2f} lands seen by turn 7 of 24 in 60")
