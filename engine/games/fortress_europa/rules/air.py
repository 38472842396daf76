"""Aircraft (17): who flies, allocation, cancelling, range, attacks on bridges.

`pool.<mission>` holds the aircraft (pieces) that fly a mission. A German aircraft that cancels a mission goes home with
what it cancels at once, so that the German aircraft in a pool are those on ground support (C-45).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa.questions import air, fuel
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import fuel as fuel_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.calendar import MONTHS
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId, WordId
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, Step, passed, permit, wanted

RULE_OF: Final = {
    **{mission: f"17.10.{number}" for number, mission in enumerate(air.MISSIONS[:-1], 1)},
    "german_fuel": "A 17.10.10",
}
_STANDARD: Final = air.MISSIONS[:-1]
"""Missions without the advanced air system."""
CANNOT_CANCEL: Final = frozenset({"carpet_bombing"})
"""17.10.9."""
SAC, TAC = "SAC", "TAC"
_LAST_NON_CLEAR: Final = "September IV"


# ---------------------------------------------------------------------- who flies
def flies(pos: FortressPosition, side: int) -> dict[str, int]:
    """FE 17.1, 17.6, 17.7, 33.3.5, 33.4.5: class -> aircraft that a side has this turn."""
    if fuel.on(pos):
        return fuel.flies(pos, side)
    if side == f.GERMAN:
        return {SAC: 0, TAC: _german_tac(pos)}
    chart = pos.game.edition.chart("aircraft")
    if pos.weather == f.CLEAR:
        return {SAC: chart["allied"][SAC], TAC: chart["allied"][TAC]}
    if pos.state.turn <= pos.tables.calendar.number(_LAST_NON_CLEAR):
        return dict(chart["allied_nonclear"]["June II - September IV"])
    # 33.4.5: carpet bombing flies in overcast; no other aircraft do.
    return {SAC: 1 if _berlin_carpet(pos) else 0, TAC: 0}


def _berlin_carpet(pos: FortressPosition) -> bool:
    return (
        pos.scenario.berlin
        and pos.weather in (f.OVERCAST, f.OVERCAST_STAR)
        and pos.state.turn >= pos.tables.calendar.number("January III")
        and pos.state.variable(pos.game.words["var.carpet_month"]) != pos.month
    )


def _german_tac(pos: FortressPosition) -> int:
    """FE 17.1, 17.7, C-35: German aircraft of a clear turn, within the turn's limit and what is left of the month."""
    if pos.weather != f.CLEAR:
        return 0
    total, most = german_month(pos)
    return max(0, min(most, total - pos.state.track(pos.game.words["track.german_tac"], f.GERMAN)))


def german_month(pos: FortressPosition) -> tuple[int, int]:
    """FE 17.7, 33.3.5: (aircraft of the month, at most in this turn), by the scenario, else by the chart."""
    month = MONTHS[pos.month]
    fixed: dict[str, Any] = pos.scenario.fixed.get("german_tac") or {}
    for key in (pos.tables.calendar.name(pos.state.turn), month):
        if isinstance(fixed.get(key), list):
            total, most = fixed[key]
            return total, most
    row = pos.game.edition.chart("german_tac", "months", month)
    return row["total"], row["per_turn"]


def all_of(pos: FortressPosition, side: int) -> tuple[int, ...]:
    """FE 17.6, 17.7: the aircraft of a side, ascending."""
    if fuel.on(pos):
        return fuel.planes(pos, side, fuel.german_all(pos) if side == f.GERMAN else flies(pos, side))
    planes = sorted(pos.tables.roster.aircraft)
    return tuple(p for p in planes if pos.side(p) == side and "advanced_air_only" not in pos.counters[p].traits)


# ---------------------------------------------------------------------- 17.9 allocation
class SendAircraft(Decision, frozen=True, array_like=True, tag=142):
    """An aircraft flies a mission; the German's only mission is ground support."""

    aircraft: PieceId
    mission: WordId


class Intercept(Decision, frozen=True, array_like=True, tag=143):
    """A German aircraft cancels one Allied aircraft on a mission."""

    aircraft: PieceId
    mission: WordId


