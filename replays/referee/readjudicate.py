"""Readjudicate: the same decisions under another ruling, rules version or edition. The log itself is not touched.

Decisions are decided again one after the other. A die keeps the value that it had wherever the same decision asks for
the same purpose with as many faces; where the other rules ask for a die that never fell, new luck is taken and shown.
The replay ends where a decision cannot be made any more: play would have gone another way from there.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from hexledger.engine.dice.rolling import Asked, derive
from hexledger.engine.errors import EngineError, EngineFault, IllegalDecision
from hexledger.engine.kernel.deciding import Draft, begin, decide
from hexledger.engine.kernel.game import Game
from hexledger.engine.table.ruling_effects import correct
from hexledger.events.frame import RULING, Frame, Ruling
from hexledger.events.model import PRACTICE, Assigned, Drawn, Event, Rolled
from hexledger.projections.address import address
from hexledger.projections.difference import difference
from hexledger.projections.digest import digest
from hexledger.projections.record import events_text
from hexledger.projections.state import State
from hexledger.replays.audit.contradiction import Contradiction
from hexledger.replays.audit.contradiction import difference as first_difference
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.chronicle import Chronicle
from hexledger.replays.log.genesis import tables_differ
from hexledger.replays.referee.rulings import draft as ruling_draft
from hexledger.replays.referee.rulings import switched


class NewDie(msgspec.Struct, frozen=True):
    """A die or draw that the other rules ask for and that never fell in the game: a value that might have."""

    frame: int
    purpose: int
    below: int
    number: int


class Readjudicated(msgspec.Struct):
    """What another ruling would have brought.

    start      frame after which it is applied
    head       head of the line that was replayed
    last       last frame that could be decided again
    first      the first event that changes (None: nothing changes); its `found` is the game's, `expected` the other
    changed    frames with other events, in order
    stopped    why the replay ended before the head; empty when it did not
    luck       dice that had to be made anew
    changes    what differs between the two positions after `last`: rows of `projections.difference`
    result     (result of the game at its head, result under the other ruling), None while nobody has won
    """

    start: int
    head: int
    last: int
    first: Contradiction | None = None
    was: list[str] = msgspec.field(default_factory=list)
    would: list[str] = msgspec.field(default_factory=list)
    """What followed from the first decision that changes, in words, as far as the two differ."""
    changed: list[int] = msgspec.field(default_factory=list)
    stopped: str = ""
    luck: list[NewDie] = msgspec.field(default_factory=list)
    changes: list[dict[str, Any]] = msgspec.field(default_factory=list)
    result: tuple[str | None, str | None] = (None, None)


class SameLuck:
    """Dice of one decision as they fell; new luck, from the log's id, for those that never did."""

    def __init__(self, log_id: str, frame: Frame) -> None:
        self.mode = next((e.mode for e in frame.events if isinstance(e, Rolled | Drawn)), PRACTICE)
        self.evidence: list[str] = list(frame.evidence)
        self.fresh: list[NewDie] = []
        self._frame, self._log_id = frame.seq, log_id
        self._dice: defaultdict[tuple[int, int], deque[int]] = defaultdict(deque)
        """(purpose, faces) -> values as the dice showed them, in order."""
        self._draws: defaultdict[int, deque[int]] = defaultdict(deque)
        """Pool -> tokens, in order."""
        for event in frame.events:
            if isinstance(event, Rolled):
                self._dice[event.purpose, event.faces].append(event.value)
            elif isinstance(event, Drawn):
                self._draws[event.pool].append(event.token)

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        """The value that fell for this purpose, in order; else a new one."""
        number = self._token(asked) if asked is not None and asked.tokens else self._face(purpose, below, asked)
        if number is None:
            key = b"readjudication".ljust(32, b"\0")
            number = derive(key, self._log_id, self._frame, len(self.fresh), purpose, below)
            self.fresh.append(NewDie(self._frame, purpose, below, number))
        return number

    def _face(self, purpose: int, below: int, asked: Asked | None) -> int | None:
        fell = self._dice[purpose, below]
        if not fell:
            return None
        return (asked or Asked(purpose, below)).face(fell.popleft())

    def _token(self, asked: Asked) -> int | None:
        """The lowest number that draws the token which was drawn, if it is in the cup."""
        fell = self._draws[asked.purpose]
        token = fell.popleft() if fell else -1
        held = dict(asked.tokens)
        if token not in held:
            return None
        return sum(count for other, count in asked.tokens if other < token)


def readjudicate(
    chronicle: Chronicle,
    *,
    game: Game[Any] | None = None,
    setting: str = "",
    start: int = 0,
    head: int | None = None,
) -> Readjudicated:
    """Replay the line that ends at `head` (default: the current head) from after frame `start`, under another game
    module (`game`: another edition or rules version) or another reading (`setting`: `SWITCH=READING`).

    ReplayError when nothing is to be changed, or the other edition numbers its pieces and hexes differently.
    """
    head = chronicle.timeline.head if head is None else chronicle.place(head)
    if game is None and not setting:
        raise ReplayError("name what is to be read another way: a switch, a rules version or an edition")
    other = game or chronicle.game
    if game is not None and (other.id != chronicle.genesis.game or tables_differ(chronicle.genesis, other)):
        raise ReplayError("the other edition numbers its units or hexes differently: it cannot read this log")
    chronicle.place(start)
    if not chronicle.timeline.is_ancestor(start, head):
        raise ReplayError(f"frame {start} is not on the line that ends at frame {head}")
    return _Replay(chronicle, other, setting, start, head).run()


