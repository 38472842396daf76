"""The two modes of a combat on the table (12.41), then its die (12.5, 2.3): odds, superiorities, modifiers, the CRT."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexledger.engine.games.june_6.questions.combat import column_of
from hexledger.engine.games.june_6.questions.drm import Support, armor, armor_count, artillery, combat_drm
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.items import Item, total
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.questions.strength import Strength, attack_strength, defence_strength
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.results import ApplyResults
from hexledger.engine.kernel.memory import BOARD, kept
from hexledger.engine.kernel.steps import Step
from hexledger.engine.tables.odds import Ratio

DIE: Final = 10


def show(act: Act, fight: Fight, mode: int, pieces: tuple[int, ...], rule: str = "12.41") -> None:
    """J6 12.41: a mode is on the table."""
    act.declare(act.game.words.key(mode), pieces, (fight.target,), rule)


def resolve(act: Act, fight: Fight, support: Support) -> None:
    """Both modes are known: the fight is resolved."""
    act.then(ResolveCombat(fight, support))


class ResolveCombat(Step[June6Position], frozen=True, array_like=True, tag=55):
    """J6 12.5, 2.3: odds, DRM, the die (0 is zero), the CRT. `support` is a `drm.Support`."""

    fight: Fight
    support: Support

    def run(self, act: Act) -> None:

        fight, support = self.fight, self.support
        ratio = _odds(act, fight)
        _superiorities(act, fight, support)
        lines = combat_drm(act.pos, fight, support, ratio)
        act.reckon("reckon.combat_drm", fight.target, lines, total(lines), "12.5")
        die = act.roll("roll.combat", DIE, fight.target, "12.5") + total(lines)
        crt = act.pos.game.combat.crt
        column, row = column_of(fight), crt.row(die)
        act.resolved("table.crt", f"column.{column}", row, crt.cell(column, row).words, "12.42")
        act.then(ApplyResults(fight, row, die))


def _odds(act: Act, fight: Fight) -> Ratio:
    """J6 12.51, QA-BOMB-4: both strengths, then the nearest ratio; an exact half is rolled for (QA-BOMB-5)."""
    attack, defence = _strengths(act.pos, fight)
    act.reckon("reckon.attack_strength", fight.target, attack.items, attack.total, "12.51")
    act.reckon("reckon.defence_strength", fight.target, defence.items, defence.total, "12.51")
    chart = act.pos.game.combat.odds
    odds = chart.odds(attack.total, defence.total)
    if odds.open:
        return chart.settled(odds, act.roll("roll.odds", DIE, fight.target, "QA-BOMB-5"))
    return odds.ratio


@kept(BOARD)
def _strengths(pos: June6Position, fight: Fight) -> tuple[Strength, Strength]:
    return attack_strength(pos, fight.attackers), defence_strength(pos, fight.defenders, fight.target)


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
STEPS: Final = (ResolveCombat,)
