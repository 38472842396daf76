"""What must hold between decisions is looked at: a position in which it does not is complained of."""

from __future__ import annotations

from hexledger.projections.state import State
from hexledger.projections.walk import position_after
from tests.every_game.about import About
from tests.every_game.catalogue import every_game
from tests.every_game.test_records import Play


def complaints(one: About, state: State) -> list[str]:
    game = one.open()
    return game.check_invariants(game.position(state))


@every_game
def test_no_position_of_a_game_breaks_an_invariant(one: About, played: Play) -> None:
    _, _, frames = played(one)
    for last in range(1, len(frames) + 1, max(1, len(frames) // 12)):
        assert complaints(one, position_after(frames[:last])) == []


@every_game
def test_a_unit_without_steps_on_the_map_is_complained_of(one: About, played: Play) -> None:
    _, game, frames = played(one)
    state = position_after(frames[:1])
    piece = min(piece for piece in state.at if state.steps.get(piece, 0) > 0 and game.counters[piece].steps > 0)
    state.steps[piece] = 0
    assert complaints(one, state), f"{game.piece(piece)} without steps"


@every_game
def test_a_unit_with_more_steps_than_its_counter_has_is_complained_of(one: About, played: Play) -> None:
    _, game, frames = played(one)
    state = position_after(frames[:1])
    piece = min(piece for piece in state.at if game.counters[piece].steps > 0)
    state.steps[piece] = game.counters[piece].steps + 1
    assert complaints(one, state), f"{game.piece(piece)} with a step too many"
