# Plain data of the core: the rows of a program (dtypes in program/layout.py) and the state of a game.
# Everything has a fixed size; running over one sets a status, never truncates.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset, memcmp, memmove

cdef enum:
    MAX_OBJECTS = 160        # permanents of all players
    MAX_OBJECT_ABILITIES = 14
    FACE_DOWN = 0x7FFF       # the face of a spell that is cast face down (CR 708.4)
    MAX_COUNTERS = 16
    MAX_CARDS = 1024         # slots
    MAX_HAND = 128
    MAX_COMMAND = 8
    MAX_POOL = 96            # units of mana
    MAX_NEEDS = 96           # symbols to be paid
    MAX_EFFECTS = 48         # continuous effects with a duration
    MAX_DELAYED = 32
    MAX_STACK = 48
    MAX_SCRIPT = 96          # decisions of one action
    MAX_OPTIONS = 256        # options of one decision
    MAX_KNOWN = 64           # known cards on top or bottom of the library
    NO_SLOT = 0xFFFF
    ALL_TYPES = 63

cdef enum:
    OK = 0
    NEED_DECISION = 1        # the script ran out: a decision is asked for
    ILLEGAL = 2
    TOO_MANY = 3             # a fixed size was exceeded
    GAME_LOST = 4
    UNDECIDED = 5

cdef enum:
    ARTIFACT = 1
    CREATURE = 2
    ENCHANTMENT = 4
    LAND = 8
    PLANESWALKER = 16
    INSTANT = 32
    SORCERY = 64
    BATTLE = 128
    PERMANENT = 1 | 2 | 4 | 8 | 16 | 128

cdef enum:
    BASIC = 1
    LEGENDARY = 2
    SNOW = 4

cdef enum:
    KW_HASTE = 1
    KW_FLASH = 2
    KW_VIGILANCE = 4
    KW_CHANGELING = 8
    KW_PHASING = 16
    KW_DEFENDER = 32
    KW_INDESTRUCTIBLE = 64
    KW_LIFELINK = 1 << 9
    KW_FIRST_STRIKE = 1 << 15
    KW_DOUBLE_STRIKE = 1 << 16
    KW_CANT_ATTACK = 1 << 29
    KW_SHUFFLED_IN = 1 << 30
    KW_HASTE_ABILITIES = 1 << 28

cdef enum:
    ACTIVATED = 0
    TRIGGERED = 1
    STATIC = 2
    SPELL = 3
    ENTERS = 4
    OTHER = 5

cdef enum:
    F_MANA = 1
    F_SIMPLE = 2
    F_ONCE_A_TURN = 4
    F_TWICE = 1 << 22          # triggers twice a turn at most
    F_SORCERY = 8
    F_LOYALTY = 16
    F_TARGETS = 32
    F_INSTANT_ONLY = 64
    F_YOUR_TURN = 128
    F_ONCE = 256
    F_SACRIFICES_SELF = 512
    F_PAIN = 1024
    F_TAPS = 16384
    F_UNTAPS = 32768
    F_UNTAPS_NOW = 65536
    F_STATE = 1 << 21
    F_FACE_DOWN = 131072
    F_CYCLING = 262144
    F_WATERBEND = 524288
    F_EQUIP = 1048576

cdef enum:                     # Ability.helps: now, or by what must be cast or played first
    HELPS_NOW = 1
    HELPS_LATER = 2
    HELPS_HAND = 3             # ... or it brings cards to the hand that spells cost

cdef enum:
    C_PLUS = 0
    C_MINUS = 1
    C_LOYALTY = 2
    C_STUN = 3

cdef enum:
    Z_BATTLEFIELD = 0
    Z_HAND = 1
    Z_GRAVEYARD = 2
    Z_LIBRARY = 3
    Z_EXILE = 4
    Z_COMMAND = 5
    Z_STACK = 6
    Z_TOP = 7
    Z_BOTTOM = 8
    Z_TOP_OF_LIBRARY = 9
    Z_NONE = 10              # ceased to exist (tokens), or owned by nobody we follow

cdef enum:
    KEYWORD_STORM = 8
    KEYWORD_CASCADE = 9
    KEYWORD_REBOUND = 12
    KEYWORD_DREDGE = 13
    KEYWORD_ASCEND = 14
    KEYWORD_DEMONSTRATE = 16

