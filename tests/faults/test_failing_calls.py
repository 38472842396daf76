"""The n-th call of the operating system fails, for n = 1, 2, 3 ... until an operation passes without meeting it.

After each failure: one clear line and an exit code, no traceback; the log holds what was acknowledged and nothing half;
the same command, given again, does its work or says that it is done.
"""

import contextlib
import errno
import itertools
import shutil

import pytest

from hexledger.cli.failures import BUSY, DISK, REFUSED, USAGE
from hexledger.events.errors import DiskError, LedgerError, Poisoned
from hexledger.events.ledger import Ledger
from hexledger.replays.audit.anchors import make_checkpoint, read_notes
from hexledger.replays.audit.audit import audit
from hexledger.replays.log.mail import make_bundle, receive
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, until
from tests.drill.signed import RED_KEY, signed_game, with_keys
from tests.faults.system_calls import watched

ERRORS = (errno.EIO, errno.ENOSPC, errno.EINTR, errno.EACCES)
EVERY = pytest.param(ERRORS, marks=pytest.mark.long, id="every error")
SCENARIO = "june_6/push_to_caen"


def payloads_of(path):
    with Ledger.open_reader(path) as ledger:
        return list(ledger.payloads())


def failures(folder, errors=()):
    """(error, watch) for each call that can fail, with the folder as it was before: all errors at each call, or one
    after another. Ends when an operation has made fewer calls."""
    kept = folder.with_name(folder.name + ".kept")
    shutil.copytree(folder, kept)
    for number in itertools.count(1):
        for error in errors or (ERRORS[number % len(ERRORS)],):
            shutil.rmtree(folder)
            shutil.copytree(kept, folder)
            with watched(folder) as calls:
                calls.fail_at, calls.error = number, error
                yield calls
            if not calls.failed:
                assert number > 3, "an operation that hardly touches the disk"
                return


# ------------------------------------------------------------------ the library
OPERATIONS = {
    "a decision": advance,
    "an undo": lambda game: game.undo(RED, consent=[BLUE], reason="misread"),
    "a redo": lambda game: game.redo(RED, consent=[BLUE]) if game.timeline.redo_target() else advance(game),
    "a seal": lambda game: advance(game, 3),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_whatever_call_fails_a_log_keeps_what_was_acknowledged_and_refuses_to_go_on(tmp_path, operation):
    """F33, F35"""
    folder = tmp_path / "game"
    folder.mkdir()
    path = folder / "game.hxl"
    with signed_game(path) as game:
        until(game, "seal")
    before = payloads_of(path)
    refused = 0
    for calls in failures(folder):
        game = None
        try:
            game = with_keys(path, RED, BLUE)
            size = len(game.ledger)
            OPERATIONS[operation](game)
        except LedgerError as error:
            assert calls.failed, error
            assert str(path.parent) in str(error)
        if game is not None and calls.failed and calls.failed.split() in (["write", path.name], ["sync", path.name]):
            refused += 1
            with pytest.raises(Poisoned, match="open the ledger again"):
                game.ledger.append(b"more", None)
            assert not game.ledger.writable
            assert list(game.ledger.payloads())[:size] == before
        calls.disarm()
        acknowledged = len(before) if game is None else len(game.ledger)
        if game is not None:
            game.close()
        assert len(payloads_of(path)) >= acknowledged
        assert payloads_of(path)[: len(before)] == before
        with with_keys(path, RED, BLUE) as again:
            assert advance(again) == 1
        assert audit(path, game=drill()).intact
    assert refused >= 2


def test_whatever_call_fails_while_a_tail_is_put_aside_the_game_opens_the_next_time(tmp_path):
    """F30, F33"""
    folder = tmp_path / "game"
    folder.mkdir()
    path = folder / "game.hxl"
    with begun(path) as game:
        advance(game, 2)
    known = payloads_of(path)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:60])
    for calls in failures(folder):
        try:
            Ledger.open_writer(path).close()
        except DiskError:
            assert calls.failed
        calls.disarm()
        assert payloads_of(path) == known
        with Ledger.open_writer(path) as ledger:
            assert ledger.append(b"on", None) == 3
        assert any(file.read_bytes() == whole[:60] for file in folder.glob("*.torn-*"))


