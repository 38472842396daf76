"""Stacking (7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.france_1944.questions.position import FrancePosition


def _within(pos: FrancePosition, units: int, armour: int) -> bool:
    """7.1: at most four combat units, four armour, two infantry."""
    most, most_armour, most_infantry = pos.game.chart.stack
    return units <= most and armour <= most_armour and units - armour <= most_infantry


def limits_kept(pos: FrancePosition, pieces: Iterable[int]) -> bool:
    """7.1: may these pieces stand together? Any number of HQs may."""
    roster = pos.game.roster
    units = [piece for piece in pieces if piece not in roster.hqs]
    return _within(pos, len(units), sum([piece in roster.armour for piece in units]))


def room_for(pos: FrancePosition, place: int, armour: bool) -> bool:
    """7.1: is there room in the place for one combat unit more, of armour or infantry?"""
    there = pos.fighters(place)
    return _within(pos, len(there) + 1, sum([unit in pos.game.roster.armour for unit in there]) + armour)


def room(pos: FrancePosition, place: int, pieces: Iterable[int]) -> bool:
    """7.1: is there room in the place for these pieces besides those that stand there?"""
    there = pos.units(place)
    return limits_kept(pos, {*there, *pieces}) if there else limits_kept(pos, pieces)


def overstacked(pos: FrancePosition) -> tuple[int, ...]:
    """Places over the limit: there are never any."""
    ground = pos.game.ground
    return tuple(p for p in sorted(pos.state.stacks) if p in ground.map and not limits_kept(pos, pos.units(p)))
