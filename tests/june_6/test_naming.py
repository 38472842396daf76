"""How June 6's numbers read in records."""

from __future__ import annotations

from functools import cache

from hexledger.engine.catalogue import open_game
from hexledger.engine.kernel.game import Game
from hexledger.projections.names import Names
from hexledger.projections.state import State


@cache
def june_6() -> Game:  # type: ignore[type-arg]
    return open_game("june_6")


def test_movement_costs_are_written_in_movement_points() -> None:
    game = june_6()
    assert [game.cost(half) for half in (0, 1, 2, 3, 8)] == ["0", "½", "1", "1½", "4"]
    assert game.value(game.words["reckon.move"], 7) == "3½"


def test_values_of_variables_read_as_words_sides_and_signed_numbers() -> None:
    game = june_6()
    words = game.words
    assert game.value(words["var.weather"], words["weather.storm"]) == "Storm"
    assert game.value(words["var.initiative"], 2) == "German"
    assert game.value(words["pool.am"], words["am.3_br"]) == "AM of the British 3 Division"
    assert [game.value(words["reckon.combat_drm"], value) for value in (-2, 0, 3)] == ["-2", "+0", "+3"]


def test_the_game_is_what_the_projections_take_for_names() -> None:
    names: Names = june_6()
    assert names.piece_side(names.find_piece("12ss_25")) == 2
    assert names.piece_side(-1) == 0
    assert names.lowest_face(10) == 0
    assert names.formation(0) == ""


def test_the_dice_of_an_activation_belong_to_its_side() -> None:
    game = june_6()
    state = State()
    state.phase_side = 1
    assert game.phasing(state) == 1
    state.variables[game.words["var.active_side"]] = 2
    assert game.phasing(state) == 2
