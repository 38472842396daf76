"""Who sits where: the person and the key of each side at every frame, following the file."""

from __future__ import annotations

import msgspec

from hexledger.events.frame import ARMIES, Genesis, Seat, side_of_seat


class Sitter(msgspec.Struct, frozen=True):
    """A person at a side from the frame after `since` on. key: 32 bytes, empty for none."""

    side: int
    name: str
    key: bytes
    since: int
    reason: str = ""


class Seats:
    """The seats of a log, as the frames taken so far leave them. Side 0 is the referee's seat, `10 * side + n` that of
    a side's n-th army, where its players sit apart."""

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

    def of_side(self, side: int) -> tuple[int, ...]:
        """The seats of a side: its own, then those of its armies that somebody has taken, ascending."""
        return (side, *sorted(seat for seat in self.sitters if seat >= ARMIES and side_of_seat(seat) == side))

    def deciding(self, side: int, army: int) -> int:
        """The seat that decides for an army of a side (0: for the side): the army's, where somebody has taken it."""
        seat = ARMIES * side + army
        return seat if army and seat in self.sitters else side

    @property
    def apart(self) -> bool:
        """Does any army have a player of its own?"""
        return any(seat >= ARMIES for seat in self.sitters)

    def side_of(self, key: bytes) -> int | None:
        """The side at which a key sits now, None for none."""
        return next((side for side, sitter in self.sitters.items() if sitter.key == key), None)