def test_whatever_call_fails_a_checkpoint_is_the_old_one_or_the_new_one(tmp_path):
    """F34"""
    folder = tmp_path / "game"
    folder.mkdir()
    path = folder / "game.hxl"
    with signed_game(path) as game:
        make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
        advance(game)
    beside = folder / "game.hxl.checkpoint"
    old = beside.read_bytes()
    for calls in failures(folder):
        done = False
        with contextlib.suppress(LedgerError), with_keys(path, RED) as game:
            make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
            done = True
        assert done or calls.failed
        calls.disarm()
        new = beside.read_bytes()
        assert new.startswith(old)
        assert (new != old) or not done
        with with_keys(path, RED) as game:
            make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
        assert len(read_notes(beside)) == 2


def test_whatever_call_fails_while_a_bundle_is_taken_it_can_be_taken_again(tmp_path):
    """F18, F33"""
    source, folder = tmp_path / "theirs.hxl", tmp_path / "game"
    folder.mkdir()
    path = folder / "game.hxl"
    with begun(source) as game:
        advance(game, 3)
        bundle = make_bundle(game, RED, BLUE, 0)
    for calls in failures(folder):
        try:
            receive(bundle, path, game=drill())
            assert payloads_of(path) == list(bundle.frames)
        except LedgerError:
            assert calls.failed
        calls.disarm()
        receive(bundle, path, game=drill())
        assert payloads_of(path) == list(bundle.frames)


# ------------------------------------------------------------------ the command line
COMMANDS = {
    "new": ((), ("new", SCENARIO, "{}/g.hxl", "--seed", "1")),
    "new with a keeper": ((), ("new", SCENARIO, "{}/g.hxl", "--dice", "referee")),
    "keeper new": ((), ("keeper", "new", "{}/k")),
    "key new": ((), ("key", "new", "--name", "ann")),
    "play": (("new",), ("play", "{}/g.hxl", "--allied", "bot:random", "--german", "bot:random", "--limit", "2")),
    "undo": (("new", "play"), ("undo", "{}/g.hxl", "--as", "allied", "--consent", "--reason", "misread")),
    "redo": (("new", "play", "undo"), ("redo", "{}/g.hxl", "--as", "allied", "--consent")),
    "branch": (("new", "play"), ("branch", "{}/g.hxl", "study", "--at", "1")),
    "checkpoint": (("new", "play", "key new"), ("checkpoint", "{}/g.hxl", "--key", "ann")),
    "send": (("new", "play"), ("send", "{}/g.hxl", "--to", "german", "-o", "{}/b")),
    "receive": (("new", "play", "send"), ("receive", "{}/b", "{}/other.hxl")),
    "export": (("new", "play"), ("export", "{}/g.hxl", "--ndjson", "{}/g.ndjson")),
    "import": (("new", "play", "export"), ("import", "{}/g.ndjson", "{}/other.hxl")),
    "verify": (("new", "play"), ("verify", "{}/g.hxl", "--report", "json", "--out", "{}/r.json")),
}


def sound(folder):
    """Every log in a folder is whole and follows from the rules: its frames by name."""
    found = {}
    for path in sorted(folder.glob("*.hxl")):
        found[path.name] = payloads_of(path)
        assert audit(path).intact, path.name
    return found


@pytest.mark.parametrize("errors", [pytest.param((), id="errors in turn"), EVERY])
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_call_fails_a_command_says_so_in_one_line_and_can_be_given_again(
    tmp_path, monkeypatch, run, name, errors
):
    """F33, F35"""
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.setenv("HEXLEDGER_HOME", str(folder / "home"))

    def command(which):
        return run(*(word.format(folder) for word in COMMANDS[which][1]))

    for which in COMMANDS[name][0]:
        assert command(which).code == 0
    before = sound(folder)
    failed = 0
    for calls in failures(folder, errors):
        ran = command(name)
        harmless = not calls.failed or ".cache" in calls.failed
        calls.disarm()
        assert "Traceback" not in ran.err + ran.out
        if ran.code:
            failed += 1
            assert calls.failed and not harmless, (calls.failed, ran)
            assert ran.code in (DISK, BUSY), (calls.failed, ran)
            assert ran.err.startswith("disk: ") and ran.err.count("\n") == 1
            after = sound(folder)
            for log, known in before.items():
                assert after[log][: len(known)] == known
            again = command(name)
            # done already although the last of its calls failed: refused with the reason
            done = again.code in (REFUSED, USAGE) and ("already" in again.err or "nothing to redo" in again.err)
            assert again.code == 0 or done, (calls.failed, again)
        sound(folder)
    assert failed >= 2
