"""Who acts and when: headquarters, the units that they command, boxes of the increment track, reactions."""

from __future__ import annotations

from typing import Final

from hexledger.engine.bots.chance import Chance
from hexledger.engine.games.france_1944.advisor import fighting, moving
from hexledger.engine.games.france_1944.advisor import ground as g
from hexledger.engine.games.france_1944.questions import command, increments, supply, zoc
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.rules import initiative, reaction
from hexledger.engine.games.france_1944.rules.asking import Pass
from hexledger.engine.games.france_1944.rules.increments import ChooseBox, Declare, EndPhase
from hexledger.engine.games.france_1944.rules.initiative import ActivateHq, Administer, Designate
from hexledger.engine.games.france_1944.rules.reaction import ReactArmy, ReactNothing, ReactPiece
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.games.france_1944.tables.chart import FIRST_BOX
from hexledger.engine.kernel.decisions import Decision, PieceId, WordId

MARCH_GAIN: Final = 6
"""Points that administrative movement must bring beyond a normal move."""
GROUND: Final = 8
"""Points of places that are as good as one of combat."""
SHORT_MARCH: Final = 24
"""Points of marches below which units rather come into contact."""
CANDIDATES: Final = 10
BEHIND: Final = 6
"""Hexes from the enemy at which an Allied unit has been left behind."""
RELIEF: Final = 5
"""Hexes from a crossing of the Rhine within which a German unit comes to guard it."""
SINGLE: Final = 12
"""Points that a single-piece reaction must bring."""
ARMY: Final = 24
"""Points that an army reaction must bring."""


# ---------------------------------------------------------------------- headquarters and units
def in_contact(pos: FrancePosition, unit: int) -> bool:
    """An enemy combat unit stands beside the unit."""
    return g.enemy_beside(pos, pos.at(unit), pos.side(unit)) > 0


def _useful(pos: FrancePosition, unit: int) -> tuple[int, int, int]:
    """Units that fight first, then those that are quick."""
    contact = in_contact(pos, unit)
    power = pos.set_piece(unit) + pos.mobile(unit)
    return (int(bool(pos.flag(unit, w.DROPPED))), power + (6 if contact else pos.mpa(unit)), -unit)


def team(pos: FrancePosition, hq: int) -> tuple[int, ...]:
    """The units that an HQ would command now: the most useful ones within its capacity."""
    found: list[int] = []
    for unit in sorted(command.commandable(pos, hq), key=lambda unit: _useful(pos, unit), reverse=True):
        if command.over_capacity(pos, hq, (*found, unit)) is None:
            found.append(unit)
    return tuple(sorted(found))


def army_value(pos: FrancePosition, hq: int) -> int:
    """What it is worth to activate an HQ: its best attacks, and the ground that its units can cover."""
    units = team(pos, hq)
    return attack_value(pos, units, pos.side(hq)) + march_value(pos, units)


def attack_value(pos: FrancePosition, units: tuple[int, ...], side: int) -> int:
    """Points of the two best attacks of these units."""
    floor = fighting.WORTH_FIGHTING[side]
    found = [points - floor for points in fighting.prospects(pos, units) if points > floor]
    return sum(found[:2]) // fighting.UNIT


def march_value(pos: FrancePosition, units: tuple[int, ...]) -> int:
    """Points of what these units would gain by a whole move."""
    return sum(_whole_move(pos, unit, bool(pos.flag(unit, w.ADMIN))) for unit in units) // GROUND


def _whole_move(pos: FrancePosition, piece: int, admin: bool) -> int:
    """What a piece gains by the first box of the track."""
    box = pos.game.chart.boxes[FIRST_BOX]
    mpa = pos.mpa(piece)
    if not supply.supplied(pos, piece) and not pos.flag(piece, w.CUT_OFF):
        mpa = pos.game.chart.cut_off[mpa]
    return moving.best_march(pos, piece, (box.admin if admin else box.mp).get(mpa, 0), admin)[0]


def marches(pos: FrancePosition, piece: int) -> bool:
    """5.3: administrative movement takes the piece further than a normal move, and there is nobody to fight."""
    side = pos.side(piece)
    if zoc.in_ezoc(pos, pos.at(piece), side):
        return False
    return _whole_move(pos, piece, True) > _whole_move(pos, piece, False) + MARCH_GAIN


def activate(pos: FrancePosition, side: int, chance: Chance) -> Decision:
    """The HQ that can do most; chance has a say, so that others come to act too."""
    rated = [(army_value(pos, hq) + chance.below(12), hq) for hq in initiative.able_hqs(pos, side)]
    points, hq = max(rated)
    return ActivateHq(PieceId(hq)) if points > 2 else Pass()


def designate(pos: FrancePosition) -> Decision:
    """The whole team."""
    return Designate(tuple(map(PieceId, team(pos, pos.active_hq))))


def administer(pos: FrancePosition) -> Decision:
    """Those who come further so."""
    return Administer(tuple(PieceId(piece) for piece in pos.commanded() if marches(pos, piece)))


# ---------------------------------------------------------------------- the increment track
def _fighters(pos: FrancePosition, least: int) -> tuple[int, ...]:
    """Commanded units that may attack where so much MPA is wanted."""
    return tuple(
        unit
        for unit in pos.commanded()
        if not pos.is_hq(unit) and not pos.flag(unit, w.ADMIN) and pos.mpa(unit) >= max(least, 1)
    )


def promise_in(pos: FrancePosition, box: int) -> int:
    """Points of the best attack that a box would allow, above what it must bring; negative for none."""
    least = pos.game.chart.boxes[box].attack
    if not least:
        return -1
    found = fighting.prospects(pos, _fighters(pos, least), box)
    return found[0] - fighting.WORTH_FIGHTING[pos.active] if found else -1


