"""Landings from the air on 6 June: parachute units first of all (PB 1.5), gliders with their AM (PB 1.105)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.invasion_plan import INVASION, AirLanding
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import chits, losses
from hexledger.engine.games.june_6.rules.activation import begin_activation
from hexledger.engine.games.june_6.rules.airborne_table import GLIDER, PARACHUTE
from hexledger.engine.games.june_6.rules.chit_effects import works
from hexledger.engine.games.june_6.rules.control import entered
from hexledger.engine.games.june_6.rules.delay_points import after_move
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Step, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

ZONE: Final = 8
"""Hexes from a beach hex of the unit's box to its target (PB 1.51)."""
GLIDER_GROUND: Final = ("clear", "bocage")
"""Terrain that gliders land in (PB 1.105)."""
DIE: Final = 10


class DropUnit(Decision, frozen=True, array_like=True, tag=600):
    """Drop this parachute unit on this hex."""

    unit: PieceId
    at: PlaceId


class DropHistorical(Decision, frozen=True, array_like=True, tag=601):
    """Drop all parachute units that are left on their historical hexes."""


class LandGlider(Decision, frozen=True, array_like=True, tag=602):
    """Land this glider unit in this hex."""

    unit: PieceId
    at: PlaceId


# ---------------------------------------------------------------------- PB 1.51 where
def refusal(pos: June6Position, unit: AirLanding, place: int) -> tuple[str, str] | None:
    """PB 1.51: why a unit may not come down in a hex: rule and reason; None when it may. An enemy ZOC is no bar."""
    why = bad_ground(pos, unit.piece, place)
    if why is not None:
        return why
    beaches = pos.board.box_hexes(pos.board.labels[unit.box])
    if place not in unit.far and min(pos.board.distance(place, beach) for beach in beaches) > ZONE:
        return "PB 1.51", f"{pos.label(place)} is more than {ZONE} hexes from every beach hex of {pos.label(unit.box)}"
    return None


def bad_ground(pos: June6Position, piece: int, place: int) -> tuple[str, str] | None:
    """PB 1.51: why nobody may come down in a hex, whatever his zone: enemies, the ground, stacking."""
    if not 0 <= place < pos.board.n_hexes or not pos.in_bounds(piece, place):
        return "PB 1.51", "a drop needs a land hex of the map"
    label, terrain = pos.label(place), pos.board.terrain[place]
    if pos.side_at(place) == f.GERMAN:
        return "PB 1.51", f"enemy units occupy {label}"
    if terrain in pos.game.terrain.no_drop:
        return "PB 1.51", f"{label} is {terrain}: no unit comes down there"
    if "coastal" in pos.board.features[place]:
        return "PB 1.51", f"{label} is a coastal hex: no unit comes down there"
    if not pos.fits(place, (piece,)):
        return "9.1", f"{label} has no room for {pos.name(piece)}"
    return None


# ---------------------------------------------------------------------- PB 1.5 parachutists
def dropping(pos: June6Position) -> tuple[Step, ...]:
    """PB 1.5: the steps of the parachute drop; PB 2.84b.1, 2.84c.1: chits that are shown with it."""
    listed = chits.moment(pos, f.ALLIED, chits.DROP)
    contact = chits.moment(pos, f.GERMAN, chits.CONTACT)
    return (BeginDrop(), *listed, DropParachutes(), *contact, ResolveDrops())


class BeginDrop(Step, frozen=True, array_like=True, tag=604):
    """PB 1.5: the parachute drop before the invasion begins."""

    def run(self, act: Recorder[Any]) -> None:
        """Begin the phase."""
        act.phase("phase.airborne", f.ALLIED, "PB 1.5")


