"""Reserves (18.4, 18.5, 39.5): who may be put into reserve, by whom, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import chains, comm, stacking
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.games.time_for_trumpets.tables.roster import NOBODY
from hexledger.engine.kernel.steps import Refusal

MOST: Final = 3
"""18.4.1, 18.4.2: reserves of a division or brigade; 18.5: and what earns the bonus."""
DESIGNATING: Final = ("division", "brigade", "command")
"""18.4a,b: levels of HQs that designate reserves (G-D3: combat commands are brigades); a KG's leader does it (39.5)."""


def part(pos: TrumpetsPosition, piece: int) -> str:
    """18.4.1, 18.4.2: the rule on the reserves of the piece's side."""
    return "18.4.1" if pos.side(piece) == w.GERMAN else "18.4.2"


def kind(pos: TrumpetsPosition, piece: int) -> bool:
    """18.4.1: German front-line or support units; 18.4.2: Allied front-line units or tank destroyers."""
    roster = pos.game.roster
    if piece in roster.front_line:
        return True
    if pos.side(piece) == w.GERMAN:
        return piece in roster.support
    return piece in roster.having["tank_destroyer"]


def unit_refusal(pos: TrumpetsPosition, piece: int) -> Refusal | None:
    """18.4d,e: why a unit cannot be put into reserve."""
    if not kind(pos, piece):
        return part(pos, piece), f"{pos.name(piece)} is of no kind that goes into reserve"
    if pos.flag(piece, w.RESERVE):
        return part(pos, piece), f"{pos.name(piece)} is in reserve already"
    if pos.exhausted(piece):
        return part(pos, piece), f"{pos.name(piece)} is exhausted"
    if not pos.in_comm(piece) or not pos.in_supply(piece):
        return part(pos, piece), f"{pos.name(piece)} is out of command or supply"
    if pos.enemy_beside(pos.at(piece), pos.side(piece)):
        return part(pos, piece), f"an enemy stands beside {pos.name(piece)}"
    return ("H-1", f"{pos.name(piece)} is not released yet") if pos.held(piece) else None


def in_reserve(pos: TrumpetsPosition, division: int) -> tuple[int, ...]:
    """Units of a division or brigade that are in reserve."""
    side = pos.side(division)
    return tuple(p for p in pos.of(side) if pos.flag(p, w.RESERVE) and stacking.group(pos, p) == division)


def by_hq(pos: TrumpetsPosition, hq: int, units: Sequence[int]) -> Refusal | None:
    """18.4b,d: a division or brigade HQ, in PD turns, for units of its own."""
    if pos.level(hq) not in DESIGNATING:
        return part(pos, hq), f"{pos.name(hq)} designates no reserves"
    if pos.code != "PD":
        return part(pos, hq), "headquarters designate reserves in PD turns only"
    if not pos.in_comm(hq) or not pos.in_supply(hq) or pos.exhausted(hq):
        return part(pos, hq), f"{pos.name(hq)} is out of command, out of supply or exhausted"
    for unit in units:
        if not pos.within(unit, (hq,)):
            return part(pos, unit), f"{pos.name(unit)} does not belong to {pos.name(hq)}"
    return None


def by_leader(pos: TrumpetsPosition, leader: int, units: Sequence[int]) -> Refusal | None:
    """39.5: a leader with D, not spent, in any turn: units of formations under him, in his range, up to his number."""
    if "D" not in pos.face(leader).lists.get("attributes", ()):
        return "39.5", f"{pos.name(leader)} designates no reserves"
    if pos.flag(leader, w.FLAG["spent"]):
        return "39.1", f"{pos.name(leader)} is spent"
    done = pos.flag(leader, w.FLAG["designated"])
    if done + len(units) > pos.face(leader).get("command"):
        return "39.5", f"{pos.name(leader)} designates {pos.face(leader).get('command')} units"
    head = chains.led(pos, leader)
    reach = comm.reach_of(pos, leader, pos.face(leader).get("range"))
    for unit in units:
        if head == NOBODY or not pos.within(unit, (head,)):
            return "39.5", f"{pos.name(unit)} is not under {pos.name(leader)}"
        if pos.game.roster.level.get(stacking.group(pos, unit), "") in ("", "army", "corps"):
            return "39.5", f"{pos.name(unit)} is of no division, brigade or Kampfgruppe"
        if pos.at(unit) not in reach:
            return "39.2", f"{pos.name(unit)} is out of the range of {pos.name(leader)}"
    return None


def himself(pos: TrumpetsPosition, leader: int) -> Refusal | None:
    """39.5e-g: why a leader does not go into reserve himself; it costs none of his units."""
    if pos.flag(leader, w.RESERVE):
        return "39.5", f"{pos.name(leader)} is in reserve already"
    if pos.enemy_beside(pos.at(leader), pos.side(leader)):
        return "39.5", f"an enemy stands beside {pos.name(leader)}"
    return by_leader(pos, leader, ())


def refusal(pos: TrumpetsPosition, by: int, units: Sequence[int]) -> Refusal | None:
    """18.4, 39.5: why these units cannot be designated together by an HQ or leader."""
    if not units or len(set(units)) != len(units):
        return part(pos, by), "units in reserve are named once each"
    if not pos.on_map(by) or not chains.acts(pos, by):
        return "15.0", f"{pos.name(by)} does not act with this corps"
    if by in units and by in pos.game.roster.leaders:
        units = [unit for unit in units if unit != by]
        why = himself(pos, by)
        if why is not None or not units:
            return why
    for unit in units:
        why = unit_refusal(pos, unit)
        if why is not None:
            return why
    if by in pos.game.roster.leaders:
        why = by_leader(pos, by, units)
    elif by in pos.game.roster.hqs:
        why = by_hq(pos, by, units)
    else:
        why = part(pos, by), f"{pos.name(by)} is no headquarters and no leader"
    if why is not None:
        return why
    for division in sorted({stacking.group(pos, unit) for unit in units}):
        new = sum(stacking.group(pos, unit) == division for unit in units)
        if len(in_reserve(pos, division)) + new > MOST:
            return part(pos, division), f"no more than {MOST} units of {pos.name(division)} are in reserve"
    return None
