"""Rule 3.5 of Drill: losing a step, retreating."""

from __future__ import annotations

from hexledger.engine.procedures import losses
from tests.drill.position import Act
from tests.drill.victory import take_hill


def lose_step(act: Act, piece: int, rule: str) -> None:
    """DR 3.5: a unit loses a step; the last one takes it off the map."""
    losses.lose_step(act, piece, rule, lambda act, unit, rule: act.remove(unit, "reason.eliminated", rule))


def retreat(act: Act, piece: int, away_from: int) -> None:
    """DR 3.5: one hex, to the empty hex farthest from the attacker; with nowhere to go the unit loses a step."""
    pos = act.pos
    free = pos.free_around(pos.at(piece))
    if not free:
        act.note("note.cornered", (piece,), "3.5")
        lose_step(act, piece, "3.5")
        return
    to = max(free, key=lambda place: (pos.board.distance(place, away_from), -place))
    act.move(piece, (pos.at(piece), to), "mode.retreat", rule="3.5")
    take_hill(act, piece)
