"""France 1944: an oracle written from the booklet alone, by printed hex numbers, against what the engine says in the
positions of played games: zones of control, command range, supply, surrounded units, ways of moves and of retreats."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from pathlib import Path

import pytest

from hexledger.engine.bots.players import greedy_bot, random_bot
from hexledger.engine.games.france_1944.questions import banks, command, retreats, supply, ways, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.table import play_on
from tests.every_game.about import Match
from tests.every_game.catalogue import genesis_of
from tests.france_1944.about import ABOUT

Hex = str
SOUTH: Hex = "south"
"""The blue hexes off the map, all in one."""


@cache
def around(label: Hex) -> tuple[Hex, ...]:
    """1.3: neighbours on the printed grid; even columns lie half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    low = 0 if column % 2 == 0 else -1
    near = [(column, row - 1), (column, row + 1)]
    near += [(side, row + low + more) for side in (column - 1, column + 1) for more in (0, 1)]
    return tuple(f"{c:02d}{r:02d}" for c, r in near)


class Oracle:
    """A position in hex numbers, as a player has it before him."""

    def __init__(self, pos: FrancePosition) -> None:
        self.pos, ground, label = pos, pos.game.ground, pos.label
        self.land = {label(place) for place in ground.land}
        self.area = {label(place) for place in pos.scenario.land}
        self.walls = {frozenset((label(a), label(b))) for a, b in map(ground.ends, ground.blocked)}
        self.row_28 = {label(place) for place in ground.row_28}
        self.water = {frozenset((label(a), label(b))) for a, b in map(ground.ends, ground.waters)}
        self.rhine = {frozenset((label(a), label(b))) for a, b in map(ground.ends, ground.rhine)}
        pieces = [piece for side in (w.ALLIED, w.GERMAN) for piece in pos.of(side)]
        self.side = {piece: pos.side(piece) for piece in pieces}
        self.at = {piece: label(pos.at(piece)) for piece in pieces}
        self.hqs = {piece for piece in pieces if piece in pos.game.roster.hqs}
        self.strong = {
            piece
            for piece in pieces
            if piece not in self.hqs and (pos.steps(piece) > 1 or pos.game.roster.full[piece] == 1)
        }

    def near(self, label: Hex) -> list[Hex]:
        """Land hexes beside one, no blocked hexside between (3.3, 4.6, 11.1)."""
        return [x for x in around(label) if x in self.land and frozenset((label, x)) not in self.walls]

    def lines_to(self, label: Hex, side: int) -> list[Hex]:
        """10.1.3, 11.2: for Allied lines the hexes of row 28 have the southern boxes behind them, when open."""
        south = bool(self.pos.var("south")) and side == w.ALLIED and label in self.row_28
        return [*self.near(label), SOUTH] if south else self.near(label)

    def standing(self, label: Hex, side: int) -> list[int]:
        """Pieces of a side in a hex."""
        return [piece for piece, at in self.at.items() if at == label and self.side[piece] == side]

    def enemy(self, label: Hex, side: int) -> bool:
        """An enemy unit or headquarters stands there (7.1)."""
        return bool(self.standing(label, w.other(side)))

    def units(self, label: Hex, side: int) -> list[int]:
        """Combat units of a side in a hex."""
        return [piece for piece in self.standing(label, side) if piece not in self.hqs]

    def zone(self, side: int) -> set[Hex]:
        """3.2, 3.3: hexes in the ZOC of a side."""
        return {x for piece in self.strong if self.side[piece] == side for x in self.near(self.at[piece])}

    def shut(self, side: int) -> set[Hex]:
        """Hexes in enemy ZOC that no combat unit of the side, cadres too, takes away (3.3)."""
        return {x for x in self.zone(w.other(side)) if not self.units(x, side)}

    def range(self, hq: int) -> set[Hex]:
        """4.6: not through empty hexes in enemy ZOC, but into them."""
        side, shut = self.side[hq], self.shut(self.side[hq])
        found = {self.at[hq]: 0}
        queue = [self.at[hq]]
        for here in queue:
            if found[here] == self.pos.game.roster.range[hq] or (here in shut and here != self.at[hq]):
                continue
            for there in self.near(here):
                if there not in found and not self.enemy(there, side):
                    found[there] = found[here] + 1
                    queue.append(there)
        return set(found)

    def sources(self, side: int) -> set[Hex]:
        """11.2, 11.3: German cities unless Allies stand there; ports and Allied sources by control."""
        ground, label, pos = self.pos.game.ground, self.pos.label, self.pos
        cities = {label(place) for place in ground.german_cities}
        held = {label(place) for place in ground.allied_sources if pos.control(place) == side}
        if side == w.GERMAN:
            held |= {label(place) for place in ground.ports if pos.control(place) == side}
        if pos.var("south"):
            held |= {label(place) for place in ground.row_28 if pos.control(place) == side}
            held |= {SOUTH} if side == w.ALLIED else set()
        return held - cities | {x for x in cities if bool(self.standing(x, w.ALLIED)) == (side == w.ALLIED)}

    def fed_hqs(self, side: int) -> set[int]:
        """11.1: a line of 20 hexes at most, or the range of a headquarters that is fed."""
        shut, sources = self.shut(side), self.sources(side)
        mine = [hq for hq in self.hqs if self.side[hq] == side]
        fed = {hq for hq in mine if self._line(self.at[hq], side, shut, sources, 20)}
        while True:
            more = {hq for hq in mine for giver in fed if hq not in fed and self.at[hq] in self.range(giver)}
            if not more:
                return fed
            fed |= more

    def _line(self, start: Hex, side: int, shut: set[Hex], sources: set[Hex], most: int) -> bool:
        found = {start: 0}
        queue = [start]
        for here in queue:
            if here in sources and not self.enemy(here, side):
                return True
            if found[here] == most or (here in shut and here != start):
                continue
            for there in self.lines_to(here, side):
                if there not in found and not self.enemy(there, side):
                    found[there] = found[here] + 1
                    queue.append(there)
        return False

    def fed(self, piece: int, fed_hqs: set[int]) -> bool:
        """11.1: in the range of a fed headquarters that may command it, or a hex from a source at most."""
        side, here = self.side[piece], self.at[piece]
        if piece in self.hqs:
            return piece in fed_hqs
        beside = {x for x in (here, *self.lines_to(here, side)) if x in self.sources(side) and not self.enemy(x, side)}
        rows = self.pos.game.chart.command
        may = [hq for hq in fed_hqs if rows[self.pos.nation(hq)][self.pos.nation(piece)] > 0]
        return bool(beside) or any(here in self.range(hq) for hq in may)

    def ringed(self, piece: int) -> bool:
        """10.1.1, R-10: no way of any length to a source."""
        side = self.side[piece]
        return not self._line(self.at[piece], side, self.shut(side), self.sources(side), 10_000)

    def fits(self, label: Hex, units: list[int]) -> bool:
        """7.1: four combat units, two of infantry."""
        there = {*self.units(label, self.side[units[0]]), *(unit for unit in units if unit not in self.hqs)}
        infantry = [unit for unit in there if unit not in self.pos.game.roster.armour]
        return len(there) <= 4 and len(infantry) <= 2

    def landed(self, here: Hex, there: Hex, side: int) -> bool:
        """12.3, R-55: beside the 18th, in the hex of its drop, no river is there for the Allies."""
        pos = self.pos
        if side != w.ALLIED or not pos.var("airborne"):
            return False
        dropped = {piece for piece in pos.game.roster.airborne if piece in self.at and pos.flag(piece, w.DROPPED)}
        fields = {pos.label(pos.flag(piece, w.DROPPED) - 1): self.at[piece] for piece in dropped}
        return any(field == at and field in (here, there) for field, at in fields.items())

    def spanned(self, here: Hex, there: Hex, side: int) -> bool:
        """12.6, 12.7: a bridge that is not blown, or a bridgehead, on a hexside of the Rhine."""
        place = self.pos.game.board.place
        return self.landed(here, there, side) or banks.bridged(self.pos, place(here), place(there))

    def reach(self, piece: int, points: int) -> dict[Hex, int]:
        """3.3, 4.8, 7.0, 7.1: hexes that a piece comes to in an ordinary move, and the points."""
        side = self.side[piece]
        mine, place = self.zone(w.other(side)), self.pos.game.board.place
        found: dict[Hex, int] = {}
        heap = [(0, self.at[piece])]
        while heap:
            spent, here = heappop(heap)
            if here in found:
                continue
            found[here] = spent
            for there in self.near(here):
                edge = frozenset((here, there))
                if there not in self.area or self.enemy(there, side) or not self.fits(there, [piece]):
                    continue
                if piece in self.hqs and there in mine and not self.units(there, side):
                    continue
                if edge in self.rhine and not self.spanned(here, there, side):
                    continue
                wet = edge in self.water and not self.landed(here, there, side)
                cost = self.pos.game.ground.cost[place(there)] + 2 * wet
                cost += (there in mine) + 2 * (here in mine)
                if spent + cost <= points:
                    heappush(heap, (spent + cost, there))
        return found

    def driven_off(self, there: Hex, units: list[int]) -> bool:
        """4.10, R-35: a headquarters alone in the next hex is gone when a stack with a ZOC has come beside it."""
        return any(unit in self.strong for unit in units) and not self.units(there, w.other(self.side[units[0]]))

    def retreats(self, units: list[int], attackers: list[Hex]) -> set[tuple[Hex, ...]]:
        """9.7, R-38, R-47: two hexes for German infantry and what stands with it, else two or three."""
        side, start = self.side[units[0]], self.at[units[0]]
        infantry = any(unit not in self.pos.game.roster.armour for unit in units)
        lengths = (2,) if side == w.GERMAN and infantry else (2, 3)
        shut, place = self.shut(side), self.pos.game.board.place
        between = self.pos.game.board.distance

        def on(way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
            if len(way) - 1 in lengths:
                far = between(place(start), place(way[-1])) >= 2
                if far and all(between(place(way[-1]), place(other)) >= 2 for other in attackers):
                    yield way[1:]
            if len(way) - 1 == max(lengths):
                return
            for there in self.near(way[-1]):
                edge = frozenset((way[-1], there))
                free = there in self.area and there not in way and there not in shut
                free = free and (not self.enemy(there, side) or (len(way) > 1 and self.driven_off(there, units)))
                if free and self.fits(there, units) and (edge not in self.rhine or self.spanned(way[-1], there, side)):
                    yield from on((*way, there))

        return set(on((start,)))


def compare(pos: FrancePosition) -> int:
    """Hold the engine against the oracle in one position; how many answers were compared."""
    oracle, label = Oracle(pos), pos.label
    compared = 0
    for side in (w.ALLIED, w.GERMAN):
        assert {label(place) for place in zoc.zone(pos, side)} == oracle.zone(side)
        fed = oracle.fed_hqs(side)
        for piece in pos.of(side):
            name, here = pos.name(piece), oracle.at[piece]
            if piece in oracle.hqs:
                assert {label(x) for x in command.reach(pos, piece) if x in pos.game.ground.land} == oracle.range(
                    piece
                ), name
            assert supply.supplied(pos, piece) == oracle.fed(piece, fed), f"{name} in {here}: supply"
            assert supply.surrounded(pos, piece) == oracle.ringed(piece), f"{name} in {here}: surrounded"
            mpa = pos.game.roster.mpa[piece][0]
            reached = ways.reach(pos, piece, pos.at(piece), mpa, admin=False)
            assert {label(x): reached[x][0] for x in reached} == oracle.reach(piece, mpa), f"{name} in {here}: moves"
            compared += 4
        for place in sorted({pos.at(piece) for piece in pos.of(side) if not pos.is_hq(piece)}):
            units, enemy = pos.fighters(place), w.other(side)
            beside = tuple(there for there in pos.game.ground.near[place] if pos.holds(there, enemy))
            untried = {x for bridge in pos.game.ground.bridges if not banks.tried(pos, bridge) for x in bridge[2:]}
            if not beside or untried & pos.game.ground.within([place], 3):
                continue
            found = {tuple(map(label, way)) for way in retreats.ways(pos, units, beside)}
            assert found == oracle.retreats(list(units), list(map(label, beside))), f"retreats from {label(place)}"
            compared += 1
    return compared


MATCHES = (
    Match("campaign", greedy_bot, "oracle 1", most=260),
    Match("falaise_gap", random_bot, "oracle 2", most=120),
    Match("pursuit", (greedy_bot, random_bot), "oracle 3", most=160),
)


@pytest.mark.whole
@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.scenario)
def test_the_engine_answers_as_the_booklet_does(tmp_path: Path, match: Match) -> None:
    """3.3, 4.6, 7.0, 7.1, 9.7, 10.1.1, 11.1 to 11.3, every twentieth position of a game."""
    compared = 0
    with Chronicle.create(tmp_path / "game.hxl", genesis_of(ABOUT, match)) as chronicle:
        play_on(chronicle, match.players(), limit=match.most)
        game = chronicle.game
        for seq in range(0, len(chronicle.timeline), 20):
            pos = game.position(chronicle.state(seq))
            assert isinstance(pos, FrancePosition)
            if not any(pos.units(box) for box in pos.game.ground.south):
                compared += compare(pos)
    assert compared > 300
