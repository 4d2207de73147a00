"""Keyword abilities written out as the abilities that CR 702 says they are."""

from __future__ import annotations

from collections.abc import Collection

from .ast import (
    Compare,
    Counters,
    DelayedTrigger,
    Enters,
    Event,
    If,
    Keyword,
    MayPay,
    Node,
    Number,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    This,
    Triggered,
)

__all__ = ["written_out"]


def written_out(ability: Node, types: Collection[str] = ()) -> tuple[Node, ...]:
    """The abilities that a keyword stands for; any other ability as it is.

    Parameters
    ----------
    ability : Node
    types : collection of str
        Card types of the face that has it, in lower case.

    Returns
    -------
    tuple of Node
    """
    if not isinstance(ability, Keyword):
        return (ability,)
    upkeep = Event("phase", phase="upkeep")
    if ability.name == "sunburst":  # CR 702.44a
        kind = "+1/+1" if "creature" in types else "charge"
        return (Enters((PutCounters(kind, Number("colors spent")),)),)
    if ability.name == "fading":  # CR 702.32a
        there = Compare(Counters("fade"), ">=", 1)
        fade = If(there, (RemoveCounters("fade", 1, This()),), (Sacrifice(This()),))
        return Enters((PutCounters("fade", ability.number),)), Triggered(upkeep, (fade,))
    if ability.name == "vanishing":  # CR 702.63a: sacrificed as the last counter goes
        last = If(Compare(Counters("time"), "=", 0), (Sacrifice(This()),))
        goes = Triggered(upkeep, (RemoveCounters("time", 1, This()), last), Compare(Counters("time"), ">=", 1))
        return (Enters((PutCounters("time", ability.number),)), goes) if ability.number else (goes,)
    if ability.name == "echo" and ability.cost is not None:  # CR 702.30a: the first upkeep under one's control
        pay = MayPay(ability.cost, (), (Sacrifice(This()),))
        later = DelayedTrigger(Event("phase", phase="upkeep", detail="next"), (pay,))
        return (Triggered(Event("enters", This()), (later,)),)
    return (ability,)
