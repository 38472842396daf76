"""A sitting on the map: the one writer of a log, asked by pages what may be decided, what it would do, and to do it.

Every method may be called from any thread; one at a time works on the log. What a page sends is never trusted: the head
that it looks at, its seat, and the decision are looked at again here, and the kernel decides.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, wraps
from pathlib import Path
from threading import Condition, RLock, Thread, Timer
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import bot
from hexledger.engine.dice.entered import place_of
from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import EngineError, Unfinished
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.table.consequences import tried
from hexledger.engine.table.drafting import NUMBERS, SETS, Drafting, check_shapes, fields_of
from hexledger.engine.table.onward import ahead
from hexledger.engine.table.outcomes import outcomes
from hexledger.engine.table.plans import LONGEST as LONGEST_PLAN
from hexledger.engine.table.plans import PlanBroken, Planned, planned
from hexledger.engine.table.preview import Preview, preview
from hexledger.engine.table.reasons import why_no_unit, why_not
from hexledger.events.errors import LedgerError
from hexledger.events.frame import DECISION, Frame
from hexledger.events.model import ENTERED, Moved
from hexledger.events.showing import one_line
from hexledger.projections.digest import digest
from hexledger.projections.names import side_name
from hexledger.replays.admission.admitting import the_seat
from hexledger.replays.dice.keeper_file import Answered, read_answer_file
from hexledger.replays.dice.luck import percent
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.alone import back_over, only_answer
from hexledger.replays.log.chronicle import UndoRefused
from hexledger.replays.log.due import DECIDE, ENTER, OPEN, SEAL, Due, due
from hexledger.replays.log.studies import parent_of
from hexledger.replays.log.table import hand_in, opening, sealed
from hexledger.replays.log.typed_rolls import shown_value
from hexledger.replays.tabletop.mending import EVERY, FAILED, FAILURES, Unwritten, mended, unwritten
from hexledger.replays.tabletop.rows import (
    CostsRow,
    DecidedRow,
    DiceRow,
    FaceRow,
    FacesRow,
    LinesRow,
    NextRow,
    OddsRow,
    PlanRow,
    UndoRow,
    UnitsRow,
    WhyRow,
    WinsRow,
)
from hexledger.replays.tabletop.seats import Seat
from hexledger.replays.tabletop.studytree import Lines
from hexledger.replays.tabletop.telling import (
    AskRow,
    PreviewRow,
    ask_row,
    dice_row,
    plan_row,
    preview_row,
    refusal_row,
    told_rows,
    unfinished_row,
    units_row,
)
from hexledger.replays.whatif.chances import share
from hexledger.replays.whatif.fan_text import branch_lines, ways_text
from hexledger.replays.whatif.fanout import merged
from hexledger.replays.whatif.simulate import Plan, simulate

if TYPE_CHECKING:
    from hexledger.engine.bots.playing import Bot
    from hexledger.engine.kernel.game import Game
    from hexledger.projections.state import State
    from hexledger.replays.log.chronicle import Chronicle

Row: TypeAlias = dict[str, Any]
R = TypeVar("R")
P = ParamSpec("P")

KEYS: Final = 256
"""Answers that are kept, so that a request which comes twice is one."""
LONGEST_KEY: Final = 64
MOST_WAYS: Final = 150
"""Ways whose cost is looked up at once."""
MOST_FACES: Final = 1_296
"""Ways to fall that are laid out: four dice."""
MOST_RUNS: Final = 100
LONGEST_ODDS: Final = 20.0
"""Runs of bots that one question may ask for, and seconds that it may take."""
MOST_VALUES: Final = 4_000
"""Values of one field that a page is given."""


class Stale(ReplayError):
    """A page decides at another moment than that at which play stands."""


class StudyDice(Exception):
    """One more die of a study is to be set by hand."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked


