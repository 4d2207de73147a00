"""The abstract syntax of Oracle text, in the Comprehensive Rules' own words.

Every node is a frozen dataclass made of plain values, so that an AST can be hashed, compared, written in
the one-line notation (`untap.oracle.notation`) and read back.  The grammar builds it, `untap.program`
encodes it as rows for the core, and the tests' plain-Python twin interprets it.

Conventions
-----------
* Colours and mana types are the letters ``W U B R G C``; a set of them is a string in that order.
* Words for types, supertypes, subtypes, counters and keywords are lower case, singular.
* ``Amount`` is an ``int`` or one of the amount nodes.
* An empty string or tuple means "no restriction".
* ``Effect`` sequences are carried out in order (CR 608.2c).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__: list[str] = []


class Node:
    """Base of all AST nodes."""

    __slots__ = ()

    def children(self):
        """Yield the nodes directly below this one, in field order."""
        for f in fields(self):  # type: ignore[arg-type]
            value = getattr(self, f.name)
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                yield from (v for v in value if isinstance(v, Node))

    def walk(self):
        """Yield this node and all nodes below it, depth first."""
        yield self
        for child in self.children():
            yield from child.walk()


def node(cls):
    """Make a class a frozen AST node and export it."""
    made = dataclass(frozen=True, slots=True)(cls)
    __all__.append(cls.__name__)
    return made


# ------------------------------------------------------------------------------------------ filters


@node
class Filter(Node):
    """Which objects are meant; all given restrictions must hold (CR 109).

    ``types`` and ``subtypes`` are any-of; ``all_types`` and ``supertypes`` are all-of.
    """

    types: tuple[str, ...] = ()
    all_types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    not_supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    not_subtypes: tuple[str, ...] = ()
    colors: str = ""  # has at least one of these colours
    not_colors: str = ""
    color_count: str = ""  # colorless | colored | monocolored | multicolored
    controller: str = ""  # you | opponent | "" (anyone); for cards outside the battlefield: owner
    tapped: str = ""  # tapped | untapped
    # this (the source) | other (not the source) | attached (what the source is attached to) | that (CR 608.2k)
    which: str = ""
    token: str = ""  # token | nontoken
    counter: str = ""  # has a counter of this kind ("any" = of some kind)
    power: tuple[str, int] | None = None  # (op, n), op one of <= >= =
    toughness: tuple[str, int] | None = None
    mana_value: tuple[str, int] | None = None
    chosen: str = ""  # color | type | name | land type: the one chosen for the source
    keyword: str = ""  # has this keyword ability
    name: str = ""  # has this name ("named ...")
    produces_mana: str = ""  # yes | no: has a mana ability (CR 605)
    quality: str = ""  # what needs more than characteristics: historic | modified | attacking | ... see QUALITIES


@node
class AnyOf(Node):
    """An object that matches at least one of the filters."""

    filters: tuple[Filter, ...]


# Qualities of objects that need more than characteristics.
QUALITIES = (
    "historic", "modified", "enchanted", "equipped", "attacking", "entered this turn", "commander", "party",
    "other abilities",  # an activated ability that isn't a mana ability
    "tap ability",  # an activated ability with {T} in its cost
)  # fmt: skip

# ---------------------------------------------------------------------------------------- selectors


@node
class This(Node):
    """The source itself (its own name, "this land", "it" of its own text)."""


@node
class Attached(Node):
    """What the source is attached to ("enchanted land", "equipped creature")."""


@node
class That(Node):
    """The object that the event or the preceding effect was about (CR 608.2k)."""


@node
class You(Node):
    """The player (has abilities or counters)."""


@node
class Each(Node):
    """All objects that match, in a zone."""

    filter: Filter | AnyOf
    zone: str = "battlefield"


@node
class Target(Node):
    """Targets: from ``least`` to ``most`` objects that match (CR 115)."""

    filter: Filter | AnyOf
    least: int = 1
    most: object = 1  # Amount
    zone: str = "battlefield"


@node
class Choose(Node):
    """Objects chosen on resolution, not targeted."""

    filter: Filter | AnyOf
    least: object = 1  # Amount
    most: object = 1  # Amount
    zone: str = "battlefield"


# ------------------------------------------------------------------------------------------ amounts


@node
class X(Node):
    """The X of the cost (CR 107.3)."""


@node
class Count(Node):
    """How many objects match; ``zone`` is battlefield, hand, graveyard, library, exile, command or stack."""

    filter: Filter | AnyOf
    zone: str = "battlefield"


@node
class Devotion(Node):
    """Devotion to the colours (CR 700.5); ``chosen`` = to the colour chosen for this ability."""

    colors: str = ""
    chosen: bool = False


@node
class Counters(Node):
    """Counters of one kind on an object; "" = of all kinds.  ``of`` may be the word "you" (energy, experience)."""

    kind: str
    of: Node | str = This()


@node
class Stat(Node):
    """A number of an object: power | toughness | mana value | loyalty."""

    what: str
    of: Node = This()


@node
class Greatest(Node):
    """The greatest power | toughness | mana value among matching objects."""

    what: str
    filter: Filter | AnyOf


@node
class Total(Node):
    """The total power | toughness | mana value of matching objects."""

    what: str
    filter: Filter | AnyOf


@node
class Kinds(Node):
    """How many different ones there are among matching objects.

    ``of``: basic land types (domain) | colors | card types | names | powers | mana values.
    """

    of: str
    filter: Filter | AnyOf
    zone: str = "battlefield"


@node
class Number(Node):
    """A number of the game, from a closed list.

    life | hand | library | opponents | turn | spells cast this turn | colors spent | mana spent | kicks |
    that much | energy | speed | party | lands played this turn | times | cards drawn this turn | chosen number |
    unspent mana | creatures died this turn | life gained this turn | life lost this turn
    """

    what: str


@node
class Plus(Node):
    left: object
    right: object


@node
class Times(Node):
    left: object
    right: object


@node
class Minus(Node):
    left: object
    right: object


@node
class Half(Node):
    """Half, or another part: what is left of a division by ``by``."""

    of: object
    rounded: str = "up"  # up | down
    by: int = 2


# --------------------------------------------------------------------------------------- conditions


@node
class Compare(Node):
    """``left op right`` with op one of >= <= = != > <."""

    left: object
    op: str
    right: object


@node
class Not(Node):
    of: Node


@node
class All(Node):
    of: tuple[Node, ...]


@node
class Any(Node):
    of: tuple[Node, ...]


@node
class Is(Node):
    """The object matches the filter ("if it's a land card", "if this is untapped")."""

    what: Node
    filter: Filter | AnyOf


@node
class Fact(Node):
    """A condition of the game, from a closed list.

    your turn | not your turn | kicked | was cast | cast from hand | first main phase | first turn |
    on the play | city's blessing | monarch | day | night | max speed | commander in play | paid |
    no mana spent | attacked this turn | landfall this turn | chose to | opponent controls more lands | ...
    """

    what: str


# ---------------------------------------------------------------------------------- mana production


@node
class Colors(Node):
    """A fixed set of mana types."""

    of: str


@node
class ColorsFrom(Node):
    """A set of mana types read from the game; empty = no mana (CR 106.5).

    ``source``: identity (commander's colour identity, CR 903.4) | chosen | could produce (CR 106.7) | among
    (colours of matching permanents) | imprinted | produced (types the triggering ability produced, CR 106.12a)
    | spent | sacrificed (colours of the object paid as a cost) | sacrificed could produce (CR 106.7, as it last was).
    ``types``: colourless counts too ("any type").
    """

    source: str
    filter: Filter | AnyOf | None = None
    types: bool = False


@node
class Bundle(Node):
    """``times`` times these symbols, e.g. "{G}{G}"."""

    symbols: str
    times: object = 1


@node
class OneOf(Node):
    """One of several bundles, the player's choice ("{W} or {U}", "{W}{W}, {W}{U}, or {U}{U}")."""

    bundles: tuple[Bundle, ...]


@node
class OneColor(Node):
    """``amount`` mana of any one type of the set ("three mana of any one color")."""

    colors: Colors | ColorsFrom
    amount: object = 1


@node
class Combination(Node):
    """``amount`` mana in any combination of types of the set; ``different``: no type twice."""

    colors: Colors | ColorsFrom
    amount: object = 1
    different: bool = False


@node
class EitherMana(Node):
    """One of several productions, the player's choice, where they aren't all plain bundles."""

    options: tuple[Node, ...]


@node
class EachColor(Node):
    """One mana of each type of the set."""

    colors: Colors | ColorsFrom


@node
class Spend(Node):
    """Spend this mana only to ... : any one of the uses (CR 106.6).

    spells: cast spells that match; abilities: activate abilities of sources that match; ``other``: closed words
    (cumulative upkeep | costs that contain {X} | foretell | turn face up | unlock doors | equip | ward ...).
    """

    spells: Filter | AnyOf | None = None
    abilities: Filter | AnyOf | None = None
    other: tuple[str, ...] = ()


# --------------------------------------------------------------------------------------------- costs


@node
class Mana(Node):
    """A mana cost: symbols as printed, e.g. "{2}{W/U}{X}"; ``times`` times; ``help``: waterbend (tapping helps)."""

    symbols: str
    times: object = 1
    help: str = ""


@node
class TapThis(Node):
    """{T} (CR 107.5)."""


@node
class UntapThis(Node):
    """{Q} (CR 107.6)."""


@node
class TapOthers(Node):
    """Tap ``amount`` untapped permanents that match (not a {T} cost: no summoning sickness rule)."""

    filter: Filter | AnyOf
    amount: object = 1


@node
class UntapOthers(Node):
    filter: Filter | AnyOf
    amount: object = 1


@node
class SacrificeCost(Node):
    """Sacrifice ``amount`` permanents that match; ``Filter(which="this")`` = the source."""

    filter: Filter | AnyOf
    amount: object = 1


@node
class PayLife(Node):
    amount: object = 1


@node
class PayEnergy(Node):
    amount: object = 1


@node
class DiscardCost(Node):
    """Discard ``amount`` cards that match; amount -1 = the whole hand; ``which="this"`` = this card."""

    filter: Filter | AnyOf
    amount: object = 1


@node
class ExileCost(Node):
    """Exile ``amount`` cards that match from a zone (``which="this"``: the source itself)."""

    filter: Filter | AnyOf
    zone: str = "battlefield"
    amount: object = 1


@node
class ReturnCost(Node):
    """Return ``amount`` permanents that match to their owner's hand."""

    filter: Filter | AnyOf
    amount: object = 1


@node
class RemoveCountersCost(Node):
    """Remove ``amount`` counters of a kind from ``of`` (X = any number; -1 = all)."""

    kind: str
    amount: object = 1
    of: Node = This()


@node
class PutCountersCost(Node):
    kind: str
    amount: object = 1
    of: Node = This()


@node
class MillCost(Node):
    amount: object = 1


@node
class AddManaCost(Node):
    """Add mana as a cost (cumulative upkeep kinds)."""

    mana: Node
    amount: object = 1


@node
class RevealCost(Node):
    """Reveal ``amount`` cards that match from hand."""

    filter: Filter | AnyOf
    amount: object = 1


@node
class LoyaltyCost(Node):
    """[+N], [-N] or [-X] of a planeswalker (CR 606)."""

    amount: object


@node
class ExertCost(Node):
    """Exert the source as a cost (CR 701.43)."""


@node
class OtherCost(Node):
    """A cost named by a word: forage | blight N | unattach | put into library | gift | opponent gains life ..."""

    what: str


@node
class Cost(Node):
    """All parts must be paid (CR 118)."""

    parts: tuple[Node, ...] = ()


@node
class EitherCost(Node):
    """One of several costs."""

    costs: tuple[Cost, ...]


# ------------------------------------------------------------------------------------------- effects


@node
class AddMana(Node):
    """Add mana to a player's pool (CR 106).

    ``until``: "" (empties as usual) | "turn" (kept till end of turn) | "forever"; ``player``: you | each |
    that player.  ``rider`` names what happens when it is spent (closed, goldfish-inert words).
    """

    mana: Node
    spend: Spend | None = None
    until: str = ""
    player: str = "you"
    rider: str = ""
    spent_on: Spend | None = None  # when it is spent on one of these: spent_effects
    spent_effects: tuple[Node, ...] = ()


@node
class DoubleMana(Node):
    """Double the amount of each type of unspent mana you have."""


@node
class Untap(Node):
    what: Node


@node
class Tap(Node):
    what: Node
    player: str = "you"


@node
class SwapTapped(Node):
    """At the same time, untap the tapped ones of these and tap the untapped ones."""

    what: Node


@node
class Search(Node):
    """Search your library for cards that match, put them somewhere, then shuffle (CR 701.23).

    ``least``..``amount`` cards; ``to``: battlefield | hand | top | graveyard | exile; ``tapped``: they enter tapped.
    ``rest``/``rest_to``: when several are found, that many go to ``to`` and the rest to ``rest_to``.
    ``different``: all found must differ in this (name | share land type | "filter": one card for each filter of
    an AnyOf | ""); ``reveal`` is not recorded.  ``player``: you | each |
    controller (of That).
    """

    filter: Filter | AnyOf
    amount: object = 1
    to: str = "battlefield"
    tapped: bool = False
    rest_to: str = ""
    rest: int = 0
    different: str = ""
    player: str = "you"
    optional: bool = False


@node
class PutOnto(Node):
    """Put cards from a zone onto the battlefield: hand | graveyard | exile | that (the card spoken of)."""

    what: Node
    zone: str = "hand"
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    also: tuple[str, ...] = ()  # types it has in addition
    transformed: bool = False


@node
class Draw(Node):
    amount: object = 1
    player: str = "you"


@node
class Scry(Node):
    amount: object = 1


@node
class Surveil(Node):
    amount: object = 1


@node
class Look(Node):
    """Look at (or reveal) the top ``amount`` cards, take up to ``take`` that match to ``to``, the rest to ``rest``.

    ``rest``: bottom | graveyard | top (any order) | hand | battlefield | exile; ``tapped`` for ``to`` battlefield;
    ``take`` -1 = all that match.
    ``also``: a second take of the same cards, (take, filter, to, tapped).
    """

    amount: object
    filter: Filter | AnyOf | None = None
    take: object = 1
    to: str = "hand"
    rest: str = "bottom"
    tapped: bool = False
    optional: bool = True
    also: tuple = ()
    otherwise: bool = False  # the second take only where nothing was taken before


@node
class RevealUntil(Node):
    """Reveal cards from the top until ``amount`` match; those go to ``to``, the others to ``rest``."""

    filter: Filter | AnyOf
    amount: object = 1
    to: str = "hand"
    rest: str = "bottom"
    tapped: bool = False


@node
class RevealTop(Node):
    """Reveal the top card of the library; the following effects speak of it as That."""


@node
class Mill(Node):
    amount: object = 1
    player: str = "you"


@node
class Discard(Node):
    amount: object = 1  # -1 = the hand
    at_random: bool = False
    player: str = "you"
    filter: Filter | AnyOf | None = None
    up_to: bool = False


@node
class ExilePlay(Node):
    """Exile the top ``amount`` cards; you may play them for ``duration`` (turn | next turn | forever)."""

    amount: object = 1
    duration: str = "turn"


@node
class ExileWith(Node):
    """Exile this card from hand to be cast later: suspended (with ``number`` time counters) | foretold | plotted."""

    how: str
    number: object = 0


@node
class CastCopy(Node):
    """You may cast a copy of the card spoken of without paying its mana cost (CR 707.12)."""


@node
class Manifest(Node):
    """Put top cards onto the battlefield face down (CR 701.40); ``dread``: one of two, the other into the graveyard."""

    amount: object = 1
    dread: bool = False


@node
class MayPlay(Node):
    """You may play the card spoken of for ``duration`` (turn | next turn | forever), ``free``: without paying."""

    duration: str = "turn"
    free: bool = False


@node
class ExilePermit(Node):
    """The card exiled last may be cast from exile on later turns (warp)."""


@node
class TurnFaceUp(Node):
    """Turn a face-down permanent face up (CR 708.7)."""

    what: Node = This()


@node
class GainLife(Node):
    amount: object = 1


@node
class LoseLife(Node):
    """You lose life, or are dealt damage (``damage``)."""

    amount: object = 1
    damage: bool = False
    player: str = "you"


@node
class PutCounters(Node):
    kind: str
    amount: object = 1
    on: Node = This()


@node
class RemoveCounters(Node):
    kind: str
    amount: object = 1  # -1 = all
    on: Node = This()


@node
class MoveCounters(Node):
    """Move ``amount`` counters of a kind ("" = of one kind, chosen; -1 = all of it) to another object (CR 122.5)."""

    kind: str
    amount: object
    what: Node
    to: Node


@node
class GetEnergy(Node):
    amount: object = 1


@node
class Sacrifice(Node):
    what: Node
    player: str = "you"


@node
class Destroy(Node):
    what: Node


@node
class Exile(Node):
    """Exile objects; ``imprint`` remembers the card for the source; ``until`` "" | "leaves" (this leaves play)."""

    what: Node
    zone: str = "battlefield"
    imprint: bool = False
    until: str = ""


@node
class ReturnToHand(Node):
    what: Node
    zone: str = "battlefield"


@node
class ToLibrary(Node):
    """Put objects from a zone into their owner's library: top | bottom | shuffled."""

    what: Node
    zone: str = "battlefield"
    place: str = "top"


@node
class ToGraveyard(Node):
    """Put cards from a zone into their owner's graveyard."""

    what: Node
    zone: str = "exile"


@node
class ShuffleIn(Node):
    """Shuffle your hand, graveyard, or both ("hand and graveyard") into your library."""

    zone: str


@node
class Damage(Node):
    """Damage to permanents that may be ours."""

    what: Node
    amount: object = 1


@node
class Proliferate(Node):
    """CR 701.34."""


@node
class Explore(Node):
    """CR 701.44."""

    what: Node = This()


@node
class Prepare(Node):
    """It becomes prepared."""

    what: Node = This()


@node
class DayNight(Node):
    """It becomes day | night."""

    what: str


@node
class EndGame(Node):
    """You win | lose the game."""

    result: str


@node
class FlipCoin(Node):
    """Flip a coin: effects if you win (or heads), effects if you lose."""

    win: tuple[Node, ...] = ()
    lose: tuple[Node, ...] = ()


@node
class BecomeCopy(Node):
    """An object becomes a copy of another, with ``changes`` (static nodes about That)."""

    what: Node
    of: Node
    changes: tuple[Node, ...] = ()
    duration: str = ""


@node
class Pick(Node):
    """Choose an object; the following effects speak of it as That."""

    what: Node


@node
class Discover(Node):
    """CR 701.57."""

    amount: object = 1


@node
class CopyAbility(Node):
    """Copy an activated or triggered ability (That, or the target); new targets may be chosen."""

    what: Node = That()


@node
class Shuffle(Node):
    """Shuffle your library."""


@node
class Designation(Node):
    """You become the monarch, take the initiative, or get the city's blessing."""

    what: str


@node
class RollDie(Node):
    """Roll a die with ``sides`` sides; ``rows`` are (range, effects)."""

    sides: int
    rows: tuple[tuple[str, tuple[Node, ...]], ...]

    def children(self):
        for _, effects in self.rows:
            yield from effects

    zone: str = "battlefield"


@node
class Bounce(Node):
    """Put objects on top or bottom of the library, or shuffle them into it: top | bottom | shuffled."""

    what: Node
    where: str = "top"


@node
class CreateTokens(Node):
    """Create tokens.  ``token``: a predefined one by its word (treasure, gold, powerstone ...) or a Token."""

    token: object
    amount: object = 1
    tapped: bool = False
    player: str = "you"


@node
class Token(Node):
    name: str = ""
    types: tuple[str, ...] = ("creature",)
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: str = ""
    power: object = None
    toughness: object = None
    abilities: tuple[Node, ...] = ()
    keywords: tuple[str, ...] = ()


@node
class CopyToken(Node):
    """Create ``amount`` tokens that are copies of an object."""

    what: Node
    amount: object = 1
    tapped: bool = False
    changes: tuple[Node, ...] = ()  # "except ...": static nodes about That


@node
class LandPlays(Node):
    """You may play ``amount`` additional lands (this turn, as an effect of a resolving object)."""

    amount: object = 1


@node
class ExtraTurn(Node):
    amount: object = 1


@node
class ExtraPhase(Node):
    """An additional phase or step after this one: combat | main | upkeep | untap ..."""

    what: str


@node
class SkipStep(Node):
    """Skip a step or phase: your next untap step, draw step, turn ..."""

    step: str
    player: str = "you"


@node
class DoesntUntapNext(Node):
    """These don't untap during their controller's next untap step (CR 502.3)."""

    what: Node


@node
class ChooseColor(Node):
    """Choose a color | creature type | card name | land type | basic land type | opponent | number | random color."""

    what: str = "color"
    among: str = ""  # a subset of colours
    types: Filter | None = None  # the creature types there are to choose from


@node
class Monstrosity(Node):
    """If the source isn't monstrous, that many +1/+1 counters, and it becomes so; renowned likewise (CR 701.37)."""

    amount: object = 1


@node
class Continuous(Node):
    """Static effects that last for a time: turn | until your next turn | as long as tapped | forever.

    ``what`` are the static nodes (see Static).
    """

    what: tuple[Node, ...]
    duration: str = "turn"


@node
class DelayedTrigger(Node):
    """At a later event, once: do this (CR 603.7)."""

    event: Node
    effects: tuple[Node, ...]


@node
class May(Node):
    """You may do the effects; ``otherwise`` if you don't."""

    effects: tuple[Node, ...]
    otherwise: tuple[Node, ...] = ()


@node
class MayPay(Node):
    """You may pay the cost; ``then`` if you do, ``otherwise`` if you don't ("unless you pay" has only otherwise)."""

    cost: Cost
    then: tuple[Node, ...] = ()
    otherwise: tuple[Node, ...] = ()


@node
class If(Node):
    condition: Node
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...] = ()


