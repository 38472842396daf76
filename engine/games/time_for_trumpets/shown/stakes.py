"""What is at stake in A Time for Trumpets: the victory points of the scenario as they stand (H-6)."""

from __future__ import annotations

from hexledger.engine.games.time_for_trumpets.questions import scoring
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.view import Condition, VictoryView, grades, points_words


def victory_view(pos: TrumpetsPosition) -> VictoryView:
    """H-6: each row with the points that it gives now, the difference, and the level that it would be."""
    game, cite = pos.game, pos.game.cite("H-6")
    rows = [
        Condition(
            row.side,
            game.word(game.words[f"line.vp_{row.key}"]),
            f"{row.number}: {points_words(row.points)}",
            row.points > 0,
            cite,
            row.points if row.side == w.GERMAN else -row.points,
        )
        for row in scoring.scores(pos)
    ]
    level, points = scoring.verdict(pos), scoring.difference(pos)
    when = f"at the end of {game.turn(pos.var('last_turn'))}, by German less Allied points"
    if_now = f"{game.verdict(level.winner, game.words[level.word])}, by {points_words(points)}"
    levels = [
        (game.verdict(one.winner, game.words[one.word]), None if one.least == scoring.LOWEST else one.least)
        for one in scoring.levels(pos)
    ]
    return VictoryView(when, tuple(rows), if_now, points, grades(levels))
