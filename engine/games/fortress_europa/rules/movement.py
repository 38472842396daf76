"""Movement by land (5, 8, 9.1C, 13.1): who may move, the move itself, units that relieve frozen ones.

A unit makes one whole move in an impulse (C-112). Where it may go stands in `ways`, how far in `allowance`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, cast

from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa import roster
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import allowance as allow
from hexledger.engine.games.fortress_europa.rules import (
    bulge,
    capacity,
    contact,
    control,
    crossing,
    districts,
    strafing,
    volkssturm,
    ways,
)
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.rules.ways import Gone
from hexledger.engine.kernel.actions import Action
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Refusal, permit

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act


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


_ANVERS: Final = "CC6"


# ------------------------------------------------------------------ who may move
def immobile(pos: FortressPosition, piece: int) -> Refusal | None:
    """Why a unit may not use movement of any kind now: not its side's impulse, frozen, held, reinforced this turn ...

    Allowance (5.4), flooded ground (8.2) and what it did before in this impulse are not looked at.
    """
    if piece not in pos.game.roster.land:
        return "5.1", f"{pos.name(piece)} is no land unit"
    if pos.side(piece) != pos.active_side or pos.impulse not in (1, 2):
        return "5.1", f"{pos.name(piece)} may not move in this impulse"
    name = pos.name(piece)
    if pos.frozen(piece):
        return "9.1", f"{name} is frozen in its district"
    if pos.flag(piece, f.HELD) and not ways.bold(pos, piece):
        return "8.9", f"{name} began the second impulse in an enemy ZOC"
    if _no_fuel(pos, piece):
        return "31.14", "no more armour moves in the second impulse than there is supply capacity to spare"
    if pos.flag(piece, f.CANNOT_MOVE):
        return "27.7", f"{name} was replaced, rebuilt, split or recombined this turn and may not move"
    return _unreleased(pos, piece)


def _no_fuel(pos: FortressPosition, piece: int) -> bool:
    """FE 31.14: from September I, while Anvers is no working port of the Allies, spare supply capacity limits how many
    armoured units move in their second impulse."""
    armored = pos.game.roster.armored
    if pos.impulse != 2 or piece not in armored or pos.side(piece) != f.ALLIED or not pos.option("31.14"):
        return False
    if pos.state.turn < pos.game.calendar.number("September I") or pos.flag(piece, f.MOVED) == pos.impulse:
        return False
    if capacity.usable_port(pos, pos.board.place(_ANVERS)):
        return False
    moved = sum(1 for one in sorted(armored) if pos.side(one) == f.ALLIED and pos.flag(one, f.MOVED) == pos.impulse)
    return moved >= max(0, capacity.current(pos))


def _unreleased(pos: FortressPosition, piece: int) -> Refusal | None:
    """FE 31.9: armour that the German has not roused on June I, or that the die keeps where it is."""
    name = pos.name(piece)
    released = pos.flag(piece, f.ARMOR_RELEASE)
    if released == allow.RELEASE_NONE:
        return "31.9", f"{name} may not move this turn"
    if released == allow.RELEASE_SECOND and pos.impulse == 1:
        return "31.9", f"{name} may not move in the first impulse"
    if not released and asleep(pos, piece):
        return "31.9", f"{name} may move after a roll only"
    return None


def stays(pos: FortressPosition, piece: int) -> Refusal | None:
    """Why a unit may not move by land now, None when it may."""
    why = immobile(pos, piece)
    if why is not None:
        return why
    name = pos.name(piece)
    if not pos.on_map(piece):
        return "5.1", f"{name} is not on the map"
    if pos.side(piece) == f.ALLIED and (why := capacity.left_open(pos, (piece,))) is not None:
        return why
    if pos.flag(piece, f.STUCK):
        return "8.2", f"{name} has entered flooded ground this turn"
    if allow.landed(pos, piece):
        if pos.in_ezoc(pos.at(piece), pos.side(piece)):
            return "7.2", f"{name} has landed in an enemy ZOC"
    elif pos.flag(piece, f.MOVED) == pos.impulse:
        return "C-112", f"{name} has moved in this impulse"
    if not allow.left(pos, piece):
        if piece in pos.game.roster.hqs and pos.impulse == 1:
            return "13.1", f"{name} moves in the second impulse only"
        return "5.4", f"{name} has no movement in this impulse"
    return None


def allowance(pos: FortressPosition, piece: int) -> int:
    """FE 5.4: hexes that a unit may enter by land in this impulse, see `allowance.allowance`."""
    return allow.allowance(pos, piece)


# ------------------------------------------------------------------ where to
def refusal(pos: FortressPosition, piece: int, path: Sequence[int]) -> Refusal | None:
    """Why a unit may not make this move, None when it may. `path`: hexes entered, in order.

    Passing through friends, and ending above the stacking limit, is allowed (5.3): it binds at the end of the impulse
    (6.3).
    """
    why = stays(pos, piece)
    if why is not None:
        return why
    if not path:
        return "5.1", "a move enters at least one hex"
    why = ways.trace(pos, piece, path, Gone(allow.left(pos, piece)))
    return contact.idle_refusal(pos, piece, path[-1]) if why is None else why


def can_enter(pos: FortressPosition, piece: int, a: int, b: int) -> Refusal | None:
    """Why a unit could not go from hex a to hex b, see `ways.can_enter`: no ZOC, no stacking."""
    return ways.can_enter(pos, piece, a, b)


def reach(pos: FortressPosition, piece: int) -> dict[int, tuple[int, ...]]:
    """Every hex that a unit could move to now -> the shortest way, ascending; empty when it may not move."""
    return {} if stays(pos, piece) is not None else ways.reach(pos, piece)


def _check(pos: FortressPosition, decision: Move) -> None:
    permit(pos, refusal(pos, decision.unit, decision.path))


def _check_stack(pos: FortressPosition, decision: MoveStack) -> None:
    units = decision.units
    if len(set(units)) != len(units) or not units:
        permit(pos, ("6.4", "a stack is one or more different units"))
    if len({pos.at(piece) for piece in units}) > 1:
        permit(pos, ("6.4", "the units of a stack begin in one hex"))
    for piece in units:
        permit(pos, refusal(pos, piece, decision.path))
    if pos.side(units[0]) == f.ALLIED:
        permit(pos, capacity.left_open(pos, units))
    permit(pos, _mixed(pos, units, decision.path[-1]))


def _mixed(pos: FortressPosition, units: Sequence[int], place: int) -> Refusal | None:
    """FE 14.11: why units of several nationalities may not go to a hex together."""
    fighting = [piece for piece in units if piece not in pos.game.roster.raiders | pos.game.roster.hqs]
    if len({pos.nation(piece) for piece in fighting}) < 2 or not pos.in_ezoc(place, pos.side(units[0])):
        return None
    near = sorted({pos.at(one) for one in pos.zoc(f.GERMAN).get(place, ())})
    if len(near) != 1:
        return None
    return "14.11", f"units of several nationalities would be next to {pos.label(near[0])} alone"


def _choices(pos: FortressPosition) -> Iterator[Decision]:
    """Moves to every hex in reach with room for the unit."""
    for piece in pos.ashore(pos.active_side):
        for place, path in reach(pos, piece).items():
            if pos.fits(place, (piece,)) and contact.idled(pos, piece, place) is None:
                yield Move(PieceId(piece), cast("tuple[PlaceId, ...]", path))


# ------------------------------------------------------------------ carrying it out
def _take(act: Act, decision: Move) -> None:
    carry_out(act, decision.unit, decision.path, Gone(allow.left(act.pos, decision.unit)))


def _take_stack(act: Act, decision: MoveStack) -> None:
    start = act.pos.at(decision.units[0])
    left: dict[int, Gone] = {piece: Gone(allow.left(act.pos, piece)) for piece in decision.units}
    for piece in decision.units:
        # Whoever moved first may have brought new enemies or losses; the others go as far as they still may.
        if isinstance(act.top(), volkssturm.ChooseCity):
            break
        if act.pos.at(piece) == start and refusal(act.pos, piece, decision.path) is None:
            carry_out(act, piece, decision.path, left[piece])
    if not isinstance(act.top(), (volkssturm.ChooseCity, crossing.GoOn)):
        _part(act, (start, *decision.path), left)


def _part(act: Act, path: tuple[int, ...], left: dict[int, Gone]) -> None:
    """FE 6.4: once the slowest unit of a stack has used up its movement, ask each faster one whether it goes on alone.

    path   where the stack has gone, its start first; left: what its units could enter before
    """
    pos, end, tired = act.pos, path[-1], False
    going: list[crossing.Part] = []
    for piece, before in left.items():
        m, gone = ways.mover(pos, piece), before
        for place in path[1:]:
            gone = gone.entered(ways.rough(pos, m, place))
        tested = gone.tested or strafing.tested_at(pos, piece, path) > 0
        if gone.spent >= gone.allowed:
            tired = True
        elif pos.at(piece) == end and ways.stops(pos, m, path[-2], end) is None:
            going.append(crossing.Part(piece, gone.limit, gone.spent, int(gone.halved), (), int(tested)))
    if tired:
        act.then(*going)


def carry_out(act: Act, piece: int, path: Sequence[int], gone: Gone) -> None:
    """Move a unit along a path that has been checked, as far as dice and new enemies let it (17.10.1, 17.10.4).

    gone   what of the move has been made before (nothing, for a new one)
    """
    pos = act.pos
    impulse, before = pos.impulse, gone.spent
    bulge.moved(act, piece, path)
    unfold(act, piece)
    m, ground = ways.mover(pos, piece), pos.game.ground
    tested = 0 if gone.tested else strafing.tested_at(pos, piece, (pos.at(piece), *path), before)
    walked, broken_off = [pos.at(piece)], False
    for number, there in enumerate(path):
        here = walked[-1]
        if tested == strafing.FREE_HEXES == gone.spent:
            walked, gone = _flush(act, piece, walked), gone._replace(tested=True)
            if strafing.hit(act, piece):
                break
        if m.armored and pos.broken(here, there) and not ways.bridged(pos, m, here, there):
            walked = _flush(act, piece, walked)
            if not crossing.crosses(act, piece):
                gone = gone._replace(closed=tuple(sorted((*gone.closed, ground.key(here, there)))))
                broken_off = True
                break
        walked.append(there)
        gone = gone.entered(ways.rough(pos, m, there))
        if tested > strafing.FREE_HEXES and gone.spent == tested:
            walked, gone = _flush(act, piece, walked), gone._replace(tested=True)
            if strafing.hit(act, piece):
                break
        if number + 1 < len(path) and _may_wake(pos, m.side, here, there):
            if volkssturm.to_choose(pos, there):
                # 25: where the Volkssturm stands is the German's choice; then the unit goes on, unless a ZOC holds it.
                rest = (gone.limit, gone.spent, int(gone.halved), gone.closed, int(gone.tested))
                act.then(crossing.GoOn(piece, *rest))
                break
            walked = _flush(act, piece, walked)
            if act.state.over or ways.stops(pos, m, here, there) is not None:
                break
            if ways.trace(pos, piece, path[number + 1 :], gone) is not None:
                broken_off = True
                break
    last = walked[-1]
    _flush(act, piece, walked)
    if not pos.on_map(piece) or act.state.over:
        return
    act.flag(piece, f.MOVED, impulse, "5.1")
    act.flag(piece, f.WENT, impulse << 8 | allow.went(pos, piece) + gone.spent - before)
    act.flag(piece, f.LEFT, 0)
    if gone.spent > before and pos.terrain(last) == "flooded":
        act.flag(piece, f.STUCK, 1, "8.2")
    if broken_off and gone.spent < gone.allowed:
        act.then(crossing.GoOn(piece, gone.limit, gone.spent, int(gone.halved), gone.closed, int(gone.tested)))


def mire(act: Act, piece: int) -> None:
    """FE 8.2: a unit that lands on flooded ground from the sea or the air, paratroops and Rangers too, moves no more in
    this turn. Only sea movement into a port is exempt, and it does not ask."""
    if act.pos.on_map(piece) and act.pos.terrain(act.pos.at(piece)) == "flooded":
        act.flag(piece, f.STUCK, 1, "8.2")


def unfold(act: Act, piece: int) -> None:
    """FE 22.2: a coastal defence unit that moves or retreats turns to its infantry side for good."""
    if piece in act.pos.game.roster.coastal and not act.pos.flag(piece, f.FLIPPED):
        act.flag(piece, f.FLIPPED, 1, "22.2")


def _flush(act: Act, piece: int, walked: list[int]) -> list[int]:
    """Write down the hexes walked so far and what follows from entering them."""
    if len(walked) > 1 and act.pos.on_map(piece):
        act.move(piece, walked, "mode.move", len(walked) - 1, "5.1")
        control.entered(act, piece, tuple(walked))
    return [walked[-1]]


def _may_wake(pos: FortressPosition, side: int, here: int, there: int) -> bool:
    """Could entering a hex bring Volkssturm (25) or release frozen units (9.7), whose ZOC would count at once?"""
    if side != f.ALLIED:
        return False
    ground = pos.game.ground
    near: int = pos.game.edition.chart("limits", "volkssturm_trigger")
    if any(
        city in ground.german_cities and not pos.state.marker(city, -1, f.VOLKSSTURM)
        for city in pos.board.within(there, near)
    ):
        return True
    sleeping = any(not districts.released(pos, district) for district in districts.ALL)
    return sleeping and districts.crosses(pos, here, there)


# ------------------------------------------------------------------ 9.1 C relieving frozen units
def relief_refusal(pos: FortressPosition, piece: int, frozen: int) -> Refusal | None:
    """FE 9.1 C, C-15: why a unit may not take a frozen unit's place now."""
    if piece not in pos.game.roster.land or frozen not in pos.game.roster.land:
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
def asleep(pos: FortressPosition, piece: int) -> bool:
    """FE 31.9: armour outside the invaded districts on June I; invasion response units are not meant."""
    if not pos.option("31.9") or pos.state.turn != 1 or piece not in pos.game.roster.armored:
        return False
    if pos.side(piece) != f.GERMAN or not pos.on_map(piece):
        return False
    if districts.invaded(pos, pos.game.ground.district[pos.at(piece)]):
        return False
    response = pos.scenario.arriving(pos.state.turn, f.GERMAN, "invasion_response")
    return all(row.piece != piece for row in response)


