"""Engaged and counterattack markers put on and taken off (52.12, 52.13)."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.time_for_trumpets.questions import engagements, force
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.changes import eliminate
from hexledger.engine.games.time_for_trumpets.tables import words as w


def engage(act: Act, units: Iterable[int], target: int) -> None:
    """52.13a: attackers and defenders of a hex are engaged."""
    act.note("note.engaged", (target,), "52.13")
    for unit in units:
        if act.pos.on_map(unit):
            act.flag(unit, w.ENGAGED, target + 1, "52.13")
            act.flag(unit, w.JOINED, 0)


def join_engagement(act: Act, unit: int, place: int) -> None:
    """52.13.5d: a unit that moves in with engaged defenders is engaged too."""
    fight = engagements.engagements(act.pos).get(place)
    if fight is not None and fight.defenders and act.pos.side(fight.defenders[0]) == act.pos.side(unit):
        act.flag(unit, w.ENGAGED, place + 1, "52.13.5")
        act.flag(unit, w.JOINED, 1)


def end_engagement(act: Act, target: int, rule: str) -> None:
    """52.13.3b, 52.13.6c, 52.13.7c: the markers of an engaged battle come off."""
    for unit in force.flagged(act.pos, w.ENGAGED):
        if act.pos.flag(unit, w.ENGAGED) == target + 1:
            act.flag(unit, w.ENGAGED, 0, rule)
            act.flag(unit, w.JOINED, 0)


def settle_ties(act: Act) -> None:
    """52.13.3: an engaged battle ends when all original defenders, or all attackers, are gone; who leaves is free."""
    pos = act.pos
    for target, fight in engagements.engagements(pos).items():
        beside = pos.game.ground.near[target]
        for unit in fight.attackers:
            if pos.at(unit) not in beside or (fight.defenders and pos.side(unit) == pos.side(fight.defenders[0])):
                act.flag(unit, w.ENGAGED, 0, "52.13.2")
        now = engagements.engagements(act.pos).get(target)
        if now is not None and (not now.original or not now.attackers):
            end_engagement(act, target, "52.13.3")


def call_counterattack(act: Act, units: Iterable[int], target: int) -> None:
    """52.12a: defenders of a hex must withdraw or counterattack in their next player turn."""
    act.note("note.counterattack", (target,), "52.12")
    for unit in units:
        if act.pos.on_map(unit):
            act.flag(unit, w.COUNTERATTACK, target + 1, "52.12")


def release_counter(act: Act, place: int, rule: str) -> None:
    """52.12.4c: the CA markers of a position come off."""
    for unit in force.flagged(act.pos, w.COUNTERATTACK):
        if act.pos.flag(unit, w.COUNTERATTACK) == place + 1:
            act.flag(unit, w.COUNTERATTACK, 0, rule)


def end_of_turn(act: Act, side: int) -> None:
    """52.12, 13.6: at the end of a side's player turn its CA markers are settled: whoever stayed without a
    counterattack though he had to, and could not withdraw, is eliminated; the enemy's attacks are forgotten."""
    pos = act.pos
    for place, group in engagements.counters(pos).items():
        units = (*group.stayed, *group.left)
        if not units or pos.side(units[0]) != side:
            continue
        if engagements.helpless(pos, group):
            for unit in group.stayed:
                eliminate(act, unit, "reason.trapped", "52.12.3")
        release_counter(act, place, "52.12")
    for unit in force.flagged(act.pos, w.ATTACKED):
        if act.pos.side(unit) != side:
            act.flag(unit, w.ATTACKED, 0)
    settle_ties(act)
