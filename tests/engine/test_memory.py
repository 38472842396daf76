"""The keeper of derived values: what is kept, until when, and how a value that is not what it should be is found."""

from __future__ import annotations

from typing import Any

import pytest

from hexledger.engine.dice.rolling import PracticeRoller
from hexledger.engine.kernel import memory
from hexledger.engine.kernel.memory import (
    AGENDA,
    ANYTHING,
    ATTACHED,
    BOARD,
    CLOCK,
    CONTROL,
    EVERYTHING,
    FLAGS,
    JUDGED,
    MARKERS,
    MARKS,
    PLACES,
    POOLS,
    SEALS,
    STEPS,
    TRACKS,
    VARIABLES,
    WHERE,
    Basis,
    Memory,
    kept,
    lasting,
    renewed,
    rows,
)
from hexledger.engine.kernel.memory_checks import StaleValue
from hexledger.engine.kernel.recorder import Recorder
from hexledger.events import model as ev
from hexledger.events.registry import KINDS
from hexledger.projections.digest import digest
from hexledger.projections.fold import apply, fold
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.game import drill
from tests.drill.play import genesis, to_the_end
from tests.drill.position import DrillPosition

MOVED, FOUGHT = (drill().words[flag] for flag in ("flag.moved", "flag.fought"))


def recorder(*, checked: bool = False) -> Recorder[DrillPosition]:
    game = drill().checked() if checked else drill()
    return Recorder(game, State(), PracticeRoller(bytes(32), "log", 1))


def counted(basis: Basis, asked: list[object]) -> Any:
    """A kept function that says how often it was worked out."""

    @kept(basis)
    def count(_pos: DrillPosition, *key: int) -> int:
        asked.append(key)
        return len(asked)

    return count


EVENTS: dict[str, tuple[ev.Event, int]] = {
    "a piece comes": (ev.Placed(0, 3, 2), PLACES | STEPS),
    "a piece moves": (ev.Moved(1, (3, 4), 1), PLACES),
    "a step is lost": (ev.StepsSet(1, 1), STEPS),
    "a piece goes": (ev.Removed(1, 1), PLACES | STEPS | FLAGS | ATTACHED | JUDGED),
    "a flag": (ev.Flagged(1, MOVED, 1), FLAGS),
    "another formation": (ev.Attached(1, 7), ATTACHED),
    "control": (ev.Controlled(3, 1), CONTROL),
    "a marker": (ev.MarkerSet(3, -1, 9, 1), MARKERS),
    "a track": (ev.TrackSet(1, 1, 3), TRACKS),
    "a pool": (ev.Pooled(1, 1, 1), POOLS),
    "a variable": (ev.Assigned(5, 2), VARIABLES),
    "a turn": (ev.TurnBegan(2), CLOCK),
    "a phase": (ev.PhaseBegan(2), CLOCK),
    "a step on the agenda": (ev.Pushed(1, ()), AGENDA),
    "a step done": (ev.Popped(), AGENDA),
    "a step that goes on": (ev.Stepped((2,)), AGENDA),
    "a judgement": (ev.Judged(1, 4), JUDGED),
    "a seal": (ev.Sealed(1, 2, "00"), SEALS),
    "a seal opened": (ev.Revealed(1, 2), SEALS),
    "a remark": (ev.Noted(1), 0),
    "a die": (ev.Rolled(1, -1, 6, 3, 1), 0),
}
GROUNDS = (PLACES, STEPS, FLAGS, ATTACHED, CONTROL, MARKERS, TRACKS, VARIABLES, CLOCK, JUDGED, POOLS, SEALS, AGENDA)


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_drops_what_hangs_on_what_it_touches_and_nothing_else(event):
    happened, touched = EVENTS[event]
    for ground in GROUNDS:
        act, asked = recorder(), []
        count = counted(Basis(ground), asked)
        assert count(act.pos, 1) == count(act.pos, 1) == 1
        act.emit(happened)
        assert count(act.pos, 1) == (2 if touched & ground else 1)


@pytest.mark.parametrize("event", EVENTS)
def test_what_an_event_changes_in_the_state_is_what_it_is_said_to_touch(event):
    happened, touched = EVENTS[event]
    state = fold(State(), [ev.Placed(1, 3, 2), ev.Flagged(1, MOVED, 2), ev.Attached(1, 2), ev.Judged(1, 9)])
    fold(state, [ev.Sealed(1, 2, "11"), ev.Pushed(1, (1,))])
    before = state.copy()
    apply(state, happened)
    tables = {
        PLACES: ("at", "stacks"),
        STEPS: ("steps",),
        FLAGS: ("flags",),
        ATTACHED: ("attached",),
        CONTROL: ("control",),
        MARKERS: ("markers",),
        TRACKS: ("tracks",),
        VARIABLES: ("variables",),
        CLOCK: ("turn", "phase", "phase_side"),
        JUDGED: ("judged",),
        POOLS: ("pools",),
        SEALS: ("seals",),
        AGENDA: ("agenda",),
    }
    assert set(tables) == set(GROUNDS)
    for ground, names in tables.items():
        changed = any(getattr(state, name) != getattr(before, name) for name in names)
        assert changed == bool(touched & ground)


