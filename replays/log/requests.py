"""Asking for what needs the others' word, and giving it: each a small file that can be mailed.

A request names the tip of the log, the frame that is wanted there with all its terms, who appends it, and carries the
word of the side that asks. Whoever gives the last word appends the frame: in a game of two sides that is the other
side, so that one mail is enough. A word is worth nothing on another log, at another tip, for other terms or another
appender.

Running games of format 1 use the same files, with the consents of their format.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from hexledger.events.dice_records import DiceChange
from hexledger.events.file_kinds import read_regular
from hexledger.events.frame import (
    DICE,
    END,
    OLD,
    REWIND,
    RULING,
    SEAT,
    UNREADABLE,
    End,
    Frame,
    Rewind,
    Ruling,
    Seat,
    encode_value,
)
from hexledger.events.notes import SignerKey
from hexledger.projections.names import capital
from hexledger.replays.errors import ReplayError, UndoRefused
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.crossing import Crossing, refusal, total
from hexledger.replays.log.genesis import check_text
from hexledger.replays.log.mailed import unwrapped
from hexledger.replays.referee.claims import ClaimRefused, claim, judge_here
from hexledger.replays.referee.policies import error_policy
from hexledger.replays.referee.policies.outcome import REDO
from hexledger.replays.referee.rulings import adopt, adoption
from hexledger.replays.secrets.signing import role, sign_consent
from hexledger.replays.secrets.words import Agreed, give_word

FORMAT: Final = 2
_LONGEST: Final = 1 << 20
_FORMS: Final[dict[int, type[msgspec.Struct]]] = {
    REWIND: Rewind,
    RULING: Ruling,
    DICE: DiceChange,
    END: End,
    SEAT: Seat,
}


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A frame that is asked for, with the words that were given for it so far.

    seq, leaf   number of the frame, and leaf hash (hex) of the one before it
    kind        REWIND, RULING (an adoption), DICE (a change of dice), END or SEAT
    by, actor   side that asks, and side that will append the frame (0: the referee)
    parent      where play stands
    content     msgpack of the frame's decision without words, in hex
    words       (side, its word in base64: empty in a game without signatures)
    crosses     what a rewind would cross, for people
    accepted    a seat: the word of the key that sits down
    """

    request: int
    log: str
    game: str
    seq: int
    leaf: str
    kind: int
    by: int
    actor: int
    parent: int
    content: str
    words: tuple[tuple[int, str], ...] = ()
    crosses: tuple[str, ...] = ()
    accepted: str = ""

    @property
    def agreed(self) -> Agreed:
        """What is asked for; ReplayError when the content is none of its kind."""
        try:
            raw = bytes.fromhex(self.content)
            said: Any = msgspec.msgpack.decode(raw, type=_FORMS[self.kind])
        except (ValueError, KeyError, *UNREADABLE) as error:
            raise ReplayError(f"the request holds nothing that can be agreed to: {error}") from None
        if bytes(encode_value(said)) != raw or said.consent or said.signatures:
            raise ReplayError("the request holds another thing than it says")
        return said  # type: ignore[no-any-return]

    @property
    def frame(self) -> Frame:
        """The frame, as far as a word covers it."""
        raw = msgspec.Raw(bytes.fromhex(self.content))
        return Frame(self.seq, self.kind, self.actor, self.parent, raw, (), (), b"", None)


# ---------------------------------------------------------------------- asking
def request(
    chronicle: Chronicle,
    by: int,
    kind: int,
    agreed: Agreed,
    *,
    actor: int | None = None,
    key: SignerKey | None = None,
    crosses: tuple[str, ...] = (),
) -> Request:
    """The request of side `by` for a frame that says `agreed`, with its word (made with `key`, or the one at hand).

    `actor`: who appends it; by default the other side of two, who gives the last word by doing so. In format 1 the
    asker appends it himself.
    """
    _of_a_game(chronicle)
    seq, genesis = len(chronicle.timeline), chronicle.genesis
    sides = range(1, len(chronicle.game.sides) + 1)
    if genesis.format == OLD:
        actor = by
    elif actor is None:
        actor = 3 - by if len(sides) == 2 and by in sides else by
    made = Request(
        FORMAT,
        genesis.log_id,
        genesis.game,
        seq,
        chronicle.ledger.leaf(seq - 1).hex(),
        kind,
        by,
        actor,
        chronicle.timeline.head,
        bytes(encode_value(agreed)).hex(),
        crosses=crosses,
    )
    return made if actor == by else agree(chronicle, made, by, key or chronicle.signers.get(by))


