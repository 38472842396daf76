"""The diagnosis of a ledger file: every damaged frame by number and byte, and the tail of an unfinished append.

Works on damaged files, changes nothing, and knows nothing of payloads.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexledger.events.errors import DiskError, NotALedger, TornTail
from hexledger.events.file_kinds import HEAD, LOG, kind_of
from hexledger.events.framing import (
    GENESIS_LINK,
    HEADER,
    LENGTH,
    Damage,
    Search,
    TooDeep,
    Walk,
    link_at,
    resume,
    walk,
    whole_frame,
)
from hexledger.events.merkle import HASH_SIZE, Tree, leaf_hash
from hexledger.events.platform import Disk, RealDisk


class Fault(msgspec.Struct, frozen=True):
    """One damaged frame: its number, its first byte, what is wrong, and the same as a sentence."""

    frame: int
    offset: int
    damage: Damage
    detail: str


class Diagnosis(msgspec.Struct, frozen=True):
    """What follows the first walk of some data: faults in file order, and the torn tail if there is one."""

    faults: tuple[Fault, ...]
    torn: TornTail | None


class Scan(msgspec.Struct, frozen=True):
    """The state of a whole file.

    frames: whole, chained frames before the first damage; `tree` is over their leaves
    intact_bytes: bytes of those frames; size: bytes of the file
    faults: frames that are damaged while others follow (a gap without
            readable length fields counts as one frame, so later numbers may then be too low)
    torn:   an unfinished append at the end
    """

    path: Path
    frames: int
    intact_bytes: int
    size: int
    tree: Tree
    faults: tuple[Fault, ...]
    torn: TornTail | None

    @property
    def intact(self) -> bool:
        """No fault and no torn tail. Says nothing of frames cut off at the end: only a checkpoint can."""
        return not self.faults and self.torn is None

    @property
    def root(self) -> bytes:
        """Merkle root over the intact frames."""
        return self.tree.root()


TOO_DEEP = "what follows is no whole frame, and holds so much that could be one that the search was broken off"
_SENTENCES: dict[Damage, str] = {
    "cut short": "its length reaches beyond the file, yet other frames follow",
    "length": "the length field is wrong",
    "checksum": "the bytes do not match their checksum",
}


def scan(path: Path, disk: Disk | None = None) -> Scan:
    """Read and check a whole ledger file: CRC, chain and Merkle tree; O(size).

    Raises NotALedger (empty, or no valid frame at all), DiskError. Damage is reported, not raised.
    """
    data = read_file(disk or RealDisk(), path)
    first = walk(data, GENESIS_LINK)
    diagnosis = diagnose(data, first)
    if not first.offsets and not diagnosis.faults:
        raise NotALedger(path, no_first_frame(data))
    tree = Tree()
    tree.extend(first.leaves)
    return Scan(path, len(first.offsets), first.end, len(data), tree, diagnosis.faults, diagnosis.torn)


def diagnose(data: bytes, first: Walk, frame_base: int = 0, byte_base: int = 0) -> Diagnosis:
    """Explain where `first`, a walk from the start of `data`, stopped, and go on to the end of the data.

    `frame_base` and `byte_base` are the number and place of the first frame of `data` in its file.
    """
    faults: list[Fault] = []
    search = Search(len(data))
    at = first
    frame = frame_base + len(at.offsets)
    before = byte_base + at.offsets[-1] if at.offsets else byte_base
    while at.damage is not None:
        bad = at.end
        if at.damage == "link":
            number, place = frame, byte_base + bad
            beside = _beside(data, bad, at)
            if beside is None and frame > frame_base and _vouched(data, bad):
                # its successor agrees with this frame as it is, so the frame before is the one that changed
                number, place = frame - 1, before
            if not faults or faults[-1].frame != number:
                sentence = (
                    _link_sentence(number, frame)
                    if beside is None
                    else f"frame {frame} and frame {frame - beside} were written after the same frame, by two programs"
                )
                faults.append(Fault(number, place, "link", sentence))
            start = bad
        else:
            try:
                found = resume(data, bad, at.link, search)
            except TooDeep:
                faults.append(Fault(frame, byte_base + bad, at.damage, TOO_DEEP))
                return Diagnosis(tuple(faults), None)
            if found is None:
                tail = TornTail(frame, byte_base + bad, len(data) - bad, at.damage)
                return Diagnosis(tuple(faults), tail)
            for place in _hops(data, bad, found):
                faults.append(Fault(frame, byte_base + place, at.damage, _SENTENCES[at.damage]))
                frame += 1
            start = found
        # the link of the frame we go on with cannot be checked against a damaged one, so it is taken as it stands
        at = walk(data, link_at(data, start), start)
        if at.offsets:
            before = byte_base + at.offsets[-1]
        frame += len(at.offsets)
    return Diagnosis(tuple(faults), None)


def read_file(disk: Disk, path: Path, offset: int = 0) -> bytes:
    """The bytes of the file from `offset` on. Raises DiskError."""
    try:
        return disk.read(path, offset)
    except OSError as error:
        raise DiskError(path, "read the file", error.strerror or str(error)) from error


def no_first_frame(data: bytes) -> str:
    """Why a file without any valid frame is refused."""
    if not data:
        return "the file is empty"
    kind = kind_of(data[:HEAD])
    return f"that is {kind}" if kind not in (None, LOG) else "it does not begin with a whole first frame"


def _hops(data: bytes, bad: int, found: int) -> list[int]:
    """Where the damaged frames between `bad` and the sound frame at `found` begin, if their length fields agree."""
    places = [bad]
    while True:
        after = places[-1] + HEADER.size + LENGTH.unpack_from(data, places[-1])[0]
        if after >= found:
            return places if after == found else [bad]
        places.append(after)


def _beside(data: bytes, position: int, before: Walk) -> int | None:
    """Of a frame that does not name the last one of the walk before it: how many frames before it lies the one after
    whose predecessor it was written, too, None when it names no frame of the walk. O(length of the walk).

    Such a frame is the one that is out of place: what stands before it is whole, and has been acknowledged.
    """
    if not before.offsets:
        return None
    links = link_at(data, before.offsets[0]) + before.leaves[:-HASH_SIZE]
    named = link_at(data, position)
    at = links.find(named)
    while at > 0 and at % HASH_SIZE:
        at = links.find(named, at + 1)
    return None if at < 0 else len(before.offsets) - at // HASH_SIZE


def _vouched(data: bytes, position: int) -> bool:
    """Whether the frame after the one at `position` names it, or there is no such frame to ask."""
    after = whole_frame(data, position)
    if after is None or whole_frame(data, after) is None:
        return True
    return link_at(data, after) == leaf_hash(data[position + HEADER.size : after])


def _link_sentence(number: int, seen_at: int) -> str:
    if number == seen_at:
        return f"frame {number} does not name the frame before it, and the frame after does not name frame {number}"
    return f"frame {seen_at} was written after a different frame {number}"
