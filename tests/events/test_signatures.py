"""Signatures over frames and consents, private key files, proofs of single frames."""

import base64
import os
import sys

import msgspec
import pytest

from hexledger.events.checkpoints import Checkpoint, merged, sign_checkpoint, split_notes
from hexledger.events.errors import AlreadyExists, BadNote, BadProof
from hexledger.events.frame import DECISION, Frame, encode_value
from hexledger.events.ledger import Ledger
from hexledger.events.notes import SignerKey, VerifierKey, note_text, open_note, trusted_among
from hexledger.events.private import Exposed, append_private, create_private, read_private
from hexledger.events.proofs import Proof, prove
from hexledger.events.signatures import (
    BadSignature,
    consent_message,
    frame_message,
    parse_public,
    signed,
    verify,
)

ANN, BOB = SignerKey("ann", b"a" * 32), SignerKey("bob", b"b" * 32)
LEAF = bytes(range(32))
FRAME = Frame(5, DECISION, 1, 4, encode_value([18]), (), ("e",), bytes(16), 7)


def test_a_signature_holds_for_its_frame_place_and_key_only():
    frame = signed(FRAME, LEAF, ANN)
    public = ANN.verifier.public
    verify(frame_message(frame, LEAF), frame.signature, public)
    others = {"seq": 6, "kind": 2, "actor": 2, "parent": 3, "digest": b"1" * 16, "time": 8, "evidence": ()}
    for name, value in others.items():
        with pytest.raises(BadSignature):
            verify(frame_message(msgspec.structs.replace(frame, **{name: value}), LEAF), frame.signature, public)
    with pytest.raises(BadSignature):
        verify(frame_message(frame, bytes(32)), frame.signature, public)
    with pytest.raises(BadSignature, match="not made by the key"):
        verify(frame_message(frame, LEAF), frame.signature, BOB.verifier.public)


def test_a_signature_has_one_spelling():
    frame = signed(FRAME, LEAF, ANN)
    raw = base64.b64decode(frame.signature)
    last = frame.signature[:-3] + chr(ord(frame.signature[-3]) + 1) + "=="
    for text in ("", "é", frame.signature + "\n", frame.signature[:-2], last, base64.b64encode(raw + b"x").decode()):
        with pytest.raises(BadSignature):
            verify(frame_message(frame, LEAF), text, ANN.verifier.public)


def test_a_consent_is_no_signature_of_a_frame_and_names_who_gives_it():
    base = consent_message(LEAF, 2, 9, 2, 1, 8, b"to 3")
    changed = [
        consent_message(bytes(32), 2, 9, 2, 1, 8, b"to 3"),
        consent_message(LEAF, 1, 9, 2, 1, 8, b"to 3"),
        consent_message(LEAF, 2, 10, 2, 1, 8, b"to 3"),
        consent_message(LEAF, 2, 9, 2, 1, 8, b"to 2"),
        frame_message(FRAME, LEAF),
    ]
    assert base not in changed and len(set(changed)) == len(changed)


def test_a_public_key_is_64_small_hex_digits():
    text = ANN.verifier.public.hex()
    assert parse_public(text) == ANN.verifier.public
    for wrong in ("", text[:-1], text + "0", text.upper(), "g" * 64):
        with pytest.raises(BadSignature, match="64 small hex digits"):
            parse_public(wrong)


# ------------------------------------------------------------------ key text and files
def test_a_private_key_is_read_back_and_never_shown():
    again = SignerKey.parse(ANN.secret_text + "\n")
    assert again.verifier == ANN.verifier
    assert again.secret_text not in repr(again) and base64.b64encode(b"a" * 32).decode() not in repr(again)
    name, rest = ANN.secret_text.removeprefix("PRIVATE+KEY+").split("+", 1)
    for wrong in ("", ANN.secret_text[8:], f"PRIVATE+KEY+eve+{rest}", ANN.secret_text[:-4], f"PRIVATE+KEY+{name}+0+?"):
        with pytest.raises(BadNote) as refused:
            SignerKey.parse(wrong)
        assert rest[9:20] not in str(refused.value)


def test_the_key_of_another_signed_note_program_is_read():
    """The published example key of the signed-note format in Go's transparency log tools."""
    key = SignerKey.parse("PRIVATE+KEY+example.com/log/testdata+33d7b496+AeymY/SZAX0jZcJ8enZ5FY1Dz+wTML2yWSkK+9DSF3eg")
    assert key.verifier.name == "example.com/log/testdata"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows protects the folder, not the file")