@node
class Modes(Node):
    """Choose ``least``..``most`` of the modes (CR 700.2)."""

    modes: tuple[tuple[Node, ...], ...]
    least: int = 1
    most: int = 1
    costs: tuple[Cost, ...] = ()  # a mode's own additional cost (escalate, tiered, spree)
    unchosen: str = ""  # only modes not chosen before: ever | turn

    def children(self):
        for mode in self.modes:
            yield from mode
        yield from self.costs


@node
class Repeat(Node):
    """Do the effects ``times`` times ("for each ... "); -1: again as long as one does them ("repeat this process")."""

    times: object
    effects: tuple[Node, ...]


@node
class Attach(Node):
    what: Node
    to: Node


@node
class Transform(Node):
    what: Node = This()


@node
class GainControl(Node):
    what: Node
    player: str = "you"  # you | an opponent
    duration: str = ""


@node
class ExertEffect(Node):
    what: Node = This()


@node
class Phase(Node):
    """These phase out (CR 702.26)."""

    what: Node


@node
class EndEffects(Node):
    """Hold: the chosen "until end of turn"/"this turn" effect doesn't end while ``what`` remains tapped."""

    what: Node = This()


@node
class CastFree(Node):
    """You may cast a card that matches from a zone without paying its mana cost (``most_mana_value`` as amount)."""

    filter: Filter | AnyOf
    zone: str = "hand"
    cost: Cost | None = None
    limit: str = ""  # once a turn


