"""Sea movement and evacuation (11): Allied units between harbours, England and Africa.

One leg an impulse (11.4). A unit may move by land as well, with half its allowance for both parts (11.3, C-80).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import allowance, capacity, contact, movement, sea
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import control
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit
from hexledger.events.numbers import counted


class SeaMove(Decision, frozen=True, array_like=True, tag=55):
    """A unit goes by sea to a harbour, to England or to Africa (11.4 A)."""

    unit: PieceId
    to: PlaceId


class Evacuate(Decision, frozen=True, array_like=True, tag=56):
    """A unit goes by sea from a landing place to England or Africa (11.4 B)."""

    unit: PieceId


# ------------------------------------------------------------------ harbours and limits
def mulberry_in(pos: FortressPosition, place: int) -> bool:
    """True in the hex of a Mulberry."""
    return any(piece in pos.tables.roster.mulberries for piece in pos.units(place))


def harbour(pos: FortressPosition, place: int) -> Refusal | None:
    """FE 11.4 A, C, 11.8, 18.7.9, 20.16, 31.5: why a place is no friendly harbour now, None when it is one."""
    ground = pos.tables.ground
    if place in (ground.england, ground.africa):
        return None
    where = pos.label(place)
    if place in ground.ports and capacity.usable_port(pos, place):
        return None
    if mulberry_in(pos, place) and not pos.enemies_in(place, f.ALLIED):
        if pos.units_of(place, f.ALLIED) or not pos.in_ezoc(place, f.ALLIED):
            return None
        return "11.8", f"the Mulberry in {where} lies unoccupied in an enemy ZOC"
    if place == ground.jersey and pos.option("31.5") and pos.controller(place) == f.ALLIED:
        return None
    if place not in ground.ports:
        return "11.4", f"{where} is no harbour"
    if pos.controller(place) != f.ALLIED:
        return "11.4", f"{where} is not Allied"
    if not pos.passage_open(place):
        return "11.4", f"an enemy closes the passage from {where} to the sea"
    return "11.8", f"{where} may not be used by sea now"


def limit(pos: FortressPosition) -> int:
    """FE 11.5-11.7: units that may move by sea this turn."""
    chart = pos.game.edition.chart("limits")
    if pos.state.variable(f.VAR_FIRST_CLEAR) == pos.state.turn:
        return int(chart["sea_first_clear_turn_after_invasion"])
    bases = pos.tables.ground.u_boat_bases
    if all(pos.state.marker(base, -1, f.BASE_CAPTURED) for base in bases):
        return int(chart["sea_after_uboat_bases"])
    return int(chart["sea_units_per_turn"])


def evacuated(pos: FortressPosition) -> int:
    """Units evacuated this turn."""
    return pos.state.track(pos.game.words["track.evacuations"], f.ALLIED)


def embarks(pos: FortressPosition, piece: int) -> Refusal | None:
    """Why a unit may not use sea movement of any kind now, None when it may."""
    name = pos.name(piece)
    if pos.side(piece) != f.ALLIED:
        return "11.2", "only the Allies have sea movement"
    why = movement.immobile(pos, piece)
    if why is not None:
        return why
    if pos.weather == f.STORM:
        return "11.9", "there is no sea movement in a storm"
    if pos.invasion_turn:
        return "12.3", "there is no sea movement on the turn of an invasion"
    if sea.used(pos) >= limit(pos):
        may = "no unit may move by sea this turn" if not limit(pos) else "no more than {} may move by sea this turn"
        return "11.5", may.format(counted(limit(pos), "unit"))
    if pos.flag(piece, f.BY_SEA) == pos.impulse:
        return "11.4", f"{name} has moved by sea in this impulse"
    if not (pos.on_map(piece) or pos.at_home(piece)):
        return "11.1", f"{name} is not in play"
    if piece in pos.tables.roster.hqs and pos.impulse == 1:
        return "13.1", f"{name} moves in the second impulse only"
    if pos.on_map(piece) and pos.flag(piece, f.STUCK) and pos.terrain(pos.at(piece)) != "flooded":
        return "8.2", f"{name} was forced out of flooded ground and moves no more this turn"
    why = capacity.left_open(pos, (piece,), by_sea=True) if pos.on_map(piece) else None
    return why or _tired(pos, piece)


def _tired(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 7.2, 8.3, 8.4, 11.3: a unit that has moved in this impulse may take ship only after half its allowance by
    land, and not where it had to stop; flooded ground (8.2) lets it go."""
    if pos.flag(piece, f.MOVED) != pos.impulse:
        return None
    place = pos.at(piece)
    if pos.on_map(piece) and pos.in_ezoc(place, f.ALLIED):
        return "7.2", f"{pos.name(piece)} has moved into an enemy ZOC and stays there"
    terrain = pos.terrain(place) if pos.on_map(piece) else ""
    if terrain == "alpine" or (terrain == "mountain" and piece not in pos.tables.roster.mountain):
        return "8.3" if terrain == "mountain" else "8.4", f"{pos.name(piece)} has stopped in {terrain} ground"
    half = max(1, allowance.allowance(pos, piece) // 2)
    hexes = allowance.went(pos, piece)
    if not 0 < hexes <= half:
        return "11.3", f"{pos.name(piece)} has moved more than half its allowance in this impulse"
    return None


def refusal(pos: FortressPosition, piece: int, to: int) -> Refusal | None:
    """Why a unit may not go by sea to a place, None when it may."""
    why = embarks(pos, piece)
    if why is not None:
        return why
    ground = pos.tables.ground
    start, boxes = pos.at(piece), (ground.england, ground.africa)
    if to == start:
        return "11.4", f"{pos.name(piece)} is there already"
    if to == ground.jersey:
        return "31.5", "the Allies come to Jersey by invasion, raid or drop only"
    for place in (start, to):
        why = harbour(pos, place)
        if why is not None:
            return why
    if start in boxes and to in boxes:
        return None
    coast, box = (start, to) if to in boxes else (to, start)
    if box not in boxes:
        return "11.4", "units go by sea to England or Africa first, not from harbour to harbour"
    if sea.home_of(pos, coast) != box:
        return "11.4", f"{pos.label(coast)} is served from {pos.label(sea.home_of(pos, coast))}"
    if to != coast:
        return None
    return sea.may_land(pos, piece, to) or contact.idle_refusal(pos, piece, to)


def evacuation_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 11.4 B, C-111: why a unit may not be evacuated, None when it may."""
    why = embarks(pos, piece)
    if why is not None:
        return why
    most: int = pos.game.edition.chart("limits", "evacuation_units_per_turn")
    place = pos.at(piece)
    if not pos.on_map(piece) or not pos.state.marker(place, -1, f.INVADED):
        return "11.4", f"{pos.name(piece)} is in no hex where the Allies have landed"
    if pos.enemies_in(place, f.ALLIED):
        return "11.4", f"German units are in {pos.label(place)}"
    if evacuated(pos) >= most:
        return "11.4", f"{counted(most, 'unit has been', 'units have been')} evacuated this turn"
    if not pos.passage_open(place):
        return "11.4", f"an enemy closes the passage from {pos.label(place)} to the sea"
    return None


# ------------------------------------------------------------------ carrying it out
def sail(act: Act, piece: int, to: int, mode: str, rule: str) -> None:
    """FE 11.3, 11.5: move a unit over the sea and count it; ashore it may go on with what is left of its allowance."""
    pos, impulse = act.pos, act.pos.impulse
    went, path = allowance.went(pos, piece), (pos.at(piece), to)
    act.track("track.sea_moves", sea.used(pos) + 1, f.ALLIED, "11.5")
    act.move(piece, path, mode, 0, rule)
    act.flag(piece, f.BY_SEA, impulse, rule)
    act.flag(piece, f.MOVED, impulse, rule)
    # 20.15: whoever comes by sea counts, even if it dropped once before.
    act.flag(piece, f.BY_AIR, 0)
    if to < pos.board.n_hexes:
        act.flag(piece, f.LEFT, impulse << 8 | max(0, allowance.allowance(pos, piece) - went), "11.3")
    else:
        act.flag(piece, f.ARRIVED, 1, rule)
    control.entered(act, piece, path)


def _check(pos: FortressPosition, decision: SeaMove) -> None:
    permit(pos, refusal(pos, decision.unit, decision.to))


def _check_evacuation(pos: FortressPosition, decision: Evacuate) -> None:
    permit(pos, evacuation_refusal(pos, decision.unit))


def _take(act: Act, decision: SeaMove) -> None:
    sail(act, decision.unit, decision.to, "mode.sea", "11.4")


def _take_evacuation(act: Act, decision: Evacuate) -> None:
    piece = decision.unit
    act.track("track.evacuations", evacuated(act.pos) + 1, f.ALLIED, "11.4")
    sail(act, piece, sea.home_of(act.pos, act.pos.at(piece)), "mode.evacuate", "11.4")


def _open_harbours(pos: FortressPosition) -> tuple[int, ...]:
    ground = pos.tables.ground
    places = sorted({*ground.ports, *(pos.at(p) for p in _mulberries(pos))})
    return tuple(place for place in places if harbour(pos, place) is None)


def _mulberries(pos: FortressPosition) -> tuple[int, ...]:
    """Mulberries on the map, ascending."""
    return tuple(piece for piece in sorted(pos.tables.roster.mulberries) if pos.on_map(piece))


def _none_now(pos: FortressPosition) -> bool:
    if pos.active_side != f.ALLIED or pos.impulse not in (1, 2) or pos.weather == f.STORM or pos.invasion_turn:
        return True
    return sea.used(pos) >= limit(pos)


def sea_moves(pos: FortressPosition) -> Iterator[SeaMove]:
    """Sea moves to harbours with room for the unit, and from harbours to the box that serves them."""
    if _none_now(pos):
        return
    ground = pos.tables.ground
    boxes, harbours = (ground.england, ground.africa), _open_harbours(pos)
    for piece in pos.in_play(f.ALLIED):
        if piece not in pos.tables.roster.land or embarks(pos, piece) is not None:
            continue
        start = pos.at(piece)
        targets = (*harbours, *boxes) if start in boxes else boxes
        for to in targets:
            if refusal(pos, piece, to) is None and (to in boxes or pos.fits(to, (piece,))):
                yield SeaMove(PieceId(piece), PlaceId(to))


def _evacuations(pos: FortressPosition) -> Iterator[Decision]:
    if _none_now(pos):
        return
    for piece in pos.ashore(f.ALLIED):
        if pos.state.marker(pos.at(piece), -1, f.INVADED) and evacuation_refusal(pos, piece) is None:
            yield Evacuate(PieceId(piece))


MISSING: Missing = ()
ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (
    Action(SeaMove, _check, _take, sea_moves),
    Action(Evacuate, _check_evacuation, _take_evacuation, _evacuations),
)
DECISIONS: Final = (SeaMove, Evacuate)
STEPS: Final = ()
