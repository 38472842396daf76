"""Signatures of players over what they decided: Ed25519 over the frame and everything before it.

    frame    "hexledger frame 1" LF | leaf hash of the frame before | payload with an empty signature
    consent  "hexledger consent 1" LF | leaf hash of the frame before |
             msgpack [side, seq, kind, actor, parent, content]
    word     "hexledger word 2" LF | the same: what format 2 signs instead of a consent

The leaf hash before binds a signature to one log and one place in it. `content` is the decision without the consents
and signatures that it gathers. Signatures travel as base64 of 64 bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events.errors import LedgerError
from hexledger.events.frame import Frame, encode_frame

if TYPE_CHECKING:
    from hexledger.events.notes import SignerKey

PUBLIC_SIZE: Final = 32
_SIGNATURE_SIZE: Final = 64
_FRAME: Final = b"hexledger frame 1\n"
_CONSENT: Final = b"hexledger consent 1\n"
_WORD: Final = b"hexledger word 2\n"

_PRIME: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _PRIME) % _PRIME
_ORDER_8: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER: Final = (0, 1, _PRIME - 1, _ORDER_8, _PRIME - _ORDER_8)
"""y of the points whose order divides 8: under such a key one constant signature fits many messages."""


class BadSignature(LedgerError):
    """A signature is missing, malformed, or was not made by the key it must be from over these bytes."""


def frame_message(frame: Frame, previous_leaf: bytes) -> bytes:
    """The bytes that the actor of a frame signs. `previous_leaf`: 32 bytes, zeros before frame 0."""
    bare = msgspec.structs.replace(frame, signature="") if frame.signature else frame
    return _FRAME + previous_leaf + encode_frame(bare)


def consent_message(
    previous_leaf: bytes, side: int, seq: int, kind: int, actor: int, parent: int, content: bytes
) -> bytes:
    """The bytes that `side` signs to agree to frame `seq`, which `actor` is about to append."""
    return _CONSENT + previous_leaf + msgspec.msgpack.encode((side, seq, kind, actor, parent, content))


def word_message(
    previous_leaf: bytes, side: int, seq: int, kind: int, actor: int, parent: int, content: bytes
) -> bytes:
    """Format 2: the bytes that `side` signs to give its word for frame `seq`, which `actor` is about to append."""
    return _WORD + previous_leaf + msgspec.msgpack.encode((side, seq, kind, actor, parent, content))


def signed(frame: Frame, previous_leaf: bytes, key: SignerKey) -> Frame:
    """The frame with its actor's signature."""
    return msgspec.structs.replace(frame, signature=sign(frame_message(frame, previous_leaf), key))


def sign(message: bytes, key: SignerKey) -> str:
    """Base64 of the 64-byte signature."""
    import base64

    return base64.b64encode(key.sign_bytes(message)).decode()


def verify(message: bytes, signature: str, public: bytes) -> None:
    """Returns nothing; raises BadSignature unless `public` (32 bytes) signed `message`."""
    import base64
    import binascii

    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        raw = base64.b64decode(signature.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise BadSignature("the signature is not base64") from None
    # one spelling only: stray bits would let a frame change its hash and keep its signature
    if len(raw) != _SIGNATURE_SIZE or base64.b64encode(raw).decode() != signature:
        raise BadSignature("the signature is not 64 bytes in base64")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(raw, message)
    except (InvalidSignature, ValueError):
        raise BadSignature(f"it was not made by the key {public.hex()[:12]}") from None


def parse_public(text: str) -> bytes:
    """A public key from its 64 hex digits; BadSignature for anything else."""
    try:
        public = bytes.fromhex(text)
    except ValueError:
        public = b""
    if len(public) != PUBLIC_SIZE or public.hex() != text:
        raise BadSignature(f"a public key is {2 * PUBLIC_SIZE} small hex digits")
    return public


def check_public(public: bytes) -> None:
    """BadSignature for 32 bytes that no honest key has: not in canonical form, not on the curve, or of small order."""
    if len(public) != PUBLIC_SIZE:
        raise BadSignature(f"a public key has {PUBLIC_SIZE} bytes")
    number = int.from_bytes(public, "little")
    y = number & (2**255 - 1)
    if y >= _PRIME:
        raise BadSignature("the public key is not in canonical form")
    if y in _SMALL_ORDER:
        raise BadSignature("the public key is a point of small order: anybody can sign for it")
    # x^2 = (y^2 - 1) / (d y^2 + 1) has a root exactly when its Euler symbol is 1
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _PRIME) % _PRIME
    if pow(square, (_PRIME - 1) // 2, _PRIME) != 1:
        raise BadSignature("the public key is no point of the curve")
