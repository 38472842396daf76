"""One frame with its proof (C2SP tlog-proof): a small text that can be checked without the log.

    c2sp.org/tlog-proof@v1
    extra base64(body of the frame)
    index 57
    base64(hash) ...

    signed checkpoint

The body (previous leaf hash | payload) travels as `extra`: its leaf hash must lie under the checkpoint's root.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from hexledger.events.checkpoints import Checkpoint
from hexledger.events.errors import BadProof
from hexledger.events.framing import GENESIS_LINK, MAX_BODY
from hexledger.events.ledger import Ledger
from hexledger.events.merkle import HASH_SIZE, leaf_hash, verify_inclusion
from hexledger.events.notes import note_text
from hexledger.events.numbers import counted

_HEADER: Final = "c2sp.org/tlog-proof@v1"
_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,18})\Z")
_MOST: Final = 63
"""No tree of ours has more levels."""


class Proof(NamedTuple):
    """frame: its number; link: leaf hash of the frame before; payload: the frame's bytes; path: inclusion
    proof; note: the signed checkpoint. Nothing in it is true before `verify`."""

    frame: int
    link: bytes
    payload: bytes
    path: tuple[bytes, ...]
    note: str

    @property
    def text(self) -> str:
        """The file."""
        lines = [_HEADER, f"extra {_b64(self.link + self.payload)}", f"index {self.frame}", *map(_b64, self.path)]
        return "\n".join(lines) + "\n\n" + self.note

    @classmethod
    def parse(cls, text: str) -> Proof:
        """Read the file; BadProof for anything that `text` does not write."""
        head, gap, note = text.partition("\n\n")
        lines = head.split("\n")
        if not gap or len(lines) < 3 or lines[0] != _HEADER:
            raise BadProof(f"not a proof: it begins with {_HEADER!r}, a line `extra`, a line `index`")
        if not lines[1].startswith("extra "):
            raise BadProof("the proof does not carry the frame itself (no line `extra`)")
        index = _INDEX.match(lines[2])
        if index is None:
            raise BadProof("the third line is not the index of a frame")
        body = _unb64(lines[1].removeprefix("extra "))
        if not HASH_SIZE < len(body) <= MAX_BODY:
            raise BadProof(f"a frame has {HASH_SIZE + 1} to {MAX_BODY} bytes, not {len(body)}")
        path = tuple(_unb64(line) for line in lines[3:])
        if len(path) > _MOST:
            raise BadProof("the proof is too long")
        return cls(int(index[1]), body[:HASH_SIZE], body[HASH_SIZE:], path, note)

    def verify(self) -> Checkpoint:
        """That the frame lies under the root of the checkpoint, whoever has signed that. Raises BadProof, BadNote."""
        checkpoint = Checkpoint.parse(note_text(self.note))
        if (self.frame == 0) != (self.link == GENESIS_LINK):
            raise BadProof("the first frame, and no other, follows nothing")
        leaf = leaf_hash(self.link + self.payload)
        verify_inclusion(leaf, self.frame, checkpoint.size, self.path, checkpoint.root)
        return checkpoint


def prove(ledger: Ledger, frame: int, note: str) -> Proof:
    """The proof of a frame under a checkpoint of this ledger. Raises NoSuchFrame; BadProof if the checkpoint is of
    another history or does not reach the frame."""
    checkpoint = Checkpoint.parse(note_text(note))
    payload = ledger.payload(frame)
    if checkpoint.size > len(ledger) or ledger.root(checkpoint.size) != checkpoint.root:
        raise BadProof("the checkpoint is not of this ledger")
    if frame >= checkpoint.size:
        raise BadProof(f"the checkpoint covers {counted(checkpoint.size, 'frame')}, not frame {frame}")
    link = ledger.leaf(frame - 1) if frame else GENESIS_LINK
    return Proof(frame, link, payload, ledger.tree.inclusion_proof(frame, checkpoint.size), note)


def hash_lines(hashes: Sequence[bytes]) -> str:
    """Hashes in base64, one a line, each line ended."""
    return "".join(_b64(value) + "\n" for value in hashes)


def parse_hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    """The hashes of such lines; BadProof."""
    return tuple(_unb64(line) for line in lines)


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unb64(text: str) -> bytes:
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise BadProof("a line of hashes is not base64") from None
    if _b64(data) != text:
        raise BadProof("a line of hashes is base64 with stray bits")
    return data
