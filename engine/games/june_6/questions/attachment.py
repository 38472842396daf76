"""Attachment (6.13a, R-04, PB 6.42): which corps units may join which active division, and who may act in ME."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.invasion_plan import INVASION
from hexledger.engine.games.june_6.tables.scenario import AttachRule
from hexledger.engine.games.june_6.tables.switches import ATTACH_LIMIT

REACH: Final = 4
"""Hexes from the division HQ to the unit (6.13a)."""
ANYWHERE: Final = 999
"""Reach on 6 June: the rules of attachment are left out, any corps unit of the landing box will do (PB 1.71)."""


def attach_rule(pos: June6Position, formation: int) -> AttachRule:
    """6.13a as the scenario changes it for a division."""
    hq = pos.hq_of(formation)
    invasion = pos.scenario.invasion
    if pos.state.turn == INVASION and invasion is not None and hq in invasion.box:
        units = tuple(piece for piece, box in sorted(invasion.box.items()) if box == invasion.box[hq])
        return AttachRule((formation,), units, None, ANYWHERE, "PB 1.71")
    rule = pos.scenario.attach.get(pos.side(hq)) if hq >= 0 else None
    if rule is not None and formation in rule.divisions:
        return rule
    return AttachRule((), None, pos.reading(ATTACH_LIMIT), REACH, "6.13")


def may_attach(pos: June6Position, formation: int, unit: int) -> tuple[str, str] | None:
    """J6 6.13a, QA-AM-5, R-117: why a division may not attach a unit now (rule, reason); None but for the limit."""
    barred = _barred(pos, formation, unit)
    if barred is None:
        return None
    rule, reason = barred
    name = pos.game.piece_name
    return rule, reason.format(unit=name(unit), hq=name(pos.hq_of(formation)))


def _barred(pos: June6Position, formation: int, unit: int) -> tuple[str, str] | None:
    """The same without names: `{unit}`, and `{hq}` of the division; where candidates are counted nobody reads them."""
    hq = pos.hq_of(formation)
    if hq < 0 or pos.game.formation_kind(formation) != "division":
        return "6.13", "only a division with its HQ on the map may attach units"
    if not pos.on_map(unit) or pos.side(unit) != pos.side(hq):
        return "6.13", "{unit} is no unit of this side on the map"
    if pos.is_hq(unit):
        return "6.13", "{unit} is an HQ"
    if unit in pos.state.attached:
        return "6.13", "{unit} is attached already"
    if pos.state.turn < pos.scenario.not_attachable.get(unit, 0):
        return "PB 6.41", "{unit} acts with its corps in its first turn"
    corps = pos.game.formation_kind(pos.home(unit)) == "corps"
    if not corps:
        return "6.13", "{unit} is no corps unit"
    rule = attach_rule(pos, formation)
    if rule.units is not None and unit in rule.units:
        pass
    elif pos.side(unit) == f.ALLIED and pos.home(unit) != pos.game.parent_corps(formation):
        return "6.13", "{unit} does not belong to the division's own corps"
    if pos.board.distance(pos.at(hq), pos.at(unit)) > rule.reach:
        return "6.13", f"{{unit}} is more than {rule.reach} hexes from {{hq}}"
    if (pos.flag(unit, f.ACTED) or pos.flag(unit, f.FIRED)) and rule.reach != ANYWHERE:
        # a rocket unit that has bombarded, or 5ArtyGp that has given points, has fought.
        return "6.13", "{unit} has moved or fought this turn"
    return None


def attached_to(pos: June6Position, formation: int) -> int:
    """How many units a division has attached this turn and still has on the map."""
    return sum(1 for number in pos.state.attached.values() if number == formation)


def candidates(pos: June6Position, formation: int) -> tuple[int, ...]:
    """Units that a division could attach now, ascending; none once its limit is reached."""
    rule = attach_rule(pos, formation)
    if rule.limit is not None and attached_to(pos, formation) >= rule.limit:
        return ()
    hq = pos.hq_of(formation)
    mine = pos.in_play(pos.side(hq)) if hq >= 0 else ()
    return tuple(piece for piece in mine if _barred(pos, formation, piece) is None)


def enters_no_zoc(pos: June6Position, unit: int) -> bool:
    """J6 13.12a, 22.24: disordered or isolated?"""
    return bool(pos.flag(unit, f.DISORDER) or pos.flag(unit, f.ISOLATED))


def may_act_in_me(pos: June6Position, unit: int) -> bool:
    """J6 3.63, R-01: no RE, isolated or scattered marker."""
    return pos.present(unit) and not (pos.flag(unit, f.RE) or pos.flag(unit, f.ISOLATED) or pos.flag(unit, f.SCATTERED))
