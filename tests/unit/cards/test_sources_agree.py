"""One card pool in the three shapes gives the same cards, whatever the layout."""

import pytest
from tests.unit.cards.test_readers import mtgjson

from untap.cards import open_source

WHOLE = ("Whole", None, "Legendary Creature — Elemental", "All.", ("9", "9"))

# name, layout, faces (name, cost, type line, text, power and toughness)
POOL = [
    ("Example Land", "normal", [("Example Land", None, "Land — Forest", "({T}: Add {G}.)", None)]),
    ("Elf", "normal", [("Elf", "{G}", "Creature — Elf Druid", "{T}: Add {G}.", ("1", "1"))]),
    ("Bare Elf", "normal", [("Bare Elf", "{1}{G}", "Creature — Elf", "", ("2", "*"))]),
    ("Free", "normal", [("Free", "{0}", "Artifact", "{T}: Add {C}.", None)]),
    ("Uncastable", "normal", [("Uncastable", None, "Sorcery", "Suspend 4—{G}", None)]),
    ("A-Elf", "normal", [("A-Elf", "{G}", "Creature — Elf Druid", "{T}: Add {G}{G}.", ("1", "1"))]),
    ("Hot // Cold", "split", [("Hot", "{R}", "Instant", "One.", None), ("Cold", "{U}", "Instant", "Two.", None)]),
    (
        "Up // Down",
        "aftermath",
        [("Up", "{W}", "Sorcery", "One.", None), ("Down", "{B}", "Sorcery", "Aftermath", None)],
    ),
    (
        "Man // Wolf",
        "transform",
        [
            ("Man", "{G}", "Creature — Human", "One.", ("1", "2")),
            ("Wolf", None, "Creature — Wolf", "", ("3", "4")),
        ],
    ),
    (
        "Spell // Dale",
        "modal_dfc",
        [
            ("Spell", "{3}{R}", "Sorcery", "One.", None),
            ("Dale", None, "Land", "{T}: Add {R}.", None),
        ],
    ),
    (
        "Giant // Errand",
        "adventure",
        [
            ("Giant", "{4}{G}", "Creature — Giant", "", ("5", "5")),
            ("Errand", "{G}", "Sorcery — Adventure", "Two.", None),
        ],
    ),
    (
        "Pupil // Master",
        "prepare",
        [
            ("Pupil", "{U}", "Creature — Human", "One.", ("1", "1")),
            ("Master", "{1}{U}", "Sorcery", "Two.", None),
        ],
    ),
    (
        "Ogre // Lord",
        "flip",
        [
            ("Ogre", "{3}{R}", "Creature — Ogre", "One.", ("2", "2")),
            ("Lord", None, "Legendary Creature — Ogre", "Two.", ("4", "4")),
        ],
    ),
    (
        "Left // Whole",
        "meld",
        [
            ("Left", None, "Land", "{T}: Add {G}.", None),
            WHOLE,
        ],
    ),
    (
        "Right // Whole",
        "meld",
        [
            ("Right", "{2}{G}", "Creature — Elf", "One.", ("3", "3")),
            WHOLE,
        ],
    ),
    (
        "Who // What // Why",
        "split",
        [
            ("Who", "{W}", "Instant", "1.", None),
            ("What", "{U}", "Instant", "2.", None),
            ("Why", "{B}", "Instant", "3.", None),
        ],
    ),
    *(
        (f"A {layout}", layout, [(f"A {layout}", "{2}", "Enchantment — Other", "One.\nTwo.", None)])
        for layout in ("saga", "class", "case", "leveler", "prototype", "mutate", "host", "augment")
    ),
]


def as_corpus(make_file, zipped):
    def face(name, cost, types, text, size):
        power, toughness = size or (None, None)
        return {"name": name, "manaCost": cost, "type": types, "text": text, "power": power, "toughness": toughness}

    cards = [
        {"name": n, "layout": layout, "flags": [], "faces": [face(*f) for f in faces]} for n, layout, faces in POOL
    ]
    return make_file(cards, "corpus", lines=True, zipped=zipped)


def as_scryfall(make_file, zipped):
    def face(name, cost, types, text, size):
        data = {"name": name, "mana_cost": cost or "", "type_line": types, "oracle_text": text}
        return data | dict(zip(("power", "toughness"), size or (), strict=False))

    cards, wholes = [], {}
    for name, layout, faces in POOL:
        card = {"object": "card", "layout": layout}
        if layout == "meld":
            parts = [{"component": "meld_part", "name": faces[0][0]}, {"component": "meld_result", "name": faces[1][0]}]
            card |= {"all_parts": parts}
            wholes[faces[1][0]] = card | face(*faces[1])
            cards.append(card | face(*faces[0]))
        elif len(faces) > 1:
            if layout == "aftermath":
                card |= {"layout": "split", "keywords": ["Aftermath"]}
            cards.append(card | {"name": name, "card_faces": [face(*f) for f in faces]})
        else:
            cards.append(card | face(*faces[0]))
    return make_file([*wholes.values(), *cards], "scryfall", zipped=zipped)


def as_mtgjson(make_file, zipped):
    data = {}
    for name, layout, faces in POOL:
        made = []
        for side, (own, cost, types, text, size) in zip("abc", faces, strict=False):
            face = {"name": name, "layout": layout, "type": types}
            face |= {"faceName": own, "side": side} if len(faces) > 1 else {}
            face |= {"manaCost": cost} if cost else {}
            face |= {"text": text} if text else {}
            made.append(face | dict(zip(("power", "toughness"), size or (), strict=False)))
        if layout == "meld":
            whole = made.pop()
            data[whole["faceName"]] = [whole | {"name": whole["faceName"]}]
        data[name] = made[::-1]
    return make_file(mtgjson(data), "mtgjson", zipped=zipped)


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("shape", [as_corpus, as_scryfall, as_mtgjson])
def test_same_cards(make_file, shape, zipped):
    source = open_source(shape(make_file, zipped))
    assert source.shape == shape.__name__.removeprefix("as_")
    read = [
        (c.name, c.layout, [
            (f.name, f.mana_cost, f.type_line, f.text, f.power and (f.power, f.toughness)) for f in c.faces
        ])
        for c in source.cards()
    ]  # fmt: skip
    assert read == sorted(POOL)
