"""What is at stake in Fortress Europa: the victory conditions as they stand, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hexledger.engine.games.fortress_europa.questions import battle, capacity
from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules import sudden_death, victory
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.view import Condition, VictoryView


def victory_view(pos: FortressPosition) -> VictoryView:
    """FE 30.1, 32, 33.1.3, 33.2.4, 33.3.10, 33.4.7: the conditions of the scenario as they stand."""
    scenario = pos.scenario.id
    if scenario == "invasion":
        return _invasion(pos)
    if scenario == "battle_of_the_bulge":
        return VictoryView("at the end of the last turn", tuple(_bulge(pos)), _level(pos))
    if scenario in ("campaign", "on_to_berlin"):
        rows = [*_campaign(pos), *(_objectives(pos) if sudden_death.in_play(pos) else ())]
        won = victory.allies_have_won(pos)
        german = victory.held(pos, f.GERMAN, pos.tables.ground.major_cities) >= victory.GERMAN_MAJORS
        if_now = "Allied win" if won else "German win" if german else "draw"
        return VictoryView("Allied: the moment it holds; German: at the end of the last turn", tuple(rows), if_now)
    return VictoryView(
        "at the end of the last turn, of the objectives that each side has picked", tuple(_objectives(pos))
    )


def _cite(pos: FortressPosition, number: str) -> str:
    return f"{pos.game.code} {number}"


def _hexes(pos: FortressPosition, places: Iterable[int]) -> str:
    return ", ".join(f"{pos.label(place)} {pos.board.names[place]}".strip() for place in places)


def _campaign(pos: FortressPosition) -> Iterator[Condition]:
    rule = _cite(pos, "33.4.7" if pos.scenario.berlin else "30.1")
    always, majors, some, cities = victory.terms(pos)
    for place in always:
        holds = pos.holds(f.ALLIED, place)
        yield Condition(
            f.ALLIED, f"Allied control of {_hexes(pos, [place])}", "held" if holds else "not held", holds, rule
        )
    major = victory.held(pos, f.ALLIED, pos.tables.ground.major_cities)
    german = victory.held(pos, f.ALLIED, cities)
    yield Condition(
        f.ALLIED,
        f"{majors} major cities, or {some} cities in Germany (with X29, Y34)",
        f"{major} major cities, {german} cities",
        major >= majors or german >= some,
        rule,
    )
    held = victory.held(pos, f.GERMAN, pos.tables.ground.major_cities)
    wanted = f"no Allied win, and {victory.GERMAN_MAJORS} major cities German"
    yield Condition(f.GERMAN, wanted, f"{held} major cities", held >= victory.GERMAN_MAJORS, rule)


def _invasion(pos: FortressPosition) -> VictoryView:
    met = victory.invasion_conditions(pos)
    spare = capacity.reckon(pos)
    mulberries = sum(1 for piece in sorted(pos.tables.roster.mulberries) if pos.on_map(piece))
    rows = (
        Condition(f.ALLIED, "a condition of an invaded district", f"{met} met", met > 0, _cite(pos, "33.1.5")),
        Condition(f.ALLIED, "supply capacity of 1 or more", str(spare), spare >= 1, _cite(pos, "33.1.3")),
        Condition(f.ALLIED, "a Mulberry, damaged or not", str(mulberries), mulberries > 0, _cite(pos, "33.1.3")),
    )
    won = all(row.holds for row in rows)
    return VictoryView(
        "at the end of the last turn: Allied win if all hold", rows, "Allied win" if won else "German win"
    )


def _bulge(pos: FortressPosition) -> Iterator[Condition]:
    rule = _cite(pos, "33.3.10")
    data: dict[str, Any] = pos.game.edition.scenarios["battle_of_the_bulge"].data["victory"]
    place = pos.board.place

    def row(level: str, labels: list[str], least: int) -> Condition:
        places = [place(label) for label in labels]
        held = [one for one in places if pos.holds(f.GERMAN, one)]
        wanted = _hexes(pos, places) if least == len(places) else f"{least} of {_hexes(pos, places)}"
        now = f"{len(held)} of {least}" + (f": {_hexes(pos, held)}" if held else "")
        return Condition(f.GERMAN, f"{level}: German control of {wanted}", now, len(held) >= least, rule)

    strategic = data["strategic"]
    yield row("strategic victory", strategic["german_occupies"], len(strategic["german_occupies"]))
    yield row("strategic victory, besides", strategic["and_one_of"], 1)
    tactical = data["tactical"]["german_occupies"]
    yield row("tactical victory", tactical, len(tactical))
    yield Condition(f.ALLIED, "Allied win: otherwise", "", victory.bulge_level(pos) == 0, rule)


def _level(pos: FortressPosition) -> str:
    level = victory.bulge_level(pos)
    return ("Allied win", "German tactical victory", "German strategic victory")[level]


def _objectives(pos: FortressPosition) -> Iterator[Condition]:
    """FE 32: both lists; which of them a side has picked stays hidden."""
    words: dict[str, list[str]] = pos.game.edition.scenarios["campaign"].data["sudden_death"]
    for side in (f.ALLIED, f.GERMAN):
        texts = words[pos.game.side(side)]
        for number, (row, text) in enumerate(zip(sudden_death.objectives(pos, side), texts, strict=True), 1):
            holds = sudden_death.met(pos, side, row)
            yield Condition(side, f"objective {number}: {text}", "", holds, _cite(pos, "32.3"))


# ---------------------------------------------------------------------- odds before the die
def forecast(pos: FortressPosition, decision: Any) -> str:
    """FE 14.5, 15.1: strengths and odds of an attack, before shifts."""
    if decision.kind() != "attack" or not decision.units or not all(map(pos.on_map, decision.units)):
        return ""
    attacking = sum(value for _, value, _ in battle.attack(pos, decision.units, decision.targets).lines)
    attacking += sum(pos.cf(ship) for ship in decision.naval)
    defending = sum(battle.defence(pos, place, decision.units).total for place in decision.targets)
    odds = battle.odds(attacking, defending) or "1-6"
    added = battle.modifiers(pos, decision.units, decision.targets, carpet=decision.carpet)
    die = "".join(
        f", die {value:+d} {pos.game.word(pos.game.words[label])}"
        for label, value, _ in added
        if isinstance(label, str)
    )
    return (
        f"{attacking} against {defending}, odds {odds}"
        + (f", {len(decision.aircraft)} columns up" if decision.aircraft else "")
        + die
    )