def ask(chronicle: Chronicle, by: int, to: int | None = None, reason: str = "", *, actor: int | None = None) -> Request:
    """The request for an undo by side `by`; while a decision waits for its dice, for a drop. UndoRefused where none is
    possible, or none is needed."""
    if to is None and chronicle.genesis.format > OLD and chronicle.book.waiting is not None:
        return _ask(chronicle, by, chronicle.timeline.head, reason, actor)
    return _ask(chronicle, by, chronicle.undo_target(to), reason, actor)


def ask_go(chronicle: Chronicle, by: int, to: int, reason: str = "", *, actor: int | None = None) -> Request:
    """The request of side `by` to go on from any place of the tree. UndoRefused where none is possible or needed."""
    if chronicle.place(to) == chronicle.timeline.head:
        raise UndoRefused(f"play already stands at frame {to}")
    return _ask(chronicle, by, to, reason, actor)


def _ask(chronicle: Chronicle, by: int, target: int, reason: str, actor: int | None) -> Request:
    check_text(reason)
    genesis, head = chronicle.genesis, chronicle.timeline.head
    policy = error_policy(genesis.error_policy)
    if policy is not None and not policy.allows_undo():
        raise UndoRefused("this game's error policy is strict: nothing is taken back")
    if target == head:
        rewind = Rewind(target, reason, (), policy=genesis.error_policy)
        return request(chronicle, by, REWIND, rewind, actor=actor, crosses=("a fixed decision",))
    others = [side for side in range(1, len(chronicle.game.sides) + 1) if side != by]
    refused = refusal(genesis.undo_policy, measured(chronicle, target), by, others, ())
    if refused is None:
        raise UndoRefused(f"nobody needs to be asked to go on from frame {target}: `undo` or `go` does it")
    if not refused.missing:
        raise UndoRefused("this game's undo policy is strict: nothing is taken back", refused.needs)
    redo = genesis.format > OLD and chronicle.timeline.fork(target, head) == head
    rewind = Rewind(target, reason, (), redo, policy=genesis.error_policy)
    return request(chronicle, by, REWIND, rewind, actor=actor, crosses=refused.needs)


def measured(chronicle: Chronicle, to: int) -> Crossing:
    """What the undo policy counts: what going on from `to` takes away, and in format 2 what it brings back as well."""
    if chronicle.genesis.format == OLD:
        return crossed(chronicle, to)
    fork = chronicle.timeline.fork(to, chronicle.timeline.head)
    return total((crossed(chronicle, to), chronicle.crossing_of(chronicle.timeline.between(fork, to))))


def crossed(chronicle: Chronicle, to: int) -> Crossing:
    """What going on from `to` would undo."""
    return chronicle.crossing(chronicle.timeline.fork(to, chronicle.timeline.head))


def ask_claim(chronicle: Chronicle, by: int, about: int, what: str, reason: str) -> Request:
    """The request of side `by` to correct an error of frame `about`, which the policy grants only by agreement.

    Who claims appends it: the policy asks whose claim it is. ClaimRefused where agreement does not help or is not
    needed.
    """
    check_text(reason)
    if not reason.strip():
        raise ClaimRefused("a claim gives its reason (--reason)")
    if judge_here(chronicle, about, what, by, ()).what == REDO:
        raise ClaimRefused("nobody needs to be asked: the error policy grants it; `claim` without --ask does it")
    outcome = judge_here(chronicle, about, what, by, _others(chronicle, by))
    if outcome.what != REDO:
        raise ClaimRefused(f"it would not be corrected even if all agreed: {outcome.why}")
    policy = chronicle.genesis.error_policy
    rewind = Rewind(outcome.to, reason, (), policy=policy, about=about, what=what)
    needs = crossed(chronicle, outcome.to).needs(by)
    return request(chronicle, by, REWIND, rewind, actor=by, crosses=needs)


