"""Armour at a river without bridges (17.10.4, C-84): the die, and going on elsewhere after a failure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import contact
from hexledger.engine.games.fortress_europa.rules.ways import Gone, bold, reach, trace
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


def crosses(act: Act, piece: int) -> bool:
    """FE 17.10.4: roll on the Crossing Chart for an armoured unit that wants to go over a river."""
    side = "allied" if act.pos.side(piece) == f.ALLIED else "german"
    column = f"{side}_impulse_{act.pos.impulse}"
    die = act.roll("roll.crossing", 6, piece, "17.10.4", low=1)
    across = act.pos.game.chart.crossing[column][die]
    act.resolved("table.crossing", f"column.{column}", die, ("result.cross" if across else "result.stop",), "17.10.4")
    return across


class Continue(Decision, frozen=True, array_like=True, tag=62):
    """The hexes that the unit enters after its failed crossing, in order."""

    path: tuple[PlaceId, ...]


class Stay(Decision, frozen=True, array_like=True, tag=63):
    """The unit stays where it is."""


class GoOn(Choice, frozen=True, array_like=True, tag=62):
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

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        position = cast(FortressPosition, pos)
        if not position.on_map(self.unit) or self._held(position) or not reach(position, self.unit, self.gone()):
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (Continue.kind(), Stay.kind())
        return Prompt(position.active_side, words[self.asks], rules[self.rule], kinds, (self.unit,), complete=False)

    def _held(self, pos: FortressPosition) -> bool:
        """FE 7.2: has it come into an enemy ZOC on its way, one of Volkssturm that was called up, say?"""
        side = pos.side(self.unit)
        return self.spent > 0 and pos.in_ezoc(pos.at(self.unit), side) and not bold(pos, self.unit)

    def run(self, act: Recorder[Any]) -> None:
        """The unit can go nowhere else."""

    def check(self, pos: Position[Any], decision: Decision) -> None:
        wanted(decision, (Continue, Stay), pos.game.cite(self.rule))
        if isinstance(decision, Continue):
            permit(pos, self._refusal(cast(FortressPosition, pos), decision.path))

    def _refusal(self, pos: FortressPosition, path: tuple[PlaceId, ...]) -> Refusal | None:
        if not path:
            return "5.1", "a move enters at least one hex"
        return trace(pos, self.unit, path, self.gone()) or contact.idle_refusal(pos, self.unit, path[-1])

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        position = cast(FortressPosition, pos)
        yield Stay()
        for place, path in reach(position, self.unit, self.gone()).items():
            if position.fits(place, (self.unit,)) and contact.idled(position, self.unit, place) is None:
                yield Continue(cast("tuple[PlaceId, ...]", path))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        from hexledger.engine.games.fortress_europa.rules import movement

        act.done()
        if isinstance(decision, Continue):
            movement.carry_out(act, PieceId(self.unit), decision.path, self.gone())


class Part(GoOn, frozen=True, array_like=True, tag=63):
    """FE 6.4: a unit faster than its stack may go on alone when the slowest has used up its movement."""

    rule = "6.4"
    asks = "prompt.part"


DECISIONS: Final = (Continue, Stay)
STEPS: Final = (GoOn, Part)
