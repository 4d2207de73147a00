"""What is played: turns, seat, mulligans, number of players."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from untap.questions import QuestionError, check_syntax
from untap.simulate.mulligan import MulliganError, MulliganRule, mulligan_rule

#: Most turns of a game that are simulated.
MAX_TURNS = 30
#: Most players of a game.
MAX_PLAYERS = 10
#: Most lands that an opponent is given.
MAX_OPPONENT_LANDS = 100
#: What the player may play for, beside one card.
AIMS = ("curve", "mana", "spend")
ORDERS = ("play", "draw", "both")

#: Players, life and free first mulligan by format (CR 103.4, 103.5c, 903.7).
FORMATS: dict[str, dict[str, Any]] = {
    "constructed": {"players": 2, "life": 20},
    "limited": {"players": 2, "life": 20},
    "commander": {"players": 4, "life": 40},
}


class ScenarioError(ValueError):
    """A scenario that can't be played."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scenario:
    """How the games are played. What isn't given follows from `format`.

    Attributes
    ----------
    turns : int
        The player's own turns that are played, 1 to `MAX_TURNS`.
    order : {'play', 'draw', 'both'}
        Who starts. 'both' (the default for two players): games 2k on the play and 2k + 1 on the draw share a shuffle,
        and figures are the mean of the two. With more players nobody skips a draw (CR 103.8c), and 'play' is the
        default.
    mulligan : MulliganRule
        A preset's name, a table or a rule; ``'london'`` by default, with the free first mulligan (CR 103.5c) where
        there are more than two players and the rule is a preset's.
    format : {'constructed', 'limited', 'commander'}
    players : int
        Everyone at the table, 1 to `MAX_PLAYERS`; 1 is a goldfish that skips its first draw on the play.
    life : int
        What the player starts with.
    opponent_colors : str
        Colours of the opponents' lands, in the order in which they come; none by default.
    opponent_lands : tuple of int
        How many lands each opponent controls after its first, second, ... turn; the last number goes on. By default
        one more each turn where there are colours, else none.
    aim : str
        What the player plays for: 'curve' (cast the hand on time, the default), 'mana' (the most mana on the last
        turn), 'spend' (the most mana value of spells cast, summed at each turn over all turns so far), or 'card:NAME'
        (that card as soon as possible).
    ask : tuple of str
        Questions about whole games; see `untap.questions.FUNCTIONS`.
    clock : bool
        Count the damage of attackers that nothing stops.
    apart : bool
        Count copies drawn, in the opening hand and cast for each card by itself, not for all cards together that are
        castable in the same positions.
    targets : mapping of str to int
        For some cards the turn on which they are on curve, instead of that of their mana value. Kept as pairs.
    """

    turns: int = 7
    order: str = None  # type: ignore[assignment]
    mulligan: MulliganRule | str | dict[str, Any] = "london"
    format: str = "constructed"
    players: int = None  # type: ignore[assignment]
    life: int = None  # type: ignore[assignment]
    opponent_colors: str = ""
    opponent_lands: tuple[int, ...] = ()
    aim: str = "curve"
    ask: tuple[str, ...] = ()
    clock: bool = False
    apart: bool = False
    targets: Mapping[str, int] | tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ScenarioError(f"there is no format {self.format!r}: use one of {', '.join(FORMATS)}")
        usual = FORMATS[self.format]
        put = lambda name, value: object.__setattr__(self, name, value)  # noqa: E731
        put("players", _whole(usual["players"] if self.players is None else self.players, "players", 1, MAX_PLAYERS))
        put("life", _whole(usual["life"] if self.life is None else self.life, "life", 1, 10_000))
        put("turns", _whole(self.turns, "turns", 1, MAX_TURNS))
        put("order", ("both" if self.players <= 2 else "play") if self.order is None else self.order)
        if self.order not in ORDERS:
            raise ScenarioError(f"the order of play is one of {', '.join(ORDERS)}, not {self.order!r}")
        if not isinstance(self.mulligan, MulliganRule):
            try:
                rule = mulligan_rule(self.mulligan)
            except MulliganError as error:
                raise ScenarioError(str(error)) from error
            table = self.mulligan if isinstance(self.mulligan, dict) else {}
            if self.players > 2 and (not table or ("preset" in table and "free" not in table)):
                rule = rule.with_free()
            put("mulligan", rule)
        put("opponent_colors", _colors(self.opponent_colors))
        put("opponent_lands", _lands(self.opponent_lands))
        put("aim", _aim(self.aim))
        for name, value in (("clock", self.clock), ("apart", self.apart)):
            if not isinstance(value, bool):
                raise ScenarioError(f"{name} is true or false, not {value!r}")
        put("targets", _targets(self.targets))
        if not _texts(self.ask):
            raise ScenarioError(f"ask is a list of questions, not {self.ask!r}")
        try:
            put("ask", check_syntax(self.ask))
        except QuestionError as error:
            raise ScenarioError(str(error)) from error

    @property
    def rule(self) -> MulliganRule:
        """`mulligan`, which is always a rule once the scenario is made."""
        assert isinstance(self.mulligan, MulliganRule)
        return self.mulligan

    def curve_turn(self, name: str, mana_value: int) -> int:
        """The turn on which a card is on curve: its target, else its mana value, at least 1."""
        for wanted, turn in dict(self.targets).items():
            if _same_card(wanted, name):
                return turn
        return max(1, mana_value)

    @property
    def opponents(self) -> int:
        """Players other than the one whose games these are."""
        return self.players - 1

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders of play that occur: ``('play', 'draw')``, or one of them."""
        return ("play", "draw") if self.order == "both" else (self.order,)

    def opponents_after(self, rounds: int) -> tuple[str, int]:
        """What the opponents' lands could produce once each opponent has had so many turns, and how many one controls.

        The lands are basic ones, dealt over `opponent_colors` in its order and over again.
        """
        if not self.opponents or rounds < 1 or not (self.opponent_colors or self.opponent_lands):
            return "", 0
        by_turn = self.opponent_lands or tuple(range(1, MAX_TURNS + 1))
        lands = by_turn[min(rounds, len(by_turn)) - 1]
        return self.opponent_colors[: lands * self.opponents], lands

    def to_core(self) -> dict[str, Any]:
        """Keyword arguments of the core's ``run_chunk``."""
        core = {
            "turns": self.turns,
            "order": self.order,
            "players": self.players,
            "life": self.life,
            "mulligan": self.rule.to_core(),
        }
        if self.opponent_colors or self.opponent_lands:
            after = map(self.opponents_after, range(MAX_TURNS + 1))
            core["others"] = [(sum(1 << "WUBRG".index(c) for c in colors), lands) for colors, lands in after]
        return core

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; `from_dict` reads it back."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        plain["mulligan"] = self.rule.to_dict()
        # what came later is left out where it says nothing: results of before stay what they were
        if self.aim == "curve":
            del plain["aim"]
        for name in ("clock", "apart"):
            if not plain[name]:
                del plain[name]
        targets = dict(plain.pop("targets"))
        if targets:
            plain["targets"] = targets
        plain["opponent_lands"] = list(self.opponent_lands)
        for name in ("opponent_colors", "opponent_lands"):
            if not plain[name]:
                del plain[name]
        ask = plain.pop("ask")
        return {**plain, "ask": list(ask)} if ask else plain

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Scenario:
        """A scenario from plain data; what is missing has its default.

        Raises
        ------
        ScenarioError
            If an item is unknown or has no sense.
        """
        known = [field.name for field in fields(cls)]
        for key in data:
            if key not in known:
                raise ScenarioError(f"a scenario has no {key!r}: it has {', '.join(known)}")
        for key in ("order", "format"):
            if not isinstance(data.get(key, ""), str | None):
                raise ScenarioError(f"{key} is a word, not {data[key]!r}")
        return cls(**data)


