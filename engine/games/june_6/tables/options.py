"""Options of June 6 that both players agree on at `hexledger new`: optional rules and agreed victory thresholds.

An option is a variable of the position like a switch, but it is fixed with the set-up; the first value of each is what
is played without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch

_NO_YES: Final[Mapping[str, int]] = {"no": 0, "yes": 1}
_SHIFTS: Final[Mapping[str, int]] = {"0": 0, **{str(n): n for n in range(-9, 10) if n}}

HISTORICAL_WEATHER: Final = Switch(
    "historical_weather", "var.historical_weather", "PB 7.1", "weather by the card, not by the dice", _NO_YES
)
CHITS: Final = Switch("chits", "var.chits", "PB 2.84", "each side draws one of its six random event chits", _NO_YES)
WEST_COAST: Final = Switch(
    "west_coast",
    "var.west_coast",
    "PB 2.85",
    "the US landing from Omaha goes to the west coast: beach 1 (W3901 to W4201) or 2 (W4901 to W5201)",
    {"no": 0, "1": 1, "2": 2},
)
SOLITAIRE: Final = Switch(
    "solitaire",
    "var.solitaire",
    "12.43",
    "combat modes are drawn: two markers of the likelier, one of the other",
    _NO_YES,
)
VP_SHIFT: Final = Switch(
    "vp_shift", "var.vp_shift", "PB 2.65", "victory points by which the thresholds are raised or lowered", _SHIFTS
)
STORM_SHIFT: Final = Switch(
    "storm_shift",
    "var.storm_shift",
    "PB 2.64",
    "victory points by which thresholds rise without a storm and fall with several",
    {str(n): n for n in range(10)},
)
VARIANT: Final = Switch(
    "variant",
    "var.variant",
    "PB 4.10.2",
    "one more German battalion in Cherbourg; an Allied win is a level better",
    _NO_YES,
)
TANKS_70: Final = Switch(
    "tanks_70",
    "var.tanks_70",
    "2.4",
    "the 70th Tank Battalion of 4 Division is a 2-6-8 battalion of Shermans instead of the printed 1-6-9",
    _NO_YES,
)

_CAMPAIGN: Final = ("campaign",)
_INVASION: Final = ("campaign", "first_week")
_WHERE: Final[Mapping[str, tuple[str, ...]]] = {
    HISTORICAL_WEATHER.name: _INVASION,
    CHITS.name: _CAMPAIGN,
    WEST_COAST.name: _CAMPAIGN,
    VP_SHIFT.name: _INVASION,
    STORM_SHIFT.name: _INVASION,
    VARIANT.name: ("drive_on_cherbourg",),
    TANKS_70.name: (*_INVASION, "drive_on_cherbourg"),
}
"""Option -> scenarios that know it (PB 2.6, 2.84, 2.85, 3.5, 7.1); those not named here are for every scenario."""

OPTIONS: Final[Mapping[str, Switch]] = {
    option.name: option
    for option in (HISTORICAL_WEATHER, CHITS, WEST_COAST, SOLITAIRE, VP_SHIFT, STORM_SHIFT, VARIANT, TANKS_70)
}


def options_of(scenario: str) -> Mapping[str, Switch]:
    """Options that a scenario knows, by name."""
    return {name: option for name, option in OPTIONS.items() if scenario in _WHERE.get(name, (scenario,))}
