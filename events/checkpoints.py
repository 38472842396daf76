"""Checkpoints (C2SP tlog-checkpoint): what a signer says a ledger was at some size, and the verdicts that follow.

A ledger alone proves only that it is whole: frames cut off at the end leave no trace in it. A checkpoint in someone
else's hands anchors every frame below its size.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from hexledger.events.errors import BadNote, BadProof
from hexledger.events.merkle import HASH_SIZE, Tree, verify_consistency
from hexledger.events.notes import SignerKey, VerifierKey, add_signature, note_text, open_note, sign_note
from hexledger.events.numbers import counted

_SIGNATURE = "\u2014 "
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class Checkpoint(NamedTuple):
    """`size` frames with Merkle root `root` (32 bytes), of the ledger that `origin` names."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The lines that are signed. Raises BadNote if a field cannot be written."""
        if len(self.root) != HASH_SIZE or self.size < 0:
            raise BadNote(f"a checkpoint has a size and a root of {HASH_SIZE} bytes")
        lines = (self.origin, str(self.size), base64.b64encode(self.root).decode(), *self.extensions)
        if any(not line or "\n" in line for line in lines):
            raise BadNote("the lines of a checkpoint are not empty")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """Read the text of a checkpoint. Raises BadNote."""
        lines = text.split("\n")
        if len(lines) < 4 or lines.pop() or not all(lines):
            raise BadNote("a checkpoint is an origin, a size and a root, each on its line")
        origin, size, encoded, *extensions = lines
        if not _SIZE.fullmatch(size):
            raise BadNote("the size of the checkpoint is no plain number")
        try:
            root = base64.b64decode(encoded.encode("ascii"), validate=True)
        except (binascii.Error, UnicodeEncodeError):
            raise BadNote("the root of the checkpoint is not base64") from None
        if len(root) != HASH_SIZE or base64.b64encode(root).decode() != encoded:
            raise BadNote("the root of the checkpoint is no SHA-256 hash")
        return cls(origin, int(size), root, tuple(extensions))


def sign_checkpoint(checkpoint: Checkpoint, signers: Sequence[SignerKey]) -> str:
    """A signed note that says the checkpoint."""
    return sign_note(checkpoint.text, signers)


def open_checkpoint(note: str, origin: str, trusted: Sequence[VerifierKey]) -> Checkpoint:
    """The checkpoint in a note signed by one of our trusted keys. Raises BadNote, also for another origin."""
    checkpoint = Checkpoint.parse(open_note(note, trusted).text)
    if checkpoint.origin != origin:
        raise BadNote(f"the checkpoint is of {checkpoint.origin!r}, not of {origin!r}")
    return checkpoint


def witness(
    note: str, trusted: Sequence[VerifierKey], signer: SignerKey, last: Checkpoint | None, proof: Sequence[bytes]
) -> str:
    """Add a witness's signature, but only if the ledger grew from what this witness signed `last`.

    `last` None: the first checkpoint this witness sees of the ledger; the proof must then be empty.
    Raises BadNote (signature, other origin) or BadProof (shorter, or a different past): nothing is signed.
    """
    new = Checkpoint.parse(open_note(note, trusted).text)
    if last is None:
        if proof:
            raise BadProof("a first checkpoint needs no proof")
        return add_signature(note, signer)
    if new.origin != last.origin:
        raise BadNote(f"the checkpoint is of {new.origin!r}, not of {last.origin!r}")
    verify_consistency(last.size, last.root, new.size, new.root, proof)
    return add_signature(note, signer)


def origin_of(game: str, log_id: str) -> str:
    """The origin line of a game's checkpoints: it names the game, so that a proof can be told in words."""
    return f"hexledger/{game}/{log_id}"


def split_notes(text: str) -> tuple[str, ...]:
    """The notes of a checkpoint file, one after another: a line that is no signature after signatures begins the next.

    Raises BadNote for a file without any.
    """
    notes: list[str] = []
    lines: list[str] = []
    for line in _lines(text):
        if lines and lines[-1].startswith(_SIGNATURE) and not line.startswith(_SIGNATURE):
            notes.append("".join(lines))
            lines = []
            if line == "\n":
                continue
        lines.append(line)
    if lines:
        notes.append("".join(lines))
    if not notes:
        raise BadNote("the file holds no checkpoint")
    return tuple(notes)


def merged(notes: Sequence[str], more: str) -> tuple[str, ...]:
    """The notes with one more: signatures of the same text join its note, another text is a note at the end."""
    text, lines = note_text(more), more[len(note_text(more)) + 1 :]
    out = list(notes)
    for at, note in enumerate(out):
        if note_text(note) == text:
            have = _lines(note[len(text) + 1 :])
            out[at] = note + "".join(line for line in _lines(lines) if line not in have)
            return tuple(out)
    return (*out, more)


def _lines(text: str) -> list[str]:
    """Lines with their ends; only a newline ends one, which `splitlines` would not grant."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


class Verdict(NamedTuple):
    """What checkpoints say of a ledger's frames.

    intact:       every frame is anchored
    not anchored: whole, but nobody has vouched for frames from `anchored` on
    contradicted: a checkpoint names more frames than there are, or another past; `by` is that checkpoint
    """

    kind: Literal["intact", "not anchored", "contradicted"]
    frames: int
    anchored: int
    by: Checkpoint | None = None

    def __str__(self) -> str:
        if self.kind == "intact":
            return (
                f"intact: all {self.frames} frames are anchored" if self.frames > 1 else "intact: its frame is anchored"
            )
        if self.by is None:
            return f"intact, but not anchored beyond {self.anchored} of {self.frames} frames"
        if self.by.size > self.frames:
            return (
                f"contradicted: a checkpoint vouches for {counted(self.by.size, 'frame')}, the ledger has {self.frames}"
            )
        return f"contradicted: a checkpoint has another history of the first {counted(self.by.size, 'frame')}"


def judge(tree: Tree, checkpoints: Sequence[Checkpoint]) -> Verdict:
    """Compare the whole frames of a ledger (its Merkle tree) with checkpoints whose signatures were checked before."""
    frames = len(tree)
    anchored = 0
    for checkpoint in checkpoints:
        if checkpoint.size > frames or tree.root(checkpoint.size) != checkpoint.root:
            return Verdict("contradicted", frames, 0, checkpoint)
        anchored = max(anchored, checkpoint.size)
    return Verdict("intact" if anchored == frames else "not anchored", frames, anchored)
