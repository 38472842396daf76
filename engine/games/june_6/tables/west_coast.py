"""The US landing on the west coast of the Cotentin (PB 2.85): what it changes in the campaign's set-up and schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.engine.editions.scenarios import Reinforcement, Scenario

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.tables.box import Box

EACH: Final = 100
"""The number of a scenario with the landing on west coast beach n is the scenario's own + n * EACH."""
BOX: Final = "omaha_box"
"""Landing box that the west coast beach uses (PB 2.85c)."""
OMAHA: Final = "beach_omaha"
RANGERS: Final = 3
"""Hexes from the beach at which Rangers may land (PB 2.85d, 1.85)."""
RULE: Final = "PB 2.85"


def beach(game: Box[Any], number: int) -> frozenset[int]:
    """Beach hexes of choice 1 or 2 (PB 2.85c); none for 0."""
    return game.board.in_area(f"beach_west_{number}") if number else frozenset()


def rangers(game: Box[Any], hexes: frozenset[int]) -> frozenset[int]:
    """Coastal hexes other than the beach, within reach of it, in which Rangers may land (PB 2.85d)."""
    features = game.board.features
    near = {place for hex_ in sorted(hexes) for place in game.board.within(hex_, RANGERS)}
    return frozenset(place for place in near if "coastal" in features[place]) - hexes


def changed(scenario: Scenario) -> Scenario:
    """The scenario with the landings of PB 2.85d and 2.85e: what its file lists under `west_coast`."""
    listed: dict[str, Any] = scenario.data["west_coast"]
    late = set(listed["not_on_6_june"])
    moved = late.union(*(entry.get("counters", ()) for entry in listed["reinforcements"]))
    formations = {entry["formation"] for entry in listed["reinforcements"] if "formation" in entry}
    kept = tuple(
        entry
        for entry in scenario.reinforcements
        if entry.formation not in formations and not moved.intersection(entry.counters)
    )
    return msgspec.structs.replace(
        scenario,
        setup=tuple(entry for entry in scenario.setup if entry.counter not in late),
        reinforcements=tuple(_landing(entry) for entry in listed["reinforcements"]) + kept,
        data={**scenario.data, "pools": _pools(scenario.data["pools"], listed["no_am"])},
    )


def _landing(entry: dict[str, Any]) -> Reinforcement:
    return Reinforcement(
        turn=entry["turn"],
        counters=tuple(entry.get("counters", ())),
        formation=entry.get("formation", ""),
        at=(BOX,),
        side="allied",
        phase=entry.get("phase", ""),
        details={"rule": RULE, **({"ams": entry["ams"]} if "ams" in entry else {})},
    )


def _pools(pools: dict[str, Any], without: list[str]) -> dict[str, Any]:
    """The AMs of 6 June without those of divisions that do not land that day."""
    invasion = {
        name: {am: number for am, number in listed.items() if am not in without}
        for name, listed in pools["ams_6_june"].items()
        if isinstance(listed, dict)
    }
    return {**pools, "ams_6_june": {**pools["ams_6_june"], **invasion}}