cdef enum:                     # alternative costs that the core looks at (numbers of program/opcodes.py)
    A_FLASHBACK = 2
    A_ESCAPE = 3
    A_FORETELL = 5
    A_SUSPEND = 6
    A_DISTURB = 9
    A_HARMONIZE = 10
    A_MAYHEM = 11
    A_JUMP_START = 12
    A_RETRACE = 13
    A_AFTERMATH = 14
    A_EMERGE = 19
    A_BESTOW = 20
    A_MADNESS = 21
    A_MIRACLE = 22
    A_PLOT = 23
    A_MORPH = 25
    A_DISGUISE = 27
    A_PROTOTYPE = 35

cdef enum:                     # optional additional costs
    K_BUYBACK = 3
    K_REPLICATE = 5
    K_CASUALTY = 10
    K_CONSPIRE = 11
    K_ENTWINE = 12
    K_ESCALATE = 13

cdef enum:                     # layouts of a kind
    L_ADVENTURE = 1
    L_OMEN = 2

cdef enum:
    S_UNTAP = 1
    S_UPKEEP = 2
    S_DRAW = 3
    S_MAIN1 = 4
    S_COMBAT = 5
    S_MAIN2 = 6
    S_END = 7
    S_CLEANUP = 8

# ---- rows of a program

cdef struct Row:
    int32_t op
    int32_t a[7]

cdef struct Filter:
    int32_t types_any, types_all, types_not, super_all, super_not, colors_any, colors_not, color_count
    int32_t controller, tapped, which, token, counter, power_op, power, toughness_op, toughness
    int32_t mana_value_op, mana_value, chosen, keywords, name, produces, quality, next, costs
    uint64_t sub_any[2]
    uint64_t sub_not[2]

cdef struct Face:
    int32_t types, supers, colors, mana_value, power, toughness, loyalty, cost, keywords
    int32_t ability, n_abilities, name, kind, playable, star, helps, cls, flags, castable_now, draws, plain, fetches  # plain: 1 its mana cost is all, 2 or there are others
    int32_t pips[6]
    uint64_t subs[2]

cdef struct Kind:
    int32_t face, n_faces, layout, cls, token, identity, land, pad

cdef struct Ability:
    int32_t type, zone, flags, cost, effects, event, condition, limits, mana_cost, row, n_units, spend
    int32_t life, face, index, helps, rank
    int32_t fetch              # 1 + filter of the land that it puts onto the battlefield for itself, 0 if it isn't such; -1 finds lands for other places
    int32_t change             # row of its own change of its cost, -1
    int32_t units[8]

cdef struct Cost:
    int32_t generic, x, n, mana_value
    uint8_t mask[24]
    uint8_t flag[24]
    uint8_t need[64]

cdef struct TypeChange:
    int32_t types, mode, chosen, every_creature, colors, power, toughness, lose_abilities, set_power, every_land, removed
    int32_t supers             # supertypes that are added, and from bit 8 on those that are removed
    uint64_t subs[2]

cdef struct FastKind:          # a card to the fast plane
    uint8_t leave              # in hand it makes the game general
    uint8_t leave_cast         # cast it makes the game general
    uint8_t mask               # land: types of its one unit
    uint8_t enters             # 0 untapped, 1 tapped, 2 tapped unless the count, 3 tapped unless life is paid
    int8_t op, filter
    uint8_t in_filters
    int16_t n, life
    int16_t face, cls, mana_value, cost, order
    uint8_t pain_number, hurts # of those kinds, and which of them this one sets off
    int16_t pain, pain_filter  # life that it costs to cast spells that match, while it is in play
    uint8_t slow               # types of the lands that it puts onto the battlefield tapped, at no cost in mana, making none itself
    uint8_t land, spell, plan, plain  # plain: a land of one unit; spell: counts for the hand's value; plan: the player casts it

cdef struct FastClass:         # a castability class to the fast plane
    int16_t n
    int16_t cost[3]
    int16_t least              # symbols of the cheapest
    int16_t alt_filter, alt_n  # or sacrifice so many lands

cdef struct QuickFace:         # a face to the general plane's counts (quick.pxi)
    uint8_t kind
    uint8_t mask, cmask        # types of its one unit; those while a condition on counts holds
    uint8_t n_units, life      # several units at once; life that they cost
    uint8_t units[8]
    int8_t op, filter          # the condition
    int16_t n
    uint8_t limited, creature, mana
    uint8_t asks               # it has abilities that a search looks at
    uint8_t amplifies          # ... that watch mana being made
    uint8_t greets             # ... that say how others enter
    uint8_t arrives, watches   # something that isn't idle triggers as it enters, as others do
    uint8_t fetch              # 1 + place of the ability that puts a land onto the battlefield for itself
    uint8_t from_hand          # it has an ability in hand that a plan may use
    uint8_t playable           # as a land, by counts
    uint8_t enters             # as FastKind.enters
    uint8_t in_filters
    uint8_t sized              # SIZED_BY_
    int8_t enters_op, enters_filter
    int16_t enters_n

