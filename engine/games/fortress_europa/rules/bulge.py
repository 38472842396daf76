"""What only the Battle of the Bulge and On to Berlin have in combat (31.13, 33.3.9, 33.4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, cast

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.fortress_europa import flags as f
from hexledger.engine.games.fortress_europa import roster
from hexledger.engine.games.fortress_europa.position import FortressPosition
from hexledger.engine.games.fortress_europa.rules.missing import Missing
from hexledger.engine.kernel.decisions import Decision, PieceId, PlaceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, Refusal, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.fortress_europa.game import Act

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
            return place in pos.scenario.controlled(pos.game)
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


def attacked(act: Act, targets: Iterable[int], even: bool) -> None:
    """FE 33.4.1: count an attack; `even`: at 1-1 or better."""
    if even and owes_attacks(act.pos) and surprise(act.pos, targets):
        act.assign("var.bulge_attacks", act.state.variable(act.word("var.bulge_attacks")) + 1, "33.4.1")


# ---------------------------------------------------------------------- 31.13 Skorzeny's brigade
def _stamp(pos: FortressPosition) -> int:
    """A number for the impulse, the same in its movement and its combat."""
    return pos.state.turn << 2 | pos.impulse


def _greif(pos: FortressPosition, unit: int) -> bool:
    if not pos.option("31.13") or pos.active_side != f.GERMAN or pos.impulse not in (1, 2):
        return False
    used = pos.state.variable(pos.game.words["var.skorzeny"])
    return unit == pos.game.edition.counter_index.get(SKORZENY) and used in (0, _stamp(pos))


def may_slip(pos: FortressPosition, unit: int) -> bool:
    """FE 31.13: 150SS may ignore the first enemy ZOC that it enters, in one impulse of the game."""
    return _greif(pos, unit)


def moved(act: Act, unit: int, path: Iterable[int]) -> None:
    """FE 31.13: a move that went on from an enemy ZOC uses the skill up, but for the attack of the impulse."""
    pos = act.pos
    if may_slip(pos, unit) and any(pos.in_ezoc(place, f.GERMAN) for place in tuple(path)[:-1]):
        act.assign("var.skorzeny", _stamp(pos), "31.13")


class IgnoreZones(Decision, frozen=True, array_like=True, tag=132):
    """150SS will attack one hex and ignore all other enemies in this impulse (31.13)."""


def ignore_refusal(pos: FortressPosition) -> Refusal | None:
    """FE 31.13: why the brigade may not ignore enemies in this combat impulse, None when it may."""
    unit = pos.game.edition.counter_index.get(SKORZENY, -1)
    if unit < 0 or not pos.on_map(unit) or not _greif(pos, unit):
        return "31.13", "150SS ignores enemies once in a game, in the impulse of its move, with the option"
    if ignoring(pos, unit):
        return "31.13", "150SS ignores enemies already"
    return None if pos.in_ezoc(pos.at(unit), f.GERMAN) else ("31.13", "150SS is in no enemy ZOC")


def ignore(act: Act) -> None:
    """FE 31.13: from now on in this impulse only the hex that the brigade attacks matters to it."""
    act.assign("var.skorzeny", _stamp(act.pos), "31.13")
    act.assign("var.skorzeny_attack", _stamp(act.pos), "31.13")


def ignoring(pos: FortressPosition, unit: int) -> bool:
    """FE 31.13: does a unit ignore all enemies but one hex in this combat impulse?"""
    if not pos.option("31.13") or unit != pos.game.edition.counter_index.get(SKORZENY):
        return False
    return pos.state.variable(pos.game.words["var.skorzeny_attack"]) == _stamp(pos)


# ---------------------------------------------------------------------- 33.3.9.4 the advance
class AdvanceAfterCombat(Decision, frozen=True, array_like=True, tag=130):
    """A unit of the spearhead advances one hex."""

    unit: PieceId
    at: PlaceId


class NoAdvance(Decision, frozen=True, array_like=True, tag=131):
    """The spearhead stays where it is."""


class Advance(Choice, frozen=True, array_like=True, tag=130):
    """FE 33.3.9.4: after their own battle of the first impulse these units may advance a hex, unless they retreated."""

    units: tuple[int, ...]

    def _able(self, pos: FortressPosition) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if pos.on_map(unit) and not pos.flag(unit, f.RETREATED))

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        position = cast(FortressPosition, pos)
        able = self._able(position)
        if not any(True for unit in able for _ in _advances(position, unit)):
            return None
        kinds = (AdvanceAfterCombat.kind(), NoAdvance.kind())
        game = position.game
        return Prompt(f.GERMAN, game.words["prompt.advance"], game.rules["33.3.9.4"], kinds, able)

    def run(self, act: Recorder[Any]) -> None:
        """Nobody can advance."""

    def check(self, pos: Position[Any], decision: Decision) -> None:
        position = cast(FortressPosition, pos)
        rule = pos.game.cite("33.3.9.4")
        wanted(decision, (AdvanceAfterCombat, NoAdvance), rule)
        if isinstance(decision, AdvanceAfterCombat):
            if decision.unit not in self._able(position):
                raise IllegalDecision(rule, f"{pos.name(decision.unit)} may not advance")
            if decision.at not in _advances(position, decision.unit):
                raise IllegalDecision(rule, f"{pos.name(decision.unit)} cannot enter {pos.label(decision.at)}")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        position = cast(FortressPosition, pos)
        for unit in self._able(position):
            for there in _advances(position, unit):
                yield AdvanceAfterCombat(PieceId(unit), PlaceId(there))
        yield NoAdvance()

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        from hexledger.engine.games.fortress_europa.rules import control

        act.done()
        if isinstance(decision, NoAdvance):
            return
        assert isinstance(decision, AdvanceAfterCombat)
        path = (act.pos.at(decision.unit), decision.at)
        act.move(decision.unit, path, "mode.advance", 0, "33.3.9.4")
        control.entered(act, decision.unit, path)
        rest = tuple(unit for unit in self.units if unit != decision.unit)
        if rest:
            act.then(Advance(rest))


def _advances(pos: FortressPosition, unit: int) -> tuple[int, ...]:
    """FE 33.3.9.4, C-72: adjacent hexes that the unit could enter."""
    from hexledger.engine.games.fortress_europa.rules import ways

    here = pos.at(unit)
    return tuple(
        there
        for there in pos.game.ground.links[here]
        if not pos.broken(here, there)
        and there != pos.game.ground.dyke
        and ways.can_enter(pos, unit, here, there) is None
        and pos.fits(there, (unit,))
    )


MISSING: Missing = ()
DECISIONS: Final = (AdvanceAfterCombat, NoAdvance, IgnoreZones)
STEPS: Final = (Advance,)
