"""Who sits where: the person and the key of each side at every frame, following the file."""

from __future__ import annotations

import msgspec

from hexledger.events.frame import Genesis, Seat


class Sitter(msgspec.Struct, frozen=True):
    """A person at a side from the frame after `since` on. key: 32 bytes, empty for none."""

    side: int
    name: str
    key: bytes
    since: int
    reason: str = ""


class Seats:
    """The seats of a log, as the frames taken so far leave them. Side 0 is the referee's seat."""

    def __init__(self, genesis: Genesis) -> None:
        self.sitters: dict[int, Sitter] = {}
        self.past: list[Sitter] = []
        """Everybody who ever sat down, in the order of the file."""
        self.used: dict[bytes, int] = {}
        """Every key that the log has shown -> the frame that showed it: a key comes once."""
        for side, name, key in genesis.players:
            self._sit(Sitter(side, name, bytes.fromhex(key), 0))

    def key(self, side: int) -> bytes:
        """The key that sits at a side now, empty for none."""
        sitter = self.sitters.get(side)
        return sitter.key if sitter is not None else b""

    @property
    def everybody(self) -> tuple[tuple[int, str, str], ...]:
        """(side, name, key in hex) of everybody who ever sat down, as a genesis lists its players."""
        return tuple((one.side, one.name, one.key.hex()) for one in self.past)

    def take(self, seat: Seat, seq: int) -> None:
        """Somebody else sits down, with frame `seq`."""
        self._sit(Sitter(seat.side, seat.name, bytes.fromhex(seat.key), seq, seat.reason))

    def _sit(self, sitter: Sitter) -> None:
        self.sitters[sitter.side] = sitter
        self.past.append(sitter)
        if sitter.key:
            self.used[sitter.key] = sitter.since

    def side_of(self, key: bytes) -> int | None:
        """The side at which a key sits now, None for none."""
        return next((side for side, sitter in self.sitters.items() if sitter.key == key), None)
