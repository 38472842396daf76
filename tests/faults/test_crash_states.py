"""Every state that a crash may leave on the disk, for every operation that writes: nothing acknowledged is lost.

See crash_states.py for what a disk may do. Each operation runs once and its calls are recorded; then each state is put
into a folder of its own and looked at as a player would: open, verify, play on.
"""

import contextlib

import pytest

from hexledger.events.errors import LedgerError
from hexledger.events.framing import GENESIS_LINK, walk
from hexledger.events.ledger import Ledger, _packed
from hexledger.events.model import Sealed
from hexledger.events.platform import STAGING, RealDisk
from hexledger.events.scan import scan
from hexledger.replays.audit.anchors import checkpoint_of, checkpoint_path, make_checkpoint, read_notes
from hexledger.replays.audit.audit import audit
from hexledger.replays.dice.duel_vault import DuelVault
from hexledger.replays.dice.keeper import KeeperFile, KeeperRequest
from hexledger.replays.log.chronicle import ReplayError
from hexledger.replays.log.mail import Fork, Missing, decode_bundle, make_bundle, receive
from hexledger.replays.secrets.vault import Secret, Vault, vault_path
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, begun, frames_of, reading, until, writing
from tests.drill.signed import RED_KEY, signed_game, with_keys
from tests.faults.crash_states import crash_states, files_in, put
from tests.faults.system_calls import watched

LOG_ID = "ab" * 16
PRIVATE = (".vault-", "secret")
FINE = pytest.param(True, marks=pytest.mark.long, id="every byte")


def nothing(*_):
    """A sync that waits for no disk."""


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """The states are looked at without waiting for a real disk; what is recorded is recorded by `watched`."""
    monkeypatch.setattr(RealDisk, "sync", staticmethod(nothing))
    monkeypatch.setattr(RealDisk, "sync_directory", nothing)


class Trial:
    """A folder in which something is done and recorded, and the states that a crash would have left."""

    def __init__(self, folder, fine):
        self.home, self.scratch, self.fine = folder / "done", folder / "crashed", fine
        self.home.mkdir()

    @contextlib.contextmanager
    def recorded(self):
        start = files_in(self.home)
        # the real sync must be back in place of the quick one, or nothing would be recorded
        with watched(self.home) as calls, pytest.MonkeyPatch.context() as patch:
            patch.setattr(RealDisk, "sync_directory", _SYNC_DIRECTORY)
            yield calls
        self.states = crash_states(start, calls.calls, fine=self.fine)

    def once(self):
        """Of states that differ in files only which were never given their name take one, that in which the most was
        acknowledged: nobody reads such a file, and each stands beside every state of the others."""
        found = {}
        for state in sorted(self.states, key=lambda one: len(one.acknowledged)):
            found[tuple(row for row in sorted(state.files.items()) if not row[0].endswith(STAGING))] = state
        self.states = list(found.values())

    def each(self):
        """(folder, what was acknowledged) for each crash state."""
        for state in self.states:
            put(self.scratch, state.files, PRIVATE)
            yield self.scratch, state.acknowledged


_SYNC_DIRECTORY = RealDisk.sync_directory


@pytest.fixture(params=[pytest.param(False, id="borders"), FINE])
def trial(tmp_path, request):
    return Trial(tmp_path, request.param)


def payloads_of(path):
    with Ledger.open_reader(path) as ledger:
        return list(ledger.payloads())


def opened_again(path, known, acknowledged):
    """The frames of a log after a crash: a whole number of those that were being written, all acknowledged ones among
    them; never called whole when it is not; and whoever opens it for play can go on."""
    before = path.read_bytes()
    found = payloads_of(path)
    assert found == known[: len(found)]
    assert len(found) >= acknowledged, "an acknowledged frame is gone"
    whole = walk(before, GENESIS_LINK)
    assert scan(path).intact == (whole.end == len(before))
    if whole.end != len(before):
        assert not audit(path, game=drill()).intact
    return found


def goes_on(path, found):
    with writing(path) as game:
        assert list(game.ledger.payloads()) == found
        torn = game.ledger.torn
        assert torn is None or torn.quarantine.exists()
        advance(game)
        assert len(game.ledger) == len(found) + 1
    assert audit(path, game=drill()).intact


