"""What a position in which the last turn begins is worth, as trials of a scenario have taught.

A searching bot that compares plans in earlier turns plays them out to here (`Game.forecast`) and asks this instead of
playing on: most of what the dice of the last turn would add says nothing of the plans. The worth is a sum of counts of
the position, each with its weight in `forecast.txt`; weights were fitted to the results of games (docs/bots.md).

    base            always 1
    town:all        1 if Germans hold every hex of the town that victory asks for
    town:held       how many of those they hold; town:fighting: with combat units
    town:weakest    combat strength in the weakest of them; town:middle: in the second weakest
    town:free       1 if no Allied unit stands in the town; town:allied: hexes of it in which one does
    steps:SIDE      steps of a side in play
    held:HEX        1 if Germans hold it; units:HEX: German units there; fighting:HEX: German combat units there
    cs:HEX          combat strength of the German combat units there; cohesion:HEX: the best of theirs
    allied:HEX      1 if an Allied unit stands there
    near:SIDE:D:HEX combat strength of a side within D hexes; disordered units count half
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

from hexledger.engine.games.june_6.advisor.candidates import town
from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import flags as f
from hexledger.engine.games.june_6.tables.charts import Charts
from hexledger.engine.kernel.memory import lasting
from hexledger.engine.kernel.stances import WON
from hexledger.engine.naming.words import text_lines

FILE: Final = "forecast.txt"
AROUND: Final = (1, 2, 3)
"""Distances within which strength is counted."""


def forecast(pos: June6Position, side: int) -> int | None:
    """What the position is worth to a side that plays on with all that it knows against the greedy bot, 0 to `WON`;
    None for a scenario of which nothing is known."""
    weights = _weights(pos.game, pos.scenario.id, side)
    if not weights:
        return None
    counted = counts(pos)
    return min(WON, max(0, sum(weight * counted[name] for name, weight in weights.items())))


def counts(pos: June6Position) -> dict[str, int]:
    """Every count by its name, as above; strength in halves."""
    goal = sorted(pos.scenario.objective)
    found = {"base": 1, **_of_town(pos, goal), **_of_steps(pos)}
    strength = _strength(pos)
    for place in sorted(town(pos)):
        found.update(_of_hex(pos, place))
        found.update(_around(pos, place, strength))
    return found


def _of_town(pos: June6Position, goal: list[int]) -> dict[str, int]:
    germans = [[piece for piece in pos.units(place) if pos.side(piece) == f.GERMAN] for place in goal]
    strong = sorted(sum(pos.face(piece).cs for piece in units if pos.is_combat(piece)) for units in germans)
    allied = sum(pos.side_at(place) == f.ALLIED for place in town(pos))
    return {
        "town:all": int(all(germans)),
        "town:held": sum(map(bool, germans)),
        "town:fighting": sum(any(map(pos.is_combat, units)) for units in germans),
        "town:weakest": strong[0],
        "town:middle": strong[1],
        "town:free": int(not allied),
        "town:allied": allied,
    }


def _of_steps(pos: June6Position) -> dict[str, int]:
    return {
        f"steps:{pos.game.side(side)}": sum(pos.steps(piece) for piece in pos.in_play(side))
        for side in (f.ALLIED, f.GERMAN)
    }


def _of_hex(pos: June6Position, place: int) -> dict[str, int]:
    name, here = pos.label(place), pos.units(place)
    germans = [piece for piece in here if pos.side(piece) == f.GERMAN]
    fighting = [piece for piece in germans if pos.is_combat(piece)]
    return {
        f"held:{name}": int(bool(germans)),
        f"units:{name}": len(germans),
        f"fighting:{name}": len(fighting),
        f"cs:{name}": sum(pos.face(piece).cs for piece in fighting),
        f"cohesion:{name}": max(map(pos.cohesion, fighting), default=0),
        f"allied:{name}": int(len(here) > len(germans)),
    }


def _strength(pos: June6Position) -> list[tuple[int, int, int]]:
    """Side, hex and strength (in halves) of each combat unit on the map."""
    return [
        (pos.side(piece), pos.at(piece), pos.face(piece).cs * (1 if pos.flag(piece, f.DISORDER) else 2))
        for piece in chain(pos.in_play(f.ALLIED), pos.in_play(f.GERMAN))
        if pos.is_combat(piece) and pos.on_map(piece)
    ]


def _around(pos: June6Position, place: int, strength: list[tuple[int, int, int]]) -> dict[str, int]:
    distant = [(side, pos.board.distance(at, place), strong) for side, at, strong in strength]
    return {
        f"near:{pos.game.side(side)}:{reach}:{pos.label(place)}": sum(
            strong for whose, far, strong in distant if whose == side and far <= reach
        )
        for side in (f.ALLIED, f.GERMAN)
        for reach in AROUND
    }


@lasting(most=16)
def _weights(game: Charts[Any], scenario: str, side: int) -> Mapping[str, int]:
    """Name of a count -> its weight, of `WON`."""
    found: dict[str, int] = {}
    for raw in text_lines(f.PACKAGE, FILE):
        words = raw.partition("#")[0].split()
        if words and words[:2] == [scenario, game.sides[side - 1]]:
            found[words[2]] = int(words[3])
    return found
