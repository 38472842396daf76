"""What wins the scenario: the hexes that its attacker still has to take, the cheapest way to victory first (30.1, 32.3,
33.1.5, 33.3.10, 33.4.7).

Both sides read it: the one goes there, the other stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from hexledger.engine.games.fortress_europa.advisor import distances
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import victory
from hexledger.engine.games.fortress_europa.rules.sudden_death import ChooseObjectives, objectives
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.terrain import Ground
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.memory import CLOCK, CONTROL, PLACES, VARIABLES, Basis, kept, lasting

ON_WAYS: Final = Basis(CLOCK, CONTROL, PLACES, VARIABLES)
_FARTHEST: Final = 30
_HEXES: Final = 2
"""So many hexes away from what is wanted count a point against a fight, up to the farthest."""
_DEFENDER: Final = 2
"""Hexes by which each unit that holds a hex makes the way there longer."""
PICKS: Final[Mapping[int, tuple[int, ...]]] = {
    f.ALLIED: (3, 4, 5, 7, 10, 11, 12),
    f.GERMAN: (1, 2, 6, 7, 10, 11, 12),
}
"""32.1: objectives that the bot chooses of the list of a side: ports and cities that its front reaches, one drop
and no second invasion; for the German what he holds from there to Italy, no drop, an untouched Germany."""


class Want(NamedTuple):
    """So many hexes of a set."""

    number: int
    places: frozenset[int]


Way = tuple[Want, ...]
"""A way to victory: all of its wants."""


def picks(side: int) -> ChooseObjectives:
    """32.1: the objectives that the bot chooses for a side."""
    return ChooseObjectives(PICKS[side])


def attacker(pos: FortressPosition) -> int:
    """The side that has to take something."""
    return f.GERMAN if pos.scenario.id == "battle_of_the_bulge" else f.ALLIED


class Aims(NamedTuple):
    """What the attacker still has to take on the shortest of his ways to victory, and what he has to keep on it."""

    take: frozenset[int]
    keep: frozenset[int]


@kept(ON_WAYS)
def aims(pos: FortressPosition) -> Aims:
    """The aims of the attacker, and so those of the defender."""
    best: tuple[int, Aims] | None = None
    for way in ways(pos):
        length, missing, held = 0, set[int](), set[int]()
        for want in way:
            more, taken = _cheapest(pos, want)
            length += more
            missing |= taken
            held.update(place for place in want.places if pos.controller(place) == attacker(pos))
        if best is None or length < best[0]:
            best = length, Aims(frozenset(missing), frozenset(held))
    return Aims(frozenset(), frozenset()) if best is None else best[1]


def _cheapest(pos: FortressPosition, want: Want) -> tuple[int, set[int]]:
    """How far it is to what is missing of a want, and the hexes: those nearest to the attacker that are held least."""
    side = attacker(pos)
    open_ones = [place for place in sorted(want.places) if pos.controller(place) != side]
    missing = want.number - (len(want.places) - len(open_ones))
    if missing <= 0:
        return 0, set()
    near = distances.to_enemy(pos, 3 - side)
    dear = {p: near.get(p, distances.FAR) + _DEFENDER * len(pos.units_of(p, 3 - side)) for p in open_ones}
    taken = sorted(open_ones, key=lambda place: (dear[place], place))[:missing]
    return sum(dear[place] for place in taken), set(taken)


def ways(pos: FortressPosition) -> Iterator[Way]:
    """The ways to victory of the attacker."""
    scenario = pos.scenario.id
    if scenario == "invasion":
        for row in victory.conditions_of_invaded(pos):
            yield tuple(_wants(pos, row))
    elif scenario == "battle_of_the_bulge":
        levels = pos.scenario.data["victory"]
        yield (_all(pos, levels["tactical"]["german_occupies"]),)
        strategic = levels["strategic"]
        yield _all(pos, strategic["german_occupies"]), Want(1, _all(pos, strategic["and_one_of"]).places)
    elif scenario in ("campaign", "on_to_berlin"):
        always, majors, some, cities = victory.terms(pos)
        first = Want(len(always), frozenset(always))
        yield first, Want(majors, pos.tables.ground.major_cities)
        yield first, Want(some, cities)
    else:
        rows = [objectives(pos, f.ALLIED)[number - 1] for number in PICKS[f.ALLIED]]
        yield tuple(_all(pos, [row["control"]]) for row in rows if "control" in row)


def _all(pos: FortressPosition, labels: list[str]) -> Want:
    return Want(len(labels), frozenset(map(pos.board.place, labels)))


def _wants(pos: FortressPosition, row: Mapping[str, Any]) -> Iterator[Want]:
    """A condition of 33.1.5 as wants, part by part as `victory.condition_met` reads it."""
    cities = pos.tables.ground.cities
    if "all" in row:
        yield _all(pos, row["all"])
    if "any" in row:
        named = _all(pos, row["of"]).places
        yield Want(row["any"], named)
        if "also" in row:
            yield Want(
                row["any"] + row["also"]["count"], cities & pos.board.in_area(row["also"]["other_cities_in"]) | named
            )
    if "cities" in row:
        yield Want(row["cities"], cities)
    if "all_cities_in" in row:
        district = cities & pos.board.in_area(row["all_cities_in"])
        yield Want(len(district), district)
    if "any_city" in row:
        yield Want(1, victory.cities_north_of(pos, row["any_city"]))


def vital(pos: FortressPosition, side: int) -> frozenset[int]:
    """Hexes that a side may not lose: what the attacker has taken on his way, what he still wants; for a German who has
    picked objectives what these name, for the Allied ones are sealed (32.1)."""
    if side == f.GERMAN and pos.scenario.id == "to_the_west_wall":
        return _picked_places(pos, side)
    now = aims(pos)
    return now.keep if side == attacker(pos) else now.take


@kept(Basis(CLOCK))
def _picked_places(pos: FortressPosition, side: int) -> frozenset[int]:
    """Hexes that the objectives picked for a side name one by one."""
    rows = [objectives(pos, side)[number - 1] for number in PICKS[side]]
    named = [row["control"] for row in rows if "control" in row]
    labels = [label for one in named for label in ([one] if isinstance(one, str) else one)]
    return frozenset(map(pos.board.place, labels))


def away(pos: FortressPosition) -> Mapping[int, int]:
    """Land hex -> hexes over land to the nearest that the attacker still wants; 0 everywhere once he has all."""
    return _away(pos.game, pos.tables.ground, aims(pos).take)


@lasting(most=64)
def _away(_game: Game[Any], ground: Ground, wanted: frozenset[int]) -> Mapping[int, int]:
    """The same by what is wanted."""
    if not wanted:
        return dict.fromkeys(ground.land, 0)
    return {**dict.fromkeys(ground.land, distances.FAR), **distances.field(ground, dict.fromkeys(wanted, 0))}


def detour(pos: FortressPosition, places: Iterable[int]) -> int:
    """How much less a fight of the attacker counts for lying away from what he wants."""
    if pos.active_side != attacker(pos):
        return 0
    return min(_FARTHEST, min(map(away(pos).__getitem__, places), default=0)) // _HEXES
