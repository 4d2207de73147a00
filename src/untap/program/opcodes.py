"""The opcode table: one record an opcode, read by encoder, verifier, disassembler, docs and tests.

A row of a program is ``(op, a0..a6)``, eight int32.  ``operands`` says what each argument is:

``amount`` row of an amount · ``row`` row or -1 · ``list`` packed list (``start * 256 + count``) · ``filter`` index of a
filter row · ``colors`` mask of mana types · ``mana`` index of a bundle of mana · ``cost`` index of a mana cost ·
``counter`` kind of counter · ``token`` card kind of a token · ``word:a|b`` index into the words · ``int`` · ``flag``.

The names are those of the AST nodes; `OPCODES` order is the numbering, which `PROGRAM_VERSION` covers.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

PROGRAM_VERSION = 1
MAX_OPERANDS = 7


@dataclass(frozen=True, slots=True)
class Opcode:
    """One opcode: the AST node's name, its operands as (name, kind), the rule number and one line of help."""

    name: str
    operands: tuple[tuple[str, str], ...]
    rule: str
    help: str


def _table(text: str) -> tuple[Opcode, ...]:
    out = []
    for line in text.strip().splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        head, rule, help_ = (part.strip() for part in line.split(" ; "))
        name, _, rest = head.partition(" ")
        operands = tuple(tuple(part.strip().rsplit(" ", 1)[::-1]) for part in rest.split(",") if part.strip())
        out.append(Opcode(name, operands, rule, help_))
    return tuple(out)


ZONES = "battlefield|hand|graveyard|library|exile|command|stack|top|bottom|top of library"
PLAYERS = "you|each|opponent|that player|controller|each opponent|its controller|target player|active player"
DURATIONS = (
    "turn|until your next turn|as long as tapped|forever|until your next untap step|"
    "until its controller's next untap step|as long as this"
)

