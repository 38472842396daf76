"""What is at stake in France 1944: the points of the scenario as they stand, and automatic victories."""

from __future__ import annotations

from collections.abc import Iterator

from hexledger.engine.games.france_1944.questions import score
from hexledger.engine.games.france_1944.questions.position import FrancePosition
from hexledger.engine.games.france_1944.tables import words as w
from hexledger.engine.view import Condition, VictoryView, grades, points_words


def victory_view(pos: FrancePosition) -> VictoryView:
    """13.0, 2.0-12: what decides the scenario."""
    terms = pos.scenario.victory
    rows = (*_places(pos), *_counts(pos), *_automatic(pos))
    now = score.total(pos)
    level = str(score.level(pos)["level"])
    levels = grades([(str(row["level"]), row["from"]) for row in terms["levels"]])
    when, if_now = f"in {terms['checked']}, by Allied points", f"{level}, with {points_words(now)}"
    return VictoryView(when, rows, if_now, now, levels)


def _places(pos: FrancePosition) -> Iterator[Condition]:
    """R-78: every place, and whether the Allies control it."""
    for entry in score.places(pos):
        row = entry.row
        held = entry.number > 0
        wanted = f"{row['name']} {row['hex']} ({row['vp']})"
        yield Condition(w.ALLIED, wanted, "Allied" if held else "German", held, pos.game.cite("R-78"), entry.points)


def _counts(pos: FrancePosition) -> Iterator[Condition]:
    """R-77, 12.6, 12.9: what is counted besides."""
    for row in pos.scenario.victory["counts"]:
        entry = score.worth(pos, row)
        side = w.GERMAN if int(row.get("vp", 0)) < 0 else w.ALLIED
        now, wanted = f"{entry.number} counted, {points_words(entry.points)}", _areas_named(pos, str(row["per"]))
        yield Condition(side, wanted, now, entry.points != 0, pos.game.cite("R-77"), entry.points)


def _automatic(pos: FrancePosition) -> Iterator[Condition]:
    """2.0-12: victories that end the game at once."""
    for row in pos.scenario.victory["automatic"]:
        holds = score.AUTOMATIC[row["key"]](pos, row)
        timely = score.in_time(pos, row)
        now = ("holds" if holds else "does not hold") + ("" if timely else ", and is not looked at this turn")
        side = w.SIDES.index(row["side"]) + 1
        wanted = f"automatic, {row['when']}: {_areas_named(pos, str(row['condition']))}"
        yield Condition(side, wanted, now, holds and timely, pos.game.cite("2.0-12"))


def _areas_named(pos: FrancePosition, told: str) -> str:
    """The words of an edition with the names of areas in the place of their ids."""
    board = pos.game.board
    for area in board.areas:
        if f"area {area}" in told:
            name = board.area(area).name
            told = told.replace(f"area {area}", f"{name[:1].lower()}{name[1:]}")
    return told