class DropParachutes(Choice, frozen=True, array_like=True, tag=605):
    """PB 1.51, 10.22: the Allied player puts his parachute units on their target hexes, one by one or all left on
    the historical ones."""

    def left(self, pos: June6Position) -> tuple[AirLanding, ...]:
        """Units that have not been dropped, in the order of the set-up."""
        invasion = pos.scenario.invasion
        return tuple(unit for unit in invasion.drops if pos.in_box(unit.piece)) if invasion is not None else ()

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks while units are left."""
        assert isinstance(pos, June6Position)
        left = self.left(pos)
        if not left:
            return None
        kinds = (DropUnit.kind(), DropHistorical.kind())
        pieces = tuple(unit.piece for unit in left)
        words, rules = pos.game.words, pos.game.rules
        return Prompt(f.ALLIED, words["ask.drop"], rules["PB 1.51"], kinds, pieces, complete=False)

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses other units, and hexes that PB 1.51 closes to them."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (DropUnit, DropHistorical), cite("PB 1.51"))
        if isinstance(decision, DropUnit):
            wrong = refusal(pos, self._unit(pos, decision.unit), decision.at)
        else:
            wrong = next(filter(None, (refusal(pos, unit, unit.historical) for unit in self.left(pos))), None)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def _unit(self, pos: June6Position, piece: int) -> AirLanding:
        for unit in self.left(pos):
            if unit.piece == piece:
                return unit
        raise IllegalDecision(pos.game.cite("PB 1.51"), f"{pos.game.piece_name(piece)} is no parachute unit to drop")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """The historical drop; every legal hex of the next unit."""
        assert isinstance(pos, June6Position)
        left = self.left(pos)
        if all(refusal(pos, unit, unit.historical) is None for unit in left):
            yield DropHistorical()
        for place in targets(pos, left[0]):
            yield DropUnit(PieceId(left[0].piece), PlaceId(place))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The units stand on their targets, with RE (PB 1.52)."""
        if isinstance(decision, DropUnit):
            drop(act, decision.unit, decision.at)
            return
        for unit in self.left(act.pos):
            drop(act, unit.piece, unit.historical)

    def run(self, act: Recorder[Any]) -> None:
        """Everybody has jumped."""


def targets(pos: June6Position, unit: AirLanding) -> tuple[int, ...]:
    """Every hex in which a unit may come down, in place order."""
    near = set(unit.far)
    for beach in pos.board.box_hexes(pos.board.labels[unit.box]):
        near.update(pos.board.within(beach, ZONE))
    return tuple(place for place in sorted(near) if refusal(pos, unit, place) is None)


def drop(act: Act, piece: int, place: int) -> None:
    """PB 1.51, 1.52: a parachute unit comes down on its target hex and carries RE."""
    _come_down(act, piece, place, "mode.drop", "PB 1.51")
    act.flag(piece, f.RE, 1, "PB 1.52")


def _come_down(act: Act, piece: int, place: int, mode: str, rule: str) -> None:
    act.move(piece, (act.pos.at(piece), place), mode, 0, rule)
    after_move(act, piece, (place,), 0)
    entered(act, place)


class ResolveDrops(Step, frozen=True, array_like=True, tag=606):
    """PB 1.53: once all are down, the landing of each is rolled for."""

    def run(self, act: Recorder[Any]) -> None:
        """Roll for every unit that has jumped, in the order of the set-up."""
        invasion = act.pos.scenario.invasion
        assert invasion is not None
        for unit in invasion.drops:
            if act.pos.on_map(unit.piece):
                resolve(act, unit.piece, PARACHUTE, "PB 1.53")


# ---------------------------------------------------------------------- the Airborne Landing Table
def resolve(act: Act, piece: int, column: str, rule: str) -> None:
    """PB 1.53, 1.105: roll on the Airborne Landing Table and carry the result out."""
    pos: June6Position = act.pos
    table = pos.game.airborne
    lines = [line for line in drms(pos, piece, rule) if line[1]]
    total = sum(value for _, value, _ in lines)
    act.reckon("reckon.airborne_drm", piece, lines, total, rule)
    row = table.row(act.roll("roll.airborne", DIE, piece, rule) + total)
    results = table.results(column, row)
    words = [f"result.{result}" for result in results] or ["result.none"]
    act.resolved("table.airborne", f"column.{column}", row, words, rule)
    for result in results:
        if result == "scattered":
            act.flag(piece, f.SCATTERED, 1, rule)
        elif result == "reduced":
            losses.lose_step(act, piece, rule)
        elif act.pos.on_map(piece):
            losses.disorder(act, piece, int(result.rpartition("_")[2]), rule)


def drms(pos: June6Position, piece: int, rule: str) -> Iterator[tuple[str, int, str]]:
    """The DRMs of the table for a unit where it has come down."""
    table, place, board = pos.game.airborne, pos.at(piece), pos.board
    if board.terrain[place] == "bocage":
        yield "drm.bocage", table.drms["bocage"], rule
    if pos.in_ezoc(place, pos.side(piece)):
        yield "drm.enemy_zoc", table.drms["enemy_zoc"], rule
    around = board.neighbours[place]
    if any(board.terrain[near] == "marsh" or "marsh_hexside" in board.hexsides(place, near) for near in around):
        yield "drm.marsh", table.drms["marsh"], rule
    if pos.counters[piece].nationality in ("british", "canadian"):
        yield "drm.commonwealth", table.drms["commonwealth"], rule
    if pos.game.piece(piece) in table.units:
        yield "drm.best_drop", table.units[pos.game.piece(piece)], rule


