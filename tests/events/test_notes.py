"""Signed notes and checkpoints: what is signed, by whom, and what a witness refuses to sign."""

import base64
import os
import subprocess
import sys

import pytest

from hexledger.events.checkpoints import Checkpoint, judge, open_checkpoint, sign_checkpoint, witness
from hexledger.events.errors import BadNote, BadProof
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import Tree, leaf_hash
from hexledger.events.notes import SignerKey, VerifierKey, add_signature, open_note, sign_note

ALLIED = SignerKey("allied.example/player", bytes(range(32)))
AXIS = SignerKey("axis.example/player", bytes(range(1, 33)))
ORIGIN = "hexledger.example/game/1"

# the worked example of the Go package golang.org/x/mod/sumdb/note
NEUMANN_SEED = base64.b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
NEUMANN_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
NEUMANN_NOTE = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
    "\n"
    "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


def tree_of(count):
    tree = Tree()
    for i in range(count):
        tree.append(leaf_hash(b"%d" % i))
    return tree


def checkpoint_of(tree, size):
    return Checkpoint(ORIGIN, size, tree.root(size))


def test_a_published_note_is_reproduced_and_verified():
    key = VerifierKey.parse(NEUMANN_KEY)
    assert str(key) == NEUMANN_KEY
    signer = SignerKey("PeterNeumann", NEUMANN_SEED)
    assert signer.verifier == key
    text = open_note(NEUMANN_NOTE, [key]).text
    assert sign_note(text, [signer]) == NEUMANN_NOTE


def test_both_players_signatures_are_found_and_strangers_are_passed_over():
    note = sign_note("position agreed\n", [ALLIED, AXIS])
    assert open_note(note, [ALLIED.verifier, AXIS.verifier]).signed_by == (ALLIED.verifier, AXIS.verifier)
    assert open_note(note, [AXIS.verifier]).signed_by == (AXIS.verifier,)
    assert add_signature(note, AXIS) == note
    stranger = SignerKey("stranger", bytes(32))
    with pytest.raises(BadNote, match="no signature of a trusted key"):
        open_note(note, [stranger.verifier])


def test_any_changed_character_of_a_note_is_noticed():
    note = sign_note("turn 3\nall is well\n", [ALLIED])
    for at in range(len(note)):
        changed = note[:at] + ("x" if note[at] != "x" else "y") + note[at + 1 :]
        with pytest.raises(BadNote):
            open_note(changed, [ALLIED.verifier])


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n",
        "\n\n",
        "text\n",
        "text\n\n",
        "text",
        "text\n\nnot a signature\n",
        "text\n\n\u2014 name !!!\n",
        "a\tb\n\n",
    ],
)
def test_malformed_notes_are_refused(note):
    with pytest.raises(BadNote):
        open_note(note, [ALLIED.verifier])


@pytest.mark.parametrize("name", ["", "two words", "a+b", "tab\tbed", "wide\u3000space"])
def test_malformed_key_names_are_refused(name):
    with pytest.raises(BadNote):
        SignerKey(name, bytes(32))


@pytest.mark.parametrize(
    "text", ["", "name", "name+00000000", NEUMANN_KEY[:-1], NEUMANN_KEY.replace("c74f", "c74e"), "a+b+AgAA"]
)
def test_malformed_verifier_keys_are_refused(text):
    with pytest.raises(BadNote):
        VerifierKey.parse(text)


def test_a_signer_key_does_not_show_its_secret():
    assert bytes(range(32)).hex() not in repr(ALLIED)
    assert repr(bytes(range(32))) not in repr(ALLIED)


def test_a_checkpoint_reads_as_origin_size_and_root():
    checkpoint = checkpoint_of(tree_of(5), 5)
    root = base64.b64encode(checkpoint.root).decode()
    assert checkpoint.text == f"{ORIGIN}\n5\n{root}\n"
    assert Checkpoint.parse(checkpoint.text) == checkpoint
    longer = checkpoint._replace(extensions=("turn 3",))
    assert Checkpoint.parse(longer.text) == longer


@pytest.mark.parametrize("size", ["", "-1", "+1", "01", "1.0", "1e3", "x", " 1", "1" * 30, "\u0661"])
def test_a_checkpoint_with_a_strange_size_is_refused(size):
    with pytest.raises(BadNote):
        Checkpoint.parse(f"{ORIGIN}\n{size}\n{base64.b64encode(bytes(32)).decode()}\n")


