"""Logs of every format that was ever released open, fold and audit for ever."""

from hashlib import sha256
from pathlib import Path

import pytest

from hexledger.events.frame import DECISION, LABEL, REWIND
from hexledger.events.ledger import Ledger
from hexledger.projections.digest import digest
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.chronicle import Chronicle
from tests.drill.game import drill
from tests.golden.make_drill import make

FORMAT_1 = Path(__file__).with_name("drill-format-1.hxl")
ROOT = "32e762e52ec0877f5fe06103ead73e0721daf34df37ff4ea019d12315c039f46"
FINAL = "ffba64e137c4f52d62432df3383411d6"
SHA256 = "8e526bdb66dafe76ee02cf3472a3f69c412bc0c3a4a31ff9fc6590bceccd62b4"


def test_the_golden_log_was_not_touched():
    assert sha256(FORMAT_1.read_bytes()).hexdigest() == SHA256
    with Ledger.open_reader(FORMAT_1) as ledger:
        assert ledger.root().hex() == ROOT


def test_the_golden_log_opens_and_every_position_folds_to_its_digest():
    with Chronicle.read(FORMAT_1, game=drill()) as game:
        timeline = game.timeline
        assert {timeline.kinds.count(kind) > 0 for kind in (DECISION, REWIND, LABEL)} == {True}
        assert sorted(timeline.heads) == ["main", "study"]
        for seq in range(len(timeline)):
            if timeline.is_place(seq):
                assert digest(game.state(seq)) == game.frame(seq).digest
        assert digest(game.state()).hex() == FINAL
        assert game.state().over
        assert next(step.reason for step in timeline.steps if step.reason).endswith("\u8aa4\u8aad")


def test_the_golden_log_audits():
    found = audit(FORMAT_1, game=drill())
    assert found.intact, str(found.contradiction)
    assert found.redecided == found.decisions + 1


def test_the_golden_log_is_what_this_version_would_write(tmp_path):
    """While format 1 is current. A change of the format keeps the old file and adds a new one."""
    make(tmp_path / "again.hxl")
    assert (tmp_path / "again.hxl").read_bytes() == FORMAT_1.read_bytes()


@pytest.mark.parametrize("line", ["main", "study"])
def test_a_line_of_the_golden_log_can_be_played_on_in_a_copy(tmp_path, line):
    from tests.drill.play import advance

    copy = tmp_path / "copy.hxl"
    copy.write_bytes(FORMAT_1.read_bytes())
    with Chronicle.write(copy, game=drill()) as game:
        game.switch(line)
        if game.offer() is None:
            game.undo(1, consent=[2])
        assert advance(game, 1, seed="later") == 1
    assert audit(copy, game=drill()).intact
