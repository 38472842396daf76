"""Checkpoints and witnesses: a log that was cut or rewritten is contradicted by what others hold."""

import pytest

from hexledger.events.checkpoints import Checkpoint, origin_of, sign_checkpoint
from hexledger.events.errors import BadNote, BadProof, DiskError
from hexledger.events.framing import pack
from hexledger.events.ledger import Ledger
from hexledger.events.notes import SignerKey, add_signature, note_text, open_note, trusted_among
from hexledger.replays.audit import witnessing
from hexledger.replays.audit.anchors import checkpoint_path, collect, make_checkpoint
from hexledger.replays.audit.audit import audit
from hexledger.replays.audit.witnessing import (
    add_to_file,
    holder_of,
    old_path,
    read_asked,
    request_text,
    sign_as_witness,
)
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import read_genesis
from hexledger.replays.secrets.locking import alone
from hexledger.replays.secrets.memory import FRAME, Given, Memory
from tests.drill.game import drill
from tests.drill.play import BLUE, RED, advance, frames_of, to_the_end, written
from tests.drill.signed import BLUE_KEY, RED_KEY, STRANGER, signed_game, with_keys

REX = STRANGER


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path, turns=2) as game:
        to_the_end(game)
    return path


def vouch(path, *keys, size=None):
    """A checkpoint by some keys over the first `size` frames, put beside the log."""
    with Ledger.open_reader(path) as ledger:
        genesis = read_genesis(frames_of(path)[0])
        count = len(ledger) if size is None else size
        return sign_checkpoint(Checkpoint(origin_of(genesis.game, genesis.log_id), count, ledger.root(count)), keys)


def verdict(path, *notes, trusted=()):
    files = []
    for number, note in enumerate(notes):
        files.append(path.with_name(f"note{number}"))
        files[-1].write_text(note, encoding="utf-8")
    remarks = []

    def anchors(genesis):
        found, said = collect(files, genesis, trusted)
        remarks.extend(said)
        return found

    found = audit(path, game=drill(), anchors=anchors)
    found.notes.extend(remarks)
    return found


def cut(path, frames):
    """The log without its last frames."""
    with Ledger.open_reader(path) as ledger:
        size = ledger.offset(frames)
    path.write_bytes(path.read_bytes()[:size])


def test_f34_cutting_the_tail_alone_is_intact_but_not_anchored_and_contradicted_by_the_other_sides_checkpoint(log):
    """F34: every length of the cut."""
    whole, frames = log.read_bytes(), len(frames_of(log))
    note = vouch(log, BLUE_KEY)
    assert verdict(log, note).word == "intact"
    for left in range(1, frames):
        log.write_bytes(whole)
        cut(log, left)
        assert (verdict(log).word, verdict(log).anchored) == ("intact but not anchored", 0)
        found = verdict(log, note)
        assert found.word == "contradicted"
        assert (found.contradiction.frame, found.contradiction.where) == (left, "checkpoint")
        assert "Boris" in found.contradiction.expected


def test_an_empty_file_is_no_log(tmp_path):
    """F34"""
    path = tmp_path / "empty.hxl"
    path.write_bytes(b"")
    assert audit(path, game=drill()).word == "contradicted"


def test_frames_after_the_last_checkpoint_are_intact_but_not_anchored(log):
    frames = len(frames_of(log))
    for size in (1, 5, frames - 1):
        found = verdict(log, vouch(log, RED_KEY, size=1), vouch(log, BLUE_KEY, size=size))
        assert (found.word, found.anchored) == ("intact but not anchored", size)
        assert set(found.anchored_by) <= {"Boris", "Ruth"} and "Boris" in found.anchored_by
    assert verdict(log, vouch(log, RED_KEY, BLUE_KEY)).anchored_by == ["Ruth", "Boris"]


def test_another_history_of_the_same_length_is_contradicted(tmp_path):
    """F34: the last frame exchanged for another legal one, signed by its player."""
    one, two = tmp_path / "one.hxl", tmp_path / "two.hxl"
    with signed_game(one) as game:
        advance(game, 6)
    shared = list(Ledger.open_reader(one).payloads())[:5]
    written(two, shared)
    with with_keys(two, RED, BLUE) as game:
        advance(game, 2, seed="another mind")
    assert one.read_bytes() != two.read_bytes() and len(frames_of(one)) == len(frames_of(two))
    found = verdict(two, vouch(one, BLUE_KEY, size=5), vouch(one, BLUE_KEY))
    assert found.word == "contradicted"
    assert (found.contradiction.frame, found.anchored) == (5, 0)
    assert "another history of frames 5 to 6" in found.contradiction.found


def test_a_checkpoint_of_somebody_unknown_does_not_count_until_his_key_is_trusted(log):
    note = vouch(log, REX)
    found = verdict(log, note)
    assert (found.word, found.anchored) == ("intact but not anchored", 0)
    assert any("does not count" in line and "sam" in line for line in found.notes)
    found = verdict(log, note, trusted=[REX.verifier])
    assert (found.word, found.anchored_by) == ("intact", ["sam"])