@node
class Become(Node):
    """These become ... : used for animation and type changes with a duration (see ChangeTypes for the static form)."""

    what: Node
    change: Node
    duration: str = "turn"


@node
class LeftOut(Node):
    """Understood and left out: the sentence is ``approximated`` for this reason (`levels.APPROXIMATIONS`)."""

    reason: str


@node
class Inert(Node):
    """Understood, and cannot touch mana, tapping, lands, costs or cards seen in a goldfish game.

    ``what`` is a word of the closed list INERT.
    """

    what: str


INERT = (
    "combat keyword",  # flying, trample, deathtouch, ...: CR 702 keywords about combat only
    "protection",  # hexproof, ward, shroud, indestructible, can't be countered, ...
    "power and toughness",  # +N/+N, becomes N/N where no amount of the face reads power
    "combat",  # blocks, attacks, damage to creatures or opponents
    "opponent",  # touches opponents' objects, hands, libraries or life only
    "counter spell",
    "life",  # life gained or lost where no cost of the face reads it
    "removal",  # destroy/exile/tap/return target objects that a goldfish player doesn't control
    "deck construction",
    "copy spell",
    "graveyard",  # exiles or shuffles cards where nothing reads them
    "flavor",  # words without rules meaning
    "target spell",  # does nothing but to a spell or ability on the stack, which must be there (CR 601.2c)
)

