"""Who may attack which hex (12.2, 12.3), and what is declared but not yet fought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions import conditions, engineers
from hexledger.engine.games.june_6.questions.command import is_division
from hexledger.engine.games.june_6.questions.crossing import can_attack_over, needs_engineers
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.projections.state import State


class Listed(NamedTuple):
    """A declared attack. `carried` are the units that engineers carry, `carriers` the HQ for each of them."""

    target: int
    units: tuple[int, ...]
    carried: tuple[int, ...] = ()
    carriers: tuple[int, ...] = ()


# ------------------------------------------------------------------ who may attack
def check_attacker(pos: June6Position, piece: int) -> None:
    """J6 12.21, 12.22, 6.16, R-58, R-116: IllegalDecision unless the unit may attack in this activation at all."""
    refused = _no_attacker(pos, piece)
    if refused:
        rule, why = refused
        raise IllegalDecision(pos.game.cite(rule), f"{pos.name(piece)} cannot attack: it {why}")


def may_attack(pos: June6Position, piece: int) -> bool:
    """True when `check_attacker` would pass."""
    return _no_attacker(pos, piece) is None


def _no_attacker(pos: June6Position, piece: int) -> tuple[str, str] | None:
    if not pos.is_active(piece) or not pos.on_map(piece):
        return "12.21", "is not active"
    face = pos.face(piece)
    if face.cs_defence_only:
        return "12.11", "has a strength in brackets, for defence only"
    if face.cs <= 0:
        return "12.51", "has no combat strength"
    if pos.flag(piece, f.ATTACKED):
        return "R-22", "has attacked in this activation"
    if conditions.may_not_attack(pos, piece):
        return "PB 6.103", "makes no attack any more in this scenario"
    if pos.flag(piece, f.RECOVERED):
        return "21.22", "has tried to recover in this activation"
    if pos.flag(piece, f.STRATEGIC):
        return "7.3d", "has used strategic movement in this activation"
    if pos.landing and not pos.is_beach(pos.at(piece)):
        return "R-50", "is not in a beach hex"
    if pos.active_mode == f.ME and pos.flag(piece, f.RE):
        return "6.16", "has lost its HQ in this activation, and with an RE marker nobody attacks in ME"
    if pos.active_mode == f.RE_MODE:
        if pos.flag(piece, f.MOVED):
            return "12.22", "has moved in this RE activation"
        if pos.flag(piece, f.BEGAN_EZOC) != f.IN_EZOC:
            return "7.4c", "did not begin this RE activation in an enemy ZOC"
    return _came_too_late(pos, piece)


def _came_too_late(pos: June6Position, piece: int) -> tuple[str, str] | None:
    """J6 13.12a, 22.24: a disordered or isolated unit attacks only if it began its activation next to an enemy unit.
    (It enters no enemy ZOC, but it could move up to an HQ or a support unit.)"""
    if not pos.flag(piece, f.MOVED) or pos.flag(piece, f.BEGAN_EZOC):
        return None
    if pos.flag(piece, f.DISORDER):
        return "13.12a", "is disordered and did not begin this activation next to an enemy unit"
    if pos.flag(piece, f.ISOLATED):
        return "22.24", "is isolated and did not begin this activation next to an enemy unit"
    return None


def targets_of(pos: June6Position, piece: int) -> tuple[int, ...]:
    """J6 12.23, 12.31: adjacent enemy hexes that a unit could attack into, with engineers where they are at hand."""
    enemy = 3 - pos.side(piece)
    return tuple(
        place
        for place in pos.board.neighbours[pos.at(piece)]
        if pos.holder(place) == enemy
        and can_attack_over(pos, piece, place)
        and (not needs_engineers(pos, piece, place) or engineers.carriers(pos, piece))
    )


def pending_targets(state: State) -> tuple[int, ...]:
    """J6 14.23: hexes of the declared attacks that are still to be resolved in the running activation, ascending."""
    found: set[int] = set()
    for tag, data in state.agenda:
        if tag == _PENDING:
            attacks: Any = data[0]
            found.update(Listed(*attack).target for attack in attacks)
    return tuple(sorted(found))


# ------------------------------------------------------------------ declaring
def check_one_division(pos: June6Position, units: Sequence[int]) -> None:
    """J6 QA-BOMB-10: units of two divisions, or of a division and a corps, never attack together."""
    formations = sorted({pos.formation(piece) for piece in units})
    divisions = [formation for formation in formations if is_division(pos, formation)]
    if len(divisions) == 1 and all(serves_on_the_beach(pos, piece, divisions[0]) for piece in units):
        return
    if len(formations) > 1 and divisions:
        raise IllegalDecision(pos.game.cite("QA-BOMB-10"), "units of different formations do not attack together")


def serves_on_the_beach(pos: June6Position, piece: int, division: int) -> bool:
    """PB 1.71: in the landing any corps unit of a landing box serves any division of that box; True for the division's
    own units, too."""
    if pos.formation(piece) == division:
        return True
    invasion = pos.scenario.invasion
    if invasion is None or not pos.landing or is_division(pos, pos.formation(piece)):
        return False
    boxes = {invasion.box[unit] for unit in invasion.box if pos.home(unit) == division}
    return invasion.box.get(piece, -1) in boxes


# ------------------------------------------------------------------ resolving
_PENDING: Final = 47
