"""Setting a scenario up: units with their states, RE of units without an HQ, control, the first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from hexledger.engine.editions.scenarios import Setup
from hexledger.engine.errors import IllegalDecision, RuleNotImplemented
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.reduced_efficiency import permanent_re
from hexledger.engine.games.june_6.rules import chits
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.arrivals import assign
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.options import VARIANT, WEST_COAST
from hexledger.engine.games.june_6.tables.scenario import ScenarioRules, wanting
from hexledger.engine.games.june_6.tables.west_coast import EACH
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.memory import lasting
from hexledger.engine.kernel.steps import Choice, Prompt, Step, passed, wanted
from hexledger.engine.map.board import Board
from hexledger.engine.naming.options import chosen, offered
from hexledger.events import model as ev

DELAY_POINT: Final = "dp"
"""Marker of a delay point in a scenario file."""


def set_up(act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
    """Write the set-up of a scenario and put its first turn on the agenda. Options are switches of doubtful rules, and
    `variant` where the scenario has one (PB 4.10.2).

    Raises UnknownName for a scenario or option that does not exist, RuleNotImplemented for a scenario that needs
    rules which this version does not enforce.
    """
    number = act.pos.game.scenario_number(scenario)
    if scenario in act.pos.game.edition.scenarios and WEST_COAST.name in options:
        # PB 2.85: the landing on the west coast is a scenario of its own.
        number += EACH * offered(act.game, scenario, WEST_COAST.name).value(options[WEST_COAST.name])
    rules = act.pos.game.scenario_rules(number)
    picked = chosen(act.game, scenario, options)
    # PB 4.10.2: the variant is set when its units are (below), and only where it is played.
    variant = any(option is VARIANT and value for option, value in picked)
    readings = [(option, value) for option, value in picked if option is not VARIANT]
    missing = wanting(rules)
    if missing:
        raise RuleNotImplemented(rules.scenario.rule, f"the scenario {rules.scenario.title}: {missing}")
    act.assign(f.VAR_SCENARIO, number)
    for switch, value in readings:
        act.assign(switch.word, value, switch.rule)
    for entry in rules.scenario.setup:
        _place(act, entry)
    _attach(act, rules)
    for piece in sorted(act.state.at):
        if not act.pos.is_hq(piece) and act.pos.on_map(piece) and permanent_re(act.pos, piece):
            act.flag(piece, f.RE, 1, "3.86")
    _first_control(act, rules)
    reserve: tuple[SetUpReserve, ...] = ()
    if variant:
        act.assign("var.variant", 1, "PB 4.10.2")
        reserve = tuple(SetUpReserve(number) for number in range(len(rules.reserve)))
    defences: tuple[Step[June6Position], ...] = ()
    if rules.invasion is not None:
        from hexledger.engine.games.june_6.rules import german_setup

        defences = german_setup.steps()
    act.then(*reserve, *defences, *chits.drawing(act.pos), *act.pos.game.successors.turn(rules.first))


def _attach(act: Act, rules: ScenarioRules) -> None:
    """PB 4.3.1, 6.14, 6.41: units that begin attached to a division, and the corps of unassigned units."""
    for piece, corps in sorted(rules.assigned.items()):
        if piece in act.state.at:
            assign(act, piece, corps)
    for piece, division in rules.attached_at_start:
        act.emit(ev.Attached(piece, division, act.rule("6.13")))


def _place(act: Act, entry: Setup) -> None:
    """PB 2.3, PB 2.4, PB 3.3: a unit or delay point of either side where the scenario has it."""
    game = act.pos.game
    if entry.marker and entry.counter == DELAY_POINT:
        act.marker(game.board.index[entry.at], -1, f.DELAY_POINT, 1, "PB 1.13")
        return
    piece = game.edition.counter_index[entry.counter]
    unknown = sorted(set(entry.state) - {"reduced", "disorder", "re"})
    if entry.marker or unknown:
        raise RuleNotImplemented(
            act.game.cite("PB 1.0"), f"set-up of {entry.counter} ({', '.join(unknown) or 'marker'})"
        )
    counter = game.counters[piece]
    reduced = bool(entry.state.get("reduced"))
    act.place(piece, game.board.index[entry.at], counter.steps - 1 if reduced and counter.steps > 1 else counter.steps)
    if reduced and counter.steps == 1:
        # an HQ that is set up reduced has used its return.
        act.flag(piece, f.HQ_REDUCED, 1, "R-76")
    if entry.state.get("disorder"):
        act.flag(piece, f.DISORDER, int(entry.state["disorder"]))
    if entry.state.get("re"):
        act.flag(piece, f.RE, 1, "7.26")


def _first_control(act: Act, rules: ScenarioRules) -> None:
    """Every hex of the area belongs at first to the side whose nearest unit is nearer; where both are as near, to the
    side that stands in it or else to the German, who holds the ground."""
    if rules.whole_board or rules.invasion is not None:
        # Before the invasion every hex is German, and what is not Allied counts as German.
        return
    pos = act.pos
    allied, german = (
        tuple(sorted({pos.at(piece) for piece in pos.in_play(side) if pos.on_map(piece)}))
        for side in (f.ALLIED, f.GERMAN)
    )
    for place, side in _first_holders(pos.game, pos.scenario_number, allied, german):
        act.emit(ev.Controlled(place, side))


@lasting(most=16)
def _first_holders(
    game: Charts[Any], scenario: int, allied: tuple[int, ...], german: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    """(hex, side that holds it at first) of the area, in place order, given the hexes where the two sides stand."""
    to_allied, to_german = _ranges(game.board, allied), _ranges(game.board, german)
    return tuple(
        (place, f.ALLIED if to_allied(place) < to_german(place) else f.GERMAN)
        for place in sorted(game.scenario_rules(scenario).area)
    )


def _ranges(board: Board, places: tuple[int, ...]) -> Callable[[int], int]:
    """Hex -> range to the nearest of some."""
    points = [(board.q[there], board.r[there]) for there in places]

    def nearest(place: int) -> int:
        q, r = board.q[place], board.r[place]
        return min([max(abs(q - a), abs(r - b), abs(q + r - a - b)) for a, b in points])

    return nearest


# ---------------------------------------------------------------------- PB 4.10.2 the variant of scenario 3
class SetUpUnit(Decision, frozen=True, array_like=True, tag=99):
    """Set a unit of the variant up in this hex."""

    unit: PieceId
    at: PlaceId


class SetUpReserve(Choice[June6Position], frozen=True, array_like=True, tag=103):
    """PB 4.10.2: the German puts a unit of the variant into a hex of Cherbourg; it belongs to the Cherbourg Command."""

    number: int

    def _hexes(self, pos: June6Position) -> tuple[int, ...]:
        piece, hexes = pos.scenario.reserve[self.number]
        return tuple(place for place in sorted(hexes) if pos.fits(place, (piece,)))

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks while there is room."""
        places = self._hexes(pos)
        if not places:
            return None
        words, rules = pos.game.words, pos.game.rules
        piece = pos.scenario.reserve[self.number][0]
        side = pos.side(piece)
        return Prompt(side, words["ask.set_up"], rules["PB 4.10.2"], (SetUpUnit.kind(),), (piece,), places)

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses other units, and hexes elsewhere or full."""
        cite = pos.game.cite
        decision = wanted(decision, SetUpUnit, cite("PB 4.10.2"))
        if decision.unit != pos.scenario.reserve[self.number][0] or decision.at not in self._hexes(pos):
            what = f"{pos.game.piece_name(decision.unit)} is not set up in {pos.game.place(decision.at)}"
            raise IllegalDecision(cite("PB 4.10.2"), what)

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Every hex with room."""
        for place in self._hexes(pos):
            yield SetUpUnit(PieceId(pos.scenario.reserve[self.number][0]), PlaceId(place))

    def take(self, act: Act, decision: Decision) -> None:
        """The unit stands there, RE like its command."""
        decision = passed(decision, SetUpUnit)
        act.done()
        act.place(decision.unit, decision.at, act.pos.counters[decision.unit].steps, "PB 4.10.2")
        act.flag(decision.unit, f.RE, 1, "7.26")

    def run(self, act: Act) -> None:
        """No room: the unit is not used."""


DECISIONS: Final = (SetUpUnit,)
STEPS: Final = (SetUpReserve,)