# ---------------------------------------------------------------------- PB 1.105 gliders
def glider_steps(pos: June6Position, am: int) -> tuple[Step, ...]:
    """PB 1.105, 10.23: what the AM of an airborne division brings on 6 June: its gliders land and act in ME; nothing
    for any other AM."""
    formations = pos.game.ams[am].formations
    if pos.state.turn != INVASION or len(formations) != 1 or not _gliders(pos, formations[0]):
        return ()
    return (LandGliders(formations[0]), GlidersAct(formations[0]))


def _gliders(pos: June6Position, formation: int) -> tuple[AirLanding, ...]:
    invasion = pos.scenario.invasion
    if invasion is None:
        return ()
    return tuple(unit for unit in invasion.gliders if pos.home(unit.piece) == formation)


def glider_refusal(pos: June6Position, unit: AirLanding, place: int) -> tuple[str, str] | None:
    """PB 1.105: why a glider unit may not land in a hex; None when it may: clear or bocage, in or next to the hex of a
    parachute unit of its division, and everything that binds parachutists (R-104: their zone, too, but not where event
    chit 1 has let them drop outside it)."""
    why = bad_ground(pos, unit.piece, place) if works(pos, f.ALLIED, 1) else refusal(pos, unit, place)
    if why is not None:
        return why
    if pos.board.terrain[place] not in GLIDER_GROUND:
        return "PB 1.105", f"{pos.label(place)} is neither clear nor bocage"
    if place not in _near_parachutists(pos, unit):
        return "PB 1.105", f"no parachute unit of its division is in or next to {pos.label(place)}"
    return None


def _near_parachutists(pos: June6Position, unit: AirLanding) -> set[int]:
    invasion = pos.scenario.invasion
    assert invasion is not None
    division = pos.home(unit.piece)
    near: set[int] = set()
    for other in invasion.drops:
        if pos.home(other.piece) == division and pos.on_map(other.piece):
            near.update(pos.board.within(pos.at(other.piece), 1))
    return near


class LandGliders(Choice, frozen=True, array_like=True, tag=607):
    """PB 1.105: with their division's AM the glider units land, the Allied player chooses where."""

    formation: int

    def _next(self, pos: June6Position) -> tuple[AirLanding, tuple[int, ...]] | None:
        for unit in _gliders(pos, self.formation):
            if pos.in_box(unit.piece):
                near = sorted(_near_parachutists(pos, unit))
                return unit, tuple(place for place in near if glider_refusal(pos, unit, place) is None)
        return None

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks for a glider unit that has somewhere to go."""
        assert isinstance(pos, June6Position)
        found = self._next(pos)
        if found is None or not found[1]:
            return None
        words, rules = pos.game.words, pos.game.rules
        kinds = (LandGlider.kind(),)
        return Prompt(f.ALLIED, words["ask.glider"], rules["PB 1.105"], kinds, (found[0].piece,), found[1])

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses other units, and hexes that PB 1.105 closes."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (LandGlider,), cite("PB 1.105"))
        assert isinstance(decision, LandGlider)
        found = self._next(pos)
        if found is None or decision.unit != found[0].piece:
            raise IllegalDecision(cite("PB 1.105"), f"{pos.game.piece_name(decision.unit)} does not land now")
        wrong = glider_refusal(pos, found[0], decision.at)
        if wrong is not None:
            raise IllegalDecision(cite(wrong[0]), wrong[1])

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Every hex."""
        assert isinstance(pos, June6Position)
        found = self._next(pos)
        if found is not None:
            yield from (LandGlider(PieceId(found[0].piece), PlaceId(place)) for place in found[1])

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The unit lands and rolls in the glider column."""
        assert isinstance(decision, LandGlider)
        _come_down(act, decision.unit, decision.at, "mode.glider", "PB 1.105")
        resolve(act, decision.unit, GLIDER, "PB 1.105")

    def run(self, act: Recorder[Any]) -> None:
        """All are down, or have nowhere to land: those come by sea with their HQ."""
        found = self._next(act.pos)
        if found is not None:
            act.note("note.no_landing_hex", (found[0].piece,), "PB 1.105")


class GlidersAct(Step, frozen=True, array_like=True, tag=608):
    """PB 1.105: the glider units that have landed act in ME, although their HQ is off the map; the parachute units of
    the division carry RE and do not (PB 1.52)."""

    formation: int

    def run(self, act: Recorder[Any]) -> None:
        """Begin their activation."""
        units = [unit.piece for unit in _gliders(act.pos, self.formation) if act.pos.on_map(unit.piece)]
        for unit in units:
            act.flag(unit, f.ACTIVATIONS, act.pos.flag(unit, f.ACTIVATIONS) + 1, "PB 1.105")
        if units:
            begin_activation(act, f.ALLIED, f.ME, units, self.formation)


DECISIONS: Final = (DropUnit, DropHistorical, LandGlider)
STEPS: Final = (BeginDrop, DropParachutes, ResolveDrops, LandGliders, GlidersAct)
