"""How good the player is: the same games by the best line that knows the draws, by our player, and by a naive one."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from untap.simulate.prepare import AIM_CARD, AIM_CURVE, AIM_NAIVE, deck_cards, hand_rule

if TYPE_CHECKING:
    from untap.program.compile import Program
    from untap.simulate.scenario import Scenario

#: Players beside the ceiling, by the core's numbers.
PLAYERS = {"player": AIM_CARD, "curve": AIM_CURVE, "naive": AIM_NAIVE}
#: Openings that are looked at for each game wanted.
OPENINGS = 200


@dataclass(frozen=True)
class Yardstick:
    """When a card was first castable, in games with a copy in the kept hand.

    Attributes
    ----------
    card : str
    turn : int
        The turn that it is wanted on: its mana value or the target set, at most the last turn.
    games : int
    cut : int
        Games in which some search was cut short.
    ceiling, player, curve, naive : tuple of int
        Games in which it was castable by turn 1, 2, ...: by the best line that knows the draws; by the player with the
        aim 'card:NAME'; by the player with the default aim; by one that plays random lands and the cheapest spells.
    """

    card: str
    turn: int
    games: int
    cut: int
    ceiling: tuple[int, ...]
    player: tuple[int, ...]
    curve: tuple[int, ...]
    naive: tuple[int, ...]

    def share(self, who: str, turn: int | None = None) -> float:
        """Share of games in which it was castable by a turn (the one wanted)."""
        return getattr(self, who)[(turn or self.turn) - 1] / self.games if self.games else float("nan")

    @property
    def gap(self) -> float:
        """Ceiling less player on the turn wanted."""
        return self.share("ceiling") - self.share("player")

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Yardstick:
        """Of `to_dict`'s form."""
        return cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in data.items()})


def yardsticks(
    program: Program, scenario: Scenario, games: int, *, seed: int = 0, cards: tuple[str, ...] = (), limit: int = 20_000
) -> tuple[Yardstick, ...]:
    """Yardsticks of a deck's spells (or of those named), each on the first games of the run that have it in hand.

    Parameters
    ----------
    games : int
        For each card.
    limit : int
        Nodes of one search of the ceiling.
    """
    from untap import _core
    from untap.simulate.run import seed_key

    key, hands = seed_key(seed), hand_rule(program, scenario)
    out, done = [], set()
    for card in deck_cards(program):
        if card.cls < 0 or card.kind in done or (cards and card.name not in cards):
            continue
        done.add(card.kind)
        found = _core.yardstick_games(
            program, key, 0, games, OPENINGS * games, card.kind, tuple(PLAYERS.values()), hands=hands, limit=limit,
            **scenario.to_core(),
        )  # fmt: skip
        if not len(found):
            continue
        by = {
            who: tuple(int(((found[:, k] > 0) & (found[:, k] <= turn)).sum()) for turn in range(1, scenario.turns + 1))
            for k, who in enumerate(("ceiling", *PLAYERS), 2)
        }
        turn = min(scenario.curve_turn(card.name, card.mana_value), scenario.turns)
        out.append(Yardstick(card.name, turn, len(found), int((found[:, 1] > 0).sum()), **by))
    return tuple(out)
