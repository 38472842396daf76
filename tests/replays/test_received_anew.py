"""A log that was lost, or of which an old copy was put back, and the other side's bundle that brings it back."""

import shutil

import pytest

from hexledger.events.errors import Behind
from hexledger.replays.log.behind import cache_path
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.mail import make_bundle, receive
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun


@pytest.fixture
def lost(tmp_path):
    """Both have five decisions; ours went on by three that nobody got. Its snapshots know of all."""
    log, theirs = tmp_path / "ours" / "g.hxl", tmp_path / "theirs.hxl"
    log.parent.mkdir()
    with begun(log) as game:
        advance(game, 5)
    shutil.copy(log, theirs)
    with Chronicle.write(log, game=drill()) as game:
        advance(game, 3)
    assert cache_path(log).exists()
    return log, theirs


def bundle_of(log):
    with Chronicle.read(log, game=drill()) as game:
        return make_bundle(game, RED, BLUE, 0)


def test_a_lost_log_comes_back_from_the_other_side_and_play_goes_on_beside_its_old_snapshots(lost):
    log, theirs = lost
    log.unlink()
    taken = receive(bundle_of(theirs), log, game=drill())
    assert taken.created
    (said,) = taken.remarks
    assert "had frames to #8" in said and "if nobody else has #6 to #8, they are gone" in said
    with Chronicle.write(log, game=drill()) as game:
        advance(game, 1)


def test_a_lost_log_that_comes_back_whole_needs_no_word(lost):
    log, theirs = lost
    shutil.copy(log, theirs)
    log.unlink()
    assert receive(bundle_of(theirs), log, game=drill()).remarks == ()


def test_an_old_copy_is_mended_by_a_bundle_and_not_played_on_before(lost):
    log, theirs = lost
    newer = log.read_bytes()
    shutil.copy(theirs, log)
    with pytest.raises(Behind, match="Put the newer one back"):
        Chronicle.write(log, game=drill())
    said = receive(bundle_of(theirs), log, game=drill()).remarks
    assert (len(said) == 1 and "had 9 frames" in said[0]) or "9" in said[0]
    with pytest.raises(Behind):
        Chronicle.write(log, game=drill())
    theirs.write_bytes(newer)
    assert receive(bundle_of(theirs), log, game=drill()).remarks == ()
    with Chronicle.write(log, game=drill()) as game:
        assert len(game.timeline) == 9


def test_a_checkpoint_over_more_than_came_back_is_said_and_binds(lost):
    from hexledger.replays.audit.anchors import make_checkpoint
    from tests.drill.signed import RED_KEY

    log, theirs = lost
    with Chronicle.read(log, game=drill()) as game:
        make_checkpoint(log, game.ledger, game.genesis, [RED_KEY])
    log.unlink()
    taken = receive(bundle_of(theirs), log, game=drill())
    assert any("checkpoint" in said for said in taken.remarks)
    with pytest.raises(Behind, match="checkpoint"):
        Chronicle.write(log, game=drill())
