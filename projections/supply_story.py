"""Supply stories: when a unit lost its line, who cut it, when the rulebook's check saw it, what restored it.

Standings are worked out after every decision, not only at the checks of a rulebook. Who cut a line is proved by taking
it back: the decision is folded once more without what one piece, one hex or one marker did in it, and the line is
asked for again. Where no single one is enough, a smallest set of them is named (QuickXplain, Junker 2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import msgspec

from hexledger.events import model as ev
from hexledger.events.frame import GENESIS, Frame
from hexledger.projections.combats import At
from hexledger.projections.fold import APPLY
from hexledger.projections.state import OFF_MAP, State
from hexledger.projections.walk import passages

if TYPE_CHECKING:
    from hexledger.projections.names import Names

Key: TypeAlias = tuple[str, int]
"""An agent in short: its kind, and its number (of a flag or marker with its word)."""
LOST, RESTORED, ENTERED, GONE = "lost", "restored", "entered", "gone"
"""What becomes of a line: cut; whole again; a unit comes into play without one; a unit without one leaves play."""
PIECE, FLAG, CONTROL, MARKER, CLOCK, REST = "piece", "flag", "control", "marker", "clock", "rest"
"""What an agent is: a piece, one flag of a piece, control of a place, a marker, turn and phase, a variable, track or
pool."""
FEW: Final = 40
"""Agents of a decision that are each tried alone; of more, those that moved, came or went."""
_SILENT: Final = (
    *(ev.Pushed, ev.Popped, ev.Stepped, ev.Rolled, ev.Drawn, ev.Declared, ev.Reckoned, ev.Resolved),
    *(ev.Judged, ev.JudgedFor, ev.Sealed, ev.Revealed, ev.Noted, ev.Won),
)
"""Events that no line hangs on."""


class Traced(Protocol):
    """How a unit stands: words, the line from the unit, the rule, and does it hold."""

    @property
    def standing(self) -> str:
        """Words."""
        ...

    @property
    def path(self) -> tuple[int, ...]:
        """Places of the line."""
        ...

    @property
    def rule(self) -> str:
        """Citation."""
        ...

    @property
    def holds(self) -> bool:
        """False for a unit that is cut off."""
        ...


class Tracer(Protocol):
    """What a game answers: lines of units, and zones of control, in any position."""

    def lines(self, state: State, pieces: Iterable[int] | None = None) -> Mapping[int, Traced]:
        """Piece -> line, of those asked for (None: all) that need one."""
        ...

    def zones(self, state: State) -> Sequence[Mapping[int, tuple[int, ...]]]:
        """For each side: place -> its pieces that project a zone of control into it."""
        ...


class Agent(msgspec.Struct, frozen=True, order=True):
    """What did something in a decision. `number`: the piece or place; of a marker its place; else a word.

    path    of a piece: the places that it went through, the first where it stood; one place where it came or went
    did     `moved`, `came`, `went`, `changed`
    word    of a flag or marker, 0 for others
    beside  of a marker on a hexside the other hex, else -1
    """

    kind: str
    number: int
    path: tuple[int, ...] = ()
    did: str = "changed"
    word: int = 0
    beside: int = -1


class Cause(msgspec.Struct, frozen=True):
    """Who did it. Each of `agents` alone is enough to take back, or with `jointly` only all of them together."""

    agents: tuple[Agent, ...]
    jointly: bool = False


class Change(msgspec.Struct, frozen=True):
    """A unit whose line was cut or restored in a decision.

    place     where it stands after the decision (GONE: stood before)
    standing  words of the new standing; `before` of the old one
    line      LOST: the line that it had; RESTORED: the one that it has
    closed    LOST: places of that line, beyond the unit's own, where those who cut it stand, project their zones or
              took control
    """

    seq: int
    piece: int
    what: str
    place: int
    standing: str
    before: str
    rule: str
    line: tuple[int, ...]
    closed: tuple[int, ...]
    cause: Cause | None
    turn: int
    phase: int


class Verdict(msgspec.Struct, frozen=True):
    """A check of the rulebook that saw the unit: word of what it said, word of the respect (0: the only one)."""

    at: At
    status: int
    subject: int


class SupplyStory(msgspec.Struct, frozen=True):
    """One time that a unit had no line: from its loss to its end (None: it lasts)."""

    piece: int
    side: int
    lost: Change
    judged: tuple[Verdict, ...]
    end: Change | None


def supply_changes(
    line: Sequence[Frame], tracer: Tracer, turn: int | None = None, watch: Callable[[int, int], None] | None = None
) -> dict[int, tuple[Change, ...]]:
    """Frame -> changes of supply in it, for the frames of a line (genesis first) that have some.

    turn   lines are traced from the beginning of this turn, until it is over and all that it cut has an end
    watch  told how many frames of how many are done
    """
    teller = SupplyTeller(tracer)
    found: dict[int, tuple[Change, ...]] = {}
    open_ones: set[int] = set()
    for number, passage in enumerate(passages(line)):
        if watch is not None:
            watch(number, len(line))
        before = passage.state.copy()
        passage.finish()
        if turn is not None and passage.state.turn < turn:
            continue
        changes = teller.take(passage.frame, before, passage.state)
        if changes:
            found[passage.frame.seq] = changes
        if turn is not None:
            open_ones |= {one.piece for one in changes if one.what in (LOST, ENTERED) and one.turn == turn}
            open_ones -= {one.piece for one in changes if one.what in (RESTORED, GONE)}
            if passage.state.turn > turn and not open_ones:
                break
    return found


def supply_stories(
    line: Sequence[Frame],
    names: Names,
    tracer: Tracer,
    turn: int | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> list[SupplyStory]:
    """Every story of a line (genesis first), or those that begin in a turn, by the decision in which it begins; see
    `supply_changes`."""
    found = told(line, supply_changes(line, tracer, turn, watch), names)
    return [story for story in found if turn is None or story.lost.turn == turn]


def told(line: Iterable[Frame], changes: Mapping[int, Sequence[Change]], names: Names) -> list[SupplyStory]:
    """The stories along a line, from the changes of its frames."""
    running: dict[int, tuple[Change, list[Verdict]]] = {}
    found: list[SupplyStory] = []

    def close(piece: int, end: Change | None) -> None:
        lost, judged = running.pop(piece)
        found.append(SupplyStory(piece, names.piece_side(piece), lost, tuple(judged), end))

    for frame in line:
        mine = changes.get(frame.seq, ())
        for change in mine:
            if change.what in (LOST, ENTERED):
                running[change.piece] = (change, [])
        for number, event in enumerate(frame.events, 1):
            if isinstance(event, ev.Judged) and event.piece in running:
                subject = event.subject if isinstance(event, ev.JudgedFor) else 0
                running[event.piece][1].append(Verdict(At(frame.seq, number), event.status, subject))
        for change in mine:
            if change.what in (RESTORED, GONE) and change.piece in running:
                close(change.piece, change)
    for piece in sorted(running):
        close(piece, None)
    return sorted(found, key=lambda story: (story.lost.seq, story.piece))


class Without(msgspec.Struct, frozen=True):
    """Units of a side that have no line, over a game.

    counts  (frame, units) wherever their number changes
    judged  (frame, units) of each check of the rulebook that saw some
    """

    side: int
    counts: tuple[tuple[int, int], ...]
    judged: tuple[tuple[int, int], ...]


def without(found: Iterable[SupplyStory]) -> list[Without]:
    """How many units had no line when, by side, of the stories of a line; sides that never had one are left out."""
    changes: dict[int, dict[int, int]] = {}
    seen: dict[int, dict[int, set[int]]] = {}
    for story in found:
        by_frame = changes.setdefault(story.side, {})
        by_frame[story.lost.seq] = by_frame.get(story.lost.seq, 0) + 1
        if story.end is not None:
            by_frame[story.end.seq] = by_frame.get(story.end.seq, 0) - 1
        for verdict in story.judged:
            seen.setdefault(story.side, {}).setdefault(verdict.at.seq, set()).add(story.piece)
    rows = []
    for side in sorted(changes):
        count, counts = 0, []
        for seq, change in sorted(changes[side].items()):
            count += change
            if change:
                counts.append((seq, count))
        judged = tuple((seq, len(pieces)) for seq, pieces in sorted(seen.get(side, {}).items()))
        rows.append(Without(side, tuple(counts), judged))
    return rows


class SupplyTeller:
    """Takes the decisions of a game in any order of its lines and says what each changed."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer = tracer
        self._last = -1
        self.lines: Mapping[int, Traced] = {}
        """Lines of all units after the frame taken last."""

    def take(
        self, frame: Frame, before: State, after: State, lines: Mapping[int, Traced] | None = None
    ) -> tuple[Change, ...]:
        """What a frame changed. O(a look at every unit's line), and for each cut a few looks at the units cut. `lines`:
        those after the frame, where they are known already."""
        if frame.kind == GENESIS:
            then: Mapping[int, Traced] = {}
        else:
            then = self.lines if self._last == frame.parent else self.tracer.lines(before)
        self._last = frame.seq
        if frame.kind != GENESIS and all(isinstance(event, _SILENT) for event in frame.events):
            self.lines = then
            return ()
        now = self.lines = self.tracer.lines(after) if lines is None else lines
        if now is then or {p for p in now if not now[p].holds} == {p for p in then if not then[p].holds}:
            return ()
        cut = [p for p in sorted(now) if not now[p].holds and p in then and then[p].holds]
        back = [p for p in sorted(now) if now[p].holds and p in then and not then[p].holds]
        came = [p for p in sorted(now) if not now[p].holds and p not in then]
        gone = [p for p in sorted(then) if not then[p].holds and p not in now]
        if not (cut or back or came or gone):
            return ()
        trial = _Trial(frame, before, self.tracer, (*cut, *back)) if cut or back else None
        found = []
        for piece in cut:
            assert trial is not None
            line = then[piece].path
            found.append(
                self._change(LOST, frame, piece, after, now[piece], then[piece], line, trial.cause(piece, held=True))
            )
        for piece in back:
            assert trial is not None
            line = now[piece].path
            found.append(
                self._change(
                    RESTORED, frame, piece, after, now[piece], then[piece], line, trial.cause(piece, held=False)
                )
            )
        for piece in came:
            found.append(self._change(ENTERED, frame, piece, after, now[piece], None, (), None))
        for piece in gone:
            found.append(self._change(GONE, frame, piece, before, then[piece], then[piece], (), None))
        return tuple(found)

    def _change(
        self,
        what: str,
        frame: Frame,
        piece: int,
        state: State,
        now: Traced,
        then: Traced | None,
        line: tuple[int, ...],
        cause: Cause | None,
    ) -> Change:
        return Change(
            seq=frame.seq,
            piece=piece,
            what=what,
            place=state.at.get(piece, OFF_MAP),
            standing=now.standing,
            before=then.standing if then is not None else "",
            rule=now.rule,
            line=line,
            closed=self._closed(state, piece, line, cause) if what == LOST else (),
            cause=cause,
            turn=state.turn,
            phase=state.phase,
        )

    def _closed(self, state: State, piece: int, line: tuple[int, ...], cause: Cause | None) -> tuple[int, ...]:
        """Places of a line where those who cut it stand or project zones, or control that they took."""
        if cause is None:
            return ()
        culprits = {agent.number for agent in cause.agents if agent.kind == PIECE}
        taken = {agent.number for agent in cause.agents if agent.kind == CONTROL}
        zones = self.tracer.zones(state) if culprits else ()
        found = []
        for place in line[1:] or line:
            there = set(state.stacks.get(place, ()))
            for zone in zones:
                there.update(zone.get(place, ()))
            there.discard(piece)
            if place in taken or there & culprits:
                found.append(place)
        return tuple(dict.fromkeys(found))


