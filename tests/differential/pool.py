"""Cards for the differential ring, built as AST: one of each kind of thing that touches mana, lands and untapping.

They are named for what they do; what they are called elsewhere doesn't matter here.
"""

from __future__ import annotations

from untap.oracle import ast as A
from untap.program.build import CardIR, FaceIR

F = A.Filter
THIS = F(which="this")
SELF = A.This()
T, Q = A.TapThis(), A.UntapThis()
LAND = F(types=("land",))
MY_LAND = F(types=("land",), controller="you")
MY_CREATURE = F(types=("creature",), controller="you")
SAC = A.SacrificeCost(THIS)
ANY = A.OneColor(A.Colors("WUBRG"))
BASIC_LAND = F(types=("land",), supertypes=("basic",))


def add(symbols, **kw):
    return A.AddMana(A.Bundle(symbols), **kw)


def either(*symbols, **kw):
    return A.AddMana(A.OneOf(tuple(A.Bundle(s) for s in symbols)), **kw)


def ability(*parts, limits=(), zone="battlefield"):
    """The last tuple or node is the effects, the others are the cost."""
    *cost, effects = parts
    return A.Activated(A.Cost(tuple(cost)), effects if isinstance(effects, tuple) else (effects,), tuple(limits), zone)


def taps(*effects, **kw):
    return ability(T, tuple(effects), **kw)


def static(*effects, condition=None):
    return A.Static(tuple(effects), condition)


def when(kind, *effects, subject=SELF, **kw):
    extra = {k: kw.pop(k) for k in ("condition", "limits") if k in kw}
    return A.Triggered(A.Event(kind, subject, **kw), tuple(effects), **extra)


def enters(*effects):
    return A.Enters(tuple(effects))


def upkeep(*effects, **kw):
    return A.Triggered(A.Event("phase", phase="upkeep"), tuple(effects), **kw)


TAPPED = enters(A.EntersTapped())
ONE_COLOR_LANDS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}


def face(name, types, *abilities, cost=None, sub=(), sup=(), pt=None, colors=None, loyalty=None):
    types = tuple(types.split())
    power, toughness = (str(pt[0]), str(pt[1])) if pt else (None, None)
    return FaceIR(name, cost, tuple(sup), types, tuple(sub), power, toughness, loyalty, tuple(abilities), colors)


def card(name, types, *abilities, **kw):
    return CardIR(name, "normal", (face(name, types, *abilities, **kw),))


def land(name, *abilities, **kw):
    return card(name, "land", *abilities, **kw)


def unless(condition):
    return enters(A.EntersTapped(unless=condition))


def at_least(f, n):
    return A.Compare(A.Count(f), ">=", n)


def at_most(f, n):
    return A.Compare(A.Count(f), "<=", n)


OTHER_LANDS = F(types=("land",), controller="you", which="other")

BASICS = [land(w.capitalize(), sub=(w,), sup=("basic",)) for w in ONE_COLOR_LANDS]

