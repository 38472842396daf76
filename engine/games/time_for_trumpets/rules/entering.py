"""What follows when a unit enters a hex or comes beside enemies, in any movement (12, 18.4, 19, 21, 28, 39)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import ways
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.bridging import give_up
from hexledger.engine.games.time_for_trumpets.rules.changes import disrupt, eliminate
from hexledger.engine.games.time_for_trumpets.rules.dumps import capture
from hexledger.engine.games.time_for_trumpets.rules.ties import join_engagement
from hexledger.engine.games.time_for_trumpets.rules.victory import note_holder
from hexledger.engine.games.time_for_trumpets.tables import words as w

BUILDING: Final = w.FLAG["building"]
BRIDGING: Final = w.FLAG["bridging"]


def entered(act: Act, piece: int, place: int, moving: bool = True) -> None:
    """A unit stands in a hex that it has just entered, by movement or reaction (`moving`), advance or retreat."""
    pos, roster = act.pos, act.pos.game.roster
    if piece not in roster.combat:
        return
    side = pos.side(piece)
    note_holder(act, piece, place)
    join_engagement(act, piece, place)
    for other in pos.units(place):
        if pos.side(other) != side and other not in roster.combat:
            _overcome(act, other, side)
    if side == w.GERMAN:
        capture(act, piece, place)
    beside = False
    for there in pos.game.ground.near[place]:
        if pos.enemy_in(there, side):
            beside = True
            threaten(act, there, place)
            if moving and (piece in roster.front_line or piece in roster.afv):
                startle(act, there)
    if beside:
        for unit in pos.units(place):
            if pos.flag(unit, w.RESERVE):
                act.flag(unit, w.RESERVE, 0, "18.4")
        act.flag(piece, w.FLAG["truck"], 0, "28.3")


def _overcome(act: Act, piece: int, side: int) -> None:
    """39.3d, 12.3: an enemy leader alone is eliminated; fuel alone is destroyed when Allied units enter."""
    roster = act.pos.game.roster
    if piece in roster.leaders:
        eliminate(act, piece, "reason.alone", "39.3")
    elif piece in roster.fuel and side == w.ALLIED:
        eliminate(act, piece, "reason.destroyed", "12.3")


def startle(act: Act, place: int) -> None:
    """44.1p, 29.3: field artillery substitutes beside which an Allied front-line unit or AFV has moved are disrupted
    and in march order; those of Nebelwerfers are not."""
    roster = act.pos.game.roster
    for unit in act.pos.units(place):
        if unit in roster.substitutes and unit in roster.having["fa"]:
            disrupt(act, unit, "44.1")


def threaten(act: Act, place: int, foe: int) -> None:
    """A combat unit has come beside these units from a hex (`foe`): construction not finished is lost (19.0, 21.1n),
    strategic movement ends (28.1c), American infantry keeping its trucks (28.3c); reserve is lost (18.4k)."""
    for unit in act.pos.units(place):
        act.flag(unit, BUILDING, 0, "19.0")
        end_strategic(act, unit, "28.1")
        act.flag(unit, w.RESERVE, 0, "18.4")
        across = act.pos.flag(unit, BRIDGING) - 1
        if across >= 0 and not _over_the_river(act.pos, place, foe):
            give_up(act, unit, "21.1")


def end_strategic(act: Act, unit: int, rule: str) -> None:
    """28.1c, 28.4e: a unit loses its Strategic Movement marker; American infantry keeps its trucks (28.3c)."""
    if act.pos.flag(unit, w.STRATEGIC) and ways.trucked(act.pos, unit):
        act.flag(unit, w.FLAG["truck"], 1, "28.3")
    act.flag(unit, w.STRATEGIC, 0, rule)


def _over_the_river(pos: TrumpetsPosition, place: int, foe: int) -> bool:
    """21.1m: the enemy stands across water."""
    return bool(pos.game.ground.water_between(place, foe))
