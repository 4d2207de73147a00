"""Effects, and sentences that change the ones before them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any as Anything

from ..ast import (
    AddMana,
    All,
    AnyOf,
    Become,
    CantCast,
    CastFree,
    ChangeTypes,
    Choose,
    ChooseColor,
    ColorsFrom,
    Compare,
    Continuous,
    CopyToken,
    CostChange,
    Count,
    CreateTokens,
    Damage,
    DelayedTrigger,
    Destroy,
    Discard,
    Draw,
    Each,
    EndGame,
    Event,
    Exile,
    ExilePlay,
    Fact,
    Filter,
    FlipCoin,
    GainLife,
    Grant,
    GrantKeyword,
    If,
    Inert,
    Is,
    LeftOut,
    Look,
    LoseLife,
    May,
    MayPay,
    MayPlay,
    Mill,
    Minus,
    Modes,
    Node,
    Not,
    Number,
    OneColor,
    Prepare,
    PutCounters,
    PutOnto,
    Repeat,
    ReturnToHand,
    RevealUntil,
    Sacrifice,
    Scry,
    Search,
    ShuffleIn,
    SkipStep,
    Static,
    Surveil,
    Tap,
    Target,
    That,
    This,
    Token,
    ToLibrary,
    Triggered,
    Untap,
    X,
    XLimit,
    You,
)
from .base import Pseudo, Reject, contains, reject, rewrite, walk
from .filters import each_of, owned_object, yours, zone_of
from .mana import spend_node


def _pseudo(kind: str):
    def make(*values: Anything) -> Pseudo:
        return Pseudo(kind, values[0] if len(values) == 1 else values)

    return make


IfDoP = _pseudo("if do")
IfDontP = _pseudo("if don't")
OtherDoP = _pseudo("other does")
OtherDontP = _pseudo("other doesn't")
InsteadP = _pseudo("instead")
SpendP = _pseudo("spend")
LimitP = _pseudo("limit")
ForEachP = _pseudo("for each of them")
KeepP = _pseudo("keep")
RiderP = _pseudo("rider")
PlayExiledP = _pseudo("play exiled")
ExileTopP = _pseudo("exile top")
ChooseP = _pseudo("choose")
TokenHasP = _pseudo("token has")


SpentP = _pseudo("spent")
ThoseTokensP = _pseudo("those tokens")
IfNotPutP = _pseudo("if not put")
FlipResultP = _pseudo("flip result")
SearchInsteadP = _pseudo("search instead")
SearchOntoP = _pseudo("search onto")


def OpponentP() -> Pseudo:
    return Pseudo("opponent chosen")


def PerpetuallyP() -> Pseudo:
    return Pseudo("perpetually")


def RepeatP() -> Pseudo:
    return Pseudo("repeat")


def FlipP() -> Pseudo:
    return Pseudo("flip")


def NotLegendary() -> ChangeTypes:
    return ChangeTypes(That(), types=("nonlegendary",))


def AnyColorP() -> Pseudo:
    return Pseudo("any color")


def XLeastP(n: int) -> XLimit:
    return XLimit(n)


def XMost(e: Anything) -> XLimit:
    return XLimit(0, e)


def YouNode() -> You:
    return You()


def TapOrUntap(o: Node) -> Modes:
    return Modes(((Tap(o),), (Untap(o),)))


def PutBack(n: Anything) -> ToLibrary:
    return ToLibrary(Choose(Filter(controller="you"), n, n), "hand", "top")


def BecomePrepared(o: Node) -> Prepare:
    return Prepare(o)


def WinGame() -> EndGame:
    return EndGame("win")


def LoseGame() -> EndGame:
    return EndGame("lose")


def GrantYou(ability: Node) -> Grant:
    return Grant(You(), (ability,))


def CantSpend() -> CantCast:
    return CantCast("spend mana on", Filter(which="this"), player="you")


def CostChangeIf(symbols: str, direction: str, to: Node) -> Node:
    """Less for some targets: wherever there is one, as targets aren't asked about; nobody need choose a dearer one."""
    n = symbols.strip("{}")
    f = getattr(to, "filter", to)
    if not n.isdigit() or not isinstance(f, (Filter, AnyOf)) or getattr(to, "zone", "battlefield") == "stack":
        return reject("coloured change")
    change = CostChange(This(), -int(n) if direction == "less" else int(n))
    parts = f.filters if isinstance(f, AnyOf) else (f,)
    if direction == "more" or any("spell" in p.types or p.controller == "opponent" for p in parts):
        return Static((change,), Fact("opponent cast spells"))
    zone = getattr(to, "zone", "battlefield")
    return Static((change,), Compare(Count(f, zone), ">=", 1))


