"""Supply (18.1-18.6, 18.8): lines of units and HQs, ports assigned, losses of the unsupplied.

A verdict names its proof as a path. Of a unit: its line to the HQ and then the place of the port that feeds it. Of an
HQ: its line to the port or city. Of a unit out of supply: the line that it would need, up to the hex where it is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.games.fortress_europa.questions import capacity, partisan
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.zoc import ON_ZOC
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import BOARD, CONTROL, Basis, kept, lasting, renewed
from hexledger.engine.map.floods import Lines
from hexledger.engine.procedures.assignment import serve

ON_CONTROL: Final = Basis(CONTROL)
KEPT: Final = 256
"""Searches for lines that are kept."""
OUT: Final = frozenset({"status.no_hq", "status.cut", "status.hq_cut", "status.no_capacity"})
"""Statuses of units out of supply."""


class Standing(NamedTuple):
    """Verdict on a unit. `status` is the key of a word; `hq` and `port` are -1 where none is used."""

    status: str
    rule: str
    path: tuple[int, ...] = ()
    hq: int = -1
    port: int = -1

    @property
    def supplied(self) -> bool:
        """False for a unit that loses a step (18.1, 18.3)."""
        return self.status not in OUT


# ---------------------------------------------------------------------- lines
def clear(pos: FortressPosition, place: int, side: int) -> bool:
    """FE 18.1, 18.3, 24.3: may a line of supply run through a hex? Not in an enemy ZOC nor in an enemy city; German
    lines not past the Partisan. Terrain, broken bridges and weather do not matter (18.1, 18.9)."""
    if pos.in_ezoc(place, side) or pos.enemy_city(side, place):
        return False
    return side == f.ALLIED or not partisan.in_hex(pos, place)


def reach(
    pos: FortressPosition,
    starts: Iterable[int],
    side: int,
    *,
    limit: int = -1,
    controlled: bool = False,
    free: bool = False,
) -> Lines:
    """FE 18.1: lines from the nearest of the starts to every place that one leads to.

    The hexes between must be clear and, if `controlled`, the side's own; both ends may lie in an enemy ZOC. `free` asks
    where a line would run if nothing could cut it. Ties: the lower start, then the lower place.
    """
    ground = pos.tables.ground
    passable = ground.land_bits if free else _passable(pos, side, controlled)
    return _lines(pos.game, ground, tuple(sorted(starts)), limit, passable)


@lasting(most=KEPT)
def _lines(_game: Game[Any], ground: Ground, starts: tuple[int, ...], limit: int, passable: int) -> Lines:
    """What lines reach from some starts through the hexes that are passable. In a side's own turn the enemy stands
    where he stood: most lines are those of the last position."""
    return ground.floods.lines(starts, passable, limit)


@kept(ON_ZOC)
def _passable(pos: FortressPosition, side: int, controlled: bool) -> int:
    """Hexes that a line of a side may run through: those that are `clear`, and if wanted the side's own (as bits, see
    `Floods`)."""
    ground = pos.tables.ground
    if controlled:
        hexes, allied = _passable(pos, side, False), _allied_hexes(pos)
        return hexes & allied if side == f.ALLIED else hexes & ~allied
    # of the cities what `enemy_city` says of each
    taken, others = _cities(pos)
    if side == f.ALLIED:
        return ground.land_bits & ~(others | ground.floods.hexes(pos.zoc(f.GERMAN)))
    closed = [city for city in taken if pos.holds(f.ALLIED, city)]
    closed += [pos.at(piece) for piece in pos.tables.roster.partisans if pos.on_map(piece)]
    return ground.land_bits & ~ground.floods.hexes((*pos.zoc(f.ALLIED), *closed))


@kept(ON_CONTROL)
def _cities(pos: FortressPosition) -> tuple[tuple[int, ...], int]:
    """Cities that the Allies control, ascending; the others as bits."""
    ground = pos.tables.ground
    allied = tuple(city for city in sorted(ground.cities) if pos.controller(city) == f.ALLIED)
    return allied, ground.floods.hexes(ground.cities.difference(allied))


@kept(ON_CONTROL)
def _allied_hexes(pos: FortressPosition) -> int:
    """Hexes that the Allies control, as bits."""
    return pos.tables.ground.floods.hexes([place for place, holder in pos.state.control.items() if holder == f.ALLIED])


def _range(pos: FortressPosition) -> int:
    return pos.game.edition.chart_int("supply_ranges", "unit_to_hq")


class Grounds(NamedTuple):
    """What the lines of a side's HQs hang on: sources with their capacity, HQs with their places, hexes that a line may
    run through, and of those the side's own (as bits, see `Floods`)."""

    sources: dict[int, int]
    hqs: tuple[tuple[int, int], ...]
    clear: int
    controlled: int


