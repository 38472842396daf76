"""A game: one rulebook's module bound to one edition. Immutable after it is built; everything is reachable
from it, nothing is global."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar

import msgspec

from hexledger.engine.editions.counters import Counter
from hexledger.engine.editions.edition import Edition, EditionError
from hexledger.engine.errors import BadDecision, EngineFault, RuleNotImplemented, UnknownName, close_to
from hexledger.engine.kernel.decisions import Decision, DecisionCodec, GoOn, Irregular
from hexledger.engine.kernel.homes import DECISION, STEP, Declared, homes_of
from hexledger.engine.kernel.memory import Memory
from hexledger.engine.kernel.stances import STEADY, Stance
from hexledger.engine.kernel.steps import Prompt, Step, StepCodec
from hexledger.engine.naming.amendments import Amendment, since
from hexledger.engine.naming.called import PlainNames, called, plain
from hexledger.engine.naming.switches import Switch
from hexledger.engine.naming.words import AFTER, FROM, NOTHING, WordList, game_words, rule_list
from hexledger.events import labels
from hexledger.events.frame import ARMIES
from hexledger.events.model import Noted, Pooled
from hexledger.projections.state import State

if TYPE_CHECKING:
    from hexledger.engine.bots.chance import Chance
    from hexledger.engine.kernel.position import Position
    from hexledger.engine.kernel.recorder import Recorder
    from hexledger.engine.tables.lottery import Lottery
    from hexledger.engine.view import BoardView
    from hexledger.events.model import Event

P = TypeVar("P", bound="Position[Any]")
MOST_LEANINGS: Final = 64
"""Twins of a game that are kept."""
MOST_TURNS: Final = 200
"""No turn track is longer; names of turns are looked for so far."""

_FRACTIONS: Final[Mapping[tuple[int, int], str]] = {(1, 2): "½", (1, 4): "¼", (2, 4): "½", (3, 4): "¾"}
_SHARED_VALUES: Final[Mapping[str, str]] = {"var.initiative": "side", "var.weather": "word"}
_DEFAULTS: Final[Mapping[str, str]] = {"pool": "word", "flag": NOTHING, "marker": NOTHING}
"""First part of a word's key -> what its values are where the list does not say."""


