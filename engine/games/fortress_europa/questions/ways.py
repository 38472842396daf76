"""Where a unit may go by land (5, 8, 9.3, 24.3, 33.3.7, 33.3.8): single steps, whole paths, everything in reach.

A way is a path of hexes entered, the start left out. Every hex costs one point; rough terrain halves the allowance of
armour on the way (8.1), so the search keeps whether that has happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, cast

from hexledger.engine.games.fortress_europa.questions import bulge, districts, partisan
from hexledger.engine.games.fortress_europa.questions.allowance import half_up, left
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import roster
from hexledger.engine.kernel.decisions import PlaceId
from hexledger.engine.kernel.memory import BOARD, CONTROL, MARKERS, Basis, kept, rows
from hexledger.engine.kernel.steps import Refusal
from hexledger.engine.map.paths import path_to, spread

_HALVED: Final = 2
_ENDED: Final = 1


class Mover(NamedTuple):
    """What of a unit decides where it may go.

    meuse, nancy   may not cross the Meuse (33.3.7), may not be north of Nancy (33.3.8)
    italy          may not leave Italy (9.3)
    bold           neither stops for enemy ZOCs nor is held by them now (33.3.9.4)
    slips          may ignore the first enemy ZOC that it enters (31.13)
    barred         number of the frozen district that it may not enter again (15.10), 0 for none
    bound          number of the district that it may not leave, for it stands in for a frozen unit (9.1 C), 0 for none
    brigade        of a brigade of 79th Armoured itself (31.16), -1 for others
    """

    side: int
    armored: bool
    mountain: bool
    meuse: bool
    nancy: bool
    italy: bool
    bold: bool
    slips: bool = False
    barred: int = 0
    bound: int = 0
    brigade: int = -1


def path_of(hexes: Sequence[int]) -> tuple[PlaceId, ...]:
    """A way that was found, as decisions name it."""
    return cast("tuple[PlaceId, ...]", tuple(hexes))


@kept(BOARD)
def mover(pos: FortressPosition, piece: int) -> Mover:
    """What decides where a unit may go."""
    ros, scenario = pos.tables.roster, pos.scenario
    start = scenario.start_of.get(piece)
    at_home = start is not None and start.place in scenario.north_of_nancy
    return Mover(
        side=pos.side(piece),
        armored=piece in ros.armored,
        mountain=piece in ros.mountain,
        meuse=bool(scenario.meuse) and pos.nation(piece) == roster.BRITISH,
        nancy=bool(scenario.north_of_nancy) and pos.nation(piece) == roster.FRENCH and not at_home,
        italy=bool(pos.flag(piece, f.ITALY_ONLY)),
        bold=bold(pos, piece),
        slips=bulge.may_slip(pos, piece),
        barred=_barred(pos, piece),
        bound=districts.bound(pos, piece),
        brigade=piece if piece in ros.split_79th else -1,
    )


def _barred(pos: FortressPosition, piece: int) -> int:
    """FE 15.10: the district into which the unit was forced to retreat, while its Germans are frozen."""
    district = pos.flag(piece, f.STRAYED)
    return 0 if not district or districts.released(pos, district) else district


def bold(pos: FortressPosition, piece: int) -> bool:
    """FE 33.3.9.4, C-72: 1SS and 150SS ignore enemy ZOCs in the second move impulse of December III."""
    scenario = pos.scenario
    return (
        piece in scenario.spearheads
        and pos.state.turn == scenario.first
        and pos.impulse == 2
        and pos.active_side == f.GERMAN
    )


# ------------------------------------------------------------------ single steps
def neighbours(pos: FortressPosition, m: Mover, place: int) -> Sequence[int]:
    """FE 31.5: places one step away by land; with the option Germans go between Jersey and the coast opposite."""
    ground = pos.tables.ground
    if m.side == f.GERMAN and ground.jersey >= 0 and pos.option("31.5"):
        if place == ground.jersey:
            return ground.jersey_coast
        if place in ground.jersey_coast:
            return (*ground.links[place], ground.jersey)
    return ground.links[place]


def can_enter(pos: FortressPosition, piece: int, a: int, b: int) -> Refusal | None:
    """Why a unit could not go from hex a to hex b: terrain, water, prohibited hexes, the dyke's exits, scenario limits,
    enemy units. ZOCs and stacking are not looked at."""
    return step(pos, mover(pos, piece), a, b)


def step(pos: FortressPosition, m: Mover, a: int, b: int, *, empty: bool = False) -> Refusal | None:
    """FE 8.4, 16.6: `can_enter` for any unit that moves alike. `empty`: as if no unit stood anywhere."""
    ground, scenario = pos.tables.ground, pos.scenario
    if b not in neighbours(pos, m, a):
        return _not_linked(pos, a, b)
    here, there = pos.label(a), pos.label(b)
    if b == ground.jersey and pos.controller(b) == f.ALLIED:
        return "31.5", "once the Allies have Jersey no German goes there again"
    if not m.mountain and pos.terrain(b) == "alpine":
        return "8.4", f"only mountain units enter alpine {there}"
    if not empty and a == ground.dyke and any(pos.enemies_in(exit_, m.side) for exit_ in ground.dyke_exits(b)):
        return "8.7", f"an enemy stands at the end of the dyke towards {there}"
    if m.italy and b not in ground.italy:
        return "9.3", f"the unit may not leave Italy for {there} before the Allies have entered Italy"
    if m.barred and ground.district[b] == m.barred != ground.district[a]:
        return "15.10", f"the unit was forced into that district once and may not enter it again at {there}"
    if m.bound and ground.district[b] != m.bound == ground.district[a]:
        return "C-122", f"the unit stands in for a frozen one: at {there} its district would have too few units"
    if m.meuse and ground.key(a, b) in scenario.meuse:
        return "33.3.7", f"British and minor Allied units may not cross the Meuse between {here} and {there}"
    if m.nancy and b in scenario.north_of_nancy:
        return "33.3.8", f"French units may not go north of Nancy, to {there}"
    if not empty and pos.enemies_in(b, m.side):
        return "C-61", f"an enemy unit stands in {there}"
    return None


def _not_linked(pos: FortressPosition, a: int, b: int) -> Refusal:
    ground = pos.tables.ground
    here, there = pos.label(a), pos.label(b)
    if b not in ground.land:
        return "8.6", f"no land unit may enter {there}"
    if a < pos.board.n_hexes and b in pos.board.neighbours[a]:
        return "8.8", f"water lies between {here} and {there}"
    return "5.2", f"{there} is not adjacent to {here}"


def bridged(pos: FortressPosition, m: Mover, a: int, b: int) -> bool:
    """FE 31.16: does a brigade of 79th Armoured that stays on either bank let an Allied unit over a river without
    bridges, into a hex that is in no enemy ZOC? No brigade builds for itself."""
    if m.side != f.ALLIED or not pos.option("31.16") or pos.in_ezoc(b, f.ALLIED):
        return False
    return any(pos.at(part) in (a, b) for part in sorted(pos.tables.roster.split_79th) if part != m.brigade)


def stops(pos: FortressPosition, m: Mover, a: int, b: int) -> Refusal | None:
    """FE 7.2, 8.2-8.5: (rule, reason) why a unit that came from hex a must stop in hex b, None when it may go on.
    Rivers with bridges stop nobody."""
    there = pos.label(b)
    if not m.bold and pos.in_ezoc(b, m.side):
        return "7.2", f"a unit stops in the enemy ZOC in {there}"
    why = stops_on(pos, m, b)
    if why is not None:
        return why
    if m.side == f.GERMAN and partisan.in_hex(pos, b):
        return "24.3", f"a unit stops in {there}, where the Partisan is"
    if not m.armored and pos.impulse == 1 and pos.broken(a, b) and not bridged(pos, m, a, b):
        return "17.10.4", f"in the first impulse a unit stops in {there}, behind the river without bridges"
    if pos.tables.ground.jersey in (a, b):
        return "31.5", "to or from Jersey is a whole move"
    return None


def stops_on(pos: FortressPosition, m: Mover, place: int) -> Refusal | None:
    """FE 8.2-8.4: why the terrain of a hex stops a unit that enters it, None when it does not."""
    there = pos.label(place)
    terrain = pos.terrain(place)
    if terrain == "flooded":
        return "8.2", f"a unit stops in flooded {there}"
    if terrain == "mountain" and not m.mountain:
        return "8.3", f"a unit stops in mountain hex {there}"
    if terrain == "alpine":
        return "8.4", f"a unit stops in alpine {there}"
    return None


def rough(pos: FortressPosition, m: Mover, place: int) -> bool:
    """FE 8.1: does the hex halve the allowance of this unit?"""
    return m.armored and pos.terrain(place) == "rough"


# ------------------------------------------------------------------ whole paths
class Gone(NamedTuple):
    """Part of a move that has been made.

    limit    allowance at its beginning, in hexes
    spent    hexes entered so far
    halved   rough terrain has halved the limit (8.1)
    closed   hexsides (`Ground.key`) at which a crossing has failed (C-84)
    tested   the unit has been rolled for by strafing aircraft (17.10.1)
    """

    limit: int
    spent: int = 0
    halved: bool = False
    closed: tuple[int, ...] = ()
    tested: bool = False

    @property
    def allowed(self) -> int:
        """Hexes that may be entered in the whole move, as things are."""
        return min(self.limit, max(half_up(self.limit), self.spent)) if self.halved else self.limit

    def entered(self, is_rough: bool) -> Gone:
        """After one more hex (8.1, C-2)."""
        return self._replace(spent=self.spent + 1, halved=self.halved or is_rough)


def trace(pos: FortressPosition, piece: int, path: Sequence[int], gone: Gone) -> Refusal | None:
    """FE 8.7, 8.10, 16.7: why a unit may not go along a path from where it is, None when it may. Crossings without
    bridges are taken to succeed (17.10.4)."""
    m, name = mover(pos, piece), pos.name(piece)
    place, halt, before, slipped = pos.at(piece), None, -1, -1
    for there in path:
        if halt is not None and halt[0] == "7.2" and m.slips and slipped < 0:
            # 31.13: the first enemy ZOC is passed over; what else holds a unit in that hex holds this one, too.
            slipped, halt = place, stops(pos, m._replace(bold=True), before, place)
        if halt is not None:
            return halt
        why = step(pos, m, place, there)
        if why is not None:
            return why
        if place != slipped and _in_zone(pos, m, place) and _in_zone(pos, m, there):
            return "8.10", f"{name} may not go from the enemy ZOC in {pos.label(place)} into that in {pos.label(there)}"
        if there == pos.tables.ground.jersey and gone.spent:
            return "31.5", "to or from Jersey is a whole move"
        if gone.spent >= gone.allowed:
            return ("8.1" if gone.halved else "5.4"), f"{name} may enter {_hexes(gone.allowed)} in this impulse"
        wet = m.armored and pos.broken(place, there) and not bridged(pos, m, place, there)
        if wet and pos.tables.ground.key(place, there) in gone.closed:
            where = f"{pos.label(place)}/{pos.label(there)}"
            return "C-84", f"{name} has failed to cross at {where} in this impulse"
        halt = stops(pos, m, place, there)
        gone = gone.entered(rough(pos, m, there))
        before, place = place, there
    if place == pos.tables.ground.dyke:
        return "8.7", f"a unit may not end its move on the dyke in {pos.label(place)}"
    return None


def _in_zone(pos: FortressPosition, m: Mover, place: int) -> bool:
    """FE 8.10, 24.3: a hex in an enemy ZOC for the mover; to Germans the Partisan's own hex is one."""
    if m.bold:
        return False
    return pos.in_ezoc(place, m.side) or (m.side == f.GERMAN and partisan.in_hex(pos, place))


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


