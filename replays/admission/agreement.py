"""Steps 7 and 8 of the validator: the words of those who must agree, and the signature of who must sign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hexledger.events.dice_records import Fix, KeeperReveal
from hexledger.events.frame import ARMIES, DECISION, GENESIS, OPENING, SEAT, STUDY, Frame, Seat
from hexledger.events.signatures import BadSignature, frame_message, verify
from hexledger.replays.admission.ledgerbook import Ledgerbook
from hexledger.replays.admission.needs import Need
from hexledger.replays.admission.refused import Refused
from hexledger.replays.errors import DiceRefused
from hexledger.replays.secrets.words import AGREED, word_bytes, word_fault, words_fault

Role = Callable[[int], str]
REFEREE = 0
_AGREED: Final = frozenset(AGREED)


# ---------------------------------------------------------------------- 7
def check_words(book: Ledgerbook, frame: Frame, said: Any, need: Need, leaf_before: bytes, role: Role) -> None:
    """Refused unless a frame carries the words that it needs, and only good ones."""
    if type(said) not in _AGREED:
        return
    for side in said.consent:
        if side not in (REFEREE, *book.sides):
            raise Refused("consent", f"there is no side {side} to agree")
    missing = need.missing(frame.actor, said.consent)
    if missing:
        who = " and ".join(role(side) for side in missing)
        raise Refused(need.where, f"{need.why}: no word of {who}", need.needs, missing)
    fault = ""
    if said.consent or said.signatures:
        fault = words_fault(book.seats, frame, said, leaf_before, role, signed=book.signed)
    if not fault and frame.kind == SEAT:
        fault = _accepted(book, frame, said, leaf_before)
    if fault:
        raise Refused("consent", fault)


def _accepted(book: Ledgerbook, frame: Frame, seat: Seat, leaf_before: bytes) -> str:
    """What is wrong with the word of the key that sits down."""
    if not book.signed:
        return "a signed word in a game without signatures" if seat.accepted else ""
    message = word_bytes(frame, seat, leaf_before, seat.side)
    return word_fault(bytes.fromhex(seat.key), message, seat.accepted, "the new key")


# ---------------------------------------------------------------------- 8
def signers_of(book: Ledgerbook, frame: Frame, said: Any) -> tuple[int, ...]:
    """Seats (0: the referee's) one of which must sign a frame. Refused when nobody could.

    Where armies sit apart, a decision, a fix and the opening of a seal may be signed by any seat of the side: which of
    them decides is for the rules. All else is the side's own seat's; an army's seat is handed over by itself too.
    """
    found = _sides_of(book, frame)
    if isinstance(said, Seat) and said.side >= ARMIES and frame.actor:
        return (*found, said.side)
    if frame.kind in (DECISION, OPENING) or isinstance(said, Fix):
        return tuple(seat for side in found for seat in book.seats.of_side(side))
    return found


def _sides_of(book: Ledgerbook, frame: Frame) -> tuple[int, ...]:
    if frame.kind == DECISION:
        try:
            found = book.dice.signers(frame)
        except DiceRefused as error:
            raise Refused("dice evidence", str(error)) from None
        if not found:
            raise Refused("dice evidence", "without a fix only the side that decides enters its dice")
        return found
    return (frame.actor,)


def unsigned_kind(book: Ledgerbook, frame: Frame, said: Any) -> bool:
    """Frames that no seat signs: genesis, what is not contested, and a keeper's reveal, which he has signed himself."""
    return not book.signed or frame.kind in (GENESIS, STUDY) or isinstance(said, KeeperReveal)


def check_signature(book: Ledgerbook, frame: Frame, said: Any, leaf_before: bytes, role: Role) -> int | None:
    """The side whose key signed a frame, None where nobody signs. Refused unless it carries the signature that it must
    carry, and no other."""
    if unsigned_kind(book, frame, said):
        if frame.signature:
            raise Refused("signature", "a signature that the game does not ask for")
        return None
    if not frame.signature:
        raise Refused("signature", f"none of {role(signers_of(book, frame, said)[0])}")
    return signer(book, frame, said, leaf_before, role)


def signer(book: Ledgerbook, frame: Frame, said: Any, leaf_before: bytes, role: Role) -> int:
    """The seat that signed a frame. Refused when it is none of those that could."""
    message = frame_message(frame, leaf_before)
    why = ""
    for side in signers_of(book, frame, said):
        key = book.seats.key(side)
        if not key:
            why = why or f"none of {role(side)}, who has no key in this log"
            continue
        try:
            verify(message, frame.signature, key)
        except BadSignature as error:
            why = why or f"not by the key of {role(side)}: {error}"
        else:
            return side
    raise Refused("signature", why)
