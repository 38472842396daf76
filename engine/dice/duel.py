"""Duel dice: two players who trust nobody, each with a hash chain committed at the start.

A chain is made backwards from 256 secret bits: `link k-1 = SHA-256(log id | side | link k)`. Its anchor, link 0, is the
commitment. Every decision that rolls reveals the next link of each side, and its values follow from all of them
together: nobody can choose a link, because only one has the hash that is known already, and nobody knows the other's.
Side and log id are in every step, so that a chain copied from the other side, or from another game, is worth nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b, sha256
from typing import Final

LINK_SIZE: Final = 32
MOST_LINKS: Final = 1 << 20
"""Longer chains are refused: nobody rolls so often, and a forged length must not cost unbounded work."""
DEFAULT_LINKS: Final = 5000

FORFEIT: Final = "forfeit"
REFEREE_DECIDES: Final = "referee"
REFUSAL_RULES: Final = (FORFEIT, REFEREE_DECIDES)
"""What follows when a side keeps its link back. forfeit: the other side names the result of the roll; referee: the
referee does. Either way the values are entered, and the record says why."""

_EVIDENCE: Final = r"link (\d{1,3}) ([0-9a-f]{64})\Z"


def before(log_id: str, side: int, link: bytes) -> bytes:
    """The link that comes before `link` in the chain of a side."""
    return sha256(b"hexledger duel|%s|%d|" % (log_id.encode(), side) + link).digest()


def chain(log_id: str, side: int, secret: bytes, length: int) -> list[bytes]:
    """Links 0 (the anchor) to `length` of a side, made from its secret."""
    links = [secret]
    for _ in range(length):
        links.append(before(log_id, side, links[-1]))
    links.reverse()
    return links


def too_close(log_id: str, sides: tuple[int, int], anchors: tuple[bytes, bytes]) -> str:
    """Why two sides' anchors may not stand together (F47); empty when they may.

    Equal ones, complements, reversals, and one that is a step of the other's chain were not made independently.
    """
    one, two = anchors
    if one == two:
        return "are equal"
    if one == two[::-1] or one == bytes(255 - byte for byte in two):
        return "mirror each other"
    for side in sides:
        if before(log_id, side, one) == two or before(log_id, side, two) == one:
            return "are links of one chain"
    return ""


def duel_key(log_id: str, links: Mapping[int, bytes]) -> bytes:
    """The 32-byte key that follows from one link of each side."""
    message = b"".join(b"%d|" % side + links[side] for side in sorted(links))
    return blake2b(log_id.encode() + b"|" + message, digest_size=32, person=b"hexledger duel").digest()


def fixed_key(leaf: bytes, links: Mapping[int, bytes]) -> bytes:
    """Format 2: the 32-byte key that follows from the leaf hash of the fixing frame and one link of each side."""
    message = leaf + b"".join(links[side] for side in sorted(links))
    return blake2b(message, digest_size=32, person=b"hexledger duel 2").digest()


def leads_back(log_id: str, side: int, link: bytes, steps: int, last: bytes) -> bool:
    """Does `link` lead, `steps` steps back in the chain of a side, to the link `last` that was shown before?"""
    for _ in range(steps):
        link = before(log_id, side, link)
    return link == last


def evidence(side: int, link: bytes) -> str:
    """How a frame keeps a link of a side."""
    return f"link {side} {link.hex()}"


def read_evidence(text: str) -> tuple[int, bytes] | None:
    """(side, link) again; None when the text is no link."""
    found = re.match(_EVIDENCE, text, re.ASCII)
    return (int(found[1]), bytes.fromhex(found[2])) if found else None