cdef struct Printed

cdef struct Program:
    int32_t n_rows, n_filters, n_faces, n_kinds, n_abilities, n_costs, n_changes, n_slots
    int32_t n_classes, n_subtypes, color_identity, flags
    int32_t treasure           # bit of the subtype Treasure, -1 if none
    int32_t n_library
    int32_t grave_statics      # whether cards in the graveyard may have static abilities
    uint64_t grave_kinds       # event kinds that some triggered ability waits for in the graveyard
    uint64_t trigger_kinds     # event kinds that some triggered ability waits for
    Row *rows
    Filter *filters
    Face *faces
    Kind *kinds
    Ability *abilities
    Cost *costs
    TypeChange *changes
    int32_t *face_abilities    # ability indices of the faces, by Face.ability
    int32_t *slot_kind         # kind of each slot
    int32_t *slot_zone         # where each slot starts: library, command or nowhere
    int32_t *class_kind        # a kind of each castability class
    int32_t class_slot[256]    # the commander that it is, or -1
    uint64_t creature_types[2] # subtypes that are creature types
    uint64_t land_types[2]     # and land types
    FastKind fast_kinds[512]
    FastClass fast_classes[256]
    uint8_t fast_class[256]    # whether it is one
    int16_t alternatives[64]   # classes with lands to be sacrificed instead
    int32_t n_alternatives
    uint64_t affordable[128][4]  # classes by the amount of mana that is enough for them
    uint64_t counted[4]        # classes that are a matter of counts
    int16_t fast_order[256]    # classes by the symbols of their cheapest cost
    uint16_t slot_kinds[1024]
    QuickFace *quick           # by face
    Printed *printed           # by face
    uint8_t blind[256]         # classes whose costs, mana apart, a land drop doesn't change
    uint64_t reading[4]        # classes whose own costs look at lands, graveyard or life
    uint64_t hand_classes[4]   # classes that may cost cards of the hand
    uint64_t quick_ops[4]      # static effects that counts don't mind
    uint64_t changing_ops[4]   # ... after which objects aren't as printed
    int32_t fast_filters[8]
    int32_t fetch_filters[8]   # what its cards fetch
    int32_t n_fetches
    uint64_t cost_ops[4]       # static effects after which costs aren't as printed
    int32_t n_fast_filters
    int32_t n_words            # uint64 of packed bytes: 2^k subsets of the k types that costs name
    uint8_t relevant[8]        # those types
    uint64_t one[64][8]        # packed cover of a unit by its mask
    uint64_t under[64][8]      # packed need of a symbol by its mask
    int32_t named              # those types as a mask
    int32_t tap_layers         # something that changes characteristics looks at what is tapped, attacks, or at conditions
    uint64_t *packed           # packed needs of the costs, [n_costs][8]
    uint8_t *inside            # where the library's cards are at the start, by slot
    uint64_t *identity         # 0, 1, 2, ... as uint16
    int32_t weights[6]         # symbols of each type in the deck's costs
    int32_t sub_weights[128]   # creature cards of each subtype

cdef enum:
    P_TAPPED_FOR_MANA = 1      # something triggers on or replaces mana production
    P_TYPE_EFFECTS = 2         # something changes types or abilities of other objects
    P_UNTAPS = 4               # something untaps permanents by ability or spell
    P_OPPONENT = 8             # something looks at opponents
    P_COST_CHANGES = 16        # something changes costs
    P_POWER = 32               # something reads power or toughness
    P_RESTRICTED = 64          # some mana may be spent only on some things, some costs ask for snow mana
    P_FAST = 128               # the fast plane can play it
    P_CARES_TAPPED_OTHERS = 256
    P_READS_BOARD = 512        # some mana ability reads the board
    P_HAS_RAMP = 1024          # some card has a producer's or ramp role
    P_OPPONENT_TURNS = 2048    # something happens in opponents' turns
    P_FETCH = 4096             # nothing that touches mana looks at lands, graveyard or life
    P_TYPED_GRAVES = 1 << 26   # something counts some sorts of cards in graveyards
    P_SIZED = 1 << 28          # some permanent makes as much mana as was paid for it (sized.pxi)
    P_READS_ZONES = 1 << 27    # characteristics depend on numbers of the game or on other zones
    P_SPEND_AS = 8192          # some mana may be spent as though it were of another type
    P_DRAWS_REPLACED = 16384   # something replaces or forbids draws
    P_KEYWORDS = 32768         # some spell has a keyword that works as it is cast
    P_STATE = 65536            # something triggers on a state of the game
    P_READS_POOL = 1 << 17     # something counts unspent mana
    P_COMBAT = 1 << 19         # something waits for an attack or for combat damage
    P_READS_ATTACKS = 1 << 20  # something asks whether there was an attack
    P_PLAIN_TOKENS = 1 << 21   # nothing looks at tokens without abilities
    P_SACRIFICED_COULD = 1 << 18  # something makes mana that a sacrificed object could produce
    P_TAPS_UNSEEN = 1 << 22    # nothing looks at tapped permanents or waits for one to become tapped
    P_TAPS_OTHERS = 1 << 23    # tapping permanents pays for something
    P_HELPERS = 1 << 24        # tapping creatures or artifacts helps to cast spells
    P_READS_BASIC = 1 << 25    # something that touches mana tells basic lands from others