class _Replay:
    def __init__(self, chronicle: Chronicle, game: Game[Any], setting: str, start: int, head: int) -> None:
        self.chronicle, self.game, self.setting = chronicle, game, setting
        self.line = [frame.seq for frame in chronicle.frames(head)]
        self.out = Readjudicated(start, head, start)

    def run(self) -> Readjudicated:
        state = self._begin()
        if state is not None:
            for seq in self.line[self.line.index(self.out.start) + 1 :]:
                after = self._again(seq, state)
                if after is None:
                    break
                state, self.out.last = after, seq
            self._conclude(state)
        return self.out

    def _begin(self) -> State | None:
        """The position from which the other reading holds, None when there is none."""
        chronicle, genesis, start = self.chronicle, self.chronicle.genesis, self.out.start
        frame = chronicle.frame(start)
        if start == 0 and self.game is not chronicle.game:
            roller = SameLuck(genesis.log_id, frame)
            made = partial(begin, self.game, genesis.scenario, genesis.options, roller)
            state = self._kept(frame, State(), made, roller)
        else:
            state = chronicle.state(start).copy()
        if state is None or not self.setting:
            return state
        self.switch, event = switched(self.game, self.setting)
        quiet = msgspec.structs.replace(frame, events=(), evidence=())
        roller = SameLuck(genesis.log_id, quiet)
        return correct(self.game, state, digest(state), (), roller, trusted=(event,)).state

    def _again(self, seq: int, state: State) -> State | None:
        frame = self.chronicle.frame(seq)
        roller = SameLuck(self.chronicle.genesis.log_id, frame)
        return self._kept(frame, state, partial(self._draft, frame, state, roller), roller)

    def _draft(self, frame: Frame, state: State, roller: SameLuck) -> Draft:
        before = digest(state)
        if frame.kind == RULING:
            ruling: Ruling = msgspec.msgpack.decode(frame.decision, type=Ruling)
            effects = frame.events[: ruling.effects]
            if ruling.scope in ("rule", "adopted") and self.setting and _sets(self.game, effects, self.switch.word):
                # the ruling under trial takes the place of the one that the game had on this switch
                effects = (switched(self.game, self.setting)[1],)
                ruling = msgspec.structs.replace(ruling, setting=self.setting)
            return ruling_draft(self.game, state, before, frame.actor, ruling, effects, roller)
        decision = self.game.codec.decode(frame.decision)
        return decide(self.game, state, before, frame.actor, decision, roller)

    def _kept(self, frame: Frame, before: State, make: Callable[[], Draft], roller: SameLuck) -> State | None:
        """The position after a frame under the other reading, made in `before`; notes what changed, or why it cannot be
        reached."""
        out = self.out
        try:
            draft = make()
        except IllegalDecision as error:
            out.stopped = f"{address(frame.seq)}: under the other reading the decision is refused: {error}"
            self._first(Contradiction(frame.seq, -1, "decision", "accepted", f"refused: {error.reason}", error.rule))
            return None
        except (EngineError, ReplayError) as error:
            out.stopped = f"{address(frame.seq)}: the other rules cannot carry it out: {error}"
            self._first(Contradiction(frame.seq, -1, "decision", "carried out", str(error)))
            return None
        except Exception as error:
            raise EngineFault(f"frame {frame.seq} under the other rules: {type(error).__name__}: {error}") from error
        out.luck += roller.fresh
        if self.setting:
            word = self.game.words[self.switch.word]
            draft_seen = msgspec.structs.replace(draft, events=_without(draft.events, word))
            frame = msgspec.structs.replace(frame, events=_without(frame.events, word))
        else:
            draft_seen = draft
        changed = first_difference(self.game, frame, draft_seen) if draft_seen.events != frame.events else None
        if changed is not None:
            out.changed.append(frame.seq)
            if out.first is None:
                self._told(frame, before, draft)
            self._first(changed)
        return draft.state

    def _told(self, frame: Frame, before: State, draft: Draft) -> None:
        """What followed from a frame and what would have, in words; what both have is left out."""
        mine = self.chronicle.state(frame.parent) if frame.seq else State()
        was = events_text(frame, self.game, mine)
        would = events_text(msgspec.structs.replace(frame, events=draft.events), self.game, before)
        self.out.was = [line for line in was if line not in would]
        self.out.would = [line for line in would if line not in was]

    def _first(self, found: Contradiction) -> None:
        if self.out.first is None:
            self.out.first = found

    def _conclude(self, state: State) -> None:
        game, chronicle, out = self.game, self.chronicle, self.out
        mine = chronicle.state(out.last)
        skip = game.word(game.words[self.switch.word]) if self.setting else ""
        out.changes = [row for row in difference(mine, state, game) if row.get("variable", "-") != skip]
        final = chronicle.state(out.head)
        out.result = (_result(game, final), _result(game, state))


def _sets(game: Game[Any], effects: Sequence[Event], word: str) -> bool:
    return any(isinstance(event, Assigned) and game.word_key(event.variable) == word for event in effects)


def _without(events: Iterable[Event], word: int) -> tuple[Event, ...]:
    """Events without those that set the switch under trial."""
    return tuple(event for event in events if not (isinstance(event, Assigned) and event.variable == word))


def _result(game: Game[Any], state: State) -> str | None:
    return game.verdict(state.winner, state.level) if state.over else None


def changes_by_kind(changes: Iterable[dict[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    """(`units`, `hexes`, `tracks`, `course`) with their sentences, empty ones left out."""
    groups: dict[str, list[str]] = {"units": [], "hexes": [], "tracks": [], "course": []}
    for row in changes:
        what = row["what"]
        group = "units" if what.startswith("unit.") else "hexes" if what in ("control", "marker") else ""
        groups[group or ("tracks" if what in ("track", "pool", "variable") else "course")].append(row["text"])
    return ((name, rows) for name, rows in groups.items() if rows)