def _others(chronicle: Chronicle, by: int) -> list[int]:
    return [side for side in range(len(chronicle.game.sides) + 1) if side != by]


def ask_adoption(
    chronicle: Chronicle, by: int, setting: str, reason: str, source: str, *, actor: int | None = None
) -> Request:
    """The request of side `by` to adopt a ruling on file (`setting`: `SWITCH=READING`)."""
    check_text(reason)
    ruling, _ = adoption(chronicle.game, setting, reason, source)
    return request(chronicle, by, RULING, ruling, actor=actor)


def ask_end(chronicle: Chronicle, by: int, what: str, reason: str = "", *, actor: int | None = None) -> Request:
    """The request of side `by` for an end that all agree to (a draw, an adjournment, a reopening)."""
    _new(chronicle, "ends")
    return request(chronicle, by, END, End(what, reason=reason), actor=actor)


def ask_change(chronicle: Chronicle, by: int, change: DiceChange, *, actor: int | None = None) -> Request:
    """The request of side `by` for a change of dice."""
    _new(chronicle, "changes of dice by word")
    return request(chronicle, by, DICE, change, actor=actor)


def ask_seat(chronicle: Chronicle, by: int, seat: Seat, new_key: SignerKey | None = None) -> Request:
    """The request to hand a seat over. Who sits down makes it, with his new key: the side that `by` is (or the referee,
    0) appends it, and so gives the seat away. For the referee's seat the sides give their words as well."""
    _new(chronicle, "seats that change hands")
    made = request(chronicle, by, SEAT, seat, actor=by)
    if new_key is None:
        return made
    if new_key.verifier.public.hex() != seat.key:
        raise ReplayError("the new key is another than the one that the seat names")
    leaf = bytes.fromhex(made.leaf)
    return msgspec.structs.replace(made, accepted=give_word(made.frame, seat, leaf, seat.side, new_key))


def _new(chronicle: Chronicle, what: str) -> None:
    if chronicle.genesis.format == OLD:
        raise ReplayError(f"format 1 knows no {what}")


def _of_a_game(chronicle: Chronicle) -> None:
    """ReplayError in a what-if, which is free. It has the number of its game: a word given in it would be noted as one
    for the game, and keep its key out of that."""
    if chronicle.genesis.format > OLD and chronicle.ledgerbook.study >= 0:
        raise ReplayError("this is a what-if: nobody's word is asked for in it, nor given")


# ---------------------------------------------------------------------- giving a word
def agree(chronicle: Chronicle, request: Request, side: int, key: SignerKey | None) -> Request:
    """The request with the word of `side`, made on our copy of the log; signed with `key` where the game asks for it.

    The word is noted in the memory of the key before it is given out, if there is one.
    """
    agreed = fits(chronicle, request)
    game = chronicle.game
    if side == request.actor:
        raise ReplayError(f"the {capital(role(game, side))} side appends it; the other (or the referee) gives its word")
    word = ""
    if chronicle.genesis.signed:
        public = chronicle.key_of(side)
        if public is not None:
            if key is None or key.verifier.public != public:
                whose = capital(role(game, side))
                raise ReplayError(f"the consent of the {whose} side wants its key (public key {public.hex()[:12]})")
            if chronicle.memory is not None:
                chronicle.memory.word(chronicle, public)
            leaf = bytes.fromhex(request.leaf)
            if isinstance(agreed, Rewind | Ruling) and chronicle.genesis.format == OLD:
                word = sign_consent(request.frame, agreed, leaf, side, key)
            else:
                word = give_word(request.frame, agreed, leaf, side, key)
    words = tuple(sorted({**dict(request.words), side: word}.items()))
    return msgspec.structs.replace(request, words=words)


