"""The frame format, and how to walk and repair-search a run of frames.

    frame = u32 length | u32 crc32(body) | body        little-endian, length = len(body)
    body  = previous frame's leaf hash (32 bytes, zeros before frame 0) | payload
    leaf  = SHA-256(0x00 | body): chain link and RFC 6962 leaf hash in one

The CRC finds torn writes; the hash chain finds tampering.
"""

from __future__ import annotations

import re
from array import array
from hashlib import sha256
from struct import Struct
from typing import Literal
from zlib import crc32

import msgspec

from hexledger.events.errors import BadPayload
from hexledger.events.merkle import HASH_SIZE, leaf_hash

HEADER = Struct("<II")
LENGTH = Struct("<I")
LINKED_HEADER = Struct("<II32s")
GENESIS_LINK = bytes(HASH_SIZE)
PAYLOAD_AT = HEADER.size + HASH_SIZE
MIN_BODY = HASH_SIZE + 1
# far above any decision; keeps a damaged length field from being believed
MAX_BODY = 1 << 24

_LEAF_PREFIX = sha256(b"\x00")
_fresh_leaf = _LEAF_PREFIX.copy
_header = HEADER.pack

Damage = Literal["cut short", "length", "checksum", "link"]


class Walk(msgspec.Struct, frozen=True):
    """The whole, chained frames found from one place on.

    offsets: first byte of each frame
    leaves:  their leaf hashes end to end
    link:    leaf hash of the last one (what the next frame must name)
    end:     first byte after the last one
    damage:  why the walk stopped at `end`, or None at the end of the data
    """

    offsets: array[int]
    leaves: bytes
    link: bytes
    end: int
    damage: Damage | None


def pack(link: bytes, payload: bytes) -> tuple[bytes, bytes]:
    """One frame and its leaf hash. Raises BadPayload for an empty or oversized payload."""
    body = link + payload
    length = len(body)
    if not MIN_BODY <= length <= MAX_BODY:
        check_payload(length - HASH_SIZE)
    leaf = _fresh_leaf()
    leaf.update(body)
    return _header(length, crc32(body)) + body, leaf.digest()


def check_payload(size: int) -> None:
    """Raises BadPayload for an empty or oversized payload."""
    if size <= 0:
        raise BadPayload(0, "a frame must say something")
    if size > MAX_BODY - HASH_SIZE:
        raise BadPayload(size, f"a frame holds at most {MAX_BODY - HASH_SIZE} bytes")


def walk(data: bytes, link: bytes, start: int = 0) -> Walk:
    """Check length, CRC and chain of each frame of `data` from byte `start` on, up to the first that fails."""
    offsets: list[int] = []
    leaves: list[bytes] = []
    end = len(data)
    last = end - HEADER.size - MIN_BODY
    position = start
    # The hot loop of every open and verify, hence the local names. Copying a hash that has taken in the 0x00 prefix
    # spares a set-up per frame, and the sane length is what keeps a run of zeros from being a frame.
    unpack, crc, fresh, longest = LINKED_HEADER.unpack_from, crc32, _LEAF_PREFIX.copy, MAX_BODY
    add_offset, add_leaf = offsets.append, leaves.append
    while position <= last:
        length, checksum, previous = unpack(data, position)
        at = position + 8
        after = at + length
        if after > end or not 33 <= length <= longest:
            break
        body = data[at:after]
        if crc(body) != checksum or previous != link:
            break
        leaf = fresh()
        leaf.update(body)
        link = leaf.digest()
        add_offset(position)
        add_leaf(link)
        position = after
    damage = None if position == end else _damage(data, position)
    return Walk(array("Q", offsets), b"".join(leaves), link, position, damage)


def cut_walk(found: Walk, frames: int, link: bytes) -> Walk:
    """The first `frames` frames of a walk that began after the leaf hash `link`."""
    if frames >= len(found.offsets):
        return found
    leaves = found.leaves[: frames * HASH_SIZE]
    return Walk(found.offsets[:frames], leaves, leaves[-HASH_SIZE:] or link, found.offsets[frames], found.damage)


def link_at(data: bytes, position: int) -> bytes:
    """The previous-leaf field of the frame at `position`."""
    return data[position + HEADER.size : position + PAYLOAD_AT]


