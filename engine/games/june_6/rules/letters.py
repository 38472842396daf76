"""Who takes which result: the distribution letters A to F (13.7), for combat and bombardment.

`share_out` is pure: given the units of one side and the results of one table cell it says who is hit, or whom the
owner must choose between. The step `ShareOut` asks for those choices and then applies the hits.
"""

# No `from __future__ import annotations` here: as text, the fields of a NamedTuple would be compiled one by one.

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hexledger.engine.errors import IllegalDecision
from hexledger.engine.games.june_6 import flags as f
from hexledger.engine.games.june_6.position import June6Position
from hexledger.engine.games.june_6.rules import losses, tables
from hexledger.engine.games.june_6.rules.tables import Result
from hexledger.engine.games.june_6.switches import LONE_UNIT
from hexledger.engine.kernel.decisions import Decision, PieceId
from hexledger.engine.kernel.position import Position
from hexledger.engine.kernel.recorder import Recorder
from hexledger.engine.kernel.steps import Choice, Prompt, wanted

if TYPE_CHECKING:
    from hexledger.engine.games.june_6.game import Act

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


class ChooseUnit(Decision, frozen=True, array_like=True, tag=61):
    """The owner names the unit that takes (or is spared) a result."""

    unit: PieceId


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
        candidates = losses.hq_last(pos, units) if bombardment else units
    else:
        wanted_cohesion = (max if loss.letter == "D" else min)(pos.cohesion(unit) for unit in units)
        candidates = tuple(unit for unit in units if pos.cohesion(unit) == wanted_cohesion)
    if loss.kind != REDUCED:
        return candidates
    takers: set[int] = set()
    for unit in candidates:
        takers.update(losses.hq_last(pos, pos.units(pos.at(unit))) if pos.is_hq(unit) else (unit,))
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
        chosen.one(losses.hq_last(pos, (unit for unit in units if pos.at(unit) == place)), "ask.reduced", "13.22")
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


# ---------------------------------------------------------------------- applying
def apply_hit(act: "Act", hit: Hit, rule: str) -> None:
    """One result to one unit; nothing when the unit has been lost meanwhile."""
    if not act.pos.on_map(hit.unit):
        return
    if hit.loss.kind == PINNED:
        act.flag(hit.unit, f.PINNED, 1, rule)
    elif hit.loss.kind == DISORDER:
        losses.disorder(act, hit.unit, hit.loss.level, rule)
    else:
        losses.reduce(act, hit.unit, rule)


class ShareOut(Choice, frozen=True, array_like=True, tag=62):
    """Lettered results of one side: its owner settles the ties, then they are applied.

    side         owner of the units
    place        the hex that the results are about
    units        all units that they can fall on, ascending
    results      Loss tuples
    bombardment  True for the bombardment table
    rule         rule of the table
    picks        choices made so far
    """

    side: int
    place: int
    units: tuple[int, ...]
    results: tuple[tuple[int, str, int], ...]
    bombardment: bool
    rule: str
    picks: tuple[int, ...] = ()

    def share(self, pos: June6Position) -> Share:
        """Hits or the next choice."""
        results = tuple(Loss(*loss) for loss in self.results)
        return share_out(pos, self.units, results, self.picks, self.bombardment)

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        assert isinstance(pos, June6Position)
        share = self.share(pos)
        if not share.ask:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words[share.word], rules[share.rule], ("choose_unit",), share.ask, (self.place,))

    def check(self, pos: Position[Any], decision: Decision) -> None:
        assert isinstance(pos, June6Position)
        share = self.share(pos)
        check_unit(pos, decision, share.ask, share.rule)

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        assert isinstance(pos, June6Position)
        return (ChooseUnit(PieceId(unit)) for unit in self.share(pos).ask)

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        assert isinstance(decision, ChooseUnit)
        fields = (self.side, self.place, self.units, self.results, self.bombardment, self.rule)
        act.become(ShareOut(*fields, (*self.picks, decision.unit)))

    def run(self, act: Recorder[Any]) -> None:
        for hit in self.share(act.pos).hits:
            apply_hit(act, hit, self.rule)


class ReduceOne(Choice, frozen=True, array_like=True, tag=63):
    """J6 13.22, 6.16: one unit of a stack is reduced, its owner's choice, HQ last."""

    side: int
    units: tuple[int, ...]
    rule: str

    def candidates(self, pos: June6Position) -> tuple[int, ...]:
        """Units that can take the loss, in the order given."""
        return losses.hq_last(pos, (unit for unit in self.units if pos.on_map(unit)))

    def prompt(self, pos: Position[Any]) -> Prompt | None:
        assert isinstance(pos, June6Position)
        units = self.candidates(pos)
        if len(units) < 2:
            return None
        words, rules = pos.game.words, pos.game.rules
        return Prompt(self.side, words["ask.reduced"], rules[self.rule], ("choose_unit",), units, (pos.at(units[0]),))

    def check(self, pos: Position[Any], decision: Decision) -> None:
        assert isinstance(pos, June6Position)
        check_unit(pos, decision, self.candidates(pos), "13.22")

    def choices(self, pos: Position[Any]) -> Iterator[Decision]:
        assert isinstance(pos, June6Position)
        return (ChooseUnit(PieceId(unit)) for unit in self.candidates(pos))

    def take(self, act: Recorder[Any], decision: Decision) -> None:
        assert isinstance(decision, ChooseUnit)
        act.done()
        losses.reduce(act, decision.unit, self.rule)

    def run(self, act: Recorder[Any]) -> None:
        for unit in self.candidates(act.pos):
            losses.reduce(act, unit, self.rule)


def check_unit(pos: June6Position, decision: Decision, candidates: tuple[int, ...], rule: str) -> None:
    """Refuse anything but the choice of one of the candidates."""
    wanted(decision, (ChooseUnit,), pos.game.cite(rule))
    assert isinstance(decision, ChooseUnit)
    if decision.unit not in candidates:
        names = ", ".join(pos.name(unit) for unit in candidates)
        raise IllegalDecision(pos.game.cite(rule), f"the unit must be one of {names}")


DECISIONS: Final = (ChooseUnit,)
STEPS: Final = (ShareOut, ReduceOne)