@pytest.mark.parametrize("text", ["", "\n", "a\n1\n", "a\n1\nAAAA\n", "a\n1\n!\n", f"a\n1\n{'A' * 43}=", "\n1\nx\n"])
def test_a_malformed_checkpoint_is_refused(text):
    with pytest.raises(BadNote):
        Checkpoint.parse(text)


def test_a_checkpoint_of_another_game_is_refused():
    note = sign_checkpoint(checkpoint_of(tree_of(5), 5), [ALLIED])
    assert open_checkpoint(note, ORIGIN, [ALLIED.verifier]).size == 5
    with pytest.raises(BadNote, match="not of"):
        open_checkpoint(note, "hexledger.example/game/2", [ALLIED.verifier])


def test_a_witness_signs_only_what_grew_from_what_it_signed_before():
    tree = tree_of(20)
    first, later = checkpoint_of(tree, 7), checkpoint_of(tree, 20)
    trusted = [ALLIED.verifier]
    note = witness(sign_checkpoint(first, [ALLIED]), trusted, AXIS, None, ())
    assert open_checkpoint(note, ORIGIN, [AXIS.verifier]) == first
    signed_later = sign_checkpoint(later, [ALLIED])
    note = witness(signed_later, trusted, AXIS, first, tree.consistency_proof(7, 20))
    assert open_checkpoint(note, ORIGIN, [AXIS.verifier]) == later

    other_past = Tree()
    other_past.append(leaf_hash(b"a different opening"))
    for i in range(1, 20):
        other_past.append(leaf_hash(b"%d" % i))
    rewritten = sign_checkpoint(checkpoint_of(other_past, 20), [ALLIED])
    for bad, last, proof in (
        (rewritten, first, other_past.consistency_proof(7, 20)),
        (rewritten, first, tree.consistency_proof(7, 20)),
        (signed_later, first, ()),
        (sign_checkpoint(first, [ALLIED]), later, ()),
        (signed_later, None, tree.consistency_proof(7, 20)),
    ):
        with pytest.raises(BadProof):
            witness(bad, trusted, AXIS, last, proof)
    with pytest.raises(BadNote):
        witness(sign_checkpoint(later, [AXIS]), trusted, AXIS, first, tree.consistency_proof(7, 20))


def test_verdicts_say_how_far_the_ledger_is_anchored():
    tree = tree_of(10)
    assert str(judge(tree, [])) == "intact, but not anchored beyond 0 of 10 frames"
    assert str(judge(tree, [checkpoint_of(tree, 7), checkpoint_of(tree, 4)])) == (
        "intact, but not anchored beyond 7 of 10 frames"
    )
    assert str(judge(tree, [checkpoint_of(tree, 10)])) == "intact: all 10 frames are anchored"
    other = tree_of(9)
    other.append(leaf_hash(b"another ending"))
    assert str(judge(other, [checkpoint_of(tree, 9), checkpoint_of(tree, 10)])) == (
        "contradicted: a checkpoint has another history of the first 10 frames"
    )


def test_a_cut_tail_is_contradicted_by_the_other_sides_checkpoint(tmp_path):
    """F34: alone the shorter ledger is intact; the opponent's checkpoint says it was longer."""
    path = tmp_path / "game.hxl"
    with Ledger.create(path, b"genesis") as ledger:
        ledger.append_many([b"attack", b"the die says 1", b"retreat"], 0)
        kept_by_axis = sign_checkpoint(Checkpoint(ORIGIN, len(ledger), ledger.root()), [ALLIED, AXIS])
        cut = ledger.offset(2)
    anchor = open_checkpoint(kept_by_axis, ORIGIN, [AXIS.verifier])
    assert judge(Ledger.open_reader(path).tree, [anchor]).kind == "intact"
    path.write_bytes(path.read_bytes()[:cut])
    shorter = Ledger.open_reader(path)
    assert judge(shorter.tree, []).kind == "not anchored"
    verdict = judge(shorter.tree, [anchor])
    assert (verdict.kind, verdict.by) == ("contradicted", anchor)
    assert str(verdict) == "contradicted: a checkpoint vouches for 4 frames, the ledger has 2"


def test_reading_a_ledger_loads_neither_the_signature_nor_the_lock_library():
    """Both are slower to load than a ledger is to read."""
    program = (
        "import sys, hexledger.events.scan, hexledger.events.ledger, hexledger.events.checkpoints;"
        "print(sorted({'cryptography', 'dataclasses'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == "[]"
