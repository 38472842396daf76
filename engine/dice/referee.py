"""Referee dice: a secret that only the keeper holds, committed at the start, opened at the end.

The keeper hands out one key for each decision that rolls, made from his secret and from the leaf hash of the frame that
fixed it, and signs it; the values follow from the key, which the rolling frame keeps as its evidence. Whoever has the
log, and every key in it, can compute no other key; with the opened secret everybody can compute all of them again.
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


# ---------------------------------------------------------------------- format 2
_COMMITTED: Final = r"keeper ([0-9a-f]{64}) ([0-9a-f]{64})\Z"
_ANSWER: Final = r"keeper ([0-9a-f]{64}) ([A-Za-z0-9+/]{86}==)\Z"


def commitment_text(log_id: str, secret: bytes, public: bytes) -> str:
    """Format 2: what a genesis holds of a keeper: the hash that fixes his secret, and his public key."""
    return f"keeper {secret_hash(log_id, secret)} {public.hex()}"


def secret_hash(log_id: str, secret: bytes) -> str:
    """Format 2: hex SHA-256 that fixes a secret for one log."""
    return sha256(b"hexledger keeper 2|" + log_id.encode() + b"|" + secret).hexdigest()


def read_commitment(text: str) -> tuple[str, bytes] | None:
    """(hash of the secret in hex, public key) of a keeper's commitment; None when the text is none."""
    found = re.match(_COMMITTED, text, re.ASCII)
    return (found[1], bytes.fromhex(found[2])) if found else None


def fixed_key(secret: bytes, leaf: bytes) -> bytes:
    """Format 2: the 32-byte key of the decision that the frame with this leaf hash fixes."""
    return blake2b(leaf, key=secret, digest_size=32, person=b"hexledger keep 2").digest()


def answer_message(leaf: bytes, key: bytes) -> bytes:
    """The bytes that the keeper signs: this is the key of this fixed decision."""
    return b"hexledger answer 2\n" + leaf + key


def answer_evidence(key: bytes, signature: str) -> str:
    """How a frame keeps the keeper's answer."""
    return f"keeper {key.hex()} {signature}"


def read_answer(text: str) -> tuple[bytes, str] | None:
    """(key, signature) of a keeper's answer; None when the text is none."""
    found = re.match(_ANSWER, text, re.ASCII)
    return (bytes.fromhex(found[1]), found[2]) if found else None


# ---------------------------------------------------------------------- format 1
def evidence(key: bytes) -> str:
    """How a frame keeps the key of its dice."""
    return f"keeper {key.hex()}"


def read_evidence(text: str) -> bytes | None:
    """The key again; None when the text is no key."""
    found = re.match(_EVIDENCE, text)
    return bytes.fromhex(found[1]) if found else None