# ------------------------------------------------------------------ the log
def test_f19_a_game_that_is_made_played_undone_and_branched_survives_a_crash_anywhere(trial):
    """F19, F30, F33"""
    path = trial.home / "game.hxl"
    with trial.recorded() as calls:
        game = begun(path)
        calls.acknowledge(len(game.ledger))
        for step in (
            lambda: advance(game),
            lambda: advance(game),
            lambda: game.undo(RED, consent=[BLUE], reason="misread"),
            lambda: game.redo(RED, consent=[BLUE]),
            lambda: game.branch("study", at=1),
            lambda: advance(game, seed="another mind"),
        ):
            step()
            calls.acknowledge(len(game.ledger))
        game.ledger.close()
    known = payloads_of(path)
    assert len(trial.states) > 100
    absent = 0
    for folder, acknowledged in trial.each():
        log = folder / path.name
        if not log.exists():
            assert not acknowledged
            absent += 1
            begun(log).close()
            continue
        found = opened_again(log, known, max(acknowledged, default=0))
        goes_on(log, found)
    assert absent > 5


def test_f30_a_torn_tail_is_put_aside_and_played_over_whenever_the_next_crash_comes(trial):
    """F30"""
    path = trial.home / "game.hxl"
    with begun(path) as game:
        advance(game, 3)
    known = payloads_of(path)
    whole = path.read_bytes()
    with writing(path) as game:
        advance(game)
    tail = path.read_bytes()[len(whole) : -5]
    path.write_bytes(whole + tail)
    # a crash in the middle of an append comes before the snapshots are saved
    path.with_name("game.hxl.cache").unlink()
    with trial.recorded() as calls:
        game = writing(path)
        advance(game, seed="another mind")
        calls.acknowledge(len(game.ledger))
        game.ledger.close()
    after = payloads_of(path)
    assert after[:-1] == known
    for folder, acknowledged in trial.each():
        log = folder / path.name
        found = opened_again(log, after, max(acknowledged, default=len(known)))
        goes_on(log, found)
        kept = [file.read_bytes() for file in folder.glob("*.torn-*")]
        assert tail in kept, "what was put aside is gone"


def test_a_received_batch_of_frames_leaves_whole_frames_and_can_be_received_again(trial):
    """F30, F31: synced together, a later frame without an earlier one would pass for corruption."""
    theirs, ours = trial.home / "theirs.hxl", trial.home / "ours.hxl"
    with begun(theirs) as game:
        first = make_bundle(game, RED, BLUE, 0)
        advance(game, 4)
        rest = make_bundle(game, RED, BLUE, 1)
    known = payloads_of(theirs)
    theirs.unlink()
    with trial.recorded() as calls:
        receive(first, ours, game=drill())
        calls.acknowledge(1)
        receive(rest, ours, game=drill())
        calls.acknowledge(len(known))
    partly = 0
    for folder, acknowledged in trial.each():
        log = folder / ours.name
        if log.exists():
            partly += 1 < len(opened_again(log, known, max(acknowledged, default=0))) < len(known)
        else:
            assert not acknowledged
            receive(first, log, game=drill())
        receive(rest, log, game=drill())
        assert payloads_of(log) == known
        assert audit(log, game=drill()).intact
    assert partly > 5


def test_a_new_log_of_many_frames_appears_whole_or_not_at_all(trial):
    """F30: import, the first bundle, a transcript."""
    path = trial.home / "game.hxl"
    with begun(path) as game:
        advance(game, 5)
    known = payloads_of(path)
    path.unlink()
    with trial.recorded() as calls:
        Ledger.create_with(path, known).close()
        calls.acknowledge(len(known))
    for folder, acknowledged in trial.each():
        log = folder / path.name
        if acknowledged or log.exists():
            assert payloads_of(log) == known
        else:
            Ledger.create_with(log, known).close()


@pytest.mark.whole
def test_f18_a_bundle_that_waits_is_kept_whole_or_asked_for_again(trial):
    """F18, F19"""
    path, source = trial.home / "ours.hxl", trial.home / "theirs.hxl"
    with begun(source) as game:
        first = make_bundle(game, RED, BLUE, 0)
        advance(game, 1)
        second = make_bundle(game, RED, BLUE, 1)
        advance(game, 1)
        third = make_bundle(game, RED, BLUE, 2)
    known = payloads_of(source)
    source.unlink()
    receive(first, path, game=drill())
    with trial.recorded() as calls:
        with pytest.raises(Missing):
            receive(third, path, game=drill())
        calls.acknowledge(1)
        receive(second, path, game=drill())
        calls.acknowledge(len(known))
    trial.once()
    for folder, acknowledged in trial.each():
        log = folder / path.name
        opened_again(log, known, max(acknowledged, default=1))
        for waiting in folder.glob("*.waiting-2"):
            assert decode_bundle(waiting.read_bytes()) == third
        for bundle in (second, third):
            receive(bundle, log, game=drill())
        assert payloads_of(log) == known


