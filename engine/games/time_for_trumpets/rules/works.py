"""Construction of defences (19): improved positions, strong points, road blocks; done at the end of the same turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexledger.engine.games.time_for_trumpets.questions import chains, engineers, reserves
from hexledger.engine.games.time_for_trumpets.questions.position import TrumpetsPosition
from hexledger.engine.games.time_for_trumpets.rules.act import Act
from hexledger.engine.games.time_for_trumpets.rules.asking import END, MenuSegment
from hexledger.engine.games.time_for_trumpets.tables import words as w
from hexledger.engine.kernel.actions import Action, Menu
from hexledger.engine.kernel.decisions import Decision, PieceId, WordId
from hexledger.engine.kernel.steps import Refusal, permit

BUILDING: Final = w.FLAG["building"]
RULES: Final = {"ip5": "19.1", "ip6": "19.2", "strong_point": "19.3", "road_block": "19.4"}
HEX_WORKS: Final = ("ip5", "ip6", "strong_point", "road_block", "fort")
"""Defences that lie in a hex as markers."""
NAME: Final = {number: name for name, number in w.WORK.items()}


class Build(Decision, frozen=True, array_like=True, tag=24):
    """`build us_2_2_ce work.ip6`: a unit begins to build in its hex."""

    unit: PieceId
    work: WordId


def refusal(pos: TrumpetsPosition, piece: int, work: int) -> Refusal | None:
    """19.0-19.4: why a unit may not begin this work; 31.3b: KG Peiper's HQ is an engineer as well, and 19.1a keeps HQs
    from positions of ER 5 only."""
    name = NAME.get(work, "")
    if not name:
        return "19.0", "an improved position, a strong point or a road block is built"
    why = engineers.ready(pos, piece, "19.0")
    if why is not None:
        return why
    roster, place = pos.game.roster, pos.at(piece)
    if name == "ip5" and piece not in roster.front_line and piece not in roster.support:
        return "19.1", f"{pos.name(piece)} builds no position of ER 5"
    if name != "ip5" and piece not in roster.engineers:
        return RULES[name], "an engineer builds this"
    if pos.flag(piece, w.RESERVE):
        return reserves.part(pos, piece), f"{pos.name(piece)} is in reserve"
    if pos.enemy_beside(place, pos.side(piece)):
        return "19.0", "an enemy stands adjacent"
    if name == "strong_point" and not pos.marker("ip6", place):
        return "19.3", "a strong point needs an improved position of ER 6"
    if name == "road_block" and not pos.game.ground.roads_of[place]:
        return "19.4", f"no road runs through {pos.label(place)}"
    if pos.marker(name, place) or (name == "ip5" and pos.marker("ip6", place)):
        return RULES[name], f"{pos.label(place)} has that already"
    return None


def check_build(pos: TrumpetsPosition, decision: Build) -> None:
    """19: may the unit begin?"""
    permit(pos, refusal(pos, decision.unit, decision.work))


def take_build(act: Act, decision: Build) -> None:
    """A Construction marker: no move, ford, demolition or attack for the rest of the turn."""
    act.flag(decision.unit, BUILDING, decision.work, RULES[NAME[decision.work]])


def listed(pos: TrumpetsPosition) -> Iterator[Build]:
    """Units of the corps and what each could build; one improved position a hex is enough of a list."""
    seen: set[tuple[int, int]] = set()
    for piece in chains.acting(pos):
        for work in w.WORK.values():
            if (pos.at(piece), work) not in seen and refusal(pos, piece, work) is None:
                seen.add((pos.at(piece), work))
                yield Build(PieceId(piece), WordId(work))


class Works(MenuSegment, frozen=True, array_like=True, tag=14):
    """TFT 19: the active corps begins to build."""

    menu = Menu((Action(Build, check_build, take_build, listed), END))
    asks = "prompt.works"
    rule = "19.0"
    complete = False


def finish(act: Act, side: int) -> None:
    """60.2: works of a side are done where the builder is still there and no enemy combat unit is adjacent; empty
    defences go."""
    pos = act.pos
    for piece in pos.of(side):
        work = pos.flag(piece, BUILDING)
        if not work:
            continue
        act.flag(piece, BUILDING, 0, "60.2")
        place, name = pos.at(piece), NAME[work]
        if not pos.enemy_beside(place, side):
            act.marker(place, -1, w.MARKER[name], 1, "60.2")
            for old in {"strong_point": ("ip6", "ip5"), "ip6": ("ip5",)}.get(name, ()):
                if pos.marker(old, place):
                    act.marker(place, -1, w.MARKER[old], 0, "19.3")
    empty(act)


def empty(act: Act) -> None:
    """19.0k, 19.5, 60.2d: defences in a hex without combat units are removed."""
    kinds = {w.MARKER[name] for name in HEX_WORKS}
    for key in sorted(act.state.markers):
        if key & 0xFFFF in kinds and not act.pos.fighters(key >> 32):
            act.marker(key >> 32, -1, key & 0xFFFF, 0, "60.2")


DECISIONS: Final = (Build,)
STEPS: Final = (Works,)