LANDS = [
    land("Snow Forest", sub=("forest",), sup=("basic", "snow")),
    land("Waste", taps(add("{C}")), sup=("basic",)),
    land("Tapped Dual", taps(either("{W}", "{U}")), TAPPED),
    land("Typed Dual", sub=("swamp", "mountain")),
    land("Shock Land", enters(A.EntersTapped(unless_pay=A.Cost((A.PayLife(2),)))), sub=("island", "forest")),
    land("Check Land", taps(either("{R}", "{G}")), unless(at_least(F(subtypes=("mountain", "forest"), controller="you"),
                                                                   1))),
    land("Fast Land", taps(either("{W}", "{B}")), unless(at_most(OTHER_LANDS, 2))),
    land("Slow Land", taps(either("{U}", "{R}")), unless(at_least(OTHER_LANDS, 2))),
    land(
        "Battle Land",
        unless(at_least(F(types=("land",), supertypes=("basic",), controller="you", which="other"), 2)),
        sub=("plains", "swamp"),
    ),
    land("Bond Land", taps(either("{G}", "{U}")), unless(A.Compare(A.Number("opponents"), ">=", 2))),
    land(
        "Reveal Land",
        taps(either("{B}", "{G}")),
        enters(A.EntersTapped(unless_pay=A.Cost((A.RevealCost(F(subtypes=("swamp", "forest"))),)))),
    ),
    land("Bounce Land", TAPPED, when("enters", A.ReturnToHand(A.Choose(MY_LAND))), taps(add("{G}{W}"))),
    land("Pain Land", taps(add("{C}")), taps(either("{B}", "{R}"), A.LoseLife(1, damage=True))),
    land(
        "Fetch Land",
        ability(T, A.PayLife(1), SAC, A.Search(F(subtypes=("plains", "island", "swamp", "mountain", "forest")), 1)),
    ),
    land("Slow Fetch", ability(T, SAC, A.Search(BASIC_LAND, 1, tapped=True))),
    land("Paid Fetch", taps(add("{C}")), ability(A.Mana("{2}"), T, SAC, A.Search(BASIC_LAND, 2, to="hand"))),
    land("Filter Land", taps(add("{C}")), ability(A.Mana("{W/U}"), T, either("{W}{W}", "{W}{U}", "{U}{U}"))),
    land(
        "Verge",
        taps(add("{R}")),
        taps(add("{W}"), limits=(at_least(F(subtypes=("mountain", "plains"), controller="you"), 1),)),
    ),
    land(
        "Storage Land",
        taps(add("{C}")),
        ability(A.Mana("{1}"), T, A.PutCounters("storage")),
        ability(A.Mana("{1}"), A.RemoveCountersCost("storage", A.X()), A.AddMana(A.Bundle("{U}", A.X()))),
    ),
    land(
        "Old Storage Land",
        TAPPED,
        static(A.MayNotUntap(A.This())),
        upkeep(A.PutCounters("storage"), condition=A.Is(A.This(), F(tapped="tapped"))),
        ability(T, A.RemoveCountersCost("storage", A.X()), A.AddMana(A.Bundle("{B}", A.X()))),
    ),
    land("Depletion Land", taps(either("{W}", "{U}"), A.DoesntUntapNext(A.This()))),
    land(
        "Counter Depletion Land",
        TAPPED,
        enters(A.PutCounters("depletion", 2)),
        ability(T, A.RemoveCountersCost("depletion"), add("{G}{G}")),
        A.Triggered(
            A.Event("becomes tapped", A.This()),
            (A.Sacrifice(A.This()),),
            condition=A.Compare(A.Counters("depletion"), "=", 0),
        ),
    ),
    land("Frozen Depletion Land", taps(either("{U}", "{B}"), A.PutCounters("depletion")), static(
        A.CantUntap(A.This()), condition=A.Compare(A.Counters("depletion"), ">=", 1)),
        upkeep(A.RemoveCounters("depletion"))),
    land("Triland", taps(either("{B}", "{R}", "{G}")), TAPPED),
    land("Command Land", taps(A.AddMana(A.OneColor(A.ColorsFrom("identity"))))),
    land("Five Color Pain", taps(A.AddMana(ANY)), when("becomes tapped", A.LoseLife(1, damage=True))),
    land("Mirror Pool", taps(A.AddMana(A.OneColor(A.ColorsFrom("could produce", MY_LAND, types=True))))),
    land("Orchard of Others", taps(A.AddMana(A.OneColor(A.ColorsFrom("could produce",
                                                                     F(types=("land",), controller="opponent")))))),
    land("Thriving Land", enters(A.EntersTapped(), A.ChooseColor("color", "UBRG")), taps(A.AddMana(A.EitherMana((
        A.Bundle("{W}"), A.OneColor(A.ColorsFrom("chosen"))))))),
    land("Mine of Counters", enters(A.PutCounters("mining", 3)),
         ability(T, A.RemoveCountersCost("mining"), A.AddMana(ANY), ),
         A.Triggered(A.Event("becomes tapped", A.This()), (A.Sacrifice(A.This()),),
                     condition=A.Compare(A.Counters("mining"), "=", 0))),
    land("Three Mana Field", TAPPED, when("enters", A.Sacrifice(A.Choose(MY_LAND, 2, 2))),
         taps(A.AddMana(A.OneColor(A.Colors("WUBRG"), 3)))),
    land("Sacrifice Vale", enters(A.EntersIf(A.Cost((A.SacrificeCost(F(types=("land",), controller="you",
                                                                       tapped="untapped"), 2),)))),
         taps(A.AddMana(A.OneColor(A.Colors("WUBRG"), 3)))),
    land("Devotion Shrine", taps(add("{C}")), ability(A.Mana("{2}"), T, (A.ChooseColor("color"),
         A.AddMana(A.OneColor(A.ColorsFrom("chosen"), A.Devotion(chosen=True))))), sup=("legendary",)),
    land("Creature Cradle", taps(A.AddMana(A.Bundle("{G}", A.Count(MY_CREATURE)))), sup=("legendary",)),
    land("Swamp Coffers", ability(A.Mana("{2}"), T,
                                  A.AddMana(A.Bundle("{B}", A.Count(F(subtypes=("swamp",), controller="you")))))),
    land("Two Colorless Pain", taps(add("{C}{C}"), A.LoseLife(2, damage=True))),
    land("Legendary Grove", taps(add("{G}")), sup=("legendary",)),
    land("Untapping Temple", taps(add("{C}")), ability(A.Mana("{2}"), T, A.Untap(A.Target(LAND)))),
    land("Animated Land", taps(add("{U}")), ability(A.Mana("{1}"),
                                                    A.Become(A.This(), A.ChangeTypes(A.This(), ("creature",),
         ("spirit",), power=2, toughness=2, colors="U")))),
    land("Locus One", taps(A.AddMana(A.Bundle("{C}", A.Count(F(subtypes=("locus",)))))), sub=("locus",)),
    land("Town Gate", TAPPED, taps(add("{W}")), sub=("gate",)),
    land("Snow Payer", taps(add("{C}")), ability(A.Mana("{S}"), T, A.AddMana(ANY)), sup=("snow",)),
    land("Legend Land", taps(add("{C}")), taps(A.AddMana(ANY, spend=A.Spend(F(supertypes=("legendary",)))))),
    land("Creature Ziggurat", taps(A.AddMana(ANY, spend=A.Spend(F(types=("creature",)))))),
    land("Artifact Workshop", taps(add("{C}{C}{C}", spend=A.Spend(F(types=("artifact",)))))),
    land("Ability Park", taps(add("{C}{C}", spend=A.Spend(None, F(types=("land",)))))),
    land("Surveil Land", TAPPED, when("enters", A.Surveil(1)), sub=("island", "swamp")),
    land("Scry Land", TAPPED, when("enters", A.Scry(1)), taps(either("{R}", "{W}"))),
    land("Gain Land", TAPPED, when("enters", A.GainLife(1)), taps(either("{G}", "{B}"))),
    land("Cycling Land", TAPPED, taps(add("{R}")), ability(A.Mana("{R}"), A.DiscardCost(THIS), A.Draw(1), zone="hand")),
    land("Phasing Isle", taps(add("{U}{U}")), A.Keyword("phasing")),
    land("Charge Pool", enters(A.EntersTapped(), A.PutCounters("charge", 2)), taps(add("{C}")),
         ability(T, A.RemoveCountersCost("charge"), A.AddMana(ANY))),
    land("Untap Karoo", TAPPED, taps(add("{C}")), ability(A.Mana("{1}"), T,
                                                          A.Untap(A.Target(F(types=("land",),
                                                                             supertypes=("basic",)))))),
    CardIR("Pathway", "modal_dfc", (face("Bright Pathway", "land", taps(add("{W}"))),
                                    face("Dark Pathway", "land", taps(add("{B}"))))),
    CardIR("Spell Land", "modal_dfc", (face("Spell Side", "sorcery", A.Spell((A.Draw(1),)), cost="{1}{U}"),
                                       face("Land Side", "land",
                                            enters(A.EntersTapped(unless_pay=A.Cost((A.PayLife(3),)))),
                                            taps(add("{U}"))))),
]  # fmt: skip


