"""What must hold between decisions."""

from __future__ import annotations

from hexledger.engine.games.case_yellow.questions import stacking
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables import words as w


def complaints(pos: YellowPosition) -> list[str]:
    """8.3 outside a side's own movement, steps, hexes of one side, control under units, works under Germans."""
    found: list[str] = []
    game, state = pos.game, pos.state
    for place, units in sorted(state.stacks.items()):
        if place >= pos.board.n_hexes:
            continue
        sides = {game.side_of[unit] for unit in units}
        label = pos.label(place)
        if len(sides) > 1:
            found.append(f"both sides stand in {label}")
        side = game.side_of[units[0]]
        if place not in pos.scenario.land:
            found.append(f"{label} is no land hex of the scenario")
        if pos.control(place) != side:
            found.append(f"{label} is held by {pos.name(units[0])} and not controlled by its side")
        if pos.enemy_fortress(place, side):
            found.append(f"{pos.name(units[0])} stands in an undestroyed enemy fortified line in {label}")
        moving = pos.active == side and pos.var("kind") == w.MOVE
        parting = pos.var("dynamo") > 0 and not pos.dynamo_on
        if not moving and not parting and not stacking.legal(pos, place, units):
            found.append(f"{label} is over the stacking limit")
    for unit, steps in sorted(state.steps.items()):
        if not 1 <= steps <= game.roster.full[unit]:
            found.append(f"{pos.name(unit)} has {steps} steps")
    for fight in pos.fights():
        if not pos.enemy_in(fight.target, fight.side):
            found.append(f"the Engaged combat in {pos.label(fight.target)} has no defender")
        if any(not pos.friend_in(place, fight.side) for place in fight.froms):
            found.append(f"the Engaged combat in {pos.label(fight.target)} has an empty attacking hex")
    return found
