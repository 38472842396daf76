"""A what-if of a contested game is a file of its own."""

import pytest

from hexledger.events.errors import BadProof
from hexledger.events.frame import CONCESSION, DICE, END, OLD, End
from hexledger.events.ledger import Ledger
from hexledger.replays.admission.refused import Refused
from hexledger.replays.audit.anchors import make_checkpoint
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.verified import replay
from hexledger.replays.dice.keeper_file import Keeper
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.studies import begin_study
from hexledger.replays.secrets.memory import Memory
from tests.drill.contested import REFEREE, Contest, decide, next_frame, with_frames
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun
from tests.drill.signed import RED_KEY


@pytest.fixture
def contest(tmp_path):
    made = Contest(tmp_path, "duel")
    made.until_fixed()
    made.roll()
    made.play(3)
    return made


def test_a_study_begins_with_the_games_own_frames_and_is_free_after_them(contest, tmp_path):
    study = tmp_path / "study.hxl"
    contest.until_fixed()
    before = contest.log.read_bytes()
    begin_study(contest.log, study, seed="what if")
    assert study.read_bytes().startswith(before) and contest.log.read_bytes() == before
    with Chronicle.write(study, game=drill()) as game:
        assert game.book.waiting is None, "what waited for the game's dice does not wait here"
        head = game.timeline.head
        for _ in range(3):
            decide(game)
        game.undo(RED, to=head)
        game.branch("plan b")
        decide(game)
        game.switch("main")
        assert {event.mode for seq in range(head + 2, len(game.timeline)) for event in rolls_of(game, seq)} <= {1}
    found = audit(study, game=drill())
    assert found.intact, str(found.contradiction)
    assert found.trust.study_from == head
    assert replay(study).frames == found.frames


def rolls_of(game, seq):
    return [event for event in game.frame(seq).events if hasattr(event, "mode") and hasattr(event, "of")]


def test_no_checkpoint_serves_a_study_and_no_study_is_studied_again(contest, tmp_path):
    study = tmp_path / "study.hxl"
    begin_study(contest.log, study)
    with Chronicle.read(study, game=drill()) as game, pytest.raises(BadProof, match="study"):
        make_checkpoint(study, game.ledger, game.genesis, [RED_KEY])
    begin_study(study, tmp_path / "again.hxl")
    found = audit(tmp_path / "again.hxl", game=drill()).contradiction
    assert found is not None and "study since" in found.found


def test_no_keeper_opens_his_secret_in_a_study(tmp_path):
    """A what-if that was conceded looks like the end of the game whose dice the secret still gives."""
    contest, study = Contest(tmp_path, "referee"), tmp_path / "study.hxl"
    contest.until_fixed()
    contest.roll()
    begin_study(contest.log, study)
    with Chronicle.write(study, game=drill()) as game:
        game.append_agreed(END, RED, End(CONCESSION, BLUE))
        reveal = Keeper(contest.secret, Memory(tmp_path / "memory"), game.leaf_at).reveal()
        before = study.read_bytes()
        with pytest.raises(Refused, match="no keeper serves a what-if"):
            game.note_dice(REFEREE, reveal)
        assert study.read_bytes() == before
        forged = with_frames(study, (next_frame(study, DICE, REFEREE, reveal), None))
    assert "no keeper serves a what-if" in audit(forged, game=drill()).contradiction.found


def test_a_study_needs_a_frame_that_is_there_and_a_log_of_format_2(contest, tmp_path):
    with pytest.raises(ReplayError, match="no frame 99"):
        begin_study(contest.log, tmp_path / "study.hxl", 99)
    old = tmp_path / "old.hxl"
    with begun(old, form=OLD) as game:
        advance(game, 2)
    with pytest.raises(ReplayError, match="format 1"):
        begin_study(old, tmp_path / "study.hxl")
    with Ledger.open_reader(contest.log) as ledger:
        assert len(ledger) > 4
