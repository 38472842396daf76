"""Setting a scenario up (3.2, 3.3, 33): pieces at their default hexes, what was before, the German's changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import boxes, decoy_setup
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import boxes as boxes_rules
from hexledger.engine.games.fortress_europa.rules import capacity, fuel
from hexledger.engine.games.fortress_europa.rules import decoy_setup as decoy_setup_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import options as opt
from hexledger.engine.games.fortress_europa.tables.scenario import WHOLE_MAP, ScenarioRules
from hexledger.engine.games.fortress_europa.tables.switches import SWITCHES
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, permit, wanted
from hexledger.engine.naming.options import chosen
from hexledger.events import model as ev


def set_up(act: Act, scenario: str, options: dict[str, str | int | bool]) -> None:
    """Write the set-up of a scenario. What is played first comes from `sequence`.

    Raises UnknownName for a scenario or option that does not exist, BadDecision for an option that is neither yes nor
    no or says nothing about the scenario.
    """
    game = act.pos.game
    number = game.scenario_number(scenario)
    rules = act.pos.game.scenario_rules(number)
    act.assign(f.VAR_SCENARIO, number)
    picked = chosen(game, scenario, options)
    for switch, value in picked:
        if switch.name in SWITCHES:
            act.assign(switch.word, value, switch.rule)
    on = {option.name for option, value in picked if value and option.name not in SWITCHES}
    for name in opt.OPTIONS:
        if name in on:
            act.assign(act.pos.tables.option_words[name], 1)
            act.note("note.option", (act.pos.tables.option_words[name],), "31")
    if act.pos.option("advanced_air"):
        fuel.begin(act)
    more = 8 if act.pos.option("31.17_long") else 4 if act.pos.option("31.17") else 0
    act.assign(f.VAR_LAST_TURN, rules.last + more)
    _before(act, rules)
    for start in rules.setup:
        if start.hidden:
            act.pool("pool.off_map", start.piece, 1, "3.3")
        else:
            boxes_rules.put(act, start, "3.3" if not rules.bulge else "33.3.1")
    _jersey(act)
    capacity.update(act, "18.7")


def _jersey(act: Act) -> None:
    """FE 31.5: the garrison of Jersey, a unit of the 7th Army's district."""
    rows = act.pos.scenario.data.get("optional_events") or ()
    for row in rows:
        if row["option"] == "31.5" and act.pos.option("31.5"):
            piece = act.pos.game.edition.counter_index[row["counter"]]
            act.place(piece, act.pos.board.place(row["at"]), act.pos.counters[piece].steps, "31.5")
            act.flag(piece, f.FROZEN, f.SEVENTH, "9.1")


def _before(act: Act, rules: ScenarioRules) -> None:
    """FE 33.3.6: what has happened before the scenario begins."""
    game = act.pos.game
    for place in sorted(rules.allied_at_first):
        act.emit(ev.Controlled(place, f.ALLIED))
    for place in rules.destroyed_fortresses:
        act.marker(place, -1, f.FORTRESS_DESTROYED, 1, "33.3.6")
    for port, lost in rules.port_damage:
        act.marker(port, -1, f.PORT_DAMAGE, lost, "33.3.6")
    for city in rules.volkssturm_cities:
        act.marker(city, -1, f.VOLKSSTURM, 1, "25")
    if rules.bulge:
        act.assign(f.VAR_RELEASED, sum(1 << district for district in range(1, len(f.DISTRICTS))), "9.1")
        act.assign(f.VAR_INVASIONS, 2)
        _bases(act)
        _months(act, rules)
    for side in (f.ALLIED, f.GERMAN):
        pools = rules.pools[side]
        for key, pool in (("eliminated", "pool.eliminated"), ("withdrawn", "pool.withdrawn")):
            for name in pools.get(key, ()):
                act.pool(pool, game.edition.counter_index[name], 1)
        for name in pools.get("removed_from_game", ()):
            act.pool("pool.gone", game.edition.counter_index[name], 1)


def _bases(act: Act) -> None:
    """FE 30.2: U-boat bases and V1 sites that the Allies hold at the start have been captured."""
    pos = act.pos
    for place in sorted(pos.tables.ground.u_boat_bases | pos.tables.ground.v1_sites):
        if pos.controller(place) == f.ALLIED:
            act.marker(place, -1, f.BASE_CAPTURED, 1, "30.2")


def _months(act: Act, rules: ScenarioRules) -> None:
    """FE 33.3.5, 33.4.3: carpet bombing of the month is used up; the choice of the panzer reserve is made in Berlin."""
    tracks: dict[str, Any] = rules.data.get("tracks") or {}
    if tracks.get("carpet_bombing_used"):
        act.assign("var.carpet_month", act.pos.tables.calendar.month(rules.first), "33.3.5")
    if tracks.get("panzer_option") == "A":
        act.assign(f.VAR_PANZER_OPTION, 1, "33.4.3")


# ---------------------------------------------------------------------- 3.3 the German's own set-up
class SetUp(Decision, frozen=True, array_like=True, tag=16):
    """Set a unit up in another hex of its zone."""

    unit: PieceId
    at: PlaceId


class EndSetUp(Decision, frozen=True, array_like=True, tag=17):
    """The set-up is as it shall be."""


