"""Supply (9): sources, supply roads to headquarters, supply paths to units, isolation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from hexledger.engine.games.time_for_trumpets.questions import borders, comm, lines, zoc
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.games.time_for_trumpets.tables.switches import ISOLATION, KG_SUPPLY
from hexledger.engine.kernel.memory import BOARD, kept, renewed
from hexledger.engine.map.floods import Lines

CAPTURED: Final[Mapping[str, str]] = {"6pza": "Liege", "5pza": "Namur"}
"""9.3: cities that supply a German army once a German combat unit stands there."""
DEPOTS: Final = ("Liege", "Namur")
"""9.1, 12.1: sources of the US 1st Army."""
UNIT_RULES: Final[Mapping[str, str]] = {"army": "9.8", "corps": "9.9", "fag": "9.11"}


class Supplied(NamedTuple):
    """In supply or not, the line from the source or HQ, and the rule."""

    good: bool
    line: tuple[int, ...]
    rule: str


@kept(lines.ON_LINES)
def sources(pos: TrumpetsPosition, side: int, army: str) -> tuple[int, ...]:
    """9.1-9.3: source hexes of an army that no enemy occupies."""
    if side == w.GERMAN:
        found = set(pos.scenario.sources[army])
        found |= {p for p in city(pos, CAPTURED.get(army, "")) if pos.friend_in(p, w.GERMAN)}
    else:
        found = set(pos.scenario.allied_sources)
        if army == "1a":
            found |= {p for name in DEPOTS for p in city(pos, name)}
    found &= pos.scenario.hexes
    return tuple(sorted(p for p in found if not pos.enemy_in(p, side)))


def city(pos: TrumpetsPosition, name: str) -> tuple[int, ...]:
    """City hexes of a name."""
    return tuple(p for p in pos.game.ground.named.get(name, ()) if p in pos.game.ground.cities)


@kept(lines.ON_LINES)
def road_net(pos: TrumpetsPosition, side: int, army: str, xlvii: bool) -> Lines:
    """9.6: hexes to which supply roads of an army lead; XLVII Corps has its own net."""
    floods = lines.road_lines(pos)
    return lines.flooded(pos.game, floods, sources(pos, side, army), lines.road_hexes(pos, side, army, xlvii))


def net_of(pos: TrumpetsPosition, piece: int) -> Lines:
    """The road net that supplies an HQ."""
    return road_net(pos, pos.side(piece), borders.army_of(pos, piece), _xlvii(pos, piece))


def _xlvii(pos: TrumpetsPosition, piece: int) -> bool:
    return pos.above(piece, "corps") == pos.game.xlvii


def road_to(pos: TrumpetsPosition, hq: int) -> tuple[int, ...]:
    """9.6: the supply road from a source to an HQ; () for none."""
    return _road(pos, hq, net_of(pos, hq))


def _road(pos: TrumpetsPosition, hq: int, net: Lines) -> tuple[int, ...]:
    """9.6d: a net is sources and hexes that roads join to them, so nobody off the roads has one."""
    here = pos.at(hq)
    return lines.line_to(pos, pos.side(hq), net, here) if here in net else ()


@kept(lines.ON_LINES)
def depot_net(pos: TrumpetsPosition, army: str, xlvii: bool) -> Lines:
    """9.3: hexes to which supply roads of a German army lead from the city that it has captured."""
    held = [p for p in city(pos, CAPTURED.get(army, "")) if pos.friend_in(p, w.GERMAN) and p in pos.scenario.hexes]
    return lines.road_lines(pos).lines(held, lines.road_hexes(pos, w.GERMAN, army, xlvii))


def depot_road(pos: TrumpetsPosition, hq: int) -> tuple[int, ...]:
    """12.1b,c: the supply road from a captured depot to a German HQ, however near its own sources are; () for none."""
    return _road(pos, hq, depot_net(pos, borders.army_of(pos, hq), _xlvii(pos, hq)))


@kept(lines.ON_LINES)
def paths_of(pos: TrumpetsPosition, hq: int) -> Lines:
    """9.7: hexes to which supply paths lead from an HQ, within the range of its deployed side."""
    reach = pos.command_range(hq, deployed=True)
    through = lines.supply_hexes(pos, pos.side(hq))
    return lines.flooded_near(pos, lines.ground_lines(pos), pos.at(hq), through, reach)


def judge_hq(pos: TrumpetsPosition, hq: int) -> Supplied:
    """9.6, 9.11, 28.2, 10.0: is an HQ in supply? By air, where no road leads to it, it feeds 20 units only."""
    if pos.flag(hq, w.STRATEGIC):
        return Supplied(True, (), "28.2")
    line = road_to(pos, hq)
    if line:
        return Supplied(True, line, "9.6")
    level = pos.game.roster.level[hq]
    if level == "kampfgruppe" and pos.reading(KG_SUPPLY) == KG_SUPPLY.default:
        line = near_road(pos, hq)
        if line:
            return Supplied(True, line, "G-D4")
    if pos.flag(hq, w.FLAG["air_supplied"]) >= pos.state.turn:
        return Supplied(True, (), BY_AIR)
    return Supplied(False, (), "9.6")


BY_AIR: Final = "10.0"


def near_road(pos: TrumpetsPosition, hq: int) -> tuple[int, ...]:
    """G-D4: a supply road to a hex within a KG HQ's range, and a supply path from there."""
    net, paths, free = net_of(pos, hq), paths_of(pos, hq), lines.open_hexes(pos, pos.side(hq))
    ends = [
        place
        for place in paths
        if place in net and pos.game.ground.roads_of[place] and (place in free or net.length(place) == 0)
    ]
    for end in paths.nearest(ends):
        line = (*net.to(end), *reversed(paths.to(end)[:-1]))
        if lines.clean(pos, pos.side(hq), line):
            return line
    return ()


