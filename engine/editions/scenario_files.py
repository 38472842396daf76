"""From a validated scenario file to a Scenario: pools numbered, places and turns in one shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexledger.engine.editions.counters import Counter, Marker
from hexledger.engine.editions.edition import EditionError
from hexledger.engine.editions.models import ReinforcementModel, ScenarioModel, SetupModel
from hexledger.engine.editions.scenarios import Reinforcement, Scenario, Setup

SETUP_DETAILS = ("zone", "fixed", "drop", "glider")
REINFORCEMENT_DETAILS = ("area", "ma", "ams", "rule", "kind", "name_after", "strategic", "instead")


class Numbering:
    """Hands out counters and markers: those of a pool in order, so that none is used twice."""

    def __init__(self, file: str, counters: Sequence[Counter], markers: Sequence[Marker]) -> None:
        self._file = file
        self._counters = frozenset(counter.id for counter in counters)
        self._markers = {marker.id: marker.count for marker in markers}
        self._free: dict[str, list[str]] = {}
        for counter in counters:
            if counter.pool:
                self._free.setdefault(counter.pool, []).append(counter.id)

    def take(self, counter: str, where: str) -> tuple[str, bool]:
        """What an id in the file means: the counter itself or the next of the pool it names; True for a marker."""
        if counter in self._free:
            if not self._free[counter]:
                raise EditionError(self._file, where, "the pool has no counter left", counter)
            return self._free[counter].pop(0), False
        if counter in self._counters:
            for pool in self._free.values():
                if counter in pool:
                    pool.remove(counter)
            return counter, False
        if counter not in self._markers:
            raise EditionError(self._file, where, "no such counter in counters.yaml", counter)
        left = self._markers[counter]
        if left is not None:
            if left == 0:
                raise EditionError(self._file, where, "no marker of this kind is left", counter)
            self._markers[counter] = left - 1
        return counter, True


def build_scenario(
    file: str, model: ScenarioModel, data: dict[str, Any], counters: Sequence[Counter], markers: Sequence[Marker]
) -> Scenario:
    """The scenario of a validated file; ``data`` is the file's plain data."""
    numbering = Numbering(file, counters, markers)
    prov = _default_prov(data)
    setup = tuple(_setup(entry, numbering, f"setup[{number}]", prov) for number, entry in enumerate(model.setup))
    arrivals = tuple(
        _reinforcement(entry, numbering, f"reinforcements[{number}]", prov)
        for number, entry in enumerate(model.reinforcements)
    )
    whole, areas, hexes = _playing_area(file, model.map)
    return Scenario(
        id=model.id,
        title=model.title,
        rule=model.rule,
        number=model.number,
        first_turn=model.turns.first,
        last_turn=model.turns.last,
        turns=tuple(model.turns.names),
        players=tuple(model.players),
        whole_board=whole,
        areas=areas,
        hexes=hexes,
        setup=setup,
        reinforcements=arrivals,
        special_rules=tuple(rule if isinstance(rule, str) else str(rule) for rule in model.special_rules),
        data=data,
    )


def _default_prov(data: dict[str, Any]) -> str:
    defaults = data.get("defaults")
    prov = defaults.get("prov") if isinstance(defaults, dict) else data.get("prov")
    return prov if isinstance(prov, str) else ""


def _setup(entry: SetupModel, numbering: Numbering, where: str, prov: str) -> Setup:
    counter, marker = numbering.take(entry.counter, f"{where}.counter")
    return Setup(
        counter=counter,
        at=entry.at,
        marker=marker,
        state=dict(entry.state),
        prov=entry.prov or prov,
        note=entry.note or entry.notes,
        details={key: value for key in SETUP_DETAILS if (value := getattr(entry, key)) is not None},
    )


def _reinforcement(entry: ReinforcementModel, numbering: Numbering, where: str, prov: str) -> Reinforcement:
    named = [(f"{where}.counter", entry.counter)] if entry.counter else []
    named += [(f"{where}.counters[{number}]", counter) for number, counter in enumerate(entry.counters)]
    at = entry.at
    return Reinforcement(
        turn=entry.turn,
        counters=tuple(numbering.take(counter, place)[0] for place, counter in named if counter),
        formation=entry.formation,
        at=() if isinstance(at, dict) else (at,) if isinstance(at, str) else tuple(at),
        entry=at if isinstance(at, dict) else {},
        side=entry.side,
        phase=entry.phase,
        when=entry.when,
        release=entry.release,
        state=dict(entry.state),
        states={counter: dict(state) for counter, state in entry.states.items()},
        prov=entry.prov or prov,
        note=entry.note or entry.notes,
        details={key: value for key in REINFORCEMENT_DETAILS if (value := getattr(entry, key)) not in (None, "")},
    )


def _playing_area(file: str, value: str | dict[str, Any]) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """(whole board, areas, hexes) of the ``map`` entry."""
    if isinstance(value, str):
        if value != "whole board":
            raise EditionError(file, "map", 'must be "whole board", or a mapping with areas, area or hexes', value)
        return True, (), ()
    areas = value.get("areas", value.get("area", []))
    areas = [areas] if isinstance(areas, str) else areas
    hexes = value.get("hexes", [])
    for key, names in (("areas", areas), ("hexes", hexes)):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise EditionError(file, f"map.{key}", "must be a list of ids", names)
    if areas == ["all"] or hexes == ["all"]:
        return True, (), ()
    if not areas and not hexes:
        raise EditionError(file, "map", "names neither areas nor hexes", value)
    return False, tuple(areas), tuple(hexes)
