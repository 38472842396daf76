"""Optional rules (31, 32, the advanced air system, agreements of both sides): names, scenarios, what each does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.naming.switches import Switch

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
    **dict.fromkeys(("31.5", "31.7", "31.8", "31.9", "31.16", "naval_withdrawal", "advanced_air"), _FROM_JUNE),
    **dict.fromkeys(("31.10", "historical_weather"), _BULGE),
    # The Invasion has a storm of its own that grows (33.1.4).
    "31.12": ("to_the_west_wall", "campaign"),
    **dict.fromkeys(("32", "31.17", "31.17_long"), ("campaign",)),
    **dict.fromkeys(("31.14", "31.15", "31.18"), ("campaign", "on_to_berlin")),
}
"""Options that say something about some scenarios only -> those; for others they are refused."""

_ABOUT: Final[Mapping[str, str]] = {
    "31.1": "only German paratroop regiments drop or fly; one that was rebuilt does so no more",
    "31.2": "destroyed SS armour is rebuilt before other armour receives replacements",
    "31.3": "aircraft to spare on the replacements mission roll against what the German has accumulated",
    "31.4": "battalions stack free",
    "31.5": "Jersey (I4) with its garrison; the Allies come by invasion, raid or drop only",
    "31.6": "Germans in Germany move hidden under decoys, until they leave it or an Allied unit comes within 5 hexes",
    "31.7": "instead of hidden units 19 decoys, on nine units and ten blanks, until the invasion shows them",
    "31.8": "the German exchanges units between the boxes of his set-up; each box keeps its number",
    "31.9": "armour outside the invaded districts moves on June I after a roll only",
    "31.10": "the German rearranges his line from HH10 to GG14 before play",
    "31.11": "the low country is clear until the German floods it, once",
    "31.12": "from June II a growing +1 to the weather roll until the first storm",
    "31.13": "once, 150SS ignores the first enemy ZOC on its way and all enemies but one hex in combat",
    "31.14": "from September I without Anvers, spare supply capacity limits armour in the second impulse",
    "31.15": "supplied Allied armour leaves by the east edge; the German takes as many steps off the map",
    "31.16": "the brigades of 79th Armoured bridge, cross and storm; 79th Armoured may start whole",
    "31.17": "the game goes on to April IV",
    "31.17_long": "the game goes on to May IV",
    "31.18": "British 1st and 6th Airborne are whole on February I and may drop once more",
    "32": "sudden death: secret objectives, compared on September I",
    "advanced_air": "advanced air system: SAC and night fighters, German fuel",
    "historical_weather": "December IV clear, January I storm, January II overcast",
    "naval_withdrawal": "naval units leave at the earlier of the two dates of 19.8",
}
"""What an option does, for who is to choose."""

_NO_YES: Final[Mapping[str, int]] = {"no": 0, "yes": 1}


def options_of(scenario: str) -> Mapping[str, Switch]:
    """Options that a scenario takes at `new`, by name."""
    return {
        name: Switch(name, word, RULES.get(name, name), _ABOUT[name], _NO_YES)
        for name, word in OPTIONS.items()
        if scenario in FITS.get(name, (scenario,))
    }