def test_the_other_history_of_a_fork_is_kept_aside_whole(trial):
    """F18: half of it would look like what they had sent."""
    path, other = trial.home / "ours.hxl", trial.home / "other.hxl"
    with begun(path) as game:
        advance(game, 3)
    known = payloads_of(path)
    with begun(other) as game:
        advance(game, 3, seed="another mind")
        fork = make_bundle(game, RED, BLUE, 0)
    other.unlink()
    with trial.recorded() as calls:
        with pytest.raises(Fork) as forked:
            receive(fork, path, game=drill())
        calls.acknowledge(len(known))
    aside = forked.value.aside.name
    for folder, acknowledged in trial.each():
        assert payloads_of(folder / path.name) == known
        assert (folder / aside).exists() or not acknowledged
        with pytest.raises(Fork) as again:
            receive(fork, folder / path.name, game=drill())
        assert payloads_of(again.value.aside) == list(fork.frames)


# ------------------------------------------------------------------ what lies beside the log
def test_a_checkpoint_file_holds_the_old_notes_or_the_new_ones(trial):
    """F34"""
    path = trial.home / "game.hxl"
    beside = checkpoint_path(path)
    signed_game(path).close()
    made = [b""]
    with trial.recorded() as calls:
        game = with_keys(path, RED)
        for _ in range(2):
            make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
            made.append(beside.read_bytes())
            calls.acknowledge(len(made) - 1)
            advance(game)
        game.ledger.close()
    sizes = [checkpoint_of(game.ledger, game.genesis, size).text for size in (1, 2)]
    assert all(text in made[2].decode() for text in sizes)
    for folder, acknowledged in trial.each():
        file = folder / beside.name
        held = file.read_bytes() if file.exists() else b""
        assert made.index(held) >= max(acknowledged, default=0)
        assert not held or len(read_notes(file)) == made.index(held)
        with with_keys(folder / path.name, RED) as game:
            make_checkpoint(folder / path.name, game.ledger, game.genesis, [RED_KEY])


@pytest.mark.whole
def test_f52_no_seal_is_ever_in_the_log_without_its_secret_in_the_vault(trial):
    """F19, F52"""
    path = trial.home / "game.hxl"
    with signed_game(path) as game:
        until(game, "seal")
        genesis = game.genesis
    before = len(payloads_of(path))
    with trial.recorded() as calls:
        game = with_keys(path, RED, BLUE)
        for _ in range(4):
            advance(game)
            calls.acknowledge(len(game.ledger))
        game.ledger.close()
    known = payloads_of(path)
    assert sum(isinstance(e, Sealed) for f in frames_of(path) for e in f.events) >= 1
    early = 0
    for folder, acknowledged in trial.each():
        log = folder / path.name
        found = opened_again(log, known, max(acknowledged, default=before))
        held = {}
        for name in ("red", "blue"):
            held |= Vault(vault_path(log, name), genesis.log_id).secrets()
        seals = {e.commitment for f in frames_of(log) for e in f.events if isinstance(e, Sealed)}
        assert seals <= set(held), "a seal that nobody can open"
        early += len(held) > len(seals)
        with with_keys(log, RED, BLUE) as again:
            assert list(again.ledger.payloads()) == found
            advance(again, 3)
            assert len(again.ledger) == len(found) + 3
        assert audit(log, game=drill()).intact
    assert early > 5


def test_a_vault_loses_no_secret_that_was_kept(trial):
    """F19, F52"""
    path = trial.home / "g.vault-red"
    kept = [Secret(LOG_ID, "seal.intent", n, f"{n:064x}", (20, n), "salt" * 8, "a few words") for n in range(4)]
    with trial.recorded() as calls:
        for number, secret in enumerate(kept[:3], 1):
            Vault(path, LOG_ID).keep(secret)
            calls.acknowledge(number)
    for folder, acknowledged in trial.each():
        vault = Vault(folder / path.name, LOG_ID)
        for last in (None, kept[3]):
            if last is not None:
                vault.keep(last)
            found = vault.secrets()
            assert all(found[one.commitment] == one for one in kept[: max(acknowledged, default=0)])
            assert set(found.values()) <= set(kept)
        assert found[kept[3].commitment] == kept[3]