_OUTSIDE = LeftOut("cards outside the game")


def conjure(who: str | None) -> list[Node]:
    """Cards made from nothing, into a zone of whoever conjures them."""
    return [Inert("opponent")] if who == "opponent" else [_OUTSIDE]


def Earthbend(n: Anything) -> Pseudo:
    return Pseudo("earthbend", n)


# ------------------------------------------------------------------------------------ joining sentences


def may(effects: list[Node]) -> list[Node]:
    """You may do this; what has no effect on the game needs no choice."""
    return [May(tuple(effects))] if effects else []


def tails(effects: Anything, after: list) -> list[Node]:
    """Apply what follows a clause ("unless ...", "for each ...") to its effects."""
    made = effects if isinstance(effects, list) else [effects]
    for change in after:
        made = change(made)
    return made


def fold(sentences: list) -> list[Node]:
    """Join sentences into one sequence of effects, letting later ones change earlier ones."""
    out: list[Node] = []
    previous: list[int] = []  # where the previous sentence's nodes start
    theirs = False
    for sentence in sentences:
        nodes = sentence if isinstance(sentence, list) else [sentence]
        if theirs:
            nodes = rewrite(nodes, of_opponents)
        theirs |= any(isinstance(n, Pseudo) and n.kind == "opponent chosen" for n in nodes)
        start = len(out)
        for n in nodes:
            if not isinstance(n, Pseudo):
                if out and out[-1] == LeftOut("cards outside the game") and contains(n, That):
                    continue  # it is said of a card that isn't there
                if not _as_it_enters(n, out):
                    n = _if_it_is(n, out)
                    out.append(_those(n, out))
                continue
            _apply(n, out, previous[-1] if previous else 0, start)
        if len(out) > start:
            previous.append(start)
    return out


def of_opponents(n: Node) -> Node:
    """What "that player", who is an opponent, has and does."""
    if getattr(n, "player", "") == "that player":
        return Inert("opponent")
    if isinstance(n, Filter) and n.controller == "that player":
        return replace(n, controller="opponent")
    return n


def _as_it_enters(n: Node, out: list[Node]) -> bool:
    """ "That permanent is a TYPE in addition ...", said of what is put onto the battlefield: it enters so."""
    if not (isinstance(n, Continuous) and n.duration == "forever" and len(n.what) == 1 and out):
        return False
    change = n.what[0]
    if not (isinstance(change, ChangeTypes) and change == ChangeTypes(That(), types=change.types) and change.types):
        return False
    puts = [x for x in walk(out[-1]) if isinstance(x, PutOnto)]
    if len(puts) != 1:
        return False
    out[-1] = rewrite(out[-1], lambda x: replace(x, also=change.types) if isinstance(x, PutOnto) else x)
    return True


def _if_it_is(n: Node, out: list[Node]) -> Node:
    """ "If it's a ..., you may cast it", said of the one card exiled from the top."""
    top = out[-1] if out else None
    if not (isinstance(n, If) and len(n.then) == 1 and isinstance(top, Pseudo) and top.kind == "exile top"):
        return n
    play = n.then[0]
    if not (isinstance(play, Pseudo) and play.kind == "play exiled") or top.value != 1 or n.otherwise:
        return n
    out[-1] = RevealUntil(Filter(), 1, "exile", "bottom")
    duration, _, free = play.value.partition(", ")
    return If(n.condition, (MayPlay(duration, free == "free"),))


def _those(n: Node, out: list[Node]) -> Node:
    """ "Untap those creatures" or "it" after a sentence of what they gain for a time: the same objects."""
    if not (isinstance(n, Untap) and n.what == That() and out and isinstance(out[-1], Continuous)):
        return n
    objects = {w.what for w in out[-1].what if isinstance(getattr(w, "what", None), Node)}
    one = objects.pop() if len(objects) == 1 else None
    if isinstance(one, Each):
        return Untap(one)
    if isinstance(one, Target):  # targeted once: the effect that lasts is then about "that"
        last = out.pop()
        out.append(Untap(one))
        return rewrite(last, lambda x: That() if x == one else x)
    return n


