"""Paradrops and airlifts (20, 31.1, 31.18). What a drop on top of enemies brings is fought out in `results` (20.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import air, capacity, contact, landing, sea, supply
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import capacity as capacity_rules
from hexledger.engine.games.fortress_europa.rules import control, losses, march
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.switches import DROP_SPREAD
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit
from hexledger.events.numbers import counted

_CLOSE: Final = 3
_COAST: Final = 3
_SHOWN: Final = 6
VARSITY: Final = ("br_1_ab", "br_6_ab")
"""31.18."""
VARSITY_TURN: Final = "February I"


class Drop(Decision, frozen=True, array_like=True, tag=80):
    """A paradrop: pairs of unit and hex."""

    units: tuple[tuple[PieceId, PlaceId], ...]


class Airlift(Decision, frozen=True, array_like=True, tag=81):
    """A unit is flown from city to city."""

    unit: PieceId
    at: PlaceId


# ---------------------------------------------------------------------- counts
def _limit(pos: FortressPosition, side: int, what: str) -> int:
    return pos.game.edition.chart_int("limits", f"{'allied' if side == f.ALLIED else 'german'}_{what}")


def _drops_variable(side: int) -> str:
    return "var.drops_allied" if side == f.ALLIED else "var.drops_german"


def drops_left(pos: FortressPosition, side: int) -> int:
    """FE 20.4, 20.5, 33.3.3, 33.4.4: drops that a side may still make in the game."""
    at_first: int = pos.scenario.pools[side].get("drops", _limit(pos, side, "drops_per_game"))
    return at_first - pos.state.variable(pos.game.words[_drops_variable(side)])


def by_air(pos: FortressPosition, side: int) -> int:
    """FE 20.17: units of a side moved by air this turn."""
    return pos.state.track(pos.game.words["track.by_air"], side)


def impulse_began(act: Act, side: int, number: int) -> None:
    """FE 20.17: a new player turn: nobody has flown."""
    if number == 1:
        act.track("track.by_air", 0, side, "20.17")


def dropped_this_turn(pos: FortressPosition, side: int) -> bool:
    """FE 20.4, 20.5: has a side dropped this turn?"""
    word = "var.drop_turn" if side == f.ALLIED else "var.german_drop_turn"
    return pos.state.turn > 0 and pos.state.variable(pos.game.words[word]) == pos.state.turn


def unmoved(pos: FortressPosition, unit: int) -> Refusal | None:
    """FE 20.2, 20.3, 20.10: a unit that flies started the turn where it is and has not moved, nor been driven there."""
    name = pos.name(unit)
    if any(pos.flag(unit, flag) for flag in (f.MOVED, f.ARRIVED, f.DISPLACED)):
        return "20.2", f"{name} did not start the turn where it is"
    if pos.frozen(unit):
        return "9.1", f"{name} is frozen"
    if pos.flag(unit, f.CANNOT_MOVE):
        return "27.7", f"{name} may not move this turn"
    return None


# ---------------------------------------------------------------------- 20.2, 20.3 range
def in_drop_range(pos: FortressPosition, unit: int, place: int) -> bool:
    """FE 20.2, 20.3: may a unit drop as far as a hex?"""
    ground = pos.tables.ground
    if pos.side(unit) == f.GERMAN:
        return air.in_tac_range(pos, f.GERMAN, place)
    southern = pos.at(unit) == ground.africa
    if not southern and place in ground.tac_radius:
        return True
    coast = (there for there in pos.board.within(place, _COAST) if there in ground.invadable)
    if any((there in ground.mediterranean) == southern for there in coast):
        return True
    if pos.primary_turn or not pos.state.variable(f.VAR_INVASIONS):
        return False
    return any(_supplied_from(pos, hq, southern) and place in air.from_hq(pos, pos.at(hq)) for hq in pos.hqs(f.ALLIED))


def _supplied_from(pos: FortressPosition, hq: int, southern: bool) -> bool:
    """FE 20.2, C-132: does an HQ trace its supply to a port or Mulberry of the Mediterranean (or of another sea) as
    things are now? One with lines to both counts for both: its owner chooses which port feeds it (18.2)."""
    ports = supply.net(pos, f.ALLIED).ends[hq]
    return any((port in pos.tables.ground.mediterranean) == southern for port in ports)


# ---------------------------------------------------------------------- 20.1-20.9 drops
def may_drop_now(pos: FortressPosition, units: Iterable[int]) -> Refusal | None:
    """FE 20.1, 20.4, 20.5, 20.7, 20.9, 31.18, 33.3.3: may the side that moves drop these units in this impulse?"""
    side = pos.active_side
    if pos.impulse != 1:
        return "20.7", "drops are made in the first move impulse"
    index = pos.game.edition.counter_index
    varsity = (
        pos.option("31.18")
        and pos.state.turn >= pos.tables.calendar.number(VARSITY_TURN)
        and pos.weather == f.OVERCAST
        and all(unit in [index[name] for name in VARSITY] for unit in units)
    )
    if pos.weather != f.CLEAR and not varsity:
        return "20.1", "drops need clear weather"
    rule = "20.4" if side == f.ALLIED else "20.5"
    if drops_left(pos, side) < 1:
        return rule, "no drop is left in this game"
    if dropped_this_turn(pos, side):
        return rule, "there is one drop a turn"
    if pos.scenario.bulge and side == f.GERMAN and pos.state.turn == pos.scenario.first:
        return "33.3.3", "the German drop is from the second turn on"
    why = capacity.none_by_air(pos) if side == f.ALLIED else None
    if why is not None:
        return why
    # 3.6, 20.14: on the turn of an invasion drops are made together with its landings and raids.
    together = (f.INVADING, f.RAIDING) if pos.invasion_turn else ()
    moved = (unit for unit in pos.in_play(side) if pos.flag(unit, f.MOVED))
    if any(not any(pos.flag(unit, flag) for flag in together) for unit in moved):
        return "20.9", "drops come before all other movement"
    return None


def refusal(pos: FortressPosition, drop: Drop) -> Refusal | None:
    """FE 20: why a drop may not be made (rule, reason), None when it may. `invasion` asks it for June I, too."""
    units = tuple(int(unit) for unit, _ in drop.units)
    places = tuple(int(place) for _, place in drop.units)
    side = pos.active_side
    if not units or len(set(units)) != len(units):
        return "20.4", "name the units that drop, each once"
    why = may_drop_now(pos, units)
    if why is not None:
        return why
    together = pos.game.edition.chart_int("limits", "units_per_drop" if side == f.ALLIED else "german_units_per_drop")
    most = _limit(pos, side, "air_moved_per_turn")
    if len(units) > together:
        return "20.4" if side == f.ALLIED else "20.5", f"at most {counted(together, 'unit')} drop together"
    if by_air(pos, side) + len(units) > most:
        return "20.17", f"at most {counted(most, 'unit')} move by air in a turn"
    for unit, place in zip(units, places, strict=True):
        why = _who(pos, unit) or _where(pos, unit, place)
        if why is not None:
            return why
    return _together(pos, units, places)


def _who(pos: FortressPosition, unit: int) -> Refusal | None:
    """FE 20.2, 20.3, 20.13, 27.9, 31.1, 33.3.3: units that may drop."""
    name, side, roster = pos.name(unit), pos.active_side, pos.tables.roster
    if unit not in roster.airborne or pos.side(unit) != side:
        return "20.2", f"{name} is no paratroop or glider unit of the side that moves"
    if pos.flag(unit, pos.game.words["flag.no_drop"]):
        return "27.9", f"{name} was rebuilt and may not drop"
    why = unmoved(pos, unit)
    if why is not None:
        return why
    if side == f.ALLIED:
        return None if pos.at_home(unit) else ("20.2", f"{name} is not in England or Africa")
    only = pos.scenario.pools[side].get("drop_unit")
    if only and unit != pos.game.edition.counter_index[only]:
        return "33.3.3", f"only {pos.name(pos.game.edition.counter_index[only])} may drop"
    return _german_start(pos, unit)


def _german_start(pos: FortressPosition, unit: int) -> Refusal | None:
    """FE 20.3, 31.1: a German unit starts in a city in Germany outside an enemy ZOC."""
    name, here = pos.name(unit), pos.at(unit)
    if unit not in pos.tables.roster.may_drop:
        return "20.3", f"{name} may not drop"
    if here not in pos.tables.ground.german_cities or pos.in_ezoc(here, f.GERMAN):
        return "20.3", f"{name} is not in a city in Germany outside every enemy ZOC"
    if pos.option("31.1") and pos.counters[unit].size != "regiment":
        return "31.1", f"{name} is no regiment"
    return None


def _where(pos: FortressPosition, unit: int, place: int) -> Refusal | None:
    """FE 8.4, 20.2, 20.3, 20.14: hexes in which a unit may drop."""
    ground = pos.tables.ground
    if place not in ground.land or place == ground.dyke:
        return "8.6", f"{pos.name(unit)} must drop in a land hex"
    where = pos.label(place)
    if place == ground.jersey and not pos.option("31.5"):
        return "31.5", f"{where} is in play with that optional rule only"
    if pos.terrain(place) == "alpine" and unit not in pos.tables.roster.mountain:
        return "8.4", f"{pos.name(unit)} is no mountain unit; {where} is alpine"
    if not in_drop_range(pos, unit, place):
        return "20.2" if pos.side(unit) == f.ALLIED else "20.3", f"{where} is out of range of {pos.name(unit)}"
    enemies = pos.enemies_in(place, pos.side(unit))
    if enemies and pos.units_of(place, pos.side(unit)):
        return "20.14", f"other units of the side fight in {where} already"
    if any(pos.flag(one, f.INVADING) for one in pos.units_of(place, pos.side(unit))):
        return "20.14", f"units of the invasion are in {where}: paratroops drop beside them, or land as infantry"
    # 14.11: nor does anybody drop where he or others could not attack the only enemy next to them.
    return None if enemies else contact.idle_refusal(pos, unit, place)


def _together(pos: FortressPosition, units: tuple[int, ...], places: tuple[int, ...]) -> Refusal | None:
    """FE 20.4, 20.6, C-6: units of a drop land near each other and within the stacking limits."""
    distance, spread = pos.board.distance, pos.reading(DROP_SPREAD)
    for number, place in enumerate(places):
        others = [there for at, there in enumerate(places) if at != number]
        if others and min(distance(place, there) for there in others) > _CLOSE:
            return "20.4", f"no other unit of the drop lands within {_CLOSE} hexes of {pos.label(place)}"
        if any(distance(place, there) > spread for there in others):
            return "20.4", "the drop is spread over more than 7 hexes (C-6)"
        if not pos.fits(place, [unit for unit, at in zip(units, places, strict=True) if at == place]):
            return "20.6", f"{pos.label(place)} has no room for them"
    return None


def column(pos: FortressPosition, unit: int, place: int) -> str:
    """FE 20.9, C-133: column of the Paradrop Table: clear terrain without a city or fortress and out of every enemy
    ZOC, or the other one; for Allies in Germany always the other one."""
    abroad = pos.side(unit) == f.ALLIED and place in pos.tables.ground.germany
    built = pos.is_city(place) or place in pos.tables.ground.fortresses
    plain = pos.terrain(place) == "clear" and not built and not abroad
    return "clear" if plain and not under_fire(pos, unit, place) else "not_clear*"


def under_fire(pos: FortressPosition, unit: int, place: int) -> bool:
    """FE 20.9, C-133: does a unit that drops in a hex land in an enemy ZOC? On top of enemies it does, and a German in
    a fortress with Allied units next to it, though their ZOC ends at its walls and he need not attack them."""
    side = pos.side(unit)
    if pos.in_ezoc(place, side) or pos.enemies_in(place, side):
        return True
    return side == f.GERMAN and pos.fortress(place) and pos.near_enemy(place, side, 1)


def carry_out(act: Act, drop: Drop) -> None:
    """FE 20.9, 20.12, 20.15, 20.16: every unit rolls; what lands enters its hex."""
    side = act.pos.active_side
    act.assign("var.drop_turn" if side == f.ALLIED else "var.german_drop_turn", act.state.turn, "20.4")
    counter = _drops_variable(side)
    act.assign(counter, act.state.variable(act.word(counter)) + 1, "20.4")
    act.track("track.by_air", by_air(act.pos, side) + len(drop.units), side, "20.17")
    for unit, place in drop.units:
        _land(act, unit, place)
    capacity_rules.update(act)


def _land(act: Act, unit: int, place: int) -> None:
    pos = act.pos
    die = act.roll("roll.paradrop", 6, unit, "20.9", low=1)
    name = column(pos, unit, place)
    result: str = pos.game.edition.chart("paradrop", "rows", str(die), name)
    act.resolved("table.paradrop", f"column.{name.removesuffix('*')}", die, [f"result.{result}"], "20.9")
    if result == "lost":
        losses.eliminate(act, unit, "20.9")
        return
    path = (pos.at(unit), place)
    act.move(unit, path, "mode.drop", 0, "20.7")
    act.flag(unit, f.MOVED, 1)
    act.flag(unit, f.DROPPED, 1, "20.6")
    if pos.side(unit) == f.ALLIED:
        act.flag(unit, f.BY_AIR, 1, "20.15")
    if result == "step":
        losses.lose_step(act, unit, "20.9")
    if not pos.on_map(unit):
        return
    march.mire(act, unit)
    control.landed(act, unit, place)


# ---------------------------------------------------------------------- 20.10, 20.11 airlift
def lift_refusal(pos: FortressPosition, lift: Airlift) -> Refusal | None:
    """FE 18.7.4, 20.10, 20.11, 20.17: why a unit may not be flown to a city (rule, reason), None when it may."""
    unit, place, side = lift.unit, lift.at, pos.active_side
    rule = "20.10" if side == f.ALLIED else "20.11"
    if pos.impulse not in (1, 2) or unit not in pos.tables.roster.airborne or pos.side(unit) != side:
        return rule, f"{pos.name(unit)} is no paratroop or glider unit of the side that moves"
    if pos.at(unit) < 0:
        return rule, f"{pos.name(unit)} is not in play"
    if pos.weather != f.CLEAR:
        return rule, "an airlift needs clear weather"
    if place == pos.at(unit):
        return rule, f"{pos.name(unit)} is there already"
    why = unmoved(pos, unit) or _lifts_left(pos, side)
    if why is not None:
        return why
    if side == f.GERMAN and pos.option("31.1"):
        if pos.counters[unit].size != "regiment":
            return "31.1", f"{pos.name(unit)} is no regiment"
        if pos.flag(unit, pos.game.words["flag.no_drop"]):
            return "31.1", f"{pos.name(unit)} was rebuilt and is flown nowhere"
    why = _base(pos, side, pos.at(unit)) or _airfield(pos, side, pos.at(unit)) or _airfield(pos, side, place)
    if why is not None:
        return why
    if place >= pos.board.n_hexes:
        return None
    if pos.terrain(place) == "alpine" and unit not in pos.tables.roster.mountain:
        return "C-85", f"{pos.name(unit)} is no mountain unit"
    if not pos.at_home(unit):
        return None
    if pos.invasion_turn and landing.spare(pos) < 1:
        return "18.7.4", "supply capacity would fall below zero"
    return capacity.none_by_air(pos) or sea.may_land(pos, unit, place)


def driven(act: Act, unit: int) -> None:
    """FE 20.10: who is driven into a city in his own first combat impulse did not begin the turn there, and is not
    flown out of it in the second impulse. Nothing is written down where nobody could fly."""
    pos = act.pos
    if unit not in pos.tables.roster.airborne or pos.side(unit) != pos.active_side or pos.impulse != 1:
        return
    if pos.is_city(pos.at(unit)) and pos.weather == f.CLEAR and _lifts_left(pos, pos.active_side) is None:
        act.flag(unit, f.DISPLACED, 1, "20.10")


def _lifts_left(pos: FortressPosition, side: int) -> Refusal | None:
    if side == f.GERMAN:
        most: int = pos.scenario.pools[side].get("airlifts", _limit(pos, side, "airlifts_per_game"))
        if pos.state.variable(pos.game.words["var.airlifts_german"]) >= most:
            return "20.11", "no airlift is left in this game"
    elif any(pos.flag(unit, f.AIRLIFTED) for unit in pos.in_play(side)):
        return "20.10", "there is one airlift a turn"
    if by_air(pos, side) >= _limit(pos, side, "air_moved_per_turn"):
        return "20.17", "no more units move by air this turn"
    return None


def _base(pos: FortressPosition, side: int, place: int) -> Refusal | None:
    """FE 20.10: the unit began the turn in a city of its side; none that was taken in this turn was one."""
    taken = pos.state.marker(place, -1, pos.game.words["marker.taken_now"]) if place < pos.board.n_hexes else 0
    if taken and taken >> 2 == control.impulse_stamp(pos) >> 2:
        return "20.10" if side == f.ALLIED else "20.11", f"{pos.label(place)} was not the side's when the turn began"
    return None


def _airfield(pos: FortressPosition, side: int, place: int) -> Refusal | None:
    """FE 20.10, 20.11: an end of an airlift: a city controlled since the impulse began, the England or the Africa box,
    outside every enemy ZOC; for Germans no fortress with an enemy next to it."""
    rule = "20.10" if side == f.ALLIED else "20.11"
    if place >= pos.board.n_hexes:
        boxes = (pos.tables.ground.england, pos.tables.ground.africa)
        return None if side == f.ALLIED and place in boxes else (rule, "that is no city")
    if not pos.is_city(place) or pos.controller(place) != side or pos.enemies_in(place, side):
        return rule, f"{pos.label(place)} is no city of the side"
    if pos.state.marker(place, -1, pos.game.words["marker.taken_now"]) == control.impulse_stamp(pos):
        return rule, f"{pos.label(place)} was not the side's when the impulse began"
    if pos.in_ezoc(place, side):
        return rule, f"{pos.label(place)} is in an enemy ZOC"
    besieged = any(pos.enemies_in(there, side) for there in pos.tables.ground.links[place])
    if side == f.GERMAN and pos.fortress(place) and besieged:
        return rule, f"an enemy is next to the fortress {pos.label(place)}"
    return None


def fly(act: Act, lift: Airlift) -> None:
    """FE 20.10, 20.11: fly a unit to a city."""
    pos, side = act.pos, act.pos.active_side
    path = (pos.at(lift.unit), lift.at)
    act.track("track.by_air", by_air(pos, side) + 1, side, "20.17")
    if side == f.GERMAN:
        act.assign("var.airlifts_german", act.state.variable(act.word("var.airlifts_german")) + 1, "20.11")
    act.move(lift.unit, path, "mode.airlift", 0, "20.10" if side == f.ALLIED else "20.11")
    act.flag(lift.unit, f.MOVED, pos.impulse)
    act.flag(lift.unit, f.AIRLIFTED)
    if lift.at < pos.board.n_hexes:
        control.entered(act, lift.unit, path)
    else:
        act.flag(lift.unit, f.BY_AIR, 0, "20.15")
        act.flag(lift.unit, f.ARRIVED)
        capacity_rules.update(act)


# ---------------------------------------------------------------------- the menu


def _droppers(pos: FortressPosition) -> tuple[int, ...]:
    side = pos.active_side
    return tuple(
        unit
        for unit in sorted(pos.tables.roster.airborne)
        if unit in pos.state.at and pos.side(unit) == side and _who(pos, unit) is None
    )


def drops(pos: FortressPosition) -> Iterator[Drop]:
    """One unit after the other near the enemy, outside his ZOC, in the first hexes found."""
    units = _droppers(pos) if may_drop_now(pos, ()) is None or pos.option("31.18") else ()
    enemy = 3 - pos.active_side
    for unit in units:
        shown = 0
        for foe in pos.ashore(enemy):
            for place in pos.board.within(pos.at(foe), 2):
                drop = Drop(((PieceId(unit), PlaceId(place)),))
                if (
                    place in pos.tables.ground.land
                    and not pos.in_ezoc(place, pos.active_side)
                    and not refusal(pos, drop)
                ):
                    yield drop
                    shown += 1
                    break
            if shown == _SHOWN:
                break


def _lift_choices(pos: FortressPosition) -> Iterator[Decision]:
    if pos.weather != f.CLEAR or _lifts_left(pos, pos.active_side) is not None:
        return
    ground = pos.tables.ground
    ends = (*sorted(ground.cities), ground.england, ground.africa)
    fields = [place for place in ends if _airfield(pos, pos.active_side, place) is None]
    for unit in sorted(pos.tables.roster.airborne):
        if pos.at(unit) in fields and pos.side(unit) == pos.active_side:
            for place in fields:
                lift = Airlift(PieceId(unit), PlaceId(place))
                if lift_refusal(pos, lift) is None:
                    yield lift


MISSING: Missing = ()
ACTIONS: tuple[Action[FortressPosition, Any], ...] = (
    Action(Drop, lambda pos, decision: permit(pos, refusal(pos, decision)), carry_out, drops),
    Action(Airlift, lambda pos, decision: permit(pos, lift_refusal(pos, decision)), fly, _lift_choices),
)
DECISIONS: Final = (Drop, Airlift)
STEPS: Final = ()