def test_f40_a_keeper_knows_his_secret_and_what_he_has_served(trial):
    """F40, F47: a keeper who forgot an answer could be asked for another roll; one who cannot read his file loses the
    game its dice."""
    path = trial.home / "secret"
    requests = [KeeperRequest(LOG_ID, seq, "00", RED, "aa") for seq in (3, 5, 8)]
    with trial.recorded() as calls:
        keeper = KeeperFile.new(path, LOG_ID)
        calls.acknowledge(0)
        for number, request in enumerate(requests, 1):
            keeper.key(request)
            calls.acknowledge(number)
    for folder, acknowledged in trial.each():
        if not acknowledged and not (folder / path.name).exists():
            KeeperFile.new(folder / path.name, LOG_ID)
            continue
        again = KeeperFile(folder / path.name)
        assert again.open() == keeper.open()
        for request in requests[: max(acknowledged, default=0)]:
            assert again.key(request) == keeper.key(request)
            with pytest.raises(ReplayError, match="nobody chooses"):
                again.key(KeeperRequest(LOG_ID, request.seq, "11", RED, "aa"))
        for request in requests:
            assert again.key(request) == keeper.key(request)
        assert KeeperFile(folder / path.name).open() == keeper.open()


def test_f47_a_duel_vault_is_there_whole_or_not_at_all(trial):
    """F19, F47"""
    path = trial.home / "secret"
    with trial.recorded() as calls:
        vault = DuelVault.new(path, LOG_ID, RED, 5)
        calls.acknowledge(vault.commitment)
    for folder, acknowledged in trial.each():
        file = folder / path.name
        if acknowledged or file.exists():
            assert DuelVault(file).commitment == vault.commitment
        else:
            DuelVault.new(file, LOG_ID, RED, 5)


def test_a_snapshot_cache_may_hold_anything_and_no_position_changes(trial):
    """F19: the cache is written without waiting for the disk; losing it costs time, never truth."""
    path = trial.home / "game.hxl"
    with begun(path, turns=3) as game:
        advance(game, 18)
    with trial.recorded(), writing(path) as game:
        advance(game, 16)
        digests = [game.frame(seq).digest for seq in game.timeline.path(game.timeline.head)]
        positions = [game.state(seq).copy() for seq in game.timeline.path(game.timeline.head)]
    assert (trial.home / "game.hxl.cache").exists()
    looked = set()
    for folder, _ in trial.each():
        cache = folder / "game.hxl.cache"
        held = cache.read_bytes() if cache.exists() else b""
        if held in looked:
            continue
        looked.add(held)
        with reading(folder / path.name) as again:
            for at, seq in enumerate(again.timeline.path(again.timeline.head)):
                assert again.frame(seq).digest == digests[at]
                state = again.state(seq)
                assert (state.at, state.flags, state.agenda) == (
                    positions[at].at,
                    positions[at].flags,
                    positions[at].agenda,
                )
    assert len(looked) > 20


# ------------------------------------------------------------------ the harness itself
def lost(trial, known):
    """How many crash states lose an acknowledged frame or leave a file that nobody can open; of those in which the log
    is the same and as much was acknowledged, one."""
    bad = 0
    logs = {(state.files.get("game.hxl"), max(state.acknowledged, default=1)): state for state in trial.states}
    trial.states = list(logs.values())
    for folder, acknowledged in trial.each():
        log = folder / "game.hxl"
        try:
            bad += len(payloads_of(log)) < max(acknowledged, default=1)
        except (LedgerError, FileNotFoundError):
            bad += 1
    assert known
    return bad


@pytest.mark.parametrize("forgotten", ["nothing", "sync", "one sync for two frames", "sync of the folder"])
def test_f51_a_program_that_forgets_a_sync_is_caught(tmp_path, monkeypatch, forgotten):
    """F51: a detector that finds nothing must be seen to find something."""
    trial = Trial(tmp_path, fine=False)
    path = trial.home / "game.hxl"
    if forgotten != "sync of the folder":
        begun(path).close()
    with trial.recorded() as calls:
        if forgotten == "sync of the folder":
            monkeypatch.setattr(RealDisk, "sync_directory", nothing)
            begun(path).close()
            calls.acknowledge(1)
        if forgotten == "sync":
            monkeypatch.setattr(RealDisk, "sync", staticmethod(nothing))
        ledger = Ledger.open_writer(path)
        payloads = [b"a decision", b"and a second one with some more words to fill a sector"]
        if forgotten == "one sync for two frames":
            disk, frames = RealDisk(), _packed(ledger.leaf(0), payloads)[0]
            disk.write(ledger._handle, b"".join(frames))
            disk.sync(ledger._handle)
            calls.acknowledge(2)
        else:
            for payload in payloads:
                calls.acknowledge(ledger.append(payload, None) + 1)
        ledger.close()
    assert (lost(trial, path.read_bytes()) == 0) == (forgotten == "nothing")
