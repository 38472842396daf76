"""From a log to the data of its review: built once, and continued when the game goes on.

The data is one JSON object:

format   version of this shape
game     title, scenario, edition, dice, players (seat, name, what the seat is called), sides, log id; `due`: where
         armies have players of their own, who decides now; `view`: the side that looks, null for everybody
left_out what of the log is missing, in words; null for nothing
verdict  what the audit says (`word text checks notes`), null when it was not asked
board    see `board_data`; pieces: see `pieces_data`; draw: see `drawing_data`
tables   see `tables.Tables`
frames   one row a frame of the file, by its number; null for one that changes no position:
         `k` kind, `a` actor, `p` parent, `h` first half of its leaf hash, `t` time, `w` the decision in words, `dk` the
         word of its kind, `e` events (see `story`), `ar` arrows `[kind, text, place ...]`, `q` what a seal held
         `[frame that showed it, text]`, `d` what it changed against its parent (see `moment.difference`)
turnings rewinds, labels, claims, openings and dice records, as entries of the turn record
lines    `current`, `heads` (name -> frame), `undone` (frame -> number of the turning that undid it)
story    combats, supply, victory, turns and luck of every line; see `saga`
notes    comments and bookmarks that lie beside the log

A side's view holds nothing that only another side knows: no commitments, salts or seeds (no view has them), and no
opened choice beside the seal that held it, except the side's own; see `seals`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeAlias

from hexledger.engine.kernel.decisions import Decision
from hexledger.events.frame import ARMIES, GENESIS, KINDS, OPENING, REWIND, Frame, encode_value
from hexledger.events.model import DICE_MODES, Revealed, Sealed
from hexledger.events.showing import one_line
from hexledger.projections.decided import decided
from hexledger.projections.lines import opening_of
from hexledger.projections.phrases import phrases
from hexledger.projections.record import TURNINGS, turning, when
from hexledger.projections.state import State
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.reader import LogReader
from hexledger.replays.log.told import seated
from hexledger.replays.picture.board_scene import arrow_views, edition_line
from hexledger.replays.picture.terrain import LOOKS
from hexledger.replays.viewer.board_data import board_data, drawing_data, pieces_data
from hexledger.replays.viewer.moment import Looker, Moment, difference
from hexledger.replays.viewer.saga import MOST_LINES, Saga
from hexledger.replays.viewer.story import Storyteller
from hexledger.replays.viewer.tables import Tables

Row: TypeAlias = dict[str, Any]
Sums: TypeAlias = dict[tuple[str, int], Fraction]
"""(group, side) -> value of what only the way to a position tells."""
Progress: TypeAlias = Callable[[int, int], None]

FORMAT: Final = 1
HASH: Final = 32
"""Hex digits of a leaf hash that name a frame on the desk."""


class Builder:
    """The data of one log. `side`: number of the side that looks, 0 for everybody.

    `extend` takes in the frames that the chronicle has by now: O(events of the new frames), and for each fork one whole
    look at the position that it leaves.
    """

    def __init__(self, chronicle: Chronicle, side: int = 0) -> None:
        self.chronicle = chronicle
        self.game = chronicle.game
        self.side = side
        self.tables = Tables()
        self.looker = Looker(self.game, self.tables)
        self.story = Storyteller(self.game, self.tables)
        self.saga = Saga(chronicle)
        self.frames: list[Row | None] = []
        self.turnings: list[Row] = []
        self._last: tuple[int, Moment] | None = None
        self._told: tuple[int, Row] | None = None
        self._sums: dict[int, Sums] = {}
        self._seals: dict[int, tuple[int, int]] = {}

    # ------------------------------------------------------------ taking frames in
    def extend(self, progress: Progress | None = None, end: int | None = None) -> int:
        """Take in new frames, those before `end`; how many they were."""
        began, end = len(self.frames), len(self.chronicle.timeline) if end is None else end
        for seq in range(began, end):
            frame = self.chronicle.frame(seq)
            if frame.kind in TURNINGS:
                self.frames.append(None)
                self._turn(frame)
            else:
                self.frames.append(self._play(frame))
            if progress is not None:
                progress(seq - began + 1, end - began)
        return end - began

    def skip(self, end: int) -> None:
        """Pass the frames before `end` that another builder tells: what they add to the sums is counted, and their
        seals are remembered. Of a row only `a` is there, and `q` where one of the frames told here opens a seal."""
        for seq in range(len(self.frames), end):
            frame = self.chronicle.frame(seq)
            if frame.kind in TURNINGS:
                self.frames.append(None)
                continue
            self.frames.append({"a": frame.actor})
            if frame.kind == GENESIS:
                self._sums[seq] = self._no_sums()
                continue
            before = self.chronicle.state(frame.parent)
            state = before.copy()
            self._sums[seq] = _added(self._sums[frame.parent], self.story.skip(frame, state))
            self.chronicle.reached(seq, before, state)
            for event in frame.events:
                if isinstance(event, Sealed):
                    self._seals[seq] = (event.side, event.slot)

    def take(self, rows: list[Row | None], opened: dict[int, list[Any]]) -> None:
        """Add rows that another builder made of the next frames, with their numbers as in `tables` here, and what they
        say of seals before them. Frames that change no position are told here."""
        for seq, row in enumerate(rows, len(self.frames)):
            self.frames.append(row)
            if row is None:
                self._turn(self.chronicle.frame(seq))
        for sealed, shown in opened.items():
            before = self.frames[sealed]
            assert before is not None
            before["q"] = shown

    def _play(self, frame: Frame) -> Row:
        chronicle, game, seq = self.chronicle, self.game, frame.seq
        setup = frame.kind == GENESIS
        before = State() if setup else chronicle.state(frame.parent)
        state = before.copy()
        row: Row = self._row(frame)
        row["w"] = decided(frame, game, game.decide_text, before, phrases())
        decision = chronicle.decision(seq)
        row["dk"] = self.tables.words(decision.kind() if isinstance(decision, Decision) else KINDS[frame.kind])
        sums = self._sums.get(frame.parent) or self._no_sums()
        if setup:
            self.story.setup(frame, state)
        else:
            told = self.story.tell(frame, state)
            chronicle.reached(seq, before, state)
            row["e"] = told.rows
            sums = _added(sums, told.sums)
            self._seal(frame)
        self._sums[seq] = sums
        arrows = [] if setup else self._arrows(frame, before, state)
        if arrows:
            row["ar"] = arrows
        was = None if setup else self._moment(frame.parent)
        now = self.looker.look(state, frame.events, was, sums)
        row["d"] = difference(now, was)
        self._follow(frame, before, state, now)
        self._last = (seq, now)
        return row

    def _follow(self, frame: Frame, before: State, after: State, now: Moment) -> None:
        assert now.seen is not None
        pos = now.seen.pos
        self.saga.take(frame, before, after, now.seen.lines, lambda: self.looker.view.victory(pos).conditions)

    def _row(self, frame: Frame) -> Row:
        row: Row = {
            "k": frame.kind,
            "a": frame.actor,
            "p": frame.parent,
            "h": self.chronicle.ledger.leaf(frame.seq).hex()[:HASH],
        }
        if frame.time is not None:
            row["t"] = when(frame.time)
        return row

    def _no_sums(self) -> Sums:
        sides = range(1, len(self.game.sides) + 1)
        return {(group, side): Fraction(0) for group in ("losses", "luck") for side in sides}

    def _moment(self, seq: int) -> Moment:
        """The moment of an earlier frame; the last one is at hand."""
        if self._last is not None and self._last[0] == seq:
            return self._last[1]
        return self.looker.look(self.chronicle.state(seq), sums=self._sums[seq])

    def _arrows(self, frame: Frame, before: State, after: State) -> list[list[Any]]:
        pos = self.game.position(after)
        views = arrow_views(self.game, self.looker.view, pos, frame=frame, before=before)
        ways = [(arrow, self._on_the_map(arrow.path)) for arrow in views]
        return [[arrow.kind, arrow.text, *way] for arrow, way in ways if len(way) > 1]

    def _on_the_map(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """The part of a way that lies in hexes; of one that comes ashore from a box its last leg from the sea."""
        board = self.game.board
        way = tuple(place for place in path if place < board.n_hexes)
        if len(way) == 1 and path[0] != way[0]:
            sea = (near for near in board.neighbours[way[0]] if LOOKS.get(board.terrain[near]) == "sea")
            return (*sorted(sea)[:1], *way)
        return way

    def _turn(self, frame: Frame) -> None:
        opened: dict[int, str] = {}
        if frame.kind == OPENING:
            for sealed, choice, _salt in opening_of(frame).seals:
                made_in = self.chronicle.state(self.chronicle.timeline.parents[sealed])
                opened[sealed] = self.game.decide_text(encode_value(choice), made_in)
                self._opened(sealed, frame.seq, opened[sealed])
        entry = turning(frame, self.game, opened)
        kept = ("seq", "actor", "decision", "outcome", "time", "left", "to", "redo", "reason", "label")
        row = {key: _shown(entry[key]) for key in kept if entry.get(key) is not None}
        row["kind"] = KINDS[frame.kind]
        row["h"] = self.chronicle.ledger.leaf(frame.seq).hex()[:HASH]
        row["at"] = self._stands_at(frame)
        self.turnings.append(row)

    def _stands_at(self, frame: Frame) -> int:
        """The frame at which play stands after a frame that changes no position."""
        if frame.kind == REWIND:
            step = next(step for step in self.chronicle.timeline.steps if step.seq == frame.seq)
            return step.to
        return frame.parent

    # ------------------------------------------------------------ seals
    def _seal(self, frame: Frame) -> None:
        """Remember a seal; when it is shown, write down beside it what it held."""
        for event in frame.events:
            if isinstance(event, Sealed):
                self._seals[frame.seq] = (event.side, event.slot)
            elif isinstance(event, Revealed):
                seq = frame.parent
                while seq > 0 and self._seals.get(seq) != (event.side, event.slot):
                    seq = self.chronicle.timeline.parents[seq]
                if seq > 0:
                    before = self.chronicle.state(frame.parent)
                    self._opened(seq, frame.seq, self.game.decide_text(frame.decision, before))

    def _opened(self, sealed: int, shown: int, text: str) -> None:
        row = self.frames[sealed] if sealed < len(self.frames) else None
        if row is not None and self.side in (0, row["a"]):
            row["q"] = [shown, text]

    # ------------------------------------------------------------ the whole
    def data(self, verdict: Row | None = None, notes: Row | None = None, *, whole: bool = True) -> Row:
        """Everything; without the story unless `whole`."""
        return {
            "format": FORMAT,
            "game": self.game_data(),
            "verdict": verdict,
            "left_out": self.left_out(),
            "board": board_data(self.game),
            "pieces": pieces_data(self.game),
            "draw": drawing_data(self.game),
            "tables": self.tables.rows(),
            "frames": self.frames,
            "turnings": self.turnings,
            "lines": self.lines(),
            "story": self.story_data() if whole else None,
            "notes": notes or {},
        }

    def growth(self, frames: int, tables: dict[str, int], turnings: int) -> Row:
        """What was added since a reader had so many frames, rows of tables and turnings. Choices that were opened since
        are given again with the frames that sealed them, in `opened`. The story is asked for by itself."""
        return {
            "from": frames,
            "frames": self.frames[frames:],
            "tables": self.tables.rows(tables),
            "turnings": self.turnings[turnings:],
            "lines": self.lines(),
            "opened": {seq: row["q"] for seq, row in enumerate(self.frames[:frames]) if row is not None and "q" in row},
            "game": self.game_data(),
        }

    def story_data(self) -> Row:
        """The story of every line, as far as the frames taken in; made once for so many."""
        if self._told is None or self._told[0] != len(self.frames):
            self._told = (len(self.frames), self.saga.data(self.tips()))
        return self._told[1]

    def tips(self) -> list[int]:
        """Where lines end whose story is told, as far as the frames taken in."""
        return tips(self.chronicle, len(self.frames))

    def left_out(self) -> str | None:
        """What of the log is missing, in words; None for nothing."""
        missing = self.chronicle.left_out
        return None if missing is None else one_line(missing.sentence)

    def game_data(self) -> Row:
        """What stands above the page: see the module docstring."""
        chronicle, game, genesis = self.chronicle, self.game, self.chronicle.genesis
        state = chronicle.state()
        return {
            "id": game.id,
            "title": game.title,
            "scenario": game.edition.scenarios[genesis.scenario].title,
            "edition": edition_line(game),
            "edition_kind": chronicle.edition_kind,
            "rules": genesis.rules_version,
            "dice": DICE_MODES[chronicle.book.mode],
            "log": one_line(genesis.log_id),
            "file": one_line(chronicle.path.name),
            "sides": [side.capitalize() for side in game.sides],
            "players": [[seat, one_line(name), self._seat_name(seat)] for seat, name, _key in genesis.players],
            "due": self._due(),
            "undo_policy": genesis.undo_policy,
            "formations": list(game.edition.formations),
            "view": self.side or None,
            "over": state.over,
            "result": self._result(state),
        }

    def _seat_name(self, seat: int) -> str:
        if seat >= ARMIES:
            return self.game.side(seat)
        return self.game.side(seat).capitalize() if seat else "Referee"

    def _due(self) -> str:
        """Who decides now, where armies sit apart; empty elsewhere, and when nobody is asked."""
        chronicle = self.chronicle
        prompt = chronicle.offer() if chronicle.armies_apart else None
        if prompt is None:
            return ""
        return f"{seated(chronicle, chronicle.deciding(prompt.side))} decides"

    def _result(self, state: State) -> str:
        return self.game.verdict(state.winner, state.level) if state.over else ""

    def lines(self) -> Row:
        """Heads of the lines and what was undone by which rewind."""
        timeline = self.chronicle.timeline
        undone: dict[int, int] = {}
        for step in timeline.steps:
            if step.kind == REWIND:
                fork = timeline.fork(step.left, step.to)
                undone |= dict.fromkeys(timeline.between(fork, step.left), step.seq)
        standing = {seq for head in timeline.heads.values() for seq in timeline.path(head)}
        return {
            "current": one_line(timeline.current),
            "heads": {one_line(name): head for name, head in timeline.heads.items()},
            "undone": {str(seq): by for seq, by in undone.items() if seq not in standing},
        }


def _added(sums: Sums, more: Sums) -> Sums:
    """Sums with what a frame adds; the same ones where it adds nothing."""
    return sums | {key: sums.get(key, Fraction(0)) + change for key, change in more.items()} if more else sums


def tips(chronicle: LogReader, end: int) -> list[int]:
    """Where lines end whose story is told, of the frames before `end`: every line with a name, and the newest ends of
    what was undone."""
    timeline = chronicle.timeline
    heads = list(dict.fromkeys(timeline.heads.values()))
    told = [seq for seq in range(end) if timeline.kinds[seq] not in TURNINGS]
    parents = {timeline.parents[seq] for seq in told}
    return heads + [seq for seq in told if seq not in parents and seq not in heads][-MOST_LINES:]


def _shown(value: Any) -> Any:
    """A field of an entry as a page shows it: texts on one line, nothing of them hidden."""
    if isinstance(value, str):
        return one_line(value)
    return [_shown(one) for one in value] if isinstance(value, list) else value
