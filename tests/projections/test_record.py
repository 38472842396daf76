"""The turn record: levels, undone decisions, prose and data."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from hexledger.events import model as ev
from hexledger.projections.lines import UnknownFrame, line_of
from hexledger.projections.phrases import Phrases, phrases
from hexledger.projections.record import events_text, record, record_heading, when
from hexledger.projections.record_text import escape, to_json_lines, to_markdown, to_text
from hexledger.projections.walk import position_after
from tests.projections.stub import ANY_EVENTS, E1940, E1941, NAMES, Log, R, W, decide_text, small_game


def entries(log: Log, level: str = "decisions", **options: Any) -> list[dict[str, Any]]:
    return record(log.frames, NAMES, decide_text, level, **options)


@pytest.mark.parametrize("level", ["narrative", "decisions", "all"])
def test_the_record_reads_as_before_at_each_level(level: str, snapshot: SnapshotAssertion) -> None:
    log = small_game()
    heading = record_heading(log.frames[0], NAMES)
    assert to_markdown(entries(log, level), heading) == snapshot(name="markdown")
    assert to_text(entries(log, level), heading) == snapshot(name="text")


def test_the_record_with_undone_decisions_reads_as_before(snapshot: SnapshotAssertion) -> None:
    log = small_game()
    shown = entries(log, undone=True)
    assert to_markdown(shown) == snapshot(name="markdown")
    assert to_text(shown) == snapshot(name="text")
    assert to_json_lines(shown) == snapshot(name="json lines")


def test_each_decision_that_stands_has_one_line_in_the_record_of_decisions() -> None:
    log = small_game()
    assert [entry["address"] for entry in entries(log)] == ["#0", "#1", "#4", "#5", "#7"]
    lines = [line.split()[:2] for line in to_text(entries(log)).splitlines() if line.lstrip().startswith("#")]
    assert lines == [["#0", "set-up"], ["#1", "Allied:"], ["#4", "Allied:"], ["#5", "Allied:"], ["#7", "German:"]]


def test_an_undone_decision_says_by_whom_when_why_and_to_where_it_was_taken_back() -> None:
    shown = {entry["seq"]: entry for entry in entries(small_game(), undone=True)}
    assert shown[2]["standing"] == "undone"
    assert shown[2]["undone"] == {
        "by": "allied",
        "address": "#3",
        "to": "#1",
        "reason": "wrong <hex>",
        "time": "2023-11-14 22:14:20 UTC",
    }
    assert shown[3]["consent"] == ["german"]
    assert shown[6]["label"] == "after the attack"
    assert "~~Allied: move 227\\_15" not in to_markdown(list(shown.values()))
    assert "~~Allied: move 227_15 E1941" in to_markdown(list(shown.values()))


def test_a_decision_on_another_line_is_neither_standing_nor_undone() -> None:
    log = Log()
    first = log.play(1, "first")
    log.play(2, "second")
    log.label(1, "study", first)
    log.play(2, "other second")
    shown = entries(log, undone=True)
    how = {entry["decision"]: entry["standing"] for entry in shown if entry["kind"] == "decision"}
    assert how == {"first": "stands", "second": "other line", "other second": "stands"}
    assert "second [on line main]" in to_text(shown)
    assert "second" not in {entry["decision"] for entry in entries(log)}
    seen_from_two = {entry["decision"] for entry in entries(log, head=2)}
    assert seen_from_two == {"set-up", "first", "second"}


def test_what_was_rewound_but_kept_as_a_line_is_on_that_line() -> None:
    log = Log()
    kept = log.play(1, "kept")
    log.rewind(1, 0)
    log.label(1, "study", kept)
    log.label(1, "main", 0)
    entry = next(entry for entry in entries(log, undone=True) if entry["seq"] == kept)
    assert (entry["standing"], entry["line"]) == ("other line", "study")
    log.label(1, "study", -1)
    entry = next(entry for entry in entries(log, undone=True) if entry["seq"] == kept)
    assert (entry["standing"], entry["undone"]["address"]) == ("undone", "#2")


def test_the_table_of_results_reads_as_one_sentence_for_each_side() -> None:
    log = Log()
    words = (W["head.attacker"], W["result.a1"], W["head.defender"], W["result.d2"])
    log.play(1, "x", ev.Resolved(W["table.crt"], W["col.3"], 2, words))
    assert entries(log)[-1]["outcome"] == ["CRT 3-1, row 2: attacker: attacker A1, defender: defender D2"]


def test_what_followed_from_one_decision_can_be_told_alone() -> None:
    log = small_game()
    before = position_after(line_of(log.frames, 4))
    whole = {entry["seq"]: entry for entry in entries(log)}
    assert events_text(log.frames[5], NAMES, before) == whole[5]["outcome"]
    assert before.turn == 1


def test_the_record_of_a_line_is_the_record_of_the_file_seen_from_its_head() -> None:
    log = small_game()
    assert record(line_of(log.frames, log.head), NAMES, decide_text, "all") == entries(log, "all")


def test_addresses_and_texts_of_earlier_decisions_stay_when_the_game_goes_on() -> None:
    log = small_game()
    before = entries(log, "all")
    log.rewind(2, 4, "once more")
    log.play(1, "end_combat", ev.PhaseBegan(W["phase.end"]))
    after = {entry["seq"]: entry for entry in entries(log, "all", undone=True)}
    for entry in before:
        assert after[entry["seq"]]["events"] == entry["events"]


def test_an_undone_decision_is_told_from_the_position_it_was_made_in() -> None:
    log = Log((ev.Placed(0, E1940, 3),))
    log.play(1, "a", ev.StepsSet(0, 1))
    log.rewind(1, 0)
    log.play(1, "b", ev.StepsSet(0, 2))
    told = {entry["decision"]: entry["outcome"] for entry in entries(log, undone=True) if entry["kind"] == "decision"}
    assert told == {"a": ["1/46 loses 2 steps, 1 left"], "b": ["1/46 loses 1 step, 2 left"]}


def test_verdicts_on_many_units_are_summed_up_but_listed_in_the_record_of_everything() -> None:
    log = Log()
    log.play(1, "end", *(ev.Judged(piece, W["status.cut"]) for piece in range(5)))
    assert entries(log)[-1]["outcome"] == ["has no LOC: 5 units"]
    assert len(entries(log, "all")[-1]["events"]) == 5


def test_a_flag_that_several_units_take_one_after_the_other_is_told_once() -> None:
    log = Log((ev.Controlled(E1940, 2), ev.Controlled(E1941, 2)))
    flag = W["flag.disorder"]
    log.play(
        1,
        "end",
        *(ev.Flagged(piece, flag, 1, R["13.2"]) for piece in (0, 1)),
        ev.Flagged(2, flag, 2, R["13.2"]),
        ev.Flagged(3, flag, 2, R["5.2"]),
        ev.Controlled(E1940, 1),
        ev.Controlled(E1941, 1),
        ev.Attached(0, W["formation.3"]),
        ev.Attached(1, W["formation.3"]),
    )
    assert entries(log)[-1]["outcome"] == [
        "1/46, 227/15: Disorder [J6 13.2]",
        "8/3: Disorder 2 [J6 13.2]",
        "3 HQ: Disorder 2 [J6 5.2]",
        "Allied takes control of E1940, E1941",
        "attached to 3 Division: 1/46, 227/15",
    ]
    assert [line["text"] for line in entries(log)[-1]["events"]][:2] == ["1/46: Disorder", "227/15: Disorder"]


def test_bookkeeping_is_told_only_in_the_record_of_everything() -> None:
    log = Log()
    log.play(1, "move", ev.Flagged(0, W["flag.moved"], 1), ev.Flagged(0, W["flag.disorder"], 1))
    assert entries(log)[-1]["outcome"] == ["1/46: Disorder"]
    assert entries(log, "all")[-1]["outcome"] == ["1/46: has moved in this activation", "1/46: Disorder"]


def test_an_intention_is_in_the_narrative_only_when_it_is_fought_out_at_once() -> None:
    log = Log()
    log.play(1, "list", ev.Declared(W["declare.attack"], (0,), (E1940,)))
    assert [entry["address"] for entry in entries(log, "narrative")] == ["#0"]
    fight = ev.Declared(W["declare.attack"], (1,), (E1940,))
    log.play(1, "fight", fight, ev.Resolved(W["table.crt"], W["col.3"], 2, ()))
    assert entries(log, "narrative")[-1]["outcome"][0] == "attack: 227/15 against E1940"


def test_a_token_that_is_drawn_is_not_told_twice() -> None:
    log = Log()
    token = W["am.3_br"]
    log.play(1, "draw", ev.Drawn(W["pool.am"], token, 2, ev.DUEL), ev.Pooled(W["pool.am"], token, -1))
    assert len(entries(log)[-1]["outcome"]) == 1
    log.play(1, "buy", ev.Pooled(W["pool.am"], token, 1))
    assert entries(log)[-1]["outcome"] == ["AM pool: AM of the British 3 Division added"]


def test_a_result_belongs_to_the_die_of_its_own_decision_only() -> None:
    log = Log()
    log.play(1, "a", ev.Rolled(W["roll.combat"], E1940, 10, 4, ev.ENTERED))
    log.play(1, "b", ev.Resolved(W["table.crt"], W["col.3"], 2, ()))
    assert entries(log, "narrative")[-1]["outcome"] == ["CRT 3-1, row 2: no effect"]


def test_a_result_is_told_with_all_dice_that_were_rolled_for_it() -> None:
    log = Log()
    two = [ev.Rolled(W["roll.combat"], E1940, 6, face, ev.ENTERED) for face in (6, 4)]
    result = ev.Resolved(W["table.crt"], W["col.3"], 9, ())
    log.play(1, "a", *two, result, two[1], result)
    assert entries(log, "narrative")[-1]["outcome"] == [
        "E1940: 2d6 = 6 + 4, CRT 3-1, row 9: no effect",
        "E1940: d6 = 4, CRT 3-1, row 9: no effect",
    ]
    log.play(1, "b", two[0], ev.Rolled(W["roll.combat"], E1941, 6, 4, ev.ENTERED), result)
    assert entries(log, "narrative")[-1]["outcome"] == ["E1941: d6 = 4, CRT 3-1, row 9: no effect"]


def test_each_roll_shows_its_dice_mode() -> None:
    log = Log()
    for mode, name in sorted(ev.DICE_MODES.items()):
        log.play(1, "roll", ev.Rolled(W["roll.combat"], -1, 6, 3, mode))
        assert entries(log)[-1]["outcome"] == [f"combat die: d6 = 3 ({name})"]


def test_a_message_is_filled_with_units_hexes_and_numbers() -> None:
    log = Log()
    log.play(1, "wait", ev.Noted(W["note.rain"], (2, E1941, 4)))
    assert entries(log)[-1]["outcome"] == ["rain holds 8/3 in E1941 for 4 days"]


def test_a_label_or_reason_cannot_break_out_of_the_markdown() -> None:
    assert escape("a\n# b <script> [x](y) *z* `q` ~~ 3_br_8 _i_") == (
        "a\\\\n# b \\<script> [x\\](y) \\*z\\* \\`q\\` \\~\\~ 3_br_8 \\_i\\_"
    )


def test_a_frame_without_a_time_has_none_in_the_record() -> None:
    assert when(None) is None
    assert when(0) == "1970-01-01 00:00:00 UTC"
    assert when(1_700_000_000_999) == "2023-11-14 22:13:20 UTC"


def test_frames_that_do_not_hang_together_are_refused() -> None:
    log = small_game()
    with pytest.raises(UnknownFrame, match="decision #1, wanted by frame 4"):
        record([frame for frame in log.frames if frame.seq not in (1, 2, 3)], NAMES, decide_text)


def test_the_word_for_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KeyError, match="some"):
        entries(small_game(), "some")


def test_a_translation_replaces_phrases_and_falls_back_to_english() -> None:
    log = small_game()
    table = Phrases(["moved.mode.move = {piece}が{path}へ移動"], phrases())
    told = entries(log, table=table)
    assert told[1]["outcome"][0] == "1/46がE1940-E1941-E1942へ移動 [J6 8.11]"
    assert told[2]["outcome"][-1] == "phase: Combat, Allied"


@given(ANY_EVENTS)
def test_every_event_is_told_and_every_level_holds_the_one_above_it(events: list[ev.AnyEvent]) -> None:
    log = Log()
    log.play(1, "anything", *events)
    told = {level: record(log.frames, NAMES, decide_text, level) for level in ("narrative", "decisions", "all")}
    lines = {level: [line for entry in part for line in entry["events"]] for level, part in told.items()}
    assert [line["address"] for line in lines["all"]] == [f"#1.{n}" for n in range(1, len(events) + 1)]
    addresses = {level: {line["address"] for line in part} for level, part in lines.items()}
    assert addresses["narrative"] <= addresses["decisions"] <= addresses["all"]
    assert all(line["text"] for line in lines["all"])
    assert json.loads(to_json_lines(told["all"]).splitlines()[-1]) == json.loads(json.dumps(told["all"][-1]))
