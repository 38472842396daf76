"""A march by land as it is carried out (5.1, 8.2, 22.2): strafing, rivers without bridges, what it wakes; and going on
after it was broken off (6.4, 17.10.4, 25, C-84). Who may march where stands in `movement`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from hexledger.engine.games.fortress_europa.questions import (
    allowance,
    contact,
    districts,
    strafing,
    volkssturm,
    ways,
)
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import Gone, bold, path_of, reach, trace
from hexledger.engine.games.fortress_europa.rules import bulge, control
from hexledger.engine.games.fortress_europa.rules import strafing as strafing_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted


def crosses(act: Act, piece: int) -> bool:
    """FE 17.10.4: roll on the Crossing Chart for an armoured unit that wants to go over a river."""
    side = "allied" if act.pos.side(piece) == f.ALLIED else "german"
    column = f"{side}_impulse_{act.pos.impulse}"
    die = act.roll("roll.crossing", 6, piece, "17.10.4", low=1)
    across = act.pos.tables.chart.crossing[column][die]
    act.resolved("table.crossing", f"column.{column}", die, ("result.cross" if across else "result.stop",), "17.10.4")
    return across


class Continue(Decision, frozen=True, array_like=True, tag=62):
    """The hexes that the unit enters after its failed crossing, in order."""

    path: tuple[PlaceId, ...]


class Stay(Decision, frozen=True, array_like=True, tag=63):
    """The unit stays where it is."""


class GoOn(Choice[FortressPosition], frozen=True, array_like=True, tag=62):
    """FE 17.10.4, C-84: a unit whose move was broken off has movement left; fields as `ways.Gone`."""

    unit: int
    limit: int
    spent: int
    halved: int
    closed: tuple[int, ...]
    tested: int

    rule: ClassVar[str] = "17.10.4"
    asks: ClassVar[str] = "prompt.go_on"

    def gone(self) -> Gone:
        """What of the move has been made."""
        return Gone(self.limit, self.spent, bool(self.halved), tuple(self.closed), bool(self.tested))

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if not pos.on_map(self.unit) or self._held(pos) or not reach(pos, self.unit, self.gone()):
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (Continue.kind(), Stay.kind())
        return Prompt(pos.active_side, words[self.asks], rules[self.rule], kinds, (self.unit,), complete=False)

    def _held(self, pos: FortressPosition) -> bool:
        """FE 7.2: has it come into an enemy ZOC on its way, one of Volkssturm that was called up, say?"""
        side = pos.side(self.unit)
        return self.spent > 0 and pos.in_ezoc(pos.at(self.unit), side) and not bold(pos, self.unit)

    def run(self, act: Act) -> None:
        """The unit can go nowhere else."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (Continue, Stay), pos.game.cite(self.rule))
        if isinstance(decision, Continue):
            permit(pos, self._refusal(pos, decision.path))

    def _refusal(self, pos: FortressPosition, path: tuple[PlaceId, ...]) -> Refusal | None:
        if not path:
            return "5.1", "a move enters at least one hex"
        return trace(pos, self.unit, path, self.gone()) or contact.idle_refusal(pos, self.unit, path[-1])

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield Stay()
        for place, path in reach(pos, self.unit, self.gone()).items():
            if pos.fits(place, (self.unit,)) and contact.idled(pos, self.unit, place) is None:
                yield Continue(path_of(path))

    def take(self, act: Act, decision: Decision) -> None:
        act.done()
        if isinstance(decision, Continue):
            carry_out(act, PieceId(self.unit), decision.path, self.gone())


class Part(GoOn, frozen=True, array_like=True, tag=63):
    """FE 6.4: a unit faster than its stack may go on alone when the slowest has used up its movement."""

    rule = "6.4"
    asks = "prompt.part"


