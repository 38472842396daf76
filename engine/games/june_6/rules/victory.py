"""Victory: levels tested in their order at the end of the last turn (PB 4.10, 5.10, 6.11), or points (PB 2.6, 3.5)."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.objectives import standing
from hexledger.engine.games.june_6.questions.victory import graded, level_by_points, reached, shift
from hexledger.engine.games.june_6.rules import objectives
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.verdicts import Points


def judge(act: Act) -> None:
    """PB 6.112, R-64: the first level whose test holds is the result; the counts are written down."""
    verdicts = act.pos.scenario.verdicts
    rule = verdicts.rule
    if verdicts.points is not None:
        _judge_points(act, verdicts.points, rule)
        return
    if verdicts.parts:
        _judge_parts(act)
        return
    level, lines = reached(act.pos, verdicts.levels)
    act.reckon("reckon.victory", -1, [(label, number, rule) for label, number in lines], level.winner, rule)
    act.win(level.winner, graded(act.pos, level), rule)


# ---------------------------------------------------------------------- PB 2.6, 3.5 victory by points
def turn_ends(act: Act) -> None:
    """PB 2.63: at the end of 25/26 June the points are written down for the second German level."""
    points = act.pos.scenario.verdicts.points
    if points is not None and points.pace is not None and act.state.turn == points.pace.turn:
        act.assign("var.pace_vp", standing(act.pos), "PB 2.63")


def _judge_points(act: Act, points: Points, rule: str) -> None:
    """PB 2.6, PB 2.81, PB 3.5: the marker is set right for what counts at the end only, then the level is read."""
    objectives.settle(act, points.unheld)
    total = standing(act.pos)
    winner, level = level_by_points(act.pos, points, total)
    lines = [("line.vp", total, "PB 2.66"), ("line.vp_least", points.allied[-1][0], rule)]
    if shift(act.pos):
        lines.append(("line.vp_shift", shift(act.pos), "PB 2.65"))
    if points.pace is not None:
        lines.append(("line.vp_pace", act.state.variable(act.word("var.pace_vp")), "PB 2.63"))
    act.reckon("reckon.victory", -1, lines, winner, rule)
    act.win(winner, level, rule)


def _judge_parts(act: Act) -> None:
    """PB 6.113, R-53: the Allies win with both parts, draw with one of them, lose with none."""
    verdicts = act.pos.scenario.verdicts
    won = 0
    lines: list[tuple[str, int, str]] = []
    for part in verdicts.parts:
        level, counted = reached(act.pos, part.levels)
        lines += [(label, number, verdicts.rule) for label, number in counted]
        lines.append((part.label, level.winner, verdicts.rule))
        won += level.winner == f.ALLIED
    winner = (f.GERMAN, 0, f.ALLIED)[won]
    act.reckon("reckon.victory", -1, lines, winner, verdicts.rule)
    act.win(winner, "level.win" if winner else "level.draw", verdicts.rule)
