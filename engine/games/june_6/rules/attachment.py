"""Attaching corps units to an active division (6.13a, R-04, PB 6.42)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6.questions.attachment import (
    attach_rule,
    attached_to,
    candidates,
    enters_no_zoc,
    may_act_in_me,
    may_attach,
)
from hexledger.engine.games.june_6.questions.bombardment import has_bombarded
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, passed, permit, wanted
from hexledger.events import model as ev

LISTED: Final = 5
"""Candidates up to which every combination is offered; beyond that single units only."""


class Attach(Decision, frozen=True, array_like=True, tag=17):
    """Attach these corps units to the active division; none of them is a legal answer too."""

    units: tuple[PieceId, ...]


class Attachments(Choice[June6Position], frozen=True, array_like=True, tag=9):
    """J6 6.13a: when a division's HQ is activated its owner may attach corps units for the rest of the turn."""

    formation: int

    def prompt(self, pos: June6Position) -> Prompt | None:
        """Asks only a division that has something to attach."""
        able = candidates(pos, self.formation) if self.formation else ()
        if not able:
            return None
        rule = pos.game.rules[attach_rule(pos, self.formation).rule]
        return Prompt(
            pos.active_side, pos.game.words["ask.attach"], rule, (Attach.kind(),), able, complete=len(able) <= LISTED
        )

    def check(self, pos: June6Position, decision: Decision) -> None:
        """Refuses units that 6.13a does not give, repeats, and more than the limit."""
        cite = pos.game.cite
        decision = wanted(decision, Attach, cite("6.13"))
        if len(set(decision.units)) != len(decision.units):
            raise IllegalDecision(cite("6.13"), "a unit is named twice")
        for unit in decision.units:
            permit(pos, may_attach(pos, self.formation, unit))
        limit = attach_rule(pos, self.formation).limit
        if limit is not None and attached_to(pos, self.formation) + len(decision.units) > limit:
            raise IllegalDecision(cite("R-04"), f"a division may attach {limit} corps unit{'s' * (limit > 1)} a turn")

    def choices(self, pos: June6Position) -> Iterator[Decision]:
        """Nothing first, then every combination (single units when there are many)."""
        able = candidates(pos, self.formation)
        limit = attach_rule(pos, self.formation).limit
        free = len(able) if limit is None else limit - attached_to(pos, self.formation)
        most = free if len(able) <= LISTED else 1
        for count in range(most + 1):
            for units in combinations(able, count):
                yield Attach(tuple(PieceId(unit) for unit in units))

    def take(self, act: Act, decision: Decision) -> None:
        """The units act with the division until the end of the turn; RE for want of their own HQ comes off (6.16b)."""
        decision = passed(decision, Attach)
        mode = act.pos.active_mode
        for unit in decision.units:
            act.emit(ev.Attached(unit, self.formation, act.rule(attach_rule(act.pos, self.formation).rule)))
            act.flag(unit, f.RE, 0, "6.16")
            activate(act, unit, mode)
        act.done()

    def run(self, act: Act) -> None:
        """Nothing to attach."""


def activate(act: Recorder[June6Position], unit: int, mode: int) -> None:
    """Let a unit act in the running activation if it may in this mode (3.63, 7.4, R-01)."""
    pos = act.pos
    if mode == f.ME and not may_act_in_me(pos, unit):
        return
    act.flag(unit, f.ACTIVE, mode, "7.3" if mode == f.ME else "7.4")
    if has_bombarded(pos, unit):
        # that was in an earlier activation, or in support.
        act.flag(unit, f.FIRED_BEFORE, 1, "7.3")
    place, side = pos.at(unit), pos.side(unit)
    if pos.in_ezoc(place, side):
        act.flag(unit, f.BEGAN_EZOC, f.IN_EZOC, "12.22")
    elif pos.on_map(unit) and enters_no_zoc(pos, unit) and pos.enemy_adjacent(place, side):
        act.flag(unit, f.BEGAN_EZOC, f.BESIDE_ENEMY, "13.12")


DECISIONS: Final = (Attach,)
STEPS: Final = (Attachments,)
