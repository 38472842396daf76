"""Keepers' keys of a log, kept until the secret is open, and then made again from it."""

from __future__ import annotations

from hexledger.engine.dice import referee
from hexledger.events.frame import Frame


class Keys:
    """The key of each frame that rolled referee dice, by commitment."""

    def __init__(self, log_id: str) -> None:
        self._log_id = log_id
        self._frames: dict[str, list[tuple[int, int, bytes, bytes]]] = {}
        self._rolls: dict[int, int] = {}
        self.rederived = 0
        """Rolls whose keys follow from opened secrets."""

    def note(self, frame: Frame, commitment: str) -> None:
        """Keep the key of a frame."""
        key = referee.read_evidence(frame.evidence[0]) or b""
        self._frames.setdefault(commitment, []).append((frame.seq, frame.actor, bytes(frame.decision), key))

    def count(self, seq: int) -> None:
        """One more roll under the key of a frame."""
        self._rolls[seq] = self._rolls.get(seq, 0) + 1

    def open(self, commitment: str, secret: str) -> int | None:
        """Make all keys under a commitment again; the first frame whose key is another, None when all are equal."""
        for seq, actor, decision, key in self._frames.get(commitment, ()):
            if referee.decision_key(bytes.fromhex(secret), self._log_id, seq, actor, decision) != key:
                return seq
            self.rederived += self._rolls.get(seq, 0)
        return None