# ------------------------------------------------------------------ reach
_Steps = tuple[tuple[int, bool, bool], ...]
"""Steps out of a hex: the hex entered, whether the unit must stop there, whether it is rough for it."""


@rows(Basis(MARKERS, CONTROL, variables=(f.VAR_SCENARIO, f.VAR_JERSEY, f.VAR_LOW_COUNTRY, f.VAR_FLOODED)))
def _bare(pos: FortressPosition, m: Mover, place: int) -> _Steps:
    """Steps out of a hex on the bare map for all units that move alike: no unit stands anywhere, every bridge is whole.
    Jersey is left out, a whole move of its own, which is not listed."""
    jersey = pos.tables.ground.jersey
    return tuple(
        (there, stops_on(pos, m, there) is not None or place == jersey, rough(pos, m, there))
        for there in neighbours(pos, m, place)
        if there != jersey and step(pos, m, place, there, empty=True) is None
    )


def _zone(pos: FortressPosition, m: Mover) -> Mapping[int, object]:
    return {} if m.bold else pos.zoc(3 - m.side)


@rows(BOARD)
def steps(pos: FortressPosition, m: Mover, place: int) -> _Steps:
    """Steps out of a hex for all units that move alike; none leads from one enemy ZOC into another."""
    return _out(pos, m, place, zoned=_in_zone(pos, m, place))