# ---- state

cdef struct Unit:              # one mana, in the pool or still to be made
    uint8_t mask               # types it can be, for any use
    uint8_t rmask              # types it can be under the restriction `spend`
    uint8_t snow
    uint8_t stage              # made at this stage of a plan
    uint8_t keep               # 0 empties as usual, 1 till end of turn, 2 stays
    int16_t spend              # row of its restriction, -1 = none
    int16_t source             # object that makes it when tapped, -1 = already in the pool
    int16_t ability
    uint8_t rank               # preference: low is spent first
    uint8_t life               # life paid to make it, but as one of the types `free`
    uint8_t free
    uint8_t pain               # making it as another type than these does damage
    uint8_t reserve            # stage of the need it is kept for, 255 = free
    uint8_t helps              # convoke or improvise: pays for any generic mana
    int16_t rider              # 1 + row of the AddMana whose effects follow where it is spent on what they name
    int16_t maker              # face of the source that makes it, -1 = unknown
    uint8_t maker_types        # its card types then
    uint8_t maker_sub          # its chosen subtype, 255 = none
    uint8_t maker_color        # and colour
    uint8_t flow               # what made it: FLOW_ number

cdef struct Need:              # one symbol to be paid
    uint8_t mask
    uint8_t flag               # PHYREXIAN 1, MONO_TWO 2, SNOW 4
    uint8_t stage
    uint8_t purpose            # index into State.purposes

cdef struct Purpose:           # what a payment is for
    int16_t face               # face of the spell, or of the source of the ability
    int16_t object             # source object for abilities, -1 for spells
    uint8_t is_ability
    uint8_t colors_only        # SpendOnlyOn: mask of types allowed, 0 = any, 64 = no mana at all
    uint8_t symbols            # 1: the cost contains {X}, 2: it contains {C}
    uint8_t pad                # 1: tapping may help to pay for this ability; 2: the spell is cast face down
    int16_t makers_only        # 1 + filter of the sources whose mana may pay, 0 = any

cdef struct Object:            # a permanent
    int16_t kind
    int16_t face               # index into Program.faces
    uint16_t slot              # NO_SLOT for tokens
    uint16_t stamp             # timestamp (CR 613.7)
    int16_t attached           # object it is attached to, -1
    int16_t imprint            # kind of the imprinted card, -1
    int16_t chosen_name
    int16_t link               # object remembered (exiled until, chosen), -1
    uint8_t alive
    uint8_t controller         # 0 you, 1 an opponent
    uint8_t tapped
    uint8_t sick               # came under its controller's control this turn (CR 302.6)
    uint8_t token
    uint8_t phased
    uint8_t skip_untap         # untap steps of its controller in which it won't untap
    uint8_t exerted
    uint8_t chosen_color       # 0-5, 255 = none
    uint8_t chosen_sub         # bit number of the chosen subtype, 255 = none
    uint8_t x                  # X and kicks of the spell it was: for enters abilities only (CR 107.3m)
    uint8_t kicks
    uint8_t entered            # entered this turn
    uint8_t stage              # in a plan: the stage at which it came, or untapped
    uint8_t pad                # marks: 1 attacking, 2 commander, 4 entering, 8 new since its upkeep, 16 bestowed, 32 face down,
                               # 64 gone in the present action, 128 untapped this turn after its untap step
    uint8_t keyword            # alternative cost that was paid: its number, 0 = none
    uint8_t from_zone          # zone it was cast from + 1, 0 = wasn't cast
    uint8_t damage             # marked this turn
    uint8_t fought             # 1 attacked this turn, 2 has dealt combat damage in this step
    uint8_t monstrous          # monstrous, renowned or harnessed, for good
    uint8_t spent[6]           # mana spent to cast it, by type (enters abilities)
    uint8_t paid_mana
    uint16_t used              # abilities activated this turn (once-a-turn limits), by place
    uint16_t used_ever
    uint16_t modes             # chosen this turn, and << 8 ever: of those that are chosen but once (CR 700.2)
    uint8_t resolved[8]        # how often its abilities have resolved this turn, by place
    uint8_t counters[MAX_COUNTERS]