OPCODES = _table(
    f"""
# amounts
Const int value ; 107.1 ; a number
X  ; 107.3 ; the X of the cost
Count filter filter, word:{ZONES} zone ; 107 ; how many objects match
Devotion colors colors, flag chosen ; 700.5 ; devotion to colours
Counters counter kind, row of ; 122.1 ; counters on an object
Stat word:power|toughness|mana value|loyalty what, row of ; 208 ; a number of an object
Greatest word:power|toughness|mana value what, filter filter ; 208 ; the greatest of a number
Total word:power|toughness|mana value what, filter filter ; 208 ; the total of a number
Kinds word:basic land types|colors|card types|names|powers|mana values of, filter filter, word:{ZONES} zone ; 205 ; \
how many different ones
Number word:life|hand|library|opponents|turn|spells cast this turn|colors spent|mana spent|kicks|that much|energy|\
lands played this turn|chosen number|creatures died this turn|cards drawn this turn|unspent mana|none|commander casts|\
instants and sorceries cast this turn|identity colors|life gained this turn|life lost this turn|starting life|cards \
discarded this turn|unspent mana W|unspent mana U|unspent mana B|unspent mana R|unspent mana G|unspent mana C|\
targets beyond the first|attackers this turn|\
spells cast last turn|lands of an opponent what ; 107 ; a number of the game
Plus amount left, amount right ; 107 ; sum
Times amount left, amount right ; 107 ; product
Minus amount left, amount right ; 107.1b ; difference, not below zero
Half amount of, word:up|down rounded, int by ; 107.4 ; half, or another part
# conditions
Compare amount left, word:>=|<=|=|!=|>|< op, amount right ; 608.2 ; comparison
Not row of ; 608.2 ; negation
All list of ; 608.2 ; all hold
Any list of ; 608.2 ; at least one holds
Is row what, filter filter ; 608.2 ; the object matches
Fact word:your turn|not your turn|kicked|was cast|cast from hand|first main phase|first turn|on the play|city's \
blessing|commander in play|paid|no mana spent|attacked this turn|landfall this turn|did|alternative paid|spent|this \
in zone|never|always|cast from graveyard|first spell this game|first card drawn|creature died this turn|attached|\
imprinted|resolution|you controlled that|new since upkeep|descended this turn|discarded this turn|\
revealed|upkeep|main phase|combat|before combat|before the end step|first combat|\
permanent left this turn|monarch|chose|that was cast what, int number ; 608.2 ; a condition of the game
# selectors
This  ; 201.5 ; the source
Attached  ; 301.5 ; what the source is attached to
That  ; 608.2k ; the object spoken of
Each filter filter ; 609.2 ; all that match
Target filter filter, int least, amount most ; 115 ; targets
Choose filter filter, amount least, amount most ; 608.2d ; chosen on resolution
# mana
Colors colors of ; 106.1 ; a fixed set of types
ColorsFrom word:identity|chosen|could produce|among|imprinted|produced|spent|sacrificed|sacrificed could produce \
source, filter filter, flag types ; 106.7 ; a set of types read from the game
Bundle mana symbols, amount times ; 106.1 ; these symbols, times
OneOf list bundles ; 106.1 ; one of several bundles
OneColor row colors, amount amount ; 106.1 ; mana of any one type
Combination row colors, amount amount, flag different ; 106.1 ; mana in any combination
EachColor row colors ; 106.1 ; one of each type
EitherMana list options ; 106.1 ; one of several productions
You  ; 102.1 ; the player
Spend filter spells, filter abilities, int other ; 106.6 ; what the mana may be spent on
# costs
Mana cost symbols, amount times, flag help ; 107.4 ; mana
TapThis  ; 107.5 ; the tap symbol
UntapThis  ; 107.6 ; the untap symbol
TapOthers filter filter, amount amount ; 118.3 ; tap untapped permanents
UntapOthers filter filter, amount amount ; 118.3 ; untap tapped permanents
SacrificeCost filter filter, amount amount ; 701.21 ; sacrifice
PayLife amount amount ; 119.4 ; pay life
PayEnergy amount amount ; 107.14 ; pay energy
DiscardCost filter filter, amount amount ; 701.9 ; discard
ExileCost filter filter, word:{ZONES} zone, amount amount, int total ; 406.3 ; exile
ReturnCost filter filter, amount amount, int place ; 118.3 ; return to hand or library
RemoveCountersCost counter kind, amount amount, row of ; 122.1 ; remove counters
PutCountersCost counter kind, amount amount, row of ; 122.1 ; put counters
MillCost amount amount ; 701.17 ; mill
AddManaCost row mana, amount amount ; 118.3 ; add mana as a cost
RevealCost filter filter, amount amount ; 701.20 ; reveal from hand
LoyaltyCost amount amount ; 606.4 ; loyalty
ExertCost  ; 701.43 ; exert
Cost list parts ; 118.1 ; all parts
EitherCost list costs ; 118.1 ; one of several costs
# effects
AddMana row mana, row spend, word:|turn|forever until, word:{PLAYERS} player, row spent_on, \
list spent_effects ; 106.3 ; add mana
Untap row what ; 701.26 ; untap
Tap row what ; 701.26 ; tap
Search filter filter, amount amount, word:battlefield|hand|top|graveyard|exile to, flag tapped, word:|battlefield|\
hand|top|graveyard|exile rest_to, int rest, word:{PLAYERS} player ; 701.23 ; search the library
PutOnto row what, word:{ZONES}|that zone, flag tapped, flag transformed, list counters, list also ; 701.3 ; \
put onto the battlefield
Draw amount amount, word:{PLAYERS} player ; 121.1 ; draw cards
Scry amount amount ; 701.22 ; scry
Surveil amount amount ; 701.25 ; surveil
Look amount amount, filter filter, amount take, word:hand|battlefield|top|graveyard|bottom|exile to, word:bottom|\
graveyard|top|hand|battlefield|exile|shuffled rest, flag tapped, int optional ; 701.20 ; look at top cards
RevealUntil filter filter, amount amount, word:hand|battlefield|top|graveyard|bottom|exile to, word:bottom|graveyard|\
top|hand|battlefield|exile|shuffled rest, flag tapped ; 701.20 ; reveal until
RevealTop  ; 701.20 ; reveal the top card
Mill amount amount, word:{PLAYERS} player ; 701.17 ; mill
Discard amount amount, flag at_random, word:{PLAYERS} player, filter filter, flag up_to ; 701.9 ; discard
GainLife amount amount ; 119.3 ; gain life
LoseLife amount amount, flag damage ; 119.3 ; lose life or be dealt damage
PutCounters counter kind, amount amount, row on ; 122.1 ; put counters
RemoveCounters counter kind, amount amount, row on ; 122.1 ; remove counters
MoveCounters counter kind, amount amount, row what, row to ; 122.5 ; move counters
GetEnergy amount amount ; 107.14 ; get energy
Sacrifice row what, word:{PLAYERS} player ; 701.21 ; sacrifice
Destroy row what ; 701.8 ; destroy
Exile row what, word:{ZONES} zone, flag imprint ; 406.2 ; exile
ReturnToHand row what, word:{ZONES} zone ; 608.2 ; return to hand
Bounce row what, word:top|bottom|shuffled where ; 608.2 ; put into the library
CreateTokens token token, amount amount, flag tapped, word:{PLAYERS} player ; 111 ; create tokens
LandPlays amount amount ; 305.2 ; additional land plays this turn
ExtraTurn amount amount ; 500.7 ; extra turn
SkipStep word:untap|upkeep|draw|main|combat|turn step ; 500.11 ; skip a step
DoesntUntapNext row what ; 502.3 ; doesn't untap in its controller's next untap step
ChooseColor word:color|creature type|card name|land type|basic land type|opponent|number|\
random color|spent type what, colors among, filter types ; 608.2d ; a choice remembered by the source
Continuous list what, word:{DURATIONS} duration, counter counter ; 611.2 ; an effect that lasts
DelayedTrigger list event, list effects ; 603.7 ; a delayed triggered ability
May list effects, list otherwise ; 608.2d ; you may
MayPay row cost, list then, list otherwise ; 118.12 ; you may pay
If row condition, list then, list otherwise ; 608.2c ; if
Modes list modes, int least, int most, int priced, word:|turn|ever unchosen ; 700.2 ; modal
Mode list effects ; 700.2 ; one mode
Repeat amount times, list effects ; 608.2c ; for each
Attach row what, row to ; 701.3 ; attach
Transform row what ; 701.27 ; transform
ExertEffect row what ; 701.43 ; exert
Phase row what ; 702.26 ; phase out
EndEffects row what ; 611.2b ; an effect chosen now doesn't end while the object stays tapped
SwapTapped row what ; 701.26 ; tap the untapped and untap the tapped at once
GainControl row what, word:you|an opponent player, word:{DURATIONS} duration ; 613.1b ; gain control
Proliferate  ; 701.34 ; one more of each kind of counter on any permanents
ExtraPhase word:combat what ; 500.8 ; an additional combat phase and a main phase after it
DoubleMana  ; 106.1 ; double the unspent mana of each type
Inert int what ; 608.2 ; cannot touch mana in a goldfish game
LookAlso amount take, filter filter, word:hand|battlefield|top|graveyard|bottom|exile to, \
flag instead ; 701.20 ; a second take of the cards looked at
ToLibrary row what, word:{ZONES}|that zone, word:top|bottom|shuffled place ; 401 ; put cards into the library
ToGraveyard row what, word:{ZONES}|that zone ; 404 ; put cards into the graveyard
Shuffle  ; 701.24 ; shuffle the library
ShuffleIn word:hand|graveyard|hand and graveyard zone ; 701.24 ; shuffle whole zones into the library
ExilePlay amount amount, word:turn|next turn|forever duration, flag free ; 406.3 ; exile top cards that may be played
ExileWith word:suspended|foretold|plotted how, amount number ; 702.62 ; exile the card from hand to be cast later
MayPlay word:turn|next turn|forever duration, flag free ; 601.3 ; the card spoken of may be played
CastCopy  ; 707.12 ; a copy of the card spoken of may be cast for nothing
Manifest amount amount, flag dread ; 701.40 ; top cards face down onto the battlefield
ExilePermit  ; 702.185 ; the card exiled last may be cast on later turns
TurnFaceUp row what ; 708.7 ; turn a face-down permanent face up
Pick row what, word:{ZONES}|that zone ; 608.2d ; choose what later effects speak of
Damage row what, amount amount ; 120.3 ; damage to permanents
Explore row what ; 701.44 ; explore
CopyToken row what, amount amount, flag tapped, word:{ZONES}|that zone, \
int changes, list then ; 707.2 ; a token that is a copy
EndGame  ; 104.3e ; lose the game
Designation word:city's blessing|monarch|initiative what ; 702.131 ; a designation of the player
Discover amount amount ; 701.57 ; discover
FlipCoin list win, list lose ; 705 ; flip a coin
BecomeCopy row what, row of, list changes, word:turn|until your next turn|forever duration, \
word:{ZONES} zone ; 707.2 ; become a copy
RollDie int sides, list rows ; 706.2 ; roll a die
DieRow int least, int most, list effects ; 706.3 ; what a result brings
Monstrosity amount amount ; 701.37 ; become monstrous or renowned
# events
Event word:enters|leaves|dies|becomes tapped|becomes untapped|tapped for mana|cast|attacks|sacrificed|plays land|\
phase|draws|discards|cycled|counters put|chapter|adds mana|activated|exerted|taps for mana|other|gains life|to \
graveyard|leaves graveyard|turned face up|transforms|leveled|creates token|surveils|exploits|loses life|becomes \
monstrous|counters removed|becomes target|exiled|damage|returned kind, row subject, word:|untap|upkeep|draw|main|\
precombat main|postcombat main|combat|end|cleanup phase, word:you|each|opponent|controller|active player|each opponent|\
attached controller whose, int number, int detail, flag once ; 603.2 ; what a trigger waits for
# static effects
Grant row what, list abilities ; 613.1f ; objects have abilities
GrantAbilitiesOf row what, filter of, word:{ZONES} zone ; 613.1f ; objects have the activated abilities of others
MaySkipTurn list effects ; 614.10 ; a turn may be skipped as it would begin
GraveyardToExile filter filter ; 614.6 ; exiled instead of put into a graveyard
ReplaceDraw amount amount, flag detail ; 614.11 ; draws replaced
GrantKeyword row what, int keywords ; 613.1f ; objects have keywords
ChangeTypes row what, int index ; 613.1d ; types
ChangePower row what, amount power, amount toughness ; 613.4 ; power and toughness
MoreLandPlays amount amount, word:you|each|opponent player ; 305.2 ; additional land plays each turn
PlayFrom filter filter, word:{ZONES} zone, int limit, row cost ; 601.3 ; play cards from a zone
CantUntap row what ; 502.3 ; don't untap in the untap step
UntapLimit filter filter, amount amount, word:each|you|opponent whose ; 502.3 ; no more than n untap
UntapOneType int types ; 502.3 ; only one type untaps
MayNotUntap row what, list then ; 502.3 ; may choose not to untap
UntapInstead row what, list effects ; 614.1 ; something else instead of untapping in the untap step
ReplaceTokens int times, filter filter, int plus ; 614.1 ; another number of tokens is created
CountersInstead row what, counter kind, int times, int plus ; 614.1 ; another number of counters is put on
UntapDuringOthers row what ; 502.3 ; untap in others' untap steps
SkipStepStatic word:untap|upkeep|draw|main|combat|turn step, word:you|each|opponent player ; 500.11 ; steps are skipped
ManaInstead row what, int times, row mana, word:you|each|opponent whose, colors if_produces, int plus, \
int least ; 106.12b ; \
production replaced
KeepMana colors colors, colors becomes, word:you|each|opponent player ; 500.5 ; unspent mana doesn't empty
SpendAs colors mana, colors as_, filter spells, flag only, filter abilities ; 609.4b ; spend as though another type
SpendOnlyOn colors colors, word:|x part, filter source ; 106.6 ; only this mana pays
CostChange row what, amount amount, cost symbols, word:spells|abilities of, int least, int set_, int who ; 601.2f ; \
costs more or less
AdditionalCost row cost, flag optional, flag many, word:|kicker|multikicker|buyback|other|replicate|squad|offspring|\
gift|bargain|casualty|conspire|entwine|escalate|strive keyword ; 601.2b ; additional cost
AlternativeCost row cost, row condition, word:|evoke|flashback|escape|overload|foretell|suspend|dash|other|disturb|\
harmonize|mayhem|jump-start|retrace|aftermath|blitz|spectacle|surge|prowl|emerge|bestow|madness|miracle|plot|warp|\
morph|megamorph|disguise|mutate|awaken|cleave|web-slinging|impending|freerunning|sneak|prototype keyword, \
word:{ZONES} zone, filter spells, int number, flag limit ; 118.9 ; alternative cost
CastFree filter filter, word:{ZONES}|that zone, flag limit ; 118.9 ; spells may be cast without paying their mana costs
LifeForMana colors symbol, int life ; 118.9 ; life may be paid for each of these symbols
CostHelp word:convoke|improvise|delve|other keyword, filter spells ; 702.51 ; helps to pay
CastTiming word:flash|only|other what, filter filter, row condition ; 601.3 ; timing
CantPay flag life, filter sacrifice ; 118.3 ; what can't be paid with to cast spells or activate abilities
CantCast word:cast|play lands|activate|search|untap|enter|spells|other|draw what, filter filter, flag except_mana, \
int amount, word:you|each|opponent player, word:{ZONES} zone ; 601.3 ; prohibitions
NoHandLimit int size ; 402.2 ; hand size
OpeningHand word:begin|reveal what, list effects ; 103.6 ; opening hand action
Keyword word:other|haste|phasing|vigilance|flash|changeling|defender|indestructible|storm|cascade|echo|cumulative \
upkeep|rebound|dredge|ascend|devoid|demonstrate name, row cost, amount number ; 702 ; a keyword
Level int least, int most, list abilities ; 711 ; abilities of a level
Enchant filter filter ; 702.5 ; what it can enchant
Equip row cost ; 702.6 ; equip
EntersTapped row unless, row unless_pay ; 614.12 ; enters tapped
EntersUntapped row unless ; 614.12 ; enters untapped
EntersIf row cost, list effects ; 614.12a ; enters only if the cost is paid
TriggerMore filter source, filter cause ; 603.2d ; abilities trigger an additional time
EntersAsCopy filter of, flag optional, flag tapped, list changes, word:battlefield|graveyard zone ; 707.9 ; \
enters as a copy
# abilities (kept in ability rows; listed here so that rows can name granted ones)
Activated int ability ; 602 ; activated ability
Triggered int ability ; 603 ; triggered ability
Static int ability ; 611.3 ; static ability
Spell list effects ; 113.3a ; spell ability
Enters row what, list effects ; 614.1c ; replacement as it enters
"""
)

BY_NAME = {op.name: number for number, op in enumerate(OPCODES)}


def words(opcode: str, operand: str) -> tuple[str, ...]:
    """Return the words of an operand, each at the place of its number."""
    kind = dict(OPCODES[BY_NAME[opcode]].operands)[operand]
    return tuple(kind.removeprefix("word:").split("|"))


def enum_text() -> str:
    """Return the Cython enum of the opcodes, the content of ``_core/opcodes.pxi``."""
    lines = [
        "# Made by `python -m untap.program.opcodes`; the table is there.",
        "cdef enum:",
    ]
    lines += [f"    OP_{op.name} = {number}" for number, op in enumerate(OPCODES)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(enum_text())