def _apply(p: Pseudo, out: list[Node], previous: int, start: int) -> None:
    kind, value = p.kind, p.value
    if kind == "if do":
        again = [v for v in value if isinstance(v, Pseudo) and v.kind == "repeat"]
        if contains(out, LeftOut):
            value = [v for v in value if not (isinstance(v, Pseudo) and v.kind == "of opponents")]
        _then(out, tuple(fold([[v for v in value if v not in again]])))
        if again:
            out[-1] = Repeat(-1, (out[-1],))
    elif kind == "if don't":
        _otherwise(out, tuple(fold([[_those_tokens(v, out) for v in value]])))
    elif kind in ("other does", "other doesn't"):
        if not all(isinstance(v, Inert) for v in value):
            value = [LeftOut("an opponent's choice")]
        out += value
    elif kind == "instead":
        condition, effects = value
        first = previous if start == len(out) else start
        old = out[first:]
        if not old:
            raise Reject("instead of what")
        effects = [_those_tokens(e, old) for e in effects]
        keep = [n for n in old if effects and type(n) is not type(effects[0])]
        if len(keep) < len(old):
            replaced = [n for n in old if type(n) is type(effects[0])]
        else:
            keep, replaced = [], old
        effects = _same_colors(effects, replaced)
        out[first:] = [*keep, If(condition, tuple(fold([effects])), tuple(replaced))]
    elif kind == "repeat":
        if not out or not isinstance(out[-1], (May, MayPay)):
            raise Reject("repeat what")
        out[-1] = Repeat(-1, (out[-1],))
    elif kind == "once more":
        if not out:
            raise Reject("repeat what")
        out.append(If(value, tuple(out)))
    elif kind == "of opponents":
        if not contains(out, LeftOut):
            raise Reject("whose cards")
        tops = (ExilePlay(n.value, value) if isinstance(n, Pseudo) and n.kind == "exile top" else n for n in out)
        out[:] = list(tops)
    elif kind == "search instead":
        condition, (wanted, amount, different) = value
        for at in range(len(out) - 1, -1, -1):
            one = out[at]
            if isinstance(one, Search):
                more = replace(one, filter=wanted, amount=amount, different=different)
                out[at] = If(condition, (more,), (one,))
                return
        raise Reject("instead of which search")
    elif kind == "search onto":  # the card found may enter the battlefield instead
        for at in range(len(out) - 1, -1, -1):
            one = out[at]
            if isinstance(one, Search) and one.to == "hand":
                out[at] = If(value, (Modes(((replace(one, to="battlefield"),), (one,))),), (one,))
                return
        raise Reject("which card found")
    elif kind == "spend":
        _on_mana(out, lambda m: replace(m, spend=value) if m.spend is None else m, "spend")
    elif kind == "rider":
        _on_mana(out, lambda m: replace(m, rider=value), "rider")
    elif kind == "spent":
        use, effects = value
        spent = spend_node([use])
        inner = finished(fold([effects]))
        _on_mana(out, lambda m: replace(m, spent_on=spent, spent_effects=inner), "spent")
    elif kind == "keep":
        _on_mana(out, lambda m: replace(m, until=value), "keep")
    elif kind == "for each of them":
        out += fold([value])
    elif kind == "exile top":
        out.append(p)
    elif kind == "play exiled":
        for at in range(len(out) - 1, -1, -1):
            one = out[at]
            if isinstance(one, Pseudo) and one.kind == "exile top":
                out[at] = ExilePlay(one.value, value)
                return
        if out and isinstance(out[-1], LeftOut):
            return
        duration, _, free = value.partition(", ")
        out.append(MayPlay(duration, free == "free"))
    elif kind == "opponent chosen":
        out.append(Inert("opponent"))
    elif kind == "perpetually":
        if not out or not isinstance(out[-1], LeftOut):
            raise Reject("perpetually")
    elif kind == "any color":
        if not out:
            raise Reject("what is cast")
    elif kind == "token has":
        for at in range(len(out) - 1, -1, -1):
            one = out[at]
            if isinstance(one, CreateTokens) and isinstance(one.token, Token):
                token = replace(one.token, abilities=(*one.token.abilities, *value))
                out[at] = replace(one, token=token)
                return
        raise Reject("which token has it")
    elif kind == "earthbend":
        land = Target(Filter(types=("land",), controller="you"))
        change = ChangeTypes(That(), ("creature",), power=0, toughness=0)
        out.append(Become(land, change, "forever"))
        out.append(Continuous((GrantKeyword(That(), ("haste",)),), "forever"))
        out.append(PutCounters("+1/+1", value, That()))
        # as it dies it returns (CR 701.66a); that it does so from exile nothing here asks
        back = Triggered(Event("dies", This()), (PutOnto(This(), "graveyard", tapped=True),))
        out.append(Continuous((Grant(That(), (back,)),), "forever"))
    elif kind == "if not put":
        _not_put(out, tuple(fold([value])))
    elif kind == "flip":
        out.append(FlipCoin((), ()))
    elif kind == "flip result":
        word, effects = value
        if not out or not isinstance(out[-1], FlipCoin):
            raise Reject("which flip")
        inner = tuple(fold([effects]))
        if word in ("win", "heads"):
            out[-1] = replace(out[-1], win=(*out[-1].win, *inner))
        else:
            out[-1] = replace(out[-1], lose=(*out[-1].lose, *inner))
    elif kind == "choose":
        raise Reject("choose first, act later")
    elif kind == "both":
        raise Reject("both")
    else:
        out.append(p)


