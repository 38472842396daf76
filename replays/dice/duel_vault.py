"""A side's vault in a duel: its file with the secret that its hash chain is made from."""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexledger.engine.dice import duel
from hexledger.events.frame import UNREADABLE
from hexledger.events.private import create_private, read_private
from hexledger.replays.dice.dicebook import chain_text
from hexledger.replays.errors import BadSecretFile


class _Vault(msgspec.Struct, frozen=True):
    hexledger: str
    log_id: str
    side: int
    length: int
    secret: str
    anchor: str


class DuelVault:
    """The chain of one side for one log. `commitment` is public; the rest is not."""

    def __init__(self, path: Path) -> None:
        """Read a vault; BadSecretFile when it is none or is open to others."""
        self.path = path
        try:
            found = msgspec.json.decode(read_private(path), type=_Vault)
            secret = bytes.fromhex(found.secret)
            good = (
                found.hexledger == "duel"
                and len(secret) == duel.LINK_SIZE
                and 1 <= found.length <= duel.MOST_LINKS
                and found.side >= 1
            )
        except (ValueError, *UNREADABLE):
            good = False
        if not good:
            raise BadSecretFile(f"{path}: not a vault of duel dice, or damaged")
        self.log_id, self.side, self.length = found.log_id, found.side, found.length
        self._links = duel.chain(found.log_id, found.side, secret, found.length)
        self._after = dict(zip(self._links, self._links[1:], strict=False))
        if self._links[0].hex() != found.anchor:
            raise BadSecretFile(f"{path}: the chain does not lead to its anchor; the file is damaged")

    @classmethod
    def new(cls, path: Path, log_id: str, side: int, length: int = duel.DEFAULT_LINKS) -> DuelVault:
        """A new chain of `length` links from 256 bits of the system, bound to side and log."""
        from secrets import token_bytes

        if not 1 <= length <= duel.MOST_LINKS:
            raise BadSecretFile(f"a chain has 1 to {duel.MOST_LINKS} links, not {length}")
        secret = token_bytes(duel.LINK_SIZE)
        anchor = duel.chain(log_id, side, secret, length)[0]
        vault = _Vault("duel", log_id, side, length, secret.hex(), anchor.hex())
        create_private(path, msgspec.json.encode(vault) + b"\n")
        return cls(path)

    @property
    def commitment(self) -> str:
        """What genesis, or a change of dice, holds of it."""
        return chain_text(self.side, self.length, self._links[0])

    @property
    def anchor(self) -> bytes:
        """Link 0."""
        return self._links[0]

    def link(self, last: bytes) -> bytes | None:
        """The link after `last`, which the log has shown; None when the chain is another or at its end."""
        return self._after.get(last)

    def link_number(self, n: int, shown: int, last: bytes) -> bytes | None:
        """Format 2: link `n`, when `last` is link `shown` of this chain; None when it is another or too short."""
        if not shown < n <= self.length or self._links[shown] != last:
            return None
        return self._links[n]