class EndAllocation(Decision, frozen=True, array_like=True, tag=144):
    """The side has allocated what it wants to."""


class LoseAircraft(Decision, frozen=True, array_like=True, tag=145):
    """The Allied aircraft that is cancelled."""

    aircraft: PieceId


class AirPhase(Step[FortressPosition], frozen=True, array_like=True, tag=142):
    """FE 3.5, 4.3 A3, 17.9: the Allies allocate, then the German; missions are cancelled."""

    def run(self, act: Act) -> None:
        """A new month brings new German aircraft (17.7)."""
        act.phase("phase.air", 0, "17.9.1")
        if act.pos.tables.calendar.week(act.state.turn) == 1:
            act.track("track.german_tac", 0, f.GERMAN, "17.7")
        if fuel.on(act.pos) and (act.pos.tables.calendar.week(act.state.turn) == 1 or act.state.turn == 1):
            fuel_rules.month_began(act)
            act.then(fuel_rules.Boxes(), *self._allocation())
        else:
            act.then(*self._allocation())

    @staticmethod
    def _allocation() -> tuple[Step[FortressPosition], ...]:
        return (Allocate(f.ALLIED, ()), Allocate(f.GERMAN, ()), CounterAir())


def free(pos: FortressPosition, side: int, sent: tuple[int, ...]) -> tuple[int, ...]:
    """FE 17.1, 17.6, 17.7: aircraft that a side may still send, ascending; `sent` are those sent or used up."""
    left = flies(pos, side)
    # The German track has counted what was sent this turn; the Allied allowance has not.
    for plane in sent:
        if side == f.ALLIED or fuel.on(pos):
            left[air.kind(pos, plane)] -= 1
    if side == f.GERMAN and fuel.on(pos):
        left = {name: count if fuel.stock(pos) > 0 else 0 for name, count in left.items()}
    elif side == f.GERMAN:
        _, most = german_month(pos)
        left[TAC] = min(left[TAC], most - len(sent))
    found = []
    for plane in all_of(pos, side):
        if plane not in sent and left.get(air.kind(pos, plane), 0) > 0:
            found.append(plane)
    return tuple(found)


def send_refusal(pos: FortressPosition, side: int, sent: tuple[int, ...], plane: int, mission: str) -> Refusal | None:
    """FE 17.9.1, 17.10: (rule, reason) why an aircraft may not fly a mission, None when it may."""
    if plane not in pos.tables.roster.aircraft or pos.side(plane) != side:
        return "17.9.1" if side == f.ALLIED else "17.9.2", f"{pos.name(plane)} is no aircraft of that side"
    if plane not in free(pos, side, sent):
        return ("17.6" if side == f.ALLIED else "17.7"), f"{pos.name(plane)} does not fly this turn, or flies already"
    if mission not in missions(pos):
        return "17.9.1", "that is no mission of the Aircraft Mission Chart"
    if side == f.GERMAN and fuel.on(pos) and (why := fuel.mission_refusal(pos, plane, mission, cancels=False)):
        return why
    if side == f.GERMAN:
        return (
            None if mission == "ground_support" else ("17.7", "German aircraft fly ground support or cancel missions")
        )
    return _allied_refusal(pos, plane, mission)


def missions(pos: FortressPosition) -> tuple[str, ...]:
    """FE 17.10, A 17.3: missions of the chart; attacks on fuel, off the map, belong to the advanced system."""
    return air.MISSIONS if fuel.on(pos) else _STANDARD


def _allied_refusal(pos: FortressPosition, plane: int, mission: str) -> Refusal | None:
    rule, klass = RULE_OF[mission], air.kind(pos, plane)
    if klass not in _may_fly(pos, mission):
        return rule, f"{klass} do not fly this mission" + (" alone" if mission == "railway_attack" else "")
    if mission == "carpet_bombing":
        if pos.state.variable(pos.game.words["var.carpet_month"]) == pos.month:
            return rule, "carpet bombing was flown this month"
        if pos.invasion_turn or (pos.state.turn == 1 and not pos.scenario.bulge):
            return rule, "no carpet bombing on an invasion turn"
    elif pos.weather != f.CLEAR and _berlin_carpet(pos):
        return "33.4.5", "only carpet bombing flies in this weather"
    return None