# ---------------------------------------------------------------------- who did it
class _Trial:
    """One decision, folded again without what some agents did in it."""

    def __init__(self, frame: Frame, before: State, tracer: Tracer, pieces: Sequence[int]) -> None:
        self.before, self.tracer, self.pieces = before, tracer, pieces
        self.deeds = deeds(frame)
        self.agents = tuple(dict.fromkeys(agent for agent, _ in self.deeds if agent is not None))
        self._known: dict[frozenset[Key], Mapping[int, Traced]] = {}

    def without(self, undone: Iterable[Key]) -> Mapping[int, Traced]:
        """Lines of the pieces if these agents had done nothing."""
        key = frozenset(undone)
        if key not in self._known:
            self._known[key] = self.tracer.lines(taken_back(self.deeds, self.before, key), self.pieces)
        return self._known[key]

    def cause(self, piece: int, *, held: bool) -> Cause:
        """Whom to take back so that a piece's line holds (or with `held` False is cut) as it was before."""

        def as_before(undone: Sequence[Key]) -> bool:
            line = self.without(undone).get(piece)
            return line is not None and line.holds is held

        alone = [agent for agent in self._likely() if as_before([agent])]
        if not alone:
            least = smallest(self.agents, as_before)
            return Cause(tuple(self._agent(one) for one in least), jointly=len(least) > 1)
        return Cause(tuple(self._agent(one) for one in alone))

    def _likely(self) -> tuple[Key, ...]:
        if len(self.agents) <= FEW:
            return self.agents
        went = {agent for agent, event in self.deeds if isinstance(event, ev.Moved | ev.Placed | ev.Removed)}
        return tuple(agent for agent in self.agents if agent in went)[:FEW]

    def _agent(self, key: Key) -> Agent:
        kind, number = key
        if kind == FLAG:
            return Agent(kind, number >> 16, word=number & 0xFFFF)
        if kind == MARKER:
            return Agent(kind, number >> 32, word=number & 0xFFFF, beside=(number >> 16 & 0xFFFF) - 1)
        path: tuple[int, ...] = ()
        did = "changed"
        for agent, event in self.deeds:
            if agent != key:
                continue
            if isinstance(event, ev.Moved):
                path, did = (*path, *event.path[1:]) if path else event.path, "moved"
            elif isinstance(event, ev.Placed) and did != "moved":
                path, did = (event.at,), "came"
            elif isinstance(event, ev.Removed):
                path, did = (path[0] if path else self.before.at.get(number, OFF_MAP),), "went"
        return Agent(kind, number, tuple(place for place in path if place != OFF_MAP), did)


