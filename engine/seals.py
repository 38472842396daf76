"""Seals: a choice fixed before it is shown.

Of two simultaneous secret choices the first side seals its own, the other side then decides in the open,
and the first side reveals: neither could know the other's choice when it made its own. A step that wants a
sealed choice names `seal` first among the kinds of its prompt, one that wants it opened names `reveal` first; both
list the open decisions as their choices, and the caller turns the one that it picks into `Seal` with `seal` before it
hands it in, and into `Reveal` afterwards.
"""

from __future__ import annotations

import re
from hashlib import blake2b, sha256
from typing import Final

import msgspec

from hexledger.engine.decisions import Decision, DecisionCodec, Reveal, Seal
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.steps import wanted

_COMMITMENT: Final = r"[0-9a-f]{64}\Z"


def commitment(choice: Decision, salt: str) -> str:
    """Hex SHA-256 over the salt and the choice's msgpack."""
    return sha256(salt.encode() + b"\0" + msgspec.msgpack.encode(choice)).hexdigest()


def seal(choice: Decision, salt: str) -> Seal:
    """The seal of a choice."""
    return Seal(commitment(choice, salt))


def reveal(choice: Decision, salt: str) -> Reveal:
    """The opening of a seal."""
    return Reveal(tuple(msgspec.to_builtins(choice)), salt)


def check_seal(decision: Decision, rule: str) -> str:
    """The commitment of a decision that must be a seal; IllegalDecision for anything else."""
    wanted(decision, (Seal,), rule)
    assert isinstance(decision, Seal)
    if not re.match(_COMMITMENT, decision.commitment):
        raise IllegalDecision(rule, "a seal is 64 hex digits, the SHA-256 of the salted choice")
    return decision.commitment


def open_seal(codec: DecisionCodec, decision: Decision, sealed: str | None, rule: str) -> Decision:
    """The choice in a decision that must open the commitment `sealed`; IllegalDecision or BadDecision otherwise."""
    wanted(decision, (Reveal,), rule)
    assert isinstance(decision, Reveal)
    choice = codec.from_data(decision.choice)
    if sealed is None or commitment(choice, decision.salt) != sealed:
        raise IllegalDecision(rule, "this is not what was sealed")
    return choice


def practice_salt(seed: str, log_id: str, seq: int) -> str:
    """Salt of a practice game: derived from the open seed, so that the game is reproducible and no secret
    file is needed. Practice seals hide nothing from somebody who computes them."""
    return blake2b(f"{seed}|{log_id}|{seq}".encode(), digest_size=16, person=b"hexledger salt").hexdigest()


def wants_seal(kinds: tuple[str, ...]) -> bool:
    """True when a prompt wants a sealed choice."""
    return kinds[:1] == (Seal.kind(),)


def wants_reveal(kinds: tuple[str, ...]) -> bool:
    """True when a prompt wants a seal opened."""
    return kinds[:1] == (Reveal.kind(),)
