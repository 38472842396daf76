"""Overrun in the movement segment (35, 36): ten to one against a lone HQ or a unit of one step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.time_for_trumpets.questions import attackers as at
from hexledger.engine.games.time_for_trumpets.questions import banks, borders, chains, engagements, stacking, ways
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules import demolition, entering
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.advance import Advance
from hexledger.engine.games.time_for_trumpets.rules.asking import Pass
from hexledger.engine.games.time_for_trumpets.rules.changes import eliminate, use_banks, used
from hexledger.engine.games.time_for_trumpets.rules.leaving import vacated
from hexledger.engine.games.time_for_trumpets.rules.moving import may_move
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.chart import MF
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, asking, permit, wanted

ODDS: Final = 10
"""35.1: ten to one."""
OPEN: Final = frozenset({"clear", "woods", "broken"})
NIGHT_DIVISIONS: Final = ("2ssd_hq", "2pz_hq")
BY_ROAD: Final = MF
"""35.3: what the tank needs along a road."""
HALF: Final = 2


class Overrun(Decision, frozen=True, array_like=True, tag=36):
    """`overrun kgp_1_panther,kgp_2_iii 8620`: the tank that enters first, then the others, and the hex."""

    units: tuple[PieceId, ...]
    at: PlaceId


# ---------------------------------------------------------------------- the target
def target_refusal(pos: TrumpetsPosition, place: int, side: int) -> Refusal | None:
    """35.1, 35.2: why what stands in a hex cannot be overrun."""
    units = pos.fighters(place)
    if not units or pos.side(units[0]) == side:
        return "35.1", f"no enemy stands in {pos.label(place)}"
    roster = pos.game.roster
    if pos.weather(place) != w.CLEAR:
        return "35.2", "no overrun in fog, dense fog or snow"
    if any(unit in roster.substitutes for unit in units):
        return "44.1", "an artillery substitute is not overrun"
    if pos.steps_of(units) > 1:
        return "35.2", "more than one step stands in the hex"
    unit = units[0]
    if unit in roster.heavy_afv:
        return "35.2", "a heavy AFV is not overrun"
    if place in pos.game.ground.villages:
        return "35.2", "no overrun of a village"
    if any(pos.marker(name, place) for name in ("strong_point", "fort")) or pos.flag(unit, w.FORT_SIDE):
        return "35.2", "no overrun of a strong point or fort"
    if pos.flag(unit, w.ENGAGED):
        return "35.2", f"{pos.name(unit)} is engaged"
    if pos.marker("road_block", place) and (unit in roster.front_line or unit in roster.afv):
        return "35.2", "a road block protects it"
    if unit not in roster.hqs and pos.terrain(place) not in OPEN:
        return "35.1", f"no overrun in {pos.terrain(place)}"
    return None


# ---------------------------------------------------------------------- the attackers
def attackers_refusal(pos: TrumpetsPosition, units: Sequence[int], place: int) -> Refusal | None:
    """26, 35.3, 36: units of the active corps beside the target, an infantry and a tank that enters."""
    roster = pos.game.roster
    if not units or len(set(units)) != len(units):
        return "35.3", "units that overrun are named once each"
    for unit in units:
        if not chains.acts(pos, unit) or pos.held(unit) or not pos.can_attack(unit) or not pos.active(unit):
            return "35.3", f"{pos.name(unit)} cannot take part"
        if pos.at(unit) not in pos.game.ground.near[place]:
            return "35.3", f"{pos.name(unit)} is not beside {pos.label(place)}"
        busy = next((rule for flag, rule in at.BUSY if pos.flag(unit, w.FLAG[flag])), "")
        if busy or pos.flag(unit, w.RESERVE) or pos.flag(unit, w.FLAG["overran"]):
            return busy or "35.3", f"{pos.name(unit)} cannot take part"
        ordered = at.beyond(pos, unit, place) or at.corps_order(pos, unit, place)
        if ordered is not None:
            return ordered
    tank = units[0]
    if tank not in roster.tanks:
        return "35.3", "a tank enters the hex"
    if not any(unit in roster.infantry for unit in units):
        return "35.3", "infantry takes part"
    return _night(pos, units) if pos.night else None


def _night(pos: TrumpetsPosition, units: Sequence[int]) -> Refusal | None:
    """36.1-36.5: KG Peiper with its helpers, or units of the 2nd SS or the 2nd Panzer Division alone."""
    index = pos.game.roster.index
    kgp = index["kgp_hq"]
    if pos.parent(units[0]) == kgp:
        helpers = (kgp, index["1ssd_hq"], index["150bde_hq"])
        if all(pos.within(unit, helpers) or pos.parent(unit) == kgp for unit in units):
            return None
        return "36.4", "only KG Peiper, the 1st SS and the 150th Brigade overrun together by night"
    for name in NIGHT_DIVISIONS:
        if all(pos.within(unit, (index[name],)) for unit in units):
            return None
    return "36.1", "by night only KG Peiper, the 2nd SS and the 2nd Panzer Division overrun"


def check_overrun(pos: TrumpetsPosition, decision: Overrun) -> None:
    """35, 36: target, attackers, odds, and the way of the tank."""
    permit(pos, refusal(pos, decision.units, decision.at))


def refusal(pos: TrumpetsPosition, units: Sequence[int], place: int) -> Refusal | None:
    """Why these units cannot overrun what stands in a hex; None when they can."""
    side = pos.active_side
    if not 0 <= place < pos.board.n_hexes:
        return "35.1", "a hex is overrun"
    why = target_refusal(pos, place, side) or attackers_refusal(pos, units, place)
    if why is not None:
        return why
    why = _entry(pos, units[0], place)[1] or may_move(pos, units[0], halted=True)
    if why is not None:
        return why
    needed = ODDS * defence(pos, place)
    if attack(pos, units) < needed:
        return "35.1", f"{attack(pos, units)} against {defence(pos, place)} is less than ten to one"
    dry = [unit for unit in units if not pos.game.ground.water_between(pos.at(unit), place)]
    if attack(pos, dry) < needed:
        return "35.2", "units across a stream or river are needed for the odds"
    return None


def attack(pos: TrumpetsPosition, units: Sequence[int]) -> int:
    """35.1, G-D28: CF of the attackers, without artillery and air; shocked units half."""
    return sum(-(-pos.cf(u).attack // HALF) if pos.flag(u, w.SHOCK) else pos.cf(u).attack for u in units)


def defence(pos: TrumpetsPosition, place: int) -> int:
    """35.1, G-D28: CF of the defender, with the multiplier of a town or city; at least 1."""
    unit = pos.fighters(place)[0]
    value = pos.cf(unit).defence
    if pos.flag(unit, w.SHOCK):
        value = -(-value // HALF)
    rows = pos.game.chart.data["terrain_effects"]["rows"]
    columns = pos.game.chart.data["terrain_effects"]["columns"]
    times = rows[pos.terrain(place)][columns.index("defender_cf")]
    return max(1, value * int(times))


def _entry(pos: TrumpetsPosition, tank: int, place: int) -> tuple[int, Refusal | None]:
    """35.3g,h: what the tank pays to enter the hex as if it were empty: 1 MF along a road; and why it cannot; 29.2.2c:
    low on fuel, if it has not moved."""
    here = pos.at(tank)
    why = borders.forbidden(pos, tank, here, place)
    if why is not None:
        return 0, why
    ground = pos.game.ground
    by_road = ground.key(here, place) in ground.road and not banks.barrier(pos, here, place)
    first = not pos.flag(tank, w.FLAG["first_step"])
    cost, why = (BY_ROAD, _bridge(pos, tank, here, place)) if by_road else ways.step(pos, tank, here, place, first)
    if why is None and not ways.affords(pos, tank, place, cost):
        why = "35.3", f"{pos.name(tank)} has not enough movement left to enter"
    return cost, why


def _bridge(pos: TrumpetsPosition, tank: int, here: int, place: int) -> Refusal | None:
    """30.3: why the bridge by which the road leads into the hex does not carry the tank."""
    return ways.bridge_full(pos, tank, here, place) if pos.game.ground.water_between(here, place) else None


def take_overrun(act: Act, decision: Overrun) -> None:
    """35.3: the defender is eliminated at once, the tank enters; all that took part have moved."""
    pos, place = act.pos, decision.at
    tank = decision.units[0]
    unit = pos.fighters(place)[0]
    lines: list[tuple[str | int, int, str]] = [(~one, attack(pos, (one,)), "35.3") for one in decision.units]
    against = ("line.ten_times", ODDS * defence(pos, place), "35.1")
    act.reckon("reckon.overrun", place, [*lines, against], attack(pos, decision.units), "35.1")
    eliminate(act, unit, "reason.overrun", "35.3")
    vacated(act, place)
    act.marker(place, -1, w.MARKER["overrun"], 1 + (unit in pos.game.roster.counted), "35.3")
    here, cost = pos.at(tank), _entry(pos, tank, place)[0]
    use_banks(act, (tank,), here, (place,))
    act.move(tank, (here, place), "mode.overrun", cost, "35.3")
    _entered_by(act, tank, here, cost)
    for one in decision.units:
        used(act, one)
        act.flag(one, w.FLAG["overran"], 1, "35.3")
        act.flag(one, w.IN_MOTION, 0)
        act.flag(one, w.DONE, 1, "35.3")
    entering.entered(act, tank, place)
    act.then(*demolition.interrupts(pos, (tank,), place), FollowOverrun(pos.side(tank), decision.units[1:], place))


def _entered_by(act: Act, unit: int, start: int, cost: int = 0) -> None:
    """35.3i, j: to enter the hex is movement: enemy leaders react to whom it brings beside their units (38.0d), and the
    unit has begun its turn where it came from (55.3); 2.13: a company leaves its fort behind."""
    act.flag(unit, w.FORT_SIDE, 0, "2.13")
    act.flag(unit, w.MOVED, max(0, ways.spent(act.pos, unit)) + cost + 1)
    act.flag(unit, w.FLAG["first_step"], 1)
    if not act.pos.flag(unit, w.BEGAN):
        act.flag(unit, w.BEGAN, start + 1)


def overruns(pos: TrumpetsPosition) -> Iterator[Overrun]:
    """Overruns by the least units: a tank, then whoever brings the odds to ten to one, infantry first."""
    side = pos.active_side
    reached = {there for here in pos.hexes_of(side) for there in pos.game.ground.near[here]}
    places = sorted(reached & pos.hexes_of(3 - side))
    for place in places:
        if target_refusal(pos, place, side) is not None:
            continue
        beside = [u for there in pos.game.ground.near[place] for u in pos.units(there) if pos.side(u) == side]
        able = [u for u in beside if chains.acts(pos, u) and pos.can_attack(u)]
        for tank in (u for u in able if u in pos.game.roster.tanks):
            units = _party(pos, tank, able, place)
            if units and refusal(pos, units, place) is None:
                yield Overrun(tuple(map(PieceId, units)), PlaceId(place))


def _party(pos: TrumpetsPosition, tank: int, able: Sequence[int], place: int) -> tuple[int, ...]:
    others = [u for u in able if u != tank and attackers_refusal(pos, (tank, u), place) in (None, _NO_INFANTRY)]
    others.sort(key=lambda u: (u not in pos.game.roster.infantry, -pos.cf(u).attack, u))
    units = [tank]
    for other in others:
        if len(units) > 1 and attack(pos, units) >= ODDS * defence(pos, place):
            break
        units.append(other)
    return tuple(units) if len(units) > 1 else ()


_NO_INFANTRY: Final = ("35.3", "infantry takes part")


class FollowOverrun(Choice[TrumpetsPosition], frozen=True, array_like=True, tag=132):
    """TFT 35.3j: the others that took part may go into the hex, within the stacking limits."""

    side: int
    units: tuple[int, ...]
    place: int

    def _able(self, pos: TrumpetsPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.on_map(unit) and _may_follow(pos, unit, self.place))

    def prompt(self, pos: TrumpetsPosition) -> Prompt | None:
        able = self._able(pos)
        if not able:
            return None
        return asking(pos, self.side, "prompt.advance", "35.3", Advance, Pass, pieces=able, places=(self.place,))

    def run(self, act: Act) -> None:
        """Nobody follows."""

    def check(self, pos: TrumpetsPosition, decision: Decision) -> None:
        cited = pos.game.cite("35.3")
        said = wanted(decision, (Advance, Pass), cited)
        if isinstance(said, Advance) and (said.unit not in self._able(pos) or tuple(said.path) != (self.place,)):
            raise IllegalDecision(cited, f"{pos.name(said.unit)} cannot follow there")

    def choices(self, pos: TrumpetsPosition) -> Iterator[Decision]:
        yield from (Advance(PieceId(unit), (PlaceId(self.place),)) for unit in self._able(pos))
        yield Pass()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, Advance):
            act.done()
            return
        unit, here = decision.unit, act.pos.at(decision.unit)
        act.become(FollowOverrun(self.side, tuple(other for other in self.units if other != unit), self.place))
        use_banks(act, (unit,), here, (self.place,))
        act.move(unit, (here, self.place), "mode.overrun", 0, "35.3")
        _entered_by(act, unit, here)
        entering.entered(act, unit, self.place)
        act.then(*demolition.interrupts(act.pos, (unit,), self.place))


def _may_follow(pos: TrumpetsPosition, unit: int, place: int) -> bool:
    """35.3j, B-82: ground and water let it in, and there is room, the eliminated unit counted (35.3l); like the tank it
    advances, whatever ZOCs it stands in."""
    here = pos.at(unit)
    barred = pos.enemy_in(place, pos.side(unit)) or engagements.closed(pos, place, pos.side(unit)) is not None
    if place not in pos.game.ground.near[here] or barred:
        return False
    why = ways.step(pos, unit, here, place, not pos.flag(unit, w.FLAG["first_step"]))[1]
    return (why or engagements.tied(pos, unit)) is None and stacking.room(pos, unit, place)


ACTIONS: Final = (Action(Overrun, check_overrun, take_overrun, overruns),)
DECISIONS: Final = (Overrun,)
STEPS: Final = (FollowOverrun,)
