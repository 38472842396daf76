"""What is at stake in Case Yellow: the victory points and conditions of the scenario as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.surrender import dutch_count
from hexledger.engine.games.case_yellow.rules import victory
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.view import Condition, VictoryView, grades

Row = Mapping[str, Any]


def victory_view(pos: YellowPosition) -> VictoryView:
    """CY 3.1, 3.2, 12.8: what decides the scenario."""
    terms = pos.scenario.victory
    end = f"at the END of turn {pos.var('last_turn')}"
    match terms["type"]:
        case "vp_difference":
            rows = [row for side in (w.GERMAN, w.ALLIED) for row in _points(pos, side)]
            difference = victory.difference(pos)
            level = _reached(terms["levels"], "min", difference)["level"]
            if_now = f"{level}, by {difference} VP"
            *open_above, lowest = terms["levels"]
            levels = [*((row["level"], int(row["min"])) for row in open_above), (lowest["level"], None)]
            return VictoryView(f"{end}, by German less Allied VP", tuple(rows), if_now, difference, grades(levels))
        case "cities":
            count = sum(value for _, value, _ in dutch_count(pos))
            reached = _reached(terms["levels"], "counted", count)
            rows = [_cities(pos, level, count, holds=level is reached) for level in terms["levels"]]
            return VictoryView(end, tuple(rows), str(reached["level"]), count)
        case _:
            when = f"{end}; a German decisive victory the moment it holds at an END"
            winner, key = victory.by_conditions(pos, terms)
            otherwise = Condition(
                w.ALLIED, "victory: otherwise", "", (winner, key) == (w.ALLIED, "level.allied"), pos.game.cite("3.2")
            )
            return VictoryView(
                when, (*_conditions(pos, terms), otherwise), pos.game.verdict(winner, pos.game.words[key])
            )


def _reached(levels: list[Row], key: str, value: int) -> Row:
    """The level that a value brings, of levels in descending order."""
    return next(level for level in levels if value >= int(level[key]))


def _cities(pos: YellowPosition, level: Row, count: int, *, holds: bool) -> Condition:
    """3.2: the Dutch fortress: one level and whether it is the one reached."""
    side = w.SIDES.index(level["side"]) + 1
    wanted = f"{level['level']}: {level['condition']}"
    return Condition(side, wanted, f"{count} counted", holds, pos.game.cite("3.2"))


# ---------------------------------------------------------------------- victory points
def _points(pos: YellowPosition, side: int) -> Iterator[Condition]:
    """12.8: each row of the scenario, and whether it scores."""
    total = pos.state.track(w.TRACK["vp"], side)
    for name, row in pos.scenario.vp[side].items():
        now, holds = _stands(pos, side, name, row)
        told = pos.game.word(pos.game.words[f"vp.{name}"])
        yield Condition(side, f"{told} ({_worth(row)})", now, holds, pos.game.cite("12.8"))
    yield Condition(side, "victory points so far", str(total), holds=total > 0, rule=pos.game.cite("12.8c"))


def _worth(row: Row) -> str:
    """How many points a row brings."""
    if "by_turn" in row:
        return ", ".join([*(f"turn {turn}: {vp}" for turn, vp in row["by_turn"].items()), f"later {row['later']}"])
    if "roll" in row:
        return f"a roll on the {row['roll']} column"
    if "at_end" in row:
        return ", ".join(f"{place} {points}" for place, points in row["at_end"].items())
    return f"{row['vp']} VP" + (" each" if "each" in row else "")


def _stands(pos: YellowPosition, side: int, name: str, row: Row) -> tuple[str, bool]:
    """How a row stands, and whether it has scored or would score now."""
    if "at_end" in row:
        found = [place for place in row["at_end"] if victory.held(pos, place, w.ALLIED)]
        return ", ".join(found) or "none held", bool(found)
    if "each_turn_from" in row:
        holds = victory.held(pos, "Paris", w.ALLIED) and not pos.open_city
        return f"{'held' if holds else 'not held'}; counts from turn {row['each_turn_from']}", holds
    if "once_each" in row:
        found = [place for place in row["each"] if victory.held(pos, place, side)]
        return ", ".join(found) or "none held", bool(found)
    test = (victory.GERMAN_ONCE if side == w.GERMAN else victory.ALLIED_ONCE).get(name)
    if test is None:
        count = len(victory.counted_units(pos, side, name))
        counted = "eliminated" in str(row.get("each", ""))
        return f"{count} eliminated" if counted else "among the points when it happens", count > 0
    pool = "scored_german" if side == w.GERMAN else "scored_allied"
    if pos.game.words[f"vp.{name}"] in pos.pool(pool):
        return "scored", True
    holds = test(pos, row)
    return _yes(holds), holds


# ---------------------------------------------------------------------- conditions
def _conditions(pos: YellowPosition, terms: Row) -> Iterator[Condition]:
    """3.2: scenario 3."""
    cite = pos.game.cite("3.2")
    paris = victory.held(pos, "Paris", w.GERMAN) or pos.open_city
    early, needed, decisive = terms["automatic"], terms["needed"], terms["allied_decisive"]
    taken = [place for place in early["places"] if victory.held(pos, place, w.GERMAN)]
    yield Condition(
        w.GERMAN,
        f"decisive, by turn {early['last_turn']}: Paris, and {early['needed']} of {', '.join(early['places'])}",
        f"Paris {_yes(paris)}; {', '.join(taken) or 'none'}",
        paris and len(taken) >= int(early["needed"]) and pos.state.turn <= int(early["last_turn"]),
        cite,
    )
    low = pos.var("netherlands") > 0 and pos.var("belgium") > 0
    count = sum(victory.with_los(pos, place) for place in terms["places"])
    both = f"the Netherlands and Belgium have surrendered: {_yes(low)}"
    yield Condition(
        w.GERMAN,
        f"victory: both low countries, Paris, {needed['german']} of {', '.join(terms['places'])} with a LOS",
        f"{both}; Paris {_yes(paris)}; {count} held",
        low and paris and count >= int(needed["german"]),
        cite,
    )
    yield Condition(
        w.GERMAN,
        f"marginal: both low countries, {needed['german_marginal']} of those places with a LOS",
        f"{both}; {count} held",
        low and count >= int(needed["german_marginal"]),
        cite,
    )
    mine = [place for place in ("Paris", *decisive["places"]) if victory.held(pos, place, w.ALLIED)]
    link = victory.linked(pos, {"each": decisive["ports"]})
    yield Condition(
        w.ALLIED,
        f"decisive: Paris, {', '.join(decisive['places'])}, and a Channel port with a LOC to the west or south edge",
        f"{', '.join(mine) or 'none'} held; a port linked: {_yes(link)}",
        len(mine) == 1 + len(decisive["places"]) and link,
        cite,
    )


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
