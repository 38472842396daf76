"""The one validator of format 2: may this frame follow? Asked by append, receive, import, verify and the keeper alike.

The questions are asked in one order, and the first that is answered with no is the refusal:

    1 bytes      size (checksum and chain are the ledger's)
    2 form       one form, its number, a kind of this format
    3 place      actor, parent, time, texts, digest, nothing where nothing belongs
    4 ended      after the end only what belongs there
    5 waiting    between a fix and its roll only what belongs there
    6 content    what each kind asks for                      (`kinds.py`)
    7 words      of those who must agree                      (`agreement.py`)
    8 signature  of who must sign                             (`agreement.py`)
    9 rules      decide again: the caller's, who has the game (`audit.py`, or the rules that made the frame)

Nothing here looks further back than its answer needs: the cost of a file is linear in its bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from hexledger.events.dice_records import (
    NEW_RECORDS,
    OLD_RECORDS,
    DiceChange,
    Fix,
    KeeperReveal,
    Refusal,
    RollsConfirmed,
    decode_record,
)
from hexledger.events.errors import LedgerError
from hexledger.events.frame import (
    CLAIM,
    DECISION,
    DICE,
    END,
    FORMS,
    GENESIS,
    KINDS,
    LABEL,
    OLD,
    OPENING,
    PLAYS,
    REOPENING,
    REWIND,
    RULING,
    SEAT,
    STUDY,
    UNREADABLE,
    BadFrame,
    End,
    Frame,
    Label,
    Rewind,
    decode_frame,
    encode_frame,
    encode_value,
)
from hexledger.events.limits import DIGEST_SIZE, MOST_BYTES, text_fault, time_fault
from hexledger.replays.admission import agreement, kinds
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.admission.refused import Refused

_OLD_KINDS: Final = frozenset({GENESIS, DECISION, REWIND, LABEL, RULING, DICE, OPENING, CLAIM})
_AFTER_THE_END: Final = (OPENING, KeeperReveal, RollsConfirmed, SEAT, END)
_WHILE_IT_WAITS: Final = (Refusal, DiceChange, SEAT, END, STUDY)
"""Kinds of frame, and of dice record, that may stand after the end and between a fix and its roll."""
ONE_FORM: Final = "bytes that say the same in another way, or hold more"

Place = Callable[[int], bytes]
"""Frame number -> the digest that the frame records."""


# ---------------------------------------------------------------------- 1, 2
def read(payload: bytes, seq: int, form: int) -> tuple[Frame, Any]:
    """(frame, what it says) of a payload that is to be frame `seq` of a log of format `form`.

    What it says is None for a decision, whose form only the game knows. Refused for anything that is not in one form;
    LedgerError for bytes that are no frame.
    """
    _fits(len(payload))
    frame = decode_frame(payload, seq)
    if encode_frame(frame) != payload:
        raise Refused("frame", ONE_FORM)
    return frame, _said_here(frame, seq, form)


def _fits(size: int) -> None:
    if size > MOST_BYTES:
        raise Refused("frame", f"{size} bytes; a frame has at most {MOST_BYTES}")


def _said_here(frame: Frame, seq: int, form: int) -> Any:
    """What a frame says that is in one form. Refused for a kind that may not stand there."""
    if frame.kind not in (_OLD_KINDS if form == OLD else KINDS) or (seq == 0) != (frame.kind == GENESIS):
        raise Refused("frame", f"no kind of frame that may stand here: {KINDS.get(frame.kind, frame.kind)}")
    return None if frame.kind == DECISION else said_in(frame, form)


def said_in(frame: Frame, form: int) -> Any:
    """What a frame says, None for a decision. Refused unless it is in one form, and of the log's format."""
    if frame.kind == DECISION:
        return None
    name = KINDS[frame.kind]
    try:
        if frame.kind == DICE:
            said: Any = decode_record(frame.decision, frame.seq)
            if not isinstance(said, OLD_RECORDS if form == OLD else NEW_RECORDS):
                raise Refused(name, "a dice record of another format")
            return said
        said = msgspec.msgpack.decode(frame.decision, type=FORMS[frame.kind])
    except (LedgerError, *UNREADABLE) as error:
        raise Refused(name, str(error)) from None
    if bytes(encode_value(said)) != bytes(frame.decision):
        raise Refused(name, ONE_FORM)
    return said


