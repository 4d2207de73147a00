"""The twin: a slow, plain engine of the rules that the compiled core is compared with.

Written from the Comprehensive Rules (numbers as of July 2026) and the abstract syntax of `untap.oracle.ast`, not from
the core.  It has no policy and no randomness: it replays what the core's log says that the player chose and what chance
brought, checks that each choice was among the legal ones, and keeps its own state to compare with.

model     objects, zones, mana, the game
layers    characteristics (CR 613)
values    filters, amounts, conditions, sets of mana types, what a permanent could produce
mana      producing mana (CR 106, 605), paying it (CR 107.4, 118, 601.2g-h)
costs     parts of costs, total costs of spells and abilities
effects   what resolving objects do (CR 608, 701)
events    triggered abilities, entering and leaving, state-based actions (CR 603, 614, 704)
turn      steps and turns (CR 500-514)
actions   what may be done with priority (CR 117, 305, 601, 602)
replay    the log of the core as script; comparison of states
"""
