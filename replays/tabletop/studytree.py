"""The lines of a study as a tree: what left what where, in which order, what is noted of each, what bots made of it.

The lines themselves are those of the study's log. Order, notes and odds lie beside it, in `STUDY.hxl.lines.json`:
`{"log": log id, "by": [seat, ...], "order": [name, ...], "notes": {name: text}, "odds": {frame: row}}`. Losing that
file loses no play.

A line leaves the line before it, in the order, with which it has most in common. So a line that is promoted above the
one that it left takes its place, and the other then leaves it: as with variations of a game of chess.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hexledger.events.file_kinds import read_regular
from hexledger.events.frame import UNREADABLE
from hexledger.events.limits import line_fault
from hexledger.events.platform import replace_file
from hexledger.projections.walk import Passage
from hexledger.replays.dice.luck import decimal, percent, tallies, thrown_in
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.studies import parent_of, study_of
from hexledger.replays.log.timeline import MAIN
from hexledger.replays.tabletop.rows import LineRow, LinesRow, OddsRow, SideLuckRow

if TYPE_CHECKING:
    from hexledger.replays.dice.luck import Throw
    from hexledger.replays.log.chronicle import Chronicle

OPEN: Final = "open"
GO: Final = "go"
RENAME: Final = "rename"
PROMOTE: Final = "promote"
NOTE: Final = "note"
CLOSE: Final = "close"
DEEDS: Final = (OPEN, GO, RENAME, PROMOTE, NOTE, CLOSE)

LONGEST_NOTE: Final = 2_000
MOST_LINES: Final = 200
"""Lines of a study; each is compared with all others."""
_LONGEST_FILE: Final = 1 << 24


class Beside(msgspec.Struct):
    """What lies beside a study; see the module. `by`: the seats of who began it, none for a study made elsewhere."""

    log: str
    by: list[int] = []
    order: list[str] = []
    notes: dict[str, str] = {}
    odds: dict[str, Any] = {}


def lines_path(study: Path) -> Path:
    """Where order, notes and odds of a study's lines lie."""
    return study.with_name(study.name + ".lines.json")


def read_beside(study: Path, log_id: str) -> Beside:
    """What lies beside a study; nothing where there is no such file. ReplayError for one that is none, or another's."""
    path = lines_path(study)
    if not path.exists():
        return Beside(log_id)
    try:
        found = msgspec.json.decode(read_regular(path, _LONGEST_FILE), type=Beside)
    except UNREADABLE as error:
        raise ReplayError(f"{path.name} holds no lines of a study: {error}") from error
    if found.log != log_id:
        raise ReplayError(f"{path.name} is about another log")
    return found


def write_beside(study: Path, beside: Beside) -> None:
    """Put it in place of what lies there, whole or not at all."""
    replace_file(lines_path(study), msgspec.json.format(msgspec.json.encode(beside)))


