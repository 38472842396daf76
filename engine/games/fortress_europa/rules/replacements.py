"""Replacements (27.1-27.10, 27.14): points of the turn, restoring reduced units, rebuilding destroyed ones.

Each nationality has a track of all its points and one of those among them that are armour points.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.fortress_europa.questions import panzer_reserve, points
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import augmented, hq_troops, reinforcements
from hexledger.engine.games.fortress_europa.rules import panzer_reserve as panzer_reserve_rules
from hexledger.engine.games.fortress_europa.rules import points as points_rules
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.steps import Prompt, Refusal, Step, permit
from hexledger.engine.procedures.menu import FromMenu
from hexledger.projections.state import OFF_MAP


class ReplacementPhase(Step[FortressPosition], frozen=True, array_like=True, tag=185):
    """FE 4.3 B1, 27: a side receives its points and spends them."""

    side: int

    def run(self, act: Act) -> None:
        """Nothing on turn 1 (27.2), in the Battle of the Bulge (33.3.3) and before January III after it (33.4.3)."""
        scenario, turn = act.pos.scenario, act.state.turn
        act.phase("phase.replacement", self.side, "27.1")
        if turn == 1 or (scenario.bulge and not scenario.berlin):
            return
        if scenario.berlin and turn < act.pos.tables.calendar.number("January III"):
            return
        for nation in (*points.NATIONS[self.side], *((points.SPECIAL,) if self.side == f.ALLIED else ())):
            points_rules.receive(act, nation)
        choice: tuple[Step[FortressPosition], ...] = ()
        if self.side == f.GERMAN and panzer_reserve.is_turn(act.pos, "panzer_reserve_option"):
            choice = (panzer_reserve_rules.ReserveChoice(),)
        act.then(*choice, Spend(self.side))


class Restore(Decision, frozen=True, array_like=True, tag=185):
    """A reduced unit is brought to full strength."""

    unit: PieceId


def restore_refusal(pos: FortressPosition, side: int, piece: int) -> Refusal | None:
    """FE 27.7, 28.2: (rule, reason) why a unit may not be restored, None when it may."""
    if pos.side(piece) != side or pos.at(piece) == OFF_MAP or piece in pos.tables.roster.by_flag:
        return "27.7", f"{pos.name(piece)} is no reduced unit of that side in play"
    why = points.never(pos, piece) or points.ss_first(pos, piece)
    if why is not None:
        return why
    if not pos.reduced(piece):
        return "27.7", f"{pos.name(piece)} is at full strength"
    if not points.affordable(pos, piece, points.cost(pos, "restore_reduced_to_full")):
        return "27.1", f"there are no points for {pos.name(piece)}"
    return points.place_refusal(pos, piece) if pos.on_map(piece) else None


def _take_restore(act: Act, decision: Restore) -> None:
    piece = decision.unit
    points_rules.pay(act, piece, points.cost(act.pos, "restore_reduced_to_full"), "27.7")
    act.steps(piece, act.pos.steps(piece) + 1, "27.7")
    act.flag(piece, f.CANNOT_MOVE, 1, "27.7")


class Rebuild(Decision, frozen=True, array_like=True, tag=186):
    """A destroyed unit comes back, at full strength or reduced; it moves from next turn on."""

    unit: PieceId
    at: PlaceId
    full: bool = True


def rebuild_cost(pos: FortressPosition, piece: int, full: bool) -> int:
    """FE 27.8: points that a destroyed unit costs."""
    if pos.counters[piece].steps < 2:
        return points.cost(pos, "rebuild_1step")
    return points.cost(pos, "rebuild_2step_to_full" if full else "rebuild_2step_to_reduced")


def rebuild_refusal(pos: FortressPosition, side: int, decision: Rebuild) -> Refusal | None:
    """FE 27.8, C-57: (rule, reason) why a destroyed unit may not come back in a place, None when it may."""
    piece, place = decision.unit, decision.at
    if pos.side(piece) != side or not pos.state.pooled(f.ELIMINATED, piece):
        return "27.8", f"{pos.name(piece)} is no destroyed unit of that side"
    why = points.never(pos, piece) or points.ss_first(pos, piece)
    if why is not None:
        return why
    if not decision.full and pos.counters[piece].steps < 2:
        return "27.8", f"{pos.name(piece)} has one step only"
    if not points.affordable(pos, piece, rebuild_cost(pos, piece, decision.full)):
        return "27.1", f"there are not enough points for {pos.name(piece)}"
    ground = pos.tables.ground
    if side == f.ALLIED:
        if place not in (ground.england, ground.africa):
            return "27.8", "rebuilt Allied units appear in England or Africa"
        return None
    why = reinforcements.city_refusal(pos, piece, place)
    if why is None and not pos.fits(place, (piece,)):
        return "6.1", f"{pos.label(place)} has no room for {pos.name(piece)}"
    return why


def _take_rebuild(act: Act, decision: Rebuild) -> None:
    piece, pos = decision.unit, act.pos
    points_rules.pay(act, piece, rebuild_cost(pos, piece, decision.full), "27.8")
    points_rules.come_back(act, piece, decision.at, decision.full, "27.8")


# ---------------------------------------------------------------------- the phase
class EndReplacements(Decision, frozen=True, array_like=True, tag=187):
    """The rest of the points is kept (27.3)."""


def _check_restore(pos: FortressPosition, decision: Restore) -> None:
    permit(pos, restore_refusal(pos, pos.active_side, decision.unit))


def _check_rebuild(pos: FortressPosition, decision: Rebuild) -> None:
    permit(pos, rebuild_refusal(pos, pos.active_side, decision))


def _restores(pos: FortressPosition) -> Iterator[Decision]:
    side, counters = pos.active_side, pos.counters
    for piece in sorted([piece for piece, steps in pos.state.steps.items() if steps < counters[piece].steps]):
        if pos.side(piece) == side and restore_refusal(pos, side, piece) is None:
            yield Restore(PieceId(piece))


def _rebuilds(pos: FortressPosition) -> Iterator[Decision]:
    side, ground = pos.active_side, pos.tables.ground
    places = (ground.england, ground.africa) if side == f.ALLIED else tuple(sorted(ground.german_cities))
    for piece in sorted(pos.state.pool(f.ELIMINATED)):
        if pos.side(piece) != side or points.never(pos, piece) is not None:
            continue
        for full in (True, False):
            if not points.affordable(pos, piece, rebuild_cost(pos, piece, full)):
                continue
            for place in places:
                decision = Rebuild(PieceId(piece), PlaceId(place), full)
                if rebuild_refusal(pos, side, decision) is None:
                    yield decision


MENU: Final[Menu[FortressPosition]] = Menu(
    (
        Action(Restore, _check_restore, _take_restore, _restores),
        Action(Rebuild, _check_rebuild, _take_rebuild, _rebuilds),
        *hq_troops.ACTIONS,
        *augmented.ACTIONS,
        Action(EndReplacements, lambda _p, _d: None, lambda act, _d: act.done(), lambda _p: (EndReplacements(),)),
    )
)


class Spend(FromMenu[FortressPosition], frozen=True, array_like=True, tag=186):
    """FE 27.3, 27.7, 27.8: a side spends points, one unit after the other, and keeps the rest."""

    menu = MENU
    rule = "27.1"

    side: int

    def prompt(self, pos: FortressPosition) -> Prompt | None:
        if all(next(iter(action.choices(pos)), None) is None for action in MENU.actions[:-1]):
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["prompt.replacements"], rules["27.1"], MENU.kinds)

    def run(self, act: Act) -> None:
        """There is nothing to spend points on."""


MISSING: Missing = ()
DECISIONS: Final = (Restore, Rebuild, EndReplacements)
STEPS: Final = (ReplacementPhase, Spend)
