"""What is at stake in Fortress Europa: the victory conditions as they stand, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hexledger.engine.games.fortress_europa.questions import battle, capacity, decoys
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
        # C-53: a German success in the Bulge lifts his result by a level
        lifted = pos.scenario.berlin and pos.state.variable(pos.game.words["var.bulge_level"]) > 0
        german = lifted or victory.held(pos, f.GERMAN, pos.tables.ground.major_cities) >= victory.GERMAN_MAJORS
        if victory.allies_have_won(pos):
            if_now = "draw" if lifted else "Allied win"
        else:
            if_now = "German win" if german else "draw"
        return VictoryView("Allied: the moment it holds; German: at the end of the last turn", tuple(rows), if_now)
    rows = [*_objectives(pos)]
    allied, german = (sum(row.holds for row in rows if row.side == side) for side in (f.ALLIED, f.GERMAN))
    return VictoryView(
        f"at the end of the last turn, by the {sudden_death.wanted_number(pos)} objectives that each side has picked: "
        "who has met more of his wins, as many is a draw",
        tuple(rows),
        f"sealed with the picks; of the whole lists the Allied side meets {allied}, the German {german}",
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
    german = Condition(f.GERMAN, "German win: otherwise", "", not won, _cite(pos, "33.1.3"))
    return VictoryView(
        "at the end of the last turn: Allied win if the first three hold",
        (*rows, *_districts(pos), german),
        "Allied win" if won else "German win",
    )


def _districts(pos: FortressPosition) -> Iterator[Condition]:
    """FE 33.1.5: the conditions of each district, one of which is wanted where it is invaded."""
    invaded = pos.state.variable(f.VAR_INVADED_DISTRICTS)
    for name, rows in pos.scenario.data["victory"]["districts"].items():
        reached = bool(invaded >> f.DISTRICTS.index(name.removesuffix(" Army").lower()) & 1)
        for row in rows:
            met = victory.condition_met(pos, row)
            now = ("met" if met else "not met") + ("" if reached else ", not invaded")
            wanted = f"a condition, {name}: {'; '.join(_parts(pos, row))}"
            yield Condition(f.ALLIED, wanted, now, met and reached, _cite(pos, "33.1.5"))


def _parts(pos: FortressPosition, row: dict[str, Any]) -> Iterator[str]:
    """The parts of a district's condition in words, each with how many of its places are held."""

    def held(labels: list[str]) -> tuple[str, int]:
        places = [pos.board.place(label) for label in labels]
        return _hexes(pos, places), sum(pos.holds(f.ALLIED, place) for place in places)

    if "all" in row:
        names, own = held(row["all"])
        yield f"{names} ({own} of {len(row['all'])} held)"
    if "any" in row:
        names, own = held(row["of"])
        yield f"{row['any']} of {names} ({own} held)"
    if "also" in row:
        yield f"{row['also']['count']} other cities of the district"
    if "cities" in row:
        own = victory.held(pos, f.ALLIED, pos.tables.ground.cities)
        yield f"{row['cities']} cities ({own} held)"
    if "all_cities_in" in row:
        yield "all cities of the district"
    if "any_city" in row:
        yield f"a city, {row['any_city']}"


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
            now = _reached(pos, side, row)
            yield Condition(side, f"objective {number}: {text}", now, holds, _cite(pos, "32.3"))


def _reached(pos: FortressPosition, side: int, row: dict[str, Any]) -> str:
    """FE 32.3: how far an objective is met; nothing of divisions that decoys cover (31.6)."""
    number = sudden_death.reached(pos, side, row)
    if "control" in row:
        return f"{number} of {sudden_death.places_wanted(pos, row)} held"
    if "full_strength_panzer_divisions" in row:
        return "" if decoys.covered(pos) else f"{number} of {row['full_strength_panzer_divisions']}"
    if "paradrops" in row or "secondary_invasions" in row:
        return f"{number} made"
    return f"{number} of {row['count']}" if row["count"] else str(number)


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
