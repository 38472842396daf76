"""What a reader of a log has left out, and why: an unfinished append, a damaged middle, an end that was never saved.

A reader that shows less than the file holds, or than the game had, says so with one sentence everywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec


class LeftOut(msgspec.Struct, frozen=True):
    """`frames` are whole and are shown; from byte `offset` on `size` bytes are not, because of `reason`.

    kind: `cut` (the file ends in the middle of a frame), `damaged` (a frame is damaged and others follow), or
    `salvaged` (the whole part of another file, which is named in `reason`)
    """

    kind: str
    frames: int
    offset: int
    size: int
    reason: str

    @property
    def sentence(self) -> str:
        """What is missing, for people."""
        shown = (
            f"only frames 0 to {self.frames - 1} are whole and shown" if self.frames > 1 else "only frame 0 is whole"
        )
        if self.kind == "salvaged":
            return f"this is the whole part of a damaged log: {self.reason}"
        what = "the end of the log is missing" if self.kind == "cut" else "the log is damaged"
        return f"{what}: {shown}; {self.size:,} bytes from byte {self.offset:,} on are left out ({self.reason})"

    @property
    def brief(self) -> str:
        """The same in few words, for a picture."""
        return {"cut": "the end is missing", "salvaged": "salvaged part"}.get(self.kind, "damaged log, its whole part")

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**msgspec.structs.asdict(self), "text": self.sentence}


def paper_path(log: Path) -> Path:
    """Where the paper of a salvaged log lies (`replays/log/salvage.py`)."""
    return log.with_name(log.name + ".salvaged")