class Net:
    """Lines of a side's HQs: asked once, then looked up, in every position that leaves their grounds as they are.

    near    HQ -> reach of at most five hexes around it (18.1)
    ends    HQ -> its sources (Allied ports and Mulberries, German cities), nearest first (18.1, 18.3)
    beside  place -> HQs within five hexes of it whose own line stands, nearest first
    ports   place -> the sources of these, in their order
    """

    def __init__(self, pos: FortressPosition, side: int, grounds: Grounds) -> None:
        self.grounds, self.sources = grounds, grounds.sources
        limit = _range(pos)
        self.near: dict[int, Lines] = {}
        self.ends: dict[int, tuple[int, ...]] = {}
        self.lines: dict[int, Lines] = {}
        for hq, place in grounds.hqs:
            lines = reach(pos, (place,), side, controlled=True)
            self.lines[hq] = lines
            self.near[hq] = reach(pos, (place,), side, limit=limit)
            self.ends[hq] = lines.nearest(self.sources)
        self.beside: Mapping[int, tuple[int, ...]] = _Asked(self._beside)
        self.ports: Mapping[int, tuple[int, ...]] = _Asked(self._ports)
        self._to_hq: dict[tuple[int, int], tuple[int, ...]] = {}

    def agrees(self, fresh: Net) -> bool:
        """True when both are lines of the same grounds, whatever has been asked of either."""
        return self.grounds == fresh.grounds and self.ends == fresh.ends

    def _beside(self, place: int) -> tuple[int, ...]:
        found = [hq for hq, near in self.near.items() if place in near and self.ends[hq]]
        return tuple(sorted(found, key=lambda hq: (self.near[hq].length(place), hq)))

    def _ports(self, place: int) -> tuple[int, ...]:
        return tuple(dict.fromkeys(port for hq in self.beside[place] for port in self.ends[hq]))

    def to_hq(self, place: int, hq: int) -> tuple[int, ...]:
        """The line from a place to an HQ near it."""
        found = self._to_hq.get((place, hq))
        if found is None:
            found = self._to_hq[place, hq] = tuple(reversed(self.near[hq].to(place)))
        return found

    def to_end(self, hq: int, source: int) -> tuple[int, ...]:
        """The line from an HQ to one of its sources."""
        return self.lines[hq].to(source)


class _Asked(dict[int, tuple[int, ...]]):
    """A mapping that fills itself."""

    def __init__(self, make: Callable[[int], tuple[int, ...]]) -> None:
        self._make = make

    def __missing__(self, place: int) -> tuple[int, ...]:
        found = self[place] = self._make(place)
        return found


@renewed(BOARD)
def net(pos: FortressPosition, last: Net | None, side: int) -> Net:
    """The lines of a side's HQs."""
    grounds = Grounds(
        capacity.sources(pos) if side == f.ALLIED else dict.fromkeys(cities(pos), 0),
        tuple([(hq, pos.at(hq)) for hq in pos.hqs(side)]),
        _passable(pos, side, False),
        _passable(pos, side, True),
    )
    return last if last is not None and last.grounds == grounds else Net(pos, side, grounds)


def hqs_for(pos: FortressPosition, side: int) -> Mapping[int, tuple[int, ...]]:
    """Place -> HQs of a side within five hexes of it whose own line stands, nearest first."""
    return net(pos, side).beside


def cities(pos: FortressPosition) -> tuple[int, ...]:
    """FE 18.3: cities in Germany and Italy that the German controls."""
    ground = pos.tables.ground
    return tuple(c for c in sorted(ground.cities & (ground.germany | ground.italy)) if pos.controller(c) == f.GERMAN)


