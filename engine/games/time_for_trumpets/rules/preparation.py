"""Turn preparation (3): ground, weather, snow squalls; freshness of headquarters (4)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import comm
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.tables import calendar
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.steps import Step

FIRST_FRESHNESS: Final = calendar.number("18PD")
"""4.0: the first PD turn on which freshness is judged."""
SQUALLS: Final = (calendar.number("20PD"), calendar.number("22MO"))
"""3.3.6: turns on which an army area may have snow squalls."""
TO_RECOVER: Final = 2
"""4.1.1b: Rested markers that make a fatigued headquarters fresh."""
BOXCARS: Final = 12
_AREA: Final = {"6pza": "6PzA", "5pza": "5PzA", "7a": "7A"}


class TurnPreparation(Step[TrumpetsPosition], frozen=True, array_like=True, tag=20):
    """TFT 3.2, 3.3: ground for the whole map, weather for each German army area."""

    def run(self, act: Act) -> None:
        """As the turn record track says."""
        act.phase("phase.preparation", 0, "3.1")
        row = act.pos.game.chart.track[act.state.turn]
        set_ground(act, str(row["ground"]))
        set_weather(act, bool(row["weather_roll"]))


def set_ground(act: Act, printed: str) -> None:
    """3.2: printed, the same as before, or rolled for."""
    if printed == "same":
        return
    if printed == "variable":
        die = act.roll("roll.ground", 6, 0, "3.2", low=1)
        charts = act.pos.game.chart.data["variable_ground"]
        dated = charts["columns_by_date"]
        rows = next((rows for key, rows in dated.items() if calendar.dated(act.state.turn, key)), charts["rows"])
        printed = str(next(entry for row, entry in rows.items() if int(row) == die))
    act.assign("var.ground", act.word(f"ground.{printed}"), "3.2")


def set_weather(act: Act, rolls: bool) -> None:
    """3.3: each army area rolls on the turns that the track marks, else it is clear; the scenario may fix it."""
    turn = act.state.turn
    fixed = (act.pos.scenario.fixed.get("weather") or {}).get(calendar.name(turn)) or {}
    chart = act.pos.game.chart.data["weather"]["rows"]
    rows = next(rows for key, rows in chart.items() if calendar.dated(turn, key))
    for army in w.ARMIES:
        weather, squall = "clear", 0
        if _AREA[army] in fixed:
            weather = str(fixed[_AREA[army]])
        elif rolls:
            die = act.roll_sum("roll.weather", 2, 6, w.VAR[f"weather_{army}"], "3.3")
            weather = str(next(entry for row, entry in rows[_AREA[army]].items() if int(row) == die))
            squall = int(die == BOXCARS and SQUALLS[0] <= turn <= SQUALLS[1])
        act.assign(f"var.weather_{army}", act.word(f"weather.{weather}"), "3.3")
        if squall and not (act.pos.scenario.whole and act.pos.plays("snow_squall")):
            squall = 0
        act.assign(f"var.squall_{army}", squall, "3.3.6")


class Freshness(Step[TrumpetsPosition], frozen=True, array_like=True, tag=21):
    """TFT 4.0: at each PD turn from 18PD every headquarters is judged by its markers; Night Moves are ignored."""

    def run(self, act: Act) -> None:
        """Each headquarters with a status of its own."""
        if act.state.turn < FIRST_FRESHNESS:
            return
        act.phase("phase.freshness", 0, "4.0")
        for hq in sorted(act.pos.game.roster.hqs):
            if judged(act.pos, hq):
                judge(act, hq)


def judged(pos: TrumpetsPosition, hq: int) -> bool:
    """4.0, G-3.44, G-D5: a headquarters with a status of its own, on the map, off it with units on the map, or about to
    come back (52.7, 54.1): its formation is there."""
    if pos.status_hq(hq) != hq:
        return False
    return hq in pos.state.at or pos.away(hq) or any(pos.state.pooled(pool, hq) for pool in comm.GONE)


def judge(act: Act, hq: int) -> None:
    """4.1: fresh, fatigued or exhausted."""
    pos = act.pos
    rested, fatigued = pos.flag(hq, w.RESTED), pos.flag(hq, w.FATIGUED) > 0
    exhausted = pos.flag(hq, w.EXHAUSTED) > 0
    fresh = exhausted or (rested >= TO_RECOVER if fatigued else rested > 0)
    act.flag(hq, w.RESTED, 0, "4.1")
    if fresh:
        act.flag(hq, w.FATIGUED, 0, "4.1.1")
        act.flag(hq, w.EXHAUSTED, 0, "4.1.1")
    elif fatigued:
        act.flag(hq, w.FATIGUED, 0, "4.1.3")
        act.flag(hq, w.EXHAUSTED, 1, "4.1.3")
    else:
        act.flag(hq, w.FATIGUED, 1, "4.1.2")


DECISIONS: Final = ()
STEPS: Final = (TurnPreparation, Freshness)
