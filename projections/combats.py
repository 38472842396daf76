"""Combats: one entry for one combat, however many decisions it took, from the declaration to the last advance.

A game says three things (`Fights`): which declarations open a combat, which tables it is read from, and which questions
belong to none. What lies between is followed on the agenda: a combat is over when play comes back to where it was
declared, when another combat is declared, or when a phase begins.

A clash is fought by dice alone, without a declaration of its own: an air combat, a strafing. It is over with its
decision, and stands beside a combat in whose course it was fought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import GENESIS, Frame
from hexledger.projections.lines import plays
from hexledger.projections.losses import lost
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.walk import EVERY, Happening, Kinds, forks_of, passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names


REPULSED: Final = "held"
CLEARED: Final = "cleared"
EMPTY: Final = "no die"
NOBODY: Final = "nobody there"


class Fights(msgspec.Struct, frozen=True):
    """What a game says of its combats, by keys.

    begins   declarations that open a combat: the pieces are its attackers, the places its targets
    tables   tables that a combat is read from; a reading without a declaration is a combat of its own
    between  names of steps whose questions belong to no combat, however deep they lie: what is attacked next
    sums     calculations of what the attackers and what the defenders come to, and of the shifts or the modifier
    results  calculations that say what the table and its dice brought besides the words of its cell
    certain  declarations among `begins` that need no die: an overrun
    clashes  rolls and calculations of a clash: whether the piece that one is about attacks (None: it is about the hex
             that is attacked), and whether it opens another clash
    decides  tables, calculations and rolls that say how a clash went; the first is what it is called by
    aims     rolls that are about the hex at which a table without a declaration is read
    """

    begins: frozenset[str]
    tables: frozenset[str]
    between: frozenset[str] = frozenset()
    sums: tuple[frozenset[str], frozenset[str], frozenset[str]] = (frozenset(), frozenset(), frozenset())
    results: frozenset[str] = frozenset()
    certain: frozenset[str] = frozenset()
    clashes: Mapping[str, tuple[bool | None, bool]] = {}
    decides: frozenset[str] = frozenset()
    aims: frozenset[str] = frozenset()


class At(msgspec.Struct, frozen=True, order=True):
    """An event's place: frame, and number in it from 1 (`#57.3`)."""

    seq: int
    number: int


class Fighter(msgspec.Struct, frozen=True):
    """A unit of a combat: where it stood and with how many steps before it, and after it (place OFF_MAP: gone)."""

    piece: int
    place: int
    steps: int
    place_after: int
    steps_after: int


class Loss(msgspec.Struct, frozen=True):
    """Steps lost by a unit in place, or with `gone` its end."""

    at: At
    piece: int
    steps: int
    gone: bool
    place: int


class Went(msgspec.Struct, frozen=True):
    """A unit that moved in the course of a combat: a retreat, an advance."""

    at: At
    piece: int
    path: tuple[int, ...]
    mode: int


class Taken(msgspec.Struct, frozen=True):
    """A hex that changed hands."""

    at: At
    place: int
    side: int
    before: int


class Scored(msgspec.Struct, frozen=True):
    """A track that changed: victory points among them."""

    at: At
    track: int
    side: int
    before: int
    after: int


class ReadTable(msgspec.Struct, frozen=True):
    """A table that was read, with its die; of a clash without a table its calculation or die (column 0, `row` the
    total), and as results what sent a piece home."""

    at: At
    table: int
    column: int
    row: int
    results: tuple[int, ...]


class Sum(msgspec.Struct, frozen=True):
    """A calculation made in its course: word of what was reckoned, and what it came to."""

    at: At
    kind: int
    total: int


class Die(msgspec.Struct, frozen=True):
    """A die that was thrown."""

    at: At
    purpose: int
    subject: int
    faces: int
    value: int


