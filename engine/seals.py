"""Seals: a choice fixed before it is shown.

Of two simultaneous secret choices the first side seals its own, the other side then decides in the open,
and the first side reveals: neither could know the other's choice when it made its own. A step that wants a
sealed choice is a `SealedChoice`; it lists the open decisions as its choices, and the caller turns the one
it picks into `Seal` with `seal` before it hands it in, and into `Reveal` afterwards.
"""

from __future__ import annotations

from hashlib import blake2b, sha256

import msgspec

from hexledger.engine.decisions import Decision, Reveal, Seal


def commitment(choice: Decision, salt: str) -> str:
    """Hex SHA-256 over the salt and the choice's msgpack."""
    return sha256(salt.encode() + b"\0" + msgspec.msgpack.encode(choice)).hexdigest()


def seal(choice: Decision, salt: str) -> Seal:
    """The seal of a choice."""
    return Seal(commitment(choice, salt))


def reveal(choice: Decision, salt: str) -> Reveal:
    """The opening of a seal."""
    return Reveal(tuple(msgspec.to_builtins(choice)), salt)


def practice_salt(seed: str, log_id: str, seq: int) -> str:
    """Salt of a practice game: derived from the open seed, so that the game is reproducible and no secret
    file is needed. Practice seals hide nothing from somebody who computes them."""
    return blake2b(f"{seed}|{log_id}|{seq}".encode(), digest_size=16, person=b"hexledger salt").hexdigest()


def is_sealed_kind(kinds: tuple[str, ...]) -> bool:
    """True when a prompt wants a sealed choice."""
    return kinds[:1] == (Seal.kind(),)
