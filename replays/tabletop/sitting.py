"""A sitting on the map: the one writer of a log, asked by pages what may be decided, what it would do, and to do it.

Every method may be called from any thread; one at a time works on the log. What a page sends is never trusted: the head
that it looks at, its seat, and the decision are looked at again here, and the kernel decides.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Condition, RLock, Thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict, TypeVar

import msgspec

from hexledger.engine.bots.chance import Chance
from hexledger.engine.bots.players import bot
from hexledger.engine.dice.entered import place_of
from hexledger.engine.dice.rolling import Asked, DiceWanted
from hexledger.engine.errors import EngineError
from hexledger.engine.kernel.decisions import Decision
from hexledger.engine.table.consequences import tried
from hexledger.engine.table.drafting import SETS, Drafting, fields_of
from hexledger.engine.table.outcomes import faces, outcomes
from hexledger.engine.table.preview import Preview, preview
from hexledger.events.errors import LedgerError
from hexledger.events.frame import DECISION, Frame
from hexledger.events.model import ENTERED, Moved
from hexledger.events.showing import one_line
from hexledger.replays.dice.luck import percent
from hexledger.replays.errors import ReplayError
from hexledger.replays.log.alone import back_over, only_answer
from hexledger.replays.log.chronicle import UndoRefused
from hexledger.replays.log.due import DECIDE, ENTER, OPEN, SEAL, Due, due
from hexledger.replays.log.table import hand_in, opening, sealed
from hexledger.replays.log.typed_rolls import asked_text, shown_value, token_names
from hexledger.replays.tabletop.telling import AskRow, PreviewRow, ask_row, preview_row, told_rows
from hexledger.replays.whatif.chances import share
from hexledger.replays.whatif.fan_text import branch_lines, ways_text
from hexledger.replays.whatif.fanout import merged
from hexledger.replays.whatif.simulate import Plan, simulate

if TYPE_CHECKING:
    from hexledger.engine.bots.playing import Bot
    from hexledger.replays.log.chronicle import Chronicle
    from hexledger.replays.tabletop.seats import Seat

Row: TypeAlias = dict[str, Any]
R = TypeVar("R")

FAILURES: Final = (EngineError, ReplayError, LedgerError, OSError)
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


class NotYours(ReplayError):
    """A seat decides for a side that it does not play."""


class Request(msgspec.Struct, frozen=True):
    """A seat asks for the others' word to go back to frame `to`; `by` asks, `sides` must agree."""

    by: int
    to: int
    head: int
    reason: str
    crosses: tuple[str, ...]
    sides: tuple[int, ...]


class UnitsRow(TypedDict):
    """Units that may be decided about: [piece, kind, ...]."""

    at: int
    units: list[tuple[int | str, ...]]


class NextRow(TypedDict):
    """Values that a field of a draft may have: [value, in words, how many listed decisions have it]. `cut`: there are
    more."""

    at: int
    field: str
    values: list[tuple[Any, str, int]]
    cut: bool


class DecidedRow(TypedDict):
    """What was written: the frame (null while its dice are wanted), where play stands, and the decision in words with
    what followed."""

    seq: int | None
    head: int
    told: list[str]


class CostsRow(TypedDict):
    """What the listed ways cost: [place where it ends, movement points as players write them]."""

    at: int
    costs: list[tuple[int, str]]


class FaceRow(TypedDict):
    """One way in which dice can fall: its exact chance as [numerator, denominator] and in per cent, the faces, what
    follows at once."""

    chance: tuple[int, int]
    percent: str
    ways: str
    lines: list[str]


class FacesRow(TypedDict):
    """Every way in which a draft's dice can fall, most probable first."""

    at: int
    faces: list[FaceRow]


class WinsRow(TypedDict):
    """How often a side won, with the bounds of the interval."""

    side: int
    share: float
    low: float
    high: float


class OddsRow(TypedDict):
    """What bots made of a moment: how many runs, and whether time allowed all of them; who won how often."""

    at: int
    runs: int
    complete: bool
    wins: list[WinsRow]