cdef struct Chars:             # characteristics after CR 613
    int32_t types, supers, colors, keywords
    uint64_t subs[2]
    int16_t power, toughness
    uint8_t n_abilities
    uint8_t lost               # its printed abilities are gone
    uint8_t could              # types it could produce (scratch)
    uint8_t has                # HAS_ marks of its abilities
    uint16_t lost_at           # timestamp of the last effect that took all abilities
    int16_t abilities[MAX_OBJECT_ABILITIES]

cdef enum:
    HAS_STATIC = 1             # a static ability of the battlefield
    HAS_ENCHANT = 2
    HAS_CHAPTER = 4
    HAS_RAMP = 8               # an ability that fetches lands
    HAS_ACT = 16               # an activated ability that isn't a simple mana ability

cdef enum:
    PRINTED_SOURCE = 1         # its units as a source of mana are known
    PRINTED_PURE = 2           # ... and tapping it for them does nothing else
    PRINTED_SIMPLE = 4         # cast and resolved, it does no more than be there
    PRINTED_DIRECT = 8         # its coming changes nothing of others' characteristics, nor of what they make
    PRINTED_FROM_HAND = 16     # the card has an ability in hand that a plan may use
    PRINTED_LAND = 32          # ... has a face that is played as a land

cdef struct Printed:           # characteristics of a face where nothing changes them (see `refresh`)
    Chars chars                # with the abilities of basic land types
    uint64_t static_ops[4]
    uint64_t triggers          # event kinds that its abilities trigger on
    uint32_t phases            # and, of those, words of steps and phases
    uint8_t n_printed          # abilities without those of basic land types
    uint8_t varies             # what it has depends on its counters
    uint8_t marks              # PRINTED_
    int8_t n_units             # as `simple_source` has them
    Unit units[8]

cdef struct ContinuousEffect:
    int32_t list               # static rows
    int16_t source             # object, -1
    int16_t that               # object it was locked to, -1
    uint16_t stamp
    uint8_t duration           # 0 turn, 1 until your next turn, 2 as long as tapped, 3 forever, 4 until your next untap step,
                               # 5 until its controller's next untap step, 6 while the source is there
    uint8_t controller
    uint8_t x
    uint8_t chosen_sub
    uint8_t control            # 1 + who controlled the object before
    int8_t counter             # lasts while the object has counters of this kind, -1 = no matter
    uint8_t over               # its scheduled end has passed, a holder keeps it
    int16_t face               # face of the card it comes from, -1
    int16_t holder             # object whose being tapped keeps it going, -1

cdef struct Delayed:
    int32_t event, effects
    int16_t source, that
    int16_t source_face
    uint16_t slot, that_slot
    uint8_t controller, x

cdef struct StackItem:
    int32_t effects            # list
    int32_t condition          # intervening if, -1
    int16_t ability            # -1 for spells
    int16_t source             # object or -1
    int16_t face               # face of the source or the spell
    int16_t that               # object the event was about
    uint16_t slot              # card of a spell
    int16_t x
    int16_t amount
    uint8_t controller
    uint8_t kind               # 0 spell, 1 activated, 2 triggered
    uint8_t kicks
    uint8_t produced           # types produced (tapped-for-mana triggers)
    uint8_t from_zone
    uint8_t spent              # colours of mana spent
    uint8_t source_entered
    uint8_t copy_              # a copy of a spell: no card
    uint8_t option             # 1 + the option of an either-cost that was paid
    uint8_t keyword
    uint8_t paid_mana
    uint8_t spent_by[6]
    uint16_t that_slot
    int16_t sacrificed         # face of what was sacrificed as a cost, -1
    int16_t targets[8]
    uint8_t n_targets