# ---------------------------------------------------------------------- verdicts
def always(pos: FortressPosition, piece: int) -> Standing | None:
    """FE 18.4, 18.5, 18.7.1, 20.6, 21.1: a unit in supply without a line, None for the others."""
    place, ground, roster = pos.at(piece), pos.tables.ground, pos.tables.roster
    allied = pos.side(piece) == f.ALLIED
    if pos.flag(piece, f.DROPPED):
        return Standing("status.dropped", "20.6")
    if allied:
        if piece in roster.raiders:
            return Standing("status.always", "21.1")
        if pos.flag(piece, f.INVADING):
            return Standing("status.invading", "18.7.1")
        if pos.is_city(place) and place not in ground.germany:
            return Standing("status.city", "18.4")
        return None
    if pos.frozen(piece):
        return Standing("status.frozen", "18.5")
    if place in ground.germany or place in ground.italy:
        return Standing("status.always", "18.5")
    return Standing("status.city", "18.4") if pos.is_city(place) or pos.fortress(place) else None


def _cut(pos: FortressPosition, piece: int, side: int) -> Standing:
    """Why a unit has no line: no HQ near, its line cut, or the HQ's."""
    rule = "18.1" if side == f.ALLIED else "18.3"
    lines, place = net(pos, side), pos.at(piece)
    if piece in lines.ends:
        return Standing("status.hq_cut", rule, (place,), piece)
    for hq, near in lines.near.items():
        if place in near:
            return Standing("status.hq_cut", rule, lines.to_hq(place, hq), hq)
    limit = _range(pos)
    for hq in lines.near:
        ideal = reach(pos, (pos.at(hq),), side, limit=limit, free=True)
        if place in ideal:
            line = tuple(reversed(ideal.to(place)))
            stop = next((n for n, hex_ in enumerate(line[1:], 1) if not clear(pos, hex_, side)), len(line) - 1)
            return Standing("status.cut", rule, line[: stop + 1], hq)
    return Standing("status.no_hq", rule, (place,))


def _german(pos: FortressPosition, piece: int) -> Standing:
    """FE 18.3, 18.6: a German unit that needs a line."""
    lines, place = net(pos, f.GERMAN), pos.at(piece)
    if piece in lines.ends:
        if lines.ends[piece]:
            city = lines.ends[piece][0]
            return Standing("status.hq", "18.3", lines.to_end(piece, city), piece, city)
    else:
        for hq in lines.beside[place]:
            return Standing("status.hq", "18.3", lines.to_hq(place, hq), hq)
    if not pos.near_enemy(place, f.GERMAN, _range(pos)):
        far = _far(pos, piece in lines.ends)
        if place in far:
            return Standing("status.far", "18.6", tuple(reversed(far.to(place))))
    return _cut(pos, piece, f.GERMAN)


@kept(ON_ZOC)
def _far(pos: FortressPosition, is_hq: bool) -> Lines:
    """FE 18.6, C-92: lines of any length to an HQ or to a German city in Germany; an HQ does not supply HQs."""
    home = [c for c in sorted(pos.tables.ground.german_cities) if pos.controller(c) == f.GERMAN]
    return reach(pos, {*home, *(() if is_hq else (pos.at(hq) for hq in pos.hqs(f.GERMAN)))}, f.GERMAN)


def priority(pos: FortressPosition, piece: int) -> tuple[int, int, int, int]:
    """Who is fed first unless the Allied player chooses otherwise (18.2): HQs, armour, then by combat factor."""
    roster = pos.tables.roster
    return (0 if piece in roster.hqs else 1, 0 if piece in roster.armored else 1, -pos.cf(piece), piece)


def wishes(pos: FortressPosition, piece: int) -> tuple[int, ...]:
    """FE 18.1, 18.2: ports that could feed an Allied unit through an HQ, nearest HQ first."""
    lines = net(pos, f.ALLIED)
    if piece in lines.ends:
        return lines.ends[piece]
    return lines.ports[pos.at(piece)]


def needs_port(pos: FortressPosition, piece: int) -> bool:
    """FE 18.2, C-47, C-93: does an Allied unit take a point of port capacity? Not one that is in supply in any case; an
    HQ does wherever it stands, since its line feeds others (supply example)."""
    if not capacity.counts(pos, piece) or not wishes(pos, piece):
        return False
    standing_now = always(pos, piece)
    return standing_now is None or (standing_now.status == "status.city" and piece in pos.tables.roster.hqs)


@kept(BOARD)
def hungry(pos: FortressPosition) -> tuple[int, ...]:
    """FE 18.2: Allied units that take a point of port capacity and have a line, in order of priority."""
    units = (piece for piece in pos.ashore(f.ALLIED) if needs_port(pos, piece))
    return tuple(sorted(units, key=lambda piece: priority(pos, piece)))


