"""`hexledger play` with lines piped in, and with bots."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hexledger.engine.kernel.decisions import Reveal, Seal
from hexledger.replays.log.chronicle import Chronicle
from tests.cli.conftest import Run

FIRST = "1\nend\n"
"""The first AM, and no bombardment: then the first activation moves."""


def _until_movement(run: Run, log: Path) -> None:
    assert run("play", log, "--german", "bot:random", lines=FIRST).code == 0


def test_two_bots_play_to_the_end_and_the_verdict_cites_its_rule(run: Run, fresh: Path) -> None:
    played = run("play", fresh, "--allied", "bot:random", "--german", "bot:random")
    assert played.code == 0
    assert "The game is over." in played.out
    assert played.out.rstrip().endswith("[J6 PB 6.112]")
    assert "-- 5/6 July: RE activations" in played.out
    assert run("verify", fresh).code == 0


def test_a_finished_game_is_not_played_on(run: Run, finished: Path) -> None:
    size = finished.stat().st_size
    played = run("play", finished, lines="1\n")
    assert played.code == 0 and "The game is over." in played.out
    assert finished.stat().st_size == size


def test_a_number_takes_the_choice_of_the_list_and_the_record_is_printed(run: Run, fresh: Path) -> None:
    played = run("play", fresh, lines="2\nquit\n")
    assert played.code == 0
    assert "   [2] AM of the Canadian 3 Division is kept for the first activation" in played.out
    assert "#1 Allied: AM of the Canadian 3 Division is kept for the first activation" in played.out
    with Chronicle.read(fresh) as chronicle:
        assert chronicle.timeline.head == 1


def test_a_destination_is_enough_and_the_unit_goes_the_way_the_list_names(run: Run, fresh: Path) -> None:
    _until_movement(run, fresh)
    played = run("play", fresh, lines="move Inns of Court/I C E2237\nquit\n")
    assert "Inns of Court/I C moves E2240" in played.out
    with Chronicle.read(fresh) as chronicle:
        piece = chronicle.game.find_piece("i_br_inns")
        assert chronicle.game.place(chronicle.state().at[piece]) == "E2237"
        moved = chronicle.decision(chronicle.timeline.head)
        before = chronicle.frame(chronicle.timeline.head).parent
        assert moved in list(chronicle.choices(before)), "the path is the one that is offered"


def test_an_illegal_decision_is_refused_with_rule_and_reason_and_changes_nothing(run: Run, fresh: Path) -> None:
    _until_movement(run, fresh)
    before = fresh.read_bytes()
    played = run(
        "play", fresh, lines="move 8/3 E2237\nmove 25/12SS E2036\nattack\nmove 8/33 E2237\n99999\nhello\nquit\n"
    )
    assert played.code == 0
    assert "refused: J6 7.3: 8/3 is not active" in played.out
    assert "refused: J6 8.11: attack is not asked for now" in played.out
    assert "no unit called '8/33'" in played.out
    assert "no choice 99999" in played.out
    assert "no decision or command called 'hello'" in played.out
    assert fresh.read_bytes() == before


def test_undo_asks_the_other_person_and_keeps_what_was_played_when_he_declines(run: Run, fresh: Path) -> None:
    run("play", fresh, lines="1\n1\n")  # a bombardment rolls a die
    refused = run("play", fresh, lines="undo\nn\nquit\n")
    assert "German: undo across 1 die roll? Do you agree (y/n)" in refused.out
    assert "no word of the German side" in refused.out
    with Chronicle.read(fresh) as chronicle:
        assert chronicle.timeline.head == 2
    agreed = run("play", fresh, lines="undo\ny\nquit\n")
    assert "Undone. Play goes on from #1" in agreed.out
    with Chronicle.read(fresh) as chronicle:
        assert chronicle.timeline.head == 1
        assert chronicle.timeline.steps[-1].consent == (2,)
    assert "Redone. Play goes on from #2." in run("play", fresh, lines="redo\ny\nquit\n").out


def test_undo_against_a_bot_goes_back_to_the_persons_own_last_decision(run: Run, fresh: Path) -> None:
    while True:
        run("play", fresh, "--german", "bot:random", "--allied", "bot:random", "--limit", "1")
        with Chronicle.read(fresh) as chronicle:
            frame = chronicle.frame(chronicle.timeline.head)
            prompt = chronicle.offer()
            if frame.actor == 2 and prompt is not None and prompt.side == 1:
                mine = max(seq for seq in chronicle.timeline.path(frame.seq)[1:] if chronicle.frame(seq).actor == 1)
                target = chronicle.frame(mine).parent
                break
    undone = run("play", fresh, "--german", "bot:random", lines="undo\nquit\n")
    assert f"Undone. Play goes on from #{target}" in undone.out
    assert "a bot, agrees" in undone.out


def test_undo_is_refused_in_a_strict_game(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "strict.hxl"
    run("new", "june_6/push_to_caen", log, "--seed", "1", "--undo", "strict")
    played = run("play", log, lines="1\nundo\nquit\n")
    assert "strict: nothing is taken back" in played.out


def test_a_sealed_choice_is_not_printed_before_it_is_revealed(run: Run, tmp_path: Path) -> None:
    log = at_a_seal(run, tmp_path)
    played = run("play", log, lines="2\nquit\n")
    sealed = played.out.split("(not shown)")[1]
    assert "sealed. The choice is fixed and stays hidden" in sealed
    assert "Probe" not in sealed.split("sealed.")[0] and "choose mode mode." not in sealed
    assert "#> 2" not in played.out
    with Chronicle.read(log) as chronicle:
        assert isinstance(chronicle.decision(chronicle.timeline.head), Seal)
    shown = run("record", log).out.splitlines()[-1]
    assert "the choice is sealed" in shown and "Probe" not in shown


def test_undo_goes_back_past_the_opening_of_a_seal(run: Run, tmp_path: Path) -> None:
    log = at_a_seal(run, tmp_path)
    played = run("play", log, lines="2\n1\nundo\ny\nquit\n")
    assert "opened: Probe" in played.out
    assert f"Undone. Play goes on from #{_asked_before_reveal(log)}" in played.out


def _asked_before_reveal(log: Path) -> int:
    """The frame at which the defender was asked for his mode: the last one before the seal was opened."""
    with Chronicle.read(log) as chronicle:
        opened = max(seq for seq in range(1, len(chronicle.timeline)) if isinstance(chronicle.decision(seq), Reveal))
        answer = chronicle.frame(opened).parent
        return chronicle.frame(answer).parent


def at_a_seal(run: Run, tmp_path: Path) -> Path:
    """A game in which the next decision is to be sealed."""
    for seed in range(1, 9):
        log = tmp_path / f"seal{seed}.hxl"
        run("new", "june_6/push_to_caen", log, "--seed", seed)
        run("play", log, "--allied", "bot:random", "--german", "bot:random", "--quiet")
        with Chronicle.read(log) as chronicle:
            seals = [
                seq
                for seq in chronicle.timeline.path(chronicle.timeline.head)[1:]
                if isinstance(chronicle.decision(seq), Seal)
            ]
            if not seals:
                continue
            at = chronicle.frame(seals[0]).parent
        assert run("branch", log, "again", "--at", at).code == 0
        return log
    pytest.fail("no game of eight seeds comes to a sealed choice")


def test_help_board_hex_unit_tracks_record_and_explain_are_at_hand(run: Run, fresh: Path, tmp_path: Path) -> None:
    svg = tmp_path / "board.svg"
    lines = f"?\nboard\nhex E2135\nunit 8/3\ntracks\n1\nrecord 1\nexplain\noffer\nmore\nsvg {svg}\nquit\n"
    played = run("play", fresh, lines=lines)
    assert played.code == 0
    assert "[3] or 3 takes a choice of the list" in played.out
    assert "Key: " in played.out
    assert "in the ZOC of German" in played.out
    assert "front: cs 7, cohesion 6, ma 5" in played.out
    assert "Weather: " in played.out
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_the_end_of_input_leaves_everything_decided_in_the_log(run: Run, fresh: Path) -> None:
    played = run("play", fresh, lines="1\n")
    assert played.code == 0 and "(end of input)" in played.out
    assert "Stopped at #1; everything decided is in g.hxl." in played.out
    assert run("verify", fresh).code == 0


def test_a_limit_stops_the_bots_and_quiet_prints_no_decisions(run: Run, fresh: Path) -> None:
    played = run("play", fresh, "--allied=bot:random", "--german=bot:random", "--limit", "7", "--quiet")
    assert played.code == 0
    assert "#3" not in played.out and "Stopped at #7" in played.out


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (("--martian", "bot:random"), "no side 'martian' in June 6; sides are --allied, --german"),
        (("--allied", "bot:clever"), "nobody of that name; there are human, mail, bot:random, bot:greedy"),
        (("--allied",), "--allied wants who plays that side"),
        (("--allied", "human", "--allied", "human"), "--allied is given twice"),
        (("second.hxl",), "one log, not"),
    ],
)
def test_a_seat_that_makes_no_sense_is_refused_in_words(
    run: Run, fresh: Path, seats: tuple[str, ...], said: str
) -> None:
    played = run("play", fresh, *seats)
    assert played.code == 2 and said in played.err
    assert "Traceback" not in played.err


def test_without_a_log_play_asks_for_one(run: Run) -> None:
    assert "give one log" in run("play", "--allied", "human").err
    missing = run("play", "nowhere.hxl")
    assert missing.code == 2 and "does not exist" in missing.err


def test_kill_9_in_the_middle_of_a_game_loses_no_decision_that_was_shown(fresh: Path) -> None:
    program = "from hexledger.cli.main import main; main()"
    seats = ("play", str(fresh), "--allied", "bot:random", "--german", "bot:random")
    with subprocess.Popen([sys.executable, "-c", program, *seats], stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        shown = ""
        for line in game.stdout:
            if line.startswith("#25 "):
                shown = line
                break
        game.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    assert shown
    copy = fresh.with_name("copy.hxl")
    shutil.copy(fresh, copy)
    with Chronicle.write(copy) as chronicle:
        assert chronicle.timeline.head >= 25
        assert len(chronicle.timeline) == chronicle.timeline.head + 1


def test_the_choices_are_offered_to_the_side_that_is_asked_only(run: Run, fresh: Path) -> None:
    assert "pick_am am.3_br" in run("offer", fresh, "--as", "allied").out
    waiting = run("offer", fresh, "--as", "german").out
    assert "(German waits.)" in waiting and "pick_am" not in waiting


def test_one_decision_is_handed_in_from_the_shell(run: Run, fresh: Path) -> None:
    done = run("decide", fresh, "pick_am", "am.3_br")
    assert done.code == 0 and "[J6 7.21]" in done.out
    refused = run("decide", fresh, "move", "3_br_8", "E2237")
    assert refused.code == 3 and refused.err.startswith("refused: J6 ") and refused.err.count("\n") == 1


@pytest.mark.parametrize("line", ["q", "quit", "exit", "Q", ""])
def test_a_sitting_ends_without_loss_however_one_leaves(run, fresh, line):
    """`q` was no command; the end of the input ends it too."""
    before = fresh.read_bytes()
    ran = run("play", fresh, lines=f"{line}\n" if line else "")
    assert ran.code == 0 and "Stopped at #0; everything decided is in" in ran.out
    assert ("(end of input)" in ran.out) == (not line), "the word itself was understood"
    assert fresh.read_bytes() == before
