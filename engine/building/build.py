"""A position under construction and then in play.

    b = position("june_6/push_to_caen", dice=[3, 7])
    b.unit("3_br_8", "E2336").unit("det_1", "E2137").active("3_br_8")     # `active` is June 6's own
    b.run(Movement())                # steps go on the agenda, the engine runs until somebody must decide
    b.play("move 3_br_8 E2237")      # a decision as text or as an object
    assert b.at("3_br_8") == "E2237"
    assert b.refuses("move 3_br_8 E1737").rule == "J6 8.11"

A game's own builder subclasses `Build` and adds what its diagrams need. Below everything that runs lies the floor,
which waits for ever: `quiet` says that it is on top again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from hexledger.engine.building.floor import FLOOR, Halt, built_game
from hexledger.engine.building.scripted import ScriptedRoller
from hexledger.engine.catalogue import split_scenario
from hexledger.engine.errors import BadDecision, IllegalDecision, UnknownName, close_to
from hexledger.engine.kernel import deciding as kernel
from hexledger.engine.kernel.decisions import Decision, Reveal, Seal
from hexledger.engine.kernel.game import Game
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.seals import reveal, seal, wants_reveal, wants_seal
from hexledger.engine.kernel.steps import Prompt, Step
from hexledger.events import model as ev
from hexledger.projections.digest import digest
from hexledger.projections.state import State

P = TypeVar("P", bound=Position[Any])
E = TypeVar("E", bound=ev.Event)

Options = Mapping[str, str | int | bool]


class Build(Generic[P]):
    """A position that is put together and then played. What changes it returns it."""

    def __init__(self, game: Game[P], dice: Sequence[int] = (), seed: str = "", draws: Sequence[str] = ()) -> None:
        """`game` must know the floor (`floor.with_floor`). dice, draws, seed: see `ScriptedRoller`."""
        self.game = game
        self.state = State()
        self.coming = list(dice)
        self.drawn = list(draws)
        self.seed = seed
        self.rolls: list[int] = []
        self.sealed: dict[int, list[Decision]] = {}
        """Side -> what it has sealed and not opened yet, the last seal last."""
        self.events: list[ev.Event] = []
        """Events of the last `run`, `play` or `act`."""

    # ------------------------------------------------------------ names
    def piece(self, unit: str | int) -> int:
        """Number of a unit, by id or printed name."""
        return unit if isinstance(unit, int) else self.game.find_piece(unit)

    def hex(self, label: str | int) -> int:
        """Number of a hex or box."""
        return label if isinstance(label, int) else self.game.find_place(label)

    def path(self, *labels: str) -> tuple[int, ...]:
        """Numbers of hexes."""
        return tuple(self.hex(label) for label in labels)

    # ------------------------------------------------------------ building
    def act(self) -> Recorder[P]:
        """A recorder on this very state, for functions that are called directly; its events are `events`."""
        act = Recorder(self.game, self.state, self.roller())
        self.events = act.events
        return act

    def roller(self) -> ScriptedRoller:
        """The dice to come."""
        return ScriptedRoller(self.game, self.coming, self.drawn, self.seed, self.rolls)

    def begin(self, scenario: str, options: Options | None = None) -> Self:
        """The scenario's own set-up and agenda, run until somebody must decide."""
        act = self.act()
        self.game.setup(act, scenario, dict(options or {}))
        kernel.settle(act)
        return self

    def lay_out(self, scenario: str, options: Options | None = None, *, turn: int = 0, weather: str = "") -> Self:
        """The empty board of a scenario and nothing on the agenda but the floor. turn: 0 is the scenario's first."""
        act = self.act()
        self.game.lay_out(act, scenario, dict(options or {}), turn)
        if weather:
            act.assign("var.weather", self.game.words[f"weather.{weather}"])
        floor: Step[Any] = Halt()
        act.then(floor)
        return self

    def unit(self, unit: str, at: str, *, steps: int = 0, reduced: bool = False, **marks: int | bool) -> Self:
        """Put a unit in a place at full strength, reduced or with `steps`; marks are its flags (`frozen=3`)."""
        act, piece = self.act(), self.piece(unit)
        full = max(1, self.game.counters[piece].steps)
        if reduced and full == 1:
            raise BadDecision(f"{unit} has one step only and cannot be reduced")
        act.place(piece, self.hex(at), steps or full - int(reduced))
        for mark, value in marks.items():
            act.flag(piece, f"flag.{mark}", int(value))
        return self

    def units(self, at: str, *units: str, **marks: int | bool) -> Self:
        """Put several units in one place, all with the same marks."""
        for unit in units:
            self.unit(unit, at, **marks)  # type: ignore[arg-type]
        return self

    def flag(self, unit: str, mark: str, value: int = 1) -> Self:
        """Set a flag of a unit (`pinned`)."""
        self.act().flag(self.piece(unit), f"flag.{mark}", value)
        return self

    def control(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        act = self.act()
        for label in labels:
            act.emit(ev.Controlled(self.hex(label), self.game.side_number(side)))
        return self

    def marker(self, mark: str, a: str, b: str = "", count: int = 1) -> Self:
        """Put a marker (`blown`) in a hex or on a hexside."""
        self.act().marker(self.hex(a), self.hex(b) if b else -1, f"marker.{mark}", count)
        return self

    def track(self, track: str, value: int, side: int = 0) -> Self:
        """Set a track (`vp`)."""
        self.act().track(f"track.{track}", value, side)
        return self

    def assign(self, variable: str, value: int) -> Self:
        """Set a variable."""
        self.act().assign(f"var.{variable}", value)
        return self

    def dice(self, *values: int) -> Self:
        """The next values of the dice."""
        self.coming.extend(values)
        return self

    def draws(self, *tokens: str) -> Self:
        """The tokens that will be drawn next, by their words (`am.12ss`)."""
        self.drawn.extend(tokens)
        return self

    # ------------------------------------------------------------ playing
    def run(self, *steps: Step[Any]) -> Self:
        """Put steps on the agenda, the first named on top, and go on until somebody must decide."""
        act = self.act()
        act.then(*steps)
        kernel.settle(act)
        return self

    def step(self, name: str, *data: Any) -> Step[Any]:
        """A step of the game by the name of its class, for `run`: `b.run(b.step("Movement"))`."""
        named = {cls.__name__: cls for cls in type(self.game).step_classes}
        if name not in named:
            raise UnknownName("step", name, close_to(name, named))
        return named[name](*data)

    def decision(self, decision: Decision | str) -> Decision:
        """A decision from its line of text."""
        return self.game.codec.from_text(decision) if isinstance(decision, str) else decision

    def play(self, *decisions: Decision | str, side: int = 0) -> Self:
        """Decide, as the side that is asked unless another is given; `events` holds what the last decision brought.

        An open decision where a sealed one is wanted is sealed, and its seal is opened when that is asked for.
        """
        for one in decisions:
            prompt = self._asked()
            decision = self._sealed(prompt, self.decision(one))
            actor = side or prompt.side
            draft = kernel.decide(self.game, self.state, digest(self.state), actor, decision, self.roller())
            assert draft.digest == digest(draft.state), "the incremental digest is wrong"
            self.state, self.events = draft.state, list(draft.events)
        return self

    def _asked(self) -> Prompt:
        prompt = self.offer
        if prompt is None:
            raise IllegalDecision(self.game.code, "the game is over")
        return prompt

    def _sealed(self, prompt: Prompt, decision: Decision) -> Decision:
        if wants_seal(prompt.kinds) and not isinstance(decision, Seal):
            self.sealed.setdefault(prompt.side, []).append(decision)
            return seal(decision, "salt")
        if wants_reveal(prompt.kinds) and not isinstance(decision, Reveal):
            return self._opening(prompt, decision)
        return decision

    def _opening(self, prompt: Prompt, decision: Decision) -> Decision:
        """What opens the seal that is asked for: of what the side has sealed the last that fits; the decision given,
        or the choice that it holds, where nothing is remembered."""
        own = self.sealed.get(prompt.side, [])
        kept = [one for one in reversed(own) if one.kind() in prompt.kinds]
        for one in kept or (decision, *kernel.choices(self.game, self.state)):
            if not isinstance(one, Reveal):
                shown = reveal(one, "salt")
                with suppress(IllegalDecision):
                    kernel.check(self.game, self.state, shown)
                    if one in own:
                        own.remove(one)
                    return shown
        return reveal(kept[0], "salt") if kept else decision

    def refuses(self, decision: Decision | str, side: int = 0) -> IllegalDecision:
        """The refusal of a decision; AssertionError when it is legal."""
        prompt = self._asked()
        try:
            if side and side != prompt.side:
                kernel.decide(self.game, self.state, b"\0" * 16, side, self.decision(decision), self.roller())
            else:
                kernel.check(self.game, self.state, self.decision(decision))
        except IllegalDecision as refusal:
            return refusal
        raise AssertionError(f"{decision} is legal")

    @property
    def offer(self) -> Prompt | None:
        """What is asked now, None when the game is over."""
        return kernel.offer(self.game, self.state)

    def choices(self) -> list[str]:
        """Offered decisions as text."""
        return [self.game.codec.to_text(one) for one in kernel.choices(self.game, self.state)]

    def check_choices(self) -> int:
        """Every offered decision must be legal; returns how many there are."""
        count = 0
        for one in list(kernel.choices(self.game, self.state)):
            kernel.check(self.game, self.state, one)
            count += 1
        assert count, "a dead end: nothing is offered"
        return count

    def pass_until(self, *kinds: str, most: int = 400) -> Self:
        """Decline everything until a decision of one of these kinds is asked for, or the game is over. A question
        without a way to decline gets its first choice."""
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
        return len(self.state.agenda) == 1 and self.state.agenda[0][0] == FLOOR

    # ------------------------------------------------------------ looking
    @property
    def pos(self) -> P:
        """The position, for questions."""
        return self.game.position(self.state)

    def at(self, unit: str) -> str:
        """Label of a unit's place, `` when it is not in play."""
        place = self.state.at.get(self.piece(unit), -1)
        return self.game.place(place) if place >= 0 else ""

    def gone(self, unit: str) -> bool:
        """True for a unit that is not in play."""
        return self.piece(unit) not in self.state.at

    def has(self, unit: str, mark: str) -> int:
        """Value of a unit's flag."""
        return self.state.flag(self.piece(unit), self.game.words[f"flag.{mark}"])

    def pooled(self, pool: str, unit: str) -> int:
        """How many of a unit lie in a pool."""
        return self.state.pooled(self.game.words[f"pool.{pool}"], self.piece(unit))

    def of(self, kind: type[E]) -> list[E]:
        """Events of a kind among those of the last play, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def rules(self) -> list[str]:
        """Rule numbers cited by the last play's events, in order, without repeats."""
        cited = dict.fromkeys(getattr(event, "rule", 0) for event in self.events)
        return [self.game.rules.key(number) for number in cited if number]

    def lines(self, kind: str, subject: str | int | None = None) -> dict[str, int]:
        """Lines of the last calculation of a kind (`reckon.odds`) in the last play: label key -> value."""
        word = self.game.words[kind]
        about = (subject, None if subject is None else self._number(subject))
        of_kind = [event for event in self.of(ev.Reckoned) if event.kind == word]
        found = [event for event in of_kind if subject is None or event.subject in about]
        assert found, f"no calculation {kind}"
        return {self.game.words.key(label): value for label, value, _ in found[-1].lines}

    def _number(self, subject: str | int) -> int:
        if isinstance(subject, int):
            return subject
        index = self.game.board.index
        return index[subject] if subject in index else self.piece(subject)


def position(
    scenario: str,
    *,
    with_setup: bool = False,
    turn: int | str = 0,
    weather: str = "",
    options: Options | None = None,
    dice: Sequence[int] = (),
    draws: Sequence[str] = (),
    seed: str = "",
    edition: Path | None = None,
) -> Build[Any]:
    """A position of a scenario (`june_6/push_to_caen`): its empty board in a turn, for units to be put on; or, with
    `with_setup`, the scenario's own set-up, where turn and weather are its own.

    turn     number or name of a turn (`July I`); 0 is the scenario's first
    weather  as the game's words call it (`clear`)
    options  as at `new`; dice, draws, seed: see `ScriptedRoller`; edition: the folder of an edition pack
    """
    game_id, name = split_scenario(scenario)
    built: Build[Any] = Build(built_game(game_id, edition), dice, seed, draws)
    if with_setup:
        return built.begin(name, options)
    number = built.game.find_turn(turn) if isinstance(turn, str) else turn
    return built.lay_out(name, options, turn=number, weather=weather)
