"""Who takes which result: the distribution letters A to F (13.7), for combat and bombardment.

Given the units of one side and the results of one table cell, `share_out` says who is hit, or whom the owner must
choose between. The step `ShareOut` asks for those choices and then applies the hits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexledger.engine.games.june_6.questions.position import June6Position
from hexledger.engine.games.june_6.tables import combat as tables
from hexledger.engine.games.june_6.tables.combat import Result
from hexledger.engine.games.june_6.tables.switches import LONE_UNIT

PINNED: Final = 1
DISORDER: Final = 2
REDUCED: Final = 3


class Loss(NamedTuple):
    """One lettered result: kind PINNED, DISORDER or REDUCED; letter A to F; level of Disorder, else 0.

    The kinds are numbered by severity (13.73c).
    """

    kind: int
    letter: str
    level: int = 0


def losses_of(results: tuple[Result, ...]) -> tuple[Loss, ...]:
    """The lettered results of a table cell, in printed order; retreats, advances and the rest are left out."""
    return tuple(Loss(KINDS[result.kind], result.letter, result.amount) for result in results if result.letter)


KINDS: Final = {tables.PINNED: PINNED, tables.DISORDER: DISORDER, tables.REDUCED: REDUCED}


class Hit(NamedTuple):
    """A unit and the result that it takes."""

    unit: int
    loss: Loss


class Share(NamedTuple):
    """Outcome of `share_out`: the hits in order, or (ask not empty) the units that the owner must choose between.

    `word` and `rule` say what the choice is for.
    """

    hits: tuple[Hit, ...]
    ask: tuple[int, ...] = ()
    word: str = ""
    rule: str = ""


class _NeedsChoiceError(Exception):
    """Internal: the picks are used up."""

    def __init__(self, share: Share) -> None:
        super().__init__()
        self.share = share


class _Picks:
    """The owner's choices in the order in which `share_out` needs them."""

    def __init__(self, picks: tuple[int, ...]) -> None:
        self.rest = list(picks)

    def one(self, candidates: tuple[int, ...], word: str, rule: str) -> int:
        if len(candidates) == 1:
            return candidates[0]
        if self.rest:
            return self.rest.pop(0)
        raise _NeedsChoiceError(Share((), candidates, word, rule))


# ---------------------------------------------------------------------- who is hit
def share_out(
    pos: June6Position,
    units: tuple[int, ...],
    results: tuple[Loss, ...],
    picks: tuple[int, ...] = (),
    bombardment: bool = False,
) -> Share:
    """J6 13.7, R-26, R-59: the hits of one side's results, or the choice that the owner must make next.

    `units`: all units of the side that the results can fall on, ascending. `picks`: the choices made so far. The
    exception for a lone unit of superior cohesion is `ignores_losses`, judged before either side loses anything.
    """
    if not units or not results:
        return Share(())
    if len(units) == 1 and not bombardment:
        return Share(_lone(pos, units[0], results))
    chosen = _Picks(picks)
    named: dict[str, int] = {}
    hit: dict[int, tuple[int, ...]] = {}
    try:
        for number, loss in enumerate(results):
            if loss.letter in "DEF":
                named[loss.letter] = chosen.one(_named(pos, units, loss, bombardment), "ask.hit", "13.71")
                hit[number] = (named[loss.letter],)
        for number, loss in enumerate(results):
            if loss.letter in "BC":
                hit[number] = _all_but_one(pos, units, loss, named, chosen)
            elif loss.letter == "A":
                hit[number] = units
            if loss.kind == REDUCED and loss.letter in "ABC":
                hit[number] = _one_a_stack(pos, hit[number], chosen)
    except _NeedsChoiceError as need:
        return need.share
    return Share(tuple(Hit(unit, loss) for number, loss in enumerate(results) for unit in hit[number]))