def _those_tokens(e: Node, old: list[Node]) -> Node:
    """ "Create five of those tokens": more of the tokens that would have been created."""
    if not isinstance(e, Pseudo) or e.kind != "those tokens":
        return e
    for n in reversed([n for x in old for n in walk(x)]):
        if isinstance(n, (CreateTokens, CopyToken)):
            return replace(n, amount=e.value)
    return reject("which tokens")


def _same_colors(effects: list[Node], before: list[Node]) -> list[Node]:
    """ "That type" of the mana that would have been added."""
    old = next((e.mana for e in before if isinstance(e, AddMana)), None)
    if not isinstance(old, OneColor):
        return effects
    produced = ColorsFrom("produced", types=True)
    return [
        replace(e, mana=replace(e.mana, colors=old.colors))
        if isinstance(e, AddMana) and isinstance(e.mana, OneColor) and e.mana.colors in (produced, ColorsFrom("chosen"))
        else e
        for e in effects
    ]


def _on_mana(out: list[Node], change: Anything, what: str) -> None:
    if not contains(out, AddMana):
        raise Reject(f"{what}: of which mana")
    out[:] = [rewrite(n, lambda m: change(m) if isinstance(m, AddMana) else m) for n in out]


def _then(out: list[Node], effects: tuple[Node, ...]) -> None:
    """ "If you do, ..."."""
    if not out:
        raise Reject("if you do what")
    last = out[-1]
    if isinstance(last, May):
        out[-1] = May((*last.effects, *effects), last.otherwise)
    elif isinstance(last, MayPay):
        out[-1] = MayPay(last.cost, (*last.then, *effects), last.otherwise)
    elif isinstance(last, If) and len(last.then) == 1 and isinstance(last.then[0], (May, MayPay)):
        inner = list(last.then)
        _then(inner, effects)
        out[-1] = replace(last, then=tuple(inner))
    else:
        out.append(If(Fact("did"), effects))


def _not_put(out: list[Node], effects: tuple[Node, ...]) -> None:
    """ "If you don't put it ...": both where the offer is declined and where there was none."""
    last = out[-1] if out else None
    if isinstance(last, May):
        out[-1] = May(last.effects, effects)
    elif isinstance(last, If) and len(last.then) == 1 and isinstance(last.then[0], May) and not last.otherwise:
        out[-1] = If(last.condition, (May(last.then[0].effects, effects),), effects)
    elif isinstance(last, If) and not last.otherwise:
        out[-1] = replace(last, otherwise=effects)
    else:
        raise Reject("if you don't put what")


def _otherwise(out: list[Node], effects: tuple[Node, ...]) -> None:
    if not out:
        raise Reject("if you don't what")
    last = out[-1]
    if isinstance(last, May):
        out[-1] = May(last.effects, (*last.otherwise, *effects))
    elif isinstance(last, DelayedTrigger) and isinstance(last.effects[-1], (May, MayPay)):
        inner = list(last.effects)
        _otherwise(inner, effects)
        out[-1] = replace(last, effects=tuple(inner))
    elif isinstance(last, (If, MayPay)):
        out[-1] = replace(last, otherwise=(*last.otherwise, *effects))
    else:
        out.append(If(Not(Fact("did")), effects))


def finished(effects: list[Node]) -> tuple[Node, ...]:
    """A finished sequence: cards exiled from the top that nothing plays are just exiled."""
    out = []
    for n in effects:
        if isinstance(n, Pseudo) and n.kind == "exile top":
            n = Exile(Choose(Filter(controller="you"), n.value, n.value), "top")
        out.append(n)
    return tuple(out)


