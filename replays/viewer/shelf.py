"""The games of a desk's server: each opened for reading, built when it is asked for first, continued when its file
grows. One that is being built keeps no other waiting, nor the list of all."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, TypeAlias

from hexledger.engine.editions.edition import EditionError
from hexledger.engine.errors import EngineError
from hexledger.events.errors import LedgerError
from hexledger.events.numbers import counted
from hexledger.events.showing import one_line
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.tabletop.mending import check_same
from hexledger.replays.viewer.builder import Builder
from hexledger.replays.viewer.chances import Chances
from hexledger.replays.viewer.notes import MINE, changed, check_notes, kept, read_notes, shared, write_notes
from hexledger.replays.viewer.verdict import judged

Row: TypeAlias = dict[str, Any]

FAILURES: Final = (LedgerError, ReplayError, EngineError, EditionError, OSError)
"""What may go wrong with one log, and leaves the others alone."""

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")


class Shelved:
    """One game. Every method may be called from any thread; one at a time works on the game, and one beside it tells
    its story, which takes long in a long game and must not keep news waiting.

    `as_side`: name of the side whose view is served, None for everything. `verify`: audit it, and again when it grew.
    `public`: of the notes only those that are for all.
    """

    def __init__(
        self,
        name: str,
        path: Path,
        *,
        edition: Path | None = None,
        as_side: str | None = None,
        verify: bool = True,
        public: bool = False,
    ) -> None:
        self.name = name
        self.path = path
        self.edition = edition
        self._lock, self._telling = Lock(), Lock()
        self._reader: Chronicle | None = None
        """With which the story is told."""
        self._told: tuple[int, Row] | None = None
        """The story, and of how many frames."""
        self._verify = verify
        self._public = public
        self._audited = 0
        self._auditing = False
        self._verdict: Row | None = None
        self._chronicle = Chronicle.read(path, edition, damaged=True)
        game = self._chronicle.game
        self._builder = Builder(self._chronicle, game.side_number(as_side) if as_side is not None else 0)
        self._chances = Chances(path, edition)
        self._as_side = game.side(self._builder.side) if self._builder.side else ""
        self._brief = self._briefly()

    def close(self) -> None:
        """Let the file go."""
        self._chances.end()
        with self._telling, self._lock:
            self._chronicle.close()
            if self._reader is not None:
                self._reader.close()

    # ------------------------------------------------------------ looking
    def _refresh(self) -> None:
        self._chronicle.refresh()
        if len(self._builder.frames) != len(self._chronicle.timeline):
            self._builder.extend()
        frames = len(self._chronicle.timeline)
        if self._verify and self._audited != frames and not self._auditing:
            self._auditing = True
            Thread(target=self._audit, args=(frames,), daemon=True).start()

    def _audit(self, frames: int) -> None:
        try:
            with suppress(*FAILURES):  # it cannot be read now: audited when it is asked for again
                found = judged(self.path, self.edition, self._chronicle.game)
                self._verdict, self._audited = found | {"frames": frames}, frames
        finally:
            self._auditing = False

    def brief(self) -> Row:
        """`name title scenario frames head over`: a line in the list of games. It builds nothing; of a game that is
        being built it says what it said before."""
        if self._lock.acquire(blocking=False):
            try:
                self._chronicle.refresh()
                self._brief = self._briefly()
            finally:
                self._lock.release()
        return self._brief

    def _briefly(self) -> Row:
        game = self._builder.game_data()
        timeline = self._chronicle.timeline
        return {
            "name": self.name,
            "title": game["title"],
            "scenario": game["scenario"],
            "frames": len(timeline),
            "head": timeline.head,
            "over": game["over"],
            "left_out": self._builder.left_out(),
        }

    def stamp(self) -> tuple[int, int, int]:
        """Something that is another when there may be news: size and time of the file, frames of the newest verdict. It
        reads nothing of the file."""
        try:
            found = self.path.stat()
        except OSError:
            return (0, 0, self._audited)
        return (found.st_size, found.st_mtime_ns, self._audited)

    def data(self) -> Row:
        """Everything that a page shows; see `builder`."""
        with self._lock:
            self._refresh()
            row = self._builder.data(self._verdict, self._notes(), whole=False)
            row["swing"] = self._look()["swing"]
            row["server"] = {"api": f"/api/games/{self.name}", "verifies": self._verify}
            return row

    def growth(self, frames: int, turnings: int, tables: dict[str, int], audited: int) -> Row:
        """What a page that has so many frames, turnings and rows does not have yet; the verdict when it is another one
        than that on so many frames. ReplayError when a page has more than there is."""
        with self._lock:
            self._refresh()
            if frames > len(self._builder.frames) or turnings > len(self._builder.turnings):
                raise ReplayError(
                    f"the log has {counted(len(self._builder.frames), 'frame')}, fewer than the page shows"
                )
            row = self._builder.growth(frames, tables, turnings)
            if self._verdict is not None and self._audited != audited:
                row["verdict"] = self._verdict
            return row

    def story(self) -> Row:
        """What the game tells by now: combats, supply, victory, turns, luck; see `saga`. A page asks for it when it
        stands, since it is longer in the making than a growth."""
        with self._lock:
            self._refresh()
            frames, tips = len(self._builder.frames), self._builder.tips()
        with self._telling:
            if self._told is None or self._told[0] != frames:
                self._told = (frames, self._tell(tips))
            return {"frames": frames, "story": self._told[1]}

    def _tell(self, tips: list[int]) -> Row:
        """The story of the lines that end at `tips`, told with a reader of its own while the game goes on."""
        if self._reader is None:
            self._reader = Chronicle.read(self.path, self.edition, damaged=True)
        try:
            self._reader.refresh()
            ours, theirs = self._chronicle.ledger, self._reader.ledger
            if len(theirs) <= max(tips) or theirs.leaf(max(tips)) != ours.leaf(max(tips)):
                raise ReplayError(f"{self.path.name} is another log by now, or a part of it: put the right one back")
            return self._builder.saga.data(tips, self._reader)
        except FAILURES:
            # what was opened may be another file than the one that lies there next time
            self._reader.close()
            self._reader = None
            raise

    def swing(self, *, begin: bool = False) -> Row:
        """The chance of victory over the line in play as far as it is known, and `head`: where that line ends. `begin`:
        work it out, in processes of their own. ReplayError for a side's view: bots that see everything would tell what
        it may not know."""
        with self._lock:
            if self._as_side:
                raise ReplayError("chances of victory are worked out for who may see everything")
            self._refresh()
            head = self._chronicle.timeline.head
            leaf = self._chronicle.ledger.leaf(head).hex()
            return (self._chances.begin(leaf, head) if begin else self._chances.look(leaf)) | {"head": head}

    def _look(self) -> Row:
        """What is known of the chances by now."""
        if self._as_side:
            return {"swing": None}
        timeline, ledger = self._chronicle.timeline, self._chronicle.ledger
        return self._chances.look(ledger.leaf(timeline.head).hex())

    # ------------------------------------------------------------ writing
    def notes(self) -> Row:
        """The notes on the game."""
        with self._lock:
            return self._notes()

    def _notes(self) -> Row:
        """All notes where one looks at one's own game; looking as a side, those that are for it or for all."""
        found = read_notes(self.path, self._chronicle.genesis.log_id)
        return shared(found, self._as_side) if self._as_side or self._public else found

    def keep_notes(self, notes: Row, seen: Row | None = None) -> Row:
        """Put notes in place of those that are shown, which are returned; ValueError when they are none. What is not
        shown stays. `seen`: what the page had before its user changed it; then only what he changed is changed."""
        check_notes(notes)
        with self._lock:
            log_id = self._chronicle.genesis.log_id
            before, shown = read_notes(self.path, log_id), self._notes()
            if seen is not None:
                notes = changed(shown, notes, check_notes(seen))
            write_notes(self.path, log_id, kept(before, notes, shown, self._as_side or MINE))
            return self._notes()

    def branch(self, name: str, at: int, *, switch: bool = False) -> Row:
        """Open a line at a frame. Play stays on the line that it is on unless `switch`. LedgerError or ReplayError when
        it cannot be: the game is being played in another program, the name is taken, there is no such frame."""
        with self._lock:
            check_same(self.path, self._chronicle.ledger, len(self._chronicle.ledger))
            with Chronicle.write(self.path, self.edition) as writer:
                before = writer.timeline.current
                frame = writer.branch(name, at)
                if not switch:
                    writer.switch(before)
            self._refresh()
            return {"frame": frame.seq, "line": name, "at": at, "head": self._chronicle.timeline.head}


