"""Movement by land (5, 8, 9.1C, 13.1): who may move, the move itself, units that relieve frozen ones.

A unit makes one whole move in an impulse (C-112). Where it may go stands in `ways`, how far in `allowance`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from hexledger.engine.games.fortress_europa.questions import (
    allowance,
    capacity,
    contact,
    districts,
    movement,
    strafing,
    ways,
)
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.questions.ways import Gone, path_of
from hexledger.engine.games.fortress_europa.rules import march
from hexledger.engine.games.fortress_europa.rules import volkssturm as volkssturm_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import roster
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, is_allowed, permit


class Move(Decision, frozen=True, array_like=True, tag=60):
    """A unit's whole move by land: the hexes it enters, in order."""

    unit: PieceId
    path: tuple[PlaceId, ...]


class MoveStack(Decision, frozen=True, array_like=True, tag=61):
    """Units of one hex move together along one path, at the rate of the slowest (6.4)."""

    units: tuple[PieceId, ...]
    path: tuple[PlaceId, ...]


class Relieve(Decision, frozen=True, array_like=True, tag=64):
    """A mobile unit that has moved into a frozen unit's hex takes its place; the frozen unit is free (9.1 C)."""

    unit: PieceId
    frozen: PieceId


class RouseArmor(Decision, frozen=True, array_like=True, tag=65):
    """Roll whether an armoured unit may move on June I (31.9)."""

    unit: PieceId


# ------------------------------------------------------------------ where to


def can_enter(pos: FortressPosition, piece: int, a: int, b: int) -> Refusal | None:
    """Why a unit could not go from hex a to hex b, see `ways.can_enter`: no ZOC, no stacking."""
    return ways.can_enter(pos, piece, a, b)


def _check(pos: FortressPosition, decision: Move) -> None:
    permit(pos, movement.refusal(pos, decision.unit, decision.path))


def _check_stack(pos: FortressPosition, decision: MoveStack) -> None:
    units = decision.units
    if len(set(units)) != len(units) or not units:
        permit(pos, ("6.4", "a stack is one or more different units"))
    if len({pos.at(piece) for piece in units}) > 1:
        permit(pos, ("6.4", "the units of a stack begin in one hex"))
    for piece in units:
        permit(pos, movement.refusal(pos, piece, decision.path))
    if pos.side(units[0]) == f.ALLIED:
        permit(pos, capacity.left_open(pos, units))
    permit(pos, _mixed(pos, units, decision.path[-1]))


def _mixed(pos: FortressPosition, units: Sequence[int], place: int) -> Refusal | None:
    """FE 14.11: why units of several nationalities may not go to a hex together."""
    fighting = [piece for piece in units if piece not in pos.tables.roster.raiders | pos.tables.roster.hqs]
    if len({pos.nation(piece) for piece in fighting}) < 2 or not pos.in_ezoc(place, pos.side(units[0])):
        return None
    near = sorted({pos.at(one) for one in pos.zoc(f.GERMAN).get(place, ())})
    if len(near) != 1:
        return None
    return "14.11", f"units of several nationalities would be next to {pos.label(near[0])} alone"


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    """Moves to every hex in reach with room for the unit."""
    for piece in pos.ashore(pos.active_side):
        for place, path in movement.reach(pos, piece).items():
            if pos.fits(place, (piece,)) and contact.idled(pos, piece, place) is None:
                yield Move(PieceId(piece), path_of(path))


def stack_moves(pos: FortressPosition, units: tuple[int, ...]) -> Iterator[MoveStack]:
    """FE 6.4: moves of units together to every hex to which each of them may go by the way of the first."""
    for path in movement.reach(pos, units[0]).values():
        together = MoveStack(tuple(map(PieceId, units)), path_of(path))
        if is_allowed(_check_stack, pos, together):
            yield together


# ------------------------------------------------------------------ carrying it out
def _take(act: Act, decision: Move) -> None:
    march.carry_out(act, decision.unit, decision.path, Gone(allowance.left(act.pos, decision.unit)))


def _take_stack(act: Act, decision: MoveStack) -> None:
    start = act.pos.at(decision.units[0])
    left: dict[int, Gone] = {piece: Gone(allowance.left(act.pos, piece)) for piece in decision.units}
    for piece in decision.units:
        # Whoever moved first may have brought new enemies or losses; the others go as far as they still may.
        if isinstance(act.top(), volkssturm_rules.ChooseCity):
            break
        if act.pos.at(piece) == start and movement.refusal(act.pos, piece, decision.path) is None:
            march.carry_out(act, piece, decision.path, left[piece])
    if not isinstance(act.top(), (volkssturm_rules.ChooseCity, march.GoOn)):
        _part(act, (start, *decision.path), left)


def _part(act: Act, path: tuple[int, ...], left: dict[int, Gone]) -> None:
    """FE 6.4: once the slowest unit of a stack has used up its movement, ask each faster one whether it goes on alone.

    path   where the stack has gone, its start first; left: what its units could enter before
    """
    pos, end, tired = act.pos, path[-1], False
    going: list[march.Part] = []
    for piece, before in left.items():
        m, gone = ways.mover(pos, piece), before
        for place in path[1:]:
            gone = gone.entered(ways.rough(pos, m, place))
        tested = gone.tested or strafing.tested_at(pos, piece, path) > 0
        if gone.spent >= gone.allowed:
            tired = True
        elif pos.at(piece) == end and ways.stops(pos, m, path[-2], end) is None:
            going.append(march.Part(piece, gone.limit, gone.spent, int(gone.halved), (), int(tested)))
    if tired:
        act.then(*going)