def test_a_secret_file_is_its_owners_only_and_one_that_others_may_read_is_refused(tmp_path):
    path = tmp_path / "sub" / "a.key"
    create_private(path, b"secret")
    assert path.stat().st_mode & 0o777 == 0o600
    append_private(path, b" more")
    assert read_private(path) == b"secret more"
    with pytest.raises(AlreadyExists):
        create_private(path, b"other")
    path.chmod(0o640)
    for use in (lambda: read_private(path), lambda: append_private(path, b"x")):
        with pytest.raises(Exposed, match="chmod 600"):
            use()
    assert path.read_bytes() == b"secret more"


def test_a_secret_file_keeps_its_mode_under_a_careless_umask(tmp_path):
    before = os.umask(0)
    try:
        create_private(tmp_path / "k", b"x")
    finally:
        os.umask(before)
    assert sys.platform == "win32" or (tmp_path / "k").stat().st_mode & 0o777 == 0o600


# ------------------------------------------------------------------ checkpoint files
def test_checkpoints_of_one_text_gather_signatures_and_others_follow():
    one, two = Checkpoint("log", 3, bytes(32)), Checkpoint("log", 4, b"1" * 32)
    notes = merged((), sign_checkpoint(one, [ANN]))
    notes = merged(notes, sign_checkpoint(two, [ANN]))
    notes = merged(notes, sign_checkpoint(one, [BOB]))
    assert merged(notes, sign_checkpoint(one, [BOB])) == notes
    assert split_notes("".join(notes)) == notes
    assert split_notes("\n".join(notes)) == notes
    assert [Checkpoint.parse(note_text(note)).size for note in notes] == [3, 4]
    publics = (BOB.verifier.public,)
    assert [trusted_among(note, publics) for note in notes] == [(BOB.verifier,), ()]
    with pytest.raises(BadNote):
        split_notes("")


def test_a_key_is_known_by_its_bytes_whatever_it_is_called_there():
    other = SignerKey("ann-of-cleves", b"a" * 32)
    note = sign_checkpoint(Checkpoint("log", 3, bytes(32)), [other])
    assert trusted_among(note, (ANN.verifier.public,)) == (VerifierKey("ann-of-cleves", ANN.verifier.public),)


# ------------------------------------------------------------------ proofs
@pytest.fixture
def ledger(tmp_path):
    with Ledger.create(tmp_path / "g.hxl", b"genesis") as ledger:
        ledger.append_many([b"frame %d" % n for n in range(1, 12)], 0)
        yield ledger


def note_of(ledger, size=None):
    count = len(ledger) if size is None else size
    return sign_checkpoint(Checkpoint("log", count, ledger.root(count)), [ANN])


def test_every_frame_is_proved_under_every_checkpoint_that_covers_it(ledger):
    for size in range(1, len(ledger) + 1):
        note = note_of(ledger, size)
        for frame in range(size):
            proof = Proof.parse(prove(ledger, frame, note).text)
            assert proof.verify().size == size
            assert (proof.frame, proof.payload) == (frame, ledger.payload(frame))
        with pytest.raises(BadProof if size < len(ledger) else Exception):
            prove(ledger, size, note)


def test_a_checkpoint_of_another_history_proves_nothing(ledger):
    wrong = sign_checkpoint(Checkpoint("log", 3, bytes(32)), [ANN])
    with pytest.raises(BadProof, match="not of this ledger"):
        prove(ledger, 1, wrong)


def test_a_forged_proof_is_caught_whatever_byte_is_changed(ledger):
    """Each character of the file is changed: the frame, the path, the checkpoint or its signature no longer fit."""
    text = prove(ledger, 6, note_of(ledger)).text
    key = ANN.verifier
    assert opened(text, key) == (6, ledger.payload(6), ledger.root())
    for at, was in enumerate(text):
        for other in "A0+\n":
            if was == other:
                continue
            with pytest.raises((BadProof, BadNote)):
                opened(text[:at] + other + text[at + 1 :], key)
        with pytest.raises((BadProof, BadNote)):
            opened(text[:at], key)


def opened(text, key):
    """(frame, payload, root) of a proof that a trusted key has signed."""
    proof = Proof.parse(text)
    checkpoint = proof.verify()
    open_note(proof.note, trusted_among(proof.note, (key.public,)))
    return proof.frame, proof.payload, checkpoint.root


@pytest.mark.parametrize(
    "text",
    [
        "",
        "c2sp.org/tlog-proof@v1\n\n",
        "c2sp.org/tlog-proof@v1\nindex 1\nAA==\n\nx",
        "c2sp.org/tlog-proof@v2\na\nb\n\n",
    ],
)
def test_what_is_no_proof_is_refused(text):
    with pytest.raises(BadProof):
        Proof.parse(text)
