"""June 6: prices of moves, retreats and encirclement against a second reckoning written from the rulebook alone.

It knows the terrain chart (8.42) and the sentences of 8.4, 9.1, 11.1, 12.53 and 13.3, and nothing of the engine's ways.
Random small positions of the whole board; no traffic, no delay points, no commandos, no Cherbourg Command.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions import drm, retreat
from hexledger.engine.games.june_6.questions.costs import allowance, mover, walk
from tests.june_6.builder import Built, game, position
from tests.june_6.fights import fight

BOARD = game().board
LAND = tuple(place for place in range(BOARD.n_hexes) if BOARD.terrain[place] != "sea")
HEX = {
    "clear": (1, 1),
    "bocage": (2, 3),
    "woods": (2, 3),
    "marsh": (3, 0),
    "village": (1, 1),
    "city": (1, 1),
    "sea": (0, 0),
}
SIDE = {"small_river": (1, 2), "marsh_hexside": (1, 2), "woods_hexside": (1, 1), "bluff": (2, 0), "cliff": (0, 0)}
"""Movement points of foot and motorized units, 0 for what they may not enter or cross."""


class Reckoner:
    """The rulebook's sentences about one position, looked up unit by unit."""

    def __init__(self, b: Built) -> None:
        self.b = b
        self.units = [piece for piece in b.state.at if b.pos.on_map(piece)]

    def at(self, piece: int) -> int:
        return self.b.state.at[piece]

    def motorized(self, piece: int) -> bool:
        return bool(self.b.game.counters[piece].motorized)

    def combat(self, piece: int) -> bool:
        return "combat" in self.b.game.counters[piece].traits

    def enemies(self, side: int) -> list[int]:
        return [piece for piece in self.units if self.b.pos.side(piece) != side]

    def bridge(self, a: int, c: int) -> bool:
        """Is there no river here, or a printed bridge over it?"""
        wet = {"great_river", "canal"} & set(BOARD.hexsides(a, c))
        return not wet or self.b.pos.bridge(a, c)

    def road(self, a: int, c: int) -> bool:
        return bool({"main_road", "minor_road"} & set(BOARD.links(a, c))) and self.bridge(a, c)

    def price(self, piece: int, a: int, c: int) -> int:
        """8.41, 8.43: points of a step, 0 when the unit cannot take it."""
        if self.road(a, c):
            return 1
        column = int(self.motorized(piece))
        hexside = [SIDE[kind][column] for kind in BOARD.hexsides(a, c) if kind in SIDE]
        inside = HEX[BOARD.terrain[c]][column]
        return 0 if not inside or 0 in hexside or not self.bridge(a, c) else inside + sum(hexside)

    def zoc(self, pieces: Iterable[int]) -> set[int]:
        """QA-TERR-3: every hex around a combat unit, for motorized units no marsh without a road."""
        return {
            near
            for piece in pieces
            if self.b.game.counters[piece].zoc
            for near in BOARD.neighbours[self.at(piece)]
            if not (self.motorized(piece) and BOARD.terrain[near] == "marsh" and not self.road(self.at(piece), near))
        }

    def fits(self, pieces: list[int]) -> bool:
        """9.12-9.14"""
        flak = [piece for piece in pieces if "flak" in self.b.game.counters[piece].traits]

        def within(stack: list[int]) -> bool:
            return len(stack) <= 3 and sum(map(self.combat, stack)) <= 2

        return within(pieces) or (bool(flak) and within([piece for piece in pieces if piece != flak[0]]))


def units_of(side: str) -> list[str]:
    barred = {"commando", "ranger"}
    return [
        counter.id
        for counter in game().counters
        if counter.side == side
        and not barred & set(counter.traits)
        and not counter.id.startswith(("cher", "sp", "det"))
    ]


SIDES = {side: units_of(side) for side in ("allied", "german")}


def scene(luck: Random, most: int) -> tuple[Built, int, list[int], list[str]]:
    """A hex of one side with one to `most` units in it, and enemies and friends up to three hexes away."""
    mine, theirs = luck.sample(sorted(SIDES), 2)
    b = position("campaign", turn=4)
    reckoner = Reckoner(b)
    centre = luck.choice(LAND)
    near = [place for place in LAND if 0 < BOARD.distance(place, centre) <= 3] or [centre]
    stack: list[int] = []
    names = luck.sample(SIDES[mine], most + 4)
    for name in names[: luck.randint(1, most)]:
        if reckoner.fits([*stack, b.piece(name)]):
            b.unit(name, BOARD.labels[centre])
            stack.append(b.piece(name))
    for name in luck.sample(SIDES[theirs], luck.randint(1, 6)):
        place = luck.choice(near)
        if place != centre and not b.pos.units(place):
            b.unit(name, BOARD.labels[place])
    for name in names[most : most + luck.randint(0, 4)]:
        place = luck.choice(near)
        here = list(b.pos.units(place))
        own = place != centre and all(b.pos.side(piece) == b.pos.side(stack[0]) for piece in here)
        if own and reckoner.fits([*here, b.piece(name)]):
            b.unit(name, BOARD.labels[place])
    return b, centre, stack, names


