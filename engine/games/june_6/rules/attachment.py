"""Attaching corps units to an active division (6.13a, R-04, PB 6.42)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.invasion_plan import INVASION
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.scenario import AttachRule
from hexledger.engine.games.june_6.switches import ATTACH_LIMIT
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, permit, wanted
from hexledger.events import model as ev

REACH: Final = 4
"""Hexes from the division HQ to the unit (6.13a)."""
ANYWHERE: Final = 999
"""Reach on 6 June: the rules of attachment are left out, any corps unit of the landing box will do (PB 1.71)."""
LISTED: Final = 5
"""Candidates up to which every combination is offered; beyond that single units only."""


class Attach(Decision, frozen=True, array_like=True, tag=17):
    """Attach these corps units to the active division; none of them is a legal answer too."""

    units: tuple[PieceId, ...]


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
    """J6 6.13a, QA-AM-5: why a division may not attach a unit now (rule, reason); None but for the limit."""
    name = pos.game.piece_name(unit)
    hq = pos.hq_of(formation)
    if hq < 0 or pos.game.formation_kind(formation) != "division":
        return "6.13", "only a division with its HQ on the map may attach units"
    if not pos.on_map(unit) or pos.side(unit) != pos.side(hq):
        return "6.13", f"{name} is no unit of this side on the map"
    if pos.is_hq(unit):
        return "6.13", f"{name} is an HQ"
    if unit in pos.state.attached:
        return "6.13", f"{name} is attached already"
    if pos.state.turn < pos.scenario.not_attachable.get(unit, 0):
        return "PB 6.41", f"{name} acts with its corps in its first turn"
    corps = pos.game.formation_kind(pos.home(unit)) == "corps"
    if not corps:
        return "6.13", f"{name} is no corps unit"
    rule = attach_rule(pos, formation)
    if rule.units is not None and unit in rule.units:
        pass
    elif pos.side(unit) == f.ALLIED and pos.home(unit) != pos.game.parent_corps(formation):
        return "6.13", f"{name} does not belong to the division's own corps"
    if pos.board.distance(pos.at(hq), pos.at(unit)) > rule.reach:
        return "6.13", f"{name} is more than {rule.reach} hexes from {pos.game.piece_name(hq)}"
    if (pos.flag(unit, f.ACTED) or pos.flag(unit, f.FIRED)) and rule.reach != ANYWHERE:
        # A rocket unit that has bombarded, or 5ArtyGp that has given points, has fought.
        return "6.13", f"{name} has moved or fought this turn"
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
    return tuple(piece for piece in mine if may_attach(pos, formation, piece) is None)


class Attachments(Choice, frozen=True, array_like=True, tag=9):
    """J6 6.13a: when a division's HQ is activated its owner may attach corps units for the rest of the turn."""

    formation: int

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        """Asks only a division that has something to attach."""
        assert isinstance(pos, June6Position)
        able = candidates(pos, self.formation) if self.formation else ()
        if not able:
            return None
        rule = pos.game.rules[attach_rule(pos, self.formation).rule]
        return Prompt(
            pos.active_side, pos.game.words["ask.attach"], rule, (Attach.kind(),), able, complete=len(able) <= LISTED
        )

    def check(self, pos: Position[Any], decision: Decision) -> None:
        """Refuses units that 6.13a does not give, repeats, and more than the limit."""
        assert isinstance(pos, June6Position)
        cite = pos.game.cite
        wanted(decision, (Attach,), cite("6.13"))
        assert isinstance(decision, Attach)
        if len(set(decision.units)) != len(decision.units):
            raise IllegalDecision(cite("6.13"), "a unit is named twice")
        for unit in decision.units:
            permit(pos, may_attach(pos, self.formation, unit))
        limit = attach_rule(pos, self.formation).limit
        if limit is not None and attached_to(pos, self.formation) + len(decision.units) > limit:
            raise IllegalDecision(cite("R-04"), f"a division may attach {limit} corps unit{'s' * (limit > 1)} a turn")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        """Nothing first, then every combination (single units when there are many)."""
        assert isinstance(pos, June6Position)
        able = candidates(pos, self.formation)
        limit = attach_rule(pos, self.formation).limit
        free = len(able) if limit is None else limit - attached_to(pos, self.formation)
        most = free if len(able) <= LISTED else 1
        for count in range(most + 1):
            for units in combinations(able, count):
                yield Attach(tuple(PieceId(unit) for unit in units))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        """The units act with the division until the end of the turn; RE for want of their own HQ comes off (6.16b)."""
        assert isinstance(decision, Attach)
        mode = act.pos.active_mode
        for unit in decision.units:
            act.emit(ev.Attached(unit, self.formation, act.rule(attach_rule(act.pos, self.formation).rule)))
            act.flag(unit, f.RE, 0, "6.16")
            activate(act, unit, mode)
        act.done()

    def run(self, act: Recorder[Any]) -> None:
        """Nothing to attach."""


def activate(act: Recorder[June6Position], unit: int, mode: int) -> None:
    """Let a unit act in the running activation if it may in this mode (3.63, 7.4, R-01)."""
    pos = act.pos
    if mode == f.ME and not may_act_in_me(pos, unit):
        return
    act.flag(unit, f.ACTIVE, mode, "7.3" if mode == f.ME else "7.4")
    place, side = pos.at(unit), pos.side(unit)
    if pos.in_ezoc(place, side):
        act.flag(unit, f.BEGAN_EZOC, f.IN_EZOC, "12.22")
    elif pos.on_map(unit) and _enters_no_zoc(pos, unit) and pos.enemy_adjacent(place, side):
        act.flag(unit, f.BEGAN_EZOC, f.BESIDE_ENEMY, "13.12")


def _enters_no_zoc(pos: June6Position, unit: int) -> bool:
    """J6 13.12a, 22.24: disordered or isolated?"""
    return bool(pos.flag(unit, f.DISORDER) or pos.flag(unit, f.ISOLATED))


def may_act_in_me(pos: June6Position, unit: int) -> bool:
    """J6 3.63, R-01: no RE, isolated or scattered marker."""
    return pos.present(unit) and not (pos.flag(unit, f.RE) or pos.flag(unit, f.ISOLATED) or pos.flag(unit, f.SCATTERED))


DECISIONS: Final = (Attach,)
STEPS: Final = (Attachments,)