def test_a_checkpoint_with_a_wrong_signature_neither_anchors_nor_contradicts(log):
    note = vouch(log, BLUE_KEY)
    size = note_text(note).split("\n")[1]
    forged = note.replace(f"\n{size}\n", f"\n{int(size) + 5}\n", 1)
    for bad in (forged, "nonsense", note.replace("drill", "dri11")):
        found = verdict(log, bad)
        assert (found.word, found.anchored) == ("intact but not anchored", 0)
        assert any("does not count" in line for line in found.notes)


def test_who_has_vouched_for_a_history_does_not_sign_a_second_one(log):
    with Ledger.open_reader(log) as ledger:
        make_checkpoint(log, ledger, read_genesis(frames_of(log)[0]), [RED_KEY])
    cut(log, 6)
    before = checkpoint_path(log).read_bytes()
    with Ledger.open_reader(log) as ledger, pytest.raises(BadProof, match="this log contradicts"):
        make_checkpoint(log, ledger, read_genesis(frames_of(log)[0]), [BLUE_KEY])
    assert checkpoint_path(log).read_bytes() == before


def test_signatures_that_nobody_can_check_are_named_beside_those_that_count(log):
    """K9: a witness whose key was not told to the reader was passed over without a word."""
    both = vouch(log, BLUE_KEY, STRANGER)
    found = verdict(log, both)
    assert (found.word, found.anchored) == ("intact", found.frames)
    (said,) = [one for one in found.notes if STRANGER.verifier.name in one]
    assert "does not count" in said and "note0" in said
    assert not [one for one in verdict(log, both, trusted=[STRANGER.verifier]).notes if "count" in one]
    crowd = [SignerKey(f"stranger-{number}", bytes([number]) * 32) for number in range(1, 9)]
    notes = [one for one in verdict(log, vouch(log, BLUE_KEY, *crowd)).notes if "stranger" in one or "likewise" in one]
    assert len(notes) == 6 and notes[-1] == "and 3 signatures more likewise", "a file full of them is not listed"


def test_older_checkpoints_stay_when_a_newer_one_is_made(tmp_path):
    path = tmp_path / "g.hxl"
    with signed_game(path) as game:
        advance(game, 3)
        make_checkpoint(path, game.ledger, game.genesis, [BLUE_KEY])
        advance(game, 3)
        make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
        anchors, remarks = collect([checkpoint_path(path)], game.genesis)
    assert [(anchor.checkpoint.size, anchor.names) for anchor in anchors] == [(4, ("Boris",)), (7, ("Ruth",))]
    assert remarks == []


# ------------------------------------------------------------------ witnesses
TRUSTED = (RED_KEY.verifier.public, BLUE_KEY.verifier.public)


def test_a_witness_follows_a_growing_log_from_proofs_alone(tmp_path):
    path, memory = tmp_path / "g.hxl", Memory(tmp_path / "memory")
    last = 0
    with signed_game(path) as game:
        for _ in range(5):
            advance(game, 3)
            note = make_checkpoint(path, game.ledger, game.genesis, [RED_KEY])
            asked = read_asked(request_text(game.ledger, last, note))
            signed, found, before = sign_as_witness(asked, REX, memory, TRUSTED)
            assert (before.size if before else 0) == last
            last = found.size
            assert REX.verifier in open_note(signed, trusted_among(signed, (REX.verifier.public,))).signed_by
            add_to_file(checkpoint_path(path), signed)
        anchors, _ = collect([checkpoint_path(path)], game.genesis, [REX.verifier])
    assert [anchor.names for anchor in anchors] == [("Ruth", "sam")] * 5


def test_a_witness_signs_no_second_history_no_shorter_one_and_nothing_without_a_proof(tmp_path):
    path, other, memory = tmp_path / "g.hxl", tmp_path / "h.hxl", Memory(tmp_path / "memory")
    with signed_game(path) as game:
        advance(game, 8)
        early = vouch(path, RED_KEY, size=5)
        sign_as_witness(read_asked(vouch(path, RED_KEY)), REX, memory, TRUSTED)
        remembered = memory.given(holder_of(REX.verifier), origin_of("drill", game.genesis.log_id))
        payloads = list(game.ledger.payloads())
    written(other, payloads[:7])
    with with_keys(other, RED, BLUE) as game:
        advance(game, 4, seed="another mind")
        fork = vouch(other, RED_KEY)
        for asked in (
            read_asked(early),
            read_asked(fork),
            read_asked(request_text(game.ledger, 9, fork)),
            read_asked(request_text(game.ledger, 5, fork)),
            read_asked(request_text(game.ledger, 0, fork)),
        ):
            with pytest.raises(BadProof):
                sign_as_witness(asked, REX, memory, TRUSTED)
        with pytest.raises(BadProof):
            sign_as_witness(read_asked(fork), REX, memory, TRUSTED, game.ledger)
    origin = origin_of("drill", read_genesis(frames_of(path)[0]).log_id)
    assert memory.given(holder_of(REX.verifier), origin) == remembered and len(remembered) == 1


