"""Weather and initiative (3.1, 4.1, 4.2): by the scenario's card, or by the dice; the markers that they give."""

from __future__ import annotations

from typing import Any

from hexledger.engine.games.june_6.questions.chit_effects import air_markers
from hexledger.engine.games.june_6.rules.act import Act
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.options import HISTORICAL_WEATHER
from hexledger.engine.games.june_6.tables.scenario import SIDES


def determine(act: Act, turn: int) -> None:
    """J6 3.1: weather, initiative, air and naval markers of a turn. What the scenario fixes is not rolled for."""
    act.phase("phase.weather", 0, "3.1")
    scenario = act.pos.scenario
    before = act.pos.weather
    weather, initiative = scenario.fixed_for("weather", turn), scenario.fixed_for("initiative", turn)
    if weather is None:
        weather = _historical(act, turn)
    known = weather is not None
    if weather is None or initiative is None:
        rolled_weather, rolled_initiative = _by_dice(act, turn, not known)
        weather = weather or rolled_weather
        initiative = initiative or rolled_initiative
    if not known and before == f.WEATHER_STORM:
        # 4.12d: what the German die said does not count after a storm.
        weather = _effects(act, "storm")["next_turn_weather"]
    act.assign(f.VAR_WEATHER, act.word(f"weather.{weather}"), "4.11")
    if weather == "storm":
        # the Allied points of the next turn depend on it.
        act.assign("var.storm_turn", turn, "4.12")
        act.assign("var.storms", act.state.variable(act.word("var.storms")) + 1, "PB 2.64")
    act.assign("var.initiative", SIDES[initiative], "4.21")
    effects = _effects(act, weather)
    for what, rule in (("air", "17.11"), ("naval", "18.11")):
        fixed = scenario.fixed_for(what, turn)
        number = effects[what] if fixed is None else fixed
        if what == "air":
            number += air_markers(act.pos, weather)
        act.track(f"track.{what}", number, rule=rule)


def _historical(act: Act, turn: int) -> str | None:
    """PB 7.1: the weather of the card when the players have agreed on it, else None; the initiative is still rolled."""
    if not act.pos.reading(HISTORICAL_WEATHER):
        return None
    card: dict[str, str] = act.game.edition.charts["historical_weather"]["rows"]
    return card[act.pos.scenario.calendar[turn - 1]]


def _effects(act: Act, weather: str) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = act.game.edition.charts["weather_effects"]["rows"]
    return rows[weather]


def _by_dice(act: Act, turn: int, read_weather: bool) -> tuple[str, str]:
    """J6 4.11, 4.21, 4.22: the German die is the weather; the higher total has the initiative, in a tie the Allied
    player rolls again and the German die stands."""
    charts = act.game.edition.charts
    german = act.roll("roll.initiative_german", 10, rule="4.21")
    weather: str = charts["weather"]["rows"][str(german)]
    if read_weather:
        act.resolved("table.weather", f"weather.{weather}", german, (f"weather.{weather}",), "4.11")
    drms: dict[str, int] = charts["initiative"]["german_drm"]
    drm = drms.get(act.pos.scenario.calendar[turn - 1], drms["later"])
    lines = [("line.die", german, "4.21")]
    if drm:
        lines.append(("line.initiative_drm", drm, "4.22"))
    act.reckon("reckon.initiative_german", -1, lines, german + drm, "4.21")
    while True:
        allied = act.roll("roll.initiative_allied", 10, rule="4.21")
        act.reckon("reckon.initiative_allied", -1, [("line.die", allied, "4.21")], allied, "4.21")
        if allied != german + drm:
            return weather, "allied" if allied > german + drm else "german"
