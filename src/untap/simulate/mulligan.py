"""Mulligan rules: which hands are kept, and what goes to the bottom."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from untap.questions.hands import check_keep
from untap.questions.syntax import QuestionError

#: Cards of an opening hand (CR 103.5).
HAND = 7

#: Codes of `MulliganRule.kind` for the core.
KINDS = ("none", "paris", "vancouver", "london")

#: Codes of `MulliganRule.bottom` for the core.
BOTTOM = ("player", "leading", "off-colour")

#: Codes of `MulliganRule.scry` for the core.
SCRY = ("none", "player", "land-stays", "source-stays")


#: Most hands of which one is given.
MOST_HANDS = 8


class MulliganError(ValueError):
    """A mulligan rule that doesn't exist or contradicts itself."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MulliganRule:
    """When a hand is kept and what becomes of one that isn't, by hand size and number of lands.

    A hand is judged as it would be played: under the London rule after the cards have gone to the bottom. (Not so with
    the bottoming rule 'leading', which is judged by the seven cards seen.)

    Attributes
    ----------
    name : str
    kind : {'none', 'paris', 'vancouver', 'london'}
        'none': the first seven cards are kept. 'paris': one card fewer is drawn. 'vancouver': as 'paris', and who
        kept fewer cards than seven scries 1. 'london': seven cards are drawn and as many as mulligans were taken go
        to the bottom (CR 103.5).
    keep : tuple of 8 tuples of 8 bool
        ``keep[size][lands]``; sizes at or below `minimum` are always kept.
    minimum : int
        The smallest hand that is gone down to.
    free : bool
        The first mulligan costs no card (CR 103.5c).
    keep_free : tuple of 8 bool
        ``keep_free[lands]`` for the first seven cards while the free mulligan is still to be had.
    wanted : tuple of 8 int
        ``wanted[size]``: lands that a hand of `size` shall have. Cards go to the bottom so that the number of lands
        left comes as close to it as the seven cards allow ('london').
    bottom : {'player', 'leading', 'off-colour'}
        Which cards go. 'player': of lands and of spells those that the player likes least. 'off-colour': of the lands
        those that don't make the colour asked about go first; in whole games, where no colour is asked about, as
        'player'. 'leading': without regard to `wanted`, the first `lead` lands in order of drawing change places with
        the first cards of the hand, one after the other; then the last cards go.
    lead : int
        See `bottom`.
    keep_if : str
        An expression (`untap.questions.hands.FUNCTIONS`) in place of the table `keep` where a hand may be sent back;
        judged as it would be played.
    by_value : bool
        Hands are kept and bottomed by what they are worth in simulated games (`untap.simulate.value`).
    hands : int
        That many hands are dealt each time, of which one is given: the likelier the closer its share of lands is to the
        deck's. 1: an honest deal.
    scry : {'none', 'player', 'land-stays', 'source-stays'}
        What is done with the card seen by scry 1 ('vancouver'): the player's choice; a land stays on top and anything
        else goes to the bottom; only a land that makes the colour asked about stays (in whole games: any land).
    """

    name: str
    kind: str
    keep: tuple[tuple[bool, ...], ...]
    minimum: int
    free: bool = False
    keep_free: tuple[bool, ...] = ()
    wanted: tuple[int, ...] = (0, 1, 1, 2, 3, 3, 3, 3)
    bottom: str = "player"
    lead: int = 2
    scry: str = "none"
    keep_if: str = ""
    by_value: bool = False
    hands: int = 1

    def __post_init__(self) -> None:
        for value, known, what in (
            (self.kind, KINDS, "kind"),
            (self.bottom, BOTTOM, "bottoming rule"),
            (self.scry, SCRY, "scry rule"),
        ):
            if value not in known:
                raise MulliganError(f"{value!r} is no {what} of mulligans: use one of {', '.join(known)}")
        if not 0 <= self.minimum <= HAND:
            raise MulliganError(f"the smallest hand of a mulligan rule is 0 to {HAND} cards, not {self.minimum}")
        if len(self.keep) != HAND + 1 or any(len(row) != HAND + 1 for row in self.keep):
            raise MulliganError(f"a keep table has {HAND + 1} rows (hand sizes) of {HAND + 1} (lands)")
        if len(self.wanted) != HAND + 1:
            raise MulliganError(f"lands wanted are {HAND + 1} numbers, one a hand size from 0")
        if not isinstance(self.hands, int) or not 1 <= self.hands <= MOST_HANDS:
            raise MulliganError(f"1 to {MOST_HANDS} hands can be dealt of which one is given, not {self.hands}")
        if self.keep_if:
            if self.by_value or self.kind == "none":
                raise MulliganError(
                    "a rule keeps hands by an expression, by their value, or all of them: not two of these"
                )
            try:
                object.__setattr__(self, "keep_if", check_keep(self.keep_if))
            except QuestionError as error:
                raise MulliganError(str(error)) from error
        if not self.keep_free:
            object.__setattr__(self, "keep_free", self.keep[HAND])

    @property
    def counts_only(self) -> bool:
        """Whether hands are judged by size and number of lands alone, and dealt honestly."""
        return not (self.keep_if or self.by_value or self.hands > 1)

    def keeps(self, size: int, lands: int, *, free: bool = False) -> bool:
        """Whether a hand is kept.

        Parameters
        ----------
        size, lands : int
            Of the hand as it would be played.
        free : bool
            The next mulligan would cost no card.
        """
        if self.kind == "none":
            return True
        if free and self.free:
            return self.keep_free[lands]
        return size <= self.minimum or self.keep[size][lands]

    def lands_to_bottom(self, size: int, lands: int) -> int:
        """Of seven cards with `lands` lands, how many lands go to the bottom to leave `size` cards ('london')."""
        away = HAND - size
        spells = HAND - lands
        least, most = max(0, size - spells), min(lands, size)
        kept = min(max(self.wanted[size], least), most)
        assert 0 <= lands - kept <= away
        return lands - kept

    def with_free(self, free: bool = True) -> MulliganRule:
        """The same rule with or without the free first mulligan of multiplayer games (CR 103.5c)."""
        return self if self.free == free else replace(self, free=free)

    def to_core(self) -> dict[str, Any]:
        """The rule as integers and arrays.

        Returns
        -------
        dict
            ``kind``, ``minimum``, ``free``, ``bottom``, ``scry``: int (codes are positions in `KINDS`, `BOTTOM`,
            `SCRY`) and ``lead``. ``keep``: uint8 ``[8, 8]`` by size and lands, sizes up to ``minimum`` all 1, and all
            1 for kind 'none'. ``keep_free``: uint8 ``[8]`` by lands. ``bottom_lands``: uint8 ``[8, 8]`` by size and
            lands of the seven cards seen, how many lands go to the bottom; all 0 for the bottoming rule 'leading',
            which is judged by the cards seen and doesn't count lands.
        """
        import numpy as np

        keep = np.zeros((HAND + 1, HAND + 1), np.uint8)
        bottom_lands = np.zeros((HAND + 1, HAND + 1), np.uint8)
        for size in range(HAND + 1):
            for lands in range(HAND + 1):
                keep[size, lands] = self.keeps(size, lands)
                bottom_lands[size, lands] = 0 if self.bottom == "leading" else self.lands_to_bottom(size, lands)
        return {
            "kind": KINDS.index(self.kind),
            "minimum": self.minimum,
            "free": int(self.free),
            "bottom": BOTTOM.index(self.bottom),
            "lead": self.lead,
            "scry": SCRY.index("land-stays" if self.scry == "source-stays" else self.scry),
            "keep": keep,
            "keep_free": np.array(self.keep_free, np.uint8),
            "bottom_lands": bottom_lands,
        }

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: `from_dict` reads it back. ``keep`` is written as the numbers of lands kept by size."""
        return {
            "name": self.name,
            "kind": self.kind,
            "keep": {str(size): _lands(self.keep[size]) for size in range(HAND, self.minimum, -1)},
            "minimum": self.minimum,
            "free": self.free,
            "keep_free": _lands(self.keep_free),
            "wanted": list(self.wanted),
            "bottom": self.bottom,
            "lead": self.lead,
            "scry": self.scry,
            # left out where they say nothing: results of before stay what they were
            **({"keep_if": self.keep_if} if self.keep_if else {}),
            **({"by_value": True} if self.by_value else {}),
            **({"hands": self.hands} if self.hands > 1 else {}),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MulliganRule:
        """A rule from `to_dict`'s form; a missing item has the value of the ``preset`` named, or the default's."""
        known = {"name", "kind", "keep", "minimum", "free", "keep_free", "wanted", "bottom", "lead", "scry"}
        known |= {"keep_if", "by_value", "hands", "preset"}
        if not isinstance(data, dict) or not data:
            raise MulliganError("a mulligan rule is a name or a table")
        for key in data:
            if key not in known:
                raise MulliganError(f"a mulligan rule has no {key!r}: it has {', '.join(sorted(known))}")
        if "preset" in data:
            # what isn't said is the preset's
            preset = mulligan_rule(str(data["preset"])).to_dict()
            data = {**preset, "name": f"own, after {preset['name']}", **data}
        try:
            minimum = _whole(data.get("minimum", 4), "minimum")
            keep = {_size(size): lands for size, lands in data.get("keep", _KEEP).items()}
            kind = str(data.get("kind", "london"))
            if kind == "none" and keep and "keep" in data:
                raise MulliganError("keep says which hands are kept, and kind 'none' keeps all of them: leave one out")
            rule = cls(
                name=str(data.get("name", "own")),
                kind=kind,
                keep=_table(keep),
                minimum=minimum,
                free=_flag(data, "free"),
                wanted=tuple(_whole(n, "wanted") for n in data.get("wanted", _THREE)),
                bottom=str(data.get("bottom", "player")),
                lead=_whole(data.get("lead", 2), "lead"),
                scry=str(data.get("scry", "none")),
                keep_if=str(data.get("keep_if", "")),
                by_value=_flag(data, "by_value"),
                hands=_whole(data.get("hands", 1), "hands", 1, MOST_HANDS),
            )
            if "keep_free" in data:
                rule = replace(rule, keep_free=_row(data["keep_free"]))
        except MulliganError:
            raise
        except (TypeError, ValueError, AttributeError) as error:
            raise MulliganError(f"the mulligan rule can't be read: {error}") from error
        return rule


def _whole(value: Any, what: str, least: int = 0, most: int = HAND) -> int:
    """A whole number of an item of a rule's table."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= value.__index__() <= most:
        raise MulliganError(f"{what} is a whole number from {least} to {most}, not {value!r}")
    return int(value.__index__())


