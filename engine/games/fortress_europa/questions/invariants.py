"""What must hold between decisions, whatever was played: complaints for the fuzzer, the audit and referees' rulings."""

from __future__ import annotations

from hexledger.engine.games.fortress_europa.questions import capacity, decoys
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f


def complaints(pos: FortressPosition) -> list[str]:
    """Everything that is wrong with a position, in words; empty when all is well. O(pieces)."""
    return [*_places(pos), *_marks(pos), *_stacks(pos), *_counts(pos), *decoys.complaints(pos)]


def _places(pos: FortressPosition) -> list[str]:
    state, game = pos.state, pos.game
    ground, roster = pos.tables.ground, pos.tables.roster
    found = []
    for piece in sorted(state.at):
        place, name = state.at[piece], game.piece(piece)
        if not 1 <= state.steps.get(piece, 0) <= max(1, pos.counters[piece].steps):
            found.append(f"{name} has {state.steps.get(piece, 0)} steps")
        if piece in roster.land and place < pos.board.n_hexes:
            if place not in ground.land:
                found.append(f"{name} stands in {pos.label(place)}, where no land unit may be (8.6)")
            elif pos.terrain(place) == "alpine" and piece not in roster.mountain:
                found.append(f"{name} is no mountain unit and stands in alpine {pos.label(place)} (8.4)")
        if piece in roster.naval and place not in (ground.invadable if pos.flag(piece, f.BESIDE) else ground.sea):
            found.append(f"{name} is a naval unit and stands in {pos.label(place)} (8.6)")
        for pool in (f.ELIMINATED, f.WITHDRAWN, f.DUE):
            if state.pooled(pool, piece):
                found.append(f"{name} is in play and in the pool of {game.word(pool)}")
    if sorted(state.steps) != sorted(state.at):
        found.append("a piece has steps but no place, or a place but no steps")
    return found


def _marks(pos: FortressPosition) -> list[str]:
    state, game = pos.state, pos.game
    found = []
    for key in sorted(state.flags):
        piece, flag = key >> 16, key & 0xFFFF
        if piece not in state.at:
            found.append(f"{game.piece(piece)} is not in play but has {game.word_key(flag)}")
        if flag == f.FROZEN and state.variable(f.VAR_RELEASED) >> state.flags[key] & 1:
            found.append(f"{game.piece(piece)} is frozen in a district that was released (9.1)")
        if flag == f.FLIPPED and piece not in pos.tables.roster.by_flag:
            found.append(f"{game.piece(piece)} has no other side to lie on")
        if flag in f.TURN_FLAGS and not pos.active_side:
            found.append(f"{game.piece(piece)} has {game.word_key(flag)} outside a player turn")
    return found


def _stacks(pos: FortressPosition) -> list[str]:
    found = []
    for side in (f.ALLIED, f.GERMAN):
        # Within a move impulse a hex may be over the limit (6.3), after a battle the loser may not (15.7).
        if pos.active_side != side and not pos.scenario.bulge:
            found += [
                f"{pos.label(place)} is over the stacking limit (6.1)"
                for place in pos.overstacked(side)
                # 25: Volkssturm may be over the limit until the next German move impulse ends.
                if not any(piece in pos.tables.roster.volkssturm for piece in pos.units_of(place, side))
            ]
    if not pos.active_side:
        for place in sorted(pos.state.stacks):
            sides = {pos.side(p) for p in pos.state.stacks[place] if p in pos.tables.roster.land}
            if place < pos.board.n_hexes and len(sides) > 1:
                found.append(f"both sides stand in {pos.label(place)}")
    return found


def _counts(pos: FortressPosition) -> list[str]:
    state, game = pos.state, pos.game
    found = [f"{game.word_key(key >> 20)} holds {value}" for key, value in sorted(state.pools.items()) if value < 0]
    if not pos.active_side and state.turn and capacity.current(pos) != capacity.reckon(pos):
        found.append(f"supply capacity stands at {capacity.current(pos)} and is {capacity.reckon(pos)} (18.7.3)")
    return found
