"""What a seal of format 2 is bound to: the log, the side and the slot, as the head of its salt.

A seal is SHA-256(salt 0x00 choice) in both formats. In format 2 the salt is

    hexledger seal 2|LOG ID|SIDE|SLOT|SALT

with the numbers of side and slot, and a salt of the owner's. So the rules open a seal as they always did, and the other
side's seal, copied, cannot be opened: its salt names another side.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

_HEAD: Final = "hexledger seal 2"


def bind(salt: str, log_id: str, side: int, slot: int) -> str:
    """The salt that a side seals with in a slot (number of a word) of a log."""
    return f"{_HEAD}|{log_id}|{side}|{slot}|{salt}"


def bound(salt: object, log_id: str, side: int, slot: int) -> bool:
    """Is a salt bound to log, side and slot, with something of the owner's behind?"""
    head = bind("", log_id, side, slot)
    return isinstance(salt, str) and salt.startswith(head) and len(salt) > len(head)


def commitment_of(choice: tuple[Any, ...], salt: str) -> str:
    """Hex SHA-256 of a choice given as plain data (`engine.seals.commitment` for a decision)."""
    return sha256(salt.encode() + b"\0" + msgspec.msgpack.encode(choice)).hexdigest()