# ------------------------------------------------------------------ 9.1 C relieving frozen units
def relief_refusal(pos: FortressPosition, piece: int, frozen: int) -> Refusal | None:
    """FE 9.1 C, C-15: why a unit may not take a frozen unit's place now."""
    if piece not in pos.tables.roster.land or frozen not in pos.tables.roster.land:
        return "9.1", "only land units relieve each other"
    if pos.side(piece) != f.GERMAN or pos.active_side != f.GERMAN or pos.impulse not in (1, 2):
        return "9.1", f"{pos.name(piece)} may relieve nobody in this impulse"
    district = pos.frozen(frozen)
    if not district:
        return "9.1", f"{pos.name(frozen)} is not frozen"
    if pos.frozen(piece):
        return "9.1", f"{pos.name(piece)} is frozen itself"
    if pos.at(piece) != pos.at(frozen) or pos.flag(piece, f.MOVED) != pos.impulse:
        return "9.1", f"{pos.name(piece)} has not moved into the hex of {pos.name(frozen)} in this impulse"
    if pos.flag(piece, f.RELIEVES):
        return "9.1", f"{pos.name(piece)} stands in for a unit already"
    if districts.strength(pos, district) - 1 < pos.scenario.level[district]:
        return "C-15", f"with {pos.name(frozen)} gone the district would have fewer units than at first"
    return None


def _check_relief(pos: FortressPosition, decision: Relieve) -> None:
    permit(pos, relief_refusal(pos, decision.unit, decision.frozen))


def _take_relief(act: Act, decision: Relieve) -> None:
    act.flag(decision.unit, f.RELIEVES, act.pos.frozen(decision.frozen), "9.1")
    act.flag(decision.frozen, f.FROZEN, 0, "9.1")


def _relief_choices(pos: FortressPosition) -> Iterator[Decision]:
    if pos.active_side != f.GERMAN:
        return
    for frozen in pos.ashore(f.GERMAN):
        if pos.frozen(frozen):
            for piece in pos.units_of(pos.at(frozen), f.GERMAN):
                if relief_refusal(pos, piece, frozen) is None:
                    yield Relieve(PieceId(piece), PieceId(frozen))


# ------------------------------------------------------------------ 31.9 release of armour


def _rouse_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    if pos.active_side != f.GERMAN or pos.impulse not in (1, 2) or not movement.asleep(pos, piece):
        return "31.9", f"{pos.name(piece)} needs no roll to move"
    if pos.flag(piece, f.ARMOR_RELEASE):
        return "31.9", f"{pos.name(piece)} has been rolled for"
    if pos.frozen(piece):
        return "9.1", f"{pos.name(piece)} is frozen in its district"
    return None


def _check_rouse(pos: FortressPosition, decision: RouseArmor) -> None:
    permit(pos, _rouse_refusal(pos, decision.unit))


def _take_rouse(act: Act, decision: RouseArmor) -> None:
    piece = decision.unit
    die = act.roll("roll.armor_release", 6, piece, "31.9", low=1)
    result = act.pos.game.edition.chart("armor_release_optional", "rows")[str(die)]
    act.resolved("table.armor_release", "column.armor_release", die, (f"result.{result}",), "31.9")
    values = {
        "none": allowance.RELEASE_NONE,
        "second_only": allowance.RELEASE_SECOND,
        "half_up_then_normal": allowance.RELEASE_HALF,
    }
    act.flag(piece, f.ARMOR_RELEASE, values[result], "31.9")


def _rouse_choices(pos: FortressPosition) -> Iterator[Decision]:
    if pos.option("31.9") and pos.state.turn == 1:
        for piece in pos.ashore(f.GERMAN):
            if _rouse_refusal(pos, piece) is None:
                yield RouseArmor(PieceId(piece))


# ------------------------------------------------------------------ 33.3.9.5
def impulse_began(act: Act, side: int, number: int) -> None:
    """What a move impulse begins with: counts of the turn start again.

    FE 33.3.9.5, C-73: the US units that the first Allied move impulse of December IV finds in contact are marked: their
    hex is a target of the first turn, with a German next to it.
    """
    pos = act.pos
    if number == 1:
        for count in ("track.rail_moves", "track.sea_moves", "track.evacuations"):
            act.track(count, 0, side)
    if side == f.ALLIED:
        _clear_sky(act)
        act.track("track.landings", 0, side)
    if side != f.ALLIED or number != 1 or not allowance.response_turn(pos):
        return
    for piece in pos.ashore(f.ALLIED):
        place = pos.at(piece)
        if pos.nation(piece) != roster.US or place not in pos.scenario.targets:
            continue
        if any(pos.enemies_in(there, f.ALLIED) for there in pos.tables.ground.links[place]):
            act.flag(piece, f.FULL_MOVE, 1, "33.3.9.5")


def _clear_sky(act: Act) -> None:
    """FE 11.6: remember the first clear turn after an invasion."""
    invaded, turn = act.state.variable(f.VAR_INVASION_TURN), act.state.turn
    if act.pos.weather == f.CLEAR and 0 < invaded < turn and act.state.variable(f.VAR_FIRST_CLEAR) <= invaded:
        act.assign(f.VAR_FIRST_CLEAR, turn, "11.6")


MISSING: Missing = ()
ACTIONS: Final[tuple[Action[FortressPosition, Any], ...]] = (
    Action(Move, _check, _take, _choices),
    # One unit a decision reaches every position that a stack does, so that stacks are not listed.
    Action(MoveStack, _check_stack, _take_stack, lambda _pos: ()),
    Action(Relieve, _check_relief, _take_relief, _relief_choices),
    Action(RouseArmor, _check_rouse, _take_rouse, _rouse_choices),
)
DECISIONS: Final = (Move, MoveStack, Relieve, RouseArmor)
STEPS: Final = ()
