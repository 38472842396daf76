"""A review made by several processes: each tells a share of the frames, and they divide the faces of dice among them.

A share is told as if it stood alone, with tables of its own; its numbers are then those that it would have had in one
go, because every table holds its values in the order in which they first occur. So the page is the same, byte for byte,
whatever the number of processes (`tests/every_game/test_shares.py`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from hexledger.projections.combats import Combat
from hexledger.projections.supply_story import Change
from hexledger.projections.victory_story import VictoryStory
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.story.combats import faces
from hexledger.replays.viewer.builder import Builder, tips
from hexledger.replays.viewer.saga import Faces
from hexledger.replays.viewer.verdict import judged
from hexledger.replays.workers import at_work, with_parent

Row: TypeAlias = dict[str, Any]
Progress: TypeAlias = Callable[[int, int], None]

FEW: Final = 800
"""Frames up to which one process is enough: others have to be started, to import the program and to open the log, which
takes as long as telling some three hundred frames."""
HANDS: Final = 8
"""Portions of the faces for each process: some combats take ten times as long as others."""
STRIDE: Final = 64
"""Frames after which one looks what other processes have done."""
COLLECT: Final = 100_000
"""Objects after which a process looks for garbage: nearly all that is made is kept."""
NUMBERED: Final = {"f": "faces", "n": "notes", "u": "supply", "v": "series"}
"""Parts of a difference whose pairs end (of the last: begin) with a number of a table."""
SCALARS: Final = {0: "words", 1: "words", 3: "maps", 4: "tracks", 6: "words", 8: "words", 9: "rules"}
"""Places of a moment's scalars that are numbers of a table."""


class Asked(NamedTuple):
    """What is looked at: a log, its edition folder (empty: its own), the side that looks (0: everybody)."""

    log: str
    edition: str
    side: int


class Share(NamedTuple):
    """Frames from one on, as told by one process; see `Builder` and `Saga`."""

    first: int
    rows: list[Row | None]
    opened: dict[int, list[Any]]
    tables: dict[str, list[Any]]
    changes: dict[int, tuple[Change, ...]]
    moved: dict[int, VictoryStory]


def looked_at(
    chronicle: Chronicle,
    side: int = 0,
    *,
    edition: Path | None = None,
    verify: bool = False,
    workers: int = 1,
    progress: Progress | None = None,
) -> tuple[Builder, Row | None]:
    """The builder of a log with all its frames and the story's faces, and with `verify` the audit's verdict.

    edition   folder of the edition that the log is read with; None: the one that it names
    workers   processes. With one, for a short log, and where none can be started, all is done here
    progress  told how much is done of how much

    O(events of the log, and for each combat what every face of its dice would have brought).
    """
    end = len(chronicle.timeline)
    asked = Asked(str(chronicle.path), str(edition or ""), side)
    builder = Builder(chronicle, side)
    if workers > 1 and end > FEW:
        try:
            return builder, _shared(builder, asked, workers, verify, progress)
        except (OSError, BrokenProcessPool):  # a system that lets no process be started, or ended one
            builder = Builder(chronicle, side)
    told, total = 0, end + verify * end

    def on(done: int, _of: int) -> None:
        if progress is not None:
            progress(told + done, total)

    builder.extend(on)
    told = end
    verdict = None
    if verify:
        verdict = judged(chronicle.path, edition, chronicle.game, on)
    return builder, verdict