class Game(Generic[P]):
    """What a rulebook module declares; it also names pieces, places, words and rules (`projections.Names`).

    Subclasses set the class attributes and give `position` and `setup`.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    code: ClassVar[str]
    """Citation code, e.g. `J6`."""
    rules_version: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    """Names of the sides; side n is `sides[n - 1]`, 0 is nobody."""
    package: ClassVar[str]
    rule_modules: ClassVar[tuple[str, ...]] = ()
    """Modules that list decisions (`DECISIONS`) and steps (`STEPS`), in the order of the game: `supply` stands in
    `<package>.rules`, `.sequence` beside it. Imported when one of their tags is met (see `engine.kernel.homes`). A game
    may set the two tuples below instead."""
    if TYPE_CHECKING:
        decision_classes: ClassVar[tuple[type[Decision], ...]]
        step_classes: ClassVar[tuple[type[Step[Any]], ...]]
    else:
        decision_classes = Declared(DECISION)
        step_classes = Declared(STEP)
    cost_unit: ClassVar[int] = 1
    """How many units of `Moved.cost` make one movement point (1, 2 or 4)."""
    comparisons: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Calculations that compare two sums: key -> labels of the lines that stand against the others."""
    switches: ClassVar[Mapping[str, Switch]] = {}
    """Doubtful rules that a referee or both sides may have read another way, by name."""
    amendments: ClassVar[tuple[Amendment, ...]] = ()
    """Rules that were mended since its first rules version."""
    offered: ClassVar[Mapping[str, Switch]] = {}
    """Options of a new game, by name."""
    movement_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decision that belong to the movement segment of an activation: `replays/referee/policies/case.py`."""
    combat_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decision that belong to its combat segment. Other kinds belong to the segment that they stand in."""
    either_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds that may stand in both segments and belong to movement when an activation begins with them."""
    activation_words: ClassVar[frozenset[str]] = frozenset()
    """Variables whose change begins another activation."""
    cup: ClassVar[str] = ""
    """Pool whose tokens begin an activation each when they are drawn; "" where any change of any pool may."""
    acting: ClassVar[str] = ""
    """Variable that holds the side which acts, 0 while that is the side of the phase."""
    opening_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decision that say which activation comes next."""
    weighed_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of decision whose choices a searching bot plays out one by one, besides the opening ones."""
    armies: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Names of the armies of each side whose players may sit apart (seat `10 * side + n`); () where there are none."""
    armies_rule: ClassVar[str] = ""
    """Number of the rule that gives armies to players of their own."""
    stances: ClassVar[tuple[Stance, ...]] = (STEADY,)
    """Ways that its advisor can lean (`leaning`), of each side the one that did best in trials first: the plans that a
    searching bot compares."""
    lookahead: ClassVar[int] = 900
    """Decisions that a searching bot may play out for one comparison of plans; fewer where a decision costs more."""
    one_memory: ClassVar[bool] = False
    """True where nothing that is kept (`engine.kernel.memory`) hangs on how the advisor leans."""
    stance: Stance = STEADY
    """How the advisor of this game leans; see `leaning`."""
    zero_dice: ClassVar[frozenset[int]] = frozenset({10})
    """Dice (number of faces) whose lowest value is 0."""
    printed_dice: Mapping[str, tuple[int, ...]] = {}
    """Dice that are not numbered one after the other: purpose of a roll -> what its faces show, as `1, 1, 1, 2, 2, 3`.
    A game that reads them from its charts sets this when it is built."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.memory = Memory()
        """Derived values that outlive a position (`engine.kernel.memory`)."""
        self._leanings: dict[Stance, Self] = {}
        self.board = edition.board
        self.counters: tuple[Counter, ...] = edition.counters
        self.words: WordList = game_words(self.package)
        """Its words; what their numbers mean stands in `words.txt` (`naming.words`)."""
        self.variables: dict[str, int] = self.words.group("var.")
        self.tracks: dict[str, int] = self.words.group("track.")
        self.pools: dict[str, int] = self.words.group("pool.")
        self.rules: WordList = rule_list(self.package)
        self.scenario_ids: tuple[str, ...] = tuple(name for name, _ in edition.meta.scenarios)
        self.side_of: tuple[int, ...] = tuple(self._side_number(counter.side) for counter in self.counters)
        self.codec = DecisionCodec(homes_of(self, "decision_classes"), self, len(self.counters), self.board.n_places)
        self.step_codec = StepCodec(homes_of(self, "step_classes"))
        self._piece_numbers = {counter.id: number for number, counter in enumerate(self.counters)}
        self._switch_words = {switch.word: switch for switch in self.switches.values()}

    def checked(self) -> Self:
        """A twin of this game whose positions work every kept value out again and compare (`kernel.memory_checks`)."""
        twin = copy(self)
        twin.memory, twin._leanings = Memory(checked=True), {}
        return twin

    def leaning(self, stance: Stance) -> Self:
        """A twin of this game whose advisor leans so, the same one each time. Rules and positions are the same; only
        `advise` may differ."""
        twin = self._leanings.get(stance)
        if twin is None:
            if len(self._leanings) >= MOST_LEANINGS:
                self._leanings.clear()
            twin = self._leanings[stance] = copy(self)
            twin.stance = stance
            if not self.one_memory:
                twin.memory = Memory(checked=self.memory.checked)
        return twin

    # ------------------------------------------------------------ to be given by the game
    def position(self, state: State) -> P:
        """The game's view of a state."""
        raise NotImplementedError

    def setup(self, act: Recorder[P], scenario: str, options: dict[str, str | int | bool]) -> None:
        """Write a scenario's set-up and put the first step on the agenda."""
        raise NotImplementedError

    def lay_out(self, act: Recorder[P], scenario: str, options: dict[str, str | int | bool], turn: int = 0) -> None:
        """Write what a scenario's rules ask before a unit stands (which scenario it is, options, the turn), without its
        set-up and agenda: positions put together by hand begin so (`engine.building`). `turn` 0 is its first."""
        raise RuleNotImplemented(self.code, "this game lays out no empty board")

    def prove(self) -> None:
        """Read all of the edition that is otherwise read when it is first needed (tables kept as `cached_property`,
        scenarios), so that an edition that the rules cannot read is refused when it is opened: EditionError."""
        try:
            for cls in type(self).__mro__:
                for name, member in vars(cls).items():
                    if isinstance(member, cached_property):
                        getattr(self, name)
            for scenario in self.edition.scenarios:
                self.read_scenario(scenario)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            what = f"no entry {error}" if isinstance(error, KeyError) else str(error)
            raise EditionError("charts.yaml", "", f"cannot be read by the rules of {self.title}: {what}") from error

    def read_scenario(self, scenario: str) -> None:
        """Read all that the edition says of a scenario; games that read it late override this."""

    def mended_since(self, version: str) -> tuple[Amendment, ...] | None:
        """The rules that were mended after a rules version of this game; None for a version that it never had."""
        return () if version == self.rules_version else since(self.amendments, version)

    def army(self, state: State, prompt: Prompt) -> int:
        """The army (from 1, as `armies` lists them) whose player answers a prompt; 0 for a question to a whole side."""
        return 0

    def check_invariants(self, pos: P) -> list[str]:
        """Everything that must hold between decisions (stacking, a piece in one place ...), as complaints."""
        raise NotImplementedError

    def playable(self, scenario: str) -> bool | str:
        """True when a scenario can be played, else what is missing, by rule."""
        raise NotImplementedError

    def advise(self, state: State, prompt: Prompt, chance: Chance) -> Decision:
        """The decision that a sensible player would take now; games override it for the greedy bot."""
        raise RuleNotImplemented(self.code, "this game has no greedy bot")

    def script(self, state: State, prompt: Prompt, chance: Chance) -> Iterator[Decision]:
        """What `advise` says, and what is meant to follow it, for bots that play many games out in a short time; what
        follows may turn out not to be legal. By default nothing follows."""
        return iter((self.advise(state, prompt, chance),))

    def plans(self, state: State, side: int) -> tuple[Stance, ...]:
        """Ways to lean that a searching bot compares for a side in a position, first the one that it follows without
        a comparison; at least one."""
        return tuple(plan for plan in self.stances if plan.side in (0, side)) or (STEADY,)

    def near_end(self, state: State) -> bool:
        """Is so little of the game left that a searching bot compares plans by playing it out? By default in the last
        turn, as far as the calendar says."""
        return all(turn <= state.turn for turn in self.view().turns(self.position(state)))

    def forecast(self, state: State, side: int) -> int | None:
        """What a position near the end is worth to a side that searches, 0 to `WON`, where trials of the scenario have
        taught that: plans are compared before it as well, by playouts that stop there. By default nothing is known."""
        return None

    def budget(self, state: State, side: int) -> int:
        """Decisions that a searching bot of a side may play out for one comparison of plans."""
        return self.lookahead

    def in_detail(self, state: State) -> bool:
        """Has this game plans for each single activation of the scenario (`plans`), and single decisions whose choices
        are compared (`opening_kinds`, `weighed_kinds`)?"""
        return False

    def lottery(self, events: Sequence[Event], number: int, state: State) -> Lottery | None:
        """What die `number` (index among a decision's `events`) could have brought, for the luck report; None for a
        die that no table or test reads. `state` is the position just before the die; it is not changed."""
        return None

    def view(self) -> BoardView[P]:
        """What boards and screens show of its positions; games override it with a view of their own."""
        from hexledger.engine.view import BoardView

        return BoardView(self)

    # ------------------------------------------------------------ decisions in words
    def tell(self, pos: P, decision: Decision) -> str:
        """A decision in words, as it is made in this position; without a game's own phrases, its line with names."""
        return self.codec.to_words(decision)

    def decide_text(self, raw: bytes | msgspec.Raw, state: State) -> str:
        """A stored decision in words; `state` is the position it was made in (`projections.record.DecideText`)."""
        pos, decision = self.position(state), self.codec.decode(raw)
        if isinstance(decision, Irregular):
            what = self.tell(pos, self.codec.from_data(decision.choice)) if decision.choice else "correction"
            return f"irregular: {what} ({', '.join(map(str, decision.mark[1:]))})"
        return self.codec.to_words(decision) if isinstance(decision, GoOn) else self.tell(pos, decision)

    # ------------------------------------------------------------ names
    @cached_property
    def packed_pieces(self) -> tuple[str, ...]:
        """Ids of all pieces as a genesis frame holds them."""
        return labels.pack([counter.id for counter in self.counters])

    @cached_property
    def packed_places(self) -> tuple[str, ...]:
        """Labels of all places as a genesis frame holds them."""
        return labels.pack(self.board.labels)

    def _side_number(self, name: str) -> int:
        return self.sides.index(name) + 1 if name in self.sides else 0

    def scenario_number(self, scenario: str) -> int:
        """Number of a scenario in the edition's order; UnknownName when the edition has none of that name."""
        if scenario not in self.scenario_ids:
            raise UnknownName("scenario", scenario, there=self.scenario_ids)
        return self.scenario_ids.index(scenario)

    @cached_property
    def seats(self) -> Mapping[str, int]:
        """Name -> number of every seat that a player may take: sides, and armies of theirs."""
        found = {name: number for number, name in enumerate(self.sides, 1)}
        for side, names in enumerate(self.armies, 1):
            found |= {name: ARMIES * side + number for number, name in enumerate(names, 1)}
        return found

    def side_number(self, name: str) -> int:
        """Number of a side; UnknownName for anything else."""
        if name.lower() not in self.sides:
            raise UnknownName("side", name, there=self.sides)
        return self.sides.index(name.lower()) + 1

    def seat_number(self, name: str) -> int:
        """Number of a side's seat, or of an army's; UnknownName for anything else."""
        if name.lower() not in self.seats:
            raise UnknownName("side" if not self.armies else "side or army", name, there=self.seats)
        return self.seats[name.lower()]

    def piece(self, number: int) -> str:
        """Id of a piece."""
        return self.counters[number].id if 0 <= number < len(self.counters) else f"?{number}"

    @cached_property
    def _called(self) -> tuple[str, ...]:
        return called(self.counters)

    @cached_property
    def plain_names(self) -> PlainNames:
        """Units by name, as names are compared with what somebody types."""
        return PlainNames(self._called, [counter.name for counter in self.counters])

    @cached_property
    def plain_places(self) -> Mapping[str, tuple[int, ...]]:
        """Hexes and boxes by the names that they have on the map, names as they are compared."""
        found: dict[str, tuple[int, ...]] = {}
        for place, name in enumerate(self.board.names):
            if name:
                found[plain(name)] = (*found.get(plain(name), ()), place)
        return found

    def piece_name(self, number: int) -> str:
        """What a piece is called: its printed name, and as much more as tells it from every other (`3rd (US)`)."""
        return self._called[number] if 0 <= number < len(self.counters) else f"?{number}"

    def printed_name(self, number: int) -> str:
        """The name on the counter, which others may bear as well."""
        return self.counters[number].name if 0 <= number < len(self.counters) else f"?{number}"

    def piece_number(self, ident: str) -> int | None:
        """Number of a piece by its id; None when there is none."""
        return self._piece_numbers.get(ident)

    def place(self, number: int) -> str:
        """Label of a hex or box."""
        return self.board.labels[number] if 0 <= number < len(self.board.labels) else f"?{number}"

    def place_name(self, number: int) -> str:
        """What a place is called in a sentence: a hex by its label, a box by its name (`England`)."""
        board = self.board
        boxed = board.n_hexes <= number < board.n_places
        return (board.names[number] if boxed else "") or self.place(number).replace("_", " ")

    def place_in_full(self, number: int) -> str:
        """A hex by its label and the name that it has on the map (`GG10 Aachen`), a box by its name."""
        if number >= self.board.n_hexes:
            return self.place_name(number)
        return f"{self.place(number)} {self.board.names[number]}".strip()

    def word(self, number: int) -> str:
        """English text of a word; below zero: printed name of the piece `~number` (a line that is about a unit)."""
        if number < 0:
            return self.piece_name(~number)
        return self.words.text(number) if number else ""

    def word_key(self, number: int) -> str:
        """Key of a word."""
        return self.words.key(number) if number else ""

    def rule(self, number: int) -> str:
        """Citation of a rule, with the game's code."""
        if not number:
            return ""
        key = self.rules.key(number)
        return f"{self.code} {key}"

    def rule_title(self, number: int) -> str:
        """Our words for what a rule is about."""
        return self.rules.text(number) if number else ""

    def cite(self, number: str) -> str:
        """Citation of a rule by its number in the rulebook. The rule must be in rules.txt; a letter names a part of it
        that has no line of its own (`8.24c`)."""
        if number not in self.rules and number[-1:].isalpha():
            return f"{self.rule(self.rules[number[:-1]])}{number[-1]}"
        return self.rule(self.rules[number])

    def side(self, number: int) -> str:
        """Name of a side, or of an army with a seat of its own; `nobody` for 0."""
        if number >= ARMIES:
            names = self.armies[number // ARMIES - 1 : number // ARMIES]
            return names[0][number % ARMIES - 1] if names and 0 < number % ARMIES <= len(names[0]) else "nobody"
        return self.sides[number - 1] if 1 <= number <= len(self.sides) else "nobody"

    def turn(self, number: int) -> str:
        """Name of a turn."""
        return str(number)

    def piece_side(self, number: int) -> int:
        """Side that owns a piece, 0 for nobody's."""
        return self.side_of[number] if 0 <= number < len(self.side_of) else 0

    def phasing(self, state: State) -> int:
        """Side that acts in a position: the one that `acting` holds, else that of the phase."""
        active = state.variable(self.words[self.acting]) if self.acting else 0
        return active or state.phase_side

    def formation(self, number: int) -> str:
        """Name of a formation; a word unless the game numbers its formations itself."""
        return self.word(number)

    def formation_name(self, number: int) -> str:
        """What players call a formation: its name in the edition; as `formation` has it where it has none."""
        name = self.formation(number)
        known = self.edition.formations.get(name)
        return known.name if known is not None else name

    def find_formation(self, name: str) -> int:
        """Number of a formation by name; a word unless the game numbers its formations itself."""
        return self.find_word(name)

    def step(self, number: int) -> str:
        """Class name of a step of the agenda."""
        return self.step_codec.name(number)

    def cost(self, number: int) -> str:
        """A movement cost in movement points, e.g. `3½`."""
        whole, part = divmod(number, self.cost_unit)
        if not part:
            return str(whole)
        fraction = _FRACTIONS[part, self.cost_unit]
        return f"{whole}{fraction}" if whole else fraction

    def half(self, number: int) -> str:
        """A strength that is kept in halves because some are 1/2, e.g. `2½` for 5."""
        whole, half = divmod(number, 2)
        fraction = _FRACTIONS[1, 2] if half else ""
        return f"{whole or ''}{fraction}" if fraction else str(whole)

    def value(self, word: int, number: int) -> str:
        """What a number says as the value of a word; see words.txt. Of a flag that records tell, 1 is a plain yes."""
        key = self.word_key(word)
        if key in self._switch_words:
            return self._switch_words[key].reading(number)
        default = _DEFAULTS.get(key.partition(".")[0]) or _SHARED_VALUES.get(key, "number")
        kind = self.words.value_kinds.get(key, default)
        plain = number == 1 and kind == "number" and key.startswith("flag.") and key not in self.words.hidden
        return "" if plain else self._speak(kind, number)

    def verdict(self, winner: int, level: int) -> str:
        """Who has won at what level (a word, 0 for none): `German marginal victory`, `Draw`."""
        return f"{self.side(winner).capitalize()} {self.word(level) if level else 'victory'}" if winner else "Draw"

    def subject(self, word: int, number: int) -> str:
        """The piece, place or side that a roll or calculation is about, empty for none; see words.txt."""
        kind = self.words.subject_kinds.get(self.word_key(word), "place")
        return "" if number < 0 or (kind == "side" and not number) else self._speak(kind, number)

    def _speak(self, kind: str, number: int) -> str:
        if kind.startswith(AFTER):
            return self._speak(kind.removeprefix(AFTER), number - 1)
        if kind.startswith(FROM):
            return self.word(self.words[kind.removeprefix(FROM)] + number)
        match kind:
            case "nothing":  # NOTHING
                return ""
            case "number":
                return str(number)
            case "yes":
                return "yes" if number else "no"
            case "signed":
                return f"{number:+d}"
            case "piece":
                return self.piece_name(number)
            case "side":
                from hexledger.projections.names import side_name

                return side_name(self, number)
            case "cost" | "half" | "word" | "place" | "turn" | "formation":
                return str(getattr(self, kind)(number))
        raise EngineFault(f"no such kind of value: {kind!r}")

    def opposed(self, kind: int) -> frozenset[int]:
        """Labels of the lines that stand against the others in a calculation of this kind."""
        return frozenset(self.words[label] for label in self.comparisons.get(self.word_key(kind), ()))

    def column(self, kind: int) -> bool:
        """True for a calculation whose total is the number of a column, which is said by its name."""
        return self.words.value_kinds.get(self.word_key(kind), "").startswith(FROM)

    def finding(self, kind: int) -> bool:
        """True for a calculation whose lines are counts that are looked at one by one."""
        return self.word_key(kind) in self.words.findings

    def alive(self, reason: int) -> bool:
        """True for a reason for which a piece leaves the map and is not lost: it goes elsewhere, or another counter
        takes its place."""
        return self.word_key(reason) in self.words.alive

    def never_come(self, event: Event) -> tuple[int, ...]:
        """The pieces that an event marked `lost` keeps from the map for good: those of a remark, or the one that goes
        into a pool. None of any other event."""
        if isinstance(event, Noted) and self.word_key(event.message) in self.words.lost:
            return event.args
        if isinstance(event, Pooled) and event.delta > 0 and self.word_key(event.pool) in self.words.lost:
            return (event.token,)
        return ()

    def read_with(self, table: int, column: int) -> frozenset[int] | None:
        """Rolls (words) that a table is read with in a column; None where it is read with those thrown last."""
        known = self.words.read_with
        keys = known.get(self.word_key(column), known.get(self.word_key(table)))
        return None if keys is None else frozenset(self.words[key] for key in keys)

    def bookkeeping(self, word: int) -> bool:
        """True for words that turn records leave out."""
        return self.word_key(word) in self.words.hidden

    def idle(self, place: int) -> bool:
        """True for a box of pieces that are not in play: what happens to their steps there is no loss."""
        return False

    def lowest_face(self, faces: int) -> int:
        """Lowest value of a die."""
        return 0 if faces in self.zero_dice else 1

    def die(self, purpose: int, faces: int) -> tuple[int, ...]:
        """What the faces of a die show that is rolled for a purpose, in order."""
        printed = self.printed_dice.get(self.word_key(purpose), ())
        low = self.lowest_face(faces)
        return printed if len(printed) == faces else tuple(range(low, low + faces))

    def switch(self, name: str) -> Switch:
        """A switch by name; UnknownName for anything else."""
        if not self.switches:
            raise BadDecision(f"the rules of {self.title} are played with one reading only; none is called {name!r}")
        if name not in self.switches:
            raise UnknownName("switch of this game", name, there=self.switches)
        return self.switches[name]

    def options(self, scenario: str) -> Mapping[str, Switch]:
        """Options that a scenario offers when a game is begun, by name; the first value of each is its default."""
        known = self.offered.items()
        return {name: option for name, option in known if not option.scenarios or scenario in option.scenarios}

    def find_piece(self, name: str) -> int:
        """Number of a piece by id, by what it is called, or by a printed name that it alone bears (case and spaces do
        not matter). AmbiguousName or UnknownName lists what may be meant; `naming.meant` knows the position as well."""
        number = self._piece_numbers.get(name)
        if number is not None:
            return number
        from hexledger.engine.naming.meant import find_unit

        return find_unit(self, name)

    def find_place(self, name: str) -> int:
        """Number of a hex or box by label (case does not matter), or by the name that it has on the map and no other.
        AmbiguousName lists the hexes that are called so, UnknownName labels and names that are spelt alike."""
        index = self.board.index
        number = index.get(name, index.get(name.upper(), -1))
        if number >= 0:
            return number
        from hexledger.engine.naming.meant import find_called

        return find_called(self, name)

    def find_turn(self, name: str) -> int:
        """Number of a turn by its name (case does not matter); UnknownName for anything else."""
        known: dict[str, int] = {}
        for number in range(1, MOST_TURNS + 1):
            known.setdefault(self.turn(number).lower(), number)
        if name.lower() not in known or name == self.turn(0):
            raise UnknownName("turn", name, close_to(name.lower(), known))
        return known[name.lower()]

    def find_word(self, key: str) -> int:
        """Number of a word by key; a part after the last dot is enough where it is the only one."""
        if key in self.words:
            return self.words[key]
        ends = [full for full in self.words if full.rpartition(".")[2] == key]
        if len(ends) == 1:
            return self.words[ends[0]]
        raise UnknownName("word", key, tuple(ends) or close_to(key, self.words))

    def find_rule(self, number: str) -> int:
        """Number of a rule by its number in the rulebook, with or without the game's code."""
        key = number.removeprefix(f"{self.code} ")
        if key not in self.rules:
            raise UnknownName("rule", number, close_to(key, self.rules))
        return self.rules[key]