def creature(name, cost, *abilities, pt=(1, 1), sub=("elf",), **kw):
    return card(name, "creature", *abilities, cost=cost, pt=pt, sub=sub, **kw)


def artifact(name, cost, *abilities, **kw):
    return card(name, "artifact", *abilities, cost=cost, **kw)


def enchantment(name, cost, *abilities, **kw):
    return card(name, "enchantment", *abilities, cost=cost, **kw)


def instant(name, cost, *effects, **kw):
    return card(name, "instant", A.Spell(tuple(effects)), cost=cost, **kw)


def sorcery(name, cost, *effects, extra=(), **kw):
    return card(name, "sorcery", A.Spell(tuple(effects)), *extra, cost=cost, **kw)


def aura(name, cost, on, *abilities):
    return card(name, "enchantment", A.Enchant(on), *abilities, cost=cost, sub=("aura",))


TAPPED_LAND = A.Event("tapped for mana", A.Attached(), whose="each")


def on_tapped(event, *effects):
    return A.Triggered(event, tuple(effects))


CREATURES = [
    creature("Plain Elf", "{G}", taps(add("{G}"))),
    creature("Any Bird", "{G}", taps(A.AddMana(ANY)), sub=("bird",)),
    creature("Hasty Goblin", "{R}", taps(add("{R}")), A.Keyword("haste"), sub=("goblin",)),
    creature("Elf Druid", "{1}{G}{G}", taps(A.AddMana(A.Bundle("{G}",
                                                               A.Count(F(subtypes=("elf",), controller="you"))))),
             sub=("elf", "druid")),
    creature("Power Shaman", "{1}{G}", taps(A.AddMana(A.Bundle("{R}", A.Stat("power")))), pt=(2, 2)),
    creature("Untap Wizard", "{1}{U}", taps(A.Untap(A.Target(LAND)))),
    creature("Inverse Elf", "{G}", ability(A.Mana("{1}"), Q, add("{G}{G}"))),
    creature("Q Untapper", "{U}", ability(A.Mana("{U}"), Q, A.Untap(A.Target(F(types=("artifact",)))))),
    creature("Tap Crew", "{1}{G}", ability(A.TapOthers(F(types=("creature",), controller="you", tapped="untapped"), 2),
                                           add("{G}"))),
    creature("Tap And Crew", "{1}{G}", ability(T, A.TapOthers(F(types=("creature",), controller="you",
                                                                tapped="untapped")), A.AddMana(ANY))),
    creature("Springleaf Friend", "{G}", ability(T,
                                                 A.TapOthers(F(types=("creature",), which="other", controller="you")),
                                                 A.AddMana(ANY))),
    creature("Sacrifice Ooze", "{1}{B}", ability(A.SacrificeCost(MY_CREATURE), add("{B}")), sub=("ooze",)),
    creature("Phyrexian Altar", "{1}{B}", ability(A.SacrificeCost(F(types=("creature",), which="other",
                                                                    controller="you")), A.AddMana(ANY))),
    creature("Inspired Drawer", "{1}{U}", taps(A.Scry(1)), when("becomes untapped", A.Draw(1))),
    creature("Inspired Revealer", "{2}{U}", taps(add("{U}")), when("becomes untapped", A.RevealTop(), A.If(
        A.Is(A.That(), F(types=("artifact", "creature", "land"))),
        (A.May((A.PutOnto(A.That(), "top of library"),)),)))),
    creature("Tapped Drainer", "{B}", taps(add("{B}")), when("becomes tapped", A.LoseLife(1))),
    creature("Landfall Scout", "{G}", when("enters", A.Untap(A.This()), subject=MY_LAND), taps(add("{G}"))),
    creature("Landfall Lotus", "{1}{G}", when("enters", A.AddMana(ANY), subject=MY_LAND)),
    creature("Arrival Elf", "{2}{G}", when("enters", A.Search(BASIC_LAND, 1, tapped=True))),
    creature("Death Elf", "{1}{G}", when("dies", A.Draw(1)), taps(add("{G}"))),
    creature("Stunning Beast", "{1}{G}", taps(add("{G}{G}"), A.PutCounters("stun", 1)), pt=(3, 3), sub=("beast",)),
    creature("Seedborn", "{2}{G}", static(A.UntapDuringOthers(A.Each(F(types=("land",), controller="you"))))),
    creature("Self Seeder", "{1}{U}", taps(add("{U}")), static(A.UntapDuringOthers(A.This()))),
    creature("Land Player", "{1}{G}", static(A.MoreLandPlays(1))),
    creature("Elf Lord", "{1}{G}", static(A.GrantKeyword(A.Each(F(subtypes=("elf",), controller="you")), ("haste",)))),
    creature("Mana Granter", "{1}{G}", static(A.Grant(A.Each(F(types=("creature",), controller="you", which="other")),
                                                      (taps(A.AddMana(ANY)),)))),
    creature("Land Granter", "{2}{U}", static(A.Grant(A.Each(MY_LAND), (taps(A.AddMana(ANY)),)))),
    creature("Counter Elf", "{1}{G}", enters(A.PutCounters("+1/+1", 1)),
             ability(A.RemoveCountersCost("+1/+1"), add("{G}")), pt=(1, 1)),
    creature("X Hydra", "{X}{G}", enters(A.PutCounters("+1/+1", A.X())),
             taps(A.AddMana(A.Bundle("{G}", A.Counters("+1/+1")))), pt=(0, 1), sub=("hydra",)),
    creature("Kicked Elf", "{G}", A.AdditionalCost(A.Cost((A.Mana("{1}"),)), optional=True, keyword="kicker"),
             A.Triggered(A.Event("enters", A.This()), (A.Draw(1),), condition=A.Fact("kicked"))),
    creature("Macie", "{W}", static(A.MayNotUntap(A.This(),
                                                  (A.PutCounters("pause", 1, A.That()),
                                                   A.LoseLife(A.Counters("pause", A.That()))))),
             when("becomes untapped", A.RemoveCounters("pause", -1)), ability(A.Mana("{1}"), T, A.EndEffects()),
             sup=("legendary",)),
    creature("Legendary Elf", "{G}", taps(add("{G}")), sup=("legendary",)),
    creature("Gilded Attacker", "{R}", when("attacks", A.CreateTokens("treasure")), pt=(2, 1), sub=("goblin",)),
    creature("Vigilant Attacker", "{W}", A.Keyword("vigilance"), when("attacks", A.Untap(A.Target(F(types=("land",))))),
             sub=("knight",)),
    creature("Striker", "{1}{R}", A.Keyword("double strike"), when("damage", A.Draw(1), detail="player"), pt=(2, 1)),
    creature("Miser", "{1}{G}", A.Keyword("first strike"), A.Keyword("haste"),
             when("damage", A.AddMana(A.Bundle("{R}", A.Number("that much"))), detail="player"), pt=(2, 1)),
    creature("Lone Knight", "{W}", A.Keyword("lifelink"),
             when("attacks", A.Draw(1), subject=A.Each(MY_CREATURE), detail="alone", whose=""),
             sub=("knight",)),
    creature("Bandleader", "{1}{W}",
             when("attacks", A.CreateTokens("treasure"), subject=None, number=(2,), detail="together")),
    creature("Pickpockets", "{1}{R}", A.Keyword("can't attack"),
             when("damage", A.CreateTokens("treasure"), subject=A.Each(MY_CREATURE), whose="", number=(1,),
                  detail="together")),
    creature("Raider", "{G}", A.Activated(A.Cost((T,)), (add("{G}{G}"),), limits=(A.Fact("attacked this turn"),)),
             taps(A.AddMana(A.Bundle("{R}", A.Count(F(quality="attacking")))))),
    creature("Changeling", "{1}{U}", A.Keyword("changeling"), taps(add("{U}"))),
    creature("Flash Elf", "{G}", A.Keyword("flash"), taps(add("{G}"))),
    creature("Cost Cutter", "{1}{U}", static(A.CostChange(A.Each(F(types=("artifact",), controller="you")), -1))),
    creature("Instant Cutter", "{1}{R}", static(A.CostChange(A.Each(F(types=("instant", "sorcery"), controller="you")),
                                                             -1))),
    creature("Ability Cutter", "{1}{G}", static(A.CostChange(A.Each(F(types=("creature", "land"), controller="you")),
                                                             -2, of="abilities", least=1))),
    creature("Affinity Golem", "{4}", A.CostChange(A.This(),
                                                   A.Times(-1, A.Count(F(types=("artifact",), controller="you")))),
             pt=(4, 4), sub=("golem",)),
    creature("Once Elf", "{G}", ability(A.Mana("{0}"), add("{G}"), limits=("once a turn",))),
    creature("Phyrexian Elf", "{1}{G/P}", taps(add("{G}"))),
    creature("Echoing Mover", "{U}", ability(A.Mana("{U}"), A.ReturnCost(MY_LAND), A.Draw(1))),
    creature("Weak Imp", "{B}", taps(A.PutCounters("-1/-1", 1)), pt=(2, 2), sub=("imp",)),
    creature("Shrinker", "{1}{B}", when("enters", A.PutCounters("-1/-1", 1, A.Target(F(types=("creature",))))),
             pt=(1, 2)),
    creature("Tapped Freezer", "{1}{U}", taps(A.Tap(A.Target(F(types=("creature",), which="other"))),
                                              A.DoesntUntapNext(A.That()))),
]  # fmt: skip

