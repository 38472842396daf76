"""What the desk shows of one position, as small tables of integers, and what changed between two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from operator import is_, itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from hexledger.engine.kernel.deciding import waiting
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.position import Position
from hexledger.engine.view import BoardView, LineOfSupply, MapView, TrackView
from hexledger.events import model as ev
from hexledger.projections.state import State
from hexledger.replays.viewer.tables import Tables

Row: TypeAlias = dict[str, Any]
K = TypeVar("K", int, str)
V = TypeVar("V")

_OF_ONE_PIECE: Final = frozenset(
    (ev.Moved, ev.Placed, ev.StepsSet, ev.Removed, ev.Flagged, ev.Attached, ev.Judged, ev.JudgedFor)
)
_OF_NO_FACE: Final = frozenset(
    {
        *(ev.Rolled, ev.Drawn, ev.Declared, ev.Reckoned, ev.Resolved, ev.Sealed, ev.Revealed, ev.Noted),
        *(ev.MarkerSet, ev.Controlled, ev.Pooled, ev.TrackSet, ev.Assigned, ev.Pushed, ev.Popped, ev.Stepped),
    }
)
"""Events after which every counter looks as before: what lies on the agenda, in pools, on tracks and beside units, and
variables, of which no face tells (`tests/every_game/test_moments.py` compares with the whole look)."""
_ON_THE_MAP: Final = frozenset(
    (ev.Moved, ev.Placed, ev.StepsSet, ev.Removed, ev.Controlled, ev.MarkerSet, ev.TurnBegan, ev.PhaseBegan)
)
_OF_STEPS: Final = frozenset((ev.Placed, ev.StepsSet, ev.Removed))


class Moment:
    """One position as it is shown.

    stacks    place -> pieces, the top one first
    faces     piece -> number of its face; notes: piece -> number of its notes; steps: piece -> steps left
    control   place -> side
    marks     `a.b.word` -> (a, b, kind, text, name); b = -1 for a marker in a hex. Text is drawn, name is read
    zoc       `side.place` -> pieces that project it
    supply    piece -> number of its line of supply
    series    number of the series -> value (luck in hundredths)
    scalars   turn, phase, phase side, map, tracks, winner, level
    sections  numbers of the blocks beside the map
    """

    SHOWN = (
        *("control", "faces", "marks", "notes", "scalars", "sections", "series", "stacks", "steps", "supply", "zoc"),
    )
    """The parts that are shown."""
    __slots__ = (*SHOWN, "seen")

    def __init__(self) -> None:
        self.seen: _Seen | None = None
        """What it was looked at in, for the look at the next one."""
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.faces: dict[int, int] = {}
        self.notes: dict[int, int] = {}
        self.steps: dict[int, int] = {}
        self.control: dict[int, int] = {}
        self.marks: dict[str, tuple[int, int, str, str, str]] = {}
        self.zoc: dict[str, tuple[int, ...]] = {}
        self.supply: dict[int, int] = {}
        self.series: dict[int, int] = {}
        self.scalars: tuple[int, ...] = ()
        self.sections: tuple[int, ...] = ()


class _Seen(NamedTuple):
    """What the next look may go on from: nothing of it is ever changed.

    pos        the position, with what is kept of it
    markers    markers that `marks` were made of; zones: by side, those that `zoc` was made of; shown_zones: its parts
    there      side -> units in play; standings: `(standing, side)` -> units
    """

    pos: Position[Any]
    markers: dict[int, int]
    zones: tuple[Mapping[int, tuple[int, ...]], ...]
    shown_zones: tuple[dict[str, tuple[int, ...]], ...]
    lines: dict[int, LineOfSupply]
    there: Counter[int]
    standings: list[tuple[tuple[str, int], int]]


class Looker:
    """Looks at positions of one game. `look` makes the moment of a state; with what it was before, only the units and
    lines that a decision may have changed are looked at again."""

    def __init__(self, game: Game[Any], tables: Tables) -> None:
        self.game = game
        self.tables = tables
        self.view: BoardView[Any] = game.view()
        self.formations = {name: number for number, name in enumerate(game.edition.formations)}
        self._map: tuple[MapView, int] = (MapView(), -1)
        """The map that was shown last, and its number."""
        self._named: dict[int, dict[int, str]] = {}
        """Side -> place -> what a zone there is called."""
        self._sums: tuple[Mapping[tuple[str, int], Fraction], dict[int, int]] = ({}, {})
        """Sums that were shown last, and their series."""

    def look(
        self,
        state: State,
        events: Sequence[ev.Event] = (),
        before: Moment | None = None,
        sums: Mapping[tuple[str, int], Fraction] | None = None,
    ) -> Moment:
        """The moment of a position. `events` led to it from `before`; `sums`: (group, side) -> value of what only the
        way here tells (losses, luck)."""
        game, view, tables = self.game, self.view, self.tables
        last = before.seen if before is not None else None
        pos = self._position(state, events, last)
        now = Moment()
        kinds = set(map(type, events))
        touched = self._touched(events) if before is not None else None
        fresh = sorted(state.at) if touched is None else sorted(touched & state.at.keys())
        if before is None or touched is None:
            now.stacks = {place: tuple(view.stack_order(pos, pieces)) for place, pieces in state.stacks.items()}
        else:
            now.stacks = self._stacks(pos, before, touched)
            now.faces, now.notes = before.faces, before.notes
        held = self._flags(state, fresh) if fresh else {}
        faces = {piece: self._face(pos, piece) for piece in fresh}
        notes = {piece: tables.notes(held.get(piece, ())) for piece in fresh}
        now.faces, now.notes = _with(now.faces, faces, state.at), _with(now.notes, notes, state.at)
        if before is not None and kinds.isdisjoint(_OF_STEPS):
            now.steps = before.steps
        elif state.steps.keys() == state.at.keys():
            now.steps = state.steps
        else:
            now.steps = {piece: state.steps[piece] for piece in state.at}
        now.control = state.control if before is None or ev.Controlled in kinds else before.control
        same = before is not None and last is not None and last.markers == state.markers
        now.marks = before.marks if same and before is not None else dict(marks_of(self.game, self.view, state))
        zones = tuple(view.zoc(pos, side) for side in range(1, len(game.sides) + 1))
        now.zoc, shown_zones = self._zoc(zones, before, last)
        lines = last.lines if last is not None else {}
        if before is not None and kinds.isdisjoint(_ON_THE_MAP):
            now.supply = before.supply
        else:
            now.supply, lines = self._supply(pos, state, before, lines)
        now.seen = _Seen(pos, state.markers, zones, shown_zones, lines, *self._counted(state, now, before, last))
        shown = view.map(pos)
        now.series = self._series(state, now.seen, shown.objectives, sums or {})
        if before is not None and before.series == now.series:
            now.series = before.series
        now.scalars = (
            tables.words(game.turn(state.turn)) if state.turn else 0,
            tables.words(game.word(state.phase)) if state.phase else 0,
            state.phase_side,
            self._number_of(shown),
            tables.tracks(tuple(_track(track) for track in view.tracks(pos))),
            state.winner,
            tables.words(game.word(state.level)) if state.over else 0,
            *self._prompt(pos),
        )
        now.sections = tuple(
            tables.sections((part.title, part.lines, part.pieces))
            for part in view.sections(pos)
            if part.lines or part.pieces
        )
        return now

    def _position(self, state: State, events: Iterable[ev.Event], last: _Seen | None) -> Position[Any]:
        """The position, with what is known of the last one as far as the events that led here leave it."""
        pos: Position[Any] = self.game.position(state)
        if last is not None:
            pos.inherit(last.pos)
            for event in events:
                pos.changed(event)
        return pos

    def _number_of(self, shown: MapView) -> int:
        """Number of a map, which is mostly the one that was shown before."""
        if shown is not self._map[0] or self._map[1] < 0:
            outlines = tuple((line.name, line.kind, line.hexes) for line in shown.outlines)
            self._map = shown, self.tables.maps((shown.clip, outlines, shown.objectives, shown.flags))
        return self._map[1]

    def _stacks(self, pos: Position[Any], before: Moment, touched: set[int]) -> dict[int, tuple[int, ...]]:
        """The stacks: those of before, but where a piece came, went or was touched."""
        assert before.seen is not None
        was, at, stacks = before.seen.pos.state.at, pos.state.at, pos.state.stacks
        places = {table[piece] for piece in touched for table in (was, at) if piece in table}
        if not places:
            return before.stacks
        found = before.stacks.copy()
        for place in places:
            if place in stacks:
                found[place] = tuple(self.view.stack_order(pos, stacks[place]))
            else:
                found.pop(place, None)
        return found

    def _zoc(
        self, zones: tuple[Mapping[int, tuple[int, ...]], ...], before: Moment | None, last: _Seen | None
    ) -> tuple[dict[str, tuple[int, ...]], tuple[dict[str, tuple[int, ...]], ...]]:
        """The zones as they are shown, in one and by side. What a side has kept is not looked at again."""
        parts = []
        for number, zone in enumerate(zones):
            same = last is not None and (zone is last.zones[number] or zone == last.zones[number])
            parts.append(last.shown_zones[number] if same and last is not None else self._shown_zone(number + 1, zone))
        if before is not None and last is not None and all(map(is_, parts, last.shown_zones)):
            return before.zoc, last.shown_zones
        return {key: pieces for part in parts for key, pieces in part.items()}, tuple(parts)

    def _shown_zone(self, side: int, zone: Mapping[int, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        names = self._named.setdefault(side, {})
        for place in zone.keys() - names.keys():
            names[place] = f"{side}.{place}"
        return {names[place]: pieces if len(pieces) == 1 else tuple(sorted(pieces)) for place, pieces in zone.items()}

    def _counted(
        self, state: State, now: Moment, before: Moment | None, last: _Seen | None
    ) -> tuple[Counter[int], list[tuple[tuple[str, int], int]]]:
        """Units in play by side, and by standing and side."""
        side_of, rows = self.game.side_of, self.tables.supply.rows
        known = before is not None and last is not None
        if before is not None and last is not None and now.steps is before.steps:
            there = last.there
        else:
            there = Counter([side_of[piece] for piece in state.at])
        if known and before is not None and last is not None and now.supply is before.supply:
            return there, last.standings
        standings = Counter([(number, side_of[piece]) for piece, number in now.supply.items()])
        named: Counter[tuple[str, int]] = Counter()
        for (number, side), count in standings.items():
            named[rows[number][0], side] += count
        return there, sorted(named.items())

    def _touched(self, events: Iterable[ev.Event]) -> set[int] | None:
        """The pieces whose faces these events may have changed; None: any."""
        found: set[int] = set()
        for event in events:
            kind = type(event)
            if kind in _OF_ONE_PIECE:
                found.add(event.piece)  # type: ignore[attr-defined]
            elif kind not in _OF_NO_FACE:
                return None
        return found

    def _face(self, pos: Any, piece: int) -> int:
        face = self.view.face(pos, piece)
        return self.tables.faces(
            (
                face.colours,
                face.symbol,
                face.size,
                face.values,
                self.formations.get(face.formation, -1),
                face.artillery,
                face.armor,
                face.at,
                int(face.band),
                int(face.reduced),
                int(face.dimmed),
                face.badges,
            )
        )

    def _flags(self, state: State, pieces: Iterable[int]) -> dict[int, tuple[str, ...]]:
        """What holds for each piece, in words, without what only the rules remember."""
        game, wanted = self.game, set(pieces)
        found: dict[int, list[str]] = {}
        for key in sorted([key for key in state.flags if key >> 16 in wanted]):
            piece, flag = key >> 16, key & 0xFFFF
            if not game.bookkeeping(flag):
                value = state.flags[key]
                text = f"{game.word(flag)} {game.value(flag, value)}".rstrip()
                found.setdefault(piece, []).append(text)
        return {piece: tuple(texts) for piece, texts in found.items()}

    def _supply(
        self, pos: Position[Any], state: State, before: Moment | None, lines: Mapping[int, LineOfSupply]
    ) -> tuple[dict[int, int], dict[int, LineOfSupply]]:
        """Piece -> number of its line, and the lines. A line that the game gives again has the number it had."""
        traced = self.view.supplies(pos)
        old = before.supply if before is not None else {}
        if traced is lines and before is not None:
            return old, traced
        found: dict[int, int] = {}
        for piece, line in traced.items():
            if line is lines.get(piece):
                found[piece] = old[piece]
            else:
                found[piece] = self.tables.supply((line.standing, line.path, line.rule))
        return old if found == old else found, traced

    def _series(
        self, state: State, seen: _Seen, objectives: tuple[int, ...], sums: Mapping[tuple[str, int], Fraction]
    ) -> dict[int, int]:
        """What is plotted: tracks, objectives held, units by their supply, and the sums given."""
        game, tables = self.game, self.tables
        found: dict[int, int] = {}
        for key in sorted(state.tracks):
            word = key >> 4
            if not game.bookkeeping(word):
                found[tables.series((game.word(word), key & 15, "track"))] = state.tracks[key]
        there = seen.there
        for side in range(1, len(game.sides) + 1):
            if objectives:
                held = sum(state.control.get(place, 0) == side for place in objectives)
                found[tables.series(("objective hexes held", side, "objectives"))] = held
            found[tables.series(("units in play", side, "units"))] = there[side]
        for (standing, side), count in seen.standings:
            found[tables.series((standing, side, "supply"))] = count
        if self._sums[0] is not sums:
            shown: dict[int, int] = {}
            for (group, side), value in sorted(sums.items()):
                number = tables.series(({"losses": "steps lost", "luck": "luck of the dice"}[group], side, group))
                shown[number] = hundredths(value) if group == "luck" else int(value)
            self._sums = sums, shown
        return found | self._sums[1]

    def _prompt(self, pos: Position[Any]) -> tuple[int, int, int]:
        """Side, words and rule of what is asked here; zeros when the game is over."""
        game = self.game
        if pos.state.over:
            return (0, 0, 0)
        _step, prompt = waiting(game, pos.state, pos)
        rule = self.tables.rules((game.rule(prompt.rule), game.rule_title(prompt.rule))) if prompt.rule else 0
        return (prompt.side, self.tables.words(game.word(prompt.word)), rule)


def difference(now: Moment, before: Moment | None) -> Row:
    """What turns `before` into `now`; everything when there is no before. Absent keys: nothing changed.

    s  `[place, piece ...]` for each changed stack (no piece: empty)
    f, n, g, u  flat `piece, number` pairs of faces, notes, steps, supply; -1 takes the entry away
    c  flat `place, side` pairs; m  `[key, a, b, kind, text]`, `[key]` for one that is gone
    z  `[side.place, piece ...]`; v  flat `series, value` pairs, value null for one that is gone
    x  the scalars; b  the blocks
    """
    old = before or Moment()
    out: Row = {}
    stacks: list[list[Any]] = [[place, *pieces] for place, pieces in _new(now.stacks, old.stacks)]
    stacks += [[place] for place in _gone(now.stacks, old.stacks)]
    marks: list[list[Any]] = [[key, *mark] for key, mark in _new(now.marks, old.marks)]
    marks += [[key] for key in _gone(now.marks, old.marks)]
    zones: list[list[Any]] = [[key, *pieces] for key, pieces in _new(now.zoc, old.zoc)]
    zones += [[key] for key in _gone(now.zoc, old.zoc)]
    flat = {
        "f": _pairs(now.faces, old.faces),
        "n": _pairs(now.notes, old.notes),
        "g": _pairs(now.steps, old.steps),
        "u": _pairs(now.supply, old.supply),
        "c": _pairs(now.control, old.control),
        "v": _pairs(now.series, old.series, gone=None),
    }
    for key, rows in (("s", stacks), ("m", marks), ("z", zones), *flat.items()):
        if rows:
            out[key] = rows
    if now.scalars != old.scalars:
        out["x"] = list(now.scalars)
    if now.sections != old.sections:
        out["b"] = list(now.sections)
    return out


def hundredths(number: Fraction) -> int:
    """A fraction in hundredths, halves away from zero."""
    size = abs(number) * 100
    whole = (2 * size.numerator + size.denominator) // (2 * size.denominator)
    return whole if number >= 0 else -whole


def _pairs(now: Mapping[int, int], old: Mapping[int, int], gone: int | None = -1) -> list[int | None]:
    out: list[int | None] = []
    for pair in _new(now, old):
        out += pair
    for key in _gone(now, old):
        out += (key, gone)
    return out


def _new(now: Mapping[K, V], old: Mapping[K, V]) -> list[tuple[K, V]]:
    """The entries that are not in `old`, in the order of their keys: that of a table tells how one came to it. Most
    tables stay as they are at most decisions, and that is seen at once."""
    if now is old or now == old:
        return []
    get = old.get
    return sorted([(key, value) for key, value in now.items() if get(key) != value], key=itemgetter(0))


def _gone(now: Mapping[K, V], old: Mapping[K, V]) -> list[K]:
    """The keys that are only in `old`, in order."""
    if now is old or now.keys() >= old.keys():
        return []
    return sorted([key for key in old if key not in now])


def _with(table: dict[int, int], more: dict[int, int], left: Mapping[int, int]) -> dict[int, int]:
    """A table with other entries, without those of pieces that are not in play any more; itself if nothing changes."""
    gone = table.keys() - left.keys()
    changed = {key: value for key, value in more.items() if table.get(key) != value}
    if not gone and not changed:
        return table
    found = table | changed
    for piece in gone:
        del found[piece]
    return found


def _track(track: TrackView) -> tuple[Any, ...]:
    """A track's row: (name, cells, current), and the marks of its boxes where it has some."""
    row = (track.name, track.cells, track.current)
    return (*row, track.marks) if track.marks else row


def marks_of(
    game: Game[Any], view: BoardView[Any], state: State
) -> Iterable[tuple[str, tuple[int, int, str, str, str]]]:
    """Markers as they are drawn and named: `a.b.word`, then what a moment keeps of it."""
    for key in sorted(state.markers):
        a, b, word = key >> 32, (key >> 16 & 0xFFFF) - 1, key & 0xFFFF
        if b >= 0:
            how = view.hexside_state(word)
            if how:
                yield f"{a}.{b}.{word}", (a, b, how, "", game.word(word))
        else:
            token = view.token(word, state.markers[key])
            if token is not None:
                name = f"{game.word(word)} {game.value(word, state.markers[key])}".rstrip()
                yield f"{a}.{b}.{word}", (a, -1, token[0], token[1][:3], name)
