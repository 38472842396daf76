"""Seals from first to last: which choices were fixed in secret, and whether each was opened to its commitment.

Most seals are opened by the decision that the rules ask for. What is still sealed at the end (on undone lines, or
because the game ended first) is opened by an OPENING frame, so that the record of a finished game hides nothing (F54).
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from hexledger.events.frame import DECISION, OPENING, Frame, Opening
from hexledger.events.model import Revealed, Sealed

_SEALING: Final = frozenset({Sealed, Revealed})
_opening = msgspec.msgpack.Decoder(Opening)


class SealEntry(msgspec.Struct):
    """One seal: the frame that fixed it, whose it is, its slot (a word) and commitment, and how it was opened.

    opened  frame that opened it, -1 while it is closed; `choice` is then `[tag, field, ...]`, `salt` its salt
    """

    frame: int
    side: int
    slot: int
    commitment: str
    opened: int = -1
    choice: tuple[Any, ...] = ()
    salt: str = ""


class SealBook:
    """The seals of a file, frame by frame in its order."""

    def __init__(self, *, once: bool = True) -> None:
        """`once`: an opening may not show what was opened before, by the rules or by another (format 1 says so)."""
        self._once = once
        self.seals: dict[int, SealEntry] = {}
        """Frame of the seal -> the seal. A decision fixes one at most."""
        self.opened = 0
        self._parents: dict[int, int] = {}

    def add(self, frame: Frame) -> str:
        """Take the next frame; what is wrong with a seal that it opens, empty for nothing. Raises UNREADABLE."""
        if frame.kind == OPENING:
            opening = _opening.decode(frame.decision)
            if not opening.seals:
                return "an opening that opens nothing"
            return next(filter(None, (self._open(frame, *one) for one in opening.seals)), "")
        self._parents[frame.seq] = frame.parent
        if _SEALING.isdisjoint(map(type, frame.events)):
            return ""
        problem = ""
        for event in frame.events:
            if type(event) is Sealed:
                self.seals[frame.seq] = SealEntry(frame.seq, event.side, event.slot, event.commitment)
            elif type(event) is Revealed and frame.kind == DECISION:
                problem = problem or self._revealed(frame, event)
        return problem

    def closed(self, side: int | None = None) -> list[SealEntry]:
        """Seals that nobody has opened yet (of one side), in file order."""
        return [one for one in self.seals.values() if one.opened < 0 and side in (None, one.side)]

    def notes(self, *, over: bool) -> list[str]:
        """What a verdict says about closed seals."""
        frames = [f"#{one.frame}" for one in self.closed()]
        if not frames or not over:
            return []
        return [f"the game is over and still sealed: {', '.join(frames)}; their owners open them with reveal-all"]

    def _revealed(self, frame: Frame, event: Revealed) -> str:
        """A reveal that the rules asked for opens the last seal of its side and slot on its line."""
        from hexledger.engine.kernel.decisions import Reveal

        at = frame.parent
        while at > 0:
            found = self.seals.get(at)
            if found is not None and (found.side, found.slot) == (event.side, event.slot):
                break
            at = self._parents.get(at, -1)
        else:
            return f"side {event.side} reveals what it never sealed"
        data = msgspec.msgpack.decode(frame.decision)
        if not isinstance(data, list) or data[:1] != [Reveal.__struct_config__.tag]:
            return "a seal was opened without showing what it held"
        reveal = msgspec.msgpack.decode(frame.decision, type=Reveal)
        return self._opens(found, frame.seq, reveal.choice, reveal.salt)

    def _open(self, frame: Frame, sealed: int, choice: tuple[Any, ...], salt: str) -> str:
        found = self.seals.get(sealed)
        if found is None:
            return f"frame {sealed} sealed nothing"
        if found.side != frame.actor:
            return f"side {frame.actor} opens the seal of side {found.side} in frame {sealed}"
        if found.opened >= 0 and self._once:
            return f"the seal of frame {sealed} was opened in frame {found.opened} already"
        return self._opens(found, frame.seq, choice, salt)

    def _opens(self, found: SealEntry, by: int, choice: tuple[Any, ...], salt: str) -> str:
        from hexledger.replays.secrets.binding import commitment_of

        if commitment_of(choice, salt) != found.commitment:
            return f"what is shown is not what frame {found.frame} sealed"
        if found.opened < 0:
            found.opened, found.choice, found.salt = by, choice, salt
            self.opened += 1
        return ""


def seal_book(frames: list[Frame]) -> SealBook:
    """The seals of a whole file that was audited before."""
    book = SealBook()
    for frame in frames:
        book.add(frame)
    return book
