"""Positions of June 6 for tests, put together like a diagram in the rulebook.

    b = position("push_to_caen", dice=[3, 7]).unit("3_br_8", at="E1828", reduced=True, disorder=1)
    b.run(Movement())                       # push steps and let the engine go on until somebody must decide
    b.play("move 3_br_8 E1928")             # a decision as text or as an object
    assert b.at("3_br_8") == "E1928"
    assert b.refuses("move 3_br_8 E1929").rule == "J6 8.11"

Below everything that a test runs lies a `Halt`, which waits for ever: `b.quiet` says that it is on top again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from hexledger.engine.dice.rolling import Asked, PracticeRoller
from hexledger.engine.editions.edition import Edition, open_edition
from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.game import June6
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.options import WEST_COAST, chosen
from hexledger.engine.games.june_6.tables.scenario import ScenarioRules
from hexledger.engine.games.june_6.tables.west_coast import EACH
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Choice, Prompt, Step
from hexledger.events import model as ev
from hexledger.projections.digest import digest
from hexledger.projections.state import State

E = TypeVar("E", bound=ev.Event)
SIDES = {"allied": f.ALLIED, "german": f.GERMAN}


class Halt(Choice, frozen=True, array_like=True, tag=999):
    """The floor of a built agenda: waits for the Allied side and takes nothing."""

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        return Prompt(f.ALLIED, 0, 0, ())

    def check(self, pos: Position[Any], decision: Decision) -> None:
        raise IllegalDecision("test", "the built position is at rest")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        return iter(())


class ScriptedRoller:
    """Dice and draws that a test has fixed; a roll that no test expects is an AssertionError.

    `dice` are the values as rolled (0-9 on the d10), `draws` the keys of the AMs in the order in which they are drawn.
    """

    mode = 1

    def __init__(self, built: Built) -> None:
        self.built = built
        self.evidence: list[str] = []
        self.spare: PracticeRoller | None = None
        if built.seed:
            self.spare = PracticeRoller(built.seed.encode().ljust(32, b"."), "test", built.rolls)

    def number(self, purpose: int, below: int, asked: Asked | None = None) -> int:
        built = self.built
        built.rolls += 1
        key = built.game.words.key(purpose)
        if key.startswith("pool.") and built.coming_draws:
            token = built.game.words[built.coming_draws.pop(0)]
            at = 0
            for other, count in built.drawing.pool(purpose).items():
                if other == token:
                    return at
                at += count
            raise AssertionError(f"{built.game.words.key(token)} is not in {key}")
        if not key.startswith("pool.") and built.coming_dice:
            value = built.coming_dice.pop(0)
            assert 0 <= value < below, f"{key}: {value} is no value of a die with {below} faces"
            return value
        if self.spare is not None:
            return self.spare.number(purpose, below)
        raise AssertionError(f"a roll that the test does not expect: {key}")


class BuiltGame(June6):
    """June 6 with the floor step, and with steps and decisions that only a test knows."""

    def __init__(self, edition: Edition, steps: tuple[type[Step], ...], decisions: tuple[type[Decision], ...]) -> None:
        self.step_classes = (*June6.step_classes, Halt, *steps)  # type: ignore[misc]
        self.decision_classes = (*June6.decision_classes, *decisions)  # type: ignore[misc]
        super().__init__(edition)
        self.open_area = False

    def scenario_rules(self, number: int) -> ScenarioRules:
        rules = super().scenario_rules(number)
        if self.open_area and len(rules.area) != self.board.n_hexes:
            rules.area = frozenset(range(self.board.n_hexes))
            rules.rear = frozenset()
            rules.whole_board = True
        return rules


@cache
def edition() -> Edition:
    """The house edition, read once."""
    return open_edition("june_6")


@cache
def game(
    open_area: bool = False, steps: tuple[type[Step], ...] = (), decisions: tuple[type[Decision], ...] = ()
) -> BuiltGame:
    """The game; `open_area` lets units stand on the whole board whatever the scenario."""
    made = BuiltGame(edition(), steps, decisions)
    made.open_area = open_area
    return made


def position(
    scenario: str = "push_to_caen",
    *,
    with_setup: bool = False,
    open_area: bool = False,
    turn: int = 1,
    weather: str = "clear",
    initiative: str = "allied",
    dice: Sequence[int] = (),
    draws: Sequence[str] = (),
    seed: str = "",
    steps: tuple[type[Step], ...] = (),
    decisions: tuple[type[Decision], ...] = (),
    options: Mapping[str, str] | None = None,
) -> Built:
    """An empty position of a scenario in its game turn `turn` (no pieces, nothing on the agenda but the floor).

    `options`: as they are chosen at `new`.
    `with_setup`: the scenario's real set-up and agenda, run until somebody must decide; turn and weather are then the
    scenario's own. `seed`: practice dice take over when the scripted ones are used up.
    """
    built = Built(game(open_area, steps, decisions))
    built.coming_dice = list(dice)
    built.coming_draws = list(draws)
    built.seed = seed
    if with_setup:
        act = built.act()
        built.game.setup(act, scenario, dict(options or {}))
        kernel.settle(act)
        return built
    act = built.act()
    picked = [chosen(scenario, name, value) for name, value in (options or {}).items()]
    west = sum(value for option, value in picked if option is WEST_COAST)
    act.assign(f.VAR_SCENARIO, built.game.scenario_number(scenario) + EACH * west)
    for option, value in picked:
        act.assign(option.word, value)
    act.emit(ev.TurnBegan(built.pos.scenario.first + turn - 1))
    act.assign(f.VAR_WEATHER, built.game.words[f"weather.{weather}"])
    act.assign("var.initiative", SIDES[initiative])
    act.then(Halt())
    return built


class Built:
    """A position under construction and then in play. Every method that changes something returns the position."""

    def __init__(self, made: BuiltGame) -> None:
        self.game = made
        self.state = State()
        self.drawing = self.state
        self.coming_dice: list[int] = []
        self.coming_draws: list[str] = []
        self.seed = ""
        self.rolls = 0
        self.sealed: dict[int, list[Decision]] = {}
        """Side -> what it has sealed and not opened yet, the last seal last."""
        self.events: list[ev.Event] = []
        """Events of the last `run`, `play` or `act`."""

    # ------------------------------------------------------------ names
    def piece(self, unit: str | int) -> int:
        """Number of a unit."""
        return unit if isinstance(unit, int) else self.game.find_piece(unit)

    def hex(self, label: str | int) -> int:
        """Number of a hex."""
        return label if isinstance(label, int) else self.game.find_place(label)

    def path(self, *labels: str) -> tuple[int, ...]:
        """Numbers of hexes."""
        return tuple(self.hex(label) for label in labels)

    # ------------------------------------------------------------ building
    def act(self) -> Recorder[June6Position]:
        """A recorder on this very state, for functions that tests call directly; its events are `events`."""
        act = Recorder(self.game, self.state, ScriptedRoller(self))
        self.drawing = self.state
        self.events = act.events
        return act

    def unit(
        self,
        unit: str,
        at: str,
        *,
        reduced: bool = False,
        disorder: int = 0,
        attached: str = "",
        **marks: int | bool,
    ) -> Built:
        """Put a unit in a hex. Further marks are its flags: `pinned=True`, `re=True`, `fired=True`, `acted=True` ..."""
        act = self.act()
        piece = self.piece(unit)
        counter = self.game.counters[piece]
        steps = counter.steps
        if reduced and counter.steps > 1:
            steps = 1
        act.place(piece, self.hex(at), steps)
        if reduced and counter.steps == 1:
            assert self.game.position(self.state).is_division_hq(piece), f"{unit} has one step only"
            act.flag(piece, f.HQ_REDUCED, 1)
        if disorder:
            act.flag(piece, f.DISORDER, disorder)
        for mark, value in marks.items():
            act.flag(piece, f"flag.{mark}", int(value))
        if attached:
            act.emit(ev.Attached(piece, self.game.formation_number[attached]))
        return self

    def units(self, at: str, *units: str, **marks: int | bool) -> Built:
        """Put several units in one hex, all with the same marks."""
        for unit in units:
            self.unit(unit, at, **marks)  # type: ignore[arg-type]
        return self

    def active(self, *units: str, mode: int = f.ME) -> Built:
        """Make units active (all of one side) as if their HQ had just been activated."""
        act = self.act()
        side = self.game.side_of[self.piece(units[0])]
        act.assign(f.VAR_ACTIVE_SIDE, side)
        act.assign(f.VAR_ACTIVE_MODE, mode)
        for unit in units:
            piece = self.piece(unit)
            act.flag(piece, f.ACTIVE, mode)
            if act.pos.in_ezoc(act.pos.at(piece), side):
                act.flag(piece, f.BEGAN_EZOC, 1)
        return self

    def flag(self, unit: str, mark: str, value: int = 1) -> Built:
        """Set a flag of a unit (`pinned`)."""
        self.act().flag(self.piece(unit), f"flag.{mark}", value)
        return self

    def control(self, side: str, *labels: str) -> Built:
        """Give hexes to a side."""
        act = self.act()
        for label in labels:
            act.emit(ev.Controlled(self.hex(label), SIDES[side]))
        return self

    def marker(self, mark: str, a: str, b: str = "", count: int = 1) -> Built:
        """Put a marker (`blown`, `pontoon`, `strongpoint_destroyed`) in a hex or on a hexside."""
        self.act().marker(self.hex(a), self.hex(b) if b else -1, f"marker.{mark}", count)
        return self

    def track(self, track: str, value: int, side: int = 0) -> Built:
        """Set a track (`air`, `naval`, `rp`)."""
        self.act().track(f"track.{track}", value, side)
        return self

    def pool(self, *ams: str) -> Built:
        """Put AMs in the pool (`am.12ss`)."""
        act = self.act()
        for am in ams:
            act.pool("pool.am", self.game.words[am], 1)
        return self

    def dice(self, *values: int) -> Built:
        """The next values of the d10."""
        self.coming_dice.extend(values)
        return self

    def draws(self, *ams: str) -> Built:
        """The AMs that will be drawn next."""
        self.coming_draws.extend(ams)
        return self

    # ------------------------------------------------------------ playing
    def run(self, *steps: Step) -> Built:
        """Put steps on the agenda, the first named on top, and go on until somebody must decide."""
        act = self.act()
        act.then(*steps)
        kernel.settle(act)
        return self

    def decision(self, decision: Decision | str) -> Decision:
        """A decision from its line of text."""
        return self.game.codec.from_text(decision) if isinstance(decision, str) else decision

    def play(self, *decisions: Decision | str, side: int = 0) -> Built:
        """Decide, as the side that is asked unless another is given; `events` holds what the last decision brought.

        An open decision where a sealed one is wanted is sealed, and its seal is opened when that is asked for.
        """
        for one in decisions:
            prompt = self.offer
            assert prompt is not None, "the game is over"
            decision = self._sealed(prompt, self.decision(one))
            roller = ScriptedRoller(self)
            before = self.state
            self.drawing = before
            act_state = _watched(self)
            draft = kernel.decide(self.game, act_state, digest(before), side or prompt.side, decision, roller)
            assert draft.digest == digest(draft.state), "the incremental digest is wrong"
            self.state = draft.state
            self.events = list(draft.events)
        return self

    def _sealed(self, prompt: Prompt, decision: Decision) -> Decision:
        if wants_seal(prompt.kinds) and not isinstance(decision, Seal):
            self.sealed.setdefault(prompt.side, []).append(decision)
            return seal(decision, "salt")
        if wants_reveal(prompt.kinds) and not isinstance(decision, Reveal):
            own = self.sealed.get(prompt.side, [])
            for number in reversed(range(len(own))):
                if own[number].kind() in prompt.kinds:
                    return reveal(own.pop(number), "salt")
        return decision

    def refuses(self, decision: Decision | str, side: int = 0) -> IllegalDecision:
        """The refusal of a decision; AssertionError when it is legal."""
        prompt = self.offer
        assert prompt is not None, "the game is over"
        try:
            if side and side != prompt.side:
                kernel.decide(self.game, self.state, b"\0" * 16, side, self.decision(decision), ScriptedRoller(self))
            else:
                kernel.check(self.game, self.state, self.decision(decision))
        except IllegalDecision as refusal:
            return refusal
        raise AssertionError(f"{decision} is legal")

    @property
    def offer(self) -> Prompt | None:
        """What is asked now."""
        return kernel.offer(self.game, self.state)

    def choices(self) -> list[str]:
        """Offered decisions as text."""
        return [self.game.codec.to_text(one) for one in kernel.choices(self.game, self.state)]

    def check_choices(self) -> int:
        """Every offered decision must be legal and carried out without a fault; returns how many there are."""
        count = 0
        for one in list(kernel.choices(self.game, self.state)):
            kernel.check(self.game, self.state, one)
            count += 1
        assert count, "a dead end: nothing is offered"
        return count

    def pass_until(self, *kinds: str, most: int = 400) -> Built:
        """Decline everything (no attachment, no move, no attack, no RE activation) until a decision of one of these
        kinds is asked for, or the game is over. A question without a way to decline gets its first choice."""
        for _ in range(most):
            prompt = self.offer
            if prompt is None or self.quiet or set(prompt.kinds) & set(kinds):
                return self
            offered = list(kernel.choices(self.game, self.state))
            declined = [one for one in offered if one.kind().startswith(("end_", "pass_", "no_"))]
            self.play(declined[0] if declined else offered[0])
        raise AssertionError(f"{most} decisions and none of {', '.join(kinds)} was asked for")

    @property
    def quiet(self) -> bool:
        """True when everything has run and only the floor is left."""
        return len(self.state.agenda) == 1 and self.state.agenda[0][0] == 999

    # ------------------------------------------------------------ looking
    @property
    def pos(self) -> June6Position:
        """The position, for questions."""
        return self.game.position(self.state)

    def at(self, unit: str) -> str:
        """Label of a unit's hex, `` when it is not in play."""
        place = self.state.at.get(self.piece(unit), -1)
        return self.game.place(place) if place >= 0 else ""

    def is_reduced(self, unit: str) -> bool:
        """True for a unit on its reduced side."""
        piece = self.piece(unit)
        return self.state.steps[piece] < self.game.counters[piece].steps or self.has(unit, "hq_reduced") > 0

    def gone(self, unit: str) -> bool:
        """True for a unit that is not in play."""
        return self.piece(unit) not in self.state.at

    def has(self, unit: str, mark: str) -> int:
        """Value of a unit's flag (`disorder`)."""
        return self.state.flag(self.piece(unit), self.game.words[f"flag.{mark}"])

    def of(self, kind: type[E]) -> list[E]:
        """Events of a kind among those of the last play, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def rules(self) -> list[str]:
        """Rule numbers cited by the last play's events, in order, without repeats."""
        cited = dict.fromkeys(getattr(event, "rule", 0) for event in self.events)
        return [self.game.rules.key(number) for number in cited if number]

    def lines(self, kind: str, subject: str | int | None = None) -> dict[str, int]:
        """Lines of the last calculation of a kind (`reckon.drm`) in the last play: label key -> value."""
        word = self.game.words[kind]
        found: ev.Reckoned | None = None
        for event in self.of(ev.Reckoned):
            if event.kind == word and (subject is None or event.subject in (subject, self._number(subject))):
                found = event
        assert found is not None, f"no calculation {kind}"
        return {self.game.words.key(label): value for label, value, _ in found.lines}

    def _number(self, subject: str | int) -> int:
        if isinstance(subject, int):
            return subject
        return self.game.board.index[subject] if subject in self.game.board.index else self.piece(subject)


def _watched(built: Built) -> State:
    """The state to decide on; draws look at the copy that the kernel changes, so that copy is remembered."""

    class Watched(State):
        __slots__ = ()

        def copy(self) -> State:
            new = State.copy(self)
            built.drawing = new
            return new

    watched = Watched.__new__(Watched)
    for name in State.__slots__:
        setattr(watched, name, getattr(built.state, name))
    return watched