def test_a_witness_remembers_what_an_older_version_of_it_has_signed(tmp_path):
    path, other, old = tmp_path / "g.hxl", tmp_path / "h.hxl", tmp_path / "old"
    with signed_game(path) as game:
        advance(game, 8)
        note = vouch(path, RED_KEY)
        origin = origin_of("drill", game.genesis.log_id)
        payloads = list(game.ledger.payloads())
    old.mkdir()
    old_path(old, REX.verifier, origin).write_text(add_signature(note, REX))
    written(other, payloads[:7])
    with with_keys(other, RED, BLUE) as game:
        advance(game, 4, seed="another mind")
    memory = Memory(tmp_path / "memory")
    with pytest.raises(BadProof):
        sign_as_witness(read_asked(vouch(other, RED_KEY)), REX, memory, TRUSTED, old=old)
    with Ledger.open_reader(path) as ledger:
        _, found, last = sign_as_witness(read_asked(vouch(path, RED_KEY)), REX, memory, TRUSTED, ledger, old)
    assert last.size == found.size == len(payloads)


def test_two_witnesses_at_once_never_sign_two_histories(tmp_path):
    """The second process asked before the first had signed: its note is not what the memory holds."""
    path, memory = tmp_path / "g.hxl", Memory(tmp_path / "memory")
    with signed_game(path) as game:
        advance(game, 8)
        origin = origin_of("drill", game.genesis.log_id)
    asked = read_asked(vouch(path, RED_KEY, size=4))
    late = read_asked(vouch(path, RED_KEY, size=6))
    last = witnessing._last

    def meanwhile(*args):
        found = last(*args)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(witnessing, "_last", last)
            sign_as_witness(late, REX, memory, TRUSTED)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(witnessing, "_last", meanwhile)
        with pytest.raises(ReplayError):
            sign_as_witness(asked, REX, memory, TRUSTED)
    assert [given.seq for given in memory.given(holder_of(REX.verifier), origin)] == [5]


def test_nobody_notes_anything_while_another_program_does(tmp_path):
    """Of the same secret and log: else both would see what was given last, and both give."""
    memory, holder = Memory(tmp_path / "memory", patience=0), b"h" * 32
    first, second = Given(1, "aa" * 32, FRAME), Given(2, "bb" * 32, FRAME)
    stands = {1: bytes.fromhex(first.leaf), 2: bytes.fromhex(second.leaf)}.get
    memory.note(holder, "log", first, stands)
    path = memory.path(holder, "log")
    with alone(path.with_name(path.name + ".lock")):
        with pytest.raises(DiskError, match="another program has it"):
            memory.note(holder, "log", second, stands)
        with pytest.raises(DiskError, match="another program has it"):
            memory.withdraw(holder, "log", first, second)
        memory.note(holder, "another log", first, stands)
    assert memory.given(holder, "log") == [first]
    memory.note(holder, "log", second, stands)
    assert memory.given(holder, "log") == [first, second]


def test_a_witness_signs_only_what_somebody_it_trusts_has_signed(log, tmp_path):
    with pytest.raises(BadNote, match="no signature of a trusted key"):
        sign_as_witness(read_asked(vouch(log, STRANGER)), RED_KEY, Memory(tmp_path / "m"), TRUSTED)
    assert not (tmp_path / "m").exists()


def test_a_witness_with_a_damaged_memory_signs_nothing(log, tmp_path):
    memory = Memory(tmp_path / "m")
    sign_as_witness(read_asked(vouch(log, RED_KEY, size=4)), REX, memory, TRUSTED)
    (file,) = memory.folder.glob("*.given")
    for damage in (b"", b"nonsense\n", file.read_bytes().replace(b'"seq":3', b'"seq":2')):
        file.write_bytes(damage)
        with pytest.raises((ReplayError, BadProof)):
            sign_as_witness(read_asked(vouch(log, RED_KEY)), REX, memory, TRUSTED)


@pytest.mark.parametrize("text", ["old x\n\n", "old 3\nnot base64!\n\nnote\n", "old 3", "", "nothing"])
def test_what_is_no_request_to_a_witness_is_refused(text):
    with pytest.raises((BadProof, BadNote)):
        read_asked(text)


def test_a_frame_appended_behind_every_checkpoint_by_hand_is_seen_as_not_anchored(log):
    note = vouch(log, RED_KEY, BLUE_KEY)
    with Ledger.open_reader(log) as ledger:
        frame, _ = pack(ledger.leaf(ledger.head), b"\x90")
    log.write_bytes(log.read_bytes() + frame)
    found = verdict(log, note)
    assert (found.word, found.contradiction.frame) == ("contradicted", found.frames - 1)
    assert found.anchored == found.frames - 1
