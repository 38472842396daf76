"""Stacking (7.1)."""

from __future__ import annotations

from collections.abc import Iterable

from hexledger.engine.games.france_1944.questions.position import FrancePosition


def limits_kept(pos: FrancePosition, pieces: Iterable[int]) -> bool:
    """7.1: at most four combat units, four armour, two infantry; any number of HQs."""
    roster = pos.game.roster
    most, most_armour, most_infantry = pos.game.chart.stack
    units = [piece for piece in pieces if piece not in roster.hqs]
    armour = sum([piece in roster.armour for piece in units])
    return len(units) <= most and armour <= most_armour and len(units) - armour <= most_infantry


def room(pos: FrancePosition, place: int, pieces: Iterable[int]) -> bool:
    """7.1: is there room in the place for these pieces besides those that stand there?"""
    there = pos.units(place)
    return limits_kept(pos, {*there, *pieces}) if there else limits_kept(pos, pieces)


def overstacked(pos: FrancePosition) -> tuple[int, ...]:
    """Places over the limit: there are never any."""
    ground = pos.game.ground
    return tuple(p for p in sorted(pos.state.stacks) if p in ground.map and not limits_kept(pos, pos.units(p)))