def test_every_kind_of_event_but_remarks_and_dice_and_the_end_is_said_to_touch_something():
    silent = {"Rolled", "Drawn", "Declared", "Reckoned", "Resolved", "Noted", "Won"}
    assert {kind.cls.__name__ for kind in KINDS if kind.cls not in memory.TOUCHED} == silent


def test_what_hangs_on_named_flags_and_variables_outlives_all_others_but_not_the_piece():
    act, asked = recorder(), []
    count = counted(Basis(MARKERS, flags=(MOVED,), variables=(5,)), asked)
    assert count(act.pos) == 1
    for event in (ev.Flagged(0, FOUGHT, 1), ev.Assigned(6, 1), ev.Moved(0, (1, 2), 1)):
        act.emit(event)
        assert count(act.pos) == 1
    for made, event in enumerate((ev.Flagged(0, MOVED, 1), ev.Assigned(5, 1), ev.Removed(0, 1)), 2):
        act.emit(event)
        assert count(act.pos) == made


def test_what_hangs_on_everything_is_asked_again_after_a_remark_and_the_board_is_not():
    act, asked, seen = recorder(), [], []
    everything, board = counted(EVERYTHING, asked), counted(BOARD, seen)
    everything(act.pos), board(act.pos)
    act.emit(ev.Noted(1))
    everything(act.pos), board(act.pos)
    assert (len(asked), len(seen)) == (2, 1)


def test_values_of_other_arguments_are_other_values_and_none_is_a_value():
    act, asked = recorder(), []

    @kept(WHERE)
    def nothing(_pos: DrillPosition, side: int) -> None:
        asked.append(side)

    assert nothing(act.pos, 1) is nothing(act.pos, 1) is nothing(act.pos, 2) is None
    assert asked == [1, 2]


def test_a_function_keeps_no_more_values_than_it_says():
    act, asked = recorder(), []

    @kept(WHERE, most=3)
    def square(_pos: DrillPosition, number: int) -> int:
        asked.append(number)
        return number * number

    assert [square(act.pos, number) for number in (1, 2, 3, 1, 4, 4, 1)] == [1, 4, 9, 1, 16, 16, 1]
    assert asked == [1, 2, 3, 4, 1]


def test_an_equal_position_takes_over_what_is_known_and_drops_its_own_only():
    one, other, asked = recorder(), recorder(), []
    count = counted(MARKS, asked)
    assert count(one.pos) == 1
    other.pos.inherit(one.pos)
    assert count(other.pos) == 1
    other.emit(ev.Controlled(3, 1))
    assert count(other.pos) == 2
    assert count(one.pos) == 1


def test_a_row_fills_itself_and_asks_the_position_that_looks():
    one, other, asked = recorder(), recorder(), []

    @rows(MARKS)
    def strength(pos: DrillPosition, head: str, place: int) -> tuple[str, int]:
        asked.append(place)
        return head, pos.state.turn

    row = strength(one.pos, "a")
    assert (row[3], row[3], asked) == (("a", 0), ("a", 0), [3])
    other.pos.inherit(one.pos)
    other.emit(ev.TurnBegan(4))
    assert strength(other.pos, "a")[3] == ("a", 0)
    assert strength(other.pos, "a")[5] == ("a", 4), "the position that looks is asked, not the one that began the row"
    other.emit(ev.Controlled(3, 1))
    assert strength(other.pos, "a")[3] == ("a", 4)


def test_a_renewed_value_begins_with_the_last_one_of_the_game():
    game = drill().checked().checked()
    game.memory = Memory()
    seen: list[tuple[int, ...] | None] = []

    @renewed(WHERE)
    def standing(pos: DrillPosition, last: tuple[int, ...] | None, side: int) -> tuple[int, ...]:
        seen.append(last)
        return (side, *sorted(pos.state.at))

    first = Recorder(game, State(), PracticeRoller(bytes(32), "log", 1))
    first.place(2, 3, 1)
    assert standing(first.pos, 1) == standing(first.pos, 1) == (1, 2)
    second = Recorder(game, State(), PracticeRoller(bytes(32), "log", 1))
    assert standing(second.pos, 1) == (1,)
    assert seen == [None, (1, 2)]


def test_what_lasts_is_worked_out_once_for_a_game_and_the_oldest_goes_first():
    game, asked = drill().checked(), []
    game.memory = Memory()

    @lasting(most=2)
    def lines(_game: object, start: int) -> int:
        asked.append(start)
        return start + 1

    assert [lines(game, start) for start in (1, 2, 1, 3, 2, 1)] == [2, 3, 2, 4, 3, 2]
    assert asked == [1, 2, 3, 1]