def judge_unit(pos: TrumpetsPosition, piece: int, known: Mapping[int, Supplied]) -> Supplied:
    """9.7-9.14: is a unit in supply, its HQ being judged already? What comes from the air is shared out afterwards."""
    if pos.flag(piece, w.STRATEGIC):
        return Supplied(True, (), "28.2")
    hq = comm.superior(pos, piece)
    rule = UNIT_RULES.get(pos.game.roster.level.get(hq, ""), "9.12")
    if pos.generic(piece):
        rule = "9.13" if pos.side(piece) == w.GERMAN else "9.14"
        if hq != NOBODY and not pos.in_comm(hq):
            return Supplied(False, (), rule)
    if hq == NOBODY:
        return Supplied(True, (), rule)
    if pos.away(hq):
        return Supplied(not isolated(pos, piece), (), "H-9")
    for master in (hq, *comm.deputies(pos, piece, hq)):
        above = known.get(master, _NO)
        if pos.on_map(master) and above.good and above.rule != BY_AIR:
            line = path_from(pos, master, piece)
            if line:
                return Supplied(True, line, rule)
    return Supplied(False, (), rule)


_NO: Final = Supplied(False, (), "9.0")


def path_from(pos: TrumpetsPosition, hq: int, piece: int) -> tuple[int, ...]:
    """9.7: the supply path from an HQ to a unit; () for none."""
    reach = pos.command_range(hq, deployed=True)
    return lines.line_to(pos, pos.side(hq), paths_of(pos, hq), pos.at(piece), reach)


def judge_all(pos: TrumpetsPosition) -> dict[int, Supplied]:
    """9.6-9.14: every HQ on the map, then every unit; 10.0: what an HQ supplied from the air hands on."""
    return _judged(pos, lambda _pos, _piece, verdict: verdict)


def judge_later(pos: TrumpetsPosition) -> dict[int, Supplied]:
    """9.5c-e, B-41: the same in a turn after PD: who is not out of supply stays in it until the day is over, and an HQ
    hands it on to units that come back to it."""
    return _judged(pos, _for_the_day)


def _for_the_day(pos: TrumpetsPosition, piece: int, verdict: Supplied) -> Supplied:
    """9.5c: who was in supply before dawn is in supply for the rest of the day."""
    return verdict if verdict.good or pos.flag(piece, w.OOS) else Supplied(True, (), "9.5")


def _judged(pos: TrumpetsPosition, stays: Callable[[TrumpetsPosition, int, Supplied], Supplied]) -> dict[int, Supplied]:
    """Verdicts of everybody; `stays` says what becomes of one before it is handed on."""
    levels, counted = pos.game.roster.level, pos.game.roster.counted
    found = {hq: stays(pos, hq, judge_hq(pos, hq)) for hq in levels if pos.on_map(hq)}
    for side in (w.GERMAN, w.ALLIED):
        for piece in pos.of(side):
            if piece in counted:
                found[piece] = stays(pos, piece, judge_unit(pos, piece, found))
    _from_air(pos, found)
    return found


def judged_now(pos: TrumpetsPosition) -> dict[int, Supplied]:
    """9.6-9.14: what a check would say of everybody as things are now."""
    return _check_now(pos).found