# --------------------------------------------------------------------------------------------- events


@node
class Event(Node):
    """What a triggered ability waits for (CR 603).

    ``kind``: enters | leaves | dies | becomes tapped | becomes untapped | tapped for mana | cast | attacks |
    sacrificed | plays land | phase | draws | discards | cycled | counters put | chapter | becomes target |
    turned face up | transforms | damage | gains life | exiled | milled | countered | adds mana | unlocked |
    mutates | exerted | leveled | activated ...
    ``subject``: which object (This() or a filter node); ``phase``: untap | upkeep | draw | main | precombat main |
    postcombat main | combat | end | cleanup; ``whose``: you | each | opponent | controller;
    ``number``: chapter or ordinal ("first", "second each turn"); ``detail``: further closed words.
    """

    kind: str
    subject: Node | None = None
    phase: str = ""
    whose: str = "you"
    number: tuple[int, ...] = ()
    detail: str = ""
    once: bool = False  # "one or more": once for all that it happens to at the same time


# ------------------------------------------------------------------------------------------ abilities


@node
class Activated(Node):
    """``cost: effects`` (CR 602).

    ``limits``: words of a closed list (once a turn | sorcery | instant | your turn | main phase | upkeep |
    any player | exhaust | once | twice a turn ...) and conditions ("activate only if ...").
    ``zone``: where it works; whether it is a mana ability follows from CR 605.1a (see `is_mana_ability`).
    """

    cost: Cost
    effects: tuple[Node, ...]
    limits: tuple[object, ...] = ()
    zone: str = "battlefield"
    keyword: str = ""  # the keyword it came from: cycling, equip, level up, ...
    change: Node | None = None  # a CostChange of this ability's own cost


