"""A face's text to abilities, with a support level for every sentence."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from . import levels
from .ast import (
    Activated,
    ColorsFrom,
    Compare,
    Continuous,
    Cost,
    Count,
    Counters,
    Event,
    Exile,
    Fact,
    Filter,
    Inert,
    Kinds,
    Level,
    Look,
    Mana,
    Node,
    Number,
    PutCounters,
    Search,
    Spell,
    This,
    Triggered,
)  # fmt: skip
from .builders.abilities import aimed_at_opponents
from .builders.base import rewrite, walk
from .parse import parse
from .text import Paragraph, Word, paragraphs

if TYPE_CHECKING:
    from untap.cards.facts import SourceCard, SourceFace

__all__ = ["CompiledFace", "Sentence", "compile_face", "compile_text"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a face's text and how well it is understood.

    Attributes
    ----------
    line, number
        The line of the text and the sentence's place in it, both from 1.
    text
        As printed, without reminder text.
    level
        One of `levels.LEVELS`.
    reason
        Why it isn't exact: the first words not understood, or a reason of the closed list.
    digest
        A short hash of the text, for tables that don't hold it.
    """

    line: int
    number: int
    text: str
    level: str
    reason: str
    digest: str


@dataclass(frozen=True, slots=True)
class CompiledFace:
    """What a face's text says."""

    abilities: tuple[Node, ...]
    sentences: tuple[Sentence, ...]
    lines: tuple[tuple[int, ...], ...] = ()
    """The lines of the text that each ability comes from, from 1."""

    @property
    def level(self) -> str:
        return levels.worst([s.level for s in self.sentences])


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8"), digest_size=6).hexdigest()


def compile_face(face: SourceFace, card: SourceCard | None = None) -> CompiledFace:
    """Compile one face of a card.

    Parameters
    ----------
    face
        Name, type line and text of the face.
    card
        The card it belongs to; its layout tells which faces may lack their text.
    """
    if face.text is None:
        sentence = Sentence(1, 1, "", "text missing", "the source has no text for this face", digest(""))
        return CompiledFace((), (sentence,))
    second = card is not None and card.layout in SPELL_LAYOUTS and card.faces and card.faces[0] is not face
    return compile_text(face.name, face.type_line or "", face.text, second and "Land" not in (face.type_line or ""))


#: Layouts whose second face is a spell whatever the source says of its type.
SPELL_LAYOUTS = ("adventure", "aftermath", "omen", "prepare")


@lru_cache(maxsize=4096)
def compile_text(name: str, type_line: str, text: str, spell: bool = False) -> CompiledFace:
    """Compile a text as printed on an object of this name and type line; never raises for any text.

    ``spell`` says that it is an instant or sorcery although the type line doesn't.
    """
    spell = spell or "Instant" in type_line or "Sorcery" in type_line
    abilities: list[Node] = []
    sentences: list[Sentence] = []
    lines: list[tuple[int, ...]] = []
    before: tuple[Paragraph, int, int] | None = None  # a spell's paragraph, its abilities and sentences
    for p in paragraphs(name, type_line, text):
        start, reported = len(abilities), len(sentences)
        abilities += _paragraph(p, text, spell, sentences)
        if spell and p.kind == "text":
            if before and any(s.level == "unsupported" for s in sentences[reported:]):
                _together(before, p, text, abilities, sentences)
                del lines[before[1] :]
            before = (p, start, reported)
        here = tuple(sorted({s.line for s in sentences[reported:]})) or (p.line,)
        lines += [here] * (len(abilities) - len(lines))
    made, places = _joined(abilities, lines)
    return CompiledFace(_simplified(made), tuple(sentences), places)


def _joined(
    abilities: list[Node], lines: list[tuple[int, ...]]
) -> tuple[tuple[Node, ...], tuple[tuple[int, ...], ...]]:
    """One spell ability per face: its paragraphs are carried out in order."""
    spells = [k for k, a in enumerate(abilities) if isinstance(a, Spell)]
    if len(spells) > 1:
        abilities, lines = abilities[:], lines[:]
        abilities[spells[0]] = Spell(tuple(e for k in spells for e in abilities[k].effects))
        lines[spells[0]] = tuple(sorted({n for k in spells for n in lines[k]}))
        for k in reversed(spells[1:]):
            del abilities[k], lines[k]
    return tuple(abilities), tuple(lines)