class Shelf:
    """The games of a server, by name. A name is all that a request can say: no path ever comes from outside.

    A log that cannot be opened keeps its name and its reason in `missing`, and is tried again when it is asked for.
    """

    def __init__(
        self,
        paths: list[Path],
        *,
        edition: Path | None = None,
        as_side: str | None = None,
        verify: bool = True,
        public: bool = False,
    ) -> None:
        self.games: dict[str, Shelved] = {}
        self.missing: dict[str, str] = {}
        self._paths: dict[str, Path] = {}
        self._how: dict[str, Any] = {
            "edition": edition,
            "as_side": as_side,
            "verify": verify,
            "public": public,
        }
        try:
            for path in paths:
                name = self._name(path)
                self._paths[name] = path
                self.find(name)
        except BaseException:
            self.close()
            raise

    def find(self, name: str) -> Shelved | None:
        """The game of a name, opened now if it could not be before; None when there is none to be shown."""
        if name in self.games or name not in self._paths:
            return self.games.get(name)
        try:
            self.games[name] = Shelved(name, self._paths[name], **self._how)
        except FAILURES as error:
            self.missing[name] = one_line(error)
            return None
        self.missing.pop(name, None)
        return self.games[name]

    def add(self, path: Path) -> str:
        """Put one more game on the shelf; the name that it has there."""
        name = self._name(path)
        self._paths[name] = path
        return name

    def folders(self) -> set[Path]:
        """Where its games lie."""
        return {path.parent for path in self._paths.values()}

    def briefs(self) -> list[Row]:
        """A line for each game; of one that cannot be shown `name` and `error`."""
        rows: list[Row] = []
        for name in self._paths:
            game = self.find(name)
            try:
                rows.append({"name": name, "error": self.missing[name]} if game is None else game.brief())
            except FAILURES as error:
                rows.append({"name": name, "error": one_line(error)})
        return rows

    def _name(self, path: Path) -> str:
        stem = _UNFIT.sub("-", path.stem).strip(".-") or "game"
        name, number = stem, 2
        while name in self._paths:
            name, number = f"{stem}-{number}", number + 1
        return name

    def close(self) -> None:
        """Let all files go."""
        for game in self.games.values():
            game.close()