# -------------------------------------------------------------------------------------------- players


def for_you(who: str | None, node: Node) -> list[Node]:
    """An effect on a player's own cards."""
    if who == "opponent":
        return [Inert("opponent")]
    if who in (None, "you", "each", "owner"):
        return [node]
    if who == "target" and isinstance(node, Mill):
        return [replace(node, player="target")]
    if who == "target" and isinstance(node, (Scry, Surveil, ShuffleIn)):
        return [node]
    if who == "controller" and isinstance(node, Mill):
        return [replace(node, player="controller")]
    if who in ("that player", "controller"):
        return [Inert("opponent")]
    return reject("whose cards")


def draw(who: str | None, amount: Anything) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    return [Draw(amount, who or "you")]


def discard(who: str | None, amount: Anything, how: Anything = None) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if how == "up to":
        return [Discard(amount, False, who or "you", None, True)]
    if how is not None and how is not True and how != Filter():
        if isinstance(how, (Filter, AnyOf)):
            return [Discard(amount, False, who or "you", how)]
        return reject("discard what")
    return [Discard(amount, how is True, who or "you")]


def same_player(nodes: list[Node]) -> list[Node]:
    """Give "..., then discards a card" to the player who did what stands before it."""
    out: list[Node] = []
    for n in nodes:
        if not isinstance(n, Pseudo) or n.kind != "same player":
            out.append(n)
            continue
        before = out[-1] if out else None
        of = before.what if isinstance(before, Inert) else before.reason if isinstance(before, LeftOut) else ""
        who = "opponent" if "opponent" in of else getattr(before, "player", "you")
        for m in n.value:
            own = isinstance(m, (CreateTokens, Discard, Draw, LoseLife, Mill, Sacrifice)) and m.player == "you"
            if own and who == "opponent":
                out.append(Inert("opponent"))
            else:
                out.append(replace(m, player=who) if own and who in ("that player", "each") else m)
    return out


def that_discard(who: str | None) -> list[Node]:
    if who in ("opponent", "that player"):
        return [Inert("opponent")]
    return reject("discard that")


def life(who: str | None, node: Node) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if who == "target":
        return [Inert("life")]
    if isinstance(node, LoseLife) and who not in (None, "you"):
        return [replace(node, player=who)]
    if who in ("that player", "controller"):
        return [Inert("life")]
    return [node]


def other_may(who: str, effects: list[Node]) -> list[Node]:
    """Another player may do something."""
    if who == "opponent" or all(isinstance(e, Inert) for e in effects):
        return [Inert("opponent")]
    if who == "each":
        return [May(tuple(rewrite(e, _own_cards) for e in effects))]
    if who in ("controller", "that player") and all(
        isinstance(e, (Search, Draw)) or (isinstance(e, If) and all(isinstance(x, Draw) for x in e.then))
        for e in effects
    ):

        def theirs(n: Node) -> Node:
            return replace(n, player=who) if isinstance(n, (Search, Draw)) else n

        return [May(tuple(rewrite(e, theirs) for e in effects))]
    return [LeftOut("an opponent's choice")]


def _own_cards(n: Node) -> Node:
    """Cards of "their hand" are ours when we do it."""
    if isinstance(n, (Target, Choose, Each)) and n.zone != "battlefield":
        return replace(n, filter=each_of(n.filter, controller="you"))
    return n


def unless_other(effects: list[Node]) -> list[Node]:
    if all(isinstance(e, Inert) for e in effects):
        return effects
    return [LeftOut("an opponent's choice"), *effects]


def mill_half(who: str | None) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    return reject("half a library")


def skip(who: str | None, step: str) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if who in (None, "you"):
        return [SkipStep(step)]
    if who == "each":
        return [SkipStep(step, "each")]
    if who == "that player":  # an opponent's, or refused
        return [SkipStep(step, who)]
    if who == "target":  # one would rather have an opponent skip it
        return [Inert("opponent")]
    if who == "that player":
        return [SkipStep(step, who)]
    return reject("who skips")


# ---------------------------------------------------------------------------------------------- cards