def _simplified(abilities: tuple[Node, ...]) -> tuple[Node, ...]:
    """What is remembered for later is marked; what lasts of inert parts is inert."""
    spoken_of = ("this way", "returned this way", "different names")
    if any(isinstance(n, Filter) and n.quality in spoken_of for n in walk(abilities)):
        abilities = rewrite(abilities, _spoken_of)
    abilities = tuple(aimed_at_opponents(a) for a in abilities)
    remembers = False
    for n in walk(abilities):
        remembers |= isinstance(n, ColorsFrom) and n.source == "imprinted"
        remembers |= isinstance(n, Filter) and ("exiled with this" in n.quality or n.chosen == "exiled card")
        remembers |= isinstance(n, Fact) and n.what == "imprinted"

    def change(n: Node) -> Node:
        if remembers and isinstance(n, Exile) and n.zone != "stack":
            return replace(n, imprint=True)
        if isinstance(n, Continuous) and n.what and all(isinstance(w, Inert) for w in n.what):
            return n.what[0]
        return n

    if remembers or any(isinstance(n, Continuous) for n in walk(abilities)):
        return rewrite(abilities, change)
    return abilities


def _spoken_of(n: Node) -> Node:
    """Words of a filter that say what its node does: objects "this way" are those counted just now."""
    f = getattr(n, "filter", None)
    if isinstance(n, Kinds) or not isinstance(f, Filter):
        return n
    plain = replace(f, quality="")
    if f.quality == "different names":
        if isinstance(n, Search) and not n.different:
            return replace(n, filter=plain, different="name")
        if isinstance(n, Count):
            return Kinds("names", plain, n.zone)
    if f.quality == "returned this way" and isinstance(n, Count):
        return Number("that much")
    if f.quality == "this way":
        if isinstance(n, Look):
            return replace(n, filter=plain)
        if isinstance(n, Count) and plain in (Filter(), Filter(types=f.types)):
            return Number("that much")
    return n


def _together(
    before: tuple[Paragraph, int, int], p: Paragraph, text: str, abilities: list[Node], sentences: list[Sentence]
) -> None:
    """Try a spell's paragraph as a continuation of the one before it ("... instead if ...")."""
    first, start, reported = before
    both = parse("spell_paragraph", [w.text for w in (*first.words, *p.words)])
    if both.abilities is None:
        return
    abilities[start:] = both.abilities
    result = levels.level_of(both.abilities)
    del sentences[reported:]
    for part in (first, p):
        ends = sentence_ends(part.words)
        _report(part, text, ends, [result] * len(ends), sentences)


# ------------------------------------------------------------------------------------------ paragraphs


def _paragraph(p: Paragraph, text: str, spell: bool, out: list[Sentence]) -> list[Node]:
    if p.kind == "text":
        return list(_words(p, text, "spell_paragraph" if spell else "paragraph", out))
    if p.kind == "chapter":
        made = _words(p, text, "chapter_paragraph", out)
        return [
            Triggered(Event("chapter", This(), number=p.numbers), _effects(a)) for a in made if isinstance(a, Spell)
        ]
    inner: list[Node] = []
    for child in p.children:
        inner += _paragraph(child, text, spell, out)
    if p.kind == "class":
        cost = "".join(w.raw for w in p.words)
        printed = text[p.words[0].start : p.words[-1].end] if p.words else ""
        out.append(Sentence(p.line, 1, printed + ": Level " + str(p.numbers[0]), "exact", "", digest(printed)))
        # a Class begins at level 1 (CR 716.2c): its counters are the levels gained
        before = Compare(Counters("level"), "=", p.numbers[0] - 2)
        gain = Activated(
            Cost((Mana(cost),)), (PutCounters("level"),), ("sorcery", before), "battlefield", "class level"
        )
        return [gain, Level(p.numbers[0] - 1, 0, tuple(map(_at_level, inner)))]
    least, most = (*p.numbers, 0)[:2]
    power = toughness = None
    if p.extra:
        first, last = p.extra.split("/")
        power = int(first) if first.isdigit() else None
        toughness = int(last) if last.isdigit() else None
    return [
        Level(least, most, tuple(inner), power, toughness, ("creature",) if p.kind == "station" and p.extra else ())
    ]


