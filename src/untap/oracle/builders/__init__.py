"""The visitor: what the grammar's actions call to build nodes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from .. import ast
from . import abilities, base, effects, filters, mana, sentences

__all__ = ["NAMESPACE"]


def _namespace() -> MappingProxyType[str, Any]:
    out: dict[str, Any] = {}
    for module in (base, filters, mana, effects, abilities, sentences):
        out.update({k: v for k, v in vars(module).items() if not k.startswith("__")})
    out.update({name: getattr(ast, name) for name in ast.__all__})
    return MappingProxyType(out)


NAMESPACE = _namespace()
