"""Hexledger as a library: `import hexledger; game = hexledger.open("g.hxl")`. See docs/library.md.

What stands here is imported when it is first used, so that the packages below it stay quick to import.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hexledger.engine.building.build import Build, position
    from hexledger.engine.errors import EngineError
    from hexledger.events.errors import LedgerError
    from hexledger.replays.errors import ReplayError
    from hexledger.replays.library.opening import LeftOutWarning, open, play, scenarios, tables
    from hexledger.replays.library.record import Position, Record
    from hexledger.replays.library.rows import Calculation, Combat, Decided, Line, Point, Unit

    __version__: str

__all__ = [
    "Build",
    "Calculation",
    "Combat",
    "Decided",
    "EngineError",
    "LedgerError",
    "LeftOutWarning",
    "Line",
    "Point",
    "Position",
    "Record",
    "ReplayError",
    "Unit",
    "__version__",
    "open",
    "play",
    "position",
    "scenarios",
    "tables",
]

_HOMES: Final = {
    "hexledger.engine.building.build": ("Build", "position"),
    "hexledger.engine.errors": ("EngineError",),
    "hexledger.events.errors": ("LedgerError",),
    "hexledger.replays.errors": ("ReplayError",),
    "hexledger.replays.library.opening": ("LeftOutWarning", "open", "play", "scenarios", "tables"),
    "hexledger.replays.library.record": ("Position", "Record"),
    "hexledger.replays.library.rows": ("Calculation", "Combat", "Decided", "Line", "Point", "Unit"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("hexledger")
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'hexledger' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
