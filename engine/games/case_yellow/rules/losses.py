"""Steps and units that are lost, and what an empty hex does to markers (2.2a, 8.4, 11.9, 12.11e-f)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.case_yellow.questions import contact, supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.stacking import limits_kept
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.games.case_yellow.tables.switches import PORT_DEATHS
from hexledger.engine.procedures import losses

_NO_COMBAT: Final = frozenset({"5.1e.1", "5.1e.2", "7.5", "7.7", "8.4", "12.4", "12.7", "12.9"})
"""Losses that no combat, overrun or retreat brings (12.11f, G-B18): aircraft, supply, overstacking, the open city,
attrition."""


def lose_step(act: Act, piece: int, reason: str, rule: str) -> None:
    """2.2a: a unit loses a step; with its last one it is eliminated."""
    losses.lose_step(act, piece, rule, lambda act, piece, rule: eliminate(act, piece, reason, rule))


def eliminate(act: Act, piece: int, reason: str, rule: str) -> None:
    """A unit leaves the map for good or until it is replaced; 12.12d: a panzer division marked OOS never returns."""
    pos, place = act.pos, act.pos.at(piece)
    if piece in pos.game.roster.panzer and pos.oos(piece):
        act.pool("pool.gone", piece, 1, "12.12")
    elif reason == "reason.attrition":
        act.pool("pool.lost_attrition", piece, 1, "12.9")
    act.remove(piece, reason, rule)
    act.pool("pool.dead", piece, 1, rule)
    settle_engaged(act)
    if place < pos.board.n_hexes and not pos.units(place):
        give_up(act, place, rule in _NO_COMBAT)


def port_dies(pos: YellowPosition, port: int) -> bool:
    """13.5.3, G-A30: does who is forced out of the Dynamo port die there with all the others?"""
    always = pos.reading(PORT_DEATHS) == PORT_DEATHS.default
    return always or not limits_kept(pos, pos.fighters(port))


def all_die(pos: YellowPosition, target: int) -> bool:
    """13.5.3, G-A30: does everybody in the hex die by any result that drives somebody off, whoever has lost a step
    before? Then nobody is asked who loses it."""
    return target == pos.port and pos.reading(PORT_DEATHS) == PORT_DEATHS.default


def take_off(act: Act, piece: int, reason: str, rule: str) -> None:
    """A unit leaves the map otherwise than by elimination (evacuation, refit, surrender)."""
    place = act.pos.at(piece)
    act.remove(piece, reason, rule)
    settle_engaged(act)
    vacated(act, place, True)


def vacated(act: Act, place: int, alive: bool) -> None:
    """12.11e, f: what lies in a hex that is empty now; `alive` when somebody left it alive (G-C4)."""
    if place < act.pos.board.n_hexes and not act.pos.units(place):
        give_up(act, place, alive)


def give_up(act: Act, place: int, alive: bool) -> None:
    """12.11e, f: a Better Defence marker comes off, at hand again if the hex has a LOC: when somebody of the hex lives,
    or its last unit was lost otherwise than in combat (G-B18)."""
    pos = act.pos
    if not pos.better(place):
        return
    act.marker(place, -1, w.BETTER, 0, "12.11")
    if alive and supply.loc_line(pos, place):
        act.track("track.better_defence", pos.track("better_defence", w.ALLIED) + 1, w.ALLIED, "12.11")


def settle_engaged(act: Act) -> None:
    """11.9b, G-A47: an Engaged marker goes when a side has no unit left that could go on with the combat; a garrison is
    not Engaged.

    10.8f, G-B17: a bridgehead that stayed for the combat goes with it.
    """
    pos = act.pos
    for fight in pos.fights():
        if not contact.held_on(pos, fight):
            end_engaged(act, fight.target, fight.froms)
            _bridgehead_idle(act, fight.target)
            continue
        gone = [place for place in fight.froms if not contact.pressed_on(pos, fight, place)]
        if gone:
            end_engaged(act, fight.target, gone)
            _bridgehead_idle(act, fight.target)


def _bridgehead_idle(act: Act, target: int) -> None:
    """10.8f, G-B17: one side is gone: the combat has no further round that the marker could stay for."""
    if act.pos.fight_at(target) is None and act.state.marker(target, -1, w.BRIDGEHEAD):
        act.marker(target, -1, w.BRIDGEHEAD, 0, "10.8f")


def end_engaged(act: Act, target: int, froms: Iterable[int]) -> None:
    """11.9b, G-A47: take the Engaged markers off between a defending hex and attacking hexes."""
    for place in froms:
        act.marker(place, target, w.ENGAGED_LOW if place < target else w.ENGAGED_HIGH, 0, "11.9b")
        for unit in act.pos.units(place):
            if act.pos.flag(unit, w.ENGAGED) == target + 1:
                act.flag(unit, w.ENGAGED, 0, "11.9b")
            if not act.pos.engaged_hex(place):
                act.flag(unit, w.SPARED, 0, "11.9b")
    if act.pos.fight_at(target) is None:
        for unit in act.pos.units(target):
            act.flag(unit, w.SPARED, 0, "11.9b")