def _lone(pos: June6Position, unit: int, results: tuple[Loss, ...]) -> tuple[Hit, ...]:
    """J6 13.73, QA-RES-4: of several results a lone unit takes the worst; B or C without its pair spares it."""
    letters = {loss.letter for loss in results}
    falls = [
        loss
        for loss in results
        if not (loss.letter in "BC" and pos.is_combat(unit) and PAIR[loss.letter] not in letters)
    ]
    return (Hit(unit, max(falls, key=lambda loss: (loss.kind, loss.level))),) if falls else ()


PAIR: Final = {"B": "D", "C": "E"}
"""J6 13.72: which letters come together."""


def _named(pos: June6Position, units: tuple[int, ...], loss: Loss, bombardment: bool) -> tuple[int, ...]:
    """Candidates for D (highest cohesion), E (lowest) and F (any); R-59 (3): an HQ passes Reduced on to its hex."""
    if loss.letter == "F":
        # The bombardment table asks for the HQ last whatever the result.
        candidates = hq_last(pos, units) if bombardment else units
    else:
        wanted_cohesion = (max if loss.letter == "D" else min)(pos.cohesion(unit) for unit in units)
        candidates = tuple(unit for unit in units if pos.cohesion(unit) == wanted_cohesion)
    if loss.kind != REDUCED:
        return candidates
    takers: set[int] = set()
    for unit in candidates:
        takers.update(hq_last(pos, pos.units(pos.at(unit))) if pos.is_hq(unit) else (unit,))
    # An HQ whose hex holds only HQs keeps the result to itself.
    return tuple(sorted(unit for unit in takers if not pos.is_hq(unit) or unit in candidates))


def _all_but_one(
    pos: June6Position, units: tuple[int, ...], loss: Loss, named: dict[str, int], chosen: _Picks
) -> tuple[int, ...]:
    """J6 13.71 B and C, R-59 (1) and (2): the unit of the paired D or E is out; one combat unit is spared."""
    partner = named.get(PAIR[loss.letter], -1)
    spared = {partner}
    if partner < 0 or not pos.is_combat(partner):
        combat = [unit for unit in units if pos.is_combat(unit)]
        if combat:
            extreme = (max if loss.letter == "B" else min)(pos.cohesion(unit) for unit in combat)
            ties = tuple(unit for unit in combat if pos.cohesion(unit) == extreme)
            spared.add(chosen.one(ties, "ask.spared", "13.71"))
    return tuple(unit for unit in units if unit not in spared)


def _one_a_stack(pos: June6Position, units: tuple[int, ...], chosen: _Picks) -> tuple[int, ...]:
    """J6 13.22, R-26: one Reduced on several units of a stack reduces one of them, HQ last."""
    hexes = sorted({pos.at(unit) for unit in units})
    return tuple(
        chosen.one(hq_last(pos, (unit for unit in units if pos.at(unit) == place)), "ask.reduced", "13.22")
        for place in hexes
    )


def ignores_losses(
    pos: June6Position, units: tuple[int, ...], opposing: tuple[int, ...], lost: tuple[Loss, ...] = (), beach: int = 0
) -> bool:
    """J6 13.73 exception, QA-RES-3, QA-RES-5, R-14: a lone unit of higher cohesion than every opposing unit of
    the combat ignores Disorder and Reduced results of the CRT (`lost`); a referee may rule that it ignores double
    results only, or none. `beach`: cohesion of a beach that defends itself against these units (9.2), else 0."""
    reading = pos.reading(LONE_UNIT)
    if reading != LONE_UNIT.default and (reading == LONE_UNIT.values["never"] or len(lost) < 2):
        return False
    if len(units) != 1 or not (opposing or beach):
        return False
    return pos.cohesion(units[0]) > max((*(pos.cohesion(unit) for unit in opposing), beach))


def hq_last(pos: June6Position, units: Iterable[int]) -> tuple[int, ...]:
    """J6 6.16: those of a stack that may take a step loss: an HQ only when nobody else is left. In the order given."""
    stack = tuple(units)
    return tuple(piece for piece in stack if not pos.is_hq(piece)) or stack
