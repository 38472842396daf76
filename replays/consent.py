"""Asking for an undo by mail: a request, and the other side's answer, each a small file.

The request names the tip of the log, what is to be taken back and why; the consent is the request with a side's
signature over the rewind that it agrees to. It is worth nothing on another log, at another tip, or for another target.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from hexledger.events.errors import DiskError
from hexledger.events.frame import REWIND, UNREADABLE, Frame, Rewind, encode_value
from hexledger.events.notes import SignerKey
from hexledger.replays.chronicle import Chronicle
from hexledger.replays.crossing import refusal
from hexledger.replays.errors import ReplayError, UndoRefused
from hexledger.replays.genesis import check_text
from hexledger.replays.signing import key_of, role, sign_consent

FORMAT: Final = 1
_LONGEST: Final = 1 << 20


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An undo that is asked for. seq: the frame that the rewind will be; leaf: leaf hash (hex) of the frame before it;
    left: where play stands; to: where it shall go on; crosses: what that undoes, for people."""

    request: int
    log: str
    game: str
    seq: int
    leaf: str
    by: int
    left: int
    to: int
    reason: str
    crosses: tuple[str, ...] = ()


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's answer to a request. signature: base64 over the rewind, empty in a game without signatures."""

    consent: int
    request: Request
    side: int
    signature: str = ""


def ask(chronicle: Chronicle, by: int, to: int | None = None, reason: str = "") -> Request:
    """The request for an undo by side `by`. UndoRefused where none is possible, or none is needed."""
    check_text(reason)
    target = chronicle.undo_target(to)
    others = [side for side in range(1, len(chronicle.game.sides) + 1) if side != by]
    refused = refusal(chronicle.genesis.undo_policy, chronicle.crossing(target), by, others, ())
    if refused is None:
        raise UndoRefused(f"nobody needs to be asked to undo to frame {target}: `undo` does it")
    if not refused.missing:
        raise UndoRefused("this game's undo policy is strict: nothing is taken back", refused.needs)
    seq, genesis = len(chronicle.timeline), chronicle.genesis
    leaf = chronicle.ledger.leaf(seq - 1).hex()
    left = chronicle.timeline.head
    return Request(FORMAT, genesis.log_id, genesis.game, seq, leaf, by, left, target, reason, refused.needs)


def agree(chronicle: Chronicle, request: Request, side: int, key: SignerKey | None) -> Consent:
    """The consent of `side` to a request made on our copy of the log; signed with `key` where the game asks for it."""
    _fits(chronicle, request)
    game, genesis = chronicle.game, chronicle.genesis
    if side == request.by:
        raise ReplayError(f"the {role(game, side)} side asks; the other side (or the referee) agrees")
    signature = ""
    public = key_of(genesis, side) if genesis.signed else None
    if public is not None:
        if key is None or key.verifier.public != public:
            raise ReplayError(
                f"the consent of the {role(game, side)} side wants its key (public key {public.hex()[:12]})"
            )
        frame, rewind = _rewind(request)
        signature = sign_consent(frame, rewind, bytes.fromhex(request.leaf), side, key)
    return Consent(FORMAT, request, side, signature)


def carry_out(chronicle: Chronicle, consents: list[Consent], time: int | None = None) -> Frame:
    """The undo that was asked for, with the consents that were given to it."""
    request = consents[0].request
    if any(consent.request != request for consent in consents):
        raise ReplayError("these consents answer different requests")
    _fits(chronicle, request)
    return chronicle.undo(
        request.by,
        to=request.to,
        reason=request.reason,
        consent=sorted({consent.side for consent in consents}),
        time=time,
        signatures={consent.side: consent.signature for consent in consents},
    )


def _rewind(request: Request) -> tuple[Frame, Rewind]:
    """The frame that a request is about, as far as a consent covers it."""
    rewind = Rewind(request.to, request.reason, ())
    frame = Frame(request.seq, REWIND, request.by, request.left, encode_value(rewind), (), (), b"", None)
    return frame, rewind


def _fits(chronicle: Chronicle, request: Request) -> None:
    """ReplayError unless a request was made on our log at our tip and says what our log says."""
    genesis, ledger = chronicle.genesis, chronicle.ledger
    if (request.log, request.game) != (genesis.log_id, genesis.game):
        raise ReplayError(f"the request is about log {request.log}, not {genesis.log_id}")
    tip = len(ledger) - 1
    if request.seq != tip + 1 or ledger.leaf(tip).hex() != request.leaf:
        raise ReplayError(
            f"the request was made after frame {request.seq - 1} ({request.leaf[:16]}), our last frame is {tip} "
            f"({ledger.leaf(tip).hex()[:16]}): exchange files first, then ask again"
        )
    if request.left != chronicle.timeline.head:
        raise ReplayError(
            f"the request leaves frame {request.left}, but play stands at frame {chronicle.timeline.head}"
        )
    chronicle.undo_target(request.to)
    if not 0 <= request.by <= len(chronicle.game.sides):
        raise ReplayError(f"the request is by side {request.by}, which does not exist")


def encode(paper: Request | Consent) -> bytes:
    """A request or consent as a file."""
    return msgspec.json.format(msgspec.json.encode(paper), indent=2) + b"\n"


def read_request(path: Path) -> Request:
    """A request from its file; ReplayError for anything else."""
    try:
        return msgspec.json.decode(_bytes(path), type=Request)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} is not a request for an undo: {error}") from None


def read_consent(path: Path) -> Consent:
    """A consent from its file; ReplayError for anything else."""
    try:
        return msgspec.json.decode(_bytes(path), type=Consent)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} is not a consent: {error}") from None


def _bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DiskError(path, "read the file", error.strerror or str(error)) from error
    if len(data) > _LONGEST:
        raise ReplayError(f"{path.name} is too long")
    return data
