"""What a fight promises: the CRT read for every die, its results weighed in points.

Uses the DRM functions of the rules, so that an advisor cannot believe anything about odds, terrain, armour or fronts
that the resolution would not agree with.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hexledger.engine.games.june_6.advisor.survey import Survey, step_value
from hexledger.engine.games.june_6.questions.combat import column_of
from hexledger.engine.games.june_6.questions.drm import Support, combat_drm
from hexledger.engine.games.june_6.questions.fight import Fight
from hexledger.engine.games.june_6.questions.items import total
from hexledger.engine.games.june_6.questions.letters import PAIR, REDUCED, Loss, ignores_losses, losses_of
from hexledger.engine.games.june_6.questions.modes import (
    ATTACK_MODES,
    DEFENCE_MODES,
    forced_attack_mode,
    forced_defence_mode,
)
from hexledger.engine.games.june_6.questions.results import retreat_length
from hexledger.engine.games.june_6.questions.strength import attack_strength, defence_strength
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.games.june_6.tables.combat import ADVANCE, BREAKTHROUGH, ROUT
from hexledger.engine.kernel.memory import lasting

DIE: Final = 10
DISORDER_VALUE: Final = (0, 3, 5)
"""Points for Disorder 1 and 2 on a fresh unit."""
WORSE: Final = 4
"""Points more where the unit carries a marker already (13.13)."""
RETREAT_VALUE: Final = 3
ROUT_VALUE: Final = 10
BREAKTHROUGH_VALUE: Final = 5
_NO_FIGHT: Final = Fight(0, -1, (), 0)
FREE, COSTLY, CLOSED = 0, 1, 2
"""Ways of a retreat: one without EZOC; every one costs a step; none at all."""


class Stake(NamedTuple):
    """What a side has in a fight.

    units   number of its units; `steps` of all of them together; `step` points for losing one
    marked  True when one of them is disordered already
    immune  True when the CRT's Disorder and Reduced do not count for it (13.73)
    """

    units: int
    steps: int
    step: int
    marked: bool
    immune: bool


class Odds(NamedTuple):
    """A fight with everything that its value hangs on but the modes.

    drms   total DRM of Assault against Stand for the low and the high side of an odds half (twice the same if none)
    probe  what a Probe against Stand adds
    hexes  points for the attacker who takes the hex
    way    FREE, COSTLY or CLOSED for the defender's retreat
    own    percent at which the attacker counts his own losses
    gain   percent at which he counts the defender's
    """

    fight: Fight
    drms: tuple[int, int]
    probe: int
    attack: Stake
    defence: Stake
    hexes: int
    way: int
    own: int
    gain: int


def odds_of(survey: Survey, fight: Fight, support: Support) -> Odds:
    """Weigh a fight; its attackers stand where they attack from, `defenders` are set."""
    pos, game = survey.pos, survey.pos.game
    fight = fight._replace(attack_mode=f.ASSAULT, defence_mode=f.STAND)
    chart = game.combat.odds
    defence = defence_strength(pos, fight.defenders, fight.target).total
    odds = chart.odds(attack_strength(pos, fight.attackers).total, defence)
    low, high = (chart.settled(odds, die) for die in (0, DIE - 1)) if odds.open else (odds.ratio, odds.ratio)
    base = total(combat_drm(pos, fight, support, low))
    more = chart.drm(high) - chart.drm(low)
    alone = survey.points("prize", 0) and all(pos.is_hq(piece) for piece in fight.defenders)
    return Odds(
        fight,
        (base, base + more),
        game.combat.drms.probe_vs_stand,
        _stake(survey, fight.attackers, fight.defenders),
        _stake(survey, fight.defenders, fight.attackers),
        hex_value(survey, fight.side, fight.target),
        way_out(survey, fight),
        loss_weight(survey, fight.side),
        gain_weight(survey, fight.side, fight.target) if not alone else 100,
    )


def _stake(survey: Survey, units: tuple[int, ...], opposing: tuple[int, ...]) -> Stake:
    pos = survey.pos
    values = [step_value(pos, piece) for piece in units if not pos.is_hq(piece)]
    values = values or [survey.points("prize", 20)]
    return Stake(
        len(units),
        sum(pos.steps(piece) for piece in units),
        sum(values) // len(values),
        any(pos.flag(piece, f.DISORDER) for piece in units),
        ignores_losses(pos, units, opposing),
    )


def loss_weight(survey: Survey, side: int) -> int:
    """Percent at which a side counts its own losses: the one that must take the goal spares nobody at the end."""
    usual = (15, 60, 90)[min(survey.left, 2)] if side == f.ALLIED else 110
    return survey.points("own", usual) if side == survey.side else usual


def gain_weight(survey: Survey, side: int, target: int) -> int:
    """Percent at which the enemy's losses count: in the last turn those outside the town hardly decide anything."""
    outside = survey.points("outside", -1) if target not in survey.town else -1
    if outside >= 0:
        return outside
    return 35 if side == f.ALLIED and survey.left == 0 and survey.town and target not in survey.town else 100


def hex_value(survey: Survey, side: int, place: int) -> int:
    """Points for taking a hex by combat."""
    late = 2 - min(survey.left, 2)
    more = survey.pos.game.stance.aims if place in survey.town else 0
    if place in survey.goal:
        return more + (30 + 24 * late if side == f.ALLIED else 22 + 14 * late)
    if place in survey.town:
        return more + 12 + 6 * late
    away, outside = survey.away(place), survey.points("outside", -1)
    if outside >= 0:
        return max(3, 12 - 3 * away) * outside // 100
    if side == f.ALLIED:
        return max(3, 12 - 3 * away) + 2 * late
    return max(0, 4 - away)