@rows(BOARD)
def _past_zone(pos: FortressPosition, m: Mover, place: int) -> _Steps:
    """FE 31.13: steps out of the enemy ZOC that is passed over, into another as well."""
    return _out(pos, m, place, zoned=False)


def _out(pos: FortressPosition, m: Mover, place: int, *, zoned: bool) -> _Steps:
    """What enemies, their ZOCs, the Partisan and bridges that are out leave of the steps on the bare map, as `step` and
    `stops` say it of each. `zoned`: the hex lies in an enemy ZOC, so that none leads into another."""
    zone, enemies = _zone(pos, m), pos.seen_by(m.side)
    held = [pos.at(piece) for piece in pos.tables.roster.partisans] if m.side == f.GERMAN else ()
    found = [
        (there, ended or there in zone or there in held, is_rough)
        for there, ended, is_rough in _bare(pos, m)[place]
        if there not in enemies and not (zoned and (there in zone or there in held))
    ]
    if place == pos.tables.ground.dyke:
        found = [one for one in found if step(pos, m, place, one[0]) is None]
    if pos.without_bridges():
        found = [(there, ended or _halts(pos, m, place, there), is_rough) for there, ended, is_rough in found]
    return tuple(found)


def _halts(pos: FortressPosition, m: Mover, here: int, there: int) -> bool:
    """17.10.4: does a unit stop behind a river without bridges? Armour needs a die to cross, so that a way that is
    listed ends there."""
    return (m.armored or pos.impulse == 1) and pos.broken(here, there) and not bridged(pos, m, here, there)


