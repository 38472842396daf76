"""END 1 and 2: disruption is removed, bridgeheads are crossed (12.2, 12.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.case_yellow.questions import banks, stacking, ways
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.rules.asking import Pass, asked
from hexledger.engine.games.case_yellow.rules.entering import enter
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, permit, wanted


class CrossBridgehead(Decision, frozen=True, array_like=True, tag=42):
    """`cross_bridgehead ge_8_pz 2124`: a yMA unit goes over the river into the hex with the bridgehead."""

    unit: PieceId
    at: PlaceId


class RemoveDisruption(Step[YellowPosition], frozen=True, array_like=True, tag=61):
    """CY 12.2, 6.4: off all units without an OOS marker, and off the Dynamo port."""

    def run(self, act: Act) -> None:
        """Both sides at once."""
        act.phase("phase.disruption", 0, "12.2")
        for key in sorted(act.state.flags):
            piece, flag = key >> 16, key & 0xFFFF
            if flag == w.DISRUPTED and not act.pos.oos(piece):
                act.flag(piece, w.DISRUPTED, 0, "12.2")
        for key in sorted(act.state.markers):
            if key & 0xFFFF == w.PORT_DISRUPTION:
                act.marker(key >> 32, -1, w.PORT_DISRUPTION, 0, "12.2")


def crossing(pos: YellowPosition, unit: int, place: int) -> Refusal | None:
    """12.3, G-A19: a yMA unit that is not Engaged, beside an empty enemy-controlled hex with a bridgehead."""
    if unit not in pos.game.roster.yma or pos.side(unit) != w.GERMAN or not pos.on_map(unit):
        return "12.3", "only German yMA units cross at bridgeheads"
    if not pos.state.marker(place, -1, w.BRIDGEHEAD):
        return "12.3", f"no bridgehead in {pos.label(place)}"
    if pos.engaged(unit):
        return "12.3", f"{pos.name(unit)} is Engaged"
    here = pos.at(unit)
    if not pos.board.adjacent(here, place) or not pos.game.ground.river_between(here, place):
        return "12.3", f"{pos.name(unit)} is not across the river from {pos.label(place)}"
    if pos.enemy_in(place, w.GERMAN) or not (pos.control(place) == w.ALLIED or _crossed(pos, place)):
        return "12.3", f"{pos.label(place)} is no empty Allied hex"
    if not stacking.room(pos, place, (unit,)):
        return "8.3", f"no room in {pos.label(place)}"
    return ways.prohibited(pos, unit, here, place)


def _crossed(pos: YellowPosition, place: int) -> bool:
    """12.3: several units may go: the hex is ours already when one of them has crossed in this segment."""
    return any(pos.flag(unit, w.ADVANCED) for unit in pos.units(place))


class Crossings(Choice[YellowPosition], frozen=True, array_like=True, tag=62):
    """CY 12.3: yMA units go one hex over a river into the hexes with bridgeheads; the markers come off."""

    def _able(self, pos: YellowPosition) -> list[tuple[int, int]]:
        yma = [unit for unit in pos.of(w.GERMAN) if unit in pos.game.roster.yma]
        places = banks.on_map(pos)
        return [(unit, place) for unit in yma for place in places if crossing(pos, unit, place) is None]

    def prompt(self, pos: YellowPosition) -> Prompt | None:
        able = self._able(pos)
        if not able:
            return None
        units = tuple(dict.fromkeys(unit for unit, _ in able))
        return asked(pos, w.GERMAN, ("prompt.cross", "12.3"), (CrossBridgehead, Pass), units, banks.on_map(pos))

    def run(self, act: Act) -> None:
        """Nobody can cross (any more)."""
        self._close(act)

    def _close(self, act: Act) -> None:
        """12.3, G-A31: the marker comes off where somebody crossed, the others stay."""
        for place in banks.on_map(act.pos):
            if act.pos.friend_in(place, w.GERMAN):
                act.marker(place, -1, w.BRIDGEHEAD, 0, "12.3")
        for unit in act.pos.of(w.GERMAN):
            act.flag(unit, w.ADVANCED, 0)

    def check(self, pos: YellowPosition, decision: Decision) -> None:
        found = wanted(decision, (CrossBridgehead, Pass), pos.game.cite("12.3"))
        if isinstance(found, CrossBridgehead):
            permit(pos, crossing(pos, found.unit, found.at))

    def choices(self, pos: YellowPosition) -> Iterator[Decision]:
        for unit, place in self._able(pos):
            yield CrossBridgehead(PieceId(unit), PlaceId(place))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, CrossBridgehead):
            act.done()
            self._close(act)
            return
        unit, place = decision.unit, decision.at
        act.move(unit, (act.pos.at(unit), place), "mode.bridgehead", rule="12.3")
        act.flag(unit, w.ADVANCED, 1)
        enter(act, unit, place)


DECISIONS: Final = (CrossBridgehead,)
STEPS: Final = (RemoveDisruption, Crossings)
