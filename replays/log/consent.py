"""Asking by mail for an undo, for another place of the tree, for a correction that a claim asks for, or for a ruling on
file to be adopted: a request, and the other side's answer, each a small file.

The request names the tip of the log, what is to be taken back or adopted and why; the consent is the request with a
side's signature over the rewind or ruling that it agrees to. It is worth nothing on another log, at another tip, or
for another target.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from hexledger.events.file_kinds import read_regular
from hexledger.events.frame import OLD, REWIND, RULING, UNREADABLE, Frame, Rewind, Ruling, encode_value
from hexledger.events.notes import SignerKey
from hexledger.replays.errors import ReplayError, UndoRefused
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.crossing import Crossing, refusal, total
from hexledger.replays.log.genesis import check_text
from hexledger.replays.referee.claims import ClaimRefused, claim, judge
from hexledger.replays.referee.leave import ADOPTED
from hexledger.replays.referee.policies import error_policy
from hexledger.replays.referee.policies.outcome import REDO, Outcome
from hexledger.replays.referee.rulings import adopt, adoption
from hexledger.replays.secrets.signing import role, sign_consent
from hexledger.replays.secrets.words import give_word

FORMAT: Final = 1
_LONGEST: Final = 1 << 20


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An undo that is asked for. seq: the frame that the rewind will be; leaf: leaf hash (hex) of the frame before it;
    left: where play stands; to: where it shall go on; crosses: what that undoes, for people; policy: the game's error
    policy, which the rewind cites. ruling: a ruling to be adopted instead, hex of its msgpack; empty for an undo."""

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
    policy: str = ""
    ruling: str = ""
    about: int = -1
    what: str = ""


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's answer to a request. signature: base64 over the rewind, empty in a game without signatures."""

    consent: int
    request: Request
    side: int
    signature: str = ""


def ask(chronicle: Chronicle, by: int, to: int | None = None, reason: str = "") -> Request:
    """The request for an undo by side `by`. UndoRefused where none is possible, or none is needed."""
    return _ask(chronicle, by, chronicle.undo_target(to), reason)


def ask_go(chronicle: Chronicle, by: int, to: int, reason: str = "") -> Request:
    """The request of side `by` to go on from any place of the tree. UndoRefused where none is possible or needed."""
    return _ask(chronicle, by, _elsewhere(chronicle, to), reason)


def _elsewhere(chronicle: Chronicle, to: int) -> int:
    if chronicle.place(to) == chronicle.timeline.head:
        raise UndoRefused(f"play already stands at frame {to}")
    return to


def _ask(chronicle: Chronicle, by: int, target: int, reason: str) -> Request:
    check_text(reason)
    others = [side for side in range(1, len(chronicle.game.sides) + 1) if side != by]
    policy = error_policy(chronicle.genesis.error_policy)
    if policy is not None and not policy.allows_undo():
        raise UndoRefused("this game's error policy is strict: nothing is taken back")
    refused = refusal(chronicle.genesis.undo_policy, _measured(chronicle, target), by, others, ())
    if refused is None:
        raise UndoRefused(f"nobody needs to be asked to go on from frame {target}: `undo` or `go` does it")
    if not refused.missing:
        raise UndoRefused("this game's undo policy is strict: nothing is taken back", refused.needs)
    seq, genesis = len(chronicle.timeline), chronicle.genesis
    leaf = chronicle.ledger.leaf(seq - 1).hex()
    left, cited = chronicle.timeline.head, genesis.error_policy
    return Request(FORMAT, genesis.log_id, genesis.game, seq, leaf, by, left, target, reason, refused.needs, cited)


def _measured(chronicle: Chronicle, to: int) -> Crossing:
    """What the undo policy counts: what going on from `to` takes away, and in format 2 what it brings back as well."""
    if chronicle.genesis.format == OLD:
        return crossed(chronicle, to)
    timeline = chronicle.timeline
    return total(
        (crossed(chronicle, to), chronicle.crossing_of(timeline.between(timeline.fork(to, timeline.head), to)))
    )


def crossed(chronicle: Chronicle, to: int) -> Crossing:
    """What going on from `to` would undo."""
    return chronicle.crossing(chronicle.timeline.fork(to, chronicle.timeline.head))


def ask_claim(chronicle: Chronicle, by: int, about: int, what: str, reason: str) -> Request:
    """The request of side `by` to correct an error of frame `about`, which the policy grants only by agreement.
    ClaimRefused where agreement does not help or is not needed."""
    check_text(reason)
    if not reason.strip():
        raise ClaimRefused("a claim gives its reason (--reason)")
    if _judged(chronicle, by, about, what, ()).what == REDO:
        raise ClaimRefused("nobody needs to be asked: the error policy grants it; `claim` without --ask does it")
    others = [side for side in range(len(chronicle.game.sides) + 1) if side != by]
    outcome = _judged(chronicle, by, about, what, others)
    if outcome.what != REDO:
        raise ClaimRefused(f"it would not be corrected even if all agreed: {outcome.why}")
    seq, genesis = len(chronicle.timeline), chronicle.genesis
    leaf, left = chronicle.ledger.leaf(seq - 1).hex(), chronicle.timeline.head
    needs = crossed(chronicle, outcome.to).needs(by)
    asked = Request(FORMAT, genesis.log_id, genesis.game, seq, leaf, by, left, outcome.to, reason, needs)
    return msgspec.structs.replace(asked, policy=genesis.error_policy, about=about, what=what)


