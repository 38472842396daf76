"""Who must sign what in a game that asks for signatures, and whether he did.

The keys stand in the genesis frame. Frames of a side with a key carry its signature; rewinds, labels and rulings of the
table need the referee's (side 0), because nobody may move the others' game without signing for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import msgspec

from hexledger.events.frame import GENESIS, LABEL, REWIND, RULING, Frame, Genesis, Rewind, Ruling, encode_value
from hexledger.events.limits import printable
from hexledger.events.signatures import (
    BadSignature,
    consent_message,
    frame_message,
    parse_public,
    sign,
    signed,
    verify,
)
from hexledger.projections.names import capital
from hexledger.replays.errors import ReplayError

if TYPE_CHECKING:
    from hexledger.engine.kernel.game import Game
    from hexledger.events.notes import SignerKey

REFEREE: Final = 0
_BY_THE_TABLE: Final = (REWIND, LABEL, RULING)
"""Kinds of frame that the table cannot make without a key."""


def check_players(players: Sequence[tuple[int, str, str]], game: Game[Any], *, signed: bool) -> None:
    """Refuse (ReplayError) players of sides that do not exist, twice the same side or key, and keys that are none."""
    sides = [side for side, _, _ in players]
    keys = [key for _, _, key in players if key]
    for side, name, key in players:
        if side and side not in game.seats.values():
            raise ReplayError(f"there is no side {side}; sides are 1 to {len(game.sides)}, 0 is the referee")
        if not name or not printable(name) or len(name) > 80:
            raise ReplayError(f"{name!r} is no player's name: 1 to 80 printable characters")
        if key:
            try:
                parse_public(key)
            except BadSignature as error:
                raise ReplayError(f"{name}: {error}") from None
    if len(set(sides)) < len(sides):
        raise ReplayError("two players for one side")
    if len(set(keys)) < len(keys):
        raise ReplayError("two players have the same key: each consent would be one person's word")
    if signed and not any(key for side, _, key in players if side != REFEREE):
        raise ReplayError("a signed game needs the public key of at least one player")


def key_of(genesis: Genesis, side: int) -> bytes | None:
    """The public key of a side (0: the referee), None when it has none."""
    return next((parse_public(key) for player, _, key in genesis.players if player == side and key), None)


def public_keys(genesis: Genesis) -> dict[bytes, tuple[int, str]]:
    """Public key -> (side, player's name)."""
    return {parse_public(key): (side, name) for side, name, key in genesis.players if key}


def role(game: Game[Any], side: int) -> str:
    """The side by name, or the referee."""
    return game.side(side) if side else "referee"


def must_sign(genesis: Genesis, kind: int, actor: int) -> bytes | None:
    """The key that a frame must be signed with, None when it needs no signature.

    ReplayError for a frame that nobody may make: one of the table that moves the game, without a referee's key.
    """
    if not genesis.signed or kind == GENESIS:
        return None
    key = key_of(genesis, actor)
    if key is None and actor == REFEREE and kind in _BY_THE_TABLE:
        raise ReplayError(
            "in a signed game a side must stand for it (`--as SIDE`), or a referee whose key the log names"
        )
    return key


def signer_at_hand(
    genesis: Genesis, game: Game[Any], kind: int, actor: int, signers: Mapping[int, SignerKey]
) -> SignerKey | None:
    """The key to sign a frame with, None when it needs none. ReplayError when it is needed and is not here: asked
    before anything is rolled."""
    key = must_sign(genesis, kind, actor)
    if key is None:
        return None
    signer = signers.get(actor)
    if signer is None:
        name = next(name for side, name, _ in genesis.players if side == actor)
        raise ReplayError(
            f"the {role(game, actor)} frames of this game are signed by {name} (public key {key.hex()[:12]}), and that "
            "key is not at hand; name it with --key"
        )
    if signer.verifier.public != key:
        raise ReplayError(f"the key {signer.verifier.name!r} is not the {role(game, actor)} key of this game")
    return signer


def with_signature(
    genesis: Genesis, game: Game[Any], frame: Frame, previous_leaf: bytes, signers: Mapping[int, SignerKey]
) -> Frame:
    """The frame, signed where the game asks for it."""
    signer = signer_at_hand(genesis, game, frame.kind, frame.actor, signers)
    return frame if signer is None else signed(frame, previous_leaf, signer)


def check_signature(genesis: Genesis, game: Game[Any] | None, frame: Frame, previous_leaf: bytes) -> tuple[bool, str]:
    """(whether the frame carries a good signature, what is wrong with it: empty for nothing)."""
    try:
        key = must_sign(genesis, frame.kind, frame.actor)
    except ReplayError as error:
        return False, str(error)
    if key is None:
        return False, "a signature that the game does not ask for" if frame.signature else ""
    who = f"side {frame.actor}" if game is None else f"the {capital(role(game, frame.actor))} side"
    if not frame.signature:
        return False, f"no signature of {who}"
    try:
        verify(frame_message(frame, previous_leaf), frame.signature, key)
    except BadSignature as error:
        return False, f"a signature that is not that of {who}: {error}"
    return True, ""


# ------------------------------------------------------------------ consents
Agreed: TypeAlias = Rewind | Ruling
"""What sides may agree to."""


def agreed_content(agreed: Agreed) -> bytes:
    """What those who agree sign: where to or what, why, and nothing that is gathered afterwards."""
    return bytes(encode_value(msgspec.structs.replace(agreed, consent=(), signatures=())))


def consent_bytes(frame: Frame, agreed: Agreed, previous_leaf: bytes, side: int) -> bytes:
    """The bytes that `side` signs to agree to a rewind or ruling."""
    return consent_message(
        previous_leaf, side, frame.seq, frame.kind, frame.actor, frame.parent, agreed_content(agreed)
    )


def sign_consent(frame: Frame, agreed: Agreed, previous_leaf: bytes, side: int, key: SignerKey) -> str:
    """The signature of `side` that agrees to a rewind or ruling."""
    return sign(consent_bytes(frame, agreed, previous_leaf, side), key)


A = TypeVar("A", Rewind, Ruling)


def with_consents(
    genesis: Genesis,
    bare: Frame,
    agreed: A,
    previous_leaf: bytes,
    signatures: Mapping[int, str],
    signers: Mapping[int, SignerKey],
) -> A:
    """What is agreed to, with the signatures of those who agree where the game asks for them: those given, else made
    with the keys at hand. `bare`: the frame that it will be, as far as a consent covers it."""
    if not genesis.signed or not agreed.consent:
        return agreed
    gathered = []
    for side in agreed.consent:
        key = signers.get(side) if key_of(genesis, side) is not None else None
        made = sign_consent(bare, agreed, previous_leaf, side, key) if key is not None else ""
        gathered.append(signatures.get(side, made))
    return msgspec.structs.replace(agreed, signatures=tuple(gathered))


def consents_signed(
    genesis: Genesis, game: Game[Any] | None, frame: Frame, agreed: Agreed, previous_leaf: bytes
) -> str:
    """What is wrong with the signatures of those who agreed to a rewind or ruling; empty for nothing."""
    if not genesis.signed:
        return "a signed consent in a game without signatures" if agreed.signatures else ""
    if len(agreed.signatures) != len(agreed.consent):
        return f"{len(agreed.consent)} consents with {len(agreed.signatures)} signatures"
    for side, signature in zip(agreed.consent, agreed.signatures, strict=True):
        who = f"side {side}" if game is None else f"the {capital(role(game, side))} side"
        key = key_of(genesis, side)
        if key is None:
            if side == REFEREE:
                return "the consent of a referee whose key the log does not name"
            if signature:
                return f"a signed consent of {who}, which has no key"
            continue
        if not signature:
            return f"the consent of {who} is not signed"
        try:
            verify(consent_bytes(frame, agreed, previous_leaf, side), signature, key)
        except BadSignature as error:
            return f"the consent of {who} is not signed by it: {error}"
    return ""
