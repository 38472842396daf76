"""Logs of format 2 open, fold and audit for ever."""

from hashlib import sha256
from pathlib import Path

import pytest

from hexledger.events.dice_records import NEW_RECORDS, decode_record
from hexledger.events.frame import DICE, KINDS
from hexledger.projections.digest import digest
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verified import replay
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.play import frames_of
from tests.golden.make_format_2 import make
from tests.replays.ladder import game

HERE = Path(__file__).parent
GAME, STUDY = HERE / "drill-format-2.hxl", HERE / "drill-study-2.hxl"
SHA256 = {
    "drill-format-2.hxl": "287c54d460489867d83d5e647f592e9bd7561fed34e198879f23815481d33c39",
    "drill-study-2.hxl": "8859ffbe2b2e0b75e955429356d00650d64556208f08f0612173f2851b92d93c",
}


@pytest.mark.parametrize("name", SHA256)
def test_the_golden_files_were_not_touched(name):
    assert sha256((HERE / name).read_bytes()).hexdigest() == SHA256[name]


def test_together_they_hold_every_kind_of_frame_and_of_dice_record():
    frames = [*frames_of(GAME), *frames_of(STUDY)]
    assert {frame.kind for frame in frames} == set(KINDS)
    assert {type(decode_record(f.decision, f.seq)) for f in frames if f.kind == DICE} == set(NEW_RECORDS)


@pytest.mark.parametrize("path", [GAME, STUDY], ids=["game", "study"])
def test_every_position_folds_to_its_digest_and_the_audit_makes_everything_again(path):
    with Chronicle.read(path, game=game()) as log:
        places = [seq for seq in range(len(log.timeline)) if log.timeline.is_place(seq)]
        assert all(digest(log.state(seq)) == log.frame(seq).digest for seq in places)
        assert digest(replay(path).state) == log.frame(log.timeline.head).digest
    found = audit(path, game=game())
    assert found.intact, str(found.contradiction)
    assert found.redecided == found.decisions + found.rulings + 1


def test_the_verdict_of_the_game_names_what_was_agreed_to_and_refused():
    found = audit(GAME, game=game()).trust
    assert [end.what for end in found.ends] == ["concession", "reopening"]
    assert len(found.drops) == len(found.refusals) == len(found.named) == 1
    assert found.influence["duel"].startswith("nobody")


def test_the_golden_logs_are_what_this_version_would_write(tmp_path):
    """While format 2 is current. A change of the format keeps the old files and adds new ones."""
    make(tmp_path / "game.hxl", tmp_path / "study.hxl")
    assert (tmp_path / "game.hxl").read_bytes() == GAME.read_bytes()
    assert (tmp_path / "study.hxl").read_bytes() == STUDY.read_bytes()