def _aim(value: Any) -> str:
    if not isinstance(value, str):
        raise ScenarioError(f"an aim is a word, not {value!r}")
    word, colon, name = value.partition(":")
    word = word.strip().lower()
    if word == "card" and name.strip():
        return f"card:{name.strip()}"
    if word not in AIMS or colon:
        raise ScenarioError(f"an aim is one of {', '.join(AIMS)} or card:NAME, not {value!r}")
    return word


def _same_card(wanted: str, name: str) -> bool:
    """Whether a name, by whatever case and maybe of one face, is a card's."""
    text = " ".join(wanted.split()).casefold()
    return text in (name.casefold(), *(face.strip().casefold() for face in name.split("//")))


def _targets(value: Any) -> tuple[tuple[str, int], ...]:
    try:
        pairs = list(dict(value).items())
    except (TypeError, ValueError) as error:
        raise ScenarioError(f"targets are turns by card, not {value!r}") from error
    if not all(isinstance(name, str) and name.strip() for name, _ in pairs):
        raise ScenarioError(f"targets are turns by card, not {value!r}")
    found = [(" ".join(name.split()), _whole(turn, f"the target turn of {name}", 1, MAX_TURNS)) for name, turn in pairs]
    return tuple(sorted(found))


def _colors(value: Any) -> str:
    letters = value.strip().upper() if isinstance(value, str) else ""
    if not isinstance(value, str) or set(letters) - set("WUBRG") or len(set(letters)) < len(letters):
        raise ScenarioError(f"opponent_colors are letters of WUBRG, each once, not {value!r}")
    return letters


def _lands(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_TURNS:
        raise ScenarioError(f"opponent_lands is a list of at most {MAX_TURNS} numbers, not {value!r}")
    lands = tuple(_whole(n, "opponent_lands", 0, MAX_OPPONENT_LANDS) for n in value)
    if list(lands) != sorted(lands):
        raise ScenarioError(f"opponent_lands never fall from turn to turn: {', '.join(map(str, lands))}")
    return lands


def _texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)


def _whole(value: Any, what: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ScenarioError(f"{what} is a whole number, not {value!r}")
    number = value.__index__()
    if not least <= number <= most:
        raise ScenarioError(f"{what} must be {least} to {most}, not {number}")
    return number


def read_scenario(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The items of a scenario file (TOML), for ``Scenario(**items)`` after others have been laid over them.

    The file has the names of `Scenario`'s fields at its top level; ``mulligan`` is a name or a table with the names of
    `MulliganRule`'s fields, where ``keep`` gives the numbers of lands kept by hand size, and ``preset`` may name the
    rule that it changes::

        turns = 8
        aim = "spend"
        order = "play"
        ask = ["mana(4) >= 5"]
        targets = { "Wrath of God" = 5 }

        [mulligan]
        kind = "london"
        keep = { 7 = [2, 3, 4, 5], 6 = [2, 3, 4] }
        minimum = 5

    Raises
    ------
    ScenarioError
        If the file can't be read or isn't a scenario.
    """
    import tomllib

    try:
        with open(path, "rb") as file:
            data = tomllib.load(file)
    except OSError as error:
        raise ScenarioError(f"{os.fspath(path)} cannot be read ({error.strerror or error})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{os.fspath(path)} is not TOML: {error}") from error
    try:
        Scenario.from_dict(data)
    except ScenarioError as error:
        raise ScenarioError(f"{os.fspath(path)}: {error}") from error
    return data


__all__ = ["FORMATS", "MAX_PLAYERS", "MAX_TURNS", "ORDERS", "Scenario", "ScenarioError", "read_scenario"]