def carry_out(chronicle: Chronicle, requests: Sequence[Request], time: int | None = None) -> Frame:
    """Append what was asked for, as the side that appends it, with the words that were given (in one file or more)."""
    asked = requests[0]
    if any(msgspec.structs.replace(one, words=asked.words) != asked for one in requests):
        raise ReplayError("these consents answer different requests")
    agreed = fits(chronicle, asked)
    words = {side: word for one in requests for side, word in one.words}
    sides = sorted(words)
    if isinstance(agreed, Ruling):
        return adopt(
            chronicle, asked.actor, agreed.setting, agreed.reason, agreed.source, sides, time, signatures=words
        )
    if isinstance(agreed, Rewind) and agreed.about >= 0:
        outcome = judge_here(chronicle, agreed.about, agreed.what, asked.actor, sides)
        if outcome.what != REDO:
            raise ClaimRefused(f"with these consents it is not corrected: {outcome.why}")
        about, what = agreed.about, agreed.what
        return claim(chronicle, asked.actor, about, what, agreed.reason, sides, time, signatures=words).frame
    if isinstance(agreed, Rewind) and chronicle.genesis.format == OLD:
        return chronicle.go(asked.actor, agreed.to, reason=agreed.reason, consent=sides, time=time, signatures=words)
    full = msgspec.structs.replace(agreed, consent=tuple(sides))
    if isinstance(full, Seat):
        full = msgspec.structs.replace(full, accepted=asked.accepted)
    return chronicle.append_agreed(asked.kind, asked.actor, full, words, time)


def fits(chronicle: Chronicle, request: Request) -> Agreed:
    """What is asked for; ReplayError unless the request was made on our log at our tip."""
    _of_a_game(chronicle)
    genesis, ledger = chronicle.genesis, chronicle.ledger
    if (request.log, request.game) != (genesis.log_id, genesis.game):
        raise ReplayError(f"the request is about log {request.log}, not {genesis.log_id}")
    tip = len(ledger) - 1
    if request.seq != tip + 1 or ledger.leaf(tip).hex() != request.leaf:
        raise ReplayError(
            f"the request was made after frame {request.seq - 1} ({request.leaf[:16]}), our last frame is {tip} "
            f"({ledger.leaf(tip).hex()[:16]}): exchange files first, then ask again"
        )
    if request.parent != chronicle.timeline.head:
        raise ReplayError(
            f"the request leaves frame {request.parent}, but play stands at frame {chronicle.timeline.head}"
        )
    for side in (request.by, request.actor, *(side for side, _ in request.words)):
        if not 0 <= side <= len(chronicle.game.sides):
            raise ReplayError(f"the request speaks of side {side}, which does not exist")
    agreed = request.agreed
    if isinstance(agreed, Rewind):
        _fits_rewind(chronicle, request, agreed)
    elif isinstance(agreed, Ruling) and agreed.scope != "adopted":
        raise ReplayError("the request holds another ruling than an adoption")
    return agreed


def _fits_rewind(chronicle: Chronicle, request: Request, rewind: Rewind) -> None:
    """ReplayError unless a rewind goes to a place under the game's policy, and a claim is one that agreement grants."""
    drops = chronicle.genesis.format > OLD and chronicle.book.waiting is not None
    if chronicle.place(rewind.to) == chronicle.timeline.head and not drops:
        raise UndoRefused(f"play already stands at frame {rewind.to}")
    if rewind.policy != chronicle.genesis.error_policy:
        raise ReplayError(f"the request cites the error policy {rewind.policy!r}, not the game's")
    if not rewind.what and rewind.about == -1:
        return
    outcome = judge_here(chronicle, rewind.about, rewind.what, request.actor, _others(chronicle, request.actor))
    if outcome.what != REDO or outcome.to != rewind.to:
        raise ReplayError(
            f"the request claims an error of {rewind.what} in frame {rewind.about}: to that the error policy says "
            f"{outcome.what} ({outcome.why}), the request that play goes on from frame {rewind.to}"
        )


# ---------------------------------------------------------------------- files
def encode(request: Request) -> bytes:
    """A request, with the words in it, as a file."""
    return msgspec.json.format(msgspec.json.encode(request), indent=2) + b"\n"


def _reads(data: bytes) -> bool:
    try:
        msgspec.json.decode(data, type=Request)
    except UNREADABLE:
        return False
    return True


def read_request(path: Path) -> Request:
    """A request from its file; ReplayError for anything else."""
    try:
        found = msgspec.json.decode(unwrapped(read_regular(path, _LONGEST), "request", _reads), type=Request)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} is not a request of `undo`, `go`, `claim` or `adopt`: {error}") from None
    if found.request != FORMAT:
        raise ReplayError(f"{path.name} is a request of another version")
    return found
