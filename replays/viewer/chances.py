"""The chance of victory over a game, for the desk: worked out when it is asked for, in processes of their own, and kept
beside the log (`NAME.swing.json`), so that no page waits for it and nobody waits twice."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, TypeAlias

from hexledger.events.errors import LedgerError
from hexledger.events.file_kinds import read_regular
from hexledger.events.platform import replace_file
from hexledger.events.showing import one_line
from hexledger.replays.errors import ReplayError
from hexledger.replays.whatif.simulate import Plan, simulate
from hexledger.replays.whatif.swing import moments, swings
from hexledger.replays.workers import end_all

Row: TypeAlias = dict[str, Any]

MOST: Final = 4
"""Decisions that weigh most whose moment before and after is played on from, besides the beginning of every turn."""
RUNS: Final = 10
SECONDS: Final = 600.0
"""After so long no run is begun."""
PROCESSES: Final = 2
BOT: Final = "greedy"


_LONGEST: Final = 1 << 26
"""Bytes of a file of chances; those of the longest game take a small part of it."""


def swing_path(log: Path) -> Path:
    """Where the chances of a log lie."""
    return log.with_name(f"{log.name}.swing.json")


def read_swing(log: Path, leaf: str) -> Row | None:
    """The chances that lie beside a log, of the line that ends at the frame with this leaf hash; None for none."""
    try:
        found = json.loads(read_regular(swing_path(log), _LONGEST))
    except (LedgerError, ValueError, RecursionError):
        return None
    good = isinstance(found, dict) and found.get("leaf") == leaf and isinstance(found.get("swing"), dict)
    return dict(found["swing"]) if good else None


class Chances:
    """The chances of one game. Every method may be called from any thread."""

    def __init__(self, path: Path, edition: Path | None = None) -> None:
        self.path, self.edition = path, edition
        self._lock = Lock()
        self._for = ""
        self._done, self._of = 0, 0
        self._why = ""
        self._ended = False

    def end(self) -> None:
        """Let go of what is being worked out: the processes that play it are ended."""
        self._ended = True
        with self._lock:
            working = self._for and not self._why
        if working:
            end_all()

    def look(self, leaf: str) -> Row:
        """`state` (`none`, `working`, `done`, `failed`), `done` and `of` runs, `swing` (see `whatif.swing.swings`),
        `why` it failed; of the line that ends at the frame with this leaf hash."""
        known = read_swing(self.path, leaf)
        with self._lock:
            working = self._for == leaf and not self._why
            state = "done" if known else "working" if working else "failed" if self._for == leaf else "none"
            return {"state": state, "done": self._done, "of": self._of, "swing": known, "why": self._why}

    def begin(self, leaf: str, head: int) -> Row:
        """Begin to work them out for the line to `head`, unless they are known or being worked out.

        ReplayError: those of another line are being worked out.
        """
        now = self.look(leaf)
        with self._lock:
            if now["state"] in ("done", "working"):
                return now
            if self._for and not self._why:
                raise ReplayError("that of another line is being worked out; ask again when it is done")
            self._for, self._why, self._done, self._of = leaf, "", 0, 0
        Thread(target=self._work, args=(leaf, head), daemon=True).start()
        return self.look(leaf)

    def _work(self, leaf: str, head: int) -> None:
        from hexledger.replays.log.chronicle import Chronicle

        try:
            with Chronicle.read(self.path, self.edition) as chronicle:
                chosen = tuple(moments(chronicle, head, MOST))
                players = tuple((side, BOT) for side in range(1, len(chronicle.game.sides) + 1))
                plan = Plan(str(self.path), chosen, RUNS, leaf[:16], players, edition=str(self.edition or ""))
                found = simulate(plan, PROCESSES, SECONDS, self._told, background=True)
                if not any(found.runs.values()):
                    raise ReplayError(f"not one run from every moment came to its end in {SECONDS:.0f} seconds")
                data = {"leaf": leaf, "swing": swings(chronicle, found, head)}
            replace_file(swing_path(self.path), json.dumps(data, ensure_ascii=False, indent=1).encode("utf-8"))
            with self._lock:
                self._for = ""
        except Exception as error:  # whatever it is, the page is told, and the desk goes on
            with self._lock:
                self._why = one_line(str(error)) or type(error).__name__

    def _told(self, done: int, of: int) -> None:
        if self._ended:
            raise ReplayError("the desk was closed meanwhile")
        with self._lock:
            self._done, self._of = done, of