@node
class Triggered(Node):
    """When/whenever/at ``event``, if ``condition`` (intervening, CR 603.4): effects."""

    event: Event | tuple[Event, ...]
    effects: tuple[Node, ...]
    condition: Node | None = None
    limits: tuple[str, ...] = ()  # once a turn
    zone: str = "battlefield"
    keyword: str = ""


@node
class Spell(Node):
    """What an instant or sorcery does on resolution (CR 113.3a)."""

    effects: tuple[Node, ...]


@node
class Static(Node):
    """Continuous effects of a static ability (CR 611.3), while ``condition`` holds."""

    effects: tuple[Node, ...]
    condition: Node | None = None
    zone: str = "battlefield"


@node
class Enters(Node):
    """Replacement as an object enters (CR 614.1c-d): effects such as EntersTapped, PutCounters, ChooseColor.

    ``what`` is This() or a filter of other objects ("lands you control enter untapped").
    """

    effects: tuple[Node, ...]
    what: Node = This()


@node
class EntersTapped(Node):
    """Enters tapped, unless the condition holds, or unless the cost is paid / the effect done (CR 614.12)."""

    unless: Node | None = None  # a condition
    unless_pay: Cost | None = None  # shock lands, reveal lands


@node
class EntersUntapped(Node):
    """Enters untapped, unless the condition holds."""

    unless: Node | None = None


