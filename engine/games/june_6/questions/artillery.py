"""Artillery points: which HQs may give how many to a fight (section 16.1 and 16.2). Pure questions."""

# No `from __future__ import annotations` here: as text, the fields of a NamedTuple would be compiled one by one.

from typing import Final, NamedTuple

from hexledger.engine.games.june_6.questions.command import corps_serves, is_division
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.position import ON_PLACES, June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.memory import kept

CORPS_RANGE: Final = 8
"""J6 16.12a: hexes from a corps HQ to the defender's hex, which is counted."""
DIVISION_RANGE: Final = 4
"""J6 16.12b: the same for a division HQ and 5ArtyGp."""
ATTACH_RANGE: Final = 4
"""J6 16.23b: hexes from a corps HQ to the active division HQ that uses its points."""


class Gun(NamedTuple):
    """J6 12.14, 16.11: an HQ (or 5ArtyGp) and the points that it may give now."""

    piece: int
    points: int


def attack_guns(pos: June6Position, fight: Fight) -> tuple[Gun, ...]:
    """J6 16.21a, 16.23: artillery that may support the attack, with what is left of its points in this activation."""
    re_attack = pos.active_mode == f.RE_MODE
    guns = (
        Gun(piece, _points(pos, piece, re_attack) - pos.flag(piece, f.ARTILLERY_USED))
        for piece in _batteries(pos, fight.side, fight.target)
        if _may_attack(pos, piece, fight)
    )
    return tuple(gun for gun in guns if gun.points > 0)


def defence_guns(pos: June6Position, fight: Fight) -> tuple[Gun, ...]:
    """J6 16.21b, 16.24: artillery that may support the defenders. Division points are there in full each time
    (QA-BOMB-12), those of every division with a unit in the hex (QA-BOMB-11)."""
    formations = sorted({pos.formation(piece) for piece in fight.defenders})
    guns = (
        Gun(piece, _points(pos, piece, False))
        for piece in _batteries(pos, 3 - fight.side, fight.target)
        if _may_defend(pos, piece, formations)
    )
    return tuple(gun for gun in guns if gun.points > 0)


def is_division_gun(pos: June6Position, piece: int) -> bool:
    """J6 16.21, 16.25: a division HQ, or 5ArtyGp while a division has it attached; else corps artillery."""
    return pos.is_division_hq(piece) or (not pos.is_hq(piece) and is_division(pos, pos.formation(piece)))


def reach(pos: June6Position, piece: int) -> int:
    """J6 16.12: range in hexes of an HQ or 5ArtyGp. Terrain never blocks it."""
    return CORPS_RANGE if pos.is_corps_hq(piece) else DIVISION_RANGE


def may_fire(pos: June6Position, piece: int) -> bool:
    """J6 16.13, 22.23, QA-BOMB-3: not while disordered, pinned or isolated."""
    return not (pos.flag(piece, f.DISORDER) or pos.flag(piece, f.PINNED) or pos.flag(piece, f.ISOLATED))


@kept(ON_PLACES)
def _guns(pos: June6Position, side: int) -> tuple[int, ...]:
    """HQs and 5ArtyGp of a side on the map."""
    return tuple(piece for piece in pos.game.guns[side] if pos.on_map(piece))


def _batteries(pos: June6Position, side: int, target: int) -> list[int]:
    return [
        piece
        for piece in _guns(pos, side)
        if pos.face(piece).artillery
        and may_fire(pos, piece)
        and pos.board.distance(pos.at(piece), target) <= reach(pos, piece)
    ]


def _points(pos: June6Position, piece: int, re_attack: bool) -> int:
    """J6 16.14: halved, downwards, under an RE marker or in an RE attack; J6 16.26: doubled in a Corps
    Activation."""
    points = pos.face(piece).artillery
    if pos.flag(piece, f.DOUBLED):
        points *= 2
    return points // 2 if re_attack or pos.flag(piece, f.RE) else points


def _may_attack(pos: June6Position, piece: int, fight: Fight) -> bool:
    formations = sorted({pos.formation(attacker) for attacker in fight.attackers})
    if is_division_gun(pos, piece):
        return pos.is_active(piece) and pos.formation(piece) in formations
    if pos.flag(piece, f.FIRED) and not pos.flag(piece, f.ARTILLERY_USED):
        return False
    return any(_corps_may_attack(pos, piece, formation) for formation in formations)


def _corps_may_attack(pos: June6Position, piece: int, formation: int) -> bool:
    """J6 16.23: in its own activation for its own corps units, else attached to an active division HQ nearby."""
    if not corps_serves(pos, piece, formation):
        return False
    if not is_division(pos, formation):
        # 16.23a: of the corps HQs that a German corps AM activates, each supports the units of its own corps.
        return pos.is_active(piece) and (pos.side(piece) == f.ALLIED or pos.formation(piece) == formation)
    hq = pos.hq_of(formation)
    return hq >= 0 and pos.is_active(hq) and pos.board.distance(pos.at(piece), pos.at(hq)) <= ATTACH_RANGE


def _may_defend(pos: June6Position, piece: int, formations: list[int]) -> bool:
    if is_division_gun(pos, piece):
        return pos.formation(piece) in formations
    return not pos.flag(piece, f.FIRED) and any(corps_serves(pos, piece, formation) for formation in formations)