def _rouse_refusal(pos: FortressPosition, piece: int) -> Refusal | None:
    if pos.active_side != f.GERMAN or pos.impulse not in (1, 2) or not asleep(pos, piece):
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
        "none": allow.RELEASE_NONE,
        "second_only": allow.RELEASE_SECOND,
        "half_up_then_normal": allow.RELEASE_HALF,
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
    if side != f.ALLIED or number != 1 or not allow.response_turn(pos):
        return
    for piece in pos.ashore(f.ALLIED):
        place = pos.at(piece)
        if pos.nation(piece) != roster.US or place not in pos.scenario.targets:
            continue
        if any(pos.enemies_in(there, f.ALLIED) for there in pos.game.ground.links[place]):
            act.flag(piece, f.FULL_MOVE, 1, "33.3.9.5")


def _clear_sky(act: Act) -> None:
    """FE 11.6: remember the first clear turn after an invasion."""
    invaded, turn = act.state.variable(f.VAR_INVASION_TURN), act.state.turn
    if act.pos.weather == f.CLEAR and 0 < invaded < turn and act.state.variable(f.VAR_FIRST_CLEAR) <= invaded:
        act.assign(f.VAR_FIRST_CLEAR, turn, "11.6")


MISSING: Missing = ()
ACTIONS: Final[tuple[Action, ...]] = (
    Action(Move, _check, _take, _choices),
    # One unit a decision reaches every position that a stack does, so that stacks are not listed.
    Action(MoveStack, _check_stack, _take_stack, lambda _pos: ()),
    Action(Relieve, _check_relief, _take_relief, _relief_choices),
    Action(RouseArmor, _check_rouse, _take_rouse, _rouse_choices),
)
DECISIONS: Final = (Move, MoveStack, Relieve, RouseArmor, *crossing.DECISIONS)
STEPS: Final = (*crossing.STEPS,)
