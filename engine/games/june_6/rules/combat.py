"""One combat from its declaration to the CRT: is it still possible (R-66), support, modes, strengths, DRM, die (12.5).

Results are applied by `results.ApplyResults`. Counterattacks, rout attacks and the second attacks of a breakthrough
come through the same door, `Combat`, with a fight of their own kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import conditions
from hexledger.engine.games.june_6.rules.crossing import can_attack_over, crosses_by_force, needs_engineers
from hexledger.engine.games.june_6.rules.drm import Support, armor, armor_count, artillery, combat_drm
from hexledger.engine.games.june_6.rules.fight import (
    FIGHT_BREAKTHROUGH,
    FIGHT_GCA,
    FIGHT_NORMAL,
    FIGHT_ROUT,
    Fight,
)
from hexledger.engine.games.june_6.rules.lines import Item, total
from hexledger.engine.games.june_6.rules.strength import attack_strength, defence_strength
from hexledger.engine.games.june_6.rules.support import AttackArtillery, ask
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Step
from hexledger.engine.tables.odds import Ratio

Act = Recorder[June6Position]

_KINDS: Final = {
    FIGHT_NORMAL: ("fight.attack", "12.2"),
    FIGHT_GCA: ("fight.gca", "14.2"),
    FIGHT_ROUT: ("fight.rout", "13.63"),
    FIGHT_BREAKTHROUGH: ("fight.breakthrough", "13.53"),
}
_COLUMNS: Final = {
    (f.ASSAULT, f.STAND): "assault_vs_stand",
    (f.ASSAULT, f.RETREAT): "assault_vs_retreat",
    (f.PROBE, f.STAND): "probe_vs_stand",
    (f.PROBE, f.RETREAT): "probe_vs_retreat",
}
DIE: Final = 10


def able(pos: June6Position, fight: Fight) -> tuple[int, ...]:
    """R-66, R-68: attackers that can still attack: in play, next to the hex, with a legal crossing."""
    neighbours = pos.board.neighbours[fight.target]
    return tuple(
        piece
        for piece in fight.attackers
        if pos.at(piece) in neighbours
        and can_attack_over(pos, piece, fight.target)
        and (piece in fight.forced or not needs_engineers(pos, piece, fight.target))
    )


def stands(pos: June6Position, fight: Fight) -> bool:
    """R-66: is there still a defender in the hex and an attack strength against him?"""
    attackers = able(pos, fight)
    defended = pos.holder(fight.target) == 3 - fight.side
    return defended and bool(attackers) and attack_strength(pos, attackers).total > 0


class Combat(Step, frozen=True, array_like=True, tag=48):
    """Begin one combat: drop attackers that can attack no more, or let the attack lapse (R-66)."""

    fight: tuple[Any, ...]

    def run(self, act: Act) -> None:
        fight = Fight(*self.fight)
        pos = act.pos
        if not stands(pos, fight):
            act.declare("fight.lapses", fight.attackers, (fight.target,), "R-66")
            return
        attackers = able(pos, fight)
        gone = tuple(piece for piece in fight.attackers if piece not in attackers)
        if gone:
            act.declare("fight.drops_out", gone, (fight.target,), "R-66")
        fight = fight._replace(
            attackers=attackers,
            origin=tuple(pos.at(piece) for piece in attackers),
            forced=tuple(piece for piece in attackers if crosses_by_force(pos, piece, fight.target)),
            defenders=pos.units(fight.target),
        )
        kind, rule = _KINDS[fight.kind]
        act.declare(kind, attackers, (fight.target,), rule)
        for piece in attackers:
            if fight.kind in (FIGHT_NORMAL, FIGHT_BREAKTHROUGH):
                act.flag(piece, f.ATTACKED, 1, rule)
            act.flag(piece, f.ACTED, 1, rule)
        if fight.kind == FIGHT_NORMAL:
            conditions.attacked(act, attackers)
        ask(act, AttackArtillery(tuple(fight)))


class ResolveCombat(Step, frozen=True, array_like=True, tag=55):
    """J6 12.5, 2.3: odds, DRM, the die (0 is zero), the CRT. `support` is a `drm.Support`."""

    fight: tuple[Any, ...]
    support: tuple[int, ...]

    def run(self, act: Act) -> None:
        from hexledger.engine.games.june_6.rules.results import ApplyResults

        fight, support = Fight(*self.fight), Support(*self.support)
        ratio = _odds(act, fight)
        _superiorities(act, fight, support)
        lines = combat_drm(act.pos, fight, support, ratio)
        act.reckon("reckon.combat_drm", fight.target, lines, total(lines), "12.5")
        die = act.roll("roll.combat", DIE, fight.target, "12.5") + total(lines)
        crt = act.pos.game.combat.crt
        column, row = column_of(fight), crt.row(die)
        act.resolved("table.crt", f"column.{column}", row, crt.cell(column, row).words, "12.42")
        act.then(ApplyResults(tuple(fight), row, die))


def column_of(fight: Fight) -> str:
    """J6 12.42: the CRT column of the two modes."""
    return _COLUMNS[fight.attack_mode, fight.defence_mode]


def _odds(act: Act, fight: Fight) -> Ratio:
    """J6 12.51, QA-BOMB-4: both strengths, then the nearest ratio; an exact half is rolled for (QA-BOMB-5)."""
    attack = attack_strength(act.pos, fight.attackers)
    defence = defence_strength(act.pos, fight.defenders, fight.target)
    act.reckon("reckon.attack_strength", fight.target, attack.items, attack.total, "12.51")
    act.reckon("reckon.defence_strength", fight.target, defence.items, defence.total, "12.51")
    chart = act.pos.game.combat.odds
    odds = chart.odds(attack.total, defence.total)
    if odds.open:
        return chart.settled(odds, act.roll("roll.odds", DIE, fight.target, "QA-BOMB-5"))
    return odds.ratio


def _superiorities(act: Act, fight: Fight, support: Support) -> None:
    """Write down what was compared for armour (15.1) and artillery (16.3), where anybody has points."""
    count = armor_count(act.pos, fight)
    if count.attack or count.defence:
        _compared(act, "reckon.armor", fight, count, armor(act.pos, fight))
    points = (support.attack_artillery, support.defence_artillery)
    if any(points):
        _compared(act, "reckon.artillery_superiority", fight, points, artillery(act.pos, support))


def _compared(act: Act, kind: str, fight: Fight, points: Sequence[int], found: Item) -> None:
    labels = ("line.attack_points", "line.defence_points", "line.at_points")
    lines = [Item(label, value, found.rule) for label, value in zip(labels, points, strict=False)]
    act.reckon(kind, fight.target, lines, found.value, found.rule)


DECISIONS: Final = ()
STEPS: Final = (Combat, ResolveCombat)
