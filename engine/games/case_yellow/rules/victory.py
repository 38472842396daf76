"""END 7 and the end of the game: victory points and conditions (3.1, 3.2, 12.8, G-A57)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from hexledger.engine.games.case_yellow.questions import supply
from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.questions.stacking import BRITISH
from hexledger.engine.games.case_yellow.questions.surrender import dutch_count
from hexledger.engine.games.case_yellow.rules.act import Act
from hexledger.engine.games.case_yellow.tables import words as w
from hexledger.engine.kernel.steps import Step

Row = Mapping[str, Any]


# ---------------------------------------------------------------------- questions
def held(pos: YellowPosition, name: str, side: int) -> bool:
    """G-A57: a place is held when all its hexes are; Paris has three."""
    return all(pos.control(place) == side for place in pos.game.ground.named[name])


def linked(pos: YellowPosition, row: Row) -> bool:
    """QA.8: an Allied-controlled port of the row has a LOC to the west or south edge."""
    ports = [place for name in row["each"] for place in pos.game.ground.named[name]]
    return any(pos.control(port) == w.ALLIED and supply.loc_line(pos, port) for port in ports)


def maginot_isolated(pos: YellowPosition) -> bool:
    """QA.8, G-A57: no undestroyed Maginot hex has a LOC, or none is left."""
    return not any(pos.fortress(place) and supply.loc_line(pos, place) for place in pos.game.ground.maginot)


def paris_isolated(pos: YellowPosition) -> bool:
    """QA.8, G-A57: an Allied Paris hex, no open city, and no LOC from any of them."""
    mine = [place for place in pos.game.ground.paris if pos.control(place) == w.ALLIED]
    return bool(mine) and not pos.open_city and not any(supply.loc_line(pos, place) for place in mine)


def edge_reached(pos: YellowPosition, places: frozenset[int]) -> bool:
    """A German unit with a LOS stands in one of the hexes."""
    return any(
        pos.friend_in(place, w.GERMAN) and supply.supply_line(pos, pos.units(place)[0]) is not None
        for place in sorted(places)
    )


def _south(pos: YellowPosition, row: Row) -> frozenset[int]:
    below = int(row["below_column"])
    return frozenset(p for p in pos.game.ground.south_edge if int(pos.label(p)[2:]) < below)


GERMAN_ONCE: Final[Mapping[str, Callable[[YellowPosition, Row], bool]]] = {
    "netherlands": lambda pos, _: pos.var("netherlands") > 0,
    "belgium": lambda pos, _: pos.var("belgium") > 0,
    "channel_isolated": lambda pos, row: not linked(pos, row),
    "paris": lambda pos, _: held(pos, "Paris", w.GERMAN),
    "open_city": lambda pos, _: pos.open_city,
    "maginot_isolated": lambda pos, _: maginot_isolated(pos),
    "paris_isolated": lambda pos, _: paris_isolated(pos),
    "west_edge": lambda pos, _: edge_reached(pos, pos.game.ground.west_edge),
    "south_edge": lambda pos, row: edge_reached(pos, _south(pos, row)),
}
ALLIED_ONCE: Final[Mapping[str, Callable[[YellowPosition, Row], bool]]] = {
    "netherlands_stand": lambda pos, _: not pos.var("netherlands"),
    "belgium_stand": lambda pos, _: not pos.var("belgium"),
    "link": linked,
}


def counted_units(pos: YellowPosition, side: int, name: str) -> tuple[int, ...]:
    """12.8, 12.9e, G-A57: eliminated units that a row counts; surrender, evacuation and refit are no elimination."""
    roster = pos.game.roster
    dead = pos.pool("dead")
    attrition = pos.pool("lost_attrition")
    tests: dict[tuple[int, str], Callable[[int], bool]] = {
        (w.GERMAN, "corps_destroyed"): lambda u: u in roster.corps and roster.nation[u] == "french",
        (w.GERMAN, "british_corps_destroyed"): lambda u: u in roster.corps and roster.nation[u] in BRITISH,
        (w.GERMAN, "armour_destroyed"): lambda u: u in roster.allied_armour and u not in attrition,
        (w.ALLIED, "panzer_destroyed"): lambda u: u in roster.panzer and u not in attrition,
        (w.ALLIED, "corps_destroyed"): lambda u: u in roster.corps and roster.nation[u] == "german",
        (w.ALLIED, "ag_supply"): lambda u: u in roster.supply and roster.nation[u] == "german",
    }
    test = tests.get((side, name))
    return tuple(unit for unit in dead if test(unit)) if test is not None else ()


# ---------------------------------------------------------------------- 12.8 the segment
class VictoryPoints(Step[YellowPosition], frozen=True, array_like=True, tag=78):
    """CY 12.8b: the German side claims what it has reached, then the Allied side."""

    def run(self, act: Act) -> None:
        """Every row of the scenario."""
        act.phase("phase.victory", 0, "12.8")
        if act.pos.scenario.victory.get("type") != "vp_difference":
            return
        for side in (w.GERMAN, w.ALLIED):
            for name, row in act.pos.scenario.vp[side].items():
                _claim(act, side, name, row)


def score(act: Act, side: int, name: str, points: int) -> None:
    """12.8c: points are recorded and never lost."""
    track = act.word("track.vp")
    act.track("track.vp", act.state.track(track, side) + points, side, "12.8")
    act.note("note.vp", (points, act.word(f"vp.{name}")), "12.8")


def _points(act: Act, name: str, row: Row) -> int:
    """12.8b, 3.1: a fixed number, one by the turn, or a die on the Variable VP Table."""
    turn = act.state.turn
    if "by_turn" in row:
        table = {int(key): int(value) for key, value in row["by_turn"].items()}
        if turn <= max(table):
            return table[max(turn, min(table))]
        return int(row["later"])
    if "roll" in row:
        chart = act.pos.game.chart
        die = act.roll("roll.vp", chart.faces, act.word(f"vp.{name}"), "3.1", low=1)
        found, cell = chart.tables["variable_vp"].read(row["roll"], die)
        act.resolved("table.variable_vp", f"column.{row['roll']}", found, ("result.number",), "3.1")
        return int(cell)
    return int(row["vp"])


def _claim(act: Act, side: int, name: str, row: Row) -> None:
    pos, turn = act.pos, act.state.turn
    pool = "scored_german" if side == w.GERMAN else "scored_allied"
    word = act.word(f"vp.{name}")
    if turn < int(row.get("from_turn", 1)) or ("at_turn" in row and turn != int(row["at_turn"])):
        return
    if name == "end_cities":
        if turn == pos.scenario.last:
            for place, points in row["at_end"].items():
                if held(pos, place, w.ALLIED):
                    score(act, side, name, int(points))
        return
    if "each_turn_from" in row:
        if turn >= int(row["each_turn_from"]) and held(pos, "Paris", w.ALLIED) and not pos.open_city:
            score(act, side, name, int(row["vp"]))
        return
    for unit in counted_units(pos, side, name):
        if unit not in pos.pool("counted"):
            act.pool("pool.counted", unit, 1, "12.8")
            score(act, side, name, int(row["vp"]))
    if isinstance(row.get("each"), list) and "once_each" in row:
        for place in _new_places(pos, side, row):
            act.pool("pool.held_german" if side == w.GERMAN else "pool.held_allied", place, 1, "12.8")
            score(act, side, name, int(row["vp"]))
        return
    test = (GERMAN_ONCE if side == w.GERMAN else ALLIED_ONCE).get(name)
    if test is not None and word not in pos.pool(pool) and test(pos, row):
        act.pool(f"pool.{pool}", word, 1, "12.8")
        score(act, side, name, _points(act, name, row))


def _new_places(pos: YellowPosition, side: int, row: Row) -> Iterator[int]:
    known = pos.pool("held_german" if side == w.GERMAN else "held_allied")
    for name in row["each"]:
        place = pos.game.ground.named[name][0]
        if place not in known and held(pos, name, side):
            yield place


# ---------------------------------------------------------------------- the end
def difference(pos: YellowPosition) -> int:
    """12.8d: German VP less Allied VP."""
    word = w.TRACK["vp"]
    return pos.state.track(word, w.GERMAN) - pos.state.track(word, w.ALLIED)


def with_los(pos: YellowPosition, name: str) -> bool:
    """German units with a LOS hold a place."""
    places = pos.game.ground.named[name]
    return held(pos, name, w.GERMAN) and all(place in supply.supply_net(pos, "german") for place in places)


class Judge(Step[YellowPosition], frozen=True, array_like=True, tag=79):
    """CY 3.1, 3.2, 12.8d: the verdict at the end of the last turn; scenario 3 may end before (3.2)."""

    def run(self, act: Act) -> None:
        """By VP difference, by conditions, or by the cities of the Dutch fortress."""
        pos = act.pos
        victory = pos.scenario.victory
        last = act.state.turn >= pos.var("last_turn")
        match victory["type"]:
            case "vp_difference":
                if last:
                    _by_levels(act, victory["levels"], "min", difference(pos), "3.1")
            case "cities":
                if last:
                    _by_levels(act, victory["levels"], "counted", sum(v for _, v, _ in dutch_count(pos)), "3.2")
            case _:
                _conditions(act, victory, last)


def _by_levels(act: Act, levels: list[Row], key: str, value: int, rule: str) -> None:
    level = next(level for level in levels if value >= int(level[key]))
    act.win(w.SIDES.index(level["side"]) + 1, f"level.{level['key']}", rule)


def _conditions(act: Act, victory: Row, last: bool) -> None:
    """3.2: scenario 3."""
    if last or decisive_early(act.pos, victory):
        act.win(*by_conditions(act.pos, victory), "3.2")


def decisive_early(pos: YellowPosition, victory: Row) -> bool:
    """3.2: a German decisive victory, which ends scenario 3 at the END of any turn up to the one named."""
    early = victory["automatic"]
    taken = sum(held(pos, name, w.GERMAN) for name in early["places"])
    in_time = pos.state.turn <= int(early["last_turn"])
    return _paris(pos) and in_time and taken >= int(early["needed"])


def _paris(pos: YellowPosition) -> bool:
    return held(pos, "Paris", w.GERMAN) or pos.open_city


def by_conditions(pos: YellowPosition, victory: Row) -> tuple[int, str]:
    """3.2: (winner, word of the level) of scenario 3 if it were judged now."""
    low_countries = pos.var("netherlands") > 0 and pos.var("belgium") > 0
    count = sum(with_los(pos, name) for name in victory["places"])
    decisive = victory["allied_decisive"]
    if decisive_early(pos, victory):
        return w.GERMAN, "level.german_decisive"
    if low_countries and _paris(pos) and count >= int(victory["needed"]["german"]):
        return w.GERMAN, "level.german"
    if low_countries and count >= int(victory["needed"]["german_marginal"]):
        return w.GERMAN, "level.german_marginal"
    if (
        held(pos, "Paris", w.ALLIED)
        and all(held(pos, name, w.ALLIED) for name in decisive["places"])
        and linked(pos, {"each": decisive["ports"]})
    ):
        return w.ALLIED, "level.allied_decisive"
    return w.ALLIED, "level.allied"


DECISIONS: Final = ()
STEPS: Final = (VictoryPoints, Judge)