class Combat(msgspec.Struct, frozen=True):
    """One combat.

    number     counted over the line from 1
    kind       word of the declaration, 0 where it was read from a table without one
    side       the attacker
    begun      declaration, or the reading
    frames     frames whose events belong to it, in order; the first is the decision that declared it
    reckoned   calculations made in its course
    readings   tables read; empty for a combat that came to no die
    floor      depth of the agenda at which it was declared: it is over when no more waits on the agenda than that
    low        the agenda below which it is over in the middle of a decision too
    certain    it needs no die: an overrun
    clash      it was fought by dice alone: all of its readings say how it went, and all of its dice
    """

    number: int
    kind: int
    side: int
    turn: int
    phase: int
    begun: At
    frames: tuple[int, ...]
    targets: tuple[int, ...]
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    reckoned: tuple[Sum, ...]
    dice: tuple[Die, ...]
    readings: tuple[ReadTable, ...]
    losses: tuple[Loss, ...]
    moves: tuple[Went, ...]
    taken: tuple[Taken, ...]
    scored: tuple[Scored, ...]
    floor: int = 0
    low: int = 0
    certain: bool = False
    clash: bool = False

    @property
    def resolved(self) -> int:
        """Frame of the last reading; -1 for a combat that came to none."""
        return self.readings[-1].at.seq if self.readings else -1

    def steps_lost(self, names: Names, side: int) -> int:
        """Steps that a side lost in it."""
        return sum(loss.steps for loss in self.losses if names.piece_side(loss.piece) == side)


def reckoned(combat: Combat, which: int, names: Names, fights: Fights) -> Sum | None:
    """What the attackers (0) or the defenders (1) came to, or the shifts or modifier (2): the last such calculation
    before the last table was read."""
    last = combat.readings[-1].at if combat.readings else None
    found = None
    for one in combat.reckoned:
        if names.word_key(one.kind) in fights.sums[which] and (last is None or one.at < last):
            found = one
    return found


def strength(combat: Combat, which: int, names: Names, fights: Fights) -> str:
    """`reckoned` in words; empty where it was not reckoned."""
    made = reckoned(combat, which, names, fights)
    return names.value(made.kind, made.total) if made is not None else ""


def called(combat: Combat) -> int:
    """Word of what it is called by: its declaration, else the table that was read; 0 for neither."""
    return combat.kind or (combat.readings[-1].table if combat.readings else 0)


def besides(combat: Combat, names: Names, fights: Fights) -> list[str]:
    """What the last table and its dice brought besides the words of its cell, in words; reckoned in the same
    decision."""
    if not combat.readings:
        return []
    last = combat.readings[-1].at
    made = ((one.kind, one.total) for one in combat.reckoned if one.at.seq == last.seq and one.at > last)
    return reckoned_results(made, names, fights.results)


def reckoned_results(made: Iterable[tuple[int, int]], names: Names, results: frozenset[str]) -> list[str]:
    """Calculations (kind, total) that are `results` of a combat, in words: `hits on the defenders 2`."""
    return [f"{names.word(kind)} {names.value(kind, total)}" for kind, total in made if names.word_key(kind) in results]


def lots(combat: Combat, names: Names) -> tuple[tuple[Die, ...], ...]:
    """The dice that the last table was read with, those that were thrown together for the same as one lot; () where it
    was read without one.

    Of the rolls that the game says the table is read with the last lot of each, in the order in which they were thrown
    first; of a table that it says nothing of, the last lot before it since the reading before.
    """
    if not combat.readings:
        return ()
    if combat.clash:
        return tuple(tuple(lot) for _, lot in groupby(combat.dice, _thrown_as))
    last = combat.readings[-1]
    before = [read.at for read in combat.readings if read.at < last.at]
    found: dict[int, tuple[Die, ...]] = {}
    lot: tuple[Die, ...] = ()
    for die in combat.dice:
        if die.at > last.at or (before and die.at < before[-1]):
            continue
        lot = (*lot, die) if lot and _thrown_as(lot[-1]) == _thrown_as(die) else (die,)
        found[die.purpose] = lot
    wanted = names.read_with(last.table, last.column)
    if wanted is None:
        return (lot,) if lot else ()
    return tuple(lot for purpose, lot in found.items() if purpose in wanted)


