"""Losses by side, turn, cause and rule."""

from __future__ import annotations

from hypothesis import given

from hexledger.events import model as ev
from hexledger.projections.losses import loss_totals, losses, lost_by, step_changes
from hexledger.projections.walk import position_after
from tests.projections.stub import ANY_EVENTS, BOX, E1940, NAMES, UNITS, Log, W, small_game


@given(ANY_EVENTS, ANY_EVENTS)
def test_the_changes_of_a_unit_add_up_to_the_steps_it_has(first: list[ev.AnyEvent], then: list[ev.AnyEvent]) -> None:
    log = Log(first)
    log.play(1, "anything", *then)
    sums = dict.fromkeys(UNITS, 0)
    for row in step_changes(log.frames, NAMES):
        sums[row["piece"]] += row["steps"]
    steps = position_after(log.frames).steps
    assert sums == {unit: steps.get(number, 0) for number, unit in enumerate(UNITS)}


@given(ANY_EVENTS)
def test_losses_are_never_negative_and_totals_hold_all_of_them(events: list[ev.AnyEvent]) -> None:
    log = Log()
    log.play(1, "anything", *events)
    rows = losses(log.frames, NAMES)
    assert all(row["steps"] <= 0 for row in rows)
    for by in (("side",), ("turn", "cause"), ("rule", "piece")):
        assert sum(total["steps"] for total in loss_totals(rows, by)) == -sum(row["steps"] for row in rows)
        assert sum(total["units"] for total in loss_totals(rows, by)) == sum(row["gone"] for row in rows)


def test_losses_name_unit_hex_cause_and_rule() -> None:
    rows = losses(small_game().frames, NAMES)
    assert [(row["address"], row["unit"], row["cause"], row["steps"], row["gone"]) for row in rows] == [
        ("#5.5", "1/46", "step loss", -1, False),
        ("#5.6", "8/3", "step loss", -1, False),
        ("#5.7", "3 HQ", "reason.eliminated", -1, True),
    ]
    assert {row["rule"] for row in rows} == {"J6 13.2"}
    assert rows[2]["place"] == "E1943"
    assert loss_totals(rows, ("side",)) == [
        {"side": "allied", "steps": 1, "units": 0},
        {"side": "german", "steps": 2, "units": 1},
    ]


def test_a_unit_that_loses_its_last_step_and_is_removed_counts_once() -> None:
    log = Log((ev.Placed(0, E1940, 1),))
    log.play(1, "hit", ev.StepsSet(0, 0), ev.Removed(0, W["reason.eliminated"]))
    assert loss_totals(losses(log.frames, NAMES), ("side",)) == [{"side": "allied", "steps": 1, "units": 1}]


def test_leaving_the_map_and_recovering_are_no_losses() -> None:
    log = Log((ev.Placed(0, E1940, 1), ev.Placed(1, E1940, 2)))
    log.play(1, "rest", ev.StepsSet(0, 2), ev.Removed(1, W["reason.left_map"]))
    assert losses(log.frames, NAMES) == []
    assert [row["kind"] for row in step_changes(log.frames, NAMES)] == ["arrival", "arrival", "recovery", "withdrawal"]


def test_what_waits_in_a_box_to_be_made_is_no_loss() -> None:
    log = Log((ev.Placed(0, BOX, 1), ev.Placed(1, E1940, 2)))
    log.play(1, "hit", ev.StepsSet(0, 0), ev.StepsSet(1, 1))
    assert [(row["piece"], row["steps"]) for row in losses(log.frames, NAMES)] == [("227_15", -1)]
    assert [row["kind"] for row in step_changes(log.frames, NAMES)] == ["arrival", "arrival", "withdrawal", "loss"]


@given(ANY_EVENTS, ANY_EVENTS)
def test_losses_counted_from_events_alone_are_those_of_the_line(
    first: list[ev.AnyEvent], then: list[ev.AnyEvent]
) -> None:
    """What a decision would cost is counted as what it has cost."""
    log = Log(first)
    before = position_after(log.frames)
    steps, at = before.steps.copy(), before.at.copy()
    seq = log.play(1, "anything", *then)
    found = [(NAMES.piece(one.piece), -one.steps, one.gone) for one in lost_by(then, steps, at, NAMES) if one.steps]
    rows = [row for row in losses(log.frames, NAMES) if row["seq"] == seq]
    assert found == [(row["piece"], row["steps"], row["gone"]) for row in rows if row["steps"]]
    assert steps == position_after(log.frames).steps