cdef struct Library:
    uint16_t order[MAX_CARDS]  # permutation of the slots, made from the front as needed
    uint8_t inside[MAX_CARDS]  # by slot: 1 unknown part, 2 known top, 3 known bottom
    uint16_t top[MAX_KNOWN]    # known cards, first is the top
    uint16_t bottom[MAX_KNOWN] # known cards, first is the lowest
    int32_t filled             # entries of order that are made
    int32_t next               # next entry of order to look at
    int32_t size               # slots of the program
    int32_t positions          # length of order: the slots, or those of all decks that share the shuffles
    int32_t unknown            # cards in the unknown part
    int32_t n_top
    int32_t n_bottom
    uint16_t *slots            # see Context.union_slot
    uint64_t *touched          # see Context.touched
    int32_t epoch              # shuffles that needed a new permutation
    uint64_t rng[4]

cdef struct Exiled:            # what is remembered of a card in exile
    int16_t with_              # slot of the card that exiled it, -1
    int16_t turn               # last turn on which it may be played, or turn of its foretelling
    uint8_t permit             # X_ flags
    uint8_t count              # time counters

cdef enum:
    X_TURN = 1                 # may be played up to a turn
    X_ALWAYS = 2               # may be played as long as it is exiled
    X_FREE = 4                 # without paying its mana cost
    X_FRONT = 8                # its front face only (on an adventure)
    X_FORETOLD = 16
    X_PLOTTED = 32
    X_SUSPENDED = 64
    X_REBOUND = 128

cdef struct State:
    int32_t status
    int32_t turn               # your turn number, from 1
    int32_t active             # 0 you, 1 an opponent
    int32_t step
    int32_t n_objects          # high-water mark
    int32_t n_hand, n_graveyard, n_exile, n_command
    int32_t life, energy, opponents, opponent_life
    int32_t lands_played, extra_land_plays
    int32_t spells_cast, draws, land_entered, attacked, died, spells_allowed
    int32_t n_pool, n_needs, n_purposes, stage
    int32_t n_effects, n_delayed, n_stack, n_waiting
    int32_t dirty, clock       # timestamps
    int32_t no_priority        # the step has none (CR 502.4), or is skipped
    uint64_t static_ops[4]     # opcodes of static effects in force
    uint64_t triggers          # event kinds that abilities of permanents may trigger on, as of the last refresh
    uint32_t phases            # steps and phases, by their words
    int32_t plain_mana         # nothing changes what sources of mana are printed to make
    int32_t layered            # something in force changes characteristics
    uint64_t numbers           # of the game and its zones, as of the last refresh (see `numbers_of`)
    int32_t refreshed          # how often they were computed
    int32_t busy               # since state-based actions were looked for, something may have changed that they look at
    int32_t gone               # numbers of objects wait to be given anew
    int32_t on_the_play
    int32_t lost
    int32_t skip_untap, extra_turns, skip_draw
    int32_t starting_life
    int32_t descended          # a permanent card was put into the graveyard this turn (CR 700.11)
    int32_t others             # opponents who have had their turn since yours
    int32_t combats            # combat phases of this turn that have begun
    int32_t extra_combats      # additional combat phases, each with a main phase after it
    int32_t commander_casts
    int32_t life_paid          # in a plan
    int32_t actions            # activations in this plan
    int32_t untapped_count, kept_tapped_count, untap_triggers
    int32_t otherwise          # own permanents untapped outside the own untap step, of the whole game
    int32_t mana_spent
    int32_t flows[12]          # this turn's, see flows.pxi
    int32_t boosted            # in a plan: types of which a loop makes any amount
    int32_t hand_discarded
    int32_t looked             # some decision looked at or searched the library (taint)
    int32_t blessing, monarch  # CR 702.131, 725
    int32_t n_may              # cards of the graveyard that may be cast
    int16_t cast_now[8]        # faces of the first spells cast this turn
    int32_t again              # another cleanup step follows (CR 514.3a)
    int32_t may_slot[4]
    int32_t may_until[4]       # last turn; 1 << 16 more: without paying
    int32_t miracle            # 1 + slot of the first card drawn this turn, as long as it can be revealed
    int32_t madness            # 1 + slot of the card discarded into exile, as long as it may be cast
    int32_t cast_zone, cast_slot, cast_paid, types_cast  # of the spell cast last, types of the turn's spells
    int32_t spells_last        # spells cast last turn
    int32_t left               # own permanents that left the battlefield this turn
    int32_t spells_game, instants_cast, discarded, life_gained, life_lost
    int32_t spent_by[6]        # mana spent since the payment began
    uint16_t hand[MAX_HAND]
    uint16_t graveyard[MAX_CARDS]
    uint16_t exile[MAX_CARDS]
    Exiled exiled[MAX_CARDS]   # beside exile
    uint16_t command[8]
    Unit pool[MAX_POOL]
    Need needs[MAX_NEEDS]
    Purpose purposes[32]
    ContinuousEffect effects[MAX_EFFECTS]
    Delayed delayed[MAX_DELAYED]
    StackItem stack[MAX_STACK]
    StackItem waiting[MAX_STACK]  # triggered, not yet on the stack (CR 603.3)
    Object objects[MAX_OBJECTS]
    Chars chars[MAX_OBJECTS]
    Library library

