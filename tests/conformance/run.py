"""One case: passed, failed or skipped (not yet expressible), and why."""

from __future__ import annotations

import traceback

from untap._core import CoreLimit, IllegalAction
from untap.program.costs import BadCost
from untap.program.encode import NotEncodable

from .cards import UnknownName
from .checks import Checker
from .position import NotExpressible, Position
from .start import deck_parsing, mulligan, probability
from .steps import Runner

_OWN = {"deck_parsing": deck_parsing, "mulligan": mulligan, "probability": probability}


def run_case(case) -> tuple[str, str]:
    """Run a case; nothing is decided here but where its parts go."""
    try:
        if case["topic"] in _OWN and "hand" not in case["given"]:
            wrong = _OWN[case["topic"]](case)
        else:
            given = case["given"]
            if case["topic"] == "castable_by_turn":
                given = {**given, "turn": 1, "phase": "main1"}
            if case["topic"] == "mulligan":
                given = {"turn": 1, "phase": "before_untap", **given, "opponents": given.get("players", 2) - 1}
            position = Position(given, case["expect"], case.get("do", []))
            if case["topic"] == "castable_by_turn" and not given["on_the_play"]:
                position.board.draw(1)
            runner = Runner(position)
            runner.run(case.get("do", []))
            checker = Checker(position, runner)
            checker.check(case["expect"])
            wrong = checker.wrong
            if wrong and position.unencoded:
                wrong.append("not encoded: " + "; ".join(f"{u.card}: {u.reason}" for u in position.unencoded))
        return ("failed", "; ".join(wrong)) if wrong else ("passed", "")
    except (NotExpressible, UnknownName, NotEncodable, BadCost) as err:
        return "skipped", f"{type(err).__name__}: {err}"
    except (IllegalAction, CoreLimit) as err:
        return "failed", f"{type(err).__name__}: {err}"
    except Exception as err:  # a fault of the adapter or the core: seen, not hidden
        place = traceback.extract_tb(err.__traceback__)[-1]
        return "failed", f"{type(err).__name__}: {err} ({place.name}, line {place.lineno})"
