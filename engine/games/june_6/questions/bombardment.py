"""Bombardment (16.4, 17.2, 18.2): who may fire at which hex, how far, with which modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f

CORPS_RANGE: Final = 8
"""J6 16.12a."""
ROCKET_RANGE: Final = 4
"""J6 16.12b."""


# ---------------------------------------------------------------------- the table
def hex_drms(pos: June6Position, target: int, rule: str) -> Iterator[tuple[str, int, str]]:
    """J6 19.41 and the chart: DRMs of the target hex."""
    table = pos.game.bombardment
    if pos.side_at(target) == f.GERMAN and pos.is_strongpoint(target):
        yield "drm.strongpoint", table.drms["strongpoint"], "19.41"
    yield "drm.terrain_hex", table.terrain.get(pos.board.terrain[target], 0), rule


# ---------------------------------------------------------------------- 16.4 rockets and TOT
def reach_of(pos: June6Position, unit: int) -> int:
    """J6 16.12, 16.41: range of a unit that may bombard in its activation, 0 for any other unit."""
    if pos.has(unit, "nebelwerfer"):
        return ROCKET_RANGE
    return CORPS_RANGE if pos.is_corps_hq(unit) and pos.counters[unit].nationality == "us" else 0


def has_bombarded(pos: June6Position, unit: int) -> bool:
    """R-114: has a unit bombarded in this activation?"""
    return bool(pos.flag(unit, f.FIRED)) and not pos.flag(unit, f.FIRED_BEFORE) and reach_of(pos, unit) > 0


def refusal(pos: June6Position, unit: int, target: int) -> tuple[str, str] | None:
    name = pos.game.piece_name(unit)
    if not pos.on_map(unit) or not pos.is_active(unit):
        return "16.41", f"{name} is not active"
    wrong = cannot_fire(pos, unit)
    if wrong is not None:
        return wrong
    if not 0 <= target < pos.board.n_hexes or pos.side_at(target) != 3 - pos.side(unit):
        return "16.41", f"no enemy unit is in {pos.game.place(target)}"
    if pos.board.distance(pos.at(unit), target) > reach_of(pos, unit):
        return "16.12", f"{pos.label(target)} is more than {reach_of(pos, unit)} hexes away from {name}"
    return None


def cannot_fire(pos: June6Position, unit: int) -> tuple[str, str] | None:
    """What keeps an active unit from bombarding any hex at all."""
    name = pos.name(unit)
    if not reach_of(pos, unit):
        if pos.is_corps_hq(unit) and pos.side(unit) == f.ALLIED:
            return "QA-BOMB-2", f"{name} cannot bombard: of the Allies only US corps HQs can"
        return "16.41", f"{name} cannot bombard"
    if pos.flag(unit, f.FIRED):
        return "16.43", f"{name} has fired this turn"
    for flag, rule, why in (
        (f.PINNED, "QA-BOMB-3", "pinned"),
        (f.DISORDER, "16.13", "disordered"),
        (f.ISOLATED, "16.13", "isolated"),
        (f.STRATEGIC, "7.3", "on strategic movement"),
        (f.RECOVERED, "7.3", "recovering"),
    ):
        if pos.flag(unit, flag):
            return rule, f"{name} is {why} and cannot bombard"
    return None