class Check:
    """9.6-9.14: a check of a position. It begins with the last one of the process: a unit keeps the verdict of that, as
    far as nothing that it hung on has changed.

    found       HQ or unit -> its verdict
    _plain      the same before what HQs supplied from the air hand on (10.0)
    _world      scenario, and the HQ that leads around Bastogne (H-7)
    _hqs        HQ -> all of it that verdicts of units hang on
    _hung       unit -> itself as it was judged, and the HQs that were asked; not of units in the enemy's ZOC, whose
                lines hang on him as well (9.4d), nor of those whose own HQ is not on the map
    """

    __slots__ = ("_hqs", "_hung", "_plain", "_world", "found")

    def __init__(self, pos: TrumpetsPosition, last: Check | None) -> None:
        self._world = (pos.var("scenario"), comm.heir(pos))
        self._plain: dict[int, Supplied] = {hq: judge_hq(pos, hq) for hq in pos.game.roster.level if pos.on_map(hq)}
        self._hqs = {hq: _as_asked(pos, hq, verdict) for hq, verdict in self._plain.items()}
        self._hung: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self._judge_units(pos, last if last is not None and last._world == self._world else None)
        self.found = dict(self._plain)
        _from_air(pos, self.found)

    def agrees(self, fresh: Check) -> bool:
        """True when both say the same, whatever they began with."""
        return self.found == fresh.found

    def _judge_units(self, pos: TrumpetsPosition, last: Check | None) -> None:
        roster, before = pos.game.roster, last._hung if last is not None else {}
        hqs = last._hqs if last is not None else {}
        stirred = {hq for hq in roster.level if self._hqs.get(hq) != hqs.get(hq)}
        for side in (w.GERMAN, w.ALLIED):
            hot = zoc.covered(pos, side)
            for piece in pos.of(side):
                if piece not in roster.counted:
                    continue
                itself = (pos.at(piece), pos.steps(piece), pos.flag(piece, w.STRATEGIC), pos.parent(piece))
                quiet = itself[0] not in hot
                old = before.get(piece) if quiet else None
                if last is not None and old is not None and old[0] == itself and stirred.isdisjoint(old[1]):
                    self._plain[piece], self._hung[piece] = last._plain[piece], old
                    continue
                self._plain[piece] = judge_unit(pos, piece, self._plain)
                if quiet and pos.on_map(itself[-1]):
                    self._hung[piece] = itself, (itself[-1], *comm.deputies(pos, piece, itself[-1]))


def _as_asked(pos: TrumpetsPosition, hq: int, verdict: Supplied) -> tuple[int, bool, Lines | None]:
    """What verdicts of units hang on of an HQ: where it stands, whether it is in command, what paths lead from it."""
    feeds = verdict.good and verdict.rule != BY_AIR
    return pos.at(hq), pos.in_comm(hq), paths_of(pos, hq) if feeds else None


@renewed(BOARD)
def _check_now(pos: TrumpetsPosition, last: Check | None) -> Check:
    return Check(pos, last)


AIR_UNITS: Final = 20
"""10.0d: units of all formations together that an HQ supplied from the air can supply."""


def _from_air(pos: TrumpetsPosition, found: dict[int, Supplied]) -> None:
    """10.0d, B-31: those of its own formation first, then the nearest."""
    for hq in pos.game.roster.level:
        if not pos.on_map(hq) or pos.flag(hq, w.FLAG["air_supplied"]) < pos.state.turn:
            continue
        hungry = [p for p in pos.of(pos.side(hq)) if p in found and not found[p].good and path_from(pos, hq, p)]
        hungry.sort(key=lambda p: (not pos.within(p, (hq,)), pos.board.distance(pos.at(p), pos.at(hq)), p))
        for piece in hungry[:AIR_UNITS]:
            found[piece] = Supplied(True, path_from(pos, hq, piece), BY_AIR)


@kept(lines.ON_LINES)
def lifelines(pos: TrumpetsPosition, side: int, army: str) -> Lines:
    """9.16, G-3.20: hexes to which any path leads from a friendly source, free of enemies and their ZOC."""
    plain = pos.reading(ISOLATION) == ISOLATION.default
    floods = lines.ground_lines(pos) if plain else lines.over_all(pos.game)
    return lines.flooded(pos.game, floods, sources(pos, side, army), lines.supply_hexes(pos, side))


def isolated(pos: TrumpetsPosition, piece: int) -> bool:
    """9.16: no path of any length to a friendly source (asked of what is out of supply)."""
    side = pos.side(piece)
    return not lines.line_to(pos, side, lifelines(pos, side, borders.army_of(pos, piece)), pos.at(piece))