def _shared(builder: Builder, asked: Asked, workers: int, verify: bool, progress: Progress | None) -> Row | None:
    """Let processes tell all frames, this one among them, and put together what they told; the verdict if one is
    wanted. Others are given what is there to do, and this one takes from them what they have not begun."""
    chronicle = builder.chronicle
    end = len(chronicle.timeline)
    portions = HANDS * workers
    *theirs, mine = pairwise(cuts(end, workers))
    found = _Found(end * (2 + verify), progress)
    with at_work(ProcessPoolExecutor(workers - 1, get_context("spawn"), with_parent, (_open, asked))) as pool:
        for first, last in theirs:
            found.asked(pool.submit(_share, first, last), last - first, partial(_share, first, last))
        if verify:
            found.asked(pool.submit(_verdict), end, _verdict)
        builder.saga.foretell(tips(chronicle, end))
        combats = list(builder.saga.combats().items())
        for number in range(portions):
            some = combats[number::portions]
            found.asked(pool.submit(_faces, some), end // portions, partial(_faces, some))
        with _at_desk(asked, chronicle):
            found.add(share_of(chronicle, asked.side, *mine, found.told), mine[1] - mine[0])
            for future in found.waiting():
                found.take(future)
        for future in as_completed(found.theirs):
            found.look(future)
    put_together(builder, found.shares, found.every)
    return found.verdict


class _Found:
    """What has been told so far, by whom ever, and what others still tell; `progress` hears of it."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.shares: list[Share] = []
        self.every: Faces = {}
        self.verdict: Row | None = None
        self.theirs: dict[Future[Any], tuple[int, Callable[[], Any]]] = {}
        """What others do -> how much that is, and how to do it here."""
        self._done, self._total, self._progress = 0, total, progress

    def asked(self, future: Future[Any], weight: int, here: Callable[[], Any]) -> None:
        """Another process is asked for something."""
        self.theirs[future] = weight, here

    def waiting(self) -> list[Future[Any]]:
        """What is not known yet, the last first."""
        return [future for future in reversed(self.theirs) if not future.done()]

    def take(self, future: Future[Any]) -> None:
        """Do here what no other process has begun."""
        if future.cancel():
            weight, here = self.theirs.pop(future)
            self.add(here(), weight)
        self.told(0, 0)

    def look(self, future: Future[Any]) -> None:
        """Add what another process has found."""
        if future in self.theirs:
            found = future.result()
            self.add(found, self.theirs.pop(future)[0])

    def add(self, found: Any, weight: int) -> None:
        """A share, a verdict or faces, and how much that is of all."""
        if isinstance(found, Share):
            self.shares.append(found)
        elif "word" in found:
            self.verdict = found
        else:
            self.every |= found
        self._done += weight
        self.told(0, 0)

    def told(self, here: int, _of: int) -> None:
        """So much of what is being done here is done; what others have done meanwhile is added."""
        if here % STRIDE == 0:
            for future in [future for future in self.theirs if future.done()]:
                self.look(future)
            if self._progress is not None:
                self._progress(self._done + here, self._total)


def cuts(end: int, shares: int) -> list[int]:
    """Where the shares of so many frames begin, and the end of the last."""
    return [end * number // shares for number in range(shares + 1)]


def put_together(builder: Builder, shares: Sequence[Share], every: Faces) -> None:
    """Give a builder that has told nothing yet what others have told of all its frames."""
    for share in sorted(shares, key=lambda share: share.first):
        numbers = builder.tables.merged(share.tables)
        for row in share.rows:
            if row is not None:
                renumber(row, numbers)
        builder.take(share.rows, share.opened)
        builder.saga.merge(share.changes, share.moved)
    builder.saga.faces = every


# ---------------------------------------------------------------------- in a process of its own
class _Desk(NamedTuple):
    asked: Asked
    chronicle: Chronicle


_desk: list[_Desk] = []
"""In a worker: the log that is open, until the process ends. In the process that asks: its own, while it works too."""


def _open(asked: Asked) -> None:
    gc.set_threshold(COLLECT, 20, 100)
    chronicle = Chronicle.read(Path(asked.log), Path(asked.edition) if asked.edition else None, damaged=True)
    _desk[:] = [_Desk(asked, chronicle)]


@contextmanager
def _at_desk(asked: Asked, chronicle: Chronicle) -> Iterator[None]:
    """Meanwhile this process does what others do, with its own log."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT, 20, 100)
    _desk[:] = [_Desk(asked, chronicle)]
    try:
        yield
    finally:
        _desk.clear()
        gc.set_threshold(*before)


def _share(first: int, last: int) -> Share:
    (desk,) = _desk
    return share_of(desk.chronicle, desk.asked.side, first, last)


def share_of(chronicle: Chronicle, side: int, first: int, last: int, progress: Progress | None = None) -> Share:
    """Tell the frames from `first` to before `last`."""
    builder = Builder(chronicle, side)
    builder.skip(first)
    builder.extend(progress, last)
    opened = {seq: row["q"] for seq, row in enumerate(builder.frames[:first]) if row is not None and "q" in row}
    return Share(first, builder.frames[first:], opened, builder.tables.rows(), *builder.saga.told())


def _verdict() -> Row:
    (desk,) = _desk
    edition = Path(desk.asked.edition) if desk.asked.edition else None
    return judged(Path(desk.asked.log), edition, desk.chronicle.game)


def _faces(some: Sequence[tuple[tuple[int, int], Combat]]) -> Faces:
    """Where the last table of some combats was read -> their faces."""
    (desk,) = _desk
    return {at: faces(desk.chronicle, combat) for at, combat in some}


# ---------------------------------------------------------------------- numbers of tables
Numbers: TypeAlias = Mapping[str, Sequence[int]]
"""Table -> the number here of each of its rows elsewhere."""


def renumber(row: Row, numbers: Numbers) -> None:
    """Give the numbers of tables in a frame's row their values here."""
    row["dk"] = numbers["words"][row["dk"]]
    for event in row.get("e", ()):
        event["k"] = numbers["words"][event["k"]]
        if "r" in event:
            event["r"] = numbers["rules"][event["r"]]
        more = event.get("x", {})
        for lines in more.get("parts", ()):
            for line in lines:
                line[2] = numbers["rules"][line[2]]
        if "at" in more:
            more["at"][0] = numbers["printed"][more["at"][0]]
    change = row["d"]
    for part, table in NUMBERED.items():
        if part in change:
            change[part] = list(_pairs(change[part], numbers[table], key=part == "v"))
    if "x" in change:
        change["x"] = [numbers[SCALARS[at]][value] if at in SCALARS else value for at, value in enumerate(change["x"])]
    if "b" in change:
        change["b"] = [numbers["sections"][number] for number in change["b"]]


def _pairs(flat: Sequence[Any], numbers: Sequence[int], *, key: bool) -> Iterator[Any]:
    """Pairs with their first or second in each as it is numbered here; -1 is nothing. Those that begin with a number
    are in its order."""
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    if key:
        pairs = sorted((numbers[number], value) for number, value in pairs if value is not None) + sorted(
            (numbers[number], None) for number, value in pairs if value is None
        )
    else:
        pairs = [(piece, numbers[number] if number >= 0 else -1) for piece, number in pairs]
    for pair in pairs:
        yield from pair
