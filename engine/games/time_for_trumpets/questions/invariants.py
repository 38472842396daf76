"""What must hold between decisions."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition


def complaints(pos: TrumpetsPosition) -> list[str]:
    """Hexes of one side, hexes of the scenario, steps."""
    found: list[str] = []
    game, state = pos.game, pos.state
    combat = game.roster.combat
    for place, units in sorted(state.stacks.items()):
        if place >= pos.board.n_hexes:
            continue
        sides = {game.side_of[unit] for unit in units if unit in combat}
        if len(sides) > 1:
            found.append(f"both sides stand in {pos.label(place)}")
        if place not in pos.scenario.hexes:
            found.append(f"{pos.label(place)} is no hex of the scenario")
    for unit, steps in sorted(state.steps.items()):
        if not 1 <= steps <= game.roster.full[unit]:
            found.append(f"{pos.name(unit)} has {steps} steps")
    return found