@pytest.mark.parametrize("seed", range(60))
def test_prices_of_moves(seed: int) -> None:
    """8.12, 8.14, 8.41-8.43, 11.11-11.14, 13.12a, 22.24"""
    luck = Random(seed)
    b, start, (unit, *_), _ = scene(luck, 1)
    for other in [piece for piece in b.state.at if b.pos.side(piece) == b.pos.side(unit) and piece != unit]:
        b.act().remove(other, "reason.eliminated")
    shy = luck.random() < 0.2
    b.act().flag(unit, "flag.disorder", int(shy))
    name = b.game.piece(unit)
    b.active(name)
    one = Reckoner(b)
    enemies = one.enemies(b.pos.side(unit))
    zone, held = one.zoc(enemies), {one.at(enemy) for enemy in enemies}
    for _ in range(12):
        path: list[int] = []
        for _ in range(luck.randint(1, 4)):
            path.append(luck.choice(BOARD.neighbours[path[-1] if path else start]))
        points, here, legal = 0, start, True
        for number, place in enumerate(path):
            price = one.price(unit, here, place)
            stays = number > 0 and here in zone
            from_zone = number == 0 and here in zone
            into = place in zone
            afoot = from_zone and not one.motorized(unit)
            if not price or place in held or stays or (into and (shy or afoot or not one.combat(unit))):
                legal = False
            points += price + from_zone + into
            here = place
        try:
            reckoned = sum(line[1] for line in walk(b.pos, mover(b.pos, unit), path))
        except IllegalDecision:
            reckoned = -1
        assert reckoned == (2 * points if legal else -1), (name, [BOARD.labels[place] for place in (start, *path)])
    assert allowance(b.pos, unit) == 2 * b.game.counters[unit].front.ma


@pytest.mark.parametrize("seed", range(60))
def test_ways_of_retreats(seed: int) -> None:
    """13.32-13.37"""
    luck = Random(seed)
    b, start, stack, _ = scene(luck, 3)
    length = luck.choice((1, 1, 2))
    one = Reckoner(b)
    enemies = one.enemies(b.pos.side(stack[0]))
    zone, held = one.zoc(enemies), {one.at(enemy) for enemy in enemies}
    group = tuple(sorted(luck.sample(stack, luck.randint(1, len(stack)))))

    def room(place: int) -> bool:
        return one.fits([*b.pos.units(place), *group])

    ways = [(first,) for first in BOARD.neighbours[start]]
    ways += [(first, last) for (first,) in ways for last in BOARD.neighbours[first] if last != start]
    for way in ways:
        steps = list(zip((start, *way), way, strict=False))
        far = 2 if length == 2 or way[0] in zone else 1
        legal = all(one.price(piece, a, c) for piece in group for a, c in steps) and not held & set(way)
        legal = legal and room(way[-1]) and (len(group) == 1 or room(way[0]))
        legal = legal and (len(way) == far or (len(way) < far and BOARD.terrain[way[0]] == "city"))
        got = retreat.refusal(b.pos, group, start, length, way)
        assert (got is None) is legal, ([b.game.piece(piece) for piece in group], [BOARD.labels[p] for p in way], got)


@pytest.mark.parametrize("seed", range(60))
def test_fronts_and_encirclement(seed: int) -> None:
    """12.53"""
    luck = Random(seed)
    b, target, defenders, _ = scene(luck, 2)
    one = Reckoner(b)
    around = [place for place in BOARD.neighbours[target] if BOARD.terrain[place] != "sea"]
    attackers = [piece for piece in one.enemies(b.pos.side(defenders[0])) if one.at(piece) in around]
    for name in luck.sample(SIDES["german" if b.pos.side(defenders[0]) == 1 else "allied"], 3):
        place = luck.choice(around or [target])
        here = list(b.pos.units(place))
        free = place != target and b.gone(name) and all(b.pos.side(p) != b.pos.side(defenders[0]) for p in here)
        if free and one.fits([*here, b.piece(name)]):
            b.unit(name, BOARD.labels[place])
            attackers.append(b.piece(name))
    if not attackers:
        return
    one = Reckoner(b)
    hexes = {one.at(piece) for piece in attackers}
    friends = any(b.pos.side(piece) == b.pos.side(defenders[0]) for near in around for piece in b.pos.units(near))
    open_ = [near for near in around if any(one.price(piece, target, near) for piece in defenders)]
    shut = not friends and all(near in hexes | one.zoc(attackers) for near in open_)
    apart = any(BOARD.distance(a, c) > 1 for a in hexes for c in hexes)
    wanted = 2 if shut else 1 if apart else 0
    fought = fight(b, BOARD.labels[target], *map(b.game.piece, attackers))
    assert drm.multi_front(b.pos, fought).value == wanted