def search(who: str | None, where: str, what: tuple, puts: list) -> Node:
    if who == "opponent" or where == "opponent":
        return Inert("opponent")
    wanted, amount, different = what
    puts = [p for p in puts if p]
    puts = [x for p in puts for x in (p if isinstance(p, list) else [p])]
    optional = False
    rest_to, rest = "", 0
    if not puts:
        return reject("put where")
    if len(puts) == 1:
        which, to, tapped = puts[0]
        if which not in ("all", 1):
            reject("how many are put")
    elif len(puts) == 2:
        (n, to, tapped), (m, rest_to, tapped_rest) = puts
        if not isinstance(n, int) or m not in ("rest", 1):
            reject("which are put where")
        if to != "battlefield" and rest_to == "battlefield":
            reject("the rest onto the battlefield")
        rest = n
        if tapped_rest and not tapped:
            reject("tapped rest")
    else:
        return reject("three places")
    player = who or "you"
    if isinstance(wanted, Filter) and wanted.quality == "different names":
        wanted, different = replace(wanted, quality=""), "name"
    if isinstance(wanted, tuple):
        if who == "each":
            reject("each searches for two")
        each = AnyOf(tuple(f for w in wanted for f in (w.filters if isinstance(w, AnyOf) else (w,))))
        return Search(each, len(wanted), to, tapped, rest_to, rest, "filter", player, optional)
    return Search(wanted, amount, to, tapped, rest_to, rest, different, player, optional)


def at_random(o: Node) -> Node:
    """What chance chooses."""
    if not isinstance(o, (Choose, Target)) or not isinstance(o.filter, Filter) or o.filter.quality:
        return reject("what is random")
    return Choose(replace(o.filter, quality="at random"), 1, o.most, o.zone)


def look(top: Anything, takes: list, rest: Anything, extra: Anything = None) -> list[Node]:
    """Look at the top cards, take some, put the rest elsewhere."""
    if extra:
        return _look_if(top, takes, rest, extra)
    milled = isinstance(top, tuple)
    amount = top[1] if milled else top
    takes = [x for t in takes for x in (t if isinstance(t, list) else [t])]
    leave, tapped_rest = "top", False
    if milled:
        if rest is not None:
            reject("the rest of milled cards")
        leave = top[0]
    if rest is not None:
        which, place = rest[0], rest[1]
        leave, tapped_rest = place[0], place[1]
        if which == "all" and takes:
            reject("all or the rest")
    if tapped_rest:
        reject("tapped rest")
    if not takes:
        return [Look(amount, None, 0, leave, leave)] if not milled else reject("mill")
    if len(takes) > 2:
        reject("three places")
    # "up to" is a "may" of its own
    takes = [(may or len(k) > 2, (k[0], k[1]), place) for may, k, place in takes]
    may, (take, f), (to, tapped) = takes[0]
    if to == "top" and len(takes) == 1 and leave == "top":
        return [Look(amount, f, take, "top", "top")]
    if len(takes) == 2:
        _, (take2, f2), (to2, tapped2) = takes[1]
        if rest is None and f2 is None and isinstance(amount, int) and take2 + take == amount:
            return [Look(amount, f, take, to, to2, tapped, bool(may))]
        first = Look(amount, f, take, to, leave, tapped, bool(may), also=(take2, f2, to2, tapped2))
        return [first]
    return [Look(amount, f, take, to, leave, tapped, bool(may))]


def _look_if(top: Anything, takes: list, rest: Anything, extra: list) -> list[Node]:
    """Looking, with what follows if a card was put somewhere, or wasn't."""
    made = look(top, takes, rest)
    for kind, what, then in extra:
        if kind == "otherwise":
            first = made[-1]
            if not isinstance(first, Look) or first.also or not first.optional:
                reject("otherwise")
            count, f = what[:2]
            made = [*made[:-1], replace(first, also=(count, f, then[0], then[1]), otherwise=True)]
        elif kind == "took":
            made = [*made, If(All((Fact("did"), Is(That(), what))), tuple(then))]
    return made


def destroy_both(o: Node, p: Node) -> list[Node]:
    """At the same time: what is attached first, as long as it is."""
    attached = getattr(getattr(p, "filter", None), "quality", "") == "attached to a creature"
    return [Destroy(p), Destroy(o)] if attached else [Destroy(o), Destroy(p)]


def set_life(n: Anything) -> list[Node]:
    """A life total becomes a number: the difference is gained or lost (CR 119.5)."""
    life = Number("life")
    return [If(Compare(n, ">", life), (GainLife(Minus(n, life)),), (LoseLife(Minus(life, n)),))]


