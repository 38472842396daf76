"""What a frame of kind DICE says: everything about the dice of a game that is not a roll.

The decision of such a frame is one of these records, msgpack `[tag, field, ...]`. It changes no position. Tags 1 to 8
are those of format 1, of which format 2 keeps 2 only and has 9 to 12 instead of the others.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from typing import Final, TypeAlias

import msgspec

from hexledger.events.frame import UNREADABLE, BadFrame


class DiceChanged(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """From here on the dice are of another mode, or the same with fresh commitments. A decision of all sides.

    mode         number of the mode
    seed         practice: the open seed; else empty
    commitments  as in the genesis frame
    refusal      duel: what follows when a side keeps its link back (empty elsewhere)
    consent      sides besides the actor that agree. In signed games nobody speaks for another: it is empty, and the
                 change takes effect when every other side has agreed in a frame of its own (DiceAgreed)
    """

    mode: int
    seed: str
    commitments: tuple[str, ...]
    refusal: str
    consent: tuple[int, ...]


class RollsConfirmed(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """The actor has seen the rolls entered in these frames and confirms them."""

    frames: tuple[int, ...]


class SecretRevealed(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """The keeper opens his secret (hex); it belongs to `commitment`."""

    commitment: str
    secret: str


class DecisionFixed(msgspec.Struct, frozen=True, array_like=True, tag=4):
    """The actor has decided and waits for dice: the next decision is this one and no other (msgpack, in hex)."""

    decision: str


class LinkRevealed(msgspec.Struct, frozen=True, array_like=True, tag=5):
    """Duel: the actor gives its link (hex) for the decision that waits."""

    link: str


class RevealRefused(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """Duel: `side` keeps its link back for the decision that waits; `refusal` is the rule that says what follows."""

    side: int
    refusal: str
    reason: str


class DecisionReleased(msgspec.Struct, frozen=True, array_like=True, tag=7):
    """The decision that waits for dice is dropped, with the agreement of all sides or by the referee."""

    reason: str
    consent: tuple[int, ...]


class DiceAgreed(msgspec.Struct, frozen=True, array_like=True, tag=8):
    """Signed games: the actor agrees to what frame `proposal` proposes (a change of dice, a release)."""

    proposal: int


class DiceChange(msgspec.Struct, frozen=True, array_like=True, tag=9):
    """Format 2: from here on the dice are of another mode, or the same with fresh commitments. A decision of all sides.

    A decision that waits for its dice is dropped with it, and its links are spent. Fields as in DiceChanged; `consent`
    and `signatures` as everywhere in format 2 (see `signatures.py`).
    """

    mode: int
    seed: str
    commitments: tuple[str, ...]
    refusal: str
    reason: str = ""
    consent: tuple[int, ...] = ()
    signatures: tuple[str, ...] = ()


class Fix(msgspec.Struct, frozen=True, array_like=True, tag=10):
    """Format 2: the actor has decided (`decision`: as the game encodes it), and its dice follow from this frame's leaf.

    In a duel the frame's evidence is the actor's link.
    """

    decision: msgspec.Raw


class KeeperReveal(msgspec.Struct, frozen=True, array_like=True, tag=11):
    """Format 2: the keeper opens his secret (hex) and lists what he served: (frame, leaf hash in hex) of each fix.

    signature  of the key in his commitment (base64), over all of it (`reveal_message`)
    """

    commitment: str
    secret: str
    served: tuple[tuple[int, str], ...]
    signature: str = ""


class Refusal(msgspec.Struct, frozen=True, array_like=True, tag=12):
    """Format 2, duel: `side` must roll the decision that waits and does not; the genesis says who names the values."""

    side: int
    reason: str


OLD_RECORDS: Final = (
    DiceChanged,
    RollsConfirmed,
    SecretRevealed,
    DecisionFixed,
    LinkRevealed,
    RevealRefused,
    DecisionReleased,
    DiceAgreed,
)
NEW_RECORDS: Final = (RollsConfirmed, DiceChange, Fix, KeeperReveal, Refusal)
"""What formats 1 and 2 know."""

DiceRecord: TypeAlias = (
    DiceChanged
    | RollsConfirmed
    | SecretRevealed
    | DecisionFixed
    | LinkRevealed
    | RevealRefused
    | DecisionReleased
    | DiceAgreed
    | DiceChange
    | Fix
    | KeeperReveal
    | Refusal
)

_decoder = msgspec.msgpack.Decoder(DiceRecord)
_encoder = msgspec.msgpack.Encoder()


def decode_record(raw: bytes | msgspec.Raw, seq: int) -> DiceRecord:
    """The record of frame `seq`; BadFrame for anything else, also for bytes that say it in another way."""
    try:
        record: DiceRecord = _decoder.decode(raw)
        same = _encoder.encode(record) == bytes(raw)
    except UNREADABLE as error:
        raise BadFrame(seq, f"not a dice record: {error}") from error
    if not same:
        raise BadFrame(seq, "its dice record is not in the one form of its content")
    return record


_REVEAL: Final = b"hexledger reveal 2\n"


def reveal_message(log_id: str, record: KeeperReveal) -> bytes:
    """The bytes that a keeper signs when he opens his secret."""
    bare = msgspec.structs.replace(record, signature="")
    return _REVEAL + log_id.encode() + b"\n" + _encoder.encode(bare)