ARTIFACTS = [
    artifact("Gray Ring", "{1}", taps(add("{C}{C}"))),
    artifact("Signet", "{2}", ability(A.Mana("{1}"), T, add("{W}{U}"))),
    artifact("Talisman", "{2}", taps(add("{C}")), taps(either("{B}", "{R}"), A.LoseLife(1, damage=True))),
    artifact("Diamond", "{2}", TAPPED, taps(add("{G}"))),
    artifact("Prism", "{2}", enters(A.ChooseColor()), taps(A.AddMana(A.OneColor(A.ColorsFrom("chosen"))))),
    artifact("Slow Vault", "{1}", static(A.CantUntap(A.This())), taps(add("{C}{C}{C}")),
             upkeep(A.MayPay(A.Cost((A.Mana("{4}"),)), (A.Untap(A.This()),)))),
    artifact("Monolith", "{3}", static(A.CantUntap(A.This())), taps(add("{C}{C}{C}")),
             ability(A.Mana("{3}"), A.Untap(A.This()))),
    artifact("Black Flower", "{0}", ability(T, SAC, A.AddMana(A.OneColor(A.Colors("WUBRG"), 3)))),
    artifact("Lion Eye", "{0}", ability(A.DiscardCost(F(), -1), SAC, A.AddMana(A.OneColor(A.Colors("WUBRG"), 3)),
                                        limits=("instant",))),
    artifact("Petal", "{0}", ability(T, SAC, A.AddMana(ANY))),
    artifact("Chrome Imprint", "{0}", when("enters",
                                           A.May((A.Exile(A.Choose(F(not_types=("artifact", "land"))), "hand",
                                                          imprint=True),))),
             taps(A.AddMana(A.OneColor(A.ColorsFrom("imprinted"))))),
    artifact("Discard Diamond", "{0}", enters(A.EntersIf(A.Cost((A.DiscardCost(LAND),)))), taps(A.AddMana(ANY))),
    artifact("Converter", "{1}", ability(A.Mana("{2}"), A.AddMana(ANY))),
    artifact("Color Sphere", "{1}", ability(A.Mana("{1}"), T, A.AddMana(ANY))),
    artifact("Untapper Key", "{1}", ability(A.Mana("{1}"), T, A.Untap(A.Target(F(types=("artifact",)))))),
    artifact("Treasure Maker", "{2}", upkeep(A.CreateTokens("treasure"))),
    artifact("Metalcraft Opal", "{0}", taps(A.AddMana(ANY),
                                            limits=(at_least(F(types=("artifact",), controller="you"), 3),)),
             sup=("legendary",)),
    artifact("Winter Orb", "{2}", static(A.UntapLimit(LAND, 1))),
    artifact("Storage Matrix", "{3}", static(A.UntapOneType(("artifact", "creature", "land")))),
    artifact("Static Hold", "{2}", static(A.UntapLimit(F(), 2), condition=A.Is(A.This(), F(tapped="untapped"))),
             taps(add("{C}"))),
    artifact("Sphere of Tax", "{2}", static(A.CostChange(A.Each(F()), 1))),
    artifact("Trinity Sphere", "{3}", static(A.CostChange(A.Each(F()), 0, set_=3),
                                             condition=A.Is(A.This(), F(tapped="untapped")))),
    artifact("Energy Works", "{1}", taps(A.GetEnergy(1)), ability(A.PayEnergy(1), A.AddMana(ANY))),
    artifact("Charge Banner", "{1}", taps(A.PutCounters("charge")),
             ability(A.RemoveCountersCost("charge", 2), add("{C}{C}{C}"))),
    artifact("Map", "{1}", ability(A.Mana("{1}"), T, SAC, A.Search(LAND, 1, to="hand"))),
    artifact("Clue Maker", "{1}", ability(A.Mana("{1}"), T, A.CreateTokens("clue", 2))),
    artifact("Cost Choice", "{1}", ability(A.EitherCost((A.Cost((A.PayLife(2),)), A.Cost((A.DiscardCost(F()),)))), T,
                                           A.AddMana(ANY))),
    card("Artifact Land", "artifact land", taps(add("{U}"))),
    artifact("Delayed Battery", "{1}", taps(A.DelayedTrigger(A.Event("phase", phase="precombat main"),
                                                             (add("{C}{C}"),)))),
    artifact("Kept Mana Rock", "{2}", taps(add("{R}{R}", until="turn"))),
    artifact("Haste Ring", "{1}", static(A.GrantKeyword(A.Each(MY_CREATURE), ("haste",)))),
    artifact("Tumble", "{1}", taps(A.Mill(2)), ability(A.Mana("{1}"), T,
                                                       A.Look(3, F(types=("land",)), 1, "hand", "bottom"))),
    artifact("Digger", "{2}", ability(A.Mana("{1}"), T,
                                      A.RevealUntil(F(types=("land",)), 1, "battlefield", "graveyard", tapped=True))),
    artifact("Fairy Chime", "{2}", ability(A.Mana("{1}"), T,
                                           A.Phase(A.Target(F(types=("permanent",), controller="you"))))),
]  # fmt: skip