@node
class EntersIf(Node):
    """Would enter: pay the cost instead, or put it into the graveyard (CR 614.12a)."""

    cost: Cost
    effects: tuple[Node, ...] = ()


@node
class EntersAsCopy(Node):
    of: Filter | AnyOf
    optional: bool = True
    tapped: bool = False
    zone: str = "battlefield"
    changes: tuple[Node, ...] = ()  # "except ...": static nodes about That


# --- effects of static abilities


@node
class Grant(Node):
    """Objects have abilities ("Lands you control have ...")."""

    what: Node
    abilities: tuple[Node, ...]


@node
class ThisAbility(Node):
    """The ability that says so, among those granted ("except it has this ability", CR 707.9a)."""

    number: int = -1  # of the ability in a program, and its class
    kind: str = ""


@node
class GrantKeyword(Node):
    what: Node
    keywords: tuple[str, ...]


@node
class ChangeTypes(Node):
    """Objects become or gain types (CR 613.1d, 305.7).

    ``mode``: set (loses other land types and abilities) | add.  ``chosen``: the type chosen for the source.
    """

    what: Node
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    mode: str = "add"
    chosen: bool = False
    every_basic: bool = False  # every basic land type
    every_creature: bool = False
    every_land: str = ""  # all | nonbasic: every (nonbasic) land type
    colors: str = ""
    power: object = None
    toughness: object = None
    lose_abilities: bool | str = False  # or "except mana"


