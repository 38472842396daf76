"""Victory by cause in words: the changes in order, and sums by cause and turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexledger.engine.kernel.game import Game
from hexledger.engine.view import Condition
from hexledger.events.frame import Frame
from hexledger.projections.address import address
from hexledger.projections.state import State
from hexledger.projections.victory_story import Scored, Scoring, Turned, VictoryStory, VictoryTeller, victory_story

Row = dict[str, Any]


def scoring(game: Game[Any]) -> Scoring:
    """What the game says of its points."""
    view = game.view()
    return Scoring(view.scores, view.scores_against)


def teller(game: Game[Any]) -> VictoryTeller:
    """Takes a game's decisions one after the other."""
    return VictoryTeller(game, scoring(game), lambda state: conditions(game, state))


def conditions(game: Game[Any], state: State) -> tuple[Condition, ...]:
    """The conditions of the scenario as they stand."""
    return game.view().victory(game.position(state)).conditions


def story(game: Game[Any], line: Sequence[Frame]) -> VictoryStory:
    """What moved a line (genesis first) towards its end."""
    return victory_story(line, game, scoring(game), lambda state: conditions(game, state))


def by_cause(game: Game[Any], line: Sequence[Frame]) -> Row:
    """`changes` (`frame address turn turn_name side cause points total rule`), `causes` (`cause side rule points
    turns`: sums, heaviest first, `turns` as pairs of turn and points), `conditions` (`frame turn turn_name side wanted
    before now holds rule`), `start`: points that the set-up gives, `points`: what all adds up to. Points count as the
    scenario counts them."""
    told = story(game, line)
    total = start = told.start
    changes = []
    for one in told.scored:
        total += one.points
        changes.append(scored_row(game, one) | {"total": total})
    return {
        "start": start,
        "points": total,
        "changes": changes,
        "causes": sums(game, told.scored),
        "conditions": [turned_row(game, one) for one in told.turned],
    }


def scored_row(game: Game[Any], one: Scored) -> Row:
    """One change of points."""
    return {
        "frame": one.at.seq,
        "address": address(one.at.seq, one.at.number),
        "turn": one.turn,
        "turn_name": game.turn(one.turn) if one.turn else "",
        "side": game.side(one.side) if one.side else None,
        "cause": one.cause,
        "points": one.points,
        "rule": one.rule,
    }


def turned_row(game: Game[Any], one: Turned) -> Row:
    """One change of a condition."""
    return {
        "frame": one.seq,
        "turn": one.turn,
        "turn_name": game.turn(one.turn) if one.turn else "",
        "side": game.side(one.side) if one.side else None,
        "wanted": one.wanted,
        "before": one.before,
        "now": one.now,
        "holds": one.holds,
        "rule": one.rule,
    }


def sums(game: Game[Any], scored: Sequence[Scored]) -> list[Row]:
    """Points by cause, heaviest first; what came and went again stays with its turns."""
    found: dict[tuple[int, str, str], dict[int, int]] = {}
    for one in scored:
        turns = found.setdefault((one.side, one.cause, one.rule), {})
        turns[one.turn] = turns.get(one.turn, 0) + one.points
    rows: list[Row] = [
        {
            "cause": cause,
            "side": game.side(side) if side else None,
            "rule": rule,
            "points": sum(turns.values()),
            "turns": [[turn, points] for turn, points in sorted(turns.items()) if points],
        }
        for (side, cause, rule), turns in found.items()
    ]
    return sorted(rows, key=lambda row: (-abs(row["points"]), row["cause"]))