def agent_of(event: ev.AnyEvent) -> Key | None:
    """Who an event belongs to; None for what no line hangs on."""
    if isinstance(event, _SILENT):
        return None
    match event:
        case ev.Flagged():
            return FLAG, event.piece << 16 | event.flag
        case ev.Controlled():
            return CONTROL, event.place
        case ev.MarkerSet():
            return MARKER, event.a << 32 | (event.b + 1) << 16 | event.marker
        case ev.TurnBegan() | ev.PhaseBegan():
            return CLOCK, 0
        case ev.TrackSet():
            return REST, event.track
        case ev.Assigned():
            return REST, event.variable
        case ev.Pooled():
            return REST, event.pool
    return PIECE, getattr(event, "piece", OFF_MAP)


def deeds(frame: Frame) -> list[tuple[Key | None, ev.AnyEvent]]:
    """The events of a decision, each with its agent. A place that changed hands because a piece went through it is the
    piece's deed."""
    found: list[tuple[Key | None, ev.AnyEvent]] = []
    walked: dict[int, int] = {}
    for event in frame.events:
        agent = agent_of(event)
        if isinstance(event, ev.Moved):
            walked |= dict.fromkeys(event.path[1:], event.piece)
        elif isinstance(event, ev.Placed):
            walked[event.at] = event.piece
        elif isinstance(event, ev.Controlled) and event.place in walked:
            agent = (PIECE, walked[event.place])
        found.append((agent, event))
    return found


def taken_back(done: Iterable[tuple[Key | None, ev.AnyEvent]], before: State, undone: Iterable[Key]) -> State:
    """The position after a decision in which some agents did nothing."""
    state, left_out = before.copy(), frozenset(undone)
    for agent, event in done:
        if agent not in left_out:
            APPLY[type(event)](state, event)
    return state


def smallest(agents: Sequence[Key], enough: Callable[[Sequence[Key]], bool]) -> list[Key]:
    """A set of agents that is enough and of which none can be spared (QuickXplain); empty when all are not enough. What
    one agent did may undo another's deed, so that more are not always enough: who was named is asked for again."""
    if not agents or not enough(agents):
        return []

    def search(kept: list[Key], added: bool, left: list[Key]) -> list[Key]:
        if added and enough(kept):
            return []
        if len(left) == 1:
            return left
        half = len(left) // 2
        first, second = left[:half], left[half:]
        needed = search([*kept, *first], True, second)
        return [*search([*kept, *needed], bool(needed), first), *needed]

    found = search([], False, list(agents))
    for one in tuple(found):
        fewer = [other for other in found if other != one]
        if fewer and enough(fewer):
            found = fewer
    return found
