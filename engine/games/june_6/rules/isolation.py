"""Isolation and surrender in the End Phase (3.81, 22), in the order of R-78: all LOCs, all Disorder, all surrenders."""

from __future__ import annotations

from hexledger.engine.games.june_6.questions.isolation import die_value, is_surrounded, surrenders
from hexledger.engine.games.june_6.rules import supply
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.rules.headquarters import hq_lost
from hexledger.engine.games.june_6.rules.losses import disorder
from hexledger.engine.games.june_6.tables import flags as f


def determine(act: Act) -> None:
    """J6 3.81, QA-SUP-6: markers by LOC, Disorder 1 for the isolated, surrender checks of the surrounded, each turn."""

    isolated = _trace(act)
    surrounded = tuple(piece for piece in isolated if is_surrounded(act.pos, piece))
    for piece in isolated:
        if act.pos.on_map(piece):
            disorder(act, piece, 1, "22.21")
    for piece in surrounded:
        if act.pos.on_map(piece):
            _check_surrender(act, piece)


def _trace(act: Act) -> tuple[int, ...]:
    """J6 22.11, 22.12, QA-SUP-2, QA-SUP-5: every unit on the map traces a LOC; returns the isolated ones, ascending.

    The marker of a unit changes here only, whatever LOC it had during the turn.

    A verdict moves nothing, so all of them see the same position.
    """
    pos = act.pos
    everybody = [piece for piece in sorted(act.state.at) if pos.on_map(piece)]
    isolated = tuple(piece for piece in everybody if not supply.judge(act, piece, "5.34"))
    for piece in everybody:
        act.flag(piece, f.ISOLATED, int(piece in isolated), "22.12")
    return isolated


def _check_surrender(act: Act, piece: int) -> None:
    """J6 22.31-22.33, R-12: a unit of cohesion 5 or less is lost on a roll of twice its cohesion; a 9 counts as 10."""
    cohesion = act.pos.cohesion(piece)
    if cohesion > act.game.edition.charts["surrender"]["cohesion_max"]:
        return
    roll = act.roll("roll.surrender", 10, piece, "22.32")
    counted = die_value(roll)
    act.reckon(
        "reckon.surrender",
        piece,
        [("line.surrender_die", counted, "22.32"), ("line.twice_cohesion", 2 * cohesion, "22.32")],
        counted - 2 * cohesion,
        "22.32",
    )
    if surrenders(act.pos, piece, roll):
        if act.pos.is_hq(piece):
            hq_lost(act, piece)
        act.remove(piece, "reason.surrendered", "22.32")
