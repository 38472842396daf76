"""What is done once: a frame on its way into a log is read once, and what was worked out is not worked out again."""

import builtins
import sys

import pytest

from hexledger.projections import digest as digests
from hexledger.projections.digest import digest, digest_from
from hexledger.projections.fold import fold
from hexledger.replays.admission import ledgerbook
from hexledger.replays.audit import audit as auditing
from hexledger.replays.log import timeline
from tests.drill.game import drill
from tests.drill.play import RED, advance, begun


@pytest.fixture
def game(tmp_path):
    with begun(tmp_path / "game.hxl", policy="free") as chronicle:
        advance(chronicle, 6)
        yield chronicle


def never(*_, **__):
    raise AssertionError("it is known already")


def test_what_a_frame_says_is_read_by_the_validator_and_by_nobody_after_it(game, monkeypatch):
    for where, name in ((timeline, "_decode_rare"), (ledgerbook, "_as")):
        monkeypatch.setattr(where, name, never)
    head = game.timeline.head
    game.branch("study")
    game.undo(RED)
    game.redo(RED)
    assert game.timeline.head == head


def test_an_audit_takes_the_leaf_hashes_that_the_ledger_has(game, monkeypatch):
    monkeypatch.setattr(auditing, "leaf_hash", never)
    assert auditing.audit(game.path, game=drill()).contradiction is None


def test_a_decision_imports_nothing_of_ours_once_one_was_made(game, monkeypatch):
    """An import takes as long as a check, also of what is there."""
    asked, imported = [], builtins.__import__

    def noted(name, *rest):
        if "/replays/log/" in sys._getframe(1).f_code.co_filename:
            asked.append(name)
        return imported(name, *rest)

    choice = next(game.choices())
    actor = game.actor_to_move()
    monkeypatch.setattr(builtins, "__import__", noted)
    game.submit(actor, choice)
    assert asked == []


def test_a_digest_is_followed_or_reckoned_from_nothing_whichever_is_less(game, monkeypatch):
    seq = game.timeline.head
    frame = game.frame(seq)
    before, after = game.state(frame.parent), game.state(seq)
    held, many = game.frame(frame.parent).digest, [*frame.events] * 200
    assert digest_from(held, before, after, frame.events) == digest(after)
    assert digest_from(held, before, fold(before.copy(), many), many) == digest(fold(before.copy(), many))
    monkeypatch.setattr(digests, "updated", never)
    digest_from(held, before, after, many)
    monkeypatch.undo()
    monkeypatch.setattr(digests, "digest", never)
    digest_from(held, before, after, frame.events[:1])