ENCHANTMENTS = [
    aura("Wild Growth", "{G}", LAND, on_tapped(TAPPED_LAND, add("{G}", player="controller"))),
    aura("Forest Sprawl", "{G}", F(subtypes=("forest",)), enters(A.ChooseColor()),
         on_tapped(TAPPED_LAND, A.AddMana(A.OneColor(A.ColorsFrom("chosen")), player="controller"))),
    aura("Granting Aura", "{G}", LAND, static(A.Grant(A.Attached(),
                                                      (taps(A.AddMana(A.OneColor(A.Colors("WUBRG"), 2))),)))),
    aura("Typing Aura", "{U}", LAND, static(A.ChangeTypes(A.Attached(), subtypes=("island",), mode="set"))),
    aura("Adding Aura", "{W}", LAND, static(A.ChangeTypes(A.Attached(), subtypes=("plains",)))),
    aura("Animating Aura", "{G}", LAND, static(A.ChangeTypes(A.Attached(), ("creature",), power=3, toughness=3))),
    aura("Freezing Aura", "{U}", F(types=("permanent",)), static(A.CantUntap(A.Attached()))),
    aura("Untapping Aura", "{U}", F(types=("creature",)),
         static(A.Grant(A.Attached(), (ability(Q, A.Untap(A.Target(LAND))),)))),
    aura("Power Aura", "{R}", F(types=("creature",)), static(A.ChangePower(A.Attached(), 2, 1))),
    enchantment("Flare", "{1}{G}", on_tapped(A.Event("tapped for mana", A.Each(LAND), whose="each"),
                A.AddMana(A.OneColor(A.ColorsFrom("produced", types=True)), player="that player"))),
    enchantment("Forest Doubler", "{1}{G}", on_tapped(A.Event("tapped for mana",
                                                              A.Each(F(subtypes=("forest",), controller="you"))),
                                                      add("{G}"))),
    enchantment("Reflection", "{2}{G}", static(A.ManaInstead(A.Each(F(types=("permanent",), controller="you")), 2))),
    enchantment("Infernal Dark", "{2}{B}", static(A.ManaInstead(A.Each(LAND), 1, A.Colors("B"), whose="each"))),
    enchantment("Pulse", "{1}{R}", static(A.ManaInstead(A.Each(LAND), 1, A.ColorsFrom("chosen"), whose="each")),
                enters(A.ChooseColor())),
    enchantment("Upwelling", "{1}{G}", static(A.KeepMana(player="each"))),
    enchantment("Green Keeper", "{G}", static(A.KeepMana("G"))),
    enchantment("Melt To Red", "{R}", static(A.KeepMana(becomes="R"))),
    enchantment("Moon", "{2}{R}", static(A.ChangeTypes(A.Each(F(types=("land",), not_supertypes=("basic",))),
                                                       subtypes=("mountain",), mode="set"))),
    enchantment("Tomb", "{1}{B}", static(A.ChangeTypes(A.Each(LAND), subtypes=("swamp",)))),
    enchantment("Omen of Types", "{1}{G}", static(A.ChangeTypes(A.Each(MY_LAND), every_basic=True))),
    enchantment("Chosen Blanket", "{1}{U}", enters(A.ChooseColor("basic land type")),
                static(A.ChangeTypes(A.Each(MY_LAND), chosen=True))),
    enchantment("Islands Are Plains", "{U}", static(A.ChangeTypes(A.Each(F(subtypes=("island",))),
                                                                  subtypes=("plains",)))),
    enchantment("Land Awakening", "{1}{G}", static(A.ChangeTypes(A.Each(F(subtypes=("forest",))), ("creature",),
                                                                 power=1, toughness=1))),
    enchantment("Artifacts Alive", "{1}{U}", static(A.ChangeTypes(A.Each(F(types=("artifact",))), ("creature",),
                                                                  power=2, toughness=2))),
    enchantment("Explore More", "{G}", static(A.MoreLandPlays(1))),
    enchantment("Both Explore", "{1}{G}", static(A.MoreLandPlays(1, player="each"))),
    enchantment("Graveyard Crucible", "{1}{G}", static(A.PlayFrom(LAND))),
    enchantment("Amulet", "{1}", A.Triggered(A.Event("enters",
                                                     A.Each(F(types=("permanent",), controller="you",
                                                              tapped="tapped"))), (A.Untap(A.That()),))),
    enchantment("Taxing Land", "{1}", A.Enters((A.EntersTapped(),),
                                               A.Each(F(types=("land",), not_supertypes=("basic",))))),
    enchantment("Skip Upkeeps", "{1}", static(A.SkipStepStatic("upkeep", "each"))),
    enchantment("Damping", "{1}", static(A.ManaInstead(A.Each(LAND), mana=A.Bundle("{C}"), whose="each", at_least=2,
                                                       whole=True))),
    enchantment("White Is All", "{W}", static(A.SpendAs("W", "WUBRG"))),
    enchantment("Only White", "{1}{W}", static(A.SpendAs("W", "WUBRG"), A.SpendAs("UBRG", "C", only=True))),
    enchantment("Beasts First", "{G}", static(A.SpendAs("WUBRGC", "WUBRGC", F(types=("creature",))))),
    enchantment("More Charges", "{1}", static(
        A.CountersInstead(A.Each(F(types=("permanent",), controller="you")), "charge", plus=1))),
    enchantment("Double Counters", "{1}", static(A.CountersInstead(A.Each(F(controller="you")), times=2))),
    enchantment("Winds", "{1}{G}", A.Triggered(A.Event("becomes tapped", A.Each(F(types=("land",))), whose=""),
                                               (A.PutCounters("wind", 1, A.That()),)),
                static(A.UntapInstead(A.Each(F(counter="wind")), (A.RemoveCounters("wind", -1, A.That()),)))),
    artifact("Borrower", "{2}", static(A.MayNotUntap(A.This())),
             ability(A.Mana("{1}"), T, A.GainControl(A.Target(F(types=("land",), controller="opponent")),
                                                     duration="as long as tapped"))),
    artifact("Sands", "{2}", static(A.SkipStepStatic("untap", "each")), A.Triggered(
        A.Event("phase", phase="upkeep", whose="each"),
        (A.SwapTapped(A.Each(F(types=("land",), controller="active"))),))),
    artifact("Proliferator", "{2}", ability(A.Mana("{1}"), T, A.Proliferate())),
    artifact("Candelabra", "{1}", ability(A.Mana("{X}"), T, A.Untap(A.Target(LAND, 0, A.X())))),
    card("Revealing Sphinx", "creature", when("becomes untapped", A.RevealTop(), A.If(
        A.Is(A.That(), F(types=("artifact", "creature", "land"))),
        (A.May((A.PutOnto(A.That(), "that", counters=(("manifestation", 1),), also=("enchantment",)),)),))),
         taps(add("{U}"))),
    enchantment("Skip Draws", "{1}", static(A.SkipStepStatic("draw")), upkeep(A.Draw(1))),
    enchantment("Skip Untaps", "{1}", static(A.SkipStepStatic("untap")), upkeep(A.Untap(A.Each(MY_LAND)))),
    enchantment("End Untapper", "{1}{G}", A.Triggered(A.Event("phase", phase="end"),
                                                      (A.Untap(A.Choose(MY_LAND, 0, 2)),))),
    enchantment("Each Upkeep", "{1}{G}", A.Triggered(A.Event("phase", phase="upkeep", whose="each"), (add("{G}"),))),
    enchantment("First Main Mana", "{R}", A.Triggered(A.Event("phase", phase="precombat main"), (add("{R}"),))),
    enchantment("Constellation", "{1}{G}", when("enters", add("{G}"),
                                                subject=A.Each(F(types=("enchantment",), controller="you")))),
    enchantment("Sacrifice Outlet", "{B}", ability(A.SacrificeCost(F(types=("permanent",), controller="you",
                                                                     token="token")), add("{B}{B}"))),
    enchantment("Untap Trigger", "{U}", when("becomes untapped", A.GainLife(1),
                                             subject=A.Each(F(types=("land",), controller="you")))),
    enchantment("Cast Trigger", "{R}", A.Triggered(A.Event("cast", A.Each(F(types=("creature",), controller="you"))),
                                                   (add("{R}"),))),
    enchantment("Big Hand", "{U}", static(A.NoHandLimit())),
    enchantment("No Abilities", "{1}", static(A.CantCast("activate", F(types=("artifact",)), except_mana=True))),
    enchantment("One Land Law", "{1}{W}", static(A.CantCast("play lands"))),
    enchantment("Saga of Mana", "{1}{G}", A.Triggered(A.Event("chapter", number=(1,)), (add("{G}"),)),
                A.Triggered(A.Event("chapter", number=(2,)), (A.Search(BASIC_LAND, 1, tapped=True),)),
                A.Triggered(A.Event("chapter", number=(3,)), (A.CreateTokens("treasure", 2),)), sub=("saga",)),
]  # fmt: skip

