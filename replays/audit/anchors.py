"""Anchors: checkpoints in files beside a log, whose signatures count, and what they say of it.

A checkpoint counts when a key we trust has signed it: the players' and the referee's of the genesis frame, our own, and
those named by hand. What a key is called does not matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events.errors import BadNote, BadProof
from hexledger.events.file_kinds import check_regular, read_regular
from hexledger.events.numbers import counted
from hexledger.events.platform import replace_file

if TYPE_CHECKING:
    from hexledger.events.checkpoints import Checkpoint
    from hexledger.events.frame import Genesis
    from hexledger.events.ledger import Ledger
    from hexledger.events.merkle import Tree
    from hexledger.events.notes import SignerKey, VerifierKey

# Most logs are verified without a checkpoint beside them: what reads and signs notes is imported where it is used.

SUFFIX: Final = ".checkpoint"
_LONGEST: Final = 1 << 22
"""Bytes of a checkpoint file that are read at most."""
_MOST: Final = 4_000
"""Notes that a checkpoint file keeps."""
_STRANGERS: Final = 5
"""Signatures of keys that nobody trusts which are named one by one."""


class Anchor(msgspec.Struct, frozen=True):
    """A checkpoint and the names of those whose good signatures it carries."""

    checkpoint: Checkpoint
    names: tuple[str, ...]


class Anchoring(msgspec.Struct, frozen=True):
    """What checkpoints say of a log: `anchored` frames that somebody vouches for and who does so for the most of them,
    and the first checkpoint that contradicts the log, smallest first (None: none does)."""

    anchored: int
    names: tuple[str, ...]
    against: Anchor | None = None


def checkpoint_path(log: Path) -> Path:
    """The file beside a log that holds its checkpoints: our own and those that others sent."""
    return log.with_name(log.name + SUFFIX)


def anchoring(tree: Tree, anchors: Iterable[Anchor]) -> Anchoring:
    """Compare the Merkle tree of a log with anchors."""
    best = Anchoring(0, ())
    for anchor in sorted(anchors, key=lambda anchor: anchor.checkpoint.size):
        size = anchor.checkpoint.size
        if size > len(tree) or tree.root(size) != anchor.checkpoint.root:
            return Anchoring(best.anchored, best.names, anchor)
        known = best.names if size == best.anchored else ()
        best = Anchoring(size, (*known, *(name for name in anchor.names if name not in known)))
    return best


def read_notes(path: Path) -> tuple[str, ...]:
    """The notes in a checkpoint file. Raises BadNote, DiskError."""
    from hexledger.events.checkpoints import split_notes
    from hexledger.events.texts import NotText, read_text

    try:
        check_regular(path)
        if path.stat().st_size > _LONGEST:
            raise BadNote(f"{path.name}: too long for a checkpoint file")
        text = read_text(path, read_regular(path, _LONGEST))
    except NotText as error:
        raise BadNote(f"{path.name}: not text: {error.reason}") from None
    return split_notes(text)


def anchor_of(note: str, origin: str, publics: Collection[bytes], names: dict[bytes, str] | None = None) -> Anchor:
    """The anchor in a note that one of `publics` has signed. `names`: what to call a key instead of its own name.

    Raises BadNote: malformed, of another log, a wrong signature of a key we trust, or none at all.
    """
    from hexledger.events.checkpoints import open_checkpoint
    from hexledger.events.notes import open_note, trusted_among

    trusted = trusted_among(note, publics)
    checkpoint = open_checkpoint(note, origin, trusted)
    signed_by = open_note(note, trusted).signed_by
    called = (names or {}).get
    return Anchor(checkpoint, tuple(dict.fromkeys(called(key.public) or key.name for key in signed_by)))


def collect(
    files: Iterable[Path], genesis: Genesis, trusted: Iterable[VerifierKey] = ()
) -> tuple[list[Anchor], list[str]]:
    """(anchors, remarks on what does not count and why) of checkpoint files. Raises DiskError."""
    paths = list(files)
    if not paths:
        return [], []
    from hexledger.events.checkpoints import origin_of
    from hexledger.events.notes import unchecked
    from hexledger.replays.secrets.signing import public_keys

    names = {public: name for public, (_, name) in public_keys(genesis).items()}
    publics = dict.fromkeys([*names, *(key.public for key in trusted)])
    origin = origin_of(genesis.game, genesis.log_id)
    anchors: list[Anchor] = []
    remarks: list[str] = []
    strangers: dict[tuple[str, str], None] = {}
    for path in paths:
        try:
            notes = read_notes(path)
        except BadNote as error:
            remarks.append(f"{path.name} does not count: {error}")
            continue
        for note in notes:
            try:
                anchors.append(anchor_of(note, origin, publics, names))
            except BadNote as error:
                remarks.append(f"a checkpoint in {path.name} does not count: {error}{_signers(note)}")
            else:
                strangers |= dict.fromkeys((name, path.name) for name in unchecked(note, publics))
    return anchors, [*remarks, *_uncounted(list(strangers))]


def _uncounted(strangers: Sequence[tuple[str, str]]) -> list[str]:
    """What is said of signatures beside good ones, (name, file) each, that no key we trust has made."""
    said = [
        f"the signature of {name!r} in {file} does not count: nobody has said that its key is trusted"
        for name, file in strangers[:_STRANGERS]
    ]
    left = len(strangers) - len(said)
    return [*said, f"and {counted(left, 'signature')} more likewise"] if left else said


def _signers(note: str) -> str:
    from hexledger.events.notes import signer_names

    try:
        names = signer_names(note)
    except BadNote:
        return ""
    return f" (signed by {', '.join(names)})"


def checkpoint_of(ledger: Ledger, genesis: Genesis, size: int | None = None) -> Checkpoint:
    """What a ledger is now, or was at `size` frames. Raises NoSuchFrame."""
    from hexledger.events.checkpoints import Checkpoint, origin_of

    count = len(ledger) if size is None else size
    return Checkpoint(origin_of(genesis.game, genesis.log_id), count, ledger.root(count))


def make_checkpoint(
    log: Path, ledger: Ledger, genesis: Genesis, signers: Sequence[SignerKey], size: int | None = None
) -> str:
    """Sign what the log is now, and add it to the file beside it; returns the note with all signatures it has there.
    `size`: sign its first frames only (those that can give way no more, see `simultaneous.py`).

    Raises BadProof, and signs nothing, when a checkpoint in that file says that the log was another: who has vouched
    for a history must not vouch for a second one.
    """
    from hexledger.events.checkpoints import sign_checkpoint
    from hexledger.replays.log.studies import refuse_study

    refuse_study(ledger)
    path = checkpoint_path(log)
    refuse_contradiction(path, ledger, genesis)
    note = sign_checkpoint(checkpoint_of(ledger, genesis, size), signers)
    return keep(path, note)


def refuse_contradiction(path: Path, ledger: Ledger, genesis: Genesis) -> None:
    """BadProof if a checkpoint in a file, whoever has signed it, contradicts the log."""
    from hexledger.events.checkpoints import Checkpoint, origin_of
    from hexledger.events.notes import note_text

    origin = origin_of(genesis.game, genesis.log_id)
    for note in read_notes(path) if path.exists() else ():
        known = Checkpoint.parse(note_text(note))
        if known.origin != origin:
            raise BadNote(f"{path.name} holds a checkpoint of {known.origin!r}, not of {origin!r}")
        if known.size > len(ledger) or ledger.root(known.size) != known.root:
            raise BadProof(
                f"{path.name} holds a checkpoint over {counted(known.size, 'frame')}{_signers(note)} "
                "that this log contradicts"
            )


def keep(path: Path, note: str, publics: Collection[bytes] = ()) -> str:
    """Add a note to a checkpoint file, whole or not at all; signatures of one text are kept in one note, returned.

    `publics`: of a note that somebody sent, the keys that count; each is kept once for a text. Of too many notes the
    one that covers least goes.
    """
    from hexledger.events.checkpoints import Checkpoint, merged
    from hexledger.events.notes import note_text, signed_only, trusted_among

    there, text = read_notes(path) if path.exists() else (), note_text(note)
    same = next((found for found in there if note_text(found) == text), "")
    if same and publics:
        note = signed_only(note, publics, (key.public for key in trusted_among(same, publics)))
        if not note:
            return same
    notes = merged(there, note)
    if len(notes) > _MOST:
        # one that covers more vouches for all that an earlier one does
        least = min(notes, key=lambda found: Checkpoint.parse(note_text(found)).size)
        notes = tuple(found for found in notes if found != least or note_text(found) == text)
    replace_file(path, "".join(notes).encode())
    return next(found for found in notes if note_text(found) == text)