class NotYours(ReplayError):
    """A seat decides for a side that it does not play."""


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of a plan as a page sends it: its kind, and each field with its value."""

    kind: str
    given: dict[str, Any] = {}


class Request(msgspec.Struct, frozen=True):
    """A seat asks for the others' word to go back to frame `to`; `by` asks, `sides` must agree. `number`: the request's
    own, which an answer names, so that nobody agrees to what took its place meanwhile; `token`: the seat that asks."""

    number: int
    token: str
    by: int
    to: int
    head: int
    reason: str
    crosses: tuple[str, ...]
    sides: tuple[int, ...]


def _writing(
    act: Callable[Concatenate[Sitting, P], R],
) -> Callable[Concatenate[Sitting, P], R]:
    """Something that writes to the log: one at a time, on a log whose writer has not failed. Unwritten where it fails
    now; what stands by then is shown, and what goes on by itself is tried again."""

    @wraps(act)
    def written(self: Sitting, /, *args: P.args, **more: P.kwargs) -> R:
        with self._lock:
            self._mend()
            with self._telling():
                return act(self, *args, **more)

    return written


class Thought(NamedTuple):
    """What a bot wants to do: at which moment (`Sitting._moment`), for which side, which bot (name, bot), and what."""

    at: tuple[int, int]
    side: int
    who: tuple[str, Bot]
    decision: Decision


class Sitting:
    """One sitting at one log. `bots`: side -> (name, bot); `seed`: of their choices; `away`: seats that play elsewhere,
    for which nothing is answered here; `reopen`: opens the log anew as its writer, where that has failed."""

    def __init__(
        self,
        chronicle: Chronicle,
        bots: Mapping[int, tuple[str, Bot]] | None = None,
        *,
        seed: str = "",
        away: Collection[int] = (),
        reopen: Callable[[], Chronicle] | None = None,
    ) -> None:
        self.chronicle = chronicle
        self._reopen = reopen
        self._shorter = False
        """Whether frames of ours may have given way since the log was let go."""
        self._again: Timer | None = None
        self.game = chronicle.game
        self.bots = dict(bots or {})
        self.seed = seed or chronicle.genesis.seed
        self._lines = None if parent_of(chronicle) is None else Lines(chronicle)
        self.away = frozenset(away)
        self.trouble = ""
        """Why play does not go on by itself, in words; empty for nothing."""
        self.link_trouble = ""
        """Why the other table is not reached, in words; empty for nothing."""
        self.request: Request | None = None
        self._requests = 0
        self.alone: list[int] = []
        """Frames of questions with one answer that were answered here."""
        self._lock = RLock()
        self._news = Condition(self._lock)
        self.version = 0
        self._listeners: list[Callable[[], None]] = []
        self._drafting: tuple[int, Drafting] | None = None
        self._planning: tuple[int, bytes, list[Planned], Drafting] | None = None
        self._answers: OrderedDict[str, Any] = OrderedDict()
        self._rolls: list[int] = []
        self._asked: Asked | None = None
        self._worker: Thread | None = None
        self._closed = False
        self._thinking = False
        """Whether a bot thinks; the lock is free meanwhile."""

    def close(self) -> None:
        """Stop bots between two decisions and let the log go. What one thinks of just now is not waited for."""
        with self._lock:
            self._closed = True
            if self._again is not None:
                self._again.cancel()
            self._tell()
            worker = None if self._thinking else self._worker
        if worker is not None:
            worker.join()
        self.chronicle.close()

    # ------------------------------------------------------------ looking
    @property
    def head(self) -> int:
        """The frame at which play stands."""
        return self.chronicle.timeline.head

    @property
    def working(self) -> bool:
        """Whether something is going on by itself: a bot's decisions, answers that are forced. A bot that still thinks
        of a moment which was taken back keeps nobody from deciding."""
        with self._lock:
            return self._worker is not None and not (self._thinking and self._bots_turn() is None)

    def wait(self, version: int, seconds: float) -> int:
        """The version of the sitting, once it is another one than this or the seconds are over."""
        with self._lock:
            if self.version == version and not self._closed:
                self._news.wait(seconds)
            return self.version

    def listen(self, told: Callable[[], None]) -> Callable[[], None]:
        """Have `told` called, by any thread, whenever the version changes; what is returned ends that. Neither waits
        for who works on the log."""
        self._listeners.append(told)
        return lambda: self._listeners.remove(told)

    def ask(self, seat: Seat) -> AskRow:
        """What is asked now, as this seat may know it."""
        with self._lock:
            found = due(self.chronicle)
            asked = found.does in (DECIDE, SEAL) and self._may(seat, found) and not self.working
            drafting = self._draft(found) if asked else None
            return ask_row(self, seat, found, drafting)

    def units(self, seat: Seat, at: int) -> UnitsRow:
        """Units that may be decided about, with the kinds of decision."""
        with self._lock:
            return {"at": at, "units": units_row(self._draft(self._turn(seat, at)))}

    def next(self, seat: Seat, at: int, kind: str, given: Row, field: str, plan: Sequence[Made] = ()) -> NextRow:
        """Values of a field of a draft."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at), plan)
            plain = self._given(kind, given)
            found, more = drafting.values(kind, plain, field), drafting.unlisted(kind, plain, field)
            rows = [(value.value, value.text, value.listed) for value in found[:MOST_VALUES]]
            further = [(value.value, value.text, value.listed) for value in more[:MOST_VALUES]]
            return {"at": at, "field": field, "values": rows, "more": further, "cut": len(found) > MOST_VALUES}

    def why(
        self, seat: Seat, at: int, kind: str, given: Row, field: str, value: int, plan: Sequence[Made] = ()
    ) -> WhyRow:
        """Why a unit or place cannot be chosen: for a field of a draft, or (no kind) why nothing can be decided about a
        unit."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at), plan)
            if kind:
                one = why_not(drafting, kind, self._given(kind, given), field, value)
                found = [] if one is None else [one]
            else:
                found = list(why_no_unit(drafting, value))
            return {"at": at, "refusals": [refusal_row(one) for one in found]}

    def preview(self, seat: Seat, at: int, kind: str, given: Row, plan: Sequence[Made] = ()) -> PreviewRow:
        """What a draft would do."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at), plan)
            try:
                decision = drafting.made(kind, self._given(kind, given))
            except Unfinished as lacking:
                return unfinished_row(given, lacking)
            looked: Preview = preview(self.game, drafting.state, decision)
            return preview_row(self, drafting.state, decision, looked, ahead(self.game, decision, looked))

    def costs(self, seat: Seat, at: int, kind: str, given: Row, field: str, plan: Sequence[Made] = ()) -> CostsRow:
        """What the ways that are listed for a field of a draft cost, as the rules count it: each is gone on a scratch
        copy. Nothing for one that comes to a die before it is gone, or that costs nothing."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at), plan)
            plain = self._given(kind, given)
            rows: list[tuple[int, str]] = []
            for way in drafting.values(kind, plain, field)[:MOST_WAYS]:
                try:
                    came = tried(self.game, drafting.state, drafting.made(kind, {**plain, field: way.value}))
                except EngineError:
                    continue
                spent = next((event.cost for event in came.events if isinstance(event, Moved)), 0)
                if spent and way.value:
                    rows.append((way.value[-1], self.game.cost(spent)))
            return {"at": at, "costs": rows}

    def faces(self, seat: Seat, at: int, kind: str, given: Row, plan: Sequence[Made] = ()) -> FacesRow:
        """Every way in which the dice of a draft can fall: those that it rolls at once, else those that it comes to
        later when nobody adds anything. TooManyOutcomes where there are too many to lay out."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at), plan)
            decision, state, game = drafting.made(kind, self._given(kind, given)), drafting.state, self.game
            side = drafting.prompt.side
            looked = preview(game, state, decision)
            later = ahead(self.game, decision, looked)
            if later is not None:
                state, side, decision = later.state, later.side, later.decision
            fallen = outcomes(game, state, digest(state), side, decision, most=MOST_FACES)
            rows: list[FaceRow] = [
                {
                    "chance": (branch.chance.numerator, branch.chance.denominator),
                    "percent": percent(branch.chance),
                    "ways": ways_text(game, branch.rolls),
                    "lines": [one_line(line) for line in branch_lines(game, branch)],
                }
                for branch in merged(game, state, fallen, ())
            ]
            return {"at": at, "faces": rows}

    def plan(self, seat: Seat, at: int, plan: Sequence[Made]) -> PlanRow:
        """Where a plan leads and what is asked there; PlanBroken where it cannot be made so."""
        with self._lock:
            self._turn(seat, at)
            return plan_row(self, at, plan, *self._planned(plan))

    def made(self, state: State, made: Made) -> Decision:
        """A decision of a plan as it is made in a position."""
        return Drafting(self.game, state).made(made.kind, self._given(made.kind, made.given))

    # ------------------------------------------------------------ studies
    def play_by(self, seat: Seat, side: int, name: str) -> AskRow:
        """In a study: let a bot play a side from now on, or nobody (an empty name)."""
        with self._lock:
            self._only_in_a_study()
            if side not in seat.sides:
                raise NotYours("this seat does not play that side")
            self.bots.pop(side, None)
            if name:
                self.bots[side] = name, bot(name)
            self._changed()
            self.go_on()
            return self.ask(seat)

    def odds(self, at: int, runs: int, seconds: float = LONGEST_ODDS) -> OddsRow:
        """In a study: let greedy bots play on from a frame, `runs` times (the same runs each time it is asked). The log
        gets nothing of it, the tree of lines remembers it, and the sitting goes on meanwhile."""
        lines = self._only_in_a_study()
        sides = tuple((side, "greedy") for side in range(1, len(self.game.sides) + 1))
        plan = Plan(str(self.chronicle.path), (at,), max(1, min(runs, MOST_RUNS)), "odds", sides)
        found = simulate(plan, seconds=seconds)
        ended = found.runs[at]
        wins: list[WinsRow] = []
        for side, _ in sides:
            won = share(sum(one.winner == side for one in ended), len(ended))
            wins.append({"side": side, "share": won.share, "low": won.low, "high": won.high})
        row: OddsRow = {"at": at, "runs": len(ended), "complete": found.complete, "wins": wins}
        with self._lock:
            if ended:
                lines.keep_odds(row)
        return row

    def lines(self) -> LinesRow:
        """In a study: its lines."""
        with self._lock:
            return self._only_in_a_study().rows()

    @_writing
    def line(self, deed: str, name: str, *, to: str = "", at: int = -1) -> LinesRow:
        """In a study: open, take, rename, promote, note or close a line; see `lines.Lines.do`."""
        with self._lock:
            lines = self._only_in_a_study()
            head = self.head
            lines.do(deed, name, to=to, at=at)
            if self.head != head:
                self._rewound()
            else:
                self._changed()
            return lines.rows()

    def _only_in_a_study(self) -> Lines:
        if self._lines is None:
            raise NotYours("that is for studies: in a game nobody asks a bot, sets dice or opens lines")
        return self._lines

    @property
    def study(self) -> bool:
        """Whether this is a study, in which who began it plays all sides."""
        return self._lines is not None

    def looks_at_the_game(self) -> bool:
        """Whether play of a study stands on the line that was played, on which nothing is decided."""
        return self._lines is not None and self.chronicle.timeline.current == self._lines.played

    # ------------------------------------------------------------ deciding
    @_writing
    def decide(
        self,
        seat: Seat,
        at: int,
        key: str,
        kind: str,
        given: Row,
        *,
        plan: Sequence[Made] = (),
        rolls: Sequence[str] = (),
    ) -> DecidedRow:
        """Hand a draft in, after a plan in its order. The same key gets the same answer; after a restart too, where the
        same decisions by the same side stand after frame `at`: those that do not stand yet are made then.

        `rolls`: in a study, what its dice are to show, as text; with too few of them nothing is written, and the answer
        says which die comes next. Where a decision of the plan is refused by now (a die fell before it), those before
        it stand, and the answer says so.
        """
        with self._lock:
            known: DecidedRow | None = self._known(seat, key)
            if known is not None:
                return known
            if rolls:
                self._only_in_a_study()
            wanted = [*plan, Made(kind, given)]
            stands, left = self._standing(seat, at, wanted)
            frame: Frame | None = stands
            for number, made in enumerate(left):
                last = number == len(left) - 1
                try:
                    found = self._turn(seat, at if stands is None and not number else self.head)
                    assert found.side is not None, "a seat's turn is a side's"
                    decision = self._draft(found).made(made.kind, self._given(made.kind, made.given))
                    frame = self._submit(found.side, decision, rolls if last else ())
                except StudyDice as wants:
                    return {"seq": None, "head": self.head, "told": [], "wants": dice_row(self.game, wants.asked)}
                except (EngineError, ReplayError) as refused:
                    if frame is None:
                        raise
                    self._settled()
                    broken: DecidedRow = {**self._told(frame), "left": len(left) - number, "why": str(refused)}
                    return self._keep(seat, key, broken)
                if frame is None:
                    break
            row = self._told(frame)
            self._keep(seat, key, row)
            self._settled()
            return row

    def _standing(self, seat: Seat, at: int, wanted: Sequence[Made]) -> tuple[Frame | None, Sequence[Made]]:
        """Of decisions that are handed in at frame `at`: the last one that stands after it already, in their order and
        by a side of the seat (an answer that was lost), and those that are still to be made."""
        timeline, codec = self.chronicle.timeline, self.game.codec
        if at == self.head or not 0 <= at < len(timeline) or not timeline.is_ancestor(at, self.head):
            return None, wanted
        found: Frame | None = None
        for number, seq in enumerate(timeline.between(at, self.head)[: len(wanted)]):
            stands, made = self.chronicle.frame(seq), wanted[number]
            if stands.kind != DECISION or not seat.is_of(stands.actor):
                break
            drafting = Drafting(self.game, self.chronicle.state(stands.parent))
            try:
                decision = drafting.made(made.kind, self._given(made.kind, made.given))
            except EngineError:
                break
            if bytes(stands.decision) != bytes(codec.encode(decision)):
                break
            found = stands
        if found is None:
            return None, wanted
        return found, wanted[timeline.between(at, self.head).index(found.seq) + 1 :]

    # ------------------------------------------------------------ the other table
    @contextmanager
    def holding(self) -> Iterator[Chronicle]:
        """The log, while nobody else at this table works on it. Unwritten where its writer has failed."""
        with self._lock:
            self._mend()
            with self._telling():
                yield self.chronicle

    def reopened(self, act: Callable[[Path], R], reopen: Callable[[], Chronicle]) -> R:
        """Let the log go, do something to its file, and take it up again; called while `holding` it."""
        path = self.chronicle.path
        self.chronicle.close()
        self._shorter = True
        try:
            return act(path)
        finally:
            self._mend(reopen)

    def _mend(self, reopen: Callable[[], Chronicle] | None = None) -> None:
        """Take the log up anew where its writer has failed, or had let it go. Unwritten where that cannot be."""
        reopen = reopen or self._reopen
        if self._closed or self.chronicle.ledger.writable or reopen is None:
            return
        self.chronicle = mended(self.chronicle, reopen, shorter=self._shorter)
        self._shorter = False
        self._rolls, self._asked, self._drafting, self._planning, self.trouble = [], None, None, None, ""
        if self._lines is not None:
            self._lines = Lines(self.chronicle)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Where the writer fails, pages are told what stands, and what goes on by itself is tried again later."""
        try:
            yield
        except (LedgerError, OSError) as error:
            if not self.chronicle.ledger.writable:
                self._changed()
                self._try_later()
            if isinstance(error, FAILED):
                raise unwritten(error) from error
            raise

    def _try_later(self) -> None:
        if self._reopen is None or self._closed or self.chronicle.ledger.unsure:
            return
        if self._again is not None:
            self._again.cancel()
        self._again = Timer(EVERY, self.go_on)
        self._again.daemon = True
        self._again.start()

    def moved_on(self) -> None:
        """The log has got frames of the other side: pages are told, and what goes on by itself goes on."""
        with self._lock:
            self._rolls, self._asked, self._drafting, self._planning = [], None, None, None
            self._settled()

    def linked(self, trouble: str) -> None:
        """How it stands with the other table; empty: well."""
        with self._lock:
            if trouble != self.link_trouble:
                self.link_trouble = trouble
                self._changed()

    def taken_in(self) -> None:
        """The log has grown under a sitting that only looks at it: pages are told."""
        with self._lock:
            self.chronicle.refresh()
            self._changed()

    def _settled(self) -> None:
        """Something was written: pages are told, and what goes on by itself goes on."""
        self._changed()
        self.go_on()

    @_writing
    def roll(self, seat: Seat, at: int, value: str) -> DecidedRow:
        """A real die or draw that the question in `ask` wants: text as it shows."""
        with self._lock:
            found = due(self.chronicle)
            self._check(seat, found, at)
            asked = self._wanted()
            if found.does != ENTER or asked is None:
                raise ReplayError("no real die is asked for now")
            shown = shown_value(self.game, asked, value)
            place_of(asked, shown)
            self._rolls.append(shown)
            waiting = self.chronicle.book.waiting
            assert waiting is not None, "it is entered for a decision that waits"
            frame = self._submit(waiting.actor, self.game.codec.decode(waiting.decision))
            self._settled()
            return self._told(frame)

    @_writing
    def answered(self, data: bytes) -> DecidedRow:
        """Roll the dice of the decision that waits with an answer of their keeper."""
        answer = read_answer_file(data)
        if answer is None:
            raise ReplayError("that is no answer of a keeper: `hexledger keeper answer` makes one")
        with self._lock:
            waiting = self.chronicle.book.waiting
            if waiting is None:
                raise Stale("no decision waits for its dice")
            self.chronicle.dice_kit.answering = Answered(answer)
            frame = self._submit(waiting.actor, self.game.codec.decode(waiting.decision))
            if frame is None:
                raise ReplayError(self.trouble)
            self._settled()
            return self._told(frame)

    def _submit(self, side: int, decision: Decision, rolls: Sequence[str] = ()) -> Frame | None:
        """A decision with its dice; None where it is fixed and waits for them. `rolls`: dice of a study that are set by
        hand; StudyDice where one more is wanted."""
        waiting = self.chronicle.book.waiting is not None
        if rolls:
            try:
                return hand_in(self.chronicle, side, decision, rolls=rolls)
            except DiceWanted as wanted:
                raise StudyDice(wanted.asked) from wanted
        try:
            if self._rolls or waiting:
                frame = self.chronicle.submit(side, decision, rolls=self._rolls or None)
            else:
                frame = hand_in(self.chronicle, side, decision)
        except DiceWanted as wanted:
            if not waiting:
                self.chronicle.fix(side, sealed(self.chronicle, decision))
            self._asked = wanted.asked if wanted.mode == ENTERED else None
            if self._asked is None:
                self.trouble = f"the decision is fixed and waits for its dice: {wanted}"
            return None
        self._rolls, self._asked = [], None
        return frame

    def _wanted(self) -> Asked | None:
        """The real die that is asked for now; None for none."""
        waiting = self.chronicle.book.waiting
        if waiting is not None and self._asked is None:
            # a sitting that begins in the middle of a roll: the decision says what it asks for
            self._submit(waiting.actor, self.game.codec.decode(waiting.decision))
        return self._asked

    def dice_wanted(self) -> DiceRow:
        """The real die or draw that is asked for, in words, and what it may show; nothing for none."""
        asked = self._wanted() if due(self.chronicle).does == ENTER else None
        return {"dice": "", "faces": []} if asked is None else dice_row(self.game, asked)

    def elsewhere(self, found: Due) -> bool:
        """Whether what is due is done at another place: by a side or an army that does not play here."""
        return found.side in self.away or found.whose in self.away

    # ------------------------------------------------------------ what goes on by itself
    def go_on(self) -> None:
        """Let bots decide, seals be opened and questions with one answer be answered, in the background."""
        with self._lock:
            if self._worker is None and not self._closed:
                self._worker = Thread(target=self._work, name="table", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        while True:
            thought, fault = self._thought()
            with self._lock:
                self._thinking = False
                try:
                    if fault is not None and not self._closed:
                        raise fault
                    went = not self._closed and self._step(thought)
                except FAILURES as error:
                    self.trouble, went = str(error), False
                    if isinstance(error, Unwritten | LedgerError | OSError):
                        self._try_later()
                except Exception as error:
                    # a fault of ours: pages are told, and a person may go on
                    self.trouble, went = f"a fault of the program ({type(error).__name__}: {error})", False
                if went:
                    self._changed()
                else:
                    self._worker = None
                    self._changed()
                    return

    def _thought(self) -> tuple[Thought | None, Exception | None]:
        """What a bot makes of the moment, where one decides, or what went wrong. It thinks while others look, undo or
        leave, so it has a game of its own: what the sitting's keeps of its position is for one thread at a time."""
        try:
            with self._lock:
                found = self._bots_turn()
                if found is None or found.side is None or found.prompt is None:
                    return None, None
                at, who, state = self._moment, self.bots[found.side], self.chronicle.state().copy()
                self._thinking = True
            chance = Chance(self.seed, self.chronicle.genesis.log_id, at[1])
            return Thought(at, found.side, who, who[1](self._mind, state, found.prompt, chance)), None
        except Exception as error:
            return None, error

    @property
    def _moment(self) -> tuple[int, int]:
        """The head of the line, and how many frames there are: taking back and taking up again add some."""
        return self.head, len(self.chronicle.timeline)

    @cached_property
    def _mind(self) -> Game[Any]:
        """The game that bots think with."""
        return type(self.game)(self.game.edition)

    def _bots_turn(self) -> Due | None:
        """What is due, where a bot decides it."""
        if self._closed or not self.chronicle.ledger.writable or self.chronicle.book.waiting is not None:
            return None
        found = due(self.chronicle)
        if found.does in (ENTER, OPEN) or self.elsewhere(found) or self.looks_at_the_game():
            return None
        return found if found.prompt is not None and found.side in self.bots else None

    @_writing
    def _step(self, thought: Thought | None) -> bool:
        """One decision that needs nobody; False when somebody is to decide. `thought`: what a bot has made of a moment,
        which may be past."""
        chronicle, found = self.chronicle, due(self.chronicle)
        self.trouble = ""
        if found.side is None or found.does == ENTER or self.elsewhere(found) or self.looks_at_the_game():
            return False
        waiting = chronicle.book.waiting
        if waiting is not None:
            return self._submit(waiting.actor, self.game.codec.decode(waiting.decision)) is not None
        if found.does == OPEN:
            shown = opening(chronicle)
            if shown is None:
                whose = side_name(self.game, found.side)
                self.trouble = f"the {whose} side opens its seal, and its secret is not at hand here"
                return False
            return self._submit(found.side, shown) is not None
        prompt = found.prompt
        if prompt is None:
            return False
        if found.side in self.bots:
            if thought is None or thought[:3] != (self._moment, found.side, self.bots[found.side]):
                return True  # the moment has gone by: it thinks anew
            return self._submit(found.side, thought.decision) is not None
        only = only_answer(chronicle, prompt)
        if only is None:
            return False
        frame = self._submit(found.side, only)
        if frame is not None:
            self.alone.append(frame.seq)
        return frame is not None

    # ------------------------------------------------------------ taking back
    @_writing
    def undo(self, seat: Seat, at: int, key: str, reason: str, *, agreed: bool = False) -> UndoRow:
        """Take the seat's last decision back, or say who must agree. Bots do; people
        at this screen when `agreed` says so; other seats are asked, see `answer`."""
        with self._lock:
            known: UndoRow | None = self._known(seat, key)
            if known is not None:
                return known
            if at != self.head:
                raise Stale(self._moved(at))
            if not seat.plays:
                raise NotYours("this seat looks on and takes nothing back")
            if not seat.sides:
                raise NotYours("an army's seat takes nothing back: its side's own seat does")
            target = back_over(self.chronicle, self.bots)
            by = self._who_undoes(seat, target)
            try:
                self.chronicle.undo(by, to=target, reason=reason)
            except UndoRefused as refused:
                others = [side for side in range(1, len(self.game.sides) + 1) if side != by]
                if not refused.needs or self.chronicle.genesis.undo_policy == "strict":
                    raise
                elsewhere = [side for side in others if side not in self.bots and side not in seat.sides]
                if set(elsewhere) & self.away:
                    how = f"`undo {self.chronicle.path.name} --ask FILE` asks who plays elsewhere, by mail"
                    raise UndoRefused(f"{refused}; {how}", refused.needs) from refused
                here = [side for side in others if side in seat.sides]
                names = [self.game.side(side).capitalize() for side in (*here, *elsewhere)]
                if elsewhere:
                    self._request(seat, by, target, reason, refused.needs, elsewhere)
                    return {"head": self.head, "needs": list(refused.needs), "sides": names, "asked": True}
                if here and not agreed:
                    return {"head": self.head, "needs": list(refused.needs), "sides": names, "asked": False}
                self.chronicle.undo(by, to=target, reason=reason, consent=others)
            return self._keep(seat, key, self._rewound())

    @_writing
    def answer(self, seat: Seat, at: int, *, agree: bool, number: int | None = None) -> UndoRow:
        """A seat agrees to a request to take back, or declines; who has asked takes the request back. `number`: that of
        the request that is answered (None: of the one that stands)."""
        with self._lock:
            request = self.request
            if request is None or request.head != at or at != self.head:
                raise Stale("nothing is asked of you any more")
            if number not in (None, request.number):
                raise Stale("another request stands there by now: look at it, then answer")
            withdrawn = seat.token == request.token and not agree
            if not withdrawn and not set(request.sides) <= set(seat.sides):
                raise NotYours("the request is not for this seat to answer")
            self.request = None
            if agree:
                others = [side for side in range(1, len(self.game.sides) + 1) if side != request.by]
                self.chronicle.undo(request.by, to=request.to, reason=request.reason, consent=others)
                return self._rewound()
            self._changed()
            return {"head": self.head}

    def _request(
        self, seat: Seat, by: int, target: int, reason: str, needs: Sequence[str], sides: Sequence[int]
    ) -> None:
        """Ask others for their word. The same request made again is the same; another one takes its place."""
        said = (seat.token, by, target, self.head, reason, tuple(needs), tuple(sides))
        standing = self.request
        if standing is not None and msgspec.structs.astuple(standing)[1:] == said:
            return
        self._requests += 1
        self.request = Request(self._requests, *said)
        self._changed()

    def _rewound(self) -> UndoRow:
        self.request, self._rolls, self._asked = None, [], None
        self._changed()
        self.go_on()
        return {"head": self.head}

    def _who_undoes(self, seat: Seat, target: int) -> int:
        prompt = self.chronicle.offer(target)
        return prompt.side if prompt is not None and prompt.side in seat.sides else seat.sides[0]

    # ------------------------------------------------------------ small things
    def _changed(self) -> None:
        self.version += 1
        if self.request is not None and self.request.head != self.head:
            self.request = None
        self._tell()

    def _tell(self) -> None:
        self._news.notify_all()
        for told in tuple(self._listeners):
            told()

    def _may(self, seat: Seat, found: Due) -> bool:
        if self.looks_at_the_game():
            return False
        return seat.acts(found) and found.side not in self.bots

    def _turn(self, seat: Seat, at: int) -> Due:
        """What is due, once it is known that this seat decides it, at the frame that it looks at."""
        found = due(self.chronicle)
        self._check(seat, found, at)
        if found.does not in (DECIDE, SEAL):
            raise Stale("the decision waits for its dice" if found.fix >= 0 else "nothing is to be decided now")
        return found

    def _check(self, seat: Seat, found: Due, at: int) -> None:
        if found.side is None:
            raise Stale("the game is over")
        if self.looks_at_the_game():
            raise Stale("this is what was played: begin a line from here")
        if not self._may(seat, found):
            raise NotYours(f"it is for {the_seat(self.game, found.whose or 0)} to decide")
        if at != self.head:
            raise Stale(self._moved(at))

    def _moved(self, at: int) -> str:
        return f"play has moved on: it stands at #{self.head}, not at #{at}"

    def _draft(self, found: Due, plan: Sequence[Made] = ()) -> Drafting:
        """Drafts at the head, or where a plan from there leads."""
        if plan:
            return self._planned(plan)[1]
        if self._drafting is None or self._drafting[0] != self.head:
            self._drafting = self.head, Drafting(self.game, self.chronicle.state())
        return self._drafting[1]

    def _planned(self, plan: Sequence[Made]) -> tuple[list[Planned], Drafting]:
        """The steps of a plan from the head, and drafts where it leads. Kept for the last one that was asked about."""
        named = msgspec.json.encode(plan)
        if self._planning is None or self._planning[:2] != (self.head, named):
            if len(plan) > LONGEST_PLAN:
                raise PlanBroken(LONGEST_PLAN + 1, f"a plan has at most {LONGEST_PLAN} decisions")
            steps: list[Planned] = []
            drafting = self._draft(due(self.chronicle))
            for number, made in enumerate(plan, 1):
                try:
                    decision = drafting.made(made.kind, self._given(made.kind, made.given))
                except EngineError as error:
                    raise PlanBroken(number, str(error)) from error
                steps.append(planned(self.game, drafting.state, decision, number))
                drafting = Drafting(self.game, steps[-1].state)
            self._planning = self.head, named, steps, drafting
        return self._planning[2:]

    def _given(self, kind: str, given: Row) -> Row:
        """Values of a draft from JSON: lists become tuples; in a set nothing stands twice, numbers ascend. BadDecision
        for one of another shape than its field's."""
        roles = {field.name: field.role for field in fields_of(self.game, kind)}
        plain: Row = {name: _tuples(value) for name, value in given.items()}
        check_shapes(self.game, kind, plain)
        out: Row = {}
        for name, value in plain.items():
            items = tuple(dict.fromkeys(value)) if roles.get(name) in SETS else value
            ascend = roles.get(name) == NUMBERS and all(type(one) is int for one in items)
            out[name] = tuple(sorted(items)) if ascend else items
        return out

    def _told(self, frame: Frame | None) -> DecidedRow:
        if frame is None:
            return {"seq": None, "head": self.head, "told": []}
        return {"seq": frame.seq, "head": self.head, "told": told_rows(self.chronicle, frame)}

    def _known(self, seat: Seat, key: str) -> Any:
        if not 8 <= len(key) <= LONGEST_KEY:
            raise ReplayError(f"a request's key has 8 to {LONGEST_KEY} characters")
        return self._answers.get(f"{seat.token}:{key}")

    def _keep(self, seat: Seat, key: str, row: R) -> R:
        self._answers[f"{seat.token}:{key}"] = row
        while len(self._answers) > KEYS:
            self._answers.popitem(last=False)
        return row


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