cdef enum:
    D_COLOR = 1                # option: type of mana 0-5
    D_OBJECT = 2               # option: object
    D_HAND = 3                 # option: slot of a card in hand
    D_YES = 4                  # options 0 no, 1 yes
    D_MODE = 5
    D_SEARCH = 6               # option: slot, or -1 to find nothing (more)
    D_SUBTYPE = 7
    D_NUMBER = 8
    D_BUNDLE = 9               # option: index of the bundle
    D_CARD = 10                # option: slot of a looked-at or graveyard card
    D_SCRY = 11                # 0 keep on top, 1 put away
    D_TAP_TO_PAY = 12
    D_UNTAP = 13               # option: object to untap (untap-step limits), -1 none
    D_NAME = 14
    D_TARGET = 15

cdef enum:
    M_PLAYER = 0               # decisions by the player's policy
    M_ASK = 1                  # stop when the script runs out
    M_RANDOM = 2               # any legal option
    M_LAZY = 3                 # planning: mana is made and paid lazily; stops when the script runs out

cdef struct Frame:             # what an effect is carried out for
    int16_t source
    int16_t face
    int16_t that
    int16_t ability
    int32_t x
    int32_t amount
    uint8_t controller
    uint8_t kicks
    uint8_t produced
    uint8_t spent
    uint8_t chosen_color
    uint8_t from_zone
    uint8_t paid
    uint8_t resolution         # of this ability this turn, from 1
    uint8_t n_targets
    uint8_t chosen_sub
    uint8_t keyword
    uint8_t option
    uint8_t paid_mana
    uint8_t spent_by[6]
    int16_t targets[8]
    int16_t next_target
    uint16_t slot              # the card spoken of, when it is not a permanent
    uint16_t that_slot
    int16_t sacrificed_face
    uint8_t sacrificed_could   # types that the sacrificed object could produce
    uint8_t announcing         # the costs are those of a spell or an activated ability

cdef struct Probe:             # a position that a question looks at, on the general plane
    int32_t what               # 1 castable together, 2 a cost held up, 3 in hand, 4 seen
    int32_t turn               # 0: the kept hand
    int32_t n, cost            # cards; row of Ask.costs, -1
    int32_t kinds[8]

cdef struct Ask:               # questions about games (untap.questions)
    int32_t n_questions, n_probes
    int32_t *rows              # [.][4]: op, a, b, c
    int32_t *starts            # [n_questions + 1]
    Probe *probes
    Cost *costs
    uint8_t *found             # answers of the probes in this game
    int64_t *counts            # [2][n_questions]: games in which the answer is yes, by order of play
    uint64_t seen[8]           # kinds that have been in hand

cdef struct Keep:              # a rule about opening hands
    int32_t n_rows, hands        # hands of which one is dealt
    int32_t deal, bottom       # deal so many cards, put some away, keep the rest, 0: no
    int32_t *rows              # an expression, [.][4]
    float *table               # value of a hand by order, size, lands, spells that fit, cheap ones; or NULL
    uint32_t weights[8]        # of a hand with so many lands, among several
    float threshold[2][8]      # what a hand of a size must be worth to be kept
    float free_threshold[2]    # ... while the next mulligan is free
    uint8_t kind_mask[512]     # types of mana that a land stands for
    int seen[3]
    float estimate

cdef enum:
    R_LANDS = 1                # which lands are in it
    R_CARDS = 2                # which cards

cdef enum:
    SEEN_COVERS_BITS = 9
    SEEN_COVERS = 1 << 9

cdef struct Seen:              # what units are good for (fast.pxi)
    uint64_t cover, castable
    uint64_t known
    uint8_t missing[64]        # by class, 255 = not known yet

cdef struct Payment

