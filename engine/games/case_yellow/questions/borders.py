"""Where units may not go whatever they pay: nations, neutrals, the Dyle Plan, Paris, the map (10.10, QA.9-11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexledger.engine.games.case_yellow.questions.position import YellowPosition
from hexledger.engine.games.case_yellow.tables.ground import BELGIUM, FRANCE, LUXEMBOURG, NETHERLANDS
from hexledger.engine.games.case_yellow.tables.words import ALLIED, GERMAN, VAR
from hexledger.engine.kernel.memory import Basis, kept
from hexledger.engine.kernel.steps import Refusal

ON_BORDERS: Final = Basis(variables=(VAR["borders_open"],))
_HOME: Final = {"dutch": NETHERLANDS, "belgian": BELGIUM}


def closed(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """Why a unit may not go from one hex to the next in any way (movement, retreat, advance); None when it may."""
    if there not in pos.scenario.land:
        return "H-8", f"{pos.label(there)} is no land hex of this scenario"
    side = pos.side(piece)
    if side == GERMAN:
        return _german(pos, here, there)
    return _nation(pos, piece, here, there) or _allied(pos, piece, here, there)


def _german(pos: YellowPosition, here: int, there: int) -> Refusal | None:
    """QA.11: Germans may not enter the Dyle Plan area from the south or the west; who is in it may leave."""
    ground = pos.game.ground
    if there in ground.dyle and here not in ground.dyle and dyle_ban(pos):
        banned = pos.board.in_area(pos.scenario.special["dyle_ban"]["not_from_area"])
        if here in banned or ground.country[here] == FRANCE:
            return "QA.11", f"Germans may not enter the Dyle Plan area from {pos.label(here)} yet"
    return None


def dyle_ban(pos: YellowPosition) -> bool:
    """QA.11, G-A59: the ban lasts until Dynamo is declared or the END of its last turn."""
    rule = pos.scenario.special.get("dyle_ban")
    return rule is not None and not pos.var("dynamo") and pos.state.turn <= int(rule["until"]["end_of_turn"])


def _nation(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """10.10: Dutch stay in the Netherlands, Belgians out of them, and at most two Belgians go to France."""
    country, nation = pos.game.ground.country[there], pos.nation(piece)
    if nation == "dutch" and country != NETHERLANDS:
        return "10.10", "Dutch units never leave the Netherlands"
    if nation != "belgian":
        return None
    if country == NETHERLANDS:
        return "10.10", "Belgian units do not go into the Netherlands"
    if country == FRANCE and pos.game.ground.country[here] != FRANCE:
        abroad = [p for p in pos.of(ALLIED) if pos.nation(p) == "belgian" and p != piece]
        abroad = [p for p in abroad if pos.game.ground.country[pos.at(p)] == FRANCE]
        if len(abroad) >= pos.game.chart.number("belgians_abroad", "units"):
            return "10.10", "two Belgian units are in France already"
    return None


def _allied(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """H-5, H-4, 12.7: neutral borders, who may enter on turn 1, the open city."""
    country = pos.game.ground.country[there]
    why = _shut(pos, piece).get(country)
    if why is not None:
        return why, f"{pos.name(piece)} may not enter {country} now"
    if pos.open_city and pos.near_paris(there) and not pos.leaves_paris(here, there):
        return "12.7", "Allied units keep away from the open city of Paris"
    return None


def _shut(pos: YellowPosition, piece: int) -> Mapping[str, str]:
    """Countries that a unit may not enter now -> the rule."""
    scenario = pos.scenario
    held_back = pos.state.turn == scenario.screen_turn and piece not in scenario.screen
    return _shut_to(pos, pos.nation(piece), held_back)


@kept(ON_BORDERS)
def _shut_to(pos: YellowPosition, nation: str, held_back: bool) -> Mapping[str, str]:
    """H-4, H-5: neutrals until the Germans come; on turn 1 Belgium and Luxembourg are for red stars and DLC only;
    Belgians and Dutch are free at home."""
    neutral = pos.scenario.special.get("neutrals") or {"countries": ()}
    home = _HOME.get(nation)
    if not pos.var("borders_open"):
        return {country: "H-5" for country in neutral["countries"] if country != home}
    if held_back and home is None:
        return {BELGIUM: "H-4", LUXEMBOURG: "H-4"}
    return {}


def in_dyle_area(pos: YellowPosition, place: int) -> bool:
    """QA.9, G-C17: Dyle Plan area; Dutch hexes count for the ban on leaving."""
    ground = pos.game.ground
    rule = pos.scenario.special.get("red_star_stay") or {}
    return place in ground.dyle or ground.country[place] == rule.get("also_country")


def stays(pos: YellowPosition, piece: int, here: int, there: int) -> Refusal | None:
    """QA.9, QA.10: a red star in the Dyle Plan area does not move or advance out of it until Dynamo; others may."""
    if piece not in pos.scenario.bound or pos.var("dynamo"):
        return None
    if in_dyle_area(pos, here) and not in_dyle_area(pos, there):
        return "QA.9", f"{pos.name(piece)} stays in the Dyle Plan area until Dynamo"
    return None
