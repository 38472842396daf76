"""A log whose writer has failed while a table is served: a full disk, a file that was renamed, cut or replaced.

Such a writer appends nothing more (`events.errors.Poisoned`, `Moved`). When the disk has room again, or the file is
back, the log is taken up anew; never a file that lacks what was acknowledged, nor one whose disk lost a sync.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.errors import EngineError
from hexledger.events.errors import LedgerError, Moved, Poisoned
from hexledger.events.ledger import Ledger
from hexledger.events.numbers import counted
from hexledger.replays.errors import ReplayError

if TYPE_CHECKING:
    from hexledger.replays.log.chronicle import Chronicle

EVERY: Final = 3.0
"""Seconds after which what goes on by itself is tried again."""
FAILURES: Final = (EngineError, EditionError, ReplayError, LedgerError, OSError)
"""What may go wrong with a log, and leaves the program whole."""
FAILED: Final = (Poisoned, Moved)
"""What a writer that has failed raises."""


class Unwritten(ReplayError):
    """Something could not be written to the log, and can be once its file or its disk is well again."""


def unwritten(error: Poisoned | Moved) -> Unwritten:
    """A writer that has failed, in words for who waits at a page."""
    after = (
        "nothing that was acknowledged is lost" if isinstance(error, Poisoned) else "play goes on when the log is back"
    )
    return Unwritten(f"{error.path.name} could not be written: {error.reason}; {after}")


def mended(old: Chronicle, reopen: Callable[[], Chronicle], *, shorter: bool = False) -> Chronicle:
    """The log taken up anew by `reopen`; Unwritten where that cannot be. `shorter`: frames of ours may have given way
    since."""
    name, ledger = old.path.name, old.ledger
    size = 1 if shorter else len(ledger)
    if ledger.unsure:
        raise Unwritten(
            f"{name} is not written to any more: the disk did not confirm what it was given, and may have lost it; "
            "look at the disk, then start the table again"
        )
    with suppress(LedgerError):
        ledger.close()
    try:
        with Ledger.open_reader(old.path) as there:  # nothing is done to a file that is not the one that was let go
            same = _goes_on(there, ledger, size)
        found = reopen() if same else None
    except FAILURES as error:
        raise Unwritten(f"{name} cannot be written to: {error}") from error
    if found is not None and not _goes_on(found.ledger, ledger, size):
        found.close()
        found = None
    if found is None:
        raise Unwritten(
            f"{name} is another log by now, or an older copy: it lacks some of the {counted(len(ledger), 'frame')} "
            "that are played here; put the right one back"
        )
    return found


def check_same(path: Path, ours: Ledger, at: int) -> None:
    """ReplayError unless what lies at `path` holds our frames as far as frame `at` (or our last one): before something
    is made of a file that somebody may have put in its place."""
    with Ledger.open_reader(path, damaged=True) as there:
        if not _goes_on(there, ours, min(max(at, 0), len(ours) - 1) + 1):
            raise ReplayError(f"{path.name} is another log by now, or a part of it: put the right one back")


def _goes_on(there: Ledger, ours: Ledger, size: int) -> bool:
    """Whether a log has the first `size` frames of ours."""
    return len(there) >= size and there.leaf(size - 1) == ours.leaf(size - 1)