cdef struct Context:
    Seen *seen_covers
    Payment *node              # the units of the position, where several costs are held against it; NULL: to be gathered
    int32_t node_plain         # ... and nothing tells them apart but their types
    uint64_t node_cover[8]
    Program *p
    State *s
    int32_t mode
    int32_t n_script, at
    int32_t need_kind, n_options, need_source
    int16_t script[MAX_SCRIPT]
    int32_t options[MAX_OPTIONS]
    uint64_t rng[4]
    uint64_t key0, key1, game
    int32_t depth
    int32_t log_on
    void *log
    void *work                 # Workspace of searches
    int32_t n_force, at_force  # types that the next mana produced must have (paying a plan)
    uint8_t force[64]
    uint8_t force_reserve[64]
    int32_t paying_stage       # stage of the needs being paid from the pool, 255 = any
    int32_t made_from, made_to  # units of the pool that the mana ability resolving now has made
    int32_t eager               # planning pays each action's mana at once instead of noting it
    int32_t undecided
    int32_t ceiling             # 1: the order of an unknown library must not matter; 2: it is known
    int32_t closed              # choices of the mana being made can't stay open in a plan
    int32_t timed               # a query asks whether the step allows a spell
    int32_t thorough            # a query looks at spells that help only by the cards they draw; 2: or by rules they bring
    int32_t seeks_mana          # a search for the most mana or for what is castable is under way
    int32_t knows               # 1: the ceiling's search knows the order of the library; 2: it only discards with sense
    int32_t theirs_on_stack     # an opponent's spell is taken to be there
    int32_t nested              # actions and resolutions in progress
    int32_t executing           # a plan is being carried out: open choices are taken as preferred
    int32_t only_face           # castability of this face alone, -1 = any
    int32_t cast_x, cast_kicks  # castability with this X, kicked so often
    int32_t only_keyword        # ... by the alternative cost of this keyword, 0 = any way
    int32_t cast_life           # ... with this many Phyrexian symbols paid by life, 1 + n; 0 = open
    int32_t cast_twos           # ... with this set of {2/W} symbols paid as two generic, 1 + set; 0 = open
    int32_t cast_targets        # ... with so many targets
    int32_t cast_delve          # ... with this many cards of the graveyard exiled to delve, 1 + n; 0 = as many as serve
    int32_t no_death            # life at 0 doesn't lose the game (how much life has to be paid?)
    int32_t enter_list          # what is put onto the battlefield enters under this effect, 0 = none
    int32_t enter_counters     # ... and with these counters, a list of effects
    Frame *enter_frame
    int32_t remembered          # 1 + object that left but is looked at as it last was (CR 608.2h)
    int32_t lift                # counterfactuals: 1 restrictions lifted, 2 every unit is of any type
    int32_t renewable           # searches leave out what is used up (sacrifices)
    int32_t unrestricted        # ... and mana that may be spent on some things only
    int32_t uncounted           # nothing is answered by counts, nothing passed over because nothing waits for it (tests compare)
    int32_t say_yes             # the player's answer to the entering land's offer, -1 = think
    int32_t fetching            # castability or mana is looked at: fetching stands for mana (fetch.pxi)
    int32_t no_fetch            # ... it is searched all the same, since something looks at what fetching changes
    int32_t fetch_known, fetch_life
    int32_t fetch_mask[8]
    int32_t fetch_least[8]
    void *policy               # player's data
    int32_t aim, aim_kind, last_turn  # what the player plays for (aim.pxi)
    void *turn_out             # where the turn is counted, or NULL
    void *foresight            # what it foresees (foresee.pxi), or NULL
    uint8_t *damage            # attackers' power by turn, for who asks, or NULL
    int32_t shake, salt        # from this turn on the unseen library is in another order (tests of honesty), 0: no
    Keep *hand_rule            # a rule about opening hands beside the scenario's, or NULL
    Ask *ask                   # questions whose probes want positions, or NULL
    StackItem *casting         # the spell that becomes the next object, NULL
    int32_t zone_now           # zone from which a spell is being cast
    int32_t delved, emerged, harmony  # of the spell being cast: cards to exile, the sacrificed creature's mana value, the tapped creature
    uint16_t *union_slot       # slot of a position of the shared order, NO_SLOT where this deck has none; NULL: itself
    int32_t n_union
    uint64_t *touched          # a bit for every position of the shared order that has been looked at, or NULL
    int32_t reads              # what else of the library was looked at: R_ flags
    uint8_t their_colors[32]   # what opponents' lands could produce after so many rounds, as the scenario has it
    uint8_t their_lands[32]    # ... and how many lands an opponent controls