def way_out(survey: Survey, fight: Fight) -> int:
    """How the defenders could retreat."""
    pos = survey.pos
    side = 3 - fight.side
    found = CLOSED
    for there in pos.board.neighbours[fight.target]:
        if pos.side_at(there) == fight.side:
            continue
        if not all(pos.can_pass(piece, fight.target, there) for piece in fight.defenders):
            continue
        if not pos.in_ezoc(there, side):
            return FREE
        found = COSTLY
    return found


# ---------------------------------------------------------------------- one pair of modes
def value(survey: Survey, odds: Odds, attack_mode: int, defence_mode: int) -> int:
    """Points for the attacker in ten fights of these modes (tenths of a point in one)."""
    return _value(survey.pos.game, odds._replace(fight=_NO_FIGHT), attack_mode, defence_mode)


@lasting(most=1 << 14)
def _value(game: Charts[Any], odds: Odds, attack_mode: int, defence_mode: int) -> int:
    """The same: who fights where does not matter, only what is at stake."""
    crt = game.combat.crt
    column = column_of(odds.fight._replace(attack_mode=attack_mode, defence_mode=defence_mode))
    probed = odds.probe if attack_mode == f.PROBE and defence_mode == f.STAND else 0
    known: dict[int, int] = {}
    points = 0
    for drm in odds.drms:
        for die in range(DIE):
            row = crt.row(die + drm + probed)
            worth = known.get(row)
            if worth is None:
                worth = known[row] = _worth(odds, _read(game, column, row))
            points += worth
    return points // len(odds.drms)


class Outcome(NamedTuple):
    """A cell of the CRT as it is weighed: lettered results of both sides, who retreats, what the attacker may do."""

    hits: tuple[Loss, ...]
    suffered: tuple[Loss, ...]
    driven: bool
    repelled: bool
    advances: bool
    breaks: bool
    routs: bool


@lasting(most=256)
def _read(game: Charts[Any], column: str, row: int) -> Outcome:
    cell = game.combat.crt.cell(column, row)
    kinds = {result.kind for result in cell.attacker}
    return Outcome(
        losses_of(cell.defender),
        losses_of(cell.attacker),
        retreat_length(cell.defender) > 0,
        retreat_length(cell.attacker) > 0,
        not kinds.isdisjoint((ADVANCE, BREAKTHROUGH)),
        BREAKTHROUGH in kinds,
        ROUT in kinds,
    )


def _worth(odds: Odds, read: Outcome) -> int:
    """Points for the attacker of one result."""
    lost, gone = _letters(odds.defence, read.hits)
    suffered, beaten = _letters(odds.attack, read.suffered)
    points = lost * odds.gain // 100
    vacated = gone >= odds.defence.steps
    if read.driven and not vacated:
        points += odds.defence.step if odds.way != FREE else RETREAT_VALUE
        vacated = odds.way != CLOSED
    if vacated and beaten < odds.attack.steps and read.advances:
        points += odds.hexes
    if read.breaks:
        points += BREAKTHROUGH_VALUE
    if read.repelled:
        suffered += RETREAT_VALUE
    if read.routs:
        suffered += ROUT_VALUE
    return points - suffered * odds.own // 100


def _letters(stake: Stake, losses: tuple[Loss, ...]) -> tuple[int, int]:
    """Points and steps that lettered results cost a side (13.7, 13.73)."""
    if stake.immune or not losses:
        return 0, 0
    if stake.units == 1:
        letters = {loss.letter for loss in losses}
        falls = [loss for loss in losses if loss.letter not in PAIR or PAIR[loss.letter] in letters]
        losses = (max(falls, key=lambda loss: (loss.kind, loss.level)),) if falls else ()
    points = steps = 0
    for loss in losses:
        if loss.kind == REDUCED:
            steps += 1
            points += stake.step
            continue
        hit = {"A": stake.units, "B": stake.units - 1, "C": stake.units - 1}.get(loss.letter, 1)
        points += hit * DISORDER_VALUE[loss.level] + (WORSE if stake.marked and hit else 0)
    return points, steps


# ---------------------------------------------------------------------- both sides choose
def attack_modes(survey: Survey, fight: Fight) -> tuple[int, ...]:
    """Modes that the attacker may choose."""
    forced = forced_attack_mode(survey.pos, fight)
    return (forced,) if forced else ATTACK_MODES


def defence_modes(survey: Survey, fight: Fight) -> tuple[int, ...]:
    """Modes that the defender may choose."""
    forced = forced_defence_mode(survey.pos, fight)
    return (forced,) if forced else DEFENCE_MODES


def prospect(survey: Survey, odds: Odds) -> int:
    """Tenths of a point that the attacker can be sure to expect: his best mode against the defender's best answer."""
    attacks, answers = attack_modes(survey, odds.fight), defence_modes(survey, odds.fight)
    return _prospect(survey.pos.game, odds._replace(fight=_NO_FIGHT), attacks, answers)


@lasting(most=1 << 14)
def _prospect(game: Charts[Any], odds: Odds, attacks: tuple[int, ...], answers: tuple[int, ...]) -> int:
    return max(min(_value(game, odds, attack, answer) for answer in answers) for attack in attacks)
