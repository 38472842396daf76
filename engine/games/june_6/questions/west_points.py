"""Allied resource points with the landing on the west coast (PB 2.85f)."""

from __future__ import annotations

from typing import Any, Final

from hexledger.engine.games.june_6.questions.objectives import fallen
from hexledger.engine.games.june_6.questions.position import June6Position

RULE: Final = "PB 2.85"


def _chart(pos: June6Position) -> dict[str, Any]:
    chart: dict[str, Any] = pos.game.edition.charts["west_coast"]
    return chart


def row(pos: June6Position) -> dict[str, Any] | None:
    """Base and die of a turn that the landing changes, None for the track's own."""
    if not pos.scenario.west_beach:
        return None
    found: dict[str, Any] | None = _chart(pos)["turns"].get(pos.scenario.calendar[pos.state.turn - 1])
    return found


def lines(pos: June6Position, points: int) -> list[tuple[str, int, str]]:
    """PB 2.85f: what the landing adds to or takes from the points of a turn so far: the most of 9/10 June, less until
    Cherbourg is Allied, more when it fell early, more while all of Omaha is Allied."""
    if not pos.scenario.west_beach:
        return []
    found = []
    most = (row(pos) or {}).get("most", points)
    if points > most:
        found.append(("line.rp_cap", most - points, RULE))
    by_cherbourg = _by_cherbourg(pos)
    if by_cherbourg:
        found.append(("line.rp_cherbourg", max(by_cherbourg, -min(points, most)), RULE))
    if pos.omaha_open:
        found.append(("line.rp_omaha", _chart(pos)["omaha_open"], RULE))
    return found


def _by_cherbourg(pos: June6Position) -> int:
    chart, turn = _chart(pos), pos.state.turn
    cherbourg = pos.game.words["objective.cherbourg"]
    objective = next(one for one in pos.game.victory_chart.objectives if one.word == cherbourg)
    fell = fallen(pos, objective)
    number = {name: number for number, name in enumerate(pos.game.calendar, 1)}
    if fell:
        bonuses: list[dict[str, Any]] = chart["cherbourg_by"]
        return next((int(bonus["rp"]) for bonus in bonuses if fell <= number[bonus["by"]] and turn > fell), 0)
    until: dict[str, Any] = chart["until_cherbourg"]
    return int(until["rp"]) if turn >= number[until["from"]] else 0