# ---------------------------------------------------------------------- checks
def test_a_value_that_hangs_on_more_than_it_declares_is_named():
    act = recorder(checked=True)

    @kept(MARKS)
    def turn(pos: DrillPosition, plus: int) -> int:
        return pos.state.turn + plus

    assert turn(act.pos, 5) == turn(act.pos, 5) == 5
    act.emit(ev.TurnBegan(3))
    with pytest.raises(StaleValue, match=r"turn\(5\) is stale"):
        turn(act.pos, 5)


def test_a_value_that_somebody_has_changed_is_named():
    act = recorder(checked=True)

    @kept(WHERE)
    def list_of(_pos: DrillPosition) -> list[int]:
        return [1, 2]

    list_of(act.pos).append(3)
    with pytest.raises(StaleValue, match=r"list_of\(\) was changed by somebody who had got it"):
        list_of(act.pos)


def test_a_large_value_that_somebody_has_changed_is_named_when_the_next_event_comes():
    act = recorder(checked=True)

    @kept(WHERE)
    def list_of(_pos: DrillPosition) -> list[int]:
        return list(range(100))

    list_of(act.pos).append(3)
    assert len(list_of(act.pos)) == 101
    with pytest.raises(StaleValue, match=r"list_of\(\) was changed by somebody who had got it"):
        act.emit(ev.Noted(1))


def test_an_entry_of_a_row_that_hangs_on_more_than_it_declares_is_named():
    act = recorder(checked=True)

    @rows(MARKS)
    def turns(pos: DrillPosition, _head: None, place: int) -> int:
        return pos.state.turn + place

    assert turns(act.pos, None)[2] == 2
    act.emit(ev.TurnBegan(3))
    with pytest.raises(StaleValue, match=r"turns\(None, 2\) is stale"):
        turns(act.pos, None)[2]


def test_a_renewed_value_that_is_not_the_same_without_the_last_one_is_named():
    act = recorder(checked=True)

    @renewed(WHERE)
    def order(pos: DrillPosition, last: tuple[int, ...] | None) -> tuple[int, ...]:
        here = tuple(sorted(pos.state.at))
        return here if last is None else tuple(dict.fromkeys((*last, *here)))

    act.place(5, 3, 1)
    assert order(act.pos) == (5,)
    act.place(2, 4, 1)
    with pytest.raises(StaleValue, match="order"):
        order(act.pos)


def test_what_lasts_and_hangs_on_more_than_its_arguments_is_named():
    game, counter = drill().checked(), []

    @lasting(most=4)
    def count(_game: object) -> int:
        counter.append(1)
        return len(counter)

    assert count(game) == 1
    with pytest.raises(StaleValue, match=r"count\(\) is stale"):
        count(game)


def test_two_values_of_the_same_content_in_another_order_are_not_the_same():
    act = recorder(checked=True)
    asked: list[int] = []

    @kept(MARKS)
    def mapping(_pos: DrillPosition) -> dict[int, int]:
        asked.append(1)
        return {1: 1, 2: 2} if len(asked) % 2 else {2: 2, 1: 1}

    with pytest.raises(StaleValue, match="mapping"):
        mapping(act.pos)


def test_a_value_that_fills_itself_says_itself_whether_it_agrees():
    class Filling:
        def __init__(self, turn: int) -> None:
            self.turn = turn
            self.known: dict[int, int] = {}

        def agrees(self, fresh: Filling) -> bool:
            return self.turn == fresh.turn

    act = recorder(checked=True)

    @kept(MARKS)
    def filling(pos: DrillPosition) -> Filling:
        return Filling(pos.state.turn)

    @kept(MARKS)
    def fillings(pos: DrillPosition) -> tuple[Filling, ...]:
        return (Filling(pos.state.turn), Filling(3))

    filling(act.pos).known[1] = 2
    fillings(act.pos)[0].known[1] = 2
    assert filling(act.pos).known == fillings(act.pos)[0].known == {1: 2}
    act.emit(ev.TurnBegan(2))
    with pytest.raises(StaleValue, match=r"filling\(\) is stale"):
        filling(act.pos)
    with pytest.raises(StaleValue, match=r"fillings\(\) is stale"):
        fillings(act.pos)


def test_a_checked_position_keeps_values_across_events_as_any_other_does():
    act, asked = recorder(checked=True), []

    @kept(WHERE)
    def pieces(pos: DrillPosition) -> tuple[int, ...]:
        asked.append(pos.checks is not None)
        return tuple(sorted(pos.state.at))

    pieces(act.pos)
    act.emit(ev.Noted(1))
    pieces(act.pos)
    assert asked.count(True) == 1, "made once in the position itself"
    assert asked.count(False) == 2, "and once in each fresh one"
    assert ANYTHING not in GROUNDS


def test_a_whole_game_played_with_checks_is_the_same_game(tmp_path):
    logs: list[bytes] = []
    for game in (drill(), drill().checked()):
        with Chronicle.create(tmp_path / f"{len(logs)}.hxl", genesis("checked", turns=4), game=game) as chronicle:
            assert to_the_end(chronicle) > 20
            logs.append(digest(chronicle.state()))
    assert logs[0] == logs[1]
    first, second = ((tmp_path / f"{number}.hxl").read_bytes() for number in (0, 1))
    assert first == second
