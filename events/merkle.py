"""Merkle tree hashes, inclusion proofs and consistency proofs as RFC 6962 section 2.1 defines them.

The tree keeps every complete subtree (64 bytes per leaf in all), so that the root and both proofs of any earlier
size cost O(log n). Verifiers follow RFC 9162 sections 2.1.3.2 and 2.1.4.2 and need nothing but the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct

from hexledger.events.errors import BadProof, NoSuchFrame

HASH_SIZE = 32
EMPTY_ROOT = sha256(b"").digest()

_PAIR = Struct(f"{2 * HASH_SIZE}s")
_NODE_PREFIX = sha256(b"\x01")


def leaf_hash(body: bytes | memoryview) -> bytes:
    """SHA-256(0x00 | body)."""
    return sha256(b"\x00" + body).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 | left | right)."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """An append-only Merkle tree over leaf hashes of 32 bytes. `len()` is the number of leaves."""

    __slots__ = ("_levels",)

    def __init__(self) -> None:
        self._levels = [bytearray()]

    def __len__(self) -> int:
        return len(self._levels[0]) // HASH_SIZE

    def append(self, leaf: bytes) -> None:
        """Add one leaf hash; amortised O(1)."""
        self.extend(leaf)

    def extend(self, leaves: bytes | bytearray | memoryview) -> None:
        """Add leaf hashes given end to end; raises ValueError if that is no multiple of 32 bytes."""
        if len(leaves) % HASH_SIZE:
            raise ValueError(f"{len(leaves)} bytes are no whole number of leaf hashes")
        self._levels[0] += leaves
        level = 0
        fresh = _NODE_PREFIX.copy
        while True:
            below = self._levels[level]
            whole = len(below) // (2 * HASH_SIZE) * (2 * HASH_SIZE)
            done = 2 * len(self._levels[level + 1]) if level + 1 < len(self._levels) else 0
            if done == whole:
                return
            if level + 1 == len(self._levels):
                self._levels.append(bytearray())
            parents: list[bytes] = []
            for (pair,) in _PAIR.iter_unpack(bytes(memoryview(below)[done:whole])):
                # the copy spares a set-up per node; this loop is most of the cost of a root
                node = fresh()
                node.update(pair)
                parents.append(node.digest())
            self._levels[level + 1] += b"".join(parents)
            level += 1

    def leaf(self, index: int) -> bytes:
        """The leaf hash at `index`; raises NoSuchFrame."""
        if not 0 <= index < len(self):
            raise NoSuchFrame(index, len(self))
        return self._at(0, index)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves (all when None); O(log n). Raises NoSuchFrame."""
        count = self._checked(size)
        return self._range(0, count) if count else EMPTY_ROOT

    def inclusion_proof(self, index: int, size: int | None = None) -> tuple[bytes, ...]:
        """RFC 6962 2.1.1: the path from leaf `index` to the root over `size` leaves. Raises NoSuchFrame."""
        count = self._checked(size)
        if not 0 <= index < count:
            raise NoSuchFrame(index, count)
        path: list[bytes] = []
        start, stop = 0, count
        while stop - start > 1:
            middle = start + _split(stop - start)
            if index < middle:
                path.append(self._range(middle, stop))
                stop = middle
            else:
                path.append(self._range(start, middle))
                start = middle
        return tuple(reversed(path))

    def consistency_proof(self, old_size: int, new_size: int | None = None) -> tuple[bytes, ...]:
        """RFC 6962 2.1.2: that the first `old_size` leaves are unchanged at `new_size`.

        Raises NoSuchFrame; BadProof for old_size 0, because nothing can be proved about an empty tree.
        """
        new = self._checked(new_size)
        if not 0 <= old_size <= new:
            raise NoSuchFrame(old_size, new)
        if old_size == 0:
            raise BadProof("an empty tree is consistent with anything: there is no proof from size 0")
        path: list[bytes] = []
        start, stop = 0, new
        left_edge = True
        while old_size != stop:
            middle = start + _split(stop - start)
            if old_size <= middle:
                path.append(self._range(middle, stop))
                stop = middle
            else:
                path.append(self._range(start, middle))
                start = middle
                left_edge = False
        if not left_edge:
            path.append(self._range(start, stop))
        return tuple(reversed(path))

    def _checked(self, size: int | None) -> int:
        if size is None:
            return len(self)
        if not 0 <= size <= len(self):
            raise NoSuchFrame(size, len(self))
        return size

    def _at(self, level: int, index: int) -> bytes:
        return bytes(self._levels[level][index * HASH_SIZE : (index + 1) * HASH_SIZE])

    def _range(self, start: int, stop: int) -> bytes:
        """Root of leaves start..stop; start must be aligned to the largest power of two not above the length."""
        peaks: list[bytes] = []
        while start < stop:
            level = (stop - start).bit_length() - 1
            peaks.append(self._at(level, start >> level))
            start += 1 << level
        top = peaks.pop()
        while peaks:
            top = node_hash(peaks.pop(), top)
        return top


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """That `leaf` is number `index` of the `size` leaves under `root`. Returns nothing; raises BadProof."""
    if not 0 <= index < size:
        raise BadProof(f"leaf {index} is not in a tree of {size}")
    _check_hashes([leaf, root, *proof])
    node, last = index, size - 1
    top = leaf
    for sibling in proof:
        if last == 0:
            raise BadProof("inclusion proof is too long")
        if node & 1 or node == last:
            top = node_hash(sibling, top)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            top = node_hash(top, sibling)
        node >>= 1
        last >>= 1
    if last:
        raise BadProof("inclusion proof is too short")
    if top != root:
        raise BadProof(f"leaf {index} is not under this root of size {size}")