@node
class ChangePower(Node):
    what: Node
    power: object = 0
    toughness: object = 0


@node
class MoreLandPlays(Node):
    """You may play ``amount`` additional lands on each of your turns (CR 305.2)."""

    amount: object = 1
    player: str = "you"  # you | each


@node
class PlayFrom(Node):
    """You may play (lands) or cast (spells) that match from a zone: graveyard | top | exile."""

    filter: Filter | AnyOf
    zone: str = "graveyard"
    limit: str = ""  # once a turn
    cost: Cost | None = None  # instead of the mana cost


@node
class CantUntap(Node):
    """Don't untap during their controllers' untap steps (CR 502.3)."""

    what: Node


@node
class UntapLimit(Node):
    """No more than ``amount`` matching permanents untap in an untap step; ``whose``: each | you."""

    filter: Filter | AnyOf
    amount: object = 1
    whose: str = "each"


@node
class UntapOneType(Node):
    """Players untap permanents of one type of their choice only."""

    types: tuple[str, ...]


@node
class MayNotUntap(Node):
    """You may choose not to untap it in your untap step; ``then`` when you do."""

    what: Node
    then: tuple[Node, ...] = ()


@node
class UntapInstead(Node):
    """If one of these would untap in its controller's untap step, the effects instead (CR 614.1)."""

    what: Node
    effects: tuple[Node, ...]


@node
class CountersInstead(Node):
    """Where counters of the kind would be put on one of these: ``times`` as many plus ``plus`` instead (CR 614.1)."""

    what: Node
    kind: str = ""
    times: int = 1
    plus: int = 0


@node
class UntapDuringOthers(Node):
    """Untap these during each other player's untap step."""

    what: Node


@node
class SkipStepStatic(Node):
    step: str
    player: str = "you"  # you | each


@node
class ManaInstead(Node):
    """Replacement on production (CR 106.12b): ``times`` as much, or other types instead.

    ``what``: what is tapped for mana; ``mana``: replacing type set or bundle; ``plus``: additional same-type mana.
    """

    what: Node
    times: int = 1
    mana: Node | None = None
    whose: str = "you"
    if_produces: str = ""  # only where one of these types is produced
    plus: int = 0
    at_least: int = 0  # only where at least this much would be produced
    whole: bool = False  # instead of any other type and amount: ``mana`` is all that is produced


@node
class KeepMana(Node):
    """Unspent mana doesn't empty (of these types), or becomes ``becomes`` instead."""

    colors: str = "WUBRGC"
    becomes: str = ""
    player: str = "you"


@node
class SpendAs(Node):
    """Mana may be spent as though it were of other types (CR 609.4b): ``mana`` as ``as_``; for casting ``spells``."""

    mana: str = "WUBRGC"
    as_: str = "WUBRG"
    spells: Filter | AnyOf | None = None
    abilities: Filter | AnyOf | None = None
    only: bool = False  # not as what it is


@node
class SpendOnlyOn(Node):
    """Only mana of these types may pay for this spell, or for its X (CR 106.6)."""

    colors: str = ""
    part: str = ""  # x | "" (whole cost)
    source: Filter | AnyOf | None = None


@node
class CostChange(Node):
    """Spells or abilities that match cost more or less (CR 601.2f).

    ``amount`` may be negative (less); ``symbols``: coloured change; ``least``: can't reduce below this many mana;
    ``what``: This() for the spell itself or a filter; ``of``: spells | abilities; ``kind``: cycling, equip, ...
    ``set_``: total cost is at least this.
    """

    what: Node
    amount: object = 0
    symbols: str = ""
    of: str = "spells"
    kind: str = ""
    least: int = 0
    set_: int = 0
    player: str = "you"
    first_each_turn: bool = False


