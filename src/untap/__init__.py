"""Monte Carlo simulation of Magic: The Gathering mana.

``import untap`` is light: a public name is imported from its room on first use.
"""

import sys as _sys
from importlib import import_module as _import_module
from types import ModuleType as _ModuleType
from typing import Any as _Any

from untap._version import __version__

# Public name → module that defines it.
_PUBLIC = {
    "Comparison": "untap.results",
    "Estimate": "untap.stats",
    "Interrupted": "untap.simulate",
    "MulliganRule": "untap.simulate",
    "Result": "untap.results",
    "Scenario": "untap.simulate",
    "compare": "untap.simulate",
    "merge": "untap.results",
    "parse_deck": "untap.decks",
    "read_deck": "untap.decks",
    "simulate": "untap.simulate",
    "with_swaps": "untap.simulate",
}
# Public modules, imported on first use as well.
_MODULES = {"exact": "untap.exact", "plots": "untap.report.plots"}

__all__ = ["__version__", *sorted({*_PUBLIC, *_MODULES})]


def __getattr__(name: str) -> _Any:
    if name in _MODULES or name in _PUBLIC:
        value = _import_module(_MODULES[name]) if name in _MODULES else getattr(_import_module(_PUBLIC[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC, *_MODULES})


class _Package(_ModuleType):
    # ``untap.simulate`` is a function and also the name of the package that holds it. Importing that package sets
    # this attribute to the package; the property keeps the function, whatever was imported first.
    # (``from untap.simulate import ...`` isn't affected.)
    @property
    def simulate(self) -> _Any:
        return _import_module("untap.simulate").simulate

    @simulate.setter
    def simulate(self, value: _Any) -> None:
        pass


_sys.modules[__name__].__class__ = _Package
