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
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.kernel.decisions import Decision, DecisionCodec, Reveal, Seal
from hexledger.engine.kernel.steps import wanted
from hexledger.events import model as ev

if TYPE_CHECKING:
    from hexledger.engine.kernel.recorder import Recorder

D = TypeVar("D", bound=Decision)
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
    sealed = wanted(decision, Seal, rule).commitment
    if not re.match(_COMMITMENT, sealed):
        raise IllegalDecision(rule, "a seal is 64 hex digits, the SHA-256 of the salted choice")
    return sealed


def open_seal(codec: DecisionCodec, decision: Decision, sealed: str | None, rule: str) -> Decision:
    """The choice in a decision that must open the commitment `sealed`; IllegalDecision or BadDecision otherwise."""
    opened = wanted(decision, Reveal, rule)
    choice = codec.from_data(opened.choice)
    if sealed is None or commitment(choice, opened.salt) != sealed:
        raise IllegalDecision(rule, "this is not what was sealed")
    return choice


def open_as(
    codec: DecisionCodec, decision: Decision, sealed: str | None, rule: str, kind: type[D], otherwise: str
) -> D:
    """`open_seal`, of a choice of this kind; IllegalDecision with the reason `otherwise` for any other."""
    choice = open_seal(codec, decision, sealed, rule)
    if not isinstance(choice, kind):
        raise IllegalDecision(rule, otherwise)
    return choice


def take_seal(act: Recorder[Any], side: int, slot: int, decision: Decision, rule: str) -> None:
    """Carry out a choice that wanted a seal: it leaves the agenda, and the commitment of a side is kept in a slot."""
    sealed = check_seal(decision, rule)
    act.done()
    act.emit(ev.Sealed(side, slot, sealed))


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