def for_each(amount: Anything, effects: list[Node]) -> list[Node]:
    """The effects once for each: of opponents, "that player" is one; a copy of each isn't the same every time."""
    if amount == Number("opponents"):
        return [Repeat(amount, tuple(rewrite(e, of_opponents) for e in effects))]
    copies = [n for n in walk(effects) if isinstance(n, CopyToken) and n.what == That()]
    if not copies:
        return [Repeat(amount, tuple(effects))]
    outside = "exiled" in getattr(getattr(amount, "filter", None), "quality", "")
    if not isinstance(amount, Count) or amount.zone != "battlefield" or outside or copies != effects:
        return reject("a copy of each")
    return [If(Compare(amount, ">=", 1), (replace(copies[0], what=Each(amount.filter)),))]


def flip_for(effects: list[Node], side: str) -> Node:
    won = tuple(effects)
    return FlipCoin(won, ()) if side == "heads" else FlipCoin((), won)


def owned_exiled(f: Anything) -> Filter | AnyOf:
    return each_of(f or Filter(), quality="exiled with this")


def meld(name: str) -> list[Node]:
    """Both are exiled and become one object (CR 701.42); its second card is remembered by nothing."""
    both = (Exile(This()), PutOnto(This(), "exile", transformed=True))
    if not name:
        return [Inert("flavor")] and reject("meld with whom")
    other = Filter(types=("creature",), controller="you", name=name, token="nontoken")
    first = (Exile(Choose(other)), *both)
    return [If(All((Compare(Count(other), ">=", 1), Is(This(), Filter(controller="you")))), first)]


def land_type_to_basic() -> list[Node]:
    """A land type, then one of the five basic ones that lands of the first become (CR 305.7)."""
    chosen = Each(Filter(types=("land",), chosen="land type"))
    basics = ("plains", "island", "swamp", "mountain", "forest")
    modes = tuple((Continuous((ChangeTypes(chosen, subtypes=(t,), mode="set"),), "turn"),) for t in basics)
    return [ChooseColor("land type"), Modes(modes)]


def free_exiled(condition: Node | None) -> list[Node]:
    made = CastFree(Filter(quality="exiled with this"), "exile")
    return [If(condition, (made,)) if condition is not None else made]


def look_either(top: Anything, take: tuple, other: tuple, rest: Anything, other_rest: Anything) -> list[Node]:
    """Look, with another number taken if a condition holds."""
    condition, instead = other
    return [If(condition, tuple(look(top, [instead], other_rest)), tuple(look(top, [take], rest)))]


def counters_on(o: Node, *kinds: str) -> list[Node]:
    """One counter of each kind on the same object."""
    again = That() if isinstance(o, (Target, Choose)) else o
    return [PutCounters(k, 1, again if at else o) for at, k in enumerate(kinds)]


def put_library() -> list[Node]:
    return [ToLibrary(That(), "that")]


def put_lib(o: Node) -> list[Node]:
    if isinstance(o, Target) and isinstance(o.filter, Filter) and o.filter.controller == "opponent":
        return [Inert("removal")]
    return [ToLibrary(o, zone_of(o))]


def put_from(o: Node, zone: tuple[str, str]) -> list[Node]:
    return [ToLibrary(owned_object(o, zone), zone[0])]


def shuffle_in(o: Node) -> list[Node]:
    return [ToLibrary(o, zone_of(o), "shuffled")]


def exile(o: Node, until: str | None) -> list[Node]:
    if isinstance(o, Target) and _theirs(o.filter):
        return [Inert("removal")]
    return [Exile(o, zone_of(o), until=until or "")]


def exile_zone(f: tuple) -> list[Node]:
    return [Exile(Each(f[0]), f[1])]


def _theirs(f: Filter | AnyOf) -> bool:
    return all(x.controller == "opponent" for x in (f.filters if isinstance(f, AnyOf) else (f,)))


def flicker(o: Node, transformed: Anything, tapped: Anything) -> list[Node]:
    return [Exile(o), PutOnto(This() if o == This() else That(), "exile", bool(tapped), transformed=bool(transformed))]


def flicker_later(o: Node, event: Node) -> list[Node]:
    return [Exile(o), DelayedTrigger(event, (PutOnto(This() if o == This() else That(), "exile"),))]


def return_hand(who: str, o: Node) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if who in ("you", "each"):
        return [ReturnToHand(o)]
    if who == "that player" and isinstance(o, Choose):
        return [If(Is(That(), Filter(controller="you")), (ReturnToHand(replace(o, filter=yours(o.filter))),))]
    return reject("who returns it")


