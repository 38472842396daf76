"""The board for a terminal: a player must be able to play from it."""

from __future__ import annotations

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from hexledger.replays.picture import Scene, SceneError, Stack, render_text
from hexledger.replays.picture.textboard import side_letters, terrain_letter

replace = msgspec.structs.replace


def test_push_to_caen_fits_120_columns_and_shows_every_hex_in_play(push_to_caen: Scene) -> None:
    lines = render_text(push_to_caen).splitlines()
    assert max(len(line) for line in lines) <= 120
    for label in push_to_caen.clip:
        assert sum(f"{label} " in line for line in lines) == 1


def test_every_stack_is_listed_with_its_counters_and_values(push_to_caen: Scene) -> None:
    board = render_text(push_to_caen)
    for stack in push_to_caen.stacks:
        line = next(part for part in board.split("\n  ") if part.startswith(f"{stack.hex}: "))
        for c in stack.counters:
            assert f"{c.name} {c.values}" in " ".join(line.split())


def test_the_house_edition_is_named_on_the_text_board(push_to_caen: Scene) -> None:
    assert "House edition 1" in render_text(push_to_caen).splitlines()[2]


def test_the_text_board_is_the_same_each_time(push_to_caen: Scene) -> None:
    assert render_text(push_to_caen) == render_text(push_to_caen)


def test_the_bridge_at_benouville_and_the_great_river_are_marked(push_to_caen: Scene) -> None:
    lines = render_text(push_to_caen).splitlines()
    below = next(line for line in lines if "Inns of" in line)
    assert below.rstrip().endswith("+")
    assert any("=====" in line for line in lines)


def test_a_small_pointy_board_reads_as_it_did(skirmish: Scene, snapshot: SnapshotAssertion) -> None:
    assert render_text(skirmish, width=60) == snapshot


def test_a_small_flat_board_reads_as_it_did(flat_skirmish: Scene, snapshot: SnapshotAssertion) -> None:
    assert render_text(flat_skirmish, width=60) == snapshot


def test_blown_bridges_and_pontoons_are_named(skirmish: Scene) -> None:
    board = render_text(skirmish)
    assert "A1/B2 blown" in board
    assert "A1/C1 pontoon" in board
    assert "x bridge blown" in board


def test_reduced_disordered_and_isolated_units_say_so(skirmish: Scene) -> None:
    assert "HQ/12SS (1)-7-8 [art 4, reduced, D2, ISO]" in render_text(skirmish)


def test_the_current_turn_stands_in_brackets(skirmish: Scene) -> None:
    assert "Turn: [1] 2 3" in render_text(skirmish)


def test_two_sides_with_one_initial_get_different_letters(skirmish: Scene) -> None:
    two = replace(skirmish, sides={"allied": "Attacker", "german": "Axis"})
    letters = side_letters(two)
    assert letters["allied"] == "A"
    assert letters["german"] != "A"


def test_an_empty_scene_says_that_there_are_no_hexes() -> None:
    assert "(no hexes)" in render_text(Scene())


def test_terrain_without_a_letter_of_its_own_takes_its_initial() -> None:
    assert terrain_letter("quicksand") == "q"
    assert terrain_letter("") == "?"


def test_the_text_board_refuses_an_unknown_hex(skirmish: Scene) -> None:
    with pytest.raises(SceneError, match="no hex Q9"):
        render_text(replace(skirmish, stacks=(Stack("Q9", skirmish.stacks[0].counters),)))