# ---------------------------------------------------------------------- the walk
def carry_out(act: Act, piece: int, path: Sequence[int], gone: Gone) -> None:
    """Move a unit along a path that has been checked, as far as dice and new enemies let it (17.10.1, 17.10.4).

    gone   what of the move has been made before (nothing, for a new one)
    """
    pos = act.pos
    impulse, before = pos.impulse, gone.spent
    bulge.moved(act, piece, path)
    unfold(act, piece)
    m, ground = ways.mover(pos, piece), pos.tables.ground
    tested = 0 if gone.tested else strafing.tested_at(pos, piece, (pos.at(piece), *path), before)
    walked, broken_off = [pos.at(piece)], False
    for number, there in enumerate(path):
        here = walked[-1]
        if tested == strafing.FREE_HEXES == gone.spent:
            gone, (walked, ahead) = gone._replace(tested=True), _short_of_dyke(pos, walked)
            walked = _flush(act, piece, walked)
            if strafing_rules.hit(act, piece):
                break
            walked += ahead
        if m.armored and pos.broken(here, there) and not ways.bridged(pos, m, here, there):
            walked = _flush(act, piece, walked)
            if not crosses(act, piece):
                gone = gone._replace(closed=tuple(sorted((*gone.closed, ground.key(here, there)))))
                broken_off = True
                break
        walked.append(there)
        gone = gone.entered(ways.rough(pos, m, there))
        if tested > strafing.FREE_HEXES and gone.spent == tested:
            gone, (walked, ahead) = gone._replace(tested=True), _short_of_dyke(pos, walked)
            walked = _flush(act, piece, walked)
            if strafing_rules.hit(act, piece):
                break
            walked += ahead
        if number + 1 < len(path) and _may_wake(pos, m.side, here, there):
            if volkssturm.to_choose(pos, there):
                # 25: where the Volkssturm stands is the German's choice; then the unit goes on, unless a ZOC holds it.
                rest = (gone.limit, gone.spent, int(gone.halved), gone.closed, int(gone.tested))
                act.then(GoOn(piece, *rest))
                break
            walked = _flush(act, piece, walked)
            if act.state.over or ways.stops(pos, m, here, there) is not None:
                break
            if ways.trace(pos, piece, path[number + 1 :], gone) is not None:
                broken_off = True
                break
    last = walked[-1]
    _flush(act, piece, walked)
    if not pos.on_map(piece) or act.state.over:
        return
    act.flag(piece, f.MOVED, impulse, "5.1")
    act.flag(piece, f.WENT, impulse << 8 | allowance.went(pos, piece) + gone.spent - before)
    act.flag(piece, f.LEFT, 0)
    if gone.spent > before and pos.terrain(last) == "flooded":
        act.flag(piece, f.STUCK, 1, "8.2")
    if broken_off and gone.spent < gone.allowed:
        act.then(GoOn(piece, gone.limit, gone.spent, int(gone.halved), gone.closed, int(gone.tested)))


def mire(act: Act, piece: int) -> None:
    """FE 8.2: a unit that lands on flooded ground from the sea or the air, paratroops and Rangers too, moves no more in
    this turn. Only sea movement into a port is exempt, and it does not ask."""
    if act.pos.on_map(piece) and act.pos.terrain(act.pos.at(piece)) == "flooded":
        act.flag(piece, f.STUCK, 1, "8.2")


def unfold(act: Act, piece: int) -> None:
    """FE 22.2: a coastal defence unit that moves or retreats turns to its infantry side for good."""
    if piece in act.pos.tables.roster.coastal and not act.pos.flag(piece, f.FLIPPED):
        act.flag(piece, f.FLIPPED, 1, "22.2")


def _short_of_dyke(pos: FortressPosition, walked: list[int]) -> tuple[list[int], list[int]]:
    """FE 8.7, 17.10.1, C-151: the hexes walked as far as strafing may stop a unit there, and the dyke if that is the
    last of them: nobody stops on it."""
    on_dyke = len(walked) > 1 and walked[-1] == pos.tables.ground.dyke
    return (walked[:-1], walked[-1:]) if on_dyke else (walked, [])


def _flush(act: Act, piece: int, walked: list[int]) -> list[int]:
    """Write down the hexes walked so far and what follows from entering them."""
    if len(walked) > 1 and act.pos.on_map(piece):
        act.move(piece, walked, "mode.move", len(walked) - 1, "5.1")
        control.entered(act, piece, tuple(walked))
    return [walked[-1]]


def _may_wake(pos: FortressPosition, side: int, here: int, there: int) -> bool:
    """Could entering a hex bring Volkssturm (25) or release frozen units (9.7), whose ZOC would count at once?"""
    if side != f.ALLIED:
        return False
    ground = pos.tables.ground
    near: int = pos.game.edition.chart("limits", "volkssturm_trigger")
    if any(
        city in ground.german_cities and not pos.state.marker(city, -1, f.VOLKSSTURM)
        for city in pos.board.within(there, near)
    ):
        return True
    sleeping = any(not districts.released(pos, district) for district in districts.ALL)
    return sleeping and districts.crosses(pos, here, there)


DECISIONS: Final = (Continue, Stay)
STEPS: Final = (GoOn, Part)