def verify_consistency(old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]) -> None:
    """That the tree (old_size, old_root) is the beginning of (new_size, new_root). Returns nothing; raises BadProof.

    From size 0 only size 0 with the one root of an empty tree passes: an empty tree anchors nothing.
    """
    if not 0 <= old_size <= new_size:
        raise BadProof(f"sizes {old_size} and {new_size} are not in order")
    if old_size == new_size:
        if proof:
            raise BadProof("a proof between equal sizes must be empty")
        if old_root != new_root:
            raise BadProof(f"two different roots for size {old_size}")
        if old_size == 0 and old_root != EMPTY_ROOT:
            raise BadProof("this is not the root of an empty tree")
        return
    if old_size == 0:
        raise BadProof("nothing can be proved from an empty tree")
    _check_hashes([old_root, new_root, *proof])
    path = list(proof)
    if old_size & (old_size - 1) == 0:
        # the old tree is one complete subtree, which the proof leaves out because the verifier has it
        path.insert(0, old_root)
    if not path:
        raise BadProof("consistency proof is empty")
    node, last = old_size - 1, new_size - 1
    while node & 1:
        node >>= 1
        last >>= 1
    old_top = new_top = path[0]
    for sibling in path[1:]:
        if last == 0:
            raise BadProof("consistency proof is too long")
        if node & 1 or node == last:
            old_top = node_hash(sibling, old_top)
            new_top = node_hash(sibling, new_top)
            while not node & 1 and node:
                node >>= 1
                last >>= 1
        else:
            new_top = node_hash(new_top, sibling)
        node >>= 1
        last >>= 1
    if last:
        raise BadProof("consistency proof is too short")
    if old_top != old_root:
        raise BadProof(f"the proof does not lead to the old root of size {old_size}")
    if new_top != new_root:
        raise BadProof(f"the proof does not lead to the new root of size {new_size}")


def _check_hashes(hashes: Sequence[bytes]) -> None:
    for value in hashes:
        if len(value) != HASH_SIZE:
            raise BadProof(f"a hash has {HASH_SIZE} bytes, not {len(value)}")


def _split(count: int) -> int:
    """The largest power of two smaller than `count` (count >= 2)."""
    return 1 << ((count - 1).bit_length() - 1)
