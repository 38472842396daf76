"""Optional rules (31, 32, the advanced air system, switches of our rulings): names, and which are enforced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.errors import BadDecision, UnknownName

OPTIONS: Final[Mapping[str, str]] = {
    **{f"31.{number}": f"option.31_{number}" for number in range(1, 19)},
    "31.17_long": "option.31_17_long",
    "32": "option.32",
    "advanced_air": "option.advanced_air",
    "historical_weather": "option.historical_weather",
    "naval_withdrawal": "option.naval_withdrawal",
}
"""Name of an option at `new` -> key of its word."""

RULES: Final[Mapping[str, str]] = {
    "advanced_air": "A 17.6",
    "historical_weather": "33.3.4",
    "naval_withdrawal": "19.8",
    "32": "32.1",
    "31.17_long": "31.17",
}
"""Rule of an option whose name is no rule number."""

_FROM_JUNE: Final = ("invasion", "to_the_west_wall", "campaign")
_BULGE: Final = ("battle_of_the_bulge", "on_to_berlin")

FITS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("31.5", "31.9", "31.12", "31.16", "naval_withdrawal", "advanced_air"), _FROM_JUNE),
    **dict.fromkeys(("31.10", "historical_weather"), _BULGE),
    **dict.fromkeys(("32", "31.17", "31.17_long"), ("campaign",)),
    **dict.fromkeys(("31.14", "31.15", "31.18"), ("campaign", "on_to_berlin")),
}
"""Options that say something about some scenarios only -> those; for others they are refused."""

READY: Final = frozenset(
    {
        *("31.1", "31.2", "31.3", "31.4", "31.5", "31.9", "31.10", "31.11", "31.12", "31.13", "31.14", "31.15"),
        *("31.16", "31.17", "31.17_long", "31.18", "32"),
        *("advanced_air", "historical_weather", "naval_withdrawal"),
    }
)
"""Options that this version enforces; choosing another is refused by its rule number."""

_YES: Final = frozenset({True, "yes", "on", "true", "1"})
_NO: Final = frozenset({False, "no", "off", "false", "0"})


def chosen(options: Mapping[str, str | int | bool]) -> tuple[str, ...]:
    """Names of the options that are switched on, in the order of OPTIONS.

    Raises UnknownName for an option that does not exist, BadDecision for a value that is neither yes nor no.
    """
    on = []
    for name, value in options.items():
        if name not in OPTIONS:
            raise UnknownName("option of this game", name, tuple(OPTIONS))
        word = value.lower() if isinstance(value, str) else value
        if word in _YES:
            on.append(name)
        elif word not in _NO:
            raise BadDecision(f"option {name} is yes or no, not {value!r}")
    return tuple(name for name in OPTIONS if name in on)