# ---------------------------------------------------------------------- 3
def place(frame: Frame, said: Any, sides: int, head: int, digest: Place, *, texts: bool) -> None:
    """Step 3. `sides`: how many; `head`: where play stands, -1 before genesis; `texts`: format 2 looks at them too."""
    if not 0 <= frame.actor <= sides or (frame.kind == GENESIS and frame.actor):
        raise Refused("actor", f"there is no side {frame.actor}")
    if frame.parent != head:
        raise Refused("parent", f"it continues frame {frame.parent}, but play stood at frame {head}")
    fault = time_fault(frame.time)
    if fault:
        raise Refused("time", fault)
    if texts and said is not None:
        for text in _texts(said):
            fault = text_fault(text) if text else ""
            if fault:
                raise Refused(KINDS[frame.kind], fault)
    if len(frame.digest) != DIGEST_SIZE:
        raise Refused("state digest", f"{len(frame.digest)} bytes")
    if frame.kind in PLAYS:
        return
    if frame.events:
        raise Refused("event", f"none in a {KINDS[frame.kind]}")
    if frame.evidence and not isinstance(said, Fix):
        raise Refused("dice evidence", f"none in a {KINDS[frame.kind]}")
    at = _goes_to(said, head)
    # a place that is none is refused with its kind's own words
    if 0 <= at < frame.seq and digest(at) != frame.digest:
        raise Refused("state digest", "another position than the frame goes to")


def _goes_to(said: Any, head: int) -> int:
    """The frame whose position a frame that changes none records."""
    kind = type(said)
    if kind is Rewind:
        return int(said.to)
    if kind is Label and said.at >= 0:
        return int(said.at)
    return head


def _texts(said: Any) -> list[str]:
    """Every text of a frame's content, options and names included."""
    found: list[str] = []
    todo: list[Any] = list(msgspec.structs.astuple(said))
    while todo:
        value = todo.pop()
        kind = type(value)  # what a decoder gives: no kinds of these
        if kind is str:
            found.append(value)
        elif kind is tuple or kind is list:
            todo.extend(value)
        elif kind is dict:
            todo.extend(value)
            todo.extend(value.values())
    return found


# ---------------------------------------------------------------------- the whole
class Validator:
    """The questions, asked of one book. `role` says a side in words (the game's, where it is at hand)."""

    def __init__(self, book: Ledgerbook, digest: Place, role: Callable[[int], str]) -> None:
        self.book = book
        self.signer: int | None = None
        """Side whose key signed the frame that was admitted last; None for a frame that nobody signs."""
        self._digest = digest
        self._role = role

    def admit(self, payload: bytes, leaf_before: bytes) -> tuple[Frame, Any]:
        """(frame, what it says) of the next payload, when it may follow. Raises Refused, LedgerError.

        Steps 1 to 8; nothing is taken. `leaf_before`: leaf hash of the last frame.
        """
        book = self.book
        frame, said = read(payload, len(book.timeline), book.genesis.format)
        self.check(frame, said, leaf_before)
        return frame, said

    def admit_read(self, frame: Frame, size: int, leaf_before: bytes) -> tuple[Frame, Any]:
        """The same for a frame as it was read from `size` bytes, which it is known to give again."""
        book = self.book
        seq = len(book.timeline)
        _fits(size)
        if frame.seq != seq:
            raise BadFrame(seq, f"the frame calls itself number {frame.seq}")
        said = _said_here(frame, seq, book.genesis.format)
        self.check(frame, said, leaf_before)
        return frame, said

    def check(self, frame: Frame, said: Any, leaf_before: bytes) -> None:
        """Steps 3 to 8 for a frame that is in form."""
        book = self.book
        head = book.timeline.head if frame.seq else -1
        place(frame, said, len(book.sides), head, self._digest, texts=True)
        if book.ended is not None:
            self._ended(frame, said)
        elif book.dice.waiting is not None:
            self._waiting(frame, said)
        need = kinds.check(book, frame, said)
        agreement.check_words(book, frame, said, need, leaf_before, self._role)
        self.signer = agreement.check_signature(book, frame, said, leaf_before, self._role)

    def _ended(self, frame: Frame, said: Any) -> None:
        """Step 4."""
        ended = self.book.ended
        if ended is None or frame.kind == STUDY:
            return
        reopens = isinstance(said, End) and said.what == REOPENING
        if not _among(frame, said, _AFTER_THE_END) or (frame.kind == END and not reopens):
            rests = "is adjourned" if ended.end.what == "adjournment" else "ended"
            raise Refused(KINDS[frame.kind], f"the game {rests} in #{ended.seq}")

    def _waiting(self, frame: Frame, said: Any) -> None:
        """Step 5. Once the game has ended, what may follow the end may follow."""
        waiting = self.book.dice.waiting
        if waiting is None or self.book.ended is not None or frame.kind == DECISION:
            return
        drops = isinstance(said, Rewind) and said.to == frame.parent
        if not drops and not _among(frame, said, _WHILE_IT_WAITS):
            raise Refused(KINDS[frame.kind], f"#{waiting.seq} waits for its dice")


def _among(frame: Frame, said: Any, what: tuple[Any, ...]) -> bool:
    return frame.kind in what or type(said) in what