def _may_fly(pos: FortressPosition, mission: str) -> tuple[str, ...]:
    """FE 17.10: classes that may fly a mission now."""
    if mission == "railway_attack":
        joined = any(air.kind(pos, plane) == SAC for plane in air.on_mission(pos, mission))
        return (SAC, TAC) if joined else (SAC,)
    rows = pos.game.edition.chart("air_missions", "missions")
    return next(tuple(row["types"]) for row in rows if row["id"] == mission)


def intercept_refusal(pos: FortressPosition, sent: tuple[int, ...], plane: int, mission: str) -> Refusal | None:
    """FE 17.9.3, C-45: (rule, reason) why a German aircraft may not cancel a mission, None when it may."""
    if fuel.on(pos):
        if plane not in free(pos, f.GERMAN, sent):
            return "17.7", f"{pos.name(plane)} does not fly this turn, or flies already"
        why = fuel.mission_refusal(pos, plane, mission, cancels=True)
    else:
        why = send_refusal(pos, f.GERMAN, sent, plane, "ground_support")
    if why is not None:
        return why
    if mission in CANNOT_CANCEL:
        return RULE_OF[mission], "carpet bombing cannot be cancelled"
    if not mission or not air.allied_on(pos, mission):
        return "17.9.3", "no Allied aircraft flies that mission"
    return None


