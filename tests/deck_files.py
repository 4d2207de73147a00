"""Read deck files and compare with what a manifest says they hold.

    python -m tests.deck_files DIR [--all]

``DIR/manifest.json`` is a list of objects with ``file`` and the sizes ``main``, ``commander_zone``, ``sideboard``,
``other_zone`` (everything else) and ``distinct_main``; ``commander`` names the commanders, if the list has any,
``; ``-separated and with ``(in SB)`` before the name of one that the format keeps in the sideboard. ``--all`` prints
the files that agree as well.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from untap.decks import Deck, DeckError, read_deck

_IN_SIDEBOARD = "(in SB) "


def sizes(deck: Deck) -> dict[str, int]:
    """The sizes of a deck, named as in a manifest."""
    by_section = {section: sum(cards.values()) for section, cards in deck.contents.items()}
    return {
        "main": by_section.pop("main", 0),
        "commander_zone": by_section.pop("commander", 0),
        "sideboard": by_section.pop("sideboard", 0),
        "other_zone": sum(by_section.values()),
        "distinct_main": len(deck.main),
    }


def check(folder: Path, item: Mapping[str, object]) -> list[str]:
    """What is wrong with the reading of one file; nothing if it agrees with the manifest."""
    try:
        deck = read_deck(folder / str(item["file"]))
    except DeckError as error:
        return [str(error)]
    faults = [
        f"{key} is {found}, not {item[key]}" for key, found in sizes(deck).items() if key in item and found != item[key]
    ]
    faults += [str(problem) for problem in deck.errors]
    named = [name for name in str(item.get("commander") or "").split("; ") if name]
    faults += [fault for name in named for fault in _check_commander(deck, name, item)]
    return faults


def _check_commander(deck: Deck, name: str, item: Mapping[str, object]) -> list[str]:
    if item.get("commander_zone"):
        return [] if name in deck.commanders else [f"{name} is not a commander, but {list(deck.commanders)}"]
    if name.startswith(_IN_SIDEBOARD):
        name = name.removeprefix(_IN_SIDEBOARD)
        if name not in deck.sideboard:
            return [f"{name} is not in the sideboard"]
        return [] if name in deck.commander_hints else [f"nothing hints at {name} as the commander"]
    # A list may have its commander unmarked anywhere.
    return [] if name in deck.commander_hints or name in deck.main else [f"{name} is nowhere in the list"]


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; 0 if every file agrees."""
    parser = argparse.ArgumentParser(prog="python -m tests.deck_files", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--all", action="store_true", help="print the files that agree as well")
    options = parser.parse_args(arguments)
    manifest = json.loads((options.folder / "manifest.json").read_text(encoding="utf-8"))
    passed = failed = skipped = 0
    for item in manifest:
        if not (options.folder / item["file"]).is_file():
            skipped += 1
            print(f"skip  {item['file']}: no such file")
            continue
        faults = check(options.folder, item)
        if faults:
            failed += 1
            print(f"FAIL  {item['file']}: {'; '.join(faults)}")
        else:
            passed += 1
            if options.all:
                print(f"pass  {item['file']}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
