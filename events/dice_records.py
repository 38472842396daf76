"""What a frame of kind DICE says: everything about the dice of a game that is not a roll.

The decision of such a frame is one of these records, msgpack `[tag, field, ...]`. It changes no position.
"""

# No `from __future__ import annotations` here: as text, the annotations of the structs would be compiled one by one
# when their decoder is made, which every start of the program would pay for.

from typing import TypeAlias

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


DiceRecord: TypeAlias = (
    DiceChanged
    | RollsConfirmed
    | SecretRevealed
    | DecisionFixed
    | LinkRevealed
    | RevealRefused
    | DecisionReleased
    | DiceAgreed
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