def thrown(combat: Combat, names: Names) -> tuple[Die, ...]:
    """The dice that the last table was read with, see `lots`."""
    return tuple(die for lot in lots(combat, names) for die in lot)


def _same_roll(event: ev.Rolled, die: Die) -> bool:
    return (die.purpose, die.subject) == (event.purpose, event.subject)


def _thrown_as(die: Die) -> tuple[int, int, int, int]:
    return die.purpose, die.subject, die.faces, die.at.seq


def outcome(combat: Combat) -> str:
    """`cleared`: no defender stands in a target hex any more; `held`; `no die`: it came to no reading; `nobody there`:
    a table that was read without a declaration, at no unit."""
    if not combat.readings and not combat.certain:
        return EMPTY
    if not combat.defenders and (combat.clash or not combat.kind):
        return NOBODY
    stands = any(one.place_after in combat.targets for one in combat.defenders)
    return REPULSED if stands or not combat.defenders else CLEARED


def results(combat: Combat) -> tuple[int, ...]:
    """Words of what its last table said; of a clash of what all of its readings did, each once."""
    if combat.clash:
        return tuple(dict.fromkeys(word for one in combat.readings for word in one.results))
    return combat.readings[-1].results if combat.readings else ()


def find(found: Iterable[Combat], frame: int) -> Combat | None:
    """The combat that a frame belongs to: the one declared or resolved in it, else the last that goes on in it."""
    last = None
    for combat in found:
        if frame in (combat.begun.seq, combat.resolved):
            return combat
        if frame in combat.frames:
            last = combat
    return last


def combats(frames: Iterable[Frame], names: Names, fights: Fights) -> list[Combat]:
    """Every combat of a line (genesis first), in order; of a whole file those of all its lines, what was undone among
    them. One that goes on when two lines part is found for each. O(events), and a copy of it for each fork."""
    walked = list(plays(frames))
    forks = forks_of(walked)
    finder, at = CombatFinder(names, fights), -1
    kept: dict[int, tuple[int, _Open | None]] = {}
    for passage in passages(walked):
        frame = passage.frame
        if frame.parent != at:
            finder.over(finder.state)
            finder.first = len(finder.found)
            finder.count, now = kept[frame.parent]
            finder.now = now.copy() if now is not None else None
        finder.begin(frame, passage.state)
        for happening in passage.happenings():
            finder.take(happening)
        finder.end(frame, passage.state)
        at = frame.seq
        if at in forks:
            kept[at] = (finder.count, finder.now.copy() if finder.now is not None else None)
    finder.over(finder.state)
    return finder.found


class _Open:
    """A combat that is going on."""

    def __init__(self, kind: int, side: int, begun: At, floor: tuple[int, int], state: State) -> None:
        self.kind, self.side, self.begun = kind, side, begun
        self.certain = self.clash = False
        self.number = 0
        self.gone: list[int] = []
        """Who left the map in a clash."""
        self.floor, self.low = floor
        """Depth of the agenda at which it was declared: a question at the first, or an agenda below the second, is
        beyond it."""
        self.turn, self.phase = state.turn, state.phase
        self.frames = [begun.seq]
        self.targets: tuple[int, ...] = ()
        self.before: dict[int, tuple[int, int, bool]] = {}
        """Piece -> (place, steps, does it attack) before the combat."""
        self.reckoned: list[Sum] = []
        self.dice: list[Die] = []
        self.readings: list[ReadTable] = []
        self.losses: list[Loss] = []
        self.moves: list[Went] = []
        self.taken: list[Taken] = []
        self.scored: list[Scored] = []

    def copy(self) -> _Open:
        """The same, to go on with on another line."""
        other = copy(self)
        vars(other).update({name: value.copy() for name, value in vars(self).items() if isinstance(value, list | dict)})
        return other


