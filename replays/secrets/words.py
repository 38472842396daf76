"""Words: what sides sign to agree to a coming frame of format 2, and what is wrong with those that a frame carries.

A word binds the log and its tip (through the leaf hash before), the number and kind of the frame, who appends it, where
play stands, and all its terms. The frame uses it up, and any other frame ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec

from hexledger.events.dice_records import DiceChange
from hexledger.events.frame import End, Frame, Rewind, Ruling, Seat, encode_value
from hexledger.events.signatures import BadSignature, sign, verify, word_message

if TYPE_CHECKING:
    from hexledger.events.notes import SignerKey
    from hexledger.replays.admission.seats import Seats

Agreed: TypeAlias = Rewind | Ruling | DiceChange | End | Seat
"""What sides may give their word for."""
AGREED = (Rewind, Ruling, DiceChange, End, Seat)

A = TypeVar("A", bound=Agreed)


def content(agreed: Agreed) -> bytes:
    """What those who give their word sign: all terms, and nothing that is gathered afterwards."""
    bare: dict[str, Any] = {"consent": (), "signatures": ()}
    if isinstance(agreed, Seat):
        bare["accepted"] = ""
    return bytes(encode_value(msgspec.structs.replace(agreed, **bare)))


def word_bytes(frame: Frame, agreed: Agreed, previous_leaf: bytes, side: int) -> bytes:
    """The bytes of the word of `side`. `frame`: number, kind, actor and parent count."""
    return word_message(previous_leaf, side, frame.seq, frame.kind, frame.actor, frame.parent, content(agreed))


def give_word(frame: Frame, agreed: Agreed, previous_leaf: bytes, side: int, key: SignerKey) -> str:
    """The word of `side` for a frame that says `agreed`."""
    return sign(word_bytes(frame, agreed, previous_leaf, side), key)


def with_words(
    agreed: A, bare: Frame, previous_leaf: bytes, given: Mapping[int, str], signers: Mapping[int, SignerKey]
) -> A:
    """`agreed` with the words of its `consent`: those given, else made with the keys at hand."""
    gathered = []
    for side in agreed.consent:
        key = signers.get(side)
        made = give_word(bare, agreed, previous_leaf, side, key) if key is not None and side not in given else ""
        gathered.append(given.get(side, made))
    return msgspec.structs.replace(agreed, signatures=tuple(gathered))


def words_fault(
    seats: Seats, frame: Frame, agreed: Agreed, previous_leaf: bytes, role: Callable[[int], str], *, signed: bool
) -> str:
    """What is wrong with the words that a frame carries; empty for nothing."""
    if list(agreed.consent) != sorted(set(agreed.consent)) or frame.actor in agreed.consent:
        return "those who agree are named once each, in order, and its actor is not one of them"
    if not signed:
        return "a signed word in a game without signatures" if agreed.signatures else ""
    if len(agreed.signatures) != len(agreed.consent):
        return f"{len(agreed.consent)} sides agree with {len(agreed.signatures)} words"
    for side, word in zip(agreed.consent, agreed.signatures, strict=True):
        fault = word_fault(seats.key(side), word_bytes(frame, agreed, previous_leaf, side), word, role(side))
        if fault:
            return fault
    return ""


def word_fault(public: bytes, message: bytes, word: str, who: str) -> str:
    """What is wrong with one word; empty when `public` signed its bytes."""
    if not public:
        return f"the word of {who}, who has no key"
    if not word:
        return f"no word of {who}"
    try:
        verify(message, word, public)
    except BadSignature as error:
        return f"the word of {who} is not signed by it for this frame: {error}"
    return ""