class Lines:
    """The lines of a study that is being written to. Not a game's: ReplayError for one."""

    def __init__(self, chronicle: Chronicle) -> None:
        parent = parent_of(chronicle)
        if parent is None:
            raise ReplayError("that is a game; lines to try things on belong to its studies")
        self.chronicle = chronicle
        self.begun = parent.size
        """Frames of the game that it is a study of."""
        self.beside = read_beside(chronicle.path, chronicle.genesis.log_id)
        self._throws: dict[int, list[Throw]] = {}
        """Frame -> its dice, once they were looked at."""

    # ------------------------------------------------------------ looking
    @property
    def played(self) -> str:
        """The line that was played in the game; empty where the study goes on with it."""
        head = self.chronicle.timeline.heads[MAIN]
        return MAIN if head < self.begun else ""

    @property
    def order(self) -> list[str]:
        """Names of the lines: what was played first, then as they were put, new ones last."""
        heads = self.chronicle.timeline.heads
        known = [name for name in self.beside.order if name in heads]
        found = dict.fromkeys([*([self.played] if self.played else []), *known, *heads])
        return list(found)

    def rows(self) -> LinesRow:
        """The lines as a page shows them. O(lines squared)."""
        timeline, order = self.chronicle.timeline, self.order
        rows: list[LineRow] = []
        for number, name in enumerate(order):
            head = timeline.heads[name]
            fork, parent = max(
                ((timeline.fork(head, timeline.heads[other]), other) for other in order[:number]),
                key=lambda found: timeline.depths[found[0]],
                default=(-1, ""),
            )
            begins = timeline.depths[fork] if fork >= 0 else 0
            rows.append(
                {
                    "name": name,
                    "head": head,
                    "fork": fork,
                    "parent": parent,
                    "length": timeline.depths[head] - begins,
                    "note": self.beside.notes.get(name, ""),
                    "odds": self._odds(head, fork),
                    "luck": [],
                    "played": name == self.played,
                    "current": name == timeline.current,
                }
            )
        left = min((row["fork"] for row in rows if row["fork"] >= 0), key=lambda fork: timeline.depths[fork], default=0)
        for row in rows:
            row["luck"] = self._luck(row["head"], left if row["played"] else row["fork"])
        said = study_of(self.chronicle)
        assert said is not None, "lines are a study's"
        return {"luck": said.luck, "lines": _after_their_parents(rows)}

    def _odds(self, head: int, fork: int) -> OddsRow | None:
        """What bots made of a line: of its last frame that they were asked about."""
        timeline = self.chronicle.timeline
        own = [head] if fork < 0 else [*timeline.between(fork, head), head]
        known = [self.beside.odds[str(seq)] for seq in own if str(seq) in self.beside.odds]
        return known[-1] if known else None

    def _luck(self, head: int, fork: int) -> list[SideLuckRow]:
        """How lucky the sides were after a fork (-1: since the beginning) down to a frame."""
        chronicle, timeline = self.chronicle, self.chronicle.timeline
        own = timeline.path(head)[1:] if fork < 0 else timeline.between(fork, head)
        for seq in own:
            if seq not in self._throws:
                passage = Passage(chronicle.frame(seq), chronicle.state(timeline.parents[seq]).copy())
                self._throws[seq] = list(thrown_in(chronicle.game, passage))
        found = tallies(chronicle.game, [throw for seq in own for throw in self._throws[seq]])
        return [
            {"side": one.side, "throws": one.throws, "luck": decimal(one.total), "as_good": percent(one.as_good)}
            for one in found
            if one.throws
        ]

    # ------------------------------------------------------------ changing
    def do(self, deed: str, name: str, *, to: str = "", at: int = -1) -> None:
        """Do one of DEEDS to line `name`. ReplayError where it cannot be done; nothing is done then.

        open     a new line from frame `at`, on which play goes on; an empty name takes the first that is free
        go       play goes on with it
        rename   to the name `to`
        promote  before the line that stands before it
        note     note the text `to`
        close    take it out of the tree; its frames stay in the file
        """
        if deed not in DEEDS:
            raise ReplayError(f"of a line one may {', '.join(DEEDS)}, not {deed!r}")
        if deed == OPEN:
            if len(self.chronicle.timeline.heads) >= MOST_LINES:
                raise ReplayError(f"a study has at most {MOST_LINES} lines: close one first")
            self.chronicle.branch(_sound(name) if name else self._free(), at)
        else:
            self._known(name, deed)
            getattr(self, f"_{deed}")(name, to)
        self.beside.order = self.order
        write_beside(self.chronicle.path, self.beside)

    def keep_odds(self, row: OddsRow) -> None:
        """Remember what bots made of a frame."""
        self.beside.odds[str(row["at"])] = row
        write_beside(self.chronicle.path, self.beside)

    def keep_owner(self, seats: tuple[int, ...]) -> None:
        """Remember whose study it is."""
        self.beside.by = list(seats)
        write_beside(self.chronicle.path, self.beside)

    def _known(self, name: str, deed: str) -> None:
        if name not in self.chronicle.timeline.heads:
            known = ", ".join(self.order)
            raise ReplayError(f"there is no line {name!r}; lines are {known}")
        if deed not in (NOTE,) and name == (self.played or MAIN):
            raise ReplayError(f"{name} is what was played, or where the study began: open a line from it")

    def _free(self) -> str:
        heads = self.chronicle.timeline.heads
        return next(name for number in range(1, len(heads) + 2) if (name := f"line {number}") not in heads)

    def _go(self, name: str, _to: str) -> None:
        if name != self.chronicle.timeline.current:
            self.chronicle.switch(name)

    def _rename(self, name: str, to: str) -> None:
        _sound(to)
        timeline = self.chronicle.timeline
        order, back = self.order, timeline.current
        self.chronicle.branch(to, timeline.heads[name])
        if back != name:
            self.chronicle.switch(back)
        self.chronicle.close_line(name)
        self.beside.order = [to if one == name else one for one in order]
        if name in self.beside.notes:
            self.beside.notes[to] = self.beside.notes.pop(name)

    def _promote(self, name: str, _to: str) -> None:
        order = self.order
        at = order.index(name)
        first = 1 if self.played else 0
        if at > first:
            order[at - 1 : at + 1] = [name, order[at - 1]]
        self.beside.order = order

    def _note(self, name: str, to: str) -> None:
        if len(to) > LONGEST_NOTE:
            raise ReplayError(f"a note on a line has at most {LONGEST_NOTE} characters")
        self.beside.notes[name] = to

    def _close(self, name: str, _to: str) -> None:
        if name == self.chronicle.timeline.current:
            others = [one for one in self.order if one not in (name, self.played)]
            self.chronicle.switch(others[-1] if others else self.played or MAIN)
        self.chronicle.close_line(name)
        self.beside.notes.pop(name, None)


def _sound(name: str) -> str:
    """A name that a line may have; ReplayError for any other."""
    fault = line_fault(name)
    if fault:
        raise ReplayError(fault)
    return name


def _after_their_parents(rows: list[LineRow]) -> list[LineRow]:
    """Each line behind the one that it left, and what left it behind it."""
    out: list[LineRow] = []

    def put(parent: str) -> None:
        for row in rows:
            if row["parent"] == parent:
                out.append(row)
                put(row["name"])

    put("")
    return out