class Allocate(Choice[FortressPosition], frozen=True, array_like=True, tag=144):
    """FE 17.9.1, 17.9.2: a side sends its aircraft one after the other. `sent` are those that have flown already."""

    side: int
    sent: tuple[int, ...]

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        planes = free(pos, self.side, self.sent)
        if not planes:
            return None
        words, rules = pos.game.words, pos.game.rules
        rule = "17.9.1" if self.side == f.ALLIED else "17.9.2"
        # Aircraft of a class are alike: of each class the first one is listed.
        return Prompt(self.side, words["prompt.air"], rules[rule], self._kinds(), planes, complete=False)

    def _kinds(self) -> tuple[str, ...]:
        german = (Intercept.kind(),) if self.side == f.GERMAN else ()
        return (SendAircraft.kind(), *german, EndAllocation.kind())

    def run(self, act: Act) -> None:
        """Nothing is left to send."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        kinds = (SendAircraft, EndAllocation) if self.side == f.ALLIED else (SendAircraft, Intercept, EndAllocation)
        wanted(decision, kinds, pos.game.cite("17.9.1" if self.side == f.ALLIED else "17.9.2"))
        why = None
        if isinstance(decision, SendAircraft):
            mission = air.mission_of(pos, decision.mission)
            why = send_refusal(pos, self.side, self.sent, decision.aircraft, mission)
        elif isinstance(decision, Intercept):
            mission = air.mission_of(pos, decision.mission)
            why = intercept_refusal(pos, self.sent, decision.aircraft, mission)
        permit(pos, why)

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        first: dict[tuple[str, bool], int] = {}
        for plane in free(pos, self.side, self.sent):
            home = self.side == f.GERMAN and fuel.on(pos) and fuel.over_germany(pos, plane)
            first.setdefault((air.kind(pos, plane), home), plane)
        for plane in first.values():
            for mission in missions(pos):
                word = WordId(pos.game.words[f"pool.{mission}"])
                if send_refusal(pos, self.side, self.sent, plane, mission) is None:
                    yield SendAircraft(PieceId(plane), word)
                if self.side == f.GERMAN and intercept_refusal(pos, self.sent, plane, mission) is None:
                    yield Intercept(PieceId(plane), word)
        yield EndAllocation()

    def take(self, act: Act, decision: Decision) -> None:
        if not isinstance(decision, SendAircraft | Intercept):
            act.done()
            return
        mission = air.mission_of(act.pos, decision.mission)
        _account(act, self.side, self.sent, decision.aircraft)
        act.become(Allocate(self.side, (*self.sent, decision.aircraft)))
        if self.side == f.GERMAN:
            used = act.state.track(act.word("track.german_tac"), f.GERMAN)
            act.track("track.german_tac", used + 1, f.GERMAN, "17.7")
            if fuel.on(act.pos):
                fuel_rules.burn(act)
        if isinstance(decision, SendAircraft):
            act.pool(f"pool.{mission}", decision.aircraft, 1, RULE_OF[mission])
        else:
            act.note("note.intercepted", (act.word(f"pool.{mission}"),), "17.9.3")
            act.then(Cancelled(decision.mission))


def _account(act: Act, side: int, sent: tuple[int, ...], plane: int) -> None:
    """FE 17.1, 17.6, 17.7: write down how many aircraft of a class a side could still send before this one."""
    pos, klass = act.pos, air.kind(act.pos, plane)
    lines: list[tuple[str | int, int, str]]
    if side == f.GERMAN and not fuel.on(pos):
        month, most = german_month(pos)
        lines = [("line.aircraft", most, "17.7")]
        lines += [("line.sent", -len(sent), "17.9.2")] if sent else []
        in_month = month - pos.state.track(pos.game.words["track.german_tac"], f.GERMAN)
        short = in_month - (most - len(sent))
        lines += [("line.month", short, "17.7")] if short < 0 else []
    else:
        rule = "A 17.6" if fuel.on(pos) else "17.6" if pos.weather == f.CLEAR else "17.1"
        before = sum(1 for one in sent if air.kind(pos, one) == klass)
        lines = [("line.aircraft", flies(pos, side)[klass], rule)]
        lines += [("line.sent", -before, "17.9.1" if side == f.ALLIED else "17.9.2")] if before else []
    act.reckon("reckon.aircraft", plane, lines, sum(value for _, value, _ in lines), lines[0][2])


class Cancelled(Choice[FortressPosition], frozen=True, array_like=True, tag=145):
    """FE 17.9.3: one Allied aircraft of a mission is cancelled; the Allied player says which where it matters."""

    mission: int

    def _planes(self, pos: FortressPosition) -> tuple[int, ...]:
        """One aircraft of each class on the mission."""
        first: dict[str, int] = {}
        for plane in air.allied_on(pos, air.mission_of(pos, self.mission)):
            first.setdefault(air.kind(pos, plane), plane)
        return tuple(first.values())

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        planes = self._planes(pos)
        if len(planes) < 2:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (LoseAircraft.kind(),)
        return Prompt(f.ALLIED, words["prompt.cancelled"], rules["17.9.3"], kinds, planes, complete=False)

    def run(self, act: Act) -> None:
        """All aircraft of the mission are of a class."""
        for plane in self._planes(act.pos):
            act.pool(self.mission, plane, -1, "17.9.3")

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        decision = wanted(decision, LoseAircraft, pos.game.cite("17.9.3"))
        if decision.aircraft not in air.allied_on(pos, air.mission_of(pos, self.mission)):
            raise IllegalDecision(pos.game.cite("17.9.3"), f"{pos.name(decision.aircraft)} does not fly that mission")

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        return iter([LoseAircraft(PieceId(plane)) for plane in self._planes(pos)])

    def take(self, act: Act, decision: Decision) -> None:
        decision = passed(decision, LoseAircraft)
        act.done()
        act.pool(self.mission, decision.aircraft, -1, "17.9.3")


class CounterAir(Step[FortressPosition], frozen=True, array_like=True, tag=146):
    """FE 17.9.3, 17.10.8: each Allied aircraft on counter-air and one German on ground support go home."""

    def run(self, act: Act) -> None:
        """Pair them off."""
        pos = act.pos
        german = [plane for plane in air.on_mission(pos, "ground_support") if pos.side(plane) == f.GERMAN]
        for allied, plane in zip(air.on_mission(pos, "counter_air"), german, strict=False):
            act.pool("pool.counter_air", allied, -1, "17.10.8")
            act.pool("pool.ground_support", plane, -1, "17.10.8")
        if fuel.on(pos):
            fuel_rules.turn_flown(act, bool(air.allied_on(pos, "german_fuel")))


# ---------------------------------------------------------------------- 17.10.4 bridges
class BreakBridges(Decision, frozen=True, array_like=True, tag=146):
    """An aircraft attacks the bridges of the river section to which a hexside belongs."""

    aircraft: PieceId
    a: PlaceId
    b: PlaceId


class EndBridgeAttacks(Decision, frozen=True, array_like=True, tag=147):
    """The other aircraft attack no bridges."""


def bridge_refusal(pos: FortressPosition, plane: int, a: int, b: int) -> Refusal | None:
    """FE 17.3, 17.10.4: (rule, reason) why an aircraft may not attack the section of a hexside, None when it may; SAC
    fly anywhere."""
    if plane not in air.allied_on(pos, "bridge_attack"):
        return "17.10.4", f"{pos.name(plane)} does not attack bridges"
    section = pos.tables.ground.rivers.get(pos.tables.ground.key(a, b), "")
    if not section:
        return "17.10.4", f"there is no river between {pos.label(a)} and {pos.label(b)}"
    if pos.broken(a, b):
        return "17.10.4", "the bridges of that section are out; one aircraft attacks a section"
    if air.kind(pos, plane) == TAC:
        for place in section_hexes(pos, section):
            if not air.in_tac_range(pos, f.ALLIED, place):
                return "17.10.4", f"{pos.label(place)} of that section is out of range"
    return None


def section_hexes(pos: FortressPosition, section: str) -> tuple[int, ...]:
    """Hexes on either bank of a river section, ascending."""
    return tuple(sorted({place for pair in pos.tables.ground.sections[section] for place in pair}))


class BridgeAttacks(Choice[FortressPosition], frozen=True, array_like=True, tag=143):
    """FE 17.10.4: before the Allied first moves bridge attacks are placed on river sections."""

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        planes = air.allied_on(pos, "bridge_attack")
        if not planes:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (BreakBridges.kind(), EndBridgeAttacks.kind())
        return Prompt(f.ALLIED, words["prompt.bridges"], rules["17.10.4"], kinds, planes, complete=False)

    def run(self, act: Act) -> None:
        """No aircraft attacks bridges, or all have."""

    def check(self, pos: FortressPosition, decision: Decision) -> None:
        wanted(decision, (BreakBridges, EndBridgeAttacks), pos.game.cite("17.10.4"))
        if isinstance(decision, BreakBridges):
            permit(pos, bridge_refusal(pos, decision.aircraft, decision.a, decision.b))

    def choices(self, pos: FortressPosition) -> Iterator[Decision]:
        first: dict[str, int] = {}
        for plane in air.allied_on(pos, "bridge_attack"):
            first.setdefault(air.kind(pos, plane), plane)
        for plane in first.values():
            for section in sorted(pos.tables.ground.sections):
                a, b = pos.tables.ground.sections[section][0]
                if bridge_refusal(pos, plane, a, b) is None:
                    yield BreakBridges(PieceId(plane), PlaceId(a), PlaceId(b))
        yield EndBridgeAttacks()

    def take(self, act: Act, decision: Decision) -> None:
        if isinstance(decision, EndBridgeAttacks):
            act.done()
            return
        decision = passed(decision, BreakBridges)
        ground = act.pos.tables.ground
        act.pool("pool.bridge_attack", decision.aircraft, -1, "17.10.4")
        for a, b in ground.sections[ground.rivers[ground.key(decision.a, decision.b)]]:
            act.marker(a, b, f.BRIDGE_OUT, 1, "17.10.4")


def turn_ended(act: Act) -> None:
    """FE 4.3 D, 17.9.4: all aircraft come home, bridges are whole again."""
    for mission in air.MISSIONS:
        for piece in air.on_mission(act.pos, mission):
            act.pool(f"pool.{mission}", piece, -1, "4.3")
    for pairs in act.pos.tables.ground.sections.values():
        for a, b in pairs:
            if act.state.marker(a, b, f.BRIDGE_OUT):
                act.marker(a, b, f.BRIDGE_OUT, 0, "17.10.4")


MISSING: Missing = ()
DECISIONS: Final = (SendAircraft, Intercept, EndAllocation, LoseAircraft, BreakBridges, EndBridgeAttacks)
STEPS: Final = (AirPhase, BridgeAttacks, Allocate, Cancelled, CounterAir)