def fed(pos: FortressPosition, units: Iterable[int]) -> dict[int, int]:
    """FE 18.2: unit -> port that feeds it, for units in order of priority; those who go without are left out."""
    order = tuple(units)
    found = serve([wishes(pos, piece) for piece in order], net(pos, f.ALLIED).sources)
    return {piece: port for piece, port in zip(order, found, strict=True) if port >= 0}


def _allied(pos: FortressPosition, piece: int, ports_of: dict[int, int]) -> Standing:
    lines, place = net(pos, f.ALLIED), pos.at(piece)
    if not wishes(pos, piece):
        return _cut(pos, piece, f.ALLIED)
    if not capacity.counts(pos, piece):
        hq = lines.beside[place][0]
        return Standing("status.hq", "20.15", lines.to_hq(place, hq), hq)
    port = ports_of.get(piece, -1)
    if port < 0:
        return Standing("status.no_capacity", "18.2", (place,))
    if piece in lines.ends:
        return Standing("status.hq", "18.1", lines.to_end(piece, port), piece, port)
    hq = next(hq for hq in lines.beside[place] if port in lines.ends[hq])
    return Standing("status.hq", "18.2", (*lines.to_hq(place, hq), port), hq, port)


def verdicts(pos: FortressPosition, side: int, without: Iterable[int] = ()) -> dict[int, Standing]:
    """FE 18: unit -> verdict, for every unit of a side on the map; `without` are units that the Allied player lets go
    without, instead of the last in order of priority (18.2)."""
    gone = frozenset(without)
    ports_of = fed(pos, (p for p in hungry(pos) if p not in gone)) if side == f.ALLIED else {}
    found = {}
    for piece in pos.ashore(side):
        verdict = None if piece in ports_of else always(pos, piece)
        found[piece] = verdict or (_allied(pos, piece, ports_of) if side == f.ALLIED else _german(pos, piece))
    return found


@kept(BOARD)
def standings(pos: FortressPosition, side: int) -> dict[int, Standing]:
    """FE 18: verdicts on the units of a side on the map as things are now."""
    return verdicts(pos, side)


def standing(pos: FortressPosition, piece: int) -> Standing:
    """FE 18: verdict on one unit on the map as things are now. What an Allied unit gets hangs on the others (18.2)."""
    if pos.side(piece) == f.ALLIED or not pos.on_map(piece):
        return standings(pos, pos.side(piece))[piece]
    return _of_german(pos, piece)


@kept(BOARD)
def _of_german(pos: FortressPosition, piece: int) -> Standing:
    return always(pos, piece) or _german(pos, piece)


def whole_line(pos: FortressPosition, verdict: Standing) -> tuple[int, ...]:
    """FE 18.1, 18.3: the path of a verdict hex by hex: from the unit through its HQ to the port or city behind it."""
    if verdict.hq < 0 or not verdict.supplied:
        return verdict.path
    lines, start = net(pos, pos.side(verdict.hq)), verdict.path[0]
    near = None if start == pos.at(verdict.hq) else lines.near[verdict.hq]
    source = verdict.port if verdict.port >= 0 else next(iter(lines.ends[verdict.hq]), -1)
    return _joined(pos.game, near, lines.lines[verdict.hq], start, source)


@lasting(most=4096)
def _joined(_game: Game[Any], near: Lines | None, own: Lines, start: int, source: int) -> tuple[int, ...]:
    """The line from a unit to its HQ (`near`: lines from there, None at the HQ) and on to the source (-1: none)."""
    to_hq = (start,) if near is None else tuple(reversed(near.to(start)))
    return (*to_hq, *own.to(source)[1:]) if source >= 0 else to_hq


def lands_in_supply(pos: FortressPosition, piece: int, place: int) -> bool:
    """FE 18.7.13: would an Allied unit be in supply in the port or Mulberry where it lands? An HQ by a line of its own
    from there (18.1), others through an HQ."""
    ground = pos.tables.ground
    if piece in pos.tables.roster.raiders or (place in ground.cities and place not in ground.germany):
        return True
    lines = net(pos, f.ALLIED)
    if piece in pos.tables.roster.hqs:
        own = reach(pos, (place,), f.ALLIED, controlled=True)
        return any(source in own for source in lines.sources)
    return bool(lines.beside[place])
