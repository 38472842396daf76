"""Weather (3.4, 4.3 A2, 31.12, 33.1.4, 33.3.4)."""

from __future__ import annotations

from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.act import Act
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables.switches import STORM_GROWS
from hexledger.engine.kernel.steps import Step

_KEYS: Final = {"clear": "clear", "overcast": "overcast", "overcast*": "overcast_star", "storm": "storm"}


class WeatherPhase(Step[FortressPosition], frozen=True, array_like=True, tag=140):
    """FE 4.3 A2: the Allied player rolls for the weather of the turn."""

    def run(self, act: Act) -> None:
        """Fix the weather."""
        act.phase("phase.weather", f.ALLIED, "4.3")
        word, rule = fixed(act.pos)
        if not word:
            word, rule = _invasion_turn_2(act) if invasion_turn_2(act.pos) else _rolled(act)
        act.assign(f.VAR_WEATHER, f.WEATHER[word], rule)
        _note_storm(act, word)


def fixed(pos: FortressPosition) -> tuple[str, str]:
    """FE 3.4, 33.3.4: (weather as charts write it, rule) where no die is rolled; ("", "") elsewhere."""
    turn, scenario = pos.state.turn, pos.scenario
    if turn in scenario.weather:
        return scenario.weather[turn], "33.3.4" if scenario.bulge else "3.4"
    if pos.option("historical_weather") and turn in scenario.historical_weather:
        return scenario.historical_weather[turn], "33.3.4"
    return "", ""


def invasion_turn_2(pos: FortressPosition) -> bool:
    """FE 33.1.4: June II of the Invasion scenario has a roll of its own."""
    return pos.scenario.id == "invasion" and pos.state.turn == 2


def growing(pos: FortressPosition) -> tuple[int, str]:
    """FE 31.12, 33.1.4: the modifier that grows until the first storm, and its rule; 0 where there is none."""
    if pos.state.variable(pos.game.words["var.stormed"]):
        return 0, ""
    if pos.scenario.id == "invasion":
        # C-12: turn 3 is rolled as usual, turn 4 is the first with +1, unless a referee reads it otherwise.
        return max(0, pos.state.turn + 1 - pos.reading(STORM_GROWS)), "33.1.4"
    if pos.option("31.12"):
        # From June II, +1, +2 ...
        return max(0, pos.state.turn - 1), "31.12"
    return 0, ""


def read_chart(pos: FortressPosition, die: int) -> str:
    """FE 4.3 A2: the Weather Chart at a modified die, held within the chart; as charts write it."""
    row = pos.tables.weather.rows.at(die)
    return row[pos.tables.calendar.chart_month(pos.state.turn)]


def _rolled(act: Act) -> tuple[str, str]:
    die = act.roll("roll.weather", 6, rule="4.3", low=1)
    modifier, cited = growing(act.pos)
    lines = [("line.die", die, "4.3")]
    if modifier:
        lines.append(("line.growing", modifier, cited))
    act.reckon("reckon.weather", -1, lines, die + modifier, "4.3")
    word = read_chart(act.pos, die + modifier)
    act.resolved("table.weather", f"column.month_{act.pos.month}", die + modifier, (f"weather.{_KEYS[word]}",), "4.3")
    return word, "4.3"


def _invasion_turn_2(act: Act) -> tuple[str, str]:
    """FE 33.1.4, C-12: 2 or 12 on two dice is a storm; else one die, a storm then reads overcast*."""
    dice = sum(act.roll("roll.weather", 6, rule="33.1.4", low=1) for _ in range(2))
    act.reckon("reckon.weather", -1, [("line.die", dice, "33.1.4")], dice, "33.1.4")
    if dice in act.pos.tables.weather.invasion_storm:
        return "storm", "33.1.4"
    word, _ = _rolled(act)
    return ("overcast*" if word == "storm" else word), "33.1.4"


def _note_storm(act: Act, word: str) -> None:
    """FE 31.12, 33.1.4: after the first storm nothing grows any more."""
    if word == "storm":
        act.assign("var.stormed", 1)


DECISIONS: Final = ()
STEPS: Final = (WeatherPhase,)