class SetUpGerman(Choice[FortressPosition], frozen=True, array_like=True, tag=15):
    """FE 3.3, 31.7, 31.8: the German changes the default set-up within the limits of his display, until he is content.
    With the options he exchanges units between boxes, and chooses the units that decoys will cover."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        kinds = tuple(kind.kind() for kind in self._kinds(pos))
        return Prompt(f.GERMAN, words["prompt.setup"], rules["3.3"], kinds, complete=False)

    @staticmethod
    def _kinds(pos: FortressPosition) -> tuple[type[Decision], ...]:
        more: tuple[type[Decision], ...] = (boxes_rules.Exchange,) if pos.option("31.8") else ()
        if pos.option("31.7"):
            more = (*more, decoy_setup_rules.Cover)
        return (SetUp, *more, EndSetUp)

    @staticmethod
    def _free(pos: FortressPosition) -> tuple[int, ...]:
        """Units that may be set up elsewhere: not those of named cities, nor those that are hidden."""
        found = []
        for piece in boxes.units(pos):
            begin = boxes.start(pos, piece)
            if begin is not None and begin.zone and pos.on_map(piece):
                found.append(piece)
        return tuple(found)

    def run(self, act: Act) -> None:
        """Never: the German always says when he is done."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, self._kinds(pos), pos.game.cite("3.3"))
        permit(pos, self._refusal(pos, decision))

    def _refusal(self, pos: FortressPosition, decision: Decision) -> Refusal | None:
        if isinstance(decision, boxes_rules.Exchange):
            return boxes.exchange_refusal(pos, decision.unit, decision.other)
        if isinstance(decision, decoy_setup_rules.Cover):
            return decoy_setup.cover_refusal(pos, decision.unit)
        if not isinstance(decision, SetUp):
            return decoy_setup.unfinished(pos)
        piece = decision.unit
        if decoy_setup.may_show(pos, piece):
            return boxes.why_not(pos, piece, decision.at)
        if piece not in self._free(pos):
            return "3.3", f"{pos.name(piece)} has its fixed place, or is hidden, or is not in play"
        if decision.at == pos.at(piece):
            return "3.3", f"{pos.name(piece)} stands there already"
        return boxes.why_not(pos, piece, decision.at)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        if decoy_setup.unfinished(pos) is None:
            yield EndSetUp()
        for piece in self._free(pos):
            begin = boxes.start(pos, piece)
            if begin is None or begin.zone == WHOLE_MAP:
                continue
            for place in sorted(boxes.zone(pos, piece) - {pos.at(piece)}):
                if boxes.why_not(pos, piece, place) is None:
                    yield SetUp(PieceId(piece), PlaceId(place))
        yield from boxes_rules.exchanges(pos)
        for piece in decoy_setup.covered(pos):
            # Only where the display has it; the rest of the map is left to people.
            if boxes.why_not(pos, piece, place := boxes.default(pos, piece)) is None:
                yield SetUp(PieceId(piece), PlaceId(place))
        yield from decoy_setup_rules.covers(pos)

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, boxes_rules.Exchange):
            boxes_rules.exchange(act, decision.unit, decision.other)
        elif isinstance(decision, decoy_setup_rules.Cover):
            decoy_setup_rules.cover(act, decision.unit)
        elif not isinstance(decision, SetUp):
            act.done()
        elif act.pos.on_map(decision.unit):
            act.place(decision.unit, decision.at, act.pos.steps(decision.unit), "3.3")
        else:
            decoy_setup_rules.show(act, decision.unit, decision.at)


# ---------------------------------------------------------------------- 31.10 the German line of the Bulge
_ROWS_EAST: Final = 2
_MOST: Final = 3


def line_area(pos: FortressPosition) -> frozenset[int]:
    """FE 31.10, C-48: the German line from HH10 to GG14 and two rows of hexes east of it."""
    ground, board = pos.tables.ground, pos.board
    area = set(pos.scenario.german_line)
    level = set(area)
    for _ in range(_ROWS_EAST):
        level = {there for here in level for there in ground.links[here] if board.q[there] > board.q[here]}
        area |= level
    return frozenset(place for place in area if pos.controller(place) == f.GERMAN)


class Reform(Choice[FortressPosition], frozen=True, array_like=True, tag=14):
    """FE 31.10: the German rearranges the units of his line before play, three to a hex whatever the terrain."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        words, rules = pos.game.words, pos.game.rules
        kinds = (SetUp.kind(), EndSetUp.kind())
        return Prompt(f.GERMAN, words["prompt.setup"], rules["31.10"], kinds, complete=False)

    def run(self, act: Act) -> None:
        """Never: the German always says when he is done."""

    def _refusal(self, pos: FortressPosition, decision: SetUp) -> Refusal | None:
        area, piece, place = line_area(pos), decision.unit, decision.at
        start = pos.scenario.start_of.get(piece)
        if start is None or pos.side(piece) != f.GERMAN or start.place not in area or not pos.on_map(piece):
            return "31.10", f"{pos.name(piece)} does not start in the German line"
        if place not in area or place == pos.at(piece):
            return "31.10", f"{pos.label(place)} is not in the German line, or the unit is there"
        there = (*pos.units_of(place, f.GERMAN), piece)
        if pos.stacked(there) > _MOST:
            return "31.10", f"three units at most stack in {pos.label(place)}"
        return None

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (SetUp, EndSetUp), pos.game.cite("31.10"))
        if isinstance(decision, SetUp):
            permit(pos, self._refusal(pos, decision))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        yield EndSetUp()
        for piece in pos.ashore(f.GERMAN):
            for place in sorted(line_area(pos)):
                decision = SetUp(PieceId(piece), PlaceId(place))
                if self._refusal(pos, decision) is None:
                    yield decision

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, SetUp):
            act.move(decision.unit, (act.pos.at(decision.unit), decision.at), "mode.move", 0, "31.10")
            return
        act.done()
        for piece in act.pos.ashore(f.GERMAN):
            if act.pos.at(piece) in act.pos.scenario.german_line:
                act.flag(piece, "flag.in_line", 1, "31.10")


DECISIONS: Final = (SetUp, EndSetUp)
STEPS: Final = (Reform, SetUpGerman)
