"""Studies begun at the table: a file of its own beside the log, under the first free name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hexledger.events.errors import AlreadyExists
from hexledger.events.frame import LUCKS
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.studies import begin_study

LINE: Final = "what-if"
"""Name of the line that a study begins on."""
MOST: Final = 1_000
"""Studies that lie beside one log."""


def begin_study_beside(log: Path, at: int, luck: str) -> Path:
    """Make `NAME-study-1.hxl` (or the next number) beside `log`, a what-if from frame `at`; its path. ReplayError for a
    frame that is not there and an unknown luck."""
    if luck not in LUCKS:
        raise ReplayError(f"luck is {', '.join(LUCKS)}, not {luck!r}")
    for number in range(1, MOST + 1):
        path = log.with_name(f"{log.stem}-study-{number}.hxl")
        if path.exists():
            continue
        try:
            begin_study(log, path, at, luck=luck, line=LINE)
        except AlreadyExists:
            continue
        return path
    raise ReplayError(f"{MOST} studies lie beside {log.name} already")
