"""`verify --no-rules`: a sound log is sound, also of format 1, and what was thrown again is counted."""

import json
from pathlib import Path

import pytest

from hexledger.cli.failures import OK
from hexledger.cli.verify import dice_lines
from hexledger.events.dice_records import RollsConfirmed
from hexledger.events.frame import FORMAT, OLD
from hexledger.replays.audit.audit import audit
from hexledger.replays.referee.report import checks_data
from tests.drill.dice import MODES, game_with, play
from tests.drill.play import BLUE, RED

GOLDEN = sorted((Path(__file__).parent.parent / "golden").rglob("*.hxl"))
BENCH = next(path for path in GOLDEN if path.stem == "drill-bench-1")


@pytest.mark.parametrize("log", GOLDEN, ids=lambda path: path.stem)
def test_no_golden_log_is_contradicted_without_the_rules(run, log):
    """How many sides a log of format 1 has its genesis tells, where the game is not at hand; that rulings cannot be
    told in words is no fault."""
    ran = run("verify", "--no-rules", log)
    assert ran.code == OK and "contradicted" not in ran.out, ran
    assert "\nnot decided again: " in ran.out and "frames equal" not in ran.out


def test_rolls_of_format_1_are_confirmed_without_the_rules(tmp_path):
    log = tmp_path / "g.hxl"
    with game_with(log, "entered", form=OLD) as game:
        play(game, 30)
        waiting = dict(game.book.unconfirmed)
        for side in (RED, BLUE):
            asked = [seq for seq, sides in waiting.items() if side in sides]
            if asked:
                game.note_dice(side, RollsConfirmed(tuple(asked)))
    verdict = audit(log, rules=False)
    assert verdict.contradiction is None
    (rules,) = [row for row in checks_data(verdict) if row["check"] == "rules"]
    assert rules["ok"] is None and rules["found"].startswith("not decided again: ")
    assert verdict.dice["entered"].confirmed == verdict.dice["entered"].rolls > 0


@pytest.mark.parametrize("form", [OLD, FORMAT])
@pytest.mark.parametrize("mode", MODES)
def test_what_was_thrown_again_is_counted_and_is_not_called_decided_again(tmp_path, mode, form):
    log = tmp_path / "g.hxl"
    with game_with(log, mode, form=form) as game:
        play(game, 30)
    verdict = audit(log, rules=False)
    count, lines = verdict.dice[mode], "\n".join(dice_lines(verdict))
    (row,) = [row for row in checks_data(verdict) if row["check"] == f"{mode} dice"]
    assert count.rolls > 3 and count.rederived == 0
    if mode in ("practice", "duel"):
        assert count.thrown == count.rolls
        told = f"{count.rolls} thrown again and equal, not decided again"
        assert told in row["found"] and f"of {told}" in lines
        assert row["ok"] is None and "made again" not in row["found"] + lines
    elif mode == "referee":
        assert (count.thrown, count.pending) == (0, count.rolls)
    else:
        assert count.thrown == 0 and "again" not in row["found"] + lines


def test_dice_of_an_opened_secret_are_counted_too(run):
    ran = run("verify", "--no-rules", BENCH)
    assert "referee dice: 1 of 1 thrown again and equal, not decided again" in ran.out
    assert "not yet re-derivable" not in ran.out
    told = json.loads(run("verify", "--no-rules", BENCH, "--json").out)
    assert told["dice"]["duel"] == {"rolls": 1, "rederived": 0, "thrown": 1, "confirmed": 0, "pending": 0}