class UndoRow(TypedDict, total=False):
    """Where play stands; `needs`: what it crosses, so that `sides` must agree; `asked`: other seats are asked."""

    head: int
    needs: list[str]
    sides: list[str]
    asked: bool


class Sitting:
    """One sitting at one log. `bots`: side -> (name, bot); `seed`: of their choices."""

    def __init__(
        self,
        chronicle: Chronicle,
        bots: Mapping[int, tuple[str, Bot]] | None = None,
        *,
        seed: str = "",
        study: bool = False,
    ) -> None:
        self.chronicle = chronicle
        self.game = chronicle.game
        self.bots = dict(bots or {})
        self.seed = seed or chronicle.genesis.seed
        self.study = study
        self.trouble = ""
        """Why play does not go on by itself, in words; empty for nothing."""
        self.request: Request | None = None
        self.alone: list[int] = []
        """Frames of questions with one answer that were answered here."""
        self._lock = RLock()
        self._news = Condition(self._lock)
        self.version = 0
        self._drafting: tuple[int, Drafting] | None = None
        self._answers: OrderedDict[str, Any] = OrderedDict()
        self._rolls: list[int] = []
        self._asked: Asked | None = None
        self._worker: Thread | None = None
        self._closed = False

    def close(self) -> None:
        """Stop bots between two decisions and let the log go."""
        with self._lock:
            self._closed = True
            self._news.notify_all()
            worker = self._worker
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
        """Whether something is going on by itself: a bot's decisions, answers that are forced."""
        return self._worker is not None

    def wait(self, version: int, seconds: float) -> int:
        """The version of the sitting, once it is another one than this or the seconds are over."""
        with self._lock:
            if self.version == version and not self._closed:
                self._news.wait(seconds)
            return self.version

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
            drafting = self._draft(self._turn(seat, at))
            return {"at": at, "units": [(piece, *kinds) for piece, kinds in drafting.units().items()]}

    def next(self, seat: Seat, at: int, kind: str, given: Row, field: str) -> NextRow:
        """Values of a field of a draft."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at))
            found = drafting.values(kind, self._given(kind, given), field)
            rows = [(value.value, value.text, value.listed) for value in found[:MOST_VALUES]]
            return {"at": at, "field": field, "values": rows, "cut": len(found) > MOST_VALUES}

    def preview(self, seat: Seat, at: int, kind: str, given: Row) -> PreviewRow:
        """What a draft would do."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at))
            decision = drafting.made(kind, self._given(kind, given))
            looked: Preview = preview(self.game, drafting.state, decision)
            return preview_row(self, decision, looked)

    def costs(self, seat: Seat, at: int, kind: str, given: Row, field: str) -> CostsRow:
        """What the ways that are listed for a field of a draft cost, as the rules count it: each is gone on a scratch
        copy. Nothing for one that comes to a die before it is gone, or that costs nothing."""
        with self._lock:
            drafting = self._draft(self._turn(seat, at))
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

    def faces(self, seat: Seat, at: int, kind: str, given: Row) -> FacesRow:
        """Every way in which the dice of a draft can fall. TooManyOutcomes where there are too many to lay out."""
        with self._lock:
            found = self._turn(seat, at)
            drafting = self._draft(found)
            decision = drafting.made(kind, self._given(kind, given))
            assert found.side is not None, "a seat's turn is a side's"
            before = self.chronicle.frame(self.head).digest
            state, game = drafting.state, self.game
            fallen = outcomes(game, state, before, found.side, decision, most=MOST_FACES)
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

    # ------------------------------------------------------------ studies
    def play_by(self, seat: Seat, side: int, name: str) -> AskRow:
        """In a study: let a bot play a side from now on, or nobody (an empty name)."""
        with self._lock:
            self._only_in_a_study()
            if not seat.plays(side):
                raise NotYours("this seat does not play that side")
            self.bots.pop(side, None)
            if name:
                self.bots[side] = name, bot(name)
            self._changed()
            self.go_on()
            return self.ask(seat)

    def odds(self, at: int, runs: int, seconds: float = LONGEST_ODDS) -> OddsRow:
        """In a study: let greedy bots play on from a frame, `runs` times (the same runs each time it is asked). Nothing
        is written, and the sitting goes on meanwhile."""
        self._only_in_a_study()
        sides = tuple((side, "greedy") for side in range(1, len(self.game.sides) + 1))
        plan = Plan(str(self.chronicle.path), (at,), max(1, min(runs, MOST_RUNS)), "odds", sides)
        found = simulate(plan, seconds=seconds)
        ended = found.runs[at]
        wins: list[WinsRow] = []
        for side, _ in sides:
            won = share(sum(one.winner == side for one in ended), len(ended))
            wins.append({"side": side, "share": won.share, "low": won.low, "high": won.high})
        return {"at": at, "runs": len(ended), "complete": found.complete, "wins": wins}

    def _only_in_a_study(self) -> None:
        if not self.study:
            raise NotYours("that is for studies: in a game nobody asks a bot")

    # ------------------------------------------------------------ deciding
    def decide(self, seat: Seat, at: int, key: str, kind: str, given: Row) -> DecidedRow:
        """Hand a draft in. The same key gets the same answer: after a restart too, where the same
        decision by the same side stands right after frame `at`."""
        with self._lock:
            known: DecidedRow | None = self._known(seat, key)
            if known is not None:
                return known
            codec = self.game.codec
            before = self.chronicle.state(at) if 0 <= at < len(self.chronicle.timeline) else None
            if at != self.head and before is not None and self.chronicle.frame(self.head).parent == at:
                stands = self.chronicle.frame(self.head)
                if stands.kind == DECISION and stands.actor in seat.sides:
                    made = Drafting(self.game, before).made(kind, self._given(kind, given))
                    if bytes(stands.decision) == bytes(codec.encode(made)):
                        return self._keep(seat, key, self._told(stands))
            found = self._turn(seat, at)
            drafting = self._draft(found)
            decision = drafting.made(kind, self._given(kind, given))
            assert found.side is not None, "a seat's turn is a side's"
            frame = self._submit(found.side, decision)
            row = self._told(frame)
            self._keep(seat, key, row)
            self._changed()
            self.go_on()
            return row

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
            self._changed()
            self.go_on()
            return self._told(frame)

    def _submit(self, side: int, decision: Decision) -> Frame | None:
        """A decision with its dice; None where it is fixed and waits for them."""
        waiting = self.chronicle.book.waiting is not None
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

    def dice_wanted(self) -> tuple[str, list[str]]:
        """The real die or draw that is asked for, in words, and what it may show; nothing for none."""
        asked = self._wanted() if due(self.chronicle).does == ENTER else None
        if asked is None:
            return "", []
        values = [value for _, value, _ in faces(asked)]
        if asked.tokens:
            return asked_text(self.game, asked), [token_names(self.game, asked.purpose, one)[0] for one in values]
        return asked_text(self.game, asked), [str(value) for value in values]

    # ------------------------------------------------------------ what goes on by itself
    def go_on(self) -> None:
        """Let bots decide, seals be opened and questions with one answer be answered, in the background."""
        with self._lock:
            if self._worker is None and not self._closed:
                self._worker = Thread(target=self._work, name="table", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                try:
                    went = not self._closed and self._step()
                except FAILURES as error:
                    self.trouble, went = str(error), False
                if went:
                    self._changed()
                else:
                    self._worker = None
                    self._changed()
                    return

    def _step(self) -> bool:
        """One decision that needs nobody; False when somebody is to decide."""
        chronicle, found = self.chronicle, due(self.chronicle)
        self.trouble = ""
        if found.side is None or found.does == ENTER:
            return False
        waiting = chronicle.book.waiting
        if waiting is not None:
            return self._submit(waiting.actor, self.game.codec.decode(waiting.decision)) is not None
        if found.does == OPEN:
            shown = opening(chronicle)
            if shown is None:
                self.trouble = (
                    f"the {self.game.side(found.side)} side opens its seal, and its secret is not at hand here"
                )
                return False
            return self._submit(found.side, shown) is not None
        prompt = found.prompt
        if prompt is None:
            return False
        if found.side in self.bots:
            _, player = self.bots[found.side]
            chance = Chance(self.seed, chronicle.genesis.log_id, len(chronicle.timeline))
            return self._submit(found.side, player(self.game, chronicle.state(), prompt, chance)) is not None
        only = only_answer(chronicle, prompt)
        if only is None:
            return False
        frame = self._submit(found.side, only)
        if frame is not None:
            self.alone.append(frame.seq)
        return frame is not None

    # ------------------------------------------------------------ taking back
    def undo(self, seat: Seat, at: int, key: str, reason: str, *, agreed: bool = False) -> UndoRow:
        """Take the seat's last decision back, or say who must agree. Bots do; people
        at this screen when `agreed` says so; other seats are asked, see `answer`."""
        with self._lock:
            known: UndoRow | None = self._known(seat, key)
            if known is not None:
                return known
            if at != self.head:
                raise Stale(self._moved(at))
            if not seat.sides:
                raise NotYours("this seat looks on and takes nothing back")
            target = back_over(self.chronicle, self.bots)
            by = self._who_undoes(seat, target)
            try:
                self.chronicle.undo(by, to=target, reason=reason)
            except UndoRefused as refused:
                others = [side for side in range(1, len(self.game.sides) + 1) if side != by]
                if not refused.needs or self.chronicle.genesis.undo_policy == "strict":
                    raise
                elsewhere = [side for side in others if side not in self.bots and side not in seat.sides]
                here = [side for side in others if side in seat.sides]
                names = [self.game.side(side).capitalize() for side in (*here, *elsewhere)]
                if elsewhere:
                    self.request = Request(by, target, self.head, reason, refused.needs, tuple(elsewhere))
                    self._changed()
                    return {"head": self.head, "needs": list(refused.needs), "sides": names, "asked": True}
                if here and not agreed:
                    return {"head": self.head, "needs": list(refused.needs), "sides": names, "asked": False}
                self.chronicle.undo(by, to=target, reason=reason, consent=others)
            return self._keep(seat, key, self._rewound())

    def answer(self, seat: Seat, at: int, *, agree: bool) -> UndoRow:
        """A seat agrees to a request to take back, or declines."""
        with self._lock:
            request = self.request
            if request is None or request.head != at or at != self.head:
                raise Stale("nothing is asked of you any more")
            if not set(request.sides) <= set(seat.sides):
                raise NotYours("the request is not for this seat to answer")
            self.request = None
            if agree:
                others = [side for side in range(1, len(self.game.sides) + 1) if side != request.by]
                self.chronicle.undo(request.by, to=request.to, reason=request.reason, consent=others)
                return self._rewound()
            self._changed()
            return {"head": self.head}

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
        self._news.notify_all()

    def _may(self, seat: Seat, found: Due) -> bool:
        return seat.plays(found.side) and found.side not in self.bots

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
        if not self._may(seat, found):
            raise NotYours(f"it is for the {self.game.side(found.side)} side to decide")
        if at != self.head:
            raise Stale(self._moved(at))

    def _moved(self, at: int) -> str:
        return f"play has moved on: it stands at #{self.head}, not at #{at}"

    def _draft(self, found: Due) -> Drafting:
        if self._drafting is None or self._drafting[0] != self.head:
            self._drafting = self.head, Drafting(self.game, self.chronicle.state())
        return self._drafting[1]

    def _given(self, kind: str, given: Row) -> Row:
        """Values of a draft from JSON: lists become tuples; in a set nothing stands twice."""
        roles = {field.name: field.role for field in fields_of(self.game, kind)}
        out: Row = {}
        for name, value in given.items():
            items = _tuples(value)
            if roles.get(name) in SETS and isinstance(items, tuple):
                items = tuple(dict.fromkeys(items))
            out[name] = items
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