def _judged(chronicle: Chronicle, by: int, about: int, what: str, consent: Sequence[int]) -> Outcome:
    line = chronicle.frames(chronicle.timeline.head)
    return judge(chronicle.game, chronicle.genesis, line, about, what, by, consent)


def ask_adoption(chronicle: Chronicle, by: int, setting: str, reason: str, source: str) -> Request:
    """The request of side `by` to adopt a ruling on file (`setting`: `SWITCH=READING`)."""
    check_text(reason)
    ruling, _ = adoption(chronicle.game, setting, reason, source)
    seq, genesis, head = len(chronicle.timeline), chronicle.genesis, chronicle.timeline.head
    leaf = chronicle.ledger.leaf(seq - 1).hex()
    raw = bytes(encode_value(ruling)).hex()
    return Request(FORMAT, genesis.log_id, genesis.game, seq, leaf, by, head, head, reason, ruling=raw)


def agree(chronicle: Chronicle, request: Request, side: int, key: SignerKey | None) -> Consent:
    """The consent of `side` to a request made on our copy of the log; signed with `key` where the game asks for it."""
    _fits(chronicle, request)
    game, genesis = chronicle.game, chronicle.genesis
    if side == request.by:
        raise ReplayError(f"the {role(game, side)} side asks; the other side (or the referee) agrees")
    signature = ""
    public = chronicle.key_of(side) if genesis.signed else None
    if public is not None:
        if key is None or key.verifier.public != public:
            raise ReplayError(
                f"the consent of the {role(game, side)} side wants its key (public key {public.hex()[:12]})"
            )
        frame, agreed = _agreed(request)
        sign = sign_consent if genesis.format == OLD else give_word
        signature = sign(frame, agreed, bytes.fromhex(request.leaf), side, key)
    return Consent(FORMAT, request, side, signature)


def carry_out(chronicle: Chronicle, consents: list[Consent], time: int | None = None) -> Frame:
    """The undo or adoption that was asked for, with the consents that were given to it."""
    request = consents[0].request
    if any(consent.request != request for consent in consents):
        raise ReplayError("these consents answer different requests")
    _fits(chronicle, request)
    sides = sorted({consent.side for consent in consents})
    signatures = {consent.side: consent.signature for consent in consents}
    if request.ruling:
        wanted = _ruling(request)
        return adopt(
            chronicle, request.by, wanted.setting, wanted.reason, wanted.source, sides, time, signatures=signatures
        )
    if request.what:
        outcome = _judged(chronicle, request.by, request.about, request.what, sides)
        if outcome.what != REDO:
            raise ClaimRefused(f"with these consents it is not corrected: {outcome.why}")
        made = claim(
            chronicle, request.by, request.about, request.what, request.reason, sides, time, signatures=signatures
        )
        return made.frame
    return chronicle.go(request.by, request.to, reason=request.reason, consent=sides, time=time, signatures=signatures)


def _agreed(request: Request) -> tuple[Frame, Rewind | Ruling]:
    """The frame that a request is about, as far as a consent covers it, and what is agreed to."""
    rewind = Rewind(request.to, request.reason, (), policy=request.policy, about=request.about, what=request.what)
    agreed = _ruling(request) if request.ruling else rewind
    kind = RULING if request.ruling else REWIND
    return Frame(request.seq, kind, request.by, request.left, encode_value(agreed), (), (), b"", None), agreed


def _ruling(request: Request) -> Ruling:
    """The ruling that a request wants adopted; ReplayError for anything else."""
    try:
        ruling = msgspec.msgpack.decode(bytes.fromhex(request.ruling), type=Ruling)
    except (ValueError, *UNREADABLE) as error:
        raise ReplayError(f"the request holds no ruling: {error}") from None
    if ruling.scope != ADOPTED or ruling.consent or ruling.reason != request.reason:
        raise ReplayError("the request holds another ruling than it says")
    return ruling


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
    if request.ruling:
        _ruling(request)
    else:
        _elsewhere(chronicle, request.to)
        if request.policy != genesis.error_policy:
            raise ReplayError(f"the request cites the error policy {request.policy!r}, not the game's")
    if not 0 <= request.by <= len(chronicle.game.sides):
        raise ReplayError(f"the request is by side {request.by}, which does not exist")
    if request.what or request.about != -1:
        _fits_claim(chronicle, request)


def _fits_claim(chronicle: Chronicle, request: Request) -> None:
    """ReplayError unless what is claimed would be corrected, once all agree, from where the request says."""
    others = [side for side in range(len(chronicle.game.sides) + 1) if side != request.by]
    outcome = _judged(chronicle, request.by, request.about, request.what, others)
    if outcome.what != REDO or outcome.to != request.to:
        raise ReplayError(
            f"the request claims an error of {request.what} in frame {request.about}: to that the error policy says "
            f"{outcome.what} ({outcome.why}), the request that play goes on from frame {request.to}"
        )


def encode(paper: Request | Consent) -> bytes:
    """A request or consent as a file."""
    return msgspec.json.format(msgspec.json.encode(paper), indent=2) + b"\n"


def read_request(path: Path) -> Request:
    """A request from its file; ReplayError for anything else."""
    try:
        return msgspec.json.decode(_bytes(path), type=Request)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} is not a request of `undo`, `go`, `claim` or `adopt`: {error}") from None


def read_consent(path: Path) -> Consent:
    """A consent from its file; ReplayError for anything else."""
    try:
        return msgspec.json.decode(_bytes(path), type=Consent)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} is not a consent: {error}") from None


def _bytes(path: Path) -> bytes:
    return read_regular(path, _LONGEST)
