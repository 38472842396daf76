"""Case Yellow's rules written a second time, by printed hex numbers: an oracle to hold the engine against
(`test_cy_oracle.py`). It is written to be read beside the rulebook, not to be quick. ZOC, LOS, retreats, odds, reach,
attack supply, overruns and obligations were first reckoned from the rulebook alone; stacking, refugees, the house's
H rules and what is special to a scenario were written with the engine's code at hand, and so prove less.

From the engine it takes a position as players have it before them: counters and where they lie, markers, control, the
turn, special rules of the scenario; and what is printed: the map, the counters, the costs and shifts of the terrain.

What it reckons: ZOC (9.1, 9.3, 9.4), stacking (8.3, 8.6), LOS (7.2 to 7.4), attack supply (7.6 to 7.8), costs and reach
of a move (10.1 to 10.11), ways of a retreat (11.4), overruns (10.3c), obligations of an attack (9.5), odds and shifts
(11.3a to c). Left out, because only the engine's own offers would say what is done next: combats played out (11.3d to
g, 11.5, 11.9), moves in several parts, and the rules that look at what a unit has done before in its round. Where a
rule is open the default reading is taken.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from math import ceil
from pathlib import Path
from typing import Any, Final, NamedTuple

import hexledger.engine.games.case_yellow as package
from hexledger.engine.editions.counters import Counter
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w

Hex = str
Unit = str
Side = str
Way = tuple[Hex, ...]

GERMAN, ALLIED = w.SIDES
DIRECTIONS: Final = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
COMPASS: Final = {GERMAN: {"e", "ne", "se"}, ALLIED: {"w", "sw", "nw"}}
"""2.1, 11.4b.1: the retreat compass; refugees flee along the Allied one (10.11)."""
BARRIERS: Final = {"major_river", "rhine"}
HARD_ON_ARMOUR: Final = {"city", "marsh", "flooded"}
EQUAL: Final = 2
"""Column of 1:1; the table begins with 1:3."""
LAST: Final = 7
"""Column of 6:1."""


class Printed:
    """The map as it is printed."""

    def __init__(self, board: dict[str, Any]) -> None:
        hexes: dict[Hex, dict[str, Any]] = board["hexes"]
        self.spot = {label: (one["q"], one["r"]) for label, one in hexes.items()}
        self.terrain: dict[Hex, str] = {label: one["terrain"] for label, one in hexes.items()}
        self.country: dict[Hex, str] = {label: one.get("country", "") for label, one in hexes.items()}
        self.garrison: dict[Hex, int] = {label: one["garrison"] for label, one in hexes.items() if one.get("garrison")}
        self.name: dict[Hex, str] = {label: one.get("name", "") for label, one in hexes.items()}
        self.ports = {label for label, one in hexes.items() if "port" in one.get("features", ())}
        self.defensive_works = {label for label, one in hexes.items() if "defensive_works" in one.get("features", ())}
        self.area: dict[str, list[Hex]] = {name: area.get("hexes", []) for name, area in board["areas"].items()}
        self.river = {frozenset((one["a"], one["b"])): one["kind"] for one in board["hexsides"]}
        self.crossing = {frozenset((one["a"], one["b"])) for one in board["hexsides"] if one.get("bridge")}
        self.road = {frozenset((one["a"], one["b"])) for one in board["links"] if one["kind"] == "road"}
        named = {spot: label for label, spot in self.spot.items()}
        self.near: dict[Hex, dict[Hex, str]] = {
            label: {named[q + x, r + y]: way for way, (x, y) in DIRECTIONS.items() if (q + x, r + y) in named}
            for label, (q, r) in self.spot.items()
        }
        """Hex -> adjacent hex -> the direction in which it lies."""

    def land(self, label: Hex) -> bool:
        """A hex that units can stand in."""
        return self.terrain[label] not in ("sea", "lake")

    def distance(self, one: Hex, other: Hex) -> int:
        """Hexes from one to the other."""
        q, r = (a - b for a, b in zip(self.spot[one], self.spot[other], strict=True))
        return max(abs(q), abs(r), abs(q + r))

    def river_at(self, here: Hex, there: Hex) -> str:
        """2.4m: the river on a hexside."""
        return self.river.get(frozenset((here, there)), "")


@cache
def printed() -> Printed:
    """The map, read once from its file."""
    file = Path(str(package.__file__)).with_name("edition") / "board.json"
    return Printed(json.loads(file.read_text()))


def other(side: Side) -> Side:
    """The enemy."""
    return ALLIED if side == GERMAN else GERMAN


class Fight(NamedTuple):
    """A combat to be reckoned: attackers, the hex, air assets of both sides."""

    attackers: Sequence[Unit]
    target: Hex
    attack_air: int = 0
    defence_air: int = 0


class Oracle:
    """A position in hex numbers and names of units, as a player has it before him."""

    def __init__(self, pos: YellowPosition) -> None:
        game = pos.game
        self.map, self.turn = printed(), pos.state.turn
        self.counter: dict[Unit, Counter] = {counter.id: counter for counter in game.counters}
        self.number = {counter.id: piece for piece, counter in enumerate(game.counters)}
        self.terrain_chart: dict[str, Any] = game.chart.data["terrain_effects"]["terrain"]
        pieces = self.number
        places = {unit: pos.at(piece) for unit, piece in pieces.items()}
        self.at: dict[Unit, Hex] = {u: pos.label(p) for u, p in places.items() if 0 <= p < pos.board.n_hexes}
        self.stack: dict[Hex, list[Unit]] = {}
        for unit, label in self.at.items():
            self.stack.setdefault(label, []).append(unit)
        self.reduced = {unit for unit in self.at if pos.steps(pieces[unit]) < self.counter[unit].steps}
        self.disrupted, self.oos, self.defended = (
            {unit for unit in self.at if pos.flag(pieces[unit], flag)} for flag in (w.DISRUPTED, w.OOS, w.DEFENDED)
        )
        marks: dict[int, set[Hex]] = {}
        for key in pos.state.markers:
            marks.setdefault(key & 0xFFFF, set()).add(pos.label(key >> 32))
        self.destroyed, self.better, self.interdicted, self.bridgeheads, self.hit = (
            marks.get(marker, set()) for marker in (w.DESTROYED, w.BETTER, w.INTERDICTED, w.BRIDGEHEAD, w.HIT)
        )
        self.towns_in_flight, self.cities_in_flight, self.bombed = (
            marks.get(marker, set()) for marker in (w.REFUGEE_TOWN, w.REFUGEE_CITY, w.TERROR)
        )
        changed = {pos.label(place): w.SIDES[side - 1] for place, side in pos.state.control.items() if side}
        self.control: dict[Hex, Side] = {label: changed.get(label, self.owner(label)) for label in self.map.spot}
        self.hexes = {pos.label(place) for place in pos.scenario.clip} or set(self.map.spot)
        self.special = pos.scenario.special
        self.better_tr = pos.scenario.better_side.startswith("back")
        self.dynamo, self.borders_open = pos.var("dynamo") > 0, pos.var("borders_open") > 0
        self.port: Hex = pos.label(pos.var("dynamo_place") - 1) if self.turn <= pos.var("dynamo_end") else ""
        self.open_city = pos.var("open_city") > 0
        self.first_allied_move = pos.track("moves", w.ALLIED) <= 1
        beaten = {"Netherlands": pos.var("netherlands"), "Belgium": pos.var("belgium")}
        self.surrendered = {country for country, turn in beaten.items() if turn > 0}
        self._zones: dict[Side, dict[Hex, list[Unit]]] = {}
        self._lines: dict[tuple[Side, frozenset[Hex], int], dict[Hex, int]] = {}

    # ---------------------------------------------------------------------- 2 what lies there, and what it is worth
    def side(self, unit: Unit) -> Side:
        """Side of a unit."""
        return self.counter[unit].side

    def nation(self, unit: Unit) -> str:
        """Nationality of a unit."""
        return self.counter[unit].nationality

    def has(self, unit: Unit, trait: str) -> bool:
        """A mark that is printed on a counter."""
        return trait in self.counter[unit].traits

    def division(self, unit: Unit) -> bool:
        """2.2a: XX."""
        return self.counter[unit].size == "division"

    def supplies(self, unit: Unit) -> bool:
        """7.9: an attack supply unit."""
        return self.has(unit, "attack_supply")

    def yellow(self, unit: Unit) -> bool:
        """9.3: a motorized unit with a yellow MA."""
        return self.counter[unit].motorized and self.counter[unit].details["ma_colour"] == "yellow"

    def printed_value(self, unit: Unit, key: str) -> int:
        """2.2a: a number on the side of the counter that lies up, in halves."""
        return self.counter[unit].face(unit in self.reduced).halves(key)

    def cs(self, units: Iterable[Unit]) -> Fraction:
        """2.4e: combat strength of several units."""
        return sum((Fraction(self.printed_value(unit, "cs"), 2) for unit in units), Fraction(0))

    def tr(self, unit: Unit, defending: bool = False) -> int:
        """6.2, 7.5: two less when out of supply, then two less when disrupted, never below one; in scenario 3 one more
        for Better Defence against Germans (12.11)."""
        value = self.printed_value(unit, "tr") // 2
        if value == 0:
            return 0
        value += defending and self.better_tr and self.at[unit] in self.better
        for mark in (self.oos, self.disrupted):
            value = max(1, value - 2) if unit in mark else value
        return value

    def ma(self, unit: Unit) -> int:
        """6.2, 7.5: three at most when out of supply, then two less when disrupted, never below one; on the first march
        three more for red stars (H-2)."""
        value = self.printed_value(unit, "ma") // 2
        if (
            "prepared_march" in self.special
            and self.turn == 1
            and self.first_allied_move
            and self.has(unit, "red_star")
        ):
            value += 3
        value = min(value, 3) if unit in self.oos else value
        return max(1, value - 2) if unit in self.disrupted else value

    def owner(self, label: Hex) -> Side:
        """G-A33: whose a hex is at first, and whose its fortifications are."""
        return GERMAN if self.map.country[label] == "Germany" and self.map.land(label) else ALLIED

    def held_by(self, label: Hex) -> Side:
        """The side whose units stand in a hex, nothing when it is empty."""
        return self.side(self.stack[label][0]) if label in self.stack else ""

    def fortress(self, label: Hex) -> bool:
        """10.9a: an undestroyed fortified line."""
        return label in self.map.garrison and label not in self.destroyed

    def works(self, label: Hex) -> bool:
        """10.9b: undestroyed Defensive Works."""
        return label in self.map.defensive_works and label not in self.destroyed

    def fortified(self, label: Hex) -> bool:
        """Either."""
        return self.fortress(label) or self.works(label)

    def enemy_fortified(self, label: Hex, side: Side) -> bool:
        """7.2d: undestroyed works of the enemy."""
        return self.fortified(label) and self.owner(label) != side

    def inside(self, label: Hex) -> bool:
        """A land hex of the scenario."""
        return label in self.hexes and self.map.land(label)

    def near(self, label: Hex) -> list[Hex]:
        """Adjacent land hexes."""
        return [there for there in self.map.near[label] if self.inside(there)]

    def crossing(self, here: Hex, there: Hex) -> bool:
        """2.4m: a crossing on the hexside."""
        return frozenset((here, there)) in self.map.crossing

    def cut(self, here: Hex, there: Hex) -> bool:
        """5.1c, 10.7: an interdicted crossing; the marker lies on one of its banks."""
        return self.crossing(here, there) and bool({here, there} & self.interdicted)

    # ---------------------------------------------------------------------- 8 stacking
    def may_stack(self, units: Iterable[Unit], label: Hex) -> bool:
        """8.3, 8.6, 13.5."""
        stack = set(units)
        nations = {self.nation(unit) for unit in stack}
        if {"dutch", "belgian"} <= nations:
            return False
        if "french" in nations and nations & {"british", "canadian"} and not self.allies_mix(label):
            return False
        if label == self.port and all(self.side(unit) == ALLIED for unit in stack):
            return True
        divisions = [unit for unit in stack if self.division(unit)]
        small = sum(self.counter[unit].size in ("regiment", "brigade") for unit in stack)
        corps = len(stack) - len(divisions) - small
        if corps > 1 or corps + len(divisions) > 2:
            return False
        if corps and any(self.counter[unit].motorized for unit in divisions):
            return False
        return small <= (1 if corps + len(divisions) == 2 else 2)

    def allies_mix(self, label: Hex) -> bool:
        """8.6, 13.5.1: French and British together, in the Dynamo port and next to it or by the scenario."""
        if "no_dyle" in self.special and self.turn >= self.special["no_dyle"]["french_british_from_turn"]:
            return True
        return bool(self.port) and self.control[self.port] == ALLIED and self.map.distance(label, self.port) <= 1

    def room(self, unit: Unit, label: Hex) -> bool:
        """8.4: may a unit end in a hex?"""
        return self.may_stack({*self.stack.get(label, ()), unit}, label)

    # ---------------------------------------------------------------------- 9 zones of control
    def projecting(self, label: Hex) -> list[Unit]:
        """9.1: units without a band do, white bands never, yellow bands of divisions that stand two together."""
        units = self.stack.get(label, [])
        two = sum(map(self.division, units)) >= 2
        bands = {unit: self.counter[unit].details["band"] for unit in units}
        return [unit for unit in units if bands[unit] == "none" or (bands[unit] == "yellow" and two)]

    def zoc_goes(self, here: Hex, there: Hex) -> bool:
        """9.4: not over a Major River or the Rhine, nor into a city, nor into forest but along a road; printed works
        are looked at where the question is asked."""
        if self.map.river_at(here, there) in BARRIERS:
            return False
        if self.map.terrain[there] == "forest":
            return frozenset((here, there)) in self.map.road
        return self.map.terrain[there] != "city"

    def zone(self, side: Side) -> dict[Hex, list[Unit]]:
        """9.1, 9.4: hex -> units of a side that project a ZOC into it; into undestroyed works nobody does."""
        if side not in self._zones:
            found: dict[Hex, list[Unit]] = {}
            for here in self.stack:
                for there in self.map.near[here] if self.held_by(here) == side else ():
                    if self.map.land(there) and self.zoc_goes(here, there) and not self.fortified(there):
                        found.setdefault(there, []).extend(self.projecting(here))
            self._zones[side] = {label: units for label, units in found.items() if units}
        return self._zones[side]

    def projected(self, label: Hex, side: Side) -> list[Unit]:
        """Enemy units of a side that project a ZOC into a hex."""
        return self.zone(other(side)).get(label, [])

    def outrates(self, unit: Unit, enemies: Iterable[Unit], moving: bool = True) -> bool:
        """9.3, 10.3d: a yellow MA unit with a TR above that of each of the enemies; Better Defence counts against the
        movement of Germans only (12.11)."""
        better = moving and self.side(unit) == GERMAN
        return self.yellow(unit) and all(self.tr(enemy, better) < self.tr(unit) for enemy in enemies)

    def checked(self, unit: Unit, label: Hex, moving: bool = True) -> bool:
        """9.2, 9.3: does an enemy ZOC in a hex hold for the unit?"""
        enemies = self.projected(label, self.side(unit))
        return bool(enemies) and not self.outrates(unit, enemies, moving)

    def halted(self, unit: Unit, label: Hex) -> bool:
        """9.2, 9.4b, 10.9b: does it stop there? Works fall when a German enters, and then the ZOC goes into the hex."""
        if self.side(unit) == ALLIED or not self.works(label):
            return self.checked(unit, label)
        beside = [h for h in self.map.near[label] if self.held_by(h) == ALLIED and self.zoc_goes(h, label)]
        enemies = [enemy for here in beside for enemy in self.projecting(here)]
        return bool(enemies) and not self.outrates(unit, enemies)

    # ---------------------------------------------------------------------- 7 supply
    def open_to_los(self, label: Hex, side: Side) -> bool:
        """7.2a, 7.2d: no enemy, no EZOC without a friend in the hex, no works of the enemy."""
        if label in self.stack:
            return self.held_by(label) == side
        return label not in self.zone(other(side)) and not self.enemy_fortified(label, side)

    def los_crosses(self, here: Hex, there: Hex, side: Side) -> bool:
        """7.2b, 10.6b: over a river at crossings only, ours on both banks and for Germans not interdicted."""
        if not self.map.river_at(here, there):
            return True
        ours = self.control[here] == side and self.control[there] == side
        return self.crossing(here, there) and ours and not (side == GERMAN and self.cut(here, there))

    def lines(self, side: Side, sources: Iterable[Hex], most: int = 10_000) -> dict[Hex, int]:
        """7.2: hexes from which there is a LOS to one of several sources, `most` hexes long at most; the unit's hex may
        be closed, those on the way and the source may not; a flooded hex is not passed (7.2c)."""
        asked = (side, frozenset(sources), most)
        if asked in self._lines:
            return self._lines[asked]
        usable = [h for h in asked[1] if self.inside(h) and self.control[h] == side and self.open_to_los(h, side)]
        found = dict.fromkeys(usable, 0)
        queue = list(found)
        for here in queue:
            ends = found[here] and (not self.open_to_los(here, side) or self.map.terrain[here] == "flooded")
            if ends or found[here] == most:
                continue
            for there in self.near(here):
                if there not in found and self.los_crosses(here, there, side):
                    found[there] = found[here] + 1
                    queue.append(there)
        self._lines[asked] = found
        return found

    def german_cities(self) -> list[Hex]:
        """City hexes in Germany."""
        return [h for h, kind in self.map.terrain.items() if kind == "city" and self.map.country[h] == "Germany"]

    def sources(self, nation: str) -> list[Hex]:
        """7.3, 7.4."""
        area, ports = self.map.area, self.map.ports
        match nation:
            case "german":
                return self.german_cities()
            case "belgian":
                return [label for label, name in self.map.name.items() if name in ("Antwerpen", "Oostende")]
            case "french":
                return [*area["west_edge"], *area["south_edge"], *ports]
        return [*area["west_edge"], *ports]

    def supplied(self, unit: Unit) -> bool:
        """7.3, 7.4: has the unit a LOS to a source of its nation? The Dutch need none at home."""
        if self.nation(unit) == "dutch":
            return self.map.country[self.at[unit]] == "Netherlands"
        return self.at[unit] in self.lines(self.side(unit), self.sources(self.nation(unit)))

    def attack_supply(self, unit: Unit, target: Hex) -> set[str]:
        """7.6 to 7.8: how a unit can draw attack supply: `free`, from the West Wall (7.8c, one attack in a round), or
        from an AG1 that is lost by it (7.7)."""
        here, nation, country = self.at[unit], self.nation(unit), self.map.country
        if self.turn == 1 or (nation == "dutch" and country[here] == "Netherlands"):
            return {"free"}
        if nation == "german":
            if self.turn == 2 and country[target] == "Netherlands" and not self.has(unit, "arko"):
                return {"free"}
            return self.german_attack_supply(here)
        if nation == "belgian":
            return {"free"} if here in self.lines(ALLIED, self.sources(nation)) else set()
        return self.western_attack_supply(here, nation) if nation != "dutch" else set()

    def german_attack_supply(self, here: Hex) -> set[str]:
        """7.8: a supply unit or a German city with a LOS to the Ruhr; the West Wall."""
        ruhr = self.lines(GERMAN, self.map.area["ruhr"])
        near = here in self.lines(GERMAN, [city for city in self.german_cities() if city in ruhr], 6)
        for unit, most in (("ge_agb_supply", 5), ("ge_aga_supply", 6)):
            near |= self.at.get(unit) in ruhr and here in self.lines(GERMAN, [self.at[unit]], most)
        wall = here in self.lines(GERMAN, self.map.area["west_wall"], 3)
        return {kind for kind, drawn in (("free", near), ("wall", wall)) if drawn}

    def western_attack_supply(self, here: Hex, nation: str) -> set[str]:
        """7.7: French from Paris, British and Canadians from ports, all of them from AG1."""
        edge = self.lines(ALLIED, [*self.map.area["west_edge"], *self.map.area["south_edge"]])
        if nation == "french":
            near = here in self.lines(ALLIED, [paris for paris in self.map.area["paris"] if paris in edge], 8)
        else:
            near = here in self.lines(ALLIED, self.map.ports, 3)
        found = {"free"} if near else set()
        group = self.at.get("fr_ag1_supply")
        if group is not None and here in self.lines(ALLIED, [group], 5):
            found.add("free" if group in edge else "ag1")
        return found

    # ---------------------------------------------------------------------- 10 where a unit may go, and what it costs
    def barred(self, unit: Unit, here: Hex, there: Hex) -> bool:
        """What no unit may do whatever it pays: 10.4b, 10.6c, 10.9a, 10.10, 11.7, QA.11 and the scenario."""
        side, edge = self.side(unit), frozenset((here, there))
        if not self.inside(there) or self.held_by(there) == other(side):
            return True
        if self.fortress(there) and self.owner(there) != side:
            return True
        roadless = "forest" in (self.map.terrain[here], self.map.terrain[there]) or self.map.terrain[there] == "flooded"
        if self.counter[unit].motorized and roadless and edge not in self.map.road:
            return True
        heavy = (self.has(unit, "arko") or self.supplies(unit)) and bool(self.map.river_at(here, there))
        if heavy and not self.crossing(here, there):
            return True
        if self.supplies(unit) and side == GERMAN and self.cut(here, there):
            return True
        return self.closed_to_germans(here, there) if side == GERMAN else self.closed_to_allies(unit, here, there)

    def closed_to_germans(self, here: Hex, there: Hex) -> bool:
        """QA.11: not into the Dyle Plan area from the south or the west, until Dynamo or the end of turn 4."""
        dyle = self.map.area["dyle"]
        if "dyle_ban" not in self.special or self.dynamo or self.turn > 4 or there not in dyle or here in dyle:
            return False
        return here in self.map.area["dyle_entry_ban"] or self.map.country[here] == "France"

    def closed_to_allies(self, unit: Unit, here: Hex, there: Hex) -> bool:
        """10.10, H-4, H-5, 12.7: Dutch and Belgians, neutrals, who may enter on turn 1, the open city."""
        nation, country = self.nation(unit), self.map.country
        home = {"dutch": "Netherlands", "belgian": "Belgium"}.get(nation)
        if nation == "dutch" and country[there] != "Netherlands":
            return True
        if nation == "belgian" and (country[there] == "Netherlands" or self.third_belgian(unit, here, there)):
            return True
        neutrals = self.special["neutrals"]["countries"] if "neutrals" in self.special else ()
        if not self.borders_open and country[there] in neutrals and country[there] != home:
            return True
        goes_first = self.has(unit, "dlc") or self.has(unit, "red_star") or home is not None
        screen = "dlc_screen" in self.special and self.turn == 1 and not goes_first
        if screen and country[there] in ("Belgium", "Luxembourg"):
            return True
        near, far = (
            min(self.map.distance(label, paris) for paris in self.map.area["paris"]) for label in (here, there)
        )
        return self.open_city and far <= 2 and not far > near

    def third_belgian(self, unit: Unit, here: Hex, there: Hex) -> bool:
        """10.10: two Belgian units at most in France."""
        abroad = [
            x for x in self.at if x != unit and self.nation(x) == "belgian" and self.map.country[self.at[x]] == "France"
        ]
        return self.map.country[there] == "France" != self.map.country[here] and len(abroad) >= 2

    def bound(self, unit: Unit, here: Hex, there: Hex) -> bool:
        """QA.9: red stars do not move out of the Dyle Plan area before Dynamo; Dutch hexes count to it."""
        if "red_star_stay" not in self.special or not self.has(unit, "red_star") or self.dynamo:
            return False
        within = [x in self.map.area["dyle"] or self.map.country[x] == "Netherlands" for x in (here, there)]
        return within == [True, False]

    def refugees(self, label: Hex) -> bool:
        """10.11, 12.6: a hex with refugees, one to which those of a city flee, or one in or beside a bombed city."""
        if label in self.towns_in_flight | self.cities_in_flight | self.bombed:
            return True
        around = self.map.near[label]
        fleeing = {here for here in around if self.map.near[here][label] in COMPASS[ALLIED]} & self.cities_in_flight
        return bool(fleeing or self.bombed & set(around))

    def price(self, unit: Unit, here: Hex, there: Hex) -> int:
        """10.1, 10.4, 10.6, 10.7, 10.9b, 10.11: MPs for one hex."""
        side, motorized, terrain = self.side(unit), self.counter[unit].motorized, self.map.terrain[there]
        if frozenset((here, there)) in self.map.road:
            held = any(self.counter[x].motorized for x in self.stack.get(there, ()))
            cost = 2 if motorized and terrain == "forest" and held else 1
        else:
            cost = int(self.terrain_chart[terrain]["mp"]["motorized" if motorized else "other"])
        cost += self.river_price(side, here, there)
        cost += side == GERMAN and self.works(there)
        cost += side == ALLIED and self.refugees(there)
        return cost

    def river_price(self, side: Side, here: Hex, there: Hex) -> int:
        """10.6a, 10.7, 12.5: one for a river, none at a minor crossing to a hex of ours, one more when interdicted."""
        river = self.map.river_at(here, there)
        if not river:
            return 0
        given_up = self.map.country[there] in self.surrendered and there not in self.zone(ALLIED)
        ours = self.control[there] == side or (side == GERMAN and given_up)
        free = river == "minor_river" and self.crossing(here, there) and ours
        return (0 if free else 1) + (side == GERMAN and self.cut(here, there))

    def step(self, unit: Unit, here: Hex, there: Hex, first: bool) -> int | None:
        """9.2, 9.4a, 10.1: MPs of one step of a move, None when it is not allowed."""
        side = self.side(unit)
        if self.barred(unit, here, there) or self.bound(unit, here, there):
            return None
        if self.halted(unit, here) and (not first or self.checked(unit, there)):
            return None
        if self.map.river_at(here, there) in BARRIERS and there not in self.stack:
            enemies = self.projected(there, side)
            if len({self.at[enemy] for enemy in enemies}) >= 2 and not self.outrates(unit, enemies):
                return None
        return self.price(unit, here, there)

    def reach(self, unit: Unit) -> dict[Hex, int]:
        """10.1: hexes that a unit which has not moved comes to, and the fewest MPs; one it may always go (10.1c)."""
        start, points = self.at[unit], self.ma(unit)
        found: dict[Hex, int] = {}
        heap = [(0, start)]
        while heap:
            spent, here = heappop(heap)
            if here in found:
                continue
            found[here] = spent
            for there in self.map.near[here]:
                cost = self.step(unit, here, there, here == start)
                if cost is not None and spent + cost <= points:
                    heappush(heap, (spent + cost, there))
        for there in self.map.near[start]:
            if there not in found and points and self.step(unit, start, there, True) is not None:
                found[there] = points
        return found

    def overruns(self, units: Sequence[Unit], target: Hex) -> bool:
        """10.3c: yellow MA units from one hex, nine to one and one more for a column of terrain, the hex and one MP."""
        here = self.at[units[0]]
        if not all(map(self.yellow, units)) or self.fortified(target) or self.map.river_at(here, target):
            return False
        if self.map.terrain[target] in ("forest", "marsh", "flooded", "city"):
            return False
        if len(units) > 1 and self.map.terrain[here] == "forest":
            return False
        needed = 9 + self.terrain_chart[self.map.terrain[target]]["shift"] + (target in self.better)
        return self.cs(units) >= needed * self.cs(self.stack[target]) and all(
            self.drives_in(unit, here, target) for unit in units
        )

    def drives_in(self, unit: Unit, here: Hex, target: Hex) -> bool:
        """10.3c: the way into the hex, enemies apart, is one that the unit may go and can pay."""
        victims = self.stack.pop(target)
        allowed = not self.barred(unit, here, target) and not self.bound(unit, here, target)
        self.stack[target] = victims
        in_zones = self.checked(unit, here) and self.checked(unit, target)
        return allowed and not in_zones and self.price(unit, here, target) + 1 <= self.ma(unit)

    # ---------------------------------------------------------------------- 9.5, 11 combat
    def obliged(self, units: Sequence[Unit], target: Hex) -> set[Hex]:
        """9.5b, 11.2: hexes that must be attacked too by attackers from several hexes, those that project a ZOC on them
        and have not been attacked in this round; Germans from two hexes with yellow MA units alone need not."""
        froms = {self.at[unit] for unit in units}
        side = self.side(units[0])
        if len(froms) < 2:
            return set()
        if side == GERMAN and len(froms) == 2 and all(self.yellow(x) for here in froms for x in self.stack[here]):
            return set()
        enemies = {enemy for here in froms for enemy in self.projected(here, side)} - self.defended
        return {self.at[enemy] for enemy in enemies} - {target} - self.hit

    def defenders(self, label: Hex) -> list[Unit]:
        """11.2, 7.9: units with a combat strength that stand in a hex."""
        return [unit for unit in self.stack.get(label, ()) if not self.supplies(unit)]

    def odds(self, fight: Fight) -> tuple[int, int, int] | None:
        """11.3a, 11.3b: initial column, net shift, and the column that is read; None when it is below 1:3."""
        german = self.side(fight.attackers[0]) == GERMAN
        left = self.cs(unit for unit in fight.attackers if self.gun_counts(unit, fight.target))
        right = self.cs(self.defenders(fight.target))
        if self.fortress(fight.target) and self.owner(fight.target) != self.side(fight.attackers[0]):
            right += self.map.garrison[fight.target]
        if not left or left * 3 < right:
            return None
        column = EQUAL + int(left // right) - 1 if left >= right else EQUAL + 1 - ceil(right / left)
        shift = self.ground_shift(fight) + self.supply_shift(fight) + self.armour_shift(fight)
        in_port = german and bool(self.port) and fight.target == self.port
        shift += (fight.attack_air // 2 if in_port else fight.attack_air) - fight.defence_air
        net = max(-1, min(2, shift)) if german else max(-2, min(1, shift))
        return column, net, min(LAST, column + net)

    def gun_counts(self, unit: Unit, target: Hex) -> bool:
        """11.8: an ARKO fights against works, fortified lines and cities only, and not without attack supply."""
        if not self.has(unit, "arko"):
            return True
        fit = self.map.terrain[target] == "city" or self.fortified(target)
        return fit and bool(self.attack_supply(unit, target) & {"free", "wall"})

    def ground_shift(self, fight: Fight) -> int:
        """11.3c, 12.11: terrain, works, a river that all attack over, Better Defence."""
        target, side = fight.target, self.side(fight.attackers[0])
        shift = -int(self.terrain_chart[self.map.terrain[target]]["shift"])
        shift -= self.works(target) and self.owner(target) != side
        beside = [self.at[unit] for unit in fight.attackers if target in self.map.near[self.at[unit]]]
        over = [self.map.river_at(here, target) and not self.bridged(here, target, side) for here in beside]
        return shift - (bool(over) and all(over)) - (target in self.better)

    def bridged(self, here: Hex, target: Hex, side: Side) -> bool:
        """10.8, QA.3: a bridgehead, or Fallschirmjaeger at a crossing."""
        airborne = any(self.has(unit, "fj") for unit in self.stack[here])
        by_air = airborne and self.crossing(here, target) and not self.fortress(target)
        return side == GERMAN and (target in self.bridgeheads or by_air)

    def supply_shift(self, fight: Fight) -> int:
        """7.5d, 7.6, 11.8, 11.3c: one left for attackers in want, one right for an ARKO and for defenders out of
        supply."""
        fighting = [unit for unit in fight.attackers if self.gun_counts(unit, fight.target)]
        want = any(x in self.oos or "free" not in self.attack_supply(x, fight.target) for x in fighting)
        guns = any(self.has(unit, "arko") for unit in fighting)
        return -want + guns + any(unit in self.oos for unit in self.defenders(fight.target))

    def armour_shift(self, fight: Fight) -> int:
        """11.3c *: panzer divisions, less one against Allied armour, two at most; Allied armour divisions against no
        panzer; the 1st Tank Brigade. Not out of or into hard ground, nor into a fortified line."""
        defenders = self.defenders(fight.target)
        if self.map.terrain[fight.target] in HARD_ON_ARMOUR or self.fortress(fight.target):
            return 0
        usable = [x for x in fight.attackers if self.map.terrain[self.at[x]] not in HARD_ON_ARMOUR]
        if self.side(fight.attackers[0]) == GERMAN:
            panzers = sum(self.has(unit, "panzer") for unit in usable)
            return min(2, panzers - (panzers > 0 and any(self.has(unit, "armour") for unit in defenders)))
        divisions = any(self.has(unit, "armour") and self.division(unit) for unit in usable)
        gained = divisions and not any(self.has(unit, "panzer") for unit in defenders)
        return gained + ("br_1_tank" in usable)

    # ---------------------------------------------------------------------- 11.4 retreat
    def open_to_retreat(self, unit: Unit, here: Hex, there: Hex) -> bool:
        """11.4b, 9.5c, 9.5d, QA.4."""
        side = self.side(unit)
        if self.barred(unit, here, there) or self.enemy_fortified(there, side):
            return False
        if self.map.river_at(here, there) in BARRIERS and not self.crossing(here, there):
            return False
        return there in self.stack or not self.checked(unit, there, moving=False)

    def waives(self, here: Hex, there: Hex) -> bool:
        """11.4c: after a river, in a town or a city, in own works."""
        return (
            bool(self.map.river_at(here, there)) or self.map.terrain[there] in ("town", "city") or self.fortified(there)
        )

    def retreats(self, unit: Unit, length: int) -> set[Way]:
        """11.4: ways of a retreat of one or two hexes; along the compass when that is possible (G-B25)."""
        found = set(self.ways_of_one(unit) if length == 1 else self.ways_of_two(unit))
        along = {way for way in found if self.along(unit, way)}
        whole = {way for way in found if len(way) >= length}
        if along & whole:
            return along
        return along | whole if along else found

    def along(self, unit: Unit, way: Way) -> bool:
        """11.4b.1: along the compass of its side."""
        steps = zip((self.at[unit], *way), way, strict=False)
        return all(self.map.near[here][there] in COMPASS[self.side(unit)] for here, there in steps)

    def ways_of_one(self, unit: Unit) -> Iterator[Way]:
        """11.4d: one hex, and one more where the stack would be too large."""
        start = self.at[unit]
        for first in self.map.near[start]:
            if self.open_to_retreat(unit, start, first):
                if self.room(unit, first):
                    yield (first,)
                else:
                    yield from self.on(unit, (first,))

    def ways_of_two(self, unit: Unit) -> Iterator[Way]:
        """11.4b, 11.4c: two hexes that do not end beside the first, the second one waived, one more for stacking."""
        start = self.at[unit]
        for first in self.map.near[start]:
            if not self.open_to_retreat(unit, start, first):
                continue
            if self.waives(start, first) and self.room(unit, first):
                yield (first,)
            for second in self.map.near[first]:
                if second == start or not self.open_to_retreat(unit, first, second):
                    continue
                if not self.room(unit, second):
                    yield from (way for way in self.on(unit, (first, second)) if way[-1] not in self.map.near[start])
                elif second not in self.map.near[start]:
                    yield (first, second)

    def on(self, unit: Unit, way: Way) -> Iterator[Way]:
        """11.4b.4, b.5: one hex more, none of the way again."""
        for there in self.map.near[way[-1]]:
            new = there not in way and there != self.at[unit]
            if new and self.open_to_retreat(unit, way[-1], there) and self.room(unit, there):
                yield (*way, there)