def _at_level(ability: Node) -> Node:
    """ "When this Class becomes level N": the counter that makes it so is put on it."""
    event = getattr(ability, "event", None)
    if not isinstance(event, Event) or event.kind != "leveled" or ability.condition is not None:
        return ability
    reached = Compare(Counters("level"), "=", event.number[0] - 1)
    return replace(ability, event=Event("counters put", This(), detail="level"), condition=reached)


def _effects(spell: Spell) -> tuple[Node, ...]:
    from .builders.abilities import _it_is_this

    return _it_is_this(spell.effects, This())


def sentence_ends(words: list[Word]) -> list[int]:
    """Where sentences end: after a full stop outside quotation marks, or a quotation that closes one."""
    ends = []
    quoted = False
    for i, w in enumerate(words):
        if w.text == '"':
            quoted = not quoted
            if not quoted and i and words[i - 1].text in (".", "'") and _starts(words, i + 1):
                ends.append(i + 1)
        elif w.text == "." and not quoted and (i + 1 >= len(words) or words[i + 1].text != '"'):
            ends.append(i + 1)
        elif w.text == "•" and not quoted and i and (not ends or ends[-1] != i):
            ends.append(i)
    if words and (not ends or ends[-1] != len(words)):
        ends.append(len(words))
    return ends


def _starts(words: list[Word], i: int) -> bool:
    return i >= len(words) or words[i].raw[:1].isupper() or words[i].text in ("~", "•")


def _words(p: Paragraph, text: str, rule: str, out: list[Sentence]) -> tuple[Node, ...]:
    """Parse a paragraph's words; sentences that don't fit are reported, and left out of the ability."""
    words = p.words
    if not words:
        return ()
    ends = sentence_ends(words)
    parsed = parse(rule, [w.text for w in words])
    if parsed.abilities is not None:
        _report(p, text, ends, [levels.level_of(parsed.abilities)] * len(ends), out)
        return parsed.abilities
    # the longest run of sentences that makes an ability; then the others
    results: list[tuple[str, str]] = [("unsupported", _reason(words, parsed.far, parsed.reason))] * len(ends)
    made: tuple[Node, ...] = ()
    for k in range(len(ends) - 1, 0, -1):
        part = parse(rule, [w.text for w in words[: ends[k - 1]]])
        if part.abilities is not None:
            made = part.abilities
            results[:k] = [levels.level_of(made)] * k
            break
    _report(p, text, ends, results, out)
    return made


def _reason(words: list[Word], far: int, reason: str) -> str:
    if reason:
        return reason
    if far >= len(words):
        return "not understood: the end of the sentence"
    # one word may stand anywhere in the text: with its neighbours it can be found
    if far and words[far].raw in (".", ",", ";", ":"):
        return f"not understood: what follows '{' '.join(w.raw for w in words[max(0, far - 3) : far])}'"
    phrase = [words[far].raw]
    for word in words[far + 1 : far + 3]:
        if not word.raw[:1].isalnum():
            break
        phrase.append(word.raw)
    return f"not understood: {' '.join(phrase)}"


def _report(p: Paragraph, text: str, ends: list[int], results: list[tuple[str, str]], out: list[Sentence]) -> None:
    first = 0
    for number, (end, (level, reason)) in enumerate(zip(ends, results, strict=True), 1):
        words = p.words[first:end]
        printed = text[words[0].start : words[-1].end]
        out.append(Sentence(p.line, number, printed, level, reason, digest(printed)))
        first = end