_SCENES: Final[Kinds] = frozenset({ev.PhaseBegan, ev.TurnBegan})
_NOTED: Final[Kinds] = frozenset(
    {ev.Reckoned, ev.Rolled, ev.Resolved, ev.StepsSet, ev.Removed, ev.Moved, ev.Controlled, ev.TrackSet}
)
"""Events that say something of a combat that goes on."""
_OPENING: Final[Kinds] = frozenset({ev.Declared, ev.Resolved, ev.Reckoned, ev.Rolled})
"""Events that open a combat or may belong to one that is opened after them; others say nothing where none goes on."""


class CombatFinder:
    """The combats of a line, told event by event (see `walk.Watcher`)."""

    kinds: Final[Kinds] = EVERY

    def __init__(self, names: Names, fights: Fights) -> None:
        self.names, self.fights = names, fights
        self.found: list[Combat] = []
        self.first = 0
        """Place of the first combat that was found of the line that is walked."""
        self.count = 0
        """Combats of the line that is walked."""
        self.now: _Open | None = None
        self.beside: _Open | None = None
        """A clash that goes on."""
        self.state = State()
        self.actor = self.depth = 0
        """Who made this decision, and how deep the agenda was before it."""
        self.pending: tuple[list[Sum], list[Die]] = ([], [])
        """Calculations and dice of this decision before a combat was opened in it."""

    def begin(self, frame: Frame, state: State) -> None:
        """The next decision, and the position it was made in."""
        self.state, self.actor, agenda = state, frame.actor, state.agenda
        self.depth = len(agenda)
        if self.now is not None and (
            self.depth <= self.now.floor or self.names.step(agenda[-1][0]) in self.fights.between
        ):
            self.close()
        self.pending = ([], [])

    def take(self, happening: Happening) -> None:
        """Its next event."""
        event = happening.event
        if self.now is not None or type(event) in _OPENING:
            self.event(happening.frame, At(happening.frame.seq, happening.number), event, happening.state)
        if self.fights.clashes:
            self.clash(At(happening.frame.seq, happening.number), event, happening.state)

    def end(self, _frame: Frame, _state: State) -> None:
        """That was its last event."""
        self._part()

    def over(self, _state: State) -> None:
        """That was the last decision of the line."""
        self.close()

    def clash(self, at: At, event: ev.AnyEvent, state: State) -> None:
        """The same event for the clash that goes on, or opens with it; `state` is the position before it."""
        if isinstance(event, ev.Rolled | ev.Reckoned):
            word = event.purpose if isinstance(event, ev.Rolled) else event.kind
            how = self.fights.clashes.get(self.names.word_key(word))
            if how is not None:
                self._clashing(at, event, state, *how)
        now = self.beside
        if now is not None and (now.certain or not isinstance(event, ev.Moved | ev.Controlled)):
            self._note(now, at, event, state)  # whoever is shot at on its way goes on, and that is not of the clash
            self._decided(now, at, event)
            if isinstance(event, ev.Removed):
                now.gone.append(event.piece)

    def _clashing(
        self, at: At, event: ev.Rolled | ev.Reckoned, state: State, attacks: bool | None, opens: bool
    ) -> None:
        """Begin the clash that a roll or a calculation opens, or take the piece that it is about into the one that goes
        on."""
        now, piece = self.beside, event.subject
        again = isinstance(event, ev.Rolled) and now is not None and any(map(partial(_same_roll, event), now.dice))
        if now is None or again or (opens and (attacks is None or piece not in now.before)):
            self._part()
            self.beside = now = _Open(0, 0, at, (0, 0), state)
            now.clash, now.certain = True, isinstance(event, ev.Reckoned)
            self._count(now)
        if attacks is None:
            pieces = [~label for label, _, _ in event.lines if label < 0] if isinstance(event, ev.Reckoned) else []
            for one in pieces:
                now.before[one] = (state.at.get(one, OFF_MAP), state.steps.get(one, 0), True)
            now.side = self.names.piece_side(pieces[0]) if pieces else self.actor
            self._aim(now, piece, state)
        elif piece not in now.before:
            place = state.at.get(piece, OFF_MAP)
            now.before[piece] = (place, state.steps.get(piece, 0), attacks)
            if not attacks and place != OFF_MAP:
                now.targets = (place,)

    def _decided(self, now: _Open, at: At, event: ev.AnyEvent) -> None:
        decides, key = self.fights.decides, self.names.word_key
        match event:
            case ev.Resolved() if key(event.table) in decides:
                now.readings.append(ReadTable(at, event.table, event.column, event.row, event.results))
            case ev.Reckoned() if key(event.kind) in decides:
                now.readings.append(ReadTable(at, event.kind, 0, event.total, ()))
            case ev.Rolled() if key(event.purpose) in decides:
                now.readings.append(ReadTable(at, event.purpose, 0, event.value, ()))
            case ev.Removed() if now.readings and not now.readings[-1].column:
                last = now.readings[-1]
                now.readings[-1] = msgspec.structs.replace(last, results=(*last.results, event.reason))

    def _part(self) -> None:
        """The clash that goes on is over."""
        now, self.beside = self.beside, None
        if now is None:
            return
        sides = [(attacks, self.names.piece_side(piece)) for piece, (_, _, attacks) in now.before.items()]
        # who is fired at, and no piece that fires is named: it is the other of two sides
        now.side = now.side or next((side for attacks, side in sides if attacks), 3 - sides[0][1])
        now.kind = now.readings[0].table if now.readings else now.dice[0].purpose
        self._closed(now)

    def _count(self, opened: _Open) -> None:
        self.count += 1
        opened.number = self.count

    def event(self, frame: Frame, at: At, event: ev.AnyEvent, state: State) -> None:
        """The next event for the combat that goes on, or opens with it; `state` is the position before it."""
        depth, kind = self.depth, type(event)
        if kind in _SCENES:
            self.close()
            return
        if self.now is not None and len(state.agenda) < self.now.low:
            self.close()
        if isinstance(event, ev.Declared) and self.names.word_key(event.kind) in self.fights.begins:
            declared = min(depth, len(state.agenda))  # the decision may first end what was asked above it
            here = (declared, declared)
            floor = (self.now.floor, self.now.low) if self.now is not None else here
            self.close()
            opened = _Open(event.kind, self._side(event.pieces, frame), at, floor, state)
            opened.certain = self.names.word_key(event.kind) in self.fights.certain
            self._open(opened)
            self._declare(event, state)
            return
        if isinstance(event, ev.Resolved) and self.now is None and self._is_table(event) and frame.kind != GENESIS:
            self._open(_Open(0, frame.actor, at, (depth, min(depth, len(state.agenda))), state))
        if self.now is None:
            if isinstance(event, ev.Reckoned):
                self.pending[0].append(Sum(at, event.kind, event.total))
            elif isinstance(event, ev.Rolled):
                self.pending[1].append(Die(at, event.purpose, event.subject, event.faces, event.value))
            return
        if self.now.frames[-1] != at.seq:
            self.now.frames.append(at.seq)
        if kind in _NOTED:
            self._note(self.now, at, event, state)

    def _open(self, opened: _Open) -> None:
        self.now = opened
        self._count(opened)
        if not opened.kind:
            # without a declaration what the decision reckoned and rolled before its table belongs to it
            opened.reckoned, opened.dice = self.pending
            self.pending = ([], [])
            for die in opened.dice:
                if self.names.word_key(die.purpose) in self.fights.aims:
                    self._aim(opened, die.subject, self.state)

    def _is_table(self, event: ev.Resolved) -> bool:
        return self.names.word_key(event.table) in self.fights.tables

    def _side(self, pieces: Sequence[int], frame: Frame) -> int:
        return self.names.piece_side(pieces[0]) if pieces else frame.actor

    def _declare(self, event: ev.Declared, state: State) -> None:
        assert self.now is not None
        now = self.now
        now.targets = event.targets
        for piece in event.pieces:
            now.before[piece] = (state.at.get(piece, OFF_MAP), state.steps.get(piece, 0), True)
        for target in event.targets:
            self._aim(now, target, state)

    def _aim(self, now: _Open, target: int, state: State) -> None:
        """Whoever stands in an attacked hex defends it."""
        if target not in now.targets:
            now.targets = (*now.targets, target)
        for piece in state.stacks.get(target, ()):
            if self.names.piece_side(piece) not in (now.side, 0):
                now.before[piece] = (target, state.steps.get(piece, 0), False)

    def _note(self, now: _Open, at: At, event: ev.AnyEvent, state: State) -> None:
        match event:
            case ev.Reckoned():
                now.reckoned.append(Sum(at, event.kind, event.total))
            case ev.Rolled():
                now.dice.append(Die(at, event.purpose, event.subject, event.faces, event.value))
            case ev.Resolved() if self._is_table(event):
                now.readings.append(ReadTable(at, event.table, event.column, event.row, event.results))
            case ev.StepsSet() | ev.Removed():
                self._lost(now, at, event, state)
            case ev.Moved() if not (event.path and self.names.idle(event.path[0])):
                self._joined(now, event.piece, state)
                now.moves.append(Went(at, event.piece, event.path, event.mode))
            case ev.Controlled() if event.side != state.control.get(event.place, 0):
                now.taken.append(Taken(at, event.place, event.side, state.control.get(event.place, 0)))
            case ev.TrackSet():
                before = state.track(event.track, event.side)
                now.scored.append(Scored(at, event.track, event.side, before, event.value))

    def _lost(self, now: _Open, at: At, event: ev.StepsSet | ev.Removed, state: State) -> None:
        taken = lost(event, state.steps, state.at, self.names)
        if taken is not None:
            self._joined(now, event.piece, state)
            now.losses.append(Loss(at, event.piece, taken.steps, taken.gone, state.at.get(event.piece, OFF_MAP)))

    def _joined(self, now: _Open, piece: int, state: State) -> None:
        """A unit that the declaration did not name and that the combat touches (a reserve, a stack that gives way)."""
        if piece not in now.before:
            side = self.names.piece_side(piece)
            now.before[piece] = (state.at.get(piece, OFF_MAP), state.steps.get(piece, 0), side == now.side)

    def close(self) -> None:
        """The combat that goes on is over; `state` is how things stand now."""
        now, self.now = self.now, None
        if now is not None:
            self._closed(now)

    def _closed(self, now: _Open) -> None:
        fighters = [
            (attacks, Fighter(piece, place, steps, *self._left(now, piece, place, steps)))
            for piece, (place, steps, attacks) in now.before.items()
        ]
        place = len(self.found)
        while place > self.first and self.found[place - 1].number > now.number:
            place -= 1  # a clash is over before the combat beside which it is fought
        self.found.insert(
            place,
            Combat(
                number=now.number,
                kind=now.kind,
                side=now.side,
                turn=now.turn,
                phase=now.phase,
                begun=now.begun,
                frames=tuple(now.frames),
                targets=now.targets,
                attackers=tuple(fighter for attacks, fighter in fighters if attacks),
                defenders=tuple(fighter for attacks, fighter in fighters if not attacks),
                reckoned=tuple(now.reckoned),
                dice=tuple(now.dice),
                readings=tuple(now.readings),
                losses=tuple(now.losses),
                moves=tuple(now.moves),
                taken=tuple(now.taken),
                scored=tuple(now.scored),
                floor=now.floor,
                low=now.low,
                certain=now.certain,
                clash=now.clash,
            ),
        )

    def _left(self, now: _Open, piece: int, place: int, steps: int) -> tuple[int, int]:
        """Place and steps of a unit after a combat."""
        if not now.clash or now.certain:
            return self.state.at.get(piece, OFF_MAP), self.state.steps.get(piece, 0)
        lost = sum(loss.steps for loss in now.losses if loss.piece == piece)
        return (OFF_MAP, 0) if piece in now.gone else (place, steps - lost)
