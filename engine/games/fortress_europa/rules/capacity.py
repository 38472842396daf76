"""Supply capacity (18.7): ports and Mulberries less the Allied units that count, kept on its track."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.rules import exit_east
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act
    from hexledger.engine.games.fortress_europa.position import FortressPosition


def counts(pos: FortressPosition, piece: int) -> bool:
    """FE 18.7.14, 20.15, 21.1: does an Allied land unit on the map count against supply capacity?"""
    return piece not in pos.game.roster.raiders and not pos.flag(piece, f.BY_AIR)


def usable_port(pos: FortressPosition, port: int) -> bool:
    """FE 18.7.11, 18.8, 20.16: a port whose capacity counts: Allied, with an open passage, occupied if it lies in an
    enemy ZOC, and not captured by paratroops or commandos this turn."""
    if pos.controller(port) != f.ALLIED or pos.enemies_in(port, f.ALLIED):
        return False
    taken_by_air = pos.state.marker(port, -1, f.PORT_BY_AIR)
    if taken_by_air and taken_by_air == pos.state.turn:
        return False
    return pos.holds(f.ALLIED, port) and pos.passage_open(port)


def sources(pos: FortressPosition) -> dict[int, int]:
    """FE 18.2: place -> capacity of the usable ports and the Mulberries there, ascending; 0 is left out."""
    control, ports = pos.state.control, pos.game.ground.ports
    taken = pos.marked("taken ports", lambda: sorted(port for port in ports if control.get(port) == f.ALLIED))
    found = {port: pos.port_capacity(port) for port in taken if usable_port(pos, port)}
    for piece in sorted(pos.game.roster.mulberries):
        place = pos.at(piece)
        # 18.7.11: a Mulberry in an enemy ZOC that nobody occupies does not count.
        if pos.on_map(piece) and (pos.units_of(place, f.ALLIED) or not pos.in_ezoc(place, f.ALLIED)):
            found[place] = found.get(place, 0) + pos.mulberry_capacity(piece)
    return {place: found[place] for place in sorted(found) if found[place]}


def reckon(pos: FortressPosition) -> int:
    """FE 18.7, 18.7.3: supply capacity as it is now."""
    units: list[int] = pos.flagged((f.BY_AIR,), "counted", lambda: [p for p in pos.ashore(f.ALLIED) if counts(pos, p)])
    return sum(sources(pos).values()) - len(units) - exit_east.counted(pos)


def current(pos: FortressPosition) -> int:
    """Supply capacity as the track shows it."""
    return pos.state.track(pos.game.words["track.supply_capacity"], f.ALLIED)


def update(act: Act, rule: str = "18.7.12") -> None:
    """FE 18.7.12: bring the track up to date. 18.7.1: not during an invasion turn before its second impulse has ended,
    while only what comes ashore would change it; `supply` then reckons it."""
    act.track("track.supply_capacity", reckon(act.pos), f.ALLIED, rule)


# ---------------------------------------------------------------------- 18.7.4-18.7.7, 18.7.13 landings
def at_start(pos: FortressPosition) -> int:
    """FE 18.7.6, 18.7.7: capacity at the start of the Allied player turn."""
    return pos.state.variable(pos.game.words["var.start_capacity"])


def turn_began(act: Act) -> None:
    """FE 18.7.5-18.7.7: what later questions of the Allied player turn ask for."""
    act.assign("var.start_capacity", reckon(act.pos), "18.7")


def may_land(pos: FortressPosition, piece: int, place: int) -> tuple[str, str] | None:
    """FE 18.7.4, 18.7.6, 18.7.7, 18.7.13, C-81: (rule, reason) why an Allied unit may not come ashore by sea or be
    flown in, None when it may. Asked unit by unit; raids, drops and the landings of an invasion turn are exempt."""
    if pos.invasion_turn or not counts(pos, piece):
        return None
    if at_start(pos) < 0:
        return "18.7.7", "supply capacity was below zero when the turn began: nothing lands"
    if at_start(pos) == 0 and pos.impulse == 1 and _left(pos) <= 0:
        return "18.7.6", "supply capacity was zero when the turn began: a unit lands only for one that leaves"
    if reckon(pos) < 1:
        return "18.7.4", "supply capacity would fall below zero"
    if pos.state.variable(f.VAR_INVASIONS) > 1:
        from hexledger.engine.games.fortress_europa.rules import supply

        if not supply.lands_in_supply(pos, piece, place):
            return "18.7.13", f"{pos.name(piece)} would not be in supply in {pos.label(place)}"
    return None


def left_open(pos: FortressPosition, units: Collection[int], *, by_sea: bool = False) -> tuple[str, str] | None:
    """FE 18.7.4, 18.7.11: (rule, reason) why units of one hex may not leave it together as their owner likes, None when
    they may: they are the last in a port or with a Mulberry in an enemy ZOC, its capacity would be lost at once and
    bring the supply capacity below zero. `by_sea`: they leave Europe, and count no more."""
    place = pos.at(next(iter(units)))
    if place not in pos.game.ground.ports and all(pos.at(piece) != place for piece in pos.game.roster.mulberries):
        return None
    if not pos.in_ezoc(place, f.ALLIED) or any(piece not in units for piece in pos.units_of(place, f.ALLIED)):
        return None
    lost = sources(pos).get(place, 0)
    now = reckon(pos)
    fewer = sum(1 for piece in units if counts(pos, piece)) if by_sea else 0
    if now >= 0 > now - lost + fewer:
        return "18.7.4", f"{pos.label(place)} would lie empty in an enemy ZOC: supply capacity would fall below zero"
    return None


def none_by_air(pos: FortressPosition) -> tuple[str, str] | None:
    """FE 18.7.6, 18.7.7: (rule, reason) why no unit drops, or is flown from England or Africa to the continent, None
    when it may: capacity was zero or less when the turn began. Raids are exempt, the turn of an invasion (12.14), and
    as in C-3 a turn in which nobody is ashore."""
    if pos.invasion_turn or at_start(pos) > 0 or not pos.ashore(f.ALLIED):
        return None
    if at_start(pos) < 0:
        return "18.7.7", "supply capacity was below zero when the turn began: nothing comes by air"
    return "18.7.6", "supply capacity was zero when the turn began: nothing comes by air"


def _left(pos: FortressPosition) -> int:
    """FE 18.7.5, 18.7.6: units that left Europe by sea or air in this impulse, less those that landed in it."""
    moved = [p for p in pos.game.roster.land if pos.flag(p, f.BY_SEA) == pos.impulse and counts(pos, p)]
    flown = [p for p in pos.game.roster.airborne if pos.flag(p, f.AIRLIFTED) and pos.flag(p, f.MOVED) == pos.impulse]
    away = sum(1 for piece in flown if pos.at_home(piece))
    return away + sum((1 if pos.at_home(piece) else -1) for piece in moved)


# ---------------------------------------------------------------------- 18.7.5 below zero
class LoseForCapacity(Decision, frozen=True, array_like=True, tag=165):
    """An Allied unit loses a step because there are more units than the ports can bear."""

    unit: PieceId


class Excess(Choice, frozen=True, array_like=True, tag=165):
    """FE 18.7.5: `owed` units in excess lose a step each, as the Allied player chooses; `done` have."""

    owed: int
    done: tuple[int, ...]

    def _units(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(p for p in pos.ashore(f.ALLIED) if counts(pos, p) and p not in self.done)

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        units = self._units(cast("FortressPosition", pos))
        if self.owed <= 0 or not units:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["prompt.capacity"], rules["18.7.5"], (LoseForCapacity.kind(),), units)

    def run(self, act: Recorder[Any]) -> None:
        """Nothing is owed."""

    def check(self, pos: Position[Any], decision: Decision) -> None:
        wanted(decision, (LoseForCapacity,), pos.game.cite("18.7.5"))
        assert isinstance(decision, LoseForCapacity)
        if decision.unit not in self._units(cast("FortressPosition", pos)):
            reason = f"{pos.name(decision.unit)} does not count for supply capacity, or has lost its step"
            raise IllegalDecision(pos.game.cite("18.7.5"), reason)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        return iter([LoseForCapacity(PieceId(piece)) for piece in self._units(cast("FortressPosition", pos))])

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        from hexledger.engine.games.fortress_europa.rules import losses

        assert isinstance(decision, LoseForCapacity)
        act.become(Excess(self.owed - 1, (*self.done, decision.unit)))
        losses.lose_step(act, decision.unit, "18.7.5", "reason.supply")


DECISIONS: Final = (LoseForCapacity,)
STEPS: Final = (Excess,)
