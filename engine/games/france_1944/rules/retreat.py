"""Retreats carried out: stack after stack, with the HQs that go along (9.7, 4.10, R-15, R-46, R-49)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.france_1944.questions import retreats
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.questions.retreats import Way
from hexledger.engine.games.france_1944.rules import aftermath, entering, headquarters
from hexledger.engine.games.france_1944.rules.act import Act
from hexledger.engine.games.france_1944.rules.sharing import ShareLosses
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, asking, passed, wanted


class Retreat(Decision, frozen=True, array_like=True, tag=56):
    """`retreat 1209 1210,1211`: the stack in the first hex retreats along the hexes that it enters."""

    at: PlaceId
    path: tuple[PlaceId, ...]


class Retreats(Choice[FrancePosition], frozen=True, array_like=True, tag=114):
    """F44 9.7, R-15, R-46: each defending hex retreats as one stack along a way of its owner's choice; one that cannot
    go takes a hit more and stays.

    attackers   units that attacked
    hexes       defending hexes whose stack has yet to go
    forced      the result says must, not may (R-49)
    """

    attackers: tuple[int, ...]
    hexes: tuple[int, ...]
    forced: bool

    def _left(self, pos: FrancePosition) -> tuple[int, ...]:
        """Hexes of those with units left in them."""
        side = w.other(pos.side(self.attackers[0]))
        return tuple(place for place in self.hexes if pos.holds(place, side))

    def _ways(self, pos: FrancePosition, place: int) -> tuple[Way, ...]:
        return retreats.ways(pos, pos.fighters(place), self._from(pos))

    def _from(self, pos: FrancePosition) -> tuple[int, ...]:
        """Places of the attackers that are still on the map."""
        return tuple(sorted({pos.at(unit) for unit in self.attackers if pos.on_map(unit)}))

    def prompt(self, pos: FrancePosition) -> Prompt | None:
        free = tuple(place for place in self._left(pos) if self._ways(pos, place))
        if not free:
            return None
        side = w.other(pos.side(self.attackers[0]))
        units = tuple(unit for place in free for unit in pos.fighters(place))
        return asking(pos, side, "prompt.retreat", "9.7", Retreat, pieces=units, places=free)

    def run(self, act: Act) -> None:
        """9.7: whoever has no way takes another hit and stays; R-49: or leaves the area of the training scenario."""
        for place in self._left(act.pos):
            units = act.pos.fighters(place)
            if self.forced and retreats.ways(act.pos, units, self._from(act.pos), False):
                _leave(act, place, units)
            else:
                act.note("note.no_retreat", (place,), "9.7")
                act.then(ShareLosses(units, -1, act.pos.game.battle.stuck_hits))
        aftermath.settle(act)

    def check(self, pos: FrancePosition, decision: Decision) -> None:
        rule = pos.game.cite("9.7")
        found = wanted(decision, Retreat, rule)
        if found.at not in self._left(pos):
            raise IllegalDecision(rule, f"nobody retreats from {pos.label(found.at)}")
        options = self._ways(pos, found.at)
        if found.path not in options:
            listed = "; ".join("-".join(map(pos.label, way)) for way in options[:6])
            raise IllegalDecision(rule, f"not a way of retreat; there are {listed or 'none'}")

    def choices(self, pos: FrancePosition) -> Iterator[Decision]:
        for place in self._left(pos):
            for way in self._ways(pos, place):
                yield Retreat(PlaceId(place), tuple(map(PlaceId, way)))

    def take(self, act: Act, decision: Decision) -> None:
        found = passed(decision, Retreat)
        left = tuple(place for place in self.hexes if place != found.at)
        act.become(Retreats(self.attackers, left, self.forced))
        fall_back(act, act.pos.fighters(found.at), (found.at, *found.path), "mode.retreat", "9.7")


def fall_back(act: Act, units: tuple[int, ...], path: Way, mode: str, rule: str) -> None:
    """9.7, 4.10, R-35: a stack goes along a path, its start included; HQs that it finds and may be commanded by go
    along, and enemy HQs that are alone beside a hex of its way are dispersed."""
    hqs = retreats.picked_up(act.pos, units, path[:-1])
    now = act.pos.increment
    headquarters.disperse_passed(act, units, path[1:])
    for unit in units:
        act.move(unit, path, mode, rule=rule)
        act.flag(unit, w.RETREATED, now, rule)
    for hq in hqs:
        start = path.index(act.pos.at(hq))
        act.move(hq, path[start:], "mode.headquarters", rule="4.10")
    for unit in units:
        entering.follow(act, unit, path)
    rolls = [step for place in path[1:] for step in entering.rolls(act.pos, units[0], place)]
    act.then(*rolls, entering.Settled())


def _leave(act: Act, place: int, units: tuple[int, ...]) -> None:
    """R-49, R-77: a stack that is driven out of the area leaves play and counts as no loss."""
    hqs = retreats.picked_up(act.pos, units, (place,))
    for piece in (*units, *hqs):
        act.remove(piece, "reason.off_area", "R-49")
        act.pool("pool.left", piece, 1, "R-49")


DECISIONS: Final = (Retreat,)
STEPS: Final = (Retreats,)
