"""What only the Battle of the Bulge and On to Berlin have in combat (31.13, 33.3.9, 33.4.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hexledger.engine.games.fortress_europa.questions.position import FortressPosition
from hexledger.engine.games.fortress_europa.tables import flags as f
from hexledger.engine.games.fortress_europa.tables import roster
from hexledger.engine.kernel.steps import Refusal

SKORZENY: Final = "ss_150"
_FIRST_SS: Final = ("ss_1", "ss_1_new")
NEEDED_ATTACKS: Final = 2
"""33.4.1: attacks at 1-1 or better that the German owes in Berlin."""


# ---------------------------------------------------------------------- questions
def first_turn(pos: FortressPosition) -> bool:
    """FE 33.3.9: the German player turn of December III."""
    return pos.scenario.bulge and pos.state.turn == pos.scenario.first and pos.active_side == f.GERMAN


def attack_refusal(pos: FortressPosition, units: Iterable[int], targets: Iterable[int]) -> Refusal | None:
    """FE 33.3.9.2, C-66, C-68: who may attack what in December III (rule, reason), None when it is allowed."""
    if not first_turn(pos):
        return None
    scenario = pos.scenario
    for unit in units:
        if not _of_the_line(pos, unit):
            return "33.3.9.2", f"{pos.name(unit)} did not start in the line HH10 to GG14 and may not attack this turn"
    for place in targets:
        if place not in scenario.targets:
            return "33.3.9.2", f"{pos.label(place)} does not lie between Moselle and Meuse"
        if any(pos.nation(unit) != roster.US for unit in pos.units_of(place, f.ALLIED)):
            return "33.3.9.2", f"not only US units are in {pos.label(place)}"
    return None


def _of_the_line(pos: FortressPosition, unit: int) -> bool:
    """FE 31.10, 33.3.9.2: did a unit begin the scenario in the German line?"""
    if pos.option("31.10"):
        return pos.flag(unit, pos.game.words["flag.in_line"]) != 0
    start = pos.scenario.start_of.get(unit)
    return start is not None and start.place in pos.scenario.german_line


def surprise(pos: FortressPosition, targets: Iterable[int]) -> bool:
    """FE 33.3.9.3, C-69: German surprise: first combat impulse, every target in the American line."""
    return first_turn(pos) and pos.impulse == 1 and all(place in pos.scenario.us_line for place in targets)


def beyond_start_line(pos: FortressPosition, targets: Iterable[int]) -> bool:
    """FE 33.3.9.4, C-72: an Allied attack on a hex with 1SS that was Allied at the start of the scenario."""
    if not pos.scenario.bulge or pos.active_side != f.ALLIED:
        return False
    index = pos.game.edition.counter_index
    first_ss = [index[name] for name in _FIRST_SS]
    for place in targets:
        if any(unit in first_ss for unit in pos.units_of(place, f.GERMAN)):
            return place in pos.scenario.allied_at_first
    return False


def spearhead(pos: FortressPosition, unit: int) -> bool:
    """FE 33.3.9.4: 1SS and 150SS in December III: advance after their first attack, and no EZOC holds them then."""
    if not first_turn(pos):
        return False
    index = pos.game.edition.counter_index
    return unit in (*(index[name] for name in _FIRST_SS), index[SKORZENY])


def owes_attacks(pos: FortressPosition) -> int:
    """FE 33.4.1: attacks at 1-1 or better on the American line that the German still owes in this impulse."""
    if not pos.scenario.berlin or not first_turn(pos) or pos.impulse != 1:
        return 0
    return max(0, NEEDED_ATTACKS - pos.state.variable(pos.game.words["var.bulge_attacks"]))


# ---------------------------------------------------------------------- 31.13 Skorzeny's brigade
def stamp(pos: FortressPosition) -> int:
    """A number for the impulse, the same in its movement and its combat."""
    return pos.state.turn << 2 | pos.impulse


def _greif(pos: FortressPosition, unit: int) -> bool:
    if not pos.option("31.13") or pos.active_side != f.GERMAN or pos.impulse not in (1, 2):
        return False
    used = pos.state.variable(pos.game.words["var.skorzeny"])
    return unit == pos.game.edition.counter_index.get(SKORZENY) and used in (0, stamp(pos))


def may_slip(pos: FortressPosition, unit: int) -> bool:
    """FE 31.13: 150SS may ignore the first enemy ZOC that it enters, in one impulse of the game."""
    return _greif(pos, unit)


def ignore_refusal(pos: FortressPosition) -> Refusal | None:
    """FE 31.13: why the brigade may not ignore enemies in this combat impulse, None when it may."""
    unit = pos.game.edition.counter_index.get(SKORZENY, -1)
    if unit < 0 or not pos.on_map(unit) or not _greif(pos, unit):
        return "31.13", "150SS ignores enemies once in a game, in the impulse of its move, with the option"
    if ignoring(pos, unit):
        return "31.13", "150SS ignores enemies already"
    return None if pos.in_ezoc(pos.at(unit), f.GERMAN) else ("31.13", "150SS is in no enemy ZOC")


def ignoring(pos: FortressPosition, unit: int) -> bool:
    """FE 31.13: does a unit ignore all enemies but one hex in this combat impulse?"""
    if not pos.option("31.13") or unit != pos.game.edition.counter_index.get(SKORZENY):
        return False
    return pos.state.variable(pos.game.words["var.skorzeny_attack"]) == stamp(pos)
