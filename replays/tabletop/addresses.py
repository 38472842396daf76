"""Addresses that outlive a server: the tokens of a game's seats follow from one secret beside its log.

`GAME.hxl.seats` is `{"secret": 64 hex digits, "log": log id}`, readable by its owner only. A server that is started
again gives every seat the token that it had, so that a page which lost its server goes on with the next one.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec

from hexledger.events.frame import UNREADABLE
from hexledger.events.private import create_private, read_private
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import random_hex

_BYTES: Final = 32
_TOKEN: Final = 24
"""Bytes of the secret, and of a token."""


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    secret: str
    log: str


def addresses_path(log: Path) -> Path:
    """Where the secret of a log's addresses lies."""
    return log.with_name(log.name + ".seats")


def secret_beside(log: Path, log_id: str, *, anew: bool = False) -> bytes:
    """The secret from which the tokens of a game's seats follow; made where there is none, or `anew`: then all
    addresses that were given before are void. ReplayError for a file that holds none, or another game's; Exposed,
    DiskError."""
    path = addresses_path(log)
    if anew:
        path.unlink(missing_ok=True)
    if not path.exists():
        create_private(path, msgspec.json.encode(_Kept(random_hex(_BYTES), log_id)) + b"\n")
    try:
        kept = msgspec.json.decode(read_private(path), type=_Kept)
        secret = bytes.fromhex(kept.secret)
    except (ValueError, *UNREADABLE) as error:
        raise ReplayError(f"{path.name} holds no addresses; `table --new-addresses` makes it anew") from error
    if kept.log != log_id or len(secret) != _BYTES:
        raise ReplayError(f"{path.name} holds the addresses of another game; `table --new-addresses` makes it anew")
    return secret


def token_of(secret: bytes, log_id: str, plays: Sequence[int], more: str = "") -> str:
    """The token of a seat that plays some seats of the game. `more`: what tells it from another that plays the same."""
    said = f"{log_id}|{','.join(map(str, plays))}|{more}".encode()
    digest = blake2b(said, digest_size=_TOKEN, key=secret, person=b"hexledger seat").digest()
    return urlsafe_b64encode(digest).decode("ascii")