def next_box(pos: FrancePosition) -> Decision:
    """Attack as early as it promises something, with a way down that lets most attack again; else march far, or march
    and attack."""
    boxes = increments.open_boxes(pos)
    if not pos.var("box"):
        return ChooseBox(_first_box(pos))
    rated = [(_later(pos, box), box) for box in boxes]
    points, box = max(rated)
    return ChooseBox(box) if points > 0 else EndPhase()


def _first_box(pos: FrancePosition) -> int:
    """Box 4 or 3 for an attack that quick units can make, box 1 for slow ones and for long marches, box 2 for a march
    into contact."""
    offers = {box: promise_in(pos, box) for box in (4, 3, FIRST_BOX)}
    best = max(offers.values())
    ground = march_value(pos, pos.commanded())
    if best > 0 and 2 * attack_value(pos, _fighters(pos, 1), pos.active) >= ground:
        return next(box for box, points in offers.items() if points >= best - fighting.UNIT)
    near = [
        unit
        for unit in _fighters(pos, 3)
        if g.enemy_distance(pos, pos.active).get(pos.at(unit), g.FAR) == 2 and not pos.flag(unit, w.AT_RHINE)
    ]
    return 2 if len(near) >= 3 and ground < SHORT_MARCH else FIRST_BOX


def _later(pos: FrancePosition, box: int) -> int:
    """Points of a box below: an attack, or movement for so many pieces."""
    attack = promise_in(pos, box)
    moving_points = sum(min(4, increments.points(pos, piece, box)) for piece in pos.commanded())
    onward = len(pos.game.chart.boxes[box].onward)
    return (1000 + 10 * onward if attack > 0 else 0) + moving_points


def declare(pos: FrancePosition) -> Decision:
    """Attack where that promises something; a long march goes before the attack in box 1."""
    box = pos.var("box")
    units = _fighters(pos, pos.game.chart.boxes[box].attack)
    attack = fighting.best_promise(pos, units) > 0
    if attack and box == FIRST_BOX and 2 * attack_value(pos, units, pos.active) < march_value(pos, pos.commanded()):
        attack = False
    return Declare(WordId(w.ATTACK if attack else w.MOVEMENT))


# ---------------------------------------------------------------------- reaction
def react(pos: FrancePosition, step: reaction.Reacting, chance: Chance) -> Decision:
    """The army reaction or the single piece that brings most for its price; else sometimes a point to deny the enemy
    his, and always where the Allies could cross the Rhine with theirs."""
    side, points = step.side, pos.track("rp", step.side)
    bare = g.open_crossings(pos) if side == w.GERMAN else ()
    offered = list(step.choices(pos))
    armies = [(army_value(pos, choice.hq), choice) for choice in offered if isinstance(choice, ReactArmy)]
    best_army = max(armies, key=lambda rated: rated[0], default=None)
    pieces = [choice.piece for choice in offered if isinstance(choice, ReactPiece)]
    singles = [(single_value(pos, piece), piece) for piece in candidates(pos, side, tuple(pieces), bare)]
    best_single = max(singles, default=(0, -1))
    if best_army is not None and best_army[0] >= ARMY and best_army[0] > 2 * best_single[0]:
        return best_army[1]
    if best_single[0] >= SINGLE:
        return ReactPiece(PieceId(best_single[1]))
    deny = bool(bare) or (points > 3 and not chance.below(3))
    if deny and any(isinstance(choice, ReactNothing) for choice in offered):
        return ReactNothing()
    return Pass()


def candidates(pos: FrancePosition, side: int, pieces: tuple[int, ...], bare: tuple[int, ...] = ()) -> tuple[int, ...]:
    """German units that can guard the Rhine, the nearest first; HQs; and the combat units for which it may matter: cut
    off, left far behind, or near the enemy.

    bare: hexes beyond the Rhine that want a guard (`ground.open_crossings`)
    """
    near = g.enemy_distance(pos, side)

    def urgency(piece: int) -> tuple[int, int, int]:
        if pos.is_hq(piece):
            return 3, 0, -piece
        relief = _relief(pos, piece, bare)
        if relief <= RELIEF:
            return 4, -relief, -piece
        lost = pos.at(piece) not in g.in_supply(pos, pos.nation(piece), side)
        away = near.get(pos.at(piece), g.FAR)
        behind = side == w.ALLIED and away >= BEHIND
        return (2 if (lost and away > 1) or behind else 1 if away in (1, 2, 3) else 0), 0, -piece

    ranked = sorted(pieces, key=urgency, reverse=True)
    return tuple(piece for piece in ranked if urgency(piece)[0])[: CANDIDATES + 4]


def _relief(pos: FrancePosition, unit: int, bare: tuple[int, ...]) -> int:
    """Hexes from a unit that guards no crossing of the Rhine itself to the nearest that is open."""
    here = pos.at(unit)
    if g.watched(pos).get(here, False):
        return g.FAR
    return min((pos.board.distance(here, there) for there in bare), default=g.FAR)


def single_value(pos: FrancePosition, piece: int) -> int:
    """What a single-piece reaction would bring: a better place, or an attack."""
    gain = max(_whole_move(pos, piece, admin) for admin in (False, True))
    if pos.is_hq(piece):
        return gain
    side = pos.side(piece)
    found = fighting.prospects(pos, (piece,))
    attack = (found[0] - max(0, fighting.WORTH_FIGHTING[side])) // fighting.UNIT if found else 0
    return max(gain // GROUND, attack)
