"""A witness signs a checkpoint only if the log grew from what the witness signed last, which it remembers.

What it signed last is in the one memory of this program (`replays/secrets/memory.py`), size and root, on disk before a
signature leaves the house: a crash can cost a signature but never lets the witness vouch for two histories.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from hexledger.events.checkpoints import Checkpoint, merged, split_notes, witness
from hexledger.events.errors import BadNote, BadProof
from hexledger.events.ledger import Ledger
from hexledger.events.notes import SignerKey, VerifierKey, note_text, open_note, trusted_among
from hexledger.events.numbers import counted
from hexledger.events.platform import replace_file
from hexledger.events.proofs import hash_lines, parse_hashes
from hexledger.replays.audit.anchors import read_notes
from hexledger.replays.secrets.memory import WITNESSED, Given, Memory

_OLD: Final = "old "
_DIGITS: Final = 19


class Asked(NamedTuple):
    """What a witness is asked to sign: the note, and the proof (from the size it signed last) when one came along.

    `old`: size that the proof starts from, None when the note came alone.
    """

    note: str
    old: int | None = None
    proof: tuple[bytes, ...] = ()


def request_text(ledger: Ledger, old: int, note: str) -> str:
    """A witness request (C2SP tlog-witness): the size it signed last, the consistency proof, and the note.

    Raises NoSuchFrame.
    """
    size = Checkpoint.parse(note_text(note)).size
    proof = ledger.tree.consistency_proof(old, size) if old else ()
    return f"{_OLD}{old}\n{hash_lines(proof)}\n{note}"


def read_asked(text: str) -> Asked:
    """A request, or a checkpoint file alone: of several notes the one over most frames. Raises BadNote, BadProof."""
    if not text.startswith(_OLD):
        notes = split_notes(text)
        return Asked(max(notes, key=lambda note: Checkpoint.parse(note_text(note)).size))
    head, gap, note = text.partition("\n\n")
    lines = head.split("\n")
    digits = lines[0].removeprefix(_OLD)
    if not gap or not digits.isdecimal() or not digits.isascii() or len(digits) > _DIGITS:
        raise BadProof("not a request to a witness: a line `old SIZE`, hashes, an empty line, a signed checkpoint")
    return Asked(note, int(digits), parse_hashes(lines[1:]))


def holder_of(key: VerifierKey) -> bytes:
    """What a witness's memory is known by: its key as a witness, whatever else the key signs."""
    return sha256(b"hexledger witness|" + key.public).digest()


def old_path(folder: Path, key: VerifierKey, origin: str) -> Path:
    """Where a witness of an older version remembered the last note that it signed of a log."""
    return folder / f"{key.public.hex()[:16]}-{sha256(origin.encode()).hexdigest()[:24]}.checkpoint"


def sign_as_witness(
    asked: Asked,
    key: SignerKey,
    memory: Memory,
    trusted: Iterable[bytes],
    ledger: Ledger | None = None,
    old: Path | None = None,
) -> tuple[str, Checkpoint, Checkpoint | None]:
    """(the note with the witness's signature, its checkpoint, what was signed last before: None the first time).

    `trusted`: public keys one of which must have signed the note. `ledger`: our copy of the log, from which the proof
    is made when none came along. `old`: folder of the memory of an older version. Raises BadNote, BadProof, Behind,
    ReplayError: nothing was signed.
    """
    keys = trusted_among(asked.note, trusted)
    checkpoint = Checkpoint.parse(open_note(asked.note, keys).text)
    origin = checkpoint.origin
    last = _last(memory, key.verifier, origin) or _last_of_old(old, key.verifier, origin)
    signed = witness(asked.note, keys, key, last, _proof(asked, checkpoint, last, ledger))
    given = Given(checkpoint.size - 1, checkpoint.root.hex(), WITNESSED)
    # the proof has shown that the log grew from it; another process may have signed since
    memory.note(holder_of(key.verifier), origin, given, lambda seq: _root_at(last, seq))
    return signed, checkpoint, last


def _root_at(last: Checkpoint | None, seq: int) -> bytes | None:
    return last.root if last is not None and seq == last.size - 1 else None


def _proof(asked: Asked, new: Checkpoint, last: Checkpoint | None, ledger: Ledger | None) -> Sequence[bytes]:
    if last is None:
        return ()
    if asked.old is not None:
        if asked.old != last.size:
            raise BadProof(f"the proof starts from {counted(asked.old, 'frame')}, this witness signed {last.size}")
        return asked.proof
    if ledger is not None and len(ledger) >= new.size >= last.size:
        # the proof is checked against what was signed before, so a false log convinces nobody
        return ledger.tree.consistency_proof(last.size, new.size)
    if new.size == last.size:
        return ()
    if new.size < last.size:
        raise BadProof(
            f"the checkpoint covers {counted(new.size, 'frame')}; this witness has signed {last.size} already"
        )
    raise BadProof(
        f"this witness signed {counted(last.size, 'frame')}: it wants a proof that these {new.size} begin with "
        f"them; ask for `checkpoint LOG --for-witness {last.size}`, or name the log with --log"
    )


def _last(memory: Memory, key: VerifierKey, origin: str) -> Checkpoint | None:
    """What this witness signed last of a log. ReplayError for a damaged memory: without it nothing is signed safely."""
    last = memory.last(holder_of(key), origin)
    if last is None:
        return None
    return Checkpoint(origin, last.seq + 1, bytes.fromhex(last.leaf))


def _last_of_old(folder: Path | None, key: VerifierKey, origin: str) -> Checkpoint | None:
    """The same, of an older version's memory: a note, its own signature on which is checked. Raises BadNote."""
    path = old_path(folder, key, origin) if folder is not None else None
    if path is None or not path.exists():
        return None
    note = read_notes(path)[0]
    try:
        checkpoint = Checkpoint.parse(open_note(note, trusted_among(note, (key.public,))).text)
    except BadNote as error:
        raise BadNote(f"the witness's memory {path} is damaged ({error}); nothing is signed") from None
    if checkpoint.origin != origin:
        raise BadNote(f"the witness's memory {path} is of another log; nothing is signed")
    return checkpoint


def add_to_file(path: Path, signed: str) -> None:
    """Put a witness's signature into the checkpoint file that it was asked with."""
    notes = read_notes(path)
    replace_file(path, "".join(merged(notes, signed)).encode())