@node
class AdditionalCost(Node):
    """As an additional cost to cast this spell (CR 601.2b); ``optional`` and ``many`` as kicker."""

    cost: Cost | EitherCost
    optional: bool = False
    many: bool = False
    keyword: str = ""


@node
class AlternativeCost(Node):
    """May be cast for this cost rather than its mana cost (CR 118.9).

    ``keyword``: evoke, flashback, escape, overload, foretell, suspend, ...; ``zone``: where it can be cast from so.
    ``spells``: for effects that give it to other spells.
    """

    cost: Cost
    condition: Node | None = None
    keyword: str = ""
    zone: str = "hand"
    spells: Filter | AnyOf | None = None
    number: int = 0  # suspend N, and the like
    limit: str = ""  # once a turn


@node
class CostHelp(Node):
    """convoke | improvise | delve | waterbend: helpers that pay for generic or coloured mana (CR 702.51, 126, 66).

    ``spells``: given to these spells of yours rather than to the source.
    """

    keyword: str
    spells: Filter | AnyOf | None = None


@node
class CastTiming(Node):
    """May be cast with flash or only at a stated time (``only``, while the condition holds where one is given)."""

    what: str
    filter: Filter | AnyOf | None = None
    condition: Node | None = None


@node
class CantPay(Node):
    """Players can't pay life, or sacrifice what matches, to cast spells or activate abilities (CR 118.3)."""

    life: bool = False
    sacrifice: Filter | AnyOf | None = None


@node
class CantCast(Node):
    """Prohibitions that bind us: cast | play lands | activate | search | draw | spells (no more than ``amount``)."""

    what: str
    filter: Filter | AnyOf | None = None
    except_mana: bool = False
    amount: int = 0
    player: str = "each"  # you | each | opponent
    zone: str = ""


@node
class NoHandLimit(Node):
    """No maximum hand size, or ``size`` instead of seven."""

    size: int = -1


@node
class OpeningHand(Node):
    """An action from the opening hand (CR 103.6): begin (on the battlefield) | reveal."""

    what: str
    effects: tuple[Node, ...] = ()


@node
class Keyword(Node):
    """A keyword ability that matters and is carried out by the rules of CR 702 themselves.

    haste | phasing | vigilance | flash | changeling | echo | cumulative upkeep | storm | cascade | ... with a cost or
    number where it has one.
    """

    name: str
    cost: Cost | None = None
    number: object = 0
    filter: Filter | AnyOf | None = None


@node
class Level(Node):
    """Abilities of one level of a leveler, Class, or station line: in force from ``least`` to ``most`` (0 = no end)."""

    least: int
    most: int
    abilities: tuple[Node, ...]
    power: object = None
    toughness: object = None
    types: tuple[str, ...] = ()


@node
class XLimit(Node):
    """X can't be below ``least``, or above ``most``."""

    least: object = 0
    most: object = None


@node
class ReplaceDraw(Node):
    """Draw ``amount`` instead of each draw; ``detail``: except first | empty library wins."""

    amount: object
    detail: str = ""


@node
class ReplaceTokens(Node):
    """``times`` as many tokens of one's own that match are created, plus ``plus`` (CR 614.1)."""

    times: int = 2
    filter: Filter | AnyOf | None = None
    plus: int = 0


@node
class LifeForMana(Node):
    """For each of these symbols in a cost, ``life`` may be paid instead."""

    symbol: str
    life: int = 2


@node
class GrantAbilitiesOf(Node):
    """Objects have all activated abilities of matching cards or permanents."""

    what: Node
    of: Filter | AnyOf
    zone: str = "exile"


@node
class MaySkipTurn(Node):
    """You may skip your turn as it would begin; if you do: effects."""

    effects: tuple[Node, ...]


@node
class TriggerMore(Node):
    """Triggered abilities of matching sources trigger an additional time; ``cause``: only by these entering."""

    source: Filter | AnyOf
    cause: Filter | AnyOf | None = None


@node
class GraveyardToExile(Node):
    """Cards that would go to a graveyard are exiled instead (static)."""

    filter: Filter | AnyOf


@node
class Enchant(Node):
    """What an Aura can enchant (CR 702.5)."""

    filter: Filter | AnyOf


@node
class Equip(Node):
    cost: Cost
    filter: Filter | AnyOf | None = None


Amount = object  # int or an amount node
Effect = Node
Ability = Node


def is_mana_ability(ability: Node) -> bool:
    """Whether an activated ability is a mana ability (CR 605.1a): no target, could add mana, not loyalty."""
    if not isinstance(ability, Activated):
        return False
    nodes = [n for effect in ability.effects for n in effect.walk()]
    if any(isinstance(n, Target) or (isinstance(n, AddMana) and n.player == "target") for n in nodes):
        return False
    if any(isinstance(p, LoyaltyCost) for p in ability.cost.parts):
        return False
    return any(isinstance(n, (AddMana, DoubleMana)) for n in nodes)
