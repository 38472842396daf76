"""Looking on with a delay: a copy of the log that lags behind it, so that what is not to be known yet is not there.

What a spectator is shown comes from the copy alone. A frame goes into it when it is old enough: when so many decisions
stand behind it in the file, or when it is so long ago that it was written (or, in a game without a clock, that this
server saw it). When the game is over nothing is held back for decisions that never come.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final

import msgspec

from hexledger.events.frame import DECISION
from hexledger.events.ledger import Ledger
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.reader import LogReader
from hexledger.replays.tabletop.mending import FAILURES

EVERY: Final = 0.5
"""Seconds between two looks at the log."""
_LONGEST: Final = 7 * 24 * 3600
_TEXT: Final = re.compile(r"([1-9][0-9]{0,6})(s|m|h|)")


class Delay(msgspec.Struct, frozen=True):
    """How far spectators lag: decisions, or seconds; one of them is 0."""

    decisions: int = 0
    seconds: int = 0


def read_delay(text: str) -> Delay:
    """`20` (decisions), `90s`, `10m`, `2h`; ReplayError for anything else."""
    found = _TEXT.fullmatch(text)
    count = int(found[1]) if found else 0
    unit = {"s": 1, "m": 60, "h": 3600}.get(found[2], 0) if found else 0
    if found is None or unit * count > _LONGEST:
        raise ReplayError(f"a delay is a number of decisions (20) or a time up to a week (90s, 10m, 2h), not {text!r}")
    return Delay(seconds=unit * count) if unit else Delay(decisions=count)


class Lagging:
    """A copy of a log that lags behind it, in a folder of its own that goes with it.

    game    the log, open for reading by its own handle (`refresh` is called here)
    now     milliseconds since 1970
    """

    def __init__(self, game: LogReader, delay: Delay, now: Callable[[], int] | None = None) -> None:
        self.game, self.delay = game, delay
        self._now = now or (lambda: time.time_ns() // 1_000_000)
        self._folder = TemporaryDirectory(prefix="hexledger-")
        self.path = Path(self._folder.name) / game.path.name
        self._seen: list[int] = []
        """When each frame of the log was written: what the frames say that were there at the beginning; of later ones,
        and where nothing is said, when they were seen."""
        self._ended = Event()
        self._thread: Thread | None = None
        payloads = list(game.ledger.payloads(0, 1))
        self.copy = Ledger.create_with(self.path, payloads)

    def catch_up(self) -> int:
        """Take in what is old enough by now; how many frames that were."""
        game = self.game
        game.refresh()
        now = self._now()
        first = not self._seen
        for seq in range(len(self._seen), len(game.ledger)):
            said = game.frame(seq).time if first else None
            self._seen.append(now if said is None else min(said, now))
        have, size = len(self.copy), self._shown(now)
        if size > have:
            if not self.copy.writable:
                self.copy = self._taken_up()
            self.copy.append_many(list(game.ledger.payloads(have, size)), expected_head=have - 1)
        return max(0, size - have)

    def _taken_up(self) -> Ledger:
        """The copy again, after something went wrong with it; made anew where somebody has cleaned up."""
        self.copy.close()
        if self.path.exists():
            return Ledger.open_writer(self.path)
        self.path.parent.mkdir(mode=0o700, exist_ok=True)
        return Ledger.create_with(self.path, list(self.game.ledger.payloads(0, len(self.copy))))

    def _shown(self, now: int) -> int:
        """How many frames of the log are old enough."""
        game, size = self.game, len(self.game.ledger)
        if self.delay.seconds:
            before = now - 1000 * self.delay.seconds
            return next((seq for seq in range(1, size) if self._seen[seq] > before), size)
        if game.state().over:
            return size
        waiting = self.delay.decisions
        for seq in range(size - 1, 0, -1):
            if not waiting:
                return seq + 1
            waiting -= game.timeline.kinds[seq] == DECISION
        return 1

    def follow(self, news: Callable[[], None], told: Callable[[str], None]) -> None:
        """Catch up from now on, in the background; `news` is called when something was taken in, `told` with why
        nothing can be (empty: it can)."""

        def work() -> None:
            while not self._ended.wait(EVERY):
                try:
                    new = self.catch_up()
                    told("")
                    if new:
                        news()
                except FAILURES as error:  # the log is away, or the disk is full: tried again
                    told(f"what is shown stands still: {error}")

        self._thread = Thread(target=work, name="lagging", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End it; the copy goes."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()
        self.copy.close()
        self.game.close()
        self._folder.cleanup()