def reach(pos: FortressPosition, piece: int, gone: Gone | None = None) -> dict[int, tuple[int, ...]]:
    """Every hex that a unit could enter by land now -> the shortest way there, ascending; stacking is not looked at.

    A way over a river without bridges ends behind it where the unit is armoured (the die decides, 17.10.4).
    """
    go = gone if gone is not None else Gone(left(pos, piece))
    if go.limit <= 0:
        return {}
    m = mover(pos, piece)
    found = _spread(pos, steps(pos, m), pos.at(piece), go)
    if m.slips:
        found = _slipped(pos, piece, m, go, found)
    found.pop(pos.at(piece), None)
    found.pop(pos.tables.ground.dyke, None)
    return {place: found[place] for place in sorted(found)}


def _spread(
    pos: FortressPosition, onto: Mapping[int, _Steps], start: int, go: Gone, first: Mapping[int, _Steps] | None = None
) -> dict[int, tuple[int, ...]]:
    """Hexes in reach of a start -> the shortest way there. `first`: what leads out of the start, if not `onto`."""
    half, base, key = half_up(go.limit), go.spent, pos.tables.ground.key
    root = start << 2 | (_HALVED if go.halved else 0)

    def onward(node: int, spent: int) -> Iterable[int]:
        place, halved = node >> 2, node & _HALVED
        if node & _ENDED or (halved and base + spent >= half):
            return ()
        out = (first if first is not None and node == root else onto)[place]
        if go.closed:
            out = tuple(one for one in out if key(place, one[0]) not in go.closed)
        return [there << 2 | (_HALVED if halved or is_rough else 0) | ended for there, ended, is_rough in out]

    reached = spread(root, go.limit - base, onward)
    best: dict[int, int] = {}
    for node in reached:
        best.setdefault(node >> 2, node)
    return {place: tuple(node >> 2 for node in path_to(reached, node)[1:]) for place, node in best.items()}


def _slipped(
    pos: FortressPosition, piece: int, m: Mover, go: Gone, plain: dict[int, tuple[int, ...]]
) -> dict[int, tuple[int, ...]]:
    """FE 31.13: what is in reach when the first enemy ZOC is passed over as well; shortest ways first."""
    found = dict(plain)
    for zone, way in plain.items():
        if not way or not pos.in_ezoc(zone, m.side):
            continue
        gone = go
        for there in way:
            gone = gone.entered(rough(pos, m, there))
        for place, rest in _spread(pos, steps(pos, m), zone, gone, _past_zone(pos, m)).items():
            path = (*way, *rest)
            shorter = place not in found or len(path) < len(found[place])
            if shorter and trace(pos, piece, path, go) is None:
                found[place] = path
    return found