def whole_frame(data: bytes, position: int) -> int | None:
    """The byte after the frame at `position` if its length and CRC hold, else None. The chain is not looked at."""
    at = position + HEADER.size
    if at > len(data):
        return None
    length, checksum = HEADER.unpack_from(data, position)
    after: int = at + length
    if not MIN_BODY <= length <= MAX_BODY or after > len(data) or crc32(data[at:after]) != checksum:
        return None
    return after


class Search:
    """What a search for frames in damaged data may cost: bytes that are looked at more than once, in all. Nothing that
    a crash or a fault leaves behind comes near it; data that were made to be searched for ever end it."""

    __slots__ = ("left",)

    def __init__(self, size: int) -> None:
        """`size`: bytes of the data."""
        self.left = FREELY + PER_BYTE * size

    def pay(self, count: int) -> None:
        """Raises TooDeep when that was too much."""
        self.left -= count
        if self.left < 0:
            raise TooDeep


class TooDeep(Exception):
    """A search through damaged data was broken off."""


_LENGTHS = rb"(?s)(?=...\0|\0\0\0\x01)"
"""Where a length of at most MAX_BODY can begin: its highest byte is 0, or it is MAX_BODY. Text has no such place."""
FREELY = 1 << 28
PER_BYTE = 64
"""Bytes that a search may look at again: so many, and so many for each byte of the data."""
_STEP = 8
"""What a place costs at which no frame can begin."""


def resume(data: bytes, bad: int, link: bytes, search: Search | None = None) -> int | None:
    """Where valid frames go on after the bad frame at byte `bad`, or None if the rest is a torn tail.

    Every later byte is tried. A frame whose CRC holds counts when something ties it to the log: it begins where the
    bad frame says it ends; or it names the leaf hash of the bytes before it, so that only the bad frame's header was
    hurt; or the next frame names it; or it ends with the file. A frame with no such tie counts too, unless the bad
    frame looks like an honest append cut short (right link, longer than the file): then it is part of that payload.
    A doubt is thus always decided for corruption, which refuses and loses nothing. Raises TooDeep for data in which
    the search would cost more than a bound that is linear in their size.
    """
    search = Search(len(data)) if search is None else search
    end = len(data)
    at = bad + HEADER.size
    claimed = -1
    cut_short = True
    if at <= end:
        length = LENGTH.unpack_from(data, bad)[0]
        claimed = at + length
        cut_short = MIN_BODY <= length <= MAX_BODY and claimed > end and link.startswith(data[at : at + HASH_SIZE])
    unpack, pay = LENGTH.unpack_from, search.pay
    untied: int | None = None
    tried = bad
    last = max(bad + 1, end - HEADER.size - MIN_BODY + LENGTH.size)
    for found in re.compile(_LENGTHS).finditer(data, bad + 1, last):
        position = found.start()
        length = unpack(data, position)[0]
        # most offsets fall here, before any CRC is computed
        if length < MIN_BODY or length > end - position - HEADER.size:
            continue
        pay(length + _STEP * (position - tried))
        tried = position
        after = whole_frame(data, position)
        if after is None:
            continue
        # what it may be tied by is hashed: that costs more than a checksum
        pay(4 * (position - at) + 4 * length)
        if position == claimed or after == end or _names(data, position, data[at:position]):
            return position
        pay(min(unpack(data, after)[0], end) if after <= end - HEADER.size else 0)
        if whole_frame(data, after) is not None and _names(data, after, data[position + HEADER.size : after]):
            return position
        if untied is None:
            untied = position
    pay(_STEP * max(0, end - tried))
    return None if cut_short else untied


def _names(data: bytes, position: int, body: bytes) -> bool:
    return len(body) >= MIN_BODY and link_at(data, position) == leaf_hash(body)


def _damage(data: bytes, position: int) -> Damage:
    """Why the bytes at `position`, which end the walk, are no next frame."""
    at = position + HEADER.size
    if at > len(data):
        return "cut short"
    length, checksum = HEADER.unpack_from(data, position)
    if not MIN_BODY <= length <= MAX_BODY:
        return "length"
    body = data[at : at + length]
    if len(body) < length:
        # all of the body is here and sound, so it is the length field that lies, not the write that stopped
        return "length" if crc32(body) == checksum else "cut short"
    return "checksum" if crc32(body) != checksum else "link"
