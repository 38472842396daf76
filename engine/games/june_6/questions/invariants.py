"""What must hold between decisions, whatever was played: complaints for the fuzzer, the audit and referees' rulings."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f


def complaints(pos: June6Position) -> list[str]:
    """Everything that is wrong with a position, in words; empty when all is well. O(pieces)."""
    return [*_places(pos), *_marks(pos), *_stacks(pos), *_counts(pos)]


def _places(pos: June6Position) -> list[str]:
    state, name = pos.state, pos.game.piece
    found = []
    stacks: dict[int, list[int]] = {}
    for piece in sorted(state.at):
        place = state.at[piece]
        stacks.setdefault(place, []).append(piece)
        if not 0 <= state.steps.get(piece, 0) - 1 < pos.counters[piece].steps:
            found.append(f"{name(piece)} has {state.steps.get(piece, 0)} steps")
        if pos.on_map(piece) and not pos.in_bounds(piece, place):
            found.append(f"{name(piece)} stands in {pos.label(place)}, outside its area")
    if {place: tuple(pieces) for place, pieces in stacks.items()} != state.stacks:
        found.append("the stacks do not agree with where the pieces stand")
    if sorted(state.steps) != sorted(state.at):
        found.append("a piece has steps but no place, or a place but no steps")
    for piece in state.pool(pos.game.words["pool.entering"]):
        if piece in state.at:
            found.append(f"{name(piece)} is on the map and waits to enter")
    return found


def _marks(pos: June6Position) -> list[str]:
    state, game = pos.state, pos.game
    found = []
    for key in sorted(state.flags):
        piece, flag = key >> 16, key & 0xFFFF
        value = state.flags[key]
        if piece not in state.at:
            found.append(f"{game.piece(piece)} is not in play but has {game.word_key(flag)}")
        if flag == f.DISORDER and value not in (1, 2):
            found.append(f"{game.piece(piece)} has Disorder {value}")
        if flag == f.ACTIVE and (value != pos.active_mode or pos.side(piece) != pos.active_side):
            found.append(f"{game.piece(piece)} is active outside its activation")
        if flag == f.HQ_REDUCED and not pos.is_division_hq(piece):
            found.append(f"{game.piece(piece)} is no division HQ but stands on a returned side")
    for piece in sorted(state.attached):
        if pos.is_hq(piece):
            found.append(f"{game.piece(piece)} is an HQ and attached")
    return found


def _stacks(pos: June6Position) -> list[str]:
    found = []
    for place in sorted(pos.state.stacks):
        if place >= pos.board.n_hexes:
            continue
        stack = pos.units(place)
        if len({pos.side(piece) for piece in stack}) > 1:
            found.append(f"both sides stand in {pos.label(place)}")
        # Within an activation a hex may be overfull until the movement ends (9.11).
        if not pos.active_side and not pos.stack_fits(stack):
            found.append(f"{pos.label(place)} is over the stacking limit")
    return found


def _counts(pos: June6Position) -> list[str]:
    state, game = pos.state, pos.game
    points = game.words["track.vp"]
    # 2.66: the VP marker alone may stand below zero.
    found = [
        f"{game.word_key(key >> 4)} stands at {value}"
        for key, value in sorted(state.tracks.items())
        if value < 0 and key >> 4 != points
    ]
    found += [f"{game.word_key(key >> 20)} holds {value}" for key, value in sorted(state.pools.items()) if value < 0]
    cups = (game.words["pool.am"], game.words["pool.am_used"], game.words["pool.am_aside"])
    for side in sorted(pos.scenario.ams):
        for am, number in pos.scenario.ams[side]:
            out = sum(state.pooled(cup, am) for cup in cups)
            if out > number:
                found.append(f"{out} {game.word_key(am)} are in play, {number} exist")
    return found
