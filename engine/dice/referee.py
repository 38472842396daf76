"""Referee dice: a secret that only the keeper holds, committed at the start, opened at the end.

The keeper hands out one key for each decision that rolls, made from his secret and from the decision itself; the values
follow from the key (`dice.derive`), which the frame keeps as its evidence. Whoever has the log, and every key in it,
can compute no other key; with the opened secret everybody can compute all of them again.
"""

from __future__ import annotations

import re
from hashlib import blake2b, sha256
from typing import Final

SECRET_SIZE: Final = 32
"""Bytes of a secret: 256 bits from the system."""

_EVIDENCE: Final = r"keeper ([0-9a-f]{64})\Z"


def commitment(log_id: str, secret: bytes) -> str:
    """Hex SHA-256 that fixes a secret for one log without showing it."""
    return sha256(b"hexledger keeper|" + log_id.encode() + b"|" + secret).hexdigest()


def decision_key(secret: bytes, log_id: str, seq: int, actor: int, decision: bytes) -> bytes:
    """The 32-byte key of the decision (its msgpack) that becomes physical frame `seq`."""
    message = b"%s|%d|%d|" % (log_id.encode(), seq, actor) + decision
    return blake2b(message, key=secret, digest_size=32, person=b"hexledger keeper").digest()


def evidence(key: bytes) -> str:
    """How a frame keeps the key of its dice."""
    return f"keeper {key.hex()}"


def read_evidence(text: str) -> bytes | None:
    """The key again; None when the text is no key."""
    found = re.match(_EVIDENCE, text)
    return bytes.fromhex(found[1]) if found else None
