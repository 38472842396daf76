"""A decision's words and what followed from it do not say the same twice."""

from __future__ import annotations

import msgspec
import pytest

from hexledger.events import model as ev
from hexledger.projections.phrases import phrases
from hexledger.projections.record import events_text
from hexledger.projections.said import said
from hexledger.projections.state import State
from tests.projections.stub import NAMES, R, W, small_game

FRAME = small_game().frames[1]


def told(words: str, *events: ev.AnyEvent) -> list[str]:
    """What followed a decision in these words."""
    frame = msgspec.structs.replace(FRAME, events=events)
    return events_text(frame, NAMES, State(), words=words)


MOVE = ev.Moved(1, (1, 2), W["mode.move"], 4, R["8.11"])
UNIT, WAY = NAMES.piece_name(1), f"{NAMES.place(1)}-{NAMES.place(2)}"


def test_of_a_move_that_is_said_only_the_cost_is_told() -> None:
    assert told(f"{UNIT} moves {WAY}", MOVE) == ["2 MP [J6 8.11]"]
    assert told("the stack moves", MOVE) == [f"{UNIT} moves {WAY}, 2 MP [J6 8.11]"]


def test_of_a_move_whose_cost_is_said_as_well_nothing_is_told() -> None:
    assert told(f"{UNIT} moves {WAY} (2 MP)", MOVE) == []
    assert told(f"{UNIT} moves {WAY} (12 MP)", MOVE) == ["2 MP [J6 8.11]"]


def test_of_several_that_move_it_is_said_whose_cost_it_is() -> None:
    other = ev.Moved(2, (1, 2), W["mode.move"], 6, R["8.11"])
    words = f"{UNIT} and {NAMES.piece_name(2)} move {WAY}"
    assert told(words, MOVE, other) == [f"{UNIT}: 2 MP [J6 8.11]", f"{NAMES.piece_name(2)}: 3 MP [J6 8.11]"]


def test_a_retreat_that_is_decided_hex_by_hex_is_told_once() -> None:
    assert told(f"{UNIT} retreats {WAY}", ev.Moved(1, (1, 2), W["mode.retreat"], 0, R["13.2"])) == []


def test_a_way_of_several_units_hex_by_hex_is_told_once() -> None:
    """`28th and 9th Armored retreat FF12-EE13-DD12 -> 28th retreats FF12-EE13; ...`"""
    other, mode = NAMES.piece_name(2), W["mode.retreat"]
    steps = [ev.Moved(unit, way, mode, 0, R["13.2"]) for way in ((1, 2), (2, 3)) for unit in (1, 2)]
    whole = f"{UNIT} and {other} retreat {WAY}-{NAMES.place(3)}"
    assert told(whole, *steps) == []
    assert told(whole, *steps, ev.StepsSet(1, 1, R["13.2"])) == told("x", ev.StepsSet(1, 1, R["13.2"])) != []
    # where a unit stopped, and what happened to it on its way, is told
    assert len(told(whole, *steps[:3])) == 1
    assert len(told(whole, steps[0], ev.StepsSet(1, 1, R["13.2"]), *steps[1:])) == 3
    assert len(told(f"{UNIT} retreats {WAY}-{NAMES.place(3)}", *steps)) == 2


def test_a_mark_or_variable_that_repeats_the_decision_is_not_told() -> None:
    flag = ev.Flagged(1, W["flag.disorder"], 1, R["13.2"])
    (text,) = told("the stack suffers", flag)
    assert text == f"{UNIT}: Disorder [J6 13.2]"
    assert told(f"{UNIT} takes the Disorder", flag) == []
    weather = ev.Assigned(W["var.weather"], W["weather.storm"], R["13.2"])
    assert told("the weather is a Storm", weather) == [] != told("the weather is drawn", weather)


def test_a_unit_that_stopped_on_its_way_is_told_whole() -> None:
    longer = f"{UNIT} moves {WAY}-{NAMES.place(3)}"
    assert told(longer, MOVE) == [f"{UNIT} moves {WAY}, 2 MP [J6 8.11]"]


def test_a_unit_that_is_set_up_where_the_words_say_is_told_once() -> None:
    placed = ev.Placed(1, 3, 2)
    assert told(f"{UNIT} is set up in {NAMES.place(3)}", placed) == []
    assert told(f"{UNIT} comes in", placed) == [f"{UNIT} is placed in {NAMES.place(3)}, 2 steps"]


def test_an_attack_whose_units_and_hex_are_said_is_not_declared_again() -> None:
    attack = ev.Declared(W["declare.attack"], (1, 2), (3,), R["12.51"])
    units = f"{UNIT} and {NAMES.piece_name(2)}"
    assert told(f"attack {NAMES.place(3)} with {units}", attack) == []
    assert len(told(f"attack {NAMES.place(3)} with {UNIT}", attack)) == 1


@pytest.mark.parametrize(
    ("words", "text", "whole"),
    [
        ("1/46 moves E1-E2", "1/46", True),
        ("11/46 moves E1-E2", "1/46", False),
        ("1/46 moves E1-E2-E3", "E1-E2", False),
        ("11/46 and 1/46 move", "1/46", True),
        ("moves E1-E2 (12 MP)", "2 MP", False),
        ("moves E1-E2 (2½ MP)", "2 MP", False),
        ("anything", "", False),
    ],
)
def test_words_hold_a_name_only_as_a_whole(words: str, text: str, whole: bool) -> None:
    assert said(words, text) is whole


def test_a_marker_and_a_token_are_told_with_a_number_only_where_it_says_something() -> None:
    assert phrases().fields("markerset.place") == ("a", "marker")
    one, two = ev.Pooled(W["pool.am"], W["am.3_br"], 1), ev.Pooled(W["pool.am"], W["am.3_br"], 2)
    assert told("", one) == ["AM pool: AM of the British 3 Division added"]
    assert told("", two) == ["AM pool: AM of the British 3 Division, 2 more"]
    assert told("", ev.MarkerSet(3, -1, W["marker.blown"], 1)) == [f"{NAMES.place(3)}: bridge blown"]
    assert told("", ev.MarkerSet(3, -1, W["marker.damage"], 1)) == [f"{NAMES.place(3)}: port damage, 1"]