def _size(key: Any) -> int:
    """A hand size as the key of a table, where TOML and JSON have text."""
    if isinstance(key, str) and key.strip().isdecimal() and int(key) <= HAND:
        return int(key)
    return _whole(key, "a hand size in keep")


def _flag(data: dict[str, Any], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise MulliganError(f"{name} is true or false, not {value!r}")
    return value


def _row(lands: Iterable[int]) -> tuple[bool, ...]:
    if isinstance(lands, str) or not isinstance(lands, Iterable):
        raise MulliganError(f"numbers of lands kept are a list such as [2, 3, 4], not {lands!r}")
    wanted = {_whole(n, "a number of lands kept") for n in lands}
    return tuple(n in wanted for n in range(HAND + 1))


def _table(keep: dict[int, Iterable[int]]) -> tuple[tuple[bool, ...], ...]:
    return tuple(_row(keep.get(size, range(HAND + 1))) for size in range(HAND + 1))


def _lands(row: Iterable[bool]) -> list[int]:
    return [n for n, kept in enumerate(row) if kept]


#: Lands kept by hand size. Karsten's and Cunningham's rules of 2014 to 2018 agree on it; so does untap's own.
_KEEP: dict[int, Iterable[int]] = {7: range(2, 6), 6: range(2, 5), 5: range(1, 5)}
#: Lands wanted by hand size: three, where there is room beside a spell.
_THREE = (0, 1, 1, 2, 3, 3, 3, 3)

_PRESETS: dict[str, tuple[str, MulliganRule]] = {}


def _preset(about: str, name: str, kind: str, keep: dict[int, Iterable[int]], minimum: int, **more: Any) -> None:
    rule = MulliganRule(name=name, kind=kind, keep=_table(keep), minimum=minimum, **more)
    _PRESETS[name] = (about, rule)


_preset(
    "today's rule: 7 cards keep 2-5 lands, 6 keep 2-4, 5 keep 1-4, 4 are kept; bottoms towards 3 lands",
    "london",
    "london",
    _KEEP,
    4,
    wanted=_THREE,
)
_preset("the first seven cards are kept", "none", "none", {}, 7)
_preset(
    "scry 1 after a mulligan; keeps as 'london' does; a land stays on top",
    "vancouver",
    "vancouver",
    _KEEP,
    4,
    scry="land-stays",
)
_preset("one card fewer each time; keeps as 'london' does", "paris", "paris", _KEEP, 4)
_preset(
    "Cunningham's: Paris; mulligans 7 cards with 0, 1, 6, 7 lands, 6 with 0, 1, 5, 6, 5 with 0, 5; keeps 4",
    "paris-cunningham",
    "paris",
    _KEEP,
    4,
)
_preset(
    "Karsten 2017: as paris-cunningham with the Vancouver scry: a land stays, a spell goes",
    "karsten-2017",
    "vancouver",
    _KEEP,
    4,
    scry="land-stays",
)
_preset(
    "Karsten 2018: as karsten-2017, but only a source of the colour asked about stays on top",
    "karsten-2018",
    "vancouver",
    _KEEP,
    4,
    scry="source-stays",
)
_preset(
    "Karsten 2022: London; 7 keep 2-5 lands, 6 and 5 keep 2-4, 4 are kept; bottoms towards 3 lands; first of all "
    "lands of other colours; before a free mulligan 7 keep 3-5",
    "karsten-2022",
    "london",
    {7: range(2, 6), 6: range(2, 5), 5: range(2, 5)},
    4,
    wanted=_THREE,
    bottom="off-colour",
    keep_free=_row(range(3, 6)),
)
_preset(
    "Karsten's land drops: as karsten-2022, and 6 cards keep 4 lands where they can",
    "karsten-land-drops",
    "london",
    {7: range(2, 6), 6: range(2, 5), 5: range(2, 5)},
    4,
    wanted=(0, 1, 1, 2, 3, 3, 4, 4),
    bottom="off-colour",
)
_preset(
    "mtgoncurve's: London; mulligans with 0, 1, 6 or 7 lands seen, keeps 5; keeps the first two lands, bottoms the "
    "last cards",
    "landlord",
    "london",
    {7: range(2, 6), 6: range(2, 6)},
    5,
    bottom="leading",
)


_preset(
    "keeps a hand whose castable value by turn 7, in simulated games, is no less than that of one card fewer; bottoms "
    "by it",
    "castability",
    "london",
    {},
    4,
    by_value=True,
)
# Three hands, one of them given with a probability proportional to 4 ** -|lands - mean| ** 2.5, for mulligans too: a
# player's fit to three million published games ("Reverse Engineering the Arena Hand Smoother", r/MagicArena, December
# 2024). The publisher has said only that several hands are looked at.
_preset(
    "approximately Arena's best-of-one: of three hands one is dealt, near the deck's share of lands; keeps as 'london' "
    "does",
    "arena-bo1",
    "london",
    _KEEP,
    4,
    hands=3,
)


def mulligan_names() -> tuple[str, ...]:
    """The presets' names, the default first."""
    return tuple(_PRESETS)


def mulligan_about(name: str) -> str:
    """What a preset does, in a line."""
    return _PRESETS[name][0]


def mulligan_rule(rule: str | dict[str, Any] | MulliganRule) -> MulliganRule:
    """A preset by name (``+free`` after it adds the free first mulligan), a rule from a table, or the rule itself.

    Raises
    ------
    MulliganError
        If there is none of that name; the message lists those that there are.
    """
    if isinstance(rule, MulliganRule):
        return rule
    if isinstance(rule, dict):
        return MulliganRule.from_dict(rule)
    name = re.sub(r"[\s_]+", "-", str(rule).strip().lower())
    base, plus, more = name.partition("+")
    if base in _PRESETS and (not plus or more == "free"):
        found = _PRESETS[base][1]
        return found.with_free() if plus else found
    close = difflib.get_close_matches(base, _PRESETS, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise MulliganError(f"there is no mulligan rule {rule!r}: use one of {', '.join(_PRESETS)}{hint}")
