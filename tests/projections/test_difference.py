"""Two positions side by side."""

from __future__ import annotations

from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from hexledger.events import model as ev
from hexledger.projections.difference import difference, summary
from hexledger.projections.digest import digest
from hexledger.projections.fold import fold
from hexledger.projections.lines import line_of
from hexledger.projections.state import State
from hexledger.projections.walk import position_after
from tests.projections.stub import ANY_EVENTS, E1940, NAMES, W, small_game


@given(ANY_EVENTS, ANY_EVENTS)
def test_no_difference_is_found_exactly_when_the_digests_agree(
    first: list[ev.AnyEvent], second: list[ev.AnyEvent]
) -> None:
    a = fold(State(), first)
    b = fold(a.copy(), second)
    assert (difference(a, b, NAMES, bookkeeping=True) == []) == (digest(a) == digest(b))


@given(ANY_EVENTS, ANY_EVENTS)
def test_the_differences_seen_from_the_other_side_are_the_same_ones(
    first: list[ev.AnyEvent], second: list[ev.AnyEvent]
) -> None:
    a, b = fold(State(), first), fold(State(), second)
    turned = {"unit.only_a": "unit.only_b", "unit.only_b": "unit.only_a"}
    there = [(turned.get(row["what"], row["what"]), row["b"], row["a"]) for row in difference(a, b, NAMES)]
    back = [(row["what"], row["a"], row["b"]) for row in difference(b, a, NAMES)]
    assert there == back


def test_the_differences_of_two_positions_of_a_game_read_as_before(snapshot: SnapshotAssertion) -> None:
    log = small_game()
    rows = difference(position_after(line_of(log.frames, 1)), position_after(line_of(log.frames, 5)), NAMES)
    assert "\n".join(row["text"] for row in rows) == snapshot(name="text")
    assert summary(rows) == {
        "turn": 1,
        "phase": 1,
        "unit.steps": 2,
        "unit.moved": 1,
        "unit.flag": 1,
        "unit.judged": 1,
        "unit.only_a": 1,
        "control": 1,
        "track": 1,
    }


def test_a_piece_that_stands_otherwise_in_one_respect_differs_in_that_one_only() -> None:
    loc, cut, command = W["status.loc"], W["status.cut"], W["subject.command"]
    a = fold(State(), [ev.Placed(0, E1940, 2), ev.Judged(0, loc), ev.JudgedFor(0, loc, subject=command)])
    b = fold(a.copy(), [ev.JudgedFor(0, cut, subject=command)])
    (row,) = difference(a, b, NAMES)
    assert (row["what"], row["subject"], row["a"], row["b"]) == (
        "unit.judged_for",
        "command",
        "has a LOC",
        "has no LOC",
    )
    assert row["text"] == "1/46, command: has a LOC / has no LOC"


def test_bookkeeping_counts_only_when_asked_for() -> None:
    a = fold(State(), [ev.Placed(0, E1940, 2)])
    b = fold(a.copy(), [ev.Flagged(0, W["flag.moved"], 1), ev.Pushed(4, (1,))])
    assert difference(a, b, NAMES) == []
    assert [row["what"] for row in difference(a, b, NAMES, bookkeeping=True)] == ["unit.flag", "agenda"]
    assert difference(a, b, NAMES, bookkeeping=True)[1]["b"] == [["Step4", (1,)]]
