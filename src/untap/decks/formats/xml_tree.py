"""A small and safe XML reader that knows on which line each element stands.

Expat is used directly because the tree builders of the standard library keep no line numbers. A document type is
refused: decklists have none, and it is the door to entity bombs and to reading other files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from untap.decks.model import DeckError

_MAX_DEPTH = 100


@dataclass(slots=True)
class Element:
    """An element: name without namespace, attributes by name in lower case, and the line it starts on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text directly in the element, without blanks at its ends."""
        return "".join(self.pieces).strip()

    def get(self, *names: str) -> str | None:
        """The first of the attributes `names` that the element has."""
        return next((self.attributes[name] for name in names if name in self.attributes), None)

    def walk(self) -> Iterator[Element]:
        """The element and everything in it, in the order of the document."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))


def parse_xml(text: str) -> Element:
    """The root element of a document.

    Raises
    ------
    DeckError
        If the document is not well formed, is nested too deeply, or declares a document type.
    """
    # The text is decoded already: what the document says of its encoding no longer holds.
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    document = Element("", {}, 1)
    stack = [document]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > _MAX_DEPTH:
            raise DeckError("the XML is nested too deeply for a decklist", parser.CurrentLineNumber)
        lower = {key.lower(): value for key, value in attributes.items()}
        element = Element(tag.rpartition(":")[2], lower, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_tag: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        stack[-1].pieces.append(data)

    def refuse(*_: object) -> None:
        raise DeckError(
            "the XML declares a document type or entities, which decklists don't: take the <!DOCTYPE ...> out",
            parser.CurrentLineNumber,
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.lstrip("\ufeff \t\r\n").encode("utf-8"), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise DeckError(f"the XML is broken ({reason}): export the deck again", error.lineno) from error
    except UnicodeEncodeError as error:
        raise DeckError("the text holds half of a surrogate pair: save it as UTF-8") from error
    return document.children[0]