def put_onto(who: str | None, o: Node, zone: tuple[str, str], tapped: Anything) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if who in (None, "you"):
        return [PutOnto(owned_object(o, zone), zone[0], bool(tapped))]
    if who == "each":
        return [PutOnto(owned_object(o, (zone[0], "you")), zone[0], bool(tapped))]
    return reject("who puts it")


def sacrifice(who: str, o: Node) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if who in ("you", "each"):
        if isinstance(o, Choose):
            o = replace(o, filter=each_of(o.filter, controller="you"))
        return [Sacrifice(o)]
    if who == "target":
        return [Inert("opponent")]
    return [SacrificeBy(o, who)]


def SacrificeBy(o: Node, who: str) -> Sacrifice:
    return Sacrifice(o, who)


def damage_each(f: Anything, n: Anything) -> list[Node]:
    if isinstance(f, Filter) and f.controller == "opponent":
        return [Inert("combat")]
    return [Damage(Each(f), n)]


def damage(to: Node | None, n: Anything) -> list[Node]:
    return [Inert("combat")]


def self_hit(n: Anything) -> list[Node]:
    return [LoseLife(n, True)]


# --------------------------------------------------------------------------------------------- tokens


def amass(subtype: str | None, n: Anything) -> list[Node]:
    """CR 701.47: a 0/0 Army if there is none, then counters on one."""
    army = Filter(subtypes=("army",), controller="you")
    token = Token(subtypes=(*((subtype,) if subtype else ()), "army"), colors="B", power=0, toughness=0)
    none = Compare(Count(army), "=", 0)
    return [If(none, (CreateTokens(token),)), PutCounters("+1/+1", n, Choose(army))]


def tokens(who: str | None, made: Anything) -> list[Node]:
    if who == "opponent":
        return [Inert("opponent")]
    if who in (None, "you", "each"):
        return [made]
    if who in ("controller", "that player", "target"):
        return [replace(made, player=who)]
    return reject("who creates it")


def named_token(n: Anything, pre: list[dict], name: str, post: list) -> Node:
    tapped = any(p.get("tapped") for p in pre) or any(k == "tapped" for k, _ in post)
    return CreateTokens(name, n, tapped)


def make_token(n: Anything, pre: list[dict], nouns: list, post: list) -> Node:
    values: dict = {}
    tapped = False
    for p in pre:
        if "tapped" in p:
            tapped = True
        elif "pt" in p:
            power, toughness = p["pt"].split("/")
            values["power"], values["toughness"] = _number(power), _number(toughness)
        elif "colors" in p:
            values["colors"] = p["colors"]
        elif "supertypes" in p:
            values["supertypes"] = p["supertypes"]
        elif "name" in p:
            values["name"] = p["name"]
    types = tuple(v for k, v in nouns if k == "type")
    subs = tuple(v for k, v in nouns if k == "sub")
    for k, v in post:
        if k == "keywords":
            values["keywords"] = (*values.get("keywords", ()), *v)
        elif k == "name":
            values["name"] = v
        elif k == "tapped":
            tapped = True
        elif k == "abilities":
            values["abilities"] = tuple(v)
        elif k == "x":
            values["power"] = v if values.get("power") == X() else values.get("power")
            values["toughness"] = v if values.get("toughness") == X() else values.get("toughness")
    return CreateTokens(Token(types=types or ("creature",), subtypes=subs, **values), n, tapped)


def _number(text: str) -> Anything:
    return int(text) if text.isdigit() else X() if text == "x" else text


# ---------------------------------------------------------------------------------------------- modes


def modes(count: tuple, bullets: list) -> Node:
    least, most, unchosen = (*count, "")[:3]
    costs = tuple(c for c, _ in bullets if c is not None)
    if costs and len(costs) != len(bullets):
        reject("costs of modes")
    made = tuple(finished(e) for _, e in bullets)
    return Modes(made, min(least, len(made)), min(most, len(made)), costs, unchosen)


def modes_more(count: tuple, condition: Node, bullets: list) -> Node:
    """ "Choose one. If ..., you may choose both instead." """
    return If(condition, (modes((count[0], 9), bullets),), (modes(count, bullets),))


def delayed_nested(events: tuple, effects: list[Node]) -> Node:
    if len(events) != 1:
        return reject("two events")
    return DelayedTrigger(events[0], finished(effects))
