"""What must hold between decisions (7.1, 4.8, 6.0, 2.0-8)."""

from __future__ import annotations

from hexledger.engine.games.france_1944.questions import stacking, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w


def complaints(pos: FrancePosition) -> list[str]:
    """Everything in the position that no rule allows, one sentence each."""
    found = [f"{pos.label(place)} is over the stacking limit" for place in stacking.overstacked(pos)]
    ground = pos.game.ground
    for place in sorted(pos.state.stacks):
        sides = {pos.side(piece) for piece in pos.units(place)}
        if place in ground.map and len(sides) > 1:
            found.append(f"{pos.label(place)} holds pieces of both sides")
        if place < pos.board.n_hexes and place not in ground.land:
            found.append(f"{pos.label(place)} is no land hex")
    for piece in sorted(pos.state.at):
        if pos.on_map(piece) and not 1 <= pos.steps(piece) <= pos.game.roster.full[piece]:
            found.append(f"{pos.name(piece)} has {pos.steps(piece)} steps")
        if pos.is_hq(piece) and pos.on_map(piece) and zoc.open_ezoc(pos, pos.at(piece), pos.side(piece)):
            found.append(f"{pos.name(piece)} stands alone in an enemy ZOC")
    for side in (w.ALLIED, w.GERMAN):
        most = pos.game.chart.number("supply_points", "max_committed", w.SIDES[side - 1])
        if not 0 <= pos.track("committed", side) <= most:
            found.append(f"{pos.track('committed', side)} supply points are committed")
    return found
