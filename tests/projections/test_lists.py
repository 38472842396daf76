"""Supply, control, tracks and the sequence of play."""

from __future__ import annotations

from hexledger.events import model as ev
from hexledger.projections.control import control_changes, hexes_by_side
from hexledger.projections.lines import line_of
from hexledger.projections.sequence import jump, sequence
from hexledger.projections.supply import supply
from hexledger.projections.tracks import track_now, tracks
from hexledger.projections.walk import position_after
from tests.projections.stub import E1940, E1941, E1943, NAMES, Log, W, small_game


def line(log: Log) -> list:  # type: ignore[type-arg]
    return line_of(log.frames, log.head)


def test_supply_shows_the_last_verdict_with_its_path_and_whether_the_unit_has_moved_since() -> None:
    rows = {row["piece"]: row for row in supply(line(small_game()), NAMES)}
    assert list(rows) == ["1_46", "227_15", "8_3"]
    assert (rows["8_3"]["status"], rows["8_3"]["path"], rows["8_3"]["judged"]) == ("status.loc", ["E1943"], "#4.2")
    assert rows["8_3"]["stale"] is True
    assert rows["8_3"]["rule"] == "J6 5.2"
    assert (rows["1_46"]["status"], rows["1_46"]["judged"]) == (None, None)


def test_supply_can_be_asked_at_an_earlier_decision() -> None:
    rows = {row["piece"]: row for row in supply(line_of(small_game().frames, 4), NAMES)}
    assert rows["8_3"]["stale"] is False
    assert rows["hq_3"]["status"] == "status.loc"


def test_a_unit_that_left_and_came_back_has_no_verdict() -> None:
    log = Log((ev.Placed(0, E1940, 1), ev.Judged(0, W["status.cut"])))
    assert supply(log.frames, NAMES)[0]["status"] == "status.cut"
    log.play(1, "x", ev.Removed(0, W["reason.left_map"]), ev.Placed(0, E1940, 1))
    assert supply(log.frames, NAMES)[0]["status"] is None


def test_a_unit_that_is_judged_in_several_respects_has_a_row_for_each() -> None:
    log = Log((ev.Placed(0, E1940, 2),))
    log.play(1, "pass", ev.Judged(0, W["status.loc"]), ev.JudgedFor(0, W["status.cut"], subject=W["subject.command"]))
    rows = supply(log.frames, NAMES)
    assert [(row["piece"], row["subject"], row["status"]) for row in rows] == [
        ("1_46", "", "status.loc"),
        ("1_46", "subject.command", "status.cut"),
    ]


def test_control_lists_hexes_by_side_and_who_took_them() -> None:
    log = small_game()
    assert hexes_by_side(position_after(line(log)), NAMES) == {"allied": ["E1942", "E1943"]}
    assert hexes_by_side(position_after(line_of(log.frames, 1)), NAMES) == {"allied": ["E1942"], "german": ["E1943"]}
    changes = control_changes(line(log), NAMES)
    assert [(row["address"], row["place"], row["from"], row["to"]) for row in changes] == [
        ("#1.3", "E1942", "german", "allied"),
        ("#5.9", "E1943", "german", "allied"),
    ]
    assert [row["address"] for row in control_changes(line(log), NAMES, since=1)] == ["#5.9"]
    assert len(control_changes(line(log), NAMES, since=-1)) == 4


def test_a_hex_that_is_taken_by_its_owner_has_not_changed_hands() -> None:
    log = Log((ev.Controlled(E1941, 1),))
    log.play(1, "x", ev.Controlled(E1941, 1), ev.Controlled(E1943, 0))
    assert control_changes(log.frames, NAMES) == []


def test_tracks_and_variables_are_followed_over_time() -> None:
    rows = {row["track"]: row for row in tracks(line(small_game()), NAMES)}
    assert list(rows) == ["track.rp", "var.weather", "track.vp"]
    assert rows["var.weather"]["text"] == "Storm"
    assert (rows["track.vp"]["side"], rows["track.vp"]["value"]) == ("allied", 3)
    assert [(point["address"], point["turn"]) for point in rows["track.vp"]["points"]] == [("#5.11", 1)]
    now = track_now(position_after(line(small_game())), NAMES)
    assert [(row["track"], row["side"], row["value"]) for row in now] == [
        ("track.vp", "allied", 3),
        ("track.rp", "german", 5),
    ]


def test_the_sequence_of_play_leads_from_turn_to_phase_to_decision() -> None:
    tree = sequence(line(small_game()), NAMES)
    assert [(turn["turn"], turn["began"], turn["first"], turn["last"]) for turn in tree] == [
        (1, "#0.10", 1, 5),
        (2, "#5.12", 7, 7),
    ]
    assert [(phase["name"], phase["side"], phase["decisions"]) for turn in tree for phase in turn["phases"]] == [
        ("Movement", "allied", [1, 4]),
        ("Combat", "allied", [5]),
        ("End phase", None, [7]),
    ]


def test_every_decision_of_a_line_stands_in_exactly_one_phase() -> None:
    log = small_game()
    tree = sequence(line(log), NAMES)
    listed = [seq for turn in tree for phase in turn["phases"] for seq in phase["decisions"]]
    assert listed == [frame.seq for frame in line(log)][1:]


def test_a_jump_finds_the_decision_after_which_a_turn_or_phase_has_begun() -> None:
    log = small_game()
    tree = sequence(line(log), NAMES)
    assert [jump(tree, 1), jump(tree, 2), jump(tree, 3)] == [0, 5, None]
    assert [jump(tree, 1, phase) for phase in ("combat", "phase.combat", "Combat", "supply")] == [4, 4, 4, None]
    for turn in (1, 2):
        seq = jump(tree, turn)
        assert seq is not None
        assert position_after(line_of(log.frames, seq)).turn == turn


def test_decisions_before_any_turn_or_phase_are_listed_too() -> None:
    log = Log()
    log.play(1, "a")
    log.play(1, "b", ev.TurnBegan(1))
    log.play(1, "c")
    tree = sequence(log.frames, NAMES)
    assert [(turn["turn"], [phase["decisions"] for phase in turn["phases"]]) for turn in tree] == [
        (0, [[1, 2]]),
        (1, [[3]]),
    ]
    assert tree[0]["name"] == ""
