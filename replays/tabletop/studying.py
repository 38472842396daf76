"""Studies begun at the table: a file of its own beside the log, under the first free name; and those that lie there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hexledger.events.errors import AlreadyExists, LedgerError
from hexledger.events.frame import LUCKS, decode_frame
from hexledger.events.ledger import Ledger
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.genesis import read_genesis
from hexledger.replays.log.reader import LogReader
from hexledger.replays.log.studies import begin_study
from hexledger.replays.tabletop.studytree import Beside, read_beside, write_beside

LINE: Final = "what-if"
"""Name of the line that a study begins on."""
MOST: Final = 1_000
"""Studies that lie beside one log."""


def begin_study_beside(log: Path, at: int, luck: str, by: tuple[int, ...] = ()) -> Path:
    """Make `NAME-study-1.hxl` (or the next number) beside `log`, a what-if from frame `at`; its path. `by`: the seats
    whose study it is. ReplayError for a frame that is not there and an unknown luck."""
    if luck not in LUCKS:
        raise ReplayError(f"luck is {', '.join(LUCKS)}, not {luck!r}")
    for path in _names(log):
        if path.exists():
            continue
        try:
            begin_study(log, path, at, luck=luck, line=LINE)
        except AlreadyExists:
            continue
        with Ledger.open_reader(path) as made:
            log_id = read_genesis(decode_frame(made.payload(0), 0)).log_id
        write_beside(path, Beside(log_id, list(by)))
        return path
    raise ReplayError(f"{MOST} studies lie beside {log.name} already")


def studies_beside(game: LogReader, by: tuple[int, ...]) -> list[Path]:
    """The studies of a game that lie beside its log under such names and belong to the seats `by`."""
    first = game.ledger.leaf(0)
    found: list[Path] = []
    for path in _names(game.path):
        if not path.exists():
            continue
        try:
            with Ledger.open_reader(path) as study:
                ours = study.leaf(0) == first
            if ours and read_beside(path, game.genesis.log_id).by == list(by):
                found.append(path)
        except (LedgerError, ReplayError, OSError):
            continue
    return found


def _names(log: Path) -> list[Path]:
    return [log.with_name(f"{log.stem}-study-{number}.hxl") for number in range(1, MOST + 1)]
