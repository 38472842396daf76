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

from collections.abc import Callable, Iterable
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
    End,
    Frame,
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
    if len(payload) > MOST_BYTES:
        raise Refused("frame", f"{len(payload)} bytes; a frame has at most {MOST_BYTES}")
    frame = decode_frame(payload, seq)
    if encode_frame(frame) != payload:
        raise Refused("frame", ONE_FORM)
    kind = frame.kind
    if kind not in (_OLD_KINDS if form == OLD else KINDS) or (seq == 0) != (kind == GENESIS):
        raise Refused("frame", f"no kind of frame that may stand here: {KINDS.get(kind, kind)}")
    return frame, said_in(frame, form)


def said_in(frame: Frame, form: int) -> Any:
    """What a frame says, None for a decision. Refused unless it is in one form, and of the log's format."""
    kind = frame.kind
    if kind == DECISION:
        return None
    try:
        if kind == DICE:
            said: Any = decode_record(frame.decision, frame.seq)
            if not isinstance(said, OLD_RECORDS if form == OLD else NEW_RECORDS):
                raise Refused(KINDS[kind], "a dice record of another format")
            return said
        said = msgspec.msgpack.decode(frame.decision, type=FORMS[kind])
    except (LedgerError, *UNREADABLE) as error:
        raise Refused(KINDS[kind], str(error)) from None
    if encode_value(said) != frame.decision:
        raise Refused(KINDS[kind], ONE_FORM)
    return said


# ---------------------------------------------------------------------- 3
def place(frame: Frame, said: Any, sides: int, head: int, digest: Place, *, texts: bool) -> None:
    """Step 3. `sides`: how many; `head`: where play stands, -1 before genesis; `texts`: format 2 looks at them too."""
    kind = frame.kind
    if not 0 <= frame.actor <= sides or (kind == GENESIS and frame.actor):
        raise Refused("actor", f"there is no side {frame.actor}")
    if frame.parent != head:
        raise Refused("parent", f"it continues frame {frame.parent}, but play stood at frame {head}")
    if frame.time is not None and time_fault(frame.time):
        raise Refused("time", time_fault(frame.time))
    if texts and said is not None:
        for text in _texts(said):
            if text_fault(text):
                raise Refused(KINDS[kind], text_fault(text))
    if len(frame.digest) != DIGEST_SIZE:
        raise Refused("state digest", f"{len(frame.digest)} bytes")
    if kind in PLAYS:
        return
    if frame.events:
        raise Refused("event", f"none in a {KINDS[kind]}")
    if frame.evidence and not isinstance(said, Fix):
        raise Refused("dice evidence", f"none in a {KINDS[kind]}")
    # what changes no position records that of the frame which it goes to
    at = said.to if kind == REWIND else said.at if kind == LABEL and said.at >= 0 else head
    # a place that is none is refused with its kind's own words
    if 0 <= at < frame.seq and digest(at) != frame.digest:
        raise Refused("state digest", "another position than the frame goes to")


def _texts(said: Any) -> list[str]:
    """Every text of a frame's content that is not empty, options and names included."""
    found: list[str] = []
    groups: list[Iterable[Any]] = [msgspec.structs.astuple(said)]
    for group in groups:  # more come while it goes on
        for value in group:
            if not value:
                continue
            kind = type(value)  # what a decoder gives: no kinds of these
            if kind is str:
                found.append(value)
            elif kind is tuple or kind is list:
                groups.append(value)
            elif kind is dict:
                groups += (value, value.values())
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
        frame, said = read(payload, len(self.book.timeline.kinds), self.book.genesis.format)
        self.follows(frame, said, leaf_before)
        return frame, said

    def follows(self, frame: Frame, said: Any, leaf_before: bytes) -> None:
        """Steps 3 to 8, of a frame that has passed steps 1 and 2: it was read so, or the caller has just made it, short
        and with fields of the very types that they declare, of what it says. Raises Refused."""
        book = self.book
        place(frame, said, len(book.sides), book.timeline.head, self._digest, texts=True)
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