SPELLS = [
    instant("Dark Ritual", "{B}", add("{B}{B}{B}")),
    instant("Seething", "{2}{R}", add("{R}{R}{R}{R}{R}")),
    sorcery("Rampant", "{1}{G}", A.Search(BASIC_LAND, 1, tapped=True)),
    sorcery("Cultivate", "{2}{G}", A.Search(BASIC_LAND, 2, tapped=True, rest_to="hand", rest=1)),
    sorcery("Many Lands", "{3}{G}", A.Search(BASIC_LAND, A.X(), tapped=True), ),
    instant("Brainy", "{U}", A.Draw(2)),
    instant("Opt", "{U}", A.Scry(1), A.Draw(1)),
    sorcery("Surveyor", "{U}", A.Surveil(2), A.Draw(1)),
    sorcery("Impulse", "{1}{U}", A.Look(4, None, 1, "hand", "bottom", optional=False)),
    instant("Frantic", "{2}{U}", A.Draw(2), A.Discard(2), A.Untap(A.Choose(LAND, 0, 3))),
    sorcery("Explore Spell", "{1}{G}", A.LandPlays(1), A.Draw(1)),
    sorcery("Time Walk", "{1}{U}", A.ExtraTurn(1)),
    instant("Twiddle", "{U}", A.Modes(((A.Tap(A.Target(F(types=("artifact", "creature", "land")))),),
                                       (A.Untap(A.Target(F(types=("artifact", "creature", "land")))),)))),
    instant("Mana Doubling", "{1}{R}", A.DoubleMana()),
    instant("Big Awakening", "{G}", A.Become(A.Target(MY_LAND),
                                             A.ChangeTypes(A.This(), ("creature",), power=4, toughness=4))),
    instant("Land Gift", "{G}", A.Continuous((A.Grant(A.Each(MY_LAND), (taps(A.AddMana(ANY)),)),))),
    instant("Plays This Turn", "{G}", A.Continuous((A.MoreLandPlays(2),))),
    instant("Reducing Turn", "{R}", A.Continuous((A.CostChange(A.Each(F(controller="you")), -1),))),
    sorcery("Token Gang", "{1}{R}", A.CreateTokens(A.Token("Goblin", ("creature",), ("goblin",), (), "R", 1, 1), 2)),
    sorcery("Treasure Pile", "{1}{R}", A.CreateTokens("treasure", 2)),
    sorcery("Scion Spell", "{1}{G}", A.CreateTokens("eldrazi spawn", 2)),
    instant("Sacrificial Rite", "{B}", A.AddMana(A.Bundle("{B}", A.Stat("mana value", A.That()))), A.LoseLife(1)),
    instant("Culling", "{B}", add("{B}{B}{B}{B}")),
    card("Sacrifice Spell", "sorcery", A.AdditionalCost(A.Cost((A.SacrificeCost(MY_CREATURE),))),
         A.Spell((add("{B}{B}{B}{B}"),)), cost="{B}"),
    card("Flashback Look", "sorcery", A.Spell((A.Draw(1),)),
         A.AlternativeCost(A.Cost((A.Mana("{2}{U}"),)), keyword="flashback", zone="graveyard"), cost="{1}{U}"),
    card("Free Spell", "instant", A.Spell((A.Draw(1),)), A.AlternativeCost(A.Cost((A.PayLife(2),))), cost="{2}{U}"),
    sorcery("Land Destroyer", "{1}{R}", A.Destroy(A.Target(LAND)), A.Search(BASIC_LAND, 1)),
    sorcery("Wipe Enchantments", "{1}{W}", A.Destroy(A.Each(F(types=("enchantment",))))),
    instant("Bouncer", "{U}", A.ReturnToHand(A.Target(F(types=("permanent",), controller="you")))),
    sorcery("Tucker", "{U}", A.Bounce(A.Target(F(types=("permanent",), controller="you", token="nontoken")), "top")),
    sorcery("Reanimate Land", "{1}{G}", A.PutOnto(A.Choose(LAND, zone="graveyard"), "graveyard", tapped=True)),
    instant("Land Drop", "{1}{G}", A.PutOnto(A.Choose(LAND, 0, 1, zone="hand"), "hand", tapped=True)),
    sorcery("Next Turn Mana", "{R}", A.DelayedTrigger(A.Event("phase", phase="upkeep"), (add("{R}{R}"),))),
    sorcery("X Draw", "{X}{U}", A.Draw(A.X())),
    sorcery("X Ritual", "{X}{R}", A.AddMana(A.Combination(A.Colors("RG"), A.X()))),
    instant("Freeze", "{U}", A.Tap(A.Target(F(types=("creature", "land")))), A.PutCounters("stun", 2, A.That())),
    sorcery("Phase Out", "{W}", A.Phase(A.Each(MY_CREATURE))),
    sorcery("Proper Tutor", "{1}{B}", A.Search(F(types=("land",)), 1, to="top")),
    sorcery("Mill Grave", "{U}", A.Mill(3)),
    sorcery("Hybrid Spell", "{2/G}{W/B}", A.Draw(1)),
    instant("Monocolor Return", "{1}{W}", A.ReturnToHand(A.Choose(LAND, zone="graveyard"), "graveyard")),
    sorcery("Skip Untap Spell", "{B}", add("{B}{B}{B}"), A.SkipStep("untap")),
    instant("Combo Mana", "{G}", A.AddMana(A.Combination(A.Colors("WUBRG"), 2))),
    instant("Each Color", "{3}", A.AddMana(A.EachColor(A.Colors("WUBRG")))),
    instant("Among Colors", "{1}", A.AddMana(A.EachColor(A.ColorsFrom("among", MY_CREATURE)))),
    sorcery("May Sacrifice", "{G}", A.MayPay(A.Cost((A.SacrificeCost(MY_LAND),)), (A.Search(LAND, 2, tapped=True),),
                                             (A.Draw(1),))),
    sorcery("Repeater", "{1}{G}", A.Repeat(A.Count(MY_CREATURE), (add("{G}"),))),
]  # fmt: skip

ALL = [*LANDS, *CREATURES, *ARTIFACTS, *ENCHANTMENTS, *SPELLS]
